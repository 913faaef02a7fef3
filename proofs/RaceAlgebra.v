(** * A race of shared clocks: what follows from the agreement probabilities

    Two laws [P], [Q] on a finite set [l].  The race makes both runs answer [x]
    with probability [P x * Q x / M x] (RaceClocks.v proves it); here is the rest,
    a computation with finite sums. *)

Require Import Reals List Lra Lia Psatz.
Require Import Replicable.FiniteLaw.
Import ListNotations.
Open Scope R_scope.

Lemma Rsqr_pow2 a : Rsqr a = a^2. Proof. unfold Rsqr. ring. Qed.

(** Cauchy's inequality with weights, and as a bound on sums of roots. *)
Lemma cauchy_weighted {A} (l : list A) (m f g : A -> R) :
  (forall x, In x l -> 0 <= m x) ->
  (sum l (fun x => m x * f x * g x))^2 <= sum l (fun x => m x * (f x)^2) * sum l (fun x => m x * (g x)^2).
Proof.
  intros Hm.
  rewrite (sum_ext l _ (fun x => (sqrt (m x) * f x) * (sqrt (m x) * g x))).
  - rewrite (sum_ext l (fun x => m x * (f x)^2) (fun x => (sqrt (m x) * f x)^2)).
    + rewrite (sum_ext l (fun x => m x * (g x)^2) (fun x => (sqrt (m x) * g x)^2)).
      * apply cauchy_schwarz.
      * intros x Hx. rewrite Rpow_mult_distr, pow2_sqrt by auto. ring.
    + intros x Hx. rewrite Rpow_mult_distr, pow2_sqrt by auto. ring.
  - intros x Hx. rewrite <- (sqrt_sqrt (m x)) at 1 by auto. ring.
Qed.

Lemma cauchy_ratio {A} (l : list A) (u v : A -> R) :
  (forall x, In x l -> 0 <= u x) -> (forall x, In x l -> 0 <= v x) ->
  (forall x, In x l -> v x = 0 -> u x = 0) ->
  (sum l (fun x => sqrt (u x)))^2 <= sum l (fun x => u x / v x) * sum l v.
Proof.
  intros Hu Hv H0.
  assert (Huv : forall x, In x l -> 0 <= u x / v x).
  { intros x Hx. destruct (Req_dec (v x) 0) as [Z|Z].
    - rewrite (H0 x Hx Z). unfold Rdiv. lra.
    - apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. pose proof (Hv x Hx). lra. }
  rewrite (sum_ext l _ (fun x => sqrt (u x / v x) * sqrt (v x))).
  - rewrite (sum_ext l (fun x => u x / v x) (fun x => (sqrt (u x / v x))^2))
      by (intros x Hx; now rewrite pow2_sqrt by auto).
    rewrite (sum_ext l v (fun x => (sqrt (v x))^2)) by (intros x Hx; now rewrite pow2_sqrt by auto).
    apply cauchy_schwarz.
  - intros x Hx. rewrite <- sqrt_mult by auto. f_equal. destruct (Req_dec (v x) 0) as [Z|Z].
    + rewrite (H0 x Hx Z). unfold Rdiv. ring.
    + field; auto.
Qed.

(** ** Glasser's inequality on a finite set

    [sign] of the difference of two values; of three values the middle one counts -1
    and the outer ones +1 each, so that the mean of [(sum m sign)^2] is at most 1/3. *)

Definition sign (d : R) : R := if Rlt_dec 0 d then 1 else if Rlt_dec d 0 then -1 else 0.

Lemma sign_three a b c :
  sign (a - b) * sign (a - c) + sign (b - a) * sign (b - c) + sign (c - a) * sign (c - b) <= 1.
Proof.
  unfold sign.
  repeat match goal with |- context [Rlt_dec ?u ?v] => destruct (Rlt_dec u v) end; try lra.
Qed.

Lemma sign_anti a b : sign (b - a) = - sign (a - b).
Proof.
  unfold sign.
  repeat match goal with |- context [Rlt_dec ?u ?v] => destruct (Rlt_dec u v) end; lra.
Qed.

Lemma sign_abs d : Rabs d = d * sign d.
Proof.
  unfold sign, Rabs. destruct (Rcase_abs d); 
  repeat match goal with |- context [Rlt_dec ?u ?v] => destruct (Rlt_dec u v) end; lra.
Qed.

Section Glasser.
Context {A : Type} (l : list A) (m th : A -> R).
Hypothesis m_nonneg : forall x, In x l -> 0 <= m x.
Hypothesis m_total : sum l m = 1.

Let rank (x : A) : R := sum l (fun z => m z * sign (th x - th z)).

Lemma rank_square : sum l (fun x => m x * (rank x)^2) <= 1/3.
Proof.
  set (F := fun x z w => m x * (m z * (m w * (sign (th x - th z) * sign (th x - th w))))).
  assert (V : sum l (fun x => m x * (rank x)^2) = sum l (fun x => sum l (fun z => sum l (fun w => F x z w)))).
  { apply sum_ext; intros x _. unfold rank. simpl pow. rewrite Rmult_1_r.
    rewrite <- sum_scal_r, <- sum_scal. apply sum_ext; intros z _.
    rewrite <- sum_scal, <- sum_scal. apply sum_ext; intros w _. unfold F. ring. }
  assert (V2 : sum l (fun x => m x * (rank x)^2) = sum l (fun x => sum l (fun z => sum l (fun w => F z x w)))).
  { rewrite V. rewrite sum_swap. reflexivity. }
  assert (V3 : sum l (fun x => m x * (rank x)^2) = sum l (fun x => sum l (fun z => sum l (fun w => F w x z)))).
  { rewrite V. rewrite sum_swap. apply sum_ext; intros x _. rewrite sum_swap. reflexivity. }
  enough (3 * sum l (fun x => m x * (rank x)^2) <= 1) by lra.
  replace (3 * sum l (fun x => m x * (rank x)^2)) with
    (sum l (fun x => sum l (fun z => sum l (fun w => F x z w + F z x w + F w x z)))).
  - apply Rle_trans with (sum l (fun x => sum l (fun z => sum l (fun w => m x * (m z * m w))))).
    + apply sum_le; intros x Hx. apply sum_le; intros z Hz. apply sum_le; intros w Hw. unfold F.
      pose proof (sign_three (th x) (th z) (th w)).
      assert (0 <= m x * (m z * m w)) by (apply Rmult_le_pos; auto; apply Rmult_le_pos; auto).
      apply Rle_trans with (m x * (m z * m w) * (sign (th x - th z) * sign (th x - th w) +
        sign (th z - th x) * sign (th z - th w) + sign (th w - th x) * sign (th w - th z))); [|nra].
      right. ring.
    + rewrite (sum_ext l _ (fun x => m x * 1)); [rewrite sum_scal_r, m_total; lra|]. intros x _.
      rewrite (sum_ext l _ (fun z => m x * m z)); [now rewrite sum_scal, m_total|]. intros z _.
      rewrite !sum_scal, m_total. ring.
  - transitivity (sum l (fun x => m x * (rank x)^2) + sum l (fun x => m x * (rank x)^2) +
      sum l (fun x => m x * (rank x)^2)); [|ring].
    rewrite V at 1. rewrite V2 at 1. rewrite V3. rewrite <- !sum_plus. apply sum_ext; intros x _.
    rewrite <- !sum_plus. apply sum_ext; intros z _. now rewrite <- !sum_plus.
Qed.

(** E|th - th'| <= (2/sqrt 3) * root mean square, squared. *)
Lemma glasser :
  (sum l (fun x => sum l (fun z => m x * m z * Rabs (th x - th z))))^2 <=
  4/3 * sum l (fun x => m x * (th x)^2).
Proof.
  replace (sum l (fun x => sum l (fun z => m x * m z * Rabs (th x - th z)))) with
    (2 * sum l (fun x => m x * th x * rank x)).
  - pose proof (cauchy_weighted l m th rank m_nonneg) as C. pose proof rank_square.
    assert (0 <= sum l (fun x => m x * (th x)^2))
      by (apply sum_nonneg; intros; apply Rmult_le_pos; auto; apply pow2_ge_0).
    rewrite Rpow_mult_distr. nra.
  - transitivity (sum l (fun x => sum l (fun z => m x * th x * (m z * sign (th x - th z)))) +
                  sum l (fun x => sum l (fun z => m z * th z * (m x * sign (th z - th x))))).
    + rewrite (sum_swap l l (fun x z => m z * th z * (m x * sign (th z - th x)))).
      unfold rank. rewrite (sum_ext l (fun x => m x * th x * _) (fun x => sum l (fun z => m x * th x * (m z * sign (th x - th z))))).
      * ring.
      * intros x _. now rewrite sum_scal.
    + rewrite <- sum_plus. apply sum_ext; intros x _. rewrite <- sum_plus. apply sum_ext; intros z _.
      rewrite sign_abs, (sign_anti (th x) (th z)). ring.
Qed.
End Glasser.

(** ** The race *)

Section Race.
Context {A : Type} (l : list A) (P Q : A -> R).
Hypothesis P_nonneg : forall x, In x l -> 0 <= P x.
Hypothesis Q_nonneg : forall x, In x l -> 0 <= Q x.
Hypothesis P_total : sum l P = 1.
Hypothesis Q_total : sum l Q = 1.

Definition M (x : A) : R := sum l (fun z => Rmax (P z * Q x) (Q z * P x)).
Definition agree (x : A) : R := P x * Q x / M x.
Definition race_disagreement : R := 1 - sum l agree.

(** Total variation of the two product laws, of the two laws, and their affinity. *)
Definition tv_products : R := / 2 * sum l (fun x => sum l (fun z => Rabs (P x * Q z - Q x * P z))).
Definition tv_laws : R := / 2 * sum l (fun x => Rabs (P x - Q x)).
Definition affinity : R := sum l (fun x => sqrt (P x * Q x)).

Let d (x : A) : R := sum l (fun z => Rmax 0 (P z * Q x - Q z * P x)).
Let e (x : A) : R := sum l (fun z => Rmax 0 (Q z * P x - P z * Q x)).

Lemma M_d x : M x = P x + d x.
Proof.
  transitivity (sum l (fun z => Q z * P x) + d x); [|rewrite sum_scal_r, Q_total; ring]. unfold M, d.
  rewrite <- sum_plus. apply sum_ext; intros z _. unfold Rmax.
  repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end; lra.
Qed.

Lemma M_e x : M x = Q x + e x.
Proof.
  transitivity (sum l (fun z => P z * Q x) + e x); [|rewrite sum_scal_r, P_total; ring]. unfold M, e.
  rewrite <- sum_plus. apply sum_ext; intros z _. unfold Rmax.
  repeat match goal with |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v) end; lra.
Qed.

Lemma d_nonneg x : 0 <= d x. Proof. apply sum_nonneg; intros; apply Rmax_l. Qed.
Lemma e_nonneg x : 0 <= e x. Proof. apply sum_nonneg; intros; apply Rmax_l. Qed.

Lemma sum_d : sum l d = tv_products /\ sum l e = tv_products.
Proof.
  assert (DE : sum l d = sum l e).
  { unfold d, e. rewrite sum_swap. apply sum_ext; intros x _. apply sum_ext; intros z _. f_equal. ring. }
  assert (S2 : sum l d + sum l e = 2 * tv_products).
  { unfold tv_products. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
    rewrite <- sum_plus. apply sum_ext; intros x _. unfold d, e. rewrite <- sum_plus.
    apply sum_ext; intros z _. unfold Rmax, Rabs.
    repeat match goal with
      | |- context [Rle_dec ?u ?v] => destruct (Rle_dec u v)
      | |- context [Rcase_abs ?u] => destruct (Rcase_abs u) end; lra. }
  lra.
Qed.

Lemma sum_M : sum l M = 1 + tv_products.
Proof. rewrite (sum_ext l M (fun x => P x + d x)) by (intros; apply M_d). rewrite sum_plus, P_total. f_equal. apply sum_d. Qed.

Lemma tv_products_nonneg : 0 <= tv_products.
Proof. destruct sum_d as [<- _]. apply sum_nonneg; intros; apply d_nonneg. Qed.

Lemma M_nonneg x : In x l -> 0 <= M x.
Proof. intros Hx. rewrite M_d. pose proof (P_nonneg x Hx). pose proof (d_nonneg x). lra. Qed.

Lemma M_zero x : In x l -> M x = 0 -> P x = 0 /\ Q x = 0 /\ d x = 0 /\ e x = 0.
Proof.
  intros Hx H. pose proof (M_d x). pose proof (M_e x). pose proof (d_nonneg x). pose proof (e_nonneg x).
  pose proof (P_nonneg x Hx). pose proof (Q_nonneg x Hx). lra.
Qed.

(** The disagreement is at most the total variation of the two products. *)
Lemma race_t : race_disagreement <= tv_products.
Proof.
  unfold race_disagreement. enough (1 - tv_products <= sum l agree) by lra.
  replace (1 - tv_products) with (sum l (fun x => M x - d x - e x)).
  - apply sum_le; intros x Hx. unfold agree. destruct (Req_dec (M x) 0) as [Z|Z].
    + destruct (M_zero x Hx Z) as (-> & -> & -> & ->). rewrite Z. unfold Rdiv. lra.
    + pose proof (M_nonneg x Hx). pose proof (M_d x). pose proof (M_e x).
      replace (P x * Q x / M x) with (M x - d x - e x + d x * e x / M x).
      * enough (0 <= d x * e x / M x) by lra.
        apply Rmult_le_pos; [apply Rmult_le_pos; [apply d_nonneg|apply e_nonneg]|].
        left. apply Rinv_0_lt_compat. lra.
      * replace (P x) with (M x - d x) by lra. replace (Q x) with (M x - e x) by lra. field; auto.
  - rewrite !sum_minus, sum_M. destruct sum_d as [-> ->]. ring.
Qed.

(** By Cauchy's inequality, through the affinity. *)
Lemma race_affinity : affinity^2 <= sum l agree * (1 + tv_products).
Proof.
  rewrite <- sum_M. unfold affinity, agree.
  apply (cauchy_ratio l (fun x => P x * Q x) M).
  - intros x Hx. apply Rmult_le_pos; auto.
  - apply M_nonneg.
  - intros x Hx Z. destruct (M_zero x Hx Z) as (-> & _). ring.
Qed.

(** Total variation of the products, by the affinity: Glasser's inequality for the
    values (P-Q)/(P+Q) under the law (P+Q)/2. *)
Lemma tv_products_affinity : tv_products^2 <= 4/3 * (1 - affinity^2).
Proof.
  set (m := fun x => (P x + Q x) / 2). set (th := fun x => (P x - Q x) / (P x + Q x)).
  assert (Hm : forall x, In x l -> 0 <= m x)
    by (intros x Hx; unfold m; pose proof (P_nonneg x Hx); pose proof (Q_nonneg x Hx); lra).
  assert (Tm : sum l m = 1).
  { unfold m. rewrite (sum_ext l _ (fun x => / 2 * (P x + Q x))) by (intros; lra).
    rewrite sum_scal, sum_plus, P_total, Q_total. lra. }
  assert (Z : forall x, In x l -> P x + Q x = 0 -> P x = 0 /\ Q x = 0)
    by (intros x Hx; pose proof (P_nonneg x Hx); pose proof (Q_nonneg x Hx); lra).
  pose proof (glasser l m th Hm Tm) as G.
  replace (sum l (fun x => sum l (fun z => m x * m z * Rabs (th x - th z)))) with tv_products in G.
  - enough (sum l (fun x => m x * (th x)^2) <= 1 - affinity^2) by lra.
    enough (affinity^2 <= sum l (fun x => (P x * Q x) / m x) * sum l m /\
      sum l (fun x => m x * (th x)^2) = sum l m - sum l (fun x => (P x * Q x) / m x)) as [H1 H2]
      by (rewrite H2; rewrite Tm in *; lra).
    split.
    + apply (cauchy_ratio l (fun x => P x * Q x) m); auto.
      * intros x Hx. apply Rmult_le_pos; auto.
      * intros x Hx H0. unfold m in H0. destruct (Z x Hx) as [-> ->]; lra.
    + rewrite <- sum_minus. apply sum_ext; intros x Hx. unfold m, th.
      destruct (Req_dec (P x + Q x) 0) as [H0|H0].
      * destruct (Z x Hx H0) as [-> ->]. unfold Rdiv. ring.
      * field; auto.
  - unfold tv_products. rewrite <- sum_scal. apply sum_ext; intros x Hx. rewrite <- sum_scal.
    apply sum_ext; intros z Hz. unfold m, th.
    destruct (Req_dec (P x + Q x) 0) as [Hx0|Hx0].
    { destruct (Z x Hx Hx0) as [-> ->]. rewrite !Rmult_0_l, Rminus_0_r, Rabs_R0. unfold Rdiv. ring. }
    destruct (Req_dec (P z + Q z) 0) as [Hz0|Hz0].
    { destruct (Z z Hz Hz0) as [-> ->]. rewrite !Rmult_0_r, Rminus_0_r, Rabs_R0. unfold Rdiv. ring. }
    replace (P x * Q z - Q x * P z) with
      (2 * (m x * m z) * ((P x - Q x) / (P x + Q x) - (P z - Q z) / (P z + Q z)))
      by (unfold m; field; auto).
    rewrite Rabs_mult, (Rabs_right (2 * (m x * m z))).
    + unfold m. field; auto.
    + apply Rle_ge. pose proof (Rmult_le_pos _ _ (Hm x Hx) (Hm z Hz)). lra.
Qed.

(** By the total variation of the two laws. *)
Lemma race_tv : race_disagreement <= 2 * tv_laws / (1 + tv_laws).
Proof.
  assert (Hmin : sum l (fun x => Rmin (P x) (Q x)) = 1 - tv_laws /\ sum l (fun x => Rmax (P x) (Q x)) = 1 + tv_laws).
  { unfold tv_laws. replace 1 with (/ 2 * (sum l P + sum l Q)) by (rewrite P_total, Q_total; lra).
    rewrite <- sum_plus, <- Rmult_minus_distr_l, <- Rmult_plus_distr_l, <- sum_minus, <- sum_plus, <- !sum_scal.
    split; apply sum_ext; intros x _; unfold Rmin, Rmax, Rabs;
    destruct (Rle_dec (P x) (Q x)), (Rcase_abs (P x - Q x)); lra. }
  destruct Hmin as [Hmin Hmax].
  assert (T0 : 0 <= tv_laws).
  { unfold tv_laws. apply Rmult_le_pos; [lra|]. apply sum_nonneg; intros; apply Rabs_pos. }
  unfold race_disagreement.
  replace (2 * tv_laws / (1 + tv_laws)) with (1 - (1 - tv_laws) / (1 + tv_laws)) by (field; lra).
  enough ((1 - tv_laws) / (1 + tv_laws) <= sum l agree) by lra.
  unfold Rdiv. rewrite <- Hmin, <- sum_scal_r. apply sum_le; intros x Hx. unfold agree.
  pose proof (P_nonneg x Hx) as Px. pose proof (Q_nonneg x Hx) as Qx.
  destruct (Req_dec (M x) 0) as [Z|Z].
  - destruct (M_zero x Hx Z) as (-> & -> & _). unfold Rmin. destruct (Rle_dec 0 0); unfold Rdiv; lra.
  - assert (Mp : 0 < M x) by (pose proof (M_nonneg x Hx); lra).
    assert (B : M x <= Rmax (P x) (Q x) * (1 + tv_laws)).
    { rewrite <- Hmax, <- sum_scal. apply sum_le; intros z Hz.
      pose proof (P_nonneg z Hz). pose proof (Q_nonneg z Hz).
      pose proof (Rmax_l (P x) (Q x)). pose proof (Rmax_r (P x) (Q x)).
      pose proof (Rmax_l (P z) (Q z)). pose proof (Rmax_r (P z) (Q z)).
      apply Rmax_lub; nra. }
    apply Rmult_le_reg_r with (M x * (1 + tv_laws)); [nra|].
    replace (P x * Q x / M x * (M x * (1 + tv_laws))) with (P x * Q x * (1 + tv_laws)) by (field; lra).
    replace (Rmin (P x) (Q x) * / (1 + tv_laws) * (M x * (1 + tv_laws))) with (Rmin (P x) (Q x) * M x) by (field; lra).
    replace (P x * Q x) with (Rmin (P x) (Q x) * Rmax (P x) (Q x))
      by (unfold Rmin, Rmax; destruct (Rle_dec (P x) (Q x)); ring).
    assert (0 <= Rmin (P x) (Q x)) by (apply Rmin_glb; auto). nra.
Qed.

End Race.
