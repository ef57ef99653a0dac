"""The API of a person's dossiers: what they hold, and the texts of their sources. To read."""

from __future__ import annotations

from typing import Any

from django.db.models import Count, Q, QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import extend_schema
from rest_framework import generics, serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tax_dossier.models import Dossier, Source
from tax_dossier.record import record_of, with_sources


class TitleOut(serializers.Serializer[Any]):
    title = serializers.CharField()


class DossierRowOut(serializers.ModelSerializer[Dossier]):
    legislation = serializers.IntegerField(help_text="How many articles.")
    case_law = serializers.IntegerField(help_text="How many rulings.")

    class Meta:
        model = Dossier
        fields = ("dossier_id", "thread_id", "legislation", "case_law", "reference_date", "created_at", "updated_at")


class DossierOut(serializers.Serializer[Any]):
    dossier_id = serializers.CharField()
    legislation = TitleOut(many=True)
    case_law = TitleOut(many=True)
    selected_ids = serializers.ListField(child=serializers.CharField())
    thread_id = serializers.UUIDField()
    reference_date = serializers.DateField(allow_null=True)


class SourceOut(serializers.ModelSerializer[Source]):
    content = serializers.CharField(source="text")

    class Meta:
        model = Source
        fields = (
            *("number", "kind", "key", "title", "content", "citations", "valid_from", "valid_to", "metadata", "origin"),
            *("document_id", "selected"),
        )


def own_dossier(request: Request, dossier_id: str) -> Dossier:
    """The person's own dossier of that name; 404 otherwise."""
    dossier: Dossier = get_object_or_404(with_sources(Dossier.objects.visible_to(request.user)), dossier_id=dossier_id)
    return dossier


class Dossiers(generics.ListAPIView[Dossier]):
    """The person's dossiers, the one changed last first."""

    serializer_class = DossierRowOut

    def get_queryset(self) -> QuerySet[Dossier]:
        def how_many(kind: str) -> Count:
            return Count("sources", filter=Q(sources__kind=kind, sources__in_dossier=True))

        own = Dossier.objects.visible_to(self.request.user)
        return own.annotate(legislation=how_many("legislation"), case_law=how_many("case_law")).order_by("-updated_at")


class OneDossier(APIView):
    @extend_schema(responses=DossierOut, operation_id="tax_dossier")
    def get(self, request: Request, dossier_id: str) -> Response:
        dossier = own_dossier(request, dossier_id)
        about = {"thread_id": str(dossier.thread_id), "reference_date": dossier.reference_date}
        return Response({**record_of(dossier).state(), **about})


class DossierSources(APIView):
    @extend_schema(responses=SourceOut(many=True), operation_id="tax_dossier_sources")
    def get(self, request: Request, dossier_id: str) -> Response:
        dossier = own_dossier(request, dossier_id)
        return Response(SourceOut(dossier.present(), many=True).data)
