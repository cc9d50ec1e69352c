//! Tasks: the work that is counted for a prediction, and the cards on which it is counted.

use std::cell::{Cell, RefCell};
use std::fmt::Display;
use std::rc::Rc;

use crate::error::Error;
use crate::fragment_program::Chip;
use crate::fragment_program::cost::{Model, Predicted};
use crate::primitives::{self, Filter, Reduce, Search, Sort, SortOptions};
use crate::{Device, Operator};

/// The result of a count: the predicted time, and the number of passes.
pub struct Counted {
    pub predicted: Predicted,
    pub passes: usize,
    /// The time of read-backs, in seconds.
    pub read_back: f64,
}

/// A card on which passes are counted. It has one device for all tasks, so that each program is compiled once.
#[derive(Clone)]
pub struct Card {
    pub model: Model,
    device: Device,
    /// The value that all read-backs return.
    read_back: Rc<Cell<f32>>,
}

impl Card {
    fn new(model: Model) -> Result<Card, String> {
        let read_back = Rc::new(Cell::new(0.0));
        let device = Device::counting_with(model.chip, Some(model.clone()), read_back.clone());
        Ok(Card { model, device: device.map_err(|error| error.to_string())?, read_back })
    }

    pub fn count<E: Display>(
        &self,
        read_back: f32,
        work: impl FnOnce(&Device) -> Result<(), E>,
    ) -> Result<Counted, String> {
        self.read_back.set(read_back);
        let (result, trace) = self.device.traced(|| work(&self.device));
        result.map_err(|error| error.to_string())?;
        let predicted = trace.predicted().ok_or("nothing was drawn")?;
        let read_back = trace.readbacks().filter_map(|read| read.predicted_ms).sum::<f64>() / 1e3;
        Ok(Counted { predicted, passes: trace.passes().count(), read_back })
    }
}

/// Cards, which are made when they are first needed.
#[derive(Default)]
pub struct Cards(RefCell<Vec<CachedCard>>);

struct CachedCard {
    chip: Chip,
    /// Whether it is the card of Brook's authors, if that differs from the chip's profile.
    brooks: bool,
    card: Result<Card, String>,
}

impl Cards {
    /// Returns the card with a chip's profile.
    pub fn of(&self, chip: Chip) -> Result<Card, String> {
        self.get(chip, false, |model| model)
    }

    /// Returns the card of Brook's authors.
    pub fn brooks(&self, chip: Chip) -> Result<Card, String> {
        match chip {
            // A footnote in the paper says that it was a pre-release card.
            Chip::Nv40 => self.get(chip, true, |model| model.at(350.0, 500.0)),
            chip => self.of(chip),
        }
    }

    fn get(&self, chip: Chip, brooks: bool, clocked: impl FnOnce(Model) -> Model) -> Result<Card, String> {
        let mut cards = self.0.borrow_mut();
        if let Some(made) = cards.iter().find(|made| (made.chip, made.brooks) == (chip, brooks)) {
            return made.card.clone();
        }
        let model = Model::of(chip).map_err(|error| error.to_string());
        let card = model.and_then(|model| Card::new(clocked(model)));
        cards.push(CachedCard { chip, brooks, card: card.clone() });
        card
    }
}

/// Counts a filter that drops the null half of `n` floats, by the method that Horn used on the chip.
pub fn filter(card: &Card, n: usize) -> Result<Counted, String> {
    let method = match card.model.chip.set().branches() {
        true => Filter::ScanSearchGather,
        false => Filter::ScanSearchGatherMultipass,
    };
    // The only number that is read back is the number of null floats.
    card.count::<Error>((n / 2) as f32, |device| primitives::compact_by(&device.stream::<f32>(n)?, method).map(drop))
}

/// Counts the chapter's sort of `n` floats.
pub fn sort(card: &Card, n: usize) -> Result<Counted, String> {
    card.count::<Error>(0.0, |device| primitives::sort_by(&device.stream::<f32>(n)?, Sort::BitonicFloat).map(drop))
}

/// Counts the sort of `n` pairs by a method.
pub fn sort_pairs(card: &Card, n: usize, method: Sort) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let (keys, values) = (device.stream::<f32>(n)?, device.stream::<f32>(n)?);
        let options = SortOptions::default().method(method);
        primitives::sort_pairs_with(&keys, &values, options).map(drop)
    })
}

/// Counts a search for one element among `n`.
pub fn search(card: &Card, n: usize) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let (sorted, query) = (device.stream::<f32>(n)?, device.stream::<f32>(1)?);
        primitives::lower_bound_by(&sorted, &query, Search::BinarySearch).map(drop)
    })
}

/// Counts Brook's sum of `side` rows of `side` float4, which are addressed by row and column.
pub fn reduction(card: &Card, side: usize) -> Result<Counted, String> {
    card.count(0.0, |device| -> Result<(), Error> {
        let vectors = device.stream::<[f32; 4]>([side, side])?;
        primitives::reduce_by(&vectors, &Operator::sum(), Reduce::Brook).map(drop)
    })
}
