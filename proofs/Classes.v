(** * Classes of functions: all of them, or those of a list *)
Require Import String List Arith Bool Lia ZArith.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange SC.Complete SC.Acyclic SC.Table SC.Parts SC.Members.
Import ListNotations.

(** ** The class of all functions *)
Definition all_functions p (H : forall v f, allowed p v f) : class p.
Proof. refine {| ok := fun _ _ => true |}; [intros; split; auto | auto]. Defined.

(** The members of a class that can be decided, by listing tables: for small ones. *)
Definition listed_members (p : problem) (K : class p) : Z :=
  sum (rootsets p) (fun R => count_parts (endos p R) (ways mech fst (options p K) R)).
Theorem listed_members_counted p K : sane p -> wf p -> NoDup (rootsets p) -> counts p (listed_members p K).
Proof.
  intros SA WF HN. replace (listed_members p K) with
    (sum (rootsets p) (fun R => number mech fst (options p K) R (endos p R) (fun _ => idle))).
  - apply counts_over; auto.
  - apply sum_ext. intros R _. symmetry. apply count_parts_ok; auto using endos_nodup.
    intros v Hv. apply endos_in in Hv. apply Hv.
Qed.

(** ** A class given by lists: for every variable, the functions that it may have *)
Definition equal_on (high : nat -> nat) (m m' : mech) : bool :=
  forallb (fun s => eval high m s =? eval high m' s) (assignments high (fst m ++ fst m')).
Lemma equal_on_ok high m m' : equal_on high m m' = true <-> forall s, valid high s -> eval high m s = eval high m' s.
Proof. unfold equal_on. rewrite forallb_forall. split.
  - intros H s V. destruct (assignments_cover high (fst m ++ fst m') s V) as [t [Ht E]].
    pose proof (assignments_valid _ _ _ Ht) as Vt. specialize (H t Ht). apply Nat.eqb_eq in H.
    rewrite (eval_depends high m s t), (eval_depends high m' s t); auto; intros u Hu; apply E, in_or_app; auto.
  - intros H s Hs. apply Nat.eqb_eq, H. eapply assignments_valid; eauto. Qed.
Definition listed (high : nat -> nat) (l : nat -> list mech) (v : nat) (f : state -> nat) : Prop :=
  exists m, In m (l v) /\ forall s, valid high s -> f s = eval high m s.
Definition make_listed n high k st b rows (l : nat -> list mech) : problem :=
  let q := make n high k st b rows in
  {| size := size q; Scm.high := high; bound := bound q; adm := adm q; allowed := listed high l;
     rootsets := rootsets q; train := train q |}.
Definition by_list n high k st b rows l : class (make_listed n high k st b rows l).
Proof.
  refine {| ok := fun v m => existsb (equal_on high m) (l v) |}; cbn [make_listed allowed Scm.high].
  - intros v m _ _. rewrite existsb_exists. unfold listed.
    split; intros [m' [H E]]; exists m'; split; auto; apply equal_on_ok; auto.
  - intros v f g E [m [Hm H]]. exists m. split; auto. intros s V. rewrite <- E; auto.
Defined.

