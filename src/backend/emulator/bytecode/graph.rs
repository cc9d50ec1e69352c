//! Values: channel operations before they have slots, each made once.

use rustc_hash::FxHashMap;

use super::code::{Address, Code};

/// The result of a channel operation, or the home of a variable that a loop changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub u32);

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// These bits.
    Literal(u32),
    /// A component of a constant register.
    Parameter(u16, u8),
    /// The column of the fragment's middle.
    Column,
    /// The row.
    Row,
    /// The mask of the fragments that there are.
    Live,
    /// A channel operation.
    Made(Code, [Value; 3]),
    /// A component of a texel.
    Fetched,
    /// A variable: several steps write it.
    Home,
}

/// A step, before values have slots.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A channel operation.
    Compute(Value, Code, [Value; 3]),
    /// A fetch.
    Fetch(Address, [Value; 4], [Value; 4]),
    /// Goes on at a label where a mask holds for no fragment.
    SkipUnless(Value, usize),
    /// Goes back to a label where it holds for some.
    BackIf(Value, usize),
    /// Such a place.
    Label(usize),
    /// Counts instructions and fetches.
    Count(Value, u32, u32),
    /// Counts an iteration.
    Iterate(Value),
}

/// The values and steps of a program.
#[derive(Default)]
pub struct Graph {
    origins: Vec<Origin>,
    /// Whether it is the same for all fragments of a pass.
    uniform: Vec<bool>,
    /// The value of an operation that has been made before, here or before where control flow came here from.
    known: FxHashMap<Origin, Value>,
    /// What became known since blocks began, to be forgotten where they end.
    learned: Vec<Origin>,
    /// What is computed once a pass.
    pub prologue: Vec<Step>,
    /// What is computed for each batch.
    pub steps: Vec<Step>,
    labels: usize,
}

/// What fills the places of operands that there are not.
pub const NONE: Value = Value(u32::MAX);

impl Graph {
    fn push(&mut self, origin: Origin, uniform: bool) -> Value {
        self.origins.push(origin);
        self.uniform.push(uniform);
        Value(self.origins.len() as u32 - 1)
    }

    /// How many values there are.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Where a value comes from.
    pub fn origin(&self, value: Value) -> Origin {
        self.origins[value.0 as usize]
    }

    /// Whether it is the same for all fragments of a pass.
    pub fn is_uniform(&self, value: Value) -> bool {
        self.uniform[value.0 as usize]
    }

    /// A value that is not computed by a step.
    pub fn source(&mut self, origin: Origin) -> Value {
        if let Some(&value) = self.known.get(&origin) {
            return value;
        }
        let uniform = matches!(origin, Origin::Literal(_) | Origin::Parameter(..));
        let value = self.push(origin, uniform);
        self.known.insert(origin, value);
        value
    }

    /// These bits.
    pub fn literal(&mut self, bits: u32) -> Value {
        self.source(Origin::Literal(bits))
    }

    /// What a value was made of, where that still is what it was then: variables change.
    fn made_of(&self, value: Value) -> Option<(Code, [Value; 3])> {
        let changes = |value: &Value| *value != NONE && self.origin(*value) == Origin::Home;
        match self.origin(value) {
            Origin::Made(code, of) if !of.iter().any(changes) => Some((code, of)),
            _ => None,
        }
    }

    /// Two operations as one that does the work of both; the first is dropped where nothing else needs it.
    fn fused(&mut self, code: Code, operands: &[Value]) -> Option<Value> {
        let one = Origin::Literal(1f32.to_bits());
        let first = self.made_of(*operands.first()?);
        Some(match (code, operands, first?) {
            (Code::Compare, &[_, b, c], (Code::Neg, [a, ..])) => self.make(Code::Choose, &[a, b, c]),
            (Code::Floor, _, (Code::Multiply, [a, b, _])) => self.make(Code::FloorOfProduct, &[a, b]),
            (Code::And, &[_, mask], (Code::IntLess(signed), [a, b, _])) if self.origin(mask) == one => {
                self.make(Code::IntLessOne(signed), &[a, b])
            }
            // What has a fraction loses it anyway.
            (Code::ToInt(signed), _, (Code::Trunc, [a, ..])) => self.make(Code::ToInt(signed), &[a]),
            _ => return None,
        })
    }

    /// The result of an operation, made or known. Sums with negated numbers become differences.
    pub fn make(&mut self, code: Code, operands: &[Value]) -> Value {
        let negated = |value: Value| match self.origin(value) {
            Origin::Made(Code::Neg, [inner, ..]) => Some(inner),
            _ => None,
        };
        match (code, operands) {
            (Code::Move, &[a]) => return a,
            (Code::Neg, &[a]) if negated(a).is_some() => return negated(a).unwrap_or(a),
            (Code::Add, &[a, b]) => match (negated(a), negated(b)) {
                (_, Some(b)) => return self.make(Code::Subtract, &[a, b]),
                (Some(a), None) => return self.make(Code::Subtract, &[b, a]),
                _ => {}
            },
            (Code::Subtract, &[a, b]) => {
                if let Some(b) = negated(b) {
                    return self.make(Code::Add, &[a, b]);
                }
            }
            (Code::Multiply, &[a, b]) => {
                if let (Some(a), Some(b)) = (negated(a), negated(b)) {
                    return self.make(Code::Multiply, &[a, b]);
                }
            }
            (Code::Select, &[_, a, b]) if a == b => return a,
            _ => {}
        }
        if let Some(value) = self.fused(code, operands) {
            return value;
        }
        let mut sources = [NONE; 3];
        sources[..operands.len()].copy_from_slice(operands);
        let origin = Origin::Made(code, sources);
        if let Some(&value) = self.known.get(&origin) {
            return value;
        }
        let uniform = code.operands() > 0 && operands.iter().all(|&operand| self.is_uniform(operand));
        let value = self.push(origin, uniform);
        self.known.insert(origin, value);
        let step = Step::Compute(value, code, sources);
        if uniform {
            // Known everywhere: it is computed before all else.
            self.prologue.push(step);
        } else {
            self.learned.push(origin);
            self.steps.push(step);
        }
        value
    }

    /// The components of a texel.
    pub fn fetch(&mut self, address: Address, coordinates: [Value; 4]) -> [Value; 4] {
        let texel = std::array::from_fn(|_| self.push(Origin::Fetched, false));
        self.steps.push(Step::Fetch(address, coordinates, texel));
        texel
    }

    /// A variable.
    pub fn home(&mut self) -> Value {
        self.push(Origin::Home, false)
    }

    /// Writes a variable.
    pub fn write(&mut self, home: Value, code: Code, operands: &[Value]) {
        let mut sources = [NONE; 3];
        sources[..operands.len()].copy_from_slice(operands);
        self.steps.push(Step::Compute(home, code, sources));
    }

    /// A copy of a value as it is now.
    pub fn copy(&mut self, value: Value) -> Value {
        let copy = self.home();
        self.write(copy, Code::Move, &[value]);
        copy
    }

    /// A label for [`Step::Label`].
    pub fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    /// How many labels there are.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// The beginning of a block that may be skipped or run again: what is made in it is known in it alone.
    pub fn begin(&self) -> usize {
        self.learned.len()
    }

    /// Its end.
    pub fn end(&mut self, began: usize) {
        for origin in self.learned.drain(began..) {
            self.known.remove(&origin);
        }
    }
}
