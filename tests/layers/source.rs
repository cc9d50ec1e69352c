//! Reads the modules of a crate: what each defines, imports and names, with lines. Code under `#[cfg(test)]` is left out: a unit
//! test of a low layer may use a high one, as those of the IR read their kernels from texts.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::lexer::{self, Kind, Lexed, Token};

/// A module: of a file, or written in one.
pub struct Module {
    /// Its name from the root: `backend::gl`; empty at the root.
    pub name: String,
    pub file: PathBuf,
    /// The module of its file: itself, where it is not written in another's.
    pub of_file: usize,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// Paths of two words or more outside of imports.
    pub paths: Vec<(Vec<String>, usize)>,
    /// Names that stand alone.
    pub words: BTreeMap<String, usize>,
    pub sizes: Vec<Size>,
    pub unsafes: Vec<usize>,
}

/// A name that a `use` brings: `path` under `name`, or all of `path`.
pub struct Import {
    /// Whether others may have it from here.
    pub exported: bool,
    pub name: Option<String>,
    pub path: Vec<String>,
    pub line: usize,
}

/// How large a function or a struct is.
pub struct Size {
    pub what: &'static str,
    pub name: String,
    pub line: usize,
    /// Lines of a function, fields of a struct.
    pub size: usize,
    /// Whether it is the options of a command, by `#[derive(Args)]`.
    pub options: bool,
    pub doc: String,
}

/// A crate.
pub struct Source {
    pub modules: Vec<Module>,
}

impl Source {
    /// Reads a crate of this package from its root's file; files are named from the package's folder.
    pub fn of_package(root: &str) -> Source {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut source = Source::read(&package.join(root));
        for module in &mut source.modules {
            module.file = module.file.strip_prefix(package).unwrap_or(&module.file).to_owned();
        }
        source
    }

    /// Reads a crate from its root's file.
    pub fn read(root: &Path) -> Source {
        let mut source = Source { modules: Vec::new() };
        source.file(String::new(), root.to_owned(), None);
        source
    }

    fn add(&mut self, name: String, file: PathBuf, parent: Option<usize>, of_file: Option<usize>) -> usize {
        let id = self.modules.len();
        if let Some(parent) = parent {
            let last = name.rsplit("::").next().unwrap_or(&name).to_owned();
            self.modules[parent].children.insert(last, id);
        }
        self.modules.push(Module {
            name,
            file,
            of_file: of_file.unwrap_or(id),
            parent,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            imports: Vec::new(),
            paths: Vec::new(),
            words: BTreeMap::new(),
            sizes: Vec::new(),
            unsafes: Vec::new(),
        });
        id
    }

    fn file(&mut self, name: String, file: PathBuf, parent: Option<usize>) {
        let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let id = self.add(name, file, parent, None);
        let lexed = lexer::lex(&text);
        Reader { source: self, lexed: &lexed, at: 0 }.module(id);
    }

    /// The file of a module that another declares.
    fn file_of(&self, parent: usize, name: &str) -> PathBuf {
        let file = &self.modules[parent].file;
        let folder = file.parent().unwrap();
        let stem = file.file_stem().unwrap().to_str().unwrap();
        let folder = if matches!(stem, "lib" | "main" | "mod") { folder.to_owned() } else { folder.join(stem) };
        let flat = folder.join(format!("{name}.rs"));
        if flat.exists() { flat } else { folder.join(name).join("mod.rs") }
    }
}

/// Where a source is read.
struct Reader<'a> {
    source: &'a mut Source,
    lexed: &'a Lexed<'a>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn token(&self, ahead: usize) -> Token<'a> {
        let end = Token { kind: Kind::Sign, text: "", line: 0 };
        self.lexed.tokens.get(self.at + ahead).copied().unwrap_or(end)
    }

    fn is(&self, ahead: usize, text: &str) -> bool {
        self.token(ahead).is(text)
    }

    fn ended(&self) -> bool {
        self.at >= self.lexed.tokens.len()
    }

    /// Reads a module's tokens, up to the brace that closes it or the end of its file.
    fn module(&mut self, id: usize) {
        let (mut depth, mut exported) = (0, false);
        while !self.ended() {
            let token = self.token(0);
            match token.text {
                "{" if token.kind == Kind::Sign => depth += 1,
                "}" if token.kind == Kind::Sign && depth == 0 => return self.at += 1,
                "}" if token.kind == Kind::Sign => depth -= 1,
                _ => {}
            }
            if self.is(0, "#") && self.is_for_tests() {
                self.skip_item();
            } else if self.is(0, "#") && (self.is(1, "[") || self.is(2, "[")) {
                self.skip_attribute();
            } else if self.is(0, "pub") && self.is(1, "(") {
                // `pub(in crate::x)` names nothing that is needed.
                self.at += 1;
                self.skip_group();
                exported = self.is(0, "use");
            } else if self.is(0, "use") && token.kind == Kind::Word && !self.is(1, "<") {
                exported |= self.at > 0 && self.lexed.tokens[self.at - 1].is("pub");
                self.at += 1;
                self.imports(id, Vec::new(), std::mem::take(&mut exported));
            } else if self.is(0, "mod") && self.token(1).kind == Kind::Word && (self.is(2, ";") || self.is(2, "{")) {
                self.child(id);
            } else if token.kind == Kind::Word {
                self.word(id);
            } else {
                self.at += 1;
            }
        }
    }

    /// A module's declaration, or the module itself.
    fn child(&mut self, id: usize) {
        let (word, inside) = (self.token(1).text, self.is(2, "{"));
        self.at += 3;
        let parent = &self.source.modules[id];
        let name = if parent.name.is_empty() { word.to_owned() } else { format!("{}::{word}", parent.name) };
        if inside {
            let (file, of_file) = (parent.file.clone(), parent.of_file);
            let child = self.source.add(name, file, Some(id), Some(of_file));
            self.module(child);
        } else {
            let file = self.source.file_of(id, word);
            self.source.file(name, file, Some(id));
        }
    }

    /// Whether an attribute begins here that keeps what follows for tests.
    fn is_for_tests(&self) -> bool {
        self.is(1, "[")
            && self.is(2, "cfg")
            && self.is(3, "(")
            && (self.is(4, "test") || self.is(4, "all") && self.is(6, "test"))
    }

    fn skip_attribute(&mut self) {
        while !self.is(0, "[") {
            self.at += 1;
        }
        self.skip_group();
    }

    /// Skips what stands in brackets of one kind, with them.
    fn skip_group(&mut self) {
        let mut depth = 0;
        while !self.ended() {
            let token = self.token(0);
            if token.kind == Kind::Sign {
                match token.text {
                    "(" | "[" | "{" => depth += 1,
                    ")" | "]" | "}" => depth -= 1,
                    _ => {}
                }
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Skips attributes and the item, field or statement that they are for.
    fn skip_item(&mut self) {
        while self.is(0, "#") {
            self.skip_attribute();
        }
        let words =
            ["fn", "impl", "struct", "enum", "mod", "trait", "unsafe", "extern", "pub", "const", "static", "use"];
        let is_item = words.contains(&self.token(0).text);
        let (mut last, mut to_semicolon) = ("", false);
        while !self.ended() {
            let token = self.token(0);
            match token.text {
                "use" | "let" | "static" | "type" => to_semicolon = true,
                "fn" if last == "const" => to_semicolon = false,
                "const" => to_semicolon = true,
                ";" => return self.at += 1,
                "," if !is_item => return self.at += 1,
                ")" | "]" | "}" => return,
                "(" | "[" => {
                    self.skip_group();
                    continue;
                }
                "{" => {
                    self.skip_group();
                    if to_semicolon {
                        continue;
                    }
                    return;
                }
                _ => {}
            }
            last = token.text;
            self.at += 1;
        }
    }

    /// What follows `use`, or a part of it behind `before`.
    fn imports(&mut self, id: usize, mut before: Vec<String>, exported: bool) {
        let line = self.token(0).line;
        loop {
            if self.is(0, "{") {
                self.at += 1;
                while !self.is(0, "}") && !self.ended() {
                    self.imports(id, before.clone(), exported);
                    if self.is(0, ",") {
                        self.at += 1;
                    }
                }
                return self.at += 1;
            }
            if self.is(0, "*") {
                self.at += 1;
                self.source.modules[id].imports.push(Import { exported, name: None, path: before, line });
                return;
            }
            if self.token(0).kind == Kind::Word {
                before.push(self.token(0).text.trim_start_matches("r#").to_owned());
            }
            self.at += 1;
            if self.is(0, "::") {
                self.at += 1;
            } else if before.len() == 1 && self.is(0, "{") || self.is(0, "*") {
                continue;
            } else {
                break;
            }
        }
        if before.len() > 1 && before.last().is_some_and(|last| last == "self") {
            before.pop();
        }
        let mut name = before.last().cloned();
        if self.is(0, "as") {
            name = Some(self.token(1).text.to_owned());
            self.at += 2;
        }
        self.source.modules[id].imports.push(Import { exported, name, path: before, line });
    }

    /// A word: the first of a definition, or of a path.
    fn word(&mut self, id: usize) {
        let (token, next) = (self.token(0), self.token(1));
        let behind = self.at.checked_sub(1).map(|k| self.lexed.tokens[k]);
        let is_after = |text| behind.is_some_and(|behind| behind.is(text));
        match token.text {
            "unsafe" => self.source.modules[id].unsafes.push(token.line),
            "fn" if next.kind == Kind::Word => self.function(id),
            "struct" if next.kind == Kind::Word => self.structure(id),
            _ => {}
        }
        let defines = ["fn", "struct", "enum", "union", "trait", "type", "const", "static", "macro_rules"];
        if defines.contains(&token.text) {
            let ahead = if next.is("!") || next.is("mut") { 2 } else { 1 };
            if self.token(ahead).kind == Kind::Word && !defines.contains(&next.text) {
                let name = self.token(ahead).text.to_owned();
                self.source.modules[id].items.insert(name);
                self.at += ahead;
            }
            self.at += 1;
            return;
        }
        if is_after(".") || is_after("::") {
            self.at += 1;
            return;
        }
        let mut path = vec![token.text.trim_start_matches("r#").to_owned()];
        self.at += 1;
        while self.is(0, "::") && self.token(1).kind == Kind::Word {
            path.push(self.token(1).text.to_owned());
            self.at += 2;
        }
        let module = &mut self.source.modules[id];
        if path.len() > 1 {
            module.paths.push((path, token.line));
        } else {
            module.words.entry(path.remove(0)).or_insert(token.line);
        }
    }

    /// Measures a function that begins here, without moving on.
    fn function(&mut self, id: usize) {
        let (name, line, start) = (self.token(1).text.to_owned(), self.token(0).line, self.at);
        while !self.is(0, "{") && !self.is(0, ";") && !self.ended() {
            if self.is(0, "[") || self.is(0, "(") { self.skip_group() } else { self.at += 1 }
        }
        if self.is(0, "{") {
            self.skip_group();
            let last = self.lexed.tokens[self.at - 1].line;
            let size = last - line + 1;
            self.source.modules[id].sizes.push(Size {
                what: "fn",
                name,
                line,
                size,
                options: false,
                doc: String::new(),
            });
        }
        self.at = start;
    }

    /// Counts the fields of a struct that begins here, without moving on.
    fn structure(&mut self, id: usize) {
        let (name, line, start) = (self.token(1).text.to_owned(), self.token(0).line, self.at);
        while !self.is(0, "{") && !self.is(0, "(") && !self.is(0, ";") && !self.ended() {
            self.at += 1;
        }
        if self.is(0, "{") {
            self.at += 1;
            let mut size = 0;
            while !self.is(0, "}") && !self.ended() {
                if self.is(0, "#") {
                    self.skip_attribute();
                } else if self.is(0, "(") || self.is(0, "[") || self.is(0, "{") {
                    self.skip_group();
                } else {
                    size += usize::from(self.is(0, ":"));
                    self.at += 1;
                }
            }
            let doc = self.doc_before(line);
            let before = self.lexed.tokens[..start].iter().rev().take_while(|token| !token.is("}") && !token.is(";"));
            let options = before.filter(|token| token.is("Args")).count() > 0;
            self.source.modules[id].sizes.push(Size { what: "struct", name, line, size, options, doc });
        }
        self.at = start;
    }

    /// The doc comment of what stands in a line: the nearest one before it, with all lines that touch.
    fn doc_before(&self, line: usize) -> String {
        let mut lines: Vec<&str> = Vec::new();
        let mut next = None;
        for (at, text) in self.lexed.docs.iter().rev().filter(|(at, _)| *at < line) {
            if next.is_some_and(|next: usize| at + 1 != next) {
                break;
            }
            next = Some(*at);
            lines.push(text);
        }
        lines.reverse();
        lines.join("\n")
    }
}
