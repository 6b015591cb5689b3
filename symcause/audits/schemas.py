"""The schemas of audits: JSON Schema for every document, from its class.

``python -m symcause.audits.schemas FOLDER`` writes all of them; the site has them that way.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from symcause.audits.documents import ErrorDocument, VerifyDocument
from symcause.deprecations import marked
from symcause.errors import UsageError, did_you_mean
from symcause.formats.schema import described, generate, schemas
from symcause.formats.shared_entries import each
from symcause.registry import families, load

_COMMON = {
    "verify": (VerifyDocument, "symcause verify --json"),
    "error": (ErrorDocument, "--json of a pool, in the place of a problem that failed"),
}
"""Documents that are the same for all families."""

_COMMANDS = {
    "judge": "audit --log TRANSCRIPT --json",
    "runs": "audit --log FOLDER --json",
    "look": "serve",
}
"""What asks a question that is no command of its own."""


def names() -> dict[str, str]:
    """Every schema and what it describes."""
    texts = dict.fromkeys(schemas(), "file format")
    texts |= {name: what for name, (_, what) in _COMMON.items()}
    every = dict.fromkeys(question for family in families() for question in family.questions)
    kinds = {
        (f.name, question): kind for question in every for f, kind in each("questions", question)
    }
    for family in families():
        for question in family.questions:
            if getattr(kinds.get((family.name, question)), "document", None) is not None:
                command = _COMMANDS.get(question, f"{question} --json")
                texts[f"{family.name}.{question}"] = f"symcause {command}, {family.title}"
    return texts


def schema_of(name: str) -> dict[str, object]:
    """The schema of this name; what is deprecated in it is marked."""
    return marked(_schema(name), name)


def _schema(name: str) -> dict[str, object]:
    if name in schemas():
        return generate(name)
    if name in _COMMON:
        return described(_COMMON[name][0], name)
    if name not in names():
        bare = name in (one.name for one in families())  # a family that says nothing of its files
        lacking = f"the family {name} declares no schemas; symcause schema lists what there is"
        remedy = lacking if bare else did_you_mean(name, names())
        raise UsageError("no such schema", value=name, remedy=remedy)
    family, _, question = name.partition(".")
    kind = load(next(f for f in families() if f.name == family).questions[question]).document
    return described(kind, name)


def spelled(name: str) -> str:
    """The text of its file."""
    return json.dumps(schema_of(name), indent=2, ensure_ascii=False) + "\n"


def main(arguments: list[str]) -> int:
    """Write every schema into a folder."""
    if len(arguments) != 1:
        print(
            "python -m symcause.audits.schemas FOLDER: writes every schema there", file=sys.stderr
        )
        return 2
    folder = Path(arguments[0])
    folder.mkdir(parents=True, exist_ok=True)
    for name in names():
        (folder / f"{name}.json").write_text(spelled(name), encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
