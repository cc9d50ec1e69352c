//! Overloads: of several functions with a name, the one that fits best.

use super::{Checked, Checker};
use crate::cg::types::{Base, Texture, Type};
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic};

/// The cost of an argument that loses components.
pub(super) const DROPS: u32 = 1000;

impl Checker<'_> {
    /// Returns the one of these functions that fits arguments of these types best, with its cost, or `None` if none fits.
    pub(super) fn best(
        &mut self,
        candidates: &[usize],
        arguments: &[Type],
        name: &Name,
    ) -> Checked<Option<(usize, u32)>> {
        let mut fitting: Vec<(usize, Vec<u32>, bool)> = Vec::new();
        for &number in candidates {
            let item = &self.program.functions[number];
            let exact = match &item.profile {
                None => false,
                Some(profile) if profile.text == self.options.profile.name() => true,
                Some(_) => continue,
            };
            let Ok(signature) = self.signature(number) else { return Err(super::Failed) };
            let optional = signature.parameters.iter().rev().take_while(|own| own.item.value.is_some()).count();
            let count = signature.parameters.len();
            if arguments.len() > count || arguments.len() < count - optional {
                continue;
            }
            let costs = arguments.iter().zip(&signature.parameters);
            let costs: Option<Vec<u32>> = costs.map(|(ty, own)| self.cost(ty, &own.ty)).collect();
            if let Some(costs) = costs {
                fitting.push((number, costs, exact));
            }
        }
        // A body is better than a declaration of the same, and a function for this profile alone better than one for all.
        let least = fitting.iter().map(|(_, costs, _)| costs.iter().sum::<u32>()).min();
        fitting.retain(|(_, costs, _)| Some(costs.iter().sum::<u32>()) == least);
        if fitting.iter().any(|(_, _, exact)| *exact) {
            fitting.retain(|(_, _, exact)| *exact);
        }
        let has_body = |number: usize| self.program.functions[number].body.is_some();
        if fitting.iter().any(|(number, ..)| has_body(*number)) {
            fitting.retain(|(number, ..)| has_body(*number));
        }
        match fitting.as_slice() {
            [] => Ok(None),
            [(only, costs, _)] => Ok(Some((*only, costs.iter().sum()))),
            [(first, costs, _), (second, others, _), ..] => {
                // With the same costs for each argument, the program says a function twice. Otherwise no one is better.
                let [one, other] = [first, second].map(|number| self.program.functions[*number].name.span);
                let mut diagnostic = match costs == others && *costs == vec![0; costs.len()] {
                    true => {
                        Diagnostic::error(Code::C1013, other, format!("function `{}` is already defined", name.text))
                    }
                    false => {
                        let title = format!("it is ambiguous which function `{}` is called", name.text);
                        Diagnostic::error(Code::C1101, name.span, title).other(other, "or this one")
                    }
                };
                diagnostic = diagnostic.other(one, "this one");
                self.fail(diagnostic)
            }
        }
    }

    /// Returns how far a value is from the type of a parameter, or `None` if it cannot be converted.
    fn cost(&mut self, from: &Type, to: &Type) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        // Literals fit every type of numbers.
        let numbers = |from: Base, to: Base| match (from, to) {
            _ if from == to => 0,
            (Base::CInt, Base::Int) | (Base::CFloat, Base::Float) => 1,
            (Base::CInt | Base::CFloat, _) => 2,
            (_, Base::Bool) | (Base::Bool, _) => 12,
            // A wider type is better than a narrower one.
            (from, to) if from < to => 3 + (to as u32 - from as u32),
            (from, to) => 8 + (from as u32 - to as u32),
        };
        match (from, to) {
            (Type::Vector(a, m), Type::Vector(b, n)) => {
                let shape = match (m, n) {
                    (m, n) if m == n => 0,
                    (1, _) => 100,
                    (m, n) if m > n => DROPS,
                    _ => return None,
                };
                Some(numbers(*a, *b) + shape)
            }
            (Type::Matrix(a, r, c), Type::Matrix(b, rows, columns)) if r >= rows && c >= columns => {
                let shape = if (r, c) == (rows, columns) { 0 } else { DROPS };
                Some(numbers(*a, *b) + shape)
            }
            (Type::Vector(a, 1), Type::Matrix(b, ..)) => Some(numbers(*a, *b) + 200),
            (Type::Matrix(a, 1, c), Type::Vector(b, count)) if c >= count => Some(numbers(*a, *b) + 50),
            (Type::Array(a, m), Type::Array(b, n)) if m == n => self.cost(a, b),
            (Type::Array(a, _), Type::Unsized(b)) if a == b => Some(1),
            (Type::Struct(own), Type::Struct(other)) if self.implements(*own, *other) => Some(1),
            (Type::Sampler(Texture::Any), Type::Sampler(_)) | (Type::Sampler(_), Type::Sampler(Texture::Any)) => {
                Some(1)
            }
            _ => None,
        }
    }
}
