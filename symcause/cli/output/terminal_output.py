"""Terminal output of commands: everything is made printable first."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from errno import EBADF
from io import TextIOWrapper
from pathlib import Path

import click

from symcause.errors import UsageError, printable

_LAYOUT = "\n\t\f"  # what may part lines, columns and prompts


def show(text: str, *, newline: bool = True) -> None:
    """Text for people on standard output; our own colours survive, others' escapes do not."""
    _echo(coloured(text), newline)


def coloured(text: str) -> str:
    """Printable text in which only plain colour sequences are left as they are."""
    parts = text.split("\x1b[")
    safe = [printable(parts[0], _LAYOUT)]
    for part in parts[1:]:
        code, mark, rest = part.partition("m")
        if mark and all(c.isdigit() or c == ";" for c in code):
            safe.append(f"\x1b[{code}m{printable(rest, _LAYOUT)}")
        else:
            safe.append("?[" + printable(part, _LAYOUT))
    return "".join(safe)


def emit(line: str) -> None:
    """One line of JSON on standard output, on its way at once: the same document, printable."""
    emit_all((line,))


def emit_all(lines: Iterable[str]) -> None:
    """Lines of JSON that are there together, on their way at once."""
    text = "\n".join(
        [
            line
            if line.isprintable()
            else "".join(c if c.isprintable() else json.dumps(c)[1:-1] for c in line)
            for line in lines
        ]
    )
    _echo(text)  # not sys.stdout.write: while progress is shown, that goes to standard error


def _echo(text: str, newline: bool = True) -> None:
    """Text on standard output; what it does not take is said, with what it is."""
    try:
        click.echo(text, nl=newline)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read it has seen enough
        raise
    except OSError as error:
        silence()
        if error.errno != EBADF or not _kept():
            raise unwritten(error) from None


def _kept() -> bool:
    """Are the results in a file as well? Then a closed standard output loses nothing."""
    context = click.get_current_context(silent=True)
    return context is not None and bool(context.params.get("out"))


def unwritten(error: OSError) -> UsageError:
    """What standard output does not take is said, with why."""
    why = "it is closed" if error.errno == EBADF else error.strerror or error
    return UsageError(f"cannot be written: {why}", file="standard output")


_MADE = {
    "html": "page in",
    "certificate": "certificate in",
    "figures": "pictures in",
    "folder": "tables in",
    "out": "written to",
}
"""Options that name files, and how it is said that they are there."""


def announce(ctx: click.Context, *, results: bool = False) -> None:
    """On a terminal: which files the options of a command have made; *results*: ``--out`` among them."""
    if not sys.stdout.isatty() or ctx.params.get("as_json") or ctx.params.get("quiet"):
        return
    for name, what in _MADE.items():
        path = ctx.params.get(name) if results or name != "out" else None
        if isinstance(path, str) and Path(path).exists():
            show(f"{what} {path}")


def complain(message: str) -> None:
    """One line on standard error."""
    click.echo("symcause: " + printable(" ".join(message.split())), err=True)


def open_streams() -> None:
    """Where a standard stream is closed, nothing goes into a file of ours that would get its number.

    Python has None in its place. What goes to a closed standard error goes nowhere; a closed standard
    output takes nothing, so that a result that would be lost is an error and not a success.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            nowhere = os.open(os.devnull, os.O_RDONLY if name == "stdout" else os.O_RDWR)
            if nowhere != number:
                os.dup2(nowhere, number)
                os.close(nowhere)
            if name != "stdin":
                setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        if (
            isinstance(stream, TextIOWrapper)
            and stream.encoding.lower().replace("_", "-") != "utf-8"
        ):
            _widen(stream)


def _widen(stream: TextIOWrapper) -> None:
    """Files and pipes get UTF-8 and plain line ends, as on every system; a terminal what it can show."""
    if stream.isatty() or "PYTHONIOENCODING" in os.environ:
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", newline="\n")


def silence() -> None:
    """Nothing more goes to a standard output that takes nothing more, not even at the very end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
