"""Line ends of Windows and other encodings: files say the same, and reports are printed."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

from symcause.cli.output import result_file
from symcause.cli.output.result_file import Results
from symcause.formats.storage import atomic_files
from tests.cli.cases import EXAMPLES, ROOT, Shell

FILES = ("unique.json", "pool.jsonl", "crystal.json", "shapes.json", "flood.txt")
TEXTS = ("read_text", "write_text", "open")


@pytest.mark.parametrize("name", FILES)
def test_line_ends_of_windows(name: str, tmp_path: Path, shell: Shell) -> None:
    question = "align" if name == "flood.txt" else "count"
    more = (EXAMPLES / "flood.answer.txt", "--pairs", "all") if question == "align" else ()
    copy = tmp_path / name
    copy.write_bytes((EXAMPLES / name).read_bytes().replace(b"\n", b"\r\n"))
    past = ("seconds", "asked")
    usual = [
        [{k: v for k, v in d.items() if k not in past} for d in found]
        for _, found in (shell.json(question, path, *more) for path in (EXAMPLES / name, copy))
    ]
    assert usual[0] == usual[1] != []


def test_every_character_can_be_printed() -> None:
    """A pipe on Windows has an encoding that lacks most of what reports are drawn with."""
    ended = subprocess.run(
        [sys.executable, "-m", "symcause", "audit", "corner.json"],
        env={**os.environ, "PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        cwd=EXAMPLES,
        capture_output=True,
    )
    assert (ended.returncode, ended.stderr) == (1, b"")
    assert b"AMBIGUOUS" in ended.stdout


def _calls(path: Path) -> list[str]:
    """Texts that are opened without naming their encoding."""
    found = []
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
            continue
        words = {word.arg for word in node.keywords}
        given = [a.value for a in node.args if isinstance(a, ast.Constant)]
        binary = any(isinstance(mode, str) and "b" in mode for mode in given)
        of_path = node.func.attr != "open" or not isinstance(node.func.value, ast.Name)
        positional = any(isinstance(mode, str) and "utf" in mode for mode in given)
        if node.func.attr not in TEXTS or binary or positional or "encoding" in words:
            continue
        writes = node.func.attr == "write_text" or any(mode == "w" for mode in given)
        if of_path and (writes or (node.func.attr == "read_text" and not node.args)):
            found.append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def test_every_text_has_an_encoding() -> None:
    files = sorted((ROOT / "symcause").rglob("*.py"))
    others = {"formatter"}  # of click: it writes no file
    lines = [line for path in files for line in _calls(path)]
    kept = []
    for line in lines:
        name, _, number = line.rpartition(":")
        text = (ROOT / name).read_text(encoding="utf-8").splitlines()[int(number) - 1]
        if not any(f"{other}.write_text" in text for other in others):
            kept.append(line)
    assert kept == []


def test_a_file_that_is_open_keeps_its_name_on_some_systems(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on Windows: nothing is renamed, replaced or removed that is still open."""
    replace, unlink = os.replace, os.unlink

    def opened(path: object) -> bool:
        try:
            wanted = os.stat(path)  # type: ignore[call-overload]  # noqa: PTH116
        except FileNotFoundError:
            return False
        for number in range(3, 256):
            try:
                if os.path.samestat(os.fstat(number), wanted):
                    return True
            except OSError:
                continue
        return False

    def strict_replace(source: object, target: object, **more: object) -> None:
        if opened(source) or opened(target):
            raise PermissionError(13, "it is open")
        replace(source, target, **more)  # type: ignore[arg-type]

    def strict_unlink(path: object, **more: object) -> None:
        if opened(path):
            raise PermissionError(13, "it is open")
        unlink(path, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(os, "replace", strict_replace)
    monkeypatch.setattr(os, "unlink", strict_unlink)
    for module in (result_file, atomic_files):
        monkeypatch.setattr(module, "RENAMES_OPEN", False)
    out = tmp_path / "out.jsonl"
    out.write_text('{"problem": "a"}\n{"problem": "b"}\n', encoding="utf-8")
    with Results(str(out), resume=True, ours=lambda line: True) as results:
        assert [line["problem"] for _, line in results.earlier()] == ["a", "b"]
        results.keep(1, 0)
        results.write('{"problem": "c"}', 1, over=0)
        results.write('{"problem": "d"}', 2)
        results.finish()
    wanted = '{"problem": "b"}\n{"problem": "c"}\n{"problem": "d"}\n'
    assert out.read_text(encoding="utf-8") == wanted
    empty = tmp_path / "empty.jsonl"
    with Results(str(empty), resume=False, ours=lambda line: True):
        pass
    assert not empty.exists()
