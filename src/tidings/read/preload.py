"""Load the gazetteer and the language model on import, in the process that workers are forked from.

Workers then share these hundred megabytes, and a worker that died is replaced at once.
"""

from __future__ import annotations

import gc

from tidings.read.places.find import Finder
from tidings.read.words.language import identifier

Finder().find("Paris")
identifier()
gc.collect()
gc.freeze()  # the collectors of the workers skip these objects, so that their pages stay shared
