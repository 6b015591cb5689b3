(** * The checker as a program: OCaml, with lists, pairs and truth values mapped to OCaml's own *)
Require Import ZArith SC.Setting SC.Rules SC.Check SC.Experiment SC.Writing SC.Count SC.Declared.
Require Extraction.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "checker.ml" highs make check_unique check_inconsistent check_ambiguous check_experiment check_written
  check_count check_sole check_none
  rules_of make_declared check_declared_count check_declared_sole check_declared_none check_declared_ambiguous
  Z.of_nat Z.add Z.mul.
