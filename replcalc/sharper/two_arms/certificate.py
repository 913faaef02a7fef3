"""A distribution of the threshold for two arms: the certificate of a coin, with what two unequal arms may add.

S counts the successes of the new arm and the failures of the old one: a sum of 2N coins, N of bias p and N of bias
1 - q, of mean n theta with n = 2N, theta = (1 + p - q)/2. Compared with n flips of one coin of bias theta (proof.md):
Pr[S < c] is no larger for c <= n theta and no smaller for c >= n theta + 1, on the right sides of 1/2. Only a threshold
between n theta and n theta + 1, one at most, may differ more often than for the coin, by 1/2 - 2F(1-F).
"""

from bisect import bisect_left, bisect_right

from flint import arb, fmpq

from replcalc.sharper.threshold_test.certificates import DistributionCheck, DistributionNode


class TwoArmsCheck(DistributionCheck):
    """Bounds on a distribution for two arms; ``experiment`` flips one coin 2N times."""

    def on_cell(self, first: DistributionNode, last: DistributionNode) -> arb:
        return super().on_cell(first, last) + self._centre(first, last)

    def at_node(self, node: DistributionNode) -> arb:
        return node.differ + self._centre(node, node)

    def _centre(self, first: DistributionNode, last: DistributionNode) -> arb:
        """Return what a threshold next to the mean of a theta between two nodes may add. F(1-F) is least at an end."""
        n, thresholds, most = self.experiment.samples, self.distribution.thresholds, arb(0)
        places = range(bisect_right(thresholds, n * first.theta), bisect_left(thresholds, n * last.theta + 1))
        for place in places:
            top, bottom = first.below[place], last.below[place]
            least = (top * (1 - top)).min(bottom * (1 - bottom))
            most = most.max(arb(self.distribution.weights[place]) * (arb(fmpq(1, 2)) - 2 * least))
        return most

    def low_at(self, theta: fmpq) -> arb:
        """Return Pr[old], at most: thresholds above the mean count in full."""
        mean, below = self.experiment.samples * theta, self.node(theta).below
        rows = zip(self.distribution.weights, self.distribution.thresholds, below, strict=True)
        return sum((w * (f if c <= mean else 1) for w, c, f in rows), arb(self.distribution.always_low))

    def high_at(self, theta: fmpq) -> arb:
        """Return Pr[new], at most: thresholds up to one above the mean count in full."""
        mean, below = self.experiment.samples * theta, self.node(theta).below
        rows = zip(self.distribution.weights, self.distribution.thresholds, below, strict=True)
        return sum((w * ((1 - f) if c >= mean + 1 else 1) for w, c, f in rows), arb(self.distribution.always_high))
