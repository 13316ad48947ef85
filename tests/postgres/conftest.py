"""On another database there is nothing to collect here."""

from django.conf import settings

collect_ignore_glob = [] if "postgresql" in settings.DATABASES["default"]["ENGINE"] else ["test_*.py"]
