//! Expands arrays of streams and constants: each item becomes a port of its own.

/// The maximum number of items of an array. No kernel needs more, and each item takes a register or a texture.
pub(super) const MAX_ITEMS: usize = 64;

/// The inputs, constants or outputs of a template, and the ports that they expand to in the specialized kernel.
#[derive(Debug, Default)]
pub(super) struct Ports {
    /// For each port of the template, its name and its number of items if it is an array.
    lengths: Vec<(String, Option<usize>)>,
    /// For each port of the template, the index of the first port that it expands to.
    first: Vec<usize>,
}

impl Ports {
    pub fn new(lengths: Vec<(String, Option<usize>)>) -> Ports {
        let mut next = 0;
        let first = lengths.iter().map(|(_, length)| {
            let first = next;
            next += length.unwrap_or(1);
            first
        });
        let first = first.collect();
        Ports { lengths, first }
    }

    /// Returns the index of the first port that a port of the template expands to.
    pub fn first(&self, port: usize) -> usize {
        self.first[port]
    }

    pub fn name(&self, port: usize) -> &str {
        &self.lengths[port].0
    }

    /// Returns the number of items of an array; 1 for a port that is not an array.
    pub fn length(&self, port: usize) -> usize {
        self.lengths[port].1.unwrap_or(1)
    }

    /// Returns the ports that those of the template expand to. The items of the array `keys` are called `keys_0`, `keys_1` and so on.
    pub fn expanded<P>(&self, ports: &[P], renamed: impl Fn(&P, String) -> P) -> Vec<P> {
        let each = ports.iter().zip(&self.lengths).flat_map(|(port, (name, length))| {
            let name = move |item: usize| match length {
                Some(_) => format!("{name}_{item}"),
                None => name.clone(),
            };
            let renamed = &renamed;
            (0..length.unwrap_or(1)).map(move |item| renamed(port, name(item)))
        });
        each.collect()
    }

    /// Returns for each expanded port the index of the template's port that it comes from.
    pub fn origins(&self) -> Vec<usize> {
        (0..self.lengths.len()).flat_map(|port| std::iter::repeat_n(port, self.length(port))).collect()
    }
}
