"""The forms and links of a page, as a browser would fill and follow them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import parse_qsl, urlsplit

Pairs = list[tuple[str, str]]

ADDRESSES = ("href", "hx-get", "hx-post", "formaction")


@dataclass(slots=True)
class Form:
    """Where a form goes, and its fields with the values that it offers; a radio or a select offers several."""

    method: str
    action: str
    fields: Pairs = field(default_factory=list)
    files: list[str] = field(default_factory=list)

    @property
    def names(self) -> list[str]:
        return list(dict.fromkeys([*(name for name, _ in self.fields), *self.files]))


def forms_of(page: str, path: str) -> list[Form]:
    """All forms of a page at `path`, and its links that ask for something, as forms that GET."""
    found = _Finder(path)
    found.feed(page)
    found.close()
    return found.forms


class _Finder(HTMLParser):
    def __init__(self, path: str) -> None:
        super().__init__(convert_charrefs=True)
        self.path = path
        self.forms: list[Form] = []
        self.open: Form | None = None
        self.select = self.area = ""
        self.by_id: dict[str, Form] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        for name in ADDRESSES:
            if "?" in told.get(name, ""):
                self._link(told[name])
        if tag == "form":
            self.open = Form(told.get("method", "get").upper(), _path(told.get("action", ""), self.path))
            self.forms.append(self.open)
            self.by_id[told.get("id", "")] = self.open
        elif tag == "select":
            self.select = told.get("name", "")
        elif tag == "textarea":
            self.area = told.get("name", "")
        self._field(tag, told)

    def _field(self, tag: str, told: dict[str, str]) -> None:
        form = self.by_id.get(told["form"]) if "form" in told else self.open
        if form is None:
            return
        name = told.get("name", "")
        if tag == "option" and self.select:
            form.fields.append((self.select, told.get("value", "")))
        elif tag == "input" and told.get("type") == "file":
            form.files.append(name)
        elif tag in ("input", "button") and name and name != "csrfmiddlewaretoken":
            form.fields.append((name, told.get("value", "on" if told.get("type") == "checkbox" else "")))

    def _link(self, address: str) -> None:
        fields = parse_qsl(urlsplit(address).query, keep_blank_values=True)
        self.forms.append(Form("GET", _path(address, self.path), fields))

    def handle_data(self, data: str) -> None:
        if self.area and self.open:
            self.open.fields.append((self.area, data))
            self.area = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self.open = None
        elif tag == "select":
            self.select = ""
        elif tag == "textarea":
            if self.area and self.open:
                self.open.fields.append((self.area, ""))
            self.area = ""


def _path(address: str, page: str) -> str:
    return urlsplit(address).path or page
