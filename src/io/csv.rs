//! Reads and writes CSV: a column of floats, or a line of 2 to 4 fields for each element.

use std::path::Path;

use csv::{ByteRecord, ReaderBuilder, Trim};

use super::{Array, Columns, Error, Loaded, Sink, WholeArray, excerpt, number, room};

/// Reads each line as an element. A first line of names is skipped, and so are blank lines.
///
/// Fields may be quoted. Columns that are not read may contain anything. `nan`, `inf` and `-inf` in any case are numbers.
pub fn read(path: &Path, bytes: &[u8], columns: Option<&Columns>) -> Result<Loaded, Error> {
    table(path, bytes, columns).map(Table::finish)
}

fn table<'a>(path: &'a Path, bytes: &'a [u8], columns: Option<&Columns>) -> Result<Table<'a>, Error> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut table = Table {
        path,
        bytes,
        columns: 0,
        picked: Vec::new(),
        headed: false,
        data: Vec::new(),
        inexact: None,
        beyond: None,
    };
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(bytes);
    let mut record = ByteRecord::new();
    let malformed =
        |error: csv::Error| Error::Malformed { path: path.into(), format: "CSV", reason: error.to_string() };
    while reader.read_byte_record(&mut record).map_err(malformed)? {
        if record.len() == 1 && record[0].is_empty() {
            continue;
        }
        table.line(&record, columns)?;
    }
    Ok(table)
}

/// Reads integers exactly, with the rules of [`read`]. Returns `None` if a field is not an integer of 64 bits, written as digits with an
/// optional sign.
pub fn read_whole(path: &Path, bytes: &[u8], columns: Option<&Columns>) -> Result<Option<WholeArray>, Error> {
    let table = table(path, bytes, columns)?;
    let (picked, mut headed) = (table.picked.clone(), table.headed);
    let Array { shape, components, data } = table.finish().array;
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut reader = ReaderBuilder::new().has_headers(false).flexible(true).trim(Trim::All).from_reader(bytes);
    let mut whole = room(path, data.len())?;
    for record in reader.byte_records() {
        let malformed =
            |error: csv::Error| Error::Malformed { path: path.into(), format: "CSV", reason: error.to_string() };
        let record = record.map_err(malformed)?;
        let empty = record.len() == 1 && record[0].is_empty();
        if empty || std::mem::take(&mut headed) {
            continue;
        }
        for &column in &picked {
            match str::from_utf8(&record[column]).ok().and_then(|text| text.parse::<i64>().ok()) {
                Some(value) => whole.push(value),
                None => return Ok(None),
            }
        }
    }
    Ok((whole.len() == data.len()).then_some(WholeArray { shape, components, data: whole }))
}

/// Writes a list of elements with a line for each, or a table of floats with a line for each row.
pub fn write<S: Sink>(path: &Path, array: &Array, sink: S) -> Result<(S::Filled, Vec<String>), Error> {
    let (columns, notes) = match (array.shape.as_slice(), array.components) {
        ([_], components) => (components, Vec::new()),
        (&[rows, columns], 1) => (columns, vec![back(path, rows, columns)]),
        (shape, components) => {
            let reason = format!(
                "CSV holds lists, and tables of single floats, not {} dimensions of {components} components: use .npy",
                shape.len()
            );
            return Err(Error::Unfit { path: path.into(), reason });
        }
    };
    let filled = sink.fill(path, |file| {
        if array.data.is_empty() {
            // The reader refuses an empty file, so an array without elements is written as a blank line.
            return file.write_all(b"\n");
        }
        array.data.chunks_exact(columns).try_for_each(|line| {
            for (column, &value) in line.iter().enumerate() {
                if column > 0 {
                    file.write_all(b",")?;
                }
                file.write_all(number(value).as_bytes())?;
            }
            file.write_all(b"\n")
        })
    })?;
    Ok((filled, notes))
}

/// Returns a note on what a table becomes when it is read back.
fn back(path: &Path, rows: usize, columns: usize) -> String {
    let becomes = match (rows, columns) {
        (0, _) | (_, 0) => "it reads back as a list of no elements".into(),
        (_, 1) => format!("it reads back as a list of {rows} floats"),
        (_, 2..=4) => format!("it reads back as a list of {rows} records of {columns}"),
        _ => "only lines of 1 to 4 fields can be read back".into(),
    };
    format!("{}: CSV does not keep the shape {rows} × {columns}, {becomes}; .npy keeps it", path.display())
}

/// Formats a float that is an integer with all its digits.
fn whole(value: f32) -> String {
    format!("{value:.0}")
}

/// The table as it has been read so far.
struct Table<'a> {
    path: &'a Path,
    bytes: &'a [u8],
    /// The number of fields of the first line; 0 before it is read.
    columns: usize,
    /// The indices of the columns that are read, from 0.
    picked: Vec<usize>,
    /// Whether the first line holds names.
    headed: bool,
    data: Vec<f32>,
    inexact: Option<Loss>,
    beyond: Option<Loss>,
}

/// Numbers that float32 cannot hold: their count, and the place of the first with its value before and after.
struct Loss {
    count: usize,
    first: String,
}

impl Table<'_> {
    fn line(&mut self, record: &ByteRecord, columns: Option<&Columns>) -> Result<(), Error> {
        let first = self.columns == 0;
        if first && columns.is_none() && record.len() > 4 {
            let (line, text) = (self.line_of(record), text(&record[4]));
            return Err(Error::Wide { path: self.path.into(), line, found: record.len(), text });
        }
        if !first && record.len() != self.columns {
            return Err(self.ragged(record));
        }
        self.columns = record.len();
        if first {
            self.picked = match columns {
                Some(columns) => columns.find(self.path, record)?,
                None => (0..record.len()).collect(),
            };
            let mut picked = self.picked.iter().map(|column| &record[*column]);
            self.headed = columns.is_some_and(Columns::by_name) || is_header(&mut picked);
            if self.headed {
                return Ok(());
            }
        }
        for at in 0..self.picked.len() {
            let column = self.picked[at];
            let field = &record[column];
            match str::from_utf8(field).ok().and_then(|text| Some((text, text.parse::<f32>().ok()?))) {
                Some((text, value)) => {
                    self.note_loss(record, column, text, value);
                    self.push(value)?;
                }
                None => {
                    let (line, text) = (self.line_of(record), text(field));
                    return Err(Error::Field { path: self.path.into(), line, column: column + 1, text });
                }
            }
        }
        Ok(())
    }

    fn push(&mut self, value: f32) -> Result<(), Error> {
        if self.data.len() == self.data.capacity() {
            // Grown here and not by `push`, so that running out of memory is an error and not an abort.
            let mut more = room(self.path, (self.data.len() * 2).max(1024))?;
            more.append(&mut self.data);
            self.data = more;
        }
        self.data.push(value);
        Ok(())
    }

    fn ragged(&self, record: &ByteRecord) -> Error {
        let (found, expected) = (record.len(), self.columns);
        let (column, field) = if found > expected { (expected + 1, expected) } else { (found + 1, found - 1) };
        let (line, text) = (self.line_of(record), text(&record[field]));
        Error::Ragged { path: self.path.into(), line, column, found, expected, text }
    }

    fn note_loss(&mut self, record: &ByteRecord, column: usize, text: &str, value: f32) {
        let beyond = beyond(text, value);
        if !beyond && !inexact(text, value) {
            return;
        }
        let (line, text) = (|| self.line_of(record), excerpt(text));
        let exact = || {
            if value.is_finite() { whole(value) } else { value.to_string() }
        };
        let loss = if beyond { &self.beyond } else { &self.inexact };
        let first = match loss {
            Some(_) => String::new(),
            None => format!("line {}, column {} ({text} became {})", line(), column + 1, exact()),
        };
        let loss = if beyond { &mut self.beyond } else { &mut self.inexact };
        loss.get_or_insert(Loss { count: 0, first }).count += 1;
    }

    /// Returns the line, from 1, on which a record starts. The reader's position may be that of blank lines before it.
    fn line_of(&self, record: &ByteRecord) -> usize {
        let mut start = record.position().map_or(0, |position| position.byte() as usize).min(self.bytes.len());
        while matches!(self.bytes.get(start), Some(b'\r' | b'\n')) {
            start += 1;
        }
        let before = &self.bytes[..start];
        let ends = |(at, &byte): (usize, &u8)| byte == b'\n' || (byte == b'\r' && before.get(at + 1) != Some(&b'\n'));
        1 + before.iter().enumerate().filter(|&end| ends(end)).count()
    }

    fn finish(self) -> Loaded {
        let components = self.picked.len().max(1);
        let note = |loss: Option<Loss>, what: &str| {
            let total = self.data.len();
            let path = self.path.display();
            loss.map(|Loss { count, first }| format!("{path}: {count} of {total} numbers {what}, the first in {first}"))
        };
        let notes = [
            note(self.inexact, "are integers that float32 does not hold exactly"),
            note(self.beyond, "are beyond the range of float32"),
        ];
        let mut notes: Vec<String> = notes.into_iter().flatten().collect();
        if self.headed && self.data.is_empty() {
            notes.push(format!("{} has a header line and no numbers", super::input_name(self.path)));
        }
        Loaded::new(Array { shape: vec![self.data.len() / components], components, data: self.data }, notes)
    }
}

/// Returns whether the first line holds names. A field that begins like a number is taken for a mistyped number: an error is better than a
/// line that is silently skipped.
fn is_header(record: &mut dyn Iterator<Item = &[u8]>) -> bool {
    let name = |field: &[u8]| match field {
        [b'+' | b'-' | b'.' | b'0'..=b'9', ..] => false,
        _ => !str::from_utf8(field).is_ok_and(|text| text.parse::<f32>().is_ok()),
    };
    let fields: Vec<&[u8]> = record.collect();
    fields.iter().all(|field| name(field)) && fields.iter().any(|field| !field.is_empty())
}

/// Returns whether a finite number other than 0 became infinite or 0.
fn beyond(text: &str, value: f32) -> bool {
    let significant = text.split(['e', 'E']).next().unwrap_or(text);
    let spelt_out = || significant.bytes().any(|byte| byte.is_ascii_digit());
    (value.is_infinite() && spelt_out())
        || (value == 0.0 && significant.bytes().any(|byte| matches!(byte, b'1'..=b'9')))
}

/// Returns whether an integer, written with all its digits, became another one.
fn inexact(text: &str, value: f32) -> bool {
    // float32 holds every integer of up to 7 digits.
    if text.len() <= 7 || !value.is_finite() {
        return false;
    }
    let integer = match text.split_once('.') {
        Some((integer, fraction)) if fraction.bytes().all(|byte| byte == b'0') => integer,
        Some(_) => return false,
        None => text,
    };
    let digits = integer.trim_start_matches(['+', '-']).trim_start_matches('0');
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) && digits != whole(value.abs())
}

fn text(field: &[u8]) -> String {
    excerpt(&String::from_utf8_lossy(field))
}
