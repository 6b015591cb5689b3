"""Pages of one checked answer in a real browser: strip, graphs, patterns, player; large ones too."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

from symcause.audits.question import ask, question
from symcause.families.boolean.documents.check_document import BooleanCheck
from symcause.families.boolean.documents.question_results import AlternativePart
from symcause.families.boolean.models.worlds import Mode, Split, World
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.formats.pools.problem_files import read_problem
from symcause.models.disclosure import Disclosure, Setting
from tests.reports.cases import EXAMPLES, hostile, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.kinds import answered
from tests.scoring.cases import mechanisms

pytestmark = needs_chromium


def count(page: Page, selector: str) -> int:
    return int(page.run(f"document.querySelectorAll({json.dumps(selector)}).length"))


def text(page: Page, selector: str) -> str:
    return str(page.run(f"document.querySelector({json.dumps(selector)}).textContent"))


def test_an_answer_is_seen_against_worlds_and_gold(page: Page, tmp_path: Path) -> None:
    problem, _ = hostile()
    answer = (EXAMPLES / "answers" / "ambiguous.other.json").read_text()
    document = ask("check", problem, answer=answer)
    assert isinstance(document, BooleanCheck) and isinstance(document.beside, AlternativePart)
    path = write_page(tmp_path / "page.html", (problem, document))
    page.open(path)
    assert page.complaints == [] and page.run("window.hit") is None
    # the strip: a square a row, crosses where the answer is wrong, the first of them told
    rows = [(world, row) for world in problem.worlds for row in range(len(world.rows))]
    assert count(page, ".evidence-strip .strip-cell") == len(rows)
    wrong = page.run("JSON.parse(symcause.block('p-0').textContent).wrong")
    missed = sorted({(w, r) for w, r, _ in wrong})
    assert count(page, ".evidence-strip .wrong") == len(missed) == 4
    signs = "[...document.querySelectorAll('.evidence-strip .wrong')].map((c) => c.textContent)"
    assert page.run(signs) == ["×"] * 4, "colour is not the only sign"
    w, r = missed[0]
    assert text(page, ".strip-told h4").startswith(f"{problem.worlds[w].id}, row {r + 1}")
    heads = "[...document.querySelectorAll('.told-row thead th')].map((c) => c.textContent)"
    assert page.run(heads) == list(problem.variables)
    assert text(page, ".told-row .hit") == "1" and "X4 is 1 instead of 0" in text(
        page, ".strip-told"
    )
    # by hand and by keyboard
    page.click(".evidence-strip [data-square='0']")
    assert text(page, ".strip-told h4").startswith(problem.worlds[0].id)
    assert "The answer gives this row" in text(page, ".strip-told")
    page.press("ArrowRight")
    assert "row 2" in text(page, ".strip-told h4")
    assert page.run("document.activeElement.dataset.square") == "1"
    assert count(page, ".evidence-strip [tabindex='0']") == 1
    # one graph: what both have, what is missing, what is too much, whose mechanism differs
    kinds = {kind: count(page, f".over-gold .edge.{kind}") for kind in ("kept", "missing", "extra")}
    assert kinds == {"kept": 3, "missing": 3, "extra": 3}
    differing = page.run(
        "[...document.querySelectorAll('.node.differs text')].map((t) => t.textContent)"
    )
    assert tuple(differing) == document.beside.changed == ("X4", "X5")
    assert count(page, ".node.differs .inner") == 2, "framed twice, not only amber"
    # patterns: gold, the answer, seen or never; lit where they differ
    for place, (name, corners) in enumerate(document.beside.corners.items()):
        table = f".change:nth-of-type({place + 1}) .patterns"
        assert text(page, f".change:nth-of-type({place + 1}) h3") == name
        assert count(page, f"{table} .lit") == 2 * corners.number
        sides = (
            f"[...document.querySelectorAll('{table} tr:not(.input) th')].map((t) => t.textContent)"
        )
        assert page.run(sides) == ["gold", "the answer", "seen"]
    # the player opens at the witness
    hits = page.run("[...document.querySelectorAll('.board .first .hit')].map((c) => c.dataset.v)")
    differences = document.beside.witness and document.beside.witness.differences
    assert [problem.variables[int(v)] for v in hits] == [d.variable for d in differences or ()]
    page.run("document.querySelectorAll('.tab')[1].click()")
    assert "nearest other explanation" in text(page, ".board .second")
    assert page.complaints == [] and page.run("window.hit") is None


def large() -> BooleanProblem:
    """Three hundred worlds of eight rows over 26 variables with long names."""
    rng = Random(7)
    names = tuple(f"variable_{i:02}_with_a_long_name" for i in range(26))
    roots = names[:6]
    texts = {
        v: f"(xor {rng.choice(names[:i])} {names[i - 1]})" for i, v in enumerate(names) if i > 5
    }
    gold = mechanisms(texts)
    rows = ["".join(rng.choice("01") for _ in names) for _ in range(2400)]
    worlds = tuple(
        World(f"w{i}", Split.TRAIN, Mode.NONE, (), tuple(rows[8 * i : 8 * i + 8]))
        for i in range(300)
    )
    disclosure = Disclosure(Setting.HIDDEN_ORDER, names, roots=roots)
    return BooleanProblem(id="large", disclosure=disclosure, worlds=worlds, gold=gold)


def test_large_problems_stay_usable(page: Page, tmp_path: Path) -> None:
    problem = large()
    texts = dict.fromkeys(
        problem.variables[6:], f"(and {problem.variables[0]} {problem.variables[1]})"
    )
    asked = question("check", problem, answer=json.dumps({"mechanisms": texts}))
    document = asked.frame(problem)  # the answer by itself: nobody counts models here
    assert isinstance(document, BooleanCheck) and document.valid
    path = write_page(tmp_path / "page.html", (problem, document))
    for width in (1280, 390):
        page.resize(width, 800)
        page.open(path)
        assert page.complaints == []
        assert page.becomes("document.documentElement.scrollWidth", width) == width
        assert count(page, ".evidence-strip .strip-cell") == 300
        assert count(page, ".evidence-strip .wrong") > 290
    assert "other rows of this world are wrong too" in text(page, ".strip-told")
    assert path.stat().st_size < 2_000_000


def test_answers_of_every_kind_draw_themselves(page: Page, tmp_path: Path) -> None:
    entries = []
    for name in ("unique.good", "ordered.nand", "hidden-roots.wrong-roots", "alternative.good"):
        problem = read_problem(EXAMPLES / f"{name.partition('.')[0]}.json")
        answer = (EXAMPLES / "answers" / f"{name}.json").read_text()
        entries.append((problem, ask("check", problem, answer=answer)))
    problem, _ = hostile()
    bare = replace(problem, gold=None)
    entries.append(
        (bare, ask("check", bare, answer=(EXAMPLES / "answers/ambiguous.good.json").read_text()))
    )
    path = write_page(tmp_path / "pool.html", *entries)  # type: ignore[arg-type]
    page.open(path)
    for place in range(len(entries)):
        page.go(f"p{place}")
        shown = text(page, ".problem")
        assert not [w for w in ("undefined", "NaN", "[object", "null") if w in shown], place
    assert page.complaints == [] and page.run("window.hit") is None


def test_readings_of_another_variable_that_are_missed_are_drawn(page: Page, tmp_path: Path) -> None:
    """Where the target is met, the picture shows what is not."""
    said = {"moisture": "12 + 2*density", "freq": "25 + 2*density + 3*size + temperature"}
    page.open(answered("crystal", {"equations": said})(tmp_path))
    assert page.run("document.querySelector('h1').textContent") == "Misses 3 readings of size"
    drawn = page.run("document.querySelector('.checked svg').textContent")
    assert "manipulator 6" in drawn and "−80 ×" in drawn and "record r0" not in drawn
    assert "chain[" not in page.run("document.querySelector('main').textContent")


def test_an_answer_that_is_not_valid_says_why_under_its_headline(
    page: Page, tmp_path: Path
) -> None:
    page.open(answered("unique", {"mechanisms": {"X3": "X1"}})(tmp_path))
    told = page.run("['h1', '.sentence'].map((one) => document.querySelector(one).textContent)")
    assert told[0] == "Not valid: mechanisms are missing or too many" and told[1].startswith(
        "a mechanism is missing for X4"
    )
