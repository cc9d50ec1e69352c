//! Names of identifiers in a shader: the user's own name if GLSL and brooklet allow it, otherwise that name with a number appended.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{helpers, words};

/// Prefixes that have a special meaning for brooklet or GLSL.
const PREFIXES: [&str; 5] = ["fetch_", "clamped_", "gl_", "GL_", "webgl_"];

/// Whether a shader cannot use this name.
fn refused(name: &str) -> bool {
    words::is_reserved(name) || helpers::is_taken(name) || PREFIXES.iter().any(|prefix| name.starts_with(prefix))
}

/// The names in use, and the block to which each local name belongs.
#[derive(Default)]
pub(super) struct Names {
    taken: FxHashSet<String>,
    /// For each base name, the number to try first. The numbers below are in use. Number 0 stands for the base name without a number.
    next: FxHashMap<String, usize>,
    /// The names that each open block has introduced, each with its base name and number.
    blocks: Vec<Vec<(String, String, usize)>>,
}

impl Names {
    /// Returns a new name that stays in use for the whole shader.
    pub fn global(&mut self, wanted: &str) -> String {
        self.take(wanted).0
    }

    /// Marks this exact name as in use.
    pub fn reserve(&mut self, name: &str) {
        self.taken.insert(name.to_owned());
    }

    /// Returns a new name that stays in use up to the end of the block.
    pub fn local(&mut self, wanted: &str) -> String {
        let (name, base, number) = self.take(wanted);
        if let Some(block) = self.blocks.last_mut() {
            block.push((name.clone(), base, number));
        }
        name
    }

    pub fn open(&mut self) {
        self.blocks.push(Vec::new());
    }

    pub fn close(&mut self) {
        for (name, base, number) in self.blocks.pop().unwrap_or_default() {
            self.taken.remove(&name);
            self.next.entry(base).and_modify(|next| *next = number.min(*next));
        }
    }

    /// Chooses a free name and marks it as in use. Returns it with its base name and number.
    fn take(&mut self, wanted: &str) -> (String, String, usize) {
        let mut base = plain(wanted);
        let mut number = match self.next.get(&base) {
            Some(&next) => next,
            None => {
                // If `fetch` got a number appended, it would start with a prefix that brooklet reserves.
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
        self.next.insert(base.clone(), number + 1);
        self.taken.insert(name.clone());
        (name, base, number)
    }
}

fn numbered(base: &str, number: usize) -> String {
    if number == 0 { base.to_owned() } else { format!("{base}_{number}") }
}

/// Returns the name with only characters that GLSL allows, without two underscores in a row, an underscore at either end, or a reserved
/// prefix.
fn plain(name: &str) -> String {
    let letters: String = name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let parts: Vec<&str> = letters.split('_').filter(|part| !part.is_empty()).collect();
    let joined = parts.join("_");
    let kept = PREFIXES.iter().any(|prefix| joined.starts_with(prefix));
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
            "fetch", "material", "mat2",
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
            "material",
            "mat2_1",
        ];
        assert_eq!(given.map(|name| names.global(name)), wanted);
    }

    #[test]
    fn many_of_one_name_are_counted_once() {
        let mut names = Names::default();
        names.open();
        assert_eq!(names.local("t_2"), "t_2");
        let given: Vec<String> = (0..50_000).map(|_| names.local("t")).collect();
        assert_eq!(given[..3], ["t", "t_1", "t_3"]);
        assert_eq!(given[49_999], "t_50000");
        names.close();
        assert_eq!(["t", "t", "fetch", "fetch"].map(|name| names.global(name)), ["t", "t_1", "v_fetch", "v_fetch_1"]);
    }

    #[test]
    fn blocks_give_their_names_back() {
        let mut names = Names::default();
        names.open();
        assert_eq!(names.local("i"), "i");
        names.open();
        assert_eq!(names.local("i"), "i_1");
        names.close();
        names.close();
        assert_eq!(names.local("i"), "i");
    }
}
