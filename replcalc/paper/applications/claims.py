"""Claims of thm:multi_dim_mean and thm:parallel_best_arm (TeX lines 1126-1272).

The final orders come with the constants that thm:main gives them. Notation: A = ln(k/rho) >= ln 2, B = ln(1/beta) >=
ln 2 (for bandits ln(arms/beta), which is no smaller), X = k/(rho alpha)^2, Y = ln(e + X) >= A, W the statement's
``log_queries`` or ``log_arms``. By mean.log-failure ln(1/beta0) <= (2 + 2/e)(A + B) + 2 ln(1/c), so ln(k/(rho beta0))
<= (3 + 2/e) A + (2 + 2/e) B + 2 ln(1/c) <= W Y B.
"""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about thm:multi_dim_mean
    mean.rounding 1160: an estimate within alpha/2, rounded to multiples of alpha/2, is within 3 alpha/4 of the mean: \
        errors u alpha and w alpha
        -3/4*alpha <= alpha*u + alpha*w <= {3/4|0.7}*alpha
        on u in [-1/2, 1/2], w in [-1/4, 1/4]
        constant 1 -> 3/4; multiples of alpha would do

    mean.small-constant 1209: c ln(1/c) <= (2/e) sqrt(c) for 0 < c < 1, so a small c makes any multiple of it at most \
        1
        v*exp(-v/2) <= {2/exp(1)|0.7}
        on v >= 0
        proved 2/e (c = e^-2)

    mean.log-below-line 1176: ln x <= x/e for x > 0
        log(x) <= {1/exp(1)|0.36}*x
        on x > 0
        proved 1/e (x = e)

    mean.sum-to-product 1200: a + b + c <= 3/(ln 2)^2 a b c for a, b, c >= ln 2
        a + b + c <= {3|2.99}/log(2)^2*a*b*c
        on a > 0, b > 0, c > 0
        if a >= log(2), b >= log(2), c >= log(2)
        constant Theta(1) -> 3/(ln 2)^2 = 6.2441

    mean.log-failure 1174: ln(k A B/beta) <= (1 + 1/e)(A + B) with A = ln(k/rho), B = ln(1/beta); ln(1/beta0) is twice \
        it plus 2 ln(1/c)
        K + A/exp(1) + B/exp(1) + B <= {1|0.9}*(1 + 1/exp(1))*(A + B)
        on K >= 0, A > 0, B > 0
        if K <= A
        constant Theta(1) -> 1 + 1/e
        note the least such constant is near 1.26
        argued that beta0 is the square of c beta/(k A B), and that ln x <= x/e (mean.log-below-line) may be put in \
            for both logarithms, with K = ln k <= A

    mean.polylog-argument 1220: ln(k/(rho beta0)) is at most 3 ln(k rho/beta0) for beta0 <= rho^2: the printed \
        argument and that of thm:main give the same order
        K + r + L <= {3|2.9}*(K - r + L)
        on K >= 0, r >= 0, L >= 0
        if L >= 2*r
        note with K = ln k, r = ln(1/rho), L = ln(1/beta0)

    mean.failure 1205: at c = 1/10000 all k answers fail with probability at most beta, for every k >= 1, rho < 1/2 \
        and beta < rho
        ((3 + 2*q)*A + (2 + 2*q)*B + 2*g)/(A*B) <= ((5 + 4*q)*log(2) + 2*g)/log(2)^2
        factor*c*((5 + 4/exp(1))*log(2) + 2*log(1/c))/log(2)^2 <= 1
        let c = {1/10000|1/1000}
        let factor = thm:multi_dim_mean.C_beta(c_max = 136/10^6, C_fail = 1)
        on A > 0, B > 0, g > 0, q > 0
        if A >= log(2), B >= log(2)
        constant small enough -> 1/10000
        note C_fail = 1, the literal c of thm:main
        argued that the bound of ln(1/beta0) may be put in; q = 1/e and g = ln(1/c)

    mean.final-order 1213: thm:main at beta0 and n0, rounded up, needs at most C X (ln(e + X) ln(1/beta))^p samples, X \
        = k/(rho alpha)^2, with the statement's C_queries and p = 1 + p_main + p_queries_each
        k/(r*a)^2 >= {16|17}
        k/(r*a)^2 >= k/r
        v/a^2 <= k/(r*a)^2*v/4
        let r = 1/(2 + x)
        let a = 1/(2 + y)
        on v >= 0, x >= 0, y >= 0
        constant O~, polylog(1/beta) -> 1.23e15 ln^4 ln^4(1/beta) at unit constants
        argued with mean.log-order, r = rho, a = alpha and v = ln(1/beta0) >= 1: n0 is at most (1 + C_queries_each) v \
            ln(e + v/alpha^2)^p_queries_each/alpha^2, the logarithm at most (1/ln 2 + W/4) Y B

    mean.log-order 1213: (3 + 2/e) A + (2 + 2/e) B + 2 ln(1/c) <= W Y B, and Y + W Y B/4 <= (1/ln 2 + W/4) Y B
        (3 + 2*q)*Y/(1 + u) + (2 + 2*q)*B + 2*g <= {1|0.9}*((3 + 2*q)/h + (2 + 2*q)/m + 2*g/(m*h))*Y*B
        Y + W*Y*B/4 <= (1/h + W/4)*Y*B
        log_queries = (3 + 2/exp(1))/log(2) + (2 + 2/exp(1))/M + 2*log(1/c_queries)/(M*log(2))
        let M = log(exp(1) + 16)
        let Y = m*(1 + s)
        let B = h*(1 + t)
        on q > 0, g > 0, h > 0, m > 0, s >= 0, t >= 0, u >= 0, W > 0
        note q = 1/e, g = ln(1/c), h = ln 2, m = ln(e + 16)

    about thm:parallel_best_arm
    arms.one-instance 1261: ln(a/beta0) <= (2 + 2/e + 1/ln 2) ln(ka/(rho beta)) at c = 1/e: the cubes are of the same \
        order
        s + 2*(1 + 1/exp(1))*T + 2 <= {1|0.9}*(2 + 2/exp(1) + 1/log(2))*(s + T)
        on s >= 0, T > 0
        if T >= 2*log(2)
        constant O(1) -> 2 + 2/e + 1/ln 2 = 4.178
        argued that the bound of ln(1/beta0) may be put in, with T = ln(k/(rho beta)) and s = ln a

    arms.failure 1257: at c = 1/10000 all k answers fail with probability at most beta, for every k >= 1 and beta <= \
        rho <= 1/2
        factor*c*((5 + 4/exp(1))*log(2) + 2*log(1/c))/log(2)^2 <= 1
        let c = {1/10000|1/1000}
        let factor = thm:parallel_best_arm.C_beta(c_max = 136/10^6, C_fail = 1)
        constant small enough -> 1/10000
        note C_fail = 1, the literal c of thm:main
        argued with mean.failure

    arms.final-order 1264: thm:main at beta0 and n0, rounded up, needs at most C X (ln(e + X) ln(arms/beta))^p samples \
        per bandit and arm, X = k/(rho alpha)^2, alpha <= 1, with the statement's C_arms and p = 3 + p_main
        k/(rho*alpha)^2 >= {4|5}
        k/(rho*alpha)^2 >= k/rho
        if rho <= 1/2, alpha <= 1
        constant O~, polylog(|A|/beta) -> 1.89e18 ln^6 ln^6(arms/beta) at unit constants
        argued with mean.log-order at m = ln(e + 4), and ln(arms/beta0) <= B + W Y B <= (1/m + W) Y B
    """,
    at,
)
