"""Score findings of a Boolean report: one sentence on which system leads, and by how much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.families.boolean.bounds import NAMED_LEADERS
from symcause.families.boolean.scoring.tables.answer_summary import Answers
from symcause.scoring.bootstrap import Bootstrap, Interval

_METRIC = "train_exact"


def finding(groups: Sequence[Answers], bootstrap: Bootstrap) -> str:
    """The headline: who leads in all settings, or who leads the hardest ones."""
    led = [(group, _ahead(own)) for group, own in _settings(groups).items()]
    if not led:
        return ""
    if all(not best[0].total(_METRIC).sum for _, best in led):
        return "No answer is exact on the training worlds"
    lost = [group for group, best in led if not best[0].total(_METRIC).sum]
    led = [(group, best) for group, best in led if group not in lost]
    text = _told_leaders(led, groups, bootstrap)
    return f"{text}; nobody is exact in {' or '.join(lost)}" if lost else text


def _told_leaders(
    led: Sequence[tuple[str, list[Answers]]], groups: Sequence[Answers], bootstrap: Bootstrap
) -> str:
    """Who leads where; *led* are the settings in which some answer is exact."""
    common = set.intersection(*({a.model for a in best} for _, best in led))
    if len(led) == 1 or not common:
        named = led[-NAMED_LEADERS:]
        return "; ".join(_leads(best, group, groups, bootstrap) for group, best in named)
    own = [a for a in led[-1][1] if a.model in common]
    every = len(led) == len(_settings(groups))
    where = f"in {'all ' if every else ''}{len(led)} settings"
    alone = len({a.model for a in groups}) == 1
    text = f"{_names(own)} {where}" if alone else f"{_names(own)} {_verb(own)} {where}"
    shares = [_share(best[0]) for _, best in led]
    if min(shares) == max(shares):
        share = "every answer" if shares[0] == 1 else f"{shares[0]:.2f} of the answers"
        return f"{text}: {share} exact"
    return f"{text}: exact from {shares[0]:.2f} ({led[0][0]}) to {shares[-1]:.2f} ({led[-1][0]})"


def facts(groups: Sequence[Answers], bootstrap: Bootstrap) -> Iterator[tuple[str, str]]:
    """How far the leader of the hardest setting is ahead, and what remains on held-out worlds."""
    settings = _settings(groups)
    if not settings:
        return
    hardest, own = list(settings.items())[-1]
    best = _ahead(own)[0]
    rest = sorted((a for a in own if a is not best), key=lambda a: (-_share(a), a.model))
    if rest and bootstrap.resamples and _share(rest[0]) < _share(best):
        gap = bootstrap.difference(best.by_unit(_METRIC), rest[0].by_unit(_METRIC))
        if gap is not None:
            yield f"lead of {best.model} over {rest[0].model} in {hardest}", _sentence(gap, "+.2f")
            yield "can that be chance?", _chance(gap)
    exact = sum(a.total(_METRIC).sum for a in groups)
    held = [a.total("heldout_exact", [_METRIC]) for a in groups]
    known = sum(total.count for total in held)
    if known:
        kept = round(sum(total.sum for total in held))
        yield "exact answers that hold on held-out worlds", f"{kept} of {known}"
    yield "exact, of all that were asked for", f"{round(exact)} of {sum(map(len, groups))}"


def _chance(gap: Interval) -> str:
    """What the interval of a lead says of it."""
    if gap.low is None or gap.high is None:
        few = "one problem tells" if gap.problems == 1 else f"{gap.problems} problems tell"
        return f"{few} too little"
    return "no: its interval leaves out 0" if gap.low > 0 else "yes: its interval holds 0"


def _settings(groups: Sequence[Answers]) -> dict[str, list[Answers]]:
    answers: dict[str, list[Answers]] = {}
    for a in groups:
        answers.setdefault(a.group, []).append(a)
    return answers


def _ahead(own: Sequence[Answers]) -> list[Answers]:
    """The best of a setting: several if they are equally good."""
    top = max(map(_share, own))
    return sorted((a for a in own if _share(a) == top), key=lambda a: a.model)


def _leads(
    best: Sequence[Answers], group: str, groups: Sequence[Answers], bootstrap: Bootstrap
) -> str:
    """Who leads a setting, and by how much; that all are equal is no lead, nor is one alone ahead."""
    own, value = _settings(groups)[group], _value(best[0], bootstrap)
    if len(own) == 1:
        return f"{best[0].model} in {group}: {value} exact"
    if len(best) == len(own) > 1:
        return f"All {len(own)} systems are equal in {group}: {value} exact"
    text = f"{_names(best)} {_verb(best)} {group} at {value} exact"
    rest = sorted((a for a in own if a not in best), key=lambda a: (-_share(a), a.model))
    gap = None
    if rest and bootstrap.resamples:
        gap = bootstrap.difference(best[0].by_unit(_METRIC), rest[0].by_unit(_METRIC))
    return text if gap is None else f"{text}, {_sentence(gap, '+.2f')} against {rest[0].model}"


def _names(best: Sequence[Answers]) -> str:
    names = [a.model for a in best]
    if len(names) > 3:
        return f"{names[0]} and {len(names) - 1} others"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _verb(best: Sequence[Answers]) -> str:
    return "leads" if len(best) == 1 else "lead"


def _share(a: Answers) -> float:
    return a.total(_METRIC).sum / len(a)


def _value(a: Answers, bootstrap: Bootstrap) -> str:
    interval = bootstrap.mean(a.by_unit(_METRIC))
    return f"{_share(a):.2f}" if interval is None else _sentence(interval, ".2f")


def _sentence(found: Interval, form: str) -> str:
    return found.mean_text(form).removesuffix(" *")
