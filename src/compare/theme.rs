//! Themes: the colours of charts.

/// The colours of a chart, as red, green and blue.
///
/// The colours of the series are those of Okabe and Ito, which colour-blind readers can distinguish, and intermediate ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Theme {
    /// The background.
    pub background: [u8; 3],
    /// Letters and axes.
    pub ink: [u8; 3],
    /// The lines of the grid.
    pub faint: [u8; 3],
    /// The fragment pipeline: warm colours.
    pub fragment: [[u8; 3]; 4],
    /// Compute shaders: cool colours.
    pub compute: [[u8; 3]; 8],
    /// Plain Rust, published figures and claims: greys, with the strongest contrast first.
    pub cpu: [[u8; 3]; 3],
}

impl Theme {
    /// Dark on white, as in the files.
    pub const LIGHT: Theme = Theme {
        background: [255, 255, 255],
        ink: [40, 40, 40],
        faint: [225, 225, 225],
        fragment: [[213, 94, 0], [230, 159, 0], [204, 121, 167], [140, 45, 4]],
        compute: [
            [0, 114, 178],
            [86, 180, 233],
            [0, 158, 115],
            [68, 1, 84],
            [120, 160, 60],
            [30, 60, 110],
            [130, 130, 200],
            [0, 90, 80],
        ],
        cpu: [[0, 0, 0], [110, 110, 110], [160, 160, 160]],
    };

    /// Bright on nearly black. Colours that are dark in the light theme are replaced by brighter ones.
    pub const DARK: Theme = Theme {
        background: [27, 27, 27],
        ink: [220, 220, 220],
        faint: [62, 62, 62],
        fragment: [[240, 120, 30], [240, 180, 40], [224, 145, 190], [205, 95, 60]],
        compute: [
            [40, 150, 220],
            [120, 200, 245],
            [20, 185, 140],
            [190, 120, 215],
            [150, 190, 80],
            [110, 145, 215],
            [165, 165, 230],
            [60, 165, 150],
        ],
        cpu: [[240, 240, 240], [170, 170, 170], [120, 120, 120]],
    };
}
