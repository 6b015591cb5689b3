"""The import graph of package, tests and tools: who reads whom, in so many steps.

Declarations name what is loaded later as texts (``"symcause.x.y:name"``); these are steps, too.
"""

from __future__ import annotations

import ast
import re
from collections import deque
from functools import cached_property
from pathlib import Path

ROOTS = ("symcause", "tests", "tools", "benchmarks", "attack")
_DOTTED = re.compile(r"(?:symcause|tests|tools)(?:\.\w+)+")


class ImportGraph:
    """Modules by their paths in the project, and the modules that each imports or names."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self.paths = sorted(
            path.relative_to(project).as_posix()
            for root in ROOTS
            for path in (project / root).rglob("*.py")
        )
        self._by_name = {_dotted(path): path for path in self.paths}

    @cached_property
    def readers(self) -> dict[str, tuple[str, ...]]:
        """From a module to those that import it."""
        readers: dict[str, list[str]] = {path: [] for path in self.paths}
        for path in self.paths:
            for read in self._imports(path):
                readers[read].append(path)
        return {path: tuple(sorted(names)) for path, names in readers.items()}

    def distances(self, path: str) -> dict[str, int]:
        """All modules that depend on one, with the least number of imports between them."""
        steps, waiting = {path: 0}, deque([path])
        while waiting:
            at = waiting.popleft()
            for reader in self.readers.get(at, ()):
                if reader not in steps:
                    steps[reader] = steps[at] + 1
                    waiting.append(reader)
        return steps

    def _imports(self, path: str) -> set[str]:
        source = (self._project / path).read_bytes()
        names = set(_DOTTED.findall(source.decode("utf-8")))
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{one.name}" for one in node.names)}
            elif isinstance(node, ast.Import):
                names |= {one.name for one in node.names}
        return {self._by_name[name] for name in names if name in self._by_name} - {path}


def _dotted(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
