"""Words in text: one tokeniser for index, query and matching, word forms, and mentions of objects and aspects.

Every stage may use this folder; it knows none of them.
"""
