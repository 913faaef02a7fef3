"""LaTeX formulas as presentation MathML: what browsers draw without scripts.

One small reader for the two dialects that occur here. The formulas of statements come from sympy's LaTeX printer, where
letters that stand together are one name (``words``): ``tv_{rr}`` is one quantity with an index. The pages under
the proofs are written by hand, where ``nT`` is a product. A command that is not known is an UnsupportedFormula, so a
test over every formula that is shipped finds it.
"""

from __future__ import annotations

import re
from html import escape
from html.entities import html5

from replcalc.numbers.errors import ReplcalcError


class UnsupportedFormula(ReplcalcError):
    """A piece of LaTeX that this reader does not know."""


_GREEK = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ", "eta": "η",
    "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π",
    "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ", "phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ",
    "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
    "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "ell": "ℓ", "infty": "∞", "emptyset": "∅", "partial": "∂", "nabla": "∇",
    "bot": "⊥", "hbar": "ℏ", "prime": "′",
}  # fmt: skip
_OPERATORS = {
    "le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "equiv": "≡", "approx": "≈", "sim": "∼",
    "ll": "≪", "gg": "≫", "in": "∈", "notin": "∉", "subset": "⊂", "to": "→", "mapsto": "↦", "leftrightarrow": "↔",
    "cdot": "⋅", "times": "×", "div": "÷", "pm": "±", "mp": "∓", "oplus": "⊕", "otimes": "⊗", "circ": "∘",
    "star": "⋆", "ast": "∗", "cap": "∩", "cup": "∪", "wedge": "∧", "vee": "∨", "setminus": "∖", "mid": "∣",
    "dots": "…", "ldots": "…", "cdots": "⋯", "blacksquare": "■", "forall": "∀", "exists": "∃", "bmod": "mod",
}  # fmt: skip
#: Operators whose indices stand above and below in a displayed formula.
_LARGE = {"sum": "∑", "prod": "∏", "bigotimes": "⨂", "bigcup": "⋃", "bigcap": "⋂", "bigoplus": "⨁"}
_LIMITS = ("max", "min", "sup", "inf", "lim", "Pr")
_FUNCTIONS = (
    "log", "ln", "exp", "sin", "cos", "tan", "cot", "sec", "sinh", "cosh", "tanh", "coth", "arcsin", "arccos",
    "arctan", "deg", "dim", "det",
)  # fmt: skip
_FENCES = {
    "(": "(", ")": ")", "[": "[", "]": "]", "|": "|", "/": "/", ".": "", "lbrace": "{", "rbrace": "}", "{": "{",
    "}": "}", "lceil": "⌈", "rceil": "⌉", "lfloor": "⌊", "rfloor": "⌋", "langle": "⟨", "rangle": "⟩", "lvert": "|",
    "rvert": "|", "Vert": "‖", "lVert": "‖", "rVert": "‖", "vert": "|",
}  # fmt: skip
_OPENING = ("(", "[", "lbrace", "{", "lceil", "lfloor", "langle", "lvert", "lVert")
_SPACES = {",": "0.17em", ":": "0.22em", ";": "0.28em", " ": "0.25em", "!": "-0.17em", "quad": "1em", "qquad": "2em"}
_BIG = {"big": "1.2em", "Big": "1.8em", "bigg": "2.4em", "Bigg": "3em"}
_ACCENTS = {"hat": "^", "widehat": "^", "bar": "¯", "overline": "¯", "tilde": "~", "widetilde": "~", "dot": "˙"}
_STYLES = ("mathrm", "operatorname", "text", "texttt", "textbf", "mathbf", "mathbb", "mathcal", "mathit", "textrm")
#: Alphabets in which HTML names every letter: &Eopf; is double-struck, &Escr; script.
_ALPHABETS = {"mathbb": "opf", "mathcal": "scr"}
_IGNORED = ("textstyle", "displaystyle", "limits", "nolimits", "nonumber")

#: A command, a number, letters (``words``: all that stand together, else each by itself), spaces, any other sign.
_TOKEN = {
    words: re.compile(rf"\\[A-Za-z]+|\\.|\d+(?:\{{,\}}\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|{letters}|\s+|.", re.DOTALL)
    for words, letters in ((True, "[A-Za-z]+"), (False, "[A-Za-z]"))
}


def mathml(latex: str, *, display: bool = False, words: bool = False) -> str:
    """The formula as a ``<math>`` element. ``words``: letters that stand together are one name."""
    content = _Reader(latex, words).whole()
    block = ' display="block"' if display else ""
    return f'<math{block} alttext="{escape(" ".join(latex.split()))}">{content}</math>'


def formula(latex: str, *, display: bool = False, words: bool = True) -> str:
    """The formula for a page; one that cannot be read (a pack may print anything) is shown as its LaTeX."""
    try:
        return mathml(latex, display=display, words=words)
    except UnsupportedFormula:
        return f'<code class="tex">{escape(latex)}</code>'


def _tidied(latex: str) -> str:
    """Names as a person writes them: an index of an index beside it, primes, hats and stars as such."""
    latex = re.sub(r"\{(\\?[A-Za-z]+)_\{hat\}\}_", r"\\hat{\1}_", latex)
    latex = re.sub(r"(\\[A-Za-z]+|[A-Za-z])_\{hat\}", r"\\hat{\1}", latex)
    latex = re.sub(r"\{(\\?[A-Za-z]+)_\{([^{}]*)\}\}_\{([^{}]*)\}", r"\1_{\2,\3}", latex)
    return re.sub(r"_\{prime\}", "'", latex).replace("_{star}", r"_{\star}")


class _Reader:
    def __init__(self, latex: str, words: bool) -> None:
        self.latex, self.words = latex, words
        self.tokens: list[str] = _TOKEN[words].findall(_tidied(latex) if words else latex)
        self.at = 0

    # -- reading -------------------------------------------------------------------------------------------------------
    def whole(self) -> str:
        content = self.row(())
        if self.at < len(self.tokens):
            raise UnsupportedFormula(f"'{self.peek()}' is not expected in {self.latex}")
        return _row(content)

    def peek(self) -> str:
        """The next token that is no space."""
        while self.at < len(self.tokens) and self.tokens[self.at].isspace():
            self.at += 1
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self) -> str:
        token = self.peek()
        if not token:
            raise UnsupportedFormula(f"the formula ends too early: {self.latex}")
        self.at += 1
        return token

    def row(self, stops: tuple[str, ...]) -> list[str]:
        """Elements up to one of the stops, which is left to be read."""
        found: list[str] = []
        last = ""  # the token before, where it began a name or a number
        while self.peek() and self.peek() not in stops and self.peek() != "}":
            token = self.peek()
            if found and self._apart(last, token):
                found.append(_space("0.17em"))
            found += self.scripted()
            last = token
        return [element for element in found if element]

    def _apart(self, last: str, token: str) -> bool:
        """Does a product need a thin space to be told apart from one name?"""
        name = token[:1].isalpha() or token[1:] in _GREEK or token == "{"
        function = token[1:] in _FUNCTIONS or token[1:] == "operatorname"
        before = last[:1].isalnum() or last[1:] in _GREEK or last in ("{", ")", r"\frac", r"\sqrt", r"\left")
        return before and (function or (name and (self._is_word(token) or self._is_word(last))))

    def _is_word(self, token: str) -> bool:
        return self.words and len(token) > 1 and token.isalpha() and token.isascii()

    def argument(self) -> str:
        """What a command applies to: a group, or one character."""
        token = self.peek()
        if token == "{":
            return self.group()
        if token[:1].isdigit() and len(token) > 1:  # \frac12 is one half
            self.tokens[self.at : self.at + 1] = [token[0], token[1:]]
        return self.atom()[0]

    def group(self) -> str:
        self.take()
        content = self.row(())
        if self.take() != "}":
            raise UnsupportedFormula(f"a brace is not closed in {self.latex}")
        return _row(content)

    def plain(self) -> str:
        """The letters of a group that is text."""
        if self.peek() != "{":
            return self.take()
        self.take()
        depth, found = 1, []
        while depth:
            token = self.tokens[self.at] if self.at < len(self.tokens) else self.take()
            self.at += 1
            depth += {"{": 1, "}": -1}.get(token, 0)
            if depth:
                found.append(_OPERATORS.get(token[1:], token[1:]) if token.startswith("\\") else token)
        return "".join(found)

    def scripted(self) -> list[str]:
        """One element with its indices and exponents, and what stands between it and the next."""
        base, kind = self.atom()
        under = over = ""
        if self.peek() == r"\limits":
            self.take()
            kind = "limits"
        primes = 0
        while self.peek() in ("_", "^", "'"):
            mark = self.take()
            if mark == "'":
                primes += 1
            elif mark == "_":
                under = self.argument()
            else:
                over = self.argument()
        if primes:
            over = _row([f"<mo>{'′' * primes}</mo>", *([over] if over else [])])
        return [_scripts(base, under, over, kind), *self._after(kind)]

    def _after(self, kind: str) -> list[str]:
        """Between a function and what it applies to: nothing before a bracket, a thin space before a name."""
        if kind != "function":
            return []
        bracket = self.peek() in ("", "(", "[", "{", r"\left", r"\lvert", r"\bigl", r"\Bigl", "}", ")", ",")
        return ["<mo>&#x2061;</mo>", *([] if bracket else [_space("0.17em")])]

    def atom(self) -> tuple[str, str]:
        """One element without scripts, and what it is: plain, function, limits."""
        token = self.take()
        if token == "{":
            self.at -= 1
            return self.group(), "plain"
        if token[0].isdigit():
            return f"<mn>{token.replace('{,}', ',')}</mn>", "plain"
        if token.isalpha():
            return f"<mi>{token}</mi>", "plain"
        if token.startswith("\\") and len(token) > 1:
            return self.command(token[1:])
        if token == "/":
            return '<mo lspace="0" rspace="0">/</mo>', "plain"
        if token == "|":
            return '<mo lspace="0" rspace="0" stretchy="false">|</mo>', "plain"
        if token in "()[]":
            return f'<mo stretchy="false">{token}</mo>', "plain"
        if token in "_^}&~":
            raise UnsupportedFormula(f"'{token}' is not expected in {self.latex}")
        return f"<mo>{escape({'-': '−', '*': '∗'}.get(token, token))}</mo>", "plain"

    def command(self, name: str) -> tuple[str, str]:
        if name in _GREEK:
            return f"<mi>{_GREEK[name]}</mi>", "plain"
        if name in _LARGE:
            return f"<mo>{_LARGE[name]}</mo>", "limits"
        if name == "int":
            return "<mo>∫</mo>", "plain"
        if name in _LIMITS:
            return f'<mo movablelimits="true" form="prefix" lspace="0.17em" rspace="0.1em">{name}</mo>', "limits"
        if name in _FUNCTIONS:
            return f"<mi>{'ln' if name == 'log' and self.words else name}</mi>", "function"
        if name in _OPERATORS:
            return f"<mo>{_OPERATORS[name]}</mo>", "plain"
        if name in _SPACES:
            return _space(_SPACES[name]), "plain"
        if name in _FENCES:
            return f'<mo stretchy="false">{_FENCES[name]}</mo>', "plain"
        if name in _IGNORED:
            return "", "plain"
        if name in _STYLES:
            return self.styled(name)
        if name in _ACCENTS:
            return f'<mover accent="true">{self.argument()}<mo>{_ACCENTS[name]}</mo></mover>', "plain"
        return self.construction(name), "plain"

    def construction(self, name: str) -> str:
        """Commands with arguments of their own."""
        if name in ("frac", "tfrac", "dfrac"):
            fraction = f"<mfrac>{self.argument()}{self.argument()}</mfrac>"
            style = {"tfrac": "false", "dfrac": "true"}.get(name)
            return fraction if style is None else f'<mstyle displaystyle="{style}">{fraction}</mstyle>'
        if name == "binom":
            inner = f'<mfrac linethickness="0">{self.argument()}{self.argument()}</mfrac>'
            return f"<mrow><mo>(</mo>{inner}<mo>)</mo></mrow>"
        if name == "sqrt":
            if self.peek() != "[":
                return f"<msqrt>{self.argument()}</msqrt>"
            self.take()
            index = _row(self.row(("]",)))
            self.take()
            return f"<mroot>{self.argument()}{index}</mroot>"
        if name == "left":
            left = self.fence()
            content = self.row((r"\right",))
            self.take()
            return f"<mrow>{left}{''.join(content)}{self.fence()}</mrow>"
        if name.rstrip("lrm") in _BIG:
            size = _BIG[name.rstrip("lrm")]
            return self.fence(f' minsize="{size}" maxsize="{size}"')
        if name == "tag":
            return f"<mrow>{_space('2em')}<mtext>({escape(self.plain())})</mtext></mrow>"
        raise UnsupportedFormula(f"'\\{name}' is not known, in {self.latex}")

    def fence(self, attributes: str = ' stretchy="true"') -> str:
        token = self.take().lstrip("\\")
        if token not in _FENCES:
            raise UnsupportedFormula(f"'{token}' is no bracket, in {self.latex}")
        form = "prefix" if token in _OPENING else "postfix"
        return f'<mo form="{form}" lspace="0" rspace="0"{attributes}>{_FENCES[token]}</mo>' if _FENCES[token] else ""

    def styled(self, name: str) -> tuple[str, str]:
        text = self.plain()
        if name in _ALPHABETS:
            return f"<mi>{''.join(html5.get(f'{c}{_ALPHABETS[name]};', escape(c)) for c in text)}</mi>", "plain"
        if name in ("mathbf", "textbf"):
            return f"<mi>{''.join(map(_bold, text))}</mi>", "plain"
        if name == "operatorname":
            return f"<mi>{escape(text)}</mi>", "function"
        if name == "texttt":
            return f'<mtext class="code">{escape(text)}</mtext>', "plain"
        if name in ("text", "textrm"):
            return f"<mtext>{escape(text)}</mtext>", "plain"
        return f'<mi mathvariant="normal">{escape(text)}</mi>', "plain"


def _bold(character: str) -> str:
    """A letter or digit in Unicode's bold mathematical alphabet."""
    for first, last, bold in (("A", "Z", 0x1D400), ("a", "z", 0x1D41A), ("0", "9", 0x1D7CE)):
        if first <= character <= last:
            return chr(bold + ord(character) - ord(first))
    return escape(character)


def _row(elements: list[str]) -> str:
    """One element of several."""
    return elements[0] if len(elements) == 1 else f"<mrow>{''.join(elements)}</mrow>"


def _space(width: str) -> str:
    return f'<mspace width="{width}"></mspace>'


def _scripts(base: str, under: str, over: str, kind: str) -> str:
    if not under and not over:
        return base
    sub, sup, both = ("munder", "mover", "munderover") if kind == "limits" else ("msub", "msup", "msubsup")
    base = base or "<mrow></mrow>"
    if under and over:
        return f"<{both}>{base}{under}{over}</{both}>"
    return f"<{sub}>{base}{under}</{sub}>" if under else f"<{sup}>{base}{over}</{sup}>"
