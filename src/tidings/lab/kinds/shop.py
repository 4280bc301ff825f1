"""A shop: every product on the same template with the same promises, most links to what others bought."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from tidings.lab.kinds.prose import paragraphs, subjects
from tidings.lab.kinds.site import Frame, KindWeb, Pointing, Sheet
from tidings.lab.web.targets import LabEvent
from tidings.model import Event

_ROOT = "http://shop.example/"
_PER_LINE, _PER_LIST = 24, 12
_TASKS = 2
_OWN_WORDS = 6
_BOUGHT, _ALIKE = 6, 2
"""Links of a product to what others bought, and to products of its own line."""
_PROMISES = (
    "Free delivery on all orders over fifty pounds. Delivery within three working days on the mainland.",
    "You may return any product within thirty days. Unused products are refunded in full, with the cost of postage.",
    "Our customers give us four and a half stars out of five. Secure payment by card, invoice or bank transfer.",
    "All prices include tax. Pictures may differ from the product. Subject to change and to availability.",
)


class _Product(NamedTuple):
    number: int
    line: int
    name: str
    words: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"{_ROOT}p/{self.number:05d}"


def shop(seed: int, pages: int) -> KindWeb:
    """Return a shop of about ``pages`` pages; each task is one line of products."""
    rng = Random(f"{seed}:shop")
    count = max(8, pages // (_PER_LINE + 3))
    lines = subjects(rng, count, 16)
    brands = [word.title() for word in subjects(rng, 1, 40)[0]]
    own = subjects(rng, count * _PER_LINE, _OWN_WORDS)
    products = [_product(rng, number, lines, brands, own[number]) for number in range(len(own))]
    groups = [products[first : first + _PER_LINE] for first in range(0, len(products), _PER_LINE)]
    sheets = [*_lists(lines, groups), *(_sheet(rng, each, groups) for each in products)]
    lists = tuple(Pointing(_list(n, 0), line[0].capitalize()) for n, line in enumerate(lines))
    sheets.append(
        Sheet(
            _ROOT,
            "Welcome",
            _PROMISES,
            tuple(Pointing(p.url, p.name) for p in rng.sample(products, 16)),
        )
    )
    sheets.append(Sheet(f"{_ROOT}all", "All products", (), lists))
    menu = (
        Pointing(_ROOT, "Start"),
        Pointing(f"{_ROOT}all", "All products"),
        *rng.sample(lists, min(8, count)),
    )
    tasks = tuple(_task(rng, lines[one], groups[one]) for one in rng.sample(range(count), _TASKS))
    return KindWeb(seed, sheets, {_ROOT: Frame("The shop", menu, _PROMISES[3])}, tasks)


def _product(
    rng: Random,
    number: int,
    lines: list[tuple[str, ...]],
    brands: list[str],
    own: tuple[str, ...],
) -> _Product:
    line = lines[number // _PER_LINE]
    name = f"{rng.choice(brands)} {rng.choice('ABCDEGKLMRSTX')}{rng.randrange(10, 99)}0"
    if rng.random() < 0.5:
        name = f"{name} {rng.choice(line[:4])}"
    return _Product(number * 7919 % 99991, number // _PER_LINE, name, (*line, *own * 2))


def _sheet(rng: Random, product: _Product, groups: list[list[_Product]]) -> Sheet:
    alike = rng.sample(groups[product.line], _ALIKE)
    bought = [rng.choice(rng.choice(groups)) for _ in range(_BOUGHT)]
    beside = [Pointing(each.url, each.name) for each in (*alike, *bought) if each is not product]
    rng.shuffle(beside)
    crumb = Pointing(_list(product.line, 0), product.words[0].capitalize())
    text = (*paragraphs(rng, product.words, 1, rng.randint(2, 4)), *_PROMISES[:3])
    return Sheet(
        product.url, product.name, text, inline=(crumb,), beside=tuple(dict.fromkeys(beside))
    )


def _lists(lines: list[tuple[str, ...]], groups: list[list[_Product]]) -> list[Sheet]:
    """Return the lists of each line, half of its products on each."""
    sheets = []
    for line, group in enumerate(groups):
        parts = [group[first : first + _PER_LIST] for first in range(0, len(group), _PER_LIST)]
        for number, part in enumerate(parts):
            items = tuple(Pointing(each.url, each.name, "in stock") for each in part)
            more = (
                (Pointing(_list(line, number + 1), "Next page"),) if number + 1 < len(parts) else ()
            )
            sheets.append(
                Sheet(
                    _list(line, number),
                    lines[line][0].capitalize(),
                    _PROMISES[:1],
                    items,
                    beside=more,
                )
            )
    return sheets


def _list(line: int, number: int) -> str:
    return f"{_ROOT}c/{line}" + (f"?page={number + 1}" if number else "")


def _task(rng: Random, line: tuple[str, ...], group: list[_Product]) -> LabEvent:
    references = tuple(each.url for each in rng.sample(group, 2))
    event = Event(f"shop-{line[0]}", dict.fromkeys(line[:3], 1.0), references)
    return LabEvent(
        event, (_ROOT,), references, frozenset(each.url for each in group) - set(references)
    )
