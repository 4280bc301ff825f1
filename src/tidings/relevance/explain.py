"""A score in plain words, for a person who asks why a page was kept or not."""

from __future__ import annotations

from tidings.model import Evidence, Score

ODDS = "odds"
"""The aspect of evidence that tells how much likelier another aspect makes a page, as log-odds."""


def explain(score: Score, threshold: float) -> str:
    """Return the score, its parts and the evidence for each of them, a line each."""
    verdict = "enough" if score.value >= threshold else "not enough"
    head = f"score {score.value:.2f}, {verdict}: pages with {threshold:.2f} or more are kept"
    weights = _amounts(score, "weight")
    odds = _amounts(score, ODDS)
    width = max((len(aspect) for aspect in score.parts), default=0)
    lines = [
        f"  {aspect:<{width}} {_sum(value, weights.get(aspect))}{_said(odds, aspect)}: {_reasons(score, aspect)}"
        for aspect, value in score.parts.items()
    ]
    if odds:
        lines.append(f"  together {sum(odds.values()):+.1f}: in brackets log-odds, which add up")
    return "\n".join([head, *lines])


def _amounts(score: Score, aspect: str) -> dict[str, float]:
    return {reason.what: reason.amount for reason in score.evidence if reason.aspect == aspect}


def _said(odds: dict[str, float], aspect: str) -> str:
    return f" ({round(odds[aspect], 1) + 0.0:+.1f})" if aspect in odds else ""  # no -0.0


def _sum(value: float, weight: float | None) -> str:
    return (
        f"{value:.2f}" if weight is None else f"{value:.2f} x {weight:.2f} = {value * weight:.2f}"
    )


_SILENT = {
    "measure": "the score before judgements",
    "judgements": "how likely it is by what was judged",
}


def _reasons(score: Score, aspect: str) -> str:
    reasons = [_reason(reason) for reason in score.evidence if reason.aspect == aspect]
    return ", ".join(reasons) or _SILENT.get(aspect, "nothing of the event found")


def _reason(reason: Evidence) -> str:
    note = f" ({reason.note})" if reason.note else ""
    return (
        f"{reason.what}{note}"
        if reason.aspect == "date" or not reason.amount
        else f"{reason.what}{note} {reason.amount:.2f}"
    )
