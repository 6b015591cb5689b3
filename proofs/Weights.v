(** * The weights without listing functions

    In the class of all functions: how many functions of [v] have exactly the parents [S] and agree with the rows. *)
Require Import List Arith Bool Lia ZArith Permutation.
Require Import SC.Scm SC.Setting SC.Check SC.Exchange SC.Complete SC.Acyclic SC.Table SC.Members SC.Classes.
Import ListNotations.

Lemma sum_flat_map {A B} (g : A -> list B) l (f : B -> Z) : sum (flat_map g l) f = sum l (fun a => sum (g a) f).
Proof. induction l; cbn; auto. rewrite sum_app, IHl. auto. Qed.
Lemma sum_const {A} (l : list A) (z : Z) : sum l (fun _ => z) = (Z.of_nat (length l) * z)%Z.
Proof. induction l; cbn [sum length]; [lia|]. rewrite IHl. lia. Qed.
Lemma sum_sides S : forall f : list nat -> Z, sum (splits S) (fun q => f (fst q)) = sum (splits S) (fun q => f (snd q)).
Proof. induction S as [|v S IH]; intros f; cbn [splits]; auto. rewrite !sum_app, !sum_map. cbn [fst snd].
  rewrite (IH f), (IH (fun s => f (v :: s))). lia. Qed.
Lemma sum_length {A} (l : list A) : sum l (fun _ => 1%Z) = Z.of_nat (length l).
Proof. rewrite sum_const. lia. Qed.
Lemma filter_all {A} (f : A -> bool) l : (forall x, In x l -> f x = true) -> filter f l = l.
Proof. induction l; cbn; intros H; auto. rewrite H by auto. f_equal. auto. Qed.
Lemma ordpairs_nodup {A} (l : list A) : NoDup l -> ForallOrdPairs (fun x y => x <> y) l.
Proof. induction 1; constructor; auto. apply Forall_forall. intros y Hy ->. auto. Qed.

Definition tables p v S := lists (high p v) (volume (high p) S).
Definition exact_in (p : problem) (K : class p) v S : Z :=
  Z.of_nat (length (filter (fun t => check_mech p v (S, t) && ok K v (S, t)) (tables p v S))).
Definition exact (p : problem) v S : Z := Z.of_nat (length (filter (fun t => check_mech p v (S, t)) (tables p v S))).
Definition psets p v := filter (fun S => length S <=? bound p) (map fst (splits (adm p v))).
Definition inside_set (R U S : list nat) : bool := forallb (fun u => mem u U || mem u R) S.

(** The weights from a table of parent sets, as in the kernel. *)
Theorem ways_exact p K R U v : ways mech fst (options p K) R U v =
  sum (psets p v) (fun S => if inside_set R U S then exact_in p K v S else 0)%Z.
Proof.
  unfold ways, options. rewrite sum_flat_map. apply sum_ext. intros S _. rewrite sum_map.
  transitivity (sum (filter (fun t => check_mech p v (S, t) && ok K v (S, t)) (tables p v S))
    (fun _ => b2z (inside_set R U S))).
  { apply sum_ext. intros t _. reflexivity. }
  rewrite sum_const. unfold exact_in. destruct (inside_set R U S); cbn [b2z]; lia.
Qed.

(** ** All functions on [S] that agree with the rows *)
Definition fitting p v S := filter (fun t => fits p v (S, t)) (tables p v S).
Definition narrowed (p : problem) (S : list nat) : problem :=
  {| size := size p; high := high p; bound := length S; adm := fun _ => S; allowed := fun _ _ => True;
     rootsets := rootsets p; train := train p |}.

Lemma tabulate high f S : NoDup S -> depends high f S -> forall s, valid high s ->
  f s = eval high (S, map (fun i => f (give S (unindex high S i))) (seq 0 (volume high S))) s.
Proof.
  intros NT DS s V. unfold eval. cbn [fst snd]. pose proof (index_lt high s S V) as Hi.
  rewrite (nth_indep _ 0 (f (give S (unindex high S 0)))) by (rewrite map_length, seq_length; auto).
  rewrite (map_nth (fun i => f (give S (unindex high S i)))), seq_nth by auto. cbn [plus].
  apply DS; auto using unindex_valid. intros u Hu. rewrite unindex_index; auto.
  pose proof (give_ok S (map s S) NT (map_length _ _)) as G. symmetry. exact (map_pointwise _ _ _ G u Hu).
Qed.

Section Fit.
Variables (p : problem) (v : nat) (S : list nat).
Hypotheses (SA : sane p) (Hv : v < size p) (NS : NoDup S) (HS : forall u, In u S -> u < size p).
Let q := narrowed p S.
Let K := all_functions q (fun _ _ => I).

Lemma fits_agrees m : fits p v m = true <-> agrees p (eval (high p) m) v.
Proof. unfold fits, agrees. rewrite forallb_forall. split.
  - intros H r Hr Ht. specialize (H r Hr). apply mem_out in Ht. rewrite Ht in H. apply Nat.eqb_eq in H. auto.
  - intros H r Hr. destruct (mem v (targets r)) eqn:E; auto. apply mem_out in E. rewrite (H r Hr E).
    apply Nat.eqb_refl. Qed.

Lemma fitting_in t : In t (fitting p v S) <->
  length t = volume (high p) S /\ (forall y, In y t -> y <= high p v) /\ agrees p (eval (high p) (S, t)) v.
Proof. unfold fitting, tables. rewrite filter_In, lists_in, fits_agrees. tauto. Qed.

Lemma eval_bound t : (forall y, In y t -> y <= high p v) -> forall s, eval (high p) (S, t) s <= high p v.
Proof. intros H s. unfold eval. cbn [fst snd].
  destruct (nth_in_or_default (index (high p) S s) t 0) as [I| ->]; [auto|lia]. Qed.

Lemma fitting_length : length (options q K v) = length (fitting p v S).
Proof.
  apply Nat.le_antisymm.
  - apply (match_length eq (fun m t => In m (options q K v) /\
      forall s, valid (high p) s -> eval (high p) m s = eval (high p) (S, t) s)).
    + intros m m' t [I E] [I' E']. apply options_distinct with q K v; auto.
      intros s V. cbn [q narrowed high] in *. rewrite E, E'; auto.
    + apply ordpairs_nodup, options_nodup. exact NS.
    + intros m Hm. pose proof Hm as Hm'. apply options_ok in Hm as [HSub [_ [HC _]]].
      apply check_mech_ok in HC as [_ [_ [_ [_ [HA HB]]]]]. cbn [q narrowed high adm] in *.
      assert (HD : depends (high p) (eval (high p) m) S).
      { eapply depends_incl; [apply eval_depends|]. intros u Hu. exact (sub_in _ _ HSub u Hu). }
      pose proof (tabulate (high p) _ S NS HD) as T.
      exists (map (fun i => eval (high p) m (give S (unindex (high p) S i))) (seq 0 (volume (high p) S))).
      split; [|split; auto]. apply fitting_in. split; [rewrite map_length, seq_length; auto|]. split.
      * intros y Hy. apply in_map_iff in Hy as [i [<- _]]. apply HB.
      * intros r Hr Ht. rewrite <- T by (apply SA; auto). apply HA; auto.
  - apply (match_length eq (fun t m => In t (fitting p v S) /\
      forall s, valid (high p) s -> eval (high p) m s = eval (high p) (S, t) s)).
    + intros t t' m [I E] [I' E']. apply fitting_in in I as [L _]. apply fitting_in in I' as [L' _].
      apply nth_ext with 0 0; [congruence|]. intros i Hi. rewrite L in Hi.
      pose proof (unindex_valid (high p) S i) as V. specialize (E _ V). specialize (E' _ V).
      rewrite E in E'. unfold eval in E'. cbn [fst snd] in E'. rewrite index_unindex in E'; auto.
    + apply ordpairs_nodup. apply NoDup_filter, lists_nodup.
    + intros t Ht. pose proof Ht as Ht'. apply fitting_in in Ht as [HL [HB HA]].
      destruct (parents_exist (high p) (eval (high p) (S, t)) S []) as [T [HT [TI TL]]];
        try rewrite app_nil_r in *; auto.
      { exact (eval_depends (high p) (S, t)). } { intros u []. }
      destruct (options_complete q K v (eval (high p) (S, t)) T SA NS Hv HT TL
        (fun u Hu => conj (HS u (TI u Hu)) (TI u Hu)) HA (fun s _ => eval_bound t HB s) I) as [m [Hm E]].
      exists m. split; auto. split; auto. intros s V. symmetry. apply E. auto.
Qed.

(** Every function on [S] has exactly one set of parents within [S]. *)
Theorem fitting_sum : length S <= bound p -> incl S (adm p v) ->
  sum (splits S) (fun s => exact p v (fst s)) = Z.of_nat (length (fitting p v S)).
Proof.
  intros HB HA. rewrite <- fitting_length, <- sum_length. unfold options. rewrite sum_flat_map.
  assert (E : filter (fun T => length T <=? bound q) (map fst (splits (adm q v))) = map fst (splits S)).
  { cbn [q narrowed bound adm]. apply filter_all. intros T HT. apply in_map_iff in HT as [w [<- Hw]].
    apply Nat.leb_le. apply splits_sub in Hw as [Hw _]. clear - Hw. induction Hw; cbn; lia. }
  rewrite E, sum_map. apply sum_ext. intros w Hw. rewrite sum_map, sum_length. unfold exact. f_equal. f_equal.
  apply filter_ext. intros t. cbn [K all_functions ok]. rewrite andb_true_r.
  apply splits_sub in Hw as [Hw _]. unfold check_mech. cbn [q narrowed size bound adm high fst snd].
  assert (L : length (fst w) <= length S) by (clear - Hw; induction Hw; cbn; lia).
  assert (E1 : (length (fst w) <=? bound p) = true) by (apply Nat.leb_le; lia).
  assert (E2 : (length (fst w) <=? length S) = true) by (apply Nat.leb_le; lia).
  rewrite E1, E2. f_equal. f_equal. f_equal.
  assert (G : forall l, incl l S ->
     forallb (fun u => (u <? size p) && mem u (adm p v) && essential (high p) (fst w, t) u) l =
     forallb (fun u => (u <? size p) && mem u S && essential (high p) (fst w, t) u) l).
  { induction l as [|u l IH]; intros HI; cbn [forallb]; auto. rewrite IH by (intros x Hx; apply HI; right; auto).
    assert (U : In u S) by (apply HI; left; auto).
    rewrite (proj2 (mem_in u S) U), (proj2 (mem_in u (adm p v)) (HA u U)). auto. }
  apply G. intros u Hu. exact (sub_in _ _ Hw u Hu).
Qed.
End Fit.

(** ** The number of fitting tables is a product over the cells of the table *)
Definition free_values (h : nat) (cs : list (nat * nat)) (i : nat) : nat :=
  length (filter (fun a => forallb (fun c => negb (fst c =? i) || (snd c =? a)) cs) (seq 0 (S h))).
Lemma filter_length_flat {A B} (f : B -> bool) (g : A -> list B) l (z : Z) (P : A -> bool) :
  (forall a, In a l -> sum (g a) (fun b => b2z (f b)) = (b2z (P a) * z)%Z) ->
  sum (flat_map g l) (fun b => b2z (f b)) = (sum l (fun a => b2z (P a)) * z)%Z.
Proof. intros H. rewrite sum_flat_map, <- sum_scale_r. apply sum_ext. auto. Qed.
Definition meets (cs : list (nat * nat)) (t : list nat) : bool := forallb (fun c => nth (fst c) t 0 =? snd c) cs.
Definition shift (cs : list (nat * nat)) : list (nat * nat) :=
  flat_map (fun c => match fst c with 0 => [] | S j => [(j, snd c)] end) cs.
Lemma meets_cons cs a t : meets cs (a :: t) =
  forallb (fun c => negb (fst c =? 0) || (snd c =? a)) cs && meets (shift cs) t.
Proof. unfold meets, shift. induction cs as [|[i y] cs IH]; auto. cbn [forallb flat_map fst snd]. rewrite IH.
  destruct i as [|i]; cbn [nth fst snd Nat.eqb negb orb app forallb].
  - rewrite (Nat.eqb_sym a y). rewrite andb_assoc. auto.
  - destruct (nth i t 0 =? y); cbn; auto. rewrite andb_false_r. auto. Qed.
Lemma free_shift h cs i : free_values h (shift cs) i = free_values h cs (S i).
Proof. unfold free_values. f_equal. apply filter_ext. intros a. unfold shift. induction cs as [|[j y] cs IH]; auto.
  cbn [flat_map forallb fst snd]. rewrite <- IH. destruct j; cbn [app forallb fst snd Nat.eqb negb orb]; auto. Qed.
(** Tables with given values in some cells: a product over the cells. *)
Theorem meets_count h : forall n cs, Forall (fun c => fst c < n) cs ->
  sum (lists h n) (fun t => b2z (meets cs t)) = prd (seq 0 n) (fun i => Z.of_nat (free_values h cs i)).
Proof.
  induction n as [|n IH]; intros cs HF.
  - destruct HF as [|c cs Hc]; [reflexivity|lia].
  - cbn [lists]. rewrite (filter_length_flat _ _ _ (Z.of_nat (free_values h cs 0)) (meets (shift cs))).
    + rewrite IH.
      * cbn [seq prd]. rewrite Z.mul_comm. f_equal. rewrite <- seq_shift.
        clear. generalize (seq 0 n) as l. induction l as [|i l IH]; cbn [map prd]; auto. rewrite IH, free_shift. auto.
      * unfold shift. apply Forall_forall. intros c Hc. apply in_flat_map in Hc as [[j y] [Hj Hc]].
        rewrite Forall_forall in HF. specialize (HF _ Hj). cbn [fst snd] in *.
        destruct j; [destruct Hc|]. destruct Hc as [<-|[]]. cbn. lia.
    + intros t _. rewrite sum_map. unfold free_values. rewrite <- sum_filter, <- sum_scale. apply sum_ext. intros a _.
      rewrite meets_cons, b2z_and. lia.
Qed.

(** The cells that rows fix. *)
Definition fixed (high : nat -> nat) (v : nat) (S : list nat) (rows : list row) : list (nat * nat) :=
  map (fun r => (index high S (cell r), cell r v)) rows.
Theorem fitting_product p v S : sane p -> Z.of_nat (length (fitting p v S)) =
  prd (seq 0 (volume (high p) S)) (fun i => Z.of_nat (free_values (high p v) (fixed (high p) v S (rows_of p v)) i)).
Proof.
  intros SA. unfold fitting. rewrite <- sum_filter. rewrite <- meets_count.
  - apply sum_ext. intros t _. f_equal. unfold fits, meets, fixed, rows_of, eval. cbn [fst snd].
    induction (train p) as [|r l IH]; cbn [forallb filter map]; auto.
    destruct (mem v (targets r)); cbn [negb orb map forallb fst snd]; rewrite IH; auto.
  - unfold fixed, rows_of. apply Forall_forall. intros c Hc. apply in_map_iff in Hc as [r [<- Hr]].
    apply filter_In in Hr as [Hr _]. apply index_lt. apply SA; auto.
Qed.

(** ** The product, by parting the rows parent after parent *)
Fixpoint product {A} (l : list A) (f : A -> Z) : Z :=
  match l with [] => 1 | a :: r => let x := f a in if x =? 0 then 0 else x * product r f end%Z.
Fixpoint agreeing (high : nat -> nat) (v : nat) (S : list nat) (rows : list row) : Z :=
  match rows with
  | [] => (Z.of_nat (Datatypes.S (high v)) ^ Z.of_nat (volume high S))%Z
  | _ => match S with
         | [] => Z.of_nat (length (filter (fun a => forallb (fun r => cell r v =? a) rows)
                                          (seq 0 (Datatypes.S (high v)))))
         | u :: T => product (seq 0 (Datatypes.S (high u)))
                       (fun a => agreeing high v T (filter (fun r => cell r u =? a) rows))
         end
  end.

Lemma product_ok {A} (l : list A) f : product l f = prd l f.
Proof. induction l; cbn [product prd]; auto. cbv zeta. destruct (Z.eqb_spec (f a) 0) as [-> |]; rewrite ?IHl; lia. Qed.
Lemma prd_app {A} (l m : list A) f : prd (l ++ m) f = (prd l f * prd m f)%Z.
Proof. induction l; cbn [app prd]; [lia|]. rewrite IHl. lia. Qed.
Lemma prd_map {A B} (h : A -> B) l f : prd (map h l) f = prd l (fun a => f (h a)).
Proof. induction l; cbn; auto. rewrite IHl. auto. Qed.
Lemma prd_mul {A} (l : list A) f g : prd l (fun a => f a * g a)%Z = (prd l f * prd l g)%Z.
Proof. induction l; cbn [prd]; [lia|]. rewrite IHl. lia. Qed.
Lemma prd_const {A} (l : list A) z : prd l (fun _ => z) = (z ^ Z.of_nat (length l))%Z.
Proof. induction l; [reflexivity|]. cbn [prd length]. rewrite IHl, Nat2Z.inj_succ, Z.pow_succ_r by lia. auto. Qed.
Lemma seq_from k : forall d, seq k d = map (fun a => a + k) (seq 0 d).
Proof. induction k; intros d.
  - rewrite (map_ext _ (fun a => a)), map_id; auto.
  - rewrite <- seq_shift, IHk, map_map. apply map_ext. intros; lia. Qed.
Lemma prd_stride d f : forall n,
  prd (seq 0 (d * n)) f = prd (seq 0 d) (fun a => prd (seq 0 n) (fun j => f (a + d * j))).
Proof.
  induction n as [|n IH].
  - rewrite Nat.mul_0_r. cbn [seq prd]. rewrite prd_const, Z.pow_1_l; lia.
  - replace (d * S n) with (d * n + d) by lia. rewrite seq_app, prd_app, IH, Nat.add_0_l, (seq_from (d * n) d), prd_map.
    rewrite <- prd_mul. apply prd_ext. intros a _. rewrite seq_S, prd_app. cbn [prd plus]. lia.
Qed.

Lemma free_part high h v u T a j rows : (forall r, In r rows -> valid high (cell r)) -> a <= high u ->
  free_values h (fixed high v (u :: T) rows) (a + S (high u) * j) =
  free_values h (fixed high v T (filter (fun r => cell r u =? a) rows)) j.
Proof.
  intros V Ha. unfold free_values. f_equal. apply filter_ext. intros y.
  induction rows as [|r rows IH]; auto.
  change (fixed high v (u :: T) (r :: rows)) with
    ((index high (u :: T) (cell r), cell r v) :: fixed high v (u :: T) rows).
  cbn [filter forallb fst snd]. rewrite IH by (intros; apply V; right; auto). cbn [index].
  assert (R : cell r u <= high u) by (apply V; left; auto). set (i := index high T (cell r)).
  destruct (Nat.eqb_spec (cell r u) a) as [E|E].
  - cbn [fixed map forallb fst snd]. fold i. f_equal. f_equal. f_equal.
    destruct (Nat.eqb_spec i j) as [->|D]; [apply Nat.eqb_eq; lia|]. apply Nat.eqb_neq. nia.
  - destruct (Nat.eqb_spec (cell r u + S (high u) * i) (a + S (high u) * j)) as [F|F]; auto. exfalso.
    destruct (lt_eq_lt_dec i j) as [[L|L]|L]; [|subst; lia|]; nia.
Qed.

Theorem agreeing_ok high v : forall S rows, (forall r, In r rows -> valid high (cell r)) ->
  agreeing high v S rows =
  prd (seq 0 (volume high S)) (fun i => Z.of_nat (free_values (high v) (fixed high v S rows) i)).
Proof.
  induction S as [|u T IH]; intros rows V; (destruct rows as [|r0 rows0];
    [cbn [agreeing fixed map]; unfold free_values; cbn [forallb];
     rewrite prd_const, seq_length, filter_all, seq_length by auto; reflexivity|]).
  - set (rows := r0 :: rows0) in *. change (agreeing high v [] rows) with
      (Z.of_nat (length (filter (fun a => forallb (fun r => cell r v =? a) rows) (seq 0 (S (high v)))))).
    cbn [volume seq prd]. rewrite Z.mul_1_r. unfold free_values. do 2 f_equal. apply filter_ext. intros a.
    unfold fixed. induction rows as [|r rows IH]; auto. cbn [map forallb fst snd index Nat.eqb negb orb].
    rewrite IH; auto. intros; apply V; right; auto.
  - set (rows := r0 :: rows0) in *. change (agreeing high v (u :: T) rows) with
      (product (seq 0 (S (high u))) (fun a => agreeing high v T (filter (fun r => cell r u =? a) rows))).
    rewrite product_ok. cbn [volume]. rewrite prd_stride. apply prd_ext. intros a Ha. apply in_seq in Ha.
    rewrite IH.
    + apply prd_ext. intros j _. rewrite free_part by (auto; lia). reflexivity.
    + intros r Hr. apply filter_In in Hr as [Hr _]. auto.
Qed.

(** ** All functions on a set, and those with exactly these parents *)
Definition below (g : list nat -> Z) (S : list nat) : Z := sum (splits S) (fun q => g (snd q)).
Definition inverse (h : list nat -> Z) (S : list nat) : Z :=
  sum (splits S) (fun q => prd (fst q) (fun _ => -1) * h (snd q))%Z.
Lemma below_cons g v S : below g (v :: S) = (below (fun T => g (v :: T)) S + below g S)%Z.
Proof. unfold below. cbn [splits]. rewrite sum_app, !sum_map. auto. Qed.
Lemma inverse_cons h v S : inverse h (v :: S) = (inverse (fun T => h (v :: T)) S - inverse h S)%Z.
Proof. unfold inverse. cbn [splits]. rewrite sum_app, !sum_map. unfold Z.sub. f_equal.
  rewrite Z.opp_eq_mul_m1, Z.mul_comm, <- sum_scale. apply sum_ext. intros q _. cbn [fst snd prd]. ring. Qed.
Lemma inverse_add S : forall g h, inverse (fun T => g T + h T)%Z S = (inverse g S + inverse h S)%Z.
Proof. intros g h. unfold inverse. rewrite <- sum_add. apply sum_ext. intros; lia. Qed.
Lemma inverse_ext h g S : (forall T, sub T S -> h T = g T) -> inverse h S = inverse g S.
Proof. intros H. apply sum_ext. intros q Hq. rewrite H; auto. apply (splits_sub S q Hq). Qed.
(** Moebius inversion. *)
Theorem inverse_below S : forall g, inverse (below g) S = g S.
Proof.
  induction S as [|v S IH]; intros g; [unfold inverse, below; cbn [splits sum prd fst snd]; ring|].
  rewrite inverse_cons, (inverse_ext _ (fun T => below (fun T => g (v :: T)) T + below g T)%Z S).
  - rewrite inverse_add, !IH. lia.
  - intros T _. apply below_cons.
Qed.

(** ** Tables over all sets of parents *)
Definition agreed p v (A : list nat) : trie Z :=
  let rows := rows_of p v in
  build A (fun S => if length S <=? bound p then agreeing (high p) v S rows else 0%Z).
(** With exactly these parents, whatever else. *)
Definition exacts p v : trie Z :=
  let A := adm p v in let t := agreed p v A in
  build A (fun S => if length S <=? bound p then inverse (entry 0%Z A t) S else 0%Z).
Lemma inverse_exact p v A S : sane p -> wf p -> v < size p -> sub A (adm p v) -> sub S A -> length S <= bound p ->
  inverse (entry 0%Z A (agreed p v A)) S = exact p v S.
Proof.
  intros SA WF Hv AA HS L. destruct (WF v) as [NA' HA']. pose proof (sub_nodup _ _ AA NA') as NA.
  assert (HA : forall u, In u A -> u < size p) by (intros u Hu; apply HA', (sub_in _ _ AA u Hu)).
  rewrite <- (inverse_below S (exact p v)). apply inverse_ext. intros T HT.
  assert (LT : length T <= length S) by (clear - HT; induction HT; cbn; lia).
  assert (TA : sub T A) by (eapply sub_trans; eauto).
  unfold agreed. rewrite entry_build by auto. rewrite (proj2 (Nat.leb_le _ _)) by lia.
  rewrite agreeing_ok by (intros r Hr; apply rows_of_ok in Hr as [Hr _]; apply SA; auto).
  rewrite <- fitting_product by auto. unfold below. rewrite <- (sum_sides T (exact p v)). symmetry.
  apply fitting_sum; auto; try lia.
  - eapply sub_nodup; eauto.
  - intros u Hu. apply HA. eapply sub_in; eauto.
  - intros u Hu. apply (sub_in _ _ AA). eapply sub_in; eauto.
Qed.

Fixpoint plus (t s : trie Z) : trie Z :=
  match t, s with
  | Tip a, Tip b => Tip (a + b)%Z
  | Bin l q, Bin m r => Bin (plus l m) (plus q r)
  | _, _ => t
  end.
(** At every set, the sum over its subsets. *)
Fixpoint cumulate (t : trie Z) : trie Z :=
  match t with Tip a => t | Bin l q => let m := cumulate l in Bin m (plus m (cumulate q)) end.

Lemma plus_shaped V : forall t s, shaped V t -> shaped V s -> shaped V (plus t s).
Proof. induction V as [|v V IH]; intros [a|l q] [b|m r]; cbn; try tauto. intros [] []. split; auto. Qed.
Lemma plus_ok V : forall t s S, shaped V t -> shaped V s ->
  entry 0%Z V (plus t s) S = (entry 0 V t S + entry 0 V s S)%Z.
Proof. induction V as [|v V IH]; intros [a|l q] [b|m r] S; cbn [shaped]; try tauto.
  intros [] []. cbn [plus entry]. destruct S as [|x S]; [auto|]. destruct (x =? v); auto. Qed.
Lemma cumulate_shaped V : forall t, shaped V t -> shaped V (cumulate t).
Proof. induction V as [|v V IH]; intros [b|l q]; cbn; try tauto. intros []. split; auto using plus_shaped. Qed.
Lemma entry_skip {A} (d : A) v V l q S : ~ In v V -> sub S V -> entry d (v :: V) (Bin l q) S = entry d V l S.
Proof. intros Hv HS. cbn [entry]. destruct S as [|x S]; auto. destruct (Nat.eqb_spec x v); auto. subst.
  exfalso. apply Hv. eapply sub_in; eauto. cbn; auto. Qed.
Lemma entry_keep {A} (d : A) v V l q S : entry d (v :: V) (Bin l q) (v :: S) = entry d V q S.
Proof. cbn [entry]. rewrite Nat.eqb_refl. auto. Qed.
Theorem cumulate_ok V : NoDup V -> forall t, shaped V t -> forall S, sub S V ->
  entry 0%Z V (cumulate t) S = below (entry 0%Z V t) S.
Proof.
  induction V as [|v V IH]; intros HN [a|l q] HT S HS; cbn [shaped] in HT; try tauto.
  - inversion HS; subst. unfold below. cbn. lia.
  - destruct HT as [H1 H2]. inversion HN as [|? ? Hv HN']; subst. cbn [cumulate].
    assert (SK : forall T, sub T V -> below (entry 0%Z (v :: V) (Bin l q)) T = below (entry 0%Z V l) T).
    { intros T HT. apply sum_ext. intros w Hw. apply entry_skip; auto.
      apply (sub_trans V T); auto. apply (splits_sub T w Hw). }
    inversion HS as [|? ? ? X|? T ? X]; subst.
    + rewrite entry_skip, IH, SK by auto. auto.
    + rewrite entry_keep, below_cons, SK, plus_ok, !IH by auto using cumulate_shaped.
      assert (E : below (fun U => entry 0%Z (v :: V) (Bin l q) (v :: U)) T = below (entry 0%Z V q) T).
      { apply sum_ext. intros w _. apply entry_keep. }
      rewrite E. lia.
Qed.

Lemma sum_splits_filter (f : nat -> bool) (g : list nat -> Z) A :
  sum (splits (filter f A)) (fun q => g (fst q)) =
  sum (splits A) (fun q => if forallb f (fst q) then g (fst q) else 0)%Z.
Proof.
  revert g. induction A as [|a A IH]; intros g; [reflexivity|]. cbn [filter splits]. rewrite sum_app, !sum_map.
  destruct (f a) eqn:E; cbn [splits fst forallb].
  - rewrite sum_app, !sum_map. cbn [fst]. rewrite IH, (IH (fun s => g (a :: s))), E. reflexivity.
  - rewrite IH, E. cbn [andb]. rewrite sum_0. lia.
Qed.
Lemma sum_filter_if {A} (b : A -> bool) l (f : A -> Z) : sum (filter b l) f = sum l (fun a => if b a then f a else 0)%Z.
Proof. induction l; cbn [filter sum]; auto. destruct (b a); cbn [sum]; rewrite IHl; lia. Qed.

Lemma sub_within (f : nat -> bool) S A : sub S A -> forallb f S = true -> sub S (filter f A).
Proof.
  induction 1 as [|a S A H IH|a S A H IH]; cbn [forallb filter]; intros E.
  - constructor.
  - destruct (f a); auto using sub_skip.
  - apply andb_prop in E as [Ea E]. rewrite Ea. apply sub_keep. auto.
Qed.
(** What a table has to hold: right numbers for the sets of what [g] lets through, and no function has others. *)
Definition right_weights p (C : class p) v (g : nat -> bool) (W : trie Z) : Prop :=
  (forall S, sub S (filter g (adm p v)) ->
     entry 0%Z (filter g (adm p v)) W S = if length S <=? bound p then exact_in p C v S else 0%Z) /\
  (forall S, sub S (adm p v) -> forallb g S = false -> exact_in p C v S = 0%Z).
(** In how many ways a variable chooses its parents among [U] and the roots [R]: one look into a table. *)
Definition ways_of (A : list nat) (t : trie Z) (R U : list nat) : Z :=
  entry 0%Z A t (filter (fun u => mem u U || mem u R) A).
Theorem ways_of_ok p (C : class p) v (g : nat -> bool) (W : trie Z) R U : wf p -> shaped (filter g (adm p v)) W ->
  right_weights p C v g W ->
  ways_of (filter g (adm p v)) (cumulate W) R U = ways mech fst (options p C) R U v.
Proof.
  intros WF SW [HW HZ]. destruct (WF v) as [NA HA]. set (A := filter g (adm p v)) in *.
  assert (NF : NoDup A) by (apply NoDup_filter; auto).
  rewrite ways_exact. unfold psets. rewrite sum_filter_if, sum_map. unfold ways_of.
  set (f := fun u => mem u U || mem u R). rewrite cumulate_ok by auto using sub_filter. unfold below.
  rewrite <- (sum_sides (filter f A) (entry 0%Z A W)), (sum_splits_filter f (entry 0%Z A W) A). unfold A at 1.
  rewrite (sum_splits_filter g (fun S => if forallb f S then entry 0%Z A W S else 0%Z)).
  apply sum_ext. intros q Hq. apply splits_sub in Hq as [Hq _]. unfold inside_set.
  change (fun u => mem u U || mem u R) with f. destruct (forallb g (fst q)) eqn:G.
  - rewrite HW by (apply sub_within; auto).
    destruct (forallb f (fst q)), (length (fst q) <=? bound p); auto.
  - rewrite HZ by auto. destruct (forallb f (fst q)), (length (fst q) <=? bound p); auto.
Qed.
