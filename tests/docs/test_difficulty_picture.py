"""The picture of the guide on difficulty is what the commands of the guide draw."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.cli.main import cli

ROOT = Path(__file__).resolve().parents[2]
GUIDE = ROOT / "docs" / "guides" / "how-hard-is-it.md"
PICTURE = ROOT / "docs" / "images" / "difficulty.svg"


@pytest.mark.guide
def test_the_picture_is_up_to_date(tmp_path: Path) -> None:
    """Its marks and words; colours are those of all figures."""
    pool, folder = tmp_path / "pool.jsonl", tmp_path / "pictures"
    guide = GUIDE.read_text(encoding="utf-8")
    assert f"](../images/{PICTURE.name})" in guide
    made = re.search(r"\$ symcause (generate .*) --out pool.jsonl", guide)
    assert made is not None
    drawn = ["score", str(pool), "--baseline", "simplest", "--baseline", "quine-mccluskey"]
    for asked in ([*made[1].split(), "--out", str(pool)], [*drawn, "--difficulty", "--figures"]):
        given = [*asked, str(folder)] if asked[0] == "score" else asked
        assert CliRunner().invoke(cli, given).exit_code == 0
    assert _marks(folder / PICTURE.name) == _marks(PICTURE), "score … --difficulty --figures FOLDER"


def _marks(file: Path) -> str:
    return re.sub(r"<style>.*?</style>", "", file.read_text(encoding="utf-8"), flags=re.DOTALL)
