//! Random kernels, which give the same results in every dialect and in the interpreter. All numbers are small integers, so that
//! compilers that rearrange sums change nothing.

use std::ops::Range;

use crate::backend::gl::bare_driver::{Driver, Input, dialects, plain, variant};
use crate::glsl::writer::write;
use crate::ir::access::Variant;
use crate::ir::build::*;
use crate::ir::interpret::{Array, Grid, Run};
use crate::ir::{
    At, Axis, Binary, Expr, ExprKind, Function, Kernel, LocalId, Math, Mode, Part, Passed, Stmt, Type, Unary,
};
use crate::level::is_quick;
use crate::random::Random as Numbers;
use crate::texel::Components;

const VECTOR: Type = Type::Float(Components::Three);

/// A random kernel that is being made, with its variables by type.
struct Random {
    numbers: Numbers,
    build: Build,
    floats: Vec<LocalId>,
    ints: Vec<LocalId>,
    positions: Vec<LocalId>,
    truths: Vec<LocalId>,
    vectors: Vec<LocalId>,
    /// The number of open loops.
    loops: usize,
}

impl Random {
    fn new(seed: u64, build: Build) -> Random {
        let none = Vec::new;
        Random {
            numbers: Numbers::new(seed),
            build,
            floats: none(),
            ints: none(),
            positions: none(),
            truths: none(),
            vectors: none(),
            loops: 0,
        }
    }

    fn next(&mut self, n: usize) -> usize {
        self.numbers.below(n)
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.next(from.len())]
    }

    fn number(&mut self, depth: usize) -> Expr {
        use Binary::{Add, Multiply, Subtract};
        let f = Type::FLOAT;
        if depth == 0 {
            return match self.next(3) {
                0 => float(self.next(9) as f32 - 4.0),
                1 => fetch_here(self.next(2), f),
                _ => local(self.pick(&self.floats.clone()), f),
            };
        }
        let d = depth - 1;
        match self.next(15) {
            0 | 1 => binary(self.pick(&[Add, Subtract]), self.number(d), self.number(d)),
            2 => binary(Multiply, self.number(d), float(self.next(5) as f32 - 2.0)),
            3 => unary(Unary::Neg, self.number(d)),
            4 => math(self.pick(&[Math::Abs, Math::Sign, Math::Trunc, Math::RoundAway]), vec![self.number(d)], f),
            5 => math(self.pick(&[Math::Min, Math::Max, Math::Step]), vec![self.number(d), self.number(d)], f),
            6 => math(Math::Fmod, vec![self.number(d), float(self.pick(&[2.0, 3.0, 4.0, 7.0]))], f),
            7 => math(Math::Floor, vec![binary(Multiply, self.number(d), float(0.5))], f),
            8 => select(self.truth(d), self.number(d), self.number(d)),
            9 => convert(self.int(d), f),
            10 => convert(self.position(d), f),
            11 => convert(self.truth(d), f),
            12 => fetch(self.next(2), self.position(d), true, f),
            13 => {
                let number = if self.next(2) == 0 { self.int(0) } else { self.position(0) };
                expr(ExprKind::At(self.vector(d).into(), number.into()), f)
            }
            _ => swizzle(self.vector(d), &[self.next(3) as u8]),
        }
    }

    fn int(&mut self, depth: usize) -> Expr {
        use Binary::{Add, Divide, Multiply, Remainder, Subtract};
        if depth == 0 {
            return if self.next(3) == 0 {
                int(self.next(9) as i32 - 4)
            } else {
                local(self.pick(&self.ints.clone()), Type::INT)
            };
        }
        let d = depth - 1;
        match self.next(6) {
            0 => binary(self.pick(&[Add, Subtract]), self.int(d), self.int(d)),
            1 => binary(Multiply, self.int(d), int(self.next(5) as i32 - 2)),
            2 => binary(self.pick(&[Divide, Remainder]), self.int(d), self.int(d)),
            3 => convert(self.number(d), Type::INT),
            4 => convert(self.position(d), Type::INT),
            _ => math(self.pick(&[Math::Min, Math::Max]), vec![self.int(d), self.int(d)], Type::INT),
        }
    }

    fn position(&mut self, depth: usize) -> Expr {
        use Binary::{Add, Subtract};
        if depth == 0 {
            return match self.next(4) {
                0 => index(self.next(9) as i32 - 4),
                1 => expr(ExprKind::Here(self.pick(&[Axis::Linear, Axis::Column, Axis::Row])), Type::Index),
                _ => local(self.pick(&self.positions.clone()), Type::Index),
            };
        }
        let d = depth - 1;
        match self.next(5) {
            0 => binary(self.pick(&[Add, Subtract]), self.position(d), self.position(d)),
            1 => {
                let from = math(Math::Abs, vec![self.position(d)], Type::Index);
                let by = index(self.next(5) as i32 + 1);
                expr(ExprKind::Quotient(from.into(), by.into()), Type::Index)
            }
            2 => convert(self.number(d), Type::Index),
            3 => convert(self.int(d), Type::Index),
            _ => math(self.pick(&[Math::Min, Math::Max]), vec![self.position(d), self.position(d)], Type::Index),
        }
    }

    fn truth(&mut self, depth: usize) -> Expr {
        use Binary::*;
        if depth == 0 {
            return match self.next(4) {
                0 => boolean(self.next(2) == 0),
                _ => local(self.pick(&self.truths.clone()), Type::BOOL),
            };
        }
        let d = depth - 1;
        let operator = self.pick(&[Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual]);
        match self.next(7) {
            0 | 1 => binary(operator, self.number(d), self.number(d)),
            2 => binary(operator, self.position(d), self.position(d)),
            3 => binary(self.pick(&[LogicalAnd, LogicalOr, Equal]), self.truth(d), self.truth(d)),
            4 => unary(Unary::Not, self.truth(d)),
            5 => math(self.pick(&[Math::All, Math::Any]), vec![self.truths(d)], Type::BOOL),
            _ => convert(self.number(d), Type::BOOL),
        }
    }

    fn truths(&mut self, depth: usize) -> Expr {
        use Binary::{GreaterEqual, Less, LogicalAnd, LogicalOr, NotEqual};
        match self.next(if depth == 0 { 1 } else { 3 }) {
            0 => binary(self.pick(&[Less, GreaterEqual, NotEqual]), self.vector(depth), self.vector(depth)),
            1 => binary(self.pick(&[LogicalAnd, LogicalOr]), self.truths(depth - 1), self.truths(depth - 1)),
            _ => unary(Unary::Not, self.truths(depth - 1)),
        }
    }

    fn vector(&mut self, depth: usize) -> Expr {
        use Binary::{Add, Multiply, Subtract};
        if depth == 0 {
            return local(self.pick(&self.vectors.clone()), VECTOR);
        }
        let d = depth - 1;
        match self.next(7) {
            0 => binary(self.pick(&[Add, Subtract]), self.vector(d), self.vector(d)),
            1 => binary(Multiply, self.vector(d), float(2.0)),
            2 => vector(vec![self.number(d), self.number(d), self.number(d)]),
            3 => select(self.truths(d), self.vector(d), self.vector(d)),
            4 => convert(self.truths(d), VECTOR),
            5 => swizzle(self.vector(d), &[2, 0, 1]),
            _ => convert(self.number(d), VECTOR),
        }
    }

    /// A small value of a variable's type.
    fn value(&mut self, ty: Type, depth: usize) -> Expr {
        let bounds = |value: Expr, low: Expr, high: Expr| math(Math::Clamp, vec![value, low, high], ty);
        match ty {
            Type::Float(Components::One) => bounds(self.number(depth), float(-50.0), float(50.0)),
            Type::Int(_) => bounds(self.int(depth), int(-50), int(50)),
            Type::Index => bounds(self.position(depth), index(-50), index(50)),
            Type::Bool(_) => self.truth(depth),
            _ => bounds(self.vector(depth), float(-50.0), float(50.0)),
        }
    }

    fn variable(&mut self, ty: Type) -> LocalId {
        let made = self.build.local(ty);
        let known = match ty {
            Type::Float(Components::One) => &mut self.floats,
            Type::Int(_) => &mut self.ints,
            Type::Index => &mut self.positions,
            Type::Bool(_) => &mut self.truths,
            _ => &mut self.vectors,
        };
        known.push(made);
        made
    }

    /// Declares variables of each type, so that there is one to pick.
    fn begin(&mut self) -> Vec<Stmt> {
        let literal = |ty: Type, k: usize| match ty {
            Type::Float(Components::One) => float(k as f32),
            Type::Int(_) => int(k as i32 - 1),
            Type::Index => index(k as i32),
            Type::Bool(_) => boolean(k == 0),
            _ => vector(vec![float(k as f32), float(1.0), float(-2.0)]),
        };
        let types = [Type::FLOAT, Type::INT, Type::Index, Type::BOOL, VECTOR];
        types
            .iter()
            .flat_map(|&ty| [0, 1].map(|k| (ty, k)))
            .map(|(ty, k)| declare(self.variable(ty), literal(ty, k)))
            .collect()
    }

    fn statements(&mut self, depth: usize) -> Vec<Stmt> {
        (0..1 + self.next(3)).flat_map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> Vec<Stmt> {
        let ty = self.pick(&[Type::FLOAT, Type::FLOAT, Type::INT, Type::Index, Type::BOOL, VECTOR]);
        let known = match ty {
            Type::Float(Components::One) => &self.floats,
            Type::Int(_) => &self.ints,
            Type::Index => &self.positions,
            Type::Bool(_) => &self.truths,
            _ => &self.vectors,
        };
        let place = self.pick(&known.clone());
        match self.next(if depth == 0 { 4 } else { 9 }) {
            0 | 1 => vec![assign(place, self.value(ty, 3))],
            2 => {
                let v = self.pick(&self.vectors.clone());
                let part = match self.next(2) {
                    0 => Part::Components(vec![self.next(3) as u8]),
                    _ => Part::At(self.int(1).into()),
                };
                vec![assign_part(v, part, self.value(Type::FLOAT, 2))]
            }
            3 if self.loops > 0 => {
                let leave = if self.next(2) == 0 { Stmt::Break(At::default()) } else { Stmt::Continue(At::default()) };
                vec![when(self.truth(2), vec![leave])]
            }
            3 => {
                let (a, b) = (self.pick(&self.floats.clone()), self.pick(&self.vectors.clone()));
                vec![call(0, vec![Passed::Local(a), Passed::Value(self.value(Type::FLOAT, 1)), Passed::Local(b)])]
            }
            4 | 5 => vec![either(self.truth(2), self.statements(depth - 1), self.statements(depth - 1))],
            6 => vec![either(self.truth(2), vec![], self.statements(depth - 1))],
            _ => self.counted(depth),
        }
    }

    /// Returns a loop of a few iterations in one of several forms, with a counter that nothing else changes.
    fn counted(&mut self, depth: usize) -> Vec<Stmt> {
        let ty = self.pick(&[Type::FLOAT, Type::INT, Type::Index]);
        let counter = self.build.local(ty);
        let of = |k: i32| match ty {
            Type::FLOAT => float(k as f32),
            Type::INT => int(k),
            _ => index(k),
        };
        let own = || local(counter, ty);
        let step = assign(counter, binary(Binary::Add, own(), of(1)));
        let max = of(1 + self.next(5) as i32);
        let test = binary(Binary::Less, own(), max);
        let declares = declare(counter, of(0));
        self.loops += 1;
        let mut body = self.statements(depth - 1);
        self.loops -= 1;
        let iterations = match self.next(4) {
            0 => {
                // `continue` would skip the step.
                body.insert(0, step);
                do_loop(body, test)
            }
            1 => {
                body.insert(0, step);
                body.insert(0, when(unary(Unary::Not, test), vec![Stmt::Break(At::default())]));
                for_loop(None, body, vec![])
            }
            2 => {
                let (before, last) = (vec![step], self.next(2) == 0);
                Stmt::Loop { before, condition: Some(test), body, step: vec![], last }
            }
            _ => for_loop(Some(test), body, vec![step]),
        };
        vec![declares, iterations]
    }
}

/// Returns a function that changes its arguments.
fn helper(seed: u64) -> Function {
    let mut random = Random::new(seed ^ 0x5555, Build::new("helper"));
    let a = random.build.argument(Mode::InOut, Type::FLOAT);
    let b = random.build.argument(Mode::In, Type::FLOAT);
    let c = random.build.argument(Mode::Out, VECTOR);
    let mut body = random.begin();
    random.floats.extend([a, b]);
    body.push(assign(c, random.value(VECTOR, 1)));
    random.vectors.push(c);
    // No calls.
    random.loops = 1;
    let own = [assign(a, random.value(Type::FLOAT, 3)), assign(c, random.value(VECTOR, 3))];
    body.push(either(random.truth(2), own.to_vec(), vec![assign(b, random.value(Type::FLOAT, 2))]));
    body.push(when(random.truth(1), vec![Stmt::Return(None, At::default())]));
    body.push(assign(a, random.value(Type::FLOAT, 2)));
    random.build.body(body)
}

/// Returns a kernel of two inputs, `input0` and `input1`, that writes four numbers.
pub(crate) fn kernel(seed: u64) -> Kernel {
    let mut random = Random::new(seed, Build::new("main"));
    let out = random.build.target(0, Type::floats(4));
    let mut body = random.begin();
    for _ in 0..3 {
        body.extend(random.statements(2));
    }
    let sums = [random.value(Type::FLOAT, 2), random.value(VECTOR, 2)];
    body.push(assign(out, vector(sums.to_vec())));
    new_kernel(&[Type::FLOAT; 2], &[], &[Type::floats(4)], vec![helper(seed), random.build.body(body)])
}

/// Returns the seeds of the kernels to test. `BROOKLET_RANDOM_KERNELS` has their number, or a range such as `5000..10000`; without
/// it, there are `usual` of them.
pub(crate) fn asked(usual: u64) -> Range<u64> {
    let asked = std::env::var("BROOKLET_RANDOM_KERNELS").unwrap_or(usual.to_string());
    let (first, end) = asked.split_once("..").unwrap_or(("0", &asked));
    first.parse().unwrap()..end.parse().unwrap()
}

/// The number of elements that kernels run on, and of elements in a row.
pub(crate) const COUNT: usize = 24;
pub(crate) const WIDTH: usize = 8;

/// Returns the values of the two inputs.
pub(crate) fn values() -> [Vec<f32>; 2] {
    [0, 1].map(|k| (0..COUNT).map(|i| ((i * (7 + 4 * k)) % 13) as f32 - 6.0).collect())
}

/// Returns the results of the interpreter.
pub(crate) fn interpreted(kernel: &Kernel) -> Vec<f32> {
    let arrays = values().map(|values| Array::floats(Components::One, WIDTH, &values));
    let run = Run::new(kernel, &arrays, &[], Grid { count: COUNT, width: WIDTH }).unwrap();
    run.outputs().unwrap()[0].to_floats()
}

#[test]
fn random_kernels_mean_the_same_in_every_dialect() {
    let numbers = asked(if is_quick() { 6 } else { 12 });
    let kernels: Vec<Kernel> = numbers.clone().map(kernel).collect();
    let wanted: Vec<Vec<f32>> = kernels.iter().map(interpreted).collect();
    let geometry = plain(COUNT, WIDTH);
    let inputs = values().map(|texels| Input { geometry, texels });
    for driver in dialects().into_iter().map(|dialect| move || Driver::open(dialect)) {
        let driver = driver();
        for ((seed, kernel), wanted) in numbers.clone().zip(&kernels).zip(&wanted) {
            for guarded in [false, true] {
                let variant = Variant { guarded, ..variant(kernel) };
                let shader = write(kernel, driver.dialect, &variant).unwrap();
                let found = driver.run(&shader, &[], &inputs, &geometry).remove(0);
                assert_eq!(found, *wanted, "kernel {seed} in {:?}\n{}", driver.dialect, shader.text);
            }
        }
    }
}
