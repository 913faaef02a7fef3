"""Claims of the tools of thm:main: lm:pg_compose, lm:replic_to_pg, lm:pg_to_replic (TeX lines 776-835, 2290-2410).

Explicit constants of lm:pg_compose from lm:pg_compose_het, for every k and delta': with eps_i <= c1 and
delta_i = c1 eps_i^2 t, t in [0, 1], everything is bounded term by term. Let S = sum eps_i^2 and a = \
    sqrt(ln(1/delta') S).

1. drift <= K eps^2, so eps^(k) <= 2 sqrt(2) a + K S and 3 eps^(k) <= c2 (a + S) for c2 = max(6 sqrt 2, 3 K).
2. drift >= 4 eps^2, so eps^(k) >= 2 sqrt(2) (a + S) = (2 sqrt(2)/c2) eps*; and eps^(k) <= eps*/3 <= c3/3 < 1.
3. delta-hat <= D delta/eps and e^{eps^(i-1)} delta <= c1 e^{c3/3} delta/eps, so that
   delta^(k) <= M (k delta' + sum delta/eps) with M = D + c1 e^{c3/3} = 2.2413 >= 1.
4. Hence delta* = 5 sqrt(delta^(k)/eps^(k)) <= c4 sqrt((k delta' + sum delta/eps)/eps*) for c4^2 = 25 M c2/(2 sqrt 2).

The singular quotients at eps = 0 are removed by three elementary bounds (pg.elementary), in each of which the drift is
monotone: it decreases in 1 - e^-eps and in e^eps - 1, and increases in e^{2 eps} - 1.
"""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about lm:pg_compose
    pg.elementary 2349: 1 - e^-y >= y - y^2/2, e^y - 1 >= y + y^2/2, e^{2y} - 1 <= y (2 + 2y + 3y^2/2) up to 1/10
        1 - exp(-y) >= y - y^2/2
        exp(y) - 1 >= y + y^2/2
        exp(2*y) - 1 <= y*(2 + 2*y + {3/2|1}*y^2)
        on y in [0, 1/10]

    pg.drift 2357: psi + 2 eps (e^{2 eps}/(1 - delta-hat) - 1) <= 5.395 eps^2 for eps <= 1/10, delta <= eps^2/10
        2*(2 + 2*e + 3/2*e^2 + hat)/(1 - e*hat) + share*(2*exp(e) + 1) + second <= {5.395|5.39}
        corner <= {5.395|5.39}/100
        let share = t/10
        let hat = 2*share/(1 - e/2)
        let second = 2*share^2*(2*exp(2*e)/(1 + e/2) + e)^2
        let corner = lm:pg_compose_het.drift[i](epsilon[i] = 1/10, delta[i] = 1/1000)
        on e in [0, 1/10], t in [0, 1]
        constant O(1) -> 5.3909
        note the corner is the drift itself where it is largest
        given pg.elementary, whose bounds may be put in since the drift grows with them

    pg.drift-limit 2357: drift <= (4 + 14 c1) eps^2 for every c1 <= 1/10: the constant tends to 4 and c2 to 12
        2*(2 + 2*e + 3/2*e^2 + hat)/(1 - e*hat) + share*(2*exp(e) + 1) + second <= 4 + {14|13}*c
        let e = c*r
        let share = c*t
        let hat = 2*share/(1 - e/2)
        let second = 2*share^2*(2*exp(2*e)/(1 + e/2) + e)^2
        on c in [0, 1/10], r in [0, 1], t in [0, 1]
        constant O(1) -> 4 as c1 -> 0
        given pg.elementary, whose bounds may be put in since the drift grows with them

    pg.epsilon-star 2372: c2 = 16.2 works for c1 = 1/10: 3 eps^(k) <= 16.2 (sqrt(ln(1/delta') S) + S)
        6*sqrt(2)*a + 3*5.395*s <= {16.2|16.1}*(a + s)
        epsilon_star = c2*(sqrt(log(1/delta_prime))*sqrt(squares) + squares)
        let squares = sum(epsilon[i]^2, i, 1, k)
        on a >= 0, s >= 0
        constant O(1) -> 16.173
        given pg.drift and the sum over the rounds

    pg.delta-k 2388: delta^(k) <= M (k delta' + sum delta/eps), M = 2c1/(1 - e^-c1) + c1 e^{c3/3} <= 2.2413: one round
        hat*room = 2*d
        2*eps + exp(1/3)*eps*room <= {2.2413|2.2411}*room
        let room = 1 - exp(-eps)
        let hat = lm:pg_compose_het.delta_hat[i](epsilon[i] = eps, delta[i] = d)
        on eps in (0, 1/10], d in (0, 1]
        constant O(1) -> 2.2412
        note multiplied by eps (1 - e^-eps)/delta; M >= 1 covers k delta'
        given summation over the rounds

    pg.delta-star 2399: c4 = 18 works for c1 = 1/10, c2 = 16.2, c3 = 1: 25 M c2/(2 sqrt 2) <= 18^2
        25*2.2413*16.2/(2*sqrt(2)) <= {18|17.9}^2
        bound^2*x = c4^2*(k*delta_prime + sum(delta[i]/epsilon[i], i, 1, k))
        let bound = lm:pg_compose.delta_star(epsilon_star = x)
        on x > 0
        constant O(1) -> 17.9143
        given pg.delta-k and pg.epsilon-lower

    pg.delta-hat 2318: delta-hat <= 4 delta/eps for eps up to 1.593624
        hat <= {4|3.9}*d/e
        let hat = lm:pg_compose_het.delta_hat[i](epsilon[i] = e, delta[i] = d)
        on e in (0, 1.593624], d in (0, 1]
        constant O(1) -> 4 up to 1.593624

    pg.delta-hat-tenth 2318: delta-hat <= 2.10167 delta/eps for eps <= 1/10
        hat <= {2.10167|2.10166}/e
        let hat = lm:pg_compose_het.delta_hat[i](epsilon[i] = e, delta[i] = 1)
        on e in (0, 1/10]
        constant O(1) -> 0.2/(1 - e^-0.1) = 2.10167

    pg.one-minus-range 2349: 1 - x >= e^{-2x} from 0 up to 0.796812, and not up to 0.796813
        1 - x >= exp(-2*x)
        on x in [0, {0.796812|0.796813}]
        constant x small -> x <= 0.796812

    pg.below-one 2385: eps^(k) <= 1 where 3 eps^(k) <= eps* <= c3 = 1
        joint <= 1
        on joint >= 0
        if 3*joint <= {1|9}
        constant c3 -> c3 <= 3

    pg.hypothesis 2301: delta <= c1 eps^2 and eps <= c1 = 1/10 give delta <= eps/50, which lm:pg_compose_het asks for
        delta <= eps/50
        on eps in [0, {1/10|1/5}], delta in [0, 1]
        if delta <= {1/10|1/5}*eps^2
        constant c1 small -> c1 <= 1/sqrt(50) = 0.141421
        note not checked in the text

    pg.rates 2305: delta/eps <= c1 eps, delta^2/eps^2 <= c1 delta and delta <= c1 eps^2 whenever delta <= c1 eps^2
        delta/eps <= {1|0.9}*c1*eps
        delta^2/eps^2 <= c1*delta
        on eps > 0, c1 > 0, delta >= 0
        if delta <= c1*eps^2

    pg.inverse 2331: 2 e^{2 eps}/(e^eps - 1) + 1 <= 2.4228/eps for eps <= 1/10
        2*exp(2*eps)/(exp(eps) - 1) + 1 <= {2.4228|2.4227}/eps
        on eps in (0, 1/10]
        constant O(1) -> 2.4227 at c1 = 1/10, 2 as c1 -> 0

    pg.psi 2337: psi(delta) <= 4.504 delta for eps <= 1/10, delta <= eps^2/10, using e^x - 1 >= x
        1 + 2*exp(eps) + 2*delta*(1 + 2*exp(2*eps)/eps)^2 <= {4.504|4.49}
        on eps in (0, 1/10], delta in [0, 1]
        if delta <= eps^2/10
        constant O(1) -> 4.504 this way
        given e^x - 1 >= x (pg.elementary)

    pg.quotient 2352: e^{2x}/(1-h) - 1 <= e^{2x+2h} - 1 <= 4(x+h) for x and h up to 0.3141
        exp(2*x)/(1 - h) - 1 <= exp(2*x + 2*h) - 1 <= {4|3.9}*(x + h)
        on x in [0, 0.3141], h in [0, 0.3141]
        constant x, h small -> x + h <= 0.628215

    pg.drift-below 2396: drift >= 4 eps^2, so no c2 below 12 comes out of these steps
        2*eps*(exp(2*eps) - 1) >= {4|4.1}*eps^2
        on eps in [0, 1]
        proved 4
        given that the other terms of the drift are >= 0

    pg.epsilon-lower 2396: eps^(k) >= 2 sqrt(2) (sqrt(ln(1/delta') S) + S): the lower bound for Theta(eps*)
        2*sqrt(2)*a + 4*s >= {2*sqrt(2)|3}*(a + s)
        exp(2*eps) - 1 >= 2*eps
        on a >= 0, s >= 0, eps >= 0
        constant Theta(1) -> 2 sqrt 2
        note the text argues from eps^(k) <= eps*, which is the wrong direction
        given pg.drift-below and the sum over the rounds

    about lm:pg_to_replic
    back.two-way 822: two-way closeness gives total variation at most (e^eps - 1 + 2 delta)/(e^eps + 1)
        (delta - (p - z*q)) + (z - 1 + delta - (z*p - q)) = (z - 1 + 2*delta) - {1|2}*(1 + z)*(p - q)
        on p in [0, 1], q in [0, 1], z >= 1
        given that closeness is read at the event where the two distributions differ most, z = e^eps

    back.budget 822: 2 gamma + 4 (2 eps + delta) <= 4 (gamma + 2 eps + delta): both samples good but for 2 gamma, both \
        distributions within 2 eps + delta of one, disagreement at most twice the distance
        2*gamma + 2*(2*(2*epsilon + delta)) <= {1|0.99}*rho
        constant 4 -> 4 (2 for gamma)

    back.one-way 822: e^eps - 1 + delta <= 2 eps + delta up to eps = 1.256431
        exp(eps) - 1 + delta <= 2*eps + delta
        on eps in [0, {1.256431|1.256432}], delta in [0, 1]
        constant eps < 1 -> eps <= 1.256431

    back.one-way-sharp 822: The sharp one-way bound 1 - (1-delta) e^-eps is at most eps + delta: 4(gamma + eps + \
        delta) would do
        1 - (1 - delta)*exp(-eps) <= {1|0.99}*eps + delta
        on eps in [0, 1], delta in [0, 1]
        constant 2 eps -> eps

    back.two-way-half 822: (e^eps - 1 + 2 delta)/(e^eps + 1) <= eps/2 + delta
        (exp(eps) - 1 + 2*delta)/(exp(eps) + 1) <= {1/2|0.49}*eps + delta
        on eps in [0, 1], delta in [0, 1]
        constant 2 eps -> eps/2

    about lm:replic_to_pg
    to-pg.inner-delta 3764: delta' = delta^2/8 gives 2 delta' = delta^2/4, sqrt(2 delta') = delta/2 and ln(1/delta') = \
        ln(8/delta^2)
        2*inner = delta^2/4 and sqrt(2*inner) = delta/2 and log(1/inner) = log(8/delta^2)
        let inner = delta^2/{8|7}

    to-pg.half-sum 3772: delta^2/4 + delta/2 <= delta for 0 < delta <= 2
        delta^2/4 + delta/2 <= delta
        on delta in (0, {2|2.01}]
        constant small delta -> delta <= 2

    to-pg.zero-samples 785: the printed sample bound at epsilon = 1 is positive (it is n ln 1 = 0)
        samples > 0
        let samples = lm:replic_to_pg.leading(n = 1, epsilon = {1|1/2})
        expected refuted
        note ln(2/epsilon) in place of ln(1/epsilon) repairs it
    """,
    at,
)
