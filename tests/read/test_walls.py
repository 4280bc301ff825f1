"""Pages that show something else than their content are recognised; articles about such things are not."""

from __future__ import annotations

import pytest

from tidings.model import Link, Page, Reason
from tidings.read.walls import wall_of

STORY = "The river rose by two metres and people left their homes at night. " * 30
LINKS = tuple(Link(f"https://news.example/{number}") for number in range(5))


@pytest.mark.parametrize(
    ("reason", "title", "text"),
    [
        (Reason.SOFT_404, "Page not found | Courier", "Sorry! Try the search."),
        (Reason.SOFT_404, "404", "Oops."),
        (Reason.SOFT_404, "Courier", "Die Seite wurde leider nicht gefunden."),
        (Reason.SOFT_404, "Courier", "La página no existe. Pruebe la búsqueda."),
        (Reason.CONSENT, "Before you continue to Courier", "We use cookies. Accept all cookies or reject."),
        (Reason.CONSENT, "Courier", "Cookies zustimmen. Ihre Einwilligung können Sie jederzeit widerrufen."),
        (Reason.LOGIN, "Log in | Courier", "E-mail address. Password. Forgot it?"),
        (Reason.LOGIN, "Iniciar sesión", "Correo electrónico. Contraseña."),
        (Reason.SCRIPTS, "Courier", "You need to enable JavaScript to run this app."),
        (Reason.SCRIPTS, "Courier", "Bitte aktivieren Sie JavaScript."),
    ],
)  # fmt: skip
def test_walls_are_recognised(reason: Reason, title: str, text: str) -> None:
    assert wall_of(Page("https://news.example/story", title, text, links=LINKS)) is reason


def test_a_page_without_text_and_links_may_need_scripts() -> None:
    assert wall_of(Page("https://news.example/", "Courier", "")) is Reason.SCRIPTS
    assert wall_of(Page("https://news.example/", "Courier", "", links=LINKS)) is None


@pytest.mark.parametrize(
    ("title", "text"),
    [
        ("Flood reaches town", "The river rose. The bridge could not be crossed, nobody was found."),
        ("Sites must ask for consent, court says", f"{STORY} Accept all cookies. Reject cookies."),
        ("404 homes lost in the flood", "The flood took 404 homes."),
        ("Firm presents new log-in service", "The firm says that its service is used by ten banks."),
    ],
)  # fmt: skip
def test_articles_are_no_walls(title: str, text: str) -> None:
    assert wall_of(Page("https://news.example/story", title, text, links=LINKS)) is None
