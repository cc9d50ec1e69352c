//! Reads the header of an NPY file: magic number, version, length, and a Python dictionary of three entries.
//!
//! The text is read in one pass. Only what NumPy writes is understood: a string or a list for `descr`, a boolean for `fortran_order`, a
//! tuple for `shape`.

/// The contents of a header.
#[derive(Debug, PartialEq)]
pub struct Header {
    /// The dtype of the elements, as the file writes it.
    pub descr: Descr,
    /// Whether the first axis is the fastest.
    pub fortran: bool,
    /// The extents as the file lists them.
    pub shape: Vec<u64>,
    /// The offset of the elements in the file: the end of the header.
    pub end: usize,
}

/// The dtype of the elements.
#[derive(Debug, PartialEq)]
pub enum Descr {
    /// A plain dtype, such as `<f4`.
    Plain(String),
    /// A structure: the Python text that lists its fields.
    Structure(String),
}

/// The reason why a header cannot be read.
#[derive(Debug, PartialEq)]
pub enum Fault {
    /// The text is wrong.
    Malformed(String),
    /// The file ends before the header does. Holds the number of bytes needed.
    Short(usize),
}

const MAGIC: &[u8] = b"\x93NUMPY";

/// Reads the header at the start of a file.
pub fn read(bytes: &[u8]) -> Result<Header, Fault> {
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        return Err(malformed("it does not begin with \\x93NUMPY"));
    }
    let (start, length) = match *bytes {
        [_, _, _, _, _, _, 1, 0, a, b, ..] => (10, u32::from(u16::from_le_bytes([a, b]))),
        [_, _, _, _, _, _, 2 | 3, 0, a, b, c, d, ..] => (12, u32::from_le_bytes([a, b, c, d])),
        [_, _, _, _, _, _, 1, 0, ..] => return Err(Fault::Short(10)),
        [_, _, _, _, _, _, 2 | 3, 0, ..] => return Err(Fault::Short(12)),
        [_, _, _, _, _, _, major, minor, ..] => {
            return Err(malformed(&format!("its version {major}.{minor} is not supported; 1.0 to 3.0 are")));
        }
        _ => return Err(Fault::Short(10)),
    };
    let end = usize::try_from(length).unwrap_or(usize::MAX).saturating_add(start);
    let text = bytes.get(start..end).ok_or(Fault::Short(end))?;
    Scanner { text, at: 0 }.header(end)
}

fn malformed(reason: &str) -> Fault {
    Fault::Malformed(reason.into())
}

/// A scanner over the dictionary's text.
pub(super) struct Scanner<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Scanner<'a> {
    pub fn new(text: &'a str) -> Scanner<'a> {
        Scanner { text: text.as_bytes(), at: 0 }
    }
}

impl Scanner<'_> {
    fn header(&mut self, end: usize) -> Result<Header, Fault> {
        let (mut descr, mut fortran, mut shape) = (None, None, None);
        self.expect(b'{')?;
        while !self.eat(b'}') {
            let key = self.string()?;
            self.expect(b':')?;
            match key.as_str() {
                "descr" => descr = Some(self.descr()?),
                "fortran_order" => fortran = Some(self.boolean()?),
                "shape" => shape = Some(self.extents()?),
                _ => {
                    return Err(malformed(&format!("its header has the unknown key '{}'", super::excerpt(&key))));
                }
            }
            if !self.eat(b',') {
                self.expect(b'}')?;
                break;
            }
        }
        if self.peek().is_some() {
            return Err(malformed("its header goes on after the dictionary"));
        }
        let missing = |key| malformed(&format!("its header does not say '{key}'"));
        Ok(Header {
            descr: descr.ok_or_else(|| missing("descr"))?,
            fortran: fortran.ok_or_else(|| missing("fortran_order"))?,
            shape: shape.ok_or_else(|| missing("shape"))?,
            end,
        })
    }

    /// Skips white space and returns the next byte.
    pub fn peek(&mut self) -> Option<u8> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        self.text.get(self.at).copied()
    }

    pub fn eat(&mut self, wanted: u8) -> bool {
        let found = self.peek() == Some(wanted);
        self.at += usize::from(found);
        found
    }

    pub fn expect(&mut self, wanted: u8) -> Result<(), Fault> {
        if self.eat(wanted) { Ok(()) } else { Err(self.unexpected(&format!("'{}'", char::from(wanted)))) }
    }

    fn unexpected(&self, wanted: &str) -> Fault {
        let rest = String::from_utf8_lossy(&self.text[self.at.min(self.text.len())..]);
        match super::excerpt(rest.trim_end()) {
            rest if rest.is_empty() => malformed(&format!("its header ends where {wanted} should be")),
            rest => malformed(&format!("its header has \"{rest}\" where {wanted} should be")),
        }
    }

    /// Reads a Python string. Escapes are left as they are written, since no name that we compare with contains any.
    pub fn string(&mut self) -> Result<String, Fault> {
        let Some(quote @ (b'\'' | b'"')) = self.peek() else {
            return Err(self.unexpected("a string"));
        };
        let start = self.at + 1;
        self.at = start;
        while let Some(&byte) = self.text.get(self.at) {
            if byte == quote {
                self.at += 1;
                return Ok(String::from_utf8_lossy(&self.text[start..self.at - 1]).into_owned());
            }
            self.at += if byte == b'\\' { 2 } else { 1 };
        }
        Err(malformed("its header has a string without an end"))
    }

    /// Reads a string, or the text of a list.
    fn descr(&mut self) -> Result<Descr, Fault> {
        if matches!(self.peek(), Some(b'\'' | b'"')) {
            return self.string().map(Descr::Plain);
        }
        let start = self.at;
        let mut depth = 0_usize;
        loop {
            match self.peek() {
                Some(b'\'' | b'"') => drop(self.string()?),
                Some(b'[' | b'(') => {
                    depth += 1;
                    self.at += 1;
                }
                Some(b']' | b')') if depth > 0 => {
                    depth -= 1;
                    self.at += 1;
                    if depth == 0 {
                        return Ok(Descr::Structure(String::from_utf8_lossy(&self.text[start..self.at]).into_owned()));
                    }
                }
                Some(_) if depth > 0 => self.at += 1,
                None if depth > 0 => return Err(malformed("its header has a list without an end")),
                _ => return Err(self.unexpected("the dtype")),
            }
        }
    }

    /// Reads the letters and digits that follow.
    fn word(&mut self) -> &[u8] {
        let start = self.at;
        while self.text.get(self.at).is_some_and(u8::is_ascii_alphanumeric) {
            self.at += 1;
        }
        &self.text[start..self.at]
    }

    fn boolean(&mut self) -> Result<bool, Fault> {
        self.peek();
        let start = self.at;
        match self.word() {
            b"True" => Ok(true),
            b"False" => Ok(false),
            _ => {
                self.at = start;
                Err(self.unexpected("True or False"))
            }
        }
    }

    /// Reads a tuple of extents. Python 2 wrote some of them as `3L`.
    pub fn extents(&mut self) -> Result<Vec<u64>, Fault> {
        let mut extents = Vec::new();
        self.expect(b'(')?;
        while !self.eat(b')') {
            self.peek();
            let start = self.at;
            let word = self.word();
            let digits = word.strip_suffix(b"L").unwrap_or(word);
            let extent = str::from_utf8(digits).ok().filter(|digits| digits.starts_with(|c: char| c.is_ascii_digit()));
            match extent.and_then(|digits| digits.parse().ok()) {
                Some(extent) => extents.push(extent),
                None => {
                    self.at = start;
                    return Err(self.unexpected("an extent from 0 to 2^64 - 1"));
                }
            }
            if !self.eat(b',') {
                self.expect(b')')?;
                break;
            }
        }
        Ok(extents)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dictionary(text: &str) -> Result<Header, Fault> {
        Scanner { text: text.as_bytes(), at: 0 }.header(0)
    }

    #[test]
    fn reads_what_numpy_writes() {
        let header = dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 4), }       \n").unwrap();
        assert_eq!(header, Header { descr: Descr::Plain("<f4".into()), fortran: false, shape: vec![3, 4], end: 0 });
        let header = dictionary("{\"shape\":(3L,),\"fortran_order\":True,\"descr\":[('a','<f4',(2,)),('b)','|u1')]}");
        let descr = Descr::Structure("[('a','<f4',(2,)),('b)','|u1')]".into());
        assert_eq!(header.unwrap(), Header { descr, fortran: true, shape: vec![3], end: 0 });
        assert_eq!(dictionary("{'descr': '<f4', 'fortran_order': False, 'shape': ()}").unwrap().shape, [0u64; 0]);
    }

    #[test]
    fn refuses_other_text() {
        for text in [
            "",
            "{",
            "{'descr",
            "{'descr\\",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (18446744073709551616,)}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3 4)}",
            "{'descr': '<f4', 'fortran_order': 0, 'shape': (3,)}",
            "{'descr': '<f4', 'fortran_order': False}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3,), 'more': 1}",
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)} 1",
            "{'descr': ), 'fortran_order': False, 'shape': (3,)}",
            "{'descr': [('a', '<f4'), 'fortran_order': False, 'shape': (3,)}",
        ] {
            assert!(matches!(dictionary(text), Err(Fault::Malformed(_))), "{text}");
        }
        let deep = "[".repeat(1 << 20);
        let short = format!("its header has \"{}...\" where '{{' should be", "[".repeat(60));
        assert_eq!(dictionary(&deep), Err(Fault::Malformed(short)));
        let without_end = "its header has a list without an end".to_owned();
        assert_eq!(dictionary(&format!("{{'descr': {deep}")), Err(Fault::Malformed(without_end)));
    }
}
