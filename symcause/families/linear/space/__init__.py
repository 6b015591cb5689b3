"""Version spaces of crystals: exact, integer and SMT engines, and the hidden disturbance."""
