"""Fingerprints: stable, close after small edits, far apart for texts that are merely similar."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tidings.read.words.fingerprint import LONGEST, fingerprint
from tidings.read.words.resemblance import BANDS, SIZE, bands, resemblance

ARTICLE = """The river Lenne burst its banks near Altfeld early on Tuesday, and 340 people had to leave their homes.
Fire crews from Harwick and Osterburg worked through the night, said their chief, Ana Ferrer, who had slept for two hours.
Water stood 1.7 metres deep in the old market, where the shopkeepers carried what they could to the upper floors.
The mayor, Jonas Maurer, asked the regional government in Brenn for pumps, blankets and 200 beds until Friday.
A bridge on the B 54 was closed after an engineer, Nadia Okafor, found cracks in two of its pillars.
Schools stay shut until Thursday, and trains between Altfeld and Siegen are replaced by buses, said the railway.
It was the worst flood since 1984, when the dam above Harwick had to be opened and nine people died.
The weather service in Brenn expects the rain to end by Wednesday noon, though the ground can take no more of it."""

FACTS = {
    "Lenne": "Orla", "Altfeld": "Marwick", "Tuesday": "Sunday", "340": "85", "Harwick": "Dunmore", "Osterburg": "Kells",
    "Ana Ferrer": "Liam Doyle", "1.7": "0.6", "Jonas Maurer": "Niamh Byrne", "Brenn": "Cork", "200": "50",
    "Friday": "Monday", "B 54": "N 71", "Nadia Okafor": "Sean Walsh", "Thursday": "Wednesday", "Siegen": "Bantry",
    "1984": "2009",
}  # fmt: skip

PINNED = (
    "ccba11f9202b1e963c4deffd74ae8941cd395c7bb5bf2131c646e744cb9f3391"
    "80801f4b3232328249ae929b9b9b444e"
)

SAME_EVENT = """Volunteers in Altfeld began to clear mud from cellars on Wednesday after the Lenne went back into its bed.
Some of the 340 people who had fled slept in a gymnasium in Harwick, where Clara Brandt of the Red Cross cooked soup for them.
"We lost the piano and all our photographs," said Bruno Falk, a baker whose house stands beside the old market.
The mayor, Jonas Maurer, thanked the fire crews and promised that nobody would have to wait long for money from Brenn.
Insurers spoke of damage of 12 million euros, and an engineer said the bridge on the B 54 would be closed for months."""

CHINESE = (
    "周二清晨河水漫过堤岸三百四十人不得不离开家园消防队员整夜工作市长请求地区政府提供水泵毛毯和床位直到周五"
    "一座桥梁在工程师发现两根桥墩有裂缝之后关闭学校停课到周四火车由公共汽车代替这是多年来最严重的洪水"
)
OTHER_CHINESE = (
    "国家队在首都体育场以三比一战胜对手教练赞扬年轻球员的速度和勇气下半场替补前锋连续两次破门观众高唱队歌"
    "主教练表示下一场比赛更加困难队伍将在周末前往海边城市训练并且等待受伤的守门员恢复健康重新回到球场"
)


def test_a_fingerprint_has_a_fixed_size_and_is_the_same_in_every_process() -> None:
    program = "import sys; from tidings.read.words.fingerprint import fingerprint; print(fingerprint(sys.stdin.read()).hex())"
    done = subprocess.run(
        [sys.executable, "-c", program], input=ARTICLE, capture_output=True, text=True, check=True
    )
    assert len(fingerprint(ARTICLE)) == SIZE
    assert bytes.fromhex(done.stdout) == fingerprint(ARTICLE)


def test_collections_written_earlier_can_still_be_compared() -> None:
    assert fingerprint(ARTICLE).hex() == PINNED


def test_the_same_text_resembles_itself_whatever_its_case_and_spaces() -> None:
    mark = fingerprint(ARTICLE)
    assert resemblance(mark, mark) == 1.0
    assert resemblance(mark, fingerprint(ARTICLE.replace(" ", "   "))) == 1.0


def test_edited_words_leave_it_nearly_the_same() -> None:
    edited = ARTICLE.split(" ")
    edited[20] = "roughly"
    del edited[61]
    edited.insert(90, "reportedly")
    edited[120] = "gravely"
    edited[150] = "meanwhile"
    assert resemblance(fingerprint(ARTICLE), fingerprint(" ".join(edited))) > 0.5


@pytest.mark.parametrize("cut", [slice(1, None), slice(None, -1)])
def test_a_cut_sentence_and_other_boilerplate_leave_it_nearly_the_same(cut: slice) -> None:
    lines = ARTICLE.split("\n")[cut]
    copied = "\n".join(["Share this. Sign in to comment.", *lines, "More from our newsroom today."])
    assert resemblance(fingerprint(ARTICLE), fingerprint(copied)) > 0.4


def test_a_moved_sentence_leaves_it_nearly_the_same() -> None:
    first, *rest = ARTICLE.split("\n")
    assert resemblance(fingerprint(ARTICLE), fingerprint("\n".join([*rest, first]))) > 0.7


def test_the_same_sentences_about_other_people_are_another_text() -> None:
    other = ARTICLE
    for fact, instead in FACTS.items():
        other = other.replace(fact, instead)
    assert resemblance(fingerprint(ARTICLE), fingerprint(other)) == 0.0


def test_another_article_on_the_same_event_is_another_text() -> None:
    assert resemblance(fingerprint(ARTICLE), fingerprint(SAME_EVENT)) == 0.0


def test_writing_without_spaces_or_capitals() -> None:
    mark = fingerprint(CHINESE)
    edited = CHINESE.replace("清晨", "凌晨").replace("整夜", "通宵")
    assert resemblance(mark, fingerprint(edited)) > 0.5
    assert resemblance(mark, fingerprint(OTHER_CHINESE)) == 0.0


def test_texts_without_names_differ_by_their_wording() -> None:
    lower, other = ARTICLE.lower(), SAME_EVENT.lower()
    assert resemblance(fingerprint(lower), fingerprint(lower.replace("early on", "late on"))) > 0.7
    assert resemblance(fingerprint(lower), fingerprint(other)) == 0.0


@pytest.mark.parametrize(
    "text", ["", "   \n", "Page not found.", "word " * 29, "1 2 3", "… — !"], ids=repr
)
def test_short_texts_have_no_fingerprint(text: str) -> None:
    assert fingerprint(text) == b""


@pytest.mark.parametrize(
    "text",
    ["word " * 30, "\ud800 lone \udfff surrogates " * 20, "İ ß ﬁ ǅ Ⅷ " * 30, "\x00 a " * 100, "A. " * 60],
    ids=["one word", "surrogates", "odd case", "nul", "initials"],
)  # fmt: skip
def test_odd_texts_have_a_fingerprint(text: str) -> None:
    assert len(fingerprint(text)) == SIZE


def test_a_very_long_text_is_read_up_to_a_limit() -> None:
    long = (f"{ARTICLE}\n" * 1200)[:LONGEST]
    assert len(long) == LONGEST
    assert fingerprint(long + SAME_EVENT) == fingerprint(long)


def test_nothing_resembles_nothing() -> None:
    assert resemblance(b"", b"") == 0.0
    assert resemblance(fingerprint(ARTICLE), b"") == 0.0


def test_bands_differ_from_each_other_and_fit_into_four_bytes() -> None:
    found = bands(bytes(SIZE))
    assert len(set(found)) == BANDS
    assert all(band < 1 << 31 for band in bands(b"\xff" * SIZE))


def test_a_copy_shares_a_band_and_another_text_does_not() -> None:
    mark = set(bands(fingerprint(ARTICLE)))
    assert mark & set(bands(fingerprint(ARTICLE.replace("worst", "gravest"))))
    assert not mark & set(bands(fingerprint(SAME_EVENT)))
