import uuid

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=400)),
            ],
        ),
        migrations.CreateModel(
            name="AccessLink",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                (
                    "right",
                    models.CharField(choices=[("watch", "watch"), ("score", "score"), ("own", "own")], max_length=5),
                ),
                ("nonce", models.CharField(max_length=32)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("created_at", models.DateTimeField()),
                ("revoked_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="links",
                        to="rounds.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("name", models.CharField(max_length=400)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="people",
                        to="rounds.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Session",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("position", models.PositiveIntegerField()),
                ("head", models.CharField(max_length=64)),
                ("round_count", models.PositiveIntegerField()),
                ("zone", models.CharField(max_length=64)),
                ("date", models.DateField()),
                ("started_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="sessions",
                        to="rounds.club",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("number", models.PositiveIntegerField()),
                ("opened", models.PositiveIntegerField()),
                ("rules", models.JSONField()),
                ("preset", models.CharField(max_length=64)),
                ("seats", models.JSONField()),
                ("names", models.JSONField()),
                ("dealer", models.CharField(max_length=1)),
                ("money", models.JSONField(null=True)),
                ("net", models.JSONField()),
                ("ended", models.CharField(blank=True, max_length=16)),
                ("next_dealer", models.CharField(blank=True, max_length=1)),
                ("problems", models.PositiveIntegerField()),
                ("facts", models.PositiveIntegerField()),
                ("started_at", models.DateTimeField()),
                ("last_at", models.DateTimeField()),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="rounds",
                        to="rounds.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("position", models.PositiveIntegerField()),
                ("key", models.CharField(max_length=64)),
                ("request", models.CharField(max_length=64)),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("open_night", "Open Night"),
                            ("open_round", "Open Round"),
                            ("change", "Change"),
                            ("undo", "Undo"),
                            ("end_night", "End Night"),
                            ("reopen_night", "Reopen Night"),
                        ],
                        max_length=12,
                    ),
                ),
                ("round", models.PositiveIntegerField(null=True)),
                ("undoes", models.PositiveIntegerField(null=True)),
                ("data", models.TextField()),
                ("right", models.CharField(blank=True, max_length=5)),
                ("at", models.DateTimeField()),
                ("previous", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "by",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="rounds.accesslink",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="rounds.club"
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="rounds.session",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(primary_key=True, serialize=False)),
                ("index", models.PositiveIntegerField()),
                ("points", models.BigIntegerField()),
                ("reason", models.CharField(max_length=16)),
                ("fact", models.PositiveIntegerField(null=True)),
                ("position", models.PositiveIntegerField(null=True)),
                ("about", models.PositiveIntegerField(null=True)),
                ("why", models.JSONField()),
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
                    "round",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="entries",
                        to="rounds.round",
                    ),
                ),
                (
                    "session",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="rounds.session"
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="accesslink",
            name="session",
            field=models.ForeignKey(
                null=True, on_delete=django.db.models.deletion.PROTECT, related_name="links", to="rounds.session"
            ),
        ),
        migrations.AddIndex(
            model_name="person",
            index=models.Index(fields=["club", "name"], name="person_by_name"),
        ),
        migrations.AddIndex(
            model_name="session",
            index=models.Index(fields=["club", "-started_at"], name="session_by_start"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("session", "number"), name="round_numbers_are_unique"),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(fields=("session", "opened"), name="round_is_opened_once"),
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["session", "round", "position"], name="event_by_round"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("session", "position"), name="event_positions_are_unique"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("club", "key"), name="event_keys_are_unique"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.UniqueConstraint(fields=("session", "undoes"), name="event_is_undone_once"),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("position__gte", 1)), name="event_positions_start_at_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="event",
            constraint=models.CheckConstraint(
                condition=models.Q(("undoes", None), ("undoes__lt", models.F("position")), _connector="OR"),
                name="event_undoes_the_past",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("round", "index"), name="entry_order_is_unique"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(condition=models.Q(("points__gt", 0)), name="entry_moves_points"),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("payer", models.F("payee")), _negated=True),
                    models.Q(("payer__isnull", False), ("payee__isnull", False), _connector="OR"),
                ),
                name="entry_has_two_ends",
            ),
        ),
        migrations.AddConstraint(
            model_name="accesslink",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("right", "own"), ("session", None)),
                    models.Q(("right__in", ["score", "watch"]), ("session__isnull", False)),
                    _connector="OR",
                ),
                name="link_owns_a_club_or_opens_a_session",
            ),
        ),
    ]
