"""Starts the command line, as ``tidings`` and ``python -m tidings``; a Ctrl-C while it loads prints one line."""

import sys


def main() -> int:
    """Load the command line and run it."""
    try:
        from tidings.cli import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("tidings: interrupted\n")
        return 130


if __name__ == "__main__":
    sys.exit(main())
