(** * Running algorithms side by side *)

(*@
label: sec:naive
theorem: naive_union
gives: upper <= naive_upper k rho
assumes: every algorithm is rho-replicable on the n samples they share
*)
(*@
label: derived:side-by-side
theorem: side_by_side
gives: rho <= side_by_side_rho k rho0
gives: beta <= side_by_side_beta k beta0
assumes: n[i] <= N
*)

Require Import Reals List Lra Lia Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability.
Import ListNotations.
Open Scope R_scope.

Definition naive_upper (k : nat) (rho : R) : R := INR k * rho.
Definition side_by_side_rho (k : nat) (rho0 : nat -> R) : R := total k (fun i => rho0 i).
Definition side_by_side_beta (k : nat) (beta0 : nat -> R) : R := total k (fun i => beta0 i).

(** The joint answer is the list of the answers.  (Different sets of answers are
    covered by their disjoint union.)  The strings may have any joint law:
    independent coins are a product, one common string is one law for all. *)
Definition jointly {T S Y} (k : nat) (A : nat -> T -> S -> Y) (r : T) (s : S) : list Y :=
  map (fun i => A i r s) (seq 1 k).

(** The joint answer is acceptable if every coordinate is. *)
Fixpoint all_good {Y} (good : nat -> Y -> bool) (i : nat) (ys : list Y) : bool :=
  match ys with [] => true | y :: t => good i y && all_good good (S i) t end.

Lemma differ_map {Y} `{Eq Y} (f g : nat -> Y) l :
  ind (differ (map f l) (map g l)) <= sum l (fun i => ind (differ (f i) (g i))).
Proof.
  induction l as [|i l IH]; cbn [map sum]; [rewrite differ_refl; simpl; lra|].
  eapply Rle_trans; [|apply Rplus_le_compat_l, IH].
  eapply Rle_trans; [|apply ind_or]. apply ind_le. intros D. apply differ_true in D.
  destruct (differ (f i) (g i)) eqn:E1; auto.
  destruct (differ (map f l) (map g l)) eqn:E2; auto.
  apply differ_false in E1. apply differ_false in E2. congruence.
Qed.

Lemma bad_map {Y} (good : nat -> Y -> bool) (f : nat -> Y) i k :
  ind (negb (all_good good i (map f (seq i k)))) <= sum (seq i k) (fun j => ind (negb (good j (f j)))).
Proof.
  revert i; induction k as [|k IH]; intros i; simpl; [lra|].
  rewrite negb_andb. eapply Rle_trans; [apply ind_or|]. apply Rplus_le_compat_l, IH.
Qed.

(** On one population: disagreements add up at most, and so do failures. *)
Lemma jointly_disagreement {T S Y} `{Eq Y} k (strings : law T) (A : nat -> T -> S -> Y) samples :
  disagreement strings (jointly k A) samples <= total k (fun i => disagreement strings (A i) samples).
Proof.
  unfold disagreement, total.
  rewrite <- (E_sum strings (seq 1 k)
    (fun i r => E samples (fun s => E samples (fun s' => ind (differ (A i r s) (A i r s')))))).
  apply E_le; intros r.
  rewrite <- (E_sum samples (seq 1 k) (fun i s => E samples (fun s' => ind (differ (A i r s) (A i r s'))))).
  apply E_le; intros s.
  rewrite <- (E_sum samples (seq 1 k) (fun i s' => ind (differ (A i r s) (A i r s')))).
  apply E_le; intros s'. apply differ_map.
Qed.

Lemma jointly_failure {T S Y} k (strings : law T) (A : nat -> T -> S -> Y) samples good :
  failure strings (jointly k A) samples (all_good good 1) <=
  total k (fun i => failure strings (A i) samples (good i)).
Proof.
  unfold failure, total.
  rewrite <- (E_sum strings (seq 1 k) (fun i r => E samples (fun s => ind (negb (good i (A i r s)))))).
  apply E_le; intros r.
  rewrite <- (E_sum samples (seq 1 k) (fun i s => ind (negb (good i (A i r s))))).
  apply E_le; intros s. apply bad_map.
Qed.

(** derived:side-by-side.  The [i]-th algorithm reads the first [n i] of the [N] samples. *)
Theorem side_by_side {X T Y} `{Eq Y} (k N : nat) (n : nat -> nat) (rho0 beta0 : nat -> R)
    (strings : law T) (A : nat -> T -> list X -> Y) (G : nat -> problem X Y) :
  (forall i, (1 <= i <= k)%nat -> (n i <= N)%nat) ->
  (forall i, (1 <= i <= k)%nat -> replicable (n i) (rho0 i) strings (A i)) ->
  (forall i, (1 <= i <= k)%nat -> fails_at_most (n i) (beta0 i) strings (A i) (G i)) ->
  let whole := jointly k (fun i r s => A i r (firstn (n i) s)) in
  replicable N (side_by_side_rho k rho0) strings whole /\
  fails_at_most N (side_by_side_beta k beta0) strings whole (fun D => all_good (fun i => G i D) 1).
Proof.
  intros HN Hrho Hbeta whole. split; intros D.
  - eapply Rle_trans; [apply jointly_disagreement|]. apply total_le. intros i Hi.
    rewrite disagreement_firstn by auto. now apply Hrho.
  - eapply Rle_trans; [apply jointly_failure|]. apply total_le. intros i Hi.
    rewrite failure_firstn by auto. now apply Hbeta.
Qed.

(** sec:naive, the upper bound. *)
Theorem naive_union {X T Y} `{Eq Y} (k n : nat) (rho : R) (strings : law T) (A : nat -> T -> list X -> Y) :
  (forall i, (1 <= i <= k)%nat -> replicable n rho strings (A i)) ->
  replicable n (naive_upper k rho) strings (jointly k A).
Proof.
  intros Hrho D. eapply Rle_trans; [apply jointly_disagreement|].
  unfold naive_upper. rewrite <- total_const. apply total_le. intros i Hi. now apply Hrho.
Qed.

Print Assumptions side_by_side.
Print Assumptions naive_union.
