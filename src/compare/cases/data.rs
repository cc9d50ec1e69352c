//! The data of a comparison, in memory and on the device.

use std::rc::Rc;

use crate::compare::noise;
use crate::{Device, Error, Layout, Stream, reference};

use super::compute::Buffers;

/// The data of one size; what no primitive wants has no elements.
pub struct Data {
    pub device: Device,
    pub n: usize,
    pub x: Vec<f32>,
    /// Small whole numbers, whose sums are exact.
    pub whole: Vec<f32>,
    pub sorted: Vec<f32>,
    pub queries: Vec<f32>,
    /// As `x`, with the negative half null.
    pub records: Vec<f32>,
    pub x_in: Layouts,
    pub whole_in: Layouts,
    pub sorted_in: Layouts,
    pub queries_in: Layouts,
    pub records_in: Layouts,
    /// A quarter as many texels of four.
    pub quads: Stream<[f32; 4]>,
    /// As many floats as an eighth of the data.
    pub eighth: Stream<[f32; 4]>,
    /// Where there are compute shaders.
    pub buffers: Option<Rc<Buffers>>,
}

/// The same floats on the device in both layouts.
pub struct Layouts {
    pub plain: Stream<f32>,
    pub packed: Stream<f32>,
}

impl Layouts {
    fn new(device: &Device, plain: bool, packed: bool, data: &[f32]) -> Result<Layouts, Error> {
        let of = |wanted: bool| if wanted { data } else { &[] };
        Ok(Layouts {
            plain: device.upload(of(plain))?,
            packed: device.upload_with(of(packed).len(), Layout::Packed, of(packed))?,
        })
    }

    /// The stream in the layout of this name.
    pub fn of(&self, layout: &str) -> &Stream<f32> {
        if layout == "packed" { &self.packed } else { &self.plain }
    }
}

impl Data {
    pub fn new(device: &Device, n: usize, queries: usize, wanted: &dyn Fn(&str) -> bool) -> Result<Data, Error> {
        let any = |primitives: &[&str]| primitives.iter().any(|primitive| wanted(primitive));
        let [keys, sums, searches] = [
            any(&["copy", "convert", "transfer", "reduce", "sort", "overhead"]),
            any(&["map", "scan", "overhead"]),
            any(&["search", "search-indexed"]),
        ];
        // Of so few bits that any chip's format holds them.
        let noise = |n: usize, seed| -> Vec<f32> {
            noise(n, seed).into_iter().map(|x| f32::from_bits(x.to_bits() & !0x7F)).collect()
        };
        let x = noise(n, 1);
        let whole: Vec<f32> = noise(n, 2).iter().map(|v| (v * 4.0).round() + 0.0).collect();
        let sorted = if searches || wanted("sort") { reference::sort(&x, false) } else { Vec::new() };
        let queries = noise(queries.min(n), 3);
        let records: Vec<f32> = x.iter().map(|v| if *v < 0.0 { f32::INFINITY } else { *v }).collect();
        Ok(Data {
            buffers: Buffers::new(device, &any, [&x, &whole, &sorted, &queries, &records])?,
            x_in: Layouts::new(device, keys, keys, &x)?,
            whole_in: Layouts::new(device, sums, sums, &whole)?,
            sorted_in: Layouts::new(device, searches, searches, &sorted)?,
            queries_in: Layouts::new(device, searches, searches, &queries)?,
            records_in: Layouts::new(device, any(&["filter"]), any(&["filter", "overhead"]), &records)?,
            quads: device.upload(x.as_chunks::<4>().0)?,
            eighth: device.upload(&vec![[1.0; 4]; (n / 32).max(1)])?,
            device: device.clone(),
            n,
            x,
            whole,
            sorted,
            queries,
            records,
        })
    }

    /// The largest of `x`.
    pub fn largest(&self) -> f32 {
        self.x.iter().copied().fold(f32::MIN, f32::max)
    }
}
