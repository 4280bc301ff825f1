"""Collections that an older Tidings wrote; ``data/README.md`` says how they were made."""

from __future__ import annotations

import tarfile
from pathlib import Path

NAMES = ("crawled", "extracted")
_PACKED = Path(__file__).with_name("data") / "format3.tar.xz"


def unpack(folder: Path) -> Path:
    """Unpack the collections into a folder, each beside what the older Tidings printed about it; return the folder."""
    with tarfile.open(_PACKED) as packed:
        if hasattr(tarfile, "data_filter"):  # since Python 3.11.4
            packed.extraction_filter = tarfile.data_filter
        packed.extractall(folder)
    return folder
