"""Claims of the introduction: the table's range, remarks, the informal theorems (TeX lines 319-600, 2787)."""

from replcalc.paper.literature import at
from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about thm:pg_compose_intro
    statement.intro-large-epsilon 319: adaptive composition is (delta*, eps*, delta*)-PG with the printed delta* times \
        10^6 also for large eps* (400041 rounds, eps_i = ln(11/10), n = 6000, delta_k = 2^-39)
        Max(2*printed + exp(-1) - success, star + 1 - 6000*log(2), squares - star, 2^40 - 4^1500) >= 0
        let squares = 400041*log(11/10)^2
        let star = thm:pg_compose_intro.epsilon_star(C_eps_intro = 1, delta_prime = 1/10^30, k = 1, epsilon[i] = \
            sqrt(400041)*log(11/10))
        let spent = 400041/10^30 + 400040/10^30/log(11/10) + 2^(-39)/log(11/10)
        let printed = {10^6|10^8}*sqrt(spent/squares)
        let success = 1 - 40*exp(-2*10001/42^2) - 4/6000
        expected refuted
        note 10001 rounds of randomised response at odds 11 : 10 spell each bit of a 40-bit hash of the sample, a last \
            round names the sample: the composition outputs it with probability at least the success. A PG composition \
            does with at most 2 delta* + e^eps* 2^-n, which is at most 2 delta* + 1/e as eps* + 1 <= n ln 2. A \
            balanced weight class has at least 4^1500 samples, so that one hash value has at most 2^-39 of it. \
            lm:pg_compose asks for eps* <= c3
        given that a PG composition cannot name its sample (paper/pg_composition/proof-spelled-hash.md)

    about table:only
    sq.table-range 599: the range beta >= rho of the table's first row is that of the cited bound, beta < rho/2
        beta < rho/2
        on rho in (0, 1), beta in (0, 1)
        if beta {>= rho|<= rho/4}
        expected refuted
        note the two ranges exclude each other; with beta <= rho/4 the cited bound applies

    about thm:boost_intro
    boost.perfect-tester 526: with a tester that never errs two runs differ only if the candidates do, or are equal \
        and invalid: at most rho each
        apart + invalid <= {2|1.9}*rho
        on apart >= 0, invalid >= 0, rho in (0, 1]
        if apart <= rho, invalid <= rho
        constant 2 -> 2
        given the union bound

    boost.intro-form 560: with costs rho^-a alpha^-b and ln(4/beta) <= 3 ln(1/beta), beta <= 1/2, it is of the order \
        of thm:boost_beta
        (rho/4)^(-a)*(alpha/2)^(-b) = {4|5}^a*2^b*rho^(-a)*alpha^(-b) and log(4/beta) <= 3*log(1/beta)
        on a > 0, b > 0, beta in (0, 1/2]
        proved 3
        given thm:boost_beta

    about thm:intro_stuff_stat
    suffstat.halved 456: starting from rho/2 costs a factor 4 where the samples grow as 1/rho^2, and twice rho/2 is \
        rho
        (rho/2)^(-2) = {4|3}*rho^(-2) and kept = rho
        let kept = thm:intro_stuff_stat.rho_new(rho = rho/2)
        on rho in (0, 1]
        proved 4

    suffstat.bernoulli-sum 2787: for coin flips the sum is sufficient: given it, the distribution of the sample does \
        not depend on the bias
        theta^j*(1 - theta)^(n - j)/(w*theta^j*(1 - theta)^(n - j)) = {1|2}/w
        on theta in (0, 1), j integer in [0, oo), n integer in [1, oo), w > 0
        given that C(n,j) samples have the sum j
    """,
    at,
)
