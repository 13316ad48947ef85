"""Runs a Django command of this project, by the interpreter of `.venv`."""

import os
import sys

from django.core.management import execute_from_command_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "xuezhan_site.settings")
    execute_from_command_line(sys.argv)
