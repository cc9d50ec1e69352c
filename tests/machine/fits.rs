//! Fit: what passes take of a device, known before anything is drawn, and methods that are chosen by it.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use brooklet::backend::{
    Backend, BackendError, Class, DeviceInfo, Draw, Drawn, Features, Fit, KernelId, Limits, PassCost, PassLayouts,
    RenderTarget, ResourceUse, TextureId, TextureSpec,
};
use brooklet::fragment_program::Chip;
use brooklet::ir::Kernel;
use brooklet::kernel::Source;
use brooklet::primitives::{self, Scan, Search};
use brooklet::{Device, Dialect, Error, Layout, Operator, Rect, Stream};
use expect_test::expect;

use crate::support;

/// A polynomial of so many terms.
fn polynomial(terms: usize) -> Source {
    let steps: String = (0..terms).map(|k| format!("a = a * fetch(x, here() + 1) + {}.5;\n", k % 7)).collect();
    Source::new(
        "polynomial",
        format!("input float x;\noutput float y;\nvoid main() {{\nfloat a = fetch(x, here());\n{steps}y = a;\n}}\n"),
    )
}

/// What a pass of a kernel with one input and one output takes, each resource in a line.
fn table(device: &Device, source: &Source) -> String {
    let kernel = device.kernel(source).unwrap();
    let x = device.upload(&[0.5; 300]).unwrap();
    let mut y = device.upload(&[7.0; 300]).unwrap();
    let pass = device.pass(&kernel).input("x", &x).output("y", &mut y);
    let (fit, trace) = device.traced(|| pass.fits());
    let fit = fit.unwrap();
    // Nothing was drawn for it.
    assert_eq!((trace.events.len(), y.read().unwrap()), (0, vec![7.0; 300]));
    let line = |own: &ResourceUse| format!("{} {} of {}\n", own.resource, own.needed, own.available);
    let passes = fit.passes.map_or("refused".to_owned(), |passes| format!("passes: {passes}"));
    let pass = device.pass(&kernel).input("x", &x).output("y", &mut y);
    let (drawn, trace) = device.traced(|| pass.run());
    match fit.passes {
        Some(passes) => assert_eq!(trace.passes().count(), passes),
        None => assert!(drawn.unwrap_err().is_missing_feature()),
    }
    fit.resources.iter().map(line).collect::<String>() + &passes
}

#[test]
fn a_chip_says_what_of_it_a_kernel_takes() {
    let table = |chip: Chip, source: &Source| table(&Device::emulated(chip).unwrap(), source);
    expect![[r#"
        pairs of arithmetic operations 10 of 64
        texture instructions 2 of 32
        texture indirections 2 of 4
        nodes of texture instructions 2 of 4
        temporary registers 3 of 32
        constant registers 2 of 32
        interpolated coordinates 2 of 8
        texture image units 1 of 16
        render targets 1 of 4
        formats of render targets 1 of 1
        nested loops 0 of 0
        nested branches 0 of 0
        passes: 1"#]]
    .assert_eq(&table(Chip::R300, &polynomial(3)));
    expect![[r#"
        pairs of arithmetic operations 207 of 64
        texture instructions 2 of 32
        texture indirections 2 of 4
        nodes of texture instructions 2 of 4
        temporary registers 3 of 32
        constant registers 3 of 32
        interpolated coordinates 2 of 8
        texture image units 1 of 16
        render targets 1 of 4
        formats of render targets 1 of 1
        nested loops 0 of 0
        nested branches 0 of 0
        passes: 4"#]]
    .assert_eq(&table(Chip::R300, &polynomial(200)));
    // A loop that r520 keeps, around more than there is room for: nothing can be cut there.
    let body = "a = fract(a * 1.5 + b); b = a * b + 0.25;\n".repeat(300);
    let text = format!(
        "input float x;\noutput float y;\nvoid main() {{\nfloat a = fetch(x, here()); float b = a;\n\
         for (int i = 0; i < 200; i++) {{\n{body}}}\ny = a;\n}}\n"
    );
    expect![[r#"
        arithmetic instructions 916 of 512
        texture instructions 1 of 512
        instructions 917 of 512
        temporary registers 2 of 128
        constant registers 2 of 256
        interpolated coordinates 1 of 8
        texture image units 1 of 16
        render targets 1 of 4
        nested loops 2 of 4
        refused"#]]
    .assert_eq(&table(Chip::R520, &Source::new("long", text)));
}

#[test]
fn a_driver_says_what_its_limits_say() {
    for dialect in support::dialects() {
        let device = support::open_driver(support::builder(dialect));
        let kernel = device.kernel(&polynomial(3)).unwrap();
        let (x, mut y) = (device.upload(&[0.5; 300]).unwrap(), device.stream::<f32>(300).unwrap());
        let fit = device.pass(&kernel).input("x", &x).output("y", &mut y).fits().unwrap();
        let (limits, names) = (device.limits(), ["texture image units", "render targets"]);
        let of = |name: &str| *fit.resources.iter().find(|own| own.resource == name).unwrap();
        let found = names.map(|name| (of(name).needed, of(name).available));
        assert_eq!(found, [(1, limits.samplers as u64), (1, limits.targets as u64)]);
        assert_eq!((fit.passes, fit.excess().count()), (Some(1), 0));
        let uniforms = of("components of uniforms");
        // In OpenGL 2.1 fewer figures of the textures are asked for: there a texel is found by floats.
        let needed = if dialect == Dialect::Gl2 { 6 } else { 11 };
        assert_eq!(uniforms.needed, needed, "{dialect:?}");
        assert!(uniforms.available >= 256, "{uniforms:?}");
    }
}

/// A backend that has so much room for each kernel, by its name, and says which it draws.
struct Choosy {
    info: DeviceInfo,
    /// The passes that a kernel is cut into.
    passes: fn(&str) -> Option<usize>,
    names: RefCell<Vec<String>>,
    drawn: Rc<RefCell<Vec<String>>>,
    next: Cell<u32>,
}

impl Backend for Choosy {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }
    fn create_texture(&self, _: TextureSpec) -> Result<TextureId, BackendError> {
        Ok(TextureId(self.next.replace(self.next.get() + 1)))
    }
    fn delete_texture(&self, _: TextureId) {}
    fn write_texture(&self, _: RenderTarget, _: Rect, _: &[u32]) -> Result<(), BackendError> {
        Ok(())
    }
    fn read_texture(&self, _: RenderTarget, _: Rect, texels: &mut [u32]) -> Result<(), BackendError> {
        texels.fill(0);
        Ok(())
    }
    fn prepare(&self, kernel: &Rc<Kernel>) -> Result<KernelId, BackendError> {
        self.names.borrow_mut().push(kernel.name.clone());
        Ok(KernelId(self.names.borrow().len() as u32 - 1))
    }
    fn delete_kernel(&self, _: KernelId) {}
    fn fits(&self, kernel: KernelId, _: &PassLayouts) -> Result<Fit, BackendError> {
        Ok(Fit { resources: Vec::new(), passes: (self.passes)(&self.names.borrow()[kernel.0 as usize]) })
    }
    fn draw(&self, draw: &Draw) -> Result<Drawn, BackendError> {
        let name = self.names.borrow()[draw.kernel.0 as usize].clone();
        self.drawn.borrow_mut().push(name.clone());
        match (self.passes)(&name) {
            Some(_) => Ok(PassCost::default().into()),
            None => Err(BackendError::Lacks { kernel: name, what: "room".to_owned(), device: "choosy".to_owned() }),
        }
    }
    fn finish(&self) -> Result<(), BackendError> {
        Ok(())
    }
}

/// The kernels that `work` draws, each once in a row, where each has so much room; and its error.
fn drawn(passes: fn(&str) -> Option<usize>, work: fn(&Stream<f32>) -> Result<(), Error>) -> String {
    let drawn = Rc::new(RefCell::new(Vec::new()));
    let info = DeviceInfo {
        vendor: "nobody".into(),
        renderer: "choosy".into(),
        version: "1".into(),
        dialect: None,
        class: Class::Hardware,
        limits: Limits { texture: 4096, targets: 4, samplers: 16, point_size: 64 },
        features: Features { instructions: 4096, ..Features::ALL },
        formats: Vec::new(),
        partitions: true,
        early_z_in_queries: true,
        timer_queries: false,
        compute: None,
    };
    let backend = Choosy { info, passes, names: RefCell::default(), drawn: drawn.clone(), next: Cell::new(0) };
    let device = Device::builder().backend(Box::new(backend)).unwrap();
    let x = device.upload(&[0.0; 5000]).unwrap();
    let result = work(&x);
    let mut names = drawn.borrow().clone();
    names.dedup();
    result.map_or_else(|error| format!("{}: {error}", names.join(" ")), |()| names.join(" "))
}

#[test]
fn methods_are_chosen_before_anything_is_drawn() {
    let scan = |x: &Stream<f32>| primitives::scan(x, &Operator::sum()).map(drop);
    // The fastest, where all of its kernels fit.
    let found = drawn(|_| Some(1), scan);
    assert_eq!(found, "copy scan_pyramid_up_packed scan_pyramid_down_packed copy");
    // The first whose kernels do.
    let found = drawn(|name| if name.starts_with("scan_pyramid_down") { Some(2) } else { Some(1) }, scan);
    assert_eq!(found, "scan_step");
    let up_and_down = |name: &str| match name {
        "scan_step" => None,
        name => Some(1 + usize::from(name.starts_with("scan_pyramid"))),
    };
    assert_eq!(drawn(up_and_down, scan), "scan_up scan_down");
    // Else the first that can be cut, which is not the fastest if that is refused.
    let found = drawn(|name| Some(if name == "copy" { 1 } else { 3 }), scan);
    assert_eq!(found, "copy scan_pyramid_up_packed scan_pyramid_down_packed copy");
    assert_eq!(drawn(|name| (!name.starts_with("scan_pyramid")).then_some(3), scan), "scan_step");
    // Else the fastest says why.
    assert_eq!(
        drawn(|name| (name == "copy").then_some(1), scan),
        "copy scan_pyramid_up_packed: kernel `scan_pyramid_up_packed` needs room, which this device (choosy) does not have"
    );
}

#[test]
fn kernels_that_depend_on_what_is_read_back_are_asked_before() {
    let filter = |x: &Stream<f32>| primitives::filter(x, "x > 1").map(drop);
    // All reads as 0, so that nothing is kept and no walk is drawn; that there is no room for one counts all the same.
    assert_eq!(drawn(|_| Some(1), filter), "copy filter_counts_packed filter_sums");
    let chapter = drawn(|name| (!name.starts_with("filter_walk")).then_some(1), filter);
    assert!(
        chapter.starts_with("filter_clash reduce") && chapter.contains("filter_mark filter_count scan_step"),
        "{chapter}"
    );
}

#[test]
fn what_does_not_fit_takes_no_texture() {
    let count = 1 << 17;
    let sorted: Vec<f32> = (0..count).map(|i| (i / 2) as f32).collect();
    let created = |search: &dyn Fn(&Stream<f32>, &Stream<f32>)| {
        let device = Device::emulated(Chip::Nv30).unwrap();
        let elements = device.upload_with(count, Layout::Packed, &sorted).unwrap();
        let queries = device.upload_with(6, Layout::Packed, &[-1.0, 0.0, 0.5, 777.0, 65_535.0, 65_536.0]).unwrap();
        search(&elements, &queries);
        device.textures_created()
    };
    let default = created(&|x, y| drop(primitives::lower_bound(x, y).unwrap()));
    assert_eq!(default, created(&|x, y| drop(primitives::lower_bound_by(x, y, Search::IndexPyramid).unwrap())));
    assert_ne!(default, created(&|x, y| drop(primitives::lower_bound_by(x, y, Search::BinarySearch).unwrap())));
}

#[test]
fn all_primitives_by_default_take_the_methods_that_fit_each_chip() {
    for chip in Chip::ALL.into_iter().filter(|chip| *chip != Chip::None) {
        let device = Device::emulated(chip).unwrap();
        let x = device.upload(&[1.0; 700]).unwrap();
        let (scanned, trace) = device.traced(|| primitives::scan(&x, &Operator::sum()));
        assert_eq!(scanned.unwrap().read().unwrap()[699], 700.0, "{chip}");
        let whole = trace.passes().all(|pass| pass.part.is_none());
        let fitting = Scan::ALL.into_iter().any(|method| {
            let (result, trace) = device.traced(|| primitives::scan_by(&x, &Operator::sum(), method));
            result.is_ok() && trace.passes().all(|pass| pass.part.is_none())
        });
        assert_eq!(whole, fitting, "{chip}");
    }
}
