//! Suggestions: the known name that a misspelt one was probably meant to be.

/// The known word most like `word`, if one is like it at all.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    known
        .map(|candidate| (strsim::damerau_levenshtein(word, candidate), candidate))
        .filter(|(distance, candidate)| {
            let longest = candidate.len().max(word.len());
            *distance <= (longest / 3).max(1) && *distance < longest
        })
        // Of several that are as near the shortest, and the first by name, in whatever order they are known.
        .min_by_key(|(distance, candidate)| (*distance, candidate.len(), *candidate))
        .map(|(_, candidate)| candidate)
}
