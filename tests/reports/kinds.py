"""Every kind of page that there is, read off the commands and the registry, and one of each to look at."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from click.testing import CliRunner

from symcause.cli.main import cli
from symcause.registry import Family, families
from tests.reports.cases import EXAMPLES

Made = Callable[[Path], Path]


def kinds() -> Iterator[str]:
    """A command that writes pages, and a family of which it does; ``runs``: the audit of a folder."""
    context = click.Context(cli)
    for name in cli.list_commands(context):
        command = cli.get_command(context, name)
        if command is not None and any("--html" in option.opts for option in command.params):
            for family in families():
                if _written(name, family):
                    yield f"{name} {family.name}"
    yield from (f"runs {family.name}" for family in families() if "runs" in family.questions)


def _written(command: str, family: Family) -> object:
    """Does a command write pages about a family? Of prompts: those in other words."""
    if command == "score":
        return family.scoring
    return command in family.questions and (command != "prompt" or family.rendering)


def run_page(*arguments: object) -> Made:
    """A page that a command writes."""

    def made(folder: Path) -> Path:
        path = folder / "page.html"
        words = [str(word).replace("HERE", str(folder)) for word in arguments]
        told = {"prompt": [], "score": ["--format", "json"]}.get(words[0], ["--json"])
        done = CliRunner().invoke(cli, [*words, "--html", str(path), *told])
        assert done.exit_code in (0, 1, 3) and path.exists(), done.output
        path.with_suffix(".out").write_text(done.stdout, encoding="utf-8")
        return path

    return made


def answered(name: str, said: object) -> Made:
    """The page of an answer to an example."""

    def made(folder: Path) -> Path:
        (folder / "answer.json").write_text(json.dumps(said), encoding="utf-8")
        return run_page("check", EXAMPLES / f"{name}.json", "HERE/answer.json")(folder)

    return made


def equivalent(folder: Path) -> Path:
    """The page of an equivalence class."""
    (folder / "class.txt").write_text("A -- B\nB -- C\nC -- D\nB -- D\n", encoding="utf-8")
    return run_page("audit", "HERE/class.txt")(folder)


def _played(name: str) -> Made:
    return run_page("play", EXAMPLES / f"{name}.json", "--agent", "random", "--seed", "1")


def logs(folder: Path, name: str) -> Path:
    """A folder of two runs of an example."""
    found = folder / "logs"
    found.mkdir()
    for seed in ("1", "2"):
        play = ["play", str(EXAMPLES / f"{name}.json"), "--agent", "random", "--seed", seed]
        CliRunner().invoke(cli, [*play, "--out", str(found / f"{seed}.jsonl")])
    return found


def _runs(name: str) -> Made:
    problem = EXAMPLES / f"{name}.json"
    return lambda folder: run_page("audit", problem, "--log", logs(folder, name))(folder)


def _scored(*files: str) -> Made:
    return run_page("score", *(EXAMPLES / name for name in files))


def _scored_runs(name: str) -> Made:
    def made(folder: Path) -> Path:
        return run_page("score", EXAMPLES / f"{name}.json", logs(folder, name) / "1.jsonl")(folder)

    return made


def _scored_text(folder: Path) -> Path:
    said = (EXAMPLES / "flood.answer.txt").read_text(encoding="utf-8")
    row = {"instanceId": "flood", "model": "one", "response": said}
    (folder / "answers.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return run_page("score", EXAMPLES / "flood.txt", "HERE/answers.jsonl")(folder)


def _scored_statements(folder: Path) -> Path:
    """Answers to siblings, one of which is open."""
    pool = folder / "pool.jsonl"
    made = ["generate", "statements", "--siblings", "--count", "3", "--out", str(pool)]
    assert CliRunner().invoke(cli, made).exit_code == 0
    ids = [json.loads(line)["id"] for line in pool.read_text(encoding="utf-8").splitlines()]
    rows = [json.dumps({"instanceId": id, "model": "one", "response": "yes"}) for id in ids]
    (folder / "answers.jsonl").write_text("\n".join(rows) + "\n", encoding="utf-8")
    return run_page("score", pool, "HERE/answers.jsonl")(folder)


def _separated(name: str, first: object, second: object) -> Made:
    """The page of two answers to an example that are told apart."""

    def made(folder: Path) -> Path:
        for word, said in (("first", first), ("second", second)):
            (folder / f"{word}.json").write_text(json.dumps(said), encoding="utf-8")
        answers = ("HERE/first.json", "HERE/second.json")
        return run_page("separate", EXAMPLES / f"{name}.json", *answers)(folder)

    return made


def _twins(folder: Path) -> Path:
    """The page of two scenarios that are told apart."""
    made = ["generate", "scenario", "--template", "assigned", "--count", "1", "--seed", "42"]
    assert CliRunner().invoke(cli, [*made, "--twin", "--out", str(folder / "made")]).exit_code == 0
    first = "HERE/made/assigned-42-0.scenario.json"
    return run_page("separate", first, first.replace("-0.", "-0-twin."))(folder)


def _directions(folder: Path) -> Path:
    """The page of two directions of a chain that are told apart."""
    (folder / "chain.txt").write_text("A -> B -> C\n", encoding="utf-8")
    (folder / "back.txt").write_text("C -> B -> A\n", encoding="utf-8")
    return run_page("separate", "HERE/chain.txt", "gold", "HERE/back.txt")(folder)


def _asked_of_class(folder: Path) -> Path:
    (folder / "class.txt").write_text("A -- B\nB -- C\nC -- D\nB -- D\n", encoding="utf-8")
    return run_page("next", "HERE/class.txt")(folder)


def _scored_tables(folder: Path) -> Path:
    row = {"instanceId": "draft", "model": "one", "response": "no"}
    (folder / "answers.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return run_page("score", EXAMPLES / "draft.json", "HERE/answers.jsonl")(folder)


def _network(service: tuple[str, ...]) -> dict[str, object]:
    """An answer to the example of tables: a network."""
    return {
        "tables": {
            "P(health)": "0.5",
            "P(lottery)": "0.5",
            "P(service|health,lottery)": [["0.05", "0.95"], ["0.05", "0.95"]],
            "P(pension|health,service)": [service, service],
        }
    }


def _scored_worlds(folder: Path) -> Path:
    said = '{"predictions": {"by-hand": "off", "turned": "off"}}'
    row = {"instanceId": "lock", "model": "one", "response": said}
    (folder / "answers.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    return run_page("score", EXAMPLES / "finite/lock.json", "HERE/answers.jsonl")(folder)


_LOCKS = [
    {"right": "(turn left middle)", "lamp": f"(if (eq {pair}) on off)"}
    for pair in ("middle right", "left 0")
]


def _worded(name: str) -> Made:
    """The page of a problem in other words."""
    return run_page("prompt", EXAMPLES / f"{name}.json", "--theme", "farm", "--style", "story")


_FIRST = "section.first figure"
_TEXT = "pre"
_TABLE = "#part-1 table"  # predictions, one by one
_ALONE = "#files"  # what follows where the headline says all
_SAME = (
    "income->sport",
    "income->health",
    "diet->health",
    "sport->health",
)  # in two members
_XOR, _OR = ({"X3": "X1", "X4": "X2", "X5": f"({op} X3 X4)"} for op in ("xor", "or"))

SHOWN: dict[str, tuple[Made, str]] = {
    "audit boolean": (run_page("audit", EXAMPLES / "ambiguous.json"), _FIRST),
    "audit linear": (run_page("audit", EXAMPLES / "episode.json"), _FIRST),
    "audit dag": (equivalent, _FIRST),
    "audit shapeworld": (run_page("audit", EXAMPLES / "shapes.json"), "#replay .stage"),
    "audit scenario": (run_page("audit", EXAMPLES / "boats.json"), "#axis svg"),
    "audit textgraph": (run_page("audit", EXAMPLES / "flood.txt"), "#baselines svg"),
    "audit statements": (run_page("audit", EXAMPLES / "statements.json"), _FIRST),
    "check statements": (answered("statements", {"answer": "yes"}), _FIRST),
    "score statements": (_scored_statements, "#picture-0 svg"),
    "check boolean": (
        answered("unique", {"mechanisms": {"X3": "X1", "X4": "X3", "X5": "X4"}}),
        ".checked",
    ),
    "check linear": (
        answered("crystal", {"equations": {"moisture": "12 + 2*density"}}),
        ".checked",
    ),
    "check shapeworld": (answered("shapes", {"answer": "yes"}), _FIRST),
    "check scenario": (answered("boats", {"design": {"hull": 1}}), "#axis svg"),
    "check textgraph": (
        run_page("check", EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt"),
        "#graph svg",
    ),
    "align textgraph": (
        run_page("align", EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt"),
        "#graph svg",
    ),
    "next boolean": (run_page("next", EXAMPLES / "ambiguous.json"), _FIRST),
    "next linear": (run_page("next", EXAMPLES / "episode.json"), _FIRST),
    "next shapeworld": (run_page("next", EXAMPLES / "world.json"), _FIRST),
    "next statements": (run_page("next", EXAMPLES / "statements.json"), _FIRST),
    "next dag": (_asked_of_class, _FIRST),
    "alternatives boolean": (run_page("alternatives", EXAMPLES / "ambiguous.json"), _FIRST),
    "alternatives linear": (run_page("alternatives", EXAMPLES / "episode.json"), _FIRST),
    "alternatives shapeworld": (run_page("alternatives", EXAMPLES / "world.json"), _FIRST),
    "alternatives statements": (
        run_page("alternatives", EXAMPLES / "statements.json"),
        _ALONE,
    ),
    "disambiguate boolean": (run_page("disambiguate", EXAMPLES / "ambiguous.json"), _FIRST),
    "disambiguate linear": (run_page("disambiguate", EXAMPLES / "episode.json"), _FIRST),
    "disambiguate shapeworld": (run_page("disambiguate", EXAMPLES / "world.json"), _FIRST),
    "separate boolean": (
        _separated("ambiguous", {"mechanisms": _XOR}, {"mechanisms": _OR}),
        _FIRST,
    ),
    "separate linear": (
        run_page(
            "separate", EXAMPLES / "crystal.json", "gold", EXAMPLES / "answers/crystal.wrong.json"
        ),
        _FIRST,
    ),
    "separate dag": (_directions, _FIRST),
    "separate shapeworld": (
        _separated("world", {"edges": []}, {"edges": [["circle", "square"]]}),
        _FIRST,
    ),
    "separate statements": (
        _separated(
            "statements",
            {"edges": [*_SAME, "income->diet"]},
            {"edges": [*_SAME, "diet->income"]},
        ),
        _FIRST,
    ),
    "separate scenario": (_twins, _FIRST),
    "play boolean": (_played("unique"), _FIRST),
    "play linear": (_played("episode"), _FIRST),
    "play shapeworld": (_played("world"), _FIRST),
    "play scenario": (_played("boats"), _FIRST),
    "runs boolean": (_runs("unique"), _FIRST),
    "runs linear": (_runs("episode"), _FIRST),
    "runs shapeworld": (_runs("world"), _FIRST),
    "runs scenario": (_runs("boats"), _FIRST),
    "score boolean": (_scored("pool.jsonl", "predictions.jsonl"), "#picture-0 svg"),
    "score linear": (_scored_runs("episode"), "#picture-0 svg"),
    "score shapeworld": (_scored("shapes.json"), "#picture-0 svg"),
    "score scenario": (_scored_runs("boats"), "#picture-0 svg"),
    "score textgraph": (_scored_text, "#picture-0 svg"),
    "audit cpt": (run_page("audit", EXAMPLES / "draft.json"), _FIRST),
    "check cpt": (answered("draft", {"answer": "no"}), _FIRST),
    "alternatives cpt": (run_page("alternatives", EXAMPLES / "draft.json"), _ALONE),
    "next cpt": (run_page("next", EXAMPLES / "draft.json"), _FIRST),
    "separate cpt": (
        _separated("draft", _network(("0.885", "0.11")), _network(("0.89", "0.11"))),
        _FIRST,
    ),
    "score cpt": (_scored_tables, "#picture-0 svg"),
    "audit finite": (run_page("audit", EXAMPLES / "finite/lock.json"), _FIRST),
    "check finite": (
        answered("finite/lock", {"predictions": {"by-hand": "off", "turned": "off"}}),
        _TABLE,
    ),
    "alternatives finite": (run_page("alternatives", EXAMPLES / "finite/lock.json"), _FIRST),
    "separate finite": (
        _separated("finite/lock", *({"mechanisms": lock} for lock in _LOCKS)),
        _FIRST,
    ),
    "next finite": (run_page("next", EXAMPLES / "finite/lock.json"), _FIRST),
    "disambiguate finite": (run_page("disambiguate", EXAMPLES / "finite/lock.json"), _FIRST),
    "play finite": (_played("finite/lock"), _FIRST),
    "runs finite": (_runs("finite/lock"), _FIRST),
    "score finite": (_scored_worlds, "#picture-0 svg"),
    "prompt boolean": (_worded("unique"), _TEXT),
    "prompt finite": (_worded("finite/lock"), _TEXT),
    "prompt linear": (_worded("crystal"), _TEXT),
    "prompt shapeworld": (_worded("shapes"), _TEXT),
}
"""One page of each kind, and the picture that is seen at once under its headline."""
