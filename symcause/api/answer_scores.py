"""Answer scores in the Python API: of one text, or of many answers with summary tables."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, fields
from functools import partial
from typing import Any, TypedDict, Unpack

from symcause.api.dispatch import answer_text
from symcause.api.notebook_progress import Progress
from symcause.errors import KindError, SymcauseError, UsageError, closest, did_you_mean
from symcause.formats.data_frames import data_frame
from symcause.formats.problems import Problem
from symcause.formats.python_rows import is_missing, iterated, plain
from symcause.models.notebook_hook import Shown
from symcause.registry import families, family_of, load
from symcause.renderings.sense.sense_baseline import compared_with_sense
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_scores import SystemScores
from symcause.scoring.comparison.system_tables import joined, pair_table, with_systems
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
    commands: tuple[str, ...]
    functions: tuple[str, ...]
    version_space: bool
    released_means: bool
    appendix: bool
    bundle: str | None
    resample: str
    symbolic: tuple[str, ...]
    difficulty: bool
    joint: tuple[str, ...]
    scope: str | None
    rubric: str | None
    published: str | None
    evaluations: str | None
    judge: str | None
    split_date: str | None
    matched: bool
    clusters: str | None
    annotations: str | None
    realisable: str | None
    gold_errors: str | None
    models: str | None
    printed: bool


@dataclass(frozen=True)
class Scores(Shown):
    """The lines of all answers, in input order, and the summary tables."""

    lines: tuple[Mapping[str, object], ...]
    tables: tuple[Table, ...]
    _draw: Callable[[], list[Any]] = field(default=list, repr=False, compare=False)
    _systems: Mapping[str, SystemScores] = field(default_factory=dict, repr=False, compare=False)
    _bootstrap: Bootstrap = field(default=Bootstrap(), repr=False, compare=False)
    _explain: Callable[[tuple[str, ...]], tuple[Table, ...]] | None = field(
        default=None, repr=False, compare=False
    )

    @property
    def figures(self) -> tuple[Any, ...]:
        """The pictures of the page: each has ``svg``, its data as ``csv()``, and ``plot()``."""
        return tuple(self._draw())

    def difficulty(self, joint: Iterable[str] = ()) -> tuple[Table, ...]:
        """Which measures of problems go with the success of each system; *joint* are those of one model.

        Raises UsageError where the data do not carry so many, or scores were read back.

        >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
        >>> found = symcause.score(pool, symcause.baselines.solve(pool)).difficulty()
        >>> [table.key for table in found]
        ['difficulty', 'difficulty-bins', 'difficulty-correlations']
        """
        if self._explain is None:
            raise UsageError("these scores do not know their problems", remedy="score again")
        return self._explain(tuple(joint))

    def to_pandas(self) -> Any:
        """A data frame with one row an answer. Raises UsageError where pandas is not installed."""
        return data_frame(list(self.lines))

    def __reduce__(self) -> tuple[object, ...]:
        drawn: Callable[[], list[Any]] = partial(list, self._draw())
        return Scores, (self.lines, self.tables, drawn, self._systems, self._bootstrap)

    def __repr__(self) -> str:
        named = ", ".join(table.key for table in self.tables)
        return f"<Scores of {len(self.lines)} answers: {named}>"

    def table(self, key: str) -> Table:
        """The table of this name. Raises UsageError, with the names there are, where there is none."""
        for table in self.tables:
            if table.key == key:
                return table
        known = list(dict.fromkeys(table.key for table in self.tables))
        near = closest(key, known)
        hint = f"did you mean {near!r}? There are" if near else "there are"
        remedy = f"{hint}: {', '.join(known)}" if known else "no answer was scored"
        raise UsageError("there is no such table", value=key, remedy=remedy)

    def compare(self, first: str, second: str) -> Table:
        """First system minus second in every metric, on the problems that both answered.

        Answers of several settings are compared in each as well, those of several families family by
        family. Raises UsageError where one of them is no system, or where they share no problem.

        >>> pool = [symcause.load("examples/unique.json")]
        >>> row = {"instanceId": "unique", "model": "gold", "response": pool[0].gold}
        >>> other = {**row, "model": "mine", "response": "no idea"}
        >>> table = symcause.score(pool, [row, other]).compare("gold", "mine")
        >>> table.rows[0][2].shown, table.rows[0][-3].shown
        ('Valid', '+1.000 *')
        """
        scores = self._systems
        systems = list(dict.fromkeys(name for own in scores.values() for name in own.systems))
        for name in (first, second):
            if name not in systems:
                remedy = f"there are: {', '.join(systems)}" if systems else "no answer was scored"
                raise UsageError("there is no such system", value=name, remedy=remedy)
        if first == second:
            raise UsageError("a system is compared with another one", value=first)
        pair = (first, second)
        found = {name: pair_table(own, self._bootstrap, pair) for name, own in scores.items()}
        tables = {name: table for name, table in found.items() if table.rows}
        if not tables:
            told = f"{first!r} and {second!r} answered no problem in common"
            raise UsageError(told, remedy="score both on the same pool")
        return joined(tables)


def score(
    problems: Iterable[Problem],
    predictions: Iterable[Mapping[str, object]],
    *,
    bootstrap: Bootstrap | None = None,
    **options: Unpack[ScoreOptions],
) -> Scores:
    """Score answers: mappings with ``instanceId``, ``model`` and ``response``, of any family.

    A response is a text, a mapping as the text would hold it, or a model. Raises KindError for any other; a
    row about a problem that is not there is a line with ``error``.

    >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
    >>> rows = [{"instanceId": "unique", "model": "mine", "response": "no idea"}]
    >>> found = symcause.score(pool, rows)
    >>> found.lines[0]["stage"], found.tables[0].key
    ('extracted_json', 'main')
    """
    scorings: dict[str, Any] = {}
    scorers: dict[str, tuple[Any, Any, Problem]] = {}
    for problem in several(problems, "symcause.score([problem], rows)"):
        name = family_of(problem).name
        scoring = scorings[name] if name in scorings else _scoring(problem, options)
        scorings[name] = scoring
        scoring.enter(problem, "")
        scoring.renderings.enter(problem.id, getattr(problem, "metadata", {}))
        scorers.setdefault(problem.id, (scoring, scoring.scorer(problem), problem))
    rows: Iterable[Mapping[str, object]] = (_row(row) for row in iterated(predictions))
    for scoring in scorings.values():
        ids = [id for id, (other, *_) in scorers.items() if other is scoring]
        if scoring.counts:
            rows = list(rows)
            answered = {str(row.get("instanceId")) for row in rows}
            ids = [id for id in ids if id in answered]
        scoring.prepare(lambda id: scorers[id][1], ids, Means())
    lines: list[Mapping[str, object]] = []
    with Progress("score") as progress:
        for row in rows:
            name, model = str(row.get("instanceId")), str(row.get("model", "unnamed"))
            progress.step(f"{model} on {name}")
            if name not in scorers:
                lines.append({"problem": name, "model": model, "error": "no problem has this id"})
                continue
            scoring, scorer, problem = scorers[name]
            response = _response(problem, model, row)
            line = scoring.score(scorer, model, response)
            if isinstance(row.get("attempt"), Mapping):
                line = scoring.claimed(scorer, line, response, row["attempt"])
            line = compared_with_sense(line, problem, response)
            scoring.take(line, "")
            scoring.renderings.take(line)
            lines.append(line)
    resampled = bootstrap or Bootstrap()
    made = [
        (s, with_systems(s.summary_tables(resampled), s.systems, resampled))
        for s in scorings.values()
    ]
    systems = {name: s.systems for name, s in scorings.items()}

    def draw() -> list[Any]:
        return [figure for s, tables in made for figure in s.figures(tables, resampled)]

    def explain(joint: tuple[str, ...]) -> tuple[Table, ...]:
        found: list[Table] = []
        for name, s in scorings.items():
            own = [line for line in lines if line.get("family", name) == name]
            study = s.explained(lambda id: scorers[id][1], own, joint)
            found += [] if study is None else study.tables(resampled)
        return tuple(found)

    tables = tuple(table for _, tables in made for table in tables)
    return Scores(tuple(lines), tables, draw, systems, resampled, explain)


def several(problems: Iterable[Problem], remedy: str) -> Iterable[Problem]:
    """Problems one after the other; a single one is refused."""
    if isinstance(problems, Iterable) and not isinstance(problems, str | Mapping):
        return problems
    raise KindError("several problems are a list", value=type(problems).__name__, remedy=remedy)


def _response(problem: Problem, model: str, row: Mapping[str, object]) -> str:
    """What is scored of a row."""
    place, response = f"{model} on {problem.id}", plain(row.get("response"))
    if not isinstance(response, str) and is_missing(response):
        told = "there is no response" if "response" in row else "a row has no key 'response'"
        remedy = "leave the row out: what is not answered counts as an invalid answer"
        raise KindError(told, place=place, remedy=remedy)
    try:
        return answer_text(problem, response)
    except SymcauseError as error:
        if isinstance(response, Mapping):  # a wrong answer of a model, not a mistake of its user
            return json.dumps(dict(response), ensure_ascii=False, default=str)
        raise error.at(place=place) from None


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
