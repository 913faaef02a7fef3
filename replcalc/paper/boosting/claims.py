"""Claims of boosting, its application to statistical queries, and lm:tester (TeX lines 3073-3300)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about thm:boost_beta
    boost.replicability 3114: rho/4 + rho/4 + 2 min(rho, beta)/4 <= rho
        rho_new <= {1|0.9}*rho
        constant 1 -> 1 (equality for beta >= rho)

    boost.failure 3122: min(rho, beta)/4 + beta/2 <= 3 beta/4
        beta_new <= {3/4|0.7}*beta
        constant 3/4 -> 3/4

    about thm:boost_sq
    sq.margins 3172: an estimate within alpha/4 separates the valid from the invalid: 5/4 < 3/2 < 7/4
        alpha + alpha/4 < {3/2|1.8}*alpha < 2*alpha - alpha/4
        constant 1/4 -> any error below 1/2

    sq.tester-size 3211: 8 ln(2/beta)/alpha^2 samples estimate a mean in [0,1] to within alpha/4 except with \
        probability beta
        2*exp(-2*({8|7}*log(2/beta)/alpha^2)*(alpha/4)^2) = beta
        given Hoeffding's inequality

    sq.fallback-size 3218: ln(2/beta)/(2 alpha^2) samples estimate a mean in [0,1] to within alpha except with \
        probability beta
        2*exp(-2*(log(2/beta)/({2|3}*alpha^2))*alpha^2) = beta
        given Hoeffding's inequality

    sq.denominator 3193: rho - 2 beta >= rho/2 for beta <= rho/4
        rho - 2*beta >= {1/2|0.6}*rho
        if beta <= rho/4
        constant 1/2 -> 1/2 (beta = rho/4)

    sq.log-four 3186: ln(4/rho) <= 3 ln(1/rho) for rho <= 1/2
        log(4/rho) <= {3|2.9}*log(1/rho)
        on rho in (0, 1/2]
        proved 3 (rho = 1/2)

    sq.log-four-everywhere 3186: ln(4/rho) <= 100 ln(1/rho) for all rho < 1, as the O without a range for rho reads
        log(4/rho) <= 100*log(1/rho)
        on rho in (0, {1|1/2})
        expected refuted
        note no constant works: ln(1/rho) tends to 0 while ln(4/rho) > ln 4

    about rem:boost
    rem.polynomial-costs 3153: a cost rho^-a alpha^-b at (rho/4, alpha/2) is 4^a 2^b times that at (rho, alpha), for \
        all exponents
        (rho/4)^(-a)*(alpha/2)^(-b) = {4|5}^a*2^b*rho^(-a)*alpha^(-b)
        on rho > 0, alpha > 0, a > 0, b > 0

    about lm:tester
    tester.chernoff-upper 3289: the upper tail is at most exp(-d^2 n mu/3) for d <= 1: (1+d) ln(1+d) - d >= d^2/3
        (1 + d)*log(1 + d) - d >= {1/3|0.387}*d^2
        on d in [0, 1]
        constant 1/3 -> 2 ln 2 - 1 = 0.38629 (d = 1)
        given Chernoff's method

    tester.chernoff-lower 3274: the lower tail is at most exp(-d^2 n mu/2): d + (1-d) ln(1-d) >= d^2/2 on [0, 1)
        d + (1 - d)*log(1 - d) >= {1/2|0.51}*d^2
        on d in [0, 1)
        constant 1/3 -> 1/2 (d tends to 0)
        given Chernoff's method

    tester.moment-bound 3257: 1 - mu + mu e^t <= exp(mu(e^t - 1)), and at t = ln(1 +- d) the exponent is minus n mu \
        times the two rates
        1 + y <= exp({1|0.9}*y)
        mu*d - mu*(1 + d)*log(1 + d) = -mu*((1 + d)*log(1 + d) - d)
        -mu*x - mu*(1 - x)*log(1 - x) = -mu*(x + (1 - x)*log(1 - x))
        on y in (-oo, oo), mu in (0, 1), d > 0, x in (0, 1)
        given Chernoff's method

    tester.needed-rates 3277: the exact rates at deviations 1/4 below 2 alpha and 1/2 above alpha exceed alpha/24 and \
        alpha/12
        2*(1/4 + 3/4*log(3/4)) >= {1/24|7/100} and 3/2*log(3/2) - 1/2 >= 1/12
        proved 0.0684 and 0.1082
        given Chernoff's method

    tester.sample-size 3294: with the samples of the lemma either error is at most beta
        miss = {1|2}*beta and false_alarm <= beta
        constant 24 -> 11.62 (tester.best-threshold)

    tester.best-threshold 3254: with the threshold c alpha, c = 1/ln 2, both rates agree and n = 11.62 \
        ln(1/beta)/alpha suffices
        1 <= {11.62|11.61}*(1 - c + c*log(c)) and 2 - c + c*log(c/2) = 1 - c + c*log(c)
        let c = 1/log(2)
        constant 24 -> 11.62
        given Chernoff's method

    tester.mean-above-one 3266: 2 alpha is a possible mean for every alpha in (0, 1)
        2*alpha <= 1
        on alpha in (0, {1|1/2})
        expected refuted
        note for alpha > 1/2 the case mu >= 2 alpha is empty

    tester.chernoff-two-sided 3259: Pr[|mean - mu| >= delta mu] <= exp(-delta^2 n mu/3) at n = 1, mu = 1/2, delta = 1, \
        where it is 1
        1 <= {1|2}*exp(-1^2*1*(1/2)/3)
        expected refuted
        note each tail alone has that bound for delta <= 1; together they need the factor 2 of the control

    tester.chernoff-large-deviation 3257: the upper tail alone has the printed bound for every delta > 0 (n = 1, mu = \
        1/100: the mean is 1 with probability 1/100, delta = 99)
        1/100 <= exp(-{99|1}^2*1*(1/100)/3)
        expected refuted

    tester.strict-inequality 3273: Pr[mean < threshold] = Pr[mean <= threshold] (n = 2, alpha = 1/3, mu = 2/3: (1/3)^2 \
        against one of two ones more)
        (1 - 2/3)^2 = (1 - 2/3)^2 + {2|0}*(2/3)*(1 - 2/3)
        expected refuted
    """,
    at,
)
