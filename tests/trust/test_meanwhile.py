"""What others write between the beginning of a run and its end, in files that are written in one go."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from attack.races import RACES, race
from symcause.formats.storage import atomic_files as parts
from symcause.formats.storage import atomic_folders as built
from symcause.formats.storage import rival_writers as meanwhile
from symcause.formats.storage.atomic_files import Overtaken, begun, write_together, write_whole
from tests.cli.cases import EXAMPLES, Shell

UNIQUE = EXAMPLES / "unique.json"
OWN = "somebody's own"


@pytest.fixture(autouse=True)
def _forgotten() -> Iterator[None]:
    yield
    meanwhile.unwatch()


@pytest.mark.parametrize("name", ["two certificates", "two sets of tables"])
def test_two_runs_that_are_under_way_together(name: str, tmp_path: Path) -> None:
    """Each writes in one go, after the other has ended: the second is told and keeps its own."""
    assert race(RACES[name], tmp_path, Random(3)) is None


@pytest.mark.parametrize("there", [False, True])
def test_a_file_that_somebody_writes_after_the_beginning(there: bool, tmp_path: Path) -> None:
    path = tmp_path / "file"
    if there:
        path.write_text("older")
    meanwhile.watch([path])
    path.write_text(OWN)
    with pytest.raises(Overtaken, match=r"is kept as file\.[0-9a-f]{12}\.part"):
        write_whole(path, b"ours")
    assert path.read_text() == OWN
    (kept,) = (entry for entry in tmp_path.iterdir() if entry != path)
    assert kept.read_bytes() == b"ours"


def test_what_this_run_has_written_is_no_conflict(tmp_path: Path) -> None:
    meanwhile.watch([tmp_path / "file", tmp_path / "new", tmp_path])
    for text in (b"one", b"two"):
        write_whole(tmp_path / "file", text)
        write_whole(tmp_path / "other", text)
    (tmp_path / "new").mkdir()
    for text in (b"one", b"two"):
        write_whole(tmp_path / "new" / "file", text)
    assert {entry.read_bytes() for entry in tmp_path.rglob("*") if entry.is_file()} == {b"two"}


def test_files_of_a_folder_that_are_older_than_the_run(tmp_path: Path) -> None:
    """They may have any date: what counts is when the system put them there."""
    (tmp_path / "one").write_text("older")
    (tmp_path / "two").write_text("older")
    os.utime(tmp_path / "one", (4e9, 4e9))
    meanwhile.watch([tmp_path])
    write_together([(tmp_path / "one", b"new"), (tmp_path / "two", b"new")])
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"new", b"new"]


def test_files_that_belong_together_are_kept_together(tmp_path: Path) -> None:
    meanwhile.watch([tmp_path / "made"])
    (tmp_path / "made").mkdir()
    (tmp_path / "made" / "two").write_text(OWN)
    with pytest.raises(Overtaken) as raised:
        write_together([(tmp_path / "made" / name, name.encode()) for name in ("one", "two")])
    assert raised.value.filename == str(tmp_path / "made" / "two")
    files = {entry.name: entry.read_text() for entry in (tmp_path / "made").iterdir()}
    assert files.pop("two") == OWN
    kept = str(raised.value.strerror).partition("is kept as ")[2].split(", ")
    assert [files[name] for name in kept] == ["one", "two"] and len(files) == 2


def test_a_file_that_somebody_removes_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("older")
    meanwhile.watch([tmp_path / "file"])
    part = begun(tmp_path / "file")
    (tmp_path / "file").unlink()
    part.file.write(b"new")
    part.settle()
    assert [entry.read_bytes() for entry in tmp_path.iterdir()] == [b"new"]


def test_nothing_is_watched_after_a_command(tmp_path: Path, shell: Shell) -> None:
    out = tmp_path / "certificate.json"
    assert shell("audit", UNIQUE, "--quiet", "--certificate", out)[0] == 0
    out.write_text(OWN)
    write_whole(out, b"new")
    assert out.read_bytes() == b"new"


@pytest.mark.parametrize("kind", ["link", "file", "folder"])
@pytest.mark.parametrize("words", ["--out", "--dataset"])
def test_somebody_has_the_name_under_which_it_would_grow(
    words: str, kind: str, tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody can know that name beforehand; if it is there nevertheless, it is not touched."""
    for module in (parts, built):
        monkeypatch.setattr(module, "token", lambda: "0" * 12)
    victim, name = tmp_path / "victim", tmp_path / "X.000000000000.part"
    victim.write_text(OWN)
    if kind == "link":
        name.symlink_to(victim)
    elif kind == "file":
        name.write_text(OWN)
    else:
        name.mkdir()
        (name / "file").write_text(OWN)
    code, _, told = shell("convert", UNIQUE, "--quiet", words, tmp_path / "X")
    assert code == 2 and told.count("\n") == 1 and "cannot be written" in told
    assert not (tmp_path / "X").exists() and victim.read_text() == OWN
    if kind == "folder":
        assert (name / "file").read_text() == OWN
    else:
        assert name.is_symlink() == (kind == "link") and name.read_text() == OWN
