"""Material for a paper or a talk about a run: tables, a figure of its size, a slide."""
