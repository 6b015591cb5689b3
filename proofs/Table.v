(** * The number as the length of a list, and as an entry of a table that is computed once *)
Require Import List Arith Bool Lia ZArith Permutation.
Require Import SC.Setting SC.Acyclic.
Import ListNotations.
Local Open Scope Z_scope.

Section Lists.
Variable C : Type.
Variable par : C -> list nat.
Variable opts : nat -> list C.
Variable X : list nat.
Variable c0 : C.

(** A choice written out: one option for each variable of [S], in the order of [S]. *)
Fixpoint written (S : list nat) : list (list C) :=
  match S with [] => [[]] | v :: r => flat_map (fun c => map (cons c) (written r)) (opts v) end.
Fixpoint read (S : list nat) (l : list C) (g : nat -> C) : nat -> C :=
  match S, l with v :: r, c :: m => read r m (put C g v c) | _, _ => g end.

Lemma written_in S : forall l, In l (written S) <-> Forall2 (fun v c => In c (opts v)) S l.
Proof.
  induction S as [|v S IH]; intros l; cbn.
  - split. + intros [<-|[]]. constructor. + intros H. inversion H. auto.
  - rewrite in_flat_map. split.
    + intros [c [Hc H]]. apply in_map_iff in H as [m [<- H]]. constructor; auto. apply IH; auto.
    + intros H. inversion H; subst. exists y. split; auto. apply in_map. apply IH. auto.
Qed.
Lemma nodup_app {A} (l m : list A) : NoDup l -> NoDup m -> (forall x, In x l -> ~ In x m) -> NoDup (l ++ m).
Proof. induction l; cbn; intros H1 H2 H3; auto. inversion H1; subst. constructor.
  - rewrite in_app_iff. intros [|]; auto. apply (H3 a); auto.
  - apply IHl; auto. Qed.
Lemma nodup_map {A B} (f : A -> B) l : (forall x y, f x = f y -> x = y) -> NoDup l -> NoDup (map f l).
Proof. intros HF. induction 1; cbn; constructor; auto. rewrite in_map_iff. intros [y [E Hy]].
  apply HF in E. subst. auto. Qed.
Lemma written_nodup S : (forall v, In v S -> NoDup (opts v)) -> NoDup (written S).
Proof.
  induction S as [|v S IH]; cbn; intros H. { constructor; auto. constructor. }
  assert (HS : NoDup (written S)) by auto.
  specialize (H v (or_introl eq_refl)). induction (opts v) as [|c l IHl]; cbn; [constructor|].
  inversion H; subst. apply nodup_app; auto.
  - apply nodup_map; auto. intros x y E. injection E. auto.
  - intros x Hx Hy. apply in_map_iff in Hx as [m [<- Hm]]. apply in_flat_map in Hy as [d [Hd Hy]].
    apply in_map_iff in Hy as [k [E Hk]]. injection E as -> _. contradiction.
Qed.
Lemma total_written S phi : forall g, total C opts S phi g = sum (written S) (fun l => phi (read S l g)).
Proof.
  induction S as [|v S IH]; intros g; cbn [total written].
  - cbn. lia.
  - transitivity (sum (opts v) (fun c => sum (written S) (fun l => phi (read S l (put C g v c))))).
    { apply sum_ext. auto. }
    induction (opts v) as [|c l IHl]; cbn [sum flat_map]; auto.
    rewrite sum_app, sum_map, IHl. reflexivity.
Qed.

Definition good_list (S : list nat) : list (list C) :=
  filter (fun l => goodb C par X S (read S l (fun _ => c0))) (written S).
(** The number counts the lists of good choices. *)
Theorem number_is_length S : number C par opts X S (fun _ => c0) = Z.of_nat (length (good_list S)).
Proof. unfold number, good_list. rewrite total_written, sum_filter. auto. Qed.
(** These are all good choices, each once. *)
Theorem good_list_spec S : (forall v, In v S -> NoDup (opts v)) ->
  NoDup (good_list S) /\
  forall l, In l (good_list S) <->
    Forall2 (fun v c => In c (opts v)) S l /\ good C par X S (read S l (fun _ => c0)).
Proof.
  intros H. split.
  - apply NoDup_filter, written_nodup; auto.
  - intros l. unfold good_list. rewrite filter_In, written_in, goodb_ok. reflexivity.
Qed.
End Lists.

(** ** A table of all sublists *)
Inductive sub : list nat -> list nat -> Prop :=
  | sub_nil : sub [] []
  | sub_skip v S V : sub S V -> sub S (v :: V)
  | sub_keep v S V : sub S V -> sub (v :: S) (v :: V).
Lemma splits_sub V : forall q, In q (splits V) -> sub (fst q) V /\ sub (snd q) V.
Proof.
  induction V as [|v V IH]; cbn; intros q H.
  - destruct H as [<-|[]]. split; constructor.
  - apply in_app_or in H as [H|H]; apply in_map_iff in H as [p [<- H]]; apply IH in H as [H1 H2];
      cbn; split; (apply sub_skip; assumption) || (apply sub_keep; assumption).
Qed.
Lemma sub_splits V : forall S, sub S V -> exists U, In (S, U) (splits V).
Proof.
  induction 1; cbn.
  - exists []. auto.
  - destruct IHsub as [U HU]. exists (v :: U). apply in_or_app. left. apply in_map_iff. exists (S, U). auto.
  - destruct IHsub as [U HU]. exists U. apply in_or_app. right. apply in_map_iff. exists (S, U). auto.
Qed.
Lemma sub_trans V : forall S, sub S V -> forall U, sub U S -> sub U V.
Proof. induction 1; intros U HU; auto.
  - apply sub_skip. auto.
  - inversion HU; subst; [apply sub_skip | apply sub_keep]; auto. Qed.
Lemma sub_in S V : sub S V -> forall v, In v S -> In v V.
Proof. induction 1; cbn; intros x Hx; auto. destruct Hx; auto. Qed.
Lemma sub_nodup S V : sub S V -> NoDup V -> NoDup S.
Proof. induction 1; intros H1; auto; inversion H1; subst; auto. constructor; auto.
  intros Hv. apply H3. eapply sub_in; eauto. Qed.
Lemma sub_refl V : sub V V.
Proof. induction V; [apply sub_nil | apply sub_keep; auto]. Qed.

(** ** Tries: tables that [vm_compute] fills once *)
Inductive trie (A : Type) := Tip (a : A) | Bin (l r : trie A).
Arguments Tip {A}. Arguments Bin {A}.
Fixpoint build {A} (V : list nat) (f : list nat -> A) : trie A :=
  match V with [] => Tip (f []) | v :: r => Bin (build r f) (build r (fun s => f (v :: s))) end.
Fixpoint entry {A} (d : A) (V : list nat) (t : trie A) (S : list nat) : A :=
  match V, t with
  | [], Tip a => a
  | v :: r, Bin l q => match S with
      | x :: S' => if Nat.eqb x v then entry d r q S' else entry d r l S
      | [] => entry d r l [] end
  | _, _ => d
  end.
Fixpoint enter {A} (V : list nat) (t : trie A) (S : list nat) (a : A) : trie A :=
  match V, t with
  | v :: r, Bin l q => match S with
      | x :: S' => if Nat.eqb x v then Bin l (enter r q S' a) else Bin (enter r l S a) q
      | [] => Bin (enter r l [] a) q end
  | _, _ => Tip a
  end.
Lemma entry_build {A} (d : A) V : NoDup V -> forall f S, sub S V -> entry d V (build V f) S = f S.
Proof.
  induction V as [|v V IH]; intros HN f S HS; cbn; inversion HS; subst; auto; inversion HN; subst.
  - destruct S as [|x S]; [apply IH; auto|]. destruct (Nat.eqb_spec x v); [|apply IH; auto].
    subst. exfalso. apply H2. eapply sub_in; eauto. cbn; auto.
  - rewrite Nat.eqb_refl. apply IH with (f := fun s => f (v :: s)); auto.
Qed.

Local Open Scope nat_scope.
Fixpoint shaped {A} (V : list nat) (t : trie A) : Prop :=
  match V, t with [], Tip _ => True | _ :: r, Bin l q => shaped r l /\ shaped r q | _, _ => False end.
Lemma shaped_build {A} V : forall f : list nat -> A, shaped V (build V f).
Proof. induction V; cbn; auto. Qed.
Lemma shaped_enter {A} V : forall (t : trie A) S a, shaped V t -> shaped V (enter V t S a).
Proof. induction V as [|v V IH]; intros [b|l q] S a H; cbn in *; try tauto.
  destruct H as [H1 H2]. destruct S as [|x S]; [cbn; auto|]. destruct (x =? v); cbn; auto. Qed.
Lemma entry_enter {A} (d : A) V : NoDup V -> forall t S T a, shaped V t -> sub S V -> sub T V ->
  entry d V (enter V t S a) T = if list_eq_dec Nat.eq_dec T S then a else entry d V t T.
Proof.
  induction V as [|v V IH]; intros HN t S T a HT HS HU.
  - inversion HS; inversion HU; subst. destruct t; cbn in *; [|tauto]. auto.
  - assert (Hv : ~ In v V) by (inversion HN; auto). assert (HN' : NoDup V) by (inversion HN; auto).
    destruct t as [b|l q]; [destruct HT|]. destruct HT as [H1 H2].
    assert (SK : forall Z, sub Z V -> forall (B : Type) (x y : list nat -> B),
       match Z with [] => x [] | z :: Z' => if z =? v then y Z' else x Z end = x Z).
    { intros [|z Z'] HZ B x y; auto. destruct (Nat.eqb_spec z v); auto. subst.
      exfalso. apply Hv. eapply sub_in; eauto. cbn; auto. }
    assert (NV : forall Z Z', sub Z V -> Z <> v :: Z').
    { intros Z Z' HZ E. subst. apply Hv. eapply sub_in; eauto. cbn; auto. }
    assert (EN : forall Z (l' q' : trie A), sub Z V -> entry d (v :: V) (Bin l' q') Z = entry d V l' Z).
    { intros Z l' q' HZ. cbn [entry]. exact (SK Z HZ A (fun s => entry d V l' s) (fun s => entry d V q' s)). }
    assert (EK : forall Z (l' q' : trie A), entry d (v :: V) (Bin l' q') (v :: Z) = entry d V q' Z).
    { intros Z l' q'. cbn [entry]. rewrite Nat.eqb_refl. auto. }
    cbn [enter]. inversion HS as [|? ? ? XS|? S' ? XS]; inversion HU as [|? ? ? XT|? T' ? XT]; subst.
    + rewrite (SK S XS _ (fun s => Bin (enter V l s a) q) (fun s => Bin l (enter V q s a))).
      rewrite !EN by auto. apply IH; auto.
    + rewrite (SK S XS _ (fun s => Bin (enter V l s a) q) (fun s => Bin l (enter V q s a))).
      rewrite !EK. destruct (list_eq_dec _ _ _) as [E|E]; auto. exfalso. apply (NV S T' XS). auto.
    + rewrite Nat.eqb_refl. rewrite !EN by auto.
      destruct (list_eq_dec _ _ _) as [E|E]; auto. exfalso. apply (NV T S' XT). auto.
    + rewrite Nat.eqb_refl. rewrite !EK, IH; auto.
      destruct (list_eq_dec Nat.eq_dec T' S'), (list_eq_dec Nat.eq_dec (v :: T') (v :: S')); congruence.
Qed.

(** Sublists come first. *)
Lemma splits_order V : NoDup V -> forall pre S post, map fst (splits V) = pre ++ S :: post ->
  forall Q, sub Q S -> Q <> S -> In Q pre.
Proof.
  induction V as [|v V IH]; intros HN pre S post E Q HQ NE.
  - cbn in E. destruct pre as [|? [|? ?]]; try discriminate. injection E as <- _. inversion HQ. congruence.
  - assert (HN' : NoDup V) by (inversion HN; auto).
    cbn [splits] in E. rewrite map_app, !map_map in E. cbn [fst] in E.
    change (map (fun x => fst x) (splits V)) with (map fst (splits V)) in E.
    rewrite <- (map_map fst (cons v)) in E. set (L := map fst (splits V)) in *.
    destruct (le_lt_dec (length L) (length pre)) as [G|G].
    + (* in the second half *)
      assert (EP : pre = L ++ skipn (length L) pre).
      { rewrite <- (firstn_skipn (length L) pre) at 1. f_equal.
        assert (F : firstn (length L) (L ++ map (cons v) L) = firstn (length L) (pre ++ S :: post)).
        { rewrite E. auto. }
        rewrite !firstn_app, Nat.sub_diag, firstn_O, app_nil_r, firstn_all in F.
        replace (length L - length pre) with 0 in F by lia. rewrite firstn_O, app_nil_r in F. auto. }
      destruct (ex_intro (fun z => pre = L ++ z) _ EP) as [pre' EP']. clear EP G. subst pre.
      rewrite <- app_assoc in E. apply app_inv_head in E.
      apply map_eq_app in E as [l1 [l2 [EL [E1 E2]]]]. destruct l2 as [|S' l2]; [discriminate|]. injection E2 as <- E2.
      apply in_or_app. inversion HQ as [|? ? ? XQ|? Q' ? XQ]; subst.
      * left. assert (SV : sub S' V).
        { assert (I : In S' L) by (rewrite EL; apply in_or_app; cbn; auto).
          apply in_map_iff in I as [w [<- Hw]]. apply (splits_sub V w Hw). }
        destruct (sub_splits V Q (sub_trans V S' SV Q XQ)) as [U HU]. apply in_map_iff. exists (Q, U). auto.
      * right. apply in_map. apply (IH HN' l1 S' l2 EL Q' XQ). congruence.
    + assert (F : exists post', L = pre ++ S :: post').
      { assert (F : firstn (length L) (L ++ map (cons v) L) = firstn (length L) (pre ++ S :: post)).
        { rewrite E. auto. }
        rewrite firstn_app, Nat.sub_diag, firstn_O, app_nil_r, firstn_all, firstn_app in F.
        rewrite (firstn_all2 pre) in F by lia. destruct (length L - length pre) as [|m] eqn:X; [lia|].
        cbn [firstn] in F. eauto. }
      destruct F as [post' EL]. apply (IH HN' pre S post' EL Q HQ NE).
Qed.

Local Open Scope Z_scope.

(** ** The table of the recursion *)

(** One number for each variable. *)
Fixpoint get (v : nat) (l : list (nat * Z)) : Z :=
  match l with [] => 0 | (u, z) :: r => if Nat.eqb u v then z else get v r end.
Lemma get_map V (f : nat -> Z) v : In v V -> get v (map (fun u => (u, f u)) V) = f v.
Proof. induction V as [|a V IH]; cbn; intros []; subst; [rewrite Nat.eqb_refl; auto|].
  destruct (Nat.eqb_spec a v); subst; auto. Qed.

(** In how many ways a variable chooses inside [U], for every [U], evaluated once. *)
Definition weights (V : list nat) (ways : list nat -> nat -> Z) : trie (list (nat * Z)) :=
  build V (fun U => map (fun v => (v, ways U v)) V).
Definition weight V (wt : trie (list (nat * Z))) U := let l := entry [] V wt U in fun v => get v l.
Lemma weight_ok V ways U v : NoDup V -> sub U V -> In v V -> weight V (weights V ways) U v = ways U v.
Proof. intros HN HU Hv. unfold weight, weights. rewrite entry_build; auto. apply (get_map V (ways U)). auto. Qed.

(** What the recursion says of [S], when its sublists are in the table. *)
Definition next (V : list nat) (w : list nat -> nat -> Z) (t : trie Z) (S : list nat) : Z :=
  match S with
  | [] => 1
  | _ => - sum (tl (splits S)) (fun q => entry 0 V t (snd q) * let wu := w (snd q) in prd (fst q) (fun v => - wu v))
  end.
(** Sublists come before what they are sublists of, in [map fst (splits V)]. *)
Definition fill (V : list nat) (w : list nat -> nat -> Z) : trie Z :=
  fold_left (fun t S => enter V t S (next V w t S)) (map fst (splits V)) (build V (fun _ => 0)).
Definition count_acyclic (V : list nat) (ways : list nat -> nat -> Z) : Z :=
  entry 0 V (fill V (weight V (weights V ways))) V.

Section Right.
Variables (C : Type) (par : C -> list nat) (opts : nat -> list C) (X : list nat) (c0 : nat -> C).
Variables (V : list nat) (w : list nat -> nat -> Z).
Hypotheses (HN : NoDup V) (HX : forall v, In v V -> ~ In v X)
  (HW : forall U v, sub U V -> In v V -> w U v = ways C par opts X U v).
Let F S := number C par opts X S c0.

Lemma next_ok S (t : trie Z) : sub S V -> (forall Q, sub Q S -> Q <> S -> entry 0 V t Q = F Q) -> next V w t S = F S.
Proof.
  intros HS H. destruct S as [|a S']; [reflexivity|]. remember (a :: S') as S eqn:ES.
  assert (NE : S <> []) by (subst; congruence).
  replace (next V w t S) with
    (- sum (tl (splits S)) (fun q => entry 0 V t (snd q) * let wu := w (snd q) in prd (fst q) (fun v => - wu v)))
    by (subst; reflexivity).
  clear ES a S'.
  pose proof (recursion C par opts X S c0 (sub_nodup _ _ HS HN) (fun v Hv => HX v (sub_in _ _ HS v Hv)) NE) as R.
  destruct (splits_head S) as [r [E Hr]]. rewrite E in R |- *. cbn [sum fst snd prd tl] in R |- *. fold (F S) in R.
  assert (Q : sum r (fun q => entry 0 V t (snd q) * prd (fst q) (fun v => - w (snd q) v)) =
    sum r (fun q => number C par opts X (snd q) c0 * prd (fst q) (fun v => - ways C par opts X (snd q) v))).
  { apply sum_ext. intros q Hq.
    assert (Hs : sub (fst q) S /\ sub (snd q) S) by (apply (splits_sub S q); rewrite E; right; auto).
    destruct Hs as [Hs1 Hs2]. rewrite H; auto.
    - unfold F. f_equal. apply prd_ext. intros v Hv. rewrite HW; auto.
      + apply (sub_trans V S); auto.
      + apply (sub_in S V HS). apply (sub_in _ _ Hs1). auto.
    - intros EQ. apply Hr in Hq. rewrite EQ in Hq. lia. }
  cbv zeta. rewrite Q. lia.
Qed.

(** Every entry is the number. *)
Theorem fill_right : forall S, sub S V -> entry 0 V (fill V w) S = F S.
Proof.
  unfold fill. set (step := fun t S => enter V t S (next V w t S)).
  assert (SUB : forall S, In S (map fst (splits V)) -> sub S V).
  { intros S H. apply in_map_iff in H as [q [<- Hq]]. apply (splits_sub V q Hq). }
  assert (G : forall post pre t, map fst (splits V) = pre ++ post -> shaped V t ->
     (forall S, In S pre -> entry 0 V t S = F S) ->
     forall S, In S (pre ++ post) -> entry 0 V (fold_left step post t) S = F S).
  { induction post as [|T post IH]; intros pre t E HT H S HS; cbn [fold_left]; [rewrite app_nil_r in HS; auto|].
    assert (ST : sub T V) by (apply SUB; rewrite E; apply in_or_app; cbn; auto).
    apply (IH (pre ++ [T])).
    - rewrite <- app_assoc. auto.
    - apply shaped_enter; auto.
    - intros Q HQ. unfold step. rewrite entry_enter; auto.
      + destruct (list_eq_dec Nat.eq_dec Q T) as [->|NE].
        * apply next_ok; auto. intros Q HQ' NE. apply H. eapply splits_order; eauto.
        * apply in_app_or in HQ as [HQ|[->|[]]]; auto. congruence.
      + apply SUB. rewrite E. apply in_app_or in HQ as [HQ|[->|[]]]; apply in_or_app; cbn; auto.
    - rewrite <- app_assoc. auto. }
  intros S HS. apply (G (map fst (splits V)) []); auto using shaped_build.
  - intros Q [].
  - cbn [app]. destruct (sub_splits V S HS) as [U HU]. apply in_map_iff. exists (S, U). auto.
Qed.
End Right.

(** What is evaluated is the number of good choices. *)
Theorem count_acyclic_ok C par opts X c0 V w : NoDup V -> (forall v, In v V -> ~ In v X) ->
  (forall U v, sub U V -> In v V -> w U v = ways C par opts X U v) ->
  count_acyclic V w = number C par opts X V c0.
Proof.
  intros HN HX HW. unfold count_acyclic. apply fill_right; auto using sub_refl.
  intros U v HU Hv. rewrite weight_ok; auto.
Qed.
