//! Elements of the streams of a step, as an address names them.

/// Which stream of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    Input(usize),
    Output(usize),
}

/// An element of a stream of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picked {
    pub place: Place,
    pub element: usize,
}

impl Picked {
    /// In an address: `in0:37` or `out1:37`, and of the first output the element alone.
    pub fn name(self) -> String {
        let element = self.element;
        match self.place {
            Place::Input(slot) => format!("in{slot}:{element}"),
            Place::Output(0) => element.to_string(),
            Place::Output(slot) => format!("out{slot}:{element}"),
        }
    }

    pub fn of(text: &str) -> Option<Picked> {
        let (place, element) = match text.split_once(':') {
            None => (Place::Output(0), text),
            Some((stream, element)) => match (stream.strip_prefix("in"), stream.strip_prefix("out")) {
                (Some(slot), _) => (Place::Input(slot.parse().ok()?), element),
                (_, Some(slot)) => (Place::Output(slot.parse().ok()?), element),
                _ => return None,
            },
        };
        Some(Picked { place, element: number(element)? })
    }

    /// The element that is kept, at a step: before the first pass there is no first output yet, but what goes in.
    pub fn at(self, done: usize) -> Picked {
        match self.place {
            Place::Output(0) if done == 0 => Picked { place: Place::Input(0), ..self },
            _ => self,
        }
    }
}

/// A number, or a power: `2^12`.
pub fn number(text: &str) -> Option<usize> {
    match text.split_once('^') {
        Some((base, power)) => base.parse::<usize>().ok()?.checked_pow(power.parse().ok()?),
        None => text.parse().ok(),
    }
}
