//! After any edits, the queries answer what they would for the text alone.

use std::sync::Arc;

use herbrand_hir::{self as hir, LoweredForm, RootDb};
use proptest::prelude::*;
use salsa::Setter as _;
use source::{Content, Encoding, File};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

const PIECES: [&str; 18] = [
    "(p a)\n",
    "(<= (q ?x)\n    (p ?x) ; why\n    (not (r ?x)))\n",
    "; herbrand: allow empty-body\n",
    "; herbrand: expect model (q a) given (r b)\n",
    "; herbrand: expect query (p ?y) = ",
    "(<= (s ?x) ; herbrand: invariant (q ?x) (not (R ?x))\n (q ?x))\n",
    "; herbrand: input r/1 ",
    "(",
    ")",
    " ",
    "\n",
    "(role x)\n",
    "; c\n",
    "?y",
    "(<= ",
    "(init A)",
    "a",
    "(next (f a))\n",
];

fn content(text: &str) -> Content {
    Content {
        text: text.into(),
        parse: Parse::new(text, Dialect::Kif, ParseOptions::default()),
        encoding: Encoding::Utf8,
    }
}

/// All that the queries know of a file, positions included.
fn everything(db: &RootDb, file: File) -> String {
    let mut all = String::new();
    for (ordinal, &blk) in hir::blocks(db, file).iter().enumerate() {
        let show = |LoweredForm { form, map }: &LoweredForm| format!("{form:?}\n{map:?}\n");
        all.extend(hir::forms(db, blk).iter().map(show));
        for directive in hir::directives(db, blk) {
            all += &format!("{directive:?}\n");
        }
        all += &format!("{:?}\n", hir::summary(db, blk));
        let places = hir::BlockPlaces::new(db, file, u32::try_from(ordinal).unwrap()).unwrap();
        all += &format!("{:?} {:?}\n", places.forms(), places.directives());
    }
    let (index, alike) = (hir::index(db, file), hir::alike(db, file));
    all + &format!("{index:?}\n{alike:?}\n{:?}\n", hir::strata(db, file))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]
    #[test]
    fn edits_lead_where_a_fresh_start_does(
        start in prop::collection::vec(0..PIECES.len(), 0..300),
        edits in prop::collection::vec((any::<u32>(), 0..12_usize, 0..PIECES.len(), any::<bool>()), 1..12),
    ) {
        let text: String = start.iter().map(|&piece| PIECES[piece]).collect();
        let mut db = RootDb::default();
        let file = File::new(&db, "sheet.kif".into(), content(&text));
        everything(&db, file);
        for (at, len, piece, look) in edits {
            let old = file.content(&db).clone();
            let start = at as usize % (old.text.len() + 1);
            let end = (start + len).min(old.text.len());
            let range = [start, end].map(|n| TextSize::new(u32::try_from(n).unwrap()));
            let edit = TextEdit::replace(TextRange::new(range[0], range[1]), PIECES[piece]);
            let mut text = old.text.to_string();
            edit.apply(&mut text);
            let text: Arc<str> = text.into();
            let parse = old.parse.reparse(&text, &edit);
            drop(old);
            let new = Content { text, parse, encoding: Encoding::Utf8 };
            file.set_content(&mut db).to(new);
            if look {
                everything(&db, file);
            }
        }
        let fresh = RootDb::default();
        let text = Arc::clone(&file.content(&db).text);
        let same = File::new(&fresh, "sheet.kif".into(), content(&text));
        prop_assert_eq!(everything(&db, file), everything(&fresh, same));
    }
}
