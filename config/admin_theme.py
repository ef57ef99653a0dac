"""The admin's look and its sidebar; nothing here comes from the environment."""

from __future__ import annotations

from pathlib import Path

import unfold
from django.templatetags.static import static
from django.urls import reverse_lazy
from django.utils.translation import gettext_lazy as _

# The theme's chart library under another name: static/unfold/js/chart/chart.js loads it where a chart is.
CHARTS = ("charts", Path(unfold.__file__).parent / "static/unfold/js/chart")


def gettext_noop(words: str) -> str:
    """Marks words to be translated. Django's own reads the settings, which are being made while this module is read."""
    return words


# What the theme says and neither it nor Django has in Dutch.
THEME_WORDS = (
    gettext_noop("After you"), gettext_noop("All applications"), gettext_noop("Apply Filters"),
    gettext_noop("Choose file to upload"), gettext_noop("Click to cancel"), gettext_noop("Dark"),
    gettext_noop("Expand row"), gettext_noop("False"), gettext_noop("Filters"), gettext_noop("General"),
    gettext_noop("Go back"), gettext_noop("Light"), gettext_noop("Loading more results..."),
    gettext_noop("More actions"), gettext_noop("Next"), gettext_noop("No data"),
    gettext_noop("No recent searches"), gettext_noop("No results found"),
    gettext_noop("No results matching your query"), gettext_noop("Previous"), gettext_noop("Recent searches"),
    gettext_noop("Reset filters"), gettext_noop("Return to site"), gettext_noop("Run"),
    gettext_noop("Search apps and models..."), gettext_noop("Select all rows"), gettext_noop("Select record"),
    gettext_noop("Select action to run"), gettext_noop("Select action"),
    gettext_noop("Submit"), gettext_noop("System"),
    gettext_noop("This page yielded into no results. Create a new item or reset your filters."),
    gettext_noop("Toggle password visibility"), gettext_noop("True"), gettext_noop("Type to search"),
    gettext_noop("Update"), gettext_noop("View site"),
)  # fmt: skip

UNFOLD = {
    "SITE_TITLE": _("Assistants"),
    "SITE_HEADER": _("Assistants"),
    "SITE_URL": "/",
    "SHOW_HISTORY": True,
    "SITE_ICON": lambda request: static("icons/mark.svg"),
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("icons/mark.svg")}],
    # The accent of the pages (static/css/base.css), from light to dark.
    "COLORS": {
        "primary": {
            "50": "#f4f4fe",
            "100": "#eeeefb",
            "200": "#d9dafc",
            "300": "#bcbff8",
            "400": "#8f94f2",
            "500": "#6a70ea",
            "600": "#4549c9",
            "700": "#3a3db3",
            "800": "#30338f",
            "900": "#292c72",
            "950": "#1a1b47",
        }
    },
    "LOGIN": {"redirect_after": lambda request: reverse_lazy("admin:index")},
    "STYLES": [lambda request: static("css/admin.css")],
    "SHOW_LANGUAGES": True,
    "SIDEBAR": {
        "show_all_applications": True,
        "navigation": [
            {
                "title": _("Compliance"),
                "items": [
                    {
                        "title": _("Review queue"),
                        "icon": "inbox",
                        "link": reverse_lazy("admin:pa_dealing_draftrequest_changelist"),
                        "badge": "pa_dealing.review.dashboard.waiting_badge",
                        "active": lambda request: "draftrequest/" in request.path and "dashboard" not in request.path,
                        "permission": lambda request: request.user.has_perm("pa_dealing.view_draftrequest"),
                    },
                    {
                        "title": _("Dashboard"),
                        "icon": "monitoring",
                        "link": reverse_lazy("admin:pa_dealing_dashboard"),
                        "permission": lambda request: request.user.has_perm("pa_dealing.view_draftrequest"),
                    },
                ],
            },
            {
                "title": _("Policy questions"),
                "items": [
                    {
                        "title": _("Objectives"),
                        "icon": "flag",
                        "link": reverse_lazy("admin:pursuit_masterobjective_changelist"),
                        "active": lambda request: (
                            "masterobjective/" in request.path and "dashboard" not in request.path
                        ),
                        "permission": lambda request: request.user.has_perm("pursuit.view_masterobjective"),
                    },
                    {
                        "title": _("Were they solved?"),
                        "icon": "monitoring",
                        "link": reverse_lazy("admin:pursuit_dashboard"),
                        "permission": lambda request: request.user.has_perm("pursuit.view_masterobjective"),
                    },
                ],
            },
        ],
    },
}
