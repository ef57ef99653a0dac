"""The shapes of the review API, for the schema and its examples. What comes in is checked by payload.py."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from chat.api.serializers import CleanCharField, Problem
from investor_review.models import Artifact, NitpickIssue, ReviewSession


class ChunkIn(serializers.Serializer[Any]):
    chunk_id = serializers.CharField(max_length=280)
    text = serializers.CharField()
    source_name = serializers.CharField(required=False, max_length=500)
    citations = serializers.ListField(child=serializers.CharField(), required=False)


class NitpickIn(serializers.Serializer[Any]):
    issue_id = serializers.CharField(max_length=200)
    title = serializers.CharField(max_length=500)
    severity = serializers.ChoiceField(NitpickIssue.Severity.choices)
    status = serializers.ChoiceField(NitpickIssue.Status.choices, required=False)
    summary = serializers.CharField(required=False)
    citations = serializers.ListField(child=serializers.CharField(), required=False, help_text="Ids of chunks.")
    suggested_changes = serializers.ListField(child=serializers.CharField(), required=False)


class StartIn(serializers.Serializer[Any]):
    session_id = serializers.CharField(max_length=128, help_text="The one of the address.")
    company_name = serializers.CharField(max_length=300)
    doc_id = serializers.CharField(max_length=300)
    doc_title = serializers.CharField(max_length=500)
    full_document_text = serializers.CharField()
    green_score = serializers.FloatField(min_value=0, max_value=100)
    document_chunks = ChunkIn(many=True)
    nitpicks = NitpickIn(many=True)
    force = serializers.BooleanField(required=False, help_text="Replace a session that exists; also ?force=true.")


class NitpickOut(serializers.Serializer[Any]):
    issue_id = serializers.CharField()
    title = serializers.CharField()
    severity = serializers.ChoiceField(NitpickIssue.Severity.choices)
    status = serializers.ChoiceField(NitpickIssue.Status.choices)
    summary = serializers.CharField()
    citations = serializers.ListField(child=serializers.CharField())
    suggested_changes = serializers.ListField(child=serializers.CharField())
    accepted_change_instructions = serializers.CharField()
    left_as_is = serializers.CharField(help_text="The words by which it was left as it is; empty where it was not.")


class HeadOut(serializers.Serializer[Any]):
    session_id = serializers.CharField()
    company_name = serializers.CharField()
    doc_id = serializers.CharField()
    doc_title = serializers.CharField()
    green_score = serializers.FloatField()
    status = serializers.ChoiceField(ReviewSession.Status.choices)
    outcome = serializers.ChoiceField(ReviewSession.Outcome.choices, allow_null=True)
    ask = serializers.CharField(allow_null=True)
    generation = serializers.IntegerField()
    thread = serializers.UUIDField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class SessionOut(HeadOut):
    counters = serializers.DictField(child=serializers.IntegerField())
    nitpicks = NitpickOut(many=True)
    cited_chunks = serializers.ListField(child=serializers.CharField())


class WarningOut(serializers.Serializer[Any]):
    code = serializers.ChoiceField(["unknown_citations", "unknown_fields", "no_chunks"])
    count = serializers.IntegerField()
    detail = serializers.CharField()


class StartedOut(SessionOut):
    warnings = WarningOut(many=True)


class ExistsOut(Problem):
    identical = serializers.BooleanField(help_text="Whether it was started with this very payload.")


class GenerationOut(HeadOut):
    replaced_at = serializers.DateTimeField(allow_null=True)
    payload_sha256 = serializers.CharField()


class DocumentOut(serializers.Serializer[Any]):
    session_id = serializers.CharField()
    doc_id = serializers.CharField()
    doc_title = serializers.CharField()
    full_document_text = serializers.CharField()


class ChunkOut(serializers.Serializer[Any]):
    chunk_id = serializers.CharField()
    text = serializers.CharField()
    source_name = serializers.CharField()
    citations = serializers.ListField(child=serializers.CharField())


class ShareIn(serializers.Serializer[Any]):
    user = CleanCharField(max_length=150, help_text="A user name.")


class SharedOut(serializers.Serializer[Any]):
    session_id = serializers.CharField()
    shared_with = serializers.ListField(child=serializers.CharField())


class ChatIn(serializers.Serializer[Any]):
    message = serializers.CharField(trim_whitespace=False)
    client_id = serializers.CharField(
        required=False, allow_null=True, max_length=100, help_text="The same id again runs nothing twice."
    )


class ChangedOut(serializers.Serializer[Any]):
    issue_id = serializers.CharField()
    previous_status = serializers.ChoiceField(NitpickIssue.Status.choices)
    status = serializers.ChoiceField(NitpickIssue.Status.choices)
    accepted_change_instructions = serializers.CharField()


class ChatOut(serializers.Serializer[Any]):
    reply = serializers.CharField()
    citations = serializers.ListField(child=serializers.CharField(), help_text="Ids of chunks that the reply names.")
    nitpicks_changed = ChangedOut(many=True)
    session_status = serializers.ChoiceField(ReviewSession.Status.choices)
    ask = serializers.CharField(allow_null=True, help_text="The question that a bare yes or no now answers.")
    turn_id = serializers.UUIDField()
    status = serializers.ChoiceField(["running", "done", "stopped", "failed", "interrupted"])
    error = serializers.DictField(allow_null=True)


class NitpickPatch(serializers.Serializer[Any]):
    status = serializers.ChoiceField(NitpickIssue.Status.choices, required=False)
    accepted_change_instructions = CleanCharField(required=False, allow_blank=True, trim_whitespace=False)


class NitpickChangeOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    from_status = serializers.CharField()
    to_status = serializers.CharField()
    instructions_before = serializers.CharField()
    instructions_after = serializers.CharField()
    quoted_words = serializers.CharField()
    how = serializers.ChoiceField(["chat", "patch", "undo"])
    by = serializers.CharField(allow_null=True)
    at = serializers.DateTimeField()


class NitpickDetailOut(NitpickOut):
    session_status = serializers.ChoiceField(ReviewSession.Status.choices)
    changes = NitpickChangeOut(many=True)


class ArtifactOut(serializers.Serializer[Any]):
    kind = serializers.ChoiceField(Artifact.Kind.choices)
    url = serializers.CharField()
    path = serializers.CharField()
    sha256 = serializers.CharField()
    size = serializers.IntegerField()
    created_at = serializers.DateTimeField()
