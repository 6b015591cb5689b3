"""Nearness of modules of tests to a module of the package: by their paths, then by imports."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from math import log
from pathlib import Path

_SILENT = frozenset(("symcause", "familie", "test", "py", "init"))
_NEAREST = 4
_GENERAL = (
    ("symcause/families/boolean/problem/", "tests/evidence/test_errors.py"),
    ("symcause/families/boolean/problem/", "tests/evidence/test_holes.py"),
    ("symcause/", "tests/bounds/test_stops.py"),
    ("symcause/", "tests/formats/test_schemas.py"),
    ("symcause/", "tests/house/test_structs.py"),
    ("symcause/kernel/", "tests/house/test_verification_steps.py"),
    ("symcause/families/", "tests/house/test_verification_steps.py"),
)
"""Modules of tests that notice what the nearest do not, and below which folder."""


class Nearness:
    """Modules of tests in order, nearest first."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self.modules = sorted(
            path.relative_to(project).as_posix() for path in (project / "tests").rglob("test_*.py")
        )
        self._imports = cache(self._imported)
        families = project / "symcause" / "families"
        self._families = {path.name for path in families.glob("*") if path.is_dir()}
        every = Counter(word for module in self.modules for word in _words(module))
        self._weights = {word: log(1 + len(self.modules) / n) for word, n in every.items()}

    def order(self, file: str) -> list[str]:
        """All modules of tests, by how near they are to a module of the package."""
        first = sorted(self.modules, key=lambda module: (-self.of(module, file), module))
        near, known = first[:_NEAREST], {*self.modules}
        near += [module for folder, module in _GENERAL if file.startswith(folder)]
        return [module for module in dict.fromkeys([*near, *first]) if module in known]

    def of(self, module: str, file: str) -> float:
        """Words that both paths have, the rarer the better; then whether it imports the module."""
        shared = (_words(file) | _kin(file)) & _words(module)
        twice = _words(Path(file).stem) & shared
        near = sum(self._weights[word] for word in (*shared, *twice))
        dotted = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        imported = self._imports(module)
        near += 8.0 * (dotted in imported)
        parts, named = Path(file).parts, {*_named(module)} & self._families
        own = parts[2] if parts[1:2] == ("families",) else ""
        general = Path(module).parts[1] == "house" and bool(_kin(file) & shared)
        using = bool(own) and not named and any(own in one.split(".") for one in imported)
        if own in named or using or general:  # a house test asks every verifier
            near += 4.0
        elif own and named:  # tests of another family are far away
            near -= 4.0
        package = dotted.rpartition(".")[0]
        return near + 1.0 * any(known.startswith(package) for known in imported)

    def _imported(self, module: str) -> frozenset[str]:
        tree = ast.parse((self._project / module).read_bytes())
        found = set[str]()
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                found |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
            elif isinstance(node, ast.Import):
                found |= {each.name for each in node.names}
        return frozenset(found)


def _kin(file: str) -> set[str]:
    """What tests of verifiers are called, and those of what is written for the proofs."""
    if "exports" in Path(file).parts:
        return {"proof", "proved", "theorem", "statement"}
    checks = {"verifier", "kernel"} & set(Path(file).parts)
    words = "certify", "certificate", "evidence", "forged", "forgerie", "verification"
    return {*words} if checks else set()


def _named(path: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[a-z]+", path.lower()))


def _words(path: str) -> set[str]:
    """The words of a path, in the singular."""
    return {word.removesuffix("s") for word in _named(path)} - _SILENT
