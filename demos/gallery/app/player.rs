//! The player: how many passes have been drawn, and how fast that grows.

/// Passes a second: slow to fast.
pub const SPEEDS: [f32; 9] = [0.5, 1.0, 2.0, 4.0, 8.0, 15.0, 30.0, 60.0, 240.0];

/// That at which applications move, in steps a second.
pub const LIVE_SPEED: f32 = 60.0;

/// The place of the speed that is taken if nothing else is said.
pub const USUAL_SPEED: usize = 3;

#[derive(Clone, Debug)]
pub struct Player {
    pub playing: bool,
    /// The place among the [`SPEEDS`].
    pub speed: usize,
    /// Parts of a pass that have gone by.
    part: f32,
    last: Option<f64>,
}

impl Default for Player {
    fn default() -> Player {
        Player { playing: false, speed: USUAL_SPEED, part: 0.0, last: None }
    }
}

impl Player {
    /// Passes a second.
    pub fn passes_a_second(&self) -> f32 {
        SPEEDS[self.speed.min(SPEEDS.len() - 1)]
    }

    /// Takes the speed that is nearest.
    pub fn set_speed(&mut self, passes_a_second: f32) {
        let far = |at: &usize| (SPEEDS[*at].ln() - passes_a_second.ln()).abs();
        self.speed = (0..SPEEDS.len()).min_by(|a, b| far(a).total_cmp(&far(b))).unwrap_or(USUAL_SPEED);
    }

    pub fn toggle(&mut self, at_end: bool) -> bool {
        self.playing = !self.playing;
        (self.part, self.last) = (0.0, None);
        // From the start again.
        self.playing && at_end
    }

    /// How many passes to go on by now.
    pub fn passes(&mut self, now: f64) -> usize {
        if !self.playing {
            self.last = None;
            return 0;
        }
        let elapsed = self.last.map_or(0.0, |last| (now - last).clamp(0.0, 0.25)) as f32;
        self.last = Some(now);
        self.part += elapsed * self.passes_a_second();
        let whole = self.part.floor();
        self.part -= whole;
        whole as usize
    }

    /// Seconds until the next pass.
    pub fn wait(&self) -> f32 {
        ((1.0 - self.part) / self.passes_a_second()).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_go_by_as_time_does() {
        let mut player = Player::default();
        assert_eq!(player.passes(1.0), 0);
        assert!(!player.toggle(false));
        let passes: usize = (0..=40).map(|tick| player.passes(10.0 + f64::from(tick) * 0.05)).sum();
        assert_eq!(passes, 8, "4 a second for two seconds");
        // A tab that slept does not run through everything.
        assert!(player.passes(1000.0) <= 1);
        assert!(!player.toggle(true), "it pauses");
        assert!(player.toggle(true), "and begins anew from the end");
    }
}
