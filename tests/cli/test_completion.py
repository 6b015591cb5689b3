"""Shell completion: commands, options, presets, ids of a pool."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def completed(line: str, word: int) -> set[str]:
    environment = {
        **os.environ,
        "_SYMCAUSE_COMPLETE": "bash_complete",
        "COMP_WORDS": line,
        "COMP_CWORD": str(word),
    }
    script = "from symcause.cli.main import cli; cli.main(prog_name='symcause')"
    ended = subprocess.run(
        [sys.executable, "-c", script],
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    found = (text.partition(",")[2] for text in ended.stdout.splitlines())
    return {text for text in found if text}


def test_commands() -> None:
    assert completed("symcause di", 1) == {"disambiguate"}


def test_ids_of_a_pool() -> None:
    found = completed(f"symcause audit {EXAMPLES / 'pool.jsonl'} --id h", 4)
    assert found == {"hidden-order", "hidden-roots"}
    assert completed("symcause audit nothing.json --id h", 4) == set()


@pytest.mark.parametrize("word", ["hs_n6", "vhs"])
def test_presets(word: str) -> None:
    found = completed(f"symcause generate boolean --preset {word}", 4)
    assert found
    assert all(name.startswith(word) for name in found)


@pytest.mark.parametrize("group", ["tasks", "generate"])
def test_a_group_without_a_word_shows_its_help_as_it_is(group: str) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "symcause", group], capture_output=True, text=True, timeout=PATIENCE
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(f"Usage: symcause {group}")
    assert ended.stderr.count("\n") > 10
