(* Unproved: reads questions as numbers, hands them to the extracted checker, prints its answers.
   A question is a claim, a problem and the claim's evidence, of a declared class behind the word "declared";
   a list is its length and its items. *)
open Checker

let rec nat i = if i <= 0 then O else S (nat (i - 1))
let word () = Scanf.scanf " %s" Fun.id
let int () = Scanf.scanf " %d" Fun.id
let num () = nat (int ())

(* in the order of the text, and for long lists *)
let times n item =
  let rec go n found = if n = 0 then List.rev found else let x = item () in go (n - 1) (x :: found) in
  go n []
let many item = times (int ()) item
let pair first second = let a = first () in let b = second () in (a, b)
let nums () = many num
(* values of variables: d and a digit each, or a list of numbers *)
let values () = match word () with
  | w when w.[0] = 'd' -> List.init (String.length w - 1) (fun i -> nat (Char.code w.[i + 1] - 48))
  | w -> times (int_of_string w) num

let setting () = match word () with
  | "ordered" -> let r, o = pair nums nums in Ordered (r, o)
  | "block-order" -> let r, b = pair nums (fun () -> many nums) in Blocks (r, b)
  | "hidden-order" -> HiddenOrder (nums ())
  | "hidden-roots" -> HiddenRoots (num ())
  | other -> failwith ("no setting: " ^ other)
let row () = let cells, targets = pair values nums in { cells; targets }
(* what [make] or [make_declared] makes of it *)
let problem maker =
  let n, h = pair num nums in
  let k = num () in
  let st = setting () in
  let constants = Scanf.scanf " %d" (( = ) 1) in
  let rows = many row in
  maker n (highs h) k st constants rows

let model () =
  let mroots, mechs = pair nums (fun () -> many (fun () -> pair num (fun () -> pair nums values))) in
  { mroots; mechs }
let hint () = pair num (fun () ->
  let conflicts = many (fun () -> pair num num) in
  let covered, avoid = pair (fun () -> many (fun () -> pair nums nums)) nums in
  { conflicts; covered; avoid })
let hints () = many hint
let stuck () = many (fun () -> pair nums hints)

let flag () = int () = 1
let opt item = if flag () then Some (item ()) else None
let operator () = match word () with
  | "Not" -> Not | "And" -> And | "Or" -> Or | "Xor" -> Xor | "Iff" -> Iff | "If" -> If
  | other -> failwith ("no operator: " ^ other)
let rec expr () = match word () with
  | "var" -> Var (num ())
  | "const" -> Const (flag ())
  | "op" -> let o, es = pair operator (fun () -> many expr) in Op (o, es)
  | other -> failwith ("no expression: " ^ other)
let language () =
  let ops, consts = pair (fun () -> many operator) flag in
  let max_ast, max_depth = pair (fun () -> opt num) (fun () -> opt num) in
  { ops; consts; max_ast; max_depth }
let texts () = many (fun () -> pair num expr)
let experiment () = many (fun () -> pair num num)
let witness () = match word () with
  | "outcomes" -> let c = values () in let a, b = pair values values in Outcomes (c, a, b)
  | "state" -> OneState (values ())
  | other -> failwith ("no witness: " ^ other)

(* a number of any length, digit after digit *)
let z digits =
  let ten = Z.of_nat (nat 10) in
  String.fold_left (fun n d -> Z.add (Z.mul n ten) (Z.of_nat (nat (Char.code d - 48)))) Z0 digits

let shape () = match word () with
  | "disjunctive" -> Disjunctive | "conjunctive" -> Conjunctive
  | "threshold" -> Threshold | "parity" -> Parity
  | other -> failwith ("no shape: " ^ other)
let rec outputs () =
  let y, next = pair num (fun () -> many (fun () -> pair num outputs)) in
  Gives (y, next)
let grammar () =
  let operators = many (fun () ->
    let arities, table = pair nums outputs in
    { arities; table }) in
  let constants, biggest = pair nums num in
  let deepest, matching = pair (fun () -> opt num) flag in
  { operators; constants; biggest; deepest; matching; values = many nums }
let rule () =
  let least, most = pair num num in
  let pool, needed = pair nums nums in
  let kind = match word () with
    | "any" -> Any
    | "named" -> Named (many shape)
    | "spoken" -> let g, own = pair grammar nums in Spoken (g, own)
    | other -> failwith ("no kind: " ^ other) in
  { least; most; pool; needed; kind }
(* a problem of a declared class, and its rules *)
let declared () = problem (fun n h k st constants rows ->
  let rules = rules_of n (many rule) in
  (make_declared n h k st constants rows rules, rules))

let ambiguous () = let c, d = pair model model in let v, at = pair num values in (c, d, v, at)
let in_declared claim =
  let p, rules = declared () in
  match claim with
  | "count" -> let n = z (word ()) in fun () -> check_declared_count p rules n
  | "sole" -> let c = model () in fun () -> check_declared_sole p rules c
  | "none" -> fun () -> check_declared_none p rules
  | "ambiguous" -> let c, d, v, at = ambiguous () in fun () -> check_declared_ambiguous p rules c d v at
  | other -> failwith ("no claim: " ^ other)
let in_all claim =
  let p = problem make in
  match claim with
  | "unique" -> let c = model () in let h, q = pair hints stuck in fun () -> check_unique p c h q
  | "inconsistent" -> let q = stuck () in fun () -> check_inconsistent p q
  | "ambiguous" -> let c, d, v, at = ambiguous () in fun () -> check_ambiguous p c d v at
  | "experiment" ->
    let c, d = pair model model in
    let e, w = pair experiment witness in
    fun () -> check_experiment p c d e w
  | "written" ->
    let l, c = pair language model in
    let es = texts () in
    fun () -> check_written p l c es
  | "count" -> let n = z (word ()) in fun () -> check_count p n
  | "sole" -> let c = model () in fun () -> check_sole p c
  | "none" -> fun () -> check_none p
  | other -> failwith ("no claim: " ^ other)

let rec loop () = match word () with
  | "" -> ()
  | claim ->
    let check = if claim = "declared" then in_declared (word ()) else in_all claim in
    let start = Sys.time () in
    let said = if check () then "accepted" else "rejected" in
    Printf.printf "%s %.4f\n%!" said (Sys.time () -. start);
    loop ()
let () = loop ()
