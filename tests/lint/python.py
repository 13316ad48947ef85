"""What the rules beside this file must see (the line after `ruleid`), and must pass over (the one after `ok`)."""

# ruleid: text-becomes-markup
from django.utils.safestring import mark_safe

class Name:
    # ruleid: text-becomes-markup
    def __html__(self):
        return self.name

def shown(name):
    # ruleid: text-becomes-markup
    mark_safe(name)
    # ruleid: text-becomes-markup
    SafeString(name)
    # ruleid: text-becomes-markup
    format_html_join("\n", "<i>{}</i>", name)
    # ruleid: text-becomes-markup
    format_html(f"<b>{name}</b>")
    # ruleid: text-becomes-markup
    format_html(name, 1)
    # ruleid: text-becomes-markup
    Engine(dirs=[], autoescape=False)
    # ok: text-becomes-markup
    format_html("<b>{}</b>", name)
    form = "<b>{}</b>"
    # ok: text-becomes-markup
    return format_html(form, name)

def asked(cursor, rows, name):
    # ruleid: raw-sql
    cursor.execute("SELECT 1")
    # ruleid: raw-sql
    rows.raw("SELECT 1")
    # ruleid: raw-sql
    rows.extra(where=["1"])
    # ruleid: raw-sql
    rows.annotate(one=RawSQL("1", []))
    # ruleid: raw-sql
    cursor.executemany("DELETE", [])
    # ruleid: raw-sql
    cursor.executescript("DELETE")
    # ok: raw-sql
    super().execute(name)
    # ok: raw-sql
    rows.filter(name=name)

def looked_up(request, rows, told):
    # ruleid: foreign-keys-into-the-orm
    rows.filter(**request.GET.dict())
    # ruleid: foreign-keys-into-the-orm
    rows.exclude(**told)
    # ruleid: foreign-keys-into-the-orm
    Q(**told)
    # ruleid: foreign-keys-into-the-orm
    Person.objects.create(club=1, **told)
    # ruleid: foreign-keys-into-the-orm
    Person(**request.POST)
    # ruleid: foreign-keys-into-the-orm
    Person(**fields_of(request.POST))
    # ruleid: foreign-keys-into-the-orm
    rows.order_by(request.GET.get("by"))
    # ok: foreign-keys-into-the-orm
    Q(**{"payer": told})
    # ok: foreign-keys-into-the-orm
    rows.filter(name=request.GET.get("name"))
    # ok: foreign-keys-into-the-orm
    told.get("name")
    # ok: foreign-keys-into-the-orm
    rows.order_by("name")

@require_safe
def home(request):
    # ruleid: view-that-answers-get-writes
    scorebook.undo(request)
    # ruleid: view-that-answers-get-writes
    act(scorebook.end_night)
    # ruleid: view-that-answers-get-writes
    Person.objects.filter(pk=1).update(name="")
    # ruleid: view-that-answers-get-writes
    request.link.save()
    # ruleid: view-that-answers-get-writes
    keep(request)
    # ok: view-that-answers-get-writes
    return render(request, Person.objects.filter(pk=1))

@require_http_methods(["GET", "HEAD", "POST"])
def me(request):
    # ruleid: view-that-answers-get-writes
    rewrite(request)
    # ruleid: view-that-answers-get-writes
    Person.objects.create(name="")
    if request.method == "POST":
        # ok: view-that-answers-get-writes
        keep(request)
    if request.method == "POST" and request.POST:
        # ok: view-that-answers-get-writes
        return _keep(request)
    if request.method != "POST":
        # ruleid: view-that-answers-get-writes
        scorebook.undo(request)
        return render(request)
    # ok: view-that-answers-get-writes
    return answer(request, lambda: scorebook.undo(request))

@require_http_methods(["GET", "HEAD", "POST"])
def new_person(request):
    # ok: view-that-answers-get-writes
    return _edit(request, lambda told: add(told))

@require_POST
def undo(request):
    # ok: view-that-answers-get-writes
    return scorebook.undo(request)

def changed(session, event, payment):
    # ruleid: events-and-payments-only-grow
    Event.objects.filter(position=3).update(key="")
    # ruleid: events-and-payments-only-grow
    session.log().filter(position=3).delete()
    # ruleid: events-and-payments-only-grow
    session.events.all().delete()
    # ruleid: events-and-payments-only-grow
    Payment.objects.filter(session=session).delete()
    # ruleid: events-and-payments-only-grow
    session.paid().delete()
    # ruleid: events-and-payments-only-grow
    event.delete()
    # ruleid: events-and-payments-only-grow
    event.save()
    # ruleid: events-and-payments-only-grow
    payment.save(update_fields=["amount"])
    # ok: events-and-payments-only-grow
    event.save(force_insert=True)
    # ok: events-and-payments-only-grow
    Event.objects.bulk_create([event])
    # ok: events-and-payments-only-grow
    session.log().filter(position=3)
