"""Bounds that stop: each is set small, and a case of just that size goes through where one more does not.

A case takes a size and says whether it was stopped (refused, cut, unknown); :func:`stops` puts it under the
name of its bound, as ``docs/limits.md`` has it: ``boolean.SIGNED_INPUTS``, ``kernel/nodes.MAX_ITEMS``.
"""

from __future__ import annotations

import ast
import inspect
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from importlib import import_module
from pathlib import Path
from types import FunctionType, ModuleType
from typing import NamedTuple

from symcause.answers import Unknown
from symcause.errors import SymcauseError
from tests.bounds.kept import keeping
from tools.write_limits import Bound, bounds, homes, house

ROOT = Path(__file__).resolve().parents[2]

Case = Callable[[int], object]


class Stop(NamedTuple):
    """A bound is set to *at*; the case of size *within* goes through, that of size *beyond* is stopped."""

    key: str
    at: int
    within: int
    beyond: int
    case: Case


STOPS: dict[str, Stop] = {}


def stops(
    key: str, at: int, *, within: int | None = None, beyond: int | None = None
) -> Callable[[Case], Case]:
    """Put a case under its bound; sizes are the bound's own and one more unless they are given."""

    def taken(case: Case) -> Case:
        assert key not in STOPS, key
        low = at if within is None else within
        STOPS[key] = Stop(key, at, low, low + 1 if beyond is None else beyond, case)
        return case

    return taken


class Alike(NamedTuple):
    """What is computed with a bound of *at* is what is computed with the usual one."""

    at: int
    case: Callable[[], object]
    compared: bool = True


ALIKE: dict[str, Alike] = {}


def alike(
    key: str, at: int, *, compared: bool = True
) -> Callable[[Callable[[], object]], Callable[[], object]]:
    """Put a case under a bound that decides how something is computed, and not what.

    Not *compared* are bounds that cut a list or end a loop: of them the line is known to be executed.
    """

    def taken(case: Callable[[], object]) -> Callable[[], object]:
        assert key not in ALIKE, key
        ALIKE[key] = Alike(at, case, compared)
        return case

    return taken


def refused(work: Callable[[], object], words: str) -> bool:
    """Was the work refused with an error, or answered by "unknown", in which these words stand?"""
    try:
        found = work()
    except SymcauseError as error:
        text = str(error)
    else:
        if not isinstance(found, Unknown) and getattr(found, "status", None) != "unknown":
            return False
        text = found.reason  # type: ignore[attr-defined]
    assert re.search(words, text), text
    return True


@cache
def stated() -> dict[str, Bound]:
    """Every bound under its name."""
    return {f"{one.where}.{one.name}": one for listed in bounds().values() for one in listed}


def _dotted(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


@cache
def _imports() -> dict[tuple[str, str], list[tuple[str, str]]]:
    """Who takes what from which module, and calls it what."""
    found: dict[tuple[str, str], list[tuple[str, str]]] = {}
    listed = re.compile(r"from (symcause\.[\w.]+) import (?:\(([^)]*)\)|([^\n]*))")
    for path in sorted((ROOT / "symcause").rglob("*.py")):
        reader = _dotted(path).removesuffix(".__init__")
        for home, more, one in listed.findall(path.read_text(encoding="utf-8")):
            for word in (more or one).split(","):
                taken, _, other = word.strip().partition(" as ")
                found.setdefault((home, taken), []).append((reader, other or taken))
    return found


@cache
def _homes() -> dict[str, str]:
    return {house(path): _dotted(path) for path in homes()}


def _home(bound: Bound) -> str:
    """The module that states a bound."""
    return _homes().get(bound.where) or f"symcause.{bound.where.replace('/', '.')}"


@cache
def readers(key: str) -> tuple[tuple[ModuleType, str], ...]:
    """The modules that hold a bound, and the name that it has there."""
    return tuple(pair for pair in _named(stated()[key]) if hasattr(*pair))


def _named(bound: Bound) -> Iterator[tuple[ModuleType, str]]:
    home = _home(bound)
    for name, called in ((home, bound.name), *_imports().get((home, bound.name), ())):
        with suppress(ModuleNotFoundError):  # what it needs is not installed
            yield import_module(name), called


@contextmanager
def bounded(key: str, value: int) -> Iterator[None]:
    """With a bound of this value wherever it is read, and nothing remembered of another."""
    before = [getattr(module, name) for module, name in readers(key)]
    defaults = [one for module, name in readers(key) for one in _defaults(module, name)]
    usual = [(one.__defaults__, one.__kwdefaults__) for one, _, _ in defaults]
    forget()
    try:
        for module, name in readers(key):
            setattr(module, name, value)
        for function, places, names in defaults:
            given = enumerate(function.__defaults__ or ())
            function.__defaults__ = tuple(value if i in places else known for i, known in given)
            function.__kwdefaults__ = {
                **(function.__kwdefaults__ or {}),
                **dict.fromkeys(names, value),
            }
        with ExitStack() as caches:
            for module, name in readers(key):
                caches.enter_context(keeping(module, name, value))
            yield
    finally:
        for (module, name), known in zip(readers(key), before, strict=True):
            setattr(module, name, known)
        for (function, _, _), (plain, named) in zip(defaults, usual, strict=True):
            function.__defaults__, function.__kwdefaults__ = plain, named
        forget()


@cache
def _defaults(
    module: ModuleType, name: str
) -> tuple[tuple[FunctionType, frozenset[int], frozenset[str]], ...]:
    """The functions of a module in which a bound is the default of arguments, and which these are."""
    text = Path(str(module.__file__)).read_text(encoding="utf-8")
    stated_so = re.search(rf"=\s*{name}\s*[,)]", text)  # parsing takes longer
    return tuple(_with_defaults(module, name)) if stated_so else ()


def _with_defaults(
    module: ModuleType, name: str
) -> Iterator[tuple[FunctionType, frozenset[int], frozenset[str]]]:

    def is_bound(node: ast.expr | None) -> bool:
        return isinstance(node, ast.Name) and node.id == name

    tree = ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))
    owners = [(tree, module), *((c, getattr(module, c.name)) for c in tree.body if _is_class(c))]
    for node, owner in owners:
        for one in node.body:  # type: ignore[attr-defined]
            if isinstance(one, ast.FunctionDef):
                defaults = enumerate(one.args.defaults)
                places = frozenset(i for i, default in defaults if is_bound(default))
                pairs = zip(one.args.kwonlyargs, one.args.kw_defaults, strict=True)
                names = frozenset(a.arg for a, default in pairs if is_bound(default))
                found = inspect.unwrap(getattr(owner, one.name, None))  # type: ignore[arg-type]
                if (places or names) and isinstance(found, FunctionType):
                    yield found, places, names


def _is_class(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef)


_caches: dict[str, list[Callable[[], object]]] = {}


def forget() -> None:
    """Nothing is remembered of what functions gave: it may have been another with another bound."""
    for name in sys.modules.keys() - _caches.keys():
        held = [*vars(sys.modules[name]).values()] if name.startswith("symcause") else []
        held += [own for one in held if isinstance(one, type) for own in vars(one).values()]
        clears = (getattr(one, "cache_clear", None) for one in held)
        _caches[name] = [clear for clear in clears if callable(clear)]
    for clears in _caches.values():
        for clear in clears:
            clear()
