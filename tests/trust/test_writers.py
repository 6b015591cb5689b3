"""Two who write one file, names that others have, targets of every kind: a slice of ``attack.writers``."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest

from attack.faults import Tally
from attack.races import RACES, race
from attack.writers import SCENARIOS, Scenario, Writers
from symcause.cli.main import main
from symcause.processes.isolation import call
from tests.cli.cases import EXAMPLES, ROOT, Shell
from tests.patience import PATIENCE

UNIQUE = EXAMPLES / "unique.json"


@pytest.mark.few(6)
@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_nothing_lost_nothing_foreign_somebody_is_told(
    name: str, scenario: Scenario, tmp_path: Path
) -> None:
    tally = Tally()
    Writers(1, tmp_path).once(name, scenario, tally)
    assert tally.faults == []


@pytest.mark.exhaustive
@pytest.mark.parametrize("name", RACES)
def test_a_hundred_races(name: str, tmp_path: Path) -> None:
    for number in range(100):
        place = tmp_path / str(number)
        place.mkdir()
        assert race(RACES[name], place, Random(number), there=number % 2 == 1) is None


def test_the_slower_of_two_is_told_and_keeps_its_own(tmp_path: Path) -> None:
    from symcause.formats.storage.atomic_files import Overtaken, _tidy, begun

    one, other = begun(tmp_path / "file"), begun(tmp_path / "file")
    one.file.write(b"one")
    other.file.write(b"other")
    other.settle()
    with pytest.raises(Overtaken, match="another program has written it meanwhile") as raised:
        one.settle()
    one.discard()
    _tidy()  # as when the process ends
    kept = str(raised.value.strerror).rpartition(" ")[2]
    assert (tmp_path / "file").read_bytes() == b"other"
    assert (tmp_path / kept).read_bytes() == b"one"
    assert len(list(tmp_path.iterdir())) == 2


def test_the_same_content_twice_is_no_conflict(tmp_path: Path) -> None:
    from symcause.formats.storage.atomic_files import begun

    parts = [begun(tmp_path / "file") for _ in range(2)]
    for part in parts:
        part.file.write(b"same")
        part.settle()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_was_made_meanwhile_by_others_stays(tmp_path: Path, shell: Shell) -> None:
    from symcause.formats.storage.atomic_files import Overtaken, begun

    part = begun(tmp_path / "file")
    (tmp_path / "file").write_text("somebody's own")
    with pytest.raises(Overtaken):
        part.settle()
    assert (tmp_path / "file").read_text() == "somebody's own"


def test_files_that_belong_together_come_together(tmp_path: Path) -> None:
    from symcause.formats.storage.atomic_files import write_together

    (tmp_path / "one").write_bytes(b"older")
    with pytest.raises(OSError, match="no") as raised:
        write_together([(tmp_path / "one", b"new"), (tmp_path / "no" / "two", b"new")])
    assert raised.value.filename == str(tmp_path / "no" / "two")
    assert (tmp_path / "one").read_bytes() == b"older"
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_without_locks_of_the_system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on Windows: files are whole, and the slower one is told as well."""
    from symcause.formats.storage.atomic_files import Overtaken, begun, write_whole

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.delattr(os, "O_NOFOLLOW")
    monkeypatch.delattr(os, "fchmod")
    write_whole(tmp_path / "file", b"one")
    part = begun(tmp_path / "file")
    write_whole(tmp_path / "file", b"two")
    part.file.write(b"three")
    with pytest.raises(Overtaken):
        part.settle()
    assert (tmp_path / "file").read_bytes() == b"two"


def test_a_lock_that_is_never_released_is_not_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import fcntl

    from symcause.formats.storage.atomic_files import write_whole

    monkeypatch.setattr("symcause.formats.storage.folder_lock.PATIENCE", 0.05)
    held = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(held, fcntl.LOCK_EX)
    write_whole(tmp_path / "file", b"data")
    os.close(held)
    assert (tmp_path / "file").read_bytes() == b"data"


@pytest.mark.parametrize(("mask", "before", "after"), [(0o027, None, 0o640), (0o022, 0o600, 0o600)])
def test_permissions_are_those_of_the_system_or_of_the_older_file(
    mask: int, before: int | None, after: int, tmp_path: Path, shell: Shell
) -> None:
    out = tmp_path / "out.json"
    if before is not None:
        out.touch()
        out.chmod(before)
    known = os.umask(mask)
    try:
        shell("convert", UNIQUE, "--out", out)
    finally:
        os.umask(known)
    assert out.stat().st_mode & 0o777 == after


@pytest.mark.parametrize(
    "words", ["convert UNIQUE --out", "count UNIQUE --out", "audit UNIQUE --html"]
)
def test_standard_output_by_its_name(words: str, tmp_path: Path) -> None:
    """Into a pipe as it comes; where the shell appends to a file, what stands there stays."""
    run = [str(UNIQUE) if word == "UNIQUE" else word for word in words.split()]
    run = [sys.executable, "-m", "symcause", *run, "/dev/stdout", "--quiet"]
    piped = subprocess.run(run, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=False)
    assert (piped.returncode, piped.stderr) == (0, b"") and len(piped.stdout) > 100
    log = tmp_path / "log"
    log.write_text("older\n")
    with log.open("ab") as file:
        done = subprocess.run(run, cwd=ROOT, stdout=file, timeout=PATIENCE, check=False)
    assert done.returncode == 0
    assert log.read_text().startswith("older\n") and log.stat().st_size > 100
    assert [path.name for path in tmp_path.iterdir()] == ["log"]


@pytest.mark.parametrize("option", ["--out", "--html", "--certificate"])
def test_targets_that_take_nothing(
    option: str, tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder, a loop of links, a folder that is missing, a pipe that nobody reads: one line each."""
    monkeypatch.setattr("symcause.formats.storage.named_pipes.PATIENCE", 0.1)
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    wrong = [tmp_path / "pipe", tmp_path / "loop"]
    if option != "--certificate":  # there a folder gets files of their own
        (tmp_path / "folder").mkdir()
        wrong += [tmp_path / "folder", tmp_path / "no" / "file"]
    for path in wrong:
        code, _, told = shell("audit", UNIQUE, "--quiet", option, path)
        assert code == 2 and str(path.name) in told and told.count("\n") == 1, (path, told)
    left = {path.name for path in tmp_path.iterdir()}
    assert left <= {"pipe", "loop", "folder"}


def test_a_pipe_with_a_reader_gets_everything(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    run = [
        sys.executable,
        "-m",
        "symcause",
        "convert",
        str(UNIQUE),
        "--out",
        str(tmp_path / "pipe"),
    ]
    with subprocess.Popen(run, cwd=ROOT) as process:
        data = (tmp_path / "pipe").read_bytes()
        assert process.wait(PATIENCE) == 0
    assert json.loads(data)["id"] == "unique"


def test_a_name_that_cannot_be_taken_costs_no_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file that is mounted by itself cannot be renamed over: what was written is kept beside it."""
    from symcause.formats.storage.atomic_files import Overtaken, begun

    def busy(self: Path, target: Path) -> Path:
        raise OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    part = begun(tmp_path / "file")
    part.file.write(b"hours of work")
    monkeypatch.setattr(Path, "replace", busy)
    with pytest.raises(Overtaken, match="is kept as file"):
        part.settle()
    part.discard()
    (kept,) = tmp_path.iterdir()
    assert kept.read_bytes() == b"hours of work"


NOBODY = 65_534


def _as_nobody(folder: Path, out: Path) -> tuple[int, str]:
    """What the command says to somebody who may not write everywhere, whoever runs the tests."""
    source = folder / "unique.json"
    if not source.exists():
        source.write_bytes(UNIQUE.read_bytes())

    def lowered() -> tuple[int, str]:
        if os.geteuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            os.chown(out, NOBODY, NOBODY)
            os.chdir("/")
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        os.chdir(folder)
        told = io.StringIO()
        with contextlib.redirect_stderr(told), pytest.raises(SystemExit) as ended:
            main(["convert", "unique.json", "--out", out.name])
        return int(ended.value.code or 0), told.getvalue()

    code, said = call(lowered, seconds=PATIENCE)  # type: ignore[misc]
    return code, said


def test_places_without_permission(tmp_path: Path, shell: Shell) -> None:
    """In a child without root's rights, where root runs this, and in a folder that anybody may reach."""
    assert (
        shell("convert", UNIQUE, "--out", tmp_path / "loaded.json")[0] == 0
    )  # what nobody may not read
    with TemporaryDirectory() as name:
        folder, out = Path(name), Path(name) / "file"
        out.write_text("older")
        out.chmod(0o644)
        assert _as_nobody(folder, out) == (0, "") and out.read_text() != "older"
        out.write_text("older")
        for file, place in ((0o444, 0o755), (0o644, 0o555)):
            out.chmod(file)
            folder.chmod(place)
            code, said = _as_nobody(folder, out)
            assert code == 2 and "ermission" in said and said.count("\n") == 1
            assert out.read_text() == "older"
        folder.chmod(0o755)


def _pool(tmp_path: Path, *names: str) -> Path:
    document = json.loads(UNIQUE.read_text())
    path = tmp_path / "pool.jsonl"
    path.write_text("".join(json.dumps({**document, "id": name}) + "\n" for name in names))
    return path


@pytest.mark.parametrize("there", [False, True])
def test_a_dataset_that_fails_leaves_no_folder(there: bool, tmp_path: Path, shell: Shell) -> None:
    pool, folder = _pool(tmp_path, "a", "b", "a"), tmp_path / "above" / "dataset"
    if there:
        folder.mkdir(parents=True)
    assert "two problems have one id" in shell.refused("convert", pool, "--dataset", folder)
    assert folder.exists() is there and (tmp_path / "above").exists() is there
    assert not there or not list(folder.iterdir())
    shell("convert", _pool(tmp_path, "a", "b"), "--dataset", folder)
    assert {path.name for path in folder.iterdir()} == {
        *("public", "evaluator", "manifest.json", "croissant.json", "DATASHEET.md")
    }


def test_a_dataset_where_somebody_stands(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = _pool(tmp_path, "a")
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    shell("convert", pool, "--dataset", ".")
    assert Path("manifest.json").exists() and Path("public/problems.jsonl").exists()


def test_generated_files_of_a_problem_come_together(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A problem of several files, and no room for the last of them."""
    from symcause.families.scenario.generator.scenario_generator import ScenarioGenerator

    files = ScenarioGenerator.files
    monkeypatch.setattr(
        ScenarioGenerator, "files", lambda self, d: {**files(self, d), "no/last.json": {}}
    )
    out = tmp_path / "out"
    code, _, told = shell("generate", "scenario", "--out", out, "--quiet")
    assert code == 2 and "cannot write" in told
    assert not list(out.iterdir())
