"""What each family is asked, on which files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from tools.corpus.command import Command, one, pooled
from tools.corpus.recipes import EPISODES, MADE

BOOLEAN = (
    *("ordered", "block-order", "hidden-order", "hidden-roots", "alternative"),
    *("unique", "ambiguous", "replay", "corner"),
)
LINEAR = ("crystal", "episode")
SHAPEWORLD = ("shapes", "world")
FINITE = ("lock", "lock-settled")
GRAPHS = ("made/chain.txt", "made/forks.txt", "made/dense.txt")
SCENARIOS = (
    "examples/boats.json",
    "made/altitude/altitude-41-0.scenario.json",
    "made/assigned/assigned-42-0.scenario.json",
    "made/survivors/survivors-43-0.scenario.json",
    "data/toy-altitude.scenario.json",
    "data/toy-gauss.scenario.json",
)
GAMES = ("antenna_trap", "weather_noise", "deployment_zone_trap_categorical")
EFFORT = 2_000_000
"""Steps for the optimum of a released game, which is not found with any that a corpus has time for."""

TWINS = (
    ("made/assigned/assigned-42-0.scenario.json", "made/assigned/assigned-42-0-twin.scenario.json"),
    ("data/demo-survivors.scenario.json", "data/demo-survivors-twin.scenario.json"),
)
WRONG = (
    *("alternative.same.json", "ambiguous.other.json", "corner.submission.json"),
    *("hidden-order.cyclic.json", "hidden-roots.wrong-roots.json", "ordered.illegal.json"),
    *("ordered.missing-key.json", "ordered.nand.json", "ordered.prose.txt", "ordered.refusal.txt"),
    *("ordered.syntax.json", "ordered.wrong.json", "replay.wrong.json", "unique.wrong.json"),
)
"""Answers that are not right, or not answers, named after the problem that they are about."""

SPACES = ("count", "solve", "alternatives", "next", "disambiguate")
"""What every version space is asked besides the audit."""


def _spaces(file: str) -> Iterator[Command]:
    yield one(f"audit {file} --json")
    yield one(f"audit {file}")
    yield one(f"audit {file} --html page.html")
    yield one(f"audit {file} --json --certificate proof.json")
    for command in SPACES:
        yield one(f"{command} {file} --json")


def _pools(family: str, questions: tuple[str, ...], *others: str) -> Iterator[Command]:
    made = [f"made/{name}" for name, given in MADE.items() if given[0] == family]
    for pool in (*others, *made):
        for question in questions:
            yield pooled(question, pool)


def _episodes(file: str, agents: tuple[str, ...]) -> Iterator[Command]:
    """Episodes of a problem, and those that were played before, judged."""
    for agent in agents:
        yield one(f"play {file} --agent {agent} --seed 3 --json")
    for name, (problem, _) in EPISODES.items():
        if problem == file:
            for kind in ("--json", "--html page.html"):
                yield one(f"score {problem} made/{name} {kind}")
                yield one(f"audit {problem} --log made/{name} {kind}")
            yield one(f"audit {problem} --log made/episodes --json")


def _boolean() -> Iterator[Command]:
    for name in BOOLEAN:
        file = f"examples/{name}.json"
        yield from _spaces(file)
        yield one(f"solve {file} --all --limit 5 --json")
        yield one(f"check {file} examples/answers/{name}.good.json --json")
        yield one(f"check {file} examples/answers/{name}.good.json --html page.html")
        yield one(f"count {file} --max-parents none --json")
        yield one(f"count {file} --errors 1 --json")
        yield from _episodes(file, ("greedy",))
    for agent in ("random", "passive"):
        yield one(f"play examples/ambiguous.json --agent {agent} --seed 3 --json")
    for name in WRONG:
        yield one(f"check examples/{name.split('.')[0]}.json examples/answers/{name} --json")
    for engine in ("sat", "smt", "counter"):
        yield one(f"count examples/ambiguous.json --engine {engine} --json")
    for prefer in ("ast", "parents", "uniform --seed 3", "weighted --seed 3"):
        yield one(f"solve examples/ambiguous.json --prefer {prefer} --json")
    good, other = (f"examples/answers/ambiguous.{name}.json" for name in ("good", "other"))
    yield one(f"separate examples/ambiguous.json {good} {other} --json")
    yield one(f"alternatives examples/ambiguous.json --against {good} --json")
    yield one("audit examples/pool.jsonl --html page.html")
    yield from _pools("boolean", ("audit", "count", "solve", "next"), "examples/pool.jsonl")
    yield from _pools("siblings", ("audit", "next"))
    yield one("prompt made/texts.jsonl --json")
    yield one("prompt examples/unique.json --theme city --style dialogue --names agree --json")
    yield one("score made/texts.jsonl --baseline common-sense --json")
    yield one("convert examples/unique.json --told")
    yield from _pools("alternative", ("audit", "next"))
    for question in ("alternatives", "disambiguate"):
        yield pooled(question, "made/boolean.jsonl")
    yield pooled("play", "made/certified.jsonl", "--agent random --budget 3 --seed 1")
    for question in ("audit", "count", "solve", "next"):
        yield one(f"{question} made/presets --json")
    for file in ("data/problems.jsonl", "data/graphs_problems.jsonl", "data/sample.runtime.yaml"):
        for command in ("audit", "count", "solve"):
            yield one(f"{command} {file} --json")
    pool, answers = "examples/pool.jsonl", "examples/predictions.jsonl"
    for kind in ("--json", "", "--html page.html", "--version-space --json", "--baselines --json"):
        yield one(f"score {pool} {answers} {kind}")
    yield one("score data/items.runtime.yaml data/predictions.jsonl --json")


def _linear() -> Iterator[Command]:
    for name in LINEAR:
        yield from _spaces(f"examples/{name}.json")
    wrong = "examples/answers/crystal.wrong.json"
    for kind in ("--json", "--html page.html"):
        yield one(f"check examples/crystal.json {wrong} {kind}")
        yield one(f"audit examples/episode.json --log examples/episode.log.jsonl {kind}")
    yield one(f"separate examples/crystal.json gold {wrong} --json")
    yield from _episodes("examples/episode.json", ("random", "greedy", "passive"))
    yield from _pools("linear", ("audit", "count", "solve", "next"))
    for question in ("alternatives", "disambiguate"):
        yield pooled(question, "made/linear.jsonl")
    for agent in ("random", "greedy"):
        yield pooled("play", "made/linear.jsonl", f"--agent {agent} --seed 1")
    for command in ("audit", "count", "next"):
        yield one(f"{command} data/4nodes_golden.jsonl --json")
    run, log = "data/graph_config.json", "data/tracking_simple.jsonl"
    yield one(f"audit {run} --log {log} --json")
    yield one(f"score {run} {log} --json")
    yield one("play data/pool.jsonl --id 4nodes_3_0 --agent random --seed 1 --json")


def _shapeworld() -> Iterator[Command]:
    for name in SHAPEWORLD:
        yield from _spaces(f"examples/{name}.json")
        for relations in ("all", "rooted", "listed", "hidden"):
            yield one(f"audit examples/{name}.json --class {relations} --json")
        for command in ("count", "next", "disambiguate"):
            yield one(f"{command} examples/{name}.json --class hidden --json")
    for answer in ("yes", "no"):
        yield one(f"check examples/shapes.json made/{answer}.json --json")
    yield one("check examples/shapes.json made/no.json --html page.html")
    yield one("separate examples/world.json gold made/lonely.json --json")
    yield from _episodes("examples/world.json", ("random", "greedy", "optimal", "passive"))
    yield from _pools("shapeworld", ("audit", "count", "next"))
    for question in ("solve", "alternatives", "disambiguate"):
        yield pooled(question, "made/shapes.jsonl")
    yield pooled("play", "made/shapes.jsonl", "--agent greedy --seed 1")
    for name in ("human_direct.txt", "gemini-2.0-flash_mediation.txt"):
        yield one(f"audit data/{name} --json")
        yield one(f"score data/{name} data/{name} --json")
    failures = "data/fake-one_direct_basic.jsonl"
    yield one(f"score {failures} {failures} --json")


def _scenario() -> Iterator[Command]:
    for file in SCENARIOS:
        yield one(f"audit {file} --json")
        yield one(f"solve {file} --json")
    for name in GAMES:
        yield one(f"solve data/{name}.game.json --effort {EFFORT} --json")
    yield one(f"audit data/{GAMES[0]}.game.json --json")
    for file in SCENARIOS:
        yield one(f"audit {file} --html page.html")
        yield from _episodes(file, ("random",))
    yield one("check examples/boats.json examples/answers/boats.open.json --json")
    yield one("check examples/boats.json examples/answers/boats.open.json --html page.html")
    yield one("audit examples/boats.json --json --certificate proof.json")
    for space in ("declared", "accepted"):
        yield one(f"solve data/{GAMES[1]}.game.json --space {space} --effort {EFFORT} --json")
    for scenario, twin in TWINS:
        yield one(f"audit {scenario} --twin {twin} --json")
        yield one(f"separate {scenario} {twin} --json")
        yield one(f"separate {scenario} {twin} --budget --json")
        yield one(f"separate {scenario} --budget --rival reversed --units 50 --json")
        proof = "--claim budget --certificate proof.json --json"
        yield one(f"audit {scenario} --twin {twin} --budget --units 30 {proof}")


def _dag() -> Iterator[Command]:
    for file in GRAPHS:
        for command in ("count", "next", "imec", "audit"):
            yield one(f"{command} {file} --json")
        yield one(f"audit {file} --html page.html")
        yield one(f"imec {file} --members 5 --sample 3 --seed 2 --json")
        yield one(f"imec {file} --next --json")
        for engine in ("cliques", "recursion", "count"):
            yield one(f"imec {file} --engine {engine} --json")
    yield one("separate made/chain.txt gold made/back.txt --json")


def _textgraph() -> Iterator[Command]:
    for gold, answer in (
        ("examples/flood.txt", "examples/flood.answer.txt"),
        ("made/chain.txt", "made/other.txt"),
        ("made/forks.txt", "made/other.txt"),
        ("made/dense.txt", "made/forks.txt"),
    ):
        for pairs in ("exact", "normalised", "all"):
            yield one(f"align {gold} {answer} --pairs {pairs} --json")
        yield one(f"align {gold} {answer} --pairs all --html page.html")
        yield one(f"align {gold} {answer} --pairs all --certificate proof.json --json")
        yield one(f"align {gold} {answer} --pairs all --merge --merges 1 --json")
        yield one(f"check {gold} {answer} --gold-errors 3 --json")
    yield one("check examples/flood.txt examples/flood.answer.txt --html page.html")
    yield one("audit data/samples.jsonl --json")
    yield one("audit data/samples.jsonl --html page.html")
    yield one("score data/samples.jsonl data/responses.jsonl --json")
    yield one("score data/samples.jsonl data/responses.jsonl --html page.html")
    yield one("score data/samples.jsonl data/responses.jsonl --gold-errors 27 --json")


def _statements() -> Iterator[Command]:
    file = "examples/statements.json"
    for command in ("audit", "count", "solve", "alternatives", "next", "prompt"):
        yield one(f"{command} {file} --json")
    yield one(f"audit {file} --html page.html")
    yield one(f"audit {file} --json --certificate proof.json")
    yield one(f"audit {file} --reading any --errata errata.jsonl --errata-page errata.html")
    for answer in ("yes", "no"):
        yield one(f"check {file} made/{answer}.json --json")
    yield one(f"separate {file} made/one-way.json made/other-way.json --json")
    yield one(f"score {file} made/replies.jsonl --json")
    yield from _pools("statements", ("audit", "count", "next"))
    for question in ("solve", "alternatives"):
        yield pooled(question, "made/statements.jsonl")


def _cpt() -> Iterator[Command]:
    file = "examples/draft.json"
    for command in ("audit", "count", "solve", "alternatives", "next"):
        yield one(f"{command} {file} --json")
    yield one(f"audit {file} --html page.html")
    yield one(f"audit {file} --json --certificate proof.json")
    yield one("audit made/tables.jsonl --json")
    for answer in ("yes", "no"):
        yield one(f"check {file} made/{answer}.json --json")
    yield one(f"separate {file} made/half.json made/third.json --json")
    yield one(f"score {file} made/draft.said.jsonl --json")


def _finite() -> Iterator[Command]:
    for name in FINITE:
        yield from _spaces(f"examples/finite/{name}.json")
    file = "examples/finite/lock.json"
    yield one(f"solve {file} --all --json")
    yield one(f"count {file} --max-parents none --json")
    for answer in ("turned", "sum"):
        yield one(f"check {file} made/{answer}.json --json")
    yield one(f"check {file} made/sum.json --html page.html")
    yield one(f"separate {file} gold made/sum.json --json")
    yield one(f"score {file} made/lock.said.jsonl --json")
    yield from _episodes(file, ("random", "greedy"))
    yield from _pools(
        "finite", ("audit", "count", "solve", "next"), "examples/finite/detector.jsonl"
    )


FAMILIES: Mapping[str, Callable[[], Iterator[Command]]] = {
    "boolean": _boolean,
    "linear": _linear,
    "dag": _dag,
    "shapeworld": _shapeworld,
    "scenario": _scenario,
    "textgraph": _textgraph,
    "statements": _statements,
    "cpt": _cpt,
    "finite": _finite,
}
"""The commands about problems of each family."""
