"""The way through one lemma of one's own, in Python: replcalc derive examples/my_pipeline.py --let x=1/1000."""

import replcalc
from replcalc.vocabulary import UNIT_OPEN, Conclusion, Parameter, Statement, real

x, y = real("x"), real("y")
X = Parameter(x, UNIT_OPEN, "closeness of the algorithm")
halved = Statement(
    label="my:halved",
    kind="lemma",
    title="Half of it",
    meaning="Conditioning halves the closeness.",
    given=(X,),
    gives=(Conclusion(y, "<=", x / 2, "closeness after conditioning", name="half"),),
)

pipeline = replcalc.Proof("halved", "Replicable after a lemma of mine", (X,), own=True)
half = pipeline.apply(halved, x=x).half
pipeline.apply(replcalc.statement("lm:pg_to_replic"), gamma=half, epsilon=half, delta=half)
