//! Draws with a program: a rectangle over all of its render targets, as programs of the time drew a quad.

use crate::backend::{ListingPass, PassCost, Sampling, Texels};
use crate::fragment_program::{Chip, TextureTarget};
use crate::ir::Attribute;
use crate::machine::Device;
use crate::syntax::nearest;

use super::draw_error::DrawError;
use super::{Compiled, Parameter, ParameterKind, Program};

pub use crate::backend::Corners;

/// What a program is drawn with.
///
/// ```
/// use brooklet::backend::Texels;
/// use brooklet::cg::{self, Options};
/// use brooklet::fragment_program::Chip;
///
/// let text = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform float scale = 1) : COLOR {
///     return scale * texRECT(image, at);
/// }";
/// let program = cg::compile("scale.cg", text, &Options::default())?;
/// let mut draw = cg::Draw::new(&program, 2, 1);
/// draw.texture("image", Texels::new(2, 1, vec![[1.0; 4], [2.0; 4]]))?;
/// draw.uniform("scale", &[3.0])?;
/// let (results, _) = draw.run(Chip::R300)?;
/// assert_eq!(results[0].texels, [[3.0; 4], [6.0; 4]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Draw<'a> {
    program: &'a Program,
    width: usize,
    height: usize,
    textures: Vec<(usize, Texels)>,
    sampling: Vec<(usize, Sampling)>,
    uniforms: Vec<(String, Vec<f32>)>,
    attributes: Vec<(Attribute, Corners)>,
}

impl<'a> Draw<'a> {
    /// Returns a draw of this size that is given nothing.
    pub fn new(program: &'a Program, width: usize, height: usize) -> Draw<'a> {
        Draw {
            program,
            width,
            height,
            textures: Vec::new(),
            sampling: Vec::new(),
            uniforms: Vec::new(),
            attributes: Vec::new(),
        }
    }

    /// Gives a texture, by the name of its parameter or by its texture image unit.
    ///
    /// # Errors
    /// There is no such texture.
    pub fn texture(&mut self, name: &str, texels: Texels) -> Result<(), DrawError> {
        let Some(unit) = self.unit(name)? else { return Ok(()) };
        self.textures.retain(|(known, _)| *known != unit);
        self.textures.push((unit, texels));
        Ok(())
    }

    /// Says how a texture is read, by the name of its parameter or by its unit. Without that it is clamped to its edges, and not filtered.
    ///
    /// # Errors
    /// There is no such texture.
    pub fn sampling(&mut self, name: &str, sampling: Sampling) -> Result<(), DrawError> {
        let Some(unit) = self.unit(name)? else { return Ok(()) };
        self.sampling.retain(|(known, _)| *known != unit);
        self.sampling.push((unit, sampling));
        Ok(())
    }

    /// Returns the image unit of a texture, by its name or number. A texture that is not read may have none.
    fn unit(&self, name: &str) -> Result<Option<usize>, DrawError> {
        let digits = name.strip_prefix("texture").unwrap_or(name);
        let mut textures = self.program.parameters.iter().filter_map(|own| match own.kind {
            ParameterKind::Texture { unit, .. } => Some((own.name.as_str(), unit)),
            _ => None,
        });
        if let Ok(number) = digits.parse::<usize>()
            && textures.clone().any(|(_, unit)| unit == Some(number))
        {
            return Ok(Some(number));
        }
        match textures.find(|(own, _)| *own == name) {
            Some((_, unit)) => Ok(unit),
            None => Err(self.other_kind(name, "a texture")),
        }
    }

    /// Gives the numbers of a uniform: of a number, vector, matrix, array or struct, in order. A later call replaces an earlier one.
    ///
    /// # Errors
    /// There is no such uniform, or it has another count of numbers.
    pub fn uniform(&mut self, name: &str, numbers: &[f32]) -> Result<(), DrawError> {
        let own = |parameter: &&Parameter| {
            let rest = parameter.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        };
        let mut parts: Vec<(&str, usize)> = Vec::new();
        for parameter in self.program.parameters.iter().filter(own) {
            if let ParameterKind::Uniform { count, .. } = parameter.kind {
                parts.push((&parameter.name, count));
            }
        }
        if parts.is_empty() {
            return Err(self.other_kind(name, "numbers"));
        }
        let wanted: usize = parts.iter().map(|(_, count)| count).sum();
        if numbers.len() != wanted {
            return Err(DrawError::Count { name: name.to_owned(), wanted, given: numbers.len() });
        }
        let mut rest = numbers;
        for (name, count) in parts {
            let (own, after) = rest.split_at(count);
            rest = after;
            self.uniforms.retain(|(known, _)| known != name);
            self.uniforms.push((name.to_owned(), own.to_vec()));
        }
        Ok(())
    }

    /// Gives the values of an attribute, by the name of its parameter or by its semantic.
    ///
    /// # Errors
    /// There is no such attribute.
    pub fn attribute(&mut self, name: &str, corners: Corners) -> Result<(), DrawError> {
        let by_semantic = super::parameters::attribute(name).ok().flatten();
        let found = self.program.parameters.iter().find_map(|own| match own.kind {
            ParameterKind::Varying(attribute) if own.name == name || Some(attribute) == by_semantic => Some(attribute),
            _ => None,
        });
        match found {
            Some(attribute) => {
                self.attributes.retain(|(known, _)| *known != attribute);
                self.attributes.push((attribute, corners));
                Ok(())
            }
            None => Err(self.other_kind(name, "values in corners")),
        }
    }

    /// Returns the error for a parameter that is of another kind than what it is given, or is not there.
    fn other_kind(&self, name: &str, given: &'static str) -> DrawError {
        let own = self.program.parameters.iter().find(|own| {
            own.name == name || own.name.starts_with(&format!("{name}[")) || own.name.starts_with(&format!("{name}."))
        });
        let is = own.map(|own| match own.kind {
            ParameterKind::Uniform { .. } => "a uniform",
            ParameterKind::Texture { .. } => "a texture",
            ParameterKind::Varying(_) => "an interpolated attribute",
            ParameterKind::Color(_) | ParameterKind::Depth => "a result",
            ParameterKind::Unbound => "an input of vertex programs",
        });
        match is {
            Some(is) => DrawError::Kind { name: name.to_owned(), is, given },
            None => {
                let bound = |own: &&Parameter| {
                    use ParameterKind::{Color, Depth, Unbound};
                    !matches!(own.kind, Unbound | Color(_) | Depth)
                };
                let names: Vec<&str> =
                    self.program.parameters.iter().filter(bound).map(|own| own.name.as_str()).collect();
                let hint = match nearest(name, names.iter().copied()) {
                    Some(near) => format!(": did you mean `{near}`?"),
                    None => format!("; it has {}", names.join(", ")),
                };
                DrawError::Unknown { name: name.to_owned(), hint }
            }
        }
    }

    /// Returns the values of uniforms that are given.
    pub fn values(&self) -> &[(String, Vec<f32>)] {
        &self.uniforms
    }

    /// Draws on an emulated chip. Returns each result, the depth as the last if the program writes one, and the cost.
    ///
    /// # Errors
    /// The program does not compile for the chip, the chip cannot draw with it, or something that it reads is not given.
    pub fn run(&self, chip: Chip) -> Result<(Vec<Texels>, PassCost), DrawError> {
        self.run_compiled(&self.compiled(Some(chip))?, chip)
    }

    /// Compiles the program for a chip, or for its profile. Loops may depend on the values of uniforms.
    ///
    /// # Errors
    /// The program does not compile for the chip.
    pub fn compiled(&self, chip: Option<Chip>) -> Result<Compiled, DrawError> {
        let plain = self.program.lower(chip, &[]);
        match plain {
            Ok(compiled) => Ok(compiled),
            // With the values of all uniforms more loops can be unrolled.
            Err(error) => Ok(self.program.lower(chip, &self.all_values()).map_err(|_| error)?),
        }
    }

    fn all_values(&self) -> Vec<(String, Vec<f32>)> {
        let uniforms = self.program.parameters.iter().filter_map(|own| match own.kind {
            ParameterKind::Uniform { default, count, .. } => Some((own.name.clone(), default, count)),
            _ => None,
        });
        let value = |(name, default, count): (String, Option<[f32; 4]>, usize)| {
            let given = self.uniforms.iter().find(|(own, _)| *own == name).map(|(_, values)| values.clone());
            Some((name, given.or(default.map(|four| four[..count].to_vec()))?))
        };
        uniforms.filter_map(value).collect()
    }

    /// Draws on a device with a program that is compiled for its chip, or for none.
    ///
    /// # Errors
    /// The device cannot draw with the program, or something that it reads is not given.
    pub fn run_on(&self, compiled: &Compiled, device: &Device) -> Result<(Vec<Texels>, PassCost), DrawError> {
        self.pass(compiled, Chip::None, |pass| Ok(device.draw_listing(pass)?))
    }

    /// Draws on an emulated chip with a program that is compiled for it.
    ///
    /// # Errors
    /// The chip cannot draw with the program, or something that it reads is not given.
    pub fn run_compiled(&self, compiled: &Compiled, chip: Chip) -> Result<(Vec<Texels>, PassCost), DrawError> {
        self.pass(compiled, chip, |pass| Ok(pass.run()?))
    }

    /// Returns the numbers of columns and rows of the render targets.
    pub fn size(&self) -> (usize, usize) {
        (self.width, self.height)
    }

    /// Executes the program that was compiled for this chip for the fragment in one column and row, instruction by instruction.
    ///
    /// # Errors
    /// The same as for [`run`](Draw::run), except that exceeded limits are not an error. There is no such fragment.
    pub fn debug(
        &self,
        compiled: &Compiled,
        chip: Chip,
        column: usize,
        row: usize,
    ) -> Result<crate::backend::debug::Fragment, DrawError> {
        self.pass(compiled, chip, |pass| Ok(pass.debug(column, row)?))
    }

    /// Calls `work` with the pass that this draw is.
    fn pass<R>(
        &self,
        compiled: &Compiled,
        chip: Chip,
        work: impl FnOnce(&ListingPass) -> Result<R, DrawError>,
    ) -> Result<R, DrawError> {
        let locals = self.locals(compiled)?;
        let attributes = self.lines(compiled);
        for sampler in &compiled.program.samplers {
            if !self.textures.iter().any(|(unit, _)| *unit == sampler.unit) {
                let named = |own: &&Parameter| matches!(own.kind, ParameterKind::Texture { unit: Some(unit), .. } if unit == sampler.unit);
                let name = self.program.parameters.iter().find(named).map_or_else(String::new, |own| own.name.clone());
                return Err(DrawError::Missing { what: "texture", name });
            }
        }
        let pass = ListingPass {
            textures: &self.textures,
            sampling: &self.sampling,
            locals: &locals,
            attributes: &attributes,
            ..ListingPass::new(&compiled.program, chip, self.width, self.height)
        };
        work(&pass)
    }

    /// Returns the local parameters.
    fn locals(&self, compiled: &Compiled) -> Result<Vec<(usize, [f32; 4])>, DrawError> {
        let mut locals = Vec::new();
        let mut registers = compiled.registers.iter();
        for parameter in &self.program.parameters {
            let ParameterKind::Uniform { default, .. } = parameter.kind else { continue };
            let Some(Some(register)) = registers.next() else { continue };
            let given = self.uniforms.iter().find(|(name, _)| *name == parameter.name).map(|(_, numbers)| {
                let mut four = [0.0; 4];
                four[..numbers.len()].copy_from_slice(numbers);
                four
            });
            let Some(four) = given.or(default) else {
                return Err(DrawError::Missing { what: "uniform", name: parameter.name.clone() });
            };
            locals.push((*register, four));
        }
        Ok(locals)
    }

    /// Returns for each attribute that is read its slopes and its start. Texture coordinates count texels where the program reads a `RECT`
    /// texture, and go from 0 to 1 otherwise.
    fn lines(&self, compiled: &Compiled) -> Vec<(Attribute, [[f32; 3]; 4])> {
        let rectangles = compiled.program.samplers.iter().any(|sampler| sampler.target == TextureTarget::Rectangle);
        let sides = [self.width, self.height].map(|side| side.max(1) as f32);
        let line = |attribute: Attribute| {
            if let Some((_, corners)) = self.attributes.iter().find(|(known, _)| *known == attribute) {
                return corners.lines(self.width, self.height);
            }
            match attribute {
                Attribute::TexCoord(_) => {
                    let [x, y] = if rectangles { [1.0; 2] } else { sides.map(|side| 1.0 / side) };
                    [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0; 3], [0.0, 0.0, 1.0]]
                }
                other => other.initial().map(|value| [0.0, 0.0, value]),
            }
        };
        compiled.program.coordinates.iter().map(|own| (own.attribute, line(own.attribute))).collect()
    }
}
