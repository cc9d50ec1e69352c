//! The state cache: remembers what is bound in the context, so that nothing is bound twice. Most passes of an algorithm share the
//! program, the framebuffer size and the textures, and each avoided call saves a fifth of a microsecond.

use glow::HasContext;

/// The objects that are known to be bound, or `None` where this is unknown. When an adopted context is entered, everything is unknown.
#[derive(Default)]
pub(super) struct State {
    program: Option<glow::Program>,
    framebuffer: Option<glow::Framebuffer>,
    viewport: Option<(usize, usize)>,
    quad: bool,
    active_unit: Option<u32>,
    /// For each texture unit: the texture target, and the texture that is bound to it.
    units: Vec<Option<(u32, glow::Texture)>>,
    /// The texture units to which a sampler is bound.
    samplers: Vec<bool>,
}

impl State {
    /// Marks everything as unknown, after other code has changed bindings.
    pub fn forget(&mut self) {
        *self = State { units: std::mem::take(&mut self.units), ..State::default() };
        self.units.clear();
        // Where the owner's state is set aside, no samplers are bound.
    }

    pub fn forget_texture(&mut self, texture: glow::Texture) {
        self.units
            .iter_mut()
            .filter(|unit| unit.is_some_and(|(_, bound)| bound == texture))
            .for_each(|unit| *unit = None);
    }

    pub fn forget_framebuffer(&mut self, framebuffer: glow::Framebuffer) {
        self.framebuffer = self.framebuffer.filter(|bound| *bound != framebuffer);
    }

    pub fn forget_program(&mut self, program: glow::Program) {
        self.program = self.program.filter(|bound| *bound != program);
    }

    pub fn use_program(&mut self, gl: &glow::Context, program: glow::Program) {
        if self.program != Some(program) {
            // SAFETY: the context is current in every caller, and the program belongs to it.
            unsafe { gl.use_program(Some(program)) };
            self.program = Some(program);
        }
    }

    pub fn bind_framebuffer(&mut self, gl: &glow::Context, framebuffer: glow::Framebuffer) {
        if self.framebuffer != Some(framebuffer) {
            // SAFETY: as above.
            unsafe { gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer)) };
            self.framebuffer = Some(framebuffer);
        }
    }

    pub fn viewport(&mut self, gl: &glow::Context, width: usize, height: usize) {
        if self.viewport != Some((width, height)) {
            // SAFETY: as above.
            unsafe { gl.viewport(0, 0, width as i32, height as i32) };
            self.viewport = Some((width, height));
        }
    }

    /// Returns whether the quad's vertices have to be bound, and marks them as bound.
    pub fn take_quad(&mut self) -> bool {
        !std::mem::replace(&mut self.quad, true)
    }

    pub fn bind_texture(&mut self, gl: &glow::Context, unit: u32, kind: u32, texture: glow::Texture) {
        let at = unit as usize;
        if self.units.len() <= at {
            self.units.resize(at + 1, None);
        }
        if self.units[at] != Some((kind, texture)) {
            self.activate(gl, unit);
            // SAFETY: as above.
            unsafe { gl.bind_texture(kind, Some(texture)) };
            self.units[at] = Some((kind, texture));
        }
    }

    /// Binds a sampler to a unit, or none.
    pub fn bind_sampler(&mut self, gl: &glow::Context, unit: u32, sampler: Option<glow::Sampler>) {
        let at = unit as usize;
        if sampler.is_none() && !self.samplers.get(at).is_some_and(|bound| *bound) {
            return;
        }
        if self.samplers.len() <= at {
            self.samplers.resize(at + 1, false);
        }
        // SAFETY: as above; a context without samplers gives none.
        unsafe { gl.bind_sampler(unit, sampler) };
        self.samplers[at] = sampler.is_some();
    }

    /// Binds a texture to the active unit, in order to change the texture or its content.
    pub fn bind_texture_anywhere(&mut self, gl: &glow::Context, kind: u32, texture: glow::Texture) {
        let unit = self.active_unit.unwrap_or(0);
        self.activate(gl, unit);
        let at = unit as usize;
        if self.units.len() <= at {
            self.units.resize(at + 1, None);
        }
        // SAFETY: as above.
        unsafe { gl.bind_texture(kind, Some(texture)) };
        self.units[at] = Some((kind, texture));
    }

    /// Binds a texture of the context's owner to a unit, or none.
    pub fn restore_texture(&mut self, gl: &glow::Context, unit: u32, kind: u32, texture: Option<glow::Texture>) {
        self.activate(gl, unit);
        // SAFETY: as above; the owner had bound the texture there.
        unsafe { gl.bind_texture(kind, texture) };
        if let Some(known) = self.units.get_mut(unit as usize) {
            *known = None;
        }
    }

    pub fn activate(&mut self, gl: &glow::Context, unit: u32) {
        if self.active_unit != Some(unit) {
            // SAFETY: as above.
            unsafe { gl.active_texture(glow::TEXTURE0 + unit) };
            self.active_unit = Some(unit);
        }
    }
}
