"""The page of the document: it shows the text as it was sent, and marks what a finding cites."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from django.test import Client

from investor_review.models import ReviewSession

pytestmark = pytest.mark.django_db


def test_the_page_adds_no_space_or_line_to_the_text(session: ReviewSession, upstream: User) -> None:
    """The style sheet keeps spaces and lines of the text, so one in the markup would be read as the document's."""
    reader = Client()
    reader.force_login(upstream)
    page = reader.get(f"/reviews/{session.pk}/document/").content.decode()
    shown = re.search(r'<div class="text"[^>]*>(.*?)</div>', page, re.DOTALL)
    assert shown
    assert "<mark" in shown[1]
    assert unescape(re.sub(r"<[^>]*>", "", shown[1])) == session.full_document_text
