from django.apps import AppConfig


class RoundsConfig(AppConfig):
    """The one app: nights, their rounds, and the money that moves in them."""

    name = "rounds"
    default_auto_field = "django.db.models.BigAutoField"
