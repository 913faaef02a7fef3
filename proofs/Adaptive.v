(** * Adaptive problems on one sample

    The next problem may depend on the earlier strings and on the earlier
    answers, but on the sample only through those answers; all problems are
    solved from the same sample.  Then disagreements cost a factor 3/2. *)

(*@
label: derived:adaptive-one-sample
theorem: adaptive_one_sample
gives: rho <= adaptive_rho k rho0
gives: beta <= adaptive_beta k rho0 beta0
assumes: the i-th problem is a function of the strings and answers before it; the strings are independent of each other and of the sample
assumes: for every such history the i-th algorithm is rho0[i]-replicable and fails with probability at most beta0[i]
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw Replicable.Replicability.
Import ListNotations.
Open Scope R_scope.

Definition adaptive_rho (k : nat) (rho0 : nat -> R) : R := 3/2 * total k (fun i => rho0 i).
Definition adaptive_beta (k : nat) (rho0 beta0 : nat -> R) : R := total k (fun i => beta0 i + rho0 i).

(** ** The most likely answer *)

Lemma argmax {A} (f : A -> R) (l : list A) : l <> [] -> exists a, In a l /\ forall b, In b l -> f b <= f a.
Proof.
  induction l as [|a l IH]; intros Hl; [easy|]. destruct l as [|b l].
  - exists a. split; [now left|]. intros b [<-|[]]. lra.
  - destruct IH as (m & Hm & Hmax); [easy|]. destruct (Rle_dec (f m) (f a)).
    + exists a. split; [now left|]. intros c [<-|Hc]; [lra|]. apply Hmax in Hc. lra.
    + exists m. split; [now right|]. intros c [<-|Hc]; [lra|]. now apply Hmax.
Qed.

Section Mode.
Context {S Y : Type} `{Eq Y} (samples : law S) (a : S -> Y).

Let p (y : Y) : R := E samples (fun s => 1 - ind (differ (a s) y)).
Let x : R := E samples (fun s => E samples (fun s' => ind (differ (a s) (a s')))).

Lemma mode_exists : exists y, forall s, support samples s -> p (a s) <= p y.
Proof.
  destruct (argmax (fun wa => p (a (snd wa))) (atoms samples)) as ([w m] & _ & Hmax).
  - intros H0. pose proof (weights_total samples) as Ht. rewrite H0 in Ht. simpl in Ht. lra.
  - exists (a m). intros s (v & _ & Hs). exact (Hmax _ Hs).
Qed.

(** If [y] is a most likely answer and [e] the probability of another one, then
    two runs disagree with probability [x >= e] and [x >= 2e(1-e)]. *)
Lemma mode_bounds y :
  (forall s, support samples s -> p (a s) <= p y) ->
  let e := Pr samples (fun s => differ (a s) y) in
  0 <= e <= 1 /\ e <= x /\ 2 * e * (1 - e) <= x.
Proof.
  intros Hy e. assert (Hp : p y = 1 - e) by (unfold p; now rewrite E_minus, E_const).
  split; [apply Pr_range|]. split.
  - replace e with (E samples (fun _ => e)) by apply E_const. apply E_le_support. intros s Hs.
    specialize (Hy s Hs). rewrite Hp in Hy. unfold p in Hy. rewrite E_minus, E_const in Hy.
    enough (E samples (fun s0 => ind (differ (a s0) (a s))) = E samples (fun s' => ind (differ (a s) (a s')))) by lra.
    apply E_ext. intros s'. unfold differ. destruct (eq_dec (a s') (a s)), (eq_dec (a s) (a s')); congruence.
  - set (d := fun s => ind (differ (a s) y)).
    replace (2 * e * (1 - e)) with
      (E samples (fun s => E samples (fun s' => d s * (1 - d s') + (1 - d s) * d s'))).
    + apply E_le; intros s. apply E_le; intros s'. unfold d, differ.
      destruct (eq_dec (a s) y), (eq_dec (a s') y), (eq_dec (a s) (a s')); simpl; try lra; congruence.
    + rewrite (E_ext _ _ (fun s => d s * (1 - e) + (1 - d s) * e)).
      * rewrite E_plus, !E_scal_r, E_minus, E_const. change (E samples d) with e. ring.
      * intros s. rewrite E_plus, !E_scal, E_minus, E_const. reflexivity.
Qed.

(** One of two runs misses the most likely answer with probability at most (3/2) x. *)
Lemma leave_mode y :
  (forall s, support samples s -> p (a s) <= p y) ->
  E samples (fun s => E samples (fun s' => ind (differ (a s) y || differ (a s') y))) <= 3/2 * x.
Proof.
  intros Hy. destruct (mode_bounds y Hy) as (He & H1 & H2).
  set (e := Pr samples (fun s => differ (a s) y)) in *.
  set (d := fun s => ind (differ (a s) y)).
  rewrite (E_ext _ _ (fun s => d s + (1 - d s) * e)).
  - rewrite E_plus, E_scal_r, E_minus, E_const. change (E samples d) with e.
    destruct (Rle_dec e (1/2)); nra.
  - intros s. rewrite (E_ext _ _ (fun s' => d s + (1 - d s) * d s')).
    + rewrite E_plus, E_const, E_scal. reflexivity.
    + intros s'. unfold d. destruct (differ (a s) y), (differ (a s') y); simpl; ring.
Qed.

End Mode.

(** ** The rounds *)

Section Rounds.
Context {T S Y : Type} `{Eq Y}.

(** The earlier strings and answers, oldest first. *)
Definition history := list (T * Y).

Variable strings : nat -> law T.
Variable A : nat -> history -> T -> S -> Y.
Variable good : nat -> history -> Y -> bool.

(** Independent strings for [k] rounds from round [i] on. *)
Fixpoint all_strings (k i : nat) : law (list T) :=
  match k with O => sure [] | Datatypes.S k' => bind (strings i) (fun r => image (cons r) (all_strings k' (1 + i))) end.

(** The answers of one run, round [i] and the history [h] on. *)
Fixpoint run (i : nat) (h : history) (rs : list T) (s : S) : list Y :=
  match rs with
  | [] => []
  | r :: rs' => let y := A i h r s in y :: run (1 + i) (h ++ [(r, y)]) rs' s
  end.

(** Some answer of the run is not acceptable for the problem of its round. *)
Fixpoint fails (i : nat) (h : history) (rs : list T) (s : S) : bool :=
  match rs with
  | [] => false
  | r :: rs' => let y := A i h r s in negb (good i h y) || fails (1 + i) (h ++ [(r, y)]) rs' s
  end.

Lemma E_all_strings_S k i f :
  E (all_strings (Datatypes.S k) i) f = E (strings i) (fun r => E (all_strings k (1 + i)) (fun rs => f (r :: rs))).
Proof. simpl. rewrite E_bind. apply E_ext. intros. apply E_image. Qed.

(** Each of the independent strings has its own law. *)
Lemma E_all_strings_nth (d : T) f k : forall i j, (j < k)%nat ->
  E (all_strings k i) (fun rs => f (nth j rs d)) = E (strings (i + j)) f.
Proof.
  induction k as [|k IH]; intros i j Hj; [lia|]. rewrite E_all_strings_S. destruct j as [|j]; cbn [nth].
  - rewrite Nat.add_0_r. apply E_ext. intros r. apply E_const.
  - rewrite E_const, IH by lia. f_equal. f_equal. lia.
Qed.

Lemma rounds_disagreement (rho0 : nat -> R) samples k : forall i h,
  (forall j h, (i <= j < i + k)%nat -> disagreement (strings j) (A j h) samples <= rho0 j) ->
  disagreement (all_strings k i) (run i h) samples <= 3/2 * sum (seq i k) rho0.
Proof.
  induction k as [|k IH]; intros i h Hrho; unfold disagreement.
  - simpl. rewrite E_sure. rewrite (E_ext _ _ (fun _ => 0)), E_const; [lra|].
    intros s. rewrite (E_ext _ _ (fun _ => 0)), E_const; auto.
  - rewrite E_all_strings_S. cbn [seq sum].
    apply Rle_trans with (E (strings i) (fun r =>
      3/2 * E samples (fun s => E samples (fun s' => ind (differ (A i h r s) (A i h r s')))) +
      3/2 * sum (seq (1 + i) k) rho0)).
    + apply E_le. intros r. destruct (mode_exists samples (A i h r)) as (y & Hy).
      apply Rle_trans with (
        E samples (fun s => E samples (fun s' => ind (differ (A i h r s) y || differ (A i h r s') y))) +
        disagreement (all_strings k (1 + i)) (run (1 + i) (h ++ [(r, y)])) samples).
      * unfold disagreement.
        rewrite <- (E_const (all_strings k (1 + i))
          (E samples (fun s => E samples (fun s' => ind (differ (A i h r s) y || differ (A i h r s') y))))).
        rewrite <- E_plus. apply E_le; intros rs. rewrite <- E_plus. apply E_le; intros s.
        rewrite <- E_plus. apply E_le; intros s'. simpl run.
        destruct (differ (A i h r s) y) eqn:D1; simpl orb.
        { pose proof (ind_range (differ (run (1 + i) (h ++ [(r, y)]) rs s) (run (1 + i) (h ++ [(r, y)]) rs s'))).
          pose proof (ind_range (differ (A i h r s :: run (1 + i) (h ++ [(r, A i h r s)]) rs s)
            (A i h r s' :: run (1 + i) (h ++ [(r, A i h r s')]) rs s'))). simpl ind at 2. simpl in *. lra. }
        destruct (differ (A i h r s') y) eqn:D2.
        { pose proof (ind_range (differ (run (1 + i) (h ++ [(r, y)]) rs s) (run (1 + i) (h ++ [(r, y)]) rs s'))).
          pose proof (ind_range (differ (A i h r s :: run (1 + i) (h ++ [(r, A i h r s)]) rs s)
            (A i h r s' :: run (1 + i) (h ++ [(r, A i h r s')]) rs s'))). simpl ind at 2. simpl in *. lra. }
        apply differ_false in D1. apply differ_false in D2. rewrite D1, D2.
        replace (ind false) with 0 by reflexivity. rewrite Rplus_0_l. apply ind_le.
        intros D. apply differ_true in D. apply differ_neq. congruence.
      * apply Rplus_le_compat; [now apply leave_mode|]. apply IH. intros; apply Hrho; lia.
    + rewrite E_plus, E_const, E_scal. specialize (Hrho i h ltac:(lia)). unfold disagreement in Hrho. simpl Nat.add. lra.
Qed.

Lemma rounds_failure (rho0 beta0 : nat -> R) samples k : forall i h,
  (forall j h, (i <= j < i + k)%nat -> disagreement (strings j) (A j h) samples <= rho0 j) ->
  (forall j h, (i <= j < i + k)%nat -> failure (strings j) (A j h) samples (good j h) <= beta0 j) ->
  E (all_strings k i) (fun rs => Pr samples (fails i h rs)) <= sum (seq i k) (fun j => beta0 j + rho0 j).
Proof.
  induction k as [|k IH]; intros i h Hrho Hbeta.
  - simpl. rewrite E_sure. unfold Pr. simpl. rewrite E_const. lra.
  - rewrite E_all_strings_S. cbn [seq sum].
    apply Rle_trans with (E (strings i) (fun r =>
      Pr samples (fun s => negb (good i h (A i h r s))) +
      E samples (fun s => E samples (fun s' => ind (differ (A i h r s) (A i h r s')))) +
      sum (seq (1 + i) k) (fun j => beta0 j + rho0 j))).
    + apply E_le. intros r. destruct (mode_exists samples (A i h r)) as (y & Hy).
      apply Rle_trans with (
        Pr samples (fun s => negb (good i h (A i h r s))) + Pr samples (fun s => differ (A i h r s) y) +
        E (all_strings k (1 + i)) (fun rs => Pr samples (fails (1 + i) (h ++ [(r, y)]) rs))).
      * rewrite <- (E_const (all_strings k (1 + i))
          (Pr samples (fun s => negb (good i h (A i h r s))) + Pr samples (fun s => differ (A i h r s) y))).
        rewrite <- E_plus. apply E_le; intros rs. unfold Pr. rewrite <- !E_plus. apply E_le; intros s.
        simpl fails. eapply Rle_trans; [apply ind_or|].
        destruct (differ (A i h r s) y) eqn:D1.
        { pose proof (ind_range (fails (1 + i) (h ++ [(r, A i h r s)]) rs s)).
          pose proof (ind_range (fails (1 + i) (h ++ [(r, y)]) rs s)).
          replace (ind true) with 1 by reflexivity. simpl in *. lra. }
        apply differ_false in D1. rewrite D1. replace (ind false) with 0 by reflexivity. simpl. lra.
      * apply Rplus_le_compat; [apply Rplus_le_compat_l; now apply mode_bounds|].
        apply IH; intros; [apply Hrho|apply Hbeta]; lia.
    + rewrite !E_plus, E_const. specialize (Hrho i h ltac:(lia)). specialize (Hbeta i h ltac:(lia)).
      unfold disagreement in Hrho. unfold failure in Hbeta. unfold Pr. simpl Nat.add. lra.
Qed.

End Rounds.

(** The theorem, for every population: two runs differ somewhere with probability at
    most [3/2 * sum rho0], and some answer of a run is unacceptable with probability at
    most [sum (beta0 + rho0)]. *)
Theorem adaptive_one_sample {X T Y} `{Eq Y} (k n : nat) (rho0 beta0 : nat -> R)
    (strings : nat -> law T) (A : nat -> history (T := T) (Y := Y) -> T -> list X -> Y)
    (G : nat -> history (T := T) (Y := Y) -> problem X Y) :
  (forall i h, (1 <= i <= k)%nat -> replicable n (rho0 i) (strings i) (A i h)) ->
  (forall i h, (1 <= i <= k)%nat -> fails_at_most n (beta0 i) (strings i) (A i h) (G i h)) ->
  replicable n (adaptive_rho k rho0) (all_strings strings k 1) (run A 1 []) /\
  forall D : law X,
    E (all_strings strings k 1) (fun rs => Pr (iid n D) (fails A (fun i h => G i h D) 1 [] rs))
    <= adaptive_beta k rho0 beta0.
Proof.
  intros Hrho Hbeta. split; intros D.
  - apply rounds_disagreement. intros j h Hj. apply Hrho. lia.
  - apply rounds_failure; intros j h Hj; [apply Hrho|apply Hbeta]; lia.
Qed.

Print Assumptions adaptive_one_sample.
