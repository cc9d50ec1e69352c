//! The lowering from the kernel phase to the texel phase.

use super::build::{expr, index, math, measure, quotient};
use super::{AccessSummary, Form, Variant};
use crate::ir::{
    AccessFunction, Address, Argument, At, Axis, Expr, ExprKind, Extent, Function, FunctionId, Kernel, Local, LocalId,
    Math, Measure, Mode, Stmt, Stream, Type, each_call_mut, each_expr_mut,
};

/// Lowers a kernel to the texel phase, for streams with the layouts of `variant`. `full` says for each input whether its last row is known
/// to be as long as the others.
pub(crate) fn lower(kernel: &Kernel, form: Form, variant: &Variant, full: &[bool]) -> Kernel {
    let summary = AccessSummary::of_streams(kernel);
    let mut lowering = Lowering {
        kernel,
        form,
        variant,
        full,
        access: Vec::new(),
        functions: Vec::new(),
        inputs: vec![InputFunctions::default(); kernel.interface.inputs.len()],
        texel_place: None,
    };
    lowering.place_functions(&summary);
    for (input, access) in summary.inputs.iter().enumerate() {
        lowering.input_functions(input, *access);
    }
    let mut functions = kernel.functions.clone();
    functions.iter_mut().for_each(|function| lowering.rewrite(function));
    let lowered = Kernel {
        name: kernel.name.clone(),
        about: kernel.about.clone(),
        interface: kernel.interface.clone(),
        mediump: kernel.mediump,
        functions: lowering.functions.into_iter().chain(functions).collect(),
        access: lowering.access,
        files: kernel.files.clone(),
    };
    debug_assert_eq!(crate::ir::validate_texel(&lowered).map_err(|invalid| invalid.to_string()), Ok(()));
    lowered
}

/// The access functions that read one input.
#[derive(Clone, Copy, Default)]
pub(super) struct InputFunctions {
    pub here: Option<FunctionId>,
    pub linear: Option<FunctionId>,
    pub column_row: Option<FunctionId>,
    pub clamped_linear: Option<FunctionId>,
    pub clamped_column_row: Option<FunctionId>,
}

/// A kernel that is being lowered.
pub(super) struct Lowering<'a> {
    pub kernel: &'a Kernel,
    pub form: Form,
    pub variant: &'a Variant,
    pub full: &'a [bool],
    /// The purpose of each access function. The access functions come first among all functions.
    access: Vec<AccessFunction>,
    functions: Vec<Function>,
    pub inputs: Vec<InputFunctions>,
    /// The function that finds the column and row of a texel.
    pub texel_place: Option<FunctionId>,
}

/// Returns a property of the layout that all outputs share.
fn output(of: Measure) -> Expr {
    measure(Stream::Output(0), of)
}

const NUMBER: &str = "The number of the element that this fragment computes: texels are numbered row by row.";
const OF_FOUR: &str = "The number of the element that is computed.";
const LAST: &str = "The number of the element that is computed. The lanes past the end run the last once more: they read nothing else.";

impl Lowering<'_> {
    /// Adds an access function. The ids of its variables count through `arguments`, then through `locals`.
    pub fn add(
        &mut self,
        what: AccessFunction,
        about: &str,
        arguments: &[(&str, Type)],
        locals: &[(&str, Type)],
        result: Type,
        body: Vec<Stmt>,
    ) -> FunctionId {
        let all = arguments.iter().chain(locals).map(|(name, ty)| Local::new(*name, *ty)).collect();
        self.access.push(what);
        self.functions.push(Function {
            name: self.name(what),
            about: about.to_owned(),
            arguments: (0..arguments.len()).map(|k| Argument { local: LocalId(k), mode: Mode::In }).collect(),
            result: Some(result),
            locals: all,
            body,
            head: At::default(),
        });
        FunctionId(self.functions.len() - 1)
    }

    fn name(&self, what: AccessFunction) -> String {
        let port = |input: usize| self.kernel.interface.inputs[input].name.as_str();
        match what {
            AccessFunction::Here => "here".into(),
            AccessFunction::HereColumn => "here_x".into(),
            AccessFunction::HereRow => "here_y".into(),
            AccessFunction::TexelPlace => "texel_place".into(),
            AccessFunction::FetchHere(input) => format!("fetch_{}_here", port(input)),
            AccessFunction::Fetch(input) => format!("fetch_{}", port(input)),
            AccessFunction::Clamped(input) => format!("clamped_{}", port(input)),
        }
    }

    /// Adds an access function without arguments that returns an index.
    fn add_place(&mut self, what: AccessFunction, about: &str, value: Expr) -> FunctionId {
        self.add(what, about, &[], &[], Type::Index, vec![returns(value)])
    }

    /// Adds those functions for the position of the current element that the kernel or its fetches need.
    fn place_functions(&mut self, summary: &AccessSummary) {
        let (form, out) = (self.form, self.variant.output);
        let wraps = out.packed || out.wrapped;
        let asks = |(input, access): (&super::InputAccess, &super::Access)| input.here && !access.aligned;
        let here = summary.here
            || summary.inputs.iter().any(|input| input.clamped_here)
            || summary.inputs.iter().zip(&self.variant.inputs).any(asks)
            || (wraps && (summary.here_x || summary.here_y));
        if here {
            let row = expr(ExprKind::FragmentRow, Type::Index);
            let texel = row * output(Measure::Width) + expr(ExprKind::FragmentColumn, Type::Index);
            let (number, about) = match out.packed {
                true => (texel * index(4) + expr(ExprKind::Lane, Type::Index), OF_FOUR),
                false => (texel, NUMBER),
            };
            let (number, about) = match out.packed && form.clamps_lanes {
                true => {
                    let last = output(Measure::Count) - index(1);
                    (math(Math::Min, vec![number, last]), LAST)
                }
                false => (number, about),
            };
            self.add_place(AccessFunction::Here, about, number);
        }
        if summary.here_x && wraps {
            let row = quotient(self.here(), output(Measure::Row));
            let column = self.here() - row * output(Measure::Row);
            self.add_place(AccessFunction::HereColumn, "The column of the element that is computed.", column);
        }
        if summary.here_y && wraps {
            let row = quotient(self.here(), output(Measure::Row));
            self.add_place(AccessFunction::HereRow, "The row of the element that is computed.", row);
        }
    }

    /// Returns a call for the linear index of the current element.
    pub fn here(&self) -> Expr {
        self.call_place(AccessFunction::Here)
    }

    fn call_place(&self, what: AccessFunction) -> Expr {
        let function = self.access.iter().position(|made| *made == what).expect("what is asked for is there");
        expr(ExprKind::Call(FunctionId(function), vec![]), Type::Index)
    }

    /// Replaces the nodes that only the kernel phase has, in one of the kernel's own functions.
    fn rewrite(&self, function: &mut Function) {
        let shift = self.functions.len();
        each_call_mut(&mut function.body, &mut |called| called.0 += shift);
        each_expr_mut(&mut function.body, &mut |expr| {
            // The inserted calls are not visited again, but their arguments are.
            let kind = match &mut expr.kind {
                ExprKind::Fetch { input, at, clamped } => self.call_fetch(*input, at, *clamped),
                ExprKind::Here(axis) => self.place(*axis).kind,
                ExprKind::Extent(stream, extent) => ExprKind::Measure(
                    *stream,
                    match extent {
                        Extent::Count => Measure::Count,
                        Extent::Width => Measure::Row,
                        Extent::Height => Measure::Rows,
                    },
                ),
                _ => return,
            };
            expr.kind = kind;
        });
    }

    /// Returns the position of the current element in the form of `axis`.
    fn place(&self, axis: Axis) -> Expr {
        let wraps = self.variant.output.packed || self.variant.output.wrapped;
        match axis {
            Axis::Linear => self.here(),
            Axis::Column if wraps => self.call_place(AccessFunction::HereColumn),
            Axis::Row if wraps => self.call_place(AccessFunction::HereRow),
            Axis::Column => expr(ExprKind::FragmentColumn, Type::Index),
            Axis::Row => expr(ExprKind::FragmentRow, Type::Index),
        }
    }

    /// Returns the call that replaces a fetch. Moves the indices of the address into it.
    fn call_fetch(&self, input: usize, at: &mut Address, clamped: bool) -> ExprKind {
        let made = &self.inputs[input];
        let take = |expr: &mut Expr| std::mem::replace(expr, index(0));
        let (function, given) = match at {
            Address::Here if clamped => (made.clamped_linear, vec![expr(ExprKind::Here(Axis::Linear), Type::Index)]),
            Address::Here => (made.here, vec![]),
            Address::Linear(i) if clamped => (made.clamped_linear, vec![take(i)]),
            Address::Linear(i) => (made.linear, vec![take(i)]),
            Address::ColumnRow(x, y) if clamped => (made.clamped_column_row, vec![take(x), take(y)]),
            Address::ColumnRow(x, y) => (made.column_row, vec![take(x), take(y)]),
        };
        ExprKind::Call(function.expect("what is fetched has a function"), given)
    }
}

pub(super) fn returns(value: Expr) -> Stmt {
    Stmt::Return(Some(value), At::default())
}
