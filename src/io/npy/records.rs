//! Reads structured arrays: elements with named fields of float32, also nested ones. Fields of float64 are converted.

use std::path::Path;

use super::header::{self, Descr, Fault, Header, Scanner};
use super::{Bits, Element};
use crate::io::{Error, FileFormat, by, contained, excerpt, npz, room, source};

/// The maximum depth of nested structs, so that no file makes the reader recurse without bound.
const MAX_DEPTH: usize = 16;

/// The maximum number of fields of an element, including those of nested structs.
const MAX_FIELDS: usize = 4096;

/// An array of structs, from NumPy's structured arrays.
#[derive(Clone, Debug, PartialEq)]
pub struct RecordArray {
    /// 1 to 4 extents, the slowest first.
    pub shape: Vec<usize>,
    /// The fields, flattened: those of a nested struct stand in its place.
    pub fields: Vec<RecordField>,
    /// The floats, element after element, field after field.
    pub data: Vec<f32>,
}

/// A field of an array of structs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordField {
    /// The path to the field: `v1`, `box.low`.
    pub path: String,
    /// The number of floats, 1 to 4.
    pub components: usize,
}

/// A structured array that was read, and what reading it lost.
#[derive(Clone, Debug, PartialEq)]
pub struct LoadedRecords {
    /// The array.
    pub array: RecordArray,
    /// One line for each field whose values changed, starting with the file's path. Empty where nothing was lost.
    pub notes: Vec<String>,
}

/// The encoding of a field's floats in the file.
#[derive(Clone, Copy)]
struct Lane {
    big: bool,
    /// Whether the floats have 64 bits and not 32.
    wide: bool,
}

impl Lane {
    fn size(self) -> usize {
        if self.wide { 8 } else { 4 }
    }
}

/// Reads a structured array from an NPY or NPZ file. Its fields are float32, or float64, which is converted.
///
/// # Errors
/// The extension is not `.npy` or `.npz`; the file cannot be read, is cut short or malformed; or its elements are not structs of such fields.
pub fn read_records(path: &Path) -> Result<LoadedRecords, Error> {
    named_numpy(path)?;
    let source = source::open(path)?;
    match source.format {
        FileFormat::Npy => records(&source.path, &source.bytes),
        _ => Err(Error::NoRecords { path: source.path }),
    }
}

/// Checks that the extension of a file is `.npy` or `.npz`. That of stdin is not known before it is read.
fn named_numpy(path: &Path) -> Result<FileFormat, Error> {
    let format = FileFormat::of(path)?;
    if format.is_numpy() { Ok(format) } else { Err(Error::NoRecords { path: path.into() }) }
}

/// Reads a structured array from an NPY or NPZ file that lies in memory. The extension of its name must be `.npy` or `.npz`; errors and
/// notes begin with the name.
///
/// # Errors
/// Those of [`read_records`], except for those of the disk.
pub fn decode_records(name: impl AsRef<Path>, bytes: &[u8]) -> Result<LoadedRecords, Error> {
    let path = name.as_ref();
    let format = named_numpy(path)?;
    if bytes.is_empty() {
        return Err(Error::Empty { path: path.into() });
    }
    match format {
        FileFormat::Npz => records(path, &contained(path, format.name(), || npz::array(path, bytes))?),
        _ => records(path, bytes),
    }
}

fn records(path: &Path, bytes: &[u8]) -> Result<LoadedRecords, Error> {
    let Header { descr, fortran, shape, end } =
        header::read(bytes).map_err(|fault| fault_of(path, fault, bytes.len()))?;
    let malformed = |reason: String| Error::Malformed { path: path.into(), format: "NPY", reason };
    let text = match descr {
        Descr::Structure(text) => text,
        Descr::Plain(text) => {
            let (wanted, convert) = ("structs", "np.rec.fromarrays, or a.view(..) of a struct's dtype");
            return Err(Error::Dtype { path: path.into(), dtype: format!("'{}'", excerpt(&text)), wanted, convert });
        }
    };
    let mut fields = Vec::new();
    Scanner::new(&text).fields(path, "", 0, &mut fields).map_err(|trouble| match trouble {
        Trouble::Fault(fault) => fault_of(path, fault, bytes.len()),
        Trouble::Error(error) => error,
    })?;
    if fields.is_empty() {
        return Err(malformed("its elements have no fields".into()));
    }
    if !(1..=4).contains(&shape.len()) {
        return Err(Error::Dimensions { path: path.into(), found: shape.len() });
    }
    if fortran && shape.len() > 1 {
        return Err(malformed("its axes are in Fortran's order: save np.ascontiguousarray(a)".into()));
    }
    let size: usize = fields.iter().map(|(field, lane)| field.components * lane.size()).sum();
    let elements = &bytes[end..];
    let shape = super::held(path, &shape, &"of its fields", size as u64, elements.len())?;
    let floats: usize = fields.iter().map(|(field, _)| field.components).sum();
    let mut data = room(path, elements.len() / size * floats)?;
    let mut losses: Vec<Option<(usize, f64, f32)>> = vec![None; fields.len()];
    let mut rest = elements;
    while !rest.is_empty() {
        for ((field, lane), loss) in fields.iter().zip(&mut losses) {
            for _ in 0..field.components {
                let (own, after) = rest.split_at(lane.size());
                rest = after;
                if !lane.wide {
                    data.push(Bits::take(own, lane.big).narrow());
                    continue;
                }
                let wide = f64::take(own, lane.big);
                let narrow = wide.narrow();
                if !wide.is(narrow) {
                    loss.get_or_insert((0, wide, narrow)).0 += 1;
                }
                data.push(narrow);
            }
        }
    }
    let count: usize = shape.iter().product();
    let lost = fields.iter().zip(&losses).filter_map(|((field, _), loss)| {
        let (lost, was, is) = (*loss)?;
        let of = count * field.components;
        let (path, field, is) = (path.display(), excerpt(&field.path), f64::spell(is));
        Some(format!(
            "{path}: {lost} of {of} floats of field `{field}` changed value as float32, the first: {was:?} became {is}"
        ))
    });
    let notes = lost.collect();
    let fields = fields.into_iter().map(|(field, _)| field).collect();
    Ok(LoadedRecords { array: RecordArray { shape, fields, data }, notes })
}

fn fault_of(path: &Path, fault: Fault, held: usize) -> Error {
    match fault {
        Fault::Malformed(reason) => Error::Malformed { path: path.into(), format: "NPY", reason },
        Fault::Short(needed) => {
            Error::Short { path: path.into(), promise: "its header".into(), needed: needed.to_string(), held }
        }
    }
}

enum Trouble {
    Fault(Fault),
    Error(Error),
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Fault(fault)
    }
}

impl Scanner<'_> {
    /// Reads a list of fields, and appends each with its encoding to `found`.
    fn fields(
        &mut self,
        path: &Path,
        prefix: &str,
        depth: usize,
        found: &mut Vec<(RecordField, Lane)>,
    ) -> Result<(), Trouble> {
        let malformed = |reason: String| Trouble::Fault(Fault::Malformed(reason));
        if depth >= MAX_DEPTH {
            return Err(malformed(format!("its structs nest deeper than {MAX_DEPTH} levels")));
        }
        self.expect(b'[')?;
        while !self.eat(b']') {
            self.expect(b'(')?;
            if self.peek() == Some(b'(') {
                return Err(malformed("a field has a title beside its name: save it without titles".into()));
            }
            let name = self.string()?;
            self.expect(b',')?;
            let own = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            if self.peek() == Some(b'[') {
                self.fields(path, &own, depth + 1, found)?;
                if self.eat(b',') && self.peek() != Some(b')') {
                    return Err(malformed(format!("field '{}' is an array of structs", excerpt(&own))));
                }
            } else {
                let dtype = self.string()?;
                let extents = if self.eat(b',') && self.peek() != Some(b')') { self.extents()? } else { Vec::new() };
                let lane = match dtype.as_str() {
                    "<f4" => Lane { big: false, wide: false },
                    ">f4" => Lane { big: true, wide: false },
                    "<f8" => Lane { big: false, wide: true },
                    ">f8" => Lane { big: true, wide: true },
                    _ => {
                        let shown =
                            if name.is_empty() { "padding".into() } else { format!("field `{}`", excerpt(&own)) };
                        let dtype = format!("'{}' ({shown})", excerpt(&dtype));
                        let convert = "a.astype(..) to fields of '<f4', without align=True";
                        return Err(Trouble::Error(Error::Dtype {
                            path: path.into(),
                            dtype,
                            wanted: "float32 or float64",
                            convert,
                        }));
                    }
                };
                let components = match extents[..] {
                    [] => 1,
                    [count @ 1..=4] => count as usize,
                    _ => {
                        let shape = by(&extents);
                        return Err(malformed(format!(
                            "field '{}' is {shape} and 1 to 4 floats can be read",
                            excerpt(&own)
                        )));
                    }
                };
                found.push((RecordField { path: own, components }, lane));
                if found.len() > MAX_FIELDS {
                    return Err(malformed(format!("its elements have more than {MAX_FIELDS} fields")));
                }
            }
            self.expect(b')')?;
            if !self.eat(b',') {
                self.expect(b']')?;
                break;
            }
        }
        Ok(())
    }
}
