//! Register allocation: assigns components of a temporary to each virtual register, for its live range.

use rustc_hash::FxHashMap;

/// The live range of a virtual register, as line numbers.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The first line that writes it.
    pub start: usize,
    /// The last line that reads it.
    pub end: usize,
    /// The number of its components.
    pub width: usize,
    /// A mask of the components that it must have, which is set for the register of a texel. 0 if it can have any components.
    pub fixed: u8,
    /// Whether no other register may share the temporary. This holds if a texture instruction writes it and indirections are counted.
    pub alone: bool,
    /// Whether only numbers of half precision are in it. Two temporaries for such numbers take the room of one for others.
    pub half: bool,
}

/// The location of a virtual register: the index of the temporary, and for each component of the register its component of the
/// temporary.
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

/// Allocates temporaries for the live ranges of numbered registers, in the order of their starts. Each register gets the temporary with
/// the fewest free components that it fits into. `nodes` are the lines that start a new texture indirection, if indirections are
/// counted.
pub fn allocate(intervals: &FxHashMap<usize, Interval>, nodes: &[usize]) -> Allocation {
    let mut order: Vec<(usize, Interval)> = intervals.iter().map(|(number, interval)| (*number, *interval)).collect();
    order.sort_by_key(|(number, interval)| (interval.start, *number));
    let mut allocation = Allocation::default();
    // For each temporary: the line up to which each component is in use, and the line of the last access.
    let mut taken: Vec<[usize; 4]> = Vec::new();
    let mut touched: Vec<usize> = Vec::new();
    let mut halves: Vec<bool> = Vec::new();
    for (number, interval) in order {
        let begin = nodes.iter().rev().find(|line| **line <= interval.start).copied().unwrap_or(0);
        let free = |ends: &[usize; 4]| -> u8 {
            (0..4).filter(|c| ends[*c] <= interval.start).fold(0, |mask, c| mask | 1 << c)
        };
        let fits = |temporary: usize| {
            let mask = free(&taken[temporary]);
            let fresh = touched[temporary] < begin || touched[temporary] == 0;
            match (interval.alone, interval.fixed) {
                _ if halves[temporary] != interval.half => false,
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
            halves.push(interval.half);
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
        // A component can be written by the same line that reads it last.
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
