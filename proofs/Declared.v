(** * The number of members in a declared class, and verdicts by it *)
Require Import String List Arith Bool Lia ZArith Permutation.
Require Import SC.Scm SC.Setting SC.Rules SC.Check SC.Complete SC.Acyclic SC.Table SC.Members SC.Classes SC.Weights
  SC.Count SC.Closure.
Import ListNotations.
Local Open Scope list_scope.

(** ** Decided on tables *)
Definition table_of (high : nat -> nat) (S : list nat) (g : nat -> bool) : list nat :=
  map (fun i => Nat.b2n (g (active S (give S (unindex high S i))))) (seq 0 (volume high S)).
Definition tables_of (high : nat -> nat) (names : list shape) (S : list nat) : list (list nat) :=
  map (table_of high S) (flat_map (fun x => says x (length S)) names).
Definition limits (r : rule) (S : list nat) : bool :=
  (least r <=? length S) && (length S <=? most r) && forallb (fun u => mem u (pool r)) S
  && forallb (fun u => mem u S) (needed r).
Definition obeys_b (high : nat -> nat) (r : rule) (m : mech) : bool :=
  limits r (fst m) &&
  match kind r with
  | Any => true
  | Named names => existsb (eqnats (snd m)) (tables_of high names (fst m))
  | Spoken G own => existsb (eqnats (snd m)) (spoken high G own (fst m))
  end.

Lemma limits_ok r S : limits r S = true <->
  least r <= length S <= most r /\ incl S (pool r) /\ incl (needed r) S.
Proof.
  unfold limits. rewrite !andb_true_iff, !forallb_forall, !Nat.leb_le. unfold incl.
  setoid_rewrite mem_in. tauto.
Qed.
Lemma active_depends high S (g : nat -> bool) : depends high (fun s => Nat.b2n (g (active S s))) S.
Proof. intros s t _ _ H. do 2 f_equal. unfold active. f_equal. induction S as [|u S IH]; auto. cbn.
  rewrite (H u) by (left; auto). rewrite IH; auto. intros x Hx. apply H. right; auto. Qed.
Lemma active_perm S T s : Permutation S T -> active S s = active T s.
Proof. unfold active. induction 1 as [|x l m _ IH|x y l|]; cbn; auto.
  - destruct (s x =? 0); cbn; congruence.
  - destruct (s x =? 0), (s y =? 0); auto.
  - congruence. Qed.
Lemma table_of_ok high S g : NoDup S -> forall s, valid high s ->
  eval high (S, table_of high S g) s = Nat.b2n (g (active S s)).
Proof. intros NS s V. symmetry. apply (tabulate high (fun s => Nat.b2n (g (active S s))) S NS); auto.
  apply active_depends. Qed.
Lemma parents_perm high f S T : parents_are high f S -> parents_are high f T -> Permutation S T.
Proof. intros [NS [_ PS]] [NT [_ PT]]. apply NoDup_Permutation; auto. intros u. rewrite PS, PT. reflexivity. Qed.
Lemma parents_ext high f g S : (forall s, valid high s -> f s = g s) -> parents_are high f S -> parents_are high g S.
Proof.
  intros E [NS [DS PS]]. split; auto. split.
  - intros s t Vs Vt H. rewrite <- !E by auto. auto.
  - intros u. rewrite PS. split; intros [s [a [b [V [Ha [Hb H]]]]]]; exists s, a, b; repeat (split; auto);
      [rewrite <- !E | rewrite !E]; auto using upd_valid.
Qed.

Definition declared n high k st b rows rules : class (make_declared n high k st b rows rules).
Proof.
  refine {| ok := fun v m => obeys_b high (rules v) m |}; cbn [make_declared allowed Scm.high].
  - intros v [S t] CM FL. apply check_mech_ok in CM as [_ [PA _]]. cbn [fst snd make_declared Scm.high] in *.
    pose proof PA as [NS _]. unfold obeys_b, obeys. cbn [fst snd]. rewrite andb_true_iff, limits_ok. split.
    + intros [[L [P Q]] HK]. exists S. split; [exact PA|]. split; [exact L|]. split; [exact P|]. split; [exact Q|].
      destruct (kind (rules v)) as [|names|G own]; auto; apply existsb_exists in HK as [t' [Ht E]];
        apply eqnats_ok in E; subst t'.
      * apply in_map_iff in Ht as [g [<- Hg]]. exists g. split; auto. intros s V. apply table_of_ok; auto.
      * apply spoken_iff; auto.
    + intros [T [PT [L [P [Q HK]]]]]. pose proof (parents_perm _ _ _ _ PA PT) as PM.
      assert (LE : length S = length T) by (apply Permutation_length; auto). rewrite LE.
      split; [split; [exact L|split]|].
      * intros u Hu. apply P. eapply Permutation_in; eauto.
      * intros u Hu. eapply Permutation_in; [apply Permutation_sym; eauto|]. auto.
      * destruct (kind (rules v)) as [|names|G own]; auto.
        2: { apply existsb_exists. exists t. split; [|apply eqnats_refl]. apply spoken_iff; auto.
             destruct HK as [e [HP [HX [HI HE]]]]. exists e. repeat (split; auto).
             intros u Hu. eapply Permutation_in; [apply Permutation_sym; eauto|]. auto. }
        destruct HK as [g [Hg HE]]. apply existsb_exists. exists (table_of high S g). split.
        -- apply in_map. rewrite LE. exact Hg.
        -- enough (X : t = table_of high S g) by (rewrite X; apply eqnats_refl).
           assert (FT : length (table_of high S g) = volume high S).
           { unfold table_of. rewrite map_length, seq_length. auto. }
           apply nth_ext with 0 0; [congruence|]. intros i Hi. rewrite FL in Hi.
           pose proof (unindex_valid high S i) as V. specialize (HE _ V).
           rewrite <- (active_perm _ _ _ PM), <- (table_of_ok high S g NS _ V) in HE.
           unfold eval in HE. cbn [fst snd] in HE. rewrite index_unindex in HE; auto.
  - intros v f g E [S [PA H]]. exists S. split; [eapply parents_ext; eauto|].
    destruct H as [L [P [Q HK]]]. repeat (split; auto). destruct (kind (rules v)); auto.
    + destruct HK as [w [Hw HE]]. exists w. split; auto. intros s V. rewrite <- E; auto.
    + destruct HK as [e [HP [HX [HI HE]]]]. exists e. repeat (split; auto). intros s V. rewrite <- E; auto.
Defined.

(** ** The count *)
Definition told (high : nat -> nat) (k : functions) (S : list nat) : list (list nat) :=
  match k with Any => [] | Named names => tables_of high names S | Spoken G own => spoken high G own S end.
Lemma told_length high k S t : In t (told high k S) -> length t = volume high S.
Proof.
  destruct k as [|names|G own]; cbn [told]; [intros [] | | apply spoken_length].
  intros H. apply in_map_iff in H as [g [<- _]]. unfold table_of. rewrite map_length, seq_length. auto.
Qed.
Definition allows (rules : nat -> rule) (v u : nat) : bool := mem u (pool (rules v)).
Definition declared_weights (p : problem) (rules : nat -> rule) (v : nat) : trie Z :=
  let A := filter (allows rules v) (adm p v) in let t := agreed p v A in
  build A (fun S =>
    if length S <=? bound p then
      if limits (rules v) S then
        match kind (rules v) with
        | Any => inverse (entry 0%Z A t) S
        | k => Z.of_nat (length (filter (fun t => check_mech p v (S, t))
                 (nodup (list_eq_dec Nat.eq_dec) (told (high p) k S))))
        end
      else 0%Z
    else 0%Z).
Definition check_declared_count (p : problem) (rules : nat -> rule) (N : Z) : bool :=
  check_sane p && (members_by p (allows rules) (declared_weights p rules) =? N)%Z.

Lemma filter_none {A} (f : A -> bool) l : (forall x, f x = false) -> filter f l = [].
Proof. intros H. induction l; cbn; auto. rewrite H. auto. Qed.

Lemma declared_exact n h k st b rows rules v S : let p := make_declared n h k st b rows rules in
  sane p -> wf p -> v < n -> sub S (filter (allows rules v) (adm p v)) ->
  entry 0%Z (filter (allows rules v) (adm p v)) (declared_weights p rules v) S =
  if length S <=? bound p then exact_in p (declared n h k st b rows rules) v S else 0%Z.
Proof.
  intros p SA WF Hv HS. destruct (WF v) as [NA _]. unfold declared_weights.
  rewrite entry_build by auto using NoDup_filter.
  destruct (Nat.leb_spec (length S) (bound p)) as [L|L]; auto. unfold exact_in.
  cbn [declared ok]. unfold obeys_b. cbn [fst snd]. destruct (limits (rules v) S) eqn:E.
  2: { rewrite filter_none; [reflexivity|]. intros x. cbn. apply andb_false_r. }
  pose proof (fun t => told_length (high p) (kind (rules v)) S t) as LT.
  destruct (kind (rules v)) as [|names|G own].
  1: { rewrite inverse_exact by auto using sub_filter. unfold exact. do 2 f_equal. apply filter_ext. intros t.
       rewrite andb_true_r. auto. }
  all: f_equal; apply Permutation_length, NoDup_Permutation;
    [apply NoDup_filter, NoDup_nodup | apply NoDup_filter, lists_nodup | cbn [told] in *].
  all: intros t; rewrite !filter_In, nodup_In, !andb_true_iff; unfold tables; rewrite lists_in;
    rewrite existsb_exists; split.
  1, 3: intros [Ht HC]; split; [|split; auto; split; auto; exists t; split; auto; apply eqnats_refl]; split;
    [apply LT; auto|]; unfold check_mech in HC; rewrite !andb_true_iff in HC; destruct HC as [[_ HC] _];
    rewrite forallb_forall in HC; intros y Hy; apply Nat.leb_le; apply HC; auto.
  all: intros [_ [HC [_ [t' [Ht E']]]]]; apply eqnats_ok in E'; subst t'; auto.
Qed.

(** A problem of a declared class has the number of members that is accepted, and no other. *)
Theorem declared_iff n h k st b rows rules N : let p := make_declared n h k st b rows rules in
  check_sane p = true -> (counts p N <-> check_declared_count p rules N = true).
Proof.
  intros p S.
  assert (C : counts p (members_by p (allows rules) (declared_weights p rules))).
  { apply (members_counted p (declared n h k st b rows rules)).
    - apply check_sane_iff; auto.
    - exact (make_wf n h k st b rows).
    - apply NoDup_filter. exact (make_rootsets n h k st b rows).
    - intros v Hv. split; [apply shaped_build|]. split.
      + intros T HT. apply declared_exact; auto.
        * apply check_sane_iff; auto.
        * exact (make_wf n h k st b rows).
      + intros T _ E. unfold exact_in. rewrite filter_none; auto. intros x. cbn [declared ok]. unfold obeys_b, limits.
        cbn [fst]. unfold allows in E. rewrite E, !andb_false_r. reflexivity. }
  unfold check_declared_count. rewrite S, andb_true_l, Z.eqb_eq. split; [intros H; eapply counts_unique; eauto|].
  intros <-. auto.
Qed.
Theorem check_declared_count_sound n h k st b rows rules N : let p := make_declared n h k st b rows rules in
  check_declared_count p rules N = true -> counts p N.
Proof. intros p H. apply declared_iff; auto. unfold check_declared_count in H. apply andb_prop in H. apply H. Qed.

(** ** Verdicts in a declared class *)

(** The class admits the functions of the model. *)
Definition check_granted (p : problem) (rules : nat -> rule) (c : model) : bool :=
  forallb (fun vm => let m := snd vm in
    (length (snd m) =? volume (high p) (fst m)) && obeys_b (high p) (rules (fst vm)) m) (mechs c).
Lemma check_granted_ok n h k st b rows rules c : let p := make_declared n h k st b rows rules in
  check_member p c = true -> check_granted p rules c = true -> granted p c.
Proof.
  intros p HM HG v [Hv Hr]. unfold check_member in HM. rewrite !andb_true_iff in HM.
  destruct HM as [[[_ Hcov] _] Hmech]. unfold check_granted in HG. rewrite forallb_forall in Hcov, Hmech, HG.
  assert (E : mem v (mroots c) || mem v (map fst (mechs c)) = true) by (apply Hcov, in_seq; lia).
  apply orb_prop in E as [E|E]; apply mem_in in E; [contradiction|].
  destruct (lookup_some _ _ E) as [m Hm]. pose proof (lookup_in _ _ _ Hm) as Hi.
  cbn [denote fn]. rewrite Hm. specialize (Hmech _ Hi). specialize (HG _ Hi). cbn [fst snd] in *.
  apply andb_prop in HG as [L O]. apply Nat.eqb_eq in L.
  exact (proj1 (ok_iff (declared n h k st b rows rules) v m Hmech L) O).
Qed.

(** A member is the only one if there is one. *)
Definition check_declared_sole (p : problem) (rules : nat -> rule) (c : model) : bool :=
  check_declared_count p rules 1 && check_member p c && check_granted p rules c.
Theorem check_declared_sole_sound n h k st b rows rules c : let p := make_declared n h k st b rows rules in
  check_declared_sole p rules c = true ->
  member p (denote (high p) c) /\ forall N, member p N -> same p (denote (high p) c) N.
Proof.
  intros p H. unfold check_declared_sole in H. rewrite !andb_true_iff in H. destruct H as [[H M] G].
  pose proof (check_declared_count_sound n h k st b rows rules 1 H) as C.
  unfold check_declared_count in H. apply andb_prop in H as [S _].
  apply sole; auto; [apply check_sane_iff; auto | exact (check_granted_ok n h k st b rows rules c M G)].
Qed.

(** There is no member if there are none. *)
Definition check_declared_none (p : problem) (rules : nat -> rule) : bool := check_declared_count p rules 0.
Theorem check_declared_none_sound n h k st b rows rules : let p := make_declared n h k st b rows rules in
  check_declared_none p rules = true -> forall N, ~ member p N.
Proof. intros p H. apply counts_zero. apply check_declared_count_sound. exact H. Qed.

(** Two members that differ. *)
Definition check_declared_ambiguous (p : problem) (rules : nat -> rule) (c d : model) (v : nat) (digits : list nat) :=
  check_ambiguous p c d v digits && check_granted p rules c && check_granted p rules d.
Theorem check_declared_ambiguous_sound n h k st b rows rules c d v digits :
  let p := make_declared n h k st b rows rules in check_declared_ambiguous p rules c d v digits = true ->
  member p (denote (high p) c) /\ member p (denote (high p) d) /\ ~ same p (denote (high p) c) (denote (high p) d).
Proof.
  intros p H. unfold check_declared_ambiguous in H. rewrite !andb_true_iff in H. destruct H as [[H G] F].
  pose proof H as H'. unfold check_ambiguous in H'. rewrite !andb_true_iff in H'. destruct H' as [[[_ M] N] _].
  apply (check_ambiguous_sound p c d v digits); auto; eapply check_granted_ok; eauto.
Qed.
