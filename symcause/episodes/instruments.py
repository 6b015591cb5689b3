"""The instruments of an agent in an episode: questions about what it has seen so far.

``consistent``: does a hypothesis explain what was seen, and if not, where? ``only_one``: does what was
seen settle the question? ``next``: which action leaves the fewest models in its worst case? All three are
answered from what is *known*, the problem as the agent knows it: gold and what is held out are not there.
Every call stands in the transcript.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from symcause.answers import Unknown
from symcause.bounds.episodes_bounds import EPISODE_CALLS, NAMED_OBJECTIONS
from symcause.episodes.episode import Episode
from symcause.episodes.rules import Plain, Refused, Rules
from symcause.errors import LimitError, UsageError, did_you_mean
from symcause.formats.problems import Problem

P = TypeVar("P", bound=Problem)

CONSISTENT, ONLY_ONE, NEXT = "consistent", "only_one", "next"

INSTRUMENTS: Mapping[str, str] = {
    CONSISTENT: "Does a hypothesis explain everything that was seen so far? If not, where does it fail?",
    ONLY_ONE: "Does what was seen so far settle the question, and how many explanations are left?",
    NEXT: "Which action leaves the fewest explanations in its worst case?",
}
"""What each says of itself."""


def refuse_unknown(rules: Rules[P], names: Sequence[str], title: str) -> None:
    """Raise UsageError if an instrument is none, or has nothing to go by in this family."""
    for name in names:
        if name not in INSTRUMENTS:
            raise UsageError("no such tool", value=name, remedy=did_you_mean(name, INSTRUMENTS))
        if name not in rules.instruments:
            able = ", ".join(rules.instruments) or "none"
            raise UsageError(f"{title} have no such tool", value=name, remedy=f"they have: {able}")


def asked(episode: Episode[P], name: str, given: object = None) -> Plain:
    """What an instrument says; the call is noted, whatever comes of it."""
    said = _said(episode, name, given)
    episode.called(name, given, said)
    return said


def _said(episode: Episode[P], name: str, given: object) -> Plain:
    try:
        if name not in episode.tools:
            raise Refused("no such tool is switched on", value=name)
        if episode.over:
            raise Refused("the episode has been answered")
        if len(episode.transcript.calls) >= EPISODE_CALLS:
            raise Refused(f"at most {EPISODE_CALLS:,} calls are answered in an episode")
        if name == CONSISTENT:
            return _consistent(episode.rules, episode.known, given)
        return (_only_one if name == ONLY_ONE else _next)(episode.rules, episode.known)
    except Refused as error:
        return {"refused": str(error)}
    except LimitError as error:
        return {"unknown": str(error)}


def _consistent(rules: Rules[P], known: P, hypothesis: object) -> Plain:
    objections = rules.objections(known, hypothesis)
    if isinstance(objections, Unknown):
        return {"consistent": None, "unknown": objections.reason}
    if not objections:
        return {"consistent": True}
    said: dict[str, object] = {"consistent": False, "where": list(objections[:NAMED_OBJECTIONS])}
    if (more := len(objections) - NAMED_OBJECTIONS) > 0:
        said["more"] = more
    return said


def _only_one(rules: Rules[P], known: P) -> Plain:
    """Settled or not, and how many are left; not which: that would be the answer."""
    standing, is_open = rules.standing(known), rules.is_open(known)
    said: dict[str, object] = {
        "settled": None if is_open is None else not is_open,
        "left": standing.members,
    }
    return said if standing.reason is None else {**said, "unknown": standing.reason}


def _next(rules: Rules[P], known: P) -> Plain:
    best = rules.best(known)
    if isinstance(best, Unknown):
        return {"action": None, "unknown": best.reason}
    if best.action is None:
        return {"action": None, "note": "no action can teach anything any more"}
    return {"action": dict(best.action), "worst": best.worst, "exact": best.exact}
