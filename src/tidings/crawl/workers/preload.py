"""Load the gazetteer, the language model and the suffixes on import, in the process that workers are forked from.

Workers then share these hundred megabytes, and a worker that died is replaced at once.
"""

from __future__ import annotations

import gc

from tidings.read.places.find import Finder
from tidings.read.words.language import identifier
from tidings.urls import site_of

Finder().find("Paris")
identifier()
site_of("paris.example")
gc.collect()
gc.freeze()  # the collectors of the workers skip these objects, so that their pages stay shared
