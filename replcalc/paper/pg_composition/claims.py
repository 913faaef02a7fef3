"""Claims of the proof of lm:pg_compose_het, where it prints a constant or says what is not so (TeX lines 1284-2290).

The steps without a constant are parts of Coq's proof of lm:pg_compose_het.
"""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about lm:pg_compose_het
    statement.shared-coins 1299: algorithms that are (0,0,0)-PG one by one compose to (1/4, 1/10, 1/10)-PG also if \
        they share their coins
        2*{1|1/2} <= exp(1/10) + 2/10
        expected refuted
        note A_1 = r and A_2 = r xor x_1 with one r tell x_1: an event has probability 1 for one x_1 and 0 for the \
            other, and closeness to one oracle would need 1 + 1 <= e^eps + 2 delta; with own coins it is 1/2 for both. \
            The chain rule of lm:G_G_prime_implies_joint uses fresh coins in every round

    appendix.recovery 3804: B with values in {0, 1, error} recovers X from {0,1}^n together with A of r bits with \
        probability 1/2 (n = 100, r = 20)
        Min(1, 2^20*{3|(2^100 + 1)}/2^100) >= 1/2
        expected refuted
        note a guess is right once per pair of values; the range of B has to be {0,1}^n with an error token

    about lm:kasivi
    kasivi.printed 1572: The printed failure probability 2 delta/delta-hat + 2 delta/(1 - e^-eps) of conditioning on V
        Max(failure - 25/100, one - 3/2, other - 3/2, 1/10 - 1/9) >= 0
        let failure = lm:kasivi.failure(epsilon = log(2), delta = {1/100|1/50}, delta_hat = 1/10)
        let one = Max(0, 16 - 2*8) + Max(0, 1 - 2*0) + Max(0, 8 - 2*9) + Max(0, 75 - 2*82)
        let other = Max(0, 1 - 2*0) + Max(0, 8 - 2*16) + Max(0, 9 - 2*8) + Max(0, 82 - 2*75)
        expected refuted
        printed 2 delta/delta-hat
        note (U, V) is n2, F1, n1, n0 with 16, 1, 8, 75 hundredths, (U', V') is E2, n2, n1, n0 with 1, 8, 9, 82: with \
            e^eps = 2 either exceeds twice the other by one hundredth in all. Given V = 1 or V = 2 they are 1/9 apart \
            even at e^(3 eps) = 8, more than delta-hat = 1/10: bad mass 25/100 against the printed 24/100

    kasivi.repair 1572: Repaired: failure probability at most (1 + e^eps) delta/delta-hat + delta + 2 delta/(1 - \
        e^-eps)
        delta/delta_hat + (exp(epsilon)*delta/delta_hat + delta) + tail = first + delta + {2|1}*delta/(1 - \
            exp(-epsilon))
        let first = (1 + exp(epsilon))*delta/delta_hat
        let tail = lm:help_kasi.failure(epsilon = epsilon, delta = delta)
        given lm:help_kasi where the ratio of V and V' exceeds e^{2 eps}; elsewhere closeness: values with too much of \
            U have mass delta/delta-hat under V, too little as much under V': e^eps times that + delta under V

    about lm:joint_implies_cond
    kasivi.same-marginal 1566: with one and the same X on both sides, d = sqrt(2 delta) gives failure probability 2 \
        delta/d = d
        gamma = {1|2}*star
        let gamma = derived:conditioning.gamma(d = sqrt(2*delta))
        let star = derived:conditioned-composition.delta_star(delta_k = delta)
        on delta > 0
        given Markov's inequality

    kasivi.survival 1566: lm:joint_implies_cond survives: sqrt(2 delta) <= 5 sqrt(delta/min(eps, 1)) and eps <= 3 eps
        {1|3.6}*star <= delta_star and other <= epsilon_star
        let star = derived:conditioned-composition.delta_star
        let other = derived:conditioned-composition.epsilon_star
        constant 5 -> sqrt 2, and no 1/min(eps, 1)

    joint.exp-against-min 1605: 1 - e^-x >= 0.632120 min(x, 1) for every x > 0
        1 - exp(-x) >= {0.632120|0.632121}*Min(x, 1)
        on x >= 0
        constant 2/5 -> 1 - 1/e = 0.632120

    joint.choice 1611: 2 delta/delta-hat = sqrt(5 delta/min(eps, 1)) for delta-hat = 2 sqrt(delta min(eps, 1)/5)
        (2*delta_k/delta_hat)^2 = {1|2}*5*delta_k/Min(1, epsilon_k)

    joint.trivial 1619: if 5 delta > min(eps, 1) then delta* > 1 and nothing is claimed
        delta_star^2 > {1|5.2}
        if delta_k > Min(1, epsilon_k)/5
        constant delta/m > 1/5 -> delta/m > 1/25

    joint.two-root-five 1623: 2 sqrt(5) <= 5
        2*sqrt(5) <= {5|4.47}
        constant 5 -> 2 sqrt 5 = 4.47213

    joint.hat-below 1624: delta-hat = 2 sqrt(delta min(eps, 1)/5) <= 5 sqrt(delta/min(eps, 1)) = delta*
        delta_hat <= {1|0.17}*delta_star
        constant m <= 1 -> m <= 5 sqrt(5)/2 = 5.59016

    joint.second-term 1615: 2 delta/(1 - e^-eps) <= 5 delta/min(eps, 1)
        2/(1 - exp(-x)) <= {5|3.1}/x
        2/(1 - exp(-y)) <= 5
        on x in (0, 1], y >= 1
        constant 5 -> 2/(1 - 1/e) = 3.16396

    joint.failure-total 1623: The two failure terms add up to at most delta*: y + y^2 <= sqrt(5) y for y = sqrt(5 \
        delta/m) <= 1
        y + y^2 <= {sqrt(5)|1.9}*y
        on y in [0, 1]
        constant 5 sqrt(delta/m) -> 2 sqrt(5 delta/m)

    about cl:Q_weighted_bound
    expect.half 1760: 1 - e^-x >= x/2 from 0 up to 1.593624, and not up to 1.593625
        1 - exp(-x) >= x/2
        on x in [0, {1.593624|1.593625}]
        constant x <= 1 -> x <= 1.593624

    expect.quarter 1765: 4e/50 + 1/50 < 1/4
        4*exp(1)/50 + 1/50 < {1/4|0.237}
        constant 1/4 -> (4e + 1)/50 = 0.237463

    expect.log-above 1786: ln(1-x) >= -x - 2x^2 for x up to 0.930056, negative x too, and not up to 0.930057
        log(1 - x) >= -x - 2*x^2 and log(1 - y) >= -y - 2*y^2
        on x in [0, {0.930056|0.930057}], y in (-oo, 0]
        constant x <= 1/2 -> x <= 0.930056

    expect.tail-largest-delta 1747: The largest delta/eps for which e^eps q + delta <= 1/2 holds up to eps = 1
        exp(eps)*2*delta/(1 - exp(-eps)) + delta <= 1/2
        on eps in (0, 1], delta in [0, 1]
        if delta <= {0.05208|0.06}*eps
        constant 0.02 -> 0.052080

    expect.tail-mass 1756: q <= 2 eps/(50 (1 - e^-eps)) is at most 4/50 for eps in (0, 1]
        2*eps/(50*(1 - exp(-eps))) <= {4/50|3/50}
        on eps in (0, 1]
        constant 4/50 = 0.08 -> 1/(25 (1 - 1/e)) = 0.06328

    expect.log-quotient 1777: ln((1-q)/(1-u)) <= -q + u + 2u^2 for q and u in [0, 1/2]
        log((1 - q)/(1 - u)) <= -q + u + {2|0.7}*u^2
        on q in [0, 1/2], u in [0, 1/2]
        constant 2 -> 4 ln 2 - 2 = 0.772589

    expect.log-below 1785: ln(1-x) <= -x for every x < 1 (printed 'for all x'; undefined from 1 on)
        log(1 - x) <= -{1|1.01}*x
        on x in (-oo, 1)

    about cl:P_weighted_bound
    expect.ratio 1895: on the event of small log-ratio abs(r/p - 1) is at most the larger of e^{2 eps}/p - 1 and 1 - \
        e^{-2 eps}/p
        exp(2*eps*s) <= exp({2|1.9}*eps) and exp(-2*eps*s) >= exp(-2*eps)
        on eps in [0, 1], s in [0, 1]
        note an upper bound; the text says that the sum can be written so
        given that exp increases

    expect.x-plus-inverse 1925: x + 1/x >= 2 for every x > 0
        x + 1/x >= {2|2.01}
        on x > 0
        constant 2 -> 2

    expect.larger-branch 1909: e^{2 eps}/p - 1 >= 1 - e^{-2 eps}/p for p <= 1
        exp(2*eps)/p - 1 >= {1|1.1} - exp(-2*eps)/p
        on eps in [0, 1], p in (0, 1]
        constant p <= 1 -> p <= 1 (as eps -> 0)

    about lm:bound_expect
    expect.rho-nonnegative 1673: The bound rho_i is nonnegative where delta <= eps/50 (needed for the weighted \
        average, not stated)
        2*eps*(exp(2*eps)/(1 - 2*delta/(1 - exp(-eps))) - 1) >= {0|0.1}
        on eps in (0, 1], delta in [0, 1]
        if delta <= eps/50
        note delta-hat <= 2/25 < 1, hence 1 - delta-hat > 0; false at delta = eps/3, where delta-hat > 1

    expect.looseness 1673: At delta = 0 the bound is at least 8 times eps tanh(eps/2), the largest mean log-ratio of \
        an eps-close pair
        2*eps*(exp(2*eps) - 1) >= {8|8.1}*eps*tanh(eps/2)
        on eps in (0, 1]
        constant 1 -> 1/8 (as eps -> 0)

    about lm:azuma
    azuma.change-of-variable 1997: The stated change of variable would need abs(X_i - mu_i) <= c_i, which does not \
        follow from abs(X_i) <= c_i
        abs(-1 - (3/4 - 1/4)) <= {1|3/2}
        expected refuted
        note X = -1 with probability 1/4, else 1; the lemma itself is true (Coq's kernel): Hoeffding's lemma uses the \
            interval [-c_i, c_i], not the deviation from mu_i

    about lm:h_to_g
    tail.exponent 2089: t^2/(2 sum (2 eps_i)^2) = ln(1/delta') at t = 2 sqrt(2 ln(1/delta') sum eps_i^2)
        t^2/(2*4*S) = {1|2}*w
        let t = 2*sqrt(2)*sqrt(w)*sqrt(S)
        on S > 0, w > 0
        given lm:azuma; w is ln(1/delta'), S the sum of the eps_i^2
    """,
    at,
)
