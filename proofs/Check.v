(** * The checker, and the proof that what it accepts is true

    [check_unique], [check_inconsistent] and [check_ambiguous] are what is extracted and what a theorem file
    evaluates. They mirror [symcause/families/boolean/verifier/claim/uniqueness.py]; the theorems at the end of each
    section are all that the rest relies on. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting.
Import ListNotations.

(** ** Data: what a certificate holds *)

(** Parents and a table; digit [j] of an index into the table, to the base of its number of values, is the
    value of parent [j]. *)
Definition mech := (list nat * list nat)%type.

(** Mechanisms stand in a topological order. *)
Record model := { mroots : list nat; mechs : list (nat * mech) }.

(** About one variable: pairs of rows that refute parent sets, parent sets with rows that show all their
    patterns, and descendants among which no parents are looked for. *)
Record hint := { conflicts : list (nat * nat); covered : list (list nat * list nat); avoid : list nat }.

Fixpoint index (high : nat -> nat) (ps : list nat) (s : state) : nat :=
  match ps with [] => 0 | u :: t => s u + S (high u) * index high t s end.
Definition eval (high : nat -> nat) (m : mech) (s : state) : nat := nth (index high (fst m) s) (snd m) 0.

Fixpoint lookup {A} (v : nat) (l : list (nat * A)) : option A :=
  match l with [] => None | (u, a) :: r => if u =? v then Some a else lookup v r end.

Definition denote (high : nat -> nat) (c : model) : scm :=
  {| roots := mroots c;
     fn := fun v s => match lookup v (mechs c) with Some m => eval high m s | None => 0 end |}.
(** The class admits the functions of the model (for the class of all functions: always). *)
Definition granted (p : problem) (c : model) : Prop :=
  forall v, endo (mroots c) p v -> allowed p v (fn (denote (high p) c) v).
Lemma make_granted n h k st b rows c : granted (make n h k st b rows) c.
Proof. intros v _. exact I. Qed.

(** The rows stay within the bounds. *)
Definition check_sane (p : problem) : bool :=
  forallb (fun r => forallb (fun v => cell r v <=? high p v) (seq 0 (length (cells r)))) (train p).
Lemma check_sane_iff p : check_sane p = true <-> sane p.
Proof. unfold check_sane. rewrite forallb_forall. split; intros H r Hr.
  - intros v. specialize (H r Hr). rewrite forallb_forall in H. destruct (le_lt_dec (length (cells r)) v) as [L|L].
    + unfold cell. rewrite nth_overflow; [lia|auto].
    + apply Nat.leb_le, H, in_seq. lia.
  - apply forallb_forall. intros v _. apply Nat.leb_le, H. auto. Qed.

(** ** Lists *)
Fixpoint nodupb (l : list nat) : bool :=
  match l with [] => true | x :: r => negb (mem x r) && nodupb r end.
Lemma nodupb_ok l : nodupb l = true -> NoDup l.
Proof. induction l; intros H; constructor; cbn in H; apply andb_prop in H as [H1 H2].
  - apply negb_true_iff, mem_out in H1; auto.
  - auto. Qed.

(** Every set of at most [k] elements lies in one of [combs k]. *)
Lemma combs_cover : forall A k T, k <= length A -> NoDup T -> incl T A -> length T <= k ->
  exists S, In S (combs k A) /\ incl T S.
Proof.
  induction A as [|a A IH]; intros k T Hk HN HI HL.
  - assert (T = []) by (destruct T as [|x T]; auto; exfalso; apply (HI x); left; auto). subst.
    cbn in Hk. assert (k = 0) by lia. subst. exists []. cbn. split; [auto|apply incl_refl].
  - destruct k as [|k].
    { destruct T; [|cbn in HL; lia]. exists []. cbn. split; [auto|apply incl_refl]. }
    cbn in Hk.
    assert (Hrest : forall T', (incl T' T) -> (forall x, In x T' -> x <> a) -> incl T' A).
    { intros T' HT Ha x Hx. destruct (HI x (HT x Hx)) as [E|]; auto. exfalso. apply (Ha x Hx). auto. }
    destruct (in_dec Nat.eq_dec a T) as [Hin|Hout].
    + destruct (in_split _ _ Hin) as [l1 [l2 E]].
      assert (HN' : NoDup (l1 ++ l2)) by (subst; eapply NoDup_remove_1; eauto).
      assert (HA' : ~ In a (l1 ++ l2)) by (subst; eapply NoDup_remove_2; eauto).
      destruct (IH k (l1 ++ l2)) as [S [HS HIS]]; auto; try lia.
      * apply Hrest.
        -- intros x Hx. subst. apply in_or_app. apply in_app_or in Hx as [|]; cbn; auto.
        -- intros x Hx Ex. subst x. auto.
      * subst. rewrite app_length in HL. cbn in HL. rewrite app_length. lia.
      * exists (a :: S). split.
        -- cbn. apply in_or_app. left. apply in_map; auto.
        -- intros x Hx. subst. apply in_app_or in Hx as [Hx|[Hx|Hx]]; cbn; auto;
             right; apply HIS; apply in_or_app; auto.
    + assert (HTA : incl T A) by (apply Hrest; [apply incl_refl | intros x Hx E; subst; auto]).
      destruct (le_lt_dec (S k) (length A)) as [Hle|Hgt].
      * destruct (IH (S k) T) as [S0 [HS HIS]]; auto. exists S0. split; auto.
        cbn. apply in_or_app; auto.
      * pose proof (NoDup_incl_length HN HTA).
        destruct (IH k T) as [S0 [HS HIS]]; auto; try lia.
        exists (a :: S0). split.
        -- cbn. apply in_or_app. left. apply in_map; auto.
        -- intros x Hx. right. auto.
Qed.

Fixpoint all_vals (high : nat -> nat) (S : list nat) : list (list nat) :=
  match S with
  | [] => [[]]
  | u :: r => flat_map (fun bs => map (fun a => a :: bs) (seq 0 (Datatypes.S (high u)))) (all_vals high r)
  end.
Lemma all_vals_in high (s : state) S : valid high s -> In (map s S) (all_vals high S).
Proof. intros V. induction S as [|u S IH]; cbn [map all_vals]; [left; auto|].
  apply in_flat_map. exists (map s S). split; auto.
  apply in_map_iff. exists (s u). split; auto. apply in_seq. specialize (V u). lia. Qed.

Fixpoint eqnats (a b : list nat) : bool :=
  match a, b with
  | [], [] => true | x :: a', y :: b' => Nat.eqb x y && eqnats a' b' | _, _ => false end.
Lemma eqnats_ok a : forall b, eqnats a b = true -> a = b.
Proof. induction a as [|x a]; intros [|y b] H; cbn in H; try discriminate; auto.
  apply andb_prop in H as [H1 H2]. apply Nat.eqb_eq in H1. f_equal; auto. Qed.
Lemma map_pointwise (s t : state) S : map s S = map t S -> forall u, In u S -> s u = t u.
Proof. induction S; intros H u Hu; [destruct Hu|]. cbn in H. injection H as H1 H2.
  destruct Hu; subst; auto. Qed.

Definition without (D A : list nat) : list nat := filter (fun u => negb (mem u D)) A.
Lemma without_in D A u : In u (without D A) <-> In u A /\ ~ In u D.
Proof. unfold without. rewrite filter_In, negb_true_iff, mem_out. tauto. Qed.

(** ** A model is a member *)
Fixpoint assignments (high : nat -> nat) (ps : list nat) : list state :=
  match ps with
  | [] => [fun _ => 0]
  | u :: r => flat_map (fun s => map (upd s u) (seq 0 (S (high u)))) (assignments high r)
  end.
Lemma assignments_valid high ps : forall s, In s (assignments high ps) -> valid high s.
Proof. induction ps as [|u r IH]; cbn [assignments]; intros s H.
  - destruct H as [<-|[]]. intros v. lia.
  - apply in_flat_map in H as [t [Ht H]]. apply in_map_iff in H as [a [<- Ha]]. apply in_seq in Ha.
    apply upd_valid; [apply IH; auto | lia]. Qed.
Definition essential (high : nat -> nat) (m : mech) (u : nat) : bool :=
  existsb (fun s => existsb (fun a => negb (eval high m (upd s u a) =? eval high m (upd s u 0))) (seq 0 (S (high u))))
    (assignments high (fst m)).

Definition fits (p : problem) (v : nat) (m : mech) : bool :=
  forallb (fun r => mem v (targets r) || (eval (high p) m (cell r) =? cell r v)) (train p).

Definition check_mech (p : problem) (v : nat) (m : mech) : bool :=
  (v <? size p) && nodupb (fst m) && (length (fst m) <=? bound p)
  && forallb (fun u => (u <? size p) && mem u (adm p v) && essential (high p) m u) (fst m)
  && forallb (fun y => y <=? high p v) (snd m) && fits p v m.

Fixpoint check_order (seen : list nat) (ms : list (nat * mech)) : bool :=
  match ms with
  | [] => true
  | (v, m) :: r => negb (mem v seen) && forallb (fun u => mem u seen) (fst m) && check_order (v :: seen) r
  end.

Definition check_member (p : problem) (c : model) : bool :=
  existsb (eqnats (mroots c)) (rootsets p)
  && forallb (fun v => mem v (mroots c) || mem v (map fst (mechs c))) (seq 0 (size p))
  && check_order (mroots c) (mechs c)
  && forallb (fun vm => check_mech p (fst vm) (snd vm)) (mechs c).

Lemma eval_depends high m : depends high (eval high m) (fst m).
Proof. intros s t _ _ H. unfold eval. f_equal. induction (fst m) as [|u l IH]; cbn [index]; auto.
  rewrite (H u), IH; cbn; auto. intros x Hx. apply H. right; auto. Qed.

Lemma fparent_in high f S u : depends high f S -> fparent high f u -> In u S.
Proof. intros HD [s [a [b [V [Ha [Hb Hs]]]]]]. destruct (in_dec Nat.eq_dec u S); auto. exfalso. apply Hs.
  apply HD; auto using upd_valid. intros x Hx. unfold upd. destruct (x =? u) eqn:E; auto.
  apply Nat.eqb_eq in E. subst. contradiction. Qed.

Lemma check_mech_ok p v m : check_mech p v m = true ->
  v < size p /\ parents_are (high p) (eval (high p) m) (fst m) /\ length (fst m) <= bound p /\
  (forall u, In u (fst m) -> u < size p /\ In u (adm p v)) /\ agrees p (eval (high p) m) v /\
  forall s, eval (high p) m s <= high p v.
Proof.
  unfold check_mech. rewrite !andb_true_iff. intros [[[[[H1 H2] H3] H4] H6] H5].
  apply Nat.ltb_lt in H1. apply Nat.leb_le in H3. apply nodupb_ok in H2.
  rewrite forallb_forall in H4.
  assert (HP : forall u, In u (fst m) -> u < size p /\ In u (adm p v) /\ fparent (high p) (eval (high p) m) u).
  { intros u Hu. specialize (H4 u Hu). rewrite !andb_true_iff in H4. destruct H4 as [[Ha Hb] Hc].
    apply Nat.ltb_lt in Ha. apply mem_in in Hb. repeat split; auto.
    unfold essential in Hc. apply existsb_exists in Hc as [s [Hi Hs]].
    apply existsb_exists in Hs as [a [Ia Hs]]. apply in_seq in Ia. exists s, a, 0.
    split; [eapply assignments_valid; eauto|]. split; [lia|]. split; [lia|]. intros E.
    rewrite E in Hs. rewrite Nat.eqb_refl in Hs. discriminate. }
  split; auto. split; [|split; auto; split; [|split]].
  - split; auto. split; [apply eval_depends|]. intros u; split.
    + intros Hu. apply HP; auto.
    + apply fparent_in. apply eval_depends.
  - intros u Hu. destruct (HP u Hu) as [? [? ?]]; auto.
  - intros r Hr Ht. unfold fits in H5. rewrite forallb_forall in H5. specialize (H5 r Hr).
    apply mem_out in Ht. rewrite Ht in H5. apply Nat.eqb_eq in H5. auto.
  - intros s. unfold eval. rewrite forallb_forall in H6.
    destruct (nth_in_or_default (index (high p) (fst m) s) (snd m) 0) as [I| ->]; [|lia].
    apply H6 in I. apply Nat.leb_le in I. auto.
Qed.

Lemma lookup_in {A} v (l : list (nat * A)) a : lookup v l = Some a -> In (v, a) l.
Proof. induction l as [|[u b] l]; cbn; intros H; [discriminate|]. destruct (u =? v) eqn:E.
  - apply Nat.eqb_eq in E. injection H as H. subst; auto.
  - auto. Qed.
Lemma lookup_some {A} v (l : list (nat * A)) : In v (map fst l) -> exists a, lookup v l = Some a.
Proof. induction l as [|[u b] l]; cbn; intros H; [destruct H|]. destruct (u =? v) eqn:E; [eauto|].
  apply IHl. destruct H; auto. subst. rewrite Nat.eqb_refl in E. discriminate. Qed.

Lemma order_keys ms : forall seen, check_order seen ms = true ->
  NoDup (map fst ms) /\ forall v, In v (map fst ms) -> ~ In v seen.
Proof. induction ms as [|[v m] ms IH]; cbn; intros seen H; [split; [constructor|tauto]|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply negb_true_iff, mem_out in H1.
  destruct (IH _ H3) as [HN HI]. split.
  - constructor; auto. intros Hv. apply (HI v Hv). left; auto.
  - intros u [Hu|Hu]; [subst; auto|]. intros Hs. apply (HI u Hu). right; auto. Qed.

Lemma lookup_unique {A} v (l : list (nat * A)) a : NoDup (map fst l) -> In (v, a) l -> lookup v l = Some a.
Proof. induction l as [|[u b] l]; cbn; intros HN H; [destruct H|]. inversion HN; subst.
  destruct H as [H|H].
  - injection H as -> ->. rewrite Nat.eqb_refl. auto.
  - destruct (u =? v) eqn:E; [|auto]. apply Nat.eqb_eq in E. subst. exfalso. apply H2.
    apply in_map_iff. exists (v, a). auto. Qed.

Fixpoint pos (i : nat) (ms : list (nat * mech)) (u : nat) : nat :=
  match ms with [] => 0 | (v, _) :: r => if v =? u then i else pos (S i) r u end.
Lemma pos_out ms : forall i u, ~ In u (map fst ms) -> pos i ms u = 0.
Proof. induction ms as [|[v m] ms IH]; cbn; intros i u H; auto. destruct (v =? u) eqn:E.
  - apply Nat.eqb_eq in E. tauto. - apply IH. tauto. Qed.
Lemma pos_in ms : forall i u, In u (map fst ms) -> i <= pos i ms u.
Proof. induction ms as [|[v m] ms IH]; cbn; intros i u H; [tauto|]. destruct (v =? u) eqn:E; auto.
  apply Nat.eqb_neq in E. destruct H; [congruence|]. specialize (IH (S i) u H). lia. Qed.

Lemma order_pos ms : forall i seen, 0 < i -> check_order seen ms = true ->
  forall v m u, In (v, m) ms -> In u (fst m) -> pos i ms u < pos i ms v.
Proof.
  induction ms as [|[h mh] ms IH]; intros i seen Hi H v m u Hv Hu; [destruct Hv|].
  pose proof (order_keys _ _ H) as [HN HK].
  cbn in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
  cbn in HN. inversion HN as [|x y Hh HN']; subst.
  destruct Hv as [Hv|Hv].
  - injection Hv as -> ->. rewrite forallb_forall in H2. specialize (H2 u Hu). apply mem_in in H2.
    cbn [pos]. rewrite Nat.eqb_refl.
    destruct (v =? u) eqn:E.
    + apply Nat.eqb_eq in E. subst. exfalso. apply (HK u); cbn; auto.
    + rewrite pos_out; [lia|]. intros Hx. apply (HK u); cbn; auto.
  - assert (Hv' : In v (map fst ms)) by (apply in_map_iff; exists (v, m); auto).
    cbn [pos]. destruct (h =? v) eqn:Ev.
    { apply Nat.eqb_eq in Ev. subst. contradiction. }
    destruct (h =? u) eqn:Eu.
    + pose proof (pos_in ms (S i) v Hv'). lia.
    + eapply IH; eauto. Qed.

Theorem check_member_sound p c : sane p -> granted p c -> check_member p c = true -> member p (denote (high p) c).
Proof.
  intros HV HG. unfold check_member. rewrite !andb_true_iff. intros [[[H1 H2] H3] H4].
  rewrite forallb_forall in H2, H4.
  pose proof (order_keys _ _ H3) as [HN HK].
  assert (HL : forall v, endo (mroots c) p v -> exists m, lookup v (mechs c) = Some m /\ In (v, m) (mechs c)
             /\ check_mech p v m = true).
  { intros v [Hv Hr]. specialize (H2 v). rewrite in_seq in H2.
    assert (H2' : mem v (mroots c) || mem v (map fst (mechs c)) = true) by (apply H2; lia).
    apply orb_prop in H2' as [E|E]; apply mem_in in E; [contradiction|].
    destruct (lookup_some _ _ E) as [m Hm]. exists m. pose proof (lookup_in _ _ _ Hm) as Hi.
    split; auto. split; auto. apply (H4 _ Hi). }
  assert (Hlegal : legal p (denote (high p) c)).
  { split; [|split].
    - cbn. apply existsb_exists in H1 as [R [HR E]]. apply eqnats_ok in E. rewrite E; auto.
    - intros v Hv. pose proof (HG v Hv) as HGv. cbn [denote roots fn] in *. destruct (HL v Hv) as [m [E [Hi Hc]]].
      apply check_mech_ok in Hc as [Ha [Hb [Hd [He [Hf Hg]]]]]. rewrite E in *. split; [intros; apply Hg|]. split; auto.
      exists (fst m). split; auto.
    - exists (pos 1 (mechs c)). cbn [denote roots fn]. intros u v Hv Hu.
      destruct (HL v Hv) as [m [E [Hi Hc]]]. rewrite E in Hu.
      eapply order_pos; eauto. apply fparent_in with (high := high p) (f := eval (high p) m); auto.
      apply eval_depends. }
  split; auto. apply decomposition; auto.
  cbn [denote roots fn]. intros v Hv. destruct (HL v Hv) as [m [E [Hi Hc]]]. rewrite E.
  apply check_mech_ok in Hc. tauto.
Qed.

(** ** Refuted and covered parent sets

    Two rows in which [v] is free, that agree on [S] and differ in [v], refute [S]: no function on [S] agrees
    with both. Rows that show every pattern of [S] cover it: at most one function on [S] agrees with them. *)
Definition speaking (p : problem) (v i : nat) : list row :=
  match nth_error (train p) i with
  | Some r => if mem v (targets r) then [] else [r]
  | None => [] end.
Definition pairs (p : problem) (v : nat) (cs : list (nat * nat)) : list (row * row) :=
  flat_map (fun ij => flat_map (fun r => flat_map (fun q =>
    if cell r v =? cell q v then [] else [(r, q)]) (speaking p v (snd ij)))
    (speaking p v (fst ij))) cs.
Definition refuted (ps : list (row * row)) (S : list nat) : bool :=
  existsb (fun rq => forallb (fun u => cell (fst rq) u =? cell (snd rq) u) S) ps.
Definition shown (p : problem) (v : nat) (rs : list nat) (S : list nat) : bool :=
  let rows := flat_map (speaking p v) rs in
  forallb (fun bs => existsb (fun r => eqnats (map (cell r) S) bs) rows) (all_vals (high p) S).
Definition is_covered (p : problem) (v : nat) (h : hint) (S : list nat) : bool :=
  existsb (fun c => eqnats (fst c) S && shown p v (snd c) S) (covered h).

Lemma speaking_ok p v i r : In r (speaking p v i) -> In r (train p) /\ ~ In v (targets r).
Proof. unfold speaking. destruct (nth_error (train p) i) eqn:E; [|intros []].
  destruct (mem v (targets r0)) eqn:F; [intros []|]. intros [->|[]].
  split; [eapply nth_error_In; eauto | apply mem_out; auto]. Qed.

Lemma refuted_sound p v cs S f : sane p -> refuted (pairs p v cs) S = true -> depends (high p) f S ->
  agrees p f v -> False.
Proof.
  intros HV H HD HA. apply existsb_exists in H as [[r q] [Hi Hs]]. unfold pairs in Hi.
  apply in_flat_map in Hi as [[i j] [_ Hi]]. apply in_flat_map in Hi as [r' [Hr Hi]].
  apply in_flat_map in Hi as [q' [Hq Hi]].
  destruct (cell r' v =? cell q' v) eqn:E; [destruct Hi|]. destruct Hi as [Hi|[]].
  injection Hi as -> ->. apply speaking_ok in Hr as [Hr1 Hr2]. apply speaking_ok in Hq as [Hq1 Hq2].
  assert (X : f (cell r) = f (cell q)).
  { apply HD; auto. intros u Hu. rewrite forallb_forall in Hs. specialize (Hs u Hu). apply Nat.eqb_eq in Hs. auto. }
  rewrite (HA r Hr1 Hr2), (HA q Hq1 Hq2) in X. rewrite X, Nat.eqb_refl in E. discriminate.
Qed.

Lemma covered_sound p v h S f g : sane p -> is_covered p v h S = true -> depends (high p) f S -> agrees p f v ->
  depends (high p) g S -> agrees p g v -> forall s, valid (high p) s -> f s = g s.
Proof.
  intros HV H Hf Hfa Hg Hga s Hs. apply existsb_exists in H as [[T rs] [_ H]]. cbn in H.
  apply andb_prop in H as [_ H]. unfold shown in H. rewrite forallb_forall in H.
  pose proof (all_vals_in (high p) s S Hs) as Hb.
  specialize (H _ Hb).
  apply existsb_exists in H as [r [Hr E]].
  apply in_flat_map in Hr as [i [_ Hr]]. apply speaking_ok in Hr as [Hr1 Hr2].
  apply eqnats_ok in E. pose proof (map_pointwise _ _ _ E) as P. pose proof (HV r Hr1) as Vr.
  rewrite <- (Hf (cell r) s Vr Hs P), <- (Hg (cell r) s Vr Hs P), (Hfa r), (Hga r); auto.
Qed.

(** Every mechanism of [v] with parents outside [D] is a function on one of the maximal sets. *)
Definition maximal (p : problem) (v : nat) (D : list nat) : list (list nat) :=
  let A := without D (adm p v) in combs (min (bound p) (length A)) A.

Lemma maximal_ok p v D S : NoDup S -> length S <= bound p -> incl S (adm p v) ->
  (forall u, In u S -> ~ In u D) -> exists T, In T (maximal p v D) /\ incl S T.
Proof.
  intros HN HL HI HD. unfold maximal.
  assert (HA : incl S (without D (adm p v))) by (intros u Hu; apply without_in; split; auto).
  apply combs_cover; auto.
  - apply Nat.le_min_r.
  - apply Nat.min_glb; auto. apply NoDup_incl_length; auto.
Qed.
Lemma depends_incl high f S T : depends high f S -> incl S T -> depends high f T.
Proof. intros H HI s t Vs Vt E. apply H; auto. Qed.

(** ** One mechanism: no other function of [v] with parents outside [D] agrees with the rows *)
Definition check_only (p : problem) (v : nat) (m : mech) (D : list nat) (h : hint) : bool :=
  let ps := pairs p v (conflicts h) in
  forallb (fun S => refuted ps S || (forallb (fun u => mem u S) (fst m) && is_covered p v h S))
          (maximal p v D).

Lemma check_only_sound p v m D h S f : sane p -> check_only p v m D h = true -> agrees p (eval (high p) m) v ->
  parents_are (high p) f S -> length S <= bound p -> incl S (adm p v) -> (forall u, In u S -> ~ In u D) ->
  agrees p f v -> forall s, valid (high p) s -> f s = eval (high p) m s.
Proof.
  intros HV H Hm [HN [HD HF]] HL HI Hav Hf. destruct (maximal_ok p v D S) as [T [HT HST]]; auto.
  unfold check_only in H. rewrite forallb_forall in H. specialize (H T HT).
  pose proof (depends_incl _ _ _ _ HD HST) as HfT.
  apply orb_prop in H as [H|H]; [exfalso; eapply refuted_sound; eauto|].
  apply andb_prop in H as [HP HC]. rewrite forallb_forall in HP.
  eapply covered_sound; eauto.
  eapply depends_incl; [apply eval_depends|]. intros u Hu. apply mem_in. auto.
Qed.

(** ** All mechanisms: parents are looked for outside descendants

    Go from the last mechanism of the model to the first. Those behind [v] are the model's in every other
    member [N], too; so what descends from [v] in the model descends from it in [N] and is no parent there. *)
Fixpoint desc (v : nat) (acc : list nat) (ms : list (nat * mech)) : list nat :=
  match ms with
  | [] => acc
  | (u, m) :: r => desc v (if existsb (fun x => (x =? v) || mem x acc) (fst m) then u :: acc else acc) r
  end.
Lemma desc_rank v rank ms : forall acc,
  (forall u m x, In (u, m) ms -> In x (fst m) -> rank x < rank u) ->
  (forall x, In x acc -> rank v < rank x) -> forall x, In x (desc v acc ms) -> rank v < rank x.
Proof.
  induction ms as [|[u m] ms IH]; cbn; intros acc HM HA x Hx; auto.
  eapply IH; [| |exact Hx].
  - intros; eapply HM; eauto.
  - intros y Hy. destruct (existsb _ (fst m)) eqn:E; [|auto]. destruct Hy as [->|]; auto.
    apply existsb_exists in E as [z [Hz E]].
    assert (rank z < rank y) by (eapply HM; eauto).
    apply orb_prop in E as [E|E].
    + apply Nat.eqb_eq in E. subst; auto.
    + apply mem_in, HA in E. lia.
Qed.

Definition hint_of (hs : list (nat * hint)) v : hint :=
  match lookup v hs with Some h => h | None => {| conflicts := []; covered := []; avoid := [] |} end.

Fixpoint check_all (p : problem) (hs : list (nat * hint)) (ms : list (nat * mech)) : bool :=
  match ms with
  | [] => true
  | (v, m) :: r => let h := hint_of hs v in let d := desc v [] r in
      check_only p v m (filter (fun u => mem u d) (avoid h)) h && check_all p hs r
  end.

Lemma check_all_sound p hs N : sane p -> member p N -> forall ms,
  (forall v m, In (v, m) ms -> endo (roots N) p v /\ check_mech p v m = true) ->
  check_all p hs ms = true -> forall v m, In (v, m) ms -> forall s, valid (high p) s -> fn N v s = eval (high p) m s.
Proof.
  intros HV [HNl HNr]. pose proof (proj1 (decomposition p N HV HNl) HNr) as Hag.
  destruct HNl as [_ [HP [rank Hrank]]].
  induction ms as [|[h mh] ms IH]; intros HM HC v m Hv; [destruct Hv|].
  cbn in HC. apply andb_prop in HC as [HC1 HC2].
  assert (IH' : forall v m, In (v, m) ms -> forall s, valid (high p) s -> fn N v s = eval (high p) m s).
  { apply IH; auto. intros; apply HM; right; auto. }
  destruct Hv as [Hv|Hv]; [|apply IH'; auto]. injection Hv as -> ->.
  destruct (HM v m (or_introl eq_refl)) as [He Hc].
  apply check_mech_ok in Hc as [Hlt [Hpa [Hlen [Had [Hagm _]]]]].
  destruct (HP v He) as [_ [_ [S [HS [HL HI]]]]].
  eapply check_only_sound; eauto.
  - intros u Hu. apply HI; auto.
  - intros u Hu Hd. apply filter_In in Hd as [_ Hd]. apply mem_in in Hd.
    assert (Hr : rank v < rank u).
    { eapply desc_rank; [| |exact Hd].
      - intros w mw x Hw Hx. destruct (HM w mw (or_intror Hw)) as [Hew Hcw].
        apply Hrank; auto. apply check_mech_ok in Hcw as [_ [Hpw _]].
        destruct Hpw as [_ [_ HFw]]. apply HFw in Hx as [s [a [b [Vs [Ha [Hb Hs]]]]]]. exists s, a, b.
        rewrite !(IH' w mw Hw); auto using upd_valid.
      - intros x []. }
    destruct HS as [_ [_ HF]]. apply HF in Hu. apply Hrank in Hu; auto. lia.
Qed.

(** ** Stuck sets: variables of which one is a root in every member

    The first of them in an order of a member would have its parents outside the set, where all is refuted. *)
Definition stuck := (list nat * list (nat * hint))%type.
Definition check_stuck (p : problem) (q : stuck) : bool :=
  let Q := fst q in
  negb (length Q =? 0) &&
  forallb (fun v => (v <? size p) &&
    let ps := pairs p v (conflicts (hint_of (snd q) v)) in
    forallb (refuted ps) (maximal p v Q)) Q.
Definition excluded (qs : list stuck) (R : list nat) : bool :=
  existsb (fun q => forallb (fun v => negb (mem v R)) (fst q)) qs.

Lemma stuck_sound p q N : sane p -> check_stuck p q = true -> member p N ->
  forallb (fun v => negb (mem v (roots N))) (fst q) = true -> False.
Proof.
  intros HV H [HNl HNr] HR. pose proof (proj1 (decomposition p N HV HNl) HNr) as Hag.
  destruct HNl as [_ [HP [rank Hrank]]].
  unfold check_stuck in H. apply andb_prop in H as [H0 H]. rewrite forallb_forall in H, HR.
  assert (K : forall n v, rank v < n -> ~ In v (fst q)).
  { induction n; intros v Hn Hv; [lia|].
    specialize (H v Hv). apply andb_prop in H as [Hlt H]. apply Nat.ltb_lt in Hlt.
    pose proof (HR v Hv) as Hr. apply negb_true_iff, mem_out in Hr.
    destruct (HP v (conj Hlt Hr)) as [_ [_ [S [[HN [HD HF]] [HL HI]]]]].
    destruct (maximal_ok p v (fst q) S) as [T [HT HST]]; auto.
    - intros u Hu. apply HI; auto.
    - intros u Hu. apply IHn. apply HF in Hu. apply Hrank in Hu; [lia | split; auto].
    - rewrite forallb_forall in H. specialize (H T HT).
      eapply refuted_sound; [exact HV | exact H | eapply depends_incl; eauto | apply Hag; split; auto]. }
  destruct (fst q) as [|v r]; [discriminate|]. apply (K (S (rank v)) v); [lia | left; auto].
Qed.

(** ** The claims *)
Definition check_unique (p : problem) (c : model) (hs : list (nat * hint)) (qs : list stuck) : bool :=
  check_sane p && (check_member p c && check_all p hs (mechs c) && forallb (check_stuck p) qs
  && forallb (fun R => eqnats (mroots c) R || excluded qs R) (rootsets p)).

Theorem check_unique_sound p c hs qs : granted p c -> check_unique p c hs qs = true ->
  member p (denote (high p) c) /\ forall N, member p N -> same p (denote (high p) c) N.
Proof.
  intros HG. unfold check_unique. rewrite !andb_true_iff, check_sane_iff. intros [HV [[[H1 H2] H3] H4]].
  split; [apply check_member_sound; auto|]. intros N HN.
  rewrite forallb_forall in H3, H4.
  assert (ER : mroots c = roots N).
  { pose proof HN as [[HR _] _]. specialize (H4 _ HR). apply orb_prop in H4 as [E|E].
    - apply eqnats_ok in E; auto.
    - apply existsb_exists in E as [q [Hq E]]. exfalso. eapply stuck_sound; eauto. }
  split; auto. intros v Hv s Vs. cbn [denote roots] in Hv.
  unfold check_member in H1. rewrite !andb_true_iff in H1. destruct H1 as [[[_ Hcov] Hord] Hmech].
  rewrite forallb_forall in Hcov, Hmech. pose proof (order_keys _ _ Hord) as [HNd HK].
  destruct Hv as [Hv Hr].
  assert (E : mem v (mroots c) || mem v (map fst (mechs c)) = true) by (apply Hcov, in_seq; lia).
  apply orb_prop in E as [E|E]; apply mem_in in E; [contradiction|].
  destruct (lookup_some _ _ E) as [m Hm]. cbn [denote fn]. rewrite Hm. symmetry.
  eapply check_all_sound; eauto.
  - intros w mw Hw. pose proof (Hmech _ Hw) as Hc. cbn in Hc. split; auto. split.
    + apply check_mech_ok in Hc. tauto.
    + rewrite <- ER. apply HK. apply in_map_iff. exists (w, mw). auto.
  - apply lookup_in; auto.
Qed.

Definition check_inconsistent (p : problem) (qs : list stuck) : bool :=
  check_sane p && (forallb (check_stuck p) qs && forallb (excluded qs) (rootsets p)).

Theorem check_inconsistent_sound p qs : check_inconsistent p qs = true -> forall N, ~ member p N.
Proof.
  unfold check_inconsistent. rewrite !andb_true_iff, check_sane_iff, !forallb_forall. intros [HV [H1 H2]] N HN.
  pose proof HN as [[HR _] _]. specialize (H2 _ HR). apply existsb_exists in H2 as [q [Hq E]].
  eapply stuck_sound; eauto.
Qed.

(** Two members that differ: in the roots, or in the function of [v] at a state that is shown. *)
Definition check_ambiguous (p : problem) (c d : model) (v : nat) (digits : list nat) : bool :=
  let s := fun u => Nat.min (nth u digits 0) (high p u) in
  check_sane p && check_member p c && check_member p d &&
  (negb (eqnats (mroots c) (mroots d)) ||
   (v <? size p) && negb (mem v (mroots c)) &&
   negb (fn (denote (high p) c) v s =? fn (denote (high p) d) v s)).
Lemma eqnats_refl a : eqnats a a = true.
Proof. induction a; cbn; auto. rewrite Nat.eqb_refl. auto. Qed.
Theorem check_ambiguous_sound p c d v digits : granted p c -> granted p d ->
  check_ambiguous p c d v digits = true ->
  member p (denote (high p) c) /\ member p (denote (high p) d) /\ ~ same p (denote (high p) c) (denote (high p) d).
Proof.
  intros Gc Gd. unfold check_ambiguous. rewrite !andb_true_iff, check_sane_iff. intros [[[HV H1] H2] H3].
  split; [apply check_member_sound; auto|]. split; [apply check_member_sound; auto|].
  intros [ER ES]. apply orb_prop in H3 as [H|H].
  - cbn in ER. rewrite ER, eqnats_refl in H. discriminate.
  - rewrite !andb_true_iff in H. destruct H as [[Ha Hb] Hc].
    rewrite ES in Hc; [rewrite Nat.eqb_refl in Hc; discriminate| |].
    + split; [apply Nat.ltb_lt; auto | apply mem_out, negb_true_iff; auto].
    + intros u. apply Nat.le_min_r.
Qed.
