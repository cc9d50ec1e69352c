//! Two arrays whose numbers belong together: on the device they have one type, and their results one dtype.

use std::path::Path;

use brooklet::io::{Array, Exact, ExactDtype};

use super::arrays::ExactNumbers;
use super::keys::{self, AnyKeys, Types, Width, Zeros};
use super::session::Session;

/// Evaluates an expression in which `$first` and `$second` are the typed streams of a pair.
macro_rules! with_pair {
    ($pair:expr, ($first:ident, $second:ident) => $body:expr) => {
        match ($pair.first, $pair.second) {
            ($crate::cli::keys::AnyKeys::Floats($first), $crate::cli::keys::AnyKeys::Floats($second)) => $body,
            ($crate::cli::keys::AnyKeys::I32($first), $crate::cli::keys::AnyKeys::I32($second)) => $body,
            ($crate::cli::keys::AnyKeys::U32($first), $crate::cli::keys::AnyKeys::U32($second)) => $body,
            ($crate::cli::keys::AnyKeys::I64($first), $crate::cli::keys::AnyKeys::I64($second)) => $body,
            ($crate::cli::keys::AnyKeys::U64($first), $crate::cli::keys::AnyKeys::U64($second)) => $body,
            _ => anyhow::bail!("two arrays have different types on the device"),
        }
    };
}
pub(super) use with_pair;

/// An array that was read from a file, with its numbers as they are, if float32 may not hold them.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub path: &'a Path,
    pub array: &'a Array,
    pub exact: Option<&'a ExactNumbers>,
}

/// Two streams of one type.
pub struct Pair {
    pub first: AnyKeys,
    pub second: AnyKeys,
    /// The dtype of results; `None` for float32.
    pub dtype: Option<ExactDtype>,
}

/// The numbers of two arrays, of one type and dtype; or floats, if no dtype holds all of them.
pub enum Matched {
    Exact([Exact; 2], ExactDtype),
    Floats,
}

impl Matched {
    /// Converts the numbers of two arrays to the dtype that holds both, as NumPy does. It is float64 for float32 beside integers that float32
    /// does not hold; for int64 beside uint64 it is one of these that holds all numbers, or float64.
    pub fn by_both(first: Input, second: Input) -> Matched {
        let of = |input: Input| input.exact.map(|exact| (exact.dtype, exact.notes.is_empty()));
        let candidates = match (of(first), of(second)) {
            (None, None) | (Some((_, true)), None) | (None, Some((_, true))) => vec![],
            (Some(_), None) | (None, Some(_)) => vec![ExactDtype::Float64],
            (Some((first, _)), Some((second, _))) => promoted(first, second),
        };
        Matched::by_first_of(&candidates, [first, second])
    }

    /// Converts the numbers of the second array to the dtype of the first.
    pub fn by_first(first: Input, second: Input) -> Matched {
        let dtype = first.exact.map(|exact| exact.dtype);
        Matched::by_first_of(dtype.as_slice(), [first, second])
    }

    fn by_first_of(candidates: &[ExactDtype], inputs: [Input; 2]) -> Matched {
        let matched = |dtype: &ExactDtype| {
            let [first, second] = inputs.map(|input| input.converted(*dtype));
            Some(Matched::Exact([first?, second?], *dtype))
        };
        candidates.iter().find_map(matched).unwrap_or(Matched::Floats)
    }
}

/// Returns the dtypes that may hold the numbers of both, the best one first.
fn promoted(first: ExactDtype, second: ExactDtype) -> Vec<ExactDtype> {
    use ExactDtype::{Bool, Float64, Int, Uint};
    let one = match (first, second) {
        (Float64, _) | (_, Float64) => Float64,
        (Bool, other) | (other, Bool) => other,
        (Int(a), Int(b)) => Int(a.max(b)),
        (Uint(a), Uint(b)) => Uint(a.max(b)),
        (Int(signed), Uint(unsigned)) | (Uint(unsigned), Int(signed)) => match unsigned {
            8 => return vec![Int(8), Uint(8), Float64],
            _ => Int(signed.max(2 * unsigned)),
        },
    };
    vec![one]
}

impl Input<'_> {
    /// Converts the numbers to this dtype. Returns `None` if it does not hold all of them.
    fn converted(self, dtype: ExactDtype) -> Option<Exact> {
        if dtype == ExactDtype::Float64 {
            return self.doubles().map(Exact::Float);
        }
        let (signed, bits) = match dtype {
            ExactDtype::Bool => (false, 1),
            ExactDtype::Uint(size) => (false, 8 * size as u32),
            _ => (true, 8 * dtype.size() as u32 - 1),
        };
        let (low, high) = (if signed { -(1i128 << bits) } else { 0 }, (1i128 << bits) - 1);
        let whole = self.whole()?;
        if whole.iter().any(|value| !(low..=high).contains(value)) {
            return None;
        }
        Some(match signed {
            true => Exact::Int(whole.into_iter().map(|value| value as i64).collect()),
            false => Exact::Uint(whole.into_iter().map(|value| value as u64).collect()),
        })
    }

    /// Returns the numbers as integers, if all are.
    fn whole(self) -> Option<Vec<i128>> {
        let of = |value: f64| (value.fract() == 0.0 && value.abs() <= 2f64.powi(64)).then_some(value as i128);
        match self.exact.map(|exact| &exact.numbers) {
            Some(Exact::Int(data)) => Some(data.iter().map(|value| i128::from(*value)).collect()),
            Some(Exact::Uint(data)) => Some(data.iter().map(|value| i128::from(*value)).collect()),
            Some(Exact::Float(data)) => data.iter().map(|value| of(*value)).collect(),
            None => self.array.data.iter().map(|value| of(f64::from(*value))).collect(),
        }
    }

    /// Returns the numbers as float64, if it holds all of them.
    fn doubles(self) -> Option<Vec<f64>> {
        let of = |value: i128| ((value as f64) as i128 == value).then_some(value as f64);
        match self.exact.map(|exact| &exact.numbers) {
            Some(Exact::Int(data)) => data.iter().map(|value| of(i128::from(*value))).collect(),
            Some(Exact::Uint(data)) => data.iter().map(|value| of(i128::from(*value))).collect(),
            Some(Exact::Float(data)) => Some(data.clone()),
            None => Some(self.array.data.iter().map(|value| f64::from(*value)).collect()),
        }
    }

    /// Returns the notes on what floats lose of the numbers.
    fn notes(self) -> Vec<String> {
        self.exact.map(|exact| exact.notes.clone()).unwrap_or_default()
    }
}

/// Returns the dtype of results that are computed with the floats of two arrays; `None` for float32. What floats lose is noted.
pub fn dtype_of_floats(session: &Session, matched: &Matched, first: Input, second: Input) -> Option<ExactDtype> {
    let notes: Vec<String> = [first, second].into_iter().flat_map(Input::notes).collect();
    session.notes(&notes);
    match matched {
        Matched::Exact(_, dtype) if notes.is_empty() => Some(*dtype),
        _ => None,
    }
}

/// Uploads two arrays whose numbers were matched. What floats lose of them is noted.
pub fn upload(
    session: &Session,
    matched: &Matched,
    first: Input,
    second: Input,
    (types, zeros): (Types, Zeros),
) -> anyhow::Result<Pair> {
    let (Matched::Exact([one, two], dtype), Types::All) = (matched, types) else {
        let dtype = dtype_of_floats(session, matched, first, second);
        let [first, second] = [first, second].map(|input| keys::floats(session, input.path, input.array));
        return Ok(Pair { first: first?, second: second?, dtype });
    };
    let [a, b] = [one, two].map(|numbers| Width::of(&session.device, numbers));
    let width = if a < b { b } else { a };
    Ok(Pair {
        first: keys::upload_as(session, first.path, first.array, one, (width, zeros))?,
        second: keys::upload_as(session, second.path, second.array, two, (width, zeros))?,
        dtype: Some(*dtype),
    })
}
