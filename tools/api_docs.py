"""What the docstrings of the written functions say besides their options, in the sections of numpydoc.

The options' own texts stand where the options are declared. The examples are run by a test.
"""

from __future__ import annotations

from typing import NamedTuple


class Doc(NamedTuple):
    """A function: its summary, what is given by place, the result, what it raises, and an example."""

    said: str
    result: str
    example: str
    given: tuple[tuple[str, str, str], ...] = ()
    raises: tuple[tuple[str, str], ...] = ()
    see: tuple[tuple[str, str], ...] = ()
    references: tuple[str, ...] = ()
    notes: str = ""
    asks: str = "this question"


PROBLEM = ("problem", "", "From :func:`symcause.load`, :func:`symcause.example` or a generator.")
GRAPH = ("problem", "", "A problem; a graph of networkx or a :class:`symcause.DAG` will do.")
ANSWER = "A model, a mapping of mechanisms, or the raw text of a system."

ASKED = (
    ("KindError", "An argument has the wrong type; a KindError is also a UsageError."),
    ("UsageError", "The family does not answer {asks}, or an option is unknown or not valid."),
)

COUNTING = "Batzoglou 2026, arXiv:2605.08197 (ReplaySCM)."
VERSION_SPACES = "Mitchell 1982, Generalization as search (version spaces)."

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
        see=(("next_experiments", "experiments that halve the whole space."),),
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
    "next_experiments": Doc(
        "Rank the experiments worth doing next, the best first.",
        "``experiments``, each with its worst case and its outcomes.",
        """
        >>> document = symcause.next_experiments(symcause.example("ambiguous"))
        >>> best = document.experiments[0]
        >>> best.experiment, best.worst
        ({'do': {'X3': 1}}, 5)
        """,
        given=(GRAPH,),
        see=(("disambiguate", "a whole plan."), ("separate", "an experiment for two models.")),
    ),
    "align": Doc(
        "Align the nodes of a gold graph and of an answer, with proof or bounds.",
        "``status``, the matching, and bounds on the nodes and edges that agree.",
        """
        >>> import networkx as nx
        >>> gold, answer = nx.DiGraph([("rain", "mud"), ("mud", "dirt")]), nx.DiGraph([("a", "b")])
        >>> document = symcause.align(gold, answer, pairs="all")
        >>> document.status, document.edges.low
        ('optimal', 1)
        """,
        given=(GRAPH, ("answer", "graph, mapping or str", "A graph, or the raw text of a model.")),
        see=(("score", "alignments of a whole pool."),),
    ),
    "imec": Doc(
        "Describe the (interventional) Markov equivalence class of a DAG.",
        "``size`` and what the options ask for: members, samples, the best intervention.",
        """
        >>> import networkx as nx
        >>> symcause.imec(nx.DiGraph([("A", "B"), ("B", "C")]), targets=("A",)).size
        1
        """,
        given=(GRAPH,),
        see=(("class_size", "the size alone, of a graph."),),
        references=(
            "Wienöbst, Bannach and Liśkiewicz 2023, Polynomial-time algorithms for counting and "
            "sampling Markov equivalent DAGs.",
        ),
    ),
    "play": Doc(
        "Let a bundled agent play an episode, and judge every action.",
        "The transcript, ``right``, ``support`` and the judgement of every action.",
        """
        >>> document = symcause.play(symcause.example("world"), agent="greedy")
        >>> document.right, document.support
        (True, 'justified')
        """,
        given=(
            PROBLEM,
            ("agent", "{'random', 'greedy', 'optimal', 'passive'}, default 'greedy'", "Who plays."),
        ),
        see=(("Episode", "an episode that your own agent plays."),),
    ),
    "render_prompt": Doc(
        "Write the prompt that a language model gets.",
        "``text``, and with a theme the names of the variables.",
        """
        >>> "X1" in symcause.render_prompt(symcause.example("unique")).text
        True
        """,
        given=(PROBLEM,),
        see=(("render", "the text of a problem without a task."), ("score", "score the answers.")),
    ),
    "convert": Doc(
        "Change a problem, or write it in another format.",
        "The changed problem; with *to* the text of it.",
        """
        >>> posed = symcause.example("unique")
        >>> symcause.convert(posed, setting="hidden-roots").setting == "hidden-roots"
        True
        >>> symcause.convert(posed, to="jsonl")[:32]
        '{"format": "symcause.boolean/1",'
        """,
        given=(
            PROBLEM,
            (
                "to",
                "str, optional",
                "A format: jsonl, one of another project, or svg, dot, graphml, latex of gold.",
            ),
        ),
        see=(("save", "write a problem to a file."), ("publish", "write a dataset.")),
        asks="this conversion",
    ),
    "generate": Doc(
        "Generate problems, one after the other, with what is proved of each in its metadata.",
        "The problems. Some generators make several for each *count*, as pairs or questions.",
        """
        >>> made = list(symcause.generate("shapeworld", count=2, questions=1, certified=True))
        >>> len(made), symcause.verify(made[0], made[0].metadata["certificate"]).accepted
        (2, True)
        >>> made = list(symcause.generate("statements", count=3, distinct=True))
        >>> len({symcause.canonical(one).digest for one in made})
        3
        """,
        given=(
            ("name", "str", "The generator, as ``symcause generate --help`` lists it."),
            ("count", "int, default 1", "How often to generate: worlds, templates or pairs."),
            (
                "distinct",
                "bool, default False",
                "Leave out what repeats an earlier problem up to names and order, so that *count* items "
                "have something new; a warning says where there are fewer.",
            ),
        ),
        raises=(
            ("KindError", "*count* or an option has the wrong type."),
            ("UsageError", "No generator has this name, or an option is unknown or not valid."),
        ),
        see=(("save", "write the problems to a file."), ("publish", "write them as a dataset.")),
        notes="Where an option names a file of problems or answers, a list of them will do.",
    ),
    "score": Doc(
        "Score answers of any family, and summarise them in tables.",
        "``lines``, one an answer, ``table(key)``, ``compare(first, second)``, ``figures``.",
        """
        >>> pool = list(symcause.load_pool("examples/pool.jsonl"))
        >>> rows = [{"instanceId": "unique", "model": "mine", "response": "no idea"}]
        >>> scores = symcause.score(pool, rows)
        >>> scores.lines[0]["stage"], scores.tables[0].key
        ('extracted_json', 'main')
        """,
        given=(
            ("problems", "iterable of Problem", "The problems that the answers are about."),
            (
                "predictions",
                "iterable of mapping",
                "Rows with ``instanceId`` (or ``problemId``, ``id``, ``problem``), ``model`` and "
                "``response``: a text, a mapping as the text would hold it, or a model.",
            ),
            ("bootstrap", "Bootstrap, optional", "Resamples and seed of the intervals."),
            ("answer_key", "str or sequence of str, optional", "Key of the answer in a row."),
            ("prompts", "path, mapping or sequence, optional", "Prompts whose nouns answers use."),
            (
                "classes",
                "bool, default False",
                "Resample problems that are the same up to names and order as one.",
            ),
        ),
        raises=(
            ("KindError", "A row is no mapping, or lacks its problem or its answer."),
            ("UsageError", "An option is unknown, or the family has no scores."),
        ),
        see=(
            ("load_predictions", "the rows of a file."),
            ("check", "one answer."),
            ("baselines", "rows of bundled baselines."),
        ),
        notes="Of several answers of a model to one problem the last counts (Boolean problems, "
        "tables of probabilities, statements). A row about an unknown problem is a line with "
        "``error``. Remarks on systems are in ``notes`` and warnings.",
    ),
}
