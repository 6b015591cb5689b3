"""The page of findings: every claim that was run in this version and holds, and how many are left out."""

from __future__ import annotations

from collections.abc import Iterator

from tools.findings.claims import HOLDS, Claim, Findings, Section

_MADE = (
    "<!-- Made by `python -m tools.findings --page` from docs/findings.toml: change that file. -->"
)
_HEAD = ("claim", "release", "command", "derived a second time")


def page(findings: Findings, version: str) -> str:
    """The whole page for a version."""
    shown = [one for one in findings.claims if _is_shown(one, version)]
    left = len(findings.claims) - len(shown)
    parts = [findings.head.strip(), _told(shown, left, version)]
    for section in findings.sections:
        own = [claim for claim in shown if claim.benchmark == section.id]
        named = any(claim.benchmark == section.id for claim in findings.claims)
        if own or not named:
            parts += _section(section, own)
    return "\n\n".join([*parts, findings.tail.strip(), _MADE]) + "\n"


def _is_shown(claim: Claim, version: str) -> bool:
    return claim.status == HOLDS and claim.version == version


def _told(shown: list[Claim], left: int, version: str) -> str:
    """How many claims there are here, when they were run, and how many are not here."""
    verb = "is" if left == 1 else "are"
    rest = f"{left} of the file {verb} left out: not run in this version." if left else ""
    if not shown:
        return f"No claim was run with version {version}. {rest}".strip()
    dates = sorted({claim.date or "" for claim in shown})
    when = dates[0] if len(dates) == 1 else f"{dates[0]} to {dates[-1]}"
    number = "1 claim was" if len(shown) == 1 else f"{len(shown)} claims were"
    return f"{number} run with version {version} ({when}), and came out as they stand here. {rest}".strip()


def _section(section: Section, claims: list[Claim]) -> Iterator[str]:
    yield f"## {section.title}" + (f"\n{section.text.strip()}" if section.text else "")
    if claims:
        rows = [" | ".join(_cells(claim)) for claim in claims]
        rule = " | ".join(["---"] * len(_HEAD))
        yield "\n".join(f"| {row} |" for row in (" | ".join(_HEAD), rule, *rows))
    if section.proved:
        yield section.proved.strip()


def _cells(claim: Claim) -> Iterator[str]:
    source = claim.source
    phrase = f": “{source.phrase}”" if source.phrase else ""
    yield _flat(claim.sentence)
    yield _flat(f"{source.repository}, {source.commit}, {source.path}{phrase}")
    yield f"`{_flat(claim.command)}`"
    yield _flat(claim.second)


def _flat(text: str) -> str:
    """Text for a cell of a table."""
    return " ".join(text.split()).replace("|", "\\|")
