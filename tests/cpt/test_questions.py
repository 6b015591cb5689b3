"""Every question about tables, from count to generate."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.audits.question import ask
from symcause.families.cpt.audits.heard_answer import heard
from tests.cli.cases import Shell
from tests.cpt.cases import document
from tests.cpt.test_examples import CONFOUNDED

OPEN = document(
    "IV",
    "ate",
    given={"P(Y|V2)": ["0.72", "0.83"], "P(X|V2)": ["0.63", "0.91"]},
    unobserved=["V1"],
    gold="yes",
)
SETTLED = document("confounding", "ate", tables=CONFOUNDED, gold="no")
STRATA = document(
    "confounding", "ett", given={"P(V1)": "0.5", "P(Y|V1,X)": [["0.1", "0.3"], ["0.5", "0.9"]]}
)
APART = document("collision", "marginal", given={"P(X)": "0.5", "P(Y|X)": ["0.2", "0.8"]})


@pytest.fixture
def file(tmp_path: Path) -> Any:
    def write(content: object, name: str = "problem.json") -> Path:
        path = tmp_path / name
        path.write_text(
            content if isinstance(content, str) else json.dumps(content), encoding="utf-8"
        )
        return path

    return write


def result(shell: Shell, *arguments: object) -> tuple[int, dict[str, Any]]:
    code, out, err = shell(*arguments, "--json")
    assert out, err
    return code, json.loads(out)


def test_count(shell: Shell, file: Any) -> None:
    code, found = result(shell, "count", file(SETTLED))
    assert (code, found["count"], found["dimension"]) == (0, 1, 0)
    code, found = result(shell, "count", file(STRATA))
    assert (code, found["count"], found["dimension"]) == (0, None, 2)  # P(X | V1)
    code, found = result(shell, "count", file(APART))
    assert (code, found["count"]) == (0, 0)
    code, found = result(shell, "count", file(OPEN))
    assert (code, found["dimension"]) == (0, None)


@pytest.mark.parametrize(
    ("problem", "answer", "right", "support", "published", "code"),
    [
        (SETTLED, "yes", True, "justified", False, 0),
        (SETTLED, "Surely not: no.", False, "refuted", True, 1),
        (SETTLED, '{"cannot_tell": true}', None, "premature", None, 1),
        (OPEN, "yes", None, "unsupported", True, 3),
        (OPEN, "One cannot tell.", None, "justified", None, 0),
        (SETTLED, "perhaps", False, None, None, 1),
    ],
)
def test_check(
    shell: Shell,
    file: Any,
    problem: object,
    answer: str,
    right: bool | None,
    support: str | None,
    published: bool | None,
    code: int,
) -> None:
    found = result(shell, "check", file(problem), file(answer, "answer.txt"))
    said = found[1]
    assert (said["right"], said["support"], said["published_right"]) == (right, support, published)
    assert found[0] == code


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("Yes", "yes"),
        ("**No**, because …", "no"),
        ("First no effect is seen.\nSo the answer is yes.", "yes"),
        ('```json\n{"answer": "No"}\n```', "no"),
        ("yes or no", None),
        ("nothing", None),
        ("", None),
    ],
)
def test_what_is_heard(text: str, word: str | None) -> None:
    assert heard(text) == word


def test_solve_gives_a_member(shell: Shell, file: Any) -> None:
    for problem in (OPEN, STRATA, SETTLED):
        path = file(problem)
        code, found = result(shell, "solve", path)
        assert code == 0 and found["status"] == "solved"
        tables = file(found["network"], "network.json")
        code, same = result(shell, "separate", path, tables, tables)
        assert (code, same["separated"]) == (1, False)
    code, found = result(shell, "solve", file(APART))
    assert (code, found["status"]) == (1, "inconsistent")


def test_alternatives_are_told_apart_by_the_query(shell: Shell, file: Any) -> None:
    path = file(OPEN)
    code, found = result(shell, "alternatives", path)
    assert code == 1
    one, other = found["alternatives"]
    assert one["answer"] != other["answer"]
    code, parted = result(
        shell, "separate", path, file(one["tables"], "a.json"), file(other["tables"], "b.json")
    )
    assert (code, parted["by"]) == (0, "query")
    assert parted["readings"] == [one["value"], other["value"]]
    assert result(shell, "alternatives", file(SETTLED))[0] == 0


def test_separate_by_a_table(shell: Shell, file: Any) -> None:
    path = file(document("chain", "ate", given={"P(Y|X)": ["0.25", "0.75"]}))
    first = {"P(X)": "1/2", "P(V2|X)": ["0", "1"], "P(Y|V2)": ["1/4", "3/4"]}
    second = {**first, "P(X)": "1/3"}
    code, found = result(shell, "separate", path, file(first, "a.json"), file(second, "b.json"))
    assert (code, found["by"]) == (0, "P(X)")
    third = {**first, "P(Y|V2)": ["0", "1"]}
    code, _, err = shell("separate", path, file(first, "a.json"), file(third, "b.json"))
    assert code == 2 and "does not have P(Y=1|X=0)" in err


def test_next_names_what_identifies(shell: Shell, file: Any) -> None:
    unknown = document("mediation", "nde", given={"P(V2|X)": ["0.2", "0.6"]})
    code, found = result(shell, "next", file(unknown))
    assert code == 0
    assert {"given": ["P(Y|X,V2)"]} in [part["experiment"] for part in found["experiments"]]
    code, found = result(shell, "next", file(SETTLED))
    assert code == 1 and "already" in found["reason"]


@pytest.mark.parametrize(
    ("graph", "kind", "given", "wanted"),
    [
        (
            *("confounding", "ett"),
            {"P(V1)": ".51", "P(Y|V1,X)": [[".14", ".79"], [".67", ".51"]]},
            "P(X|V1)",
        ),
        (
            *("arrowhead", "nde"),
            {"P(V2)": ".82", "P(V3|X,V2)": [[".53", ".12"], [".92", ".65"]]},
            "P(Y|X,V3,V2)",
        ),
    ],
)
def test_the_last_table_identifies(
    graph: str, kind: str, given: dict[str, object], wanted: str, shell: Shell, file: Any
) -> None:
    asked = document(graph, kind, given=given, rounding="0.01")
    code, found = result(shell, "next", file(asked))
    assert code == 0
    assert [part["experiment"] for part in found["experiments"]] == [{"given": [wanted]}]


def test_next_says_where_rounding_is_to_blame(shell: Shell, file: Any) -> None:
    given = {"P(X)": ".89", "P(Y|X)": [".35", ".52"]}
    code, found = result(
        shell, "next", file(document("arrowhead", "marginal", given=given, rounding="0.01"))
    )
    assert (code, found["settled"]) == (1, False) and "finer rounding" in found["reason"]


def test_solve_of_questions_without_a_range(shell: Shell, file: Any) -> None:
    asked = document("chain", "det-counterfactual")
    asked["tables"] = {"P(X)": "0.9", "P(V2|X)": ["1", "0"], "P(Y|V2)": ["0", "1"]}
    asked["query"] |= {"evidence": {"X": 1}, "action": 0, "value": 0}
    code, found = result(shell, "solve", file(asked))
    assert (code, found["network"]["value"], found["network"]["answer"]) == (0, "1/1", "no")
    sets = document("fork", "backadj")
    sets["query"]["sets"] = [[], ["V2"]]
    code, _, err = shell("solve", file(sets))
    assert code == 2 and "about the graph" in err and err.count("\n") == 1


def test_abstentions_are_justified_or_not(shell: Shell, file: Any) -> None:
    said = file({"cannot_tell": True}, "said.json")
    for asked, justified in ((OPEN, True), (SETTLED, False)):
        code, found = result(shell, "check", file(asked), said)
        assert (found["justified"], code) == (justified, int(not justified))


@pytest.mark.parametrize("problem", [OPEN, SETTLED, STRATA], ids=["open", "tables", "given"])
def test_prompt(shell: Shell, file: Any, problem: object) -> None:
    code, found = result(shell, "prompt", file(problem))
    assert code == 0 and found["message"].endswith("?") and "%" in found["message"]


JOINT = document(
    "confounding",
    "ate",
    given={"P(X=1)": "0.25", "P(Y=1,X=1)": "0.2", "P(Y|X)": ["1/3", "0.5"]},
)
TOLD: list[tuple[Any, list[tuple[str, str, str]]]] = [
    (
        OPEN,
        [
            ("V2 = 0", "Y = 1", "72%"),
            ("V2 = 1", "Y = 1", "83%"),
            ("V2 = 0", "X = 1", "63%"),
            ("V2 = 1", "X = 1", "91%"),
        ],
    ),
    (
        STRATA,
        [
            ("", "V1 = 1", "50%"),
            ("V1 = 0 and X = 0", "Y = 1", "10%"),
            ("V1 = 0 and X = 1", "Y = 1", "30%"),
            ("V1 = 1 and X = 0", "Y = 1", "50%"),
            ("V1 = 1 and X = 1", "Y = 1", "90%"),
        ],
    ),
    (APART, [("", "X = 1", "50%"), ("X = 0", "Y = 1", "20%"), ("X = 1", "Y = 1", "80%")]),
    (
        JOINT,
        [
            ("", "X = 1", "25%"),
            ("", "Y = 1 and X = 1", "20%"),
            ("X = 0", "Y = 1", "1/3"),
            ("X = 1", "Y = 1", "50%"),
        ],
    ),
]


@pytest.mark.parametrize(("problem", "numbers"), TOLD)
def test_numbers_are_told_one_sentence_each(
    problem: Any, numbers: list[tuple[str, str, str]]
) -> None:
    """Under what, of what, how much; the chance of one variable alone is an overall one."""
    sentences = []
    for given, event, share in numbers:
        overall = "" if " and " in event else "overall "
        start = f"For {given}, the" if given else f"The {overall}"
        sentences.append(f"{start.rstrip()} probability of {event} is {share}.")
    message = ask("prompt", symcause.problem(problem)).message
    told = [one for one in re.findall(r"(?:For|The) .*?\.(?= |$)", message) if " is " in one]
    assert told == sentences


def test_score(shell: Shell, file: Any) -> None:
    pool = file(
        "\n".join(json.dumps({**p, "id": f"p{i}"}) for i, p in enumerate((OPEN, SETTLED))),
        "pool.jsonl",
    )
    said = [
        ("p0", "a", "yes"),
        ("p1", "a", "yes"),
        ("p0", "b", "I cannot tell."),
        ("p1", "b", "no"),
    ]
    lines = [json.dumps({"instanceId": i, "model": m, "response": r}) for i, m, r in said]
    code, out, err = shell("score", pool, file("\n".join(lines), "answers.jsonl"), "--json")
    assert code == 0, err
    summary = json.loads(out.splitlines()[-1])["summary"]
    tables = {table["key"]: table for table in summary["tables"]}
    rows = {
        row[0]: dict(zip(tables["cpt"]["columns"], row, strict=True))
        for row in tables["cpt"]["rows"]
    }
    assert rows["a"]["Right"] == 1.0 and rows["a"]["By stored gold"] == 0.5
    assert rows["b"]["Right"] == 0.0 and rows["b"]["Answered"] == 0.5
    assert "abstention" in tables


def test_generated_problems_are_what_they_say(shell: Shell, tmp_path: Path) -> None:
    pool = tmp_path / "pool.jsonl"
    code, _, err = shell("generate", "cpt", "--count", "8", "--seed", "5", "--out", pool)
    assert code == 0, err
    code, out, _ = shell("audit", pool, "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 0 and len(found) == 8
    answers = [one["answer"] for one in found]
    assert sorted(answers) == ["no"] * 4 + ["yes"] * 4 and answers != ["yes", "no"] * 4
    for one in found:
        assert (
            one["gold_right"] and one["given_answer"] == one["answer"] and one["given_right"] == []
        )
        ends = [float(a) / float(b) for a, b in (one[key].split("/") for key in ("low", "high"))]
        assert ends[0] >= 0.02 or ends[1] <= -0.02


def test_a_page_shows_the_interval(shell: Shell, file: Any, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert shell("audit", file(OPEN), "--html", page)[0] == 1
    text = page.read_text(encoding="utf-8")
    assert "The range of the value against 0" in text and "by given numbers" in text
