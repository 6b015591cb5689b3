"""Rooms and names: folders that can be overlooked, nouns for names, first sentences that use them."""

from __future__ import annotations

import ast
import math
import re
from collections import Counter, defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2] / "symcause"
MODULES = sorted(path for path in ROOT.rglob("*.py") if not path.name.startswith("__"))

MOST = 15
"""Modules of a folder."""

LINES = 300
"""Lines of a module; the bounds of a family or a layer are a list, and may be longer."""

WRITTEN = {"symcause/api/questions.py"}
"""Modules that a program writes."""

LARGER = {"cli/commands"}
"""Folders that may hold more: one file per command."""

VAGUE = frozenset(
    {"asked", "base", "brought", "common", "helpers", "held", "left", "looks", "misc", "parts"}
    | {"shared", "showing", "shown", "standing", "text", "told", "utils", "words"}
)
"""Names that say nothing without the docstring."""

SHARED = 0.25
"""Largest share of modules whose name another module has, too."""

LONGEST = 108
"""Characters of a first sentence."""

EVERYWHERE = """a all an and are as at be by for from how if in is it its no not of on one or that the
this to what where which with"""
"""Words that tell no module from another."""

FIRST, AMONG_THREE = 0.75, 0.90
"""Least shares of modules that their sentences find: before all others, and among the first three."""


def _name(folder: Path) -> str:
    return folder.relative_to(ROOT.parent).as_posix()


@cache
def _sentence(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    first = re.match(r'"""[^"\\]*"""$', text, flags=re.MULTILINE)  # a plain one needs no other line
    found = ast.get_docstring(ast.parse(text if first is None else first[0])) or ""
    return found.split("\n\n")[0]


def _stems(text: str) -> set[str]:
    """Words without their endings."""
    words = re.findall(r"[a-z]+", text.lower())
    return {re.sub(r"(?<=...)(ings?|ies|ied|es|ed|s|d|e|y)$", "", word) for word in words}


def test_folders_can_be_overlooked() -> None:
    sizes = Counter(path.parent.relative_to(ROOT).as_posix() for path in MODULES)
    assert {folder for folder, size in sizes.items() if size > MOST} <= LARGER


_SECTIONS = re.compile(
    r'\n+ *(?:Parameters|Returns|Examples)\n *-{6,}\n(?:(?!""").)*"""', flags=re.DOTALL
)
"""What a public docstring says of parameters, results and errors: it does not count."""


def test_modules_are_short() -> None:
    """What is longer has a second subject, which gets a module of its own."""
    project = [
        path for name in ("benchmarks", "tools") for path in (ROOT.parent / name).rglob("*.py")
    ]
    lengths = {
        _name(path): len(_SECTIONS.sub('"""', path.read_text(encoding="utf-8")).splitlines())
        for path in (*MODULES, *project)
        if path.name != "bounds.py" and path.parent != ROOT / "bounds"
    }
    assert {name for name, lines in lengths.items() if lines > LINES} <= WRITTEN


def test_names_are_nouns() -> None:
    stems = {path.stem for path in MODULES}
    assert not {stem for stem in stems if re.search(r"(ing|ed)$", stem)}
    assert not stems & VAGUE


def test_few_names_are_shared() -> None:
    counts = Counter(path.stem for path in MODULES)
    shared = sum(counts[path.stem] > 1 for path in MODULES)
    assert shared <= SHARED * len(MODULES), counts.most_common(20)


@pytest.mark.parametrize("folder", sorted({path.parent for path in MODULES}), ids=_name)
def test_first_sentences_say_the_names(folder: Path) -> None:
    """One line, a full stop, and a word of the file's own name in it."""
    for path in (path for path in MODULES if path.parent == folder):
        sentence = _sentence(path)
        assert sentence.endswith("."), (path, sentence)
        assert "\n" not in sentence and len(sentence) <= LONGEST, (path, sentence)
        assert _stems(sentence) & _stems(path.stem.replace("_", " ")), (path, sentence)


def test_sentences_are_of_one_module_each() -> None:
    again = [sentence for sentence, n in Counter(map(_sentence, MODULES)).items() if n > 1]
    assert not again


def _found_before() -> list[list[int]]:
    """Of every module, the others whose paths its first sentence fits at least as well as its own.

    A path is the set of its words, each as heavy as it is rare among paths; a sentence fits it by the
    squares of the weights that they share, as a part of the path's length.
    """
    paths = [_stems(" ".join(m.relative_to(ROOT).with_suffix("").parts)) for m in MODULES]
    holders: defaultdict[str, list[int]] = defaultdict(list)
    for place, words in enumerate(paths):
        for word in words:
            holders[word].append(place)
    square = {word: math.log(len(paths) / len(by)) ** 2 for word, by in holders.items()}
    length = [math.sqrt(sum(square[word] for word in words)) for words in paths]
    known = holders.keys() - _stems(EVERYWHERE)
    before = []
    for place, module in enumerate(MODULES):
        fit: defaultdict[int, float] = defaultdict(float)
        for word in sorted(_stems(_sentence(module)) & known):
            for other in holders[word]:
                fit[other] += square[word] / length[other]
        least = fit.pop(place, 0.0) - 1e-9
        before.append(sorted((n for n in fit if fit[n] >= least), key=lambda n: -fit[n]))
    return before


def test_first_sentences_find_their_modules() -> None:
    """Whoever searches for what a module holds meets its path first, or soon."""
    before = _found_before()
    worst = sorted(range(len(MODULES)), key=lambda place: -len(before[place]))[:20]
    hidden = "\n".join(
        f"{_name(MODULES[n])}: {_sentence(MODULES[n])} Before it: {_name(MODULES[before[n][0]])}"
        for n in worst
        if before[n]
    )
    for places, least in ((1, FIRST), (3, AMONG_THREE)):
        share = sum(len(others) < places for others in before) / len(MODULES)
        assert share >= least, f"{share:.1%}; say folder and family in the sentences of\n{hidden}"


def _places() -> list[str]:
    """The folders and modules that the table "Where to look" of docs/internals.md names."""
    page = (ROOT.parent / "docs" / "internals.md").read_text(encoding="utf-8")
    table = page.split("## Where to look")[1].split("\n## ")[0]
    lines = [line.split("|")[2] for line in table.splitlines() if line.startswith("| ")]
    return sorted({name for line in lines for name in re.findall(r"`([a-z_/]+)`", line)})


@pytest.mark.parametrize("name", _places())
def test_where_to_look_is_there(name: str) -> None:
    families = [path.name for path in (ROOT / "families").iterdir() if path.is_dir()]
    spelled = [name.replace("families/x/", f"families/{family}/") for family in families]
    anywhere = [*spelled, *(f"families/{family}/*/**/{name}" for family in families)]
    assert any((ROOT / n).is_dir() or (ROOT / f"{n}.py").exists() for n in spelled) or any(
        any(ROOT.glob(f"{n}.py")) for n in anywhere
    )
