"""What replay keeps of HTML and SVG: elements that are left out, attributes that load, lead or run something."""

from __future__ import annotations

from tidings.archive.replay.names import ResourceKind

DROPPED = frozenset({
    "script", "base", "embed", "applet", "template", "param", "portal", "fencedframe", "webview", "bgsound",
    "track", "noembed", "noframes", "animate", "set", "animatecolor", "discard", "handler", "listener", "-comment",
    "-doctype",
})  # fmt: skip
"""Elements left out with all inside them; SVG's animations could turn a link to another target."""
UNWRAPPED = frozenset({"object"})
"""Elements of which only the content stays: what is shown where the object itself is not."""
PLAIN_TEXT = frozenset({"xmp", "plaintext", "listing"})
"""Elements whose content is text whatever it looks like; they become ``pre``."""
EMPTY = frozenset({
    "area", "br", "col", "frame", "hr", "img", "input", "link", "meta", "source", "wbr", "keygen", "basefont",
})  # fmt: skip
"""Elements of HTML without content and without an end tag."""
FRAMES = frozenset({"iframe", "frame"})
DRAWINGS = frozenset({"svg", "math"})

LOADED = {
    ("img", "src"): ResourceKind.IMAGE, ("input", "src"): ResourceKind.IMAGE, ("image", "src"): ResourceKind.IMAGE,
    ("image", "href"): ResourceKind.IMAGE, ("feimage", "href"): ResourceKind.IMAGE,
    ("video", "poster"): ResourceKind.IMAGE, ("video", "src"): ResourceKind.OTHER, ("audio", "src"): ResourceKind.OTHER,
    ("source", "src"): ResourceKind.OTHER, ("iframe", "src"): ResourceKind.FRAME, ("frame", "src"): ResourceKind.FRAME,
}  # fmt: skip
"""Attributes that load something, and what."""
BACKGROUNDS = frozenset({
    "body", "table", "thead", "tbody", "tfoot", "tr", "td", "th",
})  # fmt: skip
LINKS = frozenset({"a", "area"})
ADDRESSES = frozenset({
    "href", "src", "background", "poster", "srcset", "data", "action", "formaction", "cite", "longdesc",
})  # fmt: skip
"""Attributes that hold URLs; where no table names their element, they are left out."""
WITHIN = frozenset({
    "use", "textpath", "lineargradient", "radialgradient", "pattern", "filter", "mpath", "tref",
})  # fmt: skip
"""Elements of SVG that may refer to another part of the same drawing."""
PAINTED = frozenset({
    "fill", "stroke", "filter", "mask", "clip-path", "cursor", "marker", "marker-start", "marker-mid", "marker-end",
    "color-profile", "from", "to", "by", "values",
})  # fmt: skip
"""Attributes of SVG with a value of CSS."""
LEFT_OUT = frozenset({
    "ping", "nonce", "integrity", "crossorigin", "manifest", "codebase", "archive", "classid", "profile", "target",
    "formtarget", "formmethod", "formenctype", "method", "enctype", "autoplay", "autofocus", "download",
    "http-equiv", "attributionsrc", "srcdoc", "sandbox", "allow", "allowfullscreen", "csp", "referrerpolicy",
    "xml:base",
    "is", "shadowrootmode", "imagesrcset", "lowsrc", "dynsrc", "usemap", "object", "code", "credentialless",
    "browsingtopics", "sharedstoragewritable", "contenteditable", "accesskey", "loading",
})  # fmt: skip
"""Attributes that send, ask, lead elsewhere or need scripts."""
METAS = frozenset({"viewport", "color-scheme"})
"""Names of the ``meta`` elements that change how a page looks."""
