//! Assigns textures to the streams of a plan. A texture that no later pass reads is used again.

use rustc_hash::FxHashMap;

use crate::backend::TextureSpec;
use crate::machine::capture::{Capture, PassStep, ResourceId};

use super::recording::Recording;

/// What a texture is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// The host fills it.
    Input,
    /// The host reads it at the end.
    Output,
    /// It holds numbers of the plan.
    Data,
    /// It holds what passes leave to later ones.
    Scratch,
}

impl Use {
    pub fn word(self) -> &'static str {
        match self {
            Use::Input => "input",
            Use::Output => "output",
            Use::Data => "data",
            Use::Scratch => "scratch",
        }
    }
}

/// A texture that the host allocates.
pub(super) struct Texture {
    pub name: String,
    pub spec: TextureSpec,
    pub used: Use,
    /// The floats of all texels of a texture of data, row by row.
    pub data: Vec<f32>,
}

impl Texture {
    /// Returns the name of its format in WebGL 2.
    pub fn format(&self) -> &'static str {
        match self.spec.channels {
            1 => "R32F",
            2 => "RG32F",
            _ => "RGBA32F",
        }
    }
}

/// The textures of a plan, and which of them holds each stream of a capture.
pub(super) struct Textures {
    pub all: Vec<Texture>,
    of: FxHashMap<ResourceId, usize>,
}

impl Textures {
    /// Assigns textures to all streams of these passes. Inputs and data are never drawn to, and outputs keep their textures.
    pub fn new(recording: &Recording, capture: &Capture, passes: &[&PassStep]) -> Textures {
        let mut textures = Textures { all: Vec::new(), of: FxHashMap::default() };
        for port in &recording.inputs {
            if let Some(resource) = port.texture.and_then(|texture| capture.resource_of(texture)) {
                textures.add(capture, resource, port.name.clone(), Use::Input);
            }
        }
        textures.add_data(capture);
        let mut last: FxHashMap<ResourceId, usize> = FxHashMap::default();
        for (number, pass) in passes.iter().enumerate() {
            for binding in pass.inputs.iter().chain(&pass.outputs) {
                last.insert(binding.resource, number);
            }
        }
        let mut kept: FxHashMap<ResourceId, &str> = FxHashMap::default();
        for port in &recording.outputs {
            if let Some(resource) = port.texture.and_then(|texture| capture.resource_of(texture)) {
                kept.entry(resource).or_insert(&port.name);
            }
        }
        for (number, pass) in passes.iter().enumerate() {
            // The streams whose last pass was an earlier one.
            let is_free = |resource: &ResourceId| !kept.contains_key(resource) && last[resource] < number;
            // A kernel may have an input that stands in for one that there is not: nobody writes it.
            for binding in pass.inputs.iter().chain(&pass.outputs) {
                if textures.of.contains_key(&binding.resource) {
                    continue;
                }
                let spec = capture.texture_spec(binding.resource);
                let fits = |texture: &Texture| texture.used == Use::Scratch && Some(texture.spec) == spec;
                let is_unused = |at: &usize| {
                    textures.of.iter().filter(|(_, own)| *own == at).all(|(resource, _)| is_free(resource))
                };
                let found = (0..textures.all.len()).find(|at| fits(&textures.all[*at]) && is_unused(at));
                match found {
                    Some(at) => {
                        textures.of.insert(binding.resource, at);
                    }
                    None => {
                        textures.add(capture, binding.resource, String::new(), Use::Scratch);
                    }
                }
            }
        }
        textures.rename(&kept);
        textures
    }

    /// Gives the textures that hold outputs at the end the names of these, and the others names that no other texture has.
    fn rename(&mut self, kept: &FxHashMap<ResourceId, &str>) {
        for (resource, name) in kept {
            if let Some(texture) = self.of.get(resource).map(|at| &mut self.all[*at])
                && texture.used == Use::Scratch
            {
                (texture.name, texture.used) = ((*name).to_owned(), Use::Output);
            }
        }
        let is_named = |used: Use| matches!(used, Use::Input | Use::Output);
        let named = self.all.iter().filter(|texture| is_named(texture.used)).map(|texture| texture.name.clone());
        let taken: Vec<String> = named.collect();
        for used in [Use::Data, Use::Scratch] {
            let free = (0..).map(|number| format!("{}_{number}", used.word())).filter(|name| !taken.contains(name));
            let own = self.all.iter_mut().filter(|texture| texture.used == used);
            own.zip(free).for_each(|(texture, name)| texture.name = name);
        }
    }

    /// Adds a texture for each stream that is written from main memory.
    fn add_data(&mut self, capture: &Capture) {
        for (resource, layer, rect, words) in capture.written() {
            let at = match self.of.get(&resource) {
                Some(at) => *at,
                None => self.add(capture, resource, String::new(), Use::Data),
            };
            let texture = &mut self.all[at];
            let TextureSpec { width, height, channels, layers, .. } = texture.spec;
            texture.data.resize(width * height * channels * layers, 0.0);
            for (row, words) in words.chunks(rect.width * channels).enumerate() {
                let start = ((layer * height + rect.y + row) * width + rect.x) * channels;
                for (own, word) in texture.data[start..].iter_mut().zip(words) {
                    *own = f32::from_bits(*word);
                }
            }
        }
    }

    fn add(&mut self, capture: &Capture, resource: ResourceId, name: String, used: Use) -> usize {
        let spec = capture.texture_spec(resource).expect("a stream is in a texture");
        self.all.push(Texture { name, spec, used, data: Vec::new() });
        self.of.insert(resource, self.all.len() - 1);
        self.all.len() - 1
    }

    /// Returns the texture that holds a stream.
    pub fn of(&self, resource: ResourceId) -> &Texture {
        &self.all[self.of[&resource]]
    }

    pub fn has(&self, resource: ResourceId) -> bool {
        self.of.contains_key(&resource)
    }
}
