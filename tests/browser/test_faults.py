"""What the other tests rely on: a fault in the browser does not go unseen."""

from playwright.sync_api import Route

from tests.browser.faults import Faults
from tests.browser.phone import Phone

FAULTY = """() => {
    console.error("said");
    setTimeout(() => { throw new Error("thrown"); });
    const script = document.createElement("script");
    script.textContent = "document.title = 'run'";
    document.body.append(script);
    alert("shown");
    return Promise.allSettled([fetch("/nothing/"), fetch("/lost/")]);
}"""


def lose(route: Route) -> None:
    route.abort("connectionreset")


def test_every_kind_of_fault_is_seen(owner: Phone, faults: Faults) -> None:
    owner.page.goto("/")
    owner.page.route("**/lost/", lose)
    faults.provoke("console error: said", "page error: thrown", "Content Security Policy", "dialog: shown")
    faults.provoke("404 GET /nothing/", "lost GET /lost/")
    owner.page.evaluate(FAULTY)
    assert owner.page.title() != "run"


def test_a_fault_that_was_not_provoked_is_told_from_those_that_were() -> None:
    seen = Faults()
    seen.found += ["404 GET /a/", "page error: b"]
    seen.provoke("404 GET", "503")
    assert seen.unexpected() == ["page error: b"]
    assert seen.missing() == ["503"]
