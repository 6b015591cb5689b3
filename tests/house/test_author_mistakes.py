"""Mistakes of an author of a family: each is named in one line, with the place and what is expected.

Every mistake is made in a copy of the coins, installed as a package of somebody else's. The check of the
declaration finds it (exit code 2), and a command that meets it never calls it a fault of the program.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import symcause
from symcause import declarations, plugins, registry
from symcause.audits.family_check.declaration_check import checked
from symcause.audits.family_check.problem_trial import Trial
from symcause.cli.main import COMMANDS, main
from symcause.cli.score_run.family_choice import every_scoring
from symcause.families.__main__ import main as families_main
from symcause.testing import coins
from tests.amounts import EXHAUSTIVE

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
PACKAGE = "coins_with_a_mistake"
TOY = Path(coins.__file__).parent
THROWN = 'Random(globals().update(thrown=globals().get("thrown", 0) + 1) or thrown)'
"""Dice of which no two throws in a row are the same: coins of real ones often lie as before."""

PROBLEM = {
    "format": "toy.coins/1",
    "id": "hidden",
    "coins": ["a", "b", "c"],
    "seen": {"a": True},
    "gold": {"a": True, "b": False, "c": True},
}


@dataclass(frozen=True)
class Mistake:
    """What somebody writes instead of what is there; what the check must name; what a command is asked."""

    file: str
    right: str
    wrong: str
    named: tuple[str, ...]
    command: tuple[str, ...] = ("audit", "problem.json")
    silent: bool = False  # the command works all the same: only the check can tell


DECLARED, SPACE, MODELS, PROBLEMS = "__init__.py", "space.py", "models.py", "problem.py"
VERDICT = (
    "from dataclasses import dataclass\nfrom msgspec.structs import replace\n"
    "from symcause.audits.of_space.audit import AuditOfSpace\n\n\n@dataclass(frozen=True)\n"
    "class Audit(AuditOfSpace):\n    def answers(self, problem):\n"
    "        for document in super().answers(problem):\n"
    "            yield replace(document, settled=None)\n"
)

MISTAKES = {
    "a module that is not there": Mistake(
        DECLARED, "}.space:CoinSpace", "}.spaces:CoinSpace", ("space = ", ".spaces:CoinSpace")
    ),
    "a class that is not there": Mistake(
        DECLARED, "}.space:CoinSpace", "}.space:CoinsSpace", ("space = ", "CoinsSpace")
    ),
    "a name without a colon": Mistake(
        DECLARED, "}.models:read_model", "}.models.read_model", ("model", "package.module:name")
    ),
    "a reader of models that lacks the problem": Mistake(
        MODELS,
        "def read_model(problem: CoinProblem, text: str)",
        "def read_model(text: str)",
        ("model = ", "takes (text", "a function of (problem, text)"),
        ("check", "problem.json", "answer.json"),
    ),
    "a question that is a function": Mistake(
        DECLARED,
        'of_space() | shared("prompt")',
        'of_space() | {"audit": f"{_HERE}.models:told"}',
        ("questions['audit']", "a function, no class", "symcause.audits.question.Question"),
    ),
    "a question that nobody asks": Mistake(
        DECLARED,
        'of_space() | shared("prompt")',
        '{**of_space(), "adit": of_space()["audit"]}',
        ("questions['adit']", "'audit'"),
        silent=True,
    ),
    "a reader of files that returns nothing": Mistake(
        PROBLEMS,
        "    return CoinProblem(read.id",
        "    CoinProblem(read.id",
        ("formats['toy.coins/1']", "gave None", "a CoinProblem"),
    ),
    "a problem that is not frozen": Mistake(
        PROBLEMS,
        "@dataclass(frozen=True)\nclass CoinProblem",
        "@dataclass\nclass CoinProblem",
        ("problem = ", "not frozen", "a frozen dataclass"),
        silent=True,
    ),
    "a problem that is no dataclass": Mistake(
        PROBLEMS,
        "@dataclass(frozen=True)\nclass CoinProblem(Shown):",
        "class CoinProblem(Shown):\n    def __init__(self, *values):\n"
        "        self.id, self.coins, self.seen, self.gold, self.metadata = values\n",
        ("problem = ", "no dataclass"),
        ("play", "problem.json", "--agent", "greedy"),
    ),
    "a space without a method": Mistake(
        SPACE, "def objections(", "def objection(", ("space = ", "does not define objections")
    ),
    "a space whose outcome lacks the experiment": Mistake(
        SPACE,
        "def outcome(self, model: Coins, experiment: Mapping[str, object])",
        "def outcome(self, model: Coins)",
        ("space = ", "outcome takes", "outcome(model, experiment)"),
    ),
    "an outcome that JSON does not hold": Mistake(
        SPACE,
        'return {"heads": model',
        'return {"heads", model',
        ("space.outcome", "a mapping of plain values"),
        ("next", "problem.json"),
    ),
    "edges of some pairs only": Mistake(
        SPACE,
        "    def experiments(self)",
        "    def edges(self):\n"
        "        from symcause.audits.space import EdgeStatus, EdgeStatuses\n\n"
        '        return EdgeStatuses({("a", "b"): EdgeStatus.OPEN, ("b", "c"): EdgeStatus.NEVER})\n\n'
        "    def experiments(self)",
        (
            "space.edges",
            "the edges are incomplete: a -> c and 3 more left out",
            "every ordered pair",
        ),
        silent=True,
    ),
    "gold that is not in the space": Mistake(
        PROBLEMS,
        "    return CoinProblem(read.id",
        "    if read.gold:\n        read.gold[next(iter(read.seen))] = not next(iter(read.seen.values()))\n"
        "    return CoinProblem(read.id",
        ("problem.gold", "the gold of hidden is no member", "gold that explains the evidence"),
        silent=True,
    ),
    "no text of a model": Mistake(
        DECLARED,
        '    answer=f"{_HERE}.models:print_model",\n',
        "",
        ("answer",),
        ("solve", "problem.json"),
    ),
    "nothing learnt": Mistake(
        SPACE,
        "return replace(self.problem, seen",
        "replace(self.problem, seen",
        ("space.learnt", "gave None", "a CoinProblem"),
        ("play", "problem.json", "--agent", "greedy"),
    ),
    "a capability that is misspelt": Mistake(
        DECLARED, "    space=f", "    spaces=f", ("cannot be loaded", "'spaces'")
    ),
    "a package that fails on import": Mistake(
        DECLARED, "FAMILY = Family(", "1 / 0\nFAMILY = Family(", ("ZeroDivisionError",)
    ),
    "a module that is no Python": Mistake(
        SPACE, "class CoinSpace(", "class CoinSpace((", ("space = ", "SyntaxError")
    ),
    "no declaration": Mistake(DECLARED, "FAMILY = ", "FAMILIES = ", ("cannot be loaded", "FAMILY")),
    "a declaration that is a dict": Mistake(
        DECLARED, "FAMILY = Family(", "FAMILY = dict(", ("symcause.registry.Family", "dict")
    ),
    "a verdict without settled": Mistake(
        DECLARED,
        'of_space() | shared("prompt")',
        '{**of_space(), "audit": f"{_HERE}.verdict:Audit"}',
        ("questions['audit']", "without settled", "settled=True or False"),
        silent=True,
    ),
    "a generator that is no dataclass": Mistake(
        "generator.py",
        "@dataclass(frozen=True)\nclass",
        "class",
        ("generators['coins']", "coins, seed", "@dataclass"),
        ("generate", "coins", "--out", "made.jsonl"),
        silent=True,
    ),
    "a generator without a line of help": Mistake(
        "generator.py",
        "    help: ClassVar[str]",
        "    about: ClassVar[str]",
        ("generators['coins']", "help is no text"),
        ("generate", "--help"),
        silent=True,
    ),
    "a model printed as a mapping": Mistake(
        MODELS,
        "return json.dumps(dict(model))",
        "return dict(model)",
        ("answer = ", "gave {", "a text"),
    ),
    "a reader of models that raises another error": Mistake(
        MODELS,
        'raise UsageError("not sides of coins", remedy=\'an answer is {"a": true, …}\')',
        'raise ValueError("not sides of coins")',
        ("model = ", "ValueError: not sides of coins", "UsageError for what is no model"),
        ("check", "problem.json", "bad.json"),
    ),
    "rules without a writer": Mistake(
        DECLARED,
        '    writer=f"{_HERE}.problem:write_coins",\n',
        "",
        ("rules = ", "there is no writer"),
        ("play", "problem.json", "--agent", "greedy"),
    ),
    "a format of symcause's own": Mistake(
        DECLARED,
        '"toy.coins/1": f"{_HERE}.problem:read_coins"',
        '"toy.coins/1": f"{_HERE}.problem:read_coins", "symcause.boolean/1": f"{_HERE}.problem:read_coins"',
        ("formats['symcause.boolean/1']", "the family boolean has this name already"),
        silent=True,
    ),
    "a generator of symcause's own": Mistake(
        DECLARED,
        'generators={"coins"',
        'generators={"boolean"',
        ("generators['boolean']", "the family boolean has this name already"),
        ("generate", "boolean", "--json", "--quiet"),
        silent=True,
    ),
    "a reader of files without the file": Mistake(
        PROBLEMS,
        "def read_coins(document: object, file: str | None = None)",
        "def read_coins(document: object)",
        ("formats['toy.coins/1']", "takes (document", "a function of (document, file)"),
    ),
    "a generator that makes nothing": Mistake(
        "generator.py",
        "return [write_coins(made)]",
        "[write_coins(made)]",
        ("generators['coins']", "gave no problems", "None"),
        ("generate", "coins", "--out", "made.jsonl"),
    ),
    "a generator whose items lack the number": Mistake(
        "generator.py",
        "def items(self, index: int)",
        "def items(self)",
        ("generators['coins']", "items takes (self)", "items(self, index"),
        ("generate", "coins", "--out", "made.jsonl"),
    ),
    "a score that does not hear who answered": Mistake(
        "coin_score.py",
        "def score(self, scorer: CoinProblem, model: str, response: str)",
        "def score(self, scorer: CoinProblem, response: str)",
        ("scoring = ", "score takes (self, scorer", "score(self, scorer"),
        ("score", "problem.json", "answers.jsonl"),
    ),
    "a score of no kind": Mistake(
        DECLARED,
        "coin_score:CoinScoring",
        "models:told",
        ("scoring = ", "a function, no class"),
        ("score", "problem.json", "answers.jsonl"),
    ),
    "a package that leaves": Mistake(
        DECLARED, "FAMILY = Family(", "raise SystemExit(0)\nFAMILY = Family(", ("SystemExit",)
    ),
    "metadata that is nothing": Mistake(
        PROBLEMS,
        "read.gold, read.metadata)",
        "read.gold, None)",
        ("problem = ", "metadata is None", "a mapping, or no such field"),
        ("score", "problem.json", "answers.jsonl"),
        silent=True,
    ),
    "a field of a generator that is no option": Mistake(
        "generator.py",
        'seed: int = option(0, "Seed (0).", "integer")',
        "seed: int = 0",
        (
            "generators['coins']",
            "the fields seed are no options",
            "symcause.audits.question.option",
        ),
        ("generate", "coins"),
        silent=True,
    ),
    "a member that comes twice": Mistake(
        SPACE,
        "                yield member\n",
        "                yield member\n                yield member\n",
        ("space.members", "a member comes twice"),
        silent=True,
    ),
    "a number that is no whole one": Mistake(
        SPACE,
        "    def objections(",
        "    def count(self) -> float:\n        return 4.0\n\n    def objections(",
        ("space.count", "gave 4.0", "an int, Infinite(what) or Unknown(reason)"),
    ),
    "a number that is another": Mistake(
        SPACE,
        "    def objections(",
        "    def count(self) -> int:\n        return 3\n\n    def objections(",
        ("space.count", "gave 3 where 4 members are listed"),
        silent=True,
    ),
    "edges that are a list": Mistake(
        SPACE,
        "    def objections(",
        "    def edges(self) -> list[str]:\n        return []\n\n    def objections(",
        ("space.edges", "gave []", "symcause.audits.space.EdgeStatuses"),
    ),
    "objections that are texts": Mistake(
        SPACE,
        'tuple(Objection("lies otherwise", name) for name in wrong)',
        'tuple("lies otherwise" for name in wrong)',
        ("space.objections", "a tuple of symcause.audits.space.Objection"),
        silent=True,
    ),
    "a space that forgets": Mistake(
        SPACE,
        "seen={**self.problem.seen, look: heads})",
        "seen={**self.problem.seen})",
        ("space.learnt", "a member that shows something else is still one afterwards"),
        silent=True,
    ),
    "a space that forgets what was seen before": Mistake(
        SPACE,
        "seen={**self.problem.seen, look: heads})",
        "seen={look: heads})",
        ("space.learnt", "members are left of", "with what was seen before"),
        silent=True,
    ),
    "a generator that throws dice": Mistake(
        "generator.py",
        'Random(f"{self.seed}-{index}")',
        THROWN,
        ("generators['coins']", "item 0 is another one when it is made again"),
        ("generate", "coins"),
        silent=True,
    ),
    "a certificate that nobody verifies": Mistake(
        DECLARED,
        '    verifier=f"{_HERE}.verifier:verify",\n',
        "",
        ("certify = ", "there is no verifier"),
        silent=True,
    ),
}


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder as an installer leaves it, on the path of this process."""
    package, listed = tmp_path / PACKAGE, tmp_path / f"{PACKAGE}-1.0.dist-info"
    package.mkdir()
    listed.mkdir()
    for module in TOY.glob("*.py"):
        text = module.read_text(encoding="utf-8").replace("symcause.testing.coins", PACKAGE)
        (package / module.name).write_text(text, encoding="utf-8")
    (package / "verdict.py").write_text(VERDICT)
    _lists(tmp_path, "coins")
    (tmp_path / "problem.json").write_text(json.dumps(PROBLEM))
    (tmp_path / "answer.json").write_text(json.dumps(PROBLEM["gold"]))
    (tmp_path / "bad.json").write_text("heads!")
    answer = {"instanceId": "hidden", "response": json.dumps(PROBLEM["gold"])}
    (tmp_path / "answers.jsonl").write_text(json.dumps(answer))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    _forget()
    yield tmp_path
    _forget()


def _lists(folder: Path, name: str) -> None:
    text = f"[symcause.families]\n{name} = {PACKAGE}\n"
    (folder / f"{PACKAGE}-1.0.dist-info" / "entry_points.txt").write_text(text)


def _forget() -> None:
    """What this process knows of the package, and of the commands that its options are in."""
    plugins.installed.cache_clear()
    plugins._SAID.clear()
    declarations._KNOWN.clear()
    declarations._OFFERED.clear()
    every_scoring.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]
    for command in COMMANDS:
        sys.modules.pop(f"symcause.cli.commands.{command}", None)


def _make(elsewhere: Path, mistake: Mistake) -> None:
    module = elsewhere / PACKAGE / mistake.file
    text = module.read_text(encoding="utf-8")
    assert mistake.right in text
    module.write_text(text.replace(mistake.right, mistake.wrong, 1), encoding="utf-8")


def _run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main(list(arguments))
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, captured.out, captured.err


def _check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """What the check says, as its program does."""
    from symcause.errors import SymcauseError

    capsys.readouterr()
    try:
        code = families_main(["check", *arguments])
    except SymcauseError as error:
        return 2, str(error)
    return code, capsys.readouterr().out


@pytest.mark.parametrize("kind", MISTAKES)
def test_the_check_names_it(kind: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mistake = MISTAKES[kind]
    _make(elsewhere, mistake)
    code, said = _check(capsys, "coins", "problem.json")
    first = said.splitlines()[0]
    assert code == 2 and "coins" in first and PACKAGE in first, said
    line = next((line for line in said.splitlines() if all(w in line for w in mistake.named)), None)
    assert line is not None, said
    assert "Traceback" not in said


def test_a_mistake_hides_none_of_another_question(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Every question that gives no document is named, whichever comes first."""
    texts = [VERDICT.replace("yield replace(document, settled=None)", "yield 7")]
    texts += [text.replace("audit import", "count import") for text in texts]
    texts[1] = texts[1].replace("AuditOf", "CountOf").replace("class Audit", "class Count")
    (elsewhere / PACKAGE / "verdict.py").write_text("\n\n".join(texts))
    own = '"audit": f"{_HERE}.verdict:Audit", "count": f"{_HERE}.verdict:Count"'
    _make(
        elsewhere,
        Mistake(DECLARED, 'of_space() | shared("prompt")', f"{{**of_space(), {own}}}", ()),
    )
    code, said = _check(capsys, "coins", "problem.json")
    named = [line for line in said.splitlines() if "gave 7" in line]
    assert code == 2
    for name in ("audit", "count"):
        assert sum(f"questions['{name}']" in line for line in named) == 1, said


@pytest.mark.parametrize("kind", MISTAKES)
def test_a_command_that_meets_it_names_the_family(
    kind: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mistake = MISTAKES[kind]
    _make(elsewhere, mistake)
    code, out, err = _run(capsys, *mistake.command)
    assert "please report" not in err and "a fault of the program" not in err, err
    assert "Traceback" not in err and "Traceback" not in out
    if not mistake.silent:
        assert code == 2 and "coins" in err and len(err.splitlines()) <= 2, (code, out, err)


WITH_BASELINES = frozenset([*MISTAKES][:: 1 if EXHAUSTIVE else 4])
"""Mistakes beside which all baselines run, which takes longer than all else."""


@pytest.mark.parametrize("kind", MISTAKES)
def test_it_never_keeps_another_family_from_its_work(
    kind: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nor does it change what is made and said of problems of other families."""
    _make(elsewhere, MISTAKES[kind])
    audit = ("audit", str(EXAMPLES / "unique.json"), "--json")
    baselines = ("--baselines",) if kind in WITH_BASELINES else ("--baseline", "simplest")
    score = ("score", str(EXAMPLES / "unique.json"), *baselines, "--json")
    for command in (audit, ("generate", "boolean", "--json"), score, ("generate", "--help")):
        code, out, err = _run(capsys, *command)
        assert code == 0 and "CoinSpace" not in out, (command, code, out, err)
        assert all("coins" in line for line in err.splitlines() if "wrong" in line), err
        if command[0] == "audit":
            assert json.loads(out)["verdict"] == "unique"
            assert len(err.splitlines()) <= 1 and "Traceback" not in err, err
        if command == ("generate", "boolean", "--json"):
            assert json.loads(out)["instance"]["format"] == "symcause.boolean/1"
            again = [line for line in err.splitlines() if "coins" in line]
            assert len(again) <= 1, err


def test_a_name_of_symcause_s_own_is_not_replaced(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Generators, schemas, formats and tasks: symcause's own are used, and it is said."""
    module = elsewhere / PACKAGE / DECLARED
    text = module.read_text().replace('generators={"coins"', 'generators={"boolean"')
    text = text.replace('schemas={"coins"', 'schemas={"boolean"')
    text = text.replace("import BY_LISTING", "import Task, BY_LISTING")
    text = text.replace(
        "    rules=BY_LISTING,", '    rules=BY_LISTING,\n    tasks=(Task("replay"),),'
    )
    module.write_text(text)
    code, out, err = _run(capsys, "schema", "boolean")
    assert code == 0 and "worlds" in out
    for place in ("generators['boolean']", "schemas['boolean']", "tasks['replay']"):
        (line,) = [line for line in err.splitlines() if place in line]
        assert PACKAGE in line and "symcause's own family boolean" in line
    from symcause.harnesses.static_tasks import tasks

    assert symcause.audit(next(symcause.generate("boolean"))).family == "boolean"
    assert tasks()["replay"][0].name == "boolean"


def test_nothing_is_found_where_nothing_is_wrong(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, said = _check(capsys, "coins", "problem.json")
    assert code == 0 and f"coins (package {PACKAGE})" in said, said
    assert len(said.splitlines()) == 1
    code, said = _check(capsys, "coins", "problem.json", "--json")
    document = json.loads(said)
    assert code == 0 and document["findings"] == [] and "space" in document["capabilities"]


def test_what_a_score_without_baselines_lacks_is_said(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = elsewhere / PACKAGE / "coin_score.py"
    text = module.read_text().replace("BaselineScoring[", "Scoring[")
    module.write_text(text.replace("import Line\n", "import Line, Scoring\n"))
    code, _, err = _run(capsys, "score", "problem.json", "--baselines")
    assert code == 2 and "--baselines does not apply to coin problems" in err
    assert "BaselineScoring is missing" in err and "family coins" in err


@pytest.mark.parametrize(
    ("line", "command", "told"),
    [
        ("    scoring=", "score", "declares no scoring"),
        ("    questions=of_space() | shared", "prompt", "declares no prompt"),
    ],
)
def test_what_is_not_declared_is_said(
    line: str, command: str, told: str, elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = elsewhere / PACKAGE / "__init__.py"
    lines = module.read_text().splitlines(keepends=True)
    kept = [one if not one.startswith(line) else "    questions=of_space(),\n" for one in lines]
    kept = [one for one in kept if command != "score" or "of_space()," not in one]
    module.write_text("".join(kept))
    code, _, err = _run(capsys, command, "problem.json")
    assert code == 2 and f"{command} does not apply to coin problems" in err and told in err


@pytest.mark.parametrize("file", ["unique", "ambiguous", "crystal", "world"])
def test_problems_of_the_house_pass_the_trial(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path = EXAMPLES / f"{file}.json"
    trial = Trial(registry.family_of(symcause.load(path)))
    problem = trial.read(json.loads(path.read_text()))
    trial.trial(problem)
    assert trial.findings == []


def test_the_check_has_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert families_main(["check", "--help"]) == 0
    assert "check NAME" in capsys.readouterr().out


def test_findings_are_a_document(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _make(elsewhere, MISTAKES["a class that is not there"])
    code, said = _check(capsys, "coins", "--json")
    (finding,) = json.loads(said)["findings"]
    assert code == 2 and finding["capability"] == "space"
    assert finding["expected"] == "a function of (problem)"


def test_a_name_of_symcause_s_own_is_refused(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _lists(elsewhere, "boolean")
    _forget()
    code, said = _check(capsys, "boolean")
    assert code == 2 and PACKAGE in said and "one of symcause's own has this name" in said
    code, _, err = _run(capsys, "audit", "problem.json")
    assert code == 2 and PACKAGE in err and "not loaded" in err


def test_a_family_that_is_not_there(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, said = _check(capsys, "coin")
    assert code == 2 and said == "no such family (got 'coin'); did you mean 'coins'?"


def test_another_problem_is_refused(elsewhere: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("other.json").write_text('{"format": "symcause.boolean/1"}')
    code, said = _check(capsys, "coins", "other.json")
    assert code == 2 and "no problem of the family coins" in said and "toy.coins/1" in said


@pytest.mark.parametrize("name", registry.FAMILIES)
def test_the_families_of_the_house_are_declared_well(name: str) -> None:
    """What is expected of others holds of all that are there."""
    assert checked(registry.family(name)) == []


@pytest.mark.parametrize(
    ("gold", "told"),
    [
        (
            {"a": False, "b": False, "c": True},
            "gold does not explain the evidence (a: lies otherwise",
        ),
        ({"a": True, "b": "edge", "c": True}, "gold"),
        ({"a": True}, "gold does not explain the evidence (not these coins"),
    ],
)
def test_gold_that_contradicts_the_evidence_is_not_played(
    gold: dict[str, object],
    told: str,
    elsewhere: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Path("problem.json").write_text(json.dumps({**PROBLEM, "gold": gold}))
    code, out, err = _run(capsys, "play", "problem.json", "--agent", "greedy")
    assert code == 2 and not out and told in err, (out, err)


def test_a_family_without_schemas_is_told_so(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = elsewhere / PACKAGE / DECLARED
    lines = module.read_text().splitlines(keepends=True)
    module.write_text("".join(line for line in lines if not line.startswith("    schemas=")))
    code, _, err = _run(capsys, "schema", "coins")
    assert code == 2 and "the family coins declares no schemas" in err


def test_a_score_that_does_not_apply_is_one_complaint(
    elsewhere: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    module = elsewhere / PACKAGE / DECLARED
    lines = module.read_text().splitlines(keepends=True)
    gone = ("    scoring=", "    baselines=")
    module.write_text("".join(line for line in lines if not line.startswith(gone)))
    code, _, err = _run(capsys, "score", "problem.json", "answers.jsonl")
    assert code == 2 and "declares no scoring" in err and "contains no problem" not in err


def test_a_path_is_no_list_of_problems() -> None:
    with pytest.raises(symcause.SymcauseError, match="load_pool"):
        symcause.score("pool.jsonl", [])  # type: ignore[arg-type]
