"""Settings: one file, places differ by environment variables.

XUEZHAN_DATA    the data folder: database, secret key, collected static files. Default: data/ beside manage.py.
DATABASE_URL    postgres://user:password@host/name. Default: the file xuezhan.sqlite3 in the data folder.
XUEZHAN_HOSTS   names and addresses that the site answers to, with commas between. Default: this machine alone;
                run.py adds this machine's addresses in the LAN.
XUEZHAN_HTTPS   on: behind a proxy that speaks https and sets X-Forwarded-Proto. Default: off.
XUEZHAN_ZONE    the zone in which times are told. Default: Asia/Shanghai.
XUEZHAN_BACKUPS so many backups of each kind are kept, in backups/ in the data folder. Default: 20.
XUEZHAN_DEBUG   on: for development alone. Default: off.
"""

import sys

import environ
from csp.constants import NONE, SELF
from django.db.backends.signals import connection_created

from xuezhan_site import data, postgresql, sqlite

env = environ.Env()

BASE_DIR = data.HERE
DATA_DIR = data.folder()
data.close_to_others()

DEBUG = env.bool("XUEZHAN_DEBUG", default=False)
HTTPS = env.bool("XUEZHAN_HTTPS", default=False)
SECRET_KEY = data.secret_key(DATA_DIR)
ALLOWED_HOSTS = env.list("XUEZHAN_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])

# No sessions, users, admin or content types: a right is a link (rounds/access.py), and nothing else is stored.
INSTALLED_APPS = [
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rounds",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "xuezhan_site.middleware.PreferencesMiddleware",
    "xuezhan_site.middleware.PageMiddleware",
    "xuezhan_site.limits.LimitsMiddleware",
    # Secrets on pages cannot be guessed by the length of an answer (BREACH): none of these pages repeats what a foreign
    # site could send along, cookies are Lax, CSRF tokens are masked anew each time, and Django pads what it compresses.
    "django.middleware.gzip.GZipMiddleware",
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
            "context_processors": [
                "django.template.context_processors.request",
                "rounds.preferences.prefs",
                "rounds.views.surroundings.surroundings",
            ],
        },
    },
]

# The database. No ATOMIC_REQUESTS: the scorebook's own durable transaction is the only one that writes.

if "DATABASE_URL" in env:
    try:
        DATABASES = {"default": postgresql.from_url(env.str("DATABASE_URL"))}
    except ValueError as fault:
        sys.exit(str(fault))  # whatever was to be done: one sentence, and no lines of code above it
else:
    DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "xuezhan.sqlite3"}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = sqlite.options()
connection_created.connect(sqlite.verify, dispatch_uid="sqlite.verify")

BACKUPS_KEPT = max(1, env.int("XUEZHAN_BACKUPS", default=20))

# Language and time

LANGUAGE_CODE = "zh-hans"
LANGUAGES = [("zh-hans", "简体"), ("zh-hant", "繁體"), ("en", "English")]  # the first is the one that sources are in
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [BASE_DIR / "rounds" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.str("XUEZHAN_ZONE", default="Asia/Shanghai")

# Files that the browser fetches: ours alone, under names that carry their content's hash, compressed beforehand.

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = ["xuezhan_site.finders.Finder"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {"staticfiles": {"BACKEND": "xuezhan_site.storage.Storage"}}

# What a page may do, and what a request may bring

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None  # on plain http browsers ignore it, and say so
CSRF_COOKIE_HTTPONLY = True  # forms carry the token; no script of ours reads the cookie
CSRF_FAILURE_VIEW = "xuezhan_site.errors.without_token"

# The largest form is that of the house rules: some 90 fields and 4 kB. One page takes one file, from an owner.
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024
DATA_UPLOAD_MAX_NUMBER_FIELDS = 200
DATA_UPLOAD_MAX_NUMBER_FILES = 1
FILE_UPLOAD_HANDLERS = ["xuezhan_site.uploads.OneFile"]

if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = 365 * 24 * 3600
    CSRF_COOKIE_SECURE = True

SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # X-Frame-Options: frame-ancestors says the same
    "security.W005",  # HSTS for subdomains, and
    "security.W021",  # its preload list: the rest of the domain is not ours to decide on
]

# The log goes to stderr, with the secrets of links masked.

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "masked": {
            "()": "xuezhan_site.masking.MaskingFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        },
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "masked"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
        "django.server": {"handlers": ["stderr"], "level": "INFO", "propagate": False},
    },
}
