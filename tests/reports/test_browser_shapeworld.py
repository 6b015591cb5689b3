"""The page of a transcript in a real browser: every moment of it, against what Python works out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from symcause.audits.documents import AuditDocument, Result
from symcause.audits.question import ask, question
from symcause.families.shapeworld.models.causal_relations import Relation
from symcause.families.shapeworld.problem.problem import ShapeWorldProblem, Step
from symcause.families.shapeworld.space.space_choice import open_space
from tests.reports.cases import MARKUP, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.test_browser import ACCESSIBLE, CAPTURE, quiet
from tests.shapeworld.cases import EXAMPLES, NAMES, case, random_transcript

pytestmark = needs_chromium

Entry = tuple[ShapeWorldProblem, Result]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("shapes")


def audited(problem: ShapeWorldProblem, **options: object) -> Entry:
    found = ask("audit", problem, **options)
    assert isinstance(found, AuditDocument)
    return problem, found


def named(name: str) -> ShapeWorldProblem:
    return replace(EXAMPLES[name], id=name, metadata={"model": "somebody", "structure": "random"})


def odd() -> list[Entry]:
    """Every verdict and every kind of line, names nobody has drawn, and audits cut short."""
    names = NAMES[:3]
    lines = (
        Step("hold", "circle", names),
        Step("push", "circle", names, invalid=True),
        Step(moving=names),
        Step("hold", "circle"),
        Step("move", "circle", names),
    )
    untidy = ShapeWorldProblem("untidy", names, "circle", "square", names, lines, "well, yes")
    silent = ShapeWorldProblem("silent", names, "circle", "square")
    strange = ("ʃ moon", MARKUP[:40], "constructor")
    odd_names = ShapeWorldProblem(
        f"names {MARKUP}",
        strange,
        *strange[:2],
        strange,
        (Step("hold", strange[0], strange[1:]),),
        "no",
        metadata={MARKUP: MARKUP},
    )
    impossible = case("a b", "a", "b", "a b", "move a:", "hold b: a")
    wrong = replace(named("illusive"), gold=Relation.of(names, []).dag)
    chain = Relation.of(names, [("circle", "square")]).dag
    outside = ShapeWorldProblem("outside", names, "circle", "square", names, gold=chain)
    many = random_transcript(8, 12, Random(3))
    cut = question("audit", many).frame(many).halted("the time is up")
    long = random_transcript(4, 900, Random(5))
    return [
        *(audited(p) for p in (untidy, silent, odd_names, impossible, wrong)),
        audited(outside, scope="rooted"),
        *(audited(p) for p in (random_transcript(6, 30, Random(4)), long)),
        (many, cut),
    ]


@pytest.fixture(scope="module")
def five(folder: Path) -> Path:
    return write_page(folder / "five.html", *(audited(named(name)) for name in EXAMPLES))


MOMENT = """(() => {
  const text = (q) => [...document.querySelectorAll(q)].map((n) => n.textContent);
  return {
    moving: [...document.querySelectorAll('.actor.moving strong')].map((n) => n.textContent),
    still: document.querySelectorAll('.stage .glyph.still').length,
    acted: text('.actor.acted strong'),
    pairs: Object.fromEntries([...document.querySelectorAll('[data-pair]')].map((n) => [n.dataset.pair, n.textContent])),
    label: text('.step-label')[0], facts: text('.step-facts')[0], here: text('.moments .here th')[0],
  };
})()"""  # noqa: E501
WORDS = {"always": "yes", "never": "no", "open": "?"}


@pytest.mark.parametrize("seed", range(4))
def test_every_moment_shows_what_moved_and_what_was_known(
    page: Page, folder: Path, seed: int
) -> None:
    problem = random_transcript(3 + seed % 3, 6, Random(seed))
    path = write_page(folder / f"random-{seed}.html", audited(problem))
    page.open(path)
    for at in range(7):
        page.click(f"[data-moment='{at}']")
        shown: dict[str, Any] = page.run(MOMENT)
        before = problem.cut(at)
        state = before.transcript[-1].moving if at else problem.initial
        assert state is not None and shown["moving"] == list(state)
        assert shown["still"] == problem.size - len(state)
        space = open_space(before)
        known = {
            f"{problem.index[x]}-{problem.index[y]}": WORDS[str(status)]
            for (x, y), status in space.edges().items()
        }
        assert shown["pairs"] == known
        asked = space.status(problem.cause, problem.effect)
        settled = {"always": "settled: yes", "never": "settled: no", "open": "open"}[str(asked)]
        assert f"the question{settled}" in shown["facts"]
        assert f"relations left{space.count()}" in shown["facts"].replace(",", "")
        assert shown["here"] == str(at)
        if at:
            assert shown["acted"] == [before.transcript[-1].shape]
    quiet(page, path)


def test_the_point_where_it_was_settled(page: Page, five: Path) -> None:
    page.open(five, "#p1")
    assert "refuted: octagon does not make triangle move" in page.run(
        "document.querySelector('h1').textContent"
    )
    assert page.run(MOMENT)["label"] == "step 3: hold circle", "the page opens where it was settled"
    row = page.run("document.querySelector('.settled-here').textContent")
    assert row.startswith("3hold circle") and "no: settled here" in row
    advice = page.run("[...document.querySelectorAll('.advice')].map((n) => n.textContent)")
    assert "better: hold rectangle: after it 2 more interventions are always enough" in advice[1]
    assert not any(advice[2:]) and not advice[0]
    page.go("p2")
    titles = page.run("[...document.querySelectorAll('#worlds h3')].map((n) => n.textContent)")
    assert [title.split()[-1] for title in titles] == ["yes", "no"], (
        "open: a world with each answer"
    )
    quiet(page, five)


def test_slider_and_buttons(page: Page, five: Path) -> None:
    page.open(five, "#p1")
    page.run("document.getElementById('step').focus()")
    page.press("ArrowRight")
    assert page.run(MOMENT)["label"] == "step 4: hold triangle"
    assert page.run("document.getElementById('step').ariaValueText") == "step 4: hold triangle"
    for _ in range(5):
        page.click("[data-act=previous]")
    assert page.run(MOMENT)["label"] == "start"
    page.click("[data-act=next]")
    assert page.run(MOMENT)["here"] == "1"
    page.run("document.querySelector('[data-moment=\"2\"]').focus()")
    page.press("Enter")
    assert page.run(MOMENT)["here"] == "2"


def test_shapes_sway_on_request_unless_the_reader_wants_calm(page: Page, five: Path) -> None:
    sway = "getComputedStyle(document.querySelector('.stage .moving .body')).animationName"
    for wanted, name in (("no-preference", "sway"), ("reduce", "none")):
        feature = {"name": "prefers-reduced-motion", "value": wanted}
        page.call("Emulation.setEmulatedMedia", features=[feature])
        page.open(five, "#p1")
        assert page.run(sway) == "none"
        page.run("document.querySelector('[data-act=sway]').click()")
        assert page.run(sway) == name
    page.media()


def test_odd_transcripts_have_pages_too(page: Page, folder: Path) -> None:
    path = write_page(folder / "odd.html", *odd())
    page.open(path)
    for place, (problem, _) in enumerate(odd()):
        page.go(f"p{place}")
        assert page.run("document.querySelector('.problem').dataset.id") == problem.id
        text = page.run("document.querySelector('.problem').textContent")
        assert not [w for w in ("undefined", "NaN", "[object", "null") if w in text], problem.id
        assert page.run(ACCESSIBLE) == []
        assert page.run("document.querySelectorAll('#main img, #main script, #main b').length") == 0
        for at in page.run(
            "[...document.querySelectorAll('[data-moment]')].map((b) => b.dataset.moment)"
        )[:6]:
            page.run(f"document.querySelector('[data-moment=\"{at}\"]').click()")
    quiet(page, path)
    assert page.run("window.hit === undefined")


def test_phones_paper_and_the_dark(page: Page, five: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    for fragment in ("", "#p1", "#p4"):
        page.resize(390, 800, mobile=True)
        page.media(scheme="dark")
        page.open(five, fragment)
        assert page.run("document.documentElement.scrollWidth") <= 390
        assert page.run(colour) != "rgb(255, 255, 255)"
        page.resize(720, 1000)
        page.media(media="print")
        assert page.run("document.documentElement.scrollWidth") <= 720
        assert page.run("[...document.querySelectorAll('.stepper')].every((t) => !t.offsetParent)")
        assert len(page.call("Page.printToPDF")["data"]) < 1_000_000
        page.media()
        page.resize(1280, 900)
        page.open(five, fragment)
        assert page.run(ACCESSIBLE) == []


def test_the_pool_of_transcripts(page: Page, five: Path) -> None:
    page.open(five)
    assert page.run("document.querySelector('h1').textContent") == "2 of 5 problems settled"
    heads = page.run(
        "[...document.querySelectorAll('.pool-table th button')].map((b) => b.textContent)"
    )
    assert heads == [
        *("problem", "verdict", "answer", "system", "structure", "shapes", "steps"),
        *("relations", "settled after", "seconds"),
    ]
    crossed = page.run(
        "[...document.querySelectorAll('#crossed tbody tr')].map((r) => r.textContent)"
    )
    assert crossed == ["somebody532"], "five problems: three unsupported, two refuted"
    badges = page.run(
        "Object.fromEntries([...document.querySelectorAll('.pool-table .badge')]"
        ".map((b) => [b.textContent, b.className]))"
    )
    assert badges == {"open": "badge ambiguous", "yes": "badge unique", "no": "badge unique"}
    page.run(
        "(() => { const s = document.querySelector('[data-filter=answer]'); s.value = 'refuted';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    rows = "[...document.querySelectorAll('.pool-table tbody th')].map((r) => r.textContent)"
    assert page.run(rows) == ["correlation-1", "illusive"]
    page.run(CAPTURE)
    page.run("document.querySelector('#problems .tools button').click()")
    [[name, _, text]] = page.run("window.kept")
    assert name == "problems.csv" and text.startswith("id,verdict,answer,system,setting,variables")
    assert "illusive,yes,refuted,somebody,random,3,1,3,1," in text
    quiet(page, five)
