"""Hands what one collection has learned to another."""
