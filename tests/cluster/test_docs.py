"""What docs/cluster.md says is so: its commands run, and the options of Dask that it names exist."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.cases import EXAMPLES, ROOT
from tests.cluster.cases import NEEDED
from tests.patience import PATIENCE

pytest.importorskip("distributed", reason=NEEDED)

PAGE = (ROOT / "docs" / "cluster.md").read_text(encoding="utf-8")
LINES = [
    line.split("#")[0].strip()
    for block in re.findall(r"```sh\n(.*?)```", PAGE, flags=re.DOTALL)
    for line in block.splitlines()
]


def test_the_session_runs(tmp_path: Path) -> None:
    """Everything on this machine; the first command makes the pool of the others."""
    (tmp_path / "pool.jsonl").write_bytes((EXAMPLES / "pool.jsonl").read_bytes())
    session = [line for line in LINES if "local:" in line]
    assert len(session) == 4
    for line in session:
        words = line.replace("local:4", "local:2").split()
        done = subprocess.run(
            [sys.executable, "-m", *words],
            cwd=tmp_path,
            env={"PYTHONPATH": str(ROOT), "PATH": ""},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert (done.returncode, done.stderr) == (0, ""), line
    assert "12 problems, 12 counted" in done.stdout


def test_options_of_all_commands_exist() -> None:
    pages: dict[tuple[str, str], str] = {}
    for line in LINES:
        words = shlex.split(line.rstrip("&"))
        for program in ("dask", "symcause"):
            if program not in words:
                continue
            called = words[words.index(program) :]
            name = (called[0], called[1])
            if name not in pages:
                asked = [sys.executable, "-m", *name, "--help"]
                if name == ("symcause", "generate"):
                    asked.insert(-1, called[2])
                done = subprocess.run(
                    asked, capture_output=True, text=True, cwd=ROOT, timeout=PATIENCE
                )
                pages[name] = done.stdout
            for option in (word for word in called if word.startswith("--")):
                assert option.split("=")[0] in pages[name], line
    assert {name[0] for name in pages} == {"dask", "symcause"}
