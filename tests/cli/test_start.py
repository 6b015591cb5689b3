"""What a question loads before it is answered: what it needs, and nothing of other families."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest

from symcause.cli.lazy_options import Asking
from symcause.cli.main import cli
from tests.cli.cases import EXAMPLES, Shell

HEAVY = ("rich", "numpy", "pysat", "z3", "sympy", "networkx", "lark", "yaml", "jinja2", "flint")
UNUSED = ("symcause.formats.graphs", "csv", "configparser", "filecmp", "secrets", "pyexpat")
CHILDREN = ("multiprocessing", "pickle", "shutil", "selectors", "subprocess", "tempfile")
"""What a count needs only where it has children, or files to write."""

OTHERS = tuple(f"symcause.families.{name}." for name in ("linear", "dag", "shapeworld", "scenario"))


def _loaded(code: str) -> list[str]:
    """The modules that a process has after running this."""
    code += "\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[-1].split()


@pytest.mark.parametrize("more", [(), ("--json",), ("--jobs=2", "--quiet")])
def test_a_count_loads_one_family(more: tuple[str, ...]) -> None:
    """The command itself, which leaves the work to a child."""
    asked = ["count", str(EXAMPLES / "ambiguous.json"), *more]
    loaded = _loaded(
        f"import sys\nfrom symcause.cli.main import cli\ncli.main({asked}, standalone_mode=False)"
    )
    assert not set(HEAVY) & set(loaded)
    assert not [name for name in loaded if name.startswith(OTHERS)]
    assert "symcause.families.boolean.documents.question_results" in loaded
    assert not set(UNUSED) & set(loaded)
    assert more == ("--jobs=2", "--quiet") or not set(CHILDREN) & set(loaded)


@pytest.mark.parametrize(
    ("code", "own"),
    [
        ("import symcause", {"symcause", "symcause.models", "symcause.models.notebook_hook"}),
        ("import symcause; symcause.__version__", {"symcause.version"}),
    ],
)
def test_importing_the_package_loads_names_alone(code: str, own: set[str]) -> None:
    """What is used is loaded when it is used; what other people's packages cost is not paid before."""
    before = {"symcause", "symcause.models", "symcause.models.notebook_hook"}
    loaded = set(_loaded(f"import sys\n{code}"))
    assert {name for name in loaded if name.startswith("symcause")} == before | own
    assert not {"click", "msgspec", "dataclasses", "inspect", "fractions", *HEAVY} & loaded


def test_a_score_loads_the_families_of_its_answers() -> None:
    asked = ["score", str(EXAMPLES / "pool.jsonl"), str(EXAMPLES / "predictions.jsonl"), "--json"]
    loaded = _loaded(
        f"import sys\nfrom symcause.cli.main import cli\ncli.main({asked}, standalone_mode=False)"
    )
    assert not [name for name in loaded if name.startswith(OTHERS)]
    assert "numpy" not in loaded  # nothing is resampled: there are too few problems


def test_counting_loads_no_library() -> None:
    """The work, as the child does it; a bound on the AST size needs the catalogue, so arrays."""
    file = str(EXAMPLES / "ambiguous.json")
    code = f"import sys\nimport symcause\nproblem = symcause.load({file!r})\n"
    assert not set(HEAVY) & set(_loaded(code + "assert symcause.count(problem).count == 23"))
    assert "numpy" in _loaded(code + "assert symcause.count(problem, max_ast=8).count == 23")


def test_options_of_families_are_made_where_one_may_be_meant(shell: Shell) -> None:
    file = str(EXAMPLES / "ambiguous.json")
    plain = shell("count", file)
    assert plain[0] == 0
    assert shell("count", file, "--max-parents", "none")[1] != plain[1]
    assert shell("count", "--max-parents=2", file)[1] != plain[1]
    assert shell("count", file, "--setting", "hidden-order")[0] == 0
    code, _, err = shell("count", file, "--max-parnts", "2")
    assert code == 2
    assert "no such option" in err.lower()
    assert "--max-parents" in err
    assert "--max-parents" in shell("count", "-h")[1]
    assert shell("count", "--", file) == plain


@pytest.mark.parametrize(
    "name", ["count", "audit", "check", "solve", "next", "play", "convert", "score"]
)
def test_placeholders_are_never_seen(name: str) -> None:
    command = cli.get_command(click.Context(cli), name)
    assert isinstance(command, Asking)
    names = [found.name for found in command.params]
    assert "deferred" not in names
    assert len(names) == len(set(names))


def test_what_is_loaded_late_is_no_part_of_the_memory_of_a_problem(shell: Shell) -> None:
    file = str(EXAMPLES / "ambiguous.json")
    code, out, _ = shell("count", file, "--max-ast", "8", "--memory", "64")
    assert (code, out.partition(" models")[0]) == (0, "ambiguous: 23")
