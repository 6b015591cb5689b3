"""Functions of a loaded module exchanged for those of its mutant, wherever they are already bound.

A function keeps its identity and gets other code, so that what other modules, tables and decorators hold of
it is changed, too. What is done when a module is loaded cannot be exchanged in this way.
"""

from __future__ import annotations

import ast
import builtins
import gc
import inspect
from collections.abc import Callable, Collection, Iterator
from pathlib import Path
from types import CodeType, FunctionType

from tools.mutants.mutant import Mutant

PROBE = "_mutant_probe"


class Functions:
    """All functions that are loaded, by the file they stand in."""

    def __init__(self, files: Collection[Path]) -> None:
        wanted = {str(file) for file in files}
        self._known: dict[str, list[FunctionType]] = {name: [] for name in wanted}
        gc.unfreeze()  # what is frozen is not listed
        for one in gc.get_objects():
            if type(one) is FunctionType and one.__code__.co_filename in wanted:
                self._known[one.__code__.co_filename].append(one)
        gc.freeze()

    def swap(self, file: Path, now: bytes | ast.Module, then: bytes | ast.Module) -> bool:
        """Give functions of a file the code they have in another text of it. False if that is not all."""
        pairs = list(_pairs(_compiled(now, file), _compiled(then, file)))
        changed = {one: other for one, other in pairs if one != other}
        for function in self._known[str(file)]:
            other = changed.get(function.__code__)
            if other is not None and len(other.co_freevars) == len(function.__code__.co_freevars):
                function.__code__ = other
        return not any(_loads(one) and _own(one) != _own(other) for one, other in pairs)


def _compiled(text: bytes | ast.Module, file: Path) -> CodeType:
    return compile(text, str(file), "exec", dont_inherit=True)


def _pairs(one: CodeType, other: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    """Codes that stand at the same place of two modules; where they differ in number, no further."""
    yield one, other
    inner, others = (
        [c for c in code.co_consts if isinstance(c, CodeType)] for code in (one, other)
    )
    if [code.co_name for code in inner] == [code.co_name for code in others]:
        for pair in zip(inner, others, strict=True):
            yield from _pairs(*pair)


def _loads(code: CodeType) -> bool:
    """Is it the body of a module or of a class?"""
    return not code.co_flags & inspect.CO_OPTIMIZED


def _own(code: CodeType) -> tuple[object, ...]:
    """What a code does, without what the codes in it do."""
    plain = tuple(repr(each) for each in code.co_consts if not isinstance(each, CodeType))
    return code.co_code, plain, code.co_names


def probed(source: bytes, mutants: dict[int, Mutant]) -> ast.Module:
    """A module that calls the probe with a mutant's number before it does the statement that is changed.

    What is changed on loading is reached by every function of the module.
    """
    tree = ast.parse(source)
    always = [place for place, one in mutants.items() if one.loads]
    wanted: dict[int, list[int]] = {}
    for place, one in mutants.items():
        if not one.loads:
            wanted.setdefault(one.statement, []).append(place)
    for node in list(ast.walk(tree)):
        if isinstance(node, ast.Module | ast.ClassDef):
            continue
        for name in ("body", "orelse", "finalbody"):
            body = getattr(node, name, None)
            if isinstance(body, list):
                parts = ([*map(_probe, wanted.get(one.lineno, [])), one] for one in body)
                setattr(node, name, [each for part in parts for each in part])
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.body[:0] = [_probe(place) for place in always]
    return ast.fix_missing_locations(tree)


def _probe(place: int) -> ast.stmt:
    return ast.parse(f"{PROBE}({place})").body[0]


def listen(to: Callable[[int], None]) -> None:
    """What the probes of this process tell."""
    setattr(builtins, PROBE, to)
