(** * Completeness in every setting: a root set has a member, or a stuck set excludes it

    Place whatever has an unrefuted parent set among what is placed. Either everything gets placed, and the
    chosen sets make a member; or what is left is stuck. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange SC.Complete.
Import ListNotations.

Definition blocked p Q v := forallb (refuted (pairs p v (conflicts (full p v Q)))) (maximal p v Q).

Lemma forallb_witness {A} (f : A -> bool) l : forallb f l = false -> exists x, In x l /\ f x = false.
Proof. induction l as [|a l IH]; cbn; intros H; [discriminate|]. destruct (f a) eqn:E; cbn in H.
  - destruct (IH H) as [x [? ?]]. exists x; auto.
  - exists a; auto. Qed.

Lemma greedy p : forall n Q, length Q = n -> NoDup Q ->
  (exists Q', Q' <> [] /\ incl Q' Q /\ forall v, In v Q' -> blocked p Q' v = true) \/
  (exists (rank : nat -> nat) (choice : nat -> list nat), forall v, In v Q ->
     no_conflict p v (choice v) /\ (exists D, In (choice v) (maximal p v D)) /\
     forall u, In u (choice v) -> In u Q -> rank u < rank v).
Proof.
  induction n; intros Q HL HN.
  - destruct Q; [|discriminate]. right. exists (fun _ => 0), (fun _ => []). intros v [].
  - destruct (forallb (blocked p Q) Q) eqn:E.
    + left. exists Q. split; [destruct Q; discriminate|]. split; [apply incl_refl|].
      apply forallb_forall; auto.
    + assert (X : exists v, In v Q /\ blocked p Q v = false).
      { apply forallb_witness; auto. }
      destruct X as [v [Hv Hb]].
      assert (Y : exists S, In S (maximal p v Q) /\ refuted (pairs p v (conflicts (full p v Q))) S = false).
      { apply forallb_witness; auto. }
      destruct Y as [S [HS HR]]. apply not_refuted in HR.
      destruct (in_split _ _ Hv) as [l1 [l2 EQ]].
      assert (HN' : NoDup (l1 ++ l2)) by (subst; eapply NoDup_remove_1; eauto).
      assert (HV' : ~ In v (l1 ++ l2)) by (subst; eapply NoDup_remove_2; eauto).
      assert (Hsplit : forall u, In u Q <-> u = v \/ In u (l1 ++ l2)).
      { intros u. rewrite EQ, !in_app_iff. cbn. intuition. }
      destruct (IHn (l1 ++ l2)) as [[Q' [A [B C]]]|[rank [choice H]]]; auto.
      * subst. rewrite app_length in *. cbn in HL. lia.
      * left. exists Q'. split; auto. split; auto. intros u Hu. apply Hsplit. right. auto.
      * right. exists (fun u => if u =? v then 0 else Datatypes.S (rank u)),
        (fun u => if u =? v then S else choice u).
        intros w Hw. cbv beta. destruct (w =? v) eqn:E1.
        -- apply Nat.eqb_eq in E1. subst w. split; auto. split; [eauto|]. intros u Hu HuQ. exfalso.
           unfold maximal in HS. apply combs_in in HS as [_ [HI _]]. apply HI, without_in in Hu. tauto.
        -- apply Nat.eqb_neq in E1. apply Hsplit in Hw as [|Hw]; [contradiction|].
           destruct (H w Hw) as [A [B C]]. split; auto. split; auto. intros u Hu HuQ.
           destruct (u =? v) eqn:E2; [lia|]. apply Nat.eqb_neq in E2.
           apply Hsplit in HuQ as [|HuQ]; [contradiction|]. specialize (C u Hu HuQ). lia.
Qed.

Theorem stuck_or_member p R : full_class p -> wf p -> In R (rootsets p) ->
  (exists q, check_stuck p q = true /\ excluded [q] R = true) \/ (exists N, member p N /\ roots N = R).
Proof.
  intros [SA [FR H2]] WF HR. set (Q := without R (seq 0 (size p))).
  assert (HQ : forall v, In v Q <-> endo R p v).
  { intros v. unfold Q, endo. rewrite without_in, in_seq. intuition lia. }
  destruct (greedy p (length Q) Q eq_refl) as [[Q' [A [B C]]]|[rank [choice H]]].
  - unfold Q, without. apply NoDup_filter, seq_NoDup.
  - left. exists (Q', map (fun v => (v, full p v Q')) Q'). split.
    + unfold check_stuck. cbn [fst snd]. apply andb_true_intro. split.
      * destruct Q'; [congruence|reflexivity].
      * apply forallb_forall. intros v Hv. apply andb_true_intro. split.
        -- apply Nat.ltb_lt. apply B, HQ in Hv. destruct Hv; auto.
        -- assert (E : hint_of (map (fun v => (v, full p v Q')) Q') v = full p v Q').
           { unfold hint_of. assert (L : lookup v (map (fun v => (v, full p v Q')) Q') = Some (full p v Q')).
             { assert (G : forall B0 l, In v l -> lookup v (map (fun v => (v,
               full p v B0)) l) = Some (full p v B0)).
               { intros B0. induction l as [|a l IH]; cbn; intros H; [destruct H|].
                 destruct (a =? v) eqn:E; [apply Nat.eqb_eq in E; subst; auto|].
                 apply Nat.eqb_neq in E. destruct H; [contradiction|auto]. }
               apply G; auto. }
             rewrite L. auto. }
           rewrite E. exact (C v Hv).
    + unfold excluded. cbn. rewrite orb_false_r. apply forallb_forall. intros v Hv.
      apply negb_true_iff, mem_out. apply B, HQ in Hv. destruct Hv; auto.
  - right. set (N := {| roots := R; fn := fun v => spelled p v (choice v) 0 |}).
    exists N. split; auto.
    assert (PA : forall v, endo R p v -> exists T, parents_are (high p) (fn N v) T /\ length T <= bound p /\
       incl T (choice v) /\ forall u, In u T -> u < size p /\ In u (adm p v)).
    { intros v Hv. apply HQ in Hv. destruct (H v Hv) as [_ [[D HD] _]]. unfold maximal in HD.
      apply combs_in in HD as [DL [DI DN]]. destruct (WF v) as [W1 W2].
      assert (ND : NoDup (choice v)) by (apply DN; apply NoDup_filter; auto).
      destruct (parents_exist (high p) (fn N v) (choice v) []) as [T [HT [TI TL]]]; try rewrite app_nil_r in *; auto.
      { cbn. apply spelled_depends. } { intros u []. }
      exists T. split; auto. split.
      - pose proof (Nat.le_min_l (bound p) (length (without D (adm p v)))). lia.
      - split; auto. intros u Hu. apply TI, DI, without_in in Hu as [Hu _]. split; auto. apply W2; auto. }
    assert (L : legal p N).
    { split; [auto|]. split.
      - cbn [N roots]. intros v Hv. destruct (PA v Hv) as [T [A [B [_ C]]]].
        split; [intros; apply spelled_high; auto; lia|]. split; [apply FR|]. exists T. auto.
      - exists (fun u => if mem u Q then Datatypes.S (rank u) else 0). cbn [N roots]. intros u v Hv Hu.
        destruct (PA v Hv) as [T [[_ [_ F]] [_ [I _]]]]. apply F in Hu. apply I in Hu.
        apply HQ in Hv. pose proof (proj2 (mem_in v Q) Hv) as Ev. rewrite Ev.
        destruct (mem u Q) eqn:Eu; [|lia]. apply mem_in in Eu. destruct (H v Hv) as [_ [_ X]].
        specialize (X u Hu Eu). lia. }
    split; auto. apply decomposition; auto. cbn [N roots fn]. intros v Hv. apply spelled_agrees.
    apply HQ in Hv. apply H; auto.
Qed.

Lemma collect p (P : list nat -> Prop) l : (forall R, In R l -> P R \/ exists q,
  check_stuck p q = true /\ excluded [q] R = true) ->
  exists qs, forallb (check_stuck p) qs = true /\ forall R, In R l -> P R \/ excluded qs R = true.
Proof.
  induction l as [|R l IH]; intros H.
  - exists []. split; [auto|intros R []].
  - destruct IH as [qs [A B]]; [intros; apply H; right; auto|].
    destruct (H R (or_introl eq_refl)) as [X|[q [X Y]]].
    + exists qs. split; auto. intros T [<-|HT]; auto.
    + exists (q :: qs). split; [cbn; rewrite X; auto|]. intros T [<-|HT].
      * right. unfold excluded in *. cbn in *. rewrite orb_false_r in Y. rewrite Y. auto.
      * destruct (B T HT) as [Z|Z]; auto. right. unfold excluded in *. cbn. rewrite Z. apply orb_true_r.
Qed.

Theorem inconsistent_complete p : full_class p -> wf p -> (forall N, ~ member p N) -> exists qs,
  check_inconsistent p qs = true.
Proof.
  intros FC WF H. destruct (collect p (fun _ => False) (rootsets p)) as [qs [A B]].
  - intros R HR. right. destruct (stuck_or_member p R FC WF HR) as [X|[N [HN _]]]; auto. exfalso. apply (H N HN).
  - exists qs. unfold check_inconsistent. rewrite A, (proj2 (check_sane_iff p) (proj1 FC)). cbn.
    apply forallb_forall. intros R HR.
    destruct (B R HR) as [[]|]; auto.
Qed.

(** All settings, hidden roots included. *)
Theorem unique_complete p c : full_class p -> wf p -> check_member p c = true ->
  (forall N, member p N -> same p (denote (high p) c) N) -> exists hs qs, check_unique p c hs qs = true.
Proof.
  intros FC WF HC HU. destruct (collect p (fun R => eqnats (mroots c) R = true) (rootsets p)) as [qs [A B]].
  - intros R HR. destruct (stuck_or_member p R FC WF HR) as [X|[N [HN E]]]; auto. left.
    destruct (HU N HN) as [X _]. cbn in X. rewrite X, <- E. apply eqnats_refl.
  - exists (full_hints p c), qs. unfold check_unique. rewrite HC, A.
    assert (X : check_all p (full_hints p c) (mechs c) = true).
    { apply check_all_complete; auto. }
    rewrite X, (proj2 (check_sane_iff p) (proj1 FC)). cbn. apply forallb_forall. intros R HR. apply orb_true_iff. auto.
Qed.
