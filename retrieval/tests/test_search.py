"""What a search finds, in which order, and where it does not look."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator, Sequence
from datetime import date
from importlib import import_module
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from llm.interface import ModelError
from llm.registry import register_embedder
from retrieval.index import graphs
from retrieval.index.ingest import NewDocument, Piece, store_documents
from retrieval.models import Collection, EmbeddingSpace
from retrieval.search import ranking
from retrieval.search.search import Passage, search

pytestmark = pytest.mark.django_db

# The room offers a function of the same name.
search_module = import_module("retrieval.search.search")

TEXTS = {
    "cats": "A cat sleeps for sixteen hours of the day.",
    "dogs": "A dog has to be walked twice a day, whatever the weather.",
    "tax": "Income tax is levied on natural persons.",
}


def stored(name: str = "pets", texts: dict[str, str] | None = None, language: str = "en", **more: Any) -> Collection:
    collection = Collection.objects.named(name, language)
    store_documents(
        collection, [NewDocument(key=k, title=k, text=t, **more) for k, t in (texts or TEXTS).items()], embed=True
    )
    collection.refresh_from_db()
    return collection


class RowsRead:
    """Runs the statement of a search by EXPLAIN too: how many rows its scans gave or left out, times how often."""

    def __init__(self) -> None:
        self.rows = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("WITH"):
            cursor = context["cursor"]
            execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}", params, many, context)
            plan = cursor.fetchone()[0]
            self.rows += self._read((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
        return execute(sql, params, many, context)

    def _read(self, node: dict[str, Any]) -> int:
        rows = node["Actual Rows"] + node.get("Rows Removed by Filter", 0) if "Relation Name" in node else 0
        return int(rows * node["Actual Loops"]) + sum(self._read(inner) for inner in node.get("Plans", []))


def keys(passages: Sequence[Passage]) -> list[str]:
    return [passage.document_key for passage in passages]


def test_the_document_that_holds_the_words_comes_first() -> None:
    stored()
    passages = search("how long do cats sleep?", ["pets"])
    assert keys(passages)[0] == "cats"
    assert passages[0].score > passages[1].score


def test_a_word_that_the_question_repeats_counts_as_often() -> None:
    stored("two", {"apples": "The apple of the orchard is ripe.", "pears": "The pear of the orchard is ripe."})
    assert keys(search("pear or apple? the apple, I mean", ["two"]))[0] == "apples"
    assert keys(search("apple or pear? the pear, I mean", ["two"]))[0] == "pears"


def test_statistics_from_before_the_documents_do_not_make_a_search_read_each_vector_for_each_chunk() -> None:
    """An import that was undone, and statistics taken behind it: pages without rows, as PostgreSQL believes."""
    texts = {f"d{number}": f"Document {number} tells of cats." for number in range(300)}
    with transaction.atomic():
        stored("undone", texts)
        transaction.set_rollback(True)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE document_chunks")
        cursor.execute("ANALYZE retrieval_embedding")
    stored("kept", texts)
    with connection.execute_wrapper(read := RowsRead()):
        search("cats", ["kept"])
    assert 0 < read.rows < 20 * len(texts)


def test_a_search_never_leaves_its_collections() -> None:
    stored("thread:1")
    stored("thread:2")
    own = set(Collection.objects.get(name="thread:1").documents.values_list("pk", flat=True))
    assert {passage.document_id for passage in search("cat dog tax", ["thread:1"], limit=100)} == own
    assert {passage.document_id for passage in search("tax", ["thread:1"], limit=100)} <= own


def test_a_search_of_several_collections_finds_in_all_of_them() -> None:
    stored("pets", {"a": "The cat sleeps."})
    stored("policies", {"b": "The cat policy of the office."})
    assert set(keys(search("cat", ["pets", "policies"]))) == {"a", "b"}


@pytest.mark.parametrize("query", ["", "   ", "\x00", "\ud800", "?!", "the of and"])
def test_a_question_without_words_is_no_error(query: str) -> None:
    stored()
    assert all(passage.lexical == 0 for passage in search(query, ["pets"]))
    assert search("", ["pets"]) == []


def test_unknown_and_empty_collections_give_nothing() -> None:
    Collection.objects.named("empty")
    assert search("cat", ["nowhere"]) == []
    assert search("cat", ["empty"]) == []
    assert search("cat", []) == []


def test_a_question_of_a_whole_document_is_answered() -> None:
    stored()
    assert keys(search("cat " + "word " * 200_000, ["pets"]))[0] == "cats"


def test_coverage_tells_evidence_from_none() -> None:
    stored()
    [passage, *_] = search("cat sleeps", ["pets"])
    assert passage.lexical == 1.0
    # Words that no chunk holds are the weightiest.
    [unfounded, *_] = search("unicorn grooming in the day", ["pets"])
    assert unfounded.lexical < 0.2


def test_the_matched_passage_is_the_sentence_that_answers() -> None:
    text = "Travel is booked by the office. Hotels are paid up to 180 euros a night. Meals are not refunded."
    stored("policies", {"travel": text})
    [passage, *_] = search("what may a hotel cost for a night", ["policies"])
    assert passage.matched == "Hotels are paid up to 180 euros a night."
    assert passage.text[passage.start : passage.end] == passage.matched


def test_validity_leaves_out_what_did_not_hold_on_that_day() -> None:
    collection = Collection.objects.named("law")
    periods = [("old", None, date(2020, 1, 1)), ("new", date(2020, 1, 1), None)]
    store_documents(
        collection,
        [NewDocument(key=k, title=k, text="The rate of the tax.", valid_from=f, valid_to=t) for k, f, t in periods],
    )
    assert keys(search("tax rate", ["law"], on=date(2019, 12, 31))) == ["old"]
    assert keys(search("tax rate", ["law"], on=date(2020, 1, 1))) == ["new"]
    assert set(keys(search("tax rate", ["law"]))) == {"old", "new"}


def test_documents_and_language_narrow_a_search() -> None:
    collection = stored("mixed", {"en": "The cat sleeps."})
    store_documents(collection, [NewDocument(key="nl", title="nl", text="De kat slaapt.", language="nl")])
    only = collection.documents.get(key="nl")
    assert keys(search("kat cat", ["mixed"], documents=[only.pk])) == ["nl"]
    assert keys(search("kat cat", ["mixed"], language="nl")) == ["nl"]
    assert search("kat", ["mixed"], documents=[uuid.uuid4()]) == []
    assert search("kat", ["mixed"], documents=[]) == []


def test_each_language_has_its_stems() -> None:
    stored("wet", {"a": "De belastingplichtige heeft aftrekbare kosten.", "b": "De inspecteur stelt vast."}, "nl")
    assert search("aftrekbaar", ["wet"])[0].lexical == 1.0
    assert keys(search("inspecteurs", ["wet"]))[0] == "b"


def test_a_compound_is_found_by_its_parts() -> None:
    stored("wet", {"a": "Over de korting op de heffing.", "b": "Over iets geheel anders dan dat."}, "nl")
    assert keys(search("heffingskorting", ["wet"]))[0] == "a"


@pytest.mark.parametrize(
    ("question", "key"),
    [
        ("artikel 3.111 Wet IB 2001", "ib:3.111"),
        ("Wat staat er in artikel 12a van de Wet op de loonbelasting 1964?", "lb:12a"),
        ("art. 12a Wet LB 1964", "lb:12a"),
        ("AWR art 12a", "awr:12a"),
        ("ECLI:NL:HR:1994:AA2974", "case"),
        ("42 U.S.C. § 1396a(a)(10)", "usc"),
        ("what is E11.9", "E119"),
        ("the hand book", "book"),
    ],
)
def test_a_reference_is_looked_up_and_comes_first(question: str, key: str) -> None:
    titles = {
        "ib:3.111": "Wet inkomstenbelasting 2001, artikel 3.111",
        "ib:12a": "Wet inkomstenbelasting 2001, artikel 12a",
        "lb:12a": "Wet op de loonbelasting 1964, artikel 12a",
        "awr:12a": "Algemene wet inzake rijksbelastingen, artikel 12a",
        "case": "ECLI:NL:HR:1994:AA2974",
        "usc": "42 USC 1396a - State plans",
        "E119": "E11.9 Type 2 diabetes mellitus without complications",
        "book": "The hand book",
    }
    collection = Collection.objects.named("law")
    # Every text speaks of everything, so the words choose nothing.
    text = "Wet artikel 3.111 12a 2001 1964 loonbelasting IB LB AWR 1396a E11.9 hand book 1994."
    store_documents(collection, [NewDocument(key=k, title=t, text=text) for k, t in titles.items()])
    assert keys(search(question, ["law"]))[0] == key


def test_an_article_of_a_law_that_is_not_there_is_not_put_first() -> None:
    stored("law", {"Wet inkomstenbelasting 2001, artikel 5": "Iets.", "Algemene wet bestuursrecht, artikel 5": "Meer."})
    assert max(passage.score for passage in search("artikel 5 Zorgverzekeringswet polisblad", ["law"])) < 0.5


def test_what_a_text_cites_is_no_name_of_it() -> None:
    stored("law", {"note": "See article 7 of the law.", "article 7": "The seventh."})
    assert keys(search("article 7", ["law"]))[0] == "article 7"


@pytest.fixture
def indexed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every scope is too large for an exact scan."""
    monkeypatch.setattr(search_module, "EXACT_ROWS", 0)


def many(count: int) -> Collection:
    collection = Collection.objects.named("many")
    texts = [f"Word{n % 7} word{n % 11} word{n % 13} alpha" for n in range(count)]
    store_documents(
        collection,
        [
            NewDocument(
                key=str(n),
                title="",
                text=text,
                language="nl" if n % 50 == 0 else "",
                valid_from=date(2000 + n % 20, 1, 1),
            )
            for n, text in enumerate(texts)
        ],
    )
    return collection


def test_through_the_index_a_filtered_search_returns_as_many_as_there_are(indexed: None) -> None:
    collection = many(600)
    document = collection.documents.get(key="123")
    assert len(search("alpha", ["many"], language="nl", limit=50)) == 12
    assert len(search("alpha", ["many"], on=date(2000, 6, 1), limit=500)) == 30
    assert keys(search("alpha", ["many"], documents=[document.pk])) == ["123"]
    assert len(search("zzz", ["many"], language="nl", limit=500)) == 12


def test_an_index_that_gives_up_costs_no_row(indexed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    many(600)
    stingy = "SELECT set_config('hnsw.ef_search', '1', true), set_config('hnsw.iterative_scan', 'off', true), %s"
    monkeypatch.setattr(search_module, "_SETTINGS", stingy)
    assert len(search("zzz", ["many"], language="nl", limit=500)) == 12
    assert len(search("zzz", ["many"], limit=500)) == 500


def test_through_the_index_a_search_does_not_leave_its_collections(indexed: None) -> None:
    many(300)
    stored("pets")
    assert set(keys(search("alpha cat", ["pets"], limit=100))) == set(TEXTS)


def test_the_settings_of_the_index_hold_for_that_transaction_only(indexed: None) -> None:
    stored()
    with CaptureQueriesContext(connection) as seen:
        search("cat", ["pets"], limit=1)
    settings = [query["sql"] for query in seen if "hnsw.iterative_scan" in query["sql"]]
    assert len(settings) == 1
    assert "'strict_order', true" in settings[0]


def test_a_search_takes_the_same_few_statements_whatever_it_finds(django_assert_max_num_queries: Any) -> None:
    stored()
    search("cat", ["pets"])
    # The collections, the space, the look-up; the settings and the search in a transaction, whose two ends count here.
    with django_assert_max_num_queries(7):
        search("cat dog tax", ["pets"])


def test_the_vectors_of_the_index_are_those_of_an_exact_scan(indexed: None) -> None:
    collection = many(600)
    space = EmbeddingSpace.objects.get(active=True)
    with connection.cursor() as cursor:
        # Without the dead vectors that the tests before have left in the graph.
        cursor.execute(f"REINDEX INDEX {graphs.index_name(space)}")
    scope = ranking.Scope([collection.pk], ["en", "nl"], 600, 2400)
    shares = []
    for n in range(0, 600, 60):
        query = f"word{n % 7} word{n % 11} alpha"
        vector = search_module.spaces.embedder_of(space).embed([query], "query")[0]
        question = ranking.Question(query, vector, space, [], 10)
        nearest = []
        for exact in (True, False):
            with connection.cursor() as cursor:
                cursor.execute(search_module._SETTINGS, ["200"])
                statement, values = ranking.nearest_statement(scope, question, exact=exact)
                # Equal distances have no order of their own, so distances are compared.
                cursor.execute(statement.replace("SELECT id FROM nearest", "SELECT distance FROM nearest"), values)
                nearest.append([round(row[0], 6) for row in cursor.fetchall()])
        by_scan, by_index = nearest
        shares.append(sum(distance <= by_scan[-1] for distance in by_index) / 10)
    assert sum(shares) / len(shares) >= 0.99


class Synonyms:
    """An embedder that knows what words mean: one direction a meaning."""

    space, dimension = "meaning", 8

    def embed(self, texts: Sequence[str], task: str, **more: Any) -> list[list[float]]:
        feline, canine = ("cat", "kitten", "feline"), ("dog", "puppy", "hound")
        return [
            [float(any(w in t.lower() for w in feline)), float(any(w in t.lower() for w in canine)), 0.1] + [0.0] * 5
            for t in texts
        ]


class Broken:
    space, dimension = "broken", 8

    def embed(self, texts: Sequence[str], task: str, **more: Any) -> list[list[float]]:
        if task == "query":
            raise ModelError("unavailable", "no network")
        return [[1.0] + [0.0] * 7 for _ in texts]


@pytest.fixture
def trained(settings: Any) -> Iterator[None]:
    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIM = "openai:meaning", 8
    register_embedder("openai:meaning", Synonyms())
    yield
    register_embedder("openai:meaning", None)


def test_a_trained_embedder_finds_what_no_word_says(trained: None) -> None:
    stored()
    space = EmbeddingSpace.objects.get(active=True)
    assert (space.model, space.weight, space.feedback) == ("openai:meaning", 1.0, 0.0)
    assert keys(search("puppy", ["pets"]))[0] == "dogs"
    assert search("puppy", ["pets"])[0].similarity > 0.9


def test_without_its_embedder_a_search_goes_by_words(settings: Any) -> None:
    settings.EMBEDDING_MODEL, settings.EMBEDDING_DIM = "openai:broken", 8
    register_embedder("openai:broken", Broken())
    try:
        stored()
        assert keys(search("how long does a cat sleep", ["pets"])) == ["cats"]
    finally:
        register_embedder("openai:broken", None)


def test_chunks_of_one_document_keep_their_own_citations() -> None:
    collection = Collection.objects.named("policies")
    pieces = [
        Piece(text="Hotels are paid.", heading="Hotels", citations=("§ 4.1",), key="h"),
        Piece(text="Trains are paid.", heading="Trains", citations=("§ 4.2", "p. 7"), key="t"),
    ]
    store_documents(collection, [NewDocument(key="travel.pdf", title="Travel", text="", pieces=pieces)])
    passage = search("§ 4.2", ["policies"])[0]
    assert (passage.chunk_key, passage.citations, passage.heading) == ("t", ("§ 4.2", "p. 7"), "Travel › Trains")


def test_a_letter_that_only_looks_like_another_one_is_no_fault() -> None:
    stored("letters", {"a": "De ı en de İ staan hier: i."})
    assert keys(search("ı i ¸˛Ç◊ı˜Â¯˘¿ hier", ["letters"])) == ["a"]
