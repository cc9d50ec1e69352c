//! Every kernel in `glsl/` keeps to the kernel contract, in every dialect and layout, as a parser sees it; and compiles.

use crate::support;

use std::path::{Path, PathBuf};

use brooklet::kernel::Source;
use brooklet::{Components, Device, Dialect, Layout, Texel};
use glsl_lang::ast::*;
use glsl_lang::parse::DefaultParse;
use glsl_lang::visitor::{Host, Visit, Visitor};

/// Kernels that say in their head that they need integers may use bit operations and vectors of them.
const INTEGERS: &str = "needs integers";

/// The functions of GLSL that a kernel may call.
const FUNCTIONS: &str = "
    radians degrees sin cos tan asin acos atan sinh cosh tanh asinh acosh atanh pow exp log exp2 log2 sqrt inversesqrt abs
    sign floor trunc round roundEven ceil fract mod modf min max clamp mix step smoothstep isnan isinf length distance
    dot cross normalize faceforward reflect refract matrixCompMult outerProduct transpose determinant inverse lessThan
    lessThanEqual greaterThan greaterThanEqual equal notEqual any all not";

fn kernels() -> Vec<PathBuf> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|ending| ending == "frag") {
                found.push(path);
            }
        }
    }
    let mut found = Vec::new();
    walk(&Path::new(env!("CARGO_MANIFEST_DIR")).join("glsl"), &mut found);
    found.sort();
    found
}

/// A way to fill in what a kernel leaves open, and whether it needs integers.
struct Filling {
    addresses: &'static str,
    /// Packed streams are read texel by texel.
    packed: bool,
    integers: bool,
}

const FILLINGS: [Filling; 2] = [
    Filling { addresses: "shared/bitonic_float.glsl", packed: false, integers: false },
    Filling { addresses: "shared/bitonic.glsl", packed: true, integers: true },
];

/// The kernel with the places that it leaves open filled in.
fn source<T: Texel>(path: &Path, filling: &Filling) -> Source {
    let name = path.file_name().unwrap().to_str().unwrap().to_owned();
    let operator = "#include \"shared/select.glsl\"\nelement combine(element a, element b) { return larger(a, b); }\n";
    let of_four = filling.packed || name.ends_with("_packed.frag");
    let ty = if name.contains("walk.") { "element" } else { "vec4" };
    let (texel, rest, kept, load, group) = if of_four {
        (
            "#include \"shared/texel_of_four.glsl\"\n",
            "#include \"shared/rest_of_four.glsl\"\n",
            "const index leaf = 4;\n#include \"shared/kept_of_four.glsl\"\n",
            "#include \"shared/four_packed.glsl\"\n#include \"shared/load_keys.glsl\"\n",
            "#include \"shared/sort_keys.glsl\"\n",
        )
    } else {
        (
            "#include \"shared/texel_of_one.glsl\"\n",
            "element rest(element texel) { return texel; }\n",
            "const index leaf = 16;\n#include \"shared/kept_of_one.glsl\"\n",
            "#include \"shared/load_pairs.glsl\"\n",
            "#include \"shared/sort_pairs.glsl\"\n",
        )
    };
    let outputs = format!(
        "const index layers = 2;\noutput {ty} texel_0;\noutput {ty} texel_1;\n\
         void put(index at, {ty} x) {{ texel_0 = at == 0 ? x : texel_0; texel_1 = at == 1 ? x : texel_1; }}\n"
    );
    let (descent, steps) = if name.contains("walk") {
        let leaf = "const index reach = 8;\nindex leaf_of(inout float rest) { rest = rest - 1.0; return 0; }\n";
        (leaf, "")
    } else {
        let step = "texel_0 = from_order(advance(base, a, b, a_end, b_end, a_next, b_next, kept, true));\n";
        (if of_four { "in_a = query;\n" } else { "node = min(node, count(values));\n" }, step)
    };
    Source::new(name, std::fs::read_to_string(path).unwrap())
        .element::<T>()
        .part("operator", operator)
        .part("predicate", "bool keep(element x) { return true; }\n")
        .part("addresses", format!("#include \"{}\"\n", filling.addresses))
        .part("texel", texel)
        .part("rest", rest)
        .part("block", "const index groups = 1, size = 4, reads = 3;\n")
        .part("kept", kept)
        .part("load", load)
        .part("group", group)
        .part("outputs", outputs)
        .part("network", "texel_0 = from_order(loaded(here()));\ntexel_1 = texel_0;\n")
        .part("steps", steps)
        .part("descent", descent)
        .part("levels", "const bool upper = true;\ninput vec4 values;\n")
}

/// Walks what a kernel holds of its own, and notes what the contract does not allow.
#[derive(Default)]
struct Contract {
    integers: bool,
    own: Vec<String>,
    faults: Vec<String>,
}

impl Contract {
    fn fault(&mut self, what: impl Into<String>) -> Visit {
        self.faults.push(what.into());
        Visit::Parent
    }

    fn may_call(&self, name: &str) -> bool {
        let access = ["here", "here_x", "here_y", "quotient"].contains(&name)
            || ["fetch_", "clamped_", "_cnt_", "_wid_", "_hei_"].iter().any(|prefix| name.starts_with(prefix));
        let constructor = ["float", "int", "bool", "vec2", "vec3", "vec4"].contains(&name);
        let of_bits = ["ivec2", "ivec3", "ivec4", "floatBitsToInt", "intBitsToFloat"].contains(&name);
        access
            || constructor
            || (self.integers && of_bits)
            || self.own.iter().any(|own| own == name)
            || FUNCTIONS.split_whitespace().any(|f| f == name)
    }
}

impl Visitor for Contract {
    fn visit_expr(&mut self, expr: &Expr) -> Visit {
        match &**expr {
            ExprData::FunCall(function, _) => {
                if let Some(name) = function.as_ident()
                    && !self.may_call(name.as_str())
                {
                    return self.fault(format!("it calls {}", name.as_str()));
                }
                Visit::Children
            }
            ExprData::Variable(name) if name.as_str().starts_with("gl_") => {
                self.fault(format!("it reads {}", name.as_str()))
            }
            ExprData::Bracket(_, index) if !matches!(***index, ExprData::IntConst(_)) => {
                self.fault("an index of an array or vector that is no constant")
            }
            ExprData::UIntConst(_) | ExprData::DoubleConst(_) => self.fault("an unsigned or double constant"),
            _ => Visit::Children,
        }
    }

    fn visit_binary_op(&mut self, op: &BinaryOp) -> Visit {
        let bits = matches!(
            **op,
            BinaryOpData::BitOr
                | BinaryOpData::BitXor
                | BinaryOpData::BitAnd
                | BinaryOpData::LShift
                | BinaryOpData::RShift
                | BinaryOpData::Mod
        );
        if bits && !self.integers { self.fault(format!("the operator {op:?}")) } else { Visit::Children }
    }

    fn visit_unary_op(&mut self, op: &UnaryOp) -> Visit {
        if matches!(**op, UnaryOpData::Complement) && !self.integers {
            self.fault("the operator ~")
        } else {
            Visit::Children
        }
    }

    fn visit_type_specifier_non_array(&mut self, ty: &TypeSpecifierNonArray) -> Visit {
        use TypeSpecifierNonArrayData::*;
        match **ty {
            Void | Bool | Int | Float | Vec2 | Vec3 | Vec4 => Visit::Children,
            UInt | IVec2 | IVec3 | IVec4 | UVec2 | UVec3 | UVec4 | BVec2 | BVec3 | BVec4 if self.integers => {
                Visit::Children
            }
            _ => self.fault(format!("the type {ty:?}")),
        }
    }

    fn visit_iteration_statement(&mut self, statement: &IterationStatement) -> Visit {
        let IterationStatementData::For(init, rest, _) = &**statement else {
            return self.fault("a loop that is no `for`");
        };
        // A reader sees where it starts, that it counts up or down, and where it ends.
        let starts = matches!(&**init, ForInitStatementData::Declaration(_));
        let counts = rest.post_expr.as_ref().is_some_and(|expr| {
            matches!(
                &***expr,
                ExprData::PostInc(_) | ExprData::PostDec(_) | ExprData::Unary(..) | ExprData::Assignment(..)
            )
        });
        let ends = rest.condition.as_ref().is_some_and(|condition| match &**condition {
            ConditionData::Expr(expr) => match &**expr {
                ExprData::Binary(_, _, bound) => matches!(&***bound, ExprData::IntConst(_) | ExprData::Variable(_)),
                _ => false,
            },
            _ => false,
        });
        if starts && counts && ends { Visit::Children } else { self.fault("a `for` whose bounds cannot be seen") }
    }

    fn visit_switch_statement(&mut self, _: &SwitchStatement) -> Visit {
        self.fault("a switch")
    }

    fn visit_jump_statement(&mut self, statement: &JumpStatement) -> Visit {
        match **statement {
            JumpStatementData::Discard => self.fault("a discard"),
            _ => Visit::Children,
        }
    }

    fn visit_preprocessor(&mut self, _: &Preprocessor) -> Visit {
        self.fault("a line of the preprocessor")
    }

    fn visit_struct_specifier(&mut self, _: &StructSpecifier) -> Visit {
        self.fault("a struct")
    }
}

/// Whether a function is generated, and not the kernel's own. `main` is, where it runs the kernel's.
fn is_generated(name: &str, runs: bool) -> bool {
    let prefixes = ["fetch_", "clamped_", "_cnt_", "_wid_", "_hei_"];
    ["here", "here_x", "here_y", "quotient", "_texel"].contains(&name)
        || (name == "main" && runs)
        || prefixes.iter().any(|prefix| name.starts_with(prefix))
}

/// What the contract has against a shader.
fn faults(shader: &str, integers: bool) -> Vec<String> {
    let tree = match TranslationUnit::parse(shader) {
        Ok(tree) => tree,
        Err(error) => return vec![format!("it does not parse: {error}")],
    };
    let functions = tree.0.iter().filter_map(|declaration| match &**declaration {
        ExternalDeclarationData::FunctionDefinition(function) => Some(function),
        _ => None,
    });
    let all: Vec<_> = functions.map(|function| (function, function.prototype.name.as_str())).collect();
    let runs = all.iter().any(|(_, name)| *name == "_run");
    let own: Vec<_> = all.into_iter().filter(|(_, name)| !is_generated(name, runs)).collect();
    let names: Vec<_> = own.iter().map(|(_, name)| name.to_string()).collect();
    if !names.iter().any(|name| name == if runs { "_run" } else { "main" }) {
        return vec!["it has no main".to_owned()];
    }
    let mut contract = Contract { integers, own: names, faults: Vec::new() };
    for (function, _) in own {
        function.visit(&mut contract);
    }
    contract.faults
}

fn check<T: Texel>(path: &Path, layouts: &[Layout]) {
    let text = std::fs::read_to_string(path).unwrap().to_lowercase();
    let integers = text.lines().take_while(|line| line.starts_with("//")).any(|line| line.contains(INTEGERS));
    for (dialect, filling) in
        Dialect::ALL.into_iter().flat_map(|dialect| fillings::<T>(path).map(move |f| (dialect, f)))
    {
        for &layout in layouts {
            let shader = source::<T>(path, filling).glsl(dialect, layout).unwrap_or_else(|error| panic!("{error}"));
            let faults = faults(&shader, integers || filling.integers);
            assert!(faults.is_empty(), "{} in {dialect:?}, {layout}: {faults:?}\n{shader}", path.display());
        }
    }
}

/// The ways to fill a kernel in: those for packed streams, which are of floats, only for these.
fn fillings<T: Texel>(path: &Path) -> impl Iterator<Item = &'static Filling> {
    let plain_alone =
        ["scan_pyramid_up.frag", "scan_pyramid_down.frag", "search_index.frag"].iter().any(|name| path.ends_with(name));
    let packed_alone = path.to_str().unwrap().ends_with("_packed.frag");
    let floats = T::COMPONENTS == Components::One;
    FILLINGS.iter().filter(move |filling| if filling.packed { floats && !plain_alone } else { !packed_alone })
}

#[test]
fn every_kernel_keeps_to_the_contract() {
    let kernels = kernels();
    assert!(kernels.len() >= 6, "the kernels have moved");
    for path in kernels {
        check::<f32>(&path, &[Layout::Plain, Layout::Packed]);
        check::<[f32; 2]>(&path, &[Layout::Plain]);
        check::<[f32; 3]>(&path, &[Layout::Plain]);
        check::<[f32; 4]>(&path, &[Layout::Plain]);
    }
}

#[test]
fn every_kernel_compiles_in_every_dialect_and_type() {
    support::each_dialect(|device| {
        fn compile<T: Texel>(device: &Device, path: &Path) {
            for filling in fillings::<T>(path) {
                device.kernel(&source::<T>(path, filling)).unwrap_or_else(|error| panic!("{error}"));
            }
        }
        for path in kernels() {
            compile::<f32>(device, &path);
            compile::<[f32; 2]>(device, &path);
            compile::<[f32; 3]>(device, &path);
            compile::<[f32; 4]>(device, &path);
        }
    });
}

#[test]
fn every_kernel_says_in_its_head_what_it_does_and_where_it_comes_from() {
    for path in kernels() {
        let text = std::fs::read_to_string(&path).unwrap();
        let head: Vec<_> = text.lines().take_while(|line| line.starts_with("//")).collect();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        assert!(head.first().is_some_and(|line| line.starts_with(&format!("// {stem}: "))), "{}", path.display());
        assert!((2..=4).contains(&head.len()), "{}: a head of {} lines", path.display(), head.len());
        let papers = ["GPU Gems", "GPU Gems 2", "Brook", "Harris", "Mahardito"];
        assert!(papers.iter().any(|paper| head.join(" ").contains(paper)), "{}: no paper", path.display());
    }
}

#[test]
fn the_contract_finds_what_it_forbids() {
    let kernel = |body: &str| {
        let text = format!("input float x; output float y;\nvoid main() {{\n{body}\n}}");
        let shader = Source::new("test", text).glsl(Dialect::Gl, Layout::Plain);
        shader.map(|shader| faults(&shader, false)).unwrap_or_else(|error| vec![error.to_string()])
    };
    assert!(kernel("y = fetch(x, here());").is_empty());
    assert!(kernel("y = 0.0; for (index i = 0; i < 8; i++) { y += clamped(x, i); }").is_empty());
    for forbidden in [
        "while (true) { }",
        "do { y = 1.0; } while (false);",
        "discard;",
        "y = gl_FragCoord.x;",
        "y = texture(x, vec2(0.0)).x;",
        "y = texelFetch(x, ivec2(0), 0).x;",
        "y = dFdx(fetch(x, here()));",
        "y = float(here() & 1);",
        "y = float(here() >> 1);",
        "y = float(here() % 2);",
        "ivec2 a = ivec2(1); y = 1.0;",
        "float a[3]; y = a[here()];",
        "uint u = 3u; y = 1.0;",
        "for (index i = 0; i < here() + 3; i++) { y = 1.0; }",
        "for (;;) { y = 1.0; break; }",
        "switch (here()) { default: y = 1.0; }",
        "y = 1.0;\n#define z 1",
    ] {
        assert!(!kernel(forbidden).is_empty(), "{forbidden}");
    }
}
