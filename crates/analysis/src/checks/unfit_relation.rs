//! A relation is named where only one of another kind or width can stand: `given grid` fills a
//! given relation of three columns (row, column, value); `connected(N, E)` and `connected(N, E, R)`
//! join the tuples of N, and of R, by a relation E of twice as many columns; `acyclic(E)` wants an
//! even number of them.
//!
//! ## Wrong
//! ```qprop
//! sort node = 1..4
//! pred chosen(node)
//! pred edge(node, node)
//! rule whole: connected(edge, chosen)
//! ```
//! ```qprop
//! sort row = 1..2
//! sort number = 1..3
//! pred clue(row, row, number)
//! given grid clue "3." ".1"
//! rule kept: forall r: row, c: row, n: number . clue(r, c, n) implies n > 0
//! ```
//!
//! ## Right
//! ```qprop
//! sort node = 1..4
//! pred chosen(node)
//! pred edge(node, node)
//! rule whole: connected(chosen, edge)
//! ```

use logic::formula::{Declarations, Place};
use source::Code;

use super::unknown_in_data::with_declaration;
use crate::report::Report;

pub(crate) fn graph(place: Place) -> Report {
    let message =
        "this is no graph: a relation of nodes, and one of edges with twice as many columns";
    Report::new(Code::UNFIT_RELATION, place, message).help(
        "write `connected(NODES, EDGES)`, `connected(NODES, EDGES, ROOTS)` or `acyclic(EDGES)`",
    )
}

pub(crate) fn grid(declarations: &Declarations, place: Place, name: &str) -> Report {
    let message = format!("`{name}` is no given relation of three columns");
    let report = Report::new(Code::UNFIT_RELATION, place, message);
    with_declaration(declarations, report, name)
        .help("a grid fills one: row, column, and what stands there")
}

#[cfg(test)]
mod tests {
    use source::Code;

    use crate::test_support::check_whole_at;

    const CODE: Code = Code::UNFIT_RELATION;

    #[test]
    fn graphs_and_grids() {
        check_whole_at(
            "a.qprop",
            CODE,
            "sort s = 1..2\npred n(s)\npred e(s, s)\ngiven g(s, s)\ngiven h(s, s, s)\nconnected(n, n)\nacyclic(n)\nconnected(n, e, e)\nacyclic(1)\ngiven grid g \"12\"\ngiven grid h \"12\"\nconnected(n, e, n)\n",
            "error `connected(n, n)` (line 6): this is no graph: a relation of nodes, and one of edges with twice as many columns
             help: write `connected(NODES, EDGES)`, `connected(NODES, EDGES, ROOTS)` or `acyclic(EDGES)`
             error `acyclic(n)` (line 7): this is no graph: a relation of nodes, and one of edges with twice as many columns
             help: write `connected(NODES, EDGES)`, `connected(NODES, EDGES, ROOTS)` or `acyclic(EDGES)`
             error `connected(n, e, e)` (line 8): this is no graph: a relation of nodes, and one of edges with twice as many columns
             help: write `connected(NODES, EDGES)`, `connected(NODES, EDGES, ROOTS)` or `acyclic(EDGES)`
             error `1` (line 9): this is no graph: a relation of nodes, and one of edges with twice as many columns
             help: write `connected(NODES, EDGES)`, `connected(NODES, EDGES, ROOTS)` or `acyclic(EDGES)`
             error `g` (line 10): `g` is no given relation of three columns
             `g` (line 4): declared here
             help: a grid fills one: row, column, and what stands there",
        );
    }
}
