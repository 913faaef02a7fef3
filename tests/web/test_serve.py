"""The server: what a browser and a program get, and what is refused."""

import pytest

QUESTION = "n=100,200&rho=0.1&route=naive"


def test_the_api_gives_the_json_of_the_command(server, replcalc):
    got = server.get(f"/api/compose?{QUESTION}")
    printed = replcalc("compose", "--n", "100,200", "--rho", "0.1", "--route", "side-by-side", "--format", "json")
    assert got.status == 200 and got.headers["content-type"] == "application/json"
    assert got.text == printed.out


def test_a_page_answers_first_and_can_be_copied(server, read_page):
    got = server.get(f"/compose?{QUESTION}")
    read_page(got.text)
    assert got.status == 200 and got.text.index('id="answer"') < got.text.index('class="copies"')
    assert "replcalc compose --n 100,200 --rho 0.1 --method naive" in got.text
    assert 'href="/compose?n=100%2C200&amp;rho=0.1&amp;' in got.text
    assert "0.001 (assumed)" in got.text


@pytest.mark.parametrize("path", ["/", "/compose", "/static/app.js"])
def test_pages_without_a_question(server, path, read_page):
    got = server.get(path)
    assert got.status == 200
    assert path.endswith(".js") or read_page(got.text) is not None
    assert "default-src 'none'" in got.headers["content-security-policy"]
    assert got.headers["x-content-type-options"] == "nosniff" and got.headers["x-frame-options"] == "DENY"


@pytest.mark.parametrize(
    ("query", "field", "words"),
    [
        ("n=100&rho=7", "rho", "7"),
        ("n=100&rhoo=1", "rhoo", "no field"),
        ("n=@/etc/passwd&rho=0.1", "n", "no file"),
        ("n=1x1000000,1e1000&rho=0.5&rho", "rho", "2 times"),
    ],
)
def test_wrong_input_is_422_at_its_field(server, query, field, words):
    got = server.get(f"/api/compose?{query}")
    (error,) = got.json()["errors"]
    assert got.status == 422 and error["field"] == field and words in error["message"]
    page = server.get(f"/compose?{query}")
    assert page.status == 422 and words in page.text and 'class="copies"' not in page.text


def test_numbers_too_large_for_the_command_are_no_server_error(monkeypatch):
    from replcalc.web import answer

    def overflow(*_, **__):
        raise OverflowError("int too large to convert to float")

    monkeypatch.setattr(answer.cli, "main", overflow)
    assert "too large" in answer.answer(["compose"], as_json=True)["error"]


def test_what_is_typed_is_escaped(server):
    got = server.get("/compose?n=%3Cscript%3Ealert(1)%3C/script%3E&rho=0.1")
    assert got.status == 422 and "<script>alert" not in got.text


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/nothing", 404),
        ("/api/derive?target=x.py", 404),
        ("/static/..%2fapp.py", 404),
        ("/compose?n=" + "1," * 10_000, 414),
    ],
)
def test_what_is_not_served(server, path, status):
    got = server.get(path)
    assert got.status == status and "content-security-policy" in got.headers


def test_only_get_and_only_its_own_host(server):
    assert server.get("/compose", method="POST").status == 405
    assert server.get("/compose", Host="evil.example").status == 400


@pytest.mark.exhaustive  # a server of its own
def test_a_question_that_takes_too_long_is_ended(start_server):
    slow = start_server("--workers", "1", "--seconds", "1")
    try:
        many = ",".join(map(str, range(100, 2500)))
        got = slow.get(f"/api/compose?n={many}&rho=0.01")
        assert got.status == 504 and "1 seconds" in got.json()["errors"][0]["message"]
        assert slow.get("/static/icon.svg").status == 200
    finally:
        slow.process.terminate()
        slow.process.communicate(timeout=30)
