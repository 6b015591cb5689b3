"""Two runs side by side: which commands said something else."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from difflib import unified_diff
from pathlib import Path

from tools.corpus.running import TOO_LONG, kept

LINES = 12
"""Lines of a difference that are shown."""

_LONGEST = 200

Line = Mapping[str, object]


def read(path: Path) -> dict[str, Line]:
    """The lines of a run by their commands; one that was torn is left out."""
    found: dict[str, Line] = {}
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            said = json.loads(line)
        except ValueError:
            continue
        found[str(said["command"])] = said
    return found


def differing(first: Mapping[str, Line], second: Mapping[str, Line]) -> list[str]:
    """The commands of both that did not say the same, or did not end the same, or not in time."""
    return [name for name, said in first.items() if name in second and _other(said, second[name])]


def _other(one: Line, another: Line) -> bool:
    unlike = any(one.get(key) != another.get(key) for key in ("code", "sha256"))
    return unlike or one["code"] == TOO_LONG


def report(paths: tuple[Path, Path], folders: tuple[Path, Path] | None) -> Iterator[str]:
    """What differs, command by command, and how, where both runs kept what they said."""
    first, second = (read(path) for path in paths)
    found = differing(first, second)
    alone = [
        (path, name)
        for path, own, others in ((paths[0], first, second), (paths[1], second, first))
        for name in own
        if name not in others
    ]
    both = sum(name in second for name in first)
    yield f"{len(found)} of {both} commands differ; {len(alone)} in one only"
    yield from (f"only in {path}: symcause {name}" for path, name in alone)
    for name in found:
        codes = [str(lines[name]["code"]) for lines in (first, second)]
        why = "" if codes[0] == codes[1] else f"  (exit {' / '.join(codes)})"
        why += "" if first[name].get("files") == second[name].get("files") else "  (of other files)"
        yield f"symcause {name}{why}"
        if folders is not None:
            yield from _difference(*(kept(folder, name) for folder in folders))


def _difference(one: Path, other: Path) -> Iterator[str]:
    if not (one.exists() and other.exists()):
        return
    texts = [_spread(path.read_text(encoding="utf-8")) for path in (one, other)]
    shown = list(unified_diff(*texts, lineterm="", n=0))[2:]
    for line in shown[:LINES]:
        yield f"    {line[:_LONGEST]}"
    if len(shown) > LINES:
        yield f"    … and {len(shown) - LINES} lines more"


def _spread(text: str) -> list[str]:
    """A document with one value per line, so that a difference names what differs."""
    lines: list[str] = []
    for line in text.splitlines():
        try:
            lines += json.dumps(json.loads(line), indent=1, ensure_ascii=False).splitlines()
        except ValueError:
            lines.append(line)
    return lines
