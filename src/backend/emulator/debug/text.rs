//! Writes fragments as text, for people.

use std::fmt::Write;

use crate::fragment_operations::TestOutcome;
use crate::fragment_program::listing::Mapped;
use crate::fragment_program::{Instruction, NumberType, Opcode, place};
use crate::syntax::Span;

use super::{End, ExecutedInstruction, Fetch, Flow, Fragment, Point, Vec4, reads_as};

/// Options of a fragment's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct TextOptions {
    /// Whether the bits of numbers are written too.
    pub hex: bool,
    /// The maximum number of steps that are written. `None` means all.
    pub max: Option<usize>,
}

/// The message of an `expect` that cannot fail, since writing to a `String` always succeeds.
const WRITES: &str = "a text takes what is written to it";
/// The width of the labels before the numbers, in columns.
const LABEL: usize = 34;
/// The width of a number, in columns.
const NUMBER: usize = 15;
/// The maximum width of a line, in columns.
const WIDTH: usize = 100;

impl Fragment {
    /// Returns the fragment as text, in lines of at most 100 columns. For each step, the text has the instruction in listing syntax,
    /// its number and its source line, the values that it read, the texel that it fetched, and its destination before and after it.
    pub fn to_text(&self, options: TextOptions) -> String {
        let listing = self.listing();
        let mut writer = Writer { fragment: self, listing: listing.as_ref().ok(), options, text: String::new() };
        writer.head();
        if let Err(error) = &listing {
            writer.line(&format!("it has no listing: {error}"));
        }
        let max = options.max.unwrap_or(usize::MAX);
        let mut known = None;
        for (number, step) in self.steps.iter().enumerate().take(max) {
            writer.step(number, step, &mut known);
        }
        writer.tail(self.steps.len().min(max));
        writer.text
    }

    /// Returns an instruction in listing syntax.
    pub(super) fn written(&self, listing: Option<&Mapped>, instruction: usize) -> String {
        let cells = listing.and_then(|listing| listing.cells.get(instruction));
        match cells.map(Vec::as_slice) {
            Some([opcode]) => opcode.clone(),
            Some([opcode, rest @ ..]) => format!("{opcode} {}", rest.join(", ")),
            _ => self.program.instructions[instruction].opcode.name().to_owned(),
        }
    }

    /// Returns the destination and the operands of an instruction in listing syntax.
    pub(super) fn labels(&self, listing: Option<&Mapped>, at: usize) -> (String, Vec<String>) {
        let instruction = &self.program.instructions[at];
        let Some(cells) = listing.and_then(|listing| listing.cells.get(at)) else {
            let count = instruction.sources.len();
            return ("result".to_owned(), (1..=count).map(|number| format!("operand {number}")).collect());
        };
        let has_result = instruction.destination.is_some() || instruction.sets_condition;
        let mut cells = cells.iter().skip(1).cloned();
        let destination = if has_result { cells.next().unwrap_or_default() } else { String::new() };
        if instruction.opcode == Opcode::Swz {
            return (destination, vec![cells.collect::<Vec<_>>().join(", ")]);
        }
        (destination, cells.take(instruction.sources.len()).collect())
    }

    /// Returns the source line that an instruction comes from: the index of the file, the number of the line, and the line's text.
    pub fn source_line(&self, instruction: usize) -> Option<(usize, usize, &str)> {
        let span = self.program.span(instruction).filter(|span| *span != Span::default())?;
        let file = self.program.files.0.get(span.file as usize)?;
        let line = self.program.files.line(span);
        Some((span.file as usize, line, file.text.lines().nth(line - 1).unwrap_or("").trim()))
    }

    /// Returns text that says how and where the fragment ended.
    pub fn end_text(&self) -> String {
        let at = |instruction: usize, what: &str| {
            let place = self.program.span(instruction).map(|span| place(&self.program.files, span)).unwrap_or_default();
            let of = if place.is_empty() { String::new() } else { format!(", of {place}") };
            format!("ended by {what}, instruction {}{of}", instruction + 1)
        };
        match self.end {
            End::Finished => "ended with the program".to_owned(),
            End::Returned(instruction) => at(instruction, "RET"),
            End::Killed(instruction) => at(instruction, "KIL: nothing is written"),
            End::Executed(max) => format!("stopped: {} executes {max} instructions at most", self.chip),
            End::Iterations(max) => format!("stopped: its loops took more than {max} iterations"),
            End::Undefined(instruction) => at(instruction, "an instruction that is not defined for these operands"),
        }
    }

    /// Returns a number in a register as text. It is written as an integer if its bits are more likely to be those of an integer than
    /// of a float.
    pub fn number(&self, word: u32, kind: NumberType) -> String {
        let float = f32::from_bits(word);
        let odd = float.is_subnormal() || float.is_nan();
        match kind {
            NumberType::Half | NumberType::Fixed => f32::from_bits(word).to_string(),
            NumberType::Signed => (word as i32).to_string(),
            NumberType::Unsigned => word.to_string(),
            // A move may copy an integer.
            NumberType::Float if odd && self.program.set.integers() && word & 0x7fff_ffff != 0x7fc0_0000 => {
                (word as i32).to_string()
            }
            NumberType::Float => decimal(float),
        }
    }
}

/// Returns a float as text, with enough digits to distinguish it from its neighbours.
fn decimal(x: f32) -> String {
    match x.abs() {
        size if size == 0.0 || !x.is_finite() || (1e-4..1e8).contains(&size) => x.to_string(),
        _ => format!("{x:e}"),
    }
}

/// Returns the components of its operands that an instruction reads, with one bit each, and their kind.
pub(super) fn reading(fragment: &Fragment, instruction: &Instruction) -> (u8, NumberType) {
    (instruction.reads(&fragment.program), reads_as(instruction))
}

struct Writer<'a> {
    fragment: &'a Fragment,
    listing: Option<&'a Mapped>,
    options: TextOptions,
    text: String,
}

impl Writer<'_> {
    fn line(&mut self, line: &str) {
        let line = line.trim_end();
        match line.chars().count() > WIDTH {
            true => {
                let cut: String = line.chars().take(WIDTH - 2).collect();
                writeln!(self.text, "{cut} …").expect(WRITES);
            }
            false => writeln!(self.text, "{line}").expect(WRITES),
        }
    }

    fn head(&mut self) {
        let Fragment { program, chip, column, row, element, executed, fetched, .. } = self.fragment;
        let place = match (self.fragment.point, element) {
            (Some(_), Some(element)) => format!("element {element}"),
            (_, Some(element)) => format!("fragment ({column}, {row}), element {element}"),
            (_, None) => format!("fragment ({column}, {row})"),
        };
        self.line(&format!("{} on {chip}: {place}", program.name));
        let count = |count: u64, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let (executed, fetched) = (count(*executed, "instruction"), count(*fetched, "texel"));
        let of = program.executable().count();
        self.line(&format!(
            "{executed} executed, of a program of {of}; {fetched} fetched; {}",
            self.fragment.end_text()
        ));
        self.line("");
        let letters: String = ["x", "y", "z", "w"].iter().map(|letter| format!("{letter:<NUMBER$}")).collect();
        self.line(&format!("{:LABEL$}{letters}", ""));
    }

    fn step(&mut self, number: usize, step: &ExecutedInstruction, known: &mut Option<(usize, usize)>) {
        let fragment = self.fragment;
        let instruction = &fragment.program.instructions[step.instruction];
        let source = fragment.source_line(step.instruction);
        if let Some((file, line, text)) = source
            && known.replace((file, line)) != Some((file, line))
        {
            self.line(&format!("-- {}:{line}: {text}", fragment.program.files.0[file].name));
        }
        let line = self.listing.and_then(|listing| listing.lines.get(step.instruction));
        let line = line.map_or(String::new(), |line| format!("line {line}"));
        let iterations = match step.iterations.as_slice() {
            [] => String::new(),
            all => {
                let all: Vec<String> = all.iter().map(u32::to_string).collect();
                format!("  iteration {}", all.join("."))
            }
        };
        let said = fragment.written(self.listing, step.instruction);
        let beside = format!("{line}{iterations}");
        let said = format!("{:>4}  {said}", number + 1);
        let room = WIDTH.saturating_sub(said.chars().count() + beside.chars().count());
        match room {
            0..2 => {
                self.line(&said);
                self.line(&format!("{beside:>WIDTH$}"));
            }
            room => self.line(&format!("{said}{}{beside}", " ".repeat(room))),
        }
        let (reads, kind) = reading(fragment, instruction);
        let (destination, operands) = fragment.labels(self.listing, step.instruction);
        for (label, words) in operands.iter().zip(&step.operands) {
            self.numbers(label, *words, reads, kind);
        }
        if let Some(fetch) = &step.fetch {
            self.numbers(&self.fetched(fetch), fetch.words, 15, NumberType::Float);
        }
        if let (Some((before, after)), Some(to)) = (step.result, instruction.destination) {
            self.numbers(&format!("{destination} before"), before, to.mask, instruction.kind);
            self.numbers(&format!("{destination} after"), after, to.mask, instruction.kind);
        }
        if step.code.0.map(f32::to_bits) != step.code.1.map(f32::to_bits) {
            self.numbers("condition code before", step.code.0.map(f32::to_bits), 15, NumberType::Float);
            self.numbers("condition code after", step.code.1.map(f32::to_bits), 15, NumberType::Float);
        }
        if let Some(guard) = &instruction.guard
            && step.flow.is_none()
            && instruction.destination.is_some_and(|to| to.mask != step.written)
        {
            let kept = instruction.destination.map_or(0, |to| to.mask & !step.written);
            let letters: String = (0..4).filter(|c| kept >> c & 1 == 1).map(|c| ['x', 'y', 'z', 'w'][c]).collect();
            self.line(&format!("        its condition ({}) keeps {letters} as it was", guard.test.name()));
        }
        let flow = match step.flow {
            Some(Flow::Branch(true)) => "the condition holds",
            Some(Flow::Branch(false)) => "the condition does not hold",
            Some(Flow::Leave(true)) => "it happens",
            Some(Flow::Leave(false)) => "it does not happen",
            Some(Flow::Loop(Some(count))) => &format!("{count} iterations"),
            Some(Flow::Loop(None)) => "iterations until something leaves it",
            None => return,
        };
        self.line(&format!("        {flow}"));
    }

    /// Describes a fetched texel: the input, the element, and the position.
    fn fetched(&self, fetch: &Fetch) -> String {
        let name = self.fragment.input_name(fetch.input);
        let Some([column, row, layer]) = fetch.texel else { return format!("{name}, outside") };
        let layer = if layer > 0 { format!(", layer {layer}") } else { String::new() };
        let element = match (fetch.element, fetch.lanes) {
            (Some(element), 1) => format!("[{element}]"),
            (Some(element), lanes) => format!("[{element}..{}]", element + lanes),
            (None, _) => " beyond its end".to_owned(),
        };
        format!("{name}{element} at ({column}, {row}{layer})")
    }

    fn numbers(&mut self, label: &str, words: Vec4, mask: u8, kind: NumberType) {
        let row = |of: &dyn Fn(u32) -> String| -> String {
            let cell = |c: usize| if mask >> c & 1 == 1 { of(words[c]) } else { String::new() };
            (0..4).map(|c| format!("{:<NUMBER$}", cell(c))).collect()
        };
        let label = format!("        {label}");
        let decimal = row(&|word| self.fragment.number(word, kind));
        match label.chars().count() < LABEL {
            true => self.line(&format!("{label:<LABEL$}{decimal}")),
            false => {
                self.line(&label);
                self.line(&format!("{:LABEL$}{decimal}", ""));
            }
        }
        if self.options.hex {
            self.line(&format!("{:LABEL$}{}", "", row(&|word| format!("{word:08x}"))));
        }
    }

    fn tail(&mut self, shown: usize) {
        let left = self.fragment.executed - shown as u64;
        if left > 0 {
            let word = if left == 1 { "instruction" } else { "instructions" };
            self.line(&format!("      … and {left} {word} more"));
        }
        self.line(&format!("END   {}", self.fragment.end_text()));
        if self.fragment.end.writes() {
            for output in &self.fragment.outputs {
                let mask = ((1 << output.channels) - 1) as u8;
                self.numbers(&output.name, output.words, mask, NumberType::Float);
                if output.stored[..output.channels] != output.words[..output.channels] {
                    self.numbers("as half floats", output.stored, mask, NumberType::Float);
                }
            }
            let operations = self.fragment.operations.parts();
            let parts = match self.fragment.point {
                None => operations,
                Some(Point { size, texel: Some((column, row)) }) => {
                    [vec![format!("point of {size} × {size} at ({column}, {row})")], operations].concat()
                }
                Some(Point { size, texel: None }) => {
                    vec![format!("not drawn: a point of {size} × {size} does not fit at its place")]
                }
            };
            for (number, part) in parts.iter().enumerate() {
                self.labeled(if number == 0 { "then" } else { "" }, part);
            }
            if let Some(tests) = &self.fragment.tests {
                self.outcome(tests);
            }
        }
    }

    /// Writes what the tests found in the buffer, what they left there, and whether the fragment passed.
    fn outcome(&mut self, tests: &TestOutcome) {
        if let Some((before, after)) = tests.buffer {
            self.labeled("stored before", &before.to_string());
            if after != before {
                self.labeled("stored after", &after.to_string());
            }
        }
        let text = tests.failed.map_or("passed".to_owned(), |failed| format!("{failed}: no output is written"));
        self.labeled("tests", &text);
    }

    fn labeled(&mut self, label: &str, text: &str) {
        self.line(&format!("        {label:<w$}{text}", w = LABEL - 8));
    }
}
