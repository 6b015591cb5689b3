"""Worked examples of queries on tables and on given numbers, by hand."""

from __future__ import annotations

from typing import Any

import pytest

from symcause.audits.question import ask
from symcause.families.cpt.documents.question_documents import CptAudit
from symcause.families.cpt.files.cpt_document import read_cpt
from tests.cpt.cases import document


def audit(graph: str, kind: str, **more: Any) -> CptAudit:
    found = ask("audit", read_cpt(document(graph, kind, **more)))
    assert isinstance(found, CptAudit)
    return found


CONFOUNDED = {"P(V1)": "1/2", "P(X|V1)": ["1/4", "3/4"], "P(Y|V1,X)": [[".1", ".3"], [".5", ".9"]]}
MEDIATED = {"P(X)": "1/2", "P(V2|X)": [".2", ".6"], "P(Y|X,V2)": [[".1", ".5"], [".3", ".8"]]}
COLLIDED = {"P(X)": "1/2", "P(Y)": "1/2", "P(V3|X,Y)": [[".1", ".8"], [".8", ".9"]]}
FRONT = {
    "P(V1)": "1/2",
    "P(X|V1)": [".2", ".8"],
    "P(V3|X)": [".1", ".9"],
    "P(Y|V1,V3)": [[".2", ".4"], [".6", ".8"]],
}
ARROW = {
    "P(X)": "1/2",
    "P(V2)": "1/2",
    "P(V3|X,V2)": [[".1", ".9"], [".5", ".5"]],
    "P(Y|X,V2,V3)": [[[".1", ".2"], [".6", ".9"]], [[".2", ".3"], [".7", "1"]]],
}


@pytest.mark.parametrize(
    ("graph", "tables", "kind", "value", "answer"),
    [
        # examples 23, 24, 25, 27 and 28
        ("confounding", CONFOUNDED, "marginal", "-1/40", "no"),
        ("confounding", CONFOUNDED, "correlation", "11/20", "yes"),
        ("confounding", CONFOUNDED, "ate", "3/10", "yes"),
        ("confounding", CONFOUNDED, "ett", "7/20", "no"),
        ("mediation", MEDIATED, "ate", "21/50", "yes"),
        ("mediation", MEDIATED, "nde", "11/50", "yes"),
        ("mediation", MEDIATED, "nie", "4/25", "yes"),
        ("collision", COLLIDED, "exp_away", "-55/442", "no"),
        ("collision", COLLIDED, "correlation", "0/1", "tie"),
        ("arrowhead", ARROW, "ate", "3/50", "yes"),
        ("arrowhead", ARROW, "nde", "1/10", "yes"),
        ("arrowhead", ARROW, "nie", "-1/25", "no"),
        ("frontdoor", FRONT, "correlation", "2/5", "yes"),
        ("frontdoor", FRONT, "ate", "4/25", "yes"),
        ("frontdoor", FRONT, "ett", "4/25", "no"),
    ],
)
def test_tables(graph: str, tables: dict[str, object], kind: str, value: str, answer: str) -> None:
    found = audit(graph, kind, tables=tables)
    assert (found.value, found.answer) == (value, answer)


def test_a_threshold_makes_a_tie_a_no() -> None:
    assert audit("collision", "correlation", tables=COLLIDED, threshold="0.005").answer == "no"


MALE = {
    "P(Y|X,V3)": [[".63", ".14"], [".62", ".27"]],
    "P(V3|X,V2)": [[".53", ".12"], [".92", ".65"]],
    "P(V2)": ".82",
}
INSTRUMENT = {"P(Y|V2)": [".72", ".83"], "P(X|V2)": [".63", ".91"]}

GIVEN: dict[str, tuple[str, str, dict[str, object], dict[str, Any], str, str, str]] = {
    "example 26": (
        *("collision", "exp_away"),
        {"P(X)": "1/2", "P(Y|X,V3)": [["2/11", "8/9"], ["1/3", "9/17"]]},
        {},
        *("-55/153", "-143/1207", "no"),
    ),
    "example 29, CLadder non-363": (
        *("confounding", "marginal"),
        {"P(X)": ".42", "P(Y|X)": [".69", ".19"]},
        {"rounding": ".01", "gold": "yes"},
        *("-11/400", "-1/80", "no"),
    ),
    "example 30, CLadder hard-445": (
        *("arrowhead", "marginal"),
        {"P(X)": ".89", "P(Y|X)": [".35", ".52"]},
        {"rounding": ".01"},
        *("-91/20000", "143/20000", "open"),
    ),
    "example 31, CLadder non-25": (
        *("confounding", "ett"),
        {"P(V1)": ".51", "P(Y|V1,X)": [[".14", ".79"], [".67", ".51"]]},
        {"rounding": ".01", "threshold": ".005"},
        *("-17/100", "33/50", "open"),
    ),
    "example 32, CLadder easy-415": (
        *("arrowhead", "nde", MALE, {"threshold": ".005"}),
        *("-276421/9100000", "753899/9100000", "open"),
    ),
    "example 33, CLadder easy-277": (
        *("IV", "ate", INSTRUMENT, {"unobserved": ["V1"]}),
        *("-6/25", "83/100", "open"),
    ),
    "example 33, homogeneous": (
        *("IV", "ate", INSTRUMENT, {"unobserved": ["V1"], "assume": ["homogeneous"]}),
        *("11/28", "11/28", "yes"),
    ),
    "example 34, CLadder non-507": (
        *("IV", "ate"),
        {"P(Y|V2)": [".76", ".93"], "P(X|V2)": [".25", ".02"]},
        {"unobserved": ["V1"], "threshold": ".005"},
        *("-47/50", "-3/50", "no"),
    ),
}


@pytest.mark.parametrize(
    ("graph", "kind", "given", "more", "low", "high", "answer"), GIVEN.values(), ids=GIVEN
)
def test_given_numbers(
    graph: str,
    kind: str,
    given: dict[str, object],
    more: dict[str, Any],
    low: str,
    high: str,
    answer: str,
) -> None:
    found = audit(graph, kind, given=given, **more)
    assert (found.low, found.high, found.answer) == (low, high, answer)
    assert found.attained == ((False, False) if kind in ("ett", "exp_away") else (True, True))
    if "gold" in more:
        assert found.gold_right is False


def test_both_sets_are_valid() -> None:
    """Example 35."""
    asked = document("fork", "backadj")
    asked["query"]["sets"] = [[], ["V2"]]
    found = ask("audit", read_cpt(asked))
    assert isinstance(found, CptAudit)
    assert (found.answer, found.valid, found.settled, found.code) == (
        "ill-posed",
        (True, True),
        False,
        1,
    )


def test_tables_and_given_numbers_are_both_told() -> None:
    given = {"P(Y|X)": ["0.2", "0.8"], "P(X)": "0.6"}
    found = audit("confounding", "correlation", tables=CONFOUNDED, given=given, rounding="0.02")
    assert found.answer == "yes" and found.given_answer == "yes" and found.value == "11/20"
    assert found.given_right is not None
    told = [(part.number, part.given, part.tables) for part in found.given_right]
    assert told == [("P(Y=1|X=1)", "4/5", "3/4"), ("P(X=1)", "3/5", "1/2")]


def test_a_text_that_says_other_than_the_tables() -> None:
    """Example 36."""
    asked = document("diamondcut", "det-counterfactual", gold="yes")
    asked["tables"] = {
        "P(V1)": "0.9",
        "P(V3|V1)": ["1", "0"],
        "P(X|V1)": ["0", "1"],
        "P(Y|X,V3)": [["0", "1"], ["1", "1"]],
    }
    asked["query"] |= {"evidence": {"V1": 0}, "action": 0, "value": 1}
    asked["text"] = "We know that boss fires causes clerk not signing and chief signing. "
    asked["text"] += "clerk signing or chief signing causes leave. We observed the boss stays calm."
    asked["names"] = {
        **{
            "V11": "boss fires",
            "V10": "boss keeps",
            "X1": "clerk signing",
            "X0": "clerk not signing",
        },
        **{"V31": "chief signing", "V30": "chief not signing", "Y1": "leave", "Y0": "stay"},
    }
    found = ask("audit", read_cpt(asked))
    assert isinstance(found, CptAudit)
    assert (found.answer, found.text_answer, found.text_agrees) == ("yes", "no", False)
