"""People have a sign to be told by at a glance, and are hidden when they are gone."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("rounds", "0005_people_and_money"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="hidden",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="sign",
            field=models.CharField(blank=True, default="", max_length=16),
        ),
    ]
