//! Writes the heads of kernels' functions in C++, in the forms in which other files may declare them.

use crate::brook::ast::ParameterItem;

/// The signature of a kernel's function in C++.
pub(super) struct Signature<'a> {
    pub name: &'a str,
    pub reduction: bool,
    pub parameters: &'a [ParameterItem],
}

/// How the host passes a parameter.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Passing {
    Stream,
    Iterator,
    Pushed,
    Constant,
    Accumulator,
}

impl Passing {
    pub fn of(parameter: &ParameterItem) -> Passing {
        let has = |word: &str| parameter.qualifiers.iter().any(|qualifier| qualifier.text == word);
        match () {
            () if has("reduce") => Passing::Accumulator,
            () if has("vout") => Passing::Pushed,
            () if has("iter") => Passing::Iterator,
            () if has("out") || parameter.angles.is_some() || parameter.brackets > 0 => Passing::Stream,
            () => Passing::Constant,
        }
    }
}

/// Returns the C++ type of a gather for which the host may pass an array: one whose sizes are written as numbers.
fn table(parameter: &ParameterItem) -> Option<String> {
    let is_size = |text: &String| !text.is_empty() && text.len() < 10 && text.bytes().all(|byte| byte.is_ascii_digit());
    let sized = !parameter.sizes.is_empty() && parameter.sizes.iter().all(is_size);
    if !sized || Passing::of(parameter) != Passing::Stream {
        return None;
    }
    Some(format!("::brook::internal::table<{}, {}>", cpp(&parameter.ty.text), parameter.sizes.join(", ")))
}

impl Signature<'_> {
    /// Returns a parameter's name in C++.
    pub fn named(&self, name: &str) -> String {
        if is_kept(name) { self.free_name(&format!("{name}_")) } else { name.to_owned() }
    }

    /// Returns `name`, with underscores appended if a parameter has this name.
    pub fn free_name(&self, name: &str) -> String {
        let mut free = name.to_owned();
        while self.parameters.iter().any(|parameter| parameter.name.text == free) {
            free.push('_');
        }
        free
    }

    /// Writes the parameters in C++. For a reduction, `host` says whether the result goes to a variable of the host or to a stream.
    pub fn parameters(&self, host: Option<bool>) -> String {
        let names: Vec<String> = self.parameters.iter().map(|own| self.named(&own.name.text)).collect();
        self.passed(host, "&", true, &names)
    }

    fn has_constants(&self) -> bool {
        self.parameters.iter().any(|own| Passing::of(own) == Passing::Constant)
    }

    /// Whether the function is a template. Headers of other files, which the program may include, declare functions with constants as references
    /// or by value. A call would be ambiguous if the function were not a template: C++ prefers those that are none.
    pub fn is_template(&self) -> bool {
        self.has_constants() || self.parameters.iter().any(|own| table(own).is_some())
    }

    pub fn template(&self) -> &'static str {
        if self.is_template() { "template <class...> " } else { "" }
    }

    /// Returns the forms in which other files may declare the function: the sign of constants, and whether they pass arrays for gathers.
    fn forms(&self) -> Vec<(&'static str, bool)> {
        let mut forms = vec![("&", false)];
        if self.has_constants() {
            forms.push(("", false));
        }
        if self.parameters.iter().any(|own| table(own).is_some()) {
            forms.push(("&", true));
        }
        forms
    }

    /// Writes the functions that other files link to. They are friends of a struct, so that they take part in no call unless a header declares
    /// them. The last function is for the linker: two kernels of one name are an error.
    pub fn linked(&self) -> String {
        let name = self.name;
        let names: Vec<String> = (0..self.parameters.len()).map(|number| format!("p{number}")).collect();
        let hosts: &[Option<bool>] = if self.reduction { &[Some(false), Some(true)] } else { &[None] };
        let one = |host: Option<bool>, (sign, arrays): (&str, bool)| {
            let parameters = self.passed(host, sign, arrays, &names);
            format!("  BROOKLET_LINKED friend void {name}({parameters}) {{ {name}<>({}); }}\n", names.join(", "))
        };
        let all: String =
            hosts.iter().flat_map(|&host| self.forms().into_iter().map(move |form| one(host, form))).collect();
        format!("struct brook_linked_{name} {{\n{all}}};\nvoid brook_defines_{name}() {{}}\n")
    }

    /// Writes the parameters in C++ with these names, constants with this sign before their name. `arrays` says whether arrays of the host may be
    /// passed for gathers.
    pub fn passed(&self, host: Option<bool>, sign: &str, arrays: bool, names: &[String]) -> String {
        let one = |(parameter, name): (&ParameterItem, &String)| {
            let ty = &parameter.ty.text;
            if let Some(table) = table(parameter).filter(|_| arrays) {
                return format!("const {table} &{name}");
            }
            match Passing::of(parameter) {
                Passing::Constant => format!("const {} {sign}{name}", cpp(ty)),
                Passing::Pushed => format!("::brook::stream &{name}"),
                Passing::Iterator => format!("const __BRTIter &{name}"),
                Passing::Accumulator if host == Some(true) => format!("{} &{name}", cpp(ty)),
                Passing::Stream | Passing::Accumulator => format!("::brook::stream {name}"),
            }
        };
        self.parameters.iter().zip(names).map(one).collect::<Vec<_>>().join(", ")
    }

    /// Writes the prototypes for other files.
    pub fn prototype(&self) -> String {
        let forms = self.forms().into_iter().filter(|(sign, _)| !sign.is_empty());
        forms.map(|(_, arrays)| self.prototypes("", arrays)).collect::<Vec<_>>().join(" ")
    }

    /// Writes the prototypes for the file that defines the kernel.
    pub fn declared(&self) -> String {
        self.prototypes(self.template(), true)
    }

    fn prototypes(&self, before: &str, arrays: bool) -> String {
        let name = self.name;
        let names: Vec<String> = self.parameters.iter().map(|own| self.named(&own.name.text)).collect();
        let [open, close] = if before.is_empty() { ["", ""] } else { ["extern \"C++\" { ", " }"] };
        if !self.reduction {
            return format!("{open}{before}void {name}({});{close}", self.passed(None, "&", arrays, &names));
        }
        let [stream, host] = [false, true].map(|host| self.passed(Some(host), "&", arrays, &names));
        format!(
            "{open}{before}void {name}({stream}); {before}void {name}({host});{close} ::brook::internal::reduction \
             brook_reduction_{name}();"
        )
    }
}

/// Whether a name is a reserved word of C++ that kernels may use.
fn is_kept(name: &str) -> bool {
    const WORDS: &str = "this new delete class template operator private public protected virtual friend namespace using try \
        catch throw explicit typename mutable and or not xor export asm bitand bitor bool compl constexpr decltype noexcept \
        nullptr not_eq static_assert static_cast thread_local typeid wchar_t";
    WORDS.split(' ').any(|word| word == name)
}

/// Returns the C++ name of a kernel's type. Vector types of two words are one word in C++.
pub(super) fn cpp(ty: &str) -> String {
    match ty.split_once(char::is_whitespace) {
        Some(("unsigned", vector)) if vector.trim().ends_with(['2', '3', '4']) => format!("u{}", vector.trim()),
        Some(("signed", vector)) if vector.trim().ends_with(['2', '3', '4']) => vector.trim().to_owned(),
        _ => ty.to_owned(),
    }
}
