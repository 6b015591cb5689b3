"""Answer scores in the Python API: of one text, or of many answers with summary tables."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypedDict, Unpack

from symcause.api.notebook_progress import Progress
from symcause.errors import KindError, UsageError, did_you_mean
from symcause.formats.data_frames import data_frame
from symcause.formats.problems import Problem
from symcause.formats.python_rows import iterated
from symcause.models.notebook_hook import Shown
from symcause.registry import families, family_of, load
from symcause.renderings.sense.sense_baseline import compared_with_sense
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import Means


def score_text(problem: Problem, text: str) -> dict[str, object]:
    """All metrics of a raw response, as plain values; what an evaluation harness calls.

    >>> symcause.score_text(symcause.load("examples/unique.json"), "no idea")["stage"]
    'extracted_json'
    """
    scoring = _scoring(problem)
    line: dict[str, object] = scoring.score(scoring.scorer(problem), "unnamed", text)
    return {key: value for key, value in line.items() if key != "model"}


class ScoreOptions(TypedDict, total=False):
    """What may be said of a run of scoring; a family takes the options that it knows."""

    pair_by: str
    group_by: str | None
    answered_only: bool
    everyone: bool
    named: tuple[str, ...]
    version_space: bool
    released_means: bool
    appendix: bool
    bundle: str | None
    resample: str
    symbolic: tuple[str, ...]
    scope: str | None
    rubric: str | None
    published: str | None
    evaluations: str | None
    judge: str | None
    split_date: str | None
    matched: bool
    clusters: str | None
    annotations: str | None


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

    def __reduce__(self) -> tuple[object, ...]:
        return Scores, (self.lines, self.tables, partial(list, self._draw()))

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
    **options: Unpack[ScoreOptions],
) -> Scores:
    """Score answers: mappings with ``instanceId``, ``model`` and ``response``, of any family.

    >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
    >>> rows = [{"instanceId": "unique", "model": "mine", "response": "no idea"}]
    >>> found = symcause.score(pool, rows)
    >>> found.lines[0]["stage"], found.tables[0].key
    ('extracted_json', 'main')
    """
    scorings: dict[str, Any] = {}
    scorers: dict[str, tuple[Any, Any]] = {}
    problems_by_id: dict[str, Problem] = {}
    for problem in several(problems, "symcause.score([problem], rows)"):
        name = family_of(problem).name
        scoring = scorings[name] if name in scorings else _scoring(problem, options)
        scorings[name] = scoring
        scoring.enter(problem, "")
        scoring.renderings.enter(problem.id, getattr(problem, "metadata", {}))
        scorers.setdefault(problem.id, (scoring, scoring.scorer(problem)))
        problems_by_id.setdefault(problem.id, problem)
    rows: Iterable[Mapping[str, object]] = (_row(row) for row in iterated(predictions))
    for scoring in scorings.values():
        ids = [id for id, (other, _) in scorers.items() if other is scoring]
        if scoring.counts:
            rows = list(rows)
            answered = {str(row.get("instanceId")) for row in rows}
            ids = [id for id in ids if id in answered]
        scoring.prepare(lambda id: scorers[id][1], ids, Means())
    lines: list[Mapping[str, object]] = []
    with Progress("score") as progress:
        for row in rows:
            name, model = str(row.get("instanceId")), str(row.get("model", "unnamed"))
            response = row.get("response")
            progress.step(f"{model} on {name}")
            if name not in scorers or not isinstance(response, str):
                why = "the response is no text" if name in scorers else "no problem has this id"
                lines.append({"problem": name, "model": model, "error": why})
                continue
            scoring, scorer = scorers[name]
            line = scoring.score(scorer, model, response)
            line = compared_with_sense(line, problems_by_id[name], response)
            scoring.take(line, "")
            scoring.renderings.take(line)
            lines.append(line)
    resampled = bootstrap or Bootstrap()
    made = [(s, s.summary_tables(resampled)) for s in scorings.values()]

    def draw() -> list[Any]:
        return [figure for s, tables in made for figure in s.figures(tables, resampled)]

    return Scores(tuple(lines), tuple(t for _, tables in made for t in tables), draw)


def several(problems: Iterable[Problem], remedy: str) -> Iterable[Problem]:
    """Problems one after the other; a single one is refused."""
    if isinstance(problems, Iterable) and not isinstance(problems, str | Mapping):
        return problems
    raise KindError("several problems are a list", value=type(problems).__name__, remedy=remedy)


def _row(row: object) -> Mapping[str, object]:
    if isinstance(row, Mapping):
        return row
    remedy = 'give {"instanceId": …, "model": …, "response": …}'
    raise KindError("an answer to be scored is a mapping", value=row, remedy=remedy)


def _scoring(problem: Problem, options: Mapping[str, object] | None = None) -> Any:
    family = family_of(problem)
    if family.scoring is None:
        able = ", ".join(f.title for f in families() if f.scoring is not None)
        raise UsageError(f"score does not apply to {family.title}", remedy=f"it applies to {able}")
    made = load(family.scoring)
    for name in options or {}:
        if name not in (known := ScoreOptions.__annotations__):
            raise UsageError("no such option", value=name, remedy=did_you_mean(name, tuple(known)))
    own = {found.name for found in fields(made)}
    return made(**{name: value for name, value in (options or {}).items() if name in own})
