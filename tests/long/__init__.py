"""Long runs for what must never happen. Each is a command with bounds, `python -m tests.long.NAME --help`; the tests
run short ones of the same code (`tests/long/test_short_runs.py`), and `docs/reliability.md` tells what came out."""
