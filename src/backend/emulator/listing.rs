//! Executes fragment programs from listings on the emulator. The listings may come from other sources than brooklet.

use crate::backend::{BackendError, PassCost};
use crate::fragment_program::{Binding, Chip, FragmentProgram, Sampler, Scalar, TextureTarget};
use crate::geometry::{Layout, Rect};

use super::arithmetic::store_of;
use super::debug;
use super::executable::Executable;
use super::interpreter::{Bindings, Surface};
use super::kernel::check;
use super::texture::View;

/// A texture with four channels, whose texels are stored row by row.
#[derive(Clone, PartialEq, Debug)]
pub struct Texels {
    /// The number of texels per row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The texels.
    pub texels: Vec<[f32; 4]>,
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
/// let x = Texels { width: 2, height: 1, texels: vec![[1.0, 2.0, 3.0, 4.0], [5.0; 4]] };
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
    /// The local parameters, each with its number.
    pub locals: &'a [(usize, [f32; 4])],
    /// The environment parameters, each with its number.
    pub environment: &'a [(usize, [f32; 4])],
}

impl<'a> ListingPass<'a> {
    /// Returns a pass without textures and parameters.
    pub fn new(program: &'a FragmentProgram, chip: Chip, width: usize, height: usize) -> ListingPass<'a> {
        ListingPass { program, chip, width, height, textures: &[], locals: &[], environment: &[] }
    }

    /// Executes the pass. Returns the content of each render target, and the cost.
    ///
    /// # Errors
    /// Fails if the chip cannot execute the program, if a texture or parameter that the program reads is missing, or if a texture or
    /// render target is larger than the chip allows.
    pub fn run(&self) -> Result<(Vec<Texels>, PassCost), BackendError> {
        let ListingPass { program, chip, width, height, .. } = *self;
        check(program, chip, Layout::Plain)?;
        let executable = Executable::new(program, chip)?;
        self.check_size("a render target", width, height)?;
        let parameters = self.parameters()?;
        let inputs = self.inputs()?;
        let views: Vec<View> = inputs.iter().map(view).collect();
        let coordinates: Vec<_> = program.coordinates.iter().map(|own| self.coordinate(own.number)).collect();
        let mut targets = vec![vec![0; 4 * width * height]; program.outputs];
        let mut surfaces: Vec<Surface> =
            targets.iter_mut().map(|words| Surface { words: words.as_mut_slice(), channels: 4 }).collect();
        let bindings = Bindings { parameters: &parameters, coordinates: &coordinates, textures: &views };
        let cost = executable.run(bindings, width, &[Rect::new(0, 0, width, height)], &mut surfaces)?;
        let texel = |words: &[u32]| std::array::from_fn(|channel| f32::from_bits(words[channel]));
        let result = |words: Vec<u32>| Texels { width, height, texels: words.chunks_exact(4).map(texel).collect() };
        Ok((targets.into_iter().map(result).collect(), cost))
    }

    /// Executes the pass for the fragment in one column and row, instruction by instruction. Programs that exceed the chip's limits are
    /// executed too. [`counts::check`](crate::fragment_program::counts::check) reports which limits they exceed.
    ///
    /// ```
    /// use brooklet::backend::{ListingPass, Texels};
    /// use brooklet::fragment_program::{Chip, listing};
    ///
    /// let text = "!!ARBfp1.0\nTEMP a;\nTEX a, fragment.texcoord[0], texture[0], 2D;\nMUL result.color, a, a;\nEND\n";
    /// let program = listing::read("square.fp", text)?.program;
    /// let x = Texels { width: 2, height: 1, texels: vec![[1.0, 2.0, 3.0, 4.0], [5.0; 4]] };
    /// let pass = ListingPass { textures: &[(0, x)], ..ListingPass::new(&program, Chip::R300, 2, 1) };
    /// let fragment = pass.debug(1, 0)?;
    /// assert_eq!(fragment.steps[1].operands[0].map(f32::from_bits), [5.0; 4]);
    /// assert_eq!(fragment.outputs[0].words.map(f32::from_bits), [25.0; 4]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The same as for [`run`](ListingPass::run), except that exceeded limits are not an error. Also fails if the fragment is outside
    /// the render targets.
    pub fn debug(&self, column: usize, row: usize) -> Result<debug::Fragment, BackendError> {
        let ListingPass { program, chip, width, height, .. } = *self;
        let executable = Executable::new(program, chip)?;
        self.check_size("the render targets", width, height)?;
        if column >= width || row >= height {
            let what = format!("there is no fragment ({column}, {row}): its render targets are {width} × {height}");
            return Err(BackendError::Malformed { program: program.name.clone(), what });
        }
        let inputs = self.inputs()?;
        let textures: Vec<debug::Texture> =
            inputs.iter().map(|input| debug::Texture { view: view(input), stream: None }).collect();
        let coordinates: Vec<_> = program.coordinates.iter().map(|own| self.coordinate(own.number)).collect();
        let given = debug::DrawBindings {
            program,
            chip,
            parameters: &self.parameters()?,
            coordinates: &coordinates,
            textures: &textures,
            bounds: executable.bounds(),
        };
        let outputs = (0..program.outputs).map(|number| match program.outputs {
            1 => ("result.color".to_owned(), 4),
            _ => (format!("result.color[{number}]"), 4),
        });
        let fragment = debug::fragment(&given, (column, row), outputs);
        Ok(debug::Fragment { element: Some(row * width + column), ..fragment })
    }

    /// Returns the textures that the program reads, with their words in the chip's format.
    fn inputs(&self) -> Result<Vec<(&'a Texels, Vec<u32>)>, BackendError> {
        let store = store_of(self.chip);
        let input = |sampler: &Sampler| {
            let texels = self.texture(sampler.unit)?;
            let words = texels.texels.iter().flatten().map(|value| store(value.to_bits())).collect();
            Ok((texels, words))
        };
        self.program.samplers.iter().map(input).collect()
    }

    fn texture(&self, unit: usize) -> Result<&'a Texels, BackendError> {
        let Some((_, texels)) = self.textures.iter().find(|(given, _)| *given == unit) else {
            return Err(self.missing(format!("texture[{unit}]")));
        };
        self.check_size(&format!("texture[{unit}]"), texels.width, texels.height)?;
        let Texels { width, height, .. } = *texels;
        if texels.texels.len() != width * height || texels.texels.is_empty() {
            let what = format!("texture[{unit}] of {width} × {height} has {} texels", texels.texels.len());
            return Err(BackendError::Malformed { program: self.program.name.clone(), what });
        }
        Ok(texels)
    }

    fn missing(&self, what: String) -> BackendError {
        let what = format!("it reads {what}, which is not given");
        BackendError::Malformed { program: self.program.name.clone(), what }
    }

    fn check_size(&self, what: &str, width: usize, height: usize) -> Result<(), BackendError> {
        let largest = self.chip.profile().largest_texture.value;
        match width.max(height) {
            side if side > largest => Err(BackendError::Exceeds {
                what: what.to_owned(),
                resource: "texels along a side",
                needed: side as u64,
                available: largest as u64,
                device: self.chip.name().to_owned(),
                hint: None,
            }),
            _ => Ok(()),
        }
    }

    /// Returns the bits of each constant register in the chip's format.
    fn parameters(&self) -> Result<Vec<[u32; 4]>, BackendError> {
        let store = store_of(self.chip);
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
                Binding::Literal => Ok(parameter.components.map(|component| match component {
                    Scalar::Literal(bits) => bits,
                    Scalar::Unused | Scalar::Uniform(_) | Scalar::Given => 0,
                })),
            })
            .collect()
    }

    /// Returns, for each component of a coordinate, its slope per column, its slope per row, and its start.
    fn coordinate(&self, number: usize) -> [[f32; 3]; 4] {
        let samplers = &self.program.samplers;
        let sampler = samplers.iter().find(|sampler| sampler.unit == number).or(samplers.first());
        let [x, y] = match sampler.map(|sampler| sampler.target) {
            Some(TextureTarget::Rectangle) => [1.0; 2],
            _ => [self.width, self.height].map(|side| 1.0 / side.max(1) as f32),
        };
        [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0; 3], [0.0, 0.0, 1.0]]
    }
}

/// Returns the view through which a program reads a texture.
fn view<'v>((texels, words): &'v (&Texels, Vec<u32>)) -> View<'v> {
    let Texels { width, height, .. } = **texels;
    View { words, width, height, layers: 1, channels: 4, one: 1f32.to_bits(), outside: 0 }
}
