"""The application that the web server calls."""

import os
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from django.core.wsgi import get_wsgi_application

from xuezhan_site import held
from xuezhan_site.bodies import Bodies

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "xuezhan_site.settings")

HOLDING = held.hold(settings.DATA_DIR)
"""The data folder is this process's as long as it runs, whoever has started it."""

if HOLDING is None:
    raise RuntimeError("A backup is being brought back into the data folder: start again when that is done.")

django_application = get_wsgi_application()
bodies = Bodies(by_address=not settings.HTTPS)


def application(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
    """Django, which is told nothing of a request's charset: all our forms are UTF-8.

    It would look any name up among Python's codecs, rot13 among them, before the first line of ours could answer.
    """
    kind, *parameters = environ.get("CONTENT_TYPE", "").split(";")
    kept = [parameter for parameter in parameters if not parameter.strip().lower().startswith("charset")]
    environ["CONTENT_TYPE"] = ";".join([kind, *kept])
    return bodies.answer(environ, lambda: django_application(environ, start_response))
