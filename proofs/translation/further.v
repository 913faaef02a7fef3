(* What few claims need beyond the prelude: sums, powers of bases that may vanish, asin, erf, dimensions of a class. *)
Require Export Prelude.
From Coq Require Import QArith Qround List.
Open Scope R_scope.

(* -- sums over an index ---------------------------------------------------------------------------------------- *)
Definition whole x := exists n : Z, x = IZR n.
Fixpoint first_terms (n : nat) (low : R) (f : R -> R) : R :=
  match n with O => 0 | S m => first_terms m low f + f (low + INR m) end.
(* f low + f (low + 1) + ... + f high; up is the next larger integer, so that there are high - low + 1 terms *)
Definition total (low high : R) (f : R -> R) : R := first_terms (Z.to_nat (up (high - low))) low f.

Lemma term_inside low high m : (m < Z.to_nat (up (high - low)))%nat -> low <= low + INR m <= high.
Proof.
  intros H. pose proof (pos_INR m). split; [lra |].
  assert (Z.of_nat m + 1 <= up (high - low))%Z by lia.
  destruct (archimed (high - low)) as [_ A]. rewrite INR_IZR_INZ.
  pose proof (IZR_le _ _ H1) as I. rewrite plus_IZR in I. lra.
Qed.
Lemma total_same low high f g :
  (forall i, low <= i -> i <= high -> (whole low -> whole i) -> f i = g i) -> total low high f = total low high g.
Proof.
  intros E. unfold total.
  assert (L : forall m, (m < Z.to_nat (up (high - low)))%nat -> f (low + INR m) = g (low + INR m)).
  { intros m H. pose proof (term_inside _ _ _ H). apply E; [lra | lra |].
    intros [z ->]. exists (z + Z.of_nat m)%Z. now rewrite plus_IZR, <- INR_IZR_INZ. }
  revert L. generalize (Z.to_nat (up (high - low))). intros n.
  induction n as [| n IH]; intros L; simpl; [reflexivity |].
  rewrite IH by (intros; apply L; lia). f_equal. apply L. lia.
Qed.
Lemma total_plus low high f g : total low high (fun i => f i + g i) =
  total low high (fun i => f i) + total low high (fun i => g i).
Proof. unfold total. induction (Z.to_nat (up (high - low))) as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma total_scaled low high c f : total low high (fun i => c * f i) = c * total low high (fun i => f i).
Proof. unfold total. induction (Z.to_nat (up (high - low))) as [| n IH]; simpl; [ring | rewrite IH; ring]. Qed.
Lemma total_constant low high c :
  whole low -> whole high -> low <= high + 1 -> total low high (fun _ => c) = c * (high + -1 * low + 1).
Proof.
  intros [a ->] [b ->] H. unfold total.
  assert (A : (a <= b + 1)%Z) by (apply le_IZR; now rewrite plus_IZR).
  assert (U : up (IZR b - IZR a) = (b - a + 1)%Z).
  { symmetry. apply tech_up; rewrite ?plus_IZR, ?minus_IZR; lra. }
  rewrite U. assert (C : forall n, first_terms n (IZR a) (fun _ => c) = c * INR n).
  { induction n as [| n IH]; [simpl; ring |]. cbn [first_terms]. rewrite IH, S_INR. ring. }
  rewrite C, INR_IZR_INZ, Z2Nat.id by lia. rewrite plus_IZR, minus_IZR. ring.
Qed.
(* it is what it should be *)
Lemma total_three f : total 1 3 f = f 1 + f 2 + f 3.
Proof.
  unfold total. replace (up (3 - 1)) with 3%Z by (apply tech_up; simpl; lra).
  change (Z.to_nat 3) with 3%nat. cbn [first_terms]. cbn [INR].
  replace (1 + 0) with 1 by ring. replace (1 + 1) with 2 by ring. replace (1 + 2) with 3 by ring. ring.
Qed.

Lemma whole_number n : whole (IZR n). Proof. now exists n. Qed.
Lemma whole_plus a b : whole a -> whole b -> whole (a + b).
Proof. intros [m ->] [n ->]. exists (m + n)%Z. now rewrite plus_IZR. Qed.
Lemma whole_mult a b : whole a -> whole b -> whole (a * b).
Proof. intros [m ->] [n ->]. exists (m * n)%Z. now rewrite mult_IZR. Qed.
Ltac is_whole :=
  first [assumption | apply whole_number | apply whole_plus; is_whole | apply whole_mult; is_whole
        | match goal with H : whole ?a -> whole ?b |- whole ?b => apply H; is_whole end].
(* what is known for every index, at this one *)
Ltac asked H :=
  repeat (lazymatch type of H with ?P -> _ => specialize (H ltac:(first [assumption | lra | is_whole])) end).
Ltac at_index x :=
  repeat match goal with
  | H : ?T |- _ =>
    lazymatch T with forall _ : R, _ => lazymatch type of T with Prop =>
      let A := fresh in pose proof (H x) as A; cbv beta in A; try asked A; revert H
    end end
  end; intros.
Ltac split_total :=
  repeat rewrite total_plus; repeat rewrite total_scaled;
  repeat (rewrite total_constant; [| is_whole | is_whole | lra]).

(* -- powers of bases that may vanish ----------------------------------------------------------------------------- *)
(* b ^ e for a real e: for b > 0, and 0 for b = 0 < e *)
Definition power (b e : R) : R := if Rlt_dec 0 b then exp (e * ln b) else 0.
Lemma power_positive b e : 0 < b -> power b e = exp (e * ln b).
Proof. intros H. unfold power. destruct (Rlt_dec 0 b); [reflexivity | lra]. Qed.
Lemma power_zero b e : b = 0 -> power b e = 0.
Proof. intros ->. unfold power. destruct (Rlt_dec 0 0); [lra | reflexivity]. Qed.
(* it is what it should be *)
Lemma power_whole b n : 0 < b \/ b = 0 /\ 0 < INR n -> power b (INR n) = b ^ n.
Proof.
  intros [H | [-> H]]; [rewrite power_positive by trivial | rewrite power_zero by trivial].
  - rewrite <- (exp_ln (b ^ n)) by now apply pow_lt. now rewrite ln_power, <- INR_IZR_INZ.
  - symmetry. apply pow_i. now apply INR_lt.
Qed.
(* the case in which all of them are positive is left; in each of the others some power is zero *)
Ltac vanish := repeat match goal with H : ?b = 0 |- context [power ?b ?e] => rewrite (power_zero b e H) end.
Ltac positive_powers :=
  repeat match goal with
  | H : 0 < ?b \/ ?b = 0 /\ _ |- _ => destruct H as [H | [H ?]]; [| vanish]
  | H : 0 < ?b |- context [power ?b ?e] => rewrite (power_positive b e H)
  end;
  try solve [exfalso; first [lra | nonzero_fails] | ring | field; defined]
with nonzero_fails := match goal with H : ?a <> 0 |- _ => apply H; lra end.

(* -- asin ------------------------------------------------------------------------------------------------------ *)
Lemma asin_half x : -1 <= x <= 1 -> asin x = 2 * atan (x * / (1 + sqrt (1 + -1 * x ^ 2))).
Proof.
  intros H. pose proof (asin_bound x) as B. pose proof PI_RGT_0 as P. set (t := asin x) in *.
  replace x with (sin t) by (now apply sin_asin).
  replace (sqrt (1 + -1 * sin t ^ 2)) with (cos t).
  2: { unfold t. rewrite cos_asin, sin_asin by trivial. f_equal. unfold Rsqr. ring. }
  set (h := t / 2). assert (C : 0 < cos h) by (apply cos_gt_0; unfold h; lra).
  replace t with (2 * h) by (unfold h; field). rewrite sin_2a, cos_2a_cos.
  replace (2 * sin h * cos h * / (1 + (2 * cos h * cos h - 1))) with (tan h) by (unfold tan; field; nra).
  rewrite atan_tan; [reflexivity | unfold h; lra].
Qed.
Lemma asin_derive x : -1 < x < 1 -> is_derive asin x (/ sqrt (1 + -1 * x ^ 2)).
Proof.
  intros H. apply is_derive_Reals.
  replace (/ sqrt (1 + -1 * x ^ 2)) with (derive_pt asin x (derivable_pt_asin x H)).
  - exact (proj2_sig (derivable_pt_asin x H)).
  - rewrite derive_pt_asin. unfold Rdiv. rewrite Rmult_1_l. do 2 f_equal. unfold Rsqr. ring.
Qed.
Definition asin_slope x := / sqrt (1 + -1 * x ^ 2).
Arguments asin_slope : simpl never.
Global Instance UnaryDiff_asin : UnaryDiff' asin.
Proof. exists asin_slope (fun x => -1 < x < 1). apply asin_derive. Defined.
Ltac near_asin :=
  repeat match goal with |- context [asin ?u] => rewrite (asin_half u) by (first [lra | split; interval]) end.

(* -- erf ------------------------------------------------------------------------------------------------------- *)
Definition erf x := (2 * / sqrt PI) * RInt (fun t => exp (-1 * t ^ 2)) 0 x.
Lemma erf_0 : erf 0 = 0.
Proof. unfold erf. rewrite RInt_point. unfold zero. simpl. ring. Qed.
Lemma gauss_continuous t : continuous (fun t => exp (-1 * t ^ 2)) t.
Proof. apply (ex_derive_continuous (fun t => exp (-1 * t ^ 2))). auto_derive. trivial. Qed.
Lemma erf_derive x : is_derive erf x ((2 * / sqrt PI) * exp (-1 * x ^ 2)).
Proof.
  unfold erf. apply (is_derive_scal (fun x => RInt (fun t => exp (-1 * t ^ 2)) 0 x)).
  apply (is_derive_RInt (fun t => exp (-1 * t ^ 2)) _ 0); [| apply gauss_continuous].
  apply filter_forall. intros b. apply (@RInt_correct R_CompleteNormedModule).
  apply (@ex_RInt_continuous R_CompleteNormedModule). intros t _. apply gauss_continuous.
Qed.
Definition erf_slope x := (2 * / sqrt PI) * exp (-1 * x ^ 2).
Arguments erf_slope : simpl never.
Global Instance UnaryDiff_erf : UnaryDiff erf.
Proof. exists erf_slope. apply erf_derive. Defined.

(* exp (- u) lies between the partial sums of its series, since they alternate *)
Fixpoint below_exp (n : nat) (u : R) : R :=
  match n with O => 0 | S m => below_exp m u + (-1) ^ m * u ^ m * / INR (fact m) end.
Lemma power_derive c n x : is_derive (fun x => c * x ^ n) x (c * (INR n * x ^ pred n)).
Proof. apply (is_derive_scal (fun x => x ^ n)), is_derive_Reals, derivable_pt_lim_pow. Qed.
Lemma below_exp_derive n u : is_derive (below_exp (S n)) u (-1 * below_exp n u).
Proof.
  induction n as [| n IH].
  - simpl. auto_derive; [trivial | field].
  - replace (-1 * below_exp (S n) u) with (-1 * below_exp n u + -1 * ((-1) ^ n * u ^ n * / INR (fact n)))
      by (cbn [below_exp]; ring).
    apply (is_derive_plus (below_exp (S n)) (fun u => (-1) ^ S n * u ^ S n * / INR (fact (S n)))); [trivial |].
    assert (E : forall t : R, ((-1) ^ S n * / INR (fact (S n))) * t ^ S n = (-1) ^ S n * t ^ S n * / INR (fact (S n)))
      by (intros t; ring).
    apply (is_derive_ext _ _ u _ E).
    replace (-1 * _) with (((-1) ^ S n * / INR (fact (S n))) * (INR (S n) * u ^ pred (S n))); [apply power_derive |].
    rewrite fact_simpl, mult_INR. cbn [Nat.pred]. rewrite <- (tech_pow_Rmult (-1)).
    field. split; [apply INR_fact_neq_0 | now apply not_0_INR].
Qed.
Lemma below_exp_alternates n u : 0 <= u -> 0 <= (-1) ^ n * (exp (-1 * u) - below_exp n u).
Proof.
  revert u. induction n as [| n IH].
  - intros u _. simpl. pose proof (exp_pos (-1 * u)). lra.
  - apply (grows _ (fun u => (-1) ^ n * (exp (-1 * u) - below_exp n u))).
    + intros u _. replace ((-1) ^ n * _) with ((-1) ^ S n * ((-1) * exp (-1 * u) - (-1) * below_exp n u))
        by (rewrite <- tech_pow_Rmult; ring).
      apply (is_derive_scal (fun u => exp (-1 * u) - below_exp (S n) u)).
      apply (is_derive_minus (fun u => exp (-1 * u)) (below_exp (S n))); [auto_derive; [trivial | ring] |].
      apply below_exp_derive.
    + assert (Z : forall m, below_exp (S m) 0 = 1).
      { induction m as [| m Z]; [simpl; field |]. cbn [below_exp] in *. rewrite Z, (pow_i (S m)) by lia. ring. }
      rewrite Z, Rmult_0_r, exp_0. right. ring.
    + trivial.
Qed.
(* the integral of below_exp n (t ^ 2) *)
Fixpoint below_erf (n : nat) (x : R) : R :=
  match n with O => 0 | S m => below_erf m x + (-1) ^ m * x ^ (2 * m + 1) * / (INR (fact m) * INR (2 * m + 1)) end.
Lemma below_erf_derive n x : is_derive (below_erf n) x (below_exp n (x ^ 2)).
Proof.
  induction n as [| n IH]; [apply (is_derive_const 0) |].
  apply (is_derive_plus (below_erf n) (fun x => (-1) ^ n * x ^ (2 * n + 1) * / (INR (fact n) * INR (2 * n + 1))));
    [trivial |].
  assert (E : forall t : R, ((-1) ^ n * / (INR (fact n) * INR (2 * n + 1))) * t ^ (2 * n + 1) =
    (-1) ^ n * t ^ (2 * n + 1) * / (INR (fact n) * INR (2 * n + 1))) by (intros t; ring).
  apply (is_derive_ext _ _ x _ E).
  replace ((-1) ^ n * (x ^ 2) ^ n * / INR (fact n)) with
    (((-1) ^ n * / (INR (fact n) * INR (2 * n + 1))) * (INR (2 * n + 1) * x ^ pred (2 * n + 1)));
    [apply power_derive |].
  replace (pred (2 * n + 1)) with (2 * n)%nat by lia. rewrite pow_mult.
  field. split; first [apply INR_fact_neq_0 | apply not_0_INR; lia].
Qed.
Lemma below_erf_0 n : below_erf n 0 = 0.
Proof.
  induction n as [| n IH]; [reflexivity |]. cbn [below_erf]. rewrite IH, (pow_i (2 * n + 1)) by lia. ring.
Qed.
Lemma erf_alternates n x : 0 <= x -> 0 <= (-1) ^ n * (erf x - (2 * / sqrt PI) * below_erf n x).
Proof.
  revert x. apply (grows _ (fun x => (2 * / sqrt PI) * ((-1) ^ n * (exp (-1 * x ^ 2) - below_exp n (x ^ 2))))).
  - intros x _. replace (2 * / sqrt PI * _) with
      ((-1) ^ n * ((2 * / sqrt PI) * exp (-1 * x ^ 2) - (2 * / sqrt PI) * below_exp n (x ^ 2))) by ring.
    apply (is_derive_scal (fun x => erf x - (2 * / sqrt PI) * below_erf n x)).
    apply (is_derive_minus erf (fun x => (2 * / sqrt PI) * below_erf n x)); [apply erf_derive |].
    apply (is_derive_scal (below_erf n)), below_erf_derive.
  - rewrite erf_0, below_erf_0. right. ring.
  - intros x _. apply Rmult_le_pos.
    + left. apply Rmult_lt_0_compat; [lra |]. apply Rinv_0_lt_compat, sqrt_lt_R0, PI_RGT_0.
    + apply below_exp_alternates, pow2_ge_0.
Qed.
Fixpoint factorial (n : nat) : Z := match n with O => 1%Z | S m => (Z.of_nat n * factorial m)%Z end.
Definition denominator (n : nat) : Z := (factorial n * Z.of_nat (2 * n + 1))%Z.
Lemma denominator_fact n : IZR (denominator n) = INR (fact n) * INR (2 * n + 1).
Proof.
  unfold denominator. rewrite mult_IZR, <- INR_IZR_INZ. f_equal. induction n as [| n IH]; [reflexivity |].
  rewrite fact_simpl, mult_INR, <- IH. cbn [factorial]. now rewrite mult_IZR, <- INR_IZR_INZ.
Qed.
Fixpoint erf_sum (n : nat) (x : R) : R :=
  match n with O => 0 | S m => erf_sum m x + (-1) ^ m * x ^ (2 * m + 1) * / IZR (denominator m) end.
Lemma erf_sum_below n x : erf_sum n x = below_erf n x.
Proof. induction n as [| n IH]; [reflexivity |]. cbn [erf_sum below_erf]. now rewrite IH, denominator_fact. Qed.
Lemma erf_near_right x : 0 <= x -> exists r,
  0 <= r <= (2 * / sqrt PI) * (x ^ 41 * / IZR (denominator 20)) /\ erf x = (2 * / sqrt PI) * erf_sum 20 x + r.
Proof.
  intros H. exists (erf x - (2 * / sqrt PI) * below_erf 20 x). rewrite erf_sum_below. split; [| ring].
  assert (E20 : (-1) ^ 20 = 1) by ring. assert (E21 : (-1) ^ 21 = -1) by ring.
  pose proof (erf_alternates 20 x H) as L. pose proof (erf_alternates 21 x H) as U. rewrite E20 in L. rewrite E21 in U.
  rewrite <- erf_sum_below in U.
  change (erf_sum 21 x) with (erf_sum 20 x + (-1) ^ 20 * x ^ 41 * / IZR (denominator 20)) in U.
  rewrite E20, erf_sum_below in U. split; lra.
Qed.
Lemma erf_odd x : erf (-1 * x) = -1 * erf x.
Proof.
  assert (G : forall s, s = 1 \/ s = -1 -> forall t, 0 <= t -> 0 <= s * (erf (-1 * t) + erf t)).
  { intros s S. apply (grows _ (fun _ => 0)); [| rewrite Rmult_0_r, erf_0; lra | intros; lra].
    intros t _. auto_derive; [trivial |]. unfold erf_slope.
    replace ((-1 * t) ^ 2) with (t ^ 2) by ring. ring. }
  assert (Z : forall t, 0 <= t -> erf (-1 * t) = -1 * erf t).
  { intros t H. pose proof (G 1 (or_introl eq_refl) t H). pose proof (G (-1) (or_intror eq_refl) t H). lra. }
  destruct (Rle_or_lt 0 x) as [H | H]; [now apply Z |].
  pose proof (Z (-1 * x) ltac:(lra)) as E. replace (-1 * (-1 * x)) with x in E by ring. lra.
Qed.
Lemma erf_sum_odd n x : erf_sum n (-1 * x) = -1 * erf_sum n x.
Proof.
  induction n as [| n IH]; [simpl; ring |]. cbn [erf_sum]. rewrite IH, Rpow_mult_distr.
  replace ((-1) ^ (2 * n + 1)) with (-1); [ring |]. rewrite Nat.add_1_r, pow_1_odd. reflexivity.
Qed.
Lemma erf_near x : exists r,
  Rabs r <= (2 * / sqrt PI) * (Rabs x ^ 41 * / IZR (denominator 20)) /\ erf x = (2 * / sqrt PI) * erf_sum 20 x + r.
Proof.
  destruct (Rle_or_lt 0 x) as [H | H].
  - destruct (erf_near_right x H) as (r & R & E). exists r. rewrite (Rabs_right r), (Rabs_right x) by lra.
    split; [lra | trivial].
  - destruct (erf_near_right (-1 * x) ltac:(lra)) as (r & R & E). exists (-1 * r).
    rewrite (Rabs_left1 (-1 * r)), (Rabs_left1 x) by lra. rewrite erf_odd, erf_sum_odd in E.
    replace (- x) with (-1 * x) by ring. split; lra.
Qed.
Ltac erf_written :=
  repeat match goal with |- context [denominator ?n] =>
    let v := eval vm_compute in (denominator n) in change (denominator n) with v end.
(* erf u is a polynomial and a small rest *)
Ltac near_erf :=
  repeat match goal with |- context [erf ?u] =>
    let r := fresh "rest" in let R := fresh in let E := fresh in let B := fresh in
    destruct (erf_near u) as (r & R & E); rewrite E; clear E; revert R; cbn [erf_sum]; cbv [Nat.mul Nat.add];
    erf_written;
    match goal with |- Rabs r <= ?b -> _ =>
      interval_intro b upper as B; intros R; apply Rle_trans with (2 := B) in R; apply Rabs_le_between in R; clear B
    end end.

(* -- what the prelude's tactics do with them --------------------------------------------------------------------- *)
Ltac derive ::=
  auto_derive; [defined | cbv beta; unfold asin_slope, erf_slope; first [field; defined | cbn [pow]; field; defined]].
(* for the interval tactic, which knows neither *)
Ltac near := near_asin; near_erf.
Ltac compare ::=
  first [lra | interval with (i_prec 100) | interval with (i_prec 400) | interval with (i_prec 1500)
        | near; interval with (i_prec 100)].
