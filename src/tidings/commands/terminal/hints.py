"""What a person can do about an outcome, by its reason."""

from __future__ import annotations

from collections.abc import Mapping

from tidings.model import Reason

_COPY = "name an archive in archive.fallback of event.toml; it may hold a copy that shows the page"

HINTS: Mapping[Reason, str] = {
    Reason.CONSENT: _COPY,
    Reason.LOGIN: _COPY,
    Reason.SCRIPTS: _COPY,
    Reason.SOFT_404: "name an archive in archive.fallback of event.toml; it may hold the page as it was",
    Reason.NO_CAPTURE: "add an archive that holds it, or crawl the live web",
    Reason.NOT_HTML: "such files are neither read nor archived",
    Reason.NOFOLLOW: 'set scope.nofollow = "follow" in event.toml, then run `tidings crawl` again',
    Reason.LINKS_PER_PAGE: "raise scope.links_per_page in event.toml, then run `tidings crawl` again",
    Reason.PAGES_PER_SITE: "raise scope.pages_per_site in event.toml, then run `tidings crawl` again",
    Reason.DEPTH: "raise scope.depth in event.toml, then run `tidings crawl` again",
    Reason.SCOPE: "change scope.sites or scope.exclude in event.toml, then run `tidings crawl` again",
    Reason.LANGUAGE: "add the language to scope.languages in event.toml, then run `tidings rejudge`",
    Reason.ROBOTS: "ask the webmaster; the site does not want this page to be crawled",
    Reason.DNS: "check the spelling of the address, and whether this computer is online",
    Reason.CONNECT: "check whether this computer is online; the server may be down",
    Reason.TIMEOUT: "try again later, or raise fetch.total in event.toml",
    Reason.TOO_LARGE: "raise fetch.page_megabytes in event.toml",
}
"""Sentences that say what to do, without a full stop."""


def hint(reason: Reason) -> str:
    """Return what to do about a reason, empty if there is nothing to do."""
    return HINTS.get(reason, "")
