"""Edits of a contract: the investor's words in place, one refusal alone, and every other byte as it was."""

from __future__ import annotations

import os
import random
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from django.conf import settings

from investor_review.edits.by_model import checked
from investor_review.edits.by_rules import propose_by_rule
from investor_review.edits.passages import CannotPlace, CitedPassage, SourceText
from investor_review.edits.plan import Change, Edit, EditPlan, OverlappingEdits, Proposal, apply_edits, plan_edits
from investor_review.edits.redline import redlines

CONTRACT = """SUPPLY AGREEMENT

4.1 Definitions. “Supplier” means Northwind B.V.

4.2 Reporting. Supplier emissions reporting is annual and covers scope 1 and 2. The Supplier shall submit an annual
statement within thirty (30) days after the end of each year.

5. Liability. The total liability of the Supplier under this Agreement shall not exceed EUR 5,000,000. The Supplier
pays interest of 5% per annum on late sums.

6. Notices

(a) Notices are in writing.

(b) Either party may terminate on 30 days' notice. Payment is due within 60 days.

7. Non-compete. The Founder shall not compete for twelve (12) months.
"""
REPORTING = "Supplier emissions reporting is annual and covers scope 1 and 2."
STATEMENT = "The Supplier shall submit an annual statement within thirty (30) days after the end of each year."
LIABILITY = "5. Liability. The total liability of the Supplier under this Agreement shall not exceed EUR 5,000,000."
NOTICES = "(b) Either party may terminate on 30 days' notice. Payment is due within 60 days."
COMPETE = "7. Non-compete. The Founder shall not compete for twelve (12) months."


def plan(words: str, *cited: str, suggested: str = "", title: str = "", text: str = CONTRACT) -> EditPlan:
    return plan_edits(text, [Change("issue_1", title, words, cited, suggested)], propose_by_rule)


def cleaned(words: str, *cited: str, suggested: str = "", text: str = CONTRACT) -> str:
    made = plan(words, *cited, suggested=suggested, text=text)
    assert made.refused == []
    return apply_edits(text, made.edits)


def refusal(words: str, *cited: str, text: str = CONTRACT) -> str:
    made = plan(words, *cited, text=text)
    assert made.edits == []
    return " ".join(refused.reason for refused in made.refused)


@pytest.mark.parametrize(
    ("words", "cited", "before", "after"),
    [
        ("for the reporting clause say quarterly instead", REPORTING, "reporting is annual", "reporting is quarterly"),
        ("make the statement quarterly", STATEMENT, "submit an annual", "submit a quarterly"),
        ("60 days instead of 30", STATEMENT, "thirty (30) days", "sixty (60) days"),
        ("change thirty days to sixty days", STATEMENT, "thirty (30) days", "sixty (60) days"),
        ("Extend to sixty days.", STATEMENT, "thirty (30) days", "sixty (60) days"),
        ("Submit the statement quarterly.", STATEMENT, "submit an annual", "submit a quarterly"),
        ("two months", STATEMENT, "thirty (30) days", "two (2) months"),
        ("EUR 3m please", LIABILITY, "EUR 5,000,000", "EUR 3,000,000"),
        ("reduce the cap to EUR 3m", LIABILITY, "EUR 5,000,000", "EUR 3,000,000"),
        ("cap liability at USD 2 million", LIABILITY, "EUR 5,000,000", "USD 2 million"),
        ("The notice period should be 90 days", NOTICES, "on 30 days' notice", "on 90 days' notice"),
        ("90 days for payment", NOTICES, "due within 60 days", "due within 90 days"),
        ("replace 'shall not' with 'may'", COMPETE, "Founder shall not compete", "Founder may compete"),
        ("may instead of shall not", COMPETE, "Founder shall not compete", "Founder may compete"),
        ("I'd like “eighteen (18)” rather than “twelve (12)”", COMPETE, "twelve (12) months", "eighteen (18) months"),
        ("18 months", COMPETE, "twelve (12) months", "eighteen (18) months"),
        ("delete the second sentence", NOTICES, " Payment is due within 60 days.", ""),
        ("delete the clause", COMPETE, " Non-compete. The Founder shall not compete for twelve (12) months.", " [Intentionally deleted.]"),
        ('remove "under this Agreement"', LIABILITY, " under this Agreement", ""),
        ('add "and its affiliates" after "the Supplier"', LIABILITY, "of the Supplier under", "of the Supplier and its affiliates under"),
        ('It should say "Reporting is quarterly and covers scopes 1, 2 and 3."', REPORTING, REPORTING, "Reporting is quarterly and covers scopes 1, 2 and 3."),
    ],
)  # fmt: skip
def test_the_one_place_that_the_words_mean_is_changed(words: str, cited: str, before: str, after: str) -> None:
    assert CONTRACT.count(before) == 1
    assert cleaned(words, cited) == CONTRACT.replace(before, after)


@pytest.mark.parametrize(
    ("words", "cited", "sentence"),
    [
        ("require the Supplier to appoint an independent auditor", REPORTING, "The Supplier shall appoint an independent auditor."),
        ("add a sentence: The auditor is independent", REPORTING, "The auditor is independent."),
        ("Add a requirement that the auditor is independent", REPORTING, "The auditor is independent."),
        ("add a sentence: the supplier keeps its records", REPORTING, "The Supplier keeps its records."),
        ('append "Offsets do not count."', REPORTING, "Offsets do not count."),
    ],
)  # fmt: skip
def test_new_wording_stands_behind_the_cited_passage(words: str, cited: str, sentence: str) -> None:
    assert cleaned(words, cited) == CONTRACT.replace(cited, f"{cited} {sentence}")


@pytest.mark.parametrize(
    "words",
    [
        "Add annual third-party scope-3 audit requirement.",
        "Audit scope 3 every two years.",
        "Require monthly site visits by an engineer",
        "Have an accredited independent body verify the measurements",
        'add "Please have your auditor verify the measurements."',
        'add "Ensure that the measurements are verified."',
        "add a sentence: verify the measurements, which shall be published",
    ],
)
def test_an_instruction_is_never_printed_as_a_clause(words: str) -> None:
    assert refusal(words, REPORTING)


def test_a_name_that_is_also_a_command_may_begin_a_clause() -> None:
    clause = "Test results and reports shall be published."
    assert cleaned(f'append "{clause}"', REPORTING) == CONTRACT.replace(REPORTING, f"{REPORTING} {clause}")


def test_a_contract_that_says_you_may_say_so_again() -> None:
    text = "You shall pay the fee. We deliver."
    assert cleaned('add "You shall report yearly."', text, text=text).endswith("We deliver. You shall report yearly.")


def test_new_wording_is_the_next_item_of_a_lettered_list() -> None:
    done = cleaned("add: Notices may be sent by e-mail", NOTICES)
    assert f"{NOTICES}\n\n(c) Notices may be sent by e-mail.\n\n7." in done


def test_a_passage_that_ends_inside_a_sentence_gets_the_wording_behind_the_sentence() -> None:
    done = cleaned("add: Credits do not count.", "Supplier emissions reporting is annual and covers")
    assert f"{REPORTING} Credits do not count. The Supplier shall" in done


def test_a_taken_suggestion_is_put_in_place_and_may_be_changed_on_the_way() -> None:
    suggested = "Change annual reporting to quarterly reporting."
    assert "reporting is quarterly" in cleaned("I accept the suggestion", REPORTING, suggested=suggested)
    words = 'Go with the suggested wording, but say "monthly" instead of "quarterly".'
    assert "reporting is monthly" in cleaned(words, REPORTING, suggested=suggested)


def test_words_beside_a_value_that_have_no_place_are_told() -> None:
    made = plan("a quarterly statement of the Supplier, audited", STATEMENT)
    assert [edit.replacement for edit in made.edits] == ["a quarterly"]
    assert "only the value was put in place, and not: audited" in made.refused[0].reason


def test_two_wishes_in_one_instruction_are_two_edits() -> None:
    made = plan("6 months, and replace 'Founder' with 'Chair'", COMPETE)
    assert [edit.replacement for edit in made.edits] == ["Chair", "six (6) months"]


def test_of_two_wishes_the_one_without_a_place_fails_alone() -> None:
    made = plan("6 months, and replace 'Investor' with 'Chair'", COMPETE)
    assert [edit.replacement for edit in made.edits] == ["six (6) months"]
    assert "'Investor' do not stand in the cited passage" in made.refused[0].reason


@pytest.mark.parametrize(
    ("words", "cited", "reason"),
    [
        ("90 days", NOTICES, "2 places in the cited passage could be meant for '90 days' ('30 days', '60 days')"),
        ("make it quarterly", COMPETE, "has nothing that 'quarterly' could take the place of"),
        ("replace 'foo' with 'bar'", REPORTING, "The words 'foo' do not stand in the cited passage"),
        ("say quarterly", "Words that stand nowhere.", "does not stand in the document word for word"),
        ("say annual", REPORTING, "The cited passage already says 'annual'"),
        ("keep it as it is", REPORTING, "keeps this as it is"),
        ("hmm", REPORTING, "name no value"),
        ("I accept the suggestion", REPORTING, "holds no wording"),
    ],
)
def test_what_has_no_certain_place_is_refused_with_the_reason(words: str, cited: str, reason: str) -> None:
    assert reason in refusal(words, cited)


def test_a_passage_that_stands_twice_has_no_certain_place() -> None:
    assert "stands 2 times" in refusal("say quarterly", REPORTING, text=f"{CONTRACT}\n{REPORTING}\n")


def test_quoted_words_that_stand_once_need_no_citation() -> None:
    assert "Northwind N.V." in cleaned("replace 'Northwind B.V.' with 'Northwind N.V.'")
    assert "2 places in the document" in refusal("replace 'Supplier' with 'Vendor'")


def test_everywhere_means_every_place_of_the_cited_passage() -> None:
    both = f"{REPORTING} {STATEMENT}"
    made = plan("replace 'annual' with 'quarterly' everywhere", " ".join(both.split()))
    assert len(made.edits) == 2
    assert "a quarterly\nstatement" in apply_edits(CONTRACT, made.edits)


def test_a_citation_with_other_spaces_and_quotation_marks_is_found() -> None:
    assert "“Supplier” means Acme" in cleaned(
        "replace 'Northwind B.V.' with 'Acme'", '4.1  Definitions. "Supplier" means Northwind B.V.'
    )


def test_the_second_of_two_changes_at_one_place_is_refused_and_names_the_first() -> None:
    changes = [Change("a", "", "say quarterly", (REPORTING,)), Change("b", "", "say monthly", (REPORTING,))]
    made = plan_edits(CONTRACT, changes, propose_by_rule)
    assert [edit.issue_id for edit in made.edits] == ["a"]
    assert "issue 'a' already touches 'annual'" in made.refused[0].reason


def test_every_edit_has_a_quote_that_stands_once() -> None:
    for edit in plan("make the statement quarterly", STATEMENT).edits + plan("18 months", COMPETE).edits:
        assert CONTRACT.count(edit.quote) == 1
        assert CONTRACT[edit.start : edit.end] in edit.quote


def test_line_ends_and_odd_characters_of_the_source_stay() -> None:
    text = CONTRACT.replace("\n", "\r\n").replace("Northwind", "N\u00f6rd\u200b\U0001f600\tw")
    done = cleaned("18 months", COMPETE, text=text)
    assert done.encode() == text.encode().replace(b"twelve (12)", b"eighteen (18)")


def test_overlapping_edits_are_never_applied() -> None:
    edits = [Edit("a", 0, 5, "x", ""), Edit("b", 4, 9, "y", "")]
    with pytest.raises(OverlappingEdits):
        apply_edits(CONTRACT, edits)
    with pytest.raises(ValueError, match="spans"):
        apply_edits("short", [Edit("a", 3, 9, "x", "")])


def chosen_at_random(seed: int) -> tuple[str, list[Change], list[list[Proposal]]]:
    """A text of odd characters in which words repeat, and proposals that may overlap, repeat or lie outside."""
    dice = random.Random(seed)
    words = [
        "annual",
        "shall",
        "é",
        "中文",
        "\U0001f600",
        "\r\n",
        "\n\n",
        "thirty (30) days",
        "EUR 5m",
        "\u200b",
        "’",
        ".",
    ]
    text = "".join(dice.choice(words) + dice.choice(["", " ", "\t"]) for _ in range(dice.randint(1, 60)))
    changes = [Change(f"i{n}", "", "x") for n in range(dice.randint(1, 6))]
    proposals = []
    for _ in changes:
        some = []
        for _ in range(dice.randint(0, 3)):
            start = dice.randint(-1, len(text) + 1)
            end = start + dice.choice([0, 1, 3, 10])
            some.append(Proposal(start, end, dice.choice(["", "new", "中", "\n"])))
        proposals.append(some)
    return text, changes, proposals


@pytest.mark.parametrize("seed", range(300))
def test_every_byte_outside_the_edits_is_the_source_s(seed: int) -> None:
    text, changes, given = chosen_at_random(seed)
    pending = iter(given)

    def propose(
        source: SourceText, passages: Sequence[CitedPassage], change: Change
    ) -> tuple[list[Proposal], list[str]]:
        return next(pending), []

    made = plan_edits(text, changes, propose)
    assert len(made.edits) + len(made.refused) == sum(map(len, given))
    done = apply_edits(text, made.edits)
    # Walk both from the left: what stands between two edits is the same bytes, and so is what follows the last.
    at, left = 0, done.encode()
    for edit in made.edits:
        kept = text[at : edit.start].encode()
        assert left.startswith(kept + edit.replacement.encode())
        left = left[len(kept) + len(edit.replacement.encode()) :]
        at = edit.end
        assert text.count(edit.quote) == 1
    assert left == text[at:].encode()
    for redline in redlines(text, made.edits):
        assert "<del>" in redline.html() or "<ins>" in redline.html()


# What a model proposes.

WHOLE = SourceText(CONTRACT)
CHANGE = Change("i", "", "sixty days", (STATEMENT,))


def proposal(quote: str, replacement: str) -> Proposal:
    return checked(WHOLE, [WHOLE.passage(STATEMENT)], CHANGE, quote, replacement)


def test_a_model_s_edit_is_cut_down_to_the_words_that_change() -> None:
    made = proposal("within thirty (30) days after", "within sixty (60) days after")
    assert CONTRACT[made.start : made.end] == "thirty (30"
    assert made.replacement == "sixty (60"


@pytest.mark.parametrize(
    ("quote", "replacement", "reason"),
    [
        ("within ninety days", "x", "does not stand in the cited passage"),
        ("EUR 5,000,000", "EUR 1", "does not stand in the cited passage"),
        ("th", "x", "stands 3 times there"),
        ("thirty (30) days", "forty (40) days", "states number 40"),
        ("an annual", "a monthly", "states frequency monthly"),
        ("thirty (30) days", "thirty (30) days", "changes nothing"),
        (" ", "x", "quotes nothing"),
    ],
)
def test_a_model_s_edit_that_does_not_fit_is_refused(quote: str, replacement: str, reason: str) -> None:
    with pytest.raises(CannotPlace, match=re.escape(reason)):
        proposal(quote, replacement)


# Real contracts, where they are there.

CONTRACTS = Path(os.environ.get("SHARED_DATA_DIR") or settings.BASE_DIR.parent / "shared" / "data") / "contracts"


@pytest.mark.skipif(not CONTRACTS.is_dir(), reason="the development data (SHARED_DATA_DIR) is not there")
def test_real_contracts_are_cleaned_up_byte_for_byte() -> None:
    from investor_review.edits.values import find_values

    for path in sorted(CONTRACTS.glob("*.txt")):
        text = path.read_bytes().decode()
        paragraphs = [m[0].strip() for m in re.finditer(r"(?:[^\n]+\n?)+", text) if 200 < len(m[0]) < 2000]
        dice = random.Random(len(text))
        dice.shuffle(paragraphs)
        cited = [p for p in paragraphs if any(v.kind == "period" for v in find_values(p))][:8]
        changes = [Change(f"i{n}", "", "45 days, please", (" ".join(p.split()),)) for n, p in enumerate(cited)]
        changes += [
            Change("d", "", "delete the clause", (paragraphs[-1],)),
            Change("a", "", "add: It is so.", (paragraphs[-2],)),
        ]
        made = plan_edits(text, changes, propose_by_rule)
        done = apply_edits(text, made.edits)
        assert len(made.edits) >= 3
        at, left = 0, done
        for edit in made.edits:
            kept = text[at : edit.start] + edit.replacement
            assert left.startswith(kept)
            left, at = left[len(kept) :], edit.end
        assert left == text[at:]
