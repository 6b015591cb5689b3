(** * Declared classes: bounds on parents, edges that must or must not be, functions by name

    What a problem of finite worlds may declare; like [Scm.v] and [Setting.v] it says what is claimed. *)
Require Import List Arith Bool.
Require Import SC.Scm SC.Setting.
Import ListNotations.

(** Functions of two values that depend on how many of their parents are active (have not the value 0). *)
Inductive shape := Disjunctive | Conjunctive | Threshold | Parity.
Definition active (S : list nat) (s : state) : nat := length (filter (fun u => negb (s u =? 0)) S).
(** With [m] parents: some is active; all are; at least k are; the number is odd, or is even. *)
Definition says (x : shape) (m : nat) : list (nat -> bool) :=
  match x with
  | Disjunctive => [fun a => 1 <=? a]
  | Conjunctive => [fun a => m <=? a]
  | Threshold => map (fun k a => k <=? a) (if m =? 0 then [0; 1] else seq 1 m)
  | Parity => [Nat.odd; Nat.even]
  end.

(** ** Grammars as data

    The values of all variables are numbered together from 1; 0 is "no value". An operator takes one of the
    numbers of arguments that it lists, and is a table by the first argument, then by the second, and so on:
    [y] is the output where no more follow. What the table does not list has no value. *)
Inductive outputs := Gives (y : nat) (next : list (nat * outputs)).
Record operator := { arities : list nat; table : outputs }.
Record grammar := {
  operators : list operator;
  constants : list nat;
  biggest : nat;                 (* the size of the largest expression *)
  deepest : option nat;          (* the depth of the deepest, if that is bounded *)
  matching : bool;               (* may an expression ask whether a parent has a value? *)
  values : list (list nat) }.    (* of every variable: the values at its positions *)
Inductive term := Cell (u : nat) | Value (c : nat) | Call (o : nat) (es : list term)
  | When (u c : nat) (a b : term).   (* a where the parent u has the value c, else b *)

Fixpoint output (t : outputs) (xs : list nat) : nat :=
  match xs, t with
  | [], Gives y _ => y
  | x :: r, Gives _ next => match find (fun p => fst p =? x) next with Some p => output (snd p) r | None => 0 end
  end.
Definition operator_at (G : grammar) (o : nat) : operator :=
  nth o (operators G) {| arities := []; table := Gives 0 [] |}.
Definition value_at (G : grammar) (u i : nat) : nat := nth i (nth u (values G) []) 0.
Fixpoint means (G : grammar) (s : state) (e : term) : nat :=
  match e with
  | Cell u => value_at G u (s u)
  | Value c => c
  | Call o es => output (table (operator_at G o)) (map (means G s) es)
  | When u c a b => if value_at G u (s u) =? c then means G s a else means G s b
  end.
Fixpoint reads (e : term) : list nat :=
  match e with
  | Cell u => [u]
  | Value _ => []
  | Call _ es => flat_map reads es
  | When u _ a b => u :: reads a ++ reads b
  end.
(** Size: operators, variables and values; the parent and the value that are compared are two of them. *)
Fixpoint extent (e : term) : nat :=
  match e with
  | Call _ es => S (list_sum (map extent es))
  | When _ _ a b => 3 + (extent a + extent b)
  | _ => 1
  end.
Fixpoint depth (e : term) : nat :=
  match e with
  | Call _ es => S (list_max (map depth es))
  | When _ _ a b => S (list_max [depth a; depth b])
  | _ => 1
  end.
Fixpoint proper (G : grammar) (e : term) : bool :=
  match e with
  | Cell _ => true
  | Value c => mem c (constants G)
  | Call o es => (o <? length (operators G)) && mem (length es) (arities (operator_at G o)) && forallb (proper G) es
  | When u c a b => matching G && mem c (nth u (values G) []) && proper G a && proper G b
  end.
Definition small (G : grammar) (e : term) : Prop :=
  extent e <= biggest G /\ match deepest G with None => True | Some d => depth e <= d end.
(** The first position of a value. *)
Fixpoint position (own : list nat) (x : nat) : option nat :=
  match own with [] => None | y :: r => if y =? x then Some 0 else option_map S (position r x) end.

(** Any function, those of these shapes, or those that an expression of a grammar over the parents denotes;
    [own]: the values of the variable itself. *)
Inductive functions := Any | Named (names : list shape) | Spoken (G : grammar) (own : list nat).

(** What a variable may have: numbers of parents, who may be a parent, who must be one, functions. *)
Record rule := { least : nat; most : nat; pool : list nat; needed : list nat; kind : functions }.
Definition obeys (high : nat -> nat) (r : rule) (f : state -> nat) : Prop :=
  exists S, parents_are high f S /\ least r <= length S <= most r /\ incl S (pool r) /\ incl (needed r) S /\
    match kind r with
    | Any => True
    | Named names => exists g, In g (flat_map (fun x => says x (length S)) names) /\
        forall s, valid high s -> f s = Nat.b2n (g (active S s))
    | Spoken G own => exists e, proper G e = true /\ small G e /\ incl (reads e) S /\
        forall s, valid high s -> position own (means G s e) = Some (f s)
    end.

(** A variable that must have parents is no root. *)
Definition make_declared n high k st b rows (rules : nat -> rule) : problem :=
  let q := make n high k st b rows in
  {| size := n; Scm.high := high; bound := k; adm := adm q; allowed := fun v => obeys high (rules v);
     rootsets := filter (forallb (fun v => length (needed (rules v)) =? 0)) (rootsets q); train := rows |}.
(** The rules from a list; what it does not name may have any function. *)
Definition rules_of (n : nat) (l : list rule) (v : nat) : rule :=
  nth v l {| least := 0; most := n; pool := seq 0 n; needed := []; kind := Any |}.
