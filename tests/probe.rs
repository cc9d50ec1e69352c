use brooklet::*;
use std::time::Instant;
#[test]
fn probe() {
    let d = Device::headless().unwrap();
    let n = 1 << 20;
    let x = vec![0.5f32; n];
    let p = d.upload_with(n, Layout::Packed, &x).unwrap();
    let v = d.upload(&vec![[0.5f32; 4]; n / 4]).unwrap();
    let mut q = d.stream_with::<f32>(n, Layout::Packed).unwrap();
    let mut w = d.stream::<[f32; 4]>(n / 4).unwrap();
    let kf = d
        .kernel(&kernel::Source::new("c", "input float x; output float y; void main(){ y=fetch(x,here()); }"))
        .unwrap();
    let kv =
        d.kernel(&kernel::Source::new("c4", "input vec4 x; output vec4 y; void main(){ y=fetch(x,here()); }")).unwrap();
    let mut t = vec![vec![]; 4];
    for _ in 0..std::env::var("R").map_or(31, |r| r.parse().unwrap()) {
        let m = |t: &mut Vec<f64>, f: &mut dyn FnMut()| {
            d.finish().unwrap();
            let s = Instant::now();
            f();
            d.finish().unwrap();
            t.push(s.elapsed().as_secs_f64() * 1e3);
        };
        m(&mut t[0], &mut || d.pass(&kf).input("x", &p).output("y", &mut q).run().unwrap());
        m(&mut t[1], &mut || d.pass(&kv).input("x", &v).output("y", &mut w).run().unwrap());
        m(&mut t[2], &mut || {
            p.to_layout(Layout::Packed).unwrap();
        });
        m(&mut t[3], &mut || {});
    }
    for mut t in t {
        t.sort_by(f64::total_cmp);
        println!("{:.3} min {:.3}", t[15], t[0]);
    }
}
