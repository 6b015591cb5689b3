"""Arrow lines in an answer: edges written with arrows, or as sentences of a list.

A chain ``rain -> flood -> damage`` is two edges, ``rain <-> flood`` as well; arrows of all kinds are
known. Where no line has an arrow, the items of a list are searched for ``X causes Y`` and the like.
Marks of lists, quotes, stars and full stops around a name are not part of it.

>>> arrow_edges("1. **rain** → flood\\n2. `flood` <- storm")
[('rain', 'flood'), ('storm', 'flood')]
>>> listed_edges("Causes:\\n- Heavy rain leads to floods.\\n- Damage is caused by floods")
[('Heavy rain', 'floods'), ('floods', 'Damage')]
"""

from __future__ import annotations

import re

from symcause.families.textgraph.bounds import LINE_LENGTH

_ARROW = re.compile(
    r"\s*(?:(?P<both><[-=]{1,3}>|[↔⇔⟷⇄])"
    r"|(?P<forward>[-=]{1,3}>|[→⟶⇒⟹➔➜➝➞]|\\(?:long)?(?:right)?arrow\b|\\to\b|\\Rightarrow\b)"
    r"|(?P<backward><[-=]{1,3}|[←⟵⇐]|\\(?:long)?leftarrow\b))\s*"
)
_MARK = re.compile(r"^\s*(?:[-*+•–—]\s+|\(?\d{1,4}[.)]\s+|\|\s*|>\s+)*")
_ITEM = re.compile(r"^\s*(?:[-*+•–—]|\(?\d{1,4}[.)])\s+")
_COMMENT = re.compile(r"\s(?:#|//)\s.*$")
_AROUND = " \t\r*_`\"'“”‘’$|"
_AFTER = _AROUND + ".,;"
_VERBS = (
    "causes|cause|leads to|lead to|results in|result in|increases|increase|decreases|decrease"
    "|reduces|reduce|affects|affect|influences|influence|drives|drive|produces|produce|triggers|trigger"
    "|contributes to|contribute to|determines|determine|raises|raise|lowers|lower|promotes|promote"
    "|improves|improve|enhances|enhance|induces|induce|inhibits|inhibit|prevents|prevent"
)
_ACTIVE = re.compile(rf"\s(?:directly\s|positively\s|negatively\s)?(?:{_VERBS})\s", re.IGNORECASE)
_PASSIVE = re.compile(
    r"\s(?:is|are)\s(?:caused|affected|influenced|driven|increased|reduced|determined|triggered)\sby\s",
    re.IGNORECASE,
)


def arrow_edges(text: str) -> list[tuple[str, str]]:
    """The edges of all lines with arrows between names, in their order."""
    edges: list[tuple[str, str]] = []
    for line in text.splitlines():
        if len(line) <= LINE_LENGTH and not line.lstrip().startswith(("#", "//")):
            edges += _chain(_COMMENT.sub("", line))
    return edges


def _chain(line: str) -> list[tuple[str, str]]:
    """``a -> b <- c``, or nothing if a name is missing."""
    arrows = list(_ARROW.finditer(line))
    if not arrows:
        return []
    starts = [0, *(arrow.end() for arrow in arrows)]
    ends = [*(arrow.start() for arrow in arrows), len(line)]
    names = [_name(line[a:b]) for a, b in zip(starts, ends, strict=True)]
    names[0] = _name(_MARK.sub("", line[: ends[0]]))
    if not all(names):
        return []
    pairs: list[tuple[str, str]] = []
    for arrow, before, after in zip(arrows, names, names[1:], strict=False):
        if arrow.lastgroup != "backward":
            pairs.append((before, after))
        if arrow.lastgroup != "forward":
            pairs.append((after, before))
    return pairs


def listed_edges(text: str) -> list[tuple[str, str]]:
    """The edges that the items of a list say in words."""
    edges: list[tuple[str, str]] = []
    for line in text.splitlines():
        item = _ITEM.match(line)
        if item is None or len(line) > LINE_LENGTH:
            continue
        sentence = line[item.end() :]
        for verb, turned in ((_PASSIVE, True), (_ACTIVE, False)):
            parts = verb.split(sentence)
            if len(parts) == 2 and all(map(_name, parts)):
                first, second = map(_name, parts)
                edges.append((second, first) if turned else (first, second))
                break
    return edges


def _name(text: str) -> str:
    return text.strip(_AFTER).lstrip(_AROUND)
