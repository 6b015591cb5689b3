"""``python -m symcause.kernel PROBLEM CERTIFICATE``: the verifier and nothing else.

One problem in our own format, one certificate. No solver and nothing to install: what is loaded has to be
trusted, and a test counts it. Exit codes: 0 accepted, 1 rejected, 2 unreadable, 3 a bound was met.
"""

from __future__ import annotations

import sys
from pathlib import Path

from symcause.errors import ProblemError, SymcauseError, UsageError
from symcause.formats.strict_json import Fault, read_strict
from symcause.kernel.verification import Verification
from symcause.registry import family, load

_EXIT = {True: 0, False: 1, None: 3}
_WORDS = {True: "accepted", False: "rejected", None: "unknown"}


def main(arguments: list[str]) -> int:
    """The exit code of one verification; what is found goes to standard output."""
    closed = None if sys.stdout else "standard output: cannot be written: it is closed"
    if closed or len(arguments) != 2:
        raise UsageError(closed or "two files: python -m symcause.kernel PROBLEM CERTIFICATE")
    problem, certificate = (_read(path) for path in arguments)
    known = family(name) if isinstance(name := certificate.get("family", "boolean"), str) else None
    if known is None or known.verifier is None:
        raise ProblemError("no family with certificates", file=arguments[1], value=name)
    reader = known.formats.get(str(problem.get("format")))
    if reader is None:
        raise ProblemError(
            f"a certificate about {known.title}, and a problem that is none in our format",
            file=arguments[0],
            value=problem.get("format"),
            remedy="symcause convert writes it; symcause verify reads other formats and pools",
        )
    verdict: Verification = load(known.verifier)(load(reader)(problem, arguments[0]), certificate)
    claim = "" if verdict.claim is None else f" ({verdict.claim})"
    scope = "" if verdict.scope is None else f" ({verdict.scope.words})"
    print(f"{_WORDS[verdict.accepted]}{claim}: {verdict.reason}{scope}")
    for gap in verdict.scope.gaps if verdict.scope is not None else ():
        print(f"not as the problem states itself: {gap}")
    return _EXIT[verdict.accepted]


def _read(path: str) -> dict[str, object]:
    try:
        text = Path(path).read_bytes().decode("utf-8")
        document = read_strict(text)
    except OSError as error:
        raise ProblemError(f"cannot be read: {error.strerror}", file=path) from None
    except (ValueError, Fault, RecursionError):
        from symcause.formats.json_text import decode_text, read_json  # which say what is wrong

        document = read_json(decode_text(Path(path).read_bytes(), file=path), file=path)
    if not isinstance(document, dict):
        raise ProblemError("not a JSON object", file=path)
    return document


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except SymcauseError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
