"""What nights come to for everybody is kept as sums; plain totals of older nights have a place."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0006_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="counts",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="patterns",
            field=models.JSONField(null=True),
        ),
        migrations.CreateModel(
            name="OldTotal",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("date", models.DateField()),
                ("points", models.BigIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.person",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["person", "date"], name="old_total_by_person")],
                "constraints": [
                    models.UniqueConstraint(fields=("club", "date", "person"), name="old_totals_are_unique")
                ],
            },
        ),
        migrations.CreateModel(
            name="PairTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.PositiveIntegerField()),
                ("preset", models.CharField(max_length=64)),
                ("house", models.CharField(blank=True, max_length=400)),
                ("points", models.BigIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
                (
                    "payee",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.person",
                    ),
                ),
                (
                    "payer",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.person",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "month"], name="pair_tally_by_month"),
                    models.Index(fields=["payer"], name="pair_tally_by_payer"),
                    models.Index(fields=["payee"], name="pair_tally_by_payee"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "payer", "payee", "preset", "house"), name="pair_is_tallied_once"
                    ),
                    models.CheckConstraint(condition=models.Q(("points__gt", 0)), name="pair_moves_points"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("payer", models.F("payee")), _negated=True),
                            models.Q(("payer__isnull", False), ("payee__isnull", False), _connector="OR"),
                        ),
                        name="pair_has_two_ends",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PatternTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.PositiveIntegerField()),
                ("preset", models.CharField(max_length=64)),
                ("house", models.CharField(blank=True, max_length=400)),
                ("pattern", models.CharField(max_length=32)),
                ("count", models.PositiveIntegerField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.person",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "month"], name="pattern_tally_by_month"),
                    models.Index(fields=["person"], name="pattern_tally_by_person"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "person", "preset", "house", "pattern"), name="pattern_is_tallied_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PersonTally",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("month", models.PositiveIntegerField()),
                ("preset", models.CharField(max_length=64)),
                ("house", models.CharField(blank=True, max_length=400)),
                ("currency", models.CharField(blank=True, max_length=3)),
                ("points", models.BigIntegerField(default=0)),
                ("bet_points", models.BigIntegerField(default=0)),
                ("amount", models.BigIntegerField(default=0)),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("ahead", models.PositiveIntegerField(default=0)),
                ("behind", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveIntegerField(default=0)),
                ("first", models.PositiveIntegerField(default=0)),
                ("self_draws", models.PositiveIntegerField(default=0)),
                ("discards", models.PositiveIntegerField(default=0)),
                ("robbed", models.PositiveIntegerField(default=0)),
                ("fans", models.PositiveIntegerField(default=0)),
                ("dealt_in", models.PositiveIntegerField(default=0)),
                ("dealing", models.PositiveIntegerField(default=0)),
                ("concealed", models.PositiveIntegerField(default=0)),
                ("promoted", models.PositiveIntegerField(default=0)),
                ("postponed", models.PositiveIntegerField(default=0)),
                ("exposed", models.PositiveIntegerField(default=0)),
                ("moved", models.PositiveIntegerField(default=0)),
                ("refunded", models.PositiveIntegerField(default=0)),
                ("walls", models.PositiveIntegerField(default=0)),
                ("not_ready", models.PositiveIntegerField(default=0)),
                ("pigs", models.PositiveIntegerField(default=0)),
                ("bets", models.PositiveIntegerField(default=0)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.person",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.session",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["club", "month"], name="person_tally_by_month"),
                    models.Index(fields=["person", "session"], name="person_tally_by_person"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("session", "person", "preset", "house", "currency"), name="person_is_tallied_once"
                    )
                ],
            },
        ),
    ]
