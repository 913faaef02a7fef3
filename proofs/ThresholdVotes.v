(** * Threshold votes, at most two answers per string

    [T] blocks vote under one shared string; the larger answer is output if and only if
    it has more votes than a shared random threshold, whose weights are
    sqrt(m (T-1-m)) up to scaling. *)

(*@
label: derived:threshold-two
theorem: threshold_two
gives: rho <= threshold_two_rho k kappa rho0
gives: beta <= threshold_two_beta k phi beta0
gives: runs = threshold_two_runs k T
assumes: T[i]*n[i] <= N
assumes: given its random string, every base algorithm has at most two possible outputs
assumes: kappa[i] is kappa of T[i] votes, or a bound (proved here: vote_kappa_closed)
assumes: phi[i] is the growth of a failure after T[i] votes, or a bound; the thresholds have the law of the closed form
rests: threshold.failure-few, threshold.failure-many
*)
(*@
label: derived:vote-kappa-closed
theorem: vote_kappa_sum
gives: kappa <= vote_kappa T mass
assumes: mass is the sum of the weights before scaling, or a positive lower bound on it
*)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.RaceAlgebra Replicable.Binomial Replicable.SideBySide.
Require Replicable.Adaptive.
Import ListNotations.
Open Scope R_scope.

Definition threshold_two_rho (k : nat) (kappa rho0 : nat -> R) : R := total k (fun i => kappa i * rho0 i).
Definition threshold_two_beta (k : nat) (phi beta0 : nat -> R) : R := total k (fun i => phi i * beta0 i).
Definition threshold_two_runs (k : nat) (T : nat -> nat) : R := total k (fun i => INR (T i)).
Definition vote_kappa (T : nat) (mass : R) : R :=
  sqrt 3 * sqrt (INR T) * sqrt (INR T - 2) * sqrt (INR T - 1) / (3 * mass).

(** ** The weights *)

Definition raw (T m : nat) : R := sqrt (INR m * (INR T - 1 - INR m)).
Definition vote_mass (T : nat) : R := sum (seq 0 T) (raw T).
Definition weight (T m : nat) : R := raw T m / vote_mass T.

(** Gamma K: the probability of a threshold below [K]. *)
Definition Gamma (T K : nat) : R := sum (seq 0 K) (weight T).

Lemma raw_nonneg T m : 0 <= raw T m. Proof. apply sqrt_pos. Qed.

Lemma vote_mass_pos T : (3 <= T)%nat -> 0 < vote_mass T.
Proof.
  intros HT. apply Rlt_le_trans with (raw T 1).
  - unfold raw. apply sqrt_lt_R0. apply le_INR in HT. simpl in *. lra.
  - apply (sum_term (seq 0 T) (raw T)); [intros; apply raw_nonneg|]. apply in_seq. lia.
Qed.

Lemma weight_nonneg T m : (3 <= T)%nat -> 0 <= weight T m.
Proof.
  intros HT. apply Rmult_le_pos; [apply raw_nonneg|]. left. apply Rinv_0_lt_compat. now apply vote_mass_pos.
Qed.

Lemma Gamma_T T : (3 <= T)%nat -> Gamma T T = 1.
Proof.
  intros HT. unfold Gamma, weight, Rdiv. rewrite sum_scal_r. apply Rinv_r. pose proof (vote_mass_pos T HT). unfold vote_mass in *. lra.
Qed.

Lemma Gamma_S T K : Gamma T (S K) = Gamma T K + weight T K.
Proof. unfold Gamma. rewrite seq_S, sum_app. simpl. ring. Qed.

(** The weights are symmetric, so Gamma(T-K) = 1 - Gamma(K). *)
Lemma weight_sym T m : (m < T)%nat -> weight T (T - 1 - m) = weight T m.
Proof.
  intros H. unfold weight, raw. do 2 f_equal.
  rewrite !minus_INR by lia. simpl (INR 1). ring.
Qed.

Lemma Gamma_sym T K : (3 <= T)%nat -> (K <= T)%nat -> Gamma T (T - K) = 1 - Gamma T K.
Proof.
  intros HT. induction K as [|K IH]; intros HK.
  - rewrite Nat.sub_0_r, Gamma_T by auto. unfold Gamma. simpl. ring.
  - rewrite Gamma_S. specialize (IH ltac:(lia)).
    replace (T - K)%nat with (S (T - S K)) in IH by lia. rewrite Gamma_S in IH.
    replace (T - S K)%nat with (T - 1 - K)%nat in * by lia. rewrite weight_sym in IH by lia. lra.
Qed.

Lemma threshold_weights T : (3 <= T)%nat ->
  (forall wa, In wa (map (fun m => (weight T m, m)) (seq 0 T)) -> 0 <= fst wa) /\
  sum (map (fun m => (weight T m, m)) (seq 0 T)) fst = 1.
Proof.
  intros HT. split.
  - intros wa Hin. apply in_map_iff in Hin as (m & <- & _). now apply weight_nonneg.
  - rewrite sum_map. now apply Gamma_T.
Qed.

(** The law of the threshold. *)
Definition threshold (T : nat) (HT : (3 <= T)%nat) : law nat :=
  let W := threshold_weights T HT in Law _ (proj1 W) (proj2 W).

Lemma E_threshold T HT f : E (threshold T HT) f = sum (seq 0 T) (fun m => weight T m * f m).
Proof. unfold E, threshold. simpl. now rewrite sum_map. Qed.

Lemma threshold_below T HT K : (K <= T)%nat -> E (threshold T HT) (fun m => ind (m <? K)%nat) = Gamma T K.
Proof.
  intros HK. rewrite E_threshold. replace T with (K + (T - K))%nat at 1 by lia. rewrite seq_app, sum_app.
  rewrite (sum_ext (seq 0 K) _ (weight T)).
  - rewrite (sum_ext (seq (0 + K) (T - K)) _ (fun _ => 0)); [rewrite sum_zero; unfold Gamma; ring|].
    intros m Hm. apply in_seq in Hm. replace (m <? K)%nat with false by (symmetry; apply Nat.ltb_ge; lia). simpl. ring.
  - intros m Hm. apply in_seq in Hm. replace (m <? K)%nat with true by (symmetry; apply Nat.ltb_lt; lia). simpl. ring.
Qed.

(** The threshold separates two counts with probability |Gamma(K) - Gamma(K')|. *)
Lemma threshold_between T HT K K' : (K <= T)%nat -> (K' <= T)%nat ->
  E (threshold T HT) (fun m => ind (differ (m <? K)%nat (m <? K')%nat)) = Rabs (Gamma T K - Gamma T K').
Proof.
  assert (Ord : forall K K', (K <= K')%nat -> (K' <= T)%nat ->
    E (threshold T HT) (fun m => ind (differ (m <? K)%nat (m <? K')%nat)) = Gamma T K' - Gamma T K /\
    0 <= Gamma T K' - Gamma T K).
  { intros J J' HJ HJ'. rewrite <- (threshold_below T HT J), <- (threshold_below T HT J') by lia. rewrite <- E_minus.
    assert (P : forall m, ind (differ (m <? J)%nat (m <? J')%nat) = ind (m <? J')%nat - ind (m <? J)%nat).
    { intros m. destruct (m <? J)%nat eqn:A, (m <? J')%nat eqn:B; simpl; try lra.
      apply Nat.ltb_lt in A. apply Nat.ltb_ge in B. lia. }
    split; [now apply E_ext|]. apply E_ge0. intros m. rewrite <- P. apply ind_range. }
  intros HK HK'. destruct (Nat.le_ge_cases K K') as [H|H].
  - destruct (Ord K K' H HK') as [-> Hn]. rewrite Rabs_left1; lra.
  - destruct (Ord K' K H HK) as [E1 Hn]. rewrite Rabs_right by lra. rewrite <- E1. apply E_ext. intros m.
    now destruct (m <? K)%nat, (m <? K')%nat.
Qed.

(** ** kappa

    [kappa_bound T kappa]: the promise of derived:vote-kappa, a supremum over q. *)

Definition kappa_bound (T : nat) (kappa : R) : Prop :=
  forall q, 0 <= q <= 1 -> BinGap T q (Gamma T) <= kappa * (2 * q * (1 - q)).

(** The failure lemma: a supremum over q again. *)
Definition failure_bound (T : nat) (phi : R) : Prop :=
  forall q, 0 <= q <= 1 -> Bin T q (Gamma T) <= phi * q.

(** Both can be met.  With three votes the threshold is always 1, and the factor 9/8 is attained at q = 3/4. *)
Example failure_bound_three : failure_bound 3 (9/8) /\ Bin 3 (3/4) (Gamma 3) = 9/8 * (3/4).
Proof.
  assert (R0 : raw 3 0 = 0) by (unfold raw; simpl; rewrite Rmult_0_l; apply sqrt_0).
  assert (R1 : raw 3 1 = 1) by (unfold raw; simpl; replace (1 * (1 + 1 + 1 - 1 - 1)) with 1 by ring; apply sqrt_1).
  assert (R2 : raw 3 2 = 0) by (unfold raw; simpl; replace ((1 + 1) * (1 + 1 + 1 - 1 - (1 + 1))) with 0 by ring; apply sqrt_0).
  assert (M : vote_mass 3 = 1) by (unfold vote_mass; cbn [seq sum]; rewrite R0, R1, R2; ring).
  assert (B : forall q, Bin 3 q (Gamma 3) = 3 * q^2 - 2 * q^3).
  { intros q. cbn [Bin]. unfold Gamma, weight. cbn [seq sum]. rewrite R0, R1, R2, M. field. }
  split; [|rewrite B; field]. intros q Hq. rewrite B. assert (0 <= 2 * q * (q - 3/4)^2) by (apply Rmult_le_pos; [lra|apply pow2_ge_0]). nra.
Qed.

(** derived:vote-kappa-closed, through the sum of the weights: Glasser, then Efron and Stein. *)
Theorem vote_kappa_sum (T : nat) (mass : R) :
  (3 <= T)%nat -> 0 < mass <= vote_mass T -> kappa_bound T (vote_kappa T mass).
Proof.
  intros HT [Hm HM] q Hq. set (S' := vote_mass T) in *.
  destruct T as [|M]; [lia|]. set (T := S M) in *.
  assert (HT3 : 3 <= INR T) by (replace 3 with (INR 3) by (simpl; ring); now apply le_INR).
  assert (IM : INR M = INR T - 1) by (unfold T; rewrite S_INR; ring).
  assert (V : variance T q (Gamma T) <= INR T * (INR T - 1) * (INR T - 2) * (q * (1 - q))^2 / S'^2).
  { eapply Rle_trans; [apply (efron_stein M q Hq (Gamma T))|]. fold T.
    replace (Bin M q (fun k => (Gamma T (S k) - Gamma T k)^2)) with ((INR T - 1) * (INR T - 2) * (q * (1 - q)) / S'^2).
    - right. field. lra.
    - rewrite (Bin_ext M q (fun k => (Gamma T (S k) - Gamma T k)^2) (fun k => / S'^2 * (INR k * (INR M - INR k)))).
      + rewrite Bin_scal, Bin_product, IM. field. lra.
      + intros k Hk. rewrite Gamma_S. replace (Gamma T k + weight T k - Gamma T k) with (weight T k) by ring.
        unfold weight. fold S'. unfold Rdiv. rewrite Rpow_mult_distr. unfold raw. rewrite <- IM.
        assert (0 <= INR k * (INR M - INR k)).
        { apply Rmult_le_pos; [apply pos_INR|]. apply le_INR in Hk. lra. }
        rewrite pow2_sqrt by auto. field. lra. }
  pose proof (gap_variance T q (Gamma T) Hq) as G.
  assert (Hqq : 0 <= q * (1 - q)) by nra.
  assert (K2 : (sqrt 3 * sqrt (INR T) * sqrt (INR T - 2) * sqrt (INR T - 1))^2 = 3 * INR T * (INR T - 2) * (INR T - 1))
    by (rewrite !Rpow_mult_distr, !pow2_sqrt by lra; ring).
  set (num := sqrt 3 * sqrt (INR T) * sqrt (INR T - 2) * sqrt (INR T - 1)) in *.
  assert (num0 : 0 <= num) by (unfold num; repeat apply Rmult_le_pos; apply sqrt_pos).
  apply Rle_trans with (num / (3 * S') * (2 * q * (1 - q))).
  - apply Rsqr_incr_0_var.
    + rewrite !Rsqr_pow2. eapply Rle_trans; [exact G|].
      replace ((num / (3 * S') * (2 * q * (1 - q)))^2) with (num^2 * (4 * (q * (1 - q))^2 / (9 * S'^2))) by (field; lra).
      rewrite K2. apply Rle_trans with (4 / 3 * (INR T * (INR T - 1) * (INR T - 2) * (q * (1 - q)) ^ 2 / S' ^ 2)); [lra|].
      right. field. lra.
    + apply Rmult_le_pos; [|lra]. apply Rmult_le_pos; auto. left. apply Rinv_0_lt_compat. lra.
  - unfold vote_kappa. fold num. apply Rmult_le_compat_r; [lra|]. unfold Rdiv. apply Rmult_le_compat_l; auto.
    apply Rinv_le_contravar; lra.
Qed.

(** ** One problem *)

Section OneProblem.
Context {X R0 Y : Type} `{Eq Y} (T n : nat) (HT : (3 <= T)%nat).
Variables (strings : law R0) (A : R0 -> list X -> Y) (hi lo : R0 -> Y).
Hypothesis two_answers : forall r s, A r s = hi r \/ A r s = lo r.

Let says_hi (r : R0) (s : list X) : bool := negb (differ (A r s) (hi r)).

(** The string and the threshold, independent. *)
Definition vote_strings : law (R0 * nat) := prod strings (threshold T HT).
Definition vote (rm : R0 * nat) (s : list X) : Y :=
  if (snd rm <? votes T n (says_hi (fst rm)) s)%nat then hi (fst rm) else lo (fst rm).

Lemma votes_le a (s : list X) : forall t, (votes t n a s <= t)%nat.
Proof. intros t. revert s. induction t as [|t IH]; intros s; simpl; [lia|]. specialize (IH (skipn n s)). destruct (a _); lia. Qed.

Variable D : law X.
Let q (r : R0) : R := Pr (iid n D) (says_hi r).

Lemma q_range r : 0 <= q r <= 1. Proof. apply Pr_range. Qed.

Lemma base_disagreement r : hi r <> lo r ->
  E (iid n D) (fun s => E (iid n D) (fun s' => ind (differ (A r s) (A r s')))) = 2 * q r * (1 - q r).
Proof.
  intros Hne. transitivity (E (iid n D) (fun s => E (iid n D) (fun s' =>
    ind (says_hi r s) * (1 - ind (says_hi r s')) + (1 - ind (says_hi r s)) * ind (says_hi r s')))).
  - apply E_ext; intros s. apply E_ext; intros s'. unfold says_hi.
    destruct (two_answers r s) as [-> | ->], (two_answers r s') as [-> | ->]; unfold differ;
    repeat match goal with |- context [eq_dec ?a ?b] => destruct (eq_dec a b) end; simpl; try lra; congruence.
  - rewrite (E_ext _ _ (fun s => ind (says_hi r s) * (1 - q r) + (1 - ind (says_hi r s)) * q r)).
    + rewrite E_plus, !E_scal_r, E_minus, E_const. fold (Pr (iid n D) (says_hi r)). fold (q r). ring.
    + intros s. rewrite E_plus, !E_scal, E_minus, E_const. reflexivity.
Qed.

Lemma vote_disagreement kappa : 0 <= kappa -> kappa_bound T kappa ->
  disagreement vote_strings vote (iid (T * n) D) <= kappa * disagreement strings A (iid n D).
Proof.
  intros Hk HK. unfold disagreement, vote_strings. rewrite E_prod, <- E_scal. apply E_le; intros r.
  destruct (eq_dec (hi r) (lo r)) as [Heq|Hne].
  - apply Rle_trans with 0.
    + right. rewrite (E_ext _ _ (fun _ => 0)), E_const; auto. intros m.
      rewrite (E_ext _ _ (fun _ => 0)), E_const; auto. intros s. rewrite (E_ext _ _ (fun _ => 0)), E_const; auto.
      intros s'. unfold vote. simpl. rewrite Heq.
      destruct (m <? _)%nat, (m <? _)%nat; rewrite differ_refl; auto.
    + apply Rmult_le_pos; auto. apply E_ge0; intros; apply E_ge0; intros; apply ind_range.
  - rewrite (base_disagreement r Hne). eapply Rle_trans; [|apply (HK (q r) (q_range r))]. right.
    rewrite E_swap.
    rewrite (E_ext _ _ (fun s => Bin T (q r) (fun k' => Rabs (Gamma T (votes T n (says_hi r) s) - Gamma T k')))).
    + unfold BinGap, q. rewrite <- (E_votes D n (says_hi r) T). reflexivity.
    + intros s. rewrite E_swap. unfold q.
      rewrite <- (E_votes D n (says_hi r) T (fun k' => Rabs (Gamma T (votes T n (says_hi r) s) - Gamma T k'))).
      apply E_ext; intros s'. rewrite <- (threshold_between T HT) by apply votes_le. apply E_ext; intros m.
      unfold vote. simpl. destruct (m <? _)%nat, (m <? _)%nat; unfold differ;
      repeat match goal with |- context [eq_dec ?a ?b] => destruct (eq_dec a b) end; simpl; congruence.
Qed.

Lemma vote_failure phi good : 0 <= phi -> failure_bound T phi ->
  failure vote_strings vote (iid (T * n) D) good <= phi * failure strings A (iid n D) good.
Proof.
  intros Hp HP. unfold failure, vote_strings. rewrite E_prod, <- E_scal. apply E_le; intros r.
  set (bh := ind (negb (good (hi r)))). set (bl := ind (negb (good (lo r)))).
  assert (bh0 : 0 <= bh <= 1) by apply ind_range. assert (bl0 : 0 <= bl <= 1) by apply ind_range.
  destruct (eq_dec (hi r) (lo r)) as [Heq|Hne].
  { (* one answer: nothing changes, and phi >= 1 *)
    assert (P1 : 1 <= phi).
    { pose proof (HP 1 ltac:(lra)) as P. rewrite Bin_one, Gamma_T in P by auto. lra. }
    assert (C : bl = bh) by (unfold bl, bh; now rewrite Heq).
    apply Rle_trans with bh.
    - right. rewrite (E_ext _ _ (fun _ => bh)), E_const; auto. intros m.
      rewrite (E_ext _ _ (fun _ => bh)), E_const; auto. intros s. unfold vote. simpl.
      destruct (m <? _)%nat; auto. 
    - rewrite (E_ext (iid n D) _ (fun _ => bh)), E_const; [nra|]. intros s.
      destruct (two_answers r s) as [-> | ->]; auto. }
  assert (B : E (iid n D) (fun s => ind (negb (good (A r s)))) = q r * bh + (1 - q r) * bl).
  { transitivity (E (iid n D) (fun s => ind (says_hi r s) * bh + (1 - ind (says_hi r s)) * bl)).
    - apply E_ext; intros s. unfold says_hi, bh, bl.
      destruct (two_answers r s) as [-> | ->]; unfold differ;
      repeat match goal with |- context [eq_dec ?a ?b] => destruct (eq_dec a b) end; simpl; try lra; congruence.
    - rewrite E_plus, !E_scal_r, E_minus, E_const. reflexivity. }
  rewrite B. rewrite E_swap.
  rewrite (E_ext _ _ (fun s => Gamma T (votes T n (says_hi r) s) * bh + (1 - Gamma T (votes T n (says_hi r) s)) * bl)).
  - rewrite (E_votes D n (says_hi r) T (fun k => Gamma T k * bh + (1 - Gamma T k) * bl)). fold (q r).
    rewrite (Bin_ext T (q r) _ (fun k => bh * Gamma T k + bl * (1 - Gamma T k))) by (intros; ring).
    rewrite Bin_plus, !Bin_scal.
    rewrite (Bin_ext T (q r) (fun k => 1 - Gamma T k) (fun k => Gamma T (T - k))) by (intros; now rewrite Gamma_sym).
    rewrite Bin_flip. pose proof (q_range r) as Hq.
    pose proof (HP (q r) Hq) as P1. pose proof (HP (1 - q r) ltac:(lra)) as P2. nra.
  - intros s. set (K := votes T n (says_hi r) s).
    assert (HK : (K <= T)%nat) by apply votes_le.
    rewrite (E_ext _ _ (fun m => ind (m <? K)%nat * bh + (1 - ind (m <? K)%nat) * bl)).
    + now rewrite E_plus, !E_scal_r, E_minus, E_const, threshold_below.
    + intros m. unfold vote. simpl. fold K. destruct (m <? K)%nat; simpl; unfold bh, bl; ring.
Qed.

End OneProblem.

(** derived:threshold-two.  [joint] is the law of all strings and thresholds; only the law of
    each pair matters, so that independent ones and others are both allowed. *)
Theorem threshold_two {X R0 J Y} `{Eq Y} (k N : nat) (n T : nat -> nat) (HT : forall i, (3 <= T i)%nat)
    (kappa phi rho0 beta0 : nat -> R)
    (strings : nat -> law R0) (A : nat -> R0 -> list X -> Y) (hi lo : nat -> R0 -> Y) (G : nat -> problem X Y)
    (joint : law J) (own : nat -> J -> R0 * nat) :
  (forall i f, (1 <= i <= k)%nat -> E joint (fun j => f (own i j)) = E (vote_strings (T i) (HT i) (strings i)) f) ->
  (forall i, (1 <= i <= k)%nat -> (T i * n i <= N)%nat) ->
  (forall i r s, (1 <= i <= k)%nat -> A i r s = hi i r \/ A i r s = lo i r) ->
  (forall i, (1 <= i <= k)%nat -> replicable (n i) (rho0 i) (strings i) (A i)) ->
  (forall i, (1 <= i <= k)%nat -> fails_at_most (n i) (beta0 i) (strings i) (A i) (G i)) ->
  (forall i, (1 <= i <= k)%nat -> 0 <= kappa i /\ kappa_bound (T i) (kappa i)) ->
  (forall i, (1 <= i <= k)%nat -> 0 <= phi i /\ failure_bound (T i) (phi i)) ->
  let whole := jointly k (fun i j s => vote (T i) (n i) (A i) (hi i) (lo i) (own i j) (firstn (T i * n i) s)) in
  replicable N (threshold_two_rho k kappa rho0) joint whole /\
  fails_at_most N (threshold_two_beta k phi beta0) joint whole (fun D => all_good (fun i => G i D) 1).
Proof.
  intros Own HN Two Rho Beta Kap Phi whole. split; intros D.
  - eapply Rle_trans; [apply jointly_disagreement|]. apply total_le. intros i Hi.
    destruct (Kap i Hi) as [K0 K1].
    rewrite (disagreement_firstn joint (fun j s => vote (T i) (n i) (A i) (hi i) (lo i) (own i j) s)) by auto.
    apply Rle_trans with (kappa i * disagreement (strings i) (A i) (iid (n i) D)).
    + eapply Rle_trans; [|apply (vote_disagreement (T i) (n i) (HT i) (strings i) (A i) (hi i) (lo i)); auto].
      right. unfold disagreement. now rewrite <- Own.
    + apply Rmult_le_compat_l; auto. apply Rho; auto.
  - eapply Rle_trans; [apply jointly_failure|]. unfold threshold_two_beta.
    apply total_le. intros i Hi. destruct (Phi i Hi) as [P0 P1].
    rewrite (failure_firstn joint (fun j s => vote (T i) (n i) (A i) (hi i) (lo i) (own i j) s)) by auto.
    apply Rle_trans with (phi i * failure (strings i) (A i) (iid (n i) D) (G i D)).
    + eapply Rle_trans; [|apply (vote_failure (T i) (n i) (HT i) (strings i) (A i) (hi i) (lo i)); auto].
      right. unfold failure. now rewrite <- Own.
    + apply Rmult_le_compat_l; auto. apply Beta; auto.
Qed.

(** Such a joint law exists: independent strings and thresholds. *)
Example independent_strings {R0} (k : nat) (T : nat -> nat) (HT : forall i, (3 <= T i)%nat) (strings : nat -> law R0) (d : R0 * nat) :
  let joint := Adaptive.all_strings (fun i => vote_strings (T i) (HT i) (strings i)) k 1 in
  forall i f, (1 <= i <= k)%nat ->
    E joint (fun j => f (nth (i - 1) j d)) = E (vote_strings (T i) (HT i) (strings i)) f.
Proof.
  intros joint i f Hi. unfold joint. rewrite Adaptive.E_all_strings_nth by lia.
  replace (1 + (i - 1))%nat with i by lia. reflexivity.
Qed.

Print Assumptions vote_kappa_sum.
Print Assumptions threshold_two.
