"""The answer check in the verdict of a linear audit: right, the only one, and proved."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from msgspec import UNSET
from msgspec.structs import replace

from symcause.answers import Unknown
from symcause.errors import SymcauseError
from symcause.families.linear.audits.verdict.graph_counts import Space
from symcause.families.linear.audits.verdict.open_question import answer_standing, left
from symcause.families.linear.bounds import CONFLICT_STEPS
from symcause.families.linear.documents.check_document import (
    ContradictionPart,
    LinearCheck,
    ReadingPart,
)
from symcause.families.linear.problem.evidence_replay import WrongReading, readings
from symcause.families.linear.problem.hypothesis_metrics import compare
from symcause.families.linear.problem.problem import LinearProblem
from symcause.families.linear.scoring.abstention import heard
from symcause.families.linear.scoring.answer_claims import ClaimedModel, predicted
from symcause.families.linear.scoring.answer_fit import fit_of
from symcause.families.linear.space.hypothesis_fit import Fit, in_class
from symcause.families.linear.space.membership_objections import class_objections, violations
from symcause.families.linear.space.space_choice import range_of_target
from symcause.families.linear.space.target_range import TargetRange
from symcause.models.exact_numbers import print_number
from symcause.models.hypotheses import Hypothesis
from symcause.scoring.abstention_rule import Said


def checked(
    problem: LinearProblem, space: Space, document: LinearCheck, answer: str
) -> Iterator[LinearCheck]:
    """The document about an answer, growing from its frame."""
    claim, said = heard(problem, answer)
    document = replace(document, claimed=said.claims, abstained=said.abstained, hedged=said.hedged)
    if claim.disputed is not None:
        document = replace(document, disputed=claim.disputed)
    hypothesis = claim.hypothesis
    document = replace(document, objections=claim.objections)
    document = _measured(document, problem, claim)
    if claim.prediction_alone and problem.reactor is not None and said.claims:
        yield _alone(replace(document, valid=True), problem, space, claim, said)
        return
    if hypothesis is None:
        right = None if said.abstained else False
        document = replace(document, valid=False, right=right, reason=claim.reason)
        yield document
        if said.abstained or said.claims:
            document = _doubted(document, problem, space, claim, said)
            yield document
        if said.abstained and document.count:
            yield _left(document, space)
        return
    broken = violations(problem, hypothesis, claim.model)
    document = replace(
        document,
        valid=True,
        violations=broken,
        edges=tuple(hypothesis.edges),
        equations=_equations(problem, claim, hypothesis) or UNSET,
        readings=tuple(_readings(problem, claim, hypothesis)),
    )
    yield document
    document = _fitted(document, problem, claim, hypothesis)
    yield document
    document = _counted(document, space)
    yield document
    document = _predicted(document, problem, space, claim)
    yield replace(
        document, **answer_standing(problem, claim, said, left(problem, space), document.fits)
    )


def _alone(
    document: LinearCheck, problem: LinearProblem, space: Space, claim: ClaimedModel, said: Said
) -> LinearCheck:
    """A prediction without a hypothesis: it is right if the evidence entails it, whatever the model."""
    document = _predicted(_counted(document, space), problem, space, claim)
    span = range_of_target(space)
    right = None
    if isinstance(span, TargetRange):
        right = document.target_entailed == document.target_predicted
    document = replace(document, right=right, justified=right)
    return replace(document, **answer_standing(problem, claim, said, left(problem, space)))


def _doubted(
    document: LinearCheck, problem: LinearProblem, space: Space, claim: ClaimedModel, said: Said
) -> LinearCheck:
    """With whether the question is open: of an answer that abstains, or claims what is no model."""
    found = left(problem, space)
    document = replace(document, count=found.graphs, **answer_standing(problem, claim, said, found))
    if found.target is not None and found.target.entailed() and found.target.low is not None:
        document = replace(document, target_entailed=print_number(found.target.low))
    return replace(document, justified=document.abstention) if said.abstained else document


def _left(document: LinearCheck, space: Space) -> LinearCheck:
    """With the edges that all, some and no members have, as far as that is in reach."""
    statuses = space.edges()
    if isinstance(statuses, Unknown):
        return document
    return replace(
        document, edges_left={f"{a}->{b}": str(said) for (a, b), said in statuses.items()}
    )


def _measured(document: LinearCheck, problem: LinearProblem, claim: ClaimedModel) -> LinearCheck:
    """With the metrics against gold, where there is a sound one."""
    try:
        model = problem.gold_model()
    except SymcauseError:
        model = None
    if model is None:
        return document
    metrics = compare(claim.stated, model, problem.target, problem.family)
    return replace(
        document,
        edge_f1=float(metrics.edges.f1),
        target_edge_f1=float(metrics.target_edges.f1),
        root_f1=float(metrics.roots.f1),
        coefficient_f1=float(metrics.coefficients.f1),
        coefficient_f1_released=float(metrics.coefficients_released.f1),
        shd=metrics.shd,
    )


def _equations(
    problem: LinearProblem, claim: ClaimedModel, hypothesis: Hypothesis
) -> dict[str, str]:
    """The equations that are stated in full: those of a model that name causes, or the target's."""
    if claim.model is not None:
        stated = claim.model.equations.items()
        return {name: str(equation) for name, equation in stated if equation.parents}
    partial = hypothesis.equation
    full = partial is not None and partial.complete
    return {problem.target: str(partial.equation())} if partial is not None and full else {}


def _readings(
    problem: LinearProblem, claim: ClaimedModel, hypothesis: Hypothesis
) -> Iterator[ReadingPart]:
    """What a fully stated equation of the target gives, reading by reading.

    Nothing where a hidden disturbance adds to the readings.
    """
    target, partial = problem.target, hypothesis.equation
    equation = None if claim.model is None else claim.model.equations.get(target)
    if equation is None and partial is not None and partial.complete:
        equation = partial.equation()
    if equation is None or problem.disturbed:
        return
    for place, values in readings(problem):
        given = equation(values)
        yield ReadingPart(
            place=place,
            read=print_number(values[target]),
            given=print_number(given),
            right=abs(values[target] - given) <= problem.rounding / 2,
        )


def _fitted(
    document: LinearCheck, problem: LinearProblem, claim: ClaimedModel, hypothesis: Hypothesis
) -> LinearCheck:
    """With whether the class and the evidence admit the answer, and where it is wrong."""
    fit = fit_of(problem, claim, hypothesis, steps=CONFLICT_STEPS)
    if claim.model is None:
        legal = in_class(problem, hypothesis)
    else:
        legal = not any(class_objections(problem, claim.model))
    if isinstance(fit, Unknown):
        return replace(document, in_class=legal, reason=fit.reason)
    return replace(
        document,
        right=fit.fits,
        fits=fit.fits,
        in_class=legal,
        misfit=_contradiction(problem, fit),
        objections=(*document.objections, *map(str, fit.objections)),
    )


def _contradiction(problem: LinearProblem, fit: Fit) -> ContradictionPart | None:
    """A row of the target's equation that is wrong, else rows in conflict, else any row that is wrong."""
    ours = [wrong for wrong in fit.wrong if wrong.variable == problem.target]
    if not ours and fit.conflict is not None:
        rows = tuple(str(row) for row in fit.conflict.rows)
        return ContradictionPart(place=rows[0], rows=rows, minimum=fit.conflict.minimum)
    reading: WrongReading | None = next(iter(ours or fit.wrong), None)
    if reading is None:
        return None
    place = f"{reading.place}.{reading.variable}"
    return ContradictionPart(
        place=place,
        read=print_number(reading.reading),
        given=print_number(reading.expected),
        rows=(place,),
        minimum=True,
    )


def _counted(document: LinearCheck, space: Space) -> LinearCheck:
    """With how many graphs there are, and whether the answer's is the only one."""
    graphs = space.count()
    if isinstance(graphs, Unknown):
        return replace(document, reason=document.reason or graphs.reason)
    unique = None
    if document.in_class and document.fits is not None:
        unique = document.fits and graphs == 1
    return replace(document, count=graphs, unique=unique)


def _predicted(
    document: LinearCheck, problem: LinearProblem, space: Space, claim: ClaimedModel
) -> LinearCheck:
    """With the reactor's value as the answer has it and as the evidence has it.

    An answer is justified if it fits and every member predicts what it predicts; where there is no
    reactor, if its graph is the only one.
    """
    if problem.reactor is None:
        return replace(document, justified=document.unique)
    stated, span = predicted(problem, claim), range_of_target(space)
    entailed: Fraction | None = None
    if isinstance(span, TargetRange) and span.entailed():
        entailed = span.low
    justified: bool | None = None
    if document.fits is False:
        justified = False
    elif document.fits and stated is not None and isinstance(span, TargetRange):
        justified = stated == entailed
    return replace(
        document,
        target_predicted=None if stated is None else print_number(stated),
        target_entailed=None if entailed is None else print_number(entailed),
        justified=justified,
    )
