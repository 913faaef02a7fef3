"""A real server: the command itself, on a free port, for the tests of this folder."""

import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from dataclasses import dataclass, field

import pytest


@dataclass(frozen=True)
class Got:
    status: int
    text: str
    headers: dict = field(default_factory=dict)

    def json(self):
        return json.loads(self.text)


@dataclass(frozen=True)
class Server:
    address: str
    process: subprocess.Popen

    def get(self, path, method="GET", **headers):
        request = urllib.request.Request(self.address + path, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as found:
                return Got(found.status, found.read().decode(), {k.lower(): v for k, v in found.headers.items()})
        except urllib.error.HTTPError as error:
            return Got(error.code, error.read().decode(), {k.lower(): v for k, v in error.headers.items()})


def start(*options):
    command = [sys.executable, "-m", "replcalc", "serve", "--port", "0", *options]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONUNBUFFERED": "1"}
    )
    line = process.stdout.readline()
    found = re.search(r"http://127\.0\.0\.1:\d+", line)
    assert found, line + process.stderr.read()
    return Server(found.group(), process)


def stop(server):
    server.process.send_signal(signal.SIGINT)
    out, err = server.process.communicate(timeout=30)
    assert not out and "Traceback" not in err, err


@pytest.fixture(scope="session")
def server():
    pytest.importorskip("starlette", reason="the extra web is not installed")
    pytest.importorskip("uvicorn", reason="the extra web is not installed")
    pytest.importorskip("jinja2", reason="the extra web is not installed")
    started = start("--workers", "2", "--seconds", "30")
    yield started
    stop(started)


@pytest.fixture
def start_server():
    """Starts a server of its own; who asks for it ends it."""
    return start
