"""The server under load: many questions at once, none of them asked before.

    python benchmarks/serve.py [--requests 200] [--workers N]

Starts ``replcalc serve`` on a free port, asks one question to warm each worker, then all at once, each on a connection
of its own. Prints how many were answered, how long the median, the 90th and the 99th percentile took, and how many
were answered a second. Exit code 0 iff every question got its own right answer: none lost, none refused, none mixed up.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from dataclasses import dataclass


@dataclass(frozen=True)
class Asked:
    """One question: how it went, and how long it took."""

    number: int
    status: int
    seconds: float
    right: bool


def ask(address: str, number: int) -> Asked:
    """Problem sizes differ, so no answer is known before and none can be taken for another."""
    size = 1000 + number
    path = f"/live/compose?n={size}x50&rho=0.1&routes=naive&routes=separate"
    began = time.perf_counter()
    try:
        with urllib.request.urlopen(address + path, timeout=300) as found:
            status, text = found.status, found.read().decode()
    except urllib.error.HTTPError as error:
        status, text = error.code, error.read().decode()
    except OSError:
        return Asked(number, 0, time.perf_counter() - began, False)
    right = status == 200 and f"{size:,} <small>samples" in json.loads(text)["html"]
    return Asked(number, status, time.perf_counter() - began, right)


def at_once(address: str, count: int, first: int = 0) -> tuple[list[Asked], float]:
    """All questions at the same moment, each in a thread; the results and the time of the whole."""
    found: list[Asked] = []
    gate = threading.Barrier(count + 1)

    def one(number: int) -> None:
        gate.wait()
        found.append(ask(address, number))

    threads = [threading.Thread(target=one, args=(number,)) for number in range(first, first + count)]
    for thread in threads:
        thread.start()
    gate.wait()
    began = time.perf_counter()
    for thread in threads:
        thread.join()
    return sorted(found, key=lambda asked: asked.seconds), time.perf_counter() - began


def main() -> int:
    parser = argparse.ArgumentParser(description="The server under load.")
    parser.add_argument("--requests", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    command = [sys.executable, "-u", "-m", "replcalc", "serve", "--port", "0", "--workers", str(options.workers)]
    server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        said = re.search(r"http://\S+?:\d+", server.stdout.readline())
        if said is None:
            print("the server did not start", file=sys.stderr)
            return 1
        address = said.group()
        at_once(address, options.workers, first=options.requests)
        results, whole = at_once(address, options.requests)
        with urllib.request.urlopen(address + "/state", timeout=30) as found:
            state = json.loads(found.read())
    finally:
        server.send_signal(signal.SIGINT)
        server.wait(30)
    right = sum(asked.right for asked in results)

    def percentile(share: float) -> float:
        return results[min(len(results) - 1, int(share * len(results)))].seconds

    print(f"{options.requests} questions at once, {options.workers} workers: {right} right answers in {whole:.1f} s")
    print(f"median {percentile(0.5):.2f} s, 90% {percentile(0.9):.2f} s, 99% {percentile(0.99):.2f} s")
    print(f"{options.requests / whole:.1f} answers a second; workers replaced: {state['replaced']}")
    return 0 if right == options.requests else 1


if __name__ == "__main__":
    sys.exit(main())
