"""The registry of model families: which there are, and where each capability is found.

One family is one folder and one line of :data:`FAMILIES`, or an installed package (:mod:`.plugins`).
Its ``__init__`` holds a :class:`Family`: names of what is loaded when asked for (``"package.module:x"``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import Any, NamedTuple

from symcause.errors import KindError

FAMILIES: dict[str, str] = {
    "boolean": "symcause.families.boolean",
    "linear": "symcause.families.linear",
    "dag": "symcause.families.dag",
    "shapeworld": "symcause.families.shapeworld",
    "scenario": "symcause.families.scenario",
    "textgraph": "symcause.families.textgraph",
    "statements": "symcause.families.statements",
    "cpt": "symcause.families.cpt",
}
"""The folder of each family. This line is all that the rest of the house knows of it."""
_declared: Callable[[str], Family] = cache(lambda home: import_module(home).FAMILY)


class Foreign(NamedTuple):
    """Documents of another project, told by keys of theirs (or of the ``problem`` in them).

    *reader* makes a problem of (document, file), *placed*: and place; *named* tells the id of one that it
    cannot read; *answers* gives the predictions stored beside a problem, with the file if *named_by_file*.
    """

    keys: tuple[str, ...]
    reader: str
    named: str | None = None
    answers: str | None = None
    named_by_file: bool = False
    placed: bool = False


class Text(NamedTuple):
    """Files that are no JSON, told by a pattern found in their first characters."""

    pattern: str
    reader: str  # source -> iterator of documents
    answers: str | None = None  # the same for stored answers
    suffixes: tuple[str, ...] = ()  # of files in folders, beside those of JSON and YAML
    by_name: bool = False  # a suffix tells such a file, whatever it begins with
    whole: bool = False  # it holds its answers beside their problems: several are several pools


class Log(NamedTuple):
    """Logs of runs in another project, told by one of the *keys* of their first object.

    *reader* makes a :class:`symcause.formats.answer_files.predictions.Logged` of a path, *finder* the paths
    of a folder. Files that are called as logs are, or lie *beside* them, are no problems of a pool.
    """

    keys: tuple[str, ...]
    reader: str
    finder: str | None = None
    called: tuple[str, ...] = ()  # patterns of names
    beside: tuple[str, ...] = ()


class Task(NamedTuple):
    """Problems as a task of harnesses: from a pool, or generated at the first of its *levels*."""

    name: str
    generator: str | None = None
    options: tuple[tuple[str, object], ...] = ()
    levels: tuple[str, ...] = ()
    prompt: tuple[tuple[str, object], ...] = ()  # options of the prompt
    may_be_open: bool = False  # an answer may abstain
    training: tuple[tuple[str, object], ...] = ()  # options of the generator where many are made


Names = Mapping[str, str]
NOTHING: Names = MappingProxyType({})
"""A field that is empty unless a family fills it."""


class Family(NamedTuple):
    """What a family can do. A capability that it does not have is absent or None."""

    name: str
    title: str  # how a message calls its problems
    problem: str  # the class of its problems

    # files
    formats: Names = NOTHING  # our format -> its reader, (document, file) -> problem
    foreign: tuple[Foreign, ...] = ()
    texts: tuple[Text, ...] = ()
    graphs: Names = NOTHING  # question -> reader of a bare graph, (text, document or DAG; file)
    mistaken: Names = NOTHING  # a key of what is no problem -> what it is
    companions: tuple[str, ...] = ()  # keys of documents that belong to a problem beside them
    answers: Names = NOTHING  # format of stored answers -> document -> predictions
    logs: tuple[Log, ...] = ()  # of runs, which are scored by what was answered at their end
    labels: Names = NOTHING  # a key of what is given with answers -> the option of score that it is
    rows: str | None = None  # class of what makes problems of tables (audits.tables)
    writer: str | None = None  # problem -> document in its own format
    exports: Names = NOTHING  # target of convert -> (problem, first) -> text
    schemas: Names = NOTHING  # file format -> its type
    sheet: str | None = None  # document -> the tables by which it is edited (formats.sheets)
    edited: str | None = None  # (document, edited sheet) -> document
    public: str | None = None  # problem -> what everybody may see of it
    tally: str | None = None  # problem -> facts that a dataset counts
    release: Names = NOTHING  # what its own code asks of a released program -> where that is known

    # questions
    questions: Names = NOTHING  # question -> its class
    totals: Names = NOTHING  # question -> class of what results of a pool come to: add, text
    space: str | None = None  # problem -> the version space in its own class
    errata: str | None = None  # (problem, document of its audit) -> audits.errata.Erratum or None
    light: bool = False  # short work in Python alone: without limits it needs no child process
    libraries: tuple[str, ...] = ()  # modules that its work loads late: no part of what it may use
    verifier: str | None = None  # (problem, certificate document, Work | None) -> Verification
    certify: str | None = None  # problem -> certificate document, or None (questions of a space)
    digest: str | None = None  # problem -> what its certificates know it by
    former_digest: str | None = None  # problem -> what older ones know it by
    proof: str | None = None  # (problem, certificate, stem) -> formula and proof for other checkers
    theorem: str | None = None  # (problem, accepted certificate) -> a theorem file
    prompt: str | None = None  # (problem, options by name) -> what a system gets (prompting.Told)
    answer: str | None = None  # (problem, model or mapping) -> the text of an answer
    model: str | None = None  # (problem, the text of an answer) -> model, or UsageError
    scoring: str | None = None  # class of a scoring run
    grader: str | None = None  # (problem, its certificate's claim) -> a Grader or None
    solver: str | None = None  # the baseline of a scoring run that answers as ``solve`` does
    baselines: str | None = None  # class of its baselines: names, answer
    rendering: str | None = None  # class of its words in texts (renderings.family_words)
    generators: Names = NOTHING  # name -> class of a generator
    rules: str | None = None  # class of the rules of its episodes
    tasks: tuple[Task, ...] = ()  # for evaluation harnesses
    # pictures
    view: str | None = None  # (document, problem) -> what its page shows; None: the story alone
    scripts: tuple[str, ...] = ()  # of its pages, "package:file"
    styles: tuple[str, ...] = ()  # style sheets of its pages, "package:file"
    verdicts: tuple[str, ...] = ()  # tables of its own, word -> audits.verdicts.VerdictWords
    cards: Names = NOTHING  # class name -> notebook card
    figure: str | None = None  # model or problem -> its graph (reports.export.Picture)
    latex: str | None = None  # problem -> gold for a paper
    drawing: str | None = None  # version space -> its evidence in pieces (reports.space_drawing)


def shared(*names: str) -> dict[str, str]:
    """Of prompt, convert, play, judge, runs those to which a family adds no option, so writes no class."""
    homes = {"prompt": "audits.prompt", "convert": "audits.convert", "runs": "episodes.runs"}
    return {n: f"symcause.{homes.get(n, 'episodes.play')}:{n.capitalize()}" for n in names}


def of_space() -> dict[str, str]:
    """The questions that a space answers by itself; with ``rules=BY_LISTING`` it plays episodes, too."""
    home, plan = "symcause.audits.of_space", "symcause.plans.disambiguate:DisambiguateOfSpace"
    asked = ("audit", "count", "check", "solve", "alternatives", "separate", "next", "look")
    own = {name: f"{home}.{name}:{name.capitalize()}OfSpace" for name in asked}
    return own | {"disambiguate": plan} | shared("convert", "play", "judge", "runs")


BY_LISTING = "symcause.episodes.listing_rules:ListingRules"
"""Rules of episodes for a family whose spaces can be listed."""

BY_SIMPLEST = "symcause.episodes.simplest_baseline:SimplestMember"
"""Baselines of a family whose rules know the answer of the simplest member."""


def families() -> Iterator[Family]:
    """Every family: those of the house, then those that other packages bring, if they can be loaded."""
    from symcause.declarations import loaded

    return loaded(map(family, FAMILIES), Family)


def family(name: str) -> Family:
    """The family of this name."""
    if name not in FAMILIES:
        from symcause.declarations import brought

        return brought(name, FAMILIES, Family)
    return _declared(FAMILIES[name])


def family_named(name: object) -> Family | None:
    """The family of this name, None if there is none."""
    return next((one for one in families() if one.name == name), None)


def family_of(problem: object) -> Family:
    """The family that a problem belongs to. Raises KindError for anything else."""
    kinds = {f"{kind.__module__}:{kind.__qualname__}" for kind in type(problem).__mro__}
    if (found := next((one for one in families() if one.problem in kinds), None)) is not None:
        return found
    how = "problem(document)" if isinstance(problem, Mapping) else "load(path)"
    raise KindError(f"not a problem: {type(problem).__name__}", remedy=f"symcause.{how} gives one")


def load(dotted: str) -> Any:
    """What ``"package.module:name"`` names."""
    module, _, name = dotted.partition(":")
    return getattr(import_module(module), name)


def answering(question: str) -> list[Family]:
    """The families that answer a question."""
    return [found for found in families() if question in found.questions]
