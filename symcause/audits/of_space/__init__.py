"""The questions that every version space answers, each written once for all families."""
