"""Episodes with crystals: set a property of the manipulator's crystal, read it, set the reactor."""
