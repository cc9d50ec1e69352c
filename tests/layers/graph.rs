//! Finds circles among modules.

use std::collections::{BTreeMap, BTreeSet};

use crate::names::Edges;
use crate::source::Source;

/// Which nodes a node names, and where: the modules of files that do it, with the line.
type Graph<'a> = BTreeMap<&'a str, BTreeMap<&'a str, (usize, usize)>>;

/// A circle: where it is, what takes part, and the lines that close a shortest one.
pub struct Circle {
    pub name: String,
    pub lines: Vec<String>,
}

/// The circles of a crate. In each module its children, each with all that lies in it, name one another in one direction only;
/// a parent and its child may name each other, a grandparent and its grandchild may not.
pub fn circles(source: &Source, edges: &Edges) -> Vec<Circle> {
    let mut found = Vec::new();
    let name = |module: usize| source.modules[module].name.as_str();
    let mut levels: BTreeMap<&str, Graph> = BTreeMap::new();
    let mut files = Graph::new();
    for ((from, to), line) in edges {
        let (from_name, to_name) = (name(*from), name(*to));
        if let Some((parent, a, b)) = siblings(from_name, to_name) {
            levels.entry(parent).or_default().entry(a).or_default().entry(b).or_insert((*from, *line));
        }
        if source.modules[*from].parent != Some(*to) && source.modules[*to].parent != Some(*from) && *from > 0 {
            files.entry(from_name).or_default().insert(to_name, (*from, *line));
        }
    }
    for (parent, graph) in &levels {
        for members in components(graph) {
            let place = if parent.is_empty() { "the top" } else { parent };
            let short: Vec<&str> = members.iter().map(|member| last(member)).collect();
            let name = format!("{place}: {}", short.join(", "));
            found.push(Circle { name, lines: shortest(source, graph, &members) });
        }
    }
    for members in components(&files) {
        let top = members.iter().copied().min_by_key(|member| member.len()).unwrap_or_default();
        // Any other has been found among the children of what holds them all.
        if members.iter().all(|member| *member == top || is_within(member, top)) {
            let inner: Vec<&str> =
                members.iter().filter(|member| **member != top).map(|m| &m[top.len() + 2..]).collect();
            let name = format!("{top} itself: {}", inner.join(", "));
            found.push(Circle { name, lines: shortest(source, &files, &members) });
        }
    }
    found
}

/// The module that holds two, and which child of it each of them is or is in.
fn siblings<'a>(from: &'a str, to: &'a str) -> Option<(&'a str, &'a str, &'a str)> {
    let ends = |name: &'a str| name.match_indices("::").map(|(at, _)| at).chain([name.len()]).collect::<Vec<_>>();
    let (a, b) = (ends(from), ends(to));
    let mut start = 0;
    for (end, other) in a.iter().zip(&b) {
        if from[..*end] != to[..*other] {
            let parent = from[..start].trim_end_matches("::");
            return Some((parent, &from[..*end], &to[..*other])).filter(|_| !from.is_empty() && !to.is_empty());
        }
        start = end + 2;
    }
    None
}

/// Whether a module lies in another, however deep.
pub fn is_within(module: &str, parent: &str) -> bool {
    module.strip_prefix(parent).is_some_and(|rest| rest.starts_with("::"))
}

fn last(name: &str) -> &str {
    name.rsplit("::").next().unwrap_or(name)
}

/// All nodes that can be reached from one.
fn reached<'a>(graph: &Graph<'a>, from: &str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut next: Vec<&str> = vec![from];
    while let Some(node) = next.pop() {
        for to in graph.get(node).into_iter().flat_map(|named| named.keys()) {
            if found.insert(*to) {
                next.push(to);
            }
        }
    }
    found
}

/// The graph without the nodes that nothing in it names, or that name nothing in it: they are in no circle.
fn trimmed<'a>(graph: &Graph<'a>) -> Graph<'a> {
    let mut graph = graph.clone();
    loop {
        let named: BTreeSet<&str> = graph.values().flat_map(|named| named.keys().copied()).collect();
        let before = graph.len();
        graph.retain(|node, _| named.contains(node));
        let left: BTreeSet<&str> = graph.keys().copied().collect();
        graph.values_mut().for_each(|named| named.retain(|to, _| left.contains(to)));
        graph.retain(|_, named| !named.is_empty());
        if graph.len() == before {
            return graph;
        }
    }
}

/// The sets of nodes that reach each other, each in order.
fn components<'a>(graph: &Graph<'a>) -> Vec<Vec<&'a str>> {
    let graph = trimmed(graph);
    let reach: BTreeMap<&str, BTreeSet<&str>> = graph.keys().map(|node| (*node, reached(&graph, node))).collect();
    let mut found: Vec<Vec<&str>> = Vec::new();
    for (node, all) in &reach {
        if all.contains(node) && !found.iter().flatten().any(|known| known == node) {
            let is_back = |other: &&str| reach.get(*other).is_some_and(|back| back.contains(node));
            found.push(all.iter().copied().filter(is_back).collect());
        }
    }
    found
}

/// A shortest circle among these, a line for each step: `src/a.rs:3 names b`.
fn shortest(source: &Source, graph: &Graph, members: &[&str]) -> Vec<String> {
    let mut best: Option<Vec<&str>> = None;
    for start in members {
        let mut paths = vec![vec![*start]];
        let mut seen = BTreeSet::new();
        'search: while !paths.is_empty() {
            let mut longer = Vec::new();
            for path in paths {
                for to in graph[path[path.len() - 1]].keys().filter(|to| members.contains(to)) {
                    if to == start {
                        if best.as_ref().is_none_or(|best| path.len() < best.len()) {
                            best = Some(path);
                        }
                        break 'search;
                    }
                    if seen.insert(*to) {
                        longer.push([&path[..], &[*to]].concat());
                    }
                }
            }
            paths = longer;
        }
    }
    let best = best.unwrap_or_default();
    let steps = best.iter().zip(best.iter().skip(1).chain(best.first()));
    let line = |(from, to): (&&str, &&str)| {
        let (module, line) = graph[from][to];
        format!("{}:{line} names {to}", source.modules[module].file.display())
    };
    steps.map(line).collect()
}
