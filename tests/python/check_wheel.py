"""The installed package, far from its sources: ``python tests/python/check_wheel.py`` from anywhere.

Uses nothing but the package itself: every command loads, problems are made, audited, proved, played and
shown on pages.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import symcause


def run(*arguments: str, folder: Path, code: int = 0) -> str:
    ended = subprocess.run(
        [sys.executable, "-m", "symcause", *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=600,
    )
    assert ended.returncode == code, (arguments, ended.returncode, ended.stderr)
    return ended.stdout


def main() -> None:
    home = Path(symcause.__file__).resolve().parent
    assert "site-packages" in home.parts, f"not the installed package: {home}"
    with TemporaryDirectory() as name:
        folder = Path(name)
        from symcause.cli.main import COMMANDS

        for command in COMMANDS:
            assert "Usage" in run(command, "--help", folder=folder)
        assert symcause.audit(symcause.example("ambiguous")).count == 23
        run("examples", "--out", "examples", folder=folder)
        run("examples", "ambigous", folder=folder, code=2)
        run("score", "examples/pool.jsonl", "examples/predictions.jsonl", folder=folder)
        run("generate", "boolean", "--level", "certified", "--out", "b.json", folder=folder)
        run("generate", "linear", "--out", "l.json", folder=folder)
        run("generate", "shapeworld", "--questions", "1", "--out", "s.json", folder=folder)
        run("audit", "b.json", "--certificate", "c.json", "--html", "p.html", folder=folder)
        run("verify", "b.json", "c.json", folder=folder)
        assert json.loads(run("count", "l.json", "--json", folder=folder))["count"] >= 1
        run("play", "s.json", "--agent", "optimal", "--out", "e.jsonl", folder=folder)
        run("score", "s.json", "e.jsonl", "--html", "q.html", folder=folder)
        run("prompt", "s.json", folder=folder)
        run("schema", "boolean", folder=folder)
        tasks = Path(run("tasks", "lm-eval", folder=folder).strip())
        assert (tasks / "symcause_replay.yaml").is_file()
        assert (folder / "p.html").stat().st_size > 50_000
    print(f"symcause {symcause.__version__} in {home}: all is there")


if __name__ == "__main__":
    main()
