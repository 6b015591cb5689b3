(** * What the whole gives for problem files, examples, and what all of it assumes: nothing *)
Require Import String List Arith Bool Lia ZArith.
Require Import SC.Scm SC.Setting SC.Rules SC.Check SC.Exchange SC.Complete SC.Stuck SC.Experiment SC.Writing
  SC.Writable SC.Acyclic SC.Table SC.Parts SC.Members SC.Closure SC.Classes SC.Weights SC.Count
  SC.Declared.
Import ListNotations.
Local Open Scope list_scope.

(** A problem file has no member iff some evidence of it is accepted. *)
Theorem inconsistent_iff n h k st b rows : let p := make n h k st b rows in
  check_sane p = true -> (forall v, 0 < h v) ->
  ((forall N, ~ member p N) <-> exists qs, check_inconsistent p qs = true).
Proof. intros p S P. split.
  - apply inconsistent_complete; [apply make_full; auto | apply make_wf].
  - intros [qs H]. exact (check_inconsistent_sound p qs H). Qed.

(** A model that is a member is the only one iff some evidence of it is accepted. *)
Theorem unique_iff n h k st b rows c : let p := make n h k st b rows in
  check_sane p = true -> (forall v, 0 < h v) -> check_member p c = true ->
  ((forall N, member p N -> same p (denote h c) N) <-> exists hs qs, check_unique p c hs qs = true).
Proof. intros p S P H. split.
  - apply (unique_complete p c (make_full n h k st b rows S P)); auto. apply make_wf.
  - intros [hs [qs E]]. exact (proj2 (check_unique_sound p c hs qs (make_granted n h k st b rows c) E)). Qed.

(** The first example of docs/certificates.md: X1, X2 are the roots and X3 is their exclusive or. *)
Definition demo := make 3 boolean 2 (HiddenOrder [0; 1]) false (world [] ["000"; "011"; "101"; "110"]%string).
Definition demo_model := {| mroots := [0; 1]; mechs := [(2, ([0; 1], [0; 1; 1; 0]))] |}.
Definition demo_hints := [(2, {| conflicts := []; covered := [([0; 1], [0; 2; 1; 3])]; avoid := [] |})].
Theorem demo_unique :
  member demo (denote (high demo) demo_model) /\
  forall N, member demo N -> same demo (denote (high demo) demo_model) N.
Proof. apply check_unique_sound with demo_hints []; [apply make_granted | vm_compute; reflexivity]. Qed.

(** Twelve values: X3 is the sum of X1 and X2 modulo 12; 144 rows show it. *)
Definition clock := make 3 (highs [11; 11; 11]) 2 (HiddenOrder [0; 1]) true
  (numbers [] (flat_map (fun a => map (fun b => [a; b; (a + b) mod 12]) (seq 0 12)) (seq 0 12))).
Definition clock_model := {| mroots := [0; 1];
  mechs := [(2, ([0; 1], flat_map (fun b => map (fun a => (a + b) mod 12) (seq 0 12)) (seq 0 12)))] |}.
Definition clock_hints := [(2, {| conflicts := []; covered := [([0; 1], seq 0 144)]; avoid := [] |})].
Theorem clock_unique :
  member clock (denote (high clock) clock_model) /\
  forall N, member clock N -> same clock (denote (high clock) clock_model) N.
Proof. apply check_unique_sound with clock_hints []; [apply make_granted | vm_compute; reflexivity]. Qed.

(** Mixed: X1 has three values, X2 two, X3 = (X1 > X2) two. *)
Definition mixed := make 3 (highs [2; 1; 1]) 2 (HiddenOrder [0; 1]) false
  (world [] ["000"; "010"; "101"; "110"; "201"; "211"]%string).
Definition mixed_model := {| mroots := [0; 1]; mechs := [(2, ([0; 1], [0; 1; 1; 0; 0; 1]))] |}.
Definition mixed_hints := [(2, {| conflicts := []; covered := [([0; 1], seq 0 6)]; avoid := [] |})].
Theorem mixed_unique :
  member mixed (denote (high mixed) mixed_model) /\
  forall N, member mixed N -> same mixed (denote (high mixed) mixed_model) N.
Proof. apply check_unique_sound with mixed_hints []; [apply make_granted | vm_compute; reflexivity]. Qed.

(** Two values or three, two hidden roots, three rows: 2,365,163 members. *)
Definition several := make 5 (highs [1; 2; 1; 2; 1]) 2 (HiddenRoots 2) true
  (world [] ["12111"; "11100"; "00121"]%string).
Theorem several_counted : counts several 2365163.
Proof. apply check_count_sound. vm_compute. reflexivity. Qed.

(** Conjunctions of any other variables, and all rows 1: one function for every set of parents, so that members
    are labelled DAGs (A003024). *)
Definition conjunctions n := rules_of n
  (repeat {| least := 0; most := n; pool := seq 0 n; needed := []; kind := Named [Conjunctive] |} n).
Definition dags n := make_declared n boolean n (HiddenOrder []) true (numbers [] [repeat 1 n]) (conjunctions n).
Theorem dags_counted : counts (dags 1) 1 /\ counts (dags 2) 3 /\ counts (dags 3) 25 /\ counts (dags 4) 543 /\
  counts (dags 5) 29281 /\ counts (dags 6) 3781503.
Proof. repeat split; apply check_declared_count_sound; vm_compute; reflexivity. Qed.

(** A grammar of finite worlds: sums modulo 3 in expressions of size 3, so copies, doubles and sums of two. Two
    variables have 9 such functions each, 5 without the other one: 9 * 9 - 4 * 4 without a circle. *)
Definition sums : grammar :=
  {| operators := [{| arities := [2]; table := Gives 0 (map (fun a => (a, Gives 0 (map (fun b =>
       (b, Gives (S ((a + b + 1) mod 3)) [])) [1; 2; 3]))) [1; 2; 3]) |}];
     constants := []; biggest := 3; deepest := None; matching := false; values := repeat [1; 2; 3] 4 |}.
Definition summed := rules_of 4
  (repeat {| least := 0; most := 2; pool := seq 0 4; needed := []; kind := Spoken sums [1; 2; 3] |} 4).
Definition adders :=
  make_declared 4 (highs [2; 2; 2; 2]) 2 (HiddenOrder [0; 1]) false (world [] ["0000"]%string) summed.
Theorem adders_counted : counts adders 65.
Proof. apply check_declared_count_sound. vm_compute. reflexivity. Qed.

(** A listed class, copies of another variable; all rows 0 or all 1: trees on n nodes, n^(n-2) (Cayley). *)
Definition others n v := filter (fun u => negb (u =? v)) (seq 0 n).
Definition copies n (v : nat) : list mech := map (fun u => ([u], [0; 1])) (others n v).
Definition trees n := make_listed n boolean 1 (HiddenOrder [0]) true
  (numbers [] [repeat 0 n; repeat 1 n]) (copies n).
Theorem trees_counted : counts (trees 3) 3 /\ counts (trees 4) 16 /\ counts (trees 5) 125 /\ counts (trees 6) 1296.
Proof. repeat split; refine (listed_counted _ _ _ _ _ _ _ _ _); vm_compute; reflexivity. Qed.

(** All of it at once: what the theorems are proved from. *)
Definition all_theorems :=
  (@outcome_exists, @decomposition, @check_unique_sound, @check_inconsistent_sound, @check_ambiguous_sound,
   @exchange, @unique_complete, @inconsistent_complete, @check_experiment_sound, @check_spells_sound,
   @unique_written, @inconsistent_written, @ambiguous_written, @experiment_written, @writable_needed,
   @members_written, @unique_iff, @inconsistent_iff, @recursion, @count_acyclic_ok, @number_apart, @number_split,
   @count_parts_ok, @counts_unique,
   @counts_zero, @counts_one, @inverse_below, @ways_of_ok, @members_counted, @all_counted, @count_iff,
   @closure_sound, @closure_complete, @spoken_iff, @listed_iff, @check_sole_sound,
   @check_none_sound, @declared_iff, @check_declared_sole_sound,
   @check_declared_none_sound, @check_declared_ambiguous_sound, @several_counted, @dags_counted, @adders_counted,
   @trees_counted, @demo_unique, @clock_unique, @mixed_unique).
Print Assumptions all_theorems.
