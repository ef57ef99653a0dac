"""The files that were generated, on their way out. Nothing outside ARTIFACTS_DIR is ever opened."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from django.conf import settings
from django.http import FileResponse

from investor_review.models import Artifact, CleanupRun, ReviewSession

_TYPES = {
    Artifact.Kind.PDF: "application/pdf",
    Artifact.Kind.EMAIL_TXT: "text/plain; charset=utf-8",
    Artifact.Kind.EML: "message/rfc822",
    Artifact.Kind.CHANGE_LOG: "application/json",
    Artifact.Kind.MANIFEST: "application/json",
}


class Missing(Exception):
    """The file of an artifact is gone, though its row is there."""


def newest(session: ReviewSession) -> list[Artifact]:
    """The artifacts of the newest run that was finished, without the list of files; none before the first."""
    run = session.runs.filter(status=CleanupRun.Status.DONE).order_by("-created_at").first()
    return of_run(run) if run is not None else []


def of_run(run: CleanupRun) -> list[Artifact]:
    """The artifacts of a run, without the list of files."""
    order = list(Artifact.Kind)
    found = run.artifacts.exclude(kind=Artifact.Kind.MANIFEST).select_related("session")
    return sorted(found, key=lambda artifact: order.index(Artifact.Kind(artifact.kind)))


def response(artifact: Artifact) -> FileResponse:
    """The file as a download. Raises Missing, which names it."""
    folder = Path(settings.ARTIFACTS_DIR).resolve()
    path = (folder / artifact.path).resolve()
    if not path.is_relative_to(folder) or not path.is_file():
        raise Missing(f"The file {artifact.path!r} is no longer there. Generate the artifacts again.")
    kind = _TYPES[Artifact.Kind(artifact.kind)]
    answer = FileResponse(path.open("rb"), as_attachment=True, filename=path.name, content_type=kind)
    answer["Cache-Control"] = "private, no-store"
    answer["X-Content-Type-Options"] = "nosniff"
    return answer


def remove(paths: Iterable[str]) -> None:
    """Delete these files below ARTIFACTS_DIR, and the folders that are empty then. What is not there is no error."""
    folder = Path(settings.ARTIFACTS_DIR).resolve()
    for name in paths:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or path == folder:
            continue
        path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == folder or not parent.is_dir() or any(parent.iterdir()):
                break
            parent.rmdir()
