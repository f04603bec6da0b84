"""Names: a person's name in its parts, and what two names say of each other."""

from namesakes.names.parsing import parse
from namesakes.names.person import PersonName
from namesakes.names.relation import NameRelation, Relation, compare

__all__ = ["NameRelation", "PersonName", "Relation", "compare", "parse"]
