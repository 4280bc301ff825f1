"""Which links may be followed: decided from the link, the settings and the known traps, with a reason if not."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from tidings.frontier.traps import Traps, Why
from tidings.model import Link, Outcome, Reason, Verdict
from tidings.settings import Scope, Settings
from tidings.urls import host_of, site_of

MAX_REPEATS = 3
"""Times a segment may occur in a path; more often marks a loop of relative links (Heritrix: 2)."""

MAX_SEGMENTS = 25
"""Segments a path may have; longer ones are generated (Heritrix: 20)."""

_NOT_LISTED: Why = (Reason.SCOPE, "site not listed")
_EXCLUDED: Why = (Reason.SCOPE, "excluded")


class Ruling(NamedTuple):
    """Why a link is not followed; if final, wherever it is found again."""

    verdict: Verdict
    final: bool


def bounds_of(settings: Settings) -> Scope:
    """Return the scope with the sites of the seeds, if links are followed only inside them."""
    scope = settings.scope
    if scope.within == "web":
        return scope
    seeds = {site_of(host_of(url)) for url in settings.seeds}
    return replace(scope, sites=(*scope.sites, *sorted(seeds)))


class HostRules:
    """Which hosts the scope covers."""

    def __init__(self, scope: Scope) -> None:
        self._sites = _host_pattern(scope.sites)
        self._excluded = _host_pattern([name for name in scope.exclude if "://" not in name])
        self.why_not = lru_cache(maxsize=10_000)(self._why_not)
        """Returns why no link to a host is followed, None if links may be."""

    def _why_not(self, host: str) -> Why | None:
        if self._sites and not self._sites.search(host):
            return _NOT_LISTED
        return _EXCLUDED if self._excluded and self._excluded.search(host) else None


class ScopeRules:
    """The scope settings, ready to be applied to many links."""

    def __init__(
        self, scope: Scope, min_score: float, max_redirects: int, traps: Traps | None = None
    ) -> None:
        self.pages_per_host = scope.pages_per_site
        """Pages after which a host is closed; 0: never."""
        self.traps = traps or Traps()
        self._depth = scope.depth
        self._min_score = min_score
        self._max_redirects = max_redirects
        self.why_not = HostRules(scope).why_not
        self._prefixes = tuple(name for name in scope.exclude if "://" in name)

    def outside(self, link: Link, score: float) -> Ruling | None:
        """Return why a link is out of scope, None if it may be followed."""
        reason = self._never(link)
        if reason:
            return Ruling(Verdict(Outcome.REFUSED, *reason), final=True)
        reason = self._not_from_here(link, score)
        return Ruling(Verdict(Outcome.REFUSED, *reason), final=False) if reason else None

    def _never(self, link: Link) -> Why | None:
        if link.barred is Reason.URL_TOO_LONG:
            return Reason.URL_TOO_LONG, ""
        reason = self.why_not(host_of(link.url))
        if reason:
            return reason
        if link.url.startswith(self._prefixes):
            return _EXCLUDED
        return _trap(link.url) or self.traps.why_not(link)

    def _not_from_here(self, link: Link, score: float) -> Why | None:
        if link.barred:
            return link.barred, ""
        if link.hops > self._max_redirects:
            return Reason.REDIRECTS, f"{self._max_redirects} redirects"
        if link.depth > self._depth:
            return Reason.DEPTH, f"{link.depth} over {self._depth}"
        if score < self._min_score and link.depth:
            return Reason.LINK_SCORE, f"{score:.2f} under {self._min_score:.2f}"
        return None


def _host_pattern(names: list[str] | tuple[str, ...]) -> re.Pattern[str] | None:
    """Match these hosts and their sub-domains, with or without a port."""
    if not names:
        return None
    alternatives = "|".join(re.escape(name.lower().strip(".")) for name in names)
    return re.compile(rf"(?:^|\.)(?:{alternatives})(?::\d+)?$")


def _trap(url: str) -> Why | None:
    if url.count("/") - 2 <= MAX_REPEATS:  # most URLs: too few segments for either
        return None
    segments = url.split("?", 1)[0].split("/")[3:]
    if len(segments) > MAX_SEGMENTS:
        return Reason.TRAP, f"{len(segments)} path segments"
    if len(segments) > MAX_REPEATS:
        for segment in dict.fromkeys(segments):
            if segment and segments.count(segment) > MAX_REPEATS:
                return Reason.TRAP, f"'{segment[:40]}' again and again"
    return None
