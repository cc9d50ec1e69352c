//! Names in the interface of a pass: those of the program, with a number appended where two would be the same.

use rustc_hash::{FxHashMap, FxHashSet};

/// The names that are taken.
#[derive(Default)]
pub(in crate::brook) struct Names {
    taken: FxHashSet<String>,
    /// For each wanted name, the number to append first; 0 means the name alone. All lower numbers are taken.
    next: FxHashMap<String, usize>,
}

impl Names {
    /// Returns `wanted`, or `wanted` with a number if it is taken, and marks the result as taken.
    pub fn global(&mut self, wanted: &str) -> String {
        // The name of a field has the form `ray.o`.
        let base = wanted.replace('.', "_");
        let mut number = self.next.get(&base).copied().unwrap_or(0);
        let mut name = numbered(&base, number);
        while self.taken.contains(&name) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_users_own_and_distinct() {
        let mut names = Names::default();
        let given = ["alpha", "input", "_x", "ray.o", "ray_o", "gl_thing", "alpha", "alpha_1", "alpha", "__"];
        let wanted = ["alpha", "input", "_x", "ray_o", "ray_o_1", "gl_thing", "alpha_1", "alpha_1_1", "alpha_2", "__"];
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
