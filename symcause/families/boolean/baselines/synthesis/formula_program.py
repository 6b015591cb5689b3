"""The formula program: mechanisms of least total AST, proved by one answer-set program.

Every variable that is no root has up to eight nodes, numbered breadth first: the parents of nodes never
decrease. A node is a leaf or an operator; the truth of every node on every row is derived, parity running
over the arguments. What can only be longer than something else is left out: an operator under itself (but
for iff, which means that all are equal), leaves out of order or behind operators.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symcause.attempts.attempt_record import REFUSED, Attempt, AttemptBudget
from symcause.families.boolean.baselines.synthesis.difference_sets import (
    DifferenceSets,
    all_differences,
)
from symcause.families.boolean.baselines.synthesis.edge_program import (
    difference_facts,
    root_facts,
)
from symcause.families.boolean.baselines.synthesis.model_assembly import EVERY, executed, refusal
from symcause.families.boolean.bounds import FORMULA_CONFLICTS, FORMULA_NODES
from symcause.families.boolean.problem.problem import BooleanProblem
from symcause.models.bit_sets import bits
from symcause.models.expressions import Constant, Expression, Operation, Variable
from symcause.solvers.synthesis.answer_sets import Atom, best_answer_set

_OPERATORS = {"neg": "not", **{word: word for word in EVERY if word != "not"}}
"""What the program calls the operators; it knows no others."""

_FORMULAS = """
node(1..nodes). op(neg;and;or;xor;iff). assoc(and;or;xor). many(and;or;xor;iff).
own(V) :- var(V), not root(V).

% nodes 1..k of a variable, each a leaf or an operator
used(V,1) :- own(V).
{ used(V,N) } :- used(V,N-1), node(N).
1 { leaf(V,N,U) : cand(V,U); fixed(V,N,B) : bit(B); is(V,N,O) : op(O) } 1 :- used(V,N).
bit(0..1) :- constants.
end(V,N) :- leaf(V,N,U).
end(V,N) :- fixed(V,N,B).

% breadth first
1 { up(V,N,M) : node(M), M < N } 1 :- used(V,N), N > 1.
:- up(V,N,M), up(V,N+1,L), L < M.
:- up(V,N,M), end(V,M).
:- is(V,M,neg), not 1 { up(V,N,M) } 1.
:- is(V,M,O), many(O), not 2 { up(V,N,M) }.
next(V,N,M) :- up(V,N,M), up(V,N+1,M).

% what can only be longer
:- up(V,N,M), is(V,N,O), is(V,M,O), assoc(O).
:- up(V,N,M), is(V,N,neg), is(V,M,neg).
:- next(V,N,M), not end(V,N), end(V,N+1).
:- next(V,N,M), leaf(V,N,U), leaf(V,N+1,W), W < U.
:- next(V,N,M), leaf(V,N,U), leaf(V,N+1,U), is(V,M,(and;or)).
:- fixed(V,N,B), N > 1.

% at most so many variables, those that the rows need, and no circle
par(V,U) :- leaf(V,N,U).
:- own(V), most(K), K + 1 { par(V,U) }.
:- own(V), set(V,S), not par(V,U) : in(V,S,U).
#edge (U,V) : par(V,U).

% truth on the rows
t(V,N,R) :- leaf(V,N,U), row(V,R), one(V,R,U).
t(V,N,R) :- fixed(V,N,1), row(V,R).
t(V,M,R) :- is(V,M,neg), up(V,N,M), row(V,R), not t(V,N,R).
some(V,M,R) :- up(V,N,M), t(V,N,R).
lack(V,M,R) :- up(V,N,M), row(V,R), not t(V,N,R).
t(V,M,R) :- is(V,M,and), row(V,R), not lack(V,M,R).
t(V,M,R) :- is(V,M,or), some(V,M,R).
t(V,M,R) :- is(V,M,iff), row(V,R), not lack(V,M,R).
t(V,M,R) :- is(V,M,iff), row(V,R), not some(V,M,R).
odd(V,N,R) :- up(V,N,M), is(V,M,xor), row(V,R), not next(V,N-1,M), t(V,N,R).
odd(V,N,R) :- next(V,N-1,M), is(V,M,xor), row(V,R), odd(V,N-1,R), not t(V,N,R).
odd(V,N,R) :- next(V,N-1,M), is(V,M,xor), row(V,R), not odd(V,N-1,R), t(V,N,R).
t(V,M,R) :- is(V,M,xor), up(V,N,M), not next(V,N,M), odd(V,N,R).
:- own(V), row(V,R), value(V,R), not t(V,1,R).
:- own(V), row(V,R), not value(V,R), t(V,1,R).

#minimize { 1,V,N : used(V,N) }.
#show root/1. #show leaf/3. #show fixed/3. #show is/3. #show up/3.
"""


def asp_ast(problem: BooleanProblem, seed: int = 0, budget: AttemptBudget | None = None) -> Attempt:
    """All mechanisms in one program; where none of at most eight nodes each fit, that says nothing."""
    refused = refusal(problem, EVERY)
    if refused is not None:
        return refused
    if problem.max_parents == 0:
        return Attempt(status=REFUSED, note="the class has no parents")
    differences = all_differences(problem)
    work = None if budget is None else budget.work
    facts = [*root_facts(problem), *_facts(problem, differences)]
    program = "\n".join([*facts, _FORMULAS.replace("nodes", str(FORMULA_NODES), 1)])
    options = ("--opt-strategy=usc",)
    answer_set = best_answer_set(
        program, FORMULA_CONFLICTS if work is None else work, seed, options
    )
    fields = {"work": answer_set.conflicts, "unit": "conflicts"}
    if answer_set.atoms is None:
        kind = f"no model with mechanisms of at most {FORMULA_NODES} nodes"
        note = kind if answer_set.proved else f"{kind} within the conflicts"
        return Attempt(note=note, **fields)  # type: ignore[arg-type]
    roots = sorted(v for name, v, *_ in answer_set.atoms if name == "root")
    trees = {v: _Tree(v, answer_set.atoms) for v in range(len(differences)) if v not in roots}
    names = problem.variables
    answer = executed(problem, {names[v]: tree.read(names) for v, tree in trees.items()}, roots)
    proved = answer_set.proved and set(problem.operators) == set(EVERY)  # "if" may be shorter
    claim = {"optimal": proved, "objective": "ast", "cost": answer.total_ast}
    return Attempt(answer, **claim, max_ast=FORMULA_NODES, **fields)  # type: ignore[arg-type]


def _facts(problem: BooleanProblem, differences: Sequence[DifferenceSets]) -> Iterator[str]:
    if problem.max_parents is not None:
        yield f"most({problem.max_parents})."
    if problem.constants:
        yield "constants."
    yield from difference_facts(differences)
    for v, own in enumerate(differences):
        admissible = bits(own.admissible)
        rows = {(tuple(text[u] for u in admissible), text[v]) for text in own.rows.texts}
        for r, (values, value) in enumerate(sorted(rows)):
            yield f"row({v},{r})."
            if value == "1":
                yield f"value({v},{r})."
            ones = zip(admissible, values, strict=True)
            yield from (f"one({v},{r},{u})." for u, bit in ones if bit == "1")


class _Tree:
    """The nodes of one variable."""

    def __init__(self, variable: int, atoms: Sequence[Atom]) -> None:
        self._kind: dict[int, tuple[str, int | str]] = {}
        self._under: dict[int, list[int]] = {}
        for name, v, *rest in atoms:
            if v != variable or name == "root":
                continue
            if name == "up":
                self._under.setdefault(rest[1], []).append(rest[0])
            else:
                self._kind[rest[0]] = name, rest[1]

    def read(self, names: Sequence[str], node: int = 1) -> Expression:
        kind, what = self._kind[node]
        if kind == "leaf":
            return Variable(names[int(what)])
        if kind == "fixed":
            return Constant(bool(what))
        arguments = tuple(self.read(names, n) for n in sorted(self._under[node]))
        return Operation(_OPERATORS[str(what)], arguments)
