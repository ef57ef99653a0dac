"""What the OpenAPI says of every address: lists are pages, and each refusal that an address can give stands there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from django.db.models import Model, QuerySet
from drf_spectacular.openapi import AutoSchema
from rest_framework.pagination import PageNumberPagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from chat.api.serializers import Problem

Row = TypeVar("Row", bound=Model)
# Nobody signed in, not allowed, an Accept header that no answer fits, a limit, and a database or worker that is away.
ALWAYS = ("401", "403", "406", "429", "503")
# A wrong field, a body that is too large, and one that is no JSON.
WITH_BODY = ("400", "413", "415")


class ProjectSchema(AutoSchema):
    """Adds the refusals that come from the frame and not from the view: each is a `Problem`."""

    def get_operation(self, *args: Any, **options: Any) -> dict[str, Any] | None:
        operation: dict[str, Any] | None = super().get_operation(*args, **options)
        if operation is None:
            return None
        problem = self.resolve_serializer(Problem, "response").ref
        refusal = {"content": {"application/json": {"schema": problem}}, "description": ""}
        refusals = dict.fromkeys(self._refusals(has_parameters="parameters" in operation), refusal)
        operation["responses"] = dict(sorted({**refusals, **operation["responses"]}.items()))
        return operation

    def _refusals(self, *, has_parameters: bool) -> list[str]:
        statuses = [*ALWAYS]
        if self.method in ("POST", "PATCH", "PUT"):
            statuses += WITH_BODY
        if has_parameters:
            # An id that is nobody's, a page that is not there, a parameter out of its range.
            statuses += ["400", "404"]
        return statuses


class PagedView(APIView):
    """A list that is answered page by page, as {"count", "next", "previous", "results"}."""

    pagination_class = PageNumberPagination

    def page(self, request: Request, rows: QuerySet[Row], describe: Callable[[Row], dict[str, Any]]) -> Response:
        """The page that `request` asks for. Raises NotFound for one that is not there."""
        paginator = self.pagination_class()
        return paginator.get_paginated_response(
            [describe(row) for row in paginator.paginate_queryset(rows, request, view=self) or []]
        )
