//! Specialization: generates a kernel from a template, for given values of its parameters.

use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::array::Ports;
use super::dead::{remove_dead_code, remove_unused_ports};
use super::fold::{fold, literal, short_circuit};
use super::{Origin, SpecializeError};
use crate::ir::interpret::Value;
use crate::ir::passes::Known;
use crate::ir::passes::sinking::sink_declarations;
use crate::ir::template::Template;
use crate::ir::{
    Constant, Expr, ExprKind, Function, FunctionId, Interface, Kernel, Local, LocalId, Port, Stmt, Stream, TemplateExpr,
};

mod statement;

/// The maximum number of statements of a specialized kernel, and of iterations of its unrolled loops, together.
const MAX_STATEMENTS: usize = 1 << 16;

/// A kernel that was specialized from a template.
#[derive(Debug)]
pub(crate) struct Specialized {
    /// The kernel.
    pub kernel: Kernel,
    /// The origin of each of its functions.
    pub origins: Vec<Origin>,
    /// For each of its outputs, the index of the template's output that it is, or is an item of.
    pub outputs: Vec<usize>,
}

/// Generates a kernel from a template. `values` holds a value of the right type for each parameter.
///
/// # Errors
/// The length of an array, or the index of an item, is not known for these values or is out of range; a call writes one item twice; a loop
/// over items cannot be unrolled; or the kernel becomes too long.
pub(crate) fn specialize(template: &Template, values: &[Value]) -> Result<Specialized, SpecializeError> {
    let constants = Constants::new(template, values)?;
    let kernel = &template.kernel;
    let mut maker = Maker {
        constants: &constants,
        kernel,
        made: FxHashMap::default(),
        functions: vec![],
        origins: vec![],
        statements: 0,
    };
    maker.function(FunctionId(kernel.functions.len() - 1), &[])?;
    let Maker { functions, mut origins, .. } = maker;
    let renamed = |port: &Port, name| Port { name, ..port.clone() };
    let interface = Interface {
        inputs: constants.inputs.expanded(&kernel.interface.inputs, renamed),
        constants: constants
            .constants
            .expanded(&kernel.interface.constants, |constant, name| Constant { name, ..constant.clone() }),
        outputs: constants.outputs.expanded(&kernel.interface.outputs, renamed),
        unread: Vec::new(),
        shared: kernel.interface.shared.clone(),
    };
    let mut kernel = Kernel { functions, interface, ..kernel.clone() };
    remove_unused_ports(&mut kernel, &mut origins);
    Ok(Specialized { kernel, origins, outputs: constants.outputs.origins() })
}

/// Generates the specialized functions, callees before callers.
pub(super) struct Maker<'a> {
    pub constants: &'a Constants<'a>,
    kernel: &'a Kernel,
    /// The functions generated so far, by the template's function and the values of its `const` arguments.
    made: FxHashMap<(FunctionId, Vec<Option<i64>>), FunctionId>,
    functions: Vec<Function>,
    origins: Vec<Origin>,
    /// The number of statements and of unrolled iterations so far.
    statements: usize,
}

impl<'a> Maker<'a> {
    /// Returns the specialized function for these values of its arguments, and generates it if it does not exist yet. `arguments` holds a
    /// literal for each `const` argument whose value is known.
    fn function(&mut self, function: FunctionId, arguments: &[Option<Expr>]) -> Result<FunctionId, SpecializeError> {
        let key = (function, arguments.iter().map(|value| value.as_ref().and_then(integer)).collect());
        if let Some(&made) = self.made.get(&key) {
            return Ok(made);
        }
        let mut specializer = Specializer::new(self, &self.kernel.functions[function.0])?;
        let mut known = Known::default();
        let mut body = Vec::new();
        specializer.preset(arguments, &mut known, &mut body)?;
        let original = specializer.original;
        let _ = specializer.block(&original.body, &mut known, &mut body, Within::default())?;
        let Specializer { function: made, origin, .. } = specializer;
        let mut made = Function { body, ..made };
        let locals = remove_dead_code(&mut made, &origin);
        sink_declarations(&mut made);
        self.functions.push(made);
        self.origins.push(Origin { function: function.0, locals });
        let made = FunctionId(self.functions.len() - 1);
        self.made.insert(key, made);
        Ok(made)
    }

    /// Returns the values by which a call specializes a function: for each argument its value, if the argument is `const` and the value is
    /// known.
    fn fixed<'e>(&self, function: FunctionId, values: impl Iterator<Item = Option<&'e Expr>>) -> Vec<Option<Expr>> {
        let function = &self.kernel.functions[function.0];
        let fixed = function.arguments.iter().zip(values).map(|(argument, value)| {
            let constant = function.locals[argument.local.0].constant;
            value.filter(|value| constant && integer(value).is_some()).cloned()
        });
        fixed.collect()
    }
}

/// What is known in all functions of a template: the values of its parameters, and how its arrays of streams and constants expand.
pub(super) struct Constants<'a> {
    /// The value of each parameter.
    values: &'a [Value],
    inputs: Ports,
    constants: Ports,
    pub outputs: Ports,
}

impl<'a> Constants<'a> {
    fn new(template: &Template, values: &'a [Value]) -> Result<Constants<'a>, SpecializeError> {
        let none =
            Constants { values, inputs: Ports::default(), constants: Ports::default(), outputs: Ports::default() };
        let ports = |names: Vec<&String>, lengths: &[Option<Expr>]| {
            let lengths = names.into_iter().zip(lengths).map(|(name, length)| {
                let length = length.as_ref().map(|length| none.length(name, length)).transpose()?;
                Ok((name.clone(), length))
            });
            lengths.collect::<Result<Vec<_>, _>>().map(Ports::new)
        };
        let interface = &template.kernel.interface;
        let inputs = ports(interface.inputs.iter().map(|port| &port.name).collect(), &template.inputs)?;
        let constants = ports(interface.constants.iter().map(|port| &port.name).collect(), &template.constants)?;
        let outputs = ports(interface.outputs.iter().map(|port| &port.name).collect(), &template.outputs)?;
        if let ([first, ..], [Some(length), ..], []) =
            (&interface.outputs[..], &template.outputs[..], &outputs.origins()[..])
        {
            return Err(SpecializeError::NoOutput { name: first.name.clone(), span: length.span });
        }
        Ok(Constants { values, inputs, constants, outputs })
    }

    /// Replaces the parameters in an expression by their values, and folds it.
    fn evaluate(&self, of: &mut Expr) {
        of.children_mut(&mut |child| self.evaluate(child));
        self.parameter(of);
        fold(of, &Known::default());
    }

    /// Replaces an expression by its value, if it is a parameter.
    fn parameter(&self, of: &mut Expr) {
        if let ExprKind::Template(template) = &of.kind
            && let TemplateExpr::Parameter(number) = **template
            && let Some(value) = literal(self.values[number], of.span)
        {
            *of = value;
        }
    }

    /// Returns the number of items of an array.
    pub fn length(&self, name: &str, length: &Expr) -> Result<usize, SpecializeError> {
        let mut value = length.clone();
        self.evaluate(&mut value);
        let length = integer(&value);
        let fits = length.and_then(|length| usize::try_from(length).ok());
        fits.filter(|length| *length <= super::array::MAX_ITEMS).ok_or_else(|| SpecializeError::Length {
            name: name.to_owned(),
            length,
            max: super::array::MAX_ITEMS,
            span: value.span,
        })
    }
}

/// Returns the value of a literal int, unsigned int, index or boolean.
pub(super) fn integer(expr: &Expr) -> Option<i64> {
    match expr.kind {
        ExprKind::Bool(value) => Some(value.into()),
        ExprKind::Int(value) | ExprKind::Index(value) => Some(value.into()),
        ExprKind::Uint(value) => Some(value.into()),
        _ => None,
    }
}

/// The loop and the conditions around a statement.
#[derive(Clone, Copy, Default)]
pub(super) struct Within {
    /// Whether the innermost loop is unrolled.
    pub unrolled: bool,
    /// Whether the statement stands, inside of that loop, under a condition that is not known.
    pub conditional: bool,
}

/// How a statement leaves its block, if that is known.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Exit {
    /// It ends the unrolled loop.
    Break,
    /// It ends the iteration of the unrolled loop.
    Continue,
    /// It returns, or it leaves a loop that is not unrolled or ends an iteration of it. The statements that follow are never reached.
    Leave,
}

pub(super) type Flow = ControlFlow<Exit>;

/// The state of specializing one function.
pub(super) struct Specializer<'a, 'm> {
    maker: &'m mut Maker<'a>,
    constants: &'a Constants<'a>,
    /// The function of the template.
    original: &'a Function,
    /// The specialized function, without its body.
    pub function: Function,
    /// For each local of the specialized function, the template's local that it comes from.
    origin: Vec<LocalId>,
    /// For each local of the template, the local that stands for it now. If an unrolled loop declares it, each iteration has another one.
    current: Vec<LocalId>,
    /// For each local array of the template, the locals that stand for its items now.
    items: FxHashMap<LocalId, Vec<LocalId>>,
    /// For each local of the template, whether it has been declared.
    declared: Vec<bool>,
}

impl<'a, 'm> Specializer<'a, 'm> {
    fn new(maker: &'m mut Maker<'a>, original: &'a Function) -> Result<Specializer<'a, 'm>, SpecializeError> {
        let constants = maker.constants;
        let ids: Vec<LocalId> = (0..original.locals.len()).map(LocalId).collect();
        let function = Function { body: Vec::new(), ..original.clone() };
        let mut specializer = Specializer {
            maker,
            constants,
            original,
            function,
            origin: ids.clone(),
            declared: vec![false; ids.len()],
            current: ids.clone(),
            items: FxHashMap::default(),
        };
        for id in ids {
            let own = &mut specializer.function.locals[id.0];
            if let Some(output) = own.target {
                own.target = Some(constants.outputs.first(output));
            }
            if own.length.is_some() {
                specializer.make_items(id)?;
            }
        }
        Ok(specializer)
    }

    /// Turns arguments with known values into variables that hold these values.
    fn preset(
        &mut self,
        arguments: &[Option<Expr>],
        known: &mut Known,
        body: &mut Vec<Stmt>,
    ) -> Result<(), SpecializeError> {
        let all = std::mem::take(&mut self.function.arguments);
        for (number, argument) in all.into_iter().enumerate() {
            match arguments.get(number).cloned().flatten() {
                Some(value) => {
                    self.push(Stmt::Declare { local: argument.local, value: Some(value) }, known, body)?;
                }
                None => self.function.arguments.push(argument),
            }
        }
        Ok(())
    }

    /// Adds a local for each item of an array.
    fn make_items(&mut self, array: LocalId) -> Result<(), SpecializeError> {
        let own = self.original.locals[array.0].clone();
        let Some(length) = &own.length else { return Ok(()) };
        let length = self.constants.length(&own.name, length)?;
        let first = own.target.map(|output| self.constants.outputs.first(output));
        let items = (0..length)
            .map(|item| {
                let target = first.map(|first| first + item);
                let local = Local { name: format!("{}_{item}", own.name), target, length: None, ..own.clone() };
                self.add(local, array)
            })
            .collect();
        self.items.insert(array, items);
        Ok(())
    }

    fn add(&mut self, local: Local, origin: LocalId) -> LocalId {
        self.function.locals.push(local);
        self.origin.push(origin);
        LocalId(self.function.locals.len() - 1)
    }

    /// Returns the local for a declaration: a new one if the template's local has been declared before.
    fn declare(&mut self, local: LocalId) -> LocalId {
        if std::mem::replace(&mut self.declared[local.0], true) {
            self.current[local.0] = self.add(self.original.locals[local.0].clone(), local);
        }
        self.current[local.0]
    }

    /// Specializes an expression for the values of the parameters and the known values of variables.
    pub fn rewrite(&mut self, expr: &mut Expr, known: &Known) -> Result<(), SpecializeError> {
        if let ExprKind::Template(template) = &mut expr.kind {
            let replacement = match &mut **template {
                TemplateExpr::Parameter(_) => None,
                TemplateExpr::Item(array, item) => {
                    let local = self.item(*array, item, known)?;
                    Some(Expr::new(ExprKind::Local(local), expr.ty, expr.span))
                }
                TemplateExpr::OfItem(item, of) => Some(self.of_item(item, of, known)?),
            };
            match replacement {
                Some(replacement) => *expr = replacement,
                None => self.constants.parameter(expr),
            }
            self.literal(expr, known);
            return Ok(());
        }
        let first = match &mut expr.kind {
            ExprKind::Select(condition, ..) => Some(condition),
            ExprKind::Binary(operator, a, _) if operator.is_logical() => Some(a),
            _ => None,
        };
        let decides = first.is_some();
        if let Some(first) = first {
            self.rewrite(first, known)?;
            // The operand that is dropped need not be known, so it is not specialized.
            if let Some(mut left) = short_circuit(expr) {
                self.rewrite(&mut left, known)?;
                *expr = left;
                return Ok(());
            }
        }
        let (mut found, mut number) = (Ok(()), 0);
        expr.children_mut(&mut |child| {
            if found.is_ok() && !(decides && number == 0) {
                found = self.rewrite(child, known);
            }
            number += 1;
        });
        found?;
        match &mut expr.kind {
            ExprKind::Local(local) => *local = self.current[local.0],
            ExprKind::Fetch { input, .. } | ExprKind::Extent(Stream::Input(input), _) => {
                *input = self.constants.inputs.first(*input);
            }
            ExprKind::Extent(Stream::Output(output), _) => *output = self.constants.outputs.first(*output),
            ExprKind::Uniform(number) => *number = self.constants.constants.first(*number),
            ExprKind::Call(function, values) => {
                let fixed = self.maker.fixed(*function, values.iter().map(Some));
                *function = self.maker.function(*function, &fixed)?;
                let mut fixed = fixed.into_iter();
                values.retain(|_| fixed.next().flatten().is_none());
            }
            _ => {}
        }
        self.literal(expr, known);
        fold(expr, known);
        Ok(())
    }

    /// Replaces a variable whose value is known by a literal. Floats are not replaced: that would gain nothing and make the code harder to
    /// read.
    fn literal(&self, expr: &mut Expr, known: &Known) {
        if let ExprKind::Local(_) = expr.kind
            && !expr.ty.is_float()
            && let Some(value) = known.value(expr).and_then(|value| literal(value, expr.span))
        {
            *expr = value;
        }
    }

    fn rewritten(&mut self, expr: &Expr, known: &Known) -> Result<Expr, SpecializeError> {
        let mut expr = expr.clone();
        self.rewrite(&mut expr, known)?;
        Ok(expr)
    }

    /// Returns the local that stands for an item of a local array.
    fn item(&mut self, array: LocalId, item: &Expr, known: &Known) -> Result<LocalId, SpecializeError> {
        let name = self.original.locals[array.0].name.clone();
        let length = self.items.get(&array).map_or(0, Vec::len);
        let item = self.item_number(item, &name, length, known)?;
        Ok(self.items[&array][item])
    }

    /// Returns the value of an item's index. It is an error if it is not known or out of range.
    fn item_number(&mut self, item: &Expr, name: &str, length: usize, known: &Known) -> Result<usize, SpecializeError> {
        let (item, span) = (self.rewritten(item, known)?, item.span);
        let name = name.to_owned();
        let Some(item) = integer(&item) else { return Err(SpecializeError::UnknownItem { name, span }) };
        let inside = usize::try_from(item).ok().filter(|item| *item < length);
        inside.ok_or(SpecializeError::NoItem { name, item, length, span })
    }

    /// Returns the fetch, extent or constant `of` an array, for one of its items.
    fn of_item(&mut self, item: &Expr, of: &mut Expr, known: &Known) -> Result<Expr, SpecializeError> {
        let (ports, number) = match of.kind {
            ExprKind::Extent(Stream::Output(output), _) => (&self.constants.outputs, output),
            ExprKind::Fetch { input, .. } | ExprKind::Extent(Stream::Input(input), _) => {
                (&self.constants.inputs, input)
            }
            ExprKind::Uniform(number) => (&self.constants.constants, number),
            _ => unreachable!("an item of a stream is fetched, or asked for its extent"),
        };
        let (name, length) = (ports.name(number).to_owned(), ports.length(number));
        let item = self.item_number(item, &name, length, known)?;
        let mut of = of.clone();
        self.rewrite(&mut of, known)?;
        match &mut of.kind {
            ExprKind::Fetch { input: port, .. }
            | ExprKind::Uniform(port)
            | ExprKind::Extent(Stream::Input(port) | Stream::Output(port), _) => *port += item,
            _ => {}
        }
        Ok(of)
    }
}
