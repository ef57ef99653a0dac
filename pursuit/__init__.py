"""Pursuit: a question with several parts, kept as an objective until every part is answered or the person is asked."""
