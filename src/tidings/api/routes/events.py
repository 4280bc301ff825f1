"""The route of live events."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Header, Query, Request
from fastapi.responses import StreamingResponse
from starlette.exceptions import HTTPException

from tidings.api.given import Folder, OpenReaders
from tidings.api.live.events import Listener, Seats, position_of
from tidings.api.models.basic import media

router = APIRouter(prefix="/collections/{collection}", tags=["events"])

KIND = "text/event-stream"


@router.get("/events", response_class=StreamingResponse, responses=media(KIND))
async def listen(
    request: Request,
    folder: Folder,
    readers: OpenReaders,
    last_event_id: Annotated[str, Header()] = "",
    after: Annotated[str, Query(description="The same as Last-Event-ID.")] = "",
) -> StreamingResponse:
    """Listen to a collection: events ``status``, ``page``, ``judgement`` and ``log``, from now or after an id.

    Without an id, the state and the newest revision of the judgements are sent first.
    """
    seats: Seats = request.app.state.seats
    if seats.are_full():
        raise HTTPException(503, "too many listeners; try again later", {"Retry-After": "10"})
    listener = Listener(folder, readers, position_of(last_event_id or after))
    headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
    return StreamingResponse(listener.seated(seats), headers=headers, media_type=KIND)
