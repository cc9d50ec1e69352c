//! The table of a device's streams.

use std::cell::RefCell;
use std::rc::Rc;

use crate::Stream;

use super::error::{Call, thrown};

/// A stream of any type that the package has.
pub enum AnyStream {
    Floats(Stream<f32>),
    Int(Stream<i32>),
    Uint(Stream<u32>),
}

/// Evaluates an expression in which `$stream` is the typed stream.
macro_rules! with_stream {
    ($any:expr, $stream:ident => $body:expr) => {
        match $any {
            $crate::web::table::AnyStream::Floats($stream) => $body,
            $crate::web::table::AnyStream::Int($stream) => $body,
            $crate::web::table::AnyStream::Uint($stream) => $body,
        }
    };
}
pub(super) use with_stream;

macro_rules! from_stream {
    ($($type:ident $variant:ident)*) => {$(
        impl From<Stream<$type>> for AnyStream {
            fn from(stream: Stream<$type>) -> AnyStream {
                AnyStream::$variant(stream)
            }
        }
    )*};
}
from_stream!(f32 Floats i32 Int u32 Uint);

impl AnyStream {
    /// Returns the stream of floats, if it is one.
    pub fn floats(&self, what: &str) -> Call<&Stream<f32>> {
        match self {
            AnyStream::Floats(stream) => Ok(stream),
            _ => Err(thrown("type", &format!("{what} takes floats, and this stream has integers"))),
        }
    }
}

/// Streams by number. Numbers count from 1, and are not used again.
#[derive(Default)]
pub struct Table {
    streams: RefCell<Vec<Option<Rc<AnyStream>>>>,
}

impl Table {
    pub fn insert(&self, stream: impl Into<AnyStream>) -> u32 {
        let mut streams = self.streams.borrow_mut();
        streams.push(Some(Rc::new(stream.into())));
        streams.len() as u32
    }

    pub fn get(&self, id: u32) -> Call<Rc<AnyStream>> {
        let streams = self.streams.borrow();
        let found = (id as usize).checked_sub(1).and_then(|at| streams.get(at)).and_then(Clone::clone);
        found.ok_or_else(|| thrown("disposed", "the stream is disposed of, or belongs to another device"))
    }

    pub fn remove(&self, id: u32) {
        let mut streams = self.streams.borrow_mut();
        if let Some(stream) = (id as usize).checked_sub(1).and_then(|at| streams.get_mut(at)) {
            stream.take();
        }
    }
}
