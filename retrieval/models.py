"""Collections, documents, chunks, and the two ways to find a chunk: vectors in a space, and postings by term."""

from __future__ import annotations

import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from django.db.models import F, Func, Q
from django.db.models.functions import Length, Now
from django.db.models.lookups import LessThanOrEqual
from pgvector.django import VectorField

# A chunk is a passage to cite. PostgreSQL holds 1 MB of lexemes in one tsvector, which this stays far below.
MAX_CHUNK_CHARS = 20_000


class CollectionQuerySet(models.QuerySet["Collection"]):
    def named(self, name: str, language: str = "en") -> Collection:
        """The collection of that name; made, in `language` (ISO 639-1, "" for none), when there is none."""
        return self.get_or_create(name=name, defaults={"language": language})[0]


class Collection(models.Model):
    """Documents that are searched together. A search names its collections and never leaves them."""

    name = models.CharField(max_length=200, unique=True)
    language = models.CharField(max_length=8, blank=True, db_default="en")
    # Sums over its chunks, kept by ingest for BM25: how many there are, and how many terms they hold.
    chunk_count = models.PositiveIntegerField(db_default=0, editable=False)
    token_count = models.PositiveBigIntegerField(db_default=0, editable=False)
    # The languages of its chunks: a question is read in each of them.
    languages = ArrayField(models.CharField(max_length=8), default=list, blank=True, editable=False)
    # {segment: chunks written in it}; retrieval.postings merges small segments.
    segments = models.JSONField(default=dict, blank=True, editable=False)
    created_at = models.DateTimeField(db_default=Now())

    objects = CollectionQuerySet.as_manager()

    class Meta:
        ordering = ("name",)

    def __str__(self) -> str:
        return self.name


class Document(models.Model):
    """A text as it was read. Offsets of its chunks are characters of `text`."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # The first column of the unique key below.
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="documents", db_index=False)
    # What names it in its collection: a path, a URL, an act with article and version, an ECLI.
    key = models.CharField(max_length=500)
    title = models.CharField(max_length=1000, blank=True, db_default="")
    source = models.CharField(max_length=2000, blank=True, db_default="")
    text = models.TextField(blank=True, db_default="")
    language = models.CharField(max_length=8, blank=True, db_default="")
    valid_from = models.DateField(null=True, blank=True)
    # Exclusive: on this day it no longer holds.
    valid_to = models.DateField(null=True, blank=True)
    sha256 = models.CharField(max_length=64)
    metadata = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    updated_at = models.DateTimeField(db_default=Now())

    class Meta:
        ordering = ("collection", "key")
        constraints = [
            models.UniqueConstraint(fields=["collection", "key"], name="retrieval_document_key"),
            models.CheckConstraint(
                condition=Q(valid_from=None) | Q(valid_to=None) | Q(valid_to__gt=F("valid_from")),
                name="retrieval_document_validity",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.key


class Chunk(models.Model):
    """A passage of a document: what is searched and cited. Language and validity are its document's."""

    # Both keys are the first of an index below.
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="chunks", db_index=False)
    key = models.CharField(max_length=300)
    position = models.PositiveIntegerField()
    heading = models.CharField(max_length=2000, blank=True, db_default="")
    text = models.TextField()
    start = models.PositiveIntegerField(null=True)
    end = models.PositiveIntegerField(null=True)
    source_name = models.CharField(max_length=500, blank=True, db_default="")
    citations = models.JSONField(default=list, blank=True)
    language = models.CharField(max_length=8, blank=True, db_default="")
    valid_from = models.DateField(null=True, blank=True)
    valid_to = models.DateField(null=True, blank=True)
    metadata = models.JSONField(default=dict, blank=True)
    # Heading (weight A) and text (weight D) in the chunk's language; the function stands in migration 0001. The
    # postings are made of it, and by them it is found: it has no index of its own.
    tsv = models.GeneratedField(
        expression=Func(F("language"), F("heading"), F("text"), function="retrieval_terms"),
        output_field=SearchVectorField(),
        db_persist=True,
    )
    # Names by which a reference in a question finds it, in one canonical form (retrieval.references).
    names = ArrayField(models.CharField(max_length=200), default=list, blank=True, editable=False)

    class Meta:
        db_table = "document_chunks"
        ordering = ("document", "position")
        constraints = [
            models.UniqueConstraint(fields=["document", "key"], name="retrieval_chunk_key"),
            models.CheckConstraint(
                condition=Q(start=None) | Q(end=None) | Q(end__gte=F("start")), name="retrieval_chunk_offsets"
            ),
            models.CheckConstraint(
                condition=LessThanOrEqual(Length("text"), MAX_CHUNK_CHARS), name="retrieval_chunk_size"
            ),
        ]
        indexes = [
            # The b-tree of an exact scan: the chunks of some collections, in the asked language, on the asked day.
            models.Index(
                fields=["collection", "language", "valid_from", "valid_to"],
                include=["id"],
                name="retrieval_chunk_scope",
            ),
            GinIndex(fields=["names"], name="retrieval_chunk_names"),
        ]

    def __str__(self) -> str:
        return f"{self.heading or self.key}"


class EmbeddingSpace(models.Model):
    """A model and a dimension. One space serves at a time; another is filled beside it and then takes its place.

    Each has an HNSW index of its own on embeddings, made by retrieval.index.graphs.
    """

    # "offline", "openai:<id>" or "google:<id>".
    model = models.CharField(max_length=200)
    dimension = models.PositiveIntegerField()
    active = models.BooleanField(db_default=False)
    # How much a rank among the vectors counts beside a rank by terms, which counts 1.
    weight = models.FloatField(db_default=1.0)
    # How far a question's vector is moved towards the chunks that its words found first: 0 for a trained model.
    feedback = models.FloatField(db_default=0.0)
    # The vectors of parts up to this one stand in the index; the newest part that a large load has written, and when.
    indexed = models.PositiveIntegerField(db_default=0, editable=False)
    written = models.PositiveIntegerField(db_default=0, editable=False)
    written_at = models.DateTimeField(null=True, editable=False)
    created_at = models.DateTimeField(db_default=Now())

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["model", "dimension"], name="retrieval_space_model_dimension"),
            models.UniqueConstraint(fields=["active"], condition=Q(active=True), name="retrieval_space_one_active"),
            # An HNSW index of pgvector holds at most 2,000 dimensions.
            models.CheckConstraint(
                condition=Q(dimension__gte=1, dimension__lte=2000), name="retrieval_space_dimension"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.model} ({self.dimension})"


class Embedding(models.Model):
    """The vector of a chunk in one space."""

    pk = models.CompositePrimaryKey("chunk_id", "space_id")
    chunk = models.ForeignKey(Chunk, on_delete=models.CASCADE, related_name="embeddings", db_index=False)
    space = models.ForeignKey(EmbeddingSpace, on_delete=models.PROTECT, related_name="embeddings", db_index=False)
    vector = VectorField()
    # 0, or the number of the large load that it came with.
    part = models.PositiveIntegerField(db_default=0, editable=False)

    def __str__(self) -> str:
        return f"chunk {self.chunk_id} in space {self.space_id}"


class Posting(models.Model):
    """The chunks of one segment (what one batch wrote, or several merged) that hold a term, as arrays of one order."""

    pk = models.CompositePrimaryKey("collection_id", "term", "segment")
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="+", db_index=False)
    # <language>:<lexeme>
    term = models.CharField(max_length=250)
    segment = models.BigIntegerField(db_index=True)
    # How many chunks the row lists: the document frequency of the term is the sum over its rows.
    count = models.PositiveIntegerField()
    chunks = ArrayField(models.BigIntegerField())
    # How often each holds it, a heading counted several times, and how many terms each has.
    frequencies = ArrayField(models.SmallIntegerField())
    lengths = ArrayField(models.IntegerField())

    def __str__(self) -> str:
        return self.term
