"""A page that tries every way out of a browser, and listeners that must not hear of it."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

WAYS_OUT = """<!doctype html><title>Ways out</title><p>Ways out</p><script>
const port = PORT, hosts = ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0', '2130706433', 'canary.example'];
const tried = (what) => { try { what(); } catch (refused) {} };
const add = (tag, more) => document.body.append(Object.assign(document.createElement(tag), more));
for (const host of hosts) {
  const base = `http://${host}:${port}`;
  tried(() => fetch(base + '/fetch', {mode: 'no-cors'}).catch(() => 0));
  tried(() => fetch(base + '/post', {method: 'POST', mode: 'no-cors', body: 'x'}).catch(() => 0));
  tried(() => navigator.sendBeacon(base + '/beacon', 'x'));
  tried(() => { new Image().src = base + '/image'; });
  tried(() => new EventSource(base + '/events'));
  tried(() => new WebSocket(`ws://${host}:${port}/socket`));
  tried(() => add('iframe', {src: base + '/frame'}));
  tried(() => add('script', {src: base + '/script.js'}));
  tried(() => add('video', {src: base + '/film.mp4', autoplay: true}));
  tried(() => add('link', {rel: 'stylesheet', href: base + '/sheet.css'}));
  tried(() => add('link', {rel: 'prefetch', href: base + '/prefetch'}));
  tried(() => add('link', {rel: 'preconnect', href: base}));
  tried(() => add('object', {data: base + '/object'}));
  tried(() => window.open(base + '/window'));
  tried(() => new Worker(URL.createObjectURL(new Blob(
    [`fetch('${base}/worker').catch(() => 0); try { importScripts('${base}/import.js') } catch (e) {}`]))));
  tried(() => {
    const peer = new RTCPeerConnection({iceServers: [{urls: [`stun:${host}:${port}`]}, {
      urls: [`turn:${host}:${port}?transport=udp`, `turn:${host}:${port}?transport=tcp`], username: 'a', credential: 'b'}]});
    peer.createDataChannel('x');
    peer.createOffer().then((offer) => peer.setLocalDescription(offer));
  });
}
fetch('http://10.0.0.1/private').catch(() => 0);
fetch('http://169.254.169.254/latest/meta-data/').catch(() => 0);
fetch('file:///etc/passwd').catch(() => 0);
fetch('/led-inside').catch(() => 0);
let polls = 0;
setInterval(() => fetch('/poll' + polls++).catch(() => 0), 300);  // so that the page stays open
setTimeout(() => { location.href = `http://127.0.0.1:${port}/location`; }, 300);
</script>"""


@dataclass
class Canary:
    """Counts what arrives at one port, over TCP and UDP, IPv4 and IPv6."""

    port: int = 0
    heard: list[str] = field(default_factory=list)


@contextmanager
def canary() -> Iterator[Canary]:
    """Listen on loopback until the block ends."""
    bird = Canary()
    listener = socket.create_server(("127.0.0.1", 0))
    bird.port = listener.getsockname()[1]
    sockets = [("tcp", listener)]
    for kind, family, name in (
        ("udp", socket.AF_INET, "127.0.0.1"),
        ("tcp", socket.AF_INET6, "::1"),
        ("udp", socket.AF_INET6, "::1"),
    ):
        try:
            made = socket.socket(family, socket.SOCK_STREAM if kind == "tcp" else socket.SOCK_DGRAM)
            made.bind((name, bird.port))
        except OSError:  # no IPv6 here, or the port is taken
            continue
        if kind == "tcp":
            made.listen()
        sockets.append((kind, made))
    over = threading.Event()
    threads = [
        threading.Thread(target=_listen, args=(bird, kind, each, over)) for kind, each in sockets
    ]
    for thread in threads:
        thread.start()
    try:
        yield bird
    finally:
        over.set()
        for thread in threads:
            thread.join()


def _listen(bird: Canary, kind: str, listener: socket.socket, over: threading.Event) -> None:
    listener.settimeout(0.1)
    with listener:
        while not over.is_set():
            try:
                if kind == "udp":
                    listener.recvfrom(2000)
                else:
                    listener.accept()[0].close()
            except TimeoutError:
                continue
            bird.heard.append(kind)
