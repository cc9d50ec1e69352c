//! The names of types.

use crate::ir::Type;
use crate::texel::Components;

/// The names of the types of kernels, except `element`.
pub(super) const NAMES: [&str; 17] = [
    "float", "vec2", "vec3", "vec4", "bool", "bvec2", "bvec3", "bvec4", "index", "int", "ivec2", "ivec3", "ivec4",
    "uint", "uvec2", "uvec3", "uvec4",
];

/// Returns the type of this name.
pub(super) fn find(name: &str, element: Components) -> Option<Type> {
    if name == "element" {
        return Some(Type::Float(element));
    }
    let of = |make: fn(Components) -> Type| Components::ALL.into_iter().map(make);
    let vectors = of(Type::Float).chain(of(Type::Int)).chain(of(Type::Uint)).chain(of(Type::Bool));
    vectors.chain([Type::Index]).find(|ty| ty.name() == name)
}

/// Returns the kernel language's name of the type that has this name in another language.
pub(super) fn foreign(word: &str) -> Option<&'static str> {
    Some(match word {
        "float2" | "half2" => "vec2",
        "float3" | "half3" => "vec3",
        "float4" | "half4" => "vec4",
        "int2" => "ivec2",
        "int3" => "ivec3",
        "int4" => "ivec4",
        "double" | "half" | "f32" => "float",
        "unsigned" => "uint",
        "i32" => "int",
        "u32" => "uint",
        _ => return None,
    })
}
