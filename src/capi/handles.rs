//! Handles: numbers that stand for devices, streams and programs of a thread.
//!
//! A handle has its thread, its kind, its place among those of the kind, and how often the place was used before: so that a
//! number that is made up, freed, of another kind or of another thread is told from one that is right.

use std::cell::{OnceCell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::LocalKey;

use super::error::{Status, Wrong};

/// A device, stream or program. 0 is none.
pub type Handle = u64;

const PLACE_BITS: u32 = 24;
const USE_BITS: u32 = 16;
const KIND_BITS: u32 = 4;
/// How many there can be of a kind on a thread.
const MAX_PLACES: usize = 1 << PLACE_BITS;

static THREADS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static THREAD: OnceCell<u64> = const { OnceCell::new() };
}

/// This thread's number, from 1.
fn thread() -> u64 {
    // Numbers of threads may come again after a million of them.
    THREAD.with(|thread| *thread.get_or_init(|| THREADS.fetch_add(1, Ordering::Relaxed) % ((1 << 20) - 1) + 1))
}

/// Works with what a thread keeps, as long as it keeps it: when it ends, what it kept is gone before all that may still be called.
pub(super) fn local<T, R>(
    key: &'static LocalKey<RefCell<T>>,
    work: impl FnOnce(&mut T) -> Result<R, Wrong>,
) -> Result<R, Wrong> {
    let ending = || {
        Wrong::new(
            Status::Handle,
            "the program or its thread has ended, and its streams are gone: use them before `main` returns or `exit` is called",
        )
    };
    key.try_with(|kept| work(&mut kept.borrow_mut())).unwrap_or_else(|_| Err(ending()))
}

/// All things of a kind on a thread.
pub(super) struct Handles<T> {
    kind: u64,
    noun: &'static str,
    places: Vec<(u16, Option<T>)>,
    free: Vec<usize>,
}

/// What kinds there are, as messages call them.
const KINDS: [&str; 4] = ["device", "stream", "program", "array"];

impl<T: Clone> Handles<T> {
    /// Of the kind of this number among [`KINDS`].
    pub const fn new(kind: usize) -> RefCell<Handles<T>> {
        RefCell::new(Handles { kind: kind as u64 + 1, noun: KINDS[kind], places: Vec::new(), free: Vec::new() })
    }

    pub fn insert(&mut self, thing: T) -> Result<Handle, Wrong> {
        let place = match self.free.pop() {
            Some(place) => place,
            None if self.places.len() < MAX_PLACES => {
                self.places.push((0, None));
                self.places.len() - 1
            }
            None => {
                let text = format!("there are {MAX_PLACES} {}s on this thread, and no more can be", self.noun);
                return Err(Wrong::new(Status::Argument, text));
            }
        };
        let (used, held) = &mut self.places[place];
        *held = Some(thing);
        let low = place as u64 | u64::from(*used) << PLACE_BITS | self.kind << (PLACE_BITS + USE_BITS);
        Ok(low | thread() << (PLACE_BITS + USE_BITS + KIND_BITS))
    }

    /// The place that a handle means.
    fn place(&self, handle: Handle) -> Result<usize, Wrong> {
        let noun = self.noun;
        let wrong = |text: String| Err(Wrong::new(Status::Handle, text));
        if handle == 0 {
            return wrong(format!("the handle is 0, and a {noun} is wanted"));
        }
        let kind = handle >> (PLACE_BITS + USE_BITS) & ((1 << KIND_BITS) - 1);
        if kind != self.kind {
            return match KINDS.get((kind as usize).wrapping_sub(1)) {
                Some(other) => wrong(format!("handle {handle:#x} is a {other}, and a {noun} is wanted")),
                None => wrong(format!("{handle:#x} is no handle, and a {noun} is wanted")),
            };
        }
        if handle >> (PLACE_BITS + USE_BITS + KIND_BITS) != thread() {
            let text = format!("{noun} {handle:#x} belongs to another thread: use it where its device was opened");
            return Err(Wrong::new(Status::WrongThread, text));
        }
        let place = handle as usize & (MAX_PLACES - 1);
        match self.places.get(place) {
            Some((used, Some(_))) if u64::from(*used) == handle >> PLACE_BITS & ((1 << USE_BITS) - 1) => Ok(place),
            Some(_) => wrong(format!("{noun} {handle:#x} has been freed")),
            None => wrong(format!("{handle:#x} is no {noun}")),
        }
    }

    pub fn get(&self, handle: Handle) -> Result<T, Wrong> {
        let place = self.place(handle)?;
        self.places[place].1.clone().ok_or_else(|| Wrong::new(Status::Handle, format!("{} {handle:#x}", self.noun)))
    }

    pub fn remove(&mut self, handle: Handle) -> Result<Option<T>, Wrong> {
        let place = self.place(handle)?;
        let (used, held) = &mut self.places[place];
        *used = used.wrapping_add(1);
        // A place that was used so often is left alone: its handles would come again.
        if *used != 0 {
            self.free.push(place);
        }
        Ok(held.take())
    }
}
