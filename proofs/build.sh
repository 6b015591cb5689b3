#!/bin/sh
# Compiles the proofs and the extracted checker to build/proofs/<hash of proofs/>; prints where that is.
# What has been compiled before is not compiled again. Needs coqc and ocamlfind (apt-get install coq).
set -eu
here=$(cd "$(dirname "$0")" && pwd)
command -v coqc >/dev/null 2>&1 || { echo "proofs: coqc is not installed (apt-get install coq)" >&2; exit 3; }
files="Scm Setting Rules Check Exchange Complete Stuck Experiment Writing Writable
  Acyclic Table Parts Members Closure Classes Weights Count Declared Final Extract"
key=$(cd "$here" && cat $(printf '%s.v ' $files) main.ml build.sh | sha256sum | cut -c1-16)
home=$here/../build/proofs
out=$home/$key
if [ ! -x "$out/checker" ]; then
  mkdir -p "$home"
  part=$(mktemp -d "$home/.XXXXXX")
  trap 'rm -rf "$part"' EXIT
  cp "$here"/*.v "$here/main.ml" "$part"
  cd "$part"
  for f in $files; do coqc -q -Q . SC "$f.v"; done > assumptions.txt
  rm -f checker.mli
  ocamlfind ocamlopt -w -a checker.ml main.ml -o checker 2>&1
  chmod 755 "$part"
  [ -d "$out" ] || mv "$part" "$out"  # unless somebody else was faster
fi
cd "$out" && pwd
