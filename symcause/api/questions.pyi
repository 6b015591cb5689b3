"""Questions in the Python API as editors and type checkers see them: one overload a family.

Written by tools/write_api.py: do not edit. The last overload is for problems of any family.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from os import PathLike
from typing import Any, Literal, overload

from symcause.api.dispatch import Directed
from symcause.api.scores_object import Scores
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
from symcause.scoring.bootstrap import Bootstrap

@overload
def audit(
    problem: BooleanProblem,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    targets: int = 1,
    probe_size: int = 3,
    shortcut_cap: int = 5,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    limit: int = 5,
    heldout: bool = False,
    claim: Literal["verdict", "count", "inseparable", "entailed"] = "verdict",
    certificate: bool = False,
) -> BooleanAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : BooleanProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        A rule of every model: symcause.boolean.Rule, or a function of variable, parents and
        table.
    identity : {'functions+roots', 'behaviour'}, optional
        When two models count as one: functions+roots (their mechanisms), or behaviour (the
        default if there are latent variables).
    targets : int, default 1
        How many variables one experiment may set.
    probe_size : int, default 3
        Inputs of a coverage probe.
    shortcut_cap : int, default 5
        Largest AST of a shortcut.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    limit : int, default 5
        Alternatives to find.
    heldout : bool, default False
        Also say what all explaining models say of every cell of held-out worlds, and of the
        reactor's target (linear).
    claim : {'verdict', 'count', 'inseparable', 'entailed'}, default 'verdict'
        The claim of the certificate: the verdict, the count, that nothing separates the
        members, or what unobserved cells were.
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    BooleanAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: LinearProblem,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    log: str | None = None,
    engine: str = "auto",
    tolerance: Fraction = Fraction(0, 1),
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    heldout: bool = False,
    claim: Literal["verdict", "count", "target"] = "verdict",
    certificate: bool = False,
) -> LinearAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : LinearProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    log : str, optional
        Audit an episode log step by step, or every log in a folder, with a table by model.
    engine : str, default 'auto'
        Which engine decides: auto, exact or smt.
    tolerance : Fraction, optional
        How far the reactor's target may be off.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    heldout : bool, default False
        Also say what all explaining models say of every cell of held-out worlds, and of the
        reactor's target.
    claim : {'verdict', 'count', 'target'}, default 'verdict'
        What the certificate is about: the verdict, the count, or the reactor's target.
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    LinearAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

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
) -> GraphAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : GraphProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    GraphAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
    pooled: bool = False,
    effort: int | None = None,
    seconds: float | None = None,
    certificate: bool = False,
) -> ShapeWorldAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : ShapeWorldProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        How to read the start of a transcript: closed (every effect of what moves there moves),
        any (nothing: the steps alone count), fair (closed, unless only the steps alone explain
        the log and its key). Without it, released logs are read fairly and all other problems
        as closed.
    pooled : bool, default False
        Bound the searches as in a pool.
    effort : int, optional
        Work to spend, in steps of about a microsecond.
    seconds : float, optional
        A time limit for the search for an optimum, instead of ``effort``.
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    ShapeWorldAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: ScenarioProblem,
    *,
    space: Literal["declared", "accepted"] = "declared",
    twin: str | PathLike[str] | ScenarioProblem | None = None,
    margin: str = "0.02",
    budget: bool = False,
    rival: Literal["no-hidden-cause", "reversed"] | None = None,
    level: str | None = None,
    prior: str | None = None,
    units: int | None = None,
    effort: int | None = None,
    seconds: float | None = None,
    claim: Literal["verdict", "twin", "both", "budget"] | None = None,
    certificate: bool = False,
) -> ScenarioAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : ScenarioProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    space : {'declared', 'accepted'}, default 'declared'
        Which designs count: those that the files declare, or all that the released server
        accepts.
    twin : ScenarioProblem or path, optional
        Is OTHER a twin: the same history, no common winner? Without OTHER, search for a twin.
    margin : str, default '0.02'
        How far baselines stay below the threshold of a twin.
    budget : bool, default False
        How well can anybody tell the rivals apart with the units of the budget?
    rival : {'no-hidden-cause', 'reversed'}, optional
        With ``budget``: make the rival of a template's file: no hidden cause, or effects
        reversed.
    level : str, optional
        With ``budget``: how often the true rival shall be named (0.95).
    prior : str, optional
        With ``budget``: how likely each rival is, fractions with commas between (all the same).
    units : int, optional
        With ``budget``: the number of units; replaces the number in the file.
    effort : int, optional
        Work to spend on the optimum, in steps of about a microsecond (audit 6,500,000, check
        1,000,000, solve 60,000,000).
    seconds : float, optional
        Time limit for the whole question; how far the searches get by then depends on the
        machine.
    claim : {'verdict', 'twin', 'both', 'budget'}, optional
        What the certificate is about: the verdict, that the two are twins (with ``twin``
        OTHER), both, or how well the units of the budget tell them apart (with ``budget``).
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    ScenarioAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(problem: TextGraph | DAG | Directed) -> TextGraphAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : TextGraph | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.

    Returns
    -------
    TextGraphAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: StatementsProblem,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
    certificate: bool = False,
) -> StatementsAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : StatementsProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        How the relation is read: path, direct, strict, any or released (the problem's own).
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    StatementsAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: CptProblem,
    *,
    models: str | None = None,
    printed: bool = False,
    certificate: bool = False,
) -> CptAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : CptProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    CptAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: FiniteProblem,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    most_targets: int = 1,
    query: str | None = None,
    of_errata: bool = False,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    limit: int = 5,
    heldout: bool = False,
    claim: Literal["verdict", "count", "answer"] = "verdict",
    certificate: bool = False,
) -> FiniteAudit:
    """Decide whether the evidence determines one model or one answer.

    Parameters
    ----------
    problem : FiniteProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    most_targets : int, default 1
        How many variables an experiment may set.
    query : str, optional
        The query whose answer the certificate proves (one on which the verdict rests; else the
        first).
    of_errata : bool, default False
        With a certificate: make it only where something stored is wrong.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    limit : int, default 5
        Alternatives to find.
    heldout : bool, default False
        Also say what all explaining models say of every cell of held-out worlds, and of the
        reactor's target (linear).
    claim : {'verdict', 'count', 'answer'}, default 'verdict'
        The claim of the certificate: the verdict, the count, or the answer to a query.
    certificate : bool, default False
        Make a certificate.

    Returns
    -------
    FiniteAudit
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.
    """

@overload
def audit(
    problem: Problem,
    *,
    certificate: bool = ...,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    claim: Literal[
        "verdict", "count", "inseparable", "entailed", "target", "twin", "both", "budget", "answer"
    ]
    | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    heldout: bool = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    limit: int = ...,
    effort: int | None = ...,
    seconds: float | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
    targets: int = ...,
    probe_size: int = ...,
    shortcut_cap: int = ...,
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
    of_errata: bool = ...,
) -> AuditDocument:
    """Decide whether the evidence determines one model or one answer.

    A verdict is exact or ``unknown``; ``unknown`` has a reason.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    certificate : bool, default False
        Boolean, linear, graphs, ShapeWorld, scenarios, statements, probability tables, finite.
        Make a certificate.
    require : list of (cause, effect), optional
        Boolean, linear, graphs, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, graphs, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, graphs, finite. Every parent only raises or only lowers its effect
        (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, graphs, finite. Tiers of variables, earliest first: no edge points to
        an earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, graphs, finite. Any of the above in one mapping; 'none' drops the
        problem's own knowledge.
    claim : str, optional
        Boolean. The claim of the certificate: the verdict, the count, that nothing separates
        the members, or what unobserved cells were. Linear. What the certificate is about: the
        verdict, the count, or the reactor's target. Scenarios. What the certificate is about:
        the verdict, that the two are twins (with ``twin`` OTHER), both, or how well the units
        of the budget tell them apart (with ``budget``). Finite. The claim of the certificate:
        the verdict, the count, or the answer to a query. One of: 'verdict', 'count',
        'inseparable', 'entailed', 'target', 'twin', 'both', 'budget', 'answer'.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    heldout : bool, default False
        Boolean, linear, finite. Also say what all explaining models say of every cell of
        held-out worlds, and of the reactor's target (linear).
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    limit : int, default 5
        Boolean, finite. Alternatives to find.
    effort : int, optional
        ShapeWorld. Work to spend, in steps of about a microsecond. Scenarios. Work to spend on
        the optimum, in steps of about a microsecond (audit 6,500,000, check 1,000,000, solve
        60,000,000).
    seconds : float, optional
        ShapeWorld. A time limit for the search for an optimum, instead of ``effort``.
        Scenarios. Time limit for the whole question; how far the searches get by then depends
        on the machine.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        Boolean. A rule of every model: symcause.boolean.Rule, or a function of variable,
        parents and table.
    identity : {'functions+roots', 'behaviour'}, optional
        Boolean. When two models count as one: functions+roots (their mechanisms), or behaviour
        (the default if there are latent variables).
    targets : int, default 1
        Boolean. How many variables one experiment may set.
    probe_size : int, default 3
        Boolean. Inputs of a coverage probe.
    shortcut_cap : int, default 5
        Boolean. Largest AST of a shortcut.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    log : str, optional
        Linear. Audit an episode log step by step, or every log in a folder, with a table by
        model.
    engine : str, default 'auto'
        Linear. Which engine decides: auto, exact or smt.
    tolerance : Fraction, optional
        Linear. How far the reactor's target may be off.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        ShapeWorld. How to read the start of a transcript: closed (every effect of what moves
        there moves), any (nothing: the steps alone count), fair (closed, unless only the steps
        alone explain the log and its key). Without it, released logs are read fairly and all
        other problems as closed.
    pooled : bool, default False
        ShapeWorld. Bound the searches as in a pool.
    space : {'declared', 'accepted'}, default 'declared'
        Scenarios. Which designs count: those that the files declare, or all that the released
        server accepts.
    twin : ScenarioProblem or path, optional
        Scenarios. Is OTHER a twin: the same history, no common winner? Without OTHER, search
        for a twin.
    margin : str, default '0.02'
        Scenarios. How far baselines stay below the threshold of a twin.
    budget : bool, default False
        Scenarios. How well can anybody tell the rivals apart with the units of the budget?
    rival : {'no-hidden-cause', 'reversed'}, optional
        Scenarios. With ``budget``: make the rival of a template's file: no hidden cause, or
        effects reversed.
    level : str, optional
        Scenarios. With ``budget``: how often the true rival shall be named (0.95).
    prior : str, optional
        Scenarios. With ``budget``: how likely each rival is, fractions with commas between (all
        the same).
    units : int, optional
        Scenarios. With ``budget``: the number of units; replaces the number in the file.
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        Statements. How the relation is read: path, direct, strict, any or released (the
        problem's own).
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    most_targets : int, default 1
        Finite. How many variables an experiment may set.
    query : str, optional
        Finite. The query whose answer the certificate proves (one on which the verdict rests;
        else the first).
    of_errata : bool, default False
        Finite. With a certificate: make it only where something stored is wrong.

    Returns
    -------
    AuditDocument
        ``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.space : the set of all consistent models.
    symcause.check : judge one answer.
    symcause.verify : re-check the certificate of an audit.

    References
    ----------
    Mitchell 1982, Generalization as search (version spaces).
    Batzoglou 2026, arXiv:2605.08197 (ReplaySCM).

    Examples
    --------
    >>> document = symcause.audit(symcause.example("ambiguous"))
    >>> str(document.verdict), document.count
    ('ambiguous', 23)
    """

@overload
def count(
    problem: BooleanProblem,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    certificate: bool = False,
    engine: Literal["recursion", "sat", "smt", "counter"] = "recursion",
) -> BooleanCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : BooleanProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        A rule of every model: symcause.boolean.Rule, or a function of variable, parents and
        table.
    identity : {'functions+roots', 'behaviour'}, optional
        When two models count as one: functions+roots (their mechanisms), or behaviour (the
        default if there are latent variables).
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    certificate : bool, default False
        Make the certificate.
    engine : {'recursion', 'sat', 'smt', 'counter'}, default 'recursion'
        The engine that counts: the direct recursion, or a solver as a second opinion (small
        problems).

    Returns
    -------
    BooleanCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(
    problem: LinearProblem,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    tolerance: Fraction = Fraction(0, 1),
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    certificate: bool = False,
    engine: str = "auto",
) -> LinearCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : LinearProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    tolerance : Fraction, optional
        How far the reactor's target may be off.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    certificate : bool, default False
        Make the certificate.
    engine : str, default 'auto'
        Which engine decides: auto, exact or smt.

    Returns
    -------
    LinearCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(
    problem: GraphProblem | DAG | Directed,
    *,
    targets: tuple[str | tuple[str, ...], ...] = (),
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    engine: Literal["cliquepicking", "cliques", "recursion", "sat", "count"] = "cliquepicking",
    certificate: bool = False,
) -> GraphCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : GraphProblem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    targets : tuple, optional
        Sets of targets, each set together.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    engine : {'cliquepicking', 'cliques', 'recursion', 'sat', 'count'}, default 'cliquepicking'
        The engine: clique picking (the package, or our own), or a second opinion for small
        graphs.
    certificate : bool, default False
        Make the certificate.

    Returns
    -------
    GraphCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
    certificate: bool = False,
    engine: Literal["lists", "counter", "sat"] = "lists",
) -> ShapeWorldCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : ShapeWorldProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        How to read the start of a transcript: closed (every effect of what moves there moves),
        any (nothing: the steps alone count), fair (closed, unless only the steps alone explain
        the log and its key). Without it, released logs are read fairly and all other problems
        as closed.
    certificate : bool, default False
        Make the certificate.
    engine : {'lists', 'counter', 'sat'}, default 'lists'
        What counts: explicit lists, the model counter, or the solver one member at a time.

    Returns
    -------
    ShapeWorldCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(problem: StatementsProblem, *, certificate: bool = False) -> StatementsCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : StatementsProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    certificate : bool, default False
        Make the certificate.

    Returns
    -------
    StatementsCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(problem: CptProblem, *, models: str | None = None, printed: bool = False) -> CptCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : CptProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.

    Returns
    -------
    CptCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(
    problem: FiniteProblem,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    certificate: bool = False,
) -> FiniteCount:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : FiniteProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    certificate : bool, default False
        Make the certificate.

    Returns
    -------
    FiniteCount
        ``count``, exact, or None with a reason and, where known, bounds.
    """

@overload
def count(
    problem: Problem,
    *,
    certificate: bool = ...,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    engine: str = ...,
    max_parents: Literal["none"] | int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
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
) -> CountDocument:
    """Count the models of the class that are consistent with the evidence.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    certificate : bool, default False
        Boolean, linear, graphs, ShapeWorld, statements, finite. Make the certificate.
    require : list of (cause, effect), optional
        Boolean, linear, graphs, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, graphs, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, graphs, finite. Every parent only raises or only lowers its effect
        (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, graphs, finite. Tiers of variables, earliest first: no edge points to
        an earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, graphs, finite. Any of the above in one mapping; 'none' drops the
        problem's own knowledge.
    engine : str, optional
        Boolean. The engine that counts: the direct recursion, or a solver as a second opinion
        (small problems). Linear. Which engine decides: auto, exact or smt. Graphs. The engine:
        clique picking (the package, or our own), or a second opinion for small graphs.
        ShapeWorld. What counts: explicit lists, the model counter, or the solver one member at
        a time.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        Boolean. A rule of every model: symcause.boolean.Rule, or a function of variable,
        parents and table.
    identity : {'functions+roots', 'behaviour'}, optional
        Boolean. When two models count as one: functions+roots (their mechanisms), or behaviour
        (the default if there are latent variables).
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    tolerance : Fraction, optional
        Linear. How far the reactor's target may be off.
    targets : tuple, optional
        Graphs. Sets of targets, each set together.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        ShapeWorld. How to read the start of a transcript: closed (every effect of what moves
        there moves), any (nothing: the steps alone count), fair (closed, unless only the steps
        alone explain the log and its key). Without it, released logs are read fairly and all
        other problems as closed.
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.

    Returns
    -------
    CountDocument
        ``count``, exact, or None with a reason and, where known, bounds.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.space : the models themselves.
    symcause.class_size : the size of a Markov class.

    References
    ----------
    Robinson 1973, Counting labeled acyclic digraphs.

    Examples
    --------
    >>> symcause.count(symcause.example("ambiguous"), max_parents=3).count
    4782
    """

@overload
def check(
    problem: BooleanProblem,
    answer: object,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
) -> BooleanCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : BooleanProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    identity : {'functions+roots', 'behaviour'}, optional
        When two models count as one: functions+roots (their mechanisms), or behaviour (the
        default if there are latent variables).
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.

    Returns
    -------
    BooleanCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: LinearProblem,
    answer: object,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
) -> LinearCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : LinearProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.

    Returns
    -------
    LinearCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: ShapeWorldProblem,
    answer: object,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
) -> ShapeWorldCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : ShapeWorldProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        How to read the start of a transcript: closed (every effect of what moves there moves),
        any (nothing: the steps alone count), fair (closed, unless only the steps alone explain
        the log and its key). Without it, released logs are read fairly and all other problems
        as closed.

    Returns
    -------
    ShapeWorldCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: ScenarioProblem,
    answer: object,
    *,
    space: Literal["declared", "accepted"] = "declared",
    effort: int | None = None,
    seconds: float | None = None,
) -> ScenarioCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : ScenarioProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    space : {'declared', 'accepted'}, default 'declared'
        Which designs count: those that the files declare, or all that the released server
        accepts.
    effort : int, optional
        Work to spend on the optimum, in steps of about a microsecond (audit 6,500,000, check
        1,000,000, solve 60,000,000).
    seconds : float, optional
        Time limit for the whole question; how far the searches get by then depends on the
        machine.

    Returns
    -------
    ScenarioCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: TextGraph | DAG | Directed,
    answer: object,
    *,
    task: Literal["free", "names"] | None = None,
    labels: str | None = None,
    gold_errors: str | None = None,
) -> TextGraphCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : TextGraph | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    task : {'free', 'names'}, optional
        How nodes are named: freely, or by the numbers of the given names (default: guessed).
    labels : str, optional
        A judge's labels for the answer, as YAML.
    gold_errors : str, optional
        Worst and best scores if at most K gold edges are wrong; missing=A,spurious=B: of each
        kind.

    Returns
    -------
    TextGraphCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: StatementsProblem,
    answer: object,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
) -> StatementsCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : StatementsProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        How the relation is read: path, direct, strict, any or released (the problem's own).

    Returns
    -------
    StatementsCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: CptProblem, answer: object, *, models: str | None = None, printed: bool = False
) -> CptCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : CptProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.

    Returns
    -------
    CptCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

@overload
def check(
    problem: FiniteProblem,
    answer: object,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
) -> FiniteCheck:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : FiniteProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.

    Returns
    -------
    FiniteCheck
        ``right``, ``valid``, ``train_exact`` and what the family adds.
    """

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
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
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
) -> CheckDocument:
    """Judge one answer: is it valid, right, and the only consistent one?

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : model, mapping or str
        A model, a mapping of mechanisms, or the raw text of a system.
    require : list of (cause, effect), optional
        Boolean, linear, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, finite. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, finite. Tiers of variables, earliest first: no edge points to an
        earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, finite. Any of the above in one mapping; 'none' drops the problem's own
        knowledge.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    identity : {'functions+roots', 'behaviour'}, optional
        Boolean. When two models count as one: functions+roots (their mechanisms), or behaviour
        (the default if there are latent variables).
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        ShapeWorld. How to read the start of a transcript: closed (every effect of what moves
        there moves), any (nothing: the steps alone count), fair (closed, unless only the steps
        alone explain the log and its key). Without it, released logs are read fairly and all
        other problems as closed.
    space : {'declared', 'accepted'}, default 'declared'
        Scenarios. Which designs count: those that the files declare, or all that the released
        server accepts.
    effort : int, optional
        Scenarios. Work to spend on the optimum, in steps of about a microsecond (audit
        6,500,000, check 1,000,000, solve 60,000,000).
    seconds : float, optional
        Scenarios. Time limit for the whole question; how far the searches get by then depends
        on the machine.
    task : {'free', 'names'}, optional
        Text graphs. How nodes are named: freely, or by the numbers of the given names (default:
        guessed).
    labels : str, optional
        Text graphs. A judge's labels for the answer, as YAML.
    gold_errors : str, optional
        Text graphs. Worst and best scores if at most K gold edges are wrong;
        missing=A,spurious=B: of each kind.
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        Statements. How the relation is read: path, direct, strict, any or released (the
        problem's own).
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.

    Returns
    -------
    CheckDocument
        ``right``, ``valid``, ``train_exact`` and what the family adds.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.score : many answers, with tables.
    symcause.separate : compare two answers.

    Examples
    --------
    >>> posed = symcause.example("unique")
    >>> answer = {"mechanisms": {"X3": "(xor X1 X2)", "X4": "X3", "X5": "X1"}}
    >>> document = symcause.check(posed, answer)
    >>> document.right, document.train_exact
    (False, False)
    """

@overload
def solve(
    problem: BooleanProblem,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    prefer: Literal["ast", "parents", "uniform", "weighted"] = "ast",
    seed: int = 0,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> BooleanSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        A rule of every model: symcause.boolean.Rule, or a function of variable, parents and
        table.
    prefer : {'ast', 'parents', 'uniform', 'weighted'}, default 'ast'
        Least total AST (default), fewest parents, or a sample: uniform, or weighted by 2^-AST.
    seed : int, default 0
        Seed of a sample.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    everything : bool, default False
        List members by increasing AST size.
    limit : int, optional
        Stop ``everything`` after N members.

    Returns
    -------
    BooleanSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(
    problem: LinearProblem,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> LinearSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    everything : bool, default False
        List members by increasing size.
    limit : int, optional
        Stop ``everything`` after N members.

    Returns
    -------
    LinearSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> ShapeWorldSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    everything : bool, default False
        List members by increasing number of pairs.
    limit : int, optional
        Stop ``everything`` after N members (1000).

    Returns
    -------
    ShapeWorldSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(
    problem: ScenarioProblem,
    *,
    space: Literal["declared", "accepted"] = "declared",
    effort: int | None = None,
    seconds: float | None = None,
) -> ScenarioSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : ScenarioProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    space : {'declared', 'accepted'}, default 'declared'
        Which designs count: those that the files declare, or all that the released server
        accepts.
    effort : int, optional
        Work to spend on the optimum, in steps of about a microsecond (audit 6,500,000, check
        1,000,000, solve 60,000,000).
    seconds : float, optional
        Time limit for the whole question; how far the searches get by then depends on the
        machine.

    Returns
    -------
    ScenarioSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(
    problem: StatementsProblem, *, everything: bool = False, limit: int | None = None
) -> StatementsSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : StatementsProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    everything : bool, default False
        List members by increasing size.
    limit : int, optional
        Stop ``everything`` after N members.

    Returns
    -------
    StatementsSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(problem: CptProblem, *, models: str | None = None, printed: bool = False) -> CptSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : CptProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.

    Returns
    -------
    CptSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(
    problem: FiniteProblem,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    everything: bool = False,
    limit: int | None = None,
) -> FiniteSolve:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    everything : bool, default False
        List members: by root set, then variable by variable.
    limit : int, optional
        Stop ``everything`` after N members.

    Returns
    -------
    FiniteSolve
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.
    """

@overload
def solve(
    problem: Problem,
    *,
    everything: bool = ...,
    limit: int | None = ...,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
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
) -> SolveDocument:
    """Find one consistent model, the simplest first.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    everything : bool, default False
        Boolean. List members by increasing AST size. Linear, statements. List members by
        increasing size. ShapeWorld. List members by increasing number of pairs. Finite. List
        members: by root set, then variable by variable.
    limit : int, optional
        Boolean, linear, statements, finite. Stop ``everything`` after N members. ShapeWorld.
        Stop ``everything`` after N members (1000).
    require : list of (cause, effect), optional
        Boolean, linear, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, finite. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, finite. Tiers of variables, earliest first: no edge points to an
        earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, finite. Any of the above in one mapping; 'none' drops the problem's own
        knowledge.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        Boolean. A rule of every model: symcause.boolean.Rule, or a function of variable,
        parents and table.
    prefer : {'ast', 'parents', 'uniform', 'weighted'}, default 'ast'
        Boolean. Least total AST (default), fewest parents, or a sample: uniform, or weighted by
        2^-AST.
    seed : int, default 0
        Boolean. Seed of a sample.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    space : {'declared', 'accepted'}, default 'declared'
        Scenarios. Which designs count: those that the files declare, or all that the released
        server accepts.
    effort : int, optional
        Scenarios. Work to spend on the optimum, in steps of about a microsecond (audit
        6,500,000, check 1,000,000, solve 60,000,000).
    seconds : float, optional
        Scenarios. Time limit for the whole question; how far the searches get by then depends
        on the machine.
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.

    Returns
    -------
    SolveDocument
        ``mechanisms``, ``edges`` or ``answer``, as the family has it.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.space : all consistent models.
    symcause.alternatives : other models than gold.

    Examples
    --------
    >>> symcause.solve(symcause.example("unique")).mechanisms["X3"]
    '(xor X1 X2)'
    """

@overload
def alternatives(
    problem: BooleanProblem,
    against: object = None,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    targets: int = 1,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    limit: int = 5,
) -> BooleanAlternatives:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        A rule of every model: symcause.boolean.Rule, or a function of variable, parents and
        table.
    identity : {'functions+roots', 'behaviour'}, optional
        When two models count as one: functions+roots (their mechanisms), or behaviour (the
        default if there are latent variables).
    targets : int, default 1
        How many variables one experiment may set.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    limit : int, default 5
        How many to show.

    Returns
    -------
    BooleanAlternatives
        ``alternatives``: models, each with its best separating experiment.
    """

@overload
def alternatives(
    problem: LinearProblem,
    against: object = None,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    limit: int = 5,
) -> LinearAlternatives:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    limit : int, default 5
        How many to show.

    Returns
    -------
    LinearAlternatives
        ``alternatives``: models, each with its best separating experiment.
    """

@overload
def alternatives(
    problem: ShapeWorldProblem,
    against: object = None,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    limit: int = 5,
) -> ShapeWorldAlternatives:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    limit : int, default 5
        How many to show.

    Returns
    -------
    ShapeWorldAlternatives
        ``alternatives``: models, each with its best separating experiment.
    """

@overload
def alternatives(
    problem: StatementsProblem,
    against: object = None,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
) -> StatementsAlternatives:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : StatementsProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        How the relation is read: path, direct, strict, any or released (the problem's own).

    Returns
    -------
    StatementsAlternatives
        ``alternatives``: models, each with its best separating experiment.
    """

@overload
def alternatives(
    problem: CptProblem, against: object = None, *, models: str | None = None, printed: bool = False
) -> CptAlternatives:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : CptProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.

    Returns
    -------
    CptAlternatives
        ``alternatives``: models, each with its best separating experiment.
    """

@overload
def alternatives(
    problem: FiniteProblem,
    against: object = None,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    most_targets: int = 1,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    limit: int = 5,
) -> FiniteAlternatives:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    most_targets : int, default 1
        How many variables an experiment may set.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    limit : int, default 5
        How many to show.

    Returns
    -------
    FiniteAlternatives
        ``alternatives``: models, each with its best separating experiment.
    """

@overload
def alternatives(
    problem: Problem,
    against: object = None,
    *,
    limit: int = ...,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    max_parents: Literal["none"] | int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
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
) -> AlternativesDocument:
    """Find consistent models other than the reference answer, the nearest first.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    against : model, mapping or str, optional
        Find models other than this one (gold).
    limit : int, default 5
        Boolean, linear, ShapeWorld, finite. How many to show.
    require : list of (cause, effect), optional
        Boolean, linear, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, finite. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, finite. Tiers of variables, earliest first: no edge points to an
        earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, finite. Any of the above in one mapping; 'none' drops the problem's own
        knowledge.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        Boolean. A rule of every model: symcause.boolean.Rule, or a function of variable,
        parents and table.
    identity : {'functions+roots', 'behaviour'}, optional
        Boolean. When two models count as one: functions+roots (their mechanisms), or behaviour
        (the default if there are latent variables).
    targets : int, default 1
        Boolean. How many variables one experiment may set.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        Statements. How the relation is read: path, direct, strict, any or released (the
        problem's own).
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    most_targets : int, default 1
        Finite. How many variables an experiment may set.

    Returns
    -------
    AlternativesDocument
        ``alternatives``: models, each with its best separating experiment.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.separate : an experiment between two models.
    symcause.space : all models.

    Examples
    --------
    >>> document = symcause.alternatives(symcause.example("ambiguous"), limit=1)
    >>> document.alternatives[0].changed
    ('X4',)
    """

@overload
def separate(
    problem: BooleanProblem, first: object, second: object, *, targets: int = 1, limit: int = 1
) -> BooleanSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : BooleanProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    targets : int, default 1
        How many variables the experiment may set.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    BooleanSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

@overload
def separate(
    problem: LinearProblem, first: object, second: object, *, limit: int = 1
) -> LinearSeparation:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : LinearProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    LinearSeparation
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

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
) -> GraphSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : GraphProblem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    GraphSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

@overload
def separate(
    problem: ShapeWorldProblem, first: object, second: object, *, limit: int = 1
) -> ShapeWorldSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : ShapeWorldProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    ShapeWorldSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

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
) -> ScenarioSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : ScenarioProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    more : sequence of str, optional
        With ``budget``: all further rivals.
    budget : bool, default False
        How well can anybody tell the rivals apart with the units of the budget?
    rival : {'no-hidden-cause', 'reversed'}, optional
        With ``budget``: make the rival of a template's file: no hidden cause, or effects
        reversed.
    level : str, optional
        With ``budget``: how often the true rival shall be named (0.95).
    prior : str, optional
        With ``budget``: how likely each rival is, fractions with commas between (all the same).
    units : int, optional
        With ``budget``: the number of units; replaces the number in the file.

    Returns
    -------
    ScenarioSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

@overload
def separate(
    problem: StatementsProblem, first: object, second: object, *, limit: int = 1
) -> StatementsSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : StatementsProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    StatementsSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

@overload
def separate(
    problem: CptProblem,
    first: object,
    second: object,
    *,
    models: str | None = None,
    printed: bool = False,
    limit: int = 1,
) -> CptSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : CptProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    CptSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

@overload
def separate(
    problem: FiniteProblem, first: object, second: object, *, most_targets: int = 1, limit: int = 1
) -> FiniteSeparate:
    """Find the best experiment that separates two answers or models.

    Parameters
    ----------
    problem : FiniteProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    most_targets : int, default 1
        How many variables an experiment may set.
    limit : int, default 1
        How many experiments to show, best first.

    Returns
    -------
    FiniteSeparate
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.
    """

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
) -> SeparateDocument:
    """Find the best experiment that separates two answers or models.

    Of a scenario *first* is its twin or a rival; ``rival`` makes one.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    first : model, mapping or str
        An answer, or the word gold or reference.
    second : model, mapping or str
        The other answer. A scenario may leave it out.
    limit : int, default 1
        Boolean, linear, graphs, ShapeWorld, statements, probability tables, finite. How many
        experiments to show, best first.
    targets : int, default 1
        Boolean. How many variables the experiment may set.
    require : list of (cause, effect), optional
        Graphs. Every model has these edges.
    forbid : list of (cause, effect), optional
        Graphs. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Graphs. Signs of edges, where they are present.
    unate : bool, default False
        Graphs. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Graphs. Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        Graphs. No other edges are possible.
    knowledge : mapping or 'none', optional
        Graphs. Any of the above in one mapping; 'none' drops the problem's own knowledge.
    more : sequence of str, optional
        Scenarios. With ``budget``: all further rivals.
    budget : bool, default False
        Scenarios. How well can anybody tell the rivals apart with the units of the budget?
    rival : {'no-hidden-cause', 'reversed'}, optional
        Scenarios. With ``budget``: make the rival of a template's file: no hidden cause, or
        effects reversed.
    level : str, optional
        Scenarios. With ``budget``: how often the true rival shall be named (0.95).
    prior : str, optional
        Scenarios. With ``budget``: how likely each rival is, fractions with commas between (all
        the same).
    units : int, optional
        Scenarios. With ``budget``: the number of units; replaces the number in the file.
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    most_targets : int, default 1
        Finite. How many variables an experiment may set.

    Returns
    -------
    SeparateDocument
        ``experiment`` and the outcomes; of a scenario the rivals and the odds.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.next_experiments : experiments ranked over the whole space.

    Examples
    --------
    >>> posed = symcause.example("ambiguous")
    >>> first, second = symcause.space(posed)[:2]
    >>> print(symcause.separate(posed, first, second).experiment)
    do(X3=0)
    """

@overload
def disambiguate(
    problem: BooleanProblem,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    level: Literal["extra", "counterexample", "certified"] = "certified",
    pool_size: int = 1000,
    rows: int | None = None,
    targets: int = 3,
    margin: int | None = None,
    observe: bool = False,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    seed: int = 0,
    strengthen: bool = False,
) -> BooleanDisambiguate:
    """Find further evidence that would leave one consistent model.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    level : {'extra', 'counterexample', 'certified'}, default 'certified'
        certified (default): the fewest worlds that leave one model; or a published recipe.
    pool_size : int, default 1000
        Candidate worlds.
    rows : int, optional
        Rows per world (as in training).
    targets : int, default 3
        Maximum number of targets of a candidate.
    margin : int, optional
        Continue until at least M cells would have to be wrong for another model to fit as well
        as gold.
    observe : bool, default False
        Propose hidden cells to read instead of further worlds: the fewest that leave one model
        if they read as gold has them. Unknown where more than 1,000 models are left to look at.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    seed : int, default 0
        Seed of the pool.
    strengthen : bool, default False
        Also give the problem with the added evidence.

    Returns
    -------
    BooleanDisambiguate
        ``worlds`` or a plan, ``count_before`` and ``count_after``.
    """

@overload
def disambiguate(
    problem: LinearProblem,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    adaptive: bool = False,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    seed: int = 0,
    strengthen: bool = False,
) -> LinearDisambiguate:
    """Find further evidence that would leave one consistent model.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    adaptive : bool, default False
        Also a plan that adapts to what is observed, up to 5 variables.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    seed : int, default 0
        Seed for the members used to test plans.
    strengthen : bool, default False
        Also give the problem with the added evidence.

    Returns
    -------
    LinearDisambiguate
        ``worlds`` or a plan, ``count_before`` and ``count_after``.
    """

@overload
def disambiguate(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
) -> ShapeWorldDisambiguate:
    """Find further evidence that would leave one consistent model.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).

    Returns
    -------
    ShapeWorldDisambiguate
        ``worlds`` or a plan, ``count_before`` and ``count_after``.
    """

@overload
def disambiguate(
    problem: FiniteProblem,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    most_targets: int = 1,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    strengthen: bool = False,
) -> FiniteDisambiguate:
    """Find further evidence that would leave one consistent model.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    most_targets : int, default 1
        How many variables an experiment may set.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    strengthen : bool, default False
        Also give the problem with the added evidence.

    Returns
    -------
    FiniteDisambiguate
        ``worlds`` or a plan, ``count_before`` and ``count_after``.
    """

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
    strengthen: bool = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    seed: int = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    level: Literal["extra", "counterexample", "certified"] = ...,
    pool_size: int = ...,
    rows: int | None = ...,
    targets: int = ...,
    margin: int | None = ...,
    observe: bool = ...,
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
) -> DisambiguateDocument:
    """Find further evidence that would leave one consistent model.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    require : list of (cause, effect), optional
        Boolean, linear, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, finite. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, finite. Tiers of variables, earliest first: no edge points to an
        earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, finite. Any of the above in one mapping; 'none' drops the problem's own
        knowledge.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    strengthen : bool, default False
        Boolean, linear, finite. Also give the problem with the added evidence.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    seed : int, default 0
        Boolean. Seed of the pool. Linear. Seed for the members used to test plans.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    level : {'extra', 'counterexample', 'certified'}, default 'certified'
        Boolean. certified (default): the fewest worlds that leave one model; or a published
        recipe.
    pool_size : int, default 1000
        Boolean. Candidate worlds.
    rows : int, optional
        Boolean. Rows per world (as in training).
    targets : int, default 3
        Boolean. Maximum number of targets of a candidate.
    margin : int, optional
        Boolean. Continue until at least M cells would have to be wrong for another model to fit
        as well as gold.
    observe : bool, default False
        Boolean. Propose hidden cells to read instead of further worlds: the fewest that leave
        one model if they read as gold has them. Unknown where more than 1,000 models are left
        to look at.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    adaptive : bool, default False
        Linear. Also a plan that adapts to what is observed, up to 5 variables.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    most_targets : int, default 1
        Finite. How many variables an experiment may set.

    Returns
    -------
    DisambiguateDocument
        ``worlds`` or a plan, ``count_before`` and ``count_after``.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.next_experiments : one experiment at a time.

    Examples
    --------
    >>> document = symcause.disambiguate(symcause.example("ambiguous"))
    >>> document.count_before, document.count_after, len(document.worlds)
    (23, 1, 2)
    """

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
) -> AlignDocument:
    """Align the nodes of a gold graph and of an answer, with proof or bounds.

    Parameters
    ----------
    problem : TextGraph | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : graph, mapping or str
        A graph, or the raw text of a model.
    task : {'free', 'names'}, optional
        How nodes are named: freely, or by the numbers of the given names (default: guessed).
    pairs : str, optional
        Which names may be matched: exact, normalised (spelling), all, or a JSON file of pairs
        [gold, answer] (default: the pairs in the gold file, else normalised).
    similarity : str, optional
        A CSV file of similarities, gold names as rows, answer names as columns.
    threshold : float, optional
        Match names that are at least this similar.
    top : int, optional
        Match the K most similar names of each gold node, ties kept.
    merge : {'one', 'coarse', 'fine', 'stars', 'any'}, optional
        Also take several nodes for one: stars (the default), coarse (several gold nodes for one
        of the answer), fine (the converse), one, or any (every allowed pair).
    merges : int, optional
        At most K merges, with ``merge``.
    seed : int, default 0
        Seed of the search and the rewirings.
    effort : int, optional
        Work to spend on the whole question, in steps of about a microsecond.
    seconds : float, optional
        A time limit, instead of ``effort``.

    Returns
    -------
    AlignDocument
        ``status``, the matching, and bounds on the nodes and edges that agree.
    """

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
) -> AlignDocument:
    """Align the nodes of a gold graph and of an answer, with proof or bounds.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    answer : graph, mapping or str
        A graph, or the raw text of a model.
    task : {'free', 'names'}, optional
        Text graphs. How nodes are named: freely, or by the numbers of the given names (default:
        guessed).
    pairs : str, optional
        Text graphs. Which names may be matched: exact, normalised (spelling), all, or a JSON
        file of pairs [gold, answer] (default: the pairs in the gold file, else normalised).
    similarity : str, optional
        Text graphs. A CSV file of similarities, gold names as rows, answer names as columns.
    threshold : float, optional
        Text graphs. Match names that are at least this similar.
    top : int, optional
        Text graphs. Match the K most similar names of each gold node, ties kept.
    merge : {'one', 'coarse', 'fine', 'stars', 'any'}, optional
        Text graphs. Also take several nodes for one: stars (the default), coarse (several gold
        nodes for one of the answer), fine (the converse), one, or any (every allowed pair).
    merges : int, optional
        Text graphs. At most K merges, with ``merge``.
    seed : int, default 0
        Text graphs. Seed of the search and the rewirings.
    effort : int, optional
        Text graphs. Work to spend on the whole question, in steps of about a microsecond.
    seconds : float, optional
        Text graphs. A time limit, instead of ``effort``.

    Returns
    -------
    AlignDocument
        ``status``, the matching, and bounds on the nodes and edges that agree.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.score : alignments of a whole pool.

    Examples
    --------
    >>> import networkx as nx
    >>> gold, answer = nx.DiGraph([("rain", "mud"), ("mud", "dirt")]), nx.DiGraph([("a", "b")])
    >>> document = symcause.align(gold, answer, pairs="all")
    >>> document.status, document.edges.low
    ('optimal', 1)
    """

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
) -> ImecDocument:
    """Describe the (interventional) Markov equivalence class of a DAG.

    Parameters
    ----------
    problem : GraphProblem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    targets : tuple, optional
        Sets of targets, each set together.
    engine : {'cliquepicking', 'cliques', 'recursion', 'sat', 'count'}, default 'cliquepicking'
        The engine: clique picking (the package, or our own), or a second opinion for small
        graphs.
    best : bool, default False
        The best single variable to intervene on next.
    members : int, optional
        List up to N members.
    sample : int, optional
        Draw N uniform members.
    seed : int, default 0
        Seed of ``sample``.
    essential : bool, default False
        Show the essential graph even if it is large.

    Returns
    -------
    ImecDocument
        ``size`` and what the options ask for: members, samples, the best intervention.
    """

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
) -> ImecDocument:
    """Describe the (interventional) Markov equivalence class of a DAG.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    require : list of (cause, effect), optional
        Graphs. Every model has these edges.
    forbid : list of (cause, effect), optional
        Graphs. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Graphs. Signs of edges, where they are present.
    unate : bool, default False
        Graphs. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Graphs. Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        Graphs. No other edges are possible.
    knowledge : mapping or 'none', optional
        Graphs. Any of the above in one mapping; 'none' drops the problem's own knowledge.
    targets : tuple, optional
        Graphs. Sets of targets, each set together.
    engine : {'cliquepicking', 'cliques', 'recursion', 'sat', 'count'}, default 'cliquepicking'
        Graphs. The engine: clique picking (the package, or our own), or a second opinion for
        small graphs.
    best : bool, default False
        Graphs. The best single variable to intervene on next.
    members : int, optional
        Graphs. List up to N members.
    sample : int, optional
        Graphs. Draw N uniform members.
    seed : int, default 0
        Graphs. Seed of ``sample``.
    essential : bool, default False
        Graphs. Show the essential graph even if it is large.

    Returns
    -------
    ImecDocument
        ``size`` and what the options ask for: members, samples, the best intervention.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.class_size : the size alone, of a graph.

    References
    ----------
    Wienöbst, Bannach and Liśkiewicz 2023, Polynomial-time algorithms for counting and sampling
    Markov equivalent DAGs.

    Examples
    --------
    >>> import networkx as nx
    >>> symcause.imec(nx.DiGraph([("A", "B"), ("B", "C")]), targets=("A",)).size
    1
    """

@overload
def next_experiments(
    problem: BooleanProblem,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    most_targets: int = 1,
    seed: int = 0,
) -> BooleanNext:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : BooleanProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        A rule of every model: symcause.boolean.Rule, or a function of variable, parents and
        table.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    most_targets : int, default 1
        How many variables the experiment may set.
    seed : int, default 0
        Seed for sampling members, and contexts if none was observed.

    Returns
    -------
    BooleanNext
        ``experiments``, each with its worst case and its outcomes.
    """

@overload
def next_experiments(
    problem: LinearProblem,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    seed: int = 0,
) -> LinearNext:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : LinearProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    seed : int, default 0
        Seed for the members whose outcomes are examined.

    Returns
    -------
    LinearNext
        ``experiments``, each with its worst case and its outcomes.
    """

@overload
def next_experiments(
    problem: GraphProblem | DAG | Directed,
    *,
    targets: tuple[str | tuple[str, ...], ...] = (),
    among: tuple[str | tuple[str, ...], ...] = (),
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
) -> GraphNext:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : GraphProblem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    targets : tuple, optional
        Sets of targets, each set together.
    among : tuple, optional
        Only these variables can be intervened on (default: all).
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.

    Returns
    -------
    GraphNext
        ``experiments``, each with its worst case and its outcomes.
    """

@overload
def next_experiments(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
) -> ShapeWorldNext:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : ShapeWorldProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).

    Returns
    -------
    ShapeWorldNext
        ``experiments``, each with its worst case and its outcomes.
    """

@overload
def next_experiments(
    problem: StatementsProblem,
    *,
    reading: Literal["path", "direct", "strict", "any", "released"] | None = None,
) -> StatementsNext:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : StatementsProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        How the relation is read: path, direct, strict, any or released (the problem's own).

    Returns
    -------
    StatementsNext
        ``experiments``, each with its worst case and its outcomes.
    """

@overload
def next_experiments(
    problem: CptProblem, *, models: str | None = None, printed: bool = False
) -> NextDocument:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : CptProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.

    Returns
    -------
    NextDocument
        ``experiments``, each with its worst case and its outcomes.
    """

@overload
def next_experiments(
    problem: FiniteProblem,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    most_targets: int = 1,
) -> FiniteNext:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : FiniteProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    most_targets : int, default 1
        How many variables an experiment may set.

    Returns
    -------
    FiniteNext
        ``experiments``, each with its worst case and its outcomes.
    """

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
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    most_targets: int = ...,
    seed: int = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
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
) -> NextDocument:
    """Rank the experiments worth doing next, the best first.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    require : list of (cause, effect), optional
        Boolean, linear, graphs, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, graphs, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, graphs, finite. Every parent only raises or only lowers its effect
        (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, graphs, finite. Tiers of variables, earliest first: no edge points to
        an earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, graphs, finite. Any of the above in one mapping; 'none' drops the
        problem's own knowledge.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    most_targets : int, default 1
        Boolean. How many variables the experiment may set. Finite. How many variables an
        experiment may set.
    seed : int, default 0
        Boolean. Seed for sampling members, and contexts if none was observed. Linear. Seed for
        the members whose outcomes are examined.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        Boolean. A rule of every model: symcause.boolean.Rule, or a function of variable,
        parents and table.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    targets : tuple, optional
        Graphs. Sets of targets, each set together.
    among : tuple, optional
        Graphs. Only these variables can be intervened on (default: all).
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    reading : {'path', 'direct', 'strict', 'any', 'released'}, optional
        Statements. How the relation is read: path, direct, strict, any or released (the
        problem's own).
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.

    Returns
    -------
    NextDocument
        ``experiments``, each with its worst case and its outcomes.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.disambiguate : a whole plan.
    symcause.separate : an experiment for two models.

    Examples
    --------
    >>> document = symcause.next_experiments(symcause.example("ambiguous"))
    >>> best = document.experiments[0]
    >>> best.experiment, best.worst
    ({'do': {'X3': 1}}, 5)
    """

@overload
def play(
    problem: BooleanProblem,
    agent: str = "greedy",
    *,
    choose_contexts: bool = False,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    initial: Literal["all", "observational", "none"] = "observational",
    targets: int = 1,
) -> PlayDocument:
    """Let a bundled agent play an episode, and judge every action.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    agent : {'random', 'greedy', 'optimal', 'passive'}, default 'greedy'
        Who plays.
    choose_contexts : bool, default False
        The agent may choose the values of the roots.
    player : str, optional
        Name of the player in the transcript.
    seed : int, default 0
        Seed of the episode and of the agent.
    budget : int, optional
        How many actions are allowed.
    transcripts : str, optional
        A transcript to continue or to judge, in place of an agent.
    initial : {'all', 'observational', 'none'}, default 'observational'
        Worlds shown at the start: all, the observational ones, or just one row.
    targets : int, default 1
        How many variables one action may set.

    Returns
    -------
    PlayDocument
        The transcript, ``right``, ``support`` and the judgement of every action.
    """

@overload
def play(
    problem: LinearProblem,
    agent: str = "greedy",
    *,
    question: Literal["target", "graph"] = "target",
    tolerance: str = "5",
    coefficients: str | None = None,
    min_effect: str | None = None,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    targets: int = 1,
    initial: Literal["all", "observational", "none"] = "observational",
) -> PlayDocument:
    """Let a bundled agent play an episode, and judge every action.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    agent : {'random', 'greedy', 'optimal', 'passive'}, default 'greedy'
        Who plays.
    question : {'target', 'graph'}, default 'target'
        The question: the reactor's target, or the graph.
    tolerance : str, default '5'
        How far the reactor's target may be off (5, as released).
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    player : str, optional
        Name of the player in the transcript.
    seed : int, default 0
        Seed of the episode and of the agent.
    budget : int, optional
        How many actions are allowed.
    transcripts : str, optional
        A transcript to continue or to judge, in place of an agent.
    targets : int, default 1
        How many properties one action may set.
    initial : {'all', 'observational', 'none'}, default 'observational'
        Evidence at the start: all, observational (no interventions) or none (no records
        either).

    Returns
    -------
    PlayDocument
        The transcript, ``right``, ``support`` and the judgement of every action.
    """

@overload
def play(
    problem: ShapeWorldProblem,
    agent: str = "greedy",
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    protocol: Literal["free", "released"] = "free",
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
    initial: Literal["all", "observational"] = "observational",
) -> PlayDocument:
    """Let a bundled agent play an episode, and judge every action.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    agent : {'random', 'greedy', 'optimal', 'passive'}, default 'greedy'
        Who plays.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    protocol : {'free', 'released'}, default 'free'
        Protocol: free, or released (the first intervention is forced).
    player : str, optional
        Name of the player in the transcript.
    seed : int, default 0
        Seed of the episode and of the agent.
    budget : int, optional
        How many actions are allowed.
    transcripts : str, optional
        A transcript to continue or to judge, in place of an agent.
    initial : {'all', 'observational'}, default 'observational'
        Evidence at the start: all (with the problem's transcript) or observational.

    Returns
    -------
    PlayDocument
        The transcript, ``right``, ``support`` and the judgement of every action.
    """

@overload
def play(
    problem: ScenarioProblem,
    agent: str = "greedy",
    *,
    space: Literal["declared", "accepted"] = "declared",
    twin: str | PathLike[str] | ScenarioProblem | None = None,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
) -> PlayDocument:
    """Let a bundled agent play an episode, and judge every action.

    Parameters
    ----------
    problem : ScenarioProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    agent : {'random', 'greedy', 'optimal', 'passive'}, default 'greedy'
        Who plays.
    space : {'declared', 'accepted'}, default 'declared'
        Which designs count: those that the files declare, or all that the released server
        accepts.
    twin : ScenarioProblem or path, optional
        A second scenario of the same form: the seed draws which of the two is played.
    player : str, optional
        Name of the player in the transcript.
    seed : int, default 0
        Seed of the episode and of the agent.
    budget : int, optional
        How many actions are allowed.
    transcripts : str, optional
        A transcript to continue or to judge, in place of an agent.

    Returns
    -------
    PlayDocument
        The transcript, ``right``, ``support`` and the judgement of every action.
    """

@overload
def play(
    problem: FiniteProblem,
    agent: str = "greedy",
    *,
    player: str | None = None,
    seed: int = 0,
    budget: int | None = None,
    transcripts: str | None = None,
) -> PlayDocument:
    """Let a bundled agent play an episode, and judge every action.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    agent : {'random', 'greedy', 'optimal', 'passive'}, default 'greedy'
        Who plays.
    player : str, optional
        Name of the player in the transcript.
    seed : int, default 0
        Seed of the episode and of the agent.
    budget : int, optional
        How many actions are allowed.
    transcripts : str, optional
        A transcript to continue or to judge, in place of an agent.

    Returns
    -------
    PlayDocument
        The transcript, ``right``, ``support`` and the judgement of every action.
    """

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
) -> PlayDocument:
    """Let a bundled agent play an episode, and judge every action.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    agent : {'random', 'greedy', 'optimal', 'passive'}, default 'greedy'
        Who plays.
    player : str, optional
        Boolean, linear, ShapeWorld, scenarios, finite. Name of the player in the transcript.
    seed : int, default 0
        Boolean, linear, ShapeWorld, scenarios, finite. Seed of the episode and of the agent.
    budget : int, optional
        Boolean, linear, ShapeWorld, scenarios, finite. How many actions are allowed.
    transcripts : str, optional
        Boolean, linear, ShapeWorld, scenarios, finite. A transcript to continue or to judge, in
        place of an agent.
    initial : {'all', 'observational', 'none'}, default 'observational'
        Boolean. Worlds shown at the start: all, the observational ones, or just one row.
        Linear. Evidence at the start: all, observational (no interventions) or none (no records
        either). ShapeWorld. Evidence at the start: all (with the problem's transcript) or
        observational.
    targets : int, default 1
        Boolean. How many variables one action may set. Linear. How many properties one action
        may set.
    choose_contexts : bool, default False
        Boolean. The agent may choose the values of the roots.
    question : {'target', 'graph'}, default 'target'
        Linear. The question: the reactor's target, or the graph.
    tolerance : str, default '5'
        Linear. How far the reactor's target may be off (5, as released).
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    protocol : {'free', 'released'}, default 'free'
        ShapeWorld. Protocol: free, or released (the first intervention is forced).
    space : {'declared', 'accepted'}, default 'declared'
        Scenarios. Which designs count: those that the files declare, or all that the released
        server accepts.
    twin : ScenarioProblem or path, optional
        Scenarios. A second scenario of the same form: the seed draws which of the two is
        played.

    Returns
    -------
    PlayDocument
        The transcript, ``right``, ``support`` and the judgement of every action.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.Episode : an episode that your own agent plays.

    Examples
    --------
    >>> document = symcause.play(symcause.example("world"), agent="greedy")
    >>> document.right, document.support
    (True, 'justified')
    """

@overload
def render_prompt(
    problem: BooleanProblem,
    *,
    allow_abstain: bool = False,
    tell_class: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
    template: Literal["own", "released"] | None = None,
) -> BooleanPrompt:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer, and disclose the class of models.
    tell_class : bool, default False
        Say which models are possible: what follows from the evidence depends on it.
    theme : str, optional
        Put the problem into the words of a theme: neutral, nonsense, farm, city, lab, kitchen,
        harbour, or a file of your own.
    style : str, optional
        With ``theme``: table, list, report, story or dialogue (story), or a file of your own.
    names : {'free', 'agree', 'contradict'}, optional
        With ``theme``: nouns by chance (free), or those whose common sense agrees with gold
        best, or contradicts it most.
    seed : int, optional
        With ``theme``: the seed of names and order (0).
    theme_folders : sequence of str, optional
        Folders with the themes of a pool.
    template : {'own', 'released'}, optional
        Boolean: own wording, or released for the published wording (own). ShapeWorld: how much
        the agent is told: basic, basic_limit_step, cot_basic_limit_step,
        cot_instructed_limit_step (basic); recorded: the transcript and the question (chosen
        where the problem has a transcript).

    Returns
    -------
    BooleanPrompt
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: LinearProblem,
    *,
    allow_abstain: bool = False,
    tell_class: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
) -> LinearPrompt:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer, and disclose the class of models.
    tell_class : bool, default False
        Say which models are possible: what follows from the evidence depends on it.
    theme : str, optional
        Put the problem into the words of a theme: neutral, nonsense, farm, city, lab, kitchen,
        harbour, or a file of your own.
    style : str, optional
        With ``theme``: table, list, report, story or dialogue (story), or a file of your own.
    names : {'free', 'agree', 'contradict'}, optional
        With ``theme``: nouns by chance (free), or those whose common sense agrees with gold
        best, or contradicts it most.
    seed : int, optional
        With ``theme``: the seed of names and order (0).
    theme_folders : sequence of str, optional
        Folders with the themes of a pool.

    Returns
    -------
    LinearPrompt
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: ShapeWorldProblem,
    *,
    allow_abstain: bool = False,
    tell_class: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
    template: Literal[
        "basic", "basic_limit_step", "cot_basic_limit_step", "cot_instructed_limit_step", "recorded"
    ]
    | None = None,
) -> ShapeWorldPrompt:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer, and disclose the class of models.
    tell_class : bool, default False
        Say which models are possible: what follows from the evidence depends on it.
    theme : str, optional
        Put the problem into the words of a theme: neutral, nonsense, farm, city, lab, kitchen,
        harbour, or a file of your own.
    style : str, optional
        With ``theme``: table, list, report, story or dialogue (story), or a file of your own.
    names : {'free', 'agree', 'contradict'}, optional
        With ``theme``: nouns by chance (free), or those whose common sense agrees with gold
        best, or contradicts it most.
    seed : int, optional
        With ``theme``: the seed of names and order (0).
    theme_folders : sequence of str, optional
        Folders with the themes of a pool.
    template : str, optional
        How much the agent is told (basic); recorded: the transcript and the question (chosen
        where the problem has a transcript). One of: 'basic', 'basic_limit_step',
        'cot_basic_limit_step', 'cot_instructed_limit_step', 'recorded'.

    Returns
    -------
    ShapeWorldPrompt
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(problem: ScenarioProblem) -> PromptDocument:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : ScenarioProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.

    Returns
    -------
    PromptDocument
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: TextGraph, *, task: Literal["free", "names"] = "free"
) -> TextGraphPrompt:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : TextGraph
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    task : {'free', 'names'}, default 'free'
        What is given: free, the number of nodes; names, their names.

    Returns
    -------
    TextGraphPrompt
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: StatementsProblem, *, allow_abstain: bool = False, tell_class: bool = False
) -> PromptDocument:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : StatementsProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer, and disclose the class of models.
    tell_class : bool, default False
        Say which models are possible: what follows from the evidence depends on it.

    Returns
    -------
    PromptDocument
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: CptProblem,
    *,
    models: str | None = None,
    printed: bool = False,
    allow_abstain: bool = False,
) -> PromptDocument:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : CptProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    models : str, optional
        CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Take the percentages that the text of a CLadder question prints for its given numbers.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer, and disclose the class of models.

    Returns
    -------
    PromptDocument
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: FiniteProblem,
    *,
    allow_abstain: bool = False,
    tell_class: bool = False,
    theme: str | None = None,
    style: str | None = None,
    names: Literal["free", "agree", "contradict"] | None = None,
    seed: int | None = None,
    theme_folders: tuple[str, ...] = (),
) -> PromptDocument:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer, and disclose the class of models.
    tell_class : bool, default False
        Say which models are possible: what follows from the evidence depends on it.
    theme : str, optional
        Put the problem into the words of a theme: neutral, nonsense, farm, city, lab, kitchen,
        harbour, or a file of your own.
    style : str, optional
        With ``theme``: table, list, report, story or dialogue (story), or a file of your own.
    names : {'free', 'agree', 'contradict'}, optional
        With ``theme``: nouns by chance (free), or those whose common sense agrees with gold
        best, or contradicts it most.
    seed : int, optional
        With ``theme``: the seed of names and order (0).
    theme_folders : sequence of str, optional
        Folders with the themes of a pool.

    Returns
    -------
    PromptDocument
        ``text``, and with a theme the names of the variables.
    """

@overload
def render_prompt(
    problem: Problem,
    *,
    allow_abstain: bool = ...,
    tell_class: bool = ...,
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
) -> PromptDocument:
    """Write the prompt that a language model gets.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    allow_abstain : bool, default False
        Boolean, linear, ShapeWorld, statements, probability tables, finite. Allow
        {"cannot_tell": true} as an answer, and disclose the class of models.
    tell_class : bool, default False
        Boolean, linear, ShapeWorld, statements, finite. Say which models are possible: what
        follows from the evidence depends on it.
    theme : str, optional
        Boolean, linear, ShapeWorld, finite. Put the problem into the words of a theme: neutral,
        nonsense, farm, city, lab, kitchen, harbour, or a file of your own.
    style : str, optional
        Boolean, linear, ShapeWorld, finite. With ``theme``: table, list, report, story or
        dialogue (story), or a file of your own.
    names : {'free', 'agree', 'contradict'}, optional
        Boolean, linear, ShapeWorld, finite. With ``theme``: nouns by chance (free), or those
        whose common sense agrees with gold best, or contradicts it most.
    seed : int, optional
        Boolean, linear, ShapeWorld, finite. With ``theme``: the seed of names and order (0).
    theme_folders : sequence of str, optional
        Boolean, linear, ShapeWorld, finite. Folders with the themes of a pool.
    template : str, optional
        Boolean. Boolean: own wording, or released for the published wording (own). ShapeWorld:
        how much the agent is told: basic, basic_limit_step, cot_basic_limit_step,
        cot_instructed_limit_step (basic); recorded: the transcript and the question (chosen
        where the problem has a transcript). ShapeWorld. How much the agent is told (basic);
        recorded: the transcript and the question (chosen where the problem has a transcript).
        One of: 'own', 'released', 'basic', 'basic_limit_step', 'cot_basic_limit_step',
        'cot_instructed_limit_step', 'recorded'.
    task : {'free', 'names'}, default 'free'
        Text graphs. What is given: free, the number of nodes; names, their names.
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.

    Returns
    -------
    PromptDocument
        ``text``, and with a theme the names of the variables.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this question, or an option is unknown or not valid.

    See Also
    --------
    symcause.render : the text of a problem without a task.
    symcause.score : score the answers.

    Examples
    --------
    >>> "X1" in symcause.render_prompt(symcause.example("unique")).text
    True
    """

@overload
def space(
    problem: BooleanProblem,
    *,
    max_ast: int | None = None,
    max_depth: int | None = None,
    errors: int | None = None,
    admits: Admits | None = None,
    identity: Literal["functions+roots", "behaviour"] | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    certificate: bool = False,
    engine: Literal["recursion", "sat", "smt", "counter"] = "recursion",
) -> BooleanSpace:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : BooleanProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_ast : int, optional
        Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Bound the depth of mechanisms.
    errors : int, optional
        How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        A rule of every model: symcause.boolean.Rule, or a function of variable, parents and
        table.
    identity : {'functions+roots', 'behaviour'}, optional
        When two models count as one: functions+roots (their mechanisms), or behaviour (the
        default if there are latent variables).
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect.
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    certificate : bool, default False
        Of ``count``: a space ignores it.
    engine : {'recursion', 'sat', 'smt', 'counter'}, default 'recursion'
        Of ``count``: a space ignores it.

    Returns
    -------
    BooleanSpace
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.
    """

@overload
def space(
    problem: LinearProblem,
    *,
    coefficients: str | None = None,
    min_effect: str | None = None,
    target_may_cause: bool = False,
    semantics: Literal["set", "shift", "do", "hold"] | None = None,
    hidden_nodes: Literal["gold"] | None = None,
    tolerance: Fraction = Fraction(0, 1),
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    certificate: bool = False,
    engine: str = "auto",
) -> LinearSpace | HiddenSpace:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : LinearProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    tolerance : Fraction, optional
        How far the reactor's target may be off.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    certificate : bool, default False
        Of ``count``: a space ignores it.
    engine : str, default 'auto'
        Which engine decides: auto, exact or smt.

    Returns
    -------
    LinearSpace | HiddenSpace
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.
    """

@overload
def space(
    problem: GraphProblem | DAG | Directed,
    *,
    targets: tuple[str | tuple[str, ...], ...] = (),
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    engine: Literal["cliquepicking", "cliques", "recursion", "sat", "count"] = "cliquepicking",
    certificate: bool = False,
) -> ClassSpace:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : GraphProblem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    targets : tuple, optional
        Sets of targets, each set together.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    engine : {'cliquepicking', 'cliques', 'recursion', 'sat', 'count'}, default 'cliquepicking'
        The engine: clique picking (the package, or our own), or a second opinion for small
        graphs.
    certificate : bool, default False
        Of ``count``: a space ignores it.

    Returns
    -------
    ClassSpace
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.
    """

@overload
def space(
    problem: ShapeWorldProblem,
    *,
    scope: Literal["all", "rooted", "listed", "core", "hidden"] | None = None,
    start: Literal["closed", "any", "fair"] | None = None,
    certificate: bool = False,
    engine: Literal["lists", "counter", "sat"] = "lists",
) -> ShapeWorldSpace:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : ShapeWorldProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        Class of worlds: all, rooted (one shape causes all others), listed (causes first), core,
        hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        How to read the start of a transcript: closed (every effect of what moves there moves),
        any (nothing: the steps alone count), fair (closed, unless only the steps alone explain
        the log and its key). Without it, released logs are read fairly and all other problems
        as closed.
    certificate : bool, default False
        Of ``count``: a space ignores it.
    engine : {'lists', 'counter', 'sat'}, default 'lists'
        Of ``count``: a space ignores it.

    Returns
    -------
    ShapeWorldSpace
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.
    """

@overload
def space(problem: StatementsProblem, *, certificate: bool = False) -> StatementSpace:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : StatementsProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    certificate : bool, default False
        Of ``count``: a space ignores it.

    Returns
    -------
    StatementSpace
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.
    """

@overload
def space(
    problem: FiniteProblem,
    *,
    max_size: int | None = None,
    functions: Literal["disjunctive", "conjunctive", "threshold", "parity", "monotone", "any"]
    | None = None,
    require: Edges = (),
    forbid: Edges = (),
    sign: Signs = (),
    unate: bool = False,
    tiers: Tiers | None = None,
    candidates: Candidates | None = None,
    knowledge: Known | None = None,
    max_parents: int | Literal["none"] | None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    certificate: bool = False,
) -> FiniteSpace | HoleSpace:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : FiniteProblem
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    max_size : int, optional
        Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Disclose less than the problem does.
    certificate : bool, default False
        Of ``count``: a space ignores it.

    Returns
    -------
    FiniteSpace | HoleSpace
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.
    """

@overload
def space(
    problem: Problem,
    *,
    certificate: bool = ...,
    require: Edges = ...,
    forbid: Edges = ...,
    sign: Signs = ...,
    unate: bool = ...,
    tiers: Tiers | None = ...,
    candidates: Candidates | None = ...,
    knowledge: Known | None = ...,
    engine: str = ...,
    max_parents: Literal["none"] | int | None = ...,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = ...,
    max_ast: int | None = ...,
    max_depth: int | None = ...,
    errors: int | None = ...,
    admits: Admits | None = ...,
    identity: Literal["functions+roots", "behaviour"] | None = ...,
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
) -> VersionSpace[Any]:
    """Open the version space of a problem: the set of all consistent models.

    Parameters
    ----------
    problem : Problem | DAG | networkx.DiGraph
        A problem; a graph of networkx or a :class:`symcause.DAG` will do.
    certificate : bool, default False
        Boolean, linear, graphs, ShapeWorld, statements, finite. Of ``count``: a space ignores
        it.
    require : list of (cause, effect), optional
        Boolean, linear, graphs, finite. Every model has these edges.
    forbid : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Boolean, linear, graphs, finite. Signs of edges, where they are present.
    unate : bool, default False
        Boolean, linear, graphs, finite. Every parent only raises or only lowers its effect
        (Boolean).
    tiers : list of list of str, optional
        Boolean, linear, graphs, finite. Tiers of variables, earliest first: no edge points to
        an earlier tier.
    candidates : list of (cause, effect), optional
        Boolean, linear, graphs, finite. No other edges are possible.
    knowledge : mapping or 'none', optional
        Boolean, linear, graphs, finite. Any of the above in one mapping; 'none' drops the
        problem's own knowledge.
    engine : str, optional
        Boolean, ShapeWorld. Of ``count``: a space ignores it. Linear. Which engine decides:
        auto, exact or smt. Graphs. The engine: clique picking (the package, or our own), or a
        second opinion for small graphs.
    max_parents : int or 'none', optional
        Boolean, linear, finite. Bound the functional parents of a mechanism; 'none' lifts the
        problem's own bound.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean, finite. Disclose less than the problem does.
    max_ast : int, optional
        Boolean. Bound the AST size of mechanisms (operators and variables).
    max_depth : int, optional
        Boolean. Bound the depth of mechanisms.
    errors : int, optional
        Boolean. How many training cells may be wrong; replaces the problem's own number.
    admits : Rule or callable, optional
        Boolean. A rule of every model: symcause.boolean.Rule, or a function of variable,
        parents and table.
    identity : {'functions+roots', 'behaviour'}, optional
        Boolean. When two models count as one: functions+roots (their mechanisms), or behaviour
        (the default if there are latent variables).
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    tolerance : Fraction, optional
        Linear. How far the reactor's target may be off.
    targets : tuple, optional
        Graphs. Sets of targets, each set together.
    scope : {'all', 'rooted', 'listed', 'core', 'hidden'}, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    start : {'closed', 'any', 'fair'}, optional
        ShapeWorld. How to read the start of a transcript: closed (every effect of what moves
        there moves), any (nothing: the steps alone count), fair (closed, unless only the steps
        alone explain the log and its key). Without it, released logs are read fairly and all
        other problems as closed.
    max_size : int, optional
        Finite. Bound the size of expressions, for variables with a grammar.
    functions : str, optional
        Finite. Take the functions of a named class in place of the declared ones. One of:
        'disjunctive', 'conjunctive', 'threshold', 'parity', 'monotone', 'any'.

    Returns
    -------
    VersionSpace[Any]
        A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer questions about a version space, or an option is unknown or
        not valid.

    See Also
    --------
    symcause.audit : the verdict alone.
    symcause.count : the number alone.

    References
    ----------
    Mitchell 1982, Generalization as search (version spaces).

    Examples
    --------
    >>> space = symcause.space(symcause.example("ambiguous"))
    >>> len(space), space[0] in space, space.what_if({"X3": 1}).worst
    (23, True, 5)
    """

@overload
def convert(
    problem: BooleanProblem,
    *,
    to: None = None,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    heldout: int | None = None,
    seed: int = 0,
) -> BooleanProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Write the problem so that it discloses less.
    heldout : int, optional
        Add N held-out worlds, drawn from gold, new interventions first.
    seed : int, default 0
        With ``heldout`` or ``simulate``: the seed.

    Returns
    -------
    BooleanProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(
    problem: BooleanProblem,
    *,
    to: str,
    setting: Literal["ordered", "block-order", "hidden-order", "hidden-roots"] | None = None,
    heldout: int | None = None,
    seed: int = 0,
) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : BooleanProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Write the problem so that it discloses less.
    heldout : int, optional
        Add N held-out worlds, drawn from gold, new interventions first.
    seed : int, default 0
        With ``heldout`` or ``simulate``: the seed.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

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
) -> LinearProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    simulate : bool, default False
        Make evidence for configurations: records, chain, reactor.
    seed : int, default 0
        With ``heldout`` or ``simulate``: the seed.
    records : int, optional
        With ``simulate``: records (2).
    targets : str, optional
        With ``simulate``: the interventions in order (default: in turn, within the budget).
    log : str, optional
        Write the problem with the evidence of an episode log.

    Returns
    -------
    LinearProblem
        The changed problem; with *to* the text of it.
    """

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
) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : LinearProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.
    require : list of (cause, effect), optional
        Every model has these edges.
    forbid : list of (cause, effect), optional
        No model has any of these edges.
    sign : mapping of edge to sign, optional
        Signs of edges, where they are present.
    unate : bool, default False
        Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        No other edges are possible.
    knowledge : mapping or 'none', optional
        Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Bound the functional parents of a mechanism; 'none' lifts the problem's own bound.
    coefficients : str, optional
        Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        The smallest size of an effect (rational coefficients; quadratic: of the squared term).
    target_may_cause : bool, default False
        The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        The meaning of an intervention. do is one experiment at a time; hold data read as do
        give wrong verdicts.
    hidden_nodes : 'gold', optional
        Disclose which variables a hidden disturbance acts on, according to gold.
    simulate : bool, default False
        Make evidence for configurations: records, chain, reactor.
    seed : int, default 0
        With ``heldout`` or ``simulate``: the seed.
    records : int, optional
        With ``simulate``: records (2).
    targets : str, optional
        With ``simulate``: the interventions in order (default: in turn, within the budget).
    log : str, optional
        Write the problem with the evidence of an episode log.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: GraphProblem, *, to: None = None) -> GraphProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : GraphProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    GraphProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: GraphProblem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : GraphProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: ShapeWorldProblem, *, to: None = None) -> ShapeWorldProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    ShapeWorldProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: ShapeWorldProblem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : ShapeWorldProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: ScenarioProblem, *, to: None = None) -> ScenarioProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : ScenarioProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    ScenarioProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: ScenarioProblem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : ScenarioProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: TextGraph, *, to: None = None) -> TextGraph:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : TextGraph
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    TextGraph
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: TextGraph, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : TextGraph
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: StatementsProblem, *, to: None = None) -> StatementsProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : StatementsProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    StatementsProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: StatementsProblem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : StatementsProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: CptProblem, *, to: None = None) -> CptProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : CptProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    CptProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: CptProblem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : CptProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: FiniteProblem, *, to: None = None) -> FiniteProblem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    FiniteProblem
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: FiniteProblem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : FiniteProblem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.

    Returns
    -------
    str
        The changed problem; with *to* the text of it.
    """

@overload
def convert(problem: Problem, *, to: None = None) -> Problem:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean. Write the problem so that it discloses less.
    heldout : int, optional
        Boolean. Add N held-out worlds, drawn from gold, new interventions first.
    seed : int, default 0
        Boolean, linear. With ``heldout`` or ``simulate``: the seed.
    require : list of (cause, effect), optional
        Linear. Every model has these edges.
    forbid : list of (cause, effect), optional
        Linear. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Linear. Signs of edges, where they are present.
    unate : bool, default False
        Linear. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Linear. Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        Linear. No other edges are possible.
    knowledge : mapping or 'none', optional
        Linear. Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Linear. Bound the functional parents of a mechanism; 'none' lifts the problem's own
        bound.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    simulate : bool, default False
        Linear. Make evidence for configurations: records, chain, reactor.
    records : int, optional
        Linear. With ``simulate``: records (2).
    targets : str, optional
        Linear. With ``simulate``: the interventions in order (default: in turn, within the
        budget).
    log : str, optional
        Linear. Write the problem with the evidence of an episode log.

    Returns
    -------
    Problem or str
        The changed problem; with *to* the text of it.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this conversion, or an option is unknown or not valid.

    See Also
    --------
    symcause.save : write a problem to a file.
    symcause.publish : write a dataset.

    Examples
    --------
    >>> posed = symcause.example("unique")
    >>> symcause.convert(posed, setting="hidden-roots").setting == "hidden-roots"
    True
    >>> symcause.convert(posed, to="jsonl")[:32]
    '{"format": "symcause.boolean/1",'
    """

@overload
def convert(problem: Problem, *, to: str) -> str:
    """Change a problem, or write it in another format.

    Parameters
    ----------
    problem : Problem
        From :func:`symcause.load`, :func:`symcause.example` or a generator.
    to : str, optional
        A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.
    setting : {'ordered', 'block-order', 'hidden-order', 'hidden-roots'}, optional
        Boolean. Write the problem so that it discloses less.
    heldout : int, optional
        Boolean. Add N held-out worlds, drawn from gold, new interventions first.
    seed : int, default 0
        Boolean, linear. With ``heldout`` or ``simulate``: the seed.
    require : list of (cause, effect), optional
        Linear. Every model has these edges.
    forbid : list of (cause, effect), optional
        Linear. No model has any of these edges.
    sign : mapping of edge to sign, optional
        Linear. Signs of edges, where they are present.
    unate : bool, default False
        Linear. Every parent only raises or only lowers its effect (Boolean).
    tiers : list of list of str, optional
        Linear. Tiers of variables, earliest first: no edge points to an earlier tier.
    candidates : list of (cause, effect), optional
        Linear. No other edges are possible.
    knowledge : mapping or 'none', optional
        Linear. Any of the above in one mapping; 'none' drops the problem's own knowledge.
    max_parents : int or 'none', optional
        Linear. Bound the functional parents of a mechanism; 'none' lifts the problem's own
        bound.
    coefficients : str, optional
        Linear. Admissible coefficients: rational, or the integers in a range.
    min_effect : str, optional
        Linear. The smallest size of an effect (rational coefficients; quadratic: of the squared
        term).
    target_may_cause : bool, default False
        Linear. The target may cause other variables.
    semantics : {'set', 'shift', 'do', 'hold'}, optional
        Linear. The meaning of an intervention. do is one experiment at a time; hold data read
        as do give wrong verdicts.
    hidden_nodes : 'gold', optional
        Linear. Disclose which variables a hidden disturbance acts on, according to gold.
    simulate : bool, default False
        Linear. Make evidence for configurations: records, chain, reactor.
    records : int, optional
        Linear. With ``simulate``: records (2).
    targets : str, optional
        Linear. With ``simulate``: the interventions in order (default: in turn, within the
        budget).
    log : str, optional
        Linear. Write the problem with the evidence of an episode log.

    Returns
    -------
    Problem or str
        The changed problem; with *to* the text of it.

    Raises
    ------
    KindError
        An argument has the wrong type; a KindError is also a UsageError.
    UsageError
        The family does not answer this conversion, or an option is unknown or not valid.

    See Also
    --------
    symcause.save : write a problem to a file.
    symcause.publish : write a dataset.

    Examples
    --------
    >>> posed = symcause.example("unique")
    >>> symcause.convert(posed, setting="hidden-roots").setting == "hidden-roots"
    True
    >>> symcause.convert(posed, to="jsonl")[:32]
    '{"format": "symcause.boolean/1",'
    """

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
) -> Iterator[BooleanProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    preset : str, default 'hs_n8_bridge'
        Name of a preset, as ``list`` shows it.
    presets : path, optional
        Take presets from a TOML file.
    seed : int, default 0
        Seed.
    settings : str or sequence of str, optional
        A variant of each latent SCM; may be repeated, 'all' for all four (hidden-order).
    level : {'original', 'extra', 'counterexample', 'certified'}, default 'original'
        How much evidence the instances carry.
    alternative : bool, default False
        Make Alternative-SCM items.
    pool_size : int, default 1000
        Candidate worlds for the levels.
    siblings : bool, default False
        Make pairs that look alike: the evidence settles the question in only one of the two.
    pad : int, default 0
        Add this many worlds that change nothing.
    noise : int, default 0
        Flip K training cells, and what follows from them; gold is still the only model.
    margin : int, default 1
        At least M cells would have to be wrong for another model to fit as well as gold.
    hide : str or float or Fraction, default '0'
        Hide this share of the training cells that are not targets.

    Yields
    ------
    BooleanProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

@overload
def generate(
    name: Literal["alternative"],
    *,
    count: int = 1,
    distinct: bool = False,
    source: str | PathLike[str] | Iterable[Problem] | None = None,
    answers: Sequence[str | PathLike[str]] | Iterable[Mapping[str, object]] = (),
    seed: int = 0,
) -> Iterator[BooleanProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    source : iterable or path, optional
        The problems to start from.
    answers : sequence or Path or iterable, optional
        Take alternatives from stored answers (prediction files) instead of the exact space.
    seed : int, default 0
        Seed.

    Yields
    ------
    BooleanProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[BooleanProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    source : iterable or path, optional
        The problems to start from.
    seed : int, default 0
        Seed.
    pool_size : int, default 1000
        Candidate worlds that may settle it.
    errors : int, optional
        0: take the rows of problems that allow disturbed cells as exact.

    Yields
    ------
    BooleanProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[LinearProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    variables : int, default 4
        Number of variables: properties and the target.
    density : float, default 0.5
        Share of edges present.
    low : int, default 1
        Smallest coefficient.
    high : int, default 3
        Largest coefficient.
    records : int, default 2
        Prior records.
    budget : int, optional
        Interventions (four for each property).
    semantics : {'set', 'shift', 'do', 'hold'}, default 'set'
        The meaning of an intervention.
    target_may_cause : bool, default False
        The target may be a cause.
    quadratic : bool, default False
        Quadratic effects, values rounded.
    hidden : int, default 0
        Variables with a hidden disturbance.
    hidden_on_target : bool, default False
        The target is one of them.
    integer_class : bool, default False
        Only models with integer coefficients count.
    level : {'original', 'certified'}, default 'original'
        How much the instances settle (original: left to chance; certified: one graph, with
        proof).
    seed : int, default 0
        Seed.
    siblings : bool, default False
        Make pairs that look alike: the evidence settles the question in only one of the two.
    question : {'graph', 'target'}, default 'graph'
        The question of siblings: the graph, or the reactor's target.
    pad : int, default 0
        Add this many interventions that change nothing.

    Yields
    ------
    LinearProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[ShapeWorldProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    seed : int, default 0
        Seed.
    shapes : int, default 4
        Shapes per world.
    questions : int, default 6
        Questions per world, at most.
    answer : {'yes', 'no'}, optional
        Only questions with this answer.
    shortest_proof : int, optional
        Only questions whose shortest proof has this length.
    worst_case : int, optional
        Only questions with this worst case.
    moving : int, optional
        How many sources are set moving at the start (all shapes move).
    unconnected : bool, default False
        Include worlds without a shape that causes all others.
    hidden : bool, default False
        In half of the worlds something that is never shown keeps some shapes moving.
    as_released : bool, default False
        Draw as the published generator does.
    certified : bool, default False
        Recompute answer, worst case and shortest proof by search.
    level : {'original', 'certified'}, default 'original'
        What a case shows (original: the start; certified: also actions that settle its
        question, as many as the worst case takes, with the certificate of the answer).
    siblings : bool, default False
        Make pairs that look alike: the transcript settles the question in only one of the two.
    pad : int, default 0
        Add this many actions that change nothing.

    Yields
    ------
    ShapeWorldProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[ScenarioProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    template : {'altitude', 'assigned', 'survivors'}, default 'altitude'
        The template, by the trap.
    seed : int, default 0
        Seed.
    zones : int, default 4
        Latent zones, 2 to 6.
    margin : str or float or Fraction, default '0.02'
        How far baselines stay below the threshold.
    twin : bool, default False
        Make a twin of each that only an experiment separates.

    Yields
    ------
    ScenarioProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[StatementsProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    seed : int, default 0
        Seed.
    variables : int, default 4
        Variables per problem.
    siblings : bool, default False
        Make pairs with the same premise: only one of the two is settled.
    unmatched : bool, default False
        Any class and relation: more different problems, but both say something about the
        verdict.

    Yields
    ------
    StatementsProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

@overload
def generate(
    name: Literal["cpt"],
    *,
    count: int = 1,
    distinct: bool = False,
    query: Literal["marginal", "correlation", "ate", "ett", "nie", "nde"] | None = None,
    seed: int = 0,
) -> Iterator[CptProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    query : {'marginal', 'correlation', 'ate', 'ett', 'nie', 'nde'}, optional
        Only queries of this type.
    seed : int, default 0
        Seed.

    Yields
    ------
    CptProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[FiniteProblem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    template : path, optional
        A problem file without worlds, queries and gold (three dials and a lamp).
    seed : int, default 0
        Seed.
    rows : int, default 4
        Rows of the world without an intervention.
    queries : int, default 0
        Ask N queries in place of the model (0: the model).
    siblings : bool, default False
        Make pairs that look alike: the evidence settles the question in only one of the two.

    Yields
    ------
    FiniteProblem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

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
) -> Iterator[Problem]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Parameters
    ----------
    name : str
        The generator, as ``symcause generate --help`` lists it.
    count : int, default 1
        How often to generate: worlds, templates or pairs.
    distinct : bool, default False
        Leave out problems that repeat an earlier one up to names and order, and go on until
        *count* items have something new; a warning says where there are fewer.
    source : iterable or path, optional
        The problems to start from.
    themes : str or float or Fraction, default 'neutral,farm'
        Themes, by name or file, with commas.
    styles : str or float or Fraction, default 'table,story'
        Styles, by name or file, with commas.
    names : str or float or Fraction, default 'free'
        Names: free, agree, contradict, with commas.
    match : {'all', 'clauses', 'none'}, default 'clauses'
        Which texts of a problem are brought to a common length by fillers.
    seed : int, default 0
        The seed of names and order.
    allow_abstain : bool, default False
        Allow {"cannot_tell": true} as an answer.
    html : path, optional
        Also write a page with the texts of the first problem side by side.

    Yields
    ------
    Problem
        The problems. Some generators make several for each *count*, as pairs or questions.
    """

def score(
    problems: Iterable[Problem],
    predictions: Iterable[Mapping[str, object]],
    *,
    bootstrap: Bootstrap | None = None,
    answer_key: str | Sequence[str] | None = None,
    prompts: Any = (),
    classes: bool = False,
    everyone: bool = False,
    named: tuple[str, ...] = (),
    commands: tuple[str, ...] = (),
    functions: tuple[str, ...] = (),
    difficulty: bool = False,
    joint: tuple[str, ...] = (),
    pair_by: str = "latent",
    group_by: str | None = None,
    answered_only: bool = False,
    version_space: bool = False,
    released_means: bool = False,
    appendix: bool = False,
    bundle: str | None = None,
    resample: str = "systems",
    symbolic: tuple[str, ...] = (),
    scope: str | None = None,
    start: str | None = None,
    rubric: str | None = None,
    published: str | None = None,
    evaluations: str | None = None,
    judge: str | None = None,
    split_date: str | None = None,
    matched: bool = False,
    clusters: str | None = None,
    annotations: str | None = None,
    realisable: str | None = None,
    gold_errors: str | None = None,
    models: str | None = None,
    printed: bool = False,
) -> Scores:
    """Score answers of any family, and summarise them in tables.

    Of several answers of a model to one problem the last counts (Boolean problems, tables of
    probabilities, statements). A row about an unknown problem is a line with ``error``. Remarks
    on systems are in ``notes`` and warnings.

    Parameters
    ----------
    problems : iterable of Problem
        The problems that the answers are about.
    predictions : iterable of mapping
        Rows with ``instanceId`` (or ``problemId``, ``id``, ``problem``), ``model`` and
        ``response``: a text, a mapping as the text would hold it, or a model.
    bootstrap : Bootstrap, optional
        Resamples and seed of the intervals.
    answer_key : str or sequence of str, optional
        Key of the answer in a row.
    prompts : path, mapping or sequence, optional
        Prompts whose nouns answers use.
    classes : bool, default False
        Resample problems that are the same up to names and order as one.
    everyone : bool, default False
        Boolean, linear, ShapeWorld, scenarios, statements, probability tables, finite. Let all
        bundled baselines answer as well.
    named : sequence of str, optional
        Boolean, linear, ShapeWorld, scenarios, statements, probability tables, finite. Let this
        baseline answer as well.
    commands : sequence of str, optional
        Boolean, linear, ShapeWorld, scenarios, statements, probability tables, finite. Let a
        program answer as well: it reads the problem as JSON and prints its answer.
    functions : sequence of str, optional
        Boolean, linear, ShapeWorld, scenarios, statements, probability tables, finite. Let a
        function of a Python file answer as well.
    difficulty : bool, default False
        Boolean, finite. Relate measures of problems to the success of each system.
    joint : sequence of str, optional
        Boolean, finite. With ``difficulty``: a measure of the joint model (as many as the data
        carry).
    pair_by : str, default 'latent'
        Boolean. Metadata key by which problems share a latent model.
    group_by : str, optional
        Boolean. What the rows of the tables are grouped by: a metadata key, or 'file' (default:
        the setting, or none). Linear. What names the suites in the tables: a metadata key, or
        'file' for the file name.
    answered_only : bool, default False
        Boolean. Leave unanswered problems out of all rates.
    version_space : bool, default False
        Boolean. Find out which answers are the unique explanation (implied by baselines).
    released_means : bool, default False
        Boolean. Leave invalid answers out of means over worlds, as the released program does
        (otherwise they count as 0).
    appendix : bool, default False
        Boolean. Add the tables of the paper's appendices: grid, cohorts, structural deltas,
        alternatives found.
    bundle : str, optional
        Boolean. Write the released analysis bundle: its 37 tables under their own names
        (ReplaySCM).
    resample : str, default 'systems'
        Boolean. The units of resampling for the intervals of differences between cohorts.
    symbolic : sequence of str, optional
        Boolean. A system that is not a language model, for the table of unfound alternatives;
        baselines are implied.
    scope : str, optional
        ShapeWorld. Class of worlds: all, rooted (one shape causes all others), listed (causes
        first), core, hidden (some shapes are never shown).
    start : str, optional
        ShapeWorld. How to read the start of a transcript: closed (every effect of what moves
        there moves), any (nothing: the steps alone count), fair (closed, unless only the steps
        alone explain the log and its key). Without it, released logs are read fairly and all
        other problems as closed.
    rubric : str, optional
        Scenarios. The judges' rubric: criteria with weights (default: the published one with 16
        points).
    published : str, optional
        Scenarios. Published wins in results tables: a CSV with one row per model and one column
        per mode.
    evaluations : str, optional
        Text graphs. Published judge labels, by response.
    judge : str, optional
        Text graphs. Whose labels count, by evaluator_type (default: fine_grained, else the only
        judge there is).
    split_date : str, optional
        Text graphs. Compare samples published before this day with later ones.
    matched : bool, default False
        Text graphs. Compare judges on the responses that all of them judged.
    clusters : str, optional
        Text graphs. Clusters of samples: a CSV file (sample_id,cluster), or a key of their
        metadata.
    annotations : str, optional
        Text graphs. Graphs annotated twice: a CSV file
        (article,nodes,edges,node_fp,node_fn,edge_fp,edge_fn).
    realisable : str, optional
        Text graphs. Can some one-to-one reading of the nodes give the judge's labels? With
        ``evaluations``.
    gold_errors : str, optional
        Text graphs. Worst and best scores if at most K gold edges are wrong;
        missing=A,spurious=B: of each kind.
    models : str, optional
        Probability tables. CLadder's file of models, if it is not beside the questions.
    printed : bool, default False
        Probability tables. Take the percentages that the text of a CLadder question prints for
        its given numbers.

    Returns
    -------
    Scores
        ``lines``, one an answer, ``table(key)``, ``compare(first, second)``, ``figures``.

    Raises
    ------
    KindError
        A row is not a mapping, or lacks its problem or its answer.
    UsageError
        An option is unknown, or the family has no scores.

    See Also
    --------
    symcause.load_predictions : the rows of a file.
    symcause.check : one answer.
    symcause.baselines : rows of bundled baselines.

    Examples
    --------
    >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
    >>> rows = [{"instanceId": "unique", "model": "mine", "response": "no idea"}]
    >>> scores = symcause.score(pool, rows)
    >>> scores.lines[0]["stage"], scores.tables[0].key
    ('extracted_json', 'main')
    """
