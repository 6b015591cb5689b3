(** * How many acyclic choices: the recursion over sinks is the number

    Every variable [v] of a list picks one of its options [opts v]; an option [c] has parents [par c]. *)
Require Import List Arith Bool Lia ZArith Permutation.
Require Import SC.Setting.
Import ListNotations.
Local Open Scope Z_scope.

(** ** Sums and products over lists *)
Fixpoint sum {A} (l : list A) (f : A -> Z) : Z := match l with [] => 0 | a :: r => f a + sum r f end.
Fixpoint prd {A} (l : list A) (f : A -> Z) : Z := match l with [] => 1 | a :: r => f a * prd r f end.

Lemma sum_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> sum l f = sum l g.
Proof. induction l; cbn; intros H; auto. rewrite (H a), IHl; auto. Qed.
Lemma sum_app {A} (l m : list A) f : sum (l ++ m) f = sum l f + sum m f.
Proof. induction l; cbn; auto. rewrite IHl. lia. Qed.
Lemma sum_map {A B} (h : A -> B) l f : sum (map h l) f = sum l (fun a => f (h a)).
Proof. induction l; cbn; auto. rewrite IHl. auto. Qed.
Lemma sum_scale {A} (l : list A) k f : sum l (fun a => k * f a) = k * sum l f.
Proof. induction l; cbn; [lia|]. rewrite IHl. lia. Qed.
Lemma sum_scale_r {A} (l : list A) k f : sum l (fun a => f a * k) = sum l f * k.
Proof. induction l; cbn; [lia|]. rewrite IHl. lia. Qed.
Lemma sum_add {A} (l : list A) f g : sum l (fun a => f a + g a) = sum l f + sum l g.
Proof. induction l; cbn; [lia|]. rewrite IHl. lia. Qed.
Lemma sum_0 {A} (l : list A) : sum l (fun _ => 0) = 0.
Proof. induction l; cbn; auto. Qed.
Lemma sum_swap {A B} (l : list A) (m : list B) f :
  sum l (fun a => sum m (fun b => f a b)) = sum m (fun b => sum l (fun a => f a b)).
Proof. induction l; cbn. - rewrite sum_0. auto. - rewrite IHl, sum_add. auto. Qed.
Lemma prd_ext {A} (l : list A) f g : (forall a, In a l -> f a = g a) -> prd l f = prd l g.
Proof. induction l; cbn; intros H; auto. rewrite (H a), IHl; auto. Qed.
Lemma prd_zero {A} (l : list A) f : (exists a, In a l /\ f a = 0) -> prd l f = 0.
Proof. induction l; cbn; intros [x [H E]]; [destruct H|]. destruct H as [->|H]; [rewrite E; lia|].
  rewrite IHl; [lia|eauto]. Qed.
Definition b2z (b : bool) : Z := if b then 1 else 0.
Lemma b2z_and a b : b2z (a && b) = b2z a * b2z b.
Proof. destruct a, b; reflexivity. Qed.
Lemma b2z_forallb {A} (l : list A) f : b2z (forallb f l) = prd l (fun a => b2z (f a)).
Proof. induction l; cbn; auto. rewrite b2z_and, IHl. auto. Qed.
Lemma sum_filter {A} (l : list A) f : sum l (fun a => b2z (f a)) = Z.of_nat (length (filter f l)).
Proof. induction l; cbn [sum filter length]; auto. destruct (f a); cbn [b2z length]; lia. Qed.

(** ** All ways to part a list in two, and the alternating sum over them *)
Fixpoint splits (S : list nat) : list (list nat * list nat) :=
  match S with
  | [] => [([], [])]
  | v :: r => map (fun q => (fst q, v :: snd q)) (splits r) ++ map (fun q => (v :: fst q, snd q)) (splits r)
  end.

Lemma splits_perm S : forall q, In q (splits S) -> Permutation S (snd q ++ fst q).
Proof.
  induction S as [|v S IH]; cbn; intros q H.
  - destruct H as [<-|[]]. apply Permutation_refl.
  - apply in_app_or in H as [H|H]; apply in_map_iff in H as [p [<- H]]; apply IH in H; cbn [fst snd].
    + cbn. constructor. auto.
    + apply Permutation_trans with (v :: snd p ++ fst p); [constructor; auto|]. apply Permutation_middle.
Qed.

Lemma splits_head S : exists r, splits S = ([], S) :: r /\ forall q, In q r -> (length (snd q) < length S)%nat.
Proof.
  induction S as [|v S IH]; cbn.
  - exists []. split; auto. intros q [].
  - destruct IH as [r [-> H]]. cbn. eexists. split; [reflexivity|].
    intros q Hq. apply in_app_or in Hq as [Hq|[<-|Hq]].
    + apply in_map_iff in Hq as [p [<- Hp]]. apply H in Hp. cbn. lia.
    + cbn. lia.
    + apply in_map_iff in Hq as [p [<- Hp]]. apply H in Hp. cbn. lia.
Qed.

Lemma alternating (a : nat -> Z) S :
  sum (splits S) (fun q => prd (fst q) (fun v => - a v)) = prd S (fun v => 1 - a v).
Proof.
  induction S as [|v S IH]; cbn [splits]; auto.
  rewrite sum_app, !sum_map. cbn [prd fst]. rewrite sum_scale, <- IH. lia.
Qed.

Section Choices.
Variable C : Type.
Variable par : C -> list nat.
Variable opts : nat -> list C.
Variable X : list nat.          (* roots: parents that close no cycle *)

Definition choice := nat -> C.
Definition put (g : choice) v c : choice := fun x => if Nat.eqb x v then c else g x.
Definition proper (phi : choice -> Z) S := forall g h, (forall v, In v S -> g v = h v) -> phi g = phi h.

(** The sum of [phi] over all choices of the variables of [S]. *)
Fixpoint total (S : list nat) (phi : choice -> Z) (g : choice) : Z :=
  match S with [] => phi g | v :: r => sum (opts v) (fun c => total r phi (put g v c)) end.

Lemma total_ext S phi psi : (forall g, phi g = psi g) -> forall g, total S phi g = total S psi g.
Proof. intros H. induction S; cbn; auto. intros. apply sum_ext. auto. Qed.
Lemma total_app S T phi : forall g, total (S ++ T) phi g = total S (total T phi) g.
Proof. induction S; cbn; auto. intros. apply sum_ext. auto. Qed.
Lemma total_base S phi W : proper phi W -> forall g h, (forall v, In v W -> ~ In v S -> g v = h v) ->
  total S phi g = total S phi h.
Proof.
  intros HP. induction S as [|v S IH]; cbn; intros g h H.
  - apply HP. auto.
  - apply sum_ext. intros c _. apply IH. intros x Hx Hn. unfold put.
    destruct (Nat.eqb_spec x v); auto. apply H; auto. intros [->|]; auto.
Qed.
Lemma total_perm S T : Permutation S T -> forall phi W, proper phi W -> NoDup S ->
  forall g, total S phi g = total T phi g.
Proof.
  induction 1; intros phi W HP HN g; auto.
  - cbn. inversion HN; subst. apply sum_ext. intros. eapply IHPermutation; eauto.
  - cbn. rewrite sum_swap. apply sum_ext. intros c _. apply sum_ext. intros d _.
    apply total_base with W; auto. intros u _ _. unfold put.
    inversion HN; subst. destruct (Nat.eqb_spec u x), (Nat.eqb_spec u y); subst; auto.
    exfalso. apply H1. cbn; auto.
  - rewrite (IHPermutation1 phi W); auto. apply IHPermutation2 with W; auto.
    eapply Permutation_NoDup; eauto.
Qed.
Lemma total_scale S k phi : forall g, total S (fun h => k * phi h) g = k * total S phi g.
Proof. induction S; cbn; intros; auto. rewrite <- sum_scale. apply sum_ext. auto. Qed.
Lemma total_sum {A} (l : list A) S (phi : A -> choice -> Z) : forall g,
  total S (fun h => sum l (fun a => phi a h)) g = sum l (fun a => total S (phi a) g).
Proof. induction S; cbn; intros; auto. rewrite sum_swap. apply sum_ext. auto. Qed.
Lemma total_0 S : forall g, total S (fun _ => 0) g = 0.
Proof. induction S; cbn; intros; auto. transitivity (sum (opts a) (fun _ => 0)); [|apply sum_0].
  apply sum_ext. auto. Qed.

(** A product of local factors sums to the product of the local sums. *)
Lemma total_prd T (a : nat -> C -> Z) : NoDup T -> forall g,
  total T (fun h => prd T (fun v => a v (h v))) g = prd T (fun v => sum (opts v) (a v)).
Proof.
  induction T as [|v T IH]; cbn [total prd]; auto. intros HN g. inversion HN; subst.
  rewrite <- sum_scale_r. apply sum_ext. intros c _. rewrite <- IH with (g := put g v c); auto.
  rewrite <- total_scale.
  assert (E : forall W (h : choice), (forall x, In x W -> In x T) -> h v = c ->
     total W (fun h => a v (h v) * prd T (fun v0 => a v0 (h v0))) h =
     total W (fun h => a v c * prd T (fun v0 => a v0 (h v0))) h).
  { induction W as [|w W IW]; cbn; intros h HW Hh.
    - rewrite Hh. auto.
    - apply sum_ext. intros d _. apply IW; auto. unfold put.
      destruct (Nat.eqb_spec v w); auto. subst. exfalso. apply H1. auto. }
  apply E; auto. unfold put. rewrite Nat.eqb_refl. auto.
Qed.

(** ** What is counted *)
Definition inside (U : list nat) (c : C) : bool := forallb (fun u => mem u U || mem u X) (par c).
Definition no_cycle (S : list nat) (g : choice) : Prop :=
  exists rank : nat -> nat, forall v u, In v S -> In u (par (g v)) -> In u S -> (rank u < rank v)%nat.
Definition good (S : list nat) (g : choice) : Prop :=
  (forall v, In v S -> inside S (g v) = true) /\ no_cycle S g.

(** A decision: take away what nobody needs, as long as there is such a thing. *)
Definition sink (S : list nat) (g : choice) (v : nat) : bool := forallb (fun w => negb (mem v (par (g w)))) S.
Fixpoint peel (n : nat) (S : list nat) (g : choice) : bool :=
  match S with
  | [] => true
  | _ => match n with
         | O => false
         | Datatypes.S m => existsb (sink S g) S && peel m (filter (fun v => negb (sink S g v)) S) g
         end
  end.
Definition goodb (S : list nat) (g : choice) : bool :=
  forallb (fun v => inside S (g v)) S && peel (length S) S g.

Lemma inside_in U c : inside U c = true <-> forall u, In u (par c) -> In u U \/ In u X.
Proof. unfold inside. rewrite forallb_forall. split; intros H u Hu.
  - specialize (H u Hu). rewrite orb_true_iff, !mem_in in H. auto.
  - rewrite orb_true_iff, !mem_in. auto. Qed.
Lemma sink_in S g v : sink S g v = true <-> forall w, In w S -> ~ In v (par (g w)).
Proof. unfold sink. rewrite forallb_forall. split; intros H w Hw.
  - specialize (H w Hw). rewrite negb_true_iff in H. rewrite <- mem_in. congruence.
  - rewrite negb_true_iff. specialize (H w Hw). rewrite <- mem_in in H. destruct (mem _ _); congruence. Qed.

Lemma top_rank (rank : nat -> nat) S : S <> [] -> exists v, In v S /\ forall w, In w S -> (rank w <= rank v)%nat.
Proof.
  induction S as [|a S IH]; [congruence|]. intros _. destruct S as [|b S].
  - exists a. cbn. split; auto. intros w [->|[]]; auto.
  - destruct IH as [v [Hv Hw]]; [congruence|]. destruct (le_lt_dec (rank a) (rank v)).
    + exists v. split; [right; auto|]. intros w [->|H]; auto.
    + exists a. split; [left; auto|]. intros w [->|H]; auto. apply Hw in H. lia.
Qed.
Lemma has_sink S g : S <> [] -> no_cycle S g -> exists v, In v S /\ sink S g v = true.
Proof.
  intros HS [rank HR]. destruct (top_rank rank S HS) as [v [Hv Hm]]. exists v. split; auto.
  apply sink_in. intros w Hw Hp. specialize (HR w v Hw Hp Hv). specialize (Hm w Hw). lia.
Qed.

Lemma filter_le {A} (f : A -> bool) l : (length (filter f l) <= length l)%nat.
Proof. induction l; cbn; auto. destruct (f a); cbn; lia. Qed.
Lemma filter_lt {A} (f : A -> bool) l x : In x l -> f x = false -> (length (filter f l) < length l)%nat.
Proof. induction l as [|y l IH]; cbn; [intros []|]. intros [->|H] E.
  - rewrite E. pose proof (filter_le f l). lia.
  - specialize (IH H E). destruct (f y); cbn; lia. Qed.

Lemma peel_ok : forall n S g, (length S <= n)%nat -> (peel n S g = true <-> no_cycle S g).
Proof.
  induction n as [|n IH]; intros S g Hn.
  - destruct S; cbn in *; [|lia]. split; auto. intros _. exists (fun _ => 0%nat). intros v u [].
  - destruct S as [|a S]. { cbn. split; auto. intros _. exists (fun _ => 0%nat). intros v u []. }
    set (L := a :: S) in *. replace (peel (Datatypes.S n) L g) with
      (existsb (sink L g) L && peel n (filter (fun v => negb (sink L g v)) L) g) by reflexivity.
    set (U := filter (fun v => negb (sink L g v)) L).
    assert (HU : forall v, In v U <-> In v L /\ sink L g v = false).
    { intros v. unfold U. rewrite filter_In, negb_true_iff. reflexivity. }
    assert (SH : existsb (sink L g) L = true -> (length U <= n)%nat).
    { intros E. apply existsb_exists in E as [x [Hx E]].
      pose proof (filter_lt (fun v => negb (sink L g v)) L x Hx) as K. cbv beta in K. rewrite E in K.
      specialize (K eq_refl). unfold U. lia. }
    rewrite andb_true_iff. split.
    + intros [E P]. apply IH in P; auto. destruct P as [rank HR].
      exists (fun v => if sink L g v then Datatypes.S (list_max (map rank L)) else rank v).
      intros v u Hv Hu HuL.
      cbv beta. assert (Ku : sink L g u = false).
      { destruct (sink L g u) eqn:K; auto. rewrite sink_in in K. exfalso. apply (K v); auto. }
      rewrite Ku. destruct (sink L g v) eqn:Kv.
      * assert (M : (list_max (map rank L) <= list_max (map rank L))%nat) by lia.
        apply list_max_le in M. rewrite Forall_forall in M. specialize (M (rank u) (in_map _ _ _ HuL)).
        cbv beta in *. lia.
      * apply HR; auto; apply HU; auto.
    + intros HA. assert (E : existsb (sink L g) L = true).
      { apply existsb_exists. apply has_sink; auto. unfold L. congruence. }
      split; auto. apply IH; auto. destruct HA as [rank HR]. exists rank.
      intros v u Hv Hu HuU. apply HU in Hv as [Hv _]. apply HU in HuU as [HuU _]. auto.
Qed.
Lemma goodb_ok S g : goodb S g = true <-> good S g.
Proof. unfold goodb, good. rewrite andb_true_iff, forallb_forall, peel_ok; auto. reflexivity. Qed.

Lemma bool_eq a b : (a = true <-> b = true) -> a = b.
Proof. destruct a, b; intuition. Qed.

(** The heart: [T] are sinks of a good choice over [S = U + T] iff the rest is good and [T] looks at the rest. *)
Lemma part S T U g : NoDup S -> (forall v, In v S -> ~ In v X) -> Permutation S (U ++ T) ->
  goodb S g && forallb (sink S g) T = goodb U g && forallb (fun v => inside U (g v)) T.
Proof.
  intros HN HX HP.
  assert (HS : forall v, In v S <-> In v U \/ In v T).
  { intros v. rewrite <- in_app_iff. split; apply Permutation_in; auto using Permutation_sym. }
  assert (HD : forall v, In v U -> In v T -> False).
  { assert (N : NoDup (U ++ T)) by (eapply Permutation_NoDup; eauto).
    clear - N. induction U as [|a U IH]; cbn in *; [tauto|]. inversion N; subst.
    intros v [->|H] HT; [apply H1, in_or_app; auto | eapply IH; eauto]. }
  apply bool_eq. rewrite !andb_true_iff, !goodb_ok, !forallb_forall. unfold good. split.
  - intros [[HI [rank HR]] HT].
    assert (K : forall v, In v S -> inside U (g v) = true).
    { intros v Hv. apply inside_in. intros u Hu. pose proof (HI v Hv) as I. rewrite inside_in in I.
      destruct (I u Hu) as [J|J]; auto. apply HS in J as [J|J]; auto.
      specialize (HT u J). rewrite sink_in in HT. exfalso. apply (HT v); auto. }
    split; [split|].
    + intros v Hv. apply K, HS; auto.
    + exists rank. intros v u Hv Hu HuU. apply HR; auto; apply HS; auto.
    + intros v Hv. apply K, HS; auto.
  - intros [[HI [rank HR]] HT].
    assert (K : forall v, In v S -> inside U (g v) = true) by (intros v Hv; apply HS in Hv as [Hv|Hv]; auto).
    split; [split|].
    + intros v Hv. apply inside_in. intros u Hu. specialize (K v Hv). rewrite inside_in in K.
      destruct (K u Hu); auto. left. apply HS; auto.
    + exists (fun v => if mem v T then Datatypes.S (list_max (map rank U)) else rank v).
      intros v u Hv Hu HuS. pose proof (K v Hv) as I. rewrite inside_in in I.
      destruct (I u Hu) as [J|J]; [|exfalso; apply (HX u); auto].
      destruct (mem u T) eqn:Mu; [rewrite mem_in in Mu; exfalso; eapply HD; eauto|].
      destruct (mem v T) eqn:Mv.
      * assert (M : (list_max (map rank U) <= list_max (map rank U))%nat) by lia.
        apply list_max_le in M. rewrite Forall_forall in M. specialize (M (rank u) (in_map _ _ _ J)). lia.
      * apply HR; auto. apply HS in Hv as [Hv|Hv]; auto. rewrite <- mem_in in Hv. congruence.
    + intros v Hv. apply sink_in. intros w Hw Hp. specialize (K w Hw). rewrite inside_in in K.
      destruct (K v Hp); [eapply HD; eauto|]. apply (HX v); auto. apply HS; auto.
Qed.

Lemma goodb_proper S : proper (fun g => b2z (goodb S g)) S.
Proof.
  intros g h E. f_equal. apply bool_eq. rewrite !goodb_ok. unfold good.
  assert (K : forall g h : choice, (forall v, In v S -> g v = h v) ->
     (forall v, In v S -> inside S (g v) = true) /\ no_cycle S g ->
     (forall v, In v S -> inside S (h v) = true) /\ no_cycle S h).
  { clear. intros g h E [H [rank HR]]. split.
    - intros v Hv. rewrite <- E; auto.
    - exists rank. intros v u Hv Hu HS. rewrite <- E in Hu; auto. }
  split; apply K; auto. intros; symmetry; auto.
Qed.

(** The number of good choices, as a sum. *)
Definition number (S : list nat) (g : choice) : Z := total S (fun h => b2z (goodb S h)) g.
Definition ways (U : list nat) (v : nat) : Z := sum (opts v) (fun c => b2z (inside U c)).

Lemma number_base S g h : number S g = number S h.
Proof. unfold number. apply total_base with S; [apply goodb_proper|]. intros v H1 H2. contradiction. Qed.

(** Split [S] into sinks and the rest in all ways: signed, the numbers add up to nothing. *)
Theorem recursion S g : NoDup S -> (forall v, In v S -> ~ In v X) -> S <> [] ->
  sum (splits S) (fun q => number (snd q) g * prd (fst q) (fun v => - ways (snd q) v)) = 0.
Proof.
  intros HN HX HS.
  assert (Z0 : total S (fun h => b2z (goodb S h) * prd S (fun v => 1 - b2z (sink S h v))) g = 0).
  { rewrite <- (total_0 S g). apply total_ext. intros h. destruct (goodb S h) eqn:E; [|cbn; lia].
    apply goodb_ok in E as [_ E]. destruct (has_sink S h HS E) as [v [Hv Hs]].
    rewrite prd_zero; [lia|]. exists v. rewrite Hs. auto. }
  rewrite <- Z0.
  transitivity (total S (fun h =>
    sum (splits S) (fun q => b2z (goodb S h) * prd (fst q) (fun v => - b2z (sink S h v)))) g).
  2: { apply total_ext. intros h. rewrite sum_scale, alternating. auto. }
  rewrite total_sum. apply sum_ext. intros [T U] Hq. cbn [fst snd].
  pose proof (splits_perm S _ Hq) as HP. cbn [fst snd] in HP.
  assert (NUT : NoDup (U ++ T)) by (eapply Permutation_NoDup; eauto).
  assert (NT : NoDup T).
  { clear - NUT. induction U; cbn in *; auto. inversion NUT; auto. }
  assert (DUT : forall v, In v T -> ~ In v U).
  { clear - NUT. induction U as [|a U IH]; cbn in *; [tauto|]. inversion NUT; subst.
    intros v HT [->|H]; [apply H1, in_or_app; auto | eapply IH; eauto]. }
  assert (SG : forall (a : nat -> Z) L, prd L (fun v => - a v) = (-1) ^ Z.of_nat (length L) * prd L a).
  { intros a L. induction L as [|x L IH]; [reflexivity|]. cbn [prd length]. rewrite IH.
    rewrite Nat2Z.inj_succ, Z.pow_succ_r by lia. ring. }
  rewrite SG.
  set (sg := (-1) ^ Z.of_nat (length T)).
  transitivity (sg * total S (fun h => b2z (goodb S h) * prd T (fun v => b2z (sink S h v))) g).
  2: { rewrite <- total_scale. apply total_ext. intros h. rewrite SG. fold sg. lia. }
  replace (number U g * (sg * prd T (ways U))) with (sg * (number U g * prd T (ways U))) by lia.
  f_equal.
  transitivity (total S (fun h => b2z (goodb U h) * prd T (fun v => b2z (inside U (h v)))) g).
  2: { apply total_ext. intros h. rewrite <- !b2z_forallb, <- !b2z_and.
       rewrite (part S T U h HN HX HP). auto. }
  rewrite total_perm with (T := U ++ T) (W := S); auto.
  2: { intros a b E. assert (E2 : forall v, In v U \/ In v T -> a v = b v).
       { intros v Hv. apply E. eapply Permutation_in; [apply Permutation_sym; eauto|]. apply in_or_app; auto. }
       rewrite (goodb_proper U a b) by auto. f_equal. apply prd_ext. intros v Hv. rewrite E2; auto. }
  rewrite total_app. unfold number. rewrite Z.mul_comm, <- total_scale.
  (* inner sum: the choice on [U] stays as it is *)
  assert (INNER : forall h, total T (fun h => b2z (goodb U h) * prd T (fun v => b2z (inside U (h v)))) h
                          = prd T (ways U) * b2z (goodb U h)).
  { intros h. unfold ways. rewrite <- (total_prd T (fun v c => b2z (inside U c)) NT h).
    rewrite Z.mul_comm, <- total_scale.
    assert (E : forall W k, (forall x, In x W -> In x T) -> (forall v, In v U -> k v = h v) ->
      total W (fun h => b2z (goodb U h) * prd T (fun v => b2z (inside U (h v)))) k =
      total W (fun h0 => b2z (goodb U h) * prd T (fun v => b2z (inside U (h0 v)))) k).
    { induction W as [|w W IW]; cbn; intros k HW Hk.
      - rewrite (goodb_proper U k h); auto.
      - apply sum_ext. intros d _. apply IW; auto. intros v Hv. unfold put.
        destruct (Nat.eqb_spec v w); auto. subst. exfalso. apply (DUT w); auto. }
    apply E; auto. }
  apply total_ext. intros h. symmetry. apply INNER.
Qed.
End Choices.
