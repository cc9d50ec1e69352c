//! Lowers reductions. A pass combines groups of neighbours along an axis, in order, so the operator need not be commutative. The
//! first neighbour is the initial accumulator, so the operator needs no identity.

use super::build::{Builder, add, assign, binary, fetch, here, index, linear, multiply, quotient, subtract, zero};
use super::{Context, Lowering, PlanError, channels};
use crate::brook::plan::{CallLayouts, Feed, PassRole, Plan, PlanKind, PlanLimits, PlanPass, Supply};
use crate::ir::{
    Argument, At, Axis, Binary, Expr, ExprKind, Function, FunctionId, LocalId, Mode, Passed, Role, Slot, Stmt,
    StreamKernel,
};

pub(super) fn plan(kernel: &StreamKernel, context: Context, targets: PlanLimits) -> Result<Plan, PlanError> {
    let layouts = &CallLayouts { output: 1, ..context.layouts.clone() };
    let context = Context { layouts, ..context };
    let kernel = &operand_first(kernel);
    let results = kernel.slots(|role| *role == Role::Accumulator);
    let parts = targets.together(&results, |slot| channels(kernel, slot));
    let several = parts.len() > 1;
    let passes = parts.iter().enumerate().map(|(number, slots)| {
        let name = if several { format!("{}.{}", kernel.name, number + 1) } else { kernel.name.clone() };
        pass(kernel, context, targets, slots, &name)
    });
    Ok(Plan { kind: PlanKind::Reduce { fan_in: targets.fan_in }, passes: passes.collect::<Result<_, _>>()? })
}

/// Returns the kernel with the statements that read the operand moved to the front of its body.
fn operand_first(kernel: &StreamKernel) -> StreamKernel {
    let mut kernel = kernel.clone();
    if let Some(main) = kernel.functions.last_mut() {
        main.body.sort_by_key(|statement| taken(statement).is_none());
    }
    kernel
}

/// If the statement declares a variable with a field of the operand as its value, returns the variable and the field.
fn taken(statement: &Stmt) -> Option<(LocalId, Slot)> {
    match statement {
        Stmt::Declare { local, value: Some(Expr { kind: ExprKind::Element(slot), .. }) } => Some((*local, *slot)),
        _ => None,
    }
}

fn pass(
    kernel: &StreamKernel,
    context: Context,
    targets: PlanLimits,
    slots: &[Slot],
    name: &str,
) -> Result<PlanPass, PlanError> {
    let mut lowering = Lowering::new(kernel, context.layouts, PassRole::Whole, targets.integers);
    lowering.streams(targets.inputs, targets.inputs, 0)?;
    lowering.output_slots(slots);
    lowering.sub_kernels();
    let (operands, results) = lowering.operator();
    lowering.neighbours(&operands, &results, targets.fan_in);
    Ok(lowering.finish(context, name, false))
}

impl Lowering<'_> {
    /// Lowers the reduction's own body to a function of the operand and the accumulator. Returns the fields of each that are its
    /// arguments.
    fn operator(&mut self) -> (Vec<Slot>, Vec<Slot>) {
        let main = self.kernel.main();
        self.locals = self.plain(main);
        let operands: Vec<(LocalId, Slot)> = main.body.iter().map_while(taken).collect();
        let results = main.locals.iter().enumerate();
        let results: Vec<(LocalId, Slot)> =
            results.filter_map(|(number, local)| Some((LocalId(number), local.output?))).collect();
        let argument = |mode: Mode| move |(local, _): &(LocalId, Slot)| Argument { local: *local, mode };
        let arguments = operands.iter().map(argument(Mode::In)).chain(results.iter().map(argument(Mode::InOut)));
        let arguments = arguments.collect();
        let body = self.block(&main.body[operands.len()..]);
        let (name, head, locals) = (main.name.clone(), main.head, std::mem::take(&mut self.locals));
        self.functions.push(Function { name, about: String::new(), arguments, result: None, locals, body, head });
        let slots = |of: Vec<(LocalId, Slot)>| of.into_iter().map(|(_, slot)| slot).collect();
        (slots(operands), slots(results))
    }

    /// Makes the `main` of a pass. The number of an element is composed of (outer, block, group, inner), the last fastest.
    fn neighbours(&mut self, operands: &[Slot], results: &[Slot], fan_in: usize) {
        let operator = FunctionId(self.functions.len() - 1);
        let fan_in = || index(fan_in as i32);
        let [extent, block, groups, inner] =
            [Supply::Extent, Supply::Block, Supply::Groups, Supply::Inner].map(|supply| self.constant(supply));
        let mut main = Builder::new("main", "");
        let line = main.declare("line", quotient(here(Axis::Linear), inner.clone()));
        let number = main.declare("number", quotient(line.clone(), groups.clone()));
        let group = main.declare("group", subtract(line.clone(), multiply(number.clone(), groups)));
        let blocks = main.declare("blocks", quotient(extent.clone(), block.clone()));
        let outer = main.declare("outer", quotient(number.clone(), blocks.clone()));
        let own = multiply(subtract(number, multiply(outer.clone(), blocks)), block.clone());
        let start = main.declare("start", add(own, multiply(fan_in(), group.clone())));
        let first = multiply(add(multiply(outer, extent), start), inner.clone());
        let first = add(first, subtract(here(Axis::Linear), multiply(line, inner.clone())));
        let first = main.declare("first", first);
        let left = main.declare("left", subtract(block, multiply(fan_in(), group)));
        // The first neighbour is the initial accumulator.
        let mut held = Vec::new();
        let whole = self.kernel.slots(|role| role.is_stream());
        for &slot in results {
            let operand = whole.iter().find(|operand| operand.field == slot.field);
            let value = match operand {
                Some(&operand) => self.neighbour(operand, first.clone()),
                None => zero(self.kernel_type(self.kernel.ty(slot))),
            };
            held.push(main.declare(&self.kernel.slot_name(slot), value));
        }
        let locals = || held.iter().filter_map(as_local);
        let k = main.declare("k", index(1));
        let at = add(first, multiply(k.clone(), inner));
        let arguments = operands.iter().map(|&slot| Passed::Value(self.neighbour(slot, at.clone())));
        let arguments = arguments.collect::<Vec<_>>().into_iter().chain(locals().map(Passed::Local)).collect();
        let combine = Stmt::Call { function: operator, arguments, result: None, at: At::default() };
        let condition = binary(Binary::Less, k.clone(), left);
        let combine = Stmt::If { condition, then: vec![combine], otherwise: Vec::new() };
        main.push(Stmt::Loop {
            before: Vec::new(),
            condition: Some(binary(Binary::Less, k.clone(), fan_in())),
            body: vec![combine],
            step: as_local(&k).map(|local| assign(local, add(k, index(1)))).into_iter().collect(),
            last: false,
        });
        for (number, output) in self.outputs.iter().enumerate() {
            let held = results.iter().position(|slot| Some(*slot) == output.slot).map(|at| held[at].clone());
            if let Some(held) = held {
                let value = output.slot.map_or(held.clone(), |slot| self.stored(slot, held));
                let target = main.target(number, &output.name, value.ty);
                main.push(assign(target, value));
            }
        }
        self.functions.push(main.finish());
    }

    /// Returns a field of the operand's element with this number.
    fn neighbour(&mut self, slot: Slot, number: Expr) -> Expr {
        let at = if self.joined(slot) { add(self.constant(Supply::Base(slot)), number) } else { number };
        self.loaded(slot, fetch(self.input_of(Feed::Slot(slot)), linear(at), self.raw_type(slot)))
    }
}

fn as_local(held: &Expr) -> Option<LocalId> {
    match held {
        Expr { kind: ExprKind::Local(local), .. } => Some(*local),
        _ => None,
    }
}
