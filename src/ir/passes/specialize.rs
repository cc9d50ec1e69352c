//! Specialization by gathers: generates functions from generic kernels, one for each combination of gathers that are passed.

use rustc_hash::FxHashMap;

use crate::ir::generic::{GenericKernel, Specialization, gather_numbers};
use crate::ir::{
    Argument, Expr, ExprKind, Function, FunctionId, Local, LocalId, Mode, Part, Place, Role, Stmt, Type, each_call_mut,
    each_expr_mut,
};
use crate::texel::Components;

/// Returns the functions of the kernel with index `kernel`, which the host calls: callees before callers, and the kernel's own body last.
/// `kernels` has to hold all kernels that it calls, and none may be recursive.
pub(crate) fn specialize(kernels: &FxHashMap<usize, GenericKernel>, kernel: usize) -> Vec<Function> {
    let mut specializer = Specializer { kernels, functions: Vec::new(), made: FxHashMap::default() };
    let generic = &kernels[&kernel];
    let gathers = (0..generic.parameters.len()).filter(|&number| generic.parameters[number].role.is_gather());
    let callees = specializer.callees(generic, &gathers.collect::<Vec<_>>());
    let mut main = generic.function.clone();
    renumber(&mut main, &callees);
    specializer.functions.push(main);
    specializer.functions
}

struct Specializer<'a> {
    kernels: &'a FxHashMap<usize, GenericKernel>,
    functions: Vec<Function>,
    made: FxHashMap<Specialization, FunctionId>,
}

impl Specializer<'_> {
    /// Returns the functions that a kernel calls, in the order of its `callees`.
    fn callees(&mut self, generic: &GenericKernel, gathers: &[usize]) -> Vec<FunctionId> {
        (0..generic.callees.len()).map(|number| self.function(generic.callee(number, gathers))).collect()
    }

    fn function(&mut self, specialization: Specialization) -> FunctionId {
        if let Some(&made) = self.made.get(&specialization) {
            return made;
        }
        let generic = &self.kernels[&specialization.kernel];
        let callees = self.callees(generic, &specialization.gathers);
        let mut function = callee(generic, &specialization.gathers);
        renumber(&mut function, &callees);
        self.functions.push(function);
        let made = FunctionId(self.functions.len() - 1);
        self.made.insert(specialization, made);
        made
    }
}

/// Redirects calls to the generated functions.
fn renumber(function: &mut Function, callees: &[FunctionId]) {
    each_call_mut(&mut function.body, &mut |called| *called = callees[called.0]);
}

/// Generates the function that other kernels call. The kernel's parameters become arguments, the positions that it reads are passed in, and
/// a flag reports to the caller whether the element was discarded.
fn callee(generic: &GenericKernel, gathers: &[usize]) -> Function {
    let mut function = generic.function.clone();
    let returned = std::mem::take(&mut function.arguments);
    let mut given = 0;
    for (parameter, locals) in generic.parameters.iter().zip(&generic.locals) {
        let mode = match parameter.role {
            Role::Gather { .. } => continue,
            Role::Output | Role::Variable { .. } | Role::Scatter { .. } => Mode::Out,
            Role::Accumulator => Mode::InOut,
            Role::Stream | Role::Iterator | Role::Constant => Mode::In,
        };
        given += if mode == Mode::In { locals.len() } else { 0 };
        function.arguments.extend(locals.iter().map(|&local| Argument { local, mode }));
    }
    function.body.drain(..given);
    function.locals.iter_mut().for_each(|local| local.output = None);
    function.arguments.extend(returned);

    let mut add = |name: String, ty: Type, mode: Mode| {
        function.locals.push(Local::new(name, ty));
        let local = LocalId(function.locals.len() - 1);
        function.arguments.push(Argument { local, mode });
        local
    };
    let mut places = vec![None; generic.parameters.len() + 1];
    for &number in &generic.indexed {
        let name = match generic.parameters.get(number) {
            Some(parameter) => format!("index_of_{}", parameter.name),
            None => "instance".into(),
        };
        places[number] = Some(add(name, Type::Float(Components::Four), Mode::In));
    }
    if generic.discards {
        let discarded = add("discarded".into(), Type::INT, Mode::Out);
        return_discards(&mut function.body, discarded, function.result);
    }
    let passed = gather_numbers(&generic.parameters, gathers);
    each_expr_mut(&mut function.body, &mut |expr| match &mut expr.kind {
        ExprKind::Gather { slot, .. } => slot.parameter = passed[slot.parameter],
        ExprKind::IndexOf(parameter) => {
            if let Some(local) = places[*parameter] {
                expr.kind = ExprKind::Local(local);
            }
        }
        _ => {}
    });
    function
}

/// Replaces each discard by an assignment to the flag `discarded` and a return.
fn return_discards(statements: &mut Vec<Stmt>, discarded: LocalId, result: Option<Type>) {
    let mut at = 0;
    while at < statements.len() {
        if let Stmt::Discard(written) = statements[at] {
            let one = Expr::new(ExprKind::Int(1), Type::INT, written.0);
            let place = Place { local: discarded, part: Part::Whole };
            statements[at] = Stmt::Assign { place, value: one };
            at += 1;
            statements.insert(at, Stmt::Return(result.map(|ty| Expr::zero(ty, written.0)), written));
        }
        statements[at].blocks_mut().for_each(|block| return_discards(block, discarded, result));
        at += 1;
    }
}
