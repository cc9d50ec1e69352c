//! Registers: gives each number a temporary register and a component, for as long as somebody reads it.

use rustc_hash::FxHashMap;

/// A stretch of lines in which a register before its number has something to keep.
#[derive(Clone, Copy, Debug)]
pub struct Interval {
    /// The line that writes it first.
    pub start: usize,
    /// The line that reads it last.
    pub end: usize,
    /// How many components it has.
    pub width: usize,
    /// Components that it must have, a bit each: those of a texel. 0 of one that can be anywhere.
    pub fixed: u8,
    /// Whether nothing else may be in the register: where a texture instruction writes it and indirections are counted.
    pub alone: bool,
}

/// Where components are: the temporary's number, and which of its components each has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    pub temporary: usize,
    pub components: [u8; 4],
}

/// The temporaries of a program.
#[derive(Default)]
pub struct Allocation {
    pub places: FxHashMap<usize, Place>,
    /// How many there are.
    pub temporaries: usize,
}

/// Gives registers to intervals, by their numbers: in the order of their starts, each the fullest that it fits into.
/// `nodes` are the lines at which a new texture indirection begins, where they are counted.
pub fn allocate(intervals: &FxHashMap<usize, Interval>, nodes: &[usize]) -> Allocation {
    let mut order: Vec<(usize, Interval)> = intervals.iter().map(|(number, interval)| (*number, *interval)).collect();
    order.sort_by_key(|(number, interval)| (interval.start, *number));
    let mut allocation = Allocation::default();
    // Of each temporary: until which line each component is taken, and when it was last read or written.
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
        // What is read in the line that ends it can be written there.
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
