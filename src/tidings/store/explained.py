"""The explanation of a score as JSON: parts and evidence, and the model's type if a person chose another."""

from __future__ import annotations

import json
from typing import Any

from tidings.model import DueVisit, Evidence, Score, Typed


def explain(score: Score | None) -> str:
    """Return the parts and the evidence of a score as JSON, empty without a score."""
    if score is None:
        return ""
    return _written({"parts": score.parts, "evidence": score.evidence})


def explain_again(page: DueVisit, score: Score) -> str:
    """Return the explanation of a page's new score; the type of the model, if a person chose another, stays."""
    fields = _parsed(explain(score))
    before = _parsed(page.explained)
    if "model type" in before:
        fields["model type"] = before["model type"]
    return _written(fields)


def score_of(value: float, explained: str) -> Score:
    """Return a score with the parts and the evidence that explain it."""
    fields = _parsed(explained)
    evidence = tuple(Evidence(*item) for item in fields.get("evidence", ()))
    return Score(value, fields.get("parts", {}), evidence)


def revised(
    page: DueVisit, parts: dict[str, float], aspect: str, note: str, kind: str = ""
) -> tuple[str, Typed | None]:
    """Return the explanation of a revised score, and the type a person chose, else the model's.

    The note replaces the evidence of ``aspect``.
    """
    fields = _parsed(page.explained)
    fields["parts"] = {**fields.get("parts", {}), **parts}
    others = [item for item in fields.get("evidence", ()) if item[0] != aspect]
    fields["evidence"] = [*others, Evidence(aspect, note, 0.0)]
    typed = page.typed
    if kind:  # keep the type of the model, to restore it when the judgement is undone
        fields.setdefault("model type", typed)
        typed = Typed(kind, 1.0)
    elif "model type" in fields:
        before = fields.pop("model type")
        typed = Typed(*before) if before else None
    return _written(fields), typed


def _parsed(explained: str) -> dict[str, Any]:
    fields: dict[str, Any] = json.loads(explained or "{}")
    return fields


def _written(fields: dict[str, Any]) -> str:
    return json.dumps(fields, ensure_ascii=False)
