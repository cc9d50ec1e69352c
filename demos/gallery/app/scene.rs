//! Scenes: what the gallery shows.

/// A scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Scene {
    Reduce,
    Scan,
    Sort,
    Search,
    Filter,
    Tonemap,
    Brook,
    Compare,
    Argsort,
    Histogram,
    Group,
    Particles,
    Collide,
    Subdivide,
    March,
    Raytrace,
    Segment,
    Fft,
    Cloth,
    Distance,
    Label,
    Matmul,
    Sph,
    Mandelbrot,
    Flow,
    Life,
    Table,
    Puzzle,
}

impl Scene {
    pub const ALL: [Scene; 28] = [
        Scene::Reduce,
        Scene::Scan,
        Scene::Sort,
        Scene::Search,
        Scene::Filter,
        Scene::Tonemap,
        Scene::Brook,
        Scene::Compare,
        Scene::Argsort,
        Scene::Histogram,
        Scene::Group,
        Scene::Particles,
        Scene::Collide,
        Scene::Subdivide,
        Scene::March,
        Scene::Raytrace,
        Scene::Segment,
        Scene::Fft,
        Scene::Cloth,
        Scene::Distance,
        Scene::Label,
        Scene::Matmul,
        Scene::Sph,
        Scene::Mandelbrot,
        Scene::Flow,
        Scene::Life,
        Scene::Table,
        Scene::Puzzle,
    ];

    /// How many are in the line at the top; the others are applications.
    pub const TOP: usize = 12;

    /// The line at the top, each scene with its key.
    pub const LINE: [(Scene, char); Scene::TOP] = [
        (Scene::Reduce, '1'),
        (Scene::Scan, '2'),
        (Scene::Sort, '3'),
        (Scene::Argsort, 'A'),
        (Scene::Search, '4'),
        (Scene::Filter, '5'),
        (Scene::Histogram, 'H'),
        (Scene::Group, 'G'),
        (Scene::Tonemap, '6'),
        (Scene::Brook, '7'),
        (Scene::Compare, '8'),
        (Scene::Puzzle, 'U'),
    ];

    /// In an address.
    pub fn name(self) -> &'static str {
        const NAMES: [&str; Scene::ALL.len()] = [
            "reduce",
            "scan",
            "sort",
            "search",
            "filter",
            "tonemap",
            "brook",
            "compare",
            "argsort",
            "histogram",
            "group",
            "particles",
            "collide",
            "subdivide",
            "march",
            "raytrace",
            "segment",
            "fft",
            "cloth",
            "distance",
            "label",
            "matmul",
            "sph",
            "mandelbrot",
            "fluid",
            "life",
            "database",
            "puzzle",
        ];
        NAMES[self as usize]
    }

    /// For people.
    pub fn title(self) -> &'static str {
        const TITLES: [&str; Scene::ALL.len()] = [
            "Reduce",
            "Scan",
            "Sort",
            "Search",
            "Filter",
            "Tone mapping",
            "Brook",
            "Compare",
            "Argsort",
            "Histogram",
            "Group",
            "Particles",
            "Collision",
            "Subdivision",
            "Marching cubes",
            "Ray tracing",
            "Segmentation",
            "Fourier transform",
            "Cloth",
            "Nearest points",
            "Connected components",
            "Matrix product",
            "Fluid",
            "Mandelbrot set",
            "Flow with obstacles",
            "Game of life",
            "Database",
            "Puzzles",
        ];
        TITLES[self as usize]
    }

    pub fn of(name: &str) -> Option<Scene> {
        Scene::ALL.into_iter().find(|scene| scene.name() == name)
    }

    /// Whether it is stepped through pass by pass.
    pub fn has_passes(self) -> bool {
        !matches!(self, Scene::Brook | Scene::Compare | Scene::Puzzle)
    }

    /// Whether it is an application of the papers, or a primitive on pictures and matrices: a picture in motion, and the passes of a step.
    pub fn is_application(self) -> bool {
        !Scene::LINE.iter().any(|(scene, _)| *scene == self)
    }

    /// The applications.
    pub fn applications() -> impl Iterator<Item = Scene> {
        Scene::ALL.into_iter().filter(|scene| scene.is_application())
    }

    /// What it is about, in a line or two.
    pub fn about(self) -> &'static str {
        const TEXTS: [&str; Scene::ALL.len()] = [
            "Many numbers become one. A fragment cannot add to what another one wrote: it reads some neighbours and writes \
             one element of a smaller texture, again and again.",
            "Each element becomes the sum of all up to it. What a loop does in n steps takes log n passes here.",
            "A network of comparators: each pass compares every element with one other, and keeps the smaller or the larger. \
             Nothing depends on the data, so that a fragment knows whom to ask.",
            "Each fragment looks for the place of its query among sorted elements: by halving, down an index of \
             separators, or by rounds of good guesses, in which the depth test skips what is found.",
            "Drop what is not wanted, and close the gaps, without a scatter: count what was dropped before each place, then \
             let each place search for what belongs there.",
            "A picture of bright light on a screen of little: a reduction finds how bright it is, and a map scales it.",
            "Kernels in Brook, the language of 2004, and fragment programs in Cg, compiled as you type.",
            "The history, measured on this device.",
            "Not the sorted keys, but where each of them comes from: the order in which to fetch whatever belongs to the \
             keys. Equal keys keep their order.",
            "How many numbers fall into each bin? A fragment cannot add to a counter: so each bin asks, or the numbers are \
             counted in groups, and the counts are added up.",
            "The values of equal keys are combined: sorted by key, they are runs; a scan that starts anew with each run sums \
             it up, and the last element of each run is fetched.",
            "Balls that bounce off each other. They are sorted by the cells of a grid, every cell searches where its balls \
             begin, and each ball looks only at the cells around its own.",
            "Which triangles of two meshes meet? Boxes around boxes around triangles are tested, what is apart is filtered \
             out, and each pair that is left becomes two.",
            "A rough shape becomes smooth: triangles that know their neighbours are split into four where they have to be, \
             and the others are filtered out. There is no crack between them.",
            "The surface of a volume, as triangles: cells that it does not cross are filtered out, and each of the others \
             becomes one to five triangles.",
            "Every ray that hits something makes none, one or more: towards the light, mirrored, through glass. Those that \
             are done are filtered out, until none is left.",
            "A region of a picture grows from a seed: labels flow to neighbours, the less the more the brightness changes on \
             the way, until nothing moves.",
            "A picture as a sum of waves, by butterflies: log n passes along each axis, or a few that do several at once. \
             Without some of the waves it is another picture.",
            "Masses with springs between them, in the wind: each mass looks at its neighbours. Springs that are stretched too \
             far break.",
            "Which point is the nearest to each pixel? Each looks at eight others, far away at first and then nearer and \
             nearer, and takes over the nearest point that one of them knows.",
            "What belongs together gets the same number: rows are numbered run by run, and where two runs touch, the larger \
             number is hooked to the smaller one, until none is left.",
            "Each element is a row times a column. A fragment computes a block of them, so that what it fetches is used \
             several times, and writes it to all render targets.",
            "A dam breaks. Particles are pieces of fluid: they are sorted into the cells of a grid, and each sums the density, and then \
             the pressure and the viscosity, of those in the cells around it.",
            "Points are moved round by round, and most of them escape early. Before the kernel runs, the depth test skips those that \
             have: what is blue costs nothing any more.",
            "A fluid on a grid, by some passes for the motion and many for the pressure. In obstacles there is nothing to do: one \
             pass has put them in front, so that the depth test skips them in all others.",
            "No cell runs a program here: each pass copies a picture to a shifted place, and the blending unit adds, compares \
             and subtracts. So people computed before there were fragment programs.",
            "A column goes to the depth buffer, and a quad at the depth of a constant passes where a comparison holds. The stencil \
             counts what holds, and occlusion queries count records: so a median is found bit by bit.",
            "Write kernels yourself: small tasks, which are checked element by element.",
        ];
        TEXTS[self as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_at_the_top_has_each_scene_that_is_no_application_once() {
        for scene in Scene::ALL {
            let places = Scene::LINE.iter().filter(|(other, _)| *other == scene).count();
            assert_eq!(places, usize::from(!scene.is_application()), "{}", scene.name());
            assert_eq!(Scene::of(scene.name()), Some(scene));
        }
    }
}
