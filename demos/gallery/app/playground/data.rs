//! Data of streams: what the numbers of a field are made from.

use std::f32::consts::TAU;
use std::rc::Rc;

use brooklet::Shape;
use brooklet::brook::Plain;

use super::drawn::Drawn;
use crate::app::brook;
use crate::app::data::{File, Noise};
use crate::app::picture::Picture;

/// The fewest and the most elements of a stream.
pub const MIN: usize = 8;
pub const MAX: usize = 1 << 18;
/// The most elements along an axis of two.
pub const MAX_ALONG: usize = 4096;

/// How large a stream is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Extents {
    pub width: usize,
    /// Rows; none of a stream of one dimension.
    pub height: Option<usize>,
}

impl Extents {
    pub fn line(width: usize) -> Extents {
        Extents { width, height: None }
    }

    pub fn plane(width: usize, height: usize) -> Extents {
        Extents { width, height: Some(height) }
    }

    pub fn count(self) -> usize {
        self.width * self.height.unwrap_or(1)
    }

    pub fn shape(self) -> Shape {
        match self.height {
            Some(height) => Shape::from([height, self.width]),
            None => Shape::from(self.width),
        }
    }

    /// The same, within what is allowed: too many rows are left out.
    pub fn held(self) -> Extents {
        match self.height {
            None => Extents::line(self.width.clamp(MIN, MAX)),
            Some(height) => {
                let width = self.width.clamp(1, MAX_ALONG);
                Extents::plane(width, height.clamp(MIN.div_ceil(width), (MAX / width).min(MAX_ALONG)))
            }
        }
    }

    /// Where an element is, 0 to 1 along x and y. A long line lies in rows, as in its texture, where a picture is asked for.
    fn place(self, element: usize, as_picture: bool) -> [f32; 2] {
        let (width, height) = match self.height {
            Some(height) => (self.width, height),
            None if as_picture => {
                let bits = usize::BITS - self.width.saturating_sub(1).leading_zeros();
                let width = 1 << bits.div_ceil(2);
                (width, self.width.div_ceil(width))
            }
            None => (self.width, 1),
        };
        [(element % width) as f32 / width as f32, (element / width) as f32 / height.max(1) as f32]
    }
}

/// What numbers are made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    Constant,
    Ramp,
    Random,
    Hills,
    Places,
    Picture,
    Drawn,
    File,
}

impl Source {
    pub const ALL: [Source; 8] = [
        Source::Constant,
        Source::Ramp,
        Source::Random,
        Source::Hills,
        Source::Places,
        Source::Picture,
        Source::Drawn,
        Source::File,
    ];

    pub fn title(self) -> &'static str {
        ["constant", "ramp", "random", "hills", "places", "the brook", "drawn", "a file"][self as usize]
    }

    pub fn about(self) -> &'static str {
        match self {
            Source::Constant => "The same in every element",
            Source::Ramp => "Evenly from the first number up to, and without, the second, in the order of the elements",
            Source::Random => "Anything between the two numbers, the same every time",
            Source::Hills => "A smooth field between the two numbers",
            Source::Places => {
                "Where the element is: x, then y, each from the first number up to, and without, the second"
            }
            Source::Picture => "A picture of a brook in evening light: its light, or red, green and blue",
            Source::Drawn => "What you draw with the mouse, between the two numbers",
            Source::File => "A file that you drop: .npy, .csv, .f32, .hdr or .png",
        }
    }

    /// Whether two numbers say its range.
    pub fn has_range(self) -> bool {
        !matches!(self, Source::Constant | Source::Picture | Source::File)
    }
}

/// The data of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct Data {
    pub source: Source,
    pub low: f32,
    pub high: f32,
    /// Of a constant: its components.
    pub value: [f32; 4],
    pub drawn: Drawn,
}

impl Data {
    pub fn new(source: Source, low: f32, high: f32) -> Data {
        Data { source, low, high, value: [0.0; 4], drawn: Drawn::default() }
    }

    pub fn constant(value: [f32; 4]) -> Data {
        Data { value, ..Data::new(Source::Constant, 0.0, 1.0) }
    }
}

/// What comes from outside.
#[derive(Clone, Default)]
pub struct Material {
    pub file: Option<Rc<File>>,
    /// How many files there have been.
    pub files: usize,
}

/// The numbers of a field of this type, element after element. Fields with different seeds differ in what is random.
pub fn numbers(
    data: &Data,
    ty: Plain,
    extents: Extents,
    seed: u64,
    material: &mut Material,
) -> Result<Vec<f32>, String> {
    let components = ty.count();
    let count = extents.count();
    let scaled = |part: f32| data.low + (data.high - data.low) * part;
    let of = |number: &mut dyn FnMut(usize, usize) -> f32| {
        (0..count * components).map(|at| number(at / components, at % components)).collect::<Vec<f32>>()
    };
    Ok(match data.source {
        Source::Constant => of(&mut |_, component| data.value[component]),
        Source::Ramp => of(&mut |element, _| scaled(element as f32 / count as f32)),
        Source::Random => {
            let mut noise = Noise::new(2004 + seed);
            of(&mut |_, _| scaled(noise.below(1 << 20) as f32 / (1u32 << 20) as f32))
        }
        Source::Hills => of(&mut |element, component| {
            let [x, y] = extents.place(element, false);
            let turn = (seed as f32 * 0.37 + component as f32 * 0.21) * TAU;
            let hills = (x * TAU + turn).sin() * (y * TAU - turn).cos() + 0.6 * (x * 2.0 * TAU - y * TAU + turn).cos();
            scaled((hills / 1.6 + 1.0) / 2.0)
        }),
        Source::Places => of(&mut |element, component| {
            let place = extents.place(element, false);
            match component {
                0 => scaled(place[0]),
                1 if extents.height.is_some() => scaled(place[1]),
                _ => 0.0,
            }
        }),
        Source::Picture => {
            let picture = brook::picture()?;
            of(&mut |element, component| pixel(&picture, extents, element, component, components))
        }
        Source::Drawn => of(&mut |element, _| {
            let [x, y] = extents.place(element, false);
            scaled(if extents.height.is_some() { data.drawn.canvas(x, y) } else { data.drawn.curve(x) })
        }),
        Source::File => file(material, ty, extents)?,
    })
}

/// A number of the picture: its light where only one is asked for.
fn pixel(picture: &Picture, extents: Extents, element: usize, component: usize, components: usize) -> f32 {
    let [x, y] = extents.place(element, true);
    let at = |part: f32, extent: usize| ((part * extent as f32) as usize).min(extent - 1);
    let [r, g, b] = picture.pixels[at(y, picture.height) * picture.width + at(x, picture.width)];
    match component {
        _ if components == 1 => 0.2126 * r + 0.7152 * g + 0.0722 * b,
        0..=2 => [r, g, b][component],
        _ => 1.0,
    }
}

/// Numbers of the file that was dropped: its places stretched over a plane, or its elements again and again along a line.
fn file(material: &Material, ty: Plain, extents: Extents) -> Result<Vec<f32>, String> {
    let file = material.file.as_ref().ok_or("no file yet: drop a .npy, .csv, .f32, .hdr or .png onto the window")?;
    let given = file.array.components.max(1);
    let elements = file.array.data.len() / given;
    if elements == 0 {
        return Err(format!("{} holds no numbers", file.name));
    }
    let wide = match file.array.shape[..] {
        [rows, columns] if extents.height.is_some() => Some((rows, columns)),
        _ => None,
    };
    let components = ty.count();
    let mut numbers = Vec::with_capacity(extents.count() * components);
    for element in 0..extents.count() {
        let from = match wide {
            Some((rows, columns)) => {
                let [x, y] = extents.place(element, false);
                let (row, column) = ((y * rows as f32) as usize, (x * columns as f32) as usize);
                row.min(rows - 1) * columns + column.min(columns - 1)
            }
            None => element % elements,
        };
        let own = &file.array.data[from * given..(from + 1) * given];
        match (components, own) {
            (1, [r, g, b, ..]) => numbers.push(0.2126 * r + 0.7152 * g + 0.0722 * b),
            _ => numbers.extend((0..components).map(|component| own.get(component).copied().unwrap_or(0.0))),
        }
    }
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_give_as_many_numbers_as_asked_for() {
        let mut material = Material::default();
        for source in Source::ALL.into_iter().filter(|source| *source != Source::File) {
            for extents in [Extents::line(100), Extents::plane(9, 7)] {
                for components in 1..=4 {
                    let data = Data::new(source, -1.0, 3.0);
                    let made = numbers(&data, Plain::floats(components), extents, 1, &mut material).unwrap();
                    assert_eq!(made.len(), components * extents.count(), "{source:?}");
                    let inside =
                        made.iter().all(|x| x.is_finite() && (!source.has_range() || (-1.0..=3.0).contains(x)));
                    assert!(inside, "{source:?}");
                }
            }
        }
        let data = Data::new(Source::File, 0.0, 1.0);
        assert!(numbers(&data, Plain::FLOAT, Extents::line(8), 0, &mut material).unwrap_err().contains("drop"));
    }

    #[test]
    fn extents_are_held() {
        assert_eq!(Extents::line(1 << 20).held(), Extents::line(MAX));
        assert_eq!(Extents::plane(1, 1).held(), Extents::plane(1, 8));
        assert!(Extents::plane(4096, 4096).held().count() <= MAX);
    }
}
