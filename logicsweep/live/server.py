"""The local program behind the page: its files, and answers to requests; only for this computer."""

from __future__ import annotations

import asyncio
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import PurePath

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from logicsweep.errors import InvalidInput
from logicsweep.live.page import POLICY, page_files
from logicsweep.live.workers import Busy, Workers

HERE = "127.0.0.1"
_MOST_BYTES = 1 << 20  # of a request
_SECONDS = 120.0
_TYPES = {".html": "text/html", ".css": "text/css", ".js": "text/javascript", ".json": "application/json"}
_HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


def serve(port: int, started: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; `started` gets its address. Port 0 is any free one.

    Raises InvalidInput if the port cannot be used.
    """
    with socket.socket(proto=socket.IPPROTO_TCP) as door:  # said, or asyncio delays each answer by 40 ms
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, os.name == "posix")
        try:
            door.bind((HERE, port))
        except OSError as error:
            raise InvalidInput("port", "a port that is free", f"{port}: {error.strerror}") from None
        door.listen()
        started(f"http://{HERE}:{door.getsockname()[1]}/")
        how = uvicorn.Config(
            _app(Workers(os.cpu_count() or 1, _SECONDS)),
            headers=[*_HEADERS.items()],
            log_config=None,
            log_level="critical",
            server_header=False,
            timeout_graceful_shutdown=0,
            ws="none",
        )
        with suppress(KeyboardInterrupt):
            uvicorn.Server(how).run([door])


def _app(workers: Workers) -> Starlette:
    files = page_files()

    async def page(request: Request) -> Response:
        name = request.path_params.get("name", "index.html")
        if name not in files:
            return Response(status_code=404)
        # a browser asks for it where a static page was before, whose files it may keep for days
        headers = {"Clear-Site-Data": '"cache"'} if name == "sw.js" else None
        return Response(files[name], headers=headers, media_type=_TYPES[PurePath(name).suffix])

    async def answer(request: Request) -> Response:
        return await _answer(workers, request)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await workers.begin()
        yield
        await workers.end()

    return Starlette(
        routes=[
            Route("/answer", answer, methods=["POST"]),
            Route("/", page),
            Route("/{name}", page),
        ],
        middleware=[Middleware(TrustedHostMiddleware, allowed_hosts=[HERE, "localhost"])],
        lifespan=lifespan,
    )


async def _answer(workers: Workers, request: Request) -> Response:
    """Answer a request of the page itself, unless it is too long or too many wait."""
    origin, kind = request.headers.get("origin"), request.headers.get("content-type", "")
    if origin not in (None, f"http://{request.headers['host']}"):
        return _refuse(403, "only the page itself may ask")
    if kind.partition(";")[0].strip() != "application/json":
        return _refuse(415, "a request is application/json")
    body, too_long = b"", (413, f"a request has at most {_MOST_BYTES} bytes")
    # the server has checked that it is a number
    if int(request.headers.get("content-length", 0)) > _MOST_BYTES:
        return _refuse(*too_long)
    async for part in request.stream():
        body += part
        if len(body) > _MOST_BYTES:
            return _refuse(*too_long)
    asked, left = asyncio.ensure_future(workers.ask(body)), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait([asked, left], return_when=asyncio.FIRST_COMPLETED)
        return Response(asked.result() if asked.done() else b"", media_type="application/json")
    except Busy:
        return _refuse(503, "busy: too many requests wait already, try again")
    except TimeoutError:
        return _refuse(504, f"this takes more than {_SECONDS:g} seconds; the command line has no such limit")
    except (EOFError, ValueError):
        return _refuse(500, "the process that worked on this ended, perhaps for lack of memory")
    except OSError as error:
        return _refuse(500, f"no process can be started: {error.strerror}")
    finally:
        asked.cancel()
        left.cancel()


async def _gone(request: Request) -> None:
    """Wait until the page no longer waits for the answer."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _refuse(status: int, error: str) -> Response:
    return JSONResponse({"error": error}, status)
