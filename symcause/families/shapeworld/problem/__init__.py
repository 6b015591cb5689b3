"""Cases and transcripts: shapes, a question, what was seen, the class of worlds, and the protocol."""
