"""Index of the CausaLab paper: which linear scoring command makes which table and figure."""

from __future__ import annotations

from symcause.scoring.paper_list import Listed, Paper

PAPER = Paper(
    "CausaLab",
    (
        Listed("Table 1", "statistics of graphs", "graphs"),
        Listed(
            "Table 2; Figures 1, 7",
            "what an episode is",
            "no: they describe it; audit --log --html draws a trajectory",
        ),
        Listed("Tables 3-6, 9-12", "suites", "crystals with --group-by file"),
        Listed("Table 7", "models by number of nodes", "crystals"),
        Listed(
            "Table 8",
            "IMEC",
            "crystals: columns IMEC and Graphs left; no program for it was released",
        ),
        Listed(
            "Figures 2-6, 8-11",
            "the same numbers as pictures",
            "in part: picture target; the numbers are in crystals, no picture of accuracy against edges",
        ),
        Listed(
            "Figures 12, 13",
            "scaling curves",
            "in part: the numbers are in crystals, one suite a setting (--group-by file); no curves",
        ),
        Listed(
            "Figure 14",
            "early commitment",
            "commitment, the numbers; no program for it was released",
        ),
    ),
)
