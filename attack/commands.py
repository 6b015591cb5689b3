"""Command lines for damaged files: every command, its files in their places, now and then odd options."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import click

from attack.corpus import Corpus, Seed
from symcause.cli.main import COMMANDS, cli

Files = dict[str, Seed]
Built = tuple[list[str], Files]

_TIME = ("--timeout", "2")
_NUMBERS = ("-1", "0", "1", "2", "3", "7", "none", "x", "", "nan", "inf", "1e999", "1.5", "9" * 30)
_TEXTS = (
    "",
    "x",
    "X1",
    "X1,X2",
    "gold",
    "unique",
    "ordered",
    "-1..1",
    "1..2",
    "\x1b[31m",
    "é",
    "a" * 300,
)
_LEFT_OUT = {"jobs", "count", "debug", "help", "version", "parquet", "bootstrap", "memory"}
_QUESTIONS = ("audit", "count", "solve", "alternatives", "next", "disambiguate")


def command_line(rng: Random, files: Corpus) -> Built:
    """A command with the files that it reads; every one of them may be damaged."""
    arguments, needed = rng.choice(_BUILDERS)(rng, files)
    if rng.random() < 0.12:
        arguments = [*arguments, *_odd_option(rng, arguments[0])]
    return arguments, needed


def _problem(rng: Random, files: Corpus) -> Seed:
    drawn = rng.random()
    if drawn < 0.03 and files.strange:
        return rng.choice(files.strange)
    return rng.choice(files.foreign if drawn < 0.3 and files.foreign else files.problems)


def _one(rng: Random, files: Corpus) -> Seed:
    """Mostly a file with one problem, for commands that take no more."""
    return rng.choice(files.single) if rng.random() < 0.9 else _problem(rng, files)


def _question(rng: Random, files: Corpus) -> Built:
    seed = _problem(rng, files)
    limit = ("--timeout", "0.5") if seed.name.endswith(".jsonl") else _TIME
    arguments = [rng.choice(_QUESTIONS), seed.name, *limit]
    return _perhaps_json(rng, arguments), {seed.name: seed}


def _prompt(rng: Random, files: Corpus) -> Built:
    seed = _problem(rng, files)
    return _perhaps_json(rng, ["prompt", seed.name]), {seed.name: seed}


def _pages(rng: Random, files: Corpus) -> Built:
    seed = _problem(rng, files)
    wanted = rng.choice((["--html", "page.html"], ["--certificate", "made.json"], ["--full"]))
    return _perhaps_json(rng, ["audit", seed.name, *wanted, *_TIME]), {seed.name: seed}


def _convert(rng: Random, files: Corpus) -> Built:
    from symcause.cli.commands.convert import PICTURES
    from symcause.formats.pools.problem_writer import targets

    seed = _problem(rng, files)
    target = rng.choice(((), ("--to", rng.choice((*targets(), *PICTURES))), ("--dataset", "made")))
    return ["convert", seed.name, *target], {seed.name: seed}


def _check(rng: Random, files: Corpus) -> Built:
    problem = _one(rng, files)
    answer = files.answer_to(rng, problem)
    name = f"answer-{answer.name}"
    arguments = ["check", problem.name, name, *_TIME]
    return _perhaps_json(rng, arguments), {problem.name: problem, name: answer}


def _separate(rng: Random, files: Corpus) -> Built:
    problem = _one(rng, files)
    one, other = files.answer_to(rng, problem), files.answer_to(rng, problem)
    first = rng.choice(("gold", "gold", "one.json", "one.json", "reference"))
    arguments = ["separate", problem.name, first, "other.json", *_TIME]
    return _perhaps_json(rng, arguments), {
        problem.name: problem,
        "one.json": one,
        "other.json": other,
    }


def _score(rng: Random, files: Corpus) -> Built:
    pool, rows = _problem(rng, files), rng.choice(files.predictions)
    if rng.random() < 0.7:
        pool = files.named("pool.jsonl" if rows.name == "predictions.jsonl" else "mixed.jsonl")
    named = [rows.name] if rng.random() < 0.9 else []
    form = rng.choice(("text", "markdown", "csv", "latex", "json"))
    arguments = ["score", pool.name, *named, "--bootstrap", "10", "--format", form, *_TIME]
    if rng.random() < 0.3:
        arguments += rng.choice((["--html", "page.html"], ["--figures", "figures"]))
    return _perhaps_json(rng, arguments), {pool.name: pool, rows.name: rows}


def verification(rng: Random, files: Corpus) -> Built:
    """A certificate and its problem, now and then under bounds."""
    certificate = rng.choice(files.certificates)
    stem = certificate.name.split(".")[0]
    own = [seed for seed in files.problems if seed.name in (f"{stem}.json", f"{stem}.txt")]
    problem = own[0] if own and rng.random() < 0.9 else _problem(rng, files)
    bounds = ((), (), ("--as-stated",), ("--memory", rng.choice(("80", "200"))), ("--jobs", "2"))
    limits = ((), ("--timeout", rng.choice(("0.2", "1", "5"))))
    arguments = ["verify", problem.name, certificate.name, *rng.choice(bounds), *rng.choice(limits)]
    return _perhaps_json(rng, arguments), {problem.name: problem, certificate.name: certificate}


def _log(rng: Random, files: Corpus) -> Built:
    problem = files.named("episode.json")
    log = rng.choice(files.logs)
    arguments = ["audit", problem.name, "--log", log.name, *_TIME]
    return _perhaps_json(rng, arguments), {problem.name: problem, log.name: log}


def _against(rng: Random, files: Corpus) -> Built:
    problem = _one(rng, files)
    answer = files.answer_to(rng, problem)
    arguments = ["alternatives", problem.name, "--against", "answer.json", *_TIME]
    return _perhaps_json(rng, arguments), {problem.name: problem, "answer.json": answer}


def _resume(rng: Random, files: Corpus) -> Built:
    results = rng.choice(files.results)
    command = results.name.split(".")[0]
    pool = files.named("pool.jsonl")
    rows = files.predictions[0]
    named = [rows.name, "--bootstrap", "0"] if command == "score" else []
    arguments = [command, pool.name, *named, "--out", results.name, "--resume", *_TIME]
    needed = {pool.name: pool, results.name: results, rows.name: rows}
    return _perhaps_json(rng, arguments), needed


def _graph(rng: Random, files: Corpus) -> Built:
    graph = rng.choice(files.graphs)
    arguments = [rng.choice(("imec", "imec", "count", "next", "convert", "audit")), graph.name]
    if arguments[0] == "imec" and rng.random() < 0.5:
        arguments += ["--targets", rng.choice(("A", "A,B", "Z", ""))]
    if arguments[0] == "convert":
        return arguments, {graph.name: graph}
    return _perhaps_json(rng, [*arguments, *_TIME]), {graph.name: graph}


def _align(rng: Random, files: Corpus) -> Built:
    gold, answer = rng.choice(files.graphs), rng.choice(files.graphs)
    if rng.random() < 0.5:
        gold = files.named(rng.choice(("rivers.json", "flood.txt")))
        answer = files.answer_to(rng, gold)
    name = f"answer-{answer.name}"
    needed = {gold.name: gold, name: answer}
    extra: list[str] = []
    if rng.random() < 0.4:
        seed = files.named(rng.choice(("pairs.json", "similarity.csv")))
        needed[seed.name] = seed
        extra = ["--pairs", seed.name] if "pairs" in seed.name else ["--similarity", seed.name]
        extra += ["--threshold", "0.5"] if "--similarity" in extra else []
    if rng.random() < 0.3:
        extra += rng.choice((["--certificate", "made.json"], ["--html", "page.html"]))
    return _perhaps_json(rng, ["align", gold.name, name, *extra, *_TIME]), needed


def _judged(rng: Random, files: Corpus) -> Built:
    """Labels of judges and rubrics, in their places."""
    if rng.random() < 0.4:
        gold, labels = files.named("rivers.json"), files.named("labels.yaml")
        answer = files.answer_to(rng, gold)
        arguments = ["check", gold.name, answer.name, "--labels", labels.name, *_TIME]
        return _perhaps_json(rng, arguments), {s.name: s for s in (gold, answer, labels)}
    option, name = rng.choice((("--rubric", "rubric.json"), ("--evaluations", "evaluations.jsonl")))
    pool = files.named("boats.json" if option == "--rubric" else "rivers.json")
    rows = rng.choice([seed for seed in files.predictions if seed.name != "predictions.jsonl"])
    judged = files.named(name)
    arguments = ["score", pool.name, rows.name, option, name, "--bootstrap", "10", *_TIME]
    return _perhaps_json(rng, arguments), {s.name: s for s in (pool, rows, judged)}


def _played(rng: Random, files: Corpus) -> Built:
    """Episodes: played, gone on with, judged, and taken as the problems that they are."""
    episode = rng.choice(files.episodes)
    problem = files.named(f"{episode.name.split('.')[0]}.json")
    agent = ["--agent", rng.choice(("random", "greedy", "optimal", "passive"))]
    arguments = rng.choice(
        (
            ["play", problem.name, *agent],
            ["play", problem.name, *agent, "--out", episode.name, "--resume"],
            ["audit", problem.name, "--log", episode.name],
            ["score", problem.name, episode.name, "--bootstrap", "10"],
            [rng.choice(_QUESTIONS), episode.name],
        )
    )
    needed = {problem.name: problem, episode.name: episode}
    return _perhaps_json(rng, [*arguments, *_TIME]), needed


_INPUTS = ("/dev/zero", "/dev/full", "/dev/null", "/dev/urandom", ".")
_OUTPUTS = ("/dev/full", "/dev/zero", "/dev/null")


def _devices(rng: Random, files: Corpus) -> Built:
    """A device in the place of a file that is read, or of one that is gone on with."""
    if rng.random() < 0.5:
        build = rng.choice((_resume, _played))
        arguments, needed = build(rng, files)
        if "--out" in arguments:
            arguments[arguments.index("--out") + 1] = rng.choice(_OUTPUTS)
        return arguments, needed
    arguments, needed = rng.choice((_question, _check, _score, verification, _align))(rng, files)
    named = [i for i, word in enumerate(arguments) if word in needed]
    arguments[rng.choice(named)] = rng.choice(_INPUTS)
    return arguments, needed


def _presets(rng: Random, files: Corpus) -> Built:
    seed = files.presets[0]
    arguments = ["generate", "boolean", "--presets", seed.name, "--list"]
    return _perhaps_json(rng, arguments), {seed.name: seed}


def _items(rng: Random, files: Corpus) -> Built:
    pool = next(seed for seed in files.problems if seed.name in ("unique.json", "ambiguous.json"))
    rows = rng.choice(files.predictions)
    named = ["--answers", rows.name] if rng.random() < 0.5 else []
    arguments = ["generate", "alternative", pool.name, *named]
    return _perhaps_json(rng, arguments), {pool.name: pool, rows.name: rows}


def _schema(rng: Random, files: Corpus) -> Built:
    return _perhaps_json(
        rng, ["schema", rng.choice((*_TEXTS, "boolean", "linear.audit", "certificate"))]
    ), {}


_OFTEN: tuple[tuple[Callable[[Random, Corpus], Built], int], ...] = (
    *(
        (_question, 10),
        (_check, 5),
        (_score, 4),
        (verification, 4),
        (_devices, 2),
        (_convert, 3),
        (_resume, 2),
        (_graph, 2),
    ),
    *(
        (_prompt, 1),
        (_pages, 2),
        (_separate, 2),
        (_log, 2),
        (_against, 1),
        (_presets, 1),
        (_items, 1),
    ),
    *((_schema, 1), (_align, 3), (_judged, 2), (_played, 4)),
)
_BUILDERS = [build for build, times in _OFTEN for _ in range(times)]


def _perhaps_json(rng: Random, arguments: list[str]) -> list[str]:
    return [*arguments, "--json"] if rng.random() < 0.6 else arguments


def _odd_option(rng: Random, name: str) -> list[str]:
    """An option of the command with a value that may mean nothing."""
    command = cli.get_command(click.Context(cli), name) if name in COMMANDS else None
    if command is None or isinstance(command, click.Group):
        return []
    known = [p for p in command.params if isinstance(p, click.Option) and p.name not in _LEFT_OUT]
    option = rng.choice(known)
    flag = option.opts[0]
    if option.is_flag:
        return [flag]
    if isinstance(option.type, click.Choice):
        return [flag, rng.choice((*option.type.choices, "x", ""))]
    if isinstance(option.type, click.Path):
        return [flag, rng.choice(("made.json", "made/x.json", "", ".", "-"))]
    return [flag, rng.choice(_NUMBERS if rng.random() < 0.6 else _TEXTS)]
