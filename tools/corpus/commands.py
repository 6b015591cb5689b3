"""The commands: what every family is asked, on which files."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from tools.corpus.places import EPISODES, MADE, PROVEN

BOOLEAN = (
    *("ordered", "block-order", "hidden-order", "hidden-roots", "alternative"),
    *("unique", "ambiguous", "replay", "corner"),
)
LINEAR = ("crystal", "episode")
SHAPEWORLD = ("shapes", "world")
GRAPHS = ("made/chain.txt", "made/forks.txt", "made/dense.txt")
SCENARIOS = (
    "examples/boats.json",
    "made/altitude/altitude-41-0.scenario.json",
    "made/survivors/survivors-43-0.scenario.json",
    "data/toy-altitude.scenario.json",
    "data/toy-gauss.scenario.json",
    "data/antenna_trap.game.json",
    "data/weather_noise.game.json",
    "data/deployment_zone_trap_categorical.game.json",
)
SPACES = ("count", "solve", "alternatives", "next", "disambiguate")
"""What every version space is asked besides the audit."""


@dataclass(frozen=True)
class Command:
    """The words after ``symcause``; *pool*: the file whose problems the lines of its output are about."""

    words: tuple[str, ...]
    pool: str | None = None
    sample: bool = False

    @property
    def line(self) -> str:
        return " ".join(self.words)

    def with_jobs(self) -> Command:
        """The same with two processes, where the command has some."""
        many = self.words[0] in JOBS and "--stdio" not in self.words
        return replace(self, words=(*self.words, "--jobs", "2")) if many else self


JOBS = frozenset(
    (
        *("audit", "count", "solve", "alternatives", "disambiguate", "next"),
        *("score", "play", "generate", "verify"),
    )
)
"""Commands that take ``--jobs``."""

FEW = (
    "audit examples/ambiguous.json --json",
    "audit examples/crystal.json --html page.html",
    "audit examples/shapes.json --json",
    "audit examples/boats.json --json",
    "count examples/pool.jsonl --json",
    "count made/dense.txt --json",
    "next examples/episode.json --json",
    "align examples/flood.txt examples/flood.answer.txt --pairs all --json",
    "verify examples/unique.json made/unique.proof.json --json",
)
"""Every family, in a few seconds."""

_SAMPLE = frozenset(
    (
        *FEW,
        "audit examples/ambiguous.json --html page.html",
        "audit examples/crystal.json --json --certificate proof.json",
        "audit examples/episode.json --json",
        "audit examples/episode.json --log examples/episode.log.jsonl --json",
        "audit made/quadratic.jsonl --json",
        "audit made/shapes6.jsonl --json",
        "audit examples/ordered.json --log made/ordered.episode.jsonl --html page.html",
        "count made/hidden.jsonl --json",
        "solve examples/boats.json --json",
        "next examples/world.json --json",
        "alternatives examples/ambiguous.json --json",
        "disambiguate examples/ambiguous.json --json",
        "check examples/crystal.json examples/answers/crystal.wrong.json --json",
        "check examples/boats.json examples/answers/boats.open.json --json",
        "score examples/pool.jsonl examples/predictions.jsonl --json",
        "play examples/boats.json --agent random --seed 3 --json",
        "play examples/episode.json --agent greedy --seed 3 --json",
        "generate linear --hidden 1 --count 2 --seed 24",
    )
)
"""A minute or two with every family and every engine that has a bound."""


def commands(folder: Path, sample: bool = False) -> list[Command]:
    """All commands whose files are there."""
    unique = {command.line: command for command in _all()}
    found = [
        replace(command, sample=line in _SAMPLE)
        for line, command in unique.items()
        if _there(command, folder)
    ]
    return [command for command in found if command.sample] if sample else found


def _there(command: Command, folder: Path) -> bool:
    named = (word for word in command.words if word.split("/")[0] in ("examples", "data", "made"))
    return all((folder / word).exists() for word in named)


def _asked(line: str, pool: str | None = None) -> Command:
    return Command(tuple(line.split()), pool)


def _pool(words: str, file: str, rest: str = "") -> Command:
    return _asked(f"{words} {file} {rest} --json", file)


def _all() -> Iterator[Command]:
    yield from _boolean()
    yield from _linear()
    yield from _shapeworld()
    yield from _scenario()
    yield from _graphs()
    yield from _runs()
    yield from _files()


def _spaces(file: str) -> Iterator[Command]:
    yield _asked(f"audit {file} --json")
    yield _asked(f"audit {file}")
    yield _asked(f"audit {file} --html page.html")
    yield _asked(f"audit {file} --json --certificate proof.json")
    for command in SPACES:
        yield _asked(f"{command} {file} --json")


def _boolean() -> Iterator[Command]:
    for name in BOOLEAN:
        file = f"examples/{name}.json"
        yield from _spaces(file)
        yield _asked(f"solve {file} --all --limit 5 --json")
        yield _asked(f"check {file} examples/answers/{name}.good.json --json")
        yield _asked(f"check {file} examples/answers/{name}.good.json --html page.html")
        yield _asked(f"play {file} --agent greedy --seed 3 --json")
        yield _asked(f"count {file} --max-parents none --json")
        yield _asked(f"count {file} --errors 1 --json")
    for name in ("ordered.wrong", "ordered.nand", "hidden-order.cyclic", "unique.wrong"):
        file = f"examples/{name.split('.')[0]}.json"
        yield _asked(f"check {file} examples/answers/{name}.json --json")
    for engine in ("sat", "smt"):
        yield _asked(f"count examples/ambiguous.json --engine {engine} --json")
    good, other = (f"examples/answers/ambiguous.{name}.json" for name in ("good", "other"))
    yield _asked(f"separate examples/ambiguous.json {good} {other} --json")
    yield _asked(f"alternatives examples/ambiguous.json --against {good} --json")
    yield _asked("audit examples/pool.jsonl --html page.html")
    for pool in ("examples/pool.jsonl", *(f"made/{name}" for name in _made("boolean"))):
        for command in ("audit", "count", "solve", "next"):
            yield _pool(command, pool)
    for file in ("data/problems.jsonl", "data/graphs_problems.jsonl", "data/sample.runtime.yaml"):
        for command in ("audit", "count", "solve"):
            yield _asked(f"{command} {file} --json")


def _linear() -> Iterator[Command]:
    for name in LINEAR:
        yield from _spaces(f"examples/{name}.json")
    yield _asked("check examples/crystal.json examples/answers/crystal.wrong.json --json")
    for kind in ("--json", "--html page.html"):
        yield _asked(f"audit examples/episode.json --log examples/episode.log.jsonl {kind}")
    for agent in ("random", "greedy", "passive"):
        yield _asked(f"play examples/episode.json --agent {agent} --seed 3 --json")
    for pool in (f"made/{name}" for name in _made("linear")):
        for command in ("audit", "count", "solve", "next"):
            yield _pool(command, pool)
    for agent in ("random", "greedy"):
        yield _pool("play", "made/linear.jsonl", f"--agent {agent} --seed 1")
    for name in ("4nodes_golden", "pool"):
        for command in ("audit", "count", "next"):
            yield _asked(f"{command} data/{name}.jsonl --json")
    for name in ("3nodes", "4nodes_hidden_n1", "4nodes_quad_hard"):
        simulate = f"convert data/{name}.jsonl --simulate --seed 5 --records 3"
        yield _asked(f"{simulate} --out simulated.jsonl")


def _shapeworld() -> Iterator[Command]:
    for name in SHAPEWORLD:
        yield from _spaces(f"examples/{name}.json")
        for relations in ("all", "rooted", "listed"):
            yield _asked(f"audit examples/{name}.json --class {relations} --json")
    for agent in ("random", "greedy", "optimal", "passive"):
        yield _asked(f"play examples/world.json --agent {agent} --seed 3 --json")
    for pool in (f"made/{name}" for name in _made("shapeworld")):
        for command in ("audit", "count", "next"):
            yield _pool(command, pool)
    yield _pool("play", "made/shapes.jsonl", "--agent greedy --seed 1")
    for name in ("human_direct.txt", "gemini-2.0-flash_mediation.txt"):
        yield _asked(f"audit data/{name} --json")
        yield _asked(f"score data/{name} data/{name} --json")
    failures = "data/fake-one_direct_basic.jsonl"
    yield _asked(f"score {failures} {failures} --json")


def _scenario() -> Iterator[Command]:
    for file in SCENARIOS:
        yield _asked(f"audit {file} --json")
        yield _asked(f"solve {file} --json")
    for file in SCENARIOS[:5]:
        yield _asked(f"audit {file} --html page.html")
        yield _asked(f"play {file} --agent random --seed 3 --json")
    yield _asked("check examples/boats.json examples/answers/boats.open.json --json")
    yield _asked("audit examples/boats.json --json --certificate proof.json")
    for space in ("declared", "accepted"):
        yield _asked(f"audit examples/boats.json --space {space} --json")
    twins = "data/demo-survivors.scenario.json data/demo-survivors-twin.scenario.json"
    yield _asked(f"audit {twins.replace(' ', ' --twin ')} --json")


def _graphs() -> Iterator[Command]:
    for file in GRAPHS:
        for command in ("count", "next", "imec", "audit"):
            yield _asked(f"{command} {file} --json")
        yield _asked(f"imec {file} --members 5 --sample 3 --seed 2 --json")
        yield _asked(f"imec {file} --next --json")
    for gold, answer in (
        ("examples/flood.txt", "examples/flood.answer.txt"),
        ("made/chain.txt", "made/other.txt"),
        ("made/forks.txt", "made/other.txt"),
        ("made/dense.txt", "made/forks.txt"),
    ):
        for pairs in ("exact", "normalised", "all"):
            yield _asked(f"align {gold} {answer} --pairs {pairs} --json")
        yield _asked(f"align {gold} {answer} --pairs all --html page.html")
        yield _asked(f"align {gold} {answer} --pairs all --certificate proof.json --json")
        yield _asked(f"check {gold} {answer} --json")
    yield _asked("audit data/samples.jsonl --json")
    yield _asked("score data/samples.jsonl data/responses.jsonl --json")


def _runs() -> Iterator[Command]:
    """Answers and episodes, judged."""
    pool, answers = "examples/pool.jsonl", "examples/predictions.jsonl"
    yield _asked(f"score {pool} {answers} --json")
    yield _asked(f"score {pool} {answers}")
    yield _asked(f"score {pool} {answers} --html page.html")
    yield _asked(f"score {pool} {answers} --version-space --json")
    yield _asked(f"score {pool} {answers} --baselines --json")
    yield _asked("score data/items.runtime.yaml data/predictions.jsonl --json")
    for name, (problem, _) in EPISODES.items():
        for kind in ("--json", "--html page.html"):
            yield _asked(f"score {problem} made/{name} {kind}")
            yield _asked(f"audit {problem} --log made/{name} {kind}")


def _files() -> Iterator[Command]:
    """What reads, writes and verifies."""
    examples = (*BOOLEAN, *LINEAR, *SHAPEWORLD, "boats")
    for name in examples:
        yield _asked(f"prompt examples/{name}.json --json")
        yield _asked(f"convert examples/{name}.json")
    yield _asked("convert examples/pool.jsonl --id ordered --to replayscm")
    yield _asked("convert made/forks.txt --to dot")
    for name, (_, problem, *_) in PROVEN.items():
        yield _asked(f"verify {problem} made/{name} --json")
    for name, given in MADE.items():
        out = "" if name.endswith(".jsonl") else " --out made-here"
        yield _asked(f"generate {' '.join(given)}{out}")
    yield _asked("generate alternative examples/pool.jsonl --answers examples/predictions.jsonl")
    yield _asked("generate siblings made/certified.jsonl")
    yield _asked("schema")
    for name in ("boolean", "linear", "boolean.audit", "linear.next", "verify"):
        yield _asked(f"schema {name}")


def _made(family: str) -> list[str]:
    return [name for name, given in MADE.items() if given[0] == family]
