(** * The four settings: from what a problem file discloses to a [problem]

    [make] is the statement's other half: which root sets count, and what a mechanism may depend on. The
    lemmas at the end say the same in the words of the documentation. *)
Require Import String Ascii List Arith Bool Lia.
Require Import SC.Scm.
Import ListNotations.

(** The highest value of every variable: 1 in a Boolean problem, else from a list (what it does not name is
    Boolean). *)
Definition boolean : nat -> nat := fun _ => 1.
Definition highs (l : list nat) : nat -> nat := fun v => nth v l 1.

(** Rows as a problem file writes them: the targets of a world, and its rows, in digits or, where a variable
    has more than ten values, as numbers. *)
Fixpoint digits_of (digits : string) : list nat :=
  match digits with
  | EmptyString => []
  | String d rest => nat_of_ascii d - 48 :: digits_of rest
  end.
Definition world (targets : list nat) (rows : list string) : list row :=
  map (fun digits => {| cells := digits_of digits; targets := targets |}) rows.

Definition numbers (targets : list nat) (rows : list (list nat)) : list row :=
  map (fun values => {| cells := values; targets := targets |}) rows.

Inductive setting :=
  | Ordered (R ord : list nat)              (* roots, and a full order *)
  | Blocks (R : list nat) (bs : list (list nat))  (* roots, and blocks in order *)
  | HiddenOrder (R : list nat)              (* roots *)
  | HiddenRoots (count : nat).              (* the number of roots *)

Definition mem (v : nat) (l : list nat) : bool := existsb (Nat.eqb v) l.

(** What stands before [v] in an order; what stands in the blocks up to that of [v]. *)
Fixpoint before (v : nat) (ord : list nat) : list nat :=
  match ord with [] => [] | x :: r => if x =? v then [] else x :: before v r end.
Fixpoint upto (v : nat) (bs : list (list nat)) : list nat :=
  match bs with [] => [] | b :: r => if mem v b then b else b ++ upto v r end.

Definition adm_of (n : nat) (st : setting) (v : nat) : list nat :=
  filter (fun u => negb (u =? v) && match st with
     | Ordered _ ord => mem u (before v ord)
     | Blocks _ bs => mem u (upto v bs)
     | HiddenOrder _ | HiddenRoots _ => true end) (seq 0 n).

(** The sublists of length [k]. *)
Fixpoint combs (k : nat) (A : list nat) : list (list nat) :=
  match k, A with
  | 0, _ => [[]]
  | S _, [] => []
  | S j, a :: r => map (cons a) (combs j r) ++ combs (S j) r
  end.

Definition candidates (n : nat) (st : setting) : list (list nat) :=
  match st with
  | Ordered R _ | Blocks R _ | HiddenOrder R => [filter (fun v => mem v R) (seq 0 n)]
  | HiddenRoots c => combs c (seq 0 n)
  end.

(** A root set counts if it leaves a cell to score, and if every other variable can be written: without
    constants a mechanism has to mention something, and it can mention an admissible root (Proposition 4,
    proved in [Writable.v]). *)
Definition scored (n : nat) (rows : list row) (R : list nat) : bool :=
  existsb (fun r => existsb (fun v => negb (mem v R) && negb (mem v (targets r))) (seq 0 n)) rows.
Definition writable (n : nat) (st : setting) (constants : bool) (R : list nat) : bool :=
  constants || forallb (fun v => mem v R || existsb (fun u => mem u R) (adm_of n st v)) (seq 0 n).

(** [n] variables, values up to [high], at most [k] parents, all functions. *)
Definition make (n : nat) (high : nat -> nat) (k : nat) (st : setting) (constants : bool) (rows : list row)
  : problem :=
  {| size := n; high := high; bound := k; adm := adm_of n st; allowed := fun _ _ => True;
     rootsets := filter (fun R => scored n rows R && writable n st constants R) (candidates n st);
     train := rows |}.

(** ** In words *)
Lemma mem_in v l : mem v l = true <-> In v l.
Proof. unfold mem. rewrite existsb_exists. split.
  - intros [x [H E]]. apply Nat.eqb_eq in E. subst; auto.
  - intros H. exists v. split; auto. apply Nat.eqb_refl. Qed.
Lemma mem_out v l : mem v l = false <-> ~ In v l.
Proof. rewrite <- mem_in. destruct (mem v l); split; congruence. Qed.

(** Hidden order, hidden roots: any other variable. *)
Lemma adm_hidden n R v u : In u (adm_of n (HiddenOrder R) v) <-> u < n /\ u <> v.
Proof. unfold adm_of. rewrite filter_In, in_seq, andb_true_r, negb_true_iff, Nat.eqb_neq. lia. Qed.
Lemma adm_hidden_roots n c v u : In u (adm_of n (HiddenRoots c) v) <-> u < n /\ u <> v.
Proof. unfold adm_of. rewrite filter_In, in_seq, andb_true_r, negb_true_iff, Nat.eqb_neq. lia. Qed.

(** Ordered: [before] is what its name says. *)
Lemma before_ok v ord : NoDup ord -> forall u, In v ord ->
  (In u (before v ord) <-> exists a b c, ord = a ++ u :: b ++ v :: c).
Proof.
  induction ord as [|x ord IH]; intros HN u Hv; [destruct Hv|]. inversion HN; subst. cbn.
  destruct (x =? v) eqn:E.
  - apply Nat.eqb_eq in E. subst. split; [intros []|]. intros [a [b [c H]]].
    exfalso. apply H1. destruct a as [|y a]; cbn in H; injection H as H3 H4; subst.
    + apply in_or_app; cbn; auto.
    + apply in_or_app. right. right. apply in_or_app. cbn; auto.
  - apply Nat.eqb_neq in E. destruct Hv as [|Hv]; [congruence|]. split.
    + intros [->|Hu].
      * destruct (in_split _ _ Hv) as [b [c ->]]. exists [], b, c. reflexivity.
      * apply IH in Hu as [a [b [c ->]]]; auto. exists (x :: a), b, c. reflexivity.
    + intros [a [b [c H]]]. destruct a as [|y a]; cbn in H.
      * injection H as H3 H4. left. auto.
      * injection H as H3 H4. right. apply IH; auto. exists a, b, c. auto.
Qed.

(** Blocks: the same or an earlier block. *)
Lemma upto_ok v bs : (exists b, In b bs /\ In v b) -> forall u,
  (In u (upto v bs) <->
   exists pre b post, bs = pre ++ b :: post /\ In v b /\ (forall c, In c pre -> ~ In v c) /\
     (In u b \/ exists c, In c pre /\ In u c)).
Proof.
  induction bs as [|b bs IH]; intros [b0 [Hb0 Hv0]] u; [destruct Hb0|]. cbn.
  destruct (mem v b) eqn:E.
  - apply mem_in in E. split.
    + intros Hu. exists [], b, bs. cbn. intuition.
    + intros [[|c pre] [d [post [Eq [Hd [Hno Hu]]]]]]; cbn in Eq; injection Eq as -> ->.
      * destruct Hu as [Hu|[c [[] _]]]; auto.
      * exfalso. apply (Hno c); cbn; auto.
  - apply mem_out in E.
    assert (W : exists b, In b bs /\ In v b).
    { destruct Hb0 as [->|Hb0]; [contradiction|eauto]. }
    rewrite in_app_iff, (IH W u). split.
    + intros [Hu|[pre [d [post [-> [Hd [Hno Hu]]]]]]].
      * destruct W as [d [Hd Hv]].
        assert (F : exists pre d post, bs = pre ++ d :: post /\ In v d /\ forall c, In c pre -> ~ In v c).
        { clear - Hd Hv. revert d Hd Hv. induction bs as [|x bs IHb]; intros d Hd Hv; [destruct Hd|].
          destruct (in_dec Nat.eq_dec v x) as [Hx|Hx].
          - exists [], x, bs. cbn. intuition.
          - destruct Hd as [->|Hd]; [contradiction|].
            destruct (IHb d Hd Hv) as [pre [e [post [-> [He Hno]]]]].
            exists (x :: pre), e, post. cbn. split; auto. split; auto. intros c [<-|Hc]; auto. }
        destruct F as [pre [e [post [-> [He Hno]]]]].
        exists (b :: pre), e, post. cbn. split; auto. split; auto. split.
        -- intros c [<-|Hc]; auto.
        -- right. exists b. auto.
      * exists (b :: pre), d, post. cbn. split; auto. split; auto. split.
        -- intros c [<-|Hc]; auto.
        -- destruct Hu as [Hu|[c [Hc Hu]]]; auto. right. exists c. auto.
    + intros [[|c pre] [d [post [Eq [Hd [Hno Hu]]]]]]; cbn in Eq; injection Eq as -> ->.
      * contradiction.
      * assert (K : forall x, In x pre -> ~ In v x) by (intros x Hx; apply Hno; right; auto).
        destruct Hu as [Hu|[x [[<-|Hx] Hu]]]; [right| |right].
        -- exists pre, d, post. auto.
        -- left. auto.
        -- exists pre, d, post. repeat (split; auto). right. exists x. auto.
Qed.

(** Hidden roots: [combs c] lists exactly the increasing root sets of the disclosed size. *)
Lemma combs_sound A : forall k S, In S (combs k A) -> length S = k /\ incl S A.
Proof. induction A as [|a A IH]; intros [|k] S H; cbn in H.
  - destruct H as [<-|[]]. split; auto. apply incl_nil_l.
  - destruct H.
  - destruct H as [<-|[]]. split; auto. apply incl_nil_l.
  - apply in_app_or in H as [H|H].
    + apply in_map_iff in H as [T [<- H]]. apply IH in H as [H1 H2]. cbn. split; [lia|].
      intros x [->|Hx]; cbn; auto.
    + apply IH in H as [H1 H2]. split; auto. intros x Hx. right. auto. Qed.
Lemma combs_all A : forall f : nat -> bool, In (filter f A) (combs (length (filter f A)) A).
Proof. induction A as [|a A IH]; intros f; cbn; auto. destruct (f a); cbn.
  - apply in_or_app. left. apply in_map, IH.
  - specialize (IH f). destruct (length (filter f A)) eqn:E.
    + destruct (filter f A); [|discriminate]. left; auto.
    + apply in_or_app. right. exact IH. Qed.
