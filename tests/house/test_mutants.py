"""``tools/mutants`` on a package of one module: what is drawn, what tests notice, what is left behind."""

from __future__ import annotations

import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

from tests.amounts import amount, some
from tools.mutants import judge as judging
from tools.mutants import run_marks, trial
from tools.mutants.drawing import drawn
from tools.mutants.forked import Forks
from tools.mutants.judge import EQUIVALENT, UNREACHED, Bounds, Judge
from tools.mutants.ledger import Equivalent, Run, Runs, equivalents
from tools.mutants.mutant import Mutant
from tools.mutants.nearness import Nearness
from tools.mutants.operators import mutants
from tools.mutants.pins import PINS, pinned
from tools.mutants.report import survivors, table
from tools.mutants.strata import STRATA, modules, stratum
from tools.mutants.tree_copy import PROJECT, TreeCopy
from tools.mutants.trial import HUNG, KILLED, SURVIVED

TESTED = "tests/kernel/test_sums.py"
MODULE = "symcause/kernel/sums.py"
SOURCE = '''"""Sums."""

LEAST = 2


def total(numbers):
    """The sum of what is not negative, ≥ 0."""
    found = 0
    for number in numbers:
        if number < 0:
            continue
        found += number
    return found


def largest(numbers):
    return max(numbers)


def in_child(numbers):
    return not any(numbers[:LEAST])


def length(numbers):
    found = 0
    while numbers:
        numbers = numbers[1:]
        found += 1
    return found


def forgotten(a, b):
    return a and b
'''
TESTS = """import subprocess
import sys

from symcause.kernel.sums import largest, length, total
from tests.amounts import amount


def test_total():
    assert total([1, 2]) == 3


def test_largest():
    assert largest([4]) == 4


def test_length():
    assert length([5, 6]) == 2


def test_children():
    code = "from symcause.kernel.sums import in_child; assert in_child([0, 0, 1])"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_larger_numbers():
    for most in range(amount(1, 5)):
        assert largest(range(most + 1)) == most
"""


@pytest.fixture(scope="module", autouse=True)
def _bare() -> Iterator[None]:
    """The tests of the small project are run without plugins: they load faster."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
        yield


@pytest.fixture(scope="module")
def recorded(_bare: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of one module and one module of tests, of which is known what they reach."""
    if shutil.which("git") is None:
        pytest.skip("mutants are made in copies of what git lists, and git is not installed")
    home = tmp_path_factory.mktemp("recorded") / "project"
    amounts = (PROJECT / "tests/amounts.py").read_text("utf-8")
    files = {MODULE: SOURCE, TESTED: TESTS, "tests/amounts.py": amounts}
    packages = ("symcause", "symcause/kernel", "tests", "tests/kernel")
    for name, text in {**files, **{f"{one}/__init__.py": "" for one in packages}}.items():
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text(text, "utf-8")
    (home / ".gitignore").write_text(".mutants/\n__pycache__/\n", "utf-8")
    subprocess.run(["git", "init", "-q"], cwd=home, check=True)
    _judge(home).reach.record(TESTED, TreeCopy(home, home.parent / "copy"))
    return home


@pytest.fixture
def project(recorded: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    return Path(shutil.copytree(recorded, tmp_path / "project"))


def _judge(project: Path, *known: Equivalent) -> Judge:
    return Judge(project, Runs(project / ".mutants/runs.jsonl"), known, Bounds(20, 2))


def _one(operator: str, after: str = "") -> Mutant:
    known = mutants(MODULE, SOURCE.encode())
    return next(m for m in known if m.operator == operator and after in m.after)


def _files(project: Path) -> dict[str, bytes]:
    kept = (path for path in project.rglob("*") if path.is_file())
    return {
        path.relative_to(project).as_posix(): path.read_bytes()
        for path in kept
        if not {".git", ".mutants"} & set(path.parts)
    }


def test_what_the_tests_notice(project: Path, tmp_path: Path) -> None:
    before, judge = _files(project), _judge(project)
    tree = TreeCopy(project, tmp_path / "copy")
    copied = _files(tree.folder)
    expected = {
        _one("min-max"): SURVIVED,  # of one number only
        _one("loop-end"): UNREACHED,  # no number is negative
        _one("not"): KILLED,  # in a child
        _one("constant", "LEAST = 3"): KILLED,  # done on loading: every test of the module is asked
    }
    outcomes = {mutant: judge.run(mutant, tree, "a", 0) for mutant in expected}
    assert {mutant: run.outcome for mutant, run in outcomes.items()} == expected
    assert outcomes[_one("not")].by.endswith("::test_children")
    assert _files(project) == before
    assert _files(tree.folder).items() >= copied.items()
    assert "66.7 %" in table(outcomes.values()).splitlines()[1]  # two of three that are reached
    shown = survivors(outcomes.values())
    assert f"{MODULE}:17 in largest" in shown
    assert "    -    return max(numbers)\n    +    return min(numbers)" in shown


def test_many_are_tried_in_forks(project: Path, tmp_path: Path) -> None:
    """With the same outcomes; what was noticed is not tried again."""
    before, told = _files(project), list[Run]()
    expected = {
        _one("min-max"): SURVIVED,
        _one("loop-end"): UNREACHED,
        _one("comparison", "> 0"): KILLED,
        _one("arithmetic", "-= number"): KILLED,
        _one("not"): UNREACHED,  # but in a child that is started anew: that is not seen
        _one("constant", "LEAST = 3"): SURVIVED,  # done on loading; only that child notices
    }
    runs = Runs(project / ".mutants/runs.jsonl")
    forks = Forks(project, runs, (), Bounds(20, 2), 0, told.append)
    found = forks.run([*expected], 1, tmp_path / "first")
    assert {run.name: run.outcome for run in found} == {
        mutant.name: outcome for mutant, outcome in expected.items()
    }
    assert {run.name for run in told} == {mutant.name for mutant in expected}
    assert _files(project) == before
    told.clear()
    assert forks.run([_one("comparison", "> 0")], 1, tmp_path / "second") and not told
    unnoticed = {mutant for mutant, outcome in expected.items() if outcome != KILLED}
    assert {run.name for run in runs.unnoticed()} == {mutant.name for mutant in unnoticed}
    left = sorted(unnoticed, key=lambda mutant: mutant.name)
    found = forks.run(left, 1, tmp_path / "third", together=True)
    assert [run.outcome for run in found] == [expected[mutant] for mutant in left]


def test_a_mutant_is_tried_on_every_module_near_to_it(project: Path, tmp_path: Path) -> None:
    """Also where the last one of them is the first of another mutant, and is run before the others."""
    second, its_tests = "symcause/kernel/lists.py", "tests/kernel/test_lists.py"
    files = {
        second: "def first(numbers):\n    return numbers[0]\n",
        its_tests: (
            "from symcause.kernel.lists import first\n"
            "from symcause.kernel.sums import LEAST, length\n\n\n"
            "def test_first():\n    assert first([1, 2]) == 1\n\n\n"
            "def test_least():\n    assert length([1]) < LEAST == 2\n"
        ),
    }
    for name, text in files.items():
        (project / name).write_text(text, "utf-8")
    one, other = _one("comparison", "> 0"), mutants(second, files[second].encode())[0]
    nearness = Nearness(project)
    assert nearness.order(MODULE) == [TESTED, its_tests]
    assert nearness.order(second) == [its_tests, TESTED]
    runs = Runs(project / ".mutants/runs.jsonl")
    forks = Forks(project, runs, (), Bounds(20, 2), 0, lambda _: None)
    found = forks.run([one, other, _one("constant", "LEAST = 3")], 1, tmp_path / "copies")
    assert [(run.outcome, run.by) for run in found] == [
        (KILLED, f"{TESTED}::test_total"),
        (KILLED, f"{its_tests}::test_first"),
        (KILLED, f"{its_tests}::test_least"),  # done on loading
    ]


def test_a_run_is_resumed(project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tree = TreeCopy(project, tmp_path / "copy")
    some = [_one("min-max"), _one("and-or")]
    first = [_judge(project).run(mutant, tree, "a", 0) for mutant in some]
    with (project / ".mutants/runs.jsonl").open("a", encoding="utf-8") as file:
        file.write('{"name": "cut o')  # a run that was stopped while it wrote

    def never(*_: object, **__: object) -> None:
        raise AssertionError("tried again")

    monkeypatch.setattr(judging, "tried", never)
    judge = _judge(project)
    monkeypatch.setattr(judge.reach, "record", never)
    assert [judge.run(mutant, tree, "a", 0) for mutant in some] == first
    (project / MODULE).write_text(SOURCE + "\n\nLAST = 1\n", "utf-8")
    with pytest.raises(AssertionError, match="tried again"):
        judge.run(some[0], tree, "a", 0)  # the module is another one


def test_nothing_begins_once_all_is_to_end(project: Path, tmp_path: Path) -> None:
    judge, tree = _judge(project), TreeCopy(project, tmp_path / "copy")
    run_marks.stopping.set()
    try:
        with pytest.raises(run_marks.Stopped):
            judge.run(_one("min-max"), tree, "a", 0)
    finally:
        run_marks.stopping.clear()
    assert judge.runs.get(_one("min-max").name) is None


def test_what_is_equivalent_is_not_tried(project: Path, tmp_path: Path) -> None:
    mutant = _one("min-max")
    known = Equivalent(
        MODULE, "largest", "return max(numbers)", "return min(numbers)", "one number"
    )
    run = _judge(project, known).run(mutant, TreeCopy(project, tmp_path / "copy"), "a", 0)
    assert (run.outcome, run.tests) == (EQUIVALENT, 0)


def test_one_of_two_equal_changes_may_be_equivalent() -> None:
    twice = b"def f(a):\n    for x in a:\n        print(x)\n    for x in a:\n        print(-x)\n"
    first, second = (m for m in mutants("m.py", twice) if m.operator == "loop-last")
    known = Equivalent("m.py", "f", first.before, first.after, "printed again", nth=1)
    assert not known.is_of(first) and known.is_of(second)
    assert replace(known, nth=None).is_of(first)


@pytest.mark.exhaustive
def test_a_round_that_notices_is_pinned(project: Path, tmp_path: Path) -> None:
    judge, tree = _judge(project), TreeCopy(project, tmp_path / "copy")
    mutant = _one("min-max")
    assert "test_larger_numbers" in pinned(mutant, judge, tree)
    (pin,) = tomllib.loads((project / PINS).read_text("utf-8"))["pin"]
    assert (pin["test"], pin["amount"]) == (f"{TESTED}::test_larger_numbers", [1, 5])
    assert pin["rounds"] == 2  # a second number
    again = TreeCopy(project, tmp_path / "again")
    assert _judge(project).run(mutant, again, "a", 0).outcome == KILLED


def test_an_endless_loop_is_ended(
    project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(trial, "PATIENCE", 1.0)
    monkeypatch.setattr(trial, "TIMES", 0.0)
    tree = TreeCopy(project, tmp_path / "copy")
    run = _judge(project).run(_one("constant", "numbers[0:]"), tree, "a", 0)
    assert run.outcome == HUNG


def _some(name: str) -> list[Mutant]:
    """The mutants of a few modules of a stratum."""
    chosen = some(modules(PROJECT, name), 12)
    return [one for file in chosen for one in mutants(file, (PROJECT / file).read_bytes())]


def test_draws_are_repeated() -> None:
    known = _some("a")
    first, again, other = (
        [mutant.name for mutant in islice(drawn(known, seed, "a"), 40)] for seed in (3, 3, 4)
    )
    assert first == again
    assert len({*first, *other}) > 60
    assert len({mutant.name for mutant in known}) == len(known)
    assert len({mutant.operator for mutant in islice(drawn(known, 3, "a"), 60)}) > 10


@pytest.mark.parametrize("name", STRATA)
def test_mutants_compile(name: str) -> None:
    for mutant in islice(drawn(_some(name), 1, name), amount(60, 2_000)):
        source = (PROJECT / mutant.file).read_bytes()
        changed = mutant.applied(source)
        compile(changed, mutant.file, "exec", dont_inherit=True)
        assert changed != source
        assert stratum(mutant.file) == name
        assert mutant.before != mutant.after
        assert mutant.lines[0] >= mutant.statement or mutant.loads


def test_every_operator_finds_its_places() -> None:
    source = b"""
def f(a, b, c=True):
    if a < b:
        return None
    for x in a[b:]:
        if not x or x + 1 == -b:
            break
    g(a, b)
    return min(a), any(b)
"""
    found = {mutant.operator: mutant.after for mutant in mutants("m.py", source)}
    assert sorted(found) == [
        "and-or",
        "any-all",
        "arguments",
        "arithmetic",
        "check",
        "comparison",
        "constant",
        "loop-end",
        "loop-first",
        "loop-last",
        "min-max",
        "not",
        "sign",
        "slice",
        "statement",
        "strictness",
        "truth",
    ]
    assert found["strictness"] == "if a <= b:"
    assert found["check"] == "if False:"
    assert found["and-or"] == "if not x and x + 1 == -b:"
    assert found["arguments"] == "g(b, a)"
    assert found["loop-last"] == "for x in [*(a[b:])][:-1]:"


def test_strata_are_apart() -> None:
    known = {name: set(modules(PROJECT, name)) for name in STRATA}
    assert all(known.values())
    assert sum(map(len, known.values())) == len(set().union(*known.values()))
    assert "symcause/families/linear/verifier/parents.py" in known["a"]
    assert "symcause/families/boolean/space/space_choice.py" in known["b"]


def test_what_is_listed_as_equivalent_is_there() -> None:
    """Each is a mutant of the module as it stands, with a reason. One that is gone can go from the list."""
    for one in equivalents():
        known = mutants(one.file, (PROJECT / one.file).read_bytes())
        assert any(one.is_of(mutant) for mutant in known), one
        assert len(one.reason) > 20, one


def test_names_do_not_depend_on_line_numbers() -> None:
    moved = mutants(MODULE, SOURCE.replace("LEAST = 2", "LEAST = 2\nMOST = None").encode())
    assert [one.name for one in mutants(MODULE, SOURCE.encode())] == [one.name for one in moved]
