"""What only PostgreSQL has to show: `run.py test --postgres` runs it, and the rest of the tests, there."""
