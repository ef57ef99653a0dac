"""What a question leaves out is supplied by what was said before it: "is it covered?", "what about Georgia?". Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pursuit.questions.cutter import LEAD, LISTS, begins_question, clauses
from pursuit.questions.parts import LONGEST_PART, finished, part_of
from pursuit.words import ASKABLE, SlotName, mentions, says_little, subjects, things, topic_of

_PREPOSITION = r"for|in|under|with|by|of|on|to|from|at"
_WHAT = r"(?P<what>(?!(?:which|what|how|when|where|whom?)\b)[^,;?]{2,80}?)"
_ANOTHER = re.compile(
    rf"{LISTS['of_another']}?\s*(?:(?P<prep>{_PREPOSITION})\s+)?{_WHAT}(?:\s+(?:then|instead|too|as\s+well))?\W*",
    re.IGNORECASE,
)
_IT = re.compile(rf"{LISTS['it']}(?!['’])", re.IGNORECASE)
_SETTLED = re.compile(
    rf"(?<![\w'-])(?:{ASKABLE}|ok|okay|covered|needed|required|allowed|billable)(?![\w'-])", re.IGNORECASE
)
_GRANTED = re.compile(r"\bit\s+(?:granted|valid|good|approved|issued|last|expire)\b", re.IGNORECASE)
_VERB = re.compile(r"\b(?:is|are|was|do|does|did|can|will|must|has|have)\b", re.IGNORECASE)
# "Who negotiates?"
_VERB_ALONE = re.compile(r"(?:who|where|when|how)(?:\s+\w+){1,3}\W*", re.IGNORECASE)
_CODES_FOR = re.compile(r"(?P<head>.*?\bcode)s(?P<of>\s+for\s+)(?P<items>[^?.!]+)\??", re.IGNORECASE)
_ASKABLE = re.compile(rf"(?<![\w'-]){ASKABLE}(?![\w'-])", re.IGNORECASE)
_BARE = 7
_TELLS = frozenset({"tell", "leads", "ask", "anew", "brings"})
# "And where?", "by when?", "how often?": the last question, asked so.
_ASKED_SO = re.compile(
    r"(?:(?:by|in|to|from|for|until|at|with) )?"
    r"(?:where|when|whom|who|why|which \w+|how (?:often|soon|long|fast|much))\W*",
    re.IGNORECASE,
)
_FROM_VERB = re.compile(r"(?<=\s)(?:do|does|did|can|could|must|should|may|will|is|are|was)\s.*", re.IGNORECASE)
_BEFORE = {"payer": "with", "plan": "under", "state": "in"}


def standing_alone(question: str, payers: tuple[str, ...], earlier: Sequence[str] = ()) -> list[str]:
    """The texts of a message's questions, each readable alone; the whole message where nothing in it asks.

    `earlier` are questions that were asked before it, the newest last: what it leaves out may be theirs.
    """
    made = list(earlier)
    subject = ""
    for text in made:
        subject = topic_of(text, payers, subject)
    for clause in clauses(question):
        text = clause.text[LEAD.match(clause.text).end() :] or clause.text  # type: ignore[union-attr]
        # Of a short question, a verb says nothing of what it is about: "what do I bring".
        own = things(text, payers) if len(text.split()) <= _BARE else list(subjects(text, payers))
        if made and re.fullmatch(r"(?:really|seriously|right|huh|ok(?:ay)?|yes|no)\W*", text, re.IGNORECASE):
            # "Really?"
            continue
        if not clause.asks:
            subject = topic_of(text, payers, subject, last=True) if clause.label in _TELLS else subject
        elif made and (other := of_the_last(text, made[-1], subject, payers)):
            made.append(finished(other))
            subject = topic_of(text, payers, subject)
        else:
            full = _asked_so(text, made[-1:]) or _with_subject(text, subject, own, made[-1] if made else "")
            subject = topic_of(text, payers, subject) if own and full == text else subject
            made += [finished(_with_place(each, made[-1:], payers)) for each in _of_each_code(full)]
    whole = " ".join(question.split())
    return made[len(earlier) :] or ([whole[:LONGEST_PART]] if whole else [])


def _asked_so(text: str, before: Sequence[str]) -> str:
    """The last question with another word to ask it by, "" for a question of its own: "and where?"."""
    if not before or not _ASKED_SO.fullmatch(text):
        return ""
    whole = f" {before[-1][0].lower()}{before[-1][1:]}"
    asked = _FROM_VERB.search(whole)
    return f"{text.strip(' ?.!')} {asked[0]}" if asked else ""


def _with_subject(text: str, subject: str, own: Sequence[str], before: str) -> str:
    """The question with its subject: in the place of a pronoun, or at its end where it has none of its own."""
    if not subject or subject.lower() in text.lower():
        return text
    if _GRANTED.search(text) and re.search(r"\bauth\w*|\bapprov\w+|\bprecert\w*", before, re.IGNORECASE):
        # "Is prior auth required for a CPAP, and how long is it valid?"
        text = _IT.sub("the prior authorization", text, count=1)
    elif _IT.search(text):
        return _IT.sub(lambda _: subject, text, count=1)
    verb_alone = len(own) == 1 and (_VERB_ALONE.fullmatch(text) or re.fullmatch(r"\w+ed", own[0]))
    if own and not verb_alone:
        return text
    bare = text.rstrip(" ?.!")
    return f"{bare} {subject if bare.endswith(' for') else f'for {subject}'}{text[len(bare) :]}"


def _with_place(text: str, before: Sequence[str], payers: tuple[str, ...]) -> str:
    """The question with the payer, plan and state of the one before, where its answer depends on them."""
    if not before or mentions(text, payers) or re.search(r"\b[A-Z][a-z]{2,}", text[1:]) or not part_of(text).needs:
        return text
    return of_these(text, {mention.slot: mention.words for mention in mentions(before[0], payers)}, payers)


def of_the_last(text: str, before: str, subject: str, payers: tuple[str, ...]) -> str:
    """A question that only names another thing, or another payer or state, as the one before asked of that; else ""."""
    match = _ANOTHER.fullmatch(text)
    lead = match and match.start("what") > 0 and not _VERB.search(match["what"])
    if match is None or not (lead or (text.endswith("?") and len(text.split()) <= 3 and not _SETTLED.search(text))):
        return ""
    what = match["what"]
    if named := {mention.slot: mention.words for mention in mentions(what, payers)}:
        return of_these(before, named, payers) if says_little(what, payers) else ""
    if not lead and (begins_question(text) or says_little(what)):
        return ""
    if subject and subject in before:
        return before.replace(subject, what, 1)
    return f"{before.rstrip(' ?.!')} {match['prep'] or 'for'} {what}?"


def of_another(text: str, before: Sequence[str], payers: tuple[str, ...]) -> list[str]:
    """The questions of `before` asked of another payer, plan or state: "What about Georgia?". [] for other messages."""
    bare = text.strip()[LEAD.match(text.strip()).end() :]  # type: ignore[union-attr]
    match = _ANOTHER.fullmatch(bare)
    named = {mention.slot: mention.words for mention in mentions(bare, payers)} if match else {}
    if not named or begins_question(bare.replace("what about", "")) or not says_little(bare, payers):
        return []
    made = (of_these(question, named, payers) for question in before)
    return list(dict.fromkeys(question for question in made if question not in before))


def of_these(question: str, wanted: Mapping[SlotName, str], payers: tuple[str, ...]) -> str:
    """A question with these names in the place of those of the same kind, or at its end."""
    there = mentions(question, payers)
    for mention in sorted(there, key=lambda mention: -mention.start):
        if mention.slot in wanted:
            question = question[: mention.start] + wanted[mention.slot] + question[mention.end :]
    kinds = {mention.slot for mention in there}
    added = [f"{_BEFORE[slot]} {words}" for slot, words in sorted(wanted.items()) if slot not in kinds]
    return " ".join([question.rstrip(" ?.!"), *added]) + "?" if wanted else question


def _of_each_code(question: str) -> list[str]:
    """ "What are the codes for asthma and COPD?" as two questions; any other question alone."""
    match = _CODES_FOR.fullmatch(question)
    items = re.split(r"\s*,\s*(?:and\s+)?|\s+and\s+", match["items"].strip()) if match else []
    if match is None or len(items) < 2:
        return [question]
    return [f"{re.sub(r'(?i)what are', 'What is', match['head'])}{match['of']}{item}?" for item in items]
