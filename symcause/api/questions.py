"""Questions in the Python API, each as a typed function with one overload a family.

Written by tools/write_api.py: do not edit. Each takes the options of the
command of the same name; the last overload is for problems of any family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from symcause.api.conversion import converted
from symcause.api.dispatch import asked, opened
from symcause.api.instances import generated

if TYPE_CHECKING:
    from symcause.api.dispatch import Directed
    from symcause.audits.documents import (
        AlternativesDocument,
        AuditDocument,
        CheckDocument,
        CountDocument,
        DisambiguateDocument,
        SeparateDocument,
        SolveDocument,
    )
    from symcause.audits.experiments.experiment_document import NextDocument
    from symcause.audits.knowledge_options import Candidates, Edges, Known, Signs, Tiers
    from symcause.audits.prompt import PromptDocument
    from symcause.audits.space import VersionSpace
    from symcause.episodes.judgement.episode_document import PlayDocument
    from symcause.families.boolean.documents.audit_document import BooleanAudit
    from symcause.families.boolean.documents.check_document import BooleanCheck
    from symcause.families.boolean.documents.disambiguation_document import BooleanDisambiguate
    from symcause.families.boolean.documents.prompt_document import BooleanPrompt
    from symcause.families.boolean.documents.question_results import (
        BooleanAlternatives,
        BooleanCount,
        BooleanNext,
        BooleanSeparate,
        BooleanSolve,
    )
    from symcause.families.boolean.problem.class_rules import Admits
    from symcause.families.boolean.problem.problem import BooleanProblem
    from symcause.families.boolean.space.boolean_space import BooleanSpace
    from symcause.families.cpt.documents.question_documents import (
        CptAlternatives,
        CptAudit,
        CptCheck,
        CptCount,
        CptSeparate,
        CptSolve,
    )
    from symcause.families.cpt.problem.problem import CptProblem
    from symcause.families.dag.documents import (
        GraphAudit,
        GraphCount,
        GraphNext,
        GraphSeparate,
        ImecDocument,
    )
    from symcause.families.dag.problem import GraphProblem
    from symcause.families.dag.space.class_space import ClassSpace
    from symcause.families.finite.documents.audit_document import FiniteAudit
    from symcause.families.finite.documents.check_document import FiniteCheck
    from symcause.families.finite.documents.question_documents import (
        FiniteAlternatives,
        FiniteCount,
        FiniteDisambiguate,
        FiniteNext,
        FiniteSeparate,
        FiniteSolve,
    )
    from symcause.families.finite.problem.problem import FiniteProblem
    from symcause.families.finite.space.finite_space import FiniteSpace
    from symcause.families.finite.space.hole_space import HoleSpace
    from symcause.families.linear.documents.alternatives_document import (
        LinearAlternatives,
        LinearSeparation,
    )
    from symcause.families.linear.documents.audit_document import LinearAudit
    from symcause.families.linear.documents.check_document import LinearCheck
    from symcause.families.linear.documents.count_document import LinearCount
    from symcause.families.linear.documents.disambiguation_document import LinearDisambiguate
    from symcause.families.linear.documents.next_document import LinearNext
    from symcause.families.linear.documents.prompt_document import LinearPrompt
    from symcause.families.linear.documents.solution_document import LinearSolve
    from symcause.families.linear.problem.problem import LinearProblem
    from symcause.families.linear.space.hidden.hidden_space import HiddenSpace
    from symcause.families.linear.space.linear_space import LinearSpace
    from symcause.families.scenario.documents.question_documents import (
        ScenarioAudit,
        ScenarioCheck,
        ScenarioSeparate,
        ScenarioSolve,
    )
    from symcause.families.scenario.problem.problem import ScenarioProblem
    from symcause.families.shapeworld.documents.audit_document import ShapeWorldAudit
    from symcause.families.shapeworld.documents.question_documents import (
        ShapeWorldAlternatives,
        ShapeWorldCheck,
        ShapeWorldCount,
        ShapeWorldDisambiguate,
        ShapeWorldNext,
        ShapeWorldPrompt,
        ShapeWorldSeparate,
        ShapeWorldSolve,
    )
    from symcause.families.shapeworld.problem.problem import ShapeWorldProblem
    from symcause.families.shapeworld.space.shapeworld_space import ShapeWorldSpace
    from symcause.families.statements.documents.audit_document import StatementsAudit
    from symcause.families.statements.documents.question_documents import (
        StatementsAlternatives,
        StatementsCheck,
        StatementsCount,
        StatementsNext,
        StatementsSeparate,
        StatementsSolve,
    )
    from symcause.families.statements.problem.problem import StatementsProblem
    from symcause.families.statements.space.statement_space import StatementSpace
    from symcause.families.textgraph.documents.align_document import AlignDocument
    from symcause.families.textgraph.documents.audit_document import TextGraphAudit
    from symcause.families.textgraph.documents.check_document import TextGraphCheck
    from symcause.families.textgraph.documents.prompt_document import TextGraphPrompt
    from symcause.families.textgraph.problem.problem import TextGraph
    from symcause.formats.problems import Problem
    from symcause.models.dags import DAG


@overload
def audit(
    problem: BooleanProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    limit: int = 5,
    targets: int = 1,
    probe_size: int = 3,
    shortcut_cap: int = 5,
    heldout: bool = False,
    claim: Literal["verdict", "count", "inseparable", "entailed"] = "verdict",
    certificate: bool = False,
) -> BooleanAudit: ...


@overload
def audit(
    problem: LinearProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    log: str | None = None,
    heldout: bool = False,
    claim: Literal["verdict", "count", "target"] = "verdict",
    certificate: bool = False,
    engine: str = "auto",
    tolerance: Fraction = Fraction(0, 1),
) -> LinearAudit: ...


@overload
def audit(
    problem: GraphProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    certificate: bool = False,
) -> GraphAudit: ...


@overload
def audit(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
    effort: int | None = None,
    seconds: float | None = None,
    pooled: bool = False,
    certificate: bool = False,
) -> ShapeWorldAudit: ...


@overload
def audit(
    problem: ScenarioProblem,
    *,
    space: Literal["declared", "accepted"] = "declared",
    effort: int | None = None,
    seconds: float | None = None,
    twin: str | PathLike[str] | ScenarioProblem | None = None,
    margin: str = "0.02",
    claim: Literal["verdict", "twin", "both", "budget"] | None = None,
    budget: bool = False,
    rival: Literal["no-hidden-cause", "reversed"] | None = None,
    level: str | None = None,
    prior: str | None = None,
    units: int | None = None,
    certificate: bool = False,
) -> ScenarioAudit: ...


@overload
def audit(problem: TextGraph | DAG | Directed) -> TextGraphAudit: ...


@overload
def audit(
    problem: StatementsProblem,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
    certificate: bool = False,
) -> StatementsAudit: ...


@overload
def audit(
    problem: CptProblem,
    *,
    models: str | None = None,
    printed: bool = False,
    certificate: bool = False,
) -> CptAudit: ...


@overload
def audit(
    problem: FiniteProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    limit: int = 5,
    most_targets: int = 1,
    heldout: bool = False,
    claim: Literal["verdict", "count", "answer"] = "verdict",
    query: str | None = None,
    certificate: bool = False,
) -> FiniteAudit: ...


@overload
def audit(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
    limit: int = ...,
    targets: int = ...,
    probe_size: int = ...,
    shortcut_cap: int = ...,
    heldout: bool = ...,
    claim: Literal[
        "verdict", "count", "inseparable", "entailed", "target", "twin", "both", "budget", "answer"
    ]
    | None = ...,
    certificate: bool = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    log: str | None = ...,
    engine: str = ...,
    tolerance: Fraction = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    start: Literal["closed", "any", "fair"] | None = ...,
    effort: int | None = ...,
    seconds: float | None = ...,
    pooled: bool = ...,
    space: Literal["declared", "accepted"] = ...,
    twin: str | PathLike[str] | ScenarioProblem | None = ...,
    margin: str = ...,
    budget: bool = ...,
    rival: Literal["no-hidden-cause", "reversed"] | None = ...,
    level: str | None = ...,
    prior: str | None = ...,
    units: int | None = ...,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
    most_targets: int = ...,
    query: str | None = ...,
) -> AuditDocument: ...


def audit(problem: Problem | DAG | Directed, **options: Any) -> Any:
    """Is the evidence enough? Verdict, count, alternatives and all that the family has to say.

    >>> found = symcause.audit(symcause.load("examples/ambiguous.json"))
    >>> str(found.verdict), found.count
    ('ambiguous', 23)
    """
    return asked("audit", problem, options)


@overload
def count(
    problem: BooleanProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    certificate: bool = False,
    engine: Literal["recursion", "sat", "smt", "counter"] = "recursion",
) -> BooleanCount: ...


@overload
def count(
    problem: LinearProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    certificate: bool = False,
    engine: str = "auto",
    tolerance: Fraction = Fraction(0, 1),
) -> LinearCount: ...


@overload
def count(
    problem: GraphProblem | DAG | Directed,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    targets: tuple[str | tuple[str, ...], ...] = (),
    engine: Literal["cliquepicking", "cliques", "recursion", "sat", "count"] = "cliquepicking",
    certificate: bool = False,
) -> GraphCount: ...


@overload
def count(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
    certificate: bool = False,
    engine: Literal["lists", "counter", "sat"] = "lists",
) -> ShapeWorldCount: ...


@overload
def count(problem: StatementsProblem, *, certificate: bool = False) -> StatementsCount: ...


@overload
def count(problem: CptProblem, *, models: str | None = None, printed: bool = False) -> CptCount: ...


@overload
def count(
    problem: FiniteProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    certificate: bool = False,
) -> FiniteCount: ...


@overload
def count(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
    certificate: bool = ...,
    engine: str = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    tolerance: Fraction = ...,
    targets: tuple[str | tuple[str, ...], ...] = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    start: Literal["closed", "any", "fair"] | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
) -> CountDocument: ...


def count(problem: Problem | DAG | Directed, **options: Any) -> Any:
    """How many members of the class explain the evidence?

    >>> symcause.count(symcause.load("examples/ambiguous.json"), max_parents=3).count
    4782
    """
    return asked("count", problem, options)


@overload
def check(
    problem: BooleanProblem,
    answer: object,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
) -> BooleanCheck: ...


@overload
def check(
    problem: LinearProblem,
    answer: object,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
) -> LinearCheck: ...


@overload
def check(
    problem: ShapeWorldProblem,
    answer: object,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
) -> ShapeWorldCheck: ...


@overload
def check(
    problem: ScenarioProblem,
    answer: object,
    *,
    space: Literal["declared", "accepted"] = "declared",
    effort: int | None = None,
    seconds: float | None = None,
) -> ScenarioCheck: ...


@overload
def check(
    problem: TextGraph | DAG | Directed,
    answer: object,
    *,
    task: Literal["free", "names"] | None = None,
    labels: str | None = None,
    gold_errors: str | None = None,
) -> TextGraphCheck: ...


@overload
def check(
    problem: StatementsProblem,
    answer: object,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
) -> StatementsCheck: ...


@overload
def check(
    problem: CptProblem, answer: object, *, models: str | None = None, printed: bool = False
) -> CptCheck: ...


@overload
def check(
    problem: FiniteProblem,
    answer: object,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
) -> FiniteCheck: ...


@overload
def check(
    problem: Problem,
    answer: object,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    start: Literal["closed", "any", "fair"] | None = ...,
    space: Literal["declared", "accepted"] = ...,
    effort: int | None = ...,
    seconds: float | None = ...,
    task: Literal["free", "names"] | None = ...,
    labels: str | None = ...,
    gold_errors: str | None = ...,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
) -> CheckDocument: ...


def check(problem: Problem | DAG | Directed, answer: object, **options: Any) -> Any:
    """Is this answer right, and the only one? A model, a mapping, or the raw text of a system.

    >>> posed = symcause.load("examples/unique.json")
    >>> found = symcause.check(posed, {"mechanisms": {"X3": "(xor X1 X2)", "X4": "X3", "X5": "X1"}})
    >>> found.right, found.train_exact
    (False, False)
    """
    return asked("check", problem, {"answer": answer, **options})


@overload
def solve(
    problem: BooleanProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    everything: bool = False,
    limit: int | None = None,
    prefer: Literal["ast", "parents", "uniform", "weighted"] = "ast",
    seed: int = 0,
) -> BooleanSolve: ...


@overload
def solve(
    problem: LinearProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> LinearSolve: ...


@overload
def solve(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> ShapeWorldSolve: ...


@overload
def solve(
    problem: ScenarioProblem,
    *,
    space: Literal["declared", "accepted"] = "declared",
    effort: int | None = None,
    seconds: float | None = None,
) -> ScenarioSolve: ...


@overload
def solve(
    problem: StatementsProblem, *, everything: bool = False, limit: int | None = None
) -> StatementsSolve: ...


@overload
def solve(problem: CptProblem, *, models: str | None = None, printed: bool = False) -> CptSolve: ...


@overload
def solve(
    problem: FiniteProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> FiniteSolve: ...


@overload
def solve(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    everything: bool = ...,
    limit: int | None = ...,
    prefer: Literal["ast", "parents", "uniform", "weighted"] = ...,
    seed: int = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    space: Literal["declared", "accepted"] = ...,
    effort: int | None = ...,
    seconds: float | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
) -> SolveDocument: ...


def solve(problem: Problem, **options: Any) -> Any:
    """One explaining model, the simplest first.

    >>> symcause.solve(symcause.load("examples/unique.json")).mechanisms["X3"]
    '(xor X1 X2)'
    """
    return asked("solve", problem, options)


@overload
def alternatives(
    problem: BooleanProblem,
    against: object = None,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    limit: int = 5,
    targets: int = 1,
) -> BooleanAlternatives: ...


@overload
def alternatives(
    problem: LinearProblem,
    against: object = None,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    limit: int = 5,
) -> LinearAlternatives: ...


@overload
def alternatives(
    problem: ShapeWorldProblem,
    against: object = None,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    limit: int = 5,
) -> ShapeWorldAlternatives: ...


@overload
def alternatives(
    problem: StatementsProblem,
    against: object = None,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
) -> StatementsAlternatives: ...


@overload
def alternatives(
    problem: CptProblem, against: object = None, *, models: str | None = None, printed: bool = False
) -> CptAlternatives: ...


@overload
def alternatives(
    problem: FiniteProblem,
    against: object = None,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    limit: int = 5,
    most_targets: int = 1,
) -> FiniteAlternatives: ...


@overload
def alternatives(
    problem: Problem,
    against: object = None,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
    limit: int = ...,
    targets: int = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
    most_targets: int = ...,
) -> AlternativesDocument: ...


def alternatives(problem: Problem, against: object = None, **options: Any) -> Any:
    """Other explaining models than the reference, gold, or *against*, nearest first.

    >>> found = symcause.alternatives(symcause.load("examples/ambiguous.json"), limit=1)
    >>> found.alternatives[0].changed
    ('X4',)
    """
    return asked("alternatives", problem, {"against": against, **options})


@overload
def separate(
    problem: BooleanProblem, first: object, second: object, *, limit: int = 1, targets: int = 1
) -> BooleanSeparate: ...


@overload
def separate(
    problem: LinearProblem, first: object, second: object, *, limit: int = 1
) -> LinearSeparation: ...


@overload
def separate(
    problem: GraphProblem | DAG | Directed,
    first: object,
    second: object,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    limit: int = 1,
) -> GraphSeparate: ...


@overload
def separate(
    problem: ShapeWorldProblem, first: object, second: object, *, limit: int = 1
) -> ShapeWorldSeparate: ...


@overload
def separate(
    problem: ScenarioProblem,
    first: object = "",
    second: object = "",
    *,
    more: tuple[str, ...] = (),
    budget: bool = False,
    rival: Literal["no-hidden-cause", "reversed"] | None = None,
    level: str | None = None,
    prior: str | None = None,
    units: int | None = None,
) -> ScenarioSeparate: ...


@overload
def separate(
    problem: StatementsProblem, first: object, second: object, *, limit: int = 1
) -> StatementsSeparate: ...


@overload
def separate(
    problem: CptProblem,
    first: object,
    second: object,
    *,
    models: str | None = None,
    printed: bool = False,
    limit: int = 1,
) -> CptSeparate: ...


@overload
def separate(
    problem: FiniteProblem, first: object, second: object, *, limit: int = 1, most_targets: int = 1
) -> FiniteSeparate: ...


@overload
def separate(
    problem: Problem,
    first: object = "",
    second: object = "",
    *,
    limit: int = ...,
    targets: int = ...,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    more: tuple[str, ...] = ...,
    budget: bool = ...,
    rival: Literal["no-hidden-cause", "reversed"] | None = ...,
    level: str | None = ...,
    prior: str | None = ...,
    units: int | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    most_targets: int = ...,
) -> SeparateDocument: ...


def separate(
    problem: Problem | DAG | Directed, first: object = "", second: object = "", **options: Any
) -> Any:
    """The best experiment that tells two answers or models apart.

    >>> posed = symcause.load("examples/ambiguous.json")
    >>> first, second = symcause.space(posed)[:2]
    >>> print(symcause.separate(posed, first, second).experiment)
    do(X3=0)

    A scenario is told from its twin, or with ``budget=True`` from rivals; *rival* makes one.
    """
    return asked("separate", problem, {"first": first, "second": second, **options})


@overload
def disambiguate(
    problem: BooleanProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    level: Literal["extra", "counterexample", "certified"] = "certified",
    pool_size: int = 1000,
    rows: int | None = None,
    targets: int = 3,
    seed: int = 0,
    margin: int | None = None,
    observe: bool = False,
    strengthen: bool = False,
) -> BooleanDisambiguate: ...


@overload
def disambiguate(
    problem: LinearProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    adaptive: bool = False,
    seed: int = 0,
    strengthen: bool = False,
) -> LinearDisambiguate: ...


@overload
def disambiguate(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
) -> ShapeWorldDisambiguate: ...


@overload
def disambiguate(
    problem: FiniteProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    most_targets: int = 1,
    strengthen: bool = False,
) -> FiniteDisambiguate: ...


@overload
def disambiguate(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    level: Literal["extra", "counterexample", "certified"] = ...,
    pool_size: int = ...,
    rows: int | None = ...,
    targets: int = ...,
    seed: int = ...,
    margin: int | None = ...,
    observe: bool = ...,
    strengthen: bool = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    adaptive: bool = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
    most_targets: int = ...,
) -> DisambiguateDocument: ...


def disambiguate(problem: Problem, **options: Any) -> Any:
    """What further evidence would leave one member.

    >>> found = symcause.disambiguate(symcause.load("examples/ambiguous.json"))
    >>> found.count_before, found.count_after, len(found.worlds)
    (23, 1, 2)
    """
    return asked("disambiguate", problem, options)


@overload
def align(
    problem: TextGraph | DAG | Directed,
    answer: object,
    *,
    task: Literal["free", "names"] | None = None,
    pairs: str | None = None,
    similarity: str | None = None,
    threshold: float | None = None,
    top: int | None = None,
    merge: Literal["one", "coarse", "fine", "stars", "any"] | None = None,
    merges: int | None = None,
    seed: int = 0,
    effort: int | None = None,
    seconds: float | None = None,
) -> AlignDocument: ...


@overload
def align(
    problem: Problem,
    answer: object,
    *,
    task: Literal["free", "names"] | None = ...,
    pairs: str | None = ...,
    similarity: str | None = ...,
    threshold: float | None = ...,
    top: int | None = ...,
    merge: Literal["one", "coarse", "fine", "stars", "any"] | None = ...,
    merges: int | None = ...,
    seed: int = ...,
    effort: int | None = ...,
    seconds: float | None = ...,
) -> AlignDocument: ...


def align(problem: Problem | DAG | Directed, answer: object, **options: Any) -> Any:
    """The best node alignment of a gold graph and an answer, a graph or a text, with proof or bounds.

    >>> import networkx as nx
    >>> gold, answer = nx.DiGraph([("rain", "mud"), ("mud", "dirt")]), nx.DiGraph([("a", "b")])
    >>> found = symcause.align(gold, answer, pairs="all")
    >>> found.status, found.edges.low
    ('optimal', 1)
    """
    return asked("align", problem, {"answer": answer, **options})


@overload
def imec(
    problem: GraphProblem | DAG | Directed,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    targets: tuple[str | tuple[str, ...], ...] = (),
    engine: Literal["cliquepicking", "cliques", "recursion", "sat", "count"] = "cliquepicking",
    best: bool = False,
    members: int | None = None,
    sample: int | None = None,
    seed: int = 0,
    essential: bool = False,
) -> ImecDocument: ...


@overload
def imec(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    targets: tuple[str | tuple[str, ...], ...] = ...,
    engine: Literal["cliquepicking", "cliques", "recursion", "sat", "count"] = ...,
    best: bool = ...,
    members: int | None = ...,
    sample: int | None = ...,
    seed: int = ...,
    essential: bool = ...,
) -> ImecDocument: ...


def imec(problem: Problem | DAG | Directed, **options: Any) -> Any:
    """The (interventional) Markov equivalence class of a DAG: its size, and what interventions leave.

    >>> import networkx as nx
    >>> symcause.imec(nx.DiGraph([("A", "B"), ("B", "C")]), targets=("A",)).size
    1
    """
    return asked("imec", problem, options)


@overload
def next_experiments(
    problem: BooleanProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    most_targets: int = 1,
    seed: int = 0,
) -> BooleanNext: ...


@overload
def next_experiments(
    problem: LinearProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    seed: int = 0,
) -> LinearNext: ...


@overload
def next_experiments(
    problem: GraphProblem | DAG | Directed,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    targets: tuple[str | tuple[str, ...], ...] = (),
    among: tuple[str | tuple[str, ...], ...] = (),
) -> GraphNext: ...


@overload
def next_experiments(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
) -> ShapeWorldNext: ...


@overload
def next_experiments(
    problem: StatementsProblem,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
) -> StatementsNext: ...


@overload
def next_experiments(
    problem: CptProblem, *, models: str | None = None, printed: bool = False
) -> NextDocument: ...


@overload
def next_experiments(
    problem: FiniteProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    most_targets: int = 1,
) -> FiniteNext: ...


@overload
def next_experiments(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    most_targets: int = ...,
    seed: int = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    targets: tuple[str | tuple[str, ...], ...] = ...,
    among: tuple[str | tuple[str, ...], ...] = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = ...,
    models: str | None = ...,
    printed: bool = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
) -> NextDocument: ...


def next_experiments(problem: Problem | DAG | Directed, **options: Any) -> Any:
    """The experiments worth doing next, best first.

    >>> best = symcause.next_experiments(symcause.load("examples/ambiguous.json")).experiments[0]
    >>> best.experiment, best.worst
    ({'do': {'X3': 1}}, 5)
    """
    return asked("next", problem, options)


@overload
def play(
    problem: BooleanProblem,
    agent: str = "greedy",
    *,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    initial: Literal["all", "observational", "none"] = "observational",
    targets: int = 1,
    choose_contexts: bool = False,
) -> PlayDocument: ...


@overload
def play(
    problem: LinearProblem,
    agent: str = "greedy",
    *,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    question: Literal["target", "graph"] = "target",
    tolerance: str = "5",
    targets: int = 1,
    initial: Literal["all", "observational", "none"] = "observational",
    coefficients: str | None = None,
    min_effect: str | None = None,
) -> PlayDocument: ...


@overload
def play(
    problem: ShapeWorldProblem,
    agent: str = "greedy",
    *,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    protocol: Literal["free", "released"] = "free",
    initial: Literal["all", "observational"] = "observational",
) -> PlayDocument: ...


@overload
def play(
    problem: ScenarioProblem,
    agent: str = "greedy",
    *,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    space: Literal["declared", "accepted"] = "declared",
    twin: str | PathLike[str] | ScenarioProblem | None = None,
) -> PlayDocument: ...


@overload
def play(
    problem: FiniteProblem,
    agent: str = "greedy",
    *,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
) -> PlayDocument: ...


@overload
def play(
    problem: Problem,
    agent: str = "greedy",
    *,
    player: str | None = ...,
    seed: int = ...,
    budget: int | None = ...,
    transcripts: str | None = ...,
    initial: Literal["all", "observational", "none"] = ...,
    targets: int = ...,
    choose_contexts: bool = ...,
    question: Literal["target", "graph"] = ...,
    tolerance: str = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    protocol: Literal["free", "released"] = ...,
    space: Literal["declared", "accepted"] = ...,
    twin: str | PathLike[str] | ScenarioProblem | None = ...,
) -> PlayDocument: ...


def play(problem: Problem, agent: str = "greedy", **options: Any) -> Any:
    """An episode, played by an agent of ours and judged; :class:`symcause.Episode` takes yours.

    >>> found = symcause.play(symcause.load("examples/world.json"), agent="greedy")
    >>> found.right, found.support
    (True, 'justified')
    """
    return asked("play", problem, {"agent": agent, **options})


@overload
def render_prompt(
    problem: BooleanProblem,
    *,
    allow_abstain: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
    template: Literal["own", "released"] | None = None,
) -> BooleanPrompt: ...


@overload
def render_prompt(
    problem: LinearProblem,
    *,
    allow_abstain: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
) -> LinearPrompt: ...


@overload
def render_prompt(
    problem: ShapeWorldProblem,
    *,
    allow_abstain: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
    template: Literal[
        "basic", "basic_limit_step", "cot_basic_limit_step", "cot_instructed_limit_step", "recorded"
    ]
    | None = None,
) -> ShapeWorldPrompt: ...


@overload
def render_prompt(problem: ScenarioProblem) -> PromptDocument: ...


@overload
def render_prompt(
    problem: TextGraph, *, task: Literal["free", "names"] = "free"
) -> TextGraphPrompt: ...


@overload
def render_prompt(problem: StatementsProblem, *, allow_abstain: bool = False) -> PromptDocument: ...


@overload
def render_prompt(
    problem: CptProblem,
    *,
    allow_abstain: bool = False,
    models: str | None = None,
    printed: bool = False,
) -> PromptDocument: ...


@overload
def render_prompt(
    problem: FiniteProblem, *, allow_abstain: bool = False, tell_class: bool = False
) -> PromptDocument: ...


@overload
def render_prompt(
    problem: Problem,
    *,
    allow_abstain: bool = ...,
    theme: str | None = ...,
    style: str | None = ...,
    names: Literal["free", "agree", "contradict"] | None = ...,
    seed: int | None = ...,
    theme_folders: tuple[str, ...] = ...,
    template: Literal[
        "own",
        "released",
        "basic",
        "basic_limit_step",
        "cot_basic_limit_step",
        "cot_instructed_limit_step",
        "recorded",
    ]
    | None = ...,
    task: Literal["free", "names"] = ...,
    models: str | None = ...,
    printed: bool = ...,
    tell_class: bool = ...,
) -> PromptDocument: ...


def render_prompt(problem: Problem, **options: Any) -> Any:
    """The prompt that a language model gets.

    >>> "X1" in symcause.render_prompt(symcause.load("examples/unique.json")).text
    True
    """
    return asked("prompt", problem, options)


@overload
def space(
    problem: BooleanProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_ast: int | None = None,
    max_depth: int | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    certificate: bool = False,
    engine: Literal["recursion", "sat", "smt", "counter"] = "recursion",
) -> BooleanSpace: ...


@overload
def space(
    problem: LinearProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    certificate: bool = False,
    engine: str = "auto",
    tolerance: Fraction = Fraction(0, 1),
) -> LinearSpace | HiddenSpace: ...


@overload
def space(
    problem: GraphProblem | DAG | Directed,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    targets: tuple[str | tuple[str, ...], ...] = (),
    engine: Literal["cliquepicking", "cliques", "recursion", "sat", "count"] = "cliquepicking",
    certificate: bool = False,
) -> ClassSpace: ...


@overload
def space(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
    certificate: bool = False,
    engine: Literal["lists", "counter", "sat"] = "lists",
) -> ShapeWorldSpace: ...


@overload
def space(problem: StatementsProblem, *, certificate: bool = False) -> StatementSpace: ...


@overload
def space(
    problem: FiniteProblem,
    *,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    certificate: bool = False,
) -> FiniteSpace | HoleSpace: ...


@overload
def space(
    problem: Problem,
    *,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
    certificate: bool = ...,
    engine: str = ...,
    coefficients: str | None = ...,
    min_effect: str | None = ...,
    target_may_cause: bool = ...,
    semantics: Literal["set", "shift", "do", "hold"] | None = ...,
    hidden_nodes: Literal["gold"] | None = ...,
    tolerance: Fraction = ...,
    targets: tuple[str | tuple[str, ...], ...] = ...,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = ...,
    start: Literal["closed", "any", "fair"] | None = ...,
    max_size: int | None = ...,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = ...,
) -> VersionSpace[Any]: ...


def space(problem: Problem | DAG | Directed, **options: Any) -> Any:
    """The version space of a problem: count it, list it, ask whether a model is in it.

    >>> space = symcause.space(symcause.load("examples/ambiguous.json"))
    >>> len(space), space[0] in space, space.what_if({"X3": 1}).worst
    (23, True, 5)
    """
    return opened(problem, options)


@overload
def convert(
    problem: BooleanProblem,
    *,
    to: None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    heldout: int | None = None,
    seed: int = 0,
) -> BooleanProblem: ...


@overload
def convert(
    problem: BooleanProblem,
    *,
    to: str,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    heldout: int | None = None,
    seed: int = 0,
) -> str: ...


@overload
def convert(
    problem: LinearProblem,
    *,
    to: None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    simulate: bool = False,
    seed: int = 0,
    records: int | None = None,
    targets: str | None = None,
    log: str | None = None,
) -> LinearProblem: ...


@overload
def convert(
    problem: LinearProblem,
    *,
    to: str,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    simulate: bool = False,
    seed: int = 0,
    records: int | None = None,
    targets: str | None = None,
    log: str | None = None,
) -> str: ...


@overload
def convert(problem: GraphProblem, *, to: None = None) -> GraphProblem: ...


@overload
def convert(problem: GraphProblem, *, to: str) -> str: ...


@overload
def convert(problem: ShapeWorldProblem, *, to: None = None) -> ShapeWorldProblem: ...


@overload
def convert(problem: ShapeWorldProblem, *, to: str) -> str: ...


@overload
def convert(problem: ScenarioProblem, *, to: None = None) -> ScenarioProblem: ...


@overload
def convert(problem: ScenarioProblem, *, to: str) -> str: ...


@overload
def convert(problem: TextGraph, *, to: None = None) -> TextGraph: ...


@overload
def convert(problem: TextGraph, *, to: str) -> str: ...


@overload
def convert(problem: StatementsProblem, *, to: None = None) -> StatementsProblem: ...


@overload
def convert(problem: StatementsProblem, *, to: str) -> str: ...


@overload
def convert(problem: CptProblem, *, to: None = None) -> CptProblem: ...


@overload
def convert(problem: CptProblem, *, to: str) -> str: ...


@overload
def convert(problem: FiniteProblem, *, to: None = None) -> FiniteProblem: ...


@overload
def convert(problem: FiniteProblem, *, to: str) -> str: ...


@overload
def convert(problem: Problem, *, to: None = None) -> Problem: ...


@overload
def convert(problem: Problem, *, to: str) -> str: ...


def convert(problem: Problem, *, to: str | None = None, **options: Any) -> Any:
    """The problem as *convert* changes it; with *to* the text of it in another format.

    >>> posed = symcause.load("examples/unique.json")
    >>> symcause.convert(posed, setting="hidden-roots").setting == "hidden-roots"
    True
    >>> symcause.convert(posed, to="jsonl")[:32]
    '{"format": "symcause.boolean/1",'
    """
    return converted(problem, to, options)


@overload
def generate(
    name: Literal["boolean"],
    *,
    count: int = 1,
    distinct: bool = False,
    preset: str = "hs_n8_bridge",
    presets: str | PathLike[str] | None = None,
    seed: int = 0,
    settings: str | tuple[str, ...] = (),
    level: Literal["original", "extra", "counterexample", "certified"] = "original",
    alternative: bool = False,
    pool_size: int = 1000,
    siblings: bool = False,
    pad: int = 0,
    noise: int = 0,
    margin: int = 1,
    hide: str | float | Fraction = "0",
) -> Iterator[BooleanProblem]: ...


@overload
def generate(
    name: Literal["alternative"],
    *,
    count: int = 1,
    distinct: bool = False,
    source: str | PathLike[str] | Iterable[Problem] | None = None,
    answers: Sequence[str | PathLike[str]] | Iterable[Mapping[str, object]] = (),
    seed: int = 0,
) -> Iterator[BooleanProblem]: ...


@overload
def generate(
    name: Literal["siblings"],
    *,
    count: int = 1,
    distinct: bool = False,
    source: str | PathLike[str] | Iterable[Problem] | None = None,
    seed: int = 0,
    pool_size: int = 1000,
    errors: int | None = None,
) -> Iterator[BooleanProblem]: ...


@overload
def generate(
    name: Literal["linear"],
    *,
    count: int = 1,
    distinct: bool = False,
    variables: int = 4,
    density: float = 0.5,
    low: int = 1,
    high: int = 3,
    records: int = 2,
    budget: int | None = None,
    semantics: Literal["set", "shift", "do", "hold"] = "set",
    target_may_cause: bool = False,
    quadratic: bool = False,
    hidden: int = 0,
    hidden_on_target: bool = False,
    integer_class: bool = False,
    level: Literal["original", "certified"] = "original",
    seed: int = 0,
    siblings: bool = False,
    question: Literal["graph", "target"] = "graph",
    pad: int = 0,
) -> Iterator[LinearProblem]: ...


@overload
def generate(
    name: Literal["shapeworld"],
    *,
    count: int = 1,
    distinct: bool = False,
    seed: int = 0,
    shapes: int = 4,
    questions: int = 6,
    answer: Literal["yes", "no"] | None = None,
    shortest_proof: int | None = None,
    worst_case: int | None = None,
    moving: int | None = None,
    unconnected: bool = False,
    hidden: bool = False,
    as_released: bool = False,
    certified: bool = False,
    level: Literal["original", "certified"] = "original",
    siblings: bool = False,
    pad: int = 0,
) -> Iterator[ShapeWorldProblem]: ...


@overload
def generate(
    name: Literal["scenario"],
    *,
    count: int = 1,
    distinct: bool = False,
    template: Literal["altitude", "assigned", "survivors"] = "altitude",
    seed: int = 0,
    zones: int = 4,
    margin: str | float | Fraction = "0.02",
    twin: bool = False,
) -> Iterator[ScenarioProblem]: ...


@overload
def generate(
    name: Literal["statements"],
    *,
    count: int = 1,
    distinct: bool = False,
    seed: int = 0,
    variables: int = 4,
    siblings: bool = False,
    unmatched: bool = False,
) -> Iterator[StatementsProblem]: ...


@overload
def generate(
    name: Literal["cpt"],
    *,
    count: int = 1,
    distinct: bool = False,
    query: Literal["marginal", "correlation", "ate", "ett", "nie", "nde"] | None = None,
    seed: int = 0,
) -> Iterator[CptProblem]: ...


@overload
def generate(
    name: Literal["finite"],
    *,
    count: int = 1,
    distinct: bool = False,
    template: str | PathLike[str] | None = None,
    seed: int = 0,
    rows: int = 4,
    queries: int = 0,
    siblings: bool = False,
) -> Iterator[FiniteProblem]: ...


@overload
def generate(
    name: Literal["renderings"],
    *,
    count: int = 1,
    distinct: bool = False,
    source: str | PathLike[str] | Iterable[Problem] | None = None,
    themes: str | float | Fraction = "neutral,farm",
    styles: str | float | Fraction = "table,story",
    names: str | float | Fraction = "free",
    match: Literal["all", "clauses", "none"] = "clauses",
    seed: int = 0,
    allow_abstain: bool = False,
    html: str | PathLike[str] | None = None,
) -> Iterator[Problem]: ...


def generate(name: Any, *, count: int = 1, distinct: bool = False, **options: Any) -> Iterator[Any]:
    """Problems of a generator, one after the other; what is proved of one is in its metadata.

    *name* and options are those of the command. Where that names a file of problems or answers, a list
    of them will do. With *distinct* a problem that is the same as an earlier one up to names and order is
    left out, and *count* items have something new; where nothing new comes any more a warning says so.

    >>> made = list(symcause.generate("shapeworld", count=2, shapes=3, certified=True))
    >>> len(made), symcause.verify(made[0], made[0].metadata["certificate"]).accepted
    (12, True)
    >>> made = list(symcause.generate("statements", count=3, distinct=True))
    >>> len({symcause.canonical(one).digest for one in made})
    3
    """
    return generated(name, count, options, distinct=distinct)
