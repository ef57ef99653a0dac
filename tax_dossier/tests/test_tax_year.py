"""The tax year stands in the person's words, or nowhere."""

from __future__ import annotations

from datetime import date

import pytest

from tax_dossier.words.tax_year import read_tax_year

DAYS = [
    ("voor 2022", date(2022, 1, 1), "voor 2022"),
    ("Mag dit over belastingjaar 2015?", date(2015, 1, 1), "over belastingjaar 2015"),
    ("wat gold op 1 juli 2014", date(2014, 7, 1), "op 1 juli 2014"),
    ("Wet inkomstenbelasting 2001 in 2019", date(2019, 1, 1), "in 2019"),
    ("aangifte IB 2021", date(2021, 1, 1), "2021"),
    ("aangifte van 2015", date(2015, 1, 1), "van 2015"),
    ("per 01-07-2014", date(2014, 7, 1), "per 01-07-2014"),
    ("peildatum 2014-07-01", date(2014, 7, 1), "peildatum 2014-07-01"),
    ("for tax year 2022", date(2022, 1, 1), "for tax year 2022"),
    ("as of 1 July 2014", date(2014, 7, 1), "as of 1 July 2014"),
    ("July 1st, 2014", date(2014, 7, 1), "July 1st, 2014"),
    ("in mei 2020", date(2020, 5, 1), "in mei 2020"),
    ("zelfstandigenaftrek 2022", date(2022, 1, 1), "2022"),
    ("het kost 2000 euro in 2020", date(2020, 1, 1), "in 2020"),
    ("huis gekocht in 2010, over 2015", date(2015, 1, 1), "over 2015"),
    ("geldt dat in 2019", date(2019, 1, 1), "in 2019"),
    ("2019?", date(2019, 1, 1), "2019"),
    ("voor 2015, dus op 1 juli 2015", date(2015, 7, 1), "op 1 juli 2015"),
    ("am 3. März 2014", date(2014, 3, 3), "am 3. März 2014"),
    ("le 3 mars 2014", date(2014, 3, 3), "le 3 mars 2014"),
    ("3 de marzo de 2014", date(2014, 3, 3), "3 de marzo de 2014"),
    ("dnia 3 marca 2014", date(2014, 3, 3), "dnia 3 marca 2014"),
    ("il 3 marzo 2014", date(2014, 3, 3), "il 3 marzo 2014"),
    ("2014年3月3日", date(2014, 3, 3), "2014年3月3日"),
    ("03.04.2014", date(2014, 4, 3), "03.04.2014"),
    ("im Dezember 2019", date(2019, 12, 1), "Dezember 2019"),
    ("Steuerjahr 2021", date(2021, 1, 1), "2021"),
    ("pour l'année fiscale 2020", date(2020, 1, 1), "2020"),
    ("für 2022", date(2022, 1, 1), "2022"),
]


@pytest.mark.parametrize(("words", "day", "words_of_day"), DAYS)
def test_a_day_or_year_is_read_with_its_words(words: str, day: date, words_of_day: str) -> None:
    reading = read_tax_year(words)
    assert (reading.day, reading.words) == (day, words_of_day)


NONE = """artikel 3.111 Wet IB 2001
Wet op de loonbelasting 1964
Wet OB 1968
Successiewet 1956
Uitvoeringsbesluit inkomstenbelasting 2001
de Uitvoeringsregeling loonbelasting 2011
ECLI:NL:HR:1994:AA2974
BNB 1995/23
zaak 97/745;20010
voor 2022 euro
€ 2022
2000 km gereden
vóór 2020
sinds 2018
huis gekocht in 2010
een huis dat ik in 2010 heb gekocht
geboren in 1960
de auto van 2015
Haus 2010 gekauft
né en 1960
nacido en 1975
seit 2018
depuis 2018
mag ik dit aftrekken?""".splitlines()


@pytest.mark.parametrize("words", NONE)
def test_what_is_no_tax_year_is_not_taken_for_one(words: str) -> None:
    assert not read_tax_year(words)


def test_two_years_are_told_and_none_is_chosen() -> None:
    assert read_tax_year("voor 2021 en 2022").several == ("2021", "2022")
    assert not read_tax_year("voor 2021 en 2022")


def test_a_day_that_does_not_exist_is_told() -> None:
    assert read_tax_year("op 31 februari 2015").impossible == "31 februari 2015"


@pytest.mark.parametrize("words", ["peildatum vandaag", "peildatum is nu", "current law please"])
def test_today_is_a_choice_too(words: str) -> None:
    assert read_tax_year(words).today
