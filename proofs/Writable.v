(** * Proposition 4: which root sets leave models that can be written

    [make] drops the root sets over which, without constants, some variable has no admissible root. Nothing is
    lost by that ([writable_needed]), and over the others every member can be written ([members_written]). *)
Require Import List Arith Bool Lia.
Require Import SC.Scm SC.Setting SC.Check SC.Writing.
Import ListNotations.

(** ** Without constants a mechanism mentions something *)
Lemma formed_mentions L e : consts L = false -> formed L e = true -> mentions e <> [].
Proof.
  intros HC. induction e as [u|b|o es IH] using expr_rect'; cbn; intros H.
  - discriminate.
  - congruence.
  - rewrite !andb_true_iff in H. destruct H as [[_ Ha] Hf].
    destruct es as [|x r]; [destruct o; discriminate|]. inversion IH; subst. cbn in *.
    rewrite andb_true_iff in Hf. destruct Hf as [Hx _]. specialize (H1 Hx).
    destruct (mentions x); [congruence|discriminate].
Qed.

(** ** What may be mentioned is closed downwards *)
Lemma before_closed ord : forall u v w, In u (before v ord) -> In w (before u ord) -> In w (before v ord).
Proof. induction ord as [|x ord IH]; cbn; intros u v w Hu Hw; [auto|].
  destruct (x =? v) eqn:Ev; [destruct Hu|].
  destruct (x =? u) eqn:Eu; [destruct Hw|]. destruct Hw as [->|Hw]; [left; auto|]. right.
  destruct Hu as [->|Hu]; [rewrite Nat.eqb_refl in Eu; discriminate|]. eauto. Qed.
Lemma upto_closed bs : forall u v w, In u (upto v bs) -> In w (upto u bs) -> In w (upto v bs).
Proof. induction bs as [|b bs IH]; cbn; intros u v w Hu Hw; auto.
  destruct (mem v b) eqn:Ev.
  - apply mem_in in Hu. rewrite Hu in Hw. auto.
  - apply in_or_app. destruct (mem u b) eqn:Eu; [auto|]. apply in_app_or in Hw as [|Hw]; auto.
    apply in_app_or in Hu as [Hu|Hu]; [apply mem_out in Eu; contradiction|]. right. eauto. Qed.
Lemma adm_closed n st u v w : In u (adm_of n st v) -> In w (adm_of n st u) -> w = v \/ In w (adm_of n st v).
Proof.
  unfold adm_of. rewrite !filter_In, !andb_true_iff. intros [Hu [_ Au]] [Hw [_ Aw]].
  destruct (Nat.eq_dec w v) as [|Hn]; [auto|]. right. split; auto.
  split; [apply negb_true_iff, Nat.eqb_neq; auto|]. destruct st; auto.
  - apply mem_in in Au, Aw. apply mem_in. eapply before_closed; eauto.
  - apply mem_in in Au, Aw. apply mem_in. eapply upto_closed; eauto.
Qed.

Lemma witness_false {A} (f : A -> bool) l : forallb f l = false -> exists x, In x l /\ f x = false.
Proof. induction l as [|a l IH]; cbn; intros H; [discriminate|]. destruct (f a) eqn:E; cbn in H.
  - destruct (IH H) as [x [? ?]]. exists x; auto.
  - exists a; auto. Qed.

(** A model that can be written has roots that [make] keeps: else the variables without an admissible root
    mention only each other, for ever. [p] may be any problem of these variables and this setting. *)
Theorem writable_needed p n st L M : size p = n -> adm p = adm_of n st -> consts L = false ->
  written p L M -> writable n st false (roots M) = true.
Proof.
  intros Hn Ha HC [E [HE [rank HR]]]. destruct (writable n st false (roots M)) eqn:W; auto. exfalso.
  unfold writable in W. cbn in W. apply witness_false in W as [v [Hv W]].
  apply in_seq in Hv. apply orb_false_iff in W as [Wr Wa].
  assert (K : forall k v, rank v < k -> v < n -> ~ In v (roots M) ->
            (forall u, In u (adm_of n st v) -> ~ In u (roots M)) -> False).
  { clear v Hv Wr Wa. induction k; intros v Hk Hv Hr Hno; [lia|].
    assert (He : endo (roots M) p v) by (split; [lia|auto]).
    destruct (HE v He) as [_ [HT HM]]. unfold legal_text in HT. rewrite !andb_true_iff in HT.
    destruct HT as [[HF _] _]. pose proof (formed_mentions L (E v) HC HF) as HX.
    destruct (mentions (E v)) as [|u l] eqn:EM; [congruence|].
    assert (Hu : In u (mentions (E v))) by (rewrite EM; left; auto).
    destruct (HM u (or_introl eq_refl)) as [Hus Hua]. rewrite Ha in Hua.
    apply (IHk u); [pose proof (HR u v He Hu); lia | lia | apply Hno; auto|].
    intros w Hw Hwr. destruct (adm_closed n st u v w Hua Hw) as [->|X]; [contradiction|].
    apply (Hno w X Hwr). }
  apply (K (S (rank v)) v); [lia|lia|apply mem_out; auto|].
  intros u Hu Hr. assert (X : existsb (fun u => mem u (roots M)) (adm_of n st v) = true).
  { apply existsb_exists. exists u. split; auto. apply mem_in; auto. }
  congruence.
Qed.

(** ** Every function can be written with [not], [and], [or], [xor], given a constant or a root to mention *)
Definition constant (r : option nat) (b : bool) : expr :=
  match r with
  | Some u => let zero := Op Xor [Var u; Var u] in if b then Op Not [zero] else zero
  | None => Const b
  end.
Fixpoint shannon (r : option nat) (f : state -> nat) (S : list nat) (s : state) : expr :=
  match S with
  | [] => constant r (f s =? 1)
  | u :: T => Op Or [Op And [Var u; shannon r f T (upd s u 1)];
                     Op And [Op Not [Var u]; shannon r f T (upd s u 0)]]
  end.

Lemma truth n : n <= 1 -> Nat.b2n (n =? 1) = n.
Proof. destruct n as [|[|]]; cbn; auto; lia. Qed.

Lemma shannon_ev r f D : depends boolean f D -> (forall s, valid boolean s -> f s <= 1) -> forall S s t,
  valid boolean s -> valid boolean t -> ev t (shannon r f S s) = f (fun u => if mem u S then t u else s u).
Proof.
  intros HD HB. induction S as [|u T IH]; intros s t Vs Vt; cbn [shannon].
  - change (ev t (constant r (f s =? 1)) = f s). transitivity (Nat.b2n (f s =? 1)); [|apply truth, HB; auto].
    unfold constant. destruct r as [u|]; [|reflexivity].
    destruct (f s =? 1); cbn; destruct (t u =? 1); reflexivity.
  - assert (V1 : valid boolean (upd s u 1)) by (apply upd_valid; auto).
    assert (V0 : valid boolean (upd s u 0)) by (apply upd_valid; [auto|unfold boolean; lia]).
    assert (VT : forall x, valid boolean x -> valid boolean (fun w => if mem w T then t w else x w)).
    { intros x Vx w. destruct (mem w T); auto. }
    cbn [ev apply map forallb existsb]. rewrite !IH by auto. unfold id. rewrite !andb_true_r, !orb_false_r.
    assert (X : f (fun x => if mem x T then t x else upd s u (t u) x) =
                f (fun x => if mem x (u :: T) then t x else s x)).
    { apply HD.
      - apply VT, upd_valid; auto.
      - intros w. destruct (mem w (u :: T)); auto.
      - intros x _. cbn. unfold upd. destruct (x =? u) eqn:E; cbn.
        + apply Nat.eqb_eq in E. subst. destruct (mem u T); auto.
        + reflexivity. }
    rewrite <- X. pose proof (Vt u) as B. unfold boolean in B.
    pose proof (truth _ (HB _ (VT _ V1))) as T1. pose proof (truth _ (HB _ (VT _ V0))) as T0.
    assert (N : forall b, (Nat.b2n b =? 1) = b) by (intros []; reflexivity). rewrite ?N.
    destruct (t u) as [|[|]]; [| |lia]; cbn [Nat.eqb negb andb orb]; [exact T0|]. rewrite orb_false_r. exact T1.
Qed.

Lemma shannon_mentions r f S : forall s u, In u (mentions (shannon r f S s)) -> In u S \/ r = Some u.
Proof.
  induction S as [|a T IH]; intros s u; cbn.
  - unfold constant. destruct r as [w|]; [|intros []]. destruct (f s =? 1); cbn; intuition congruence.
  - pose proof (IH (upd s a 1) u) as K1. pose proof (IH (upd s a 0) u) as K2.
    rewrite ?app_nil_r, ?in_app_iff. cbn. rewrite ?in_app_iff. cbn. tauto.
Qed.

(** The language of a problem file with all operators and without bounds. *)
Definition everything (constants : bool) : language :=
  {| ops := [Not; And; Or; Xor; Iff]; consts := constants; max_ast := None; max_depth := None |}.

Lemma shannon_formed b r f S : (r = None -> b = true) -> forall s,
  formed (everything b) (shannon r f S s) = true.
Proof.
  intros HB. induction S as [|a T IH]; intros s; cbn.
  - unfold constant. destruct r as [u|]; [destruct (f s =? 1); reflexivity|]. cbn. auto.
  - rewrite !IH. reflexivity.
Qed.

(** Over the root sets that [make] keeps, every Boolean member can be written. *)
Theorem members_written n k st b rows M :
  member (make n boolean k st b rows) M -> written (make n boolean k st b rows) (everything b) M.
Proof.
  set (p := make n boolean k st b rows). intros [[HR [HP [rank HA]]] _].
  pose proof HR as HW. cbn in HW. apply filter_In in HW as [_ HW]. apply andb_prop in HW as [_ HW].
  (* something to mention: nothing where constants may stand, else an admissible root *)
  assert (HC : forall v, endo (roots M) p v -> exists r, (r = None -> b = true) /\
            forall u, r = Some u -> u < n /\ In u (adm p v) /\ In u (roots M)).
  { intros v [Hv Hr]. destruct b; [exists None; split; [auto|discriminate]|]. unfold writable in HW.
    cbn in HW. rewrite forallb_forall in HW.
    assert (X : mem v (roots M) || existsb (fun u => mem u (roots M)) (adm_of n st v) = true).
    { apply HW, in_seq. cbn in Hv. lia. }
    apply mem_out in Hr. rewrite Hr in X. cbn in X. apply existsb_exists in X as [u [Hu Hm]].
    exists (Some u). split; [discriminate|]. intros w E. injection E as <-. split; [|split; auto].
    - unfold adm_of in Hu. apply filter_In in Hu as [Hu _]. apply in_seq in Hu. lia.
    - apply mem_in; auto. }
  (* choose for every variable; decidable, because there are finitely many *)
  assert (HE : forall m, m <= n -> exists E, forall v, v < m -> endo (roots M) p v ->
     (forall s, valid boolean s -> ev s (E v) = fn M v s) /\ legal_text (everything b) (E v) = true /\
     (forall u, In u (mentions (E v)) -> u < n /\ In u (adm p v)) /\
     (forall u, In u (mentions (E v)) -> In u (roots M) \/ fparent boolean (fn M v) u)).
  { induction m; intros Hm; [exists (fun _ => Const false); intros; lia|].
    destruct IHm as [E HE]; [lia|]. destruct (in_dec Nat.eq_dec m (roots M)) as [Hi|Hi].
    - exists E. intros v Hv He. apply HE; auto.
      destruct (Nat.eq_dec v m); [subst; destruct He; contradiction|lia].
    - assert (Hm' : endo (roots M) p m) by (split; [cbn; lia|auto]).
      destruct (HC m Hm') as [r [R1 R2]]. destruct (HP m Hm') as [HB [_ [S [[_ [HD HF]] [_ HS]]]]].
      exists (fun v => if v =? m then shannon r (fn M m) S (fun _ => 0) else E v).
      intros v Hv He. destruct (v =? m) eqn:X; [|apply Nat.eqb_neq in X; apply HE; auto; lia].
      apply Nat.eqb_eq in X. subst v. split; [|split; [|split]].
      + intros s Vs. assert (V0 : valid boolean (fun _ => 0)) by (intros x; unfold boolean; lia).
        rewrite (shannon_ev r (fn M m) S HD HB) by auto. apply HD; auto.
        * intros x. destruct (mem x S); auto.
        * intros u Hu. apply mem_in in Hu. rewrite Hu. reflexivity.
      + unfold legal_text. rewrite shannon_formed; auto.
      + intros u Hu. apply shannon_mentions in Hu as [Hu|Hu]; [apply HS; auto|].
        destruct (R2 u Hu) as [A [B _]]. auto.
      + intros u Hu. apply shannon_mentions in Hu as [Hu|Hu]; [right; apply HF; auto|].
        left. destruct (R2 u Hu) as [_ [_ C]]. auto. }
  destruct (HE n (le_n n)) as [E H]. exists E. unfold spells. split.
  - intros v Hv. destruct (H v) as [A [B [C _]]]; [destruct Hv; auto|auto|]. auto.
  - exists (fun u => if mem u (roots M) then 0 else S (rank u)). intros u v Hv Hu.
    destruct (H v) as [_ [_ [_ D]]]; [destruct Hv; auto|auto|]. destruct Hv as [Hv Hr].
    apply mem_out in Hr. rewrite Hr. destruct (D u Hu) as [X|X].
    + apply mem_in in X. rewrite X. lia.
    + destruct (mem u (roots M)); [lia|]. apply mem_out in Hr. pose proof (HA u v (conj Hv Hr) X). lia.
Qed.
