"""The server as a browser sees it: pages, live answers, reports, headers, refusals."""

import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

QUESTION = "n=100,200&rho=0.1&routes=naive+separate"


@pytest.mark.parametrize(
    "path", ["/", "/compose", "/boost", f"/compose?{QUESTION}", "/compose?n=100&rho=7", "/nowhere"]
)
def test_pages_are_valid_and_fetch_nothing_from_elsewhere(server, read_page, path):
    got = server.get(path)
    tree = read_page(got.text)
    assert got.status == (404 if path == "/nowhere" else 200) and got.headers["content-type"].startswith("text/html")
    for element in tree.iter():
        assert "style" not in element.attrib and not any(name.startswith("on") for name in element.attrib)
        if element.tag == "script":
            assert element.get("src") == "/static/app.js" and not element.text
        if element.tag in ("input", "select") and element.get("type") not in ("checkbox", "range"):
            labels = [e for e in tree.iter("label") if e.get("for") == element.get("id")]
            assert len(labels) == 1 and element.get("aria-describedby")


def test_every_answer_has_the_headers(server):
    for path in (
        "/",
        "/nowhere",
        f"/live/compose?{QUESTION}",
        "/static/app.js",
        "/static/page.css",
        "/compose?" + "n=1" * 9000,
    ):
        headers = server.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy and "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
        assert "set-cookie" not in headers and "server" not in headers


def test_live_answers(server, replcalc):
    got = server.get(f"/live/compose?{QUESTION}")
    data = got.json()
    assert got.status == 200 and data["errors"] == [] and "200 <small>samples</small>" in data["html"]
    assert data["address"] == "n=100%2C200&rho=0.1&routes=naive&routes=separate"
    assert "replcalc compose --n 100,200 --rho 0.1 --route naive --route separate" in data["html"]
    wrong = server.get("/live/compose?n=100&rho=2")
    assert wrong.status == 422 and wrong.json()["errors"][0]["field"] == "rho"
    said = replcalc("compose", "--n", "100", "--rho", "2").err
    assert wrong.json()["errors"][0]["message"] in said


def test_errors_stand_beside_the_field_without_a_script(server, read_page):
    tree = read_page(server.get("/compose?n=100&rho=7").text)
    (field,) = [e for e in tree.iter("input") if e.get("id") == "rho"]
    (error,) = [e for e in tree.iter("p") if e.get("id") == "rho-error"]
    assert (
        field.get("aria-invalid") == "true"
        and field.get("value") == "7"
        and "rho-error" in field.get("aria-describedby")
    )
    assert "0 < value < 1" in error.text and error.get("role") == "alert"


def test_report_and_plot(server, read_page):
    got = server.get(f"/report/compose?{QUESTION}")
    assert got.headers["content-disposition"] == 'attachment; filename="replcalc-compose.html"'
    assert "Derivation" in got.text and not list(read_page(got.text).iter("script"))
    plot = server.get(f"/plot/compose.svg?{QUESTION}")
    assert (plot.status == 200 and plot.headers["content-type"] == "image/svg+xml") or "matplotlib" in plot.text
    assert server.get("/report/compose?n=100").status == 422


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/compose?n=@/etc/passwd&rho=0.1", 200),
        ("/live/compose?n=@/etc/passwd&rho=0.1", 422),
        ("/live/compose?n=100&rho=0.1&file=x.csv", 422),
        ("/live/compose?n=100&rho=0.1&plot=/tmp/replcalc-x.png", 422),
        ("/live/compose?n=" + "1," * 2500 + "&rho=0.1", 422),
        ("/compose?n=" + "1" * 20000, 414),
        ("/static/..%2f..%2fpyproject.toml", 404),
        ("/static/warm.py", 404),
        ("/live/verify?x=1", 404),
    ],
)
def test_refusals(server, path, status):
    got = server.get(path)
    assert got.status == status and "root:" not in got.text and "Traceback" not in got.text


def test_only_get_and_only_here(server):
    assert server.get("/compose", method="POST").status == 405
    assert server.get("/", Host="evil.example").status == 400


def test_many_at_once_and_none_lost(server):
    paths = [f"/live/compose?n={100 + n}&rho=0.1&routes=naive" for n in range(40)]
    with ThreadPoolExecutor(40) as threads:
        found = list(threads.map(server.get, paths))
    assert [got.status for got in found] == [200] * 40
    assert all(f"{100 + n} <small>samples" in got.json()["html"] for n, got in enumerate(found))
    state = server.get("/state").json()
    assert state["waiting"] == state["busy"] == 0


def test_addresses_that_cannot_be_listened_on(replcalc):
    for options, named in (
        (("--host", "256.1.1.1"), "--host"),
        (("--port", "99999"), "--port"),
        (("--megabytes", "1"), "--megabytes"),
    ):
        done = replcalc("serve", *options)
        assert done.code == 2 and named in done.err


def test_help_loads_neither_the_server_nor_formulas():
    code = "import sys; from replcalc.cli.main import main\ntry: main(['serve', '--help'])\nexcept SystemExit: print([m for m in ('starlette', 'uvicorn', 'sympy', 'flint') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.rstrip().endswith("[]") and "replcalc serve --port 0" in done.stdout


def test_without_the_extra(replcalc, monkeypatch):
    import importlib.util

    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    done = replcalc("serve")
    assert done.code == 2 and done.err.startswith("replcalc: serve needs starlette") and "replcalc[web]" in done.err


def test_no_host_is_no_address(replcalc):
    """--host '' listened on every interface, without the check of names."""
    for host in ("", " "):
        done = replcalc("serve", "--host", host)
        assert done.code == 2 and "--host" in done.err and "127.0.0.1" in done.err


def test_a_connection_that_never_asks_is_closed(server):
    """300 of them stayed for ever."""
    from replcalc.web.app import HEAD

    address = ("127.0.0.1", int(server.address.rpartition(":")[2]))
    silent, slow = socket.create_connection(address), socket.create_connection(address)
    slow.sendall(b"GET / HTTP/1.1\r\nHost: local")
    for half in (silent, slow):
        half.settimeout(HEAD + 60)
        assert half.recv(1) == b"", "closed by the server"
        half.close()
    assert server.get("/").status == 200


def test_a_termination_answers_or_refuses_what_is_under_way(start_server):
    """Tracebacks of cancelled tasks, and connections that ended without an answer."""
    pytest.importorskip("uvicorn", reason="the extra web is not installed")
    there = start_server("--workers", "1")
    paths = [f"/live/compose?n={100 + n}x7,{n + 3}&rho=0.0{n + 10}" for n in range(30)]
    with ThreadPoolExecutor(30) as threads:
        asked = [threads.submit(there.get, path) for path in paths]
        end = time.monotonic() + 120
        while there.get("/state").json()["waiting"] < 10 and time.monotonic() < end:
            time.sleep(0.05)
        there.process.send_signal(signal.SIGTERM)
        found = [one.result().status for one in asked]
    _, err = there.process.communicate(timeout=60)
    assert set(found) <= {200, 503} and 503 in found
    assert err == "" and there.process.returncode in (143, -signal.SIGTERM)
