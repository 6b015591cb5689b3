"""Pages of text graphs in a real browser: kinds to switch off, sizes, neighbourhoods, nothing overflows."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from symcause.audits.documents import Document
from symcause.families.textgraph.models.digraph import Digraph
from symcause.families.textgraph.problem.problem import TextGraph
from symcause.families.textgraph.questions.align import Align
from symcause.families.textgraph.questions.audit import Audit
from symcause.families.textgraph.questions.check import Check
from tests.reports.cases import EXAMPLES, MARKUP, write_page
from tests.reports.chromium import Page, needs_chromium
from tests.reports.kinds import run_page
from tests.textgraph.cases import FLOOD
from tests.textgraph.report.test_reports import text_of

pytestmark = needs_chromium

WORDS = ("soil", "water", "river", "crop", "income", "demand", "price", "labour", "energy", "trust")


def quiet(page: Page, path: Path) -> None:
    """Nothing was complained about, and nothing but the file itself was asked for."""
    assert page.complaints == []
    assert {url.partition("#")[0] for url in page.requests} == {path.resolve().as_uri()}


def made(nodes: int, seed: int = 0) -> tuple[TextGraph, str]:
    """A graph with names like those of real ones, and an answer with all kinds of mistakes."""
    rng = Random(seed)
    names = [f"{' '.join(rng.sample(WORDS, rng.randint(1, 4)))} {i}" for i in range(nodes)]
    edges = {(a, rng.choice(names)) for a in names}
    edges |= {(rng.choice(names), rng.choice(names)) for _ in range(nodes // 2)}
    answer = []
    for a, b in sorted(edges):
        chance = rng.random()
        if chance < 0.6:
            answer.append((a, b))
        elif chance < 0.7:
            answer.append((b, a))
        elif chance < 0.8:
            answer += [(a, "something else"), ("something else", b)]
        else:
            answer.append((rng.choice(names), rng.choice(names)))
    gold = TextGraph.of(f"graph-{nodes}", [*names, "alone"], sorted(edges))
    return gold, text_of(Digraph.of(answer))


def check(problem: TextGraph, answer: str) -> Document:
    (found,) = Check(answer=answer).answers(problem)
    return found


def shown(page: Page, kind: str) -> int:
    """Edges of a kind that can be seen."""
    found = f"[...document.querySelectorAll('.agreement-box .edge.{kind}')]"
    return int(page.run(f"{found}.filter((e) => getComputedStyle(e).display !== 'none').length"))


@pytest.mark.parametrize("nodes", [6, 25, 140])
def test_gold_and_answer_are_one_graph(page: Page, tmp_path: Path, nodes: int) -> None:
    problem, answer = made(nodes)
    path = write_page(tmp_path / "page.html", (problem, check(problem, answer)))
    page.open(path)
    quiet(page, path)
    view = "symcause.block('p-0')"
    legend = page.run(f"JSON.parse({view}.textContent).legend")
    counts = {kind: count for kind, _, count in legend}
    few = sum(counts.values()) <= page.run("symcause.FEW")
    for kind, count in counts.items():
        assert shown(page, kind) == (0 if kind == "extra" and not few else count)
    page.click("[data-kind='kept']")
    assert shown(page, "kept") == 0
    page.click("[data-kind='kept']")
    assert shown(page, "kept") == counts["kept"]


@pytest.mark.parametrize("nodes", [25, 140])
@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_overflows_and_text_stays_legible(
    page: Page, tmp_path: Path, nodes: int, width: int
) -> None:
    problem, answer = made(nodes)
    path = write_page(tmp_path / "page.html", (problem, check(problem, answer)))
    page.resize(width, 900)
    page.open(path)
    assert page.run("document.documentElement.scrollWidth") <= width
    size = "document.querySelector('.agreement-box .node text').getBoundingClientRect().height"
    assert page.run(size) >= 11
    page.click("[data-act='fit']")
    box = "document.querySelector('.agreement-box')"
    assert page.run(f"{box}.scrollWidth - {box}.clientWidth") <= 1
    page.click("[data-act='actual']")
    assert page.run(size) >= 11
    quiet(page, path)


def test_the_neighbourhood_of_a_node(page: Page, tmp_path: Path) -> None:
    problem, answer = made(140)
    path = write_page(tmp_path / "page.html", (problem, check(problem, answer)))
    page.open(path)
    whole = page.run("document.querySelectorAll('.agreement-box .node').length")
    page.run("document.querySelector('.agreement-box .node').dispatchEvent(new Event('click'))")
    chosen = int(page.run("document.getElementById('around').value"))
    lines = page.run("JSON.parse(symcause.block('p-0').textContent).lines")
    near = [(a, b) for a, b, *_ in lines if chosen in (a, b) and a != b]
    edges = "[...document.querySelectorAll('.agreement-box .edge')].map((e) => e.dataset.e)"
    assert sorted(page.run(edges)) == sorted(f"{a}-{b}" for a, b in near)
    assert page.run("document.querySelector('.agreement-box .chosen').dataset.v") == str(chosen)
    other = next(b if a == chosen else a for a, b in near)
    page.run(
        f"document.querySelector('.agreement-box .node[data-v=\"{other}\"]')"
        ".dispatchEvent(new Event('click'))"
    )
    assert page.run("document.getElementById('around').value") == str(other)
    page.click("[data-act='whole']")
    assert page.run("document.querySelectorAll('.agreement-box .node').length") == whole
    quiet(page, path)


def test_the_table_of_edges(page: Page, tmp_path: Path) -> None:
    problem, answer = made(140)
    path = write_page(tmp_path / "page.html", (problem, check(problem, answer)))
    page.open(path)
    rows = "document.querySelectorAll('#edges tbody tr').length"
    assert page.run(rows) == page.run("symcause.ROWS")
    page.run(
        "(() => { const s = document.querySelector('[data-filter=kind]'); s.value = 'reversed';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    legend = page.run("JSON.parse(symcause.block('p-0').textContent).legend")
    wanted = next(count for kind, _, count in legend if kind == "reversed")
    assert page.run(rows) == min(wanted, page.run("symcause.ROWS"))
    csv = page.run("symcause.edgeCsv(JSON.parse(symcause.block('p-0').textContent))")
    assert csv.count("\n") == 1 + sum(count for _, _, count in legend)


def test_other_pages_draw_themselves(page: Page, tmp_path: Path) -> None:
    problem, answer = made(25)
    best = list(Align(answer=answer, effort=4_000_000).answers(problem))[-1]
    hostile = TextGraph.of(MARKUP, [MARKUP, "b"], [(MARKUP, "b"), ("b", MARKUP), ("b", "b")])
    empty = TextGraph.of("empty", ["a"], [])
    entries: list[tuple[object, Document]] = [
        (problem, best),
        (problem, list(Audit().answers(problem))[-1]),
        (FLOOD, list(Audit().answers(FLOOD))[-1]),
        (empty, list(Audit().answers(empty))[-1]),
        (hostile, check(hostile, f'"{MARKUP}" -> b')),
        (FLOOD, check(FLOOD, "no graph in here")),
        (FLOOD, check(FLOOD, text_of(FLOOD.graph))),
    ]
    for place, entry in enumerate(entries):
        path = write_page(tmp_path / f"page{place}.html", entry)
        page.open(path)
        quiet(page, path)
        text = page.run("document.querySelector('.problem').textContent")
        assert not [w for w in ("undefined", "NaN", "[object", "null") if w in text], place
    audits = [entry for entry in entries if isinstance(entry[1], Audit.document)]
    path = write_page(tmp_path / "pool.html", *audits)
    page.open(path)
    page.go("p1")
    assert page.run("document.querySelector('.problem').dataset.id") == FLOOD.id
    quiet(page, path)


def test_paper_is_small(page: Page, tmp_path: Path) -> None:
    problem, answer = made(140)
    path = write_page(tmp_path / "page.html", (problem, check(problem, answer)))
    page.open(path)
    printed = page.call("Page.printToPDF", preferCSSPageSize=True, printBackground=True)["data"]
    assert len(printed) * 3 / 4 < 1_000_000


def test_a_small_graph_is_seen_whole_on_a_telephone(page: Page, tmp_path: Path) -> None:
    """Slim boxes close together; names stay readable, and a graph that is wider still says so."""
    page.resize(390, 844)
    page.open(run_page("check", EXAMPLES / "flood.txt", EXAMPLES / "flood.answer.txt")(tmp_path))
    sizes = page.run(
        "(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth])"
        "(document.querySelector('.agreement-box'))"
    )
    assert sizes[0] <= sizes[1] + 2
    assert page.run("document.querySelector('.wider').hidden")
    height = page.run(
        "Math.min(...[...document.querySelectorAll('.agreement-box text')]"
        ".map((text) => text.getBoundingClientRect().height))"
    )
    assert height >= 11
    page.run("document.querySelector('[data-act=larger]').click()")
    page.run("document.querySelector('[data-act=larger]').click()")
    assert not page.run("document.querySelector('.wider').hidden")
