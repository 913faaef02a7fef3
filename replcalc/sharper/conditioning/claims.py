"""Claims on conditioning on the sample without loss."""

from replcalc.vocabulary import claims_about

CLAIMS = claims_about(
    """
    about derived:conditioned-composition
    conditioning.balanced: at d = sqrt(2 delta) the failure probability 2 delta/d equals d
        fails = {1|2}*delta_star
        let fails = derived:conditioning.gamma(delta = delta_k, d = {1|2}*delta_star)

    conditioning.gain: sqrt(2 delta) <= 5 sqrt(delta/min(epsilon, 1)), and epsilon in place of 3 epsilon
        delta_star <= {5|1.4}*sqrt(delta_k/Min(eps, 1))
        on eps > 0
        constant 5/sqrt(min(epsilon, 1)) -> sqrt(2)
    """
)
