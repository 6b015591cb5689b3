"""Pages as files: what stands in them, how they are written, and how the commands make them."""

from __future__ import annotations

import base64
import json
import re
import subprocess
import sys
import zlib
from collections.abc import Callable
from functools import partial
from html.parser import HTMLParser
from pathlib import Path

import pytest

from symcause.audits.documents import ErrorDocument, Result
from symcause.cli.main import cli
from symcause.errors import UsageError
from symcause.families.boolean.files.document_writer import write_boolean
from symcause.registry import FAMILIES, families
from symcause.reports import errata_page
from symcause.reports.page import rendering_page, result_page
from symcause.reports.page.page_assets import SCRIPTS, STYLES, embedded, scripts, shared
from symcause.reports.page.plain_page import STYLES as PLAIN
from symcause.reports.page.result_page import ResultPage
from symcause.reports.svg import palette
from symcause.reports.views.pool_index import Index
from symcause.reports.views.result_view import view_of
from tests.reports.cases import (
    EXAMPLES,
    MARKUP,
    block,
    boolean,
    episode,
    hostile,
    linear,
    pool,
    write_page,
)
from tests.reports.kinds import SHOWN, kinds

ROOT = Path(result_page.__file__).parent


def run(*arguments: object) -> int:
    """The exit code of a command."""
    return cli.main([str(a) for a in arguments], standalone_mode=False) or 0


class Outline(HTMLParser):
    """Tags and attributes of a page as a browser's parser sees them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(v) for k, v in attrs if k in ("src", "href", "srcset", "action", "data")]
        assert not [k for k, _ in attrs if k.startswith("on")]
        assert "style" not in dict(attrs)


@pytest.mark.parametrize("made", [partial(boolean, "ambiguous"), linear, episode, hostile])
def test_a_page_holds_no_link_to_elsewhere(
    tmp_path: Path, made: Callable[[], tuple[object, Result]]
) -> None:
    path = write_page(tmp_path / "r.html", made())
    text = path.read_text(encoding="utf-8")
    outline = Outline(text)
    assert set(outline.links) <= {"data:,", "#main"}
    assert outline.tags.count("style") == 1
    assert not {"img", "iframe", "object", "form", "base"} & set(outline.tags)
    code = re.sub(r'<script type="application/json".*?</script>', "", text, flags=re.DOTALL)
    assert set(re.findall(r"https?://[^\s\"']+", code)) <= {"http://www.w3.org/2000/svg"}


def test_one_problem_is_plain_and_a_pool_is_compressed(tmp_path: Path) -> None:
    single = write_page(tmp_path / "one.html", boolean("unique"))
    view = block(single, "p-0")
    assert view["id"] == "unique" and view["verdict"] == "unique"
    assert block(single, "c-0")["claim"]["name"] == "unique"
    several = write_page(tmp_path / "all.html", boolean("unique"), boolean("ambiguous"))
    text = several.read_text(encoding="utf-8")
    packed = re.findall(r'<script type="application/x-deflate" id="(p-\d)">(.*?)</script>', text)
    ids = [json.loads(zlib.decompress(base64.b64decode(data)))["id"] for _, data in packed]
    assert ids == ["unique", "ambiguous"]
    index = block(several, "index")
    assert [row[0] for row in index["items"]] == ["unique", "ambiguous"]
    assert index["main"]["key"] == "problems"
    assert [figure["key"] for figure in index["figures"]] == ["coverage", "seconds"]


@pytest.fixture(scope="module")
def pool_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of a pool whose file has markup for a name."""
    path = tmp_path_factory.mktemp("pool") / "pool.html"
    return write_page(path, *pool(), source=f"{MARKUP}.jsonl")


def test_markup_is_escaped_wherever_it_stands(tmp_path: Path, pool_page: Path) -> None:
    for path in (write_page(tmp_path / "a.html", hostile()), pool_page):
        text = path.read_text(encoding="utf-8")
        assert "<img src=x" not in text and "window.hit=1</script>" not in text
        assert text.count("<script>") == 1
        Outline(text)


def test_embedded_json_reads_back() -> None:
    value = {"a": MARKUP, "b": ["</script>", "<!--", "]]>", "\ud800", None, 1.5, "ü ∧"]}
    text = embedded(value)
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text) == {**value, "b": [*value["b"][:3], "?", *value["b"][4:]]}


def test_certificates_too_large_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(result_page, "CERTIFICATES_LENGTH", 1_000)
    path = write_page(
        tmp_path / "r.html", boolean("unique"), boolean("ambiguous"), boolean("corner")
    )
    text = path.read_text(encoding="utf-8")
    assert 'id="c-0"' in text and 'id="c-2"' not in text


def test_a_page_without_results_leaves_no_file(tmp_path: Path) -> None:
    with ResultPage(tmp_path / "r.html", "pool"):
        pass
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(UsageError, match="cannot write"):
        ResultPage(tmp_path / "missing" / "r.html", "pool")


def test_an_interrupted_page_is_complete(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt), ResultPage(tmp_path / "r.html", "pool") as page:
        problem, document = boolean("unique")
        page.take(document, problem)
        raise KeyboardInterrupt
    assert block(tmp_path / "r.html", "p-0")["id"] == "unique"


def test_no_kind_of_page_is_forgotten() -> None:
    """What a command writes about a family is looked at, position of the first picture included."""
    assert sorted(SHOWN) == sorted(kinds())


def test_the_policy_names_script_and_style() -> None:
    import hashlib

    page = shared()
    for text in (page["js"], page["css"]):
        digest = base64.b64encode(hashlib.sha256(str(text).encode()).digest()).decode()
        assert f"'sha256-{digest}'" in page["policy"]
    assert page["policy"].startswith("default-src 'none'")


def test_every_asset_is_used() -> None:
    assert {p.name for p in (ROOT / "js").iterdir()} == {*SCRIPTS, *rendering_page.SCRIPTS}
    assert {p.name for p in ROOT.glob("*.css")} == {
        *STYLES,
        *PLAIN,
        rendering_page.STYLE,
        errata_page.STYLE,
    }
    assert "</script" not in "".join(scripts())
    for family in families():
        for folder in {Path(dotted.partition(":")[2]).parent for dotted in family.scripts}:
            home = Path(__file__).resolve().parents[2] / FAMILIES[family.name].replace(".", "/")
            listed = {Path(dotted.partition(":")[2]).name for dotted in family.scripts}
            assert {p.name for p in (home / "report" / folder).iterdir()} == listed


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_contrast(theme: str) -> None:
    """Text colours against everything that they stand on."""
    colours = palette(theme)

    def luminance(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    def contrast(a: str, b: str) -> float:
        x, y = sorted((luminance(colours[a]), luminance(colours[b])))
        return (y + 0.05) / (x + 0.05)

    for text in ("ink", "muted", "always", "some", "never", "good", "bad", "unknown"):
        for ground in ("paper", "panel"):
            assert contrast(text, ground) >= 4.5, (text, ground)
    pairs = [("good", "good-soft"), ("some", "some-soft"), ("bad", "bad-soft"), ("ink", "bad-soft")]
    pairs += [("unknown", "unknown-soft"), ("always", "always-soft"), ("hit-ink", "hit")]
    pairs += [("heat-ink", "heat-2"), ("ink", "good-soft"), ("paper", "ink")]
    for text, ground in pairs:
        assert contrast(text, ground) >= 4.5, (text, ground)


def test_the_command_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html = tmp_path / "r.html"
    assert run("audit", EXAMPLES / "unique.json", "--html", html) == 0
    assert block(html, "p-0")["verdict"] == "unique"
    assert block(html, "c-0") is not None
    capsys.readouterr()


def test_an_episode_on_one_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    html, log = tmp_path / "r.html", EXAMPLES / "episode.log.jsonl"
    run("audit", EXAMPLES / "episode.json", "--log", log, "--html", html)
    view = block(html, "p-0")
    assert view["kind"] == "trajectory" and view["whole"]["kind"] == "linear"
    assert [step["graphs"] for step in view["steps"]] == ["5,973", "330", "330", "30", "6", "6"]
    assert view["verdict"] == "premature"
    capsys.readouterr()


def test_resumed_results_are_on_the_page(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first run is cut off in the middle of a line; the page of the second has everything."""
    source, out, html = (tmp_path / name for name in ("pool.jsonl", "out.jsonl", "r.html"))
    problems = [write_boolean(boolean(name)[0]) for name in ("unique", "ambiguous", "replay")]
    source.write_text(
        "\n".join(json.dumps(p) for p in problems) + '\n{"format": "symcause.boolean/1"}\n'
    )
    run("audit", source, "--out", out)
    lines = out.read_text().splitlines()
    out.write_text("\n".join(lines[:2]) + "\n" + lines[2][:40])
    assert run("audit", source, "--out", out, "--resume", "--html", html) == 2
    index = block(html, "index")
    assert [row[:2] for row in index["items"]] == [
        ["unique", "unique"],
        ["ambiguous", "ambiguous"],
        ["replay", "unique"],
        ["without an id", "failed"],
    ]
    capsys.readouterr()


def test_scores_as_page_and_pictures(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    files = (EXAMPLES / "pool.jsonl", EXAMPLES / "predictions.jsonl")
    html, figures = tmp_path / "s.html", tmp_path / "figures"
    assert run("score", *files, "--bootstrap", 50, "--html", html, "--figures", figures) == 0
    text = html.read_text(encoding="utf-8")
    assert Outline(text).tags.count("h1") == 1
    names = {p.name for p in figures.iterdir()}
    assert {"lost.svg", "lost.csv", "exact.svg", "joint-success.csv", "claims.svg"} <= names
    for name in names:
        assert f"csv-{Path(name).stem}" in text
    capsys.readouterr()


def test_pages_are_the_same_every_time(tmp_path: Path, pool_page: Path) -> None:
    again = write_page(tmp_path / "b.html", *pool(), source=f"{MARKUP}.jsonl")
    assert again.read_bytes() == pool_page.read_bytes()


def test_help_stays_light() -> None:
    code = (
        "import sys, symcause.cli.commands.audit, symcause.cli.commands.score; print(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"jinja2", "markupsafe", "rich", "numpy"} & set(done.stdout.split())


def test_scores_of_episodes_have_a_page_too(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    edges = [{"from": "density", "to": "freq"}, {"from": "size", "to": "freq"}]
    hypothesis = {"edges": edges, "freq_equation": None, "coefficients": {}}
    answers = tmp_path / "answers.jsonl"
    rows = [("careful", json.dumps({"hypothesis": hypothesis})), (MARKUP, "no answer at all")]
    lines = [{"instanceId": "episode", "model": m, "response": text} for m, text in rows]
    answers.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    html, figures = tmp_path / "s.html", tmp_path / "figures"
    run("score", EXAMPLES / "episode.json", answers, "--html", html, "--figures", figures)
    text = html.read_text(encoding="utf-8")
    assert "<img src=x" not in text
    assert Outline(text).tags.count("table") == 4  # scores, intervals, systems, abstentions
    drawn = {f"{name}.{end}" for name in ("systems", "target") for end in ("svg", "csv")}
    assert {p.name for p in figures.iterdir() if p.suffix != ".pdf"} == drawn  # with matplotlib
    capsys.readouterr()


def test_a_page_that_is_sent_on_has_a_title_and_an_author(tmp_path: Path) -> None:
    path, problem = tmp_path / "page.html", EXAMPLES / "unique.json"
    head = ("--title", "Pilot <first> round", "--author", "A. Reader & co")
    assert run("audit", problem, "--html", path, *head) == 0
    text = path.read_text("utf-8")
    assert "<title>Pilot &lt;first&gt; round</title>" in text
    assert '<p class="page-title">Pilot &lt;first&gt; round</p>' in text
    assert '<p class="byline">A. Reader &amp; co</p>' in text
    run("audit", problem, "--html", path)
    assert 'letterhead"' not in path.read_text("utf-8")
    with pytest.raises(UsageError, match="need --html FILE"):
        run("audit", problem, "--author", "A. Reader")


def test_the_index_of_a_pool_says_why_a_problem_failed() -> None:
    index = Index("pool.jsonl")
    index.add(ErrorDocument(problem="bad", error="worlds: expected a list"), {"verdict": "failed"})
    problem, document = boolean("unique")
    index.add(document, view_of(document, problem))
    found = index.to_dict()
    at = list(found["columns"]).index("reason")  # type: ignore[call-overload]
    assert [row[at] for row in found["items"]] == ["worlds: expected a list", None]  # type: ignore[attr-defined]
    assert all(len(row) == len(found["columns"]) for row in found["items"])  # type: ignore[attr-defined,arg-type]
