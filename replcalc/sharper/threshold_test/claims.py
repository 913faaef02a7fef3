"""Claims on the best replicable test."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:threshold-test-lower
    threshold-test.nearer-half: a probability further from one half disagrees less: q(1-q) - u(1-u) = s(s + 2t) at q = \
        1/2 + t, u = q + s
        (1/2 + t)*(1/2 - t) - (1/2 + t + s)*(1/2 - t - s) = s*(s + {2|1}*t)
        on s > 0, t > 0

    threshold-test.shared-coin: a shared choice between two sets disagrees less than a private one, by 2w(1-w)(p-q)^2
        w*2*p*(1 - p) + (1 - w)*2*q*(1 - q) <= {2|1.9}*(w*p + (1 - w)*q)*(1 - w*p - (1 - w)*q)
        on w in [0, 1], p in [0, 1], q in [0, 1]

    about derived:threshold-test
    threshold-test.coins-curvature: Var(S^2 + S') = 2N^2 - 3N + N/(4 theta(1-theta)) for N flips, in the angle 2 asin \
        sqrt theta
        (1 - x)^2/x + x^2/(1 - x) - 1 = 4*v - 4 and 2*N*(N - 1) + N*(4*v - 4)/4 = 2*N^2 - {3|2}*N + N*v
        diff((1 - x)/x, x)*x/2 = -(1 + (1 - x)/x)/2 and -diff(x/(1 - x), x)*(1 - x)/2 = -(1 + x/(1 - x))/2
        let v = 1/(4*x*(1 - x))
        on x in (0, 1)
        given that scores of independent flips are uncorrelated

    threshold-test.chord: (x-a)(b-x)/2 <= (b-a)^2/8: how far a curve rises above its chord for a curvature of one
        (x - a)*(b - x)/2 <= {1/8|1/9}*(b - a)^2
        on a > 0, b > 0, x > 0
        given that a curve of curvature one lies below its parabola
    """
)
