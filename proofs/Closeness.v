(** * Close laws, and what their log-ratio does

    Two laws [p], [q] on a finite set are (epsilon, delta)-close if this holds for every
    event, in both directions. *)

(*@
label: lm:help_kasi
theorem: help_kasi
gives: failure <= help_kasi_failure epsilon delta
assumes: X and Y are (epsilon, delta)-close in both directions, on a finite set
*)
(*@
label: lm:h_hat_to_h
theorem: h_hat_to_h
gives: failure_real <= help_kasi_failure epsilon delta
gives: failure_oracle <= help_kasi_failure epsilon delta
assumes: the two laws of the round are (epsilon, delta)-close in both directions, on a finite set
*)
(*@
label: cl:Q_weighted_bound
theorem: Q_weighted_bound
gives: psi <= round_psi epsilon delta
assumes: delta <= epsilon/50
assumes: the two laws of the round are (epsilon, delta)-close in both directions, on a finite set
*)
(*@
label: cl:P_weighted_bound
theorem: P_weighted_bound
gives: gap <= round_tilt epsilon delta
assumes: delta <= epsilon/50
assumes: the two laws of the round are (epsilon, delta)-close in both directions, on a finite set
*)
(*@
label: lm:bound_expect
theorem: bound_expect
gives: delta_hat = round_delta_hat epsilon delta
gives: psi = round_psi epsilon delta
gives: tilt = round_tilt epsilon delta
gives: rho_i <= round_drift epsilon delta
assumes: delta <= epsilon/50
assumes: the two laws of the round are (epsilon, delta)-close in both directions, on a finite set
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw.
Import ListNotations.
Open Scope R_scope.

Definition help_kasi_failure (epsilon delta : R) : R := 2 * delta / (1 - exp (- epsilon)).
Definition help_kasi_sharp_failure (epsilon delta : R) : R :=
  delta * (1 + exp (- 2 * epsilon)) / (1 - exp (- epsilon)).
Definition round_delta_hat (epsilon delta : R) : R := 2 * delta / (1 - exp (- epsilon)).
Definition round_psi (epsilon delta : R) : R :=
  2 * delta ^ 2 * (1 + 2 * exp (2 * epsilon) / (exp epsilon - 1)) ^ 2 + delta * (2 * exp epsilon + 1).
Definition round_tilt (epsilon delta : R) : R :=
  2 * epsilon * (exp (2 * epsilon) / (1 - round_delta_hat epsilon delta) - 1).
Definition round_drift (epsilon delta : R) : R := round_psi epsilon delta + round_tilt epsilon delta.

Definition leb (x y : R) : bool := if Rle_dec x y then true else false.

Lemma leb_true x y : leb x y = true <-> x <= y.
Proof. unfold leb. destruct (Rle_dec x y); split; congruence || lra. Qed.
Lemma leb_false x y : leb x y = false <-> y < x.
Proof. unfold leb. destruct (Rle_dec x y); split; congruence || lra. Qed.

(** The probability of an event under a law given by its weights. *)
Definition mass {Y} (outs : list Y) (p : Y -> R) (W : Y -> bool) : R := sum outs (fun y => ind (W y) * p y).

(** Closeness, in the form of def:pg. *)
Definition close {Y} (outs : list Y) (epsilon delta : R) (p q : Y -> R) : Prop :=
  forall W, mass outs p W <= exp epsilon * mass outs q W + delta /\
            exp (- epsilon) * (mass outs q W - delta) <= mass outs p W.

Lemma exp_neg e : exp (- e) * exp e = 1.
Proof. rewrite <- exp_plus. replace (- e + e) with 0 by ring. apply exp_0. Qed.

Lemma close_back {Y} (outs : list Y) epsilon delta p q : close outs epsilon delta p q ->
  forall W, mass outs q W <= exp epsilon * mass outs p W + delta.
Proof.
  intros C W. destruct (C W) as [_ L]. pose proof (exp_pos epsilon). pose proof (exp_neg epsilon).
  apply (Rmult_le_compat_l (exp epsilon)) in L; [|lra].
  replace (exp epsilon * (exp (- epsilon) * (mass outs q W - delta))) with
    (exp (- epsilon) * exp epsilon * (mass outs q W - delta)) in L by ring. rewrite H0 in L. lra.
Qed.

Lemma ln_monotone x y : 0 < x -> x <= y -> ln x <= ln y.
Proof. intros Hx [H|H]; [left; now apply ln_increasing|rewrite H; lra]. Qed.

Lemma ln_le_minus x : 0 < x -> ln x <= x - 1.
Proof. intros Hx. pose proof (exp_ineq1_le (ln x)). rewrite exp_ln in H by auto. lra. Qed.

Lemma exp_small e : 0 < e <= 1 -> e / 2 <= 1 - exp (- e).
Proof.
  intros He. assert (1 + e <= exp e) by apply exp_ineq1_le. pose proof (exp_neg e). pose proof (exp_pos (- e)).
  assert (exp (- e) * (1 + e) <= 1) by nra. nra.
Qed.

Section TwoLaws.
Context {Y : Type} (outs : list Y) (p q : Y -> R) (epsilon delta : R).
Hypothesis p_nonneg : forall y, In y outs -> 0 <= p y.
Hypothesis q_nonneg : forall y, In y outs -> 0 <= q y.
Hypothesis epsilon_pos : 0 < epsilon.
Hypothesis delta_nonneg : 0 <= delta.

(** The log-ratio is at most 2 epsilon in size. *)
Definition small_ratio (y : Y) : bool :=
  leb (p y) (exp (2 * epsilon) * q y) && leb (q y) (exp (2 * epsilon) * p y) && negb (leb (p y) 0).

Lemma small_ratio_spec y : small_ratio y = true -> 0 < p y /\ 0 < q y /\ Rabs (ln (p y / q y)) <= 2 * epsilon.
Proof.
  unfold small_ratio. intros H. apply andb_prop in H as [H H3]. apply andb_prop in H as [H1 H2].
  apply leb_true in H1, H2. apply negb_true_iff, leb_false in H3.
  pose proof (exp_pos (2 * epsilon)). assert (Hq : 0 < q y) by nra. split; auto. split; auto.
  assert (L : forall a b, 0 < a -> 0 < b -> a <= exp (2 * epsilon) * b -> ln a - ln b <= 2 * epsilon).
  { intros a b Ha Hb Hab. apply ln_monotone in Hab; auto. rewrite ln_mult, ln_exp in Hab by auto. lra. }
  unfold Rdiv. rewrite ln_mult, ln_Rinv by (auto; now apply Rinv_0_lt_compat).
  pose proof (L _ _ H3 Hq H1). pose proof (L _ _ Hq H3 H2). apply Rabs_le. lra.
Qed.

Lemma mass_nonneg W : 0 <= mass outs p W.
Proof. apply sum_nonneg. intros y Hy. apply Rmult_le_pos; auto. apply ind_range. Qed.
End TwoLaws.

(** Where [p] exceeds e^(2 epsilon) [q], it has mass at most delta / (1 - e^-epsilon). *)
Lemma large_ratio {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) -> 0 < epsilon ->
  (forall W, mass outs p W <= exp epsilon * mass outs q W + delta) ->
  mass outs p (fun y => negb (leb (p y) (exp (2 * epsilon) * q y))) * (1 - exp (- epsilon)) <= delta.
Proof.
  intros Hp Hq He C. set (W := fun y => negb (leb (p y) (exp (2 * epsilon) * q y))).
  specialize (C W).
  assert (B : exp (2 * epsilon) * mass outs q W <= mass outs p W).
  { unfold mass. rewrite <- sum_scal. apply sum_le. intros y Hy. unfold W.
    destruct (leb (p y) (exp (2 * epsilon) * q y)) eqn:L; simpl; [lra|]. apply leb_false in L. lra. }
  replace (2 * epsilon) with (epsilon + epsilon) in B by ring. rewrite exp_plus in B.
  pose proof (exp_pos epsilon). pose proof (exp_neg epsilon). pose proof (exp_pos (- epsilon)).
  assert (exp epsilon * mass outs q W <= exp (- epsilon) * mass outs p W).
  { apply (Rmult_le_compat_l (exp (- epsilon))) in B; [|lra].
    replace (exp (- epsilon) * (exp epsilon * exp epsilon * mass outs q W)) with
      (exp (- epsilon) * exp epsilon * (exp epsilon * mass outs q W)) in B by ring. rewrite H0 in B. lra. }
  lra.
Qed.

(** The two tails added, the second weighted by [exp (- 2 * epsilon)]: a little more than lm:help_kasi needs. *)
Theorem help_kasi_sharp {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) -> 0 < epsilon -> 0 <= delta ->
  close outs epsilon delta p q ->
  mass outs p (fun y => negb (small_ratio p q epsilon y)) <= help_kasi_sharp_failure epsilon delta.
Proof.
  intros Hp Hq He Hd C.
  pose proof (large_ratio outs p q epsilon delta Hp Hq He (fun W => proj1 (C W))) as L1.
  pose proof (large_ratio outs q p epsilon delta Hq Hp He (close_back outs epsilon delta p q C)) as L2.
  set (W1 := fun y => negb (leb (p y) (exp (2 * epsilon) * q y))) in *.
  set (W2 := fun y => negb (leb (q y) (exp (2 * epsilon) * p y))) in *.
  assert (E1 : 0 < 1 - exp (- epsilon)).
  { pose proof (exp_increasing (- epsilon) 0 ltac:(lra)). rewrite exp_0 in H. lra. }
  assert (B2 : mass outs p W2 <= exp (- (2 * epsilon)) * mass outs q W2).
  { unfold mass. rewrite <- sum_scal. apply sum_le. intros y Hy. unfold W2.
    destruct (leb (q y) (exp (2 * epsilon) * p y)) eqn:L; simpl; [lra|]. apply leb_false in L.
    pose proof (exp_neg (2 * epsilon)). pose proof (exp_pos (- (2 * epsilon))).
    apply (Rmult_lt_compat_l (exp (- (2 * epsilon)))) in L; auto.
    rewrite <- Rmult_assoc, H in L. lra. }
  assert (U : mass outs p (fun y => negb (small_ratio p q epsilon y)) <= mass outs p W1 + mass outs p W2).
  { unfold mass. rewrite <- sum_plus. apply sum_le. intros y Hy. unfold small_ratio, W1, W2.
    pose proof (Hp y Hy). destruct (leb (p y) 0) eqn:Z.
    - apply leb_true in Z. assert (p y = 0) as -> by lra. lra.
    - destruct (leb (p y) (exp (2 * epsilon) * q y)), (leb (q y) (exp (2 * epsilon) * p y)); simpl; lra. }
  unfold help_kasi_sharp_failure. replace (- 2 * epsilon) with (- (2 * epsilon)) by ring.
  apply Rmult_le_reg_r with (1 - exp (- epsilon)); auto.
  replace (delta * (1 + exp (- (2 * epsilon))) / (1 - exp (- epsilon)) * (1 - exp (- epsilon)))
    with (delta * (1 + exp (- (2 * epsilon)))) by (field; lra).
  pose proof (exp_pos (- (2 * epsilon))). nra.
Qed.

(** lm:help_kasi. *)
Theorem help_kasi {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) -> 0 < epsilon -> 0 <= delta ->
  close outs epsilon delta p q ->
  mass outs p (fun y => negb (small_ratio p q epsilon y)) <= help_kasi_failure epsilon delta /\
  forall y, small_ratio p q epsilon y = true -> Rabs (ln (p y / q y)) <= 2 * epsilon.
Proof.
  intros Hp Hq He Hd C. split.
  - eapply Rle_trans; [apply help_kasi_sharp; eauto|]. unfold help_kasi_sharp_failure, help_kasi_failure.
    assert (E1 : 0 < 1 - exp (- epsilon)).
    { pose proof (exp_increasing (- epsilon) 0 ltac:(lra)). rewrite exp_0 in H. lra. }
    assert (exp (- 2 * epsilon) < 1) by (rewrite <- exp_0; apply exp_increasing; lra).
    unfold Rdiv. apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|]. nra.
  - intros y Hy. eapply small_ratio_spec; eauto.
Qed.

(** Weighted by [q], the log-ratio where it is small: ln x <= x - 1 is enough. *)
Lemma log_under_q {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) ->
  sum outs p = 1 -> sum outs q = 1 -> 0 < epsilon -> 0 <= delta ->
  close outs epsilon delta p q ->
  sum outs (fun y => q y * (ind (small_ratio p q epsilon y) * ln (p y / q y))) <= delta * (2 * exp epsilon + 1).
Proof.
  intros Hp Hq Tp Tq He Hd C. set (G := small_ratio p q epsilon).
  apply Rle_trans with (sum outs (fun y => ind (G y) * p y - ind (G y) * q y)).
  - apply sum_le. intros y Hy. destruct (G y) eqn:Gy; cbn [ind]; [|lra].
    destruct (small_ratio_spec p q epsilon y Gy) as (Py & Qy & _).
    pose proof (ln_le_minus (p y / q y) ltac:(now apply Rdiv_lt_0_compat)) as L.
    apply (Rmult_le_compat_l (q y)) in L; [|lra].
    replace (q y * (p y / q y - 1)) with (p y - q y) in L by (field; lra). lra.
  - rewrite sum_minus. change (mass outs p G - mass outs q G <= delta * (2 * exp epsilon + 1)).
    assert (Comp : forall w, sum outs w = 1 -> mass outs w G = 1 - mass outs w (fun y => negb (G y))).
    { intros w Tw. unfold mass. rewrite <- Tw at 1. rewrite <- sum_minus. apply sum_ext. intros y _.
      rewrite ind_negb. ring. }
    rewrite (Comp p Tp), (Comp q Tq).
    pose proof (close_back outs epsilon delta p q C (fun y => negb (G y))) as CB.
    destruct (help_kasi outs p q epsilon delta Hp Hq He Hd C) as [HK _]. fold G in HK. unfold help_kasi_failure in HK.
    assert (E1 : 0 < 1 - exp (- epsilon)).
    { pose proof (exp_increasing (- epsilon) 0 ltac:(lra)). rewrite exp_0 in H. lra. }
    pose proof (exp_ineq1_le epsilon).
    assert ((exp epsilon - 1) * mass outs p (fun y => negb (G y)) <= 2 * delta * exp epsilon); [|lra].
    apply Rle_trans with ((exp epsilon - 1) * (2 * delta / (1 - exp (- epsilon)))); [apply Rmult_le_compat_l; lra|].
    right. replace (exp epsilon - 1) with (exp epsilon * (1 - exp (- epsilon)))
      by (rewrite Rmult_minus_distr_l, (Rmult_comm (exp epsilon) (exp (- epsilon))), exp_neg; ring).
    field. lra.
Qed.

(** From the weights [q] to the weights [p / m]. *)
Lemma change_weights {Y} (outs : list Y) (p q : Y -> R) epsilon m : 0 < m <= 1 ->
  (forall y, In y outs -> 0 <= q y) -> sum outs q = 1 -> 0 < epsilon ->
  sum outs (fun y => (p y / m - q y) * (ind (small_ratio p q epsilon y) * ln (p y / q y))) <=
  2 * epsilon * (exp (2 * epsilon) / m - 1).
Proof.
  intros Hm Hq Tq He. set (G := small_ratio p q epsilon).
  pose proof (exp_ineq1_le (2 * epsilon)) as X1. pose proof (exp_ineq1_le (- (2 * epsilon))) as X2.
  pose proof (exp_neg (2 * epsilon)) as X3. pose proof (exp_pos (- (2 * epsilon))) as X4.
  set (M := exp (2 * epsilon) / m) in *.
  assert (M0 : exp (2 * epsilon) <= M).
  { unfold M, Rdiv. rewrite <- (Rmult_1_r (exp (2 * epsilon))) at 1. pose proof (exp_pos (2 * epsilon)).
    apply Rmult_le_compat_l; [lra|]. rewrite <- Rinv_1 at 1. apply Rinv_le_contravar; lra. }
  apply Rle_trans with (sum outs (fun y => 2 * epsilon * (M - 1) * q y)); [|rewrite sum_scal, Tq; lra].
  apply sum_le. intros y Hy. destruct (G y) eqn:Gy; cbn [ind].
  - destruct (small_ratio_spec p q epsilon y Gy) as (Py & Qy & Ry).
    unfold G, small_ratio in Gy. apply andb_prop in Gy as [Gy _]. apply andb_prop in Gy as [G1 G2].
    apply leb_true in G1, G2. set (r := ln (p y / q y)) in *.
    pose proof (Rle_abs r). pose proof (Rle_abs (- r)) as R2. rewrite Rabs_Ropp in R2.
    set (P := p y / m).
    assert (PM : p y = P * m) by (unfold P; field; lra).
    assert (P1 : p y <= P) by (assert (0 < P) by (unfold P; apply Rdiv_lt_0_compat; lra); nra).
    assert (D1 : P - q y <= (M - 1) * q y).
    { enough (P <= M * q y) by lra. unfold P, M. replace (exp (2 * epsilon) / m * q y) with (exp (2 * epsilon) * q y / m) by (field; lra).
      unfold Rdiv. apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra|lra]. }
    assert (D2 : q y - P <= (M - 1) * q y).
    { assert (exp (- (2 * epsilon)) * q y <= p y).
      { apply (Rmult_le_compat_l (exp (- (2 * epsilon)))) in G2; [|lra]. rewrite <- Rmult_assoc, X3 in G2. lra. }
      assert ((1 - exp (- (2 * epsilon))) * q y <= (M - 1) * q y) by (apply Rmult_le_compat_r; lra). lra. }
    rewrite Rmult_1_l. destruct (Rle_dec (q y) P) as [O|O].
    + apply Rle_trans with ((P - q y) * (2 * epsilon)); [apply Rmult_le_compat_l; lra|].
      apply Rle_trans with ((M - 1) * q y * (2 * epsilon)); [apply Rmult_le_compat_r; lra|lra].
    + apply Rle_trans with ((q y - P) * (2 * epsilon)).
      * replace ((P - q y) * r) with ((q y - P) * - r) by ring. apply Rmult_le_compat_l; lra.
      * apply Rle_trans with ((M - 1) * q y * (2 * epsilon)); [apply Rmult_le_compat_r; lra|lra].
  - pose proof (Hq y Hy). assert (0 <= 2 * epsilon * (M - 1) * q y); [|lra].
    apply Rmult_le_pos; auto. apply Rmult_le_pos; lra.
Qed.

(** The mean log-ratio where it is small, the weights divided by [m]. *)
Lemma mean_log_ratio {Y} (outs : list Y) (p q : Y -> R) epsilon delta m : 0 < m <= 1 ->
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) ->
  sum outs p = 1 -> sum outs q = 1 -> 0 < epsilon -> 0 <= delta ->
  close outs epsilon delta p q ->
  sum outs (fun y => p y / m * (ind (small_ratio p q epsilon y) * ln (p y / q y))) <=
  delta * (2 * exp epsilon + 1) + 2 * epsilon * (exp (2 * epsilon) / m - 1).
Proof.
  intros Hm Hp Hq Tp Tq He Hd C.
  pose proof (log_under_q outs p q epsilon delta Hp Hq Tp Tq He Hd C) as A.
  pose proof (change_weights outs p q epsilon m Hm Hq Tq He) as B.
  eapply Rle_trans; [|apply Rplus_le_compat; [exact A|exact B]].
  right. rewrite <- sum_plus. apply sum_ext. intros. ring.
Qed.

Lemma delta_hat_small epsilon delta : 0 < epsilon <= 1 -> 0 < delta <= epsilon / 50 -> 0 < round_delta_hat epsilon delta < 1.
Proof.
  intros He Hd. pose proof (exp_small epsilon He). unfold round_delta_hat. split.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rmult_lt_reg_r with (1 - exp (- epsilon)); [lra|].
    replace (2 * delta / (1 - exp (- epsilon)) * (1 - exp (- epsilon))) with (2 * delta) by (field; lra). lra.
Qed.

Lemma psi_above epsilon delta : 0 < epsilon -> delta * (2 * exp epsilon + 1) <= round_psi epsilon delta.
Proof.
  intros He. unfold round_psi.
  assert (0 <= 2 * delta ^ 2 * (1 + 2 * exp (2 * epsilon) / (exp epsilon - 1)) ^ 2); [|lra].
  apply Rmult_le_pos; [|apply pow2_ge_0]. apply Rmult_le_pos; [lra|apply pow2_ge_0].
Qed.

(** cl:Q_weighted_bound. *)
Theorem Q_weighted_bound {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) ->
  sum outs p = 1 -> sum outs q = 1 -> 0 < epsilon <= 1 -> 0 < delta <= epsilon / 50 ->
  close outs epsilon delta p q ->
  sum outs (fun y => q y * (ind (small_ratio p q epsilon y) * ln (p y / q y))) <= round_psi epsilon delta.
Proof.
  intros Hp Hq Tp Tq He Hd C. eapply Rle_trans; [apply (log_under_q outs p q epsilon delta); auto; lra|]. apply psi_above. lra.
Qed.

(** cl:P_weighted_bound. *)
Theorem P_weighted_bound {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) ->
  sum outs p = 1 -> sum outs q = 1 -> 0 < epsilon <= 1 -> 0 < delta <= epsilon / 50 ->
  close outs epsilon delta p q ->
  let within := small_ratio p q epsilon in
  sum outs (fun y => p y / mass outs p within * (ind (within y) * ln (p y / q y))) -
  sum outs (fun y => q y * (ind (within y) * ln (p y / q y))) <= round_tilt epsilon delta.
Proof.
  intros Hp Hq Tp Tq He Hd C within.
  destruct (help_kasi outs p q epsilon delta Hp Hq ltac:(lra) ltac:(lra) C) as [HK _]. fold within in HK.
  pose proof (delta_hat_small epsilon delta He Hd) as DH. unfold round_delta_hat in DH. unfold help_kasi_failure in HK.
  assert (Comp : mass outs p within = 1 - mass outs p (fun y => negb (within y))).
  { unfold mass. rewrite <- Tp at 1. rewrite <- sum_minus. apply sum_ext. intros y _. rewrite ind_negb. ring. }
  pose proof (mass_nonneg outs p Hp (fun y => negb (within y))).
  set (m := mass outs p within) in *. assert (Hm : 0 < m <= 1) by lra.
  eapply Rle_trans; [|eapply Rle_trans; [apply (change_weights outs p q epsilon m Hm Hq Tq ltac:(lra))|]].
  - right. fold within. rewrite <- sum_minus. apply sum_ext. intros. ring.
  - unfold round_tilt, round_delta_hat. apply Rmult_le_compat_l; [lra|]. apply Rplus_le_compat_r.
    pose proof (exp_pos (2 * epsilon)). unfold Rdiv at 1 2. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra.
Qed.

Lemma small_ratio_sym {Y} (outs : list Y) (p q : Y -> R) epsilon y :
  0 <= p y -> 0 <= q y -> small_ratio p q epsilon y = small_ratio q p epsilon y.
Proof.
  intros Hp Hq. unfold small_ratio. pose proof (exp_pos (2 * epsilon)). unfold leb.
  destruct (Rle_dec (p y) (exp (2 * epsilon) * q y)), (Rle_dec (q y) (exp (2 * epsilon) * p y)); simpl; auto.
  destruct (Rle_dec (p y) 0), (Rle_dec (q y) 0); simpl; auto; exfalso; nra.
Qed.

(** lm:h_hat_to_h: seldom large under either law. *)
Theorem h_hat_to_h {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) -> 0 < epsilon -> 0 <= delta ->
  close outs epsilon delta p q ->
  mass outs p (fun y => negb (small_ratio p q epsilon y)) <= help_kasi_failure epsilon delta /\
  mass outs q (fun y => negb (small_ratio p q epsilon y)) <= help_kasi_failure epsilon delta.
Proof.
  intros Hp Hq He Hd C. split; [now apply help_kasi|].
  assert (C' : close outs epsilon delta q p).
  { intros W. split; [now apply (close_back outs epsilon delta p q)|]. destruct (C W) as [U _].
    pose proof (exp_neg epsilon). pose proof (exp_pos (- epsilon)).
    apply (Rmult_le_compat_l (exp (- epsilon))) in U; [|lra].
    replace (exp (- epsilon) * (exp epsilon * mass outs q W + delta)) with
      (exp (- epsilon) * exp epsilon * mass outs q W + exp (- epsilon) * delta) in U by ring. rewrite H in U. lra. }
  destruct (help_kasi outs q p epsilon delta Hq Hp He Hd C') as [HK _]. eapply Rle_trans; [|exact HK]. right.
  unfold mass. apply sum_ext. intros y Hy. rewrite (small_ratio_sym outs p q) by auto. reflexivity.
Qed.

Lemma round_drift_above epsilon delta : 0 < epsilon <= 1 -> 0 < delta <= epsilon / 50 ->
  delta * (2 * exp epsilon + 1) + 2 * epsilon * (exp (2 * epsilon) - 1) <= round_drift epsilon delta.
Proof.
  intros He Hd. pose proof (delta_hat_small epsilon delta He Hd) as DH. unfold round_drift, round_psi, round_tilt.
  assert (0 <= 2 * delta ^ 2 * (1 + 2 * exp (2 * epsilon) / (exp epsilon - 1)) ^ 2).
  { apply Rmult_le_pos; [|apply pow2_ge_0]. apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
  assert (exp (2 * epsilon) <= exp (2 * epsilon) / (1 - round_delta_hat epsilon delta)).
  { pose proof (exp_pos (2 * epsilon)). rewrite <- (Rmult_1_r (exp (2 * epsilon))) at 1. unfold Rdiv.
    apply Rmult_le_compat_l; [lra|]. rewrite <- Rinv_1 at 1. apply Rinv_le_contravar; lra. }
  assert (2 * epsilon * (exp (2 * epsilon) - 1) <=
    2 * epsilon * (exp (2 * epsilon) / (1 - round_delta_hat epsilon delta) - 1)) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.

Lemma round_drift_nonneg epsilon delta : 0 < epsilon <= 1 -> 0 < delta <= epsilon / 50 -> 0 <= round_drift epsilon delta.
Proof.
  intros He Hd. eapply Rle_trans; [|now apply round_drift_above].
  pose proof (exp_pos epsilon). pose proof (exp_ineq1_le (2 * epsilon)).
  assert (0 <= delta * (2 * exp epsilon + 1)) by (apply Rmult_le_pos; lra).
  assert (0 <= 2 * epsilon * (exp (2 * epsilon) - 1)) by (apply Rmult_le_pos; lra). lra.
Qed.

(** lm:bound_expect: the mean log-ratio given that it is small, under either law. *)
Theorem bound_expect {Y} (outs : list Y) (p q : Y -> R) epsilon delta :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) ->
  sum outs p = 1 -> sum outs q = 1 -> 0 < epsilon <= 1 -> 0 < delta <= epsilon / 50 ->
  close outs epsilon delta p q ->
  let within := small_ratio p q epsilon in
  0 < mass outs p within /\
  sum outs (fun y => p y * (ind (within y) * ln (p y / q y))) / mass outs p within <= round_drift epsilon delta.
Proof.
  intros Hp Hq Tp Tq He Hd C within.
  destruct (help_kasi outs p q epsilon delta Hp Hq ltac:(lra) ltac:(lra) C) as [HK _]. fold within in HK.
  pose proof (delta_hat_small epsilon delta He Hd) as DH. unfold round_delta_hat in DH. unfold help_kasi_failure in HK.
  assert (Comp : mass outs p within = 1 - mass outs p (fun y => negb (within y))).
  { unfold mass. rewrite <- Tp at 1. rewrite <- sum_minus. apply sum_ext. intros y _. rewrite ind_negb. ring. }
  set (m := mass outs p within) in *. assert (Hm : 0 < m <= 1).
  { pose proof (mass_nonneg outs p Hp (fun y => negb (within y))). lra. }
  split; [lra|].
  pose proof (mean_log_ratio outs p q epsilon delta m Hm Hp Hq Tp Tq ltac:(lra) ltac:(lra) C) as ML. fold within in ML.
  replace (sum outs (fun y => p y * (ind (within y) * ln (p y / q y))) / m) with
    (sum outs (fun y => p y / m * (ind (within y) * ln (p y / q y)))).
  - eapply Rle_trans; [exact ML|]. unfold round_drift, round_psi, round_tilt, round_delta_hat.
    assert (0 <= 2 * delta ^ 2 * (1 + 2 * exp (2 * epsilon) / (exp epsilon - 1)) ^ 2).
    { apply Rmult_le_pos; [|apply pow2_ge_0]. apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
    assert (exp (2 * epsilon) / m <= exp (2 * epsilon) / (1 - 2 * delta / (1 - exp (- epsilon)))).
    { pose proof (exp_pos (2 * epsilon)). unfold Rdiv at 1 2. apply Rmult_le_compat_l; [lra|]. apply Rinv_le_contravar; lra. }
    assert (2 * epsilon * (exp (2 * epsilon) / m - 1) <=
      2 * epsilon * (exp (2 * epsilon) / (1 - 2 * delta / (1 - exp (- epsilon))) - 1)) by (apply Rmult_le_compat_l; lra).
    lra.
  - unfold Rdiv at 3. rewrite <- sum_scal_r. apply sum_ext. intros. unfold Rdiv. ring.
Qed.

Print Assumptions help_kasi.
Print Assumptions help_kasi_sharp.
Print Assumptions bound_expect.
Print Assumptions h_hat_to_h.
Print Assumptions Q_weighted_bound.
Print Assumptions P_weighted_bound.
