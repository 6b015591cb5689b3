"""What a paper or a talk takes from a run: tables, a figure of its size, a slide."""
