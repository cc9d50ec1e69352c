//! Arrays of files as streams, whose element type is known only when the file has been read.

use std::path::Path;

use brooklet::io::{self, Array};
use brooklet::{Components, Device, Error, Shape, Stream, Texel};

use super::session::Session;

/// A stream of any element type.
pub enum AnyStream {
    One(Stream<f32>),
    Two(Stream<[f32; 2]>),
    Three(Stream<[f32; 3]>),
    Four(Stream<[f32; 4]>),
}

/// Does something with the stream inside, whatever its type.
macro_rules! with_stream {
    ($any:expr, $stream:ident => $body:expr) => {
        match $any {
            $crate::cli::arrays::AnyStream::One($stream) => $body,
            $crate::cli::arrays::AnyStream::Two($stream) => $body,
            $crate::cli::arrays::AnyStream::Three($stream) => $body,
            $crate::cli::arrays::AnyStream::Four($stream) => $body,
        }
    };
}
pub(super) use with_stream;

impl AnyStream {
    pub fn components(&self) -> Components {
        match self {
            AnyStream::One(_) => Components::One,
            AnyStream::Two(_) => Components::Two,
            AnyStream::Three(_) => Components::Three,
            AnyStream::Four(_) => Components::Four,
        }
    }

    fn upload(device: &Device, array: &Array) -> Result<AnyStream, Error> {
        let shape = Shape::try_from(array.shape.as_slice())?;
        Ok(match Components::of(array.components) {
            Some(Components::Two) => AnyStream::Two(device.upload_shaped(shape, bytemuck::cast_slice(&array.data))?),
            Some(Components::Three) => {
                AnyStream::Three(device.upload_shaped(shape, bytemuck::cast_slice(&array.data))?)
            }
            Some(Components::Four) => AnyStream::Four(device.upload_shaped(shape, bytemuck::cast_slice(&array.data))?),
            _ => AnyStream::One(device.upload_shaped(shape, &array.data)?),
        })
    }
}

/// Reads a file into memory, with its notes printed.
pub fn read(session: &Session, path: &Path) -> anyhow::Result<Array> {
    session.progress.stage(format!("reading {}", path.display()));
    let loaded = io::read(path)?;
    session.notes(&loaded.notes);
    Ok(loaded.array)
}

/// Reads a file into a stream.
pub fn load(session: &Session, path: &Path) -> anyhow::Result<AnyStream> {
    let array = read(session, path)?;
    session.progress.stage(format!("uploading {}", path.display()));
    Ok(AnyStream::upload(&session.device, &array)?)
}

/// Reads a stream back into a file.
pub fn save<T: Texel>(session: &Session, path: &Path, stream: &Stream<T>) -> anyhow::Result<()> {
    session.progress.stage("reading back");
    let array = Array::of(stream)?;
    session.progress.stage(format!("writing {}", path.display()));
    session.write(path, &array)
}
