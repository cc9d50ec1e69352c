//! Names of a kernel's text: the user's own where GLSL and brooklet allow it, with a number behind where not.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use crate::glsl::dialect;

/// Words that start a name which means something to brooklet or GLSL.
const PREFIXES: [&str; 6] = ["fetch_", "clamped_", "gl_", "GL_", "webgl_", "mat"];

/// Words of later versions and of extensions, which drivers may keep in older ones too.
static LATER: LazyLock<HashSet<&str>> = LazyLock::new(|| LATER_WORDS.split_whitespace().collect());

const LATER_WORDS: &str = "
samplerExternalOES texture2D texture2DRect texture3D textureCube shadow1D shadow2D ftransform interpolateAtCentroid
interpolateAtSample interpolateAtOffset imageLoad imageStore imageSize atomicAdd atomicMin atomicMax atomicExchange
barrier memoryBarrier fma ldexp frexp bitCount bitfieldExtract bitfieldInsert bitfieldReverse findLSB findMSB
uaddCarry usubBorrow umulExtended imulExtended EmitVertex EndPrimitive textureGather textureQueryLod textureQueryLevels
std140 std430 offset binding location demote terminateInvocation defined version extension error pragma line";

/// Whether a name cannot stand in a text.
fn refused(name: &str) -> bool {
    dialect::refuse_name(name).is_some() || LATER.contains(name)
}

/// The names that are taken.
#[derive(Default)]
pub(in crate::brook) struct Names {
    taken: HashSet<String>,
    /// For each name as it is wanted, the number to try first: 0 is the name alone. Those below are taken.
    next: HashMap<String, usize>,
}

impl Names {
    /// A name for good.
    pub fn global(&mut self, wanted: &str) -> String {
        let mut base = plain(wanted);
        let mut number = match self.next.get(&base) {
            Some(&next) => next,
            None => {
                // With a number behind it, `fetch` would be a name that brooklet keeps.
                if refused(&format!("{base}_1")) {
                    base = format!("v_{base}");
                }
                self.next.get(&base).copied().unwrap_or(0)
            }
        };
        let mut name = numbered(&base, number);
        while self.taken.contains(&name) || refused(&name) {
            number += 1;
            name = numbered(&base, number);
        }
        self.next.insert(base, number + 1);
        self.taken.insert(name.clone());
        name
    }
}

fn numbered(base: &str, number: usize) -> String {
    if number == 0 { base.to_owned() } else { format!("{base}_{number}") }
}

/// The name in letters that GLSL takes: no two underscores in a row, none at an end, no start that is kept.
fn plain(name: &str) -> String {
    let letters: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let parts: Vec<&str> = letters.split('_').filter(|part| !part.is_empty()).collect();
    let joined = parts.join("_");
    let kept =
        PREFIXES.iter().any(|prefix| joined.starts_with(prefix)) && joined != "mat" && !joined.starts_with("matr");
    match joined.chars().next() {
        None => "v".into(),
        Some(c) if c.is_ascii_digit() || kept => format!("v_{joined}"),
        _ => joined,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stay_recognisable() {
        let mut names = Names::default();
        let given = [
            "alpha", "input", "_x", "a__b", "ray.o", "ray_o", "gl_thing", "fetch_a", "length", "alpha", "__", "x_",
            "fetch",
        ];
        let wanted = [
            "alpha",
            "input_1",
            "x",
            "a_b",
            "ray_o",
            "ray_o_1",
            "v_gl_thing",
            "v_fetch_a",
            "length_1",
            "alpha_1",
            "v",
            "x_1",
            "v_fetch",
        ];
        assert_eq!(given.map(|name| names.global(name)), wanted);
    }

    #[test]
    fn many_of_one_name_are_counted_once() {
        let mut names = Names::default();
        assert_eq!(names.global("t_2"), "t_2");
        let given: Vec<String> = (0..50_000).map(|_| names.global("t")).collect();
        assert_eq!(given[..3], ["t", "t_1", "t_3"]);
        assert_eq!(given[49_999], "t_50000");
    }
}
