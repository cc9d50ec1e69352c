//! Values: the results of channel operations before slots are assigned. Equal operations share one value.

use rustc_hash::FxHashMap;

use super::super::lanes::Slots;
use super::code::{Address, Code};
use super::range::{Form, Range};

/// The result of a channel operation, or the home of a variable that a loop changes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Value(pub u32);

/// The origin of a value.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Origin {
    /// A literal with these bits.
    Literal(u32),
    /// A component of a constant register.
    Parameter(u16, u8),
    /// The column of the fragment, in this form.
    Column(Form),
    /// The row of the fragment, in this form.
    Row(Form),
    /// The mask of the lanes of a batch that contain a fragment.
    Live,
    /// A channel operation.
    Made(Code, [Value; 4]),
    /// A component of a texel.
    Fetched,
    /// A variable, which several steps write.
    Home,
}

/// A step before slots are assigned.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Step {
    /// A channel operation.
    Compute(Value, Code, [Value; 4]),
    /// The sine and the cosine of a value.
    SinCos(Value, [Value; 2]),
    /// A fetch.
    Fetch(Address, [Value; 4], [Value; 4]),
    /// Jumps to a label if the mask is set for no fragment.
    SkipUnless(Value, usize),
    /// Jumps back to a label if the mask is set for any fragment.
    BackIf(Value, usize),
    /// The position of a label.
    Label(usize),
    /// Counts instructions and fetches.
    Count(Value, u32, u32),
    /// Counts an iteration.
    Iterate(Value),
}

/// The properties of a chip's numbers that constant folding and range analysis need.
#[derive(Clone, Copy)]
pub struct Numbers {
    /// Evaluates an operation in the chip's arithmetic.
    pub evaluate: fn(&mut Slots, Code, &[u32]) -> u32,
    /// Whether it is IEEE arithmetic, with denormals.
    pub ieee: bool,
    /// The number up to which sums and products of integers are exact.
    pub exact: f64,
}

/// The values and steps of a program.
pub struct Graph {
    pub numbers: Numbers,
    pub scratch: Slots,
    /// The first and the last column that a fragment may have. `rows` has the rows.
    pub columns: (usize, usize),
    pub rows: (usize, usize),
    origins: Vec<Origin>,
    /// For each value, the range that certainly contains it, if one is known.
    pub ranges: Vec<Option<Range>>,
    /// For each value, whether it is the same for all fragments of a pass.
    uniform: Vec<bool>,
    /// The values of the operations that are available in the current block: those of this block and of the blocks around it.
    known: FxHashMap<Origin, Value>,
    /// The entries of `known` that open blocks have added. They are removed at the end of the block.
    learned: Vec<Origin>,
    /// The steps that are executed once per pass.
    pub prologue: Vec<Step>,
    /// The steps that are executed for each batch.
    pub steps: Vec<Step>,
    labels: usize,
}

/// A placeholder for operands that an operation does not have.
pub const NONE: Value = Value(u32::MAX);

impl Graph {
    pub fn new(numbers: Numbers, columns: (usize, usize), rows: (usize, usize)) -> Graph {
        Graph {
            numbers,
            scratch: Slots::new(5),
            columns,
            rows,
            origins: Vec::new(),
            ranges: Vec::new(),
            uniform: Vec::new(),
            known: FxHashMap::default(),
            learned: Vec::new(),
            prologue: Vec::new(),
            steps: Vec::new(),
            labels: 0,
        }
    }

    fn push(&mut self, origin: Origin, uniform: bool, range: Option<Range>) -> Value {
        self.origins.push(origin);
        self.uniform.push(uniform);
        self.ranges.push(range);
        Value(self.origins.len() as u32 - 1)
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.origins.len()
    }

    /// Returns the origin of a value.
    pub fn origin(&self, value: Value) -> Origin {
        self.origins[value.0 as usize]
    }

    /// Returns whether a value is the same for all fragments of a pass.
    pub fn is_uniform(&self, value: Value) -> bool {
        self.uniform[value.0 as usize]
    }

    /// Returns the value with an origin that no step computes.
    pub fn source(&mut self, origin: Origin) -> Value {
        if let Some(&value) = self.known.get(&origin) {
            return value;
        }
        let uniform = matches!(origin, Origin::Literal(_) | Origin::Parameter(..));
        let range = match origin {
            Origin::Column(form) => Some(Range::of_places(self.columns, form)),
            Origin::Row(form) => Some(Range::of_places(self.rows, form)),
            _ => None,
        };
        let value = self.push(origin, uniform, range);
        self.known.insert(origin, value);
        value
    }

    /// Returns the value of a literal.
    pub fn literal(&mut self, bits: u32) -> Value {
        self.source(Origin::Literal(bits))
    }

    /// Returns the operation and the operands of a value. Returns `None` if an operand is a variable, which may have changed since.
    pub fn operation(&self, value: Value) -> Option<(Code, [Value; 4])> {
        let changes = |value: &Value| *value != NONE && self.origin(*value) == Origin::Home;
        match self.origin(value) {
            Origin::Made(code, of) if !of.iter().any(changes) => Some((code, of)),
            _ => None,
        }
    }

    /// Returns the bits of a value that is a literal.
    pub fn bits(&self, value: Value) -> Option<u32> {
        match self.origin(value) {
            Origin::Literal(bits) => Some(bits),
            _ => None,
        }
    }

    /// Returns the result of an operation. It is an existing value, the value of another operation with the same result, or a new
    /// value.
    pub fn make(&mut self, code: Code, operands: &[Value]) -> Value {
        if let Some(value) = self.folded(code, operands) {
            return value;
        }
        if let Some(value) = self.simplified(code, operands) {
            return value;
        }
        if let Some(value) = self.fused(code, operands) {
            return value;
        }
        let mut sources = [NONE; 4];
        sources[..operands.len()].copy_from_slice(operands);
        let origin = Origin::Made(code, sources);
        if let Some(&value) = self.known.get(&origin) {
            return value;
        }
        let range = self.range_of(code, operands);
        if let Some(bits) = range.and_then(Range::only) {
            return self.literal(bits);
        }
        let uniform = code.operands() > 0 && operands.iter().all(|&operand| self.is_uniform(operand));
        let value = self.push(origin, uniform, range);
        self.known.insert(origin, value);
        let step = Step::Compute(value, code, sources);
        if uniform {
            // The prologue computes the value, so it is available everywhere.
            self.prologue.push(step);
        } else {
            self.learned.push(origin);
            self.steps.push(step);
        }
        value
    }

    /// Returns the result of an operation if all its operands are literals.
    fn folded(&mut self, code: Code, operands: &[Value]) -> Option<Value> {
        let mut bits = [0; 4];
        for (bits, &operand) in bits.iter_mut().zip(operands) {
            *bits = self.bits(operand)?;
        }
        if operands.is_empty() || code.operands() == 0 {
            return None;
        }
        let found = (self.numbers.evaluate)(&mut self.scratch, code, &bits[..operands.len()]);
        Some(self.literal(found))
    }

    /// Adds a fetch. Returns the components of the texel.
    pub fn fetch(&mut self, address: Address, coordinates: [Value; 4]) -> [Value; 4] {
        let texel = std::array::from_fn(|_| self.push(Origin::Fetched, false, None));
        self.steps.push(Step::Fetch(address, coordinates, texel));
        texel
    }

    /// Creates a home for a variable.
    pub fn home(&mut self) -> Value {
        self.push(Origin::Home, false, None)
    }

    /// Adds a step that writes the result of an operation to a home.
    pub fn write(&mut self, home: Value, code: Code, operands: &[Value]) {
        let mut sources = [NONE; 4];
        sources[..operands.len()].copy_from_slice(operands);
        self.steps.push(Step::Compute(home, code, sources));
    }

    /// Creates a home, and copies the current value of `value` to it.
    pub fn copy(&mut self, value: Value) -> Value {
        let copy = self.home();
        self.write(copy, Code::Move, &[value]);
        copy
    }

    /// Creates a label for [`Step::Label`].
    pub fn label(&mut self) -> usize {
        self.labels += 1;
        self.labels - 1
    }

    /// Returns the number of labels.
    pub fn labels(&self) -> usize {
        self.labels
    }

    /// Begins a block that may be skipped or repeated. Values that are computed in it are available only in it. Returns a marker for
    /// [`end`](Graph::end).
    pub fn begin(&self) -> usize {
        self.learned.len()
    }

    /// Ends a block. `began` is the result of [`begin`](Graph::begin).
    pub fn end(&mut self, began: usize) {
        for origin in self.learned.drain(began..) {
            self.known.remove(&origin);
        }
    }
}
