(** * Binomial counts: votes, Efron and Stein, moments *)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.RaceAlgebra.
Import ListNotations.
Open Scope R_scope.

(** [Bin T q g] is the expectation of [g] of a count of [T] coins of bias [q]:
    the first coin is thrown, then the others. *)
Fixpoint Bin (T : nat) (q : R) (g : nat -> R) : R :=
  match T with O => g O | S t => q * Bin t q (fun k => g (S k)) + (1 - q) * Bin t q g end.

Section Bin.
Variable q : R.
Hypothesis q_range : 0 <= q <= 1.

Lemma Bin_le T : forall g h, (forall k, (k <= T)%nat -> g k <= h k) -> Bin T q g <= Bin T q h.
Proof.
  induction T as [|T IH]; intros g h Hgh; simpl; [apply Hgh; lia|].
  apply Rplus_le_compat; apply Rmult_le_compat_l; try lra; apply IH; intros; apply Hgh; lia.
Qed.
End Bin.

Lemma Bin_ext T q : forall g h, (forall k, (k <= T)%nat -> g k = h k) -> Bin T q g = Bin T q h.
Proof.
  induction T as [|T IH]; intros g h Hgh; simpl; [apply Hgh; lia|].
  rewrite (IH _ (fun k => h (S k))), (IH g h); auto; intros; apply Hgh; lia.
Qed.
Lemma Bin_const T q c : Bin T q (fun _ => c) = c.
Proof. induction T as [|T IH]; simpl; auto. rewrite IH. ring. Qed.
Lemma Bin_plus T q : forall g h, Bin T q (fun k => g k + h k) = Bin T q g + Bin T q h.
Proof.
  induction T as [|T IH]; intros g h; simpl; auto. rewrite (IH g h), (IH (fun k => g (S k)) (fun k => h (S k))). ring.
Qed.
Lemma Bin_scal T q c : forall g, Bin T q (fun k => c * g k) = c * Bin T q g.
Proof. induction T as [|T IH]; intros g; simpl; auto. rewrite (IH g), (IH (fun k => g (S k))). ring. Qed.
Lemma Bin_minus T q g h : Bin T q (fun k => g k - h k) = Bin T q g - Bin T q h.
Proof.
  rewrite (Bin_ext T q _ (fun k => g k + -1 * h k)) by (intros; ring). rewrite Bin_plus, Bin_scal. ring.
Qed.

(** Sure coins all show. *)
Lemma Bin_one T : forall g, Bin T 1 g = g T.
Proof. induction T as [|T IH]; intros g; cbn [Bin]; auto. rewrite (IH (fun k => g (S k))). ring. Qed.

(** Counting what did not show. *)
Lemma Bin_flip T q : forall g, Bin T q (fun k => g (T - k)%nat) = Bin T (1 - q) g.
Proof.
  induction T as [|T IH]; intros g; simpl Bin; auto.
  rewrite <- (IH g), <- (IH (fun k => g (S k))). replace (1 - (1 - q)) with q by ring.
  rewrite (Bin_ext T q (fun k => g (match k with O => S T | S l => (T - l)%nat end)) (fun k => g (S (T - k)))).
  - simpl. ring.
  - intros k Hk. f_equal. destruct k; lia.
Qed.

(** A law of that count. *)
Fixpoint count (bs : list bool) : nat := match bs with [] => O | b :: t => (if b then 1 else 0) + count t end.

Definition binomial (T : nat) (q : R) (H : 0 <= q <= 1) : law nat := image count (iid T (coin q H)).

Lemma E_binomial T q H g : E (binomial T q H) g = Bin T q g.
Proof.
  unfold binomial. rewrite E_image. revert g. induction T as [|T IH]; intros g.
  - simpl. now rewrite E_sure.
  - rewrite E_iid_S, E_coin. cbn [Bin]. rewrite <- (IH g), <- (IH (fun k => g (S k))). reflexivity.
Qed.

(** The votes of [T] blocks of [n] samples each. *)
Fixpoint votes {X} (T n : nat) (a : list X -> bool) (s : list X) : nat :=
  match T with O => O | S t => (if a (firstn n s) then 1 else 0) + votes t n a (skipn n s) end.

Lemma E_votes {X} (D : law X) n a T : forall g,
  E (iid (T * n) D) (fun s => g (votes T n a s)) = Bin T (Pr (iid n D) a) g.
Proof.
  induction T as [|T IH]; intros g.
  - simpl. now rewrite E_sure.
  - replace (S T * n)%nat with (n + T * n)%nat by lia. simpl votes.
    rewrite (E_iid_split D n (T * n) (fun s s' => g ((if a s then 1 else 0) + votes T n a s')%nat)).
    set (q := Pr (iid n D) a).
    rewrite (E_ext _ _ (fun s => ind (a s) * Bin T q (fun k => g (S k)) + (1 - ind (a s)) * Bin T q g)).
    + rewrite E_plus, !E_scal_r, E_minus, E_const. reflexivity.
    + intros s. destruct (a s); cbn [ind].
      * etransitivity; [apply (IH (fun k => g (S k)))|]. fold q. ring.
      * etransitivity; [apply (IH g)|]. fold q. ring.
Qed.

(** ** Efron and Stein for a function of a count *)

Definition variance (T : nat) (q : R) (g : nat -> R) : R := Bin T q (fun k => (g k)^2) - (Bin T q g)^2.

Lemma variance_nonneg T q g : 0 <= q <= 1 -> 0 <= variance T q g.
Proof.
  intros Hq. set (m := Bin T q g).
  replace (variance T q g) with (Bin T q (fun k => (g k - m)^2)).
  - rewrite <- (Bin_const T q 0). apply Bin_le; auto. intros; apply pow2_ge_0.
  - rewrite (Bin_ext T q _ (fun k => (g k)^2 + (-2 * m * g k + m^2))) by (intros; ring).
    rewrite !Bin_plus, Bin_scal, Bin_const. unfold variance. fold m. ring.
Qed.

Lemma efron_stein T q : 0 <= q <= 1 -> forall g,
  variance (S T) q g <= INR (S T) * (q * (1 - q)) * Bin T q (fun k => (g (S k) - g k)^2).
Proof.
  intros Hq. induction T as [|T IH]; intros g.
  - unfold variance. simpl. right. ring.
  - set (T' := S T) in *.
    assert (V : variance (S T') q g = q * variance T' q (fun k => g (S k)) + (1 - q) * variance T' q g +
      q * (1 - q) * (Bin T' q (fun k => g (S k) - g k))^2).
    { rewrite Bin_minus. unfold variance. cbn [Bin]. ring. }
    rewrite V. pose proof (IH g) as H0. pose proof (IH (fun k => g (S k))) as H1.
    pose proof (variance_nonneg T' q (fun k => g (S k) - g k) Hq) as J. unfold variance in J.
    assert (0 <= q * (1 - q)) by nra.
    set (J1 := Bin T' q (fun k => (g (S k) - g k)^2)) in *. set (J2 := (Bin T' q (fun k => g (S k) - g k))^2) in *.
    assert (B : J1 = q * Bin T q (fun k => (g (S (S k)) - g (S k))^2) + (1 - q) * Bin T q (fun k => (g (S k) - g k)^2))
      by reflexivity.
    rewrite (S_INR T'). 
    apply Rle_trans with (q * (INR T' * (q * (1 - q)) * Bin T q (fun k => (g (S (S k)) - g (S k))^2)) +
      (1 - q) * (INR T' * (q * (1 - q)) * Bin T q (fun k => (g (S k) - g k)^2)) + q * (1 - q) * J1).
    + apply Rplus_le_compat; [apply Rplus_le_compat; apply Rmult_le_compat_l; lra|]. apply Rmult_le_compat_l; lra.
    + right. rewrite B. ring.
Qed.

(** ** Moments *)

Lemma Bin_first M q : Bin M q INR = INR M * q.
Proof.
  induction M as [|M IH]; [simpl; ring|]. cbn [Bin].
  rewrite (Bin_ext M q (fun k => INR (S k)) (fun k => INR k + 1)) by (intros; apply S_INR).
  rewrite Bin_plus, Bin_const, IH, S_INR. ring.
Qed.

Lemma Bin_second M q : Bin M q (fun k => (INR k)^2) = INR M * q * (1 - q) + (INR M * q)^2.
Proof.
  induction M as [|M IH]; [simpl; ring|]. cbn [Bin].
  rewrite (Bin_ext M q (fun k => (INR (S k))^2) (fun k => (INR k)^2 + (2 * INR k + 1))) by (intros; rewrite S_INR; ring).
  rewrite !Bin_plus, Bin_scal, Bin_const, IH, Bin_first, S_INR. ring.
Qed.

Lemma Bin_product M q : Bin M q (fun k => INR k * (INR M - INR k)) = INR M * (INR M - 1) * (q * (1 - q)).
Proof.
  rewrite (Bin_ext M q _ (fun k => INR M * INR k - (INR k)^2)) by (intros; ring).
  rewrite Bin_minus, Bin_scal, Bin_first, Bin_second. ring.
Qed.

(** ** Glasser's inequality for a law *)

Lemma glasser_law {A} (D : law A) (f : A -> R) :
  (E D (fun a => E D (fun a' => Rabs (f a - f a'))))^2 <= 4/3 * (E D (fun a => (f a)^2) - (E D f)^2).
Proof.
  set (m := E D f).
  pose proof (glasser (atoms D) fst (fun wa => f (snd wa) - m) (weights_nonneg D) (weights_total D)) as G.
  replace (E D (fun a => E D (fun a' => Rabs (f a - f a')))) with
    (sum (atoms D) (fun x => sum (atoms D) (fun z => fst x * fst z * Rabs (f (snd x) - m - (f (snd z) - m))))).
  - replace (E D (fun a => (f a)^2) - m^2) with (sum (atoms D) (fun x => fst x * (f (snd x) - m)^2)); auto.
    change (E D (fun a => (f a - m)^2) = E D (fun a => (f a)^2) - m^2).
    rewrite (E_ext D _ (fun a => (f a)^2 + (-2 * m * f a + m^2))) by (intros; ring).
    rewrite !E_plus, E_scal, E_const. fold m. ring.
  - unfold E. apply sum_ext; intros x _. rewrite <- sum_scal. apply sum_ext; intros z _.
    replace (f (snd x) - m - (f (snd z) - m)) with (f (snd x) - f (snd z)) by ring. ring.
Qed.

(** The mean distance of two independent counts' values. *)
Definition BinGap (T : nat) (q : R) (g : nat -> R) : R := Bin T q (fun k => Bin T q (fun k' => Rabs (g k - g k'))).

Lemma gap_variance T q g : 0 <= q <= 1 -> (BinGap T q g)^2 <= 4/3 * variance T q g.
Proof.
  intros Hq. pose proof (glasser_law (binomial T q Hq) g) as G. rewrite !E_binomial in G.
  unfold BinGap, variance. rewrite (Bin_ext T q (fun k => Bin T q (fun k' => Rabs (g k - g k')))
    (fun k => E (binomial T q Hq) (fun k' => Rabs (g k - g k')))); [exact G|].
  intros. now rewrite E_binomial.
Qed.
