"""The study as a self-contained HTML page: text, accessible SVG charts, tables; no script, no request to anywhere."""

from weigh.log.report.page import render

__all__ = ["render"]
