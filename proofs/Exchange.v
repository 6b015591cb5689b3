(** * Exchange: if a member is not the only one over its roots, one changed mechanism shows it

    Let M and N be members over the same roots that differ. Take the last variable of M's order in which they
    differ; what descends from it in M has M's mechanisms in N, too, hence is no parent of it there. So M
    with N's mechanism of that variable has no cycle, and it agrees with the rows mechanism by mechanism. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check.
Import ListNotations.

Lemma assignments_cover S : forall s : state, exists t, In t (assignments S) /\ forall u, In u S -> s u = t u.
Proof.
  induction S as [|a S IH]; intros s.
  - exists (fun _ => false). cbn. split; [auto|tauto].
  - destruct (IH s) as [t [Ht E]]. exists (upd t a (s a)). split.
    + cbn. apply in_flat_map. exists t. split; auto. destruct (s a); cbn; auto.
    + intros u [->|Hu]; unfold upd.
      * rewrite Nat.eqb_refl. auto.
      * destruct (u =? a) eqn:X; auto. apply Nat.eqb_eq in X. subst; auto.
Qed.

Lemma decide_equal f g S T : depends f S -> depends g T -> {forall s, f s = g s} + {exists s, f s <> g s}.
Proof.
  intros Hf Hg.
  destruct (existsb (fun t => negb (eqb (f t) (g t))) (assignments (S ++ T))) eqn:E.
  - right. apply existsb_exists in E as [t [_ E]]. exists t. intros X. rewrite X, eqb_reflx in E.
    discriminate.
  - left. intros s. destruct (assignments_cover (S ++ T) s) as [t [Ht A]].
    assert (X : f t = g t).
    { destruct (eqb (f t) (g t)) eqn:Y; [apply eqb_prop; auto|]. exfalso.
      assert (existsb (fun t => negb (eqb (f t) (g t))) (assignments (S ++ T)) = true).
      { apply existsb_exists. exists t. rewrite Y. auto. }
      congruence. }
    rewrite (Hf s t), (Hg s t); auto; intros u Hu; apply A, in_or_app; auto.
Qed.

Definition differ (M N : scm) v := exists s, fn M v s <> fn N v s.
Definition swap (M N : scm) v : scm :=
  {| roots := roots M; fn := fun u => if u =? v then fn N u else fn M u |}.

Section Exchange.
Variables (p : problem) (M N : scm).
Hypotheses (HM : member p M) (HN : member p N) (HR : roots M = roots N).

Lemma decide v : endo (roots M) p v -> (forall s, fn M v s = fn N v s) \/ differ M N v.
Proof.
  intros Hv. destruct HM as [[_ [PM _]] _]. destruct HN as [[_ [PN _]] _].
  destruct (PM v Hv) as [S [[_ [DS _]] _]]. rewrite HR in Hv. destruct (PN v Hv) as [T [[_ [DT _]] _]].
  destruct (decide_equal _ _ _ _ DS DT); auto.
Qed.

Lemma last_differing (r : nat -> nat) v : endo (roots M) p v -> differ M N v ->
  exists w, endo (roots M) p w /\ differ M N w /\
    forall u, endo (roots M) p u -> r w < r u -> forall s, fn M u s = fn N u s.
Proof.
  intros Hv Hd.
  assert (K : forall d v, top r (size p) - r v <= d -> endo (roots M) p v -> differ M N v ->
    exists w, endo (roots M) p w /\ differ M N w /\
      forall u, endo (roots M) p u -> r w < r u -> forall s, fn M u s = fn N u s).
  { clear v Hv Hd. induction d; intros v Hle Hv Hd.
    - exists v. split; auto. split; auto. intros u [Hu _] Hlt.
      pose proof (top_le r _ _ Hu). lia.
    - assert (Q : forall n, n <= size p ->
        (forall u, u < n -> endo (roots M) p u -> r v < r u -> forall s, fn M u s = fn N u s) \/
        (exists u, endo (roots M) p u /\ r v < r u /\ differ M N u)).
      { induction n; intros Hn; [left; intros; lia|].
        destruct IHn as [A|A]; [lia| |right; auto].
        destruct (in_dec Nat.eq_dec n (roots M)) as [Hi|Hi].
        { left. intros u Hu He. destruct (Nat.eq_dec u n); [subst; destruct He; contradiction|].
          apply A; auto. lia. }
        assert (He : endo (roots M) p n) by (split; auto).
        destruct (decide n He) as [E|E].
        { left. intros u Hu Heu Hr. destruct (Nat.eq_dec u n); [subst; auto|]. apply A; auto. lia. }
        destruct (le_lt_dec (r n) (r v)).
        { left. intros u Hu Heu Hr. destruct (Nat.eq_dec u n); [subst; lia|]. apply A; auto. lia. }
        right. exists n. auto. }
      destruct (Q (size p) (le_n _)) as [A|[u [Hu [Hr Hdu]]]].
      + exists v. split; auto. split; auto. intros u He. apply A; auto. destruct He; auto.
      + apply (IHd u); auto. lia. }
  apply (K (top r (size p) - r v) v); auto.
Qed.

Theorem exchange v0 : endo (roots M) p v0 -> differ M N v0 ->
  exists v, endo (roots M) p v /\ differ M N v /\ member p (swap M N v).
Proof.
  intros H0 H1. pose proof HM as [LM RM]. pose proof HN as [LN RN].
  pose proof (proj1 (decomposition p M LM) RM) as AM.
  pose proof (proj1 (decomposition p N LN) RN) as AN.
  destruct LM as [RSM [PM [r Hr]]]. destruct LN as [RSN [PN [r' Hr']]]. rewrite <- HR in *.
  destruct (last_differing r v0 H0 H1) as [v [Hv [Hd Hlast]]].
  exists v. split; auto. split; auto.
  assert (HL : legal p (swap M N v)).
  { split; [|split].
    - exact RSM.
    - cbn. intros w Hw. destruct (w =? v); auto.
    - set (B := S (top r (size p))).
      exists (fun w => if w =? v then B + B
        else if r w <=? r v then r w
        else if r' w <? r' v then B + r w else B + B + B + r w).
      cbn [swap roots fn]. intros u w Hw Hu. cbv beta.
      assert (Hus : u < size p).
      { destruct (w =? v) eqn:E.
        - apply Nat.eqb_eq in E. subst w. destruct (PN v Hv) as [S [[_ [_ F]] [_ X]]]. apply X, F; auto.
        - destruct (PM w Hw) as [S [[_ [_ F]] [_ X]]]. apply X, F; auto. }
      pose proof (top_le r _ _ Hus) as Bu. destruct Hw as [Hws Hwr].
      pose proof (top_le r _ _ Hws) as Bw.
      assert (Bu' : r u < B) by (unfold B; lia). assert (Bw' : r w < B) by (unfold B; lia).
      destruct (w =? v) eqn:Ew.
      + apply Nat.eqb_eq in Ew. subst w. pose proof (Hr' u v Hv Hu) as X.
        destruct (u =? v) eqn:Eu; [apply Nat.eqb_eq in Eu; subst; lia|].
        destruct (r u <=? r v) eqn:E1; [lia|].
        assert (E2 : (r' u <? r' v) = true) by (apply Nat.ltb_lt; auto). rewrite E2. lia.
      + pose proof (Hr u w (conj Hws Hwr) Hu) as X.
        destruct (r w <=? r v) eqn:E1.
        * apply Nat.leb_le in E1.
          destruct (u =? v) eqn:Eu; [apply Nat.eqb_eq in Eu; subst; lia|].
          assert (E2 : (r u <=? r v) = true) by (apply Nat.leb_le; lia). rewrite E2. lia.
        * apply Nat.leb_gt in E1.
          assert (X' : r' u < r' w).
          { apply Hr'; [split; auto|]. destruct Hu as [s Hs]. exists s.
            rewrite <- !(Hlast w (conj Hws Hwr) E1). auto. }
          destruct (r' w <? r' v) eqn:E2.
          -- apply Nat.ltb_lt in E2.
             destruct (u =? v) eqn:Eu; [apply Nat.eqb_eq in Eu; subst; lia|].
             destruct (r u <=? r v) eqn:E3; [lia|].
             assert (E4 : (r' u <? r' v) = true) by (apply Nat.ltb_lt; lia). rewrite E4. lia.
          -- destruct (u =? v); [lia|]. destruct (r u <=? r v); [lia|].
             destruct (r' u <? r' v); lia. }
  split; auto. apply decomposition; auto. cbn. intros w Hw. destruct (w =? v); auto.
Qed.
End Exchange.
