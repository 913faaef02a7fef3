"""Where results go is tried before anything is computed; each place here once gave a traceback, or lost the work."""

import errno
import json
import os
import subprocess
import sys

import pytest

from replcalc.numbers.errors import InputError
from replcalc.numbers.files import HTML, atomic_write, check_input_directory, check_output, check_output_directory

LONG = "a" * 300


@pytest.fixture
def nothing_computed(monkeypatch, tmp_path):
    """A place with a file, and a prover and a search that must not be reached."""
    (tmp_path / "file").write_text("x")
    monkeypatch.chdir(tmp_path)

    def reached(*_, **__):
        raise AssertionError("computed before the place was looked at")

    monkeypatch.setattr("replcalc.claims.deciding.decide_claims", reached)


@pytest.mark.parametrize("place", ["", "file", LONG, "/dev/full", "a\0b"])
def test_directories_of_verify(replcalc, nothing_computed, place):
    """'' meant the current directory; the others were found out after minutes of deciding."""
    done = replcalc("verify", "--certificates", place)
    assert (done.code, done.out) == (2, "") and done.err.startswith("replcalc: --certificates: ")
    assert len(done.err) <= 201 and "directory" in done.err


@pytest.mark.parametrize("place", ["/proc/x.html", "missing/x.html"])
def test_files_of_reports(replcalc, nothing_computed, place):
    done = replcalc("compose", "--n", "3", "--rho", "0.1", "--report", place)
    assert (done.code, done.out) == (2, "") and done.err.startswith("replcalc: --report: ")


def test_nothing_is_left_behind(tmp_path):
    assert check_output("x", str(tmp_path / "new.txt"), HTML) == tmp_path / "new.txt"
    assert check_output_directory("x", str(tmp_path / "new" / "deep")) == tmp_path / "new" / "deep"
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(InputError, match="File name too long"):
        check_input_directory("x", LONG, "a directory")


@pytest.mark.parametrize("text", ["[1, 2]", "[" * 100_000, "\xff", "{}"])
def test_certificates_that_are_none(replcalc, tmp_path, text):
    (tmp_path / "main.epsilon-lower.json").write_text(text, encoding="latin-1")
    done = replcalc("verify", "main.epsilon-lower", "--recheck", str(tmp_path))
    assert done.code == 1 and "NOT VERIFIED" in done.out and "Traceback" not in done.err


def test_tables_of_another_kind(replcalc, tmp_path):
    """A name too long, a file that is not UTF-8, a directory and a malformed transcription ended with a traceback."""
    assert replcalc("table", "errata", "--write", "--dir", str(tmp_path)).code == 0
    assert replcalc("table", "errata", "--check", "--dir", str(tmp_path)).code == 0
    (tmp_path / "errata.md").write_bytes(b"\xff\xfe")
    (tmp_path / "errata.csv").unlink()
    (tmp_path / "errata.csv").mkdir()
    done = replcalc("table", "errata", "--check", "--dir", str(tmp_path))
    assert done.code == 1 and "errata.md (on disk)" in done.out and "errata.csv: missing" in done.out
    assert replcalc("table", "--check", "--dir", LONG).code == 2
    assert replcalc("table", "nothing", "--check").code == 2


# -- how files are written ---------------------------------------------------------------------------------------------
@pytest.fixture
def masked():
    before = os.umask(0o027)
    yield
    os.umask(before)


def mode(path):
    return path.stat().st_mode & 0o777


def test_a_new_file_has_what_the_umask_leaves_and_an_old_one_keeps_its_own(tmp_path, masked):
    """Reports were readable by everybody, whatever the umask said."""
    path = tmp_path / "a.txt"
    for text in ("first", "second"):
        with atomic_write(path) as temporary:
            temporary.write_text(text)
        assert (path.read_text(), mode(path)) == (text, 0o640 if text == "first" else 0o600)
        path.chmod(0o600)


def test_a_symbolic_link_stays_and_what_it_points_to_is_written(tmp_path, replcalc):
    """The link was replaced by a file, and what it pointed to stayed as it was."""
    (tmp_path / "there").mkdir()
    target, link, circle = tmp_path / "there" / "real.html", tmp_path / "link.html", tmp_path / "circle.html"
    link.symlink_to(target)
    circle.symlink_to(circle)
    words = ("compose", "--n", "3", "--rho", "0.1", "--route", "side-by-side", "--report")
    assert replcalc(*words, str(link)).code == 0
    assert link.is_symlink() and "<html" in target.read_text()
    done = replcalc(*words, str(circle))
    assert done.code == 2 and "--report" in done.err and circle.is_symlink()


def test_a_full_disk_names_the_file_and_leaves_nothing(tmp_path):
    """ "No space left on device" did not say where."""
    with pytest.raises(OSError, match="No space left") as caught, atomic_write(tmp_path / "a.txt"):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    assert caught.value.filename == str(tmp_path / "a.txt") and not list(tmp_path.iterdir())


# -- what is never overwritten -----------------------------------------------------------------------------------------
MEANS = ("--columns", "a", "--range", "0,1", "--alpha", "0.2", "--rho", "0.2", "--beta", "0.05", "--seed", "s")


@pytest.fixture
def folder(tmp_path, monkeypatch, replcalc):
    """Data, a study, a receipt, a link to the data, a pipe and a directory."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "data.csv").write_text("a\n" + "0.25\n0.75\n" * 80)
    (tmp_path / "link.csv").symlink_to("data.csv")
    os.link("data.csv", "hard.json")
    (tmp_path / "notes.json").write_text('{"my": "notes"}')
    os.mkfifo("pipe")
    (tmp_path / "directory").mkdir()
    assert replcalc("plan", "means", *MEANS, "-o", "study.toml").code == 0
    assert replcalc("run", "means", "data.csv", *MEANS, "--receipt", "receipt.json").code == 0
    return tmp_path


def state(folder):
    """Every entry: what it is and holds."""
    return {p.name: (p.lstat().st_mode, p.lstat().st_ino, p.is_file() and p.read_bytes()) for p in folder.iterdir()}


@pytest.mark.parametrize(
    "target", ["pipe", "directory", "data.csv", "link.csv", "hard.json", "notes.json", "study.toml", "", "no/such.json"]
)
def test_a_receipt_replaces_nothing_but_a_receipt(replcalc, folder, target):
    before = state(folder)
    for words in (("means", "data.csv", *MEANS), ("study.toml", "data.csv", "--seed", "s")):
        done = replcalc("run", *words, "--receipt", target)
        assert (done.code, done.out) == (2, "") and done.err.startswith("replcalc: --receipt")
    assert state(folder) == before


@pytest.mark.parametrize("target", ["pipe", "directory", "data.csv", "receipt.json", "notes.json"])
def test_a_study_replaces_nothing_but_a_study(replcalc, folder, target):
    before = state(folder)
    assert replcalc("plan", "means", *MEANS, "-o", target).code == 2
    assert state(folder) == before


def test_a_file_of_the_same_kind_is_replaced(replcalc, folder):
    assert replcalc("plan", "means", *MEANS, "-o", "study.toml").code == 0
    assert replcalc("run", "study.toml", "data.csv", "--seed", "s", "--receipt", "receipt.json").code == 0
    assert replcalc("run", "--verify", "receipt.json", "data.csv").code == 0


def test_the_library_refuses_as_the_command_does(folder):
    from replcalc import run

    asked = {"columns": "a", "range": (0, 1), "alpha": "0.2", "rho": "0.2", "beta": "0.05", "seed": "s"}
    before = state(folder)
    for target in ("data.csv", "pipe", "directory"):
        with pytest.raises(InputError):
            run.means("data.csv", **asked, receipt=target)
    assert state(folder) == before


def test_a_pipe_that_appears_later_is_not_replaced(folder):
    with pytest.raises(OSError, match="regular"), atomic_write(folder / "pipe"):
        pass
    assert not (folder / "pipe").is_file()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_directory_without_permission_is_refused(replcalc, folder):
    (folder / "directory").chmod(0o500)
    done = replcalc("run", "means", "data.csv", *MEANS, "--receipt", "directory/r.json")
    assert done.code == 2 and "--receipt" in done.err


@pytest.mark.parametrize("target", ["r.html", "p.html"])
def test_a_report_replaces_nothing_but_a_page(replcalc, folder, target):
    (folder / "r.html").write_text("a,b\n1,2\n")
    os.mkfifo("p.html")
    before = state(folder)
    words = ("compose", "--n", "3", "--rho", "0.1", "--route", "side-by-side", "--report")
    assert replcalc(*words, target).code == 2
    assert state(folder) == before


def test_standard_output_holds_one_file(folder):
    """The receipt or study on standard output was followed by the report, and nobody could read it."""
    words = [sys.executable, "-m", "replcalc", "run", "means", "data.csv", *MEANS, "--receipt", "-"]
    done = subprocess.run(words, capture_output=True, check=True)
    assert json.loads(done.stdout)["schema"].startswith("replcalc-") and not done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_a_receipt_on_a_full_standard_output_is_an_error(folder):
    """Exit 120, with three lines of Python's."""
    words = [sys.executable, "-m", "replcalc", "run", "means", "data.csv", *MEANS, "--receipt", "-"]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(words, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 1 and len(done.stderr.splitlines()) == 1


def test_a_file_that_standard_output_goes_to_is_refused(folder):
    """The receipt took the place of the file, and what was printed was lost with exit 0."""
    words = [sys.executable, "-m", "replcalc", "run", "means", "data.csv", *MEANS, "--receipt", "out.json"]
    with open("out.json", "wb") as out:
        done = subprocess.run(words, stdout=out, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and done.stderr.startswith("replcalc: --receipt: ")
