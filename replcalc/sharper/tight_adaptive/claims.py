"""Claims on the tight adaptive lower bound."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:tight-adaptive
    tight.slope: the slope of a test of probability p is at most A phi(z) + B, z the normal quantile of p
        (1 - q)*q^3 + q*(1 - q)^3 = q*(1 - q)*(q^2 + (1 - q)^2) and (1/2 + tau)^2 + (1/2 - tau)^2 = 1/2 + 2*tau^2
        m/(1/4 - tau^2) = slope^2 and {1/2|1}*(1/2 + 2*tau^2)/(1/4 - tau^2) = offset and (1/2*(1/2 + 2*tau^2))^2/(1/4 \
            - tau^2) = angles^2
        let angles = derived:queries-lower.offset(tau = tau)
        on q in (0, 1)
        given the zero-bias coupling (sharper/tight_adaptive/proof.md)

    tight.zero-bias: a centred coin is ((1-q)^2 + q^2)/2 from a uniform variable: sums of coins are within q^2 + \
        (1-q)^2 of normal
        (1 - q)*(1 - q) - (1 - q)^2/2 = (1 - q)^2/2 and {2|1}*((1 - q)^2/2 + q^2/2) = q^2 + (1 - q)^2
        on q in (0, 1)
        given the zero-bias coupling (sharper/tight_adaptive/proof.md)

    tight.peak: 1 - erf(y)^2 <= e^(-y^2), that is 4p(1-p) phi(0) <= phi(z): the integrand is largest at p = 1/2
        1 - erf(y)^2 <= exp(-{1|1.3}*y^2)
        on y in [0, 1]
        note that the square contains the disc is argued in proof.md
        given for y > 1, that the square [-y, y]^2 contains the disc of radius y (sharper/tight_adaptive/proof.md)

    tight.limit: the constant tends to 1/(2 sqrt(pi)), whose square 1/(4 pi) rounding every round attains
        diff(sqrt(2)*u*P*(1 - P) + phi*(1 - 2*P), u)/sqrt(2) = P*(1 - P) - 2*phi^2 and diff(erf(y)/(2*sqrt(pi)), y) = \
            2*(exp(-y^2/2)/sqrt(2*pi))^2 and 2*(1/(2*sqrt(pi))) = 1/sqrt(pi)
        (k*({1/2|1}/sqrt(pi))/(rho*tau))^2 = k^2/(4*pi*rho^2*tau^2)
        let P = (1 + erf(u))/2
        let phi = exp(-u^2)/sqrt(2*pi)
        on y > 0, u > 0
        given the fundamental theorem of calculus

    tight.telescoping: rho >= Pi(k(1-rho-beta) - beta/(w eta)): an inaccurate round errs with probability above w eta
        beta - {1|2}*w*eta*(Z - k*beta) = w*eta*((1/(w*eta) + k)*beta - Z) and k - (1/(w*eta) + k)*beta - k*rho = gain
        on Z > 0
        given the telescoping sum of thm:adaptive_lb
    """
)
