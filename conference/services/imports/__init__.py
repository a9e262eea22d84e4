"""Files go bytes -> records -> plan -> write. The readers of conference.importers make the records; the rest is here."""
