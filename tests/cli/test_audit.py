"""``symcause audit`` and ``symcause count``: keys, verdicts, classes, exit codes, certificates."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.families.boolean.scoring.check.checker import check
from tests.cli.cases import (
    BOOLEAN,
    EXAMPLES,
    ROOT,
    SETTINGS,
    Document,
    Shell,
    dark,
    example,
    hard,
    write,
)

NOTHING_MORE = {
    "max_ast": None,
    "errors": 0,
    "knowledge": None,
    "sources": {"errors": None, "knowledge": None},
}


VERDICTS = ("unique", "ambiguous", "gold-outside-class", "inconsistent", "invalid", "unknown")
Check = Callable[[Any], bool]


def is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_number(value: object) -> bool:
    return is_int(value) or isinstance(value, float)


def optional(inner: Check) -> Check:
    return lambda value: value is None or inner(value)


def is_bool(value: object) -> bool:
    return isinstance(value, bool)


def is_text(value: object) -> bool:
    return isinstance(value, str) and value != ""


def conforms(document: Document, keys: dict[str, Check]) -> None:
    for key, accepts in keys.items():
        assert key in document, key
        assert accepts(document[key]), (key, document[key])


def is_class(value: Document) -> bool:
    conforms(
        value, {"max_parents": optional(is_int), "max_ast": optional(is_int), "source": is_text}
    )
    return True


def is_gold(value: Document) -> bool:
    conforms(value, {"valid": is_bool, "train_exact": is_bool, "heldout_exact": optional(is_bool)})
    return True


def is_support(value: Document) -> bool:
    conforms(value, {"mean_coverage": is_number, "full": is_bool})
    return True


def is_profile(value: list[Document]) -> bool:
    for entry in value:
        assert ("max_parents" in entry) != ("max_ast" in entry)
        assert optional(is_int)(entry["count"])
    return True


def are_alternatives(value: list[Document]) -> bool:
    for found in value:
        conforms(
            found,
            {
                "mechanisms": lambda m: all(map(is_text, m.values())),
                "roots": lambda roots: all(map(is_text, roots)),
                "changed": bool,
                "experiment": optional(lambda e: set(e["assignments"].values()) <= {0, 1}),
                "witness": optional(lambda w: isinstance(w, dict)),
                "pair_disagreement_rate": optional(is_number),
            },
        )
        assert (found["experiment"] is None) == (found["witness"] is None)
    return True


AUDIT: dict[str, Check] = {
    "problem": is_text,
    "setting": SETTINGS.__contains__,
    "class": is_class,
    "verdict": VERDICTS.__contains__,
    "count": optional(is_int),
    "separable": optional(is_bool),
    "gold": optional(is_gold),
    "support": optional(is_support),
    "shortcuts": optional(lambda s: all(map(is_int, s.values()))),
    "profile": is_profile,
    "alternatives": are_alternatives,
    "seconds": is_number,
}
COUNT: dict[str, Check] = {
    "problem": is_text,
    "setting": SETTINGS.__contains__,
    "class": is_class,
    "identity": "functions+roots".__eq__,
    "count": optional(is_int),
    "log10": optional(is_number),
    "status": ("exact", "unknown").__contains__,
    "reason": optional(is_text),
}


def weaker(name: str) -> list[str]:
    """The settings that a bundled problem can be asked in."""
    own = example(name)["setting"]
    return list(SETTINGS[SETTINGS.index(own) :])


CASES = [
    (name, setting, gold)
    for name, gold in product(BOOLEAN, (True, False))
    for setting in weaker(name)
]


@pytest.mark.few(14)
@pytest.mark.parametrize(("name", "setting", "gold"), CASES)
def test_keys_of_the_contract(
    name: str, setting: str, gold: bool, tmp_path: Path, shell: Shell
) -> None:
    changes = {} if gold else {"gold": None}
    path = write(tmp_path / "p.json", example(name, **changes))
    code, document = shell.one("audit", path, "--setting", setting)
    conforms(document, AUDIT)
    assert (document["problem"], document["setting"]) == (name, setting)
    assert code == (0 if document["verdict"] == "unique" else 1)
    assert (document["gold"] is not None) == gold
    assert (document["shortcuts"] is not None) == gold
    code, counted = shell.one("count", path, "--setting", setting)
    conforms(counted, COUNT)
    assert code == 0
    assert counted["count"] == document["count"]
    assert (counted["count"] == 0) == (counted["log10"] is None)
    assert counted["class"] == document["class"]


@pytest.mark.few(9)
@pytest.mark.parametrize("name", BOOLEAN)
def test_every_alternative_is_scored_train_exact(name: str, shell: Shell) -> None:
    from symcause.formats.pools.problem_files import read_problem

    problem = read_problem(EXAMPLES / f"{name}.json")
    _, document = shell.one("audit", EXAMPLES / f"{name}.json", "--limit", 3)
    for found in document["alternatives"]:
        answer = {"mechanisms": found["mechanisms"]}
        if document["setting"] == "hidden-roots":
            answer["roots"] = found["roots"]
        whole = {"alternative": answer} if name == "alternative" else answer
        assert check(problem, json.dumps(whole)).train_exact


# Verdicts, on variants of the bundled unique problem.
GOLD = example("unique")["gold"]["mechanisms"]


@pytest.mark.parametrize(
    ("changes", "verdict", "count", "words"),
    [
        ({}, "unique", 1, "Exactly one model explains"),
        ({"gold": None}, "unique", 1, "Exactly one model explains"),
        ({"max_parents": 1}, "gold-outside-class", 0, "no model of the class explains them"),
        (
            {"max_parents": 0},
            "gold-outside-class",
            0,
            "at most 0 causes each, as the problem states",
        ),
        ({"max_parents": 1, "gold": None}, "inconsistent", 0, "at most 1 cause each, as the"),
        ({"gold": None, "operators": ["and", "or"]}, "inconsistent", 0, "No model explains"),
        ({"gold": {"mechanisms": GOLD | {"X3": "X5"}}}, "invalid", 1, "cycle X5 -> X3 -> X5"),
        ({"gold": {"mechanisms": GOLD | {"X3": "X3"}}}, "invalid", 1, "X3 mentions itself"),
        ({"gold": {"mechanisms": GOLD | {"X3": "X1"}}}, "invalid", 1, "Gold does not replay"),
        ({"constants": True}, "unique", 1, "settled"),
    ],
)
def test_verdicts(
    changes: Document, verdict: str, count: int, words: str, tmp_path: Path, shell: Shell
) -> None:
    path = write(tmp_path / "p.json", example("unique", **changes))
    code, document = shell.one("audit", path)
    conforms(document, AUDIT)
    assert (document["verdict"], document["count"]) == (verdict, count)
    assert code == (0 if verdict == "unique" else 1)
    assert document["separable"] is False
    text_code, text, err = shell("audit", path)
    assert (text_code, err) == (code, "")
    assert verdict.upper() in text
    assert words in text
    assert "What to do next\n  " in text


def test_an_impostor_in_the_class(tmp_path: Path, shell: Shell) -> None:
    """Gold is too long for the class, and exactly one other model is not."""
    path = EXAMPLES / "hidden-order.json"
    code, document = shell.one("audit", path, "--max-parents", 2, "--max-ast", 4)
    assert (code, document["verdict"], document["count"]) == (1, "gold-outside-class", 1)
    assert "one model of the class explains them instead" in document["sentence"]


def test_alternatives_are_shown_against_the_model_they_differ_from(
    tmp_path: Path, shell: Shell
) -> None:
    """With gold outside the class that is a member, not gold."""
    gold = {"X3": "(xor X1 X2)", "X4": "(or X1 (not X3))", "X5": "(xor X1 X2 X3)"}
    path = write(tmp_path / "p.json", example("ambiguous", gold={"mechanisms": gold}))
    _, document = shell.one("audit", path)
    assert document["verdict"] == "invalid"
    nearest = document["alternatives"][0]
    member = document["member"]["mechanisms"]
    _, text, _ = shell("audit", path)
    _, _, shown = text.partition("Nearest alternative to a fitting model\n")
    for name in nearest["changed"]:
        assert f"  {name}\n    - {member[name]}\n    + {nearest['mechanisms'][name]}\n" in shown


def test_ambiguous_but_not_separable(tmp_path: Path, shell: Shell) -> None:
    path = write(tmp_path / "dark.json", dark())
    code, document = shell.one("audit", path)
    assert code == 1
    assert (document["verdict"], document["separable"]) == ("ambiguous", False)
    assert document["count"] == 1_088_512
    assert all(found["experiment"] is None for found in document["alternatives"])
    _, text, _ = shell("audit", path)
    assert "No single-variable experiment tells these models apart" in text
    assert "experiment: none tells it apart" in text
    assert "--targets 3" in text
    _, wider = shell.one("audit", path, "--targets", 3)
    assert wider["separable"] is False  # a notion about single-variable experiments
    assert len(wider["alternatives"][0]["experiment"]["assignments"]) > 1


def test_a_variable_that_may_be_a_root_is_open(shell: Shell) -> None:
    """It has one mechanism over all models that have one, and none in the others."""
    _, text, _ = shell("audit", EXAMPLES / "replay.json", "--setting", "hidden-roots")
    rows = [line.split() for line in text.splitlines() if line.startswith(("R ", "Y "))]
    assert [(row[0], *row[-2:]) for row in rows] == [("R", "2", "open"), ("Y", "1", "open")]
    assert rows[0][1:3] == ["(a", "root)"]


def test_without_heldout_worlds(tmp_path: Path, shell: Shell) -> None:
    worlds = [w for w in example("unique")["worlds"] if w["split"] == "train"]
    path = write(tmp_path / "p.json", example("unique", worlds=worlds))
    code, document = shell.one("audit", path)
    assert code == 0
    assert document["gold"]["heldout_exact"] is None


def test_few_operators(tmp_path: Path, shell: Shell) -> None:
    """Only what the operators can write counts: monotone functions of at least one variable."""
    problem = {
        **{"format": "symcause.boolean/1", "id": "monotone", "variables": ["A", "B", "Y"]},
        **{"setting": "ordered", "roots": ["A", "B"], "order": ["A", "B", "Y"]},
        "operators": ["and", "or"],
        "worlds": [
            {"id": "t", "split": "train", "mode": "none", "targets": [], "rows": ["000", "111"]}
        ],
    }
    _, document = shell.one("count", write(tmp_path / "p.json", problem))
    assert document["count"] == 4  # A, B, (and A B), (or A B)
    everything = {**problem, "operators": ["not", "and", "or", "xor", "iff"]}
    _, document = shell.one("count", write(tmp_path / "q.json", everything))
    assert document["count"] == 4  # two free patterns
    _, solved = shell.one("solve", tmp_path / "p.json", "--all")
    assert [m["mechanisms"]["Y"] for m in solved["members"]] == [
        *("A", "B", "(and A B)", "(or A B)")
    ]


def test_operators_that_cannot_write_every_cofactor(tmp_path: Path, shell: Shell) -> None:
    """``iff`` alone writes functions of four variables whose halves it cannot all write."""
    worlds = [
        ("none", [], ["01000", "00010", "01000"]),
        ("constant", ["X2"], ["00000", "10000", "10010"]),
        ("assigned", ["X3", "X2", "X1"], ["11001", "11001"]),
        ("none", [], ["00000"]),
    ]
    problem = {
        **{"format": "symcause.boolean/1", "id": "weak", "setting": "hidden-roots"},
        **{"variables": ["X1", "X2", "X3", "X4", "X5"], "root_count": 4, "operators": ["iff"]},
        "worlds": [
            {"id": f"w{i}", "split": "train", "mode": mode, "targets": targets, "rows": rows}
            for i, (mode, targets, rows) in enumerate(worlds)
        ],
    }
    code, document = shell.one("audit", write(tmp_path / "p.json", problem))
    assert (code, document["verdict"]) == (1, "ambiguous")
    assert document["beyond_reach"] == {}


@pytest.mark.few(1)
@pytest.mark.parametrize("gold", [True, False])
def test_a_mechanism_of_ten_variables(gold: bool, tmp_path: Path, shell: Shell) -> None:
    """Its verdict does not depend on whether anybody can write it briefly."""
    rng = Random(5)
    roots = [f"X{i}" for i in range(1, 11)]
    triples = [rng.sample(roots, 3) for _ in range(9)]
    text = "(xor " + " ".join(f"(and {' '.join(triple)})" for triple in triples) + ")"
    states = [dict(zip(roots, map(int, format(i, "010b")), strict=True)) for i in range(1 << 10)]
    rows = [
        "".join(map(str, state.values()))
        + str(sum(all(state[v] for v in triple) for triple in triples) % 2)
        for state in states
    ]
    problem = {
        **{"format": "symcause.boolean/1", "id": "wide", "setting": "hidden-order"},
        **{"variables": [*roots, "Y"], "roots": roots},
        "worlds": [{"id": "t", "split": "train", "mode": "none", "targets": [], "rows": rows}],
    }
    if gold:
        problem["gold"] = {"mechanisms": {"Y": text}}
    path = write(tmp_path / "p.json", problem)
    code, document = shell.one("audit", path)
    assert (code, document["verdict"], document["count"]) == (0, "unique", 1)
    _, solved = shell.one("solve", path)
    answer = write(tmp_path / "a.json", {"mechanisms": solved["mechanisms"]})
    code, checked = shell.one("check", path, answer, "--require-unique")
    assert (code, checked["train_exact"]) == (0, True)
    assert max(map(len, shell("audit", path)[1].splitlines())) <= 200


@pytest.mark.parametrize("changes", [{}, {"gold": None}])
def test_an_alternative_task_is_audited_like_any_other(
    changes: Document, tmp_path: Path, shell: Shell
) -> None:
    path = write(tmp_path / "p.json", example("alternative", **changes))
    code, document = shell.one("audit", path)
    assert (code, document["verdict"], document["count"]) == (1, "ambiguous", 660)


# The class and its source.
@pytest.mark.few(4)
@pytest.mark.parametrize(
    ("options", "bounds", "words"),
    [
        ((), (2, None, "problem"), "at most 2 causes each, as the problem states"),
        (("--max-parents", "3"), (3, None, "option"), "at most 3 causes each, as asked"),
        (("--max-parents", "none"), (None, None, "option"), "all mechanisms, as asked"),
        (("--max-parents", "NONE"), (None, None, "option"), "all mechanisms, as asked"),
        (("--max-ast", "8"), (2, 8, "problem+option"), "AST size at most 8, as the problem"),
        (
            ("--max-ast", "8", "--max-parents", "none"),
            (None, 8, "option"),
            "AST size at most 8, as asked",
        ),
        (("--max-parents", "1"), (1, None, "option"), "at most 1 cause each, as asked"),
    ],
)
def test_class_and_source(
    options: tuple[str, ...], bounds: tuple[object, ...], words: str, shell: Shell
) -> None:
    path = EXAMPLES / "unique.json"
    for command in ("count", "audit", "solve", "alternatives"):
        _, document = shell.one(command, path, *options)
        shown = document["class"]
        assert (shown["max_parents"], shown["max_ast"], shown["source"]) == bounds
        _, text, _ = shell(command, path, *options)
        assert words in text, command


def test_unbounded_by_default(shell: Shell) -> None:
    _, document = shell.one("count", EXAMPLES / "replay.json")
    assert document["class"] == NOTHING_MORE | {"max_parents": None, "source": "unbounded"}


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (("--max-parents", "-1"), "neither a number of parents nor 'none'"),
        (("--max-parents", "abc"), "neither a number of parents nor 'none'"),
        (("--max-parents", ""), "neither a number of parents nor 'none'"),
        (("--max-parents", "1.5"), "neither a number of parents nor 'none'"),
        (("--max-parents", "12345678"), "say 'none'"),
        (("--max-ast", "0"), "not in the range x>=1"),
        (("--max-depth", "0"), "not in the range x>=1"),
        (("--setting", "ordered"), "only be changed towards less disclosure"),
        (("--setting", "secret"), "not one of"),
        (("--timeout", "0"), "no number of seconds above 0"),
        (("--timeout", "nan"), "no number of seconds above 0"),
        (("--timeout", "inf"), "no number of seconds above 0"),
        (("--timeout", "soon"), "no number of seconds above 0"),
        (("--memory", "63"), "not in the range"),
        (("--jobs", "0"), "not in the range"),
        (("--out", "-"), "--json prints instead"),
        (("--out", "no/such/folder/x.jsonl"), "no such folder"),
        (("--resume",), "--resume needs --out FILE"),
        (("--nonsense",), "no such option"),
        (("--id", "uniqe"), "did you mean 'unique'?"),
    ],
)
@pytest.mark.parametrize("command", ["audit", "count", "solve", "alternatives"])
def test_options_that_mean_nothing(
    command: str, options: tuple[str, ...], words: str, shell: Shell
) -> None:
    assert words in shell.refused(command, EXAMPLES / "unique.json", *options)


def test_paths_that_lead_nowhere(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "blank.json").write_text(" \n\n")
    (tmp_path / "binary.json").write_bytes(bytes(range(256)))
    (tmp_path / "text.json").write_text("Dear sir or madam,\n")
    (tmp_path / "none.json").write_text("[]\n")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "readme.txt").write_text("nothing\n")
    for name, words in [
        ("empty.json", "the file is empty"),
        ("blank.json", "the file is empty"),
        ("binary.json", "not text"),
        ("text.json", "neither JSON nor a YAML mapping"),
        ("none.json", "no problem in it"),
        ("folder", "no problem files in the folder"),
        ("missing.json", "no such file"),
        ("missing/p.json", "no such file"),
        ("binary.json/p.json", "Not a directory"),
    ]:
        for command in ("audit", "count"):
            message = shell.refused(command, tmp_path / name, "--json")
            assert message.startswith(str(tmp_path / name))
            assert words in message
    assert "the path is empty" in shell.refused("count", "")


def test_a_file_that_may_not_be_read(
    tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(tmp_path / "p.json", example("unique"))

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    assert shell.refused("count", path) == f"{path}: cannot be read: Permission denied"


def test_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def typed(data: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))

    typed((EXAMPLES / "unique.json").read_bytes())
    assert shell.one("audit", "-")[1]["verdict"] == "unique"
    typed((EXAMPLES / "pool.jsonl").read_bytes())
    code, documents = shell.json("count", "-")
    assert (code, [d["problem"] for d in documents]) == (0, list(BOOLEAN))
    typed(b"")
    assert shell.refused("count", "-") == "standard input: the file is empty"


# Beyond reach, out of time, out of memory.
def test_forty_variables_without_a_bound(tmp_path: Path, shell: Shell) -> None:
    path = write(tmp_path / "p.json", hard(36))
    code, document = shell.one("count", path)
    assert (code, document["count"], document["status"]) == (3, None, "unknown")
    assert "--max-parents" in document["reason"]
    code, solved = shell.one("solve", path)
    assert (code, solved["status"]) == (0, "solved")


def test_a_contradiction_among_forty_variables(tmp_path: Path, shell: Shell) -> None:
    """Two rows with the same roots and different effects: nothing explains them, at any size."""
    problem = hard(36, rows=2)
    first, second = problem["worlds"][0]["rows"]
    problem["worlds"][0]["rows"] = [first, first[:4] + second[4:]]
    code, document = shell.one("audit", write(tmp_path / "p.json", problem))
    assert (code, document["verdict"], document["count"]) == (1, "inconsistent", 0)


def test_too_little_time(tmp_path: Path, shell: Shell, endless: None) -> None:
    path = write(tmp_path / "p.json", hard(25, max_parents=4))
    code, document = shell.one("audit", path, "--timeout", "0.05")
    conforms(document, AUDIT | {"seconds": optional(is_number)})
    assert (code, document["verdict"], document["count"]) == (3, "unknown", None)
    assert (document["stopped"], document["reason"]) == ("time", "time limit of 0.05 s")
    assert document["class"] == NOTHING_MORE | {"max_parents": 4, "source": "problem"}
    code, text, _ = shell("audit", path, "--timeout", "0.05")
    assert code == 3
    assert "UNKNOWN: Not settled" in text
    assert "stopped early: time limit of 0.05 s" in text
    assert "allow more time (--timeout)" in text
    code, counted = shell.one("count", path, "--timeout", "0.05")
    conforms(counted, COUNT)
    assert (code, counted["reason"]) == (3, "time limit of 0.05 s")


def test_what_is_known_when_an_audit_is_stopped_is_kept(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The verdict is out; the section that is killed costs only itself and what follows."""
    from symcause.families.boolean.audits.whole_audit import _Sections

    def killed(self: object, document: object) -> object:
        os.kill(os.getpid(), signal.SIGKILL)
        return document

    monkeypatch.setattr(_Sections, "_profile", killed)
    code, document = shell.one("audit", EXAMPLES / "ambiguous.json")
    assert (code, document["verdict"], document["count"]) == (1, "ambiguous", 23)
    assert document["alternatives"]
    assert document["support"]
    assert (document["profile"], document["redundancy"]) == ([], None)
    assert (document["stopped"], document["reason"]) == ("lost", "the process died of SIGKILL")
    code, text, _ = shell("audit", EXAMPLES / "ambiguous.json")
    assert code == 1
    assert "stopped early: the process died of SIGKILL; what is shown was known by then" in text


def test_a_section_beyond_a_bound_is_unknown_not_an_error(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    from symcause.errors import LimitError
    from symcause.families.boolean.audits.whole_audit import _Sections

    def refuse(self: object, document: object) -> object:
        raise LimitError("more than ten", remedy="ask for less")

    monkeypatch.setattr(_Sections, "_redundancy", refuse)
    code, document = shell.one("audit", EXAMPLES / "unique.json")
    assert (code, document["verdict"]) == (0, "unique")
    assert document["beyond_reach"] == {"redundancy": "more than ten; ask for less"}
    _, text, _ = shell("audit", EXAMPLES / "unique.json")
    assert "which worlds are needed is beyond reach: more than ten; ask for less" in text


def afresh(*arguments: object) -> tuple[int, Document]:
    """A command in a process of its own: a child of this one would find room that earlier tests left."""
    command = [sys.executable, "-m", "symcause", *map(str, arguments), "--json"]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)
    document: Document = json.loads(ended.stdout)
    return ended.returncode, document


def test_too_little_memory(tmp_path: Path) -> None:
    assert afresh("count", EXAMPLES / "unique.json", "--memory", 64)[1]["count"] == 1
    assert afresh("audit", EXAMPLES / "unique.json", "--memory", 64)[1]["verdict"] == "unique"
    path = write(tmp_path / "p.json", hard(13))
    code, document = afresh("count", path, "--memory", 64)
    assert (code, document["status"]) == (3, "unknown")
    assert document["stopped"] == "memory" and "memory limit" in document["reason"]


def test_counts_of_any_size(tmp_path: Path, shell: Shell) -> None:
    """Integers are exact up to 4,300 digits; beyond, null with the hexadecimal beside it."""
    path = write(tmp_path / "p.json", hard(10, rows=4))
    code, document = shell.one("count", path)
    assert (code, document["count"], document["status"]) == (0, None, "exact")
    digits = int(document["count_hex"], 16).bit_length() * 0.30103
    assert abs(digits - document["log10"]) < 1
    assert digits > 4300
    code, text, _ = shell("count", path)
    assert code == 0
    assert "e4921 models" in text
    out = tmp_path / "out.jsonl"
    both = write(tmp_path / "both.jsonl", hard(10, rows=4), example("unique"))
    assert "2 problems, 2 counted, 1 with" in shell("count", both, "--out", out)[1]
    assert "2 problems, 2 counted, 1 with" in shell("count", both, "--out", out, "--resume")[1]


# Certificates.
@pytest.mark.parametrize("name", ["unique", "replay", "ambiguous", "hidden-roots"])
def test_certificate_of_a_file(name: str, tmp_path: Path, shell: Shell) -> None:
    path, held = EXAMPLES / f"{name}.json", tmp_path / "new" / "folder" / "c.json"
    code, text, _ = shell("audit", path, "--certificate", held)
    assert code == (0 if name in ("unique", "replay") else 1)
    assert f"written to {held}" in text
    code, document = shell.one("verify", path, held)
    conforms(
        document,
        {"problem": name.__eq__, "accepted": is_bool, "claim": is_text, "reason": is_text},
    )
    assert (code, document["accepted"]) == (0, True)


def test_no_certificate_says_why(tmp_path: Path, shell: Shell) -> None:
    path = write(tmp_path / "p.json", example("unique", gold={"mechanisms": GOLD | {"X3": "X1"}}))
    held = tmp_path / "c.json"
    code, out, err = shell("audit", path, "--certificate", held, "--json")
    document = json.loads(out)
    assert document["certificate"] is None
    assert document["certificate_reason"] == "a verdict of invalid has no certificate"
    assert code == 2 and "no certificate: a verdict of invalid has no certificate" in err
    assert not held.exists()
    assert (
        "Certificate\n  none: a verdict of invalid"
        in shell("audit", path, "--certificate", held)[1]
    )


def test_a_file_of_an_earlier_run_does_not_pass_for_the_certificate(
    tmp_path: Path, shell: Shell
) -> None:
    held, folder = tmp_path / "c.json", tmp_path / "held"
    path, pool = tmp_path / "p.json", tmp_path / "pool.jsonl"
    good = [example("unique", id=name) for name in ("one", "two")]
    wrong = example("unique", id="two", gold={"mechanisms": GOLD | {"X3": "X1"}})
    write(path, good[1])
    write(pool, *good)
    assert shell("audit", path, "--certificate", held)[2] == ""
    assert shell("audit", pool, "--certificate", folder)[2] == ""
    written = held.read_bytes()
    write(path, wrong)
    write(pool, good[0], wrong)
    code, _, err = shell("audit", path, "--certificate", held)
    assert code == 2 and f"{held} is from an earlier run" in err
    assert held.read_bytes() == written  # it is still a certificate of what it names
    code, _, err = shell("audit", pool, "--certificate", folder)
    assert code == 2 and f"{folder / 'two.certificate.json'} is from an earlier run" in err
    assert err.count("from an earlier run") == 1  # the other one is

    out = tmp_path / "out.jsonl"  # what a stopped run has written is of the run that goes on
    write(pool, good[1], wrong)
    _, _, err = shell("audit", pool, "--certificate", folder, "--out", out)
    assert "from an earlier run" not in err
    out.write_text(out.read_text().splitlines(keepends=True)[0])
    _, _, err = shell("audit", pool, "--certificate", folder, "--out", out, "--resume")
    assert "no certificate" in err and "from an earlier run" not in err


def test_certificates_of_a_pool(tmp_path: Path, shell: Shell) -> None:
    """Ids that look alike as file names, that climb, that are too long, or that repeat."""
    ids = ["a/b", "a_b", "../../up", "..", ".", "é ü", "x" * 400, "dup", "dup", "-"]
    pool = write(tmp_path / "pool.jsonl", *(example("unique", id=name) for name in ids))
    held = tmp_path / "held"
    code, documents = shell.json("audit", pool, "--certificate", held)
    assert code == 0
    files = [d["certificate_file"] for d in documents]
    assert len(set(files)) == len(set(ids))  # the same problem twice has one certificate
    assert {Path(file).parent for file in files} == {held}
    assert {p.name for p in tmp_path.iterdir()} == {"pool.jsonl", "held"}
    assert (held / "a_b.certificate.json").exists()
    code, verified = shell.json("verify", pool, held)
    assert code == 0
    assert [d["problem"] for d in verified] == ids
    assert all(d["accepted"] for d in verified)


def test_nothing_that_is_read_is_overwritten(tmp_path: Path, shell: Shell) -> None:
    folder = tmp_path / "pool"
    folder.mkdir()
    path = write(folder / "p.json", example("unique"))
    before = path.read_bytes()
    for option in ("--out", "--certificate", "--html"):
        assert "would overwrite the file" in shell.refused("audit", path, option, path)
    assert "would write into the folder" in shell.refused(
        "audit", folder, "--out", folder / "results.jsonl"
    )
    assert "would write into the folder" in shell.refused("audit", folder, "--certificate", folder)
    assert path.read_bytes() == before
    assert list(folder.iterdir()) == [path]


def test_a_certificate_that_cannot_be_written(shell: Shell) -> None:
    message = shell.refused("audit", EXAMPLES / "unique.json", "--certificate", "/dev/null/c.json")
    assert message.startswith("/dev/null/c.json: cannot write the certificate: ")
    assert "--json prints instead" in shell.refused(
        "audit", EXAMPLES / "unique.json", "--certificate", "-"
    )


def test_certificates_that_do_not_hold(tmp_path: Path, shell: Shell) -> None:
    path, held = EXAMPLES / "unique.json", tmp_path / "c.json"
    shell("audit", path, "--certificate", held)
    genuine = json.loads(held.read_text())
    for change, words in [
        ({"problem": {**genuine["problem"], "sha256": "0" * 64}}, "about another problem"),
        ({"class": {**genuine["class"], "max_parents": 4}}, ""),
        ({"claim": {"name": "count", "count": 7}}, ""),
        ({"claim": {"name": "nonsense"}}, "claim"),
        ({"evidence": {}}, "evidence"),
        ({"extra": 1}, "extra"),
    ]:
        code, document = shell.one("verify", path, write(held, {**genuine, **change}))
        assert (code, document["accepted"]) == (1, False), change
        assert words in document["reason"]
        code, text, _ = shell("verify", path, held)
        assert code == 1
        assert text.startswith("rejected")
    write(held, genuine)
    code, document = shell.one("verify", EXAMPLES / "corner.json", held)
    assert (code, document["reason"]) == (
        1,
        "problem.sha256: the certificate is about another problem",
    )
    for text in ("", "[]", "[1, 2]", "no JSON"):
        held.write_text(text)
        assert str(held) in shell.refused("verify", path, held)


# Linear problems.
def test_linear_keys(shell: Shell) -> None:
    path = EXAMPLES / "episode.json"
    keys: dict[str, Check] = {
        "graphs": is_int,
        "models": optional(is_int),
        "target": lambda t: {"low", "high", "entailed"} <= set(t),
        "edges": lambda e: set(e.values()) <= {"always", "never", "open"},
        "count": is_int,
        "class": is_class,
    }
    _, counted = shell.one("count", path)
    conforms(counted, keys)
    code, document = shell.one("audit", path)
    conforms(document, {**keys, "verdict": VERDICTS.__contains__, "separable": optional(is_bool)})
    assert code == 1
    _, bounded = shell.one("count", path, "--max-parents", 0)
    assert bounded["class"]["source"] == "problem+option"
    assert (bounded["count"], bounded["class"]["max_parents"]) == (0, 0)
    told = shell("audit", path, "--max-parents", 0)[1]
    assert "at most 0 causes each, as the problem states and as asked" in told
    assert (
        shell("count", path)[1]
        == "episode: 6 graphs · rational coefficients, as the problem states\n"
    )


@pytest.mark.few(4)
@pytest.mark.parametrize("engine", ["sat", "smt", "counter"])
@pytest.mark.parametrize("name", ["unique", "ambiguous", "corner", "replay"])
def test_second_opinions(name: str, engine: str, shell: Shell) -> None:
    if engine == "counter":
        pytest.importorskip("pyganak")
    path = EXAMPLES / f"{name}.json"
    _, document = shell.one("count", path, "--engine", engine)
    assert document["engine"] == engine
    assert document["count"] == shell.one("count", path)[1]["count"]


@pytest.mark.parametrize("command", ["count", "audit"])
def test_linear_out_of_time(command: str, shell: Shell, endless: None) -> None:
    path = EXAMPLES / "episode.json"
    code, document = shell.one(command, path, "--timeout", "0.0001")
    assert (code, document["status"], document["reason"]) == (
        3,
        "unknown",
        "time limit of 0.0001 s",
    )
    assert {"graphs", "models", "target", "edges", "count", "class"} <= set(document)
    code, text, _ = shell(command, path, "--timeout", "0.0001")
    assert code == 3
    assert "time limit of 0.0001 s" in text


def test_options_that_do_not_apply_to_linear_problems(shell: Shell) -> None:
    path = EXAMPLES / "episode.json"
    boolean, both = "Boolean problems", "Boolean problems, finite problems"
    for options, those in (
        (("--setting", "hidden-order"), both),
        (("--max-ast", 3), boolean),
        (("--max-depth", 2), boolean),
    ):
        for command in ("count", "audit"):
            told = f"{options[0]} does not apply to linear problems; it applies to {those}"
            assert shell.refused(command, path, *options) == told
