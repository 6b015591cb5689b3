"""Long work in a notebook says how far it is; elsewhere a program says nothing."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

import symcause
from symcause.api import notebook_progress as progress

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture
def notebook(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """A kernel of IPython, as far as it is asked; what it was told to show."""
    told: list[str] = []
    handle = SimpleNamespace(update=told.append)

    def display(text: str, display_id: bool) -> Any:
        assert display_id
        told.append(text)
        return handle

    ipython, shown = ModuleType("IPython"), ModuleType("IPython.display")
    ipython.get_ipython = lambda: SimpleNamespace(kernel=object())  # type: ignore[attr-defined]
    shown.display, shown.HTML = display, str  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "IPython", ipython)
    monkeypatch.setitem(sys.modules, "IPython.display", shown)
    monkeypatch.setattr(progress, "_PATIENCE", 0.0)
    monkeypatch.setattr(progress, "_SHORTEST", 0.0)
    return told


def test_a_notebook_is_told_and_left_clean(notebook: list[str]) -> None:
    pool = list(symcause.load_pool(EXAMPLES / "pool.jsonl"))
    symcause.baselines.solve(pool)
    assert "simplest: 1 " in notebook[0] and "ordered" in notebook[0]
    assert len(notebook) == len(pool) + 1 and notebook[-1] == ""
    notebook.clear()
    symcause.audit(pool[0])
    assert "audit: 1 " in notebook[0] and notebook[-1] == ""
    notebook.clear()
    symcause.score(pool, [{"instanceId": "unique", "model": "<m>", "response": ""}])
    assert "&lt;m&gt; on unique" in notebook[0] and notebook[-1] == ""


def test_a_program_and_a_terminal_of_ipython_are_told_nothing(
    notebook: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ipython: Any = sys.modules["IPython"]
    for shell in (None, SimpleNamespace()):
        monkeypatch.setattr(ipython, "get_ipython", lambda shell=shell: shell)
        symcause.audit(symcause.load(EXAMPLES / "unique.json"))
    monkeypatch.delitem(sys.modules, "IPython")
    symcause.audit(symcause.load(EXAMPLES / "unique.json"))
    assert not notebook and capsys.readouterr() == ("", "")


def test_the_line_goes_when_the_work_fails(notebook: list[str]) -> None:
    with pytest.raises(RuntimeError), progress.Progress("work") as line:
        line.step("one")
        raise RuntimeError
    assert notebook[-1] == ""
