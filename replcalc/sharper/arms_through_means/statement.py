"""Best arms through means (sharper/cosine/proof.md#best-arms-through-means)."""

from __future__ import annotations

from replcalc.paper.boosting_applications.statements import ARMS, arms
from replcalc.vocabulary import ALPHA, Conclusion, K, Statement, alpha, assuming, k, real

arms_through_means = Statement(
    label="derived:arms-through-means",
    kind="corollary",
    title="k best arms from k A means",
    meaning="Estimates of all arms' means within alpha/2 have their largest entries at arms within alpha of the best.",
    given=(K, ARMS, ALPHA),
    assumes=(assuming("rewards lie in [0, 1], and every arm of every instance has its own N independent draws"),),
    gives=(
        Conclusion(real("means"), "=", k * arms, "means to be estimated"),
        Conclusion(real("accuracy"), "=", alpha / 2, "accuracy asked of each"),
    ),
    notes=("Equal estimates give equal arms (ties go to the first): replicability and failure are the means'.",),
)

STATEMENTS = (arms_through_means,)
