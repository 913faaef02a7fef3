"""Claims on the sharper constants in the paper's own lemmas, and on the free split of boosting."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:threshold-constant",
        """
        derived.fisher-slope: |p'| <= sqrt(p(1-p) m/(theta(1-theta))) <= (2/sqrt 3) sqrt(m) on (1/4, 3/4)
            p*(1 - p) <= 1/4 and 1/(4*theta*(1 - theta)) <= {4/3|1.2}
            on p in [0, 1], theta in (1/4, 3/4)
            constant 3 -> 2/sqrt(3) = 1.1547
            note false below 3/(2 sqrt(2)) = 1.0606 (m = 2, + as soon as one is 1)
            given the Cauchy-Schwarz inequality for the score

        derived.arcsine-step: sqrt(1/4 - tau^2)/(tau sqrt m) <= 1.49, since p moves from at most 3/16 to at least \
            13/16: the sine of the move of arcsin sqrt(p) is 5/8, and x = 2 tau
            sqrt(13/16)*sqrt(13/16) - sqrt(3/16)*sqrt(3/16) = 5/8 and (1/4 - (x/2)^2)/(x/2)^2 = (1 - x^2)/x^2
            diff(x/sqrt(1 - x^2), x) - 1/sqrt(1 - x^2) = x^2/sqrt(1 - x^2)^3 and {1.49|1.48}*asin(5/8) >= 1
            on x in (0, 1)
            proved 1/arcsin(5/8) = 1.4812
            given the fundamental theorem of calculus for arcsin

        derived.missing-ends: 1.49 (4/3) u^(3/2) <= 4u(1-u) on [0, 3/16]
            {1.49|5.7}*4/3*u^(3/2) <= 4*u*(1 - u)
            on u in [0, 3/16]
            constant 1.49 -> 5.629

        derived.integrals: the integral of 2 sqrt(p(1-p)) over [0, 1] is pi/4, that of 2 sqrt(p) over [0, u] is \
            (4/3) u^(3/2)
            1 - (2*p - 1)^2 = 4*p*(1 - p) and diff((2*p - 1)*sqrt(p*(1 - p))/2, p)*sqrt(p*(1 - p)) = (8*p*(1 - p) - \
                1)/4
            1/4 + (8*p*(1 - p) - 1)/4 = {2|3}*p*(1 - p) and diff(4/3*p*sqrt(p), p)*sqrt(p) = 2*p
            on p in (0, 1)
            given the fundamental theorem of calculus

        derived.threshold-constant: disagreement at least c(tau)/(tau sqrt m), c(tau) = pi sqrt(1-4 tau^2)/48 >= \
            0.0566 for tau < 1/4
            (1/4 - tau^2)*(pi/4/(6*tau))^2 = (c_tau/tau)^2 and c_tau >= {0.0566|0.0567}
            on tau in (0, 1/4]
            constant 2/243 = 0.00823 -> 0.0566 (0.05668 at tau = 1/4, pi/48 = 0.06545 for small tau)
            given derived.fisher-slope, derived.arcsine-step and derived.missing-ends
        """,
    ),
    *claims_from_text(
        "derived:adaptive-lower-bound",
        """
        derived.two-draws: p(1-p') + p'(1-p) >= p(1-p) + p'(1-p'): the difference is (p-p')^2, no third draw is \
            needed for signs
            p*(1 - q) + q*(1 - p) >= {1|1.1}*p*(1 - p) + q*(1 - q)
            on p in [0, 1], q in [0, 1]

        derived.linear-in-coins: rho >= p(k(1-rho-beta) - 16 beta): both bounds are linear, so the coins are \
            averaged without splitting
            beta - (Z - k*beta)/{16|15} = ((16 + k)*beta - Z)/16 and p*(k - (16 + k)*beta - k*rho) = p*(k*(1 - rho - \
                beta) - 16*beta)
            on p in [0, 1], Z >= 0
            given the two bounds of the paper's proof

        derived.adaptive-sharp: m >= (c(tau) [k(1-rho-beta) - 16 beta]/(rho tau))^2
            {1|2}*(c_tau*(k*(1 - rho - beta) - 16*beta)/(rho*tau))^2 = m_real
            constant (k(1-4 rho)/(972 rho tau))^2 -> c(tau) >= 0.0566 in place of 1/972, for every rho
            given derived.threshold-constant and derived.linear-in-coins

        derived.adaptive-range: k(1-rho-beta) >= 16 beta whenever k >= 16 and beta <= (1-rho)/2: no upper bound on \
            rho below 1
            k*(1 - rho - beta) >= {16|16.1}*beta
            on k integer in [16, oo), rho in [0, 1), beta >= 0
            if beta <= (1 - rho)/2
        """,
    ),
    *claims_from_text(
        "derived:boost-split",
        """
        boost.free-split: with fresh samples the boosted algorithm fails with at most beta1 beta_t + (beta1 + \
            beta_t) beta_n: the first solver is invalid (z) or in between (w), beta1 = z + w + s; the tester accepts \
            an invalid one with a, rejects a valid one with r, beta_t = a + x = r + y
            z*a <= (z + w + s)*(a + x) - {0|1}*z*a and (1 - v)*r + w*(1 - t) + z*(1 - a) <= z + w + s + r + y
            on z >= 0, w >= 0, v >= 0, t >= 0, a >= 0, r >= 0, s >= 0, x >= 0, y >= 0
            given that fresh samples are independent

        boost.free-split-paper: the paper's split in the free form: replicability at most rho, failure at most 5 \
            beta/16 instead of 3 beta/4
            replic <= rho and fails <= {5/16|0.31}*beta
            let replic = derived:boost-split.rho_split(rho1 = rho/4, beta1 = rho/4, beta_t = m/4, beta_n = beta/2)
            let fails = derived:boost-split.beta_split(rho1 = rho/4, beta1 = rho/4, beta_t = m/4, beta_n = beta/2)
            on m in (0, 1]
            if m <= rho, m <= beta
            constant 3/4 -> 5/16
            given boost.free-split
        """,
    ),
)
