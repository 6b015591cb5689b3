"""The evidence of a Boolean problem in audits: support, exposure, redundancy, reasons."""
