(** * A sufficient statistic is enough

    The new algorithm reads only the statistic of its sample: with shared coins it redraws a
    sample from the law of the sample given the statistic, and runs the old algorithm on it. *)

(*@
label: derived:sufficient-statistic
theorem: sufficient_statistic
gives: rho_new <= suff_rho rho
gives: beta_new <= suff_beta beta
assumes: the data come from a member of the family
assumes: the answers are from a finite set
*)
(*@
label: thm:suff_stat
theorem: suff_stat
gives: rho_new <= suff_stat_rho rho
gives: beta_new <= suff_beta beta
assumes: the data come from a member of the family
assumes: the answers are from a finite set
*)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability.
Import ListNotations.
Open Scope R_scope.

Definition suff_rho (rho : R) : R := rho.
Definition suff_beta (beta : R) : R := beta.
Definition suff_stat_rho (rho : R) : R := 2 * rho.

Section Redraw.
Context {S U C T Y : Type} `{Eq U} `{Eq Y}.
Variables (statistic : S -> U) (coins : law C) (redraw : U -> C -> S).

(** def:sufficient_statistic, for one member of the family: given the statistic, the sample has a
    law that does not depend on the member, and the redrawn one has it. *)
Definition sufficient (samples : law S) : Prop :=
  forall (t : U) (f : S -> R),
    E samples (fun s => (1 - ind (differ (statistic s) t)) * f s) =
    E samples (fun s => 1 - ind (differ (statistic s) t)) * E coins (fun c => f (redraw t c)).

Lemma one_value (ts : list U) (t : U) (v : U -> R) : NoDup ts -> In t ts ->
  sum ts (fun t' => (1 - ind (differ t t')) * v t') = v t.
Proof.
  induction ts as [|a ts IH]; intros Nd Ht; [easy|]. inversion Nd as [|? ? Ha Nt]; subst. simpl.
  destruct Ht as [->|Ht].
  - rewrite differ_refl. simpl. rewrite (sum_ext ts _ (fun _ => 0)); [rewrite sum_zero; ring|].
    intros t' Ht'. rewrite differ_neq by (intros ->; easy). simpl. ring.
  - rewrite (IH Nt Ht). rewrite differ_neq by (intros ->; easy). simpl. ring.
Qed.

(** lm:suff_marginal: the redrawn sample has the law of a sample. *)
Lemma redrawn_law (samples : law S) : sufficient samples -> forall f,
  E samples (fun s => E coins (fun c => f (redraw (statistic s) c))) = E samples f.
Proof.
  intros Suff f. set (ts := nodup eq_dec (map (fun wa => statistic (snd wa)) (atoms samples))).
  assert (Nd : NoDup ts) by apply NoDup_nodup.
  assert (In_ts : forall s, support samples s -> In (statistic s) ts).
  { intros s (w & _ & Hin). apply nodup_In. apply in_map_iff. exists (w, s). auto. }
  transitivity (sum ts (fun t => E samples (fun s => (1 - ind (differ (statistic s) t)) * E coins (fun c => f (redraw t c))))).
  - rewrite <- (E_sum samples ts (fun t s => (1 - ind (differ (statistic s) t)) * E coins (fun c => f (redraw t c)))).
    apply E_ext_support. intros s Hs. symmetry.
    apply (one_value ts (statistic s) (fun t => E coins (fun c => f (redraw t c))) Nd (In_ts s Hs)).
  - transitivity (sum ts (fun t => E samples (fun s => (1 - ind (differ (statistic s) t)) * f s))).
    + apply sum_ext. intros t _. now rewrite E_scal_r, Suff.
    + rewrite <- (E_sum samples ts (fun t s => (1 - ind (differ (statistic s) t)) * f s)).
      apply E_ext_support. intros s Hs. apply (one_value ts (statistic s) (fun _ => f s) Nd (In_ts s Hs)).
Qed.

Variables (strings : law T) (A : T -> S -> Y) (outs : list Y).
Hypothesis outs_distinct : NoDup outs.
Hypothesis outs_all : forall r s, In (A r s) outs.

(** It sees the statistic only; the string and the redrawing coins are shared. *)
Definition through_statistic (rc : T * C) (s : S) : Y := A (fst rc) (redraw (statistic s) (snd rc)).

Lemma same_sum (a b : Y) : In a outs -> 1 - ind (differ a b) = sum outs (fun z => (1 - ind (differ a z)) * (1 - ind (differ b z))).
Proof.
  intros Ha.
  assert (G : forall l, NoDup l -> In a l -> sum l (fun z => (1 - ind (differ a z)) * (1 - ind (differ b z))) = 1 - ind (differ b a)).
  { induction l as [|z l IH]; intros Nd Hin; [easy|]. inversion Nd as [|? ? Hz Nl]; subst. simpl. destruct Hin as [->|Hin].
    - rewrite differ_refl. simpl. rewrite (sum_ext l _ (fun _ => 0)); [rewrite sum_zero; ring|].
      intros z' Hz'. rewrite (differ_neq a z') by (intros ->; easy). simpl. ring.
    - rewrite (IH Nl Hin), (differ_neq a z) by (intros ->; easy). simpl. ring. }
  rewrite (G outs outs_distinct Ha). do 2 f_equal. unfold differ. destruct (eq_dec a b), (eq_dec b a); congruence.
Qed.

Variable samples : law S.
Hypothesis is_sufficient : sufficient samples.

(** q: the law of the answer for fixed string and coins; its mean over the coins is the old law. *)
Let q (r : T) (c : C) (z : Y) : R := E samples (fun s => 1 - ind (differ (through_statistic (r, c) s) z)).
Let p (r : T) (z : Y) : R := E samples (fun s => 1 - ind (differ (A r s) z)).

Lemma mean_q r z : E coins (fun c => q r c z) = p r z.
Proof.
  unfold q, p, through_statistic. rewrite E_swap. simpl.
  apply (redrawn_law samples is_sufficient (fun s => 1 - ind (differ (A r s) z))).
Qed.

Lemma disagreement_squares (b : S -> Y) : (forall s, In (b s) outs) ->
  E samples (fun s => E samples (fun s' => ind (differ (b s) (b s')))) =
  1 - sum outs (fun z => (E samples (fun s => 1 - ind (differ (b s) z)))^2).
Proof.
  intros Hb.
  transitivity (E samples (fun s => 1 - sum outs (fun z => (1 - ind (differ (b s) z)) * E samples (fun s' => 1 - ind (differ (b s') z))))).
  - apply E_ext; intros s.
    rewrite (E_ext _ _ (fun s' => 1 - sum outs (fun z => (1 - ind (differ (b s) z)) * (1 - ind (differ (b s') z))))).
    + rewrite E_minus, E_const. f_equal.
      rewrite (E_sum samples outs (fun z s' => (1 - ind (differ (b s) z)) * (1 - ind (differ (b s') z)))).
      apply sum_ext; intros z _. now rewrite E_scal.
    + intros s'. rewrite <- same_sum by auto. ring.
  - rewrite E_minus, E_const. f_equal.
    rewrite (E_sum samples outs (fun z s => (1 - ind (differ (b s) z)) * E samples (fun s' => 1 - ind (differ (b s') z)))).
    apply sum_ext; intros z _. rewrite E_scal_r. ring.
Qed.

Lemma jensen_square (f : C -> R) : (E coins f)^2 <= E coins (fun c => (f c)^2).
Proof.
  set (m := E coins f). assert (0 <= E coins (fun c => (f c - m)^2)) by (apply E_ge0; intros; apply pow2_ge_0).
  rewrite (E_ext _ (fun c => (f c - m)^2) (fun c => (f c)^2 + (-2 * m * f c + m^2))) in H1 by (intros; ring).
  rewrite !E_plus, E_scal, E_const in H1. fold m in H1. lra.
Qed.

Lemma redraw_disagreement : disagreement (prod strings coins) through_statistic samples <= disagreement strings A samples.
Proof.
  unfold disagreement. rewrite E_prod. apply E_le; intros r.
  rewrite (disagreement_squares (A r)) by auto. fold (p r).
  rewrite (E_ext _ _ (fun c => 1 - sum outs (fun z => (q r c z)^2)))
    by (intros c; apply (disagreement_squares (through_statistic (r, c))); intros; apply outs_all).
  rewrite E_minus, E_const. apply Rplus_le_compat_l, Ropp_le_contravar.
  rewrite (E_sum coins outs (fun z c => (q r c z)^2)). apply sum_le. intros z _.
  change (E samples (fun s => 1 - ind (differ (A r s) z))) with (p r z). rewrite <- mean_q. apply jensen_square.
Qed.

Lemma redraw_failure good : failure (prod strings coins) through_statistic samples good = failure strings A samples good.
Proof.
  unfold failure. rewrite E_prod. apply E_ext; intros r. unfold through_statistic. simpl. rewrite E_swap.
  apply (redrawn_law samples is_sufficient (fun s => ind (negb (good (A r s))))).
Qed.
End Redraw.

(** derived:sufficient-statistic, for every member of a family of populations with the sample law [samples]. *)
Theorem sufficient_statistic {S U C T Y} `{Eq U} `{Eq Y} (statistic : S -> U) (coins : law C) (redraw : U -> C -> S)
    (strings : law T) (A : T -> S -> Y) (outs : list Y) (member : law S -> Prop) (rho beta : R) (good : law S -> Y -> bool) :
  NoDup outs -> (forall r s, In (A r s) outs) ->
  (forall samples, member samples -> sufficient statistic coins redraw samples) ->
  (forall samples, member samples -> disagreement strings A samples <= rho) ->
  (forall samples, member samples -> failure strings A samples (good samples) <= beta) ->
  let new := through_statistic statistic redraw A in
  forall samples, member samples ->
    disagreement (prod strings coins) new samples <= suff_rho rho /\
    failure (prod strings coins) new samples (good samples) <= suff_beta beta.
Proof.
  intros Nd All Suff Rho Beta new samples Hm. split.
  - eapply Rle_trans; [|apply Rho, Hm]. eapply redraw_disagreement; eauto.
  - unfold new. rewrite redraw_failure by auto. now apply Beta.
Qed.

(** thm:suff_stat follows: its factor 2 is not needed. *)
Theorem suff_stat {S U C T Y} `{Eq U} `{Eq Y} (statistic : S -> U) (coins : law C) (redraw : U -> C -> S)
    (strings : law T) (A : T -> S -> Y) (outs : list Y) (member : law S -> Prop) (rho beta : R) (good : law S -> Y -> bool) :
  0 <= rho -> NoDup outs -> (forall r s, In (A r s) outs) ->
  (forall samples, member samples -> sufficient statistic coins redraw samples) ->
  (forall samples, member samples -> disagreement strings A samples <= rho) ->
  (forall samples, member samples -> failure strings A samples (good samples) <= beta) ->
  let new := through_statistic statistic redraw A in
  forall samples, member samples ->
    disagreement (prod strings coins) new samples <= suff_stat_rho rho /\
    failure (prod strings coins) new samples (good samples) <= suff_beta beta.
Proof.
  intros H0' Nd All Suff Rho Beta new samples Hm.
  destruct (sufficient_statistic statistic coins redraw strings A outs member rho beta good Nd All Suff Rho Beta samples Hm) as [H1 H2].
  split; auto. unfold suff_rho, suff_stat_rho in *. fold new in H1. lra.
Qed.

(** The whole sample is a sufficient statistic of every family. *)
Example whole_sample {S} `{Eq S} (samples : law S) : sufficient (fun s => s) (sure tt) (fun s _ => s) samples.
Proof.
  intros t f. rewrite E_sure, <- E_scal_r. apply E_ext. intros s. unfold differ. destruct (eq_dec s t) as [->|]; simpl; ring.
Qed.

Print Assumptions sufficient_statistic.
Print Assumptions suff_stat.
