//! A relation, or a function, takes the same number of arguments wherever it stands. With another
//! number it is another relation, which has nothing to do with the first but its name.
//!
//! ## Wrong
//! ```kif
//! (edge a b)
//! (edge b c 5)
//! ```
//! ```hrf
//! at(piece(king), a1)
//! at(piece(pawn, white), a2)
//! ```
//!
//! ## Right
//! ```kif
//! (edge a b 1)
//! (edge b c 5)
//! ```
//! ```hrf
//! at(piece(king, white), a1)
//! at(piece(pawn, white), a2)
//! ```

use hir::Site;
use source::Code;

use crate::context::FileContext;
use crate::finding::Finding;

/// One number of arguments that a name is used with.
struct Variant {
    arity: u32,
    count: u32,
    first: Option<Site>,
}

pub(super) fn check(cx: &FileContext<'_>, sink: &mut Vec<Finding>) {
    let index = cx.index();
    for group in index
        .relations
        .chunk_by(|a, b| a.relation.name == b.relation.name)
    {
        if group.len() > 1 && !group.iter().any(|uses| cx.is_keyword(&uses.relation)) {
            let variants = group.iter().map(|uses| Variant {
                arity: uses.relation.arity,
                count: uses.definitions() + uses.uses(),
                first: [
                    &uses.facts.sites,
                    &uses.rules,
                    &uses.positive.sites,
                    &uses.negative.sites,
                ]
                .into_iter()
                .flatten()
                .min()
                .copied(),
            });
            report(&group[0].relation.name, &variants.collect::<Vec<_>>(), sink);
        }
    }
    for group in index.functions.chunk_by(|a, b| a.name == b.name) {
        if group.len() > 1 {
            let variants = group.iter().map(|uses| Variant {
                arity: uses.arity,
                count: uses.in_keywords.count + uses.elsewhere.count,
                first: uses
                    .in_keywords
                    .sites
                    .iter()
                    .chain(&uses.elsewhere.sites)
                    .min()
                    .copied(),
            });
            report(&group[0].name, &variants.collect::<Vec<_>>(), sink);
        }
    }
}

fn report(name: &str, variants: &[Variant], sink: &mut Vec<Finding>) {
    let Some(most) = variants.iter().map(|variant| variant.count).max() else {
        return;
    };
    let Some(usual) = variants.iter().position(|variant| variant.count == most) else {
        return;
    };
    let Some(usual_site) = variants[usual].first else {
        return;
    };
    let arities: Vec<_> = variants
        .iter()
        .map(|variant| variant.arity.to_string())
        .collect();
    let (last, others) = arities.split_last().expect("a group is not empty");
    let message = format!(
        "`{name}` takes {} or {last} arguments here",
        others.join(", ")
    );
    for (number, variant) in variants.iter().enumerate() {
        let Some(site) = variant.first.filter(|_| number != usual) else {
            continue;
        };
        let finding = Finding::new(
            Code::ARITY_MISMATCH,
            FileContext::node(site),
            message.clone(),
        );
        let label = format!(
            "with {} most often, as here",
            counted(variants[usual].arity)
        );
        sink.push(finding.label(FileContext::node(usual_site), label));
    }
}

fn counted(arity: u32) -> String {
    match arity {
        0 => "no argument".to_owned(),
        1 => "1 argument".to_owned(),
        more => format!("{more} arguments"),
    }
}
