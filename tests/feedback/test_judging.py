"""Judgements make revisions; pages change sides and waiting links move, nothing archived is lost, and there is a way back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime

import pytest

from tidings.errors import CollectionError, TidingsError
from tidings.feedback.judging import Feedback, JudgementInput, qualities
from tidings.feedback.rescoring import PACE, Pace, Rescoring, following
from tidings.feedback.revisions import model_of
from tidings.frontier.embedded import Frontier
from tidings.frontier.order.learned import LearnedOrder
from tidings.frontier.rank.bandit import Bandit
from tidings.frontier.rank.importance import Record
from tidings.frontier.scope import ScopeRules
from tidings.learn.link_model import LinkModel
from tidings.learn.page_model import PageModel
from tidings.learn.page_words import terms_of
from tidings.model import (
    Candidate,
    Event,
    Link,
    Outcome,
    Page,
    Phase,
    Pointer,
    Reason,
    Score,
    Stop,
    Verdict,
    Visit,
)
from tidings.settings import OrderSettings, Scope, Settings
from tidings.store.entries import Entry
from tidings.store.sqlite.database import Database
from tidings.store.sqlite.judgements import SqliteJudgements
from tidings.store.sqlite.ledger import SqliteLedger
from tidings.store.sqlite.links import SqliteLinks
from tidings.store.sqlite.reader import SqliteReader
from tidings.store.sqlite.store import SqliteStore
from tidings.store.sqlite.visits import SqliteVisits
from tidings.urls import url_id

NOW = datetime(2024, 5, 1, tzinfo=UTC)
FLOOD = "The river flooded the town and the water rose in the night near {}"
SPORT = "The match was won by the team of the season at home in {}"
TOWNS = ("Ghent", "Huy", "Namur", "Liege", "Mons", "Dinant")
SETTINGS = Settings(Event("flood"), ("http://a.example/",))


class World:
    """A small collection in memory: floods and matches that the measure cannot tell apart."""

    def __init__(self, settings: Settings = SETTINGS) -> None:
        self.settings = settings
        self.database = Database(None)
        self.frontier = Frontier(SqliteLinks(self.database), ScopeRules(Scope(), 0.0, 10))
        self.store = SqliteJudgements(None)
        for number, town in enumerate(TOWNS):
            self.add(f"http://a.example/flood-{number}", FLOOD.format(town), 0.45)
            self.add(f"http://b.example/match-{number}", SPORT.format(town), 0.45)
            self.add(f"http://c.example/flood-{number}", FLOOD.format(town), 0.35)
        self.database.commit()

    def add(self, url: str, text: str, score: float) -> None:
        """Write a page down as a crawl does; kept ones lie in the archive, and each page has a link that waits."""
        waiting = self.frontier.admit(Candidate(url_id(url), 0.5, Link(url)), 0.0)
        assert waiting
        kept = score >= 0.4
        verdict = Verdict(Outcome.KEPT if kept else Outcome.REJECTED, Reason.SCORE, f"{score:.3f}")
        terms = terms_of(Page(url, text[:20], text, language="en"))
        judged = Visit(
            url,
            NOW,
            200,
            verdict,
            score=Score(score, {"topic": score}),
            base=score,
            cells=terms,
            title=text[:20],
        )
        pointer = Pointer("a.warc.gz", 5, 9) if kept else None
        SqliteVisits(self.database).save(waiting.seq, judged, pointer)
        self.frontier.finish(waiting, verdict)
        below = Link(f"{url}/below", url)
        self.frontier.add([Candidate(url_id(below.url), score / 2, below)], 0.0)

    def feedback(self) -> Feedback:
        return Feedback(self.settings, SqliteReader(self.database), self.store)

    def rescoring(self, pace: Pace = PACE) -> Rescoring:
        return Rescoring(SqliteStore(self.database), self.frontier, self.settings, pace)

    def apply(self, rescoring: Rescoring | None = None) -> Rescoring:
        rescoring = rescoring or self.rescoring()
        rescoring.begin(model_of(self.store, self.store.newest()))
        while rescoring.step(10.0):
            pass
        self.database.commit()
        return rescoring

    def judge(self, **judgements: bool) -> Rescoring:
        """Judge pages by their short names, such as ``a_flood_1``."""
        self.feedback().judge(
            [JudgementInput(_url(name), relevant) for name, relevant in judgements.items()], NOW
        )
        return self.apply()

    def entry(self, name: str) -> Entry:
        entry = SqliteLedger(self.database).entry(_url(name))
        assert entry
        return entry

    def outcomes(self) -> Mapping[str, str]:
        return {entry.url: entry.outcome for entry in SqliteLedger(self.database).entries()}

    def scores(self) -> Mapping[str, tuple[float, float]]:
        return {
            entry.url: (
                round(entry.priority, 9),
                round(entry.score.value, 9) if entry.score else 0.0,
            )
            for entry in SqliteLedger(self.database).entries()
        }


def _url(name: str) -> str:
    host, _, path = name.partition("_")
    return f"http://{host}.example/{path.replace('__', '/').replace('_', '-')}"


@pytest.fixture
def world() -> World:
    return World()


def test_a_judgement_turns_pages_that_say_the_same(world: World) -> None:
    changes = world.judge(a_flood_0=True, b_match_0=False).changes
    assert changes.pages == 18
    assert world.entry("a_flood_3").outcome == "kept"
    assert world.entry("b_match_3").outcome == "rejected"
    assert changes.rejected == 6
    assert changes.kept == changes.reopened == 6


def test_what_was_archived_stays_archived_and_comes_back_without_a_fetch(world: World) -> None:
    world.judge(a_flood_0=True, b_match_0=False)
    assert world.entry("b_match_3").file == "a.warc.gz"
    world.feedback().revert(0, NOW)
    changes = world.apply().changes
    assert world.entry("b_match_3").outcome == "kept"
    assert changes.kept == 6
    assert changes.reopened == 0


def test_a_page_that_was_not_archived_waits_to_be_fetched_again(world: World) -> None:
    before = world.frontier.waiting
    world.judge(a_flood_0=True, b_match_0=False)
    entry = world.entry("c_flood_2")
    assert entry.outcome == "waiting"
    assert entry.code is Reason.AGAIN
    assert world.frontier.waiting == before + 6 == SqliteLinks(world.database).waiting()


def test_going_back_ends_the_wait_of_pages_to_be_fetched_again(world: World) -> None:
    before, waiting = world.outcomes(), world.frontier.waiting
    world.judge(a_flood_0=True, b_match_0=False)
    assert world.outcomes() != before
    world.feedback().revert(0, NOW)
    world.apply()
    assert world.outcomes() == before
    assert world.frontier.waiting == waiting == SqliteLinks(world.database).waiting()


def test_a_kept_page_that_is_due_again_goes_on_waiting_whatever_is_judged(world: World) -> None:
    links = SqliteLinks(world.database)
    url = "http://b.example/match-1"
    seq = links.find(url_id(url)).seq
    links.schedule(seq, 1.0)
    world.frontier.revive(2.0)
    good = world.frontier.host(url).good
    world.judge(b_match_1=False, b_match_2=False, a_flood_1=True)
    status = links.find(url_id(url))
    assert (status.phase, world.frontier.waiting) == (Phase.WAITING, links.waiting())
    assert world.frontier.host(url).good < good
    outcome = world.database.connection.execute(
        "SELECT outcome FROM visit WHERE seq = ?", (status.visit,)
    )
    assert outcome.fetchone() == ("rejected",)
    world.frontier.close(
        world.frontier.host(url), Verdict(Outcome.FAILED, Reason.HOST_GAVE_UP, "connect")
    )
    assert links.find(url_id(url)).outcome == "rejected"
    world.judge(b_match_1=True)
    assert links.find(url_id(url)).outcome == "kept"


def test_links_follow_the_pages_they_were_found_on_there_and_back(world: World) -> None:
    before = world.scores()
    world.judge(a_flood_0=True, b_match_0=False)
    assert world.entry("a_flood_3__below").priority > before["http://a.example/flood-3/below"][0]
    assert world.entry("b_match_3__below").priority < before["http://b.example/match-3/below"][0]
    world.feedback().revert(0, NOW)
    world.apply()
    below = {url: scores for url, scores in world.scores().items() if url.endswith("/below")}
    assert below == {url: scores for url, scores in before.items() if url in below}


def test_weak_links_come_back_as_weak_as_they_were(world: World) -> None:
    for name, score in (("weak", 0.05), ("strong", 0.95)):
        link = Link(f"http://a.example/{name}", _url("a_flood_0"))
        world.frontier.add([Candidate(url_id(link.url), score, link)], 0.0)
    world.judge(a_flood_0=False)
    assert world.entry("a_weak").priority == 0.0
    world.judge(a_flood_0=True)
    assert world.entry("a_strong").priority == 1.0
    taken = world.frontier.pop(1.0)
    assert taken
    assert taken.candidate.score == 1.0
    world.frontier.put_back(taken, Reason.OTHER, "", counts=False)
    world.frontier.release(taken, 0.0, 0.0)
    world.feedback().revert(0, NOW)
    world.apply()
    assert world.entry("a_weak").priority == pytest.approx(0.05)
    assert world.entry("a_strong").priority == pytest.approx(0.95)


def test_a_page_that_is_gone_when_it_is_fetched_again_does_no_harm(world: World) -> None:
    world.judge(a_flood_0=True, b_match_0=False)
    again = next(
        taken
        for taken in iter(lambda: world.frontier.pop(1.0), None)
        if taken.candidate.link.url.startswith("http://c.example/flood-")
    )
    gone = Verdict(Outcome.MISSING, Reason.HTTP, "404")
    SqliteVisits(world.database).save(
        again.seq, Visit(again.candidate.link.url, NOW, 404, gone), None
    )
    world.frontier.finish(again, gone)
    world.judge(a_flood_1=True)
    assert world.outcomes()[again.candidate.link.url] == "missing"
    assert world.rescoring().revision == 2


def test_pages_of_a_closed_host_stay_rejected_and_can_be_judged_again(world: World) -> None:
    before = world.outcomes()
    full = Verdict(Outcome.REFUSED, Reason.PAGES_PER_SITE, "6 fetched")
    world.frontier.close(world.frontier.hosts.by_name["c.example"], full)
    world.judge(a_flood_0=True, b_match_0=False)
    entry = world.entry("c_flood_2")
    assert entry.outcome == "rejected"
    assert entry.reason.endswith("not fetched again, pages per site: 6 fetched")
    world.feedback().revert(0, NOW)
    world.apply()
    refused = {f"http://c.example/flood-{n}/below": "refused" for n in range(6)}
    assert world.outcomes() == {**before, **refused}
    assert "not fetched again" not in world.entry("c_flood_2").reason


class Taught:
    """A crawl with its workers and revisions, which only note the models they get."""

    def __init__(self, world: World) -> None:
        self._store = world.store
        self.adopted: list[int] = []
        self.stopped: Stop | None = None
        self.is_closed = False

    def newest(self, judged_by: int) -> PageModel | None:
        number = self._store.newest()
        return None if number == judged_by else model_of(self._store, number)

    def adopt(self, learned: PageModel) -> None:
        self.adopted.append(learned.revision)

    def judge_by(self, revision: int) -> None: ...

    def recount(self) -> None: ...

    def stop(self, reason: Stop) -> None:
        self.stopped = reason

    def close(self) -> None:
        self.is_closed = True


def test_a_crawl_that_ends_meanwhile_leaves_nothing_half_judged(world: World) -> None:
    world.feedback().judge(
        [JudgementInput(_url("a_flood_0"), True), JudgementInput(_url("b_match_0"), False)], NOW
    )
    taught, rescoring = Taught(world), world.rescoring(Pace(batch=5, step_seconds=0.0001))

    async def end_soon() -> None:
        async with following(taught, rescoring, taught, taught, None):  # type: ignore[arg-type]
            await asyncio.sleep(0.01)

    asyncio.run(end_soon())
    assert world.rescoring().revision == 1
    assert taught.adopted == [1]
    assert taught.is_closed
    assert {world.entry(f"b_match_{n}").outcome for n in range(6)} == {"rejected"}


class Damaged:
    """A crawl whose judgements cannot be read."""

    revision = 0

    def __init__(self) -> None:
        self.stopped, self.reason, self.closed = asyncio.Event(), "", False

    def newest(self, judged_by: int) -> None:
        raise CollectionError("judgements.db: not a usable file of judgements")

    def stop(self, reason: str) -> None:
        self.reason = reason
        self.stopped.set()

    def close(self) -> None:
        self.closed = True

    def judge_by(self, revision: int) -> None: ...

    def recount(self) -> None: ...

    async def run(self) -> None:
        async with following(self, self, self, self, None):  # type: ignore[arg-type]
            await self.stopped.wait()


async def test_judgements_that_cannot_be_applied_end_a_crawl_in_good_order() -> None:
    damaged = Damaged()
    with pytest.raises(CollectionError, match="not a usable file"):
        await damaged.run()
    assert damaged.reason == "judgements could not be applied"
    assert damaged.closed


def test_the_best_host_comes_first_after_links_have_moved(world: World) -> None:
    world.judge(a_flood_0=False, b_match_0=True)
    waiting = world.frontier.pop(1.0)
    assert waiting
    assert waiting.candidate.link.url.startswith("http://b.example/match-")


def test_hosts_are_credited_again(world: World) -> None:
    world.judge(a_flood_0=True, b_match_0=False)
    assert (
        world.frontier.hosts.by_name["b.example"].good,
        world.frontier.hosts.by_name["b.example"].bad,
    ) == (0, 6)
    rows = SqliteLedger(world.database).hosts(limit=3)
    assert {row.host: (row.good, row.bad) for row in rows}["b.example"] == (0, 6)


def test_an_interrupted_rescoring_goes_on_where_it_was(world: World) -> None:
    other = World()
    other.judge(a_flood_0=True, b_match_0=False)
    world.feedback().judge(
        [JudgementInput(_url("a_flood_0"), True), JudgementInput(_url("b_match_0"), False)], NOW
    )
    rescoring = world.rescoring(Pace(batch=3))
    rescoring.begin(model_of(world.store, 1))
    rescoring._advance(model_of(world.store, 1))
    assert world.rescoring().revision == 0
    world.apply(world.rescoring(Pace(batch=3)))
    assert world.rescoring().revision == 1
    assert world.scores() == other.scores()
    assert world.outcomes() == other.outcomes()


def test_a_page_that_comes_in_meanwhile_by_the_revision_before_is_judged_again_too(
    world: World,
) -> None:
    world.feedback().judge(
        [JudgementInput(_url("a_flood_0"), True), JudgementInput(_url("b_match_0"), False)], NOW
    )
    model = model_of(world.store, 1)
    rescoring = world.rescoring(Pace(batch=30))
    rescoring.begin(model)
    rescoring._advance(model)
    world.database.write("UPDATE visit SET revision = 0 WHERE seq = 2")
    while rescoring.step(10.0):
        pass
    assert not world.database.connection.execute(
        "SELECT count(*) FROM visit WHERE revision <> 1"
    ).fetchone()[0]


def test_what_was_said_holds_whatever_the_words_say(world: World) -> None:
    world.judge(a_flood_0=True, a_flood_1=True, b_match_0=False, a_flood_2=False)
    assert world.entry("a_flood_2").outcome == "rejected"
    score = world.entry("a_flood_2").score
    assert score
    assert score.value == 0.0
    assert any(reason.what == "judged not" for reason in score.evidence)


def test_saying_something_else_later_counts(world: World) -> None:
    world.judge(a_flood_0=False)
    world.judge(a_flood_0=True)
    assert world.entry("a_flood_0").outcome == "kept"
    assert len(world.feedback().judgements()) == 2


def test_a_type_is_written_down_with_the_page(world: World) -> None:
    world.feedback().judge([JudgementInput(_url("a_flood_0"), True, "flood/rain")], NOW)
    world.apply()
    kind = world.entry("a_flood_0").type
    assert kind
    assert kind.name == "flood/rain"


def test_undo_takes_back_the_last_judgement_and_revert_any_number(world: World) -> None:
    feedback = world.feedback()
    world.judge(a_flood_0=True)
    world.judge(b_match_0=False)
    feedback.undo(NOW)
    assert [one.url for one in feedback.judgements()] == [_url("a_flood_0")]
    feedback.revert(2, NOW)
    assert len(feedback.judgements()) == 2
    assert [one.number for one in feedback.revisions()] == [1, 2, 3, 4]
    assert model_of(world.store, 4).to_bytes() == model_of(world.store, 2).to_bytes()
    with pytest.raises(CollectionError, match="no version 9"):
        feedback.revert(9, NOW)


def test_revisions_can_be_compared(world: World) -> None:
    world.judge(a_flood_0=True, b_match_0=False)
    changed = world.feedback().compare(0, 1)
    assert sum(page.kept for page in changed) == 6
    assert sum(not page.kept for page in changed) == 6
    assert world.feedback().revisions()[0].figures == {
        "kept": 6,
        "rejected": 6,
        "verdicts": 2,
        "foreseen": 1,
    }
    assert not world.feedback().compare(1, 1)


def test_pages_that_were_never_read_cannot_be_judged(world: World) -> None:
    for url in ("http://a.example/nowhere", "http://a.example/flood-0/below"):
        with pytest.raises(TidingsError, match="cannot be judged"):
            world.feedback().judge([JudgementInput(url, True)], NOW)
    assert world.store.newest() == 0
    assert not world.store.judgements()
    with pytest.raises(TidingsError, match="no judgement to take back"):
        world.feedback().undo(NOW)


def test_pages_are_offered_that_were_not_judged(world: World) -> None:
    pages = world.feedback().ask(3)
    assert len(set(pages)) == 3
    ledger = SqliteLedger(world.database)
    offered = [entry.url for page in pages if (entry := ledger.of_visit(page))]
    inputs = [JudgementInput(url, "flood" in url) for url in offered]
    world.feedback().judge(inputs, NOW)
    assert not set(world.feedback().ask(18)) & set(pages)
    assert len(world.feedback().ask(18)) == 15


@pytest.mark.parametrize(
    ("policy", "moves"), [("breadth-first", False), ("FS-1", False), ("PS", True)]
)
def test_links_move_as_far_as_the_policy_lets_pages_pass_their_score_on(
    policy: str, moves: bool
) -> None:
    world = World(Settings(Event("flood"), ("http://a/",), order=OrderSettings(policy=policy)))
    changes = world.judge(a_flood_0=True, b_match_0=False).changes
    assert bool(changes.links) is moves


@pytest.mark.parametrize(
    "act", [lambda feedback: feedback.ask(5), lambda feedback: feedback.judgements()]
)
def test_an_empty_collection_is_no_error(act: Callable[[Feedback], list[object]]) -> None:
    assert act(Feedback(SETTINGS, SqliteReader(Database(None)), SqliteJudgements(None))) == []


def _found(world: World, order: LearnedOrder, page: str, score: float) -> str:
    """Let a link be found on a page as a crawl would, and return its address."""
    below = "http://fresh.example/below"
    link = Candidate(url_id(below), score, Link(below, page, "something", depth=1))
    verdict = Verdict(Outcome.REJECTED, Reason.SCORE)
    judged = Visit(page, NOW, 200, verdict, score=Score(0.35), links=(link,))
    world.frontier.add(order.children(Link(page), judged), 0.0)
    return below


def _priority(world: World, url: str) -> float:
    entry = SqliteLedger(world.database).entry(url)
    assert entry
    return entry.priority


def test_a_link_that_a_judgement_lifted_stays_lifted_when_its_turn_comes(world: World) -> None:
    order = LearnedOrder(LinkModel())
    url = _found(world, order, _url("c_flood_1"), 0.3)
    world.judge(c_flood_1=True)
    lifted = _priority(world, url)
    assert lifted == pytest.approx(0.3 + 0.65 / 2)
    waiting = world.frontier.pop(1e6)
    while waiting and waiting.candidate.link.url != url:
        waiting = world.frontier.pop(1e6)
    assert waiting
    assert order.again(waiting.candidate) == waiting.candidate.score
    world.frontier.postpone(waiting, waiting.candidate.score - 0.1)
    world.feedback().undo(NOW)
    world.apply()
    assert _priority(world, url) == pytest.approx(0.2), "what it lost by itself stays lost"


def test_a_link_that_a_judgement_sank_rises_when_found_in_a_better_place(world: World) -> None:
    order = LearnedOrder(LinkModel())
    url = _found(world, order, _url("a_flood_1"), 0.6)
    world.judge(a_flood_1=False)
    assert _priority(world, url) < 0.5
    order.forget()
    _found(world, order, _url("a_flood_2"), 0.6)
    assert _priority(world, url) == pytest.approx(0.6)


def test_the_bandit_of_a_running_crawl_learns_what_was_judged_again(world: World) -> None:
    world.frontier.hosts.rank_by(Bandit(SqliteLedger(world.database).tried()))
    world.judge(a_flood_0=True, a_flood_1=True, b_match_0=False, b_match_1=False)
    before, after = world.frontier.hosts.ranking, Bandit(SqliteLedger(world.database).tried())
    priors = {"b.example": Record(1, 1)}
    world.frontier.hosts.restore(priors)
    world.frontier.hosts.rank_by(after)
    assert isinstance(before, Bandit)
    assert after.estimate("b.example", "link") < before.estimate("b.example", "link") - 0.3
    assert after.priors == priors


def test_the_type_that_was_told_comes_back_with_the_judgement_taken_back(world: World) -> None:
    world.database.write("UPDATE visit SET type = 'wildfire', type_probability = 0.8 WHERE seq = 1")
    for _ in range(2):
        world.feedback().judge([JudgementInput(_url("a_flood_0"), True, "flood/rain")], NOW)
        world.apply()
        assert world.entry("a_flood_0").type == ("flood/rain", 1.0)
    world.feedback().revert(0, NOW)
    world.apply()
    assert world.entry("a_flood_0").type == ("wildfire", 0.8)
    world.feedback().judge([JudgementInput(_url("b_match_0"), True, "storm")], NOW)
    world.apply()
    world.feedback().undo(NOW)
    world.apply()
    assert world.entry("b_match_0").type is None


def test_a_further_snapshot_of_a_page_is_not_fetched_in_the_place_of_the_first(
    world: World,
) -> None:
    world.database.write("UPDATE link SET visit = 999 WHERE url = ?", (_url("c_flood_1"),))
    world.judge(a_flood_0=True, b_match_0=False)
    row = world.database.connection.execute(
        "SELECT phase, visit.outcome, visit.detail FROM visit JOIN link ON link.seq = visit.link WHERE url = ?",
        (_url("c_flood_1"),),
    )
    phase, outcome, detail = row.fetchone()
    assert (phase, outcome) == (2, "rejected")
    assert detail.endswith("not fetched again, a further snapshot of its URL")


def test_a_page_that_comes_in_late_during_the_last_look_is_judged_too(
    world: World,
) -> None:
    world.feedback().judge([JudgementInput(_url("a_flood_0"), True)], NOW)
    rescoring = world.rescoring(Pace(window=5))
    rescoring.begin(model_of(world.store, 1))
    looks = 0
    while rescoring.step(0.0) or rescoring._model:
        rescoring._advance(rescoring._model)
        looks += rescoring._after == 0 and not rescoring._any_due
        if looks == 1 and rescoring._after > 10:
            world.database.write("UPDATE visit SET revision = 0 WHERE seq = 1")
            looks += 1
    assert looks > 1
    assert not world.database.connection.execute(
        "SELECT 1 FROM visit WHERE revision <> 1"
    ).fetchall()


def test_revisions_count_the_pages_that_change_sides_and_no_copies(world: World) -> None:
    world.database.write(
        "UPDATE link SET outcome = 'duplicate', reason = 'nearly the same text as', detail = 'x' WHERE url = ?",
        (_url("b_match_4"),),
    )
    changes = world.judge(a_flood_0=True, b_match_0=False).changes
    (revision,) = world.feedback().revisions()
    figures = {"kept": changes.kept, "rejected": changes.rejected, "verdicts": 2, "foreseen": 1}
    assert revision.figures == figures
    assert changes.rejected == 5
    changed = world.feedback().compare(0, 1)
    assert len(changed) == changes.kept + changes.rejected


def test_rejected_pages_near_the_line_are_asked_about_too(world: World) -> None:
    near, far = "http://d.example/quake", "http://d.example/cake"
    world.add(near, "An earthquake shook the old harbour and broke its lighthouse", 0.38)
    world.add(far, "A recipe for apple cake with cinnamon, sugar and butter", 0.01)
    world.database.commit()
    feedback = world.feedback()
    asked = [entry.url for visit in feedback.ask(4) if (entry := feedback.entry(visit))]
    assert asked.index(near) < asked.index(far)


def test_the_quality_is_the_share_of_verdicts_that_were_foreseen(world: World) -> None:
    world.judge(a_flood_0=True, b_match_0=False)
    world.judge(b_match_1=False)
    world.judge(b_match_2=False)
    world.feedback().undo(NOW)
    revisions = world.feedback().revisions()
    assert [each.figures.get("foreseen") for each in revisions] == [1, 1, 1, None]
    assert qualities(revisions) == [1 / 2, 2 / 3, 3 / 4, 3 / 4]
    assert qualities([]) == []


def test_the_quality_of_long_ago_does_not_count(world: World) -> None:
    world.judge(**{f"b_match_{n}": True for n in range(6)})
    for _ in range(4):
        world.judge(**{f"a_flood_{n}": True for n in range(6)})
    found = qualities(world.feedback().revisions())
    assert found[0] == 1.0
    assert found[-1] == 1.0
