(** * Naive composition cannot be analysed better

    [k] copies of one algorithm on independent inputs with independent strings: the
    disagreements add up, to a constant factor. *)

(*@
label: sec:naive
theorem: naive_independent_copies
gives: lower >= naive_lower k rho
gives: independent = naive_independent k rho
assumes: the k inputs are independent coordinates and the algorithms' coins independent
assumes: on the population of one coordinate two runs disagree with probability rho/2
*)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability.
Import ListNotations.
Open Scope R_scope.

Definition naive_lower (k : nat) (rho : R) : R := Rmin 1 (INR k * rho / 2) / 2.
Definition naive_independent (k : nat) (rho : R) : R := 1 - (1 - rho / 2) ^ k.

Lemma E_iid_product {A} (D : law A) k (F : list A -> R) (a : A -> R) (g : list A -> R) :
  (forall x xs, F (x :: xs) = a x * g xs) -> E (iid (S k) D) F = E D a * E (iid k D) g.
Proof.
  intros H. rewrite E_iid_S, <- E_scal_r. apply E_ext; intros x. rewrite <- E_scal. apply E_ext; intros xs. apply H.
Qed.

Lemma EE_one_minus {T S} (D : law T) (D' : law S) f : EE D D' (fun r s s' => 1 - f r s s') = 1 - EE D D' f.
Proof.
  unfold EE. rewrite (E_ext D _ (fun r => 1 - E D' (fun s => E D' (fun s' => f r s s')))); [now rewrite E_minus, E_const|].
  intros r. rewrite (E_ext D' _ (fun s => 1 - E D' (fun s' => f r s s'))); [now rewrite E_minus, E_const|].
  intros s. now rewrite E_minus, E_const.
Qed.

(** The i-th copy reads the i-th string and the i-th input. *)
Fixpoint copies {T S Y} (A : T -> S -> Y) (rs : list T) (ss : list S) : list Y :=
  match rs, ss with r :: rs', s :: ss' => A r s :: copies A rs' ss' | _, _ => [] end.

Lemma agree_cons {Y} `{Eq Y} (a b : Y) (x y : list Y) :
  1 - ind (differ (a :: x) (b :: y)) = (1 - ind (differ a b)) * (1 - ind (differ x y)).
Proof.
  unfold differ. destruct (eq_dec a b) as [->|H1], (eq_dec x y) as [->|H2];
  destruct (eq_dec (_ :: _) (_ :: _)) as [E0|E0]; simpl; try lra; exfalso; try (injection E0; intros); congruence.
Qed.

Lemma copies_agree {T S Y} `{Eq Y} (strings : law T) (A : T -> S -> Y) (samples : law S) k :
  EE (iid k strings) (iid k samples) (fun rs ss ss' => 1 - ind (differ (copies A rs ss) (copies A rs ss'))) =
  (1 - disagreement strings A samples) ^ k.
Proof.
  induction k as [|k IH].
  - unfold EE. simpl. rewrite !E_sure. rewrite differ_refl. simpl. ring.
  - unfold EE in *. cbn [pow]. rewrite <- IH.
    replace (1 - disagreement strings A samples) with
      (E strings (fun r => E samples (fun s => E samples (fun s' => 1 - ind (differ (A r s) (A r s')))))).
    + apply E_iid_product. intros r rs. apply E_iid_product. intros s ss. apply E_iid_product. intros s' ss'.
      simpl copies. apply agree_cons.
    + apply (EE_one_minus strings samples (fun r s s' => ind (differ (A r s) (A r s')))).
Qed.

Lemma bernoulli x k : 0 <= x -> 1 + INR k * x <= (1 + x) ^ k.
Proof.
  intros Hx. induction k as [|k IH]; [simpl; lra|]. rewrite S_INR. simpl. pose proof (pos_INR k).
  assert (0 <= INR k * x * x) by (repeat apply Rmult_le_pos; auto). nra.
Qed.

Lemma half_of_line x k : 0 <= x <= 1 -> Rmin 1 (INR k * x) / 2 <= 1 - (1 - x) ^ k.
Proof.
  intros Hx. set (z := INR k * x). assert (z0 : 0 <= z) by (apply Rmult_le_pos; [apply pos_INR|lra]).
  pose proof (bernoulli x k ltac:(lra)) as B. fold z in B.
  assert (P : (1 - x) ^ k * (1 + z) <= 1).
  { apply Rle_trans with ((1 - x) ^ k * (1 + x) ^ k); [apply Rmult_le_compat_l; [apply pow_le; lra|auto]|].
    rewrite <- Rpow_mult_distr. apply Rle_trans with (1 ^ k); [apply pow_incr; nra|rewrite pow1; lra]. }
  assert (0 <= (1 - x) ^ k) by (apply pow_le; lra).
  unfold Rmin. destruct (Rle_dec 1 z); nra.
Qed.

(** sec:naive, the lower bound. *)
Theorem naive_independent_copies {T S Y} `{Eq Y} (k : nat) (rho : R) (strings : law T) (A : T -> S -> Y) (samples : law S) :
  0 < rho <= 1 -> disagreement strings A samples = rho / 2 ->
  disagreement (iid k strings) (copies A) (iid k samples) = naive_independent k rho /\
  naive_lower k rho <= naive_independent k rho.
Proof.
  intros Hrho Hx. split.
  - pose proof (copies_agree strings A samples k) as C. rewrite Hx in C. unfold naive_independent. rewrite <- C.
    rewrite EE_one_minus. unfold EE, disagreement. ring.
  - unfold naive_lower, naive_independent. replace (INR k * rho / 2) with (INR k * (rho / 2)) by field. apply half_of_line. lra.
Qed.

(** It can be met: one flip of a coin of bias 1/2 at rho = 1. *)
Example fair_flips k : disagreement (iid k (sure tt)) (copies (fun _ s => hd false s)) (iid k (iid 1 (coin (1/2) ltac:(lra)))) = 1 - (1 - 1/2) ^ k.
Proof. apply (naive_independent_copies k 1); [lra|]. rewrite one_flip. field. Qed.

Print Assumptions naive_independent_copies.
