//! Sub-kernels, made once for each way in which gathers are passed to them.

use super::body::Body;
use super::{CALL, Checked, Checker, DEEPEST_CALL, Failed, MOST_FUNCTIONS};
use crate::ir::FunctionId;
use crate::syntax::Span;
use crate::syntax::{Code, Diagnostic};

/// What a sub-kernel is made for: which kernel, with which gathers.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Instance {
    pub kernel: usize,
    pub gathers: Vec<usize>,
}

/// A sub-kernel that has been made.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub function: FunctionId,
    /// The parameters whose `indexof` it asks for.
    pub indexed: Vec<usize>,
    pub discards: bool,
}

impl Checker<'_> {
    /// The sub-kernel for these gathers, made if it is not there yet.
    pub(super) fn instance(&mut self, instance: Instance, call: Span) -> Checked<Made> {
        if let Some(made) = self.instances.get(&instance) {
            return Ok(made.clone());
        }
        if self.failed.contains(&instance) {
            return Err(Failed);
        }
        let item = &self.program.kernels[instance.kernel];
        if let Some(from) = self.open.iter().position(|&open| open == instance.kernel) {
            let names: Vec<&str> =
                self.open[from..].iter().map(|&open| self.program.kernels[open].name.text.as_str()).collect();
            let title = match names.as_slice() {
                [own] => format!("kernel `{own}` calls itself"),
                _ => format!("kernel `{}` calls itself, by way of `{}`", names[0], names[1..].join("`, `")),
            };
            let help = "kernels cannot recurse: write it as a loop, or as several passes";
            return self.always(Diagnostic::error(Code::B0601, call, title).help(help));
        }
        if self.instances.len() >= MOST_FUNCTIONS {
            let (title, most) = (format!("kernel calls {} functions", self.instances.len() + 1), MOST_FUNCTIONS);
            return self.always(Diagnostic::error(Code::B0602, call, format!("{title}: {most} is the most")));
        }
        if self.open.len() >= DEEPEST_CALL {
            let most = DEEPEST_CALL;
            let title = format!("kernels call each other {} deep: {most} is the most", self.open.len() + 1);
            return self.too_much(Diagnostic::error(Code::B0602, call, title));
        }
        // What is wrong with it has been said, or will be, where it stands.
        let Some(signature) = self.signatures[instance.kernel].clone() else { return Err(Failed) };
        let mut body = Body::of_instance(self, &instance, &signature);
        if self.open.len() == 1 {
            self.led_by = call;
        }
        let silent = std::mem::replace(&mut self.silent, true);
        self.open.push(instance.kernel);
        self.depth += CALL;
        let fine = self.body(&mut body, item);
        self.depth -= CALL;
        self.open.pop();
        self.silent = silent;
        if fine.is_err() {
            self.failed.insert(instance);
            return Err(Failed);
        }
        let (indexed, discards) = (body.indexed(), body.discards);
        self.functions.push(body.finish());
        let made = Made { function: FunctionId(self.functions.len() - 1), indexed, discards };
        self.instances.insert(instance, made.clone());
        Ok(made)
    }
}
