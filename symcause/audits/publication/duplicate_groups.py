"""Duplicate groups of a pool: problems that are the same up to names and order, or have the same gold."""

from __future__ import annotations

from collections.abc import Mapping

_SHOWN = 5  # lines
"""Groups, and problems of each, that a report names."""


class DuplicateGroups:
    """Problems by their canonical digests, as documents say them."""

    def __init__(self) -> None:
        self._groups: dict[str, dict[str, list[str]]] = {"problem": {}, "gold": {}}
        self._unknown = 0

    def add(self, document: Mapping[str, object]) -> None:
        """One more document; one without digests does not count."""
        digests = document.get("canonical")
        if not isinstance(digests, Mapping):
            return
        self._unknown += digests.get("problem") is None
        for kind, groups in self._groups.items():
            if (digest := digests.get(kind)) is not None:
                groups.setdefault(str(digest), []).append(str(document.get("problem")))

    def text(self) -> str | None:
        """How many are different, and which ones are the same; None where there are no two."""
        problems, gold = self._groups["problem"], self._groups["gold"]
        if sum(map(len, problems.values())) + self._unknown < 2:
            return None
        lines = [_counted(problems, "problem", "problems", "different up to names and order")]
        lines += _named(problems)
        if gold:
            lines.append(_counted(gold, "true model", "true models", "different up to names"))
        if self._unknown:
            why = "too many orders of their names, or a family without canonical forms"
            lines.append(f"{self._unknown:,} not compared: {why}")
        return "\n".join(lines)


def _counted(groups: Mapping[str, list[str]], one: str, several: str, how: str) -> str:
    number = sum(map(len, groups.values()))
    return f"{number:,} {one if number == 1 else several}, {len(groups):,} {how}"


def _named(groups: Mapping[str, list[str]]) -> list[str]:
    """The largest groups of more than one."""
    repeated = sorted([group for group in groups.values() if len(group) > 1], key=len, reverse=True)
    lines = []
    for group in repeated[:_SHOWN]:
        more = f" and {len(group) - _SHOWN:,} more" if len(group) > _SHOWN else ""
        lines.append(f"  the same: {', '.join(group[:_SHOWN])}{more}")
    if len(repeated) > _SHOWN:
        lines.append(f"  and {len(repeated) - _SHOWN:,} more groups")
    return lines
