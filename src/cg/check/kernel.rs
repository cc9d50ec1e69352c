//! Makes the kernel of a program, with its constants and textures in order.

use super::function::SHARED;
use super::results::Written;
use super::uniforms::MAX_UNITS;
use super::{Checked, Checker};
use crate::cg::parameters::ParameterKind;
use crate::ir::{self, At, ExprKind, FragmentExpr, Interface, Kernel, Port, Stmt, each_expr, each_expr_mut};
use crate::syntax::{Code, Files, Span};
use std::rc::Rc;

impl<'a> Checker<'a> {
    /// Returns the kernel: all functions, with `main` as the last.
    pub(super) fn kernel(&mut self, mut main: ir::Function, written: &[Written], files: &Rc<Files>) -> Checked<Kernel> {
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
            mediump: false,
            functions,
            access: Vec::new(),
            files: files.clone(),
        };
        self.in_order(&mut kernel)?;
        Ok(kernel)
    }

    /// Sorts the parameters by where they stand in the program, and gives each texture its image unit.
    fn in_order(&mut self, kernel: &mut Kernel) -> Checked<()> {
        let mut order: Vec<usize> = (0..self.parameters.len()).collect();
        order.sort_by_key(|&number| self.parameters[number].order);
        let reads = texture_reads(kernel);
        let units = self.units(&order, &reads);
        if let Some((_, span)) = reads.into_iter().find(|(number, _)| units[*number].is_none()) {
            let title = format!("this program reads more textures than the {MAX_UNITS} that there are image units for");
            return self.refuse(Code::C5108, span, title, "read fewer textures, or do it in several passes");
        }
        let mut constants: Vec<usize> = (0..kernel.interface.constants.len()).collect();
        constants.sort_by_key(|&number| self.parameters[self.constant_parameters[number]].order);
        let mut place = vec![0; constants.len()];
        constants.iter().enumerate().for_each(|(new, &old)| place[old] = new);
        for function in &mut kernel.functions {
            each_expr_mut(&mut function.body, &mut |expr| match &mut expr.kind {
                ExprKind::Uniform(number) => *number = place[*number],
                ExprKind::Fragment(fragment) => {
                    if let FragmentExpr::Sample(sample) = &mut **fragment {
                        sample.unit = units[sample.unit].expect("what is read has a unit");
                    }
                }
                _ => {}
            });
        }
        kernel.interface.constants = constants.iter().map(|&old| kernel.interface.constants[old].clone()).collect();
        for (parameter, unit) in self.parameters.iter_mut().zip(units) {
            if let ParameterKind::Texture { unit: own, .. } = &mut parameter.kind {
                *own = unit;
            }
        }
        self.parameters = order.iter().map(|&number| self.parameters[number].clone()).collect();
        Ok(())
    }

    /// Returns the texture image unit of each parameter: the one that it asks for, or the next that is free. Where there are more
    /// textures than units, those that are not read have none.
    fn units(&self, order: &[usize], reads: &[(usize, Span)]) -> Vec<Option<usize>> {
        let asked = |number: usize| match self.parameters[number].kind {
            ParameterKind::Texture { unit, .. } => unit,
            _ => None,
        };
        let taken: Vec<usize> = order.iter().filter_map(|&number| asked(number)).collect();
        let mut free = (0..MAX_UNITS).filter(|unit| !taken.contains(unit));
        let mut units = vec![None; order.len()];
        let is_texture = |number: usize| matches!(self.parameters[number].kind, ParameterKind::Texture { .. });
        let textures: Vec<usize> = order.iter().copied().filter(|&number| is_texture(number)).collect();
        let are_many = textures.len() > MAX_UNITS;
        let is_last = |number: usize| match are_many {
            true => reads.iter().all(|(read, _)| *read != number),
            false => self.parameters[number].is_unused,
        };
        let (last, first): (Vec<usize>, Vec<usize>) = textures.into_iter().partition(|&number| is_last(number));
        for number in first.into_iter().chain(last) {
            units[number] = asked(number).or_else(|| free.next());
        }
        units
    }
}

/// Returns the parameters of the textures that a kernel reads, each with a place where it does.
fn texture_reads(kernel: &Kernel) -> Vec<(usize, Span)> {
    let mut reads: Vec<(usize, Span)> = Vec::new();
    for function in &kernel.functions {
        each_expr(&function.body, &mut |expr| {
            if let ExprKind::Fragment(fragment) = &expr.kind
                && let FragmentExpr::Sample(sample) = &**fragment
                && reads.iter().all(|(known, _)| *known != sample.unit)
            {
                reads.push((sample.unit, expr.span));
            }
        });
    }
    reads
}
