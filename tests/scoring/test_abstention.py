"""Abstentions: what counts as one, and the four cells in every family, of answers and of episodes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from symcause.episodes.episode import Episode
from symcause.episodes.judgement.episode_document import PlayDocument
from symcause.formats.problems import read_document
from symcause.harnesses.episode_metrics import values
from symcause.registry import family_of, load
from symcause.scoring.abstention_rule import abstains, is_phrase, stated
from tests.cli.cases import EXAMPLES, Shell, write
from tests.scoring.abstention_cases import (
    ABSTENTIONS,
    CLAIMS,
    FOUR,
    GRAPH,
    OPEN,
    SETTLED,
    THREE,
    boolean,
    linear,
    shapeworld,
)

CANNOT = '{"cannot_tell": true}'


def proof(*alternatives: object) -> str:
    return json.dumps({"cannot_tell": True, "alternatives": alternatives})


XOR, OR, IFF = (
    {"mechanisms": {"X3": text}} for text in ("(xor X1 X2)", "(or X1 X2)", "(not (iff X1 X2))")
)


@pytest.mark.parametrize(
    ("problem", "answer", "code", "expected"),
    [
        (
            boolean(*THREE),
            CANNOT,
            0,
            {"abstained": True, "open": True, "support": "justified", "right": None, "count": 2}
            | {"proved": None, "valid": False, "train_exact": False, "heldout_exact": False},
        ),
        (
            boolean(*FOUR),
            CANNOT,
            1,
            {"abstained": True, "open": False, "support": "premature", "right": None, "count": 1},
        ),
        (
            boolean(*THREE, heldout="101"),
            CANNOT,
            0,
            {"open": True, "support": "justified", "heldout_entailed": True},
        ),
        (boolean(*THREE), CANNOT, 0, {"heldout_entailed": False}),
        (boolean(*THREE), proof(XOR, OR), 0, {"support": "justified", "proved": True}),
        (boolean(*THREE), proof(XOR, IFF), 0, {"support": "justified", "proved": False}),
        (boolean(*THREE), proof(XOR), 0, {"proved": False}),
        (boolean(*FOUR), proof(XOR, OR), 1, {"support": "premature", "proved": False}),
        (
            boolean(*THREE),
            f"```json\n{proof(XOR, OR)}\n```",
            0,
            {"abstained": True, "proved": True},
        ),
        (
            boolean(*THREE),
            '{"mechanisms": {"X3": "(xor X1 X2)"}, "cannot_tell": true}',
            0,
            {"abstained": False, "hedged": True, "open": True, "support": "unsupported"}
            | {"right": True},
        ),
        (
            boolean(*THREE),
            "I'm sorry, I can't help with that.",
            1,
            {"abstained": False, "valid": False, "right": False, "support": None},
        ),
        (
            linear(),
            CANNOT,
            1,
            {"abstained": True, "open": False, "support": "premature", "count": 2}
            | {"target_entailed": "115", "right": None, "valid": False},
        ),
        (linear(reactor=False), CANNOT, 0, {"open": True, "support": "justified", "count": 2}),
        (linear(steps=0), '{"prediction": null}', 0, {"abstained": True, "support": "justified"}),
        (linear(steps=0), '{"prediction": "cannot tell"}', 0, {"abstained": True}),
        (
            linear(reactor=False),
            proof(
                {"edges": [["density", "freq"], ["moisture", "freq"]]},
                {"edges": [["density", "freq"], ["moisture", "freq"], ["moisture", "density"]]},
            ),
            0,
            {"support": "justified", "proved": True},
        ),
        (shapeworld(), "Not enough evidence.", 0, {"abstained": True, "verdict": "open"}),
        (shapeworld(), '{"answer": "I don’t know"}', 0, {"abstained": True, "right": None}),
        (
            shapeworld(),
            proof(
                {"edges": [["circle", "square"], ["circle", "triangle"]]},
                {"edges": [["triangle", "circle"], ["triangle", "square"]]},
            ),
            0,
            {"support": "justified", "proved": True},
        ),
        (shapeworld(settled=True), CANNOT, 1, {"support": "premature", "verdict": "yes"}),
    ],
)
def test_worked_cases(
    problem: dict[str, Any],
    answer: str,
    code: int,
    expected: dict[str, object],
    shell: Shell,
    tmp_path: Path,
) -> None:
    path, said = write(tmp_path / "problem.json", problem), tmp_path / "answer.txt"
    said.write_text(answer, encoding="utf-8")
    found, document = shell.one("check", path, said)
    assert {key: document[key] for key in expected} == expected
    assert found == code
    assert shell("check", path, said)[0] == code  # and in words


@pytest.mark.parametrize("family", OPEN)
def test_the_four_cells_of_static_answers(family: str, shell: Shell, tmp_path: Path) -> None:
    """An oracle that abstains where the question is open is always justified; who claims, never there."""
    pool = write(
        tmp_path / "pool.jsonl",
        {**OPEN[family], "id": "open"},
        {**SETTLED[family], "id": "settled"},
    )
    answers = {"claims": (CLAIMS[family],), "abstains": ABSTENTIONS}
    rows = [
        {"instanceId": id, "model": f"{name}-{i}", "response": text}
        for name, texts in answers.items()
        for i, text in enumerate(texts)
        for id in ("open", "settled")
    ]
    options = ("--version-space",) if family == "boolean" else ()
    _, lines = shell.json("score", pool, write(tmp_path / "said.jsonl", *rows), *options)
    found = {
        (line["model"].partition("-")[0], line["problem"], line["abstained"], line["open"]): line[
            "support"
        ]
        for line in lines
        if "support" in line
    }
    assert found == {
        ("claims", "open", False, True): "unsupported",
        ("claims", "settled", False, False): "justified",
        ("abstains", "open", True, True): "justified",
        ("abstains", "settled", True, False): "premature",
    }


@pytest.mark.parametrize("family", OPEN)
@pytest.mark.parametrize("answer", [{"cannot_tell": True}, *ABSTENTIONS])
def test_the_cells_of_episodes(family: str, answer: object) -> None:
    """What was seen by then counts: all of the evidence is shown at the start."""
    for documents, support in ((OPEN, "justified"), (SETTLED, "premature")):
        problem = read_document(documents[family])
        rules = load(family_of(problem).rules or "")(initial="all")
        judged = Episode(problem, rules).answer(answer)
        assert (judged.right, judged.support, judged.said.abstained) == (None, support, True)
    claim: object = CLAIMS[family]
    judged = Episode(read_document(OPEN[family]), rules).answer(claim)
    assert (judged.said.abstained, judged.open, judged.support) == (False, True, "unsupported")
    judged = Episode(read_document(SETTLED[family]), rules).answer(claim)
    assert (judged.open, judged.support) == (False, "justified")


def test_episodes_prove_and_hedge() -> None:
    problem = read_document(boolean(*THREE))
    rules = load(family_of(problem).rules or "")(initial="all")
    judged = Episode(problem, rules).answer({"cannot_tell": True, "alternatives": [XOR, OR]})
    assert (judged.support, judged.proved) == ("justified", True)
    judged = Episode(problem, rules).answer({**XOR, "cannot_tell": True})
    assert (judged.said.hedged, judged.support, judged.right) == (True, "unsupported", True)
    judged = Episode(problem, rules).answer("I'm sorry, I can't help with that.")
    assert (judged.said.abstained, judged.support, judged.right) == (False, None, False)


def test_a_range_below_twice_the_tolerance_is_settled() -> None:
    """The middle of it is a claim that no member contradicts, though members do not all answer right."""
    document = linear(steps=0)
    document["reactor"]["values"] = {"density": "20", "moisture": "31"}
    document["gold"]["reactor_target"] = "76"
    document["coefficients"] = {"domain": "integer", "min": -3, "max": 3}  # 75 to 78
    problem = read_document(document)
    kind = load(family_of(problem).rules or "")
    for tolerance, wide in (("1", True), ("2", False)):
        rules = kind(initial="all", tolerance=tolerance)
        known = rules.opening(problem, 0)
        assert (rules.is_open(known), rules.standing(known).settled) == (wide, False)


def test_play_ends_by_whether_it_was_right_to_abstain(shell: Shell, tmp_path: Path) -> None:
    for documents, code in ((OPEN, 0), (SETTLED, 1)):
        path = write(tmp_path / "problem.json", documents["boolean"])
        problem = read_document(json.loads(path.read_text(encoding="utf-8")))
        rules = load(family_of(problem).rules or "")(initial="all")
        episode: Episode[Any] = Episode(problem, rules)
        episode.answer({"cannot_tell": True})
        log = tmp_path / "episode.jsonl"
        log.write_text(str(episode.transcript), encoding="utf-8")
        _, document = shell.one("audit", path, "--log", log)
        assert (document["abstained"], document["right"]) == (True, None)
        assert document["support"] == ("justified" if code == 0 else "premature")
        told = {key: document[key] for key in ("answered", "abstained", "support")}
        assert PlayDocument(family="boolean", problem=None, **told).code == code
        numbers = values(document)
        assert (numbers["abstained"], numbers["justified"]) == (1.0, float(code == 0))


def test_the_log_of_a_run_may_end_with_an_abstention(shell: Shell, tmp_path: Path) -> None:
    more = [(20, 30, 75), (77, 30, 132)]
    for seen, support in (([], "justified"), (more, "premature")):
        problem = linear(steps=0)
        problem["records"] += [
            {"id": f"r{i}", "values": dict(zip(problem["variables"], row, strict=True))}
            for i, row in enumerate(seen, 1)
        ]
        path = write(tmp_path / "problem.json", problem)
        step: dict[str, object] = {"hypothesis": {"edges": []}}
        log = write(tmp_path / "log.jsonl", step, {**step, "cannot_tell": True})
        _, document = shell.one("audit", path, "--log", log)
        assert (document["abstained"], document["support"]) == (True, support)
        assert (document["right"], document["answer"]) == (None, None)
        again = write(tmp_path / "log.jsonl", step, {**step, "prediction": None})
        assert shell.one("audit", path, "--log", again)[1]["support"] == support
        claimed = write(tmp_path / "log.jsonl", {**step, "prediction": 115, "cannot_tell": True})
        document = shell.one("audit", path, "--log", claimed)[1]
        assert (document["abstained"], document["hedged"]) == (False, True)


def test_gold_that_is_no_member_says_nothing(shell: Shell, tmp_path: Path) -> None:
    problem = boolean(*THREE)
    problem["gold"]["mechanisms"]["X3"] = "(and X1 X2)"
    path, said = write(tmp_path / "problem.json", problem), tmp_path / "answer.txt"
    said.write_text(proof(XOR, OR), encoding="utf-8")
    code, document = shell.one("check", path, said)
    assert (code, document["open"], document["support"], document["proved"]) == (
        3,
        None,
        None,
        True,
    )


def test_an_abstention_names_no_model(shell: Shell) -> None:
    ambiguous, refusal = EXAMPLES / "ordered.json", EXAMPLES / "answers" / "ordered.refusal.txt"
    assert shell.one("check", ambiguous, refusal)[1]["abstained"] is True
    assert shell("check", ambiguous, refusal, "--require-justified")[0] == 0
    assert shell("check", ambiguous, refusal, "--require-unique")[0] == 1


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I cannot determine the mechanisms.", True),
        ("It *cannot be determined*.", True),
        ("The target is underdetermined", True),
        ("Insufficient   information.\n```\n", True),
        ("The evidence doesn’t settle it", True),
        ("Is it impossible to tell?", False),
        ("I cannot tell.\n\nX3 = xor", False),
        ("I cannot tell you, and I can't assist with that.", False),
        ("Cantell", False),
        ("a cannot telling", False),
        ("cannot tell " + "x" * 400, False),
        ('{"cannot_tell": false}', False),
        ("", False),
    ],
)
def test_final_statements(text: str, expected: bool) -> None:
    assert abstains(text) is expected


def test_forms() -> None:
    assert is_phrase("Not enough evidence.") and not is_phrase("no") and not is_phrase(None)
    assert stated('x {"cannot_tell": true} y') == {"cannot_tell": True}
    for text in ('{"cannot_tell": 1}', '{"cannot_tell": "true"}', "cannot_tell", "{}"):
        assert stated(text) is None
    assert json.loads(GRAPH)
