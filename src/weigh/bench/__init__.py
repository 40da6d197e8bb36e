"""Measurements: data sets, metrics, published figures, reports and speed. Every figure in the docs comes from here."""
