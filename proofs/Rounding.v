(** * One statistical query by expected-gap rounding

    Round the mean of [N] values in [0,1] to the centre of its cell in a grid of width
    [a], whose offset is uniform in [0,a) and shared.  The offset is the one string here
    that is not finite: its law is an integral. *)

(*@
label: derived:expected-gap-rounding
theorem: expected_gap_rounding
gives: width = rounding_width alpha lambda
gives: gap <= rounding_gap N
gives: gap_simple <= rounding_gap_simple N
gives: rho_achieved <= rounding_rho N alpha lambda
gives: beta_achieved <= rounding_beta N alpha lambda
gives: samples = rounding_samples alpha rho beta lambda
assumes: the query takes values in [0, 1] and the samples are independent
*)
(*@
label: derived:expected-gap-rounding
theorem: balanced_share
gives: lambda_balanced = rounding_lambda_balanced rho beta
*)

Require Import Reals List Lra Lia Psatz ZArith Bool.
From Coquelicot Require Import Coquelicot.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.Hoeffding Replicable.FairCoins.
Import ListNotations.
Open Scope R_scope.

(** The least integer that is not below. *)
Definition ceiling (r : R) : R := IZR (- Int_part (- r)).

Definition rounding_width (alpha lambda : R) : R := 2 * alpha * lambda.
Definition rounding_gap (N : nat) : R := INR (fact (2 * N)) / (4 ^ N * INR (fact N) ^ 2).
Definition rounding_gap_simple (N : nat) : R := 1 / (sqrt PI * sqrt (INR N)).
Definition rounding_rho (N : nat) (alpha lambda : R) : R := rounding_gap N / rounding_width alpha lambda.
Definition rounding_beta (N : nat) (alpha lambda : R) : R := 2 * exp (- 2 * INR N * alpha ^ 2 * (1 - lambda) ^ 2).
Definition rounding_samples (alpha rho beta lambda : R) : R :=
  ceiling (Rmax (ln (2 / beta) / (2 * alpha ^ 2 * (1 - lambda) ^ 2)) (1 / (4 * PI * alpha ^ 2 * lambda ^ 2 * rho ^ 2))).

Definition rounding_lambda_balanced (rho beta : R) : R := 1 / (sqrt 2 * sqrt PI * rho * sqrt (ln (2 / beta)) + 1).

#[export] Instance Eq_R : Eq R := Req_EM_T.

Lemma ceiling_le r : r <= ceiling r.
Proof. unfold ceiling. rewrite opp_IZR. pose proof (base_Int_part (- r)). lra. Qed.

(** ** The grid *)

(** The cell [theta + j a, theta + (j+1) a) that holds [v], and its centre. *)
Definition cell (a v theta : R) : Z := Int_part ((v - theta) / a).
Definition centre (a v theta : R) : R := theta + (IZR (cell a v theta) + 1 / 2) * a.

Lemma Int_part_spec r n : IZR n <= r < IZR n + 1 -> Int_part r = n.
Proof.
  intros H. pose proof (base_Int_part r) as [B1 B2].
  assert (IZR (Int_part r) < IZR n + 1) as L1 by lra. assert (IZR n < IZR (Int_part r) + 1) as L2 by lra.
  rewrite <- plus_IZR in L1, L2. apply lt_IZR in L1, L2. lia.
Qed.

Lemma centre_close a v theta : 0 < a -> Rabs (centre a v theta - v) <= a / 2.
Proof.
  intros Ha. unfold centre, cell. pose proof (base_Int_part ((v - theta) / a)) as [B1 B2].
  set (j := IZR (Int_part ((v - theta) / a))) in *.
  assert (v - theta = (v - theta) / a * a) by (field; lra).
  set (q := (v - theta) / a) in *. apply Rabs_le. nra.
Qed.

Section OneGrid.
Variable a : R.
Hypothesis a_pos : 0 < a.

Let whole (v : R) : Z := Int_part (v / a).
Let rest (v : R) : R := v - IZR (whole v) * a.

Lemma rest_range v : 0 <= rest v < a.
Proof.
  unfold rest, whole. pose proof (base_Int_part (v / a)) as [B1 B2].
  assert (v = v / a * a) by (field; lra). set (q := v / a) in *. nra.
Qed.

Lemma cell_before v theta : 0 < theta < rest v -> cell a v theta = whole v.
Proof.
  intros H. unfold cell. apply Int_part_spec. pose proof (rest_range v). unfold rest in *.
  split; [apply Rmult_le_reg_r with a|apply Rmult_lt_reg_r with a]; auto;
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma cell_after v theta : rest v < theta < a -> cell a v theta = (whole v - 1)%Z.
Proof.
  intros H. unfold cell. apply Int_part_spec. pose proof (rest_range v). unfold rest in *. rewrite minus_IZR.
  split; [apply Rmult_le_reg_r with a|apply Rmult_lt_reg_r with a]; auto;
  unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Let unequal (i j : Z) : R := if Z.eq_dec i j then 0 else 1.

Lemma differ_cells v v' theta :
  ind (differ (centre a v theta) (centre a v' theta)) = unequal (cell a v theta) (cell a v' theta).
Proof.
  unfold unequal, differ. destruct (eq_dec (centre a v theta) (centre a v' theta)) as [e|n],
    (Z.eq_dec (cell a v theta) (cell a v' theta)) as [e'|n']; auto.
  - exfalso. apply n'. unfold centre in e. apply eq_IZR.
    assert ((IZR (cell a v theta) - IZR (cell a v' theta)) * a = 0) by lra.
    apply Rmult_integral in H as [H|H]; lra.
  - exfalso. apply n. unfold centre. now rewrite e'.
Qed.

Lemma is_RInt_piece (f : R -> R) c x y :
  x <= y -> (forall t, x < t < y -> f t = c) -> is_RInt f x y ((y - x) * c).
Proof.
  intros Hxy Hf. apply (is_RInt_ext (fun _ => c)).
  - rewrite Rmin_left, Rmax_right by auto. intros t Ht. symmetry. auto.
  - apply (is_RInt_const x y c).
Qed.

(** Two values are separated by a cell's border with probability at most |v - v'| / a. *)
Lemma separated_ordered v v' : rest v <= rest v' -> exists I,
  is_RInt (fun theta => ind (differ (centre a v theta) (centre a v' theta))) 0 a I /\ I <= Rabs (v - v').
Proof.
  intros Hr. pose proof (rest_range v) as R1. pose proof (rest_range v') as R2.
  exists ((rest v - 0) * unequal (whole v) (whole v') +
          ((rest v' - rest v) * unequal (whole v - 1) (whole v') + (a - rest v') * unequal (whole v - 1) (whole v' - 1))).
  split.
  - apply (is_RInt_Chasles (V := R_NormedModule) _ 0 (rest v) a); [|apply (is_RInt_Chasles (V := R_NormedModule) _ (rest v) (rest v') a)];
    apply is_RInt_piece; try lra; intros t Ht; rewrite differ_cells.
    + now rewrite !cell_before by lra.
    + rewrite (cell_after v), (cell_before v') by lra. auto.
    + now rewrite !cell_after by lra.
  - assert (Hv : v - v' = (IZR (whole v) - IZR (whole v')) * a + (rest v - rest v')) by (unfold rest; ring).
    rewrite Hv. clear Hv. unfold unequal.
    destruct (Z.eq_dec (whole v) (whole v')) as [e|n].
    { destruct (Z.eq_dec (whole v - 1) (whole v')); [lia|]. destruct (Z.eq_dec (whole v - 1) (whole v' - 1)); [|lia].
      rewrite e. unfold Rabs. destruct (Rcase_abs _); lra. }
    destruct (Z.eq_dec (whole v - 1) (whole v' - 1)); [lia|].
    destruct (Z.eq_dec (whole v - 1) (whole v')) as [e|n'].
    { assert (IZR (whole v) = IZR (whole v') + 1) as -> by (rewrite <- e, minus_IZR; ring).
      unfold Rabs. destruct (Rcase_abs _); lra. }
    assert (whole v + 1 <= whole v' \/ whole v' + 2 <= whole v)%Z as [H|H] by lia;
      apply IZR_le in H; rewrite plus_IZR in H.
    + rewrite Rabs_left1; nra.
    + rewrite Rabs_right; nra.
Qed.

Lemma separated v v' : exists I,
  is_RInt (fun theta => ind (differ (centre a v theta) (centre a v' theta))) 0 a I /\ I <= Rabs (v - v').
Proof.
  destruct (Rle_dec (rest v) (rest v')) as [H|H]; [now apply separated_ordered|].
  destruct (separated_ordered v' v ltac:(lra)) as (I & HI & HB). exists I. split; [|now rewrite Rabs_minus_sym].
  apply (is_RInt_ext (fun theta => ind (differ (centre a v' theta) (centre a v theta)))); auto.
  intros t _. unfold differ. destruct (eq_dec _ _), (eq_dec _ _); congruence.
Qed.
End OneGrid.

(** ** Runs with a shared uniform offset *)

(** Two runs with one offset, uniform in [0,a), disagree with probability at most [rho];
    the integral has to exist. *)
Definition uniform_disagreement_at_most {S Y} `{Eq Y} (a rho : R) (A : R -> S -> Y) (samples : law S) : Prop :=
  exists I, is_RInt (fun theta => E samples (fun s => E samples (fun s' => ind (differ (A theta s) (A theta s'))))) 0 a I
    /\ I / a <= rho.

Lemma is_RInt_E {S} (D : law S) (f : S -> R -> R) (B : S -> R) a b :
  (forall s, exists I, is_RInt (f s) a b I /\ I <= B s) ->
  exists I, is_RInt (fun t => E D (fun s => f s t)) a b I /\ I <= E D B.
Proof.
  intros H. unfold E. generalize (weights_nonneg D). generalize (atoms D) as l.
  induction l as [|[w s] l IH]; intros Hw; simpl.
  - exists ((b - a) * 0). split; [apply (is_RInt_const a b 0)|lra].
  - destruct IH as (I & HI & BI); [intros; apply Hw; now right|].
    destruct (H s) as (J & HJ & BJ). exists (w * J + I). split.
    + apply (is_RInt_plus (V := R_NormedModule) (fun t => w * f s t)); auto.
      now apply (is_RInt_scal (V := R_NormedModule) (f s)).
    + pose proof (Hw (w, s) (or_introl eq_refl)) as Hw0. simpl in Hw0. nra.
Qed.

Definition mean {X} (N : nat) (f : X -> R) (s : list X) : R := sum s f / INR N.
Definition round_mean {X} (a : R) (N : nat) (f : X -> R) (theta : R) (s : list X) : R := centre a (mean N f s) theta.

Lemma mean_gap {X} (D : law X) (f : X -> R) (N : nat) :
  (forall x, support D x -> 0 <= f x <= 1) -> (1 <= N)%nat ->
  E (iid N D) (fun s => E (iid N D) (fun s' => Rabs (mean N f s - mean N f s'))) <= rounding_gap N.
Proof.
  intros Hf HN. assert (0 < INR N) by (apply lt_0_INR; lia).
  apply Rmult_le_reg_l with (INR N); auto. eapply Rle_trans; [|apply (expected_gap D f N Hf)].
  rewrite <- E_scal. apply E_le; intros s. rewrite <- E_scal. apply E_le; intros s'.
  unfold mean. replace (sum s f / INR N - sum s' f / INR N) with ((sum s f - sum s' f) * / INR N) by (field; lra).
  rewrite Rabs_mult, (Rabs_right (/ INR N)) by (left; now apply Rinv_0_lt_compat). right. field. lra.
Qed.

(** derived:expected-gap-rounding, for every population and every query with values in [0,1]. *)
Theorem expected_gap_rounding {X} (f : X -> R) (N : nat) (alpha lambda : R) :
  0 < alpha < 1 -> 0 < lambda < 1 -> (1 <= N)%nat ->
  let a := rounding_width alpha lambda in
  forall D : law X, (forall x, support D x -> 0 <= f x <= 1) ->
  E (iid N D) (fun s => E (iid N D) (fun s' => Rabs (mean N f s - mean N f s'))) <= rounding_gap N /\
  rounding_gap N <= rounding_gap_simple N /\
  uniform_disagreement_at_most a (rounding_rho N alpha lambda) (round_mean a N f) (iid N D) /\
  (forall theta, Pr (iid N D) (fun s => if Rle_dec (Rabs (round_mean a N f theta s - E D f)) alpha then false else true)
     <= rounding_beta N alpha lambda) /\
  (forall rho beta, 0 < rho < 1 -> 0 < beta < 1 -> rounding_samples alpha rho beta lambda <= INR N ->
     rounding_rho N alpha lambda <= rho /\ rounding_beta N alpha lambda <= beta).
Proof.
  intros Ha Hl HN a D Hf.
  assert (a_pos : 0 < a) by (unfold a, rounding_width; nra).
  assert (HN0 : 0 < INR N) by (apply lt_0_INR; lia).
  pose proof (mean_gap D f N Hf HN) as Gap. pose proof (wallis N HN) as Wal.
  split; [exact Gap|]. split; [exact Wal|]. split; [|split].
  - destruct (is_RInt_E (iid N D)
      (fun s theta => E (iid N D) (fun s' => ind (differ (round_mean a N f theta s) (round_mean a N f theta s'))))
      (fun s => E (iid N D) (fun s' => Rabs (mean N f s - mean N f s'))) 0 a) as (I & HI & BI).
    + intros s. apply (is_RInt_E (iid N D) (fun s' theta => ind (differ (round_mean a N f theta s) (round_mean a N f theta s')))).
      intros s'. now apply separated.
    + exists I. split; [exact HI|]. unfold rounding_rho. fold a.
      apply Rmult_le_compat_r; [left; now apply Rinv_0_lt_compat|lra].
  - intros theta. set (d := (1 - lambda) * alpha). assert (Hd : 0 <= d) by (unfold d; nra).
    pose proof (hoeffding_upper D f N d Hf Hd) as U. pose proof (hoeffding_lower D f N d Hf Hd) as L.
    apply Rle_trans with (exp (-2 * INR N * d^2) + exp (-2 * INR N * d^2)).
    + eapply Rle_trans; [|apply Rplus_le_compat; [exact U|exact L]].
      eapply Rle_trans; [|apply Pr_or]. apply Pr_le. intros s.
      destruct (Rle_dec (Rabs (round_mean a N f theta s - E D f)) alpha) as [|Far]; [easy|]. intros _.
      destruct (Rle_dec (INR N * (E D f + d)) (sum s f)) as [|n1]; auto.
      destruct (Rle_dec (sum s f) (INR N * (E D f - d))) as [|n2]; auto.
      exfalso. apply Far. pose proof (centre_close a (mean N f s) theta a_pos) as C.
      assert (Rabs (mean N f s - E D f) <= d).
      { unfold mean. apply Rabs_le. split.
        - apply Rmult_le_reg_r with (INR N); auto.
          replace ((sum s f / INR N - E D f) * INR N) with (sum s f - INR N * E D f) by (field; lra). nra.
        - apply Rmult_le_reg_r with (INR N); auto.
          replace ((sum s f / INR N - E D f) * INR N) with (sum s f - INR N * E D f) by (field; lra). nra. }
      unfold round_mean.
      replace (centre a (mean N f s) theta - E D f) with ((centre a (mean N f s) theta - mean N f s) + (mean N f s - E D f)) by ring.
      eapply Rle_trans; [apply Rabs_triang|]. unfold a, rounding_width, d in *. nra.
    + unfold rounding_beta. replace (-2 * INR N * d ^ 2) with (- 2 * INR N * alpha^2 * (1 - lambda)^2) by (unfold d; ring). lra.
  - intros rho beta Hrho Hbeta Hs.
    assert (M : Rmax (ln (2 / beta) / (2 * alpha ^ 2 * (1 - lambda) ^ 2)) (1 / (4 * PI * alpha ^ 2 * lambda ^ 2 * rho ^ 2)) <= INR N)
      by (eapply Rle_trans; [apply ceiling_le|exact Hs]).
    pose proof (Rle_trans _ _ _ (Rmax_l _ _) M) as M1. pose proof (Rle_trans _ _ _ (Rmax_r _ _) M) as M2.
    pose proof PI_RGT_0 as Pi. split.
    + unfold rounding_rho. fold a. apply Rmult_le_reg_r with a; auto.
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. eapply Rle_trans; [exact Wal|].
      unfold rounding_gap_simple.
      assert (0 < sqrt PI) by (apply sqrt_lt_R0; lra). assert (0 < sqrt (INR N)) by (apply sqrt_lt_R0; lra).
      apply Rmult_le_reg_r with (sqrt PI * sqrt (INR N)); [nra|].
      replace (1 / (sqrt PI * sqrt (INR N)) * (sqrt PI * sqrt (INR N))) with 1 by (field; lra).
      apply Rsqr_incr_0_var; [|repeat apply Rmult_le_pos; lra]. unfold Rsqr.
      replace (rho * a * (sqrt PI * sqrt (INR N)) * (rho * a * (sqrt PI * sqrt (INR N)))) with
        ((rho * a)^2 * ((sqrt PI * sqrt PI) * (sqrt (INR N) * sqrt (INR N)))) by ring.
      rewrite !sqrt_sqrt by lra. unfold a, rounding_width.
      assert (B : 0 < 4 * PI * alpha ^ 2 * lambda ^ 2 * rho ^ 2).
      { replace (4 * PI * alpha ^ 2 * lambda ^ 2 * rho ^ 2) with (4 * PI * (alpha * (lambda * rho)) ^ 2) by ring.
        apply Rmult_lt_0_compat; [lra|]. apply pow_lt. apply Rmult_lt_0_compat; [lra|]. apply Rmult_lt_0_compat; lra. }
      apply (Rmult_le_compat_r (4 * PI * alpha ^ 2 * lambda ^ 2 * rho ^ 2)) in M2; [|lra].
      unfold Rdiv in M2. rewrite Rmult_1_l, Rinv_l in M2 by lra. lra.
    + unfold rounding_beta.
      assert (B : 0 < 2 * alpha ^ 2 * (1 - lambda) ^ 2).
      { replace (2 * alpha ^ 2 * (1 - lambda) ^ 2) with (2 * (alpha * (1 - lambda)) ^ 2) by ring.
        apply Rmult_lt_0_compat; [lra|]. apply pow_lt. apply Rmult_lt_0_compat; lra. }
      apply (Rmult_le_compat_r (2 * alpha ^ 2 * (1 - lambda) ^ 2)) in M1; [|lra].
      unfold Rdiv in M1 at 1. rewrite Rmult_assoc, Rinv_l, Rmult_1_r in M1 by lra.
      replace (- 2 * INR N * alpha ^ 2 * (1 - lambda) ^ 2) with (- (INR N * (2 * alpha ^ 2 * (1 - lambda) ^ 2))) by ring.
      rewrite exp_Ropp. set (q := INR N * (2 * alpha ^ 2 * (1 - lambda) ^ 2)) in *.
      assert (P2 : 0 < 2 / beta) by (apply Rdiv_lt_0_compat; lra).
      assert (Q : 2 / beta <= exp q).
      { rewrite <- (exp_ln (2 / beta)) by auto. destruct M1 as [M1|M1]; [left; now apply exp_increasing|rewrite M1; lra]. }
      pose proof (exp_pos q). apply Rmult_le_reg_r with (exp q); auto. rewrite Rmult_assoc, Rinv_l by lra.
      apply (Rmult_le_compat_l beta) in Q; [|lra]. replace (beta * (2 / beta)) with 2 in Q by (field; lra). lra.
Qed.

(** The share at which both terms of the samples agree is the best one. *)
Theorem balanced_share (alpha rho beta : R) : 0 < alpha < 1 -> 0 < rho < 1 -> 0 < beta < 1 ->
  let accuracy := fun lambda => ln (2 / beta) / (2 * alpha ^ 2 * (1 - lambda) ^ 2) in
  let agreement := fun lambda => 1 / (4 * PI * alpha ^ 2 * lambda ^ 2 * rho ^ 2) in
  let best := rounding_lambda_balanced rho beta in
  0 < best < 1 /\ accuracy best = agreement best /\
  forall lambda, 0 < lambda < 1 -> Rmax (accuracy best) (agreement best) <= Rmax (accuracy lambda) (agreement lambda).
Proof.
  intros Ha Hr Hb accuracy agreement best. set (L := ln (2 / beta)) in *.
  assert (HL : 0 < L).
  { unfold L. rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with beta; [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  pose proof PI_RGT_0 as Pi. set (c := sqrt 2 * sqrt PI * rho * sqrt L).
  assert (c0 : 0 < c) by (unfold c; repeat apply Rmult_lt_0_compat; try apply sqrt_lt_R0; lra).
  assert (c2 : c ^ 2 = 2 * PI * rho ^ 2 * L) by (unfold c; rewrite !Rpow_mult_distr, !pow2_sqrt by lra; ring).
  assert (B : best = 1 / (c + 1)) by reflexivity.
  assert (Hbest : 0 < best < 1).
  { rewrite B. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_lt_reg_r with (c + 1); [lra|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  assert (R2 : 0 < rho ^ 2) by (apply pow_lt; lra). assert (A2 : 0 < alpha ^ 2) by (apply pow_lt; lra).
  assert (Same : accuracy best = agreement best).
  { unfold accuracy, agreement. replace (1 - best) with (c * best) by (rewrite B; field; lra).
    rewrite Rpow_mult_distr, c2. field. repeat split; lra. }
  split; auto. split; auto. intros lambda Hl. rewrite Same, Rmax_left by lra.
  destruct (Rle_dec lambda best) as [O|O].
  - eapply Rle_trans; [|apply Rmax_r]. unfold agreement. unfold Rdiv. apply Rmult_le_compat_l; [lra|].
    assert (lambda ^ 2 <= best ^ 2) by (apply pow_incr; lra). assert (0 < lambda ^ 2) by (apply pow_lt; lra).
    assert (X : 0 < 4 * PI * alpha ^ 2) by (apply Rmult_lt_0_compat; lra).
    apply Rinv_le_contravar; [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat|]; lra|].
    apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; lra.
  - eapply Rle_trans; [|apply Rmax_l]. rewrite <- Same. unfold accuracy, Rdiv. apply Rmult_le_compat_l; [lra|].
    assert ((1 - lambda) ^ 2 <= (1 - best) ^ 2) by (apply pow_incr; lra). assert (0 < (1 - lambda) ^ 2) by (apply pow_lt; lra).
    apply Rinv_le_contravar; [apply Rmult_lt_0_compat; lra|]. apply Rmult_le_compat_l; lra.
Qed.

Print Assumptions expected_gap_rounding.
Print Assumptions balanced_share.
