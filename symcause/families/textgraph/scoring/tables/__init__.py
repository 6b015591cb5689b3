"""Tables of a text graph scoring run, as the ReCITE paper has them, and our own."""
