"""The shapes of the API: what comes in is checked here, what goes out is described here."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from chat import assistants
from llm.text import clean_text


class CleanCharField(serializers.CharField):
    """Text at the API's door: a number is none, and NUL and lone surrogates become U+FFFD."""

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(clean_text(data))


class AssistantOut(serializers.Serializer[Any]):
    slug = serializers.CharField()
    title = serializers.CharField()
    description = serializers.CharField()


class NewThread(serializers.Serializer[Any]):
    assistant = CleanCharField()

    def validate_assistant(self, value: str) -> str:
        try:
            assistants.get(value)
        except assistants.UnknownAssistant as error:
            raise serializers.ValidationError(str(error)) from None
        return value


class Title(serializers.Serializer[Any]):
    title = CleanCharField(max_length=200, allow_blank=False)


class MessageOut(serializers.Serializer[Any]):
    id = serializers.IntegerField()
    role = serializers.ChoiceField(["user", "assistant", "notice"])
    content = serializers.CharField()
    created_at = serializers.DateTimeField()
    turn = serializers.UUIDField(allow_null=True)


class ThreadOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    assistant = serializers.CharField()
    title = serializers.CharField()
    created_at = serializers.DateTimeField()
    # Only of an archived one.
    archived = serializers.BooleanField(required=False)


class Archived(serializers.Serializer[Any]):
    archived = serializers.BooleanField()


class ThreadWithState(ThreadOut):
    state = serializers.DictField()


class ThreadWhole(ThreadWithState):
    messages = MessageOut(many=True)


class NewTurn(serializers.Serializer[Any]):
    """`message` and `client_id` are checked by chat.turns, the same for every door."""

    message = serializers.CharField(trim_whitespace=False)
    client_id = serializers.CharField(required=False, allow_null=True, max_length=100)


class NewBranch(serializers.Serializer[Any]):
    """Without `message` the same is said again."""

    message = serializers.CharField(required=False, trim_whitespace=False)
    client_id = serializers.CharField(required=False, allow_null=True, max_length=100)


class BranchOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    branch_of = serializers.UUIDField(allow_null=True)
    branched_at = serializers.IntegerField(allow_null=True)
    turn_count = serializers.IntegerField()
    updated_at = serializers.DateTimeField()


class ToolCallOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    arguments = serializers.JSONField()
    result = serializers.JSONField()


class TurnOut(serializers.Serializer[Any]):
    id = serializers.UUIDField()
    status = serializers.ChoiceField(["running", "done", "stopped", "failed", "interrupted"])
    reply = serializers.CharField()
    tool_calls = ToolCallOut(many=True)
    state = serializers.DictField()
    model = serializers.CharField()
    usage = serializers.DictField()
    error = serializers.DictField(allow_null=True)


class BranchedTurn(TurnOut):
    thread = serializers.UUIDField()


class Problem(serializers.Serializer[Any]):
    detail = serializers.CharField()
    code = serializers.CharField()
    errors = serializers.DictField(required=False)  # type: ignore[assignment]
