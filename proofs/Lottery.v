(** * Any outputs: a lottery among the passers, its first two steps

    [T] votes under one string, each with the law [p]; the answers with more than [m]
    votes pass; of them the one that comes first in a shared random order is output.
    Steps 1 and 2 of the proof: the exact disagreement given the passers, and its bound
    through each answer's own count and the largest count. *)

(*@
label: derived:lottery
theorem: lottery_two_steps
assumes: the answers of a string are from a finite set; runs that both fall back are not counted
*)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.Binomial.
Import ListNotations.
Open Scope R_scope.

#[export] Instance Eq_option {Y} `{Eq Y} : Eq (option Y).
Proof. intros [a|] [b|]; [destruct (eq_dec a b); [left|right]; congruence|right; easy|right; easy|now left]. Defined.

(** ** A shared random order *)

Section Order.
Context {Y : Type} `{Eq Y}.

Definition rm (x : Y) (l : list Y) : list Y := remove eq_dec x l.

Lemma uniform_weights (l : list Y) : l <> [] ->
  (forall wa, In wa (map (fun y => (/ INR (length l), y)) l) -> 0 <= fst wa) /\
  sum (map (fun y => (/ INR (length l), y)) l) fst = 1.
Proof.
  intros Hl. assert (0 < INR (length l)) by (apply lt_0_INR; destruct l; simpl; [easy|lia]). split.
  - intros wa Hin. apply in_map_iff in Hin as (y & <- & _). simpl. left. now apply Rinv_0_lt_compat.
  - rewrite sum_map. simpl. rewrite sum_const. apply Rinv_r. lra.
Qed.

Definition uniform (x : Y) (l : list Y) : law Y :=
  let W := uniform_weights (x :: l) ltac:(discriminate) in Law _ (proj1 W) (proj2 W).

Lemma E_uniform x l f : E (uniform x l) f = / INR (length (x :: l)) * sum (x :: l) f.
Proof. unfold E, uniform. cbn [atoms]. rewrite sum_map. cbn [fst snd]. now rewrite sum_scal. Qed.

Lemma uniform_support x l y : support (uniform x l) y -> In y (x :: l).
Proof.
  intros (w & _ & Hin). unfold uniform in Hin. cbn [atoms] in Hin.
  apply in_map_iff in Hin as (z & Heq & Hz). injection Heq as _ <-. exact Hz.
Qed.

(** A uniform order of [l]: a uniform first element, then an order of the rest. *)
Fixpoint order (fuel : nat) (l : list Y) : law (list Y) :=
  match fuel with
  | O => sure []
  | S f => match l with [] => sure [] | x :: t => bind (uniform x t) (fun y => image (cons y) (order f (rm y l))) end
  end.

Lemma rm_length x l : NoDup l -> In x l -> S (length (rm x l)) = length l.
Proof.
  induction l as [|y l IH]; intros Nd Hx; [easy|]. inversion Nd as [|? ? Hy Nl]; subst. unfold rm in *. simpl.
  destruct (eq_dec x y) as [->|Hne]; [now rewrite notin_remove|]. destruct Hx as [->|Hx]; [easy|]. simpl. now rewrite IH.
Qed.

Lemma rm_NoDup x l : NoDup l -> NoDup (rm x l).
Proof.
  induction l as [|y l IH]; intros Nd; [constructor|]. inversion Nd as [|? ? Hy Nl]; subst. unfold rm in *. simpl.
  destruct (eq_dec x y); auto. constructor; auto. intros Hin. apply in_remove in Hin. tauto.
Qed.

(** The elements of [l] in a set, and their number. *)
Definition size (l : list Y) (B : Y -> bool) : R := sum l (fun y => ind (B y)).

Lemma sum_rm (f : Y -> R) x l : NoDup l -> In x l -> sum l f = f x + sum (rm x l) f.
Proof.
  induction l as [|y l IH]; intros Nd Hx; [easy|]. inversion Nd as [|? ? Hy Nl]; subst. unfold rm in *. simpl.
  destruct (eq_dec x y) as [->|Hne]; [now rewrite notin_remove|]. destruct Hx as [->|Hx]; [easy|].
  simpl. rewrite (IH Nl Hx). ring.
Qed.

(** The first element of a uniform order that lies in [B] is uniform on [B]. *)
Lemma first_uniform fuel : forall l B (f : option Y -> R), NoDup l -> (length l <= fuel)%nat -> 0 < size l B ->
  E (order fuel l) (fun o => f (find B o)) = sum l (fun y => ind (B y) * f (Some y)) / size l B.
Proof.
  induction fuel as [|fuel IH]; intros l B f Nd Hl HB.
  { destruct l; [unfold size in HB; simpl in HB; lra|simpl in Hl; lia]. }
  destruct l as [|x t]; [unfold size in HB; simpl in HB; lra|]. set (l := x :: t) in *.
  change (order (S fuel) l) with (bind (uniform x t) (fun y => image (cons y) (order fuel (rm y l)))).
  rewrite E_bind. set (F := sum l (fun y => ind (B y) * f (Some y))).
  assert (Hn : 0 < INR (length l)) by (apply lt_0_INR; simpl; lia).
  rewrite (E_ext_support _ _ (fun y => ind (B y) * f (Some y) + (1 - ind (B y)) * (F / size l B))).
  - rewrite E_uniform. fold l. rewrite sum_plus. fold F.
    rewrite sum_scal_r, sum_minus, sum_const. fold (size l B). field. lra.
  - intros y Hy. apply uniform_support in Hy. fold l in Hy. rewrite E_image.
    destruct (B y) eqn:By; cbn [find ind].
    + rewrite (E_ext _ _ (fun _ => f (Some y))) by (intros; simpl; now rewrite By). rewrite E_const. ring.
    + rewrite (E_ext _ _ (fun o => f (find B o))) by (intros; simpl; now rewrite By).
      assert (S1 : size (rm y l) B = size l B).
      { unfold size. rewrite (sum_rm (fun y => ind (B y)) y l) by auto. rewrite By. simpl. ring. }
      assert (F1 : sum (rm y l) (fun y => ind (B y) * f (Some y)) = F).
      { unfold F. rewrite (sum_rm _ y l) by auto. rewrite By. simpl. ring. }
      rewrite IH, S1, F1; [ring|now apply rm_NoDup| |lra].
      pose proof (rm_length y l Nd Hy). lia.
Qed.

(** ** Step 1: the disagreement given the passers of both runs *)

Definition exactly_one (a b : bool) : bool := xorb a b.

Lemma step_one (outs : list Y) (A A' : Y -> bool) : NoDup outs -> 0 < size outs (fun y => A y || A' y) ->
  E (order (length outs) outs) (fun o => ind (differ (find A o) (find A' o))) =
  size outs (fun y => exactly_one (A y) (A' y)) / size outs (fun y => A y || A' y).
Proof.
  intros Nd HB.
  assert (Pt : forall o, (exists y, In y o /\ (A y || A' y) = true) ->
    ind (differ (find A o) (find A' o)) =
    (fun z => match z with Some y => ind (exactly_one (A y) (A' y)) | None => 0 end) (find (fun y => A y || A' y) o)).
  { induction o as [|z o IH]; intros (y & Hy & By); [easy|]. simpl.
    destruct (A z) eqn:Az, (A' z) eqn:Az'; simpl orb; cbv iota.
    - rewrite differ_refl. unfold exactly_one. now rewrite Az, Az'.
    - unfold exactly_one. rewrite Az, Az'. simpl. rewrite differ_neq; auto. intros Heq. symmetry in Heq.
      apply find_some in Heq as [_ Heq]. congruence.
    - unfold exactly_one. rewrite Az, Az'. simpl. rewrite differ_neq; auto. intros Heq.
      apply find_some in Heq as [_ Heq]. congruence.
    - apply IH. exists y. split; auto. destruct Hy as [->|]; auto. rewrite Az, Az' in By. discriminate. }
  rewrite (E_ext_support _ _ (fun o =>
    (fun z => match z with Some y => ind (exactly_one (A y) (A' y)) | None => 0 end) (find (fun y => A y || A' y) o))).
  - rewrite (first_uniform (length outs) outs (fun y => A y || A' y)
      (fun z => match z with Some y => ind (exactly_one (A y) (A' y)) | None => 0 end) Nd (le_n _) HB).
    f_equal. apply sum_ext. intros y _. unfold exactly_one. destruct (A y), (A' y); simpl; ring.
  - intros o Ho. apply Pt.
    (* an order in the support contains every element *)
    assert (All : forall fuel l o, NoDup l -> (length l <= fuel)%nat -> support (order fuel l) o -> forall y, In y l -> In y o).
    { clear. induction fuel as [|fuel IH]; intros l o Nd Hl Ho y Hy; [destruct l; [easy|simpl in Hl; lia]|].
      destruct l as [|x t]; [easy|]. set (l := x :: t) in *.
      destruct Ho as (w & Hw & Hin).
      change (order (S fuel) l) with (bind (uniform x t) (fun y => image (cons y) (order fuel (rm y l)))) in Hin.
      apply in_flat_map in Hin as ([w1 z] & Hz & Hin). apply in_map_iff in Hin as ([w2 o2] & Heq & Hin2).
      cbn [fst snd] in *. injection Heq as Hw12 <-.
      apply in_flat_map in Hin2 as ([w3 o3] & H3 & Hin3). apply in_map_iff in Hin3 as ([w4 o4] & Heq4 & Hin4).
      cbn [fst snd] in *. destruct Hin4 as [Hin4|[]]. injection Hin4 as <- <-. injection Heq4 as <- <-.
      pose proof (weights_nonneg (uniform x t) _ Hz) as Hw1. pose proof (weights_nonneg (order fuel (rm z l)) _ H3) as Hw3.
      cbn [fst] in *. assert (w1 <> 0 /\ w3 <> 0) as [N1 N3] by (split; intros ->; lra).
      assert (Sz : In z l) by (apply (uniform_support x t z); exists w1; split; [lra|auto]).
      destruct (eq_dec z y) as [->|Hne]; [now left|]. right. apply (IH (rm z l)).
      - now apply rm_NoDup.
      - pose proof (rm_length z l Nd Sz). lia.
      - exists w3. split; [lra|auto].
      - apply in_in_remove; auto. }
    destruct (existsb (fun y => A y || A' y) outs) eqn:Ex.
    + apply existsb_exists in Ex as (y & Hy & By). exists y. split; auto. eapply All; eauto.
    + exfalso. assert (size outs (fun y => A y || A' y) = 0); [|lra]. unfold size.
      rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros y Hy.
      destruct (A y || A' y) eqn:By; auto. assert (existsb (fun y => A y || A' y) outs = true); [|congruence].
      apply existsb_exists. eauto.
Qed.

(** ** Step 2: 1/n <= 1/2 + 1/2 [n = 1] *)

Lemma size_count outs B : exists n, size outs B = INR n /\ (n = O -> forall y, In y outs -> B y = false).
Proof.
  induction outs as [|y l (n & Hn & H0)]; [exists O; split; auto; intros; easy|]. unfold size in *. simpl.
  destruct (B y) eqn:By.
  - exists (S n). split; [rewrite S_INR, <- Hn; simpl; ring|easy].
  - exists n. split; [simpl; rewrite <- Hn; ring|]. intros Hz z [<-|Hin]; auto.
Qed.

Lemma step_two (outs : list Y) (A A' : Y -> bool) : NoDup outs ->
  E (order (length outs) outs) (fun o => ind (differ (find A o) (find A' o))) <=
  / 2 * size outs (fun y => exactly_one (A y) (A' y)) + / 2 * ind (exactly_one (existsb A outs) (existsb A' outs)).
Proof.
  intros Nd. destruct (size_count outs (fun y => A y || A' y)) as ([|[|n]] & Hn & H0).
  - rewrite (E_ext_support _ _ (fun _ => 0)).
    + rewrite E_const. assert (0 <= size outs (fun y => exactly_one (A y) (A' y)))
        by (apply sum_nonneg; intros; apply ind_range).
      pose proof (ind_range (exactly_one (existsb A outs) (existsb A' outs))). lra.
    + intros o Ho.
      assert (Sub : forall fuel l o, support (order fuel l) o -> forall y, In y o -> In y l).
      { clear. induction fuel as [|fuel IH]; intros l o Ho y Hy.
        - destruct Ho as (w & _ & [Hin|[]]). injection Hin as _ <-. easy.
        - destruct l as [|x t]; [destruct Ho as (w & _ & [Hin|[]]); injection Hin as _ <-; easy|]. set (l := x :: t) in *.
          destruct Ho as (w & Hw & Hin).
          change (order (S fuel) l) with (bind (uniform x t) (fun y => image (cons y) (order fuel (rm y l)))) in Hin.
          apply in_flat_map in Hin as ([w1 z] & Hz & Hin). apply in_map_iff in Hin as ([w2 o2] & Heq & Hin2).
          cbn [fst snd] in *. injection Heq as Hw12 <-.
          apply in_flat_map in Hin2 as ([w3 o3] & H3 & Hin3). apply in_map_iff in Hin3 as ([w4 o4] & Heq4 & Hin4).
          cbn [fst snd] in *. destruct Hin4 as [Hin4|[]]. injection Hin4 as <- <-. injection Heq4 as <- <-.
          pose proof (weights_nonneg (uniform x t) _ Hz) as Hw1. pose proof (weights_nonneg (order fuel (rm z l)) _ H3) as Hw3.
          cbn [fst] in *. assert (w1 <> 0 /\ w3 <> 0) as [N1 N3] by (split; intros ->; lra).
          destruct Hy as [<-|Hy].
          + apply (uniform_support x t z). exists w1; split; [lra|auto].
          + assert (In y (rm z l)) by (apply (IH _ o3); auto; exists w3; split; [lra|auto]).
            unfold rm in *. apply in_remove in H0. tauto. }
      assert (No : forall C, (forall y, In y outs -> C y = false) -> find C o = None).
      { intros C HC. destruct (find C o) eqn:Fd; auto. apply find_some in Fd as [Hin Ct].
        apply (Sub _ _ _ Ho) in Hin. apply HC in Hin. congruence. }
      rewrite (No A), (No A'), differ_refl; auto; intros y Hy; specialize (H0 eq_refl y Hy); apply orb_false_iff in H0; tauto.
  - rewrite step_one by (auto; rewrite Hn; simpl; lra). rewrite Hn. simpl INR. unfold Rdiv at 1. rewrite Rinv_1, Rmult_1_r.
    destruct (size_count outs (fun y => exactly_one (A y) (A' y))) as (e & He & He0).
    assert (e <= 1)%nat.
    { apply INR_le. rewrite <- He. simpl (INR 1). replace 1 with (INR 1) by reflexivity. rewrite <- Hn.
      apply sum_le. intros y _. unfold exactly_one. destruct (A y), (A' y); simpl; lra. }
    destruct e as [|e].
    + rewrite He. simpl. pose proof (ind_range (exactly_one (existsb A outs) (existsb A' outs))). lra.
    + assert (e = O) by lia. subst e.
      enough (exactly_one (existsb A outs) (existsb A' outs) = true) as -> by (rewrite He; simpl; lra).
      (* one element in the union, in exactly one of the sets: the other set is empty *)
      assert (Z : sum outs (fun y => ind (A y && A' y)) = 0).
      { enough (sum outs (fun y => ind (A y && A' y)) + size outs (fun y => exactly_one (A y) (A' y)) =
          size outs (fun y => A y || A' y)) as Q by (rewrite He, Hn in Q; simpl in Q; lra).
        unfold size. rewrite <- sum_plus. apply sum_ext. intros y _. unfold exactly_one. destruct (A y), (A' y); simpl; ring. }
      assert (Z' : forall y, In y outs -> A y && A' y = false).
      { intros y Hy. pose proof (sum_zero_inv outs (fun y => ind (A y && A' y)) (fun a _ => proj1 (ind_range _)) Z y Hy) as Hz.
        cbv beta in Hz. destruct (A y && A' y); auto. simpl in Hz. lra. }
      assert (One : forall y z, In y outs -> In z outs -> A y = true -> A' z = true -> False).
      { intros y z Hy Hz Ay Az. destruct (eq_dec y z) as [->|Hne]; [specialize (Z' z Hz); rewrite Ay, Az in Z'; discriminate|].
        assert (2 <= size outs (fun y => A y || A' y)) as Q2; [|rewrite Hn in Q2; simpl in Q2; lra].
        unfold size. rewrite (sum_rm _ y outs Nd Hy). rewrite Ay. simpl ind at 1.
        assert (Hz2 : In z (rm y outs)) by (apply in_in_remove; auto).
        pose proof (sum_term (rm y outs) (fun y => ind (A y || A' y)) z (fun a _ => proj1 (ind_range _)) Hz2) as W.
        simpl in W. rewrite Az, orb_true_r in W. simpl in W. lra. }
      assert (Ex : existsb A outs || existsb A' outs = true).
      { destruct (existsb A outs) eqn:E1; auto. destruct (existsb A' outs) eqn:E2; auto. exfalso.
        assert (size outs (fun y => A y || A' y) = 0) as Q0; [|rewrite Hn in Q0; simpl in Q0; lra]. unfold size.
        rewrite (sum_ext _ _ (fun _ => 0)); [apply sum_zero|]. intros y Hy.
        destruct (A y) eqn:Ay; [assert (existsb A outs = true) by (apply existsb_exists; eauto); congruence|].
        destruct (A' y) eqn:Ay'; [assert (existsb A' outs = true) by (apply existsb_exists; eauto); congruence|]. auto. }
      unfold exactly_one. destruct (existsb A outs) eqn:E1, (existsb A' outs) eqn:E2; auto.
      exfalso. apply existsb_exists in E1 as (y & Hy & Ay). apply existsb_exists in E2 as (z & Hz & Az). eauto.
  - rewrite step_one by (auto; rewrite Hn; apply lt_0_INR; lia). rewrite Hn.
    pose proof (ind_range (exactly_one (existsb A outs) (existsb A' outs))).
    assert (0 <= size outs (fun y => exactly_one (A y) (A' y))) by (apply sum_nonneg; intros; apply ind_range).
    apply Rle_trans with (/ 2 * size outs (fun y => exactly_one (A y) (A' y))); [|lra].
    unfold Rdiv. rewrite Rmult_comm. apply Rmult_le_compat_r; auto. apply Rinv_le_contravar; [lra|].
    rewrite !S_INR. pose proof (pos_INR n). lra.
Qed.

End Order.

(** ** Counts *)

Section Counts.
Context {Y : Type} `{Eq Y} (outs : list Y) (T : nat) (p : law Y) (thresholds : law nat).
Hypothesis distinct : NoDup outs.

Definition votes_for (y : Y) (vs : list Y) : nat := count (map (fun v => negb (differ v y)) vs).
Definition passes (m : nat) (vs : list Y) (y : Y) : bool := (m <? votes_for y vs)%nat.
Definition largest (vs : list Y) : nat := fold_right (fun y acc => Nat.max (votes_for y vs) acc) O outs.

(** G(K): the probability of a threshold below [K]; p_y. *)
Definition G (K : nat) : R := Pr thresholds (fun m => (m <? K)%nat).
Definition mass_of (y : Y) : R := Pr p (fun v => negb (differ v y)).

Lemma threshold_separates K K' : E thresholds (fun m => ind (exactly_one (m <? K)%nat (m <? K')%nat)) = Rabs (G K - G K').
Proof.
  assert (Ord : forall J J', (J <= J')%nat ->
    E thresholds (fun m => ind (exactly_one (m <? J)%nat (m <? J')%nat)) = G J' - G J /\ 0 <= G J' - G J).
  { intros J J' HJ. unfold G, Pr. rewrite <- E_minus.
    assert (P : forall m, ind (exactly_one (m <? J)%nat (m <? J')%nat) = ind (m <? J')%nat - ind (m <? J)%nat).
    { intros m. destruct (m <? J)%nat eqn:A, (m <? J')%nat eqn:B; simpl; try lra.
      apply Nat.ltb_lt in A. apply Nat.ltb_ge in B. lia. }
    split; [now apply E_ext|]. apply E_ge0. intros m. rewrite <- P. apply ind_range. }
  destruct (Nat.le_ge_cases K K') as [Hk|Hk].
  - destruct (Ord K K' Hk) as [-> Hn]. rewrite Rabs_left1; lra.
  - destruct (Ord K' K Hk) as [E1 Hn]. rewrite Rabs_right by lra. rewrite <- E1. apply E_ext. intros m.
    unfold exactly_one. now rewrite xorb_comm.
Qed.

Lemma some_passes m vs : existsb (passes m vs) outs = (m <? largest vs)%nat.
Proof.
  unfold largest. induction outs as [|y l IH]; simpl; [now destruct m|].
  inversion distinct; subst. rewrite IH by auto. unfold passes.
  destruct (m <? votes_for y vs)%nat eqn:A, (m <? fold_right (fun z acc => Nat.max (votes_for z vs) acc) O l)%nat eqn:B;
  symmetry; simpl; rewrite ?Nat.ltb_lt, ?Nat.ltb_ge in *; lia.
Qed.

(** The votes for one answer are binomial. *)
Lemma E_votes_for y g : E (iid T p) (fun vs => g (votes_for y vs)) = Bin T (mass_of y) g.
Proof.
  revert g. induction T as [|t IH]; intros g; [simpl; now rewrite E_sure|].
  rewrite E_iid_S. unfold votes_for in *. cbn [map count Bin].
  rewrite (E_ext _ _ (fun v => ind (negb (differ v y)) * Bin t (mass_of y) (fun k => g (S k)) +
    (1 - ind (negb (differ v y))) * Bin t (mass_of y) g)).
  - rewrite E_plus, !E_scal_r, E_minus, E_const. reflexivity.
  - intros v. destruct (negb (differ v y)); cbn [ind].
    + etransitivity; [apply (IH (fun k => g (S k)))|]. ring.
    + etransitivity; [apply (IH g)|]. ring.
Qed.

(** The lottery, fallbacks as [None]. *)
Definition lottery (m : nat) (o : list Y) (vs : list Y) : option Y := find (passes m vs) o.

(** Steps 1 and 2: two runs with the same string, threshold and order that do not both fall back
    disagree with probability at most (1/2) sum_y F(p_y) + (1/2) R. *)
Theorem lottery_two_steps :
  E thresholds (fun m => E (order (length outs) outs) (fun o => E (iid T p) (fun vs => E (iid T p) (fun vs' =>
    ind (differ (lottery m o vs) (lottery m o vs')))))) <=
  / 2 * sum outs (fun y => BinGap T (mass_of y) G) +
  / 2 * E (iid T p) (fun vs => E (iid T p) (fun vs' => Rabs (G (largest vs) - G (largest vs')))).
Proof.
  apply Rle_trans with (E thresholds (fun m => E (iid T p) (fun vs => E (iid T p) (fun vs' =>
    / 2 * size outs (fun y => exactly_one (passes m vs y) (passes m vs' y)) +
    / 2 * ind (exactly_one (m <? largest vs)%nat (m <? largest vs')%nat))))).
  - apply E_le; intros m. rewrite E_swap. apply E_le; intros vs. rewrite E_swap. apply E_le; intros vs'.
    rewrite <- !some_passes. apply step_two; auto.
  - right. rewrite E_swap.
    rewrite (E_ext _ _ (fun vs => E (iid T p) (fun vs' =>
      / 2 * sum outs (fun y => Rabs (G (votes_for y vs) - G (votes_for y vs'))) +
      / 2 * Rabs (G (largest vs) - G (largest vs'))))).
    + rewrite (E_ext _ _ (fun vs =>
        / 2 * sum outs (fun y => Bin T (mass_of y) (fun k' => Rabs (G (votes_for y vs) - G k'))) +
        / 2 * E (iid T p) (fun vs' => Rabs (G (largest vs) - G (largest vs'))))).
      * rewrite E_plus, !E_scal. f_equal. f_equal.
        rewrite (E_sum (iid T p) outs (fun y vs => Bin T (mass_of y) (fun k' => Rabs (G (votes_for y vs) - G k')))).
        apply sum_ext; intros y _. unfold BinGap.
        apply (E_votes_for y (fun k => Bin T (mass_of y) (fun k' => Rabs (G k - G k')))).
      * intros vs. rewrite E_plus, !E_scal. f_equal. f_equal.
        rewrite (E_sum (iid T p) outs (fun y vs' => Rabs (G (votes_for y vs) - G (votes_for y vs')))).
        apply sum_ext; intros y _. apply (E_votes_for y (fun k' => Rabs (G (votes_for y vs) - G k'))).
    + intros vs. rewrite E_swap. apply E_ext; intros vs'. rewrite E_plus, !E_scal, threshold_separates. f_equal. f_equal.
      unfold size. rewrite (E_sum thresholds outs (fun y m => ind (exactly_one (passes m vs y) (passes m vs' y)))).
      apply sum_ext; intros y _. apply threshold_separates.
Qed.

End Counts.

Print Assumptions lottery_two_steps.
