"""Dask: a worker that dies costs time and nothing else; what cannot be used is said before anything is computed."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from replcalc.numbers.errors import InputError
from replcalc.numbers.workers import check_scheduler, client_of, on_client
from replcalc.sweeps import sweep as running
from replcalc.sweeps.journal import Journal
from replcalc.sweeps.plan import planned_sweep

distributed = pytest.importorskip("distributed", reason="Dask is not installed (extra: cluster)")


def test_addresses_are_checked(monkeypatch):
    with pytest.raises(InputError, match=r"tcp://127\.0\.0\.1:8786"):
        check_scheduler("localhost")
    monkeypatch.setattr("replcalc.numbers.workers.installed", lambda: False)
    with pytest.raises(InputError, match=r"replcalc\[cluster\]"):
        check_scheduler("tcp://127.0.0.1:1")


def test_a_scheduler_that_does_not_answer(monkeypatch):
    monkeypatch.setattr("replcalc.numbers.workers.PATIENCE", 1)
    with pytest.raises(InputError, match="a scheduler that answers"), client_of("tcp://127.0.0.1:9"):
        pass


def test_a_worker_of_this_process_that_goes_away():
    """The cheap one: two workers in threads, one is closed while its items wait."""

    def job(item):
        time.sleep(0.02)
        return item * item

    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster, set_as_default=False) as client,
    ):
        found = {}
        for item, result in on_client(client, job, list(range(30))):
            if not found:
                waiting = len(client.processing()[cluster.workers[0].address])
                client.sync(cluster.workers[0].close, executor_wait=False, nanny=False)
            found[item] = result
        assert waiting >= 1 and len(client.scheduler_info()["workers"]) == 1
    assert found == {item: item * item for item in range(30)}


@pytest.mark.slow
def test_a_killed_worker_costs_only_time(monkeypatch, tmp_path):
    """A real local cluster of two processes; one of them gets SIGKILL in the midst of its batch."""
    plan = planned_sweep("compose", {"k": "1..24"}, {"n": "100", "rho": "0.5"}, ("naive", "direct"))
    monkeypatch.setattr(running, "WORTH_A_CLUSTER", 0.0)
    killed = []
    share = running.on_client

    def with_a_death(client, job, wanted):
        for number, finished in enumerate(share(client, job, wanted)):
            if number == 0:
                pid = sorted(client.run(os.getpid).values())[0]
                os.kill(pid, signal.SIGKILL)
                killed.append(pid)
            yield finished

    monkeypatch.setattr(running, "on_client", with_a_death)
    with Journal(plan, None) as journal:
        outcome = running.run_sweep(plan, journal, workers=2)
        found = journal.rows
    assert killed and outcome.lost == () and not journal.left
    with Journal(plan, None) as journal:
        running.run_sweep(plan, journal, workers=1)
        assert journal.rows == found


@pytest.mark.slow
def test_a_killed_sweep_continues(tmp_path):
    """SIGKILL to the command itself, twice, at moments nobody chose; then the same bytes as in one go."""
    base = [
        sys.executable,
        "-m",
        "replcalc",
        "sweep",
        "compose",
        "--vary",
        "k=1..24",
        "--set",
        "rho=0.5",
        "--set",
        "n=100",
        "--route",
        "naive",
        "--route",
        "direct",
        "--workers",
        "1",
    ]
    subprocess.run([*base, "-o", str(tmp_path / "whole.csv")], check=True, capture_output=True)
    cut, journal = tmp_path / "cut.csv", tmp_path / "cut.csv.journal"
    for share in (0, 8):
        process = subprocess.Popen([*base, "-o", str(cut), "--resume"], stderr=subprocess.DEVNULL)
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") <= share + 3):
            time.sleep(0.01)
        process.kill()
        process.wait()
        assert journal.exists() and not cut.exists()
    subprocess.run([*base, "-o", str(cut), "--resume"], check=True, capture_output=True)
    assert cut.read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.slow
def test_verify_and_simulate_on_a_cluster(replcalc, monkeypatch):
    """A real scheduler with one worker process, by its address; the answers are those of this process."""
    monkeypatch.setattr("replcalc.simulate.running.available", lambda: ("azuma", "race"))
    claim = ("verify", "lm:azuma", "--format", "json")
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, dashboard_address=None) as cluster:
        address = cluster.scheduler_address
        there = replcalc(*claim, "--scheduler", address)
        swept = replcalc(
            "sweep", "compose", "--vary", "k=1..12", "--set", "rho=0.5", "--route", "naive", "--scheduler", address
        )
        small = replcalc("simulate", "--all", "--cases", "1", "--scheduler", address, "--format", "json")
    here = replcalc(*claim)
    verdicts = [{c["id"]: c["verdict"] for c in done.json()["claims"]} for done in (here, there)]
    assert here.code == there.code == 0 and verdicts[0] == verdicts[1] != {}
    assert swept.code == 0 and len(swept.out.splitlines()) == 13 and "one process" in swept.err
    assert small.code == 0 and all(s["violations"] == 0 for s in small.json()["simulators"])


class Gone:
    """A future of a scheduler that is no more, and the client that made it."""

    key, loop = "replcalc", None

    def __init__(self, error):
        self.error = error

    def map(self, job, wanted, **_):
        return [self]

    def result(self):
        raise self.error


@pytest.mark.parametrize("name", ["FutureCancelledError", "CommClosedError"])
def test_a_scheduler_that_dies_is_one_line_that_says_how_to_go_on(monkeypatch, tmp_path, name):
    """FutureCancelledError went through to the user as a traceback."""
    import distributed
    from distributed.client import FutureCancelledError
    from distributed.comm import CommClosedError

    from replcalc.numbers.workers import SchedulerGone

    error = {
        "FutureCancelledError": lambda: FutureCancelledError("replcalc", "lost"),
        "CommClosedError": lambda: CommClosedError("closed"),
    }[name]()
    gone = Gone(error)
    gone.nthreads = lambda: {"a": 1}
    monkeypatch.setattr(distributed, "as_completed", lambda futures, loop: iter(futures))
    monkeypatch.setattr(running, "client_of", lambda *_: contextlib.nullcontext(gone))
    monkeypatch.setattr(running, "check_scheduler", lambda _: None)
    monkeypatch.setattr(running, "batched", lambda points, size: [list(points)])
    plan = planned_sweep("compose", {"rho": "0.1,0.2,0.3,0.4,0.5"}, {"n": "100"}, ["naive"])
    path = tmp_path / "a.csv.journal"
    with Journal(plan, path) as journal, pytest.raises(SchedulerGone) as caught:
        running.run_sweep(plan, journal, scheduler="tcp://127.0.0.1:1")
    assert str(caught.value).count("\n") == 0 and f"3 finished points are in {path}; resume computes the others" in str(
        caught.value
    )
    with Journal(plan, path, resume=True) as journal:
        assert sorted(journal.done) == [0, 1, 2]


# -- the real thing: processes, signals ----------------------------------------------------------------------------------
#: A sweep that is worth a cluster, of points that take some hundredths of a second each.
LONG = (
    sys.executable,
    "-m",
    "replcalc",
    "sweep",
    "compose",
    "--vary",
    "k=1..4000",
    "--set",
    "rho=0.4",
    "--set",
    "n=100",
    "--route",
    "direct",
)


def descendants(pid):
    found = []
    with contextlib.suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():  # Dask starts its workers in a thread
            for child in (task / "children").read_text().split():
                found += [int(child), *descendants(int(child))]
    return found


@contextlib.contextmanager
def started(*words, **options):
    """A process that does not outlive the test."""
    process = subprocess.Popen(words, **options)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@pytest.mark.exhaustive
@pytest.mark.skipif(not os.path.exists("/proc/self/task"), reason="no /proc to see what the command does")
@pytest.mark.parametrize("after", [0, 0.3, 1, 3, 8])
def test_ctrl_c_while_a_cluster_starts(tmp_path, after):
    """Sent when the first process of the cluster is seen, and later: no traceback, nobody left, the journal goes on."""
    words = (*LONG, "--workers", "2", "-o", str(tmp_path / "a.csv"))
    with started(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        end = time.monotonic() + 120
        while not descendants(process.pid):
            assert process.poll() is None and time.monotonic() < end
            time.sleep(0.005)
        time.sleep(after)
        family = descendants(process.pid)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
    assert process.returncode in (-signal.SIGINT, 130), (process.returncode, err)
    assert "Traceback" not in err and len(err.splitlines()) <= 2, err
    end = time.monotonic() + 20
    while alive := [pid for pid in family if os.path.exists(f"/proc/{pid}")]:
        assert time.monotonic() < end, alive
        time.sleep(0.05)
    assert (tmp_path / "a.csv.journal").exists() and not (tmp_path / "a.csv").exists()


@pytest.mark.exhaustive
def test_a_real_scheduler_that_is_killed(tmp_path):
    """One line, exit code 1, the journal kept; --resume with the same words goes on from it."""
    address = "tcp://127.0.0.1:38786"
    dask = [
        sys.executable,
        "-m",
        "distributed.cli.dask_scheduler",
        "--port",
        "38786",
        "--no-dashboard",
        "--host",
        "127.0.0.1",
    ]
    worker = [
        sys.executable,
        "-m",
        "distributed.cli.dask_worker",
        address,
        "--nworkers",
        "1",
        "--nthreads",
        "1",
        "--no-dashboard",
        "--no-nanny",
    ]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "cwd": tmp_path}
    env = os.environ | {"PYTHONPATH": os.getcwd()}
    with started(*dask, **quiet) as scheduler, started(*worker, **quiet, env=env):
        with distributed.Client(address, timeout=60, set_as_default=False) as client:
            client.wait_for_workers(1, timeout=60)
        journal = tmp_path / "a.csv.journal"
        words = (*LONG, "--scheduler", address, "-o", str(tmp_path / "a.csv"))
        with started(*words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as sweep:
            end = time.monotonic() + 120
            while not journal.exists() or journal.read_bytes().count(b"\n") < 12:
                assert sweep.poll() is None and time.monotonic() < end
                time.sleep(0.01)
            scheduler.kill()
            _, err = sweep.communicate(timeout=120)
    assert sweep.returncode == 1, (sweep.returncode, err)
    assert "Traceback" not in err and len(err.splitlines()) == 1 and "resume computes the others" in err, err
    assert journal.exists() and not (tmp_path / "a.csv").exists()
    plan = planned_sweep("compose", {"k": "1..4000"}, {"rho": "0.4", "n": "100"}, ("direct",))
    with Journal(plan, journal, resume=True) as kept:
        assert len(kept.done) >= 8
