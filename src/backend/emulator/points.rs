//! Points: computes the elements of a pass beside its render targets, and then draws each where its place says.

use crate::backend::{BackendError, Draw, Drawn, PassCost, PointsBinding, RenderTarget, TextureId, TextureSpec};
use crate::fragment_operations::{Compare, DepthStencilTexel, DepthTest, FragmentOperations, tests_pass};
use crate::fragment_program::Chip;
use crate::geometry::Rect;

use super::Emulator;
use super::kernel::BoundPasses;
use super::memory::{Texture, to_half};
use super::operations::{combine, texels};

/// Elements that are drawn as points.
struct Computed {
    /// The textures of the elements, one for each output.
    outputs: Vec<Texture>,
    /// For each element four numbers, of which the third is its depth, if the kernel writes one.
    depths: Option<Vec<u32>>,
}

impl Emulator {
    /// Draws the elements of a pass as points, one after the other.
    pub(super) fn run_points(
        &self,
        passes: &BoundPasses,
        draw: &Draw,
        points: &PointsBinding,
    ) -> Result<Drawn, BackendError> {
        let (mut drawn, computed) = self.computed(passes, draw)?;
        let mut textures = self.textures.borrow_mut();
        let places = textures.get(points.places.texture)?.clone();
        let mut targets = Vec::with_capacity(draw.targets.len());
        let mut buffer = draw.depth_stencil.map(|buffer| textures.take(buffer)).transpose()?;
        for target in draw.targets {
            targets.push(textures.take(target.texture)?);
        }
        if let (Some(z), Some(buffer)) = (self.chip.profile().hierarchical_z.value, buffer.as_mut()) {
            buffer.hierarchy.begin(z, draw, computed.depths.is_some());
        }
        let (fragments, passed) =
            scatter((draw, points, self.chip), &places, &computed, (&mut targets, buffer.as_mut()));
        for (target, texture) in draw.targets.iter().zip(targets) {
            textures.put_back(target.texture, texture);
        }
        for (id, texture) in draw.depth_stencil.into_iter().zip(buffer) {
            textures.put_back(id, texture);
        }
        draw.query.into_iter().for_each(|query| self.count_passed(query, passed));
        let area = (points.size * points.size) as u64;
        let PassCost { instructions, fetches, predicted, .. } = drawn.cost;
        drawn.cost = PassCost {
            fragments,
            instructions: instructions.map(|count| count * area),
            fetches: fetches.map(|count| count * area),
            predicted,
        };
        Ok(drawn)
    }

    /// Computes the elements of a pass into textures of their own.
    fn computed(&self, passes: &BoundPasses, draw: &Draw) -> Result<(Drawn, Computed), BackendError> {
        let (width, height) = (draw.output.width, draw.output.height);
        let mut made = Vec::new();
        let mut add = |spec: TextureSpec| {
            let id = TextureId(self.number());
            self.textures.borrow_mut().put_back(id, Texture::new(spec)?);
            made.push(id);
            Ok::<_, BackendError>(id)
        };
        let beside = |target: &RenderTarget| {
            let channels = self.textures.borrow().get(target.texture)?.spec.channels;
            Ok(RenderTarget::from(add(TextureSpec::floats(width, height, channels, 1))?))
        };
        let targets: Result<Vec<RenderTarget>, BackendError> = draw.targets.iter().map(beside).collect();
        let writes_depth = passes.partition().passes.iter().any(|pass| pass.program.writes_depth());
        let buffer = match writes_depth {
            true => Some(add(TextureSpec::depth_stencil(width, height))).transpose(),
            false => Ok(None),
        };
        let result = targets.and_then(|targets| {
            let depth = writes_depth.then(|| DepthTest::new(Compare::Always));
            let operations = FragmentOperations { depth, ..FragmentOperations::default() };
            let depth_stencil = buffer?;
            let beside =
                Draw { targets: &targets, points: None, operations, depth_stencil, query: None, ..draw.clone() };
            let (drawn, passed) = self.run_quad(passes, &beside, draw)?;
            let mut textures = self.textures.borrow_mut();
            let outputs = targets.iter().map(|target| textures.take(target.texture)).collect::<Result<_, _>>()?;
            Ok((drawn, Computed { outputs, depths: passed.depths }))
        });
        made.into_iter().for_each(|id| self.textures.borrow_mut().delete(id));
        result
    }
}

/// Draws elements as points. Returns the number of fragments, and the number of those that pass all tests.
fn scatter(
    (draw, points, chip): (&Draw, &PointsBinding, Chip),
    places: &Texture,
    computed: &Computed,
    (targets, mut buffer): (&mut [Texture], Option<&mut Texture>),
) -> (u64, u64) {
    let (mut fragments, mut passed) = (0, 0);
    let FragmentOperations { depth, stencil, scissor, .. } = draw.operations;
    let (width, height) = draw.target_size();
    let all = places.words.chunks_exact(places.spec.channels).take(draw.output.count);
    for (element, place) in all.enumerate() {
        let place = [0, 1].map(|k| f32::from_bits(place.get(k).copied().unwrap_or(0)));
        let Some((x, y)) = points.texel(place) else { continue };
        let square = Rect::new(x, y, points.size, points.size);
        let square = square.intersect(scissor.unwrap_or(Rect::new(0, 0, width, height)));
        let written = computed.depths.as_ref().map(|depths| f32::from_bits(depths[4 * element + 2]));
        let own = DepthStencilTexel::quantized(written.or(depth.and_then(|test| test.at)).unwrap_or(0.0));
        for at in texels(square, width) {
            fragments += 1;
            if let Some(buffer) = buffer.as_deref_mut() {
                let mut texel = DepthStencilTexel::from_word(buffer.words[at]);
                let passes = tests_pass(depth, stencil, own, &mut texel);
                buffer.words[at] = texel.word();
                if !passes {
                    continue;
                }
            }
            passed += 1;
            for ((texture, own), target) in targets.iter_mut().zip(&computed.outputs).zip(draw.targets) {
                let TextureSpec { channels, ty, .. } = texture.spec;
                let at = (target.layer * width * height + at) * channels;
                let fragment = &own.words[element * channels..(element + 1) * channels];
                combine(&draw.operations, fragment, &mut texture.words[at..at + channels], to_half(ty, chip));
            }
        }
    }
    (fragments, passed)
}
