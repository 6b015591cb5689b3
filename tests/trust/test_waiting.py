"""Work that lasts says so on a terminal; what ends it stands in the reason."""

from __future__ import annotations

import json
import os
import re
import select
import subprocess
import sys
from pathlib import Path
from time import monotonic

import pytest

from symcause.audits.experiments.experiment_document import NextDocument
from tests.cli.cases import EXAMPLES, ROOT, Shell, hard, write
from tests.patience import PATIENCE


def watched(program: list[str], wanted: str) -> str:
    """What appears on a terminal until what is wanted does; then it is ended."""
    ours, theirs = os.openpty()
    end = monotonic() + PATIENCE
    process = subprocess.Popen(
        program, stdin=theirs, stdout=subprocess.DEVNULL, stderr=theirs, cwd=ROOT
    )
    os.close(theirs)
    seen = ""
    while monotonic() < end and not re.search(wanted, seen):
        try:
            if not select.select([ours], [], [], 1)[0]:
                continue
            seen += os.read(ours, 4096).decode("utf-8", "replace")
        except OSError:  # the program has ended
            break
    process.terminate()
    process.wait(PATIENCE)
    os.close(ours)
    return seen


def python(text: str) -> list[str]:
    return [sys.executable, "-c", text]


@pytest.mark.few(2)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
@pytest.mark.parametrize("question", ["count", "disambiguate", "audit", "solve"])
def test_one_problem_that_lasts(question: str, tmp_path: Path) -> None:
    path = write(tmp_path / "hard.json", hard(24, rows=6))
    words = [question, str(path), "--timeout", "600"]
    text = (
        "import sys, time\n"
        "from symcause.cli.runs.problem_work import ProblemJob\n"
        "def slow(self, posed, emit, work=ProblemJob.__call__):\n"
        "    time.sleep(600)\n"
        "    return work(self, posed, emit)\n"
        "ProblemJob.__call__ = slow\n"
        f"sys.argv = ['symcause', *{words!r}]\n"
        "from symcause.cli.main import main\n"
        "main()\n"
    )
    wanted = rf"{question} hard.json: \d+ s"
    shown = watched(python(text), wanted)
    assert re.search(wanted, shown), shown
    assert "Traceback" not in shown


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
def test_baselines_that_last() -> None:
    words = ["score", str(EXAMPLES / "unique.json"), "--baselines", "--timeout", "600"]
    text = (
        "import sys, time\n"
        "from symcause.cli.score_run import answer_batches as scoring_rows\n"
        "def slow(self, batch, work=scoring_rows._Attempt.__call__):\n"
        "    time.sleep(600)\n"
        "    return work(self, batch)\n"
        "scoring_rows._Attempt.__call__ = slow\n"
        f"sys.argv = ['symcause', *{words!r}]\n"
        "from symcause.cli.main import main\n"
        "main()\n"
    )
    wanted = r"\d+ scored, now \S+ on unique: \d+ s"
    shown = watched(python(text), wanted)
    assert re.search(wanted, shown), shown


@pytest.mark.parametrize("question", ["disambiguate", "next"])
def test_the_time_limit_stands_in_the_reason(
    question: str, tmp_path: Path, capsys: pytest.CaptureFixture[str], endless: None
) -> None:
    problem = hard(9, rows=6, max_parents=3)
    if question == "disambiguate":
        problem = json.loads((EXAMPLES / "hidden-roots.json").read_text())
    path = write(tmp_path / "p.json", problem)
    _, document = Shell(capsys).one(question, path, "--timeout", "0.05")
    assert document["stopped"] == "time"
    assert "time limit of 0.05 s" in document["reason"]


def test_a_reason_is_kept_beside_the_limit() -> None:
    known = NextDocument(family="boolean", problem="p", status="bounded", reason="only bounds")
    halted = known.halted("time limit of 1 s", "time")
    assert halted.reason == "only bounds; time limit of 1 s" and halted.stopped == "time"
    assert halted.early == "time limit of 1 s" and known.early is None
    assert not known.halted("more than ten").stopped, "a bound is met on every machine"


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal")
def test_scoring_says_what_it_does(tmp_path: Path) -> None:
    """From the pool to the last answer, in the order of the work."""
    rows = (EXAMPLES / "predictions.jsonl").read_text()
    (tmp_path / "rows.jsonl").write_text(100 * rows)
    words = ["score", str(EXAMPLES / "pool.jsonl"), str(tmp_path / "rows.jsonl"), "--bootstrap=0"]
    text = (
        "import sys\n"
        "import symcause.cli.runs.progress_display as progress\n"
        "progress._PATIENCE = progress._SHORTEST = 0.0\n"
        f"sys.argv = ['symcause', *{words!r}]\n"
        "from symcause.cli.main import main\n"
        "main()\n"
    )
    seen = watched(python(text), r"[1-9][0-9]{2} answers scored: \d+ s")
    said = ("reading the pool: 7 problems", "looking for answers that others replace", "scored: ")
    places = [seen.find(words) for words in said]
    assert -1 not in places and places == sorted(places), seen[-2000:]
    shown = [line for line in re.split(r"\r(?:\x1b\[K)?", seen) if line]
    assert max(map(len, shown)) < 80
