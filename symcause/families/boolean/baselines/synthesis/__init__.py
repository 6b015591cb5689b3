"""Synthesis baselines of the Boolean family: methods that find models without the version space."""
