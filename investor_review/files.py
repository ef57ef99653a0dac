"""The files that were generated, on their way out. Nothing outside ARTIFACTS_DIR is ever opened."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from django.conf import settings
from django.http import FileResponse

from investor_review.models import Artifact, CleanupRun, ReviewSession

_TYPES = {
    Artifact.Kind.PDF: "application/pdf",
    Artifact.Kind.DOCX: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
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
    artifacts = run.artifacts.exclude(kind=Artifact.Kind.MANIFEST).select_related("session")
    return sorted(artifacts, key=lambda artifact: order.index(Artifact.Kind(artifact.kind)))


def in_contract(artifacts: Iterable[Artifact]) -> list[Artifact]:
    """Of these the kinds that the interface for programs promises; the pages show all of them."""
    return [artifact for artifact in artifacts if artifact.kind != Artifact.Kind.DOCX]


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


def files_of(session: ReviewSession) -> Iterator[tuple[str, Path]]:
    """The files of every run that are there, as (name in an export, where it stands)."""
    folder = Path(settings.ARTIFACTS_DIR).resolve()
    for artifact in Artifact.objects.filter(session=session).order_by("run__created_at", "kind"):
        path = (folder / artifact.path).resolve()
        if path.is_relative_to(folder) and path.is_file():
            yield f"files/{artifact.run_id}/{path.name}", path


def paths_of(session: ReviewSession) -> list[str]:
    """Everything below ARTIFACTS_DIR that the session's runs may have written, listed in a row or not."""
    folder = Path(settings.ARTIFACTS_DIR).resolve()
    runs = [str(pk) for pk in session.runs.values_list("pk", flat=True)]
    begun = [
        left.relative_to(folder)
        for run in runs
        for left in (folder / session.session_id).resolve().glob(f".{run}.*")
        if left.is_relative_to(folder)
    ]
    listed = session.artifacts.values_list("path", flat=True)
    return [*listed, *(f"{session.session_id}/{run}" for run in runs), *map(str, begun)]


def remove(paths: Iterable[str]) -> None:
    """Delete these files and folders below ARTIFACTS_DIR, and the folders that are empty then.

    What is not there is no error.
    """
    folder = Path(settings.ARTIFACTS_DIR).resolve()
    for name in paths:
        path = (folder / name).resolve()
        if not path.is_relative_to(folder) or path == folder:
            continue
        if path.is_dir():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
        for parent in path.parents:
            if parent == folder or not parent.is_dir() or any(parent.iterdir()):
                break
            parent.rmdir()
