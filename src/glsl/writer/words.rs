//! The words that no identifier of a shader may be, in any dialect of GLSL.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

/// Keywords of all dialects, words that are reserved for later versions, and names of generated functions such as access functions.
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

/// Built-in functions.
const FUNCTIONS: &str = "
radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs
sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf length distance dot
cross normalize faceforward reflect refract matrixCompMult outerProduct transpose determinant inverse lessThan
lessThanEqual greaterThan greaterThanEqual equal notEqual any all not
floatBitsToInt floatBitsToUint intBitsToFloat uintBitsToFloat packUnorm2x16 packSnorm2x16 unpackUnorm2x16
unpackSnorm2x16 packHalf2x16 unpackHalf2x16 texture textureSize textureProj textureLod textureOffset texelFetch
texelFetchOffset textureProjOffset textureLodOffset textureProjLod textureProjLodOffset textureGrad textureGradOffset
textureProjGrad textureProjGradOffset dFdx dFdy fwidth noise1 noise2 noise3 noise4 matrixCompMult";

/// Words of later versions and of extensions. Drivers may reserve them in older versions too.
const LATER: &str = "
samplerExternalOES texture2D texture2DRect texture3D textureCube shadow1D shadow2D ftransform interpolateAtCentroid
interpolateAtSample interpolateAtOffset imageLoad imageStore imageSize atomicAdd atomicMin atomicMax atomicExchange
barrier memoryBarrier fma ldexp frexp bitCount bitfieldExtract bitfieldInsert bitfieldReverse findLSB findMSB
uaddCarry usubBorrow umulExtended imulExtended EmitVertex EndPrimitive textureGather textureQueryLod textureQueryLevels
texture1D texture1DProj texture1DLod texture1DProjLod texture2DProj texture2DLod texture2DProjLod texture2DRectProj
texture3DProj texture3DLod texture3DProjLod textureCubeLod shadow1DProj shadow2DProj shadow1DLod shadow2DLod
shadow1DProjLod shadow2DProjLod std140 std430 binding location demote terminateInvocation defined version extension error pragma line";

/// All of these words. They are in a set, since every name in a kernel is looked up.
static WORDS: LazyLock<FxHashSet<&str>> =
    LazyLock::new(|| [KEYWORDS, FUNCTIONS, LATER].into_iter().flat_map(str::split_whitespace).collect());

/// Whether any version of GLSL reserves a word.
pub(super) fn is_reserved(word: &str) -> bool {
    WORDS.contains(word)
}
