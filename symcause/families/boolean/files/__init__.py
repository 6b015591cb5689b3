"""Files: our versioned JSON, answers, and the ReplaySCM release."""
