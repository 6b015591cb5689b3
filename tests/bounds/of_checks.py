"""Bounds of verifiers, of checks of families, and of what is scored, answered and served."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

import symcause
from symcause.audits import certificate_acceptance
from symcause.audits.family_check.problem_trial import _drawn
from symcause.audits.family_check.space_trial import listing_faults
from symcause.cli.score_run import discordant_pairs
from symcause.cli.score_run.scoring_run import EPISODES, ScoringRun
from symcause.families.boolean.verifier.hole_clauses import _Members
from symcause.families.cpt.verifier import programme_proof
from symcause.families.scenario.verifier.budget import budget_claim
from symcause.families.shapeworld.space.any_start.reading_choice import _shortage
from symcause.kernel.nodes import Beyond, Node, Rejected
from symcause.kernel.verification import Verification
from symcause.kernel.work import Work
from symcause.mechanisms.tables.table_answers import TableAnswer
from symcause.scoring.rendering_scores import Discordant
from symcause.testing.coins.problem import CoinProblem
from symcause.testing.coins.space import CoinSpace
from tests.bounds.stops import refused, stops


# checks of families
@stops("audits.COMPARED_MEMBERS", 3, within=2, beyond=3)
def _(size: int) -> object:
    """The first member comes once more, after so many."""
    members = [*range(size), 0]
    space: Any = SimpleNamespace(members=lambda: iter(members), count=lambda: len(members))
    return not any("twice" in told for _, told, _ in listing_faults(space))


@stops("audits.TRIED_MEMBERS", 2)
def _(size: int) -> object:
    coins = CoinProblem("coins", ("c0", "c1", "c2"), {}, None)
    return len(_drawn(CoinSpace(coins))) < size


@stops("audits.ACCEPTANCE_MEGABYTES", 5000)
def _(size: int) -> object:
    """The certificate takes so many megabytes."""

    def by(work: Work) -> Verification:
        enough = work._megabytes >= size
        return Verification(True if enough else None, None, "" if enough else "--memory")

    asked: Any = SimpleNamespace(by=by)
    found, _ = certificate_acceptance._Asked.further(asked, Verification(None, None, "--memory"))
    return found.accepted is None


# scores
@stops("cli.LISTED_RUNS", 2)
def _(size: int) -> object:
    scoring = SimpleNamespace(take=lambda *_: None)
    run: Any = SimpleNamespace(
        scorings={EPISODES: scoring},
        _options=SimpleNamespace(listed=True),
        listed=[],
        answers=0,
    )
    for at in range(size):
        ScoringRun._count(run, {"episode": True}, "runs.jsonl", at)
    assert run.answers == size
    return len(run.listed) < size


@stops("reports.SHOWN_PAIRS", 2)
def _(size: int) -> object:
    """The others are counted."""
    words: Any = ("a", "b")
    pairs = [Discordant("m", words, "b", f"p{at}", f"q{at}", True) for at in range(size)]
    scoring = SimpleNamespace(renderings=SimpleNamespace(discordant=lambda: pairs))
    run: Any = SimpleNamespace(scorings={"boolean": scoring}, again=lambda _: ())
    with patch.multiple(
        discordant_pairs,
        RENDERING_PAIRS=9,
        read_problems=lambda _: (),
        _answers=lambda *_: {},
        _pair=lambda pair, *_: pair,
    ):
        found = discordant_pairs.text_pairs(run, __file__)
    assert len(found.shown) + found.left_out == size
    return found.left_out > 0


# answers
@stops("mechanisms.ANSWERED_OUTPUTS", 65536)
def _(size: int) -> object:
    """The bound is part of the format."""
    return _too_long(size)


def _too_long(size: int) -> bool:
    text = json.dumps({"outputs": [0] * size})
    try:
        msgspec.json.decode(text, type=TableAnswer, strict=False)
    except msgspec.ValidationError as error:
        return "length" in str(error)
    return False


@stops("statements.MOST_GENERATED", 8)
def _(size: int) -> object:
    return refused(lambda: symcause.generate("statements", variables=size), "variables")


@stops("statements.FEWEST_GENERATED", 3, within=3, beyond=2)
def _(size: int) -> object:
    return refused(lambda: symcause.generate("statements", variables=size), "variables")


# verifiers
@stops("families/boolean/verifier/hole_clauses.MAX_SLOTS", 2)
def _(size: int) -> object:
    problem = SimpleNamespace(
        training=(), variables=("X1",), disclosure=SimpleNamespace(roots=None)
    )
    question: Any = SimpleNamespace(problem=problem, bound=lambda _: size)
    try:
        _Members(question)
    except Beyond as beyond:
        return "2 parents" in str(beyond)
    except AttributeError:  # it went on to what this question does not have
        return False
    return False


@stops("families/shapeworld/verifier/edge_clauses.MAX_EDGE_SHAPES", 3)
def _(size: int) -> object:
    space: Any = SimpleNamespace(
        scope=SimpleNamespace(name="all"), problem=SimpleNamespace(size=size)
    )
    return "at most 3 shapes" in str(_shortage(space))


@stops("families/scenario/verifier/budget/budget_claim.MOST_UNITS", 3)
def _(size: int) -> object:
    """What comes after the units is not there."""
    said: Any = {
        "other": SimpleNamespace(fields=lambda *_: {"sha256": None}),
        "view": SimpleNamespace(choice=lambda _: "all"),
        "payoff": SimpleNamespace(choice=lambda _: "name"),
        "units": Node(size, "units"),
    }
    given: Any = SimpleNamespace(problem=None)
    with patch.multiple(
        budget_claim,
        read_digest=lambda _: "same",
        fingerprint=lambda _: "same",
        refuse_unlike=lambda *_: None,
    ):
        try:
            budget_claim.check_budget(given, given, said, {})
        except Rejected as rejected:
            return "between 0 and 3" in str(rejected)
        except KeyError:
            return False
    raise AssertionError("nothing is missing")


@stops("families/cpt/verifier/programme_proof._MOST", 8, within=1, beyond=2)
def _(size: int) -> object:
    """A root has one bit, and with one parent a variable has two: three in all."""
    names = ["X", *(f"P{at}" for at in range(1, size)), "Y"]
    parents = dict.fromkeys(names[:-1], ()) | {"Y": tuple(names[:-1])}
    query = SimpleNamespace(treatment="X", outcome="Y", collider=None)
    problem = SimpleNamespace(query=query, given=(), unobserved=())
    proof: Any = SimpleNamespace(problem=problem)
    with (
        patch.multiple(programme_proof, graph_parents=lambda _: parents, causes=lambda *_: True),
        patch.object(programme_proof.TypeBlock, "_names", lambda *_: names),
    ):
        try:
            programme_proof.TypeBlock(proof)
        except Rejected as rejected:
            return "types" in str(rejected)
        except AttributeError:  # it went on to what this proof does not have
            return False
    raise AssertionError("nothing is missing")


@stops("workbench.CONNECTIONS", 7)
def _(size: int) -> object:
    """The server is told how many there may be: it turns away more."""
    pytest.importorskip("uvicorn")
    from symcause.workbench import server

    told: dict[str, Any] = {}
    given: Any = SimpleNamespace(getsockname=lambda: ("127.0.0.1", 1))
    with (
        patch.object(server, "application", lambda *_: None),
        patch("uvicorn.Config", lambda *_, **asked: told.update(asked)),
        patch.object(server, "_Server", lambda _: SimpleNamespace(run=lambda sockets: None)),
    ):
        server.serve(given, given, "t", given)
    return told["limit_concurrency"] < size
