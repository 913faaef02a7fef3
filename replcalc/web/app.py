"""The calculator as an ASGI application: GET only; every answer is computed by the command in a child process."""

import asyncio
import json
import signal
import sys
from importlib.resources import files
from typing import Any

import jinja2
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from replcalc import __version__
from replcalc.web.forms import API, PAGES, Question, command_of, field_of_option, list_fields, read_question

#: Characters of the longest query.
MAX_QUERY = 16_000
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
    "base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cache-control": "no-cache",
}
#: Packages with templates, styles and scripts.
_PACKAGES = ("replcalc.web", "replcalc.output")
_TOO_MUCH = "ask for fewer methods or smaller numbers"


class SecurityHeaders:
    """Middleware that puts the security headers on every response and refuses queries that are too long."""

    def __init__(self, app: Any) -> None:
        self.app = app

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        async def send_with_headers(message: Any) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *((n.encode(), v.encode()) for n, v in _HEADERS.items())]
            await send(message)

        too_long = len(scope.get("query_string", b"")) > MAX_QUERY
        refusal = Response(f"an address holds at most {MAX_QUERY:,} characters", 414, media_type="text/plain")
        await (refusal if too_long else self.app)(scope, receive, send_with_headers)


class Answers:
    """Answers questions in child processes, a few at a time, each with limits of time and memory."""

    def __init__(self, workers: int, seconds: int, megabytes: int) -> None:
        self.free = asyncio.Semaphore(workers)
        self.seconds = seconds
        self.megabytes = megabytes

    async def ask(self, request: Request, question: Question, as_json: bool) -> tuple[int, dict[str, Any]]:
        """Return a status of HTTP and what the child wrote."""
        async with self.free:
            return await self._run(request, {"words": question.words(), "as_json": as_json})

    async def _run(self, request: Request, values: dict[str, Any]) -> tuple[int, dict[str, Any]]:
        limits, pipe = (str(self.seconds), str(self.megabytes)), asyncio.subprocess.PIPE
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "replcalc.web.answer", *limits, stdin=pipe, stdout=pipe, stderr=pipe
        )
        reading = asyncio.create_task(child.communicate(json.dumps(values).encode()))
        try:
            for _ in range(4 * self.seconds):
                done, _pending = await asyncio.wait({reading}, timeout=0.5)
                if done or await request.is_disconnected():
                    break
        finally:
            if not reading.done():
                child.kill()
            written, _errors = await reading
        if child.returncode == 0:
            found: dict[str, Any] = json.loads(written)
            return (422 if "error" in found else 200), found
        error = "this is a bug of replcalc; please report it with the address"
        if child.returncode in (-signal.SIGXCPU, -signal.SIGKILL):
            return 504, {"option": "", "error": f"this takes more than {self.seconds} seconds; {_TOO_MUCH}"}
        if child.returncode == -signal.SIGABRT:  # flint aborts where no memory is left
            error = f"this takes more than {self.megabytes:,} megabytes; {_TOO_MUCH}"
        return 422 if child.returncode == -signal.SIGABRT else 500, {"option": "", "error": error}


def _command(request: Request) -> str:
    """Return the command of an address: /plan/means asks ``plan means``."""
    return str(request.path_params["command"]).replace("/", " ")


def application(answers: Answers, hosts: list[str] | None = None) -> Starlette:
    """Make the application; ``hosts``: the names under which it answers (None: any)."""
    folders = [str(files(package) / "assets") for package in _PACKAGES]
    templates = jinja2.Environment(loader=jinja2.FileSystemLoader(folders), autoescape=True, trim_blocks=True)

    def show(name: str, status: int = 200, **values: Any) -> Response:
        text = templates.get_template(name).render(pages=list(PAGES), version=__version__, **values)
        return HTMLResponse(text, status)

    async def home(_: Request) -> Response:
        cards = [(name, command_of(name).get_short_help_str(200)) for name in PAGES]
        return show("home.html", title="replcalc", cards=cards)

    async def answer(request: Request, as_json: bool) -> tuple[Question, int, dict[str, Any], dict[str, str]]:
        question, errors = read_question(_command(request), request.query_params.multi_items())
        if errors:
            return question, 422, {}, errors
        status, found = await answers.ask(request, question, as_json)
        if status != 200:
            return question, status, {}, {field_of_option(question.command, found["option"]): found["error"]}
        return question, status, found, {}

    async def calculator(request: Request) -> Response:
        command = _command(request)
        if command not in PAGES:
            return show("frame.html", 404, title="Not here", message="There is no such page.")
        status, found, errors = 200, dict[str, Any](), dict[str, str]()
        question, _ = read_question(command, list(PAGES[command].items()))
        if request.query_params:
            question, status, found, errors = await answer(request, as_json=False)
        fields = list_fields(command)
        other = "; ".join(text for name, text in errors.items() if name not in {field.name for field in fields})
        return show(
            "calculator.html",
            status,
            title=found.get("title", command),
            command=command,
            description=command_of(command).get_short_help_str(400),
            fields=fields,
            values=question.values,
            errors={**errors, "": other} if errors else {},
            more_open=any(not f.first and (f.name in question.values or f.name in errors) for f in fields),
            found={**found, "html": Markup(found.get("html", ""))} if found else {},
            assumed=found.get("assumed", {}),
            address=question.address(),
            line=question.line(),
        )

    async def api(request: Request) -> Response:
        command = _command(request)
        if command not in API:
            wrong = f"there is no command '{command[:80]}' here; there are {', '.join(API)}"
            return JSONResponse({"errors": [{"field": "", "message": wrong}]}, 404)
        _, status, found, errors = await answer(request, as_json=True)
        if errors:
            listed = [{"field": name, "message": text} for name, text in errors.items()]
            return JSONResponse({"errors": listed}, status)
        return Response(found["json"], media_type="application/json")

    pages = {"/": home, "/api/{command:path}": api, "/{command:path}": calculator}
    middleware = [Middleware(SecurityHeaders)]
    if hosts is not None:
        middleware.append(Middleware(TrustedHostMiddleware, allowed_hosts=hosts, www_redirect=False))
    static = StaticFiles(packages=[(package, "assets") for package in _PACKAGES])
    routes = [Mount("/static", static), *(Route(path, page) for path, page in pages.items())]
    return Starlette(routes=routes, middleware=middleware)
