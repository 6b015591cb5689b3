(** * With known roots the checker is complete: the one member always has evidence that is accepted

    The evidence that leaves nothing out is [full].
      If the checker does not accept it, some unrefuted parent set
    outside the descendants allows another function, and [alternative] builds the member that has it. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange.
Import ListNotations.

(** The functional parents of a function on S can be listed. *)
Lemma fparent_dec high f S u : depends high f S -> {fparent high f u} + {~ fparent high f u}.
Proof.
  intros H.
  assert (D : forall b, b <= high u -> depends high (fun s => f (upd s u b)) S).
  { intros b Hb s t Vs Vt E. apply H; auto using upd_valid. intros x Hx. unfold upd. destruct (x =? u); auto. }
  assert (G : forall n, n <= high u -> {fparent high f u} +
     {forall b s, b <= n -> valid high s -> f (upd s u b) = f (upd s u 0)}).
  { induction n as [|n IH]; intros Hn.
    - right. intros b s Hb _. replace b with 0 by lia. auto.
    - destruct IH as [Y|Y]; [lia|auto|].
      destruct (decide_equal _ _ _ _ _ (D (Datatypes.S n) Hn) (D 0 (Nat.le_0_l _))) as [E|E].
      + right. intros b s Hb V. destruct (Nat.eq_dec b (Datatypes.S n)) as [->|]; [apply E; auto|].
        apply Y; auto. lia.
      + left. destruct E as [s [V E]]. exists s, (Datatypes.S n), 0. repeat split; auto; lia. }
  destruct (G (high u) (le_n _)) as [Y|Y]; auto. right. intros [s [a [b [V [Ha [Hb Hs]]]]]].
  apply Hs. rewrite (Y a), (Y b); auto.
Qed.
Lemma depends_drop high f a S : depends high f (a :: S) -> ~ fparent high f a -> depends high f S.
Proof.
  intros H N s t Vs Vt E. pose proof (upd_valid high s a (t a) Vs (Vt a)) as Vu. transitivity (f (upd s a (t a))).
  - assert (Y : f s = f (upd s a (s a))).
    { apply H; auto using upd_valid. intros u _. unfold upd. destruct (u =? a) eqn:Q; auto.
      apply Nat.eqb_eq in Q. subst; auto. }
    rewrite Y. destruct (Nat.eq_dec (f (upd s a (s a))) (f (upd s a (t a)))) as [|X]; auto.
    exfalso. apply N. exists s, (s a), (t a). auto.
  - apply H; auto. intros u [->|Hu]; unfold upd.
    + rewrite Nat.eqb_refl. auto.
    + destruct (u =? a) eqn:Q; auto. apply Nat.eqb_eq in Q. subst; auto.
Qed.
Lemma parents_exist high f : forall S K, NoDup (S ++ K) -> depends high f (S ++ K) -> (forall u, In u K ->
  fparent high f u) ->
  exists T, parents_are high f T /\ incl T (S ++ K) /\ length T <= length (S ++ K).
Proof.
  induction S as [|a S IH]; intros K HN HD HK; cbn in *.
  - exists K. split; [|split; [apply incl_refl|auto]]. split; auto. split; auto.
    intros u. split; auto. apply fparent_in; auto.
  - inversion HN as [|x y Ha HN']; subst. destruct (fparent_dec high f (a :: S ++ K) a HD) as [Y|Y].
    + destruct (IH (a :: K)) as [T [HT [HI HL]]].
      * apply NoDup_Add with (a := a) (l := S ++ K); [apply Add_app | split; auto].
      * eapply depends_incl; [exact HD|]. intros u [->|Hu]; apply in_or_app; cbn; auto.
        apply in_app_or in Hu as [|]; auto.
      * intros u [->|Hu]; auto.
      * exists T. split; auto. split.
        -- intros u Hu. apply HI in Hu. apply in_app_or in Hu as [Hu|[->|Hu]]; cbn; auto;
           right; apply in_or_app; auto.
        -- rewrite app_length in *. cbn in HL. lia.
    + destruct (IH K) as [T [HT [HI HL]]]; auto. { eapply depends_drop; eauto. }
      exists T. split; auto. split; [|lia]. intros u Hu. right. auto.
Qed.

(** A function on S that agrees with the rows, b where no row speaks. *)
Definition rows_of (p : problem) v := filter (fun r => negb (mem v (targets r))) (train p).
Definition spelled (p : problem) v S b (s : state) : nat :=
  match find (fun r => eqnats (map (cell r) S) (map s S)) (rows_of p v) with
  | Some r => cell r v | None => b end.
Lemma spelled_high p v S b : sane p -> b <= high p v -> forall s, spelled p v S b s <= high p v.
Proof. intros HV Hb s. unfold spelled. destruct (find _ _) as [r|] eqn:E; auto. apply find_some in E as [Hr _].
  unfold rows_of in Hr. apply filter_In in Hr as [Hr _]. apply (HV r Hr). Qed.
Lemma spelled_depends p v S b : depends (high p) (spelled p v S b) S.
Proof. intros s t _ _ E. unfold spelled. rewrite (map_ext_in s t); auto. Qed.

Definition no_conflict p v S := forall r q, In r (rows_of p v) -> In q (rows_of p v) ->
  (forall u, In u S -> cell r u = cell q u) -> cell r v = cell q v.
Lemma rows_of_ok p v r : In r (rows_of p v) <-> In r (train p) /\ ~ In v (targets r).
Proof. unfold rows_of. rewrite filter_In, negb_true_iff, mem_out. tauto. Qed.
Lemma spelled_agrees p v S b : no_conflict p v S -> agrees p (spelled p v S b) v.
Proof.
  intros HC r Hr Ht. unfold spelled.
  destruct (find _ _) as [q|] eqn:E.
  - apply find_some in E as [Hq E]. apply eqnats_ok in E. apply HC; auto.
    + apply rows_of_ok; auto.
    + intros u Hu. exact (map_pointwise _ _ _ E u Hu).
  - pose proof (find_none _ _ E r) as X. cbn in X. rewrite eqnats_refl in X.
    discriminate X. apply rows_of_ok; auto.
Qed.

(** The fullest evidence. *)
Definition all_rows (p : problem) := seq 0 (length (train p)).
Definition full (p : problem) v D : hint :=
  {| conflicts := flat_map (fun i => map (pair i) (all_rows p)) (all_rows p);
     covered := map (fun S => (S, all_rows p)) (maximal p v D); avoid := D |}.

Lemma speaking_full p v r : In r (rows_of p v) -> exists i, In i (all_rows p) /\ In r (speaking p v i).
Proof.
  intros H. apply rows_of_ok in H as [H Ht]. apply In_nth_error in H as [i Hi]. exists i. split.
  - apply in_seq. split; [lia|]. apply nth_error_Some. congruence.
  - unfold speaking. rewrite Hi. apply mem_out in Ht. rewrite Ht. left; auto.
Qed.
Lemma not_refuted p v D S : refuted (pairs p v (conflicts (full p v D))) S = false -> no_conflict p v S.
Proof.
  intros H r q Hr Hq E. destruct (cell r v =? cell q v) eqn:X; [apply Nat.eqb_eq; auto|]. exfalso.
  destruct (speaking_full _ _ _ Hr) as [i [Hi Ri]]. destruct (speaking_full _ _ _ Hq) as [j [Hj Rj]].
  assert (Y : refuted (pairs p v (conflicts (full p v D))) S = true); [|congruence].
  apply existsb_exists. exists (r, q). split.
  - unfold pairs. apply in_flat_map. exists (i, j). split.
    + cbn. apply in_flat_map. exists i. split; auto. apply in_map; auto.
    + apply in_flat_map. exists r. split; auto. apply in_flat_map. exists q. split; auto. rewrite X.
      left; auto.
  - apply forallb_forall. intros u Hu. cbn. rewrite E; auto. apply Nat.eqb_refl.
Qed.

Fixpoint give (S : list nat) (bs : list nat) : state :=
  match S, bs with u :: S', b :: bs' => upd (give S' bs') u b | _, _ => fun _ => 0 end.
Lemma give_ok S : forall bs, NoDup S -> length bs = length S -> map (give S bs) S = bs.
Proof.
  induction S as [|a S IH]; intros [|b bs] HN HL; cbn in *; try discriminate; auto.
  inversion HN; subst. unfold upd at 1. rewrite Nat.eqb_refl. f_equal.
  rewrite <- (IH bs) at 2; auto. apply map_ext_in. intros u Hu. unfold upd.
  destruct (u =? a) eqn:E; auto. apply Nat.eqb_eq in E. subst. contradiction.
Qed.
Lemma all_vals_ok high S : forall bs, In bs (all_vals high S) -> length bs = length S /\ valid high (give S bs).
Proof. induction S as [|u S IH]; cbn [all_vals]; intros bs H.
  - destruct H as [<-|[]]. split; auto. intros v. cbn. lia.
  - apply in_flat_map in H as [c [Hc H]]. apply in_map_iff in H as [a [<- Ha]]. apply in_seq in Ha.
    apply IH in Hc as [H1 H2]. split; [cbn; auto|]. cbn [give]. apply upd_valid; auto. lia. Qed.

Lemma not_covered p v D S (m : mech) : 0 < high p v -> In S (maximal p v D) -> NoDup S -> no_conflict p v S ->
  parents_are (high p) (eval (high p) m) (fst m) ->
  forallb (fun u => mem u S) (fst m) && is_covered p v (full p v D) S = false ->
  exists b s, b <= high p v /\ valid (high p) s /\ spelled p v S b s <> eval (high p) m s.
Proof.
  intros H2 HS HN HC [_ [_ HF]] H. apply andb_false_iff in H as [H|H].
  - assert (X : exists u, In u (fst m) /\ ~ In u S).
    { clear HF. induction (fst m) as [|u l IH]; cbn in H; [discriminate|].
      destruct (mem u S) eqn:E; cbn in H.
      - destruct (IH H) as [w [Hw Hn]]. exists w. cbn; auto.
      - exists u. apply mem_out in E. cbn; auto. }
    destruct X as [u [Hu Hn]]. apply HF in Hu as [s [a [c [Vs [Ha [Hc Hs]]]]]]. exists 0.
    assert (E : spelled p v S 0 (upd s u a) = spelled p v S 0 (upd s u c)).
    { apply spelled_depends; auto using upd_valid. intros x Hx. unfold upd. destruct (x =? u) eqn:E; auto.
      apply Nat.eqb_eq in E. subst; contradiction. }
    destruct (Nat.eq_dec (spelled p v S 0 (upd s u a)) (eval (high p) m (upd s u a))) as [Y|Y].
    + exists (upd s u c). split; [lia|]. split; auto using upd_valid. congruence.
    + exists (upd s u a). split; [lia|]. split; auto using upd_valid.
  - assert (X : exists bs, In bs (all_vals (high p) S) /\ forall r, In r (rows_of p v) ->
    map (cell r) S <> bs).
    { assert (Z : shown p v (all_rows p) S = false).
      { destruct (shown p v (all_rows p) S) eqn:E; auto. exfalso.
        assert (is_covered p v (full p v D) S = true); [|congruence].
        apply existsb_exists. exists (S, all_rows p). split.
        - cbn. apply in_map_iff. exists S; auto.
        - cbn. rewrite eqnats_refl, E. auto. }
      unfold shown in Z. revert Z. generalize (all_vals (high p) S) as L. intros L.
      induction L as [|bs L IH]; cbn; intros Z; [discriminate|].
      destruct (existsb _ _) eqn:E; cbn in Z.
      - destruct (IH Z) as [x [Hx Hy]]. exists x. auto.
      - exists bs. split; auto. intros r Hr Er. destruct (speaking_full _ _ _ Hr) as [i [Hi Ri]].
        assert (existsb (fun r => eqnats (map (cell r) S) bs) (flat_map (speaking p v) (all_rows p)) = true);
          [|congruence].
        apply existsb_exists. exists r. split; [apply in_flat_map; eauto|]. rewrite Er. apply eqnats_refl. }
    destruct X as [bs [Hb Hn]]. destruct (all_vals_ok _ _ _ Hb) as [Lb Vb]. pose proof (give_ok S bs HN Lb) as G.
    exists (if eval (high p) m (give S bs) =? 0 then 1 else 0), (give S bs).
    split; [destruct (_ =? 0); lia|]. split; auto. unfold spelled. rewrite G.
    destruct (find _ _) as [r|] eqn:E.
    + apply find_some in E as [Hr E]. apply eqnats_ok in E. exfalso. apply (Hn r); auto.
    + destruct (Nat.eqb_spec (eval (high p) m (give S bs)) 0); lia.
Qed.

(** Descendants are closed. *)
Lemma desc_keeps v ms : forall acc x, In x acc -> In x (desc v acc ms).
Proof. induction ms as [|[u m] ms IH]; cbn; intros acc x H; auto. apply IH.
  destruct (existsb _ _); cbn; auto. Qed.
Lemma desc_from v ms : forall acc x, In x (desc v acc ms) -> In x acc \/ In x (map fst ms).
Proof. induction ms as [|[u m] ms IH]; cbn; intros acc x H; auto. apply IH in H as [H|H]; auto.
  destruct (existsb _ _); auto. destruct H; auto. Qed.
Lemma desc_closed v ms : forall seen acc, check_order seen ms = true -> In v seen ->
  forall w mw x, In (w, mw) ms -> In x (fst mw) -> x = v \/ In x (desc v acc ms) -> In w (desc v acc ms).
Proof.
  induction ms as [|[h mh] ms IH]; intros seen acc HO Hv w mw x Hw Hx HD; [destruct Hw|].
  pose proof (order_keys _ _ HO) as [_ HK].
  cbn in HO. rewrite !andb_true_iff in HO. destruct HO as [[_ H2] H3]. cbn [desc] in *.
  destruct Hw as [Hw|Hw].
  - injection Hw as -> ->. rewrite forallb_forall in H2. pose proof (H2 x Hx) as Hs. apply mem_in in Hs.
    destruct (existsb (fun x => (x =? v) || mem x acc) (fst mw)) eqn:E.
    + apply desc_keeps. left; auto.
    + exfalso. assert (existsb (fun x => (x =? v) || mem x acc) (fst mw) = true); [|congruence].
      apply existsb_exists. exists x. split; auto. destruct HD as [->|HD]; [rewrite Nat.eqb_refl; auto|].
      apply desc_from in HD as [HD|HD].
      * apply mem_in in HD. rewrite HD. apply orb_true_r.
      * exfalso. apply (HK x); auto. right; auto.
  - eapply IH; eauto. right; auto.
Qed.
Lemma order_split pre : forall seen ms, check_order seen (pre ++ ms) = true ->
  check_order (rev (map fst pre) ++ seen) ms = true /\
  forall w mw x, In (w, mw) pre -> In x (fst mw) -> In x (rev (map fst pre) ++ seen).
Proof.
  induction pre as [|[h mh] pre IH]; cbn; intros seen ms H; [split; auto; tauto|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply IH in H3 as [A B].
  rewrite <- app_assoc. cbn. split; auto. intros w mw x [E|Hw] Hx.
  - injection E as -> ->. rewrite forallb_forall in H2. apply H2, mem_in in Hx.
    apply in_or_app. right. right. auto.
  - eauto.
Qed.

Definition full_hints (p : problem) (c : model) : list (nat * hint) :=
  (fix go ms := match ms with [] => [] | (v, m) :: r => (v, full p v (desc v [] r)) :: go r end) (mechs c).

Definition wf (p : problem) := forall v, NoDup (adm p v) /\ forall u, In u (adm p v) -> u < size p /\ u <> v.
(** The class of all functions; every variable has two values at least; the rows are in bounds. *)
(** All functions; every variable has two values at least. *)
Definition full_class (p : problem) := sane p /\ (forall v f, allowed p v f) /\ forall v, 0 < high p v.

(** Problem files are like that. *)
Lemma make_wf n h k st b rows : wf (make n h k st b rows).
Proof. intros v. cbn. unfold adm_of. split.
  - apply NoDup_filter, seq_NoDup.
  - intros u Hu. apply filter_In in Hu as [H1 H2]. apply in_seq in H1. apply andb_prop in H2 as [H2 _].
    apply negb_true_iff, Nat.eqb_neq in H2. split; [lia|auto]. Qed.
Lemma make_full n h k st b rows : check_sane (make n h k st b rows) = true -> (forall v, 0 < h v) ->
  full_class (make n h k st b rows).
Proof. intros H P. split; [apply check_sane_iff; auto|]. split; [intros; exact I|]. exact P. Qed.

Lemma combs_in A : forall k S, In S (combs k A) -> length S = k /\ incl S A /\ (NoDup A -> NoDup S).
Proof. induction A as [|a A IH]; intros [|k] S H; cbn in H.
  - destruct H as [<-|[]]. split; [auto|split; [apply incl_nil_l|constructor]].
  - destruct H.
  - destruct H as [<-|[]]. split; [auto|split; [apply incl_nil_l|constructor]].
  - apply in_app_or in H as [H|H].
    + apply in_map_iff in H as [T [<- H]]. apply IH in H as [H1 [H2 H3]]. cbn. split; [lia|]. split.
      * intros x [->|Hx]; cbn; auto.
      * intros HN. inversion HN; subst. constructor; auto.
    + apply IH in H as [H1 [H2 H3]]. split; auto. split.
      * intros x Hx. right. auto.
      * intros HN. inversion HN; auto. Qed.

Lemma alternative p c pre v m rest S : full_class p -> wf p -> check_member p c = true ->
  mechs c = pre ++ (v, m) :: rest ->
  In S (maximal p v (desc v [] rest)) ->
  refuted (pairs p v (conflicts (full p v (desc v [] rest)))) S = false ->
  forallb (fun u => mem u S) (fst m) && is_covered p v (full p v (desc v [] rest)) S = false ->
  exists N, member p N /\ roots N = mroots c /\ endo (mroots c) p v /\ exists s, valid (high p) s /\
    fn N v s <> fn (denote (high p) c) v s.
Proof.
  intros [SA [FR H2]] WF HC EM HS HR HV. set (D := desc v [] rest) in *.
  assert (GR : granted p c) by (intros w _; apply FR).
  pose proof (check_member_sound p c SA GR HC) as [HL HRep].
  pose proof (proj1 (decomposition p _ SA HL) HRep) as HA.
  unfold check_member in HC. rewrite !andb_true_iff in HC. destruct HC as [[[C1 C2] C3] C4].
  rewrite forallb_forall in C4.
  pose proof (order_keys _ _ C3) as [KN KR].
  assert (Hin : In (v, m) (mechs c)) by (rewrite EM; apply in_or_app; cbn; auto).
  assert (Hkey : In v (map fst (mechs c))) by (apply in_map_iff; exists (v, m); auto).
  pose proof (C4 _ Hin) as Cm. cbn in Cm. apply check_mech_ok in Cm as [Vs [Vp [Vl [Va [Vg _]]]]].
  assert (He : endo (mroots c) p v) by (split; auto).
  pose proof (not_refuted _ _ _ _ HR) as NC.
  destruct (WF v) as [WN WA].
  unfold maximal in HS. pose proof (combs_in _ _ _ HS) as [SL [SI SN]].
  assert (NS : NoDup S) by (apply SN; unfold without; apply NoDup_filter; auto).
  destruct (not_covered p v D S m (H2 v) HS NS NC Vp HV) as [b [s [Hb [Vs' Hs]]]].
  set (K := {| roots := mroots c; fn := fun w => if w =? v then spelled p v S b else fn (denote (high p) c) w |}).
  assert (Hlook : lookup v (mechs c) = Some m) by (apply lookup_unique; auto).
  pose proof HL as [L1 [L2 L3]].
  destruct (parents_exist (high p) (spelled p v S b) S []) as [T [HT [TI TL]]].
  { rewrite app_nil_r; auto. } { rewrite app_nil_r. apply spelled_depends. } { intros u []. }
  rewrite app_nil_r in *.
  assert (HTA : forall u, In u T -> In u (adm p v) /\ ~ In u D).
  { intros u Hu. apply TI, SI, without_in in Hu. auto. }
  (* the order *)
  rewrite EM in C3. pose proof (order_split _ _ _ C3) as [O1 O2].
  pose proof (order_keys _ _ O1) as [OK1 OK2].
  assert (O3 : check_order (v :: rev (map fst pre) ++ mroots c) rest = true).
  { cbn in O1. rewrite !andb_true_iff in O1. tauto. }
  pose proof (order_keys _ _ O3) as [_ OK3].
  assert (HLK : legal p K).
  { split; [exact L1|]. split.
    - cbn [K roots fn]. intros w Hw. destruct (w =? v) eqn:E.
      + apply Nat.eqb_eq in E. subst w. split; [intros; apply spelled_high; auto|]. split; [apply FR|].
        exists T. split; auto. split.
        * unfold maximal in HS. pose proof (Nat.le_min_l (bound p) (length (without D (adm p v)))). lia.
        * intros u Hu. destruct (HTA u Hu) as [X _]. split; auto. apply WA; auto.
      + apply L2; auto.
    - set (r := pos 1 (mechs c)). set (B := Datatypes.S (top r (size p))).
      exists (fun w => if w =? v then B else if mem w D then Datatypes.S B + r w else r w).
      cbn [K roots fn]. intros u w Hw Hu. cbv beta.
      destruct (w =? v) eqn:Ew.
      + apply Nat.eqb_eq in Ew. subst w.
        assert (H : In u T) by (apply HT; auto). destruct (HTA u H) as [X Y].
        destruct (WA u X) as [Us Un]. apply Nat.eqb_neq in Un. rewrite Un.
        apply mem_out in Y. rewrite Y. pose proof (top_le r _ _ Us). unfold B. lia.
      + assert (Hwk : exists mw, lookup w (mechs c) = Some mw).
        { destruct (lookup w (mechs c)) eqn:E; eauto. exfalso. cbn in Hu. destruct Hu as [t [a1 [a2 [_ [_ [_ Ht]]]]]].
          rewrite E in Ht. auto. }
        destruct Hwk as [mw Hmw]. pose proof (lookup_in _ _ _ Hmw) as Hwi.
        cbn [denote fn] in Hu. rewrite Hmw in Hu.
        assert (Hup : In u (fst mw)).
        { exact (fparent_in (high p) (eval (high p) mw) (fst mw) u (eval_depends _ _) Hu). }
        assert (Hr : r u < r w).
        { unfold r. eapply order_pos with (seen := mroots c) (m := mw); auto. rewrite EM. exact C3. }
        assert (Us : u < size p).
        { pose proof (C4 _ Hwi) as X. cbn in X. apply check_mech_ok in X as [_ [_ [_ [X _]]]].
          apply X; auto. }
        pose proof (top_le r _ _ Us) as Bu.
        destruct (mem w D) eqn:Ed.
        * destruct (u =? v); [unfold B; lia|]. destruct (mem u D); unfold B; lia.
        * apply mem_out in Ed.
          assert (Hno : u <> v /\ ~ In u D).
          { rewrite EM in Hwi. apply in_app_or in Hwi as [Hw1|[Hw1|Hw1]].
            - pose proof (O2 _ _ _ Hw1 Hup) as Hseen. split.
              + intros ->. apply (OK2 v); cbn; auto.
              + intros X. apply desc_from in X as [[]|X]. apply (OK3 u X). right. auto.
            - injection Hw1 as -> ->. rewrite Nat.eqb_refl in Ew. discriminate.
            - split.
              + intros ->. apply Ed. eapply desc_closed; eauto. left; auto.
              + intros X. apply Ed. eapply desc_closed; eauto. left; auto. }
          destruct Hno as [N1 N2]. apply Nat.eqb_neq in N1. apply mem_out in N2. rewrite N1, N2. auto. }
  exists K. split; [|split; [auto|split; auto]].
  - split; auto. apply decomposition; auto. cbn [K roots fn]. intros w Hw. destruct (w =? v) eqn:E.
    + apply Nat.eqb_eq in E. subst. apply spelled_agrees; auto.
    + apply HA; auto.
  - exists s. cbn [K denote fn]. rewrite Nat.eqb_refl, Hlook. auto.
Qed.

Lemma filter_self d : forall l, incl l d -> filter (fun u => mem u d) l = l.
Proof. induction l as [|a l IH]; cbn; intros H; auto.
  assert (E : mem a d = true) by (apply mem_in, H; left; auto). rewrite E. f_equal. apply IH.
  intros x Hx. apply H. right. auto. Qed.

Theorem check_all_complete p c : full_class p -> wf p -> check_member p c = true ->
  (forall N, member p N -> roots N = mroots c -> same p (denote (high p) c) N) ->
  check_all p (full_hints p c) (mechs c) = true.
Proof.
  intros FC WF HC HU.
  pose proof HC as HC'. unfold check_member in HC'. rewrite !andb_true_iff in HC'. destruct HC' as [[_ C3] _].
  pose proof (order_keys _ _ C3) as [KN _].
  assert (G : forall ms pre hs, mechs c = pre ++ ms ->
     (forall v m r q, ms = q ++ (v, m) :: r -> hint_of hs v = full p v (desc v [] r)) ->
     check_all p hs ms = true).
  { induction ms as [|[v m] ms IH]; intros pre hs EM HH; auto. cbn.
    rewrite (HH v m ms []) by reflexivity. cbn [avoid full].
    rewrite filter_self by apply incl_refl. apply andb_true_intro. split.
    - unfold check_only. apply forallb_forall. intros S HS.
      destruct (refuted _ S) eqn:E1; auto. cbn.
      destruct (forallb (fun u => mem u S) (fst m) &&
        is_covered p v (full p v (desc v [] ms)) S) eqn:E2; auto.
      exfalso. destruct (alternative p c pre v m ms S) as [N [HN [RN [He [s [Vs Hs]]]]]]; auto.
      destruct (HU N HN RN) as [_ X]. apply Hs. symmetry. apply X; auto.
    - apply (IH (pre ++ [(v, m)])).
      + rewrite <- app_assoc. auto.
      + intros w mw r q E. apply (HH w mw r ((v, m) :: q)). rewrite E. reflexivity. }
  apply (G (mechs c) []); auto.
  unfold full_hints. revert KN. generalize (mechs c) as ms. clear.
  induction ms as [|[h mh] ms IH]; intros KN v m r q E.
  - destruct q; discriminate.
  - cbn in KN. inversion KN; subst. unfold hint_of. cbn [lookup]. destruct q as [|y q].
    + cbn in E. injection E as -> -> ->. rewrite Nat.eqb_refl. auto.
    + cbn in E. injection E as <- E. destruct (h =? v) eqn:X.
      * apply Nat.eqb_eq in X. subst. exfalso. apply H1. rewrite map_app. cbn. apply in_or_app. cbn; auto.
      * apply (IH H2 v m r q E).
Qed.
