"""The effect certificate: what an audit of tables found, with evidence that a stranger can check."""

from __future__ import annotations

from fractions import Fraction

from symcause.answers import Unknown
from symcause.audits.certificate_acceptance import Accepted, accepted
from symcause.families.cpt.certify.absence_evidence import absence
from symcause.families.cpt.files.network_tables import shown_network
from symcause.families.cpt.models.answer_rule import INCONSISTENT, NO, OPEN, UNKNOWN, YES
from symcause.families.cpt.models.back_doors import back_door, blocked, descendants, open_path
from symcause.families.cpt.models.graph_shapes import Shape, shape_of
from symcause.families.cpt.models.query_values import outcome_under, query_value
from symcause.families.cpt.problem.fingerprint import fingerprint
from symcause.families.cpt.problem.problem import CptProblem
from symcause.families.cpt.space.network_space import Judgement, NetworkSpace
from symcause.families.cpt.space.number_boxes import NumberBoxes
from symcause.families.cpt.space.programme.linear_range import PROGRAMME
from symcause.kernel.envelope import write_envelope


def certificate(problem: CptProblem) -> Accepted | Unknown:
    """The certificate of the answer, after the kernel's word about it; or why there is none."""
    made = _made(problem)
    if isinstance(made, Unknown):
        return made
    claim, evidence = made
    body = {"claim": claim, "evidence": evidence}
    return accepted(problem, write_envelope("cpt", fingerprint(problem), problem.id, body))


_Made = tuple[dict[str, object], dict[str, object]]


def _made(problem: CptProblem) -> _Made | Unknown:
    query, network = problem.query, problem.tables
    if query.type == "backadj":
        return _sets(problem)
    if network is not None:
        if query.type == "det-counterfactual":
            answer = YES if outcome_under(network, query) == query.value else NO
            return {"name": "effect", "answer": answer, "value": None}, {}
        value = query_value(network, query)
        return {"name": "effect", "answer": problem.rule.answer(value), "value": str(value)}, {}
    judgement = NetworkSpace(problem).judgement
    if judgement.answer == INCONSISTENT and (why := absence(problem)) is not None:
        return {"name": "effect-inconsistent"}, why
    if judgement.answer in (UNKNOWN, INCONSISTENT):
        return Unknown(f"no certificate of {judgement.answer!r}")
    if judgement.answer == OPEN:
        claim: dict[str, object] = {
            "name": "effect-open",
            "answers": [member.answer for member in judgement.members],
        }
        return claim, {"networks": [shown_network(member.network) for member in judgement.members]}
    return _settled(problem, judgement)


def _settled(problem: CptProblem, judgement: Judgement) -> _Made:
    query_range, query = judgement.range, problem.query
    assert query_range is not None
    evidence: dict[str, object] = {
        "network": shown_network(judgement.members[0].network),
        "method": query_range.method,
    }
    if query_range.duals:
        evidence["duals"] = [list(map(str, dual)) for dual in query_range.duals]
    shape = shape_of(problem.dag, query.treatment, query.outcome)
    if query_range.method == PROGRAMME:
        evidence["block"] = list(query_range.block)
    elif query_range.method == "contrast" and query.type != "correlation":
        closed = blocked(problem.dag, query.treatment, query.outcome, ())
        assert closed is not None
        evidence["closed"] = [list(step) for step in closed]
    elif query_range.method == "mixture":
        evidence["by"] = _mixer(problem)
    elif (
        query_range.method not in ("contrast", "marginal", "ratio", "no effect")
        and shape is not None
    ):
        evidence["roles"] = dict(shape.roles)
    low, high = query_range.low, query_range.high
    if query_range.method == "collision" and shape is not None:
        low, high = _sign_range(problem, shape)
    claim: dict[str, object] = {
        "name": "effect-settled",
        "answer": judgement.answer,
        "low": str(low),
        "high": str(high),
    }
    return claim, evidence


def _sign_range(problem: CptProblem, shape: Shape) -> tuple[Fraction, Fraction]:
    """The range that the sign of ``exp_away`` needs: from 0 to the difference of two given numbers."""
    x, y, c = (shape.roles[part] for part in "XYC")
    table = NumberBoxes(problem).table(y, (x, c))
    assert table is not None
    return min(Fraction(0), table[3][0] - table[1][1]), max(Fraction(0), table[3][1] - table[1][0])


def _mixer(problem: CptProblem) -> str:
    """The variable over whose values the outcome is averaged."""
    boxes, query = NumberBoxes(problem), problem.query
    for name in (query.treatment, *problem.dag.nodes):
        if boxes.one({name: 1}) is not None and boxes.table(query.outcome, (name,)) is not None:
            return name
    raise AssertionError("the range was found by such a variable")


def _sets(problem: CptProblem) -> _Made:
    dag, query = problem.dag, problem.query
    x, y = query.treatment, query.outcome
    valid, proofs = [], []
    for names in query.sets:
        proof: dict[str, object]
        below = [name for name in names if descendants(dag, x) >> dag.index[name] & 1]
        closed = blocked(dag, x, y, names)
        if below:
            proof = {"descendant": below[0]}
        elif closed is not None:
            proof = {"closed": [list(step) for step in closed]}
        else:
            proof = {"path": list(open_path(dag, x, y, names) or ())}
        valid.append(back_door(dag, x, y, names))
        proofs.append(proof)
    claim: dict[str, object] = {"name": "ill-posed", "valid": valid}
    if valid[0] != valid[1]:
        claim = {"name": "adjustment", "answer": YES if valid[0] else NO, "valid": valid}
    return claim, {"sets": proofs}
