(** * Adaptive composition of perfectly generalizing algorithms

    [P s z] is the output law of the next algorithm on the sample [s] after the outputs
    [z]; its coins are its own.  At every prefix it is perfectly generalizing: a simulator
    [Q z], which does not see the sample, is close to it but for few samples.  Then the
    transcript of all rounds has a simulator as well: the transcript of the simulators.

    The proof follows a transcript until a round fails: closeness does not hold at its
    prefix, its log-ratio is large, or the sum of the log-ratios leaves its band, which
    Azuma's inequality makes unlikely.  Up to there the two transcripts have a bounded
    likelihood ratio, and Markov's inequality turns the failure into one per sample. *)

(*@
label: lm:pg_compose_het
theorem: pg_compose_het
gives: epsilon_k = het_epsilon_k k epsilon delta delta_prime
gives: delta_k = het_delta_k k gamma epsilon delta delta_prime
gives: epsilon_star = het_epsilon_star k epsilon delta delta_prime
gives: delta_star = het_delta_star k gamma epsilon delta delta_prime
gives: gamma_star = het_delta_star k gamma epsilon delta delta_prime
assumes: at every prefix of earlier outputs the i-th algorithm is perfectly generalizing with its parameters, and its coins are its own
assumes: delta[i] <= epsilon[i]/50
assumes: delta_prime < 1/2
assumes: the outputs are from a finite set
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw Replicable.Hoeffding Replicable.Closeness.
Import ListNotations.
Open Scope R_scope.

Definition het_epsilon_k (k : nat) (epsilon delta : nat -> R) (delta_prime : R) : R :=
  2 * sqrt 2 * sqrt (ln (1 / delta_prime)) * sqrt (total k (fun j => (epsilon j) ^ 2)) +
  total k (fun j => round_drift (epsilon j) (delta j)).
Definition het_delta_k (k : nat) (gamma epsilon delta : nat -> R) (delta_prime : R) : R :=
  delta_prime * INR k + total k (fun l => exp (het_epsilon_k (pred l) epsilon delta delta_prime) * gamma l) +
  total k (fun i => round_delta_hat (epsilon i) (delta i)).
Definition het_epsilon_star (k : nat) (epsilon delta : nat -> R) (delta_prime : R) : R :=
  3 * het_epsilon_k k epsilon delta delta_prime.
Definition het_delta_star (k : nat) (gamma epsilon delta : nat -> R) (delta_prime : R) : R :=
  5 * sqrt (het_delta_k k gamma epsilon delta delta_prime) / sqrt (Rmin 1 (het_epsilon_k k epsilon delta delta_prime)).

(** ** Transcripts *)

Section Transcripts.
Context {Y : Type} (next : list Y -> law Y).

Lemma E_path_le k : forall h f g, (forall p, length p = k -> f p <= g p) -> E (path next k h) f <= E (path next k h) g.
Proof.
  induction k as [|k IH]; intros h f g Hfg; [simpl; rewrite !E_sure; now apply Hfg|].
  rewrite !E_path_S. apply E_le; intros a. apply IH. intros p Hp. apply Hfg. simpl. lia.
Qed.

Lemma E_path_snoc k : forall h f,
  E (path next (S k) h) f = E (path next k h) (fun p => E (next (h ++ p)) (fun a => f (p ++ [a]))).
Proof.
  induction k as [|k IH]; intros h f.
  - rewrite E_path_S. simpl. rewrite E_sure, app_nil_r. apply E_ext; intros a. now rewrite E_sure.
  - rewrite E_path_S. rewrite (E_path_S next k). apply E_ext; intros a. rewrite IH.
    apply E_ext; intros p. rewrite <- app_assoc. reflexivity.
Qed.

Lemma along_snoc (X : list Y -> Y -> R) p a : forall h, along X h (p ++ [a]) = along X h p + X (h ++ p) a.
Proof.
  induction p as [|b p IH]; intros h; simpl; [rewrite app_nil_r; ring|]. rewrite IH, <- app_assoc. simpl. ring.
Qed.
End Transcripts.

(** ** One direction, for one sample

    [next]: the law of the next output; [gd z]: closeness holds at the prefix [z];
    [within z y]: the log-ratio is small; [F z y]: the log-ratio. *)

Section OneSide.
Context {Y : Type} (next next' : list Y -> law Y) (gd : list Y -> bool) (within : list Y -> Y -> bool).
Variables (F : list Y -> Y -> R) (k : nat) (epsilon drift hat : nat -> R) (delta_prime : R).
Hypothesis epsilon_pos : forall i, (1 <= i <= k)%nat -> 0 < epsilon i.
Hypothesis drift_nonneg : forall i, (1 <= i <= k)%nat -> 0 <= drift i.
Hypothesis hat_nonneg : forall i, (1 <= i <= k)%nat -> 0 <= hat i.
Hypothesis prime_range : 0 < delta_prime < 1.
Hypothesis seldom_large : forall z, (length z < k)%nat -> gd z = true ->
  Pr (next z) (fun y => negb (within z y)) <= hat (S (length z)).
Hypothesis small : forall z y, (length z < k)%nat -> gd z = true -> within z y = true ->
  Rabs (F z y) <= 2 * epsilon (S (length z)).
Hypothesis mean : forall z, (length z < k)%nat -> gd z = true ->
  E (next z) (fun y => ind (within z y) * F z y) <= drift (S (length z)).
Hypothesis ratio : forall z g, (length z < k)%nat -> gd z = true -> (forall y, 0 <= g y) ->
  E (next z) (fun y => ind (within z y) * exp (- F z y) * g y) <= E (next' z) g.

Fixpoint ok (z p : list Y) : bool :=
  match p with [] => true | y :: p' => gd z && within z y && ok (z ++ [y]) p' end.

Lemma ok_app p q : forall z, ok z (p ++ q) = ok z p && ok (z ++ p) q.
Proof.
  induction p as [|y p IH]; intros z; simpl; [now rewrite app_nil_r|]. rewrite IH, <- app_assoc. simpl.
  now rewrite andb_assoc.
Qed.

Lemma ok_snoc p y : ok [] (p ++ [y]) = ok [] p && (gd p && within p y).
Proof. rewrite ok_app. simpl. now rewrite andb_true_r. Qed.

(** The log-ratio, stopped at the first failure. *)
Definition stopped (z : list Y) (y : Y) : R := if ok [] (z ++ [y]) then F z y else 0.

Lemma stopped_along p : forall z, ok [] (z ++ p) = true -> along stopped z p = along F z p.
Proof.
  induction p as [|y p IH]; intros z Hz; simpl; auto.
  replace (z ++ y :: p) with ((z ++ [y]) ++ p) in Hz by (rewrite <- app_assoc; reflexivity).
  rewrite IH by auto. f_equal. unfold stopped. rewrite ok_app in Hz. apply andb_prop in Hz as [Hz _]. now rewrite Hz.
Qed.

Definition level (j : nat) : R :=
  2 * sqrt 2 * sqrt (ln (1 / delta_prime)) * sqrt (total j (fun i => (epsilon i) ^ 2)) + total j (fun i => drift i).

Lemma log_pos : 0 < ln (1 / delta_prime).
Proof.
  rewrite <- ln_1. apply ln_increasing; [lra|]. apply Rmult_lt_reg_r with delta_prime; [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
Qed.

Lemma level_nonneg j : (j <= k)%nat -> 0 <= level j.
Proof.
  intros Hj. unfold level. apply Rplus_le_le_0_compat.
  - repeat apply Rmult_le_pos; try apply sqrt_pos. lra.
  - apply sum_nonneg. intros i Hi. apply in_seq in Hi. apply drift_nonneg. lia.
Qed.

(** Azuma: an unfailed transcript seldom leaves its band. *)
Lemma band j : (1 <= j <= k)%nat ->
  Pr (path next j []) (fun p => ok [] p && negb (leb (along F [] p) (level j))) <= delta_prime.
Proof.
  intros Hj. set (V := total j (fun i => (epsilon i) ^ 2)).
  assert (HV : 0 < V).
  { apply Rlt_le_trans with ((epsilon j)^2); [apply pow_lt, epsilon_pos; lia|].
    apply (sum_term (seq 1 j) (fun i => (epsilon i)^2)); [intros; apply pow2_ge_0|apply in_seq; lia]. }
  pose proof log_pos as HL. set (L := ln (1 / delta_prime)) in *.
  set (t := 2 * sqrt 2 * sqrt L * sqrt V).
  assert (Ht : 0 < t) by (unfold t; repeat apply Rmult_lt_0_compat; try apply sqrt_lt_R0; lra).
  assert (t2 : t^2 = 8 * L * V).
  { unfold t. rewrite !Rpow_mult_distr, !pow2_sqrt by lra. ring. }
  eapply Rle_trans; [|eapply Rle_trans; [apply (azuma next stopped j drift (fun i => 2 * epsilon i)) with (t := t); auto|]].
  - apply Pr_le. intros p Hp. apply andb_prop in Hp as [Hok Hout]. apply negb_true_iff, leb_false in Hout.
    rewrite stopped_along by auto. destruct (Rle_dec (total j drift + t) (along F [] p)) as [|n]; auto.
    exfalso. apply n. unfold level in Hout. fold V L t in Hout. change (fun i => drift i) with drift in Hout. lra.
  - intros z a Hz _. unfold stopped. destruct (ok [] (z ++ [a])) eqn:O.
    + rewrite ok_snoc in O. apply andb_prop in O as [_ O]. apply andb_prop in O as [G W]. apply small; auto. lia.
    + rewrite Rabs_R0. pose proof (epsilon_pos (S (length z)) ltac:(lia)). lra.
  - intros z Hz. destruct (ok [] z && gd z) eqn:O.
    + apply andb_prop in O as [O G]. eapply Rle_trans; [|apply mean; auto; lia]. right. apply E_ext. intros y.
      unfold stopped. rewrite ok_snoc, O, G. simpl. destruct (within z y); simpl; ring.
    + rewrite (E_ext _ _ (fun _ => 0)), E_const; [apply drift_nonneg; lia|]. intros y. unfold stopped. rewrite ok_snoc.
      destruct (ok [] z), (gd z); simpl in *; auto; discriminate.
  - lia.
  - intros i Hi. pose proof (epsilon_pos i ltac:(lia)). lra.
  - unfold azuma_tail. rewrite t2.
    replace (total j (fun i => (2 * epsilon i)^2)) with (4 * V)
      by (unfold V, total; rewrite <- sum_scal; apply sum_ext; intros; ring).
    replace (- (8 * L * V) / (2 * (4 * V))) with (- L) by (field; lra).
    unfold L. rewrite <- ln_Rinv by (apply Rdiv_lt_0_compat; lra).
    replace (/ (1 / delta_prime)) with delta_prime by (field; lra). rewrite exp_ln; lra.
Qed.

(** No failure so far, and within the band. *)
Definition passing (j : nat) (p : list Y) : bool := ok [] p && leb (along F [] p) (level j).

Lemma not_passing j : (j <= k)%nat ->
  Pr (path next j []) (fun p => negb (passing j p)) <=
  total j (fun i => Pr (path next (pred i) []) (fun p => passing (pred i) p && negb (gd p)) + hat i + delta_prime).
Proof.
  induction j as [|j IH]; intros Hj.
  - simpl path. unfold Pr. rewrite E_sure. unfold passing. simpl ok. simpl along.
    replace (leb 0 (level 0)) with true by (symmetry; apply leb_true, level_nonneg; lia). unfold total. simpl. lra.
  - rewrite total_S. simpl pred. specialize (IH ltac:(lia)).
    apply Rle_trans with (Pr (path next j []) (fun p => negb (passing j p)) +
      (Pr (path next j []) (fun p => passing j p && negb (gd p)) + hat (S j) + delta_prime)); [|lra].
    pose proof (band (S j) ltac:(lia)) as B. unfold Pr in B |- *. rewrite E_path_snoc in B |- *. simpl app in B |- *.
    apply Rle_trans with (E (path next j []) (fun p =>
      ind (negb (passing j p)) + ind (passing j p && negb (gd p)) + hat (S j) +
      E (next p) (fun a => ind (ok [] (p ++ [a]) && negb (leb (along F [] (p ++ [a])) (level (S j))))))).
    + apply E_path_le. intros p Hp.
      apply Rle_trans with (E (next p) (fun a =>
        (ind (negb (passing j p)) + ind (passing j p && negb (gd p))) +
        (ind (gd p) * ind (negb (within p a)) +
        ind (ok [] (p ++ [a]) && negb (leb (along F [] (p ++ [a])) (level (S j))))))).
      * apply E_le; intros a. unfold passing. rewrite ok_snoc.
        destruct (ok [] p), (gd p), (within p a), (leb (along F [] p) (level j)), (leb (along F [] (p ++ [a])) (level (S j)));
          simpl; lra.
      * rewrite E_plus, E_const, E_plus, E_scal.
        assert (ind (gd p) * E (next p) (fun a => ind (negb (within p a))) <= hat (S j)); [|lra].
        pose proof (hat_nonneg (S j) ltac:(lia)).
        destruct (gd p) eqn:G; simpl ind; [|lra]. rewrite Rmult_1_l, <- Hp. apply seldom_large; auto. lia.
    + rewrite !E_plus, E_const. lra.
Qed.

(** Up to there the two transcripts have a bounded likelihood ratio. *)
Lemma change j : forall z g, (forall p, 0 <= g p) -> (length z + j <= k)%nat ->
  E (path next j z) (fun p => ind (ok z p) * exp (- along F z p) * g p) <= E (path next' j z) g.
Proof.
  induction j as [|j IH]; intros z g Hg Hz.
  - simpl. rewrite !E_sure. simpl. rewrite Ropp_0, exp_0. lra.
  - rewrite !E_path_S.
    set (R' := fun y => E (path next' j (z ++ [y])) (fun p => g (y :: p))).
    assert (HR : forall y, 0 <= R' y) by (intros; apply E_ge0; auto).
    destruct (gd z) eqn:G.
    + eapply Rle_trans; [|apply (ratio z R'); auto; lia]. apply E_le; intros y. simpl ok. simpl along. rewrite G.
      destruct (within z y); simpl andb; cbn [ind].
      * rewrite (E_ext _ _ (fun p => exp (- F z y) * (ind (ok (z ++ [y]) p) * exp (- along F (z ++ [y]) p) * g (y :: p)))).
        { rewrite E_scal, Rmult_1_l. apply Rmult_le_compat_l; [left; apply exp_pos|].
          apply (IH (z ++ [y]) (fun p => g (y :: p))); auto. rewrite app_length. simpl. lia. }
        intros p. rewrite Ropp_plus_distr, exp_plus. ring.
      * rewrite (E_ext _ _ (fun _ => 0)), E_const; [lra|]. intros; ring.
    + apply Rle_trans with 0; [|apply E_ge0; auto]. right.
      rewrite (E_ext _ _ (fun _ => 0)), E_const; auto. intros y. simpl ok. rewrite G. simpl.
      rewrite (E_ext _ _ (fun _ => 0)), E_const; auto. intros; ring.
Qed.

Lemma passing_change j g : (j <= k)%nat -> (forall p, 0 <= g p) ->
  E (path next j []) (fun p => ind (passing j p) * g p) <= exp (level j) * E (path next' j []) g.
Proof.
  intros Hj Hg. eapply Rle_trans; [|apply Rmult_le_compat_l; [left; apply exp_pos|apply (change j [] g Hg); simpl; lia]].
  rewrite <- E_scal. apply E_le; intros p. unfold passing. rewrite ind_and.
  destruct (leb (along F [] p) (level j)) eqn:L; cbn [ind].
  - apply leb_true in L. replace (exp (level j) * (ind (ok [] p) * exp (- along F [] p) * g p)) with
      (ind (ok [] p) * g p * exp (level j + - along F [] p)) by (rewrite exp_plus; ring).
    assert (1 <= exp (level j + - along F [] p)).
    { rewrite <- exp_0. destruct (Req_dec (level j + - along F [] p) 0) as [->|]; [lra|]. left. apply exp_increasing. lra. }
    assert (0 <= ind (ok [] p) * g p) by (apply Rmult_le_pos; [apply ind_range|auto]). nra.
  - rewrite Rmult_0_r, Rmult_0_l. apply Rmult_le_pos; [left; apply exp_pos|].
    apply Rmult_le_pos; auto. apply Rmult_le_pos; [apply ind_range|left; apply exp_pos].
Qed.

(** Closeness of the transcripts, with the failure as the additive part. *)
Lemma one_way (O : list Y -> bool) :
  Pr (path next k []) O <= Pr (path next k []) (fun p => negb (passing k p)) + exp (level k) * Pr (path next' k []) O.
Proof.
  eapply Rle_trans; [|apply Rplus_le_compat_l, (passing_change k (fun p => ind (O p)) (le_n _) (fun p => proj1 (ind_range _)))].
  unfold Pr. rewrite <- E_plus. apply E_le; intros p. rewrite ind_negb.
  destruct (passing k p), (O p); simpl; lra.
Qed.
End OneSide.

(** ** The theorem *)

Lemma law_weights {Y} (outs : list Y) (p : Y -> R) : (forall y, In y outs -> 0 <= p y) -> sum outs p = 1 ->
  (forall wa, In wa (map (fun y => (p y, y)) outs) -> 0 <= fst wa) /\ sum (map (fun y => (p y, y)) outs) fst = 1.
Proof.
  intros Hp Tp. split; [|now rewrite sum_map]. intros wa Hin. apply in_map_iff in Hin as (y & <- & Hy). now apply Hp.
Qed.

(** The law with given weights. *)
Definition weighted {Y} (outs : list Y) (p : Y -> R) (Hp : forall y, In y outs -> 0 <= p y) (Tp : sum outs p = 1) : law Y :=
  let W := law_weights outs p Hp Tp in Law _ (proj1 W) (proj2 W).

Lemma E_weighted {Y} (outs : list Y) p Hp Tp f : E (weighted outs p Hp Tp) f = sum outs (fun y => p y * f y).
Proof. unfold E, weighted. simpl. now rewrite sum_map. Qed.

(** def:pg for a whole transcript, on one population [pop]: the simulator is a law of transcripts. *)
Definition transcripts_generalize {S Y} (gamma epsilon delta : R) (pop : law S) (A : S -> law (list Y)) (Sim : law (list Y)) : Prop :=
  exists good : S -> bool, Pr pop (fun s => negb (good s)) <= gamma /\
    forall s, good s = true -> forall O,
      Pr (A s) O <= exp epsilon * Pr Sim O + delta /\ exp (- epsilon) * (Pr Sim O - delta) <= Pr (A s) O.

Section Compose.
Context {S Y : Type} (outs : list Y) (P : S -> list Y -> Y -> R) (Q : list Y -> Y -> R) (good : list Y -> S -> bool).
Hypothesis P_nonneg : forall s z y, In y outs -> 0 <= P s z y.
Hypothesis P_total : forall s z, sum outs (P s z) = 1.
Hypothesis Q_nonneg : forall z y, In y outs -> 0 <= Q z y.
Hypothesis Q_total : forall z, sum outs (Q z) = 1.

Definition real (s : S) (z : list Y) : law Y := weighted outs (P s z) (P_nonneg s z) (P_total s z).
Definition oracle (z : list Y) : law Y := weighted outs (Q z) (Q_nonneg z) (Q_total z).

Variables (k : nat) (gamma epsilon delta : nat -> R) (delta_prime : R) (pop : law S).
Hypothesis k_pos : (1 <= k)%nat.
Hypothesis prime_range : 0 < delta_prime < 1/2.
Hypothesis gamma_range : forall i, (1 <= i <= k)%nat -> 0 < gamma i < 1.
Hypothesis epsilon_range : forall i, (1 <= i <= k)%nat -> 0 < epsilon i <= 1.
Hypothesis delta_range : forall i, (1 <= i <= k)%nat -> 0 < delta i <= epsilon i / 50.
(** Perfect generalization at every prefix. *)
Hypothesis seldom : forall z, (length z < k)%nat -> Pr pop (fun s => negb (good z s)) <= gamma (Datatypes.S (length z)).
Hypothesis closeness : forall z s, (length z < k)%nat -> good z s = true ->
  close outs (epsilon (Datatypes.S (length z))) (delta (Datatypes.S (length z))) (P s z) (Q z).

Let eps (z : list Y) := epsilon (Datatypes.S (length z)).
Let within (s : S) (z : list Y) : Y -> bool := small_ratio (P s z) (Q z) (eps z).
Let within' (s : S) (z : list Y) : Y -> bool := small_ratio (Q z) (P s z) (eps z).
Let f (s : S) (z : list Y) (y : Y) : R := ln (P s z y / Q z y).
Let f' (s : S) (z : list Y) (y : Y) : R := ln (Q z y / P s z y).
Let drift (i : nat) : R := round_drift (epsilon i) (delta i).
Let hat (i : nat) : R := round_delta_hat (epsilon i) (delta i).
Let lev := level epsilon drift delta_prime.
Let eps_k := het_epsilon_k k epsilon delta delta_prime.
Let delta_k := het_delta_k k gamma epsilon delta delta_prime.

Lemma drift0 i : (1 <= i <= k)%nat -> 0 <= drift i.
Proof. intros Hi. apply round_drift_nonneg; auto. Qed.
Lemma hat0 i : (1 <= i <= k)%nat -> 0 <= hat i.
Proof. intros Hi. pose proof (delta_hat_small (epsilon i) (delta i) (epsilon_range i Hi) (delta_range i Hi)). unfold hat. lra. Qed.

(** The hypotheses of one direction, for any two close laws. *)
Lemma direction (p q : Y -> R) e d :
  (forall y, In y outs -> 0 <= p y) -> (forall y, In y outs -> 0 <= q y) -> sum outs p = 1 -> sum outs q = 1 ->
  0 < e <= 1 -> 0 < d <= e / 50 -> close outs e d p q ->
  sum outs (fun y => p y * ind (negb (small_ratio p q e y))) <= round_delta_hat e d /\
  (forall y, small_ratio p q e y = true -> Rabs (ln (p y / q y)) <= 2 * e) /\
  sum outs (fun y => p y * (ind (small_ratio p q e y) * ln (p y / q y))) <= round_drift e d /\
  (forall g, (forall y, 0 <= g y) ->
    sum outs (fun y => p y * (ind (small_ratio p q e y) * exp (- ln (p y / q y)) * g y)) <= sum outs (fun y => q y * g y)).
Proof.
  intros Hp Hq Tp Tq He Hd C. destruct (help_kasi outs p q e d Hp Hq ltac:(lra) ltac:(lra) C) as [HK HS]. repeat split; auto.
  - eapply Rle_trans; [|exact HK]. right. apply sum_ext; intros; ring.
  - eapply Rle_trans; [|apply round_drift_above; auto].
    pose proof (mean_log_ratio outs p q e d 1 ltac:(lra) Hp Hq Tp Tq ltac:(lra) ltac:(lra) C) as M.
    unfold Rdiv in M at 3. rewrite Rinv_1, Rmult_1_r in M. eapply Rle_trans; [|exact M].
    right. apply sum_ext; intros. unfold Rdiv at 2. rewrite Rinv_1. ring.
  - intros g Hg. apply sum_le. intros y Hy. destruct (small_ratio p q e y) eqn:Sm; cbn [ind].
    + destruct (small_ratio_spec p q e y Sm) as (Py & Qy & _). rewrite exp_Ropp, exp_ln by (now apply Rdiv_lt_0_compat).
      right. field. lra.
    + pose proof (Hq y Hy). pose proof (Hg y). nra.
Qed.

Lemma close_swap e d p q : close outs e d p q -> close outs e d q p.
Proof.
  intros C W. split; [now apply (close_back outs e d p q)|]. destruct (C W) as [U _].
  pose proof (exp_neg e). pose proof (exp_pos (- e)).
  apply (Rmult_le_compat_l (exp (- e))) in U; [|lra].
  replace (exp (- e) * (exp e * mass outs q W + d)) with (exp (- e) * exp e * mass outs q W + exp (- e) * d) in U by ring.
  rewrite H in U. lra.
Qed.

Definition b (s : S) : R := Pr (path (real s) k [])
  (fun p => negb (passing (fun z => good z s) (within s) (f s) epsilon drift delta_prime k p)).
Definition b' (s : S) : R := Pr (path oracle k [])
  (fun p => negb (passing (fun z => good z s) (within' s) (f' s) epsilon drift delta_prime k p)).

Lemma real_side s :
  b s <= total k (fun i => exp (lev (pred i)) * Pr (path oracle (pred i) []) (fun p => negb (good p s)) + hat i + delta_prime) /\
  forall O, Pr (path (real s) k []) O <= b s + exp (lev k) * Pr (path oracle k []) O.
Proof.
  pose proof (fun z (Hz : (length z < k)%nat) (Gz : good z s = true) =>
    (direction (P s z) (Q z) (eps z) (delta (Datatypes.S (length z))) (P_nonneg s z) (Q_nonneg z)
      (P_total s z) (Q_total z) (epsilon_range (Datatypes.S (length z)) ltac:(lia)) (delta_range (Datatypes.S (length z)) ltac:(lia)) (closeness z s Hz Gz))) as D.
  assert (H1 : forall z, (length z < k)%nat -> good z s = true ->
    Pr (real s z) (fun y => negb (within s z y)) <= hat (Datatypes.S (length z)))
    by (intros z Hz Gz; unfold Pr, real; rewrite E_weighted; apply (D z Hz Gz)).
  assert (H2 : forall z y, (length z < k)%nat -> good z s = true -> within s z y = true ->
    Rabs (f s z y) <= 2 * epsilon (Datatypes.S (length z))) by (intros z y Hz Gz Wy; now apply (D z Hz Gz)).
  assert (H3 : forall z, (length z < k)%nat -> good z s = true ->
    E (real s z) (fun y => ind (within s z y) * f s z y) <= drift (Datatypes.S (length z)))
    by (intros z Hz Gz; unfold real; rewrite E_weighted; apply (D z Hz Gz)).
  assert (H4 : forall z g, (length z < k)%nat -> good z s = true -> (forall y, 0 <= g y) ->
    E (real s z) (fun y => ind (within s z y) * exp (- f s z y) * g y) <= E (oracle z) g)
    by (intros z g Hz Gz Hg; unfold real, oracle; rewrite !E_weighted; now apply (D z Hz Gz)).
  assert (E0 : forall i, (1 <= i <= k)%nat -> 0 < epsilon i) by (intros i Hi; now apply epsilon_range).
  split.
  - eapply Rle_trans; [apply (not_passing (real s) (fun z => good z s) (within s) (f s) k epsilon drift hat delta_prime); auto;
      [apply drift0|apply hat0|lra]|].
    apply total_le. intros i Hi. apply Rplus_le_compat_r, Rplus_le_compat_r.
    eapply Rle_trans; [|apply (passing_change (real s) oracle (fun z => good z s) (within s) (f s) k epsilon drift delta_prime H4
      (pred i) (fun p => ind (negb (good p s)))); [lia|intros; apply ind_range]].
    right. apply E_ext; intros p. now rewrite ind_and.
  - intros O. apply one_way. exact H4.
Qed.

Lemma oracle_side s :
  b' s <= total k (fun i => Pr (path oracle (pred i) []) (fun p => negb (good p s)) + hat i + delta_prime) /\
  forall O, Pr (path oracle k []) O <= b' s + exp (lev k) * Pr (path (real s) k []) O.
Proof.
  pose proof (fun z (Hz : (length z < k)%nat) (Gz : good z s = true) =>
    (direction (Q z) (P s z) (eps z) (delta (Datatypes.S (length z))) (Q_nonneg z) (P_nonneg s z)
      (Q_total z) (P_total s z) (epsilon_range (Datatypes.S (length z)) ltac:(lia)) (delta_range (Datatypes.S (length z)) ltac:(lia)) (close_swap _ _ _ _ (closeness z s Hz Gz)))) as D.
  assert (H1 : forall z, (length z < k)%nat -> good z s = true ->
    Pr (oracle z) (fun y => negb (within' s z y)) <= hat (Datatypes.S (length z)))
    by (intros z Hz Gz; unfold Pr, oracle; rewrite E_weighted; apply (D z Hz Gz)).
  assert (H2 : forall z y, (length z < k)%nat -> good z s = true -> within' s z y = true ->
    Rabs (f' s z y) <= 2 * epsilon (Datatypes.S (length z))) by (intros z y Hz Gz Wy; now apply (D z Hz Gz)).
  assert (H3 : forall z, (length z < k)%nat -> good z s = true ->
    E (oracle z) (fun y => ind (within' s z y) * f' s z y) <= drift (Datatypes.S (length z)))
    by (intros z Hz Gz; unfold oracle; rewrite E_weighted; apply (D z Hz Gz)).
  assert (H4 : forall z g, (length z < k)%nat -> good z s = true -> (forall y, 0 <= g y) ->
    E (oracle z) (fun y => ind (within' s z y) * exp (- f' s z y) * g y) <= E (real s z) g)
    by (intros z g Hz Gz Hg; unfold real, oracle; rewrite !E_weighted; now apply (D z Hz Gz)).
  assert (E0 : forall i, (1 <= i <= k)%nat -> 0 < epsilon i) by (intros i Hi; now apply epsilon_range).
  split.
  - eapply Rle_trans; [apply (not_passing oracle (fun z => good z s) (within' s) (f' s) k epsilon drift hat delta_prime); auto;
      [apply drift0|apply hat0|lra]|].
    apply total_le. intros i Hi. apply Rplus_le_compat_r, Rplus_le_compat_r.
    apply Pr_le. intros p Hp. now apply andb_prop in Hp.
  - intros O. apply one_way. exact H4.
Qed.

(** Prefixes of the oracle do not see the sample. *)
Lemma oracle_prefix i : (1 <= i <= k)%nat ->
  E pop (fun s => Pr (path oracle (pred i) []) (fun p => negb (good p s))) <= gamma i.
Proof.
  intros Hi. unfold Pr. rewrite E_swap.
  rewrite <- (E_const (path oracle (pred i) []) (gamma i)). apply E_path_le. intros p Hp.
  pose proof (seldom p ltac:(lia)) as G. replace (Datatypes.S (length p)) with i in G by lia. exact G.
Qed.

Lemma lev_is j : lev j = het_epsilon_k j epsilon delta delta_prime. Proof. reflexivity. Qed.
Lemma lev0 j : (j <= k)%nat -> 0 <= lev j.
Proof. intros Hj. apply (level_nonneg k); auto. apply drift0. Qed.

Lemma delta_k_sum : delta_k = total k (fun i => exp (lev (pred i)) * gamma i + hat i + delta_prime).
Proof.
  unfold delta_k, het_delta_k. rewrite <- (Rmult_comm (INR k)), <- total_const. unfold total. rewrite !sum_plus.
  fold (total k (fun _ : nat => delta_prime)). unfold hat, total. rewrite <- !sum_plus. apply sum_ext. intros i _. rewrite lev_is. ring.
Qed.

Lemma mean_b : E pop b <= delta_k.
Proof.
  rewrite delta_k_sum.
  eapply Rle_trans; [apply E_le; intros s; apply (proj1 (real_side s))|]. unfold total.
  rewrite (E_sum pop (seq 1 k) (fun i s => exp (lev (pred i)) * Pr (path oracle (pred i) []) (fun p => negb (good p s)) + hat i + delta_prime)).
  apply sum_le. intros i Hi. apply in_seq in Hi. rewrite !E_plus, !E_const, E_scal.
  apply Rplus_le_compat_r, Rplus_le_compat_r, Rmult_le_compat_l; [left; apply exp_pos|]. apply oracle_prefix. lia.
Qed.

Lemma mean_b' : E pop b' <= delta_k.
Proof.
  rewrite delta_k_sum.
  eapply Rle_trans; [apply E_le; intros s; apply (proj1 (oracle_side s))|]. unfold total.
  rewrite (E_sum pop (seq 1 k) (fun i s => Pr (path oracle (pred i) []) (fun p => negb (good p s)) + hat i + delta_prime)).
  apply sum_le. intros i Hi. apply in_seq in Hi. rewrite !E_plus, !E_const.
  apply Rplus_le_compat_r, Rplus_le_compat_r. pose proof (oracle_prefix i ltac:(lia)) as OP.
  pose proof (gamma_range i ltac:(lia)). pose proof (lev0 (pred i) ltac:(lia)). pose proof (exp_ineq1_le (lev (pred i))). nra.
Qed.

(** The composition, with Markov's inequality at any level [d]. *)
Lemma compose_at d : 0 < d ->
  transcripts_generalize (2 * delta_k / d) eps_k d pop (fun s => path (real s) k []) (path oracle k []).
Proof.
  intros Hd. exists (fun s => leb (b s) d && leb (b' s) d). split.
  - apply Rle_trans with (Pr pop (fun s => if Rle_dec d (b s) then true else false) +
      Pr pop (fun s => if Rle_dec d (b' s) then true else false)).
    + eapply Rle_trans; [|apply Pr_or]. apply Pr_le. intros s Hs. apply negb_true_iff, andb_false_iff in Hs.
      destruct (Rle_dec d (b s)); auto. destruct (Rle_dec d (b' s)); auto.
      destruct Hs as [Hs|Hs]; apply leb_false in Hs; lra.
    + pose proof (markov pop b d (fun s => proj1 (Pr_range _ _)) Hd). pose proof (markov pop b' d (fun s => proj1 (Pr_range _ _)) Hd).
      pose proof mean_b. pose proof mean_b'. assert (0 < / d) by now apply Rinv_0_lt_compat.
      unfold Rdiv in *. nra.
  - intros s Hs O. apply andb_prop in Hs as [H1 H2]. apply leb_true in H1, H2.
    pose proof (proj2 (real_side s) O) as R1. pose proof (proj2 (oracle_side s) O) as R2. rewrite lev_is in R1, R2. fold eps_k in R1, R2.
    split; [lra|]. pose proof (exp_neg eps_k). pose proof (exp_pos (- eps_k)).
    apply Rle_trans with (exp (- eps_k) * (exp eps_k * Pr (path (real s) k []) O)); [apply Rmult_le_compat_l; lra|].
    rewrite <- Rmult_assoc, H. lra.
Qed.

Lemma delta_k_pos : 0 < delta_k.
Proof.
  unfold delta_k, het_delta_k.
  assert (0 < delta_prime * INR k) by (apply Rmult_lt_0_compat; [lra|apply lt_0_INR; lia]).
  assert (0 <= total k (fun l => exp (het_epsilon_k (pred l) epsilon delta delta_prime) * gamma l)).
  { apply sum_nonneg. intros i Hi. apply in_seq in Hi. apply Rmult_le_pos; [left; apply exp_pos|].
    pose proof (gamma_range i ltac:(lia)). lra. }
  assert (0 <= total k (fun i => round_delta_hat (epsilon i) (delta i))).
  { apply sum_nonneg. intros i Hi. apply in_seq in Hi. apply hat0. lia. }
  lra.
Qed.

Lemma compose_star : 0 < eps_k ->
  transcripts_generalize (het_delta_star k gamma epsilon delta delta_prime) (het_epsilon_star k epsilon delta delta_prime)
    (het_delta_star k gamma epsilon delta delta_prime) pop (fun s => path (real s) k []) (path oracle k []).
Proof.
  intros He. pose proof delta_k_pos as Dk. set (d := sqrt (2 * delta_k)).
  assert (d0 : 0 < d) by (apply sqrt_lt_R0; lra).
  assert (d2 : d * d = 2 * delta_k) by (apply sqrt_sqrt; lra).
  assert (ds : d <= het_delta_star k gamma epsilon delta delta_prime).
  { unfold het_delta_star. fold delta_k eps_k. unfold d. rewrite sqrt_mult by lra.
    set (r := sqrt delta_k). assert (0 < r) by (apply sqrt_lt_R0; lra).
    assert (Hm : 0 < Rmin 1 eps_k <= 1) by (split; [apply Rmin_pos; lra|apply Rmin_l]).
    assert (S1 : 0 < sqrt (Rmin 1 eps_k) <= 1) by (split; [apply sqrt_lt_R0; lra|apply Rle_trans with (sqrt 1); [apply sqrt_le_1; lra|rewrite sqrt_1; lra]]).
    assert (S2 : sqrt 2 <= 5).
    { replace 5 with (sqrt 25) by (replace 25 with (5 * 5) by ring; apply sqrt_square; lra). apply sqrt_le_1; lra. }
    apply Rmult_le_reg_r with (sqrt (Rmin 1 eps_k)); [lra|].
    replace (5 * r / sqrt (Rmin 1 eps_k) * sqrt (Rmin 1 eps_k)) with (5 * r) by (field; lra).
    pose proof (sqrt_pos 2). assert (0 <= sqrt 2 * r) by nra.
    apply Rle_trans with (sqrt 2 * r * 1); [apply Rmult_le_compat_l; lra|nra]. }
  destruct (compose_at d d0) as (gk & Hg & Hc). exists gk. split.
  - eapply Rle_trans; [exact Hg|]. replace (2 * delta_k / d) with d; auto. rewrite <- d2. field. lra.
  - intros s Gs O. destruct (Hc s Gs O) as [U L]. unfold het_epsilon_star. fold eps_k.
    pose proof (Pr_range (path oracle k []) O). pose proof (Pr_range (path (real s) k []) O).
    assert (E3 : exp eps_k <= exp (3 * eps_k)) by (left; apply exp_increasing; lra).
    assert (E4 : exp (- (3 * eps_k)) <= exp (- eps_k)) by (left; apply exp_increasing; lra).
    pose proof (exp_pos (- (3 * eps_k))). split.
    + apply Rle_trans with (exp eps_k * Pr (path oracle k []) O + d); auto. apply Rplus_le_compat; auto. apply Rmult_le_compat_r; lra.
    + set (ds' := het_delta_star k gamma epsilon delta delta_prime) in *.
      destruct (Rle_dec (Pr (path oracle k []) O) d) as [C|C].
      * apply Rle_trans with 0; [|lra]. assert (Pr (path oracle k []) O - ds' <= 0) by lra. nra.
      * eapply Rle_trans; [|exact L].
        apply Rle_trans with (exp (- (3 * eps_k)) * (Pr (path oracle k []) O - d)); [apply Rmult_le_compat_l; lra|].
        apply Rmult_le_compat_r; lra.
Qed.

Lemma eps_k_pos : 0 < eps_k.
Proof.
  unfold eps_k, het_epsilon_k.
  assert (0 <= total k (fun j => round_drift (epsilon j) (delta j))).
  { apply sum_nonneg. intros i Hi. apply in_seq in Hi. apply drift0. lia. }
  assert (0 < 2 * sqrt 2 * sqrt (ln (1 / delta_prime)) * sqrt (total k (fun j => (epsilon j) ^ 2))); [|lra].
  assert (HV : 0 < total k (fun j => (epsilon j) ^ 2)).
  { apply Rlt_le_trans with ((epsilon k)^2); [apply pow_lt; apply epsilon_range; lia|].
    apply (sum_term (seq 1 k) (fun i => (epsilon i)^2)); [intros; apply pow2_ge_0|apply in_seq; lia]. }
  pose proof (log_pos delta_prime ltac:(lra)).
  apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [apply Rmult_lt_0_compat; [lra|]|]|]; apply sqrt_lt_R0; lra.
Qed.
End Compose.

(** lm:pg_compose_het, for every population [pop] of samples: if at every prefix there is a
    simulator, the transcripts are simulated by the transcript of the simulators. *)
Theorem pg_compose_het {S Y} (outs : list Y) (P : S -> list Y -> Y -> R)
    (P_nonneg : forall s z y, In y outs -> 0 <= P s z y) (P_total : forall s z, sum outs (P s z) = 1)
    (k : nat) (gamma epsilon delta : nat -> R) (delta_prime : R) (pop : law S) :
  (1 <= k)%nat -> 0 < delta_prime < 1/2 ->
  (forall i, (1 <= i <= k)%nat -> 0 < gamma i < 1) ->
  (forall i, (1 <= i <= k)%nat -> 0 < epsilon i <= 1) ->
  (forall i, (1 <= i <= k)%nat -> 0 < delta i <= epsilon i / 50) ->
  (exists (Sim : list Y -> Y -> R) (good : list Y -> S -> bool),
    (forall z y, In y outs -> 0 <= Sim z y) /\ (forall z, sum outs (Sim z) = 1) /\
    forall z, (length z < k)%nat ->
      Pr pop (fun s => negb (good z s)) <= gamma (Datatypes.S (length z)) /\
      forall s, good z s = true ->
        close outs (epsilon (Datatypes.S (length z))) (delta (Datatypes.S (length z))) (P s z) (Sim z)) ->
  exists Sim_star : law (list Y),
    transcripts_generalize (het_delta_star k gamma epsilon delta delta_prime)
      (het_epsilon_star k epsilon delta delta_prime) (het_delta_star k gamma epsilon delta delta_prime)
      pop (fun s => path (real outs P P_nonneg P_total s) k []) Sim_star.
Proof.
  intros Hk Hp Hg He Hd (Sim & good & S0 & S1 & H).
  exists (path (oracle outs Sim S0 S1) k []).
  apply compose_star with (good := good); auto.
  - intros z Hz. now apply H.
  - intros z s Hz Gs. now apply H.
  - apply eps_k_pos; auto.
Qed.

Print Assumptions pg_compose_het.


(** The hypotheses can be met: an algorithm that does not look at its sample is its own simulator. *)
Example blind_algorithms {S Y} (outs : list Y) (p : Y -> R) (pop : law S) (gamma epsilon delta : R) (z : list Y) :
  (forall y, In y outs -> 0 <= p y) -> 0 < gamma -> 0 < epsilon -> 0 < delta ->
  Pr pop (fun s => negb ((fun (_ : list Y) (_ : S) => true) z s)) <= gamma /\
  forall s : S, (fun (_ : list Y) (_ : S) => true) z s = true -> close outs epsilon delta ((fun _ : S => p) s) p.
Proof.
  intros Hp Hg He Hd. split.
  - unfold Pr. simpl. rewrite E_const. lra.
  - intros s _ W. assert (M : 0 <= mass outs p W) by (apply mass_nonneg; auto).
    pose proof (exp_ineq1_le epsilon). pose proof (exp_neg epsilon). pose proof (exp_pos (- epsilon)). split; nra.
Qed.
