"""References are read in one form, whoever writes them."""

from __future__ import annotations

import pytest

from retrieval.references import asked_in, chosen, names_of

LAWS = [
    "Wet inkomstenbelasting 2001",
    "Algemene wet inzake rijksbelastingen",
    "Algemene wet bestuursrecht",
    "Wet op de vennootschapsbelasting 1969",
    "Wet op de omzetbelasting 1968",
    "Wet op de loonbelasting 1964",
    "Burgerlijk Wetboek Boek 6",
]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("artikel 3.111 Wet IB 2001", "art:3.111"),
        ("Art. 12a", "art:12a"),
        ("article 10a.12", "art:10a.12"),
        ("artikel 4:20e, tweede lid", "art:4:20e"),
        ("what does § 4.2 say?", "sec:4.2"),
        ("Section 12(b)", "sec:12"),
        ("ecli:nl:hr:1994:aa2974.", "ecli:nl:hr:1994:aa2974"),
        ("42 U.S.C. 1396a", "usc:42:1396a"),
        ("42 USC § 1395w-4", "usc:42:1395w-4"),
        ("42 CFR 435.4", "cfr:42:435.4"),
        ("E11.9", "code:e119"),
        ("J0135", "code:j0135"),
    ],
)
def test_a_reference_has_one_name(text: str, name: str) -> None:
    assert name in asked_in(text).names


@pytest.mark.parametrize(
    "text", ["the 5 articles of war", "mach 2.5 at 30 degrees", "at 12 noon", "in 1994", "A1 road"]
)
def test_what_only_looks_like_a_reference_names_no_article(text: str) -> None:
    assert not [name for name in asked_in(text).names if name.startswith(("ecli", "usc", "sec", "code"))]


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        ("AWR", 1),
        ("Awb", 2),
        ("Wet IB 2001", 0),
        ("Wet Vpb 1969", 3),
        ("Wet OB 1968", 4),
        ("Wet LB 1964", 5),
        ("BW", 6),
    ],
)
def test_an_abbreviation_chooses_the_law(law: str, expected: int) -> None:
    candidates = [
        (n, names_of(str(n), f"{t}, artikel 96", "", "0", []), str(n), f"{t}, artikel 96") for n, t in enumerate(LAWS)
    ]
    assert chosen(asked_in(f"art 96 {law}"), candidates, 5) == [expected]
    assert chosen(asked_in(f"Wat staat er in artikel 96 {law}?"), candidates, 5) == [expected]


def test_a_number_alone_needs_its_law() -> None:
    title = "Wet inkomstenbelasting 2001, artikel 3.111"
    candidates = [(1, names_of("x", title, "", "0", []), "x", title)]
    assert chosen(asked_in("3.111 Wet IB 2001"), candidates, 5) == [1]
    assert chosen(asked_in("a ratio of 3.111 in the wing"), candidates, 5) == []


def test_a_law_that_is_not_there_chooses_nothing() -> None:
    candidates = [
        (n, names_of(str(n), f"{t}, artikel 5", "", "0", []), str(n), f"{t}, artikel 5") for n, t in enumerate(LAWS)
    ]
    assert chosen(asked_in("artikel 5 Zorgverzekeringswet polisblad"), candidates, 5) == []
