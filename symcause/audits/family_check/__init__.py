"""The check of a family's declaration: is everything that it names there, and of the kind expected?"""
