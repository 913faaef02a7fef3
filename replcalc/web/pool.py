"""Workers with limits behind a queue: a request waits its turn, ends in time, or is told why not.

There are two lanes. A question first has QUICK seconds; one that needs more is ended, and begins again at the back of
the other lane, where it has all the time that the limits give. So a quick question waits for quick ones, and for a
moment of every slow one, however many of them there are.

Every worker is a process that answers one question at a time under a limit of time and memory; one that must be ended,
or ends by itself, is replaced. New workers are forked from a clean process that has imported everything already.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import Any

from replcalc.numbers.workers import Worker

#: Answers that are kept, and questions after which a worker is replaced so that nothing can pile up in it.
KEPT, TIRED = 256, 500
#: Seconds of a first attempt, and those that questions under way have left when the pool closes.
QUICK, LEFT = 2.0, 1.0


@dataclass(frozen=True)
class Limits:
    workers: int
    seconds: float = 20.0
    megabytes: int = 2048
    waiting: int = 256


class Overloaded(Exception):
    """So many questions wait already that another one is refused at once."""


class Abandoned(Exception):
    """Nobody waits for the answer any more."""


class Closing(Exception):
    """The pool ends before the question was answered."""


class Ended(Exception):
    """The worker had to be ended, or ended by itself: ``why`` is time, memory, killed or fault."""

    def __init__(self, why: str) -> None:
        self.why = why
        super().__init__(why)


class Pool:
    """``ask`` is the whole interface; ``start`` and ``stop`` frame it."""

    def __init__(self, job: Callable[[Any], Any], limits: Limits, preload: str = "") -> None:
        self.job, self.limits = job, limits
        self.context = get_context("forkserver")
        if preload:
            self.context.set_forkserver_preload([preload])
        self.threads = ThreadPoolExecutor(2 * limits.workers, thread_name_prefix="worker")
        self.quick: asyncio.LifoQueue[_Slot] = asyncio.LifoQueue()
        self.slow: asyncio.LifoQueue[_Slot] = asyncio.LifoQueue()
        self.closing, self.closed = asyncio.Event(), asyncio.Event()
        self.waiting = self.busy = self.replaced = self.answered = 0
        self.kept: OrderedDict[Hashable, Any] = OrderedDict()
        self.slots: list[_Slot] = []

    async def start(self) -> None:
        """The workers of the quick lane; those of the other one start when they are needed."""
        lanes = [(lane, _Slot(self)) for lane in (self.quick, self.slow) for _ in range(self.limits.workers)]
        for lane, slot in lanes:
            lane.put_nowait(slot)
        self.slots = [slot for _, slot in lanes]
        loop = asyncio.get_running_loop()
        ready = (loop.run_in_executor(self.threads, slot.ready) for lane, slot in lanes if lane is self.quick)
        await asyncio.gather(*ready)

    def close(self) -> None:
        """Questions that wait are refused now, those under way in a moment."""
        self.closing.set()
        asyncio.get_running_loop().call_later(LEFT, self.closed.set)

    async def stop(self) -> None:
        for slot in self.slots:
            slot.end()
        self.threads.shutdown(wait=False, cancel_futures=True)

    async def ask(self, item: Hashable, alive: Callable[[], Awaitable[bool]] | None = None) -> Any:
        """The answer; Overloaded, Abandoned, Ended or Closing where there is none. No question is computed twice.

        ``alive``: does anybody wait for it still? Asked when its turn has come.
        """
        if item in self.kept:
            self.kept.move_to_end(item)
            return self.kept[item]
        if self.waiting >= self.limits.waiting:
            raise Overloaded
        try:
            return await self._ask_in(self.quick, item, min(QUICK, self.limits.seconds), alive)
        except Ended as ended:
            if ended.why != "time" or self.limits.seconds <= QUICK:
                raise
        return await self._ask_in(self.slow, item, self.limits.seconds, alive)

    async def _ask_in(
        self,
        lane: asyncio.LifoQueue[_Slot],
        item: Hashable,
        seconds: float,
        alive: Callable[[], Awaitable[bool]] | None,
    ) -> Any:
        slot = await self._turn(lane)
        if alive is not None and not await alive():
            lane.put_nowait(slot)
            raise Abandoned
        self.busy += 1
        running = asyncio.get_running_loop().run_in_executor(self.threads, slot.ask, item, seconds)
        running.add_done_callback(lambda done: self._free(lane, slot, item, done))
        # who leaves does not stop the worker: it ends in time by itself
        return await _before(self.closed, asyncio.shield(running))

    async def _turn(self, lane: asyncio.LifoQueue[_Slot]) -> _Slot:
        """A place of the lane as soon as there is one."""
        if not lane.empty() and not self.closing.is_set():
            return lane.get_nowait()
        self.waiting += 1
        try:
            slot: _Slot = await _before(self.closing, asyncio.ensure_future(lane.get()))
            return slot
        finally:
            self.waiting -= 1

    def _free(self, lane: asyncio.LifoQueue[_Slot], slot: _Slot, item: Hashable, done: asyncio.Future[Any]) -> None:
        self.busy -= 1
        lane.put_nowait(slot)
        if done.cancelled() or done.exception() is not None:
            return
        self.answered += 1
        self.kept[item] = done.result()
        while len(self.kept) > KEPT:
            self.kept.popitem(last=False)


async def _before(event: asyncio.Event, wanted: asyncio.Future[Any]) -> Any:
    """What is wanted, or Closing if the event comes first."""
    end = asyncio.ensure_future(event.wait())
    try:
        await asyncio.wait({wanted, end}, return_when=asyncio.FIRST_COMPLETED)
        if wanted.done():
            return wanted.result()
        raise Closing
    finally:
        end.cancel()
        wanted.cancel()


class _Slot:
    """A place for a worker: there is one in it, or there will be when the next question comes."""

    def __init__(self, pool: Pool) -> None:
        self.pool = pool
        self.worker: Worker | None = None
        self.asked = 0

    def ready(self) -> Worker:
        if self.worker is None:
            self.worker = Worker(self.pool.job, self.pool.limits.megabytes, self.pool.context)
            self.asked = 0
        return self.worker

    def ask(self, item: Any, seconds: float) -> Any:
        worker = self.ready()
        finished, result = worker.ask(item, seconds)
        self.asked += 1
        if not finished:
            why = worker.why_ended
            self.end()
            self.pool.replaced += 1
            raise Ended(why)
        if self.asked >= TIRED:
            self.end()
        return result

    def end(self) -> None:
        worker, self.worker = self.worker, None
        if worker is not None:
            worker.end()
