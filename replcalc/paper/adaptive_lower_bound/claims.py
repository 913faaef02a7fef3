"""Claims of the adaptive lower bound: one round, fixed coins, the theorem (TeX lines 2421-2685)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about lem:threshold_estimation
    threshold.atoms 2487: a third of two nonnegative failures summing to at most 1/16 leaves each at most 3/16
        p_at_lower_end <= {3/16|0.18} and p_at_upper_end >= 13/16
        if failure <= 1/16
        constant 3/16 -> 3/16

    threshold.denominator 2500: x(1-x) > 3/16 for 1/4 < x < 3/4, and 1/(3/16) = 16/3 is at most the printed 6
        x*(1 - x) > 3/16 and 1/(3/16) <= {6|5.3}
        on x in (1/4, 3/4)
        constant 3/16 and 6 -> 3/16 and 16/3
        note 8/3 would do, because the weights (j - mx) sum to zero

    threshold.mean-deviation 2502: the mean absolute deviation is at most the standard deviation: |Y| <= (Y^2/sigma + \
        sigma)/2
        abs(y) <= (y^2/sigma + {1|0.9}*sigma)/2
        on sigma > 0, y in (-oo, oo)
        constant 1 -> 1 (m = 1, x = 1/2)

    threshold.half 2502: sqrt(m x(1-x)) <= sqrt(m)/2: x(1-x) <= 1/4
        sqrt(m*x*(1 - x)) <= {1/2|0.49}*sqrt(m)
        on x in [0, 1]

    threshold.slope 2502: |p'| <= 3 sqrt(m): already E|X-EX|/(x(1-x)) <= 3 sqrt(m) on [1/4, 3/4]
        sqrt({1|1.9}*m*x*(1 - x))/(x*(1 - x)) <= slope
        on x in [1/4, 3/4], m > 0
        constant 3 -> 3
        note derived.fisher-slope proves 2/sqrt(3); false below 3/(2 sqrt(2)) = 1.0606 (m = 2, + as soon as one is 1)
        given that the mean deviation is at most the standard deviation (threshold.mean-deviation)

    threshold.interval-length 2504: p moves by 1/6 to either side of 1/2 over at least 1/(9 sqrt m)
        2*(1/6)/slope = {1|2}/(9*sqrt(m)) = interval
        constant 1/9 -> 1/9
        note sqrt(3)/6 with the slope of derived.fisher-slope
        given the mean value theorem

    threshold.interval-inside 2506: the interval where 1/3 < p < 2/3 lies between the two ends, since 3/16 < 1/3 and \
        13/16 > 2/3
        3/16 < {1/3|1/6} and 13/16 > 2/3

    threshold.disagreement 2507: 2p(1-p) > 4/9 for 1/3 < p < 2/3
        2*p*(1 - p) > {4/9|0.45}
        on p in (1/3, 2/3)
        constant 4/9 -> 4/9

    threshold.constant 2511: the printed steps give disagreement at least (2/243)/(tau sqrt m)
        disagreement = 4/9*(1/3)*((1/3)/slope)/(2*tau) = {2|3}/243/(tau*sqrt(m))
        constant 2/243 = 0.00823 -> 2/243
        note derived.threshold-constant proves more than six times that
        given the steps of the lemma's proof

    about clm:fixed_r_lb
    phantom.third-draw 2596: two independent answers differ at least half as often as two draws of the second: a(1-b) \
        + b(1-a) >= b(1-b)
        a*(1 - b) + b*(1 - a) >= {1|1.01}*b*(1 - b)
        on a in [0, 1], b in [0, 1]
        constant 1/2 -> 1/2

    fixed-coins.split 2631: M Y >= Y - k (1 - M) for M in [0,1] and Y in [0,k]: the difference is (1-M)(k-Y)
        M*Y >= Y - {1|0.9}*k*(1 - M)
        on M in [0, 1], Y >= 0
        if Y <= k

    fixed-coins.inaccurate-round 2653: an inaccurate round loses at least 1 - 15/16 = 1/16 of what is still correct, \
        N_(i-1)/16 >= N_k/16
        1 - 15/16 >= {1/16|1/15} and q*(N + s)/16 >= q*N/16
        on q >= 0, N >= 0, s >= 0
        constant 1/16 -> 1/16
        given that N_i falls with i

    fixed-coins.rearrange-rho 2641: R >= (p/2)(k/2 - kR) is the same as R >= (pk/4)/(1+pk/2), the statement's
        R - {1|1.1}*rho_r = (R - p/2*(k/2 - k*R))/(1 + p*k/2)
        on R in (-oo, oo)
        given that a positive factor keeps the order of two sides

    fixed-coins.rearrange-beta 2665: R >= (1/16)(k/2 - kR) is the same as R >= (k/32)/(1+k/16) = k/(32 + 2k)
        R - {1|1.1}*beta_r = (R - 1/16*(k/2 - k*R))/(1 + k/16) and beta_r = k/(32 + 2*k)
        on R in (-oo, oo)
        given that a positive factor keeps the order of two sides

    about thm:adaptive_lb
    adaptive.beta-threshold 2678: half of the failure for fixed coins is k/(64+4k); it grows with k and is at least \
        1/68: beta < 1/68 is small enough for every k
        fixed/2 = k/(64 + 4*k) >= {1/68|1/67} and (k + s)/(64 + 4*(k + s)) >= k/(64 + 4*k)
        let fixed = clm:fixed_r_lb.beta_r
        on s >= 0
        proved 1/68

    adaptive.beta-limit 2678: half of it is below 1/4 for every k: no failure probability from 1/4 on is ever \
        contradicted
        fixed/2 < {1/4|0.249}
        let fixed = clm:fixed_r_lb.beta_r
        proved 1/4

    adaptive.increasing 2683: x/(1+x/2) is increasing and positive on x > 0
        (x + q)/(1 + (x + q)/2) > {1|1.1}*x/(1 + x/2) and x/(1 + x/2) > 0
        on x > 0, q > 0

    adaptive.rho-below-quarter 2681: (pk/8)/(1+pk/2) < 1/4 whatever pk is: the last step says nothing for rho >= 1/4
        fixed/2 < {1/4|0.24}
        let fixed = clm:fixed_r_lb.rho_r
        on p > 0
        proved 1/4

    adaptive.pk-bound 2683: for rho < 1/4, rho >= (x/8)/(1+x/2) is the same as x <= 8 rho/(1-4 rho)
        8*rho/(1 - 4*rho) - x = {1|2}*(rho - (x/8)/(1 + x/2))*(8 + 4*x)/(1 - 4*rho)
        on x > 0, rho in (0, 1/4)
        given that a positive factor keeps the order of two sides

    adaptive.explicit 2684: the printed steps give m >= ((2/243) k (1-4 rho)/(8 rho tau))^2 = (k(1-4 rho)/(972 rho \
        tau))^2 for rho < 1/4
        m = {1|2}*(constant*k/(8*rho/(1 - 4*rho)))^2 and m = (k*(1 - 4*rho)/(972*rho*tau))^2
        let constant = lem:threshold_estimation.disagreement(m = 1)
        on rho in (0, 1/4)
        constant Omega(k^2/tau^2) -> see derived.adaptive-sharp
        given lem:threshold_estimation with the printed constant

    adaptive.majority-witness 2522: at k = 10^6, tau = 1/5 and m = 221 a majority is wrong in some round with \
        probability at most 1/200
        10^6*exp(-221*log(25/21)/2) <= {1/200|1/300}
        given Chernoff's bound in relative entropy: ln(25/21)/2 between fair and 7/10

    adaptive.every-rho 2522: m >= 10^-11 k^2/tau^2 for every rho < 1 (answer + always on a beta/2 share of the coins, \
        by majority otherwise: k = 10^6, tau = 1/5, beta = 1/100, m = 221)
        221 >= {1/10^11|1/10^12}*k^2/tau^2
        let k = 10^6
        let tau = 1/5
        expected refuted
        note with even coins it is 1/2-replicable and right with probability at least 49/100 (392). Any constant fails \
            for large k, see adaptive.majority-cost; for rho < 1/4 see adaptive.explicit
        given adaptive.majority-witness

    adaptive.majority-cost 2522: with rho = 1 - beta/2 and beta = 1/100, majority voting needs m tau^2 <= 4k: less \
        than any constant times k^2
        (log(200) + log(k))/2 + 1/16 <= {4|2.5}*k
        given Hoeffding's inequality
    """,
    at,
)
