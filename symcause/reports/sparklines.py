"""Sparklines and bars made of characters, for reports on a terminal.

>>> bar(0.5, 4), bar(1, 4), bar(0, 4), bar(0.09, 4)
('██··', '████', '····', '▍···')
>>> sparkline([0, 1, 23, 4782, None])
'·▁▄█?'
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

_EIGHTHS = " ▏▎▍▌▋▊▉"
_LEVELS = "▁▂▃▄▅▆▇█"


def bar(share: float, width: int = 8) -> str:
    """A share of one as a bar of fixed width; anything above nothing shows."""
    eighths = min(8 * width, max(round(share * 8 * width), 1 if share > 0 else 0))
    full, rest = divmod(eighths, 8)
    return ("█" * full + (_EIGHTHS[rest] if rest else "")).ljust(width, "·")


def sparkline(counts: Sequence[int | None]) -> str:
    """Counts on a logarithmic scale, one character each; ``·`` is none, ``?`` unknown."""
    logs = [log10(count) for count in counts if count]
    top = max(logs, default=0.0)
    return "".join(
        "?" if count is None else "·" if not count else _LEVELS[_level(log10(count), top)]
        for count in counts
    )


def _level(value: float, top: float) -> int:
    return round(value / top * (len(_LEVELS) - 1)) if top else 0
