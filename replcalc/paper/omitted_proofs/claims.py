"""Claims of the omitted proofs: side-by-side composition, tightness (TeX lines 3597-3740)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about sec:naive
    naive.capped-line 3636: e^-x <= max(1/2, 1 - x/2) for all x > 0
        exp(-x) <= Max(1/2, 1 - {1/2|0.73}*x)
        on x >= 0
        constant 1/2 -> 1/(2 ln 2) = 0.7213 (the two branches meet at x = ln 2)

    naive.union 3630: k independent events of probability p: 1 - (1-p)^k >= 1 - e^(-kp) >= (1 - 1/e) min(kp, 1), and \
        no larger constant does
        1 - exp(-x) >= {(1 - exp(-1))|0.64}*Min(x, 1) and 1 - p <= exp(-p) and 1 - exp(-1) >= 1/2
        on p in [0, 1), x >= 0
        constant 1/2 -> 1 - 1/e = 0.63212
        given that powers keep the order: (1-p)^k <= e^(-kp) from 1 - p <= e^-p

    naive.common-string 3629: the bound min(1, k rho/2)/2 holds also if the copies share one random string: the first \
        bit of a fair sample if r < 1/10, else 0 (rho = 1/20, k = 40)
        {1/10*(1 - (1/2)^40)|1 - (1 - 1/20)^40} >= Min(1, 40*(1/20)/2)/2
        expected refuted
        note independence of the coins is used and has to be assumed

    naive.nearly-optimal 3609: if the infimum rho is positive, 2 rho is above it and rho/2 below it
        2*rho > {1|2.1}*rho > rho/2
        note at rho = 0 neither holds, which is why rho > 0 is assumed (3608)

    about thm:hardness
    hardness.exponents 3728: c k^r beta^ell = 1/1000 and ln(1/beta) = (r ln k + ln(1000 c))/ell at beta = (1000 \
        c)^(-1/ell) k^(-r/ell)
        log(failure) = -log({1000|999}) and log(1/beta) = (r*log(k) + log(1000*C_hardness))/ell

    hardness.sublinear 3739: n^(9/10) with a factor 1000 ln(n)^10 is at least n (n = 2^2000): an exponent below 1 is \
        possible
        2^(2000*{9/10|1})*1000*(2000*log(2))^10 >= 2^2000
        expected refuted

    about lm:replic_to_sample_pg
    to-pg.markov 3760: a 1/10000-replicable algorithm is (0.01, 0.01)-replicable: Markov, and the mode is at least the \
        collisions
        (1/10000)/(1/100) <= {1/100|1/101} and m^2 <= m*(m + x)
        on m >= 0, x >= 0
        constant 0.01 -> 0.01
        given Markov's inequality

    about lm:hard_instance_exists
    hard.one-block 3705: One block is n queries at accuracy 1/100: thm:multi_dim_mean gives 10^4 n rho^-2 \
        polylog(1/beta)
        means = {10^4|9999}*block*log(exp(1) + n*(1/100)^(-2)*rho^(-2))
        let means = thm:multi_dim_mean.n(k = n, alpha = 1/100, rho = rho, beta = beta, C_queries = 1, p_queries = 1)
        let block = lm:hard_instance_exists.samples_each(n = n, rho = rho, beta = beta, C_hard_each = 1, p_hard_each = \
            0, q_hard_each = 1)
        constant O~(1) -> 10^4
        given thm:multi_dim_mean, whose O~ hides the last logarithm
    """,
    at,
)
