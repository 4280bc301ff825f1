"""Tidings collects what the web says about an event."""

__version__ = "0.1.0"
