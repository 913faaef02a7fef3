"""Claims on two-point pairs, composition in total variation and correlated sampling after it."""

from replcalc.vocabulary import claims_from_text

CLAIMS = (
    *claims_from_text(
        "derived:nonadaptive-tv",
        """
        tv.affinity: the affinity of the two-point pair is sech(epsilon/2)
            2*exp(eps/2)/(1 + exp(eps)) = sech({1/2|1}*eps)
            on eps > 0

        tv.one-pair: the total variation of the two-point pair is tanh(epsilon/2): the closed form is exact for k = 1
            exp(eps)/(1 + exp(eps)) - 1/(1 + exp(eps)) = tanh({1/2|1}*eps) and 1 - sech(eps/2)^2 = tanh(eps/2)^2
            on eps > 0

        tv.one-pair-grows: tanh(epsilon/2) increases in epsilon
            tanh((eps + s)/2) >= {1|1.01}*tanh(eps/2)
            on eps > 0, s >= 0

        tv.relative-entropy: the relative entropy of the two-point pair is epsilon tanh(epsilon/2)
            likely*log(likely/rare) + rare*log(rare/likely) = {1|1/2}*eps*tanh(eps/2)
            let likely = exp(eps)/(1 + exp(eps))
            let rare = 1/(1 + exp(eps))
            on eps > 0

        tv.le-cam: TV <= sqrt(1 - B^2) with B = sum sqrt(PQ): Cauchy-Schwarz on (sqrt P - sqrt Q)(sqrt P + sqrt Q)
            (1 - B)/2*(2 + 2*B) = {1|1.1} - B^2 and (sqrt(x*y) + sqrt(X*Y))^2 <= (x + X)*(y + Y)
            on B in [0, 1], x >= 0, y >= 0, X >= 0, Y >= 0
            given the Cauchy-Schwarz inequality, over all outcomes

        tv.against-pinsker: 1 - prod sech^2(eps_i/2) <= sum eps_i tanh(eps_i/2)/2: the closed form is never worse \
            than Pinsker
            1 - (1 - x)*(1 - y) <= x + y and 1 - sech(u)^2 = tanh(u)^2 and tanh(u) <= {1|0.9}*u
            on x >= 0, y >= 0, u >= 0
            given induction over the factors

        tv.smaller-pair: the pair of epsilon is the pair of a larger eta, flipped with probability r in [0, 1/2]
            (1 - flip)*Eta/(1 + Eta) + flip/(1 + Eta) = {1|1.01}*Eps/(1 + Eps) and (1 - flip)/(1 + Eta) + \
                flip*Eta/(1 + Eta) = 1/(1 + Eps)
            0 <= flip <= 1/2 and 1 - 2*flip = (Eps - 1)/(Eps + 1)/((Eta - 1)/(Eta + 1))
            let Eps = 1 + x
            let Eta = 1 + x + s
            let flip = (Eta - Eps)/((Eps + 1)*(Eta - 1))
            on x > 0, s >= 0

        tv.split: A, B = (e^eps p - q, e^eps q - p)/((e^eps - 1)(1 - delta)) have mass 1 and recombine to p and q
            (1 - d)*(e/(1 + e)*A + 1/(1 + e)*B) = p and (1 - d)*(1/(1 + e)*A + e/(1 + e)*B) = q and (e*(1 - d) - (1 \
                - d))/((e - 1)*(1 - d)) = 1
            let A = (e*p - q)/((e - {1|-1})*(1 - d))
            let B = (e*q - p)/((e - {1|-1})*(1 - d))
            on e > 1, p > 0, q > 0, d in (0, 1)

        tv.overlap: min(P, e^E Q) = e^(E/2) e^(-|L-E|/2) up to the common factor; for k = 1, 1 - sech e^(-eps/2) = \
            tanh(eps/2)
            exp(E - (E + s)/2) = exp(E/2)*exp(-{1/2|1}*s) and exp((E - s)/2) = exp(E/2)*exp(-s/2) and exp(s) >= 1 \
                and 1 - sech(eps/2)*exp(-eps/2) = tanh(eps/2)
            on E > 0, s >= 0, eps > 0
        """,
    ),
    *claims_from_text(
        "derived:revealed-tv",
        """
        tv.revealed: revealing with probability delta, else two-point: total variation (e^eps - 1 + 2 delta)/(e^eps \
            + 1)
            d + (1 - d)*tanh(eps/2) = (exp(eps) - 1 + {2|3}*d)/(exp(eps) + 1)
            on eps > 0, d in (0, 1)

        tv.four-outcomes: both distributions of four outcomes have mass 1 and sum (P - e^eps Q)_+ = delta, all on \
            the revealed outcome
            d + (1 - d)*e/(1 + e) + (1 - d)/(1 + e) = 1 and (1 - d)*e/(1 + e) - {1|1/2}*e*((1 - d)/(1 + e)) = 0
            (1 - d)/(1 + e) - e*((1 - d)*e/(1 + e)) <= 0 and 0 - e*d <= 0
            on d in (0, 1), e > 1
        """,
    ),
    *claims_from_text(
        "derived:tv-to-replicable",
        """
        tv.to-replicable: 2 gamma + f(2 TV) <= 4(gamma + epsilon/2 + delta), against the cited 4(gamma + 2 epsilon + \
            delta)
            rho = 2*gamma_star + 2*(2*tv)/(1 + 2*tv)
            2*gamma_star + 2*(2*tv)/(1 + 2*tv) <= 2*gamma_star + 4*tv <= {4|1.9}*(gamma_star + eps/2 + delta)
            on eps >= 0, delta >= 0
            if tv <= eps/2 + delta
            constant 4(gamma + 2 epsilon + delta) -> 2 gamma + f(2 TV)
            given derived:nonadaptive-tv

        tv.error-increasing: f(x) = 2x/(1+x) increases, so an upper bound on the total variation may be put in
            2*(x + s)/(1 + (x + s)) >= {2|2.1}*x/(1 + x)
            on x >= 0, s >= 0

        tv.disagreement: 1 - (1-x)/(1+x) = 2x/(1+x): the earliest point misses the intersection of the two regions
            1 - (1 - x)/(1 + {1|2}*x) = 2*x/(1 + x)
            on x in (0, 1]
        """,
    ),
)
