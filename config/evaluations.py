"""What `manage.py evaluate` can measure: suite -> function(cases) -> figures.

One that needs a model takes `model` too, one that knows assistants `assistant`.
"""

from __future__ import annotations

EVALUATIONS = {
    "extraction": "wording.evaluation.evaluate_extraction",
    "instruments": "pa_dealing.instruments.evaluation.evaluate_instruments",
    "pa_dealing": "pa_dealing.evaluations.evaluate",
    "retirement": "retirement.evaluations.evaluate",
    "investor_review": "investor_review.evaluations.evaluate",
    "papers": "investor_review.papers.evaluation.evaluate",
    "retrieval": "retrieval.evaluations.evaluate_retrieval",
    "end_phrases": "pursuit.evaluations.evaluate_end_phrases",
    "plan": "pursuit.evaluations.evaluate_plan",
    "pursuit": "pursuit.measured.evaluate",
    "tax": "tax_dossier.evaluations.evaluate",
    "acts": "dialogue.evaluate_acts",
    "conversations": "chat.scenarios.evaluate",
}
