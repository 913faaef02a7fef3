(** * Correlated sampling: from close laws to replicability

    First acceptance: points (y, h), a place and a height, arrive one after the other,
    and a run with law [P s] answers the place of the first point with h below [P s y].
    For finitely many samples only finitely many heights can be told apart, and a draw
    may be taken given that it decides a sample which is still undecided: so the shared
    string is a *finite* list of draws, and every output law is met exactly. *)

(*@
label: derived:tv-to-replicable
theorem: tv_to_replicable
gives: rho <= tv_to_replicable_rho gamma_star tv
assumes: samples and outputs are from finite sets
*)
(*@
label: lm:pg_to_replic
theorem: pg_to_replic
gives: rho <= pg_to_replic_rho gamma epsilon delta
assumes: the output space is finite
assumes: samples are from a finite set
*)

Require Import Reals List Lra Lia Bool Psatz.
Require Import Replicable.FiniteLaw Replicable.Replicability Replicable.RaceAlgebra Replicable.Hoeffding Replicable.Closeness.
Import ListNotations.
Open Scope R_scope.

Definition tv_to_replicable_rho (gamma_star tv : R) : R := 2 * gamma_star + 4 * tv / (2 * tv + 1).
Definition pg_to_replic_rho (gamma epsilon delta : R) : R := 4 * delta + 8 * epsilon + 4 * gamma.

(** ** Finitely many heights

    [levels l]: heights with weights, such that the weight at or below a number of the
    list is that number. *)

Fixpoint insert (x : R) (l : list R) : list R :=
  match l with [] => [x] | y :: t => if Rle_dec x y then x :: y :: t else y :: insert x t end.
Fixpoint sort (l : list R) : list R := match l with [] => [] | x :: t => insert x (sort t) end.
Fixpoint steps (p : R) (l : list R) : list (R * R) :=
  match l with [] => [] | c :: t => (c - p, c) :: steps c t end.
Definition levels (l : list R) : list (R * R) := steps 0 (sort l).

Fixpoint sorted (p : R) (l : list R) : Prop := match l with [] => True | c :: t => p <= c /\ sorted c t end.

Lemma insert_in x l y : In y (insert x l) <-> y = x \/ In y l.
Proof.
  induction l as [|z l IH]; simpl; [intuition|]. destruct (Rle_dec x z); simpl; [intuition|]. rewrite IH. intuition.
Qed.
Lemma sort_in l y : In y (sort l) <-> In y l.
Proof. induction l as [|x l IH]; simpl; [intuition|]. rewrite insert_in, IH. intuition. Qed.

Lemma sorted_weaken l : forall p q, p <= q -> sorted q l -> sorted p l.
Proof. destruct l; simpl; auto. intros p q Hpq [H1 H2]. split; auto. lra. Qed.

Lemma insert_sorted x l : forall p, p <= x -> sorted p l -> sorted p (insert x l).
Proof.
  induction l as [|y l IH]; simpl; intros p Hx Hs; [auto|]. destruct Hs as [Hy Hs].
  destruct (Rle_dec x y); simpl; [auto|]. split; auto. apply IH; auto. lra.
Qed.
Lemma sort_sorted l : (forall x, In x l -> 0 <= x) -> sorted 0 (sort l).
Proof. induction l as [|x l IH]; simpl; intros H; auto. apply insert_sorted; auto. Qed.

Lemma steps_nonneg l : forall p, sorted p l -> forall wc, In wc (steps p l) -> 0 <= fst wc.
Proof.
  induction l as [|c l IH]; simpl; intros p Hs wc Hin; [easy|]. destruct Hs as [Hc Hs].
  destruct Hin as [<-|Hin]; [simpl; lra|]. eapply IH; eauto.
Qed.
Lemma steps_in l : forall p wc, In wc (steps p l) -> In (snd wc) l.
Proof. induction l as [|c l IH]; simpl; intros p wc H; [easy|]. destruct H as [<-|H]; [now left|right; eauto]. Qed.

Lemma steps_above l : forall p t, sorted p l -> t < p -> sum (steps p l) (fun wc => fst wc * ind (leb (snd wc) t)) = 0.
Proof.
  induction l as [|c l IH]; simpl; intros p t Hs Ht; auto. destruct Hs as [Hc Hs].
  rewrite (IH c t Hs) by lra. unfold leb. destruct (Rle_dec c t); simpl; lra.
Qed.
Lemma steps_below l : forall p t, sorted p l -> In t l -> sum (steps p l) (fun wc => fst wc * ind (leb (snd wc) t)) = t - p.
Proof.
  assert (At : forall l p, sorted p l -> sum (steps p l) (fun wc => fst wc * ind (leb (snd wc) p)) = 0).
  { induction l0 as [|c l0 IH]; simpl; intros p Hs; auto. destruct Hs as [[Hc|Hc] Hs].
    - rewrite (steps_above l0 c p Hs Hc). unfold leb. destruct (Rle_dec c p); simpl; lra.
    - subst c. rewrite IH by auto. lra. }
  induction l as [|c l IH]; simpl; intros p t Hs Ht; [easy|]. destruct Hs as [Hc Hs].
  assert (Hct : c <= t).
  { destruct Ht as [->|Ht]; [lra|]. clear - Hs Ht. revert c Hs. induction l as [|d l IH]; intros c Hs; [easy|].
    destruct Hs as [Hd Hs]. destruct Ht as [->|Ht]; auto. specialize (IH Ht d Hs). lra. }
  replace (ind (leb c t)) with 1 by (unfold leb; destruct (Rle_dec c t); [auto|lra]).
  destruct Ht as [->|Ht].
  - rewrite At by auto. lra.
  - rewrite (IH c t Hs Ht). lra.
Qed.

Lemma levels_below l t : (forall x, In x l -> 0 <= x) -> In t l ->
  sum (levels l) (fun wc => fst wc * ind (leb (snd wc) t)) = t.
Proof. intros H Ht. unfold levels. rewrite steps_below; [lra|now apply sort_sorted|now apply sort_in]. Qed.

(** ** The shared string *)

Section Sampling.
Context {S Y : Type} `{Eq Y} (outs : list Y) (P : S -> Y -> R).
Hypothesis P_nonneg : forall s y, In y outs -> 0 <= P s y.
Hypothesis P_total : forall s, sum outs (P s) = 1.
Variable y0 : Y.

(** A draw is a place and a height; a sample accepts it if the height is within its law. *)
Definition accepts (s : S) (d : Y * R) : bool := leb (snd d) (P s (fst d)).

(** The draws that decide some sample of [U], with their areas, and the area of all. *)
Definition area (U : list S) (f : Y * R -> R) : R :=
  sum outs (fun y => sum (levels (map (fun s => P s y) U)) (fun wc => fst wc * f (y, snd wc))).
Definition Area (U : list S) : R := area U (fun _ => 1).

Lemma thresholds_nonneg U y : In y outs -> forall x, In x (map (fun s => P s y) U) -> 0 <= x.
Proof. intros Hy x Hx. apply in_map_iff in Hx as (s & <- & _). auto. Qed.

Lemma level_nonneg U y wc : In y outs -> In wc (levels (map (fun s => P s y) U)) -> 0 <= fst wc.
Proof. intros Hy. apply steps_nonneg, sort_sorted. now apply thresholds_nonneg. Qed.

Lemma area_accepts U s g : In s U -> area U (fun d => ind (accepts s d) * g (fst d)) = sum outs (fun y => P s y * g y).
Proof.
  intros Hs. apply sum_ext. intros y Hy.
  rewrite (sum_ext _ _ (fun wc => (fst wc * ind (leb (snd wc) (P s y))) * g y)) by (intros; unfold accepts; simpl; ring).
  rewrite sum_scal_r, levels_below; auto; [now apply thresholds_nonneg|]. apply in_map_iff; eauto.
Qed.

Lemma area_either U s s' : In s U -> In s' U ->
  area U (fun d => ind (accepts s d && accepts s' d)) = sum outs (fun y => Rmin (P s y) (P s' y)) /\
  area U (fun d => ind (accepts s d || accepts s' d)) = sum outs (fun y => Rmax (P s y) (P s' y)).
Proof.
  intros Hs Hs'. split; apply sum_ext; intros y Hy; unfold accepts; simpl.
  - rewrite (sum_ext _ _ (fun wc => fst wc * ind (leb (snd wc) (Rmin (P s y) (P s' y))))).
    + apply levels_below; [now apply thresholds_nonneg|].
      unfold Rmin. destruct (Rle_dec (P s y) (P s' y)); apply in_map_iff; eauto.
    + intros wc _. f_equal. f_equal. unfold leb, Rmin.
      destruct (Rle_dec (P s y) (P s' y)), (Rle_dec (snd wc) (P s y)), (Rle_dec (snd wc) (P s' y)); auto; lra.
  - rewrite (sum_ext _ _ (fun wc => fst wc * ind (leb (snd wc) (Rmax (P s y) (P s' y))))).
    + apply levels_below; [now apply thresholds_nonneg|].
      unfold Rmax. destruct (Rle_dec (P s y) (P s' y)); apply in_map_iff; eauto.
    + intros wc _. f_equal. f_equal. unfold leb, Rmax.
      destruct (Rle_dec (P s y) (P s' y)), (Rle_dec (snd wc) (P s y)), (Rle_dec (snd wc) (P s' y)); auto; lra.
Qed.

Lemma area_le U f g : (forall d, f d <= g d) -> area U f <= area U g.
Proof.
  intros Hfg. apply sum_le; intros y Hy. apply sum_le; intros wc Hwc.
  apply Rmult_le_compat_l; auto. eapply level_nonneg; eauto.
Qed.

Lemma Area_pos U s : In s U -> 1 <= Area U.
Proof.
  intros Hs. rewrite <- (P_total s). unfold Area.
  rewrite <- (sum_ext _ (fun y => P s y * 1)) by (intros; ring). rewrite <- (area_accepts U s (fun _ => 1) Hs).
  apply area_le. intros d. pose proof (ind_range (accepts s d)). lra.
Qed.

Lemma draw_weights U s : In s U ->
  let l := flat_map (fun y => map (fun wc => (fst wc / Area U, (y, snd wc))) (levels (map (fun s => P s y) U))) outs in
  (forall wa, In wa l -> 0 <= fst wa) /\ sum l fst = 1.
Proof.
  intros Hs l. pose proof (Area_pos U s Hs). split.
  - intros wa Hin. apply in_flat_map in Hin as (y & Hy & Hin). apply in_map_iff in Hin as (wc & <- & Hwc). simpl.
    apply Rmult_le_pos; [eapply level_nonneg; eauto|]. left. apply Rinv_0_lt_compat. lra.
  - unfold l. rewrite sum_flat_map.
    rewrite (sum_ext _ _ (fun y => sum (levels (map (fun s => P s y) U)) (fun wc => fst wc * 1) * / Area U)).
    + rewrite sum_scal_r. apply Rinv_r. lra.
    + intros y _. rewrite sum_map, <- sum_scal_r. apply sum_ext. intros; simpl; unfold Rdiv; ring.
Qed.

(** The law of a draw, given that it decides some sample of [U] (which is not empty). *)
Definition draw (U : list S) (s : S) (Hs : In s U) : law (Y * R) :=
  let W := draw_weights U s Hs in Law _ (proj1 W) (proj2 W).

Lemma E_draw U s Hs f : E (draw U s Hs) f = area U f / Area U.
Proof.
  unfold E, draw. simpl. rewrite sum_flat_map. unfold area, Rdiv. rewrite <- sum_scal_r. apply sum_ext; intros y _.
  rewrite sum_map, <- sum_scal_r. apply sum_ext; intros wc _. simpl. unfold Rdiv. ring.
Qed.

(** Every draw decides a sample. *)
Lemma draw_decides U s Hs d : support (draw U s Hs) d -> exists u, In u U /\ accepts u d = true.
Proof.
  intros (w & _ & Hin). simpl in Hin. apply in_flat_map in Hin as (y & Hy & Hin).
  apply in_map_iff in Hin as (wc & Heq & Hwc). injection Heq as _ <-.
  apply steps_in in Hwc. apply (proj1 (sort_in _ _)) in Hwc. apply in_map_iff in Hwc as (u & Hu & HU).
  exists u. split; auto. unfold accepts. simpl. apply leb_true. lra.
Qed.

Definition undecided (d : Y * R) (U : list S) : list S := filter (fun s => negb (accepts s d)) U.

(** The string: draws until every sample of [U] is decided. *)
Fixpoint string (fuel : nat) (U : list S) : law (list (Y * R)) :=
  match fuel with
  | O => sure []
  | Datatypes.S m =>
      match U as V return law (list (Y * R)) with
      | [] => sure []
      | s :: T => bind (draw (s :: T) s (or_introl eq_refl)) (fun d => image (cons d) (string m (undecided d (s :: T))))
      end
  end.

(** The answer: the place of the first draw that the sample accepts. *)
Definition answer (ds : list (Y * R)) (s : S) : Y :=
  match find (accepts s) ds with Some d => fst d | None => y0 end.

Lemma answer_cons d ds s : answer (d :: ds) s = if accepts s d then fst d else answer ds s.
Proof. unfold answer. simpl. now destruct (accepts s d). Qed.

Lemma undecided_shorter U s Hs d : support (draw U s Hs) d -> (length (undecided d U) < length U)%nat.
Proof.
  intros Hd. destruct (draw_decides U s Hs d Hd) as (u & Hu & Ha). clear Hd. unfold undecided.
  assert (Le : forall V, (length (filter (fun s => negb (accepts s d)) V) <= length V)%nat).
  { induction V as [|v V IH]; simpl; auto. destruct (negb (accepts v d)); simpl; lia. }
  clear Hs. induction U as [|v U IH]; simpl in *; [easy|]. destruct Hu as [->|Hu].
  - rewrite Ha. simpl. specialize (Le U). lia.
  - specialize (IH Hu). destruct (negb (accepts v d)); simpl; lia.
Qed.

(** Every sample gets its own law. *)
Lemma answer_law fuel : forall U s g, (length U <= fuel)%nat -> In s U ->
  E (string fuel U) (fun ds => g (answer ds s)) = sum outs (fun y => P s y * g y).
Proof.
  induction fuel as [|fuel IH]; intros U s g HU Hs; [destruct U; [easy|simpl in HU; lia]|].
  destruct U as [|s0 T]; [easy|]. set (U := s0 :: T) in *. simpl string.
  change (E (bind (draw U s0 (or_introl eq_refl)) (fun d => image (cons d) (string fuel (undecided d U))))
    (fun ds => g (answer ds s)) = sum outs (fun y => P s y * g y)).
  rewrite E_bind. set (G := sum outs (fun y => P s y * g y)). set (D := draw U s0 _).
  transitivity (E D (fun d => ind (accepts s d) * g (fst d) + (G - ind (accepts s d) * G))).
  - apply E_ext_support. intros d Hd. rewrite E_image.
    rewrite (E_ext _ _ (fun ds => g (if accepts s d then fst d else answer ds s))) by (intros; now rewrite answer_cons).
    destruct (accepts s d) eqn:Ha; cbn [ind].
    + rewrite E_const. ring.
    + rewrite IH; [fold G; ring| |].
      * apply undecided_shorter in Hd. lia.
      * unfold undecided. apply filter_In. rewrite Ha. auto.
  - rewrite E_plus, E_minus, E_const. unfold D. rewrite !E_draw.
    rewrite (area_accepts U s g Hs). rewrite (area_accepts U s (fun _ => G) Hs).
    rewrite sum_scal_r, P_total. fold G. pose proof (Area_pos U s Hs). field. lra.
Qed.

(** Two samples get different answers with probability at most 2x/(1+x), [x] the total variation. *)
Lemma answer_pair fuel : forall U s s', (length U <= fuel)%nat -> In s U -> In s' U ->
  let x := tv_laws outs (P s) (P s') in
  E (string fuel U) (fun ds => ind (differ (answer ds s) (answer ds s'))) <= 2 * x / (1 + x).
Proof.
  induction fuel as [|fuel IH]; intros U s s' HU Hs Hs' x; [destruct U; [easy|simpl in HU; lia]|].
  destruct U as [|s0 T]; [easy|]. set (U := s0 :: T) in *.
  change (E (bind (draw U s0 (or_introl eq_refl)) (fun d => image (cons d) (string fuel (undecided d U))))
    (fun ds => ind (differ (answer ds s) (answer ds s'))) <= 2 * x / (1 + x)).
  assert (x0 : 0 <= x) by (unfold x, tv_laws; apply Rmult_le_pos; [lra|apply sum_nonneg; intros; apply Rabs_pos]).
  set (F := 2 * x / (1 + x)).
  assert (F0 : 0 <= F) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  rewrite E_bind. set (D := draw U s0 _).
  apply Rle_trans with (E D (fun d =>
    (ind (accepts s d || accepts s' d) - ind (accepts s d && accepts s' d)) + (F - ind (accepts s d || accepts s' d) * F))).
  - apply E_le_support. intros d Hd. rewrite E_image.
    rewrite (E_ext _ _ (fun ds => ind (differ (if accepts s d then fst d else answer ds s)
      (if accepts s' d then fst d else answer ds s')))) by (intros; now rewrite !answer_cons).
    destruct (accepts s d) eqn:Ha, (accepts s' d) eqn:Ha'; cbn [ind orb andb].
    + rewrite differ_refl, E_const. simpl. lra.
    + rewrite <- (E_const (string fuel (undecided d U)) (1 - 0 + (F - 1 * F))). apply E_le. intros ds.
      pose proof (ind_range (differ (fst d) (answer ds s'))). lra.
    + rewrite <- (E_const (string fuel (undecided d U)) (1 - 0 + (F - 1 * F))). apply E_le. intros ds.
      pose proof (ind_range (differ (answer ds s) (fst d))). lra.
    + replace (0 - 0 + (F - 0 * F)) with F by ring. apply IH.
      * apply undecided_shorter in Hd. lia.
      * unfold undecided. apply filter_In. rewrite Ha. auto.
      * unfold undecided. apply filter_In. rewrite Ha'. auto.
  - assert (MM : sum outs (fun y => Rmin (P s y) (P s' y)) = 1 - x /\ sum outs (fun y => Rmax (P s y) (P s' y)) = 1 + x).
    { unfold x, tv_laws. replace 1 with (/ 2 * (sum outs (P s) + sum outs (P s'))) by (rewrite !P_total; lra).
      rewrite <- sum_plus, <- Rmult_minus_distr_l, <- Rmult_plus_distr_l, <- sum_minus, <- sum_plus, <- !sum_scal.
      split; apply sum_ext; intros y _; unfold Rmin, Rmax, Rabs;
      destruct (Rle_dec (P s y) (P s' y)), (Rcase_abs (P s y - P s' y)); lra. }
    destruct MM as [Hmin Hmax]. destruct (area_either U s s' Hs Hs') as [A1 A2]. rewrite Hmin in A1. rewrite Hmax in A2.
    rewrite E_plus, !E_minus, E_const, E_scal_r. unfold D. rewrite !E_draw, A1, A2.
    pose proof (Area_pos U s Hs). right. unfold F. field. split; lra.
Qed.

End Sampling.

(** ** Total variation to replicability

    [all] lists the possible samples.  One string law serves every population on them. *)

Section Conversion.
Context {S Y : Type} `{Eq Y} (all : list S) (outs : list Y) (P : S -> Y -> R) (y0 : Y).
Hypothesis P_nonneg : forall s y, In y outs -> 0 <= P s y.
Hypothesis P_total : forall s, sum outs (P s) = 1.

Definition strings : law (list (Y * R)) := string outs P P_nonneg P_total (length all) all.
Definition sampled : list (Y * R) -> S -> Y := answer P y0.

(** On every sample the new algorithm has the old output law. *)
Lemma sampled_law s g : In s all -> E strings (fun ds => g (sampled ds s)) = sum outs (fun y => P s y * g y).
Proof. intros Hs. apply answer_law; auto. Qed.

Lemma tv_triangle (p q r : Y -> R) : tv_laws outs p r <= tv_laws outs p q + tv_laws outs r q.
Proof.
  unfold tv_laws. rewrite <- Rmult_plus_distr_l, <- sum_plus. apply Rmult_le_compat_l; [lra|].
  apply sum_le; intros y _. replace (p y - r y) with ((p y - q y) - (r y - q y)) by ring.
  eapply Rle_trans; [apply Rabs_triang|]. rewrite Rabs_Ropp. lra.
Qed.

(** derived:tv-to-replicable. *)
Theorem tv_to_replicable (gamma_star tv : R) (D : law S) (Q : Y -> R) (good : S -> bool) :
  0 <= tv ->
  (forall s, support D s -> In s all) ->
  (forall s, good s = true -> tv_laws outs (P s) Q <= tv) ->
  Pr D (fun s => negb (good s)) <= gamma_star ->
  disagreement strings sampled D <= tv_to_replicable_rho gamma_star tv.
Proof.
  intros Htv Hall Hgood Hgamma. unfold disagreement.
  rewrite E_swap. set (f := 4 * tv / (2 * tv + 1)).
  assert (f0 : 0 <= f) by (apply Rmult_le_pos; [lra|left; apply Rinv_0_lt_compat; lra]).
  apply Rle_trans with (E D (fun s => E D (fun s' => ind (negb (good s)) + ind (negb (good s')) + f))).
  - apply E_le_support; intros s Hs. rewrite E_swap. apply E_le_support; intros s' Hs'.
    destruct (good s) eqn:G; [destruct (good s') eqn:G'|]; cbn [negb ind].
    + set (x := tv_laws outs (P s) (P s')).
      assert (x0 : 0 <= x) by (unfold x, tv_laws; apply Rmult_le_pos; [lra|apply sum_nonneg; intros; apply Rabs_pos]).
      apply Rle_trans with (2 * x / (1 + x)).
      * apply (answer_pair outs P P_nonneg P_total y0 (length all) all s s' (le_n _) (Hall s Hs) (Hall s' Hs')).
      * assert (X2 : x <= 2 * tv).
        { unfold x. eapply Rle_trans; [apply (tv_triangle _ Q)|]. pose proof (Hgood s G). pose proof (Hgood s' G'). lra. }
        unfold f. apply Rmult_le_reg_r with ((1 + x) * (2 * tv + 1)); [nra|].
        replace (2 * x / (1 + x) * ((1 + x) * (2 * tv + 1))) with (2 * x * (2 * tv + 1)) by (field; lra).
        replace ((0 + 0 + 4 * tv / (2 * tv + 1)) * ((1 + x) * (2 * tv + 1))) with (4 * tv * (1 + x)) by (field; lra). nra.
    + eapply Rle_trans with 1; [|lra]. rewrite <- (E_const strings 1). apply E_le; intros; apply ind_range.
    + eapply Rle_trans with 1; [|pose proof (ind_range (negb (good s'))); lra].
      rewrite <- (E_const strings 1). apply E_le; intros; apply ind_range.
  - rewrite (E_ext _ _ (fun s => ind (negb (good s)) + (Pr D (fun s' => negb (good s')) + f))).
    + rewrite E_plus, E_const. unfold Pr in *. unfold tv_to_replicable_rho. fold f. lra.
    + intros s. rewrite !E_plus, !E_const. unfold Pr. ring.
Qed.

(** ** Perfect generalization to replicability *)

(** def:pg on every event ([close]); only its upper half is needed below, so the printed one-way form is covered. *)
Definition perfectly_generalizing (gamma epsilon delta : R) (D : law S) : Prop :=
  exists (Q : Y -> R) (good : S -> bool),
    (forall y, In y outs -> 0 <= Q y) /\ sum outs Q = 1 /\
    Pr D (fun s => negb (good s)) <= gamma /\
    forall s, good s = true -> close outs epsilon delta (P s) Q.

Lemma tv_event (p q : Y -> R) : sum outs p = 1 -> sum outs q = 1 ->
  tv_laws outs p q = mass outs p (fun y => leb (q y) (p y)) - mass outs q (fun y => leb (q y) (p y)).
Proof.
  intros Hp Hq. unfold mass. rewrite <- sum_minus. unfold tv_laws.
  rewrite (sum_ext _ (fun y => Rabs (p y - q y))
    (fun y => 2 * (ind (leb (q y) (p y)) * p y - ind (leb (q y) (p y)) * q y) - (p y - q y))).
  - rewrite !sum_minus, sum_scal, sum_minus, Hp, Hq. field.
  - intros y _. unfold leb, Rabs. destruct (Rle_dec (q y) (p y)), (Rcase_abs (p y - q y)); simpl; lra.
Qed.

Lemma exp_le_linear e : 0 <= e <= 1 -> exp e <= 1 + 2 * e.
Proof.
  intros He. pose proof (exp_convex e 0 1 He) as C. rewrite exp_0 in C.
  replace ((1 - e) * 0 + e * 1) with e in C by ring. pose proof exp_le_3. nra.
Qed.

(** lm:pg_to_replic. *)
Theorem pg_to_replic (gamma epsilon delta : R) (D : law S) :
  0 < gamma < 1 -> 0 < epsilon < 1 -> 0 < delta < 1 ->
  (forall s, support D s -> In s all) ->
  perfectly_generalizing gamma epsilon delta D ->
  disagreement strings sampled D <= pg_to_replic_rho gamma epsilon delta.
Proof.
  intros Hg He Hd Hall (Q & good & HQ & TQ & Hgamma & Hclose).
  eapply Rle_trans; [apply (tv_to_replicable gamma (2 * epsilon + delta) D Q good); auto; try lra|].
  - intros s Gs. rewrite tv_event by auto. destruct (Hclose s Gs (fun y => leb (Q y) (P s y))) as [U _].
    set (m := mass outs Q (fun y => leb (Q y) (P s y))) in *.
    assert (0 <= m <= 1).
    { unfold m, mass. split.
      - apply sum_nonneg; intros y Hy. apply Rmult_le_pos; auto. apply ind_range.
      - rewrite <- TQ. apply sum_le; intros y Hy. pose proof (HQ y Hy).
        pose proof (ind_range (leb (Q y) (P s y))). nra. }
    pose proof (exp_le_linear epsilon ltac:(lra)). nra.
  - unfold tv_to_replicable_rho, pg_to_replic_rho. set (v := 2 * epsilon + delta).
    assert (4 * v / (2 * v + 1) <= 4 * v); [|unfold v in *; lra].
    assert (0 < v) by (unfold v; lra). apply Rmult_le_reg_r with (2 * v + 1); [lra|].
    replace (4 * v / (2 * v + 1) * (2 * v + 1)) with (4 * v) by (field; lra). nra.
Qed.

End Conversion.

Print Assumptions tv_to_replicable.
Print Assumptions pg_to_replic.
