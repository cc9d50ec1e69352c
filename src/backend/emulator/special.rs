//! Specialization: translates programs for single passes. This is worthwhile for large passes.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use crate::fragment_program::{Chip, FragmentProgram};
use crate::geometry::Rect;

use super::arithmetic::translated;
use super::bytecode::{Allocated, Known, Mipmaps};
use super::interpreter::Bindings;

/// The minimum product of fragments and operations of a pass for which specialization is worthwhile. A bitonic sort of 65,536 elements
/// is just above this minimum. There, translating each of the 136 passes takes 2 % of the time.
const WORTH_SPECIALIZING: usize = if cfg!(test) { 0 } else { 2_000_000 };
/// The maximum number of cached translations. They are cached because an algorithm repeats its passes. A sort of a million elements has
/// 210.
const KEPT: usize = 256;

/// The properties of a pass that a translation depends on.
#[derive(PartialEq)]
struct Key {
    parameters: Vec<[u32; 4]>,
    coordinates: Vec<[[u32; 3]; 4]>,
    textures: Vec<[usize; 3]>,
    columns: (usize, usize),
    rows: (usize, usize),
}

/// The translations of a program that are specialized to single passes.
pub struct Special {
    source: FragmentProgram,
    chip: Chip,
    mipmaps: Vec<Option<[usize; 3]>>,
    kept: RefCell<VecDeque<(Key, Rc<Allocated>)>>,
    /// The minimum product of fragments and operations for which the program is specialized to a pass.
    pub worth: usize,
}

impl Special {
    pub fn new(program: &FragmentProgram, chip: Chip, mipmaps: &Mipmaps) -> Special {
        let mipmaps = mipmaps.to_vec();
        Special { source: program.clone(), chip, mipmaps, kept: RefCell::default(), worth: WORTH_SPECIALIZING }
    }

    /// Returns the translation for a pass, or `None` if specialization is not worthwhile.
    pub fn program(&self, general: &Allocated, bindings: &Bindings, rects: &[Rect]) -> Option<Rc<Allocated>> {
        let filled = || rects.iter().filter(|rect| rect.area() > 0);
        let fragments: usize = filled().map(|rect| rect.area()).sum();
        if fragments == 0 || fragments.saturating_mul(general.ops.len()) < self.worth {
            return None;
        }
        let ends = |start: fn(&Rect) -> (usize, usize)| {
            let all = filled().map(start).map(|(start, extent)| (start, start + extent - 1));
            all.reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))).unwrap_or_default()
        };
        let key = Key {
            parameters: bindings.parameters.to_vec(),
            coordinates: bindings.coordinates.iter().map(|all| all.map(|one| one.map(f32::to_bits))).collect(),
            textures: bindings.textures.iter().map(|view| [view.width, view.height, view.layers]).collect(),
            columns: ends(|rect| (rect.x, rect.width)),
            rows: ends(|rect| (rect.y, rect.height)),
        };
        let mut kept = self.kept.borrow_mut();
        if let Some((_, known)) = kept.iter().find(|(known, _)| *known == key) {
            return Some(known.clone());
        }
        let known = Known {
            parameters: bindings.parameters,
            coordinates: bindings.coordinates,
            textures: &key.textures,
            columns: key.columns,
            rows: key.rows,
        };
        // This cannot fail, since a program that was translated for all passes can be translated for a single one.
        let (made, _) = translated(&self.source, self.chip, Some(known), &self.mipmaps).ok()?;
        let made = Rc::new(made);
        if kept.len() == KEPT {
            kept.pop_front();
        }
        kept.push_back((key, made.clone()));
        Some(made)
    }
}
