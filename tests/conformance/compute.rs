//! Every compute kernel in `glsl/compute/` compiles for every type it is for, in both dialects; parses; keeps its barriers out
//! of branches; and says in its head what it does and where it comes from.

use crate::support;

use std::path::{Path, PathBuf};

use brooklet::compute::{
    self, Argsort, ArgsortOptions, Axis, Filter, Group, Histogram, HistogramOptions, KeyRange, Merge, Put, Random,
    RandomOptions, Reduce, ReduceAxis, Scan, ScanAxis, Search, SegmentedScan, Sort, SortAxis, SortAxisOptions,
    SortOptions,
};
use brooklet::primitives::{Border, Weights};
use brooklet::{Buffer, Components, Device, Element, Operator, Texel};
use glsl_lang::ast::*;
use glsl_lang::parse::DefaultParse;
use glsl_lang::visitor::{Host, Visit, Visitor};

fn kernels() -> Vec<PathBuf> {
    let folder = Path::new(crate::TOP).join("glsl/compute");
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    found.retain(|path| path.extension().is_some_and(|ending| ending == "comp"));
    found.sort();
    assert!(found.len() >= 20, "the kernels have moved");
    found
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_str().unwrap().to_owned()
}

/// The functions of a kernel, without what only `src/machine/compute_kernel.rs` reads: declarations and includes.
fn functions(path: &Path) -> TranslationUnit {
    let mut text = std::fs::read_to_string(path).unwrap();
    // The passes of a transform are statements.
    if path.ends_with("fft_stage.glsl") {
        text = format!("void main() {{\n{text}}}\n");
    }
    let roles = ["input ", "output ", "inout ", "constant ", "texels ", "#include "];
    let lines = text.lines().filter(|line| !roles.iter().any(|role| line.starts_with(role)));
    let code: String = lines.flat_map(|line| [line, "\n"]).collect();
    // The words of the contract, as what they stand for.
    let code = code.replace("element ", "float ").replace("element(", "float(").replace("precise ", "");
    let code = code.replace("pack ", "vec4 ").replace("tally ", "float ");
    TranslationUnit::parse(&code).unwrap_or_else(|error| panic!("{}: {error}\n{code}", path.display()))
}

/// Notes what would hang a work group, or run without an end that can be seen.
#[derive(Default)]
struct Rules {
    /// Functions of the kernel's own that hold a barrier.
    waits: Vec<String>,
    branches: usize,
    faults: Vec<String>,
}

/// Whether an expression is made of numbers and the size of a group alone: the same for all invocations.
fn of_constants(expr: &Expr) -> bool {
    match &**expr {
        ExprData::IntConst(_) => true,
        ExprData::Variable(name) => name.as_str() == "threads",
        ExprData::Binary(_, a, b) => of_constants(a) && of_constants(b),
        _ => false,
    }
}

impl Visitor for Rules {
    fn visit_expr(&mut self, expr: &Expr) -> Visit {
        if let ExprData::FunCall(function, _) = &**expr
            && let Some(name) = function.as_ident()
        {
            let waits = name.as_str() == "sync" || self.waits.iter().any(|wait| wait == name.as_str());
            if waits && self.branches > 0 {
                self.faults.push(format!("{} in a branch", name.as_str()));
            }
            if ["barrier", "memoryBarrierShared"].contains(&name.as_str()) {
                self.faults.push(format!("{} in the place of sync", name.as_str()));
            }
        }
        Visit::Children
    }

    fn visit_selection_statement(&mut self, statement: &SelectionStatement) -> Visit {
        // What all invocations decide alike is no branch.
        let branch = !of_constants(&statement.cond);
        self.branches += usize::from(branch);
        match &*statement.rest {
            SelectionRestStatementData::Statement(then) => then.visit(self),
            SelectionRestStatementData::Else(then, other) => {
                then.visit(self);
                other.visit(self);
            }
        }
        self.branches -= usize::from(branch);
        Visit::Parent
    }

    fn visit_iteration_statement(&mut self, statement: &IterationStatement) -> Visit {
        let IterationStatementData::For(_, rest, _) = &**statement else {
            self.faults.push("a loop that is no `for`".to_owned());
            return Visit::Children;
        };
        let ends = rest.condition.as_ref().is_some_and(|condition| match &**condition {
            ConditionData::Expr(expr) => matches!(**expr, ExprData::Binary(..)),
            _ => false,
        });
        if !ends || rest.post_expr.is_none() {
            self.faults.push("a `for` whose bounds cannot be seen".to_owned());
        }
        Visit::Children
    }

    fn visit_jump_statement(&mut self, statement: &JumpStatement) -> Visit {
        // A barrier after it would be missed.
        if matches!(**statement, JumpStatementData::Return(None)) {
            self.faults.push("a return from main".to_owned());
        }
        Visit::Children
    }
}

/// The functions that hold a barrier: in a kernel, and in what kernels include.
const HOLDS: [&str; 2] = ["fold", "scan_by_the_last_group"];

fn faults(tree: &TranslationUnit) -> Vec<String> {
    // What is included is not seen here, and is looked at by itself.
    let mut rules = Rules { waits: vec![HOLDS[1].to_owned()], ..Rules::default() };
    for declaration in &tree.0 {
        if let ExternalDeclarationData::FunctionDefinition(function) = &**declaration {
            if HOLDS.contains(&function.prototype.name.as_str()) {
                rules.waits.push(function.prototype.name.as_str().to_owned());
            }
            function.visit(&mut rules);
        }
    }
    rules.faults
}

#[test]
fn no_barrier_stands_where_an_invocation_may_miss_it() {
    let included = ["glsl/compute/last_group.glsl", "glsl/compute/fft_stage.glsl"];
    for path in kernels().into_iter().chain(included.map(|path| Path::new(crate::TOP).join(path))) {
        let tree = functions(&path);
        assert_eq!(faults(&tree), [""; 0], "{}", path.display());
    }
}

#[test]
fn the_rules_find_what_they_forbid() {
    for (body, forbidden) in [
        ("sync();", false),
        ("for (int i = 0; i < 4; i++) { sync(); }", false),
        ("if (threads > 64) { fold(64, 1); }", false),
        ("if (thread() < 3) { sync(); }", true),
        ("if (thread() < 3) { } else { fold(2, 3); }", true),
        ("if (thread() < 3) { for (int i = 0; i < 4; i++) { sync(); } }", true),
        ("if (thread() > 3) { return; } sync();", true),
        ("if (thread() < 3) { scan_by_the_last_group(4); }", true),
        ("barrier();", true),
        ("while (true) { }", true),
    ] {
        let text = format!("void fold(int stride, int live) {{ sync(); }}\nvoid main() {{ {body} }}");
        let tree = TranslationUnit::parse(&text).unwrap();
        assert_eq!(!faults(&tree).is_empty(), forbidden, "{body}: {:?}", faults(&tree));
    }
}

#[test]
fn every_kernel_says_in_its_head_what_it_does_and_where_it_comes_from() {
    for path in kernels() {
        let text = std::fs::read_to_string(&path).unwrap();
        let head: Vec<_> = text.lines().take_while(|line| line.starts_with("//")).collect();
        let first = format!("// {}: ", stem(&path));
        assert!(head.first().is_some_and(|line| line.starts_with(&first)), "{}", path.display());
        assert!((2..=4).contains(&head.len()), "{}: a head of {} lines", path.display(), head.len());
        assert!(text.lines().all(|line| line.chars().count() <= 128), "{}: a line too long", path.display());
        let papers = [
            "GPU Gems",
            "Podlozhnyuk",
            "Brook",
            "Harris",
            "Mahardito",
            "Salmon",
            "Sengupta",
            "Green",
            "Volkov",
            "Ruetsch",
            "Govindaraju",
            "Bell and Garland",
            "Merrill",
        ];
        assert!(papers.iter().any(|paper| head.join(" ").contains(paper)), "{}: no paper", path.display());
    }
}

/// Runs what goes along an axis.
fn along_an_axis<T: Texel + Element>(x: &Buffer<T>, keys: &Buffer<f32>) {
    for axis in [Axis::of([3, 1000], 0), Axis::of([3, 1000], 1)] {
        for method in ReduceAxis::ALL {
            compute::reduce_axis_by(x, &Operator::sum(), axis, method).unwrap();
        }
        for method in ScanAxis::ALL {
            compute::exclusive_scan_axis_by(x, &Operator::sum(), axis, method).unwrap();
        }
        for method in SortAxis::ALL {
            let options = SortAxisOptions::default().method(method);
            compute::sort_axis_with(keys, axis, options).unwrap();
            compute::argsort_axis_with(keys, axis, options).unwrap();
        }
    }
}

/// Runs what goes by matrices.
fn of_matrices<T: Texel + Element>(x: &Buffer<T>, numbers: &Buffer<f32>) {
    for method in compute::Transpose::ALL {
        compute::transpose_by(x, [30, 100], method).unwrap();
    }
    for method in compute::Matmul::ALL {
        compute::matmul_by(numbers, numbers, [[30, 100], [100, 30]], method).unwrap();
    }
    for method in compute::Sat::ALL {
        compute::sat_by(x, [30, 100], method).unwrap();
    }
    let weights = Weights::new([2, 3], &[1.0, 2.0, 3.0, 4.0, 5.0, 7.0]).unwrap();
    for method in compute::Convolve::ALL {
        compute::convolve_by(x, [30, 100], &weights, Border::Reflect, method).unwrap();
    }
}

/// Runs Fourier transforms of lengths with small factors and of others, and products with a sparse matrix.
fn of_numbers(device: &Device, x: &Buffer<f32>) {
    let signal = device.upload_buffer(&[[1.0f32, 2.0]; 60 * 49]).unwrap();
    for method in compute::Fft::ALL {
        for length in [60, 49] {
            compute::ifft_by(&signal, Axis::of([signal.len() / length, length], 1), method).unwrap();
        }
    }
    let (rows, columns) = (3000, x.len());
    let offsets: Vec<u32> = (0..=rows).collect();
    let matrix = compute::SparseMatrix::new(device, columns, &offsets, &offsets[..3000], &[1.0; 3000]).unwrap();
    for method in compute::Spmv::ALL {
        compute::spmv_by(&matrix, x, method).unwrap();
    }
}

/// Runs everything for elements of one type: the names of the kernels that ran.
fn run_all<T: Texel + Element>(device: &Device) -> Vec<String> {
    let x: Vec<T> = (0..3000).map(|i| T::splat((i % 7) as f32)).collect();
    let keys: Vec<f32> = (0..3000).map(|i| (i % 11) as f32).collect();
    let ((), trace) = device.traced(|| {
        let (x, keys) = (device.upload(&x).unwrap(), device.upload_buffer(&keys).unwrap());
        let precise = device.compute().unwrap().precise;
        for method in Reduce::ALL.into_iter().filter(|method| *method != Reduce::Kahan || precise) {
            let sum = compute::reduce_by(&x, &Operator::sum(), method).unwrap();
            assert_eq!(sum, T::splat((0..3000).map(|i| (i % 7) as f32).sum()));
        }
        for method in Scan::ALL {
            compute::exclusive_scan_by(&x, &Operator::sum(), method).unwrap();
        }
        for method in Sort::ALL {
            let options = SortOptions::default().method(method).stable();
            compute::sort_with(&keys, options).unwrap();
            compute::sort_by(&keys, method).unwrap();
            compute::sort_pairs_with(&keys, &x.to_buffer().unwrap(), options).unwrap();
        }
        for method in Search::ALL {
            compute::lower_bound_by(&keys, &keys, method).unwrap();
        }
        for method in Filter::ALL {
            compute::compact_by(&x, method).unwrap();
            let keep = if T::COMPONENTS == Components::One { "x > 2.0" } else { "x.y > 2.0" };
            compute::partition_by(&x, keep, method).unwrap();
            compute::select_by(&keys, method).unwrap().take(&keys).unwrap();
        }
        along_an_axis(&x.to_buffer().unwrap(), &keys);
        of_matrices(&x.to_buffer().unwrap(), &keys);
        of_numbers(device, &keys);
        for method in Argsort::ALL {
            compute::argsort_by(&keys, method).unwrap();
        }
        compute::argsort_with(&keys, ArgsortOptions::default().bits(4, KeyRange::Integers)).unwrap();
        for method in Histogram::ALL {
            compute::histogram_by(&keys, 8, method).unwrap();
        }
        let options = HistogramOptions::default().method(Histogram::Runs).weights(&keys);
        compute::histogram_with(&keys, 8, options).unwrap();
        compute::top(&keys, 2).unwrap();
        compute::quantile(&keys, &[0.5]).unwrap();
        for method in SegmentedScan::ALL {
            compute::segmented_scan_by(&x, &keys.to_stream().unwrap(), &Operator::sum(), method).unwrap();
        }
        for method in Group::ALL {
            compute::group_by(&keys, &x, &Operator::max(), method).unwrap();
        }
        compute::unique(&keys).unwrap();
        compute::take(&x, &keys).unwrap();
        for method in Put::ALL {
            compute::put_by(&x, &keys, &x, method).unwrap();
        }
        compute::put_with(&x, &keys, &x, &Operator::sum()).unwrap();
        for method in Merge::ALL {
            let sorted = compute::sort(&keys).unwrap();
            compute::merge_by(&sorted, &sorted, method).unwrap();
        }
        for method in Random::ALL {
            compute::random(device, 8, RandomOptions::default().method(method)).unwrap();
        }
    });
    trace.dispatches().map(|dispatch| dispatch.kernel.clone()).collect()
}

#[test]
fn every_kernel_runs_for_every_type_in_every_dialect() {
    for dialect in support::dialects() {
        let device = support::device(dialect);
        if !support::has_compute(&device) {
            continue;
        }
        let mut ran = run_all::<f32>(&device);
        ran.extend(run_all::<[f32; 2]>(&device));
        ran.extend(run_all::<[f32; 3]>(&device));
        ran.extend(run_all::<[f32; 4]>(&device));
        for path in kernels() {
            let kahan = stem(&path) == "reduce_kahan" && !device.compute().unwrap().precise;
            assert!(kahan || ran.contains(&stem(&path)), "{} is not used", path.display());
        }
    }
}
