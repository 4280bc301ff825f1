"""Virtual time stands still while work is under way."""

from __future__ import annotations

import asyncio
import time

from tidings.lab.bench.clock import VirtualClock


def test_an_hour_of_waiting_passes_at_once() -> None:
    clock = VirtualClock()
    clock.run(asyncio.sleep(3600.0))
    assert clock.seconds == 3600.0


def test_time_stands_still_while_a_thread_works() -> None:
    clock = VirtualClock()

    async def work() -> float:
        waiting = asyncio.create_task(asyncio.sleep(3600.0))
        await asyncio.to_thread(time.sleep, 0.05)
        before = clock.seconds
        await waiting
        return before

    assert clock.run(work()) == 0.0
    assert clock.seconds == 3600.0
