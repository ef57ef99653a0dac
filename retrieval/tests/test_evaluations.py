"""A labelled collection is measured through the search, leaves nothing behind, and a broken one is named."""

from __future__ import annotations

import gzip
import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from retrieval.corpora import read_corpus
from retrieval.evaluations import evaluate_retrieval, ndcg, recall
from retrieval.index import spaces
from retrieval.index.ingest import store_documents
from retrieval.models import Chunk, Collection, Embedding, Posting
from retrieval.search import ranking
from retrieval.search.search import _SETTINGS

pytestmark = pytest.mark.django_db
SHARED = Path(os.environ.get("SHARED_DATA_DIR") or Path(settings.BASE_DIR).parent / "shared" / "data") / "retrieval"
DOCUMENTS = [
    {"_id": "1", "title": "Cats", "text": "The cat of the house sleeps for most of the day."},
    {"_id": "2", "title": "Dogs", "text": "The dog is to be walked in the morning and at night."},
    {"_id": "3", "title": "Taxes", "text": "A tax that is levied on the income of natural persons."},
]
QUERIES = [
    {"_id": "a", "text": "how long does a cat sleep", "metadata": {"type": "pets"}},
    {"_id": "b", "text": "income tax", "metadata": {"type": "law"}},
]


def corpus(folder: Path, **files: str) -> Path:
    given = {
        "corpus.jsonl": "\n".join(map(json.dumps, DOCUMENTS)),
        "queries.jsonl": "\n".join(map(json.dumps, QUERIES)),
        "qrels.tsv": "query-id\tcorpus-id\tscore\na\t1\t3\nb\t3\t1\n",
    } | {name.replace("_", "."): text for name, text in files.items()}
    for name, text in given.items():
        (folder / name).write_text(text)
    return folder


def test_gain_is_linear_and_discounted_as_trec_eval_does() -> None:
    assert ndcg(["a", "b"], {"a": 3, "b": 1}) == 1.0
    assert ndcg(["x", "a"], {"a": 2}) == pytest.approx(0.6309, abs=1e-4)
    assert ndcg(["b", "a"], {"a": 3, "b": 1}) == pytest.approx((1 + 3 / 1.58496) / (3 + 1 / 1.58496), abs=1e-4)
    assert ndcg(["x"] * 10 + ["a"], {"a": 1}) == 0.0
    assert recall(["a", "x"], {"a": 1, "b": 2, "c": 0}) == 0.5


def test_the_figures_are_given_for_all_and_for_each_type(tmp_path: Path) -> None:
    figures = evaluate_retrieval(corpus(tmp_path))
    assert (figures["ndcg@10"], figures["recall@100"], figures["n"]) == (1.0, 1.0, 2)
    assert 0 < figures["p50_ms"] <= figures["p95_ms"]
    assert figures["pets"]["n"] == figures["law"]["n"] == 1


def test_nothing_of_it_stays(tmp_path: Path) -> None:
    evaluate_retrieval(corpus(tmp_path))
    assert not any(model.objects.exists() for model in (Collection, Chunk, Embedding, Posting))


def test_a_packed_corpus_is_read_and_the_command_prints_json(tmp_path: Path) -> None:
    corpus(tmp_path)
    (tmp_path / "corpus.jsonl.gz").write_bytes(gzip.compress((tmp_path / "corpus.jsonl").read_bytes()))
    (tmp_path / "corpus.jsonl").unlink()
    out = StringIO()
    call_command("evaluate", "retrieval", corpus=str(tmp_path), json=True, stdout=out)
    assert json.loads(out.getvalue())["n"] == 2


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"corpus_jsonl": '{"_id": "1", "text": "x"}\n{broken'}, r"corpus.jsonl, line 2: not JSON"),
        ({"corpus_jsonl": '{"text": "x"}'}, r'corpus.jsonl, line 1: not an object with an "_id"'),
        ({"corpus_jsonl": '{"_id": "1", "text": 5}'}, r"corpus.jsonl, line 1: 'text' is 5, not a text"),
        ({"corpus_jsonl": '{"_id": "1"}\n\n{"_id": "1"}'}, r"corpus.jsonl, line 3: the _id '1' is there twice"),
        ({"corpus_jsonl": ""}, "has no documents"),
        ({"qrels_tsv": "q\td\ts\na\t9\t1"}, r"qrels.tsv, line 2: there is no document '9' in the corpus"),
        ({"qrels_tsv": "q\td\ts\nz\t1\t1"}, r"qrels.tsv, line 2: there is no query 'z'"),
        ({"qrels_tsv": "q\td\ts\na\t1\thigh"}, r"qrels.tsv, line 2: the score 'high' is not a number"),
        ({"qrels_tsv": "q\td\ts\na 1 1"}, r"qrels.tsv, line 2: 1 columns"),
        ({"qrels_tsv": "q\td\ts\na\t1\t0"}, "grades no document above 0"),
    ],
)
def test_a_broken_collection_is_named_with_its_line(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("evaluate", "retrieval", corpus=str(corpus(tmp_path, **files)))


def test_a_folder_without_the_files_says_which(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"has no corpus.jsonl"):
        call_command("evaluate", "retrieval", corpus=str(tmp_path))


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize(
    ("name", "floors"), [("cranfield", {"": 0.45}), ("nl_tax_articles", {"heading": 0.63, "citation": 0.9})]
)
def test_without_a_model_the_search_keeps_its_quality(name: str, floors: dict[str, float], tmp_path: Path) -> None:
    """On every fourth question, to be quick, and which are easier; `manage.py evaluate retrieval` measures all."""
    if not (SHARED / name).is_dir():
        pytest.skip(f"{SHARED / name} is not there; SHARED_DATA_DIR names another folder.")
    for file in (SHARED / name).iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    asked = (SHARED / name / "queries.jsonl").read_text().splitlines(keepends=True)[::4]
    ids = {json.loads(line)["_id"] for line in asked}
    head, *judged = (SHARED / name / "qrels.tsv").read_text().splitlines(keepends=True)
    (tmp_path / "queries.jsonl").write_text("".join(asked))
    (tmp_path / "qrels.tsv").write_text(head + "".join(line for line in judged if line.split("\t")[0] in ids))
    figures: dict[str, Any] = evaluate_retrieval(tmp_path)
    for kind, floor in floors.items():
        assert (figures[kind] if kind else figures)["ndcg@10"] >= floor


@pytest.mark.long
@pytest.mark.slow
@pytest.mark.timeout(400)
def test_the_index_finds_the_nearest_chunks_of_real_texts() -> None:
    if not (SHARED / "cranfield").is_dir():
        pytest.skip(f"{SHARED / 'cranfield'} is not there; SHARED_DATA_DIR names another folder.")
    corpus = read_corpus(SHARED / "cranfield")
    collection = Collection.objects.named("abstracts")
    store_documents(collection, corpus.documents)
    collection.refresh_from_db()
    space = spaces.active_space()
    scope = ranking.Scope([collection.pk], collection.languages, collection.chunk_count, collection.token_count)
    for effort, floor in ((max(50, ranking.DEPTH), 0.95), (200, 0.99)):
        shares = []
        for query in corpus.queries[:60]:
            vector = spaces.embedder_of(space).embed([query.text], "query")[0]
            question = ranking.Question(query.text, vector, space, [], 10)
            with connection.cursor() as cursor:
                cursor.execute(_SETTINGS, [str(effort)])
                nearest = []
                for exact in (True, False):
                    cursor.execute(*ranking.nearest_statement(scope, question, exact=exact))
                    nearest.append({row[0] for row in cursor.fetchall()})
            shares.append(len(nearest[0] & nearest[1]) / 10)
        assert sum(shares) / len(shares) >= floor
