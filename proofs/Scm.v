(** * Boolean structural causal models, replay and version spaces

    This file and [Setting.v] say what is claimed; nothing in them is code of the checker. A sceptic reads
    the definitions up to [same] and then the statements in [Final.v].

    Variables are the numbers [0 .. size-1]. A mechanism is a function of a complete state; which variables
    it really depends on is a fact about it, never a matter of how it is written. *)
Require Import List Arith Bool Lia.
Import ListNotations.

(** ** Functions and their parents *)
Definition state := nat -> bool.
Definition upd (s : state) u b : state := fun x => if x =? u then b else s x.

(** [f] looks at nothing but the variables of [S]. *)
Definition depends (f : state -> bool) (S : list nat) : Prop :=
  forall s t, (forall u, In u S -> s u = t u) -> f s = f t.

(** [u] is a functional parent of [f]: flipping it can change the output. *)
Definition fparent (f : state -> bool) (u : nat) : Prop :=
  exists s, f (upd s u true) <> f (upd s u false).

(** [S] lists the functional parents of [f], each once. *)
Definition parents_are (f : state -> bool) (S : list nat) : Prop :=
  NoDup S /\ depends f S /\ (forall u, In u S <-> fparent f u).

(** ** Models and problems *)
Record scm := { roots : list nat; fn : nat -> state -> bool }.

(** A training row, with the targets of its world. *)
Record row := { cells : list bool; targets : list nat }.
Definition cell (r : row) (v : nat) : bool := nth v (cells r) false.

Record problem := {
  size : nat;                   (* how many variables *)
  bound : nat;                  (* the class: at most so many functional parents a mechanism *)
  adm : nat -> list nat;        (* the setting: what a mechanism of a variable may depend on *)
  rootsets : list (list nat);   (* the setting: the root sets that it admits *)
  train : list row }.

Definition endo (R : list nat) (p : problem) v := v < size p /\ ~ In v R.

(** [s] is an outcome of replaying [r]: targets are clamped, other roots copied, the rest computed. *)
Definition outcome (p : problem) (M : scm) (r : row) (s : state) : Prop :=
  forall v, v < size p ->
    s v = if in_dec Nat.eq_dec v (targets r) then cell r v
          else if in_dec Nat.eq_dec v (roots M) then cell r v
          else fn M v s.

(** ** Members of the version space *)
Definition acyclic (p : problem) (M : scm) : Prop :=
  exists rank : nat -> nat, forall u v, endo (roots M) p v -> fparent (fn M v) u -> rank u < rank v.

Definition legal (p : problem) (M : scm) : Prop :=
  In (roots M) (rootsets p) /\
  (forall v, endo (roots M) p v ->
     exists S, parents_are (fn M v) S /\ length S <= bound p /\
               forall u, In u S -> u < size p /\ In u (adm p v)) /\
  acyclic p M.

(** Every outcome of every training row is the row. *)
Definition replays (p : problem) (M : scm) : Prop :=
  forall r, In r (train p) -> forall s, outcome p M r s -> forall v, v < size p -> s v = cell r v.

Definition member (p : problem) (M : scm) : Prop := legal p M /\ replays p M.

(** The identity [functions+roots]: equal roots, equal functions. *)
Definition same (p : problem) (M N : scm) : Prop :=
  roots M = roots N /\ forall v, endo (roots M) p v -> forall s, fn M v s = fn N v s.

(** ** Replay is defined: a legal model has an outcome on every row

    (so [replays] is not true for want of outcomes). Sweep over all variables again and again; what has
    rank [i] no longer changes after [i+1] sweeps. *)
Fixpoint sweep (p : problem) (M : scm) (r : row) (i : nat) : state :=
  match i with
  | 0 => cell r
  | S j => let s := sweep p M r j in
           fun v => if in_dec Nat.eq_dec v (targets r) then cell r v
                    else if in_dec Nat.eq_dec v (roots M) then cell r v else fn M v s
  end.

Lemma sweep_stable p M r rank :
  legal p M -> (forall u v, endo (roots M) p v -> fparent (fn M v) u -> rank u < rank v) ->
  forall i v, v < size p -> rank v < i -> sweep p M r (S i) v = sweep p M r i v.
Proof.
  intros [_ [HP _]] HR. induction i; intros v Hv Hr; [lia|].
  cbn [sweep].
  destruct (in_dec Nat.eq_dec v (targets r)); [reflexivity|].
  destruct (in_dec Nat.eq_dec v (roots M)) as [|Hn]; [reflexivity|].
  destruct (HP v (conj Hv Hn)) as [S [[_ [HD HF]] [_ HA]]].
  apply HD. intros u Hu. apply (IHi u).
  - apply HA; auto.
  - apply HF in Hu. apply HR in Hu; [lia | split; auto].
Qed.

Fixpoint top (rank : nat -> nat) n := match n with 0 => 0 | S m => rank m + top rank m end.
Lemma top_le rank n v : v < n -> rank v <= top rank n.
Proof. induction n; intros; [lia|]. cbn. destruct (Nat.eq_dec v n); [subst; lia|].
  assert (rank v <= top rank n) by (apply IHn; lia). lia. Qed.

Theorem outcome_exists p M r : legal p M -> exists s, outcome p M r s.
Proof.
  intros HL. destruct HL as [H1 [H2 [rank HR]]].
  set (i := S (top rank (size p))). exists (sweep p M r i).
  intros v Hv.
  assert (E : sweep p M r (S i) v = sweep p M r i v).
  { apply sweep_stable with rank; auto. { split; [auto|split; [auto|exists rank; auto]]. }
    unfold i. pose proof (top_le rank (size p) v Hv). lia. }
  rewrite <- E. reflexivity.
Qed.

(** ** Proposition 1: replay decomposes into mechanisms

    Exact replay is nothing but agreement of every mechanism with the rows in which its variable is free. *)
Definition agrees (p : problem) (f : state -> bool) (v : nat) : Prop :=
  forall r, In r (train p) -> ~ In v (targets r) -> f (cell r) = cell r v.

Theorem decomposition p M : legal p M ->
  (replays p M <-> forall v, endo (roots M) p v -> agrees p (fn M v) v).
Proof.
  intros HL. pose proof HL as [HR [HP [rank HA]]]. split.
  - intros Hrep v [Hv Hn] r Hr Ht.
    destruct (outcome_exists p M r HL) as [s Hs].
    pose proof (Hrep r Hr s Hs) as Hall.
    pose proof (Hs v Hv) as E.
    destruct (in_dec Nat.eq_dec v (targets r)); [contradiction|].
    destruct (in_dec Nat.eq_dec v (roots M)); [contradiction|].
    rewrite <- (Hall v Hv), E.
    destruct (HP v (conj Hv Hn)) as [S [[_ [HD _]] [_ HS]]].
    apply HD. intros u Hu. symmetry. apply Hall. apply HS; auto.
  - intros Hloc r Hr s Hs.
    assert (H : forall i v, rank v < i -> v < size p -> s v = cell r v).
    { induction i; intros v Hi Hv; [lia|].
      rewrite (Hs v Hv).
      destruct (in_dec Nat.eq_dec v (targets r)); [reflexivity|].
      destruct (in_dec Nat.eq_dec v (roots M)); [reflexivity|].
      rewrite <- (Hloc v (conj Hv n0) r Hr n).
      destruct (HP v (conj Hv n0)) as [S [[_ [HD HF]] [_ HS]]].
      apply HD. intros u Hu. apply IHi.
      - apply HF in Hu. apply HA in Hu; [lia | split; auto].
      - apply HS; auto. }
    intros v Hv. apply (H (S (rank v))); auto.
Qed.
