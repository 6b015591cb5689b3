"""The pages about scores tell the truth: sessions run, options and tables are those of the command."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from symcause.cli.commands.score import command
from symcause.families.boolean.baselines.baseline_registry import BUNDLED
from symcause.families.boolean.scoring.tables.table_captions import SHOWS

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("scoring.md", "score-tables.md", "baseline-runs.md")
TEXT = "\n".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in PAGES)


def test_the_session(tmp_path: Path) -> None:
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "NO_COLOR": "1", "PYTHONIOENCODING": "utf-8"}
    environment["PATH"] = f"{Path(sys.executable).parent}{os.pathsep}{environment['PATH']}"
    blocks = re.findall(r"```console\n(.*?)```", TEXT, flags=re.DOTALL)
    assert blocks
    for part in (part for block in blocks for part in re.split(r"^\$ ", block, flags=re.M)[1:]):
        line, _, expected = part.partition("\n")
        done = subprocess.run(
            ["bash", "-c", line],
            capture_output=True,
            text=True,
            cwd=tmp_path,
            env=environment,
            check=False,
        )
        assert (done.stdout, done.stderr) == (expected, ""), line


def test_every_option_and_baseline_is_named() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for option in command.params:
        for name in option.opts:
            assert not name.startswith("--") or f"`{name}" in page, name
    for name in BUNDLED:
        assert f"`{name}`" in TEXT


def test_every_table_is_named() -> None:
    source = "".join(
        (ROOT / "symcause/families/boolean/scoring/tables" / name).read_text(encoding="utf-8")
        for name in ("paper_tables.py", "alternative_tables.py")
    )
    keys = {*re.findall(r'(?:table_of|_shown|Table)\(\s*"([a-z-]+)"', source), *SHOWS}
    assert len(keys) >= 12
    for key in keys:
        assert f"`{key}`" in TEXT.split("### Tables")[1], key
