"""The settings under test: a data folder of its own, a database in a file (threads must not share a connection),
static files under their plain names."""

import atexit
import os
import shutil
import tempfile

_folder = tempfile.mkdtemp(prefix="xuezhan-test-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
os.environ["XUEZHAN_DATA"] = _folder
# Playwright's event loop runs in the thread of the tests; the database is still used by one thread at a time.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

from xuezhan_site.settings import *  # noqa: E402, F403
from xuezhan_site.settings import DATA_DIR, DATABASES, STATIC_ROOT  # noqa: E402

if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1", "xuezhan.test"]
STORAGES = {"staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
STATIC_ROOT.mkdir()
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # every client of a test would list all files before its first request
