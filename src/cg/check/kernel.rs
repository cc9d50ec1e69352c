//! Makes the kernel of a program, with its constants and textures in order.

use super::Checker;
use super::function::SHARED;
use super::results::Written;
use crate::cg::parameters::ParameterKind;
use crate::ir::{self, At, ExprKind, FragmentExpr, Interface, Kernel, Port, Stmt, each_expr_mut};
use crate::syntax::Files;
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Returns the kernel: all functions, with `main` as the last.
    pub(super) fn kernel(&mut self, mut main: ir::Function, written: &[Written], files: &Rc<Files>) -> Kernel {
        let call = |&function: &ir::FunctionId| Stmt::Call {
            function,
            arguments: Vec::new(),
            result: None,
            at: At::default(),
        };
        main.body.splice(0..0, self.starts.iter().map(call).collect::<Vec<_>>());
        let mut functions = std::mem::take(&mut self.made);
        functions.push(main);
        let count = written.iter().filter_map(|own| own.color).max().map_or(0, |last| last + 1);
        let port = |number: usize| {
            let own = written.iter().find(|own| own.color == Some(number));
            Port { name: format!("COLOR{number}"), ty: ir::Type::floats(own.map_or(4, |own| own.count.into())) }
        };
        for local in functions.iter_mut().flat_map(|function| &mut function.locals) {
            if let Some(target) = local.target.filter(|target| *target >= SHARED) {
                local.target = Some(target - SHARED + count);
            }
        }
        let interface = Interface {
            constants: std::mem::take(&mut self.constants),
            outputs: (0..count).map(port).collect(),
            shared: std::mem::take(&mut self.shared),
            ..Interface::default()
        };
        let mut kernel = Kernel {
            name: self.options.entry.clone(),
            about: Vec::new(),
            interface,
            functions,
            access: Vec::new(),
            files: files.clone(),
        };
        self.in_order(&mut kernel);
        kernel
    }

    /// Sorts the parameters by where they stand in the program, and gives each texture its image unit.
    fn in_order(&mut self, kernel: &mut Kernel) {
        let mut order: Vec<usize> = (0..self.parameters.len()).collect();
        order.sort_by_key(|&number| self.parameters[number].order);
        let units = self.units(&order);
        let mut constants: Vec<usize> = (0..kernel.interface.constants.len()).collect();
        constants.sort_by_key(|&number| self.parameters[self.constant_parameters[number]].order);
        let mut place = vec![0; constants.len()];
        constants.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        for function in &mut kernel.functions {
            each_expr_mut(&mut function.body, &mut |expr| match &mut expr.kind {
                ExprKind::Uniform(number) => *number = place[*number],
                ExprKind::Fragment(fragment) => {
                    if let FragmentExpr::Sample(sample) = &mut **fragment {
                        sample.unit = units[sample.unit];
                    }
                }
                _ => {}
            });
        }
        kernel.interface.constants = constants.iter().map(|&old| kernel.interface.constants[old].clone()).collect();
        for (parameter, unit) in self.parameters.iter_mut().zip(units) {
            if let ParameterKind::Texture { unit: own, .. } = &mut parameter.kind {
                *own = Some(unit);
            }
        }
        self.parameters = order.iter().map(|&number| self.parameters[number].clone()).collect();
    }

    /// Returns the texture image unit of each parameter: the one that it asks for, or the next that is free.
    fn units(&self, order: &[usize]) -> Vec<usize> {
        let asked = |number: usize| match self.parameters[number].kind {
            ParameterKind::Texture { unit, .. } => unit,
            _ => None,
        };
        let taken: Vec<usize> = order.iter().filter_map(|&number| asked(number)).collect();
        let mut free = (0..).filter(|unit| !taken.contains(unit));
        let mut units = vec![usize::MAX; order.len()];
        let (unused, used): (Vec<usize>, Vec<usize>) =
            order.iter().partition(|&&number| self.parameters[number].is_unused);
        for number in used.into_iter().chain(unused) {
            if let ParameterKind::Texture { unit, .. } = self.parameters[number].kind {
                units[number] = unit.or_else(|| free.next()).unwrap_or(usize::MAX);
            }
        }
        units
    }
}
