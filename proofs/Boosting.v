(** * Boosting the success probability

    Solve replicably, test the answer on fresh samples, and fall back on a
    solver that need not be replicable.  [valid a] is the problem at accuracy [a]. *)

(*@
label: thm:boost_beta
theorem: boost_beta
gives: rho_replic = boost_rho_replic rho
gives: alpha_replic = boost_alpha_replic alpha
gives: beta_replic = boost_beta_replic rho
gives: alpha_tester = boost_alpha_tester alpha
gives: beta_tester = boost_beta_tester rho beta
gives: alpha_nonreplic = boost_alpha_nonreplic alpha
gives: beta_nonreplic = boost_beta_nonreplic beta
gives: n_new = boost_n_new n_replic n_tester n_nonreplic
gives: rho_new <= boost_rho_new rho beta
gives: beta_new <= boost_beta_new rho beta
assumes: the tester accepts every answer valid at its accuracy and rejects every answer invalid at twice that accuracy, each except with its failure probability
assumes: the three strings are independent
*)
(*@
label: derived:boost-split
theorem: boost_split
gives: alpha_replic = split_alpha_replic alpha lambda
gives: rho_split <= split_rho rho1 beta1 beta_t
gives: beta_split <= split_beta beta1 beta_t beta_n
gives: n_new = boost_n_new n_replic n_tester n_nonreplic
assumes: the tester accepts every answer valid at lambda alpha and rejects every answer invalid at alpha, each except with probability beta_t
assumes: an answer valid at lambda alpha is valid at alpha
assumes: the three strings are independent
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw Replicable.Replicability.
Import ListNotations.
Open Scope R_scope.

Definition boost_rho_replic (rho : R) : R := rho / 4.
Definition boost_alpha_replic (alpha : R) : R := alpha / 2.
Definition boost_beta_replic (rho : R) : R := rho / 4.
Definition boost_alpha_tester (alpha : R) : R := alpha / 2.
Definition boost_beta_tester (rho beta : R) : R := Rmin beta rho / 4.
Definition boost_alpha_nonreplic (alpha : R) : R := alpha.
Definition boost_beta_nonreplic (beta : R) : R := beta / 2.
Definition boost_n_new (n_replic n_tester n_nonreplic : nat) : nat := n_replic + (n_tester + n_nonreplic).
Definition boost_rho_new (rho beta : R) : R :=
  boost_beta_replic rho + 2 * boost_beta_tester rho beta + boost_rho_replic rho.
Definition boost_beta_new (rho beta : R) : R := boost_beta_nonreplic beta + boost_beta_tester rho beta.

Definition split_alpha_replic (alpha lambda : R) : R := alpha * lambda.
Definition split_rho (rho1 beta1 beta_t : R) : R := beta1 + 2 * beta_t + rho1.
Definition split_beta (beta1 beta_t beta_n : R) : R := beta1 * beta_t + beta_n * (beta1 + beta_t).

Section Hybrid.
Context {X Y T1 T2 T3 : Type} `{Eq Y}.
Variables (n_replic n_tester n_nonreplic : nat).
Variables (strings1 : law T1) (strings2 : law T2) (strings3 : law T3).

(** Three independent strings. *)
Definition strings : law (T1 * (T2 * T3)) := prod strings1 (prod strings2 strings3).

Variable solver : T1 -> list X -> Y.
Variable accepts : T2 -> Y -> list X -> bool.
Variable fallback : T3 -> list X -> Y.

(** alg:hybrid: the three stages read three different parts of the sample. *)
Definition hybrid_parts (r1 : T1) (r2 : T2) (r3 : T3) (s1 s2 s3 : list X) : Y :=
  let y := solver r1 s1 in if accepts r2 y s2 then y else fallback r3 s3.

Definition hybrid (r : T1 * (T2 * T3)) (s : list X) : Y :=
  let s' := skipn n_replic s in
  hybrid_parts (fst r) (fst (snd r)) (snd (snd r)) (firstn n_replic s) (firstn n_tester s') (skipn n_tester s').

(** Stage by stage: the string of a stage and its samples are drawn after the stages before. *)
Lemma E_stages (D : law X) (f : T1 -> T2 -> T3 -> list X -> list X -> list X -> R) :
  E strings (fun r => E (iid (boost_n_new n_replic n_tester n_nonreplic) D) (fun s =>
    f (fst r) (fst (snd r)) (snd (snd r)) (firstn n_replic s)
      (firstn n_tester (skipn n_replic s)) (skipn n_tester (skipn n_replic s)))) =
  E strings1 (fun r1 => E (iid n_replic D) (fun s1 => E strings2 (fun r2 => E (iid n_tester D) (fun s2 =>
    E strings3 (fun r3 => E (iid n_nonreplic D) (fun s3 => f r1 r2 r3 s1 s2 s3)))))).
Proof.
  unfold strings, boost_n_new. rewrite E_prod. apply E_ext; intros r1. rewrite E_prod. cbn [fst snd].
  transitivity (E strings2 (fun r2 => E strings3 (fun r3 => E (iid n_replic D) (fun s1 =>
    E (iid n_tester D) (fun s2 => E (iid n_nonreplic D) (fun s3 => f r1 r2 r3 s1 s2 s3)))))).
  - apply E_ext; intros r2. apply E_ext; intros r3.
    rewrite (E_iid_split D n_replic (n_tester + n_nonreplic)
      (fun s1 s' => f r1 r2 r3 s1 (firstn n_tester s') (skipn n_tester s'))).
    apply E_ext; intros s1.
    apply (E_iid_split D n_tester n_nonreplic (fun s2 s3 => f r1 r2 r3 s1 s2 s3)).
  - rewrite (E_swap (iid n_replic D) strings2). apply E_ext; intros r2.
    rewrite E_swap. apply E_ext; intros s1. rewrite E_swap. apply E_ext; intros s2. reflexivity.
Qed.

(** What is asked of the stages, on one population [D]. *)
Variable D : law X.
Variables close near : Y -> bool.   (* valid at the solver's accuracy; valid at the final one *)
Variables rho1 beta1 beta_t beta_n : R.
Hypothesis solver_replicable : disagreement strings1 solver (iid n_replic D) <= rho1.
Hypothesis solver_fails : failure strings1 solver (iid n_replic D) close <= beta1.
Hypothesis tester_accepts : forall y, close y = true ->
  E strings2 (fun r => Pr (iid n_tester D) (fun s => negb (accepts r y s))) <= beta_t.
Hypothesis tester_rejects : forall y, near y = false ->
  E strings2 (fun r => Pr (iid n_tester D) (fun s => accepts r y s)) <= beta_t.
Hypothesis fallback_fails : failure strings3 fallback (iid n_nonreplic D) near <= beta_n.
Hypothesis beta_t_nonneg : 0 <= beta_t.
Hypothesis beta_n_nonneg : 0 <= beta_n.

Let samples := iid (boost_n_new n_replic n_tester n_nonreplic) D.

(** A valid answer is rejected with probability at most [beta_t]. *)
Lemma wrong_rejection :
  E strings (fun r => E samples (fun s =>
    let y := solver (fst r) (firstn n_replic s) in
    ind (close y) * ind (negb (accepts (fst (snd r)) y (firstn n_tester (skipn n_replic s)))))) <= beta_t.
Proof.
  unfold samples. rewrite (E_stages D (fun r1 r2 _ s1 s2 _ =>
    ind (close (solver r1 s1)) * ind (negb (accepts r2 (solver r1 s1) s2)))).
  rewrite <- (E_const strings1 beta_t). apply E_le; intros r1.
  rewrite <- (E_const (iid n_replic D) beta_t). apply E_le; intros s1.
  destruct (close (solver r1 s1)) eqn:C; simpl ind.
  - eapply Rle_trans; [|apply (tester_accepts _ C)]. apply E_le; intros r2. apply E_le; intros s2.
    rewrite !E_const. simpl. lra.
  - rewrite (E_ext _ _ (fun _ => 0)), E_const; [lra|]. intros r2.
    rewrite (E_ext _ _ (fun _ => 0)), E_const; auto. intros s2. rewrite !E_const. simpl. ring.
Qed.

Lemma hybrid_disagreement : disagreement strings hybrid samples <= split_rho rho1 beta1 beta_t.
Proof.
  set (y := fun (r : T1 * (T2 * T3)) (s : list X) => solver (fst r) (firstn n_replic s)).
  set (rej := fun r s => ind (close (y r s)) *
    ind (negb (accepts (fst (snd r)) (y r s) (firstn n_tester (skipn n_replic s))))).
  apply Rle_trans with (EE strings samples (fun r s s' =>
    ind (differ (y r s) (y r s')) + ind (negb (close (y r s))) + rej r s + rej r s')).
  - apply EE_le. intros r s s'. unfold hybrid, hybrid_parts, rej. fold (y r s) (y r s').
    destruct (differ (y r s) (y r s')) eqn:Dy.
    + match goal with |- ind ?b <= _ => pose proof (ind_range b) end.
      pose proof (ind_range (negb (close (y r s)))).
      pose proof (ind_range (close (y r s))). pose proof (ind_range (close (y r s'))).
      pose proof (ind_range (negb (accepts (fst (snd r)) (y r s) (firstn n_tester (skipn n_replic s))))).
      pose proof (ind_range (negb (accepts (fst (snd r)) (y r s') (firstn n_tester (skipn n_replic s'))))).
      replace (ind true) with 1 by reflexivity. nra.
    + apply differ_false in Dy. rewrite <- Dy. replace (ind false) with 0 by reflexivity.
      match goal with |- ind ?b <= _ => pose proof (ind_range b) end.
      destruct (close (y r s)); simpl negb;
        destruct (accepts (fst (snd r)) (y r s) (firstn n_tester (skipn n_replic s))),
          (accepts (fst (snd r)) (y r s) (firstn n_tester (skipn n_replic s')));
        cbn [negb ind] in *; try rewrite differ_refl in *; cbn [negb ind] in *; lra.
  - rewrite !EE_plus, EE_first, EE_first, EE_second. pose proof wrong_rejection as W. cbv zeta in W.
    change (E strings (fun r => E samples (fun s => rej r s)) <= beta_t) in W.
    assert (R1 : EE strings samples (fun r s s' => ind (differ (y r s) (y r s'))) <= rho1).
    { unfold EE, strings, y. rewrite E_prod. simpl.
      eapply Rle_trans; [|apply solver_replicable]. apply E_le; intros r1. rewrite E_const. simpl.
      unfold samples, boost_n_new.
      rewrite (E_iid_firstn D n_replic _ (fun s => E _ (fun s' => ind (differ (solver r1 s) (solver r1 (firstn n_replic s'))))))
        by lia.
      apply E_le; intros s.
      rewrite (E_iid_firstn D n_replic _ (fun s' => ind (differ (solver r1 s) (solver r1 s')))) by lia. lra. }
    assert (R2 : E strings (fun r => E samples (fun s => ind (negb (close (y r s))))) <= beta1).
    { unfold strings, y. rewrite E_prod. eapply Rle_trans; [|apply solver_fails].
      apply E_le; intros r1. cbn [fst snd]. rewrite E_const. unfold samples, boost_n_new.
      rewrite (E_iid_firstn D n_replic _ (fun s => ind (negb (close (solver r1 s))))) by lia. lra. }
    unfold split_rho. lra.
Qed.

(** The failure through a wrongly accepted answer, or through the fallback. *)
Lemma hybrid_failure_union : failure strings hybrid samples near <= beta_n + beta_t.
Proof.
  unfold failure, hybrid, samples. rewrite (E_stages D (fun r1 r2 r3 s1 s2 s3 =>
    ind (negb (near (hybrid_parts r1 r2 r3 s1 s2 s3))))).
  rewrite <- (E_const strings1 (beta_n + beta_t)). apply E_le; intros r1.
  rewrite <- (E_const (iid n_replic D) (beta_n + beta_t)). apply E_le; intros s1.
  apply Rle_trans with (E strings2 (fun r2 => E (iid n_tester D) (fun s2 =>
    beta_n + ind (negb (near (solver r1 s1))) * ind (accepts r2 (solver r1 s1) s2)))).
  - apply E_le; intros r2. apply E_le; intros s2. unfold hybrid_parts; cbv zeta.
    destruct (accepts r2 (solver r1 s1) s2); simpl ind at 3.
    + rewrite !E_const. lra.
    + eapply Rle_trans; [apply fallback_fails|]. pose proof (ind_range (negb (near (solver r1 s1)))). lra.
  - destruct (near (solver r1 s1)) eqn:C; simpl ind at 1.
    + rewrite (E_ext _ _ (fun _ => beta_n)), E_const; [lra|]. intros r2.
      rewrite (E_ext _ _ (fun _ => beta_n)), E_const; auto. intros s2. simpl. ring.
    + pose proof (tester_rejects _ C) as TR.
      rewrite (E_ext _ _ (fun r2 => beta_n + Pr (iid n_tester D) (fun s2 => accepts r2 (solver r1 s1) s2))).
      * rewrite E_plus, E_const. lra.
      * intros r2. unfold Pr. rewrite E_plus, E_const. f_equal. apply E_ext; intros s2. simpl. ring.
Qed.

(** The same with the product that independence allows, if validity is monotone. *)
Lemma hybrid_failure_product :
  (forall y, close y = true -> near y = true) ->
  failure strings hybrid samples near <= split_beta beta1 beta_t beta_n.
Proof.
  intros Mono. unfold failure, hybrid, samples. rewrite (E_stages D (fun r1 r2 r3 s1 s2 s3 =>
    ind (negb (near (hybrid_parts r1 r2 r3 s1 s2 s3))))).
  apply Rle_trans with (E strings1 (fun r1 => E (iid n_replic D) (fun s1 =>
    ind (negb (close (solver r1 s1))) * (beta_t + beta_n) + beta_n * beta_t))).
  - apply E_le; intros r1. apply E_le; intros s1.
    apply Rle_trans with (E strings2 (fun r2 => E (iid n_tester D) (fun s2 =>
      ind (negb (near (solver r1 s1))) * ind (accepts r2 (solver r1 s1) s2) +
      ind (negb (accepts r2 (solver r1 s1) s2)) * beta_n))).
    + apply E_le; intros r2. apply E_le; intros s2. unfold hybrid_parts; cbv zeta.
      destruct (accepts r2 (solver r1 s1) s2); cbn [negb ind].
      * rewrite !E_const. lra.
      * eapply Rle_trans; [apply fallback_fails|]. lra.
    + set (y := solver r1 s1).
      assert (Split : E strings2 (fun r2 => E (iid n_tester D) (fun s2 =>
          ind (negb (near y)) * ind (accepts r2 y s2) + ind (negb (accepts r2 y s2)) * beta_n)) =
        ind (negb (near y)) * E strings2 (fun r2 => Pr (iid n_tester D) (accepts r2 y)) +
        E strings2 (fun r2 => Pr (iid n_tester D) (fun s2 => negb (accepts r2 y s2))) * beta_n).
      { rewrite <- E_scal, <- E_scal_r, <- E_plus. apply E_ext; intros r2. unfold Pr.
        now rewrite E_plus, E_scal, E_scal_r. }
      rewrite Split. clear Split.
      assert (P1 : 0 <= E strings2 (fun r2 => Pr (iid n_tester D) (fun s2 => negb (accepts r2 y s2))) <= 1).
      { apply E_bounds; intros; apply Pr_range. }
      destruct (close y) eqn:C.
      * rewrite (Mono y C). pose proof (tester_accepts y C). cbn [negb ind]. nra.
      * destruct (near y) eqn:C'; cbn [negb ind].
        { nra. }
        pose proof (tester_rejects y C') as TR. unfold Pr in TR, P1 |- *.
        change (E strings2 (fun r2 => E (iid n_tester D) (fun a => ind (accepts r2 y a))) <= beta_t) in TR. nra.
  - rewrite (E_ext _ _ (fun r1 => E (iid n_replic D) (fun s1 => ind (negb (close (solver r1 s1)))) * (beta_t + beta_n)
      + beta_n * beta_t)).
    + rewrite E_plus, E_const, E_scal_r. unfold failure in solver_fails. unfold split_beta. nra.
    + intros r1. now rewrite E_plus, E_const, E_scal_r.
Qed.

End Hybrid.

(** The tester of one accuracy against another, for every population. *)
Definition tester {X Y T} (n : nat) (beta_t : R) (strings : law T) (accepts : T -> Y -> list X -> bool)
    (accepted required : problem X Y) : Prop :=
  forall D y,
    (accepted D y = true -> E strings (fun r => Pr (iid n D) (fun s => negb (accepts r y s))) <= beta_t) /\
    (required D y = false -> E strings (fun r => Pr (iid n D) (fun s => accepts r y s)) <= beta_t).

(** thm:boost_beta.  The tester's accuracy is alpha/2, and it rejects what is invalid at twice that. *)
Theorem boost_beta {X Y T1 T2 T3} `{Eq Y} (n_replic n_tester n_nonreplic : nat)
    (strings1 : law T1) (strings2 : law T2) (strings3 : law T3)
    (solver : T1 -> list X -> Y) (accepts : T2 -> Y -> list X -> bool) (fallback : T3 -> list X -> Y)
    (valid : R -> problem X Y) (rho alpha beta : R) :
  0 < rho < 1 -> 0 < beta < 1 ->
  replicable n_replic (boost_rho_replic rho) strings1 solver ->
  fails_at_most n_replic (boost_beta_replic rho) strings1 solver (valid (boost_alpha_replic alpha)) ->
  tester n_tester (boost_beta_tester rho beta) strings2 accepts
    (valid (boost_alpha_tester alpha)) (valid (2 * boost_alpha_tester alpha)) ->
  fails_at_most n_nonreplic (boost_beta_nonreplic beta) strings3 fallback (valid (boost_alpha_nonreplic alpha)) ->
  let n_new := boost_n_new n_replic n_tester n_nonreplic in
  let new := hybrid n_replic n_tester solver accepts fallback in
  let all := strings strings1 strings2 strings3 in
  replicable n_new (boost_rho_new rho beta) all new /\
  fails_at_most n_new (boost_beta_new rho beta) all new (valid alpha) /\
  boost_rho_new rho beta <= rho /\ boost_beta_new rho beta <= 3/4 * beta.
Proof.
  intros Hrho Hbeta Rep Fail Test Fall n_new new all.
  assert (Hmin : Rmin beta rho <= beta /\ Rmin beta rho <= rho /\ 0 < Rmin beta rho)
    by (split; [apply Rmin_l|split; [apply Rmin_r|apply Rmin_pos; lra]]).
  assert (H2 : 2 * boost_alpha_tester alpha = alpha) by (unfold boost_alpha_tester; lra).
  unfold boost_rho_new, boost_beta_new in *.
  unfold boost_rho_replic, boost_beta_replic, boost_beta_nonreplic, boost_alpha_replic,
    boost_alpha_nonreplic, boost_beta_tester in *.
  repeat split; [intros D|intros D|lra|lra].
  - apply (hybrid_disagreement n_replic n_tester n_nonreplic strings1 strings2 strings3 solver accepts fallback D
      (valid (alpha / 2) D)); auto; try (intros y; apply Test). lra.
  - apply hybrid_failure_union; [|apply Fall|lra|lra].
    intros y Hy. apply Test. now rewrite H2.
Qed.

(** derived:boost-split. *)
Theorem boost_split {X Y T1 T2 T3} `{Eq Y} (n_replic n_tester n_nonreplic : nat)
    (strings1 : law T1) (strings2 : law T2) (strings3 : law T3)
    (solver : T1 -> list X -> Y) (accepts : T2 -> Y -> list X -> bool) (fallback : T3 -> list X -> Y)
    (valid : R -> problem X Y) (alpha lambda rho1 beta1 beta_t beta_n : R) :
  0 <= beta_t -> 0 <= beta_n ->
  (forall D y, valid (split_alpha_replic alpha lambda) D y = true -> valid alpha D y = true) ->
  replicable n_replic rho1 strings1 solver ->
  fails_at_most n_replic beta1 strings1 solver (valid (split_alpha_replic alpha lambda)) ->
  tester n_tester beta_t strings2 accepts (valid (split_alpha_replic alpha lambda)) (valid alpha) ->
  fails_at_most n_nonreplic beta_n strings3 fallback (valid alpha) ->
  let n_new := boost_n_new n_replic n_tester n_nonreplic in
  let new := hybrid n_replic n_tester solver accepts fallback in
  let all := strings strings1 strings2 strings3 in
  replicable n_new (split_rho rho1 beta1 beta_t) all new /\
  fails_at_most n_new (split_beta beta1 beta_t beta_n) all new (valid alpha).
Proof.
  intros Ht Hn Mono Rep Fail Test Fall n_new new all. split; intros D.
  - eapply hybrid_disagreement; [apply Rep|apply Fail| |exact Ht]. intros y. apply Test.
  - apply hybrid_failure_product with (close := valid (split_alpha_replic alpha lambda) D);
      auto; try apply Test; try apply Fail; try apply Fall; apply Mono.
Qed.

Print Assumptions boost_beta.
Print Assumptions boost_split.
