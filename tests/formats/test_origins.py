"""Where released items come from: the latent problem, and who found the known alternative."""

from __future__ import annotations

import io
import json
import os
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from symcause.api import load
from symcause.errors import ProblemError
from symcause.families.boolean.problem.fingerprint import fingerprint
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.families.boolean.release.files.record_reader import read_record
from symcause.formats.pools.yaml_stream import YamlStream
from tests.formats.test_replayscm import record, release


def described(extra: object, **more: object) -> dict[str, Any]:
    """A record with a description beside the problem, large parts of it included."""
    heavy = {"generationDiagnostics": {"attempts": [1, {"deep": ["x"]}]}, "sourceInstanceId": "no"}
    description = {
        "difficulty": "hard",
        "knobs": heavy,
        "extra": extra,
        "after": [deepcopy(heavy)],
        **more,
    }
    return {**record(), "problemDescription": description}


def alternative(**pair: object) -> dict[str, Any]:
    document = deepcopy(record())
    inner = document["problem"]
    inner["task"]["taskName"] = "CIND_A_SCM_ALT_EXP"
    reference = {"X1": "(not X3)", "X3": "(not X2)"}
    inner["goldAnswer"]["scm_alt_exp"] = {"referenceMechanisms": reference, **pair}
    return document


def read(document: object, folder: Path) -> BooleanProblem:
    """The problem, the same from a YAML stream, from JSON and from memory."""
    (folder / "r.yaml").write_text(release([document]), "utf-8")  # type: ignore[list-item]
    (folder / "r.json").write_text(json.dumps(document), "utf-8")
    found = read_record(document)
    assert load(folder / "r.yaml") == load(folder / "r.json") == found
    return found


def test_the_latent_problem(tmp_path: Path) -> None:
    """The first key that tells counts, without a tail that names the kind of the item."""
    extra: dict[str, object] = {"knobs": {"a": 1}, "sourceNtopoInstanceId": "source 7"}
    found = read(described(extra), tmp_path)
    assert found.metadata["latent"] == "source 7"
    assert fingerprint(found) == fingerprint(read_record(record()))
    extra |= {"sourceOrderedInstanceId": "o__ALT_EXP", "pairedSourceInstanceId": ""}
    assert read(described(extra), tmp_path).metadata["latent"] == "o"
    extra["pairedSourceInstanceId"] = "p__PARTIAL_ORDER_2BLOCK"
    assert read(described(extra), tmp_path).metadata["latent"] == "p"
    document = described({})
    document["problem"]["instanceId"] = "i__ROOT_UNKNOWN"
    assert read(document, tmp_path).metadata["latent"] == "i"


@pytest.mark.parametrize(
    "extra",
    [None, "text", [1], {}, {"pairedSourceInstanceId": 7}, {"sourceInstanceId": "no"}],
)
def test_records_that_do_not_tell(extra: object, tmp_path: Path) -> None:
    assert "latent" not in read(described(extra), tmp_path).metadata
    assert "latent" not in read({**record(), "problemDescription": extra}, tmp_path).metadata


def test_who_found_the_alternative(tmp_path: Path) -> None:
    support = [{"model": "b", "sourceDataset": "x"}, {"model": "a"}, {"model": "b"}, "odd", {}]
    found = read(alternative(alternativeSupport=support, referenceRole="gold"), tmp_path)
    told = {"source": "answers", "systems": ["a", "b"], "reference_role": "gold"}
    assert found.metadata["alternative"] == told
    known = read(alternative(otherMechanisms={"X1": "X3", "X3": "X2"}), tmp_path)
    assert known.metadata["alternative"] == {"source": "answers", "systems": []}


def test_open_ended_items(tmp_path: Path) -> None:
    for pair in ({}, {"alternativeSupport": []}, {"alternativeSupport": None}):
        assert "alternative" not in read(alternative(**pair), tmp_path).metadata
    assert "alternative" not in read_record(record()).metadata


def test_only_what_is_asked_for_is_built() -> None:
    data = b"a: {b: {c: 1, d: [&x 2]}, e: 3}\nf: {a: {b: {c: 4, c2: {}}}}\ng: {a: [1]}\n"
    stream = YamlStream(io.BytesIO(data), only={"a": ("b", "c")})
    found = {key: stream.take(key) for key in stream.entries()}
    assert found["f"] == {"a": {"b": {"c": 4}}}  # below a key, wherever that stands
    assert found["g"] == {"a": None}


def test_what_yaml_may_not_hold_is_named_by_its_place() -> None:
    """Wherever it stands in a list, and whether the list is read at once or part by part."""
    known = [1, {"a": 2, "b": [3, {"c": 4}]}, [5, [6]], {"d": {"e": 7}}]
    places = ["[0]", "[1].a", "[1].b[0]", "[1].b[1].c", "[2][0]", "[2][1][0]", "[3].d.e"]
    text = json.dumps({"list": known})
    for number, place in enumerate(places, 1):
        data = text.replace(f"{number}", f"!odd {number}").encode()
        for read in (lambda s: s.take("list"), lambda s: list(s.items("list"))):
            stream = YamlStream(io.BytesIO(data))
            with pytest.raises(ProblemError) as caught:
                for _ in stream.entries():
                    read(stream)
            assert str(caught.value) == f"list{place}: YAML tags are refused (got '!odd')"
    stream = YamlStream(io.BytesIO(text.encode()))
    assert [list(stream.items(key)) for key in stream.entries()] == [known]


def test_the_published_item() -> None:
    folder = os.environ.get("SYMCAUSE_DATA")
    if not folder:
        pytest.skip("SYMCAUSE_DATA is not set: no published data")
    found = load(Path(folder) / "replayscm" / "sample.runtime.yaml")
    assert found.id == f"{found.metadata['latent']}__ALT_EXP"
    known: Any = found.metadata["alternative"]
    assert "gpt-5.4" in known["systems"] and len(known["systems"]) == 5
