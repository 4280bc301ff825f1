"""Lets ``python -m tidings`` do what ``tidings`` does."""

import sys

from tidings.cli import main

sys.exit(main())
