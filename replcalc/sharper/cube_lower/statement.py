"""Cells of k coins or k Gaussian means: what their surface forces on a replicable algorithm (proof.md).

Three geometries (field, ball, Cheeger's constant) say how much surface an answer's cell has; two rules say what
disagreement follows.
"""

from typing import Any

from replcalc.paper.literature import GOLDSTEIN_2010
from replcalc.sharper.cube_lower.window_mass import window_mass
from replcalc.sharper.tight_adaptive.sign_integral import sign_integral
from replcalc.vocabulary import *

FEDERER_FLEMING = Citation("federer1960normal", "Federer, Fleming", 1960, "Normal and integral currents")
KAWOHL_2006 = Citation(
    "kawohl2006characterization",
    "Kawohl, Lachand-Robert",
    2006,
    "Characterization of Cheeger sets for convex subsets of the plane",
)

_N = natural("N")
_t, _sine, _d, _h, _side, _share = map(real, ("t", "sine", "d", "cheeger", "side", "share"))
_a, _b, _I, _G = map(real, ("slope", "offset", "integral", "peak"))
_pull, _most, _edge, _forced = map(real, ("pull", "most", "edge", "rho_forced"))
#: What a geometry hands to a rule.
SURFACE = ("integral", "peak", "pull", "most", "edge")

MANY = Parameter(k, Domain(rational(2), None, False, integer=True), "number of queries")
SAMPLES = Parameter(_N, COUNT, "samples that are shown to be too few")
WINDOW = Parameter(_t, UNIT_OPEN, "the window: biases q with |2q - 1| at most t")
MARGIN = Parameter(_d, POSITIVE, "over which an answer may fade out beside its cell")
ROOM = Parameter(_sine, UNIT_OPEN, "sine of the field's phase that is left between a cell and a pole")
CHEEGER = Parameter(_h, POSITIVE, "at most Cheeger's constant of the unit cube: least surface over volume")
CURVE = Parameter(_share, UNIT_OPEN, "shape of the field: where its two cases meet, as a share of k - 1")


def _slopes() -> tuple[Conclusion, ...]:
    """|grad p| <= a i(p) + b in the angles, and the integral and peak of 2p(1-p) over it."""
    return (
        Conclusion(_a, "=", sqrt(_N), "factor of the Gaussian slope"),
        Conclusion(_b, "=", (1 + _t**2) / (2 * sqrt(1 - _t**2)), "slope lost to the normal approximation"),
        Conclusion(_I, "=", sign_integral(_a, _b), "the integral of 2p(1-p) over the largest slope"),
        Conclusion(_G, "=", 1 / (2 * (_a / sqrt(2 * pi) + _b)), "its largest integrand, at p = 1/2"),
    )


def _surface(pull: Any, most: Any, edge: Any) -> tuple[Conclusion, ...]:
    return (
        Conclusion(_pull, ">=", pull, "surface over volume of a cell, on average over the window"),
        Conclusion(_most, "=", most, "the same at the most favourable place"),
        Conclusion(_edge, "=", edge, "what the window's edge takes away"),
    )


_ANSWERS = "answers lie within alpha of all k biases except with probability beta, for all biases in the window"

# -- geometries --------------------------------------------------------------------------------------------------------
_cell, _mu, _L0, _M, _D, _c1, _c2, _s = map(real, ("cell", "mu", "growth", "loss", "mass", "c1", "c2", "square"))

field = Statement(
    label="derived:cube-field",
    title="The surface of a cell, by a field of unit vectors",
    meaning="Cells of side 4 alpha in z = 2q - 1, in the window |z_i| <= t, crossed by a field of large divergence.",
    given=(MANY, ALPHA, SAMPLES, WINDOW, ROOM, MARGIN),
    assumes=(at_most(_t, rational(87, 100)), below(_M, k * (1 - _t**2) * _L0), assuming(_ANSWERS)),
    gives=(
        *_slopes(),
        Conclusion(_cell, "=", (4 * alpha + 2 * _d) / (1 - 2 * asin(_sine) / pi), "from pole to pole of the field"),
        Conclusion(_mu, "=", pi / _cell, "frequency of the field"),
        Conclusion(_L0, "=", _mu**2 - pi**2 / (2 * _t) ** 2, "divergence per axis"),
        Conclusion(_M, "=", (_mu / _sine) ** 2 + _t * _mu * sqrt(1 - _sine**2) / _sine, "lost by unit length"),
        Conclusion(_D, "=", window_mass(_t), "mass of the window"),
        Conclusion(_c1, "=", _t / _D, "mean of 1 - z^2"),
        Conclusion(_c2, "=", _c1 * (1 - 4 * _t**2 * (rational(1, 12) - 1 / (2 * pi**2))), "mean of (1 - z^2)^2"),
        Conclusion(_s, "=", k * _L0 * _c1 - _M, "mean of the square"),
        *_surface(2 * sqrt(_s) * (1 - k * _L0**2 * (_c2 - _c1**2) / (2 * _s**2)), 2 * sqrt(k * _L0 - _M), rational(0)),
    ),
    uses=("def:replic",),
    cites=(GOLDSTEIN_2010,),
)

_angle, _near, _ball = real("angle"), real("near"), real("ball")


def _sides() -> tuple[Conclusion, ...]:
    return (
        Conclusion(_angle, "=", asin(_t), "half the window in the angle of unit Fisher information"),
        Conclusion(_side, "=", _angle - asin(_t - 4 * alpha), "the longest side of a cell"),
    )


def _isoperimetric() -> Any:
    """Return k omega_k^(1/k), omega_k the volume of the unit ball."""
    ball: Any = k * sqrt(pi) * exp(-loggamma(k / 2 + 1) / k)
    return ball


ball = Statement(
    label="derived:cube-ball",
    title="The surface of a cell, by balls",
    meaning="The isoperimetric inequality for cells in the window |2q_i - 1| <= t, reflected at its faces.",
    given=(MANY, ALPHA, SAMPLES, WINDOW, MARGIN),
    assumes=(below(2 * alpha, _t), below(_near, 1), below(_side + 2 * _d, 2 * _angle), assuming(_ANSWERS)),
    gives=(
        *_slopes(),
        *_sides(),
        Conclusion(_near, "=", (_side + _d) / _angle, "share of the window that is next to a face, per axis"),
        Conclusion(_ball, "=", _isoperimetric(), "surface of the ball of volume 1"),
        *_surface(_ball / _side * (1 - _near * (1 - exp(-log(2) / k))) ** k, _ball / _side, rational(0)),
    ),
    uses=("def:replic",),
    cites=(FEDERER_FLEMING,),
)

cheeger = Statement(
    label="derived:cube-cheeger",
    title="The surface of a cell, by Cheeger's constant",
    meaning="Cells in the window |2q_i - 1| <= t, under a weight that vanishes at its faces.",
    given=(MANY, ALPHA, SAMPLES, WINDOW, MARGIN, CHEEGER),
    assumes=(below(2 * alpha, _t), assuming(_ANSWERS)),
    gives=(*_slopes(), *_sides(), *_surface(_h / (_side + 2 * _d), _h / (_side + 2 * _d), pi * sqrt(k) / _angle)),
    uses=("def:replic",),
)

_L = real("L")

gaussian_box = Statement(
    label="derived:gaussian-box",
    title="The surface of a cell of Gaussian means",
    meaning="Samples N(m, I_k) with |m_i| <= L/2, answers within alpha of m: cells are cubes of side 2 alpha.",
    given=(MANY, ALPHA, SAMPLES, Parameter(_L, POSITIVE, "the window of each mean"), MARGIN, CHEEGER),
    assumes=(
        assuming("answers lie within alpha of all k means except with probability beta, for all means in the window"),
    ),
    gives=(
        Conclusion(_I, "=", 2 / sqrt(pi * _N), "the integral of 2p(1-p) over the largest slope"),
        Conclusion(_G, "=", sqrt(2 * pi / _N) / 2, "its largest integrand, at p = 1/2"),
        *_surface(_h / (2 * alpha + 2 * _d), _h / (2 * alpha + 2 * _d), 2 * pi * sqrt(k) / _L),
    ),
    uses=("def:replic",),
    notes=("For means anywhere let L grow. Limit: h^2/(4 pi alpha^2 rho^2) samples.",),
)

# -- Cheeger's constant of the cube ------------------------------------------------------------------------------------
_gamma, _B, _theta = real("gamma"), real("B"), real("theta")

cube = Statement(
    label="derived:cheeger-of-cube",
    title="Cheeger's constant of the unit cube",
    meaning="Every set inside the unit cube has at least so much surface over volume.",
    given=(MANY, CURVE),
    gives=(
        Conclusion(_gamma, "=", _share * (k - 1), "where the two cases meet"),
        Conclusion(_B, "=", sqrt(_gamma * (k - _gamma - 1) / k), "size of the field's components at a face"),
        Conclusion(
            _theta, "=", 2 * ((1 + 1 / _gamma) * asin(_B / sqrt(1 + _B**2)) - _B / _gamma), "speed of the components"
        ),
        Conclusion(_h, ">=", largest(2 * _theta * sqrt(k), _isoperimetric()), "Cheeger's constant"),
    ),
    notes=("It is at most 2 pi sqrt(k), by the product of cos^2(pi x_i).",),
)

square = Statement(
    label="derived:cheeger-of-square",
    title="Cheeger's constant of the unit square",
    meaning="Every set inside the unit square has at least so much boundary over area; rounded corners attain it.",
    given=(),
    gives=(Conclusion(_h, "=", 2 + sqrt(pi), "Cheeger's constant"),),
    cites=(KAWOHL_2006,),
)

# -- rules -------------------------------------------------------------------------------------------------------------
_GIVEN = (
    RHO,
    BETA,
    SAMPLES,
    Parameter(_I, POSITIVE, "the integral of 2p(1-p) over the largest slope"),
    Parameter(_G, POSITIVE, "its largest integrand"),
    Parameter(_pull, POSITIVE, "surface over volume of a cell, on average over the window"),
    Parameter(_most, POSITIVE, "the same at the most favourable place"),
    Parameter(_edge, NONNEGATIVE, "what the window's edge takes away"),
    MARGIN,
)
_GUARANTEED = (
    "the algorithm is rho-replicable and fails with probability at most beta everywhere in the window",
    "pull, most, edge and d are those of a geometry of the window, integral and peak those of its slopes",
)


def _forces(expression: Any) -> tuple[Conclusion, Conclusion]:
    return (
        Conclusion(_forced, ">=", expression, "disagreement of two runs of N samples, on average over the window"),
        Conclusion(Symbol("N_least"), ">=", _N + 1, "samples", name="samples"),
    )


cells = Statement(
    label="derived:cells-lower",
    kind="theorem",
    title="What the surface of cells forces on a replicable algorithm",
    meaning="N samples are too few where the disagreement that they force exceeds rho.",
    given=_GIVEN,
    assumes=(at_most(_I * _most, 2), below(rho, _forced), *map(assuming, _GUARANTEED)),
    gives=_forces((_I * (_pull - _edge) - _G * beta * (1 / _d + _most)) / (2 + rational(5, 8) * _I * _G * _most**2)),
    uses=("def:replic",),
    notes=(
        "k fixed, alpha, rho and beta vanishing: cheeger^2/(16 pi alpha^2 rho^2) samples for k queries.",
        "For many queries that is (pi/4) k/(alpha^2 rho^2).",
    ),
)

cells_plain = Statement(
    label="derived:cells-lower-plain",
    kind="theorem",
    title="The same where cells are small beside their surface",
    meaning="As derived:cells-lower without its condition, losing the factor 1 - rho - beta.",
    given=_GIVEN,
    assumes=(at_most(rho + beta, 1), below(rho, _forced), *map(assuming, _GUARANTEED)),
    gives=_forces((_I * (_pull * (1 - rho - beta) - _edge) - _G * beta / _d) / 2),
    uses=("def:replic",),
)

STATEMENTS = (field, ball, cheeger, gaussian_box, cube, square, cells, cells_plain)
