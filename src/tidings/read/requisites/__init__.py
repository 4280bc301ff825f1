"""Finds what a page needs to be shown as it was: images, style sheets, fonts, scripts, frames; no I/O."""
