from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conference', '0016_people_told_apart'),
    ]

    operations = [
        # Those that wait already were looked at.
        migrations.AddField(
            model_name='filebatch',
            name='is_complete',
            field=models.BooleanField(default=True),
        ),
        migrations.AlterField(
            model_name='filebatch',
            name='is_complete',
            field=models.BooleanField(default=False),
        ),
    ]
