"""What commands say: their words, documents and files, run in this process in a folder of their own."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout, suppress
from io import BytesIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from symcause.cli.main import main
from tools.corpus.recipes import ANSWERS, EPISODES, GRAPHS, PROVEN
from tools.corpus.timeless import timeless

ROOT = Path(__file__).resolve().parents[2]

FILES = Path(__file__).parent / "files"
"""Problems that ``symcause generate`` made, the least with which a bound is met."""


_OWN = TemporaryDirectory()
"""Certificates and transcripts, made when a line first names them; it goes with the process."""

MADE = {
    **{name: (*words, "--json", "--certificate") for name, words in PROVEN.items()},
    **{
        name: ("play", problem, "--agent", agent, "--seed", "3", "--json", "--out")
        for name, (problem, agent) in EPISODES.items()
    },
}
"""What makes them; the name of the file is still to come."""


def said(line: str) -> dict[str, Any]:
    """The exit code, what stands on both streams, and the files that were written."""
    for name, words in MADE.items():
        path = Path(_OWN.name) / name
        if f"made/{name}" in line and not path.exists():
            path.parent.mkdir(exist_ok=True)
            said(" ".join((*words, str(path))))
    out, error = (TextIOWrapper(BytesIO(), encoding="utf-8") for _ in range(2))
    with _folder() as folder:
        code: object = 0
        with redirect_stdout(out), redirect_stderr(error):
            try:
                main(line.split())
            except SystemExit as ended:
                code = ended.code
        files = {p.name: _taken(p.read_text("utf-8", "replace")) for p in _written(folder)}
    return {"code": code, "out": _text(out), "error": _text(error), "files": files}


@contextmanager
def _folder() -> Iterator[Path]:
    """A folder with the examples, small files and answers, which is the current one for a while."""
    before = Path.cwd()
    with TemporaryDirectory() as name:
        folder = Path(name).resolve()
        (folder / "examples").symlink_to(ROOT / "examples")
        (folder / "made").mkdir()
        for path in (*FILES.glob("*"), *Path(_OWN.name).glob("*")):
            target = folder / "made" / path.name
            if not target.exists():
                target.symlink_to(path)
        for known, text in (*GRAPHS.items(), *ANSWERS.items()):
            (folder / "made" / known).write_text(text, encoding="utf-8")
        os.chdir(folder)
        try:
            yield folder
        finally:
            os.chdir(before)


def _written(folder: Path) -> list[Path]:
    kept = ("examples", "made")
    own = [path for path in folder.iterdir() if path.name not in kept]
    return sorted(p for path in own for p in (path, *path.rglob("*")) if p.is_file())


def _text(stream: TextIOWrapper) -> Any:
    stream.flush()
    with suppress(AttributeError):
        return _taken(stream.buffer.getvalue().decode())  # type: ignore[attr-defined]
    raise AssertionError("a stream has no text")


def _taken(text: str) -> Any:
    """Documents of lines that are some, by their places; words otherwise."""
    told = timeless(text)
    try:
        return {str(place): json.loads(line) for place, line in enumerate(told.splitlines())}
    except ValueError:
        return told
