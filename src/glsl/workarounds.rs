//! Workarounds: code that shaders contain instead of the obvious code, because a driver compiles that wrongly or GLSL leaves it
//! undefined. Each symptom was measured, and each workaround has a test that fails without it. The GLSL writer logs which workarounds a
//! shader contains.
//!
//! | id | driver | symptom | written instead | test |
//! |---|---|---|---|---|
//! | negated-order | NVIDIA | compiles `!(a > b)` as `a <= b`, which of NaN is something else | `(a > b) == false`; of vectors `equal(.., bvec2(false))`, and as ones and zeros `1.0 - ..` | tests/brook/intrinsics.rs: nothing_compares_with_nan |
//! | loop-test | NVIDIA | leaves `for (; a < b;)` where `a >= b`, which with NaN is never | `(a < b) == true`, but for positions, ints and loops that count by literals | tests/brook/intrinsics.rs: nothing_compares_with_nan |
//! | loop-left-from-within | Mesa's llvmpipe | runs elements side by side: of a loop whose only exit is below its head, those that have left see what the others go on computing; and it ends what runs behind the last element | the test `here() < count(output)`, which is true for every element and which no compiler knows | tests/brook/language.rs: elements_leave_loops_one_by_one |
//! | loop-limit | Mesa's llvmpipe | ends the loops of an invocation after 65535 iterations in all, without a word | behind each loop the question whether it was over, of which no compiler knows the answer; a fragment whose loop was not is discarded, and the samples that pass are counted | tests/brook/long_loops.rs: loops_that_the_driver_ends_are_errors |
//! | loop-beside-end | GPUs | compute fragments in squares of four, also where a stream ends inside one: a loop that the data there keep going hangs the device, and NVIDIA's driver then ends every context of the process | a kernel whose loops only data end runs inside of the test whether there is an element | src/glsl/writer/tests/texts.rs: loops_that_only_data_end_run_where_there_is_an_element |
//! | division-by-literal-zero | Mesa | makes anything of a number that is divided by a literal zero; of two literals it knows | `a * (1.0 / 0.0)` | tests/brook/intrinsics.rs: a_literal_zero_divides_as_any_other |
//! | infinite-literal | all | GLSL has no literal of infinity or NaN | `(3.4028235e38 * 2.0)`, and `(0.0 / 0.0)` | src/glsl/writer/tests/values.rs: numbers_that_have_no_literal |
//! | largest-float | ANGLE, of browsers | takes 3.4028235e38, the shortest decimal that is read as the largest float, for infinity: it is beyond it | `3.4028234e38`, which is read as the same | src/glsl/writer/tests/values.rs: the_largest_float |
//! | least-int | all | the least int is a minus sign before a number that is no int | `-2147483647 - 1` | tests/brook/numbers.rs: the_least_int_divides_as_any_other |
//! | fmod-by-power | Mesa | moves the terms of `x - y * trunc(x / y) + 2`: the 2 is added to x first, and rounded where x is large | `(x / y - trunc(x / y)) * y`, multiplied last, by powers of two | tests/brook/intrinsics.rs: fmod_of_large_numbers_is_exact_in_sums |
//! | power-of-c | all | `pow` is undefined of negative numbers, and anything of NaN and of 1 by an infinity | an own function around `pow` | tests/brook/numbers.rs: powers_at_their_edges |
//! | arc-functions | all | `asin` and `acos` are exact to some 4e-4, `atan` to 2e-5, and `atan` of zeros and infinities is undefined | series and half angles, exact to the last bits | tests/brook/intrinsics.rs: arcs_are_exact_to_the_last_bits |
//! | hyperbolic-functions | all | `sinh` and `tanh` are differences, which leave little of small numbers; `tanh` of NaN is -1 | series for small numbers | tests/brook/numbers.rs: hyperbolic_functions_of_small_numbers |
//! | powers-by-bits | all | a logarithm is off where a fraction is near 1, and `exp2` of a power that a float does not hold is 0 or infinite; Mesa makes one step of two | the bits of the exponent, and two factors from the fraction on | tests/brook/numbers.rs: ldexp_by_more_than_a_float_holds |
//! | isnan-by-order | all of GLSL 1.20 | there is no `isnan`, and drivers fold `x != x` | `(x < 0.0) == (x >= 0.0)`, which of NaN alone is true | src/glsl/writer/tests/values.rs: functions_at_their_edges |
//! | counted-fragments | NVIDIA | counts fragments that fail the depth test, where a pass writes nothing but counts: by Greater in a buffer cleared to 1, or Less in one cleared to 0 | a `discard` of which no compiler knows that it is never executed | tests/machine/occlusion.rs: fragments_are_counted_where_nothing_is_written |
//! | comments-in-ascii | some | refuse letters that are not ASCII, in comments too, and join a line that ends in a backslash with the next | comments in ASCII, without a backslash at the end | src/glsl/writer/tests/texts.rs: comments_are_ascii |

/// A workaround, which [`TABLE`] describes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Workaround {
    /// `negated-order`
    NegatedOrder,
    /// `loop-test`
    LoopTest,
    /// `loop-left-from-within`
    LoopLeftFromWithin,
    /// `loop-limit`
    LoopLimit,
    /// `loop-beside-end`
    LoopBesideEnd,
    /// `division-by-literal-zero`
    DivisionByLiteralZero,
    /// `infinite-literal`
    InfiniteLiteral,
    /// `largest-float`
    LargestFloat,
    /// `least-int`
    LeastInt,
    /// `fmod-by-power`
    FmodByPower,
    /// `power-of-c`
    PowerOfC,
    /// `arc-functions`
    ArcFunctions,
    /// `hyperbolic-functions`
    HyperbolicFunctions,
    /// `powers-by-bits`
    PowersByBits,
    /// `isnan-by-order`
    IsNanByOrder,
    /// `counted-fragments`
    CountedFragments,
    /// `comments-in-ascii`
    CommentsInAscii,
}

/// The description of a workaround.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    /// Its name.
    pub id: &'static str,
    /// The drivers that need it.
    pub driver: &'static str,
    /// What these drivers do.
    pub symptom: &'static str,
    /// The code that is written instead.
    pub instead: &'static str,
    /// The test that fails without it.
    pub test: &'static str,
}

impl Workaround {
    /// Returns its description in [`TABLE`].
    ///
    /// # Panics
    /// Never: the table has all workarounds.
    pub fn entry(self) -> &'static Entry {
        let known = TABLE.iter().find(|(workaround, _)| *workaround == self);
        known.map(|(_, entry)| entry).expect("every workaround is in the table")
    }
}

/// All workarounds.
pub const TABLE: [(Workaround, Entry); 17] = [
    (
        Workaround::NegatedOrder,
        Entry {
            id: "negated-order",
            driver: "NVIDIA",
            symptom: "compiles `!(a > b)` as `a <= b`, which of NaN is something else",
            instead: "`(a > b) == false`; of vectors `equal(.., bvec2(false))`, and as ones and zeros `1.0 - ..`",
            test: "tests/brook/intrinsics.rs: nothing_compares_with_nan",
        },
    ),
    (
        Workaround::LoopTest,
        Entry {
            id: "loop-test",
            driver: "NVIDIA",
            symptom: "leaves `for (; a < b;)` where `a >= b`, which with NaN is never",
            instead: "`(a < b) == true`, but for positions, ints and loops that count by literals",
            test: "tests/brook/intrinsics.rs: nothing_compares_with_nan",
        },
    ),
    (
        Workaround::LoopLeftFromWithin,
        Entry {
            id: "loop-left-from-within",
            driver: "Mesa's llvmpipe",
            symptom: "runs elements side by side: of a loop whose only exit is below its head, those that have left see what the others go on computing; and it ends what runs behind the last element",
            instead: "the test `here() < count(output)`, which is true for every element and which no compiler knows",
            test: "tests/brook/language.rs: elements_leave_loops_one_by_one",
        },
    ),
    (
        Workaround::LoopLimit,
        Entry {
            id: "loop-limit",
            driver: "Mesa's llvmpipe",
            symptom: "ends the loops of an invocation after 65535 iterations in all, without a word",
            instead: "behind each loop the question whether it was over, of which no compiler knows the answer; a fragment whose loop was not is discarded, and the samples that pass are counted",
            test: "tests/brook/long_loops.rs: loops_that_the_driver_ends_are_errors",
        },
    ),
    (
        Workaround::LoopBesideEnd,
        Entry {
            id: "loop-beside-end",
            driver: "GPUs",
            symptom: "compute fragments in squares of four, also where a stream ends inside one: a loop that the data there keep going hangs the device, and NVIDIA's driver then ends every context of the process",
            instead: "a kernel whose loops only data end runs inside of the test whether there is an element",
            test: "src/glsl/writer/tests/texts.rs: loops_that_only_data_end_run_where_there_is_an_element",
        },
    ),
    (
        Workaround::DivisionByLiteralZero,
        Entry {
            id: "division-by-literal-zero",
            driver: "Mesa",
            symptom: "makes anything of a number that is divided by a literal zero; of two literals it knows",
            instead: "`a * (1.0 / 0.0)`",
            test: "tests/brook/intrinsics.rs: a_literal_zero_divides_as_any_other",
        },
    ),
    (
        Workaround::InfiniteLiteral,
        Entry {
            id: "infinite-literal",
            driver: "all",
            symptom: "GLSL has no literal of infinity or NaN",
            instead: "`(3.4028235e38 * 2.0)`, and `(0.0 / 0.0)`",
            test: "src/glsl/writer/tests/values.rs: numbers_that_have_no_literal",
        },
    ),
    (
        Workaround::LargestFloat,
        Entry {
            id: "largest-float",
            driver: "ANGLE, of browsers",
            symptom: "takes 3.4028235e38, the shortest decimal that is read as the largest float, for infinity: it is beyond it",
            instead: "`3.4028234e38`, which is read as the same",
            test: "src/glsl/writer/tests/values.rs: the_largest_float",
        },
    ),
    (
        Workaround::LeastInt,
        Entry {
            id: "least-int",
            driver: "all",
            symptom: "the least int is a minus sign before a number that is no int",
            instead: "`-2147483647 - 1`",
            test: "tests/brook/numbers.rs: the_least_int_divides_as_any_other",
        },
    ),
    (
        Workaround::FmodByPower,
        Entry {
            id: "fmod-by-power",
            driver: "Mesa",
            symptom: "moves the terms of `x - y * trunc(x / y) + 2`: the 2 is added to x first, and rounded where x is large",
            instead: "`(x / y - trunc(x / y)) * y`, multiplied last, by powers of two",
            test: "tests/brook/intrinsics.rs: fmod_of_large_numbers_is_exact_in_sums",
        },
    ),
    (
        Workaround::PowerOfC,
        Entry {
            id: "power-of-c",
            driver: "all",
            symptom: "`pow` is undefined of negative numbers, and anything of NaN and of 1 by an infinity",
            instead: "an own function around `pow`",
            test: "tests/brook/numbers.rs: powers_at_their_edges",
        },
    ),
    (
        Workaround::ArcFunctions,
        Entry {
            id: "arc-functions",
            driver: "all",
            symptom: "`asin` and `acos` are exact to some 4e-4, `atan` to 2e-5, and `atan` of zeros and infinities is undefined",
            instead: "series and half angles, exact to the last bits",
            test: "tests/brook/intrinsics.rs: arcs_are_exact_to_the_last_bits",
        },
    ),
    (
        Workaround::HyperbolicFunctions,
        Entry {
            id: "hyperbolic-functions",
            driver: "all",
            symptom: "`sinh` and `tanh` are differences, which leave little of small numbers; `tanh` of NaN is -1",
            instead: "series for small numbers",
            test: "tests/brook/numbers.rs: hyperbolic_functions_of_small_numbers",
        },
    ),
    (
        Workaround::PowersByBits,
        Entry {
            id: "powers-by-bits",
            driver: "all",
            symptom: "a logarithm is off where a fraction is near 1, and `exp2` of a power that a float does not hold is 0 or infinite; Mesa makes one step of two",
            instead: "the bits of the exponent, and two factors from the fraction on",
            test: "tests/brook/numbers.rs: ldexp_by_more_than_a_float_holds",
        },
    ),
    (
        Workaround::IsNanByOrder,
        Entry {
            id: "isnan-by-order",
            driver: "all of GLSL 1.20",
            symptom: "there is no `isnan`, and drivers fold `x != x`",
            instead: "`(x < 0.0) == (x >= 0.0)`, which of NaN alone is true",
            test: "src/glsl/writer/tests/values.rs: functions_at_their_edges",
        },
    ),
    (
        Workaround::CountedFragments,
        Entry {
            id: "counted-fragments",
            driver: "NVIDIA",
            symptom: "counts fragments that fail the depth test, where a pass writes nothing but counts: by Greater in a buffer cleared to 1, or Less in one cleared to 0",
            instead: "a `discard` of which no compiler knows that it is never executed",
            test: "tests/machine/occlusion.rs: fragments_are_counted_where_nothing_is_written",
        },
    ),
    (
        Workaround::CommentsInAscii,
        Entry {
            id: "comments-in-ascii",
            driver: "some",
            symptom: "refuse letters that are not ASCII, in comments too, and join a line that ends in a backslash with the next",
            instead: "comments in ASCII, without a backslash at the end",
            test: "src/glsl/writer/tests/texts.rs: comments_are_ascii",
        },
    ),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_has_the_table() {
        let text = include_str!("workarounds.rs");
        for (workaround, Entry { id, driver, symptom, instead, test }) in TABLE {
            assert_eq!(workaround.entry().id, id);
            let row = format!("//! | {id} | {driver} | {symptom} | {instead} | {test} |\n");
            assert!(text.contains(&row), "{row}");
        }
    }

    #[test]
    fn the_tests_that_are_named_are_there() {
        for (_, Entry { test, .. }) in TABLE {
            let (file, name) = test.split_once(": ").unwrap();
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
            let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            assert!(text.contains(&format!("fn {name}()")), "{test}");
        }
    }
}
