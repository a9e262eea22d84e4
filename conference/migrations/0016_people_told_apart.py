import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conference', '0015_change_log'),
    ]

    operations = [
        migrations.AddField(
            model_name='authorship',
            name='taken_for',
            field=models.ForeignKey(editable=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='mistaken', to='conference.person'),
        ),
        migrations.AlterField(
            model_name='lecture',
            name='people',
            field=models.ManyToManyField(related_name='lectures', through='conference.Authorship', through_fields=('lecture', 'person'), to='conference.person', verbose_name='people'),
        ),
        migrations.AddConstraint(
            model_name='authorship',
            constraint=models.CheckConstraint(condition=models.Q(('person', models.F('taken_for')), _negated=True), name='authorship_not_taken_for_itself'),
        ),
    ]
