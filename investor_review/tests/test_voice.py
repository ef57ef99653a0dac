"""New wording speaks as the contract does: its word for a duty, its terms, its numbers; an order is never a clause."""

from __future__ import annotations

import pytest

from investor_review.edits import Change, EditPlan, SourceText, apply_edits, find_values, plan_edits, propose_by_rule
from investor_review.edits.by_model import checked
from investor_review.edits.voice import in_third_person, is_order, with_terms

CONTRACT = """SUPPLY AGREEMENT

1. Parties. Northwind B.V. (the "Supplier") and Acme (the "Buyer").

4. Records

4.2 Reporting. The Supplier shall report once a year. Each Suppliers' Day is a "Business Day".

4.3 Books. The Supplier shall keep its books. The Buyer shall read them.

5. Notices

(a) A notice shall be in writing.

(b) A notice takes effect on receipt;

(c) a copy is kept.

6. Law. This agreement shall be governed by the law of Ireland.
"""
REPORTING = "4.2 Reporting. The Supplier shall report once a year."
BOOKS = "4.3 Books. The Supplier shall keep its books. The Buyer shall read them."
LAW = "6. Law. This agreement shall be governed by the law of Ireland."


def plan(words: str, cited: str, text: str = CONTRACT) -> EditPlan:
    return plan_edits(text, [Change("i1", "", words, (cited,))], propose_by_rule)


def cleaned(words: str, cited: str, text: str = CONTRACT) -> str:
    made = plan(words, cited, text)
    assert made.refused == []
    return apply_edits(text, made.edits)


def refusal(words: str, cited: str, text: str = CONTRACT) -> str:
    made = plan(words, cited, text)
    assert made.edits == []
    return " ".join(refused.reason for refused in made.refused)


SHALL = "The Seller shall deliver. The Buyer shall pay. Both shall sign. "
WILL = "The Seller will deliver. The Buyer will pay. Both will sign. "


@pytest.mark.parametrize(
    ("text", "wording", "expected"),
    [
        (SHALL, "The Seller will report and must insure.", "The Seller shall report and shall insure."),
        (SHALL, "The Seller must not assign.", "The Seller shall not assign."),
        (WILL, "The Seller shall report.", "The Seller will report."),
        (SHALL, "If the price will rise, the Seller must say so.", "If the price will rise, the Seller shall say so."),
        (SHALL, "A fee that must be paid is due at will.", "A fee that must be paid is due at will."),
        (SHALL, "The Seller may report.", "The Seller may report."),
        (f"{SHALL} It must. It will.", "The Seller must report.", "The Seller must report."),
    ],
)
def test_a_duty_is_said_with_the_contracts_own_word(text: str, wording: str, expected: str) -> None:
    assert SourceText(text).in_voice(wording) == expected


def test_wording_for_a_clause_takes_the_contracts_word_and_what_was_quoted_stays() -> None:
    assert "The Buyer shall be told." in cleaned("add a sentence: the buyer must be told", BOOKS)
    assert "The Buyer must be told." in cleaned('add "The Buyer must be told."', BOOKS)


@pytest.mark.parametrize(
    ("words", "quote", "written", "expected"),
    [
        ("have it audited", "once a year.", "once a year. It must be audited.", "It shall be audited."),
        ("say must instead", "once a year.", "once a year. It must be audited.", "It must be audited."),
        ("do it better", "The Supplier shall report", "The Supplier must report", "must"),
    ],
)
def test_a_model_s_wording_has_the_contracts_word_unless_the_investor_named_another(
    words: str, quote: str, written: str, expected: str
) -> None:
    source = SourceText(CONTRACT)
    change = Change("i1", "", words, (REPORTING,))
    assert expected in checked(source, [source.passage(REPORTING)], change, quote, written).replacement


@pytest.mark.parametrize(
    ("wording", "expected"),
    [
        ("Records of supplier and of suppliers are kept.", "Records of Supplier and of Suppliers are kept."),
        ("The suppliers meet on business days.", "The Suppliers meet on Business Days."),
        ("They shall notice it.", "They shall notice it."),
        ("The agreement ends.", "The agreement ends."),
        ("A notice ends it.", "A notice ends it."),
    ],
)
def test_a_defined_term_has_its_capital_in_the_plural_and_without_an_article(wording: str, expected: str) -> None:
    terms = frozenset({"Supplier", "Business Day", "Notice"})
    assert with_terms(wording, terms, CONTRACT) == expected


@pytest.mark.parametrize(
    ("words", "cited", "there"),
    [
        ("add a clause: the buyer is told of losses", BOOKS, f"{BOOKS}\n\n4.4 The Buyer is told of losses.\n\n5. Notices"),
        ('add the clause "Losses are told."', BOOKS, f"{BOOKS}\n\n4.4 Losses are told.\n\n5. Notices"),
        ("add a clause: the buyer is told of losses", LAW, f"{LAW}\n\n7. The Buyer is told of losses.\n"),
        ("add a sentence: the buyer is told of losses", BOOKS, f"{BOOKS} The Buyer is told of losses.\n\n5."),
        ("add a clause: the buyer is told of losses", REPORTING, f"{REPORTING} The Buyer is told of losses. Each"),
    ],
)  # fmt: skip
def test_a_clause_behind_the_last_of_its_level_has_the_next_number_and_no_other(
    words: str, cited: str, there: str
) -> None:
    assert there in cleaned(words, cited)


def test_a_number_that_is_there_or_referred_to_is_given_to_no_new_clause() -> None:
    for taken in ("\n\nSCHEDULE\n\n4.4 Other.\n", "\n7. See clause 4.4.\n"):
        done = cleaned("add a clause: the buyer is told of losses", BOOKS, f"{CONTRACT}{taken}")
        assert f"{BOOKS} The Buyer is told of losses.\n\n5." in done


def test_a_new_item_never_takes_the_letter_of_the_next_page() -> None:
    text = "1. Duties\n\n(a) It pays.\n\n(b) It reports.\n\n\n<PAGE>\n\n\n(c) It ends.\n"
    assert "(c) It is told" not in cleaned("add: It is told", "(b) It reports.", text)


def test_a_list_that_goes_on_takes_no_sentence_and_one_sentence_is_not_cut_in_two() -> None:
    assert "a list that goes on" in refusal("add: It is told", "(b) A notice takes effect on receipt;")
    text = "It pays; it reports; it ends. It is over.\n"
    assert cleaned("add: It is told", "It pays;", text) == "It pays; it reports; it ends. It is told. It is over.\n"


@pytest.mark.parametrize(
    "words",
    [
        "Lassen Sie die Zahlen von einem Dritten prüfen.",
        "Bitte fügen Sie eine jährliche Prüfung ein, die der Käufer bezahlen muss",
        "add a sentence: Füge eine jährliche Prüfung ein",
        'add "Stellen Sie sicher, dass die Zahlen stimmen."',
        "add: Eine jährliche Prüfung einfügen",
        "Zorg dat een accountant de cijfers controleert.",
        "add a sentence: voeg een jaarlijkse controle toe",
        'add "Laat de cijfers door een derde controleren."',
        "Soften this a little",
        "add: Do not sell the books",
    ],
)
def test_an_order_in_whatever_language_becomes_an_open_point(words: str) -> None:
    assert refusal(words, BOOKS)


@pytest.mark.parametrize(
    "clause",
    [
        "Der Käufer muss die Zahlen jährlich prüfen lassen.",
        "Die Frist ist angemessen zu verlängern.",
        "De koper moet de cijfers laten controleren.",
        "Het eerste rapport wordt gedeeld.",
        "Transfer of shares requires consent.",
        "Check results shall be kept.",
    ],
)
def test_a_clause_is_no_order(clause: str) -> None:
    assert not is_order(clause)


def test_an_order_is_told_to_others_as_what_the_investor_asks() -> None:
    assert in_third_person("Cap the fee.") == "The investor asks to cap the fee."
    assert in_third_person("Never sell the books.") == "The investor asks not to sell the books."
    assert in_third_person("The fee is capped.") == "The fee is capped."


def test_a_value_with_the_one_that_it_takes_the_place_of_is_put_in_place() -> None:
    text = "It pays within 30 days and reports annually and monthly.\n"
    assert "within 60 days and" in cleaned("sixty days, not thirty", text.strip(), text)
    assert "annually and quarterly" in cleaned("once a quarter, not monthly", text.strip(), text)


def test_a_no_of_the_wording_stays_and_one_said_to_somebody_goes() -> None:
    assert "No copy is kept." in cleaned("No copy is kept", BOOKS)
    assert "A copy is kept." in cleaned("no, add: a copy is kept", BOOKS)


def test_the_number_of_an_exhibit_is_no_amount() -> None:
    assert [value.kind for value in find_values("as Exhibit 16C says")] != ["money"]
