(** * Conditioning two pairs on their second coordinate

    Two pairs (U, V), (U', V') on finite sets, with weights [p u t] and [q u t].  If they are
    jointly close, the laws of U given V = t and of U' given V' = t are close for most t.  The
    bound of lm:kasivi fails (a table of seven cells below); this is the repaired one. *)

(*@
label: derived:kasivi
theorem: kasivi_repaired
gives: epsilon_conditional = kasivi_epsilon epsilon
gives: failure <= kasivi_failure epsilon delta delta_hat
assumes: the pairs (U, V) and (U', V') are (epsilon, delta)-close in both directions, on finite sets
*)
(*@
label: lm:kasivi
theorem: kasivi_printed_fails
refutes: yes
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw Replicable.Closeness Replicable.Conditioning.
Import ListNotations.
Open Scope R_scope.

Definition kasivi_epsilon (epsilon : R) : R := 3 * epsilon.
Definition kasivi_failure (epsilon delta delta_hat : R) : R :=
  delta + 2 * delta / (1 - exp (- epsilon)) + delta * (exp epsilon + 1) / delta_hat.
Definition kasivi_printed (epsilon delta delta_hat : R) : R :=
  2 * delta / (1 - exp (- epsilon)) + 2 * delta / delta_hat.

Section Pairs.
Context {U V : Type} (us : list U) (ts : list V).

(** The probability of an event of the pair, the law of the second coordinate, the conditional law. *)
Definition joint_mass (p : U -> V -> R) (W : U -> V -> bool) : R := sum ts (fun t => mass us (fun u => p u t) (fun u => W u t)).
Definition second (p : U -> V -> R) (t : V) : R := sum us (fun u => p u t).
Definition given (p : U -> V -> R) (t : V) (u : U) : R := p u t / second p t.

Definition pairs_close (epsilon delta : R) (p q : U -> V -> R) : Prop :=
  (forall W, joint_mass p W <= exp epsilon * joint_mass q W + delta) /\
  (forall W, joint_mass q W <= exp epsilon * joint_mass p W + delta).

Lemma second_mass p A : mass ts (second p) A = joint_mass p (fun _ t => A t).
Proof.
  unfold mass at 1, joint_mass, mass, second. apply sum_ext. intros t _. now rewrite sum_scal.
Qed.

(** Where the second coordinates have comparable weights, conditional excess becomes joint excess. *)
Lemma conditional_excess p q epsilon delta delta_hat (A : V -> bool) :
  (forall u t, In u us -> In t ts -> 0 <= p u t) -> (forall u t, In u us -> In t ts -> 0 <= q u t) ->
  (forall W, joint_mass p W <= exp epsilon * joint_mass q W + delta) ->
  (forall t, In t ts -> A t = true -> 0 < second p t /\ 0 < second q t /\ second q t <= exp (2 * epsilon) * second p t /\
    delta_hat < excess us (3 * epsilon) (given p t) (given q t)) ->
  delta_hat * mass ts (second p) A <= delta.
Proof.
  intros Hp Hq C HA.
  set (W := fun u t => A t && beyond (3 * epsilon) (given p t) (given q t) u).
  specialize (C W). enough (delta_hat * mass ts (second p) A <= joint_mass p W - exp epsilon * joint_mass q W) by lra.
  unfold joint_mass, mass at 1. rewrite <- !sum_scal, <- sum_minus. apply sum_le. intros t Ht. unfold W.
  destruct (A t) eqn:At; cbn [ind andb].
  - destruct (HA t Ht At) as (P0 & Q0 & R1 & X). unfold excess in X.
    set (O := beyond (3 * epsilon) (given p t) (given q t)) in *.
    assert (MP : mass us (given p t) O = mass us (fun u => p u t) O / second p t)
      by (unfold mass, given, Rdiv; rewrite <- sum_scal_r; apply sum_ext; intros; ring).
    assert (MQ : mass us (given q t) O = mass us (fun u => q u t) O / second q t)
      by (unfold mass, given, Rdiv; rewrite <- sum_scal_r; apply sum_ext; intros; ring).
    rewrite MP, MQ in X. set (a := mass us (fun u => p u t) O) in *. set (b := mass us (fun u => q u t) O) in *.
    assert (b0 : 0 <= b) by (apply mass_nonneg; auto).
    apply (Rmult_lt_compat_r (second p t)) in X; auto.
    replace ((a / second p t - exp (3 * epsilon) * (b / second q t)) * second p t) with
      (a - exp (3 * epsilon) * b * (second p t / second q t)) in X by (field; lra).
    assert (exp epsilon * b <= exp (3 * epsilon) * b * (second p t / second q t)).
    { replace (3 * epsilon) with (epsilon + 2 * epsilon) by ring. rewrite exp_plus.
      replace (exp epsilon * exp (2 * epsilon) * b * (second p t / second q t)) with
        (exp epsilon * b * (exp (2 * epsilon) * second p t / second q t)) by (field; lra).
      rewrite <- (Rmult_1_r (exp epsilon * b)) at 1. apply Rmult_le_compat_l.
      - apply Rmult_le_pos; auto. left; apply exp_pos.
      - apply Rmult_le_reg_r with (second q t); auto. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    change (mass us (fun u => p u t) (fun v => O v)) with a. change (mass us (fun u => q u t) (fun v => O v)) with b. lra.
  - assert (Z : forall w : U -> R, mass us w (fun _ => false) = 0).
    { intros w. unfold mass. rewrite (sum_ext us _ (fun _ => 0)) by (intros; simpl; ring). apply sum_zero. }
    rewrite !Z. lra.
Qed.
End Pairs.

(** derived:kasivi.  [good t]: the conditional laws at [t] are (3 epsilon, delta_hat)-close. *)
Theorem kasivi_repaired {U V} (us : list U) (ts : list V) (p q : U -> V -> R) (epsilon delta delta_hat : R) :
  (forall u t, In u us -> In t ts -> 0 <= p u t) -> (forall u t, In u us -> In t ts -> 0 <= q u t) ->
  0 < epsilon -> 0 <= delta -> 0 < delta_hat -> pairs_close us ts epsilon delta p q ->
  exists good : V -> bool,
    mass ts (second us p) (fun t => negb (good t)) <= kasivi_failure epsilon delta delta_hat /\
    forall t, good t = true -> close us (kasivi_epsilon epsilon) delta_hat (given us p t) (given us q t).
Proof.
  intros Hp Hq He Hd Hh [C1 C2]. unfold kasivi_epsilon.
  set (small := small_ratio (second us p) (second us q) epsilon).
  set (low := fun t => leb (excess us (3 * epsilon) (given us p t) (given us q t)) delta_hat).
  set (low' := fun t => leb (excess us (3 * epsilon) (given us q t) (given us p t)) delta_hat).
  exists (fun t => small t && low t && low' t). split.
  - assert (SP : forall t, In t ts -> 0 <= second us p t) by (intros; apply sum_nonneg; auto).
    assert (SQ : forall t, In t ts -> 0 <= second us q t) by (intros; apply sum_nonneg; auto).
    assert (CM : close ts epsilon delta (second us p) (second us q)).
    { apply close_two_ways; intros W; rewrite !second_mass; auto. }
    destruct (help_kasi ts (second us p) (second us q) epsilon delta SP SQ He Hd CM) as [HK _]. fold small in HK.
    set (A := fun t => small t && negb (low t)). set (B := fun t => small t && negb (low' t)).
    assert (HA : delta_hat * mass ts (second us p) A <= delta).
    { apply (conditional_excess us ts p q epsilon delta delta_hat A Hp Hq C1). intros t Ht At. unfold A in At.
      apply andb_prop in At as [At L]. apply negb_true_iff, leb_false in L.
      destruct (small_ratio_spec _ _ _ _ At) as (P0 & Q0 & _). unfold small, small_ratio in At.
      apply andb_prop in At as [At _]. apply andb_prop in At as [_ At]. apply leb_true in At. auto. }
    assert (HB : delta_hat * mass ts (second us q) B <= delta).
    { apply (conditional_excess us ts q p epsilon delta delta_hat B Hq Hp C2). intros t Ht Bt. unfold B in Bt.
      apply andb_prop in Bt as [At L]. apply negb_true_iff, leb_false in L.
      destruct (small_ratio_spec _ _ _ _ At) as (P0 & Q0 & _). unfold small, small_ratio in At.
      apply andb_prop in At as [At _]. apply andb_prop in At as [At _]. apply leb_true in At. auto. }
    assert (HB2 : mass ts (second us p) B <= exp epsilon * mass ts (second us q) B + delta) by (apply CM).
    assert (Un : mass ts (second us p) (fun t => negb (small t && low t && low' t)) <=
      mass ts (second us p) (fun t => negb (small t)) + mass ts (second us p) A + mass ts (second us p) B).
    { unfold mass. rewrite <- !sum_plus. apply sum_le. intros t Ht. pose proof (SP t Ht). unfold A, B.
      destruct (small t), (low t), (low' t); simpl; lra. }
    unfold kasivi_failure, help_kasi_failure in *. pose proof (exp_pos epsilon).
    assert (A1 : mass ts (second us p) A <= delta / delta_hat).
    { apply Rmult_le_reg_l with delta_hat; auto. replace (delta_hat * (delta / delta_hat)) with delta by (field; lra). auto. }
    assert (B1 : mass ts (second us q) B <= delta / delta_hat).
    { apply Rmult_le_reg_l with delta_hat; auto. replace (delta_hat * (delta / delta_hat)) with delta by (field; lra). auto. }
    replace (delta * (exp epsilon + 1) / delta_hat) with (exp epsilon * (delta / delta_hat) + delta / delta_hat) by (field; lra).
    assert (exp epsilon * mass ts (second us q) B <= exp epsilon * (delta / delta_hat)) by (apply Rmult_le_compat_l; lra). lra.
  - intros t Gt. apply andb_prop in Gt as [Gt L']. apply andb_prop in Gt as [_ L].
    apply leb_true in L, L'. apply close_two_ways; intros W.
    + eapply Rle_trans; [apply (excess_bounds us (3 * epsilon) (given us p t) (given us q t))|]. lra.
    + eapply Rle_trans; [apply (excess_bounds us (3 * epsilon) (given us q t) (given us p t))|]. lra.
Qed.

(** ** The printed bound fails

    For e^epsilon = 5, delta = 1/7 and delta_hat = 9/20 every value of V is a failure, and the printed
    bound on their mass is below 1. *)

Definition table (u t : bool) : R :=
  match u, t with false, false => 0 | true, false => 5/7 | false, true => 1/7 | true, true => 1/7 end.
Definition table' (u t : bool) : R :=
  match u, t with false, false => 1/7 | true, false => 1/7 | false, true => 0 | true, true => 5/7 end.

Theorem kasivi_printed_fails : let both := [false; true] in let epsilon := ln 5 in
  pairs_close both both epsilon (1/7) table table' /\
  (forall t, ~ close both (3 * epsilon) (9/20) (given both table t) (given both table' t)) /\
  kasivi_printed epsilon (1/7) (9/20) < 1.
Proof.
  intros both epsilon. assert (E5 : exp epsilon = 5) by (apply exp_ln; lra). split; [|split].
  - split; intros W; unfold joint_mass, mass, both; simpl sum; rewrite E5;
    destruct (W false false), (W true false), (W false true), (W true true); simpl; lra.
  - assert (E125 : exp (3 * epsilon) = 125).
    { replace (3 * epsilon) with (epsilon + (epsilon + epsilon)) by ring. rewrite !exp_plus, E5. ring. }
    intros [|] C.
    + destruct (C (fun u => negb u)) as [Hc _]. rewrite E125 in Hc. unfold mass, given, second, both in Hc. simpl in Hc. lra.
    + pose proof (close_back _ _ _ _ _ C (fun u => negb u)) as Hc. rewrite E125 in Hc. unfold mass, given, second, both in Hc. simpl in Hc. lra.
  - unfold kasivi_printed. rewrite exp_Ropp, E5. lra.
Qed.

Print Assumptions kasivi_repaired.
Print Assumptions kasivi_printed_fails.
