//! The plan of the comparison: the primitives that are measured at each size, for the sections of the report.

use std::collections::BTreeMap;

use crate::Device;

use super::measured::Part;
use super::published::{HARRIS_ROWS, HORN_RECORDS};
use super::sections;

/// The number of elements of Brook's reduction, and of the chapter's search.
const MILLION: usize = 1 << 20;

/// The primitives that are measured at each size, smallest first.
#[derive(Debug, PartialEq)]
pub struct Plan(pub BTreeMap<usize, Vec<&'static str>>);

/// The requested sizes and number of repeats.
pub struct Extent<'a> {
    pub quick: bool,
    /// The requested sizes, which replace all others.
    pub sizes: &'a [usize],
}

impl Plan {
    /// Makes the plan for these parts. Leaves out sizes for which `fits` returns false, unless they were requested.
    pub fn new(parts: &[Part], extent: &Extent, fits: &dyn Fn(usize) -> bool) -> Plan {
        let mut plan = Plan(BTreeMap::new());
        for part in parts {
            for (primitives, published, quick) in series(*part) {
                let sizes = match (extent.sizes, extent.quick) {
                    ([], false) => published,
                    ([], true) => quick,
                    (asked, _) => asked.to_vec(),
                };
                for n in sizes.into_iter().filter(|n| !extent.sizes.is_empty() || fits(*n)) {
                    let wanted = plan.0.entry(n).or_default();
                    wanted
                        .extend(primitives.iter().filter(|primitive| !wanted.contains(primitive)).collect::<Vec<_>>());
                }
            }
        }
        plan
    }

    /// Returns whether a primitive is wanted at a size.
    pub fn wants(&self, n: usize, primitive: &str) -> bool {
        self.0.get(&n).is_some_and(|primitives| primitives.contains(&primitive))
    }
}

/// Returns whether `n` floats fit a plain stream and a buffer of the device.
pub fn fits(device: &Device, n: usize) -> bool {
    let texture = device.limits().texture;
    let buffer = device.compute().is_none_or(|compute| n.saturating_mul(4) <= compute.buffer_bytes);
    n <= texture.saturating_mul(texture) && buffer
}

/// Returns the primitives of a part, their sizes, and the sizes of a quick run.
fn series(part: Part) -> Vec<(Vec<&'static str>, Vec<usize>, Vec<usize>)> {
    let powers = |powers: &[u32]| -> Vec<usize> { powers.iter().map(|power| 1 << power).collect() };
    match part {
        Part::Filter => vec![(vec!["filter"], HORN_RECORDS.to_vec(), powers(&[14, 16, 17]))],
        Part::Scan => {
            vec![(vec!["scan"], HARRIS_ROWS.map(|row| row.n).to_vec(), powers(&[10, 15, 16, 17, 18]))]
        }
        Part::Reduce => {
            vec![(vec!["reduce"], powers(&[17, 18, 19, 20, 21, 22, 23, 24, 25]), powers(&[17, 18, 19, 20]))]
        }
        Part::Toolkit => vec![
            (vec!["sort"], powers(&[12]), powers(&[12])),
            (vec!["reduce-float4", "search-one"], vec![MILLION], vec![MILLION]),
        ],
        Part::Work => {
            let all = sections::side_by_side();
            vec![(all, powers(&[12, 14, 16, 18, 20]), powers(&[10, 12, 14, 16]))]
        }
        Part::Figure3 => {
            vec![(vec!["app-saxpy", "app-sgemv", "app-segment", "app-fft", "app-rays"], vec![MILLION], powers(&[14]))]
        }
        // This part is counted, not measured.
        Part::Then => Vec::new(),
        Part::Model => vec![
            (vec!["transfer", "round-trip"], powers(&[12, 14, 16, 18, 20, 22, 24]), powers(&[12, 14, 16, 18, 20])),
            (
                vec!["synthetic"],
                (6..=24).map(|power| 1 << power).collect(),
                (6..=20).step_by(2).map(|power| 1 << power).collect(),
            ),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_runs_leave_no_part_out() {
        for part in Part::ALL {
            for quick in [false, true] {
                let plan = Plan::new(&[part], &Extent { quick, sizes: &[] }, &|_| true);
                for (primitives, _, _) in series(part) {
                    for primitive in primitives {
                        assert!(plan.0.keys().any(|n| plan.wants(*n, primitive)), "{part:?} without {primitive}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_too_large_is_left_out_unless_asked_for() {
        let fits = |n: usize| n < 1 << 18;
        let plan = Plan::new(&[Part::Filter], &Extent { quick: false, sizes: &[] }, &fits);
        assert_eq!(plan.0.keys().copied().collect::<Vec<_>>(), [1 << 16, 1 << 17]);
        let plan = Plan::new(&[Part::Filter, Part::Scan], &Extent { quick: true, sizes: &[8, 1 << 20] }, &fits);
        assert_eq!(plan, Plan(BTreeMap::from([(8, vec!["filter", "scan"]), (1 << 20, vec!["filter", "scan"])])));
    }
}
