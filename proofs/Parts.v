(** * The number, part by part

    Variables that look at nothing in the rest can be chosen first: the rest then has them as roots. So the
    number is a product, and where nothing looks back, the recursion goes through each part alone. *)
Require Import List Arith Bool Lia ZArith Permutation.
Require Import SC.Setting SC.Acyclic SC.Table.
Import ListNotations.
Local Open Scope Z_scope.

Lemma sum_equal {A} (l : list A) f g : (forall a, In a l -> f a <= g a) -> sum l f = sum l g ->
  forall a, In a l -> f a = g a.
Proof.
  induction l as [|b l IH]; cbn [sum]; intros H E a Ha; [destruct Ha|].
  assert (L : sum l f <= sum l g).
  { clear - H. induction l as [|c l IH]; cbn [sum]; [lia|]. pose proof (H c (or_intror (or_introl eq_refl))).
    enough (sum l f <= sum l g) by lia. apply IH. intros x [->|Hx]; apply H; [left | right; right]; auto. }
  pose proof (H b (or_introl eq_refl)). destruct Ha as [->|Ha]; [lia|].
  apply IH; auto; [intros x Hx; apply H; right; auto | lia].
Qed.

Section Parts.
Variables (C : Type) (par : C -> list nat) (opts : nat -> list C).

(** Only what can be chosen is summed up. *)
Lemma total_within W phi psi : (forall h, (forall v, In v W -> In (h v) (opts v)) -> phi h = psi h) ->
  forall S g, (forall v, In v W -> ~ In v S -> In (g v) (opts v)) -> total C opts S phi g = total C opts S psi g.
Proof.
  intros H. induction S as [|a S IH]; cbn [total]; intros g HG; [apply H; intros v Hv; apply HG; auto|].
  apply sum_ext. intros c Hc. apply IH. intros v Hv Hn. unfold put. destruct (Nat.eqb_spec v a); [subst; auto|].
  apply HG; auto. intros [->|]; auto.
Qed.
(** A factor that does not look at the variables is a factor of the sum. *)
Lemma total_factor U phi psi : proper C phi U -> forall T, (forall v, In v U -> ~ In v T) -> forall g,
  total C opts T (fun h => phi h * psi h) g = phi g * total C opts T psi g.
Proof.
  intros HP. induction T as [|a T IH]; cbn [total]; intros HU g; auto. rewrite <- sum_scale. apply sum_ext.
  intros c _. rewrite IH by (intros v Hv Ht; apply (HU v Hv); right; auto). f_equal. apply HP. intros v Hv.
  unfold put. destruct (Nat.eqb_spec v a); auto. subst. destruct (HU a Hv). left; auto.
Qed.

Lemma inside_more X A U c : inside C par (A ++ X) U c = inside C par X (A ++ U) c.
Proof. apply bool_eq. rewrite !inside_in. setoid_rewrite in_app_iff.
  split; intros H u Hu; specialize (H u Hu); tauto. Qed.
Lemma ways_more X A U v : ways C par opts (A ++ X) U v = ways C par opts X (A ++ U) v.
Proof. apply sum_ext. intros c _. rewrite inside_more. auto. Qed.

(** The order of the variables does not matter. *)
Lemma number_perm X S T g : Permutation S T -> NoDup S -> number C par opts X S g = number C par opts X T g.
Proof.
  intros HP HN. unfold number. rewrite (total_perm _ _ S T) with (W := S); auto using goodb_proper.
  apply total_ext. intros h. f_equal. apply bool_eq. rewrite !goodb_ok.
  assert (G : forall S T, Permutation S T -> good C par X S h -> good C par X T h).
  { clear. intros S T HP [HI [rank HR]]. assert (E : forall v, In v T <-> In v S).
    { intros v. split; apply Permutation_in; auto using Permutation_sym. }
    split.
    - intros v Hv. apply E in Hv. apply inside_in. intros u Hu. specialize (HI v Hv). rewrite inside_in in HI.
      rewrite E. auto.
    - exists rank. intros v u. rewrite !E. auto. }
  split; apply G; auto using Permutation_sym.
Qed.

Lemma inside_grows X A B c : incl A B -> b2z (inside C par X A c) <= b2z (inside C par X B c).
Proof.
  intros HI. destruct (inside C par X A c) eqn:E; [|destruct (inside C par X B c); cbn; lia].
  assert (F : inside C par X B c = true); [|rewrite F; lia].
  rewrite inside_in in *. intros u Hu. destruct (E u Hu); auto.
Qed.
Section Two.
Variables (X A B : list nat).
Hypotheses (HN : NoDup (A ++ B)) (HX : forall v, In v (A ++ B) -> ~ In v X)
  (HC : forall v, In v A -> ways C par opts X (A ++ B) v = ways C par opts X A v).

Lemma looks_away v c : In v A -> In c (opts v) -> inside C par X (A ++ B) c = inside C par X A c.
Proof.
  intros Hv Hc. assert (E : b2z (inside C par X A c) = b2z (inside C par X (A ++ B) c)).
  { refine (sum_equal (opts v) _ _ _ (eq_sym (HC v Hv)) c Hc).
     intros d _. apply inside_grows. intros u Hu. apply in_or_app. auto. }
  destruct (inside C par X A c), (inside C par X (A ++ B) c); cbn in E; auto; lia.
Qed.
Lemma good_apart h : (forall v, In v (A ++ B) -> In (h v) (opts v)) ->
  goodb C par X (A ++ B) h = goodb C par X A h && goodb C par (A ++ X) B h.
Proof.
  intros HO. apply bool_eq. rewrite andb_true_iff, !goodb_ok. unfold good.
  assert (LA : forall v, In v A -> inside C par X (A ++ B) (h v) = inside C par X A (h v)).
  { intros v Hv. apply looks_away with v; auto. apply HO, in_or_app. auto. }
  split.
  - intros [HI [rank HR]]. split; split.
    + intros v Hv. rewrite <- LA by auto. apply HI, in_or_app. auto.
    + exists rank. intros v u Hv Hu Hw. apply HR; auto; apply in_or_app; auto.
    + intros v Hv. rewrite inside_more. apply HI, in_or_app. auto.
    + exists rank. intros v u Hv Hu Hw. apply HR; auto; apply in_or_app; auto.
  - intros [[HA [r1 H1]] [HB [r2 H2]]]. split.
    + intros v Hv. apply in_app_or in Hv as [Hv|Hv]; [rewrite LA; auto|]. rewrite <- inside_more. auto.
    + exists (fun v => if mem v A then r1 v else (S (list_max (map r1 A)) + r2 v)%nat).
      assert (M : (list_max (map r1 A) <= list_max (map r1 A))%nat) by lia.
      apply list_max_le in M. rewrite Forall_forall in M.
      intros v u Hv Hu Hw. destruct (mem v A) eqn:Ev.
      * apply mem_in in Ev. pose proof (HA v Ev) as I. rewrite inside_in in I.
        destruct (I u Hu) as [J|J]; [|destruct (HX u Hw J)]. rewrite (proj2 (mem_in u A) J). auto.
      * apply mem_out in Ev. apply in_app_or in Hv as [Hv|Hv]; [contradiction|]. destruct (mem u A) eqn:Eu.
        -- apply mem_in in Eu. specialize (M _ (in_map r1 A u Eu)). lia.
        -- apply mem_out in Eu. apply in_app_or in Hw as [Hw|Hw]; [contradiction|]. specialize (H2 v u Hv Hu Hw). lia.
Qed.

(** If no variable of [A] looks at [B], the number is the product of that of [A] and that of [B], where the
    variables of [A] count as roots. *)
Theorem number_apart g :
  number C par opts X (A ++ B) g = number C par opts X A g * number C par opts (A ++ X) B g.
Proof.
  assert (D : forall v, In v A -> ~ In v B).
  { clear - HN. induction A as [|a A' IH]; cbn in *; [tauto|]. inversion HN; subst.
    intros v [->|H] HT; [apply H1, in_or_app; auto | eapply IH; eauto]. }
  unfold number at 1.
  rewrite (total_within (A ++ B) _ (fun h => b2z (goodb C par X A h) * b2z (goodb C par (A ++ X) B h))).
  2: { intros h Hh. rewrite good_apart, b2z_and; auto. }
  2: { intros v Hv Hn. contradiction. }
  rewrite total_app. unfold number at 1. rewrite Z.mul_comm, <- total_scale. apply total_ext. intros h.
  rewrite (total_factor A); auto using goodb_proper.
  fold (number C par opts (A ++ X) B h). rewrite (number_base _ _ _ _ _ h g). lia.
Qed.

(** If no variable of [B] looks at [A] either, it is the product of both numbers. *)
Corollary number_split g : (forall v, In v B -> ways C par opts X (A ++ B) v = ways C par opts X B v) ->
  number C par opts X (A ++ B) g = number C par opts X A g * number C par opts X B g.
Proof.
  intros HB. rewrite number_apart. f_equal. unfold number. apply (total_within B); [|intros v Hv Hn; contradiction].
  intros h HO. f_equal. apply bool_eq. rewrite !goodb_ok. unfold good.
  assert (E : forall v, In v B -> inside C par (A ++ X) B (h v) = inside C par X B (h v)).
  { intros v Hv. rewrite inside_more.
    assert (F : b2z (inside C par X B (h v)) = b2z (inside C par X (A ++ B) (h v))).
    { refine (sum_equal (opts v) _ _ _ (eq_sym (HB v Hv)) (h v) (HO v Hv)). intros c _. apply inside_grows.
      intros u Hu. apply in_or_app. auto. }
    destruct (inside C par X B (h v)), (inside C par X (A ++ B) (h v)); cbn in F; auto; lia. }
  split; intros [HI HR]; split; auto; intros v Hv; [rewrite <- E | rewrite E]; auto.
Qed.
End Two.
End Parts.

(** ** What is evaluated *)

(** Whom the choices of a variable look at: without them there are fewer. *)
Definition looked (V : list nat) (w : list nat -> nat -> Z) (v : nat) : list nat :=
  let all := w V v in filter (fun u => negb (w (filter (fun x => negb (x =? u)%nat) V) v =? all)) V.
(** With everybody whom these look at, and so on. *)
Fixpoint reach (looks : list (nat * list nat)) (n : nat) (S : list nat) : list nat :=
  match n with
  | O => S
  | Datatypes.S m =>
      let T := flat_map (fun p => if mem (fst p) S then snd p else []) looks in
      let new := filter (fun p => mem (fst p) T && negb (mem (fst p) S)) looks in
      match new with [] => S | _ => reach looks m (map fst new ++ S) end
  end.
(** The smallest such set first; the others then are smaller by it. *)
Fixpoint cut (n : nat) (sets : list (nat * list nat)) : list (list nat) :=
  match n, sets with
  | Datatypes.S m, s :: r =>
      let P := fold_left (fun a p => if (length (snd p) <? length a)%nat then snd p else a) r (snd s) in
      P :: cut m (map (fun p => (fst p, filter (fun u => negb (mem u P)) (snd p)))
                      (filter (fun p => negb (mem (fst p) P)) sets))
  | _, _ => []
  end.
Definition components (V : list nat) (w : list nat -> nat -> Z) : list (list nat) :=
  let looks := map (fun v => (v, looked V w v)) V in
  cut (length V) (map (fun v => (v, reach looks (length V) [v])) V).

(** No part looks at a later one; [A]: what stands before. *)
Fixpoint apart (w : list nat -> nat -> Z) (A : list nat) (Ps : list (list nat)) : bool :=
  match Ps with
  | [] => true
  | P :: r => forallb (fun v => w (A ++ P ++ concat r) v =? w (A ++ P) v) P && apart w (P ++ A) r
  end.
Fixpoint times (w : list nat -> nat -> Z) (A : list nat) (Ps : list (list nat)) : Z :=
  match Ps with
  | [] => 1
  | P :: r => let z := count_acyclic P (fun U => w (A ++ U)) in if z =? 0 then 0 else z * times w (P ++ A) r
  end.
(** Were the parts no such parts, the recursion would go through everything. *)
Definition count_parts (V : list nat) (w : list nat -> nat -> Z) : Z :=
  let Ps := components V w in
  if forallb (fun v => mem v (concat Ps)) V && (length (concat Ps) <=? length V)%nat && apart w [] Ps
  then times w [] Ps else count_acyclic V w.

Section Right.
Variables (C : Type) (par : C -> list nat) (opts : nat -> list C) (c0 : nat -> C).
Variables (V : list nat) (w : list nat -> nat -> Z) (X : list nat).
Hypothesis HW : forall U v, In v V -> w U v = ways C par opts X U v.

Lemma times_ok : forall Ps A, incl (concat Ps) V -> NoDup (concat Ps) ->
  (forall v, In v (concat Ps) -> ~ In v (A ++ X)) ->
  apart w A Ps = true -> times w A Ps = number C par opts (A ++ X) (concat Ps) c0.
Proof.
  induction Ps as [|P r IH]; cbn [concat apart times]; intros A HV HN HX HA; [reflexivity|].
  apply andb_prop in HA as [HP HA]. rewrite forallb_forall in HP.
  assert (N : NoDup P /\ NoDup (concat r) /\ forall v, In v P -> ~ In v (concat r)).
  { clear - HN. induction P as [|a P IH]; cbn in *; [repeat split; auto; constructor|]. inversion HN; subst.
    rewrite in_app_iff in H1. destruct (IH H2) as [N1 [N2 N3]]. repeat split; auto.
    - constructor; tauto.
    - intros v [<-|Hv] Hr; [tauto | apply (N3 v); auto]. }
  destruct N as [NP [NR ND]].
  rewrite number_apart; auto.
  2: { intros v Hv. rewrite !ways_more, <- !HW by (apply HV, in_or_app; auto). apply Z.eqb_eq, HP. auto. }
  assert (E : count_acyclic P (fun U => w (A ++ U)) = number C par opts (A ++ X) P c0).
  { apply count_acyclic_ok; auto.
    - intros v Hv. apply HX, in_or_app. auto.
    - intros U v _ Hv. rewrite ways_more, HW; auto. apply HV, in_or_app. auto. }
  cbv zeta. rewrite E. rewrite (IH (P ++ A)); auto.
  - rewrite <- app_assoc. destruct (Z.eqb_spec (number C par opts (A ++ X) P c0) 0) as [Z|_]; [rewrite Z|]; lia.
  - intros v Hv. apply HV, in_or_app. auto.
  - intros v Hv. rewrite <- app_assoc. intros H. apply in_app_or in H as [H|H]; [apply (ND v); auto|].
    apply (HX v); auto. apply in_or_app. auto.
Qed.

(** The product over the parts is the number of good choices. *)
Theorem count_parts_ok : NoDup V -> (forall v, In v V -> ~ In v X) ->
  count_parts V w = number C par opts X V c0.
Proof.
  intros HN HX. unfold count_parts. cbv zeta. set (Ps := components V w). clearbody Ps.
  destruct (forallb _ V && _ && _) eqn:E; [|apply count_acyclic_ok; auto].
  rewrite !andb_true_iff, forallb_forall, Nat.leb_le in E. destruct E as [[EM EL] EA].
  assert (HI : incl V (concat Ps)) by (intros v Hv; apply mem_in, EM; auto).
  pose proof (NoDup_Permutation_bis HN EL HI) as HP.
  rewrite (number_perm C par opts X V (concat Ps)) by auto. apply (times_ok Ps []); auto.
  - intros v Hv. eapply Permutation_in; [apply Permutation_sym; eauto|auto].
  - eapply Permutation_NoDup; eauto.
  - intros v Hv. cbn [app]. apply HX. eapply Permutation_in; [apply Permutation_sym; eauto|auto].
Qed.
End Right.
