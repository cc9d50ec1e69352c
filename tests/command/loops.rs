//! Loops that a driver ends: an error with both numbers.

use crate::support::{Place, left_out};

#[test]
fn a_loop_that_the_driver_ends_fails_with_both_numbers() {
    let place = Place::new();
    place.file(
        "p.br",
        "kernel void f(float a[], float n, out float r<>) {
             float s = 0;
             float k;
             for (k = 0; k < n; k += 1) s += a[k];
             r = s;
         }",
    );
    place.list("a.npy", &[1.0; 10]);
    let info: serde_json::Value = serde_json::from_str(&place.ok(&["info", "--json"])).unwrap();
    let renderer = info["renderer"].as_str().unwrap();
    let args = |n| ["run", "p.br", "f", "a=a.npy", n, "r=@r.csv", "--shape", "2"];
    if renderer.contains("llvmpipe") {
        let said = place.fails(&args("n=200000"));
        assert_eq!(
            said,
            format!(
                "brooklet: kernel `f`: its loops take 200000 iterations, but after 65535 this driver ({renderer}) silently ends the \
                 loops of an element: do the work in several calls, each continuing where the last one stopped, or use \
                 another device\n"
            )
        );
    } else {
        left_out(format!("a driver that ends loops: {renderer}"));
    }
    // What it does not end is right.
    assert_eq!(place.ok(&args("n=65000")), "");
    assert_eq!(place.text("r.csv"), "65000\n65000\n");
}
