//! Links of the pages that are read in the repository lead to files that are there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The pages: the README, the guide, and all others in Markdown beside the sources.
fn pages() -> Vec<PathBuf> {
    let top = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut pages = vec![top.join("README.md")];
    let mut folders: Vec<PathBuf> = [".github", "src", "demos", "tests"].map(|name| top.join(name)).into();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|ending| ending == "md") {
                pages.push(path);
            }
        }
    }
    pages
}

/// A page without its blocks and spans of code, in which brackets are not links. Spans that are the label of a link stay.
fn prose(text: &str) -> String {
    let mut in_block = false;
    let lines = text.lines().filter(|line| {
        let fence = line.trim_start().starts_with("```");
        in_block ^= fence;
        !in_block && !fence
    });
    let mut prose = String::new();
    for line in lines {
        for (at, part) in line.split('`').enumerate() {
            let label = prose.ends_with("[`");
            prose.push_str(if at % 2 == 0 || label { part } else { "" });
            prose.push('`');
        }
        prose.pop();
        prose.push('\n');
    }
    prose
}

/// The labels that a page's end defines, each with where it leads.
fn definitions(prose: &str) -> Vec<(&str, &str)> {
    let defined = prose.lines().filter_map(|line| line.strip_prefix('[')?.split_once("]: "));
    defined.map(|(label, target)| (label, target.trim())).collect()
}

/// Where the links in a page's sentences lead.
fn targets(prose: &str) -> Vec<&str> {
    prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target).collect()
}

#[test]
fn links_lead_to_files() {
    let mut checked = 0;
    for page in pages() {
        let text = prose(&std::fs::read_to_string(&page).unwrap());
        let ends = definitions(&text).into_iter().map(|(_, target)| target);
        for target in targets(&text).into_iter().chain(ends) {
            let file = target.split('#').next().unwrap();
            if file.is_empty() || target.contains("://") {
                continue;
            }
            assert!(!target.contains("crate::"), "{}: `{target}` is a link for rustdoc alone", page.display());
            assert!(page.parent().unwrap().join(file).exists(), "{}: there is no `{target}`", page.display());
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked} links were found");
}

#[test]
fn links_of_the_guide_are_defined_twice() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide");
    let rust = std::fs::read_to_string(guide.join("mod.rs")).unwrap();
    let mut checked = 0;
    for page in pages().iter().filter(|page| page.parent() == Some(&guide)) {
        let name = page.file_name().unwrap().to_str().unwrap();
        // What stands before a page is what stands between its `include_str` and the item before.
        let before = rust.split(&format!("include_str!(\"{name}\")")).next().unwrap();
        let before = before.rsplit("pub mod").next().unwrap();
        let documented: BTreeSet<&str> = before
            .lines()
            .filter_map(|line| line.strip_prefix("/// [")?.split_once("]: "))
            .map(|(label, _)| label)
            .collect();
        let text = prose(&std::fs::read_to_string(page).unwrap());
        let files: BTreeSet<&str> = definitions(&text).into_iter().map(|(label, _)| label).collect();
        assert_eq!(files, documented, "{name}: links as files, and as documentation");
        checked += files.len();
    }
    assert!(checked > 20, "{checked} definitions were found");
}

#[test]
fn pictures_of_the_book_are_defined_twice() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/guide/book");
    let rust = std::fs::read_to_string(book.join("mod.rs")).unwrap();
    let mut checked = 0;
    for page in pages().iter().filter(|page| page.parent() == Some(&book)) {
        let name = page.file_name().unwrap().to_str().unwrap();
        // The call of the macro that includes the page.
        let call = rust.split(&format!("\"{name}\",")).nth(1).and_then(|rest| rest.split(");").next()).expect(name);
        let documented: Vec<&str> = call.split('"').skip(1).step_by(2).collect();
        let text = prose(&std::fs::read_to_string(page).unwrap());
        let files = definitions(&text);
        let labels: Vec<&str> = files.iter().map(|(label, _)| *label).collect();
        assert_eq!(labels, documented, "{name}: pictures as files, and as documentation");
        for (label, target) in files {
            assert_eq!(target, format!("pictures/{label}.png"), "{name}");
            assert!(text.contains(&format!("][{label}]")), "{name}: {label} is not shown");
        }
        checked += labels.len();
    }
    assert!(checked > 50, "{checked} pictures were found");
}
