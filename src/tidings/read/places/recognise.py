"""Find place names with a spaCy model; which places they mean is decided elsewhere.

spaCy and its models are heavy and optional, so they are loaded only if an event file asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, Protocol

from tidings.errors import EventFileError

GAZETTEER = "gazetteer"
SPACY = "spacy:"
LONGEST = 100_000
"""Characters read: a model needs a second for them, and the rest is mostly lists."""

_PLACES = frozenset(("GPE", "LOC", "FAC"))
"""GPE: countries, cities. LOC: mountains and waters. FAC: airports and bridges. Multilingual models know only LOC."""
_NOT_NEEDED = ("parser", "lemmatizer", "tagger", "attribute_ruler", "morphologizer", "senter")


class Recogniser(Protocol):
    """Recognises place names by their context."""

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return start and end of each place name, in order."""


class SpacyRecogniser:
    """Recognises place names with a loaded spaCy pipeline."""

    def __init__(self, pipeline: Any) -> None:
        self._pipeline = pipeline

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Return start and end of each place name, in order."""
        entities: Iterable[Any] = self._pipeline(text[:LONGEST]).ents
        return [(one.start_char, one.end_char) for one in entities if one.label_ in _PLACES]


@lru_cache(maxsize=2)
def recogniser(setting: str) -> Recogniser | None:
    """Return the recogniser of a setting, None for the gazetteer's own rules; raise EventFileError."""
    if setting == GAZETTEER:
        return None
    model = setting.removeprefix(SPACY).strip()
    if not setting.startswith(SPACY) or not model:
        raise _refused(
            setting, f'allowed: "{GAZETTEER}" or "{SPACY}MODEL", such as "{SPACY}en_core_web_sm"'
        )
    return SpacyRecogniser(_loaded(setting, model))


def _loaded(setting: str, model: str) -> Any:
    try:
        import spacy  # type: ignore[import-not-found, unused-ignore]
    except ImportError as error:
        raise _refused(
            setting, "spaCy is not installed; run: pip install 'tidings[spacy]'"
        ) from error
    try:
        pipeline = spacy.load(model, exclude=list(_NOT_NEEDED))
    except OSError as error:
        raise _refused(
            setting, f"there is no such model; run: python -m spacy download {model}"
        ) from error
    except (ValueError, TypeError, ImportError) as error:
        reason = " ".join(str(error).split())[:200]
        raise _refused(setting, f"the model cannot be loaded: {reason}") from error
    if not any("doc.ents" in pipeline.get_pipe_meta(name).assigns for name in pipeline.pipe_names):
        raise _refused(
            setting, "the model recognises no names; allowed: one with an 'ner' component"
        )
    return pipeline


def _refused(setting: str, reason: str) -> EventFileError:
    return EventFileError(f'relevance.recogniser: found "{setting}"; {reason}')
