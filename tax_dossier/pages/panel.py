"""What stands beside the chat, and the person's own acts there: which sources count, which day's law, one step back."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext, gettext_noop

from audit.trail import Actor
from chat.acts import act_on
from chat.models import Message
from tax_dossier import actions, record
from tax_dossier.models import Patch
from tax_dossier.pages.paper import has_answer
from tax_dossier.record import DossierRecord, SourceView
from tax_dossier.replies import listing
from tax_dossier.texts import Language, language_spoken, page_language, period, text

# Changes that the panel shows, the newest first; the log holds all of them.
SHOWN_CHANGES = 5


def context_of(thread: Any, error: str = "") -> dict[str, Any]:
    """The context of tax_dossier/panel.html."""
    dossier = record.load(thread.pk)
    changes = list(
        Patch.objects.filter(dossier=dossier.row).select_related("undoes").order_by("-number")[:SHOWN_CHANGES]
    )
    undone = {change.undoes_id for change in changes if change.undoes_id}
    return {
        "thread": thread,
        "record": dossier,
        "legislation": [_card(source, dossier) for source in dossier.sources if source.is_law],
        "case_law": [_card(source, dossier) for source in dossier.sources if not source.is_law],
        "selected": len(dossier.selected),
        "reference_date": dossier.row.reference_date,
        "reference_words": dossier.row.reference_words,
        "today": timezone.localdate(),
        "changes": [_change(change, dossier, change.pk in undone) for change in changes],
        "can_undo": bool(dossier.row.patch_count and actions.last_change(dossier)),
        "ask": text(spoken_language(thread), "ask_for_answer"),
        "has_answer": has_answer(thread),
        "error": error,
    }


def _card(source: SourceView, dossier: DossierRecord) -> dict[str, Any]:
    about = source.metadata
    path = about.get("path")
    return {
        "source": source,
        "path": [str(step) for step in path][:6] if isinstance(path, list) else [],
        "law": str(about.get("law") or ""),
        "period": period(source.valid_from, source.valid_to, page_language()) if source.is_law else "",
        "outdated": not source.valid_on(dossier.day),
        "court": str(about.get("court") or ""),
        "date": str(about.get("date") or ""),
        "subject": str(about.get("subject") or ""),
        "sample": bool(about.get("sample")),
    }


_CHANGE = {
    Patch.Origin.LEGISLATION: gettext_noop("Searched the legislation"),
    Patch.Origin.CASE_LAW: gettext_noop("Searched the case law"),
    Patch.Origin.REMOVE_SOURCES: gettext_noop("By your words"),
    Patch.Origin.PANEL: gettext_noop("In the dossier"),
    Patch.Origin.UNDO: gettext_noop("Undone"),
}


def _change(patch: Patch, dossier: DossierRecord, undone: bool) -> dict[str, Any]:
    """One change as the person reads it: who did it, and what came and went."""
    titles = {source.id: f"{source.number}. {source.title}" for source in dossier.everything}

    def named(key: str) -> list[str]:
        return [titles[pk] for pk in patch.effect.get(key, []) if pk in titles]

    days = patch.effect.get("reference")
    return {
        "what": gettext(_CHANGE.get(Patch.Origin(patch.origin), patch.origin)),
        "at": patch.created_at,
        "undone": undone,
        "plus": named("added") + named("selected"),
        "minus": named("removed") + named("unselected"),
        "days": [day or gettext("today") for day in days] if days else [],
    }


def command(name: str, thread: Any, user: Any) -> str | None:
    """The person's acts in the terminal: /sources and /undo."""
    if name not in ("sources", "bronnen", "undo", "ongedaan"):
        return None
    language = spoken_language(thread)
    if name in ("sources", "bronnen"):
        dossier = record.load(thread.pk)
        return listing(dossier, language) if dossier.sources else text(language, "no_sources")
    by = Actor(user.pk, thread.pk)
    with act_on(actions.open_dossier(thread.pk, by)) as dossier:
        done = actions.undo_last(dossier, by=by)
    return undo_report(done, dossier, language)


def spoken_language(thread: Any) -> Language:
    """The language in which the person last spoke."""
    messages = Message.objects.filter(thread=thread, role=Message.Role.USER).order_by("-id")
    return language_spoken(list(messages.values_list("content", flat=True)[:5])[::-1])


def undo_report(done: actions.Applied, dossier: DossierRecord, language: Language) -> str:
    """What an undo did, as the chat tells it."""
    if not done:
        return text(language, "nothing_to_undo")
    parts = [text(language, "undone")]
    if done.reference:
        day = done.reference[1]
        name = "reference_changed" if day else "reference_reset"
        parts.append(text(language, name, day=day or timezone.localdate()))
    if done.removed:
        parts.append(text(language, "taken_out", titles="; ".join(source.title for source in done.removed)))
    return " ".join(parts)
