import os

from hypothesis import settings

# `HYPOTHESIS_PROFILE=long python3 run.py test` for the long runs. No deadlines: no test of ours depends on a clock.
settings.register_profile("short", max_examples=50, deadline=None)
settings.register_profile("long", max_examples=5_000, deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "short"))
