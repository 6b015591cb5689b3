(** * What the expressions of a grammar denote, by tables: all of them and nothing else

    Columns are the values of an expression at every pattern of the parents, by the size of the smallest
    expression that has them; larger expressions are made of smaller ones. *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Rules SC.Check SC.Complete SC.Members.
Import ListNotations.

(** Evaluation stops where two columns differ. *)
Fixpoint alike (a b : list nat) : bool :=
  match a, b with
  | [], [] => true
  | x :: a', y :: b' => if x =? y then alike a' b' else false
  | _, _ => false
  end.
Lemma alike_ok a : forall b, alike a b = true -> a = b.
Proof. induction a as [|x a IH]; intros [|y b] H; cbn in H; try discriminate; auto.
  destruct (Nat.eqb_spec x y); [|discriminate]. f_equal; auto. Qed.
Fixpoint term_rect' (P : term -> Prop) (HC : forall u, P (Cell u)) (HV : forall c, P (Value c))
  (HO : forall o es, Forall P es -> P (Call o es)) (e : term) : P e :=
  match e with
  | Cell u => HC u
  | Value c => HV c
  | Call o es => HO o es ((fix go l : Forall P l :=
      match l with [] => Forall_nil _ | x :: r => Forall_cons x (term_rect' P HC HV HO x) (go r) end) es)
  end.
Lemma means_depends G e s t : (forall u, In u (reads e) -> s u = t u) -> means G s e = means G t e.
Proof.
  induction e as [u|c|o es IH] using term_rect'; intros H; cbn in *.
  - rewrite H; auto.
  - auto.
  - f_equal. induction IH as [|x l Hx Hl IHl]; cbn; auto. cbn in H. f_equal.
    + apply Hx. intros u Hu. apply H, in_or_app. auto.
    + apply IHl. intros u Hu. apply H, in_or_app. auto.
Qed.

Section Closure.
Variables (G : grammar) (S : list nat) (states : list state).

Definition column (e : term) : list nat := map (fun s => means G s e) states.
Definition sized := (list nat * nat)%type.

(** Parts that are known, so many, of sizes with this sum. *)
Fixpoint parts (known : list sized) (n m : nat) : list (list (list nat)) :=
  match n with
  | 0 => if m =? 0 then [[]] else []
  | Datatypes.S n' =>
      flat_map (fun c => if snd c <=? m then map (cons (fst c)) (parts known n' (m - snd c)) else []) known
  end.
Definition columnwise (o : operator) (cs : list (list nat)) : list nat :=
  map (fun i => output (table o) (map (fun c => nth i c 0) cs)) (seq 0 (length states)).
Definition calls (known : list sized) (k : nat) : list (list nat) :=
  flat_map (fun o => flat_map (fun n => map (columnwise o) (parts known n k)) (arities o)) (operators G).
Fixpoint known_in (known : list sized) (c : list nat) : bool :=
  match known with [] => false | d :: r => if alike (fst d) c then true else known_in r c end.
Lemma known_in_ok known c : known_in known c = true -> exists j, In (c, j) known.
Proof. induction known as [|[d j] r IH]; cbn; intros H; [discriminate|]. destruct (alike d c) eqn:E.
  - apply alike_ok in E. subst. eauto.
  - destruct (IH H) as [i Hi]. eauto. Qed.
Fixpoint add (k : nat) (cs : list (list nat)) (known : list sized) : list sized :=
  match cs with
  | [] => known
  | c :: r => add k r (if known_in known c then known else (c, k) :: known)
  end.
Definition atoms : list (list nat) :=
  map (fun u => column (Cell u)) S ++ map (fun c => column (Value c)) (constants G).
Fixpoint closure (k : nat) : list sized :=
  match k with
  | 0 => []
  | Datatypes.S j => let known := closure j in
      add k ((if j =? 0 then atoms else []) ++ calls known j) known
  end.

Lemma add_grows k cs : forall known c, In c known -> In c (add k cs known).
Proof. induction cs as [|d r IH]; cbn; intros known c H; auto. apply IH.
  destruct (known_in known d); cbn; auto. Qed.
Lemma add_new k cs : forall known c, In c (add k cs known) -> In c known \/ (snd c = k /\ In (fst c) cs).
Proof. induction cs as [|d r IH]; cbn; intros known c H; auto.
  apply IH in H as [H|[H1 H2]]; auto. destruct (known_in known d); auto.
  destruct H as [<-|H]; auto. Qed.
Lemma add_all k cs : forall known c, In c cs -> exists j, In (c, j) (add k cs known) /\ (In (c, j) known \/ j = k).
Proof.
  induction cs as [|d r IH]; cbn; intros known c H; [destruct H|]. destruct H as [<-|H].
  - destruct (known_in known d) eqn:E.
    + apply known_in_ok in E as [j Hj]. exists j. split; auto using add_grows.
    + exists k. split; auto. apply add_grows. left; auto.
  - destruct (IH (if known_in known d then known else (d, k) :: known) c H) as [j [H1 H2]].
    exists j. split; auto. destruct H2 as [H2|]; auto. destruct (known_in known d); auto.
    destruct H2 as [H2|]; auto. injection H2 as <- <-. auto.
Qed.

Lemma closure_grows j k c : j <= k -> In c (closure j) -> In c (closure k).
Proof. induction 1; auto. intros H1. cbn [closure]. apply add_grows. auto. Qed.
Lemma closure_at k : forall c j, In (c, j) (closure k) -> 1 <= j <= k /\ In (c, j) (closure j).
Proof.
  induction k as [|k IH]; intros c j H; [destruct H|]. pose proof H as H'. cbn [closure] in H.
  apply add_new in H as [H|[E _]].
  - apply IH in H as [L H]. split; auto; lia.
  - cbn in E. subst j. split; auto; lia.
Qed.

Lemma parts_sound known n : forall m l, In l (parts known n m) ->
  exists js, length l = n /\ list_sum js = m /\ Forall2 (fun c j => In (c, j) known) l js.
Proof.
  induction n as [|n IH]; cbn; intros m l H.
  - destruct (Nat.eqb_spec m 0); [|destruct H]. destruct H as [<-|[]]. exists []. subst. auto.
  - apply in_flat_map in H as [[c j] [Hc H]]. cbn in H. destruct (Nat.leb_spec j m); [|destruct H].
    apply in_map_iff in H as [l' [<- H]]. apply IH in H as [js [H1 [H2 H3]]].
    exists (j :: js). split; [cbn; lia|]. split; [change (j + list_sum js = m); lia|]. constructor; auto.
Qed.
Lemma parts_complete known l js : Forall2 (fun c j => In (c, j) known) l js ->
  In l (parts known (length l) (list_sum js)).
Proof.
  induction 1 as [|c j l js Hc _ IH]; [left; auto|]. change (list_sum (j :: js)) with (j + list_sum js).
  cbn [length parts]. apply in_flat_map. exists (c, j). split; auto. cbn [fst snd].
  destruct (Nat.leb_spec j (j + list_sum js)); [|lia]. replace (j + list_sum js - j) with (list_sum js) by lia.
  apply in_map. auto.
Qed.

Lemma column_length e : length (column e) = length states.
Proof. unfold column. apply map_length. Qed.
Lemma columnwise_ok o es : columnwise (operator_at G o) (map column es) = column (Call o es).
Proof.
  unfold columnwise, column. cbn [means]. apply nth_ext with 0 0; rewrite !map_length, ?seq_length; auto.
  intros i Hi. set (f := fun i => output _ (map (fun c => nth i c 0) _)).
  rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth f), seq_nth by auto. unfold f. cbn [plus].
  rewrite (nth_indep (map _ states) 0 (output (table (operator_at G o)) (map (means G (nth i states (fun _ => 0))) es)))
    by (rewrite map_length; auto).
  rewrite nth_indep with (d' := (fun s => output (table (operator_at G o)) (map (means G s) es)) (fun _ => 0))
    by (rewrite map_length; auto).
  rewrite (map_nth (fun s => output (table (operator_at G o)) (map (means G s) es))). f_equal. rewrite map_map.
  apply map_ext. intros e.
  rewrite nth_indep with (d' := (fun s => means G s e) (fun _ => 0)) by (rewrite map_length; auto).
  apply (map_nth (fun s => means G s e)).
Qed.

Definition expressed (e : term) : Prop := proper G e = true /\ incl (reads e) S.

(** Every column is that of an expression. *)
Theorem closure_sound k : forall c j, In (c, j) (closure k) -> exists e, expressed e /\ extent e = j /\ column e = c.
Proof.
  induction k as [|k IH]; intros c j H; [destruct H|]. cbn [closure] in H. apply add_new in H as [H|[E H]]; auto.
  cbn [fst snd] in *. subst j. apply in_app_or in H as [H|H].
  - destruct (Nat.eqb_spec k 0); [subst|destruct H]. unfold atoms in H. apply in_app_or in H as [H|H];
      apply in_map_iff in H as [x [<- H]].
    + exists (Cell x). repeat split; auto. intros u [<-|[]]; auto.
    + exists (Value x). repeat split; [apply mem_in; auto | intros u []].
  - unfold calls in H. apply in_flat_map in H as [o [Ho H]]. apply in_flat_map in H as [n [Hn H]].
    apply in_map_iff in H as [l [<- H]]. apply parts_sound in H as [js [HL [HS HF]]].
    assert (X : exists es, map column es = l /\ map extent es = js /\ Forall expressed es).
    { clear HL HS. induction HF as [|c j l js Hc _ [es [E1 [E2 E3]]]]; [exists []; auto|].
      apply IH in Hc as [e [He [Hj HC]]]. exists (e :: es). cbn. rewrite E1, E2, Hj, HC. auto. }
    destruct X as [es [<- [<- HE]]].
    apply In_nth with (d := {| arities := []; table := Gives 0 [] |}) in Ho as [i [Hi <-]].
    exists (Call i es). rewrite <- columnwise_ok. cbn [extent]. rewrite HS. split; [|split; auto]. split; cbn.
    + rewrite map_length in HL. rewrite !andb_true_iff, forallb_forall. split; [split|].
      * apply Nat.ltb_lt; auto.
      * apply mem_in. rewrite HL. auto.
      * rewrite Forall_forall in HE. intros x Hx. apply HE; auto.
    + intros u Hu. apply in_flat_map in Hu as [x [Hx Hu]]. rewrite Forall_forall in HE. apply (HE x Hx). auto.
Qed.

(** Every expression has its column, under its own size or a smaller one. *)
Theorem closure_complete e : expressed e -> forall k, extent e <= k ->
  exists j, j <= extent e /\ In (column e, j) (closure k).
Proof.
  assert (F : forall k c, In c ((if k =? 0 then atoms else []) ++ calls (closure k) k) ->
              exists j, j <= Datatypes.S k /\ In (c, j) (closure (Datatypes.S k))).
  { intros k c H. destruct (add_all (Datatypes.S k) _ (closure k) c H) as [j [H1 H2]]. exists j. split; auto.
    destruct H2 as [H2|]; [|lia]. apply closure_at in H2. lia. }
  induction e as [u|c|o es IH] using term_rect'; intros [HP HI] k Hk.
  - destruct (F 0 (column (Cell u))) as [j [L H]].
    { apply in_or_app. left. apply in_or_app. left. apply (in_map (fun u => column (Cell u))). apply HI. left; auto. }
    exists j. split; auto. apply (closure_grows 1); auto.
  - destruct (F 0 (column (Value c))) as [j [L H]].
    { apply in_or_app. left. apply in_or_app. right. apply (in_map (fun c => column (Value c))).
      apply mem_in. exact HP. }
    exists j. split; auto. apply (closure_grows 1); auto.
  - cbn [proper] in HP. rewrite !andb_true_iff, forallb_forall in HP. destruct HP as [[HO HA] HP].
    cbn [extent] in *.
    assert (X : exists js, list_sum js <= list_sum (map extent es) /\
                Forall2 (fun c j => In (c, j) (closure (list_sum (map extent es)))) (map column es) js).
    { assert (Y : forall t, list_sum (map extent es) <= t -> exists js, list_sum js <= list_sum (map extent es) /\
                Forall2 (fun c j => In (c, j) (closure t)) (map column es) js).
      { clear HA Hk. cbn [reads] in HI. induction IH as [|x l Hx Hl IHl]; intros t Ht; [exists []; cbn; auto|].
        change (extent x + list_sum (map extent l) <= t) in Ht. cbn [flat_map] in HI. assert (HX : expressed x).
        { split; [apply HP; left; auto|]. intros u Hu. apply HI, in_or_app. auto. }
        destruct (Hx HX t) as [j [L H]]; [lia|]. destruct IHl with t as [js [LS HF]].
        - intros y Hy. apply HP. right; auto.
        - intros u Hu. apply HI, in_or_app. auto.
        - lia.
        - exists (j :: js). split; [|constructor; auto].
          change (j + list_sum js <= extent x + list_sum (map extent l)). lia. }
      apply Y. auto. }
    destruct X as [js [L HF]]. set (m := list_sum js) in *.
    assert (HF' : Forall2 (fun c j => In (c, j) (closure m)) (map column es) js).
    { assert (B : forall j, In j js -> j <= m).
      { unfold m. clear. induction js as [|a js IH]; [intros j []|]. intros j H.
        change (list_sum (a :: js)) with (a + list_sum js). destruct H as [->|H]; [lia|]. specialize (IH j H). lia. }
      clearbody m. clear - HF B. induction HF as [|c j l js' Hc _ IH]; constructor.
      - apply closure_at in Hc as [_ Hc]. apply (closure_grows j); auto. apply B. left; auto.
      - apply IH. intros x Hx. apply B. right; auto. }
    destruct (F m (column (Call o es))) as [j [Lj H]].
    { apply in_or_app. right. unfold calls. apply in_flat_map. exists (operator_at G o).
      apply Nat.ltb_lt in HO. split; [apply nth_In; auto|]. apply in_flat_map. exists (length es).
      split; [apply mem_in; auto|]. rewrite <- columnwise_ok. apply in_map.
      rewrite <- (map_length column es). apply parts_complete. auto. }
    exists j. split; [lia|]. apply (closure_grows (Datatypes.S m)); auto. lia.
Qed.
End Closure.

(** ** The functions of a grammar over exactly these variables, as tables *)
Fixpoint positions (own c : list nat) : option (list nat) :=
  match c with
  | [] => Some []
  | x :: r => match position own x, positions own r with Some i, Some l => Some (i :: l) | _, _ => None end
  end.
Definition patterns (high : nat -> nat) (S : list nat) : list state :=
  map (fun i => give S (unindex high S i)) (seq 0 (volume high S)).
Definition spoken (high : nat -> nat) (G : grammar) (own S : list nat) : list (list nat) :=
  flat_map (fun c => match positions own (fst c) with Some t => [t] | None => [] end)
    (closure G S (patterns high S) (biggest G)).

Lemma positions_ok own c : forall t, positions own c = Some t <-> map (position own) c = map Some t.
Proof.
  induction c as [|x r IH]; intros [|i t]; cbn; try (split; congruence).
  - destruct (position own x), (positions own r); split; congruence.
  - destruct (position own x) as [y|]; [|split; [destruct (positions own r)|]; discriminate].
    destruct (positions own r) as [l|] eqn:E; split; intros H; try discriminate.
    + injection H as -> ->. f_equal. apply IH. auto.
    + injection H as -> H. apply IH in H. congruence.
    + injection H as -> H. apply IH in H. congruence.
Qed.
Lemma spoken_length high G own S t : In t (spoken high G own S) -> length t = volume high S.
Proof.
  unfold spoken. intros H. apply in_flat_map in H as [[c j] [Hc H]]. cbn in H.
  destruct (positions own c) eqn:E; [|destruct H]. destruct H as [<-|[]]. apply positions_ok in E.
  apply closure_sound in Hc as [e [_ [_ <-]]]. apply (f_equal (@length _)) in E. rewrite !map_length in E.
  rewrite <- E. unfold column, patterns. rewrite !map_length, seq_length. auto.
Qed.
(** The tables of a grammar are the functions that its expressions denote. *)
Theorem spoken_iff high G own S t : NoDup S -> length t = volume high S ->
  (In t (spoken high G own S) <-> exists e, proper G e = true /\ extent e <= biggest G /\ incl (reads e) S /\
     forall s, valid high s -> position own (means G s e) = Some (eval high (S, t) s)).
Proof.
  intros NS HL. unfold spoken.
  assert (Q : forall e, incl (reads e) S ->
    (map (position own) (column G (patterns high S) e) = map Some t <->
     forall s, valid high s -> position own (means G s e) = Some (eval high (S, t) s))).
  { intros e HI. unfold column, patterns. rewrite !map_map. split.
    - intros E s V. assert (L : index high S s < volume high S) by (apply index_lt; auto).
      apply (f_equal (fun l => nth (index high S s) l None)) in E.
      set (f := fun i => position own (means G (give S (unindex high S i)) e)) in *.
      rewrite (nth_indep _ None (f 0)) in E by (rewrite map_length, seq_length; auto).
      rewrite (map_nth f), seq_nth in E by auto. cbn [plus] in E. unfold f in E.
      rewrite unindex_index in E by auto.
      rewrite (nth_indep _ None (Some 0)) in E by (rewrite map_length; lia). rewrite (map_nth Some) in E.
      unfold eval. cbn [fst snd]. rewrite <- E. f_equal. apply means_depends. intros u Hu. symmetry.
      apply (map_pointwise (give S (map s S)) s S); [|apply HI; auto].
      apply give_ok; auto. apply map_length.
    - intros H. apply nth_ext with None None; rewrite !map_length, ?seq_length; auto. intros i Hi.
      set (f := fun i => position own (means G (give S (unindex high S i)) e)).
      rewrite (nth_indep _ None (f 0)) by (rewrite map_length, seq_length; auto).
      rewrite (map_nth f), seq_nth by auto. cbn [plus]. unfold f. rewrite H by apply unindex_valid.
      rewrite (nth_indep _ None (Some 0)) by (rewrite map_length; lia). rewrite (map_nth Some).
      unfold eval. cbn [fst snd]. rewrite index_unindex; auto. }
  rewrite in_flat_map. split.
  - intros [[c j] [Hc H]]. cbn in H. destruct (positions own c) eqn:E; [|destruct H]. destruct H as [->|[]].
    apply positions_ok in E. pose proof (closure_at _ _ _ _ _ _ Hc) as [LB _].
    apply closure_sound in Hc as [e [[HP HI] [HX <-]]]. exists e.
    split; auto. split; [lia|]. split; auto. apply Q; auto.
  - intros [e [HP [HX [HI H]]]]. apply Q in H; auto. apply positions_ok in H.
    destruct (closure_complete G S (patterns high S) e (conj HP HI) _ HX) as [j [_ Hj]].
    exists (column G (patterns high S) e, j). split; auto. cbn. rewrite H. left; auto.
Qed.
