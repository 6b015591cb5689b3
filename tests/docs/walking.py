"""Walks a page of the documentation as a reader would: command by command, in an empty folder.

A ``console`` block is a session: lines that begin with ``$`` are typed, the others are what is printed (a
last line ``…`` stands for the rest). A ``python`` block is run; a ``text`` block right after it is what it
prints. ``python -m tests.docs.walking PAGE…`` writes what is printed now into the pages.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from symcause.cli import main as command_line
from tests.amounts import EXHAUSTIVE

ROOT = Path(__file__).resolve().parents[2]
BLOCK = re.compile(r"```(console|python|text)\n(.*?)```", flags=re.DOTALL)
REST = "…"
PATIENCE = 600  # seconds


@dataclass(frozen=True)
class Said:
    """What was done, what the page says is printed, and what is."""

    done: str
    expected: str
    printed: str

    @property
    def agrees(self) -> bool:
        if self.expected.endswith(f"\n{REST}"):
            return f"{self.printed}\n".startswith(self.expected[: -len(REST)])
        return self.expected == self.printed


SHOWN = {"NO_COLOR": "1", "PYTHONIOENCODING": "utf-8", "COLUMNS": "120"}
"""What is printed does not depend on where."""


def shell(command: str, folder: Path) -> str:
    """What a command prints on both streams."""
    first, _, rest = command.partition(" | ")
    words = None if EXHAUSTIVE or set(rest) & set(";&\n") else _plain(first)
    if words is not None:
        return _forked(words, folder, rest)
    ended = subprocess.run(
        ["bash", "-c", command],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=folder,
        env=_environment(),
        timeout=PATIENCE,
        check=False,
    )
    return ended.stdout.rstrip("\n")


def _environment() -> dict[str, str]:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **SHOWN, "PATH": path}


def _plain(command: str) -> list[str] | None:
    """The words after ``symcause`` if there is nothing in the command that takes a shell."""
    if set(command) & set("|&;<>()$`*?[]{}~#!\n"):
        return None
    with contextlib.suppress(ValueError):  # what was cut off stood in quotes
        name, *words = shlex.split(command)
        return words if name == "symcause" else None
    return None


def _forked(words: list[str], folder: Path, rest: str) -> str:
    """The same in a child of this process, which has loaded before what a new one would load.

    A shell does the rest of a pipeline.
    """
    ours, theirs = os.pipe()
    taken, onward = os.pipe() if rest else (os.dup(ours), os.dup(theirs))
    child = os.fork()
    if child == 0:
        os.close(taken)
        _be(words, folder, onward, theirs)
    os.close(onward)
    if rest:
        subprocess.run(
            ["bash", "-c", rest],
            stdin=taken,
            stdout=theirs,
            stderr=theirs,
            cwd=folder,
            env=_environment(),
            timeout=PATIENCE,
            check=False,
        )
    os.close(taken)
    os.close(theirs)
    with open(ours, encoding="utf-8") as heard:  # noqa: PTH123 - a descriptor
        printed = heard.read()
    os.waitpid(child, 0)
    return printed.rstrip("\n")


def _be(words: list[str], folder: Path, out: int, errors: int) -> NoReturn:
    """Become ``symcause`` with these words, as far as one can tell from its output."""
    code = 1
    try:
        signal.alarm(PATIENCE)
        os.chdir(folder)
        os.environ.update(SHOWN)
        for number, kind in enumerate((os.open(os.devnull, os.O_RDONLY), out, errors)):
            os.dup2(kind, number)
        for stream in {out, errors}:
            os.close(stream)
        sys.stdin = open(0, encoding="utf-8")  # noqa: SIM115
        sys.stdout = open(1, "w", encoding="utf-8")  # noqa: SIM115
        sys.stderr = open(2, "w", encoding="utf-8", buffering=1)  # noqa: SIM115
        command_line.main(words)
    except SystemExit as ended:
        code = ended.code if isinstance(ended.code, int) else 0
    finally:
        with contextlib.suppress(OSError, ValueError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


@dataclass(frozen=True)
class Typed:
    """A command as it stands on the page, as the shell gets it, and what it is said to print."""

    lines: str
    command: str
    expected: str


def session(block: str) -> Iterator[Typed]:
    """The commands of a console block."""
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        lines, _, output = part.partition("\n")
        command = lines
        while command.endswith("\\"):
            more, _, output = output.partition("\n")
            lines += f"\n{more}"
            command = f"{command[:-1]}{more.removeprefix('>').strip()}"
        yield Typed(lines, command, output.rstrip("\n"))


def walk(page: Path, folder: Path) -> Iterator[Said]:
    """Everything on a page, one after the other; the examples are at hand."""
    (folder / "examples").symlink_to(ROOT / "examples")
    names: dict[str, object] = {}
    waiting: tuple[str, str] | None = None
    for kind, block in BLOCK.findall(page.read_text(encoding="utf-8")):
        if kind == "text" and waiting is not None:
            yield Said(waiting[0], block.rstrip("\n"), waiting[1])
        waiting = None
        if kind == "console":
            for typed in session(block):
                yield Said(typed.lines, typed.expected, shell(typed.command, folder))
        elif kind == "python":
            waiting = block, _ran(block, names, folder)


def _ran(code: str, names: dict[str, object], folder: Path) -> str:
    heard = io.StringIO()
    with contextlib.chdir(folder), contextlib.redirect_stdout(heard):
        exec(compile(code, "documentation", "exec"), names)
    return heard.getvalue().rstrip("\n")


def rewritten(page: Path) -> str:
    """The page with what is printed now."""
    with TemporaryDirectory() as folder:
        found = iter(list(walk(page, Path(folder))))
    told = False  # was there a Python block just before?

    def block(match: re.Match[str]) -> str:
        nonlocal told
        kind, inner = match.group(1), match.group(2)
        if kind == "console":
            parts = [f"$ {typed.lines}\n{_kept(next(found))}" for typed in session(inner)]
            inner = "".join(parts)
        elif kind == "text" and told:
            inner = _kept(next(found))
        told = kind == "python"
        return f"```{kind}\n{inner}```"

    return BLOCK.sub(block, page.read_text(encoding="utf-8"))


def _kept(said: Said) -> str:
    """What the page shall say; an ending … goes on standing for the rest."""
    if said.agrees:
        text = said.expected
    elif said.expected.endswith(REST):
        lines = said.printed.split("\n")[: max(1, said.expected.count("\n"))]
        text = "\n".join([*lines, REST])
    else:
        text = said.printed
    return f"{text}\n" if text else ""


def main() -> None:
    for name in sys.argv[1:]:
        page = Path(name)
        page.write_text(rewritten(page), encoding="utf-8")


if __name__ == "__main__":
    main()
