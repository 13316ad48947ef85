"""`manage.py presets`: every preset with its full options, as one JSON object."""

import json
import os
import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rounds.rules.presets import presets


class Command(BaseCommand):
    help = "Print all presets with their full options as one JSON object."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        told = {
            preset.key: {"name": preset.name, "source": preset.source, "options": preset.rules.to_json()}
            for preset in presets().values()
        }
        try:
            sys.stdout.buffer.write(json.dumps(told, ensure_ascii=False, indent=1).encode() + b"\n")
            sys.stdout.buffer.flush()
        except OSError as fault:
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise CommandError(str(fault.strerror)) from fault
