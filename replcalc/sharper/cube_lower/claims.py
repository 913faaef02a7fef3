"""Claims on the surface of cells and on what it forces."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:cube-field
    cube.one-axis: along one axis the divergence of w g over w is g^2 + (1-z^2)(mu^2 - (pi/Z)^2), in z kappa' = \
        (pi/Z)^2 + kappa^2 and Gamma' = m^2 + Gamma^2
        (1 - z^2)*((m^2 + Gamma^2) - ((pi/Z)^2 + kappa^2)) - z*(Gamma - kappa) + (1 - z^2)*(-{2|1}*kappa + z/(1 - \
            z^2))*(Gamma - kappa) = (1 - z^2)*(Gamma - kappa)^2 + (1 - z^2)*(m^2 - pi^2/Z^2)
        on z in (0, 1), m > 0, Gamma > 0, kappa > 0, Z > 0
        given the product rule

    cube.largest-slope: the weight only lowers the slope of the field's components in windows |z| <= 0.87, tightest at \
        z = Z/2
        z*kappa - (1 - z^2)*((pi/Z)^2 + kappa^2) = z^2/(4*(1 - z^2)) - (1 - z^2)*(pi/Z)^2 - (1 - z^2)*(kappa - z/(2*(1 \
            - z^2)))^2
        (2*{0.87|0.88})^2 <= 4*pi/(1 + pi)
        on z in (0, 1), kappa > 0, Z > 0
        given the mean value theorem

    cube.mean: (sigma + g^2)/g >= 2 sqrt(sigma), and E sqrt(sigma) >= sqrt(s)(1 - Var/(2 s^2)) with the moments of 1 - \
        z^2
        v^2 + g^2 >= {2|3}*v*g and v - (3/2*v^2 - v^4/2) = v*(v - 1)^2*(v/2 + 1) and 3/2 - (1 + S)/2 = 1 - S/2
        diff(z^3/6 + z^2*sin/(2*w) + z*cos/w^2 - sin/w^3, z) + w*(cos*(z^2/(2*w) - 1/w^3) - sin*z/w^2) = z^2*(1 + \
            cos)/2
        2*(y^3/6 - y/(pi/y)^2) = y*4*y^2*(1/12 - 1/(2*pi^2))
        on v > 0, g > 0, S > 0, z > 0, y > 0, sin > 0, cos > 0, w > 0
        given Jensen's inequality

    about derived:cube-ball
    cube.reflected: a face of the window costs the factor 2^(-1/k), on average over independent axes (shown for two)
        two = ball/side*((1 - near) + near*{sqrt(1/2)|1/2})^2
        let two = derived:cube-ball.pull(k = 2, ball = ball, side = side, near = near)
        on ball > 0, side > 0, near > 0
        given that the axes are independent

    about derived:cube-cheeger
    cube.edge: under the weight cos^2 the logarithmic slope has the mean square (2 pi/L)^2 per axis
        -pi/L*sin*diff(2/L*cos^2, cos) = -(2/L*cos^2)*2*pi/L*sin/cos and 1/L - 2*pi/L*(1 - 2*sin^2)/(2*pi) = 2/L*sin^2
        2*pi*sqrt(k)/({2|3}*angle) = edge
        on L > 0, sin > 0, cos > 0
        given the fundamental theorem of calculus

    about derived:gaussian-box
    cube.gaussian: Gaussian means have cells of side 2 alpha and slopes sqrt(N) phi(Phi^-1(p))
        2/sqrt(pi)/sqrt(N) = integral and 2*1/4/(1/sqrt(2*pi)*sqrt(N)) = peak and cheeger/({2|4}*alpha + 2*d) = most
        given the fundamental theorem of calculus

    about derived:cheeger-of-cube
    cheeger.cube: the field tau/|tau| with tau' = theta m(tau) has divergence at least 2 theta sqrt(k): m = k - gamma \
        at B, and both cases of T give 2 sqrt(k T)
        m = 1 + t^2 + m*t^2/g and (1 + B2)/(1 - B2/g) = n - g and v^2 + w^2 >= 2*v*w and (n - (n - g))*(1 + (n - g)/g) \
            = n
        let m = (1 + t^2)/(1 - t^2/g)
        let B2 = g*(n - g - {1|2})/n
        on t > 0, g > 0, n > 1, v > 0, w > 0
        if t^2 < g
        given the divergence theorem

    about derived:cheeger-of-square
    cheeger.square: with corners rounded to the radius 1/h the unit square has boundary over area h = 2 + sqrt(pi), \
        and no less
        4 - (8 - 2*pi)*r - h*(1 - (4 - pi)*r^2) = (4 - pi)*(1 - h*r)^2/h
        let h = {cheeger|4}
        on r > 0
        note that rounded squares are the best sets is Kawohl and Lachand-Robert's theorem
        given Kawohl and Lachand-Robert's theorem

    about derived:cells-lower
    cells.peak: Q(1-Q)/phi falls on the half line, so p(1-p)/h(p) grows up to p = 1/2: with R = Q(1-Q)/phi, u = \
        sqrt(2) x
        diff(R, x)/sqrt(2) = sqrt(2)*x*R - (1 - 2*Q) and diff(sqrt(2)*x*R - (1 - 2*Q), x)/sqrt(2) = R - {2|1}*phi + \
            sqrt(2)*x*diff(R, x)/sqrt(2)
        sqrt(2*pi)/4 < {2|1}/sqrt(2*pi)
        let Q = (1 - erf(x))/2
        let phi = exp(-x^2)/sqrt(2*pi)
        let R = (1 - erf(x))/2*(1 - (1 - erf(x))/2)/(exp(-x^2)/sqrt(2*pi))
        on x > 0
        note that a first zero of R' would never be left again is argued in proof.md
        given that a first zero of R' would never be left again (sharper/cube_lower/proof.md)

    cells.excess: the correction E satisfies E(p) <= (5/4) g p(1-p): E' <= g(1-2p)/(1-p), the slope of g(2p + ln(1-p))
        2*p + log(1 - p) <= {5/4|6/5}*p*(1 - p) and p*(1 - 2*p) <= p*(1 - p) and diff(2*p + log(1 - p), p) = (1 - \
            2*p)/(1 - p)
        on p in [0, 1/2]
        given the fundamental theorem of calculus

    cells.level: answers that carry less than everything are made up for: H Xi0(1) is left whatever the cells carry
        H*(total - less) + {1|1/2}*(H + gap)*total - (H + gap)*(total - less) >= H*total
        on H >= 0, total >= 0, gap >= 0, less >= 0
        given the coarea formula

    cells.rule: D(1 + (5/16) I G H+^2) >= (I/2)(E H - edge) - (G/2)(1/d + H+) F
        rho_forced*(1 + peak/2*integral/2*{5/4|1}*most^2) = integral/2*(pull - edge) - peak/2*(1/d + most)*beta
        given the steps of sharper/cube_lower/proof.md

    about derived:cells-lower-plain
    cells.plain: D >= (I/2)(E H (1 - rho - beta) - edge) - (G/2) beta/d
        rho_forced = integral/2*(pull*(1 - rho - {1|0}*beta) - edge) - peak/2*beta/d
        given the steps of sharper/cube_lower/proof.md
    """
)
