(** * Base algorithms: an empirical mean, a tester of it, a consistent hypothesis, equal shares *)

(*@
label: problem:statistical-query/fallback
theorem: empirical_mean
gives: samples = fallback_samples alpha beta
assumes: the query takes values in [0, 1]
*)
(*@
label: problem:statistical-query/tester
theorem: mean_tester
gives: error = tester_error alpha
gives: threshold = tester_threshold alpha
gives: samples = tester_samples alpha beta
assumes: the query takes values in [0, 1]
*)
(*@
label: problem:pac/consistent-finite
theorem: consistent_finite
gives: samples = consistent_samples alpha beta class_size
*)
(*@
label: problem:equal-shares
theorem: equal_shares
gives: rho_each = share_rho k rho
gives: beta_each = share_beta k beta
*)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.Hoeffding Replicable.Boosting Replicable.SideBySide Replicable.Rounding.
Import ListNotations.
Open Scope R_scope.

Definition fallback_samples (alpha beta : R) : R := ceiling (ln (2 / beta) / (2 * alpha ^ 2)).
Definition tester_error (alpha : R) : R := alpha / 4.
Definition tester_threshold (alpha : R) : R := 3 * alpha / 2.
Definition tester_samples (alpha beta : R) : R := ceiling (ln (2 / beta) / (2 * tester_error alpha ^ 2)).
Definition consistent_samples (alpha beta : R) (class_size : nat) : R := ceiling ((ln (1 / beta) + ln (INR class_size)) / alpha).
Definition share_rho (k : nat) (rho : R) : R := rho / INR k.
Definition share_beta (k : nat) (beta : R) : R := beta / INR k.

Definition within (d x y : R) : bool := if Rle_dec (Rabs (x - y)) d then true else false.

(** Hoeffding: a mean of [N] values in [0,1] is off by more than [d] with probability at most beta. *)
Lemma mean_off {X} (D : law X) (f : X -> R) (N : nat) (d beta : R) :
  (forall x, support D x -> 0 <= f x <= 1) -> (1 <= N)%nat -> 0 < d -> 0 < beta < 1 ->
  ln (2 / beta) / (2 * d ^ 2) <= INR N ->
  Pr (iid N D) (fun s => negb (within d (mean N f s) (E D f))) <= beta.
Proof.
  intros Hf HN Hd Hb Hs. assert (HN0 : 0 < INR N) by (apply lt_0_INR; lia).
  pose proof (hoeffding_upper D f N d Hf ltac:(lra)) as U. pose proof (hoeffding_lower D f N d Hf ltac:(lra)) as L.
  apply Rle_trans with (exp (-2 * INR N * d^2) + exp (-2 * INR N * d^2)).
  - eapply Rle_trans; [|apply Rplus_le_compat; [exact U|exact L]]. eapply Rle_trans; [|apply Pr_or]. apply Pr_le. intros s Hs'.
    destruct (Rle_dec (INR N * (E D f + d)) (sum s f)) as [|n1]; auto.
    destruct (Rle_dec (sum s f) (INR N * (E D f - d))) as [|n2]; auto. exfalso.
    unfold within in Hs'. destruct (Rle_dec (Rabs (mean N f s - E D f)) d) as [|n]; [discriminate|]. apply n.
    unfold mean. apply Rabs_le. split; apply Rmult_le_reg_r with (INR N); auto;
    replace ((sum s f / INR N - E D f) * INR N) with (sum s f - INR N * E D f) by (field; lra); nra.
  - replace (-2 * INR N * d^2) with (- (INR N * (2 * d^2))) by ring. rewrite exp_Ropp. set (q := INR N * (2 * d^2)).
    assert (B : 0 < 2 * d^2) by nra.
    assert (M : ln (2 / beta) <= q).
    { apply (Rmult_le_compat_r (2 * d^2)) in Hs; [|lra]. unfold Rdiv in Hs at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hs by lra. exact Hs. }
    assert (P2 : 0 < 2 / beta) by (apply Rdiv_lt_0_compat; lra).
    assert (Q : 2 / beta <= exp q).
    { rewrite <- (exp_ln (2 / beta)) by auto. destruct M as [M|M]; [left; now apply exp_increasing|rewrite M; lra]. }
    pose proof (exp_pos q). apply Rmult_le_reg_r with (exp q); auto. rewrite Rmult_plus_distr_r, Rinv_l by lra.
    apply (Rmult_le_compat_l beta) in Q; [|lra]. replace (beta * (2 / beta)) with 2 in Q by (field; lra). lra.
Qed.

(** problem:statistical-query/fallback. *)
Theorem empirical_mean {X} (f : X -> R) (N : nat) (alpha beta : R) :
  0 < alpha < 1 -> 0 < beta < 1 -> (1 <= N)%nat -> (forall x, 0 <= f x <= 1) -> fallback_samples alpha beta <= INR N ->
  fails_at_most N beta (sure tt) (fun _ => mean N f) (fun D v => within alpha v (E D f)).
Proof.
  intros Ha Hb HN Hf Hs D. unfold failure. rewrite E_sure. apply mean_off; auto; try lra.
  eapply Rle_trans; [apply ceiling_le|exact Hs].
Qed.

(** problem:statistical-query/tester: of the accuracy alpha against 2 alpha. *)
Theorem mean_tester {X} (f : X -> R) (N : nat) (alpha beta : R) :
  0 < alpha < 1 -> 0 < beta < 1 -> (1 <= N)%nat -> (forall x, 0 <= f x <= 1) -> tester_samples alpha beta <= INR N ->
  tester N beta (sure tt) (fun _ y s => within (tester_threshold alpha) (mean N f s) y)
    (fun D y => within alpha y (E D f)) (fun D y => within (2 * alpha) y (E D f)).
Proof.
  intros Ha Hb HN Hf Hs D y.
  assert (Off : Pr (iid N D) (fun s => negb (within (tester_error alpha) (mean N f s) (E D f))) <= beta).
  { apply mean_off; auto; unfold tester_error; try lra. eapply Rle_trans; [apply ceiling_le|exact Hs]. }
  assert (Tri : forall s a b, Rabs (a - b) <= Rabs (s - a) + Rabs (s - b)).
  { intros s a b. replace (a - b) with ((s - b) - (s - a)) by ring. eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra. }
  unfold within, tester_threshold, tester_error in *. rewrite !E_sure. split; intros V; (eapply Rle_trans; [|exact Off]); apply Pr_le; intros s;
  set (v := mean N f s) in *; set (mu := E D f) in *.
  - destruct (Rle_dec (Rabs (y - mu)) alpha) as [Hy|]; [|discriminate].
    destruct (Rle_dec (Rabs (v - mu)) (alpha / 4)) as [Hv|]; auto.
    destruct (Rle_dec (Rabs (v - y)) (3 * alpha / 2)) as [|n]; auto. exfalso. apply n.
    pose proof (Tri mu v y) as T. rewrite (Rabs_minus_sym mu v), (Rabs_minus_sym mu y) in T. lra.
  - destruct (Rle_dec (Rabs (y - mu)) (2 * alpha)) as [|Hy]; [discriminate|].
    destruct (Rle_dec (Rabs (v - mu)) (alpha / 4)) as [Hv|]; auto.
    destruct (Rle_dec (Rabs (v - y)) (3 * alpha / 2)) as [Hvy|]; auto. exfalso. apply Hy.
    pose proof (Tri v y mu). lra.
Qed.

(** ** A consistent hypothesis from a finite class *)

Lemma all_right {X} (D : law X) (e : X -> bool) n : Pr (iid n D) (fun s => forallb e s) = (Pr D e) ^ n.
Proof.
  unfold Pr. induction n as [|n IH]; [simpl; now rewrite E_sure|]. rewrite E_iid_S. simpl pow. rewrite <- IH, <- E_scal_r.
  apply E_ext; intros a. rewrite <- E_scal. apply E_ext; intros s. simpl. now rewrite ind_and.
Qed.

(** problem:pac/consistent-finite: whatever consistent hypothesis is answered, it errs by more than
    alpha with probability at most beta.  [right h x]: the hypothesis is right on the example. *)
Theorem consistent_finite {X H} (class : list H) (right_on : H -> X -> bool) (n : nat) (alpha beta : R) :
  0 < alpha < 1 -> 0 < beta < 1 -> (1 <= length class)%nat -> consistent_samples alpha beta (length class) <= INR n ->
  forall D : law X,
  Pr (iid n D) (fun s => existsb (fun h => forallb (right_on h) s &&
    negb (if Rle_dec (Pr D (fun x => negb (right_on h x))) alpha then true else false)) class) <= beta.
Proof.
  intros Ha Hb Hc Hs D. eapply Rle_trans; [apply Pr_union|].
  assert (Hn : (ln (1 / beta) + ln (INR (length class))) / alpha <= INR n) by (eapply Rle_trans; [apply ceiling_le|exact Hs]).
  assert (Hl : 0 < INR (length class)) by (apply lt_0_INR; lia).
  apply Rle_trans with (sum class (fun _ => exp (- (alpha * INR n)))).
  - apply sum_le. intros h _. destruct (Rle_dec (Pr D (fun x => negb (right_on h x))) alpha) as [L|L].
    + unfold Pr at 1. rewrite (E_ext _ _ (fun _ => 0)), E_const; [left; apply exp_pos|]. intros s. now rewrite andb_false_r.
    + apply Rle_trans with (Pr (iid n D) (fun s => forallb (right_on h) s)).
      { apply Pr_le. intros s Hh. now apply andb_prop in Hh. }
      rewrite all_right. rewrite Pr_negb in L. pose proof (Pr_range D (right_on h)).
      apply Rle_trans with ((exp (- alpha)) ^ n).
      { apply pow_incr. pose proof (exp_ineq1_le (- alpha)). lra. }
      right. clear. induction n as [|n IH]; [simpl; rewrite Rmult_0_r, Ropp_0, exp_0; auto|].
      rewrite S_INR. simpl pow. rewrite IH, <- exp_plus. f_equal. ring.
  - rewrite sum_const. apply (Rmult_le_compat_r alpha) in Hn; [|lra].
    unfold Rdiv in Hn at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in Hn by lra.
    assert (Hp : 0 < 1 / beta) by (apply Rdiv_lt_0_compat; lra).
    rewrite <- ln_mult in Hn by auto.
    assert (X0 : 1 / beta * INR (length class) <= exp (INR n * alpha)).
    { rewrite <- (exp_ln (1 / beta * INR (length class))) by (now apply Rmult_lt_0_compat).
      destruct Hn as [Hn|Hn]; [left; now apply exp_increasing|rewrite Hn; lra]. }
    replace (alpha * INR n) with (INR n * alpha) by ring. rewrite exp_Ropp. pose proof (exp_pos (INR n * alpha)).
    apply Rmult_le_reg_r with (exp (INR n * alpha)); auto. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    apply (Rmult_le_compat_l beta) in X0; [|lra].
    replace (beta * (1 / beta * INR (length class))) with (INR (length class)) in X0 by (field; lra). lra.
Qed.

(** problem:equal-shares. *)
Theorem equal_shares {X T Y} `{Eq Y} (k N : nat) (n : nat -> nat) (rho beta : R)
    (strings : law T) (A : nat -> T -> list X -> Y) (G : nat -> problem X Y) :
  (1 <= k)%nat -> (forall i, (1 <= i <= k)%nat -> (n i <= N)%nat) ->
  (forall i, (1 <= i <= k)%nat -> replicable (n i) (share_rho k rho) strings (A i)) ->
  (forall i, (1 <= i <= k)%nat -> fails_at_most (n i) (share_beta k beta) strings (A i) (G i)) ->
  let whole := jointly k (fun i r s => A i r (firstn (n i) s)) in
  replicable N rho strings whole /\ fails_at_most N beta strings whole (fun D => all_good (fun i => G i D) 1).
Proof.
  intros Hk HN Hr Hb whole. assert (K0 : INR k <> 0) by (apply not_0_INR; lia).
  destruct (side_by_side k N n (fun _ => share_rho k rho) (fun _ => share_beta k beta) strings A G HN Hr Hb) as [R1 R2].
  unfold side_by_side_rho, side_by_side_beta in *. rewrite total_const in R1, R2. unfold share_rho, share_beta in *.
  replace (INR k * (rho / INR k)) with rho in R1 by (field; auto).
  replace (INR k * (beta / INR k)) with beta in R2 by (field; auto). auto.
Qed.

Print Assumptions empirical_mean.
Print Assumptions mean_tester.
Print Assumptions consistent_finite.
Print Assumptions equal_shares.
