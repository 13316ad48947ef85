"""The garbage collector, where a process makes much and ends soon."""

import gc


def collect_seldom() -> None:
    """What is loaded by now stays to the end and need not be looked through again; the rest is, more seldom."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)
