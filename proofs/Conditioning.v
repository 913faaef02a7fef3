(** * From joint closeness to closeness given the sample

    A sample [s] of a population and an output of law [P s]; the simulator's law [Q] does
    not see the sample.  Outputs are from a finite set [outs]. *)

(*@
label: lm:G_G_prime_implies_joint
theorem: tails_give_closeness
gives: epsilon_joint = joint_epsilon epsilon_k
gives: delta_joint = joint_delta delta_k
assumes: Pr[log-ratio > epsilon_k] <= delta_k under the first law, Pr[log-ratio < -epsilon_k] <= delta_k under the second, on a finite set
*)
(*@
label: derived:conditioning
theorem: conditioning
gives: gamma <= conditioning_gamma delta d
gives: epsilon_given = conditioning_epsilon epsilon
assumes: (X, Z) and (X, Z~) are (epsilon, delta)-close both ways, and Z~ is independent of X
*)
(*@
label: derived:conditioned-composition
theorem: conditioned_composition
gives: epsilon_star = conditioned_epsilon epsilon_k
gives: delta_star = conditioned_delta delta_k
gives: gamma_star = conditioned_delta delta_k
assumes: (X, Z) and (X, Z~) are (epsilon, delta)-close both ways, and Z~ is independent of X
*)
(*@
label: lm:joint_implies_cond
theorem: joint_implies_cond
gives: epsilon_star = joint_epsilon_star epsilon_k
gives: delta_star = joint_delta_star epsilon_k delta_k
gives: gamma_star = joint_delta_star epsilon_k delta_k
assumes: (X, Z) and (X, oracle Z) are (epsilon_k, delta_k)-close, the oracle independent of X
*)
(*@
label: lm:sample_pg_is_pg
theorem: sample_pg_is_pg
gives: gamma_pg = sample_pg_gamma gamma
gives: epsilon_pg = sample_pg_epsilon epsilon
gives: delta_pg = sample_pg_delta gamma delta
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw Replicable.Closeness.
Import ListNotations.
Open Scope R_scope.

Definition joint_epsilon (epsilon_k : R) : R := epsilon_k.
Definition joint_delta (delta_k : R) : R := delta_k.
Definition conditioning_gamma (delta d : R) : R := 2 * delta / d.
Definition conditioning_epsilon (epsilon : R) : R := epsilon.
Definition conditioned_epsilon (epsilon_k : R) : R := epsilon_k.
Definition conditioned_delta (delta_k : R) : R := sqrt 2 * sqrt delta_k.
Definition joint_epsilon_star (epsilon_k : R) : R := 3 * epsilon_k.
Definition joint_delta_star (epsilon_k delta_k : R) : R := 5 * sqrt delta_k / sqrt (Rmin 1 epsilon_k).
Definition sample_pg_gamma (gamma : R) : R := sqrt gamma.
Definition sample_pg_epsilon (epsilon : R) : R := epsilon.
Definition sample_pg_delta (gamma delta : R) : R := delta + sqrt gamma.

(** Both upper halves make closeness. *)
Lemma close_two_ways {Y} (outs : list Y) epsilon delta p q :
  (forall W, mass outs p W <= exp epsilon * mass outs q W + delta) ->
  (forall W, mass outs q W <= exp epsilon * mass outs p W + delta) -> close outs epsilon delta p q.
Proof.
  intros H1 H2 W. split; auto. specialize (H2 W). pose proof (exp_neg epsilon). pose proof (exp_pos (- epsilon)).
  apply Rle_trans with (exp (- epsilon) * (exp epsilon * mass outs p W)); [apply Rmult_le_compat_l; lra|].
  rewrite <- Rmult_assoc, H. lra.
Qed.

(** What [p] has in excess of e^epsilon [q]: the smallest delta of the upper half. *)
Definition beyond {Y} (epsilon : R) (p q : Y -> R) (y : Y) : bool := negb (leb (p y) (exp epsilon * q y)).
Definition excess {Y} (outs : list Y) (epsilon : R) (p q : Y -> R) : R :=
  mass outs p (beyond epsilon p q) - exp epsilon * mass outs q (beyond epsilon p q).

Lemma excess_bounds {Y} (outs : list Y) epsilon p q W : mass outs p W <= exp epsilon * mass outs q W + excess outs epsilon p q.
Proof.
  unfold excess, mass. rewrite <- !sum_scal, <- sum_minus, <- sum_plus. apply sum_le. intros y Hy. unfold beyond.
  unfold leb. destruct (Rle_dec (p y) (exp epsilon * q y)), (W y); simpl; lra.
Qed.

Lemma excess_nonneg {Y} (outs : list Y) epsilon p q : 0 <= excess outs epsilon p q.
Proof.
  unfold excess, mass. rewrite <- !sum_scal, <- sum_minus. apply sum_nonneg. intros y Hy. unfold beyond.
  unfold leb. destruct (Rle_dec (p y) (exp epsilon * q y)); simpl; lra.
Qed.

(** lm:G_G_prime_implies_joint. *)
Theorem tails_give_closeness {Y} (outs : list Y) (p q : Y -> R) (epsilon_k delta_k : R) :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) ->
  mass outs p (beyond epsilon_k p q) <= delta_k ->
  mass outs q (beyond epsilon_k q p) <= delta_k ->
  close outs (joint_epsilon epsilon_k) (joint_delta delta_k) p q.
Proof.
  intros Hp Hq H1 H2. unfold joint_epsilon, joint_delta. pose proof (exp_pos epsilon_k).
  apply close_two_ways; intros W.
  - eapply Rle_trans; [apply (excess_bounds outs epsilon_k p q)|]. unfold excess.
    pose proof (mass_nonneg outs q Hq (beyond epsilon_k p q)). nra.
  - eapply Rle_trans; [apply (excess_bounds outs epsilon_k q p)|]. unfold excess.
    pose proof (mass_nonneg outs p Hp (beyond epsilon_k q p)). nra.
Qed.

(** A nonnegative function above [d]: Markov's inequality, also at [d = 0]. *)
Lemma above {A} (D : law A) (f : A -> R) (delta d : R) : (forall a, 0 <= f a) -> E D f <= delta ->
  (0 < d -> Pr D (fun a => negb (leb (f a) d)) <= delta / d) /\ (delta = 0 -> Pr D (fun a => negb (leb (f a) 0)) <= 0).
Proof.
  intros Hf HE. split.
  - intros Hd. apply Rle_trans with (E D f / d).
    + eapply Rle_trans; [|apply (markov D f d Hf Hd)]. apply Pr_le. intros a Ha. apply negb_true_iff, leb_false in Ha.
      destruct (Rle_dec d (f a)); auto. lra.
    + apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|auto].
  - intros Z. subst delta. assert (E D f = 0) as E0 by (pose proof (E_ge0 D f Hf); lra).
    right. unfold Pr. transitivity (E D (fun _ => 0)); [|apply E_const]. apply E_ext_support. intros a (w & Hw & Hin).
    pose proof (sum_zero_inv (atoms D) (fun wa => fst wa * f (snd wa))
      (fun wa Hwa => Rmult_le_pos _ _ (weights_nonneg D wa Hwa) (Hf (snd wa))) E0 (w, a) Hin) as T. simpl in T.
    assert (f a = 0) as -> by nra. replace (leb 0 0) with true by (symmetry; apply leb_true; lra). reflexivity.
Qed.

Section Given.
Context {S Y : Type} (outs : list Y) (pop : law S) (P : S -> Y -> R) (Q : Y -> R).

(** def:pg on one population: close but for few samples. *)
Definition generalizes (gamma epsilon delta : R) : Prop :=
  exists good : S -> bool, Pr pop (fun s => negb (good s)) <= gamma /\
    forall s, good s = true -> close outs epsilon delta (P s) Q.

(** (X, Z) and (X, Z~) are close, Z~ independent of X: for every event of sample and output. *)
Definition jointly_close (epsilon delta : R) : Prop :=
  forall W : S -> Y -> bool,
    E pop (fun s => mass outs (P s) (W s)) <= exp epsilon * E pop (fun s => mass outs Q (W s)) + delta /\
    E pop (fun s => mass outs Q (W s)) <= exp epsilon * E pop (fun s => mass outs (P s) (W s)) + delta.

Variables epsilon delta : R.
Hypothesis joint : jointly_close epsilon delta.

Lemma mean_excess : E pop (fun s => excess outs epsilon (P s) Q) <= delta /\ E pop (fun s => excess outs epsilon Q (P s)) <= delta.
Proof.
  unfold excess. rewrite !E_minus, !E_scal. split.
  - destruct (joint (fun s => beyond epsilon (P s) Q)) as [H _]. lra.
  - destruct (joint (fun s => beyond epsilon Q (P s))) as [_ H]. lra.
Qed.

Lemma given_good d : forall s, leb (excess outs epsilon (P s) Q) d && leb (excess outs epsilon Q (P s)) d = true ->
  close outs epsilon d (P s) Q.
Proof.
  intros s Hs. apply andb_prop in Hs as [H1 H2]. apply leb_true in H1, H2. apply close_two_ways; intros W.
  - eapply Rle_trans; [apply (excess_bounds outs epsilon (P s) Q)|lra].
  - eapply Rle_trans; [apply (excess_bounds outs epsilon Q (P s))|lra].
Qed.

Lemma given_bad d : Pr pop (fun s => negb (leb (excess outs epsilon (P s) Q) d && leb (excess outs epsilon Q (P s)) d)) <=
  Pr pop (fun s => negb (leb (excess outs epsilon (P s) Q) d)) + Pr pop (fun s => negb (leb (excess outs epsilon Q (P s)) d)).
Proof. eapply Rle_trans; [|apply Pr_or]. apply Pr_le. intros s Hs. now rewrite <- negb_andb. Qed.

(** derived:conditioning. *)
Theorem conditioning d : 0 < d -> generalizes (conditioning_gamma delta d) (conditioning_epsilon epsilon) d.
Proof.
  intros Hd. destruct mean_excess as [M1 M2]. eexists. split; [|apply given_good]. eapply Rle_trans; [apply given_bad|].
  destruct (above pop _ delta d (fun s => excess_nonneg outs epsilon (P s) Q) M1) as [A1 _].
  destruct (above pop _ delta d (fun s => excess_nonneg outs epsilon Q (P s)) M2) as [A2 _].
  specialize (A1 Hd). specialize (A2 Hd). unfold conditioning_gamma. replace (2 * delta / d) with (delta / d + delta / d) by (field; lra). lra.
Qed.
End Given.

(** derived:conditioned-composition. *)
Theorem conditioned_composition {S Y} (outs : list Y) (pop : law S) (P : S -> Y -> R) (Q : Y -> R) (epsilon_k delta_k : R) :
  0 <= delta_k -> jointly_close outs pop P Q epsilon_k delta_k ->
  generalizes outs pop P Q (conditioned_delta delta_k) (conditioned_epsilon epsilon_k) (conditioned_delta delta_k).
Proof.
  intros Hd J. unfold conditioned_delta, conditioned_epsilon. rewrite <- sqrt_mult by lra. set (d := sqrt (2 * delta_k)).
  destruct (Req_dec delta_k 0) as [Z|Z].
  - assert (d = 0) as -> by (unfold d; rewrite Z, Rmult_0_r; apply sqrt_0).
    destruct (mean_excess outs pop P Q epsilon_k delta_k J) as [M1 M2].
    eexists. split; [|apply given_good]. eapply Rle_trans; [apply given_bad|].
    destruct (above pop _ delta_k 0 (fun s => excess_nonneg outs epsilon_k (P s) Q) M1) as [_ A1].
    destruct (above pop _ delta_k 0 (fun s => excess_nonneg outs epsilon_k Q (P s)) M2) as [_ A2]. specialize (A1 Z). specialize (A2 Z). lra.
  - assert (d0 : 0 < d) by (apply sqrt_lt_R0; lra). assert (d2 : d * d = 2 * delta_k) by (apply sqrt_sqrt; lra).
    destruct (conditioning outs pop P Q epsilon_k delta_k J d d0) as (good & H1 & H2). exists good. split; auto.
    eapply Rle_trans; [exact H1|]. unfold conditioning_gamma. rewrite <- d2. right. field. lra.
Qed.

Lemma generalizes_weaken {S Y} (outs : list Y) (pop : law S) (P : S -> Y -> R) (Q : Y -> R) g e d g' e' d' :
  (forall y, In y outs -> 0 <= Q y) -> (forall s y, In y outs -> 0 <= P s y) -> g <= g' -> e <= e' -> d <= d' ->
  generalizes outs pop P Q g e d -> generalizes outs pop P Q g' e' d'.
Proof.
  intros HQ HP Hg He Hd (good & H1 & H2). exists good. split; [lra|]. intros s Gs.
  assert (X : exp e <= exp e') by (destruct He as [He|He]; [left; now apply exp_increasing|rewrite He; lra]).
  apply close_two_ways; intros W.
  - destruct (H2 s Gs W) as [U _]. pose proof (mass_nonneg outs Q HQ W). nra.
  - pose proof (close_back outs e d (P s) Q (H2 s Gs) W) as U. pose proof (mass_nonneg outs (P s) (HP s) W). nra.
Qed.

(** lm:joint_implies_cond. *)
Theorem joint_implies_cond {S Y} (outs : list Y) (pop : law S) (P : S -> Y -> R) (Q : Y -> R) (epsilon_k delta_k : R) :
  (forall y, In y outs -> 0 <= Q y) -> (forall s y, In y outs -> 0 <= P s y) ->
  0 < epsilon_k -> 0 < delta_k -> jointly_close outs pop P Q epsilon_k delta_k ->
  generalizes outs pop P Q (joint_delta_star epsilon_k delta_k) (joint_epsilon_star epsilon_k) (joint_delta_star epsilon_k delta_k).
Proof.
  intros HQ HP He Hd J.
  assert (D : conditioned_delta delta_k <= joint_delta_star epsilon_k delta_k).
  { unfold conditioned_delta, joint_delta_star. set (r := sqrt delta_k). assert (0 < r) by (apply sqrt_lt_R0; lra).
    assert (Hm : 0 < Rmin 1 epsilon_k <= 1) by (split; [apply Rmin_pos; lra|apply Rmin_l]).
    set (m := sqrt (Rmin 1 epsilon_k)).
    assert (S1 : 0 < m <= 1)
      by (split; [apply sqrt_lt_R0; lra|apply Rle_trans with (sqrt 1); [apply sqrt_le_1; lra|rewrite sqrt_1; lra]]).
    assert (S2 : sqrt 2 <= 5).
    { replace 5 with (sqrt 25) by (replace 25 with (5 * 5) by ring; apply sqrt_square; lra). apply sqrt_le_1; lra. }
    apply Rmult_le_reg_r with m; [lra|]. replace (5 * r / m * m) with (5 * r) by (field; lra).
    pose proof (sqrt_pos 2). assert (0 <= sqrt 2 * r) by nra.
    apply Rle_trans with (sqrt 2 * r * 1); [apply Rmult_le_compat_l; lra|nra]. }
  eapply generalizes_weaken; [..|apply (conditioned_composition outs pop P Q epsilon_k delta_k); auto; lra]; auto.
  unfold conditioned_epsilon, joint_epsilon_star. lra.
Qed.

(** lm:sample_pg_is_pg: closeness of the laws on two samples gives closeness to their mean. *)
Theorem sample_pg_is_pg {S Y} (outs : list Y) (pop : law S) (P : S -> Y -> R) (gamma epsilon delta : R) (good2 : S -> S -> bool) :
  (forall s y, In y outs -> 0 <= P s y) -> (forall s, sum outs (P s) = 1) -> 0 <= gamma -> 0 <= epsilon -> 0 <= delta ->
  E pop (fun s => Pr pop (fun s' => negb (good2 s s'))) <= gamma ->
  (forall s s', good2 s s' = true -> close outs epsilon delta (P s) (P s')) ->
  generalizes outs pop P (fun y => E pop (fun s' => P s' y))
    (sample_pg_gamma gamma) (sample_pg_epsilon epsilon) (sample_pg_delta gamma delta).
Proof.
  intros HP TP Hg He Hd HB HC. unfold sample_pg_gamma, sample_pg_epsilon, sample_pg_delta. set (r := sqrt gamma).
  set (c := fun s => Pr pop (fun s' => negb (good2 s s'))).
  assert (c0 : forall s, 0 <= c s) by (intros; apply Pr_range).
  exists (fun s => leb (c s) r). split.
  - destruct (Req_dec gamma 0) as [Z|Z].
    + assert (r = 0) as -> by (unfold r; rewrite Z; apply sqrt_0). now apply (above pop c gamma 0).
    + assert (r0 : 0 < r) by (apply sqrt_lt_R0; lra). assert (r2 : r * r = gamma) by (apply sqrt_sqrt; lra).
      destruct (above pop c gamma r c0 HB) as [A _]. specialize (A r0). eapply Rle_trans; [exact A|]. right.
      apply Rmult_eq_reg_r with r; [|lra]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - intros s Gs. apply leb_true in Gs.
    assert (MQ : forall W, mass outs (fun y => E pop (fun s' => P s' y)) W = E pop (fun s' => mass outs (P s') W)).
    { intros W. unfold mass. rewrite (E_sum pop outs (fun y s' => ind (W y) * P s' y)). apply sum_ext. intros y _. now rewrite E_scal. }
    assert (M1 : forall s W, 0 <= mass outs (P s) W <= 1).
    { intros u W. split; [apply mass_nonneg; auto|]. unfold mass. rewrite <- (TP u). apply sum_le. intros y Hy.
      pose proof (HP u y Hy). pose proof (ind_range (W y)). nra. }
    pose proof (exp_pos epsilon). apply close_two_ways; intros W; rewrite MQ.
    + rewrite <- (E_const pop (mass outs (P s) W)).
      apply Rle_trans with (E pop (fun s' => exp epsilon * mass outs (P s') W + delta + ind (negb (good2 s s')))).
      * apply E_le; intros s'. pose proof (M1 s W). pose proof (M1 s' W). destruct (good2 s s') eqn:G2; simpl.
        { destruct (HC s s' G2 W). lra. } nra.
      * rewrite !E_plus, E_const, E_scal. fold (Pr pop (fun s' => negb (good2 s s'))). fold (c s). lra.
    + apply Rle_trans with (E pop (fun s' => exp epsilon * mass outs (P s) W + delta + ind (negb (good2 s s')))).
      * apply E_le; intros s'. pose proof (M1 s W). pose proof (M1 s' W). destruct (good2 s s') eqn:G2; simpl.
        { pose proof (close_back outs epsilon delta _ _ (HC s s' G2) W). lra. } nra.
      * rewrite !E_plus, !E_const. fold (Pr pop (fun s' => negb (good2 s s'))). fold (c s). lra.
Qed.

Print Assumptions tails_give_closeness.
Print Assumptions conditioning.
Print Assumptions conditioned_composition.
Print Assumptions joint_implies_cond.
Print Assumptions sample_pg_is_pg.
