"""The pool: limits of time and memory, a queue with an end, workers that are replaced."""

import asyncio
import math
import os
import signal
import time

import pytest

from replcalc.web.pool import Abandoned, Closing, Ended, Limits, Overloaded, Pool


def within(job, limits, run):
    async def whole():
        pool = Pool(job, limits)
        await pool.start()
        try:
            return await run(pool)
        finally:
            await pool.stop()

    return asyncio.run(whole())


def test_time_and_replacement_and_queue():
    """A question that takes too long is ended; the next one finds a new worker; those beyond the queue are refused."""

    async def run(pool):
        began = time.monotonic()
        with pytest.raises(Ended) as ended:
            await pool.ask(60.0)
        assert ended.value.why == "time" and time.monotonic() - began < 10
        assert await pool.ask(0.01) is None and pool.replaced == 1
        found = await asyncio.gather(*(pool.ask(0.2 + n / 100) for n in range(6)), return_exceptions=True)
        refused = [one for one in found if isinstance(one, Overloaded)]
        assert len(refused) == 2 and found.count(None) == 4, "one at work and three that wait; two too many"
        assert pool.waiting == pool.busy == 0

    within(time.sleep, Limits(1, seconds=1.0, waiting=3), run)


def test_memory():
    async def run(pool):
        with pytest.raises(Ended) as ended:
            await pool.ask(10**10)
        assert ended.value.why == "memory"
        assert await pool.ask(3) == bytearray(3)

    within(bytearray, Limits(1, seconds=20.0, megabytes=1024), run)


def test_the_same_question_is_answered_once_and_nobodys_not_at_all():
    async def run(pool):
        assert await pool.ask(5) == 120 and await pool.ask(5) == 120 and pool.answered == 1

        async def gone():
            return False

        with pytest.raises(Abandoned):
            await pool.ask(6, gone)
        assert pool.answered == 1 and await pool.ask(6) == 720

    within(math.factorial, Limits(1), run)


def job(item):
    """What a question does: sleep, or die in some way."""
    if isinstance(item, str):
        if item == "raise":
            raise ZeroDivisionError
        os.kill(os.getpid(), getattr(signal, item))
    else:
        time.sleep(item)


@pytest.mark.parametrize(
    ("item", "why"),
    [("SIGKILL", "killed"), ("SIGTERM", "killed"), ("SIGABRT", "memory"), ("SIGSEGV", "fault"), ("raise", "fault")],
)
def test_a_worker_that_dies_says_why(item, why):
    """Every death read "needs more than 2,048 megabytes"."""

    async def run(pool):
        with pytest.raises(Ended) as ended:
            await pool.ask(item)
        assert ended.value.why == why
        assert await pool.ask(0.01) is None

    within(job, Limits(1, seconds=60.0), run)


def test_a_quick_question_does_not_wait_for_slow_ones(monkeypatch):
    """Behind eight questions of 20 seconds it waited 80: now for a moment of each."""
    monkeypatch.setattr("replcalc.web.pool.QUICK", 0.1)

    async def run(pool):
        slow = [asyncio.ensure_future(pool.ask(30.0 + n)) for n in range(8)]
        await asyncio.sleep(0)
        began = time.monotonic()
        assert await pool.ask(0.01) is None
        assert time.monotonic() - began < 25 and not any(one.done() for one in slow)
        for one in slow:
            one.cancel()

    within(time.sleep, Limits(1, seconds=60.0), run)


def test_a_slow_question_is_answered_in_the_end(monkeypatch):
    monkeypatch.setattr("replcalc.web.pool.QUICK", 0.1)

    async def run(pool):
        assert await pool.ask(0.5) is None and pool.replaced == 1 and pool.waiting == pool.busy == 0

    within(time.sleep, Limits(1, seconds=60.0), run)


def test_a_pool_that_closes_refuses_whoever_waits_and_soon_everybody(monkeypatch):
    monkeypatch.setattr("replcalc.web.pool.LEFT", 0.3)

    async def run(pool):
        asked = [asyncio.ensure_future(pool.ask(30.0 + n)) for n in range(5)]
        await asyncio.sleep(0.5)
        pool.close()
        found = await asyncio.gather(*asked, return_exceptions=True)
        assert [type(one) for one in found] == [Closing] * 5

    within(time.sleep, Limits(1, seconds=60.0), run)
