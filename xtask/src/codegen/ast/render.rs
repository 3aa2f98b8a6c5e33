//! Writes the Rust code of a typed tree.

use std::fmt::Write;

use super::super::MARK;
use super::shape::{Element, Field, Shape, Type, kinds};

/// What a module is made of.
pub(super) struct Module<'a> {
    /// The path of its grammar.
    pub(super) source: &'a str,
    /// What its tree is the tree of.
    pub(super) title: &'a str,
    /// Whether a type is its own, and not one of a grammar that it uses.
    pub(super) owns: &'a dyn Fn(&str) -> bool,
    /// More imports.
    pub(super) imports: &'a str,
}

/// The code of a module, not yet formatted.
pub(super) fn module(types: &[Type], module: &Module<'_>) -> String {
    let Module {
        source,
        title,
        owns,
        imports,
    } = module;
    let mut code = format!(
        "//! The typed syntax tree of {title}.\n//!\n//! {MARK} from `{source}`; not to be edited.\n\n\
         {imports}\
         use super::{{AstElement, support}};\n\
         use crate::{{NodeOrToken, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken}};\n"
    );
    for ty in types.iter().filter(|ty| owns(&ty.name)) {
        match &ty.shape {
            Shape::Choice(elements) => choice(&mut code, types, &ty.name, elements),
            Shape::Struct(fields) => structure(&mut code, types, &ty.name, fields),
        }
    }
    code
}

fn choice(code: &mut String, types: &[Type], name: &str, elements: &[Element]) {
    let mut variants = String::new();
    let mut casts = String::new();
    let mut syntax = String::new();
    for element in elements {
        match element {
            Element::Node(ty) => {
                let variant = variant(name, ty);
                push(
                    &mut variants,
                    format_args!("/// See [`{ty}`].\n{variant}({ty}),\n"),
                );
                let kinds = pattern(types, element);
                push(
                    &mut casts,
                    format_args!("{kinds} => {ty}::cast(element).map(Self::{variant}),\n"),
                );
                push(
                    &mut syntax,
                    format_args!("Self::{variant}(inner) => inner.syntax(),\n"),
                );
            }
            Element::Token(kind) => {
                push(
                    &mut variants,
                    format_args!(
                        "/// A token of kind [`SyntaxKind::{kind}`].\n{kind}(SyntaxToken),\n"
                    ),
                );
                push(
                    &mut casts,
                    format_args!("SyntaxKind::{kind} => element.into_token().map(Self::{kind}),\n"),
                );
                push(
                    &mut syntax,
                    format_args!("Self::{kind}(token) => NodeOrToken::Token(token.clone()),\n"),
                );
            }
        }
    }
    let kinds = pattern(types, &Element::Node(name.to_owned()));
    push(
        code,
        format_args!(
            "
            /// `{name}` of the grammar.
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            pub enum {name} {{ {variants} }}

            impl AstElement for {name} {{
                fn can_cast(kind: SyntaxKind) -> bool {{ matches!(kind, {kinds}) }}
                fn cast(element: SyntaxElement) -> Option<Self> {{
                    match element.kind() {{ {casts} _ => None }}
                }}
                fn syntax(&self) -> SyntaxElement {{ match self {{ {syntax} }} }}
            }}
            "
        ),
    );
}

fn structure(code: &mut String, types: &[Type], name: &str, fields: &[Field]) {
    let mut accessors = String::new();
    for field in fields {
        accessor(&mut accessors, types, field);
    }
    push(
        code,
        format_args!(
            "
            /// `{name}` of the grammar: a node of kind [`SyntaxKind::{name}`].
            #[derive(Clone, Debug, PartialEq, Eq, Hash)]
            pub struct {name}(SyntaxNode);

            impl AstElement for {name} {{
                fn can_cast(kind: SyntaxKind) -> bool {{ kind == SyntaxKind::{name} }}
                fn cast(element: SyntaxElement) -> Option<Self> {{
                    element.into_node().filter(|node| Self::can_cast(node.kind())).map(Self)
                }}
                fn syntax(&self) -> SyntaxElement {{ NodeOrToken::Node(self.0.clone()) }}
            }}

            impl {name} {{
                /// The node itself.
                pub fn node(&self) -> &SyntaxNode {{ &self.0 }}
                {accessors}
            }}
            "
        ),
    );
}

fn accessor(code: &mut String, types: &[Type], field: &Field) {
    let Field {
        name,
        element,
        many,
        place,
    } = field;
    let (ty, what) = match element {
        Element::Node(ty) => (ty.as_str(), "child"),
        Element::Token(_) => ("SyntaxToken", "token"),
    };
    let call = match (element, place) {
        (Element::Token(kind), None) if *many => {
            format!("support::tokens_from(&self.0, SyntaxKind::{kind}, &[SyntaxKind::{kind}], 0)")
        }
        (Element::Token(kind), None) => format!("support::token(&self.0, SyntaxKind::{kind})"),
        (Element::Node(_), None) if *many => "support::children(&self.0)".to_owned(),
        (Element::Node(_), None) => "support::child(&self.0)".to_owned(),
        (_, Some(place)) => {
            let among: Vec<String> = place
                .among
                .iter()
                .map(|kind| format!("SyntaxKind::{kind}"))
                .collect();
            let (among, index) = (among.join(", "), place.index);
            match element {
                Element::Token(kind) if *many => {
                    format!(
                        "support::tokens_from(&self.0, SyntaxKind::{kind}, &[{among}], {index})"
                    )
                }
                Element::Token(kind) => {
                    format!("support::token_at(&self.0, SyntaxKind::{kind}, &[{among}], {index})")
                }
                Element::Node(_) if *many => {
                    format!("support::children_from(&self.0, &[{among}], {index})")
                }
                Element::Node(_) => format!("support::child_at(&self.0, &[{among}], {index})"),
            }
        }
    };
    let kinds = pattern(types, element)
        .replace("SyntaxKind::", "")
        .replace(" |", ",");
    if *many {
        push(
            code,
            format_args!(
                "/// The children `{name}`: {kinds}.
                pub fn {name}(&self) -> impl Iterator<Item = {ty}> + use<> {{ {call} }}\n"
            ),
        );
    } else {
        push(
            code,
            format_args!(
                "/// The {what} `{name}`: {kinds}.
                pub fn {name}(&self) -> Option<{ty}> {{ {call} }}\n"
            ),
        );
    }
}

fn pattern(types: &[Type], element: &Element) -> String {
    let kinds: Vec<String> = kinds(types, element)
        .iter()
        .map(|kind| format!("SyntaxKind::{kind}"))
        .collect();
    kinds.join(" | ")
}

/// `KifAtom` as `Atom` where the enum says the dialect.
fn variant<'a>(choice: &str, ty: &'a str) -> &'a str {
    let dialect = ["Kif", "Hrf", "Qprop"]
        .into_iter()
        .find(|dialect| choice.starts_with(dialect));
    dialect
        .and_then(|dialect| ty.strip_prefix(dialect))
        .unwrap_or(ty)
}

fn push(code: &mut String, arguments: std::fmt::Arguments<'_>) {
    code.write_fmt(arguments)
        .expect("writing to a string succeeds");
}
