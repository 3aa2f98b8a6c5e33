//! The names of a statement, and what each of them stands for.
//!
//! Nothing is judged here: a name that nothing declares stands for whatever will.

use logic::formula::written::{
    Annotation, Binder, Check, DeclarationKind, Element, Expr, ExprKind, Identifier, Quantifier,
    Range, Scope, Statement,
};
use logic::{Name, NodeId};

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A sort.
    Sort(Name),
    /// A constant, an element of a sort, a relation or a function.
    Global(Name),
    /// The name of a rule.
    Rule(Name),
    /// What `var` declares: a variable, or the stem of several.
    Stem(Name),
    /// A variable of the statement, by the node where it is bound.
    Variable(Name, NodeId),
    /// A variable that `show grid` goes through without binding it.
    Searched(Name),
}

impl Symbol {
    /// The name.
    pub(crate) fn name(&self) -> &Name {
        match self {
            Self::Sort(name)
            | Self::Global(name)
            | Self::Rule(name)
            | Self::Stem(name)
            | Self::Variable(name, _)
            | Self::Searched(name) => name,
        }
    }
}

/// What an occurrence of a name does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It declares or binds the name.
    Definition,
    /// It is an element of a set, which is a name of its own unless a constant has it.
    Element,
    /// It uses the name.
    Use,
}

/// What a variable ranges over, where that is written behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// A sort.
    Sort(Name),
    /// A set or an interval, by its node.
    Range(NodeId),
}

/// A name where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Occurrence {
    pub(crate) node: NodeId,
    pub(crate) symbol: Symbol,
    pub(crate) role: Role,
    /// Of a variable where it is bound.
    pub(crate) over: Option<Over>,
}

/// All names of a statement. `is_declared` tells whether a name is a constant, an element, a
/// relation or a function.
pub(crate) fn occurrences(
    statement: &Statement,
    is_declared: &dyn Fn(&str) -> bool,
) -> Vec<Occurrence> {
    let mut walk = Walk {
        found: Vec::new(),
        scope: Vec::new(),
        searches: false,
        is_declared,
    };
    walk.statement(statement);
    walk.found
}

struct Walk<'a> {
    found: Vec<Occurrence>,
    /// The variables that are bound here, inner ones last.
    scope: Vec<(Name, NodeId)>,
    /// Whether names that nothing declares are variables to go through.
    searches: bool,
    is_declared: &'a dyn Fn(&str) -> bool,
}

impl Walk<'_> {
    fn add(&mut self, node: NodeId, symbol: Symbol, role: Role) {
        self.found.push(Occurrence {
            node,
            symbol,
            role,
            over: None,
        });
    }

    fn define(&mut self, name: &Identifier) {
        self.add(name.id, Symbol::Global(name.name.clone()), Role::Definition);
    }

    fn global(&mut self, name: &Identifier) {
        self.add(name.id, Symbol::Global(name.name.clone()), Role::Use);
    }

    fn sort(&mut self, name: &Identifier) {
        self.add(name.id, Symbol::Sort(name.name.clone()), Role::Use);
    }

    fn bind(&mut self, name: &Identifier, over: Option<Over>) {
        let symbol = Symbol::Variable(name.name.clone(), name.id);
        self.add(name.id, symbol, Role::Definition);
        if let Some(last) = self.found.last_mut() {
            last.over = over;
        }
        self.scope.push((name.name.clone(), name.id));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Sort { name, elements } => {
                let symbol = Symbol::Sort(name.name.clone());
                self.add(name.id, symbol, Role::Definition);
                let parts = elements.iter().flat_map(|elements| &elements.parts);
                parts.for_each(|part| self.range(part));
            }
            Statement::Constant { name, value } => {
                self.define(name);
                value.iter().for_each(|value| self.expr(value));
            }
            Statement::Variables { names, sort } => {
                for name in names {
                    let symbol = Symbol::Stem(name.name.clone());
                    self.add(name.id, symbol, Role::Definition);
                    if let Some(last) = self.found.last_mut() {
                        last.over = Some(Over::Sort(sort.name.clone()));
                    }
                }
                self.sort(sort);
            }
            Statement::Declaration(declaration) => {
                self.define(&declaration.name);
                for column in &declaration.columns {
                    if let Some(name) = &column.name {
                        self.bind(name, Some(Over::Sort(column.sort.name.clone())));
                    }
                    self.sort(&column.sort);
                }
                if let DeclarationKind::Function(result) = &declaration.kind {
                    self.sort(result);
                }
                declaration.guard.iter().for_each(|guard| self.expr(guard));
            }
            Statement::Grid { relation, .. } => self.global(relation),
            Statement::Definition {
                name,
                parameters,
                formula,
            } => {
                self.define(name);
                self.binders(parameters);
                self.expr(formula);
            }
            Statement::Constraint { name, formula, .. } => {
                if let Some(name) = name {
                    let symbol = Symbol::Rule(name.name.clone());
                    self.add(name.id, symbol, Role::Definition);
                }
                self.expr(formula);
            }
            Statement::Soft { weight, formula } => {
                self.expr(weight);
                self.expr(formula);
            }
            Statement::Objective { term, .. } => self.expr(term),
            Statement::Show { names, .. } | Statement::Infix(names) => {
                names.iter().for_each(|name| self.global(name));
            }
            Statement::ShowGrid(grid) => {
                self.searches = true;
                self.binders(std::slice::from_ref(&grid.row));
                self.binders(std::slice::from_ref(&grid.column));
                self.expr(&grid.term);
                grid.condition
                    .iter()
                    .for_each(|condition| self.expr(condition));
            }
            Statement::Check(check) => match check {
                Check::Sat | Check::Unsat | Check::Unique => {}
                Check::Models(_, expr)
                | Check::Cost(_, expr)
                | Check::Proves(expr)
                | Check::Refutes(expr)
                | Check::Possible(expr) => self.expr(expr),
            },
            Statement::Use(_) => {}
        }
    }

    /// An annotation goes for the variables without any that stand before it, too.
    fn binders(&mut self, binders: &[Binder]) {
        for (place, binder) in binders.iter().enumerate() {
            match &binder.annotation {
                Some(Annotation::Sort(sort)) => self.sort(sort),
                Some(Annotation::In(range)) => self.range(range),
                None => {}
            }
            let annotation = binders[place..]
                .iter()
                .find_map(|next| next.annotation.as_ref());
            let over = annotation.map(|annotation| match annotation {
                Annotation::Sort(sort) => Over::Sort(sort.name.clone()),
                Annotation::In(range) => match &**range {
                    Range::Sort(sort) => Over::Sort(sort.name.clone()),
                    Range::Interval { id, .. } | Range::Set { id, .. } => Over::Range(*id),
                },
            });
            self.bind(&binder.variable, over);
        }
    }

    fn range(&mut self, range: &Range) {
        match range {
            Range::Sort(name) => self.sort(name),
            Range::Interval { low, high, .. } => {
                self.expr(low);
                self.expr(high);
            }
            Range::Set { elements, .. } => {
                for element in elements {
                    if let Element::Name(name) = element {
                        let symbol = Symbol::Global(name.name.clone());
                        self.add(name.id, symbol, Role::Element);
                    }
                }
            }
        }
    }

    fn expr(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Missing | ExprKind::Truth(_) | ExprKind::Integer(_) => {}
            ExprKind::Name(name) => self.name(expr.id, name),
            ExprKind::Apply { name, args, .. } => {
                self.global(name);
                args.iter().for_each(|arg| self.expr(arg));
            }
            ExprKind::Not(part) | ExprKind::Negative(part) => self.expr(part),
            ExprKind::Connective(_, parts)
            | ExprKind::Absolute(parts)
            | ExprKind::Minimum(parts)
            | ExprKind::Maximum(parts)
            | ExprKind::Connected(parts)
            | ExprKind::Acyclic(parts)
            | ExprKind::Compare { terms: parts, .. } => {
                parts.iter().for_each(|part| self.expr(part));
            }
            ExprKind::In(term, range) => {
                self.expr(term);
                self.range_of_membership(range);
            }
            ExprKind::Arithmetic(_, parts) => parts.iter().for_each(|part| self.expr(part)),
            ExprKind::Count(scope) | ExprKind::Sum(scope) => self.scope(scope),
            ExprKind::Quantified(quantifier, scope) => {
                if let Quantifier::Exactly(bound)
                | Quantifier::AtLeast(bound)
                | Quantifier::AtMost(bound) = quantifier
                {
                    self.expr(bound);
                }
                self.scope(scope);
            }
        }
    }

    /// Names in a set that a term is in are used, not declared.
    fn range_of_membership(&mut self, range: &Range) {
        let from = self.found.len();
        self.range(range);
        for found in &mut self.found[from..] {
            found.role = Role::Use;
        }
    }

    fn scope(&mut self, scope: &Scope) {
        let outer = self.scope.len();
        let from = self.found.len();
        self.binders(&scope.binders);
        for found in &mut self.found[from..] {
            if found.role == Role::Element {
                found.role = Role::Use;
            }
        }
        scope.guard.iter().for_each(|guard| self.expr(guard));
        scope.body.iter().for_each(|body| self.expr(body));
        self.scope.truncate(outer);
    }

    fn name(&mut self, node: NodeId, name: &Name) {
        let bound = self.scope.iter().rev().find(|(bound, _)| bound == name);
        let symbol = match bound {
            Some((_, binder)) => Symbol::Variable(name.clone(), *binder),
            None if self.searches && !(self.is_declared)(name) => Symbol::Searched(name.clone()),
            None => Symbol::Global(name.clone()),
        };
        self.add(node, symbol, Role::Use);
    }
}
