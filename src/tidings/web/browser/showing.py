"""Shows one page in the browser: waits until it is quiet, refuses consent, scrolls, takes what is shown."""

from __future__ import annotations

import asyncio
import time
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from playwright.async_api import BrowserContext, CDPSession, Error, Page, WebSocketRoute

from tidings.web.browser.answering import Answers
from tidings.web.browser.chromium import BrowserFailed

MOST_TEXT = 1_000_000
"""Characters of text that are taken from a page."""
MOST_STEPS = 25
"""Screens that are scrolled, and buttons that are pressed to load more."""
GRACE = 5.0
"""Seconds to take what a page shows after its time is over."""
_LOADED, _LOADED_MORE = 0.5, 0.3
"""Seconds without a request after which a page is complete, at first and after every step."""
_LONGEST_LOAD, _LONGEST_STEP = 10.0, 3.0
"""Seconds to wait for that."""
_LOOK = 0.1
_QUALITY = 70
"""Of the picture, in per cent."""


class Appearance(NamedTuple):
    """What the browser showed in the end."""

    html: str
    text: str
    picture: bytes
    """A JPEG of the first screen, empty if none could be taken."""
    note: str
    """What was done on the page, in words."""


async def show(
    context: BrowserContext, url: str, answers: Answers, seconds: float, most: int
) -> Appearance:
    """Show a page for at most some seconds and return what it showed; raise BrowserFailed if it shows nothing.

    At most ``most`` characters of its HTML are taken.
    """
    page = await _opened(context, answers)
    crash = asyncio.Event()
    page.on("crash", lambda _: crash.set())
    crashed = asyncio.create_task(crash.wait())
    view = asyncio.create_task(_shown(context, page, url, answers, seconds, most))
    try:
        await asyncio.wait({view, crashed}, return_when=asyncio.FIRST_COMPLETED)
        if not view.done():
            raise BrowserFailed("the page crashed the browser")
        return view.result()
    finally:
        answers.stop()
        view.cancel()
        crashed.cancel()
        await asyncio.gather(view, crashed, return_exceptions=True)


async def _opened(context: BrowserContext, answers: Answers) -> Page:
    await context.route("**/*", answers.answer)
    await context.route_web_socket("**/*", _refuse)
    page = await context.new_page()
    answers.shown = page
    context.on("page", lambda other: asyncio.ensure_future(_close(other)))
    return page


async def _refuse(socket: WebSocketRoute) -> None:
    await socket.close()


async def _close(window: Page) -> None:
    """Close a window that a page opened."""
    try:
        await window.close()
    except Error:
        return


async def _shown(
    context: BrowserContext, page: Page, url: str, answers: Answers, seconds: float, most: int
) -> Appearance:
    done: list[str] = []
    hand: _Hand | None = None
    try:
        async with asyncio.timeout(seconds):
            await page.goto(url, wait_until="commit", timeout=0)
            hand = await _Hand.of(context, page)
            await _quiet(answers, _LOADED, _LONGEST_LOAD)
            await _use(hand, answers, done)
    except TimeoutError:
        done.append(f"stopped after {seconds:g} s")
    try:
        async with asyncio.timeout(GRACE):
            hand = hand or await _Hand.of(context, page)
            return await _taken(page, hand, most, done)
    except TimeoutError:
        raise BrowserFailed(f"the page did not answer for {seconds + GRACE:g} s") from None


async def _use(hand: _Hand, answers: Answers, done: list[str]) -> None:
    """Refuse consent, scroll to the end and load more, as long as the page has something to show."""
    if outcome := await hand.call("dismiss()"):
        done.append(f"consent {outcome}")
        await _quiet(answers, _LOADED, _LONGEST_STEP)
    if await hand.call("hide()"):
        done.append("consent hidden")
    clicked = steps = 0
    while steps < MOST_STEPS and not answers.is_fleeing:
        step = await hand.call("step()")
        if not step:
            break
        steps += 1
        clicked += step == "clicked"
        await _quiet(answers, _LOADED_MORE, _LONGEST_STEP)
    done.append(f"{steps} steps" + (f", {clicked} times more" if clicked else ""))
    await hand.call("toTop()")


async def _quiet(answers: Answers, seconds: float, longest: float) -> None:
    """Wait until a page asks for nothing more."""
    until = time.monotonic() + longest
    await asyncio.sleep(seconds)
    while answers.quiet_seconds < seconds and time.monotonic() < until:  # noqa: ASYNC110
        await asyncio.sleep(_LOOK)


async def _taken(page: Page, hand: _Hand, most: int, done: list[str]) -> Appearance:
    html = str(await hand.call(f"shownHtml({most})"))
    text = str(await hand.call(f"shownText({MOST_TEXT})"))
    return Appearance(html, text, await _picture(page), "; ".join(done))


async def _picture(page: Page) -> bytes:
    try:
        return await page.screenshot(type="jpeg", quality=_QUALITY, timeout=GRACE * 500)
    except Error:
        return b""


class _Hand:
    """Calls our own functions on a page, in a world that the scripts of the page cannot reach."""

    def __init__(self, session: CDPSession, world: int) -> None:
        self._session = session
        self._world = world

    @classmethod
    async def of(cls, context: BrowserContext, page: Page) -> _Hand:
        """Prepare a page."""
        session = await context.new_cdp_session(page)
        tree = await session.send("Page.getFrameTree")
        made = await session.send(
            "Page.createIsolatedWorld", {"frameId": tree["frameTree"]["frame"]["id"]}
        )
        hand = cls(session, made["executionContextId"])
        await hand.call(_script())
        return hand

    async def call(self, expression: str) -> object:
        """Return the value of an expression; raise BrowserFailed if it has none."""
        answer = await self._session.send(
            "Runtime.evaluate",
            {"expression": expression, "contextId": self._world, "returnByValue": True},
        )
        if problem := answer.get("exceptionDetails"):
            raise BrowserFailed(f"the page cannot be read: {problem.get('text', '')}"[:200])
        value: object = answer["result"].get("value")
        return value


@cache
def _script() -> str:
    return files("tidings.web.browser").joinpath("page.js").read_text(encoding="utf-8")
