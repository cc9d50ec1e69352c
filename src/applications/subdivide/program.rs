//! The Brook kernels of subdivision, with the tables that they read.

use std::rc::Rc;

use super::grid::Grid;
use super::tables::{self, EDGE_POINTS, PLACES};
use crate::applications::Error;
use crate::brook;
use crate::machine::{Device, Stream};

/// `demos/brook/subdivide.br` on a device.
pub(super) struct Program {
    program: brook::Program,
    masks: Stream<[f32; 4]>,
    slivers: Stream<f32>,
    /// The table for the mesh itself.
    own: Table,
    /// The table for the four children of a triangle.
    quarters: Table,
}

/// The points and edges of which children consist.
pub(super) struct Table {
    pub children: usize,
    pub places: Stream<f32>,
    /// The ends and wings of each edge, and, in the row below, the bit that it inherits.
    pub pairs: Stream<[f32; 4]>,
    pub edges: usize,
    /// The indices of each child's edges, three in each texel.
    pub numbers: Stream<[f32; 4]>,
}

/// The points from which children are made.
pub(super) struct Points {
    pub edges: Stream<[f32; 4]>,
    /// The moved corners. `None` for the mesh itself, whose points are all in `edges`.
    pub vertices: Option<Stream<[f32; 4]>>,
    /// The flags of the parents: as bits, complete edges, edges that are closed, and corners that stay in place; and whether the
    /// triangle is complete.
    pub flags: Rc<Stream<[f32; 4]>>,
    pub grid: Grid,
}

impl Points {
    pub fn vertices(&self) -> &Stream<[f32; 4]> {
        self.vertices.as_ref().unwrap_or(&self.edges)
    }
}

impl Table {
    fn new(
        device: &Device,
        places: &[[f32; PLACES]],
        pairs: tables::Pairs,
        numbers: &[[usize; EDGE_POINTS]],
    ) -> Result<Table, Error> {
        let ends = pairs.iter().map(|(ends, _)| *ends);
        let bits = pairs.iter().map(|(_, bit)| [*bit, 0.0, 0.0, 0.0]);
        let three = |of: &[usize]| [of[0] as f32, of[1] as f32, of[2] as f32, 0.0];
        let numbers: Vec<[f32; 4]> = numbers.iter().flat_map(|child| child.chunks(3).map(three)).collect();
        Ok(Table {
            children: places.len(),
            places: device.upload_shaped([places.len(), PLACES], places.as_flattened())?,
            pairs: device.upload_shaped([2, pairs.len()], &ends.chain(bits).collect::<Vec<_>>())?,
            edges: pairs.len(),
            numbers: device.upload_shaped([places.len(), EDGE_POINTS / 3], &numbers)?,
        })
    }
}

impl Program {
    pub fn new(device: &Device) -> Result<Program, Error> {
        let text = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/demos/brook/subdivide.br"));
        Ok(Program {
            program: brook::Program::compile(device, "subdivide.br", text)?,
            masks: device.upload(&tables::masks())?,
            slivers: device.upload_shaped([3, 3], tables::sliver_places().as_flattened())?,
            own: Table::new(device, &tables::own_places(), tables::own_pairs(), &tables::own_numbers())?,
            quarters: Table::new(device, &tables::places(), tables::pairs(), &tables::numbers())?,
        })
    }

    /// Returns the table of the children that consist of these points.
    pub fn table(&self, points: &Points) -> &Table {
        if points.vertices.is_some() { &self.quarters } else { &self.own }
    }

    /// Computes the points on edges: those of triangles, or the single one of each slot of a fan.
    pub fn edge_points(
        &self,
        (record, grid): (&Stream<[f32; 4]>, &Grid),
        (fans, slots): (&Stream<[f32; 4]>, &Grid),
        points: &mut Stream<[f32; 4]>,
    ) -> Result<(), Error> {
        let call = self.program.kernel("edge_points")?.gather("record", record).gather("masks", &self.masks);
        let call = call.gather("fans", fans).constant("rows", grid.rows).constant("fan_rows", slots.rows);
        Ok(call.constant("fan_width", slots.width).output("point", points).run()?)
    }

    /// Computes the points of triangles, in two passes.
    pub fn split(
        &self,
        device: &Device,
        record: &Stream<[f32; 4]>,
        flags: Rc<Stream<[f32; 4]>>,
        grid: Grid,
        (fans, slots): (&Stream<[f32; 4]>, &Grid),
    ) -> Result<Points, Error> {
        let mut edges = grid.stream(device, EDGE_POINTS)?;
        self.edge_points((record, &grid), (fans, slots), &mut edges)?;
        let mut vertices = grid.stream(device, 3)?;
        let call = self.program.kernel("vertex_points")?.gather("record", record).gather("fans", fans);
        let call = call.gather("flags", &*flags).constant("rows", grid.rows).constant("fan_width", slots.width);
        call.output("point", &mut vertices).run()?;
        Ok(Points { edges, vertices: Some(vertices), flags, grid })
    }

    /// Makes the records of all children, or their first `places` places, in a grid with room for all of them.
    pub fn all(&self, device: &Device, points: &Points, grid: &Grid, places: usize) -> Result<Stream<[f32; 4]>, Error> {
        let table = self.table(points);
        let mut record = grid.stream(device, places)?;
        let call = self.program.kernel("all_children")?.gather("edges", &points.edges);
        let call = call.gather("vertices", points.vertices()).gather("places", &table.places);
        let call = call.constant("children", table.children).constant("rows", points.grid.rows);
        let call = call.constant("width", points.grid.width).constant("child_rows", grid.rows);
        call.constant("child_width", grid.width).output("record", &mut record).run()?;
        Ok(record)
    }

    /// Makes the records of the children in a list, or their first `places` places.
    pub fn chosen(
        &self,
        device: &Device,
        points: &Points,
        (list, grid): (&Stream<[f32; 4]>, &Grid),
        places: usize,
    ) -> Result<Stream<[f32; 4]>, Error> {
        self.gather(device, points, &self.table(points).places, (list, grid), places)
    }

    /// Makes the corners of the slivers in a list.
    pub fn slivers(
        &self,
        device: &Device,
        points: &Points,
        list: (&Stream<[f32; 4]>, &Grid),
    ) -> Result<Stream<[f32; 4]>, Error> {
        self.gather(device, points, &self.slivers, list, 3)
    }

    fn gather(
        &self,
        device: &Device,
        points: &Points,
        table: &Stream<f32>,
        (list, grid): (&Stream<[f32; 4]>, &Grid),
        places: usize,
    ) -> Result<Stream<[f32; 4]>, Error> {
        let mut record = grid.stream(device, places)?;
        let call = self.program.kernel("chosen_children")?.gather("edges", &points.edges);
        let call = call.gather("vertices", points.vertices()).gather("places", table).gather("chosen", list);
        let call = call.constant("rows", points.grid.rows).constant("child_rows", grid.rows);
        call.output("record", &mut record).run()?;
        Ok(record)
    }

    /// Collects the flags of the children in a list.
    pub fn flags(
        &self,
        device: &Device,
        (flags, rows): (&Stream<[f32; 4]>, usize),
        (list, grid): (&Stream<[f32; 4]>, &Grid),
    ) -> Result<Stream<[f32; 4]>, Error> {
        let mut found = grid.stream(device, 1)?;
        let call = self.program.kernel("chosen_flags")?.gather("flags", flags).stream("chosen", list);
        call.constant("rows", rows).output("found", &mut found).run()?;
        Ok(found)
    }
}
