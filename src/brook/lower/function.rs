//! Lowers functions: the kernels that are called, and the kernel's own body as `main`.

use super::Lowering;
use super::build::{assign, fetch, float, zero};
use crate::brook::plan::{Feed, PassRole};
use crate::ir::control_flow::always_returns;
use crate::ir::passes::slice;
use crate::ir::{Address, Function, Local, LocalId, Mode, Part, Stmt, Type};

impl Lowering<'_> {
    /// Returns the variables of a function, with types of the kernel phase. None of them is marked as an output yet.
    pub(super) fn plain(&self, function: &Function) -> Vec<Local> {
        let plain =
            |local: &Local| Local { span: local.span, ..Local::new(local.name.clone(), self.kernel_type(local.ty)) };
        function.locals.iter().map(plain).collect()
    }

    pub(super) fn sub_kernels(&mut self) {
        let functions = &self.kernel.functions;
        for function in &functions[..functions.len() - 1] {
            self.locals = self.plain(function);
            let out = function.arguments.iter().filter(|argument| argument.mode == Mode::Out);
            let out = out.map(|argument| argument.local).filter(|&local| !begins_with(&function.body, local));
            let mut body: Vec<Stmt> = out.map(|local| assign(local, zero(self.locals[local.0].ty))).collect();
            body.extend(self.block(&function.body));
            let lowered = Function {
                name: function.name.clone(),
                about: function.about.clone(),
                arguments: function.arguments.clone(),
                result: function.result.map(|ty| self.kernel_type(ty)),
                locals: std::mem::take(&mut self.locals),
                body,
                head: function.head,
            };
            self.functions.push(lowered);
        }
    }

    /// Lowers the kernel's own body to `main`, for a pass of a map or of pushes.
    pub(super) fn main(&mut self) {
        let main = self.kernel.main();
        self.locals = self.plain(main);
        let mut start = Vec::new();
        self.name_targets(main);
        match self.role {
            PassRole::Whole => {}
            PassRole::Count(_) => self.counter = self.targets.first().copied(),
            PassRole::Values(_) => {
                let (wanted, counter) = (self.local("wanted", Type::FLOAT), self.local("pushed", Type::FLOAT));
                let value = fetch(self.input_of(Feed::PushIndex), Address::Here, Type::FLOAT);
                start.push(Stmt::Declare { local: wanted, value: Some(value) });
                start.push(Stmt::Declare { local: counter, value: Some(float(0.0)) });
                (self.wanted, self.counter) = (Some(wanted), Some(counter));
            }
        }
        // Variable outputs, and outputs that another pass writes, are ordinary variables.
        let named = slice::named(&main.body);
        for (number, local) in main.locals.iter().enumerate() {
            let id = LocalId(number);
            let held = self.held_outputs.iter().any(|(_, own, _)| *own == id);
            if held || local.output.is_some() && self.locals[number].target.is_none() && named.contains(&id) {
                start.push(Stmt::Declare { local: id, value: Some(zero(self.locals[number].ty)) });
            }
        }
        start.extend(self.block(&main.body));
        if !always_returns(&start) {
            self.store_outputs(&mut start);
        }
        self.held_outputs.clear();
        self.functions.push(Function {
            name: "main".into(),
            about: String::new(),
            arguments: Vec::new(),
            result: None,
            locals: std::mem::take(&mut self.locals),
            body: start,
            head: main.head,
        });
    }

    /// Chooses the variables that are the outputs of the pass. In a map, a float output of the kernel is used as it is; any other
    /// output gets a variable of its own.
    fn name_targets(&mut self, main: &Function) {
        for number in 0..self.outputs.len() {
            let output = &self.outputs[number];
            let own = main.locals.iter().position(|local| local.output.is_some() && local.output == output.slot);
            let own = own.filter(|_| self.role == PassRole::Whole);
            let (slot, components) = (output.slot, output.components);
            let is_float = slot.is_none_or(|slot| self.kernel.ty(slot).is_float());
            let local = match own {
                Some(own) if is_float => LocalId(own),
                _ => self.local(output.name.clone(), Type::Float(components)),
            };
            self.locals[local.0].name = self.outputs[number].name.clone();
            self.locals[local.0].target = Some(number);
            self.targets.push(local);
            if let (Some(own), Some(slot), false) = (own, slot, is_float) {
                self.held_outputs.push((local, LocalId(own), slot));
            }
        }
    }

    /// For each output that is not a float, converts its value and assigns it to the render target.
    pub(super) fn store_outputs(&self, out: &mut Vec<Stmt>) {
        for &(target, own, slot) in &self.held_outputs {
            out.push(assign(target, self.stored(slot, self.held(own))));
        }
    }
}

/// Whether the first statement of the body assigns the whole variable without reading it.
fn begins_with(body: &[Stmt], local: LocalId) -> bool {
    matches!(body, [Stmt::Assign { place, value }, ..]
        if place.local == local && place.part == Part::Whole && !value.mentions(local))
}
