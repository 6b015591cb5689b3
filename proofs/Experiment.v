(** * The experiment of an ambiguous problem: two members, and what tells them apart

    Over the same roots: an assignment to the roots, extended by the targets of the experiment, on which the
    two models come out differently. Over different roots: a complete state that exactly one of them can
    produce under the experiment. The checker is given the states and evaluates every mechanism once. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check.
Import ListNotations.

(** An experiment sets variables to values. *)
Definition experiment := list (nat * nat).
Definition sets (E : experiment) (s : state) : Prop := forall v b, In (v, b) E -> s v = b.

(** A row in which the experiment is done: cells of roots are the context. *)
Definition told_apart (p : problem) (M N : scm) (x : row) : Prop :=
  exists s t, outcome p M x s /\ outcome p N x t /\
    exists v, endo (roots M) p v /\ ~ In v (targets x) /\ s v <> t v.

(** A state that a model can produce when the targets are set to their values in the state. *)
Definition possible (p : problem) (M : scm) (T : list nat) (s : state) : Prop :=
  forall v, endo (roots M) p v -> ~ In v T -> s v = fn M v s.

Definition separated (p : problem) (M N : scm) (E : experiment) : Prop :=
  let T := map fst E in
  (roots M = roots N /\ exists x, targets x = T /\ sets E (cell x) /\ told_apart p M N x) \/
  (roots M <> roots N /\ exists s, valid (high p) s /\ sets E s /\ ((possible p M T s /\ ~ possible p N T s) \/
                                               (possible p N T s /\ ~ possible p M T s))).

Definition bits (l : list nat) : state := fun v => nth v l 0.
Definition within (p : problem) (l : list nat) : bool := forallb (fun v => bits l v <=? high p v) (seq 0 (length l)).
Lemma within_ok p l : within p l = true -> valid (high p) (bits l).
Proof. unfold within. rewrite forallb_forall. intros H v. destruct (le_lt_dec (length l) v) as [L|L].
  - unfold bits. rewrite nth_overflow; [lia|auto].
  - apply Nat.leb_le, H, in_seq. lia. Qed.

Definition check_outcome (p : problem) (c : model) (x : row) (l : list nat) : bool :=
  within p l && forallb (fun v => bits l v =?
    (if mem v (targets x) then cell x v else if mem v (mroots c) then cell x v else fn (denote (high p) c) v (bits l)))
    (seq 0 (size p)).
Definition check_possible (p : problem) (c : model) (T : list nat) (l : list nat) : bool :=
  forallb (fun v => mem v (mroots c) || mem v T || (bits l v =? fn (denote (high p) c) v (bits l))) (seq 0
    (size p)).

(** Evidence: the context and both outcomes, or a state. *)
Inductive witness :=
  | Outcomes (context first second : list nat)
  | OneState (state : list nat).

Definition check_sets (E : experiment) (l : list nat) : bool :=
  forallb (fun vb => bits l (fst vb) =? snd vb) E.

Definition check_separated (p : problem) (c d : model) (E : experiment) (w : witness) : bool :=
  let T := map fst E in
  match w with
  | Outcomes context a b =>
      let x := {| cells := context; targets := T |} in
      eqnats (mroots c) (mroots d) && check_sets E context && check_outcome p c x a &&
        check_outcome p d x b &&
      existsb (fun v => negb (mem v (mroots c)) && negb (mem v T) && negb (bits a v =? bits b v))
        (seq 0 (size p))
  | OneState a =>
      negb (eqnats (mroots c) (mroots d)) && check_sets E a && within p a &&
        xorb (check_possible p c T a) (check_possible p d T a)
  end.

Lemma check_outcome_ok p c x l : check_outcome p c x l = true -> outcome p (denote (high p) c) x (bits l).
Proof.
  unfold check_outcome. rewrite andb_true_iff, forallb_forall. intros [W H]. split; [apply within_ok; auto|].
  intros v Hv.
  assert (E := H v). rewrite in_seq in E. assert (E' := E ltac:(lia)). apply Nat.eqb_eq in E'. rewrite E'.
  cbn [denote roots].
  destruct (in_dec Nat.eq_dec v (targets x)) as [i|i]; [apply mem_in in i|apply mem_out in i];
    rewrite i; auto.
  destruct (in_dec Nat.eq_dec v (mroots c)) as [j|j]; [apply mem_in in j|apply mem_out in j]; rewrite j; auto.
Qed.

Lemma check_possible_ok p c T l : check_possible p c T l = true <-> possible p (denote (high p) c) T (bits l).
Proof.
  unfold check_possible, possible. rewrite forallb_forall. cbn [denote roots]. split.
  - intros H v [Hv Hr] Ht. assert (E := H v). rewrite in_seq in E. assert (E' := E ltac:(lia)).
    apply mem_out in Hr, Ht. rewrite Hr, Ht in E'. apply Nat.eqb_eq in E'. exact E'.
  - intros H v Hv. apply in_seq in Hv.
    destruct (mem v (mroots c)) eqn:Hr; auto. destruct (mem v T) eqn:Ht; auto.
    apply mem_out in Hr, Ht. cbn [orb]. rewrite <- (H v); [apply Nat.eqb_refl| split; [lia|auto] |auto].
Qed.

Lemma check_sets_ok E l : check_sets E l = true -> sets E (bits l).
Proof. unfold check_sets. rewrite forallb_forall. intros H v b Hi. apply (H (v, b)) in Hi.
  apply Nat.eqb_eq in Hi. exact Hi. Qed.

Theorem check_separated_sound p c d E w :
  check_separated p c d E w = true -> separated p (denote (high p) c) (denote (high p) d) E.
Proof.
  unfold separated. set (T := map fst E).
  destruct w as [context a b|a]; cbn [check_separated]; fold T.
  - rewrite !andb_true_iff. intros [[[[H1 H0] H2] H3] H4]. left. split; [apply eqnats_ok in H1; exact H1|].
    exists {| cells := context; targets := T |}. split; [reflexivity|].
    split; [apply check_sets_ok in H0; exact H0|]. exists (bits a), (bits b).
    split; [apply check_outcome_ok; auto|]. split; [apply check_outcome_ok; auto|].
    apply existsb_exists in H4 as [v [Hv H4]]. rewrite !andb_true_iff, !negb_true_iff in H4.
    destruct H4 as [[Ha Hb] Hc]. apply mem_out in Ha, Hb. apply in_seq in Hv. exists v.
    split; [split; [lia|exact Ha]|]. split; [exact Hb|]. apply Nat.eqb_neq. exact Hc.
  - rewrite !andb_true_iff. intros [[[H1 H0] HW] H2]. right. split.
    + intros X. cbn in X. rewrite X, eqnats_refl in H1. discriminate.
    + exists (bits a). split; [apply within_ok; auto|]. split; [apply check_sets_ok; exact H0|].
      pose proof (check_possible_ok p c T a) as Hc. pose proof (check_possible_ok p d T a) as Hd.
      destruct (check_possible p c T a), (check_possible p d T a); cbn in H2; try discriminate.
      * left. split; [apply Hc; auto|]. intros X. apply Hd in X. discriminate.
      * right. split; [apply Hd; auto|]. intros X. apply Hc in X. discriminate.
Qed.

(** In an ambiguous problem with an experiment: two members, and the experiment tells them apart. *)
Definition check_experiment (p : problem) (c d : model) (E : experiment) (w : witness) : bool :=
  check_sane p && check_member p c && check_member p d && check_separated p c d E w.

(** Outcomes are unique (the model is acyclic), so two members that come out differently are not the same. *)
Lemma outcome_unique p M x s t : legal p M -> outcome p M x s -> outcome p M x t ->
  forall v, v < size p -> s v = t v.
Proof.
  intros [_ [HP [rank HR]]] [Vs Hs] [Vt Ht].
  assert (K : forall i v, rank v < i -> v < size p -> s v = t v).
  { induction i; intros v Hi Hv; [lia|]. rewrite (Hs v Hv), (Ht v Hv).
    destruct (in_dec Nat.eq_dec v (targets x)); auto.
    destruct (in_dec Nat.eq_dec v (roots M)) as [|n0]; auto.
    destruct (HP v (conj Hv n0)) as [_ [_ [S [[_ [HD HF]] [_ HS]]]]]. apply HD; auto. intros u Hu. apply IHi.
    - apply HF in Hu. apply HR in Hu; [lia | split; auto].
    - apply HS; auto. }
  intros v Hv. apply (K (S (rank v))); auto.
Qed.

Lemma separated_differ p M N E : legal p M -> separated p M N E -> ~ same p M N.
Proof.
  intros HL [[ER [x [_ [_ [s [t [Hs [Ht [v [Hv [_ Hd]]]]]]]]]]]|[ER _]] [E0 ES]; [|contradiction].
  apply Hd. apply (outcome_unique p M x); auto; [|destruct Hv; auto].
  destruct Ht as [Vt Ht]. split; auto. intros u Hu. rewrite (Ht u Hu).
  destruct (in_dec Nat.eq_dec u (targets x)); auto. rewrite <- ER.
  destruct (in_dec Nat.eq_dec u (roots M)); auto. symmetry. apply ES; auto. split; auto.
Qed.

Theorem check_experiment_sound p c d E w : granted p c -> granted p d -> check_experiment p c d E w = true ->
  member p (denote (high p) c) /\ member p (denote (high p) d) /\ ~ same p (denote (high p) c) (denote (high p) d) /\
  separated p (denote (high p) c) (denote (high p) d) E.
Proof.
  intros Gc Gd. unfold check_experiment. rewrite !andb_true_iff, check_sane_iff. intros [[[HV H1] H2] H3].
  pose proof (check_member_sound p c HV Gc H1) as M1. pose proof (check_separated_sound p c d E w H3) as S.
  split; auto. split; [apply check_member_sound; auto|]. split; auto.
  eapply separated_differ; [destruct M1; eauto|exact S].
Qed.
