//! Writes functions.

use rustc_hash::FxHashSet;

use super::Writer;
use crate::ir::{Function, LocalId, Mode, Stmt};

impl<'a> Writer<'a> {
    /// Writes all functions of the kernel. With `runs`, the kernel's `main` is named `_run`, since the shader has a `main` that calls
    /// it.
    pub(super) fn functions(&mut self, runs: bool) {
        let functions: &'a [Function] = &self.kernel.functions;
        let access = &self.kernel.access;
        let last = functions.len() - 1;
        let mut said = FxHashSet::default();
        for (number, function) in functions.iter().enumerate() {
            let name = match access.get(number) {
                Some(what) => self.access_name(*what),
                None if number < last => self.names.global(&function.name),
                None if runs => "_run".into(),
                None => "main".into(),
            };
            self.functions.push(name.clone());
            if number == access.len() {
                // The lines so far belong to access functions, which do not come from the kernel's source.
                self.access = std::mem::take(&mut self.body);
                self.lines.clear();
            } else if number > access.len() {
                self.line("", &[]);
            }
            // Access functions of the same kind share one comment, above the first.
            let fetches = access.get(number).is_some_and(|what| {
                use crate::ir::AccessFunction::{Clamped, Fetch, FetchHere};
                matches!(what, Fetch(_) | FetchHere(_) | Clamped(_))
            });
            let about =
                if number >= access.len() || said.insert(&function.about) { function.about.as_str() } else { "" };
            self.one(function, &name, about, (number < access.len(), fetches));
        }
    }

    /// Writes one function. One of access is on one line if it only returns a value. `fetches` says whether it returns an element.
    fn one(&mut self, function: &'a Function, name: &str, about: &str, (in_access, fetches): (bool, bool)) {
        self.in_access = in_access;
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
            parameters.push(format!("{mode}{} {name}", self.declared(function.locals[argument.local.0].ty)));
        }
        // What is fetched is a number of the kernel's.
        self.in_access = in_access && !fetches;
        let result = function.result.map_or("void".to_owned(), |ty| self.declared(ty));
        self.in_access = in_access;
        for line in about.lines() {
            let line = self.comment(line);
            self.line(&line, &[]);
        }
        let head = [function.head.0];
        let written = if head[0].start < head[0].end { &head[..] } else { &[] };
        let head = format!("{result} {name}({}) {{", parameters.join(", "));
        if let (true, [Stmt::Return(Some(value), _)]) = (in_access, function.body.as_slice()) {
            let value = self.value(value, 0);
            self.line(&format!("{head} return {value}; }}"), &[]);
            self.names.close();
            return;
        }
        self.line(&head, written);
        self.block(&function.body);
        self.line("}", &[]);
        self.names.close();
    }

    /// Returns the name of a local.
    pub(super) fn local_name(&self, local: LocalId) -> String {
        self.locals.get(&local).cloned().unwrap_or_default()
    }

    /// Chooses a name for a local, which is in scope up to the end of the block.
    pub(super) fn name_local(&mut self, local: LocalId) -> String {
        let name = self.names.local(&self.function.locals[local.0].name);
        self.locals.insert(local, name.clone());
        name
    }
}
