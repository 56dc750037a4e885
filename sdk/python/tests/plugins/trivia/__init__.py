"""A package of the usual kind."""
