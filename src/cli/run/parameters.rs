//! The parameters and attributes of a listing, by number or by name.

use std::collections::HashSet;

use brooklet::backend::Corners;
use brooklet::fragment_program::listing::Listing;
use brooklet::fragment_program::{Binding, State};
use brooklet::ir::Attribute;

use crate::cli::corners::{corners, numbers};

type Numbered = Vec<(usize, [f32; 4])>;

/// The parameters and attributes that a listing is given.
#[derive(Default)]
pub struct Parameters {
    /// The local parameters, by number.
    pub locals: Numbered,
    /// The environment parameters, by number.
    pub environment: Numbered,
    /// Parts of OpenGL's state.
    pub state: Vec<(State, [f32; 4])>,
    /// Attributes of fragments, with their values in the corners of the pass.
    pub attributes: Vec<(Attribute, Corners)>,
    /// The names of what is given, although the listing does not read it.
    pub unread: Vec<String>,
    /// What is given, so that nothing is given twice.
    given: HashSet<String>,
}

impl Parameters {
    /// Returns the parameters of a listing that these words `NAME=NUMBERS` give. A parameter that is not given has the value with which the
    /// listing declares it, if there is one.
    pub fn of<'a>(listing: &Listing, words: impl Iterator<Item = &'a str>) -> Result<Parameters, (String, String)> {
        let mut all = Parameters::default();
        let reads = listing.program.read_parameters();
        for word in words {
            all.add(listing, &reads, word).map_err(|why| (word.to_owned(), why))?;
        }
        for (binding, numbers) in &listing.defaults {
            if all.given.insert(key(listing, *binding)) {
                all.put(listing, *binding, *numbers);
            }
        }
        Ok(all)
    }

    fn add(&mut self, listing: &Listing, reads: &[bool], word: &str) -> Result<(), String> {
        let (name, value) = word.split_once('=').ok_or("expected NAME=NUMBERS, as in local0=1,2,3,4")?;
        let program = &listing.program;
        let number = |prefix: &str| name.strip_prefix(prefix).and_then(|number| number.parse().ok());
        let place = listing.parameters.iter().position(|own| own == name);
        let named = place.and_then(|place| program.parameters.get(place)).map(|own| own.binding);
        let binding = match (number("local"), number("env")) {
            (Some(n), _) => Binding::Local(n),
            (_, Some(n)) => Binding::Environment(n),
            _ if name.starts_with("state.") => return self.add_state(listing, reads, name, four(value)?),
            _ => match (named, attribute(name)) {
                (Some(Binding::Literal), _) => return Err(format!("`{name}` has a fixed value in the listing")),
                (Some(binding), _) => binding,
                (None, Some(attribute)) => return self.add_attribute(listing, name, attribute, value),
                (None, None) => return Err(unknown(listing, name)),
            },
        };
        let numbers = four(value)?;
        self.once(name, key(listing, binding))?;
        self.put(listing, binding, numbers);
        self.warn_if(name, !is_read(listing, reads, |own| own == binding));
        Ok(())
    }

    fn put(&mut self, listing: &Listing, binding: Binding, numbers: [f32; 4]) {
        match binding {
            Binding::Local(n) => self.locals.push((n, numbers)),
            Binding::Environment(n) => self.environment.push((n, numbers)),
            Binding::State(n) => self.state.extend(listing.program.states.get(n).map(|own| (own.clone(), numbers))),
            Binding::Literal => {}
        }
    }

    fn add_state(&mut self, listing: &Listing, reads: &[bool], name: &str, numbers: [f32; 4]) -> Result<(), String> {
        let state = State::parse(name).ok_or_else(|| format!("OpenGL has no `{name}`"))?;
        self.once(name, format!("state.{}", state.name))?;
        let of = |binding| matches!(binding, Binding::State(n) if listing.program.states.get(n) == Some(&state));
        self.warn_if(name, !is_read(listing, reads, of));
        self.state.push((state, numbers));
        Ok(())
    }

    fn add_attribute(
        &mut self,
        listing: &Listing,
        name: &str,
        attribute: Attribute,
        value: &str,
    ) -> Result<(), String> {
        if attribute == Attribute::Position {
            return Err(format!("`{name}` is the place of the fragment, which --shape gives"));
        }
        self.once(name, format!("{attribute:?}"))?;
        self.warn_if(name, listing.program.coordinates.iter().all(|own| own.attribute != attribute));
        self.attributes.push((attribute, corners(value)?));
        Ok(())
    }

    fn once(&mut self, name: &str, key: String) -> Result<(), String> {
        match self.given.insert(key) {
            true => Ok(()),
            false => Err(format!("`{name}` is given twice")),
        }
    }

    fn warn_if(&mut self, name: &str, is_unread: bool) {
        if is_unread {
            self.unread.push(name.to_owned());
        }
    }
}

/// Whether an instruction reads a parameter of which this holds.
fn is_read(listing: &Listing, reads: &[bool], of: impl Fn(Binding) -> bool) -> bool {
    listing.program.parameters.iter().zip(reads).any(|(own, read)| *read && of(own.binding))
}

/// Returns a name of a parameter that is the same whatever it is called.
fn key(listing: &Listing, binding: Binding) -> String {
    match binding {
        Binding::Local(n) => format!("local{n}"),
        Binding::Environment(n) => format!("env{n}"),
        Binding::State(n) => {
            listing.program.states.get(n).map_or_else(String::new, |own| format!("state.{}", own.name))
        }
        Binding::Literal => String::new(),
    }
}

/// Returns the attribute of this name, as Cg and `!!FP1.0` call it.
fn attribute(name: &str) -> Option<Attribute> {
    let upper = name.to_ascii_uppercase();
    let word = upper.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let digits = &upper[word.len()..];
    let number = if digits.is_empty() { Some(0) } else { digits.parse().ok() };
    Some(match word {
        "TEXCOORD" | "TEX" => Attribute::TexCoord(number?),
        "COLOR" | "COL" => Attribute::Color(number.filter(|number| *number < 2)?),
        "FOG" | "FOGC" | "FOGCOORD" if digits.is_empty() => Attribute::Fog,
        "FACE" | "FACING" if digits.is_empty() => Attribute::Facing,
        "WPOS" | "POSITION" if digits.is_empty() => Attribute::Position,
        _ => return None,
    })
}

fn unknown(listing: &Listing, name: &str) -> String {
    let parameters = listing.parameters.iter().zip(&listing.program.parameters);
    let own: Vec<&str> = parameters
        .filter(|(name, own)| !name.is_empty() && own.binding != Binding::Literal)
        .map(|(name, _)| name.as_str())
        .collect();
    let own = if own.is_empty() { String::new() } else { format!(", and here {}", own.join(", ")) };
    format!(
        "`{name}` is not a parameter: they are local0, local1 .. and env0, env1 ..{own}; attributes are COLOR0, COLOR1, \
         TEXCOORD0, TEXCOORD1 .., FOG and FACE"
    )
}

/// Parses up to four numbers. Missing ones are those of 0, 0, 0, 1.
fn four(text: &str) -> Result<[f32; 4], String> {
    let given = numbers(text)?;
    if given.len() > 4 {
        return Err(format!("{} numbers are too many: a parameter has 4", given.len()));
    }
    let mut all = [0.0, 0.0, 0.0, 1.0];
    all[..given.len()].copy_from_slice(&given);
    Ok(all)
}
