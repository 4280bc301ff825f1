"""A small news site whose pages are made by scripts: a consent dialog, a list that loads while one scrolls, a button."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

from tests.end_to_end.needy_site import picture
from tests.end_to_end.site_server import serving, write_flood

APP, DATA = "http://app.example", "http://data.example"
STORIES = 4
_SHELL = """<!doctype html><html lang=en><head><meta charset=utf-8><title>News</title>
<link rel=stylesheet href="/site.css"></head><body><div id=root></div>
<noscript>You need to enable JavaScript to run this app.</noscript><script src="/bundle.js"></script></body></html>"""
_BUNDLE = """
const data = 'http://data.example', root = document.getElementById('root');
const make = (tag, words, more) => Object.assign(document.createElement(tag), {textContent: words}, more || {});
async function story(number) {
  const it = await (await fetch(`${data}/story/${number}.json`)).json();
  document.title = it.title;
  const meta = document.createElement('meta');
  meta.setAttribute('property', 'article:published_time'); meta.content = it.published;
  document.head.append(meta);
  const article = make('article', '');
  article.append(make('h1', it.title), ...it.paragraphs.map((words) => make('p', words)));
  article.append(make('img', '', {src: `/pic/${number}.png`, width: 60, height: 40, alt: 'the river'}));
  root.append(article);
  list(1);
}
async function list(page) {
  const {links} = await (await fetch(`${data}/list/${page}.json`)).json();
  const box = make('ul', '');
  box.append(...links.map(([href, words]) => { const li = make('li', ''); li.append(make('a', words, {href})); return li; }));
  box.style.minHeight = '1200px';
  root.append(box);
  if (page === 1)
    new IntersectionObserver((seen, watch) => { if (seen[0].isIntersecting) { watch.disconnect(); list(2); } })
      .observe(box.appendChild(make('li', 'more follows')));
  if (page === 2) root.append(make('button', 'Load more', {onclick() { this.remove(); list(3); }}));
}
const asks = make('div', 'We use cookies. Do you consent?', {id: 'cookie-consent'});
asks.setAttribute('role', 'dialog');
asks.style = 'position:fixed;inset:0;background:#fffc;z-index:99';
const begin = () => { asks.remove(); story(location.pathname.split('/').pop()); };
asks.append(make('button', 'Accept all', {onclick() { fetch('/consented'); begin(); }}));
asks.append(make('button', 'Reject all', {onclick: begin}));
document.body.append(asks);
"""
_CSS = "body{margin:20px;font:16px sans-serif;background:#eef} h1{color:#a33}"


def story(number: int) -> dict[str, object]:
    """Return what the service says about one story."""
    return {
        "title": f"Flood in Ipswich, part {number}",
        "published": f"2026-03-0{number + 1}T08:00:00Z",
        "paragraphs": [
            f"The flood in Ipswich on {number + 1} March 2026 closed bridge number {number} for {number + 3} days.",
            f"People of Ipswich left {number * 7 + 30} houses as the flood rose; the river Bremer stood"
            f" {number + 12} metres high and filled the cellars of the old town, said the fire brigade.",
            f"Helpers brought {number * 40 + 100} sandbags to the bridge. The mayor asked everybody in Ipswich to"
            " stay away from the river until the flood has gone down, and thanked the helpers for their work.",
        ],
    }


@dataclass
class ScriptedSite:
    """What the two hosts answer, and what they were asked."""

    asked: Counter[str] = field(default_factory=Counter)
    port: int = 0

    def answer(self, path: str) -> tuple[int, str, bytes]:
        """Return status, media type and body of a path."""
        kind, _, name = path.strip("/").partition("/")
        number = int(name.partition(".")[0]) if name.partition(".")[0].isdecimal() else 0
        match kind:
            case "news":
                return 200, "text/html; charset=utf-8", _SHELL.encode()
            case "bundle.js":
                return 200, "text/javascript", _BUNDLE.encode()
            case "site.css":
                return 200, "text/css", _CSS.encode()
            case "pic":
                return 200, "image/png", picture(path)
            case "story":
                return 200, "application/json", json.dumps(story(number)).encode()
            case "list":
                links = [[f"{APP}/news/{number}", f"Flood in Ipswich, part {number}"]]
                return 200, "application/json", json.dumps({"links": links}).encode()
        return 404, "text/plain", b"not found"


def scripted_site() -> AbstractContextManager[ScriptedSite]:
    """Serve the site on loopback until the block ends."""
    return serving(ScriptedSite())


def write_event(folder: Path, site: ScriptedSite, browser: str = "when needed") -> Path:
    """Write an event file for the site."""
    return write_flood(
        folder, site.port, f"{APP}/news/0", f'browser = "{browser}"', "[budget]\npages = 2"
    )
