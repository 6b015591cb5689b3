"""What a version space answers by itself where listing, gold or a capability is not as with the coins."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import combinations, product
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import symcause
from symcause import registry
from symcause.answers import Unknown
from symcause.audits.experiments.outcome_shares import Outcomes, counted
from symcause.audits.members import Members
from symcause.audits.of_space.next import ranked
from symcause.audits.space import Objection
from symcause.cli.main import COMMANDS, main
from symcause.episodes.listing_rules import ListingRules
from symcause.errors import UsageError
from symcause.plans import fewest_experiments
from symcause.plans.fewest_experiments import FewestExperiments
from symcause.reports.space_drawing.drawing_builder import space_drawing
from symcause.reports.space_drawing.drawn_space import Mechanism, Member
from symcause.reports.space_drawing.evidence_board import EvidenceBoard, Piece, Trial
from symcause.testing import coins
from symcause.testing.coins.problem import CoinProblem, Coins, write_coins
from symcause.testing.coins.space import CoinSpace
from tests.amounts import amount
from tests.bounds.stops import bounded

HERE = __name__
Register = Callable[..., None]


@pytest.fixture
def register(monkeypatch: pytest.MonkeyPatch) -> Iterator[Register]:
    """The coins with something else in their declaration."""

    def changed(**parts: object) -> None:
        module = ModuleType(f"coins_of_{HERE.rpartition('.')[2]}")
        module.__dict__["FAMILY"] = coins.FAMILY._replace(**parts)  # type: ignore[arg-type]
        monkeypatch.setitem(sys.modules, module.__name__, module)
        monkeypatch.setitem(registry.FAMILIES, "coins", module.__name__)
        _forget()

    yield changed
    _forget()


def _forget() -> None:
    registry._declared.cache_clear()  # type: ignore[attr-defined]
    for name in COMMANDS:
        sys.modules.pop(f"symcause.cli.commands.{name}", None)


def run(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    capsys.readouterr()
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    captured = capsys.readouterr()
    assert isinstance(ended.value.code, int)
    return ended.value.code, captured.out, captured.err


def made(number: int, seen: int = 0, gold: bool = True) -> CoinProblem:
    """Coins that all lie heads up."""
    names = tuple(f"c{i}" for i in range(number))
    sides = dict.fromkeys(names, True)
    return CoinProblem("coins", names, dict(list(sides.items())[:seen]), sides if gold else None)


def written(folder: Path, problem: CoinProblem) -> Path:
    path = folder / "problem.json"
    path.write_text(json.dumps(write_coins(problem)))
    return path


# gold is a model, or what a file says of it

Heads = frozenset[str]


@dataclass(frozen=True)
class HeadSpace(Members[Heads]):
    """The coins once more; a model is the set of those that are heads, gold what the file says."""

    problem: CoinProblem
    identity = "sides"

    def members(self, after: Heads | None = None) -> Iterator[Heads]:
        passed = after is None
        for sides in CoinSpace(self.problem).members():
            heads = frozenset(name for name, up in sides.items() if up)
            if passed:
                yield heads
            passed = passed or heads == after

    def objections(self, model: Heads) -> tuple[Objection, ...]:
        if not isinstance(model, frozenset):
            return (Objection("not a set of coins"),)
        return CoinSpace(self.problem).objections({c: c in model for c in self.problem.coins})

    def experiments(self) -> Iterator[dict[str, object]]:
        return CoinSpace(self.problem).experiments()

    def outcome(self, model: Heads, experiment: Mapping[str, object]) -> dict[str, object]:
        return {"heads": str(experiment["look"]) in model}

    def learnt(self, experiment: Any, outcome: Any) -> CoinProblem:
        return CoinSpace(self.problem).learnt(experiment, outcome)


def read_heads(problem: CoinProblem, text: str) -> Heads:
    found = json.loads(text)
    if not isinstance(found, dict):
        raise UsageError("not sides of coins")
    return frozenset(name for name, up in found.items() if up)


def print_heads(problem: CoinProblem, model: object) -> str:
    assert isinstance(model, frozenset | Mapping)
    return json.dumps({name: name in model for name in problem.coins})


def test_gold_may_be_what_the_file_says(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    parts = {"model": "read_heads", "answer": "print_heads", "space": "HeadSpace"}
    register(**{part: f"{HERE}:{name}" for part, name in parts.items()})
    path = written(tmp_path, made(3, 1))
    problem = symcause.load(path)
    assert isinstance(problem.gold, dict)  # type: ignore[attr-defined]
    audit = symcause.audit(problem)
    assert (audit.verdict, audit.count) == ("ambiguous", 4)
    assert symcause.alternatives(problem).total == 3
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps(problem.gold))  # type: ignore[attr-defined]
    assert run(capsys, "check", path, answer)[0] == 0
    assert run(capsys, "separate", path, answer, "gold")[0] == 1
    code, out, _ = run(capsys, "play", path, "--agent", "greedy", "--json")
    assert code == 0 and json.loads(out)["right"] is True
    assert symcause.disambiguate(problem).count_after == 1


# outcomes that hold lists


class ListSpace(CoinSpace):
    """A look shows a list."""

    def outcome(self, model: Coins, experiment: Mapping[str, object]) -> dict[str, object]:
        return {"seen": [super().outcome(model, experiment)["heads"]]}


class CoinBoard(EvidenceBoard):
    """Every coin that was seen is a piece of evidence."""

    @property
    def variables(self) -> tuple[str, ...]:
        return tuple(self.space.problem.coins)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return tuple(Piece(name) for name in self.space.problem.seen)

    def problem(self, on: Any) -> CoinProblem:
        seen = list(self.space.problem.seen.items())
        return replace(self.space.problem, seen=dict(seen[i] for i in on))

    def told(self, member: Coins) -> Member:
        return tuple(Mechanism((), "heads" if up else "tails") for up in member.values())

    def trials(self, space: Any) -> Iterator[Trial]:
        return (Trial(f"look at {one['look']}", one) for one in space.experiments())


def test_outcomes_that_hold_lists_are_drawn(register: Register) -> None:
    register(space=f"{HERE}:ListSpace", drawing=f"{HERE}:CoinBoard")
    drawing = space_drawing(ListSpace(made(3, 1)), "coins")
    assert not isinstance(drawing, Unknown)
    names = {one.name for one in drawing.experiments}
    assert {"look at c1", "look at c2"} <= names


# more members than are listed

MANY = 15  # coins: 32,768 members


def test_two_members_are_ambiguous_whatever_the_count(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register()
    path = written(tmp_path, made(MANY))
    code, out, _ = run(capsys, "audit", path, "--json")
    document = json.loads(out)
    assert code == 1 and document["verdict"] == "ambiguous" and document["settled"] is False
    assert document["count"] is None and "more than 10,000 members" in document["reason"]
    assert document["sentence"] == "At least two models explain the evidence."
    assert len(document["members"]) == 2
    assert "AMBIGUOUS" in run(capsys, "audit", path)[1]
    answer = tmp_path / "answer.json"
    answer.write_text(json.dumps(made(MANY).gold))
    code, out, _ = run(capsys, "check", path, answer, "--json")
    document = json.loads(out)
    assert document["right"] is True and document["unique"] is False
    assert document["justified"] is False and document["count"] is None
    assert run(capsys, "check", path, answer, "--require-unique")[0] == 1


def test_gold_that_is_no_member_stays_invalid(register: Register) -> None:
    register()
    names = made(MANY).coins
    wrong = replace(made(MANY), seen={names[0]: False})
    assert symcause.audit(wrong).verdict == "invalid"


@dataclass(frozen=True)
class OnlyOne(CoinSpace):
    """A listing that a bound ends after one member, and a count that nobody knows."""

    def members(self, after: Coins | None = None) -> Iterator[Any]:
        yield next(super().members())
        yield Unknown("tired")


def test_one_member_and_no_count_stay_unknown(register: Register) -> None:
    register(space=f"{HERE}:OnlyOne")
    found = symcause.audit(made(3))
    assert found.verdict == "unknown" and found.settled is None and found.reason == "tired"


# experiments where members are too many to list


@dataclass(frozen=True)
class CountedSpace(CoinSpace):
    """Counts by a formula, and outcomes too."""

    def count(self) -> int:
        return 1 << len(self.problem.coins) - len(self.problem.seen)

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        name, every = str(experiment["look"]), self.count()
        if name in self.problem.seen:
            return counted(experiment, [({"heads": self.problem.seen[name]}, every)])
        return counted(experiment, [({"heads": up}, every // 2) for up in (True, False)])


class HalfCounted(CountedSpace):
    """One experiment is beyond it."""

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        return Unknown("too hard") if experiment["look"] == "c3" else super().what_if(experiment)


def test_counted_outcomes_rank_as_listed_ones() -> None:
    """The same space by its list, and by what it says of experiments."""
    rng = random.Random(3)
    for _ in range(20):
        problem = made(rng.randint(1, 6), rng.randint(0, 1))
        listed, asked = ranked(CoinSpace(problem)), ranked(_Unlisted(problem))
        assert not isinstance(listed, Unknown) and not isinstance(asked, Unknown)
        by_list = [(one.experiment, one.worst, one.expected) for one in listed.able]
        assert by_list == [(one.experiment, one.worst, one.expected) for one in asked.able]
        assert listed.missing is asked.missing is None


def test_the_first_so_many_experiments_are_counted() -> None:
    """As many as the bound says, in the order of the space, and it is said that there are more."""
    for most in (1, 3, 4, 5):
        with bounded("audits.COUNTED_EXPERIMENTS", most):
            found = ranked(_Unlisted(made(4)))
        assert not isinstance(found, Unknown)
        names = {one.experiment["look"] for one in found.able}  # type: ignore[index]
        assert names == {f"c{i}" for i in range(min(most, 4))}
        beyond = None if most >= 4 else f"only the first {most} experiments were tried"
        assert found.missing == beyond


class _Unlisted(CountedSpace):
    def listed(self) -> tuple[Coins, ...] | Unknown:
        return Unknown("not listed here")


def test_next_and_play_ask_what_if(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(space=f"{HERE}:CountedSpace")
    path = written(tmp_path, made(MANY))
    code, out, _ = run(capsys, "next", path, "--json")
    document = json.loads(out)
    assert code == 0 and document["status"] == "exact" and len(document["experiments"]) == MANY
    assert document["experiments"][0]["worst"] == 1 << MANY - 1
    code, out, _ = run(capsys, "play", path, "--agent", "greedy", "--json")
    document = json.loads(out)
    assert code == 0 and document["right"] is True and document["decided_at"] == MANY


def test_nobody_checks_what_nobody_reads(register: Register) -> None:
    """A family without a reader of models refuses the question; with one it answers."""
    register(model=None)
    with pytest.raises(UsageError, match="nothing reads an answer as a model"):
        symcause.check(made(2), "{}")
    register()
    assert symcause.check(made(2), "{}").right is False


def test_what_is_not_known_of_some_experiments_is_said(register: Register) -> None:
    register(space=f"{HERE}:HalfCounted")
    found = symcause.next_experiments(made(MANY))
    assert found.status == "bounded" and len(found.experiments) == MANY - 1
    assert found.reason == "not all experiments are known: too hard"


class RestSpace(_Unlisted):
    """Of a quarter of the members it is known what they show; the others show something else."""

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        every = self.count()
        return counted(experiment, [({"heads": True}, every // 4)], rest=every - every // 4)


def test_a_rest_bounds_the_worst_case(register: Register) -> None:
    register(space=f"{HERE}:RestSpace")
    problem = made(5)
    every = RestSpace(problem).count()
    asked = ranked(RestSpace(problem))
    assert not isinstance(asked, Unknown) and not asked.exact and asked.missing is None
    first = asked.able[0]
    assert (first.worst, first.at_least, first.expected) == (every - every // 4, every // 4, None)
    found = symcause.next_experiments(problem)
    assert found.status == "bounded" and found.experiments[0].exact is False
    best = ListingRules[Any]().best(problem)
    assert not isinstance(best, Unknown) and (best.low, best.worst) == (every // 4, first.worst)


class Bounded(_Unlisted):
    """Of the first coin little is proven, though no known outcome leaves many; of the others more is."""

    def what_if(self, experiment: Any) -> Outcomes | Unknown:
        every, first = self.count(), experiment["look"] == "c0"
        known = every // 8 if first else every // 2
        return counted(experiment, [({"heads": True}, known)], rest=every - known)


def test_what_is_proven_best_is_advised(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list has the lowest known outcome first; half of the members is the least proven worst case."""
    register(space=f"{HERE}:Bounded")
    problem = made(5)
    every = Bounded(problem).count()
    found = symcause.next_experiments(problem)
    assert found.experiments[0].experiment == {"look": "c0"}
    assert found.best is not None and found.best.worst == every // 2
    assert found.best.experiment == {"look": "c1"}
    said = run(capsys, "next", written(tmp_path, problem))[1]
    assert f'{{"look": "c1"}} leaves at most {every // 2} of {every} models' in said
    assert '{"look": "c0"} may leave fewer' in said and "not proven" in said
    best = ListingRules[Any]().best(problem)
    assert not isinstance(best, Unknown)
    assert (best.action, best.worst, best.low) == ({"look": "c1"}, every // 2, every // 8)


def test_gold_that_cannot_be_read_is_called_gold(register: Register) -> None:
    register(space=f"{HERE}:HeadSpace", model=f"{HERE}:no_model", answer=f"{HERE}:print_heads")
    problem = made(3)
    with pytest.raises(UsageError, match="gold: no sides at all"):
        symcause.disambiguate(problem)


def no_model(problem: CoinProblem, text: str) -> object:
    raise UsageError("no sides at all")


def test_experiments_that_tell_no_more_apart_are_said_to(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(space=f"{HERE}:OneLook")
    said = run(capsys, "disambiguate", written(tmp_path, made(4, 1)))[1]
    assert "4 models left of 8 models; all 1 candidate together leave no fewer" in said


class OneLook(CoinSpace):
    def experiments(self) -> Iterator[Any]:
        return (one for one in super().experiments() if one["look"] == "c1")


def test_without_what_if_nothing_is_ranked(register: Register) -> None:
    register()
    found = symcause.next_experiments(made(MANY))
    assert found.status == "unknown" and found.shrinks is None
    assert found.reason is not None and "too many to list" in found.reason


# what is missing is said


def test_check_without_a_reader_of_models_is_refused(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(model=None)
    path, answer = written(tmp_path, made(2)), tmp_path / "answer.json"
    answer.write_text("{}")
    code, out, err = run(capsys, "check", path, answer)
    assert code == 2 and not out
    assert "check does not apply to coin problems" in err and "declares no model" in err


class NearSpace(CoinSpace):
    """Others by the number of coins that lie otherwise."""

    def others(self, than: Coins) -> Iterator[Coins]:
        return iter(
            sorted(
                (one for one in self.members() if one != than),
                key=lambda one: sum(one[name] != than[name] for name in one),
            )
        )


@pytest.mark.parametrize(
    ("space", "told"),
    [(f"{HERE}:NearSpace", "Nearest first"), (coins.FAMILY.space, "As they are listed")],
)
def test_nearest_first_is_said_where_it_is_so(
    space: str, told: str, register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(space=space)
    path = written(tmp_path, made(3))
    assert told in run(capsys, "alternatives", path)[1]
    document = json.loads(run(capsys, "alternatives", path, "--json")[1])
    assert document["nearest_first"] is (told == "Nearest first")


class SizedSpace(CoinSpace):
    """Members by the number of heads."""

    def simplest(self) -> Iterator[Coins]:
        return iter(sorted(self.members(), key=lambda one: sum(one.values())))


@pytest.mark.parametrize(
    ("space", "told"),
    [(f"{HERE}:SizedSpace", "simplest first"), (coins.FAMILY.space, "as they are listed")],
)
def test_simplest_first_is_said_where_it_is_so(
    space: str, told: str, register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(space=space)
    path = written(tmp_path, made(3))
    assert f"Members, {told}" in run(capsys, "solve", path, "--all")[1]
    document = json.loads(run(capsys, "solve", path, "--json")[1])
    assert document["simplest_first"] is (told == "simplest first")


def test_baselines_of_a_plugin_answer(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register()
    path = written(tmp_path, made(3, 1))
    code, out, err = run(capsys, "score", path, "--baselines", "--json")
    line, _ = map(json.loads, out.splitlines())
    assert code == 0, err
    assert line["model"] == "simplest" and line["share"] == 1.0
    assert line["attempt"]["status"] == "answered"


def test_a_program_as_a_baseline_does_not_see_gold(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register()
    path, program = written(tmp_path, made(3, 1)), tmp_path / "base.py"
    program.write_text(
        "import sys, json\nblind = 'gold' not in sys.stdin.read()\n"
        "print(json.dumps(dict.fromkeys(('c0', 'c1', 'c2'), blind)))\n"
    )
    code, out, err = run(
        *(capsys, "score", path, "--baseline-command", f"mine={sys.executable} {program}"), "--json"
    )
    line = json.loads(out.splitlines()[0])
    assert code == 0, err
    assert line["attempt"]["status"] == "answered" and line["share"] == 1.0


def test_what_baselines_lack_is_said(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register(baselines=None)
    path = written(tmp_path, made(3, 1))
    code, _, err = run(capsys, "score", path, "--baselines")
    assert code == 2 and "the family coins declares no baselines" in err
    assert "a fault of the program" not in err


# the fewest experiments, against all subsets


@dataclass(frozen=True)
class Table:
    """A problem whose members are rows, of which some columns were read together."""

    id: str
    rows: tuple[tuple[int, ...], ...]
    tried: tuple[tuple[int, ...], ...]
    known: tuple[tuple[int, ...], ...]
    gold: tuple[int, ...]


@dataclass(frozen=True)
class TableSpace(Members[tuple[int, ...]]):
    problem: Table
    identity = "row"

    def members(self, after: tuple[int, ...] | None = None) -> Iterator[tuple[int, ...]]:
        gold = self.problem.gold
        for row in self.problem.rows:
            if all(row[i] == gold[i] for read in self.problem.known for i in read):
                yield row

    def objections(self, model: tuple[int, ...]) -> tuple[Objection, ...]:
        return () if model in self.listed() else (Objection("no row"),)  # type: ignore[operator]

    def experiments(self) -> Iterator[dict[str, object]]:
        return ({"read": list(read)} for read in self.problem.tried)

    def outcome(self, model: tuple[int, ...], experiment: Any) -> dict[str, object]:
        return {"values": [model[i] for i in experiment["read"]]}

    def learnt(self, experiment: Any, outcome: Any) -> Table:
        read = tuple(experiment["read"])
        return replace(self.problem, known=(*self.problem.known, read))

    def reopened(self, problem: Any) -> Any:
        return TableSpace(problem)


def _tables(number: int) -> Iterator[Table]:
    rng = random.Random(11)
    for at in range(number):
        width, values = rng.randint(2, 6), rng.randint(2, 3)
        every = list(product(range(values), repeat=width))
        rows = tuple(sorted(rng.sample(every, min(len(every), rng.randint(1, 25)))))
        subsets = [c for size in (1, 1, 2) for c in combinations(range(width), size)]
        tried = tuple(rng.sample(subsets, min(len(subsets), rng.randint(1, 7))))
        yield Table(str(at), rows, tried, (), rng.choice(rows))


def _least(table: Table) -> tuple[int, int]:
    """The fewest experiments and what they leave, by trying all subsets."""

    def left(chosen: tuple[tuple[int, ...], ...]) -> int:
        return len(list(TableSpace(replace(table, known=chosen)).members()))

    whole = left(table.tried)
    for size in range(len(table.tried) + 1):
        if any(left(chosen) == whole for chosen in combinations(table.tried, size)):
            return size, whole
    raise AssertionError("all of them do")


@pytest.mark.parametrize("listed", [True, False])
def test_the_fewest_experiments_are_the_fewest(
    listed: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether members are listed or the space is asked for others, as trying all subsets says."""
    if not listed:
        monkeypatch.setattr(fewest_experiments, "LISTED_OUTCOMES", -1)
    for table in _tables(amount(60, 1_000)):
        search = FewestExperiments(TableSpace(table), table.gold)
        assert (search._masks is not None) == listed
        *_, found = search.choices()
        size, whole = _least(table)
        assert found.optimal and found.chosen.bit_count() == found.lower_bound == size
        assert search.left(found.chosen) == search.least == whole


def test_every_bound_on_the_way_holds() -> None:
    for table in _tables(30):
        size, _ = _least(table)
        for found in FewestExperiments(TableSpace(table), table.gold).choices():
            assert found.lower_bound <= size <= found.chosen.bit_count()


class Forgetful(TableSpace):
    """What is learnt leaves everything."""

    def reopened(self, problem: Any) -> Any:
        return Forgetful(replace(problem, known=()))


def test_a_space_that_does_not_learn_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("x", ((0, 0), (0, 1), (1, 1)), ((0,), (1,)), (), (0, 0))
    with pytest.raises(UsageError, match="learns from experiments is not what its members show"):
        list(FewestExperiments(Forgetful(table), table.gold).choices())
    monkeypatch.setattr(fewest_experiments, "LISTED_OUTCOMES", -1)  # nobody looks at members
    search = FewestExperiments(Forgetful(table), table.gold)
    found = list(search.choices())
    assert search.least == 3 and all(search.left(one.chosen) == 3 for one in found)


@pytest.mark.parametrize("mistake", [{"rows": ()}, {"known": ()}])
def test_a_space_that_learns_what_nobody_showed_is_an_error(
    mistake: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left although gold is a member, or more than before."""

    class Mistaken(TableSpace):
        def reopened(self, problem: Any) -> Any:
            return Mistaken(replace(problem, **mistake))

    monkeypatch.setattr(fewest_experiments, "LISTED_OUTCOMES", -1)
    table = Table("x", ((0, 0), (0, 1), (1, 1)), ((0,), (1,)), ((0,),), (0, 0))
    with pytest.raises(UsageError, match="learns from experiments"):
        list(FewestExperiments(Mistaken(table), table.gold).choices())


def test_disambiguate_of_the_coins(
    register: Register, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    register()
    path, out_file = written(tmp_path, made(4, 1)), tmp_path / "stronger.json"
    code, out, _ = run(capsys, "disambiguate", path, "--json")
    document = json.loads(out)
    assert code == 0 and (document["count_before"], document["count_after"]) == (8, 1)
    assert document["added"] == document["lower_bound"] == 3 and document["minimal"] is True
    assert [part["experiment"]["look"] for part in document["experiments"]] == ["c1", "c2", "c3"]
    assert (
        "3 experiments (proven: no fewer do): 1 model left of 8 models"
        in run(capsys, "disambiguate", path)[1]
    )
    assert run(capsys, "disambiguate", path, "--out", out_file)[0] == 0
    assert symcause.audit(symcause.load(out_file)).verdict == "unique"
    bare = written(tmp_path, made(4, 1, gold=False))
    code, _, err = run(capsys, "disambiguate", bare)
    assert code == 2 and "the problem has no gold" in err and "symcause next" in err


def test_disambiguate_beyond_counting_is_unknown(register: Register) -> None:
    register()
    found = symcause.disambiguate(made(MANY))
    assert found.count_after is None and found.reason is not None
    assert "too many to list" in found.reason


def test_disambiguate_counts_where_members_are_too_many_to_list(register: Register) -> None:
    register(space=f"{HERE}:CountedSpace")
    found = symcause.disambiguate(made(30, 2))
    assert (found.count_before, found.count_after) == (1 << 28, 1)
    assert found.added == found.lower_bound == 28 and found.minimal is True
