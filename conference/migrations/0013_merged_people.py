import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('conference', '0012_presenters_addresses'),
    ]

    operations = [
        migrations.CreateModel(
            name='FormerPerson',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveBigIntegerField(unique=True)),
                ('name', models.CharField(max_length=200)),
                ('orcid', models.CharField(blank=True, max_length=19)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='former', to='conference.person')),
            ],
            options={
                'verbose_name': 'former person',
                'verbose_name_plural': 'former people',
                'indexes': [models.Index(fields=['name'], name='former_person_by_name'), models.Index(condition=models.Q(('orcid', ''), _negated=True), fields=['orcid'], name='former_person_by_orcid')],
            },
        ),
    ]
