//! Executes fragment programs from listings on the emulator.

use crate::backend::{BackendError, ListingPass, PassCost, Sampling, Texels};
use crate::fragment_program::{Chip, Sampler, TextureTarget};
use crate::geometry::{Layout, Rect};
use crate::ir::Precision;

use super::arithmetic::store_of;
use super::debug;
use super::executable::Executable;
use super::interpreter::{Bindings, Surface};
use super::kernel::check;
use super::mipmaps::mipmaps;
use super::texture::View;

impl<'a> ListingPass<'a> {
    /// Executes the pass. Returns the content of each render target, and the cost.
    ///
    /// # Errors
    /// Fails if the chip cannot execute the program, if a texture or parameter that the program reads is missing, or if a texture or
    /// render target is larger than the chip allows.
    pub fn run(&self) -> Result<(Vec<Texels>, PassCost), BackendError> {
        let ListingPass { program, chip, width, height, .. } = *self;
        check(program, chip, Layout::Plain)?;
        self.check_side("a render target", width.max(height))?;
        let inputs = self.inputs()?;
        let executable = Executable::with_mipmaps(program, chip, &mipmapped(&inputs))?;
        let parameters = self.parameters(store_of(chip))?;
        let views: Vec<View> = inputs.iter().map(Input::view).collect();
        let coordinates = self.lines();
        let mut targets = vec![vec![0; 4 * width * height]; program.results()];
        let mut surfaces: Vec<Surface> = targets
            .iter_mut()
            .map(|words| Surface { words: words.as_mut_slice(), channels: 4, to_half: None })
            .collect();
        let bindings = Bindings { parameters: &parameters, coordinates: &coordinates, textures: &views };
        let cost = executable.run(bindings, width, &[Rect::new(0, 0, width, height)], &mut surfaces)?;
        let texel = |words: &[u32]| std::array::from_fn(|channel| f32::from_bits(words[channel]));
        let result = |words: Vec<u32>| Texels::new(width, height, words.chunks_exact(4).map(texel).collect());
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
    /// let x = Texels::new(2, 1, vec![[1.0, 2.0, 3.0, 4.0], [5.0; 4]]);
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
        self.check_side("the render targets", width.max(height))?;
        if column >= width || row >= height {
            let what = format!("there is no fragment ({column}, {row}): its render targets are {width} × {height}");
            return Err(BackendError::Malformed { program: program.name.clone(), what });
        }
        let inputs = self.inputs()?;
        let executable = Executable::with_mipmaps(program, chip, &mipmapped(&inputs))?;
        let textures: Vec<debug::Texture> =
            inputs.iter().map(|input| debug::Texture { view: input.view(), stream: None }).collect();
        let coordinates = self.lines();
        let given = debug::DrawBindings {
            program,
            chip,
            parameters: &self.parameters(store_of(chip))?,
            coordinates: &coordinates,
            textures: &textures,
            bounds: executable.bounds(),
        };
        let targets = (0..program.results()).map(|number| {
            let name = match program.outputs {
                outputs if number == outputs => "result.depth".to_owned(),
                1 => "result.color".to_owned(),
                _ => format!("result.color[{number}]"),
            };
            debug::Target::of_floats(name, 4)
        });
        let fragment = debug::fragment(&given, (column, row), targets);
        Ok(debug::Fragment { element: Some(row * width + column), ..fragment })
    }

    /// Returns the textures that the program reads, with their words in the chip's format.
    fn inputs(&self) -> Result<Vec<Input<'a>>, BackendError> {
        let store = store_of(self.chip);
        let input = |sampler: &Sampler| {
            let (texels, sampling) = (self.texture(sampler)?, self.sampling(sampler)?);
            let largest = texels.width.max(texels.height).max(texels.layers);
            self.check_side(&format!("texture[{}]", sampler.unit), largest)?;
            let halves = (sampling.linear || sampling.mipmaps) && self.filters(sampler)?;
            let stored = |value: &f32| match halves {
                true => store(Precision::Half.round(*value).to_bits()),
                false => store(value.to_bits()),
            };
            if sampling.mipmaps && sampler.target == TextureTarget::Cube {
                return Err(BackendError::Unsupported {
                    what: format!("texture[{}] with the mip levels of a cube", sampler.unit),
                    needs: "a device with OpenGL: the emulator has none of those".to_owned(),
                    device: self.chip.name().to_owned(),
                });
            }
            let levels = if sampling.mipmaps { mipmaps(texels, sampler.target) } else { Vec::new() };
            let smaller = levels.iter().skip(1).flat_map(|level| &level.texels);
            let words = texels.texels.iter().chain(smaller).flatten().map(stored).collect();
            Ok(Input { texels, words, sampling, levels: levels.len().max(1) })
        };
        self.program.samplers.iter().map(input).collect()
    }

    /// Whether the chip filters textures of half floats only. It fails if the chip filters no floats at all.
    fn filters(&self, sampler: &Sampler) -> Result<bool, BackendError> {
        match self.chip {
            Chip::None | Chip::G80 => Ok(false),
            Chip::Nv40 | Chip::G70 => Ok(true),
            Chip::R300 | Chip::R420 | Chip::R520 | Chip::Nv30 => Err(BackendError::Unsupported {
                what: format!("texture[{}] with a filter or mip levels", sampler.unit),
                needs: "a chip that filters floats: nv40 and g70 filter halves, g80 and `none` all floats".to_owned(),
                device: self.chip.name().to_owned(),
            }),
        }
    }

    /// Checks that a side of a texture is not longer than the chip allows. The number of layers counts as a side.
    fn check_side(&self, what: &str, side: usize) -> Result<(), BackendError> {
        let largest = self.chip.profile().largest_texture.value;
        match side {
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
}

/// A texture that a program reads.
struct Input<'a> {
    texels: &'a Texels,
    words: Vec<u32>,
    sampling: Sampling,
    levels: usize,
}

/// Returns the sizes of the textures with mip levels.
fn mipmapped(inputs: &[Input]) -> Vec<Option<[usize; 3]>> {
    let size = |input: &Input| [input.texels.width, input.texels.height, input.texels.layers];
    inputs.iter().map(|input| input.sampling.mipmaps.then(|| size(input))).collect()
}

impl Input<'_> {
    /// Returns the view through which the program reads it.
    fn view(&self) -> View<'_> {
        let Texels { width, height, layers, .. } = *self.texels;
        let (words, sampling, levels) = (&self.words, self.sampling, self.levels);
        View {
            words,
            width,
            height,
            span: height,
            layers,
            channels: 4,
            one: 1f32.to_bits(),
            outside: 0,
            sampling,
            levels,
        }
    }
}
