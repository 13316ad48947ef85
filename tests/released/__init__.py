"""Databases as every version of the program so far has left them behind, one for each state of the migrations.

`make` makes one by the program of that day, `evening` is what is played with it; tests/web/test_released.py brings each
up to date.
"""
