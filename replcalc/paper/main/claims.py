"""Claims of thm:main: the parameter choice, one explicit c, and the conclusion (TeX lines 835-1123).

Notation: L = ln(k/(rho beta0)), u = 1/L, S = sum of eps_i^2 = 2 c^2 rho^2 u, l = ln(sqrt(ln 2)/c), which is ln(1/eps)
at k = 1, rho = 1, beta0 = 1/4, and (c1, c2, c3, c4) the constants of lm:pg_compose.

*One c for every k, rho <= 1, beta0 <= 1/4 and all n_i.* L >= ln 4. Power means give sum eps_i^10 >= S^5/k^4, hence
delta' >= beta0 S^5/k^5 and ln(1/delta') <= 10 L - 9 ln 4 + 5 ln L + 10 ln(1/c) - 5 ln 2, since ln(1/beta0) >= ln 4 and
the coefficient of ln(1/rho) is the largest. So u ln(1/delta') is at most X = 10 - 9 ln 4 u - 5 u ln u + u (10 ln(1/c) -
5 ln 2) and eps*/rho = c2 (sqrt(ln(1/delta') S) + S)/rho at most c2 (sqrt(2 X) c + 2 c^2 rho u); this must stay below
1/40 (c.universal). That is the paper's intermediate goal. What thm:main needs is 4 (gamma* + 2 eps* + delta*) <= rho.
With eps* <= 6 sqrt(2) sqrt(ln(1/delta') S) + 3 K S, K = 4 + 14/400 as every eps_i <= 1/400 (pg.drift-limit), and
gamma* = delta* <= 10^-9 rho a c eleven times as large does (c.real-goal).

*The conclusion.* With x = k n_i/N (N the sum of the n_j) eps_i^2 = c^2 rho^2 (1 + x)/(k L). Let ln(1/beta0) = ln 4 + s,
ln(1/rho) = r and, for k >= 2, ln k = ln 2 + b. As ln(L/ln 4) <= L/ln 4 - 1,

- k = 1: ln(1/eps) = l + r + ln(L/ln 4)/2, L = ln 4 + s + r;
- k >= 2: ln(1/eps_i) = l + r + (ln 2 + ln k)/2 + ln(L/ln 4)/2 - ln(1 + x)/2, L = ln 8 + s + b + r.

The cost n_i ln(1/eps_i)/eps_i^2 is N L y ln(1/eps_i)/(c rho)^2 with y = x/(1 + x), 1/2 where k = 1. For k >= 2, as
ln(1 + x) >= y, y ln(1/eps_i) <= y (M - y/2) with M = ln(1/eps_i) + ln(1 + x)/2 >= 1, which grows with y up to
k/(k + 1) = 1/(1 + 1/k); with z = ln(4 k) and L = z + s + r, ln L <= ln z + (s + r)/z. Everything is worst at k = 1,
rho = 1, beta0 = 1/4, where every bound is an equality: the constants are the best possible for every C_pg, p_pg, C_fail
and c <= 1/125, but for the 1 in C_main, which rounds the samples up.
"""

from replcalc.paper.literature import at
from replcalc.vocabulary import Claim, claims_about

CLAIMS: tuple[Claim, ...] = claims_about(
    """
    about eq:def_eps_i_delta_i
    main.epsilon-lower 883: eps_i >= c rho/sqrt(k L)
        c*rho/sqrt(L)*sqrt(1/k + n/(n + s)) >= {1|1.5}*c*rho/sqrt(k*L)
        on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
        constant 1 -> 1 (as n_i/N -> 0)

    main.slack-term 890: k delta' >= beta0 eps_i^10 for every i
        k*(beta0/k*(e^10 + s)) >= {1|1.01}*beta0*e^10
        on k integer in [1, oo), beta0 > 0, e > 0, s >= 0
        given that delta' is beta0/k times the sum of the tenth powers

    main.fifth-power 893: eps_i^10 >= (c^2 rho^2/(k L))^5
        (c*rho/sqrt(L)*sqrt(1/k + n/(n + s)))^10 >= {1|33}*(c^2*rho^2/(k*L))^5
        on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)

    main.log-delta-prime 898: ln(1/delta') <= 10 ln(1/c) + (10 + 5/(e 2^(23/5))) L, the explicit form of the O(.)
        10*L - 9*log(4) + 5*log(L) - 5*log(2) <= {(10 + 5/(exp(1)*2^(23/5)))|10.07}*L
        let L = exp(1)*2^(23/5)*exp(z)
        on z in (-oo, oo)
        constant O(1) -> 10 + 5/(e 2^(23/5)) = 10.0758...
        given c.power-means, c.log-terms and c.coefficients

    about cl:c_small_pg_compose_precond_hold
    main.sum-of-squares 937: sum of eps_i^2 = 2 c^2 rho^2/ln(k/(rho beta0)), for every k and all n_i.
        sum(e^2, i, 1, k) = {1|2}*sum_of_squares
        let e = eq:def_eps_i_delta_i.epsilon[i]

    main.increasing 967: c (1 + sqrt(ln(1/c))) increases up to c = e^{-(sqrt 3 - 1)^2/4} = 0.8746: with c = \
        e^{-v^2} its derivative in v is e^{-v^2} times what is not positive from v = (sqrt 3 - 1)/2 on
        1 - 2*v*(1 + v) <= 0
        on v >= 0
        if v >= {(sqrt(3) - 1)/2|0.36}
        constant small enough -> c <= 0.874612
        given the mean value theorem

    main.to-zero 967: c (1 + sqrt(ln(1/c))) <= 2 sqrt(c), so it tends to 0 with c (v = sqrt(ln(1/c)))
        1 + v <= {2|1.3}*exp(v^2/2)
        on v >= 0

    main.delta-star-terms 1008: (beta0 eps^10 + delta/eps)/eps = beta0 (eps^9 + eps^8) <= 2 beta0 eps^8 for eps <= 1
        (beta0*e^10 + small/e)/e = beta0*(e^9 + e^8) <= {2|1.9}*beta0*e^8
        let small = eq:def_eps_i_delta_i.delta[i](epsilon[i] = e)
        on e in (0, 1]
        constant O(1) -> 2

    main.eighth-powers 1013: sum eps_i^8 <= (sum eps_i^2)^4, for every k: x^4 <= x S^3 for every term x of the sum S
        x^4 <= {1|0.9}*x*(x + s)^3
        on x >= 0, s >= 0
        constant O(1) -> 1
        given summation term by term

    main.epsilon-upper 920: eps_i <= c sqrt 2 where L >= 1 and rho <= 1: n_i/N + 1/k <= 2
        rho/sqrt(L) <= 1
        1/k + n/(n + s) <= {2|1.9}
        on rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
        constant sqrt 2 -> sqrt(2/ln 4) = 1.20112 with L >= ln 4

    main.delta-below-epsilon 925: beta0 eps^8 <= eps for eps <= 1 and beta0 <= 1
        beta0*eps^8 <= {1|0.9}*eps
        on beta0 in [0, 1], eps in [0, 1]
        constant eps <= 1 -> eps <= 1 (beta0 = 1)

    main.epsilon-star-chain 952: sqrt(c^2 rho^2 (a + L)/L) + c^2 rho^2/L <= 2 c rho (1 + sqrt(a/L)), a = ln(1/c)
        sqrt(1 + q^2) <= {1|0.9} + q
        c*rho/L <= 1
        on c in (0, 1], rho in (0, 1], L >= 1, q >= 0
        constant O(1) -> 2
        given the sum of the two relations times c rho, with q = sqrt(a/L)

    main.epsilon-star-lower 973: eps* >= c2 sqrt(ln 2 S) >= c2 sqrt(ln 2) max eps_i, since delta' <= 1/2
        log(1/d) >= {1|1.1}*log(2)
        e^2 + s >= e^2
        on d in (0, 1/2], e >= 0, s >= 0
        constant Omega(1) -> sqrt(ln 2) = 0.832554
        given that square roots keep the order

    c.delta-prime 1025: delta' <= 1/(2k) for c up to 0.89
        beta0*(2*c^2*u)^5 <= 1/2
        on beta0 in (0, 1/4], u in (0, 0.72135], c in (0, {0.89|0.96}]
        constant small enough -> c <= 0.89
        given main.eighth-powers with fifth powers, and u = 1/L <= 1/ln 4 <= 0.72135

    c.log-at-least 918: ln(k/(rho beta0)) >= ln 4 for every k >= 1, rho <= 1, beta0 <= 1/4
        log(k/(rho*beta0)) >= {log(4)|1.4}
        on k integer in [1, oo), rho in (0, 1], beta0 in (0, 1/4]
        constant 1 -> ln 4 = 1.38629
        note k >= 2, which the text uses at line 1065, is not needed

    statement.log-two 918: ln 2 = 1, or at least that
        log({2|4}) >= 1
        expected refuted
        note with beta0 <= 1/4 the logarithm is at least ln 4 > 1, which is all that is used

    c.power-means 890: sum x_i^5 >= (sum x_i)^5/k^4 for every k and all x_i >= 0, by the tangent at the mean m
        x^5 >= 5*m^4*x - {4|3.9}*m^5
        on x >= 0, m > 0
        note makes delta' >= beta0 S^5/k^5 independent of the n_i
        given summation over the x_i, whose sum is k m

    c.log-terms 898: ln(1/delta') at delta' = beta0 (S/k)^5, term by term
        log(1/(beta0*(S/k)^5)) = log(1/beta0) + 5*log(k) + 10*log(1/rho) + 5*log(L) + {10|9}*log(1/c) - 5*log(2)
        let S = 2*c^2*rho^2/L
        on L > 0

    c.coefficients 898: ln(1/beta0) + 5 ln k + 10 ln(1/rho) <= 10 L - 9 ln 4
        log(1/beta0) + 5*log(k) + 10*log(1/rho) <= 10*log(k/(rho*beta0)) - {9|9.1}*log(4)
        on k integer in [1, oo), rho in (0, 1], beta0 in (0, 1/4]
        constant O(1) -> 10

    c.epsilon-limit 920: eps_i <= c1 = 1/10 for c up to 0.08325
        c*sqrt(2)/sqrt(L) <= 1/10
        on c in (0, {0.08325|0.09}], L > 0
        if L >= log(4)
        constant c <= c1/sqrt 2 -> c <= c1 sqrt(ln 2) = 0.083255
        given main.epsilon-upper

    c.delta-limit 925: delta_i/eps_i^2 = beta0 eps_i^8 <= c1 once eps_i <= c1
        beta0*eps^10/eps^2 = beta0*eps^8 <= {1/10|1e-10}
        on beta0 in (0, 1/4], eps in (0, 1/10]

    c.delta-star 1020: delta* <= rho^4/40 for c up to 0.24
        18^2*2*beta0/(16.2*sqrt(log(2)))*(2*c^2*u)^4 <= 1/40^2
        on c in (0, {0.24|0.31}], beta0 in [0, 1/4], u in [0, 0.72135]
        constant small enough -> c <= 0.24
        given main.delta-star-terms, main.eighth-powers and main.epsilon-star-lower

    c.universal 911: eps* <= rho/40 at c = 0.000136 for every k >= 1, rho in (0, 1], beta0 <= 1/4, all n_i
        16.2*(sqrt(2)*c*sqrt(10 - 9*log(4)*t + 5*exp(-1) + t*rest) + 2*c^2*rho*t) <= 1/40
        16.2*(sqrt(2)*c*sqrt(10 - 9*log(4)*u - 5*u*log(u) + u*rest) + 2*c^2*rho*u) <= 1/40
        -t*log(t) <= exp(-1)
        let c = {0.000136|0.000137}
        let rest = 10*log(1/c) - 5*log(2)
        let u = 1/log(4*v)
        on t in (0, 1/10], v in [1, 5510], rho in [0, 1]
        constant some absolute constant -> 0.000136
        note u = t up to 1/10, from there to 1/ln 4 it is u; c meets the other conditions by c.epsilon-limit, \
            c.delta-limit, c.delta-star and c.delta-prime
        given c.power-means, c.log-terms and c.coefficients, that is u ln(1/delta') <= X

    about thm:main
    main.replicability 1040: 4 (rho^4/40 + rho/20 + rho^4/40) <= rho for rho <= 1, from the limits of \
        cl:c_small_pg_compose_precond_hold
        whole <= rho
        let slack = cl:c_small_pg_compose_precond_hold.delta_star
        let star = cl:c_small_pg_compose_precond_hold.epsilon_star
        let whole = lm:pg_to_replic.rho(gamma = slack, epsilon = star, delta = slack)
        on rho in (0, {1|1.6}]
        constant rho <= 1 -> rho <= 4^(1/3) = 1.58740

    c.real-goal 1030: 4 (gamma* + 2 eps* + delta*) <= rho at c = 0.0015279 for every k >= 1, rho in (0, 1], beta0 \
        <= 1/4, all n_i
        96*c*sqrt(10 - 9*log(4)*t + 5*exp(-1) + t*rest) + 24*(4 + 14/400)*2*c^2*rho*t <= 1 - 1/10^8
        96*c*sqrt(10 - 9*log(4)*u - 5*u*log(u) + u*rest) + 24*(4 + 14/400)*2*c^2*rho*u <= 1 - 1/10^8
        18^2*2*beta0/(16.2*sqrt(log(2)))*(2*c^2*u)^4 <= 1/10^18
        2*c^2/log(4) <= 1/400^2
        let c = {0.0015279|0.001528}
        let rest = 10*log(1/c) - 5*log(2)
        let u = 1/log(4*v)
        on t in [0, 1/10], v in [1, 5510], rho in [0, 1], beta0 in [0, 1/4]
        constant some absolute constant -> 0.0015279
        given pg.drift-limit, c.power-means, c.log-terms and c.coefficients, as for c.universal

    c.real-goal-fails 1030: lm:pg_compose_het misses the goal of thm:main at c = 0.00152792, k = rho = 1, beta0 = \
        1/4: even with the drift 4 eps^2 and without gamma* and delta*, 4 (2 eps*) > rho
        24*(2*sqrt(2)*sqrt(log(4/e^5)*e) + 4*e) > 1
        let e = 2*{0.00152792|0.00152791}^2/log(4)
        given pg.drift-below

    main.log-delta 1071: ln(8/delta_i^2) = 20 ln(1/eps_i) + 2 ln(1/beta0) + ln 8
        log(8/small^2) = {20|10}*log(1/e) + 2*log(1/beta0) + log(8)
        let small = eq:def_eps_i_delta_i.delta[i](epsilon[i] = e)
        on e > 0

    main.log-epsilon 1061: ln(1/eps_i) <= ln(1/c) + (1 + 1/(64 e)) L
        log(L)/2 <= L/(64*exp(1)) + {5/2|2.4}*log(2)
        r + t/2 + 5/2*log(2) <= r + t + 2*log(2)
        log(1/(c*rho/sqrt(L)*sqrt(w))) = log(1/c) + log(1/rho) + log(L)/2 - log(w)/2
        on L > 0, r >= 0, t >= 1, c > 0, rho > 0, w > 0
        constant O(1) -> 1 + 1/(64 e) = 1.00574...
        given that 1/k + n_i/N is 2 where k = 1

    main.cost 1103: n_i/eps_i^2 <= L N/(c^2 rho^2), N the sum of the n_j
        n/(c*rho/sqrt(L)*sqrt(1/k + n/(n + s)))^2 <= {1|0.4}*L*(n + s)/(c^2*rho^2)
        on c > 0, rho in (0, 1], L >= 1, n > 0, s >= 0, k integer in [1, oo)
        constant O(1) -> 1

    main.worst-point 1061: l = ln(sqrt(ln 2)/c) >= 4.6 for every c <= 1/125
        log(sqrt(log(2))/c) >= {4.6|4.7}
        on c in (0, 1/125]

    main.worst-log-delta 1071: ln(1/delta_i) <= (1 + 10 l/ln 4) L for every c <= 1/125, k >= 1, rho <= 1, beta0 <= \
        1/4 and all n_i; h stands for ln 2, the first relation is about k = 1, the second about k >= 2
        2*h + s + 10*(l + r + (s + r)/(4*h)) <= {1|0.999999}*(1 + 5*l/h)*(2*h + s + r)
        2*h + s + 10*(l + r + h + b/2 + (h + s + b + r)/(4*h)) <= (1 + 5*l/h)*(3*h + s + b + r)
        log(2) <= 7/10
        on h in (0, 7/10], l >= 4.6, s >= 0, r >= 0, b >= 0
        constant O(1) -> 1 + 10 l/ln 4, attained at k = 1, rho = 1, beta0 = 1/4
        given main.worst-point and ln(1/eps_i) as at the head of the file

    main.worst-cost 1103: n_i ln(1/eps_i)/eps_i^2 <= l/(2 ln 4) L^2 sum n_j/(c rho)^2 for k = 1
        (l + r + (s + r)/(2*log(4)))/2 <= {1|0.999999}*l/(2*log(4))*(log(4) + s + r)
        on l >= 4.6, s >= 0, r >= 0
        constant O(1) -> l/(2 ln 4 c^2), attained at k = 1, rho = 1, beta0 = 1/4
        given main.worst-point and ln(1/eps_i) as at the head of the file

    main.worst-cost-grows 1103: for k >= 2, ln(1 + x) >= x/(1 + x), y (M - y/2) grows with y up to 1, and s and r \
        cost no more than on the right
        log(1 + x) >= x/(1 + x)
        1/((1 + x)*(1 + y))*(1 + s - 1/((1 + x)*(1 + y))/2) <= 1/(1 + x)*(1 + s - 1/(1 + x)/2)
        r + (s + r)/(2*log(8)) <= {4.6|2}*(s + r)/(2*log(4))
        on x >= 0, y >= 0, s >= 0, r >= 0

    main.worst-cost-several 1103: y (M - y/2) <= l z/(2 ln 4) at y = 1/(1 + u), u = 1/k from 1/100 to 1/2, z = ln(4 k)
        4.6 + log(2)/2 + (z - log(4))/2 + log(z/log(4))/2 - 1/(1 + u)/2 <= (1 + u)*{4.6|4}*z/(2*log(4))
        (1 + u)*z >= 2*log(4)
        let z = log(4/u)
        on u in [1/100, 1/2]
        given main.worst-cost-grows; the second relation is that l = 4.6 is the worst

    main.worst-cost-many 1103: M <= l z/(2 ln 4) for k >= 100, z = ln(4 k)
        4.6 + log(2)/2 + (z - log(4))/2 + log(z/log(4))/2 <= {4.6|3}*z/(2*log(4))
        1 <= log(400)/(2*log(4))
        let z = log(400) + t
        on t >= 0
        given main.worst-cost-grows; the second relation is that l = 4.6 is the worst

    main.samples 1119: C_main - 1 is C_pg times the bounds of the cost and of ln(1/delta_i)^p_pg; rounding up adds \
        at most 1 <= (N/rho^2) L^p_main
        C*x - x = {1|2}*C_pg*l/(2*log(4))/c_max^2*(1 + 10*l/log(4))^p_pg*x
        log(4) >= 1
        let C = thm:main.C_main(log_worst = l)
        on l > 0, x > 0
        constant polylog -> 1.08649e10 ln^3 (c = 0.000136), 4.52154e7 ln^3 (c = 0.0015279)
        note C_pg = p_pg = 1; beside the 1 no smaller factor: k = 1, rho = 1, beta0 = 1/4
        given main.worst-cost, main.worst-log-delta and c.log-at-least

    main.failure 1082: The failures C_fail delta_i^2 + sqrt(beta0) ln(8/delta_i^2) add up to at most C_beta k \
        sqrt(beta0) L, C_beta = 7/2 + 20 l/ln 4 + C_fail (c^2/ln 2)^10/(8 ln 4)
        beta = {1|2}*k*sqrt(beta0)*(3/2 + 2*(1 + 10*log_worst/log(4)) + C_fail/8*(c_max^2/log(2))^10/log(4))*L
        log(8/d^2) = log(8) + 2*log(1/d) and log(8) = 3/2*log(4) and q^3 <= 1/8
        let L = log(k/beta0/rho)
        on d > 0, q in [0, 1/2]
        constant O(1) -> 129.298 (c = 0.000136), 94.3986 (c = 0.0015279)
        note no smaller factor: k = 1, rho = 1, beta0 = 1/4; q is sqrt(beta0)
        given main.worst-log-delta, eps_i^2 <= 2 c^2/L and L >= ln 4

    statement.main-large-rho 241: thm:main, with a factor 10^6 and ln^10, leaves at least one sample for every rho \
        > 0 (k = 1, rho = 10^40, beta0 = 10^-80)
        Max(N - 1, F - 1/2, 10^8 - pi*31830989) >= 0
        let N = thm:main.samples(C_main = 10^6, p_main = 10, n[i] = 31830989, k = 1, rho = {10^40|1}, beta0 = \
            {1/10^80|1/4})
        let F = thm:main.beta(C_beta = 10^6, k = 1, rho = {10^40|1}, beta0 = {1/10^80|1/4})
        expected refuted
        note a failure bound F below 1/2 needs a sample; rounding at a random threshold never fails on point \
            masses, and is 1/10000-replicable if pi n_1 >= 10^8. With rho <= 1 and beta0 <= 1/4 there is always a \
            sample

    statement.main-beta0-near-one 249: thm:main, with a factor 10^6 and ln^10, leaves at least one sample for \
        every beta0 < 1 (k = rho = 1, beta0 = 1 - 10^-9)
        Max(N - 1, F - 1/2, 1/2 - b) >= 0
        let b = {1 - 1/10^9|1/4}
        let N = thm:main.samples(C_main = 10^6, p_main = 10, n[i] = 1, k = 1, rho = 1, beta0 = b)
        let F = thm:main.beta(C_beta = 10^6, k = 1, rho = 1, beta0 = b)
        expected refuted
        note a failure bound F below 1/2 needs a sample; a guess by a shared coin fails with probability 1/2 <= \
            beta0. beta0 <= 1/4 repairs it; ln(k/(rho beta0)) tends to 0 otherwise

    statement.equal-costs 835: the chosen eps_i make n_i/eps_i^2 the same for all i (n = (1, 3): 4/3 against 12/5)
        m*(1/(1 + m) + 1/2) = m/(1 + m) + 1/2
        let m = {3|1}
        expected refuted
        note multiplied out; because of the term 1/k they agree only up to a factor
    """,
    at,
)
