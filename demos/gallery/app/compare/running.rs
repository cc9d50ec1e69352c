//! A comparison under way: as many of its steps in a frame as leave the window quick.

use std::rc::Rc;
use std::time::Duration;

use brooklet::Device;
use brooklet::compare::{Comparison, Part, Progress, Row, Settings};

use super::page::Page;

/// Says how long it is since some moment.
pub type Clock = Rc<dyn Fn() -> Duration>;

/// What is measured: which parts, and how thoroughly.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub parts: Vec<Part>,
    pub quick: bool,
}

pub struct Running {
    comparison: Comparison,
    clock: Clock,
    pub parts: Vec<Part>,
    /// The time of the frames so far: while another scene is shown, none goes by.
    pub elapsed: Duration,
    /// The number and the moment of the last frame.
    last: Option<(u64, Duration)>,
    /// The report of what is measured so far.
    pub page: Option<Page>,
}

impl Running {
    pub fn new(device: &Device, choice: Choice, clock: Clock) -> Running {
        let Choice { parts, quick } = choice;
        let settings = Settings { parts: parts.clone(), quick, ..Settings::default() };
        let its_clock = clock.clone();
        let comparison = Comparison::new(device, settings, move || its_clock());
        Running { comparison, clock, parts, elapsed: Duration::ZERO, last: None, page: None }
    }

    /// How far it is; none at its end.
    pub fn progress(&self) -> Option<Progress> {
        self.comparison.progress()
    }

    pub fn rows(&self) -> &[Row] {
        self.comparison.rows()
    }

    /// Goes on for a frame.
    ///
    /// # Errors
    /// What is wrong, or could not be measured.
    pub fn go_on(&mut self, frame: u64, budget: Duration) -> Result<(), String> {
        if let Some((last, since)) = self.last
            && frame <= last + 1
        {
            self.elapsed += (self.clock)().saturating_sub(since);
        }
        self.last = Some((frame, (self.clock)()));
        let before = self.comparison.rows().len();
        let comparison = &mut self.comparison;
        steps_within(budget, &*self.clock, || {
            let more = comparison.step();
            comparison.wrong().map_or(Ok(more), Err)
        })?;
        if self.comparison.rows().len() > before {
            self.page = Some(Page::new(self.comparison.measured()));
        }
        Ok(())
    }

    /// The report, when all is measured.
    pub fn finish(self) -> Page {
        Page::new(self.comparison.finish())
    }
}

/// Does one step at least, and then others as long as one like the last still fits. A step says whether there was one to do.
fn steps_within<E>(
    budget: Duration,
    clock: &dyn Fn() -> Duration,
    mut step: impl FnMut() -> Result<bool, E>,
) -> Result<(), E> {
    let start = clock();
    let mut last = start;
    while step()? {
        let now = clock();
        let taken = now.saturating_sub(last);
        last = now;
        if now.saturating_sub(start) + taken > budget {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// How many steps of these lengths are done within 12 ms.
    fn done(lengths: &[u64]) -> usize {
        let now = Cell::new(Duration::from_secs(7));
        let count = Cell::new(0);
        let step = || {
            let Some(length) = lengths.get(count.get()) else { return Ok::<bool, ()>(false) };
            now.set(now.get() + Duration::from_millis(*length));
            count.set(count.get() + 1);
            Ok(true)
        };
        steps_within(Duration::from_millis(12), &|| now.get(), step).unwrap();
        count.get()
    }

    #[test]
    fn a_frame_has_as_many_steps_as_fit() {
        assert_eq!(done(&[5, 5, 5, 5]), 2);
        assert_eq!(done(&[100, 1]), 1, "one at least");
        assert_eq!(done(&[3; 10]), 4);
        assert_eq!(done(&[1, 1, 1]), 3, "to the end");
        assert_eq!(done(&[]), 0);
    }

    #[test]
    fn what_fails_ends_the_frame() {
        let failed = steps_within(Duration::from_millis(12), &|| Duration::ZERO, || Err::<bool, _>("lost"));
        assert_eq!(failed, Err("lost"));
    }
}
