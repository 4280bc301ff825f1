"""Turns what collections return into the shapes of answers."""
