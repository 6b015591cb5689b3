"""Caches whose size is a bound: for a while they have another size, and all who call them call those."""

from __future__ import annotations

import ast
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.bounds.shadow import Shadow


@contextmanager
def keeping(module: ModuleType, bound: str, size: int) -> Iterator[None]:
    """With caches that hold *size* results; a :class:`Shadow` is told if one had to go."""
    own = {
        name: lru_cache(maxsize=int(size))(getattr(module, name).__wrapped__)
        for name in _sized(module, bound)
    }
    before = {name: getattr(module, name) for name in own}
    for name, made in own.items():
        _exchange(before[name], made)
    try:
        yield
    finally:
        for name, made in own.items():
            _exchange(made, before[name])
            if isinstance(size, Shadow) and made.cache_info().misses > size:
                size.decisions.append(f"{name} forgot")


def _exchange(old: Callable[..., Any], new: Callable[..., Any]) -> None:
    for name, module in list(sys.modules.items()):
        if name.startswith("symcause"):
            for word, held in list(vars(module).items()):
                if held is old:
                    setattr(module, word, new)


@cache
def _sized(module: ModuleType, bound: str) -> tuple[str, ...]:
    """Functions of a module whose cache has a bound as its size."""
    text = Path(str(module.__file__)).read_text(encoding="utf-8")
    if f"maxsize={bound})" not in text:  # parsing takes longer
        return ()
    return tuple(
        node.name
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef)
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call)
        for given in decorator.keywords
        if given.arg == "maxsize" and ast.unparse(given.value) == bound
    )
