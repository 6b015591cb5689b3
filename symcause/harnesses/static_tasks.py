"""Static tasks without any harness: problems become prompts, responses become metrics.

A task is about problems of one family. They come from a pool, or are generated from a seed, so that a task
runs without any file: then their evidence settles what is asked, with the certificate of that in their
metadata, unless another level of evidence is asked for by its name. Every response gets the same metrics,
whatever it is: NaN where one does not apply.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count, islice
from math import nan
from pathlib import Path
from types import NoneType
from typing import Any, get_args, get_type_hints

from msgspec import UnsetType

from symcause.api import score_text
from symcause.audits.convert import Convert
from symcause.audits.prompt import PromptDocument
from symcause.audits.question import answered, bound, options
from symcause.episodes.contradicted_gold import refuse_contradicted_gold
from symcause.errors import UsageError, closest, did_you_mean
from symcause.formats.pools.pool_choice import PoolChoice, chosen
from symcause.formats.pools.problem_writer import write_problem
from symcause.formats.problems import Problem, read_document
from symcause.registry import Family, Task, families, family_of, load

_NUMBERS = {bool, int, float, NoneType, UnsetType}
SUPPORTS = ("justified", "unsupported", "refuted", "premature")
"""What members may say of an answer that claims or abstains."""

_ABSTENTION = ("claimed", "abstained", "hedged", "open", "proved")
_LOGGED = ("start_conflicts",)  # says something of the log, nothing of who answered
_OF_PROBLEM = ("rung", "label", "gold_right", "queries", "labels", "variables", "shapes")
_NO_METRICS = frozenset(
    (*_LOGGED, *_OF_PROBLEM, "lost", "in_class", "unique", "count", "final_graphs", "reasoning")
)


def tasks() -> dict[str, tuple[Family, Task]]:
    """List the static tasks of evaluation harnesses, with the families whose problems they ask about.

    Returns
    -------
    dict of str to (Family, Task)
        The tasks by name.

    See Also
    --------
    symcause.render_prompt : the prompt of a task.

    Examples
    --------
    >>> "replay" in symcause.tasks()
    True
    """
    found: dict[str, tuple[Family, Task]] = {}
    for family in families():  # those of the house first: nobody replaces their tasks
        for task in family.tasks:
            found.setdefault(task.name, (family, task))
    return found


DEFAULT_SIZE = 10
"""Problems of a task that nobody gave a pool for."""


def run_name(task: str, pool: str | Path | None) -> str:
    """What a run of a task is called: after the pool too, so that logs of several tell them apart.

    >>> run_name("replay", "pools/texts of farms.jsonl"), run_name("replay", None)
    ('replay_texts-of-farms', 'replay')
    """
    if pool is None:
        return task
    stem = re.sub(r"[^a-z0-9]+", "-", Path(pool).name.split(".")[0].lower()).strip("-")
    return f"{task}_{stem}" if stem else task


@dataclass(frozen=True)
class Item:
    """One problem of a task: the prompt for the model, and the document (with gold) for the scorer."""

    id: str
    prompt: str
    document: dict[str, object]


def items(
    task: str,
    pool: str | Path | None = None,
    *,
    setting: str | None = None,
    level: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> list[Item]:
    """The problems of a task, from a pool, or generated from a seed at a level of evidence.

    *allow_abstain*: the prompt admits an answer that abstains, and tells the class of models; with
    *tell_class* it only tells that. Problems of a pool that cannot be asked or scored are left out, named
    on standard error.
    """
    choice = item_choice(
        task,
        pool,
        setting=setting,
        level=level,
        seed=seed,
        limit=limit,
        allow_abstain=allow_abstain,
        tell_class=tell_class,
    )
    return list(choice.kept)


def item_choice(
    task: str,
    pool: str | Path | None = None,
    *,
    setting: str | None = None,
    level: str | None = None,
    seed: int = 0,
    limit: int | None = None,
    allow_abstain: bool = False,
    tell_class: bool = False,
) -> PoolChoice[Item]:
    """The same, with the problems of a pool that are left out."""
    family, kind = tasks()[task]
    kind = admitting(kind) if allow_abstain else kind
    kind = telling(family, kind) if tell_class else kind
    if pool is None:
        found = _generated(family, kind, setting, _level(kind, level), seed)
        problems = (_disclosed(problem, setting) for problem in found)
        most = DEFAULT_SIZE if limit is None else limit
        return PoolChoice(tuple(_item(problem, kind) for problem in islice(problems, most)))
    if level is not None:
        raise UsageError("the problems of a pool have the evidence they have", value=level)

    def made(problem: Problem) -> Item:
        _refuse_other(problem, family, kind)
        refuse_contradicted_gold(problem)
        item = _item(_disclosed(problem, setting), kind)
        score_text(read_document(item.document), "")  # what cannot be scored is not asked
        return item

    return chosen(pool, made, f"asked in the task {task}", limit, "score")


def refuse_misspelt(given: Iterable[str], known: Sequence[str]) -> None:
    """Raises UsageError for a key that is nearly a known one; a warning names others that nobody reads."""
    others = sorted(set(given) - _HARNESS_KEYS)
    for name in others:
        if closest(name, known) is not None:
            remedy = did_you_mean(name, known)
            raise UsageError("no such key", place="metadata", value=name, remedy=remedy)
    if others:
        text = f"keys of metadata that symcause does not read: {', '.join(others)}"
        warnings.warn(f"{text} (it reads {', '.join(known)})", stacklevel=2)


_HARNESS_KEYS = frozenset(
    ("version", "config_source", "pretrained", "model", "tokenizer", "max_seq_lengths")
)
"""What the harness itself hands on, of the task and of the model."""


def _refuse_other(problem: Problem, family: Family, kind: Task) -> None:
    """Raises UsageError for a problem that the task does not ask about."""
    own = family_of(problem)
    if own.name != family.name:
        other = next((task.name for task in own.tasks), "episode" if own.rules else None)
        raise UsageError(
            f"one of the {own.title}; the task asks about {family.title}",
            remedy=None if other is None else f"the task {other} asks about these",
        )
    wanted = dict(kind.options).get("alternative", False)
    if wanted and not getattr(problem, "is_alternative_task", False):
        raise UsageError(
            "no Alternative-SCM problem: it states no reference",
            remedy="symcause generate alternative makes one of it; the task replay asks it as it is",
        )


def admitting(kind: Task) -> Task:
    """The same task with prompts that admit an answer that abstains."""
    if not kind.may_be_open:
        raise UsageError("an answer to this task cannot abstain", value=kind.name)
    return kind._replace(prompt=(*kind.prompt, ("allow_abstain", True)))


def telling(family: Family, kind: Task) -> Task:
    """The same task with prompts that say which models are possible."""
    if "tell_class" not in options(load(family.questions["prompt"])):
        raise UsageError("the prompts of this task tell no class of models", value=kind.name)
    return kind._replace(prompt=(*kind.prompt, ("tell_class", True)))


def _item(problem: Problem, kind: Task) -> Item:
    return Item(problem.id, text_of(problem, kind), write_problem(problem))


def text_of(problem: Problem, kind: Task) -> str:
    """The prompt of a problem."""
    asked = bound("prompt", family_of(problem), dict(kind.prompt))
    prompt = answered(asked, problem)
    assert isinstance(prompt, PromptDocument)
    return prompt.text


def _level(kind: Task, asked: str | None) -> str | None:
    """The level of evidence: what was asked for, else the one that the task serves."""
    if asked is not None and asked not in kind.levels:
        known = ", ".join(kind.levels) or "none"
        raise UsageError(
            f"no such level of the task {kind.name}", value=asked, remedy=f"known: {known}"
        )
    return asked or next(iter(kind.levels), None)


def _generated(
    family: Family, kind: Task, setting: str | None, level: str | None, seed: int
) -> Iterator[Problem]:
    if kind.generator is None:
        raise UsageError(f"the task {kind.name} needs a pool", remedy="give one: pool=FILE")
    made = load(family.generators[kind.generator])
    given: dict[str, Any] = dict(kind.options)
    if setting is not None:
        given["settings"] = (setting,)
    if level is not None:
        given["level"] = level
    generator = made(**{**given, "seed": seed})
    generator.prepare()
    for index in count():
        for document in generator.items(index):
            yield from map(read_document, generator.problems(document))


def _disclosed(problem: Problem, setting: str | None) -> Problem:
    """The problem with no more disclosed than the setting does."""
    if setting is None:
        return problem
    asked = bound("convert", family_of(problem), {"setting": setting})
    assert isinstance(asked, Convert)
    found: Problem = asked.converted(problem)
    return found


def metrics(task: str) -> tuple[str, ...]:
    """The names of the metrics of a task; its primary one first."""
    found, first = _metrics(task), tasks()[task][1].primary
    return tuple(sorted(found, key=lambda name: name != first))


def _metrics(task: str) -> tuple[str, ...]:
    family, asked = tasks()[task]
    return family_metrics(family, may_be_open=asked.may_be_open)


def family_metrics(family: Family, *, may_be_open: bool) -> tuple[str, ...]:
    """The numbers that the scores of a family have; of abstentions only where an answer may abstain."""
    assert family.scoring is not None
    kind = load(family.scoring).document
    hints = get_type_hints(kind)
    numbers = [
        name
        for name in kind.__struct_fields__
        if name not in _NO_METRICS and _is_number(hints[name])
    ]
    if not may_be_open:
        return tuple(name for name in numbers if name not in _ABSTENTION)
    return tuple(dict.fromkeys((*numbers, *SUPPORTS)))


def _supports(line: Mapping[str, object]) -> dict[str, bool]:
    """What members say of an answer, kind by kind; nothing where they say nothing."""
    support = line.get("support")
    return {} if support is None else {kind: support == kind for kind in SUPPORTS}


def _is_number(hint: object) -> bool:
    parts = set(get_args(hint)) or {hint}
    return parts <= _NUMBERS and bool(parts & {bool, int, float})


def measured(task: str, document: object, response: str) -> tuple[dict[str, float], str | None]:
    """The metrics of a response, and why it is invalid if it is."""
    line = score_text(read_document(document), response)
    reason = line.get("reason")
    return numbers_of(line, metrics(task)), reason if isinstance(reason, str) else None


def numbers_of(line: Mapping[str, object], names: Iterable[str]) -> dict[str, float]:
    """These numbers of a scored answer; NaN for what does not apply to it."""
    supports = _supports(line)
    return {name: _number(supports.get(name, line.get(name))) for name in names}


def _number(value: object) -> float:
    return float(value) if isinstance(value, bool | int | float) else nan
