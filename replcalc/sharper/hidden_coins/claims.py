"""Claims on hidden coins, hidden means and locations."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:hidden-coins-lower
    hidden.base: one flip of a hard coin differs from another with probability sin^2(x)/2, 1/4 on average: c the \
        cosine of x
        2*((1 - c)/2)*((1 + c)/2) = (1 - c^2)/{2|4} and h = 2*h/(1 - h)*(1 - h)/2
        on c in (0, 1), h in (0, 1)
        given the fundamental theorem of calculus

    hidden.parts: the slope along an axis, weighted from 1 - lam at the right end to 1 at the wrong one, by parts
        -(1 - lam + lam*x/pi)*slope = diff(1 - lam + lam*x/pi, x)*value - (diff(1 - lam + lam*x/pi, x)*value + (1 - \
            lam + lam*x/pi)*slope)
        1 - lam + lam*0/pi = 1 - lam and 1 - lam + lam*pi/pi = {1|2}
        on x > 0, value > 0, slope > 0
        given integration by parts

    hidden.coins-margin: rho sqrt(N) >= charge (1-rho-beta)/8 - h k beta/(pi (1-h)), and one problem is charged \
        2h/(1+h)
        margin = charge/pi*pi/8*(1 - rho - beta) - 2*share/(1 - share)/pi*{1/2|1/4}*k*beta
        (1 - odds/(1 + odds))*odds = 2*share/(1 + share) and (1 - odds/(1 + odds))*odds = odds/(1 + odds)
        let odds = 2*share/(1 - share)
        on charge > 0
        given hidden.parts

    about derived:hidden-means-lower
    hidden.means-margin: rho sqrt(N/n) >= (charge (1-rho-beta)/sqrt(pi) - h k beta sqrt(2 pi)/(2(1-h)))/(2z), k rho0 \
        while small
        margin = (charge/{sqrt(pi)|pi}*(1 - rho - beta) - 2*share/(1 - share)*sqrt(2*pi)/4*k*beta)/(2*z) and \
            2*(rho0*z*sqrt(pi))*k/sqrt(pi)/(2*z) = k*rho0
        on charge > 0
        given hidden.parts

    about derived:location-lower
    hidden.location: a location told by n samples is a Gaussian mean of size (1+2L)/(rho0 sqrt(pi n))
        2*sigma/sqrt(pi) = rho0 and samples_real = mean
        let sigma = rho0*sqrt(pi)/{2|1}
        let mean = derived:gaussian-means-lower.samples_real(tau = (1 + 2*L)/(2*sigma*sqrt(n)))
        given derived:hidden-means-lower
    """
)
