"""Entry points are found where they are, and nothing is loaded to find that there are none."""

import subprocess
import sys
from importlib.metadata import entry_points

from replcalc.statements.catalogue import entry_points_of


def test_what_is_found_is_what_importlib_finds():
    for group in ("console_scripts", "pytest11", "replcalc.theories"):
        found = {(p.name, p.value) for p in entry_points_of(group)}
        assert found == {(p.name, p.value) for p in entry_points(group=group)}
    assert {p.name for p in entry_points_of("console_scripts")} & {"pytest", "py.test"}


def test_a_distribution_beside_the_others_is_seen(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    assert not list(entry_points_of("nobody.has.this"))
    info = tmp_path / "mine-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: mine\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[nobody.has.this]\nmine = mine:VALUE\n")
    assert [(p.name, p.value) for p in entry_points_of("nobody.has.this")] == [("mine", "mine:VALUE")]


def test_nothing_is_loaded_where_nothing_is_installed():
    told = "import sys; from replcalc.statements.catalogue import entry_points_of as f; f('{}'); print('email' in sys.modules)"
    for group, loaded in (("nobody.has.this", "False"), ("console_scripts", "True")):
        done = subprocess.run([sys.executable, "-c", told.format(group)], capture_output=True, text=True, check=True)
        assert done.stdout.strip() == loaded
