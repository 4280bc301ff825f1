"""A whole job done by a client that was generated from the OpenAPI document; it runs where that client can.

``python whole_job.py URL EVENT_FILE`` prints what it saw as JSON; the generated package is called ``generated``.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any


def main(url: str, event_file: Path) -> dict[str, Any]:
    """Create, start, watch, add a seed, search, judge, take back, export."""
    from generated import Client
    from generated.api.collections import list_collections, show_status
    from generated.api.crawl import add_seeds, change_budget, make_collection, order_crawl
    from generated.api.events import listen
    from generated.api.exports import export_pages
    from generated.api.judgements import judge_pages, list_judgements, suggest_pages
    from generated.api.pages import show_page
    from generated.api.search import search
    from generated.models import (
        Additions,
        BudgetChange,
        CrawlOrder,
        CrawlOrderAction,
        JudgeRequest,
        JudgeRequestVerdict,
        NewCollection,
    )

    client = Client(base_url=url, timeout=60.0, raise_on_unexpected_status=True)
    seen: dict[str, Any] = {}
    card = make_collection.sync(
        client=client, body=NewCollection(event_file=event_file.read_text())
    )
    name = seen["name"] = card.name
    seen["listed"] = [each.name for each in list_collections.sync(client=client).items]
    path = listen._get_kwargs(collection=name)["url"]
    with client.get_httpx_client().stream("GET", path, timeout=60.0) as stream:
        events = _events(stream.iter_lines())
        start = CrawlOrder(action=CrawlOrderAction.START)
        order_crawl.sync(client=client, collection=name, body=start)
        seen["pages"] = _until_kept(events, 3)
        more = Additions(values=["http://added.example/"])
        seen["added"] = add_seeds.sync(client=client, collection=name, body=more).to_dict()
        _until_known(client, name, more.values[0])
        so_far = show_status.sync(client=client, collection=name).counts.pages
        budget = BudgetChange(pages=so_far + 40)
        seen["budget"] = change_budget.sync(client=client, collection=name, body=budget).pages
        seen["ending"] = _until_ended(events)
    seen["status"] = show_status.sync(client=client, collection=name).to_dict()
    found = search.sync(client=client, collection=name, q="", facet=["host"], limit=5)
    seen["hits"] = [hit.to_dict() for hit in found.items]
    seen["facets"] = found.facets.to_dict()
    seen["page"] = show_page.sync(client=client, collection=name, page=found.items[0].id).to_dict()
    suggested = suggest_pages.sync(client=client, collection=name, limit=2).items
    verdict = JudgeRequest(pages=[suggested[0].page], verdict=JudgeRequestVerdict.NOT)
    seen["changes"] = judge_pages.sync(client=client, collection=name, body=verdict).to_dict()
    judged = list_judgements.sync(client=client, collection=name)
    seen["judgements"] = [each.to_dict() for each in judged.items]
    seen["table"] = export_pages.sync(client=client, collection=name)
    return seen


def _events(lines: Any) -> Any:
    name = ""
    for line in lines:
        if line.startswith("event: "):
            name = line[7:]
        elif line.startswith("data: "):
            yield name, json.loads(line[6:])


def _until_known(client: Any, collection: str, url: str) -> None:
    """Wait until the running crawl has taken up a URL."""
    from generated.api.pages import show_why

    for _ in range(600):
        answer = show_why.sync_detailed(client=client, collection=collection, url_query=url)
        if answer.status_code == 200:
            return
        time.sleep(0.1)


def _until_kept(events: Any, most: int) -> list[str]:
    kept = []
    for name, data in events:
        if name == "page" and data["outcome"] == "kept":
            kept.append(data["url"])
            if len(kept) == most:
                break
    return kept


def _until_ended(events: Any) -> str:
    for name, data in events:
        state = data["state"]["state"] if name == "status" else ""
        if state in ("finished", "out of budget", "starved") and not data["state"]["running"]:
            return str(state)
    return ""


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1], Path(sys.argv[2]))))  # noqa: T201
