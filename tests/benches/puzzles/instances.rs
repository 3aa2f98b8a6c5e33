//! Puzzles that follow from a seed, each in the language of Herbrand and of the peers.

use std::fmt::Write as _;

/// A puzzle.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Puzzle {
    /// So many queens.
    Queens(usize),
    /// Boxes of so many rows and columns; of a hundred cells so many are given.
    Sudoku(usize, u64),
    /// So many rows of pieces whose edges have so many colours; the first piece lies in the first
    /// square.
    Edges(usize, u64),
}

/// A generator of numbers (Steele, Lea and Flood, "Fast splittable pseudorandom number
/// generators", 2014).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % sides
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for place in (1..items.len()).rev() {
            items.swap(place, self.roll(place as u64 + 1) as usize);
        }
    }
}

impl Puzzle {
    pub(crate) fn name(self) -> String {
        match self {
            Self::Queens(n) => format!("{n} queens"),
            Self::Sudoku(b, _) => format!("sudoku {0}×{0}", b * b),
            Self::Edges(n, _) => format!("edge matching {n}×{n}"),
        }
    }

    /// The spec, with pairs of atoms written out where `pairwise`.
    pub(crate) fn spec(self, pairwise: bool) -> String {
        let mut text = String::new();
        match self {
            Self::Queens(n) => {
                let _ = writeln!(text, "const n = {n}");
                text.push_str(if pairwise {
                    QUEENS_PAIRWISE
                } else {
                    QUEENS_COUNTED
                });
            }
            Self::Sudoku(b, share) => {
                let _ = writeln!(text, "const b = {b}");
                text.push_str(if pairwise {
                    SUDOKU_PAIRWISE
                } else {
                    SUDOKU_COUNTED
                });
                for (row, column, value) in givens(b, share) {
                    let _ = writeln!(text, "clue({row}, {column}, {value})");
                }
            }
            Self::Edges(n, colours) => {
                let _ = writeln!(text, "const n = {n}\nconst colours = {colours}");
                text.push_str(EDGES);
                for (piece, edges) in pieces(n, colours).iter().enumerate() {
                    for (edge, colour) in edges.iter().enumerate() {
                        let _ = writeln!(text, "v({piece}, {edge}, {colour})");
                    }
                }
            }
        }
        text
    }

    /// The program for clingo, with its counting constraints unless `pairwise`.
    pub(crate) fn program(self, pairwise: bool) -> String {
        let mut text = String::new();
        match self {
            Self::Queens(n) => {
                let _ = writeln!(text, "#const n = {n}.");
                text.push_str(if pairwise {
                    LP_QUEENS_PAIRWISE
                } else {
                    LP_QUEENS
                });
            }
            Self::Sudoku(b, share) => {
                let _ = writeln!(text, "#const b = {b}.");
                text.push_str(LP_SUDOKU);
                for (row, column, value) in givens(b, share) {
                    let _ = writeln!(text, "clue({row},{column},{value}).");
                }
            }
            Self::Edges(n, colours) => {
                let _ = writeln!(text, "#const n = {n}.");
                text.push_str(LP_EDGES);
                for (piece, edges) in pieces(n, colours).iter().enumerate() {
                    for (edge, colour) in edges.iter().enumerate() {
                        let _ = writeln!(text, "v({piece},{edge},{colour}).");
                    }
                }
            }
        }
        text
    }

    /// The model for MiniZinc.
    pub(crate) fn minizinc(self) -> String {
        match self {
            Self::Queens(n) => format!("int: n = {n};\n{MZN_QUEENS}"),
            Self::Sudoku(b, share) => {
                let n = b * b;
                let mut cells = vec![vec![0; n]; n];
                for (row, column, value) in givens(b, share) {
                    cells[row - 1][column - 1] = value;
                }
                let rows: Vec<String> = cells.iter().map(|row| listed(row)).collect();
                let table = rows.join("|");
                format!(
                    "int: b = {b};\narray[1..b*b, 1..b*b] of int: clue = [|{table}|];\n{MZN_SUDOKU}"
                )
            }
            Self::Edges(n, colours) => {
                let pieces = pieces(n, colours);
                let rows: Vec<String> = pieces.iter().map(|edges| listed(edges)).collect();
                format!(
                    "int: n = {n};\nint: colours = {colours};\n\
                     array[1..n*n, 1..4] of int: v = [|{}|];\n{MZN_EDGES}",
                    rows.join("|")
                )
            }
        }
    }

    /// The knowledge base for IDP-Z3, of those that are grounded by it.
    pub(crate) fn knowledge_base(self) -> Option<String> {
        match self {
            Self::Queens(n) => Some(IDP_QUEENS.replace("NUMBER", &n.to_string())),
            Self::Edges(n, colours) => {
                let pieces = pieces(n, colours);
                let places = pieces.iter().enumerate().flat_map(|(piece, edges)| {
                    let edges = edges.iter().enumerate();
                    edges.map(move |(edge, colour)| format!("({piece}, {edge}) -> {colour}"))
                });
                let places: Vec<String> = places.collect();
                let text = IDP_EDGES
                    .replace("LAST", &(n * n - 1).to_string())
                    .replace("SIDE", &n.to_string())
                    .replace("COLOURS", &colours.to_string());
                Some(text.replace("SHOWN", &places.join(", ")))
            }
            Self::Sudoku(..) => None,
        }
    }
}

fn listed<T: ToString>(numbers: &[T]) -> String {
    let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
    words.join(", ")
}

/// Row, column and value of the cells that are given, of a grid that has a solution.
fn givens(b: usize, share: u64) -> Vec<(usize, usize, usize)> {
    let n = b * b;
    let mut dice = Dice(1);
    let mut names: Vec<usize> = (1..=n).collect();
    dice.shuffle(&mut names);
    // Rows and columns change places within their bands, and the bands.
    let mut order = || {
        let mut bands: Vec<usize> = (0..b).collect();
        dice.shuffle(&mut bands);
        let mut order = Vec::with_capacity(n);
        for band in bands {
            let mut lines: Vec<usize> = (0..b).map(|line| band * b + line).collect();
            dice.shuffle(&mut lines);
            order.extend(lines);
        }
        order
    };
    let (rows, columns) = (order(), order());
    let mut cells: Vec<(usize, usize)> = (0..n * n).map(|cell| (cell / n, cell % n)).collect();
    dice.shuffle(&mut cells);
    cells.truncate(n * n * share as usize / 100);
    cells.sort_unstable();
    let value = |row: usize, column: usize| {
        let (r, c) = (rows[row], columns[column]);
        names[(b * (r % b) + r / b + c) % n]
    };
    let given = cells.into_iter();
    given.map(|(r, c)| (r + 1, c + 1, value(r, c))).collect()
}

/// The colours of each piece, counter-clockwise from its right edge; there is a way to lay them.
fn pieces(n: usize, colours: u64) -> Vec<[u64; 4]> {
    let mut dice = Dice(2);
    let mut lines = |rows: usize, columns: usize| -> Vec<Vec<u64>> {
        let mut line = || (0..columns).map(|_| 1 + dice.roll(colours)).collect();
        (0..rows).map(|_| line()).collect()
    };
    let (across, down) = (lines(n + 1, n), lines(n, n + 1));
    let mut pieces = Vec::with_capacity(n * n);
    for row in 0..n {
        for column in 0..n {
            let edges = [
                down[row][column + 1],
                across[row][column],
                down[row][column],
                across[row + 1][column],
            ];
            let turn = dice.roll(4) as usize;
            pieces.push([0, 1, 2, 3].map(|edge: usize| edges[(edge + 4 - turn) % 4]));
        }
    }
    dice.shuffle(&mut pieces[1..]);
    pieces
}

const QUEENS_PAIRWISE: &str = "\
sort row = 1..n  sort col = 1..n
var r: row  var c: col
pred queen(row, col)
rule everyRow: forall r . exists c . queen(r, c)
rule everyColumn: forall c . exists r . queen(r, c)
rule row: forall r, c1, c2 | c1 < c2 . not queen(r, c1) or not queen(r, c2)
rule column: forall r1, r2, c | r1 < r2 . not queen(r1, c) or not queen(r2, c)
rule slope: forall r1, c1, r2, c2 | r1 < r2 and abs(c1 - c2) = r2 - r1 .
  not queen(r1, c1) or not queen(r2, c2)
";

const QUEENS_COUNTED: &str = "\
sort row = 1..n  sort col = 1..n
var r: row  var c: col
pred queen(row, col)
rule row: forall r . exactly 1 c . queen(r, c)
rule column: forall c . exactly 1 r . queen(r, c)
rule rising: forall d in (1 - n)..(n - 1) . atmost 1 r, c | r - c = d . queen(r, c)
rule falling: forall d in 2..(n + n) . atmost 1 r, c | r + c = d . queen(r, c)
";

const SUDOKU_PAIRWISE: &str = "\
sort row = 1..b*b  sort col = 1..b*b  sort val = 1..b*b  sort band = 0..b-1
var r: row  var c: col  var v: val  var i, j: band
given clue(row, col, val)
pred cell(row, col, val)
rule filled: forall r, c . exists v . cell(r, c, v)
rule once: forall r, c, v1, v2 | v1 < v2 . not cell(r, c, v1) or not cell(r, c, v2)
rule inRow: forall r, v . exists c . cell(r, c, v)
rule rowOnce: forall r, v, c1, c2 | c1 < c2 . not cell(r, c1, v) or not cell(r, c2, v)
rule inColumn: forall c, v . exists r . cell(r, c, v)
rule columnOnce: forall c, v, r1, r2 | r1 < r2 . not cell(r1, c, v) or not cell(r2, c, v)
rule inBox: forall i, j, v . exists r, c | (r - 1) div b = i and (c - 1) div b = j . cell(r, c, v)
rule boxOnce: forall v, r1, c1, r2, c2 |
    (r1 - 1) div b = (r2 - 1) div b and (c1 - 1) div b = (c2 - 1) div b
    and (r1 < r2 or r1 = r2 and c1 < c2) .
  not cell(r1, c1, v) or not cell(r2, c2, v)
rule clues: forall r, c, v | clue(r, c, v) . cell(r, c, v)
";

const SUDOKU_COUNTED: &str = "\
sort row = 1..b*b  sort col = 1..b*b  sort val = 1..b*b  sort band = 0..b-1
var r: row  var c: col  var v: val  var i, j: band
given clue(row, col, val)
pred cell(row, col, val)
rule cells: forall r, c . exactly 1 v . cell(r, c, v)
rule rows: forall r, v . exactly 1 c . cell(r, c, v)
rule columns: forall c, v . exactly 1 r . cell(r, c, v)
rule boxes: forall i, j, v . exactly 1 r, c | (r - 1) div b = i and (c - 1) div b = j . cell(r, c, v)
rule clues: forall r, c, v | clue(r, c, v) . cell(r, c, v)
";

const EDGES: &str = "\
sort square = 0..n*n-1  sort piece = 0..n*n-1  sort edge = 0..3  sort turn = 0..3
sort colour = 1..colours
var s: square  var p: piece  var e: edge  var k: turn  var x: colour
given v(piece, edge, colour)
pred l(square, piece)  pred r(piece, turn)  pred m(square, edge, colour)
rule somewhere: forall s . exactly 1 p . l(s, p)
rule onePlace: forall p . exactly 1 s . l(s, p)
rule turned: forall p . exactly 1 k . r(p, k)
rule seen: forall s, p, k, e, x | v(p, (e - k) mod 4, x) . l(s, p) and r(p, k) implies m(s, e, x)
rule oneColour: forall s, e . atmost 1 x . m(s, e, x)
rule right: forall s, x | s mod n < n - 1 . m(s, 0, x) iff m(s + 1, 2, x)
rule below: forall s, x | s + n in square . m(s, 3, x) iff m(s + n, 1, x)
rule corner: l(0, 0)
show l, r
";

const LP_QUEENS_PAIRWISE: &str = "\
{ queen(R,C) } :- R = 1..n, C = 1..n.
:- R = 1..n, not queen(R,C) : C = 1..n.
:- C = 1..n, not queen(R,C) : R = 1..n.
:- queen(R,C), queen(R,D), C < D.
:- queen(R,C), queen(S,C), R < S.
:- queen(R,C), queen(S,D), R < S, |C-D| = S-R.
";

const LP_QUEENS: &str = "\
1 { queen(R,C) : C = 1..n } 1 :- R = 1..n.
:- C = 1..n, not 1 { queen(R,C) : R = 1..n } 1.
:- D = 1-n..n-1, 2 { queen(R,R-D) : R = 1..n, R-D = 1..n }.
:- S = 2..2*n, 2 { queen(R,S-R) : R = 1..n, S-R = 1..n }.
";

const LP_SUDOKU: &str = "\
1 { cell(R,C,V) : V = 1..b*b } 1 :- R = 1..b*b, C = 1..b*b.
:- R = 1..b*b, V = 1..b*b, not 1 { cell(R,C,V) : C = 1..b*b } 1.
:- C = 1..b*b, V = 1..b*b, not 1 { cell(R,C,V) : R = 1..b*b } 1.
:- I = 0..b-1, J = 0..b-1, V = 1..b*b,
   not 1 { cell(R,C,V) : R = b*I+1..b*I+b, C = b*J+1..b*J+b } 1.
:- clue(R,C,V), not cell(R,C,V).
";

const LP_EDGES: &str = "\
piece(0..n*n-1). square(0..n*n-1). colour(X) :- v(_,_,X).
1 { l(S,P) : piece(P) } 1 :- square(S).
:- piece(P), not 1 { l(S,P) : square(S) } 1.
1 { r(P,K) : K = 0..3 } 1 :- piece(P).
m(S,E,X) :- l(S,P), r(P,K), v(P,(E-K+4)\\4,X), E = 0..3.
:- square(S), S\\n < n-1, m(S,0,X), not m(S+1,2,X).
:- square(S), square(S+n), m(S,3,X), not m(S+n,1,X).
l(0,0).
";

const MZN_QUEENS: &str = "\
include \"all_different.mzn\";
array[1..n] of var 1..n: at;
constraint all_different(at);
constraint all_different([at[i] + i | i in 1..n]);
constraint all_different([at[i] - i | i in 1..n]);
solve :: int_search(at, first_fail, indomain_median) satisfy;
";

const MZN_SUDOKU: &str = "\
include \"all_different.mzn\";
array[1..b*b, 1..b*b] of var 1..b*b: cell;
constraint forall(r, c in 1..b*b where clue[r, c] > 0)(cell[r, c] = clue[r, c]);
constraint forall(r in 1..b*b)(all_different([cell[r, c] | c in 1..b*b]));
constraint forall(c in 1..b*b)(all_different([cell[r, c] | r in 1..b*b]));
constraint forall(i, j in 0..b-1)(
  all_different([cell[b * i + x, b * j + y] | x, y in 1..b]));
solve satisfy;
";

const MZN_EDGES: &str = "\
include \"all_different.mzn\";
include \"table.mzn\";
array[1..n*n] of var 1..n*n: at;
array[1..n*n] of var 0..3: turn;
array[1..n*n, 0..3] of var 1..colours: shown;
array[int, int] of int: ways = array2d(1..4*n*n, 1..6,
  [ if x = 1 then p elseif x = 2 then k else v[p, (x - 3 - k + 4) mod 4 + 1] endif
    | p in 1..n*n, k in 0..3, x in 1..6 ]);
constraint all_different(at);
constraint at[1] = 1;
constraint forall(s in 1..n*n)(
  table([at[s], turn[s]] ++ [shown[s, e] | e in 0..3], ways));
constraint forall(s in 1..n*n where s mod n > 0)(shown[s, 0] = shown[s + 1, 2]);
constraint forall(s in 1..n*n - n)(shown[s, 3] = shown[s + n, 1]);
solve satisfy;
";

const IDP_QUEENS: &str = "\
vocabulary V {
  type row := {1..NUMBER}
  at: row -> row
}
theory T:V {
  !a, b in row: a < b => at(a) ~= at(b).
  !a, b in row: a < b => at(a) - at(b) ~= a - b & at(a) - at(b) ~= b - a.
}
structure S:V {}
procedure main() { pretty_print(model_expand(T, S, max=1)) }
";

const IDP_EDGES: &str = "\
vocabulary V {
  type square := {0..LAST}
  type edge := {0..3}
  type colour := {1..COLOURS}
  at: square -> square
  turn: square -> edge
  shown: square * edge -> colour
  v: square * edge -> colour
}
theory T:V {
  !s, t in square: s < t => at(s) ~= at(t).
  at(0) = 0.
  !s in square: !p in square: !k in edge: !e in edge:
    at(s) = p & turn(p) = k => shown(s, e) = v(p, (e + 4 - k) % 4).
  !s, t in square: t = s + 1 & t % SIDE ~= 0 => shown(s, 0) = shown(t, 2).
  !s, t in square: t = s + SIDE => shown(s, 3) = shown(t, 1).
}
structure S:V { v := {SHOWN}. }
procedure main() { pretty_print(model_expand(T, S, max=1)) }
";
