"""Importing this loads the gazetteer and the language model: for the process that workers are forked from.

They then share these hundred megabytes instead of each loading its own, and a worker that died is back at once.
"""

from __future__ import annotations

import gc

from tidings.read.places.find import Finder
from tidings.read.words.language import identifier

Finder().find("Paris")
identifier()
gc.collect()
gc.freeze()  # what is shared is not looked at, and so not copied, by the collectors of the workers
