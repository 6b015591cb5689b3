"""The written functions that ask no family's question: ``convert``, ``generate`` and ``score``."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from api_docs import DOCS
from api_docstrings import Told, docstring, text_of
from api_parameters import Keys, imported, parameters, told_of

from symcause.audits.question import options
from symcause.formats.shared_entries import generators
from symcause.registry import answering, families, load


def written_conversion(imports: set[str]) -> tuple[str, list[str]]:
    """Two overloads a family: the problem changed, and as a text."""
    overloads: list[str] = []
    told: dict[str, list[Told]] = {}
    for family in answering("convert"):
        kind = load(family.questions["convert"])
        keys = parameters(kind, "")
        imports.add(imported(family.problem))
        problem = family.problem.partition(":")[2]
        own = told_of(family.name, kind, keys)
        for key in own:
            told.setdefault(key, []).extend(own[key])
        placed = {"problem": problem, "to": ""}
        for to, result in (("None = None", problem), ("str", "str")):
            text = docstring(DOCS["convert"], placed, own, result, family=family.name)
            said = [
                f"to: {to}",
                *(f"{key}: {type_} = {value}" for key, (type_, value) in keys.items()),
            ]
            overloads.append(
                f"@overload\ndef convert(problem: {problem}, *, {', '.join(said)}) -> {result}:\n"
                f"    {text}"
            )
    text = docstring(DOCS["convert"], {"problem": "Problem", "to": ""}, told, "Problem or str")
    for to, result in (("None = None", "Problem"), ("str", "str")):
        overloads.append(
            f"@overload\ndef convert(problem: Problem, *, to: {to}) -> {result}:\n    {text}"
        )
    return (
        "def convert(problem: Problem, *, to: str | None = None, **options: Any) -> Any:\n"
        f"    {text}\n    return converted(problem, to, options)",
        overloads,
    )


def given(kind: type[Any], key: str, said: str) -> str:
    """The type of an option of a generator; what names a file may be what it would hold."""
    declared = options(kind)[key]
    if declared.kind == "file" and not declared.hidden:
        return "str | PathLike[str] | None"
    if declared.kind == "choices":
        return "str | tuple[str, ...]"
    if declared.kind == "text" and said == "str" and key != "preset":
        return "str | float | Fraction"
    return SOURCES.get(declared.kind, said)


def written_generators(imports: set[str]) -> tuple[str, list[str]]:
    """One overload a generator."""
    overloads: list[str] = []
    told: dict[str, list[Told]] = {}
    home = {name: family.problem for family in families() for name in family.generators}
    placed = {"name": "", "count": "", "distinct": ""}
    for name, dotted in generators().items():
        kind = load(dotted)
        problem = home.get(name, "symcause.formats.problems:Problem")
        imports.add(imported(problem))
        result = f"Iterator[{problem.partition(':')[2]}]"
        keys = {
            key: (given(kind, key, said), default)
            for key, (said, default) in parameters(kind, "").items()
        }
        own = told_of(name, kind, keys)
        for key in own:
            told.setdefault(key, []).extend(own[key])
        text = docstring(DOCS["generate"], placed, own, result, family=name)
        said = ", ".join(f"{key}: {type_} = {default}" for key, (type_, default) in keys.items())
        overloads.append(
            f'@overload\ndef generate(name: Literal["{name}"], *, count: int = 1, '
            f"distinct: bool = False, {said}) "
            f"-> {result}:\n    {text}"
        )
    told = {key: told[key] for key in sorted(told, key=lambda key: -len(told[key]))}
    text = docstring(DOCS["generate"], placed, told, "Iterator[Problem]")
    return (
        "def generate(name: Any, *, count: int = 1, distinct: bool = False, **options: Any) "
        f"-> Iterator[Any]:\n    {text}\n    return generated(name, count, options, distinct=distinct)",
        overloads,
    )


SCORED = (
    "problems: Iterable[Problem], predictions: Iterable[Mapping[str, object]], *, "
    "bootstrap: Bootstrap | None = None, answer_key: str | Sequence[str] | None = None, "
    "prompts: Any = (), classes: bool = False, "
)


def written_score(imports: set[str]) -> tuple[str, list[str]]:
    """One signature: a pool may be of several families, each takes the options that it knows."""
    told: dict[str, list[Told]] = {}
    every: Keys = {}
    for family in families():
        kind = None if family.scoring is None else load(family.scoring)
        for f in fields(kind) if kind is not None else ():
            if f.metadata:
                every.setdefault(f.name, (str(f.type), repr(f.default)))
                shown = Told(family.name, *every[f.name], text_of(kind, f.name))
                told.setdefault(f.name, []).append(shown)
    imports |= {
        "from symcause.api.scores_object import Scores",
        "from symcause.scoring.bootstrap import Bootstrap",
    }
    placed = {name: "" for name, _, _ in DOCS["score"].given}
    text = docstring(DOCS["score"], placed, told, "Scores")
    said = ", ".join(f"{key}: {type_} = {default}" for key, (type_, default) in every.items())
    stub = f"def score({SCORED}{said}) -> Scores:\n    {text}"
    own = "bootstrap=bootstrap, answer_key=answer_key, prompts=prompts, classes=classes"
    call = f"scored(problems, predictions, options, {own})"
    return f"def score({SCORED}**options: Any) -> Scores:\n    {text}\n    return {call}", [stub]


SOURCES = {
    "file": "str | PathLike[str] | Iterable[Problem] | None",
    "files": "Sequence[str | PathLike[str]] | Iterable[Mapping[str, object]]",
}
"""What names a file in a command; in Python what the file would hold will do."""
