"""示范 shì fàn: a club with a year of nights, for a first look and for measurements. The same seed, the same club."""
