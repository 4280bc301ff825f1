"""Hosts of the links in posts that are no sources of pages: the services themselves, and shorteners."""

from __future__ import annotations

import re
from functools import lru_cache

from tidings.urls import site_of


def _names(written: str) -> frozenset[str]:
    return frozenset(written.split())


PLATFORMS = _names(
    "twitter.com x.com twimg.com facebook.com fb.me fb.com fb.watch instagram.com threads.net tiktok.com "
    "bsky.app bsky.social reddit.com redd.it t.me telegram.org telegram.me linkedin.com lnkd.in pinterest.com "
    "pin.it tumblr.com snapchat.com vk.com weibo.com whatsapp.com wa.me mastodon.social twitpic.com "
    "periscope.tv pscp.tv vine.co"
)
"""Sites whose pages are posts."""
SHORTENERS = _names(
    "t.co bit.ly tinyurl.com ow.ly is.gd buff.ly dlvr.it ift.tt goo.gl j.mp trib.al tiny.cc su.pr rebrand.ly "
    "cutt.ly shar.es wp.me po.st snip.ly shorturl.at rb.gy t.ly bl.ink soo.gd v.gd x.co fw.to lc.cx cli.gs "
    "bbc.in nyti.ms cnn.it reut.rs wapo.st ind.pn gu.com fxn.ws huff.to econ.st abcn.ws nbcnews.to usat.ly "
    "apne.ws on.wsj.com htz.li bloom.bg on.ft.com ti.me nydn.us dailym.ai aje.io bit.do dld.bz "
    "r.gl sc.mp yhoo.it amzn.to apple.co spoti.fi zpr.io mol.im tgam.ca u.afp.com "
    "interc.pt politi.co slate.me theatln.tc vntyfr.com bzfd.it lat.ms thebea.st"
)
"""Hosts that only redirect; their links say nothing about the site they lead to."""
_SHORT_HOST, _SHORT_URL = 8, 34
_CODE = re.compile(r"(?=.*[A-Za-z])(?=.*\d|.*[a-z].*[A-Z]|.*[A-Z]{2})[A-Za-z0-9]{3,10}/?")
"""The path of an unknown shortener: letters and digits mixed as no word is."""
_FILES = re.compile(
    r"\.(?:jpe?g|png|gif|webp|svg|mp4|mov|avi|webm|mp3|wav|ogg|m3u8?|zip|apk|exe|dmg|css|js|ico)$"
)
_SPAM = re.compile(
    r"(?:\b|_)(?:porn\w*|xxx|sex(?:y|cam\w*|chat)|casino|viagra|cialis|escorts?|betting|giveaway|"
    r"follow(?:ers?)?-?(?:back|train)|jobs?-?(?:alert|opening)s?|coupons?|discount-?codes?|onlyfans)(?:\b|_)"
)


@lru_cache(maxsize=1 << 16)
def is_platform(host: str) -> bool:
    """Return whether the pages of a host are posts of a social service."""
    return site_of(host) in PLATFORMS


def is_short(url: str, host: str) -> bool:
    """Return whether an address only redirects: its host is a known shortener, or it looks like one."""
    if host.removeprefix("www.") in SHORTENERS:
        return True
    if (len(host) > _SHORT_HOST and not host.startswith("on.")) or len(url) > _SHORT_URL:
        return False
    return bool(_CODE.fullmatch(url[url.find("/", 8) + 1 :]))


def is_noise(url: str) -> bool:
    """Return whether an address leads to no page: a picture or film, or what spam advertises."""
    way = url.partition("?")[0].lower()
    return bool(_FILES.search(way) or _SPAM.search(way))
