"""Move modules of the package: files with their history, and every name by which others call them.

    python tools/move_modules.py moves.txt

A line of the list is ``old -> new``, both as paths below ``symcause`` without ``.py``; a folder that does
not exist yet becomes a package, with the sentence that a line ``folder: sentence`` gives it. Rewritten are
imports, dotted names in texts (registries, docstrings, pages), and paths of files. Nothing else is.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = "symcause"
TEXTS = (".py", ".md", ".toml", ".yml", ".yaml", ".cff", ".v", ".in", ".js", ".lark")
Moves = Mapping[str, str]

_DOTTED = re.compile(rf"\b{PACKAGE}(?:\.\w+)+")
_HERE = re.compile(r"\{_HERE\}((?:\.\w+)+)")
_ROLE = re.compile(r"(:mod:`)(~?)(\.?[\w.]+)(`)")
_PATH = re.compile(rf"(?<![\w/.])(?:{PACKAGE}/)?(?:\w+/)+\w+(?:\.py)?(?![\w/])")


def main(path: str) -> None:
    moves, packages = _read(Path(path))
    _complain(moves)
    files = [f for f in _tracked() if f.suffix in TEXTS or f.name == "Makefile"]
    for file in files:
        if file.name == "CHANGELOG.md":
            continue
        text = file.read_text(encoding="utf-8")
        new = _rewritten(text, file, moves)
        if new != text:
            file.write_text(new, encoding="utf-8")
    for old, new in moves.items():
        _move(old, new, packages)


def _read(path: Path) -> tuple[dict[str, str], dict[str, str]]:
    moves: dict[str, str] = {}
    packages: dict[str, str] = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if " -> " in line:
            old, new = (part.strip().replace("/", ".") for part in line.split(" -> "))
            moves[f"{PACKAGE}.{old}"] = f"{PACKAGE}.{new}"
        elif ": " in line and not line.startswith("#"):
            folder, _, sentence = line.partition(": ")
            packages[folder.strip()] = sentence.strip()
    return moves, packages


def _complain(moves: Moves) -> None:
    """Refuses what cannot be done: missing files, two that become one."""
    missing = [old for old in moves if not _file(old).exists()]
    taken = [new for new in moves.values() if _file(new).exists() and new not in moves]
    twice = {new for new in moves.values() if list(moves.values()).count(new) > 1}
    if missing or taken or twice:
        sys.exit(f"missing: {missing}\ntaken: {taken}\ntwice: {sorted(twice)}")


def _file(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


def _tracked() -> Iterator[Path]:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return (ROOT / name for name in listed.stdout.splitlines())


def _rewritten(text: str, file: Path, moves: Moves) -> str:
    if file.suffix == ".py":
        text = _modules_imported(text, moves)
        text = _ROLE.sub(lambda m: _role(m, file, moves), text)
        here = ".".join(file.relative_to(ROOT).parts[:-1])
        text = _HERE.sub(lambda m: "{_HERE}" + _dotted(here + m[1], moves).removeprefix(here), text)
    text = _DOTTED.sub(lambda m: _dotted(m[0], moves), text)
    return _PATH.sub(lambda m: _path(m[0], moves), text).replace(_DONE, PACKAGE)


def _modules_imported(text: str, moves: Moves) -> str:
    """``from package import module`` where the module has moved: one line each, under the name in use."""
    lines, edits = text.splitlines(keepends=True), list[tuple[int, int, str]]()
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.ImportFrom) or node.module is None:
            continue
        moved = [a for a in node.names if f"{node.module}.{a.name}" in moves]
        if not moved:
            continue
        indent = " " * node.col_offset
        rest = [a for a in node.names if a not in moved]
        made = []
        if rest:
            made.append(f"{indent}from {node.module} import {', '.join(map(ast.unparse, rest))}\n")
        for alias in moved:
            package, _, name = moves[f"{node.module}.{alias.name}"].rpartition(".")
            bound = alias.asname or alias.name
            package = package.replace(PACKAGE, _DONE, 1)
            made.append(
                f"{indent}from {package} import {name}{'' if bound == name else f' as {bound}'}\n"
            )
        assert node.end_lineno is not None
        edits.append((node.lineno - 1, node.end_lineno, "".join(made)))
    for start, end, statement in sorted(edits, reverse=True):
        lines[start:end] = [statement]
    return "".join(lines)


_DONE = "\0"  # stands for the package in names that are new already


def _dotted(name: str, moves: Moves) -> str:
    """The name with the longest part of it that is a moved module replaced."""
    parts = name.split(".")
    for end in range(len(parts), 1, -1):
        found = moves.get(".".join(parts[:end]))
        if found is not None:
            return ".".join([found, *parts[end:]])
    return name


def _role(match: re.Match[str], file: Path, moves: Moves) -> str:
    """A name in a docstring, relative to its folder (``.x``) or to its family or layer (``audits.x``)."""
    name, folder = match[3], file.relative_to(ROOT).parts[:-1]
    if name.startswith(PACKAGE):
        return match[0]
    own = ".".join(file.relative_to(ROOT).with_suffix("").parts)
    home = ".".join(folder[: 3 if folder[:2] == (PACKAGE, "families") else 1])
    whole = (".".join(folder) if name.startswith(".") else f"{home}.") + name
    new = _dotted(whole, moves)
    now, stays = moves.get(own, own).rpartition(".")[0], new == whole and own not in moves
    if stays:
        return match[0]
    if name.startswith(".") and new.rpartition(".")[0] == now:
        return f"{match[1]}{match[2]}{new.removeprefix(now)}{match[4]}"
    return f"{match[1]}~{new.removeprefix(home + '.')}{match[4]}"


def _path(path: str, moves: Moves) -> str:
    """A path in a text: below the package or from the root, with or without ``.py``."""
    bare = path.removesuffix(".py")
    short = bare.removeprefix(f"{PACKAGE}/")
    new = moves.get(f"{PACKAGE}." + short.replace("/", "."))
    if new is None:
        return path
    prefix = f"{PACKAGE}/" if bare != short else ""
    suffix = ".py" if bare != path else ""
    return prefix + new.removeprefix(f"{PACKAGE}.").replace(".", "/") + suffix


def _move(old: str, new: str, packages: Mapping[str, str]) -> None:
    target = _file(new)
    for folder in reversed(target.parents):
        if ROOT / PACKAGE in (folder, *folder.parents) and not (folder / "__init__.py").exists():
            folder.mkdir(exist_ok=True)
            name = str(folder.relative_to(ROOT / PACKAGE))
            (folder / "__init__.py").write_text(f'"""{packages[name]}"""\n', encoding="utf-8")
            _git("add", str(folder / "__init__.py"))
    _git("mv", str(_file(old)), str(target))


def _git(*arguments: str) -> None:
    subprocess.run(["git", *arguments], cwd=ROOT, check=True)


if __name__ == "__main__":
    main(sys.argv[1])
