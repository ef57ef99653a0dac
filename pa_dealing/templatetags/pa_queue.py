"""What the queue's templates need beside Django's own."""

from __future__ import annotations

import re

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

register = template.Library()
# The theme writes some sixty classes into each cell; one names the column, and css/review.css knows the rest.
_CLASSES = re.compile(r'^(<t[dh] class="(?:field-\w+|action-checkbox))[^"]*"')
_BOX = re.compile(r'(<input type="checkbox"[^>]*? class=")[^"]*"')


@register.filter
def lean(cell: SafeString) -> SafeString:
    """A cell of the admin's list with its column's class alone: 450 bytes less, two hundred times and more a page."""
    shorter = _BOX.sub(r'\1action-select"', _CLASSES.sub(r'\1"', str(cell).strip(), count=1), count=1)
    return mark_safe(shorter)  # noqa: S308 - the theme has escaped it, and nothing is added.


@register.filter
def stated(status: str) -> str:
    """How a request stands, in the language of the page: "Submitted" for submitted."""
    return gettext(str(status).capitalize())
