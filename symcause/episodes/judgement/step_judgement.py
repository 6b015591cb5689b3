"""The judgement of an episode, step by step, by the version space of what was known.

The documents grow: first what was left after every step, then the answer, then, step by step, what the best
action would have left, at last how few steps would have done. Whoever stops the work keeps what there is.

* *gain* = log2(members before / after);
* *regret* = log2(members after / members that the best action leaves in its worst case);
* *decided at*: the first step after which the question is settled; later ones are *surplus*.

>>> bits(8, 2)
2.0
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2, log10
from typing import Generic, TypeVar

from msgspec import UNSET
from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.episodes.episode import family_rules, states
from symcause.episodes.judgement import final_answer as answering
from symcause.episodes.judgement.episode_document import BestPart, EpisodeDocument, JudgedStep
from symcause.episodes.rules import (
    INFORMATIVE,
    INVALID,
    REPEATED,
    VOID,
    WASTED,
    Best,
    Judged,
    Rules,
    Standing,
)
from symcause.episodes.transcripts.transcript import StepLine, Transcript
from symcause.formats.problems import Problem
from symcause.registry import family
from symcause.scoring.abstention_rule import JUSTIFIED, UNSUPPORTED

P = TypeVar("P", bound=Problem)
E = TypeVar("E", bound=EpisodeDocument)


def bits(before: int | None, after: int | None) -> float | None:
    """log2 of how many times fewer; None where one of them is unknown or nothing is left."""
    if not before or not after:
        return None
    return log2(before) - log2(after)


@dataclass(frozen=True)
class _Moment(Generic[P]):
    """A line of the transcript with what was known before and after it."""

    line: StepLine
    before: P
    after: P

    @property
    def seen(self) -> bool:
        return self.line.observation is not UNSET


def judgements(frame: E, truth: Problem | None, transcript: Transcript) -> Iterator[E]:
    """Growing documents about an episode; *truth* is the problem with gold, where there is one."""
    rules = family_rules(family(transcript.header.family), transcript.header.rules)
    known = [state for _, state in states(transcript)]
    moments = [_Moment(line, known[i], known[i + 1]) for i, line in enumerate(transcript.steps)]
    document = _headed(frame, transcript)
    outside = truth is not None and rules.outside(truth)
    standings = [_stands(rules, known[0], outside)]
    document = replace(document, entailed=standings[0].entailed, **_counted(standings[0]))
    yield _concluded(document, standings)
    judged: list[JudgedStep] = []
    for moment in moments:
        last = _stands(rules, moment.after, outside) if moment.seen else standings[-1]
        standings.append(last)
        judged.append(_step(rules, moment, standings[-2], standings[-1]))
        if moment.seen:  # of refusals there may be very many, and they change nothing
            document = replace(document, steps=tuple(judged))
            yield _concluded(document, standings)
    document = replace(document, steps=tuple(judged))
    document = _answered(_concluded(document, standings), rules, truth, known[-1], transcript)
    yield document
    for i, moment in enumerate(moments):
        if moment.seen and not outside:
            document = _compared(document, i, rules.best(moment.before))
            yield document
    document = _summed(document)
    yield document
    if not outside:
        least = rules.optimum(truth, known[0])
        yield replace(document, worst_case=least.worst_case, shortest_proof=least.shortest_proof)


def _stands(rules: Rules[P], known: P, outside: bool) -> Standing:
    """What follows from what is known; members mean nothing if the truth is none of them."""
    standing = rules.standing(known)
    if not outside:
        return standing
    return dataclasses.replace(standing, members=None, between=None, reason=answering.OUTSIDE)


def _counted(standing: Standing) -> dict[str, object]:
    """The members, or what is proven about their number."""
    low, high = standing.between or (UNSET, UNSET)
    return {"members": standing.members, "at_least": low, "at_most": high}


def unjudged(frame: E, transcript: Transcript) -> E:
    """What happened so far, before anything is known of its worth."""
    steps = tuple(_happened(line) for line in transcript.steps)
    return replace(_headed(frame, transcript), steps=steps)


def _happened(line: StepLine) -> JudgedStep:
    return JudgedStep(
        step=line.step,
        action=line.action,
        observation=None if line.observation is UNSET else line.observation,
        refused=None if line.refused is UNSET else line.refused,
    )


def _headed(document: E, transcript: Transcript) -> E:
    header = transcript.header
    if header.tools is not UNSET:
        used = Counter(call.tool for _, call in transcript.calls)
        calls = {name: used[name] for name in header.tools}
        document = replace(document, tools=header.tools, calls=calls)
    return replace(
        document,
        agent=header.agent,
        seed=header.seed,
        budget=header.budget,
        rules=header.rules,
        fingerprint=header.fingerprint,
    )


def _step(rules: Rules[P], moment: _Moment[P], before: Standing, after: Standing) -> JudgedStep:
    line = moment.line
    step = replace(
        _happened(line),
        kind=INVALID,
        **_counted(after),
        log10=log10(after.members) if after.members else None,
        verdict=after.verdict,
        settled=after.settled,
        entailed=after.entailed,
    )
    if not moment.seen:
        return step
    gain = bits(before.members, after.members)
    return replace(step, kind=_kind(rules, moment, before, after), gain=gain)


def _kind(rules: Rules[P], moment: _Moment[P], before: Standing, after: Standing) -> str | None:
    if before.members is None or after.members is None:
        return None
    if after.members < before.members:
        return INFORMATIVE
    assert isinstance(moment.line.action, dict)
    return rules.idle(moment.before, moment.line.action, moment.after)


def _concluded(document: E, standings: Sequence[Standing]) -> E:
    """The document with the verdict of the last standing, and where the question was decided."""
    last = standings[-1]
    decided = next((i for i, one in enumerate(standings) if one.settled), None)
    seen = [i for i, step in enumerate(document.steps, 1) if step.refused is None]
    gains = [step.gain for step in document.steps if step.refused is None]
    idle = (WASTED, REPEATED, VOID)
    return replace(
        document,
        verdict=last.verdict,
        settled=last.settled,
        count=last.members,
        reason=last.reason,
        sentence=_sentence(last, decided),
        decided_at=decided,
        surplus=_surplus(standings, decided, seen),
        gain=None if None in gains else sum(g for g in gains if g is not None),
        invalid=sum(step.refused is not None for step in document.steps),
        wasted=sum(step.kind in idle for step in document.steps),
    )


def _surplus(standings: Sequence[Standing], decided: int | None, seen: Sequence[int]) -> int | None:
    """Steps after the question was settled: none if it stayed open, None if that is not known."""
    if decided is None:
        return 0 if all(one.settled is False for one in standings) else None
    return sum(i > decided for i in seen)


def _sentence(last: Standing, decided: int | None) -> str:
    left = "" if last.members is None else f"{last.members:,} left"
    if decided is None:
        unknown = last.reason or "it is not known what follows"
        open_ = "the question is open" if last.settled is False else unknown
        return f"{open_}: {left}" if left else open_
    when = "before the first step" if decided == 0 else f"at step {decided}"
    return f"settled {when}: {left}" if left else f"settled {when}"


def _answered(document: E, rules: Rules[P], truth: P | None, known: P, transcript: Transcript) -> E:
    if transcript.answer is None:
        return document
    answer = transcript.answer.answer
    judged = answering.judged(rules, truth, known, answer)
    lucky = None
    if judged.right is not None and judged.support is not None:
        lucky = judged.right and judged.support == UNSUPPORTED
    return replace(
        document,
        answer=answer,
        answered=True,
        right=judged.right,
        support=judged.support,
        lucky=lucky,
        claimed=judged.said.claims,
        abstained=judged.said.abstained,
        hedged=judged.said.hedged,
        open=judged.open,
        proved=judged.proved,
        details=dict(judged.details),
        answer_reason=UNSET if judged.reason is None else judged.reason,
        worth=UNSET if judged.worth is None else judged.worth,
        reason=document.reason if judged.worth is None else None,
        sentence=_judgement(judged, document.sentence),
    )


def _judgement(judged: Judged, standing: str) -> str:
    """Right or wrong, and what speaks for it: the members, or where there are none its worth."""
    if judged.said.abstained:
        return f"abstained, {judged.support or 'it is not known whether rightly'}; {standing}"
    word = _verdict_of_answer(judged.right, judged.support)
    return f"{word}; {standing}" if judged.worth is None else f"{word}: {judged.worth}"


def _verdict_of_answer(right: bool | None, support: str | None) -> str:
    word = {True: "right", False: "wrong", None: "answered"}[right]
    if support is None:
        return word
    if right and support == UNSUPPORTED:
        return "right, but not justified by what was seen (lucky)"
    joined = "and" if right is None or right == (support == JUSTIFIED) else "but"
    return f"{word} {joined} {support}"


def _compared(document: E, index: int, best: Best | Unknown) -> E:
    """The document with the best action before a step."""
    step = document.steps[index]
    if isinstance(best, Unknown):
        step = replace(step, best=BestPart(reason=best.reason))
    else:
        part = BestPart(
            action=None if best.action is None else dict(best.action),
            worst=best.worst,
            low=best.low if best.low is not None else best.worst,
            status="exact" if best.exact else "bounded",
        )
        least, most = _bits_more(step.members, part.worst), _bits_more(step.members, part.low)
        step = replace(
            step,
            best=part,
            regret=least if best.exact else None,
            regret_low=least,
            regret_high=most,
        )
    steps = list(document.steps)
    steps[index] = step
    return replace(document, steps=tuple(steps))


def _bits_more(left: int | None, best: int | None) -> float | None:
    found = bits(left, best)
    return None if found is None else found + 0.0  # no negative zero


def _summed(document: E) -> E:
    """The document with the regret of all steps together, as far as it is known."""
    seen = [step for step in document.steps if step.refused is None]
    return replace(
        document,
        regret=_sum([step.regret for step in seen]),
        regret_low=_sum([step.regret_low for step in seen]),
        regret_high=_sum([step.regret_high for step in seen]),
    )


def _sum(values: list[float | None]) -> float | None:
    return None if None in values else sum(value for value in values if value is not None)
