"""Rules are changed in the middle of a night, and a club keeps rule sets of its own under names."""

import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0002_append_only"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="house",
            field=models.CharField(blank=True, default="", max_length=400),
        ),
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(
                choices=[
                    ("open_night", "Open Night"),
                    ("open_round", "Open Round"),
                    ("change", "Change"),
                    ("undo", "Undo"),
                    ("end_night", "End Night"),
                    ("reopen_night", "Reopen Night"),
                    ("set_rules", "Set Rules"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="HouseRules",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=400)),
                ("preset", models.CharField(max_length=64)),
                ("rules", models.JSONField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("club", "name"), name="house_rules_names_are_unique")],
            },
        ),
    ]
