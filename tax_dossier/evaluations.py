"""Questions of tax law with the words that answer them: the first quote, and what no source holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from chat.evaluations import share
from chat.live import TrialThread, trial_thread
from tax_dossier.texts import TEXTS

ABSENT = "absent"
_ASK = "Geef antwoord"
_QUOTE = re.compile(r"“([^”]+)”")
# The sentences that say of a topic that no source holds it, up to what is put into them.
_SAYS_SO = tuple(texts[name].partition("{")[0] for texts in TEXTS.values() for name in ("unnamed", "no_support"))
_HEADINGS = [texts["answer_heading"] for texts in TEXTS.values()]


def evaluate(cases: Iterable[Mapping[str, Any]], *, model: str | None = None) -> dict[str, Any]:
    """{accuracy, absent, n, n_absent, by_kind, failures} of turns as users get them, over the law that is imported.

    A case is {"kind", "question", "says": [words of the sentence that answers]}; one of the kind "absent" has no `says`
    and is right when nothing is found or the first line of the answer says that no source holds it. `accuracy` is the
    share of the others whose first quote has one of the `says`. Raises ValueError for another form.
    """
    right, total = Counter[str](), Counter[str]()
    failures: dict[str, str] = {}
    for position, case in enumerate(cases, start=1):
        kind, question, says = case["kind"], case["question"], case.get("says", [])
        if not isinstance(question, str) or not isinstance(says, list) or (kind == ABSENT) == bool(says):
            raise ValueError(f'Case {position} is not {{"kind": "…", "question": "…", "says": ["…", …]}}.')
        with trial_thread("tax_dossier", model) as trial:
            answered = _answer(trial, question)
        first = answered.partition("\n")[0]
        quote = match[1] if (match := _QUOTE.search(answered)) else first
        hit = _is_absent(answered) if kind == ABSENT else any(words.lower() in quote.lower() for words in says)
        total[kind] += 1
        right[kind] += hit
        if not hit:
            failures[question] = (quote if says else first)[:200]
    known = [kind for kind in total if kind != ABSENT]
    answered_right, asked = sum(right[kind] for kind in known), sum(total[kind] for kind in known)
    return {
        "accuracy": share(answered_right, asked),
        "absent": share(right[ABSENT], total[ABSENT], of_nothing=1.0),
        "n": asked,
        "n_absent": total[ABSENT],
        "by_kind": {kind: share(right[kind], total[kind]) for kind in total},
        "failures": failures,
    }


def _answer(trial: TrialThread, question: str) -> str:
    """What is answered to the question: in its turn, or when the answer is asked for; "" where nothing was found."""
    turn = trial.say(question)
    if turn is None or not turn.state.get("selected_ids"):
        return ""
    if not any(call["name"] == "answer" for call in turn.calls):
        turn = trial.say(_ASK)
    reply = turn.reply if turn else ""
    answers = (reply.partition(f"{heading}\n\n")[2] for heading in _HEADINGS)
    return next(filter(None, answers), reply)


def _is_absent(answered: str) -> bool:
    return not answered or answered.startswith(_SAYS_SO)
