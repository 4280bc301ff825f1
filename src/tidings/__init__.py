"""Tidings collects what the web says about an event."""
