//! Settings of a cloth simulation.

/// The size and the properties of a piece of cloth, and the forces on it. The unit of length is the distance between neighbouring
/// masses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Settings {
    /// The number of masses from top to bottom.
    pub rows: usize,
    /// The number of masses from left to right.
    pub columns: usize,
    /// The force of a spring, for each unit of length.
    pub stiffness: f32,
    /// The damping force of a spring, for each unit of speed at which its ends move apart.
    pub damping: f32,
    /// The acceleration downwards.
    pub gravity: f32,
    /// The strength of the wind's effect on the cloth.
    pub drag: f32,
    /// The speed of the wind in gusts. It blows forwards (along z), and alternately to the left and right.
    pub wind: f32,
    /// The length at which the weakest springs break, as a multiple of their own length. The strongest break at a length a third
    /// greater.
    pub strength: f32,
    /// The height of the floor.
    pub ground: f32,
    /// The time that a step takes.
    pub step: f32,
}

/// Why a cloth cannot be created or stepped.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ClothError {
    /// There are too few masses.
    #[error("a cloth has at least 2 × 2 masses, and this has {rows} × {columns}")]
    Small {
        /// The number of masses from top to bottom.
        rows: usize,
        /// The number of masses from left to right.
        columns: usize,
    },
    /// A setting is not a number, or is below 0.
    #[error("{name} is {value}: it must be finite and not below 0")]
    Number {
        /// The name of the setting.
        name: &'static str,
        /// Its value.
        value: f32,
    },
    /// A step is so long that springs would overshoot.
    #[error("a step of {step} is too long: step² · 12 stiffness + step · 24 damping is {sum}, and must be below 4")]
    Step {
        /// The step.
        step: f32,
        /// The sum that must be below 4: see [the module](super).
        sum: f32,
    },
}

impl Settings {
    /// Returns settings for a cloth of this size that hangs in the wind until it tears.
    pub fn of(rows: usize, columns: usize) -> Settings {
        let stiffness = 150.0;
        // The weight of the cloth stretches the springs at the corners by a sixth.
        let gravity = stiffness / 3.0 / (rows.max(1) as f32 * columns.max(1) as f32);
        Settings {
            rows,
            columns,
            stiffness,
            damping: 0.5,
            gravity,
            drag: 0.02,
            wind: 400.0 * gravity.sqrt(),
            strength: 1.5,
            ground: -1.6 * rows as f32,
            step: 0.03,
        }
    }

    /// Returns the wind at a step. It is calm first, and then blows in gusts.
    pub fn wind_at(&self, step: usize) -> [f32; 3] {
        let time = step as f32 / 200.0;
        let gust = (0.5 + 0.5 * (1.7 * time).sin()) * (0.6 + 0.4 * (5.3 * time).sin()) * (time / 2.0).min(1.0);
        let aside = 0.4 * (0.9 * time).sin();
        [aside * gust * self.wind, 0.1 * gust * self.wind, gust * self.wind]
    }

    pub(super) fn check(&self) -> Result<(), ClothError> {
        let Settings { rows, columns, step, .. } = *self;
        if rows < 2 || columns < 2 {
            return Err(ClothError::Small { rows, columns });
        }
        let numbers = [
            ("the stiffness", self.stiffness),
            ("the damping", self.damping),
            ("the gravity", self.gravity),
            ("the drag", self.drag),
            ("the wind", self.wind),
            ("the strength", self.strength),
            ("the step", step),
            ("the depth of the ground", -self.ground),
        ];
        if let Some((name, value)) = numbers.into_iter().find(|(_, value)| !value.is_finite() || *value < 0.0) {
            return Err(ClothError::Number { name, value });
        }
        let sum = step * step * 12.0 * self.stiffness + step * 24.0 * self.damping;
        if sum >= 4.0 { Err(ClothError::Step { step, sum }) } else { Ok(()) }
    }
}
