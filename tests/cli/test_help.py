"""What somebody meets who has never seen the command line: help, slips of the pen, reports to read.

The text reports of the bundled problems are pinned in ``tests/cli/golden``; after a change that is meant,
``SYMCAUSE_GOLDEN=update pytest tests/cli/test_help.py`` writes them anew.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import click
import pytest

import symcause
from symcause import __version__
from symcause.audits.question import options
from symcause.cli.main import COMMANDS, FIRST, GROUPS, cli
from symcause.registry import family_of, load
from symcause.version import installing
from tests.cli.cases import ANSWERS, BOOLEAN, EXAMPLE_ANSWERS, EXAMPLES, ROOT, Shell, example, write

GOLDEN = Path(__file__).parent / "golden"
UPDATE = os.environ.get("SYMCAUSE_GOLDEN") == "update"


# Help.
@pytest.mark.parametrize("command", COMMANDS)
def test_every_help_page_has_an_example_and_the_exit_codes(command: str, shell: Shell) -> None:
    code, out, err = shell(command, "--help")
    assert (code, err) == (0, "")
    assert shell(command, "-h") == (0, out, "")
    if f"symcause {command} [OPTIONS] COMMAND" in out:
        return  # a group: its commands have the examples
    assert f"\n    symcause {command} " in out
    assert re.search(r"[Ee]xit\s+code", out)
    assert max(map(len, out.splitlines())) <= 100


def test_every_example_of_a_help_page_is_understood(shell: Shell) -> None:
    """No option or word in an example that the command does not know."""
    for command in ("audit", "count", "check", "solve", "alternatives", "verify"):
        page = shell(command, "--help")[1]
        known = set(re.findall(r"--[a-z-]+", page.partition("Options:")[2]))
        for line in re.findall(rf"symcause {command} .*", page.partition("Options:")[0]):
            assert set(re.findall(r"--[a-z-]+", line)) <= known, line


def test_the_first_page(shell: Shell) -> None:
    code, out, _ = shell("--help")
    assert code == 0
    for command, line in COMMANDS.items():
        assert re.search(rf"^  {command} +{re.escape(line.split()[0])}", out, flags=re.MULTILINE)
    assert "Exit codes: 0 yes, 1 no, 2 malformed" in out
    code, out, err = shell()
    assert (code, out) == (2, "")
    assert err.startswith("Usage: symcause COMMAND")
    first = re.findall(r"^  symcause (\w+) .*  [A-Z].*\.?$", err, flags=re.MULTILINE)
    assert first == ["audit", "check", "score", "generate", "serve"]
    assert max(map(len, err.splitlines())) < 80 and len(err.splitlines()) < 13
    assert shell("--version") == (0, f"symcause, version {__version__}\n", "")


def test_commands_are_grouped(shell: Shell) -> None:
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(COMMANDS)
    out = shell("--help")[1]
    places = [out.index(f"\n{title}:\n") for title in GROUPS]
    assert places == sorted(places)
    for title, names in GROUPS.items():
        section = out.partition(f"\n{title}:\n")[2].partition("\n\n")[0]
        assert re.findall(r"^  (\w+) ", section, flags=re.MULTILINE) == list(names)


def _flags(page: str) -> list[str]:
    listed = page.partition("\nOptions:\n")[2].partition("left out")[0]
    return re.findall(r"^  (?:-h, )?(--[a-z-]+)", listed, flags=re.MULTILINE)


@pytest.mark.parametrize("command", ["audit", "count", "check", "score", "next", "play"])
def test_options_are_grouped_and_each_stands_once(command: str, shell: Shell) -> None:
    page = shell(command, "--help")[1]
    flags = _flags(page)
    assert len(flags) == len(set(flags)) and "--help" in flags
    assert "\nOutput and files:\n" in page
    ctx = click.Context(cli)
    made = cli.get_command(ctx, command)
    assert made is not None
    known = {p.opts[0] for p in made.get_params(ctx) if isinstance(p, click.Option)}
    assert set(flags) == known - {"-h"} | {"--help"}


@pytest.mark.parametrize(
    ("file", "there", "gone"),
    [
        (
            "unique.json",
            {"--max-ast", "--setting", "--require"},
            {"--class", "--semantics", "--twin"},
        ),
        ("episode.json", {"--semantics", "--max-parents"}, {"--max-ast", "--class"}),
        ("shapes.json", {"--class", "--effort"}, {"--max-parents", "--require"}),
        ("boats.json", {"--space", "--twin"}, {"--class", "--max-parents"}),
        ("pool.jsonl", {"--max-ast"}, {"--twin"}),
    ],
)
def test_help_on_a_problem_shows_what_applies(
    file: str, there: set[str], gone: set[str], shell: Shell
) -> None:
    code, page, _ = shell("audit", EXAMPLES / file, "--help")
    flags = set(_flags(page))
    assert code == 0 and there <= flags and not gone & flags
    assert "are left out: symcause audit --help lists all" in " ".join(page.split())
    family = family_of(next(iter(symcause.load_pool(EXAMPLES / file))))
    own = options(load(family.questions["audit"]))
    known = {(o.flags or (f"--{n.replace('_', '-')}",))[0] for n, o in own.items() if not o.hidden}
    assert known <= flags
    assert shell("audit", "--help", EXAMPLES / file)[1] == page
    for odd in ("nowhere.json", ROOT / "README.md"):
        assert shell("audit", odd, "--help") == shell("audit", "--help")


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("unique.json", "verdict|count|inseparable|entailed"),
        ("crystal.json", "verdict|count|target"),
        ("boats.json", "verdict|twin|both|budget"),
    ],
)
def test_help_on_a_problem_shows_the_words_that_it_takes(
    file: str, words: str, shell: Shell
) -> None:
    """With the sentence of its own family."""
    _, page, _ = shell("audit", EXAMPLES / file, "--help")
    assert f"--claim [{words}]" in page
    family = family_of(next(iter(symcause.load_pool(EXAMPLES / file))))
    said = options(load(family.questions["audit"]))["claim"].help
    assert said in " ".join(page.split())


def test_hints_name_libraries_that_pip_finds() -> None:
    """Not the package by its name: who has a checkout has no index with it."""
    assert installing("serve").startswith("pip install 'starlette")
    assert installing("nothing") == "pip install '.[nothing]'"


def test_what_is_typed_alone_names_commands() -> None:
    assert len(FIRST) == 5
    assert all(line.split()[1] in COMMANDS for line in FIRST)


def test_help_is_instant() -> None:
    """It loads no library but click."""
    heavy = ["rich", "numpy", "pysat", "z3", "sympy", "networkx", "lark", "yaml", "jinja2"]
    code = (
        "import sys\nfrom symcause.cli.main import cli\n"
        "cli.main(['--help'], standalone_mode=False)\n"
        f"print(sorted(set({heavy}) & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


# Slips of the pen.
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("audti", "p.json"), "no such command: audti; did you mean 'audit'?"),
        (("AUDIT",), "no such command: AUDIT; did you mean 'audit'?"),
        (("nonsense",), f"no such command: nonsense; the commands are {', '.join(COMMANDS)}"),
        (("audit",), "missing argument 'PROBLEM...'; see symcause audit --help"),
        (("verify",), "missing argument 'PROBLEM'; see symcause verify --help"),
        (
            ("audit", "exmaples/unique.json"),
            "exmaples/unique.json: no such file; there is no folder 'exmaples'",
        ),
    ],
)
def test_slips(arguments: tuple[str, ...], message: str, shell: Shell) -> None:
    assert shell.refused(*arguments).partition("; did you mean 'examples/")[0] == message


def test_a_file_where_a_command_should_be(shell: Shell) -> None:
    path = EXAMPLES / "unique.json"
    message = shell.refused(path)
    assert message == f"no such command: {path}; to look at a file: symcause audit {path}"


def test_the_closest_option_and_file(tmp_path: Path, shell: Shell) -> None:
    assert "--max-parents" in shell.refused("count", "p.json", "--max-parent", "3")
    message = shell.refused("--jason")
    assert message.startswith("no such option")
    assert message.endswith("see symcause --help")
    write(tmp_path / "problem.json", example("unique"))
    message = shell.refused("count", tmp_path / "problme.json")
    assert message.endswith(f"did you mean '{tmp_path / 'problem.json'}'?")


def test_files_that_are_no_problems(tmp_path: Path, shell: Shell) -> None:
    """What people pass by mistake is named."""
    answer = ANSWERS / "unique.good.json"
    assert "this is an answer, not a problem" in shell.refused("audit", answer)
    held = tmp_path / "c.json"
    shell("audit", EXAMPLES / "unique.json", "--certificate", held)
    assert "this is a certificate, not a problem" in shell.refused(
        "verify", held, EXAMPLES / "unique.json"
    )
    predictions = shell("audit", EXAMPLES / "predictions.jsonl")
    assert predictions[0] == 2
    assert "this is a prediction, not a problem" in predictions[2]


# Reports.
def compare(name: str, text: str) -> None:
    path = GOLDEN / f"{name}.txt"
    if UPDATE:
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    assert text == path.read_text(encoding="utf-8"), f"see the head of {Path(__file__).name}"


def session(shell: Shell, *requests: tuple[object, ...]) -> str:
    """Commands and what they print, as on a screen."""
    screen = ""
    for request in requests:
        code, out, err = shell(*request)
        words = " ".join(str(word).replace(f"{ROOT}/", "") for word in request)
        screen += f"$ symcause {words}\n{out}{err}[{code}]\n\n"
    return screen.replace(f"{ROOT}/", "")


@pytest.mark.parametrize("name", BOOLEAN)
def test_audits(name: str, shell: Shell) -> None:
    compare(f"audit-{name}", session(shell, ("audit", EXAMPLES / f"{name}.json")))


def test_counts(shell: Shell) -> None:
    pool = EXAMPLES / "pool.jsonl"
    options = ((), ("--max-parents", "none"), ("--max-ast", 8), ("--setting", "hidden-roots"))
    compare("count", session(shell, *(("count", pool, *chosen) for chosen in options)))


def test_checks(shell: Shell) -> None:
    requests = [
        ("check", EXAMPLES / f"{path.name.partition('.')[0]}.json", path)
        for path in EXAMPLE_ANSWERS
    ]
    compare("check", session(shell, *requests))


def test_solutions_and_alternatives(shell: Shell) -> None:
    paths = [EXAMPLES / f"{name}.json" for name in BOOLEAN]
    compare("solve", session(shell, *(("solve", path) for path in paths)))
    compare(
        "alternatives",
        session(shell, *(("alternatives", path, "--limit", 2) for path in paths)),
    )


def test_certificates(tmp_path: Path, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    shell("audit", EXAMPLES / "pool.jsonl", "--certificate", tmp_path / "held")
    monkeypatch.chdir(tmp_path)
    compare(
        "verify",
        session(
            shell,
            ("verify", EXAMPLES / "pool.jsonl", "held"),
            ("verify", EXAMPLES / "corner.json", "held/unique.certificate.json"),
        ),
    )


class Terminal:
    """Standard output as a terminal of some width."""

    def __init__(self, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
        self._shell, self._monkeypatch = shell, monkeypatch
        for name in ("NO_COLOR", "TERM", "COLORTERM", "FORCE_COLOR"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")

    def __call__(self, width: int, *arguments: object) -> str:
        self._monkeypatch.setenv("COLUMNS", str(width))
        self._monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
        return self._shell(*arguments)[1]


@pytest.fixture
def terminal(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> Terminal:
    return Terminal(shell, monkeypatch)


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def words(text: str) -> list[str]:
    return [word.rstrip(":") for word in plain(text).split()]


@pytest.mark.few(3)
@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", BOOLEAN)
def test_reports_fit_the_terminal(
    name: str, width: int, shell: Shell, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(EXAMPLES)
    path = Path(f"{name}.json")
    for command in ("audit", "solve", "alternatives"):
        piped = shell(command, path)[1]
        shown = terminal(width, command, path)
        assert max(map(len, plain(shown).splitlines())) <= width
        # A table that became a list has its headers in front of colons, and none for its first column.
        assert set(words(piped)) - set(words(shown)) <= {"variable", "class"}


def test_a_list_where_a_table_does_not_fit(terminal: Terminal) -> None:
    shown = plain(terminal(40, "audit", EXAMPLES / "corner.json"))
    assert (
        "X5\n"
        "  gold mechanism: (iff (and X3 X6) (or\n"
        "      X4 X7))\n"
        "  support: ██████▌·  81.3%\n"
        "  cells: 60\n"
    ) in shown
    wide = plain(terminal(80, "audit", EXAMPLES / "corner.json"))
    assert "variable  gold mechanism " in wide


def test_colours_only_where_they_are_wanted(
    shell: Shell, terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = EXAMPLES / "ambiguous.json"
    assert "\x1b" not in shell("audit", path)[1]
    coloured = terminal(100, "audit", path)
    assert "\x1b[1;33mAMBIGUOUS" in coloured
    monkeypatch.setenv("NO_COLOR", "1")
    uncoloured = terminal(100, "audit", path)
    assert not re.search(r"\x1b\[[0-9;]*3[0-9]", uncoloured)
    assert plain(uncoloured) == plain(coloured)
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in terminal(100, "audit", path)


def test_json_is_the_same_on_a_terminal(shell: Shell, terminal: Terminal) -> None:
    path = EXAMPLES / "ambiguous.json"
    assert terminal(40, "count", path, "--json") == shell("count", path, "--json")[1]


def test_golden_files_belong_to_somebody() -> None:
    known = {f"audit-{name}" for name in BOOLEAN}
    known |= {"count", "check", "solve", "alternatives", "verify"}
    assert {path.stem for path in GOLDEN.iterdir()} == known
    for path in GOLDEN.iterdir():
        lines = path.read_text(encoding="utf-8").split("\n")
        assert all(line == line.rstrip() for line in lines)
        assert not any(
            a == b == c == "" for (a, b), c in zip(pairwise(lines), lines[2:], strict=False)
        )
