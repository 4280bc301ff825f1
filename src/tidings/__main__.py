"""Starts the command line, as ``tidings`` and ``python -m tidings``; a signal at any moment prints one line."""

import os
import signal
import sys
from types import FrameType


def main() -> int:
    """Load the command line and run it."""
    try:
        _be_terminable()
        # The cores are busy with pages; threads of NumPy that wait for each other would only take them away.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from tidings.cli import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("tidings: interrupted\n")
        return 130


def _be_terminable() -> None:
    """End as after a Ctrl-C when asked to terminate, or when the terminal is closed; not under ``nohup``."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _terminate)


def _terminate(number: int, _: FrameType | None) -> None:
    signal.signal(number, signal.SIG_DFL)  # a second one ends at once
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main())
