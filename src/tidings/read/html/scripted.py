"""Recognises pages that show their content only with scripts: hardly any text, and signs of what would make it."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser, LexborNode

LEAST_TEXT = 400
"""Characters of text from which a page is taken as it is."""
_TIMES = 20
"""Characters of scripts for each character of text that make a page suspect."""
_LEAST_CODE = 2_000
"""Characters of scripts below which they cannot hold much."""
_BARE = 100
"""Characters of text below which a page with any script of its own is suspect."""
_ROOTS = (
    "#root,#app,#__next,#__nuxt,#___gatsby,#svelte,#main-app,#react-root,#app-root,#ember-root,#q-app,#mount,"
    "app-root,[ng-app],[data-reactroot],[data-server-rendered],[ng-version],[data-v-app],[id^=react-]"
)
"""Elements that frameworks fill with the page."""
_ROOT_TEXT = 200
"""Characters of text in such an element below which it is empty."""
_WAITING = re.compile(
    r"^\W*(?:loading|please wait|laden|lädt|chargement|cargando|caricamento)\b", re.IGNORECASE
)
_SPEAKS = re.compile(r"java\s?script", re.IGNORECASE)
_CODE = "script:not([type]),script[type=module],script[type*=javascript]"
_STATE = "script#__NEXT_DATA__,script#__NUXT_DATA__,script#__APOLLO_STATE__,script[id$=-data][type*=json]"
_SHOWN = "form,img,svg,video,object,embed,iframe"
"""Elements that show something without text."""
_FRAMES = "frame,meta[http-equiv=refresh i]"
"""Pages that are empty for another reason."""


def needs_scripts(tree: LexborHTMLParser, text: str) -> bool:
    """Return whether a page with this main text, noscript included, shows its content only with scripts."""
    if len(text) >= LEAST_TEXT or tree.body is None or tree.css_first(_FRAMES):
        return False
    scripts = tree.css(_CODE)
    if not scripts:
        return False
    if any(_is_empty(root) for root in tree.css(_ROOTS)):
        return True
    seen = _seen_text(tree.body)
    if len(seen) >= LEAST_TEXT:  # lists and menus: little text, but a page
        return False
    if any(_SPEAKS.search(node.text() or "") for node in tree.css("noscript")):
        return True
    if _WAITING.match(seen) or tree.css_first(_STATE):
        return True
    code = sum(len(node.text() or "") for node in scripts)
    if code >= max(_LEAST_CODE, _TIMES * len(seen)):
        return True
    own = any(node.attributes.get("src") for node in scripts)
    return own and len(seen) < _BARE and all(map(_is_for_others, tree.css(_SHOWN)))


def _is_for_others(node: LexborNode) -> bool:
    """Return whether an element is only for browsers without scripts."""
    parent = node.parent
    while parent is not None and parent.tag != "noscript":
        parent = parent.parent
    return parent is not None


def _is_empty(root: LexborNode) -> bool:
    return len(_seen_text(root)) < _ROOT_TEXT


def _seen_text(node: LexborNode) -> str:
    """Return the text of an element without that of scripts and styles, as far as it matters here."""
    pieces: list[str] = []
    length = 0
    for each in node.traverse(include_text=True):
        if (
            each.tag == "-text"
            and (parent := each.parent) is not None
            and parent.tag not in _UNSEEN
        ):
            text = " ".join((each.text_content or "").split())
            if text:
                pieces.append(text)
                length += len(text)
                if length >= LEAST_TEXT:
                    break
    return " ".join(pieces)


_UNSEEN = frozenset({"script", "style", "noscript", "template", "title", "option"})
