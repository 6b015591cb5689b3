"""A function in Python as a baseline in attempts: one of ours, or from the user's own file."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from signal import SIG_IGN, SIGINT, getsignal
from typing import Any

from symcause.answers import Unknown
from symcause.attempts.attempt_record import (
    ANSWERED,
    CRASHED,
    REFUSED,
    STOPPED,
    UNREADABLE,
    Attempt,
    AttemptBudget,
    Handed,
)
from symcause.attempts.baseline_protocol import Baselines
from symcause.errors import LimitError, SymcauseError, UsageError
from symcause.processes.isolation import Stopped, call
from symcause.processes.process_usage import Usage


@dataclass(frozen=True)
class BundledBaseline:
    """A baseline of the family itself."""

    name: str

    def hand_in(
        self,
        family: Baselines,
        public: Any,
        seed: int,
        budget: AttemptBudget,
        megabytes: int | None,
    ) -> Handed:
        own = family.budget(self.name, budget)
        work = _Bundled(family, public, self.name, seed, own)
        return _limited(_Attempted(work, family, public, own, family.version(self.name)), megabytes)


@dataclass(frozen=True)
class _Bundled:
    """What a baseline of the family does with a problem."""

    family: Baselines
    public: Any
    name: str
    seed: int
    budget: AttemptBudget

    def __call__(self) -> Attempt:
        try:
            return self.family.bundled(self.public, self.name, self.seed, self.budget)
        except UsageError as error:
            return Attempt(status=REFUSED, note=str(error))
        except LimitError as error:
            return Attempt(note=str(error))


@dataclass(frozen=True)
class FunctionBaseline:
    """A user's function of a problem, ``seed`` and ``budget``; *source* is ``file.py:name``."""

    name: str
    source: str = ""
    function: Callable[..., Any] | None = field(default=None, compare=False)

    @staticmethod
    def of(name: str, source: str) -> FunctionBaseline:
        """A function of a file; raises UsageError where there is none."""
        file, _, attribute = source.rpartition(":")
        if not file or not attribute:
            remedy = f"{name}=file.py:function"
            raise UsageError("it does not name a function of a file", value=source, remedy=remedy)
        absolute = f"{Path(file).absolute()}:{attribute}"
        return FunctionBaseline(name, absolute, _loaded(Path(file).absolute(), attribute))

    def __reduce__(self) -> tuple[object, ...]:
        if self.source:
            return FunctionBaseline.of, (self.name, self.source)
        return FunctionBaseline, (self.name, "", self.function)

    def hand_in(
        self,
        family: Baselines,
        public: Any,
        seed: int,
        budget: AttemptBudget,
        megabytes: int | None,
    ) -> Handed:
        work = _Own(self, public, seed, budget)
        return _limited(_Attempted(work, family, public, budget, None), megabytes)


@dataclass(frozen=True)
class _Own:
    """What a user's function does with a problem."""

    baseline: FunctionBaseline
    public: Any
    seed: int
    budget: AttemptBudget

    def __call__(self) -> Attempt:
        assert self.baseline.function is not None
        result = self.baseline.function(self.public, seed=self.seed, budget=self.budget)
        return result if isinstance(result, Attempt) else Attempt(result)


def _loaded(file: Path, attribute: str) -> Callable[..., Any]:
    from importlib.util import module_from_spec, spec_from_file_location

    if not file.is_file():
        raise UsageError("no such file", file=str(file))
    spec = spec_from_file_location(f"symcause_baseline_{file.stem}", file)
    if spec is None or spec.loader is None:
        raise UsageError("it is no Python file", file=str(file), remedy="file.py:function")
    module = module_from_spec(spec)
    sys.modules[spec.name] = module
    sys.path.insert(0, str(file.parent))
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        text = f"it cannot be loaded: {type(error).__name__}: {error}"
        raise UsageError(text, file=str(file)) from None
    finally:
        sys.path.remove(str(file.parent))
    value = getattr(module, attribute, None)
    if not callable(value):
        raise UsageError("no such function", file=str(file), value=attribute)
    return value  # type: ignore[no-any-return]


@dataclass(frozen=True)
class _Attempted:
    """An attempt to be made, and how it is told: what it took, and its text."""

    work: Callable[[], Attempt]
    family: Baselines
    public: Any
    budget: AttemptBudget
    version: str | None

    def __call__(self) -> Handed:
        with Usage() as usage:
            attempt, text = _answered(self.work, self.family, self.public)
        cpu, memory = usage.cpu, usage.memory_mb
        return Handed(attempt, text, self.budget, cpu, memory, version=self.version)


def _limited(done: _Attempted, megabytes: int | None) -> Handed:
    """Here, or, where there is a limit, in a process of its own."""
    budget, version = done.budget, done.version
    if budget.seconds is None and megabytes is None:
        try:
            return done()
        except MemoryError:
            return Handed(Attempt(status=CRASHED, note="out of memory"), budget=budget)
    result = call(done, seconds=budget.seconds, megabytes=megabytes)
    if isinstance(result, Handed):
        return result
    assert isinstance(result, Stopped)
    if result.lost:
        return Handed(Attempt(status=CRASHED, note=result.reason), budget=budget, version=version)
    attempt = Attempt(status=STOPPED, note=result.reason)
    return Handed(attempt, budget=budget, stopped=result.by, version=version)


def _said(error: BaseException) -> str:
    """What an exception says of itself; those that say nothing are named."""
    if isinstance(error, SymcauseError):
        return str(error)
    return f"{type(error).__name__}: {error}".removesuffix(": ")


def _answered(work: Callable[[], Attempt], family: Baselines, public: Any) -> tuple[Attempt, str]:
    """What the function gave, and its text; an exception is a crash, a limit of memory is not."""
    try:
        attempt = work()
    except MemoryError:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and getsignal(SIGINT) is not SIG_IGN:
            raise  # the user's own; children do not hear of it, and there it is the function's
        return Attempt(status=CRASHED, note=_said(error)), ""
    if attempt.status != ANSWERED:
        return attempt, ""
    if isinstance(attempt.answer, Unknown):
        return Attempt(note=attempt.answer.reason), ""
    try:
        return attempt, family.text(public, attempt.answer)
    except (SymcauseError, TypeError, ValueError, AttributeError) as error:
        return Attempt(status=UNREADABLE, note=f"it gave no answer: {error}"), ""
