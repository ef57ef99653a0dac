"""The panel's forms of a review: what a person changes there is a line in the chat, in the language of the page."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User
from django.test import Client

from investor_review.models import NitpickIssue, ReviewSession

TITLE = "No annual scope-3 audit clause"


class Panel:
    """The owner at the panel."""

    def __init__(self, session: ReviewSession, user: User) -> None:
        self.session, self.client = session, Client()
        self.client.force_login(user)

    def press(self, form: str, language: str = "en", **values: str) -> int:
        """The form of the first nitpick; the status of the answer."""
        address = f"/reviews/threads/{self.session.thread_id}/{form}/"
        values = {"issue_id": "issue_001", **values}
        return self.client.post(address, values, headers={"Accept-Language": language}).status_code

    @property
    def lines(self) -> list[str]:
        notices = self.session.thread.messages.filter(role="notice").order_by("pk")
        return [notice.content for notice in notices]

    @property
    def nitpick(self) -> NitpickIssue:
        return NitpickIssue.objects.get(session=self.session, issue_id="issue_001")


@pytest.fixture
def panel(session: ReviewSession, upstream: User) -> Panel:
    return Panel(session, upstream)


def test_a_status_that_is_set_is_a_line_in_the_chat(panel: Panel) -> None:
    assert panel.press("status", status="resolved") == 200
    assert panel.lines == [f"upstream set “{TITLE}” to resolved."]
    panel.press("status", status="resolved")
    assert len(panel.lines) == 1, "what is so already is not told again"
    assert panel.press("status", status="done") == 409
    assert panel.press("status", issue_id="issue_009", status="open") == 409
    assert len(panel.lines) == 1


def test_what_shall_be_done_is_one_line_in_the_chat_and_one_undo(panel: Panel) -> None:
    panel.press("accept", instructions="Audit it every two years.")
    assert panel.nitpick.status == "in_progress"
    [line] = panel.lines
    assert line.startswith(f"upstream set “{TITLE}” to in progress and set what shall be done about")
    assert line.endswith("Audit it every two years.")
    panel.press("undo")
    assert (panel.nitpick.status, panel.nitpick.accepted_change_instructions) == ("open", "")
    assert panel.lines[1].startswith(f"upstream put “{TITLE}” back to open")
    assert panel.press("accept", instructions="") == 200
    assert len(panel.lines) == 2


def test_what_is_taken_up_again_is_a_line_in_the_chat(panel: Panel) -> None:
    NitpickIssue.objects.filter(pk=panel.nitpick.pk).update(left_as_is="leave it")
    panel.press("accept", instructions="")
    assert panel.lines == [f"upstream took “{TITLE}” up again."]
    panel.press("undo")
    assert panel.lines[1] == f"upstream left “{TITLE}” as it is."


def test_the_line_is_in_the_language_of_the_page(panel: Panel) -> None:
    panel.press("status", language="nl", status="resolved")
    assert panel.lines == [f"upstream zette “{TITLE}” op opgelost."]
