//! Register allocation: gives each virtual register a temporary and components of it, for its live range.

use rustc_hash::FxHashMap;

/// The live range of a virtual register, in lines.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The line that writes it first.
    pub start: usize,
    /// The line that reads it last.
    pub end: usize,
    /// The number of its components.
    pub width: usize,
    /// A mask of the components that it must have, which a texel's register has. 0 if it can have any.
    pub fixed: u8,
    /// Whether nothing else may share the temporary. This holds if a texture instruction writes it and indirections are counted.
    pub alone: bool,
}

/// The location of a virtual register: the number of the temporary, and its component for each of the register's components.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub temporary: usize,
    pub components: [u8; 4],
}

/// The temporaries of a program.
#[derive(Default)]
pub struct Allocation {
    pub places: FxHashMap<usize, Place>,
    /// The number of temporaries.
    pub temporaries: usize,
}

/// Allocates temporaries to the intervals of numbered registers, in the order of their starts. Each gets the fullest temporary that
/// it fits into. `nodes` are the lines at which a new texture indirection begins, if these are counted.
pub fn allocate(intervals: &FxHashMap<usize, Interval>, nodes: &[usize]) -> Allocation {
    let mut order: Vec<(usize, Interval)> = intervals.iter().map(|(number, interval)| (*number, *interval)).collect();
    order.sort_by_key(|(number, interval)| (interval.start, *number));
    let mut allocation = Allocation::default();
    // For each temporary: the line until which each component is taken, and the line of its last access.
    let mut taken: Vec<[usize; 4]> = Vec::new();
    let mut touched: Vec<usize> = Vec::new();
    for (number, interval) in order {
        let begin = nodes.iter().rev().find(|line| **line <= interval.start).copied().unwrap_or(0);
        let free = |ends: &[usize; 4]| -> u8 {
            (0..4).filter(|c| ends[*c] <= interval.start).fold(0, |mask, c| mask | 1 << c)
        };
        let fits = |temporary: usize| {
            let mask = free(&taken[temporary]);
            let fresh = touched[temporary] < begin || touched[temporary] == 0;
            match (interval.alone, interval.fixed) {
                (true, _) => mask == 15 && fresh,
                (_, 0) => mask.count_ones() as usize >= interval.width,
                (_, fixed) => mask & fixed == fixed,
            }
        };
        let best = (0..taken.len())
            .filter(|&temporary| fits(temporary))
            .min_by_key(|&temporary| (free(&taken[temporary]).count_ones(), temporary));
        let temporary = best.unwrap_or_else(|| {
            taken.push([0; 4]);
            touched.push(0);
            taken.len() - 1
        });
        let mask = free(&taken[temporary]);
        let mut components = [0; 4];
        if interval.fixed != 0 {
            components = [0, 1, 2, 3];
        } else {
            let mut free = (0..4u8).filter(|c| mask >> c & 1 == 1);
            for component in components.iter_mut().take(interval.width) {
                *component = free.next().expect("as many are free");
            }
        }
        // A component can be written in the line that reads it last.
        for c in 0..4u8 {
            let own = match interval.fixed {
                0 => components[..interval.width].contains(&c),
                fixed => fixed >> c & 1 == 1,
            };
            if own || interval.alone {
                taken[temporary][usize::from(c)] = interval.end.max(interval.start + 1);
            }
        }
        touched[temporary] = touched[temporary].max(interval.end);
        allocation.places.insert(number, Place { temporary, components });
    }
    allocation.temporaries = taken.len();
    allocation
}
