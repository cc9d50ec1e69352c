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
}

impl Scene {
    pub const ALL: [Scene; 8] = [
        Scene::Reduce,
        Scene::Scan,
        Scene::Sort,
        Scene::Search,
        Scene::Filter,
        Scene::Tonemap,
        Scene::Brook,
        Scene::Compare,
    ];

    /// In an address.
    pub fn name(self) -> &'static str {
        ["reduce", "scan", "sort", "search", "filter", "tonemap", "brook", "compare"][self as usize]
    }

    /// For people.
    pub fn title(self) -> &'static str {
        ["Reduce", "Scan", "Sort", "Search", "Filter", "Tone mapping", "Brook", "Compare"][self as usize]
    }

    pub fn of(name: &str) -> Option<Scene> {
        Scene::ALL.into_iter().find(|scene| scene.name() == name)
    }

    /// Whether it is stepped through pass by pass.
    pub fn has_passes(self) -> bool {
        !matches!(self, Scene::Brook | Scene::Compare)
    }

    /// What it is about, in a line or two.
    pub fn about(self) -> &'static str {
        match self {
            Scene::Reduce => {
                "Many numbers become one. A fragment cannot add to what another one wrote: it reads some \
                              neighbours and writes one element of a smaller texture, again and again."
            }
            Scene::Scan => {
                "Each element becomes the sum of all up to it. What a loop does in n steps takes log n passes here."
            }
            Scene::Sort => {
                "A network of comparators: each pass compares every element with one other, and keeps the \
                            smaller or the larger. Nothing depends on the data, so that a fragment knows whom to ask."
            }
            Scene::Search => {
                "Each fragment looks for the place of its query among sorted elements, by halving, or down \
                              an index of separators."
            }
            Scene::Filter => {
                "Drop what is not wanted, and close the gaps, without a scatter: count what was dropped before \
                              each place, then let each place search for what belongs there."
            }
            Scene::Tonemap => {
                "A picture of bright light on a screen of little: a reduction finds how bright it is, and a \
                               map scales it."
            }
            Scene::Brook => "Kernels in the language of 2004, compiled as you type.",
            Scene::Compare => "The history, measured on this device.",
        }
    }
}
