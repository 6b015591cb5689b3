"""Reports in a real browser: they draw themselves, compute what Python computes, and keep to themselves."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from symcause.cli.main import cli
from symcause.families.boolean.models.experiments import Experiment, compare, states
from symcause.families.boolean.models.functions import reduce
from symcause.families.boolean.models.replay import replay
from symcause.families.boolean.models.scm import BooleanSCM
from symcause.families.boolean.report.page.packed_models import packed, read_model
from symcause.models.variable_names import natural
from symcause.reports.page import result_page
from symcause.reports.views import result_view as problem_views
from tests.reports.cases import EXAMPLES, boolean, episode, hostile, linear, odd, pool, write_page
from tests.reports.chromium import Page, needs_chromium

pytestmark = needs_chromium


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def pool_page(folder: Path) -> Path:
    return write_page(folder / "pool.html", *pool())


@pytest.fixture(scope="module")
def episode_page(folder: Path) -> Path:
    return write_page(folder / "episode.html", episode())


def quiet(page: Page, path: Path) -> None:
    """Nothing was complained about, and nothing but the file itself was asked for."""
    assert page.complaints == []
    assert {url.partition("#")[0] for url in page.requests} == {path.resolve().as_uri()}


@pytest.mark.parametrize(
    "name", ["ambiguous", "unique", "corner", "hidden-roots", "alternative", "replay"]
)
def test_a_report_draws_itself(page: Page, folder: Path, name: str) -> None:
    path = write_page(folder / f"{name}.html", boolean(name))
    page.open(path)
    quiet(page, path)
    assert page.run("document.querySelector('.identity').textContent") == f"Problem {name}"
    titles = page.run("[...document.querySelectorAll('main h2')].map((h) => h.textContent)")
    assert {"Causal graph", "Variables", "Evidence"} <= set(titles)
    assert page.run("document.querySelectorAll('.graph .node').length") == len(
        boolean(name)[0].variables
    )


def test_every_view_of_a_pool_opens(page: Page, pool_page: Path) -> None:
    page.open(pool_page)
    count = page.run("symcause.index.items.length")
    for place in range(count):
        page.go(f"p{place}")
        wanted = page.run(f"symcause.index.items[{place}][0]")
        assert page.run("document.querySelector('.problem').dataset.id") == wanted
    quiet(page, pool_page)
    page.go("problems")
    assert page.run("document.querySelectorAll('.pool-table tbody tr').length") == count


def test_odd_verdicts_have_pages_too(page: Page, folder: Path) -> None:
    path = write_page(folder / "odd.html", *odd())
    page.open(path)
    for place, (_, document) in enumerate(odd()):
        page.go(f"p{place}")
        text = page.run("document.querySelector('.problem').textContent")
        assert not [w for w in ("undefined", "NaN", "[object", "null") if w in text], document
    quiet(page, path)


PLAY = """(async () => {
  const out = [];
  const button = (kind, v) => document.querySelector(`[data-${kind}="${v}"]`);
  for (const [clamped, context] of %s) {
    document.querySelector('[data-act="clear"]').click();
    for (const [v, bit] of context) if (button("root", v).textContent !== String(bit)) button("root", v).click();
    for (const [v, bit] of clamped) while (button("do", v).textContent !== String(bit)) button("do", v).click();
    const cells = [...document.querySelectorAll(".board .cell")];
    out.push({
      first: Object.fromEntries(cells.filter((c) => c.dataset.model === "first").map((c) => [c.dataset.v, Number(c.textContent)])),
      second: Object.fromEntries(cells.filter((c) => c.dataset.model === "second").map((c) => [c.dataset.v, Number(c.textContent)])),
      lit: cells.filter((c) => c.classList.contains("hit")).map((c) => Number(c.dataset.v)),
      told: document.querySelector(".player .hint").textContent,
      outcome: document.querySelector(".player .outcome").textContent,
    });
  }
  return out;
})()"""  # noqa: E501


@pytest.mark.parametrize("name", ["ambiguous", "corner", "hidden-roots", "alternative"])
def test_the_player_reproduces_the_simulation(page: Page, folder: Path, name: str) -> None:
    """100 random interventions, set with the page's own buttons, against the kernel."""
    problem, document = boolean(name)
    path = write_page(folder / f"play-{name}.html", boolean(name))
    page.open(path)
    rng = random.Random(name)
    names = problem.variables
    for number, found in enumerate(document.alternatives[:4]):
        page.run(f"document.getElementById('tab-{number}').click()")
        assert document.member is not None
        first = read_model(document.member.mechanisms, document.member.roots)
        second = read_model(found.mechanisms, found.roots)
        assert first is not None and second is not None
        trials = []
        for _ in range(25):
            targets = rng.sample(names, rng.randint(0, 3))
            clamped = [(names.index(v), rng.randint(0, 1)) for v in targets]
            roots = [(names.index(v), rng.randint(0, 1)) for v in first.roots]
            trials.append((clamped, roots))
        shown = page.run(PLAY % json.dumps(trials))
        for (clamped, context), seen in zip(trials, shown, strict=True):
            states = [_simulated(m, names, clamped, context) for m in (first, second)]
            assert [seen["first"], seen["second"]] == states
            differing = [int(v) for v in states[0] if states[0][v] != states[1][v]]
            assert sorted(set(seen["lit"])) == sorted(differing)
            _same_rate(seen["told"], first, second, [(names[v], bit) for v, bit in clamped])
    quiet(page, path)


def _simulated(
    model: BooleanSCM, names: tuple[str, ...], clamped: list[Any], context: list[Any]
) -> dict[str, int]:
    given = {names[v]: bit for v, bit in (*context, *clamped)}
    state = model.run(given, [names[v] for v, _ in clamped], 1)
    return {str(names.index(v)): bit for v, bit in state.items()}


def _same_rate(told: str, first: BooleanSCM, second: BooleanSCM, do: list[Any]) -> None:
    rate = compare(first, second, Experiment.of(do)).pair_disagreement_rate
    total = 1 << len(first.roots)
    assert rate is not None
    assert f"differ in {int(rate * total)} of {total} root contexts" in told


def test_any_model_runs_as_in_the_kernel(page: Page, folder: Path) -> None:
    """Random models with up to seven inputs a mechanism, and pairs over different roots."""
    page.open(write_page(folder / "kernel.html", boolean("replay")))
    rng = random.Random(11)
    names = tuple(f"V{i}" for i in range(9))
    script = """(() => %s.map(([a, b, context, clamped]) => {
      const [c, d] = [new Map(context), new Map(clamped)];
      const only = symcause.sameRoots(a, b) ? null : symcause.compareStates(a, b, d).map((s) => s.length);
      return [symcause.run(a, c, d), symcause.run(b, c, d), only];
    }))()"""
    cases = []
    for _ in range(60):
        pair = [_random_model(rng, names) for _ in range(2)]
        context = [(i, rng.randint(0, 1)) for i in range(len(names))]
        clamped = [
            (names.index(v), rng.randint(0, 1)) for v in rng.sample(names, rng.randint(0, 3))
        ]
        cases.append((pair, context, clamped))
    data = [[*(packed(m, names) for m in pair), *rest] for pair, *rest in cases]
    for (pair, context, clamped), seen in zip(
        cases, page.run(script % json.dumps(data)), strict=True
    ):
        assert seen[:2] == [_simulated(m, names, clamped, context) for m in pair]
        if seen[2] is not None:
            first, second = (
                states(m, Experiment.of((names[v], b) for v, b in clamped)) for m in pair
            )
            assert seen[2] == [len(first - second), len(second - first)]


def _random_model(rng: random.Random, names: tuple[str, ...]) -> BooleanSCM:
    order = rng.sample(names, len(names))
    functions = {}
    for i in range(2, len(order)):
        inputs = natural(rng.sample(order[:i], rng.randint(0, min(i, 7))))
        functions[order[i]] = reduce(inputs, rng.getrandbits(1 << len(inputs)))
    return BooleanSCM(tuple(order[:2]), functions)


def test_rows_say_what_they_rule_out(page: Page, folder: Path) -> None:
    problem, document = boolean("ambiguous")
    path = write_page(folder / "rows.html", boolean("ambiguous"))
    page.open(path)
    rivals = [read_model(a.mechanisms, a.roots) for a in document.alternatives]
    rows = page.run(
        "[...document.querySelectorAll('.world')].map((w) => w.querySelectorAll('tbody tr').length)"
    )
    assert rows == [len(world.rows) for world in problem.worlds]
    for w, world in enumerate(problem.worlds):
        errors = [replay(m, world, problem.variables).errors for m in rivals if m is not None]
        for r in range(len(world.rows)):
            told = page.run(
                "(() => { const row = document.querySelectorAll('.world')"
                f"[{w}].querySelectorAll('tbody tr')[{r}]; row.focus();"
                "return document.querySelector('.row-facts').textContent; })()"
            )
            against = [k for k, found in enumerate(errors, 1) if any(e >> r & 1 for _, e in found)]
            for k in range(1, len(rivals) + 1):
                assert (f"alternative {k}" in told) == (k in against)
    quiet(page, path)


def test_coverage_counts_rows(page: Page, folder: Path) -> None:
    problem, _ = boolean("corner")
    path = write_page(folder / "coverage.html", boolean("corner"))
    page.open(path)
    shown = page.run(
        "(async () => { const view = await symcause.read('p-0');"
        "return symcause.shown(view, view.models[0]); })()"
    )
    model = problem.gold_scm
    assert model is not None
    for name, function in model.functions.items():
        counts = [0] * (1 << len(function.parents))
        for world in problem.training:
            for row in world.rows if name not in world.targets else ():
                bits = [int(row[problem.variables.index(p)]) for p in function.parents]
                counts[sum(bit << j for j, bit in enumerate(bits))] += 1
        assert shown[str(problem.variables.index(name))] == counts
    crosses = page.run(
        "[...document.querySelectorAll('.heat')].filter((c) => c.textContent === '×').length"
    )
    assert crosses == 3  # the corners that the example is named for


def test_a_pool_sorts_and_filters(page: Page, pool_page: Path) -> None:
    page.open(pool_page)
    column = "[...document.querySelectorAll('.pool-table tbody tr')].map((r) => r.children[%d].textContent)"
    items = page.run("symcause.index.items")
    page.click("[data-sort='log']")
    known = sorted(items, key=lambda item: (item[6] is None, -(item[6] or 0)))
    assert page.run(column % 0) == [item[0] for item in known]
    direction = "document.querySelector('[data-sort=log]').parentElement.ariaSort"
    assert page.run(direction) == "descending"
    page.click("[data-sort='log']")
    assert page.run(direction) == "ascending"
    page.run("document.querySelector('[data-sort=id]').focus()")
    page.press("Enter")
    assert page.run(column % 0)[0] == "alternative"
    page.run(
        "(() => { const s = document.querySelector('[data-filter=verdict]'); s.value = 'unique';"
        "s.dispatchEvent(new Event('change')); })()"
    )
    assert set(page.run(column % 1)) == {"unique"}
    page.run(
        "(() => { const s = document.querySelector('[data-filter=text]'); s.value = 'REPL';"
        "s.dispatchEvent(new Event('input')); })()"
    )
    assert page.run(column % 0) == ["replay"]
    page.click(".pool-table tbody a")
    page.wait("document.querySelector('.problem')")
    assert page.run("document.querySelector('.problem').dataset.id") == "replay"
    quiet(page, pool_page)


def test_the_slider_moves_graph_curves_and_facts(page: Page, episode_page: Path) -> None:
    problem, document = episode()
    page.open(episode_page)
    names = problem.variables
    page.run("document.getElementById('step').focus()")
    seen = []
    for place in reversed(range(len(document.steps))):
        story = document.steps[place]
        assert page.run("document.querySelector('.step-label').textContent").startswith(
            f"step {story.step} "
        )
        shown = page.run(
            "[...document.querySelectorAll('.hypothesis .edge')].filter((e) =>"
            "e.classList.contains('kept') || e.classList.contains('extra')).map((e) => e.dataset.e)"
        )
        wanted = [edge.partition("->") for edge in story.edges or ()]
        assert sorted(shown) == sorted(f"{names.index(a)}-{names.index(b)}" for a, _, b in wanted)
        assert f"graphs left{story.graphs}" in page.run(
            "document.querySelector('.step-facts').textContent"
        ).replace(",", "")
        seen.append(page.run("document.querySelector('.cursor').getAttribute('transform')"))
        page.press("ArrowLeft")
    assert len(set(seen)) == len(seen)
    page.click("[data-act=next]")
    assert page.becomes("document.getElementById('step').value", "1") == "1"
    wasted = sum(found.wasted for found in document.interventions)
    marks = page.run("[...document.querySelectorAll('[data-mark]')].map((b) => b.textContent)")
    assert sum("changed nothing" in mark for mark in marks) == wasted == 2
    assert any("although the evidence was enough" in mark for mark in marks)
    quiet(page, episode_page)


def test_the_crystal_player_reproduces_the_laboratory(page: Page, folder: Path) -> None:
    from fractions import Fraction

    from symcause.families.linear.models.crystals import CrystalModel
    from symcause.families.linear.models.laboratory import Manipulation
    from symcause.families.linear.problem.evidence_replay import current_crystal
    from symcause.grammar.equations.equation_parser import parse_equation
    from symcause.models.exact_numbers import print_number

    problem, document = linear()
    path = write_page(folder / "linear.html", linear())
    page.open(path)
    rng = random.Random(7)
    trials = [
        (rng.choice(problem.controllable), Fraction(rng.randint(-900, 900), rng.choice((1, 10, 7))))
        for _ in range(100)
    ]
    script = """(() => %s.map(([v, value]) => {
      const [choice, input] = ["variable", "value"].map((k) => document.querySelector(`[data-act=${k}]`));
      choice.value = v; input.value = value;
      choice.dispatchEvent(new Event("change"));
      const cells = (m) => [...document.querySelectorAll(`[data-model=${m}]`)];
      return ["first", "second"].map((m) => cells(m).map((c) => c.textContent));
    }))()"""
    asked = [(problem.variables.index(v), print_number(value)) for v, value in trials]
    shown = page.run(script % json.dumps(asked))
    for k, found in enumerate(document.alternatives):
        equations = {v: parse_equation(t, problem.variables) for v, t in found.equations.items()}
        model = CrystalModel.of(equations)
        lab, crystal = problem.laboratory(model), current_crystal(problem, model)
        assert crystal is not None
        for (name, value), seen in zip(trials, shown, strict=True):
            reads = lab.measure(lab.intervene(crystal, Manipulation(name, value)))
            assert [cell.replace("−", "-") for cell in seen[k]] == [
                print_number(reads[v]) for v in problem.variables
            ]
    quiet(page, path)


def test_markup_stays_text(page: Page, folder: Path, pool_page: Path) -> None:
    problem, _ = hostile()
    path = write_page(folder / "evil.html", hostile(), source='<b>"evil".json')
    for file, fragment in ((path, ""), (pool_page, ""), (pool_page, "#p10"), (pool_page, "#p11")):
        page.open(file, fragment)
        quiet(page, file)
        assert page.run("window.hit === undefined")
        assert page.run("document.querySelectorAll('#main img, #main script, #main b').length") == 0
    page.open(path)
    assert page.run("document.querySelector('.identity').textContent") == f"Problem {problem.id}"
    assert "onerror" in page.run("document.querySelector('details pre').textContent")
    assert page.run("document.title") == 'symcause audit: <b>"evil".json'


def test_nothing_can_leave_the_page(page: Page, folder: Path) -> None:
    path = write_page(folder / "policy.html", boolean("replay"))
    page.open(path)
    quiet(page, path)
    assert (
        page.run("fetch('https://example.com/').then(() => 'sent', () => 'refused')") == "refused"
    )
    page.run(
        "(() => { const s = document.createElement('script'); s.textContent = 'window.hit = 1';"
        "document.body.append(s); })()"
    )
    assert page.run("window.hit === undefined")


CAPTURE = """(() => { const kept = []; symcause.download = (name, type, text) => kept.push([name, type, text]); window.kept = kept; })()"""  # noqa: E501


def test_downloads(page: Page, folder: Path) -> None:
    import xml.etree.ElementTree as ElementTree

    _, document = boolean("unique")
    path = write_page(folder / "files.html", boolean("unique"))
    page.open(path)
    page.run(CAPTURE)
    page.run(
        "document.querySelectorAll('.tools button, [data-act=certificate]').forEach((b) => b.click())"
    )
    kept = {name: text for name, _, text in page.run("window.kept")}
    assert json.loads(kept["unique.certificate.json"]) == json.loads(
        json.dumps(document.certificate)
    )
    for name in ("unique-graph.svg", "profile.svg"):
        ElementTree.fromstring(kept[name])
        assert "<style" in kept[name] and "var(" not in kept[name]
    assert kept["profile.csv"].startswith("bound,value,models\n")
    assert "X_{3} &= X_{1} \\oplus X_{2}" in kept["unique.tex"]
    assert '"X1" -> "X3"' in kept["unique.dot"]


def test_scores(page: Page, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, files = folder / "scores.html", (EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl")
    asked = ["score", *map(str, files), "--bootstrap", "50", "--html", str(path)]
    assert cli.main(asked, standalone_mode=False) == 0
    capsys.readouterr()
    page.open(path)
    quiet(page, path)
    page.run(CAPTURE)
    page.run("document.querySelectorAll('.tools button').forEach((b) => b.click())")
    kept = {name: text for name, _, text in page.run("window.kept")}
    figures = page.run("[...document.querySelectorAll('figure')].map((f) => f.dataset.key)")
    tables = page.run("[...document.querySelectorAll('[data-table]')].map((t) => t.dataset.key)")
    drawn = {f"{key}.{kind}" for key in figures for kind in ("svg", "csv")}
    assert set(kept) == drawn | {f"{key}.{kind}" for key in tables for kind in ("tex", "csv")}
    assert kept["funnel.csv"].startswith("Setting,Model,n,Strict JSON")
    assert page.run(ACCESSIBLE) == []


def test_phones_paper_and_the_dark(page: Page, pool_page: Path, episode_page: Path) -> None:
    colour = "getComputedStyle(document.body).backgroundColor"
    for path, fragment in (
        (pool_page, ""),
        (pool_page, "#p6"),
        (pool_page, "#p9"),
        (episode_page, ""),
    ):
        page.resize(390, 800, mobile=True)
        page.media(scheme="dark")
        page.open(path, fragment)
        assert page.run("document.documentElement.scrollWidth") <= 390
        dark = page.run(colour)
        page.media(scheme="light")
        assert page.run(colour) == "rgb(255, 255, 255)" != dark
        page.resize(720, 1000)
        page.media(scheme="dark", media="print")
        assert page.run("document.documentElement.scrollWidth") <= 720
        assert page.run(colour) == "rgb(255, 255, 255)"
        assert page.run("[...document.querySelectorAll('.tools')].every((t) => !t.offsetParent)")
        printed = page.call("Page.printToPDF", printBackground=True)["data"]
        assert 1000 < len(printed) < 1_300_000  # base 64 of less than a megabyte
        page.media()


ACCESSIBLE = """(() => {
  const wrong = [];
  const named = (n) => (n.getAttribute("aria-label") || n.textContent || n.title || "").trim() || (n.labels && n.labels.length);
  document.querySelectorAll("button, select, input, a[href], [role=tab]").forEach((n) => { if (!named(n)) wrong.push(n.outerHTML); });
  document.querySelectorAll("svg, [role=img]").forEach((n) => { if (!n.getAttribute("aria-label")) wrong.push(n.outerHTML.slice(0, 80)); });
  document.querySelectorAll("th").forEach((n) => { if (!n.scope) wrong.push(n.outerHTML); });
  const levels = [...document.querySelectorAll("h1, h2, h3, h4")].map((n) => Number(n.tagName[1]));
  if (levels[0] !== 1 || levels.some((l, i) => i && l > levels[i - 1] + 1)) wrong.push(`headings ${levels}`);
  if (document.querySelectorAll("h1").length !== 1) wrong.push("not one h1");
  const ids = [...document.querySelectorAll("[id]")].map((n) => n.id);
  if (new Set(ids).size !== ids.length) wrong.push("an id twice");
  if (!document.documentElement.lang || !document.querySelector("main")) wrong.push("no language or no main");
  return wrong;
})()"""  # noqa: E501


def test_everything_has_a_name(page: Page, pool_page: Path, episode_page: Path) -> None:
    for path, fragment in (
        (pool_page, ""),
        (pool_page, "#p6"),
        (pool_page, "#p9"),
        (episode_page, ""),
    ):
        page.open(path, fragment)
        assert page.run(ACCESSIBLE) == []


def test_keys(page: Page, folder: Path) -> None:
    path = write_page(folder / "keys.html", boolean("ambiguous"))
    page.open(path)
    page.press("Tab")
    assert page.run("document.activeElement.className") == "skip"
    page.run("document.getElementById('tab-0').focus()")
    page.press("ArrowRight")
    assert page.run("document.activeElement.id") == "tab-1"
    assert page.run("document.getElementById('tab-1').ariaSelected") == "true"
    page.run("document.querySelector('[data-do]').focus()")
    page.press("Enter")
    assert page.run("document.activeElement.textContent") == "0"
    page.run("document.querySelector('.bits tbody tr').focus()")
    page.press("ArrowDown")
    assert "row 2" in page.run("document.querySelector('.row-facts h4').textContent")
    quiet(page, path)


def test_a_thousand_problems(page: Page, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is checked here; `python -m benchmarks reports` has the time."""
    made: dict[int, dict[str, Any]] = {}

    def view_of(document: Any, problem: object) -> dict[str, Any]:
        """The views of the few problems that are used again and again."""
        if id(problem) not in made:
            made[id(problem)] = problem_views.view_of(document, problem)
        return {**made[id(problem)], "id": document.problem}

    monkeypatch.setattr(result_page, "view_of", view_of)
    entries = [
        (p, msgspec.structs.replace(d, problem=f"{d.problem}-{i}"))
        for i in range(84)
        for p, d in pool()
    ]
    path = write_page(folder / "large.html", *entries[:1000])
    assert path.stat().st_size < 20_000_000
    page.open(path)
    assert page.run("document.querySelectorAll('.pool-table tbody tr').length") == 200
    page.go("p999")
    assert page.run("document.querySelector('.problem') !== null")
    quiet(page, path)
