"""The language of a page: the person's choice, kept in a cookie, else what their browser prefers, else English.

Records, prompts and replies are in no person's language: a turn runs in `settings.LANGUAGE_CODE`, whoever asked.
"""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, parse_cookie
from django.utils import translation
from django.utils.translation import gettext_noop

from chat.access import header

# What static/*.js says. A script hands its English to t(), which looks it up in what the page brought along.
SCRIPT_STRINGS = (
    gettext_noop("You are signed out. Reload the page to sign in."),
    gettext_noop("This conversation was deleted."),
    gettext_noop("Reconnecting…"),
    gettext_noop("Change"),
    gettext_noop("Drop"),
    gettext_noop("Send now"),
    gettext_noop("Dropped"),
    gettext_noop("Today"),
    gettext_noop("Copy"),
    gettext_noop("Yes"),
    gettext_noop("No"),
    gettext_noop("Taken back"),
    gettext_noop("Thank you. It is kept for whoever improves the assistant."),
    gettext_noop("Shall the browser tell you when an answer has come?"),
    gettext_noop("Find a conversation, an assistant, a command or words of this conversation"),
    gettext_noop("Command palette"),
    gettext_noop("Results"),
    gettext_noop("All conversations"),
    gettext_noop("In this conversation"),
    gettext_noop("New conversation"),
    gettext_noop("Command"),
    gettext_noop("Nothing found."),
    gettext_noop("Keys"),
    gettext_noop("To the message box"),
    gettext_noop("Send"),
    gettext_noop("New line"),
    gettext_noop("Change what you said last"),
    gettext_noop("Close"),
    gettext_noop("Stop the answer, close what is open"),
    gettext_noop("This conversation goes on in another branch."),
    gettext_noop("Stopping"),
    gettext_noop("just now"),
    gettext_noop("Copied"),
    gettext_noop("The browser did not allow copying."),
    gettext_noop("The server cannot be reached. Nothing was changed; try again."),
    gettext_noop("This page is too old to send anything. Reload it and try again."),
    gettext_noop("That did not work. Nothing was changed; try again."),
    gettext_noop("Colours: as the system"),
    gettext_noop("Colours: light"),
    gettext_noop("Colours: dark"),
    gettext_noop("Assistants"),
    gettext_noop("%(name)s has %(size)s MB; at most %(most)s MB are read."),
    gettext_noop("Sending %(names)s…"),
    gettext_noop("Reading %(names)s…"),
    gettext_noop("A folder cannot be added; drop the files that are in it."),
)


def language_of(scope: dict[str, Any]) -> str:
    """The language of the page that opened a socket."""
    request = HttpRequest()
    request.META["HTTP_ACCEPT_LANGUAGE"] = header(scope, b"accept-language")
    request.COOKIES = parse_cookie(header(scope, b"cookie"))
    return translation.get_language_from_request(request)


def page_words(request: HttpRequest) -> dict[str, Any]:
    """For the context of every page: the languages by their own names, and what its scripts say in its own.

    An English page brings no words: they stand in the scripts.
    """
    language = translation.get_language() or settings.LANGUAGE_CODE
    sentences = () if language.startswith("en") else SCRIPT_STRINGS
    return {
        "page_languages": settings.LANGUAGES,
        "page_words": {text: translation.gettext(text) for text in sentences},
    }
