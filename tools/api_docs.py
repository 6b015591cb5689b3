"""What the docstrings of the written functions say besides their options, one entry a function."""

from __future__ import annotations

from api_doc import ANSWER, COUNTING, GRAPH, PROBLEM, VERSION_SPACES, Doc
from api_docs_of_work import MORE

DOCS: dict[str, Doc] = {
    "audit": Doc(
        "Decide whether the evidence determines one model or one answer.",
        "``verdict``, ``count``, ``alternatives``, ``certificate`` and what the family adds.",
        """
        >>> document = symcause.audit(symcause.example("ambiguous"))
        >>> str(document.verdict), document.count
        ('ambiguous', 23)
        """,
        given=(GRAPH,),
        see=(
            ("space", "the set of all consistent models."),
            ("check", "judge one answer."),
            ("verify", "re-check the certificate of an audit."),
        ),
        references=(VERSION_SPACES, COUNTING),
        notes="A verdict is exact or ``unknown``; ``unknown`` has a reason.",
    ),
    "space": Doc(
        "Open the version space of a problem: the set of all consistent models.",
        "A set to count, iterate, slice and compare; ``in`` asks whether a model belongs to it.",
        """
        >>> space = symcause.space(symcause.example("ambiguous"))
        >>> len(space), space[0] in space, space.what_if({"X3": 1}).worst
        (23, True, 5)
        """,
        given=(GRAPH,),
        see=(("audit", "the verdict alone."), ("count", "the number alone.")),
        references=(VERSION_SPACES,),
        asks="questions about a version space",
    ),
    "count": Doc(
        "Count the models of the class that are consistent with the evidence.",
        "``count``, exact, or None with a reason and, where known, bounds.",
        """
        >>> symcause.count(symcause.example("ambiguous"), max_parents=3).count
        4782
        """,
        given=(GRAPH,),
        see=(("space", "the models themselves."), ("class_size", "the size of a Markov class.")),
        references=("Robinson 1973, Counting labeled acyclic digraphs.",),
    ),
    "check": Doc(
        "Judge one answer: is it valid, right, and the only consistent one?",
        "``right``, ``valid``, ``train_exact`` and what the family adds.",
        """
        >>> posed = symcause.example("unique")
        >>> answer = {"mechanisms": {"X3": "(xor X1 X2)", "X4": "X3", "X5": "X1"}}
        >>> document = symcause.check(posed, answer)
        >>> document.right, document.train_exact
        (False, False)
        """,
        given=(GRAPH, ("answer", "model, mapping or str", ANSWER)),
        see=(("score", "many answers, with tables."), ("separate", "compare two answers.")),
    ),
    "solve": Doc(
        "Find one consistent model, the simplest first.",
        "``mechanisms``, ``edges`` or ``answer``, as the family has it.",
        """
        >>> symcause.solve(symcause.example("unique")).mechanisms["X3"]
        '(xor X1 X2)'
        """,
        given=(PROBLEM,),
        see=(("space", "all consistent models."), ("alternatives", "other models than gold.")),
    ),
    "alternatives": Doc(
        "Find consistent models other than the reference answer, the nearest first.",
        "``alternatives``: models, each with its best separating experiment.",
        """
        >>> document = symcause.alternatives(symcause.example("ambiguous"), limit=1)
        >>> document.alternatives[0].changed
        ('X4',)
        """,
        given=(
            PROBLEM,
            (
                "against",
                "model, mapping or str, optional",
                "Find models other than this one (gold).",
            ),
        ),
        see=(("separate", "an experiment between two models."), ("space", "all models.")),
    ),
    "separate": Doc(
        "Find the best experiment that separates two answers or models.",
        "``experiment`` and the outcomes; of a scenario the rivals and the odds.",
        """
        >>> posed = symcause.example("ambiguous")
        >>> first, second = symcause.space(posed)[:2]
        >>> print(symcause.separate(posed, first, second).experiment)
        do(X3=0)
        """,
        given=(
            GRAPH,
            ("first", "model, mapping or str", "An answer, or the word gold or reference."),
            ("second", "model, mapping or str", "The other answer. A scenario may leave it out."),
        ),
        see=(("next_experiments", "experiments ranked over the whole space."),),
        notes="Of a scenario *first* is its twin or a rival; ``rival`` makes one.",
    ),
    "disambiguate": Doc(
        "Find further evidence that would leave one consistent model.",
        "``worlds`` or a plan, ``count_before`` and ``count_after``.",
        """
        >>> document = symcause.disambiguate(symcause.example("ambiguous"))
        >>> document.count_before, document.count_after, len(document.worlds)
        (23, 1, 2)
        """,
        given=(PROBLEM,),
        see=(("next_experiments", "one experiment at a time."),),
    ),
    **MORE,
}
