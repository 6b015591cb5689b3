"""Index of the ReplaySCM paper: which command makes which of its Boolean tables and figures."""

from __future__ import annotations

from symcause.scoring.paper_list import Listed, Paper

PAPER = Paper(
    "ReplaySCM",
    (
        Listed("Table 1", "core results", "main"),
        Listed("Table 2", "structure and local functions", "structure"),
        Listed("Table 3", "Alternative-SCM; hidden roots", "alternative, sources; roots"),
        Listed(
            "Figure 1",
            "the ladder of disclosure",
            "picture ladder-train-exact, ladder-heldout-world-exact (--figures)",
        ),
        Listed(
            "Tables A.1-A.3, B.1, B.2, H.1; Figure A.1",
            "what the benchmark is",
            "no: they describe it, nothing is computed",
        ),
        Listed("Table C.1", "validation stages", "funnel"),
        Listed("Tables C.2, C.3", "parents and structural distance", "structure"),
        Listed("Table C.4", "held-out replay of train-exact answers", "retention"),
        Listed("Table D.1", "paired differences of settings", "deltas"),
        Listed("Table D.2", "TrainExact on the matched pool", "grid (--appendix)"),
        Listed(
            "Figure D.1",
            "training against held-out replay",
            "in part: TrainWorld and HeldoutWorld of main; no picture of both",
        ),
        Listed("Table E.1", "support-audit subsets", "main with --group-by file"),
        Listed(
            "Tables F.1, F.4, F.5",
            "differences of cohorts",
            "cohort-deltas (--appendix); --resample: systems or problems, the paper does not say which",
        ),
        Listed(
            "Table F.2",
            "coverage of pools",
            "pool-coverage, pool-growth (--appendix, with --group-by file)",
        ),
        Listed("Table F.3", "cohorts", "cohorts (--appendix)"),
        Listed("Table F.6", "ambiguity bins", "bins (--appendix), where files state the ratio"),
        Listed("Table F.7", "replay by level", "replay-levels (--appendix, with --group-by file)"),
        Listed(
            "Table F.8",
            "structure and replay with extra worlds",
            "structure, main with --group-by file: the rows of the two files",
        ),
        Listed(
            "Table F.9",
            "structure before and after",
            "structure-levels, replay-levels (--appendix, with --group-by file)",
        ),
        Listed(
            "Table F.10", "intervals of structural differences", "structure-deltas (--appendix)"
        ),
        Listed(
            "Table F.11",
            "problems with an alternative",
            "unfound (--appendix; --symbolic NAME; --version-space: ambiguous at all)",
        ),
        Listed("Table F.12", "alternatives by system", "found (--appendix)"),
        Listed(
            "Tables F.13, F.14",
            "before and after extra worlds",
            "found-deltas, found-twice (--appendix, with --group-by file)",
        ),
        Listed(
            "Tables G.1-G.3",
            "Alternative-SCM, leave-model-out, interventions",
            "alternative, sources",
        ),
        Listed("Tables G.4, G.5", "closeness to the reference, depth", "edits, depths"),
        Listed("Tables G.6-G.8", "hidden roots", "roots, nested-roots"),
        Listed("Table H.2", "baselines", "comparison (--baselines)"),
        Listed(
            "Analysis bundle",
            "55 files of the released program",
            "in part: --bundle FOLDER writes 37; of the other 18 no columns are known",
        ),
        Listed("Tokens and time", "means by system", "usage, where answers come with it"),
    ),
)
