(** * A race of shared clocks

    Every element has a clock of law Exp(1), shared by both runs; a run with law
    [P] answers the element of smallest [clock / P].  The probability that both
    runs answer [x] is an integral over the clock of [x], and the finite sums of
    RaceAlgebra.v do the rest. *)

(*@
label: derived:race
theorem: race
gives: t <= race_t_bound X
gives: from_hellinger <= race_from_hellinger X
gives: from_tv <= race_from_tv tv
gives: rho <= race_rho X tv
assumes: the two laws are on one finite set
*)

Require Import Reals List Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.RaceAlgebra.
Import ListNotations.
Open Scope R_scope.

Definition race_t_bound (X : R) : R := 2 * sqrt 3 * sqrt X * sqrt (2 - X) / 3.
Definition race_from_hellinger (X : R) : R :=
  sqrt X * sqrt (2 - X) * (sqrt X * sqrt (2 - X) + 2 * sqrt 3 / 3) / (2 * sqrt 3 * sqrt X * sqrt (2 - X) / 3 + 1).
Definition race_from_tv (tv : R) : R := 2 * tv / (tv + 1).
Definition race_rho (X tv : R) : R := Rmin (race_from_hellinger X) (race_from_tv tv).

(** ** Exponential clocks *)

(** The integral of [f] from [a] to infinity. *)
Definition integral_from (a : R) (f : R -> R) : R := real (Lim (fun b => RInt f a b) p_infty).

Lemma integral_exp a c : 0 < c -> integral_from a (fun u => exp (- (c * u))) = exp (- (c * a)) / c.
Proof.
  intros Hc. unfold integral_from.
  assert (I : forall b, RInt (fun u => exp (- (c * u))) a b = exp (- (c * a)) / c - exp (- (c * b)) / c).
  { intros b. apply is_RInt_unique.
    replace (exp (- (c * a)) / c - exp (- (c * b)) / c) with
      (minus ((fun u => - exp (- (c * u)) / c) b) ((fun u => - exp (- (c * u)) / c) a))
      by (unfold minus, plus, opp; simpl; field; lra).
    apply (is_RInt_derive (fun u => - exp (- (c * u)) / c)).
    - intros x _. auto_derive; auto. field. lra.
    - intros x _. apply (ex_derive_continuous (fun u => exp (- (c * u)))). auto_derive; auto. }
  rewrite (Lim_ext (fun b => exp (- (c * a)) / c - exp (- (c * b)) / c)) by (intros; symmetry; apply I).
  rewrite (is_lim_unique _ _ (Finite (exp (- (c * a)) / c - 0))); [simpl; lra|].
  apply (is_lim_minus' (fun _ => exp (- (c * a)) / c) (fun b => exp (- (c * b)) / c)).
  - apply is_lim_const.
  - replace (Finite 0) with (Rbar_div (Finite 0) (Finite c)) by (simpl; f_equal; field; lra).
    apply (is_lim_div (fun b => exp (- (c * b))) (fun _ => c)).
    + apply (is_lim_comp exp (fun b => - (c * b)) p_infty 0 m_infty).
      * apply is_lim_exp_m.
      * replace m_infty with (Rbar_opp (Rbar_mult c p_infty)).
        { apply is_lim_opp. apply is_lim_scal_l. apply is_lim_id. }
        simpl. destruct (Rle_dec 0 c) as [H|H]; [|lra]. destruct (Rle_lt_or_eq_dec 0 c H); [auto|lra].
      * exists 0. intros; easy.
    + apply is_lim_const.
    + intros H. injection H. lra.
    + simpl. auto.
Qed.

(** Pr[clock >= a]. *)
Definition clock_tail (a : R) : R := integral_from a (fun u => exp (- (1 * u))).

Lemma clock_tail_exp a : clock_tail a = exp (- a).
Proof. unfold clock_tail. rewrite integral_exp by lra. rewrite Rmult_1_l. field. Qed.

Fixpoint product {A} (l : list A) (f : A -> R) : R :=
  match l with [] => 1 | a :: t => f a * product t f end.

Lemma product_exp {A} (l : list A) (f : A -> R) u : product l (fun z => exp (- (u * f z))) = exp (- (u * sum l f)).
Proof.
  induction l as [|a l IH]; simpl; [rewrite Rmult_0_r, Ropp_0, exp_0; auto|].
  rewrite IH, <- exp_plus. f_equal. ring.
Qed.

Lemma product_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> product l f = product l g.
Proof. induction l as [|a l IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.

Section Clocks.
Context {A : Type} `{Eq A} (l : list A) (P Q : A -> R).

(** Both runs answer [x] if and only if the clock of every other [z] shows at least
    [max (P z / P x) (Q z / Q x)] times the clock of [x]; the clocks are independent.
    A run never answers an element to which its law gives no mass. *)
Definition both_answer (x : A) : R :=
  if Req_EM_T (P x) 0 then 0 else if Req_EM_T (Q x) 0 then 0 else
  integral_from 0 (fun u => exp (- (1 * u)) *
    product (remove eq_dec x l) (fun z => clock_tail (u * Rmax (P z / P x) (Q z / Q x)))).

Hypothesis distinct : NoDup l.
Hypothesis P_nonneg : forall x, In x l -> 0 <= P x.
Hypothesis Q_nonneg : forall x, In x l -> 0 <= Q x.
Hypothesis P_total : sum l P = 1.
Hypothesis Q_total : sum l Q = 1.

Lemma sum_remove (f : A -> R) x : In x l -> sum l f = f x + sum (remove eq_dec x l) f.
Proof.
  revert distinct. generalize l as k. induction k as [|a k IH]; intros Nd Hx; [easy|].
  inversion Nd as [|? ? Ha Nk]; subst. cbn [sum remove]. destruct (eq_dec x a) as [->|Hne].
  - rewrite notin_remove; auto.
  - destruct Hx as [->|Hx]; [easy|]. rewrite (IH Nk Hx). simpl. ring.
Qed.

(** The race's clock integral. *)
Lemma clock_integral x : In x l -> both_answer x = agree l P Q x.
Proof.
  intros Hx. unfold both_answer, agree.
  destruct (Req_EM_T (P x) 0) as [->|Px]; [unfold Rdiv; ring|].
  destruct (Req_EM_T (Q x) 0) as [->|Qx]; [unfold Rdiv; ring|].
  assert (Pp : 0 < P x) by (pose proof (P_nonneg x Hx); lra).
  assert (Qp : 0 < Q x) by (pose proof (Q_nonneg x Hx); lra).
  set (c := sum l (fun z => Rmax (P z / P x) (Q z / Q x))).
  assert (C : c = 1 + sum (remove eq_dec x l) (fun z => Rmax (P z / P x) (Q z / Q x))).
  { unfold c. rewrite (sum_remove _ x Hx). f_equal.
    unfold Rdiv. rewrite !Rinv_r by auto. apply Rmax_left. lra. }
  assert (CM : c * (P x * Q x) = M l P Q x).
  { unfold c, M. rewrite <- sum_scal_r. apply sum_ext; intros z _.
    rewrite (Rmult_comm (Rmax _ _)), <- RmaxRmult by nra. f_equal; field; auto. }
  assert (Cp : 0 < c).
  { rewrite C. enough (0 <= sum (remove eq_dec x l) (fun z => Rmax (P z / P x) (Q z / Q x))) by lra.
    apply sum_nonneg. intros z Hz. apply in_remove in Hz as [Hz _].
    eapply Rle_trans; [|apply Rmax_l]. apply Rmult_le_pos; [auto|]. left. now apply Rinv_0_lt_compat. }
  rewrite <- CM.
  transitivity (integral_from 0 (fun u => exp (- (c * u)))).
  - unfold integral_from. f_equal. apply Lim_ext. intros b. apply RInt_ext. intros u _.
    rewrite (product_ext _ _ (fun z => exp (- (u * Rmax (P z / P x) (Q z / Q x))))) by (intros; apply clock_tail_exp).
    rewrite product_exp, <- exp_plus. f_equal. rewrite C. ring.
  - rewrite integral_exp by auto. rewrite Rmult_0_r, Ropp_0, exp_0. field. lra.
Qed.

End Clocks.

(** One run against itself: the answer has the law [P]. *)
Lemma answer_law {A} `{Eq A} (l : list A) (P : A -> R) x :
  NoDup l -> (forall x, In x l -> 0 <= P x) -> sum l P = 1 -> In x l -> both_answer l P P x = P x.
Proof.
  intros Nd HP TP Hx. rewrite clock_integral by auto. unfold agree, M.
  rewrite (sum_ext l _ (fun z => P z * P x)) by (intros; apply Rmax_left; lra).
  rewrite sum_scal_r, TP. destruct (Req_dec (P x) 0) as [->|]; [unfold Rdiv; ring|field; auto].
Qed.

(** derived:race. *)
Theorem race {A} `{Eq A} (l : list A) (P Q : A -> R) (X tv : R) :
  NoDup l ->
  (forall x, In x l -> 0 <= P x) -> (forall x, In x l -> 0 <= Q x) -> sum l P = 1 -> sum l Q = 1 ->
  0 <= X <= 1 -> 1 - affinity l P Q <= X -> tv_laws l P Q <= tv ->
  let disagree := 1 - sum l (both_answer l P Q) in
  disagree <= tv_products l P Q /\ tv_products l P Q <= race_t_bound X /\
  disagree <= race_from_hellinger X /\ disagree <= race_from_tv tv /\ disagree <= race_rho X tv.
Proof.
  intros Nd HP HQ TP TQ HX HA HT disagree.
  assert (D : disagree = race_disagreement l P Q).
  { unfold disagree, race_disagreement. f_equal. apply sum_ext. intros x Hx. now apply clock_integral. }
  rewrite D.
  set (t := tv_products l P Q). set (r := sqrt X * sqrt (2 - X)).
  assert (t0 : 0 <= t) by (apply tv_products_nonneg; auto).
  assert (r0 : 0 <= r) by (apply Rmult_le_pos; apply sqrt_pos).
  assert (r2 : r^2 = X * (2 - X)) by (unfold r; rewrite Rpow_mult_distr, !pow2_sqrt; lra).
  assert (c2 : (sqrt 3)^2 = 3) by (apply pow2_sqrt; lra).
  assert (c0 : 0 <= sqrt 3) by apply sqrt_pos.
  assert (B : race_t_bound X = 2 * sqrt 3 / 3 * r) by (unfold race_t_bound, r; field).
  assert (aff : (1 - X)^2 <= (affinity l P Q)^2) by (apply pow_incr; lra).
  assert (tb : t <= race_t_bound X).
  { pose proof (tv_products_affinity l P Q HP HQ TP TQ) as G. fold t in G. rewrite B.
    apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [lra|auto]]. rewrite !Rsqr_pow2.
    replace ((2 * sqrt 3 / 3 * r)^2) with (4 / 9 * (sqrt 3)^2 * r^2) by field. rewrite c2, r2. nra. }
  assert (ht : race_disagreement l P Q <= t) by (apply race_t; auto).
  assert (hh : race_disagreement l P Q <= race_from_hellinger X).
  { pose proof (race_affinity l P Q HP HQ TP TQ) as G. fold t in G. unfold race_disagreement.
    unfold race_from_hellinger. fold r. replace (2 * sqrt 3 * sqrt X * sqrt (2 - X) / 3) with (race_t_bound X) by auto.
    rewrite B in tb |- *. set (b := 2 * sqrt 3 / 3) in *.
    assert (0 <= b * r) by (apply Rmult_le_pos; [unfold b; lra|auto]).
    replace (r * (r + b) / (b * r + 1)) with (1 - (1 - X)^2 / (1 + b * r)).
    - enough ((1 - X)^2 / (1 + b * r) <= sum l (agree l P Q)) by lra.
      apply Rmult_le_reg_r with (1 + b * r); [lra|].
      replace ((1 - X)^2 / (1 + b * r) * (1 + b * r)) with ((1 - X)^2) by (field; lra).
      assert (0 <= sum l (agree l P Q)).
      { apply Rmult_le_reg_r with (1 + t); [lra|]. pose proof (pow2_ge_0 (affinity l P Q)). lra. }
      nra.
    - replace ((1 - X)^2) with (1 - r^2) by (rewrite r2; ring). field. lra. }
  assert (hv : race_disagreement l P Q <= race_from_tv tv).
  { eapply Rle_trans; [apply race_tv; auto|]. unfold race_from_tv.
    assert (0 <= tv_laws l P Q).
    { unfold tv_laws. apply Rmult_le_pos; [lra|]. apply sum_nonneg; intros; apply Rabs_pos. }
    apply Rmult_le_reg_r with ((1 + tv_laws l P Q) * (tv + 1)); [nra|].
    replace (2 * tv_laws l P Q / (1 + tv_laws l P Q) * ((1 + tv_laws l P Q) * (tv + 1)))
      with (2 * tv_laws l P Q * (tv + 1)) by (field; lra).
    replace (2 * tv / (tv + 1) * ((1 + tv_laws l P Q) * (tv + 1))) with (2 * tv * (1 + tv_laws l P Q)) by (field; lra).
    nra. }
  repeat split; auto. now apply Rmin_glb.
Qed.

Print Assumptions race.
