"""The kernel: strict reading and checkers that need no solver; a deliberate second implementation."""
