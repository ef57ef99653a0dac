"""One function per act on a trade request, the only writers. Each takes the locked row and leaves an audit entry."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext

from audit.trail import Actor, record
from chat.acts import close_other_branches
from chat.errors import Refused
from pa_dealing import hints
from pa_dealing.models import DraftRequest
from pa_dealing.record import (
    empty_out,
    load_request as load_request,
    open_request as open_request,
    put_back,
    require_open as require_open,
    saving as saving,
    start_again,
)
from pa_dealing.rules import Rating, Risk, checks, rate_justification, run_rule_checks
from wording.quotes import Quote


def _changed(draft: DraftRequest, action: str, by: Actor, evidence: dict[str, Quote], **data: Any) -> None:
    """Keep the words, make a preview void, and record the act."""
    draft.evidence = {**draft.evidence, **{field: _as_evidence(words) for field, words in evidence.items()}}
    if draft.status == DraftRequest.Status.PREVIEWED:
        draft.status, draft.preview_hash, draft.previewed_at = DraftRequest.Status.DRAFT, "", None
    draft.question = hints.question_of(draft)
    quotes = {field: words.text[:500] for field, words in evidence.items()}
    record(f"pa_dealing.{action}", draft, by=by, data={**data, **({"words": quotes} if quotes else {})})


def _as_evidence(words: Quote) -> dict[str, Any]:
    """The words as a request's evidence has them: with whether the person said or typed them."""
    return {**words.to_json(), "source": "form" if words.source is None else "chat"}


def _without(draft: DraftRequest, *fields: str) -> None:
    draft.evidence = {name: value for name, value in draft.evidence.items() if name not in fields}


def set_candidates(
    draft: DraftRequest, term: str, candidates: list[Any], *, by: Actor, words: Quote, after: Quote | None = None
) -> None:
    """Keep the results of a search, to be chosen from in a later message than `after`. A confirmed one is dropped."""
    if not draft.is_open and not draft.escalated:
        start_again(draft)
        draft.evidence = {"begun": _as_evidence(after or words)}
    require_open(draft)
    draft.security_search_term, draft.candidates, draft.security = term[:200], candidates, None
    draft.existing_position = draft.is_derivative = None
    _without(draft, "security")
    _forget_about_the_other(draft, words)
    passages = {"security_search_term": words, "candidates": after or words}
    _changed(draft, "searched", by, passages, term=term[:200], found=[each["symbol"] for each in candidates])


def _forget_about_the_other(draft: DraftRequest, words: Quote) -> None:
    """What was said of another security in earlier messages, its price and the compliance answers, is asked again."""
    for name in ("unit_price", "has_inside_info", "is_related_party"):
        passage = draft.evidence.get(name)
        if passage is None or words.source is None or passage["message_id"] != words.source:
            setattr(draft, name, None)
            _without(draft, name)
    checks.check_value(draft)


def choose_security(draft: DraftRequest, index: int, *, by: Actor, words: Quote) -> None:
    """Confirm a candidate. The person's own currency stays; position and derivative are looked up now."""
    require_open(draft)
    draft.security, draft.candidates = draft.candidates[index], []
    checks.check_existing_position(draft)
    checks.check_derivative(draft)
    _changed(draft, "security_chosen", by, {"security": words}, security=draft.security)


def forget(draft: DraftRequest, field: str, *, by: Actor, words: Quote | None = None) -> None:
    """Take back the quantity or the value, which was said of something else, or by `words`; it is asked for again."""
    require_open(draft)
    setattr(draft, field, None)
    if field == "estimated_value":
        draft.estimated_currency, draft.currency_confirmed, draft.pending_currency_confirmation = None, False, False
    _without(draft, field, *(["estimated_currency"] if field == "estimated_value" else []))
    checks.check_value(draft)
    _changed(draft, "forgotten", by, {}, field=field, **({"words": words.text[:500]} if words else {}))


def reject_candidates(draft: DraftRequest, *, by: Actor, words: Quote) -> None:
    """None of the results is meant."""
    require_open(draft)
    refused = [
        draft.evidence.get("refused", {}).get("quote", ""),
        *(candidate["symbol"] for candidate in draft.candidates),
    ]
    draft.candidates = []
    _without(draft, "security_search_term")
    symbols = Quote("\n".join(refused).strip()[-500:], words.source, words.start, words.end)
    _changed(draft, "candidates_rejected", by, {"refused": symbols}, said=words.text[:500])


def set_direction(draft: DraftRequest, direction: str, *, by: Actor, words: Quote) -> None:
    require_open(draft)
    draft.direction = direction
    _changed(draft, "direction_set", by, {"direction": words}, direction=direction)


def set_quantity(draft: DraftRequest, quantity: int, *, by: Actor, words: Quote) -> None:
    require_open(draft)
    draft.quantity, draft.value_confirmed = quantity, False
    checks.check_value(draft)
    _changed(draft, "quantity_set", by, {"quantity": words}, quantity=quantity)


def set_unit_price(draft: DraftRequest, price: Decimal, *, by: Actor, words: Quote) -> None:
    """Keep the price of one unit, by which quantity and value check each other."""
    require_open(draft)
    if draft.unit_price == price:
        return
    draft.unit_price, draft.value_confirmed = price, False
    checks.check_value(draft)
    _changed(draft, "unit_price_noted", by, {"unit_price": words}, unit_price=str(price))


def set_trade_value(draft: DraftRequest, amount: Decimal, currency: str, *, by: Actor, words: Quote) -> None:
    require_open(draft)
    draft.estimated_value, draft.estimated_currency = amount, currency
    draft.currency_confirmed, draft.pending_currency_confirmation, draft.value_confirmed = True, False, False
    _without(draft, "estimated_currency")
    checks.check_value(draft)
    _changed(draft, "value_set", by, {"estimated_value": words}, amount=str(amount), currency=currency)


def set_value_pending_currency(draft: DraftRequest, amount: Decimal, *, by: Actor, words: Quote) -> None:
    """Keep an amount whose currency was not said, and ask for it."""
    require_open(draft)
    draft.estimated_value, draft.estimated_currency = amount, None
    draft.currency_confirmed, draft.pending_currency_confirmation, draft.value_confirmed = False, True, False
    _without(draft, "estimated_currency")
    checks.check_value(draft)
    _changed(draft, "value_set_without_currency", by, {"estimated_value": words}, amount=str(amount))


def confirm_currency(draft: DraftRequest, currency: str | None, *, by: Actor, words: Quote) -> None:
    """The pending amount is in `currency`; None when the proposed one was refused and another must be named."""
    require_open(draft)
    if currency is not None:
        draft.value_confirmed = draft.value_confirmed and draft.estimated_currency == currency
        draft.estimated_currency, draft.currency_confirmed = currency, True
        draft.pending_currency_confirmation = False
        checks.check_value(draft)
    _changed(draft, "currency_confirmed", by, {"estimated_currency": words}, currency=currency)


def confirm_value(draft: DraftRequest, confirmed: bool, *, by: Actor, words: Quote) -> None:
    """The questioned value stands, or is taken back to be asked for again."""
    require_open(draft)
    question = draft.value_question
    if confirmed:
        draft.value_confirmed, draft.pending_value_confirmation, draft.value_question = True, False, ""
    else:
        draft.estimated_value = draft.estimated_currency = None
        draft.currency_confirmed = draft.pending_value_confirmation = False
        draft.value_question = ""
        _without(draft, "estimated_value", "estimated_currency")
    _changed(draft, "value_confirmed", by, {}, confirmed=confirmed, question=question, words=words.text[:500])


def set_justification(draft: DraftRequest, text: str, *, by: Actor, words: Quote) -> Rating:
    """Keep the person's reason and rate it."""
    require_open(draft)
    rating = rate_justification(text)
    draft.justification, draft.user_confirmed_weak_justification = text, False
    draft.justification_quality, draft.justification_reason = rating.quality, rating.reason
    _changed(draft, "justification_set", by, {"justification": words}, quality=rating.quality)
    return rating


def confirm_weak_justification(draft: DraftRequest, confirmed: bool, *, by: Actor, words: Quote) -> None:
    """Go on with a weak justification, or take it back to write a better one."""
    require_open(draft)
    if confirmed:
        draft.user_confirmed_weak_justification = True
    else:
        draft.justification, draft.justification_quality, draft.justification_reason = "", None, ""
        _without(draft, "justification")
    _changed(draft, "weak_justification_confirmed", by, {}, confirmed=confirmed, words=words.text[:500])


def set_compliance_flags(
    draft: DraftRequest, *, inside: bool | None, related: bool | None, by: Actor, words: dict[str, Quote]
) -> None:
    """Keep the compliance answers that were given; None is none, and what was answered before stays."""
    require_open(draft)
    given = {"has_inside_info": inside, "is_related_party": related}
    given = {field: value for field, value in given.items() if value is not None}
    for field, value in given.items():
        setattr(draft, field, value)
    action = "flags_set" if given else hints.RELATION_TOLD
    if inside:
        # Compliance sees the request from here on. It stays a draft: only its owner hands it in.
        action, draft.escalated, draft.risk = "escalated", True, draft.risk | int(Risk.INSIDE_INFORMATION)
        words = {**words, "escalated": words["has_inside_info"]}
    _changed(draft, action, by, words, **given)


def take_back_flags(draft: DraftRequest, fields: Sequence[str], *, by: Actor, words: Quote) -> None:
    """What was said may contradict these compliance answers, so they are not known any more and are asked again."""
    require_open(draft)
    for field in fields:
        setattr(draft, field, None)
    _without(draft, *fields)
    _changed(draft, "flags_taken_back", by, {}, fields=list(fields), words=words.text[:500])


def void_preview(draft: DraftRequest, *, by: Actor, words: Quote) -> None:
    """What was said contradicts the preview, so that one cannot be submitted any more."""
    require_open(draft)
    _changed(draft, "preview_voided", by, {}, words=words.text[:500])


def start_over(draft: DraftRequest, *, by: Actor, words: Quote) -> None:
    """Empty an open draft: nothing of it stays, and no earlier message is a word for what comes next."""
    require_open(draft)
    if draft.escalated:
        raise Refused(
            "escalated",
            gettext("Compliance will be in touch about this request, so it stays. Begin another one in a new chat."),
        )
    before = draft.payload()
    empty_out(draft)
    _changed(draft, "started_over", by, {"begun": words}, was=before)


def undo_change(draft: DraftRequest, *, by: Actor, words: Quote) -> list[str]:
    """Put back what the last change took away. The fields that it concerned; none where there is nothing to undo.

    That compliance was told of inside information stays.
    """
    require_open(draft)
    fields = put_back(draft)
    if fields:
        _changed(draft, "undone", by, {}, fields=fields, words=words.text[:500])
    return fields


def ask(draft: DraftRequest, question: str) -> None:
    """Note the question that stands on the screen where it is not the hint's own."""
    if draft.is_open:
        draft.question = question


def _require_complete(draft: DraftRequest) -> None:
    hint = hints.determine_instructional_hint(draft)
    if hint != hints.DRAFT_COMPLETE:
        missing = ", ".join(hints.missing_fields(draft)) or hint
        raise Refused("incomplete", gettext("The request is not complete yet: %(missing)s.") % {"missing": missing})


def preview_request(draft: DraftRequest, *, by: Actor) -> None:
    """Show the person exactly what they would submit. Raises Refused while something is missing."""
    require_open(draft)
    _require_complete(draft)
    wanted = draft.payload_hash()
    if draft.preview_hash != wanted:
        draft.status, draft.preview_hash, draft.previewed_at = DraftRequest.Status.PREVIEWED, wanted, timezone.now()
        draft.question = hints.DRAFT_COMPLETE
        record("pa_dealing.previewed", draft, by=by, data={"payload": draft.payload(), "sha256": wanted})


def submit_request(draft: DraftRequest, *, by: Actor, preview_hash: str | None = None) -> None:
    """The person's act: hand in exactly what was previewed. Raises Refused when it has changed since."""
    require_open(draft)
    if draft.status != DraftRequest.Status.PREVIEWED:
        _require_complete(draft)
        raise Refused("not_previewed", gettext("Preview the request first: only what you have seen can be submitted."))
    if draft.preview_hash != draft.payload_hash() or preview_hash not in (None, draft.preview_hash):
        raise Refused("preview_outdated", gettext("The request has changed since it was previewed. Preview it again."))
    close_other_branches(draft.thread_id)
    draft.status, draft.submitted_at, draft.question = DraftRequest.Status.SUBMITTED, timezone.now(), ""
    run_rule_checks(draft)
    record("pa_dealing.submitted", draft, by=by, data={"payload": draft.payload(), "sha256": draft.preview_hash})


def withdraw_request(draft: DraftRequest, *, by: Actor) -> None:
    """The owner takes a request back that compliance has not decided, or an approval that was not used."""
    allowed = (*DraftRequest.OPEN, DraftRequest.Status.SUBMITTED, DraftRequest.Status.APPROVED)
    if draft._state.adding or draft.status not in allowed or draft.escalated:
        raise Refused(
            "not_withdrawable", gettext("A request that is %(status)s cannot be withdrawn.") % {"status": draft.status}
        )
    before, draft.status, draft.question = draft.status, DraftRequest.Status.WITHDRAWN, ""
    draft.claimed_by_id = draft.claimed_at = draft.information_requested_at = draft.extension_requested_at = None
    record("pa_dealing.withdrawn", draft, by=by, data={"was": before})
