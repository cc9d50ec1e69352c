//! Numbers that float32 does not hold exactly.

/// Numbers as a file holds them.
#[derive(Clone, Debug, PartialEq)]
pub enum Exact {
    /// Signed integers.
    Int(Vec<i64>),
    /// Unsigned integers, and bools, which are 0 or 1.
    Uint(Vec<u64>),
    /// float64.
    Float(Vec<f64>),
}

impl Exact {
    /// Returns how many numbers there are.
    pub fn len(&self) -> usize {
        match self {
            Exact::Int(data) => data.len(),
            Exact::Uint(data) => data.len(),
            Exact::Float(data) => data.len(),
        }
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of one component of vectors that have so many.
    pub fn component(&self, at: usize, components: usize) -> Exact {
        fn every<T: Copy>(data: &[T], at: usize, components: usize) -> Vec<T> {
            data.iter().skip(at).step_by(components).copied().collect()
        }
        match self {
            Exact::Int(data) => Exact::Int(every(data, at, components)),
            Exact::Uint(data) => Exact::Uint(every(data, at, components)),
            Exact::Float(data) => Exact::Float(every(data, at, components)),
        }
    }

    /// Joins the components of vectors: the opposite of [`component`](Exact::component). Returns `None` if they are not of one type and
    /// length, or if there are none.
    pub fn joined(components: Vec<Exact>) -> Option<Exact> {
        fn join<T: Copy>(all: &[Exact], data: impl Fn(&Exact) -> Option<&[T]>) -> Option<Vec<T>> {
            let all: Vec<&[T]> = all.iter().map(data).collect::<Option<_>>()?;
            let length = all.first()?.len();
            let same = all.iter().all(|data| data.len() == length);
            same.then(|| (0..length).flat_map(|at| all.iter().map(move |data| data[at])).collect())
        }
        match components.first()? {
            Exact::Int(_) => {
                join(&components, |one| if let Exact::Int(data) = one { Some(data) } else { None }).map(Exact::Int)
            }
            Exact::Uint(_) => {
                join(&components, |one| if let Exact::Uint(data) = one { Some(data) } else { None }).map(Exact::Uint)
            }
            Exact::Float(_) => {
                join(&components, |one| if let Exact::Float(data) = one { Some(data) } else { None }).map(Exact::Float)
            }
        }
    }

    /// Returns the numbers so many times, one after the other.
    pub fn repeat(&self, count: usize) -> Exact {
        match self {
            Exact::Int(data) => Exact::Int(data.repeat(count)),
            Exact::Uint(data) => Exact::Uint(data.repeat(count)),
            Exact::Float(data) => Exact::Float(data.repeat(count)),
        }
    }

    /// Returns the numbers as float32, the nearest one for each.
    pub fn rounded(&self) -> Vec<f32> {
        match self {
            Exact::Int(data) => data.iter().map(|value| *value as f32).collect(),
            Exact::Uint(data) => data.iter().map(|value| *value as f32).collect(),
            Exact::Float(data) => data.iter().map(|value| *value as f32).collect(),
        }
    }
}

/// A dtype of numbers that are kept exactly: those of NumPy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExactDtype {
    /// Signed integers of this many bytes: 1, 2, 4 or 8.
    Int(usize),
    /// Unsigned integers of this many bytes.
    Uint(usize),
    /// Bools, a byte each.
    Bool,
    /// float64.
    Float64,
}

impl std::fmt::Display for ExactDtype {
    /// Writes the name as NumPy does: `int32`, `bool`.
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            ExactDtype::Int(size) => write!(f, "int{}", 8 * size),
            ExactDtype::Uint(size) => write!(f, "uint{}", 8 * size),
            ExactDtype::Bool => f.write_str("bool"),
            ExactDtype::Float64 => f.write_str("float64"),
        }
    }
}

impl ExactDtype {
    /// Returns the size of a number in bytes.
    pub fn size(self) -> usize {
        match self {
            ExactDtype::Int(size) | ExactDtype::Uint(size) => size,
            ExactDtype::Bool => 1,
            ExactDtype::Float64 => 8,
        }
    }

    /// Returns the name that NPY files have for it, with a lowest byte that comes first: `<i4`, `|u1`.
    #[cfg(not(target_family = "wasm"))]
    pub(super) fn descr(self) -> String {
        let order = if self.size() == 1 { '|' } else { '<' };
        let kind = match self {
            ExactDtype::Int(_) => 'i',
            ExactDtype::Uint(_) => 'u',
            ExactDtype::Bool => 'b',
            ExactDtype::Float64 => 'f',
        };
        format!("'{order}{kind}{}'", self.size())
    }
}
