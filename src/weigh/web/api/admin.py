"""What only the holder of the admin token may do: export feedback, add documents to the index and take them out.

Off without the setting `admin_token`. Changes to the index are jobs: the reply carries the job, with 200 where it has
ended within `wait` seconds and 202 where it goes on, to be looked at under its address.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path as FilePath
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Body, Depends, Header, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import Field, StringConstraints
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect

from weigh.schema import to_dict
from weigh.web import changes
from weigh.web.api.common import ERRORS, as_json, example
from weigh.web.api.models import Name, Strict
from weigh.web.guard.errors import Refused
from weigh.web.jobs import Change, Job, Report
from weigh.web.services import Services, services


async def admin(
    authorization: Annotated[str, Header(description="Bearer and the token of the setting admin_token.")] = "",
    service: Services = Depends(services),
) -> None:
    """Off (404) without the setting; with it, only the right token passes. Compared in constant time."""
    token = service.settings.admin_token
    if not token:
        raise Refused(404, "not_found", "Admin routes are off. Set admin_token to turn them on.")
    given = authorization.removeprefix("Bearer ").encode("utf-8", "replace")
    if not secrets.compare_digest(given, token.encode()):
        raise Refused(401, "unauthorized", "The admin token is missing or wrong.", {"WWW-Authenticate": "Bearer"})


router = APIRouter(prefix="/api/v1/admin", tags=["Admin"], responses=ERRORS, dependencies=[Depends(admin)])

Text = Annotated[str, StringConstraints(min_length=1, max_length=200_000)]
DocumentId = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Wait = Annotated[float, Query(ge=0, le=30, description="Seconds to wait for the job's end before replying.")]
Language = Annotated[
    Literal["en", "any"], Query(description="Documents in other languages are left out; `any` keeps all.")
]
_JOB: dict[int | str, dict[str, Any]] = {
    200: {"description": "The job has ended."},
    202: {"description": "The job goes on.", "model": Job},
    **ERRORS,
}


class DocumentIn(Strict):
    id: DocumentId = Field(description="A URL or any name; it is how the document is found and taken out again.")
    text: Text = Field(description="A line break separates paragraphs.")
    url: Annotated[str, StringConstraints(max_length=2000, pattern=r"^https?://")] | None = None
    title: Annotated[str, StringConstraints(max_length=500)] | None = None
    date: Annotated[str, StringConstraints(max_length=40)] | None = None
    collection: Name | None = None


class DocumentsIn(Strict):
    documents: Annotated[list[DocumentIn], Field(min_length=1, max_length=500)]


_EXAMPLE = example(
    documents=[
        {
            "id": "https://example.org/tea",
            "url": "https://example.org/tea",
            "title": "Tea and coffee",
            "text": "Tea is cheaper than coffee. Coffee has more caffeine than tea.",
            "collection": "drinks",
        }
    ]
)


@router.post("/documents", response_model=Job, responses=_JOB, summary="Add documents")
async def add_documents(
    given: Annotated[DocumentsIn, Body(openapi_examples=_EXAMPLE)],
    wait: Wait = 5.0,
    language: Language = "en",
    service: Services = Depends(services),
) -> Response:
    """Cleaned, cut into sentences and added; the next question sees them. One that is there already with the same
    content changes nothing; other content under the same id is kept beside it as `id~2`."""

    def place(folder: FilePath) -> FilePath:
        file = folder / "documents.jsonl"
        lines = (item.model_dump_json(exclude_none=True) + "\n" for item in given.documents)
        file.write_text("".join(lines), encoding="utf-8")
        return file

    folder = await run_in_threadpool(_workplace, service)
    return await _add(service, folder, await run_in_threadpool(place, folder), wait, language, kind="jsonl")


_FILE: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "description": "The file's content, up to 64 MB; it may be compressed by gzip or bzip2.",
        "content": {"application/octet-stream": {"schema": {"type": "string", "format": "binary"}}},
    }
}


@router.post("/files", response_model=Job, responses=_JOB, openapi_extra=_FILE, summary="Add a file of documents")
async def add_file(
    request: Request,
    name: Annotated[str, Query(max_length=200, description="Its name, for kinds that the content does not tell.")] = "",
    kind: Annotated[str | None, Query(max_length=30, description="Its kind, where neither shall decide.")] = None,
    collection: Annotated[str, Query(max_length=100, description="Collection of documents that name none.")] = "",
    wait: Wait = 5.0,
    language: Language = "en",
    service: Services = Depends(services),
) -> Response:
    """JSONL, CSV, TSV, Parquet, text, Markdown, HTML, WET, WARC, Wikipedia or Stack Exchange dumps as the body."""
    folder = await run_in_threadpool(_workplace, service)
    file = folder / _safe(name)
    try:
        with file.open("wb") as out:
            async for part in request.stream():
                await run_in_threadpool(out.write, part)
    except ClientDisconnect:
        shutil.rmtree(folder, ignore_errors=True)
        raise Refused(400, "incomplete", "The file did not arrive whole; nothing was added. Send it again.") from None
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    return await _add(service, folder, file, wait, language, kind=kind, collection=collection)


@router.delete("/documents", response_model=Job, responses=_JOB, summary="Take documents out")
async def remove_documents(
    id: Annotated[list[DocumentId], Query(min_length=1, max_length=100, description="May be given several times.")],
    wait: Wait = 5.0,
    service: Services = Depends(services),
) -> Response:
    """All of them or none. The index is written anew without them, which takes a while and as much room again;
    questions are answered from the old one until then. Stored answers keep what they cite."""
    index = changes.folder_of(service.weigh, service.settings)
    ids = tuple(dict.fromkeys(id))

    def work(report: Report) -> Change:
        return changes.remove(index, ids, report)

    return await _submitted(service, service.jobs.submit("remove", work), wait)


@router.get("/jobs", response_model=list[Job], summary="Changes of late")
async def jobs(service: Services = Depends(services)) -> Response:
    """Newest first; since the server was started."""
    return as_json(list(service.jobs.all()))


@router.get("/jobs/{id}", response_model=Job, summary="How a change is getting on")
async def job(
    id: Annotated[str, Path(max_length=24)], wait: Wait = 0.0, service: Services = Depends(services)
) -> Response:
    """`state` is waiting, running, done or failed; `change` counts what was done so far."""
    if service.jobs.get(id) is None:
        raise Refused(404, "job_missing", "There is no job with this id. Jobs are forgotten when the server stops.")
    return as_json(await run_in_threadpool(service.jobs.wait, id, wait))


_NDJSON: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "One judgement per line.",
        "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
    }
}


@router.get(
    "/feedback",
    response_class=StreamingResponse,
    responses={**_NDJSON, **ERRORS},
    summary="Export all feedback",
)
async def export_feedback(service: Services = Depends(services)) -> Response:
    """Every judgement with time and versions, one JSON object per line."""

    def lines() -> Iterator[str]:
        for item in service.store.feedback():
            yield json.dumps(to_dict(item), ensure_ascii=False) + "\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")


# --- the way of a file ------------------------------------------------------------------------------------------------


def _workplace(service: Services) -> FilePath:
    """A fresh folder for one upload; refuses before anything is written where the index cannot be changed."""
    changes.folder_of(service.weigh, service.settings)
    return FilePath(tempfile.mkdtemp(prefix="upload-", dir=service.settings.data_folder()))


def _safe(name: str) -> str:
    """A file name of our own making that keeps what a reader goes by: never a path, never hidden, never long."""
    return "upload-" + re.sub(r"[^A-Za-z0-9._-]", "_", name)[-80:] if name else "upload"


async def _add(
    service: Services,
    folder: FilePath,
    file: FilePath,
    wait: float,
    language: str,
    *,
    kind: str | None = None,
    collection: str = "",
) -> Response:
    from weigh.ingest.documents import Options

    index = changes.folder_of(service.weigh, service.settings)
    options = Options(kind=kind, collection=collection, language=None if language == "any" else language)

    def work(report: Report) -> Change:
        return changes.add(index, file, options, report)

    def tidy() -> None:
        shutil.rmtree(folder, ignore_errors=True)

    return await _submitted(service, service.jobs.submit("add", work, tidy), wait)


async def _submitted(service: Services, job: Job, wait: float) -> Response:
    job = await run_in_threadpool(service.jobs.wait, job.id, wait)
    response = as_json(job, 200 if job.ended else 202)
    response.headers["Location"] = f"/api/v1/admin/jobs/{job.id}"
    return response
