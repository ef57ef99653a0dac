"""A model that answers as the labels of a set say, or falsely: what code makes of honest answers and of lies."""

from __future__ import annotations

import itertools
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from chat.evaluations import share
from llm.interface import ModelError
from llm.types import ModelRequest, StreamItem, ToolCall, Usage
from pursuit.answers import statements
from pursuit.record import Part

KINDS = ("competent", "liar")
_PASSAGE = re.compile(r"<<<passage (\d+) (\w+)\n(.*?)\n\2 passage \1>>>", re.S)
_QUESTION = re.compile(r"<<<question (\w+)\n(.*?)\n\1 question>>>", re.S)
_IS = re.compile(r"\b(is|are|may|must|can|will|does)( not)?\b")
_NUMBER = re.compile(r"\d+")
_LIES = ("number", "quote", "opposite", "added")


@dataclass(frozen=True, slots=True)
class Drafted:
    """An answer that was given: `kind` is honest or that of the lie, "opposite" among them."""

    kind: str
    answer: str
    quote: str

    def is_taken(self, parts: Sequence[Part]) -> bool:
        """Whether one of these parts shows it: the quote of an honest one, the false words of a lie."""
        if self.kind == "honest":
            return any(_plain(self.quote) in _plain(str(cited["quote"])) for cited in _cited(parts))
        shown = [_plain(part.answer) for part in parts]
        return _plain(self.answer) in shown or any(
            _plain(self.answer) == _plain(str(c["quote"])) for c in _cited(parts)
        )


@dataclass
class LabelledModel:
    """A ChatModel for one case at a time: `labels` are those of the case, `drafted` what it answered in it."""

    kind: str
    labels: Sequence[Mapping[str, Any]] = ()
    drafted: list[Drafted] = field(default_factory=list)
    taken: list[Drafted] = field(default_factory=list)
    refused: list[Drafted] = field(default_factory=list)
    _lies: Iterator[str] = field(default_factory=lambda: itertools.cycle(_LIES))

    def stream(self, request: ModelRequest) -> Iterator[StreamItem]:
        """The answer to a part from the passages; a plan is left to the rules."""
        if request.tool_choice != "PartAnswer":
            raise ModelError("malformed", "this model knows what the passages say and plans nothing")
        yield ToolCall("call_1", "PartAnswer", json.dumps(self._answer(request.messages[-1].text)))
        yield Usage(1, 1, model=f"persona:{self.kind}", finish_reason="stop")

    def begin(self, labels: Sequence[Mapping[str, Any]]) -> None:
        """Answer the questions of the next case."""
        self.labels, self.drafted = labels, []

    def end(self, parts: Sequence[Part]) -> None:
        """The case is over with these parts: count what they show of its answers, each wording once."""
        for answer in dict.fromkeys(self.drafted):
            (self.taken if answer.is_taken(parts) else self.refused).append(answer)

    def figures(self) -> dict[str, float]:
        """`answers` given, the share of honest ones that was `refused`, and the count of false ones `taken`."""
        honest = [answer for answer in (*self.taken, *self.refused) if answer.kind == "honest"]
        refused = sum(answer.kind == "honest" for answer in self.refused)
        return {
            "answers": len(self.taken) + len(self.refused),
            "refused": share(refused, len(honest)),
            "taken": sum(answer.kind != "honest" for answer in self.taken),
        }

    def _answer(self, material: str) -> Mapping[str, Any]:
        question = _QUESTION.search(material)
        label = self._label_of(question[2] if question else "")
        for number, _, text in _PASSAGE.findall(material):
            if label and (quote := _sentence_with(label, text)):
                return self._drafted(int(number), quote)
        return {"verdict": "not_found", "answer": "", "quotes": []}

    def _label_of(self, question: str) -> Mapping[str, Any] | None:
        """The label whose words the question has most of; None where that one is answered by no policy.

        Of two it is the later: what a message asked first is carried into its other questions.
        """
        words = _plain(question)
        best = max(reversed(self.labels), key=lambda label: _share(str(label.get("part", "")), words), default=None)
        return best if best and best["status"] == "answered" else None

    def _drafted(self, number: int, quote: str) -> Mapping[str, Any]:
        kind = next(self._lies) if self.kind == "liar" else "honest"
        answer, quoted = _worded(kind, quote)
        self.drafted.append(Drafted(kind, answer, quoted))
        return {"verdict": "answered", "answer": answer, "quotes": [{"passage": number, "quote": quoted}]}


def _worded(kind: str, quote: str) -> tuple[str, str]:
    """The answer and the quote of this kind; where a sentence has nothing to be made false, something is added."""
    if kind in ("number", "quote") and _NUMBER.search(quote):
        false = _NUMBER.sub(lambda match: str(int(match[0]) * 6 + 7), quote, count=1)
        return false, false if kind == "quote" else quote
    if kind == "opposite" and (match := _IS.search(quote)):
        turned = f"{match[1]}" if match[2] else f"{match[1]} not"
        return f"{quote[: match.start()]}{turned}{quote[match.end() :]}", quote
    return (quote, quote) if kind == "honest" else (f"{quote} It pays up to 4,712 dollars.", quote)


def _sentence_with(label: Mapping[str, Any], text: str) -> str:
    """The sentence of a passage that holds what the label quotes; "" where none does."""
    wanted = label.get("quote") or ""
    for words in map(_plain, wanted if isinstance(wanted, list) else [wanted]):
        for statement in statements(text):
            sentence = text[statement.start : statement.end]
            if words and words in _plain(sentence):
                return sentence
    return ""


def _cited(parts: Sequence[Part]) -> Iterator[Mapping[str, Any]]:
    for part in parts:
        yield from (*part.citations, *part.conflicts)


def _share(words: str, text: str) -> float:
    wanted = _plain(words).split()
    return sum(word in text for word in wanted) / max(len(wanted), 1)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"[*_`|]+", " ", text).casefold().split())
