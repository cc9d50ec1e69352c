//! A pass put together: its functions, its `main`, and what stands above them.

use super::{Emitter, helpers, stmt};
use crate::brook::live;
use crate::brook::plan::PassPart;
use crate::ir::{Function, LocalId, Mode, Module, Part, Stmt};
use crate::kernel::Source;

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
        for output in self.outputs {
            if let (PassPart::Whole, Some(number)) =
                (self.part, main.locals.iter().position(|l| l.output.is_some() && l.output == output.slot))
            {
                self.local_names.insert(LocalId(number), output.name.clone());
            }
        }
        self.line("void main() {");
        self.indent += 1;
        if self.part != PassPart::Whole {
            let (counter, turn) = (self.counter.clone(), self.turn_name.clone());
            if let PassPart::Values(_) = self.part {
                let input = self.push_index_input();
                self.line(&format!("float {turn} = fetch({input}, here());"));
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

    pub(super) fn finish(self, module: &Module) -> Source {
        let mut text = String::new();
        let mut put = |line: &str| {
            text.push_str(line);
            text.push('\n');
        };
        for line in &module.about {
            put(&format!("// {line}"));
        }
        if self.integers || self.helpers.iter().any(|helper| helper.integers()) {
            put("// It needs integers.");
        }
        for input in &module.interface.inputs {
            put(&format!("input {} {};", input.ty.glsl(), input.name));
        }
        for constant in &module.interface.constants {
            put(&format!("constant {} {};", constant.ty.glsl(), constant.name));
        }
        for output in &module.interface.outputs {
            put(&format!("output {} {};", output.ty.glsl(), output.name));
        }
        put("");
        for helper in helpers::texts(&self.helpers) {
            put(&format!("{helper}\n"));
        }
        for accessor in &self.accessor_texts {
            put(&format!("{accessor}\n"));
        }
        text.push_str(&self.body);
        Source::new(module.name.clone(), text)
    }
}
