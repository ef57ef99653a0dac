"""A reply never claims what no record says: submitted, approved, accepted, withdrawn, or a number that nobody gave.

Each assistant declares what its record bears out; a sentence that claims more is left out while the reply streams.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cached_property

import structlog

from chat.turns import events, sentences
from chat.turns.metrics import LEFT_OUT
from chat.turns.rows import dumps
from chat.turns.sentences import SentenceJudge
from chat.turns.turn import TurnRun
from wording.amounts import Figures, find_money
from wording.claims import claims
from wording.sentences import sentence_spans

log = structlog.get_logger("chat")

# The person's newest messages; what stands further back is in the record, or counts no more.
_NEWEST = 6
# Of results and notices, so many characters of the newest.
_MOST_CHARS = 20_000
_QUOTED = re.compile(r"\"[^\"\n]*\"|“[^”\n]*”|„[^“”\n]*[“”]|«[^»\n]*»")
# Said once in place of what was left out, in its language, where the assistant says nothing of its own.
_TRUTH = {
    "en": "I have not submitted, approved or sent anything: people do that themselves.",
    "nl": "Ik heb niets ingediend, goedgekeurd of verstuurd: dat doen mensen zelf.",
}

# A small model copies the marks that stand around material (llm.text.fenced); their line is no reply.
_MARKED = re.compile(
    r"^.*(?:<{2,}\w+ [0-9a-f]{6,}|\w>{3}|(?<![\w-])(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{13,20}(?![\w-])).*$",
    re.MULTILINE,
)
_LINKED_TO = re.compile(r"\]\([^()\s]*\)")


class ClaimJudge(SentenceJudge):
    """Leaves out the sentences of a model's reply that claim what the record does not bear out.

    What it lets pass goes on to the assistant's own judge, where there is one.
    """

    def __init__(self, turn: TurnRun, own: SentenceJudge | None) -> None:
        super().__init__()
        self._turn, self._own = turn, own
        self._corrected = False
        self.left_out = 0

    def judged(self, sentence: str) -> str:
        return self._passed(sentence) if self._own is None else self._by(self._own, sentence, self._own.judged)

    def rest(self, held: str) -> str:
        return self._passed(held) if self._own is None else self._by(self._own, held, self._own.rest)

    def _by(self, own: SentenceJudge, sentence: str, judged: Callable[[str], str]) -> str:
        """What the assistant's own judge, who knows what was shown before, makes of a sentence that passed."""
        shown = passed = self._passed(sentence)
        if passed == sentence:
            before, shown = own.strange_figures, judged(sentence)
            for _ in range(own.strange_figures - before):
                self._count("figure")
            if len(shown.strip()) < len(sentence.strip()):
                self._count("judge")
        own.shown += shown
        return shown

    def _count(self, kind: str) -> None:
        LEFT_OUT.labels(self._turn.assistant.slug, kind).inc()

    def instead(self) -> str:
        return self._own.instead() if self._own is not None else ""

    def is_whole(self, sentence: str, behind: str) -> bool:
        return self._own is None or self._own.is_whole(sentence, behind)

    def _passed(self, sentence: str) -> str:
        """The sentence, or the truth in its place."""
        sentence = _MARKED.sub("", sentence)
        language = self._false_claim(sentence)
        if not language:
            return self._without_strange_figures(sentence)
        self.left_out += 1
        self._count("claim")
        if self._corrected:
            return ""
        self._corrected = True
        return self._truth(language) + (sentence[len(sentence.rstrip()) :] or " ")

    def _truth(self, language: str) -> str:
        return self._turn.assistant.truth(self._turn.record, self._turn.state) or _TRUTH[language]

    def _false_claim(self, sentence: str) -> str:
        """The language of a claim that nothing bears out; "" without one."""
        assistant = self._turn.assistant
        # What is quoted was said by somebody else.
        text = sentence if "all" in assistant.claims_judged else _QUOTED.sub(" ", sentence)
        for claim in claims(text):
            judged = "all" in assistant.claims_judged or claim.whose in assistant.claims_judged
            if judged and claim.act not in assistant.claimable(self._turn.record, self._turn.state):
                log.warning("a claim was left out", act=claim.act, words=claim.words[:60])
                return claim.language
        return ""

    def _without_strange_figures(self, text: str) -> str:
        """A judge of passages gives several sentences at once; of these only the ones with such a figure go."""
        figure = self._strange_figure(text)
        if not figure:
            return text
        log.warning("a figure was left out", figure=figure[:60])
        self.left_out += 1
        self._count("figure")
        spans = list(sentence_spans(text))
        kept = [text[start:end] for start, end in spans if len(spans) > 1 and not self._strange_figure(text[start:end])]
        return " ".join(kept) + (text[len(text.rstrip()) :] if kept else "")

    def _strange_figure(self, sentence: str) -> str:
        """The first figure that nothing bears out; "" without one."""
        which = self._turn.assistant.figures_judged
        # The address of a link says nothing: "…/4736-496c/" is no price.
        sentence = _LINKED_TO.sub("]", sentence)
        if not which or (which == "money" and not any(money.candidates for money in find_money(sentence))):
            return ""
        return self._known.missing_from(sentence, money_alone=which == "money")

    @cached_property
    def _known(self) -> Figures:
        """What the record, the person's newest messages, and results and notices say in numbers.

        Where all figures are judged only this turn's results count: an older one may have been corrected since.
        """
        turn = self._turn
        heard = [message.text for message in turn.messages[-_NEWEST:] if message.text.startswith("[Notice")]
        for message in reversed(turn.messages):
            if message.role == "user" and turn.assistant.figures_judged == "all":
                break
            # A refusal repeats what the model gave, and bears out no figure of it.
            heard += [result.content for result in message.results if result.status != "error"]
        words = [statement.text for statement in turn.said[-_NEWEST:]]
        stated = turn.assistant.stated(turn.record, turn.state)
        return Figures.of([_lines(dumps(turn.state)), *stated, *words, *(_lines(text[:_MOST_CHARS]) for text in heard)])


class _Open(SentenceJudge):
    """Lets a text of our own out as it comes."""

    def feed(self, text: str) -> str:
        self.shown += text
        return text


def watch(
    turn: TurnRun,
    stream: Iterator[events.Event],
    own: Callable[[], SentenceJudge] | None = None,
    *,
    also_tools: bool = False,
) -> Iterator[events.Event]:
    """`chat.turns.sentences.watch` by the assistant's `own` judge, with every claim of a model judged before it.

    `also_tools`: the texts that tools give hold a model's words, and are judged, too.
    """
    judges: list[ClaimJudge] = []

    def make() -> SentenceJudge:
        ours = turn.pending is not None and turn.pending.model in ("words", "offline") and not also_tools
        if ours or turn.model in ("", "offline"):
            return own() if own is not None else _Open()
        judges.append(ClaimJudge(turn, own() if own is not None else None))
        return judges[-1]

    yield from sentences.watch(turn, stream, make)
    if not turn.reply.strip() and any(judge.left_out for judge in judges):
        yield from _instead(turn)


def _instead(turn: TurnRun) -> Iterator[events.Event]:
    """Nothing was left of the reply: the truth is told instead."""
    text = turn.assistant.truth(turn.record, turn.state) or _TRUTH["en"]
    if turn.pending is not None:
        turn.pending.text = text
    if turn.texts:
        turn.texts[-1] = text
    message_id = f"{turn.id}-truth"
    yield events.text_started(message_id)
    yield events.text_delta(message_id, text)
    yield events.text_ended(message_id)


def _lines(json_text: str) -> str:
    """JSON with each value on a line of its own, so that no number is read together with its neighbour."""
    return re.sub(r"[\[\]{}\"]|,(?=[\"{\[])|:", "\n", json_text)
