"""The API's schema: its title, and names of the choices where fields of one name have several sets of them."""

from typing import Any

ENUM_NAMES: dict[str, str | list[str]] = {
    "TradeRequestStatusEnum": "pa_dealing.models.DraftRequest.Status",
    "CheckOutcomeEnum": ["ok", "attention"],
    "TurnStatusEnum": ["running", "done", "stopped", "failed", "interrupted"],
    "ReviewStatusEnum": "investor_review.models.ReviewSession.Status",
    "ReviewOutcomeEnum": "investor_review.models.ReviewSession.Outcome",
    "NitpickStatusEnum": "investor_review.models.NitpickIssue.Status",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Assistants",
    "DESCRIPTION": "Five assistants that turn talk into typed, audited records.",
    "VERSION": "1.0.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SCHEMA_PATH_PREFIX": r"/v1",
    "ENUM_NAME_OVERRIDES": ENUM_NAMES,
}
