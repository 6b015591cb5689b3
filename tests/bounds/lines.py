"""Command lines that discovery asks: those of the corpus, and more of each kind."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from tools.corpus.commands import every

_SINGLE = (
    *(f"examples/{name}.json" for name in ("ambiguous", "unique", "hidden-roots", "corner")),
    *(f"examples/{name}.json" for name in ("alternative", "crystal", "episode", "shapes")),
    *(f"examples/{name}.json" for name in ("world", "boats", "statements", "draft")),
    *("examples/finite/lock.json", "examples/finite/lock-settled.json", "made/forks.txt"),
    *("made/integer.jsonl", "made/hidden.jsonl", "made/quadratic.jsonl", "made/shapes.jsonl"),
    *("made/noisy.jsonl", "made/unseen.jsonl", "made/likeness.jsonl", "made/dials.jsonl"),
    *("made/tables.jsonl", "made/premises.jsonl", "made/targets.jsonl", "made/pairs.jsonl"),
    *("made/do.jsonl", "made/hold.jsonl", "made/shift.jsonl", "made/scattered.jsonl"),
    *("made/settling.jsonl", "made/items.jsonl", "made/alternative.jsonl", "made/linear5.jsonl"),
)
_WAYS = (
    *(
        "audit {} --full",
        "audit {} --html page.html",
        "audit {} --heldout --json",
        "next {} --full",
    ),
    *("audit {} --slide talk.svg", "audit {} --table csv", "audit {} --figure figure.svg"),
    *("alternatives {} --full", "alternatives {} --html page.html", "solve {} --full"),
    *("disambiguate {} --full", "solve {} --all --limit 3 --json", "count {} --full"),
    *("play {} --agent greedy --seed 1 --json", "play {} --agent optimal --seed 1 --json"),
    *("play {} --agent random --seed 2 --full", "prompt {}", "convert {} --to svg"),
    *(
        "prompt {} --theme farm --style story",
        "convert {} --told",
        "audit {} --errata errata.jsonl",
    ),
    *("audit {} --errata-page errata.html", "audit {} --json --certificate proof.json"),
    *("count {} --certificate number.json --json", "score {} --baselines --bootstrap 5 --json"),
    *("score {} --baseline passive --html page.html", "disambiguate {} --adaptive --json"),
)
_POOLS = ("examples/pool.jsonl", "examples/labels.jsonl", "examples/percentages.jsonl")
_POOLED = (
    *("audit {}", "audit {} --table latex", "audit {} --table markdown", "audit {} --tables out"),
    *("audit {} --html page.html", "audit {} --slide talk.svg", "audit {} --figure figure.svg"),
    *("audit {} --duplicates", "audit {} --shortcuts", "count {}", "prompt {}", "next {}"),
    *("convert {} --dataset folder --about name=Bounds", "solve {}", "alternatives {}"),
)
_SCORED = "score examples/pool.jsonl examples/predictions.jsonl"
_ANSWERED = (
    *(("ambiguous", name) for name in ("good", "other")),
    *(("unique", name) for name in ("good", "wrong")),
    *(("ordered", name) for name in ("wrong", "nand", "syntax", "prose", "missing-key")),
    *(("hidden-roots", "wrong-roots"), ("alternative", "same"), ("corner", "submission")),
    *(("crystal", "wrong"), ("replay", "wrong")),
)
_MORE = (
    *(f"{_SCORED} {way} --bootstrap 20" for way in ("--slide talk.svg", "--figures figures")),
    *(f"{_SCORED} {way} --bootstrap 20" for way in ("--html page.html", "--tables out")),
    *(f"{_SCORED} {way} --bootstrap 20" for way in ("--version-space", "--appendix", "--classes")),
    *(f"{_SCORED} {way} --bootstrap 20" for way in ("--difficulty", "--bundle folder", "--json")),
    *(f"{_SCORED} {way} --bootstrap 20" for way in ("--baselines", "--baseline simplest")),
    "check examples/flood.txt examples/flood.answer.txt",
    "align examples/flood.txt examples/flood.answer.txt",
    "check examples/boats.json examples/answers/boats.open.json",
    "disambiguate examples/ambiguous.json --margin 2",
    "disambiguate examples/ambiguous.json --level extra",
    "disambiguate examples/ambiguous.json --targets 2",
    "alternatives examples/ambiguous.json --targets 2 --json",
    "next examples/ambiguous.json --max-parents 3 --json",
    "audit examples/ambiguous.json --targets 2 --json",
    "audit examples/ambiguous.json --claim inseparable --certificate proof.json --json",
    "audit examples/ambiguous.json --max-ast 5 --json",
    "count examples/ambiguous.json --max-depth 2 --json",
    "count examples/ambiguous.json --unate --json",
    "count examples/ambiguous.json --identity behaviour --json",
    "next examples/ambiguous.json --errors 1 --json",
    "audit examples/unique.json --errors 2 --json",
    "audit examples/unique.json --errors 1",
    "audit examples/unique.json --errors 1 --html page.html",
    "audit examples/boats.json --twin --json",
    "solve examples/boats.json --effort 1000 --json",
    "separate examples/boats.json --budget --rival reversed --units 5 --json",
    "audit examples/shapes.json --class hidden --html page.html",
    "imec made/forks.txt --targets A --json",
    "imec made/forks.txt --next",
    "next made/forks.txt",
    "convert examples/rows.csv --id problem --gold examples/rows-gold.jsonl --errors 1",
    "audit examples/rows.csv --id problem --gold examples/rows-gold.jsonl",
    "convert examples/pool.jsonl --heldout 2 --seed 3",
    "generate boolean --level extra --seed 1",
    "generate boolean --level counterexample --seed 1",
    "generate boolean --level certified --pad 3 --seed 1",
    "generate boolean --siblings --seed 2",
    "generate boolean --noise 1 --margin 1 --hide 0.1 --seed 1",
    "generate boolean --preset n12_sparse --seed 2",
    "generate boolean --alternative --seed 1",
    "generate linear --variables 3 --siblings --seed 1",
    "generate linear --variables 3 --level certified --pad 2 --seed 1",
    "generate linear --variables 3 --hidden 1 --quadratic --seed 1",
    "generate linear --variables 3 --quadratic --level certified --seed 1",
    "generate linear --variables 3 --siblings --question target --seed 2",
    "generate shapeworld --shapes 3 --siblings --seed 1",
    "generate shapeworld --shapes 3 --certified --seed 1",
    "generate shapeworld --shapes 3 --level certified --pad 2 --seed 1",
    "generate shapeworld --shapes 3 --hidden --seed 3",
    "generate statements --siblings --seed 1",
    "generate statements --variables 3 --seed 1",
    "generate cpt --query ate --seed 1",
    "generate cpt --query nie --seed 1",
    "generate finite --seed 1",
    "generate finite --queries 2 --seed 1",
    "generate finite --siblings --seed 1",
    "generate scenario --template altitude --zones 2 --seed 1 --json --out out",
    "generate scenario --template assigned --zones 2 --twin --seed 1 --json --out out",
    "generate scenario --template survivors --zones 2 --seed 1 --json --out out",
    "generate renderings examples/unique.json --match all --html page.html",
    "generate renderings examples/crystal.json --names agree,contradict --themes lab --styles report",
    "generate alternative examples/pool.jsonl --seed 1",
    "generate siblings examples/ambiguous.json --pool-size 50",
    "examples",
)


def lines() -> Iterator[str]:
    """Every line, each once; what is quick and tells much comes first."""
    made = [way.format(problem) for way, problem in product(_WAYS[:14], _SINGLE[:15])]
    for problem, answer in _ANSWERED:
        end = "txt" if answer == "prose" else "json"
        asked = f"check examples/{problem}.json examples/answers/{problem}.{answer}.{end}"
        made += [asked, f"{asked} --html page.html"]
    made += [line for line in _MORE if not line.startswith("score")]
    made += [command.line for command in every()]
    made += [way.format(pool) for pool, way in product(_POOLS, _POOLED)]
    made += [way.format(problem) for problem, way in product(_SINGLE, _WAYS)]
    yield from dict.fromkeys((*made, *_MORE))
