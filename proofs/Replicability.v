(** * Two runs with one shared string

    An algorithm is a function of its shared string and of its sample, so all
    of its randomness is shared.  Two runs draw independent samples from one
    population and read the same string. *)

Require Import Reals List Lra Lia Bool.
Require Import Replicable.FiniteLaw.
Import ListNotations.
Open Scope R_scope.

(** Answers are compared for equality, so equality has to be decided. *)
Class Eq (Y : Type) := eq_dec : forall a b : Y, {a = b} + {a <> b}.

Definition differ {Y} `{Eq Y} (a b : Y) : bool := if eq_dec a b then false else true.

#[export] Instance Eq_bool : Eq bool := bool_dec.
#[export] Instance Eq_nat : Eq nat := PeanoNat.Nat.eq_dec.
#[export] Instance Eq_list {Y} `{Eq Y} : Eq (list Y) := list_eq_dec eq_dec.
#[export] Instance Eq_prod {Y Z} `{Eq Y} `{Eq Z} : Eq (Y * Z).
Proof. intros [a b] [c d]. destruct (eq_dec a c), (eq_dec b d); [left|right|right|right]; congruence. Defined.

Lemma differ_false {Y} `{Eq Y} a b : differ a b = false -> a = b.
Proof. unfold differ. destruct (eq_dec a b); congruence. Qed.
Lemma differ_true {Y} `{Eq Y} a b : differ a b = true -> a <> b.
Proof. unfold differ. destruct (eq_dec a b); congruence. Qed.
Lemma differ_refl {Y} `{Eq Y} a : differ a a = false.
Proof. unfold differ. destruct (eq_dec a a); congruence. Qed.
Lemma differ_neq {Y} `{Eq Y} a b : a <> b -> differ a b = true.
Proof. unfold differ. destruct (eq_dec a b); congruence. Qed.

(** ** Disagreement and failure on one population

    [S] is the set of whole samples; [samples] is the law of one. *)

Definition disagreement {T S Y} `{Eq Y} (strings : law T) (A : T -> S -> Y) (samples : law S) : R :=
  E strings (fun r => E samples (fun s => E samples (fun s' => ind (differ (A r s) (A r s'))))).

Definition failure {T S Y} (strings : law T) (A : T -> S -> Y) (samples : law S) (good : Y -> bool) : R :=
  E strings (fun r => E samples (fun s => ind (negb (good (A r s))))).

(** ** The promises, for every population

    A problem names the acceptable answers of every population (def:statistical_problem). *)

Definition problem (X Y : Type) := law X -> Y -> bool.

(** def:replic: [rho]-replicable with [n] samples. *)
Definition replicable {X T Y} `{Eq Y} (n : nat) (rho : R) (strings : law T) (A : T -> list X -> Y) : Prop :=
  forall D : law X, disagreement strings A (iid n D) <= rho.

(** def:statistical_problem: solves [G] with [n] samples, failing with probability at most [beta]. *)
Definition fails_at_most {X T Y} (n : nat) (beta : R) (strings : law T) (A : T -> list X -> Y)
    (G : problem X Y) : Prop :=
  forall D : law X, failure strings A (iid n D) (G D) <= beta.

Lemma disagreement_range {T S Y} `{Eq Y} (strings : law T) (A : T -> S -> Y) samples :
  0 <= disagreement strings A samples <= 1.
Proof.
  unfold disagreement. apply E_bounds; intros r _. apply E_bounds; intros s _.
  apply E_bounds; intros s' _. apply ind_range.
Qed.

(** Samples that are not looked at change nothing. *)
Lemma disagreement_firstn {X T Y} `{Eq Y} (strings : law T) (A : T -> list X -> Y) D n N :
  (n <= N)%nat ->
  disagreement strings (fun r s => A r (firstn n s)) (iid N D) = disagreement strings A (iid n D).
Proof.
  intros Hn. unfold disagreement. apply E_ext; intros r.
  rewrite <- (E_iid_firstn D n N _ Hn). apply E_ext; intros s.
  now rewrite <- (E_iid_firstn D n N _ Hn).
Qed.

Lemma failure_firstn {X T Y} (strings : law T) (A : T -> list X -> Y) D good n N :
  (n <= N)%nat ->
  failure strings (fun r s => A r (firstn n s)) (iid N D) good = failure strings A (iid n D) good.
Proof.
  intros Hn. unfold failure. apply E_ext; intros r. now rewrite <- (E_iid_firstn D n N _ Hn).
Qed.

(** ** Examples: the definitions are not empty *)

(** A constant answer never disagrees. *)
Example constant_replicable {X} n : replicable (X := X) n 0 (sure tt) (fun _ _ => true).
Proof.
  intros D. unfold disagreement. rewrite E_sure. rewrite (E_ext _ _ (fun _ => 0)), E_const; [lra|].
  intros s. rewrite (E_ext _ _ (fun _ => 0)), E_const; auto.
Qed.

(** Answering with one flip of a coin disagrees with probability exactly 2q(1-q):
    the best promise for all coins is 1/2. *)
Example one_flip q H :
  disagreement (sure tt) (fun _ s => hd false s) (iid 1 (coin q H)) = 2 * q * (1 - q).
Proof.
  unfold disagreement. rewrite E_sure. simpl. unfold image.
  rewrite !E_bind, !E_coin, !E_bind, !E_sure, !E_bind, !E_coin, !E_bind, !E_sure. simpl. ring.
Qed.

(** ** Pairs of runs: expectation over the string and both samples *)

Definition EE {T S} (strings : law T) (samples : law S) (f : T -> S -> S -> R) : R :=
  E strings (fun r => E samples (fun s => E samples (fun s' => f r s s'))).

Section Pairs.
Context {T S : Type} (strings : law T) (samples : law S).
Implicit Types f g : T -> S -> S -> R.

Lemma EE_le f g : (forall r s s', f r s s' <= g r s s') -> EE strings samples f <= EE strings samples g.
Proof. intros H. apply E_le; intros r. apply E_le; intros s. apply E_le; intros s'. apply H. Qed.

Lemma EE_plus f g :
  EE strings samples (fun r s s' => f r s s' + g r s s') = EE strings samples f + EE strings samples g.
Proof.
  unfold EE. rewrite <- E_plus. apply E_ext; intros r. rewrite <- E_plus. apply E_ext; intros s.
  apply E_plus.
Qed.

Lemma EE_first (f : T -> S -> R) :
  EE strings samples (fun r s _ => f r s) = E strings (fun r => E samples (fun s => f r s)).
Proof. unfold EE. apply E_ext; intros r. apply E_ext; intros s. apply E_const. Qed.

Lemma EE_second (f : T -> S -> R) :
  EE strings samples (fun r _ s' => f r s') = E strings (fun r => E samples (fun s => f r s)).
Proof. unfold EE. apply E_ext; intros r. now rewrite E_const. Qed.

End Pairs.
