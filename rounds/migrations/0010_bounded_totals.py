"""The database refuses plain totals whose sums it could not count."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0009_history_indexes"),
    ]

    operations = [
        migrations.AddConstraint(
            model_name="oldtotal",
            constraint=models.CheckConstraint(
                condition=models.Q(("points__gte", -1000000000), ("points__lte", 1000000000)),
                name="old_total_is_bounded",
            ),
        ),
    ]
