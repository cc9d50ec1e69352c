//! Constants of a model: what they are for a chip, how well that is known, and from where.

use crate::fragment_program::{Chip, Cost, Fact, Profile, Status};

use super::demand::Issue;
use super::model::{Constant, Model};

/// A chip of which there is no model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no cost model of chip {chip}: {why}")]
pub struct NoModel {
    /// The chip.
    pub chip: Chip,
    /// Which facts are missing.
    pub why: &'static str,
}

/// The chip whose measured costs stand in for those of another: of the same vendor, and of a kindred architecture.
fn measured(chip: Chip) -> Option<(Chip, &'static Cost)> {
    let of = match chip {
        Chip::R300 | Chip::R420 | Chip::R520 => Chip::R420,
        Chip::Nv30 | Chip::Nv40 | Chip::G70 => Chip::Nv40,
        Chip::G80 | Chip::None => return None,
    };
    of.profile().cost.as_ref().map(|cost| (of, cost))
}

const MISSING: &str = "floats fetched in a row and the cost of a pass were not measured on it, and nothing that was measured on another \
                       chip stands in, for its architecture is another";

/// What a chip does in a second by what another was measured to: units times clock, of both.
fn scale(own: f64, own_mhz: f64, other: f64, other_mhz: f64) -> f64 {
    own * own_mhz / (other * other_mhz)
}

impl Model {
    /// The model of a chip, at the clocks of its [profile](Chip::profile).
    ///
    /// NV40 and R420 were measured (Buck et al. 2004): NV40 at 350 MHz, and so scaled to the Ultra's 400; the fetches by the same
    /// clock, since 1.2 Gfloat/s are 15 % of what the memory moves, and so the texture units' limit. R300 and R520 take R420's
    /// figures, NV30 and G70 NV40's, times units and clock, and the fixed costs as they are; each of these constants is marked as
    /// derived, or recalled where a clock is.
    ///
    /// # Errors
    /// G80, of which too little is known, and the plain machine, which no one measured.
    pub fn of(chip: Chip) -> Result<Model, NoModel> {
        if chip == Chip::None {
            return Err(NoModel { chip, why: "it is no chip, but a plain machine of this program" });
        }
        let missing = NoModel { chip, why: MISSING };
        let (from, cost) = measured(chip).ok_or(missing.clone())?;
        Self::scaled(chip.profile(), from.profile(), cost).ok_or(missing)
    }

    fn scaled(own: &Profile, from: &Profile, cost: &Cost) -> Option<Model> {
        let (chip, issue) = (own.chip, Issue::of(own.chip));
        let itself = chip == from.chip;
        let clock = own.core_mhz.value?;
        let measured_at = cost.core_mhz.value;
        let same = itself && clock == measured_at;
        let weaker = |fact: Status| if same { fact } else { own.core_mhz.status.max(Status::Derived) };
        let units = |own: Fact<Option<u32>>, from: Fact<Option<u32>>| {
            Some(scale(own.value?.into(), clock, from.value?.into(), measured_at))
        };
        let by = match (same, itself) {
            (true, _) => String::new(),
            (false, true) => format!(", measured at {measured_at} MHz, at {clock} MHz"),
            (false, false) => format!(", of {}, by units and clock ({clock} MHz): its own is missing", from.chip),
        };
        let (observed, multiplies, status, by_units) = match own.observed_multiplies {
            Some(fact) => (fact, fact.value, fact.status, ""),
            None => {
                let fact = cost.multiplies;
                (fact, fact.value * units(own.multiplies, from.multiplies)?, weaker(fact.status), by.as_str())
            }
        };
        let per_cycle = issue.multiplies();
        let cycles = Constant {
            name: "cycles of all pipes, G/s",
            value: multiplies / per_cycle,
            status: status.max(Status::Derived),
            source: format!(
                "{} G multiplies/s ({}){by_units}; {per_cycle} multiplies a pipe and cycle",
                observed.value, observed.source
            ),
        };
        let fetches = Constant {
            name: "floats fetched, G/s",
            value: cost.fetches.value * units(own.texture_units, from.texture_units)?,
            status: weaker(cost.fetches.status),
            source: format!("{} Gfloat/s ({}){by}", cost.fetches.value, cost.fetches.source),
        };
        // What the CPU and its driver take does not depend on the chip's clock.
        let stands_in = if itself { String::new() } else { format!("; of {}: its own is missing", from.chip) };
        let fixed = |name, fact: Fact<f64>| Constant {
            name,
            value: fact.value,
            status: if itself { fact.status } else { fact.status.max(Status::Derived) },
            source: format!("{}{stands_in}", fact.source),
        };
        let through_pbuffers = own.render_to_texture.value.starts_with("pbuffer");
        Some(Model {
            chip,
            issue,
            beside: matches!(chip, Chip::R300 | Chip::R420 | Chip::R520),
            two_channels: own.renderable.value.contains(&"RG32F"),
            cycles,
            fetches,
            pass: fixed("cost of issuing a pass, µs", cost.pass),
            pbuffer: through_pbuffers.then(|| fixed("more by pbuffer and copy, µs", cost.pbuffer)),
            bandwidth: Constant {
                name: "memory, GB/s",
                value: own.bandwidth.value?,
                status: own.bandwidth.status,
                source: own.bandwidth.source.to_owned(),
            },
            upload: fixed("upload, GB/s", cost.upload),
            read_back: fixed("read back, GB/s", cost.read_back),
        })
    }
}
