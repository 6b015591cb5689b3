"""What the evidence of a Boolean problem shows: support, exposure, redundancy, reasons."""
