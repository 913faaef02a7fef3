"""Claims of PAC learning, heavy hitters and best arm, boosted (TeX lines 3302-3595)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about lm:boost_pac
    pac.tester-cost 3312: testing at min(rho, beta)/4 costs O(ln(1/beta)/alpha): ln(4/min(rho, beta)) <= 3 ln(1/beta) \
        for beta < rho
        log(4/Min(rho, beta)) <= {3|2.9}*log(1/beta)
        on beta in (0, 1/2]
        if beta < rho
        proved 3
        note beta < rho by rem:boost (3154): otherwise the replicable learner's answer is returned untested

    about cor:littlestone
    littlestone.boosted 3362: at (rho/4, alpha/2, rho/4) the cited bound is at most 1728 d^12 ln^3(1/rho)/(alpha \
        rho)^2 for rho <= 1/2
        cited = 64*d^12*log(4/rho)^3/(alpha*rho)^2 and 64*(log(4/rho)/log(1/rho))^3 <= {1728|1727}
        let cited = cor:littlestone.n_previous(rho = rho/4, alpha = alpha/2, beta = rho/4, C_littlestone_previous = 1, \
            p_littlestone_previous = 0)
        on rho in (0, 1/2]
        constant O~(1) -> 1728
        given the cited bound without the logarithms that O~ hides

    about cor:finite_class
    pac.vc-logarithm 3393: the VC dimension of a finite class is at most log_2 |H|: shattering d points takes 2^d \
        hypotheses
        d <= {1/log(2)|1}*log(2^d*(1 + t))
        on d >= 0, t >= 0
        note with the natural logarithm it fails for two hypotheses
        given that shattering d points takes 2^d hypotheses, |H| = 2^d (1 + t)

    pac.finite-union 3400: n = (ln|H| + ln(1/beta))/alpha makes |H|(1-alpha)^n at most beta
        1 - alpha <= exp(-alpha) and H*exp(-alpha*((log(H) + log(1/beta))/alpha)) = {1|2}*beta
        on H integer in [1, oo)
        given the union bound

    pac.finite-bracket 3379: for |H| = 2^(M^3), rho = 1 - 1/M^2, alpha = beta = 1/8 the printed expression stays at \
        most 36 for all M >= 2
        8*(log(2)^2*y^3 + v^4*y^4)/(1 - v)^2 + 8*log(8) <= {36|20} and log(1 + w) <= w
        on v in (0, 1/4], w > 0
        let y = 1/(1 - v)
        proved tends to 8 (ln 2)^2 + 8 ln 8 = 20.48
        argued that the printed expression at v = 1/M^2 is the left side with ln(1/rho) = v y, and that ln(1+w) <= w \
            at w = v/(1-v) may be put in

    pac.finite-needed 3379: learning all labellings of N points to error and failure 1/8 takes m >= (N-1) ln 2 samples
        1/8 + 1/8 <= {1|0.99}*1/4 and 1/(1 - 1/N) = 1 + 1/(N - 1) and log(1 + 1/(N - 1)) <= 1/(N - 1)
        on N > 1
        note by machine: from (1/2)(1-1/N)^m <= 1/4 to m; on the page: the expected error (proof-learning.md)
        given the expected error of any learner (proof-learning.md)

    pac.finite-every-rho 3379: the printed bound with a factor 10^6 covers |H| = 2^(10^9) at rho = 1 - 10^-6, which \
        needs 6.9*10^8 samples
        (points - 1)*log(2) <= 10^6*printed
        let points = {10^9|2}
        let printed = cor:finite_class.n_new(rho = 1 - 1/10^6, alpha = 1/8, beta = 1/8, class_size = \
            exp(points*log(2)), C_finite = 1, C_finite_beta = 1)
        expected refuted
        note by pac.finite-bracket and pac.finite-needed no factor works as M grows; rho <= 1/2 repairs it

    pac.finite-repaired 3379: for rho <= 1/2 the boosted learner costs at most 2592 times the printed first term, and \
        ln|H| is absorbed
        (h^2 + 3*l)*(3*l)^3*2*16 <= {2592|2591}*(h^2 + l)*l^3 and h*log(2)^4 <= h^2*l^3
        on h > 0, l > 0
        if h >= log(2), l >= log(2)
        proved 2592 with these steps
        given pac.tester-cost, with h = ln|H| and l = ln(1/rho)

    about cor:thresholds
    pac.thresholds-lower 3412: two thresholds and beta <= 1/16: a rho-replicable learner of n samples has rho >= 1/(54 \
        n alpha)
        4*1/16 <= 1/4 and 1/4 < 1/3 and 3/4 > 2/3 and 1/2*4/9*(1/3/n)/(4*alpha) = 1/({54|53}*n*alpha)
        on n integer in [1, oo)
        proved 1/54 with these steps
        note by machine: Markov's share, the two crossings and the product; on the page: the rest (proof-learning.md)
        given the rest of the argument (proof-learning.md)

    pac.thresholds-at-one 3412: at d = 1 the printed bound, with a factor 1000 ln(1/rho)^10, covers the 1/(54 alpha \
        rho) samples needed (alpha = 1, beta = 1/16, rho = 2^-1000)
        2^1000/54 <= 1000*(1000*log(2))^10*printed
        let printed = cor:thresholds.n_new(rho = 2^(-1000), alpha = 1, beta = 1/16, log_star = {0|1}, C_thresholds = \
            1, p_thresholds = 0)
        expected refuted
        note (1 + log* d)^3 repairs it

    pac.thresholds-order 3428: with C (log* d)^3 ln^2(1/beta)/(alpha rho)^2 ln(e + .)^p before boosting, the paper's \
        split needs at most (256 7^p C + 197) X ln(e + X)^(2 + p) samples, X = (log* d)^3/(alpha rho)^2 + \
        ln(1/beta)/alpha, alpha <= 1
        1/r^2 <= (1 + u)^3/(a*r)^2 + b/a and 1/a^2 <= (1 + u)^3/(a*r)^2 + b/a
        cited = 64*log_star^3*log(4/rho)^2/(alpha*rho)^2 and tester = 48*log(4/f)/alpha
        log(4) <= 7/5 and log(256) <= 28/5 and log(13) <= 13/5 and 1/log(2) <= 29/20
        7/5 + Y/2 <= 2*Y and 28/5 + Y + 2*(Y - 1) <= 7*Y and v + 256*X*Y^2 <= 256*(v + X)*Y^2
        48*(2*Y*X + X) <= 144*X*Y and 29/20*(4*12/5*X + 8*(13/5 + Y/2)*X) <= 50*X*Y
        64*(2*Y)^2*X + (144 + 50)*X*Y + 3 <= {453|450}*X*Y^2
        let r = 1/(1 + t)
        let a = 1/(1 + s)
        let cited = cor:thresholds.n_previous(rho = rho/4, alpha = alpha/2, beta = rho/4, C_thresholds_previous = 1, \
            p_thresholds_previous = 0)
        let tester = lm:tester.n_tester(alpha = alpha/2, beta = f/4)
        let X = 1 + x
        let Y = 1 + y
        on x >= 0, y >= 0, v >= 0, b >= 0, s >= 0, t >= 0, u >= 0, f in (0, 1)
        constant O~ -> 453 ln^2 for C = 1, p = 0
        given that (4 ln(4/beta) + 8 ln(13/alpha))/(alpha ln 2) samples learn thresholds (VC dimension 1)
        argued that with Y = ln(e + X) the bounds of the three parts may be put in and added up

    about thm:heavy_hitters
    heavy.stronger-problem 3454: nu' - epsilon' = nu - epsilon + epsilon/4 and nu' < nu: the stronger problem's \
        answers are answers
        nu_prime - epsilon_prime = nu - epsilon + epsilon/{4|5} and nu - epsilon + epsilon/4 > nu - epsilon
        nu_prime < nu
        given what an answer to (nu, epsilon) is

    heavy.factor-four 3450: for nu/2 < epsilon < nu, solving at nu/2 costs at most 4 times as much
        (nu/2)^2 >= epsilon^2/{4|3.9}
        if epsilon < nu
        constant O(1) -> 4
        given a cost in proportion to 1/epsilon^2

    heavy.fallback-threshold 3530: with error epsilon/32, listing from nu - epsilon/16 keeps all of at least nu and \
        none of at most nu - epsilon
        nu - epsilon/32 > nu - epsilon/{16|40} and nu - epsilon + epsilon/32 < nu - epsilon/16
        given that every estimate is within epsilon/32

    heavy.candidates 3524: n = ln(16/(nu beta))/nu samples miss an element of probability p >= nu with at most e^(-n \
        nu) = nu beta/16
        exp(-(log({16|15}/(nu*beta))/nu)*nu) = nu*beta/16 and nu*beta/16/nu <= beta/8 and 1 - p <= exp(-p)
        on p in [0, 1]
        given that draws are independent, and the union bound

    heavy.final-order 3551: with C ln(1/beta)/(nu epsilon^2 rho^2) ln(e + .)^p before boosting, the paper's split \
        needs at most (586 8^p C + 49414) X ln(e + X)^(1 + p) samples, X = 1/(nu epsilon^2 rho^2) + \
        ln(1/beta)/epsilon^2 and beta < rho
        1/n^3 <= 1/(n*w^2*r^2) + b/w^2 and 1/w^2 <= 1/(n*w^2*r^2) + b/w^2 and 1/r^2 <= 1/(n*w^2*r^2) + b/w^2
        n - (n/2)/(1 + s)/4 >= 7/8*n and 64*8/7*4*2 <= 586
        cited = 64*log(4/rho)/(N*z^2*rho^2)
        log(4) <= 7/5 and log(8) <= 21/10 and log(32) <= 7/2 and log(64) <= 21/5 and log(64*8/7) <= 22/5
        log(256) <= 28/5 and log(586) <= 32/5
        7/5 + Y/2 <= 2*Y and 32/5 + Y + (Y - 1) <= 8*Y and v + 586*X*Y <= 586*(v + X)*Y
        8/7*(22/5 + Y/3 + 1)*X + 1 <= 8*X*Y and (7/2 + Y/3 + 1)*X + 1 <= 8*X*Y
        586*X*Y + test + fallback + 6 <= {50000|47000}*X*Y
        let X = 1 + x
        let Y = 1 + y
        let n = 1/(1 + t)
        let r = 1/(1 + u)
        let w = n/(1 + s)
        let cited = thm:heavy_hitters.n_previous(rho = rho/4, nu = N, epsilon = z/2, beta = rho/4, C_heavy_previous = \
            1, p_heavy_previous = 0)
        let test = 2048*(28/5 + Y/3 + 1)*X + 8*X*Y + 2048*(21/5 + 21/10 + 2*Y)*X
        let fallback = 8*X*Y + 2048*(7/2 + 21/10 + 2*Y)*X
        on x >= 0, y >= 0, v >= 0, b >= 0, s >= 0, t >= 0, u >= 0, z in (0, 1), N in (0, 1)
        constant O~ -> 50000 ln for C = 1, p = 0
        given heavy.candidates, heavy.collected and heavy.estimate-size, the sizes of test and fallback
        argued that with Y = ln(e + X), z = min(epsilon, nu/2) and N = nu - z/4 the bounds of the parts may be put in \
            and added up

    about lm:heavy_tester
    heavy.list-size 3469: a valid list has fewer than 4/nu members: nu' - epsilon' > nu/4 for epsilon < nu
        nu_prime - epsilon_prime > {1/4|0.3}*nu and list_size = 1/(nu/4)
        if epsilon < nu
        constant 4 -> 4; 8/5 under the assumed epsilon <= nu/2
        given that probabilities add up to at most 1

    heavy.list-size-half 3469: with epsilon <= nu/2 even nu' - epsilon' >= 5 nu/8: at most 8/(5 nu) members
        nu_prime - epsilon_prime >= {5/8|0.63}*nu
        if epsilon <= nu/2
        proved 8/5
        given that probabilities add up to at most 1

    heavy.missing-margin 3487: an element left out that is estimated from nu - epsilon/16 on has probability above \
        nu': a valid list is never rejected for a missing element
        heavy_from - error > nu_prime and heavy_from - error > nu - epsilon/{4|12}
        constant 1/32 -> any error below 3/16 here
        given that every estimate is within epsilon/32

    heavy.light-margin 3492: nu - epsilon + epsilon/32 < nu' - epsilon' - epsilon/16: a member of probability <= nu - \
        epsilon is rejected
        nu - epsilon + {1|8}*error < light_below
        constant 1/32 -> any error below 3/16 here
        given that every estimate is within epsilon/32

    heavy.kept-margin 3479: nu' - epsilon' - epsilon/32 >= nu' - epsilon' - epsilon/16: members of a valid list are \
        kept
        nu_prime - epsilon_prime - {1|3}*error >= light_below
        constant 1/32 -> 1/16
        given that every estimate is within epsilon/32

    heavy.found-margin 3496: nu - epsilon/32 >= nu - epsilon/16: a missing element of probability at least nu is \
        noticed
        nu - {1|3}*error >= heavy_from
        constant 1/32 -> 1/16
        given that every estimate is within epsilon/32

    heavy.failure 3516: beta/4 + beta/16 + beta/8 <= beta
        beta/4 + beta/16 + beta/8 <= {1|0.4}*beta
        constant 1 -> 7/16

    heavy.estimate-size 3475: 512 ln(16 L/beta)/epsilon^2 samples estimate one probability to within epsilon/32 but \
        for beta/(8 L)
        2*exp(-2*({512|500}*log(16*L/beta)/epsilon^2)*error^2) = beta/(8*L)
        on L > 0
        given Hoeffding's inequality

    heavy.samples-absorbed 3515: 1/nu <= 1/epsilon^2 for epsilon <= nu <= 1
        1/nu <= {1|0.9}/epsilon^2
        if epsilon <= nu

    heavy.collected 3483: (8/(7 nu)) ln(128/(7 nu beta)) samples contain every element of probability nu' but for \
        beta/16
        nu_prime >= 7/8*nu and 8/(7*nu)*exp(-(8/(7*nu)*log({128|127}/(7*nu*beta)))*(7/8*nu)) = beta/16
        if epsilon <= nu/2
        constant Theta(1) -> 8/7
        given that draws are independent, and the union bound

    about thm:best_arm
    best-arm.valid-margin 3573: an arm within alpha of the best is estimated within alpha + 2 alpha/16 = 9 alpha/8 <= \
        3 alpha/2
        alpha + 2*error = 9*alpha/8 and alpha + {2|9}*error <= margin
        constant 1/16 -> 1/4

    best-arm.invalid-margin 3575: an arm 2 alpha from the best is estimated at least 2 alpha - 2 alpha/16 = 15 alpha/8 \
        > 3 alpha/2 away
        2*alpha - 2*error = 15*alpha/8 and 2*alpha - {2|9}*error > margin
        constant 1/16 -> any error below 1/4

    best-arm.fallback 3580: the arm of largest estimate is within 2 alpha/16 = alpha/8 <= alpha of the best
        2*error = alpha/8 and {2|17}*error <= alpha
        constant 1/16 -> 1/2

    best-arm.estimates 3566: 128 ln(32|A|/beta)/alpha^2 samples per arm give all means to within alpha/16 except with \
        probability beta/16
        2*exp(-2*(128*log({32|31}*arms/beta)/alpha^2)*error^2) = beta/(16*arms)
        given Hoeffding's inequality and the union bound

    best-arm.final-order 3583: with C ln^3(arms/beta)/(rho alpha)^2 before boosting, the paper's split needs at most \
        1728 C ln^3(arms/rho)/(rho alpha)^2 + 5000 ln(arms/beta)/alpha^2 samples per arm, beta <= rho <= 1/2
        cited = 64*log(4*arms/rho)^3/(rho*alpha)^2
        64*(2*h + h + t)^3 <= {1728|1727}*(h + t)^3
        log(2) >= 2/3
        512*(7*(2/3 + s) + 2/3 + s + t) + 128*(6*(2/3 + s) + 2/3 + s + t) + 3 <= 5000*(2/3 + s + t)
        let cited = thm:best_arm.n_previous(rho = rho/4, alpha = alpha/2, beta = rho/4, C_arm_previous = 1)
        on h > 0, t >= 0, s >= 0
        constant O(1) -> 1728 C and 5000
        note no factor below 1728 C: one arm, rho = 1/2, large C
        given best-arm.estimates, the sizes of test and fallback
        argued that with h = ln 2 the bounds of the three parts may be put in and added up
    """,
    at,
)
