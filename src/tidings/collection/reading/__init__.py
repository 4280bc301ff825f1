"""The reading side of a collection: what it holds, how it stands, and why."""

from tidings.collection.reading.answers import Arm, Status, Why
from tidings.collection.reading.reader import CollectionReader, open_reader

__all__ = ["Arm", "CollectionReader", "Status", "Why", "open_reader"]
