"""Linear version spaces under a hidden disturbance."""
