"""People wait for a seat, bet and are seated anew; points are worth money, the table costs some, and it is paid."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0004_unbooked"),
    ]

    operations = [
        migrations.AddField(
            model_name="round",
            name="bets",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="round",
            name="fee",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="round",
            name="resting",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="round",
            name="rotation",
            field=models.CharField(default="stay", max_length=8),
        ),
        migrations.AddField(
            model_name="round",
            name="stakes",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="round",
            name="touched",
            field=models.JSONField(default=list),
        ),
        migrations.AddField(
            model_name="round",
            name="turn",
            field=models.CharField(default="A", max_length=1),
        ),
        migrations.AddField(
            model_name="session",
            name="last_round",
            field=models.PositiveIntegerField(null=True),
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
                    ("set_company", "Set Company"),
                    ("set_bets", "Set Bets"),
                    ("reseat", "Reseat"),
                    ("set_money", "Set Money"),
                    ("buy_in", "Buy In"),
                    ("count_down", "Count Down"),
                    ("pay", "Pay"),
                    ("unpay", "Unpay"),
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="Payment",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("position", models.PositiveIntegerField()),
                ("amount", models.BigIntegerField()),
                ("currency", models.CharField(blank=True, max_length=3)),
                ("undone", models.PositiveIntegerField(null=True)),
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
                        related_name="payments",
                        to="rounds.session",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("session", "position"), name="payment_is_told_once"),
                    models.CheckConstraint(condition=models.Q(("amount__gt", 0)), name="payment_moves_money"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("payer", models.F("payee")), _negated=True),
                            models.Q(("payer__isnull", False), ("payee__isnull", False), _connector="OR"),
                        ),
                        name="payment_has_two_ends",
                    ),
                ],
            },
        ),
    ]
