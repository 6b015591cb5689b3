"""Write the functions of ``symcause.api.questions`` and their docstrings, from the questions' fields.

``questions.py`` is what runs: each function with all options in its docstring. ``questions.pyi`` is what
editors and type checkers read: one overload a question and family, the family's own options first. Run
``python tools/write_api.py`` after an option was added; a test runs it with ``--check``. The tables of
``docs/api.md`` say of each name what its docstring says first.
"""

from __future__ import annotations

import inspect
import re
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

from api_docs import DOCS
from api_docstrings import Told, docstring
from api_others import written_conversion, written_generators, written_score
from api_parameters import Keys, imported, joined, parameters, told_of
from api_shapes import FUNCTIONS, Shape

import symcause
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

HOME = Path(__file__).parents[1] / "symcause" / "api"
RUN, READ = HOME / "questions.py", HOME / "questions.pyi"
PAGE = Path(__file__).parents[1] / "docs" / "api.md"

HEAD = '''"""Questions in the Python API, each as a function with its options in its docstring.

Written by tools/write_api.py: do not edit. Type checkers and editors read questions.pyi, which has one
overload a family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symcause.api.answer_scores import scored
from symcause.api.conversion import converted
from symcause.api.dispatch import asked, opened
from symcause.api.instances import generated

if TYPE_CHECKING:
    from symcause.api.dispatch import Directed
    from symcause.api.scores_object import Scores
    from symcause.formats.problems import Problem
    from symcause.models.dags import DAG
    from symcause.scoring.bootstrap import Bootstrap
'''

STUB_HEAD = '''"""Questions in the Python API as editors and type checkers see them: one overload a family.

Written by tools/write_api.py: do not edit. The last overload is for problems of any family.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, overload

{imports}
'''


def signature(name: str, problem: str, placed: str, keys: Keys, to: str, text: str) -> str:
    first = f"problem: {problem}" + (f", {placed}" if placed else "")
    said = (f"{key}: {kind} = {default}" for key, (kind, default) in keys.items())
    rest = f", *, {', '.join(said)}" if keys else ""
    return f"@overload\ndef {name}({first}{rest}) -> {to}:\n    {text}"


def optional(placed: str) -> str:
    """What is given by place, with nothing as the default."""
    return ", ".join(f'{part} = ""' for part in placed.split(", "))


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


def written_function(name: str, shape: Shape, imports: set[str]) -> tuple[str, list[str]]:
    """The function as it runs, and its overloads."""
    overloads: list[str] = []
    every: Keys = {}
    told: dict[str, list[Told]] = {}
    kinds = [
        (family, load(family.questions[shape.question]))
        for family in answering(shape.question)
        if name != "space" or family.space is not None
    ]
    known = Counter(key for _, kind in kinds for key in parameters(kind, shape.placed))
    for family, kind in kinds:
        keys = parameters(kind, shape.placed)
        keys = dict(sorted(keys.items(), key=lambda item: known[item[0]] > 1))  # its own first
        problem = problem_of(family, shape.question, imports)
        result = result_of(family, name, kind, imports)
        placed = optional(shape.placed) if family.name in shape.free else shape.placed
        own = told_of(family.name, kind, keys)
        if name == "space":
            own = {key: _of_space(key, told_) for key, told_ in own.items()}
        text = docstring(DOCS[name], given_types(placed, problem), own, result, family=family.name)
        overloads.append(signature(name, problem, placed, keys, result, text))
        for key, (type_, _) in keys.items():
            before = every.get(key)
            every[key] = (type_ if before is None else joined(before[0], type_), "...")
            told.setdefault(key, []).extend(own[key])
    imports |= {imported(ALIASES[n]) for n in ALIASES if any(n in t for t, _ in every.values())}
    imports |= {imported(shape.common), "from symcause.formats.problems import Problem"}
    common = shape.common.partition(":")[2] + ("[Any]" if name == "space" else "")
    placed = optional(shape.placed) if shape.free else shape.placed
    bare = " | DAG | Directed" * any("| DAG | Directed" in overload for overload in overloads)
    told = {key: told[key] for key in sorted(told, key=lambda key: -len(told[key]))}
    text = docstring(DOCS[name], given_types(placed, f"Problem{bare}"), told, common)
    every = {key: every[key] for key in told}
    overloads.append(signature(name, "Problem", placed, every, common, text))
    given = ", ".join(f'"{key}": {key}' for key in re.findall(r"(\w+):", shape.placed))
    passed = f"{{{given}, **options}}" if given else "options"
    call = f"opened(problem, {passed})"
    if name != "space":
        call = f'asked("{shape.question}", problem, {passed})'
    first = f"problem: Problem{bare}{', ' + placed if placed else ''}"
    run = f"def {name}({first}, **options: Any) -> Any:\n    {text}\n    return {call}"
    return run, overloads


def _of_space(key: str, told: list[Told]) -> list[Told]:
    """An option of the count that its space does not look at says so."""
    families = {one.family for one in told}
    if key == "certificate" or (key == "engine" and families <= {"boolean", "shapeworld"}):
        return [replace(one, text="Of ``count``: a space ignores it.") for one in told]
    return told


def given_types(placed: str, problem: str) -> dict[str, str]:
    """What is given by place: its type, where the docstring does not know a better one."""
    names = re.findall(r"(\w+):", placed)
    return {
        "problem": problem.replace(" | Directed", " | networkx.DiGraph"),
        **dict.fromkeys(names, ""),
    }


def written() -> dict[Path, str]:
    """The text of both files."""
    imports: set[str] = set()
    parts = [written_function(name, shape, imports) for name, shape in FUNCTIONS.items()]
    parts += [written_conversion(imports), written_generators(imports), written_score(imports)]
    run = HEAD + "\n\n" + "\n\n\n".join(text for text, _ in parts) + "\n"
    head = STUB_HEAD.format(imports="\n".join(sorted(imports)))
    read = head + "\n\n" + "\n\n".join(text for _, every in parts for text in every) + "\n"
    return {RUN: neat(run, RUN), READ: neat(read, READ), PAGE: described(PAGE)}


def described(page: Path) -> str:
    """The page of the reference with every name described as its docstring begins."""
    return re.sub(
        r"^\| `(\w+)` \| .* \|$",
        lambda row: f"| `{row[1]}` | {summary(row[1])} |",
        page.read_text(encoding="utf-8"),
        flags=re.MULTILINE,
    )


def summary(name: str) -> str:
    """How the docstring of a public name begins, as a page has it."""
    if name == "__version__":
        return "The version of the package."
    thing = getattr(symcause, name)
    text = DOCS[name].said if name in DOCS else inspect.getdoc(thing) or ""
    first = " ".join(text.partition("\n\n")[0].split())
    return re.sub(r":\w+:`([^`]*)`", r"`\1`", first).replace("``", "`")


def neat(text: str, target: Path) -> str:
    ruff = str(Path(sys.executable).parent / "ruff")
    for step in (["check", "-q", "--fix-only", "--select", "I,F401,UP"], ["format", "-q"]):
        done = subprocess.run(
            [ruff, *step, "--stdin-filename", str(target), "-"],
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
    made = written()
    if "--check" in sys.argv:
        sys.exit(any(file.read_text(encoding="utf-8") != text for file, text in made.items()))
    for file, text in made.items():
        file.write_text(text, encoding="utf-8")
