//! How a text of QPROP was read, in the notation of the reference reader: each statement and
//! expression in parentheses behind its operator, chains in pairs, `if` turned round.

use syntax::ast::AstElement;
use syntax::ast::qprop::{
    QpropBinder, QpropBound, QpropColumns, QpropDomain, QpropElement, QpropExpression, QpropGuard,
    QpropQuantified, QpropRange, QpropSet, QpropStatement, QpropUnion,
};
use syntax::{Parse, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};

/// The statements of a file without syntax errors.
///
/// # Panics
/// Where a part is missing.
pub fn reading(parse: &Parse) -> String {
    let blocks = parse.root().children();
    let items = blocks.flat_map(|block| block.children_with_tokens());
    list(
        items
            .filter_map(QpropStatement::cast)
            .map(|it| statement(&it)),
    )
}

fn statement(statement: &QpropStatement) -> String {
    match statement {
        QpropStatement::Sort(it) => {
            let elements = it.elements().map_or_else(none, |it| union(&it));
            form("sort", [name(it.name_token()), elements])
        }
        QpropStatement::Const(it) => form("const", [name(it.name_token()), maybe(it.value())]),
        QpropStatement::Var(it) => {
            let names = list(it.names().map(|name| name.text().to_owned()));
            form("var", [names, source(it.sort())])
        }
        QpropStatement::Pred(it) => {
            let parts = [name(it.name_token()), columns(it.columns()), none()];
            form(
                "pred",
                parts.into_iter().chain(it.guard().map(|it| guard(&it))),
            )
        }
        QpropStatement::Given(it) => form(
            "given",
            [name(it.name_token()), columns(it.columns()), none()],
        ),
        QpropStatement::Grid(it) => {
            let rows = list(it.rows().map(|row| row.text().to_owned()));
            form("grid", [source(it.relation()), rows])
        }
        QpropStatement::Func(it) => {
            let parts = [
                name(it.name_token()),
                columns(it.columns()),
                source(it.sort()),
            ];
            form(
                "func",
                parts.into_iter().chain(it.guard().map(|it| guard(&it))),
            )
        }
        QpropStatement::Define(it) => {
            let parameters = it.parameters().expect_or_empty(|it| binders(it.binders()));
            form(
                "define",
                [name(it.name_token()), parameters, expression(it.body())],
            )
        }
        QpropStatement::Rule(it) => {
            let name = it
                .name_token()
                .map_or_else(none, |name| name.text().to_owned());
            form("rule", [name, expression(it.formula())])
        }
        QpropStatement::Soft(it) => {
            form("soft", [expression(it.weight()), expression(it.formula())])
        }
        QpropStatement::Objective(it) => {
            let goal = if it.minimize_kw_token().is_some() {
                "minimize"
            } else {
                "maximize"
            };
            form(goal, [expression(it.term())])
        }
        QpropStatement::Show(it) => {
            let project = if it.project_kw_token().is_some() {
                "True"
            } else {
                "False"
            };
            let names = list(it.names().map(|name| source(Some(name))));
            form("show", [project.to_owned(), names])
        }
        QpropStatement::ShowGrid(it) => {
            let variables = [it.rows(), it.columns()].into_iter().flatten();
            let variables = list(variables.map(|it| match it.domain() {
                Some(of) => list([name(it.name_token()), domain(&of)]),
                None => name(it.name_token()),
            }));
            let filter = it
                .filter()
                .map_or_else(none, |it| expression(it.condition()));
            form("grid", [variables, expression(it.term()), filter])
        }
        QpropStatement::Check(it) => {
            let value = it.value().map(|it| expression(Some(it)));
            form("check", std::iter::once(name(it.name_token())).chain(value))
        }
        QpropStatement::Use(it) => form("use", [name(it.string_token())]),
        QpropStatement::Infix(it) => {
            form("infix", [list(it.names().map(|name| source(Some(name))))])
        }
        QpropStatement::Constraint(it) => form("bare", [expression(it.formula())]),
    }
}

fn union(union: &QpropUnion) -> String {
    let parts: Vec<QpropDomain> = union.parts().collect();
    match &*parts {
        [QpropDomain::Range(only)] => range(only),
        parts => form("union", [list(parts.iter().map(domain))]),
    }
}

fn domain(domain: &QpropDomain) -> String {
    match domain {
        QpropDomain::Name(it) => source(Some(it.clone())),
        QpropDomain::Set(it) => set(it),
        QpropDomain::Range(it) => range(it),
    }
}

fn range(range: &QpropRange) -> String {
    form("range", [expression(range.low()), expression(range.high())])
}

fn set(set: &QpropSet) -> String {
    let element = |it: QpropElement| it.node().text().to_string().replace(' ', "");
    form("set", [list(set.elements().map(element))])
}

fn columns(columns: Option<QpropColumns>) -> String {
    columns.expect_or_empty(|it| list(it.columns().map(|column| source(column.sort()))))
}

fn binders(binders: impl Iterator<Item = QpropBinder>) -> String {
    list(binders.map(|it| {
        let range = match it.domain() {
            None => none(),
            Some(of) if it.colon_token().is_some() => domain(&of),
            Some(of) => form("in", [domain(&of)]),
        };
        list([name(it.name_token()), range])
    }))
}

fn guard(guard: &QpropGuard) -> String {
    expression(guard.condition())
}

fn maybe(expression: Option<QpropExpression>) -> String {
    expression.map_or_else(none, |it| self::expression(Some(it)))
}

fn expression(expression: Option<QpropExpression>) -> String {
    let expression = expression.expect("an expression");
    match &expression {
        QpropExpression::Iff(it) => left("iff", it.operands()),
        QpropExpression::Xor(it) => left("xor", it.operands()),
        QpropExpression::Or(it) => left("or", it.operands()),
        QpropExpression::And(it) => left("and", it.operands()),
        QpropExpression::Implies(it) => {
            let operands: Vec<String> =
                it.operands().map(|it| self::expression(Some(it))).collect();
            let nested = operands.into_iter().rev();
            nested
                .reduce(|right, left| form("implies", [left, right]))
                .expect("operands")
        }
        QpropExpression::If(it) => form(
            "implies",
            [
                self::expression(it.antecedent()),
                self::expression(it.consequent()),
            ],
        ),
        QpropExpression::Not(it) => form("not", [self::expression(it.operand())]),
        QpropExpression::Quantified(it) => quantified(it),
        QpropExpression::Comparison(it) => form("rel", [chain(it.node())]),
        QpropExpression::Membership(it) => {
            let of = it.domain().map(|it| domain(&it)).expect("a range");
            let member = form("in", [self::expression(it.element()), of]);
            match it.not_kw_token() {
                Some(_) => form("not", [member]),
                None => member,
            }
        }
        QpropExpression::Infixed(it) => {
            let both = list([self::expression(it.left()), self::expression(it.right())]);
            form("app", [name(it.name_token()), both])
        }
        QpropExpression::Additive(it) => arithmetic(it.node()),
        QpropExpression::Multiplicative(it) => arithmetic(it.node()),
        QpropExpression::Negative(it) => form("neg", [self::expression(it.operand())]),
        QpropExpression::Application(it) => {
            let arguments = list(it.arguments().map(|it| self::expression(Some(it))));
            form("app", [name(it.name_token()), arguments])
        }
        QpropExpression::Count(it) => {
            let guard = it.guard().map_or_else(none, |it| guard(&it));
            form("count", [binders(it.binders()), guard, maybe(it.body())])
        }
        QpropExpression::Sum(it) => {
            let guard = it.guard().map_or_else(none, |it| guard(&it));
            form("sum", [binders(it.binders()), guard, maybe(it.body())])
        }
        QpropExpression::Parenthesised(it) => self::expression(it.inner()),
        QpropExpression::Name(it) => name(it.name_token()),
        QpropExpression::Literal(it) => it.node().text().to_string(),
    }
}

fn quantified(it: &QpropQuantified) -> String {
    let first = it.node().first_token().expect("a quantifier");
    let quantifier = match (first.kind(), it.bang_token()) {
        (SyntaxKind::ForallKw, _) => "forall",
        (SyntaxKind::ExistsKw, None) => "exists",
        (SyntaxKind::ExistsKw, Some(_)) => "exists!",
        _ => first.text(),
    };
    let bound = |it: QpropBound| expression(it.value());
    form(
        quantifier,
        [
            it.bound().map_or_else(none, bound),
            binders(it.binders()),
            none(),
            it.guard().map_or_else(none, |it| guard(&it)),
            expression(it.body()),
        ],
    )
}

/// Operands and signs in their order.
fn chain(node: &SyntaxNode) -> String {
    let parts = node.children_with_tokens();
    let parts = parts.filter(|part| !part.kind().is_trivia());
    list(parts.map(|part| match part.as_token() {
        Some(sign) => sign_of(sign).to_owned(),
        None => expression(QpropExpression::cast(part)),
    }))
}

fn arithmetic(node: &SyntaxNode) -> String {
    let mut parts = node
        .children_with_tokens()
        .filter(|part| !part.kind().is_trivia());
    let mut value = expression(parts.next().and_then(QpropExpression::cast));
    while let Some(sign) = parts.next().and_then(SyntaxElement::into_token) {
        let right = expression(parts.next().and_then(QpropExpression::cast));
        value = form(sign.text(), [value, right]);
    }
    value
}

fn sign_of(sign: &SyntaxToken) -> &str {
    match sign.kind() {
        SyntaxKind::NotEquals => "!=",
        SyntaxKind::LessEqual => "<=",
        SyntaxKind::GreaterEqual => ">=",
        _ => sign.text(),
    }
}

fn left(operator: &str, operands: impl Iterator<Item = QpropExpression>) -> String {
    let operands = operands.map(|it| expression(Some(it)));
    operands
        .reduce(|left, right| form(operator, [left, right]))
        .expect("operands")
}

trait OrEmpty<T> {
    fn expect_or_empty(self, shown: impl FnOnce(T) -> String) -> String;
}

impl<T> OrEmpty<T> for Option<T> {
    fn expect_or_empty(self, shown: impl FnOnce(T) -> String) -> String {
        self.map_or_else(|| "()".to_owned(), shown)
    }
}

fn name(token: Option<SyntaxToken>) -> String {
    token.expect("a token").text().to_owned()
}

fn source(element: Option<impl AstElement>) -> String {
    element.expect("a name").syntax().to_string()
}

fn none() -> String {
    "None".to_owned()
}

fn form(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    list(std::iter::once(head.to_owned()).chain(parts))
}

fn list(parts: impl IntoIterator<Item = String>) -> String {
    let parts: Vec<String> = parts.into_iter().collect();
    format!("({})", parts.join(" "))
}
