from django.db import migrations, models


def mark(apps, schema_editor):
    mails = apps.get_model('accounts', 'OutgoingMail').objects.filter(mailing__audience='presenters')
    mails.update(is_to_presenter=True)


class Migration(migrations.Migration):

    dependencies = [
        ('accounts', '0006_mail_to_presenters'),
    ]

    operations = [
        # An earlier 0006 had a constraint by registration, which stood against deleting registrations.
        migrations.RunSQL('DROP INDEX IF EXISTS mail_once_for_address', migrations.RunSQL.noop),
        migrations.AddField(
            model_name='outgoingmail',
            name='is_to_presenter',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.RunPython(mark, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='outgoingmail',
            constraint=models.UniqueConstraint(condition=models.Q(('is_to_presenter', True), ('original__isnull', True)), fields=('mailing', 'recipient'), name='mail_once_for_presenter', violation_error_message='This address has its mail of this mailing already.'),
        ),
    ]
