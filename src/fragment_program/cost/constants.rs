//! The constants of a cost model: their values for a chip, each with its source and how well it is known.

use crate::fragment_program::{Chip, Cost, Fact, Profile, Status};

use super::demand::Issue;
use super::model::{Constant, Model};

/// The error for a chip without a cost model.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no cost model of chip {chip}: {why}")]
pub struct NoModel {
    /// The chip.
    pub chip: Chip,
    /// What is missing.
    pub why: &'static str,
}

/// Returns the chip whose measured costs are used for this chip, and these costs. It is this chip, or a chip of the same vendor with a
/// related architecture.
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

/// Returns the speed of a chip relative to a measured chip: its units times its clock, divided by the units times the clock of the
/// measured chip.
fn scale(own: f64, own_mhz: f64, other: f64, other_mhz: f64) -> f64 {
    own * own_mhz / (other * other_mhz)
}

impl Model {
    /// Returns the cost model of a chip, at the clock rates of its [profile](Chip::profile).
    ///
    /// NV40 and R420 were measured (Buck et al. 2004). NV40 was measured at 350 MHz, so its figures are scaled to the 400 MHz of the
    /// Ultra. The rate of fetches is scaled too: 1.2 Gfloat/s are only 15 % of the bandwidth of the memory, so the texture units are
    /// the limit. The figures of R300 and R520 are those of R420, and the figures of NV30 and G70 are those of NV40, scaled by units
    /// and clock. Fixed costs are not scaled. Each of these constants is marked as derived, or as recalled if a clock rate is recalled.
    ///
    /// # Errors
    /// Fails for G80, about which too little is known, and for the plain machine, which nobody measured.
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
        // The time of the CPU and its driver does not depend on the chip's clock.
        let stands_in = if itself { String::new() } else { format!("; of {}: its own is missing", from.chip) };
        let fixed = |name, fact: Fact<f64>| Constant {
            name,
            value: fact.value,
            status: if itself { fact.status } else { fact.status.max(Status::Derived) },
            source: format!("{}{stands_in}", fact.source),
        };
        // A rate per clock, at the clock of the chip.
        let per_clock = |name, fact: Fact<Option<u32>>| {
            let status = fact.status.max(own.core_mhz.status).max(Status::Derived);
            let source = |count: u32| format!("{count} a clock ({}) at {clock} MHz", fact.source);
            fact.value.map(|n| Constant { name, value: f64::from(n) * clock / 1e3, status, source: source(n) })
        };
        let blocks = own.hierarchical_z;
        let rejects = Fact { value: blocks.value.map(|z| z.per_clock), status: blocks.status, source: blocks.source };
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
            tests: per_clock("depth tests, G/s", own.depth_tests)?,
            rejects: per_clock("rejected by hierarchical z, G/s", rejects),
            upload: fixed("upload, GB/s", cost.upload),
            read_back: fixed("read back, GB/s", cost.read_back),
        })
    }
}
