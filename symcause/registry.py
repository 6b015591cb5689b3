"""The registry of model families: which there are, and where each capability is found.

One family is one folder and one name in :data:`FAMILIES`, or an installed package (:mod:`.plugins`).
Its ``__init__`` holds a :class:`Family`: names of what is loaded when asked for (``"package.module:x"``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple, TypeVar, cast

from symcause.errors import KindError

if TYPE_CHECKING:
    from symcause import capabilities as kinds
    from symcause.capabilities import Dotted, Maybe, Named

T = TypeVar("T")
Texts = tuple[str, ...]
Options = tuple[tuple[str, object], ...]

_NAMES = "boolean linear dag shapeworld scenario textgraph statements cpt finite"
FAMILIES: dict[str, str] = {name: f"symcause.families.{name}" for name in _NAMES.split()}
"""The folder of each family. Its name here is all that the rest of the house knows of it."""
_declared: Callable[[str], Family] = cache(lambda home: import_module(home).FAMILY)


class Foreign(NamedTuple):
    """Documents of another project, told by keys of theirs (or of the ``problem`` in them)."""

    keys: Texts
    reader: Dotted[kinds.ForeignReader]
    named: Maybe[kinds.IdReader] = None  # the id of one that cannot be read
    answers: Maybe[kinds.ForeignAnswers] = None  # predictions stored beside a problem
    named_by_file: bool = False  # *answers* takes the file, too
    placed: bool = False  # *reader* takes the place, too
    pool: Maybe[kinds.PoolReader] = None  # the problems of a file that begins with such a document


class Text(NamedTuple):
    """Files that are no JSON, told by a pattern found in their first characters."""

    pattern: str
    reader: Dotted[kinds.TextReader]  # source -> iterator of documents
    answers: Maybe[kinds.TextReader] = None  # the same for stored answers
    suffixes: Texts = ()  # of files in folders, beside those of JSON and YAML
    by_name: bool = False  # a suffix tells such a file, whatever it begins with
    whole: bool = False  # it holds its answers beside their problems: several are several pools


class Log(NamedTuple):
    """Logs of runs in another project, told by one of the *keys* of their first object."""

    keys: Texts
    reader: Dotted[kinds.LogReader]
    finder: Maybe[kinds.LogFinder] = None  # the logs of a folder
    called: Texts = ()  # patterns of their names: such files are no problems of a pool
    beside: Texts = ()  # nor are those that lie beside them


class Task(NamedTuple):
    """Problems as a task of harnesses: from a pool, or generated at the first of its *levels*."""

    name: str
    generator: str | None = None
    options: Options = ()
    levels: Texts = ()
    prompt: Options = ()  # options of the prompt
    may_be_open: bool = False  # an answer may abstain
    training: Options = ()  # options of the generator where many are made
    primary: str = "right"  # the metric that stands first, and for the whole
    ground: bool = True  # where an answer may abstain: siblings of it are ground to train on
    version: int = 1  # changes where prompts or scores of the same problems do


Names = Mapping[str, str]
NOTHING: Names = MappingProxyType({})  # of a field that no family need fill


class Family(NamedTuple):
    """What a family can do, in the types of :mod:`.capabilities`; absent or None: it cannot."""

    name: str  # of its folder, in documents
    title: str  # how a message calls its problems
    problem: Dotted[kinds.ProblemClass]  # the class of its problems
    # files
    formats: Named[kinds.Reader] = NOTHING  # our format -> its reader
    foreign: tuple[Foreign, ...] = ()  # files of other projects, by their keys -> reader
    texts: tuple[Text, ...] = ()  # files that are no JSON: known by how they begin -> reader
    graphs: Named[kinds.GraphReader] = NOTHING  # question -> reader of a bare graph
    mistaken: Names = NOTHING  # a key of a document that is no problem -> what it is
    companions: Texts = ()  # keys of documents that lie beside problems in a pool
    answers: Named[kinds.StoredAnswers] = NOTHING  # format of stored answers -> reader
    logs: tuple[Log, ...] = ()  # logs of runs: how `score` and `audit --log` know and read them
    labels: Names = NOTHING  # a key of a file given with answers -> its option of `score`
    rows: Maybe[kinds.RowsClass] = None  # tables of rows -> problems: `convert` (`audits/tables`)
    writer: Maybe[kinds.Writer] = None  # problem -> document in its own format: `convert`
    exports: Named[kinds.Exporter] = NOTHING  # target of `convert --to` -> writer of a text
    schemas: Named[kinds.FileClass] = NOTHING  # file format -> its msgspec type: `symcause schema`
    sheet: Maybe[kinds.SheetWriter] = None  # document -> tables to edit it by: `serve`
    edited: Maybe[kinds.SheetReader] = None  # (document, edited sheet) -> document
    public: Maybe[kinds.PublicView] = None  # problem -> its disclosed part: `convert --dataset`
    tally: Maybe[kinds.DatasetFacts] = None  # problem -> facts that a manifest counts
    release: Named[object] = NOTHING  # what its code asks about a released program -> where that is
    # questions
    questions: Named[kinds.QuestionClass] = NOTHING  # question -> its class: command and function
    totals: Named[kinds.TotalsClass] = NOTHING  # question -> class of the summary of a pool
    space: Maybe[kinds.Opener] = None  # problem -> version space in its own class: `symcause.space`
    errata: Maybe[kinds.ErratumFinder] = None  # (problem, its audit) -> fault of gold: `--errata`
    light: bool = False  # short work in Python alone: without limits it needs no child process
    libraries: Texts = ()  # modules that its work loads late, before limits count
    verifier: Maybe[kinds.Verify] = None  # checks a certificate without a solver: `verify`
    certify: Maybe[kinds.Certify] = None  # problem -> its certificate, of a space
    digest: Maybe[kinds.Digest] = None  # problem -> how its certificates name it
    former_digest: Maybe[kinds.Digest] = None  # the same in certificates of earlier versions
    settled: Maybe[kinds.SettledClaim] = None  # certificate -> is one answer left? For suites
    structure: Maybe[kinds.Structure] = None  # problem -> its structure without names
    proof: Maybe[kinds.ProofExport] = None  # files for other checkers: `verify --export`
    theorem: Maybe[kinds.TheoremExport] = None  # certificate -> theorem: `verify --theorem`
    prompt: Maybe[kinds.Prompter] = None  # problem, options -> `Told(system, message)`
    twins: Maybe[kinds.TwinPrompter] = None  # (problem, twin, certificate) -> prompt: suites
    answer: Maybe[kinds.AnswerWriter] = None  # model -> the text of an answer
    model: Maybe[kinds.AnswerReader] = None  # text of an answer -> model: `check`, `separate`
    scoring: Maybe[kinds.ScoringClass] = None  # its part in a scoring run: `score`
    grader: Maybe[kinds.GraderMaker] = None  # (problem, claim) -> grades answers without a solver
    shortcuts: Maybe[kinds.ShortcutsClass] = None  # labels, and rules on public parts
    solver: str | None = None  # the baseline of a scoring run that answers as `solve` does
    baselines: Maybe[kinds.BaselinesClass] = None  # class of its baselines, or `BY_SIMPLEST`
    rendering: Maybe[kinds.WordingClass] = None  # its words in texts: `prompt --theme`, `convert`
    generators: Named[kinds.GeneratorClass] = NOTHING  # name -> class; equal indices, equal items
    pairs: tuple[tuple[str, Options], ...] = ()  # kinds of siblings: name, options of generator
    rules: Maybe[kinds.RulesClass] = None  # class of the rules of episodes, or `BY_LISTING`
    tasks: tuple[Task, ...] = ()  # for Inspect and lm-eval
    # pictures
    view: Maybe[kinds.PageView] = None  # pictures of its pages; without: the story alone
    scripts: Texts = ()  # of its pages, "package:file"
    styles: Texts = ()  # style sheets of its pages, "package:file"
    verdicts: Texts = ()  # tables of its own verdicts, word -> `audits.verdicts.VerdictWords`
    cards: Named[kinds.CardMaker] = NOTHING  # class name -> notebook card
    figure: Maybe[kinds.FigureMaker] = None  # model or problem -> its graph, for pictures
    latex: Maybe[kinds.LatexWriter] = None  # problem -> gold for a paper
    drawing: Maybe[kinds.BoardMaker] = None  # space -> pieces of evidence, members, experiments


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


def load(dotted: Dotted[T]) -> T:
    """What ``"package.module:name"`` names, in the type that its place in a declaration asks for."""
    module, _, name = dotted.partition(":")
    return cast("T", getattr(import_module(module), name))


def answering(question: str) -> list[Family]:
    """The families that answer a question."""
    return [found for found in families() if question in found.questions]
