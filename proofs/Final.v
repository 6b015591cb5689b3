(** * What the whole gives for problem files, an example, and what all of it assumes: nothing *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange SC.Complete SC.Stuck SC.Experiment SC.Writing
  SC.Writable.
Import ListNotations.

Lemma make_wf n k st b rows : wf (make n k st b rows).
Proof. intros v. cbn. unfold adm_of. split.
  - apply NoDup_filter, seq_NoDup.
  - intros u Hu. apply filter_In in Hu as [H1 H2]. apply in_seq in H1. apply andb_prop in H2 as [H2 _].
    apply negb_true_iff, Nat.eqb_neq in H2. split; [lia|auto]. Qed.

(** A problem file has no member iff some evidence of it is accepted. *)
Theorem inconsistent_iff n k st b rows : let p := make n k st b rows in
  (forall N, ~ member p N) <-> exists qs, check_inconsistent p qs = true.
Proof. intros p. split.
  - apply inconsistent_complete, make_wf.
  - intros [qs H]. exact (check_inconsistent_sound p qs H). Qed.

(** A model that is a member is the only one iff some evidence of it is accepted. *)
Theorem unique_iff n k st b rows c : let p := make n k st b rows in check_member p c = true ->
  ((forall N, member p N -> same p (denote c) N) <-> exists hs qs, check_unique p c hs qs = true).
Proof. intros p H. split.
  - apply unique_complete; auto. apply make_wf.
  - intros [hs [qs E]]. exact (proj2 (check_unique_sound p c hs qs E)). Qed.

(** The first example of docs/certificates.md: X1, X2 are the roots and X3 is their exclusive or. *)
Definition demo := make 3 2 (HiddenOrder [0; 1]) false
  (map (fun c => {| cells := c; targets := [] |})
     [[false; false; false]; [false; true; true]; [true; false; true]; [true; true; false]]).
Definition demo_model := {| mroots := [0; 1]; mechs := [(2, ([0; 1], [false; true; true; false]))] |}.
Definition demo_hints := [(2, {| conflicts := []; covered := [([0; 1], [0; 2; 1; 3])]; avoid := [] |})].
Theorem demo_unique :
  member demo (denote demo_model) /\ forall N, member demo N -> same demo (denote demo_model) N.
Proof. apply check_unique_sound with demo_hints []. vm_compute. reflexivity. Qed.

Print Assumptions outcome_exists.
Print Assumptions decomposition.
Print Assumptions check_unique_sound.
Print Assumptions check_inconsistent_sound.
Print Assumptions check_ambiguous_sound.
Print Assumptions exchange.
Print Assumptions unique_complete.
Print Assumptions inconsistent_complete.
Print Assumptions check_experiment_sound.
Print Assumptions check_spells_sound.
Print Assumptions unique_written.
Print Assumptions inconsistent_written.
Print Assumptions ambiguous_written.
Print Assumptions experiment_written.
Print Assumptions writable_needed.
Print Assumptions members_written.
Print Assumptions unique_iff.
Print Assumptions inconsistent_iff.
Print Assumptions demo_unique.
