//! The table of a device's streams.

use std::cell::{Cell, RefCell};
use std::collections::hash_map::Entry;
use std::rc::Rc;

use rustc_hash::FxHashMap;
use wasm_bindgen::JsValue;

use crate::{Components, Device, Error, Layout, Shape, Stream, f16};

use super::error::{Call, failed, thrown};

/// A stream of any type that the package has.
pub enum AnyStream {
    Floats(Stream<f32>),
    Vec2(Stream<[f32; 2]>),
    Vec3(Stream<[f32; 3]>),
    Vec4(Stream<[f32; 4]>),
    Int(Stream<i32>),
    Uint(Stream<u32>),
    Half(Stream<f16>),
    HalfVec2(Stream<[f16; 2]>),
    HalfVec3(Stream<[f16; 3]>),
    HalfVec4(Stream<[f16; 4]>),
}

/// Evaluates an expression in which `$stream` is the typed stream, where it is one of the variants; else `$unfit`.
macro_rules! among {
    ($any:expr, [$($variant:ident)*], $stream:ident => $body:expr $(, $other:ident => $unfit:expr)?) => {
        match $any {
            $($crate::web::table::AnyStream::$variant($stream) => $body,)*
            $($other => $unfit,)?
        }
    };
}
pub(super) use among;

/// Evaluates an expression in which `$stream` is the typed stream.
macro_rules! with_stream {
    ($any:expr, $stream:ident => $body:expr) => {
        $crate::web::table::among!(
            $any, [Floats Vec2 Vec3 Vec4 Int Uint Half HalfVec2 HalfVec3 HalfVec4], $stream => $body
        )
    };
}
pub(super) use with_stream;

/// Evaluates an expression, which is a `Call`, in which `$stream` is the typed stream of what primitives move: all but half floats.
macro_rules! with_elements {
    ($any:expr, $what:expr, $stream:ident => $body:expr) => {
        $crate::web::table::among!(
            $any, [Floats Vec2 Vec3 Vec4 Int Uint], $stream => $body, other => Err(other.unfit($what, "32-bit elements"))
        )
    };
}
pub(super) use with_elements;

/// Evaluates an expression, which is a `Call`, in which `$stream` is the typed stream of floats or vectors of floats, or of half floats.
macro_rules! with_float_elements {
    ($any:expr, $what:expr, $stream:ident => $body:expr) => {
        $crate::web::table::among!(
            $any, [Floats Vec2 Vec3 Vec4 Half HalfVec2 HalfVec3 HalfVec4], $stream => $body,
            other => Err(other.unfit($what, "floats"))
        )
    };
}
pub(super) use with_float_elements;

/// Evaluates an expression, which is a `Call`, in which `$stream` is the typed stream of keys: of elements that have an order.
macro_rules! with_keys {
    ($any:expr, $what:expr, $stream:ident => $body:expr) => {
        $crate::web::table::among!($any, [Floats Int Uint], $stream => $body, other => Err(other.unfit($what, "numbers")))
    };
}
pub(super) use with_keys;

/// Evaluates an expression, which is a `Call`, in which `$stream` is the typed stream of floats or vectors of floats.
#[cfg(feature = "web-full")]
macro_rules! with_texels {
    ($any:expr, $what:expr, $stream:ident => $body:expr) => {
        $crate::web::table::among!($any, [Floats Vec2 Vec3 Vec4], $stream => $body, other => Err(other.unfit($what, "floats")))
    };
}
#[cfg(feature = "web-full")]
pub(super) use with_texels;

macro_rules! from_stream {
    ($($type:ty => $variant:ident,)*) => {$(
        impl From<Stream<$type>> for AnyStream {
            fn from(stream: Stream<$type>) -> AnyStream {
                AnyStream::$variant(stream)
            }
        }
    )*};
}
from_stream!(f32 => Floats, [f32; 2] => Vec2, [f32; 3] => Vec3, [f32; 4] => Vec4, i32 => Int, u32 => Uint,
    f16 => Half, [f16; 2] => HalfVec2, [f16; 3] => HalfVec3, [f16; 4] => HalfVec4,);

impl AnyStream {
    /// Makes a stream of floats or vectors with undefined elements.
    pub fn new(device: &Device, components: Components, shape: Shape, layout: Layout) -> Call<AnyStream> {
        let made: Result<AnyStream, Error> = match components {
            Components::One => device.stream_with::<f32>(shape, layout).map(Into::into),
            Components::Two => device.stream_with::<[f32; 2]>(shape, layout).map(Into::into),
            Components::Three => device.stream_with::<[f32; 3]>(shape, layout).map(Into::into),
            Components::Four => device.stream_with::<[f32; 4]>(shape, layout).map(Into::into),
        };
        made.map_err(failed)
    }

    /// Returns its shape.
    pub fn shape(&self) -> Shape {
        with_stream!(self, stream => stream.shape())
    }

    /// Returns its layout.
    pub fn layout(&self) -> Layout {
        with_stream!(self, stream => stream.layout())
    }

    /// Returns the stream of floats, if it is one.
    pub fn floats(&self, what: &str) -> Call<&Stream<f32>> {
        match self {
            AnyStream::Floats(stream) => Ok(stream),
            other => Err(other.unfit(what, "floats")),
        }
    }

    /// Returns the error of a call that takes other elements.
    pub fn unfit(&self, what: &str, wanted: &str) -> JsValue {
        thrown("type", &format!("{what} takes {wanted}, and this stream has {}", self.elements()))
    }

    /// Returns what the elements are.
    fn elements(&self) -> &'static str {
        match self {
            AnyStream::Floats(_) => "floats",
            AnyStream::Vec2(_) => "vectors of 2 floats",
            AnyStream::Vec3(_) => "vectors of 3 floats",
            AnyStream::Vec4(_) => "vectors of 4 floats",
            AnyStream::Int(_) | AnyStream::Uint(_) => "integers",
            AnyStream::Half(_) => "half floats: toFloats() makes floats of them",
            AnyStream::HalfVec2(_) | AnyStream::HalfVec3(_) | AnyStream::HalfVec4(_) => {
                "vectors of half floats: toFloats() makes floats of them"
            }
        }
    }
}

/// Streams by number. Numbers count from 1, and a number is used again only after all others.
#[derive(Default)]
pub struct Table {
    streams: RefCell<FxHashMap<u32, Rc<AnyStream>>>,
    last: Cell<u32>,
}

impl Table {
    /// Adds a stream. Returns its number.
    pub fn insert(&self, stream: impl Into<AnyStream>) -> u32 {
        let mut streams = self.streams.borrow_mut();
        let mut id = self.last.get();
        loop {
            id = id.wrapping_add(1).max(1);
            if let Entry::Vacant(place) = streams.entry(id) {
                place.insert(Rc::new(stream.into()));
                self.last.set(id);
                return id;
            }
        }
    }

    /// Returns the stream of a number.
    pub fn get(&self, id: u32) -> Call<Rc<AnyStream>> {
        let found = self.streams.borrow().get(&id).cloned();
        found.ok_or_else(|| thrown("disposed", "the stream is disposed of, or belongs to another device"))
    }

    /// Returns the number of streams.
    pub fn count(&self) -> usize {
        self.streams.borrow().len()
    }

    /// Drops the stream of a number, if there is one.
    pub fn remove(&self, id: u32) {
        let removed = self.streams.borrow_mut().remove(&id);
        drop(removed);
    }
}
