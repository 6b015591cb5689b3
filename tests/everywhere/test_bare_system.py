"""Commands say the same on a system without fork, fcntl, resource and /proc, with children started anew."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.cli.cases import EXAMPLES, ROOT
from tests.everywhere.bare_system import bare
from tests.patience import PATIENCE

PROGRAM = "import json, sys; sys.stdin.read(); print(json.dumps({'mechanisms': {'Y': '(not R)'}}))"
COMMANDS: dict[str, tuple[str, ...]] = {
    "count": ("count", "pool.jsonl", "--jobs", "2"),
    "audit": ("audit", "crystal.json", "shapes.json", "boats.json", "flood.txt"),
    "timeout": ("audit", "unique.json", "--timeout", "500"),
    "engine": ("count", "unique.json", "--engine", "counter"),
    "score": ("score", "pool.jsonl", "predictions.jsonl", "--bootstrap", "0", "--jobs", "2"),
    "baseline": (
        *("score", "replay.json", "--baseline", "simplest", "--timeout", "500", "--bootstrap", "0"),
        *("--baseline-command", f'own="{sys.executable}" -c "{PROGRAM}"'),
    ),
    "play": ("play", "world.json", "--agent", "optimal"),
    "generate": ("generate", "linear", "--count", "2", "--jobs", "2"),
    "align": ("align", "flood.txt", "flood.answer.txt", "--pairs", "all"),
}
"""Every kind of work that is done in a process of its own."""

PAST = ("seconds", "cpu", "memory_mb")


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {k: _plain(v) for k, v in value.items() if k not in PAST}
    return [*map(_plain, value)] if isinstance(value, list) else value


def _asked(environment: dict[str, str], *command: str) -> tuple[int, list[Any], str]:
    ended = subprocess.run(
        [sys.executable, "-m", "symcause", *command, "--json"],
        env=environment,
        cwd=EXAMPLES,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )
    lines = [_plain(json.loads(line)) for line in ended.stdout.splitlines()]
    return ended.returncode, lines, ended.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_a_command_says_the_same(name: str, tmp_path: Path) -> None:
    usual = _asked({**os.environ, "PYTHONPATH": str(ROOT)}, *COMMANDS[name])
    found = _asked(bare(tmp_path), *COMMANDS[name])
    assert len(usual[1]) > (name == "baseline"), usual
    if name == "baseline":  # its tables tell seconds of the processor
        assert "summary" in usual[1].pop() and "summary" in found[1].pop()
    assert found == usual


def test_what_cannot_be_bounded_is_refused_in_one_line(tmp_path: Path) -> None:
    code, lines, told = _asked(bare(tmp_path), "count", "unique.json", "--memory", "500")
    assert (code, lines) == (2, [])
    assert told == (
        "symcause: this system cannot bound the memory of a process (got 500); leave out --memory\n"
    )


def test_certificates_are_made_and_verified(tmp_path: Path) -> None:
    environment, file = bare(tmp_path), str(tmp_path / "certificate.json")
    assert _asked(environment, "audit", "unique.json", "--certificate", file)[0] == 0
    assert _asked(environment, "verify", "unique.json", file, "--memory", "4000")[0] == 0


def test_a_run_goes_on(tmp_path: Path) -> None:
    """Lines that are mended in place, where a file that is open keeps its name or not."""
    environment, out = bare(tmp_path), tmp_path / "out.jsonl"
    assert _asked(environment, "count", "pool.jsonl", "--out", str(out))[0] == 0
    wanted = out.read_text(encoding="utf-8")
    lines = wanted.splitlines(keepends=True)
    lines[1] = json.dumps({**json.loads(lines[1]), "lost": True}) + "\n"
    out.write_text("".join(lines[:4]), encoding="utf-8")
    assert _asked(environment, "count", "pool.jsonl", "--out", str(out), "--resume")[0] == 0
    again = [_plain(json.loads(line)) for line in out.read_text(encoding="utf-8").splitlines()]
    assert again == [_plain(json.loads(line)) for line in wanted.splitlines()]


SCRIPT = """
import symcause
problem = symcause.load({problem!r})
print(symcause.count(problem, engine="counter").count)
"""


def test_a_script_needs_no_guard(tmp_path: Path) -> None:
    """Children that are started anew do not run the script that started them."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(problem=str(EXAMPLES / "unique.json")), encoding="utf-8")
    ended = subprocess.run(
        [sys.executable, str(script)], env=bare(tmp_path), capture_output=True, text=True
    )
    assert (ended.stdout, ended.stderr) == ("1\n", "")


@pytest.mark.parametrize(
    "tests", ["solvers/test_isolation.py", "solvers/test_lasting.py", "attempts/test_functions.py"]
)
def test_the_process_tests_hold_on_such_a_system(tests: str, tmp_path: Path) -> None:
    """Children are started anew; what needs a bound on memory is skipped, and nothing else."""
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"tests/{tests}"],
        env=bare(tmp_path),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert ended.returncode == 0, ended.stdout
