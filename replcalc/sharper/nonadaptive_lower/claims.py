"""Claims on the lower bounds for non-adaptive problems."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:coins-lower
    coins.square: Psi(p), the integral of sqrt(s(1-s)), is at least (pi/8) p^2 and has slope at most 1/2
        p*(1 - p) - ({pi/4|pi/3}*p)^2 = p*(1 - (1 + ({pi/4|pi/3})^2)*p) and {pi/4|pi/3}/2 = pi/8 and p*(1 - p) <= 1/4
        on p in [0, 1]
        given the fundamental theorem of calculus

    coins.samples: each end gives (pi/8)(1-rho-(1+4/pi)beta); together N >= k(pi margin/(8 angle rho))^2
        pi/8*(1 - rho - beta) - {1/2|1}*beta = pi/8*margin and k/samples_real/(2*angle)^2*(2*pi/8*margin)^2 = rho^2
        given coins.square and the Cauchy-Schwarz inequality

    about derived:queries-lower
    signs.concave: i = phi(Phi^-1) has i i'' = -1: it is concave, so (1-p)/(a i(p) + b) decreases in p
        diff(phi, z)/phi = -z and diff(-z, z)/phi*phi = -{1|2} and 1/phi >= 0
        let phi = exp(-z^2/2)/sqrt(2*pi)
        on z > 0
        given that a second derivative <= 0 makes a function concave

    about derived:gaussian-means-lower
    signs.gaussian-means: each end gives (1-rho-(1+pi sqrt(2)/4)beta)/sqrt(pi); together N >= k margin^2/(pi tau^2 \
        rho^2)
        (1 - rho - beta)/sqrt(pi) - sqrt(2*pi)/{4|2}*beta = margin/sqrt(pi) and \
            k/samples_real/(2*tau)^2*(2*margin/sqrt(pi))^2 = rho^2
        given signs.concave and the Cauchy-Schwarz inequality
    """
)
