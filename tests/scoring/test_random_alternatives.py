"""Tables of Alternative-SCM and identification answers against plain loops over random ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from symcause.families.boolean.documents.check_document import BooleanScore, DetailsPart
from symcause.families.boolean.scoring.tables.answer_summary import Summary
from symcause.families.boolean.scoring.tables.paper_tables import tables
from symcause.families.boolean.scoring.tables.problem_facts import Member
from tests.scoring.test_random_tables import Answer, given, mean, where

CLAIMS = {
    "Valid": "valid",
    "Alternative TrainExact": "train_exact",
    "Alternative success": "alternative_success",
    "Experiment valid": "experiment_valid",
    "Separates": "pair_separates",
    "Witness": "witness_valid",
    "Joint success": "joint_success",
}


def claimed(rng: random.Random, problem: Member, model: str) -> Answer:
    found: Answer = {"problem": problem.id, "model": model, "latent": problem.latent}
    found |= {name: rng.random() < 0.7 for name in CLAIMS.values()}
    found["optimality"] = rng.choice((None, rng.random()))
    if found["valid"]:
        found |= {name: rng.random() for name in ("parent", "local")} | {"map": rng.random() < 0.5}
    found["changed"] = tuple("XY"[: rng.randrange(3)])
    if found["alternative_success"]:
        one = len(found["changed"]) == 1
        same = found.get("map") is True
        found |= {"one": one, "same": one and same, "other": one and not same}
    known, own = problem.sources is not None, model in (problem.sources or ())
    named = bool(problem.sources)
    kinds = (known, named and not own, own, known and not named, not known)
    return found | {"kinds": {k for k, holds in zip(SOURCES, kinds, strict=True) if holds}}


SOURCES = (
    *("all known pairs", "found by others only", "found by the model too"),
    *("nobody named", "open-ended"),
)


def document(a: Answer) -> BooleanScore:
    flags: dict[str, Any] = {name: a[name] for name in CLAIMS.values()}
    near: dict[str, Any] = {
        name: a[key]
        for name, key in (
            ("reference_parent_f1", "parent"),
            ("reference_local_match", "local"),
            ("reference_exact_parent_map", "map"),
        )
        if key in a
    }
    details = DetailsPart(setting="", task="", changed=a["changed"], **near)
    about: dict[str, Any] = {"problem": a["problem"], "model": a["model"]}
    rest: dict[str, Any] = {"optimality": a["optimality"], "train_world_exact": 0.5}
    rest |= {"heldout_exact": None, "heldout_world_exact": None}
    about |= {"family": "boolean", "right": None, "stage": "valid", "strict_json": True}
    return BooleanScore(details=details, **about, **flags, **rest)


@pytest.mark.parametrize("seed", range(8))
def test_alternatives(seed: int) -> None:
    rng, summary = random.Random(seed), Summary(answered_only=True)
    answers: list[Answer] = []
    plain: list[Answer] = []
    for i in range(40):
        sources = rng.choice((None, frozenset(), frozenset("a"), frozenset("ab")))
        problem = Member(f"alt-{i}", "alt", f"p{i}", "ordered", True, False, True, sources)
        source = Member(f"src-{i}", "ordered", f"p{i}", "ordered", False, False, True, None)
        for each in (problem, source):
            summary.add_problem(each)
        for model in "ab":
            answers.append(claimed(rng, problem, model))
            summary.add(document(answers[-1]))
            if rng.random() < 0.8:
                plain.append({**claimed(rng, source, model), "optimality": None})
                summary.add(document(plain[-1]))
    found = {t.key: t for t in tables(summary)}

    def rows(key: str) -> list[dict[str, Any]]:
        heads = found[key].columns
        return [dict(zip(heads, (c.value for c in row), strict=True)) for row in found[key].rows]

    for row in rows("alternative"):
        own = [a for a in answers if a["model"] == row["Model"]]
        assert row["n"] == len(own)
        for head, name in CLAIMS.items():
            assert row[head] == mean(a[name] for a in own), head
        others = [a for a in own if "found by others only" in a["kinds"]]
        assert row["Joint, leave-model-out"] == given(others, "joint_success")
        assert row["Optimality"] == given(own, "optimality")
        first = {a["latent"]: a["train_exact"] for a in plain if a["model"] == row["Model"]}
        paired = [{"x": first[a["latent"]]} for a in own if a["latent"] in first]
        assert row["Paired TrainCorrect"] == given(paired, "x")
        failed = [a for a in own if first.get(a["latent"]) is False]
        assert row["Joint | paired failure"] == given(failed, "joint_success")
    assert {row["Known alternative"] for row in rows("sources")} == set(SOURCES)
    for row in rows("sources"):
        kind, model = row["Known alternative"], row["Model"]
        own = [a for a in answers if a["model"] == model and kind in a["kinds"]]
        assert row["n"] == len(own)
        for head in ("Joint success", "Alternative success", "Experiment valid", "Witness"):
            assert row[head] == given(own, CLAIMS[head]), head
    for row in rows("edits"):
        own = [a for a in answers if a["model"] == row["Model"]]
        valid, success = where(own, valid=True), where(own, alternative_success=True)
        assert [row["n valid"], row["n success"]] == [len(valid), len(success)]
        assert row["Parent F1 | valid"] == given(valid, "parent")
        assert row["Parent map exact | valid"] == given(valid, "map")
        assert row["Mean local match | valid"] == given(valid, "local")
        assert row["One edit | success"] == given(success, "one")
        assert row["One edit, same parents | success"] == given(success, "same")
        assert row["One edit, other parents | success"] == given(success, "other")


@pytest.mark.parametrize("seed", range(8))
def test_identification(seed: int) -> None:
    rng, summary = random.Random(seed), Summary()
    labels: dict[str, str | None] = {}
    last: dict[tuple[str, str], dict[str, Any]] = {}
    for i in range(20):
        gold = rng.choice(("UNIQUE", "AMBIGUOUS", None))
        about = (f"q{i}", "which", f"q{i}", "ordered", False, False, True, None, True, gold)
        summary.add_problem(Member(*about))
        labels[f"q{i}"] = gold
        for model in "ab" * rng.randrange(3):
            told: dict[str, Any] = {
                **{"valid": rng.random() < 0.8, "right": rng.choice((True, False, None))},
                "false_certainty": rng.choice((True, False, None)),
                "certification_true": rng.choice(("UNIQUE", "AMBIGUOUS", None)),
            }
            last[f"q{i}", model] = told
            summary.add(
                BooleanScore(
                    family="boolean",
                    problem=f"q{i}",
                    model=model,
                    stage="valid",
                    strict_json=True,
                    train_exact=None,
                    train_world_exact=None,
                    heldout_exact=None,
                    heldout_world_exact=None,
                    details=DetailsPart(setting="", task=""),
                    **told,
                )
            )
    (table,) = [t for t in tables(summary) if t.key == "identification"]
    for row in table.rows:
        _, who, said, n, valid, right, certain, wrong = (cell.value for cell in row)
        label = None if said == "none" else said
        asked = [id for id, own in labels.items() if own == label]
        told_of = [last.get((id, str(who)), {}) for id in asked]
        assert n == len(asked) and valid == mean(t.get("valid", False) for t in told_of)
        assert right == (mean(t.get("right") is True for t in told_of) if label else None)
        surely = mean(t.get("false_certainty") is True for t in told_of)
        assert certain == (surely if label == "AMBIGUOUS" else None)
        space = [t.get("certification_true") for t in told_of]
        assert wrong == sum(x is not None and label is not None and x != label for x in space)
