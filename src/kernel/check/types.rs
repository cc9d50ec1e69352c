//! Resolves the names of types.

use super::names::refuse_word;
use super::{Checked, Checker};
use crate::ir::Type;
use crate::syntax::ast::Name;
use crate::syntax::{Code, Diagnostic, nearest};
use crate::texel::Components;

/// The types of a kernel, but for `element`.
pub(super) const NAMES: [&str; 17] = [
    "float", "vec2", "vec3", "vec4", "bool", "bvec2", "bvec3", "bvec4", "index", "int", "ivec2", "ivec3", "ivec4",
    "uint", "uvec2", "uvec3", "uvec4",
];

/// The type of this name.
pub(super) fn find(name: &str, element: Components) -> Option<Type> {
    if name == "element" {
        return Some(Type::Float(element));
    }
    let of = |make: fn(Components) -> Type| Components::ALL.into_iter().map(make);
    let vectors = of(Type::Float).chain(of(Type::Int)).chain(of(Type::Uint)).chain(of(Type::Bool));
    vectors.chain([Type::Index]).find(|ty| ty.name() == name)
}

impl Checker<'_> {
    /// The type of this name, if it is one that may stand here.
    pub(super) fn find_type(&self, name: &str) -> Option<Type> {
        find(name, self.unit.element)
    }

    /// The type of a variable; says what is wrong with it.
    pub(super) fn variable_type(&mut self, name: &Name) -> Checked<Type> {
        let word = name.text.as_str();
        if let Some(ty) = self.find_type(word) {
            return Ok(ty);
        }
        let diagnostic = if word == "void" {
            Diagnostic::error(Code::K0206, name.span, "a variable cannot be `void`")
        } else if let Some(why) = refuse_word(word) {
            Diagnostic::error(Code::K0209, name.span, format!("a kernel cannot use `{word}`")).help(why)
        } else {
            let diagnostic = Diagnostic::error(Code::K0206, name.span, format!("there is no type `{word}`"));
            match foreign(word) {
                Some(own) => diagnostic.help(format!("it is called `{own}` here")),
                None => match nearest(word, NAMES.into_iter().chain(["element"])) {
                    Some(best) => diagnostic.help(format!("did you mean `{best}`?")),
                    None => diagnostic
                        .help("there is float, vec2, vec3, vec4, index, bool, and int, uint and their vectors"),
                },
            }
        };
        self.fail(diagnostic)
    }

    /// What a function returns.
    pub(super) fn result_type(&mut self, name: &Name) -> Checked<Option<Type>> {
        if name.text == "void" { Ok(None) } else { self.variable_type(name).map(Some) }
    }
}

/// What other languages call a type.
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
