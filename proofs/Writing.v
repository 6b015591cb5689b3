(** * How mechanisms are written: classes bounded by AST size or depth, operator sets

    A class may bound how functions are written. A member of such a class has an expression for every
    mechanism, and the graph of *mentioned* variables, larger than that of functional parents, is acyclic. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange SC.Experiment.
Import ListNotations.

(** ** Expressions *)
Inductive op := Not | And | Or | Xor | Iff | If.
Inductive expr := Var (u : nat) | Const (b : bool) | Op (o : op) (es : list expr).

(** [Xor] is parity; [Iff] says that all are equal; an ill-formed operation is false and never legal. *)
Definition apply (o : op) (bs : list bool) : bool :=
  match o, bs with
  | Not, [b] => negb b
  | And, _ => forallb id bs
  | Or, _ => existsb id bs
  | Xor, _ => fold_right xorb false bs
  | Iff, b :: r => forallb (eqb b) r
  | If, [c; t; e] => if c then t else e
  | _, _ => false
  end.
Definition arity (o : op) (n : nat) : bool :=
  match o with Not => n =? 1 | If => n =? 3 | _ => 2 <=? n end.

(** Values are numbers; 1 is true. *)
Fixpoint ev (s : state) (e : expr) : nat :=
  match e with
  | Var u => s u
  | Const b => Nat.b2n b
  | Op o es => Nat.b2n (apply o (map (fun e => ev s e =? 1) es))
  end.
Fixpoint mentions (e : expr) : list nat :=
  match e with Var u => [u] | Const _ => [] | Op _ es => flat_map mentions es end.
Fixpoint ast (e : expr) : nat :=
  match e with Op _ es => S (list_sum (map ast es)) | _ => 1 end.
Fixpoint depth (e : expr) : nat :=
  match e with Op _ es => S (list_max (map depth es)) | _ => 1 end.

(** A language: operators, whether constants may stand, and the bounds (none, if [None]). *)
Record language := { ops : list op; consts : bool; max_ast : option nat; max_depth : option nat }.

Definition op_eqb (a b : op) : bool :=
  match a, b with
  | Not, Not | And, And | Or, Or | Xor, Xor | Iff, Iff | If, If => true | _, _ => false end.
Fixpoint formed (L : language) (e : expr) : bool :=
  match e with
  | Var _ => true
  | Const _ => consts L
  | Op o es => existsb (op_eqb o) (ops L) && arity o (length es) && forallb (formed L) es
  end.
Definition within (b : option nat) (n : nat) : bool := match b with None => true | Some m => n <=? m end.
Definition legal_text (L : language) (e : expr) : bool :=
  formed L e && within (max_ast L) (ast e) && within (max_depth L) (depth e).

(** ** Models that can be written *)
Definition spells (p : problem) (L : language) (M : scm) (E : nat -> expr) : Prop :=
  (forall v, endo (roots M) p v ->
     (forall s, valid (high p) s -> ev s (E v) = fn M v s) /\ legal_text L (E v) = true /\
     forall u, In u (mentions (E v)) -> u < size p /\ In u (adm p v)) /\
  exists rank : nat -> nat, forall u v, endo (roots M) p v -> In u (mentions (E v)) -> rank u < rank v.
Definition written (p : problem) (L : language) (M : scm) : Prop := exists E, spells p L M E.

(** The expressions of a list. *)
Definition text (es : list (nat * expr)) (v : nat) : expr :=
  match lookup v es with Some e => e | None => Const false end.

(** ** The checker: expressions in an order in which everything that is mentioned comes first *)
Definition denotes (high : nat -> nat) (e : expr) (m : mech) : bool :=
  forallb (fun s => ev s e =? eval high m s) (assignments high (nodup Nat.eq_dec (mentions e ++ fst m))).
Definition check_text (p : problem) (L : language) (c : model) (ve : nat * expr) : bool :=
  let (v, e) := ve in
  match lookup v (mechs c) with
  | Some m => denotes (high p) e m && legal_text L e && forallb (fun u => (u <? size p) &&
    mem u (adm p v)) (mentions e)
  | None => false
  end.
Fixpoint check_mentions (seen : list nat) (es : list (nat * expr)) : bool :=
  match es with
  | [] => true
  | (v, e) :: r => negb (mem v seen) && forallb (fun u => mem u seen) (mentions e) &&
    check_mentions (v :: seen) r
  end.
Definition check_written (p : problem) (L : language) (c : model) (es : list (nat * expr)) : bool :=
  forallb (fun v => mem v (mroots c) || mem v (map fst es)) (seq 0 (size p))
  && check_mentions (mroots c) es && forallb (check_text p L c) es.

(** ** Soundness *)
Fixpoint expr_rect' (P : expr -> Prop) (HV : forall u, P (Var u)) (HC : forall b, P (Const b))
  (HO : forall o es, Forall P es -> P (Op o es)) (e : expr) : P e :=
  match e with
  | Var u => HV u
  | Const b => HC b
  | Op o es => HO o es ((fix go l : Forall P l :=
      match l with [] => Forall_nil _ | x :: r => Forall_cons x (expr_rect' P HV HC HO x) (go r) end) es)
  end.

Lemma ev_depends high e : depends high (fun s => ev s e) (mentions e).
Proof.
  induction e as [u|b|o es IH] using expr_rect'; intros s t Vs Vt H; cbn in *.
  - apply H. auto.
  - reflexivity.
  - do 2 f_equal. induction IH as [|x l Hx Hl IHl]; cbn; auto. f_equal.
    + rewrite (Hx s t); auto. intros u Hu. apply H. cbn. apply in_or_app. auto.
    + apply IHl. intros u Hu. apply H. cbn. apply in_or_app. auto.
Qed.

Lemma denotes_ok high e m : denotes high e m = true -> forall s, valid high s -> ev s e = eval high m s.
Proof.
  unfold denotes. rewrite forallb_forall. intros H s Vs.
  set (A := nodup Nat.eq_dec (mentions e ++ fst m)) in *.
  destruct (assignments_cover high A s Vs) as [t [Ht E]]. specialize (H t Ht). apply Nat.eqb_eq in H.
  pose proof (assignments_valid _ _ _ Ht) as Vt.
  rewrite (ev_depends high e s t), (eval_depends high m s t); auto; intros u Hu; apply E; unfold A;
    apply nodup_In, in_or_app; auto.
Qed.

Fixpoint place (i : nat) (es : list (nat * expr)) (u : nat) : nat :=
  match es with [] => 0 | (v, _) :: r => if v =? u then i else place (S i) r u end.
Lemma mentions_keys es : forall seen, check_mentions seen es = true ->
  NoDup (map fst es) /\ forall v, In v (map fst es) -> ~ In v seen.
Proof. induction es as [|[v e] es IH]; cbn; intros seen H; [split; [constructor|tauto]|].
  rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. apply negb_true_iff, mem_out in H1.
  destruct (IH _ H3) as [HN HI]. split.
  - constructor; auto. intros Hv. apply (HI v Hv). left; auto.
  - intros u [Hu|Hu]; [subst; auto|]. intros Hs. apply (HI u Hu). right; auto. Qed.
Lemma place_out es : forall i u, ~ In u (map fst es) -> place i es u = 0.
Proof. induction es as [|[v m] es IH]; cbn; intros i u H; auto. destruct (v =? u) eqn:E.
  - apply Nat.eqb_eq in E. tauto. - apply IH. tauto. Qed.
Lemma place_in es : forall i u, In u (map fst es) -> i <= place i es u.
Proof. induction es as [|[v m] es IH]; cbn; intros i u H; [tauto|]. destruct (v =? u) eqn:E; auto.
  apply Nat.eqb_neq in E. destruct H; [congruence|]. specialize (IH (S i) u H). lia. Qed.
Lemma mentions_place es : forall i seen, 0 < i -> check_mentions seen es = true ->
  forall v e u, In (v, e) es -> In u (mentions e) -> place i es u < place i es v.
Proof.
  induction es as [|[h eh] es IH]; intros i seen Hi H v e u Hv Hu; [destruct Hv|].
  pose proof (mentions_keys _ _ H) as [HN HK].
  cbn in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
  cbn in HN. inversion HN as [|x y Hh HN']; subst. destruct Hv as [Hv|Hv].
  - injection Hv as -> ->. rewrite forallb_forall in H2. specialize (H2 u Hu). apply mem_in in H2.
    cbn [place]. rewrite Nat.eqb_refl. destruct (v =? u) eqn:E.
    + apply Nat.eqb_eq in E. subst. exfalso. apply (HK u); cbn; auto.
    + rewrite place_out; [lia|]. intros Hx. apply (HK u); cbn; auto.
  - assert (Hv' : In v (map fst es)) by (apply in_map_iff; exists (v, e); auto).
    cbn [place]. destruct (h =? v) eqn:Ev; [apply Nat.eqb_eq in Ev; subst; contradiction|].
    destruct (h =? u) eqn:Eu.
    + pose proof (place_in es (S i) v Hv'). lia.
    + eapply IH; eauto. Qed.

Theorem check_spells_sound p L c es : check_written p L c es = true -> spells p L (denote (high p) c) (text es).
Proof.
  unfold check_written. rewrite !andb_true_iff. intros [[H1 H2] H3].
  rewrite forallb_forall in H1, H3. pose proof (mentions_keys _ _ H2) as [HN HK].
  assert (HL : forall v, endo (mroots c) p v -> exists e, In (v, e) es /\ text es v = e).
  { intros v [Hv Hr].
    assert (X : mem v (mroots c) || mem v (map fst es) = true) by (apply H1, in_seq; lia).
    apply orb_prop in X as [X|X]; apply mem_in in X; [contradiction|].
    destruct (lookup_some _ _ X) as [e He]. exists e. split; [apply lookup_in; auto|].
    unfold text. rewrite He. auto. }
  unfold spells. cbn [denote roots]. split.
  - intros v Hv. destruct (HL v Hv) as [e [Hi ->]]. specialize (H3 _ Hi). cbn in H3.
    cbn [denote fn]. destruct (lookup v (mechs c)) as [m|]; [|discriminate].
    rewrite !andb_true_iff in H3. destruct H3 as [[Ha Hb] Hc]. split; [apply denotes_ok; auto|].
    split; auto. rewrite forallb_forall in Hc. intros u Hu. specialize (Hc u Hu).
    rewrite andb_true_iff in Hc. destruct Hc as [Hd He]. split; [apply Nat.ltb_lt; auto|apply mem_in; auto].
  - exists (place 1 es). intros u v Hv Hu. destruct (HL v Hv) as [e [Hi He]]. rewrite He in Hu.
    eapply mentions_place; eauto.
Qed.

Theorem check_written_sound p L c es : check_written p L c es = true -> written p L (denote (high p) c).
Proof. intros H. exists (text es). apply check_spells_sound; auto. Qed.

(** ** The claims about bounded classes *)
Theorem unique_written p L c hs qs es : granted p c ->
  check_unique p c hs qs && check_written p L c es = true ->
  (member p (denote (high p) c) /\ written p L (denote (high p) c)) /\
  forall N, member p N /\ written p L N -> same p (denote (high p) c) N.
Proof. intros G. rewrite andb_true_iff. intros [H1 H2]. destruct (check_unique_sound p c hs qs G H1) as [A B].
  split; [split; [auto|apply check_written_sound with es; auto]|]. intros N [HN _]. auto. Qed.

Theorem inconsistent_written p L qs : check_inconsistent p qs = true ->
  forall N, ~ (member p N /\ written p L N).
Proof. intros H N [HN _]. exact (check_inconsistent_sound p qs H N HN). Qed.

Theorem ambiguous_written p L c d v digits es fs : granted p c -> granted p d ->
  check_ambiguous p c d v digits && check_written p L c es && check_written p L d fs = true ->
  (member p (denote (high p) c) /\ written p L (denote (high p) c)) /\
  (member p (denote (high p) d) /\ written p L (denote (high p) d)) /\
  ~ same p (denote (high p) c) (denote (high p) d).
Proof. intros Gc Gd. rewrite !andb_true_iff. intros [[H1 H2] H3].
  destruct (check_ambiguous_sound p c d v digits Gc Gd H1) as [A [B C]].
  apply check_written_sound in H2, H3. auto. Qed.

Theorem experiment_written p L c d E w es fs : granted p c -> granted p d ->
  check_experiment p c d E w && check_written p L c es && check_written p L d fs = true ->
  (member p (denote (high p) c) /\ written p L (denote (high p) c)) /\
  (member p (denote (high p) d) /\ written p L (denote (high p) d)) /\
  ~ same p (denote (high p) c) (denote (high p) d) /\ separated p (denote (high p) c) (denote (high p) d) E.
Proof. intros Gc Gd. rewrite !andb_true_iff. intros [[H1 H2] H3].
  destruct (check_experiment_sound p c d E w Gc Gd H1) as [A [B C]].
  apply check_written_sound in H2, H3. auto. Qed.
