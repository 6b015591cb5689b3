"""Answer scores in the Python API: of one text, or of many answers with summary tables."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, TypedDict

from symcause.api.dispatch import answer_text
from symcause.api.notebook_progress import Progress
from symcause.api.scores_object import Scores
from symcause.audits.publication.problem_classes import FamilyClasses
from symcause.bounds.scoring_bounds import SUGGESTED_IDS
from symcause.errors import KindError, SymcauseError, UsageError, did_you_mean
from symcause.formats.answer_files.prediction_document import (
    IDS,
    UNNAMED,
    Keys,
    answer_key_of,
    answer_missing,
    has_answer,
    key_missing,
    named_keys,
    problem_of,
    system_key,
)
from symcause.formats.answer_files.token_usage import Metered
from symcause.formats.datasets.opaque_ids import public_name
from symcause.formats.problems import Problem
from symcause.formats.python_rows import is_missing, iterated, plain
from symcause.registry import families, family_of, load
from symcause.renderings.prompt_answers import given_prompts, in_own_names, with_nouns_named
from symcause.renderings.sense.sense_baseline import compared_with_sense
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.comparison.system_tables import with_systems
from symcause.scoring.remarks.system_remarks import SystemRemarks
from symcause.scoring.score_table import Table
from symcause.scoring.scoring_protocol import REPLACED, Means, Scoring

_OWN = ("bootstrap", "answer_key", "prompts")
"""What the function takes besides the options of families."""


def score_text(problem: Problem, text: str) -> dict[str, object]:
    """Score one raw response in all metrics, as an evaluation harness does.

    Parameters
    ----------
    problem : Problem
        The problem.
    text : str
        The response as the model wrote it.

    Returns
    -------
    dict
        Metrics by name, as plain values.

    Raises
    ------
    KindError
        *problem* is not a problem.
    UsageError
        The family has no scores.

    See Also
    --------
    symcause.score : many answers, with tables.
    symcause.check : one answer, with reasons.

    Examples
    --------
    >>> symcause.score_text(symcause.example("unique"), "no idea")["stage"]
    'extracted_json'
    """
    scoring = _scoring(problem)
    line: dict[str, object] = scoring.score(scoring.scorer(problem), "unnamed", text)
    line = with_nouns_named(line, problem, text)
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
    start: str | None
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


def scored(
    problems: Iterable[Problem],
    predictions: Iterable[Mapping[str, object]],
    options: Mapping[str, object],
    *,
    bootstrap: Bootstrap | None,
    answer_key: str | Sequence[str] | None,
    prompts: Any,
    classes: bool,
) -> Scores:
    """The scores of answers: what ``symcause.score`` gives, with the options of families."""
    scorings: dict[str, Scoring[Any, Any]] = {}
    scorers: dict[str, tuple[Any, Any, Problem]] = {}
    compared = FamilyClasses(classes)
    for problem in several(problems, "symcause.score([problem], rows)"):
        name = family_of(problem).name
        scoring = scorings[name] if name in scorings else _scoring(problem, options)
        scorings[name] = scoring
        scoring.enter(problem, "")
        compared.add(problem)
        scoring.renderings.enter(problem.id, (getattr(problem, "metadata", None) or {}))
        scorers.setdefault(problem.id, (scoring, scoring.scorer(problem), problem))
    compared.join(scorings)
    if isinstance(predictions, str | Path):
        remedy = f"symcause.score(problems, symcause.load_predictions({str(predictions)!r}))"
        raise KindError("a file has to be read first", value=str(predictions), remedy=remedy)
    renderings, keys = given_prompts(prompts), named_keys(answer_key)
    own = {public_name(problem): id for id, (*_, problem) in scorers.items()}
    rows: Iterable[Mapping[str, object]] = (
        _own(_row(row, number), own) for number, row in enumerate(iterated(predictions), 1)
    )
    if any(scoring.last for scoring in scorings.values()):
        rows = list(rows)
    later = _later(rows) if isinstance(rows, list) else {}
    remarks = SystemRemarks()
    for scoring in scorings.values():
        ids = [id for id, (other, *_) in scorers.items() if other is scoring]
        if scoring.counts:
            rows = list(rows)
            answered = {str(problem_of(row)) for row in rows}
            ids = [id for id in ids if id in answered]
        scoring.prepare(lambda id: scorers[id][1], ids, Means())
    lines: list[Mapping[str, object]] = []
    with Progress("score") as progress:
        for place, row in enumerate(rows):
            name, model = _named(row)
            progress.step(f"{model} on {name}")
            if (key := system_key(row)) is not None:
                remarks.unnamed(model, key)
            if name not in scorers:
                remarks.unknown(partial(_stranger, place, name, scorers))
                lines.append({"problem": name, "model": model, "error": "no problem has this id"})
                continue
            scoring, scorer, problem = scorers[name]
            response = in_own_names(problem, _scored_text(problem, model, row, keys), renderings)
            line = with_nouns_named(scoring.score(scorer, model, response), problem, response)
            if isinstance(row.get("attempt"), Mapping):
                line = scoring.claimed(scorer, line, response, row["attempt"])
            line = compared_with_sense(line, problem, response)
            lines.append(line)
            if scoring.last and later.get((name, model), place) != place:
                line[REPLACED] = True
                scoring.pass_over()
                remarks.replace(line)
                continue
            scoring.take(line, "")
            scoring.renderings.take(line)
            remarks.take(line)
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
            own: list[Any] = [line for line in lines if line.get("family", name) == name]
            study = s.explained(lambda id: scorers[id][1], own, joint)
            found += [] if study is None else study.tables(resampled)
        return tuple(found)

    tables = tuple(table for _, tables in made for table in tables)
    notes = tuple(remarks.notes())
    for note in notes:
        warnings.warn(note, stacklevel=3)
    return Scores(tuple(lines), tables, draw, systems, resampled, explain, notes)


def _named(row: Mapping[str, object]) -> tuple[str, str]:
    """The problem and the model of a row."""
    model = row.get("model")
    return str(problem_of(row)), UNNAMED if is_missing(model) else str(model)


def _stranger(place: int, name: str, known: Iterable[str]) -> str:
    """What is wrong with an answer about no problem of the pool."""
    near = did_you_mean(name, islice(known, SUGGESTED_IDS))
    return str(
        UsageError("no problem has this id", place=f"answer {place + 1}", value=name, remedy=near)
    )


def _own(row: Mapping[str, object], own: Mapping[str | None, str]) -> Mapping[str, object]:
    """The row under the own id of its problem, where it has the public one of a dataset."""
    id = own.get(str(problem_of(row)))
    return row if id is None else {**row, "instanceId": id}


def _later(rows: Iterable[Mapping[str, object]]) -> dict[tuple[str, str], int]:
    """The last place of each model's answers to each problem."""
    return {_named(row): place for place, row in enumerate(rows)}


def several(problems: Iterable[Problem], remedy: str) -> Iterable[Problem]:
    """Problems one after the other; a single one is refused."""
    if isinstance(problems, Iterable) and not isinstance(problems, str | Mapping):
        return problems
    if isinstance(problems, str):
        remedy = "of a file: list(symcause.load_pool(path))"
    raise KindError("several problems are a list", value=type(problems).__name__, remedy=remedy)


def _scored_text(problem: Problem, model: str, row: Mapping[str, object], keys: Keys) -> str:
    """What is scored of a row, with the rendering that it brings along."""
    response, about = _response(problem, model, row, keys), row.get("rendering")
    if not isinstance(about, Mapping) or "variables" not in about:
        return response
    made = Metered(response)
    made.rendering = about
    return made


def _response(problem: Problem, model: str, row: Mapping[str, object], keys: Keys) -> str:
    """What is scored of a row."""
    place = f"{model} on {problem.id}"
    if not has_answer(row, keys):
        text, remedy = answer_missing(row, keys)
        raise KindError(text, place=place, remedy=remedy)
    response = plain(row[answer_key_of(row, keys)])
    if not isinstance(response, str) and is_missing(response):
        return ""  # an empty answer, as in a file
    try:
        return answer_text(problem, response)
    except SymcauseError as error:
        if isinstance(response, Mapping):  # a wrong answer of a model, not a mistake of its user
            return json.dumps(dict(response), ensure_ascii=False, default=str)
        raise error.at(place=place) from None


def _row(row: object, number: int) -> Mapping[str, object]:
    if not isinstance(row, Mapping):
        remedy = 'give {"instanceId": …, "model": …, "response": …}'
        raise KindError("an answer to be scored is a mapping", value=row, remedy=remedy)
    if is_missing(problem_of(row)):
        wrong = key_missing(IDS[0]).complaint
        raise KindError(wrong.message, place=f"answer {number}", remedy=wrong.remedy)
    return row


def _scoring(problem: Problem, options: Mapping[str, object] | None = None) -> Any:
    family = family_of(problem)
    if family.scoring is None:
        able = ", ".join(f.title for f in families() if f.scoring is not None)
        raise UsageError(f"score does not apply to {family.title}", remedy=f"it applies to {able}")
    made = load(family.scoring)
    for name in options or {}:
        if name not in (known := ScoreOptions.__annotations__):
            raise UsageError(
                "no such option", value=name, remedy=did_you_mean(name, (*known, *_OWN))
            )
    own = {field.name for field in fields(made)}
    return made(**{name: value for name, value in (options or {}).items() if name in own})
