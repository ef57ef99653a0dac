"""Dates as other languages write them: what is read, and whether one date states another."""

from __future__ import annotations

from datetime import date

import pytest
from babel import Locale

from wording.amounts import Figures, find_dates, is_contradicted, is_stated, months_in
from wording.amounts.dates import MONTHS_FILE
from wording.lists import word_lists

# The words of a person, and a day that they name.
SAID = """am 3. März 2024|2024-03-03
Ich bin am 12. Dezember 1961 geboren|1961-12-12
seit dem 1. Mai 2019|2019-05-01
zum 31.12.2031|2031-12-31
le 3 mars 2024|2024-03-03
depuis le 1er janvier 2020|2020-01-01
née le 14 août 1958|1958-08-14
jusqu'au 30 févr. 2024|2024-02-30
3 de marzo de 2024|2024-03-03
desde el 15 de septiembre del 2022|2022-09-15
nací el 7 de julio de 1960|1960-07-07
3 marca 2024|2024-03-03
od 1 października 2023 r.|2023-10-01
dnia 28 lutego 2025|2025-02-28
2024年3月3日|2024-03-03
我于1964年12月1日出生|1964-12-01
2024년 3월 3일에|2024-03-03
03.04.2024|2024-04-03
03.04.2024|2024-03-04
3/4/2024|2024-04-03
il 3 marzo 2024|2024-03-03
dal 1º luglio 2026|2026-07-01
nato il 22 gennaio 1959|1959-01-22
3 de março de 2024|2024-03-03
em 1º de maio de 2024|2024-05-01
op 3 maart 2024|2024-03-03
vanaf 1 okt. 2027|2027-10-01
geboren op 28-02-1957|1957-02-28
den 3 mars 2024|2024-03-03
den 3. marts 2024|2024-03-03
fra 17. mai 2024|2024-05-17
3. maaliskuuta 2024|2024-03-03
3. března 2024|2024-03-03
od 9. září 2023|2023-09-09
2024. március 3-án|2024-03-03
3 martie 2024|2024-03-03
3 Mart 2024'te|2024-03-03
3 марта 2024 г.|2024-03-03
15 серпня 2024|2024-08-15
3 Μαρτίου 2024|2024-03-03
2024 m. kovo 3 d.|2024-03-03
March 3rd, 2024|2024-03-03
the 3rd of March 2024|2024-03-03
Mar 3 2024|2024-03-03
from 1 to 3 March 2024|2024-03-01
von 1. bis 3. März 2024|2024-03-01""".splitlines()
# A month without a day; what is not named is not read.
MONTHS = """im März 2024|3|2024
en mars 2024|3|2024
em março de 2024|3|2024
w marcu 2024|3|2024
v březnu 2024|3|2024
в марте 2024|3|2024
en octubre de 2023|10|2023
im Mai 2031|5|2031""".splitlines()
# Whose order or name the words settle: the other day is refused.
SETTLED = """Ich gehe am 03.04.2024 in Rente und das ist gut so|2024-03-04
13.04.2024, danach 03.05.2024|2024-03-05
04/25/2024 and 03/04/2024|2024-04-03
urodziłem się dnia 3 listopada 2024 i jest to prawda|2024-10-03""".splitlines()
NONE = [
    "buy 30 shares for 2024 dollars",
    "you may 3 times",
    "version 1.2.3",
    "they march 5 abreast",
    "3 sie",
    "2 out of 5",
]


def in_english(day: str) -> str:
    year, month, number = day.split("-")
    return f"{int(number)} {Locale.parse('en').months['format']['wide'][int(month)]} {year}"


def others_of(day: str) -> list[str]:
    """The day with another year, another month, and another number."""
    year, month, number = map(int, day.split("-"))
    other = (number + 9) % 28 + 1
    return [f"{year + 1}-{month}-{number}", f"{year}-{(month + 4) % 12 + 1}-{number}", f"{year}-{month}-{other}"]


@pytest.mark.parametrize("case", SAID)
def test_a_date_is_stated_by_words_in_another_language_and_no_other_date_is(case: str) -> None:
    words, day = case.split("|")
    among = find_dates(words)
    (named,) = find_dates(in_english(day))
    assert is_stated(named, among)
    assert not is_contradicted(named, among)
    for other in others_of(day):
        (wrong,) = find_dates(in_english(other))
        assert not is_stated(wrong, among), other
        assert is_contradicted(wrong, among), other


@pytest.mark.parametrize("case", MONTHS)
def test_a_month_is_read_with_its_year_and_states_no_day(case: str) -> None:
    words, month, year = case.split("|")
    (named,) = find_dates(words)
    assert named.readings == ((int(year), int(month), None),)
    assert months_in(words) == {int(month)}
    (day,) = find_dates(in_english(f"{year}-{month}-3"))
    assert not is_stated(day, [named])
    assert not is_contradicted(day, [named])


@pytest.mark.parametrize("case", SETTLED)
def test_an_order_or_a_name_that_the_words_settle_is_read_in_one_way(case: str) -> None:
    words, wrong = case.split("|")
    assert not is_stated(find_dates(in_english(wrong))[0], find_dates(words))


@pytest.mark.parametrize("words", NONE)
def test_what_is_no_date_is_not_read_as_one(words: str) -> None:
    assert find_dates(words) == []


def test_a_date_that_no_calendar_has_is_read_as_it_is_written() -> None:
    (named,) = find_dates("op 31 februari 2015")
    with pytest.raises(ValueError, match="day"):
        date(*(part or 1 for part in named.readings[0]))


def test_the_names_of_months_are_those_of_cldr() -> None:
    for language, entries in word_lists(MONTHS_FILE).items():
        if language.endswith("_short"):
            continue
        wide = Locale.parse(language).months["format"]["wide"]
        names = {
            number: {entry.partition("=")[0] for entry in entries if entry.endswith(f"={number}")} for number in wide
        }
        assert all(wide[number].lower().removeprefix("de ").removeprefix("d’") in names[number] for number in wide), (
            language
        )


@pytest.mark.parametrize(
    ("sentence", "missing"), [("3 March 2024", ""), ("March 2024", ""), ("3 April 2024", "3 April 2024")]
)
@pytest.mark.parametrize("known", ["expires: 2024-03-03T10:00:00+00:00", "am 3. März 2024", "le 3 mars 2024"])
def test_a_reply_tells_a_date_that_stands_in_a_record_or_in_words_and_no_other(
    known: str, sentence: str, missing: str
) -> None:
    assert Figures.of([known, "4 shares, April"]).missing_from(f"It ends {sentence}.") == missing
