"""The book of nights: its lines, what follows from them, how they are read. `rounds.scorebook` writes it."""
