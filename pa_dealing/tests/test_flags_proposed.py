"""What a model proposes of the two compliance questions is kept where the message bears it out, and as far as it does."""

from __future__ import annotations

import pytest

from chat.assistants import Said
from pa_dealing.hints import MISSING_HAS_INSIDE_INFO, MISSING_IS_RELATED_PARTY, ONLY_INSIDE_INFO
from pa_dealing.models import DraftRequest
from pa_dealing.words import flags_proposed
from wording.quotes import NotInWords

BOTH, RELATED, INSIDE, NOTHING = MISSING_HAS_INSIDE_INFO, MISSING_IS_RELATED_PARTY, ONLY_INSIDE_INFO, ""
Answers = tuple[bool | None, bool | None]


def kept(words: str, asked: str, proposed: Answers) -> tuple[Answers, list[str]]:
    """The two answers that are kept, and the words that each is kept by."""
    inside, related = proposed
    flags = flags_proposed(Said(1, words), asked, DraftRequest(), inside=inside, related=related)
    return (flags.inside, flags.related), [quoted.text for quoted in flags.evidence().values()]


def refusal_of(words: str, asked: str, proposed: Answers) -> str:
    with pytest.raises(NotInWords) as refused:
        kept(words, asked, proposed)
    return str(refused.value)


@pytest.mark.parametrize(
    ("words", "asked", "proposed", "answers", "quoted"),
    [
        ("No. I'm not related", BOTH, (False, False), (False, False), ["No.", "I'm not related"]),
        ("no! I'm not related", BOTH, (False, False), (False, False), ["no!", "I'm not related"]),
        ("No, I'm not related", BOTH, (False, False), (None, False), ["I'm not related"]),
        ("No, I have no inside information", BOTH, (False, False), (False, None), ["I have no inside information"]),
        ("I have inside information", BOTH, (False, True), (True, None), ["I have inside information"]),
        ("I overheard the board", INSIDE, (True, False), (True, None), ["I overheard the board"]),
        (
            "a friend of mine is on the board",
            NOTHING,
            (False, True),
            (None, True),
            ["a friend of mine is on the board"],
        ),
        ("yes", RELATED, (False, None), (None, True), ["yes"]),
        ("not related, is that ok?", BOTH, (False, False), (None, False), ["not related"]),
        ("not in the slightest", BOTH, (False, False), (False, False), ["not in the slightest"] * 2),
        ("I don't even have an uncle", RELATED, (None, False), (None, False), ["I don't even have an uncle"]),
        ("no thanks, not related", BOTH, (False, False), (None, False), ["not related"]),
        ("nothing to do with them", RELATED, (None, False), (None, False), ["nothing to do with them"]),
        ("nothing to do with them", INSIDE, (False, None), (False, None), ["nothing to do with them"]),
        (
            "no inside information, but my wife is a director there",
            NOTHING,
            (False, False),
            (False, None),
            ["no inside information"],
        ),
        (
            "Related party: no. Of inside information I can't tell",
            NOTHING,
            (False, False),
            (None, False),
            ["Related party: no."],
        ),
        (
            "I know things that are not public and my brother works there",
            NOTHING,
            (False, True),
            (None, True),
            ["my brother works there"],
        ),
        (
            "Does it matter that my brother works there?",
            BOTH,
            (False, True),
            (None, True),
            ["Does it matter that my brother works there?"],
        ),
        (
            '"My sister sits on their board", I should declare that.',
            BOTH,
            (False, True),
            (None, True),
            ['My sister sits on their board"'],
        ),
    ],
)
def test_what_the_words_bear_out_is_kept_with_them(
    words: str, asked: str, proposed: Answers, answers: Answers, quoted: list[str]
) -> None:
    assert kept(words, asked, proposed) == (answers, quoted)


@pytest.mark.parametrize(
    ("words", "asked", "proposed", "why"),
    [
        ("no to both", NOTHING, (False, False), "does not answer both"),
        ("yes to both", NOTHING, (False, True), "does not answer both"),
        ("yes", BOTH, (True, False), "does not answer both"),
        ("no thanks", BOTH, (False, False), "does not answer both"),
        ("no thanks", BOTH, (True, True), "says something else"),
        ("I don't like their dividend", BOTH, (False, False), "does not answer both"),
        ("I am not related", INSIDE, (False, None), "does not answer both"),
        ("I sit on their board", INSIDE, (True, None), "does not answer both"),
        ("I have no ties", INSIDE, (False, None), "does not answer both"),
        ("only what I read in the papers", RELATED, (None, False), "does not answer both"),
        ("nobody in my family works there", INSIDE, (False, None), "speaks of somebody else"),
        ("a friend of mine is on the board", INSIDE, (True, None), "speaks of somebody else"),
        ("I haven't checked whether I am related", BOTH, (None, False), "says something else"),
        ("I haven't checked whether I am related", BOTH, (False, True), "is a supposition"),
        ("I haven't checked whether I am related", BOTH, (False, None), "is a supposition"),
        ("not that I know of", BOTH, (False, False), "says something else"),
        ("she knows the figures", NOTHING, (True, False), "speaks of somebody else"),
        ("My wife has no inside information", BOTH, (False, None), "speaks of somebody else"),
        ('he said "no to both"', BOTH, (False, False), "is a quotation"),
        ("  ", BOTH, (True, True), "asks something"),
        ("Siemens?", BOTH, (True, True), "asks something"),
        ("what is inside information?", BOTH, (True, False), "asks something"),
    ],
)
def test_what_they_do_not_bear_out_is_refused_with_the_reason(
    words: str, asked: str, proposed: Answers, why: str
) -> None:
    assert why in refusal_of(words, asked, proposed)


def test_a_long_message_is_shown_by_its_beginning_where_it_is_refused() -> None:
    words = f"if I knew more than they do {'and more ' * 20}"
    assert refusal_of(words, BOTH, (True, False)).startswith(f'"{words[:80]}" is ')
