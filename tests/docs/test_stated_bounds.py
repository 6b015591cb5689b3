"""Bounds that pages and help texts state in a sentence: the number is the one that the program has."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from symcause.audits.question import options
from symcause.families.boolean.questions.disambiguate import Disambiguate
from tools.write_limits import PAGE, bounds

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"

STATED: dict[str, dict[str, str]] = {
    "certificates.md": {
        "*Integers* beyond {} bits": "kernel/nodes._DECIMAL_BITS",
    },
    "commands.md": {
        "pools of up to {}": "audits.COMPARED_PROBLEMS",
        "more than {} models are left": "boolean.ADDITION_MEMBERS",
    },
    "scenario-certificates.md": {"with more than {} vectors": "scenario.QUICK_VECTORS"},
    "cpt.md": {"at most {} types": "families/cpt/verifier/programme_proof._MOST"},
    "disambiguation.md": {
        "looked at one by one, {} at most": "boolean.ADDITION_MEMBERS",
        "more than {} models explain": "boolean.ADDITION_MEMBERS",
    },
    "equivalence-classes.md": {
        "{} subproblems, then refused": "equivalence.ROOTED_SUBGRAPHS",
        "{} members, then refused": "equivalence.LISTED_MEMBERS",
        "at most {} parts": "equivalence.COMPONENT_PARTS",
        "Beyond {} cases": "equivalence.TARGET_OUTCOMES",
        "may have {} nodes": "models/dags.MAX_NODES",
        "{} edges and 64 MB": "models/dags.MAX_EDGES",
        "more than {} decimal digits": "audits.MAX_DIGITS",
    },
    "finite.md": {"lists the members itself, up to {}": "finite.QUERY_MEMBERS"},
    "guides/from-python.md": {
        "of the class without the rule (at most {})": "boolean.SIFTED_MEMBERS"
    },
    "guides/train-a-model.md": {"more than {} Boolean models": "boolean.EPISODE_MEMBERS"},
    "linear.md": {
        "at most {} parent sets (15": "linear.MAX_PARENT_SETS",
        "need at most {} parent sets": "linear.HIDDEN_SETS",
    },
    "mechanism-language.md": {
        "at most {} characters": "grammar.MECHANISM_LENGTH",
        "at most {} deep": "models/expressions.MAX_DEPTH",
        "nest at most {}": "models/expressions.MAX_DEPTH",
    },
    "new-family.md": {"Beyond {} members": "audits.LISTED_MEMBERS"},
    "recite.md": {"(up to {}, then": "textgraph.MAX_CYCLES"},
    "datasets.md": {"(of up to {}) are the same one": "audits.COMPARED_PROBLEMS"},
    "baseline-runs.md": {"beyond {} digits null": "scoring.MAX_DIGITS"},
    "score-tables.md": {"more than {} problems are not compared": "audits.COMPARED_PROBLEMS"},
    "results.md": {
        "up to {} models": "boolean.BEHAVIOUR_MODELS",
        "more than {} designs": "scenario.LISTED_DESIGNS",
        "up to {} outcomes of all experiments": "mechanisms.LISTED_OUTCOMES",
    },
}
"""By page: the words around a bound, and which bound it is."""

TABLES = {"limits.md", "benchmarks.md", "findings.md", "decisions.md"}
"""Pages that are written from the bounds, or of what was measured or decided once."""

NUMBER = r"[0-9]{1,3}(?:,[0-9]{3})+"
BOUNDING = re.compile(
    rf"(?:more than|at most|up to|over|[Bb]eyond) ({NUMBER})|({NUMBER}) (?:at most|\w+, then refused)"
)
"""A large number that is said to be a bound."""


def values() -> dict[str, int]:
    """Every bound by where it is stated and its name."""
    return {f"{one.where}.{one.name}": one.value for listed in bounds().values() for one in listed}


def plain(text: str) -> str:
    """Lines are broken wherever they are full."""
    return " ".join(text.split())


@pytest.mark.parametrize("name", STATED)
def test_a_page_states_the_bound_that_there_is(name: str) -> None:
    text, known = plain((DOCS / name).read_text(encoding="utf-8")), values()
    for words, bound in STATED[name].items():
        assert words.format(f"{known[bound]:,}") in text, f"{name}: {words} ({bound})"


def test_every_large_bound_of_a_page_is_held_to_the_program() -> None:
    """If this fails: say above which bound the number is."""
    known, stray = values(), []
    for path in [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]:
        name = path.relative_to(DOCS).as_posix() if path.is_relative_to(DOCS) else path.name
        if name in TABLES:
            continue
        text = plain(path.read_text(encoding="utf-8"))
        held = [w.format(f"{known[b]:,}") for w, b in STATED.get(name, {}).items()]
        spans = [m.span() for words in held for m in re.finditer(re.escape(words), text)]
        for match in BOUNDING.finditer(text):
            at = match.start(1) if match[1] else match.start(2)
            if not any(begin <= at < end for begin, end in spans):
                stray.append(f"{name}: {text[max(0, at - 30) : at + 40]}")
    assert not stray, "\n".join(stray)


def test_the_rule_sees_a_bound() -> None:
    for text in (
        "up to 1,000 rows",
        "Beyond 12,000",
        "5,000 at most",
        "7,000 members, then refused",
    ):
        assert BOUNDING.search(text)
    assert not BOUNDING.search("all 1,000 rows, more than 12 of them")


def test_help_states_the_bound_that_there_is() -> None:
    help = options(Disambiguate)["observe"].help
    assert f"more than {values()['boolean.ADDITION_MEMBERS']:,} models" in help
    assert PAGE.name in TABLES
