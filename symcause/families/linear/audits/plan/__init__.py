"""Plans of linear interventions that leave one graph."""
