"""Questions about finite problems on the command line: documents, options, exit codes, errata."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from symcause.bounds.audits_bounds import SHOWN_EXPERIMENTS
from symcause.families.finite.documents.question_documents import FiniteExperiment
from symcause.families.finite.files.document import read_finite
from symcause.families.finite.questions.next import Next
from tests.cli.cases import Shell, write
from tests.finite.test_queries import LIGHT

PLUS: dict[str, Any] = {
    "format": "symcause.finite/1",
    "id": "plus",
    "variables": [{"name": v, "values": [0, 1, 2]} for v in "ABC"],
    "setting": "hidden-order",
    "roots": ["A", "B"],
    "class": {
        "max_parents": 2,
        "grammar": {
            "max_size": 5,
            "constants": [0, 1, 2],
            "operators": {"plus": {"arity": 2, "means": "(mod (add a b) 3)"}, "min": True},
        },
    },
    "worlds": [{"id": "w0", "rows": [[0, 1, 1], [1, 1, 2], [2, 2, 1]]}],
    "gold": {"mechanisms": {"C": "(plus A B)"}},
}
OTHER = {"mechanisms": {"C": "(plus (min A B) B)"}}


@pytest.fixture
def plus(tmp_path: Path) -> Path:
    return write(tmp_path / "plus.json", PLUS)


@pytest.fixture
def other(tmp_path: Path) -> Path:
    return write(tmp_path / "other.json", OTHER)


def asked(shell: Shell, *words: object) -> tuple[int, dict[str, Any]]:
    code, out, err = shell(*words, "--json")
    assert out, err
    return code, json.loads(out)


def test_exit_codes_follow_from_what_is_settled(shell: Shell, plus: Path, other: Path) -> None:
    assert asked(shell, "audit", plus)[0] == 1
    assert asked(shell, "audit", plus, "--max-size", 4)[0] == 0
    assert asked(shell, "alternatives", plus)[0] == 1
    assert asked(shell, "alternatives", plus, "--max-size", 4)[0] == 0
    assert asked(shell, "next", plus)[0] == 0
    assert asked(shell, "next", plus, "--max-size", 4)[0] == 1
    assert asked(shell, "check", plus, other)[0] == 0
    assert asked(shell, "check", plus, other, "--require-unique")[0] == 1
    assert asked(shell, "disambiguate", plus)[0] == 0
    assert asked(shell, "solve", plus, "--forbid", "A->C")[0] == 1


@pytest.mark.parametrize(
    ("options", "count"),
    [
        (["--max-size", 4], 1),
        (["--max-parents", 1], 0),
        (["--functions", "any"], 729),
        (["--functions", "any", "--max-parents", 1], 1),
        (["--functions", "any", "--max-parents", "none"], 729),
        (["--setting", "hidden-roots"], 4),
        (["--forbid", "A->C"], 0),
        (["--require", "A->C"], 2),
    ],
)
def test_options_change_the_class(
    options: list[object], count: int, shell: Shell, plus: Path
) -> None:
    _, document = asked(shell, "count", plus, *options)
    assert (document["count"], document["class"]["source"]) == (count, "option")
    assert asked(shell, "count", plus)[1]["class"]["source"] == "problem"


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--functions", "monotone"], "two values"),
        (["--functions", "any", "--max-size", 3], "--functions"),
        (["--setting", "ordered"], "less disclosure"),
        (["--require", "C->A"], "A is a root"),
        (["--unate"], "--unate"),
        (["--sign", "A->C=+"], "--sign"),
    ],
)
def test_options_that_say_nothing_are_refused(
    options: list[object], word: str, shell: Shell, plus: Path
) -> None:
    code, out, err = shell("count", plus, *options)
    assert code == 2 and not out
    assert word in err and err.count("\n") == 1


def test_named_classes_are_not_asked_of_former_roots_with_three_values(
    shell: Shell, tmp_path: Path
) -> None:
    """What a file with these roots hidden may not say, the option may not, either."""
    three, light = {"name": "A", "values": [0, 1, 2]}, write(tmp_path / "light.json", LIGHT)
    wide = write(tmp_path / "wide.json", {**LIGHT, "variables": [three, *LIGHT["variables"][1:]]})
    hidden = {**LIGHT, "variables": [three, *LIGHT["variables"][1:]], "setting": "hidden-roots"}
    hidden["root_count"] = len(hidden.pop("roots"))
    said = "'disjunctive' is for variables of two values, A has 3"
    assert shell("count", light, "--setting", "hidden-roots")[0] == 0
    for words in (
        ["count", wide, "--setting", "hidden-roots"],
        ["count", write(tmp_path / "hidden.json", hidden)],
    ):
        code, _, err = shell(*words)
        assert code == 2 and said in err
    assert shell("count", wide, "--setting", "hidden-roots", "--functions", "any")[0] == 0


def test_sizes_are_about_grammars(shell: Shell, tmp_path: Path) -> None:
    code, _, err = shell("count", write(tmp_path / "light.json", LIGHT), "--max-size", 3)
    assert code == 2 and "grammars" in err


def test_all_members_come_in_their_order(shell: Shell, plus: Path) -> None:
    _, document = asked(shell, "solve", plus, "--all")
    assert [one["total_size"] for one in document["members"]] == [3, 5]
    assert document["complete"] is True
    _, short = asked(shell, "solve", plus, "--all", "--limit", 1)
    assert len(short["members"]) == 1 and short["complete"] is False


def test_separation_has_rates_and_a_witness(shell: Shell, plus: Path, other: Path) -> None:
    code, document = asked(shell, "separate", plus, "gold", other, "--limit", 9)
    assert code == 0
    assert document["experiment"] == {"type": "hard_do", "assignments": {"A": 2}}
    assert document["pair_disagreement_rate"] == pytest.approx(2 / 3)
    assert document["witness"]["rootAssignment"] == {"A": 2, "B": 0}
    assert document["separations"][0]["experiment"]["do"] == {"A": 2}
    assert document["complete"] is True
    code, same = asked(shell, "separate", plus, "gold", "gold")
    assert code == 1 and same["separated"] is False and same["pair_disagreement_rate"] == 0.0
    _, two = asked(shell, "separate", plus, "gold", other, "--most-targets", 2)
    assert two["experiment"]["assignments"] == {"A": 1, "B": 0}


def test_disambiguation_writes_the_stronger_problem(
    shell: Shell, plus: Path, tmp_path: Path
) -> None:
    stronger = tmp_path / "stronger.json"
    assert shell("disambiguate", plus, "--out", stronger)[0] == 0
    assert asked(shell, "count", stronger)[1]["count"] == 1
    assert json.loads(stronger.read_text())["worlds"][-1]["id"] == "train_aug_01"


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"gold": None}, "no valid gold"),
        ({"gold": {"mechanisms": {"C": "(add A B)"}}}, "no valid gold"),
        ({"gold": {"mechanisms": {"C": "(min A B)"}}}, "gold is no member: evidence"),
        ({"worlds": [{"id": "w", "rows": [[0, None, 1]]}]}, "unobserved"),
    ],
)
def test_disambiguation_needs_gold_that_is_a_member(
    changes: dict[str, Any], word: str, shell: Shell, tmp_path: Path
) -> None:
    document = {k: v for k, v in {**PLUS, **changes}.items() if v is not None}
    code, _, err = shell("disambiguate", write(tmp_path / "p.json", document))
    assert code == 2 and word in err


QUERIES: list[dict[str, Any]] = [
    {"id": "right", "do": {"A": 1, "B": 0}, "of": "L", "gold": "on"},
    {"id": "wrong", "do": {"A": 0, "B": 0}, "of": "L", "gold": "on"},
    {"id": "value", "do": {"A": 0, "B": 1}, "of": "L", "gold": "on"},
    {"id": "nothing", "do": {"A": 0, "B": 1}, "of": "L"},
    {"id": "open", "do": {"A": 0, "B": 1}, "of": "L", "gold": "undetermined"},
    {"id": "unsaid", "given": {"A": 1, "L": "off"}, "of": "B", "gold": 0},
    {"id": "said", "given": {"A": 1, "L": "off"}, "of": "B", "gold": "impossible"},
]
KINDS = {"wrong": "wrong", "value": "ill-posed", "nothing": "open", "unsaid": "inconsistent"}


def test_errata_are_one_a_query(shell: Shell, tmp_path: Path) -> None:
    lines = tmp_path / "errata.jsonl"
    path = write(tmp_path / "light.json", {**LIGHT, "queries": QUERIES})
    assert shell("audit", path, "--errata", lines, "--quiet")[0] == 1
    listed = [json.loads(line) for line in lines.read_text().splitlines()]
    assert {one["item"]: one["kind"] for one in listed} == {
        f"light#{name}": kind for name, kind in KINDS.items()
    }
    assert all(one["basis"]["proved"] and one["basis"]["unless"] for one in listed)


def test_only_errata_are_proved_for_errata(shell: Shell, tmp_path: Path) -> None:
    """A proof of what is right may take far longer than its audit; ``--certificate`` makes it as well."""
    pool = [
        {**LIGHT, "id": name, "queries": [query for query in QUERIES if query["id"] == name]}
        for name in ("right", "wrong")
    ]
    path = tmp_path / "pool.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in pool))
    lines, proofs = tmp_path / "errata.jsonl", tmp_path / "proofs"
    for more, proved in (((), [False, True]), (("--certificate", proofs), [True, True])):
        lines.unlink(missing_ok=True)
        said = shell("audit", path, "--errata", lines, "--json", *more)[1]
        told = [json.loads(line) for line in said.splitlines()]
        assert [bool(x.get("certificate") or x.get("certificate_file")) for x in told] == proved
        (one,) = [json.loads(line) for line in lines.read_text().splitlines()]
        assert one["item"] == "wrong#wrong" and one["certificate"]["claim"] == "answer"


@pytest.mark.parametrize(
    ("names", "verdict", "code"),
    [
        (["right"], "answered", 0),
        (["right", "open"], "answered", 0),
        (["right", "said"], "answered", 0),
        (["value"], "ill-posed", 1),
        (["nothing"], "ill-posed", 1),
        (["wrong", "value"], "wrong", 1),
        (["unsaid"], "wrong", 1),
    ],
)
def test_verdicts_about_queries(
    names: list[str], verdict: str, code: int, shell: Shell, tmp_path: Path
) -> None:
    chosen = [query for query in QUERIES if query["id"] in names]
    path = write(tmp_path / "light.json", {**LIGHT, "queries": chosen})
    found, document = asked(shell, "audit", path)
    assert (document["verdict"], document["model_verdict"], found) == (verdict, "ambiguous", code)
    assert document["sentence"] and document["settled"] is (code == 0)
    _, model = asked(shell, "audit", write(path, {**LIGHT, "queries": chosen, "task": "model"}))
    assert model["verdict"] == "ambiguous"


def test_reports_and_pages_are_written(shell: Shell, tmp_path: Path, other: Path) -> None:
    path = write(tmp_path / "light.json", {**LIGHT, "queries": QUERIES})
    page = tmp_path / "page.html"
    _, out, _ = shell("audit", path, "--html", page)
    assert "Why value is undetermined" in out and page.stat().st_size > 1_000
    plus = write(tmp_path / "plus.json", PLUS)
    for words in (["audit"], ["solve", "--all"], ["next"], ["alternatives"], ["count"]):
        assert "plus" in shell(words[0], plus, *words[1:])[1]
    assert "one of 2 models" in shell("check", plus, other)[1]


def test_a_report_lists_so_many_experiments() -> None:
    experiments = tuple(
        FiniteExperiment(experiment={"do": {"A": 1}}, worst=2, expected=1.5)
        for _ in range(SHOWN_EXPERIMENTS + 2)
    )
    for count in (SHOWN_EXPERIMENTS - 1, SHOWN_EXPERIMENTS, SHOWN_EXPERIMENTS + 2):
        document = replace(Next().frame(read_finite(PLUS)), experiments=experiments[:count])
        (section,) = Next().story(document).sections
        table, *rest = section.blocks
        assert len(table.rows) == min(count, SHOWN_EXPERIMENTS)
        assert [line.text for line in rest] == ["and 2 others"] * (count > SHOWN_EXPERIMENTS)
