"""Writes a collection for other programs: one module per format, all from the same rows."""
