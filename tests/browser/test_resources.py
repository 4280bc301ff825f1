"""What parts of a screen show while they share the answers of the server."""

from __future__ import annotations

from tests.browser.desk import Desk

_A_PART_DRAWN_BEFORE_THE_ANSWER_CAME = """async () => {
  const { html, render } = await import("/static/shell/html.js");
  const { useResource } = await import("/static/shell/api.js");
  const Part = () => html`<p>${useResource("/shared").data?.word ?? "loading"}</p>`;
  const first = document.createElement("div");
  const second = document.createElement("div");
  const asked = window.fetch;
  try {
    const answered = new Promise((answer) => {
      window.fetch = () => new Promise((give) => answer(give));
      render(html`<${Part} />`, first);
    });
    const give = await answered;
    render(html`<${Part} />`, second);
    give(Response.json({ word: "read" }));
    await new Promise((done) => setTimeout(done, 500));
    return [first.textContent, second.textContent];
  } finally {
    window.fetch = asked;
  }
}"""


def test_a_part_drawn_just_before_another_one_gets_the_answer_shows_it_too(desk: Desk) -> None:
    desk.open("/")
    assert desk.page.evaluate(_A_PART_DRAWN_BEFORE_THE_ANSWER_CAME) == ["read", "read"]


_A_PART_THAT_GOES_ON_BEFORE_THE_ANSWER_COMES = """async () => {
  const { html, render } = await import("/static/shell/html.js");
  const { useResource } = await import("/static/shell/api.js");
  const Part = ({ path }) => html`<p>${useResource(path).data?.word ?? "loading"}</p>`;
  const place = document.createElement("div");
  const gives = new Map();
  const asked = window.fetch;
  const moment = () => new Promise((done) => setTimeout(done, 200));
  try {
    window.fetch = (url) => new Promise((give) => gives.set(url, give));
    render(html`<${Part} path="/first" />`, place);
    await moment();
    render(html`<${Part} path="/second" />`, place);
    gives.get("/api/v1/first")(Response.json({ word: "first" }));
    await moment();
    const before = place.textContent;
    gives.get("/api/v1/second")(Response.json({ word: "second" }));
    await moment();
    return [before, place.textContent];
  } finally {
    window.fetch = asked;
  }
}"""


def test_the_answer_to_an_earlier_address_is_not_shown_as_that_of_the_next(desk: Desk) -> None:
    desk.open("/")
    assert desk.page.evaluate(_A_PART_THAT_GOES_ON_BEFORE_THE_ANSWER_COMES) == ["loading", "second"]


_A_CHANGE_WHILE_THE_ANSWER_IS_UNDER_WAY = """async () => {
  const { html, render } = await import("/static/shell/html.js");
  const { refresh, useResource } = await import("/static/shell/api.js");
  const Part = () => html`<p>${useResource("/changing").data?.word ?? "loading"}</p>`;
  const place = document.createElement("div");
  const gives = [];
  const asked = window.fetch;
  const moment = () => new Promise((done) => setTimeout(done, 200));
  try {
    window.fetch = () => new Promise((give) => gives.push(give));
    render(html`<${Part} />`, place);
    await moment();
    refresh("/changing");
    gives[0](Response.json({ word: "before" }));
    await moment();
    gives[1]?.(Response.json({ word: "after" }));
    await moment();
    return [gives.length, place.textContent];
  } finally {
    window.fetch = asked;
  }
}"""


def test_a_change_while_an_answer_is_under_way_is_shown(desk: Desk) -> None:
    desk.open("/")
    assert desk.page.evaluate(_A_CHANGE_WHILE_THE_ANSWER_IS_UNDER_WAY) == [2, "after"]
