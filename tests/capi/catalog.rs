//! The catalogue, traces and chips: what a course on the methods needs.

use std::ptr::null;

use brooklet::capi::*;
use serde_json::Value;

use crate::calls::*;

/// The text that a function writes.
fn text(write: impl Fn(*mut std::ffi::c_char, u64, *mut u64) -> Status) -> String {
    let mut needed = 0;
    ok(write(std::ptr::null_mut(), 0, &mut needed));
    let mut bytes = vec![9u8; needed as usize];
    ok(write(bytes.as_mut_ptr().cast(), needed, std::ptr::null_mut()));
    assert_eq!(bytes.pop(), Some(0));
    String::from_utf8(bytes).unwrap()
}

fn catalog() -> Value {
    let text = text(|buffer, room, needed| unsafe { brooklet_catalog_describe(buffer, room, needed) });
    serde_json::from_str(&text).unwrap()
}

/// Runs a primitive of the catalogue; its results.
fn run(name: &str, method: Option<&str>, inputs: &[Handle], options: Option<&str>) -> Result<Vec<Handle>, Status> {
    let (name, method, options) = (c(name), method.map(c), options.map(c));
    let of = |text: &Option<std::ffi::CString>| text.as_ref().map_or(null(), |text| text.as_ptr());
    let (mut results, mut made) = ([0; 2], 0);
    let (count, place) = (inputs.len() as u32, results.as_mut_ptr());
    let status = unsafe {
        brooklet_catalog_run(name.as_ptr(), of(&method), inputs.as_ptr(), count, of(&options), place, 2, &mut made)
    };
    if status == Status::Ok { Ok(results[..made as usize].to_vec()) } else { Err(status) }
}

#[test]
fn every_primitive_runs_by_its_fastest_method() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let all = catalog();
        let all = all["primitives"].as_array().unwrap();
        assert!(all.len() > 20);
        for primitive in all {
            let name = primitive["name"].as_str().unwrap();
            let inputs = primitive["inputs"].as_array().unwrap();
            let needed = inputs.iter().filter(|input| !input["optional"].as_bool().unwrap()).count();
            let pictures = ["transpose", "matmul", "convolve", "median-filter", "sat", "distance", "label"];
            let shape: &[u64] = if pictures.contains(&name) { &[2, 2] } else { &[4] };
            let input = |_| upload(device, 1, shape, &[0.0, 1.0, 2.0, 3.0]);
            let mut inputs: Vec<Handle> = (0..needed).map(input).collect();
            if name == "spmv" {
                // Three rows of four entries.
                inputs[0] = upload(device, 1, shape, &[0.0, 1.0, 2.0, 4.0]);
            }
            let results = run(name, None, &inputs, None);
            assert!(results.is_ok(), "{name} on {runtime}: {}", error_text());
            assert!(!results.unwrap().is_empty(), "{name}");
            assert!(!primitive["methods"].as_array().unwrap().is_empty(), "{name}");
        }
    }
}

#[test]
fn methods_agree_and_options_are_heard() {
    let device = open("ogl");
    let x = numbers(device, &[3.0, 1.0, 4.0, 1.0, 5.0, 9.0, 2.0, 6.0]);
    let all = catalog();
    let methods = |name: &str| -> Vec<String> {
        let all = all["primitives"].as_array().unwrap();
        let primitive = all.iter().find(|primitive| primitive["name"] == name).unwrap();
        let methods = primitive["methods"].as_array().unwrap();
        assert!(methods.iter().any(|method| method["source"] != "ours"), "{name}: {methods:?}");
        methods.iter().map(|method| method["name"].as_str().unwrap().to_owned()).collect()
    };
    for method in methods("scan") {
        let options = Some(r#"{"operator": "max", "exclusive": false}"#);
        let scanned = run("scan", Some(&method), &[x], options).unwrap();
        assert_eq!(read(scanned[0]), [3.0, 3.0, 4.0, 4.0, 5.0, 9.0, 9.0, 9.0], "{method}");
    }
    for method in methods("sort") {
        let sorted = run("sort", Some(&method), &[x], Some(r#"{"descending": true}"#)).unwrap();
        assert_eq!(read(sorted[0]), [9.0, 6.0, 5.0, 4.0, 3.0, 2.0, 1.0, 1.0], "{method}");
    }
    // A number is a stream of one element.
    assert_eq!(read(run("reduce", None, &[x], Some(r#"{"operator": "product"}"#)).unwrap()[0]), [6480.0]);
    let top = run("top", None, &[x], Some(r#"{"k": 2, "smallest": true}"#)).unwrap();
    assert_eq!([read(top[0]), read(top[1])], [[1.0, 1.0], [1.0, 3.0]]);
    let counts = run("histogram", None, &[x], Some(r#"{"bins": 2, "range": [0, 10]}"#)).unwrap();
    assert_eq!(read(counts[0]), [5.0, 3.0]);

    assert_eq!(run("scam", None, &[x], None), Err(Status::Argument));
    assert!(error_text().starts_with("there is no primitive `scam`: there are reduce, scan,"), "{}", error_text());
    assert_eq!(run("scan", Some("quick"), &[x], None), Err(Status::Call));
    assert!(error_text().contains("`quick`") && error_text().contains("hillis-steele"), "{}", error_text());
    assert_eq!(run("scan", None, &[x, x, x], None), Err(Status::Call));
    assert_eq!(run("scan", None, &[x + 999], None), Err(Status::Handle));
    for (options, words) in
        [("{", "the options"), (r#"{"exclusiv": true}"#, "exclusiv"), (r#"{"operator": "most"}"#, "`most`")]
    {
        assert_eq!(run("scan", None, &[x], Some(options)), Err(Status::Argument));
        assert!(error_text().contains(words), "{}", error_text());
    }
    let (mut one, mut made) = ([0; 1], 0);
    let top = c("top");
    let status = unsafe { brooklet_catalog_run(top.as_ptr(), null(), &x, 1, null(), one.as_mut_ptr(), 1, &mut made) };
    wrong(status, Status::Argument, "2 results, and there is room for 1");
}

#[test]
fn runs_are_counted() {
    for runtime in RUNTIMES {
        let device = open(runtime);
        let x = numbers(device, &[3.0, 3.0, 1.0, 3.0]);
        let (mut runs, mut lengths) = (0, 0);
        ok(unsafe { brooklet_run_lengths(x, &mut runs, &mut lengths) });
        assert_eq!((read(runs), read(lengths)), (vec![3.0, 1.0, 3.0], vec![2.0, 1.0, 1.0]));
        wrong(unsafe { brooklet_run_lengths(x, &mut runs, std::ptr::null_mut()) }, Status::Null, "lengths");
    }
}

fn trace(device: Handle) -> Value {
    let text = text(|buffer, room, needed| unsafe { brooklet_trace_read(device, buffer, room, needed) });
    serde_json::from_str(&text).unwrap()
}

#[test]
fn traces_have_the_passes_of_the_paper() {
    let device = open("cpu");
    let x = numbers(device, &vec![1.0; 64 * 64]);
    let (mut needed, none) = (0, std::ptr::null_mut());
    wrong(unsafe { brooklet_trace_read(device, none, 0, &mut needed) }, Status::Call, "does not record");
    ok(unsafe { brooklet_trace_start(device) });
    wrong(unsafe { brooklet_trace_start(device) }, Status::Call, "records already");
    assert_eq!(trace(device)["passes"].as_array().unwrap().len(), 0);
    // log2 n passes (Horn 2005).
    run("scan", Some("hillis-steele"), &[x], None).unwrap();
    let recorded = trace(device);
    assert_eq!(recorded["passes"].as_array().unwrap().len(), 12);
    assert!(recorded["passes"][0]["kernel"].is_string() && recorded["passes"][0]["width"].is_u64(), "{recorded}");
    // It goes on.
    read(x);
    assert_eq!(trace(device)["readbacks"].as_array().unwrap().len(), 1);
    ok(unsafe { brooklet_trace_stop(device) });
    wrong(unsafe { brooklet_trace_stop(device) }, Status::Call, "does not record");
    ok(unsafe { brooklet_trace_start(device) });
    assert_eq!(trace(device)["readbacks"].as_array().unwrap().len(), 0);
}

#[test]
fn chips_are_runtimes() {
    let device = open("nv40");
    let x = numbers(device, &[3.0, 1.0, 2.0]);
    ok(unsafe { brooklet_trace_start(device) });
    let sorted = run("sort", None, &[x], None).unwrap();
    assert_eq!(read(sorted[0]), [1.0, 2.0, 3.0]);
    let recorded = trace(device);
    assert!(recorded["passes"][0]["predicted_ms"].as_f64().unwrap() > 0.0, "{recorded}");
    let (wanted, mut device) = (c("nv41"), 0);
    wrong(unsafe { brooklet_device_open(wanted.as_ptr(), &mut device) }, Status::Argument, "r300");
}

#[test]
fn a_runtime_may_name_an_adapter() {
    if std::env::var_os("BROOKLET_TEST_DIALECTS").is_some() {
        crate::left_out::left_out("devices by the number of an adapter: BROOKLET_TEST_DIALECTS names others");
        return;
    }
    let first = open("ogl:0");
    assert_eq!(
        read(made(|to| unsafe { brooklet_sort(numbers(first, &[2.0, 1.0]), 0, 0, to, std::ptr::null_mut()) })),
        [1.0, 2.0]
    );
    let refused = |runtime: &str, status, words: &str| {
        let (runtime, mut device) = (c(runtime), 0);
        wrong(unsafe { brooklet_device_open(runtime.as_ptr(), &mut device) }, status, words);
    };
    refused("gles:1000", Status::Device, "there is no adapter 1000: this machine has ");
    refused("ogl:first", Status::Argument, "`first` is not the number of an adapter");
    refused("cpu:0", Status::Argument, "`cpu` needs none");
}
