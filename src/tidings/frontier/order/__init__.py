"""The orders in which links are fetched, by ``order.policy``: everything that depends on the order's name is here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tidings.frontier.order.learned import Learning, learned_order
from tidings.frontier.order.policies import AsScored, PassedOn
from tidings.model import Genre
from tidings.ports import Policy
from tidings.settings import OrderSettings

__all__ = ["ORDERS", "Order", "check_order", "policy_of"]


@dataclass(frozen=True, slots=True)
class Order:
    """One way to order waiting links."""

    policy: Callable[[OrderSettings], Policy] = lambda settings: AsScored()
    """Makes the policy, unless the order learns."""
    learning: Learning | None = None
    """How far a learning order trusts what it is given and what it learns."""
    link_scorer: str = ""
    """Name of the scorer of new links (``relevance.LINK_SCORERS``); empty: the scorer of the measure."""
    keeps_scores: bool = True
    """Whether links wait with the scores their pages gave them, so that only a higher one is news."""
    combines: bool = False
    """Whether the scores that several pages give a link are combined; else the highest counts."""
    waits: bool = False
    """Whether scores are good enough to wait for a host that is busy."""
    inherited: float | None = None
    """Share of a change of a page's score that its waiting links inherit; None: depends on the measure."""


def _passing_on(
    *, children: bool = False, siblings: bool = False, threshold: bool = False
) -> Order:
    """Return an order in which pages pass on their score, or with ``threshold`` only large changes of it."""
    return Order(
        policy=lambda settings: PassedOn(
            children, siblings, settings.change_threshold if threshold else 0.0
        ),
        keeps_scores=False,
        inherited=1.0 if children else 0.0,
    )


ORDERS: dict[str, Order] = {
    "auto": Order(
        learning=Learning(trust=1.0, caution=200), link_scorer="auto", combines=True, waits=True
    ),
    "link-model": Order(learning=Learning(trust=0.0, caution=20), link_scorer="auto", waits=True),
    "best-first": Order(),
    "breadth-first": Order(link_scorer="breadth-first", inherited=0.0),
    "PS": _passing_on(children=True),
    "FS-1": _passing_on(siblings=True),
    "FS-2": _passing_on(siblings=True, threshold=True),
    "PFS-1": _passing_on(children=True, siblings=True),
    "PFS-2": _passing_on(children=True, siblings=True, threshold=True),
}

_NO_GENRE = Genre()


def policy_of(settings: OrderSettings, state: str = "", genre: Genre = _NO_GENRE) -> Policy:
    """Return the policy that the settings name, with the ``state`` it saved in an earlier run; raise ValueError."""
    order = ORDERS[settings.policy]
    if order.learning is None:
        return order.policy(settings)
    return learned_order(state, order.learning, spread=any(genre), how=settings.learning)


def check_order(settings: OrderSettings) -> None:
    """Refuse, with a ValueError, a ``min_score`` under which nothing could be followed."""
    if settings.min_score and not ORDERS[settings.policy].keeps_scores:
        raise ValueError(
            f"found {settings.min_score:g}; allowed: 0, because links begin at 0 under {settings.policy}"
        )
