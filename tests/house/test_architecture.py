"""The layers of docs/architecture.md, enforced: who may import whom, where third parties live."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from symcause.registry import BY_SIMPLEST, FAMILIES, Family, families, shared
from symcause.release_lookup import released_part

ROOT = Path(__file__).resolve().parents[2] / "symcause"
DOC = ROOT.parent / "docs" / "architecture.md"

FLOORS = (
    ("bounds",),
    ("models", "catalogue"),
    ("problem",),
    ("files", "verifier", "documents"),
    ("space", "alignment", "value"),
    ("optimum",),
    ("budget",),
    ("opinions", "certify", "scoring"),
    ("rendering",),
    ("audits",),
    ("baselines",),
    ("generator", "report", "episode"),
    ("questions",),
    ("release",),
)
"""The floors of a family's house, from the ground up; nothing imports from a floor above its own."""

HOMES = {
    "pysat": "solvers",
    "z3": "solvers",
    "pyganak": "solvers",
    "cliquepicking": "solvers",
    "flint": "solvers",
    "clingo": "solvers",
    "cvc5": "solvers",
    "lark": "grammar",
    "click": "cli",
    "scipy": "solvers",
    "dask": "processes",
    "distributed": "processes",
    "gymnasium": "harnesses",
    "reasoning_gym": "harnesses",
    "verifiers": "harnesses",
    "mcp": "harnesses",
    "starlette": "workbench",
    "uvicorn": "workbench",
    "pytest": "testing",
    "jsonschema": "testing",
}
OPEN = ("errors", "version", "deprecations", "bounds", "capabilities")
"""What every layer may import."""

TYPES = "symcause.capabilities"
"""Types alone: what is imported there is never loaded, so no circle goes through it."""

MODULES = sorted(ROOT.rglob("*.py"))


def _name(path: Path) -> str:
    parts = path.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts).removesuffix(".__init__")


NAMES = {_name(path): path for path in MODULES}


def _layer(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


_STATEMENT = re.compile(r"^[ \t]*((?:from +[\w.]+ +)?import +(?:\([^)]*\)|[^\n]+))", re.M)


def _import_statements(text: str) -> Iterator[ast.AST]:
    """The statements alone are parsed where they stand by themselves, else the whole text."""
    try:
        yield from ast.parse("\n".join(_STATEMENT.findall(text))).body
    except SyntaxError:
        yield from ast.walk(ast.parse(text))


@cache
def _imports(module: str) -> frozenset[str]:
    """Every module that this one imports, wherever in it and whatever for."""
    found: set[str] = set()
    for node in _import_statements(NAMES[module].read_text(encoding="utf-8")):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            for alias in node.names:
                whole = f"{node.module}.{alias.name}"
                found.add(whole if whole in NAMES else str(node.module))
    return frozenset(found)


def _documented() -> dict[str, set[str]]:
    """The list of docs/architecture.md: package, and what it may import."""
    arrows: dict[str, set[str]] = {}
    package = ""
    listed = DOC.read_text(encoding="utf-8").split("A package may import these")[1]
    for line in listed.split("```")[1].splitlines():
        if line:
            package = line.split()[0] if line[0] != " " else package
            named = line[len(package) :] if line[0] != " " else line
            arrows.setdefault(package, set()).update(re.findall(r"\w+", named))
    return arrows


ARROWS = _documented()


def test_imports_follow_the_layers() -> None:
    wrong = [found for module in NAMES if "." in module for found in _astray(module)]
    assert not wrong, "\n".join(wrong)


def _astray(module: str) -> Iterator[str]:
    """What a module imports although its layer must not."""
    layer = _layer(module)
    if layer == "__main__":
        return
    allowed = ARROWS[layer] | {layer, *OPEN}
    for name in _imports(module):
        top, _, rest = name.partition(".")
        if HOMES.get(top, layer) != layer:
            yield f"{module}: {top} is at home in {HOMES[top]}"
        if top == "symcause" and not rest:
            yield f"{module} imports the package as a whole"
        elif top == "symcause" and _whose(rest) not in allowed:
            yield f"{module}: {layer} must not import {name}"


def _whose(rest: str) -> str:
    """The layer that a module below ``symcause`` belongs to: bounds belong to that which they bound."""
    layer, _, inner = rest.partition(".")
    return inner.removesuffix("_bounds") if layer == "bounds" and inner else layer


def test_families_keep_to_themselves_and_to_their_floors() -> None:
    houses = [name for name in NAMES if name.startswith("symcause.families.")]
    wrong = [found for module in houses for found in _visiting(module)]
    assert houses
    assert not wrong, "\n".join(wrong)


def _visiting(module: str) -> Iterator[str]:
    """What a module imports of another family, or from a floor above its own."""
    parts = module.split(".")
    home, floor = parts[2], _floor(parts)
    for name in _imports(module):
        other = name.split(".")
        if other[:2] == ["symcause", "families"]:
            if other[2] != home:
                yield f"{module}: {home} must not import {name}"
            elif _floor(other) > floor:
                yield f"{module} must not import from above: {name}"


def test_what_is_looked_up_in_a_release_is_declared() -> None:
    """By name alone: nothing else would tell before somebody asks."""
    asked = re.compile(r'released_part\(\s*"(\w+)", "(\w+)"')
    calls = [call for path in MODULES for call in asked.findall(path.read_text(encoding="utf-8"))]
    declared = {found.name: found.release for found in families()}
    assert len(calls) >= 20
    assert not [call for call in calls if call[1] not in declared[call[0]]]
    assert callable(released_part("cpt", "opened"))


def test_what_knows_a_released_program_stands_apart() -> None:
    """Only the declaration of a family names its folder ``release``; so do tests and tools."""
    apart = re.compile(r"symcause\.families\.(\w+)\.release(?:\.|$)")
    held = {name: match[1] for name in NAMES if (match := apart.match(name))}
    assert {"boolean", "linear", "shapeworld", "scenario"} <= set(held.values())
    for name, path in NAMES.items():
        astray = [other for other in _imports(name) if apart.match(other)]
        assert name in held or not astray, f"{name}: {astray}"
        if name not in held and path.name != "__init__.py":
            text = path.read_text(encoding="utf-8")
            assert not re.search(r"families\.\w+\.release\b", text), name


def _floor(parts: list[str]) -> int:
    """The floor of a module; small families have files where large ones have folders."""
    if len(parts) < 4:
        return len(FLOORS)
    for level, names in enumerate(FLOORS):
        if parts[3] in names:
            return level
    return len(FLOORS)


def test_no_circle() -> None:
    loading = [name for name in NAMES if not name.startswith(TYPES)]
    graph = {name: {other for other in _imports(name) if other in loading} for name in loading}
    done: set[str] = set()

    def walk(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name in done:
            return
        for other in sorted(graph[name] - {name}):
            walk(other, (*trail, name))
        done.add(name)

    for name in sorted(graph):
        walk(name, ())


def test_types_of_capabilities_load_nothing() -> None:
    """What is said of them to type checkers may name any layer, for none is loaded with them."""
    loaded = _loaded(f"import {TYPES}") - _loaded("import symcause")
    assert TYPES in loaded
    assert all(name.startswith(TYPES) for name in loaded if name.startswith("symcause"))


def test_whoever_uses_the_types_of_capabilities_does_not_load_them() -> None:
    """The check for authors apart, which compares a declaration with them."""
    loaded = _loaded("import symcause.registry as it; list(it.families())")
    assert not {name for name in loaded if name.startswith(TYPES)}


def _dotted(family: Family) -> list[str]:
    """Every dotted name in a family's declaration."""
    found: list[str] = []
    for value in family:
        parts = value.values() if isinstance(value, dict) else value
        if isinstance(parts, bool):
            continue
        for part in [parts] if isinstance(parts, str) else parts or ():
            found += [part] if isinstance(part, str) else [v for v in part if v]
    return [
        name for name in found if isinstance(name, str) and re.fullmatch(r"[\w.]+:[\w./]+", name)
    ]


@pytest.mark.parametrize("family", list(families()), ids=lambda f: f.name)
def test_the_registry_names_what_is_there(family: Family) -> None:
    every = {*shared("prompt", "convert", "play", "judge", "runs").values(), BY_SIMPLEST}
    for dotted in _dotted(family):
        module, _, name = dotted.partition(":")
        own = module.startswith(FAMILIES[family.name])
        assert own or dotted in every, f"{dotted} is in another house"
        if name.endswith((".js", ".css")):
            assert (NAMES[module].parent / name).is_file(), dotted
        else:
            assert hasattr(__import__(module, fromlist=[name]), name), dotted


def test_shared_layers_name_no_family() -> None:
    """No branch on a family: the words appear in texts for people at most."""
    branch = re.compile(
        r"isinstance\([^)]*(Boolean|Linear|Crystal)|\"graphs\" in |== \"(boolean|linear|dag)\""
    )
    for name, path in NAMES.items():
        if _layer(name) in ("cli", "reports", "formats", "audits", "scoring", "solvers", "grammar"):
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                assert not branch.search(line), f"{path}:{number}: {line.strip()}"


HEAVY = {"networkx", "z3", "pysat", "sympy", "numpy", "lark", "rich", "flint", "cliquepicking"}


OPTIONS = """
import click
from symcause.cli.main import cli

def made(command):
    if isinstance(command, click.Group):
        within = click.Context(command)
        return sum(made(command.get_command(within, name)) for name in command.list_commands(within))
    return len(command.params)

assert made(cli) > 500
"""
"""All options of all commands, those of every family among them."""


@pytest.mark.parametrize(
    ("code", "banned"),
    [
        ("import symcause.cli.main", HEAVY | {"msgspec"}),
        (OPTIONS, HEAVY),
        (
            "import symcause.cli.commands.audit, symcause.cli.commands.count, symcause.cli.commands.check",
            HEAVY,
        ),
    ],
)
def test_stays_light(code: str, banned: set[str]) -> None:
    """The command line starts without heavy libraries, and its options need none."""
    assert not banned & _loaded(code)


def _loaded(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print('loaded', *sys.modules)"],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT.parent,
    )
    return set(done.stdout.rpartition("loaded")[2].split())


CERTIFIED = {
    "boolean": ("audit", "examples/unique.json"),
    "cpt": ("audit", "examples/draft.json"),
    "finite": ("audit", "examples/finite/lock-settled.json"),
    "linear": ("audit", "examples/crystal.json"),
    "scenario": ("audit", "examples/boats.json"),
    "shapeworld": ("audit", "examples/shapes.json"),
    "statements": ("audit", "examples/statements.json"),
    "textgraph": ("align", "examples/flood.txt", "examples/flood.answer.txt"),
}
"""How a certificate of each family that has some is made."""


@pytest.mark.parametrize("family", [f for f in families() if f.verifier], ids=lambda f: f.name)
def test_a_certificate_is_verified_without_a_space_or_a_solver(
    family: Family, tmp_path: Path
) -> None:
    from symcause.cli.main import main

    command, problem, *more = CERTIFIED[family.name]
    proof, paths = tmp_path / "proof.json", [str(ROOT.parent / p) for p in (problem, *more)]
    with pytest.raises(SystemExit) as ended:
        main([command, *paths, "--certificate", str(proof), "--json"])
    assert ended.value.code == 0
    loaded = _loaded(
        "from symcause.cli.main import cli\n"
        f"assert not cli.main(['verify', {problem!r}, {str(proof)!r}], standalone_mode=False)"
    )
    assert not loaded & (HEAVY - {"lark"})
    forbidden = re.compile(r"symcause\.(solvers|families\.\w+\.(space|audits|certify|catalogue))")
    assert not {name for name in loaded if forbidden.match(name)}


def _named_places() -> list[str]:
    """What the pictures of docs/architecture.md name: the first column of their lines."""
    found: list[str] = []
    for picture in DOC.read_text(encoding="utf-8").split("```")[1::2]:
        below = ""
        for line in picture.splitlines()[1:]:
            column, indented = (
                re.split(r"\s{2,}| (?=[a-z] )", line.strip())[0],
                line.startswith(" "),
            )
            if line.startswith("symcause ") or not column or line.startswith(" " * 10):
                continue
            if not indented:
                below = column if column.endswith("/") else ""
            found += [
                (below if indented else "") + name.split(" ")[0] for name in column.split(", ")
            ]
    return sorted({name.strip("/") for name in found if "…" not in name})


@pytest.mark.parametrize("name", _named_places())
def test_the_pictures_name_what_is_there(name: str) -> None:
    places = [ROOT, *sorted((ROOT / "families").iterdir())]
    rest = name.removeprefix("families/x/")
    assert any((p / rest).exists() or (p / f"{rest}.py").exists() for p in places), name
