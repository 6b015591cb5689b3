"""The dataset view of rounded problems: what was read off gold stands in no public file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from tests.cli.cases import Shell

CHAIN = [
    {"values": {"t": "7.02", "u": "3", "v": "1"}},
    {"intervene": {"u": "5"}, "values": {"t": "11.04", "u": "5", "v": "1"}},
    {"intervene": {"v": "4"}, "values": {"t": "14.04", "u": "5", "v": "4"}},
]


def _document(effect: str, slope: str = "2.01", source: str | None = "gold") -> dict[str, Any]:
    return {
        "format": "symcause.linear/1",
        "id": "one",
        "variables": ["t", "u", "v"],
        "target": "t",
        "controllable": ["u", "v"],
        "family": "linear",
        "semantics": "set",
        "rounding": "0.01",
        "coefficients": {"domain": "rational", "min_effect": effect},
        "chain": CHAIN,
        "gold": {"equations": {"t": f"{slope}*u + v - 0.01"}},
        "metadata": {} if source is None else {"class_source": source},
    }


def _published(document: dict[str, Any], folder: Path, shell: Shell) -> tuple[bytes, bytes]:
    folder.mkdir()
    (folder / "problem.json").write_text(json.dumps(document))
    code, _, err = shell("convert", folder / "problem.json", "--dataset", folder / "set", "--quiet")
    assert code == 0, err
    public = folder / "set" / "public"
    return (public / "problems.jsonl").read_bytes(), (public / "prompts.jsonl").read_bytes()


def test_another_gold_changes_no_public_byte(tmp_path: Path, shell: Shell) -> None:
    """Half of the smallest effect of gold was published with the problem and told in the prompt."""
    one = _published(_document("0.5"), tmp_path / "one", shell)
    other = _published(_document("0.125", "2.0101"), tmp_path / "other", shell)
    assert one == other
    stated = json.loads(one[0])
    assert stated["coefficients"]["min_effect"] == "0.0005"
    assert stated["metadata"] == {"class_source": "assumed"}
    assert "Its size is at least" not in one[1].decode()


def test_a_class_of_the_problem_is_published(tmp_path: Path, shell: Shell) -> None:
    problems, prompts = _published(_document("0.5", source=None), tmp_path / "own", shell)
    assert json.loads(problems)["coefficients"]["min_effect"] == "0.5"
    assert "Its size is at least 0.5" in prompts.decode()


def test_the_public_problem_is_asked_like_any_other(tmp_path: Path, shell: Shell) -> None:
    """So are public files that were written when the minimum effect of gold still stood in them."""
    problems, _ = _published(_document("0.5"), tmp_path / "new", shell)
    (tmp_path / "new.json").write_bytes(problems)
    old = {**json.loads(problems), "metadata": {}, "coefficients": {"domain": "rational"}}
    old["coefficients"]["min_effect"] = "0.5"
    (tmp_path / "old.json").write_text(json.dumps(old))
    for name, source in (("new", "assumed"), ("old", "problem")):
        code, (found,) = shell.json("audit", tmp_path / f"{name}.json")
        assert code in (0, 1) and found["class"]["source"] == source, found
    again, _ = _published(json.loads(problems), tmp_path / "again", shell)
    assert again == problems


def test_gold_is_never_outside_of_what_is_published(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "tiny.json"
    path.write_text(json.dumps(_document("0.0001", "0.0002")))
    code, out, err = shell("convert", path, "--dataset", tmp_path / "set")
    assert (code, out) == (2, "") and "--min-effect" in err and err.count("\n") == 1
    code, out, _ = shell("convert", path, "--min-effect", "0.0001")
    own = tmp_path / "own.json"
    own.write_text(out)
    assert shell("convert", own, "--dataset", tmp_path / "set", "--quiet")[0] == 0
