"""备份 bèi fèn: whole copies of the database, each looked through before it counts, and the way back to one.

`shelf` knows where they lie, `sqlite` and `postgres` make and look through those of their kind, `keeping` does either,
`faults` says what went wrong. Nothing in here is reached by a player but through the owner's page.
"""
