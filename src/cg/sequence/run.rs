//! Runs a sequence, statement by statement.

use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::cg::ast::FunctionItem;
use crate::cg::{Compiled, Program};
use crate::fragment_program::Chip;
use crate::machine::Device;
use crate::syntax::{Code, Diagnostic, Diagnostics, Span, ast};

use super::{SequenceResult, SequenceValue, Sequences, TEXTURE};

/// The maximum number of statements that a sequence may run.
const MAX_STATEMENTS: usize = 10_000_000;

/// The result of a step. An error is boxed, since it has the texts of the program.
pub(super) type Ran<T> = Result<T, Box<Diagnostics>>;

/// How a statement ends.
pub(super) enum Then {
    Next,
    Break,
    Continue,
    Return(Option<SequenceValue>),
}

/// A sequence that runs.
pub(super) struct Runner<'a> {
    pub sequences: &'a Sequences,
    pub device: &'a Device,
    pub chip: Option<Chip>,
    /// The entries that have been called, compiled.
    pub entries: FxHashMap<String, (Program, Option<Compiled>)>,
    pub variables: FxHashMap<String, SequenceValue>,
    pub passes: usize,
    statements: usize,
}

impl<'a> Runner<'a> {
    pub fn new(sequences: &'a Sequences, device: &'a Device, chip: Option<Chip>) -> Runner<'a> {
        let (entries, variables) = (FxHashMap::default(), FxHashMap::default());
        Runner { sequences, device, chip, entries, variables, passes: 0, statements: 0 }
    }

    pub fn fail<T>(&self, code: Code, span: Span, title: impl Into<String>, help: &str) -> Ran<T> {
        let error = Diagnostic::error(code, span, title);
        Err(Box::new(self.sequences.error(if help.is_empty() { error } else { error.help(help) })))
    }

    /// Runs a function with these arguments. Returns its results by name.
    pub fn function(&mut self, function: &FunctionItem, given: &[(String, SequenceValue)]) -> Ran<Vec<SequenceResult>> {
        for parameter in function.parameters.iter().filter(|own| !own.qualifiers.is_out || own.qualifiers.is_in) {
            let name = &parameter.name.text;
            let value = match given.iter().find(|(own, _)| own == name) {
                Some((_, value)) => value.clone(),
                None => match &parameter.value {
                    Some(value) => self.value(value)?,
                    None => {
                        let title = format!("parameter `{name}` of sequence `{}` is not given", function.name.text);
                        return self.fail(Code::C1103, parameter.name.span, title, "");
                    }
                },
            };
            if matches!(value, SequenceValue::Texture { .. }) != (parameter.ty.text == TEXTURE) {
                let title = format!("parameter `{name}` is a `{}`, and is given {}", parameter.ty.text, value.kind());
                return self.fail(Code::C1102, parameter.name.span, title, "");
            }
            self.variables.insert(name.clone(), value);
        }
        let unknown = given.iter().find(|(name, _)| function.parameters.iter().all(|own| own.name.text != *name));
        if let Some((name, _)) = unknown {
            let title = format!("sequence `{}` has no parameter `{name}`", function.name.text);
            return self.fail(Code::C1104, function.name.span, title, "");
        }
        let then = self.statements(function.body.as_deref().unwrap_or_default())?;
        let mut results = Vec::new();
        if let Then::Return(Some(value)) = then {
            match value {
                SequenceValue::Texture { texels, channels } => {
                    let texels = Rc::unwrap_or_clone(texels);
                    results.push(SequenceResult { name: "out".to_owned(), texels, channels });
                }
                SequenceValue::Numbers(_) => {
                    return self.fail(Code::C1016, function.name.span, "a sequence returns a texture", "");
                }
            }
        }
        for parameter in function.parameters.iter().filter(|own| own.qualifiers.is_out) {
            match self.variables.get(&parameter.name.text) {
                Some(SequenceValue::Texture { texels, channels }) => {
                    let (name, texels) = (parameter.name.text.clone(), (**texels).clone());
                    results.push(SequenceResult { name, texels, channels: *channels });
                }
                _ => {
                    let title = format!("`{}` has no texture at the end", parameter.name.text);
                    return self.fail(Code::C7050, parameter.name.span, title, "");
                }
            }
        }
        Ok(results)
    }

    fn statements(&mut self, statements: &[ast::Stmt]) -> Ran<Then> {
        for statement in statements {
            match self.statement(statement)? {
                Then::Next => {}
                other => return Ok(other),
            }
        }
        Ok(Then::Next)
    }

    fn statement(&mut self, of: &ast::Stmt) -> Ran<Then> {
        self.statements += 1;
        if self.statements > MAX_STATEMENTS {
            let title = format!("this sequence runs more than {MAX_STATEMENTS} statements");
            return self.fail(Code::C0001, of.span, title, "does its loop end?");
        }
        match &of.kind {
            ast::StmtKind::Empty => Ok(Then::Next),
            ast::StmtKind::Block(inner) => self.statements(inner),
            ast::StmtKind::Declare(_, declarators) => {
                for declarator in declarators {
                    if let Some(value) = &declarator.value {
                        let value = self.value(value)?;
                        self.variables.insert(declarator.name.text.clone(), value);
                    }
                }
                Ok(Then::Next)
            }
            ast::StmtKind::Expr(value) => self.value(value).map(|_| Then::Next),
            ast::StmtKind::If(condition, then, otherwise) => match (self.truth(condition)?, otherwise) {
                (true, _) => self.statement(then),
                (false, Some(otherwise)) => self.statement(otherwise),
                (false, None) => Ok(Then::Next),
            },
            ast::StmtKind::For(first, condition, step, body) => {
                if let Some(first) = first {
                    self.statement(first)?;
                }
                self.repeat(condition.as_ref(), step.as_ref(), body, false)
            }
            ast::StmtKind::While(condition, body) => self.repeat(Some(condition), None, body, false),
            ast::StmtKind::Do(body, condition) => self.repeat(Some(condition), None, body, true),
            ast::StmtKind::Break => Ok(Then::Break),
            ast::StmtKind::Continue => Ok(Then::Continue),
            ast::StmtKind::Return(value) => {
                let value = value.as_ref().map(|value| self.value(value)).transpose()?;
                Ok(Then::Return(value))
            }
            ast::StmtKind::Discard => self.fail(Code::C0003, of.span, "a sequence has no fragment to discard", ""),
        }
    }

    fn repeat(
        &mut self,
        condition: Option<&ast::Expr>,
        step: Option<&ast::Expr>,
        body: &ast::Stmt,
        last: bool,
    ) -> Ran<Then> {
        let mut first = last;
        loop {
            let goes = first || condition.map_or(Ok(true), |condition| self.truth(condition))?;
            first = false;
            if !goes {
                return Ok(Then::Next);
            }
            match self.statement(body)? {
                Then::Next | Then::Continue => {}
                Then::Break => return Ok(Then::Next),
                Then::Return(value) => return Ok(Then::Return(value)),
            }
            if let Some(step) = step {
                self.value(step)?;
            }
        }
    }
}
