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
