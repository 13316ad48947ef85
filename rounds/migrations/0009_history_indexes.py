"""Indexes that have all that sums over many nights ask for."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0008_payments_at_once"),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="pairtally",
            name="pair_tally_by_month",
        ),
        migrations.RemoveIndex(
            model_name="pairtally",
            name="pair_tally_by_payer",
        ),
        migrations.RemoveIndex(
            model_name="pairtally",
            name="pair_tally_by_payee",
        ),
        migrations.RemoveIndex(
            model_name="patterntally",
            name="pattern_tally_by_month",
        ),
        migrations.RemoveIndex(
            model_name="patterntally",
            name="pattern_tally_by_person",
        ),
        migrations.RemoveIndex(
            model_name="persontally",
            name="person_tally_by_month",
        ),
        migrations.RemoveIndex(
            model_name="persontally",
            name="person_tally_by_person",
        ),
        migrations.AddIndex(
            model_name="pairtally",
            index=models.Index(fields=["club", "month", "payer", "payee", "points"], name="pair_tally_by_month"),
        ),
        migrations.AddIndex(
            model_name="pairtally",
            index=models.Index(fields=["club", "payer", "payee", "points"], name="pair_tally_by_pair"),
        ),
        migrations.AddIndex(
            model_name="patterntally",
            index=models.Index(fields=["club", "month", "pattern", "count"], name="pattern_tally_by_month"),
        ),
        migrations.AddIndex(
            model_name="patterntally",
            index=models.Index(fields=["club", "pattern", "count"], name="pattern_tally_by_pattern"),
        ),
        migrations.AddIndex(
            model_name="patterntally",
            index=models.Index(fields=["club", "person", "pattern", "count"], name="pattern_tally_by_person"),
        ),
        migrations.AddIndex(
            model_name="persontally",
            index=models.Index(fields=["club", "month", "person", "points"], name="person_tally_by_month"),
        ),
        migrations.AddIndex(
            model_name="persontally",
            index=models.Index(
                fields=["club", "person", "session", "month", "preset", "house", "points"],
                name="person_tally_by_person",
            ),
        ),
        migrations.AddIndex(
            model_name="persontally",
            index=models.Index(fields=["club", "preset", "house"], name="person_tally_by_rules"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["club", "-date", "-started_at", "-id"], name="session_by_date"),
        ),
    ]
