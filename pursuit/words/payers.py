"""The payers whose names are known: those of the policies' metadata, of their titles, and large ones of the trade."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from uuid import UUID

from django.core.cache import cache
from django.db.models.functions import Left

from pursuit.words.names import LARGE, SERVICE, STATES, same_payer
from pursuit.words.reach import reach_of
from pursuit.words.scope import agree, claims_of
from pursuit.words.slots import meant, mentions
from pursuit.words.vocabulary import is_of_the_trade
from retrieval.models import Collection, Document
from wording.phrases import patterns

_PATTERNS = patterns(Path(__file__).parent / "phrases/payers_patterns.txt")

POLICIES = "policies"
_MOST = 500
# Documents without metadata of which the beginning is read for a payer.
_MOST_READ = 5_000


# The names of payers, and the documents that tell theirs with the plan and the state that they tell.
_Kept = tuple[list[str], dict[str, list[tuple[UUID, Mapping[str, str]]]]]
_of_this_turn: ContextVar[_Kept | None] = ContextVar("pursuit_payers", default=None)
# How much of a document's beginning is read for what it says of itself.
HEAD = 600
_NAME = _PATTERNS["name"]
_SAYS = re.compile(_PATTERNS["says"].pattern, re.IGNORECASE | re.MULTILINE)
_OF_A_STATE = re.compile(rf"\s+of\s+(?:{'|'.join(STATES.values())})$")
_CUT = re.compile(r"\s+[-–—|•·]\s+|[:()|,;\n\[\]]+|[–—]")


def known_payers() -> tuple[str, ...]:
    """The names, those of the policies first. A turn asks often, so they are read again when the policies changed."""
    return tuple(dict.fromkeys([*_kept()[0], *LARGE]))


def documents_telling(payer: str, slots: Mapping[str, str]) -> list[UUID]:
    """The policies without a payer in their metadata that say they are of this one, and of no other plan or state."""
    wanted = claims_of({**slots, "payer": ""})
    return [pk for pk, places in _telling(payer) if agree(claims_of({**places, "payer": ""}), wanted)]


def _telling(payer: str) -> Iterator[tuple[UUID, Mapping[str, str]]]:
    for name, documents in _kept()[1].items():
        if same_payer(name, payer):
            yield from documents


def spellings_of(payer: str) -> list[str]:
    """The names that the policies' metadata have for this payer."""
    return [name for name in _kept()[0] if same_payer(name, payer)]


def states_of(payer: str) -> frozenset[str]:
    """The states, as they are compared, that the policies of this payer are of by their metadata or what they say."""
    policies = Document.objects.filter(collection__name=POLICIES, metadata__payer__in=spellings_of(payer))
    written = policies.filter(metadata__has_key="state").values_list("metadata__state", flat=True).distinct()[:_MOST]
    named = (places["state"] for _, places in _telling(payer) if "state" in places)
    return frozenset().union(*(claims_of({"state": state})["state"] for state in (*written, *named)))


@contextmanager
def read_once() -> Iterator[None]:
    """Within it the payers are those of its beginning: a turn asks for them in seven places."""
    _of_this_turn.set(_kept())
    try:
        yield
    finally:
        # No token: a generator may be closed in another context than it began in.
        _of_this_turn.set(None)


def _kept() -> _Kept:
    if (already := _of_this_turn.get()) is not None:
        return already
    size = Collection.objects.filter(name=POLICIES).values_list("pk", "chunk_count", "token_count").first()
    kept = cache.get_or_set(f"pursuit:payers:2:{size}".replace(" ", ""), _named, timeout=60)
    return kept or ([], {})


def _named() -> _Kept:
    """The payers that the policies name, and the documents of those that stand in no metadata."""
    policies = Document.objects.filter(collection__name=POLICIES)
    rows = policies.filter(metadata__has_key="payer")
    names = rows.values_list("metadata__payer", flat=True).distinct().order_by("metadata__payer")[:_MOST]
    own = [name for name in names if isinstance(name, str) and name.strip()]
    told_by: dict[str, list[tuple[UUID, Mapping[str, str]]]] = {}
    others = policies.exclude(metadata__has_key="payer").order_by("key").values_list("pk", "title", Left("text", HEAD))
    for pk, title, head in others[:_MOST_READ]:
        if name := payer_of_document(title, head):
            told_by.setdefault(name, []).append((pk, places_of_document(title, head, name)))
    return [*own, *sorted(told_by)[:_MOST]], told_by


def payer_of_document(title: str, head: str) -> str:
    """The payer that a document without metadata says it is of: in its title, in its first lines, as "Payer: …"."""
    lines = [line.strip(" #*_\t") for line in head.splitlines() if line.strip()][:_FIRST_LINES]
    for line in [title, *(line for line in lines if len(line) <= _SHORT and not line.endswith("."))]:
        for piece in _CUT.split(line):
            name = re.sub(r"\s+(?:HMO|PPO|POS|D-SNP|EPO)(?:[- ]\w+)?$", "", piece.strip(" *_"))
            name = re.sub(r"^.*\b(?:at|by|from|with|under) (?=[A-Z])", "", name)
            name = name.title() if name.isupper() else name
            # "Harbor Mutual of Ohio" is Harbor Mutual; its state is read by itself.
            name = _OF_A_STATE.sub("", name)
            if (match := _NAME.fullmatch(name)) and not _is_service(_begun(name, match["end"] or "")):
                return name
    if name := next(filter(None, map(_before_its_state, [title, *lines])), ""):
        return name
    labelled = _SAYS.search(head)
    name = labelled["name"].strip(" .*_") if labelled else ""
    if name and name[:1].isupper() and not SERVICE.search(name):
        return re.sub(r"\s+(?:HMO|PPO|POS|D-SNP|EPO)\b.*$", "", name)
    large = {mention.value for mention in mentions(title, LARGE) if mention.slot == "payer"}
    return next(iter(large)) if len(large) == 1 else ""


def _before_its_state(title: str) -> str:
    """The name that stands in a title before a state of its own: "Oakhurst Kids - Texas - …"."""
    name, *others = (piece.strip(" *_") for piece in _CUT.split(title.removeprefix("title: ")))
    words = name.split()
    is_name = 1 < len(words) <= _NAME_WORDS and all(word[:1].isupper() for word in words)
    is_name = is_name and not is_of_the_trade(words[0])
    return name if is_name and others and others[0] in STATES.values() else ""


def _is_service(name: str) -> bool:
    """Whether a name is that of a service, as "Telehealth and Virtual" of "Telehealth and Virtual Care"."""
    words = [word for word in name.split() if word.lower() not in ("and", "of", "the", "&")]
    return bool(SERVICE.search(name)) or (len(words) > 1 and all(map(is_of_the_trade, words)))


def _begun(name: str, end: str) -> str:
    """A name without how it ends: "Ironworkers" of "Ironworkers Benefit Fund"."""
    return re.sub(r"\s+Benefits?\s*$", "", name[: len(name) - len(end)])


_LABELLED = re.compile(r"(?im)^[\s>*_-]*(?:state|plan(?: type)?|payer|line of business|program|product)[*_]*\s*:.*$")
# What of a document's opening is read for a state where no line says it.
_OPENING = 250
# Lines at a document's beginning that may name its payer, and how long such a line is at most.
_FIRST_LINES, _SHORT, _NAME_WORDS = 4, 110, 5


def places_of_document(title: str, text: str, payer: str = "") -> Mapping[str, str]:
    """Payer, plan, its type and state that a document names in its title, on lines that say so, or for whom it applies.

    `payer` where it is known. One that names two states is of both, as "Kansas; Missouri".
    """
    head = text[:HEAD]
    labelled = "\n".join(_LABELLED.findall(head))
    payer = payer or payer_of_document(title, head)
    places: dict[str, str] = {}
    for words in (title, labelled or "\n".join(head.split("\n\n")[:2])[:_OPENING]):
        named: dict[str, list[str]] = {"plan": [], "plan_type": [], "state": []}
        for mention in meant(words):
            named[mention.slot].append(mention.value)
        for name, values in named.items():
            if values:
                places.setdefault(name, "; ".join(dict.fromkeys(values)))
    for name, value in reach_of(text).items():
        places.setdefault(name, value)
    return {**places, **({"payer": payer} if payer else {})}


def without_slots(text: str, payers: tuple[str, ...]) -> str:
    """The text without what names a payer, a line of business or a state: what it is about, whoever pays."""
    kept, cut = text, len(text)
    for slot_place in sorted(mentions(text, payers), key=lambda mention: -mention.end):
        # "Golden Valley Medicare Advantage" is a payer, and its end a line of business.
        end = min(slot_place.end, cut)
        if slot_place.start < end:
            kept, cut = f"{kept[: slot_place.start]} {kept[end:]}", slot_place.start
    return kept
