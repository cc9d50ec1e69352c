//! Arrays of streams and constants: which ports their items become.

/// The maximum number of items of an array: no kernel needs more, and each takes a register or a texture.
pub(super) const MAX_ITEMS: usize = 64;

/// The inputs, constants or outputs of a template, with those that they become.
#[derive(Debug, Default)]
pub(super) struct Ports {
    /// For each port of the template, its name and its number of items if it is an array.
    lengths: Vec<(String, Option<usize>)>,
    /// For each port of the template, the number of the first port that it becomes.
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

    /// Returns the number of the first port that a port of the template becomes.
    pub fn first(&self, port: usize) -> usize {
        self.first[port]
    }

    pub fn name(&self, port: usize) -> &str {
        &self.lengths[port].0
    }

    /// Returns the number of items of an array; 1 for a port that is none.
    pub fn length(&self, port: usize) -> usize {
        self.lengths[port].1.unwrap_or(1)
    }

    /// Returns what the ports of the template become: the items of the array `keys` are called `keys_0`, `keys_1` and so on.
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

    /// For each port that those of the template become, returns the number of the template's.
    pub fn origins(&self) -> Vec<usize> {
        (0..self.lengths.len()).flat_map(|port| std::iter::repeat_n(port, self.length(port))).collect()
    }
}
