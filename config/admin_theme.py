"""The admin's look and its sidebar; nothing here comes from the environment."""

from __future__ import annotations

from django.templatetags.static import static
from django.urls import reverse_lazy

UNFOLD = {
    "SITE_TITLE": "Assistants",
    "SITE_HEADER": "Assistants",
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
    "SIDEBAR": {
        "show_all_applications": True,
        "navigation": [
            {
                "title": "Compliance",
                "items": [
                    {
                        "title": "Review queue",
                        "icon": "inbox",
                        "link": reverse_lazy("admin:pa_dealing_draftrequest_changelist"),
                        "badge": "pa_dealing.review.dashboard.waiting_badge",
                        "active": lambda request: "draftrequest/" in request.path and "dashboard" not in request.path,
                        "permission": lambda request: request.user.has_perm("pa_dealing.view_draftrequest"),
                    },
                    {
                        "title": "Dashboard",
                        "icon": "monitoring",
                        "link": reverse_lazy("admin:pa_dealing_dashboard"),
                        "permission": lambda request: request.user.has_perm("pa_dealing.view_draftrequest"),
                    },
                ],
            },
            {
                "title": "Policy questions",
                "items": [
                    {
                        "title": "Objectives",
                        "icon": "flag",
                        "link": reverse_lazy("admin:pursuit_masterobjective_changelist"),
                        "active": lambda request: (
                            "masterobjective/" in request.path and "dashboard" not in request.path
                        ),
                        "permission": lambda request: request.user.has_perm("pursuit.view_masterobjective"),
                    },
                    {
                        "title": "Were they solved?",
                        "icon": "monitoring",
                        "link": reverse_lazy("admin:pursuit_dashboard"),
                        "permission": lambda request: request.user.has_perm("pursuit.view_masterobjective"),
                    },
                ],
            },
        ],
    },
}
