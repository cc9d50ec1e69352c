//! Lanes: arrays with a value for each fragment of a batch, and loops over these arrays.
//!
//! Each loop is a function of its arrays, and its body has no branches, so that it compiles to vector instructions. A result is written
//! to a spare array, which is then swapped with the array of the result's slot. So a result may overwrite an operand.

/// The index of a slot. A slot contains one value for each fragment of a batch.
pub type Slot = u16;

/// The number of fragments in a batch.
pub const BATCH: usize = 256;

/// The words of a value, one for each fragment.
pub type Lanes = Box<[u32; BATCH]>;

/// The arrays for the values of a batch.
pub struct Slots {
    pub all: Vec<Lanes>,
    /// The arrays that results are written to, before they are swapped with the array of a slot.
    pub spare: [Lanes; 4],
}

/// Returns an array of zeros.
pub fn lanes() -> Lanes {
    Box::new([0; BATCH])
}

#[inline(always)]
fn map1(a: &[u32; BATCH], out: &mut [u32; BATCH], f: impl Fn(u32) -> u32) {
    for i in 0..BATCH {
        out[i] = f(a[i]);
    }
}

#[inline(always)]
fn map2(a: &[u32; BATCH], b: &[u32; BATCH], out: &mut [u32; BATCH], f: impl Fn(u32, u32) -> u32) {
    for i in 0..BATCH {
        out[i] = f(a[i], b[i]);
    }
}

#[inline(always)]
fn map3(
    a: &[u32; BATCH],
    b: &[u32; BATCH],
    c: &[u32; BATCH],
    out: &mut [u32; BATCH],
    f: impl Fn(u32, u32, u32) -> u32,
) {
    for i in 0..BATCH {
        out[i] = f(a[i], b[i], c[i]);
    }
}

#[inline(always)]
fn map4([a, b, c, d]: [&[u32; BATCH]; 4], out: &mut [u32; BATCH], f: impl Fn(u32, u32, u32, u32) -> u32) {
    for i in 0..BATCH {
        out[i] = f(a[i], b[i], c[i], d[i]);
    }
}

impl Slots {
    pub fn new(count: usize) -> Slots {
        Slots { all: (0..count).map(|_| lanes()).collect(), spare: std::array::from_fn(|_| lanes()) }
    }

    #[inline(always)]
    pub fn of(&self, slot: Slot) -> &[u32; BATCH] {
        &self.all[usize::from(slot)]
    }

    /// Swaps the array of a slot with a spare array, which contains the slot's new value.
    #[inline(always)]
    pub fn place(&mut self, out: Slot, spare: usize) {
        std::mem::swap(&mut self.all[usize::from(out)], &mut self.spare[spare]);
    }

    #[inline(always)]
    pub fn words1(&mut self, out: Slot, a: Slot, f: impl Fn(u32) -> u32) {
        let [spare, ..] = &mut self.spare;
        map1(&self.all[usize::from(a)], spare, f);
        self.place(out, 0);
    }

    #[inline(always)]
    pub fn words2(&mut self, out: Slot, [a, b]: [Slot; 2], f: impl Fn(u32, u32) -> u32) {
        let [spare, ..] = &mut self.spare;
        map2(&self.all[usize::from(a)], &self.all[usize::from(b)], spare, f);
        self.place(out, 0);
    }

    #[inline(always)]
    pub fn words3(&mut self, out: Slot, [a, b, c]: [Slot; 3], f: impl Fn(u32, u32, u32) -> u32) {
        let [spare, ..] = &mut self.spare;
        map3(&self.all[usize::from(a)], &self.all[usize::from(b)], &self.all[usize::from(c)], spare, f);
        self.place(out, 0);
    }

    #[inline(always)]
    pub fn words4(&mut self, out: Slot, of: [Slot; 4], f: impl Fn(u32, u32, u32, u32) -> u32) {
        let [spare, ..] = &mut self.spare;
        map4(of.map(|slot| &*self.all[usize::from(slot)]), spare, f);
        self.place(out, 0);
    }

    #[inline(always)]
    pub fn floats1(&mut self, out: Slot, a: Slot, f: impl Fn(f32) -> f32) {
        self.words1(out, a, |a| f(f32::from_bits(a)).to_bits());
    }

    #[inline(always)]
    pub fn floats2(&mut self, out: Slot, of: [Slot; 2], f: impl Fn(f32, f32) -> f32) {
        self.words2(out, of, |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits());
    }

    #[inline(always)]
    pub fn floats3(&mut self, out: Slot, of: [Slot; 3], f: impl Fn(f32, f32, f32) -> f32) {
        self.words3(out, of, |a, b, c| f(f32::from_bits(a), f32::from_bits(b), f32::from_bits(c)).to_bits());
    }

    /// Applies a function that is cheap except for rare numbers. `f` computes it for common numbers, `apart` detects the rare numbers,
    /// and `rare` computes it for these.
    #[inline(always)]
    pub fn floats1_with_slow_path(
        &mut self,
        out: Slot,
        a: Slot,
        f: impl Fn(f32) -> u32,
        apart: impl Fn(f32) -> bool,
        rare: impl Fn(f32) -> u32,
    ) {
        let ([spare, ..], a) = (&mut self.spare, &self.all[usize::from(a)]);
        map1(a, spare, |a| f(f32::from_bits(a)));
        if a.iter().fold(false, |any, &a| any | apart(f32::from_bits(a))) {
            for (out, &a) in spare.iter_mut().zip(a.iter()) {
                let a = f32::from_bits(a);
                if apart(a) {
                    *out = rare(a);
                }
            }
        }
        self.place(out, 0);
    }

    /// Applies a function of two operands that is cheap except for rare numbers (see [`floats1_with_slow_path`](Slots::floats1_with_slow_path)).
    #[inline(always)]
    pub fn floats2_but(
        &mut self,
        out: Slot,
        [a, b]: [Slot; 2],
        f: impl Fn(f32, f32) -> f32,
        apart: impl Fn(f32, f32) -> bool,
        rare: impl Fn(f32, f32) -> f32,
    ) {
        let ([spare, ..], a, b) = (&mut self.spare, &self.all[usize::from(a)], &self.all[usize::from(b)]);
        map2(a, b, spare, |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits());
        let pairs = || a.iter().zip(b.iter()).map(|(&a, &b)| (f32::from_bits(a), f32::from_bits(b)));
        if pairs().fold(false, |any, (a, b)| any | apart(a, b)) {
            for (out, (a, b)) in spare.iter_mut().zip(pairs()) {
                if apart(a, b) {
                    *out = rare(a, b).to_bits();
                }
            }
        }
        self.place(out, 0);
    }

    /// Returns whether a mask is set for any fragment.
    #[inline(always)]
    pub fn any(&self, mask: Slot) -> bool {
        self.of(mask).iter().fold(0, |any, &one| any | one) != 0
    }

    /// Returns the number of fragments for which a mask is set.
    #[inline(always)]
    pub fn count(&self, mask: Slot) -> u32 {
        self.of(mask).iter().fold(0u32, |count, &one| count.wrapping_sub(one))
    }
}
