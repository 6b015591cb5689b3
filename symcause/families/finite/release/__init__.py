"""Released programs read as finite problems: ACRE, blicket episodes, HypoSpace."""
