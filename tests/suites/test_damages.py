"""Damages of a suite: each is found by the check that is about it, with file, record and value."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from symcause.errors import SymcauseError
from symcause.suites.checks.suite_verification import verified_suite
from tests.suites.damage import (
    Damage,
    document,
    everywhere,
    lines_of,
    records,
    resealed,
    write_lines,
)

SHAPES, QUERIES, PAIRS = (
    f"evaluator/{n}/problems.jsonl" for n in ("shapes", "queries", "abstention")
)
TEST = "public/shapes/test.jsonl"
ANSWERS = "evaluator/baselines.jsonl"


def _changed(path: str, change: Callable[[list[dict]], object]) -> Damage:  # type: ignore[type-arg]
    def damage(folder: Path) -> None:
        with records(folder, path) as held:
            change(held)

    return damage


def _sealed(*damages: Damage) -> Damage:
    """The same by somebody who makes the digests anew."""

    def damage(folder: Path) -> None:
        for one in damages:
            one(folder)
        resealed(folder)

    return damage


def _manifest(key: str, value: object, path: str = "manifest.json") -> Damage:
    def damage(folder: Path) -> None:
        with document(folder, path) as manifest:
            manifest[key] = value

    return damage


def _file(at: int, key: str, value: object) -> Damage:
    def damage(folder: Path) -> None:
        with document(folder) as manifest:
            manifest["files"][at][key] = value

    return damage


def _missing(path: str) -> Damage:
    return lambda folder: (folder / path).unlink()


def _extra(path: str, text: str = "x\n") -> Damage:
    def damage(folder: Path) -> None:
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text)

    return damage


def _told(secret: Callable[[dict], str]) -> Damage:  # type: ignore[type-arg]
    """A secret of the first problem, at the end of its prompt."""

    def damage(folder: Path) -> None:
        whole = {one["metadata"]["published"]["id"]: one for one in lines_of(folder / SHAPES)}
        with records(folder, TEST) as held:
            held[0]["prompt"] += " " + secret(whole[held[0]["id"]])

    return damage


def _certificates_exchanged(folder: Path) -> None:
    paths = [folder / "evaluator" / part / "certificates.jsonl" for part in ("shapes", "queries")]
    held = [lines_of(path) for path in paths]
    held[0][0], held[1][0] = held[1][0], held[0][0]
    for path, lines in zip(paths, held, strict=True):
        write_lines(path, lines)


def _digests_exchanged(folder: Path) -> None:
    """The proof of one problem under the name of another."""
    with records(folder, "evaluator/shapes/certificates.jsonl") as held:
        held[0]["problem"], held[1]["problem"] = held[1]["problem"], held[0]["problem"]


def _duplicate(folder: Path) -> None:
    """A problem of the test split a second time, in the other split, under a name of its own."""
    with records(folder, "evaluator/ids.jsonl") as names:
        one = next(name for name in names if name["part"] == "queries" and name["split"] == "test")
        names.append({**one, "id": "small-0123456789", "split": "dev", "problem": "another"})
    with records(folder, QUERIES) as held:
        copy = next(entry for entry in held if entry["id"] == one["problem"])
        known = {**copy["metadata"], "latent": "another", "published": {"id": "small-0123456789"}}
        held.append({**copy, "id": "another", "metadata": known})


def _moved(folder: Path) -> None:
    """One of two siblings goes to the other split."""
    with records(folder, "evaluator/ids.jsonl") as names:
        name = next(one for one in names if one["part"] == "abstention")
        name["split"] = "dev" if name["split"] == "test" else "test"


def _renumbered(folder: Path) -> None:
    old = lines_of(folder / "evaluator/ids.jsonl")[0]["id"]
    everywhere(folder, old, f"{old[:-1]}{'0' if old[-1] != '0' else '1'}")


def _sibling(change: Callable[[dict, dict], None]) -> Damage:  # type: ignore[type-arg]
    """A pair is changed: the settled one and the open one."""

    def damage(folder: Path) -> None:
        with records(folder, PAIRS) as held:
            first = held[0]["metadata"]["sibling"]["pair"]
            pair = [one for one in held if one["metadata"]["sibling"]["pair"] == first]
            change(*sorted(pair, key=lambda one: not one["metadata"]["sibling"]["settled"]))

    return damage


def _both_settled(settled: dict, other: dict) -> None:  # type: ignore[type-arg]
    other["metadata"]["sibling"]["settled"] = True


def _exchanged(settled: dict, other: dict) -> None:  # type: ignore[type-arg]
    settled["metadata"]["sibling"]["settled"], other["metadata"]["sibling"]["settled"] = False, True


def _recipe(old: str, new: str) -> Damage:
    def damage(folder: Path) -> None:
        path = folder / "suite.toml"
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new), "utf-8")

    return damage


def _key(folder: Path) -> None:
    (folder / "evaluator/key").write_bytes(b"another key, long enough")


def _no_canary(held: list[dict]) -> None:  # type: ignore[type-arg]
    held[0]["canary"] = ""


def _one_label(held: list[dict]) -> None:  # type: ignore[type-arg]
    answers = [one["metadata"]["case"]["answer"] for one in held]
    held.pop(answers.index("yes"))
    held.pop(next(at for at, one in enumerate(held) if one["metadata"]["case"]["answer"] == "yes"))


def _swapped(held: list[dict]) -> None:  # type: ignore[type-arg]
    held[0], held[1] = held[1], held[0]


DAMAGES: dict[str, tuple[Damage, int, str]] = {
    # files and digests
    "a missing table": (_missing(TEST), 1, "test.jsonl: a file that the manifest lists is missing"),
    "a missing key": (_missing("evaluator/key"), 1, "key: a file .* is missing"),
    "missing certificates": (_missing("evaluator/shapes/certificates.jsonl"), 3, "no certificate"),
    "an extra file": (_extra("notes.txt"), 1, "notes.txt: a file that the manifest does not list"),
    "an extra public file": (
        _extra("public/gold.jsonl"),
        1,
        "gold.jsonl: a file that the manifest",
    ),
    "a file of another size": (_file(0, "bytes", 1), 1, r"bytes: the manifest says .*got 1"),
    "a digest edited": (_file(0, "sha256", "0" * 64), 1, "sha256: the file is not the one"),
    "a file outside": (_file(0, "path", "../x"), 1, r"files\[0\]: a file outside"),
    "no files listed": (_manifest("files", []), 1, "files: the manifest lists no files"),
    "another fingerprint": (_manifest("public_digest", "0" * 64), 1, "public_digest: the digest"),
    "another version": (_manifest("version", "1.0.1"), 1, "manifest.json: version: .*got 1.0.0"),
    "another recipe": (
        _sealed(_recipe("seed = 3", "seed = 4")),
        1,
        "suite.toml: sha256: this is not",
    ),
    # made again
    "a prompt changed": (
        _sealed(_changed(TEST, lambda held: held[0].update(prompt="?"))),
        2,
        r"test.jsonl: line 1 \(small-[0-9a-f]{10}\): prompt: .*got '\?'",
    ),
    "a message changed": (
        _sealed(_changed(TEST, lambda held: held[0]["messages"].pop())),
        2,
        r"line 1 \(small-.*messages",
    ),
    "a record left out": (
        _sealed(_changed(TEST, lambda held: held.pop())),
        2,
        "a record is missing",
    ),
    "a record too many": (
        _sealed(_changed(TEST, lambda held: held.append({**held[-1]}))),
        2,
        "a record that the evaluator's part does not give",
    ),
    "a count edited": (
        _sealed(_manifest("gold_in_two_splits", 9)),
        2,
        "gold_in_two_splits: .*got 9",
    ),
    "an id that is not told": (
        _sealed(_changed("evaluator/ids.jsonl", lambda held: held.pop(0))),
        2,
        "a problem without a line in evaluator/ids.jsonl",
    ),
    "an id of nothing": (
        _sealed(_changed(SHAPES, lambda held: held.pop(0))),
        2,
        "the name of a problem that is not in",
    ),
    "a split of nobody": (
        _sealed(_changed("evaluator/ids.jsonl", lambda held: held[0].update(split="train"))),
        2,
        "line 1: split: no such split",
    ),
    "a line that is no JSON": (_sealed(_extra(SHAPES, "{\n")), 2, "problems.jsonl: line 1"),
    "a problem of no family": (
        _sealed(_changed(SHAPES, lambda held: held[0].update(format="x/1"))),
        2,
        "problems.jsonl: line 1",
    ),
    "a table edited": (_sealed(_extra("tables/balance.csv", "part\n")), 2, "balance.csv: line 1"),
    "a card edited": (_sealed(_extra("public/README.md", "hello\n")), 2, "README.md: line 1"),
    # certificates
    "a row changed": (
        _sealed(_changed(SHAPES, lambda held: held[0]["transcript"].pop())),
        3,
        "small-[0-9a-f]{10}: not proved: no certificate of its part is about it",
    ),
    "certificates of two parts exchanged": (
        _sealed(_certificates_exchanged),
        3,
        "certificates.jsonl: line 1: a certificate about no problem of its part",
    ),
    "certificates of two problems exchanged": (_sealed(_digests_exchanged), 3, "not proved"),
    "a claim changed": (
        _sealed(
            _changed(
                "evaluator/abstention/certificates.jsonl",
                lambda held: held[0]["claim"].update(name="inconsistent"),
            )
        ),
        3,
        "small-[0-9a-f]{10}: not proved",
    ),
    # baselines
    "an answer of a baseline is worth more": (
        _sealed(_changed(ANSWERS, lambda held: [one.update(score=1.0) for one in held])),
        2,
        "public/tables/baselines.csv: line .*something else",
    ),
    "a number on the page": (
        _sealed(lambda folder: everywhere(folder / "public", "0.500 *", "0.900 *")),
        2,
        "public/index.html",
    ),
    "an answer to no problem": (
        _sealed(_changed(ANSWERS, lambda held: held[0].update(id="small-0123456789"))),
        2,
        "baselines.jsonl: line 1: an answer to no problem of its part",
    ),
    "an answer that is none": (
        _sealed(_changed(ANSWERS, lambda held: held[0].pop("response"))),
        2,
        "baselines.jsonl: line 1",
    ),
    # leaks
    "the id with its seed": (_sealed(_told(lambda one: one["id"])), 4, "the id that its maker"),
    "the true model": (_sealed(_told(lambda one: json.dumps({"gold": 1}))), 4, "complete problems"),
    "a digest": (_sealed(_told(lambda one: "0" * 64)), 4, "a digest in a public text"),
    "its metadata": (
        _sealed(_told(lambda one: one["metadata"]["latent"])),
        4,
        "is in a public text",
    ),
    "the answer as a key": (
        _sealed(_changed(TEST, lambda held: held[0].update(answer="yes"))),
        4,
        r"answer: a key that no public record has .*yes",
    ),
    "no canary": (_sealed(_changed(TEST, _no_canary)), 4, "canary: not the canary"),
    "a record of another part": (
        _sealed(_changed(TEST, lambda held: held[0].update(part="queries"))),
        4,
        "part: a record of another part",
    ),
    "an id that tells": (
        _sealed(_changed(TEST, lambda held: held[0].update(id="shapeworld-3-0"))),
        4,
        "id: not an opaque id .*shapeworld-3-0",
    ),
    "an order that tells": (_sealed(_changed(TEST, _swapped)), 4, "not in the order of the ids"),
    # duplicates and splits
    "a duplicate across splits": (_sealed(_duplicate), 5, "the same problem as small-"),
    "siblings in two splits": (_sealed(_moved), 5, "in the split .* which belongs to it, is in"),
    # siblings
    "two that are settled": (
        _sealed(_sibling(_both_settled)),
        6,
        "called settled, and its certificate",
    ),
    "siblings exchanged": (_sealed(_sibling(_exchanged)), 6, "called open, and its certificate"),
    "a pair of one": (_sealed(_changed(PAIRS, lambda held: held.pop())), 6, "a pair of 1"),
    "too few": (
        _sealed(_changed(SHAPES, lambda held: held.pop())),
        6,
        "asks for 4 problems .*got 3",
    ),
    # balance
    "labels that are not balanced": (
        _sealed(_changed(SHAPES, _one_label)),
        7,
        "problems.jsonl: answer: labels are not balanced",
    ),
    # ids
    "an id renumbered": (_sealed(_renumbered), 8, "its id does not follow from the key"),
    "another key": (_sealed(_key), 8, "key: sha256: not the key that the manifest commits to"),
    "a key said to be secret": (_manifest("open", False), 8, "open: the manifest says wrongly"),
    "another split": (_sealed(_moved), 8, "its split does not follow from the key"),
}


@pytest.mark.parametrize("name", DAMAGES)
def test_a_damage_is_found_and_named(
    name: str, small: Path, copied: Callable[[Path], Path]
) -> None:
    damage, number, said = DAMAGES[name]
    folder = copied(small)
    damage(folder)
    verdict = verified_suite(folder)
    assert verdict.code == 1, "\n".join(verdict.lines())
    check = next(one for one in verdict.checks if one.number == number)
    assert check.outcome == "failed", "\n".join(verdict.lines())
    told = [str(complaint) for complaint in check.complaints]
    assert any(_matches(said, one) for one in told), "\n".join(told)
    assert all(one.file and str(folder) in one.file for one in check.complaints)


def _matches(said: str, complaint: str) -> bool:
    return re.search(said, complaint) is not None


PUBLIC = [name for name, (_, number, _) in DAMAGES.items() if number == 4]


@pytest.mark.parametrize(
    "name", [name for name in PUBLIC if name not in ("the id with its seed", "its metadata")]
)
def test_the_public_part_alone_shows_what_leaks(
    name: str, small: Path, copied: Callable[[Path], Path]
) -> None:
    """But not what only the evaluator's part can tell."""
    folder = copied(small)
    DAMAGES[name][0](folder)
    verdict = verified_suite(folder / "public", public=True)
    assert verdict.code == 1
    assert any(_matches(DAMAGES[name][2], str(one)) for one in verdict.checks[1].complaints)


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (_extra("manifest.json", '{"format": "symcause.suite-manifest/1", "nam": 1}'), "nam"),
        (_manifest("parts", "x"), "parts"),
        (_file(0, "sha", ""), r"files\[0\].sha"),
    ],
)
def test_a_manifest_that_is_malformed_is_an_error(
    damage: Damage, said: str, small: Path, copied: Callable[[Path], Path]
) -> None:
    folder = copied(small)
    damage(folder)
    with pytest.raises(SymcauseError, match=rf"manifest.json: {said}"):
        verified_suite(folder)


def test_a_recipe_that_cannot_be_read_leaves_the_rest_undone(
    small: Path, copied: Callable[[Path], Path]
) -> None:
    folder = copied(small)
    _recipe("seed = 3", "sead = 3")(folder)
    verdict = verified_suite(folder)
    assert verdict.code == 1
    outcomes = {check.number: str(check.outcome) for check in verdict.checks}
    assert outcomes[1] == outcomes[2] == "failed"
    assert {outcomes[number] for number in (3, 5, 6, 7, 8)} == {"not made"}


@pytest.mark.parametrize(
    "name",
    [None, "certificates of two problems exchanged", "a duplicate across splits", "a pair of one"],
)
def test_processes_change_no_verdict(
    name: str | None, small: Path, copied: Callable[[Path], Path]
) -> None:
    folder = copied(small)
    if name is not None:
        DAMAGES[name][0](folder)
    assert verified_suite(folder, jobs=2).to_dict() == verified_suite(folder).to_dict()


def test_what_a_bound_stops_is_unknown(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("symcause.kernel.work.STEPS", 1)
    monkeypatch.setattr("symcause.kernel.work._STEPS_A_SECOND", 1)
    verdict = verified_suite(small)
    assert verdict.code == 3, "\n".join(verdict.lines())
    assert verdict.checks[2].outcome == "unknown" and verdict.checks[2].doubts


def test_twins_and_texts_have_their_partners(every: Path, copied: Callable[[Path], Path]) -> None:
    folder = copied(every)
    with records(folder, "evaluator/scenarios/problems.jsonl") as held:
        held.pop()
    with records(folder, "evaluator/linear/problems.jsonl") as held:
        held.pop()
    resealed(folder)
    verdict = verified_suite(folder)
    assert verdict.code == 1
    told = "\n".join(str(one) for one in verdict.checks[5].complaints)
    assert "a pair of 1" in told and "not a text of a problem of induction, linear" in told
    proofs = "\n".join(str(one) for one in verdict.checks[2].complaints)
    assert "the problems that it is about are not both here" in proofs
