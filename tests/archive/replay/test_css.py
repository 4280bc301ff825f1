"""Every URL of a style sheet leads into the archive, however it is spelled; all else stays."""

from __future__ import annotations

import pytest

from tests.growth import LINEAR, growth
from tidings.archive.replay.css import rewritten
from tidings.archive.replay.names import Names

NAMES = Names("/t/c", "20260101000000")
BASE = "http://news.example/css/site.css"
FONT = "/t/c/20260101000000oe_/http://news.example/css/a.png"
SHEET = "/t/c/20260101000000cs_/http://news.example/css/b.css"


def styled(css: str) -> str:
    return rewritten(css, NAMES, BASE)


@pytest.mark.parametrize(
    "css",
    [
        "url(a.png)", "url('a.png')", 'url( "a.png" )', "URL(a.png)", r"u\72l(a.png)", r"\75 rl(a.png)",
        r"url(\61.png)", "url(/css/a.png)", "url(//news.example/css/a.png)", "url(http://news.example/css/a.png)",
        "url(HTTP://NEWS.example/css/a.png)", "url(\na.png\n)", "url('a.pn\\\ng')",
    ],
)  # fmt: skip
def test_an_address_leads_into_the_archive_however_it_is_spelled(css: str) -> None:
    assert styled(css) == f'url("{FONT}")'


@pytest.mark.parametrize(
    ("css", "expected"),
    [
        ('@import "b.css";', f'@import "{SHEET}";'),
        ("@import url(b.css) screen;", f'@import url("{SHEET}") screen;'),
        ("@import/**/'b.css' layer(x)", f'@import "{SHEET}" layer(x)'),
        (r"@\69mport 'b.css'", rf'@\69mport "{SHEET}"'),
        ('image-set("a.png" 1x, "a.png" type("image/png"))', f'image-set("{FONT}" 1x, "{FONT}" type("image/png"))'),
        ("-webkit-image-set(url(a.png) 1x)", f'-webkit-image-set(url("{FONT}") 1x)'),
        ("src('a.png')", f'src("{FONT}")'),
    ],
)  # fmt: skip
def test_imports_and_image_sets_lead_into_the_archive(css: str, expected: str) -> None:
    assert styled(css).replace("  ", " ") in (expected, expected.replace("import", "import ", 1))


@pytest.mark.parametrize(
    "css",
    [
        "a{color:red}", 'a::before{content:"url(x) \\201C"}', "@media(max-width:3em){b{width:calc(1px + (2em*3))}}",
        "a{background:url(#gradient)}".replace("url(#gradient)", 'url("#gradient")'), "\u4e00{x:y}", "a{x:'it\\'s'}",
    ],
)  # fmt: skip
def test_all_else_stays(css: str) -> None:
    assert styled(css) == css


@pytest.mark.parametrize(
    "css",
    [
        "url(javascript:alert(1))", "url(data:text/html,x)", "url(blob:x)", "url(ftp://evil.example/x)", "url(a b)",
        "url('javascript:alert(1)')", "url(", "url(file:///etc/passwd)", "url(mailto:a@b)",
    ],
)  # fmt: skip
def test_what_is_not_of_the_web_becomes_nothing(css: str) -> None:
    assert "url(" in styled(css)
    assert "data:," in styled(css)
    assert not any(
        word in styled(css) for word in ("javascript", "text/html", "blob", "ftp", "file", "mailto")
    )


def test_pictures_inside_the_sheet_stay() -> None:
    assert styled("url(data:image/png;base64,AAAA)") == 'url("data:image/png;base64,AAAA")'


def test_expressions_are_no_longer_called() -> None:
    assert "expression" not in styled("a{width:expression(alert(1));x:exp\\72 ession(1)}")


def test_a_quote_cannot_end_the_address_early() -> None:
    assert styled(r"""url("a\22) ; } b{x:url(http://evil.example/) } ")""").count('"') == 2
    assert "\n" not in styled("url('a\\a b')")


@pytest.mark.parametrize(
    "piece", ["url(", "/*", '"', "\\", "@import ", "((", "image-set(", "url('", "a\\"]
)
def test_the_work_grows_with_the_length_alone(piece: str) -> None:
    assert growth(lambda size: piece * size, styled, 4_000) < LINEAR
