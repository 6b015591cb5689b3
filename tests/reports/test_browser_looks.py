"""Every kind of page, looked at: at a desk and on a telephone, by day and by night, and printed."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

from symcause.audits.question import ask
from symcause.cli.main import cli
from symcause.families.boolean.report.story.audit_story import audit_story
from symcause.models.number_phrases import percent
from tests.reports.cases import EXAMPLES, boolean, episode, linear, odd, pool, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.kinds import SHOWN, Made, answered, equivalent, kinds, run_page
from tests.reports.looking import (
    HEIGHT,
    LOOKS,
    looked_at,
    marks_are_found,
    on_paper,
    seen_at_once,
    type_is_plain,
)

pytestmark = needs_chromium


def _played(folder: Path, name: str = "shapes") -> Path:
    log = folder / "episode.jsonl"
    problem = EXAMPLES / f"{name}.json"
    CliRunner().invoke(cli, ["play", str(problem), "--agent", "random", "--out", str(log)])
    return run_page("audit", problem, "--log", log)(folder)


_MISSING = {"moisture": "12 + 2*density", "freq": "25 + 2*density + 3*size + temperature"}
_TOO_FEW = {"edges": [["density", "moisture"], ["moisture", "size"], ["size", "freq"]]}


PAGES: dict[str, tuple[Made, str]] = {
    "ambiguous": (lambda folder: write_page(folder / "a.html", boolean("ambiguous")), ""),
    "hidden roots": (lambda folder: write_page(folder / "h.html", boolean("hidden-roots")), ""),
    "linear": (lambda folder: write_page(folder / "l.html", linear()), ""),
    "trajectory": (lambda folder: write_page(folder / "t.html", episode()), ""),
    "pool": (lambda folder: write_page(folder / "p.html", *pool()[:-2]), ""),
    "of a pool": (lambda folder: write_page(folder / "p.html", *pool()), "#p1"),
    "odd": (lambda folder: write_page(folder / "o.html", *odd()), "#p3"),
    "shapes": (run_page("audit", EXAMPLES / "shapes.json"), ""),
    "episode": (_played, ""),
    "survivors": (lambda folder: _played(folder, "boats"), ""),
    "class": (equivalent, ""),
    "yes": (answered("shapes", {"answer": "yes"}), ""),
    "alignment": (run_page("align", EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt"), ""),
    "scenario": (run_page("audit", EXAMPLES / "boats.json"), ""),
    "text": (run_page("check", EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt"), ""),
    "gold": (run_page("audit", EXAMPLES / "flood.txt"), ""),
    "hypothesis": (answered("crystal", {"equations": _MISSING}), ""),
    "edges": (answered("crystal", {"hypothesis": _TOO_FEW}), ""),
    "design": (answered("boats", {"design": {"hull": 1}}), ""),
    "table": (answered("draft", {"answer": "yes"}), ""),
    "twins": (SHOWN["separate scenario"][0], ""),
    "rival": (run_page("alternatives", EXAMPLES / "episode.json"), ""),
    "coefficient": (
        run_page("check", EXAMPLES / "crystal.json", EXAMPLES / "answers/crystal.wrong.json"),
        "",
    ),
    "check": (
        run_page("check", EXAMPLES / "ambiguous.json", EXAMPLES / "answers/ambiguous.other.json"),
        "",
    ),
}

FIRST = dict.fromkeys(
    (
        *("ambiguous", "hidden roots", "linear", "trajectory", "episode", "of a pool"),
        *("pool", "survivors", "class", "yes", "table", "twins", "rival"),
    ),
    "section.first figure",
) | {
    "shapes": "#replay .stage",
    "scenario": "#axis svg",
    "text": "#graph svg",
    "alignment": "#graph svg",
    "gold": "#baselines svg",
    "check": ".checked",
    "hypothesis": ".checked",
    "coefficient": ".checked",
    "edges": ".checked",
    "design": "#axis svg",
}
"""What is seen at once under the headline."""


@pytest.mark.parametrize("kind", [*kinds()])
def test_what_is_seen_at_once_answers(page: Page, tmp_path: Path, kind: str) -> None:
    """Headline and first picture, of whatever the commands write about any family."""
    made, first = SHOWN[kind]
    page.resize(1280, HEIGHT)
    page.open(made(tmp_path))
    seen_at_once(page, first, kind)
    for width, scheme in LOOKS:
        page.resize(width, HEIGHT)
        page.media(scheme=scheme)
        type_is_plain(page, f"{kind} at {width}")
        marks_are_found(page, f"{kind} at {width}, {scheme}")
    assert page.run("document.querySelector('h1').textContent").count(" ") > 1, "a finding"
    assert page.complaints == []


@pytest.mark.parametrize("kind", PAGES)
def test_every_page_can_be_read_everywhere(page: Page, tmp_path: Path, kind: str) -> None:
    made, fragment = PAGES[kind]
    looked_at(page, made(tmp_path), fragment, FIRST.get(kind, ""))


@pytest.mark.parametrize("kind", [kind for kind in kinds() if kind.startswith("runs")])
def test_pages_of_many_runs_can_be_read_everywhere(page: Page, tmp_path: Path, kind: str) -> None:
    made, first = SHOWN[kind]
    looked_at(page, made(tmp_path), "", first)


def test_commands_name_the_file_and_can_be_copied(page: Page, tmp_path: Path) -> None:
    shown = "[...document.querySelectorAll('.command code')].map((c) => c.textContent)"
    page.open(write_page(tmp_path / "a.html", boolean("ambiguous"), source="my file.json"))
    assert page.run(shown)[0] == "symcause disambiguate 'my file.json' --out FILE"
    assert page.run("document.querySelectorAll('.command .copy').length") == 3
    page.open(write_page(tmp_path / "p.html", *pool(), source="pool.jsonl"), "#p0")
    assert "symcause disambiguate pool.jsonl --id ordered --out FILE" in page.run(shown)
    page.open(write_page(tmp_path / "s.html", boolean("ambiguous"), source="standard input"))
    assert page.run(shown)[0] == "symcause disambiguate PROBLEM --out FILE"


def test_a_filter_that_leaves_nothing_says_so(page: Page, tmp_path: Path) -> None:
    page.open(write_page(tmp_path / "p.html", *pool()))
    page.run(
        "(() => { const box = document.querySelector('[data-filter=text]'); box.value = 'nowhere';"
        "box.dispatchEvent(new Event('input')); })()"
    )
    rows = "document.querySelector('.pool-table tbody')"
    assert page.run(f"{rows}.textContent").startswith("No problem matches.")
    page.run("document.querySelector('[data-act=unfilter]').click()")
    assert page.run(f"{rows}.rows.length") == len(pool())


def test_a_telephone_shows_the_count_of_every_problem(page: Page, tmp_path: Path) -> None:
    page.resize(390, 900)
    page.open(write_page(tmp_path / "p.html", *[e for e in pool() if e[0] is not None]))
    seen = page.run(
        "[...document.querySelectorAll('.pool-table .of-log')].every((cell) => {"
        "const box = cell.getBoundingClientRect(); return box.width && box.right <= 390; })"
    )
    assert seen


def test_text_and_page_round_alike(page: Page, tmp_path: Path) -> None:
    page.open(write_page(tmp_path / "a.html", boolean("ambiguous")))
    shares = [i / n for n in (3, 7, 8, 16, 24, 400, 800, 2000) for i in range(n + 1)]
    told = page.run(f"{shares}.map((share) => symcause.percent(share))")
    assert told == [percent(Fraction(share).limit_denominator(2000)) for share in shares]


def test_a_settled_graph_with_an_open_function_is_told_in_words() -> None:
    (note,) = [n for n in audit_story(boolean("corner")[1]).notes if "settled" in n]
    assert note == "the graph is settled, the function of X5 is not"
    assert not [n for n in audit_story(boolean("ambiguous")[1]).notes if "settled" in n]


def test_a_stranded_heading_would_be_seen(page: Page, tmp_path: Path) -> None:
    page.open(write_page(tmp_path / "a.html", boolean("ambiguous")))
    on_paper(page, "as it is")
    rule = "@media print { #profile-title { break-after: page !important; } }"
    page.run(f"document.styleSheets[0].insertRule('{rule}', 0)")
    with pytest.raises(AssertionError, match="a heading comes last"):
        on_paper(page, "spoilt")


def test_a_headline_is_a_finding_with_few_facts(page: Page, tmp_path: Path) -> None:
    for entry, headline in (
        (boolean("ambiguous"), "Ambiguous: 23 models explain the evidence"),
        (boolean("unique"), "Unique: one model explains the evidence"),
        (linear(), "Ambiguous: 330 graphs explain the evidence"),
    ):
        page.open(write_page(tmp_path / "a.html", entry))
        assert page.run("document.querySelector('h1').textContent") == headline
        assert page.run("document.querySelectorAll('.hero > .facts > div').length") <= 5
        assert page.run("document.querySelectorAll('.more-facts dd').length") > 0


def test_an_answer_has_its_finding_and_its_lines(page: Page, tmp_path: Path) -> None:
    answer = EXAMPLES / "answers" / "corner.submission.json"
    page.open(run_page("check", EXAMPLES / "corner.json", answer)(tmp_path))
    assert page.run("document.querySelector('h1').textContent") == (
        "Explains every training world, fails in 2 of 2 held-out worlds"
    )
    assert page.run("document.querySelector('.identity').textContent") == "Problem corner"
    problem, _ = boolean("ambiguous")  # what has no view of its own is told, formulas line by line
    page.open(write_page(tmp_path / "told.html", (problem, ask("alternatives", problem))))
    assert "\n  - (" in page.run("document.querySelector('pre.plain').textContent")


def test_terms_are_explained_where_they_stand(page: Page, tmp_path: Path) -> None:
    page.open(write_page(tmp_path / "a.html", boolean("ambiguous")))
    told = page.run(
        "Object.fromEntries([...document.querySelectorAll('.hero dt')]"
        ".map((term) => [term.textContent, term.title]))"
    )
    assert all(told[term] for term in ("separable", "gold", "local coverage", "worlds", "class"))
    page.open(write_page(tmp_path / "p.html", *pool()))
    assert page.run("document.querySelector('[data-sort=separable]').title")
