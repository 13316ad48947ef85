"""What does Lighthouse say of the table of a long night, on a phone?

    python bench/lighthouse.py [--rounds 60]

Needs Node 20 (npx fetches Lighthouse 12 into a folder that is thrown away) and Debian's chromium. Prints each score and
what cost points. Pages behind a link are for no search engine, so that score is not asked for. Exit status 1 below the
bar.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from playwright.sync_api import sync_playwright

from bench.long_night import Served, free_port, served

LIGHTHOUSE = "lighthouse@12"
CATEGORIES = ("performance", "accessibility", "best-practices")
BAR = 95
"""Of 100, in each."""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=60)
    with served(parser.parse_args().rounds) as night, tempfile.TemporaryDirectory(prefix="lighthouse-") as folder:
        report = run(night, Path(folder))
        met = [scored(report, category) for category in CATEGORIES]
    return 0 if all(met) else 1


def run(night: Served, folder: Path) -> dict[str, Any]:
    """Lighthouse's report on the table, as the phone that scores sees it, and its service worker."""
    port, report = free_port(), folder / "report.json"
    command = ["npx", "--yes", LIGHTHOUSE, night.address, f"--port={port}", "--form-factor=mobile", "--quiet"]
    command += [f"--only-categories={','.join(CATEGORIES)}", "--output=json", f"--output-path={report}"]
    with browser(night, folder, port):
        subprocess.run(command, env=os.environ | {"npm_config_cache": str(folder / "npm")}, check=True, cwd=folder)
    read: dict[str, Any] = json.loads(report.read_text())
    return read


@contextmanager
def browser(night: Served, folder: Path, port: int) -> Iterator[None]:
    """Chromium with the scorer's cookie in its jar: one that is only told to Lighthouse is not sent by the worker."""
    name, secret = night.cookie
    with sync_playwright() as playwright:
        context = playwright.chromium.launch_persistent_context(
            folder / "profile",
            executable_path=shutil.which(os.environ.get("CHROMIUM", "chromium")),
            args=["--no-sandbox", f"--remote-debugging-port={port}"],
        )
        context.add_cookies([{"name": name, "value": secret, "url": night.site}])
        yield
        context.close()


def scored(report: dict[str, Any], name: str) -> bool:
    """Print the score of a category, and what cost points; is it at the bar?"""
    category = report["categories"][name]
    score = round(100 * category["score"])
    print(f"{name:15} {score:3}{'' if score >= BAR else f', below {BAR}'}")
    for part in category["auditRefs"]:
        audit = report["audits"][part["id"]]
        if part["weight"] and audit["score"] is not None and audit["score"] < 1:
            print(f"    {audit['score']:4}  {audit['title']}  {audit.get('displayValue', '')}")
    return score >= BAR


if __name__ == "__main__":
    sys.exit(main())
