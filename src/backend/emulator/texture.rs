//! Fetches texels: computes the texel indices of a batch, and reads the words.

use crate::backend::Sampling;
use crate::fragment_program::{Chip, TextureTarget};

use super::bytecode::{Address, NOWHERE};
use super::lanes::{BATCH, Slot, Slots};

/// A texture that a program reads. The texels are in order of layers, then rows.
#[derive(Clone, Copy, Debug)]
pub struct View<'a> {
    /// The words of the texels.
    pub words: &'a [u32],
    /// The number of texels per row.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of rows that coordinates from 0 to 1 go through. On chips with 24-bit floats it is `height`, rounded up to a power of two.
    pub span: usize,
    /// The number of layers.
    pub layers: usize,
    /// The number of channels of a texel: 1, 2 or 4.
    pub channels: usize,
    /// The fourth component of a texel with fewer than four channels.
    pub one: u32,
    /// The components of a texel outside the texture.
    pub outside: u32,
    /// How it is read where coordinates are floats.
    pub sampling: Sampling,
    /// The number of mip levels. The words of the smaller ones follow those of the texture.
    pub levels: usize,
}

/// Returns the number of rows that coordinates from 0 to 1 go through. On chips with 24-bit floats it is a power of two, so that products with
/// it and its reciprocal are exact.
pub fn span(chip: Chip, height: usize) -> usize {
    if chip.profile().infinities.value { height } else { height.next_power_of_two() }
}

/// Rounds a coordinate in texels down to the index of a texel, and clamps it to the edges. NaN becomes the first texel.
#[inline(always)]
fn clamped(coordinate: f32, last: f32) -> u32 {
    let raised = if coordinate > 0.0 { coordinate } else { 0.0 };
    let inside = if raised < last { raised } else { last };
    // The low bits of the sum are the nearest integer. If it is above the coordinate, one is subtracted.
    let sum = inside + 8388608.0;
    let above = sum - 8388608.0 > inside;
    (sum.to_bits() & 0x7F_FFFF) - u32::from(above)
}

/// The size of the groups of neighbouring fragments that are checked for reading neighbouring texels, if the whole batch does not.
const GROUP: usize = 8;

/// Returns whether the numbers are consecutive.
#[inline(always)]
fn in_order<const N: usize>(numbers: &[u32; N]) -> bool {
    let mut differ = 0;
    for i in 0..N {
        differ |= numbers[i] ^ numbers[0].wrapping_add(i as u32);
    }
    differ == 0
}

/// The texel indices of a batch's fetches, and the mask of the fetches that are outside the texture.
struct Places {
    numbers: [u32; BATCH],
    outside: Option<[u32; BATCH]>,
}

impl View<'_> {
    /// Fetches a texel for each fragment.
    // As for the batches of the interpreter.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    #[cfg_attr(target_family = "wasm", inline(never))]
    pub fn fetch(&self, slots: &mut Slots, address: Address, sources: [Slot; 4], out: [Slot; 4]) {
        if !address.integers && !self.is_plain(address.target) {
            return self.filter(slots, address.target, sources, out);
        }
        let places = match address.integers {
            false => self.by_floats(slots, address.target, sources),
            true if address.inside => self.inside(slots, address.target, sources),
            true => self.by_integers(slots, address.target, sources),
        };
        self.gather(&places.numbers, slots, out);
        if let Some(outside) = places.outside {
            for (component, &slot) in out.iter().enumerate() {
                if slot != NOWHERE {
                    let found = &mut slots.spare[component];
                    for i in 0..BATCH {
                        found[i] = found[i] & !outside[i] | self.outside & outside[i];
                    }
                }
            }
        }
        for (component, &slot) in out.iter().enumerate() {
            if slot != NOWHERE {
                slots.place(slot, component);
            }
        }
    }

    #[inline(always)]
    fn by_floats(&self, slots: &Slots, target: TextureTarget, [x, y, z, _]: [Slot; 4]) -> Places {
        let mut numbers = [0; BATCH];
        let (across, down) = match target {
            TextureTarget::Rectangle | TextureTarget::Buffer => (1.0, 1.0),
            // Its only row is the first.
            TextureTarget::OneD => (self.width as f32, 0.0),
            TextureTarget::TwoD | TextureTarget::Array | TextureTarget::ThreeD | TextureTarget::Cube => {
                (self.width as f32, self.span as f32)
            }
        };
        let (last_column, last_row) = ((self.width - 1) as f32, (self.height - 1) as f32);
        let (x, y) = (slots.of(x), slots.of(y));
        self.lines(&mut numbers, |i| {
            let column = clamped(f32::from_bits(x[i]) * across, last_column);
            (column, clamped(f32::from_bits(y[i]) * down, last_row))
        });
        if target == TextureTarget::Array && self.layers > 1 {
            let (z, texels) = (slots.of(z), (self.width * self.height) as u32);
            for i in 0..BATCH {
                // The layer is rounded to the nearest integer.
                numbers[i] += texels * clamped(f32::from_bits(z[i]) + 0.5, (self.layers - 1) as f32);
            }
        }
        Places { numbers, outside: None }
    }

    /// Computes texel indices from columns and rows.
    #[inline(always)]
    fn lines(&self, numbers: &mut [u32; BATCH], place: impl Fn(usize) -> (u32, u32)) {
        // Most widths are powers of two, and not all vector instruction sets can multiply integers.
        if self.width.is_power_of_two() {
            let shift = self.width.ilog2();
            for (i, number) in numbers.iter_mut().enumerate() {
                let (column, row) = place(i);
                *number = (row << shift) + column;
            }
        } else {
            let width = self.width as u32;
            for (i, number) in numbers.iter_mut().enumerate() {
                let (column, row) = place(i);
                *number = row * width + column;
            }
        }
    }

    /// Returns the texel indices of integer coordinates that are certainly inside the texture.
    #[inline(always)]
    fn inside(&self, slots: &Slots, target: TextureTarget, [x, y, z, _]: [Slot; 4]) -> Places {
        let mut numbers = [0; BATCH];
        let (x, y, z) = (slots.of(x), slots.of(y), slots.of(z));
        if target == TextureTarget::Buffer {
            return Places { numbers: *x, outside: None };
        }
        self.lines(&mut numbers, |i| (x[i], y[i]));
        if target == TextureTarget::Array && self.layers > 1 {
            let texels = (self.width * self.height) as u32;
            for i in 0..BATCH {
                numbers[i] += z[i] * texels;
            }
        }
        Places { numbers, outside: None }
    }

    #[inline(always)]
    fn by_integers(&self, slots: &Slots, target: TextureTarget, [x, y, z, _]: [Slot; 4]) -> Places {
        let (mut numbers, mut outside) = ([0; BATCH], [0; BATCH]);
        let (width, height, layers) = (self.width as u32, self.height as u32, self.layers as u32);
        let (x, y, z) = (slots.of(x), slots.of(y), slots.of(z));
        let mut some = 0;
        if target == TextureTarget::Buffer {
            let count = width * height;
            for i in 0..BATCH {
                let inside = x[i] < count;
                (numbers[i], outside[i]) = if inside { (x[i], 0) } else { (0, u32::MAX) };
                some |= outside[i];
            }
        } else {
            let layered = target == TextureTarget::Array;
            // The comparison is unsigned, so that negative coordinates are outside too.
            self.lines(&mut numbers, |i| if x[i] < width && y[i] < height { (x[i], y[i]) } else { (0, 0) });
            for i in 0..BATCH {
                let inside = x[i] < width && y[i] < height && (!layered || z[i] < layers);
                outside[i] = if inside { 0 } else { u32::MAX };
                some |= outside[i];
            }
            if layered && layers > 1 {
                for i in 0..BATCH {
                    numbers[i] += if z[i] < layers { z[i] * width * height } else { 0 };
                }
            }
        }
        Places { numbers, outside: (some != 0).then_some(outside) }
    }

    /// Reads the components of the texels with these indices into the spare arrays.
    #[inline(always)]
    fn gather(&self, numbers: &[u32; BATCH], slots: &mut Slots, out: [Slot; 4]) {
        let first = numbers[0];
        let run = in_order(numbers).then(|| first as usize * self.channels..(first as usize + BATCH) * self.channels);
        let run = run.and_then(|run| self.words.get(run));
        let wanted = |component: usize| out[component] != NOWHERE;
        for component in self.channels..4 {
            if wanted(component) {
                slots.spare[component].fill(if component == 3 { self.one } else { 0 });
            }
        }
        match (self.channels, run) {
            (1, Some(run)) => slots.spare[0].copy_from_slice(run),
            (1, None) => {
                let groups = slots.spare[0].as_chunks_mut::<GROUP>().0.iter_mut();
                for (found, numbers) in groups.zip(numbers.as_chunks::<GROUP>().0) {
                    let run = in_order(numbers).then(|| self.words.get(numbers[0] as usize..)).flatten();
                    match run.and_then(|run| run.first_chunk()) {
                        Some(run) => *found = *run,
                        None => *found = numbers.map(|number| self.words.get(number as usize).copied().unwrap_or(0)),
                    }
                }
            }
            (2, run) => {
                let [x, y, ..] = &mut slots.spare;
                self.texels::<2>(numbers, run, |i, [a, b]| (x[i], y[i]) = (a, b));
            }
            (_, run) => {
                let [x, y, z, w] = &mut slots.spare;
                self.texels::<4>(numbers, run, |i, [a, b, c, d]| (x[i], y[i], z[i], w[i]) = (a, b, c, d));
            }
        }
    }

    #[inline(always)]
    fn texels<const N: usize>(
        &self,
        numbers: &[u32; BATCH],
        run: Option<&[u32]>,
        mut each: impl FnMut(usize, [u32; N]),
    ) {
        // An array with a constant length needs no bounds checks, so that the loop compiles to vector shuffles.
        let run: Option<&[[u32; N]; BATCH]> = run.and_then(|run| run.as_chunks().0.try_into().ok());
        match run {
            Some(run) => run.iter().enumerate().for_each(|(i, &texel)| each(i, texel)),
            None => {
                let texels = self.words.as_chunks::<N>().0;
                for (group, numbers) in numbers.as_chunks::<GROUP>().0.iter().enumerate() {
                    let run = in_order(numbers).then(|| texels.get(numbers[0] as usize..)).flatten();
                    let found: [[u32; N]; GROUP] = match run.and_then(|run| run.first_chunk()) {
                        Some(run) => *run,
                        None => numbers.map(|number| texels.get(number as usize).copied().unwrap_or([0; N])),
                    };
                    found.into_iter().enumerate().for_each(|(i, texel)| each(group * GROUP + i, texel));
                }
            }
        }
    }
}
