(** * Structural causal models with finitely many values, replay and version spaces

    This file and [Setting.v] say what is claimed; nothing in them is code of the checker. A sceptic reads
    the definitions up to [same] and then the statements in [Final.v].

    Variables are the numbers [0 .. size-1]. A mechanism is a function of a complete state; which variables
    it really depends on is a fact about it, never a matter of how it is written. Variable [v] has the values
    [0 .. high v]; Boolean: [high v = 1]. Only states within these bounds ([valid]) count for anything. *)
Require Import List Arith Bool Lia ZArith.
Import ListNotations.

(** ** Functions and their parents *)
Definition state := nat -> nat.
Definition upd (s : state) u (b : nat) : state := fun x => if x =? u then b else s x.
Definition valid (high : nat -> nat) (s : state) : Prop := forall v, s v <= high v.

Section Functions.
Variable high : nat -> nat.

(** [f] looks at nothing but the variables of [S]. *)
Definition depends (f : state -> nat) (S : list nat) : Prop :=
  forall s t, valid high s -> valid high t -> (forall u, In u S -> s u = t u) -> f s = f t.

(** [u] is a functional parent of [f]: another value of it can change the output. *)
Definition fparent (f : state -> nat) (u : nat) : Prop :=
  exists s a b, valid high s /\ a <= high u /\ b <= high u /\ f (upd s u a) <> f (upd s u b).

(** [S] lists the functional parents of [f], each once. *)
Definition parents_are (f : state -> nat) (S : list nat) : Prop :=
  NoDup S /\ depends f S /\ (forall u, In u S <-> fparent f u).
End Functions.
Lemma upd_valid high s u b : valid high s -> b <= high u -> valid high (upd s u b).
Proof. intros H Hb x. unfold upd. destruct (Nat.eqb_spec x u); subst; auto. Qed.

(** ** Models and problems *)
Record scm := { roots : list nat; fn : nat -> state -> nat }.

(** A training row, with the targets of its world. *)
Record row := { cells : list nat; targets : list nat }.
Definition cell (r : row) (v : nat) : nat := nth v (cells r) 0.

Record problem := {
  size : nat;                   (* how many variables *)
  high : nat -> nat;            (* the highest value of a variable *)
  bound : nat;                  (* the class: at most so many functional parents a mechanism *)
  adm : nat -> list nat;        (* the setting: what a mechanism of a variable may depend on *)
  allowed : nat -> (state -> nat) -> Prop;  (* the class: any further condition on a mechanism *)
  rootsets : list (list nat);   (* the setting: the root sets that it admits *)
  train : list row }.

Definition endo (R : list nat) (p : problem) v := v < size p /\ ~ In v R.

(** [s] is an outcome of replaying [r]: targets are clamped, other roots copied, the rest computed. *)
Definition outcome (p : problem) (M : scm) (r : row) (s : state) : Prop :=
  valid (high p) s /\ forall v, v < size p ->
    s v = if in_dec Nat.eq_dec v (targets r) then cell r v
          else if in_dec Nat.eq_dec v (roots M) then cell r v
          else fn M v s.

(** The rows stay within the bounds. *)
Definition sane (p : problem) : Prop := forall r, In r (train p) -> valid (high p) (cell r).

(** ** Members of the version space *)
Definition acyclic (p : problem) (M : scm) : Prop :=
  exists rank : nat -> nat, forall u v, endo (roots M) p v -> fparent (high p) (fn M v) u -> rank u < rank v.

Definition legal (p : problem) (M : scm) : Prop :=
  In (roots M) (rootsets p) /\
  (forall v, endo (roots M) p v ->
     (forall s, valid (high p) s -> fn M v s <= high p v) /\ allowed p v (fn M v) /\
     exists S, parents_are (high p) (fn M v) S /\ length S <= bound p /\
               forall u, In u S -> u < size p /\ In u (adm p v)) /\
  acyclic p M.

(** Every outcome of every training row is the row. *)
Definition replays (p : problem) (M : scm) : Prop :=
  forall r, In r (train p) -> forall s, outcome p M r s -> forall v, v < size p -> s v = cell r v.

Definition member (p : problem) (M : scm) : Prop := legal p M /\ replays p M.

(** The identity [functions+roots]: equal roots, equal functions. *)
Definition same (p : problem) (M N : scm) : Prop :=
  roots M = roots N /\ forall v, endo (roots M) p v -> forall s, valid (high p) s -> fn M v s = fn N v s.

(** There are [N] members: a list of so many, no two the same, and every member is the same as one of them. *)
Definition counts (p : problem) (N : Z) : Prop := exists L : list scm,
  Z.of_nat (length L) = N /\ (forall M, In M L -> member p M) /\
  ForallOrdPairs (fun M K => ~ same p M K) L /\ (forall M, member p M -> exists K, In K L /\ same p M K).

(** ** Replay is defined: a legal model has an outcome on every row

    (so [replays] is not true for want of outcomes). Sweep over all variables again and again; what has
    rank [i] no longer changes after [i+1] sweeps. *)
Fixpoint sweep (p : problem) (M : scm) (r : row) (i : nat) : state :=
  match i with
  | 0 => cell r
  | S j => let s := sweep p M r j in
           fun v => if in_dec Nat.eq_dec v (targets r) then cell r v
                    else if in_dec Nat.eq_dec v (roots M) then cell r v
                    else if v <? size p then fn M v s else cell r v
  end.

Lemma sweep_valid p M r : legal p M -> valid (high p) (cell r) -> forall i, valid (high p) (sweep p M r i).
Proof.
  intros [_ [HP _]] HV. induction i; auto. intros v. cbn [sweep].
  destruct (in_dec Nat.eq_dec v (targets r)); auto.
  destruct (in_dec Nat.eq_dec v (roots M)); auto.
  destruct (Nat.ltb_spec v (size p)); auto. apply (HP v); auto. split; auto.
Qed.
Lemma sweep_stable p M r rank :
  legal p M -> valid (high p) (cell r) ->
  (forall u v, endo (roots M) p v -> fparent (high p) (fn M v) u -> rank u < rank v) ->
  forall i v, v < size p -> rank v < i -> sweep p M r (S i) v = sweep p M r i v.
Proof.
  intros HL HV HR. pose proof (sweep_valid p M r HL HV) as SV. destruct HL as [_ [HP _]].
  induction i; intros v Hv Hr; [lia|].
  cbn [sweep].
  destruct (in_dec Nat.eq_dec v (targets r)); [reflexivity|].
  destruct (in_dec Nat.eq_dec v (roots M)) as [|Hn]; [reflexivity|].
  destruct (v <? size p); [|reflexivity].
  destruct (HP v (conj Hv Hn)) as [_ [_ [S [[_ [HD HF]] [_ HA]]]]].
  apply HD; [apply (SV (Datatypes.S i)) | apply SV |]. intros u Hu. apply (IHi u).
  - apply HA; auto.
  - apply HF in Hu. apply HR in Hu; [lia | split; auto].
Qed.

Fixpoint top (rank : nat -> nat) n := match n with 0 => 0 | S m => rank m + top rank m end.
Lemma top_le rank n v : v < n -> rank v <= top rank n.
Proof. induction n; intros; [lia|]. cbn. destruct (Nat.eq_dec v n); [subst; lia|].
  assert (rank v <= top rank n) by (apply IHn; lia). lia. Qed.

Theorem outcome_exists p M r : legal p M -> valid (high p) (cell r) -> exists s, outcome p M r s.
Proof.
  intros HL HV. pose proof HL as [H1 [H2 [rank HR]]].
  set (i := S (top rank (size p))). exists (sweep p M r i). split; [apply sweep_valid; auto|].
  intros v Hv.
  assert (E : sweep p M r (S i) v = sweep p M r i v).
  { apply sweep_stable with rank; auto.
    unfold i. pose proof (top_le rank (size p) v Hv). lia. }
  rewrite <- E. cbn [sweep]. apply Nat.ltb_lt in Hv. rewrite Hv. reflexivity.
Qed.

(** ** Proposition 1: replay decomposes into mechanisms

    Exact replay is nothing but agreement of every mechanism with the rows in which its variable is free. *)
Definition agrees (p : problem) (f : state -> nat) (v : nat) : Prop :=
  forall r, In r (train p) -> ~ In v (targets r) -> f (cell r) = cell r v.

Theorem decomposition p M : sane p -> legal p M ->
  (replays p M <-> forall v, endo (roots M) p v -> agrees p (fn M v) v).
Proof.
  intros HV HL. pose proof HL as [HR [HP [rank HA]]]. split.
  - intros Hrep v [Hv Hn] r Hr Ht.
    destruct (outcome_exists p M r HL (HV r Hr)) as [s Hs].
    pose proof (Hrep r Hr s Hs) as Hall. destruct Hs as [Hsv Hs].
    pose proof (Hs v Hv) as E.
    destruct (in_dec Nat.eq_dec v (targets r)); [contradiction|].
    destruct (in_dec Nat.eq_dec v (roots M)); [contradiction|].
    rewrite <- (Hall v Hv), E.
    destruct (HP v (conj Hv Hn)) as [_ [_ [S [[_ [HD _]] [_ HS]]]]].
    apply HD; auto. intros u Hu. symmetry. apply Hall. apply HS; auto.
  - intros Hloc r Hr s [Hsv Hs].
    assert (H : forall i v, rank v < i -> v < size p -> s v = cell r v).
    { induction i; intros v Hi Hv; [lia|].
      rewrite (Hs v Hv).
      destruct (in_dec Nat.eq_dec v (targets r)); [reflexivity|].
      destruct (in_dec Nat.eq_dec v (roots M)); [reflexivity|].
      rewrite <- (Hloc v (conj Hv n0) r Hr n).
      destruct (HP v (conj Hv n0)) as [_ [_ [S [[_ [HD HF]] [_ HS]]]]].
      apply HD; auto. intros u Hu. apply IHi.
      - apply HF in Hu. apply HA in Hu; [lia | split; auto].
      - apply HS; auto. }
    intros v Hv. apply (H (S (rank v))); auto.
Qed.
