//! Draws with programs from listings: as shaders, or by the driver's assembler.

use glow::HasContext;

use crate::backend::{BackendError, Limits, ListingPass, RenderTarget, Texels, TextureSpec};
use crate::fragment_program::InstructionSet;
use crate::fragment_program::listing::print_bare;
use crate::fragment_program::shader::{LINES, NoShader, PARAMETERS, SIZES, sampler_name, shader};
use crate::geometry::Rect;

use super::sampled::{OwnersTextures, Sampled};
use super::{Gl, assembly};

/// The textures that a pass needs, which are deleted after it.
struct Textures<'a> {
    gl: &'a Gl,
    inputs: Vec<Sampled<'a>>,
    targets: Vec<RenderTarget>,
}

impl Drop for Textures<'_> {
    fn drop(&mut self) {
        self.targets.iter().for_each(|target| self.gl.forget_texture(target.texture));
    }
}

impl Gl {
    /// Draws a pass, and returns the content of each render target. Fragments that are discarded leave zeros.
    pub(super) fn draw_program(&self, pass: &ListingPass) -> Result<Vec<Texels>, BackendError> {
        let program = pass.program;
        let results = program.results();
        let Limits { targets, samplers, .. } = self.info.limits;
        self.check_count(pass, "render targets", results, targets)?;
        self.check_count(pass, "texture image units", program.samplers.len(), samplers)?;
        let parameters: Vec<[f32; 4]> =
            pass.parameters(|bits| bits)?.into_iter().map(|four| four.map(f32::from_bits)).collect();
        // Dropped after the textures, which it could not unbind otherwise.
        let _owners = OwnersTextures::of(self, pass);
        let textures = self.textures_of(pass, results)?;
        match self.assembler() {
            Some(assembler) => self.draw_by_assembler(assembler, pass, &textures)?,
            None => self.draw_as_shader(pass, &textures, &parameters)?,
        }
        let (width, height) = (pass.width, pass.height);
        let mut all = Vec::with_capacity(results);
        for target in &textures.targets {
            let mut words = vec![0; 4 * width * height];
            self.get_texels(*target, Rect::new(0, 0, width, height), &mut words)?;
            let texel = |four: &[u32]| std::array::from_fn(|channel| f32::from_bits(four[channel]));
            all.push(Texels::new(width, height, words.chunks_exact(4).map(texel).collect()));
        }
        Ok(all)
    }

    /// Makes the textures of a pass.
    fn textures_of(&self, pass: &ListingPass, results: usize) -> Result<Textures<'_>, BackendError> {
        let mut textures = Textures { gl: self, inputs: Vec::new(), targets: Vec::new() };
        for sampler in &pass.program.samplers {
            textures.inputs.push(self.sampled(pass, sampler, self.assembler().is_some())?);
        }
        let (width, height) = (pass.width, pass.height);
        self.check_side(pass, "a render target", width.max(height), self.info.limits.texture)?;
        for _ in 0..results {
            let id = self.new_texture(TextureSpec::floats(width, height, 4, 1))?;
            textures.targets.push(id.into());
            self.put_texels(id.into(), Rect::new(0, 0, width, height), &vec![0; 4 * width * height])?;
        }
        Ok(textures)
    }

    /// Checks that a side of a texture is not longer than the device allows.
    pub(super) fn check_side(
        &self,
        pass: &ListingPass,
        what: &str,
        side: usize,
        available: usize,
    ) -> Result<(), BackendError> {
        let what = format!("{what} of program `{}`", pass.program.name);
        self.check_resource(what, "texels along a side", side, available)
    }

    fn check_count(
        &self,
        pass: &ListingPass,
        resource: &'static str,
        needed: usize,
        available: usize,
    ) -> Result<(), BackendError> {
        self.check_resource(format!("program `{}`", pass.program.name), resource, needed, available)
    }

    fn check_resource(
        &self,
        what: String,
        resource: &'static str,
        needed: usize,
        available: usize,
    ) -> Result<(), BackendError> {
        match needed > available {
            true => Err(BackendError::Exceeds {
                what,
                resource,
                needed: needed as u64,
                available: available as u64,
                device: self.info.renderer.clone(),
                hint: None,
            }),
            false => Ok(()),
        }
    }

    fn draw_as_shader(
        &self,
        pass: &ListingPass,
        textures: &Textures,
        parameters: &[[f32; 4]],
    ) -> Result<(), BackendError> {
        let program = pass.program;
        let filters = program.samplers.iter().map(|sampler| Ok(pass.sampling(sampler)?.linear));
        let filters = filters.collect::<Result<Vec<bool>, BackendError>>()?;
        let written = shader(program, self.dialect, &filters).map_err(|NoShader(what)| BackendError::Lacks {
            kernel: program.name.clone(),
            what,
            device: self.dialect.language().to_owned(),
        })?;
        log::debug!("program {}:\n{}", program.name, written.text);
        // From the linking on, nothing returns before the program is deleted.
        let framebuffer = self.framebuffer(&textures.targets)?;
        let linked = self.link_text(glow::FRAGMENT_SHADER, &program.name, &written.text)?;
        let handle =
            linked.map_err(|log| BackendError::Driver { during: "compiling a fragment program", what: log })?;
        let lines: Vec<f32> =
            pass.lines().iter().flat_map(|four| [0, 1, 2].map(|k| four.map(|line| line[k]))).flatten().collect();
        let mut sizes = Vec::new();
        {
            let mut state = self.state.borrow_mut();
            state.bind_framebuffer(&self.gl, framebuffer);
            state.viewport(&self.gl, pass.width, pass.height);
            state.use_program(&self.gl, handle);
            if state.take_quad() {
                self.bind_quad();
            }
            for (unit, input) in textures.inputs.iter().enumerate() {
                state.bind_texture(&self.gl, unit as u32, input.kind, input.texture);
                state.bind_sampler(&self.gl, unit as u32, None);
                let sides = input.sides.map(|side| side as f32);
                sizes.extend([sides[0], sides[1], 1.0 / sides[0], 1.0 / sides[1]]);
            }
        }
        // SAFETY: the context is current in the caller; the program is ours and in use, and the arrays are as long as it declares them.
        unsafe {
            let located = |name: &str| self.gl.get_uniform_location(handle, name);
            for (unit, _) in textures.inputs.iter().enumerate() {
                self.gl.uniform_1_i32(located(&sampler_name(unit)).as_ref(), unit as i32);
            }
            let numbers: Vec<f32> = parameters.iter().flatten().copied().collect();
            for (name, numbers) in [(PARAMETERS, &numbers), (LINES, &lines), (SIZES, &sizes)] {
                if !numbers.is_empty() {
                    self.gl.uniform_4_f32_slice(located(name).as_ref(), numbers);
                }
            }
            let whole = [-1.0, -1.0, 1.0, 1.0];
            self.gl.uniform_4_f32_slice(located("_rects").as_ref(), &whole);
            self.gl.draw_arrays(glow::TRIANGLES, 0, 6);
        }
        let drawn = self.check("drawing with a fragment program");
        self.delete_linked(handle);
        drawn
    }

    fn draw_by_assembler(
        &self,
        assembler: &assembly::Assembler,
        pass: &ListingPass,
        textures: &Textures,
    ) -> Result<(), BackendError> {
        let available = assembler.coordinates(&self.gl);
        let program = &assembly::rewritten(pass.program, available, &self.info.renderer)?;
        let option = match program.set {
            InstructionSet::Nv30 => Some(("OPTION NV_fragment_program", "GL_NV_fragment_program_option")),
            InstructionSet::Nv40 => Some(("OPTION NV_fragment_program2", "GL_NV_fragment_program2")),
            _ => None,
        };
        if let Some((option, _)) = option.filter(|(_, extension)| !self.gl.supported_extensions().contains(*extension))
        {
            return Err(BackendError::Unsupported {
                what: format!("program `{}` by the driver's assembler", program.name),
                needs: format!("{option}, of NVIDIA's drivers"),
                device: self.info.renderer.clone(),
            });
        }
        let text = print_bare(program).map_err(|error| BackendError::Driver {
            during: "writing a listing",
            what: format!("program {}: {error}", program.name),
        })?;
        // From the assembling on, nothing returns before the program is deleted.
        let framebuffer = self.framebuffer(&textures.targets)?;
        let assembled = self.assemble(assembler, &text)?.map_err(|refused| BackendError::Driver {
            during: "assembling a fragment program",
            what: format!("line {}: {}\n{text}", refused.line(&text), refused.message),
        })?;
        {
            let mut state = self.state.borrow_mut();
            state.bind_framebuffer(&self.gl, framebuffer);
            state.viewport(&self.gl, pass.width, pass.height);
        }
        for (sampler, input) in program.samplers.iter().zip(&textures.inputs) {
            self.state.borrow_mut().bind_texture(&self.gl, sampler.unit as u32, input.kind, input.texture);
        }
        let drawn = self.draw_assembled(assembler, &assembled, pass, program);
        self.forget_assembled(assembler, &assembled);
        drawn?;
        self.check("drawing with a fragment program")
    }
}
