//! One element at work.

use super::{Given, MOST_TURNS, Number, RunError, Streams, places};
use crate::brook::intrinsics::Intrinsic;
use crate::brook::ir::{
    Binary, Expr, ExprKind, Function, FunctionId, Kernel, LocalId, Mode, Part, Passed, Slot, Stmt, Unary,
};
use crate::brook::types::Plain;

/// The variables of a function that runs.
pub(super) struct Frame(pub Vec<Number>);

/// What a statement leads to.
enum Then {
    Next,
    Break,
    Continue,
    Return(Option<Number>),
}

/// An element that runs.
pub(super) struct Machine<'a> {
    kernel: &'a Kernel,
    streams: &'a Streams<'a>,
    /// This element's place in the output.
    at: [usize; 4],
    pub discarded: bool,
    pub pushed: Vec<(usize, Vec<Number>)>,
    turns: u64,
}

/// The nearest of `extent` elements to an index: halves go up, what lies outside to the edge.
pub(super) fn nearest(index: f32, extent: usize) -> usize {
    let whole = index.floor();
    let whole = if index - whole < 0.5 { whole } else { whole + 1.0 };
    // A float that is no number is 0.
    (whole.max(0.0) as usize).min(extent.saturating_sub(1))
}

impl<'a> Machine<'a> {
    pub fn new(kernel: &'a Kernel, streams: &'a Streams<'a>, element: usize) -> Machine<'a> {
        let at = places(&streams.extents, element);
        Machine { kernel, streams, at, discarded: false, pushed: Vec::new(), turns: 0 }
    }

    /// Runs the kernel's own body, with what some of its variables start as.
    pub fn main(&mut self, start: Vec<(LocalId, Number)>) -> Result<Frame, RunError> {
        let main = self.kernel.main();
        let mut frame = Frame(main.locals.iter().map(|local| Number::zero(local.ty)).collect());
        for (local, value) in start {
            frame.0[local.0] = value;
        }
        self.block(main, &main.body, &mut frame)?;
        Ok(frame)
    }

    fn block(&mut self, function: &Function, statements: &[Stmt], frame: &mut Frame) -> Result<Then, RunError> {
        for statement in statements {
            match self.statement(function, statement, frame)? {
                Then::Next => {}
                then => return Ok(then),
            }
        }
        Ok(Then::Next)
    }

    fn statement(&mut self, function: &Function, statement: &Stmt, frame: &mut Frame) -> Result<Then, RunError> {
        match statement {
            Stmt::Declare { local, value } => {
                frame.0[local.0] = match value {
                    Some(value) => self.value(value, frame)?,
                    None => Number::zero(function.locals[local.0].ty),
                };
            }
            Stmt::Assign { place, value } => {
                let value = self.value(value, frame)?;
                match &place.part {
                    Part::Whole => frame.0[place.local.0] = value,
                    Part::Components(taken) => {
                        if let Number::Floats(_, own) = &mut frame.0[place.local.0] {
                            for (from, &to) in taken.iter().enumerate() {
                                own[to as usize] = value.float(from);
                            }
                        }
                    }
                    Part::At(number) => {
                        let number = self.value(number, frame)?.int();
                        if let Number::Floats(count, own) = &mut frame.0[place.local.0]
                            && (0..*count as i32).contains(&number)
                        {
                            own[number as usize] = value.float(0);
                        }
                    }
                }
            }
            Stmt::Call { function: called, arguments, result } => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(match argument {
                        Passed::Value(value) => self.value(value, frame)?,
                        Passed::Local(local) => frame.0[local.0],
                    });
                }
                let (inner, given) = self.call(*called, &values)?;
                let own = &self.kernel.functions[called.0];
                for (argument, passed) in own.arguments.iter().zip(arguments) {
                    if let (Mode::Out | Mode::InOut, Passed::Local(local)) = (argument.mode, passed) {
                        frame.0[local.0] = inner.0[argument.local.0];
                    }
                }
                if let (Some(local), Some(given)) = (result, given) {
                    frame.0[local.0] = given;
                }
            }
            Stmt::If { condition, then, otherwise } => {
                let chosen = if self.value(condition, frame)?.is_true() { then } else { otherwise };
                return self.block(function, chosen, frame);
            }
            Stmt::Loop { before, condition, body, step, last } => loop {
                self.turns += 1;
                if self.turns > MOST_TURNS {
                    return Err(RunError::Endless { kernel: self.kernel.name.clone() });
                }
                if !last && !self.goes_on(function, before, condition.as_ref(), frame)? {
                    return Ok(Then::Next);
                }
                match self.block(function, body, frame)? {
                    Then::Next | Then::Continue => {}
                    Then::Break => return Ok(Then::Next),
                    then @ Then::Return(_) => return Ok(then),
                }
                self.block(function, step, frame)?;
                if *last && !self.goes_on(function, before, condition.as_ref(), frame)? {
                    return Ok(Then::Next);
                }
            },
            Stmt::Break => return Ok(Then::Break),
            Stmt::Continue => return Ok(Then::Continue),
            Stmt::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value, frame)).transpose()?;
                return Ok(Then::Return(value));
            }
            Stmt::Discard => {
                self.discarded = true;
                return Ok(Then::Return(None));
            }
            Stmt::Push { parameter, values } => {
                let values = values.iter().map(|value| self.value(value, frame)).collect::<Result<_, _>>()?;
                self.pushed.push((*parameter, values));
            }
        }
        Ok(Then::Next)
    }

    fn goes_on(
        &mut self,
        function: &Function,
        before: &[Stmt],
        condition: Option<&Expr>,
        frame: &mut Frame,
    ) -> Result<bool, RunError> {
        self.block(function, before, frame)?;
        condition.map_or(Ok(true), |condition| Ok(self.value(condition, frame)?.is_true()))
    }

    fn call(&mut self, function: FunctionId, values: &[Number]) -> Result<(Frame, Option<Number>), RunError> {
        let called = &self.kernel.functions[function.0];
        let mut frame = Frame(called.locals.iter().map(|local| Number::zero(local.ty)).collect());
        for (argument, value) in called.arguments.iter().zip(values) {
            if argument.mode != Mode::Out {
                frame.0[argument.local.0] = *value;
            }
        }
        let given = match self.block(called, &called.body, &mut frame)? {
            Then::Return(value) => value,
            _ => None,
        };
        Ok((frame, given))
    }

    fn array(&self, slot: Slot) -> Option<&'a super::Array> {
        match self.streams.given.get(slot.parameter) {
            Some(Given::Streams(fields)) => fields.get(slot.field),
            _ => None,
        }
    }

    fn value(&mut self, expr: &Expr, frame: &Frame) -> Result<Number, RunError> {
        let zero = Number::zero(expr.ty);
        Ok(match &expr.kind {
            ExprKind::Float(value) => Number::floats(&[*value]),
            ExprKind::Int(value) => Number::Int(*value),
            ExprKind::Local(local) => frame.0[local.0],
            ExprKind::Constant(slot) => match self.streams.given.get(slot.parameter) {
                Some(Given::Constants(fields)) => match expr.ty {
                    Plain::Int => Number::Int(fields[slot.field][0] as i32),
                    Plain::Float(_) => Number::floats(&fields[slot.field]),
                },
                Some(Given::Numbers(fields)) => fields[slot.field],
                _ => zero,
            },
            ExprKind::Element(slot) => match self.array(*slot) {
                Some(array) => {
                    let mut at = [0; 4];
                    for (axis, at) in at.iter_mut().enumerate() {
                        let resize = self.streams.resize[slot.parameter][axis];
                        *at = self.at[axis] / resize.divide * resize.times;
                    }
                    array.element(array.number(at))
                }
                None => zero,
            },
            ExprKind::Gather { slot, index } => {
                let mut places = Vec::new();
                for part in index {
                    let value = self.value(part, frame)?;
                    match value {
                        Number::Int(value) => places.push(Err(value)),
                        Number::Floats(count, values) => places.extend(values[..count as usize].iter().map(|&v| Ok(v))),
                    }
                }
                match self.array(*slot) {
                    Some(array) => {
                        let mut at = [0; 4];
                        for (axis, at) in at.iter_mut().enumerate().take(array.extents.len()) {
                            let extent = array.extent(axis);
                            *at = match places.get(axis) {
                                Some(Ok(place)) => nearest(*place, extent),
                                Some(Err(place)) => (*place).clamp(0, extent as i32 - 1) as usize,
                                None => 0,
                            };
                        }
                        array.element(array.number(at))
                    }
                    None => zero,
                }
            }
            ExprKind::IndexOf(parameter) => {
                let mut values = [0.0; 4];
                let resize = &self.streams.resize[*parameter];
                for (axis, value) in values.iter_mut().enumerate() {
                    *value = (self.at[axis] / resize[axis].divide * resize[axis].times) as f32;
                }
                Number::Floats(4, values)
            }
            ExprKind::Swizzle(inner, taken) => {
                let value = self.value(inner, frame)?;
                let values: Vec<f32> = taken.iter().map(|&c| value.float(c as usize)).collect();
                Number::floats(&values)
            }
            ExprKind::At(inner, number) => {
                let value = self.value(inner, frame)?;
                let number = self.value(number, frame)?.int();
                let inside = (0..value.count() as i32).contains(&number);
                Number::floats(&[if inside { value.float(number as usize) } else { 0.0 }])
            }
            ExprKind::Convert(inner) => {
                let value = self.value(inner, frame)?;
                match expr.ty {
                    Plain::Int => Number::Int(value.int()),
                    Plain::Float(components) => {
                        let values: Vec<f32> = (0..components.count()).map(|c| value.float(c)).collect();
                        Number::floats(&values)
                    }
                }
            }
            ExprKind::Vector(parts) => {
                let mut values = Vec::new();
                for part in parts {
                    values.extend(self.value(part, frame)?.to_vec());
                }
                Number::floats(&values)
            }
            ExprKind::Unary(operator, inner) => {
                let value = self.value(inner, frame)?;
                match (operator, value) {
                    (Unary::Minus, Number::Int(value)) => Number::Int(value.wrapping_neg()),
                    (Unary::Minus, value) => value.map(|a| -a),
                    (Unary::Not, Number::Int(value)) => Number::floats(&[truth(value == 0)]),
                    (Unary::Not, value) => value.map(|a| truth(a == 0.0)),
                    (Unary::Complement, value) => Number::Int(!value.int()),
                }
            }
            ExprKind::Binary(operator, left, right) => {
                let (left, right) = (self.value(left, frame)?, self.value(right, frame)?);
                binary(*operator, left, right)
            }
            ExprKind::Select(condition, then, otherwise) => {
                let test = self.value(condition, frame)?;
                if test.count() == 1 {
                    return self.value(if test.is_true() { then } else { otherwise }, frame);
                }
                let (then, otherwise) = (self.value(then, frame)?, self.value(otherwise, frame)?);
                let pick = |c: usize| if test.float(c) != 0.0 { then.float(c) } else { otherwise.float(c) };
                let values: Vec<f32> = (0..then.count()).map(pick).collect();
                Number::floats(&values)
            }
            ExprKind::Intrinsic(intrinsic, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.value(argument, frame)?);
                }
                apply(*intrinsic, &values)
            }
            ExprKind::Call(function, arguments) => {
                let mut values = Vec::new();
                for argument in arguments {
                    values.push(self.value(argument, frame)?);
                }
                self.call(*function, &values)?.1.unwrap_or(zero)
            }
        })
    }
}

fn truth(value: bool) -> f32 {
    if value { 1.0 } else { 0.0 }
}

fn binary(operator: Binary, left: Number, right: Number) -> Number {
    if let (Number::Int(a), Number::Int(b)) = (left, right) {
        let whole = match operator {
            Binary::Add => Some(a.wrapping_add(b)),
            Binary::Subtract => Some(a.wrapping_sub(b)),
            Binary::Multiply => Some(a.wrapping_mul(b)),
            Binary::Divide => Some(a.checked_div(b).unwrap_or(0)),
            Binary::Remainder => Some(a.checked_rem(b).unwrap_or(0)),
            Binary::And => Some(a & b),
            Binary::Or => Some(a | b),
            Binary::Xor => Some(a ^ b),
            Binary::ShiftLeft => Some(a.wrapping_shl(b as u32)),
            Binary::ShiftRight => Some(a.wrapping_shr(b as u32)),
            _ => None,
        };
        if let Some(whole) = whole {
            return Number::Int(whole);
        }
        let holds = match operator {
            Binary::Less => a < b,
            Binary::LessEqual => a <= b,
            Binary::Greater => a > b,
            Binary::GreaterEqual => a >= b,
            Binary::Equal => a == b,
            Binary::NotEqual => a != b,
            Binary::Both => a != 0 && b != 0,
            _ => a != 0 || b != 0,
        };
        return Number::floats(&[truth(holds)]);
    }
    left.zip(&right, |a, b| match operator {
        Binary::Add => a + b,
        Binary::Subtract => a - b,
        Binary::Multiply => a * b,
        Binary::Divide => a / b,
        Binary::Less => truth(a < b),
        Binary::LessEqual => truth(a <= b),
        Binary::Greater => truth(a > b),
        Binary::GreaterEqual => truth(a >= b),
        Binary::Equal => truth(a == b),
        Binary::NotEqual => truth(a != b),
        Binary::Both => truth(a != 0.0 && b != 0.0),
        Binary::Either => truth(a != 0.0 || b != 0.0),
        // Those of ints are not for floats.
        _ => f32::NAN,
    })
}

/// x as a fraction from 0.5 up to 1 times 2 to the exponent.
fn frexp(x: f32) -> (f32, f32) {
    if x == 0.0 || !x.is_finite() {
        return (x, 0.0);
    }
    let mut fraction = x as f64;
    let mut exponent = 0;
    while fraction.abs() >= 1.0 {
        fraction /= 2.0;
        exponent += 1;
    }
    while fraction.abs() < 0.5 {
        fraction *= 2.0;
        exponent -= 1;
    }
    (fraction as f32, exponent as f32)
}

fn apply(intrinsic: Intrinsic, values: &[Number]) -> Number {
    use Intrinsic::*;
    let a = values[0];
    let dot = |a: &Number, b: &Number| (0..a.count()).map(|c| a.float(c) * b.float(c)).sum::<f32>();
    let one = |f: fn(f32) -> f32| a.map(f);
    let two = |f: fn(f32, f32) -> f32| a.zip(&values[1], f);
    let three = |f: fn(f32, f32, f32) -> f32| {
        let count = values.iter().map(Number::count).max().unwrap_or(1);
        let all: Vec<f32> = (0..count).map(|c| f(values[0].float(c), values[1].float(c), values[2].float(c))).collect();
        Number::floats(&all)
    };
    let float = |value: f32| Number::floats(&[value]);
    match intrinsic {
        Abs => one(f32::abs),
        Acos => one(f32::acos),
        All => float(truth((0..a.count()).all(|c| a.float(c) != 0.0))),
        Any => float(truth(a.is_true())),
        Asin => one(f32::asin),
        Atan => one(f32::atan),
        Atan2 => two(f32::atan2),
        Ceil => one(f32::ceil),
        Clamp => three(|x, low, high| x.max(low).min(high)),
        Cos => one(f32::cos),
        Cosh => one(f32::cosh),
        Cross => {
            let b = values[1];
            let part = |i: usize, j: usize| a.float(i) * b.float(j) - a.float(j) * b.float(i);
            Number::floats(&[part(1, 2), part(2, 0), part(0, 1)])
        }
        Degrees => one(f32::to_degrees),
        Distance => {
            let difference = a.zip(&values[1], |a, b| a - b);
            float(dot(&difference, &difference).sqrt())
        }
        Dot => float(dot(&a, &values[1])),
        Exp => one(f32::exp),
        Exp2 => one(f32::exp2),
        Floor => one(f32::floor),
        Fmod => two(|x, y| x % y),
        Frac => one(|x| x - x.floor()),
        IsFinite => one(|x| truth(x.is_finite())),
        IsInf => one(|x| truth(x.is_infinite())),
        IsNan => one(|x| truth(x.is_nan())),
        Ldexp => two(|x, power| x * power.exp2()),
        Length => float(dot(&a, &a).sqrt()),
        Lerp => three(|a, b, t| a * (1.0 - t) + b * t),
        Log => one(f32::ln),
        Log2 => one(f32::log2),
        Log10 => one(f32::log10),
        Max => two(f32::max),
        Min => two(f32::min),
        Normalize => {
            let length = dot(&a, &a).sqrt();
            a.map(|x| x / length)
        }
        Pow => two(f32::powf),
        Radians => one(f32::to_radians),
        Reflect => {
            let along = dot(&a, &values[1]);
            a.zip(&values[1], |i, n| i - 2.0 * along * n)
        }
        Round => one(f32::round),
        Rsqrt => one(|x| 1.0 / x.sqrt()),
        Saturate => one(|x| x.clamp(0.0, 1.0)),
        Sign => one(|x| {
            if x > 0.0 {
                1.0
            } else if x < 0.0 {
                -1.0
            } else {
                0.0
            }
        }),
        Sin => one(f32::sin),
        Sinh => one(f32::sinh),
        SmoothStep => three(|low, high, x| {
            let t = ((x - low) / (high - low)).clamp(0.0, 1.0);
            t * t * (3.0 - 2.0 * t)
        }),
        Sqrt => one(f32::sqrt),
        Step => two(|edge, x| truth(x >= edge)),
        Tan => one(f32::tan),
        Tanh => one(f32::tanh),
        Trunc => one(f32::trunc),
        FrexpExponent => one(|x| frexp(x).1),
        FrexpFraction => one(|x| frexp(x).0),
    }
}
