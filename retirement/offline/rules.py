"""How it behaves with no model: it reads facts by rules, notes them, keeps the cadence, asks what is next."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from dialogue import Act, Deed, deeds_in, without
from llm.types import Message, ModelRequest, StreamItem, TextDelta, ToolCall, newest_words, replies_in
from retirement.calculators import ASK_AMOUNT, find_sum, lacks_amount
from retirement.checklist import Topic
from retirement.coverage import moved_scores
from retirement.fact_types import may_repeat
from retirement.facts import FactView, current, views_in
from retirement.next_question import next_question
from retirement.offline.conversation import HELP, PLAIN, open_item, spoken_of, states_nothing
from retirement.offline.corrections import (
    SURELY,
    Correction,
    as_known,
    as_views,
    is_denial,
    put_right_itself,
    puts_right,
    read_corrections,
)
from retirement.offline.outcomes import acknowledged, problems, put_back, results_of_turn, taken_back, worked_out
from retirement.offline.panel_sentence import is_panel_sentence, panel_correction
from retirement.reading import Fact, measures_in, names_nothing, read_facts, repairs_in
from wording.languages import foreign_language

# The specification's rhythm (section 8): a look at everything each 3 to 5 facts.
FACTS_A_QUERY = 4
# A denial of at most so many words says what is wrong and not how it is.
DENIAL_WORDS = 6
# With these a person begins; they raise nothing.
_BASICS = frozenset(("age", "birth_year", "target_retirement_age", "marital_status"))
# A message that tells of more topics follows none of them.
_FEW = 2
_CHANGE_THAT = re.compile(r"\b(?:change|correct|fix|replace|update|amend)\b", re.IGNORECASE)
_MINE = re.compile(r"(?:and |but |well,? |so )*(?:mine|ours)\b.*\d", re.IGNORECASE)
_UNFINISHED = "Which way is it right? End the sentence, as in: It is $6,400 a month."
_NOTED = " What I noted is “{value}”."
_ASK_HOW = " Tell me in one sentence how it is, and I will put it right; the earlier note stays in the timeline."
_ENOUGH = "I have what I need for a first plan. Tell me anything that changes, or that I should look at again."
_NO_ADVICE = (
    "What to choose there depends on more than I can weigh; that is for you and an adviser, and not noted.",
    "That I can't answer, and nothing of it is noted. I keep facts and do sums.",
    "Good question for the adviser; I note only what is so.",
)
_UNANSWERED = "“{question}”: that I can't answer, and nothing of it is noted."
_LEFT_OPEN = ("All right, that stays open.", "Then we leave it open.", "No matter.")
_WHICH = (
    "I am not sure which of your facts that puts right, so nothing was changed. Say it with what it is of, as in: "
    "my pension is 2,130 a month."
)
_PLAINLY = "To take back everything that is noted, say “start over”. To take back the last, say “undo”."
_READS = "I read English here, so nothing was noted. Could you say it in English?"


def answer(request: ModelRequest) -> Iterator[StreamItem]:
    """The calls that the newest message asks for, or, once they have run, what to tell the person.

    Nothing when the message was not understood.
    """
    newest = request.messages[-1]
    facts = views_in(request.state)
    if newest.role == "tool":
        yield from _after(newest, request, facts)
    elif newest.role == "user":
        calls = [
            ToolCall(f"rule-{number}-{name}", name, json.dumps(arguments))
            for number, (name, arguments) in enumerate(_calls(newest.text, request, facts))
        ]
        reply = "" if calls else _nothing_noted(newest.text, request, facts)
        yield from calls
        if reply:
            yield TextDelta(reply)
    else:
        yield TextDelta(_ask(request, facts) or _ENOUGH)


def _calls(text: str, request: ModelRequest, facts: list[FactView]) -> Iterator[tuple[str, dict[str, Any]]]:
    wrong, notes = panel_correction(text, facts), put_back(request.messages)
    if is_panel_sentence(text) or notes:
        yield from (("information", note) for note in ([_corrected(wrong)] if wrong else notes))
        return
    deeds = deeds_in(text)
    if restart := next((deed for deed in deeds[::-1] if deed.act is Act.RESTART and deed.margin >= PLAIN), None):
        yield "start_over", {}
        # What was said before it is over too.
        facts, deeds, text = [], [], text[restart.end :]
    undone = next((deed for deed in deeds if deed.act is Act.UNDO and deed.is_sure), None)
    if changes := undone is not None and _tells_anew(text[undone.start : undone.end], text[undone.end :], facts):
        # "Undo that, the pension is $900": what is told anew takes the place of what was noted, and nothing else goes.
        text, deeds = text[undone.end :], deeds_in(text[undone.end :])
    elif undone:
        ids = _undone(text, undone, facts)
        yield "undo", {"fact_ids": ids} if ids else {}
        facts = [fact for fact in facts if fact.id not in ids]
        if ids and not any(map(str.isdigit, text[undone.end :])):
            # "Take that back, the pension is my brother's" tells why, and no fact.
            text = text[: undone.end]
    kept = without(
        text, [deed for deed in deeds if deed.is_sure and states_nothing(deed, text, request.state["asked"])]
    )
    changes = changes or puts_right(kept) or any(deed.act is Act.CHANGE and deed.is_sure for deed in deeds)
    yield from _noting(kept, request, facts, changes=changes)


def _tells_anew(order: str, text: str, facts: Sequence[FactView]) -> bool:
    """Whether words tell, with a number, of what is noted already; without one too behind "change that"."""
    known, changes = {fact.fact_type for fact in current(facts)}, _CHANGE_THAT.search(order)
    return any(fact.fact_type in known and (changes or measures_in(fact.value)) for fact in read_facts(text))


def _undone(text: str, deed: Deed, facts: Sequence[FactView]) -> list[str]:
    """The facts that an undo names, by its own words or those beside it; none for those of the newest words."""
    parts = (text[deed.start : deed.end], text[: deed.start], text[deed.end :])
    named = next((facts_named for part in parts if (facts_named := spoken_of(part, facts))), [])
    return [fact.id for fact in current(facts) if named and fact.value == named[-1].value]


def _noting(
    text: str, request: ModelRequest, facts: list[FactView], *, changes: bool
) -> Iterator[tuple[str, dict[str, Any]]]:
    """The calls that note what a message says, put right what it corrects and do the sum that it asks for."""
    # "I never said that" answers no question, and "mine is 1,950" speaks of what was told of another.
    asked = "" if is_denial(text) or _MINE.match(text) else request.state["asked"]
    heard = read_facts(text, asked)
    read = [as_known(fact, facts, corrects=changes) for fact in put_right_itself(text, heard)]
    wanted = find_sum(text, [*facts, *as_views(read)])
    # "I'm 58, no, 59" puts right what it says itself, and nothing earlier.
    itself = read and (any(repairs_in(text)) or read != heard)
    corrections = [] if itself else read_corrections(text, facts, changes=changes)
    # What stands so already is corrected by nothing: "I never said I had 900".
    corrections = [c for c in corrections if c.value != c.fact.value]
    if not corrections and is_denial(text) and len(text.split()) <= DENIAL_WORDS:
        return
    types = {fact.fact_type for fact in read} - {asked}
    corrections = [c for c in corrections if c.is_plain or c.fact.fact_type not in types]
    corrected = {correction.fact.fact_type for correction in corrections}
    if corrected:
        # What takes the place of the old is no fact of its own.
        new = frozenset[str]().union(*(correction.new_words for correction in corrections))
        read = [fact for fact in read if fact.fact_type not in corrected | {asked}]
        read = [fact for fact in read if not any(word in fact.value for word in new)]
    if corrected or (changes and len(read) == 1 and (not asked or measures_in(read[0].value))):
        # What names nothing is of what is put right.
        read = [fact for fact in read if fact.fact_type in _BASICS | {asked} or not names_nothing(fact.value)]
    taken: set[tuple[str, str]] = set()
    notes = [_corrected(correction) for correction in corrections]
    notes += [_arguments(fact, facts, taken) for fact in read]
    for number, note in enumerate(notes, start=1):
        yield "information", note
        yield from _query_due(request, number)
    if wanted:
        yield "calculate", wanted


def _corrected(correction: Correction) -> dict[str, Any]:
    """The arguments that note an earlier fact anew."""
    old = correction.fact
    given = {"fact_type": old.fact_type, "subtopic": old.subtopic, "supersedes": old.id}
    changed = {"topic": old.topic.value, "value": correction.value, "confidence": SURELY}
    return changed | {name: label for name, label in given.items() if label}


def _query_due(request: ModelRequest, noted: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """The query that falls due with the `noted`th fact of this message."""
    since = _since_query(request.messages) + noted
    if since % FACTS_A_QUERY == 0:
        yield "information_query", {}


def _arguments(fact: Fact, facts: list[FactView], taken: set[tuple[str, str]]) -> dict[str, Any]:
    topic, fact_type = fact.topic.value, fact.fact_type
    known = {(noted.topic.value, noted.fact_type) for noted in facts} | taken
    # A further debt is another debt, unless the person corrects the one that is known; so is a second one of a message.
    another = may_repeat(fact_type) and fact.confidence < SURELY and not _same_again(fact, facts)
    if (topic, fact_type) in (known if another else taken):
        fact_type = next(f"{fact_type}_{n}" for n in range(2, 1000) if (topic, f"{fact_type}_{n}") not in known)
    taken.add((topic, fact_type))
    arguments = {"topic": topic, "value": fact.value, "fact_type": fact_type, "confidence": fact.confidence}
    same = [noted.id for noted in current(facts) if (noted.topic, noted.fact_type) == (fact.topic, fact_type)]
    corrects = {"supersedes": same[-1]} if same and not _same_again(fact, facts) else {}
    return arguments | corrects | ({"subtopic": fact.subtopic} if fact.subtopic else {})


def _same_again(fact: Fact, facts: list[FactView]) -> bool:
    return any(noted.fact_type == fact.fact_type and noted.value == fact.value for noted in facts)


def _after(newest: Message, request: ModelRequest, facts: list[FactView]) -> Iterator[StreamItem]:
    results = [(result.name, json.loads(result.content)) for result in newest.results]
    names = {name for name, _ in results}
    if "completeness" not in names and names & {"information", "undo", "start_over"}:
        latest = {topic["topic"]: topic.get("score") for topic in request.state.get("topics", ())}
        if scores := moved_scores(facts, latest):
            yield ToolCall("rule-completeness", "completeness", json.dumps({"scores": scores}))
            return
    turn = list(results_of_turn(request.messages))
    words = newest_words(request.messages)
    parts = [*taken_back(turn), acknowledged(turn), *worked_out(turn, words, facts), *problems(turn)]
    parts += [] if "calculate" in dict(turn) else _answered(words)
    # A sum and an undo answer nothing; what was asked is asked again.
    item = open_item(request, facts)
    is_noted = any(name == "information" and result.get("status") == "success" for name, result in turn)
    again = "" if is_noted or "start_over" in dict(turn) or item is None else item.question
    parts += _contradicted(words) or [again or _ask(request, facts, _raised(turn, request.state["asked"])) or _ENOUGH]
    yield TextDelta("\n\n".join(part for part in parts if part))


def _contradicted(text: str) -> list[str]:
    """A question for each thing of which a message says what cannot all be so."""
    return [f"You said two things of {fact.label}: “{fact.value}”. Which is right?" for fact in read_facts(text)
            if fact.contradicts]  # fmt: skip


def _answered(words: str) -> list[str]:
    """The help for what a message asks beside what it tells; what was worked out needs none."""
    asked = [words[deed.start : deed.end] for deed in deeds_in(words) if deed.act is Act.QUESTION and deed.is_sure]
    known = HELP.find(asked[0]) if asked else None
    if known:
        return [known.text]
    return [_UNANSWERED.format(question=asked[0])] if asked and asked[0].endswith("?") else []


def _raised(results: Sequence[tuple[str, dict[str, Any]]], asked: str) -> list[Topic]:
    """The topic that the person came to by themselves; none when they only answered, or told of many."""
    noted = [result for name, result in results if name == "information" and result.get("recorded")]
    topics = list(dict.fromkeys(Topic(result["topic"]) for result in noted if result["fact_type"] not in _BASICS))
    return topics[:1] if len(topics) <= _FEW and all(result["fact_type"] != asked for result in noted) else []


def _nothing_noted(text: str, request: ModelRequest, facts: list[FactView]) -> str:
    """What is said to a message of the domain from which nothing is noted; nothing to one that was not understood."""
    if is_panel_sentence(text):
        return _UNFINISHED
    acts = {deed.act for deed in deeds_in(text) if deed.is_sure}
    if is_denial(text):
        return _denied(text, facts)
    if foreign_language(text):
        return _READS
    if lacks_amount(text):
        return ASK_AMOUNT
    item = open_item(request, facts)
    question = item.question if item else _ENOUGH
    if facts and measures_in(text) and (puts_right(text) or Act.CHANGE in acts):
        return _WHICH
    if Act.RESTART in acts:
        return f"{_PLAINLY} {question}"
    if Act.QUESTION in acts:
        known = HELP.find(text)
        return f"{known.text if known else _fresh(_NO_ADVICE, request)} {question}"
    if acts & {Act.UNSURE, Act.NEXT, Act.NO}:
        return f"{_fresh(_LEFT_OPEN, request)} {_ask(request, facts) or _ENOUGH}"
    return _ask(request, facts) if acts == {Act.YES} else ""


def _fresh(sentences: Sequence[str], request: ModelRequest) -> str:
    """The first sentence that was not said lately."""
    lately = "\n".join(replies_in(request.messages)[-len(sentences) :])
    return next((sentence for sentence in sentences if sentence not in lately), sentences[0])


def _denied(text: str, facts: Sequence[FactView]) -> str:
    """Asks about the fact that a denial speaks of: the newest that it names, else the newest of all."""
    meant = spoken_of(text, facts) or sorted(current(facts), key=lambda fact: fact.created_at)
    return "I am sorry." + (_NOTED.format(value=meant[-1].value) if meant else "") + _ASK_HOW


def _ask(request: ModelRequest, facts: Sequence[FactView], raised: Sequence[Topic] = ()) -> str:
    return item.question if (item := next_question(facts, request.state["asked_before"], raised=raised)) else ""


def _since_query(messages: Sequence[Message]) -> int:
    """The facts noted since the last query, as the window of messages shows them."""
    count = 0
    for message in reversed(messages):
        for call in reversed(message.calls):
            if call.name == "information_query":
                return count
            count += call.name == "information"
    return count
