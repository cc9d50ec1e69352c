//! Counting: estimates the cost of passes without executing them.
//!
//! A counting device compiles and binds programs in the same way as an executing device, and reports the same errors, but its textures
//! have no texels. A program without control flow executes the same instructions for each fragment, so its cost is computed statically.
//! A program with control flow is executed in one batch for a few fragments, which are spread evenly over the pass. All texels of its
//! textures have the same value. There are two runs: in the first this value is 0, in the second it is the device's number for
//! read-backs. The result is the cost of the more expensive run.
//!
//! So the cost is exact for loops that depend on constants (on chips with loops, all of the papers' methods have these), and for
//! branches that depend on the position. For loops and branches that depend on data, it is the cost on such uniform data.

use crate::backend::Sampling;
use crate::backend::{BackendError, Channel, Draw, Drawn, PassCost, TextureSpec};
use crate::fragment_program::{Chip, PartitionPass, RegisterValues, Write};
use crate::geometry::Rect;

use super::Emulator;
use super::arithmetic::store_of;
use super::draw::{add, texel_format};
use super::executable::Executable;
use super::interpreter::Bindings;
use super::kernel::BoundPasses;
use super::texture::View;

/// The number of fragments that are executed as a sample of a pass.
const SAMPLED: usize = 64;

/// The textures of a pass.
struct Textures {
    /// The texture of each sampler.
    read: Vec<TextureSpec>,
    /// The texture of each render target.
    written: Vec<TextureSpec>,
}

impl Emulator {
    /// Estimates the cost of drawing the programs of a kernel.
    pub(super) fn count(&self, passes: &BoundPasses, draw: &Draw, read_back: f32) -> Result<Drawn, BackendError> {
        let between = &passes.partition().textures;
        let mut drawn = self.nothing_drawn();
        for (pass, executable, bound) in passes.each() {
            let textures = self.textures_of(pass, between, draw)?;
            let formats = |specs: &[TextureSpec]| {
                specs.iter().map(|spec| texel_format(spec.channels, spec.ty == Channel::Half)).collect::<Vec<_>>()
            };
            let (read, written) = (formats(&textures.read), formats(&textures.written));
            self.check_targets(pass, &written)?;
            let cost = count(self.chip, executable, bound, draw, &textures.read, read_back)?;
            let cost = self.with_prediction(cost, executable, draw, (&read, &written), 0);
            add(&mut drawn, passes.partition(), pass, draw, cost);
        }
        Ok(drawn)
    }

    /// Returns the textures that a pass reads and writes. `between` has the number of channels of each intermediate texture.
    fn textures_of(&self, pass: &PartitionPass, between: &[usize], draw: &Draw) -> Result<Textures, BackendError> {
        let textures = self.textures.borrow();
        let intermediate =
            |number: usize| TextureSpec::floats(draw.output.width, draw.output.height, between[number], 1);
        let read = |input: usize| match input.checked_sub(draw.inputs.len()) {
            Some(number) => Ok(intermediate(number)),
            None => Ok(textures.get(draw.inputs[input].texture)?.spec),
        };
        let written = |write: &Write| match write {
            Write::Output(number) => Ok(textures.get(draw.targets[*number].texture)?.spec),
            Write::Intermediate(number) => Ok(intermediate(*number)),
        };
        Ok(Textures {
            read: pass.program.samplers.iter().map(|sampler| read(sampler.input)).collect::<Result<_, _>>()?,
            written: pass.writes.iter().map(written).collect::<Result<_, _>>()?,
        })
    }
}

/// Estimates the cost of a pass.
fn count(
    chip: Chip,
    executable: &Executable,
    bound: &RegisterValues,
    draw: &Draw,
    read: &[TextureSpec],
    read_back: f32,
) -> Result<PassCost, BackendError> {
    let fragments: u64 = draw.rects.iter().map(|rect| rect.area() as u64).sum();
    if let Some((instructions, fetches)) = executable.static_cost() {
        let all = |each: u32| Some(u64::from(each) * fragments);
        return Ok(PassCost { fragments, instructions: all(instructions), fetches: all(fetches), predicted: None });
    }
    let sampled = sample(draw.rects);
    let number = store_of(chip)(read_back.to_bits());
    let mut max: Option<PassCost> = None;
    for word in [0, number] {
        let cost = execute(executable, bound, read, (&sampled, word))?;
        if max.is_none_or(|max| cost.instructions > max.instructions) {
            max = Some(cost);
        }
    }
    let max = max.unwrap_or_default();
    let scaled = |count: Option<u64>| {
        count.map(|count| (count as f64 / max.fragments.max(1) as f64 * fragments as f64).round() as u64)
    };
    Ok(PassCost { fragments, instructions: scaled(max.instructions), fetches: scaled(max.fetches), predicted: None })
}

/// Returns the columns and rows of a sample of fragments, which are spread evenly over the pass. If there are few fragments, all of
/// them are returned.
fn sample(rects: &[Rect]) -> Vec<(usize, usize)> {
    let fragments: usize = rects.iter().map(Rect::area).sum();
    let at = |mut number: usize| {
        for rect in rects {
            if number < rect.area() {
                return Some((rect.x + number % rect.width, rect.y + number / rect.width));
            }
            number -= rect.area();
        }
        None
    };
    let count = fragments.min(SAMPLED);
    // The pass is divided into equal parts, and the fragment in the middle of each is taken, so that half of a pass gets half of the
    // sample.
    (0..count).filter_map(|k| at((2 * k + 1) * fragments / (2 * count))).collect()
}

/// Executes the sampled fragments on textures whose texels all have the value `word`.
fn execute(
    executable: &Executable,
    bound: &RegisterValues,
    read: &[TextureSpec],
    (sampled, word): (&[(usize, usize)], u32),
) -> Result<PassCost, BackendError> {
    let layers = read.iter().map(|spec| spec.layers).max().unwrap_or(1);
    let words = vec![word; 4 * layers];
    let one = 1f32.to_bits();
    // The texture has a single texel. Float coordinates are clamped to it, and texels outside have the same value.
    let view = |spec: &TextureSpec| View {
        words: &words,
        width: 1,
        height: 1,
        span: 1,
        layers: spec.layers,
        channels: spec.channels,
        one,
        outside: word,
        sampling: Sampling::default(),
        levels: 1,
    };
    let views: Vec<View> = read.iter().map(view).collect();
    let bindings = Bindings { parameters: &bound.parameters, coordinates: &bound.coordinates, textures: &views };
    executable.count(bindings, sampled)
}
