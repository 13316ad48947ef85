"""Settings: one file, places differ by environment variables.

XUEZHAN_DATA    the data folder (database, secret key, collected static files); default: data/ beside manage.py
DATABASE_URL    default: the file xuezhan.sqlite3 in the data folder; postgres://user:password@host/name
XUEZHAN_HOSTS   names and addresses that the site answers to, with commas between
XUEZHAN_HTTPS   on behind a proxy that speaks https and sets X-Forwarded-Proto
XUEZHAN_ZONE    the zone that a new night's date is told in; default: Asia/Shanghai
XUEZHAN_DEBUG   on for development alone
"""

from pathlib import Path

import environ
from django.db.backends.signals import connection_created

from xuezhan_site import data, sqlite

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.str("XUEZHAN_DATA", default=str(BASE_DIR / "data"))).resolve()
data.prepare(DATA_DIR)

DEBUG = env.bool("XUEZHAN_DEBUG", default=False)
HTTPS = env.bool("XUEZHAN_HTTPS", default=False)
SECRET_KEY = data.secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("XUEZHAN_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rounds",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.gzip.GZipMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "xuezhan_site.urls"
WSGI_APPLICATION = "xuezhan_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": ["django.template.context_processors.request"],
        },
    },
]

# Database: rule 7 of reliability. No ATOMIC_REQUESTS: the scorebook's own transaction is the only one that writes.

DATABASES = {"default": env.db_url("DATABASE_URL", default=f"sqlite:///{DATA_DIR / 'xuezhan.sqlite3'}")}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = sqlite.options()
    connection_created.connect(sqlite.verify, dispatch_uid="sqlite.verify")
else:
    DATABASES["default"] |= {"CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}

# Language and time

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体中文")]
LOCALE_PATHS = [BASE_DIR / "rounds" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("XUEZHAN_ZONE", default="Asia/Shanghai")

# Files that the browser fetches

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {"staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"}}
