"""The notebooks: executed here, they show what they hold; each has pictures."""

from __future__ import annotations

import json
import runpy
from pathlib import Path

import pytest

from tests.amounts import EXHAUSTIVE

ROOT = Path(__file__).resolve().parents[2]
MAKER = runpy.run_path(str(ROOT / "examples" / "make_notebooks.py"), run_name="notebooks")
NOTEBOOKS = sorted(MAKER["FOLDER"].glob("*.ipynb"))


@pytest.mark.guide
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_it_does(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """``python examples/make_notebooks.py`` brings it up to date."""
    stored = json.loads(path.read_text(encoding="utf-8"))
    folders = (path.parent, ROOT)  # where an editor runs it, and where a reader types
    for folder in folders if EXHAUSTIVE else folders[NOTEBOOKS.index(path) % 2 :][:1]:
        monkeypatch.chdir(folder)
        assert MAKER["executed"](stored) == stored
    forms = [set(o["data"]) for c in stored["cells"] for o in c.get("outputs", []) if "data" in o]
    assert sum("image/svg+xml" in form for form in forms) >= 2


def test_every_notebook_is_told() -> None:
    assert len(NOTEBOOKS) == 3
    for page in (ROOT / "docs" / "notebooks.md", ROOT / "examples" / "README.md"):
        text = page.read_text(encoding="utf-8")
        assert [path.name for path in NOTEBOOKS if path.name not in text] == []


def test_a_cell_may_type_a_command() -> None:
    names = {"word": "two"}
    assert MAKER["run"]("print('one')\n!echo {word} | tr t T\n3", names) == ("one\nTwo\n", 3)


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_that_was_copied_says_what_it_needs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    first = next("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    found = first.partition("folder =")[0]
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    with pytest.raises(FileNotFoundError, match="write here where they are"):
        MAKER["run"](found, {})
    (tmp_path / "examples").mkdir()
    (tmp_path / "examples" / "ambiguous.json").touch()
    names: dict[str, object] = {}
    MAKER["run"](found, names)
    assert names["examples"] == tmp_path / "examples"
