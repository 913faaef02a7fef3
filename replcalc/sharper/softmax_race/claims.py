"""Claims on the best of many options by a race, and on the k best by several."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:softmax-race",
        """
        softmax.pair: e^y and e^-y have mean cosh y and half difference sinh y: cosh^2 - sinh^2 = 1
            exp(y)*exp(-y) = 1 and ((exp(y) + exp(-y))/2)^2 - {1|2}*((exp(y) - exp(-y))/2)^2 = 1
            on y > 0

        softmax.atoms: mu^3 >= 3 mu/A^2 - 2/A^3, so cubes of A masses add up to at least 1/A^2: Glasser's constant \
            of A atoms
            mu^3 >= 3*mu/A^2 - {2|1.9}/A^3
            on mu >= 0, A > 0
            given summation term by term

        softmax.concave: the bound on the disagreement is concave in the inverse square affinity: its mean may be \
            put inside
            diff(r*(c + r)/(1 + c*r), r)/(2*r) = (c/r + 2 + c*r)/(2*(1 + c*r)^{2|3})
            diff(diff(r*(c + r)/(1 + c*r), r)/(2*r), r) <= 0 and diff(diff(1 - 1/(1 + x), x), x) <= 0
            on r in (0, 1], c >= 1, x > 0
            given that a second derivative <= 0 makes a function concave

        softmax.form: the statement's disagreement is r(c+r)/(1+cr), c = (2/sqrt 3) sqrt(1 - 1/A^2); two options: c \
            = 1, r itself
            rho_each = root*(glasser + root)/(1 + glasser*root) and two = {1|2} and root*(1 + root)/(1 + root) = root
            let two = derived:softmax-race.glasser(arms = 2)
            on root in (0, 1]
            given Glasser's inequality

        softmax.chord: cosh(ca) <= 1 + a^2 (cosh c - 1) for a^2 <= 1, term by term: powers of a^2 lie below it
            (i/12)^(j + 1) <= i/12
            on i integer in [1, {12|13}], j integer in [0, 12]
            given that powers of a^2 <= 1 lie below a^2, in the series of cosh

        softmax.swing: one round of two options multiplies the mean of cosh by at most (1 + 2V(cosh c - 1))^2
            swing = (1 + 2*V*(cosh(c) - 1))^2 - 1 and (1 + {1|2}*(2*h^2 - 1 - 1)/2)^2 = h^4
            let c = eta/(2*N)
            on h > 0
            given Hoeffding's inequality for the exponential moment

        softmax.recursion: N rounds multiply: (1 + x)^m (1 + x) = (1 + x)^(m+1)
            (1 + x)^m*(1 + x)^{1|2} = (1 + x)^(m + 1)
            on x > 0, m integer in [1, oo)

        softmax.odds: odds of beta/(1-beta) fail with probability beta, and b/(1+b) is concave
            odds/(1 + odds) = b and diff(diff(x/(1 + x), x), x) <= 0
            let odds = {1|2}*b/(1 - b)
            on b in (0, 1), x > 0
            given Jensen's inequality

        softmax.variance: Hoeffding's bound on a centred moment grows with the variance: e^y >= 1 + y
            diff((V*exp(s) + exp(-V*s))/(1 + V), V) = (exp(s*(1 + V)) - 1 - s*(1 + V))*exp(-V*s)/(1 + V)^2 and \
                exp(z) >= 1 + {1|11/10}*z
            on s > 0, V > 0, z >= 0
            given the mean value theorem
        """,
    ),
    *claims_from_text(
        "derived:softmax-race-joint",
        """
        softmax.joint: independent instances: what is right and the affinities multiply
            fails = 1 - (1 - beta_each)*(1 - beta_each)^{1|2} and differ^2 = 1 - 1/spread^2
            let fails = derived:softmax-race-joint.beta(k = 2)
            let differ = derived:softmax-race-joint.root(k = 2)
            given that instances are independent
        """,
    ),
    *claims_from_text(
        "derived:softmax-race-samples",
        """
        softmax.closed-swing: cosh x <= e^(x^2/2), so one round is at most e^(eta^2/(8 N^2))
            cosh(x) <= exp({1/2|0.45}*x^2) and 4*(eta/(4*N))^2/2 = eta^2/(8*N^2)
            on x in (-oo, oo), N > 0
            given Hoeffding's inequality for the exponential moment

        softmax.closed-second-order: 160 samples per unit of eta make all second-order terms less than 3 per cent
            (1/160)^2/8 = 1/204800 and exp(1/40 + 1/204800) <= {1.03|1.02} and exp(z) - 1 <= z*exp(z)
            on z >= 0
            given softmax.closed-swing

        softmax.closed-samples: 1.03 e^(3 rho^2/4) eta^2/(6 rho^2) samples make the disagreement rho and the drift \
            at most 3 rho^2/2, e = e^(3 rho^2/4)
            1.03*eta^2/(8*count)*e = {1|2}*3*rho^2/4 and 4/3*(3*rho^2/4) = rho^2 and eta^2/(4*count) <= 3*rho^2/2
            let count = 1.03*e*eta^2/(6*rho^2)
            on eta > 0, e >= 1
            given softmax.closed-second-order
        """,
    ),
    *claims_from_text(
        "derived:top-options",
        """
        top.moment: the disagreement of one race given both samples is at most c r, its mean square at most c^2 \
            times that of r
            r*(1 + t + r)/(1 + (1 + t)*r) <= {1|0.9}*(1 + t)*r and diff(diff(1 - 1/(1 + x), x), x) <= 0
            on r in (0, 1], t >= 0, x > 0
            given that a second derivative <= 0 makes a function concave, and Jensen's inequality

        top.harmonic: the reciprocal of a sum of r weights is at most the sum of their reciprocals over r^2, for r = \
            2, 3
            1/(a + b) <= {1|1/2}*(1/a + 1/b)/4 and (a + b + c)*(a*b + b*c + a*c) - 9*a*b*c = a*(b - c)^2 + b*(a - \
                c)^2 + c*(a - b)^2
            on a > 0, b > 0, c > 0

        top.squares: the sum of 1/r^2 over r = 1..k is at most 2 - 1/k (k <= 40) and at most pi^2/6 - 1/(k+1)
            sum(1/j^2, j, 1, n) <= {2|3/2} - 1/n and 1/(1 + x)^2 <= 1/x - 1/(1 + x) and 1/x^2 >= 1/x - 1/(1 + x) and \
                pi^2/6 - 1/3 >= 5/4
            on n integer in [1, 40], x > 0
            given summation term by term

        top.fewer: races among fewer options are bounded by that among all
            (1 - 1/(A + {1|-1}))*(1 - 1/(A + {1|-1})^2) >= (1 - 1/A)*(1 - 1/A^2)
            on A >= 2
            given induction on the number of options
        """,
    ),
)
