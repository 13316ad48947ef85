"""导入 dǎo rù: what was taken home is taken in again: whole or not at all, and twice as if once."""
