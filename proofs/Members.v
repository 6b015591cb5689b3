(** * The number of members: it is that of the acyclic choices of options *)
Require Import List Arith Bool Lia ZArith Permutation.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange SC.Complete SC.Acyclic SC.Table.
Import ListNotations.

(** How many states some variables have. *)
Fixpoint volume (high : nat -> nat) (S : list nat) : nat :=
  match S with [] => 1 | u :: r => Datatypes.S (high u) * volume high r end.

(** A class that can be decided on full tables of functional parents, and that looks at nothing but the function. *)
Record class (p : problem) := {
  ok : nat -> mech -> bool;
  ok_iff : forall v m, check_mech p v m = true -> length (snd m) = volume (high p) (fst m) ->
    (ok v m = true <-> allowed p v (eval (high p) m));
  ok_ext : forall v f g, (forall s, valid (high p) s -> f s = g s) -> allowed p v f -> allowed p v g }.
Arguments ok {p}. Arguments ok_iff {p}. Arguments ok_ext {p}.

(** ** The options of a variable: parents in the order of [adm], a full table, nothing idle *)
Fixpoint lists (h n : nat) : list (list nat) :=
  match n with 0 => [[]] | S j => flat_map (fun t => map (fun a => a :: t) (seq 0 (S h))) (lists h j) end.
Lemma lists_in h : forall n t, In t (lists h n) <-> length t = n /\ forall y, In y t -> y <= h.
Proof. induction n as [|n IH]; intros t; cbn [lists].
  - split. + intros [<-|[]]. split; auto. intros y []. + intros [H _]. destruct t; [cbn; auto|discriminate].
  - rewrite in_flat_map. split.
    + intros [r [Hr H]]. apply in_map_iff in H as [a [<- Ha]]. apply IH in Hr as [H1 H2]. apply in_seq in Ha.
      cbn [length]. split; auto. intros y [<-|Hy]; auto. lia.
    + intros [HL HY]. destruct t as [|a r]; [discriminate|]. exists r. split.
      * apply IH. split; [cbn in HL; lia|]. intros; apply HY; right; auto.
      * apply in_map_iff. exists a. split; auto. apply in_seq. specialize (HY a (or_introl eq_refl)). lia. Qed.
Definition options (p : problem) (K : class p) (v : nat) : list mech :=
  flat_map (fun S => map (pair S)
    (filter (fun t => check_mech p v (S, t) && ok K v (S, t)) (lists (high p v) (volume (high p) S))))
    (filter (fun S => length S <=? bound p) (map fst (splits (adm p v)))).

Fixpoint unindex (high : nat -> nat) (S : list nat) (i : nat) : list nat :=
  match S with [] => [] | u :: r => i mod (Datatypes.S (high u)) :: unindex high r (i / (Datatypes.S (high u))) end.
Lemma unindex_index high s S : valid high s -> unindex high S (index high S s) = map s S.
Proof. intros V. induction S as [|u S IH]; cbn [unindex index map]; auto.
  assert (L : s u < Datatypes.S (high u)) by (specialize (V u); lia).
  rewrite (Nat.mul_comm (Datatypes.S (high u))). rewrite Nat.mod_add, Nat.div_add by lia.
  rewrite Nat.mod_small, Nat.div_small by auto. rewrite Nat.add_0_l, IH. auto. Qed.
Lemma index_lt high s S : valid high s -> index high S s < volume high S.
Proof. intros V. induction S as [|u S IH]; cbn [index volume]; [lia|]. specialize (V u). nia. Qed.
Lemma index_ext high S s t : map s S = map t S -> index high S s = index high S t.
Proof. induction S as [|u S IH]; cbn [index map]; auto. intros E. injection E as E1 E2. rewrite E1, IH; auto. Qed.
Lemma unindex_length high S : forall i, length (unindex high S i) = length S.
Proof. induction S; cbn; auto. Qed.
Lemma unindex_valid high S : forall i, valid high (give S (unindex high S i)).
Proof. induction S as [|u S IH]; intros i; cbn [unindex give].
  - intros v. lia.
  - apply upd_valid; auto. pose proof (Nat.mod_upper_bound i (Datatypes.S (high u))). lia. Qed.
Lemma index_unindex high S : NoDup S -> forall i, i < volume high S -> index high S (give S (unindex high S i)) = i.
Proof.
  induction S as [|u S IH]; intros HN i Hi; cbn [index volume] in *; [lia|]. inversion HN; subst.
  set (d := Datatypes.S (high u)) in *. assert (Hd : d <> 0) by (unfold d; lia).
  assert (E : index high S (give (u :: S) (unindex high (u :: S) i)) = index high S (give S (unindex high S (i / d)))).
  { apply index_ext. apply map_ext_in. intros x Hx. cbn [unindex give]. unfold upd.
    destruct (Nat.eqb_spec x u); subst; auto. contradiction. }
  rewrite E, IH; auto.
  - cbn [unindex give]. unfold upd. rewrite Nat.eqb_refl. fold d. pose proof (Nat.div_mod i d Hd). lia.
  - apply Nat.div_lt_upper_bound; auto.
Qed.

Lemma options_ok p K v m : In m (options p K v) <->
  sub (fst m) (adm p v) /\ length (snd m) = volume (high p) (fst m) /\ check_mech p v m = true /\ ok K v m = true.
Proof.
  destruct m as [S t]. unfold options. rewrite in_flat_map. cbn [fst snd]. split.
  - intros [S' [HS H]]. apply in_map_iff in H as [t' [E H]]. injection E as -> ->.
    apply filter_In in H as [H1 H2]. apply lists_in in H1 as [H1 _]. apply andb_prop in H2 as [H2 H3].
    apply filter_In in HS as [HS _].
    apply in_map_iff in HS as [q [E HS]]. apply splits_sub in HS as [HS _]. subst. auto.
  - intros [HS [HL [HC HO]]]. exists S. split.
    + apply filter_In. split; [|apply check_mech_ok in HC; apply Nat.leb_le; tauto].
      apply sub_splits in HS as [U HU]. apply in_map_iff. exists (S, U). auto.
    + apply in_map. apply filter_In. rewrite HC, HO. split; auto. apply lists_in. split; auto.
      unfold check_mech in HC. rewrite !andb_true_iff in HC. destruct HC as [[_ HC] _]. rewrite forallb_forall in HC.
      intros y Hy. apply Nat.leb_le. apply HC. auto.
Qed.

Lemma lists_nodup h n : NoDup (lists h n).
Proof. induction n; cbn [lists]; [constructor; auto; constructor|].
  induction IHn as [|b l Hb Hl IH]; cbn [flat_map]; [constructor|]. apply nodup_app; auto.
  - apply nodup_map; [intros x y E; injection E; auto | apply seq_NoDup].
  - intros x Hx Hy. apply in_map_iff in Hx as [a [<- _]]. apply in_flat_map in Hy as [c [Hc Hy]].
    apply in_map_iff in Hy as [a' [E _]]. injection E as _ ->. contradiction. Qed.
Lemma splits_nodup V : NoDup V -> NoDup (map fst (splits V)).
Proof. induction V as [|v V IH]; cbn; intros H; [constructor; auto; constructor|]. inversion H; subst.
  rewrite map_app, !map_map. cbn [fst]. apply nodup_app.
  - apply IH; auto.
  - specialize (IH H3). rewrite <- (map_map fst (cons v)). apply nodup_map; auto. intros x y E. injection E; auto.
  - intros x Hx Hy. apply in_map_iff in Hx as [q [<- Hq]]. apply in_map_iff in Hy as [r [E Hr]].
    apply splits_sub in Hq as [Hq _]. apply H2. apply (sub_in _ _ Hq). rewrite <- E. cbn; auto. Qed.
Lemma options_nodup p K v : NoDup (adm p v) -> NoDup (options p K v).
Proof.
  intros H. apply splits_nodup in H. unfold options.
  apply (NoDup_filter (fun S => length S <=? bound p)) in H. induction H as [|S l HS Hl IH]; cbn; [constructor|].
  apply nodup_app; auto.
  - apply nodup_map; [intros x y E; injection E; auto|]. apply NoDup_filter, lists_nodup.
  - intros m Hm Hn. apply in_map_iff in Hm as [t [<- _]]. apply in_flat_map in Hn as [T [HT Hn]].
    apply in_map_iff in Hn as [t' [E _]]. injection E as -> _. contradiction.
Qed.

Lemma sub_equal A : NoDup A -> forall S T, sub S A -> sub T A -> (forall u, In u S <-> In u T) -> S = T.
Proof.
  induction A as [|a A IH]; intros HN S T HS HT E.
  { inversion HS; inversion HT; auto. }
  assert (Ha : ~ In a A) by (inversion HN; auto). assert (HN' : NoDup A) by (inversion HN; auto).
  inversion HS as [|? ? ? X|? ? ? X]; inversion HT as [|? ? ? Y|? ? ? Y]; subst.
  - apply IH; auto.
  - exfalso. apply Ha, (sub_in _ _ X), E. cbn; auto.
  - exfalso. apply Ha, (sub_in _ _ Y), E. cbn; auto.
  - f_equal. apply IH; auto. intros u. pose proof (E u) as Eu. cbn in Eu. split; intros Hu.
    + destruct (proj1 Eu (or_intror Hu)) as [->|]; auto. exfalso. apply Ha, (sub_in _ _ X); auto.
    + destruct (proj2 Eu (or_intror Hu)) as [->|]; auto. exfalso. apply Ha, (sub_in _ _ Y); auto.
Qed.
Lemma sub_filter (f : nat -> bool) A : sub (filter f A) A.
Proof. induction A; cbn; [constructor|]. destruct (f a); [apply sub_keep | apply sub_skip]; auto. Qed.

(** Different options are different functions. *)
Lemma options_distinct p K v m m' : NoDup (adm p v) -> In m (options p K v) -> In m' (options p K v) ->
  (forall s, valid (high p) s -> eval (high p) m s = eval (high p) m' s) -> m = m'.
Proof.
  intros HN H H' E. apply options_ok in H as [A [B [C _]]]. apply options_ok in H' as [A' [B' [C' _]]].
  apply check_mech_ok in C as [_ [[N1 [_ P1]] _]]. apply check_mech_ok in C' as [_ [[_ [_ P2]] _]].
  destruct m as [S t], m' as [S' t']. cbn [fst snd] in *.
  assert (ES : S = S').
  { apply sub_equal with (adm p v); auto. intros u. rewrite P1, P2.
    split; intros [s [a [b [V [Ha [Hb Hs]]]]]]; exists s, a, b; repeat (split; auto);
      [rewrite <- !E | rewrite !E]; auto using upd_valid. }
  subst S'. f_equal. apply nth_ext with 0 0; [congruence|]. intros i Hi. rewrite B in Hi.
  specialize (E (give S (unindex (high p) S i)) (unindex_valid _ _ _)). unfold eval in E. cbn [fst snd] in E.
  rewrite index_unindex in E; auto.
Qed.

(** Every admissible function is an option. *)
Lemma options_complete p K v f S : sane p -> NoDup (adm p v) -> v < size p -> parents_are (high p) f S ->
  length S <= bound p ->
  (forall u, In u S -> u < size p /\ In u (adm p v)) -> agrees p f v ->
  (forall s, valid (high p) s -> f s <= high p v) -> allowed p v f ->
  exists m, In m (options p K v) /\ forall s, valid (high p) s -> f s = eval (high p) m s.
Proof.
  intros SA HN Hv [NS [DS PS]] HL HA HG HH HK.
  set (T := filter (fun u => mem u S) (adm p v)).
  assert (ET : forall u, In u T <-> In u S).
  { intros u. unfold T. rewrite filter_In, mem_in. split; [tauto|]. intros Hu. split; auto. apply HA; auto. }
  assert (NT : NoDup T) by (apply NoDup_filter; auto).
  assert (LT : length T <= length S) by (apply NoDup_incl_length; auto; intros u Hu; apply ET; auto).
  set (k := volume (high p) T).
  set (t := map (fun i => f (give T (unindex (high p) T i))) (seq 0 k)).
  assert (EV : forall s, valid (high p) s -> f s = eval (high p) (T, t) s).
  { intros s V. unfold eval. cbn [fst snd]. unfold t.
    pose proof (index_lt (high p) s T V) as Hi. fold k in Hi.
    rewrite (nth_indep _ 0 (f (give T (unindex (high p) T 0)))) by (rewrite map_length, seq_length; auto).
    rewrite (map_nth (fun i => f (give T (unindex (high p) T i)))), seq_nth by auto. cbn [plus].
    apply DS; auto using unindex_valid. intros u Hu. apply ET in Hu. rewrite unindex_index; auto.
    pose proof (give_ok T (map s T) NT (map_length _ _)) as G. symmetry. exact (map_pointwise _ _ _ G u Hu). }
  assert (FL : length t = volume (high p) T) by (unfold t; rewrite map_length, seq_length; auto).
  exists (T, t). split; auto. apply options_ok. cbn [fst snd]. split; [apply sub_filter|]. split; [exact FL|].
  enough (HC : check_mech p v (T, t) = true).
  { split; [exact HC|]. apply ok_iff; [exact HC | exact FL | apply (ok_ext K v f); auto]. }
  unfold check_mech. cbn [fst snd]. rewrite !andb_true_iff. split; [split; [split; [split; [split|]|]|]|].
  - apply Nat.ltb_lt; auto.
  - clear - NT. induction NT; cbn; auto. apply mem_out in H. rewrite H. auto.
  - apply Nat.leb_le. lia.
  - apply forallb_forall. intros u Hu. apply ET in Hu. destruct (HA u Hu) as [U1 U2]. rewrite !andb_true_iff.
    split; [split; [apply Nat.ltb_lt; auto | apply mem_in; auto]|].
    apply PS in Hu as [s [a [b [V [Ha [Hb Hs]]]]]]. unfold essential. cbn [fst]. apply existsb_exists.
    destruct (assignments_cover (high p) T s V) as [s' [H1 H2]]. exists s'. split; auto.
    pose proof (assignments_valid _ _ _ H1) as V'.
    assert (E : forall c, c <= high p u -> f (upd s u c) = eval (high p) (T, t) (upd s' u c)).
    { intros c Hc. rewrite EV by auto using upd_valid. apply eval_depends; auto using upd_valid.
      cbn [fst]. intros x Hx. unfold upd. destruct (x =? u); auto. }
    destruct (Nat.eq_dec (f (upd s u a)) (f (upd s u 0))) as [Q|Q].
    + apply existsb_exists. exists b. split; [apply in_seq; lia|]. rewrite <- !E by lia.
      apply negb_true_iff, Nat.eqb_neq. congruence.
    + apply existsb_exists. exists a. split; [apply in_seq; lia|]. rewrite <- !E by lia.
      apply negb_true_iff, Nat.eqb_neq. auto.
  - apply forallb_forall. intros y Hy. apply Nat.leb_le. unfold t in Hy. apply in_map_iff in Hy as [i [<- _]].
    apply HH, unindex_valid.
  - unfold fits. apply forallb_forall. intros r Hr. destruct (mem v (targets r)) eqn:Q; auto. rewrite orb_false_l.
    apply mem_out in Q. rewrite <- EV, (HG r Hr Q) by (apply SA; auto). apply Nat.eqb_refl.
Qed.

(** ** Choices and members over given roots *)
Definition idle : mech := ([], []).
Definition endos (p : problem) (R : list nat) := without R (seq 0 (size p)).
Definition scm_of (p : problem) (R : list nat) (l : list mech) : scm :=
  {| roots := R; fn := fun v => eval (high p) (read mech (endos p R) l (fun _ => idle) v) |}.
Lemma endos_in p R v : In v (endos p R) <-> endo R p v.
Proof. unfold endos, endo. rewrite without_in, in_seq. intuition lia. Qed.
Lemma endos_nodup p R : NoDup (endos p R).
Proof. apply NoDup_filter, seq_NoDup. Qed.

Lemma read_out C S : forall l g v, ~ In v S -> read C S l g v = g v.
Proof. induction S as [|a S IH]; intros [|c l] g v H; cbn; auto. rewrite IH; [|cbn in H; tauto].
  unfold put. destruct (Nat.eqb_spec v a); auto. subst. cbn in H. tauto. Qed.
Lemma read_in C (P : nat -> C -> Prop) S : NoDup S -> forall l g, Forall2 P S l ->
  forall v, In v S -> P v (read C S l g v).
Proof. induction S as [|a S IH]; intros HN l g HF v Hv; [destruct Hv|]. inversion HF; inversion HN; subst. cbn.
  destruct Hv as [->|Hv]; [|apply IH; auto]. rewrite read_out; auto. unfold put. rewrite Nat.eqb_refl. auto. Qed.
Lemma read_inj C S : NoDup S -> forall l m g h, length l = length S -> length m = length S ->
  (forall v, In v S -> read C S l g v = read C S m h v) -> l = m.
Proof. induction S as [|a S IH]; intros HN [|c l] [|d m] g h L1 L2 E; cbn in *; try discriminate; auto.
  inversion HN; subst. f_equal.
  - specialize (E a (or_introl eq_refl)). rewrite !read_out in E; auto. unfold put in E.
    rewrite Nat.eqb_refl in E. auto.
  - eapply IH; eauto. Qed.
Lemma read_build C (P : nat -> C -> Prop) S : NoDup S -> (forall v, In v S -> exists c, P v c) ->
  exists l, Forall2 P S l.
Proof. intros _. induction S as [|a S IH]; intros H; [exists []; constructor|].
  destruct (H a) as [c Hc]; [cbn; auto|]. destruct IH as [l Hl]; [intros; apply H; cbn; auto|].
  exists (c :: l). constructor; auto. Qed.

Definition models_over (p : problem) (K : class p) (R : list nat) : list scm :=
  map (scm_of p R) (good_list mech fst (options p K) R idle (endos p R)).

Section Over.
Variables (p : problem) (K : class p) (R : list nat).
Hypotheses (SA : sane p) (WF : wf p) (HR : In R (rootsets p)).

Lemma good_spec l : In l (good_list mech fst (options p K) R idle (endos p R)) <->
  Forall2 (fun v c => In c (options p K v)) (endos p R) l /\
  good mech fst R (endos p R) (read mech (endos p R) l (fun _ => idle)).
Proof. apply good_list_spec. intros v _. apply options_nodup. apply WF. Qed.

Lemma over_member M : In M (models_over p K R) -> member p M /\ roots M = R.
Proof.
  intros H. apply in_map_iff in H as [l [<- H]]. split; [|reflexivity]. apply good_spec in H as [HF [HI [rank HA]]].
  pose proof (read_in _ _ _ (endos_nodup p R) l (fun _ => idle) HF) as HC.
  set (g := read mech (endos p R) l (fun _ => idle)) in *.
  assert (KM : forall v, endo R p v -> check_mech p v (g v) = true /\ allowed p v (eval (high p) (g v))).
  { intros v Hv. apply endos_in, HC, options_ok in Hv as [_ [FL [CM OK]]]. split; auto. apply (ok_iff K); auto. }
  assert (HL : legal p (scm_of p R l)).
  { split; [exact HR|]. split.
    - cbn [scm_of roots fn]. fold g. intros v Hv. apply KM in Hv as [Hv HO].
      apply check_mech_ok in Hv as [_ [A [B [C [_ D]]]]].
      split; [intros; apply D|]. split; [exact HO|]. exists (fst (g v)). auto.
    - exists (fun u => if mem u (endos p R) then Datatypes.S (rank u) else 0). cbn [scm_of roots fn]. fold g.
      intros u v Hv Hu. assert (Hp : In u (fst (g v))).
      { exact (fparent_in (high p) (eval (high p) (g v)) (fst (g v)) u (eval_depends _ _) Hu). }
      apply endos_in in Hv. pose proof (proj2 (mem_in v _) Hv) as E. rewrite E.
      destruct (mem u (endos p R)) eqn:Eu; [|lia]. apply mem_in in Eu. specialize (HA v u Hv Hp Eu). lia. }
  split; auto. apply decomposition; auto. cbn [scm_of roots fn]. fold g. intros v Hv.
  apply KM in Hv as [Hv _]. apply check_mech_ok in Hv. tauto.
Qed.

Lemma over_complete M : member p M -> roots M = R -> exists N, In N (models_over p K R) /\ same p M N.
Proof.
  intros [HL HM] E. pose proof (proj1 (decomposition p M SA HL) HM) as HG. destruct HL as [_ [HP [rank HA]]].
  rewrite E in *.
  destruct (read_build mech (fun v m => In m (options p K v) /\
    forall s, valid (high p) s -> fn M v s = eval (high p) m s) (endos p R)) as [l Hl].
  { apply endos_nodup. }
  { intros v Hv. apply endos_in in Hv. destruct (HP v Hv) as [HH [HK [S [PS [LS AS]]]]].
    apply options_complete with S; auto. - apply WF. - apply Hv. }
  pose proof (read_in _ _ _ (endos_nodup p R) l (fun _ => idle) Hl) as HC. cbv beta in HC.
  exists (scm_of p R l). split.
  - apply in_map. apply good_spec. split.
    + clear - Hl. induction Hl; constructor; tauto.
    + set (g := read mech (endos p R) l (fun _ => idle)) in *. split.
      * intros v Hv. apply inside_in. intros u Hu. destruct (HC v Hv) as [HO _].
        apply options_ok in HO as [_ [_ [HO _]]].
        apply check_mech_ok in HO as [_ [_ [_ [HO _]]]]. apply HO in Hu as [Hu _].
        destruct (in_dec Nat.eq_dec u R); auto. left. apply endos_in. split; auto.
      * exists rank. intros v u Hv Hu HuV. apply HA; [apply endos_in; auto|].
        destruct (HC v Hv) as [HO HE]. apply options_ok in HO as [_ [_ [HO _]]].
        apply check_mech_ok in HO as [_ [[_ [_ PF]] _]]. apply PF in Hu as [s [a [b [V [Ha [Hb Hs]]]]]]. exists s, a, b.
        rewrite !HE; auto using upd_valid.
  - split; [auto|]. rewrite E. intros v Hv s V. cbn [scm_of fn]. apply HC; auto. apply endos_in; auto.
Qed.

Lemma over_distinct : ForallOrdPairs (fun M N => ~ same p M N) (models_over p K R).
Proof.
  unfold models_over.
  assert (HN : NoDup (good_list mech fst (options p K) R idle (endos p R))).
  { apply good_list_spec. intros v _. apply options_nodup, WF. }
  assert (HS : forall l, In l (good_list mech fst (options p K) R idle (endos p R)) ->
     Forall2 (fun v c => In c (options p K v)) (endos p R) l) by (intros l Hl; apply good_spec; auto).
  revert HN HS. generalize (good_list mech fst (options p K) R idle (endos p R)) as L.
  induction L as [|l L IH]; cbn; intros HN HS; constructor.
  - apply Forall_forall. intros N HK [_ HE]. apply in_map_iff in HK as [m [<- Hm]]. inversion HN; subst.
    assert (l = m); [|subst; auto].
    pose proof (HS l (or_introl eq_refl)) as F1. pose proof (HS m (or_intror Hm)) as F2.
    apply (read_inj mech (endos p R)) with (g := fun _ => idle) (h := fun _ => idle); auto using endos_nodup.
    + clear - F1. induction F1; cbn; auto.
    + clear - F2. induction F2; cbn; auto.
    + intros v Hv. apply options_distinct with p K v; auto.
      * apply WF.
      * apply (read_in _ _ _ (endos_nodup p R) l (fun _ => idle) F1); auto.
      * apply (read_in _ _ _ (endos_nodup p R) m (fun _ => idle) F2); auto.
      * cbn [scm_of roots fn] in HE. apply HE. apply endos_in; auto.
  - inversion HN; subst. apply IH; auto.
Qed.
End Over.

(** ** The count *)
Lemma number_over p K R : Z.of_nat (length (models_over p K R)) =
  number mech fst (options p K) R (endos p R) (fun _ => idle).
Proof. unfold models_over. rewrite map_length, <- number_is_length. auto. Qed.

Lemma ordpairs_app {A} (P : A -> A -> Prop) l m : ForallOrdPairs P l -> ForallOrdPairs P m ->
  (forall a b, In a l -> In b m -> P a b) -> ForallOrdPairs P (l ++ m).
Proof. induction 1; cbn; intros Hm HP; auto. constructor; auto.
  rewrite Forall_forall in *. intros b Hb. apply in_app_or in Hb as [|]; auto. Qed.

Lemma over_all_distinct p K : sane p -> wf p -> forall Rs, NoDup Rs -> incl Rs (rootsets p) ->
  ForallOrdPairs (fun M N => ~ same p M N) (flat_map (models_over p K) Rs).
Proof.
  intros SA WF. induction 1; cbn; intros HI; [constructor|]. apply ordpairs_app.
  - apply over_distinct; auto.
  - apply IHNoDup. intros y Hy. apply HI. right; auto.
  - intros M Q HM HQ [E _]. apply in_flat_map in HQ as [R [HR HQ]].
    apply (over_member p K) in HM as [_ HM]; auto; [|apply HI; left; auto].
    apply (over_member p K) in HQ as [_ HQ]; auto; [|apply HI; right; auto].
    congruence.
Qed.

(** The members over all root sets. *)
Theorem counts_over p K : sane p -> wf p -> NoDup (rootsets p) ->
  counts p (sum (rootsets p) (fun R => number mech fst (options p K) R (endos p R) (fun _ => idle))).
Proof.
  intros SA WF HN. exists (flat_map (models_over p K) (rootsets p)). split; [|split; [|split]].
  - clear HN. generalize (rootsets p) as Rs. induction Rs as [|R Rs IH]; cbn [flat_map sum]; auto.
    rewrite app_length, Nat2Z.inj_add, IH, number_over. auto.
  - intros M HM. apply in_flat_map in HM as [R [HR HM]]. apply (over_member p K R); auto.
  - apply over_all_distinct; auto. apply incl_refl.
  - intros M HM. pose proof HM as [[HR _] _].
    destruct (over_complete p K (roots M) SA WF M HM eq_refl) as [Q [HQ HS]].
    exists Q. split; auto. apply in_flat_map. exists (roots M). auto.
Qed.

(** ** The number is a number *)
Lemma match_length {A B} (eqA : A -> A -> Prop) (rel : A -> B -> Prop) :
  (forall x x' y, rel x y -> rel x' y -> eqA x x') ->
  forall L L', ForallOrdPairs (fun x y => ~ eqA x y) L -> (forall x, In x L -> exists y, In y L' /\ rel x y) ->
  length L <= length L'.
Proof.
  intros HE. induction L as [|x L IH]; intros L' HD HM; cbn [length]; [lia|]. inversion HD as [|? ? Hx HL]; subst.
  destruct (HM x (or_introl eq_refl)) as [y [Hy R]]. destruct (in_split _ _ Hy) as [l1 [l2 ->]].
  rewrite app_length. cbn [length]. specialize (IH (l1 ++ l2) HL). rewrite app_length in IH.
  assert (X : length L <= length l1 + length l2); [|lia]. apply IH. intros x' Hx'.
  destruct (HM x' (or_intror Hx')) as [y' [Hy' R']]. exists y'. split; auto.
  apply in_app_or in Hy' as [|[->|]]; apply in_or_app; auto.
  exfalso. rewrite Forall_forall in Hx. apply (Hx x' Hx'). eapply HE; eauto.
Qed.

Lemma same_sym p M N : same p M N -> same p N M.
Proof. intros [E H]. split; auto. rewrite <- E. intros v Hv s V. symmetry. auto. Qed.
Lemma same_trans p M N K : same p M N -> same p N K -> same p M K.
Proof. intros [E H] [E' H']. split; [congruence|]. intros v Hv s V. rewrite H, H'; auto. rewrite <- E. auto. Qed.

(** There is one number of members at most. *)
Theorem counts_unique p N N' : counts p N -> counts p N' -> N = N'.
Proof.
  intros [L [<- [HM [HD HC]]]] [L' [<- [HM' [HD' HC']]]]. f_equal. apply Nat.le_antisymm.
  - apply (match_length (same p) (same p)); auto.
    intros x x' y H H'. eapply same_trans; eauto. apply same_sym; auto.
  - apply (match_length (same p) (same p)); auto.
    intros x x' y H H'. eapply same_trans; eauto. apply same_sym; auto.
Qed.
(** None: the problem is inconsistent. *)
Theorem counts_zero p : counts p 0 <-> forall M, ~ member p M.
Proof. split.
  - intros [L [HL [_ [_ HC]]]] M HM. destruct (HC M HM) as [K [HK _]]. destruct L; [destruct HK|discriminate].
  - intros H. exists []. split; auto. split; [intros M []|]. split; [constructor|]. intros M HM. destruct (H M HM). Qed.
(** One: the member is unique. *)
Theorem counts_one p : counts p 1 <-> exists M, member p M /\ forall N, member p N -> same p M N.
Proof. split.
  - intros [L [HL [HM [_ HC]]]]. destruct L as [|M [|? ?]]; cbn [length] in HL; try lia.
    exists M. split; [apply HM; cbn; auto|].
    intros N HN. destruct (HC N HN) as [K [[<-|[]] HS]]. apply same_sym; auto.
  - intros [M [HM HU]]. exists [M]. split; auto. split; [intros K [<-|[]]; auto|]. split; [repeat constructor|].
    intros N HN. exists M. split; [cbn; auto|]. apply same_sym; auto. Qed.

