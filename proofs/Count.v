(** * The number of members, and a theorem for it by evaluation

    [check_count] is what is extracted and what a theorem file evaluates. *)
Require Import String List Arith Bool Lia ZArith.
Require Import SC.Scm SC.Setting SC.Check SC.Complete SC.Acyclic SC.Table SC.Parts SC.Members SC.Classes SC.Weights.
Import ListNotations.
Local Open Scope list_scope.

(** For every variable, what it may depend on and in how many ways it chooses among it; [g]: what can be a
    parent at all, [W]: how many functions have exactly which parents. *)
Definition all_ways (p : problem) (g : nat -> nat -> bool) (W : nat -> trie Z) : list (nat * (list nat * trie Z)) :=
  map (fun v => (v, (filter (g v) (adm p v), cumulate (W v)))) (seq 0 (size p)).
Definition ways_in (ws : list (nat * (list nat * trie Z))) (R U : list nat) (v : nat) : Z :=
  match lookup v ws with Some (A, t) => ways_of A t R U | None => 0%Z end.
Definition members_by (p : problem) (g : nat -> nat -> bool) (W : nat -> trie Z) : Z :=
  let ws := all_ways p g W in sum (rootsets p) (fun R => count_parts (endos p R) (ways_in ws R)).
(** In the class of all functions. *)
Definition members (p : problem) : Z := members_by p (fun _ _ => true) (exacts p).
Definition check_count (p : problem) (N : Z) : bool := check_sane p && (members p =? N)%Z.

Lemma lookup_map {A} (f : nat -> A) l v : In v l -> lookup v (map (fun u => (u, f u)) l) = Some (f v).
Proof. induction l as [|a l IH]; cbn; intros []; [subst; rewrite Nat.eqb_refl; auto|].
  destruct (Nat.eqb_spec a v); subst; auto. Qed.

(** What is evaluated is the number of members. *)
Theorem members_counted p (K : class p) g W : sane p -> wf p -> NoDup (rootsets p) ->
  (forall v, v < size p -> shaped (filter (g v) (adm p v)) (W v) /\ right_weights p K v (g v) (W v)) ->
  counts p (members_by p g W).
Proof.
  intros SA WF HN HW. replace (members_by p g W) with
    (sum (rootsets p) (fun R => number mech fst (options p K) R (endos p R) (fun _ => idle))).
  - apply counts_over; auto.
  - apply sum_ext. intros R _. symmetry. apply count_parts_ok; auto using endos_nodup.
    + intros U v Hv. apply endos_in in Hv as [Hv _]. unfold ways_in, all_ways.
      rewrite (lookup_map (fun v => (filter (g v) (adm p v), cumulate (W v)))) by (apply in_seq; lia).
      apply ways_of_ok; auto; apply HW; auto.
    + intros v Hv. apply endos_in in Hv. apply Hv.
Qed.

(** All functions: what [exacts] holds. *)
Theorem all_counted p : (forall v f, allowed p v f) -> sane p -> wf p -> NoDup (rootsets p) -> counts p (members p).
Proof.
  intros AL SA WF HN. apply (members_counted p (all_functions p AL)); auto. intros v Hv. destruct (WF v) as [NA _].
  unfold right_weights. rewrite (filter_all (fun _ => true)) by auto.
  split; [apply shaped_build|]. split.
  2: { intros S _ E. exfalso. induction S; cbn in E; [discriminate|auto]. }
  intros S HS. unfold exacts. rewrite entry_build by auto.
  destruct (Nat.leb_spec (length S) (bound p)) as [L|L]; auto. rewrite inverse_exact by auto using sub_refl.
  unfold exact, exact_in. do 2 f_equal. apply filter_ext. intros t. cbn. rewrite andb_true_r. auto.
Qed.

(** ** Problem files *)
Lemma combs_nodup A : NoDup A -> forall k, NoDup (combs k A).
Proof. induction A as [|a A IH]; intros HN [|k]; cbn [combs]; try (constructor; auto; constructor); try constructor.
  inversion HN; subst. apply nodup_app; auto.
  - apply nodup_map; auto. intros x y E. injection E; auto.
  - intros x Hx Hy. apply in_map_iff in Hx as [t [<- _]]. apply combs_sound in Hy as [_ Hy].
    apply H1, Hy. cbn; auto. Qed.
Lemma make_rootsets n h k st b rows : NoDup (rootsets (make n h k st b rows)).
Proof. cbn [rootsets make]. apply NoDup_filter.
  destruct st; cbn [candidates]; try (constructor; [intros []|constructor]). apply combs_nodup, seq_NoDup. Qed.

(** A problem file has the number of members that is accepted, and no other. *)
Theorem count_iff n h k st b rows N : let p := make n h k st b rows in
  check_sane p = true -> (counts p N <-> check_count p N = true).
Proof.
  intros p S.
  assert (C : counts p (members p)).
  { apply all_counted; [intros; exact I | apply check_sane_iff; auto | apply make_wf | apply make_rootsets]. }
  unfold check_count. rewrite S, andb_true_l, Z.eqb_eq. split; [intros H; eapply counts_unique; eauto|].
  intros <-. auto.
Qed.
(** The same for a class that is given by lists. *)
Definition check_listed_count n h k st b rows l (N : Z) : bool :=
  let p := make_listed n h k st b rows l in
  check_sane p && (listed_members p (by_list n h k st b rows l) =? N)%Z.
Theorem listed_iff n h k st b rows l N : let p := make_listed n h k st b rows l in
  check_sane p = true -> (counts p N <-> check_listed_count n h k st b rows l N = true).
Proof.
  intros p S. assert (C : counts p (listed_members p (by_list n h k st b rows l))).
  { apply listed_members_counted.
    - apply check_sane_iff; auto.
    - exact (make_wf n h k st b rows).
    - exact (make_rootsets n h k st b rows). }
  unfold check_listed_count. fold p. rewrite S, andb_true_l, Z.eqb_eq.
  split; [intros H; eapply counts_unique; eauto|]. intros <-. auto.
Qed.
Theorem listed_counted n h k st b rows l N :
  check_listed_count n h k st b rows l N = true -> counts (make_listed n h k st b rows l) N.
Proof. intros H. apply listed_iff; auto. unfold check_listed_count in H. apply andb_prop in H. apply H. Qed.

(** The direction that a theorem file uses. *)
Theorem check_count_sound n h k st b rows N :
  check_count (make n h k st b rows) N = true -> counts (make n h k st b rows) N.
Proof. intros H. apply count_iff; auto. unfold check_count in H. apply andb_prop in H. apply H. Qed.

(** A member is the only one if there is one. *)
Lemma sole p c : sane p -> granted p c -> check_member p c = true -> counts p 1 ->
  member p (denote (high p) c) /\ forall N, member p N -> same p (denote (high p) c) N.
Proof.
  intros SA G M C. assert (HM : member p (denote (high p) c)) by (apply check_member_sound; auto).
  split; auto. apply counts_one in C as [K [_ U]]. intros N HN. apply same_trans with K; [apply same_sym|]; auto.
Qed.
Definition check_sole (p : problem) (c : model) : bool := check_count p 1 && check_member p c.
Theorem check_sole_sound n h k st b rows c : let p := make n h k st b rows in check_sole p c = true ->
  member p (denote (high p) c) /\ forall N, member p N -> same p (denote (high p) c) N.
Proof.
  intros p H. unfold check_sole in H. apply andb_prop in H as [H M].
  apply sole; auto.
  - unfold check_count in H. apply andb_prop in H as [S _]. apply check_sane_iff. exact S.
  - apply make_granted.
  - apply check_count_sound. auto.
Qed.

(** There is no member if there are none. *)
Definition check_none (p : problem) : bool := check_count p 0.
Theorem check_none_sound n h k st b rows : let p := make n h k st b rows in
  check_none p = true -> forall N, ~ member p N.
Proof. intros p H. apply counts_zero. apply check_count_sound. exact H. Qed.
