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

/// The values of an attribute in the corners of the rectangle. Between them it is linear.
#[derive(Clone, PartialEq, Debug)]
pub struct Corners {
    /// The value before the first column and the first row.
    pub start: [f32; 4],
    /// How much it grows over all columns.
    pub across: [f32; 4],
    /// How much it grows over all rows.
    pub down: [f32; 4],
}

impl Corners {
    /// Returns, for each component, its slope per column, its slope per row, and its start, on a rectangle of this size.
    pub fn lines(&self, width: usize, height: usize) -> [[f32; 3]; 4] {
        let Corners { start, across, down } = self;
        let [width, height] = [width, height].map(|side| side.max(1) as f32);
        std::array::from_fn(|c| [across[c] / width, down[c] / height, start[c]])
    }
}

/// A pass that draws a rectangle over all of its render targets, with a program that was
/// [read](crate::fragment_program::listing::read()) from a listing.
///
/// `fragment.texcoord[n]` varies over the rectangle as texture coordinates of the time did: from 0 to 1 along each side. If the target
/// of texture image unit `n` is `RECT`, the coordinates are in texels instead. If the program does not use unit `n`, its first unit
/// decides this. z is 0, and w is 1. Other attributes have the values that [`Attribute::initial`] returns.
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
    /// Attributes of fragments, each with its slope per column, its slope per row and its start, for each component, as
    /// [`Corners::lines`] returns them. Others have the values that are described above.
    pub attributes: &'a [(Attribute, [[f32; 3]; 4])],
    /// Parts of OpenGL's state, by name, as in `light[0].position`. Others have the values that OpenGL starts with.
    pub state: &'a [(State, [f32; 4])],
    /// The names of the constants, in order, for messages, as [`Listing::parameters`](crate::fragment_program::listing::Listing) has them.
    /// Without a name, a constant is called as it is bound.
    pub names: &'a [String],
}

impl<'a> ListingPass<'a> {
    /// Returns a pass without textures and parameters.
    pub fn new(program: &'a FragmentProgram, chip: Chip, width: usize, height: usize) -> ListingPass<'a> {
        let (textures, sampling, locals, environment, attributes, state) = (&[], &[], &[], &[], &[], &[]);
        ListingPass {
            program,
            chip,
            width,
            height,
            textures,
            sampling,
            locals,
            environment,
            attributes,
            state,
            names: &[],
        }
    }

    /// Returns the texture of a sampler.
    pub(super) fn texture(&self, sampler: &Sampler) -> Result<&'a Texels, BackendError> {
        let Sampler { unit, target, .. } = *sampler;
        let malformed = |what: String| BackendError::Malformed { program: self.program.name.clone(), what };
        let Some((_, texels)) = self.textures.iter().find(|(given, _)| *given == unit) else {
            return Err(self.missing(format!("texture[{unit}], which is not given")));
        };
        let Texels { width, height, layers, .. } = *texels;
        let size =
            if layers == 1 { format!("{width} × {height}") } else { format!("{width} × {height} × {layers}") };
        let count = width.checked_mul(height).and_then(|count| count.checked_mul(layers));
        if count != Some(texels.texels.len()) || texels.texels.is_empty() {
            return Err(malformed(format!("texture[{unit}] of {size} has {} texels", texels.texels.len())));
        }
        let wanted = match target {
            TextureTarget::Cube if layers != 6 || width != height => Some("six square layers"),
            TextureTarget::OneD if height > 1 || layers > 1 => Some("one row"),
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
        let what = format!("it reads {what}");
        BackendError::Malformed { program: self.program.name.clone(), what }
    }

    /// Returns the bits of each constant register in the format of the device, to which `store` converts. Registers that no instruction
    /// reads need not be given, and have zeros.
    pub(super) fn parameters(&self, store: fn(u32) -> u32) -> Result<Vec<[u32; 4]>, BackendError> {
        let reads = self.program.read_parameters();
        let all = self.program.parameters.iter().enumerate();
        all.map(|(k, parameter)| match parameter.binding {
            Binding::Literal => Ok(parameter.components.map(|component| match component {
                Scalar::Literal(bits) => bits,
                Scalar::Unused | Scalar::Uniform(_) | Scalar::Runtime => 0,
            })),
            _ if !reads[k] => Ok([0; 4]),
            binding => Ok(self.value_of(k, binding)?.map(|number| store(number.to_bits()))),
        })
        .collect()
    }

    /// Returns the value that a constant register is given.
    fn value_of(&self, k: usize, binding: Binding) -> Result<[f32; 4], BackendError> {
        let given = |list: &[(usize, [f32; 4])], n: usize, kind: &str| {
            let found = list.iter().find(|(number, _)| *number == n);
            found.map(|(_, numbers)| *numbers).ok_or_else(|| {
                let name = self.names.get(k).filter(|name| !name.is_empty());
                let called = name.map(|name| format!(": the listing calls it `{name}`")).unwrap_or_default();
                self.missing(format!("program.{kind}[{n}], which is not given{called}"))
            })
        };
        match binding {
            Binding::Local(n) => given(self.locals, n, "local"),
            Binding::Environment(n) => given(self.environment, n, "env"),
            Binding::State(n) => {
                let state =
                    self.program.states.get(n).ok_or_else(|| self.missing(format!("state {n}, which there is not")))?;
                let given = self.state.iter().find(|(own, _)| own == state).map(|(_, value)| *value);
                Ok(given.unwrap_or_else(|| state.initial()))
            }
            Binding::Literal => Ok([0.0; 4]),
        }
    }

    /// Returns, for each component of an attribute, its slope per column, its slope per row, and its start.
    pub(super) fn coordinate(&self, attribute: Attribute) -> [[f32; 3]; 4] {
        if let Some((_, lines)) = self.attributes.iter().find(|(known, _)| *known == attribute) {
            return *lines;
        }
        let Attribute::TexCoord(number) = attribute else {
            return attribute.initial().map(|value| [0.0, 0.0, value]);
        };
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
