"""Nearness of modules of tests to a module of the package: by their paths, then by imports."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

_SILENT = frozenset(("symcause", "families", "tests", "test", "py", "init"))
_COMMON = frozenset(("kernel", "space", "problem", "models"))


class Nearness:
    """Modules of tests in order, nearest first."""

    def __init__(self, project: Path) -> None:
        self._project = project
        self.modules = sorted(
            path.relative_to(project).as_posix() for path in (project / "tests").rglob("test_*.py")
        )
        self._imports = cache(self._imported)

    def order(self, file: str) -> list[str]:
        """All modules of tests, by how near they are to a module of the package."""
        return sorted(self.modules, key=lambda module: (-self.of(module, file), module))

    def of(self, module: str, file: str) -> float:
        """Words that both paths have, those of folders and of the file's own name above all."""
        folders, name = _words(str(Path(file).parent)), _words(Path(file).stem)
        tested, stem = _words(str(Path(module).parent)), _words(Path(module).stem)
        certain = {"certify", "verifier"} if "verifier" in folders or "kernel" in folders else set()
        near = 4.0 * len(folders & tested) + 3.0 * len((name - _COMMON) & (stem | tested))
        near += 2.0 * bool(certain & tested) + 2.0 * ("certificates" in stem and bool(certain))
        dotted = file.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
        package = dotted.rpartition(".")[0]
        imported = self._imports(module)
        near += 6.0 * (dotted in imported)
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


def _words(path: str) -> set[str]:
    return set(re.findall(r"[a-z]+", path.lower())) - _SILENT
