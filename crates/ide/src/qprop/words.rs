//! What the words and signs of QPROP mean.

use syntax::{SyntaxKind, SyntaxToken};

/// What a word or a sign says where it stands.
pub(super) fn meaning(token: &SyntaxToken) -> Option<&'static str> {
    let parent = token.parent()?.kind();
    Some(match token.kind() {
        SyntaxKind::Name => return contextual(token.text(), parent),
        SyntaxKind::ForallKw => {
            "`forall x | G . F`: `F` holds for every `x` that `G` holds of; a big `and`."
        }
        SyntaxKind::ExistsKw => {
            "`exists x | G . F`: `F` holds for some `x` that `G` holds of; a big `or`. `exists! x` \
             asks for exactly one."
        }
        SyntaxKind::ExactlyKw => {
            "`exactly k x, y | G . F`: `F` holds for exactly `k` tuples that `G` holds of."
        }
        SyntaxKind::AtleastKw => {
            "`atleast k x, y | G . F`: `F` holds for `k` tuples or more that `G` holds of."
        }
        SyntaxKind::AtmostKw => {
            "`atmost k x, y | G . F`: `F` holds for `k` tuples or fewer that `G` holds of."
        }
        SyntaxKind::NotKw if parent == SyntaxKind::QpropMembership => {
            "`t not in R`: the term is none of the values of `R`."
        }
        SyntaxKind::NotKw => "`not F`: `F` does not hold.",
        SyntaxKind::Bang if parent == SyntaxKind::QpropNot => "`!F`: `F` does not hold.",
        SyntaxKind::Bang => "`exists! x . F`: `F` holds for exactly one `x`.",
        SyntaxKind::AndKw => "`F and G`: both hold.",
        SyntaxKind::OrKw => "`F or G`: one of them holds, or both.",
        SyntaxKind::XorKw => "`F xor G`: exactly one of them holds.",
        SyntaxKind::ImpliesKw => "`F implies G`: `G` holds wherever `F` does.",
        SyntaxKind::IfKw => "`F if G`: `F` holds wherever `G` does.",
        SyntaxKind::IffKw if parent == SyntaxKind::QpropDefine => {
            "`define p(x) iff F`: `p` holds of exactly the values that `F` holds of."
        }
        SyntaxKind::IffKw => "`F iff G`: both hold, or neither.",
        SyntaxKind::InKw => "`t in R`: the term is one of the values of a sort, a set or a range.",
        SyntaxKind::Pipe => {
            "`x | G . F`: only the values that the guard `G` holds of count. What of it is known \
             while grounding selects them."
        }
        SyntaxKind::TrueKw => "`true`: always holds.",
        SyntaxKind::FalseKw => "`false`: never holds.",
        SyntaxKind::DivKw => "`a div b`: the quotient, such that `a mod b` is not negative.",
        SyntaxKind::ModKw => "`a mod b`: the remainder, from 0 below the absolute value of `b`.",
        SyntaxKind::SortKw => "`sort S = 1..n` or `{a, b}`: a finite set of integers or names.",
        SyntaxKind::ConstKw => {
            "`const n = 9`: an integer. Without a value it gets one from an instance or by \
             `--set n=9`."
        }
        SyntaxKind::VarKw => {
            "`var p: S`: every variable `p`, or `p` with digits or primes behind it, ranges over \
             `S`."
        }
        SyntaxKind::PredKw => {
            "`pred p(S, T)`: an unknown relation, whose atoms the solver decides. Behind `|` stands \
             where it has atoms at all."
        }
        SyntaxKind::GivenKw => "`given p(S, T)`: data; it holds exactly where a fact says so.",
        SyntaxKind::GridKw if parent == SyntaxKind::QpropGrid => {
            "`given grid p \"3.2\" \"..1\"`: facts `p(row, column, value)`, a string a row; `.` is \
             no fact."
        }
        SyntaxKind::GridKw => {
            "`show grid r, c : T where F`: a table of what `T` is wherever `F` holds."
        }
        SyntaxKind::FuncKw => {
            "`func f(S): T`: an unknown function, with exactly one value for each argument."
        }
        SyntaxKind::DefineKw => {
            "`define p(x) iff F`: a relation that is computed from data while grounding."
        }
        SyntaxKind::RuleKw => "`rule NAME: F`: a constraint; cores and proofs name it.",
        SyntaxKind::SoftKw => "`soft W: F`: each instance that is violated costs `W`.",
        SyntaxKind::MinimizeKw => "`minimize T`: as small as can be, costs of `soft` added.",
        SyntaxKind::MaximizeKw => "`maximize T`: as large as can be, costs of `soft` taken off.",
        SyntaxKind::ShowKw => "`show p, q`: what of a model is printed.",
        SyntaxKind::ProjectKw => {
            "`show project p`: models that agree on these count as one, and these are printed."
        }
        SyntaxKind::CheckKw => "`check …`: what `herbrand test` expects of the models.",
        SyntaxKind::UseKw => "`use \"file\"`: the statements of another file, once each.",
        SyntaxKind::InfixKw => "`infix p`: in this file `x p y` stands for `p(x, y)`.",
        SyntaxKind::WhereKw => "`where F`: the cells that the table shows.",
        _ => return None,
    })
}

/// What words say that are names elsewhere.
fn contextual(word: &str, parent: SyntaxKind) -> Option<&'static str> {
    Some(match (parent, word) {
        (SyntaxKind::QpropCount, _) => {
            "`count(x | G . F)`: for how many values both `G` and `F` hold."
        }
        (SyntaxKind::QpropSum, _) => {
            "`sum(x | G . T)`: the sum of `T` over the values that `G` holds of."
        }
        (SyntaxKind::QpropApplication, "abs") => "`abs(a)`: the absolute value.",
        (SyntaxKind::QpropApplication, "min") => "`min(a, b, …)`: the least of the terms.",
        (SyntaxKind::QpropApplication, "max") => "`max(a, b, …)`: the greatest of the terms.",
        (SyntaxKind::QpropApplication, "connected") => {
            "`connected(N, E)`: the tuples of `N` are joined by `E` inside `N`. With a third \
             relation, each is reached along `E` from one of its tuples."
        }
        (SyntaxKind::QpropApplication, "acyclic") => {
            "`acyclic(E)`: no tuple leads back to itself along `E`."
        }
        (SyntaxKind::QpropCheck, "sat") => "`check sat`: there is a model.",
        (SyntaxKind::QpropCheck, "unsat") => "`check unsat`: there is no model.",
        (SyntaxKind::QpropCheck, "unique") => "`check unique`: there is exactly one model.",
        (SyntaxKind::QpropCheck, "models") => "`check models = N`: how many models there are.",
        (SyntaxKind::QpropCheck, "cost") => "`check cost = N`: what the best model costs.",
        (SyntaxKind::QpropCheck, "proves") => {
            "`check proves F`: `F` holds in every model, and there is one."
        }
        (SyntaxKind::QpropCheck, "refutes") => {
            "`check refutes F`: `F` holds in no model, and there is one."
        }
        (SyntaxKind::QpropCheck, "possible") => "`check possible F`: `F` holds in some model.",
        _ => return None,
    })
}
