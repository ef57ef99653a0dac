"""Names of the choices in the API's schema, where fields of one name have several sets of them."""

ENUM_NAMES: dict[str, str | list[str]] = {
    "TradeRequestStatusEnum": "pa_dealing.models.DraftRequest.Status",
    "CheckOutcomeEnum": ["ok", "attention"],
    "TurnStatusEnum": ["running", "done", "stopped", "failed", "interrupted"],
    "ReviewStatusEnum": "investor_review.models.ReviewSession.Status",
    "ReviewOutcomeEnum": "investor_review.models.ReviewSession.Outcome",
    "NitpickStatusEnum": "investor_review.models.NitpickIssue.Status",
}
