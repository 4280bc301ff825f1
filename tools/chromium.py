"""Prints the path of a Chromium for the browser tests, and gets one if there is none: ``make browser``.

The one that ``TIDINGS_CHROMIUM`` names, else one on the PATH, else by apt for root, else from an npm package.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

import brotli

HOME = Path(__file__).parent.parent / ".venv-browser"
NAMES = ("chromium", "chromium-browser", "google-chrome")
PACKAGE = "@sparticuz/chromium@147.0.0"
_APT = ["apt-get", "install", "--yes", "--no-install-recommends", "chromium"]
_WRAPPER = """\
#!/bin/sh
LD_LIBRARY_PATH={home}/lib:$LD_LIBRARY_PATH exec {home}/chromium "$@"
"""


def main() -> int:
    """Print the path, or say on standard error why there is none."""
    found = _named() or _on_path() or _by_apt() or _by_npm()
    if not found:
        sys.stderr.write("no Chromium: install it, or name it in TIDINGS_CHROMIUM\n")
        return 1
    sys.stdout.write(f"{found}\n")
    return 0


def _named() -> str | None:
    return os.environ.get("TIDINGS_CHROMIUM") or None


def _on_path() -> str | None:
    return next(filter(None, map(shutil.which, NAMES)), None)


def _by_apt() -> str | None:
    if os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    subprocess.run(_APT, stdout=sys.stderr, check=False)
    return _on_path()


def _by_npm() -> str | None:
    program = HOME / "run"
    if program.exists():
        return str(program)
    if not shutil.which("npm"):
        return None
    HOME.mkdir(exist_ok=True)
    packed = subprocess.run(
        ["npm", "pack", "--silent", PACKAGE],
        cwd=HOME,
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if packed.returncode:
        return None
    return _unpacked(HOME / packed.stdout.strip().splitlines()[-1], program)


def _unpacked(package: Path, program: Path) -> str:
    with tarfile.open(package) as archive:
        archive.extractall(HOME, filter="data")
    package.unlink()
    (HOME / "chromium").write_bytes(_decompressed("chromium.br"))
    (HOME / "chromium").chmod(0o755)
    libraries = HOME / "libraries.tar"
    libraries.write_bytes(_decompressed("al2023.tar.br"))
    with tarfile.open(libraries) as archive:
        archive.extractall(HOME, filter="data")
    libraries.unlink()
    program.write_text(_WRAPPER.format(home=HOME), encoding="utf-8")
    program.chmod(0o755)
    return str(program)


def _decompressed(name: str) -> bytes:
    content: bytes = brotli.decompress((HOME / "package" / "bin" / name).read_bytes())
    return content


if __name__ == "__main__":
    sys.exit(main())
