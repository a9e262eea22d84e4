"""What waits for a decision on the organizers' desk, each made once: an import, files, a mailing, people who look alike."""

from django.core.files.uploadedfile import SimpleUploadedFile

from accounts.models import Mailing, User
from conference.importers.samples import sample_path
from conference.models import Conference, FileBatch, ImportRun
from conference.services.batches.keeping import send_files
from conference.services.batches.unpacking import Sent
from conference.services.imports.formats import IMPORTERS
from conference.services.imports.runs import start_import


def waiting_import(conference: Conference, source: str) -> ImportRun:
    importer = IMPORTERS[source]
    kept = ImportRun.objects.filter(conference=conference, source=source).first()
    return kept or start_import(
        conference=conference,
        importer=importer,
        filename=importer.sample,
        content=sample_path(importer.sample).read_bytes(),
        actor=None,
    )


def waiting_files(conference: Conference) -> FileBatch:
    first, second = conference.lectures.order_by("pk")[:2]
    uploads = [
        SimpleUploadedFile(f"{first.pk}_poster.png", b"\x89PNG\r\n\x1a\n" + b"0" * 50),
        SimpleUploadedFile(f"{second.pk}_captions.vtt", b"WEBVTT\n\nno times\n"),
        SimpleUploadedFile("nobody.pdf", b"%PDF-1.4\n"),
    ]
    return conference.file_batches.first() or send_files(
        conference=conference,
        files=[Sent(str(one.name), one) for one in uploads],
        actor=User.objects.get(email="olga@example.org"),
    )


def draft_mailing(conference: Conference) -> Mailing:
    return Mailing.objects.get_or_create(
        conference=conference, audience="presenters", subject="For {conference}", body="{lectures}"
    )[0]
