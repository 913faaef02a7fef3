(** * The constant of threshold votes, closed form

    The sum of the weights sqrt(m (M-m)), M = T-1, is at least pi M^2/8 - sqrt(2M)/3: each
    weight is at least the area of the half-circle above its cell, and the two half cells
    at the ends are small.  In the angle everything is smooth: a point x = (M/2)(1 - cos th)
    has height (M/2) sin th, and the area up to it is (M^2/8)(th - sin th cos th). *)

(*@
label: derived:vote-kappa-closed
theorem: vote_kappa_closed
gives: mass >= vote_mass_closed T
gives: kappa <= vote_kappa_closed_bound T
*)

Require Import Reals List Lra Lia Psatz Ratan.
From Coquelicot Require Import Coquelicot.
Require Import Replicable.FiniteLaw Replicable.Binomial Replicable.ThresholdVotes.
Import ListNotations.
Open Scope R_scope.

Definition vote_mass_closed (T : nat) : R := PI * (INR T - 1) ^ 2 / 8 - sqrt (2 * INR T - 2) / 3.
Definition vote_kappa_closed_bound (T : nat) : R := vote_kappa T (vote_mass_closed T).

Lemma grows_between (f f' : R -> R) a b :
  a <= b -> (forall y, a <= y <= b -> is_derive f y (f' y)) -> (forall y, a <= y <= b -> 0 <= f' y) -> f a <= f b.
Proof.
  intros Hab Hd Hp. destruct (Req_dec a b) as [->|Hne]; [lra|].
  destruct (MVT_cor2 f f' a b) as (c & Hc & Hcx); [lra| |].
  - intros c Hc. apply is_derive_Reals. now apply Hd.
  - specialize (Hp c ltac:(lra)). nra.
Qed.

Section Mass.
Variable M : R.
Hypothesis M_pos : 0 < M.

Definition height (x : R) : R := sqrt (x * (M - x)).
Definition area (th : R) : R := M^2 / 8 * (th - sin th * cos th).
Definition place (th : R) : R := M / 2 * (1 - cos th).

(** The area over [x1, x2] is at most the height at the middle times the width 1. *)
Lemma cell m t1 t2 : 0 < m < M -> 0 <= t1 -> t1 <= t2 -> t2 <= PI ->
  place t1 = m - 1/2 -> place t2 = m + 1/2 -> area t2 - area t1 <= height m.
Proof.
  intros Hm H1 H12 H2 P1 P2. set (a := height m).
  assert (a0 : 0 < a) by (apply sqrt_lt_R0; nra).
  assert (a2 : a^2 = m * (M - m)) by (unfold a, height; rewrite pow2_sqrt; nra).
  pose (B := fun x => (M * x^2 / 2 - x^3 / 3 + a^2 * x) / (2 * a)).
  assert (G : B (place t1) - area t1 <= B (place t2) - area t2).
  { apply (grows_between (fun th => B (place th) - area th)
      (fun th => ((M * place th - (place th)^2 + a^2) / (2 * a)) * (M / 2 * sin th) - M^2 / 4 * (sin th)^2)); auto.
    - intros th Hth. unfold B, place, area. auto_derive; [lra|].
      pose proof (sin2_cos2 th) as S. unfold Rsqr in S.
      replace (M^2 / 4 * sin th ^ 2) with (M^2 / 8 * (sin th * sin th + 1 - cos th * cos th)).
      + field. lra.
      + replace (cos th * cos th) with (1 - sin th * sin th) by lra. field.
    - intros th Hth. pose proof (sin_ge_0 th ltac:(lra) ltac:(lra)) as S0. pose proof (sin2_cos2 th) as S. unfold Rsqr in S.
      assert (HH : M * place th - (place th)^2 = (M / 2 * sin th)^2).
      { unfold place. replace ((M / 2 * sin th)^2) with (M^2 / 4 * (1 - cos th * cos th)).
        - field.
        - replace (cos th * cos th) with (1 - sin th * sin th) by lra. field. }
      rewrite HH. set (h := M / 2 * sin th). assert (0 <= h) by (unfold h; apply Rmult_le_pos; lra).
      replace (M^2 / 4 * sin th ^ 2) with (h * h) by (unfold h; field).
      assert (h <= (h^2 + a^2) / (2 * a)).
      { apply Rmult_le_reg_r with (2 * a); [lra|]. replace ((h^2 + a^2) / (2 * a) * (2 * a)) with (h^2 + a^2) by (field; lra).
        pose proof (pow2_ge_0 (h - a)). nra. }
      nra. }
  assert (D : B (place t2) - B (place t1) <= a).
  { rewrite P1, P2. unfold B.
    replace ((M * (m + 1 / 2) ^ 2 / 2 - (m + 1 / 2) ^ 3 / 3 + a ^ 2 * (m + 1 / 2)) / (2 * a) -
      (M * (m - 1 / 2) ^ 2 / 2 - (m - 1 / 2) ^ 3 / 3 + a ^ 2 * (m - 1 / 2)) / (2 * a))
      with ((m * (M - m) - 1 / 12 + a^2) / (2 * a)) by (field; lra).
    rewrite <- a2. apply Rmult_le_reg_r with (2 * a); [lra|].
    replace ((a^2 - 1 / 12 + a^2) / (2 * a) * (2 * a)) with (2 * a^2 - 1/12) by (field; lra). nra. }
  lra.
Qed.

(** The angle of the place j + 1/2. *)
Definition angle (j : nat) : R := acos (1 - (2 * INR j + 1) / M).

Lemma ratio_bounds j : INR j + 1 <= M -> -1 <= 1 - (2 * INR j + 1) / M <= 1.
Proof.
  intros Hj. pose proof (pos_INR j).
  assert (0 <= (2 * INR j + 1) / M) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  assert ((2 * INR j + 1) / M <= 2).
  { apply Rmult_le_reg_r with M; auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  lra.
Qed.

Lemma place_angle j : INR j + 1 <= M -> place (angle j) = INR j + 1/2.
Proof. intros Hj. unfold place, angle. rewrite cos_acos by now apply ratio_bounds. field. lra. Qed.

Lemma cells j : INR j + 1 <= M -> area (angle j) - area (angle 0) <= sum (seq 1 j) (fun m => height (INR m)).
Proof.
  induction j as [|j IH]; intros Hj; [simpl; lra|]. rewrite seq_S, sum_app. cbn [sum Nat.add]. rewrite S_INR in Hj.
  specialize (IH ltac:(lra)). pose proof (pos_INR j).
  assert (area (angle (S j)) - area (angle j) <= height (INR (1 + j))); [|simpl in *; lra].
  assert (Pj : place (angle j) = INR (S j) - 1/2) by (rewrite place_angle, S_INR; lra).
  assert (PS : place (angle (S j)) = INR (S j) + 1/2) by (apply place_angle; rewrite S_INR; lra).
  apply cell; auto; try (rewrite S_INR; lra).
  - apply acos_bound.
  - destruct (Rle_dec (angle j) (angle (S j))) as [|n]; auto. exfalso.
    assert (cos (angle j) < cos (angle (S j))).
    { apply cos_decreasing_1; try apply acos_bound. lra. }
    unfold place in Pj, PS. nra.
  - apply acos_bound.
Qed.

(** The two half cells at the ends. *)
Lemma half_cells : 1 <= M -> M^2 / 4 * (angle 0 - sin (angle 0) * cos (angle 0)) <= sqrt (2 * M) / 3.
Proof.
  intros HM1. set (t := angle 0).
  assert (Ht : 0 <= t <= PI) by apply acos_bound.
  assert (C : cos t = 1 - 1 / M).
  { unfold t, angle. rewrite cos_acos; [simpl; field; lra|]. apply ratio_bounds. simpl. lra. }
  set (s := sin (t / 2)).
  assert (s0 : 0 <= s) by (apply sin_ge_0; lra).
  assert (S2 : 2 * s^2 = 1 / M).
  { pose proof (cos_2a_sin (t / 2)) as K. replace (2 * (t / 2)) with t in K by field. rewrite C in K. fold s in K. nra. }
  assert (G : t - sin t * cos t <= 16 / 3 * s^3).
  { pose proof (grows_between (fun u => 16 / 3 * (sin (u / 2))^3 - (u - sin u * cos u))
      (fun u => 8 * (sin (u / 2))^2 * cos (u / 2) * (1 - cos (u / 2))) 0 t ltac:(lra)) as W. cbv beta in W.
    replace (0 / 2) with 0 in W by field. rewrite sin_0 in W.
    enough (16 / 3 * 0 ^ 3 - (0 - 0 * cos 0) <= 16 / 3 * sin (t / 2) ^ 3 - (t - sin t * cos t)) by (fold s in H; simpl in H; lra).
    apply W.
    - intros u Hu. auto_derive; auto.
      assert (E1 : sin u = 2 * sin (u / 2) * cos (u / 2)).
      { pose proof (sin_2a (u / 2)) as K. replace (2 * (u / 2)) with u in K by field. exact K. }
      assert (E2 : cos u * cos u = 1 - sin u * sin u) by (pose proof (sin2_cos2 u) as K; unfold Rsqr in K; lra).
      replace (1 * cos u * cos u) with (cos u * cos u) by ring.
      transitivity (16 / 3 * (3 * (1 * / 2 * cos (u * / 2)) * sin (u * / 2) ^ 2) - (1 - (cos u * cos u - sin u * sin u))).
      + unfold Rdiv. simpl. ring.
      + rewrite E2, E1. unfold Rdiv.
        pose proof (sin2_cos2 (u * / 2)) as K. unfold Rsqr in K. simpl. field.
    - intros u Hu. pose proof (COS_bound (u / 2)). pose proof (cos_ge_0 (u / 2) ltac:(lra) ltac:(lra)).
      apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; auto. apply Rmult_le_pos; [lra|apply pow2_ge_0]. }
  assert (Q : sqrt (2 * M) * s = 1).
  { assert (0 < sqrt (2 * M)) by (apply sqrt_lt_R0; lra).
    assert (X : (sqrt (2 * M) * s)^2 = 1).
    { rewrite Rpow_mult_distr, pow2_sqrt by lra. replace (2 * M * s^2) with (M * (2 * s^2)) by ring. rewrite S2. field. lra. }
    assert (0 <= sqrt (2 * M) * s) by nra. nra. }
  apply Rle_trans with (M^2 / 4 * (16 / 3 * s^3)); [apply Rmult_le_compat_l; [nra|auto]|].
  assert (MS : M * s^2 = 1/2) by (assert (M * (2 * s^2) = 1) by (rewrite S2; field; lra); lra).
  replace (M^2 / 4 * (16 / 3 * s^3)) with (4 / 3 * (M * s^2) * (M * s)) by field. rewrite MS.
  right. assert (H2 : sqrt (2 * M) = 2 * M * s).
  { assert (0 < s).
    { destruct (Req_dec s 0) as [Z|Z]; [rewrite Z in MS; replace (M * 0 ^ 2) with 0 in MS by ring; lra|lra]. }
    apply Rmult_eq_reg_r with s; [|lra]. rewrite Q. replace (2 * M * s * s) with (2 * (M * s^2)) by ring. rewrite MS. field. }
  rewrite H2. field.
Qed.
End Mass.

Lemma angle_last (j : nat) M : 0 < M -> INR j + 1 = M -> angle M j = PI - angle M 0.
Proof.
  intros HM Hj. unfold angle. rewrite <- acos_opp. f_equal. simpl. replace (INR j) with (M - 1) by lra. field. lra.
Qed.

Lemma vote_mass_bound T : (3 <= T)%nat -> vote_mass_closed T <= vote_mass T.
Proof.
  intros HT. destruct T as [|[|j]]; [lia|lia|]. set (M := INR (S j)).
  assert (M1 : 2 <= M) by (unfold M; replace 2 with (INR 2) by (simpl; ring); apply le_INR; lia).
  assert (TM : INR (S (S j)) - 1 = M) by (unfold M; rewrite (S_INR (S j)); ring).
  assert (JM : INR j + 1 = M) by (unfold M; rewrite S_INR; ring).
  unfold vote_mass_closed. rewrite TM. replace (2 * INR (S (S j)) - 2) with (2 * M) by lra.
  apply Rle_trans with (sum (seq 1 j) (fun m => height M (INR m))).
  - pose proof (cells M ltac:(lra) j ltac:(lra)) as C. rewrite (angle_last j M) in C by lra.
    pose proof (half_cells M ltac:(lra) ltac:(lra)) as Hc. unfold area in C.
    rewrite sin_minus, cos_minus, sin_PI, cos_PI in C.
    set (t := angle M 0) in *. set (x := sin t) in *. set (y := cos t) in *.
    replace ((0 * y - -1 * x) * (-1 * y + 0 * x)) with (- (x * y)) in C by ring. nra.
  - unfold vote_mass. rewrite (seq_S (S j)). replace (seq 0 (S j)) with (0%nat :: seq 1 j) by reflexivity.
    rewrite sum_app. cbn [sum].
    rewrite (sum_ext (seq 1 j) (fun m => height M (INR m)) (raw (S (S j))))
      by (intros m _; unfold height, raw; now rewrite TM).
    pose proof (raw_nonneg (S (S j)) 0). pose proof (raw_nonneg (S (S j)) (0 + S j)). lra.
Qed.

(** derived:vote-kappa-closed. *)
Theorem vote_kappa_closed (T : nat) : (3 <= T)%nat ->
  vote_mass_closed T <= vote_mass T /\ kappa_bound T (vote_kappa_closed_bound T).
Proof.
  intros HT. pose proof (vote_mass_bound T HT). split; auto. apply vote_kappa_sum; auto. split; auto.
  unfold vote_mass_closed.
  assert (HT3 : 3 <= INR T) by (replace 3 with (INR 3) by (simpl; ring); now apply le_INR).
  set (M := INR T - 1). replace (2 * INR T - 2) with (2 * M) by (unfold M; lra).
  assert (2 <= M) by (unfold M; lra).
  assert (sqrt (2 * M) <= M).
  { apply Rsqr_incr_0_var; [|lra]. rewrite Rsqr_sqrt by lra. unfold Rsqr. nra. }
  pose proof PI2_3_2. nra.
Qed.

Print Assumptions vote_kappa_closed.
