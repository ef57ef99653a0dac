"""What an assistant declares. The chat finds assistants through settings.ASSISTANTS and knows nothing else of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, Literal, cast
from uuid import UUID

from django.conf import settings
from django.template import Context, Engine
from django.utils.module_loading import import_string

from audit.models import AuditEntry
from audit.traced import Traced
from audit.trail import Actor
from chat.errors import UnknownAssistant as UnknownAssistant
from dialogue import Help, Talk, read_help
from llm.structured import Ask
from llm.tools import Tool
from llm.types import ModelRequest, StreamItem
from wording.quotes import Quote


@dataclass(frozen=True, slots=True)
class Said:
    """A message of the person: the only source of values."""

    message_id: int
    text: str

    def quote(self, start: int, end: int) -> Quote:
        """The words of this message from `start` to `end`."""
        return Quote.cut(self.text, start, end, self.message_id)

    def whole(self) -> Quote:
        """All of it, without the blanks around it."""
        start = len(self.text) - len(self.text.lstrip())
        return self.quote(start, max(start, len(self.text.rstrip())))


@dataclass(frozen=True, slots=True)
class PlannedCall:
    """A tool call that our own code read from the person's words, before any model saw them."""

    name: str
    arguments: Mapping[str, Any]


@dataclass(slots=True)
class ToolContext:
    """What the server binds to every tool call; the model never sees it and cannot fill it.

    `record` is the assistant's locked row, `said` the person's messages, the newest last, `asked` the question
    that stood last before that message, `recalled` what was said before and the model may quote. A tool that sets
    `reply` ends the turn with it. `prepared` is what its `prepare` gave: there `ask` asks the model, nothing is locked.
    """

    by: Actor
    thread_id: UUID
    record: Any
    said: Sequence[Said]
    asked: str
    reply: str = ""
    prepared: Any = None
    ask: Ask | None = None
    recalled: Sequence[Said] = ()


@dataclass(frozen=True, slots=True)
class Awaited:
    """What a `prepare` returns whose rest, `finish`, waits for the network beside the others; it reads no rows."""

    finish: Callable[[], Any]


@dataclass(frozen=True, slots=True)
class UploadSlot:
    """Where a conversation takes files, posted as `file`. The page offers it at the message box and to a drop.

    `accept` are the endings that a file dialog offers, `about` says in the page's language what is taken, `most_files`
    are of one request. The answer to htmx is chat/_attached.html with `refused`, what was not taken, and `note`.
    """

    url: str
    accept: str
    about: str
    most_bytes: int
    most_files: int
    total_bytes: int


Righted = Mapping[str, Callable[[AuditEntry, AuditEntry], bool]]


class Assistant:
    """The declaration of one assistant. A subclass sets the attributes and overrides what it needs.

    What a page shows of it is marked with gettext_noop and translated there; the examples are in its own language.
    """

    slug: ClassVar[str]
    title: ClassVar[str]
    description: ClassVar[str]
    greeting: ClassVar[str] = ""
    examples: ClassVar[tuple[str, ...]] = ()
    language: ClassVar[str] = "en"
    tools: ClassVar[tuple[Tool, ...]] = ()
    prompt: ClassVar[str]
    panel_title: ClassVar[str] = "Record"
    panel_template: ClassVar[str]
    panel_style: ClassVar[str] = ""  # Of static/.
    icon: ClassVar[str] = "icons/spark.svg"  # Of chat/templates/icons/.
    list_page: ClassVar[tuple[str, str] | None] = None  # A page of all that a person has of it: its address, its title.
    begun_elsewhere: ClassVar[bool] = False  # By what another program sends, so that no page offers to begin one.
    branches: ClassVar[bool] = True  # Whether a message may be changed later, so that the conversation parts there.
    only_owner_talks: ClassVar[bool] = False  # A person's own declaration: who it is shared with reads along.
    step_labels: ClassVar[Mapping[str, str]] = {}  # What a page says by "tool", "tool:result's key", or asked schema.
    # Whose acts a reply may not claim without the record (`wording.claims.Whose`, or "all"), and which of its figures
    # must stand in record, words or results: sums of money, all, or none.
    claims_judged: ClassVar[Set[str]] = frozenset({"us", "record"})
    figures_judged: ClassVar[Literal["", "money", "all"]] = ""
    # Of an act by a form, by its audit action: whether its entry puts right the entry of a turn. It is counted.
    righted_by_hand: ClassVar[Righted] = {}

    def load(self, thread_id: UUID) -> Any:
        """The thread's record for reading, or a new unsaved one. At most one query."""
        raise NotImplementedError(f"{type(self).__name__} must say how its record is read")

    def open(self, thread_id: UUID, by: Actor) -> AbstractContextManager[Any]:
        """The record, locked in the caller's transaction; its changes are saved when the block ends."""
        raise NotImplementedError(f"{type(self).__name__} must say how its record is locked and saved")

    def state(self, record: Any) -> dict[str, Any]:
        """The record as the contract's JSON, without a query."""
        raise NotImplementedError(f"{type(self).__name__} must say what its state is")

    def instructions(self, record: Any, state: dict[str, Any]) -> str:
        """Who the model is and how it works, from the template in `prompt`: the same in every call, for caches."""
        return unchanging_prompt(self.prompt)

    def background(self, record: Any, state: dict[str, Any]) -> str:
        """What the conversation is about and stays the same in it, for the model; texts of others in a block."""
        return ""

    def situation(self, record: Any, state: dict[str, Any]) -> str:
        """What stands now, which goes to the model beside the person's newest message; texts of others in a block."""
        return ""

    def recalled(self, turn: Any) -> Sequence[Said]:
        """The person's last messages, or parts of them, that no record holds: a model is reminded of them."""
        return ()

    def read_words(self, context: ToolContext) -> list[PlannedCall]:
        """Calls that the words make certain without a model, such as "1" while a list is on the screen."""
        return []

    def next_step(self, record: Any) -> Mapping[str, Any]:
        """What every tool result tells beside its own, such as `instructional_hint`; a refusal's too."""
        return {}

    def asked(self, record: Any, state: dict[str, Any]) -> str:
        """The name of the question that stands on the screen when a turn has ended in `state`."""
        return ""

    def offline_state(self, record: Any, state: dict[str, Any]) -> Mapping[str, Any]:
        """What `rules` is given beside the state and "asked", as values; no model is sent it and nothing keeps it."""
        return {}

    def talk(self, request: ModelRequest) -> Talk | None:
        """What the guide is told to hold the conversation with no model; None leaves every message to `rules`."""
        return None

    def rules(self, request: ModelRequest) -> Iterator[StreamItem]:
        """How the assistant answers with no model. With a `talk`, no item at all says that nothing was understood."""
        raise NotImplementedError(f"{type(self).__name__} must say how it behaves with no model")

    def respond(self, turn: Any) -> Iterator[dict[str, Any]] | None:
        """The events of one turn; None leaves it to the loop of model and tools (chat.turns.loop)."""
        return None

    def claimable(self, record: Any, state: dict[str, Any]) -> Set[str]:
        """The acts (`wording.claims.Act`) that the record bears out, so that a reply may tell of them."""
        return frozenset()

    def stated(self, record: Any, state: dict[str, Any]) -> Sequence[str]:
        """Texts of our own, beside the state, whose numbers a reply may repeat."""
        return ()

    def truth(self, record: Any, state: dict[str, Any]) -> str:
        """What is said once in place of a false claim; empty for the chat's own sentence."""
        return ""

    def standings(self, thread_ids: Sequence[UUID]) -> Mapping[UUID, str]:
        """How these conversations stand, in the page's language ("Submitted")."""
        return {}

    def waiting(self) -> Any:
        """The condition (an Exists) on a Thread under which it waits for what the person does; None for none."""

    def suggestions(self, record: Any, state: dict[str, Any]) -> Sequence[str | tuple[str, str]]:
        """Whole answers to the open question, as buttons: a few words each, or (what it says, what it shows)."""
        return ()

    def panel_context(self, thread: Any) -> dict[str, Any]:
        """What `panel_template` shows beside the chat."""
        raise NotImplementedError(f"{type(self).__name__} must say what its panel shows")

    def upload_slot(self, thread: Any) -> UploadSlot | None:
        """Where the conversation takes files; most assistants take none."""
        return None

    def traced(self, thread: Any) -> Mapping[str, Traced]:
        """Each value of the thread by the name of its receipt, with where it comes from. A name has no slash."""
        return {}

    def export(self, thread: Any) -> dict[str, Iterable[Mapping[str, Any]]]:
        """The assistant's own records of a thread, as {file name without .jsonl: rows}."""
        return {}

    def export_files(self, thread: Any) -> Iterable[tuple[str, Path]]:
        """The files that are kept for a thread, as (name in the folder of the export, where it stands)."""
        return ()

    def erase(self, thread: Any) -> None:
        """Delete the assistant's records of a thread that is erased. What must be kept stays, and stops the erasure."""

    def must_stay(self, thread: Any) -> str:
        """Why the thread may only be archived, as a marked sentence for its owner; empty when it may be deleted."""
        return ""

    def sample_thread(self, owner: Any) -> Any:
        """A thread of `owner` with material of its own that a scenario speaks about; None where any thread will do."""
        return None

    def twin(self, thread: Any) -> tuple[Any, Mapping[str, str]]:
        """A new thread of its owner with the same material, and what has other names in it. Raises Refused."""
        return type(thread).objects.create(owner_id=thread.owner_id, assistant=thread.assistant), {}

    def sockets(self) -> list[Any]:
        """Sockets of the assistant's own, as django.urls.path() of an ASGI application; most have none."""
        return []

    def info(self) -> dict[str, Any]:
        """What `GET /` tells programs of an interface of the assistant's own; most have none."""
        return {}

    def help_for(self, messages: Sequence[Said]) -> Help:
        """The help whose answers a model is given, in the language of the person's messages."""
        return help_of(self.slug)

    def thread_named(self, owner: Any, name: str) -> Any:
        """The owner's thread whose record has that name, made when unknown; None where records have no names."""
        return None

    def command(self, name: str, thread: Any, user: Any) -> str | None:
        """A person's act in the terminal, such as /submit; the sentence to print, or None when it is not known."""
        return None


_PROMPTS = Engine(dirs=[str(settings.BASE_DIR)], autoescape=False)


def render_prompt(name: str, values: dict[str, Any]) -> str:
    """The prompt template `name`, as in "pa_dealing/prompts/system.md", with these values, not escaped for HTML."""
    return _PROMPTS.get_template(name).render(Context(values, autoescape=False)).strip()


@cache
def help_of(slug: str) -> Help:
    """The help of an assistant: the questions and answers of its `help.md`, none where it has no such file."""
    path = Path(settings.BASE_DIR) / slug / "help.md"
    return read_help(path) if path.is_file() else Help(())


@cache
def unchanging_prompt(name: str) -> str:
    """The prompt template `name` as it is in every call: it has no values of a record."""
    return render_prompt(name, {})


@cache
def get(slug: str) -> Assistant:
    """The assistant of `slug`, made once. Raises UnknownAssistant."""
    if slug not in settings.ASSISTANTS:
        raise UnknownAssistant(slug)
    return cast(Assistant, import_string(settings.ASSISTANTS[slug])())


def all_assistants() -> list[Assistant]:
    """Every assistant, in the order of the settings."""
    return [get(slug) for slug in settings.ASSISTANTS]
