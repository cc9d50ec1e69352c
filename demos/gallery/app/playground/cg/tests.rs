//! Tests of what the playground does with programs in Cg, without a screen.

use brooklet::fragment_program::Chip;
use brooklet::{Device, Dialect};

use super::call::{Call, check_size};
use super::defaults;
use super::program::{Checked, DEMOS, Wanted, compile, is_cg};
use super::run::run;
use super::texts::{Target, text};
use crate::app::data::File;
use crate::app::playground::Playground;
use crate::app::playground::data::{Data, Material, Source};
use crate::app::playground::run::{Done, Stopped};
use crate::app::scene::Scene;
use crate::app::settings::Settings;

fn checked(name: &str, text: &str, entry: Option<&str>, chip: Option<Chip>) -> std::rc::Rc<Checked> {
    let (compiled, checked) = compile(name, text, &Wanted { entry: entry.map(str::to_owned), chip });
    let codes: Vec<&str> = compiled.diagnostics.iter().map(|diagnostic| diagnostic.title.as_str()).collect();
    checked.unwrap_or_else(|| panic!("{name}: {codes:?} {:?}", compiled.refused))
}

fn done(checked: &Checked, call: &Call, device: &Device, chip: Option<Chip>) -> Result<Done, Stopped> {
    run(&checked.program, call, device, chip, &mut Material::default())
}

/// Why a program is not run that is given what it is given to begin with.
fn refusal(text: &str, change: impl FnOnce(&mut Call)) -> String {
    let checked = checked("mine.cg", text, None, None);
    let mut call = defaults::call(&checked.program);
    change(&mut call);
    match done(&checked, &call, &Device::headless().unwrap(), None) {
        Err(Stopped::Refused(why)) => why,
        Err(Stopped::Failed(why)) => panic!("{why}"),
        Ok(_) => panic!("it ran"),
    }
}

#[test]
fn every_demo_of_the_folder_is_there() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../cg");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = files.filter(|name| is_cg(name)).collect();
    let mut known: Vec<&str> = DEMOS.iter().map(|(name, _)| *name).collect();
    names.sort();
    known.sort_unstable();
    assert_eq!(names, known);
    for (name, text) in DEMOS {
        let (compiled, checked) = compile(name, text, &Wanted::default());
        assert!(checked.is_some() && compiled.diagnostics.is_empty(), "{name}");
    }
}

#[test]
fn every_entry_of_every_demo_runs_at_once_in_each_dialect() {
    // Not a driver's arithmetic, but the same program.
    let oracle = Device::emulated(Chip::None).unwrap();
    let devices = Dialect::ALL.into_iter().filter_map(|dialect| Device::builder().dialect(dialect).headless().ok());
    let devices: Vec<Device> = devices.collect();
    assert!(!devices.is_empty());
    for (name, text) in DEMOS {
        for entry in &checked(name, text, None, None).entries {
            let checked = checked(name, text, Some(entry), None);
            assert_eq!(&checked.program.entry, entry);
            let call = defaults::call(&checked.program);
            let expected = done(&checked, &call, &oracle, Some(Chip::None)).expect(name);
            let expected = &expected.outputs[0].fields[0].numbers;
            assert!(entry == "zero" || expected.iter().any(|x| *x != expected[0]), "{name}: {entry} is flat");
            for device in &devices {
                let place = format!("{name}: {entry} on {}", device.info().version);
                let done = done(&checked, &call, device, None).expect(&place);
                let got = &done.outputs[0].fields[0].numbers;
                assert_eq!(got.len(), expected.len(), "{place}");
                let largest = expected.iter().fold(1.0f32, |max, x| max.max(x.abs()));
                let same = |(a, b): (&f32, &f32)| (a - b).abs() <= 1e-3 * largest;
                // A comparison may be decided otherwise, where rounding is another.
                let off = got.iter().zip(expected).filter(|pair| !same(*pair)).count();
                assert!(off * 100 <= expected.len(), "{place}: {off} of {} numbers differ", expected.len());
            }
        }
    }
}

#[test]
fn several_targets_and_a_depth_are_outputs() {
    let text = "void main(float2 at : WPOS, out float4 a : COLOR0, out float2 b : COLOR1, out float z : DEPTH) {
        a = float4(at, 0, 1); b = 2 * at; z = at.x / 64; }";
    let checked = checked("mine.cg", text, None, None);
    let call = Call { size: [8, 4], ..defaults::call(&checked.program) };
    let done = done(&checked, &call, &Device::headless().unwrap(), None).unwrap();
    let fields: Vec<(&str, usize, f32)> = done
        .outputs
        .iter()
        .map(|output| {
            (output.fields[0].name.as_str(), output.fields[0].numbers.len(), *output.fields[0].numbers.last().unwrap())
        })
        .collect();
    assert_eq!(fields, [("a", 128, 1.0), ("b", 64, 7.0), ("z", 32, 7.5 / 64.0)]);
    assert_eq!(done.passes[0].targets, 2);
}

#[test]
fn textures_of_all_kinds_and_uniforms_of_all_types_are_given_something() {
    let text = "struct Light { float3 way; float power; };
        float4 main(float2 at : TEXCOORD0, float4 tint : COLOR0, uniform sampler1D line, uniform sampler2D plane,
                    uniform sampler3D volume, uniform samplerCUBE sky, uniform float4x4 turn, uniform float table[3],
                    uniform Light light, uniform int steps, uniform bool inverse) : COLOR {
            float4 sum = tex1D(line, at.x) + tex2D(plane, at) + tex3D(volume, float3(at, 0.5)) + texCUBE(sky, light.way);
            sum = mul(turn, sum) * tint * light.power + table[0] + table[2] * steps;
            return inverse ? 1 - sum : sum; }";
    let checked = checked("mine.cg", text, None, None);
    let call = Call { size: [16, 8], ..defaults::call(&checked.program) };
    assert_eq!(call.textures.len(), 4);
    assert_eq!(call.uniforms[1].numbers, [0.0, 1.0, 0.0, 0.0]);
    let done = done(&checked, &call, &Device::headless().unwrap(), None).unwrap();
    assert_eq!(done.outputs[0].fields[0].numbers.len(), 4 * 16 * 8);
}

#[test]
fn what_is_too_much_is_refused_with_both_numbers() {
    let text = "float4 main(float2 at : WPOS, uniform samplerRECT image) : COLOR { return texRECT(image, at); }";
    let why = refusal(text, |call| call.size = [4096, 4096]);
    assert_eq!(why, "the target of 4096 × 4096 has 16777216 texels; the maximum is 262144");
    let why = refusal(text, |call| call.textures[0].own = Some([1024, 1024]));
    assert_eq!(why, "texture `image` of 1024 × 1024 has 1048576 texels; the maximum is 262144");
    let why = refusal(text, |call| call.textures[0].data.source = Source::File);
    assert!(why.starts_with("`image`: no file yet"), "{why}");
    assert!(check_size("it", [usize::MAX, 2], 6).unwrap_err().contains("4096"));
    assert!(check_size("it", [0, 2], 1).is_err());
    let (compiled, checked) = compile("long.cg", &" ".repeat((64 << 10) + 1), &Wanted::default());
    assert!(checked.is_none() && compiled.refused.unwrap().contains("65537"));

    let long = format!(
        "float main(float2 at : WPOS) : COLOR {{ float s = 1; {} return s; }}",
        "s = s * at.x + at.y;".repeat(2100)
    );
    let why = refusal(&long, |_| {});
    assert!(why.contains("the program has 210") && why.contains("2048"), "{why}");

    // Three loops, one within another, whose lengths nothing says.
    let text = "float main(float2 at : WPOS) : COLOR {
        float s = 0;
        while (s < at.x) { float t = 0; while (t < at.y) { float u = 0; while (u < s) u += 0.1; t += 0.1; } s += 0.1; }
        return s; }";
    let why = refusal(text, |_| {});
    assert!(why.starts_with("This is not run: 4096 fragments") && why.contains("8589934592"), "{why}");
}

#[test]
fn listings_say_what_they_take_and_whether_it_fits() {
    let demo = DEMOS.iter().find(|(name, _)| *name == "search.cg").unwrap();
    let search = checked(demo.0, demo.1, None, None);
    let call = defaults::call(&search.program);
    let of = |target| text(&search, &call, target);
    let r300 = of(Target::Chip(Chip::R300));
    assert!(
        r300.pass.text.as_ref().unwrap().starts_with("!!ARBfp1.0") && r300.taken.starts_with("arbfp1: 120 ALU in"),
        "{}",
        r300.taken
    );
    let excess = r300.verdict.unwrap_err();
    assert_eq!(excess[1], "does not fit r300: 12 texture indirections, and the chip has 4");
    let nv40 = of(Target::Chip(Chip::Nv40));
    assert_eq!(nv40.verdict.unwrap(), "fits nv40 (GeForce 6800 Ultra)");
    assert!(nv40.pass.text.unwrap().contains("OPTION NV_fragment_program2;"));
    assert!(of(Target::Chip(Chip::Nv30)).pass.text.unwrap().starts_with("!!FP1.0\n"));
    for (dialect, word) in [(Dialect::Gl, "#version 330"), (Dialect::Es, "#version 300 es")] {
        assert!(of(Target::Shader(dialect)).pass.text.unwrap().contains(word), "{word}");
    }
    // Lines of the program lead to lines of the listing.
    let lines = |word: &str| {
        let line = search.text.lines().position(|line| line.contains(word)).unwrap();
        r300.pass.from.iter().filter(|from| from.contains(&line)).count()
    };
    assert!((1..4).contains(&lines("float query")) && lines("float key") > 9 && lines("// Binary") == 0);

    // A loop that cannot be unrolled is none of an R300.
    let text_of = "float main(float2 at : WPOS) : COLOR { float s = 0; while (s < at.x) s += 1; return s; }";
    let looped = checked("mine.cg", text_of, None, None);
    let why = text(&looped, &defaults::call(&looped.program), Target::Chip(Chip::R300)).pass.text.unwrap_err();
    assert!(why.contains("loop"), "{why}");
}

#[test]
fn an_address_is_followed_and_what_is_typed_comes_into_it() {
    let device = Device::headless().unwrap();
    let mut settings = Settings { scene: Scene::Brook, program: Some("fluid.cg".to_owned()), ..Settings::default() };
    settings.kernel = Some("divergence".to_owned());
    let mut playground = Playground::default();
    playground.prepare(&mut settings, &device, 0.0);
    assert_eq!((playground.error(), playground.is_cg()), (None, true));
    assert_eq!(playground.results()["outputs"]["divergence"].as_array().unwrap().len(), 64 * 64);
    // Another entry, and another chip, are compiled without a change of the text.
    settings.kernel = Some("zero".to_owned());
    playground.prepare(&mut settings, &device, 0.0);
    assert_eq!(playground.results()["outputs"]["zero"][0], "00000000");
    settings.chip = Some(Chip::Nv30);
    playground.forget();
    playground.prepare(&mut settings, &Device::emulated(Chip::Nv30).unwrap(), 0.0);
    assert_eq!(playground.cg.shown.as_ref().unwrap().program.profile.name(), "fp30");
    assert_eq!(playground.results()["outputs"]["zero"][9], "00000000");
    (settings.chip, settings.kernel) = (None, None);
    playground.forget();

    // An edited text is one in Cg because of its name.
    let own = "float mine() : COLOR { return 2; }";
    playground.take_program("mine.cg", own.to_owned(), &mut settings);
    assert_eq!((settings.program.as_deref(), settings.source.as_deref()), (Some("mine.cg"), Some(own)));
    playground.prepare(&mut settings, &device, 0.0);
    assert_eq!(playground.results()["outputs"]["mine"][0], "40000000");
    let mut other = Playground::default();
    let (mut read, wrong) = Settings::read(&settings.address());
    assert!(wrong.is_empty());
    other.prepare(&mut read, &device, 0.0);
    assert_eq!((other.error(), other.results()), (None, playground.results()));

    // What does not compile leaves what ran, and is no failure of the gallery.
    playground.editor.text = "float mine() : COLOR { return nothing; }".to_owned();
    playground.changed = Some((0.0, 0));
    playground.prepare(&mut settings, &device, 1.0);
    let results = playground.results();
    assert!(results["diagnostics"].as_array().unwrap().len() == 1 && playground.error().is_none());
    assert_eq!(results["outputs"]["mine"][0], "40000000");

    (settings.program, settings.source, settings.kernel) = (Some("sort.cg".to_owned()), None, Some("x".to_owned()));
    playground.prepare(&mut settings, &device, 2.0);
    assert_eq!(playground.error().unwrap(), "sort.cg has no entry `x`; it has main");
    (settings.program, settings.kernel) = (Some("none.cg".to_owned()), None);
    playground.prepare(&mut settings, &device, 2.0);
    assert!(playground.error().unwrap().starts_with("there is no program `none.cg`; available: saxpy"));
    (settings.program, settings.kernel) = (Some("saxpy".to_owned()), None);
    playground.prepare(&mut settings, &device, 2.0);
    assert_eq!((playground.error(), playground.is_cg()), (None, false));
    assert!(playground.results()["outputs"]["result"].is_array());
}

#[test]
fn arguments_stay_while_a_program_is_edited_and_files_go_to_the_textures() {
    let before =
        "float main(float2 at : WPOS, uniform samplerRECT a, uniform float s) : COLOR { return s * texRECT(a, at).x; }";
    let after = before.replace("uniform float s", "uniform float s, uniform samplerRECT b, uniform float2 t");
    let [before, after] = [before, &after].map(|text| checked("mine.cg", text, None, None));
    let mut call = defaults::call(&before.program);
    call.size = [9, 5];
    call.uniforms[0].numbers = vec![7.0];
    call.textures[0].data = Data::constant([3.0; 4]);
    let mut kept = defaults::kept(&call, &after.program);
    assert_eq!((kept.size, &kept.textures[0], &kept.uniforms[0]), (call.size, &call.textures[0], &call.uniforms[0]));
    assert_eq!((kept.textures.len(), kept.uniforms.len()), (2, 2));
    kept.take_file(&[100, 5000]);
    assert_eq!((kept.textures[0].data.source, kept.size), (Source::File, [4096, 64]));

    let device = Device::headless().unwrap();
    let mut settings = Settings { scene: Scene::Brook, program: Some("reduce.cg".to_owned()), ..Settings::default() };
    let mut playground = Playground::default();
    playground.prepare(&mut settings, &device, 0.0);
    let array = brooklet::io::Array { shape: vec![8, 8], components: 1, data: vec![2.0; 64] };
    playground.take_file(File { name: "two.npy".to_owned(), array }, &settings);
    playground.prepare(&mut settings, &device, 0.0);
    let outputs = playground.results()["outputs"]["sum"].clone();
    assert_eq!((outputs.as_array().unwrap().len(), outputs[0].as_str()), (64, Some("41000000")));
}
