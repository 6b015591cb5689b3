"""Index of the CausalLink paper: which ShapeWorld scoring command makes which table and figure."""

from __future__ import annotations

from symcause.scoring.paper_list import Listed, Paper

PAPER = Paper(
    "CausalLink",
    (
        Listed(
            "Table 1", "core set, best template of a model", "templates (marked best), accuracy"
        ),
        Listed(
            "Table 2",
            "failure modes",
            "patterns, by rules read from the paper: no labelling program was released",
        ),
        Listed("Table 3; Figure 1", "hardware; the protocol", "no: they describe it"),
        Listed("Tables 4, 5", "one template", "templates, accuracy"),
        Listed("Figure 2", "structures, least and greatest over starts", "structures, starts"),
        Listed("Figure 3", "number of shapes", "shapes"),
        Listed("Released analyses", "errors, starts", "errors, starts"),
    ),
)
