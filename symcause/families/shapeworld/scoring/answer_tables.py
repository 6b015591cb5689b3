"""Tables of ShapeWorld answers in a scoring run: accuracy, support, steps and patterns.

Constant answers are rows of the first table: a share of yes that is not one half rewards one of them.
Shares of support are of answered cases with a possible transcript; a right unsupported answer is lucky.
"""

from __future__ import annotations

from collections.abc import Callable

from symcause.families.shapeworld.problem.verdict_kinds import Pattern, Support
from symcause.families.shapeworld.scoring.answer_summary import STEPS, ShapeWorldSummary
from symcause.families.shapeworld.scoring.release_tables import published
from symcause.models.number_phrases import plural
from symcause.scoring.answer_groups import Group
from symcause.scoring.bootstrap import Bootstrap
from symcause.scoring.group_columns import Column, count, ends, given, mean, table_of
from symcause.scoring.score_table import Cell, Table, conditional, integer, number


def tables(summary: ShapeWorldSummary, bootstrap: Bootstrap) -> list[Table]:
    """The tables of scored answers; those without anything to show are left out."""
    found = []
    cases, logged = summary.models("case"), summary.models("logged")
    if cases:
        found.append(_accuracy(summary, cases, bootstrap))
    found += published(summary, pooled_note(cases), accuracy_columns(bootstrap))
    if logged:
        found += [_support(logged), _steps(logged)]
    if any(group.counts("pattern") for group in logged.values()):
        found.append(_patterns(logged))
    return found


def _accuracy(summary: ShapeWorldSummary, cases: dict[str, Group], bootstrap: Bootstrap) -> Table:
    """Right answers by model, beside what constant answers would get on the same cases."""
    columns = accuracy_columns(bootstrap)
    rows = [*sorted(cases.items()), *summary.constants().items()]
    return table_of(
        "accuracy",
        "Right answers",
        ("model",),
        columns,
        [({"model": model}, group) for model, group in rows],
        "Shares of right answers of all cases; no, yes: of the cases with this truth; no result counts as "
        "wrong; errors: cases that the protocol complained about or that have no answer"
        + pooled_note(cases),
    )


def accuracy_columns(bootstrap: Bootstrap) -> tuple[Column, ...]:
    """The columns of the published table."""
    return (
        ("cases", count("case")),
        ("no", _right("no")),
        ("yes", _right("yes")),
        ("all", mean("right")),
        *ends("right", bootstrap),
        ("interventions", mean("interventions", 2)),
        ("errors", count("error")),
    )


def _right(truth: str) -> Callable[[Group], Cell]:
    return lambda group: number(group.total("right", [truth]).mean)


def pooled_note(cases: dict[str, Group]) -> str:
    """What to say where a system was asked in several ways."""
    several = any(len(group.counts("template")) > 1 for group in cases.values())
    return "; cases of all templates of a system together" if several else ""


_ABSTAINS = "; abstained: said that nobody can tell (the table abstention judges that)"


def _support(logged: dict[str, Group]) -> Table:
    """Whether transcripts prove what was answered."""

    def answered(group: Group) -> int:
        return sum(group.count(str(kind)) for kind in Support)

    def supported(kind: str) -> Callable[[Group], Cell]:
        def cell(group: Group) -> Cell:
            cases = answered(group)
            return conditional(group.count(kind) / cases if cases else None, cases)

        return cell

    def unanswered(group: Group) -> Cell:
        rest = (group.count(name) for name in ("impossible", "contradicts", "abstained"))
        return integer(group.count("logged") - answered(group) - sum(rest))

    abstains = any(group.count("abstained") for group in logged.values())

    columns: tuple[Column, ...] = (
        ("cases", count("logged")),
        ("answered", lambda group: integer(answered(group))),
        *((str(kind), supported(str(kind))) for kind in Support),
        ("lucky", given("lucky", "logged")),
        ("impossible", count("impossible")),
        ("contradicts key", count("contradicts")),
        *((("abstained", count("abstained")),) if abstains else ()),
        ("no answer", unanswered),
    )
    scopes = {str(name) for group in logged.values() for name in group.counts("scope")}
    return table_of(
        "support",
        "Does the transcript prove the answer?",
        ("model",),
        columns,
        [({"model": model}, group) for model, group in sorted(logged.items())],
        f"Shares of answered cases with a possible transcript, class {', '.join(sorted(scopes))}; "
        "lucky: right although unsupported; *: at most 5 cases; impossible: no world of the class shows "
        "the transcript; contradicts key: it proves the opposite of the truth"
        f"{_ABSTAINS if abstains else ''}{_conflicts(logged)}{_inferred(logged)}",
    )


def _conflicts(logged: dict[str, Group]) -> str:
    """What to say where starts conflict with the logs that follow."""
    number = sum(group.count("conflicts") for group in logged.values())
    if not number:
        return ""
    verb = "is" if number == 1 else "are"
    return (
        f"; {plural(number, 'case')} {verb} judged by the steps alone, because no world whose start is "
        "closed shows the log and has its key"
    )


def _inferred(logged: dict[str, Group]) -> str:
    """What to say where truths are guessed from failures."""
    if not any(group.count("inferred") for group in logged.values()):
        return ""
    return (
        "; cleaned transcripts hold failures only: their truth is inferred from the answer, which need "
        "not be the one that counted"
    )


def _steps(logged: dict[str, Group]) -> Table:
    """What interventions were good for, and how many more than needed there were."""

    def steps(*names: str) -> Callable[[Group], Cell]:
        return lambda group: integer(
            round(sum(group.total(name, ["possible"]).sum for name in names))
        )

    columns: tuple[Column, ...] = (
        ("cases", count("logged")),
        ("steps", steps(*STEPS)),
        *((name.replace("_", "-"), steps(name)) for name in STEPS),
        ("surplus", steps("surplus")),
        ("beyond the shortest proof", given("excess", digits=2)),
    )
    return table_of(
        "steps",
        "What the interventions were good for",
        ("model",),
        columns,
        [({"model": model}, group) for model, group in sorted(logged.items())],
        "Interventions by what they told, in numbers; surplus: steps after the question was settled, "
        "whatever their kind; the last column is a mean over cases whose world is known",
    )


def _patterns(logged: dict[str, Group]) -> Table:
    """How wrong answers came about, by rules read from the paper."""

    def counted(kind: str) -> Callable[[Group], Cell]:
        return lambda group: integer(group.counts("pattern").get(kind, 0))

    return table_of(
        "patterns",
        "Patterns of wrong answers",
        ("model",),
        [(str(kind), counted(str(kind))) for kind in Pattern],
        [({"model": model}, group) for model, group in sorted(logged.items())],
        "How wrong answers came about, in numbers of them; no labelling program was published: read them "
        "beside refuted and unsupported, not instead" + _inferred(logged),
    )
