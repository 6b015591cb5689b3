"""The functions that ``write_api.py`` writes: their questions, what they take by place, what they say."""

from __future__ import annotations

from typing import NamedTuple


class Shape(NamedTuple):
    """A function: its question, what is given by place, the document of all families, what it says.

    The example is run by a test, in the folder that has ``examples``. Families named in *free* may leave
    out what is given by place.
    """

    question: str
    placed: str
    common: str
    said: str
    example: str
    free: tuple[str, ...] = ()


FUNCTIONS = {
    "audit": Shape(
        "audit",
        "",
        "symcause.audits.documents:AuditDocument",
        "Is the evidence enough? Verdict, count, alternatives and all that the family has to say.",
        """
        >>> found = symcause.audit(symcause.load("examples/ambiguous.json"))
        >>> str(found.verdict), found.count
        ('ambiguous', 23)
        """,
    ),
    "count": Shape(
        "count",
        "",
        "symcause.audits.documents:CountDocument",
        "How many members of the class explain the evidence?",
        """
        >>> symcause.count(symcause.load("examples/ambiguous.json"), max_parents=3).count
        4782
        """,
    ),
    "check": Shape(
        "check",
        "answer: object",
        "symcause.audits.documents:CheckDocument",
        "Is this answer right, and the only one? A model, a mapping, or the raw text of a system.",
        """
        >>> posed = symcause.load("examples/unique.json")
        >>> found = symcause.check(posed, {"mechanisms": {"X3": "(xor X1 X2)", "X4": "X3", "X5": "X1"}})
        >>> found.right, found.train_exact
        (False, False)
        """,
    ),
    "solve": Shape(
        "solve",
        "",
        "symcause.audits.documents:SolveDocument",
        "One explaining model, the simplest first.",
        """
        >>> symcause.solve(symcause.load("examples/unique.json")).mechanisms["X3"]
        '(xor X1 X2)'
        """,
    ),
    "alternatives": Shape(
        "alternatives",
        "against: object = None",
        "symcause.audits.documents:AlternativesDocument",
        "Other explaining models than the reference, gold, or *against*, nearest first.",
        """
        >>> found = symcause.alternatives(symcause.load("examples/ambiguous.json"), limit=1)
        >>> found.alternatives[0].changed
        ('X4',)
        """,
    ),
    "separate": Shape(
        "separate",
        "first: object, second: object",
        "symcause.audits.documents:SeparateDocument",
        "The best experiment that tells two answers or models apart.",
        """
        >>> posed = symcause.load("examples/ambiguous.json")
        >>> first, second = symcause.space(posed)[:2]
        >>> print(symcause.separate(posed, first, second).experiment)
        do(X3=0)

        A scenario is told from its twin, or with ``budget=True`` from rivals; *rival* makes one.
        """,
        free=("scenario",),
    ),
    "disambiguate": Shape(
        "disambiguate",
        "",
        "symcause.audits.documents:DisambiguateDocument",
        "What further evidence would leave one member.",
        """
        >>> found = symcause.disambiguate(symcause.load("examples/ambiguous.json"))
        >>> found.count_before, found.count_after, len(found.worlds)
        (23, 1, 2)
        """,
    ),
    "align": Shape(
        "align",
        "answer: object",
        "symcause.families.textgraph.documents.align_document:AlignDocument",
        "The best node alignment of a gold graph and an answer, a graph or a text, with proof or bounds.",
        """
        >>> import networkx as nx
        >>> gold, answer = nx.DiGraph([("rain", "mud"), ("mud", "dirt")]), nx.DiGraph([("a", "b")])
        >>> found = symcause.align(gold, answer, pairs="all")
        >>> found.status, found.edges.low
        ('optimal', 1)
        """,
    ),
    "imec": Shape(
        "imec",
        "",
        "symcause.families.dag.documents:ImecDocument",
        "The (interventional) Markov equivalence class of a DAG: its size, and what interventions leave.",
        """
        >>> import networkx as nx
        >>> symcause.imec(nx.DiGraph([("A", "B"), ("B", "C")]), targets=("A",)).size
        1
        """,
    ),
    "next_experiments": Shape(
        "next",
        "",
        "symcause.audits.experiments.experiment_document:NextDocument",
        "The experiments worth doing next, best first.",
        """
        >>> best = symcause.next_experiments(symcause.load("examples/ambiguous.json")).experiments[0]
        >>> best.experiment, best.worst
        ({'do': {'X3': 1}}, 5)
        """,
    ),
    "play": Shape(
        "play",
        'agent: str = "greedy"',
        "symcause.episodes.judgement.episode_document:PlayDocument",
        "An episode, played by an agent of ours and judged; :class:`symcause.Episode` takes yours.",
        """
        >>> found = symcause.play(symcause.load("examples/world.json"), agent="greedy")
        >>> found.right, found.support
        (True, 'justified')
        """,
    ),
    "render_prompt": Shape(
        "prompt",
        "",
        "symcause.audits.prompt:PromptDocument",
        "The prompt that a language model gets.",
        """
        >>> "X1" in symcause.render_prompt(symcause.load("examples/unique.json")).text
        True
        """,
    ),
    "space": Shape(
        "count",
        "",
        "symcause.audits.space:VersionSpace",
        "The version space of a problem: count it, list it, ask whether a model is in it.",
        """
        >>> space = symcause.space(symcause.load("examples/ambiguous.json"))
        >>> len(space), space[0] in space, space.what_if({"X3": 1}).worst
        (23, True, 5)
        """,
    ),
}
