"""What goes wrong in a browser without anybody seeing it: errors, refusals of the policy, lost requests."""

from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, ConsoleMessage, Dialog, Request, Response, WebError

SEEN_OTHERWISE = ("Failed to load resource", "htmx: htmx:error: Failed to fetch")
"""The console says this of answers and lost requests, which are collected already, with their addresses."""

BLOCKED = "Service Worker registration blocked by Playwright"
"""Most tests want none: what its worker asks for is not the page's own."""

GIVEN_UP = "net::ERR_ABORTED"
"""Of a GET: the page itself gave it up, for a newer one or because it was left."""

SIGN = "/static/icon.svg"
"""Of the page: the browser fetches it when it finds the time, also when a test has taken the network away by then."""

POLL = "hx-ptag"
"""A header of polls alone: one that is lost is told by the page, and another follows."""


class Faults:
    """Collects the faults of every page that it watches; those a test provokes are told to it beforehand."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.provoked: list[str] = []

    def provoke(self, *parts: str) -> None:
        """A fault with this text is going to happen, once or more often."""
        self.provoked += parts

    def watch(self, context: BrowserContext) -> None:
        context.on("console", self._console)
        context.on("weberror", self._page_error)
        context.on("dialog", self._dialog)
        context.on("requestfailed", self._lost)
        context.on("response", self._refused)

    def unexpected(self) -> list[str]:
        """The faults that no test provoked."""
        return [fault for fault in self.found if not any(part in fault for part in self.provoked)]

    def missing(self) -> list[str]:
        """What was to be provoked, and did not happen."""
        return [part for part in self.provoked if not any(part in fault for fault in self.found)]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith((*SEEN_OTHERWISE, BLOCKED)):
            self.found.append(f"console {message.type}: {message.text}")

    def _page_error(self, error: WebError) -> None:
        self.found.append(f"page error: {error.error}")

    def _dialog(self, dialog: Dialog) -> None:
        self.found.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def _lost(self, request: Request) -> None:
        excused = request.failure == GIVEN_UP or POLL in request.headers or urlsplit(request.url).path.endswith(SIGN)
        if request.method == "GET" and excused:
            return
        self.found.append(f"lost {_said(request)}: {request.failure}")

    def _refused(self, response: Response) -> None:
        if response.status >= 400:
            self.found.append(f"{response.status} {_said(response.request)}")


def _said(request: Request) -> str:
    """The method and the page of a night: "POST record/"."""
    path = urlsplit(request.url).path
    return f"{request.method} {path.split('/', 3)[-1] if path.startswith('/n/') else path}"
