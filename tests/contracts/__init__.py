"""Suites that every back end of a kind inherits."""
