//! Writes functions.

use super::Writer;
use crate::ir::{Function, LocalId, Mode};

impl<'a> Writer<'a> {
    /// All functions of the kernel. Where another `main` runs it, its own is called `_run`.
    pub(super) fn functions(&mut self, runs: bool) {
        let functions: &'a [Function] = &self.module.functions;
        let last = functions.len() - 1;
        for (number, function) in functions.iter().enumerate() {
            let name = match number {
                _ if number < last => self.names.global(&function.name),
                _ if runs => "_run".into(),
                _ => "main".into(),
            };
            self.functions.push(name.clone());
            if number > 0 {
                self.line("", &[]);
            }
            self.one(function, &name);
        }
    }

    fn one(&mut self, function: &'a Function, name: &str) {
        self.function = function;
        self.locals.clear();
        self.names.open();
        for (number, local) in function.locals.iter().enumerate() {
            if let Some(target) = local.target {
                self.locals.insert(LocalId(number), self.outputs[target].clone());
            }
        }
        let mut parameters = Vec::new();
        for argument in &function.arguments {
            let name = self.name_local(argument.local);
            let mode = match argument.mode {
                Mode::In => "",
                Mode::Out => "out ",
                Mode::InOut => "inout ",
            };
            parameters.push(format!("{mode}{} {name}", self.ty(function.locals[argument.local.0].ty)));
        }
        let result = function.result.map_or("void", |ty| self.ty(ty));
        for line in function.about.lines() {
            let line = self.comment(line);
            self.line(&line, &[]);
        }
        let head = [function.head.0];
        let written = if head[0].start < head[0].end { &head[..] } else { &[] };
        self.line(&format!("{result} {name}({}) {{", parameters.join(", ")), written);
        self.block(&function.body);
        self.line("}", &[]);
        self.names.close();
    }

    /// A local's name.
    pub(super) fn local_name(&self, local: LocalId) -> String {
        self.locals.get(&local).cloned().unwrap_or_default()
    }

    /// Gives a local a name, up to the end of the block.
    pub(super) fn name_local(&mut self, local: LocalId) -> String {
        let name = self.names.local(&self.function.locals[local.0].name);
        self.locals.insert(local, name.clone());
        name
    }
}
