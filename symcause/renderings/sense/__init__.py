"""Common sense: what a theme says about its nouns, and names that agree with gold or contradict it."""
