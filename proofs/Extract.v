(** * The checker as a program: OCaml, with lists, pairs and truth values mapped to OCaml's own *)
Require Import ZArith SC.Setting SC.Check SC.Experiment SC.Writing SC.Count.
Require Extraction.
Require Import ExtrOcamlBasic.
Extraction Language OCaml.
Extraction "checker.ml" highs make check_unique check_inconsistent check_ambiguous check_experiment check_written
  check_count check_sole check_none Z.of_nat Z.add Z.mul.
