"""Named entities: persons, organizations and places."""
