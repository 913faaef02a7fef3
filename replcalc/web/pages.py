"""The pages of the calculator as HTML: forms that work without a script, and better with one."""

from __future__ import annotations

import json
from collections.abc import Mapping
from html import escape

from replcalc import __version__
from replcalc.output.page import barred, details, document, items, prose
from replcalc.web.answering import Answered
from replcalc.web.forms import PAGES, FormField, Question, beginning, description, fields, title_of

_ASKS: Mapping[str, str] = {
    "compose": "Compose",
    "amplify": "Amplify",
    "queries": "Queries",
    "arms": "Best arms",
    "boost": "Boost",
    "test": "Test",
    "ab": "A/B",
    "choose": "Choose",
    "lower-bound": "Lower bounds",
    "pg-compose": "Perfect generalization",
}
#: How the names of options are shown beside them.
_SYMBOLS: Mapping[str, str] = {
    "rho": "ρ",
    "rho0": "ρ₀",
    "beta": "β",
    "beta0": "β₀",
    "alpha": "α",
    "tau": "τ",
    "eps": "ε",
    "delta": "δ",
    "delta_prime": "δ′",
    "gamma": "γ",
    "nu": "ν",
    "epsilon": "ε",
    "chi": "χ",
    "psi": "ψ",
    "ell": "ℓ",
}


def home() -> str:
    cards = "".join(
        f'<a class="card" href="/{name}?{escape(beginning(name).address())}"><b>{escape(told)}</b>'
        f"{escape(title_of(name))}</a>"
        for name, told in _ASKS.items()
    )
    body = (
        '<p class="eyebrow">The accountant for replicable algorithms</p><h1>What do you want to promise?</h1>'
        '<p class="answer">An algorithm is ρ-replicable if two runs with the same coins, on two independent samples of '
        "one population, give exactly the same answer except with probability ρ. Say which you have and what you want "
        f'to promise about all of them together.</p><div class="cards">{cards}</div>'
        "<p>Numbers are exact: 0.1, 1/10 and 1e-40 mean exactly that. Every figure is enclosed rigorously, every "
        "condition proved. The address of a page holds the whole question: copy it to share it.</p>"
    )
    return framed("replcalc", "", body)


def calculator(question: Question, answered: Answered | None, seconds: float) -> str:
    """The page of a command: the form, and the answer if something was asked."""
    command = question.command
    errors = dict(answered.errors) if answered is not None else {}
    known = fields(command)
    assumed = json.loads(answered.body.get("assumed", "{}")) if answered is not None else {}
    first = "".join(_field(f, question, errors.get(f.name, ""), assumed) for f in known if f.first)
    rest = "".join(_field(f, question, errors.get(f.name, ""), assumed) for f in known if not f.first)
    opened = any(f.name in question.values or f.name in errors for f in known if not f.first)
    form = (
        f'<form id="question" method="get" action="/{command}" data-command="{command}" autocomplete="off" novalidate>'
        f"{first}{details('More options', rest, is_open=opened)}"
        f'<p class="buttons"><button type="submit" class="primary">Answer</button> '
        f'<a class="button" href="/{command}">Start again</a></p></form>'
    )
    shown = answer_html(question, answered) if answered is not None else "<p>Fill in the form.</p>"
    body = (
        f'<h1>{escape(_ASKS[command])}</h1><p class="told">{prose(description(command))}</p>'
        f'<div class="columns"><div class="ask">{form}</div>'
        f'<div class="reply"><p id="state" class="small" role="status" aria-live="polite"></p>'
        f'<div id="answer" aria-busy="false">{shown}</div></div></div>'
    )
    heading = answered.body.get("title", "") if answered is not None else ""
    body += f'<a id="brief" href="#state"{"" if heading else " hidden"}>{escape(heading)}</a>'
    return framed(heading or _ASKS[command], command, body)


def _field(f: FormField, question: Question, error: str, assumed: Mapping[str, str]) -> str:
    """A labelled field with its help and, if there is one, its error: both are read out with it."""
    name = f.name
    value = " ".join(question.values.get(name, ())) or ""
    described = f'aria-describedby="{name}-help {name}-error"' + (' aria-invalid="true"' if error else "")
    symbol = f" <i>{escape(_SYMBOLS[name])}</i>" if name in _SYMBOLS else ""
    label = f'<span>{prose(f.label)}{symbol}</span> <span class="label">{escape(f.option)}</span>'
    if f.kind == "flag":
        checked = " checked" if name in question.values else ""
        control = (
            f'<label class="flag"><input type="checkbox" id="{name}" name="{name}" value="1"{checked} {described}> '
            f"{label}</label>"
        )
    else:
        control = f'<label for="{name}">{label}</label>' + _input(f, value, described, assumed)
    told = f'<p class="help" id="{name}-help">{escape(f.more)}</p>'
    wrong = f'<p class="error" id="{name}-error" role="alert">{escape(error)}</p>'
    return f'<div class="field{" wrong" if error else ""}">{control}{wrong}{told}</div>'


def _input(f: FormField, value: str, described: str, assumed: Mapping[str, str]) -> str:
    if f.kind == "choice":
        chosen = value or f.default
        empty = "" if f.default or f.argument else "<option></option>"
        options = "".join(
            f"<option{' selected' if choice == chosen else ''}>{escape(choice)}</option>" for choice in f.choices
        )
        return f'<select id="{f.name}" name="{f.name}" {described}>{empty}{options}</select>'
    hint = f' placeholder="{escape(f.default)}"' if f.default else ""
    if f.name in assumed:
        hint = f' placeholder="{escape(assumed[f.name])} (assumed)" data-assumed="{escape(assumed[f.name])}"'
    mode = "" if f.many or f.multiple else ' inputmode="text"'
    text = (
        f'<input type="text" id="{f.name}" name="{f.name}" value="{escape(value)}"{hint}{mode} spellcheck="false" '
        f'autocapitalize="off" {described}>'
    )
    if f.slider is None:
        return text
    sliders = _slider(f, "value", *f.slider, f.whole, "each" if f.many else "")
    if f.many:
        sliders += _slider(f, "count", "1", "1e6", True, "how many")
    return text + sliders


def _slider(f: FormField, part: str, low: str, high: str, whole: bool, beside: str) -> str:
    """Hidden until the script gives it something to do."""
    told = f"{f.option}{', ' if beside else ''}{beside}, on a logarithmic scale"
    seen = f'<span aria-hidden="true">{beside}</span>' if beside else ""
    return (
        f'<div class="slide" hidden>{seen}<input type="range" class="slider" min="0" max="1000" step="1" '
        f'data-for="{f.name}" data-part="{part}" data-low="{low}" data-high="{high}" data-whole="{int(whole)}" '
        f'aria-label="{escape(told)}"></div>'
    )


def answer_html(question: Question, answered: Answered) -> str:
    """The answer, or what is wrong where no field is to blame."""
    if answered.status != 200:
        known = {f.name for f in fields(question.command)}
        wrong = [f"{name}: {message}" if name else message for name, message in answered.errors if name not in known]
        general = "".join(f'<p class="error" role="alert">{escape(message)}</p>' for message in wrong)
        return general or '<p class="error">See the field marked on the form.</p>'
    body = answered.body
    address = escape(body["address"])
    said = f'<p class="said" role="alert">{escape(body["said"])}</p>' if body["said"] else ""
    links = (
        f'<p class="buttons"><a class="button" id="report" href="/report/{question.command}?{address}" download>'
        f'Download the report</a> <a class="button" id="permalink" href="/{question.command}?{address}">Permalink</a>'
        "</p>"
    )
    told = "The figures of the table, drawn on a logarithmic scale"
    drawn = f'<img src="/plot/{question.command}.svg?{address}" alt="{told}">' if body["plot"] else ""
    against = "".join(
        f'<a class="button" data-plot href="/plot/{question.command}/{axis}.svg?{address}">'
        f"{escape(_SYMBOLS.get(axis, axis))}</a> "
        for axis in body["axes"].split()
    )
    methods = f' or compare <a class="button" data-plot href="/plot/{question.command}.svg?{address}">the ways</a>'
    offered = f"Plot against {against}{methods if drawn else ''}" if against else ""
    caption = f'<figcaption class="buttons">{offered}</figcaption>' if offered else ""
    plot = f'<figure class="plot">{drawn}{caption}</figure>' if drawn or caption else ""
    copies = items(
        f'<h3>{told} <button type="button" class="copy" data-copy="{name}">Copy</button></h3>'
        f'<pre id="{name}" tabindex="0">{escape(body[name])}</pre>'
        for name, told in (("line", "Command line"), ("python", "Python"), ("latex", "LaTeX"), ("json", "JSON"))
    )
    return (
        f"{body['verdict']}{said}{body['html']}{plot}{body['more']}{links}"
        f'<div class="copies">{details("Copy as command line, Python, LaTeX, JSON", copies)}</div>'
    )


def refused(title: str, message: str) -> str:
    told = f"<h1>{escape(title)}</h1><p>{escape(message)}</p>"
    return framed(title, "", f'{told}<p><a href="/">To the calculators</a></p>')


def framed(title: str, command: str, body: str) -> str:
    links = "".join(
        f'<a href="/{name}"{" aria-current=page" if name == command else ""}>{escape(told)}</a>'
        for name, told in _ASKS.items()
    )
    head = (
        '<link rel="stylesheet" href="/static/page.css">\n<link rel="stylesheet" href="/static/app.css">\n'
        '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">\n<script src="/static/app.js" defer></script>\n'
    )
    bar = f'<a class="home" href="/">replcalc</a><nav aria-label="Calculators">{links}</nav>'
    foot = f"replcalc {escape(__version__)}, on this machine: nothing is sent anywhere else."
    frame = f'{barred(bar, body)}<footer class="foot">{foot}</footer>'
    return document(title if title == "replcalc" else f"{title} — replcalc", frame, head=head, kind="app")


assert set(_ASKS) == set(PAGES)
