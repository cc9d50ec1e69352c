//! Integers and float64 in sort, argsort, unique and group: exact, of the dtype that they had, on every device.

use crate::compute::has_compute;
use crate::support::{Place, backends, npy};

/// The dtype and the numbers of a .npy file, the numbers as their bytes.
pub fn contents(place: &Place, name: &str) -> (String, Vec<u8>) {
    let bytes = place.bytes(name);
    let head = u16::from_le_bytes([bytes[8], bytes[9]]) as usize + 10;
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let descr = text.split('\'').nth(3).unwrap().to_owned();
    (descr, bytes[head..].to_vec())
}

/// A type of numbers in .npy files.
struct Dtype {
    name: &'static str,
    size: usize,
    /// Keys of which several are equal, not in order.
    keys: Vec<i128>,
}

impl Dtype {
    /// The bytes of numbers, the lowest first unless `big`.
    fn bytes(&self, numbers: &[i128], big: bool) -> Vec<u8> {
        let one = |number: &i128| {
            let mut bytes = number.to_le_bytes()[..self.size].to_vec();
            if big {
                bytes.reverse();
            }
            bytes
        };
        numbers.iter().flat_map(one).collect()
    }

    fn descr(&self, big: bool) -> String {
        format!(
            "{}{}{}",
            if self.size == 1 {
                '|'
            } else if big {
                '>'
            } else {
                '<'
            },
            self.name,
            self.size
        )
    }
}

fn dtypes() -> Vec<Dtype> {
    let keys = |signed: bool, size: usize| {
        let bits = 8 * size as u32;
        let (low, high) =
            if signed { (-(1i128 << (bits - 1)), (1i128 << (bits - 1)) - 1) } else { (0, (1i128 << bits) - 1) };
        let near = |x: i128| [x + 1, x - 1, x, x - 2].map(|x| x.clamp(low, high));
        let middles = [high / 2, 16_777_216.min(high), 65_536.min(high), low / 2, 1.max(low)];
        let mut keys = vec![high, low, high, low + 1, high - 1];
        keys.extend(middles.into_iter().flat_map(near));
        keys.extend([low, high]);
        keys
    };
    let all = [("i", true), ("u", false)];
    let of =
        |(name, signed): (&'static str, bool)| [1, 2, 4, 8].map(|size| Dtype { name, size, keys: keys(signed, size) });
    all.into_iter().flat_map(of).collect()
}

fn order(keys: &[i128], descending: bool) -> Vec<usize> {
    let mut order: Vec<usize> = (0..keys.len()).collect();
    order.sort_by(|&a, &b| if descending { keys[b].cmp(&keys[a]) } else { keys[a].cmp(&keys[b]) });
    order
}

fn at<T: Copy>(values: &[T], order: &[usize]) -> Vec<T> {
    order.iter().map(|i| values[*i]).collect()
}

#[test]
fn every_dtype_is_sorted_exactly_and_kept() {
    let place = Place::new();
    for (number, backend) in backends(&["none"]).into_iter().enumerate() {
        for dtype in dtypes() {
            let big = (number + dtype.size) % 3 == 0;
            let keys = &dtype.keys;
            place.file("k.npy", npy(&dtype.descr(big), &[keys.len()], &dtype.bytes(keys, big)));
            let run = |words: &[&str]| {
                let run = place.run(&[words, &backend[..]].concat());
                assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{words:?} of {}", dtype.descr(big));
            };
            let stored = |numbers: &[i128]| (dtype.descr(false), dtype.bytes(numbers, false));
            run(&["sort", "k.npy", "-o", "s.npy", "--descending"]);
            assert_eq!(contents(&place, "s.npy"), stored(&at(keys, &order(keys, true))));
            run(&["argsort", "k.npy", "-o", "a.csv"]);
            let found: Vec<usize> = place.text("a.csv").lines().map(|line| line.parse().unwrap()).collect();
            assert_eq!(found, order(keys, false), "{}", dtype.descr(big));
            let mut distinct = keys.clone();
            distinct.sort_unstable();
            distinct.dedup();
            run(&["unique", "k.npy", "-o", "u.npy", "--inverse", "j.csv"]);
            assert_eq!(contents(&place, "u.npy"), stored(&distinct));
            let found: Vec<usize> = place.text("j.csv").lines().map(|line| line.parse().unwrap()).collect();
            assert_eq!(at(&distinct, &found), *keys);
            // Keys as their own values: the largest of each group is the key.
            run(&["group", "k.npy", "k.npy", "--op", "max", "-o", "g.npy", "--values-out", "v.npy"]);
            assert_eq!(contents(&place, "g.npy"), stored(&distinct));
            assert_eq!(contents(&place, "v.npy"), stored(&distinct));
            run(&["sort", "k.npy", "-o", "s.npy", "--values", "k.npy", "--values-out", "v.npy"]);
            assert_eq!(contents(&place, "s.npy"), stored(&at(keys, &order(keys, false))));
            assert_eq!(contents(&place, "v.npy"), contents(&place, "s.npy"));
            let lines = |line: fn(&i128) -> String| distinct.iter().map(line).collect::<String>();
            let printed = |words: &[&str]| place.ok(&[words, &backend[..]].concat());
            assert_eq!(printed(&["unique", "k.npy"]), lines(|key| format!("{key}\n")));
            let pairs = printed(&["group", "k.npy", "k.npy", "--op", "max"]);
            assert_eq!(pairs, lines(|key| format!("{key},{key}\n")));
        }
    }
}

#[test]
fn sums_of_integers_have_64_bits() {
    let place = Place::new();
    place.file("k.npy", npy("<i4", &[5], &[7, -7, 7, 7, -7i32].map(i32::to_le_bytes).concat()));
    place.file("v.npy", npy("<i4", &[5], &[i32::MAX, -1, i32::MAX, 5, i32::MIN].map(i32::to_le_bytes).concat()));
    let wide = [u64::MAX, 1 << 63, 2, 3, 1 << 63];
    place.file("w.npy", npy(">u8", &[5], &wide.map(u64::to_be_bytes).concat()));
    for backend in backends(&["none"]) {
        let run = |words: &[&str]| place.ok(&[words, &backend[..]].concat());
        run(&["group", "k.npy", "v.npy", "-o", "g.npy", "--values-out", "s.npy"]);
        let sums = [i64::from(i32::MIN) - 1, 2 * i64::from(i32::MAX) + 5];
        assert_eq!(contents(&place, "s.npy"), ("<i8".to_owned(), sums.map(i64::to_le_bytes).concat()));
        run(&["group", "k.npy", "w.npy", "-o", "g.npy", "--values-out", "s.npy"]);
        // Sums wrap around, as in NumPy.
        assert_eq!(contents(&place, "s.npy"), ("<u8".to_owned(), [0u64, 4].map(u64::to_le_bytes).concat()));
        run(&["group", "k.npy", "w.npy", "--op", "min", "-o", "g.npy", "--values-out", "s.npy"]);
        assert_eq!(contents(&place, "s.npy"), ("<u8".to_owned(), [1u64 << 63, 2].map(u64::to_le_bytes).concat()));
    }
    // A product is one of floats, and a note says what that loses.
    let run = place.run(&["group", "k.npy", "w.npy", "--op", "product", "-o", "g.npy", "--values-out", "s.npy"]);
    assert!(run.err.contains("w.npy: 1 of 5 elements of dtype '>u8' changed value as float32"), "{}", run.err);
    assert_eq!(contents(&place, "s.npy").0, "<f4");
}

#[test]
fn vectors_of_integers_are_combined_exactly() {
    let place = Place::new();
    place.file("k.npy", npy("<i4", &[3], &[0, 7, 0i32].map(i32::to_le_bytes).concat()));
    let values = [16_777_216, 1, -5, i32::MIN, 1, i32::MAX];
    place.file("v.npy", npy("<i4", &[3, 2], &values.map(i32::to_le_bytes).concat()));
    for backend in backends(&["none"]) {
        let run = |words: &[&str]| place.ok(&[words, &backend[..]].concat());
        let saved = |op: &str| {
            run(&["group", "k.npy", "v.npy", "--op", op, "-o", "g.npy", "--values-out", "s.npy"]);
            contents(&place, "s.npy")
        };
        let sums = [16_777_217, 1 + i64::from(i32::MAX), -5, i64::from(i32::MIN)];
        assert_eq!(saved("sum"), ("<i8".to_owned(), sums.map(i64::to_le_bytes).concat()));
        let largest = [16_777_216, i32::MAX, -5, i32::MIN];
        assert_eq!(saved("max"), ("<i4".to_owned(), largest.map(i32::to_le_bytes).concat()));
        let smallest = [1, 1, -5, i32::MIN];
        assert_eq!(saved("min"), ("<i4".to_owned(), smallest.map(i32::to_le_bytes).concat()));
        assert_eq!(run(&["group", "k.npy", "v.npy"]), "0,16777217,2147483648\n7,-5,-2147483648\n");
    }
}

#[test]
fn doubles_that_floats_do_not_hold_stay_doubles() {
    let place = Place::new();
    let keys = [0.1, -0.0, 1e300, 0.1 + 1e-12, f64::NEG_INFINITY, 0.0, -1e300, 0.1, f64::INFINITY, -5e-324];
    let bytes = |numbers: &[f64]| numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    place.file("k.npy", npy("<f8", &[10], &bytes(&keys)));
    place.file("fits.npy", npy("<f8", &[2], &bytes(&[2.5, -1.0])));
    place.file("nan.npy", npy("<f8", &[2], &bytes(&[0.1, f64::NAN])));
    let mut order: Vec<usize> = (0..10).collect();
    order.sort_by(|&a, &b| keys[a].partial_cmp(&keys[b]).unwrap());
    for backend in backends(&["none"]) {
        let run = |words: &[&str]| {
            let run = place.run(&[words, &backend[..]].concat());
            assert_eq!((run.code, run.err.as_str()), (Some(0), ""), "{words:?}");
        };
        run(&["sort", "k.npy", "-o", "s.npy"]);
        let mut total = keys;
        total.sort_by(f64::total_cmp);
        assert_eq!(contents(&place, "s.npy"), ("<f8".to_owned(), bytes(&total)));
        // -0 and 0 tie, and keep their sign.
        run(&["sort", "k.npy", "-o", "s.npy", "--stable"]);
        assert_eq!(contents(&place, "s.npy"), ("<f8".to_owned(), bytes(&at(&keys, &order))));
        run(&["sort", "k.npy", "-o", "s.npy", "--values", "k.npy", "--values-out", "v.npy"]);
        assert_eq!(contents(&place, "s.npy"), ("<f8".to_owned(), bytes(&at(&keys, &order))));
        assert_eq!(contents(&place, "v.npy"), contents(&place, "s.npy"));
        run(&["argsort", "k.npy", "-o", "a.csv"]);
        let found: Vec<usize> = place.text("a.csv").lines().map(|line| line.parse().unwrap()).collect();
        assert_eq!(found, order);
        run(&["unique", "k.npy", "-o", "u.npy"]);
        let distinct = [f64::NEG_INFINITY, -1e300, -5e-324, 0.0, 0.1, 0.1 + 1e-12, 1e300, f64::INFINITY];
        assert_eq!(contents(&place, "u.npy"), ("<f8".to_owned(), bytes(&distinct)));
        let printed = place.ok(&[&["unique", "k.npy"], &backend[..]].concat());
        assert_eq!(printed, "-inf\n-1e300\n-5e-324\n0\n0.1\n0.10000000000100001\n1e300\ninf\n");
        run(&["sort", "fits.npy", "-o", "s.npy"]);
        assert_eq!(contents(&place, "s.npy"), ("<f4".to_owned(), [-1f32, 2.5].map(f32::to_le_bytes).concat()));
    }
    assert!(place.fails(&["sort", "nan.npy", "-o", "s.npy"]).contains("the element at 1 is NaN"));
}

#[test]
fn the_largest_and_the_smallest_are_elements_of_the_array() {
    let place = Place::new();
    let ints = [16_777_217, 16_777_216, 16_777_219, -16_777_219, i32::MIN + 1, 5];
    place.file("i.npy", npy("<i4", &[6], &ints.map(i32::to_le_bytes).concat()));
    place.file("m.npy", npy("<i4", &[3, 2], &ints.map(i32::to_le_bytes).concat()));
    place.file("u.npy", npy("<u8", &[2], &[u64::MAX, u64::MAX - 1].map(u64::to_le_bytes).concat()));
    let doubles = [0.1, 0.1 + 1e-12, 1e300, -1e300, 0.1, -5e-324];
    let bytes = |numbers: &[f64]| numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>();
    place.file("d.npy", npy("<f8", &[6], &bytes(&doubles)));
    place.file("e.npy", npy("<f8", &[2, 3], &bytes(&doubles)));
    place.file("nan.npy", npy("<f8", &[2], &bytes(&[0.1, f64::NAN])));
    place.file("k.npy", npy("<i4", &[6], &[0, 0, 1, 1, 1, 1i32].map(i32::to_le_bytes).concat()));
    place.file("k2.npy", npy("<i4", &[2], &[0, 0i32].map(i32::to_le_bytes).concat()));
    for backend in backends(&["none"]) {
        let run = |words: &[&str]| place.ok(&[words, &backend[..]].concat());
        assert_eq!(run(&["reduce", "i.npy", "--op", "max"]), "16777219\n");
        assert_eq!(run(&["reduce", "i.npy", "--op", "min", "--method", "brook", "--stop-at", "4"]), "-2147483647\n");
        assert_eq!(run(&["reduce", "m.npy", "--op", "min", "--vectors"]), "-2147483647,-16777219\n");
        assert_eq!(run(&["reduce", "u.npy", "--op", "min"]), "18446744073709551614\n");
        assert_eq!(run(&["reduce", "d.npy", "--op", "min"]), "-1e300\n");
        assert_eq!(run(&["reduce", "e.npy", "--op", "max", "--axis", "0"]), "0.1\n0.10000000000100001\n1e300\n");
        run(&["reduce", "e.npy", "--op", "min", "--axis", "1", "-o", "r.npy"]);
        assert_eq!(contents(&place, "r.npy"), ("<f8".to_owned(), bytes(&[0.1, -1e300])));
        run(&["group", "k.npy", "d.npy", "--op", "max", "-o", "g.npy", "--values-out", "s.npy"]);
        assert_eq!(contents(&place, "s.npy"), ("<f8".to_owned(), bytes(&[0.1 + 1e-12, 1e300])));
    }
    // NaN has no place among integers in order.
    for words in [&["reduce", "nan.npy", "--op", "max"][..], &["group", "k2.npy", "nan.npy", "--op", "max"]] {
        let run = place.run(words);
        assert!(run.err.contains("nan.npy: 1 of 2 elements of dtype '<f8' changed value"), "{}", run.err);
    }
}

#[test]
fn records_that_a_condition_does_not_name_are_moved() {
    let place = Place::new();
    let ints = [16_777_217, 5, i64::MIN + 1, 16_777_219];
    place.file("i.npy", npy("<i8", &[4], &ints.map(i64::to_le_bytes).concat()));
    place.list("w.npy", &[1.0, 1.0, 0.0, 1.0]);
    let stored =
        |numbers: &[i64]| ("<i8".to_owned(), numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>());
    for backend in backends(&["none"]) {
        let filter = ["filter", "i.npy", "--keep", "w > 0.5", "-i", "w=w.npy", "-o", "o.npy"];
        place.ok(&[&filter, &backend[..]].concat());
        assert_eq!(contents(&place, "o.npy"), stored(&[ints[0], ints[1], ints[3]]));
        place.ok(&[&filter[..], &["--partition", "-q"], &backend[..]].concat());
        assert_eq!(contents(&place, "o.npy"), stored(&[ints[0], ints[1], ints[3], ints[2]]));
    }
    // Those that it names are floats.
    let run = place.run(&["filter", "i.npy", "--keep", "w * x > 6.0", "-i", "w=w.npy", "-o", "o.npy"]);
    assert!(run.err.contains("i.npy: 3 of 4 elements of dtype '<i8' changed value"), "{}", run.err);
}

#[test]
fn sums_that_may_be_rounded_are_noted() {
    let place = Place::new();
    let ints = |name: &str, shape: &[usize], numbers: &[i32]| {
        place.file(name, npy("<i4", shape, &numbers.iter().flat_map(|x| x.to_le_bytes()).collect::<Vec<u8>>()));
    };
    ints("i.npy", &[2], &[16_777_216, 1]);
    ints("v.npy", &[2, 2], &[16_777_216, 1, 0, 16_777_215]);
    ints("k.npy", &[2], &[4, 4]);
    ints("apart.npy", &[2], &[4, 5]);
    ints("at.npy", &[1], &[0]);
    ints("one.npy", &[1], &[1]);
    ints("p.npy", &[2], &[-4096, 4097]);
    place.list("f.npy", &[16_777_216.0, 1.0]);
    let note = |what: &str, file: &str| {
        let said = "may be rounded: the result is float32, which holds integers up to 16777216 exactly";
        format!("note: {file}: {what} {said}\n")
    };
    for (words, file) in [
        (&["reduce", "i.npy", "--op", "sum"][..], "i.npy"),
        (&["reduce", "v.npy", "--op", "sum", "--axis", "1"], "v.npy"),
        (&["scan", "i.npy"], "i.npy"),
        (&["scan", "v.npy", "--axis", "1"], "v.npy"),
        (&["histogram", "f.npy", "--bins", "2", "--weights", "i.npy"], "i.npy"),
        (&["put", "i.npy", "at.npy", "one.npy", "--op", "sum"], "i.npy"),
        (&["group", "k.npy", "i.npy", "--family", "compute"], "i.npy"),
    ] {
        if words.contains(&"compute") && !has_compute(&place, &[]) {
            continue;
        }
        let run = place.run(words);
        assert_eq!((run.code, run.err), (Some(0), note("sums", file)), "{words:?}");
    }
    for words in [&["reduce", "p.npy", "--op", "product"][..], &["group", "k.npy", "p.npy", "--op", "product"]] {
        let run = place.run(words);
        assert_eq!((run.code, run.err), (Some(0), note("products", "p.npy")), "{words:?}");
    }
    for words in [
        &["reduce", "f.npy", "--op", "sum"][..],
        &["reduce", "i.npy", "--op", "max"],
        &["reduce", "v.npy", "--op", "sum", "--axis", "0"],
        &["reduce", "v.npy", "--op", "sum", "--vectors"],
        &["group", "apart.npy", "p.npy", "--op", "product"],
        &["group", "k.npy", "i.npy"],
        &["scan", "i.npy", "--segments", "k.npy"],
        &["put", "k.npy", "at.npy", "one.npy", "--op", "sum"],
    ] {
        place.ok(words);
    }
}

#[test]
fn other_files_and_dtypes() {
    let place = Place::new();
    place.file("k.csv", "16777217\n-9007199254740993\n16777216\n");
    assert_eq!(place.ok(&["argsort", "k.csv"]), "1\n2\n0\n");
    place.ok(&["sort", "k.csv", "-o", "s.csv"]);
    assert_eq!(place.text("s.csv"), "-9007199254740993\n16777216\n16777217\n");
    place.ok(&["sort", "k.csv", "-o", "s.npy"]);
    let sorted = [-9_007_199_254_740_993i64, 16_777_216, 16_777_217];
    assert_eq!(contents(&place, "s.npy"), ("<i8".to_owned(), sorted.map(i64::to_le_bytes).concat()));
    place.file("b.npy", npy("|b1", &[4], &[1, 0, 1, 0]));
    place.ok(&["unique", "b.npy", "-o", "u.npy"]);
    assert_eq!(contents(&place, "u.npy"), ("|b1".to_owned(), vec![0, 1]));
    // Files and dtypes of floats round, with a note.
    place.file("i.npy", npy("<i4", &[2], &[16_777_217, 3i32].map(i32::to_le_bytes).concat()));
    for words in [&["-o", "o.npy", "--dtype", "float32"][..], &["-o", "o.f32"]] {
        let run = place.run(&[&["sort", "i.npy"], words].concat());
        assert!(run.err.contains("1 of 2 numbers changed value as float32"), "{}", run.err);
    }
    let run = place.run(&["sort", "i.npy", "--dtype", "float32"]);
    let note = "note: stdout: 1 of 2 numbers changed value as float32\n";
    assert_eq!((run.out.as_str(), run.err.as_str()), ("3\n16777216\n", note));
    assert_eq!(contents(&place, "o.npy"), ("<f4".to_owned(), [3f32, 16_777_216.0].map(f32::to_le_bytes).concat()));
    // Fewer bits are those of floats.
    let run = place.run(&["argsort", "i.npy", "--bits", "8"]);
    assert!(run.out == "1\n0\n" && run.err.contains("1 of 2 elements of dtype '<i4' changed value"), "{}", run.err);
}
