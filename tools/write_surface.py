"""The public surface of symcause as lines of text: what others build on, and what 1.x keeps.

``python tools/write_surface.py`` shows how the surface differs from ``docs/surface.txt`` (exit code 1
if it does), ``--write`` writes that file. A line is a Python name with its signature, a command with an
option, an exit code, a key of a JSON document or file, or a version of a format. docs/stability.md says
what may become of a line.
"""

from __future__ import annotations

import difflib
import inspect
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click

import symcause
from symcause import testing
from symcause.audits import documents
from symcause.audits.schemas import names, schema_of
from symcause.cli.main import COMMANDS, cli
from symcause.registry import families

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "docs" / "surface.txt"
_FORMAT = re.compile(r"symcause\.[a-z]+/[0-9]+")
_ADDRESS = re.compile(r" at 0x[0-9a-f]+")


def surface() -> list[str]:
    """All lines, sorted, each once."""
    found = {*_python(), *_testing(), *_commands(), *_exits(), *_schemas(), *_formats()}
    return sorted(found)


def _python() -> Iterator[str]:
    for name in symcause.__all__:
        if name != "__version__":
            yield from _described(name, getattr(symcause, name))


def _testing() -> Iterator[str]:
    """What a family's own tests inherit: the names, and what they may override; tests may be added."""
    for name in testing.__all__:
        for line in _described(f"testing.{name}", getattr(testing, name)):
            if not re.search(r"\.(test_|pytest_)", line):
                yield line


def _described(name: str, thing: Any) -> Iterator[str]:
    if isinstance(thing, ModuleType):
        for inner in thing.__all__:
            yield from _described(f"{name}.{inner}", getattr(thing, inner))
    elif inspect.isclass(thing):
        yield f"python {name} class"
        for inner in sorted(dir(thing)):
            if not inner.startswith("_"):
                yield from _member(f"{name}.{inner}", inspect.getattr_static(thing, inner))
    elif callable(thing):
        yield f"python {name}{_signature(thing)}"
    else:
        yield f"python {name}"


def _member(name: str, thing: Any) -> Iterator[str]:
    inner = thing.__func__ if isinstance(thing, classmethod | staticmethod) else thing
    yield f"python {name}{_signature(inner) if inspect.isfunction(inner) else ''}"


def _signature(thing: Any) -> str:
    """Names, kinds and defaults of parameters: types may become wider."""
    try:
        found = inspect.signature(thing)
    except ValueError:
        return "(…)"
    bare = [p.replace(annotation=inspect.Parameter.empty) for p in found.parameters.values()]
    shown = str(found.replace(parameters=bare, return_annotation=inspect.Signature.empty))
    return _ADDRESS.sub("", shown)


def _commands() -> Iterator[str]:
    context = click.Context(cli, info_name="symcause")
    for name in COMMANDS:
        command = cli.get_command(context, name)
        assert command is not None
        yield from _options(f"command {name}", command, context)


def _options(name: str, command: click.Command, above: click.Context) -> Iterator[str]:
    yield name
    context = click.Context(command, info_name=command.name, parent=above)
    for parameter in command.params:
        yield f"{name} {'/'.join(parameter.opts) if parameter.opts[0][0] == '-' else 'ARGUMENT'}"
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            found = command.get_command(context, inner)
            if found is not None:
                yield from _options(f"{name} {inner}", found, context)


def _exits() -> Iterator[str]:
    for name, value in vars(documents).items():
        if name.startswith("EXIT_"):
            yield f"exit {value} {name.removeprefix('EXIT_').lower()}"


def _schemas() -> Iterator[str]:
    for name in names():
        if name.endswith(".look"):  # between the workbench and its page
            continue
        yield f"schema {name}"
        schema = schema_of(name)
        yield from _keys(f"key {name}", schema)
        for inner, part in dict(schema.get("$defs", {})).items():  # type: ignore[call-overload]
            yield from _keys(f"key {name} {inner}", part)


def _keys(name: str, schema: dict[str, Any]) -> Iterator[str]:
    required = schema.get("required", ())
    for key in schema.get("properties", {}):
        yield f"{name} {key}{' required' if key in required else ''}"


def _formats() -> Iterator[str]:
    for path in sorted((ROOT / "symcause").rglob("*.py")):
        for found in _FORMAT.findall(path.read_text(encoding="utf-8")):
            yield f"format {found}"
    for family in families():
        yield f"family {family.name}"


def difference(known: list[str], now: list[str]) -> list[str]:
    """What has gone (-) and what has come (+)."""
    return [
        line
        for line in difflib.unified_diff(known, now, "docs/surface.txt", "now", n=0, lineterm="")
        if not line.startswith(("@@", "---", "+++"))
    ]


def main(arguments: list[str]) -> int:
    """Show the difference, or write the file."""
    now = surface()
    known = FILE.read_text(encoding="utf-8").splitlines() if FILE.exists() else []
    print("\n".join(difference(known, now)) or "nothing has changed")
    if "--write" in arguments:
        FILE.write_text("\n".join(now) + "\n", encoding="utf-8", newline="\n")
        return 0
    return int(known != now)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
