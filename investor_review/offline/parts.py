"""Which of the suggestions for one finding a clause speaks of: "your first change, not the second one". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from investor_review.words import Clause, Issue, Naming, content_words, same_word
from wording.amounts import ORDINALS
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).with_suffix(".txt"), re.IGNORECASE)
PART, REFUSED = _PATTERNS["part"], _PATTERNS["refused"]
_WHICH, _ORDINAL, _OF, _ALL, _HEAD, _TOPIC = (
    _PATTERNS[name] for name in ("which", "ordinal", "of", "all", "head", "topic")
)

# What is called a finding.
_CALLED, _NEAR = re.compile(r"\b(?:ones?|thing|finding|issue|item|point|nitpick)\b", re.IGNORECASE), 8


def with_parts(message: str, clauses: Sequence[Clause], issues: Sequence[Issue]) -> list[Clause]:
    """The clauses, with the ordinals that count the suggestions of a finding and no findings as their `parts`.

    That is so where the same sentence speaks of one finding with several suggestions, or the one before spoke of parts.
    """
    out: list[Clause] = []
    whose: Issue | None = None
    for clause in clauses:
        sentence = [other for other in clauses if other.sentence == clause.sentence]
        begins = clause is sentence[0] and not any(
            other.parts for other in out if other.sentence == clause.sentence - 1
        )
        in_sentence = _named(message, sentence)
        named = _named(message, [clause]) or (in_sentence if begins or whose is None else [])
        if named:
            ids = {issue_id for mention in named for issue_id in mention.ids}
            whose = next((i for i in issues if ids == {i.issue_id} and len(i.suggested) > 1), None)
        elif begins:
            whose = None
        is_told = bool(not in_sentence or _is_told_so(message, in_sentence, sentence))
        part = PART.search(clause.text)
        clause = replace(clause, parts=(rank_of(part),) if part and rank_of(part) else ())
        out.append(_counted(message, clause, whose, is_told) if whose else clause)
    return out


def in_its_own_words(message: str, clauses: Sequence[Clause], issues: Sequence[Issue]) -> list[Clause]:
    """The clauses without what only repeats a word of the suggestions for the finding that is spoken of by its number.

    "On number 5 I'm fine with the verifier": a verifier is in what is suggested for 5, and names no other finding. That
    one is spoken of from where its number stands, and in the whole message where it is the only one.
    """
    numbered = [ids for clause in clauses if (ids := _by_number(message, clause))]
    alone = numbered[0] if len(set(numbered)) == 1 else ()
    out: list[Clause] = []
    here: tuple[str, ...] = ()
    for clause in clauses:
        here = _by_number(message, clause) or here
        of_it = next((issue for issue in issues if (here or alone) == (issue.issue_id,)), None)
        kept = tuple(m for m in clause.mentions if of_it is None or not _is_word_of(message, m, of_it))
        here = here if all(m.ids == here for m in kept if m.kind == "named") else ()
        out.append(replace(clause, mentions=kept))
    return out


def _by_number(message: str, clause: Clause) -> tuple[str, ...]:
    """The findings that a clause names by a number last."""
    named = [m.ids for m in clause.mentions if m.kind == "named" and _has_number(message, m)]
    return named[-1] if named else ()


def _has_number(message: str, mention: Naming) -> bool:
    return any(character.isdigit() for character in message[mention.start : mention.end])


def _is_word_of(message: str, mention: Naming, issue: Issue) -> bool:
    """Whether what would name another finding is a word of these suggestions, and not called a finding."""
    if mention.kind != "named" or mention.ids == (issue.issue_id,) or _has_number(message, mention):
        return False
    words = content_words(message[mention.start : mention.end])
    own = {word for text in issue.suggested for word in content_words(text)}
    return not _is_called(message, mention) and all(any(same_word(word, other) for other in own) for word in words)


def _is_called(message: str, mention: Naming) -> bool:
    """Whether what names a finding calls it one: "the audit finding"."""
    return bool(_CALLED.search(f"{message[mention.start : mention.end]} {message[mention.end :][:_NEAR]}"))


def under_heads(message: str, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses, where what stands behind "about the audit:" speaks of that, whatever words it shares with others;
    behind "number 5:" to the end of the sentence.

    A number, another such head, and what is called one ("the heavy metals one") still name another finding.
    """
    out: list[Clause] = []
    head: tuple[str, ...] = ()
    numbered = -1
    for clause in clauses:
        heading = _HEAD.match(clause.text)
        begins = heading or (_TOPIC.match(clause.text) if clause.label == "names" else None)
        if begins:
            numbered = clause.sentence if heading and heading["numbered"] else -1
        elif numbered not in (-1, clause.sentence):
            head, numbered = (), -1
        within = [m for m in clause.mentions if begins and m.kind == "named" and m.start < clause.start + begins.end()]
        head = within[0].ids if within else head
        of_others = [m for m in clause.mentions if m.kind == "named" and m.ids != head and m not in within]
        if any(_is_called(message, m) for m in of_others):
            head, of_others = (), []
        if head and of_others and not any(_has_number(message, m) for m in of_others):
            clause = replace(clause, mentions=tuple(m for m in clause.mentions if m not in of_others))
        out.append(clause)
    return out


def _named(message: str, sentence: Sequence[Clause]) -> list[Naming]:
    """What a sentence names otherwise than by an ordinal."""
    mentions = [mention for clause in sentence for mention in clause.mentions if mention.kind == "named"]
    return [m for m in mentions if m.ids and not _ORDINAL.fullmatch(message[m.start : m.end].strip())]


def _is_told_so(message: str, named: Sequence[Naming], sentence: Sequence[Clause]) -> bool:
    """Whether a sentence plainly counts suggestions: "of the fee the second", "your first change", "not the second"."""
    text = message[sentence[0].start : sentence[-1].end]
    about = any(_OF.search(message[: m.start]) or message[m.end : m.end + 1] == ":" for m in named)
    return about or bool(PART.search(text)) or any(REFUSED.match(clause.text) for clause in sentence)


def _counted(message: str, clause: Clause, whose: Issue, is_told: bool) -> Clause:
    """The clause with its ordinals as parts of these suggestions; a doubt where they may as well be findings."""
    ranks, mentions = list(clause.parts), []
    for mention in clause.mentions:
        words = message[mention.start : mention.end].strip()
        counted = [ORDINALS[word.lower()] for word in _WHICH.findall(words)] if _ORDINAL.fullmatch(words) else []
        if counted and max(counted) <= len(whose.suggested):
            ranks += counted
        else:
            mentions.append(mention)
    if len(mentions) < len(clause.mentions) and not is_told:
        return replace(clause, label="unsure", margin=1.0)
    return replace(clause, mentions=tuple(mentions), parts=tuple(dict.fromkeys(ranks)), whose=whose.issue_id)


def by_its_words(clause: Clause, issue: Issue) -> int:
    """Which suggestion the words speak of, where neither the finding nor another one does: "the escrow one yes"."""
    if len(issue.suggested) < 2 or _ALL.search(clause.text):
        return 0
    about = set(content_words(clause.text)) - set(content_words(f"{issue.title} {issue.summary}"))
    meant = [n for n, text in enumerate(issue.suggested, start=1) if about & set(content_words(text))]
    return meant[0] if len(meant) == 1 else 0


def rank_of(part: re.Match[str]) -> int:
    return ORDINALS.get(next(filter(None, part.groups()), "").lower(), 0)
