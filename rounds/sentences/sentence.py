"""One sentence: simplified, traditional, English. What stands in braces is filled in by `rounds.wording`."""

Sentence = tuple[str, str, str]
