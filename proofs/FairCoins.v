(** * The expected gap of two means

    For values in [0,1], two means of [n] independent draws are farthest apart, in
    expectation, for fair coins; there the gap is the central binomial probability,
    which Wallis bounds by 1/sqrt(pi n). *)

Require Import Reals List Lra Lia Psatz ZArith.
From Coquelicot Require Import Coquelicot.
Require Import Replicable.FiniteLaw.
Import ListNotations.
Open Scope R_scope.

(** ** Fair coins are the worst values in [0,1] *)

Definition convex (g : R -> R) : Prop :=
  forall x y t, 0 <= t <= 1 -> g (t * x + (1 - t) * y) <= t * g x + (1 - t) * g y.

Lemma convex_abs : convex Rabs.
Proof.
  intros x y t Ht. eapply Rle_trans; [apply Rabs_triang|].
  rewrite !Rabs_mult, (Rabs_right t), (Rabs_right (1 - t)) by lra. lra.
Qed.

(** A difference of two fair coins is a step of the lazy walk. *)
Definition lazy_step (g : R -> R) (s : R) : R := / 4 * g (s + 1) + / 2 * g s + / 4 * g (s - 1).

Fixpoint lazy (n : nat) : R -> R := match n with O => Rabs | S m => lazy_step (lazy m) end.

Lemma convex_lazy n : convex (lazy n).
Proof.
  induction n as [|n IH]; [apply convex_abs|]. intros x y t Ht. simpl. unfold lazy_step.
  pose proof (IH (x + 1) (y + 1) t Ht). pose proof (IH x y t Ht). pose proof (IH (x - 1) (y - 1) t Ht).
  replace (t * x + (1 - t) * y + 1) with (t * (x + 1) + (1 - t) * (y + 1)) by ring.
  replace (t * x + (1 - t) * y - 1) with (t * (x - 1) + (1 - t) * (y - 1)) by ring. lra.
Qed.

Section Worst.
Context {A : Type} (D : law A) (f : A -> R).
Hypothesis f_range : forall a, support D a -> 0 <= f a <= 1.

Let mu := E D f.

(** A convex function lies below its chord, so a coin of the same mean is worse. *)
Lemma chord_up g b : convex g -> E D (fun a => g (b + f a)) <= mu * g (b + 1) + (1 - mu) * g b.
Proof.
  intros Hg. apply Rle_trans with (E D (fun a => f a * g (b + 1) + (1 - f a) * g b)).
  - apply E_le_support. intros a Ha. apply f_range in Ha.
    replace (b + f a) with (f a * (b + 1) + (1 - f a) * b) by ring. now apply Hg.
  - rewrite E_plus, !E_scal_r, E_minus, E_const. unfold mu. lra.
Qed.

Lemma chord_down g b : convex g -> E D (fun a => g (b - f a)) <= mu * g (b - 1) + (1 - mu) * g b.
Proof.
  intros Hg. apply Rle_trans with (E D (fun a => f a * g (b - 1) + (1 - f a) * g b)).
  - apply E_le_support. intros a Ha. apply f_range in Ha.
    replace (b - f a) with (f a * (b - 1) + (1 - f a) * b) by ring. now apply Hg.
  - rewrite E_plus, !E_scal_r, E_minus, E_const. unfold mu. lra.
Qed.

Lemma one_pair g s : convex g ->
  E D (fun a => E D (fun a' => g (s + (f a - f a')))) <= lazy_step g s.
Proof.
  intros Hg. assert (Hmu : 0 <= mu <= 1) by (now apply E_bounds).
  apply Rle_trans with (E D (fun a => mu * g (s - 1 + f a) + (1 - mu) * g (s + f a))).
  - apply E_le. intros a. pose proof (chord_down g (s + f a) Hg) as C.
    replace (s + f a - 1) with (s - 1 + f a) in C by ring.
    eapply Rle_trans; [|exact C]. right. apply E_ext. intros a'. f_equal. ring.
  - rewrite E_plus, !E_scal.
    pose proof (chord_up g (s - 1) Hg) as C1. pose proof (chord_up g s Hg) as C2.
    replace (s - 1 + 1) with s in C1 by ring.
    pose proof (Hg (s + 1) (s - 1) (/ 2) ltac:(lra)) as C3.
    replace (/ 2 * (s + 1) + (1 - / 2) * (s - 1)) with s in C3 by field.
    unfold lazy_step.
    apply Rle_trans with (mu * (mu * g s + (1 - mu) * g (s - 1)) + (1 - mu) * (mu * g (s + 1) + (1 - mu) * g s)).
    + apply Rplus_le_compat; apply Rmult_le_compat_l; lra.
    + replace (mu * (mu * g s + (1 - mu) * g (s - 1)) + (1 - mu) * (mu * g (s + 1) + (1 - mu) * g s))
        with (g s + mu * (1 - mu) * (g (s + 1) + g (s - 1) - 2 * g s)) by ring.
      assert (mu * (1 - mu) <= / 4).
      { replace (mu * (1 - mu)) with (/ 4 - (mu - / 2)^2) by field. pose proof (pow2_ge_0 (mu - / 2)). lra. }
      assert (0 <= mu * (1 - mu)) by (apply Rmult_le_pos; lra).
      assert (0 <= g (s + 1) + g (s - 1) - 2 * g s) by lra. nra.
Qed.

Lemma gap_lazy n : forall s,
  E (iid n D) (fun x => E (iid n D) (fun x' => Rabs (s + (sum x f - sum x' f)))) <= lazy n s.
Proof.
  induction n as [|n IH]; intros s.
  - simpl. rewrite !E_sure. simpl. right. f_equal. ring.
  - rewrite E_iid_S. simpl lazy.
    eapply Rle_trans; [|apply (one_pair (lazy n) s (convex_lazy n))].
    apply E_le; intros a.
    rewrite (E_ext _ _ (fun x => E D (fun a' => E (iid n D) (fun x' =>
      Rabs (s + (f a - f a') + (sum x f - sum x' f)))))).
    + rewrite E_swap. apply E_le; intros a'. apply IH.
    + intros x. rewrite E_iid_S. apply E_ext; intros a'. apply E_ext; intros x'. simpl. f_equal. ring.
Qed.
End Worst.

(** ** The value for fair coins *)

(** Pascal's triangle, rows by naturals and columns by integers. *)
Fixpoint bin (m : nat) (j : Z) : R :=
  match m with O => if Z.eq_dec j 0 then 1 else 0 | S p => bin p j + bin p (j - 1) end.

Lemma bin_two m j : bin (S (S m)) (j + 1) = bin m (j + 1) + 2 * bin m j + bin m (j - 1).
Proof. simpl. replace (j + 1 - 1)%Z with j by lia. ring. Qed.

(** The drift of the mean distance from 0, from step [n] to the next. *)
Lemma lazy_drift n : forall j : Z,
  lazy_step (lazy n) (IZR j) - lazy n (IZR j) = / 2 * bin (2 * n) (Z.of_nat n + j) / 4^n.
Proof.
  induction n as [|n IH]; intros j.
  - simpl. unfold lazy_step. destruct (Z.eq_dec j 0) as [->|Hj].
    + replace (IZR 0) with 0 by reflexivity. rewrite Rplus_0_l, Rminus_0_l, Rabs_R0, Rabs_Ropp, Rabs_R1. lra.
    + assert (j <= -1 \/ 1 <= j)%Z as [H|H] by lia; apply IZR_le in H.
      * rewrite !Rabs_left1 by lra. lra.
      * rewrite !Rabs_right by lra. lra.
  - replace (2 * S n)%nat with (S (S (2 * n))) by lia.
    replace (Z.of_nat (S n) + j)%Z with ((Z.of_nat n + j) + 1)%Z by lia. rewrite bin_two.
    pose proof (IH j) as H0. pose proof (IH (j + 1)%Z) as H1. pose proof (IH (j - 1)%Z) as H2.
    rewrite plus_IZR in H1. rewrite minus_IZR in H2.
    replace (Z.of_nat n + (j + 1))%Z with (Z.of_nat n + j + 1)%Z in H1 by lia.
    replace (Z.of_nat n + (j - 1))%Z with (Z.of_nat n + j - 1)%Z in H2 by lia.
    change (lazy (S n)) with (lazy_step (lazy n)).
    unfold lazy_step at 1.
    transitivity (/ 4 * (lazy_step (lazy n) (IZR j + 1) - lazy n (IZR j + 1)) +
      / 2 * (lazy_step (lazy n) (IZR j) - lazy n (IZR j)) +
      / 4 * (lazy_step (lazy n) (IZR j - 1) - lazy n (IZR j - 1))).
    + unfold lazy_step at 4. unfold lazy_step. ring.
    + rewrite H0, H1, H2. simpl pow. field. apply pow_nonzero. lra.
Qed.

Lemma bin_factorials m : forall k, (k <= m)%nat -> bin m (Z.of_nat k) = INR (fact m) / (INR (fact k) * INR (fact (m - k))).
Proof.
  assert (Neg : forall m j, (j < 0)%Z -> bin m j = 0).
  { intros p. induction p as [|p IHp]; intros j Hj; simpl; [destruct (Z.eq_dec j 0); lia || auto|].
    rewrite !IHp by lia. lra. }
  assert (Big : forall m j, (Z.of_nat m < j)%Z -> bin m j = 0).
  { intros p. induction p as [|p IHp]; intros j Hj; cbn [bin]; [destruct (Z.eq_dec j 0); lia || auto|].
    rewrite !IHp by lia. lra. }
  induction m as [|m IH]; intros k Hk.
  - replace k with O by lia. simpl. field.
  - cbn [bin]. destruct k as [|k].
    + rewrite (Neg m (Z.of_nat 0 - 1)%Z) by lia. rewrite IH by lia. rewrite !Nat.sub_0_r.
      simpl (INR (fact 0)). field. split; apply INR_fact_neq_0.
    + replace (Z.of_nat (S k) - 1)%Z with (Z.of_nat k) by lia. rewrite (IH k) by lia.
      destruct (Nat.eq_dec k m) as [->|Hne].
      * rewrite (Big m (Z.of_nat (S m))) by lia. rewrite !Nat.sub_diag. simpl (INR (fact 0)).
        field. split; apply INR_fact_neq_0.
      * rewrite IH by lia. replace (S m - S k)%nat with (m - k)%nat by lia.
        replace (m - k)%nat with (S (m - S k)) by lia.
        rewrite !(fact_simpl), !mult_INR.
        assert (INR (S m) = INR (S k) + INR (S (m - S k))) as -> by (rewrite <- plus_INR; f_equal; lia).
        field. repeat split; try apply INR_fact_neq_0; apply not_0_INR; lia.
Qed.

(** The central binomial probability C(2N,N)/4^N. *)
Definition central (N : nat) : R := INR (fact (2 * N)) / (4^N * (INR (fact N))^2).

Lemma central_bin N : central N = bin (2 * N) (Z.of_nat N) / 4^N.
Proof.
  rewrite bin_factorials by lia. replace (2 * N - N)%nat with N by lia. unfold central.
  field. split; [apply INR_fact_neq_0|apply pow_nonzero; lra].
Qed.

Lemma central_S N : central (S N) = central N * ((2 * INR N + 1) / (2 * INR N + 2)).
Proof.
  unfold central. replace (2 * S N)%nat with (S (S (2 * N))) by lia.
  rewrite !fact_simpl, !mult_INR, !S_INR, mult_INR. simpl (INR 2). simpl pow.
  pose proof (pos_INR N). pose proof (INR_fact_neq_0 N). pose proof (pow_nonzero 4 N ltac:(lra)).
  field. repeat split; auto; lra.
Qed.

Lemma central_pos N : 0 < central N.
Proof.
  unfold central. apply Rdiv_lt_0_compat; [apply INR_fact_lt_0|].
  apply Rmult_lt_0_compat; [apply pow_lt; lra|apply pow_lt, INR_fact_lt_0].
Qed.

Lemma lazy_zero n : lazy n 0 = INR n * central n.
Proof.
  induction n as [|n IH]; [simpl; rewrite Rabs_R0; ring|].
  pose proof (lazy_drift n 0) as L. rewrite Z.add_0_r in L. replace (IZR 0) with 0 in L by reflexivity.
  simpl lazy. rewrite central_S, S_INR. rewrite central_bin in *. rewrite IH in L.
  pose proof (pos_INR n). pose proof (pow_nonzero 4 n ltac:(lra)).
  replace (lazy_step (lazy n) 0) with (/ 2 * bin (2 * n) (Z.of_nat n) / 4^n + INR n * (bin (2 * n) (Z.of_nat n) / 4^n)) by lra.
  field. split; auto; lra.
Qed.

(** The expected gap of two sums of [n] draws. *)
Lemma expected_gap {A} (D : law A) (f : A -> R) n :
  (forall a, support D a -> 0 <= f a <= 1) ->
  E (iid n D) (fun x => E (iid n D) (fun x' => Rabs (sum x f - sum x' f))) <= INR n * central n.
Proof.
  intros Hf. rewrite <- lazy_zero. eapply Rle_trans; [|apply (gap_lazy D f Hf n 0)].
  right. apply E_ext; intros x. apply E_ext; intros x'. now rewrite Rplus_0_l.
Qed.

(** ** Wallis: C(2N,N)/4^N <= 1/sqrt(pi N) *)

Definition W (n : nat) : R := RInt (fun x => sin x ^ n) 0 (PI / 2).

Lemma W_ex n a b : ex_RInt (fun x => sin x ^ n) a b.
Proof.
  apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros x _.
  apply (ex_derive_continuous (fun x => sin x ^ n)). auto_derive; auto.
Qed.

Lemma W_step n : INR (n + 2) * W (n + 2) = INR (n + 1) * W n.
Proof.
  assert (I : is_RInt (fun x => INR (n + 1) * sin x ^ n - INR (n + 2) * sin x ^ (n + 2)) 0 (PI / 2) 0).
  { replace 0 with (minus ((fun x => cos x * sin x ^ (n + 1)) (PI / 2)) ((fun x => cos x * sin x ^ (n + 1)) 0)) at 2.
    - apply (is_RInt_derive (fun x => cos x * sin x ^ (n + 1))).
      + intros x _. auto_derive; auto. replace (Init.Nat.pred (n + 1)) with n by lia.
        rewrite !pow_add, !plus_INR. simpl. pose proof (sin2_cos2 x) as S. unfold Rsqr in S.
        transitivity ((INR n + 1) * sin x ^ n * (cos x * cos x) - sin x ^ n * (sin x * sin x)); [ring|].
        replace (cos x * cos x) with (1 - sin x * sin x) by lra. ring.
      + intros x _. apply (ex_derive_continuous (fun x => INR (n + 1) * sin x ^ n - INR (n + 2) * sin x ^ (n + 2))).
        auto_derive; auto.
    - cbv beta. rewrite cos_PI2, sin_0, Rmult_0_l. rewrite (pow_i (n + 1)) by lia.
      unfold minus, plus, opp. simpl. ring. }
  apply (is_RInt_unique (V := R_CompleteNormedModule)) in I.
  assert (J : RInt (fun x => INR (n + 1) * sin x ^ n - INR (n + 2) * sin x ^ (n + 2)) 0 (PI / 2) =
    INR (n + 1) * W n - INR (n + 2) * W (n + 2)).
  { unfold W. rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => sin x ^ n)) by apply W_ex.
    rewrite <- (RInt_scal (V := R_CompleteNormedModule) (fun x => sin x ^ (n + 2))) by apply W_ex.
    apply (RInt_minus (V := R_CompleteNormedModule) (fun x => scal (INR (n + 1)) (sin x ^ n)) (fun x => scal (INR (n + 2)) (sin x ^ (n + 2))));
      apply (ex_RInt_scal (V := R_CompleteNormedModule)); apply W_ex. }
  lra.
Qed.

Lemma W_0 : W 0 = PI / 2.
Proof.
  unfold W. rewrite (RInt_ext _ (fun _ => 1)) by (intros; reflexivity).
  rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. ring.
Qed.

Lemma W_1 : W 1 = 1.
Proof.
  unfold W. apply is_RInt_unique.
  replace 1 with (minus ((fun x => - cos x) (PI / 2)) ((fun x => - cos x) 0))
    by (rewrite cos_PI2, cos_0; unfold minus, plus, opp; simpl; ring).
  apply (is_RInt_derive (fun x => - cos x)).
  - intros x _. auto_derive; auto. ring.
  - intros x _. apply (ex_derive_continuous (fun x => sin x ^ 1)). auto_derive; auto.
Qed.

Lemma W_product n : INR (n + 1) * (W (n + 1) * W n) = PI / 2.
Proof.
  induction n as [|n IH].
  - simpl Nat.add. rewrite W_0, W_1. simpl. ring.
  - pose proof (W_step n) as St. replace (S n + 1)%nat with (n + 2)%nat by lia.
    replace (S n) with (n + 1)%nat by lia.
    transitivity (W (n + 1) * (INR (n + 2) * W (n + 2))); [ring|]. rewrite St. rewrite <- IH. ring.
Qed.

Lemma W_even n : W (2 * n) = PI / 2 * central n.
Proof.
  induction n as [|n IH].
  - replace (2 * 0)%nat with O by lia. rewrite W_0. unfold central. simpl. field.
  - replace (2 * S n)%nat with (2 * n + 2)%nat by lia. rewrite central_S.
    pose proof (W_step (2 * n)) as S. rewrite IH in S. rewrite !plus_INR, mult_INR in S. simpl in S.
    pose proof (pos_INR n).
    replace (W (2 * n + 2)) with ((2 * INR n + 2) * W (2 * n + 2) / (2 * INR n + 2)) by (field; lra).
    replace ((2 * INR n + 2) * W (2 * n + 2)) with ((2 * INR n + 1) * (PI / 2 * central n)) by exact (eq_sym S).
    field. lra.
Qed.

Lemma W_decreasing n : W (S n) <= W n.
Proof.
  unfold W. pose proof PI_RGT_0. apply RInt_le; [lra|apply W_ex|apply W_ex|].
  intros x Hx. simpl. pose proof (sin_ge_0 x ltac:(lra) ltac:(lra)). pose proof (SIN_bound x).
  pose proof (pow_le (sin x) n ltac:(lra)). nra.
Qed.

Lemma wallis N : (1 <= N)%nat -> central N <= 1 / (sqrt PI * sqrt (INR N)).
Proof.
  intros HN. pose proof PI_RGT_0 as Pi.
  assert (HN1 : 1 <= INR N) by (replace 1 with (INR 1) by reflexivity; now apply le_INR).
  assert (Sq : PI * INR N * (central N)^2 <= 1).
  { pose proof (W_product (2 * N - 1)) as P. replace (2 * N - 1 + 1)%nat with (2 * N)%nat in P by lia.
    pose proof (W_decreasing (2 * N - 1)) as M. replace (S (2 * N - 1)) with (2 * N)%nat in M by lia.
    assert (0 < W (2 * N)) by (rewrite W_even; pose proof (central_pos N); nra).
    assert (INR (2 * N) * (W (2 * N) * W (2 * N)) <= PI / 2).
    { rewrite <- P. apply Rmult_le_compat_l; [apply pos_INR|]. apply Rmult_le_compat_l; lra. }
    rewrite W_even, mult_INR in H0. simpl (INR 2) in H0.
    apply Rmult_le_reg_l with (PI / 2); [lra|]. 
    replace (PI / 2 * (PI * INR N * central N ^ 2)) with (2 * INR N * (PI / 2 * central N * (PI / 2 * central N))) by field. lra. }
  assert (0 < sqrt PI) by (apply sqrt_lt_R0; lra). assert (0 < sqrt (INR N)) by (apply sqrt_lt_R0; lra).
  apply Rmult_le_reg_r with (sqrt PI * sqrt (INR N)); [now apply Rmult_lt_0_compat|].
  replace (1 / (sqrt PI * sqrt (INR N)) * (sqrt PI * sqrt (INR N))) with 1 by (field; lra).
  apply Rsqr_incr_0_var; [|lra]. unfold Rsqr.
  replace (central N * (sqrt PI * sqrt (INR N)) * (central N * (sqrt PI * sqrt (INR N)))) with
    ((sqrt PI * sqrt PI) * (sqrt (INR N) * sqrt (INR N)) * (central N)^2) by ring.
  rewrite !sqrt_sqrt by lra. lra.
Qed.
