"""Several payments can be told by one event: of somebody who goes home."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0007_history"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="payment",
            name="payment_is_told_once",
        ),
        migrations.AddField(
            model_name="payment",
            name="index",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddConstraint(
            model_name="payment",
            constraint=models.UniqueConstraint(fields=["session", "position", "index"], name="payment_is_told_once"),
        ),
    ]
