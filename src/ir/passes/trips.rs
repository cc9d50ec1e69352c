//! Trip counts: the number of iterations of a loop, if literals and known values determine it.

use rustc_hash::FxHashSet;

use super::Known;
use crate::ir::control_flow::{jumps, leaves};
use crate::ir::interpret::Value;
use crate::ir::{At, Binary, Expr, ExprKind, Function, LocalId, Part, Place, Stmt, each_stmt};

/// A trip count above this is treated as unknown.
pub(super) const MAX_TRIP_COUNT: u64 = 1 << 20;

/// The maximum number of expressions that are evaluated to count the iterations of a loop. With it, a loop whose test is long takes no
/// more time than others.
const MAX_EVALUATED: u64 = 1 << 23;

/// Integers below this, and their sums with a step, are exact in floats.
const EXACT: f64 = 8_388_608.0;

/// Returns the trip count of a loop whose variables start with the values in `entry`. It is known if the test and its counters depend only
/// on literals and known values, and only the test leaves the loop.
pub(crate) fn trip_count(function: &Function, statement: &Stmt, entry: &Known) -> Option<u64> {
    exact_trip_count(function, statement, entry).filter(|trips| *trips <= MAX_TRIP_COUNT)
}

/// Like [`trip_count`], without its limit.
pub(super) fn exact_trip_count(function: &Function, statement: &Stmt, entry: &Known) -> Option<u64> {
    exact_trips(function, statement, entry).and_then(Trips::known)
}

/// Like [`exact_trip_count`], and says whether a loop has more iterations than are counted.
pub(super) fn exact_trips(function: &Function, statement: &Stmt, entry: &Known) -> Option<Trips> {
    if is_left(statement) { None } else { trips(function, statement, entry, false) }
}

/// Whether something other than its test leaves a loop: a `break` or a `return`.
fn is_left(statement: &Stmt) -> bool {
    let Stmt::Loop { body, .. } = statement else { return false };
    jumps(body, &Stmt::Break(At::default())) || statement.blocks().any(|block| leaves(block))
}

/// Returns an upper bound of the trip count of a loop. Unlike with [`exact_trip_count`], a `break` or `return` may leave the loop early.
pub(crate) fn max_trip_count(function: &Function, statement: &Stmt, entry: &Known) -> Option<u64> {
    trips(function, statement, entry, true).and_then(Trips::known)
}

/// The trip count of a loop, as far as it was counted.
pub(super) enum Trips {
    Known(u64),
    /// More than [`MAX_TRIP_COUNT`].
    Beyond,
}

impl Trips {
    /// Returns the number, if it was counted.
    fn known(self) -> Option<u64> {
        match self {
            Trips::Known(trips) => Some(trips),
            Trips::Beyond => None,
        }
    }
}

fn trips<'a>(function: &Function, statement: &'a Stmt, entry: &Known, at_most: bool) -> Option<Trips> {
    let Stmt::Loop { before, condition, body: inside, step, last } = statement else { return None };
    let condition = condition.as_ref()?;
    let counters = counters(condition, [before, inside, step]);
    let counts = |statement: &Stmt| changed(statement).any(|local| counters.contains(&local));
    let counts_within = |statement: &Stmt| {
        let mut found = false;
        statement.blocks().for_each(|block| each_stmt(block, &mut |inner| found |= counts(inner)));
        found
    };
    // The statements of a block that change the counters.
    let counting = |block: &'a [Stmt]| block.iter().filter(|statement| counts(statement)).collect::<Vec<_>>();
    let [before_own, body, step_own] = [before, inside, step].map(|block| counting(block));
    let simple = |statements: &[&Stmt]| statements.iter().all(|statement| assigned(statement).is_some());
    if statement.blocks().flatten().any(counts_within)
        || (!body.is_empty() && jumps(inside, &Stmt::Continue(At::default())))
        || ![&before_own, &body, &step_own].into_iter().all(|statements| simple(statements))
    {
        return None;
    }
    if before_own.is_empty()
        && !last
        && let [step] = body.iter().chain(&step_own).collect::<Vec<_>>()[..]
    {
        let distance = || if at_most { by_distance(condition, step, entry) } else { None };
        if let Some(trips) = arithmetic(condition, step, entry).or_else(distance) {
            return Some(Trips::Known(trips));
        }
    }
    let mut evaluated = 0;
    condition.each(&mut |_| evaluated += 1);
    let counting = before_own.iter().chain(&body).chain(&step_own);
    counting.for_each(|statement| statement.exprs(&mut |expr| expr.each(&mut |_| evaluated += 1)));
    let max = MAX_TRIP_COUNT.min(MAX_EVALUATED / evaluated);
    let mut known = entry.clone();
    let mut iterations = 0;
    let mut tested = *last;
    loop {
        if !std::mem::take(&mut tested) {
            before_own.iter().for_each(|statement| known.pass(function, statement));
            if !known.holds(condition)? {
                return Some(Trips::Known(iterations));
            }
        }
        iterations += 1;
        if iterations > max {
            return (max == MAX_TRIP_COUNT).then_some(Trips::Beyond);
        }
        // Counters that stay as they are end no loop. Those that get stuck later, as a sum of floats does, are met by one of the next
        // tests.
        let before = iterations.is_power_of_two().then(|| known.clone());
        body.iter().chain(&step_own).for_each(|statement| known.pass(function, statement));
        if before.is_some_and(|before| before_own.is_empty() && known.agrees(&before, &counters)) {
            return Some(Trips::Beyond);
        }
    }
}

/// Returns the number of iterations of `for (i = a; i < b; i += k)`, for known integers that floats represent exactly.
fn arithmetic(condition: &Expr, step: &Stmt, entry: &Known) -> Option<u64> {
    let (counter, value) = assigned(step)?;
    let whole = |expr: &Expr| {
        let value = entry.value(expr)?;
        let number = match value {
            Value::Float(_, [x, ..]) => f64::from(x),
            Value::Int(_, [x, ..]) | Value::Index(x) => f64::from(x),
            _ => return None,
        };
        (expr.ty.count() == 1 && number.fract() == 0.0 && number.abs() < EXACT).then_some(number as i64)
    };
    let own = |expr: &Expr| expr.kind == ExprKind::Local(counter);
    let ExprKind::Binary(operator, left, right) = &value.kind else { return None };
    let by = match operator {
        Binary::Add if own(left) && !right.mentions(counter) => whole(right)?,
        Binary::Subtract if own(left) && !right.mentions(counter) => -whole(right)?,
        _ => return None,
    };
    let ExprKind::Binary(operator, left, end) = &condition.kind else { return None };
    if !own(left) || end.mentions(counter) {
        return None;
    }
    let (start, end) = (whole(left)?, whole(end)?);
    // The distance from the start to the first value at which the test fails.
    let way = match operator {
        Binary::Less if by > 0 => end - start,
        Binary::LessEqual if by > 0 => end - start + 1,
        Binary::Greater if by < 0 => start - end,
        Binary::GreaterEqual if by < 0 => start - end + 1,
        _ => return None,
    };
    Some(u64::try_from(way).unwrap_or(0).div_ceil(by.unsigned_abs()))
}

/// Returns the maximum number of iterations of `for (i = a; i < b; i += k)`, if only an upper bound of `b` - `a` is known.
fn by_distance(condition: &Expr, step: &Stmt, entry: &Known) -> Option<u64> {
    let (counter, value) = assigned(step)?;
    let own = |expr: &Expr| expr.kind == ExprKind::Local(counter);
    let ExprKind::Binary(Binary::Add, left, by) = &value.kind else { return None };
    let ExprKind::Binary(operator @ (Binary::Less | Binary::LessEqual), from, to) = &condition.kind else {
        return None;
    };
    let by = entry.reach(by).first().filter(|by| by.exact && by.base.is_none() && by.max > 0)?.max;
    if !own(left) || !own(from) || to.mentions(counter) {
        return None;
    }
    let way = entry.distance(from, to)? + i64::from(*operator == Binary::LessEqual);
    Some(u64::try_from(way).unwrap_or(0).div_ceil(by.unsigned_abs()))
}

/// Returns the variables of the condition, and the variables in the loop that they are computed from.
fn counters(condition: &Expr, blocks: [&[Stmt]; 3]) -> FxHashSet<LocalId> {
    let mut found = FxHashSet::default();
    let look = |expr: &Expr, found: &mut FxHashSet<LocalId>| {
        expr.each(&mut |inner| {
            if let ExprKind::Local(local) = inner.kind {
                found.insert(local);
            }
        });
    };
    look(condition, &mut found);
    loop {
        let before = found.len();
        for statement in blocks.into_iter().flatten() {
            if let Some((local, value)) = assigned(statement)
                && found.contains(&local)
            {
                look(value, &mut found);
            }
        }
        if found.len() == before {
            return found;
        }
    }
}

/// Returns the variable that a statement assigns as a whole, and the value.
fn assigned(statement: &Stmt) -> Option<(LocalId, &Expr)> {
    match statement {
        Stmt::Declare { local, value: Some(value) }
        | Stmt::Assign { place: Place { local, part: Part::Whole }, value } => Some((*local, value)),
        _ => None,
    }
}

/// Returns the variables that a statement itself assigns or declares.
fn changed(statement: &Stmt) -> impl Iterator<Item = LocalId> {
    let declared = match statement {
        Stmt::Declare { local, .. } => Some(*local),
        _ => None,
    };
    declared.into_iter().chain(statement.changed())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ir::Type;
    use crate::ir::build::*;

    /// `for (i = start; i <operator> end; i = i + by) { inside }`
    fn counted(ty: Type, start: Expr, operator: Binary, end: Expr, by: Expr, inside: Vec<Stmt>) -> Option<u64> {
        let mut build = Build::new("f");
        let i = build.local(ty);
        let at = local(i, ty);
        let test = binary(operator, at.clone(), end);
        let step = vec![assign(i, binary(Binary::Add, at, by))];
        let repeat = for_loop(Some(test), inside, step);
        let mut known = Known::default();
        known.pass(&build.function, &declare(i, start));
        trip_count(&build.function, &repeat, &known)
    }

    #[test]
    fn loops_from_literal_to_literal_are_counted() {
        let of = |start, operator, end, by| counted(Type::Index, index(start), operator, index(end), index(by), vec![]);
        assert_eq!(of(0, Binary::Less, 5, 1), Some(5));
        assert_eq!(of(0, Binary::LessEqual, 5, 2), Some(3));
        assert_eq!(of(9, Binary::Greater, 0, -3), Some(3));
        assert_eq!(of(0, Binary::NotEqual, 4, 1), Some(4));
        assert_eq!(of(7, Binary::Less, 5, 1), Some(0));
        assert_eq!(of(0, Binary::Less, 1 << 30, 1), None);
        // The step has no exact float: after a hundred steps the sum is still below 1.
        let steps = counted(Type::FLOAT, float(0.0), Binary::Less, float(1.0), float(0.01), vec![]);
        assert_eq!(steps, Some(101));
    }

    #[test]
    fn loops_with_long_tests_are_counted_for_as_long_as_others() {
        let end = |count: usize, end: f32| {
            let zeros = (0..count).map(|_| float(0.0));
            zeros.fold(float(end), |sum, zero| binary(Binary::Add, sum, zero))
        };
        let of = |terms, last, by| counted(Type::FLOAT, float(0.5), Binary::Less, end(terms, last), float(by), vec![]);
        assert_eq!((of(0, 1000.0, 1.0), of(1000, 1000.0, 1.0)), (Some(1000), Some(1000)));
        // 1000 terms, 20,000 times, are more than are evaluated.
        assert_eq!((of(0, 20_000.0, 1.0), of(1000, 20_000.0, 1.0)), (Some(20_000), None));
    }

    #[test]
    fn loops_whose_counters_stay_as_they_are_are_not_counted() {
        let of = |start: f32, by: f32| counted(Type::FLOAT, float(start), Binary::Less, float(1e9), float(by), vec![]);
        assert_eq!((of(0.0, 0.0), of(1.0, 1e-9), of(0.0, f32::NAN)), (None, None, Some(1)));
    }

    #[test]
    fn what_leaves_a_loop_or_changes_its_counter_is_not() {
        let with = |inside| counted(Type::Index, index(0), Binary::Less, index(5), index(1), inside);
        let i = LocalId(0);
        assert_eq!(with(vec![when(boolean(true), vec![Stmt::Break(At::default())])]), None);
        assert_eq!(with(vec![when(boolean(true), vec![Stmt::Return(None, At::default())])]), None);
        assert_eq!(with(vec![when(boolean(true), vec![Stmt::Continue(At::default())])]), Some(5));
        assert_eq!(with(vec![when(boolean(true), vec![assign(i, index(0))])]), None);
        assert_eq!(with(vec![assign(i, binary(Binary::Add, local(i, Type::Index), index(1)))]), Some(3));
        // An inner loop has exits of its own.
        assert_eq!(with(vec![for_loop(None, vec![Stmt::Break(At::default())], vec![])]), Some(5));
        let fetched = fetch_here(0, Type::FLOAT);
        let end = convert(fetched, Type::Index);
        assert_eq!(counted(Type::Index, index(0), Binary::Less, end, index(1), vec![]), None);
    }
}
