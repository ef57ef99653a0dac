"""The panel on a Dutch page: how much is known, and what the conversation is for, are Dutch; the record stays English."""

from __future__ import annotations

from django.utils import translation

from retirement import prompt_choice
from retirement.checklist import Topic, items_of
from retirement.coverage import TopicCoverage, coverage_by
from retirement.pages.covered import LABELS, covered_words
from retirement.reading import label_of


def covered(*types: str) -> TopicCoverage:
    return coverage_by(types)[Topic.HOUSING_GEOGRAPHY]


def test_what_is_known_of_a_topic_is_said_in_the_language_of_the_page() -> None:
    with translation.override("nl"):
        assert covered_words(covered()) == "Er is nog niets bekend."
        assert covered_words(covered("mortgage")).startswith("Er is iets bekend. Nog open: of u blijft of verhuist, ")


def test_on_an_english_page_it_is_what_the_record_says_at_every_step() -> None:
    names = [name for item in items_of(Topic.HOUSING_GEOGRAPHY) for name in sorted(item.names)[:1]]
    for many in range(len(names) + 1):
        of_topic = covered(*names[:many])
        assert covered_words(of_topic) == of_topic.words


def test_every_item_of_the_checklist_has_its_dutch_name() -> None:
    assert {label_of(item.fact_type) for topic in Topic for item in items_of(topic)} == LABELS


def test_what_a_conversation_is_for_is_dutch_too() -> None:
    with translation.override("nl"):
        shown = [translation.gettext(name) for name in prompt_choice.NAMES.values()]
    assert shown == ["Het hele beeld", "Ben ik er klaar voor?"]
