"""The kernel: claims about finite scenarios, by listing every unit of every design in exact fractions."""
