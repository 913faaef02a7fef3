(* What every file of a claim rests on: a few functions, lemmas proved once, and the tactics that close the goals. *)
From Coq Require Import QArith Qabs Qround Qminmax List.
From Coq Require Export Reals Lra Psatz.
From Coquelicot Require Export Coquelicot.
From Interval Require Export Tactic.
Open Scope R_scope.

(* -- functions ------------------------------------------------------------------------------------------------- *)
Definition sech x := / cosh x.
Definition atanh x := (1 / 2) * ln ((1 + x) * / (1 + -1 * x)).

Lemma sinh_exp x : sinh x = (1 / 2) * (exp x + -1 * exp (-1 * x)).
Proof. unfold sinh. replace (-1 * x) with (- x) by ring. field. Qed.
Lemma cosh_exp x : cosh x = (1 / 2) * (exp x + exp (-1 * x)).
Proof. unfold cosh. replace (-1 * x) with (- x) by ring. field. Qed.
Lemma two_exp_pos x : 0 < exp x + exp (-1 * x).
Proof. pose proof (exp_pos x). pose proof (exp_pos (-1 * x)). lra. Qed.
Lemma tanh_exp x : tanh x = (exp x + -1 * exp (-1 * x)) * / (exp x + exp (-1 * x)).
Proof. unfold tanh. rewrite sinh_exp, cosh_exp. pose proof (two_exp_pos x). field. lra. Qed.
Lemma sech_exp x : sech x = 2 * / (exp x + exp (-1 * x)).
Proof. unfold sech. rewrite cosh_exp. pose proof (two_exp_pos x). field. lra. Qed.
Lemma Rmin_abs a b : Rmin a b = (1 / 2) * (a + b + -1 * Rabs (a + -1 * b)).
Proof. unfold Rmin. destruct (Rle_dec a b); [rewrite Rabs_left1 by lra | rewrite Rabs_right by lra]; field. Qed.
Lemma Rmax_abs a b : Rmax a b = (1 / 2) * (a + b + Rabs (a + -1 * b)).
Proof. unfold Rmax. destruct (Rle_dec a b); [rewrite Rabs_left1 by lra | rewrite Rabs_right by lra]; field. Qed.

Lemma inv_positive a : 0 < / a -> 0 < a.
Proof. intros H. rewrite <- Rinv_inv. now apply Rinv_0_lt_compat. Qed.

(* the equation is used in what is known to be defined, too *)
Ltac known N := repeat match goal with H : ?a <> 0 |- _ => rewrite N in H end.
(* positive because the reciprocal is *)
Ltac reciprocals :=
  repeat match goal with
  | H : 0 < / ?a |- _ => lazymatch goal with _ : 0 < a |- _ => fail | _ => pose proof (inv_positive a H) end
  end.
Ltac expand :=
  reciprocals; unfold atanh; rewrite ?sech_exp, ?tanh_exp, ?sinh_exp, ?cosh_exp, ?Rmin_abs, ?Rmax_abs;
  known sech_exp; known tanh_exp; known sinh_exp; known cosh_exp.

(* -- signs ----------------------------------------------------------------------------------------------------- *)
Lemma inv_nonneg a : 0 <= a -> 0 <= / a.
Proof. intros [H | <-]; [left; now apply Rinv_0_lt_compat | rewrite Rinv_0; lra]. Qed.
Lemma pow_even a n : Nat.even n = true -> 0 <= a ^ n.
Proof.
  intros H. apply Nat.even_spec in H. destruct H as [k ->]. rewrite pow_mult. apply pow_le, pow2_ge_0.
Qed.
Lemma ln_nonneg x : 0 <= x + -1 -> 0 <= ln x.
Proof. intros H. rewrite <- ln_1. destruct (Req_dec x 1) as [-> | N]; [lra | left; apply ln_increasing; lra]. Qed.
Lemma ln_positive x : 0 < x + -1 -> 0 < ln x.
Proof. intros H. rewrite <- ln_1. apply ln_increasing; lra. Qed.
Lemma not_zero a : 0 < a -> a <> 0. Proof. intros; lra. Qed.
Lemma plus_pos_nonneg a b : 0 < a -> 0 <= b -> 0 < a + b. Proof. intros; lra. Qed.
Lemma plus_nonneg_pos a b : 0 <= a -> 0 < b -> 0 < a + b. Proof. intros; lra. Qed.

Ltac sign :=
  cbv beta;
  first [ assumption | lra |
  lazymatch goal with
  | |- 0 < exp _ => apply exp_pos
  | |- 0 <= exp _ => left; apply exp_pos
  | |- 0 < sqrt _ => apply sqrt_lt_R0; sign
  | |- 0 <= sqrt _ => apply sqrt_pos
  | |- 0 <= Rabs _ => apply Rabs_pos
  | |- 0 < PI => apply PI_RGT_0
  | |- 0 < / _ => apply Rinv_0_lt_compat; sign
  | |- 0 <= / _ => apply inv_nonneg; sign
  | |- 0 < ?a * ?b => first [apply Rmult_lt_0_compat; sign | nra]
  | |- 0 <= ?a * ?b => first [apply Rmult_le_pos; sign | nra]
  | |- 0 < ?a / ?b => apply Rdiv_lt_0_compat; sign
  | |- 0 <= ?a / ?b => unfold Rdiv; apply Rmult_le_pos; sign
  | |- 0 < ?a ^ ?n => apply pow_lt; sign
  | |- 0 <= ?a ^ ?n => first [apply pow_even; reflexivity | apply pow_le; sign]
  | |- 0 < ln ?a => first [interval with (i_prec 100) | apply ln_positive; sign]
  | |- 0 <= ln ?a => first [interval with (i_prec 100) | apply ln_nonneg; sign]
  | |- 0 < ?a + ?b => first [ apply plus_pos_nonneg; sign | apply plus_nonneg_pos; sign | far ]
  | |- 0 <= ?a + ?b => first [ apply Rplus_le_le_0_compat; sign | far ]
  | |- 0 < _ => left_pos
  | |- 0 <= _ => left; sign
  end ]
with far := first [ interval with (i_prec 100) | with_exp; nra ]
with left_pos := far
with with_exp :=
  repeat match goal with
  | |- context [exp ?a] => lazymatch goal with H : 0 < exp a |- _ => fail | _ => pose proof (exp_pos a) end
  end.

(* a quotient vanishes because its numerator does *)
Ltac numerator side :=
  field_simplify; [unfold Rdiv; apply Rmult_eq_0_compat_r; solve [lra | nra] | repeat split; solve [side] ..].
Ltac because vanishes :=
  match goal with H : ?a <> 0 |- _ <> 0 => let E := fresh in intro E; apply H; solve [lra | nra | vanishes] end.
Ltac positive := apply not_zero; sign.
Ltac quotient := numerator ltac:(first [assumption | positive | because ltac:(numerator ltac:(positive))]).
(* a <> 0, from what is known *)
Ltac nonzero :=
  first
    [ assumption
    | apply not_zero; solve [sign]
    | lazymatch goal with
      | |- _ * _ <> 0 => apply Rmult_integral_contrapositive_currified; solve [nonzero]
      | |- / _ <> 0 => apply Rinv_neq_0_compat; solve [nonzero]
      | |- _ ^ _ <> 0 => apply pow_nonzero; solve [nonzero]
      end
    | because quotient
    | let E := fresh in intro E; solve [lra | nra] ].
Ltac defined := repeat split; cbv beta; trivial; solve [sign | nonzero].

(* -- constants ------------------------------------------------------------------------------------------------- *)
Ltac compare :=
  first [ lra | interval with (i_prec 100) | interval with (i_prec 400) | interval with (i_prec 1500) ].

(* -- identities ------------------------------------------------------------------------------------------------ *)
Lemma exp_power a n : exp a ^ n = exp (IZR (Z.of_nat n) * a).
Proof.
  induction n as [| n IH]; [simpl; now rewrite Rmult_0_l, exp_0 |].
  rewrite Nat2Z.inj_succ, succ_IZR. simpl. rewrite IH, <- exp_plus. f_equal. ring.
Qed.
Lemma ln_power a n : 0 < a -> ln (a ^ n) = IZR (Z.of_nat n) * ln a.
Proof.
  intros H. induction n as [| n IH]; [simpl; rewrite ln_1; ring |].
  rewrite Nat2Z.inj_succ, succ_IZR. simpl. rewrite ln_mult, IH by (trivial; now apply pow_lt). ring.
Qed.
Lemma ln_root a : 0 < a -> ln (sqrt a) = 1 / 2 * ln a.
Proof.
  intros H. pose proof (sqrt_lt_R0 a H) as P. rewrite <- (sqrt_sqrt a) at 2 by lra. rewrite ln_mult by trivial. lra.
Qed.
Lemma root_unique u p : 0 <= p -> p * p = u -> sqrt u = p.
Proof. intros H <-. now apply sqrt_square. Qed.
Lemma root_square u : 0 <= u -> sqrt u * sqrt u = u. Proof. apply sqrt_sqrt. Qed.
Lemma square_of x : 0 <= x -> exists s, 0 <= s /\ x = s ^ 2.
Proof. intros H. exists (sqrt x). split; [apply sqrt_pos | simpl; rewrite Rmult_1_r; symmetry; now apply sqrt_sqrt]. Qed.
Lemma square_of_positive x : 0 < x -> exists s, 0 < s /\ x = s ^ 2.
Proof.
  intros H. exists (sqrt x).
  split; [now apply sqrt_lt_R0 | simpl; rewrite Rmult_1_r; symmetry; apply sqrt_sqrt; lra].
Qed.
(* logarithms of products of which only the whole is known to be positive *)
Lemma ln_abs x : 0 < x -> ln x = ln (Rabs x). Proof. intros. now rewrite Rabs_pos_eq by lra. Qed.
Lemma ln_abs_mult a b : a <> 0 -> b <> 0 -> ln (Rabs (a * b)) = ln (Rabs a) + ln (Rabs b).
Proof. intros. rewrite Rabs_mult. now apply ln_mult; apply Rabs_pos_lt. Qed.
Lemma ln_abs_inv a : a <> 0 -> ln (Rabs (/ a)) = - ln (Rabs a).
Proof. intros. rewrite Rabs_inv. now apply ln_Rinv, Rabs_pos_lt. Qed.
Lemma ln_abs_power a n : a <> 0 -> ln (Rabs (a ^ n)) = IZR (Z.of_nat n) * ln (Rabs a).
Proof. intros. rewrite <- RPow_abs. now apply ln_power, Rabs_pos_lt. Qed.
Ltac merge_exp := rewrite ?exp_power, <- ?exp_Ropp, <- ?exp_plus; cbn [Z.of_nat Pos.of_succ_nat Pos.succ].
Ltac split_ln :=
  repeat first [ rewrite ln_mult by sign | rewrite ln_Rinv by sign | rewrite ln_power by sign | rewrite ln_root by sign
    | rewrite ln_exp ];
  cbn [Z.of_nat Pos.of_succ_nat Pos.succ].
Ltac split_abs :=
  repeat first [ rewrite ln_abs_mult by nonzero | rewrite ln_abs_inv by nonzero | rewrite ln_abs_power by nonzero ];
  repeat match goal with |- context [Rabs ?a] => rewrite (Rabs_pos_eq a) by sign end;
  split_ln.

(* Ranges where a denominator or a logarithm's argument may come as near to 0 as it likes: only that it is positive and
   bounded is used. *)
Lemma inv_above u c : 0 < u -> u <= c -> / c <= / u. Proof. intros. now apply Rinv_le_contravar. Qed.
Lemma ln_below u c : 0 < u -> u <= c -> ln u <= ln c. Proof. intros. now apply ln_le. Qed.
Ltac pole lemma u t :=
  let P := fresh in assert (P : 0 < u) by (solve [sign]);
  let B := fresh in interval_intro u upper as B;
  apply (lemma u _ P) in B; clear P;
  let i := fresh in set (i := t) in *; clearbody i.
Ltac poles :=
  repeat match goal with |- context [/ ?u] => pole inv_above u (/ u) end;
  repeat match goal with |- context [ln ?u] => pole ln_below u (ln u) end.

(* -- growth ---------------------------------------------------------------------------------------------------- *)
Lemma mean_value f f' a x :
  a < x -> (forall t, a <= t <= x -> is_derive f t (f' t)) -> exists c, a <= c <= x /\ f x - f a = f' c * (x - a).
Proof.
  intros H D. destruct (MVT_gen f a x f') as [c [Hc E]].
  - intros t Ht. apply D. rewrite Rmin_left, Rmax_right in Ht by lra. lra.
  - intros t Ht. rewrite Rmin_left, Rmax_right in Ht by lra.
    apply continuity_pt_filterlim. apply (ex_derive_continuous f). exists (f' t). now apply D.
  - rewrite Rmin_left, Rmax_right in Hc by lra. now exists c.
Qed.
Lemma grows f f' a :
  (forall x, a <= x -> is_derive f x (f' x)) -> 0 <= f a -> (forall x, a <= x -> 0 <= f' x) ->
  forall x, a <= x -> 0 <= f x.
Proof.
  intros D A P x [H | <-]; [| trivial].
  destruct (mean_value f f' a x H) as [c [Hc E]]; [intros t Ht; apply D; lra |].
  pose proof (P c ltac:(lra)). nra.
Qed.
(* Between an end and the point: continuous with the ends, a derivative and its sign strictly between them. *)
Definition smooth_on (f f' : R -> R) a b :=
  forall y, a <= y <= b -> (a < y < b -> is_derive f y (f' y)) /\ continuity_pt f y.
Lemma inner_value f f' a b : a < b -> smooth_on f f' a b -> exists c, a < c < b /\ f b - f a = f' c * (b - a).
Proof.
  intros H S.
  assert (D : forall y, a < y < b -> derivable_pt_lim f y (f' y)).
  { intros y Y. apply is_derive_Reals. apply S; [lra | trivial]. }
  set (p := fun y (Y : a < y < b) => exist (fun l => derivable_pt_abs f y l) (f' y) (D y Y) : derivable_pt f y).
  destruct (MVT f id a b p (fun y _ => derivable_pt_id y) H) as [c [C E]].
  - intros y Y. now apply S.
  - intros y _. apply derivable_continuous_pt, derivable_pt_id.
  - exists c. split; [trivial |]. rewrite derive_pt_id in E. simpl in E. unfold id in E. lra.
Qed.
Lemma from_lower f f' a x :
  smooth_on f f' a x -> (forall y, a < y < x -> 0 <= f' y) -> 0 <= f a -> a <= x -> 0 <= f x.
Proof.
  intros D P A [H | <-]; [| trivial]. destruct (inner_value f f' a x H D) as [c [Hc E]]. pose proof (P c Hc). nra.
Qed.
Lemma from_lower_strict f f' a x :
  smooth_on f f' a x -> (forall y, a < y < x -> 0 <= f' y) -> 0 < f a -> a <= x -> 0 < f x.
Proof.
  intros D P A [H | <-]; [| trivial]. destruct (inner_value f f' a x H D) as [c [Hc E]]. pose proof (P c Hc). nra.
Qed.
Lemma from_lower_open f f' a x :
  smooth_on f f' a x -> (forall y, a < y < x -> 0 < f' y) -> 0 <= f a -> a < x -> 0 < f x.
Proof. intros D P A H. destruct (inner_value f f' a x H D) as [c [Hc E]]. pose proof (P c Hc). nra. Qed.
Lemma from_upper f f' b x :
  smooth_on f f' x b -> (forall y, x < y < b -> 0 <= -1 * f' y) -> 0 <= f b -> x <= b -> 0 <= f x.
Proof.
  intros D P A [H | ->]; [| trivial]. destruct (inner_value f f' x b H D) as [c [Hc E]]. pose proof (P c Hc). nra.
Qed.
Lemma from_upper_strict f f' b x :
  smooth_on f f' x b -> (forall y, x < y < b -> 0 <= -1 * f' y) -> 0 < f b -> x <= b -> 0 < f x.
Proof.
  intros D P A [H | ->]; [| trivial]. destruct (inner_value f f' x b H D) as [c [Hc E]]. pose proof (P c Hc). nra.
Qed.
Lemma from_upper_open f f' b x :
  smooth_on f f' x b -> (forall y, x < y < b -> 0 < -1 * f' y) -> 0 <= f b -> x < b -> 0 < f x.
Proof. intros D P A H. destruct (inner_value f f' x b H D) as [c [Hc E]]. pose proof (P c Hc). nra. Qed.
Lemma smooth_at f y l (inside : Prop) : is_derive f y l -> (inside -> is_derive f y l) /\ continuity_pt f y.
Proof.
  intros D. split; [trivial |]. apply continuity_pt_filterlim. apply (ex_derive_continuous f). now exists l.
Qed.
Lemma continuous_power n x : continuity_pt (fun y => y ^ n) x.
Proof. apply derivable_continuous_pt, derivable_pt_pow. Qed.
Lemma continuous_ln x : 0 < x -> continuity_pt ln x.
Proof. intros H. apply derivable_continuous_pt. exists (/ x). now apply derivable_pt_lim_ln. Qed.

(* auto_derive unfolds powers, also under roots *)
Ltac derive := auto_derive; [defined | cbv beta; first [field; defined | cbn [pow]; field; defined]].
(* a composed function is continuous, also where a root vanishes *)
Ltac continuous :=
  cbv beta;
  lazymatch goal with
  | |- continuity_pt (fun _ => ?c) _ => apply continuity_pt_const; intros ? ?; reflexivity
  | |- continuity_pt (fun y => y) ?x => apply (derivable_continuous_pt id x (derivable_pt_id x))
  | |- continuity_pt (fun y => @?f y + @?g y) ?x => apply (continuity_pt_plus f g x); continuous
  | |- continuity_pt (fun y => @?f y * @?g y) ?x => apply (continuity_pt_mult f g x); continuous
  | |- continuity_pt (fun y => / @?f y) ?x => apply (continuity_pt_inv f x); [continuous | cbv beta; solve [nonzero]]
  | |- continuity_pt (fun y => (@?f y) ^ ?n) ?x =>
      apply (continuity_pt_comp f (fun z => z ^ n) x); [continuous | apply continuous_power]
  | |- continuity_pt (fun y => exp (@?f y)) ?x =>
      apply (continuity_pt_comp f exp x); [continuous | apply derivable_continuous_pt, derivable_pt_exp]
  | |- continuity_pt (fun y => sqrt (@?f y)) ?x =>
      apply (continuity_pt_comp f sqrt x); [continuous | apply continuity_pt_sqrt; cbv beta; solve [sign]]
  | |- continuity_pt (fun y => ln (@?f y)) ?x =>
      apply (continuity_pt_comp f ln x); [continuous | apply continuous_ln; cbv beta; solve [sign]]
  end.
(* y lies in [a, b] because it is on x's side of an end; whether the ends are left out, too *)
Ltac within a b y := assert (a <= y <= b) by lra; try assert (a < y) by lra; try assert (y < b) by lra.
Ltac smooth :=
  cbv beta; first [apply smooth_at; solve [derive] | split; [intro; solve [derive] | solve [continuous]]].

(* -- finite computations, exactly ------------------------------------------------------------------------------ *)
(* Indices are rationals, too. Nothing is divided by zero where a certificate is right. *)
Definition rat (n : Z) (d : positive) : Q := Qmake n d.
Definition plus_q (a b : Q) : Q :=
  if Pos.eqb (Qden a) (Qden b) then Qmake (Qnum a + Qnum b)%Z (Qden a) else Qred (Qplus a b).
Definition mult_q (a b : Q) : Q := Qmult a b.
Definition power_q (a e : Q) : Q := Qpower a (Qfloor e).
Definition le_q (a b : Q) : bool := Qle_bool a b.
Definition lt_q (a b : Q) : bool := negb (Qle_bool b a).
Definition eq_q (a b : Q) : bool := Qeq_bool a b.
Fixpoint range (first : Z) (count : nat) : list Z :=
  match count with O => nil | S n => cons first (range (first + 1)%Z n) end.
Definition between (low high : Q) : list Q :=
  List.map inject_Z (range (Qfloor low) (Z.to_nat (Qfloor high - Qfloor low + 1)%Z)).
Definition sum_q (low high : Q) (f : Q -> Q) : Q :=
  List.fold_left (fun s i => plus_q s (f i)) (between low high) (rat 0 1).
Definition for_q (low high : Q) (f : Q -> bool) : bool := List.forallb f (between low high).
Fixpoint choose (n : Z) (k : nat) : Z :=
  match k with O => 1%Z | S j => (choose n j * (n - Z.of_nat j) / (Z.of_nat j + 1))%Z end.
Definition binom_q (n k : Q) : Q :=
  if Z.ltb (Qfloor n) (Qfloor k) then rat 0 1
  else inject_Z (choose (Qfloor n) (Z.to_nat (Z.min (Qfloor k) (Qfloor n - Qfloor k)))).

(* -- conclusions: what links smaller proofs to them -------------------------------------------------------------- *)
Lemma le_of_squares a b : 0 <= b -> a ^ 2 <= b ^ 2 -> a <= b. Proof. intros; nra. Qed.
Lemma lt_of_squares a b : 0 <= b -> a ^ 2 < b ^ 2 -> a < b. Proof. intros; nra. Qed.
Lemma lt_of_logarithms a b : 0 < a -> 0 < b -> ln a < ln b -> a < b. Proof. intros; now apply ln_lt_inv. Qed.
Lemma le_of_logarithms a b : 0 < a -> 0 < b -> ln a <= ln b -> a <= b.
Proof. intros A B [H | H]; [left; now apply ln_lt_inv | right; now apply ln_inv]. Qed.
Lemma as_exp x : 0 < x -> exists t, x = exp (-1 * t).
Proof. intros H. exists (- ln x). replace (-1 * - ln x) with (ln x) by ring. now rewrite exp_ln. Qed.
Lemma as_exp_below b x : 0 < x -> x <= b -> exists t, 0 <= t /\ x = b * exp (-1 * t).
Proof.
  intros H B. exists (ln (b / x)). assert (0 < b / x) by (apply Rdiv_lt_0_compat; lra). split.
  - apply ln_nonneg. cut (1 <= b / x); [lra |]. apply (Rmult_le_reg_r x); [lra |]. field_simplify; lra.
  - replace (-1 * ln (b / x)) with (- ln (b / x)) by ring. rewrite exp_Ropp, exp_ln by lra. field. lra.
Qed.
Lemma as_exp_strictly_below b x : 0 < x -> x < b -> exists t, 0 < t /\ x = b * exp (-1 * t).
Proof.
  intros H B. destruct (as_exp_below b x H) as (t & [T | <-] & E); [lra | now exists t |].
  rewrite Rmult_0_r, exp_0 in E. lra.
Qed.
Lemma as_exp_above b x : 0 < b -> b <= x -> exists t, 0 <= t /\ x = b * exp (1 * t).
Proof.
  intros H B. exists (ln (x / b)). assert (0 < x / b) by (apply Rdiv_lt_0_compat; lra). split.
  - apply ln_nonneg. cut (1 <= x / b); [lra |]. apply (Rmult_le_reg_r b); [lra |]. field_simplify; lra.
  - rewrite Rmult_1_l, exp_ln by lra. field. lra.
Qed.
Lemma as_exp_strictly_above b x : 0 < b -> b < x -> exists t, 0 < t /\ x = b * exp (1 * t).
Proof.
  intros H B. destruct (as_exp_above b x H) as (t & [T | <-] & E); [lra | now exists t |].
  rewrite Rmult_0_r, exp_0 in E. lra.
Qed.
Lemma as_mirrored x : exists t, x = -1 * t. Proof. exists (-1 * x). ring. Qed.
Lemma as_shifted c x : exists t, x = c + t. Proof. exists (x - c). ring. Qed.
Lemma as_less e x : x <= e -> exists t, 0 <= t /\ x = e + -1 * t. Proof. exists (e - x). split; [lra | ring]. Qed.
Lemma as_strictly_less e x : x < e -> exists t, 0 < t /\ x = e + -1 * t. Proof. exists (e - x). split; [lra | ring]. Qed.
Lemma as_more e x : e <= x -> exists t, 0 <= t /\ x = e + t. Proof. exists (x - e). split; [lra | ring]. Qed.
Lemma as_strictly_more e x : e < x -> exists t, 0 < t /\ x = e + t. Proof. exists (x - e). split; [lra | ring]. Qed.
Lemma as_share e x : 0 <= x -> x <= e -> exists t, (0 <= t /\ t <= 1) /\ x = e * t.
Proof.
  intros H E. destruct (Req_dec e 0) as [-> | N]; [exists 0; split; lra |].
  exists (x / e). assert (0 < e) by lra. split; [split |].
  - apply Rdiv_le_0_compat; lra.
  - apply (Rmult_le_reg_r e); [lra |]. field_simplify; lra.
  - field. lra.
Qed.
Lemma as_positive_share e x : 0 < x -> x <= e -> exists t, (0 < t /\ t <= 1) /\ x = e * t.
Proof.
  intros H E. destruct (as_share e x) as (t & [[T | <-] L] & X); [lra | lra | now exists t |]. lra.
Qed.
Lemma as_multiple e x : 0 < e -> e <= x -> exists t, 0 <= t /\ x = e * (1 + t).
Proof.
  intros H E. exists (x / e + -1). split; [| field; lra].
  cut (1 <= x / e); [lra |]. apply (Rmult_le_reg_r e); [lra |]. field_simplify; lra.
Qed.
Lemma as_strict_multiple e x : 0 < e -> e < x -> exists t, 0 < t /\ x = e * (1 + t).
Proof.
  intros H E. destruct (as_multiple e x) as (t & [T | <-] & X); [lra | lra | now exists t |]. lra.
Qed.
Lemma as_part e x : 0 < x -> x <= e -> exists t, 0 <= t /\ x = e * / (1 + t).
Proof.
  intros H E. exists (e / x + -1). assert (1 <= e / x).
  { apply (Rmult_le_reg_r x); [lra |]. field_simplify; lra. }
  split; [lra |]. replace (1 + (e / x + -1)) with (e / x) by ring. field. split; lra.
Qed.
Lemma as_strict_part e x : 0 < x -> x < e -> exists t, 0 < t /\ x = e * / (1 + t).
Proof.
  intros H E. destruct (as_part e x) as (t & [T | <-] & X); [lra | lra | now exists t |].
  rewrite Rplus_0_r, Rinv_1 in X. lra.
Qed.
Lemma as_reciprocal c x : c + 1 <= x -> exists t, (0 < t /\ t <= 1) /\ x = c + / t.
Proof.
  intros H. exists (/ (x - c)). assert (0 < x - c) by lra. split; [split |].
  - now apply Rinv_0_lt_compat.
  - apply (Rmult_le_reg_r (x - c)); [trivial |]. rewrite Rinv_l; lra.
  - rewrite Rinv_inv. lra.
Qed.
Lemma as_strict_reciprocal c x : c + 1 < x -> exists t, (0 < t /\ t < 1) /\ x = c + / t.
Proof.
  intros H. destruct (as_reciprocal c x) as (t & [P [L | ->]] & E); [lra | now exists t |]. rewrite Rinv_1 in E. lra.
Qed.
Lemma valley f f' c x :
  smooth_on f f' (Rmin c x) (Rmax c x) ->
  (forall y, Rmin c x < y < Rmax c x -> 0 <= f' y * (y + -1 * c)) -> f c <= f x.
Proof.
  intros D P. destruct (Rtotal_order c x) as [H | [<- | H]]; [| lra |].
  - rewrite Rmin_left, Rmax_right in * by lra. destruct (inner_value f f' c x H D) as [y [Hy E]].
    specialize (P y ltac:(lra)). nra.
  - rewrite Rmin_right, Rmax_left in * by lra. destruct (inner_value f f' x c H D) as [y [Hy E]].
    specialize (P y ltac:(lra)). nra.
Qed.
(* what a smaller proof asks for, from what is known *)
Ltac known_here :=
  cbv beta;
  first [ assumption | lra | split; lra | solve [sign] | solve [nonzero] | nra
        | expand; first [assumption | lra | solve [sign] | solve [nonzero]] ].
Ltac apart := repeat match goal with H : _ /\ _ |- _ => destruct H end.
