"""The calculator as an ASGI application, and its server: GET only, all from here, nothing kept about anybody."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from contextlib import asynccontextmanager
from importlib.resources import files
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route
from uvicorn.protocols.http.h11_impl import H11Protocol

from replcalc.output.page import asset
from replcalc.web import pages
from replcalc.web.answering import ANSWER, CURVE, JSON, PLOT, REPORT, Answered, reply
from replcalc.web.forms import (
    ASKED,
    MOST,
    PAGES,
    Question,
    beginning,
    fields,
    openapi_document,
    question,
    renamed,
    unknown,
)
from replcalc.web.pool import Abandoned, Closing, Ended, Limits, Overloaded, Pool

# -- uvicorn with manners ----------------------------------------------------------------------------------------------
# A connection that never asks is closed, and who asks while the server ends is answered.
#: Seconds within which the head of a request must be there, from the connection or from its first byte.
HEAD = 10.0


class Impatient(H11Protocol):
    """uvicorn's own protocol, which waits for ever for the rest of a head."""

    _late: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._between():
            self._watch()
        else:
            self._unwatch()

    def connection_lost(self, exc: Exception | None) -> None:
        self._unwatch()
        super().connection_lost(exc)

    def _between(self) -> bool:
        """No request is under way: what came is not yet the whole head of one."""
        return self.cycle is None or self.cycle.response_complete

    def _watch(self) -> None:
        if self._late is None:
            self._late = self.loop.call_later(HEAD, self._close)

    def _unwatch(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _close(self) -> None:
        self._late = None
        if self._between() and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Before uvicorn waits for what is under way, the pool is told that it ends."""

    def __init__(self, app: Any, pool: Pool) -> None:
        config = uvicorn.Config(
            app,
            http=Impatient,
            log_level="warning",
            access_log=False,
            server_header=False,
            date_header=False,
            lifespan="on",
            h11_max_incomplete_event_size=32_768,
            timeout_keep_alive=10,
            timeout_graceful_shutdown=10,
            proxy_headers=False,
        )
        super().__init__(config)
        self.pool = pool

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.pool.close()
        await super().shutdown(sockets)


#: Longest query of an address.
LONGEST = 16_000
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
    "cache-control": "no-cache",
}
#: A plot is an image by itself: its styles are its own.
_PLOT_POLICY = {"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'"}
_TYPES = {".css": "text/css", ".js": "text/javascript", ".svg": "image/svg+xml"}


class Headers:
    """Puts the security headers on every answer, and refuses addresses that are too long."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                have = {name for name, _ in message["headers"]}
                more = [(n.encode(), v.encode()) for n, v in _HEADERS.items() if n.encode() not in have]
                message = {**message, "headers": [*message["headers"], *more]}
            await send(message)

        if len(scope.get("query_string", b"")) > LONGEST:
            told = f"An address holds {LONGEST:,} characters."
            response: Any = _told(scope["path"], 414, "Too long", told)
            await response(scope, receive, with_headers)
            return
        await self.app(scope, receive, with_headers)


def application(limits: Limits, hosts: list[str] | None = None) -> Starlette:
    """``hosts``: names under which the page may be asked for; others are refused: no foreign page can use it."""
    pool = Pool(reply, limits, preload="replcalc.web.warm")

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await pool.start()
        yield
        await pool.stop()

    smaller = "ask for fewer ways or smaller numbers"
    ended = {
        "time": (504, f"this question needs more than {limits.seconds:g} seconds; {smaller}"),
        "memory": (504, f"this question needs more than {limits.megabytes:,} megabytes; {smaller}"),
        "killed": (503, "the process that worked on this question was ended from outside; ask again"),
        "fault": (500, "this question broke the process that worked on it: a fault of replcalc; please report it"),
    }

    async def ask(request: Request, wanted: str, asked: Question) -> Answered:
        """An answer of a worker, or what kept it from answering."""

        async def alive() -> bool:
            return not await request.is_disconnected()

        try:
            found: Answered = await pool.ask((wanted, asked), alive)
            return found
        except Overloaded:
            told = f"{limits.waiting} questions are waiting already; try again in a few seconds"
            return Answered(503, errors=(("", told),))
        except Abandoned:
            return Answered(499, errors=(("", "nobody waited for the answer"),))
        except Closing:
            return Answered(503, errors=(("", "the calculator is being ended; ask again when it is back"),))
        except Ended as error:
            status, told = ended[error.why]
            return Answered(status, errors=(("", told),))

    def read(request: Request, known: Collection[str] = PAGES) -> tuple[Question, Answered | None]:
        """The question of an address, and why it is none if so."""
        command = request.path_params["command"]
        if command not in known:
            there = f"there is no calculator '{command[:80]}'; there are {', '.join(known)}"
            return Question(command), Answered(404, errors=(("", there),))
        typed = renamed(command, request.query_params.multi_items())
        asked = question(command, typed)
        strangers = unknown(command, typed)
        if strangers:
            there = ", ".join(one.name for one in fields(command))
            errors = tuple((name[:80], f"no field is called so; there are {there}") for name in strangers[:20])
            return asked, Answered(422, errors=errors)
        long = next((name for name, value in typed if len(value) > MOST), None)
        if long is not None:
            told = f"at most {MOST:,} characters; long lists are for the command line, which reads files"
            return asked, Answered(422, errors=((long, told),))
        return asked, None

    async def replied(request: Request, wanted: str, known: Collection[str] = PAGES) -> tuple[Question, Answered]:
        asked, wrong = read(request, known)
        return asked, wrong or await ask(request, wanted, asked)

    async def home(_: Request) -> Response:
        return HTMLResponse(pages.home())

    async def page(request: Request) -> Response:
        asked, wrong = read(request)
        if asked.command not in PAGES:
            return HTMLResponse(pages.refused("Not here", "There is no such page."), 404)
        if wrong is None and not asked.values:
            return HTMLResponse(pages.calculator(beginning(asked.command), None, limits.seconds))
        answered = wrong or await ask(request, ANSWER, asked)
        status = 200 if answered.status == 422 else answered.status
        return HTMLResponse(pages.calculator(asked, answered, limits.seconds), status, _retry(answered))

    async def live(request: Request) -> Response:
        asked, answered = await replied(request, ANSWER)
        shown = pages.answer_html(asked, answered) if asked.command in PAGES else ""
        body = {
            "status": answered.status,
            "html": shown,
            "title": answered.body.get("title", ""),
            "address": answered.body.get("address", ""),
            "assumed": json.loads(answered.body.get("assumed", "{}")),
            **_errors(answered),
        }
        return JSONResponse(body, answered.status, _retry(answered))

    async def data(request: Request) -> Response:
        """The JSON of the command, byte for byte; or what is wrong, field by field."""
        _, answered = await replied(request, JSON, ASKED)
        if answered.status != 200:
            return JSONResponse(_errors(answered), answered.status, _retry(answered))
        return Response(answered.body["json"], media_type="application/json")

    async def openapi(_: Request) -> Response:
        return JSONResponse(openapi_document())

    async def report(request: Request) -> Response:
        asked, answered = await replied(request, REPORT)
        if answered.status != 200:
            message = "; ".join(message for _, message in answered.errors)
            return HTMLResponse(pages.refused("No report", message), answered.status, _retry(answered))
        headers = {
            "content-disposition": f'attachment; filename="replcalc-{asked.command}.html"',
            "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        }
        return HTMLResponse(answered.body["html"], headers=headers)

    async def plot(request: Request) -> Response:
        """The figures of the answer, or samples against an axis."""
        axis = request.path_params.get("axis")
        _, answered = await replied(request, PLOT if axis is None else CURVE + axis)
        if answered.status != 200:
            message = "; ".join(message for _, message in answered.errors)
            return Response(message, answered.status, _retry(answered), "text/plain")
        return Response(answered.body["svg"], headers=_PLOT_POLICY, media_type="image/svg+xml")

    async def static(request: Request) -> Response:
        text, kind = _static(request.path_params["name"])
        return Response(text, media_type=kind) if kind else Response("there is no such file", 404)

    async def state(_: Request) -> Response:
        told = {"waiting": pool.waiting, "busy": pool.busy, "answered": pool.answered, "replaced": pool.replaced}
        return JSONResponse(told)

    routes = [
        Route("/", home),
        Route("/state", state),
        Route("/static/{name}", static),
        Route("/live/{command}", live),
        Route("/api", openapi),
        Route("/api/openapi.json", openapi),
        Route("/api/{command}", data),
        Route("/report/{command}", report),
        Route("/plot/{command}.svg", plot),
        Route("/plot/{command}/{axis}.svg", plot),
        Route("/{command}", page),
    ]
    middleware = [Middleware(Headers)]
    if hosts is not None:
        middleware.append(Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False))
    errors: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
        404: _missing,
        405: _unwanted,
        500: _broken,
    }
    app = Starlette(routes=routes, middleware=middleware, lifespan=lifespan, exception_handlers=errors)  # type: ignore[arg-type]
    app.state.pool = pool
    return app


def _retry(answered: Answered) -> dict[str, str]:
    return {"retry-after": "3"} if answered.status == 503 else {}


def _static(name: str) -> tuple[str, str]:
    """A file of the pages by its bare name; nothing else can be asked for."""
    kind = next((kind for ending, kind in _TYPES.items() if name.endswith(ending)), "")
    if name == "page.css":
        return asset(name), kind
    if name not in ("app.css", "app.js", "icon.svg"):
        return "", ""
    return (files("replcalc.web") / "assets" / name).read_text(encoding="utf-8"), kind


def _errors(answered: Answered) -> dict[str, Any]:
    """What is wrong, with the name of the field that it is about (empty: no field's fault)."""
    return {"errors": [{"field": name, "message": message} for name, message in answered.errors]}


def _told(path: str, status: int, title: str, message: str) -> Response:
    """A refusal: JSON for programs, a page for people."""
    if path.startswith("/api"):
        return JSONResponse(_errors(Answered(status, errors=(("", message),))), status)
    return HTMLResponse(pages.refused(title, message), status)


async def _missing(request: Request, _: Exception) -> Response:
    return _told(request.url.path, 404, "Not here", "There is no such page.")


async def _unwanted(request: Request, _: Exception) -> Response:
    return _told(request.url.path, 405, "Only GET", "A question is an address: only GET is answered.")


async def _broken(request: Request, _: Exception) -> Response:
    return _told(request.url.path, 500, "Something broke", "This is a mistake of the program, not of yours.")
