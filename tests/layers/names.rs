//! Follows the names of a crate to the modules that define them: through imports and re-exports, as the compiler does.

use std::collections::BTreeMap;

use crate::source::{Import, Module, Source};

/// That one module names another, and where first: both are modules of files.
pub type Edges = BTreeMap<(usize, usize), usize>;

/// Where a path leads.
enum Found {
    Module(usize),
    /// An item of a module.
    Item(usize),
}

impl Source {
    /// All that modules of files name of each other, with the line that does it first.
    pub fn edges(&self) -> Edges {
        let mut edges = Edges::new();
        for (id, module) in self.modules.iter().enumerate() {
            let needed = module.imports.iter().filter(|import| !self.hands_on(id, import));
            let imported = needed.map(|import| (import.path.clone(), import.line));
            let by_glob = module.words.iter().filter(|_| module.imports.iter().any(|import| import.name.is_none()));
            let words = by_glob.map(|(word, line)| (vec![word.clone()], *line));
            for (path, line) in imported.chain(module.paths.iter().cloned()).chain(words) {
                let target = match self.resolve(id, &path, 0) {
                    Some(Found::Module(target) | Found::Item(target)) => self.modules[target].of_file,
                    None => continue,
                };
                if target != module.of_file {
                    let first = edges.entry((module.of_file, target)).or_insert(line);
                    *first = line.min(*first);
                }
            }
        }
        edges
    }

    /// Whether a module only exports what lies in it, and makes no use of it itself: that is no dependency of its own.
    fn hands_on(&self, of: usize, import: &Import) -> bool {
        let module = &self.modules[of];
        let Some(name) = import.name.as_ref().filter(|_| import.exported) else { return false };
        let used = module.words.contains_key(name) || module.paths.iter().any(|(path, _)| path[0] == *name);
        let mut at = match self.resolve(of, &import.path, 0) {
            Some(Found::Module(target) | Found::Item(target)) => Some(target),
            None => None,
        };
        while at.is_some_and(|inner| inner != of) {
            at = at.and_then(|inner| self.modules[inner].parent);
        }
        at.is_some() && !used
    }

    fn resolve(&self, from: usize, path: &[String], depth: usize) -> Option<Found> {
        let module = &self.modules[from];
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "crate" => Found::Module(0),
            "self" => Found::Module(from),
            "super" => Found::Module(module.parent?),
            name => self.member(from, name, depth)?,
        };
        rest.iter().try_fold(start, |at, name| match at {
            Found::Item(_) => Some(at),
            Found::Module(at) if name == "super" => self.modules[at].parent.map(Found::Module),
            Found::Module(at) => Some(self.member(at, name, depth).unwrap_or(Found::Item(at))),
        })
    }

    /// What a name is in a module: a child, an item of its own, or what an import brings.
    fn member(&self, of: usize, name: &str, depth: usize) -> Option<Found> {
        let module: &Module = &self.modules[of];
        if let Some(child) = module.children.get(name) {
            return Some(Found::Module(*child));
        }
        if module.items.contains(name) {
            return Some(Found::Item(of));
        }
        if depth > 8 {
            return None;
        }
        let is_named = |import: &&Import| import.name.as_deref() == Some(name);
        // `use x::x` brings itself: what it names is looked for elsewhere.
        for import in module.imports.iter().filter(is_named) {
            if import.path.len() == 1 {
                continue;
            }
            if let Some(found) = self.resolve(of, &import.path, depth + 1) {
                return Some(found);
            }
        }
        for import in module.imports.iter().filter(|import| import.name.is_none()) {
            if let Some(Found::Module(all)) = self.resolve(of, &import.path, depth + 1)
                && all != of
                && let Some(found) = self.member(all, name, depth + 1)
            {
                return Some(found);
            }
        }
        None
    }
}
