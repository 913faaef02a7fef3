"""``replcalc serve``: the calculator as a page on this machine."""

import importlib.util
import socket
from typing import Any

import click

from replcalc.numbers.errors import InputError, MissingLibrary


@click.command()
@click.option("--host", default="127.0.0.1", metavar="ADDRESS", help="Where to listen (default 127.0.0.1: here only).")
@click.option("--port", default="8765", metavar="P", help="Port (default 8765; 0: any that is free).")
@click.option("--workers", metavar="N", help="Questions answered at the same time (default: one per processor).")
@click.option("--seconds", default="20", metavar="S", help="Time that one question may take (default 20).")
@click.option("--megabytes", default="2048", metavar="M", help="Memory that one question may take (default 2048).")
def serve(host: str, port: str, workers: str | None, seconds: str, megabytes: str) -> None:
    """Serve the calculator as a page in the browser, and its answers as JSON under /api/COMMAND.

    Needs the extra web: pip install 'replcalc[web]'. Ctrl-C ends it.

    \b
    Examples:
      replcalc serve
      replcalc serve --port 0 --workers 1 --seconds 60
    """
    from replcalc.numbers.exact import parse_integer
    from replcalc.numbers.workers import processors

    for library in ("starlette", "uvicorn", "jinja2"):
        if importlib.util.find_spec(library) is None:
            raise MissingLibrary("serve", library, "pip install 'replcalc[web]'")
    number = parse_integer(port, "--port", minimum=0, maximum=65535)
    count = processors() if workers is None else parse_integer(workers, "--workers", maximum=256)
    limit = parse_integer(seconds, "--seconds", maximum=86_400)
    memory = parse_integer(megabytes, "--megabytes", minimum=512, maximum=10**7)
    if not host.strip():
        raise InputError("--host", host, "an address such as 127.0.0.1", "0.0.0.0 listens on every interface")
    import uvicorn

    from replcalc.web.app import Answers, application

    listening = _open_socket(host, number)
    there = listening.getsockname()[1]
    local = host in ("127.0.0.1", "localhost", "::1")
    names = ["127.0.0.1", "localhost", "[::1]", "::1"] if local else None
    app = application(Answers(count, limit, memory), names)
    shown = f"[{host}]" if ":" in host else host
    click.echo(f"replcalc: http://{shown}:{there}/ (Ctrl-C ends it)")
    quiet: dict[str, Any] = {"log_level": "warning", "access_log": False, "server_header": False}
    config = uvicorn.Config(app, proxy_headers=False, timeout_graceful_shutdown=3, **quiet)
    uvicorn.Server(config).run(sockets=[listening])


def _open_socket(host: str, port: int) -> socket.socket:
    """Return a socket that listens there, or the option that is wrong."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        named = "--port" if isinstance(error, PermissionError) or error.errno == 98 else "--host"
        value = str(port) if named == "--port" else host
        raise InputError(named, value, "an address to listen on that is free", error.strerror or str(error)) from None
