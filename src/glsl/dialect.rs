//! The dialects of GLSL that kernels are written out in, as a table. The kernels themselves are the same in each.

use std::collections::HashSet;
use std::sync::LazyLock;

/// Which GLSL a device takes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, serde::Serialize)]
pub enum Dialect {
    /// OpenGL 3.3 core, GLSL 3.30.
    #[default]
    #[serde(rename = "gl")]
    Gl,
    /// OpenGL ES 3.0 (and WebGL 2), GLSL ES 3.00.
    #[serde(rename = "es")]
    Es,
    /// OpenGL 2.1, GLSL 1.20: without integers, `index` is a float.
    #[serde(rename = "gl2")]
    Gl2,
}

impl std::str::FromStr for Dialect {
    type Err = String;

    fn from_str(name: &str) -> Result<Dialect, String> {
        let found = Dialect::ALL.into_iter().find(|dialect| dialect.name() == name);
        found.ok_or_else(|| format!("there is no dialect `{name}`; there are gl, es and gl2"))
    }
}

impl Dialect {
    /// The dialects there are.
    pub const ALL: [Dialect; 3] = [Dialect::Gl, Dialect::Es, Dialect::Gl2];

    /// As the command line names it.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Gl => "gl",
            Dialect::Es => "es",
            Dialect::Gl2 => "gl2",
        }
    }

    /// The oldest version of the programming interface that speaks it, for people.
    pub fn api(self) -> &'static str {
        match self {
            Dialect::Gl => "OpenGL 3.3 core",
            Dialect::Es => "OpenGL ES 3.0",
            Dialect::Gl2 => "OpenGL 2.1",
        }
    }

    /// The language of its shaders, for people.
    pub fn language(self) -> &'static str {
        match self {
            Dialect::Gl => "GLSL 3.30",
            Dialect::Es => "GLSL ES 3.00",
            Dialect::Gl2 => "GLSL 1.20",
        }
    }

    /// The first line of a shader.
    pub(crate) fn version_line(self) -> &'static str {
        match self {
            Dialect::Gl => "#version 330 core\n",
            Dialect::Es => "#version 300 es\n",
            Dialect::Gl2 => "#version 120\n",
        }
    }

    /// Whether it has 32-bit integers. Where it has none, positions and ints are floats.
    pub(crate) fn integers(self) -> bool {
        self != Dialect::Gl2
    }
}

/// Words of GLSL that no stream, constant or function of a kernel may be called: keywords of either dialect, words kept
/// for later versions, and the words of the kernel contract.
const KEYWORDS: &str = "
attribute const uniform varying layout centroid flat smooth noperspective break continue do for while switch case
default if else in out inout float int void bool true false invariant discard return mat2 mat3 mat4 mat2x2 mat2x3
mat2x4 mat3x2 mat3x3 mat3x4 mat4x2 mat4x3 mat4x4 vec2 vec3 vec4 ivec2 ivec3 ivec4 bvec2 bvec3 bvec4 uint uvec2 uvec3
uvec4 lowp mediump highp precision sampler1D sampler2D sampler3D samplerCube sampler1DShadow sampler2DShadow
samplerCubeShadow sampler1DArray sampler2DArray sampler1DArrayShadow sampler2DArrayShadow isampler1D isampler2D
isampler3D isamplerCube isampler1DArray isampler2DArray usampler1D usampler2D usampler3D usamplerCube usampler1DArray
usampler2DArray sampler2DRect sampler2DRectShadow isampler2DRect usampler2DRect samplerBuffer isamplerBuffer
usamplerBuffer sampler2DMS isampler2DMS usampler2DMS sampler2DMSArray isampler2DMSArray usampler2DMSArray struct common
partition active asm class union enum typedef template this packed goto inline noinline volatile public static extern
external interface long short double half fixed unsigned superp input output hvec2 hvec3 hvec4 dvec2 dvec3 dvec4 fvec2
fvec3 fvec4 sampler3DRect filter image1D image2D image3D imageCube iimage1D iimage2D iimage3D iimageCube uimage1D
uimage2D uimage3D uimageCube image1DArray image2DArray iimage1DArray iimage2DArray uimage1DArray uimage2DArray
image1DShadow image2DShadow image1DArrayShadow image2DArrayShadow imageBuffer iimageBuffer uimageBuffer sizeof cast
namespace using row_major column_major coherent restrict readonly writeonly resource atomic_uint patch sample subroutine
precise shared buffer dmat2 dmat3 dmat4 dmat2x2 dmat2x3 dmat2x4 dmat3x2 dmat3x3 dmat3x4 dmat4x2 dmat4x3 dmat4x4 double
image2DRect iimage2DRect uimage2DRect imageCubeArray iimageCubeArray uimageCubeArray image2DMS iimage2DMS uimage2DMS
image2DMSArray iimage2DMSArray uimage2DMSArray samplerCubeArray samplerCubeArrayShadow isamplerCubeArray
usamplerCubeArray constant element index main fetch clamped here here_x here_y count width height quotient";

/// The functions that an expression or kernel may call, besides its own.
const FUNCTIONS: &str = "
radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs
sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf length distance dot
cross normalize faceforward reflect refract matrixCompMult outerProduct transpose determinant inverse lessThan
lessThanEqual greaterThan greaterThanEqual equal notEqual any all not";

/// Built-in functions outside the kernel contract, whose names are taken all the same.
const OTHER_FUNCTIONS: &str = "
floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat packUnorm2x16 packSnorm2x16 unpackUnorm2x16
unpackSnorm2x16 packHalf2x16 unpackHalf2x16 texture textureSize textureProj textureLod textureOffset texelFetch
texelFetchOffset textureProjOffset textureLodOffset textureProjLod textureProjLodOffset textureGrad textureGradOffset
textureProjGrad textureProjGradOffset dFdx dFdy fwidth noise1 noise2 noise3 noise4 matrixCompMult";

/// The same words, to look one up: every name of a kernel is.
static KNOWN: LazyLock<[HashSet<&str>; 3]> =
    LazyLock::new(|| [KEYWORDS, FUNCTIONS, OTHER_FUNCTIONS].map(|words| words.split_whitespace().collect()));

/// Whether a built-in function of that name may be called in kernels.
pub(crate) fn is_function(word: &str) -> bool {
    KNOWN[1].contains(word)
}

/// Whether a word is the name of any built-in function.
pub(crate) fn is_function_name(word: &str) -> bool {
    is_function(word) || KNOWN[2].contains(word)
}

/// Whether a word is one of GLSL's for textures: a sampler type, or a function that reads one.
pub(crate) fn is_texture_word(word: &str) -> bool {
    KNOWN[0].contains(word) && word.contains("sampler") || KNOWN[2].contains(word) && word.contains("tex")
}

/// The names of those functions.
pub(crate) fn functions() -> impl Iterator<Item = &'static str> {
    FUNCTIONS.split_whitespace()
}

/// Why a stream, constant or output cannot be called `name`; nothing where it can.
pub(crate) fn refuse_name(name: &str) -> Option<&'static str> {
    let mut letters = name.chars();
    let starts = letters.next().is_some_and(|c| c.is_ascii_alphabetic());
    if !starts || !letters.all(|c| c.is_ascii_alphanumeric() || c == '_') {
        return Some("a name is a letter, then letters, digits and underscores");
    }
    if name.ends_with('_') {
        return Some("a name that ends in `_` would meet another underscore in what is generated");
    }
    if name.contains("__") || name.starts_with("gl_") || name.starts_with("GL_") {
        return Some("GLSL keeps names that start with `gl_` or `GL_`, or hold two underscores in a row");
    }
    if ["fetch_", "clamped_"].iter().any(|kept| name.starts_with(kept)) {
        return Some("brooklet keeps names that start with `fetch_` and `clamped_`");
    }
    if KNOWN[0].contains(name) {
        return Some("it is a word of GLSL or of the kernel contract");
    }
    if is_function_name(name) {
        return Some("it is a function of GLSL");
    }
    None
}
