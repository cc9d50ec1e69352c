//! A pass put together: its functions, its `main`, and what stands above them.

use super::{Emitter, helpers, signature, stmt};
use crate::brook::cost;
use crate::brook::plan::{Constant, Feed, Output, Pass, PassPart, Supply};
use crate::brook::types::{Plain, Records};
use crate::ir::passes::slice::named;
use crate::ir::{Function, LocalId, Mode, Part, Role, Slot, Stmt};
use crate::kernel::Source;
use crate::texel::Components;

impl<'a> Emitter<'a> {
    /// The sub-kernels.
    pub(super) fn functions(&mut self) {
        let kernel = self.kernel;
        for function in &kernel.functions[..kernel.functions.len() - 1] {
            let name = self.names.global(&function.name);
            self.function_names.push(name.clone());
            self.sub_kernel(function, &name);
        }
    }

    fn sub_kernel(&mut self, function: &'a Function, name: &str) {
        self.function = Some(function);
        self.local_names.clear();
        self.names.open();
        let mut parameters = Vec::new();
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
                if place.local == argument.local && place.part == Part::Whole && !value.mentions(argument.local));
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

    pub(super) fn main(&mut self) {
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
        let named = named(&main.body);
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

    pub(super) fn finish(mut self, records: &Records, name: &str, slots: &[Slot]) -> Pass {
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
                    let names: Vec<String> = slots.iter().map(|&slot| self.kernel.slot_name(slot)).collect();
                    put(&format!("// The part of it for {}.", names.join(", ")));
                }
            }
        }
        if self.integers || self.helpers.iter().any(|helper| helper.integers()) {
            put("// It needs integers.");
        }
        for input in &self.inputs {
            put(&format!("input {} {};", input.components.glsl(), input.name));
        }
        for (name, supply) in &self.constants {
            let ty = match supply {
                Supply::Slot(slot) => match self.kernel.ty(*slot) {
                    Plain::Float(components) => components.glsl(),
                    _ => "index",
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
                    components: self.kernel.ty(*slot).components(),
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
