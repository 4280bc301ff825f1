"""Says in words why a page has its score, for all commands that show pages."""

from __future__ import annotations

from tidings.collection.reading import Why
from tidings.collection.reading.explain import in_words
from tidings.collection.reading.written import WrittenWords


def reasons(answer: Why) -> tuple[str, ...]:
    """Return what speaks for a page, what against it, and its score; nothing if it has none."""
    entry = answer.entry
    if entry.score is None:
        return ()
    text = f"{entry.title}\n{entry.content.text}"
    written = WrittenWords(text, entry.language, answer.keywords, answer.names, answer.language)
    return in_words(entry.score, answer.threshold, written, has_days=answer.has_days)
