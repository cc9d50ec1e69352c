//! Writes kernels out in the text of the kernel contract, cut to what a device can do in a pass.
//!
//! A kernel with more outputs than a pass has render targets becomes several passes, each with the code that its outputs
//! need and no other (Brook, section 4.2, left that to the driver's compiler). Where a pass reads more streams than
//! it may, its outputs are parted further; where a single one needs too many, streams of one type are read as one that
//! holds them all, one after the other.

mod access;
mod expr;
mod glsl;
mod helpers;
mod names;
mod reduce;
mod stmt;

use std::collections::{BTreeSet, HashMap};

use super::cost;
use super::ir::{Expr, ExprKind, Function, Kernel, LocalId, Role, Slot, Stmt, each_expr};
use super::live::{self, Goal};
use super::plan::{Constant, Feed, Input, Lies, Method, Output, Pass, PassPart, Plan, Shapes, Supply, Targets};
use super::types::{Plain, Records};
use crate::kernel::Source;
use crate::texel::Components;
use helpers::Helper;
use names::Names;

/// Why a kernel cannot be cut to these limits.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PlanError {
    /// The call has no output, or the device no target.
    #[error("kernel `{kernel}`: a pass needs at least one render target and one input, not {outputs} and {inputs}")]
    NoTargets {
        /// The kernel.
        kernel: String,
        /// Render targets of a pass.
        outputs: usize,
        /// Inputs of a pass.
        inputs: usize,
    },
    /// One output reads more kinds of streams than a pass can.
    #[error(
        "kernel `{kernel}`: a pass reads {needed} streams even when those of one type are joined: {most} is the most"
    )]
    Inputs {
        /// The kernel.
        kernel: String,
        /// What a pass needs.
        needed: usize,
        /// What the device has.
        most: usize,
    },
}

/// What a turn of a loop without a head ends with.
#[derive(Clone, Copy, Default)]
struct Turn<'a> {
    step: &'a [Stmt],
    before: &'a [Stmt],
    condition: Option<&'a Expr>,
}

/// A text at work.
struct Emitter<'a> {
    kernel: &'a Kernel,
    shapes: &'a Shapes,
    part: PassPart,
    names: Names,
    /// Names of inputs, by what is bound to them.
    inputs: Vec<Input>,
    /// They live apart from those of variables: the text has them only within `fetch` and its like.
    ports: Names,
    /// Names of constants, by what they are given.
    constants: Vec<(String, Supply)>,
    outputs: Vec<(Slot, String)>,
    pass_outputs: Vec<Slot>,
    /// Functions that read streams: what they are for, and their names.
    accessors: Vec<(String, String)>,
    accessor_texts: Vec<String>,
    helpers: BTreeSet<Helper>,
    function_names: Vec<String>,
    local_names: HashMap<LocalId, String>,
    /// The function at hand.
    function: Option<&'a Function>,
    turns: Vec<Turn<'a>>,
    body: String,
    indent: usize,
    /// Whether it works on bits.
    integers: bool,
    counter: String,
    turn_name: String,
    element_input: Option<String>,
}

impl Shapes {
    /// The shapes that a kernel's text makes one think of: inputs like the output, gathers with as many dimensions as their
    /// brackets or indices.
    pub fn as_written(kernel: &Kernel) -> Shapes {
        let mut wide = vec![1; kernel.parameters.len()];
        for function in &kernel.functions {
            each_expr(&function.body, &mut |expr| {
                if let ExprKind::Gather { slot, index } = &expr.kind {
                    let components = index.iter().map(|part| part.ty.count()).sum::<usize>();
                    // Places come as four, and mean two as often as not.
                    let dimensions = if components == 4 && index.len() == 1 { 2 } else { components };
                    wide[slot.parameter] = wide[slot.parameter].max(dimensions.min(4));
                }
            });
        }
        let lies = kernel.parameters.iter().zip(wide).map(|(parameter, wide)| match parameter.role {
            Role::Gather { brackets } => {
                let dimensions = brackets.max(wide);
                Lies::Gathered { dimensions, placed: dimensions > 2 }
            }
            _ => Lies::LikeOutput,
        });
        Shapes { output: if kernel.reduction { 1 } else { 2 }, parameters: lies.collect() }
    }
}

/// The passes of a kernel for streams that lie so, within these limits.
///
/// # Errors
/// A kernel that cannot be cut to the limits.
pub fn plan(kernel: &Kernel, shapes: &Shapes, records: &Records, targets: Targets) -> Result<Plan, PlanError> {
    if targets.outputs == 0 || targets.inputs == 0 {
        let (outputs, inputs) = (targets.outputs, targets.inputs);
        return Err(PlanError::NoTargets { kernel: kernel.name.clone(), outputs, inputs });
    }
    if kernel.reduction {
        return reduce::plan(kernel, shapes, records, targets);
    }
    let variable = kernel.parameters.iter().enumerate().filter(|(_, p)| matches!(p.role, Role::Variable { .. }));
    let variable: Vec<usize> = variable.map(|(number, _)| number).collect();
    let mut cuts: Vec<(PassPart, Goal, Vec<Slot>)> = Vec::new();
    for &parameter in &variable {
        cuts.push((PassPart::Count(parameter), Goal::Count(parameter), Vec::new()));
        let fields = 0..kernel.parameters[parameter].fields.len();
        let slots: Vec<Slot> = fields.map(|field| Slot { parameter, field }).collect();
        for part in slots.chunks(targets.outputs) {
            cuts.push((PassPart::Values(parameter), Goal::Values(part.to_vec()), part.to_vec()));
        }
    }
    if variable.is_empty() {
        let slots = kernel.slots(|role| *role == Role::Output);
        for part in slots.chunks(targets.outputs) {
            cuts.push((PassPart::Whole, Goal::Outputs(part.to_vec()), part.to_vec()));
        }
    }
    let mut passes = Vec::new();
    let mut waiting: Vec<_> = cuts.into_iter().rev().collect();
    while let Some((part, goal, slots)) = waiting.pop() {
        let cut = live::cut(kernel, &goal);
        let needed = inputs_of(&cut, part, slots.len());
        if needed > targets.inputs && slots.len() > 1 {
            let (first, second) = slots.split_at(slots.len() / 2);
            let halves = [second, first].map(|half| match &goal {
                Goal::Outputs(_) => (Goal::Outputs(half.to_vec()), half),
                Goal::Values(_) => (Goal::Values(half.to_vec()), half),
                Goal::Count(parameter) => (Goal::Count(*parameter), half),
            });
            // Fewer outputs are of use where they need fewer streams; else streams are joined, once for all passes.
            let fewer = |(goal, half): &(Goal, &[Slot])| inputs_of(&live::cut(kernel, goal), part, half.len()) < needed;
            if halves.iter().any(fewer) {
                waiting.extend(halves.map(|(goal, half)| (part, goal, half.to_vec())));
                continue;
            }
        }
        // Written as soon as it is cut: of a kernel with many outputs the cut ones together would be large.
        let number = passes.len() + 1;
        let several = number > 1 || !waiting.is_empty();
        let name = if several { format!("{}.{number}", kernel.name) } else { kernel.name.clone() };
        passes.push(pass(&cut, shapes, records, targets, part, &slots, &name)?);
    }
    let method = if variable.is_empty() { Method::Map } else { Method::Push };
    Ok(Plan { method, passes })
}

/// How many streams a pass reads.
fn inputs_of(kernel: &Kernel, part: PassPart, outputs: usize) -> usize {
    let reads = live::read_by(kernel);
    let own = match part {
        PassPart::Values(_) => 2,
        PassPart::Whole if kernel.discards => outputs,
        _ => 0,
    };
    reads.elements.len() + reads.gathers.len() + own
}

fn pass(
    kernel: &Kernel,
    shapes: &Shapes,
    records: &Records,
    targets: Targets,
    part: PassPart,
    slots: &[Slot],
    name: &str,
) -> Result<Pass, PlanError> {
    let mut emitter = Emitter::new(kernel, shapes, part);
    let own = match part {
        PassPart::Values(_) => 2,
        PassPart::Whole if kernel.discards => slots.len(),
        _ => 0,
    };
    emitter.ports(targets.inputs.saturating_sub(own), kernel, targets.inputs, own)?;
    emitter.pass_outputs = slots.to_vec();
    match part {
        PassPart::Count(parameter) => {
            let name = emitter.names.global(&format!("{}_pushes", kernel.parameters[parameter].name));
            emitter.counter = name;
        }
        _ => {
            for &slot in slots {
                let wanted = emitter.slot_name(slot);
                let name = emitter.declared(&wanted);
                emitter.outputs.push((slot, name));
            }
        }
    }
    if let PassPart::Values(_) = part {
        for (wanted, feed) in [("element", Feed::Element), ("turn", Feed::Turn)] {
            let name = emitter.port_name(wanted);
            emitter.inputs.push(Input { name, components: Components::One, feeds: vec![feed] });
        }
        emitter.element_input = Some(emitter.inputs[emitter.inputs.len() - 2].name.clone());
        emitter.counter = emitter.names.global("pushed");
        emitter.turn_name = emitter.names.global("wanted");
    }
    emitter.functions();
    emitter.main();
    Ok(emitter.finish(records, name, slots))
}

impl<'a> Emitter<'a> {
    fn new(kernel: &'a Kernel, shapes: &'a Shapes, part: PassPart) -> Emitter<'a> {
        let mut names = Names::default();
        for helper in Helper::NAMES {
            names.global(helper);
        }
        Emitter {
            kernel,
            shapes,
            part,
            names,
            inputs: Vec::new(),
            ports: Names::default(),
            constants: Vec::new(),
            outputs: Vec::new(),
            pass_outputs: Vec::new(),
            accessors: Vec::new(),
            accessor_texts: Vec::new(),
            helpers: BTreeSet::new(),
            function_names: Vec::new(),
            local_names: HashMap::new(),
            function: None,
            turns: Vec::new(),
            body: String::new(),
            indent: 0,
            integers: false,
            counter: String::new(),
            turn_name: String::new(),
            element_input: None,
        }
    }

    /// Names the streams that are read; joins some, where there are more than `most`.
    fn ports(&mut self, most: usize, kernel: &Kernel, limit: usize, own: usize) -> Result<(), PlanError> {
        let reads = live::read_by(kernel);
        let mut slots: Vec<Slot> = reads.elements.iter().chain(&reads.gathers).copied().collect();
        slots.sort();
        slots.dedup();
        let mut groups: Vec<(Components, Vec<Slot>)> = slots
            .iter()
            .map(|&slot| match kernel.ty(slot) {
                Plain::Float(components) => (components, vec![slot]),
                Plain::Int => (Components::One, vec![slot]),
            })
            .collect();
        while groups.len() > most {
            // The type of which there are most streams: its last two become one.
            let count = |of: Components| groups.iter().filter(|(components, _)| *components == of).count();
            let Some(of) = Components::ALL.into_iter().filter(|&of| count(of) > 1).max_by_key(|&of| count(of)) else {
                let needed = groups.len() + own;
                return Err(PlanError::Inputs { kernel: kernel.name.clone(), needed, most: limit });
            };
            let last = groups.iter().rposition(|(components, _)| *components == of).unwrap_or(0);
            let (_, joined) = groups.remove(last);
            if let Some((_, before)) = groups.iter_mut().rev().find(|(components, _)| *components == of) {
                before.extend(joined);
            }
        }
        for (components, group) in groups {
            let wanted = match group.as_slice() {
                [one] => self.slot_name(*one),
                _ => format!("joined_{}", components.glsl()),
            };
            let name = self.port_name(&wanted);
            self.inputs.push(Input { name, components, feeds: group.into_iter().map(Feed::Slot).collect() });
        }
        Ok(())
    }

    /// A name for what the text declares beside its streams: theirs are apart from those of variables, not from these.
    fn declared(&mut self, wanted: &str) -> String {
        loop {
            let name = self.names.global(wanted);
            if !self.ports.has(&name) {
                return name;
            }
        }
    }

    /// A name for a stream that is read.
    fn port_name(&mut self, wanted: &str) -> String {
        loop {
            let name = self.ports.global(wanted);
            let outputs = self.outputs.iter().map(|(_, name)| name);
            if !outputs.chain(self.constants.iter().map(|(name, _)| name)).any(|other| *other == name) {
                return name;
            }
        }
    }

    /// The input that this field is read from.
    fn port(&self, slot: Slot) -> String {
        let found = self.inputs.iter().find(|input| input.feeds.contains(&Feed::Slot(slot)));
        found.map(|input| input.name.clone()).unwrap_or_default()
    }

    /// Whether the field is one of several that one input holds.
    fn pooled(&self, slot: Slot) -> bool {
        self.inputs.iter().any(|input| input.feeds.len() > 1 && input.feeds.contains(&Feed::Slot(slot)))
    }

    fn slot_name(&self, slot: Slot) -> String {
        let parameter = &self.kernel.parameters[slot.parameter];
        super::check::field_name(&parameter.name, &parameter.fields[slot.field].path)
    }

    fn output_name(&self, slot: Slot) -> String {
        self.outputs.iter().find(|(known, _)| *known == slot).map(|(_, name)| name.clone()).unwrap_or_default()
    }

    /// The input that holds what an output held before.
    fn old_input(&mut self, slot: Slot) -> String {
        if let Some(input) = self.inputs.iter().find(|input| input.feeds == [Feed::Old(slot)]) {
            return input.name.clone();
        }
        let components = match self.kernel.ty(slot) {
            Plain::Float(components) => components,
            Plain::Int => Components::One,
        };
        let wanted = format!("old_{}", self.slot_name(slot));
        let name = self.port_name(&wanted);
        self.inputs.push(Input { name: name.clone(), components, feeds: vec![Feed::Old(slot)] });
        name
    }

    fn local_is_number(&self, local: LocalId) -> bool {
        self.local_count(local) == 1
    }

    fn local_count(&self, local: LocalId) -> usize {
        self.function.map_or(1, |function| function.locals[local.0].ty.count())
    }

    /// The sub-kernels.
    fn functions(&mut self) {
        let kernel = self.kernel;
        for function in &kernel.functions[..kernel.functions.len() - 1] {
            let name = self.names.global(&function.name);
            self.function_names.push(name);
            self.sub_kernel(function, &[]);
        }
    }

    /// A function with its arguments, those of `more` before them.
    fn sub_kernel(&mut self, function: &'a Function, more: &[String]) {
        use super::ir::Mode;
        let name = self.function_names.last().cloned().unwrap_or_default();
        self.function = Some(function);
        self.local_names.clear();
        self.names.open();
        let mut parameters = more.to_vec();
        for argument in &function.arguments {
            let name = self.name_local(function, argument.local);
            let mode = match argument.mode {
                Mode::In => "",
                Mode::Out => "out ",
                Mode::InOut => "inout ",
            };
            parameters.push(format!("{mode}{} {name}", function.locals[argument.local.0].ty.glsl()));
        }
        let result = function.result.map_or("void", |ty| ty.glsl());
        self.line(&format!("{result} {name}({}) {{", parameters.join(", ")));
        self.indent += 1;
        for argument in function.arguments.iter().filter(|argument| argument.mode == Mode::Out) {
            // Unless the first thing that happens is that it gets its value.
            let written = matches!(function.body.as_slice(), [Stmt::Assign { place, value }, ..]
                if place.local == argument.local && place.part == super::ir::Part::Whole && !value.mentions(argument.local));
            if !written {
                let (name, ty) = (self.local_name(argument.local), function.locals[argument.local.0].ty);
                self.line(&format!("{name} = {};", stmt::zero(ty)));
            }
        }
        self.indent -= 1;
        self.block(function, &function.body);
        self.line("}\n");
        self.names.close();
    }

    fn main(&mut self) {
        let kernel = self.kernel;
        let main = kernel.main();
        self.function = Some(main);
        self.local_names.clear();
        self.names.open();
        for (slot, name) in self.outputs.clone() {
            if let (PassPart::Whole, Some(number)) =
                (self.part, main.locals.iter().position(|l| l.output == Some(slot)))
            {
                self.local_names.insert(LocalId(number), name);
            }
        }
        self.line("void main() {");
        self.indent += 1;
        if self.part != PassPart::Whole {
            let (counter, turn) = (self.counter.clone(), self.turn_name.clone());
            if let PassPart::Values(_) = self.part {
                let input =
                    self.inputs.iter().find(|input| input.feeds == [Feed::Turn]).map(|input| input.name.clone());
                self.line(&format!("float {turn} = fetch({}, here());", input.unwrap_or_default()));
                self.line(&format!("float {counter} = 0.0;"));
            } else {
                self.line(&format!("{counter} = 0.0;"));
            }
        }
        // Outputs that are not of this pass, and variable outputs, are variables as any.
        let named = live::named(&main.body);
        for (number, local) in main.locals.iter().enumerate() {
            let id = LocalId(number);
            if local.output.is_some() && named.contains(&id) && !self.local_names.contains_key(&id) {
                let name = self.name_local(main, id);
                self.line(&format!("{} {name} = {};", local.ty.glsl(), stmt::zero(local.ty)));
            }
        }
        self.statements(main, &main.body);
        self.indent -= 1;
        self.line("}");
        self.names.close();
    }

    fn finish(mut self, records: &Records, name: &str, slots: &[Slot]) -> Pass {
        let mut text = String::new();
        let mut put = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        put(&format!("// {}", signature(self.kernel, records)));
        match self.part {
            PassPart::Count(parameter) => {
                put(&format!("// How many elements each pushes to {}.", self.kernel.parameters[parameter].name));
            }
            PassPart::Values(parameter) => {
                put(&format!("// What is pushed to {}.", self.kernel.parameters[parameter].name));
            }
            PassPart::Whole if self.kernel.reduction => put("// Up to 8 neighbours along an axis become one."),
            PassPart::Whole => {
                let all = self.kernel.slots(|role| *role == Role::Output).len();
                if slots.len() < all {
                    let names: Vec<String> = slots.iter().map(|&slot| self.slot_name(slot)).collect();
                    put(&format!("// The part of it for {}.", names.join(", ")));
                }
            }
        }
        if self.integers {
            put("// It needs integers.");
        }
        for input in &self.inputs {
            put(&format!("input {} {};", input.components.glsl(), input.name));
        }
        for (name, supply) in &self.constants {
            let ty = match supply {
                Supply::Slot(slot) => match self.kernel.ty(*slot) {
                    Plain::Float(components) => components.glsl(),
                    Plain::Int => "index",
                },
                _ => "index",
            };
            put(&format!("constant {ty} {name};"));
        }
        let outputs: Vec<Output> = match self.part {
            PassPart::Count(_) => {
                vec![Output { name: self.counter.clone(), components: Components::One, slot: None }]
            }
            _ => self
                .outputs
                .iter()
                .map(|(slot, name)| Output {
                    name: name.clone(),
                    components: match self.kernel.ty(*slot) {
                        Plain::Float(components) => components,
                        Plain::Int => Components::One,
                    },
                    slot: Some(*slot),
                })
                .collect(),
        };
        for output in &outputs {
            put(&format!("output {} {};", output.components.glsl(), output.name));
        }
        put("");
        for helper in helpers::texts(&self.helpers) {
            put(&format!("{helper}\n"));
        }
        for accessor in &self.accessor_texts {
            put(&format!("{accessor}\n"));
        }
        text.push_str(&self.body);
        let constants = std::mem::take(&mut self.constants);
        Pass {
            part: self.part,
            source: Source::new(name.to_owned(), text),
            inputs: self.inputs,
            constants: constants.into_iter().map(|(name, supply)| Constant { name, supply }).collect(),
            outputs,
            cost: cost::of(self.kernel),
        }
    }
}

/// The kernel's head, as a program writes it.
pub fn signature(kernel: &Kernel, records: &Records) -> String {
    let parameter = |p: &super::ir::Parameter| {
        let ty = records.name(p.ty);
        let name = &p.name;
        match p.role {
            Role::Stream => format!("{ty} {name}<>"),
            Role::Iterator => format!("iter {ty} {name}<>"),
            Role::Constant => format!("{ty} {name}"),
            Role::Gather { brackets } => format!("{ty} {name}{}", "[]".repeat(brackets)),
            Role::Output => format!("out {ty} {name}<>"),
            Role::Variable { most: Some(most) } => format!("vout[{most}] {ty} {name}<>"),
            Role::Variable { most: None } => format!("vout[] {ty} {name}<>"),
            Role::Accumulator => format!("reduce {ty} {name}<>"),
        }
    };
    let parameters: Vec<String> = kernel.parameters.iter().map(parameter).collect();
    let word = if kernel.reduction { "reduce" } else { "kernel" };
    format!("{word} void {}({})", kernel.name, parameters.join(", "))
}
