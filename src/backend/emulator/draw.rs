//! Draws the programs of a kernel one after the other, with their textures and render targets.

use rustc_hash::FxHashMap;

use crate::backend::{BackendError, Channel, Draw, Drawn, DrawnPart, PassCost, RenderTarget, TextureId, TextureSpec};
use crate::fragment_program::cost::{Predicted, TexelFormat, Work};
use crate::fragment_program::{Partition, PartitionPass, RegisterValues, Write};

use super::Emulator;
use super::executable::Executable;
use super::interpreter::{Bindings, Surface};
use super::kernel::BoundPasses;
use super::memory::{Texture, Textures, gone, to_half};
use super::operations::{DepthStencilBuffer, Passed, texels};

/// The textures while a kernel is drawn. When it is dropped, the render targets are put back among the other textures.
struct Stage<'a> {
    /// The textures that are not render targets.
    textures: &'a mut Textures,
    /// Copies of those render targets that are also inputs, with their content from before the draw.
    read_copies: FxHashMap<TextureId, Texture>,
    /// The render targets.
    taken: Vec<(TextureId, Texture)>,
    /// The intermediate textures between the passes of the kernel. An entry is `None` while the texture is drawn to.
    intermediates: Vec<Option<Texture>>,
    /// The pass whose time is predicted.
    predicted: &'a Draw<'a>,
}

impl<'a> Stage<'a> {
    fn new(
        textures: &'a mut Textures,
        partition: &Partition,
        draw: &Draw,
        predicted: &'a Draw<'a>,
    ) -> Result<Stage<'a>, BackendError> {
        let intermediates = intermediates(partition, draw)?;
        for target in draw.targets {
            textures.get(target.texture)?;
        }
        let (read_copies, taken) = (FxHashMap::default(), Vec::new());
        let mut stage = Stage { textures, read_copies, taken, intermediates, predicted };
        for target in draw.targets.iter().copied().chain(draw.depth_stencil.map(RenderTarget::from)) {
            if stage.taken.iter().any(|(id, _)| *id == target.texture) {
                continue;
            }
            if draw.inputs.iter().any(|input| input.texture == target.texture) {
                stage.read_copies.insert(target.texture, stage.textures.get(target.texture)?.clone());
            }
            stage.taken.push((target.texture, stage.textures.take(target.texture)?));
        }
        Ok(stage)
    }

    /// Returns the depth and stencil buffer.
    fn depth_stencil(&mut self, draw: &Draw) -> Option<&mut Texture> {
        let (_, texture) = self.taken.iter_mut().find(|(id, _)| Some(*id) == draw.depth_stencil)?;
        Some(texture)
    }
}

impl Drop for Stage<'_> {
    fn drop(&mut self) {
        self.taken.drain(..).for_each(|(id, texture)| self.textures.put_back(id, texture));
    }
}

impl Emulator {
    /// Draws the programs of a kernel.
    pub(super) fn run(&self, passes: &BoundPasses, draw: &Draw) -> Result<Drawn, BackendError> {
        match &draw.points {
            None => self.run_quad(passes, draw, draw).map(|(drawn, _)| drawn),
            Some(points) => self.run_points(passes, draw, points),
        }
    }

    /// Draws the programs of a kernel for rectangles. Returns the fragments that passed. `predicted` is the pass whose time is predicted. It
    /// differs from `draw` if elements are computed that are then drawn as points.
    pub(super) fn run_quad(
        &self,
        passes: &BoundPasses,
        draw: &Draw,
        predicted: &Draw,
    ) -> Result<(Drawn, Passed), BackendError> {
        let mut textures = self.textures.borrow_mut();
        let mut stage = Stage::new(&mut textures, passes.partition(), draw, predicted)?;
        let mut buffer = stage.depth_stencil(draw).map(|texture| {
            let Texture { words, hierarchy, .. } = texture;
            DepthStencilBuffer { words: words.clone(), hierarchy: *hierarchy }
        });
        let result = self.run_tested(passes, draw, &mut stage, buffer.as_mut());
        if let Some((texture, buffer)) = stage.depth_stencil(draw).zip(buffer)
            // If nothing was drawn, nothing was tested.
            && result.is_ok()
        {
            (texture.words, texture.hierarchy) = (buffer.words, buffer.hierarchy);
        }
        result
    }

    /// Draws the programs of a kernel.
    fn run_tested(
        &self,
        passes: &BoundPasses,
        draw: &Draw,
        stage: &mut Stage,
        mut buffer: Option<&mut DepthStencilBuffer>,
    ) -> Result<(Drawn, Passed), BackendError> {
        let profile = self.chip.profile();
        let mut drawn = self.nothing_drawn();
        let is_late = passes.partition().passes.iter().any(|pass| pass.program.writes_depth());
        let mut passed = match is_late {
            true => Passed::untested(draw),
            false => Passed::early(draw, buffer.as_deref_mut(), profile),
        };
        if let (true, Some(z), Some(buffer)) = (is_late, profile.hierarchical_z.value, buffer.as_deref_mut()) {
            buffer.hierarchy.begin(z, draw, true);
        }
        for (pass, executable, bound) in passes.each() {
            // A kernel that writes a depth is one program.
            let late = buffer.as_deref_mut().filter(|_| is_late).map(|buffer| buffer.words.as_mut_slice());
            let cost = self.run_pass(pass, executable, bound, (draw, &mut passed, late), stage)?;
            add(&mut drawn, passes.partition(), pass, draw, cost);
        }
        draw.query.into_iter().for_each(|query| self.count_passed(query, passed.count()));
        Ok((drawn, passed))
    }

    /// Returns the cost of drawing nothing.
    pub(super) fn nothing_drawn(&self) -> Drawn {
        let predicted = self.model.as_ref().map(|_| Predicted::default());
        let cost = PassCost { fragments: 0, instructions: Some(0), fetches: Some(0), predicted };
        Drawn { cost, parts: Vec::new() }
    }

    /// Adds the predicted time to a cost, except for points of several texels. `textures` and `targets` have the format of each texture that
    /// was read or written.
    pub(super) fn with_prediction(
        &self,
        cost: PassCost,
        executable: &Executable,
        draw: &Draw,
        (textures, targets): (&[TexelFormat], &[TexelFormat]),
        rejected: u64,
    ) -> PassCost {
        let predicted = || {
            if draw.points.is_some_and(|points| points.size > 1) {
                return None;
            }
            let (model, instructions, fetches) = (self.model.as_ref()?, cost.instructions?, cost.fetches?);
            let (blends, tested) = (draw.operations.blend.is_some(), tested(draw) - rejected);
            let (fragments, depth_bytes) = (cost.fragments, tested * depth_bytes(draw));
            let work =
                Work { fragments, instructions, fetches, textures, targets, blends, tested, rejected, depth_bytes };
            Some(model.pass(executable.demand(), &work))
        };
        PassCost { predicted: predicted(), ..cost }
    }

    /// Returns an error if the render targets of a pass have different formats and the chip does not support that.
    pub(super) fn check_targets(&self, pass: &PartitionPass, targets: &[TexelFormat]) -> Result<(), BackendError> {
        let one_format = self.chip.profile().one_format.value;
        if one_format && targets.windows(2).any(|pair| pair[0] != pair[1]) {
            return Err(BackendError::Lacks {
                kernel: pass.program.name.clone(),
                what: "render targets of different formats".to_owned(),
                device: self.chip.name().to_owned(),
            });
        }
        Ok(())
    }

    fn run_pass(
        &self,
        pass: &PartitionPass,
        executable: &Executable,
        bound: &RegisterValues,
        (draw, passed, late): (&Draw, &mut Passed, Option<&mut [u32]>),
        stage: &mut Stage,
    ) -> Result<PassCost, BackendError> {
        let PartitionPass { program, writes } = pass;
        let Stage { textures, read_copies, taken, intermediates, predicted } = &mut *stage;
        // The intermediate textures that a pass draws to are taken out. The pass does not read them.
        let mut written: Vec<(usize, Texture)> = Vec::new();
        for write in writes {
            if let Write::Intermediate(number) = write {
                let texture =
                    intermediates[*number].take().ok_or_else(|| gone("drawing", "texture", *number as u32))?;
                written.push((*number, texture));
            }
        }
        let (mut views, mut formats) = (Vec::with_capacity(program.samplers.len()), Vec::new());
        for sampler in &program.samplers {
            let texture = match sampler.input.checked_sub(draw.inputs.len()) {
                Some(number) => {
                    intermediates[number].as_ref().ok_or_else(|| gone("reading", "texture", number as u32))?
                }
                None => {
                    let id = draw.inputs[sampler.input].texture;
                    match read_copies.get(&id) {
                        Some(copy) => copy,
                        None => textures.get(id)?,
                    }
                }
            };
            views.push(texture.view(self.chip));
            formats.push(texel_format(texture.spec.channels, texture.spec.ty == Channel::Half));
        }
        let mut layers: Vec<(RenderTarget, Surface)> = Vec::new();
        for (id, texture) in taken.iter_mut() {
            let TextureSpec { width, height, channels, ty, .. } = texture.spec;
            let words = width * height * channels;
            for (layer, words) in texture.words.chunks_exact_mut(words.max(1)).enumerate() {
                layers.push((
                    RenderTarget { texture: *id, layer },
                    Surface { words, channels, to_half: to_half(ty, self.chip) },
                ));
            }
        }
        let mut between = written.iter_mut();
        let mut surfaces = Vec::with_capacity(writes.len());
        for write in writes {
            let surface = match write {
                Write::Output(number) => {
                    let target = &draw.targets[*number];
                    let Some(at) = layers.iter().position(|(layer, _)| layer == target) else {
                        return Err(gone("drawing", "layer", target.layer as u32));
                    };
                    layers.swap_remove(at).1
                }
                Write::Intermediate(number) => {
                    let (_, texture) = between.next().ok_or_else(|| gone("drawing", "texture", *number as u32))?;
                    Surface { words: &mut texture.words, channels: texture.spec.channels, to_half: None }
                }
            };
            surfaces.push(surface);
        }
        let targets: Vec<TexelFormat> =
            surfaces.iter().map(|surface| texel_format(surface.channels, surface.to_half.is_some())).collect();
        self.check_targets(pass, &targets)?;
        let bindings = Bindings { parameters: &bound.parameters, coordinates: &bound.coordinates, textures: &views };
        let result = match draw.operations.is_default() {
            true => executable
                .run(bindings, draw.output.width, draw.rects, &mut surfaces)
                .inspect(|_| surfaces.iter_mut().for_each(|surface| store(surface, draw))),
            false => run_with_operations(executable, bindings, (draw, passed, late), writes, &mut surfaces),
        };
        written.into_iter().for_each(|(number, texture)| intermediates[number] = Some(texture));
        let targets = predicted_formats(predicted, writes, targets, textures)?;
        Ok(self.with_prediction(result?, executable, predicted, (&formats, &targets), passed.rejected))
    }
}

/// Returns the format of each texture that a program writes in the predicted pass. `own` has those of the pass that is drawn.
fn predicted_formats(
    predicted: &Draw,
    writes: &[Write],
    own: Vec<TexelFormat>,
    textures: &Textures,
) -> Result<Vec<TexelFormat>, BackendError> {
    let format = |(write, own): (&Write, TexelFormat)| match write {
        // The textures of points are not among those that are taken.
        Write::Output(number) if predicted.points.is_some() => {
            let spec = textures.get(predicted.targets[*number].texture)?.spec;
            Ok(texel_format(spec.channels, spec.ty == Channel::Half))
        }
        _ => Ok(own),
    };
    writes.iter().zip(own).map(format).collect()
}

/// Returns the format of a texture's texels, for the costs.
pub(super) fn texel_format(channels: usize, half: bool) -> TexelFormat {
    TexelFormat { channels, half }
}

/// Converts what a pass has written to a surface to the numbers that its texture stores.
fn store(surface: &mut Surface, draw: &Draw) {
    if let Some(to_half) = surface.to_half {
        let channels = surface.channels;
        for at in draw.rects.iter().flat_map(|rect| texels(*rect, draw.output.width)) {
            surface.words[at * channels..(at + 1) * channels].iter_mut().for_each(|word| *word = to_half(*word));
        }
    }
}

/// Returns the number of fragments whose depth or stencil is tested: all of the pass, if it has such a test. A point counts as one
/// fragment.
fn tested(draw: &Draw) -> u64 {
    let operations = &draw.operations;
    if draw.points.is_some() {
        return if operations.reads_depth_stencil() { draw.output.count as u64 } else { 0 };
    }
    let rects = draw.rects.iter().filter(|_| operations.reads_depth_stencil());
    rects.map(|rect| operations.scissor.map_or(*rect, |s| rect.intersect(s)).area() as u64).sum()
}

/// Returns the number of bytes that a pass reads and writes of the depth and stencil buffer for a texel.
fn depth_bytes(draw: &Draw) -> u64 {
    4 * (1 + u64::from(draw.operations.writes_depth_stencil()))
}

/// Runs a pass whose fragments are combined with the render targets' content. Intermediate textures are overwritten. `late` is the depth and
/// stencil buffer, if the fragments are tested by the depth that the program writes.
fn run_with_operations(
    executable: &Executable,
    bindings: Bindings,
    (draw, passed, late): (&Draw, &mut Passed, Option<&mut [u32]>),
    writes: &[Write],
    surfaces: &mut [Surface],
) -> Result<PassCost, BackendError> {
    let width = draw.output.width;
    let mut beside: Vec<Vec<u32>> = surfaces.iter().map(|surface| surface.words.to_vec()).collect();
    // The depth is the last result of a program, and has four components.
    let mut depths = vec![0; if late.is_some() { 4 * width * draw.output.height } else { 0 }];
    let formats = surfaces.iter().map(|surface| (surface.channels, surface.to_half));
    let mut fragments: Vec<Surface> = beside
        .iter_mut()
        .zip(formats)
        .map(|(words, (channels, to_half))| Surface { words, channels, to_half })
        .collect();
    if late.is_some() {
        fragments.push(Surface { words: &mut depths, channels: 4, to_half: None });
    }
    let cost = executable.run(bindings, width, &passed.rects, &mut fragments)?;
    if let Some(buffer) = late {
        *passed = Passed::late(draw, buffer, depths);
    }
    for ((surface, fragments), write) in surfaces.iter_mut().zip(&beside).zip(writes) {
        match write {
            Write::Output(_) => passed.combine(&draw.operations, fragments, surface),
            Write::Intermediate(_) => surface.words.copy_from_slice(fragments),
        }
    }
    Ok(cost)
}

/// Adds the cost of a pass of a kernel.
pub(super) fn add(drawn: &mut Drawn, partition: &Partition, pass: &PartitionPass, draw: &Draw, cost: PassCost) {
    drawn.cost += cost;
    if partition.passes.len() > 1 {
        drawn.parts.push(part(pass, partition, draw, cost));
    }
}

/// Creates the intermediate textures between the passes of a kernel.
fn intermediates(partition: &Partition, draw: &Draw) -> Result<Vec<Option<Texture>>, BackendError> {
    let (width, height) = (draw.output.width, draw.output.height);
    let texture = |channels: &usize| {
        let mut texture = Texture::new(TextureSpec::floats(width, height, *channels, 1))?;
        if let Some(fill) = draw.fill {
            texture.words.fill(fill.to_bits());
        }
        Ok(Some(texture))
    };
    partition.textures.iter().map(texture).collect()
}

/// Returns the description of one of several passes: its cost, and the textures that it read and wrote.
fn part(pass: &PartitionPass, partition: &Partition, draw: &Draw, cost: PassCost) -> DrawnPart {
    let mut part = DrawnPart { cost, ..DrawnPart::default() };
    for sampler in &pass.program.samplers {
        match sampler.input.checked_sub(draw.inputs.len()) {
            Some(number) => part.read.push(partition.textures[number]),
            None => part.inputs.push(sampler.input),
        }
    }
    for write in &pass.writes {
        match write {
            Write::Output(number) => part.outputs.push(*number),
            Write::Intermediate(number) => part.written.push(partition.textures[*number]),
        }
    }
    part
}
