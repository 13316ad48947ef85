from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class RoundsConfig(AppConfig):
    """The one app: nights, their rounds, and the money that moves in them."""

    name = "rounds"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        post_migrate.connect(_count_nights, sender=self)


def _count_nights(**_: Any) -> None:
    """Count what earlier versions have left uncounted, once the tables are all there."""
    from rounds.book.uncounted import count_nights  # models are not there before the app is

    count_nights()
