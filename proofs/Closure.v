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
  (HO : forall o es, Forall P es -> P (Call o es))
  (HW : forall u c a b, P a -> P b -> P (When u c a b)) (e : term) : P e :=
  match e with
  | Cell u => HC u
  | Value c => HV c
  | Call o es => HO o es ((fix go l : Forall P l :=
      match l with [] => Forall_nil _ | x :: r => Forall_cons x (term_rect' P HC HV HO HW x) (go r) end) es)
  | When u c a b => HW u c a b (term_rect' P HC HV HO HW a) (term_rect' P HC HV HO HW b)
  end.
Lemma means_depends G e s t : (forall u, In u (reads e) -> s u = t u) -> means G s e = means G t e.
Proof.
  induction e as [u|c|o es IH|u c a b IHa IHb] using term_rect'; intros H; cbn in *.
  - rewrite H; auto.
  - auto.
  - f_equal. induction IH as [|x l Hx Hl IHl]; cbn; auto. cbn in H. f_equal.
    + apply Hx. intros u Hu. apply H, in_or_app. auto.
    + apply IHl. intros u Hu. apply H, in_or_app. auto.
  - rewrite H by auto. rewrite IHa, IHb by (intros x Hx; apply H; right; apply in_or_app; auto). auto.
Qed.

Lemma two_of {A B} (R : A -> B -> Prop) l x y : Forall2 R l [x; y] -> exists a b, l = [a; b] /\ R a x /\ R b y.
Proof. intros H. inversion H as [|a ? r ? Ha H']; subst. inversion H' as [|b ? r' ? Hb H'']; subst.
  inversion H''; subst. exists a, b. auto. Qed.

Section Closure.
Variables (G : grammar) (S : list nat) (states : list state).

Definition column (e : term) : list nat := map (fun s => means G s e) states.

(** Depth is kept where it is bounded; what is too deep is dropped. *)
Definition level (ds : list nat) : nat := match deepest G with None => 0 | Some _ => Datatypes.S (list_max ds) end.
Definition too_deep (q : nat) : bool := match deepest G with None => false | Some d => d <? q end.
Definition rank (e : term) : nat := match deepest G with None => 0 | Some _ => depth e end.
Lemma rank_call o es : rank (Call o es) = level (map rank es).
Proof. unfold rank, level. destruct (deepest G); auto. Qed.
Lemma rank_when u c a b : rank (When u c a b) = level [rank a; rank b].
Proof. unfold rank, level. destruct (deepest G); auto. Qed.
Lemma rank_atom e : depth e = 1 -> rank e = level [].
Proof. unfold rank, level. destruct (deepest G); auto. Qed.
Lemma level_le ds es : Forall2 le ds es -> level ds <= level es.
Proof. intros H. unfold level. destruct (deepest G); auto. apply le_n_S. unfold list_max.
  induction H; cbn [fold_right]; lia. Qed.
Lemma less_deep q r : q <= r -> too_deep r = false -> too_deep q = false.
Proof. unfold too_deep. destruct (deepest G); auto. rewrite !Nat.ltb_ge. lia. Qed.
Lemma parts_less_deep ds x : In x ds -> too_deep (level ds) = false -> too_deep x = false.
Proof. intros H. unfold too_deep, level. destruct (deepest G); auto. rewrite !Nat.ltb_ge. intros L.
  assert (M : list_max ds <= list_max ds) by lia. apply list_max_le in M. rewrite Forall_forall in M.
  specialize (M x H). lia. Qed.

(** A column with the size of an expression that has it, and its depth. *)
Definition sized := (list nat * (nat * nat))%type.
Definition size (x : sized) : nat := fst (snd x).
Definition strip (x : sized) : list nat * nat := (fst x, snd (snd x)).

(** Parts that are known, so many, of sizes with this sum. *)
Fixpoint parts (known : list sized) (n m : nat) : list (list (list nat * nat)) :=
  match n with
  | 0 => if m =? 0 then [[]] else []
  | Datatypes.S n' =>
      flat_map (fun x => if size x <=? m then map (cons (strip x)) (parts known n' (m - size x)) else []) known
  end.
Definition columnwise (o : operator) (cs : list (list nat)) : list nat :=
  map (fun i => output (table o) (map (fun c => nth i c 0) cs)) (seq 0 (length states)).
Definition made (o : operator) (l : list (list nat * nat)) : list nat :=
  map (fun i => output (table o) (map (fun c => nth i (fst c) 0) l)) (seq 0 (length states)).
Lemma made_ok o l : made o l = columnwise o (map fst l).
Proof. apply map_ext. intros i. rewrite map_map. auto. Qed.
Definition level_of (l : list (list nat * nat)) : nat :=
  match deepest G with None => 0 | Some _ => Datatypes.S (list_max (map snd l)) end.
Definition calls (known : list sized) (k : nat) : list (list nat * nat) :=
  flat_map (fun o => flat_map (fun n =>
    map (fun l => (made o l, level_of l)) (parts known n k)) (arities o)) (operators G).
Definition chosen (u c : nat) (a b : list nat) : list nat :=
  map (fun x => if fst x =? c then fst (snd x) else snd (snd x)) (combine (column (Cell u)) (combine a b)).
Definition matches (known : list sized) (k : nat) : list (list nat * nat) :=
  if matching G then
    flat_map (fun u => flat_map (fun c =>
      map (fun l => (chosen u c (fst (nth 0 l ([], 0))) (fst (nth 1 l ([], 0))), level (map snd l))) (parts known 2 k))
      (nth u (values G) [])) S
  else [].
Fixpoint known_in (known : list sized) (c : list nat) (q : nat) : bool :=
  match known with
  | [] => false
  | d :: r => if alike (fst d) c then if snd (snd d) <=? q then true else known_in r c q else known_in r c q
  end.
Lemma known_in_ok known c q : known_in known c q = true -> exists j q', q' <= q /\ In (c, (j, q')) known.
Proof. induction known as [|[d [j q']] r IH]; cbn; intros H; [discriminate|].
  destruct (alike d c) eqn:E; [destruct (Nat.leb_spec q' q) as [L|L]|].
  - apply alike_ok in E. subst. exists j, q'. auto.
  - destruct (IH H) as [i [p [Hp Hi]]]. exists i, p. auto.
  - destruct (IH H) as [i [p [Hp Hi]]]. exists i, p. auto. Qed.
Fixpoint add (k : nat) (cs : list (list nat * nat)) (known : list sized) : list sized :=
  match cs with
  | [] => known
  | c :: r => add k r (if too_deep (snd c) then known
                       else if known_in known (fst c) (snd c) then known else (fst c, (k, snd c)) :: known)
  end.
Definition atoms : list (list nat * nat) :=
  map (fun u => (column (Cell u), level [])) S ++ map (fun c => (column (Value c), level [])) (constants G).
Definition news (known : list sized) (k : nat) : list (list nat * nat) :=
  (if k =? 0 then atoms else []) ++ calls known k ++
  match k with Datatypes.S (Datatypes.S m) => matches known m | _ => [] end.
Fixpoint closure (k : nat) : list sized :=
  match k with
  | 0 => []
  | Datatypes.S j => let known := closure j in add k (news known j) known
  end.

Lemma add_grows k cs : forall known x, In x known -> In x (add k cs known).
Proof. induction cs as [|d r IH]; cbn; intros known x H; auto. apply IH. destruct (too_deep _); auto.
  destruct (known_in _ _ _); cbn; auto. Qed.
Lemma add_new k cs : forall known x, In x (add k cs known) ->
  In x known \/ (size x = k /\ In (strip x) cs /\ too_deep (snd (snd x)) = false).
Proof. induction cs as [|[d q] r IH]; cbn; intros known x H; auto.
  apply IH in H as [H|[H1 [H2 H3]]]; auto. destruct (too_deep q) eqn:E; auto. destruct (known_in known d q); auto.
  destruct H as [<-|H]; cbn; auto. Qed.
Lemma add_all k cs : forall known c q, In (c, q) cs -> too_deep q = false ->
  exists j q', q' <= q /\ In (c, (j, q')) (add k cs known) /\ (In (c, (j, q')) known \/ j = k).
Proof.
  induction cs as [|d r IH]; cbn [add]; intros known c q H T; [destruct H|]. destruct H as [->|H].
  - cbn [fst snd]. rewrite T. destruct (known_in known c q) eqn:E.
    + apply known_in_ok in E as [j [q' [L Hj]]]. exists j, q'. split; auto. split; auto using add_grows.
    + exists k, q. split; auto. split; auto. apply add_grows. left; auto.
  - match goal with |- context [add k r ?K] => set (known' := K) end.
    destruct (IH known' c q H T) as [j [q' [L [H1 H2]]]].
    exists j, q'. split; auto. split; auto. destruct H2 as [H2|]; auto. unfold known' in H2.
    destruct (too_deep (snd d)); auto. destruct (known_in known (fst d) (snd d)); auto.
    destruct H2 as [H2|]; auto. injection H2 as _ -> _. auto.
Qed.

Lemma closure_grows j k x : j <= k -> In x (closure j) -> In x (closure k).
Proof. induction 1; auto. intros H1. cbn [closure]. apply add_grows. auto. Qed.
Lemma closure_at k : forall x, In x (closure k) ->
  1 <= size x <= k /\ In x (closure (size x)) /\ too_deep (snd (snd x)) = false.
Proof.
  induction k as [|k IH]; intros x H; [destruct H|]. pose proof H as H'. cbn [closure] in H.
  apply add_new in H as [H|[E [_ T]]].
  - apply IH in H as [L H]. split; auto; lia.
  - rewrite E. split; [lia|]. split; auto.
Qed.

Lemma parts_sound known n : forall m l, In l (parts known n m) ->
  exists xs, l = map strip xs /\ length xs = n /\ list_sum (map size xs) = m /\ Forall (fun x => In x known) xs.
Proof.
  induction n as [|n IH]; cbn [parts]; intros m l H.
  - destruct (Nat.eqb_spec m 0); [|destruct H]. destruct H as [<-|[]]. exists []. subst. cbn. auto.
  - apply in_flat_map in H as [x [Hx H]]. destruct (Nat.leb_spec (size x) m); [|destruct H].
    apply in_map_iff in H as [l' [<- H]]. apply IH in H as [xs [-> [H2 [H3 H4]]]].
    exists (x :: xs). split; auto. split; [cbn; lia|]. split; [|constructor; auto].
    change (size x + list_sum (map size xs) = m). lia.
Qed.
Lemma parts_complete known xs : Forall (fun x => In x known) xs ->
  In (map strip xs) (parts known (length xs) (list_sum (map size xs))).
Proof.
  induction 1 as [|x xs Hx _ IH]; [left; auto|].
  change (list_sum (map size (x :: xs))) with (size x + list_sum (map size xs)).
  cbn [length parts map]. apply in_flat_map. exists x. split; auto.
  destruct (Nat.leb_spec (size x) (size x + list_sum (map size xs))); [|lia].
  replace (size x + list_sum (map size xs) - size x) with (list_sum (map size xs)) by lia. apply in_map. auto.
Qed.

Lemma columnwise_ok o es : columnwise (operator_at G o) (map column es) = column (Call o es).
Proof.
  unfold columnwise, column. cbn [means]. apply nth_ext with 0 0; rewrite !map_length, ?seq_length; auto.
  intros i Hi. set (f := fun i => output _ (map (fun c => nth i c 0) _)).
  rewrite (nth_indep _ 0 (f 0)) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth f), seq_nth by auto. unfold f. cbn [plus].
  set (g := fun s => output (table (operator_at G o)) (map (means G s) es)).
  rewrite (nth_indep (map g states) 0 (g (fun _ => 0))) by (rewrite map_length; auto).
  rewrite (map_nth g). unfold g. f_equal. rewrite map_map.
  apply map_ext. intros e.
  rewrite nth_indep with (d' := (fun s => means G s e) (fun _ => 0)) by (rewrite map_length; auto).
  apply (map_nth (fun s => means G s e)).
Qed.
Lemma chosen_ok u c a b : chosen u c (column a) (column b) = column (When u c a b).
Proof. unfold chosen, column. cbn [means]. induction states as [|s l IH]; cbn [map combine]; auto.
  rewrite IH. reflexivity. Qed.

Definition expressed (e : term) : Prop := proper G e = true /\ incl (reads e) S.
Definition shown (e : term) (x : sized) : Prop :=
  expressed e /\ extent e = size x /\ rank e = snd (snd x) /\ column e = fst x.

(** Every column is that of an expression. *)
Theorem closure_sound k : forall x, In x (closure k) -> exists e, shown e x.
Proof.
  induction k as [|k IH]; intros x H; [destruct H|]. cbn [closure] in H. apply add_new in H as [H|[E [H _]]]; auto.
  assert (X : forall xs, Forall (fun x => In x (closure k)) xs -> exists es, Forall2 shown es xs).
  { clear - IH. induction 1 as [|y ys Hy _ [es He]]; [exists []; auto|].
    apply IH in Hy as [e Hy]. exists (e :: es). auto. }
  destruct x as [c [j q]]. cbn [size strip fst snd] in *. subst j. unfold news in H.
  apply in_app_or in H as [H|H]; [|apply in_app_or in H as [H|H]].
  - destruct (Nat.eqb_spec k 0); [subst|destruct H]. unfold atoms in H. apply in_app_or in H as [H|H];
      apply in_map_iff in H as [y [HE H]]; injection HE as <- <-.
    + exists (Cell y). split; [split; auto; intros u [<-|[]]; auto|]. split; auto.
    + exists (Value y). split; [split; [apply mem_in; auto | intros u []]|]. split; auto.
  - unfold calls in H. apply in_flat_map in H as [o [Ho H]]. apply in_flat_map in H as [n [Hn H]].
    apply in_map_iff in H as [l [HE H]]. rewrite made_ok in HE. injection HE as <- <-.
    apply parts_sound in H as [xs [-> [HL [HS HF]]]]. destruct (X xs HF) as [es HX].
    assert (E : map column es = map fst (map strip xs) /\ map extent es = map size xs /\
                map rank es = map snd (map strip xs) /\ Forall expressed es /\ length es = n).
    { subst n. clear - HX. induction HX as [|e x es xs [H1 [H2 [H3 H4]]] _ [I1 [I2 [I3 [I4 I5]]]]]; cbn; auto.
      rewrite H2, H3, H4, I1, I2, I3, I5. repeat (split; [reflexivity|]). split; auto. }
    destruct E as [E1 [E2 [E3 [HE EL]]]].
    apply In_nth with (d := {| arities := []; table := Gives 0 [] |}) in Ho as [i [Hi <-]].
    exists (Call i es). split; [|split; [|split]].
    + split; cbn.
      * rewrite !andb_true_iff, forallb_forall. split; [split|].
        -- apply Nat.ltb_lt; auto.
        -- apply mem_in. rewrite EL. auto.
        -- rewrite Forall_forall in HE. intros y Hy. apply HE; auto.
      * intros u Hu. apply in_flat_map in Hu as [y [Hy Hu]]. rewrite Forall_forall in HE. apply (HE y Hy). auto.
    + cbn [extent size fst snd]. rewrite E2, HS. auto.
    + rewrite rank_call, E3. auto.
    + cbn [fst]. rewrite <- columnwise_ok, E1. auto.
  - destruct k as [|[|m]]; try destruct H. unfold matches in H. destruct (matching G) eqn:EG; [|destruct H].
    apply in_flat_map in H as [u [Hu H]]. apply in_flat_map in H as [v [Hv H]].
    apply in_map_iff in H as [l [HE H]]. injection HE as <- <-. apply parts_sound in H as [xs [-> [HL [HS HF]]]].
    destruct xs as [|x [|y [|]]]; try discriminate. destruct (X [x; y] HF) as [es HX].
    apply two_of in HX as [a [b [-> [A B]]]].
    destruct A as [[A1 A2] [A3 [A4 A5]]], B as [[B1 B2] [B3 [B4 B5]]].
    exists (When u v a b). split; [|split; [|split]].
    + split; cbn.
      * rewrite EG, A1, B1, (proj2 (mem_in _ _) Hv). auto.
      * intros w [<-|Hw]; auto. apply in_app_or in Hw as [Hw|Hw]; auto.
    + cbn [extent size fst snd]. rewrite A3, B3. cbn in HS. unfold size in *. lia.
    + rewrite rank_when, A4, B4. auto.
    + cbn [map nth strip fst]. rewrite <- A5, <- B5. symmetry. apply chosen_ok.
Qed.

(** Every expression that is not too deep has its column, under its own size and depth or smaller ones. *)
Theorem closure_complete e : expressed e -> too_deep (rank e) = false -> forall k, extent e <= k ->
  exists j q, j <= extent e /\ q <= rank e /\ In (column e, (j, q)) (closure k).
Proof.
  assert (F : forall k c q, In (c, q) (news (closure k) k) -> too_deep q = false ->
    exists j q', j <= Datatypes.S k /\ q' <= q /\ In (c, (j, q')) (closure (Datatypes.S k))).
  { intros k c q H T. destruct (add_all (Datatypes.S k) _ (closure k) c q H T) as [j [q' [L [H1 H2]]]].
    exists j, q'. split; [|auto]. destruct H2 as [H2|]; [|lia].
    apply closure_at in H2 as [H2 _]. unfold size in H2. cbn in H2. lia. }
  (* parts that are found, with smaller sizes and depths, from the parts themselves *)
  assert (P : forall es, Forall (fun x => expressed x -> too_deep (rank x) = false -> forall k, extent x <= k ->
      exists j q, j <= extent x /\ q <= rank x /\ In (column x, (j, q)) (closure k)) es ->
    Forall expressed es -> (forall x, In x es -> too_deep (rank x) = false) ->
    exists xs, map fst xs = map column es /\ list_sum (map size xs) <= list_sum (map extent es) /\
      Forall2 le (map snd (map strip xs)) (map rank es) /\
      Forall (fun x => In x (closure (list_sum (map size xs)))) xs).
  { intros es IH HE HT.
    assert (Y : forall t, list_sum (map extent es) <= t -> exists xs, map fst xs = map column es /\
      list_sum (map size xs) <= list_sum (map extent es) /\ Forall2 le (map snd (map strip xs)) (map rank es) /\
      Forall (fun x => In x (closure t)) xs).
    { induction IH as [|x l Hx Hl IHl]; intros t Ht; [exists []; cbn; auto|]. inversion HE as [|? ? E1 E2]; subst.
      change (extent x + list_sum (map extent l) <= t) in Ht.
      destruct (Hx E1 (HT x (or_introl eq_refl)) t) as [j [q [L [Q H]]]]; [lia|].
      destruct (IHl E2 (fun y Hy => HT y (or_intror Hy)) t) as [xs [M1 [M2 [M3 M4]]]]; [lia|].
      exists ((column x, (j, q)) :: xs). cbn [map fst]. rewrite M1. split; auto.
      split; [|split; constructor; auto].
      change (j + list_sum (map size xs) <= extent x + list_sum (map extent l)). lia. }
    destruct (Y _ (le_n _)) as [xs [M1 [M2 [M3 M4]]]]. exists xs. split; auto. split; auto. split; auto.
    assert (B : forall x, In x xs -> size x <= list_sum (map size xs)).
    { clear. induction xs as [|a xs IH]; intros x []; change (list_sum (map size (a :: xs))) with
        (size a + list_sum (map size xs)); [subst; lia|]. specialize (IH x H). lia. }
    rewrite Forall_forall in *. intros x Hx. pose proof (M4 x Hx) as H. apply closure_at in H as [_ [H _]].
    apply (closure_grows (size x)); auto. }
  induction e as [u|c|o es IH|u c a b IHa IHb] using term_rect'; intros [HP HI] HT k Hk.
  - destruct (F 0 (column (Cell u)) (level [])) as [j [q [L [Q H]]]].
    { apply in_or_app. left. apply in_or_app. left. apply (in_map (fun u => (column (Cell u), level []))).
      apply HI. left; auto. }
    { rewrite <- (rank_atom (Cell u)); auto. }
    exists j, q. rewrite rank_atom by auto. split; auto. split; auto. apply (closure_grows 1); auto.
  - destruct (F 0 (column (Value c)) (level [])) as [j [q [L [Q H]]]].
    { apply in_or_app. left. apply in_or_app. right. apply (in_map (fun c => (column (Value c), level []))).
      apply mem_in. exact HP. }
    { rewrite <- (rank_atom (Value c)); auto. }
    exists j, q. rewrite rank_atom by auto. split; auto. split; auto. apply (closure_grows 1); auto.
  - cbn [proper] in HP. rewrite !andb_true_iff, forallb_forall in HP. destruct HP as [[HO HA] HP].
    cbn [extent] in *. rewrite rank_call in *.
    destruct (P es) as [xs [M1 [M2 [M3 M4]]]]; auto.
    { apply Forall_forall. intros x Hx. split; auto. intros w Hw. apply HI. cbn. apply in_flat_map. eauto. }
    { intros x Hx. apply (parts_less_deep (map rank es)); auto. apply in_map. auto. }
    set (m := list_sum (map size xs)) in *. pose proof (level_le _ _ M3) as LQ.
    destruct (F m (column (Call o es)) (level (map snd (map strip xs)))) as [j [q [L [Q H]]]].
    { apply in_or_app. right. apply in_or_app. left. unfold calls. apply in_flat_map. exists (operator_at G o).
      apply Nat.ltb_lt in HO. split; [apply nth_In; auto|]. apply in_flat_map. exists (length es).
      split; [apply mem_in; auto|]. apply in_map_iff. exists (map strip xs). split.
      - rewrite made_ok. change (level_of (map strip xs)) with (level (map snd (map strip xs))).
        f_equal. rewrite <- columnwise_ok, <- M1, map_map. auto.
      - rewrite <- (map_length column es), <- M1, map_length. apply parts_complete. auto. }
    { apply (less_deep _ _ LQ). auto. }
    exists j, q. split; [lia|]. split; [lia|]. apply (closure_grows (Datatypes.S m)); auto. lia.
  - cbn [proper] in HP. rewrite !andb_true_iff in HP. destruct HP as [[[HG HC] Pa] Pb].
    cbn [extent reads] in *. rewrite rank_when in *.
    destruct (P [a; b]) as [xs [M1 [M2 [M3 M4]]]].
    { repeat constructor; auto. }
    { repeat constructor; auto; intros w Hw; apply HI; right; apply in_or_app; auto. }
    { intros x Hx. apply (parts_less_deep [rank a; rank b]); auto. apply (in_map rank [a; b]). auto. }
    destruct xs as [|x [|y [|]]]; try discriminate. set (m := list_sum (map size [x; y])) in *.
    pose proof (level_le _ _ M3) as LQ.
    destruct (F (2 + m) (column (When u c a b)) (level (map snd (map strip [x; y])))) as [j [q [L [Q H]]]].
    { apply in_or_app. right. apply in_or_app. right. cbn [plus]. unfold matches. rewrite HG.
      apply in_flat_map. exists u. split; [apply HI; left; auto|]. apply in_flat_map. exists c.
      split; [apply mem_in; auto|]. apply in_map_iff. exists (map strip [x; y]). split.
      - f_equal. injection M1 as E1 E2. cbn [map nth strip fst]. rewrite E1, E2. apply chosen_ok.
      - apply (parts_complete _ [x; y]). apply Forall_forall. intros z Hz. rewrite Forall_forall in M4.
        apply (closure_grows m); auto. }
    { apply (less_deep _ _ LQ). auto. }
    exists j, q. change (list_sum (map extent [a; b])) with (extent a + (extent b + 0)) in M2.
    split; [lia|]. split; [exact (Nat.le_trans _ _ _ Q LQ)|]. apply (closure_grows (3 + m)); auto. lia.
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
  apply closure_sound in Hc as [e [_ [_ [_ HC]]]]. cbn [fst] in HC. subst c.
  apply (f_equal (@length _)) in E. rewrite !map_length in E.
  rewrite <- E. unfold column, patterns. rewrite !map_length, seq_length. auto.
Qed.
(** The tables of a grammar are the functions that its expressions denote. *)
Theorem spoken_iff high G own S t : NoDup S -> length t = volume high S ->
  (In t (spoken high G own S) <-> exists e, proper G e = true /\ small G e /\ incl (reads e) S /\
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
    apply positions_ok in E. pose proof (closure_at _ _ _ _ _ Hc) as [LB [_ LD]].
    apply closure_sound in Hc as [e [[HP HI] [HX [HR HC]]]]. cbn [fst snd] in *. subst c. exists e.
    split; auto. split; [split; [lia|]|].
    + unfold rank, too_deep in *. destruct (deepest G) as [d|]; auto. rewrite HR. apply Nat.ltb_ge. auto.
    + split; auto. apply Q; auto.
  - intros [e [HP [HX [HI H]]]]. apply Q in H; auto. apply positions_ok in H.
    destruct HX as [HX HD]. assert (HT : too_deep G (rank G e) = false).
    { unfold rank, too_deep. destruct (deepest G); auto. apply Nat.ltb_ge. auto. }
    destruct (closure_complete G S (patterns high S) e (conj HP HI) HT _ HX) as [j [q [_ [_ Hj]]]].
    exists (column G (patterns high S) e, (j, q)). split; auto. cbn. rewrite H. left; auto.
Qed.
