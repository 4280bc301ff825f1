"""Finds the names and keywords of a stored page when somebody asks for them; most pages are never asked about."""

from __future__ import annotations

from tidings.model import Content
from tidings.read.names.who import people_and_organisations
from tidings.read.words.keywords import keywords


def with_names(content: Content, language: str) -> Content:
    """Return content with the people and organisations in its text, unless they are stored."""
    if content.people or content.organisations:
        return content
    people, organisations = people_and_organisations(content.text, content.places, language)
    return content._replace(people=people, organisations=organisations)


def complete(content: Content, language: str) -> Content:
    """Return content with names and keywords."""
    named = with_names(content, language)
    return named._replace(keywords=keywords(content.text, language))
