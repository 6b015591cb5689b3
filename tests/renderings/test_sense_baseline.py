"""The baseline common-sense on the command line and from Python: the same answers, none without a theme."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import symcause
from symcause.formats.problems import read_document
from symcause.renderings.rendered_problem import rendered_document
from symcause.renderings.rendered_text import Names, Source, rendered
from symcause.renderings.themes.library import style_named, theme_named
from tests.cli.cases import EXAMPLES, Shell
from tests.renderings.cases import DOCUMENTS, lines

OWN = """format = "symcause.theme/1"
id = "own"
title = "A pond"
[words]
world = "day"
row = "look"
asker = "Eve"
teller = "Tom"
place = "at a pond"
[phrases]
unknown = "nobody minds {name}"
nothing = "nobody comes by"
set_on = "somebody keeps it so that {on}"
set_off = "somebody keeps it so that {off}"
set_by_row = "somebody changes {name} at every look"
start = "somebody starts it so that {on}"
stop = "somebody tries to stop it so that {off}"
reading = "{name} measures {value}"
put = "somebody brings {name} to {value}"
release = "somebody lets go of {name}"
unread = "nobody measures {name}"
on = "{name} is up"
off = "{name} is down"
"""


@pytest.fixture
def pool(tmp_path: Path, shell: Shell) -> Path:
    """Renderings of all families, in bundled themes and one of the user's own, and a plain problem."""
    own = tmp_path / "own.toml"
    nouns = "".join(f'[[nouns]]\nid = "n{i}"\nname = "thing {i}"\n' for i in range(9))
    chain = ", ".join(f'"n{i} -> n{i + 1} {sign}"' for i, sign in enumerate("+-+-+-+-"))
    own.write_text(f"{OWN}{nouns}[commonsense]\nedges = [{chain}]\n")
    source = tmp_path / "source.jsonl"
    stated = [json.loads((EXAMPLES / "unique.json").read_text())]
    stated += [{"id": name, **DOCUMENTS[name]} for name in ("held", "shapes all")]
    source.write_text("".join(json.dumps(one) + "\n" for one in stated))
    out = tmp_path / "texts.jsonl"
    made = ("--themes", f"neutral,farm,{own}", "--styles", "story", "--names", "free,contradict")
    code, _, err = shell("generate", "renderings", source, *made, "--out", out)
    assert code == 0, err
    out.write_text(out.read_text() + json.dumps(stated[0]) + "\n")  # no rendering at all
    return out


def _lines(shell: Shell, *arguments: object) -> dict[str, dict[str, Any]]:
    """The lines of the baseline, by problem."""
    code, out, err = shell("score", *arguments, "--json")
    assert code == 0, err
    found = [json.loads(line) for line in out.splitlines()]
    return {one["problem"]: one for one in found if one.get("model") == "common-sense"}


def test_the_command_line_answers_renderings_with_common_sense_alone(
    pool: Path, shell: Shell
) -> None:
    problems = {p.id: p for p in symcause.load_pool(pool)}
    about = {id: p.metadata.get("rendering") for id, p in problems.items()}  # type: ignore[attr-defined]
    found = _lines(shell, pool, "--baseline", "common-sense")
    assert found.keys() == {id for id, a in about.items() if a and a["theme"] != "neutral"}
    assert {about[id]["theme"] for id in found} == {"farm", "own"}, "themes travel with the pool"
    assert {problems[id].__class__.__name__ for id in found} == {
        "BooleanProblem",
        "LinearProblem",
        "ShapeWorldProblem",
    }
    for id, line in found.items():
        if about[id]["alignment"] == "contradict" and "sense" in line:
            assert line["sense"]["sense"] <= line["sense"]["gold"], id


def test_several_processes_and_repetitions_say_the_same(pool: Path, shell: Shell) -> None:
    one = _lines(shell, pool, "--baseline", "common-sense")
    two = _lines(shell, pool, "--baseline", "common-sense", "--jobs", 2)
    assert _untimed(one) == _untimed(two)


def _untimed(lines: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    return {id: {k: v for k, v in line.items() if k != "seconds"} for id, line in lines.items()}


def test_python_answers_as_the_command_line_does(pool: Path, shell: Shell) -> None:
    bundled = [
        p
        for p in symcause.load_pool(pool)
        if p.metadata.get("rendering", {}).get("theme") != "own"  # type: ignore[attr-defined]
    ]
    rows = symcause.baselines.solve(bundled, "common-sense")
    found = _lines(shell, pool, "--baseline", "common-sense")
    assert {row["instanceId"] for row in rows} == {id for id in found if "__farm-" in id}
    assert "common-sense" in symcause.baselines.names()
    scored = symcause.score(bundled, rows)
    for line in scored.lines:
        theirs = found[str(line["problem"])]
        for key in ("valid", "right", "fits", "train_exact", "sense"):
            assert line.get(key) == theirs.get(key), (line["problem"], key)


def test_problems_that_are_no_renderings_are_left_out(shell: Shell) -> None:
    assert not symcause.baselines.solve([symcause.load(EXAMPLES / "unique.json")], "common-sense")
    assert "common-sense" not in symcause.baselines.names(symcause.load(EXAMPLES / "unique.json"))


def test_words_without_common_sense_are_not_counted_as_wrong(pool: Path, shell: Shell) -> None:
    """Nor is a problem that is no rendering: tables count what the baseline is asked, and no more."""
    asked = _lines(shell, pool, "--baseline", "common-sense")
    settings = {p.id: getattr(p, "setting", None) for p in symcause.load_pool(pool)}
    assert any(id not in asked and settings[id] for id in settings)
    said = ("--baseline", "common-sense", "--table", "main", "--format", "csv")
    code, out, err = shell("score", pool, *said)
    assert code == 0, err
    header, row = (line.split(",") for line in out.strip().splitlines())
    told = dict(zip(header, row, strict=True))
    assert told["Model"] == "common-sense" and float(told["Coverage"]) == 1.0
    assert int(told["n"]) == sum(settings[id] is not None for id in asked)


def test_a_base_that_no_problem_is_in_is_refused(pool: Path, shell: Shell) -> None:
    said = ("--baseline", "common-sense", "--table", "renderings")
    code, out, err = shell("score", pool, *said, "--base", "farm-table-free")
    assert (code, out) == (2, "") and "no problem is in these words" in err
    assert "farm-story-contradict, farm-story-free, neutral-story-free, neutral-table-free" in err
    assert shell("score", pool, *said, "--base", "farm-story-free")[0] == 0


def test_every_published_answer_comes_out_of_the_command(tmp_path: Path, shell: Shell) -> None:
    """The published problems are in the nouns of a theme; here they are made renderings of themselves."""
    documents: list[dict[str, Any]] = []
    expected = {}
    for case in lines("baseline.jsonl"):
        problem = read_document({key: v for key, v in case["problem"].items() if key != "gold"})
        source, theme = Source(problem), theme_named(case["theme"])
        names = Names("free", {name: name for name in source.told["variables"]})
        made = rendered(source, theme, style_named("list"), names)
        id = f"{problem.id}-{len(documents)}"
        documents.append(rendered_document(source, made, id))
        expected[id] = case["answer"]
    pool = tmp_path / "pool.jsonl"
    pool.write_text("".join(json.dumps(one) + "\n" for one in documents))
    rows = symcause.baselines.solve(list(symcause.load_pool(pool)), "common-sense")
    answers = {row["instanceId"]: json.loads(row["response"]) for row in rows}
    assert answers.keys() == {id for id, answer in expected.items() if answer is not None}
    for id, answer in answers.items():
        if "hypothesis" in answer:
            listed = [[e["from"], e["to"]] for e in answer["hypothesis"]["edges"]]
            answer = {"edges": listed}
        assert answer == expected[id]
