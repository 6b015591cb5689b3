"""The second half of what docstrings say: functions that make, change and judge things."""

from __future__ import annotations

from api_doc import GRAPH, PROBLEM, Doc

MORE: dict[str, Doc] = {
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
        "Generate problems, one at a time; the metadata of each says what is proved of it.",
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
                "Leave out problems that repeat an earlier one up to names and order, and go on until "
                "*count* items have something new; a warning says where there are fewer.",
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
            ("KindError", "A row is not a mapping, or lacks its problem or its answer."),
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
