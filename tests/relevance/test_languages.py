"""An event file in any language keeps a page in that language, whose words and places have other endings."""

# ruff: noqa: RUF001 - letters of other alphabets are meant

from __future__ import annotations

import pytest

from tidings.event.build import build_model
from tidings.model import Event, Link, Page, Score
from tidings.read.places.find import Finder
from tidings.read.words.language import detect
from tidings.relevance import MEASURES
from tidings.relevance.auto_links import AutoLinks
from tidings.settings import RelevanceSettings

AUTO = RelevanceSettings(measure="auto")
PAGES = {
    "ar": ("فيضان", "درنة", "أدت الفيضانات في درنة إلى مقتل الآلاف."),
    "cs": ("povodeň", "Praha", "Při povodni v Praze byli evakuováni lidé. Povodně zasáhly celé město."),
    "el": ("πλημμύρα", "Αθήνα", "Οι πλημμύρες στην Αθήνα προκάλεσαν ζημιές."),
    "fi": ("tulva", "Helsinki", "Tulvat katkaisivat teitä Helsingissä. Tulvan vuoksi ihmisiä evakuoitiin."),
    "hi": ("बाढ़", "पटना", "पटना में बाढ़ से हजारों लोग प्रभावित हुए।"),
    "hu": ("árvíz", "Budapest", "Az árvíz miatt Budapesten lezárták a rakpartot. Az árvízi védekezés tart."),
    "id": ("banjir", "Jakarta", "Banjir di Jakarta memaksa ribuan warga mengungsi."),
    "ja": ("洪水", "熊本", "熊本で洪水が発生し、多くの住民が避難した。"),
    "pl": ("ewakuacja", "Wrocław", "Podczas powodzi we Wrocławiu ogłoszono ewakuację mieszkańców."),
    "ro": ("inundație", "Galați", "Inundațiile din Galați au distrus multe case din oraș."),
    "ru": ("наводнение", "Иркутск", "После наводнения в Иркутске тысячи жителей ждут помощи."),
    "sv": ("översvämning", "Malmö", "Översvämningarna i Malmö orsakade stora skador på husen."),
    "tr": ("deprem", "İzmir", "İzmir'de meydana gelen depremde binalar yıkıldı."),
    "uk": ("повінь", "Львів", "Через повінь у Львові затоплено будинки та вулиці."),
    "zh": ("洪水", "郑州", "郑州发生洪水,数千人被疏散。洪水淹没了街道。"),
}  # fmt: skip


@pytest.mark.parametrize("language", PAGES)
@pytest.mark.parametrize("placed", [True, False])
def test_a_page_in_the_language_of_the_event_file_is_kept(language: str, *, placed: bool) -> None:
    keyword, place, sentence = PAGES[language]
    text = f"{sentence} " * 4
    assert detect(text) == language
    event = Event("Event", {keyword: 1.0}, places={place: 1.0} if placed else {})
    places = Finder(event.places).find(text, language)
    page = Page("https://news.example/1", text=text, places=places, language=language)
    score = MEASURES["auto"](build_model(event, [], AUTO.terms), AUTO).score(page)
    assert score.value >= AUTO.threshold


@pytest.mark.parametrize(
    ("keyword", "language", "anchor"),
    [
        ("Überschwemmung", "de", "Überschwemmungen reißen Häuser mit"),
        ("наводнение", "ru", "После наводнения"),
        ("powódź", "pl", "Skutki powodzi na południu"),
        ("povodeň", "cs", "Povodně zasáhly sever"),
        ("فيضان", "ar", "الفيضانات في درنة"),
        ("flood", "", "Floods in the valley"),
    ],
)
def test_keywords_alone_tell_the_language_in_which_links_are_read(
    keyword: str, language: str, anchor: str
) -> None:
    model = build_model(Event("Event", {keyword: 1.0}), [], AUTO.terms)
    assert next(iter(model.vocabulary), "") == language
    links, parent = AutoLinks(model, AUTO), Score(0.3, {}, ())
    about, other = (
        links.score(Link("https://a.example/news/12", anchor=words), parent)
        for words in (anchor, "Sport")
    )
    assert about > other + 0.2
