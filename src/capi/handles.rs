//! Handles: numbers that stand for the devices, streams and programs of a thread.
//!
//! A handle encodes its thread, its kind, its slot in the table of that kind, and how often the slot was reused before. This detects a
//! number that is made up, freed, of another kind, of another thread, or of the process that this one was forked from.

use std::cell::{OnceCell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::LocalKey;

use super::error::{CallError, Status};

/// A device, stream or program. 0 is none.
pub type Handle = u64;

const PLACE_BITS: u32 = 24;
const USE_BITS: u32 = 16;
const KIND_BITS: u32 = 4;
/// The maximum number of handles of a kind on a thread.
const MAX_PLACES: usize = 1 << PLACE_BITS;

static THREADS: AtomicU64 = AtomicU64::new(1);

thread_local! {
    static THREAD: OnceCell<u64> = const { OnceCell::new() };
}

/// Returns this thread's number, from 1.
fn thread() -> u64 {
    // Only 20 bits are left for the thread, so numbers repeat after about a million threads.
    THREAD.with(|thread| *thread.get_or_init(|| THREADS.fetch_add(1, Ordering::Relaxed) % ((1 << 20) - 1) + 1))
}

/// Runs `work` on a thread-local value. Returns an error if the thread is ending and the value is already destroyed: destructors that run
/// later may still call the interface.
pub(super) fn local<T, R>(
    key: &'static LocalKey<RefCell<T>>,
    work: impl FnOnce(&mut T) -> Result<R, CallError>,
) -> Result<R, CallError> {
    let ending = || {
        CallError::new(
            Status::Handle,
            "the program or its thread has ended, and its streams are gone: use them before `main` returns or `exit` is called",
        )
    };
    key.try_with(|kept| work(&mut kept.borrow_mut())).unwrap_or_else(|_| Err(ending()))
}

/// The table of all objects of a kind on a thread.
pub(super) struct Handles<T> {
    kind: u64,
    noun: &'static str,
    places: Vec<(u16, Option<T>)>,
    free: Vec<usize>,
    /// The process that the objects belong to, or 0 before there are any.
    process: u32,
    /// The number of slots of the process that this one was forked from. They come first, and are not used again.
    inherited: usize,
}

impl<T> Drop for Handles<T> {
    fn drop(&mut self) {
        self.leave_inherited();
    }
}

impl<T> Handles<T> {
    /// If this process was forked, forgets the objects of its parent: to free them, one would have to call the driver, which does not
    /// survive a fork.
    fn leave_inherited(&mut self) {
        let own = std::process::id();
        if self.process != own && self.process != 0 {
            self.places.iter_mut().for_each(|(_, held)| std::mem::forget(held.take()));
            self.inherited = self.places.len();
            self.free.clear();
        }
        self.process = own;
    }
}

/// The kinds of objects, by their names in messages.
const KINDS: [&str; 5] = ["device", "stream", "program", "Cg program", "sparse matrix"];

impl<T: Clone> Handles<T> {
    /// Makes the table of the kind with this index in [`KINDS`].
    pub const fn new(kind: usize) -> RefCell<Handles<T>> {
        RefCell::new(Handles {
            kind: kind as u64 + 1,
            noun: KINDS[kind],
            places: Vec::new(),
            free: Vec::new(),
            process: 0,
            inherited: 0,
        })
    }

    pub fn insert(&mut self, thing: T) -> Result<Handle, CallError> {
        self.leave_inherited();
        let place = match self.free.pop() {
            Some(place) => place,
            None if self.places.len() < MAX_PLACES => {
                self.places.push((0, None));
                self.places.len() - 1
            }
            None => {
                let text = format!("there are {MAX_PLACES} {}s on this thread, which is the maximum", self.noun);
                return Err(CallError::new(Status::Argument, text));
            }
        };
        let (used, held) = &mut self.places[place];
        *held = Some(thing);
        let low = place as u64 | u64::from(*used) << PLACE_BITS | self.kind << (PLACE_BITS + USE_BITS);
        Ok(low | thread() << (PLACE_BITS + USE_BITS + KIND_BITS))
    }

    /// Returns the slot of a handle.
    fn place(&mut self, handle: Handle) -> Result<usize, CallError> {
        let noun = self.noun;
        let wrong = |text: String| Err(CallError::new(Status::Handle, text));
        if handle == 0 {
            return wrong(format!("the handle is 0 (expected: {noun})"));
        }
        let kind = handle >> (PLACE_BITS + USE_BITS) & ((1 << KIND_BITS) - 1);
        if kind != self.kind {
            return match KINDS.get((kind as usize).wrapping_sub(1)) {
                Some(other) => wrong(format!("handle {handle:#x} is of a different kind: {other} (expected: {noun})")),
                None => wrong(format!("{handle:#x} is not a handle (expected: {noun})")),
            };
        }
        if handle >> (PLACE_BITS + USE_BITS + KIND_BITS) != thread() {
            let text = format!("{noun} {handle:#x} belongs to another thread: use it where its device was opened");
            return Err(CallError::new(Status::WrongThread, text));
        }
        self.leave_inherited();
        let place = handle as usize & (MAX_PLACES - 1);
        if place < self.inherited {
            let text = format!(
                "{noun} {handle:#x} belongs to the process that this one was forked from: open a device in this one"
            );
            return Err(CallError::new(Status::Forked, text));
        }
        match self.places.get(place) {
            Some((used, Some(_))) if u64::from(*used) == handle >> PLACE_BITS & ((1 << USE_BITS) - 1) => Ok(place),
            Some(_) => wrong(format!("{noun} {handle:#x} has been freed")),
            None => wrong(format!("{handle:#x} is not the handle of any {noun}")),
        }
    }

    pub fn get(&mut self, handle: Handle) -> Result<T, CallError> {
        let place = self.place(handle)?;
        self.places[place].1.clone().ok_or_else(|| CallError::new(Status::Handle, format!("{} {handle:#x}", self.noun)))
    }

    pub fn remove(&mut self, handle: Handle) -> Result<Option<T>, CallError> {
        let place = self.place(handle)?;
        let (used, held) = &mut self.places[place];
        *used = used.wrapping_add(1);
        // A slot whose counter has wrapped is not reused: its handles would repeat earlier ones.
        if *used != 0 {
            self.free.push(place);
        }
        Ok(held.take())
    }
}
