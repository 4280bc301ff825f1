"""Fetches the libraries, fonts and map that the desk carries: ``make vendor``; needs npm and the network.

Versions are pinned here. What was taken, and from which package, is listed in ``vendor/VENDOR.json``.
"""

from __future__ import annotations

import hashlib
import json
import re
import shutil
import subprocess
import tarfile
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

VENDOR = Path(__file__).parent.parent / "src" / "tidings" / "desk" / "static" / "vendor"

Change = Callable[[str], str]


def _as_it_is(text: str) -> str:
    return text


def _beside_preact(text: str) -> str:
    """Import Preact by its path, because an import map would be an inline script."""
    return text.replace('from"preact"', 'from"./preact.js"')


def _exporting(name: str) -> Change:
    """Export a library that only sets a global name."""
    return lambda text: f"{text.rstrip()}\nexport default {name};\n"


def _without_images(text: str) -> str:
    """Leave out markers and layer buttons, which the desk does not use."""
    return re.sub(r"[^{}]*\{[^{}]*url\((?:images/|#default)[^{}]*\}", "", text)


class Taken(NamedTuple):
    """A file of a package and what becomes of it."""

    source: str
    target: str
    change: Change = _as_it_is


class Package(NamedTuple):
    """A package at a fixed version."""

    name: str
    version: str
    licence: str
    files: tuple[Taken, ...]


def _font(name: str, script: str, style: str) -> Taken:
    return Taken(
        f"files/{name}-{script}-wght-{style}.woff2", f"fonts/{name}-{script}-{style}.woff2"
    )


PACKAGES = (
    Package("preact", "11.2.0", "MIT", (
        Taken("dist/preact.mjs", "preact.js"),
        Taken("hooks/dist/hooks.mjs", "hooks.js", _beside_preact),
    )),
    Package("htm", "3.1.1", "Apache-2.0", (Taken("dist/htm.module.js", "htm.js"),)),
    Package("leaflet", "1.9.4", "BSD-2-Clause", (
        Taken("dist/leaflet.js", "leaflet.js", _exporting("globalThis.L")),
        Taken("dist/leaflet.css", "leaflet.css", _without_images),
    )),
    Package("uplot", "1.6.32", "MIT", (
        Taken("dist/uPlot.iife.min.js", "uplot.js", _exporting("uPlot")),
        Taken("dist/uPlot.min.css", "uplot.css"),
    )),
    Package("topojson-client", "3.1.0", "ISC", (
        Taken("dist/topojson-client.min.js", "topojson.js", _exporting("self.topojson")),
    )),
    Package("world-atlas", "2.0.2", "ISC, data in the public domain (Natural Earth)", (
        Taken("countries-110m.json", "world/countries-110m.json"),
        Taken("countries-50m.json", "world/countries-50m.json"),
    )),
    Package("@fontsource-variable/newsreader", "5.3.0", "OFL-1.1", (
        _font("newsreader", "latin", "normal"),
        _font("newsreader", "latin", "italic"),
        _font("newsreader", "latin-ext", "normal"),
    )),
    Package("@fontsource-variable/inter", "5.3.0", "OFL-1.1", (
        _font("inter", "latin", "normal"),
        _font("inter", "latin-ext", "normal"),
    )),
)  # fmt: skip


def main() -> None:
    """Replace the vendored files and their list."""
    shutil.rmtree(VENDOR, ignore_errors=True)
    with tempfile.TemporaryDirectory() as scratch:
        listed = [_take(package, Path(scratch)) for package in PACKAGES]
    (VENDOR / "VENDOR.json").write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")


def _take(package: Package, scratch: Path) -> dict[str, object]:
    unpacked = _unpack(package, scratch)
    short = package.name.rpartition("/")[2]
    licence = _write(f"licences/{short}.txt", (unpacked / "LICENSE").read_bytes())
    files = [
        {"file": each.target, "from": each.source, "sha256": _copy(unpacked, each)}
        for each in package.files
    ]
    return {
        "package": package.name,
        "version": package.version,
        "licence": package.licence,
        "licence_file": f"licences/{short}.txt",
        "licence_sha256": licence,
        "files": files,
    }


def _unpack(package: Package, scratch: Path) -> Path:
    command = ["npm", "pack", "--silent", f"{package.name}@{package.version}"]
    packed = subprocess.run(command, cwd=scratch, check=True, capture_output=True, text=True)
    target = scratch / package.name.replace("/", "-")
    with tarfile.open(scratch / packed.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(target, filter="data")
    return target / "package"


def _copy(unpacked: Path, taken: Taken) -> str:
    content = (unpacked / taken.source).read_bytes()
    if taken.target.endswith((".js", ".css")):
        text = re.sub(r"\n?/[/*]# sourceMappingURL=\S+(?: \*/)?", "", content.decode())
        content = taken.change(text).encode()
    return _write(taken.target, content)


def _write(target: str, content: bytes) -> str:
    path = VENDOR / target
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return hashlib.sha256(content).hexdigest()


if __name__ == "__main__":
    main()
