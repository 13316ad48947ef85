"""What a phone keeps of the app itself, so that it opens without a network: its files, and how it is installed."""

import hashlib
from collections.abc import Iterator
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.templatetags.static import static
from django.urls import get_script_prefix, reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

KEPT = (".css", ".js", ".svg")
"""The icons of an installed app are the system's own to keep."""

WORKER = "worker.js"
"""The service worker, which the browser keeps by itself."""

BACKGROUND = "#0e1513"
"""Behind the icon while an installed app starts: the dark one, which blinds nobody at a table in the evening."""


def manifest(start: str) -> dict[str, Any]:
    """The web app manifest in the language that is in force; `start`: the address that the icon opens."""
    icons = (("icon-192.png", 192, "any"), ("icon-512.png", 512, "any"), ("icon-maskable.png", 512, "maskable"))
    return {
        "id": get_script_prefix(),
        "name": _("血战记分"),
        "short_name": _("血战记分"),
        "description": _("血战到底记分：两下记一笔，每一分都说得清。"),
        "lang": get_language(),
        "start_url": start,
        "scope": get_script_prefix(),
        "display": "standalone",
        "background_color": BACKGROUND,
        "theme_color": BACKGROUND,
        "icons": [
            {"src": static(file), "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for file, size, purpose in icons
        ],
    }


def shell() -> dict[str, Any]:
    """What the service worker is told: `files` to keep under a `name` of their own, and the page to show `offline`."""
    files = sorted(map(static, _files()))
    offline = f"{reverse('offline')}?{get_language()}"
    digest = hashlib.sha256("\n".join([*files, offline]).encode()).hexdigest()
    return {"name": f"shell-{digest[:12]}", "files": files, "offline": offline, "static": settings.STATIC_URL}


def _files() -> Iterator[str]:
    for finder in get_finders():
        for path, _storage in finder.list([]):
            if path.endswith(KEPT) and path != WORKER:
                yield path
