//! Grids: where the elements of a stream are on the screen, as they lie in the texture.

use brooklet::capture::Contents;
use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// How the numbers of a texel are placed in it: columns and rows.
fn inside(numbers: usize) -> (usize, usize) {
    match numbers {
        4 => (2, 2),
        other => (other.max(1), 1),
    }
}

/// The cells of a stream: a texel has one for each of its numbers. Layers of an array texture stand side by side, as the elements
/// in them do.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Grid {
    /// Texels across and down.
    pub width: usize,
    pub height: usize,
    /// Cells of a texel across and down.
    pub across: usize,
    pub down: usize,
    /// Numbers of an element.
    components: usize,
    /// Elements of a texel.
    lanes: usize,
    layers: usize,
    /// Elements.
    count: usize,
}

impl Grid {
    /// The grid of a stream; pixels of a picture are one cell each.
    pub fn of(contents: &Contents, picture: bool) -> Grid {
        let (components, lanes) = (contents.ty.count(), contents.geometry.layout.lanes());
        let (across, down) = if picture { (1, 1) } else { inside(components * lanes) };
        Grid {
            width: contents.geometry.width.max(1) * contents.layers,
            height: contents.geometry.height.max(1),
            across,
            down,
            components: if picture { 1 } else { components },
            lanes,
            layers: contents.layers,
            count: contents.len(),
        }
    }

    /// Cells across and down.
    pub fn cells(&self) -> [usize; 2] {
        [self.width * self.across, self.height * self.down]
    }

    /// How far one can zoom in: a few cells are left.
    pub fn most_zoom(&self) -> f32 {
        let [columns, rows] = self.cells();
        (columns.max(rows) as f32 / 4.0).max(1.0)
    }

    /// Column and row of the texel that holds an element.
    pub fn texel(&self, element: usize) -> (usize, usize) {
        let texel = element / self.layers / self.lanes;
        let width = self.width / self.layers;
        (texel % width * self.layers + element % self.layers, texel / width)
    }

    /// Column and row of the cell of a number of an element.
    pub fn cell(&self, element: usize, component: usize) -> (usize, usize) {
        let (x, y) = self.texel(element);
        let number = element / self.layers % self.lanes * self.components + component;
        (x * self.across + number % self.across, y * self.down + number / self.across)
    }

    /// The element so many cells to the right and below of another one's; none where there is none.
    pub fn beside(&self, element: usize, [right, down]: [isize; 2]) -> Option<usize> {
        let (mut column, mut row) = self.cell(element, 0);
        // An element may have several cells.
        for _ in 0..self.across.max(self.down) {
            (column, row) = (column.checked_add_signed(right)?, row.checked_add_signed(down)?);
            match self.element(column, row)?.0 {
                other if other != element => return Some(other),
                _ => {}
            }
        }
        None
    }

    /// The element in a cell, and which of its numbers; none where there is none.
    pub fn element(&self, column: usize, row: usize) -> Option<(usize, usize)> {
        let (x, y) = (column / self.across, row / self.down);
        if x >= self.width || y >= self.height {
            return None;
        }
        let number = row % self.down * self.across + column % self.across;
        let texel = y * (self.width / self.layers) + x / self.layers;
        let element = (texel * self.lanes + number / self.components) * self.layers + x % self.layers;
        (element < self.count).then_some((element, number % self.components))
    }
}

/// What part of a grid is seen, and where.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Camera {
    /// The middle of what is seen, 0 to 1.
    pub centre: Vec2,
    /// 1: everything.
    pub zoom: f32,
}

impl Default for Camera {
    fn default() -> Camera {
        Camera { centre: vec2(0.5, 0.5), zoom: 1.0 }
    }
}

/// A grid on the screen.
#[derive(Clone, Copy, Debug)]
pub struct Placed {
    pub grid: Grid,
    /// What it is cut off by.
    pub clip: Rect,
    /// All of it, cut off or not.
    pub all: Rect,
    /// Its size where it is not zoomed.
    base: Vec2,
}

impl Placed {
    /// As large as fits, texels square, at the top and in the middle; seen through a camera.
    pub fn new(grid: Grid, space: Rect, camera: Camera) -> Placed {
        let extent = vec2(grid.width as f32, grid.height as f32);
        let scale = (space.width() / extent.x).min(space.height() / extent.y).max(0.0);
        let fitted = extent * scale;
        let clip = Rect::from_min_size(pos2(space.center().x - fitted.x / 2.0, space.min.y), fitted);
        Placed::within(grid, clip, fitted, camera)
    }

    /// Seen through a camera in this place; `base` is its size where it is not zoomed.
    pub fn within(grid: Grid, clip: Rect, base: Vec2, camera: Camera) -> Placed {
        let camera = camera.held(clip.size() / base);
        let size = base * camera.zoom;
        let all = Rect::from_min_size(clip.center() - size * camera.centre, size);
        Placed { grid, clip, all, base }
    }

    /// What part is seen.
    pub fn camera(&self) -> Camera {
        Camera { centre: (self.clip.center() - self.all.min) / self.all.size(), zoom: self.all.width() / self.base.x }
    }

    /// Points of a cell, across and down.
    pub fn cell_size(&self) -> Vec2 {
        let [columns, rows] = self.grid.cells();
        vec2(self.all.width() / columns as f32, self.all.height() / rows as f32)
    }

    fn rect_of(&self, column: usize, row: usize, columns: usize, rows: usize) -> Rect {
        let size = self.cell_size();
        let min = self.all.min + vec2(column as f32 * size.x, row as f32 * size.y);
        Rect::from_min_size(min, vec2(columns as f32 * size.x, rows as f32 * size.y))
    }

    /// Where a number of an element is.
    pub fn cell(&self, element: usize, component: usize) -> Rect {
        let (column, row) = self.grid.cell(element, component);
        self.rect_of(column, row, 1, 1)
    }

    /// Where an element is: all of its numbers.
    pub fn element(&self, element: usize) -> Rect {
        (0..self.grid.components).fold(Rect::NOTHING, |all, component| all.union(self.cell(element, component)))
    }

    /// What is at a point: an element, and which of its numbers.
    pub fn at(&self, point: Pos2) -> Option<(usize, usize)> {
        if !self.clip.contains(point) {
            return None;
        }
        let size = self.cell_size();
        let from = (point - self.all.min) / size;
        (from.x >= 0.0 && from.y >= 0.0).then(|| self.grid.element(from.x as usize, from.y as usize)).flatten()
    }

    /// The cells that are seen: columns and rows, from and to.
    pub fn seen(&self) -> [usize; 4] {
        let [columns, rows] = self.grid.cells();
        let size = self.cell_size();
        let from = ((self.clip.min - self.all.min) / size).max(Vec2::ZERO);
        let to = ((self.clip.max - self.all.min) / size).ceil();
        [from.x as usize, from.y as usize, (to.x as usize).min(columns), (to.y as usize).min(rows)]
    }

    /// The camera after a turn of the wheel at a point.
    pub fn zoomed(&self, at: Pos2, factor: f32) -> Camera {
        let now = self.camera().zoom;
        let zoom = (now * factor).clamp(1.0, self.grid.most_zoom().max(now));
        // What is under the pointer stays there.
        let point = (at - self.all.min) / self.all.size();
        let from_centre = (at - self.clip.center()) / (self.base * zoom);
        Camera { zoom, centre: point - from_centre }
    }

    /// The camera after it has been dragged along.
    pub fn dragged(&self, by: Vec2) -> Camera {
        let camera = self.camera();
        Camera { centre: camera.centre - by / self.all.size(), ..camera }
    }
}

impl Camera {
    /// The same, with nothing seen that is outside; `part` of all is seen where it is not zoomed.
    fn held(self, part: Vec2) -> Camera {
        let zoom = self.zoom.max(1.0);
        let hold = |x: f32, part: f32| {
            let half = (0.5 * part / zoom).min(0.5);
            x.clamp(half, 1.0 - half)
        };
        Camera { zoom, centre: vec2(hold(self.centre.x, part.x), hold(self.centre.y, part.y)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrows_lead_from_element_to_element() {
        let plain = Grid { width: 4, height: 3, across: 1, down: 1, components: 1, lanes: 1, layers: 1, count: 10 };
        assert_eq!(plain.beside(5, [1, 0]), Some(6));
        assert_eq!(plain.beside(5, [0, 1]), Some(9));
        assert_eq!((plain.beside(3, [1, 0]), plain.beside(6, [0, 1])), (None, None), "there is nothing");
        // An element of four numbers has as many cells.
        let wide = Grid { across: 2, down: 2, components: 4, ..plain };
        assert_eq!((wide.beside(5, [1, 0]), wide.beside(5, [0, -1])), (Some(6), Some(1)));
        // Four elements in a texel lie two by two.
        let packed = Grid { across: 2, down: 2, lanes: 4, count: 48, ..plain };
        assert_eq!((packed.beside(1, [1, 0]), packed.beside(0, [0, 1])), (Some(4), Some(2)));
    }
}
