"""The scenario generator: templates, drafts, twins, and what is proven of them."""
