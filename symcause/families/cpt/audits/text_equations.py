"""Text equations of a deterministic problem: what its text answers, whatever its tables say."""

from __future__ import annotations

from symcause.errors import ProblemError
from symcause.families.cpt.files.equation_sentences import read_equations
from symcause.families.cpt.models.answer_rule import NO, YES
from symcause.families.cpt.problem.problem import CptProblem


def text_answer(problem: CptProblem) -> str:
    """The answer by the text of a deterministic problem."""
    dag, query = problem.dag, problem.query
    assert problem.text is not None and query.action is not None
    equations = read_equations(problem.text, problem.names, dag.nodes)
    for i, name in enumerate(dag.nodes):
        if bool(dag.parents[i]) != (name in equations):
            text = "no equation of a variable" if dag.parents[i] else "an equation of a source"
            raise ProblemError(f"the text has {text}", place="text", value=name)
        for cause, _ in equations[name].causes if name in equations else ():
            if (cause, name) not in dag.edges:
                raise ProblemError(
                    "the text names a cause that is no parent", place="text", value=cause
                )
    world = dict(query.evidence)
    for i in dag.order:
        name = dag.nodes[i]
        if name == query.treatment:
            world[name] = query.action
        elif name in equations:
            world[name] = equations[name].result(world)
    return YES if world[query.outcome] == query.value else NO
