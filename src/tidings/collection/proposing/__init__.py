"""Proposes an event file from words, pages and addresses, and shows how it would judge sample pages."""
