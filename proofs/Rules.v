(** * Declared classes: bounds on parents, edges that must or must not be, functions by name

    What a problem of finite worlds may declare; like [Scm.v] and [Setting.v] it says what is claimed. *)
Require Import List Arith Bool.
Require Import SC.Scm SC.Setting.
Import ListNotations.

(** Functions of two values that depend on how many of their parents are active (have not the value 0). *)
Inductive shape := Disjunctive | Conjunctive | Threshold | Parity.
Inductive functions := Any | Named (names : list shape).
Definition active (S : list nat) (s : state) : nat := length (filter (fun u => negb (s u =? 0)) S).
(** With [m] parents: some is active; all are; at least k are; the number is odd, or is even. *)
Definition says (x : shape) (m : nat) : list (nat -> bool) :=
  match x with
  | Disjunctive => [fun a => 1 <=? a]
  | Conjunctive => [fun a => m <=? a]
  | Threshold => map (fun k a => k <=? a) (if m =? 0 then [0; 1] else seq 1 m)
  | Parity => [Nat.odd; Nat.even]
  end.

(** What a variable may have: numbers of parents, who may be a parent, who must be one, functions. *)
Record rule := { least : nat; most : nat; pool : list nat; needed : list nat; kind : functions }.
Definition obeys (high : nat -> nat) (r : rule) (f : state -> nat) : Prop :=
  exists S, parents_are high f S /\ least r <= length S <= most r /\ incl S (pool r) /\ incl (needed r) S /\
    match kind r with
    | Any => True
    | Named names => exists g, In g (flat_map (fun x => says x (length S)) names) /\
        forall s, valid high s -> f s = Nat.b2n (g (active S s))
    end.

(** A variable that must have parents is no root. *)
Definition make_declared n high k st b rows (rules : nat -> rule) : problem :=
  let q := make n high k st b rows in
  {| size := n; Scm.high := high; bound := k; adm := adm q; allowed := fun v => obeys high (rules v);
     rootsets := filter (forallb (fun v => length (needed (rules v)) =? 0)) (rootsets q); train := rows |}.
(** The rules from a list; what it does not name may have any function. *)
Definition rules_of (n : nat) (l : list rule) (v : nat) : rule :=
  nth v l {| least := 0; most := n; pool := seq 0 n; needed := []; kind := Any |}.
