"""What may become a fact: honest calls in many wordings go through, and nothing that the words do not say does."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from chat.assistants import Said
from retirement.models import InformationRecord
from retirement.tests.shared import Desk
from retirement.words.claims import ProposedFact, place_of
from wording.quotes import NotInWords, Quote

CLAIMS = Path(__file__).parent / "claims"
INVENTED = ["Has ${:,} in savings", "Wants to retire at {}", "Pays {}% of income in tax", "Has {} grandchildren",
            "Worked {} years", "Half of savings in stocks, {} in bonds", "Pension of ${} a month"]  # fmt: skip


def claims(name: str) -> list[dict[str, str]]:
    return [json.loads(line) for line in (CLAIMS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def taken(claim: dict[str, str]) -> Quote | None:
    question = claim.get("question", "")
    try:
        return place_of(
            ProposedFact(claim["value"], claim.get("words", "")), [Said(1, claim["said"])], lambda: question
        )
    except NotInWords:
        return None


def test_no_lie_of_the_table_is_taken() -> None:
    lies = claims("lies")
    assert len(lies) >= 200
    assert [lie for lie in lies if taken(lie)] == []


def test_nearly_every_honest_call_of_the_table_is_taken() -> None:
    honest = claims("honest")
    refused = [claim for claim in honest if not taken(claim)]
    assert len(honest) >= 200
    assert len(refused) <= 0.02 * len(honest), refused


def test_a_fact_has_a_place_in_the_persons_words() -> None:
    for claim in claims("honest"):
        place = taken(claim)
        assert place is None or 0 <= place.start < place.end <= len(claim["said"])


@pytest.mark.parametrize("number", [0, 7, 12, 33, 66, 85, 250, 1_900, 7_000, 40_001, 555_000])
def test_an_invented_number_is_taken_from_no_talk(number: int) -> None:
    talk = "I'm 58, my wife is 61. We own a house, have savings in stocks and bonds, and hope for a pension."
    assert [value for value in INVENTED if taken({"said": talk, "value": value.format(number)})] == []


def test_a_number_that_was_corrected_is_not_taken_from_an_earlier_message() -> None:
    messages = [Said(2, "actually 67, not 65"), Said(1, "I want to retire at 65")]
    with pytest.raises(NotInWords, match="took '65' back"):
        place_of(ProposedFact("Wants to retire at 65"), messages)
    assert place_of(ProposedFact("Wants to retire at 67"), messages).source == 2


def test_the_label_says_whose_a_number_is() -> None:
    messages = [Said(1, "I'm 58 and my wife is 61")]
    assert place_of(ProposedFact("61", labels=("partner_age",)), messages)
    for value, label in (("61", "age"), ("58", "partner_age")):
        with pytest.raises(NotInWords):
            place_of(ProposedFact(value, labels=(label,)), messages)


def test_what_was_said_long_ago_is_found() -> None:
    messages = [Said(n, "And then we talked of the garden.") for n in range(40, 1, -1)] + [Said(1, "We rent a flat")]
    assert place_of(ProposedFact("Rents a flat"), messages).source == 1


@pytest.mark.parametrize("arguments", [{}, {"words": "I want to travel a lot"}])
@pytest.mark.parametrize("value", ["has no pension", "has long-term care insurance", "in_progress", "EUR", "resolved"])
def test_a_fact_that_nobody_said_is_refused_and_leaves_no_row(
    desk: Desk, value: str, arguments: dict[str, Any]
) -> None:
    result = desk.tool("information", "I want to travel a lot", topic="income_cash_flow", value=value, **arguments)
    assert result["status"] == "error"
    assert "did not say" in result["error"]
    assert InformationRecord.objects.count() == 0


def test_the_words_that_a_model_quotes_are_kept_as_the_place(desk: Desk) -> None:
    text = "Well. We split up in 2019, my wife and I, and I rent now"
    quoted = {"value": "Split up with wife in 2019", "words": "We split up in 2019, my wife and I"}
    assert desk.tool("information", text, topic="estate_planning", **quoted)["status"] == "success"
    row = InformationRecord.objects.get()
    assert text[row.start : row.end] == quoted["words"]


def test_a_yes_is_read_with_the_question_of_this_conversation(scripted: Desk) -> None:
    from llm.testing import call

    scripted.say("Hello", "Do you have a will?")
    labels = {"topic": "estate_planning", "fact_type": "will"}
    scripted.say("no", [call("information", value="Has a will", **labels)], "Noted.")
    assert InformationRecord.objects.count() == 0
    scripted.say("Go on", "Do you have a will?")
    scripted.say("no", [call("information", value="Has no will", **labels)], "Noted.")
    assert [row.value for row in InformationRecord.objects.all()] == ["Has no will"]


BORN = """Ich bin am 3. März 1964 geboren|Born on 3 March 1964|Born on 3 April 1964|Born on 4 March 1964|Born on 3 March 1965
Je suis née le 14 août 1958|Born on 14 August 1958|Born on 14 July 1958|Born 1958-09-14|Born on 15 August 1958
Nací el 7 de julio de 1960|Born on July 7, 1960|Born on June 7, 1960|Born on July 8, 1960|Born on July 7, 1961
Urodziłem się 3 marca 1964|Born on 3 March 1964|Born on 3 May 1964|Born on 2 March 1964|Born in March 1963
Ik ben geboren op 3 maart 1964|Born on 3 March 1964|Born on 3 May 1964|Born on 13 March 1964|Born in May 1964
我于1964年12月1日出生|Born on 1 December 1964|Born on 1 November 1964|Born on 2 December 1964|Born in 1965
I was born 03.04.1964|Born on 4 March 1964|Born on 3 May 1964|Born on 5 April 1964|Born on 3 April 1965
I was born on 3 March 1964|Born 3/3/1964|Born on 3 April 1964|Born on March 4, 1964|Born in April 1964
Ich gehe zum 01.10.2031 in Rente|Retires on 1 October 2031|Retires on 1 November 2031|Retires on 2 October 2031|Retires in May 2031
Vado in pensione a marzo 2031|Retires in March 2031|Retires in May 2031|Retires on 1 March 2031|Retires in March 2032
Odejdę na emeryturę w marcu 2031|Retires in March 2031|Retires in May 2031|Retires on 1 March 2031|Retires in March 2032
Jag går i pension den 1 juni 2030|Retires on 1 June 2030|Retires on 1 July 2030|Retires on 2 June 2030|Retires in June 2031""".splitlines()


@pytest.mark.parametrize("case", BORN)
def test_a_day_is_taken_from_the_words_of_another_language_and_no_other_day(case: str) -> None:
    spoken, day, *others = case.split("|")
    assert taken({"said": spoken, "value": day, "words": spoken})
    assert [other for other in others if taken({"said": spoken, "value": other, "words": spoken})] == []
