from dataclasses import replace

from conference.importers.records import ProgramReading


def without_private_addresses(reading: ProgramReading) -> str:
    """All that a reading says, but for the field in which an author's address may stand."""
    records = [
        replace(record, authors=tuple(replace(author, email="") for author in record.authors))
        for record in reading.records
    ]
    return repr(replace(reading, records=tuple(records)))
