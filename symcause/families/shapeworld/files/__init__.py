"""ShapeWorld files: our own format, sheets, rows and views."""
