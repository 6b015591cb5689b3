"""Tables that become problems: rows gathered by id, and the true models beside them."""
