"""The guard: completeness as a number is taken out, and nothing else of what is said; every other number goes through, also as it streams."""

from __future__ import annotations

import re

import pytest

from llm.testing import call
from retirement.tests.shared import Desk
from retirement.words.guard import LEFT_OUT, NO_SCORE, ReplyGuard, guarded, reveals, without_score
from tests.growth import assert_linear

REVEALS = [
    "You are 70% complete.",
    "You're about 85 percent done.",
    "Your plan is 60% complete.",
    "We are 45% of the way there.",
    "We have covered 5 of the 8 topics.",
    "Your housing score is 80.",
    "I'd rate your estate planning at 40 out of 100.",
    "Your completeness score went from 30 to 55.",
    "Completeness: 70",
    "Overall completeness is now at seventy percent.",
    "Housing & Geography: 80%",
    "- **Estate Planning**: 35%",
    'Long-Term Care (The "Black Swan") is at 20%.',
    "I have about 90% of what I need.",
    "We now have 75% of the picture.",
    "Your income picture is 80% complete; the mortgage is known.",
    "Your profile is two-thirds complete.",
    "You're at 70%.",
    "You're **70%** complete!",
    "That brings you to 65% complete on healthcare.",
    "Your tax efficiency topic went up by 10 points.",
    "Income: 75/100",
    "Your retirement profile is seventy-five percent filled in.",
    "Coverage of the longevity topic is 50%.",
    "Progress: 55%",
    "Great, we're now at 62% overall.",
    "Your data is complete to 70%.",
    "We've completed 88% of your checklist.",
    "Lifestyle is 40% complete, but your income is well described.",
    "I score your information on estate planning as 45.",
    "Your healthcare topic stands at 55 percent.",
    "You've completed about three quarters of the picture.",
    "On a scale of 0 to 100, your estate planning is a 35.",
    "We are about 3/4 of the way there.",
    "Only 15% of long-term care is covered so far.",
    "Your profile: 70%",
    "Housing is at 80% now and taxes at 30%.",
    "Ihr Plan ist zu 70% vollständig.",
    "By now 50% mapped out.",
]
PASSES = [
    "You will need 70% of your income.",
    "Most advisers say you will need about 80% of your pre-retirement income.",
    "Medicare Part B covers 80% of approved costs.",
    "Your employer matches 50% of the first 6%.",
    "If you claim at 62, the benefit is 30% lower.",
    "The 4% rule is a starting point.",
    "Federal tax: 22%",
    "Your portfolio is 60% stocks and 40% bonds.",
    "You told me that the renovation of your house is 70% complete.",
    "About 70% of people who reach 65 need some long-term care.",
    "You need 40 credits, that is ten complete years of work.",
    "You are 58 and want to retire at 64.",
    "Your mortgage is 90% paid.",
    "Your credit score of 780 helps with the loan.",
    "Inflation of 3% halves the value of money in 24 years.",
    "Your RMD at 75 is the balance divided by 24.6.",
    "Social Security replaces about 40% of the earnings of an average worker.",
    "Medicare pays the first 20 days in full.",
    "You are vested 60% after three years.",
    "A survivor pension of 50% is the usual choice.",
    "Which of the eight topics matters most to you?",
    "Let us complete your estate documents in the next 2 weeks.",
    "Your plan charges 1% a year.",
    "Take 4% of the plan balance in the first year.",
    "You own 50% of the house.",
    "What share of your income, say 70% or 80%, would you live on?",
    "Healthcare may take 15% of your budget.",
    "There is 1 more thing that I would like to know.",
    "You are covered by your employer until 65.",
    "Is your long-term care policy good for 3 years?",
    "The pension is 85% funded.",
    "You are 62% of the way to your savings goal of $1 million.",
    "Your effective tax rate is 12%.",
    "On a scale of 1 to 10, how important is your home?",
    "Inflation is at 3% now.",
    "Delaying to 70 gives 8% more for each year.",
    "Your plan has a 90% chance of lasting to 95.",
    "You can convert 100% of it to a Roth.",
    "Your income is about 65% covered by Social Security and the pension.",
    "About 80% of your spending would be covered by guaranteed income.",
    "Your health costs are 70% covered under that plan.",
    "About 70%.",
]


def test_more_than_forty_sentences_are_judged() -> None:
    assert len(REVEALS) + len(PASSES) >= 60


@pytest.mark.parametrize("sentence", REVEALS)
def test_a_number_of_completeness_is_caught(sentence: str) -> None:
    assert reveals(sentence)


@pytest.mark.parametrize("sentence", PASSES)
def test_another_number_goes_through_unchanged(sentence: str) -> None:
    assert guarded(sentence) == sentence


@pytest.mark.parametrize("sentence", REVEALS)
def test_what_is_left_holds_no_score(sentence: str) -> None:
    left = without_score(sentence)
    assert not re.search(r"\d|percent|score", left)
    assert left in ("", "The mortgage is known.", "Your income is well described.")


ADVICE = [
    ("You are 70% complete, so let us look at Medigap next.", "So let us look at Medigap next."),
    ("We have 75% of the picture; delaying to 70 gives 8% more a year.", "Delaying to 70 gives 8% more a year."),
    ("With 70% of the picture known, you might talk to a tax adviser first.", "You might talk to a tax adviser first."),
    ("Housing is at 80% now, but the will is from 2011.", "The will is from 2011."),
    ("Completeness: 70, go on now.", "Go on now."),
]


@pytest.mark.parametrize(("sentence", "left"), ADVICE)
def test_advice_beside_a_score_stays_word_for_word(sentence: str, left: str) -> None:
    assert guarded(sentence) == left


def test_a_reply_that_is_nothing_but_a_score_says_where_to_look() -> None:
    assert guarded("Housing & Geography: 85%") == guarded("You are 70% done, so ask!") == NO_SCORE
    assert not reveals(NO_SCORE)


@pytest.mark.parametrize(
    ("sentence", "left"),
    [
        ('The document says "the Provider shall pay 4,712 in gold" [chunk_9997].', ""),
        ("Your will is from 2011 [fact_12].", "Your will is from 2011."),
        ("Medicare begins at 65 【source】.", "Medicare begins at 65."),
        ("You told me [in May] of the house.", "You told me [in May] of the house."),
    ],
)
def test_no_mark_of_the_machine_and_no_quotation_with_one_is_shown(sentence: str, left: str) -> None:
    assert guarded(f"Good. {sentence}") == f"Good. {left}"


def test_a_bare_number_after_a_question_about_completeness_is_caught() -> None:
    assert "70" not in guarded("How complete is your plan? About 70%. What else matters to you?")
    assert guarded("How far are we? Housing: 80. Taxes: 35. Income: 40.") == "How far are we? "


def test_a_list_under_completeness_tells_no_number_down_to_its_end() -> None:
    assert "80" not in guarded("Here is how complete we are:\n- Housing: 80\n- Taxes: 35%\n\nWhat next?")
    assert "35" not in guarded("Here is how complete we are:\n- first of all the house\n- Taxes: 35\n\nWhat next?")
    assert guarded("Your progress.\n- Housing: 80\nThank you.\n- Taxes: 35").endswith("\nThank you.\n- Taxes: 35")


def test_a_sentence_is_held_back_until_it_ends() -> None:
    guard = ReplyGuard()
    assert guard.feed("You are 70") == ""
    assert guard.feed("% complete") == ""
    assert guard.feed(". Where") == ""
    assert guard.feed(" will you live?") == ""
    assert guard.close() == "Where will you live?"


@pytest.mark.parametrize("size", [1, 2, 3, 7, 50])
def test_however_the_text_is_cut_the_result_is_the_same(size: int) -> None:
    text = (
        "Thank you. You are 70% complete. You will need 70% of your income, i.e. $4,200.50 a month.\n\nShall we go on?"
    )
    guard = ReplyGuard()
    cut = "".join(guard.feed(text[n : n + size]) for n in range(0, len(text), size)) + guard.close()
    assert cut == guarded(text) == guard.shown
    assert "70% of your income" in cut
    assert "70% complete" not in cut


@pytest.mark.parametrize("cut", ["You are 70%", "You are 70% comp", "Your plan is 60% of the w", "We are 45% d"])
def test_a_sentence_that_breaks_off_tells_no_number(cut: str) -> None:
    assert "0%" not in guarded(f"Good. {cut}")
    assert guarded(f"Good. {cut}").startswith("Good. ")


def guarded_by_fours(text: str) -> str:
    guard = ReplyGuard()
    return "".join(guard.feed(text[n : n + 4]) for n in range(0, len(text), 4)) + guard.close()


def test_long_texts_without_an_end_are_judged_in_linear_time() -> None:
    for text in ("70 percent of " * 2_000, "completeness 7x " * 2_000, "a" * 30_000):
        assert_linear(lambda size, text=text: guarded_by_fours(text[:size]), len(text))


INVENTED = [
    "You can retire at 60 with $2,500,000.",
    "We have $30,000 in our 401(k).",
    "Your savings of $450,000 will do.",
    "That is $57,600 a year.",
    "You will need two and a half million dollars.",
    "A pension of €1,200 a month is solid.",
    "Your nest egg of 900k is large.",
    "The deductible is $240 this year.",
]
ALLOWED = [
    "You have $400,000 in your 401(k).",
    "That is 400 thousand dollars.",
    "Your pension of $1,200 a month starts at 65.",
    "About $1,333 a month is what 4% gives.",
    "That is $1,333.33 a month.",
    "The 4% rule is a starting point.",
    "Medicare Part B covers 80% of approved costs.",
    "Your income is about 65% covered by Social Security.",
    "You are 58 and want to stop at 64.",
    "About 30 million people have a 401(k).",
]


def talked(scripted: Desk, sentence: str) -> str:
    sum_of = call("calculate", kind="percent_of_a_month", amount=400_000, rate=4)
    scripted.say(
        "I'm 58 with $400,000 in a 401(k) and a pension of $1,200 a month at 65. What is 4% a month?", [sum_of], "Good."
    )
    return scripted.say("Go on", f"Thank you. {sentence} What next?").reply


@pytest.mark.parametrize("sentence", INVENTED)
def test_an_amount_that_nobody_told_is_taken_out_with_its_sentence(scripted: Desk, sentence: str) -> None:
    assert talked(scripted, sentence) == "Thank you. What next?"


@pytest.mark.parametrize("sentence", ALLOWED)
def test_what_was_told_noted_or_worked_out_is_said(scripted: Desk, sentence: str) -> None:
    assert talked(scripted, sentence) == f"Thank you. {sentence} What next?"


def test_an_amount_that_was_told_long_ago_is_said_and_one_of_another_thread_is_not(scripted: Desk) -> None:
    scripted.hear("There is $77,000 in the credit union")
    for n in range(40):
        scripted.hear(f"And then we talked of other things, {n}")
    assert "$77,000" in scripted.say("Go on", "You have $77,000 at the credit union. What else?").reply
    other = Desk(scripted.owner, scripted.model)
    assert other.say("Hello", "You have $77,000 at the credit union. What else?").reply == "What else?"


def test_a_reply_of_which_nothing_is_left_asks(scripted: Desk) -> None:
    turn = scripted.say("Hello", "You can retire with $2,500,000.")
    assert turn.status == "done"
    assert turn.reply == LEFT_OUT


def test_a_score_that_is_also_a_percentage_of_the_persons_is_not_told(scripted: Desk) -> None:
    scripted.say("We hold 70% in stocks and 40% of my spending is rent", "Good.")
    reply = scripted.say(
        "Go on", "You are 70% complete. Your portfolio is 70% in stocks. Rent is 40% of spending."
    ).reply
    assert "70% complete" not in reply
    assert "Your portfolio is 70% in stocks. Rent is 40% of spending." in reply
