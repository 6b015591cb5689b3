"""What reaches the terminal: everything is made printable here, whatever a file put into it."""

from __future__ import annotations

import os
import sys

import click


def printable(text: str) -> str:
    """The text with characters that could steer a terminal replaced; lines and tabs stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t\f" else "?" for c in text)


def show(text: str, *, newline: bool = True) -> None:
    """Text for people on standard output; our own colours survive, others' escapes do not."""
    click.echo(coloured(text), nl=newline)


def coloured(text: str) -> str:
    """Printable text in which only plain colour sequences are left as they are."""
    parts = text.split("\x1b[")
    safe = [printable(parts[0])]
    for part in parts[1:]:
        code, mark, rest = part.partition("m")
        if mark and all(c.isdigit() or c == ";" for c in code):
            safe.append(f"\x1b[{code}m{printable(rest)}")
        else:
            safe.append("?[" + printable(part))
    return "".join(safe)


def emit(line: str) -> None:
    """One line of JSON on standard output, on its way at once."""
    click.echo(line)
    sys.stdout.flush()


def complain(message: str) -> None:
    """One line on standard error."""
    line = " ".join(message.split())
    click.echo("symcause: " + "".join(c if c.isprintable() else "?" for c in line), err=True)


def silence() -> None:
    """Nothing more goes to a standard output that takes nothing more, not even at the very end."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
