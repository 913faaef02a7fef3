(** * Finite laws

    A law with finitely many atoms on an arbitrary set, as the list of its
    atoms with their weights.  Everything random below is such a law: the
    population, the sample, the shared string.  The set itself may be infinite;
    no measure theory is needed, and the expectation is a finite sum. *)

Require Import Reals List Lra Lia Bool.
Import ListNotations.
Open Scope R_scope.

(** ** Finite sums *)

Fixpoint sum {A : Type} (l : list A) (f : A -> R) : R :=
  match l with nil => 0 | a :: t => f a + sum t f end.

Section Sums.
Context {A : Type}.
Implicit Types (l : list A) (f g : A -> R).

Lemma sum_ext l f g : (forall a, In a l -> f a = g a) -> sum l f = sum l g.
Proof. induction l as [|a l IH]; simpl; intros H; auto. rewrite H, IH; auto. Qed.

Lemma sum_le l f g : (forall a, In a l -> f a <= g a) -> sum l f <= sum l g.
Proof.
  induction l as [|a l IH]; simpl; intros H; [lra|].
  apply Rplus_le_compat; auto.
Qed.

Lemma sum_zero l : sum l (fun _ => 0) = 0.
Proof. induction l; simpl; lra. Qed.

Lemma sum_nonneg l f : (forall a, In a l -> 0 <= f a) -> 0 <= sum l f.
Proof. intros H. rewrite <- (sum_zero l). now apply sum_le. Qed.

Lemma sum_plus l f g : sum l (fun a => f a + g a) = sum l f + sum l g.
Proof. induction l; simpl; lra. Qed.

Lemma sum_minus l f g : sum l (fun a => f a - g a) = sum l f - sum l g.
Proof. induction l; simpl; lra. Qed.

Lemma sum_scal l c f : sum l (fun a => c * f a) = c * sum l f.
Proof. induction l; simpl; lra. Qed.

Lemma sum_scal_r l c f : sum l (fun a => f a * c) = sum l f * c.
Proof. induction l; simpl; lra. Qed.

Lemma sum_const l c : sum l (fun _ => c) = INR (length l) * c.
Proof. induction l; [simpl; lra|]. cbn [sum length]. rewrite IHl, S_INR. lra. Qed.

Lemma sum_app l l' f : sum (l ++ l') f = sum l f + sum l' f.
Proof. induction l; simpl; lra. Qed.

Lemma sum_map {B} (h : B -> A) (m : list B) f : sum (map h m) f = sum m (fun b => f (h b)).
Proof. induction m; simpl; lra. Qed.

Lemma sum_flat_map {B} (h : B -> list A) (m : list B) f :
  sum (flat_map h m) f = sum m (fun b => sum (h b) f).
Proof. induction m; simpl; [lra|]. rewrite sum_app. lra. Qed.

(** One term of a sum of nonnegative ones is at most the sum. *)
Lemma sum_term l f a : (forall b, In b l -> 0 <= f b) -> In a l -> f a <= sum l f.
Proof.
  induction l as [|b l IH]; simpl; intros H Ha; [easy|].
  assert (0 <= sum l f) by (apply sum_nonneg; auto).
  destruct Ha as [->|Ha]; [lra|]. pose proof (H b (or_introl eq_refl)).
  enough (f a <= sum l f) by lra. apply IH; auto.
Qed.

(** Nonnegative terms with sum zero vanish. *)
Lemma sum_zero_inv l f :
  (forall a, In a l -> 0 <= f a) -> sum l f = 0 -> forall a, In a l -> f a = 0.
Proof.
  intros H H0 a Ha. pose proof (sum_term l f a H Ha). pose proof (H a Ha). lra.
Qed.

(** Cauchy's inequality, in the form that needs no roots. *)
Lemma cauchy_schwarz l f g :
  (sum l (fun a => f a * g a))^2 <= sum l (fun a => (f a)^2) * sum l (fun a => (g a)^2).
Proof.
  set (F := sum l (fun a => (f a)^2)). set (G := sum l (fun a => (g a)^2)).
  set (H := sum l (fun a => f a * g a)).
  assert (HF : 0 <= F) by (apply sum_nonneg; intros; apply pow2_ge_0).
  assert (Q : forall t, 0 <= F - 2 * t * H + t^2 * G).
  { intros t. replace (F - 2 * t * H + t^2 * G) with (sum l (fun a => (f a - t * g a)^2)).
    - apply sum_nonneg; intros; apply pow2_ge_0.
    - unfold F, G, H. rewrite <- !sum_scal, <- sum_minus, <- sum_plus.
      apply sum_ext; intros; ring. }
  assert (HG : 0 <= G) by (apply sum_nonneg; intros; apply pow2_ge_0).
  destruct (Req_dec G 0) as [G0|G0].
  - rewrite G0 in Q |- *. destruct (Req_dec H 0) as [->|H0]; [lra|].
    specialize (Q ((F + 1) / (2 * H))).
    replace (2 * ((F + 1) / (2 * H)) * H) with (F + 1) in Q by (field; auto). lra.
  - specialize (Q (H / G)).
    replace (F - 2 * (H / G) * H + (H / G)^2 * G) with ((F * G - H^2) / G) in Q by (field; auto).
    assert (0 < G) by lra.
    assert (0 <= (F * G - H^2) / G * G) by (apply Rmult_le_pos; lra).
    replace ((F * G - H^2) / G * G) with (F * G - H^2) in * by (field; auto). lra.
Qed.

End Sums.

Lemma sum_swap {A B} (l : list A) (l' : list B) (f : A -> B -> R) :
  sum l (fun a => sum l' (f a)) = sum l' (fun b => sum l (fun a => f a b)).
Proof.
  induction l as [|a l IH]; simpl; [now rewrite sum_zero|].
  now rewrite IH, <- sum_plus.
Qed.

(** The indicator of a decided event. *)
Definition ind (b : bool) : R := if b then 1 else 0.

Lemma ind_range b : 0 <= ind b <= 1. Proof. destruct b; simpl; lra. Qed.
Lemma ind_or a b : ind (a || b) <= ind a + ind b. Proof. destruct a, b; simpl; lra. Qed.
Lemma ind_negb b : ind (negb b) = 1 - ind b. Proof. destruct b; simpl; lra. Qed.
Lemma ind_and a b : ind (a && b) = ind a * ind b. Proof. destruct a, b; simpl; lra. Qed.
Lemma ind_le a b : (a = true -> b = true) -> ind a <= ind b.
Proof. destruct a, b; simpl; intros H; try lra; now discriminate (H eq_refl). Qed.

(** ** Laws *)

Record law (A : Type) : Type := Law {
  atoms : list (R * A);
  weights_nonneg : forall wa, In wa atoms -> 0 <= fst wa;
  weights_total : sum atoms fst = 1 }.
Arguments Law {A}. Arguments atoms {A}.
Arguments weights_nonneg {A}. Arguments weights_total {A}.

(** Expectation and probability. *)
Definition E {A} (D : law A) (f : A -> R) : R := sum (atoms D) (fun wa => fst wa * f (snd wa)).
Definition Pr {A} (D : law A) (e : A -> bool) : R := E D (fun a => ind (e a)).

(** The values that are taken with positive weight. *)
Definition support {A} (D : law A) (a : A) : Prop := exists w, 0 < w /\ In (w, a) (atoms D).

Section Expectation.
Context {A : Type} (D : law A).
Implicit Types f g : A -> R.

Lemma E_le_support f g : (forall a, support D a -> f a <= g a) -> E D f <= E D g.
Proof.
  intros H. apply sum_le. intros [w a] Hin. simpl.
  pose proof (weights_nonneg D _ Hin) as Hw. simpl in Hw.
  destruct (Req_dec w 0) as [->|Hw0]; [lra|].
  apply Rmult_le_compat_l; [lra|]. apply H. exists w; split; [lra|auto].
Qed.

Lemma E_le f g : (forall a, f a <= g a) -> E D f <= E D g.
Proof. intros H. apply E_le_support; auto. Qed.

Lemma E_ext_support f g : (forall a, support D a -> f a = g a) -> E D f = E D g.
Proof. intros H. apply Rle_antisym; apply E_le_support; intros a Ha; rewrite (H a Ha); lra. Qed.

Lemma E_ext f g : (forall a, f a = g a) -> E D f = E D g.
Proof. intros H. apply E_ext_support; auto. Qed.

Lemma E_const c : E D (fun _ => c) = c.
Proof.
  unfold E. rewrite (sum_ext _ _ (fun wa => c * fst wa)) by (intros; ring).
  rewrite sum_scal, weights_total. ring.
Qed.

Lemma E_plus f g : E D (fun a => f a + g a) = E D f + E D g.
Proof. unfold E. rewrite <- sum_plus. apply sum_ext; intros; ring. Qed.

Lemma E_minus f g : E D (fun a => f a - g a) = E D f - E D g.
Proof. unfold E. rewrite <- sum_minus. apply sum_ext; intros; ring. Qed.

Lemma E_scal c f : E D (fun a => c * f a) = c * E D f.
Proof. unfold E. rewrite <- sum_scal. apply sum_ext; intros; ring. Qed.

Lemma E_scal_r c f : E D (fun a => f a * c) = E D f * c.
Proof. unfold E. rewrite <- sum_scal_r. apply sum_ext; intros; ring. Qed.

Lemma E_ge0 f : (forall a, 0 <= f a) -> 0 <= E D f.
Proof. intros H. rewrite <- (E_const 0). now apply E_le. Qed.

Lemma E_bounds c d f : (forall a, support D a -> c <= f a <= d) -> c <= E D f <= d.
Proof.
  intros H. split; [rewrite <- (E_const c) at 1 | rewrite <- (E_const d)];
  apply E_le_support; intros a Ha; apply H in Ha; lra.
Qed.

Lemma E_sum {B} (l : list B) (F : B -> A -> R) :
  E D (fun a => sum l (fun b => F b a)) = sum l (fun b => E D (F b)).
Proof.
  induction l as [|b l IH]; simpl; [apply E_const|]. now rewrite E_plus, IH.
Qed.

(** Jensen for the absolute value. *)
Lemma E_abs f : Rabs (E D f) <= E D (fun a => Rabs (f a)).
Proof.
  apply Rabs_le. split.
  - replace (- E D (fun a => Rabs (f a))) with (E D (fun a => -1 * Rabs (f a))).
    + apply E_le. intros a. unfold Rabs. destruct (Rcase_abs (f a)); lra.
    + rewrite E_scal. ring.
  - apply E_le. intros a. apply Rle_abs.
Qed.

Lemma Pr_range (e : A -> bool) : 0 <= Pr D e <= 1.
Proof. apply E_bounds. intros; apply ind_range. Qed.

Lemma Pr_negb (e : A -> bool) : Pr D (fun a => negb (e a)) = 1 - Pr D e.
Proof.
  unfold Pr. rewrite (E_ext _ (fun a => 1 - ind (e a))) by (intros; apply ind_negb).
  now rewrite E_minus, E_const.
Qed.

Lemma Pr_le (e e' : A -> bool) : (forall a, e a = true -> e' a = true) -> Pr D e <= Pr D e'.
Proof. intros H. apply E_le. intros a. apply ind_le, H. Qed.

(** The union bound. *)
Lemma Pr_or (e e' : A -> bool) : Pr D (fun a => e a || e' a) <= Pr D e + Pr D e'.
Proof. unfold Pr. rewrite <- E_plus. apply E_le. intros; apply ind_or. Qed.

Lemma ind_existsb {B} (l : list B) (e : B -> bool) : ind (existsb e l) <= sum l (fun b => ind (e b)).
Proof.
  induction l as [|b l IH]; simpl; [lra|]. pose proof (ind_or (e b) (existsb e l)). lra.
Qed.

Lemma Pr_union {B} (l : list B) (e : B -> A -> bool) :
  Pr D (fun a => existsb (fun b => e b a) l) <= sum l (fun b => Pr D (e b)).
Proof.
  unfold Pr. rewrite <- (E_sum l (fun b a => ind (e b a))). apply E_le.
  intros a. apply (ind_existsb l (fun b => e b a)).
Qed.

(** Markov's inequality. *)
Lemma markov f c : (forall a, 0 <= f a) -> 0 < c ->
  Pr D (fun a => if Rle_dec c (f a) then true else false) <= E D f / c.
Proof.
  intros Hf Hc. unfold Pr. apply Rmult_le_reg_r with c; [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. rewrite <- E_scal_r.
  apply E_le. intros a. destruct (Rle_dec c (f a)); simpl; [lra|]. rewrite Rmult_0_l. apply Hf.
Qed.

End Expectation.

(** The order of two independent draws does not matter. *)
Lemma E_swap {A B} (D : law A) (D' : law B) (f : A -> B -> R) :
  E D (fun a => E D' (f a)) = E D' (fun b => E D (fun a => f a b)).
Proof.
  unfold E.
  rewrite (sum_ext _ _ (fun wa => sum (atoms D') (fun wb => fst wa * (fst wb * f (snd wa) (snd wb)))))
    by (intros; now rewrite sum_scal).
  rewrite sum_swap. apply sum_ext. intros wb _. rewrite <- sum_scal. apply sum_ext.
  intros wa _. ring.
Qed.

(** ** Building laws *)

Local Obligation Tactic := idtac.

(** A sure value. *)
Program Definition sure {A} (a : A) : law A := Law [(1, a)] _ _.
Next Obligation. intros A a wa [<-|[]]. simpl. lra. Qed.
Next Obligation. intros. simpl. lra. Qed.

Lemma E_sure {A} (a : A) f : E (sure a) f = f a.
Proof. unfold E; simpl. ring. Qed.

(** A first draw, and then one whose law depends on it. *)
Program Definition bind {A B} (D : law A) (k : A -> law B) : law B :=
  Law (flat_map (fun wa => map (fun wb => (fst wa * fst wb, snd wb)) (atoms (k (snd wa)))) (atoms D)) _ _.
Next Obligation.
  intros A B D k wb H. apply in_flat_map in H as ([w a] & Ha & H).
  apply in_map_iff in H as ([w' b] & <- & Hb). simpl in *.
  apply Rmult_le_pos; [apply (weights_nonneg D _ Ha)|apply (weights_nonneg (k a) _ Hb)].
Qed.
Next Obligation.
  intros. rewrite sum_flat_map.
  rewrite (sum_ext _ _ fst); [apply weights_total|]. intros [w a] _. rewrite sum_map. simpl.
  rewrite sum_scal. change (fun a0 : R * B => fst a0) with (@fst R B).
  rewrite weights_total. ring.
Qed.

Lemma E_bind {A B} (D : law A) (k : A -> law B) f : E (bind D k) f = E D (fun a => E (k a) f).
Proof.
  unfold E at 1. simpl. rewrite sum_flat_map. apply sum_ext. intros [w a] _.
  rewrite sum_map. simpl. unfold E. rewrite <- sum_scal. apply sum_ext. intros; ring.
Qed.

(** The law of a function of the draw. *)
Definition image {A B} (h : A -> B) (D : law A) : law B := bind D (fun a => sure (h a)).

Lemma E_image {A B} (h : A -> B) D f : E (image h D) f = E D (fun a => f (h a)).
Proof. unfold image. rewrite E_bind. apply E_ext. intros; apply E_sure. Qed.

(** Independent pairs. *)
Definition prod {A B} (D : law A) (D' : law B) : law (A * B) :=
  bind D (fun a => image (fun b => (a, b)) D').

Lemma E_prod {A B} (D : law A) (D' : law B) f : E (prod D D') f = E D (fun a => E D' (fun b => f (a, b))).
Proof. unfold prod. rewrite E_bind. apply E_ext. intros. apply E_image. Qed.

(** A sample: [n] independent draws from a population. *)
Fixpoint iid {A} (n : nat) (D : law A) : law (list A) :=
  match n with O => sure [] | S m => bind D (fun a => image (cons a) (iid m D)) end.

Lemma E_iid_S {A} n (D : law A) f : E (iid (S n) D) f = E D (fun a => E (iid n D) (fun s => f (a :: s))).
Proof. simpl. rewrite E_bind. apply E_ext. intros. apply E_image. Qed.

(** The beginning of a sample is a sample. *)
Lemma E_iid_firstn {A} (D : law A) n N f :
  (n <= N)%nat -> E (iid N D) (fun s => f (firstn n s)) = E (iid n D) f.
Proof.
  revert N f. induction n as [|n IH]; intros N f Hn.
  - simpl. rewrite E_const. now rewrite E_sure.
  - destruct N as [|N]; [lia|]. rewrite !E_iid_S. apply E_ext. intros a. simpl.
    apply (IH N (fun s => f (a :: s))). lia.
Qed.

(** A coin that shows [true] with probability [q]. *)
Program Definition coin (q : R) (H : 0 <= q <= 1) : law bool := Law [(q, true); (1 - q, false)] _ _.
Next Obligation. intros q H wa [<-|[<-|[]]]; simpl; lra. Qed.
Next Obligation. intros. simpl. lra. Qed.

Lemma E_coin q H f : E (coin q H) f = q * f true + (1 - q) * f false.
Proof. unfold E; simpl. ring. Qed.

(** A law has an atom of positive weight. *)
Lemma support_inhabited {A} (D : law A) : exists a, support D a.
Proof.
  destruct D as [l Hn Ht]. unfold support. simpl.
  assert (H : 0 < sum l fst) by lra. clear Ht.
  induction l as [|[w a] l IH]; simpl in H; [lra|].
  destruct (Rlt_dec 0 w) as [Hw|Hw].
  - exists a, w. simpl; auto.
  - destruct IH as (b & v & Hv & Hb).
    + intros wa Hwa. apply Hn. now right.
    + pose proof (Hn (w, a) (or_introl eq_refl)). simpl in *. lra.
    + exists b, v. simpl; auto.
Qed.

(** ** Sums over 1..k, as the catalogue writes them *)

Definition total (k : nat) (f : nat -> R) : R := sum (seq 1 k) f.

Lemma total_S k f : total (S k) f = total k f + f (S k).
Proof. unfold total. rewrite seq_S, sum_app. simpl. lra. Qed.

Lemma total_ext k f g : (forall i, (1 <= i <= k)%nat -> f i = g i) -> total k f = total k g.
Proof. intros H. apply sum_ext. intros i Hi. apply in_seq in Hi. apply H. lia. Qed.

Lemma total_le k f g : (forall i, (1 <= i <= k)%nat -> f i <= g i) -> total k f <= total k g.
Proof. intros H. apply sum_le. intros i Hi. apply in_seq in Hi. apply H. lia. Qed.

Lemma total_const k c : total k (fun _ => c) = INR k * c.
Proof. unfold total. now rewrite sum_const, seq_length. Qed.

(** The two parts of a sample are independent samples. *)
Lemma E_iid_split {A} (D : law A) n m (f : list A -> list A -> R) :
  E (iid (n + m) D) (fun s => f (firstn n s) (skipn n s)) =
  E (iid n D) (fun s => E (iid m D) (fun s' => f s s')).
Proof.
  revert f. induction n as [|n IH]; intros f; simpl Nat.add.
  - simpl iid. now rewrite E_sure.
  - rewrite !E_iid_S. apply E_ext; intros a. exact (IH (fun s s' => f (a :: s) s')).
Qed.
