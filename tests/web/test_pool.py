"""The pool: limits of time and memory, a queue with an end, workers that are replaced."""

import asyncio
import math
import time

import pytest

from replcalc.web.pool import Abandoned, Ended, Limits, Overloaded, Pool


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
