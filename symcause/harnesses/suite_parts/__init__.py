"""Parts of suites for harnesses: asked by the name of a suite, one primary number each."""
