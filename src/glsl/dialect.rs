//! The dialects of GLSL in which kernels are written.

/// Whether all devices of this build are contexts of WebGL 2, as those of the smaller npm package. The compiler leaves out what other devices
/// need.
pub(crate) const WEBGL_ALONE: bool = cfg!(all(feature = "web", not(feature = "web-full"), target_family = "wasm"));

/// The dialect of GLSL that a device accepts.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub enum Dialect {
    /// OpenGL 3.3 core, GLSL 3.30.
    #[default]
    #[serde(rename = "gl")]
    Gl,
    /// OpenGL ES 3.0 (and WebGL 2), GLSL ES 3.00.
    #[serde(rename = "es")]
    Es,
    /// OpenGL 2.1, GLSL 1.20. It has no integers, so `index` is a float.
    #[serde(rename = "gl2")]
    Gl2,
    /// OpenGL 2.1 with assembly: kernels are ARB_fragment_program listings. Shaders that are still written in GLSL, such as compute
    /// kernels, are the same as in [`Dialect::Gl2`].
    #[serde(rename = "arb")]
    Arb,
}

impl std::str::FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Dialect, String> {
        let found = Dialect::ALL.into_iter().chain([Dialect::Arb]).find(|dialect| dialect.name() == name);
        found.ok_or_else(|| format!("there is no dialect `{name}`; there are gl, es, gl2 and arb"))
    }
}

impl Dialect {
    /// The dialects of GLSL.
    pub const ALL: [Dialect; 3] = [Dialect::Gl, Dialect::Es, Dialect::Gl2];

    /// Returns its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Gl => "gl",
            Dialect::Es => "es",
            Dialect::Gl2 => "gl2",
            Dialect::Arb => "arb",
        }
    }

    /// Returns the oldest version of the API that supports it, for display.
    pub fn api(self) -> &'static str {
        match self {
            Dialect::Gl => "OpenGL 3.3 core",
            Dialect::Es => "OpenGL ES 3.0",
            Dialect::Gl2 => "OpenGL 2.1",
            Dialect::Arb => "ARB_fragment_program",
        }
    }

    /// Returns the language of its shaders, for display.
    pub fn language(self) -> &'static str {
        match self {
            Dialect::Gl => "GLSL 3.30",
            Dialect::Es => "GLSL ES 3.00",
            Dialect::Gl2 => "GLSL 1.20",
            Dialect::Arb => "a listing of ARB_fragment_program",
        }
    }

    /// Returns the first line of a shader.
    pub(crate) fn version_line(self) -> &'static str {
        match self {
            Dialect::Gl => "#version 330 core\n",
            Dialect::Es => "#version 300 es\n",
            Dialect::Gl2 | Dialect::Arb => "#version 120\n",
        }
    }

    /// Whether shaders are in GLSL 1.20, which has no integers, no `out` variables and `texture2D`. With assembly, these are the
    /// shaders that are still written in GLSL.
    pub(crate) fn is_glsl_120(self) -> bool {
        !WEBGL_ALONE && matches!(self, Dialect::Gl2 | Dialect::Arb)
    }

    /// Whether the dialect has 32-bit integers. In a dialect without them, positions and ints are floats.
    pub(crate) fn integers(self) -> bool {
        !self.is_glsl_120()
    }
}
