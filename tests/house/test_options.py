"""No option is ignored: with it a document changes, or it is refused, or the list says why neither.

Every question of every family is asked with and without every option that it declares, through the
declaration that the command line and Python read. A new option or family is tried as soon as it is
declared; one whose values no declaration can give needs an entry in :mod:`tests.house.option_cases`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from symcause import registry
from symcause.audits.of_space.separate import SeparateOfSpace
from symcause.audits.of_space.space_documents import SpaceSeparate
from symcause.audits.question import options
from symcause.errors import UsageError
from symcause.registry import families, family, load
from symcause.testing import coins
from symcause.testing.coins.problem import CoinProblem
from tests.amounts import EXHAUSTIVE
from tests.cli.cases import EXAMPLES, Shell
from tests.house.option_cases import HEAVY, OptionCases
from tests.house.option_trial import (
    EFFECTIVE,
    IGNORED,
    REFUSED,
    Trial,
    effect,
    named,
    values,
)

_ENGINE = "another engine gives the same answer: that is what it is for"
_DISTURBED = (
    "the disturbed problem of these cases has one answer wherever it is; audit and count change"
)
_ONE_STEP = "scenarios that are small enough for this test are solved within the first step"

EXPLAINED: dict[str, str] = {
    "count engine": _ENGINE,
    "imec engine": _ENGINE,
    "audit engine": _ENGINE,
    "disambiguate recorded": "what an earlier run wrote, handed over by --resume: no user states it",
    "audit pooled": "handed over by the command: a smaller default effort; small problems never reach it",
    "prompt theme_folders": "handed over by the command: where a pool of renderings keeps its own themes",
    "prompt printed": "the published text, which prompt shows, has the printed numbers already",
    "cpt separate models": "the given numbers alone say which networks may be compared",
    "linear check hidden_nodes": _DISTURBED,
    "linear solve hidden_nodes": _DISTURBED,
    "linear alternatives hidden_nodes": _DISTURBED,
    "linear next hidden_nodes": _DISTURBED,
    "linear disambiguate hidden_nodes": _DISTURBED,
    "linear look hidden_nodes": _DISTURBED,
    "linear disambiguate seed": "plans are tested on drawn members only where these are too many",
    "linear solve target_may_cause": "the graph with the fewest edges has none out of the target",
    "linear next seed": "members are drawn only where there are too many to be weighed exactly",
    "scenario check effort": _ONE_STEP,
    "scenario check seconds": _ONE_STEP,
    "scenario solve effort": _ONE_STEP,
    "scenario solve seconds": _ONE_STEP,
}
"""Options that change no document of a small problem and are right to be taken, and why."""


@pytest.fixture(scope="module")
def cases(tmp_path_factory: pytest.TempPathFactory) -> OptionCases:
    return OptionCases(tmp_path_factory.mktemp("options"))


def _asked() -> Iterator[object]:
    for declared in families():
        for question in declared.questions:
            yield pytest.param(declared.name, question, id=f"{declared.name} {question}")


def explained(name: str, question: str, option: str) -> bool:
    return any(key in EXPLAINED for key in (f"{name} {question} {option}", f"{question} {option}"))


def _waits(name: str, question: str, option: str) -> bool:
    return name == "scenario" and f"{question} {option}" in HEAVY and not EXHAUSTIVE


@pytest.mark.parametrize(("name", "question"), tuple(_asked()))
def test_no_option_is_ignored(name: str, question: str, cases: OptionCases) -> None:
    asked = family(name)
    kind = load(asked.questions[question])
    ignored = []
    for option_name, declared in named(kind).items():
        if explained(name, question, option_name) or _waits(name, question, option_name):
            continue
        tried = cases.values(asked, question, option_name, kind, declared)
        assert tried, f"{name} {question} {option_name}: option_cases has no value to try"
        trials = cases.trials(asked, question, option_name)
        if effect(asked, question, option_name, trials, tried) == IGNORED:
            ignored.append(option_name)
    assert not ignored, "make it work, refuse it, or explain it"


def test_explanations_are_about_options_that_there_are() -> None:
    known = set()
    for declared in families():
        for question, dotted in declared.questions.items():
            for option_name in named(load(dotted)):
                known |= {f"{declared.name} {question} {option_name}", f"{question} {option_name}"}
    assert set(EXPLAINED) <= known


@dataclass(frozen=True)
class Deaf(SeparateOfSpace[SpaceSeparate]):
    """The shared question with an option that the family minds nowhere."""

    def with_experiments(self, document: Any, space: Any, first: Any, second: Any) -> Any:
        return document


@dataclass(frozen=True)
class Refusing(Deaf):
    """The same, refused."""

    def refuse_options(self) -> None:
        if self.limit != 1:
            raise UsageError("--limit does not apply to coins", remedy="leave it out")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [(SeparateOfSpace, EFFECTIVE), (Deaf, IGNORED), (Refusing, REFUSED)],
)
def test_an_option_of_a_shared_question_that_is_ignored_is_found(
    kind: type[Any], expected: str
) -> None:
    """``--limit``, added to the shared question alone, would be accepted and do nothing."""
    declared = coins.FAMILY._replace(questions={"separate": f"{kind.__module__}:{kind.__name__}"})
    problem = CoinProblem("coins", ("a", "b", "c"), {}, None)
    sides = [json.dumps(dict.fromkeys("abc", up)) for up in (True, False)]
    trial = Trial(problem, {"first": sides[0], "second": sides[1]})
    tried = list(values(kind, "limit", options(kind)["limit"]))
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.FAMILIES, "coins", coins.__name__)
        assert effect(declared, "separate", "limit", [trial], tried) == expected


def test_a_margin_is_refused_where_no_twin_is_looked_for(shell: Shell) -> None:
    boats = EXAMPLES / "boats.json"
    for more in ((), ("--twin", boats)):
        said = shell.refused("audit", boats, "--margin", "0.1", *more)
        assert said.startswith("--margin is about a twin that is looked for")
