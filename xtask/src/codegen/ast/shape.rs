//! What types a grammar asks for.

use anyhow::{Result, bail};
use ungrammar::{Grammar, Node, Rule};

/// A type of the typed tree.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) shape: Shape,
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A choice of what the names say.
    Choice(Vec<Element>),
    /// A node with children.
    Struct(Vec<Field>),
}

/// A child or an alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Element {
    /// A type of the grammar.
    Node(String),
    /// A token, by the name of its `SyntaxKind`.
    Token(&'static str),
}

/// An accessor of a struct.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Field {
    pub(super) name: String,
    pub(super) element: Element,
    pub(super) many: bool,
    /// Set when it can be confused with another accessor's children.
    pub(super) place: Option<Place>,
}

/// Where an accessor's children are among those of several accessors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    /// The kinds that all these accessors may have.
    pub(super) among: Vec<String>,
    /// How many children before it belong to others.
    pub(super) index: usize,
}

/// The types of a grammar, in its order.
pub(super) fn types(grammar: &Grammar) -> Result<Vec<Type>> {
    let mut types = Vec::new();
    for node in grammar.iter() {
        let shape = match choice(grammar, node)? {
            Some(elements) => Shape::Choice(elements),
            None => Shape::Struct(fields(grammar, node)?),
        };
        types.push(Type {
            name: grammar[node].name.clone(),
            shape,
        });
    }
    let kinds: Vec<(String, Vec<String>)> = types
        .iter()
        .map(|ty| {
            (
                ty.name.clone(),
                kinds(&types, &Element::Node(ty.name.clone())),
            )
        })
        .collect();
    for ty in &mut types {
        if let Shape::Struct(fields) = &mut ty.shape {
            tell_apart(fields, &kinds);
        }
    }
    Ok(types)
}

/// The names of the `SyntaxKind`s that an element may have.
pub(super) fn kinds(types: &[Type], element: &Element) -> Vec<String> {
    let name = match element {
        Element::Token(kind) => return vec![(*kind).to_owned()],
        Element::Node(name) => name,
    };
    match types.iter().find(|ty| ty.name == *name).map(|ty| &ty.shape) {
        Some(Shape::Choice(elements)) => elements
            .iter()
            .flat_map(|element| kinds(types, element))
            .collect(),
        _ => vec![name.clone()],
    }
}

/// The alternatives of a rule that is nothing but a choice of nodes and tokens.
fn choice(grammar: &Grammar, node: Node) -> Result<Option<Vec<Element>>> {
    let Rule::Alt(rules) = &grammar[node].rule else {
        return Ok(None);
    };
    let mut elements = Vec::new();
    for rule in rules {
        elements.push(match rule {
            Rule::Node(node) => Element::Node(grammar[*node].name.clone()),
            Rule::Token(token) => Element::Token(token_kind(&grammar[*token].name)?),
            _ => return Ok(None),
        });
    }
    Ok(Some(elements))
}

fn fields(grammar: &Grammar, node: Node) -> Result<Vec<Field>> {
    let mut fields = Vec::new();
    collect(grammar, &grammar[node].rule, None, false, &mut fields)?;
    // A sign between repeated children has no accessor: which one would it be?
    fields.retain(|field| {
        !(field.many && field.name.ends_with(TOKEN) && matches!(field.element, Element::Token(_)))
    });
    Ok(fields)
}

fn collect(
    grammar: &Grammar,
    rule: &Rule,
    label: Option<&str>,
    many: bool,
    fields: &mut Vec<Field>,
) -> Result<()> {
    let (element, name) = match rule {
        Rule::Labeled { label, rule } => return collect(grammar, rule, Some(label), many, fields),
        Rule::Opt(rule) => return collect(grammar, rule, label, many, fields),
        Rule::Rep(rule) => return collect(grammar, rule, label, true, fields),
        Rule::Seq(rules) | Rule::Alt(rules) => {
            return rules
                .iter()
                .try_for_each(|rule| collect(grammar, rule, None, many, fields));
        }
        Rule::Node(node) => {
            let name = &grammar[*node].name;
            let Some(label) = label else {
                bail!("a child of type `{name}` wants a label")
            };
            (Element::Node(name.clone()), label.to_owned())
        }
        Rule::Token(token) => {
            let kind = token_kind(&grammar[*token].name)?;
            let name = label.map_or_else(|| format!("{}{TOKEN}", snake(kind)), str::to_owned);
            (Element::Token(kind), name)
        }
    };
    match fields.iter_mut().find(|field| field.name == name) {
        Some(field) => field.many |= many,
        None => fields.push(Field {
            name,
            element,
            many,
            place: None,
        }),
    }
    Ok(())
}

/// Finds, for each field, the fields that its kinds overlap with.
fn tell_apart(fields: &mut [Field], kinds: &[(String, Vec<String>)]) {
    let kinds_of = |element: &Element| match element {
        Element::Token(kind) => vec![(*kind).to_owned()],
        Element::Node(name) => kinds
            .iter()
            .find(|(other, _)| other == name)
            .map_or_else(Vec::new, |(_, kinds)| kinds.clone()),
    };
    let all: Vec<Vec<String>> = fields
        .iter()
        .map(|field| kinds_of(&field.element))
        .collect();
    let overlap = |a: usize, b: usize| all[a].iter().any(|kind| all[b].contains(kind));
    for at in 0..fields.len() {
        let group: Vec<usize> = (0..fields.len())
            .filter(|&other| overlap(at, other))
            .collect();
        if group.len() > 1 {
            let mut among: Vec<String> = Vec::new();
            for kind in group.iter().flat_map(|&other| &all[other]) {
                if !among.contains(kind) {
                    among.push(kind.clone());
                }
            }
            let index = group.iter().filter(|&&other| other < at).count();
            fields[at].place = Some(Place { among, index });
        }
    }
}

/// How accessors of tokens without a label end.
const TOKEN: &str = "_token";

/// The kind of a token of the grammars.
fn token_kind(token: &str) -> Result<&'static str> {
    Ok(match token {
        "(" => "LParen",
        ")" => "RParen",
        "," => "Comma",
        "&" => "Amp",
        "|" => "Pipe",
        "." => "Dot",
        "<=" | ":-" => "Arrow",
        "not" => "NotKw",
        "or" => "OrKw",
        "and" => "AndKw",
        "distinct" => "DistinctKw",
        "name" => "Name",
        "quoted_name" => "QuotedName",
        "variable" => "Variable",
        "directive_mark" => "DirectiveMark",
        "word" => "DirectiveWord",
        "number" => "Number",
        "=" => "Equals",
        "/" => "Slash",
        "sort" => "SortKw",
        "const" => "ConstKw",
        "var" => "VarKw",
        "pred" => "PredKw",
        "given" => "GivenKw",
        "define" => "DefineKw",
        "func" => "FuncKw",
        "rule" => "RuleKw",
        "soft" => "SoftKw",
        "minimize" => "MinimizeKw",
        "maximize" => "MaximizeKw",
        "show" => "ShowKw",
        "check" => "CheckKw",
        "use" => "UseKw",
        "infix" => "InfixKw",
        "forall" => "ForallKw",
        "exists" => "ExistsKw",
        "exactly" => "ExactlyKw",
        "atleast" => "AtleastKw",
        "atmost" => "AtmostKw",
        "xor" => "XorKw",
        "implies" => "ImpliesKw",
        "if" => "IfKw",
        "iff" => "IffKw",
        "in" => "InKw",
        "true" => "TrueKw",
        "false" => "FalseKw",
        "div" => "DivKw",
        "mod" => "ModKw",
        "where" => "WhereKw",
        "project" => "ProjectKw",
        "grid" => "GridKw",
        "!" => "Bang",
        "!=" => "NotEquals",
        "<" => "Less",
        "=<" => "LessEqual",
        ">" => "Greater",
        ">=" => "GreaterEqual",
        "+" => "Plus",
        "-" => "Minus",
        "*" => "Star",
        ".." => "DotDot",
        ":" => "Colon",
        ";" => "Semicolon",
        "{" => "LBrace",
        "}" => "RBrace",
        "hole" => "Hole",
        "string" => "String",
        _ => bail!("no token is called '{token}'"),
    })
}

/// `LParen` as `l_paren`.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for (at, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && at > 0 {
            snake.push('_');
        }
        snake.push(letter.to_ascii_lowercase());
    }
    snake
}
