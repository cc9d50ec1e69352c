//! Growth: how many elements an application in motion takes, by what the device manages in a frame.

use brooklet::fragment_program::Chip;

use super::{Gallery, data};

/// Seconds that a step with its picture may take.
const FRAME: f64 = 1.0 / 30.0;
/// Twice as many elements take about twice as long: there has to be room for that.
const ROOM: f64 = 0.5;
/// Fewer are taken only where it is clearly too slow.
const TOO_SLOW: f64 = 1.25;
/// Frames after a change that do not count: kernels are compiled in them.
const SKIPPED: usize = 2;
/// Frames of which the middle one counts.
const MEASURED: usize = 5;
/// The most changes.
const CHANGES: usize = 7;
/// How many times fewer than usual it begins with, and has at least: with fewer still there would be little to see, and what
/// does not depend on their number takes its time all the same.
const FEWER: usize = 4;
/// How many times more than usual it may become.
const MORE: usize = 16;

/// A number of elements on its way to what the device manages.
#[derive(Clone, Debug)]
pub struct Growth {
    usual: usize,
    n: usize,
    changes: usize,
    /// It was too slow once: it does not grow again.
    slow: bool,
    skipped: usize,
    seconds: Vec<f64>,
    /// The method and the chip that were measured.
    of: Option<(Option<Vec<String>>, Option<Chip>)>,
    /// Whether the usual size is shown meanwhile: pass by pass, each of them is kept.
    waits: bool,
}

impl Gallery {
    /// Takes what the last step with its picture cost, and the size that follows from it.
    pub(super) fn grow(&mut self) {
        let cost = self.live.cost().filter(|_| self.player.playing);
        // Somebody has moved the slider.
        if self.growth.as_ref().is_some_and(|growth| growth.n != self.settings.n) {
            self.growth = None;
        }
        let Some(growth) = &mut self.growth else { return };
        if growth.n > growth.usual && self.live.error().is_some() {
            (self.settings.n, self.growth) = (growth.usual, None);
        } else if let Some(n) = cost.and_then(|seconds| growth.measured(seconds)) {
            self.settings.n = n;
        }
    }

    /// The usual size where an application is stepped through, and back in motion the one that it had.
    pub(super) fn size_for_view(&mut self) {
        let live = self.settings.is_live();
        let of = (self.settings.methods.clone(), self.settings.chip);
        let Some(growth) = &mut self.growth else { return };
        // What another method or another chip manages is found out anew.
        if live && growth.of.replace(of.clone()).is_some_and(|known| known != of) && growth.n == self.settings.n {
            *growth = Growth { of: Some(of), ..Growth::small(growth.usual) };
            self.settings.n = growth.n;
        }
        if growth.waits != live {
            return;
        }
        let (shown, other) = if live { (growth.usual, growth.n) } else { (growth.n, growth.usual) };
        if self.settings.n == shown {
            (self.settings.n, growth.waits) = (other, !live);
        }
    }
}

impl Growth {
    /// Begins small, for what has not been shown yet.
    pub fn small(usual: usize) -> Growth {
        Growth { n: Growth::least(usual), ..Growth::usual(usual) }
    }

    /// Begins as usual, for what is shown already.
    pub fn usual(usual: usize) -> Growth {
        Growth { usual, n: usual, changes: 0, slow: false, skipped: 0, seconds: Vec::new(), of: None, waits: false }
    }

    fn least(usual: usize) -> usize {
        (usual / FEWER).max(data::MIN)
    }

    /// How many elements there are.
    pub fn n(&self) -> usize {
        self.n
    }

    /// Takes the seconds of a step with its picture. Returns another number of elements where there has to be one.
    pub fn measured(&mut self, seconds: f64) -> Option<usize> {
        if self.changes == CHANGES {
            return None;
        }
        if self.skipped < SKIPPED {
            self.skipped += 1;
            return None;
        }
        self.seconds.push(seconds);
        if self.seconds.len() < MEASURED {
            return None;
        }
        self.seconds.sort_by(f64::total_cmp);
        let middle = self.seconds[MEASURED / 2];
        (self.skipped, self.seconds) = (0, Vec::new());
        let (least, most) = (Growth::least(self.usual), (self.usual * MORE).min(data::MAX));
        if middle > FRAME * TOO_SLOW && self.n > least {
            (self.n, self.slow) = ((self.n / 2).max(least), true);
        } else if middle < FRAME * ROOM && self.n < most && !self.slow {
            self.n = (self.n * 2).min(most);
        } else {
            self.changes = CHANGES;
            return None;
        }
        self.changes += 1;
        Some(self.n)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::app::Setup;
    use crate::app::scene::Scene;
    use crate::app::settings::View;

    /// The numbers that a device goes through which takes so many seconds for an element.
    fn grown(mut growth: Growth, seconds: f64) -> Vec<usize> {
        (0..200).filter_map(|_| growth.measured(growth.n as f64 * seconds)).collect()
    }

    /// A gallery without a device, which grows.
    fn gallery() -> Gallery {
        let none = Err("there is none".to_owned());
        Gallery::new(Setup { grows: true, ..Setup::bare(none, Address::default()) })
    }

    #[test]
    fn a_slider_that_was_moved_is_left_alone() {
        let mut gallery = gallery();
        gallery.enter(Scene::Raytrace);
        assert_eq!(gallery.settings.n, 1 << 12, "it begins small");
        gallery.grow();
        assert!(gallery.growth.is_some());
        gallery.settings.n = 1 << 10;
        gallery.grow();
        assert_eq!((gallery.settings.n, gallery.growth.is_none()), (1 << 10, true));
        let address = |hash| Address::parse_hash(hash).unwrap();
        gallery.go_to(address("scene=raytrace&n=2^9"));
        assert!(gallery.growth.is_none());
        gallery.go_to(address("scene=raytrace"));
        assert_eq!((gallery.settings.n, gallery.growth.is_some()), (1 << 14, true));
    }

    #[test]
    fn nothing_starts_by_itself_where_less_motion_is_asked_for() {
        let mut gallery = gallery();
        gallery.go_to(Address::parse_hash("motion=off").unwrap());
        gallery.enter(Scene::Cloth);
        assert_eq!((gallery.player.playing, gallery.settings.pass, gallery.settings.n), (false, Some(120), 1 << 10));
        gallery.still = true;
        gallery.settings.motion = None;
        gallery.enter(Scene::Cloth);
        assert!(!gallery.player.playing);
        gallery.settings.motion = Some(true);
        gallery.enter(Scene::Cloth);
        assert!(gallery.player.playing, "an address goes before the system");
    }

    #[test]
    fn passes_have_the_usual_size_and_another_method_begins_anew() {
        let mut gallery = gallery();
        gallery.enter(Scene::Raytrace);
        gallery.size_for_view();
        gallery.settings.view = Some(View::All);
        gallery.size_for_view();
        assert_eq!(gallery.settings.n, 1 << 14);
        gallery.settings.view = None;
        gallery.size_for_view();
        assert_eq!(gallery.settings.n, 1 << 12);
        let growth = Growth { n: 1 << 17, ..gallery.growth.clone().unwrap() };
        (gallery.settings.n, gallery.growth) = (1 << 17, Some(growth));
        gallery.settings.methods = Some(vec!["brute-force".to_owned()]);
        gallery.size_for_view();
        assert_eq!(gallery.settings.n, 1 << 12);
    }

    #[test]
    fn it_grows_as_long_as_there_is_room() {
        let fast = grown(Growth::small(1 << 14), 1e-9);
        assert_eq!(fast, [13, 14, 15, 16, 17, 18].map(|power| 1 << power));
        // 2^14 elements take 25 ms: there is no room for twice as many.
        assert_eq!(grown(Growth::small(1 << 14), 0.025 / 16384.0), [1 << 13, 1 << 14]);
        assert_eq!(grown(Growth::usual(1 << 14), 0.025 / 16384.0), [0; 0]);
    }

    #[test]
    fn it_shrinks_where_it_is_too_slow_and_stays() {
        assert_eq!(grown(Growth::usual(1 << 14), 0.1 / 16384.0), [1 << 13, 1 << 12]);
        assert_eq!(grown(Growth::small(1 << 14), 1.0), [0; 0], "there are no fewer than the least");
        assert_eq!(grown(Growth::usual(16), 1.0), [data::MIN]);
    }

    #[test]
    fn one_slow_frame_does_not_count() {
        let mut growth = Growth::usual(1 << 10);
        let frames = [9.0, 9.0, 0.02, 0.02, 5.0, 0.02, 0.02];
        assert!(frames.iter().all(|seconds| growth.measured(*seconds).is_none()));
    }
}
