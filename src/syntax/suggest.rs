//! Suggestions: the known name that a misspelt one was probably meant to be.

use std::cmp::Reverse;

/// Returns the known word most similar to `word`, if one is similar enough. A word that differs only in case is the nearest.
///
/// Among equally near words it prefers the one with the longest common prefix, because people misspell ends more than
/// beginnings; then the shortest, then the first by name. The order of `known` does not matter.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|candidate| match candidate.eq_ignore_ascii_case(word) {
            true => (0, candidate),
            false => (strsim::damerau_levenshtein(word, candidate), candidate),
        })
        .filter(|(distance, candidate)| {
            let longest = candidate.len().max(word.len());
            *distance <= (longest / 3).max(1) && *distance < longest
        })
        .min_by_key(|(distance, candidate)| {
            let shared = word.chars().zip(candidate.chars()).take_while(|(a, b)| a == b).count();
            (*distance, Reverse(shared), candidate.len(), *candidate)
        })
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn of_several_that_are_as_near_one_is_chosen_in_any_order() {
        let check = |word: &str, known: &[&str], wanted: Option<&str>| {
            assert_eq!(nearest(word, known.iter().copied()), wanted, "{word} of {known:?}");
            assert_eq!(nearest(word, known.iter().rev().copied()), wanted, "{word} of {known:?}, reversed");
        };
        check("B0513", &["B0013", "B0503", "B0512", "B0511"], Some("B0511"));
        check("vec5", &["vec2", "ivec4", "vec4", "bvec4"], Some("vec2"));
        check("rat", &["cat", "rate", "ray"], Some("rate"));
        check("tota", &["iota", "total"], Some("total"));
        check("dat", &["data1", "dot", "date"], Some("date"));
        check("sinn", &["sign", "sinh", "sin"], Some("sin"));
        check("MAIN", &["mail", "main"], Some("main"));
        check("flaot", &["float", "float2"], Some("float"));
        check("x", &["y", "z"], None);
        check("other", &["x", "keys"], None);
    }
}
