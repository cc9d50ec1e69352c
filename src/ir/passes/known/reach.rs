//! Reach: upper bounds of integers relative to a variable, if neither value is known. After `index end = min(first + 64, count(values))`,
//! `end` is at most `first` + 64, so a loop from `first` to `end` takes at most 64 iterations.

use rustc_hash::FxHashMap;

use crate::ir::interpret::Value;
use crate::ir::{Binary, Expr, ExprKind, LocalId, Math, Type};

use super::Known;

/// The maximum depth of nested expressions that are analysed.
const MAX_DEPTH: usize = 8;
/// The maximum number of bounds that are kept for a variable.
const MAX_KEPT: usize = 4;

/// An upper bound of an integer. The integer is at most `base` + `max`, or at most `max` if there is no base. If `exact`, it is equal to
/// that.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(in crate::ir::passes) struct Reach {
    pub base: Option<LocalId>,
    pub max: i64,
    pub exact: bool,
}

/// The known upper bounds of variables.
#[derive(Clone, Default, Debug)]
pub(super) struct Reaches(FxHashMap<LocalId, Vec<Reach>>);

impl Reaches {
    /// Records the new upper bounds of a variable that has changed.
    pub fn set(&mut self, local: LocalId, reach: Vec<Reach>) {
        self.forget(local);
        let kept: Vec<Reach> = reach.into_iter().filter(|reach| reach.base != Some(local)).take(MAX_KEPT).collect();
        if !kept.is_empty() {
            self.0.insert(local, kept);
        }
    }

    /// Forgets the bounds of a variable that has changed, and those relative to it.
    pub fn forget(&mut self, local: LocalId) {
        self.0.remove(&local);
        self.0.values_mut().for_each(|all| all.retain(|reach| reach.base != Some(local)));
    }
}

impl Known {
    /// Returns all known upper bounds of an expression; empty for anything but a scalar integer.
    pub(in crate::ir::passes) fn reach(&self, expr: &Expr) -> Vec<Reach> {
        self.reach_within(expr, MAX_DEPTH)
    }

    fn reach_within(&self, expr: &Expr, depth: usize) -> Vec<Reach> {
        if depth == 0 || !matches!(expr.ty, Type::Index | Type::INT) {
            return Vec::new();
        }
        let reach = |inner: &Expr| self.reach_within(inner, depth - 1);
        if let Some(value) = self.whole(expr) {
            return vec![Reach { base: None, max: value, exact: true }];
        }
        let further = |all: Vec<Reach>, by: i64, exact: bool| -> Vec<Reach> {
            let one = |reach: Reach| Reach { max: reach.max + by, exact: reach.exact && exact, ..reach };
            all.into_iter().map(one).collect()
        };
        match &expr.kind {
            ExprKind::Local(local) => {
                let mut all = self.reaches.0.get(local).cloned().unwrap_or_default();
                all.push(Reach { base: Some(*local), max: 0, exact: true });
                all
            }
            ExprKind::Convert(inner) => reach(inner),
            ExprKind::Binary(Binary::Add, a, b) => match (self.whole(a), self.whole(b)) {
                (_, Some(by)) => further(reach(a), by, true),
                (Some(by), None) => further(reach(b), by, true),
                _ => Vec::new(),
            },
            ExprKind::Binary(Binary::Subtract, a, b) => match (self.whole(b), self.least(b)) {
                (Some(by), _) => further(reach(a), -by, true),
                (None, Some(least)) => further(reach(a), -least, false),
                _ => Vec::new(),
            },
            ExprKind::Select(_, a, b) => {
                let others = reach(b);
                let both = |a: Reach| {
                    let b = others.iter().find(|b| b.base == a.base)?;
                    Some(Reach { max: a.max.max(b.max), exact: false, ..a })
                };
                reach(a).into_iter().filter_map(both).collect()
            }
            ExprKind::Math(Math::Min, arguments) => {
                let all = arguments.iter().flat_map(reach);
                all.map(|reach| Reach { exact: false, ..reach }).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns an upper bound of `to` - `from`, if one is known.
    pub(in crate::ir::passes) fn distance(&self, from: &Expr, to: &Expr) -> Option<i64> {
        let starts = self.reach(from);
        let distance = |end: Reach| {
            let start = starts.iter().find(|start| start.exact && start.base == end.base)?;
            Some(end.max - start.max)
        };
        self.reach(to).into_iter().filter_map(distance).min()
    }

    /// Returns the value of an expression, if it is a known integer.
    fn whole(&self, expr: &Expr) -> Option<i64> {
        match self.value(expr)? {
            Value::Index(value) => Some(value.into()),
            Value::Int(count, [value, ..]) if count.count() == 1 => Some(value.into()),
            _ => None,
        }
    }

    /// Returns the minimum of an expression like `test ? 1 : 0`, if both values are known.
    fn least(&self, expr: &Expr) -> Option<i64> {
        match &expr.kind {
            ExprKind::Select(_, a, b) => Some(self.whole(a)?.min(self.whole(b)?)),
            ExprKind::Convert(inner) => self.least(inner),
            _ => None,
        }
    }
}
