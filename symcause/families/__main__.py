"""``python -m symcause.families check NAME [PROBLEM…]``: is a family declared as it must be?

Everything that the declaration names is loaded and compared with what is expected; its generators make a
problem each, and those and the problems given are used as the commands use them. One line a finding, with
the capability, what was found and what is expected; ``--json`` has the same. ``list`` shows which families
there are, and who brings them. Exit codes: 0 nothing found, 2 something found, or no such family.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from symcause.audits.family_check.declaration_check import Finding, checked
from symcause.audits.family_check.declared_names import named_parts
from symcause.audits.family_check.problem_trial import Trial
from symcause.errors import SymcauseError, UsageError
from symcause.formats.json_text import decode_text, read_json
from symcause.plugins import installed, passed_over
from symcause.registry import FAMILIES, Family, families, family

USAGE = "python -m symcause.families check NAME [PROBLEM…] [--json], or … families list"


def main(arguments: Sequence[str]) -> int:
    """The exit code of one check; what is found goes to standard output."""
    words = [word for word in arguments if word != "--json"]
    as_json = len(words) < len(arguments)
    if {"--help", "-h"} & set(words):
        print(__doc__)
        return 0
    if any(word.startswith("-") for word in words):
        raise UsageError(
            "no such option", value=next(w for w in words if w[0] == "-"), remedy=USAGE
        )
    if words == ["list"]:
        return _list_families(as_json)
    if len(words) < 2 or words[0] != "check":
        raise UsageError("not a command", value=" ".join(words), remedy=USAGE)
    return _checked(words[1], words[2:], as_json)


def _list_families(as_json: bool) -> int:
    for found in families():
        home = FAMILIES.get(found.name) or installed()[found.name]
        row = {"family": found.name, "title": found.title, "package": home}
        print(json.dumps(row) if as_json else f"{found.name}: {found.title} ({home})")
    return 0


def _checked(name: str, paths: Sequence[str], as_json: bool) -> int:
    taken = passed_over(FAMILIES).get(name)
    if taken is not None:
        raise UsageError(
            f"the family {name} of the package {taken} is not loaded: one of symcause's own has this name",
            remedy="give the family and its entry point another name",
        )
    found = family(name)
    home = FAMILIES.get(name) or installed()[name]
    findings = checked(found) or _tried(found, paths)
    names = sorted({named.capability for named in named_parts(found)})
    if as_json:
        listed = [
            {"capability": f.capability, "value": f.value, "found": f.found, "expected": f.expected}
            for f in findings
        ]
        document = {"family": name, "package": home, "capabilities": names, "findings": listed}
        print(json.dumps(document, ensure_ascii=False))
    elif not findings:
        print(f"{name} (package {home}): {len(names)} kinds of capability, all as expected")
    for finding in () if as_json else findings:
        print(f"{name} (package {home}): {finding}")
    return 2 if findings else 0


def _tried(found: Family, paths: Sequence[str]) -> list[Finding]:
    """What comes of using it on what its generators make, and on the problems given."""
    trial = Trial(found)
    problems = [trial.read(document) for document in trial.generated()]
    for path in paths:
        problems += [trial.read(document, path) for document in _documents(path)]
    for problem in problems:
        if problem is not None:
            trial.trial(problem)
    return trial.findings


def _documents(path: str) -> Iterator[dict[str, object]]:
    """The objects of a JSON file, or of one with an object a line."""
    try:
        text = decode_text(Path(path).read_bytes(), file=path)
    except OSError as error:
        raise UsageError(f"cannot be read: {error.strerror}", file=path) from None
    for part in filter(str.strip, text.splitlines()) if path.endswith(".jsonl") else (text,):
        document = read_json(part, file=path)
        if not isinstance(document, dict):
            raise UsageError("a problem is a JSON object", file=path)
        yield document


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SymcauseError as error:
        print(f"symcause: {error}", file=sys.stderr)
        sys.exit(2)
