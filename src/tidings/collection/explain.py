"""Explains a score in plain words: why a page was kept or not."""

from __future__ import annotations

from tidings.model import LOG_ODDS, Evidence, Score

_NO_EVIDENCE = {
    "measure": "the score before judgements",
    "judgements": "the probability learned from judgements",
}


def explain(score: Score, threshold: float) -> str:
    """Return the score, then one line for each part with its evidence."""
    verdict = "enough" if score.value >= threshold else "not enough"
    head = f"score {score.value:.2f}, {verdict}: pages with {threshold:.2f} or more are kept"
    weights = _amounts(score, "weight")
    log_odds = _amounts(score, LOG_ODDS)
    width = max((len(aspect) for aspect in score.parts), default=0)
    lines = [
        f"  {aspect:<{width}} {_value(value, weights.get(aspect))}{_added(log_odds, aspect)}: {_reasons(score, aspect)}"
        for aspect, value in score.parts.items()
    ]
    if log_odds:
        total = sum(log_odds.values())
        lines.append(f"  together {total:+.1f}: in brackets log-odds, which add up")
    return "\n".join([head, *lines])


def _amounts(score: Score, aspect: str) -> dict[str, float]:
    return {reason.what: reason.amount for reason in score.evidence if reason.aspect == aspect}


def _added(log_odds: dict[str, float], aspect: str) -> str:
    return f" ({round(log_odds[aspect], 1) + 0.0:+.1f})" if aspect in log_odds else ""  # no -0.0


def _value(value: float, weight: float | None) -> str:
    if weight is None:
        return f"{value:.2f}"
    return f"{value:.2f} x {weight:.2f} = {value * weight:.2f}"


def _reasons(score: Score, aspect: str) -> str:
    reasons = [_reason(reason) for reason in score.evidence if reason.aspect == aspect]
    return ", ".join(reasons) or _NO_EVIDENCE.get(aspect, "nothing of the event found")


def _reason(reason: Evidence) -> str:
    note = f" ({reason.note})" if reason.note else ""
    if reason.aspect == "date" or not reason.amount:
        return f"{reason.what}{note}"
    return f"{reason.what}{note} {reason.amount:.2f}"
