//! Fit: the resources of a device that a kernel takes, determined before anything is drawn.

/// The resources of a device that a kernel takes, for given layouts of its streams. Returned by [`Pass::fits`](crate::Pass::fits).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fit {
    /// The resources that the device limits.
    pub resources: Vec<ResourceUse>,
    /// The number of passes that the kernel is drawn in: 1 if it fits, more if it is partitioned, `None` if it is rejected.
    pub passes: Option<usize>,
}

/// The amount of a resource that a kernel takes, and the amount that is available.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ResourceUse {
    /// The resource, in the plural.
    pub resource: &'static str,
    /// The amount that the whole kernel takes as one program.
    pub needed: u64,
    /// The amount that a program may take.
    pub available: u64,
}

impl ResourceUse {
    /// Creates the entry of a resource, from the amount that a kernel takes and the amount that is available.
    pub fn new(resource: &'static str, needed: usize, available: usize) -> ResourceUse {
        ResourceUse { resource, needed: needed as u64, available: available as u64 }
    }

    /// Returns whether the kernel takes more than there is.
    pub fn exceeds(&self) -> bool {
        self.needed > self.available
    }
}

impl Fit {
    /// Creates the fit of a kernel that is never partitioned: it is drawn in one pass, or rejected.
    pub fn uncut(resources: Vec<ResourceUse>) -> Fit {
        let refused = resources.iter().any(ResourceUse::exceeds);
        Fit { resources, passes: (!refused).then_some(1) }
    }

    /// Returns the resources that the kernel exceeds.
    pub fn excess(&self) -> impl Iterator<Item = &ResourceUse> {
        self.resources.iter().filter(|resource| resource.exceeds())
    }
}
