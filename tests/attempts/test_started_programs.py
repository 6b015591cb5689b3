"""Programs that a user starts as baselines: from their folder, with their last words, and nothing left."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

import symcause
from symcause.processes.folders.tree_removal import remove_tree
from symcause.processes.foreign_program import _Talk, run_program
from tests.attempts.programs import GOOD, program
from tests.cli.test_score import run
from tests.patience import until

pytestmark = pytest.mark.usefixtures("children")

ROOT = Path(__file__).resolve().parents[2]
POOL = ROOT / "examples" / "pool.jsonl"
NESTS = """
import os
for _ in range(1500):
    os.mkdir("nested")
    os.chdir("nested")
print({good!r})
"""
KILLS = """
import os, signal, sys
open("mine.txt", "w").write("left behind")
open({file!r}, "w").write(os.getcwd())
os.kill(os.getppid(), signal.SIGKILL)
"""


@pytest.mark.parametrize("word", ["my_base.py", "./my_base.py", "below/my_base.py"])
def test_files_are_meant_from_the_folder_of_the_user(
    word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "below").mkdir()
    (tmp_path / "weights.txt").write_text("heavy")
    (tmp_path / "given.txt").write_text("heavy")
    reads = "open(sys.argv[1]).read() == open(sys.argv[2].partition('=')[2]).read()"
    text = f"import os, sys\nassert {reads} and os.listdir('.') == []\nprint('{GOOD}')"
    Path(word).write_text(text)
    asked = f"mine={sys.executable} {word} weights.txt --more=given.txt --fast=none.txt"
    done = run("score", POOL, "--baseline-command", asked, "--json")
    assert done.exit_code == 0, done.stderr
    lines = [json.loads(line) for line in done.stdout.splitlines()[:-1]]
    assert {line["attempt"]["status"] for line in lines} == {"answered"}


def test_what_is_no_file_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "fast").mkdir()
    made = symcause.baselines.command("solve fast -c 'print(1)' -- x=1", name="mine")
    assert made.command == ("solve", "fast", "-c", "print(1)", "--", "x=1")


def test_a_baseline_that_always_fails_is_told_with_its_last_words(tmp_path: Path) -> None:
    command = program(tmp_path, "raise ValueError('no such weights')", "broken")
    done = run("score", POOL, "--baseline-command", f"mine={command}")
    assert done.exit_code == 2
    assert done.stderr.count("ValueError: no such weights") == 1
    assert "mine: all 8 attempts failed" in done.stderr
    assert len(done.stderr.splitlines()) <= 4  # once, not once a problem
    both = run("score", POOL, "--baseline-command", f"mine={command}", "--baseline", "simplest")
    assert both.exit_code == 2
    done = run("score", POOL, "--baseline-command", f"mine={command}", "--json")
    (told,) = json.loads(done.stdout.splitlines()[-1])["summary"]["failed_baselines"]
    assert (told["model"], told["attempts"]) == ("mine", 8)


def test_one_that_cannot_be_started_is_told_once() -> None:
    done = run("score", POOL, "--baseline-command", "mine=no-such-program")
    assert done.exit_code == 2
    assert "no-such-program" in done.stderr and len(done.stderr.splitlines()) <= 4


def test_one_that_fails_now_and_then_is_scored(tmp_path: Path) -> None:
    text = f"import sys, json\nn = len(sys.stdin.read())\nassert n % 2\nprint('{GOOD}')"
    done = run("score", POOL, "--baseline-command", f"mine={program(tmp_path, text)}", "--json")
    lines = [json.loads(line) for line in done.stdout.splitlines()[:-1]]
    statuses = {line["attempt"]["status"] for line in lines}
    assert (done.exit_code == 0) == (statuses != {"crashed"})


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs groups of processes")
def test_folders_in_folders_are_gone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    ended = run_program([sys.executable, "-c", NESTS.format(good=GOOD)], b"")
    assert ended.code == 0 and GOOD.encode() in ended.output
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs groups of processes")
def test_a_killed_parent_leaves_no_folder(tmp_path: Path) -> None:
    folder, file = tmp_path / "work", tmp_path / "seen"
    folder.mkdir()
    text = KILLS.format(file=str(file))
    code = (
        "import sys\nfrom symcause.processes.foreign_program import _Talk, run_program\n"
        f"run_program([sys.executable, '-c', {text!r}], b'')"
    )
    given = {**os.environ, "TMPDIR": str(folder)}
    ended = subprocess.run([sys.executable, "-c", code], env=given, cwd=ROOT, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert file.read_text().startswith(str(folder))
    until(lambda: list(folder.iterdir()) == [])


def test_a_tree_is_removed_whatever_is_in_it(tmp_path: Path) -> None:
    kept, tree = tmp_path / "kept", tmp_path / "tree"
    kept.mkdir()
    (kept / "file").write_text("stays")
    (tree / "a" / "b").mkdir(parents=True)
    (tree / "a" / "file").write_text("goes")
    (tree / "a" / "link").symlink_to(kept)
    (tree / "a" / "dangling").symlink_to(tmp_path / "nowhere")
    (tree / "b").mkdir()
    (tree / "b" / "b").mkdir()
    (tree / "a" / "b").chmod(0)
    (tree / "a").chmod(0o500)
    remove_tree(tree)
    assert not tree.exists() and (kept / "file").read_text() == "stays"
    remove_tree(tree)  # nothing is there: nothing is wrong


def test_a_program_whose_end_nobody_saw_was_killed() -> None:
    """Somebody else waited for it: what it used is not known."""
    pipe = subprocess.PIPE
    process = subprocess.Popen([sys.executable, "-c", ""], stdin=pipe, stdout=pipe, stderr=pipe)
    os.waitpid(process.pid, 0)
    with process:
        ended = _Talk(process, b"", None).held()
    assert (ended.code, ended.late) == (-signal.SIGKILL, False)
