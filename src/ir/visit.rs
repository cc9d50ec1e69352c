//! Visitors of statements and expressions.

use super::{Address, Expr, ExprKind, FunctionId, LocalId, Part, Passed, Place, Stmt, TexelAddress};

/// Visits the direct children of an expression, for shared and for exclusive borrows.
macro_rules! each_child {
    ($kind:expr, $see:expr, $children:ident) => {
        match $kind {
            ExprKind::Float(_)
            | ExprKind::Int(_)
            | ExprKind::Uint(_)
            | ExprKind::Bool(_)
            | ExprKind::Index(_)
            | ExprKind::AbstractInt(_)
            | ExprKind::Local(_)
            | ExprKind::Constant(_)
            | ExprKind::Element(_)
            | ExprKind::IndexOf(_)
            | ExprKind::Uniform(_)
            | ExprKind::Here(_)
            | ExprKind::Extent(..)
            | ExprKind::Measure(..)
            | ExprKind::FragmentColumn
            | ExprKind::FragmentRow
            | ExprKind::FragmentCentre
            | ExprKind::Lane
            | ExprKind::Fetch { at: Address::Here, .. } => {}
            ExprKind::Swizzle(a, _)
            | ExprKind::Convert(a)
            | ExprKind::Unary(_, a)
            | ExprKind::Remainder(a, _)
            | ExprKind::Texel {
                at: TexelAddress::Number(a) | TexelAddress::Cell(a, None) | TexelAddress::Coordinates(a, None),
                ..
            }
            | ExprKind::Fetch { at: Address::Linear(a), .. } => $see(a),
            ExprKind::Template(template) => template.$children($see),
            ExprKind::Fragment(fragment) => fragment.$children($see),
            ExprKind::At(a, b)
            | ExprKind::Binary(_, a, b)
            | ExprKind::Quotient(a, b)
            | ExprKind::Texel { at: TexelAddress::Cell(a, Some(b)) | TexelAddress::Coordinates(a, Some(b)), .. }
            | ExprKind::Fetch { at: Address::ColumnRow(a, b), .. } => {
                $see(a);
                $see(b);
            }
            ExprKind::Select(a, b, c) => {
                $see(a);
                $see(b);
                $see(c);
            }
            ExprKind::Gather { index: parts, .. }
            | ExprKind::Vector(parts)
            | ExprKind::Math(_, parts)
            | ExprKind::Call(_, parts) => {
                for part in parts {
                    $see(part);
                }
            }
        }
    };
}

impl Expr {
    /// Calls `see` for each direct child.
    pub(crate) fn children<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        each_child!(&self.kind, see, children)
    }

    /// Calls `see` for each direct child, to change it.
    pub(crate) fn children_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        each_child!(&mut self.kind, see, children_mut)
    }

    /// Calls `see` for the expression and all nested ones, outer ones first.
    pub(crate) fn each(&self, see: &mut dyn FnMut(&Expr)) {
        see(self);
        self.children(&mut |child| child.each(see));
    }

    fn each_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        see(self);
        self.children_mut(&mut |child| child.each_mut(see));
    }

    /// Returns whether the expression reads this variable, or an item of this array.
    pub(crate) fn mentions(&self, local: LocalId) -> bool {
        let mut found = match &self.kind {
            ExprKind::Local(own) => *own == local,
            ExprKind::Template(template) => template.local() == Some(local),
            _ => false,
        };
        self.children(&mut |child| found = found || child.mentions(local));
        found
    }
}

/// Visits the expressions of a statement, for shared and for exclusive borrows.
macro_rules! each_own {
    ($statement:expr, $see:expr, $exprs:ident) => {
        match $statement {
            Stmt::Declare { value: Some(value), .. } | Stmt::Return(Some(value), _) => $see(value),
            Stmt::Assign { place, value } => {
                if let Place { part: Part::At(index), .. } = place {
                    $see(index);
                }
                $see(value);
            }
            Stmt::Call { arguments, .. } => {
                for argument in arguments {
                    if let Passed::Value(value) = argument {
                        $see(value);
                    }
                }
            }
            Stmt::If { condition, .. } | Stmt::Loop { condition: Some(condition), .. } => $see(condition),
            Stmt::Push { values, .. } => {
                for value in values {
                    $see(value);
                }
            }
            Stmt::Template(template) => template.$exprs($see),
            Stmt::Declare { value: None, .. }
            | Stmt::Loop { condition: None, .. }
            | Stmt::Return(None, _)
            | Stmt::Break(_)
            | Stmt::Continue(_)
            | Stmt::Discard(_) => {}
        }
    };
}

/// Returns an iterator over the blocks of a statement, for shared and for exclusive borrows.
macro_rules! blocks {
    ($statement:expr) => {
        match $statement {
            Stmt::If { then, otherwise, .. } => [Some(then), Some(otherwise), None],
            Stmt::Loop { before, body, step, .. } => [Some(before), Some(body), Some(step)],
            _ => [None, None, None],
        }
        .into_iter()
        .flatten()
    };
}

impl Stmt {
    /// Calls `see` for each expression of the statement itself, but not for the expressions nested in it or those in its blocks.
    pub(crate) fn exprs<'a>(&'a self, see: &mut dyn FnMut(&'a Expr)) {
        each_own!(self, see, exprs)
    }

    /// Calls `see` for each expression of the statement itself, to change it.
    pub(crate) fn exprs_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        each_own!(self, see, exprs_mut)
    }

    /// Returns the blocks of the statement: the two branches of an `if`, or `before`, `body` and `step` of a loop.
    pub(crate) fn blocks(&self) -> impl DoubleEndedIterator<Item = &Vec<Stmt>> {
        blocks!(self)
    }

    /// Returns the blocks of the statement, to change them.
    pub(crate) fn blocks_mut(&mut self) -> impl Iterator<Item = &mut Vec<Stmt>> {
        blocks!(self)
    }

    /// Returns the variables that the statement itself assigns: the target of an assignment, the arguments that a call copies out, and the
    /// result of a call. A declaration does not count.
    pub(crate) fn changed(&self) -> Box<dyn Iterator<Item = LocalId> + '_> {
        if let Stmt::Template(template) = self {
            return Box::new(template.changed()) as Box<dyn Iterator<Item = LocalId> + '_>;
        }
        let (place, arguments, result) = match self {
            Stmt::Assign { place, .. } => (Some(place.local), [].as_slice(), None),
            Stmt::Call { arguments, result, .. } => (None, arguments.as_slice(), *result),
            _ => (None, [].as_slice(), None),
        };
        let passed = arguments.iter().filter_map(|argument| match argument {
            Passed::Local(local) => Some(*local),
            Passed::Value(_) => None,
        });
        Box::new(place.into_iter().chain(passed).chain(result))
    }

    /// Returns whether the statement, or a nested one, reads or assigns this variable.
    pub(crate) fn mentions(&self, local: LocalId) -> bool {
        let mut found = self.changed().any(|changed| changed == local);
        self.exprs(&mut |expr| found = found || expr.mentions(local));
        found || self.blocks().any(|block| block.iter().any(|statement| statement.mentions(local)))
    }
}

/// Calls `see` for each of these statements and all nested ones, outer ones first.
pub(crate) fn each_stmt<'a>(statements: &'a [Stmt], see: &mut dyn FnMut(&'a Stmt)) {
    for statement in statements {
        see(statement);
        statement.blocks().for_each(|block| each_stmt(block, see));
    }
}

/// Calls `see` for each of these statements and all nested ones, to change them.
pub(crate) fn each_stmt_mut(statements: &mut [Stmt], see: &mut dyn FnMut(&mut Stmt)) {
    for statement in statements {
        see(statement);
        statement.blocks_mut().for_each(|block| each_stmt_mut(block, see));
    }
}

/// Returns whether any of these statements, or of those nested in them, satisfies `wanted`.
pub(crate) fn any_stmt(statements: &[Stmt], wanted: &dyn Fn(&Stmt) -> bool) -> bool {
    statements.iter().any(|statement| wanted(statement) || statement.blocks().any(|block| any_stmt(block, wanted)))
}

/// Calls `see` for every expression in these statements, outer ones first.
pub(crate) fn each_expr(statements: &[Stmt], see: &mut dyn FnMut(&Expr)) {
    each_stmt(statements, &mut |statement| statement.exprs(&mut |expr| expr.each(see)));
}

/// Calls `see` for every expression in these statements, to change it.
pub(crate) fn each_expr_mut(statements: &mut [Stmt], see: &mut dyn FnMut(&mut Expr)) {
    each_stmt_mut(statements, &mut |statement| statement.exprs_mut(&mut |expr| expr.each_mut(see)));
}

/// Calls `see` for each call of a function, in statements and expressions.
pub(crate) fn each_call(statements: &[Stmt], see: &mut dyn FnMut(FunctionId)) {
    each_stmt(statements, &mut |statement| match statement {
        Stmt::Call { function, .. } => see(*function),
        Stmt::Template(template) => template.function().into_iter().for_each(&mut *see),
        _ => {}
    });
    each_expr(statements, &mut |expr| {
        if let ExprKind::Call(function, _) = expr.kind {
            see(function);
        }
    });
}

/// Calls `see` for each call of a function, in statements and expressions, to change the function that it calls.
pub(crate) fn each_call_mut(statements: &mut [Stmt], see: &mut dyn FnMut(&mut FunctionId)) {
    each_stmt_mut(statements, &mut |statement| match statement {
        Stmt::Call { function, .. } => see(function),
        Stmt::Template(template) => template.function_mut().into_iter().for_each(&mut *see),
        _ => {}
    });
    each_expr_mut(statements, &mut |expr| {
        if let ExprKind::Call(function, _) = &mut expr.kind {
            see(function);
        }
    });
}

/// Returns whether any of these statements, or of those nested in them, assigns this variable.
pub(crate) fn changes(statements: &[Stmt], local: LocalId) -> bool {
    any_stmt(statements, &|statement| statement.changed().any(|changed| changed == local))
}
