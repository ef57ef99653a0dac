"""What a message does, at the door of the package."""

from pathlib import Path

import numpy as np
import pytest

from dialogue import Act, Help, Talk, deeds_in, not_understood, weights
from dialogue.clauses import word_asked
from dialogue.examples import BadExample, Example, example_files, read
from dialogue.help import read_help
from dialogue.model import learn
from tests.growth import assert_linear

# A room whose examples are few, so that they are learnt in a second.
SMALL = "tax_dossier.offline"


def test_a_message_may_do_several_things_each_with_its_span() -> None:
    message = "Thanks, that helps. How long will the approval take? I want to buy 200 shares of Siemens."
    deeds = deeds_in(message)
    assert [deed.act for deed in deeds] == [Act.THANKS, Act.HELP, Act.CONTENT]
    assert [message[deed.start : deed.end] for deed in deeds][1] == "How long will the approval take?"


@pytest.mark.parametrize(
    ("message", "act"),
    [
        ("undo", Act.UNDO),
        ("Maak ongedaan.", Act.UNDO),
        ("?", Act.HELP),
        ("👍", Act.YES),
        ("🎉🎉", Act.CHAT),
        ("...", Act.UNKNOWN),
        ("", Act.UNKNOWN),
        ("start over", Act.RESTART),
        ("Yes please", Act.YES),
    ],
)
def test_a_certain_form_needs_no_model(message: str, act: Act) -> None:
    assert [(deed.act, deed.margin) for deed in deeds_in(message)] == [(act, 1.0)]


@pytest.mark.parametrize(
    ("message", "acts"),
    [
        ("Hi, I want to sell my Shell options", [Act.GREET, Act.CONTENT]),
        ("yes, it was paid off in 2019", [Act.YES, Act.CONTENT]),
        ("does Aetna want a prior authorization for this", [Act.QUESTION]),
        ("correction, the pension is 2,300 a month and not 3,200", [Act.CHANGE]),
        ("sdkjfh qq 0o0", [Act.UNKNOWN]),
    ],
)
def test_an_opening_a_question_without_its_mark_and_a_correction_are_told_by_their_form(
    message: str, acts: list[Act]
) -> None:
    screen = "yes_no" if Act.YES in acts else ""
    assert [deed.act for deed in deeds_in(message, screen)] == acts


@pytest.mark.parametrize(
    ("message", "words"),
    [
        # A sentence ends behind the number of something, and not behind a number of a list.
        ("Accept finding 2. Which of the others is worse?", ["Accept finding 2.", "Which of the others is worse?"]),
        ("1. Sell my Shell options", ["1. Sell my Shell options"]),
        # What only says which is not meant goes with what is.
        ("correction: the broker is Saxo, not DEGIRO", ["correction: the broker is Saxo, not DEGIRO"]),
        ("sorry, not ING, it's KBC Securities", ["not ING, it's KBC Securities"]),
        # One word behind an "and" is no clause, and a speaker is not cut from who is with them.
        ("I'd sooner deal with somebody of flesh and blood.", ["I'd sooner deal with somebody of flesh and blood."]),
        ("My wife and I have two sons", ["My wife and I have two sons"]),
        # What is corrected stands in its own sentence.
        ("We rent in Leeds. I said 64 but it will be 66", ["We rent in Leeds.", "I said 64 but it will be 66"]),
    ],
)
def test_a_message_is_cut_where_another_thing_is_done(message: str, words: list[str]) -> None:
    assert [message[deed.start : deed.end] for deed in deeds_in(message)] == words


@pytest.mark.parametrize(
    ("message", "acts"),
    [
        ("hang on, chainsaw", [Act.WAIT]),
        ("undo that please, 600 was right after all", [Act.UNDO, Act.CHANGE]),
        ("Undo that, please.", [Act.UNDO]),
        ("yesss", [Act.YES]),
    ],
)
def test_on_a_screen_of_yes_and_no_only_what_is_like_one_of_them_is_one(message: str, acts: list[Act]) -> None:
    assert [deed.act for deed in deeds_in(message, "yes_no")] == acts


@pytest.mark.parametrize(
    "message",
    [
        "My cousin in Chicago he gets 3,700 from the union! He was only a driver.",
        "A guy at work, Raj, is out at 52 with 1.3 million.",
        "my brother-in-law put 5,000 into Vodafone at 71p, he's underwater now",
        "the new girl said it takes a year",
        "They say gold is safer than bonds",
        "Mijn buurman betaalt over zijn huis geen cent. Hij was vroeger bij de marine.",
    ],
)
def test_what_is_told_of_somebody_else_is_an_aside(message: str) -> None:
    assert [deed.act for deed in deeds_in(message)] == [Act.ASIDE]


@pytest.mark.parametrize(
    "message",
    [
        "my wife and I have 40,000 in savings",
        "my brother owes me 20,000",
        "does my cousin have to pay for this?",
        "my husband wants to buy 50 Apple",
        "my pension is 2,000 a month",
        "the house gets 900 in rent",
        "she is 63",
    ],
)
def test_what_touches_the_speaker_asks_or_is_wished_is_no_aside(message: str) -> None:
    assert Act.ASIDE not in {deed.act for deed in deeds_in(message)}


def test_what_stands_beside_an_aside_keeps_its_words() -> None:
    message = "how long do I have to appeal? my sister in Georgia got 30 days"
    asked, told_of_her = deeds_in(message)
    assert message[asked.start : asked.end] == "how long do I have to appeal?"
    assert told_of_her.act is Act.ASIDE


def test_a_start_over_between_commas_is_one_and_what_follows_is_read_by_itself() -> None:
    message = "ahh forget it, start over, it is too expensive"
    deeds = deeds_in(message)
    assert [message[deed.start : deed.end] for deed in deeds if deed.act is Act.RESTART] == ["start over"]
    assert deeds[-1].end == len(message)


def test_what_asks_behind_thanks_goes_on_with_no_thanks() -> None:
    message = "Thank you. And a grievance, within how many days is that answered?"
    thanks, asked = deeds_in(message)
    assert (thanks.act, message[thanks.start : thanks.end]) == (Act.THANKS, "Thank you.")
    assert message[asked.start : asked.end].endswith("is that answered?")


def test_what_would_take_everything_away_beside_surer_content_is_content() -> None:
    acts = {deed.act for deed in deeds_in("A birthday present for my grandson, to start his savings.")}
    assert acts == {Act.CONTENT}


def test_a_no_that_opens_a_goodbye_answers_nothing() -> None:
    assert Act.NO not in {deed.act for deed in deeds_in("No, is enough for today, thank you.", "yes_no")}


@pytest.mark.parametrize(
    "words",
    [
        "I am not understand the word escrow, what it is?",
        "i do not know the word escrow",
        "ik begrijp het woord escrow niet",
    ],
)
def test_who_does_not_know_a_word_asks_for_its_meaning(words: str) -> None:
    assert [deed.act for deed in deeds_in(words)] == [Act.HELP]
    assert word_asked(words) == "escrow"


def test_every_room_that_asks_for_it_learns_what_people_mention_in_passing() -> None:
    everyday = {name: text for name, text in example_files(SMALL) if name == "everyday.txt"}
    assert everyday["everyday.txt"].startswith("[talk]\n")
    assert "casserole" in everyday["everyday.txt"]


def test_a_room_may_learn_what_is_said_to_any_assistant_and_nothing_of_a_domain() -> None:
    lines = dict(example_files("retirement.reading"))["acts"].splitlines()
    assert lines[0] == "[none]"
    assert {"one moment", "funny old world"} <= set(lines)
    assert not {"I lost track", "nope"} & set(lines)


def test_a_line_of_an_example_file_teaches_the_model() -> None:
    lessons = [Example("sell ten shares", "content"), Example("buy ten shares now", "content")]
    before = learn([*lessons, Example("good bye now", "end"), Example("good bye", "end")])
    after = learn([*lessons, Example("so long pal", "end"), Example("so long pal, take care", "end")])
    assert before.tell("so long, pal")[0] != "end"
    assert after.tell("so long, pal")[0] == "end"


def test_what_was_learnt_is_kept_and_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(weights, "_folder", tmp_path)
    learned, again = weights.read_or_learn(SMALL), weights.read_or_learn(SMALL)
    assert len(list(tmp_path.glob(f"{SMALL}-*.npz"))) == 1
    assert (learned.labels, learned.frame, learned.names()) == (again.labels, again.frame, again.names())
    assert [again.places[name] for name in learned.names()] == list(range(len(learned.places)))
    assert (learned.weights == again.weights).all()
    # It is read where it lies, and the same in every process.
    assert isinstance(again.weights.base, np.memmap)


def test_a_folder_that_cannot_be_written_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    monkeypatch.setattr(weights, "_folder", tmp_path / "file" / "below")
    assert weights.read_or_learn(SMALL).labels


def test_a_line_with_choices_is_several_examples() -> None:
    sentences = [example.text for example in read("[end]\n(bye|so long)( then|)", "a.txt")]
    assert sorted(sentences) == ["bye", "bye then", "so long", "so long then"]


def test_a_line_that_cannot_be_read_is_named_with_its_remedy() -> None:
    with pytest.raises(BadExample, match=r"a\.txt, line 1: 'hello' stands before any \[label\]"):
        list(read("hello", "a.txt"))
    with pytest.raises(BadExample, match=r"'@maybe' is no screen; @screens names \['yes_no'\]"):
        list(read("@screens yes_no\n[yes]\n@maybe sure", "a.txt"))


@pytest.mark.parametrize("text", ["x" * 100_000, "word " * 20_000, "a, b. " * 16_000, "NO " * 33_000, "?" * 100_000])
@pytest.mark.dear
def test_a_hundred_thousand_characters_are_read_in_linear_time(text: str) -> None:
    deeds_in("hello there, how long does it take")  # The model is learnt before the clock runs.
    assert_linear(lambda size: deeds_in(text[:size]), len(text))
    deeds = deeds_in(text)
    assert deeds
    assert all(0 <= deed.start < deed.end <= len(text) for deed in deeds)


@pytest.mark.parametrize(
    ("message", "act"), [("thnaks a lot", Act.THANKS), ("waht happens after that, who sees tihs?", Act.HELP)]
)
def test_a_slip_of_the_finger_is_read_as_the_word_that_was_meant(message: str, act: Act) -> None:
    assert [deed.act for deed in deeds_in(message)] == [act]


def test_a_known_word_and_a_short_one_have_no_slip() -> None:
    model = weights.learnt()
    words = ("thnaks", "aprpoval", "thanks", "tha")
    assert [model.without_slip(word) for word in words] == ["thanks", "approval", "thanks", "tha"]


@pytest.mark.parametrize(
    "message",
    [
        "the lady next door has 900 shares, from her late husband, she told me",
        "my boy bought himself a truck for eighty two thousand on credit I could have cried",
        "friend of mine put 60k in gold",
    ],
)
def test_who_is_only_told_of_it_or_marvels_at_it_has_no_part_in_it(message: str) -> None:
    [deed] = deeds_in(message)
    assert deed.act is Act.ASIDE


@pytest.mark.parametrize(
    "message",
    [
        "a friend of mine and I own a house, half of it is mine",
        "my wife is the beneficiary of my IRA",
        "my brother is a director of my company",
        "my husband has a pension, I never had one",
    ],
)
def test_who_shares_in_it_has_a_part_in_it(message: str) -> None:
    assert Act.CONTENT in {deed.act for deed in deeds_in(message)}


def test_help_is_found_for_one_sentence_of_several(tmp_path: Path) -> None:
    (tmp_path / "help.md").write_text(
        "## Who sees what I write?\n\nYou alone.\n\n## How long does it take?\n\nA day.\n"
    )
    answer = read_help(tmp_path / "help.md").find("I never used this before, you know. So who sees what I write?")
    assert answer is not None
    assert answer.text == "You alone."


def test_ways_to_ask_that_every_assistant_hears_are_written_once(tmp_path: Path) -> None:
    (tmp_path / "help.md").write_text("## Who sees it?\nalso: @who_reads\n\nYou alone.\n")
    answer = read_help(tmp_path / "help.md").find("Does HR get to read what I put down here?")
    assert answer is not None
    assert answer.text == "You alone."
    (tmp_path / "bad.md").write_text("## Who sees it?\nalso: @nobody\n\nYou alone.\n")
    with pytest.raises(ValueError, match="'@nobody' is no label"):
        read_help(tmp_path / "bad.md")


def test_what_is_asked_of_any_assistant_is_answered_where_its_own_help_is_silent() -> None:
    talk = Talk(help=Help(()), about="", question="How many?", contact="the desk")
    reply = not_understood("Does it stay here if I close this?", talk)
    assert reply.startswith("Yes. The conversation stays as it is")
    assert reply.endswith("How many?")


def test_of_two_words_that_a_slip_may_stand_for_the_far_more_usual_one_was_meant() -> None:
    lessons = [Example(f"my pension is {n}", "told") for n in range(40)]
    lessons += [Example("do not mention it", "thanks"), Example("no mention of it", "thanks")]
    assert learn(lessons).without_slip("pention") == "pension"
    lessons += [Example(f"I mention it {n}", "thanks") for n in range(20)]
    assert learn(lessons).without_slip("pention") == "pention"


def test_what_is_said_in_passing_is_answered_as_talk_and_then_the_question_stands_again() -> None:
    help_ = Help(())
    passing = Talk(help_, "I count.", question="How many?", before=["How many?"], passing=True)
    assert "did not understand" not in not_understood("the lamp is so bright", passing)
    assert not_understood("the lamp is so bright", passing).endswith("How many?")
    assert "did not understand" in not_understood("What would most lamps do?", passing)


@pytest.mark.parametrize("words", ["nah undo that", "no, undo it", "hm, undo", "Oh, take that back please"])
def test_a_sound_or_a_no_before_a_command_to_undo_changes_nothing_of_it(words: str) -> None:
    (deed,) = deeds_in(words)
    assert (deed.act, deed.margin) == (Act.UNDO, 1.0)


def test_a_no_before_thanks_stays_a_no() -> None:
    assert [deed.act for deed in deeds_in("no, thanks")] == [Act.NO]


@pytest.mark.parametrize("words", ["before I start, who can see this?", "en wie leest mee?"])
def test_who_reads_along_is_a_question_for_the_help(words: str) -> None:
    assert Act.HELP in {deed.act for deed in deeds_in(words) if deed.is_sure}


def test_what_is_left_of_a_thing_does_not_ask_which_questions_are_left() -> None:
    assert [deed.act for deed in deeds_in("what is left of my loan")] == [Act.QUESTION]
    assert [deed.act for deed in deeds_in("what's left of the form")] == [Act.LEFT]


def test_what_stands_behind_a_plain_undo_is_told() -> None:
    message = "Undo that. Staying here in Toledo"
    assert [(deed.act, message[deed.start : deed.end]) for deed in deeds_in(message)] == [
        (Act.UNDO, "Undo that"),
        (Act.CONTENT, "Staying here in Toledo"),
    ]
