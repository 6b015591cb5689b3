"""The ShapeWorld problem: shapes, a question, a transcript, a class of worlds, the protocol."""
