"""Boolean files: our versioned JSON, answers, other notations, and the ReplaySCM release."""
