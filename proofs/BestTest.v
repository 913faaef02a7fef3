(** * Best replicable test: thresholds on a count are optimal

    A test of [N] flips of a coin of bias [t] answers "high" or not, from the flips and the
    shared string.  A random threshold on the count of heads, drawn by the shared string,
    disagrees with itself no more at any bias between [t0] and [t1], and errs no more at [t0]
    and at [t1]. *)

(*@
label: derived:best-test
theorem: best_test
assumes: the test is a function of the flips and of the shared string; 0 < t0 < t1 < 1
*)

Require Import Reals List Lra Lia Psatz Bool.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.Adaptive Replicable.Binomial.
Require Import Replicable.Closeness Replicable.CorrelatedSampling.
Import ListNotations.
Open Scope R_scope.

(** ** The exchange lemma *)

(** The likelihood ratio of two biases at a count. *)
Definition likelihood (N : nat) (t s : R) (k : nat) : R := (t / s) ^ k * ((1 - t) / (1 - s)) ^ (N - k).

Lemma Bin_change N t s : 0 < s < 1 -> forall G, Bin N t G = Bin N s (fun k => likelihood N t s k * G k).
Proof.
  intros Hs. induction N as [|N IH]; intros G.
  - unfold likelihood. simpl. ring.
  - cbn [Bin]. rewrite (IH (fun k => G (S k))), (IH G).
    rewrite (Bin_ext N s (fun k => likelihood (S N) t s (S k) * G (S k)) (fun k => t / s * (likelihood N t s k * G (S k)))).
    + rewrite (Bin_ext N s (fun k => likelihood (S N) t s k * G k) (fun k => (1 - t) / (1 - s) * (likelihood N t s k * G k))).
      * rewrite !Bin_scal. field. lra.
      * intros k Hk. unfold likelihood. replace (S N - k)%nat with (S (N - k)) by lia. simpl. ring.
    + intros k Hk. unfold likelihood. replace (S N - S k)%nat with (N - k)%nat by lia. simpl. ring.
Qed.

Lemma likelihood_pos N t s k : 0 < s < 1 -> 0 < t < 1 -> 0 < likelihood N t s k.
Proof. intros Hs Ht. apply Rmult_lt_0_compat; apply pow_lt; apply Rdiv_lt_0_compat; lra. Qed.

(** It grows with the count if [s <= t]: a monotone likelihood ratio. *)
Lemma likelihood_grows N t s : 0 < s -> s <= t -> t < 1 -> forall k m, (k <= m <= N)%nat ->
  likelihood N t s k <= likelihood N t s m.
Proof.
  intros Hs Hst Ht k m [Hkm HmN]. induction Hkm as [|m Hkm IH]; [lra|]. specialize (IH ltac:(lia)).
  eapply Rle_trans; [exact IH|]. unfold likelihood. replace (N - m)%nat with (S (N - S m)) by lia. simpl.
  set (a := (t / s) ^ m). set (b := ((1 - t) / (1 - s)) ^ (N - S m)).
  assert (0 <= a * b) by (apply Rmult_le_pos; left; apply pow_lt; apply Rdiv_lt_0_compat; lra).
  assert ((1 - t) / (1 - s) <= t / s).
  { apply Rle_trans with 1.
    - apply Rmult_le_reg_r with (1 - s); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    - apply Rmult_le_reg_r with s; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  nra.
Qed.

(** A function that is negative below [c] and positive above it, as a test of the bias. *)
Definition crosses (N c : nat) (G : nat -> R) : Prop :=
  (forall k, (k < c)%nat -> G k <= 0) /\ (forall k, (c < k <= N)%nat -> 0 <= G k).

Lemma exchange N c G s t : (c <= N)%nat -> crosses N c G -> 0 < s -> s <= t -> t < 1 ->
  likelihood N t s c * Bin N s G <= Bin N t G.
Proof.
  intros Hc [Lo Hi] Hs Hst Ht. rewrite (Bin_change N t s ltac:(lra) G), <- Bin_scal.
  apply Bin_le; [lra|]. intros k Hk. destruct (Nat.lt_trichotomy k c) as [Hkc|[->|Hkc]]; [| lra |].
  - pose proof (Lo k Hkc). pose proof (likelihood_grows N t s Hs Hst Ht k c ltac:(lia)). nra.
  - pose proof (Hi k ltac:(lia)). pose proof (likelihood_grows N t s Hs Hst Ht c k ltac:(lia)). nra.
Qed.

Lemma exchange_up N c G s t : (c <= N)%nat -> crosses N c G -> 0 < s -> s <= t -> t < 1 ->
  0 <= Bin N s G -> 0 <= Bin N t G.
Proof.
  intros Hc Cr Hs Hst Ht H0. pose proof (exchange N c G s t Hc Cr Hs Hst Ht).
  pose proof (likelihood_pos N t s c ltac:(lra) ltac:(lra)). nra.
Qed.

Lemma exchange_down N c G s t : (c <= N)%nat -> crosses N c G -> 0 < s -> s <= t -> t < 1 ->
  Bin N t G <= 0 -> Bin N s G <= 0.
Proof.
  intros Hc Cr Hs Hst Ht H0. pose proof (exchange N c G s t Hc Cr Hs Hst Ht).
  pose proof (likelihood_pos N t s c ltac:(lra) ltac:(lra)). destruct (Rle_dec (Bin N s G) 0); [auto|]. nra.
Qed.

(** ** Thresholds *)

(** "High" from the count [c] on; a lottery between [c+1] and [c]. *)
Definition from (c k : nat) : R := ind (c <=? k)%nat.
Definition lottery_test (c : nat) (g : R) (k : nat) : R := (1 - g) * from (S c) k + g * from c k.

Lemma Bin_from_0 N t : Bin N t (from 0) = 1.
Proof. rewrite (Bin_ext N t _ (fun _ => 1)); [apply Bin_const|]. intros. reflexivity. Qed.
Lemma Bin_from_N N t : Bin N t (from (S N)) = 0.
Proof.
  rewrite (Bin_ext N t _ (fun _ => 0)); [apply Bin_const|]. intros k Hk. unfold from.
  replace (S N <=? k)%nat with false; auto. symmetry. apply Nat.leb_gt. lia.
Qed.

(** Every level is met by some lottery. *)
Lemma level_met N t v : 0 <= t <= 1 -> 0 <= v <= 1 ->
  exists c g, (c <= N)%nat /\ 0 <= g <= 1 /\ Bin N t (lottery_test c g) = v.
Proof.
  intros Ht Hv.
  assert (Step : forall m, (m <= S N)%nat -> Bin N t (from m) <= v -> exists c, (c <= N)%nat /\
    Bin N t (from (S c)) <= v <= Bin N t (from c)).
  { induction m as [|m IH]; intros Hm Hle.
    - rewrite Bin_from_0 in Hle. exists O. split; [lia|]. rewrite Bin_from_0. split; [|lra].
      apply Rle_trans with (Bin N t (fun _ => 1)); [|rewrite Bin_const; lra].
      apply Bin_le; auto. intros; apply ind_range.
    - destruct (Rle_dec (Bin N t (from m)) v) as [H|H]; [apply IH; auto; lia|]. exists m. split; [lia|]. lra. }
  destruct (Step (S N) (le_n _)) as (c & Hc & Hl & Hu); [rewrite Bin_from_N; lra|].
  set (a := Bin N t (from (S c))) in *. set (b := Bin N t (from c)) in *.
  assert (L : forall g, Bin N t (lottery_test c g) = (1 - g) * a + g * b)
    by (intros; unfold lottery_test; now rewrite Bin_plus, !Bin_scal).
  destruct (Req_dec a b) as [Hab|Hab].
  - exists c, 0. rewrite L. repeat split; try lra; auto.
  - exists c, ((v - a) / (b - a)). rewrite L. repeat split; auto.
    + apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra].
    + apply Rmult_le_reg_r with (b - a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
    + field. lra.
Qed.

Lemma Bin_continuous N : forall G, continuity (fun t => Bin N t G).
Proof.
  induction N as [|N IH]; intros G; cbn [Bin]; [apply continuity_const; intros x y; reflexivity|].
  apply (continuity_plus (fun t => t * Bin N t (fun k => G (S k))) (fun t => (1 - t) * Bin N t G)).
  - apply (continuity_mult (fun t => t)); [apply derivable_continuous, derivable_id|apply IH].
  - apply (continuity_mult (fun t => 1 - t)); [|apply IH].
    apply (continuity_minus (fun _ => 1) (fun t => t)); [apply continuity_const; intros x y; reflexivity|].
    apply derivable_continuous, derivable_id.
Qed.

(** ** One set of counts *)

Lemma one_set N (A : nat -> bool) t0 t1 : 0 < t0 -> t0 < t1 -> t1 < 1 ->
  let q := fun t => Bin N t (fun k => ind (A k)) in
  exists c g, (c <= N)%nat /\ 0 <= g <= 1 /\
    let u := fun t => Bin N t (lottery_test c g) in
    (forall t, t0 <= t <= t1 -> u t * (1 - u t) <= q t * (1 - q t)) /\ u t0 <= q t0 /\ q t1 <= u t1.
Proof.
  intros H0 H01 H1 q.
  assert (Q : forall t, 0 < t < 1 -> 0 <= q t <= 1).
  { intros t Ht. split; [rewrite <- (Bin_const N t 0)|rewrite <- (Bin_const N t 1)];
    apply Bin_le; try lra; intros; apply ind_range. }
  (* the two functions of the proof *)
  assert (Cross : forall c g, crosses N c (fun k => lottery_test c g k - ind (A k)) /\
    crosses N c (fun k => lottery_test c g k - (1 - ind (A k)))).
  { intros c g. assert (Lo : forall k, (k < c)%nat -> lottery_test c g k = 0).
    { intros k Hk. unfold lottery_test, from. replace (S c <=? k)%nat with false by (symmetry; apply Nat.leb_gt; lia).
      replace (c <=? k)%nat with false by (symmetry; apply Nat.leb_gt; lia). simpl. ring. }
    assert (Hi : forall k, (c < k)%nat -> lottery_test c g k = 1).
    { intros k Hk. unfold lottery_test, from. replace (S c <=? k)%nat with true by (symmetry; apply Nat.leb_le; lia).
      replace (c <=? k)%nat with true by (symmetry; apply Nat.leb_le; lia). simpl. ring. }
    repeat split; intros k Hk; pose proof (ind_range (A k)); (rewrite Lo by lia; lra) || (rewrite Hi by lia; lra). }
  assert (B1 : forall c g t, Bin N t (fun k => lottery_test c g k - ind (A k)) = Bin N t (lottery_test c g) - q t)
    by (intros; now rewrite Bin_minus).
  assert (B2 : forall c g t, Bin N t (fun k => lottery_test c g k - (1 - ind (A k))) = Bin N t (lottery_test c g) - (1 - q t))
    by (intros; now rewrite Bin_minus, Bin_minus, Bin_const).
  assert (Up : forall c g s t, (c <= N)%nat -> 0 < s -> s <= t -> t < 1 ->
    0 <= Bin N s (lottery_test c g) - q s -> 0 <= Bin N s (lottery_test c g) - (1 - q s) ->
    0 <= Bin N t (lottery_test c g) - q t /\ 0 <= Bin N t (lottery_test c g) - (1 - q t)).
  { intros c g s t Hc Hs Hst Ht E1 E2. destruct (Cross c g) as [C1 C2]. rewrite <- B1 in E1 |- *. rewrite <- B2 in E2 |- *.
    split; eapply exchange_up; eauto. }
  assert (Down : forall c g s t, (c <= N)%nat -> 0 < s -> s <= t -> t < 1 ->
    Bin N t (lottery_test c g) - q t <= 0 -> Bin N t (lottery_test c g) - (1 - q t) <= 0 ->
    Bin N s (lottery_test c g) - q s <= 0 /\ Bin N s (lottery_test c g) - (1 - q s) <= 0).
  { intros c g s t Hc Hs Hst Ht E1 E2. destruct (Cross c g) as [C1 C2]. rewrite <- B1 in E1 |- *. rewrite <- B2 in E2 |- *.
    split; eapply exchange_down; eauto. }
  destruct (Rle_dec (1/2) (q t0)) as [Ca|Ca].
  - (* at least one half at t0: match there *)
    destruct (level_met N t0 (q t0) ltac:(lra) (Q t0 ltac:(lra))) as (c & g & Hc & Hg & Hu). exists c, g. repeat split; try lra; auto.
    + intros t Ht. destruct (Up c g t0 t Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). nra.
    + destruct (Up c g t0 t1 Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
  - destruct (Rle_dec (q t1) (1/2)) as [Cb|Cb].
    + (* at most one half at t1: match there *)
      destruct (level_met N t1 (q t1) ltac:(lra) (Q t1 ltac:(lra))) as (c & g & Hc & Hg & Hu). exists c, g. repeat split; try lra; auto.
      * intros t Ht. destruct (Down c g t t1 Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). nra.
      * destruct (Down c g t0 t1 Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
    + (* one half in between: match there *)
      destruct (IVT (fun t => q t - 1/2) t0 t1) as (s & Hs & Es); try lra.
      { apply (continuity_minus q (fun _ => 1/2)); [apply Bin_continuous|apply continuity_const; intros x y; reflexivity]. }
      destruct (level_met N s (1/2) ltac:(lra) ltac:(lra)) as (c & g & Hc & Hg & Hu). exists c, g. repeat split; try lra; auto.
      * intros t Ht. destruct (Rle_dec s t) as [Hst|Hst].
        { destruct (Up c g s t Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). nra. }
        destruct (Down c g t s Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). nra.
      * destruct (Down c g t0 s Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
      * destruct (Up c g s t1 Hc ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)). lra.
Qed.

(** ** All strings together *)

Lemma choose {A B} (D : law A) (Rel : A -> B -> Prop) : (forall a, exists b, Rel a b) ->
  exists D' : law (A * B), (forall f, E D' (fun ab => f (fst ab)) = E D f) /\ (forall ab, support D' ab -> Rel (fst ab) (snd ab)).
Proof.
  intros H.
  assert (L : forall l : list (R * A), exists l' : list (R * (A * B)),
    map (fun x => (fst x, fst (snd x))) l' = l /\ forall x, In x l' -> Rel (fst (snd x)) (snd (snd x))).
  { induction l as [|[w a] l (l' & Hm & Hr)]; [exists []; split; auto; intros; easy|].
    destruct (H a) as (b & Hb). exists ((w, (a, b)) :: l'). split; [simpl; now rewrite Hm|].
    intros x [<-|Hx]; auto. }
  destruct (L (atoms D)) as (l' & Hm & Hr).
  assert (Hn : forall x, In x l' -> 0 <= fst x).
  { intros x Hx. apply (weights_nonneg D (fst x, fst (snd x))). rewrite <- Hm. apply in_map_iff. eauto. }
  assert (Ht : sum l' fst = 1) by (rewrite <- (weights_total D), <- Hm, sum_map; reflexivity).
  exists (Law l' Hn Ht). split.
  - intros f. unfold E. simpl. rewrite <- Hm, sum_map. reflexivity.
  - intros ab (w & _ & Hin). apply (Hr _ Hin).
Qed.

(** The test with a threshold drawn by the string: "high" from the count [c] on. *)
Definition high (N c : nat) (t : R) : R := Bin N t (from c).

(** Thresholds suffice, for tests that read the count. *)
Lemma thresholds_suffice {T} (N : nat) (strings : law T) (A : T -> nat -> bool) (t0 t1 : R) :
  0 < t0 -> t0 < t1 -> t1 < 1 ->
  let q := fun r t => Bin N t (fun k => ind (A r k)) in
  exists w : law nat,
    (forall t, t0 <= t <= t1 -> E w (fun c => 2 * high N c t * (1 - high N c t)) <= E strings (fun r => 2 * q r t * (1 - q r t))) /\
    E w (fun c => high N c t0) <= E strings (fun r => q r t0) /\
    E strings (fun r => q r t1) <= E w (fun c => high N c t1).
Proof.
  intros H0 H01 H1 q.
  set (Rel := fun (r : T) (w : law nat) =>
    (forall t, t0 <= t <= t1 -> E w (fun c => 2 * high N c t * (1 - high N c t)) <= 2 * q r t * (1 - q r t)) /\
    E w (fun c => high N c t0) <= q r t0 /\ q r t1 <= E w (fun c => high N c t1)).
  destruct (choose strings Rel) as (D' & Hf & Hr).
  - intros r. destruct (one_set N (A r) t0 t1 H0 H01 H1) as (c & g & Hc & Hg & Hd & Ha & Hb).
    exists (image (fun b : bool => if b then c else S c) (coin g Hg)).
    assert (U : forall t, Bin N t (lottery_test c g) = (1 - g) * high N (S c) t + g * high N c t)
      by (intros; unfold lottery_test, high; now rewrite Bin_plus, !Bin_scal).
    repeat split.
    + intros t Ht. rewrite E_image, E_coin. specialize (Hd t Ht). rewrite U in Hd. fold (q r t) in Hd.
      set (x := high N c t) in *. set (y := high N (S c) t) in *.
      assert (g * (x * (1 - x)) + (1 - g) * (y * (1 - y)) <= ((1 - g) * y + g * x) * (1 - ((1 - g) * y + g * x))); [|unfold q in *; lra].
      replace (((1 - g) * y + g * x) * (1 - ((1 - g) * y + g * x))) with
        (g * (x * (1 - x)) + (1 - g) * (y * (1 - y)) + g * (1 - g) * (x - y)^2) by ring.
      assert (0 <= g * (1 - g) * (x - y)^2) by (apply Rmult_le_pos; [nra|apply pow2_ge_0]). lra.
    + rewrite E_image, E_coin. rewrite U in Ha. unfold q. lra.
    + rewrite E_image, E_coin. rewrite U in Hb. unfold q. lra.
  - exists (bind D' snd). split; [|split].
    + intros t Ht. rewrite E_bind, <- (Hf (fun r => 2 * q r t * (1 - q r t))). apply E_le_support. intros ab Hab.
      apply (Hr ab Hab); auto.
    + rewrite E_bind, <- (Hf (fun r => q r t0)). apply E_le_support. intros ab Hab. apply (Hr ab Hab).
    + rewrite E_bind, <- (Hf (fun r => q r t1)). apply E_le_support. intros ab Hab. apply (Hr ab Hab).
Qed.

(** ** From flips to their count *)

Lemma share_range k n : 0 <= Rmin 1 (INR k / INR (S n)) <= 1.
Proof.
  split; [|apply Rmin_l]. apply Rmin_glb; [lra|]. apply Rmult_le_pos; [apply pos_INR|].
  left. apply Rinv_0_lt_compat, lt_0_INR. lia.
Qed.

(** A uniform arrangement of [k] heads among [N] flips. *)
Fixpoint arrange (N k : nat) : law (list bool) :=
  match N with
  | O => sure []
  | S n => bind (coin _ (share_range k n)) (fun b => image (cons b) (arrange n (if b then pred k else k)))
  end.

Lemma Bin_heads N t : forall a, Bin (S N) t (fun k => INR k * a (pred k)) = INR (S N) * t * Bin N t a.
Proof.
  induction N as [|M IH]; intros a; [simpl; ring|].
  change (Bin (S (S M)) t (fun k => INR k * a (pred k))) with
    (t * Bin (S M) t (fun k => INR (S k) * a k) + (1 - t) * Bin (S M) t (fun k => INR k * a (pred k))).
  rewrite (IH a).
  rewrite (Bin_ext (S M) t (fun k => INR (S k) * a k) (fun k => INR k * (fun j => a (S j)) (pred k) + a k)).
  - rewrite Bin_plus, (IH (fun j => a (S j))). rewrite (S_INR (S M)). cbn [Bin]. ring.
  - intros [|k] _; [simpl; ring|]. rewrite (S_INR (S k)). simpl pred. ring.
Qed.

Lemma Bin_tails N t : forall b, Bin (S N) t (fun k => (INR (S N) - INR k) * b k) = INR (S N) * (1 - t) * Bin N t b.
Proof.
  induction N as [|M IH]; intros b; [simpl; ring|].
  change (Bin (S (S M)) t (fun k => (INR (S (S M)) - INR k) * b k)) with
    (t * Bin (S M) t (fun k => (INR (S (S M)) - INR (S k)) * b (S k)) + (1 - t) * Bin (S M) t (fun k => (INR (S (S M)) - INR k) * b k)).
  rewrite (Bin_ext (S M) t (fun k => (INR (S (S M)) - INR (S k)) * b (S k)) (fun k => (INR (S M) - INR k) * (fun j => b (S j)) k))
    by (intros; rewrite (S_INR (S M)), (S_INR k); ring).
  rewrite (Bin_ext (S M) t (fun k => (INR (S (S M)) - INR k) * b k) (fun k => (INR (S M) - INR k) * b k + b k))
    by (intros; rewrite (S_INR (S M)); ring).
  rewrite Bin_plus, (IH b), (IH (fun j => b (S j))), (S_INR (S M)). cbn [Bin]. ring.
Qed.

(** Flips are a count, and an arrangement of which the bias is not seen any more. *)
Lemma flips_by_count N t H : forall f, E (iid N (coin t H)) f = Bin N t (fun k => E (arrange N k) f).
Proof.
  induction N as [|N IH]; intros f; [reflexivity|]. rewrite E_iid_S, E_coin.
  rewrite (IH (fun s => f (true :: s))), (IH (fun s => f (false :: s))).
  set (a := fun k => E (arrange N k) (fun s => f (true :: s))). set (b := fun k => E (arrange N k) (fun s => f (false :: s))).
  assert (HN : INR (S N) <> 0) by (apply not_0_INR; lia).
  rewrite (Bin_ext (S N) t _ (fun k => / INR (S N) * (INR k * a (pred k) + (INR (S N) - INR k) * b k))).
  - rewrite Bin_scal, Bin_plus, Bin_heads, Bin_tails. field. auto.
  - intros k Hk.
    change (arrange (S N) k) with (bind (coin _ (share_range k N)) (fun b : bool => image (cons b) (arrange N (if b then pred k else k)))).
    rewrite E_bind, E_coin, !E_image.
    assert (Rmin 1 (INR k / INR (S N)) = INR k / INR (S N)) as ->.
    { apply Rmin_right. apply Rmult_le_reg_r with (INR (S N)); [apply lt_0_INR; lia|].
      unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r, Rmult_1_l by auto. now apply le_INR. }
    fold (a (pred k)) (b k). field. auto.
Qed.

Lemma E_Bin {A} (D : law A) N t : forall g, E D (fun c => Bin N t (g c)) = Bin N t (fun k => E D (fun c => g c k)).
Proof.
  induction N as [|N IH]; intros g; [reflexivity|]. cbn [Bin].
  rewrite E_plus, !E_scal, (IH (fun c k => g c (S k))), (IH g). reflexivity.
Qed.

(** ** From a probability at every count to sets of counts: a shared level *)

Section Levels.
Variables (N : nat) (h : nat -> R).
Hypothesis h_range : forall k, 0 <= h k <= 1.

Let values := map h (seq 0 (S N)).

Lemma values_nonneg x : In x values -> 0 <= x.
Proof. intros Hx. apply in_map_iff in Hx as (k & <- & _). apply h_range. Qed.

Lemma level_law_weights :
  (forall wa, In wa ((1 - sum (levels values) fst, 2) :: levels values) -> 0 <= fst wa) /\
  sum ((1 - sum (levels values) fst, 2) :: levels values) fst = 1.
Proof.
  assert (L : sum (levels values) fst <= 1).
  { destruct (argmax (fun x => x) values) as (m & Hm & Hmax); [discriminate|].
    rewrite (sum_ext (levels values) fst (fun wc => fst wc * ind (leb (snd wc) m))).
    - rewrite (levels_below values m values_nonneg Hm). apply in_map_iff in Hm as (k & <- & _). apply h_range.
    - intros wc Hwc. apply steps_in in Hwc. apply (proj1 (sort_in _ _)) in Hwc. apply Hmax in Hwc.
      replace (leb (snd wc) m) with true by (symmetry; now apply leb_true). simpl. ring. }
  split.
  - intros wa [<-|Hin]; [simpl; lra|]. apply (steps_nonneg (sort values) 0); auto. apply sort_sorted, values_nonneg.
  - cbn [sum fst]. ring.
Qed.

Definition shared_level : law R := Law _ (proj1 level_law_weights) (proj2 level_law_weights).

Lemma level_mean k : (k <= N)%nat -> E shared_level (fun c => ind (leb c (h k))) = h k.
Proof.
  intros Hk. unfold E, shared_level. cbn [atoms sum fst snd].
  replace (leb 2 (h k)) with false by (symmetry; apply leb_false; pose proof (h_range k); lra). simpl ind at 1.
  rewrite (levels_below values (h k) values_nonneg); [ring|]. apply in_map, in_seq. lia.
Qed.

Lemma level_gap k k' : (k <= N)%nat -> (k' <= N)%nat ->
  E shared_level (fun c => Rabs (ind (leb c (h k)) - ind (leb c (h k')))) = Rabs (h k - h k').
Proof.
  assert (Ord : forall k k', (k <= N)%nat -> (k' <= N)%nat -> h k <= h k' ->
    E shared_level (fun c => Rabs (ind (leb c (h k)) - ind (leb c (h k')))) = Rabs (h k - h k')).
  { intros i j Hi Hj Hij. rewrite Rabs_left1 by lra.
    rewrite (E_ext _ _ (fun c => ind (leb c (h j)) - ind (leb c (h i)))).
    - rewrite E_minus, !level_mean by auto. ring.
    - intros c. unfold leb. destruct (Rle_dec c (h i)), (Rle_dec c (h j)); simpl; try lra.
      + rewrite Rminus_diag_eq, Rabs_R0; lra.
      + rewrite Rabs_left1; lra.
      + rewrite Rminus_diag_eq, Rabs_R0; lra. }
  intros Hk Hk'. destruct (Rle_dec (h k) (h k')); [now apply Ord|].
  rewrite Rabs_minus_sym, <- (Ord k' k) by (auto; lra). apply E_ext. intros. apply Rabs_minus_sym.
Qed.
End Levels.

Lemma set_gap N t (A : nat -> bool) :
  Bin N t (fun k => Bin N t (fun k' => Rabs (ind (A k) - ind (A k')))) =
  2 * Bin N t (fun k => ind (A k)) * (1 - Bin N t (fun k => ind (A k))).
Proof.
  set (q := Bin N t (fun k => ind (A k))).
  rewrite (Bin_ext N t _ (fun k => q + (1 - 2 * q) * ind (A k))).
  - rewrite Bin_plus, Bin_const, Bin_scal. fold q. ring.
  - intros k _. rewrite (Bin_ext N t _ (fun k' => ind (A k) + (1 - 2 * ind (A k)) * ind (A k'))).
    + rewrite Bin_plus, Bin_const, Bin_scal. fold q. ring.
    + intros k' _. destruct (A k), (A k'); simpl; unfold Rminus; rewrite ?Rplus_opp_r, ?Rabs_R0, ?Rabs_R1, ?Rplus_0_l, ?Rabs_Ropp, ?Rabs_R1;
      try ring; rewrite ?Ropp_0, ?Rplus_0_r, ?Rabs_R1, ?Rabs_R0; ring.
Qed.

(** The best replicable test, part (a): whatever a test reads of its flips, a law [w] of thresholds
    on the count does as well. *)
Theorem best_test {T} (N : nat) (strings : law T) (A : T -> list bool -> bool) (t0 t1 : R) :
  0 < t0 -> t0 < t1 -> t1 < 1 ->
  exists w : law nat,
    (forall t (Ht : 0 <= t <= 1), t0 <= t <= t1 ->
      E w (fun c => 2 * high N c t * (1 - high N c t)) <= disagreement strings A (iid N (coin t Ht))) /\
    (forall Ht, E w (fun c => high N c t0) <= E strings (fun r => Pr (iid N (coin t0 Ht)) (A r))) /\
    (forall Ht, E strings (fun r => Pr (iid N (coin t1 Ht)) (A r)) <= E w (fun c => high N c t1)).
Proof.
  intros H0 H01 H1. set (f := fun s => Pr strings (fun r => A r s)). set (h := fun k => E (arrange N k) f).
  assert (Hh : forall k, 0 <= h k <= 1) by (intros; apply E_bounds; intros; apply Pr_range).
  assert (Mean : forall t Ht, E strings (fun r => Pr (iid N (coin t Ht)) (A r)) = Bin N t h).
  { intros t Ht. unfold Pr at 1. rewrite E_swap. apply (flips_by_count N t Ht f). }
  destruct (thresholds_suffice N (shared_level N h Hh) (fun c k => leb c (h k)) t0 t1 H0 H01 H1) as (w & Wd & W0 & W1).
  assert (LM : forall t, E (shared_level N h Hh) (fun c => Bin N t (fun k => ind (leb c (h k)))) = Bin N t h).
  { intros t. rewrite E_Bin. apply Bin_ext. intros k Hk. now apply level_mean. }
  exists w. split; [|split].
  - intros t Ht Htt. eapply Rle_trans; [now apply Wd|].
    rewrite (E_ext _ _ (fun c => Bin N t (fun k => Bin N t (fun k' => Rabs (ind (leb c (h k)) - ind (leb c (h k')))))))
      by (intros; now rewrite set_gap).
    rewrite E_Bin. apply Rle_trans with (BinGap N t h).
    + right. unfold BinGap. apply Bin_ext. intros k Hk. rewrite E_Bin. apply Bin_ext. intros k' Hk'. now apply level_gap.
    + apply Rle_trans with (E (iid N (coin t Ht)) (fun s => E (iid N (coin t Ht)) (fun s' => Rabs (f s - f s')))).
      * unfold BinGap. rewrite (flips_by_count N t Ht). apply Bin_le; auto. intros k _.
        rewrite (E_ext (arrange N k) _ (fun s => Bin N t (fun k' => E (arrange N k') (fun s' => Rabs (f s - f s')))))
          by (intros; apply (flips_by_count N t Ht)).
        rewrite E_Bin. apply Bin_le; auto. intros k' _.
        unfold h. replace (E (arrange N k) f - E (arrange N k') f) with (E (arrange N k') (fun s' => E (arrange N k) f - f s'))
          by (rewrite E_minus, E_const; reflexivity).
        eapply Rle_trans; [apply E_abs|]. rewrite E_swap. apply E_le; intros s'.
        replace (E (arrange N k) f - f s') with (E (arrange N k) (fun s => f s - f s')) by (rewrite E_minus, E_const; reflexivity).
        apply E_abs.
      * unfold disagreement. rewrite (E_swap strings). apply E_le; intros s. rewrite (E_swap strings). apply E_le; intros s'.
        unfold f, Pr. rewrite <- E_minus. eapply Rle_trans; [apply E_abs|]. apply E_le; intros r.
        destruct (A r s), (A r s'); simpl; unfold Rminus; rewrite ?Rplus_opp_r, ?Rabs_R0, ?Ropp_0, ?Rplus_0_r, ?Rplus_0_l, ?Rabs_Ropp, ?Rabs_R1; try lra.
  - intros Ht. rewrite Mean, <- LM. exact W0.
  - intros Ht. rewrite Mean, <- LM. exact W1.
Qed.

Print Assumptions best_test.
