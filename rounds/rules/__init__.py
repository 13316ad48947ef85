"""The rules of 血战到底: facts in, payments out. Plain Python: no Django, clock, randomness, input or output."""
