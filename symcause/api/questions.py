"""Questions in the Python API, each as a function with its options in its docstring.

Written by tools/write_api.py: do not edit. Type checkers and editors read questions.pyi, which has one
overload a family.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from symcause.api.answer_scores import scored
from symcause.api.conversion import converted
from symcause.api.dispatch import asked, opened
from symcause.api.instances import generated

if TYPE_CHECKING:
    from symcause.api.dispatch import Directed
    from symcause.api.scores_object import Scores
    from symcause.formats.problems import Problem
    from symcause.models.dags import DAG
    from symcause.scoring.bootstrap import Bootstrap


def audit(problem: Problem | DAG | Directed, **options: Any) -> Any:
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
    return asked("audit", problem, options)


def count(problem: Problem | DAG | Directed, **options: Any) -> Any:
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
    return asked("count", problem, options)


def check(problem: Problem | DAG | Directed, answer: object, **options: Any) -> Any:
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
    return asked("check", problem, {"answer": answer, **options})


def solve(problem: Problem, **options: Any) -> Any:
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
    return asked("solve", problem, options)


def alternatives(problem: Problem, against: object = None, **options: Any) -> Any:
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
    return asked("alternatives", problem, {"against": against, **options})


def separate(
    problem: Problem | DAG | Directed, first: object = "", second: object = "", **options: Any
) -> Any:
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
    return asked("separate", problem, {"first": first, "second": second, **options})


def disambiguate(problem: Problem, **options: Any) -> Any:
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
    return asked("disambiguate", problem, options)


def align(problem: Problem | DAG | Directed, answer: object, **options: Any) -> Any:
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
    return asked("align", problem, {"answer": answer, **options})


def imec(problem: Problem | DAG | Directed, **options: Any) -> Any:
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
    return asked("imec", problem, options)


def next_experiments(problem: Problem | DAG | Directed, **options: Any) -> Any:
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
    return asked("next", problem, options)


def play(problem: Problem, agent: str = "greedy", **options: Any) -> Any:
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
    return asked("play", problem, {"agent": agent, **options})


def render_prompt(problem: Problem, **options: Any) -> Any:
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
    return asked("prompt", problem, options)


def space(problem: Problem | DAG | Directed, **options: Any) -> Any:
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
    return opened(problem, options)


def convert(problem: Problem, *, to: str | None = None, **options: Any) -> Any:
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
    return converted(problem, to, options)


def generate(name: Any, *, count: int = 1, distinct: bool = False, **options: Any) -> Iterator[Any]:
    """Generate problems, one at a time; the metadata of each says what is proved of it.

    Where an option names a file of problems or answers, a list of them will do.

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
        Boolean, alternative, siblings, linear, ShapeWorld, scenarios, statements, probability
        tables, finite. Seed. Renderings. The seed of names and order.
    siblings : bool, default False
        Boolean, linear, finite. Make pairs that look alike: the evidence settles the question
        in only one of the two. ShapeWorld. Make pairs that look alike: the transcript settles
        the question in only one of the two. Statements. Make pairs with the same premise: only
        one of the two is settled.
    level : {'original', 'extra', 'counterexample', 'certified'}, default 'original'
        Boolean. How much evidence the instances carry. Linear. How much the instances settle
        (original: left to chance; certified: one graph, with proof). ShapeWorld. What a case
        shows (original: the start; certified: also actions that settle its question, as many as
        the worst case takes, with the certificate of the answer).
    pad : int, default 0
        Boolean. Add this many worlds that change nothing. Linear. Add this many interventions
        that change nothing. ShapeWorld. Add this many actions that change nothing.
    source : iterable or path, optional
        Alternative, siblings, renderings. The problems to start from.
    pool_size : int, default 1000
        Boolean. Candidate worlds for the levels. Siblings. Candidate worlds that may settle it.
    margin : int or str or float or Fraction, optional
        Boolean. At least M cells would have to be wrong for another model to fit as well as
        gold (1). Scenarios. How far baselines stay below the threshold (0.02).
    variables : int, default 4
        Linear. Number of variables: properties and the target. Statements. Variables per
        problem.
    hidden : int or bool, optional
        Linear. Variables with a hidden disturbance (0). ShapeWorld. In half of the worlds
        something that is never shown keeps some shapes moving.
    template : path, optional
        Scenarios. The template, by the trap (altitude). Finite. A problem file without worlds,
        queries and gold (three dials and a lamp).
    preset : str, default 'hs_n8_bridge'
        Boolean. Name of a preset, as ``list`` shows it.
    presets : path, optional
        Boolean. Take presets from a TOML file.
    settings : str or sequence of str, optional
        Boolean. A variant of each latent SCM; may be repeated, 'all' for all four
        (hidden-order).
    alternative : bool, default False
        Boolean. Make Alternative-SCM items.
    noise : int, default 0
        Boolean. Flip K training cells, and what follows from them; gold is still the only
        model.
    hide : str or float or Fraction, default '0'
        Boolean. Hide this share of the training cells that are not targets.
    answers : sequence or Path or iterable, optional
        Alternative. Take alternatives from stored answers (prediction files) instead of the
        exact space.
    errors : int, optional
        Siblings. 0: take the rows of problems that allow disturbed cells as exact.
    density : float, default 0.5
        Linear. Share of edges present.
    low : int, default 1
        Linear. Smallest coefficient.
    high : int, default 3
        Linear. Largest coefficient.
    records : int, default 2
        Linear. Prior records.
    budget : int, optional
        Linear. Interventions (four for each property).
    semantics : {'set', 'shift', 'do', 'hold'}, default 'set'
        Linear. The meaning of an intervention.
    target_may_cause : bool, default False
        Linear. The target may be a cause.
    quadratic : bool, default False
        Linear. Quadratic effects, values rounded.
    hidden_on_target : bool, default False
        Linear. The target is one of them.
    integer_class : bool, default False
        Linear. Only models with integer coefficients count.
    question : {'graph', 'target'}, default 'graph'
        Linear. The question of siblings: the graph, or the reactor's target.
    shapes : int, default 4
        ShapeWorld. Shapes per world.
    questions : int, default 6
        ShapeWorld. Questions per world, at most.
    answer : {'yes', 'no'}, optional
        ShapeWorld. Only questions with this answer.
    shortest_proof : int, optional
        ShapeWorld. Only questions whose shortest proof has this length.
    worst_case : int, optional
        ShapeWorld. Only questions with this worst case.
    moving : int, optional
        ShapeWorld. How many sources are set moving at the start (all shapes move).
    unconnected : bool, default False
        ShapeWorld. Include worlds without a shape that causes all others.
    as_released : bool, default False
        ShapeWorld. Draw as the published generator does.
    certified : bool, default False
        ShapeWorld. Recompute answer, worst case and shortest proof by search.
    zones : int, default 4
        Scenarios. Latent zones, 2 to 6.
    twin : bool, default False
        Scenarios. Make a twin of each that only an experiment separates.
    unmatched : bool, default False
        Statements. Any class and relation: more different problems, but both say something
        about the verdict.
    query : {'marginal', 'correlation', 'ate', 'ett', 'nie', 'nde'}, optional
        Probability tables. Only queries of this type.
    rows : int, default 4
        Finite. Rows of the world without an intervention.
    queries : int, default 0
        Finite. Ask N queries in place of the model (0: the model).
    themes : str or float or Fraction, default 'neutral,farm'
        Renderings. Themes, by name or file, with commas.
    styles : str or float or Fraction, default 'table,story'
        Renderings. Styles, by name or file, with commas.
    names : str or float or Fraction, default 'free'
        Renderings. Names: free, agree, contradict, with commas.
    match : {'all', 'clauses', 'none'}, default 'clauses'
        Renderings. Which texts of a problem are brought to a common length by fillers.
    allow_abstain : bool, default False
        Renderings. Allow {"cannot_tell": true} as an answer.
    html : path, optional
        Renderings. Also write a page with the texts of the first problem side by side.

    Yields
    ------
    Problem
        The problems. Some generators make several for each *count*, as pairs or questions.

    Raises
    ------
    KindError
        *count* or an option has the wrong type.
    UsageError
        No generator has this name, or an option is unknown or not valid.

    See Also
    --------
    symcause.save : write the problems to a file.
    symcause.publish : write them as a dataset.

    Examples
    --------
    >>> made = list(symcause.generate("shapeworld", count=2, questions=1, certified=True))
    >>> len(made), symcause.verify(made[0], made[0].metadata["certificate"]).accepted
    (2, True)
    >>> made = list(symcause.generate("statements", count=3, distinct=True))
    >>> len({symcause.canonical(one).digest for one in made})
    3
    """
    return generated(name, count, options, distinct=distinct)


def score(
    problems: Iterable[Problem],
    predictions: Iterable[Mapping[str, object]],
    *,
    bootstrap: Bootstrap | None = None,
    answer_key: str | Sequence[str] | None = None,
    prompts: Any = (),
    classes: bool = False,
    **options: Any,
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
    return scored(
        problems,
        predictions,
        options,
        bootstrap=bootstrap,
        answer_key=answer_key,
        prompts=prompts,
        classes=classes,
    )
