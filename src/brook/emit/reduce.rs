//! Reductions in a kernel's text: neighbours along an axis become one, in their order, so that no operator has to be
//! commutative, and the first is what the others are taken into, so that none has to have an identity.

use super::{Emitter, stmt};
use crate::brook::plan::{REDUCTION_FANIN, Supply};
use crate::ir::{ExprKind, Kernel, LocalId, Role, Slot, Stmt};

impl<'a> Emitter<'a> {
    /// What a pass of a reduction runs.
    pub(super) fn reduction(&mut self) {
        let kernel = self.kernel;
        let operand = kernel.slots(|role| role.is_stream());
        let results = kernel.slots(|role| *role == Role::Accumulator);
        let combine = self.operator(kernel);
        self.neighbours(&operand, &results, &combine);
    }

    /// The reduction's own body, as a function of the operand and the accumulator.
    fn operator(&mut self, kernel: &'a Kernel) -> String {
        let main = kernel.main();
        let name = self.names.global(&kernel.name);
        self.function = Some(main);
        self.local_names.clear();
        self.names.open();
        let mut parameters = Vec::new();
        let mut rest = 0;
        for statement in &main.body {
            let Stmt::Declare { local, value: Some(value) } = statement else { break };
            let ExprKind::Element(_) = value.kind else { break };
            let named = self.name_local(main, *local);
            parameters.push(format!("{} {named}", main.locals[local.0].ty.glsl()));
            rest += 1;
        }
        for (number, local) in main.locals.iter().enumerate() {
            if local.output.is_some() {
                let named = self.name_local(main, LocalId(number));
                parameters.push(format!("inout {} {named}", local.ty.glsl()));
            }
        }
        self.line(&format!("void {name}({}) {{", parameters.join(", ")));
        self.block(main, &main.body[rest..]);
        self.line("}\n");
        self.names.close();
        name
    }

    /// What a pass runs. Elements count as (outer, block, group, inner), the last fastest.
    fn neighbours(&mut self, operand: &[Slot], results: &[Slot], combine: &str) {
        self.names.open();
        let [extent, block, groups, inner] =
            [Supply::Extent, Supply::Block, Supply::Groups, Supply::Inner].map(|supply| self.constant(supply));
        let first = self.names.local("first");
        let left = self.names.local("left");
        let ports: Vec<String> = operand.iter().map(|&slot| self.port(slot)).collect();
        let bases: Vec<String> = operand
            .iter()
            .map(|&slot| match self.pooled(slot) {
                true => format!("{} + ", self.constant(Supply::Base(slot))),
                false => String::new(),
            })
            .collect();
        self.line("void main() {");
        self.indent += 1;
        let [line, number, group, blocks, outer, start, k] =
            ["line", "number", "group", "blocks", "outer", "start", "k"].map(|wanted| self.names.local(wanted));
        self.line(&format!("index {line} = quotient(here(), {inner});"));
        self.line(&format!("index {number} = quotient({line}, {groups});"));
        self.line(&format!("index {group} = {line} - {number} * {groups};"));
        self.line(&format!("index {blocks} = quotient({extent}, {block});"));
        self.line(&format!("index {outer} = quotient({number}, {blocks});"));
        self.line(&format!("index {start} = ({number} - {outer} * {blocks}) * {block} + {REDUCTION_FANIN} * {group};"));
        self.line(&format!("index {first} = ({outer} * {extent} + {start}) * {inner} + here() - {line} * {inner};"));
        self.line(&format!("index {left} = {block} - {REDUCTION_FANIN} * {group};"));
        let mut names = Vec::new();
        for (at, &slot) in results.iter().enumerate() {
            let fetch = format!("fetch({}, {}{first})", ports[at], bases[at]);
            let output = self.output_name(slot);
            if output.is_empty() {
                let wanted = self.kernel.slot_name(slot);
                let name = self.names.local(&wanted);
                let ty = self.kernel.ty(slot);
                self.line(&format!("{} {name} = {};", ty.glsl(), stmt::zero(ty)));
                self.line(&format!("{name} = {fetch};"));
                names.push(name);
            } else {
                self.line(&format!("{output} = {fetch};"));
                names.push(output);
            }
        }
        self.line(&format!("for (index {k} = 1; {k} < {REDUCTION_FANIN}; {k}++) {{"));
        self.indent += 1;
        self.line(&format!("if ({k} < {left}) {{"));
        self.indent += 1;
        let fetches =
            ports.iter().zip(&bases).map(|(port, base)| format!("fetch({port}, {base}{first} + {k} * {inner})"));
        let arguments: Vec<String> = fetches.chain(names).collect();
        self.line(&format!("{combine}({});", arguments.join(", ")));
        for _ in 0..3 {
            self.indent -= 1;
            self.line("}");
        }
        self.names.close();
    }
}
