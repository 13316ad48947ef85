"""What does the table of a long night weigh, with all its files, and what does it ask for when it is opened again?

    python bench/page_weight.py [--rounds 60]

A phone fetches the page from the real server, with nothing in its cache; what goes over the line is counted as the
server sends it, without headers: by gzip on plain http, where a browser takes nothing else, and by brotli as on https,
where there are scripts more. Then a
browser opens the page once more and is asked what it fetched. Exit status 1 over the budget.
"""

import argparse
import os
import re
import shutil
import sys
import urllib.request
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import Browser, Page, sync_playwright

from bench.long_night import LAN_NAME, Served, served

BUDGET = 40_000
"""Bytes."""

WARM = 1
"""Requests: the page itself."""

FILES = re.compile(r'<(?:link rel="(?:stylesheet|icon)"|script)[^>]*?\b(?:href|src)="([^"]+)"')
"""What a browser fetches with a page: styles, scripts, and the icon of the tab."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=60)
    with served(parser.parse_args().rounds) as night:
        return 0 if all((weighed(night, "gzip"), weighed(night, "gzip, br"), warm(night) == WARM)) else 1


def weighed(night: Served, encodings: str) -> bool:
    """Print the weight of each part; is the sum within the budget?"""
    found = weights(night, encodings)
    total = sum(found.values())
    print(f"Accept-Encoding: {encodings}")
    for path, size in sorted(found.items(), key=lambda pair: -pair[1]):
        print(f"  {size:8,}  {path}")
    print(f"  {total:8,}  of {BUDGET:,}{'' if total <= BUDGET else ': over the budget'}")
    return total <= BUDGET


def weights(night: Served, encodings: str) -> dict[str, int]:
    """By address, the bytes of the page's body and of each of its files."""
    size, page = fetch(night, night.path, encodings)
    files = dict.fromkeys(FILES.findall(page.decode()))
    return {night.path: size} | {path: fetch(night, path, encodings)[0] for path in files}


def fetch(night: Served, path: str, encodings: str) -> tuple[int, bytes]:
    """How many bytes are sent for this address, and what they say in plain form."""
    host = {} if "br" in encodings else {"Host": LAN_NAME}
    return len(_get(night, path, encodings, host)), _get(night, path, "identity", host)


def _get(night: Served, path: str, encodings: str, host: dict[str, str]) -> bytes:
    headers = {"Accept-Encoding": encodings, "Cookie": "=".join(night.cookie), **host}
    request = urllib.request.Request(night.site + path, headers=headers)  # noqa: S310 - our own server
    with urllib.request.urlopen(request, timeout=30) as answer:  # noqa: S310
        return bytes(answer.read())


def warm(night: Served) -> int:
    """Print what a browser asks for that opens the page for the second time; how many requests are that?"""
    with sync_playwright() as playwright:
        path = shutil.which(os.environ.get("CHROMIUM", "chromium"))
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        sent = opened_again(browser, night)
        browser.close()
    print(f"warm: {len(sent)} sent, {WARM} allowed")
    for path in sent:
        print(f"            {path}")
    return len(sent)


def opened_again(browser: Browser, night: Served) -> list[str]:
    """What the server is asked for by a phone that has been on the page before."""
    # Without the service worker, as on plain http: with it the page itself would count as kept.
    context = browser.new_context(
        viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True, service_workers="block"
    )
    name, value = night.cookie
    context.add_cookies([{"name": name, "value": value, "url": night.site}])
    page = context.new_page()
    page.goto(night.address, wait_until="networkidle")
    page.goto("about:blank")
    sent = sent_by(page)
    page.goto(night.address, wait_until="networkidle")
    context.close()
    return [address.removeprefix(night.site) for address in sent]


def sent_by(page: Page) -> list[str]:
    """The addresses that the page asks the server for from now on: those that no cache of the browser answers."""
    sent: list[str] = []

    def answered(event: dict[str, Any]) -> None:
        answer = event["response"]
        if not (answer["fromDiskCache"] or answer["fromServiceWorker"] or event["requestId"] in kept):
            sent.append(answer["url"])

    kept: set[str] = set()
    session = page.context.new_cdp_session(page)
    session.on("Network.requestServedFromCache", lambda event: kept.add(event["requestId"]))
    session.on("Network.responseReceived", answered)
    session.send("Network.enable")
    return sent


if __name__ == "__main__":
    sys.exit(main())
