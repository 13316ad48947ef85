"""`manage.py presets`: every preset with its full options, as one JSON object."""

import json
from typing import Any

from django.core.management.base import BaseCommand

from rounds.rules.presets import presets


class Command(BaseCommand):
    help = "Print all presets with their full options as one JSON object."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        told = {
            preset.key: {"name": preset.name, "source": preset.source, "options": preset.rules.to_json()}
            for preset in presets().values()
        }
        self.stdout.write(json.dumps(told, ensure_ascii=False, indent=1))
