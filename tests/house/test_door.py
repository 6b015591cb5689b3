"""``python -m symcause.kernel``: what verifying loads, and that it needs nothing but Python."""

from __future__ import annotations

import json
import random
import subprocess
import sys
from operator import le
from pathlib import Path

import pytest

from symcause.cli.main import cli
from symcause.errors import SymcauseError
from symcause.families.boolean.models.column_lookup import lookup, plain_lookup
from symcause.models.equations import Effect, Equation, print_equation, read_sum
from symcause.registry import family, load
from tests.boolean.forgeries import mutations

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
MOST_MODULES, MOST_LINES = 45, 4_500
MOST_INFORMED = 55, 5_850
"""Where cells may err or are unobserved, or something is known beforehand."""

AUDITS = {
    "local": ("unique.json",),
    "count": ("unique.json", "--claim", "count"),
    "clausal": ("unique.json", "--claim", "inseparable"),
    "alternative": ("ambiguous.json",),
    "linear": ("crystal.json",),
    "linear count": ("episode.json",),
    "linear integers": ("crystal.json", "--coefficients=-3..3"),
    "linear target": ("crystal.json", "--claim", "target"),
    "shapes": ("shapes.json",),
    "world": ("world.json",),
}
"""A certificate of every kind; the problems have gold, which has to be read as well."""

INFORMED: dict[str, dict[str, object]] = {
    "errors": {"errors": 1},
    "unobserved": {},
    "latent": {"latent": ["X3"]},
    "knowledge": {"knowledge": {"forbid": [["X1", "X2"]]}},
}
"""What version 2 of the format adds to the one of ``unique.json``."""

COUNT = """
import sys
from symcause.kernel.__main__ import main
code = main(sys.argv[1:])
found = {name: module.__file__ for name, module in sys.modules.items() if name.startswith("symcause")}
foreign = [n for n, m in sys.modules.items() if "site-packages" in (getattr(m, "__file__", None) or "")]
import re
sections = r'\\n+ *(?:Parameters|Returns|Examples)\\n *-{6,}\\n(?:(?!"{3}).)*'  # of docstrings: text alone
keys = r'(\\n    \\w+: [^\\n]*)\\n    "{3}(?:(?!"{3}).)*"{3}'  # what is said below a field: text alone
texts = {name: open(path, encoding="utf-8").read() for name, path in found.items()}
plain = {name: re.sub(sections, "", text, flags=re.DOTALL) for name, text in texts.items()}
lines = {name: re.sub(keys, r'\\1', text, flags=re.DOTALL).count("\\n") for name, text in plain.items()}
print(code, len(lines), sum(lines.values()), *foreign, *found)
"""


def alone(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Python without anything that is installed."""
    order = [sys.executable, "-S", *map(str, arguments)]
    environment = {"PYTHONPATH": str(ROOT)}
    return subprocess.run(order, capture_output=True, text=True, check=False, env=environment)


def certified(kind: str, folder: Path) -> tuple[Path, Path]:
    """A problem and a certificate about it."""
    certificate = folder / "certificate.json"
    if kind == "text graph":
        problem, answer = folder / "gold.json", folder / "answer.json"
        names = ["heavy rain", "flood", "damage"]
        edges = [["heavy rain", "flood"], ["flood", "damage"]]
        document = {"format": "symcause.textgraph/1", "id": "g", "nodes": names, "edges": edges}
        document["edges"] = [{"source": a, "target": b} for a, b in edges]
        problem.write_text(json.dumps(document))
        answer.write_text(json.dumps({**document, "nodes": names[::-1]}))
        order = ["align", str(problem), str(answer), "--certificate", str(certificate)]
    else:
        name, *options = AUDITS.get(kind, ("unique.json",))
        problem = EXAMPLES / name
        if kind in INFORMED:
            problem = informed(kind, folder)
        order = ["audit", str(problem), *options, "--certificate", str(certificate)]
    with pytest.raises(SystemExit):
        cli.main([*order, "--json"], standalone_mode=True)
    assert certificate.exists()
    return problem, certificate


def informed(kind: str, folder: Path) -> Path:
    """The one with a unique model in version 2 of the format."""
    document = json.loads((EXAMPLES / "unique.json").read_text())
    document |= {"format": "symcause.boolean/2", **INFORMED[kind]}
    if kind == "unobserved":
        rows = document["worlds"][0]["rows"]
        rows[0] = f"{rows[0][:-1]}?"
    if kind == "latent":
        at = document["variables"].index("X3")
        document["worlds"] = [w for w in document["worlds"] if "X3" not in w["targets"]]
        for world in document["worlds"]:
            world["rows"] = [f"{row[:at]}?{row[at + 1 :]}" for row in world["rows"]]
    path = folder / "informed.json"
    path.write_text(json.dumps(document))
    return path


@pytest.mark.parametrize("kind", [*AUDITS, *INFORMED, "text graph"])
def test_what_verifying_loads(kind: str, tmp_path: Path) -> None:
    problem, certificate = certified(kind, tmp_path)
    done = alone("-c", COUNT, problem, certificate)
    told, *_, counted = done.stdout.splitlines()
    assert done.returncode == 0 and told.startswith("accepted"), done.stderr
    code, modules, lines, *names = counted.split()
    most = MOST_INFORMED if kind in INFORMED else (MOST_MODULES, MOST_LINES)
    loaded = int(modules), int(lines)
    assert code == "0" and all(map(le, loaded, most)), (modules, lines, names)
    assert all(name.startswith("symcause") for name in names)
    apart = ("cli", "solvers", "reports", "audits", "processes", "episodes", "scoring")
    assert not [name for name in names if name.split(".")[1:2] and name.split(".")[1] in apart]


def test_the_door_says_what_is_wrong(tmp_path: Path) -> None:
    problem, certificate = certified("local", tmp_path)
    document = json.loads(certificate.read_text())

    def said(changed: object, of: Path = problem) -> tuple[int, str]:
        path = tmp_path / "changed.json"
        path.write_text(changed if isinstance(changed, str) else json.dumps(changed))
        done = alone("-m", "symcause.kernel", of, path)
        assert "Traceback" not in done.stderr
        return done.returncode, done.stdout + done.stderr

    assert said({**document, "claim": {"name": "inconsistent"}})[0] == 1
    assert said(document, EXAMPLES / "ambiguous.json")[0] == 1
    for text, words in (
        ("{", "changed.json"),
        ("[]", "not a JSON object"),
        ('{"a": 1, "a": 2}', "stands twice"),
        ("[" * 100_000, "nested too deep"),
        ('{"family": "chess"}', "no such family"),
        ('{"family": 3}', "no family"),
        ('{"family": "dag"}', "no family"),
        ('{"family": "linear"}', "none in our format"),
    ):
        code, told = said(text)
        assert code == 2 and words in told and len(told.splitlines()) == 1
    missing = alone("-m", "symcause.kernel", problem, tmp_path / "none.json")
    assert missing.returncode == 2 and "cannot be read" in missing.stderr
    assert alone("-m", "symcause.kernel").returncode == 2


READ = """
import json, sys
from symcause.errors import SymcauseError
from symcause.formats.strict_json import read_strict
from symcause.registry import family, load
found = family(sys.argv[1])
for line in open(sys.argv[2], encoding="utf-8"):
    document = read_strict(line)
    try:
        reader = load(found.formats[f"symcause.{found.name}/1"])
        print(load(found.digest)(reader(document, None)))
    except SymcauseError:
        print("refused")
    except ImportError as error:
        print("needs", error.name)
"""


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("boolean", "unique.json"),
        ("boolean", "hidden-roots.json"),
        ("linear", "crystal.json"),
        ("shapeworld", "shapes.json"),
        ("shapeworld", "world.json"),
    ],
)
def test_plain_reading_is_that_of_msgspec(name: str, file: str, tmp_path: Path) -> None:
    """Documents, right and damaged in many ways: the same digest, or refused by both."""
    original = json.loads((EXAMPLES / file).read_text())
    rng = random.Random(file)
    changed = [document for _, document in mutations(original)]
    documents = [original, *rng.sample(changed, min(len(changed), 400))]
    lines = [json.dumps(document) for document in documents]
    path = tmp_path / "documents.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines))
    said = alone("-c", READ, name, path).stdout.splitlines()
    known = family(name)
    expected = []
    for line in lines:
        from symcause.formats.json_text import read_json

        try:
            problem = load(known.formats[f"symcause.{name}/1"])(read_json(line), None)
            assert known.digest is not None
            expected.append(load(known.digest)(problem))
        except SymcauseError:
            expected.append("refused")
    assert len(said) == len(expected)
    for mine, theirs, line in zip(said, expected, lines, strict=True):
        # a text that is no plain sum or has a mistake is the grammar's, and that needs lark
        assert mine in (theirs, "needs lark"), line[:200]
    assert said[0] == expected[0] != "refused" and said.count("needs lark") < 40
    assert len(set(expected)) > 10


def test_functions_of_many_parents_need_no_numpy() -> None:
    rng = random.Random(3)
    for parents in (0, 1, 7, 10):
        table, mask = rng.getrandbits(1 << parents), (1 << 60) - 1
        inputs = [rng.getrandbits(60) for _ in range(parents)]
        assert plain_lookup(table, inputs, mask) == lookup(table, inputs, mask)


def test_plain_sums_are_read_as_the_grammar_reads_them() -> None:
    from fractions import Fraction

    from symcause.grammar.equations.equation_parser import EquationError, parse_equation

    rng = random.Random(2)
    names = ["density", "moisture", "x1"]
    for _ in range(300):
        draw = [Fraction(rng.randint(-40, 40), rng.choice([1, 1, 2, 3, 10])) for _ in range(7)]
        effects = {name: Effect(draw[i], draw[i + 3]) for i, name in enumerate(names)}
        equation = Equation.of(draw[6], effects)
        text = print_equation(equation)
        assert read_sum(text, names) == equation == parse_equation(text, names)
    for text in (
        "2 density",
        "x1 + ",
        "2**x1",
        "x1*2",
        "--x1",
        "",
        "1/0",
        "x2",
        "3e5",
        "x1^3",
        "+ 1",
    ):
        assert read_sum(text, names) is None
    for text in ("x1 + x1", "2*x1 - 2*x1", "1 + 2 - 3", "-x1 + 5", "0.50*x1", "1/3*x1^2 + x1"):
        found = read_sum(text, names)
        try:
            assert found == parse_equation(text, names)
        except EquationError:
            assert found is None
