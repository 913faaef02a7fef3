(** * Hoeffding's lemma, Hoeffding's inequality and Azuma's on finite trees *)

(*@
label: lm:azuma
theorem: azuma
gives: tail <= azuma_tail k c t
assumes: the i-th variable is at most c[i] in size
assumes: given the earlier variables, the i-th has mean at most mu_i, for every history
*)

Require Import Reals List Lra Lia Psatz.
From Coquelicot Require Import Coquelicot.
Require Import Replicable.FiniteLaw.
Import ListNotations.
Open Scope R_scope.

Definition azuma_tail (k : nat) (c : nat -> R) (t : R) : R := exp (- t^2 / (2 * total k (fun i => (c i)^2))).

(** A function whose derivative is nonnegative to the right of 0 does not fall there. *)
Lemma grows (f f' : R -> R) x :
  0 <= x -> (forall y, 0 <= y <= x -> is_derive f y (f' y)) -> (forall y, 0 <= y <= x -> 0 <= f' y) -> f 0 <= f x.
Proof.
  intros Hx Hd Hp. destruct (Req_dec x 0) as [->|Hx0]; [lra|].
  destruct (MVT_cor2 f f' 0 x) as (c & Hc & Hcx); [lra| |].
  - intros c Hc. apply is_derive_Reals. now apply Hd.
  - specialize (Hp c ltac:(lra)). nra.
Qed.

Lemma exp_convex s u v : 0 <= s <= 1 -> exp ((1 - s) * u + s * v) <= (1 - s) * exp u + s * exp v.
Proof.
  intros Hs. set (m := (1 - s) * u + s * v).
  assert (T : forall y, exp m * (1 + (y - m)) <= exp y).
  { intros y. replace (exp y) with (exp m * exp (y - m)) by (rewrite <- exp_plus; f_equal; ring).
    apply Rmult_le_compat_l; [left; apply exp_pos|]. apply exp_ineq1_le. }
  pose proof (T u). pose proof (T v).
  assert (exp m = (1 - s) * (exp m * (1 + (u - m))) + s * (exp m * (1 + (v - m)))) by (unfold m; ring).
  nra.
Qed.

(** ** Hoeffding's lemma *)

Lemma hoeffding_log p x : 0 <= p <= 1 -> 0 <= x -> ln (1 - p + p * exp x) - x * p <= x^2 / 8.
Proof.
  intros Hp Hx.
  assert (Pos : forall y, 0 <= y -> 0 < 1 - p + p * exp y).
  { intros y Hy. pose proof (exp_ineq1_le y). pose proof (exp_pos y). nra. }
  assert (G : forall y, 0 <= y <= x -> 0 <= y / 4 - p * exp y / (1 - p + p * exp y) + p).
  { intros y Hy.
    pose proof (grows (fun z => z / 4 - p * exp z / (1 - p + p * exp z) + p)
      (fun z => 1 / 4 - (p * exp z / (1 - p + p * exp z)) * (1 - p * exp z / (1 - p + p * exp z))) y) as W.
    assert (W0 : 0 / 4 - p * exp 0 / (1 - p + p * exp 0) + p = 0)
      by (rewrite exp_0; replace (1 - p + p * 1) with 1 by ring; field).
    cbv beta in W. rewrite W0 in W. apply W; [lra| |].
    - intros z Hz. pose proof (Pos z ltac:(lra)). auto_derive; [lra|]. field. lra.
    - intros z Hz. set (q := p * exp z / (1 - p + p * exp z)).
      replace (1 / 4 - q * (1 - q)) with ((q - 1 / 2)^2) by field. apply pow2_ge_0. }
  pose proof (grows (fun z => z^2 / 8 - ln (1 - p + p * exp z) + z * p)
    (fun z => z / 4 - p * exp z / (1 - p + p * exp z) + p) x) as W.
  assert (W0 : 0^2 / 8 - ln (1 - p + p * exp 0) + 0 * p = 0).
  { rewrite exp_0. replace (1 - p + p * 1) with 1 by ring. rewrite ln_1. lra. }
  cbv beta in W. rewrite W0 in W. enough (0 <= x^2 / 8 - ln (1 - p + p * exp x) + x * p) by lra. apply W; auto.
  intros z Hz. pose proof (Pos z ltac:(lra)). auto_derive; [lra|]. field. lra.
Qed.

Lemma hoeffding_two_point p x : 0 <= p <= 1 ->
  (1 - p) * exp (- (x * p)) + p * exp (x * (1 - p)) <= exp (x^2 / 8).
Proof.
  assert (H : forall p x, 0 <= p <= 1 -> 0 <= x ->
    (1 - p) * exp (- (x * p)) + p * exp (x * (1 - p)) <= exp (x^2 / 8)).
  { clear p x. intros p x Hp Hx. pose proof (hoeffding_log p x Hp Hx) as L.
    assert (0 < 1 - p + p * exp x) by (pose proof (exp_ineq1_le x); pose proof (exp_pos x); nra).
    replace ((1 - p) * exp (- (x * p)) + p * exp (x * (1 - p)))
      with (exp (ln (1 - p + p * exp x) - x * p)).
    - destruct L as [L|L]; [left; now apply exp_increasing|rewrite L; lra].
    - unfold Rminus at 1. rewrite exp_plus, exp_ln by auto.
      replace (x * (1 - p)) with (x + - (x * p)) by ring. rewrite exp_plus. ring. }
  intros Hp. destruct (Rle_dec 0 x) as [Hx|Hx]; [now apply H|].
  pose proof (H (1 - p) (- x) ltac:(lra) ltac:(lra)) as W.
  replace (1 - (1 - p)) with p in W by ring. replace ((- x)^2) with (x^2) in W by ring.
  replace (- (- x * (1 - p))) with (x * (1 - p)) in W by ring. replace (- x * p) with (- (x * p)) in W by ring. lra.
Qed.

(** E exp(x (f - E f)) <= exp(x^2 (b-a)^2 / 8) for values in [a, b]. *)
Lemma hoeffding_lemma {A} (D : law A) (f : A -> R) a b x :
  a <= b -> (forall y, support D y -> a <= f y <= b) ->
  E D (fun y => exp (x * f y)) <= exp (x * E D f + x^2 * (b - a)^2 / 8).
Proof.
  intros Hab Hf. set (m := E D f).
  assert (Hm : a <= m <= b) by (now apply E_bounds).
  destruct (Req_dec a b) as [<-|Hne].
  { rewrite (E_ext_support D _ (fun _ => exp (x * a))).
    - rewrite E_const. replace m with a by lra. right. f_equal. field.
    - intros y Hy. apply Hf in Hy. do 2 f_equal. lra. }
  assert (Hba : 0 < b - a) by lra. set (p := (m - a) / (b - a)).
  assert (Hp : 0 <= p <= 1).
  { unfold p. split; [apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]|].
    apply Rmult_le_reg_r with (b - a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
  apply Rle_trans with ((1 - p) * exp (x * a) + p * exp (x * b)).
  - apply Rle_trans with (E D (fun y => (1 - (f y - a) / (b - a)) * exp (x * a) + (f y - a) / (b - a) * exp (x * b))).
    + apply E_le_support. intros y Hy. apply Hf in Hy.
      assert (Hs : 0 <= (f y - a) / (b - a) <= 1).
      { split; [apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]|].
        apply Rmult_le_reg_r with (b - a); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
      eapply Rle_trans; [|apply exp_convex, Hs]. right. f_equal. field. lra.
    + right. rewrite E_plus, !E_scal_r, E_minus, E_const.
      assert (E1 : E D (fun y => (f y - a) / (b - a)) = p).
      { unfold Rdiv, p. rewrite E_scal_r, E_minus, E_const. reflexivity. }
      rewrite E1. reflexivity.
  - pose proof (hoeffding_two_point p (x * (b - a)) Hp) as W.
    replace (exp (x * m + x^2 * (b - a)^2 / 8)) with (exp (x * m) * exp ((x * (b - a))^2 / 8))
      by (rewrite <- exp_plus; f_equal; field).
    replace ((1 - p) * exp (x * a) + p * exp (x * b)) with
      (exp (x * m) * ((1 - p) * exp (- (x * (b - a) * p)) + p * exp (x * (b - a) * (1 - p)))).
    + apply Rmult_le_compat_l; [left; apply exp_pos|auto].
    + rewrite Rmult_plus_distr_l.
      replace (x * a) with (x * m + - (x * (b - a) * p)) by (unfold p; field; lra).
      replace (x * b) with (x * m + x * (b - a) * (1 - p)) by (unfold p; field; lra).
      rewrite !exp_plus. ring.
Qed.

(** Markov's inequality for an exponential: Pr[g >= c] <= E exp(x (g - c)) for x >= 0. *)
Lemma exponential_markov {A} (D : law A) (g : A -> R) c x :
  0 <= x -> Pr D (fun a => if Rle_dec c (g a) then true else false) <= E D (fun a => exp (x * g a)) * exp (- (x * c)).
Proof.
  intros Hx. rewrite <- E_scal_r. apply E_le. intros a. rewrite <- exp_plus.
  destruct (Rle_dec c (g a)) as [H|H]; simpl ind.
  - replace 1 with (exp 0) by apply exp_0.
    assert (0 <= x * g a + - (x * c)) as [L|L] by nra; [left; now apply exp_increasing|rewrite <- L; lra].
  - left; apply exp_pos.
Qed.

(** ** Hoeffding's inequality for the mean of a sample *)

Lemma mgf_iid {A} (D : law A) (f : A -> R) n x :
  (forall a, support D a -> 0 <= f a <= 1) ->
  E (iid n D) (fun s => exp (x * sum s f)) <= exp (INR n * (x * E D f + x^2 / 8)).
Proof.
  intros Hf. induction n as [|n IH].
  - simpl iid. rewrite E_sure. simpl. rewrite Rmult_0_r, Rmult_0_l. lra.
  - rewrite E_iid_S. rewrite (E_ext _ _ (fun a => exp (x * f a) * E (iid n D) (fun s => exp (x * sum s f)))).
    + rewrite E_scal_r. rewrite S_INR.
      replace ((INR n + 1) * (x * E D f + x^2 / 8)) with ((x * E D f + x^2 / 8) + INR n * (x * E D f + x^2 / 8)) by ring.
      rewrite exp_plus. apply Rmult_le_compat; auto.
      * apply E_ge0; intros; left; apply exp_pos.
      * apply E_ge0; intros; left; apply exp_pos.
      * eapply Rle_trans; [apply (hoeffding_lemma D f 0 1); auto; lra|]. right. f_equal. field.
    + intros a. rewrite <- E_scal. apply E_ext. intros s. simpl. rewrite <- exp_plus. f_equal. ring.
Qed.

Lemma hoeffding_upper {A} (D : law A) (f : A -> R) n d :
  (forall a, support D a -> 0 <= f a <= 1) -> 0 <= d ->
  Pr (iid n D) (fun s => if Rle_dec (INR n * (E D f + d)) (sum s f) then true else false) <= exp (-2 * INR n * d^2).
Proof.
  intros Hf Hd. eapply Rle_trans; [apply (exponential_markov _ (fun s => sum s f) _ (4 * d)); lra|].
  eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply exp_pos|apply mgf_iid; auto]|].
  rewrite <- exp_plus. right. f_equal. field.
Qed.

Lemma hoeffding_lower {A} (D : law A) (f : A -> R) n d :
  (forall a, support D a -> 0 <= f a <= 1) -> 0 <= d ->
  Pr (iid n D) (fun s => if Rle_dec (sum s f) (INR n * (E D f - d)) then true else false) <= exp (-2 * INR n * d^2).
Proof.
  intros Hf Hd.
  eapply Rle_trans with (E (iid n D) (fun s => exp (- (4 * d) * sum s f)) * exp (4 * d * (INR n * (E D f - d)))).
  - rewrite <- E_scal_r. apply E_le. intros s. rewrite <- exp_plus.
    destruct (Rle_dec (sum s f) (INR n * (E D f - d))) as [H|H]; simpl ind; [|left; apply exp_pos].
    replace 1 with (exp 0) by apply exp_0.
    assert (0 <= - (4 * d) * sum s f + 4 * d * (INR n * (E D f - d))) as [L|L] by nra;
      [left; now apply exp_increasing|rewrite <- L; lra].
  - eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply exp_pos|apply mgf_iid; auto]|].
    rewrite <- exp_plus. right. f_equal. field.
Qed.

(** ** Azuma's inequality on a finite tree

    A node is the list [h] of the draws so far; [next h] is the law of the next draw and
    [X h a] the value of the next variable if the draw is [a]. *)

Section Azuma.
Context {A : Type} (next : list A -> law A) (X : list A -> A -> R).

Fixpoint path (k : nat) (h : list A) : law (list A) :=
  match k with O => sure [] | S k' => bind (next h) (fun a => image (cons a) (path k' (h ++ [a]))) end.

Fixpoint along (h p : list A) : R :=
  match p with [] => 0 | a :: p' => X h a + along (h ++ [a]) p' end.

Lemma E_path_S k h f : E (path (S k) h) f = E (next h) (fun a => E (path k (h ++ [a])) (fun p => f (a :: p))).
Proof. simpl. rewrite E_bind. apply E_ext; intros a. apply E_image. Qed.

Variables (K : nat) (mu c : nat -> R).
Hypothesis bounded : forall h a, (length h < K)%nat -> support (next h) a -> Rabs (X h a) <= c (S (length h)).
Hypothesis drift : forall h, (length h < K)%nat -> E (next h) (X h) <= mu (S (length h)).

Lemma azuma_mgf x k : 0 <= x -> forall h, (length h + k <= K)%nat ->
  E (path k h) (fun p => exp (x * along h p)) <=
  exp (sum (seq (S (length h)) k) (fun i => x * mu i + x^2 * (c i)^2 / 2)).
Proof.
  intros Hx. induction k as [|k IH]; intros h HK.
  - simpl. rewrite E_sure. simpl. rewrite Rmult_0_r. lra.
  - simpl path. rewrite E_bind. cbn [seq sum]. rewrite exp_plus.
    set (S' := sum (seq (S (S (length h))) k) (fun i => x * mu i + x^2 * (c i)^2 / 2)).
    apply Rle_trans with (E (next h) (fun a => exp (x * X h a) * exp S')).
    + apply E_le. intros a. rewrite E_image. simpl along.
      rewrite (E_ext _ _ (fun p => exp (x * X h a) * exp (x * along (h ++ [a]) p)))
        by (intros; rewrite <- exp_plus; f_equal; ring).
      rewrite E_scal. apply Rmult_le_compat_l; [left; apply exp_pos|].
      eapply Rle_trans; [apply IH; rewrite app_length; simpl; lia|]. rewrite app_length. simpl length. rewrite Nat.add_comm. unfold S'. simpl. lra.
    + rewrite E_scal_r. apply Rmult_le_compat_r; [left; apply exp_pos|].
      destruct (support_inhabited (next h)) as (a0 & Ha0).
      pose proof (bounded h a0 ltac:(lia) Ha0) as B0. pose proof (Rabs_pos (X h a0)).
      set (ci := c (S (length h))) in *.
      eapply Rle_trans; [apply (hoeffding_lemma (next h) (X h) (- ci) ci x); [lra|]|].
      * intros a Ha. apply bounded in Ha; [|lia]. apply Rabs_le_between in Ha. exact Ha.
      * pose proof (drift h ltac:(lia)).
        assert (L : x * E (next h) (X h) + x^2 * (ci - - ci)^2 / 8 <= x * mu (S (length h)) + x^2 * ci^2 / 2) by nra.
        destruct L as [L|L]; [left; now apply exp_increasing|rewrite L; lra].
Qed.

(** lm:azuma. *)
Theorem azuma (t : R) : 0 < t -> (1 <= K)%nat -> (forall i, (1 <= i <= K)%nat -> 0 < c i) ->
  Pr (path K []) (fun p => if Rle_dec (total K mu + t) (along [] p) then true else false) <= azuma_tail K c t.
Proof.
  intros Ht Hk Hc. set (V := total K (fun i => (c i)^2)).
  assert (HV : 0 < V).
  { unfold V. apply Rlt_le_trans with ((c K)^2); [apply pow_lt, Hc; lia|].
    apply (sum_term (seq 1 K) (fun i => (c i)^2)); [intros; apply pow2_ge_0|apply in_seq; lia]. }
  assert (Hx : 0 <= t / V) by (apply Rmult_le_pos; [lra|left; now apply Rinv_0_lt_compat]).
  eapply Rle_trans; [apply (exponential_markov _ (fun p => along [] p) _ (t / V) Hx)|].
  eapply Rle_trans; [apply Rmult_le_compat_r; [left; apply exp_pos|apply azuma_mgf; [auto|simpl; lia]]|].
  rewrite <- exp_plus. right. unfold azuma_tail. fold V. f_equal.
  change (length (@nil A)) with O. fold (total K (fun i => t / V * mu i + (t / V)^2 * (c i)^2 / 2)).
  replace (total K (fun i => t / V * mu i + (t / V)^2 * (c i)^2 / 2)) with
    (t / V * total K mu + (t / V)^2 / 2 * V).
  - field. lra.
  - unfold V, total. rewrite <- !sum_scal, <- sum_plus. apply sum_ext. intros; field. fold (total K (fun i => (c i)^2)). fold V. lra.
Qed.

End Azuma.

(** The hypotheses can be met, with equality: fair signs. *)
Example azuma_fair_signs (k : nat) (t : R) : 0 < t -> (1 <= k)%nat ->
  Pr (path (fun _ : list bool => coin (1/2) ltac:(lra)) k [])
     (fun p => if Rle_dec (total k (fun _ => 0) + t) (along (fun (_ : list bool) (a : bool) => if a then 1 else -1) [] p) then true else false)
  <= azuma_tail k (fun _ => 1) t.
Proof.
  intros Ht Hk. apply azuma; auto; [intros _ [|] _ _|intros _ _|intros; lra].
  - rewrite Rabs_R1; lra.
  - rewrite Rabs_left; lra.
  - rewrite E_coin. lra.
Qed.

Print Assumptions hoeffding_lemma.
Print Assumptions azuma.
