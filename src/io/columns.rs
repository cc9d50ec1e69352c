//! Selects the columns of a table that are read.

use std::path::Path;
use std::str::FromStr;

use csv::ByteRecord;

use super::{Error, excerpt};

/// The columns of a table to read, 1 to 4, in this order.
///
/// ```
/// use brooklet::io::{Columns, decode_with};
///
/// let columns: Columns = "height,2".parse()?;
/// let table = b"name,width,height,depth,mass\nA,1,2,3,4\nB,5,6,7,8\n";
/// let loaded = decode_with("boxes.csv", table, Some(&columns))?;
/// assert_eq!((loaded.array.components, loaded.array.data), (2, vec![2.0, 1.0, 6.0, 5.0]));
/// assert_eq!("1-5".parse::<Columns>().unwrap_err(), "1-5: these are 5 columns, and an element has 1 to 4 numbers");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Columns(Vec<Column>);

/// A column of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Column {
    /// Selected by its number, from 1.
    Number(usize),
    /// Selected by its name in the first line.
    Name(String),
}

/// The maximum number of columns.
const MAX_COLUMNS: usize = 4;

/// The maximum number of fields of a line that a message shows.
const SHOWN: usize = 12;

impl FromStr for Columns {
    type Err = String;

    /// Parses numbers from 1, ranges (`2-4`) and names, separated by commas.
    fn from_str(text: &str) -> Result<Columns, String> {
        if text.trim().is_empty() {
            return Err("no column is named: name 1 to 4, as 2,5 or 3-5 or height,mass".to_owned());
        }
        let (start, end) = (text.trim_start().starts_with(','), text.trim_end().ends_with(','));
        let mut columns = Vec::new();
        for part in text.split(',').map(str::trim) {
            let number = |text: &str| text.parse::<usize>().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()));
            let stretch = part.split_once('-').and_then(|(first, last)| Some((number(first)?, number(last)?)));
            match (number(part), stretch) {
                _ if part.is_empty() => {
                    let place = match (start, end) {
                        (true, _) => "before the first comma",
                        (_, true) => "behind the last comma",
                        _ => "between two commas",
                    };
                    return Err(format!("`{text}`: a column is missing {place}"));
                }
                (Some(0), _) | (_, Some((0, _))) => return Err(format!("{part}: columns count from 1")),
                (Some(number), _) => columns.push(Column::Number(number)),
                (None, Some((first, last))) if first > last => {
                    return Err(format!("{part}: the range ends before it begins"));
                }
                (None, Some((first, last))) => {
                    if last - first >= MAX_COLUMNS {
                        let count = last - first + 1;
                        return Err(format!("{part}: these are {count} columns, and an element has 1 to 4 numbers"));
                    }
                    columns.extend((first..=last).map(Column::Number));
                }
                (None, None) => columns.push(Column::Name(part.to_owned())),
            }
        }
        match columns.len() > MAX_COLUMNS {
            true => Err(format!("{text}: these are {} columns, and an element has 1 to 4 numbers", columns.len())),
            false => Ok(Columns(columns)),
        }
    }
}

impl Columns {
    /// Returns whether a column is selected by name, so that the first line has to hold names.
    pub(super) fn by_name(&self) -> bool {
        self.0.iter().any(|column| matches!(column, Column::Name(_)))
    }

    /// Returns the indices, from 0, of the columns in a table with this first line.
    pub(super) fn find(&self, path: &Path, first: &ByteRecord) -> Result<Vec<usize>, Error> {
        let place = |column: &Column| {
            let (found, wanted) = match column {
                Column::Number(number) => ((*number <= first.len()).then(|| number - 1), number.to_string()),
                Column::Name(name) => (first.iter().position(|field| field == name.as_bytes()), format!("`{name}`")),
            };
            found.ok_or_else(|| {
                let field = |field: &[u8]| excerpt(&String::from_utf8_lossy(field));
                let mut fields: Vec<String> = first.iter().take(SHOWN).map(field).collect();
                if first.len() > SHOWN {
                    fields.push("..".to_owned());
                }
                Error::NoColumn {
                    path: path.into(),
                    wanted: excerpt(&wanted),
                    count: first.len(),
                    fields: fields.join(", "),
                }
            })
        };
        self.0.iter().map(place).collect()
    }
}
