//! A pass of a sequence: a call of an entry.

use std::rc::Rc;

use crate::backend::Texels;
use crate::cg::{Corners, Draw, DrawError, ParameterKind, Program};
use crate::syntax::{Code, Span, ast};

use super::SequenceValue;
use super::run::{Ran, Runner};

/// An argument: the name of its parameter, and its value if it is none that the pass writes.
type Argument<'a> = (String, &'a ast::Expr, Option<SequenceValue>);

/// The name of the argument that says the size of what is drawn.
const SIZE: &str = "size";

impl Runner<'_> {
    /// Draws a pass. Returns its first colour.
    pub(super) fn pass(&mut self, name: &ast::Name, arguments: &[ast::Expr], span: Span) -> Ran<SequenceValue> {
        let mut given: Vec<Argument> = Vec::new();
        self.compile(name)?;
        for argument in arguments {
            let ast::ExprKind::Assign(None, parameter, value) = &argument.kind else {
                let help = format!("write the name of its parameter: `{}(image = x)`", name.text);
                return self.fail(Code::C1102, argument.span, "an argument of a pass has a name", &help);
            };
            let ast::ExprKind::Name(parameter) = &parameter.kind else {
                return self.fail(Code::C1102, parameter.span, "an argument of a pass has a name", "");
            };
            let evaluated = match result_of(&self.entries[&name.text].0, parameter) {
                Some(_) => None,
                None => Some(self.value(value)?),
            };
            given.push((parameter.clone(), value, evaluated));
        }
        let said = match self.entries[&name.text].0.parameters.iter().any(|own| own.name == SIZE) {
            // An entry may have a parameter of this name.
            true => None,
            false => given.iter().position(|(name, ..)| name == SIZE).map(|at| given.remove(at)),
        };
        let (width, height) = self.size(said, &given, span)?;
        let results = self.drawn(name, &given, (width, height), span)?;
        let program = &self.entries[&name.text].0;
        let mut stored = Vec::new();
        for (parameter, value, _) in given.iter().filter(|(_, _, evaluated)| evaluated.is_none()) {
            let ast::ExprKind::Name(variable) = &value.kind else {
                return self.fail(Code::C1060, value.span, "a result is given to a variable", "");
            };
            let number = result_of(program, parameter).unwrap_or(0);
            let result = SequenceValue::of_channels(results[number].clone(), channels(program, number));
            stored.push((variable.clone(), result));
        }
        let first = channels(program, 0);
        self.variables.extend(stored);
        match results.into_iter().next() {
            Some(texels) => Ok(SequenceValue::of_channels(texels, first)),
            None => self.fail(Code::C3001, span, format!("`{}` draws nothing", name.text), ""),
        }
    }

    fn compile(&mut self, name: &ast::Name) -> Ran<()> {
        if !self.entries.contains_key(&name.text) {
            let program = self.sequences.entry(&name.text).map_err(Box::new)?;
            self.entries.insert(name.text.clone(), (program, None));
        }
        Ok(())
    }

    /// Returns the size of what is drawn: as it says, or that of the first texture.
    fn size(&self, said: Option<Argument>, given: &[Argument], span: Span) -> Ran<(usize, usize)> {
        if let Some((_, expr, Some(SequenceValue::Numbers(numbers)))) = said {
            let side = |side: f64| (1.0..=65536.0).contains(&side) && side.fract() == 0.0;
            return match numbers[..] {
                [width, height] if side(width) && side(height) => Ok((width as usize, height as usize)),
                _ => {
                    let title = format!("a size is a width and a height from 1 to 65536, not {numbers:?}");
                    self.fail(Code::C1102, expr.span, title, "write `size = float2(width, height)`")
                }
            };
        }
        let texture = given.iter().find_map(|(_, _, value)| match value {
            Some(SequenceValue::Texture { texels, .. }) => Some((texels.width, texels.height)),
            _ => None,
        });
        match texture {
            Some(size) => Ok(size),
            None => self.fail(
                Code::C1103,
                span,
                "this pass reads no texture that it could be as large as",
                "add `size = float2(width, height)`",
            ),
        }
    }

    fn drawn(
        &mut self,
        name: &ast::Name,
        given: &[Argument],
        (width, height): (usize, usize),
        span: Span,
    ) -> Ran<Vec<Texels>> {
        let Some((program, compiled)) = self.entries.get(&name.text) else { return Ok(Vec::new()) };
        let mut draw = Draw::new(program, width, height);
        for (parameter, expr, value) in given {
            let Some(value) = value else { continue };
            if let Err(error) = give(&mut draw, program, parameter, value) {
                return self.fail(Code::C1102, expr.span, error.to_string(), "");
            }
        }
        let emulated = self.chip;
        let drawn = match compiled {
            Some(made) => draw.run_on(made, self.device).map(|(results, _)| (results, None)),
            None => draw.compiled(emulated).and_then(|made| {
                let (results, _) = draw.run_on(&made, self.device)?;
                // Where loops depend on the values of uniforms, each pass is compiled for its own.
                Ok((results, program.lower(emulated, &[]).is_ok().then_some(made)))
            }),
        };
        let (mut results, made) = match drawn {
            Ok(drawn) => drawn,
            Err(error) => return self.fail(Code::C5041, span, error.to_string(), ""),
        };
        if let Some(depths) = results.get_mut(program.colors().len()) {
            // A depth is the only number of its texels.
            depths.texels.iter_mut().for_each(|texel| *texel = [texel[2], 0.0, 0.0, 1.0]);
        }
        if let (Some(made), Some((_, compiled))) = (made, self.entries.get_mut(&name.text)) {
            *compiled = Some(made);
        }
        Ok(results)
    }
}

/// Returns the number of channels of a result.
fn channels(program: &Program, number: usize) -> usize {
    program.colors().get(number).copied().unwrap_or(1)
}

/// Returns which result of a program has this name, if any has.
fn result_of(program: &Program, name: &str) -> Option<usize> {
    let colors = program.colors().len();
    program.parameters.iter().filter(|own| own.index.is_some() && own.name == name).find_map(|own| match own.kind {
        ParameterKind::Color(number) => Some(number),
        ParameterKind::Depth => Some(colors),
        _ => None,
    })
}

fn give(draw: &mut Draw, program: &Program, name: &str, value: &SequenceValue) -> Result<(), DrawError> {
    match value {
        SequenceValue::Texture { texels, .. } => draw.texture(name, Rc::unwrap_or_clone(texels.clone())),
        SequenceValue::Numbers(numbers) => {
            let floats: Vec<f32> = numbers.iter().map(|&number| number as f32).collect();
            let varies = program
                .parameters
                .iter()
                .find(|own| own.name == name)
                .and_then(|own| matches!(own.kind, ParameterKind::Varying(_)).then_some(own));
            match varies {
                Some(_) => draw.attribute(name, corners(&floats)),
                None => draw.uniform(name, &floats),
            }
        }
    }
}

/// Returns the values of an input in the corners: the same everywhere for up to four numbers, otherwise those of three corners.
fn corners(numbers: &[f32]) -> Corners {
    let count = numbers.len();
    let four = |numbers: &[f32]| {
        let mut four = [0.0, 0.0, 0.0, 1.0];
        four[..numbers.len().min(4)].copy_from_slice(&numbers[..numbers.len().min(4)]);
        four
    };
    if count <= 4 || !count.is_multiple_of(3) {
        return Corners { start: four(numbers), across: [0.0; 4], down: [0.0; 4] };
    }
    let mut parts = numbers.chunks(count / 3).map(four);
    let [start, right, below] = [0; 3].map(|_: i32| parts.next().unwrap_or([0.0; 4]));
    let less = |a: [f32; 4], b: [f32; 4]| std::array::from_fn(|c| a[c] - b[c]);
    Corners { start, across: less(right, start), down: less(below, start) }
}
