"""The security search, its term, the import and the sample, on a small master made here."""

from __future__ import annotations

import csv
import gzip
import io
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext

from pa_dealing.instruments.evaluation import evaluate_instruments
from pa_dealing.instruments.models import Instrument, InstrumentWord, word_edits
from pa_dealing.instruments.names import bare_symbol, find_isin, is_isin, name_keys
from pa_dealing.instruments.search import search_instruments
from pa_dealing.management.commands.load_instruments_sample import SAMPLE
from tests.growth import assert_linear

HEADER = "symbol,name,isin,inst_type,currency,exchange,country,mic,source"
MASTER = [
    "SIE.DE,Siemens Aktiengesellschaft,DE0007236101,equity,EUR,GER,Germany,XETR,x",
    "SIE.MI,Siemens Aktiengesellschaft,DE0007236101,equity,EUR,MIL,Germany,XMIL,x",
    "SIEN.MX,Siemens Aktiengesellschaft,DE0007236101,equity,MXN,MEX,Germany,XMEX,x",
    "ENR.DE,Siemens Energy AG,,equity,EUR,GER,Germany,XETR,x",
    "SHL.DE,Siemens Healthineers AG,,equity,EUR,GER,Germany,XETR,x",
    "AAPL,Apple Inc. Common Stock,US0378331005,equity,USD,NMS,United States,XNAS,x",
    "ES,Eversource Energy,,equity,USD,NYQ,United States,XNYS,x",
    "ES,US equity index S&P500,,future,USD,CME,US,,x",
    "GBL,German 10 year bond Bund,,future,EUR,EUREX,DE,,x",
    "ZR,Rough Rice,,future,USD,CBOT,US,,x",
    "TROAX.ST,Troax Group AB (publ),,equity,SEK,STO,Sweden,XSTO,x",
    "NESN.SW,Nestlé S.A.,,equity,CHF,EBS,Switzerland,XSWX,x",
    "5011.T,\"Nichireki Co., Ltd.\",,equity,JPY,JPX,Japan,XJPX,x",
    "PRKS,United Parks & Resorts Inc. Common Stock,,equity,USD,NYQ,United States,XNYS,x",
    "OPT,Options Technology plc,,equity,GBP,LSE,United Kingdom,XLON,x",
    "PUTC,Put Corp,,equity,USD,NYQ,United States,XNYS,x",
    "ONON,On Holding AG,,equity,USD,NYQ,Switzerland,XNYS,x",
    "BBY,\"Best Buy Co., Inc.\",,equity,USD,NYQ,United States,XNYS,x",
    "HOLD.ST,Holding AB,,equity,SEK,STO,Sweden,XSTO,x",
    "AAVE-ETH,Aave ETH,,crypto,ETH,CCC,,,x",
]  # fmt: skip


def write(path: Path, rows: list[str], header: str = HEADER) -> Path:
    text = "\n".join([header, *rows]) + "\n"
    if path.suffix == ".gz":
        path.write_bytes(gzip.compress(text.encode()))
    else:
        path.write_text(text, encoding="utf-8")
    return path


def run_import(path: Path) -> tuple[str, str]:
    out, err = io.StringIO(), io.StringIO()
    call_command("import_instruments", str(path), stdout=out, stderr=err)
    return out.getvalue().strip(), err.getvalue()


@pytest.fixture
def master(db: None, tmp_path: Path) -> None:
    run_import(write(tmp_path / "master.csv.gz", MASTER))


def top(term: str) -> str:
    matches = search_instruments(term)
    return matches[0].symbol if matches else ""


def test_an_isin_needs_its_check_digit_and_is_found_however_it_is_spaced() -> None:
    assert is_isin("DE0007236101")
    assert not is_isin("DE0007236102")
    assert not is_isin("DE000723610")
    assert find_isin("buy de 0007 236101 please") == "DE0007236101"
    assert find_isin("buy DE0007236102") is None


def test_names_are_folded_and_lose_their_legal_form() -> None:
    assert name_keys("Nestlé S.A.")[1] == name_keys("NESTLE SA")[1] == "nestle"
    assert name_keys("SIEMENS AG NA O.N.")[1] == name_keys("Siemens Aktiengesellschaft")[1]
    assert name_keys("Troax Group AB (publ)") == ("troaxgroupabpubl", "troaxgroup", "troax")
    assert bare_symbol("novo-b.co") == "NOVO-B"


@pytest.mark.parametrize(
    ("term", "symbol"),
    [
        ("Siemens", "SIE.DE"),
        ("siemens ag", "SIE.DE"),
        ("sie", "SIE.DE"),
        ("sien.mx", "SIEN.MX"),
        ("SIE.XX", "SIE.DE"),
        ("isin de0007236101", "SIE.DE"),
        ("siemens energy", "ENR.DE"),
        ("sell 10 shares of aapl", "AAPL"),
        ("nihireki", "5011.T"),
        ("united praks & resorts", "PRKS"),
        ("Nestle", "NESN.SW"),
        ("troax", "TROAX.ST"),
        ("buying 5 lots of bund calls @ 100", "GBL"),
        ("10 lots of Rough Rice", "ZR"),
        ("options technology", "OPT"),
        ("buy put corp", "PUTC"),
        ("buy On Holding", "ONON"),
        ("buy Best Buy", "BBY"),
    ],
)
@pytest.mark.usefixtures("master")
def test_the_instrument_that_is_meant_comes_first(term: str, symbol: str) -> None:
    assert top(term) == symbol


@pytest.mark.usefixtures("master")
def test_the_home_listing_comes_before_listings_abroad_and_says_its_currency() -> None:
    first, second, third = search_instruments("Siemens")[:3]
    assert (first.symbol, first.trade_currency, first.matched_on) == ("SIE.DE", "EUR", "name")
    assert [second.symbol, third.symbol] == ["SIE.MI", "SIEN.MX"]


@pytest.mark.usefixtures("master")
def test_a_derivative_word_puts_the_future_before_the_share() -> None:
    assert search_instruments("ES")[0].inst_type == "equity"
    security = search_instruments("ES futures")[0]
    assert (security.inst_type, security.is_derivative) == ("future", True)


@pytest.mark.usefixtures("master")
def test_nothing_is_offered_for_nonsense_or_an_empty_term() -> None:
    for term in ("asdfqwer zzz", "", "   ", "🚀🚀", "DE0007236102", "\0"):
        assert search_instruments(term) == []


@pytest.mark.parametrize(
    "term", ["x" * 100_000, "siemens " * 20_000, "buy " * 30_000, "1," * 50_000, "\0a\ud800b", "';--", "%_\\", "{a,b}"]
)
@pytest.mark.usefixtures("master")
def test_hostile_terms_are_searched_in_linear_time_and_without_error(term: str) -> None:
    assert_linear(lambda size: search_instruments(term[:size]), len(term))


@pytest.mark.usefixtures("master")
def test_a_search_takes_one_query_when_it_is_exact_and_at_most_four_when_it_is_misspelled() -> None:
    with CaptureQueriesContext(
        connection,
    ) as exact:
        search_instruments("AAPL")
    with CaptureQueriesContext(connection) as misspelled:
        search_instruments("siemens helthineerrs")
    assert len(exact) == 1
    assert len(misspelled) <= 4


@pytest.mark.usefixtures("master")
def test_the_limit_is_kept() -> None:
    assert len(search_instruments("siemens", limit=2)) == 2
    assert len(search_instruments("siemens", limit=0)) == 1


@pytest.mark.django_db
def test_a_saved_instrument_is_found_at_once_by_alias_and_with_a_typo() -> None:
    Instrument.objects.create(
        symbol="GOOGL", name="Alphabet Inc.", inst_type="equity", trade_currency="USD", aliases=["  Google "]
    )
    assert search_instruments("google")[0].matched_on == "alias"
    assert search_instruments("alphabte")[0].matched_on == "fuzzy"


@pytest.mark.django_db
def test_an_import_counts_and_the_same_file_again_changes_nothing(tmp_path: Path) -> None:
    path = write(tmp_path / "master.csv", MASTER)
    assert run_import(path)[0] == "20 new, 0 changed, 0 unchanged, 0 skipped."
    before = list(Instrument.objects.order_by("id").values())
    assert run_import(path)[0] == "0 new, 0 changed, 20 unchanged, 0 skipped."
    assert list(Instrument.objects.order_by("id").values()) == before


@pytest.mark.django_db
def test_a_changed_row_is_written_and_an_empty_cell_keeps_what_is_known(tmp_path: Path) -> None:
    run_import(write(tmp_path / "a.csv", ["X,Old Name,DE0007236101,equity,EUR,GER,Germany,,"]))
    out, _ = run_import(write(tmp_path / "b.csv", ["X,New Name,,equity,,,,,"]))
    assert out == "0 new, 1 changed, 0 unchanged, 0 skipped."
    row = Instrument.objects.get()
    assert (row.name, row.isin, row.trade_currency, row.exchange) == ("New Name", "DE0007236101", "EUR", "GER")
    assert not InstrumentWord.objects.filter(word="old").exists()


@pytest.mark.django_db
def test_bad_rows_are_named_with_their_line_and_skipped(tmp_path: Path) -> None:
    bad = [
        ",No Symbol,,equity,EUR,GER,,,",
        "B,,,equity,EUR,GER,,,",
        "C,Bad currency,,equity,EURO,GER,,,",
        "D,Bad ISIN,DE0007236102,equity,EUR,GER,,,",
        "E,Too few,,equity",
        "F" * 41 + ",Too long,,equity,EUR,GER,,,",
        "G,N\0L,,equity,EUR,GER,,,",
        "AAVE-ETH,Repeated,,crypto,ETH,CCC,,,",
    ]
    path = write(tmp_path / "bad.csv", [MASTER[-1], *bad])
    path.write_bytes(path.read_bytes() + b"H,Caf\xe9,,equity,EUR,PAR,,,\n" + b"I,Last one,,equity,EUR,PAR,,,\n")
    out, err = run_import(path)
    assert out == "2 new, 0 changed, 0 unchanged, 9 skipped."
    assert [line.split(" ")[1] for line in err.splitlines()] == [str(number) for number in range(3, 12)]
    assert "DE0007236102" in err
    assert "not UTF-8" in err


@pytest.mark.django_db
def test_a_missing_file_a_wrong_header_and_a_cut_off_file_are_one_sentence(tmp_path: Path) -> None:
    cut = write(tmp_path / "cut.csv.gz", MASTER * 50)
    cut.write_bytes(cut.read_bytes()[:-30])
    not_gzip = tmp_path / "plain.csv.gz"
    not_gzip.write_text(HEADER)
    for path, words in [
        (tmp_path / "none.csv", "no file"),
        (tmp_path, "no file"),
        (write(tmp_path / "head.csv", [], "a,b,c"), "header lacks"),
        (write(tmp_path / "empty.csv", [], ""), "header lacks"),
        (cut, "cut off"),
        (not_gzip, "cannot be read"),
    ]:
        with pytest.raises(CommandError, match=words) as error:
            run_import(path)
        assert "\n" not in str(error.value)


@pytest.mark.django_db
def test_the_vocabulary_of_the_import_is_the_one_of_a_saved_row(tmp_path: Path) -> None:
    run_import(write(tmp_path / "master.csv", MASTER))
    for word in InstrumentWord.objects.all():
        assert sorted(word.edits) == word_edits(word.word)


@pytest.mark.django_db
def test_the_sample_loads_twice_and_never_overwrites_an_imported_name(tmp_path: Path) -> None:
    run_import(write(tmp_path / "master.csv", MASTER))
    for _ in range(2):
        call_command("load_instruments_sample", stdout=io.StringIO())
    assert Instrument.objects.get(symbol="SIE.DE").name == "Siemens Aktiengesellschaft"
    assert Instrument.objects.count() > 350
    terms = {
        "Siemens": "SIE.DE", "bund": "FGBL", "google": "GOOGL", "facebook": "META", "aapl": "AAPL", "vw": "VOW3.DE",
        "gold": "GC", "bitcoin": "BTC-USD", "EUR/USD": "EURUSD=X", "msci world": "IWDA.AS", "dax": "^GDAXI",
    }  # fmt: skip
    assert {term: top(term) for term in terms} == terms


@pytest.mark.django_db
def test_the_series_of_an_option_is_chosen_by_the_words_that_were_said() -> None:
    call_command("load_instruments_sample", stdout=io.StringIO())
    assert top("bund calls").startswith("OGBL 202612 C")
    assert top("bund puts").startswith("OGBL 202612 P")
    assert top("AAPL Mar 2027 250 puts") == "AAPL 202703 P 250"
    assert top("Siemens") == "SIE.DE"


def test_every_row_of_the_sample_is_valid_and_unique() -> None:
    with SAMPLE.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len({(row["symbol"], row["inst_type"]) for row in rows}) == len(rows) >= 300
    assert all(is_isin(row["isin"]) for row in rows if row["isin"])
    kinds = {row["inst_type"] for row in rows}
    assert {"equity", "etf", "fund", "index", "fx", "crypto", "future", "option", "bond", "warrant", "cfd"} <= kinds


@pytest.mark.usefixtures("master")
def test_the_evaluation_counts_first_and_fifth_places() -> None:
    cases = [
        {"query": "sie.de", "accept": ["SIE.DE"]},
        {"query": "Siemens", "accept": ["SIEN.MX"]},
        {"query": "asdfqwer", "accept": ["AAPL"]},
    ]
    figures = evaluate_instruments(cases)
    assert (figures["n"], figures["top1"], figures["top5"]) == (3, 0.3333, 0.6667)
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]
    with pytest.raises(ValueError, match="Case 1"):
        evaluate_instruments([{"query": "x"}])
