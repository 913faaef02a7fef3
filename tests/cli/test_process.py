"""The command as a process: closed and full streams, signals. Each case once gave a traceback."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest


def run(*args, shell=""):
    words = " ".join(f"'{a}'" for a in (sys.executable, "-m", "replcalc", *args))
    return subprocess.run(["bash", "-c", f"{words} {shell}"], capture_output=True, text=True, timeout=120)


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_full_device():
    done = run("--help", shell="> /dev/full")
    assert done.returncode == 1 and "No space left" in done.stderr and "Traceback" not in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_closed_streams():
    done = run("--help", shell=">&-")
    assert done.returncode == 1 and done.stderr.splitlines() == ["replcalc: standard output is closed"]
    assert run("--help", shell="2>&-").returncode == 0


def test_closed_input_is_an_empty_list():
    done = run("compose", "--n", "-", "--rho", "0.1", shell="<&-")
    assert done.returncode == 2 and "--n" in done.stderr and "Traceback" not in done.stderr


def test_a_reader_that_leaves():
    done = run("--help", shell="| head -n 1")
    assert done.returncode == 0 and "Traceback" not in done.stderr


def has_workers(process):
    return bool(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split())


def waits(process):
    """Blocked, and again a moment later: it waits for somebody to write."""
    return all(
        Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"
        for _ in range(3)
        if not time.sleep(0.02)
    )


@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="no /proc to see what the command does")
@pytest.mark.parametrize(
    ("args", "at_work", "number"),
    [(("verify",), has_workers, signal.SIGTERM), (("compose", "--n", "-", "--rho", "0.1"), waits, signal.SIGINT)],
)
def test_signals_end_it_without_a_traceback(args, at_work, number):
    """Sent when the command is seen to decide in its workers, or to wait for its input: no race with its start."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
    process = subprocess.Popen([sys.executable, "-m", "replcalc", *args], **pipes, text=True)
    end = time.monotonic() + 60
    while not at_work(process):
        assert process.poll() is None and time.monotonic() < end
        time.sleep(0.01)
    process.send_signal(number)
    _, err = process.communicate(timeout=60)
    assert process.returncode in (-number, 128 + number), process.returncode
    assert "Traceback" not in err and "replcalc/" not in err, err


def test_workers_end_by_the_signal_itself():
    """A worker that unwound in the command's handler kept the lock of the queue, and the command never ended."""
    from replcalc.numbers.workers import in_parallel

    before = signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        assert set(in_parallel(handler_of, list(range(8)), workers=2)) == {True}
    finally:
        signal.signal(signal.SIGTERM, before)


def handler_of(_):
    return signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
