"""Pictures of growth for the documentation: points and lines, both axes logarithmic."""

from __future__ import annotations

from math import log10

Points = list[tuple[float, float]]

_WIDTH, _HEIGHT, _LEFT, _RIGHT, _BOTTOM, _TOP = 360, 220, 56, 84, 36, 16
_COLOURS = ("#1b6ca8", "#b8560b", "#3f7d3a")


def slope(points: Points) -> float | None:
    """The slope of the straight line through the logarithms, by least squares; None for a single point.

    >>> slope([(1, 2), (10, 200), (100, 20000)])
    2.0
    """
    pairs = [(log10(x), log10(y)) for x, y in points]
    middle, height = (sum(side) / len(pairs) for side in zip(*pairs, strict=True))
    width = sum((x - middle) ** 2 for x, _ in pairs)
    return sum((x - middle) * (y - height) for x, y in pairs) / width if width else None


def drawn(what: str, lines: dict[str, Points]) -> str:
    """The picture: points and lines, a tick at every power of ten and at the ends."""
    xs = [log10(x) for points in lines.values() for x, _ in points]
    ys = [log10(y) for points in lines.values() for _, y in points]
    low, high = int(min(ys) // 1), int(-(-max(ys) // 1))

    def place(x: float, y: float) -> tuple[float, float]:
        across = (log10(x) - min(xs)) / (max(xs) - min(xs) or 1)
        up = (log10(y) - low) / (high - low or 1)
        return (
            round(_LEFT + across * (_WIDTH - _LEFT - _RIGHT), 1),
            round(_HEIGHT - _BOTTOM - up * (_HEIGHT - _BOTTOM - _TOP), 1),
        )

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img" '
        f'font-family="sans-serif" font-size="11"><title>CPU seconds against {what}</title>'
    ]
    for power in range(low, high + 1):
        x, y = place(10 ** min(xs), 10.0**power)
        parts.append(f'<path d="M{x} {y}H{_WIDTH - _RIGHT}" stroke="#ddd"/>')
        parts.append(f'<text x="{x - 6}" y="{y + 4}" text-anchor="end">{10.0**power:g} s</text>')
    for x in sorted({x for points in lines.values() for x, _ in points}):
        across, down = place(x, 10.0**low)
        parts.append(f'<text x="{across}" y="{down + 14}" text-anchor="middle">{x:,.0f}</text>')
    middle = (_LEFT + _WIDTH - _RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{_HEIGHT - 6}" text-anchor="middle">{what}</text>')
    for colour, (name, points) in zip(_COLOURS, lines.items(), strict=False):
        at = [place(x, y) for x, y in points]
        path = "L".join(f"{x} {y}" for x, y in at)
        parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        parts += [f'<circle cx="{x}" cy="{y}" r="3" fill="{colour}"/>' for x, y in at]
        parts.append(f'<text x="{at[-1][0] + 8}" y="{at[-1][1] + 4}" fill="{colour}">{name}</text>')
    return "\n".join((*parts, "</svg>", ""))
