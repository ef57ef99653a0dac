"""Pages in English and Dutch: who gets which, what follows the choice, and what never does."""

from __future__ import annotations

import ast
import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from pypdf import PdfReader

from audit.models import AuditEntry
from chat import assistants
from chat.models import Thread, ToolCall
from chat.pages import language
from scripts import messages

pytestmark = pytest.mark.django_db

ROOT = Path(settings.BASE_DIR)
DUTCH = {"HTTP_ACCEPT_LANGUAGE": "nl-NL,nl;q=0.9,en;q=0.8"}


@pytest.fixture
def page(employee: User) -> Client:
    client = Client()
    client.force_login(employee)
    return client


def home(client: Client, **headers: str) -> str:
    return client.get("/", **headers).content.decode()  # type: ignore[arg-type]


def test_a_page_is_english_unless_the_browser_prefers_dutch(page: Client) -> None:
    assert '<html lang="en-gb">' in home(page)
    assert "What would you like to get done?" in home(page, HTTP_ACCEPT_LANGUAGE="de,fr;q=0.8")
    assert "What would you like to get done?" in home(page, HTTP_ACCEPT_LANGUAGE="en-US,nl;q=0.5")
    shown = home(page, **DUTCH)
    assert '<html lang="nl">' in shown
    assert "Wat wilt u doen?" in shown
    assert "Gesprek beginnen" in shown


def test_the_switch_is_kept_in_a_cookie_and_wins_over_the_browser(page: Client) -> None:
    answer = page.post("/language/", {"language": "nl", "next": "/?q=rente"})
    assert (answer.status_code, answer["Location"]) == (302, "/?q=rente")
    cookie = answer.cookies[settings.LANGUAGE_COOKIE_NAME]
    assert (cookie.value, cookie["samesite"], cookie["httponly"]) == ("nl", "Lax", True)
    assert '<html lang="nl">' in home(page, HTTP_ACCEPT_LANGUAGE="en-GB")
    page.post("/language/", {"language": "en-gb"})
    assert '<html lang="en-gb">' in home(page, **DUTCH)


def test_the_switch_is_a_form_with_a_token_on_every_page_and_leads_nowhere_foreign(employee: User) -> None:
    strict = Client(enforce_csrf_checks=True)
    for address in ("/accounts/login/", "/nothing-here"):
        shown = strict.get(address).content.decode()
        assert 'action="/language/"' in shown
        assert "csrfmiddlewaretoken" in shown
        assert re.search(r'value="en-gb"[^>]*aria-pressed="true"', shown)
    assert strict.post("/language/", {"language": "nl"}).status_code == 403
    foreign = Client().post("/language/", {"language": "nl", "next": "https://evil.example/"})
    assert foreign["Location"] == "/"


def test_a_language_that_there_is_not_changes_nothing(page: Client) -> None:
    page.post("/language/", {"language": "xx"})
    assert '<html lang="en-gb">' in home(page)
    page.cookies[settings.LANGUAGE_COOKIE_NAME] = "../../etc"
    assert '<html lang="en-gb">' in home(page)


@pytest.mark.parametrize("address", ["/accounts/login/", "/nothing-here", "/threads/"])
def test_sign_in_and_errors_are_dutch_too(address: str) -> None:
    shown = Client().get(address, follow=True, **DUTCH).content.decode()  # type: ignore[arg-type]
    assert '<html lang="nl">' in shown
    assert "Sign in<" not in shown


def test_a_conversation_its_steps_and_its_panel_are_dutch_and_the_words_stay(page: Client, employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    say(page, thread, **DUTCH)
    shown = page.get(f"/threads/{thread.pk}/", **DUTCH).content.decode()  # type: ignore[arg-type]
    assert "Schrijf een bericht" in shown
    assert "Nog niet beantwoord" in shown
    assert "Geschatte waarde" in shown
    assert "aantal genoteerd" in shown.lower()
    assert "EUR 262,900" in shown
    assert "I want to buy 2,000 Siemens shares" in shown


def text_of_pdf(body: bytes) -> str:
    return " ".join(sheet.extract_text() for sheet in PdfReader(BytesIO(body)).pages)


def test_a_conversation_and_a_receipt_as_pdf_have_dutch_labels_on_a_dutch_page(page: Client, employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    say(page, thread)
    name = next(iter(assistants.get("pa_dealing").traced(thread)))
    for address, dutch in (("conversation.pdf", "Gemaakt op"), (f"receipts/{name}/receipt.pdf", "Herkomstbewijs")):
        paper = text_of_pdf(page.get(f"/threads/{thread.pk}/{address}", **DUTCH).content)  # type: ignore[arg-type]
        assert dutch in paper
        assert dutch not in text_of_pdf(page.get(f"/threads/{thread.pk}/{address}").content)


def test_examples_are_in_the_language_that_an_assistant_reads(page: Client) -> None:
    shown = home(page, **DUTCH)
    languages = dict(
        re.findall(r'name="assistant" value="(\w+)".*?<ul class="examples" lang="(\w+)"', shown, re.DOTALL)
    )
    assert languages == {"pa_dealing": "en", "retirement": "en", "pursuit": "en", "tax_dossier": "nl"}


def test_an_empty_conversation_says_in_which_language_it_answers_before_one_types(page: Client, employee: User) -> None:
    says = "Deze assistent antwoordt in het Engels."
    for slug, is_said in (("pa_dealing", True), ("tax_dossier", False)):
        thread = Thread.objects.create(owner=employee, assistant=slug)
        assert (says in page.get(f"/threads/{thread.pk}/", **DUTCH).content.decode()) is is_said  # type: ignore[arg-type]
        assert says not in page.get(f"/threads/{thread.pk}/").content.decode()


def test_a_script_finds_its_dutch_words_in_the_page_and_the_policy_lets_no_script_in(page: Client) -> None:
    answer = page.get("/", **DUTCH)  # type: ignore[arg-type]
    shown = answer.content.decode()
    assert '<script id="words" type="application/json">' in shown
    assert "Opnieuw verbinden" in shown
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert 'id="words"' not in home(page)


def test_everything_that_a_script_says_is_translated() -> None:
    sentences = set()
    for path in (ROOT / "static").glob("*.js"):
        sentences |= set(re.findall(r'(?<![\w.])t\("((?:[^"\\]|\\.)*)"\)', path.read_text()))
    sentences |= set(re.findall(r'"(Colours: [^"]*)"', (ROOT / "static" / "theme.js").read_text()))
    assert sentences == set(language.SCRIPT_STRINGS)


def test_a_turn_records_and_says_the_same_whatever_the_language_of_the_page(page: Client, employee: User) -> None:
    texts = []
    for headers in ({}, DUTCH):
        thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
        answer = say(page, thread, **headers)
        results = list(ToolCall.objects.filter(turn__thread=thread).order_by("id").values_list("name", "result"))
        entries = AuditEntry.objects.filter(thread_id=thread.pk).order_by("id").values_list("action", flat=True)
        texts.append((answer["reply"], results, list(entries)))
    assert texts[0] == texts[1]
    assert texts[0][1]


def say(page: Client, thread: Thread, **headers: str) -> dict[str, Any]:
    """A turn over the API, run in the thread of the request, whose language is that of the headers."""
    words = {"message": "I want to buy 2,000 Siemens shares, about EUR 262,900"}
    url = f"/v1/threads/{thread.pk}/turns/"
    answer = page.post(url, words, content_type="application/json", **headers)  # type: ignore[arg-type]
    assert answer.status_code == 200, answer.content
    result: dict[str, Any] = answer.json()
    return result


def test_a_refusal_is_in_the_language_of_the_request(page: Client, employee: User) -> None:
    thread = Thread.objects.create(owner=employee, assistant="pa_dealing")
    refused = page.post(
        f"/v1/threads/{thread.pk}/turns/",
        {"message": "x" * (settings.CHAT_MAX_MESSAGE_CHARS + 1)},
        content_type="application/json",
        **DUTCH,  # type: ignore[arg-type]
    )
    assert refused.json()["code"] == "message_too_long"
    assert "Verzend het in delen." in refused.json()["detail"]
    empty = page.post(f"/v1/threads/{thread.pk}/turns/", {"message": " "}, content_type="application/json")
    assert empty.json()["detail"] == "The message is empty. Write something first."


@pytest.mark.parametrize(
    ("headers", "expected"),
    [
        ([], "en-gb"),
        ([(b"accept-language", b"nl;q=0.9,en;q=0.5")], "nl"),
        ([(b"cookie", b"django_language=nl"), (b"accept-language", b"en")], "nl"),
        ([(b"cookie", b"django_language=en-gb"), (b"accept-language", b"nl")], "en-gb"),
        ([(b"cookie", b"django_language=klingon; broken cookie;;"), (b"accept-language", b"\xff")], "en-gb"),
    ],
)
def test_a_socket_speaks_the_language_of_its_page(headers: list[tuple[bytes, bytes]], expected: str) -> None:
    assert language.language_of({"headers": headers}) == expected


# --- The catalogue ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", messages.LANGUAGES)
def test_every_string_of_the_source_is_translated_and_none_is_left_over(code: str) -> None:
    catalog = messages.read_catalog(code)
    kept = {tuple(m.id) if isinstance(m.id, list | tuple) else m.id for m in catalog if m.id}
    strings = set(messages.found_strings())
    assert (strings - kept, kept - strings) == (set(), set()), "run `python -m scripts.messages`"
    assert [
        m.id for m in catalog if m.id and (m.fuzzy or not all([m.string] if isinstance(m.string, str) else m.string))
    ] == []


@pytest.mark.parametrize("code", messages.LANGUAGES)
def test_a_translation_keeps_the_placeholders_and_the_markup(code: str) -> None:
    marks = re.compile(r"%\(\w+\)s|</?\w+[^>]*>|`[^`]*`")
    wrong = []
    for message in messages.read_catalog(code):
        ids = message.id if isinstance(message.id, list | tuple) else [message.id]
        strings = message.string if isinstance(message.string, list | tuple) else [message.string]
        pairs = [(ids[0] if form == 0 else ids[-1], text) for form, text in enumerate(strings)]
        if message.id and any(sorted(marks.findall(own)) != sorted(marks.findall(text)) for own, text in pairs):
            wrong.append(message.id)
    assert wrong == []


@pytest.mark.parametrize("code", messages.LANGUAGES)
def test_what_is_compiled_is_what_is_written(code: str) -> None:
    written = messages.compiled(messages.read_catalog(code))
    assert messages.po_path(code).with_suffix(".mo").read_bytes() == written, "run `python -m scripts.messages`"


def test_no_page_holds_a_bare_english_text() -> None:
    """What stands between tags and in the attributes that people see or hear comes from the catalogue."""
    bare = []
    for path in sorted(ROOT.glob("*/templates/**/*.html")):
        bare += [f"{path.name}: {text}" for text in bare_texts(path.read_text())]
    assert bare == []


def bare_texts(source: str) -> list[str]:
    source = re.sub(r"{%\s*blocktranslate.*?%}.*?{%\s*endblocktranslate\s*%}", "", source, flags=re.DOTALL)
    source = re.sub(r"{%\s*block (body_class|skip_to)\s*%}.*?{%\s*endblock\s*%}", "", source)
    source = re.sub(r"{%.*?%}|{{.*?}}|{#.*?#}", "", source, flags=re.DOTALL)
    source = re.sub(r"<(script|style|svg|code|kbd)\b.*?</\1>", "", source, flags=re.DOTALL)
    seen = re.findall(r'\b(?:aria-label|title|placeholder|alt|hx-confirm)="([^"]*)"', source)
    seen += re.sub(r"<[^>]*>", "\n", source).split("\n")
    # Codes, which are the same in every language.
    plain = (re.sub(r"EUR 262,900|\b(?:UTC|USD|OK|API|SHA-256)\b", "", text).strip() for text in seen)
    return [text for text in plain if re.search(r"[A-Za-z]{2,}", text)]


def test_a_bare_text_in_a_template_is_seen() -> None:
    assert bare_texts('<p class="x">{% translate "Ja" %} Hello</p>') == ["Hello"]
    assert bare_texts('<a title="Go there">{{ name }}</a>') == ["Go there"]
    assert (
        bare_texts("<a title=\"{% translate 'x' %}\">{% blocktranslate %}Yes {{ a }}{% endblocktranslate %}</a>") == []
    )


# What no person reads on a page: a program's frames, and the sentences that a monitor is given.
FOR_PROGRAMS = {"tax_dossier/pages/socket.py", "chat/pages/scrape.py"}
_TO_PROGRAMS = {"Http404", "HttpResponseBadRequest", "_not_ready"}
_SENTENCE = re.compile(r"[“\"']?[A-Z…]\S*(?: \S+)+[.?!][”\"')]*")


def test_no_sentence_of_a_view_or_of_an_admin_is_bare_english() -> None:
    """What a page's code answers, posts as a notice or says beside a form comes from the catalogue."""
    rooms = ("*/pages/*.py", "*/admin/*.py", "*/admin.py")
    bare = []
    for path in sorted(path for room in rooms for path in ROOT.glob(room)):
        name = str(path.relative_to(ROOT))
        if name not in FOR_PROGRAMS:
            bare += [f"{name}: {text}" for text in bare_sentences(ast.parse(path.read_text()))]
    assert bare == []


def bare_sentences(node: ast.AST) -> list[str]:
    """The sentences in `node` outside docstrings, calls of gettext, acts in the terminal and answers to programs."""
    if isinstance(node, ast.Call) and messages.name_of(node.func) in {*messages.CALLS, *_TO_PROGRAMS}:
        return []
    if isinstance(node, ast.FunctionDef) and node.name == "command":
        return []
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return []
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
    if isinstance(node, ast.JoinedStr | ast.Constant) and isinstance(getattr(node, "value", ""), str):
        return [text] if any(_SENTENCE.fullmatch(line.strip()) for line in text.split("\n")) else []
    return [text for child in ast.iter_child_nodes(node) for text in bare_sentences(child)]


def test_a_bare_sentence_in_a_view_is_seen() -> None:
    source = 'def view():\n    """It is a view."""\n    say(gettext("It is there."))\n    return f"{name} is gone."\n'
    assert bare_sentences(ast.parse(source)) == ["… is gone."]
    assert bare_sentences(ast.parse('tell("You took it back: it is open.", "open")')) == [
        "You took it back: it is open."
    ]
