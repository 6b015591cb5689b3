"""The envelope of every certificate that the kernel reads: format, family and problem digest.

```
{"format": "symcause.certificate/1", "family": "boolean", "problem": {"id": …, "sha256": …}, …}
```

The digest is of everything that the certificate speaks of (``covers``: of what, if not of all); the id is
for people and for pools and is never checked. A certificate of another family is told by its name, not by
the keys that it lacks. The keys behind the frame belong to the family.

>>> read_envelope({"format": FORMAT, "family": "linear", "graphs": 1}, "boolean", ("claim",))
Traceback (most recent call last):
...
symcause.kernel.nodes.Rejected: family: a certificate about another family of problems (got 'linear')
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256

from symcause.kernel.nodes import MAX_NAME, Node, Rejected

FORMAT = "symcause.certificate/1"
EVIDENCE = "variables, disclosure, class, training rows, gold"  # covered, not the whole problem

_DIGEST = re.compile(r"[0-9a-f]{64}")
_MAX_ID = 1_000  # characters: of a problem's id


@dataclass(frozen=True)
class Envelope:
    """What a certificate is about, and the family's own keys with their places."""

    sha256: str
    id: str | None
    body: Mapping[str, Node]
    covers: str | None = None


def read_envelope(
    document: object, family: str, own: tuple[str, ...], *, unnamed: bool = False
) -> Envelope:
    """The frame of a decoded document that has exactly the keys of the frame and the family's *own*.

    *unnamed*: the key ``family`` may be left out. Raises Rejected with the place.
    """
    root = Node(document, "")
    nodes = dict(root.entries())
    for key, known in (("format", FORMAT), ("family", family)):
        if key not in nodes:
            if key == "family" and unnamed:
                continue
            raise Rejected(f"the key {key!r} is missing")
        if key == "format":
            nodes[key].choice((known,))
        elif nodes[key].text(MAX_NAME) != known:
            raise nodes[key].fail("a certificate about another family of problems")
    fields = root.fields("format", "problem", *own, optional=("family",))
    problem = fields["problem"].fields("id", "sha256", optional=("covers",))
    covers = problem["covers"].choice((EVIDENCE,)) if "covers" in problem else None
    named = problem["id"].value is not None
    return Envelope(
        read_digest(problem["sha256"]),
        problem["id"].text(_MAX_ID) if named else None,
        {key: fields[key] for key in own},
        covers,
    )


def write_envelope(
    family: str, sha256: str, id: str | None, body: Mapping[str, object], covers: str | None = None
) -> dict[str, object]:
    """The document; ``json.dumps`` of it is the file."""
    about = {"id": id, "sha256": sha256} | ({} if covers is None else {"covers": covers})
    return {"format": FORMAT, "family": family, "problem": about, **body}


def read_digest(node: Node) -> str:
    """A SHA-256 in hexadecimal."""
    text = node.text(64)
    if not _DIGEST.fullmatch(text):
        raise node.fail("not a SHA-256 in hexadecimal")
    return text


def canonical(document: Mapping[str, object]) -> bytes:
    """A document in its canonical form: keys sorted, no spaces, UTF-8."""
    text = json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode("utf-8")


def digest(document: Mapping[str, object]) -> str:
    """The SHA-256 of the canonical form, in hexadecimal."""
    return sha256(canonical(document)).hexdigest()
