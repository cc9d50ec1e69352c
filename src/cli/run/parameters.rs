//! The parameters of a listing, by number or by name.

use brooklet::fragment_program::listing::Listing;
use brooklet::fragment_program::{Binding, State};

use crate::cli::number::parse_float;

type Numbered = Vec<(usize, [f32; 4])>;

/// The parameters that a listing is given.
#[derive(Default)]
pub struct Parameters {
    /// The local parameters, by number.
    pub locals: Numbered,
    /// The environment parameters, by number.
    pub environment: Numbered,
    /// Parts of OpenGL's state.
    pub state: Vec<(State, [f32; 4])>,
}

impl Parameters {
    /// Returns the parameters of a listing that these words `NAME=NUMBERS` give. A parameter that is not given has the value with which the
    /// listing declares it, if there is one.
    pub fn of<'a>(listing: &Listing, words: impl Iterator<Item = &'a str>) -> Result<Parameters, (String, String)> {
        let mut all = Parameters::default();
        for word in words {
            all.add(listing, word).map_err(|why| (word.to_owned(), why))?;
        }
        for (binding, numbers) in &listing.defaults {
            match *binding {
                Binding::Local(n) => add(&mut all.locals, n, *numbers),
                Binding::Environment(n) => add(&mut all.environment, n, *numbers),
                Binding::State(_) | Binding::Literal => {}
            }
        }
        Ok(all)
    }

    fn add(&mut self, listing: &Listing, word: &str) -> Result<(), String> {
        let (name, numbers) = word.split_once('=').ok_or("expected NAME=NUMBERS, as in local0=1,2,3,4")?;
        let numbers = parse_numbers(numbers)?;
        let number = |prefix: &str| name.strip_prefix(prefix).and_then(|number| number.parse().ok());
        if let Some(n) = number("local") {
            add(&mut self.locals, n, numbers);
            return Ok(());
        }
        if let Some(n) = number("env") {
            add(&mut self.environment, n, numbers);
            return Ok(());
        }
        if name.starts_with("state.") {
            let state = State::parse(name).ok_or_else(|| format!("OpenGL has no `{name}`"))?;
            self.state.push((state, numbers));
            return Ok(());
        }
        let place = listing.parameters.iter().position(|own| own == name);
        match place.and_then(|place| listing.program.parameters.get(place)).map(|own| own.binding) {
            Some(Binding::Local(n)) => add(&mut self.locals, n, numbers),
            Some(Binding::Environment(n)) => add(&mut self.environment, n, numbers),
            Some(Binding::State(n)) => self.state.push((listing.program.states[n].clone(), numbers)),
            Some(Binding::Literal) => return Err(format!("`{name}` has a fixed value in the listing")),
            None => return Err(unknown(listing, name)),
        }
        Ok(())
    }
}

/// Adds a parameter, unless it is given already.
fn add(list: &mut Numbered, number: usize, numbers: [f32; 4]) {
    if list.iter().all(|(known, _)| *known != number) {
        list.push((number, numbers));
    }
}

fn unknown(listing: &Listing, name: &str) -> String {
    let parameters = listing.parameters.iter().zip(&listing.program.parameters);
    let own: Vec<&str> = parameters
        .filter(|(name, own)| !name.is_empty() && own.binding != Binding::Literal)
        .map(|(name, _)| name.as_str())
        .collect();
    let own = if own.is_empty() { String::new() } else { format!(", and here {}", own.join(", ")) };
    format!("`{name}` is not a parameter: they are local0, local1 .. and env0, env1 ..{own}")
}

fn parse_numbers(text: &str) -> Result<[f32; 4], String> {
    let given = text.split(',').map(|number| parse_float(number.trim()));
    let given = given.collect::<Result<Vec<_>, _>>()?;
    if given.len() > 4 {
        return Err(format!("{} numbers are too many: a parameter has 4", given.len()));
    }
    let mut all = [0.0, 0.0, 0.0, 1.0];
    all[..given.len()].copy_from_slice(&given);
    Ok(all)
}
