//! A pass that draws with a program from a listing. The listing may come from other sources than brooklet.

use crate::backend::{BackendError, Sampling};
use crate::fragment_program::{Binding, Chip, FragmentProgram, Sampler, Scalar, State, TextureTarget};
use crate::ir::Attribute;

/// A texture with four channels, whose texels are stored row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct Texels {
    /// The number of texels per row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of layers: more than one for a texture of three dimensions, and 6 for the faces of a cube.
    pub layers: usize,
    /// The texels, by layers and rows.
    pub texels: Vec<[f32; 4]>,
}

impl Texels {
    /// Returns a texture of one layer.
    pub fn new(width: usize, height: usize, texels: Vec<[f32; 4]>) -> Texels {
        Texels { width, height, layers: 1, texels }
    }
}

/// A pass that draws a rectangle over all of its render targets, with a program that was
/// [read](crate::fragment_program::listing::read()) from a listing.
///
/// `fragment.texcoord[n]` varies over the rectangle as texture coordinates of the time did: from 0 to 1 along each side. If the target
/// of texture image unit `n` is `RECT`, the coordinates are in texels instead. If the program does not use unit `n`, its first unit
/// decides this. z is 0, and w is 1.
///
/// ```
/// use brooklet::backend::{ListingPass, Texels};
/// use brooklet::fragment_program::{Chip, listing};
///
/// let text = "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\n\
///             MUL result.color, a, program.local[0];\nEND\n";
/// let program = listing::read("scale.fp", text)?.program;
/// let x = Texels::new(2, 1, vec![[1.0, 2.0, 3.0, 4.0], [5.0; 4]]);
/// let pass = ListingPass { textures: &[(0, x)], locals: &[(0, [2.0; 4])], ..ListingPass::new(&program, Chip::R300, 2, 1) };
/// let (results, cost) = pass.run()?;
/// assert_eq!(results[0].texels, [[2.0, 4.0, 6.0, 8.0], [10.0; 4]]);
/// assert_eq!(cost.fetches, Some(2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ListingPass<'a> {
    /// The program.
    pub program: &'a FragmentProgram,
    /// The chip that runs it.
    pub chip: Chip,
    /// The number of texels per row of the render targets.
    pub width: usize,
    /// The number of rows of the render targets.
    pub height: usize,
    /// The textures, each with its texture image unit.
    pub textures: &'a [(usize, Texels)],
    /// How textures are read, each with its texture image unit. Others are clamped to their edges, without a filter.
    pub sampling: &'a [(usize, Sampling)],
    /// The local parameters, each with its number.
    pub locals: &'a [(usize, [f32; 4])],
    /// The environment parameters, each with its number.
    pub environment: &'a [(usize, [f32; 4])],
    /// Attributes of fragments, each with its slope per column, its slope per row and its start, for each component. Others have the values
    /// that are described above.
    pub attributes: &'a [(Attribute, [[f32; 3]; 4])],
    /// Parts of OpenGL's state, by name, as in `light[0].position`. Others have the values that OpenGL starts with.
    pub state: &'a [(State, [f32; 4])],
}

impl<'a> ListingPass<'a> {
    /// Returns a pass without textures and parameters.
    pub fn new(program: &'a FragmentProgram, chip: Chip, width: usize, height: usize) -> ListingPass<'a> {
        let (textures, sampling, locals, environment, attributes, state) = (&[], &[], &[], &[], &[], &[]);
        ListingPass { program, chip, width, height, textures, sampling, locals, environment, attributes, state }
    }

    /// Returns the texture of a sampler.
    pub(super) fn texture(&self, sampler: &Sampler) -> Result<&'a Texels, BackendError> {
        let Sampler { unit, target, .. } = *sampler;
        let malformed = |what: String| BackendError::Malformed { program: self.program.name.clone(), what };
        let Some((_, texels)) = self.textures.iter().find(|(given, _)| *given == unit) else {
            return Err(self.missing(format!("texture[{unit}]")));
        };
        let Texels { width, height, layers, .. } = *texels;
        let size =
            if layers == 1 { format!("{width} × {height}") } else { format!("{width} × {height} × {layers}") };
        if texels.texels.len() != width * height * layers || texels.texels.is_empty() {
            return Err(malformed(format!("texture[{unit}] of {size} has {} texels", texels.texels.len())));
        }
        let wanted = match target {
            TextureTarget::Cube if layers != 6 || width != height => Some("six square layers"),
            TextureTarget::OneD if height * layers > 1 => Some("one row"),
            TextureTarget::TwoD | TextureTarget::Rectangle if layers > 1 => Some("one layer"),
            _ => None,
        };
        match wanted {
            Some(wanted) => Err(malformed(format!(
                "texture[{unit}] is read as {}, which has {wanted}, and is {size}",
                target.name()
            ))),
            None => Ok(texels),
        }
    }

    /// Returns how the texture of a sampler is read.
    pub(super) fn sampling(&self, sampler: &Sampler) -> Result<Sampling, BackendError> {
        let given = self.sampling.iter().find(|(unit, _)| *unit == sampler.unit);
        let sampling = given.map(|(_, sampling)| *sampling).unwrap_or_default();
        match sampling.refused(sampler.target) {
            Some(why) => Err(BackendError::Malformed {
                program: self.program.name.clone(),
                what: format!("texture[{}]: {why}", sampler.unit),
            }),
            None => Ok(sampling),
        }
    }

    fn missing(&self, what: String) -> BackendError {
        let what = format!("it reads {what}, which is not given");
        BackendError::Malformed { program: self.program.name.clone(), what }
    }

    /// Returns the bits of each constant register in the format of the device, to which `store` converts.
    pub(super) fn parameters(&self, store: fn(u32) -> u32) -> Result<Vec<[u32; 4]>, BackendError> {
        let given = |list: &[(usize, [f32; 4])], n: usize, name: &str| {
            let found = list.iter().find(|(number, _)| *number == n);
            let numbers = found.ok_or_else(|| self.missing(format!("program.{name}[{n}]")))?.1;
            Ok(numbers.map(|number| store(number.to_bits())))
        };
        self.program
            .parameters
            .iter()
            .map(|parameter| match parameter.binding {
                Binding::Local(n) => given(self.locals, n, "local"),
                Binding::Environment(n) => given(self.environment, n, "env"),
                Binding::State(n) => {
                    let state = self.program.states.get(n).ok_or_else(|| self.missing(format!("state {n}")))?;
                    let given = self.state.iter().find(|(own, _)| own == state).map(|(_, value)| *value);
                    Ok(given.unwrap_or_else(|| state.initial()).map(|number| store(number.to_bits())))
                }
                Binding::Literal => Ok(parameter.components.map(|component| match component {
                    Scalar::Literal(bits) => bits,
                    Scalar::Unused | Scalar::Uniform(_) | Scalar::Given => 0,
                })),
            })
            .collect()
    }

    /// Returns, for each component of an attribute, its slope per column, its slope per row, and its start.
    pub(super) fn coordinate(&self, attribute: Attribute) -> [[f32; 3]; 4] {
        if let Some((_, lines)) = self.attributes.iter().find(|(known, _)| *known == attribute) {
            return *lines;
        }
        let Attribute::TexCoord(number) = attribute else { return [[0.0; 3]; 4] };
        let samplers = &self.program.samplers;
        let sampler = samplers.iter().find(|sampler| sampler.unit == number).or(samplers.first());
        let [x, y] = match sampler.map(|sampler| sampler.target) {
            Some(TextureTarget::Rectangle) => [1.0; 2],
            _ => [self.width, self.height].map(|side| 1.0 / side.max(1) as f32),
        };
        [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0; 3], [0.0, 0.0, 1.0]]
    }

    /// Returns the slopes and the start of each component of each attribute that the program reads.
    pub(super) fn lines(&self) -> Vec<[[f32; 3]; 4]> {
        self.program.coordinates.iter().map(|own| self.coordinate(own.attribute)).collect()
    }
}
