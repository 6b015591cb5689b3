"""Write ``symcause/api/questions.py``: one overload a question and family, from the questions' fields.

An editor then completes the options of the family at hand and a type checker flags what is mistyped. Run
``python tools/write_api.py`` after an option was added; a test runs it with ``--check``.
"""

from __future__ import annotations

import re
import subprocess
import sys
from dataclasses import MISSING, fields
from pathlib import Path
from textwrap import dedent, indent
from typing import Any

from api_shapes import FUNCTIONS, Shape

from symcause.audits.question import options
from symcause.formats.shared_entries import generators
from symcause.registry import Family, answering, families, load

ALIASES = {
    "Admits": "symcause.families.boolean.problem.class_rules:Admits",
    "Edges": "symcause.audits.knowledge_options:Edges",
    "Signs": "symcause.audits.knowledge_options:Signs",
    "Tiers": "symcause.audits.knowledge_options:Tiers",
    "Candidates": "symcause.audits.knowledge_options:Candidates",
    "Known": "symcause.audits.knowledge_options:Known",
}
"""Types of options that Python alone has."""

_WORDS = re.compile(r"'([^']*)'")  # of a Literal

TARGET = Path(__file__).parents[1] / "symcause" / "api" / "questions.py"


HEAD = '''"""Questions in the Python API, each as a typed function with one overload a family.

Written by tools/write_api.py: do not edit. Each takes the options of the
command of the same name; the last overload is for problems of any family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from symcause.api.conversion import converted
from symcause.api.dispatch import asked, opened
from symcause.api.instances import generated

if TYPE_CHECKING:
{imports}
'''


def typed(kind: type[Any], name: str, annotation: str) -> str:
    """The type of an option; a choice is one of its words."""
    declared = options(kind).get(name)
    if declared is not None and declared.kind == "choice" and declared.choices:
        words = f"Literal{list(declared.choices)}"
        return f"{words} | None" if "None" in annotation else words
    if declared is not None and declared.kind == "bound":
        return "int | Literal['none'] | None"
    return annotation


def parameters(kind: type[Any], placed: str) -> dict[str, tuple[str, str]]:
    """The options of a question: name -> type and default."""
    taken = set(re.findall(r"(\w+):", placed))
    return {
        f.name: (
            typed(kind, f.name, str(f.type)),
            "..." if f.default is MISSING else repr(f.default),
        )
        for f in fields(kind)
        if f.name not in taken and not str(f.type).startswith("Mapping")  # what a command passes on
    }


def joined(first: str, second: str) -> str:
    """The type that takes both."""
    parts = [part.strip() for text in (first, second) for part in re.split(r"\|(?![^\[]*\])", text)]
    words = dict.fromkeys(word for part in parts for word in _WORDS.findall(part))
    plain = dict.fromkeys(part for part in parts if not part.startswith("Literal"))
    if words and "str" not in plain:
        plain = {f"Literal{list(words)}": None, **plain}
    return " | ".join(sorted(plain, key=lambda part: part == "None"))


def signature(
    name: str, problem: str, placed: str, keys: dict[str, tuple[str, str]], to: str
) -> str:
    first = f"problem: {problem}" + (f", {placed}" if placed else "")
    said = (f"{key}: {kind} = {default}" for key, (kind, default) in keys.items())
    rest = f", *, {', '.join(said)}" if keys else ""
    return f"@overload\ndef {name}({first}{rest}) -> {to}: ..."


def optional(placed: str) -> str:
    """What is given by place, with nothing as the default."""
    return ", ".join(f'{part} = ""' for part in placed.split(", "))


def imported(dotted: str) -> str:
    home, _, name = dotted.partition(":")
    return f"from {home} import {name}"


def problem_of(family: Family, question: str, imports: set[str]) -> str:
    """The problems of a family; a graph of networkx and a DAG where bare graphs are read."""
    imports.add(imported(family.problem))
    name = family.problem.partition(":")[2]
    readers = [other.name for other in families() if question in other.graphs]
    if readers[-1:] != [family.name]:  # what the others do not take is read by the last
        return name
    imports |= {
        "from symcause.models.dags import DAG",
        "from symcause.api.dispatch import Directed",
    }
    return f"{name} | DAG | Directed"


def result_of(family: Family, function: str, kind: type[Any], imports: set[str]) -> str:
    """The family's own document; of ``space`` the class of its spaces."""
    if function != "space":
        imports.add(imported(f"{kind.document.__module__}:{kind.document.__name__}"))
        return str(kind.document.__name__)
    opener = load(family.space or "")
    names = str(opener.__annotations__["return"]).split(" | ")
    found = [opener.__globals__[name] for name in names]
    imports |= {imported(f"{one.__module__}:{one.__name__}") for one in found}
    return " | ".join(names)


def written_function(name: str, shape: Shape, imports: set[str]) -> list[str]:
    body: list[str] = []
    every: dict[str, tuple[str, str]] = {}
    for family in answering(shape.question):
        if name == "space" and family.space is None:
            continue
        kind = load(family.questions[shape.question])
        keys = parameters(kind, shape.placed)
        problem = problem_of(family, shape.question, imports)
        result = result_of(family, name, kind, imports)
        placed = optional(shape.placed) if family.name in shape.free else shape.placed
        body.append(signature(name, problem, placed, keys, result))
        for key, (type_, _) in keys.items():
            before = every.get(key)
            every[key] = (type_ if before is None else joined(before[0], type_), "...")
    imports |= {imported(ALIASES[n]) for n in ALIASES if any(n in t for t, _ in every.values())}
    imports |= {imported(shape.common), "from symcause.formats.problems import Problem"}
    common = shape.common.partition(":")[2] + ("[Any]" if name == "space" else "")
    placed = optional(shape.placed) if shape.free else shape.placed
    body.append(signature(name, "Problem", placed, every, common))
    given = ", ".join(f'"{key}": {key}' for key in re.findall(r"(\w+):", shape.placed))
    passed = f"{{{given}, **options}}" if given else "options"
    call = f"opened(problem, {passed})"
    if name != "space":
        call = f'asked("{shape.question}", problem, {passed})'
    bare = " | DAG | Directed" * any("| DAG | Directed" in overload for overload in body)
    first = f"problem: Problem{bare}{', ' + placed if placed else ''}"
    body.append(
        f'def {name}({first}, **options: Any) -> Any:\n    """{shape.said}\n\n'
        f'{indent(dedent(shape.example).strip(), "    ")}\n    """\n    return {call}'
    )
    return body


CONVERT = """The problem as *convert* changes it; with *to* the text of it in another format.

    >>> posed = symcause.load("examples/unique.json")
    >>> symcause.convert(posed, setting="hidden-roots").setting == "hidden-roots"
    True
    >>> symcause.convert(posed, to="jsonl")[:32]
    '{"format": "symcause.boolean/1",'
    """

GENERATE = """Problems of a generator, one after the other; what is proved of one is in its metadata.

    *name* and options are those of the command. Where that names a file of problems or answers, a list
    of them will do. With *distinct* a problem that is the same as an earlier one up to names and order is
    left out, and *count* items have something new; where nothing new comes any more a warning says so.

    >>> made = list(symcause.generate("shapeworld", count=2, shapes=3, certified=True))
    >>> len(made), symcause.verify(made[0], made[0].metadata["certificate"]).accepted
    (12, True)
    >>> made = list(symcause.generate("statements", count=3, distinct=True))
    >>> len({symcause.canonical(one).digest for one in made})
    3
    """


def written_conversion(imports: set[str]) -> list[str]:
    """Two overloads a family: the problem changed, and as a text."""
    body: list[str] = []
    for family in answering("convert"):
        keys = parameters(load(family.questions["convert"]), "")
        imports.add(imported(family.problem))
        problem = family.problem.partition(":")[2]
        for to, result in (("None = None", problem), ("str", "str")):
            said = [
                f"to: {to}",
                *(f"{key}: {kind} = {value}" for key, (kind, value) in keys.items()),
            ]
            body.append(
                f"@overload\ndef convert(problem: {problem}, *, {', '.join(said)}) -> {result}: ..."
            )
    body += [
        "@overload\ndef convert(problem: Problem, *, to: None = None) -> Problem: ...",
        "@overload\ndef convert(problem: Problem, *, to: str) -> str: ...",
        "def convert(problem: Problem, *, to: str | None = None, **options: Any) -> Any:\n"
        f'    """{CONVERT}"""\n    return converted(problem, to, options)',
    ]
    return body


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


def written_generators(imports: set[str]) -> list[str]:
    """One overload a generator."""
    body: list[str] = []
    home = {name: family.problem for family in families() for name in family.generators}
    for name, dotted in generators().items():
        kind = load(dotted)
        problem = home.get(name, "symcause.formats.problems:Problem")
        imports.add(imported(problem))
        keys = ", ".join(
            f"{key}: {given(kind, key, said)} = {default}"
            for key, (said, default) in parameters(kind, "").items()
        )
        body.append(
            f'@overload\ndef generate(name: Literal["{name}"], *, count: int = 1, '
            f"distinct: bool = False, {keys}) "
            f"-> Iterator[{problem.partition(':')[2]}]: ..."
        )
    body.append(
        "def generate(name: Any, *, count: int = 1, distinct: bool = False, **options: Any) "
        f'-> Iterator[Any]:\n    """{GENERATE}"""\n'
        "    return generated(name, count, options, distinct=distinct)"
    )
    return body


SOURCES = {
    "file": "str | PathLike[str] | Iterable[Problem] | None",
    "files": "Sequence[str | PathLike[str]] | Iterable[Mapping[str, object]]",
}
"""What names a file in a command; in Python what the file would hold will do."""


def written() -> str:
    imports: set[str] = set()
    body = [
        text for name, shape in FUNCTIONS.items() for text in written_function(name, shape, imports)
    ]
    body += [*written_conversion(imports), *written_generators(imports)]
    head = HEAD.format(imports="\n".join(f"    {line}" for line in sorted(imports)))
    text = head + "\n\n" + "\n\n\n".join(body) + "\n"
    ruff = str(Path(sys.executable).parent / "ruff")
    for step in (["check", "-q", "--fix-only", "--select", "I,F401,UP"], ["format", "-q"]):
        done = subprocess.run(
            [ruff, *step, "--stdin-filename", str(TARGET), "-"],
            input=text,
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(done.stderr)
        text = done.stdout
    return text


if __name__ == "__main__":
    if "--check" in sys.argv:
        sys.exit(TARGET.read_text(encoding="utf-8") != written())
    TARGET.write_text(written(), encoding="utf-8")
