"""Words of verdicts: every verdict has title, sentence and colour, and they stand in one module a kind."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

import symcause
from symcause.audits.story import CLASSES, Tone
from symcause.audits.verdicts import Verdict, VerdictWords
from symcause.families.cpt.models.answer_rule import SETTLED
from symcause.families.finite.audits.finite_verdict import ABOUT_ANSWERS
from symcause.families.scenario.audits.audit_sentences import ScenarioVerdict
from symcause.families.shapeworld.problem.verdict_kinds import TranscriptVerdict
from symcause.families.statements.problem.verdict_kinds import HypothesisVerdict
from symcause.registry import families, load
from symcause.reports.page.page_assets import scripts, styles
from symcause.reports.views.verdict_looks import titles

HOME = Path(symcause.__file__).parent
ROOT = HOME.parent

KINDS: dict[str, list[str]] = {
    "symcause.audits.verdicts": list(Verdict),
    "symcause.families.shapeworld.audits.verdict_sentences": list(TranscriptVerdict),
    "symcause.families.statements.audits.verdict_sentence": list(HypothesisVerdict),
    "symcause.families.scenario.audits.audit_sentences": list(ScenarioVerdict),
    "symcause.families.cpt.report.verdict_sentences": list(SETTLED),
    "symcause.families.finite.audits.verdict_sentence": list(ABOUT_ANSWERS),
}
"""The module that holds the words of a kind of verdict, and all verdicts of that kind."""

HOMES = {f"{module.replace('.', '/')}.py" for module in KINDS}

NOUNS = (
    r"(?:\{\}|an?|one|models?|graphs?|DAGs?|worlds?|relations?|the evidence|the training worlds)"
)
"""What a place of a sentence may hold, written out."""


def words(module: str) -> Mapping[str, VerdictWords]:
    """The table of a kind."""
    found: Mapping[str, VerdictWords] = import_module(module).WORDS
    return found


@pytest.mark.parametrize("module", KINDS)
def test_every_verdict_has_title_sentence_and_colour(module: str) -> None:
    table = words(module)
    assert sorted(map(str, table)) == sorted(map(str, KINDS[module]))
    for verdict, own in table.items():
        assert own.title and own.sentence, verdict
        assert own.tone is not Tone.PLAIN and CLASSES[own.tone], verdict


def test_one_word_has_one_title_whatever_the_kind() -> None:
    said: dict[str, set[str]] = {}
    for module in KINDS:
        for verdict, own in words(module).items():
            said.setdefault(str(verdict), set()).add(own.title)
    assert {word: found for word, found in said.items() if len(found) > 1} == {}


def test_one_enum_is_called_verdict() -> None:
    made = [
        path.relative_to(ROOT).as_posix()
        for path in HOME.rglob("*.py")
        if re.search(r"^class Verdict\b", path.read_text("utf-8"), re.MULTILINE)
    ]
    assert made == ["symcause/audits/verdicts.py"]


def test_tables_of_families_are_among_the_kinds() -> None:
    declared = [dotted.partition(":")[0] for family in families() for dotted in family.verdicts]
    assert set(declared) <= set(KINDS)
    for family in families():
        for dotted in family.verdicts:
            assert all(isinstance(own, VerdictWords) for own in load(dotted).values())
            assert {str(verdict) for verdict in load(dotted)} <= set(titles())


def test_every_tone_has_a_class_and_every_class_its_colours() -> None:
    assert set(CLASSES) == set(Tone)
    sheet = "\n".join(styles())
    for name in filter(None, CLASSES.values()):
        for what in ("hero", "badge", "dot"):
            assert f".{what}.{name} " in sheet, (what, name)
        assert f".figure .{name} " in sheet, name


def _in_python(text: str) -> Iterator[str]:
    """The texts of a module, without what explains it; what is filled in is ``{}``."""
    tree = ast.parse(text)
    skipped = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            skipped |= {id(part) for part in node.values}
            parts = (p.value if isinstance(p, ast.Constant) else "{}" for p in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and id(node) not in skipped:
            yield re.sub(r"\{\w*\}", "{}", node.value if isinstance(node.value, str) else "")


_SCRIPT = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')
_FILLED = re.compile(r"\$\{[^{}]*\}")


def _in_scripts(text: str) -> Iterator[str]:
    """The texts of a script, likewise: those between quotes, and templates within templates."""
    text = re.sub(r"^\s*//.*$", "", text, flags=re.MULTILINE)
    for found in _SCRIPT.finditer(text):
        yield _FILLED.sub("{}", found[1] if found[1] is not None else found[2])


@cache
def texts() -> tuple[tuple[str, str], ...]:
    """Every text of the package that somebody may read, with its file."""
    found = list[tuple[str, str]]()
    readers: dict[str, Callable[[str], Iterator[str]]] = {".py": _in_python, ".js": _in_scripts}
    for path in sorted(HOME.rglob("*")):
        if path.suffix in readers:
            name = path.relative_to(ROOT).as_posix()
            found += ((name, said) for said in readers[path.suffix](path.read_text("utf-8")))
    return tuple(found)


def patterns(own: VerdictWords) -> Iterator[re.Pattern[str]]:
    """What gives the words of a verdict away: its sentences in whole, or as much of them as says it."""
    every = (getattr(own, name) for name in own.__struct_fields__ if name not in ("tone", "title"))
    for sentence in filter(None, every):
        fixed = re.split(r"\{\w+\}", sentence.rstrip("."))
        number = len(re.findall(r"[a-z]+", " ".join(fixed)))
        if number >= 4:  # enough to be nobody else's
            yield re.compile(".*".join(map(re.escape, fixed)), re.DOTALL)
        if number >= 3 or (number and len(fixed) > 2):
            yield re.compile(f"{NOUNS}?".join(map(re.escape, fixed)) + r"[.:]?$", re.IGNORECASE)


REASONS = {
    "symcause/audits/of_space/alternatives.py",
    "symcause/audits/of_space/next.py",
    "symcause/audits/of_space/solve.py",
    "symcause/episodes/listing_rules.py",
    "symcause/families/boolean/questions/next.py",
    "symcause/families/linear/audits/plan/shortest_plan.py",
    "symcause/families/linear/episode/episode_plan.py",
    "symcause/families/linear/episode/rules.py",
    "symcause/families/linear/questions/next.py",
    "symcause/families/linear/questions/solve.py",
    "symcause/families/linear/verifier/target_claim.py",
    "symcause/families/shapeworld/report/policy_stories.py",  # in what two relations differ
    "symcause/families/shapeworld/verifier/kernel.py",  # a second implementation, on purpose
    "symcause/families/statements/questions/alternatives.py",
    "symcause/families/statements/questions/check.py",
    "symcause/families/statements/questions/next.py",
    "symcause/families/statements/questions/solve.py",
    "symcause/families/statements/verifier/kernel.py",
    "symcause/workbench/page_tasks.py",
}
"""Files with a reason why something else than a verdict is missing: no member to give, nothing to learn."""

_NO_MEMBER = re.compile(
    r"no (other )?(\{\}|model|graph|DAG|world)( of the class)? (explains|fits|shows) the |"
    r"\{\} makes \{\} move$"
)


@pytest.mark.parametrize("module", KINDS)
def test_sentences_of_a_verdict_stand_in_its_module(module: str) -> None:
    shapes = [shape for own in words(module).values() for shape in patterns(own)]
    found = [
        (name, said)
        for name, said in texts()
        if name not in HOMES
        and any(shape.match(said) for shape in shapes)
        and not (name in REASONS and _NO_MEMBER.match(said))
    ]
    assert found == []


def test_titles_of_verdicts_stand_in_their_modules() -> None:
    kept = {own.title for module in KINDS for own in words(module).values()}
    begun = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(kept)))}): ")
    found = [
        (name, said)
        for name, said in texts()
        if name not in HOMES
        and (begun.match(said) or (said in kept and (name.endswith(".js") or " " in said)))
    ]
    assert found == [("symcause/workbench/page/figures.js", "Open: {}")]  # which variables are open


def test_no_script_has_a_table_of_colours_by_verdict() -> None:
    told = sorted(
        {*CLASSES.values()} - {"", CLASSES[Tone.UNKNOWN]}
    )  # the rest is what nobody named
    value = re.compile(rf':\s*"(?:{"|".join(told)})"')
    shared = "\n".join(scripts())
    bench = "\n".join(p.read_text("utf-8") for p in sorted(HOME.rglob("workbench/page/*.js")))
    assert value.findall(f"{shared}\n{bench}") == []
