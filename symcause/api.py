"""The questions as Python functions: every family that answers one is welcome.

Options are those of the command of the same name (``--max-parents 3`` is ``max_parents=3``). The results
are typed documents with attributes, the same that ``--json`` prints; ``to_dict()`` gives plain values. A
question that a family does not answer raises ``UsageError``, which names those that do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast

from symcause.audits.documents import (
    AlternativesDocument,
    AuditDocument,
    CheckDocument,
    CountDocument,
    DisambiguateDocument,
    Document,
    NextDocument,
    PromptDocument,
    SeparateDocument,
    SolveDocument,
)
from symcause.audits.of_space.asking import OfSpace
from symcause.audits.question import answered, question
from symcause.audits.space import VersionSpace
from symcause.episodes.documents import PlayDocument
from symcause.errors import SymcauseError, UsageError
from symcause.formats.files import Item, read_problem, read_problems
from symcause.formats.problems import Problem, bare_graph, graph_reader
from symcause.kernel.verification import Verification
from symcause.models.dags import DAG, as_dag
from symcause.models.showing import Shown
from symcause.registry import families, family_of
from symcause.registry import load as named
from symcause.scoring.scoring import Means
from symcause.scoring.statistics import Bootstrap
from symcause.scoring.table import Table, data_frame

D = TypeVar("D", bound=Document)
Options = Any  # the options of a question; each family checks its own


def load(path: str | Path, id: str | None = None, question: str = "count") -> Problem:
    """The one problem at *path*, or the one with this *id*.

    What a bare graph file is depends on the *question* that it is for: to count, it is a DAG.
    """
    return read_problem(path, id, question)


class _Pool(Iterator[Problem]):
    """Problems one after the other; unlike a generator it can go on after what it has raised."""

    def __init__(self, items: Iterator[Item], errors: list[SymcauseError] | None) -> None:
        self._items, self._errors = items, errors

    def __next__(self) -> Problem:
        for item in self._items:
            if item.error is None:
                assert item.problem is not None
                return item.problem
            if self._errors is None:
                raise item.error
            self._errors.append(item.error)
        raise StopIteration


def load_pool(path: str | Path, *, errors: list[SymcauseError] | None = None) -> Iterator[Problem]:
    """The problems of a file or folder, one at a time.

    One that cannot be read raises in its place, and the next call goes on with the one after it; with a
    list of *errors* it is put there and passed over.
    """
    return _Pool(read_problems(path), errors)


def _asked(name: str, kind: type[D], problem: Problem, options: Mapping[str, object]) -> D:
    problem = _problem(problem, name)
    document = answered(question(name, problem, **options), problem)
    assert isinstance(document, kind)
    return document


def _problem(thing: Any, name: str) -> Problem:
    """A problem as it is; a DAG or a networkx graph as the problem that the question makes of it."""
    if not isinstance(thing, DAG) and not hasattr(thing, "is_directed"):
        return cast("Problem", thing)
    reader = graph_reader(name)
    if reader is None:
        raise UsageError(f"{name} does not apply to bare graphs")
    return bare_graph(as_dag(thing), reader, None)


def audit(problem: Problem, **options: Options) -> AuditDocument:
    """Is the evidence enough? Verdict, count, alternatives and all that the family has to say."""
    return _asked("audit", AuditDocument, problem, options)


def count(problem: Problem, **options: Options) -> CountDocument:
    """How many members of the class explain the evidence?"""
    return _asked("count", CountDocument, problem, options)


def check(problem: Problem, answer: object, **options: Options) -> CheckDocument:
    """Is this answer right, and the only one? A model, a mapping, or the raw text of a system."""
    text = answer_text(problem, answer)
    return _asked("check", CheckDocument, problem, {"answer": text, **options})


def solve(problem: Problem, **options: Options) -> SolveDocument:
    """One explaining model, the simplest first."""
    return _asked("solve", SolveDocument, problem, options)


def alternatives(
    problem: Problem, against: object = None, **options: Options
) -> AlternativesDocument:
    """Other explaining models than the reference, gold, or *against*, nearest first."""
    if against is not None:
        options["against"] = answer_text(problem, against)
    return _asked("alternatives", AlternativesDocument, problem, options)


def separate(
    problem: Problem, first: object, second: object, **options: Options
) -> SeparateDocument:
    """The best experiment that tells two answers or models apart."""
    pair = {"first": answer_text(problem, first), "second": answer_text(problem, second)}
    return _asked("separate", SeparateDocument, problem, {**pair, **options})


def disambiguate(problem: Problem, **options: Options) -> DisambiguateDocument:
    """What further evidence would leave one member."""
    return _asked("disambiguate", DisambiguateDocument, problem, options)


def next_experiments(problem: Problem, **options: Options) -> NextDocument:
    """The experiments worth doing next, best first."""
    return _asked("next", NextDocument, problem, options)


def play(problem: Problem, agent: str = "greedy", **options: Options) -> PlayDocument:
    """An episode, played by an agent of ours and judged step by step.

    To play with an agent of your own, see :class:`symcause.Episode`.
    """
    return _asked("play", PlayDocument, problem, {"agent": agent, **options})


def render_prompt(problem: Problem, **options: Options) -> PromptDocument:
    """The prompt that a language model gets."""
    return _asked("prompt", PromptDocument, problem, options)


def space(problem: Problem, **options: Options) -> VersionSpace[Any]:
    """The version space of a problem: count it, list it, ask whether a model is in it."""
    problem = _problem(problem, "count")
    family = family_of(problem)
    if family.space is None:
        able = ", ".join(f.title for f in families() if f.space is not None)
        raise UsageError(f"{family.title} have no version space", remedy=f"these have one: {able}")
    asked = question("count", problem, **options)
    assert isinstance(asked, OfSpace), f"{family.title} count by other means than their space"
    opened: VersionSpace[Any] = asked.opened(problem)
    return opened


def verify(problem: Problem, certificate: object) -> Verification:
    """Re-check a certificate, a decoded JSON document, without any solver."""
    family = family_of(problem)
    if family.verifier is None:
        able = ", ".join(f.title for f in families() if f.verifier is not None)
        raise UsageError(f"{family.title} have no certificates", remedy=f"these have: {able}")
    found: Verification = named(family.verifier)(problem, certificate)
    return found


def answer_text(problem: Problem, answer: object) -> str:
    """An answer as the text that a system would give. Raises TypeError for what is no answer."""
    if isinstance(answer, str):
        return answer
    family = family_of(problem)
    if family.answer is None:
        raise TypeError(f"an answer to {family.title} is text, not {type(answer).__name__}")
    text: str = named(family.answer)(problem, answer)
    return text


def score_text(problem: Problem, text: str) -> dict[str, object]:
    """All metrics of a raw response, as plain values; what an evaluation harness calls."""
    scoring = _scoring(problem)
    line: dict[str, object] = scoring.score(scoring.scorer(problem), "unnamed", text)
    return {key: value for key, value in line.items() if key != "model"}


@dataclass(frozen=True)
class Scores(Shown):
    """The lines of all answers, in input order, and the summary tables."""

    lines: tuple[Mapping[str, object], ...]
    tables: tuple[Table, ...]
    _draw: Callable[[], list[Any]] = field(default=list, repr=False, compare=False)

    @property
    def figures(self) -> tuple[Any, ...]:
        """The pictures of the page: each has ``svg``, its data as ``csv()``, and ``plot()``."""
        return tuple(self._draw())

    def to_pandas(self) -> Any:
        """A data frame with one row an answer. Raises UsageError where pandas is not installed."""
        return data_frame(list(self.lines))

    def __repr__(self) -> str:
        named = ", ".join(table.key for table in self.tables)
        return f"<Scores of {len(self.lines)} answers: {named}>"

    def table(self, key: str) -> Table | None:
        """The table of this name, if the answers have something for it."""
        return next((table for table in self.tables if table.key == key), None)


def score(
    problems: Iterable[Problem],
    predictions: Iterable[Mapping[str, object]],
    *,
    bootstrap: Bootstrap | None = None,
    **options: Options,
) -> Scores:
    """Score answers: mappings with ``instanceId``, ``model`` and ``response``, of any family."""
    scorings: dict[str, Any] = {}
    scorers: dict[str, tuple[Any, Any]] = {}
    for problem in problems:
        name = family_of(problem).name
        scoring = scorings.setdefault(name, _scoring(problem, **options))
        scoring.enter(problem, "")
        scorers.setdefault(problem.id, (scoring, scoring.scorer(problem)))
    for scoring in scorings.values():
        ids = [id for id, (other, _) in scorers.items() if other is scoring]
        scoring.prepare(lambda id: scorers[id][1], ids, Means())
    lines: list[Mapping[str, object]] = []
    for row in predictions:
        name, model = str(row.get("instanceId")), str(row.get("model", "unnamed"))
        response = row.get("response")
        if name not in scorers or not isinstance(response, str):
            why = "the response is no text" if name in scorers else "no problem has this id"
            lines.append({"problem": name, "model": model, "error": why})
            continue
        scoring, scorer = scorers[name]
        line = scoring.score(scorer, model, response)
        scoring.take(line, "")
        lines.append(line)
    resampled = bootstrap or Bootstrap()
    made = [(s, s.tables(resampled)) for s in scorings.values()]

    def draw() -> list[Any]:
        return [figure for s, tables in made for figure in s.figures(tables, resampled)]

    return Scores(tuple(lines), tuple(t for _, tables in made for t in tables), draw)


def _scoring(problem: Problem, **options: object) -> Any:
    family = family_of(problem)
    if family.scoring is None:
        able = ", ".join(f.title for f in families() if f.scoring is not None)
        raise UsageError(f"score does not apply to {family.title}", remedy=f"it applies to {able}")
    return named(family.scoring)(**options)
