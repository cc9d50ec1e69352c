//! Fit: the resources that a kernel takes of a device, known before anything is drawn.

/// The resources that a kernel takes of a device, for streams of given layouts. Returned by [`Pass::fits`](crate::Pass::fits).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The resources that the device limits.
    pub resources: Vec<ResourceUse>,
    /// The number of passes that the kernel is drawn in: 1 if it fits, several if it is cut, none if it is refused.
    pub passes: Option<usize>,
}

/// How much a kernel takes of one resource, and how much there is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// The resource, in the plural.
    pub resource: &'static str,
    /// The amount that the kernel takes, as one program.
    pub needed: u64,
    /// The amount that a program may take.
    pub available: u64,
}

impl ResourceUse {
    /// Makes the use of a resource, from the amount that a kernel takes and the amount that is available.
    pub fn new(resource: &'static str, needed: usize, available: usize) -> ResourceUse {
        ResourceUse { resource, needed: needed as u64, available: available as u64 }
    }

    /// Returns whether the kernel takes more than there is.
    pub fn exceeds(&self) -> bool {
        self.needed > self.available
    }
}

impl Fit {
    /// Makes the fit of a kernel that is never cut: it is drawn in one pass, or refused.
    pub fn uncut(resources: Vec<ResourceUse>) -> Fit {
        let refused = resources.iter().any(ResourceUse::exceeds);
        Fit { resources, passes: (!refused).then_some(1) }
    }

    /// Returns the resources that the kernel exceeds.
    pub fn excess(&self) -> impl Iterator<Item = &ResourceUse> {
        self.resources.iter().filter(|resource| resource.exceeds())
    }
}
