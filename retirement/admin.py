"""The retirement conversations in the admin: coverage at a glance and a timeline, to read and never to write."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from unfold.decorators import display

from audit.admin import ReadOnlyAdmin
from retirement import record
from retirement.checklist import Topic
from retirement.models import CompletenessSnapshot, InformationRecord, Plan, RetirementThread
from retirement.pages.panel import coverage_of, score_in_words
from retirement.prompt_choice import NAMES

# Rows of the timeline; the export holds all of them.
TIMELINE = 500


class TopicFilter(admin.SimpleListFilter):
    """Conversations in which something was said of a topic."""

    title = "topic spoken of"
    parameter_name = "topic"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(topic.value, topic.short_label) for topic in Topic]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() not in Topic.values:
            return queryset
        of_topic = InformationRecord.objects.filter(session_id=OuterRef("pk"), topic=self.value())
        return queryset.filter(Exists(of_topic))


class PromptFilter(admin.SimpleListFilter):
    """Conversations that run on one of the two prompts."""

    title = "prompt"
    parameter_name = "prompt"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        return [(prompt.value, str(prompt.label)) for prompt in Plan.Prompt]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == Plan.Prompt.READINESS:
            return queryset.filter(retirement_plan__prompt=Plan.Prompt.READINESS)
        if self.value() == Plan.Prompt.COMPLETENESS:
            return queryset.exclude(retirement_plan__prompt=Plan.Prompt.READINESS)
        return queryset


@admin.register(RetirementThread)
class RetirementThreadAdmin(ReadOnlyAdmin):
    list_display = ("title", "owner", "prompt", "facts", "topics_spoken_of", "updated_at", "deleted_at")
    list_filter = (TopicFilter, PromptFilter, "updated_at")
    list_select_related = ("owner", "retirement_plan")
    search_fields = ("title", "id", "owner__username")
    show_full_result_count = False
    list_per_page = 50
    fields = ("title", "owner", "prompt", "created_at", "updated_at", "shown_coverage", "timeline")
    readonly_fields = fields

    def get_queryset(self, request: HttpRequest) -> QuerySet[RetirementThread]:
        threads: QuerySet[RetirementThread] = super().get_queryset(request).filter(assistant="retirement")
        return threads.annotate(
            fact_count=Count("information_records"), topic_count=Count("information_records__topic", distinct=True)
        )

    @display(description="Facts", ordering="fact_count")
    def facts(self, thread: Any) -> int:
        return int(thread.fact_count)

    @display(description="Topics spoken of", ordering="topic_count")
    def topics_spoken_of(self, thread: Any) -> str:
        return f"{thread.topic_count} of {len(Topic)}"

    @display(description="Prompt")
    def prompt(self, thread: Any) -> str:
        plan = getattr(thread, "retirement_plan", None)
        return NAMES[Plan.Prompt(plan.prompt if plan else Plan.Prompt.COMPLETENESS)]

    @display(description="Coverage")
    def shown_coverage(self, thread: RetirementThread) -> SafeString:
        known = record.load(thread.pk)
        rows = [
            (topic.short_label, covered.words, score_in_words(known.scores.get(topic.value, {}).get("score")))
            for topic, covered in coverage_of(known).items()
        ]
        return _table("Topic|By the checklist|As the model judges", rows)

    @display(description="Timeline")
    def timeline(self, thread: RetirementThread) -> SafeString:
        """Facts and snapshots as they came, the newest first."""
        facts = InformationRecord.objects.filter(session_id=thread.pk).select_related("withdrawal")
        facts = facts.order_by("-created_at")[:TIMELINE]
        taken_back = {fact.pk for fact in facts if hasattr(fact, "withdrawal")}
        corrected = {fact.supersedes_id for fact in facts if fact.pk not in taken_back}
        notes = dict.fromkeys(corrected, "corrected later") | dict.fromkeys(taken_back, "taken back")
        rows = [
            (fact.created_at, Topic(fact.topic).short_label, _words(fact.fact_type), fact.value, notes.get(fact.pk, ""))
            for fact in facts
        ]
        for snapshot in CompletenessSnapshot.objects.filter(session_id=thread.pk).order_by("-created_at")[:TIMELINE]:
            sent = ", ".join(f"{_label(score.get('topic'))} {score.get('score')}" for score in snapshot.scores)
            rows.append((snapshot.created_at, "Scores", "", sent, ""))
        rows.sort(key=lambda row: row[0], reverse=True)
        shown = (
            (f"{at:%d %b %Y %H:%M:%S}", what, kind, value, note) for at, what, kind, value, note in rows[:TIMELINE]
        )
        return _table("At|Topic|Kind|What was said|", shown)


def _words(fact_type: str | None) -> str:
    return (fact_type or "").replace("_", " ")


def _label(topic: object) -> str:
    return Topic(topic).short_label if topic in Topic.values else str(topic)


def _table(titles: str, rows: Iterable[tuple[str, ...]]) -> SafeString:
    """A table with lines and room to read it."""
    cell = "border-b border-base-200 px-3 py-2 align-top text-left dark:border-base-800"
    head = format_html_join("", "<th class='{}'>{}</th>", ((cell, title) for title in titles.split("|")))
    cells = (format_html_join("", "<td class='{}'>{}</td>", ((cell, text) for text in row)) for row in rows)
    body = format_html_join("", "<tr>{}</tr>", ((row,) for row in cells))
    return format_html("<table class='w-full'><thead><tr>{}</tr></thead><tbody>{}</tbody></table>", head, body)
