//! Integers and float64 in merge, search, top, take, put, and along an axis: exact, and of the dtype that they had.

use crate::integers::contents;
use crate::support::{Place, backends, npy};

/// The bytes of numbers in a .npy file.
trait Bytes {
    fn bytes(&self) -> Vec<u8>;
}

macro_rules! bytes {
    ($($type:ident)*) => {$(
        impl Bytes for [$type] {
            fn bytes(&self) -> Vec<u8> {
                self.iter().flat_map(|x| x.to_le_bytes()).collect()
            }
        }
    )*};
}
bytes!(i8 u8 i16 i32 u32 i64 u64 f32 f64);

/// Writes a file of this dtype and shape.
fn file<T>(place: &Place, name: &str, dtype: &str, shape: &[usize], numbers: &[T])
where
    [T]: Bytes,
{
    place.file(name, npy(dtype, shape, &numbers.bytes()));
}

/// Runs a command that must print neither a result nor a note, and compares a file that it writes.
fn writes<T>(place: &Place, args: &[&str], name: &str, dtype: &str, numbers: &[T])
where
    [T]: Bytes,
{
    assert_eq!(place.ok(args), "", "{args:?}");
    assert_eq!(contents(place, name), (dtype.to_owned(), numbers.bytes()), "{args:?}");
}

/// Numbers of 64 bits that float64 does not hold either.
const WIDE: i64 = (1 << 53) + 1;

#[test]
fn small_integers_keep_their_dtype() {
    let place = Place::new();
    file(&place, "m.npy", "<i2", &[2, 3], &[3i16, 1, 2, 5, 6, 4]);
    file(&place, "l.npy", "|u1", &[5], &[9u8, 7, 0, 255, 7]);
    file(&place, "s.npy", "|u1", &[3], &[1u8, 7, 200]);
    file(&place, "p.npy", "<i8", &[2], &[3i64, 0]);
    place.list("flags.npy", &[0.0, 1.0]);
    for backend in backends(&["none"]) {
        let ok = |args: &[&str], numbers: &[i16]| {
            writes(&place, &[args, &["-o", "o.npy"], &backend[..]].concat(), "o.npy", "<i2", numbers);
        };
        ok(&["sort", "m.npy", "--axis", "1"], &[1, 2, 3, 4, 5, 6]);
        ok(&["sort", "m.npy", "--axis", "0", "--stable", "--descending"], &[5, 6, 4, 3, 1, 2]);
        ok(&["top", "m.npy", "-k", "1", "--axis", "1"], &[3, 6]);
        ok(&["top", "m.npy", "-k", "2", "-q"], &[6, 5]);
        ok(&["reduce", "m.npy", "--op", "max", "--axis", "0"], &[5, 6, 4]);
        ok(&["reduce", "m.npy", "--op", "min", "--axis", "1", "--method", "brook"], &[1, 4]);
        ok(&["reduce", "m.npy", "--op", "min", "--axis", "0", "--vectors"], &[3, 1, 2]);
        ok(&["scan", "m.npy", "--op", "max", "--axis", "1"], &[3, 3, 3, 5, 6, 6]);
        ok(&["scan", "m.npy", "--op", "min", "-q"], &[3, 1, 1, 1, 1, 1]);
        ok(&["filter", "m.npy", "--axis", "0", "--keep", "flags.npy"], &[5, 6, 4]);
        ok(&["filter", "m.npy", "--keep", "x > 2.5", "-q"], &[3, 5, 6, 4]);
        ok(&["filter", "m.npy", "--keep", "x.y > 2.5", "--vectors"], &[5, 6, 4]);
        ok(&["filter", "m.npy", "--keep", "x > a", "-c", "a=4", "-q"], &[5, 6]);
        ok(&["take", "m.npy", "p.npy", "-q"], &[5, 3]);
        ok(&["put", "m.npy", "p.npy", "p.npy"], &[0, 1, 2, 3, 6, 4]);
        ok(&["put", "m.npy", "p.npy", "p.npy", "--op", "max"], &[3, 1, 2, 5, 6, 4]);
        let merged = &[&["merge", "s.npy", "s.npy", "-o", "o.npy"], &backend[..]].concat();
        writes(&place, merged, "o.npy", "|u1", &[1u8, 1, 7, 7, 200, 200]);
        let taken = &[&["take", "l.npy", "p.npy", "-o", "o.npy"], &backend[..]].concat();
        writes(&place, taken, "o.npy", "|u1", &[255u8, 9]);
        assert_eq!(place.ok(&[&["top", "l.npy", "-k", "2"], &backend[..]].concat()), "255\n9\n");
    }
    // A file of floats holds floats.
    place.ok(&["sort", "m.npy", "--axis", "1", "-o", "o.npy", "--dtype", "float32"]);
    assert_eq!(contents(&place, "o.npy").0, "<f4");
    place.ok(&["filter", "m.npy", "--axis", "0", "--keep", "flags.npy", "-o", "o.npy", "--dtype", "float16"]);
    assert_eq!(contents(&place, "o.npy").0, "<f2");
    // Rows of three are vectors, and stay integers.
    writes(&place, &["take", "m.npy", "flags.npy", "--vectors", "-o", "o.npy"], "o.npy", "<i2", &[3i16, 1, 2, 5, 6, 4]);
}

#[test]
fn sums_and_what_begins_with_an_infinity_are_floats() {
    let place = Place::new();
    file(&place, "m.npy", "<i4", &[2, 3], &[3i32, 1, 2, 5, 6, 4]);
    file(&place, "p.npy", "<i8", &[2], &[3i64, 0]);
    let ok = |args: &[&str], numbers: &[f32]| {
        writes(&place, &[args, &["-o", "o.npy", "-q"]].concat(), "o.npy", "<f4", numbers);
    };
    ok(&["reduce", "m.npy", "--op", "sum", "--axis", "1"], &[6.0, 15.0]);
    ok(&["reduce", "m.npy", "--op", "mean", "--axis", "0"], &[4.0, 3.5, 3.0]);
    ok(&["scan", "m.npy", "--axis", "1"], &[3.0, 4.0, 6.0, 5.0, 11.0, 15.0]);
    ok(&["scan", "m.npy"], &[3.0, 4.0, 6.0, 11.0, 17.0, 21.0]);
    ok(&["scan", "m.npy", "--op", "max", "--exclusive"], &[f32::NEG_INFINITY, 3.0, 3.0, 3.0, 5.0, 6.0]);
    ok(&["quantile", "m.npy", "0.5", "--axis", "1"], &[2.0, 5.0]);
    ok(&["put", "m.npy", "p.npy", "p.npy", "--op", "sum"], &[3.0, 1.0, 2.0, 8.0, 6.0, 4.0]);
}

#[test]
fn large_integers_are_exact() {
    let place = Place::new();
    let m = [WIDE, WIDE - 1, -WIDE, i64::MAX, i64::MAX - 1, i64::MIN];
    file(&place, "m.npy", "<i8", &[2, 3], &m);
    file(&place, "v.npy", "<i8", &[2], &[-WIDE, WIDE + 1]);
    file(&place, "p.npy", "<i8", &[2], &[4i64, 0]);
    file(&place, "a.npy", "<u4", &[3], &[16_777_216u32, 16_777_217, u32::MAX]);
    file(&place, "b.npy", "<i4", &[3], &[i32::MIN, 16_777_217, i32::MAX]);
    place.list("flags.npy", &[0.0, 1.0]);
    for backend in backends(&["none", "r300"]) {
        let on = |args: &[&'static str]| [args, &backend[..]].concat();
        let ok = |args: &[&'static str], numbers: &[i64]| {
            writes(&place, &on(&[args, &["-o", "o.npy"]].concat()), "o.npy", "<i8", numbers);
        };
        ok(&["sort", "m.npy", "--axis", "1"], &[-WIDE, WIDE - 1, WIDE, i64::MIN, i64::MAX - 1, i64::MAX]);
        let pairs = ["sort", "m.npy", "--axis", "0", "--descending", "--values", "m.npy", "--values-out", "w.npy"];
        ok(&pairs, &[i64::MAX, i64::MAX - 1, -WIDE, WIDE, WIDE - 1, i64::MIN]);
        assert_eq!(contents(&place, "w.npy"), contents(&place, "o.npy"));
        assert_eq!(place.ok(&on(&["argsort", "m.npy", "--axis", "1"])), "2,1,0\n2,1,0\n");
        ok(
            &["top", "m.npy", "-k", "2", "--axis", "1", "--indices", "i.npy"],
            &[WIDE, WIDE - 1, i64::MAX, i64::MAX - 1],
        );
        assert_eq!(contents(&place, "i.npy").1, [0i64, 1, 0, 1].bytes());
        ok(&["top", "m.npy", "-k", "3", "--smallest", "-q"], &[i64::MIN, -WIDE, WIDE - 1]);
        ok(&["reduce", "m.npy", "--op", "max", "--axis", "0"], &[i64::MAX, i64::MAX - 1, -WIDE]);
        ok(&["reduce", "m.npy", "--op", "argmax", "--axis", "1"], &[0, 0]);
        assert_eq!(place.ok(&on(&["reduce", "m.npy", "--op", "argmin", "-q"])), "5\n");
        ok(&["filter", "m.npy", "--axis", "0", "--keep", "flags.npy"], &m[3..]);
        let partition = ["filter", "m.npy", "--axis", "0", "--keep", "flags.npy", "--partition", "-q"];
        ok(&partition, &[&m[3..], &m[..3]].concat());
        ok(&["take", "m.npy", "p.npy", "-q"], &[m[4], m[0]]);
        ok(&["take", "m.npy", "flags.npy", "--vectors"], &m);
        ok(&["put", "m.npy", "p.npy", "v.npy"], &[WIDE + 1, m[1], m[2], m[3], -WIDE, m[5]]);
        ok(&["put", "m.npy", "flags.npy", "m.npy", "--vectors"], &m);
        let payload = ["filter", "flags.npy", "--keep", "x > 0.5", "--payload", "v.npy", "--payload-out", "w.npy"];
        place.ok(&on(&[&payload[..], &["-o", "o.npy"]].concat()));
        assert_eq!(contents(&place, "w.npy"), ("<i8".to_owned(), [WIDE + 1].bytes()));
        // A merge has the dtype that holds both.
        let merged = [i32::MIN as i64, 16_777_216, 16_777_217, 16_777_217, i32::MAX as i64, u32::MAX as i64];
        ok(&["merge", "a.npy", "b.npy"], &merged);
        let own = [16_777_216u32, 16_777_216, 16_777_217, 16_777_217, u32::MAX, u32::MAX];
        writes(&place, &on(&["merge", "a.npy", "a.npy", "-o", "o.npy"]), "o.npy", "<u4", &own);
        assert_eq!(place.ok(&on(&["search", "a.npy", "b.npy"])), "0\n1\n2\n");
        assert_eq!(place.ok(&on(&["search", "a.npy", "b.npy", "--upper"])), "0\n2\n2\n");
    }
}

#[test]
fn compute_shaders_round_with_a_note() {
    let place = Place::new();
    file(&place, "a.npy", "<i4", &[2], &[16_777_216i32, 16_777_217]);
    file(&place, "small.npy", "<i4", &[2], &[3i32, 4]);
    file(&place, "p.npy", "<i8", &[1], &[0i64]);
    let note = "1 of 2 elements of dtype '<i4' changed value as float32";
    for args in [
        &["merge", "a.npy", "small.npy"][..],
        &["merge", "small.npy", "a.npy"],
        &["top", "a.npy", "-k", "2"],
        &["put", "a.npy", "p.npy", "p.npy"],
        &["sort", "a.npy", "--axis", "0"],
        &["reduce", "a.npy", "--op", "max", "--axis", "0"],
        &["scan", "a.npy", "--op", "max", "--axis", "0"],
        &["scan", "a.npy", "--op", "max", "--segments", "small.npy"],
        &["filter", "a.npy", "--keep", "x > 3", "--partition"],
        &["group", "a.npy", "small.npy", "--values-out", "v.npy"],
    ] {
        let run = place.run(&[args, &["-o", "o.npy", "--family", "compute"]].concat());
        if run.err.contains("compute shaders") {
            return crate::support::left_out("compute shaders");
        }
        assert!(run.err.contains(note), "{args:?}: {}", run.err);
        assert_eq!(contents(&place, "o.npy").0, "<f4", "{args:?}");
    }
    place.ok(&["top", "small.npy", "-k", "1", "-o", "o.npy", "--family", "compute"]);
    assert_eq!(contents(&place, "o.npy"), ("<i4".to_owned(), [4i32].bytes()));
    place.ok(&["put", "small.npy", "p.npy", "p.npy", "-o", "o.npy", "--family", "compute"]);
    assert_eq!(contents(&place, "o.npy"), ("<i4".to_owned(), [0i32, 4].bytes()));
    // A float64 that float32 does not hold is rounded, too; places are integers.
    file(&place, "d.npy", "<f8", &[2], &[16_777_217f64, 0.1]);
    let run = place.run(&["sort", "d.npy", "--axis", "0", "-o", "o.npy", "--family", "compute"]);
    assert!(run.err.contains("2 of 2 elements of dtype '<f8' changed value as float32"), "{}", run.err);
    assert_eq!(contents(&place, "o.npy"), ("<f4".to_owned(), [0.1f32, 16_777_216.0].bytes()));
    let run = place.run(&["argsort", "a.npy", "--axis", "0", "--descending", "-o", "o.npy", "--family", "compute"]);
    assert!(run.err.contains(note), "{}", run.err);
    // Both are the same as float32, and tie.
    assert_eq!(contents(&place, "o.npy"), ("<i8".to_owned(), [0i64, 1].bytes()));
}

#[test]
fn compute_shaders_keep_the_dtype_of_integers_that_floats_hold() {
    let place = Place::new();
    file(&place, "m.npy", "<i2", &[2, 3], &[3i16, 1, 2, 5, 6, 4]);
    file(&place, "l.npy", "<i2", &[4], &[7i16, -2, 7, 5]);
    place.list("flags.npy", &[1.0, 0.0, 1.0, 0.0]);
    if place.run(&["sort", "m.npy", "--axis", "0", "--family", "compute"]).err.contains("compute shaders") {
        return crate::support::left_out("compute shaders");
    }
    let ok = |args: &[&str], numbers: &[i16]| {
        writes(&place, &[args, &["-o", "o.npy", "--family", "compute"]].concat(), "o.npy", "<i2", numbers);
    };
    ok(&["sort", "m.npy", "--axis", "1", "--descending"], &[3, 2, 1, 6, 5, 4]);
    ok(&["reduce", "m.npy", "--op", "max", "--axis", "0"], &[5, 6, 4]);
    ok(&["reduce", "m.npy", "--op", "min", "--axis", "1"], &[1, 4]);
    ok(&["scan", "m.npy", "--op", "max", "--axis", "1"], &[3, 3, 3, 5, 6, 6]);
    ok(&["scan", "l.npy", "--op", "min", "--segments", "flags.npy"], &[7, -2, 7, 5]);
    ok(&["filter", "l.npy", "--keep", "x > 5", "--partition", "-q"], &[7, 7, -2, 5]);
    ok(&["group", "l.npy", "l.npy", "--op", "max", "--values-out", "v.npy"], &[-2, 5, 7]);
    assert_eq!(contents(&place, "v.npy"), ("<i2".to_owned(), [-2i16, 5, 7].bytes()));
    ok(&["group", "l.npy", "l.npy", "--values-out", "v.npy"], &[-2, 5, 7]);
    assert_eq!(contents(&place, "v.npy"), ("<f4".to_owned(), [-2f32, 5.0, 14.0].bytes()));
    let floats = |args: &[&str], numbers: &[f32]| {
        writes(&place, &[args, &["-o", "o.npy", "--family", "compute"]].concat(), "o.npy", "<f4", numbers);
    };
    floats(&["reduce", "m.npy", "--op", "sum", "--axis", "1"], &[6.0, 15.0]);
    floats(&["sort", "m.npy", "--axis", "1", "--dtype", "float32"], &[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]);
}

#[test]
fn dtypes_that_meet() {
    let place = Place::new();
    let merge = |dtypes: [&str; 2]| {
        for (name, dtype) in ["a.npy", "b.npy"].iter().zip(dtypes) {
            let size: usize = dtype[2..].parse().unwrap();
            match dtype {
                "<f4" => file(&place, name, dtype, &[1], &[1f32]),
                _ => place.file(name, npy(dtype, &[1], &1u64.to_le_bytes()[..size])),
            }
        }
        place.ok(&["merge", "a.npy", "b.npy", "-o", "o.npy"]);
        contents(&place, "o.npy").0
    };
    for (dtypes, wanted) in [
        (["|i1", "|i1"], "|i1"),
        (["|b1", "|b1"], "|b1"),
        (["|b1", "<u2"], "<u2"),
        (["|i1", "<i4"], "<i4"),
        (["<u4", "|u1"], "<u4"),
        (["|i1", "|u1"], "<i2"),
        (["<u4", "<i2"], "<i8"),
        (["<i8", "<u4"], "<i8"),
        (["<u8", "|i1"], "<i8"),
        (["<i4", "<f4"], "<f4"),
    ] {
        assert_eq!(merge(dtypes), wanted, "{dtypes:?}");
    }
    // int64 and uint64: the one that holds all.
    file(&place, "a.npy", "<i8", &[1], &[1i64]);
    file(&place, "b.npy", "<u8", &[2], &[2u64, u64::MAX]);
    writes(&place, &["merge", "a.npy", "b.npy", "-o", "o.npy"], "o.npy", "<u8", &[1u64, 2, u64::MAX]);
    assert_eq!(place.ok(&["search", "b.npy", "a.npy"]), "0\n");
    file(&place, "a.npy", "<i8", &[1], &[-1i64]);
    let run = place.run(&["merge", "a.npy", "b.npy", "-o", "o.npy"]);
    assert!(run.err.contains("b.npy: 1 of 2 elements of dtype '<u8' changed value as float32"), "{}", run.err);
    assert_eq!(contents(&place, "o.npy").0, "<f4");
    // Or float64, if it holds all.
    file(&place, "b.npy", "<u8", &[2], &[2u64, 1 << 63]);
    writes(&place, &["merge", "a.npy", "b.npy", "-o", "o.npy"], "o.npy", "<f8", &[-1f64, 2.0, 2f64.powi(63)]);
    // float32 beside integers that it does not hold: float64 holds both.
    file(&place, "a.npy", "<i4", &[2], &[16_777_217i32, 16_777_219]);
    place.list("f.npy", &[0.5, 16_777_218.0]);
    let both = [0.5f64, 16_777_217.0, 16_777_218.0, 16_777_219.0];
    writes(&place, &["merge", "f.npy", "a.npy", "-o", "o.npy"], "o.npy", "<f8", &both);
    assert_eq!(place.ok(&["search", "a.npy", "f.npy"]), "0\n1\n");
}

#[test]
fn doubles_stay_doubles() {
    let place = Place::new();
    let a = [-1e300, -0.0, 0.1, 0.1 + 1e-12];
    file(&place, "a.npy", "<f8", &[4], &a);
    file(&place, "b.npy", "<f8", &[3], &[0.0, 0.1f64, 1e300]);
    file(&place, "p.npy", "<i8", &[2], &[3i64, 1]);
    file(&place, "m.npy", "<f8", &[1, 4], &[0.0, 0.1 + 1e-12, -0.0, 0.1]);
    for backend in backends(&["none"]) {
        let ok = |args: &[&str], numbers: &[f64]| {
            writes(&place, &[args, &["-o", "o.npy"], &backend[..]].concat(), "o.npy", "<f8", numbers);
        };
        ok(&["merge", "a.npy", "b.npy"], &[-1e300, -0.0, 0.0, 0.1, 0.1, 0.1 + 1e-12, 1e300]);
        ok(&["merge", "b.npy", "a.npy"], &[-1e300, 0.0, -0.0, 0.1, 0.1, 0.1 + 1e-12, 1e300]);
        ok(&["top", "m.npy", "-k", "4", "--axis", "1"], &[0.1 + 1e-12, 0.1, 0.0, -0.0]);
        ok(&["top", "a.npy", "-k", "2"], &[0.1 + 1e-12, 0.1]);
        ok(&["sort", "m.npy", "--axis", "1", "--stable"], &[0.0, -0.0, 0.1, 0.1 + 1e-12]);
        ok(&["sort", "m.npy", "--axis", "1"], &[-0.0, 0.0, 0.1, 0.1 + 1e-12]);
        ok(&["take", "a.npy", "p.npy"], &[0.1 + 1e-12, -0.0]);
        ok(&["put", "a.npy", "p.npy", "p.npy"], &[-1e300, 1.0, 0.1, 3.0]);
        let searched = place.ok(&[&["search", "a.npy", "b.npy"], &backend[..]].concat());
        assert_eq!(searched, "1\n2\n4\n");
    }
}

#[test]
fn what_is_not_sorted_among_large_integers_is_seen() {
    let place = Place::new();
    file(&place, "a.npy", "<i8", &[2], &[WIDE, WIDE - 1]);
    let said = format!(
        "brooklet: a.npy is not sorted: the element at 1 is {}, less than {WIDE} before it; see `brooklet sort`\n",
        WIDE - 1
    );
    assert_eq!(place.fails(&["merge", "a.npy", "a.npy"]), said);
    assert_eq!(place.fails(&["search", "a.npy", "a.npy"]), said);
}

#[test]
fn results_of_floats_are_halves_where_asked() {
    let place = Place::new();
    place.list("x.npy", &[0.1, 1.0, 2.0]);
    place.array("m.npy", &[1, 3], &[0.1, 1.0, 2.0]);
    file(&place, "p.npy", "<i8", &[3], &[0i64, 1, 2]);
    file(&place, "i.npy", "<i4", &[3], &[1i32, 2, 3]);
    let half = ["-o", "o.npy", "--dtype", "float16"];
    for (words, count) in [
        (&["merge", "x.npy", "x.npy"][..], 6),
        (&["merge", "i.npy", "i.npy"], 6),
        (&["take", "x.npy", "p.npy"], 3),
        (&["take", "i.npy", "p.npy"], 3),
        (&["put", "x.npy", "p.npy", "x.npy"], 3),
        (&["top", "x.npy", "-k", "2"], 2),
        (&["quantile", "x.npy", "0.5,1"], 2),
        (&["reduce", "m.npy", "--op", "sum", "--axis", "0"], 3),
        (&["reduce", "m.npy", "--op", "median", "--axis", "0"], 3),
        (&["random", "--count", "5"], 5),
        (&["scan", "x.npy", "--segments", "x.npy"], 3),
    ] {
        place.ok(&[words, &half].concat());
        let (descr, bytes) = contents(&place, "o.npy");
        assert_eq!((descr.as_str(), bytes.len()), ("<f2", 2 * count), "{words:?}");
    }
    place.ok(&["group", "x.npy", "x.npy", "-o", "k.npy", "--values-out", "o.npy", "--dtype", "float16"]);
    assert_eq!((contents(&place, "k.npy").0, contents(&place, "o.npy").0), ("<f4".to_owned(), "<f2".to_owned()));
    for words in [
        &["reduce", "m.npy", "--op", "sum", "--dtype", "float16"][..],
        &["reduce", "m.npy", "--op", "argmax", "--axis", "0", "-o", "o.npy", "--dtype", "float16"],
        &["random", "--count", "5", "--kind", "integers", "-o", "o.npy", "--dtype", "float16"],
        &["take", "x.npy", "p.npy", "--dtype", "float16"],
    ] {
        assert!(place.misuse(words).contains("--dtype"), "{words:?}");
    }
}

#[test]
fn one_value_is_put_everywhere() {
    let place = Place::new();
    place.list("x.npy", &[1.0, 2.0, 3.0, 4.0]);
    place.list("zero.npy", &[0.0]);
    place.list("two.npy", &[7.0, 8.0]);
    file(&place, "p.npy", "<i8", &[3], &[3i64, 0, 3]);
    place.file("one.csv", "2\n");
    file(&place, "q.npy", "<i8", &[2, 1], &[2i64, 1]);
    for backend in backends(&["none"]) {
        let put = |args: &[&str]| place.ok(&[&["put"], args, &backend[..]].concat());
        assert_eq!(put(&["x.npy", "p.npy", "zero.npy"]), "0\n2\n3\n0\n");
        assert_eq!(put(&["x.npy", "q.npy", "zero.npy"]), "1\n0\n0\n4\n");
        assert_eq!(put(&["x.npy", "p.npy", "one.csv", "--op", "sum"]), "3\n2\n3\n8\n");
    }
    let said = place.fails(&["put", "x.npy", "p.npy", "two.npy"]);
    let advice =
        "two.npy is (2,), and p.npy is (3,): there must be a value for each position, or one for all positions";
    assert!(said.contains(advice), "{said}");
    // One vector, too.
    place.array("v.npy", &[2, 2], &[1.0, 2.0, 3.0, 4.0]);
    place.file("v.csv", "8,9\n");
    file(&place, "r.npy", "<i8", &[2], &[1i64, 0]);
    assert_eq!(place.ok(&["put", "v.npy", "r.npy", "v.csv"]), "8,9\n8,9\n");
    // Integers, which stay what they are.
    file(&place, "i.npy", "<i8", &[4], &[WIDE, 2, 3, 4]);
    file(&place, "w.npy", "<i8", &[1], &[WIDE + 1]);
    writes(&place, &["put", "i.npy", "p.npy", "w.npy", "-o", "o.npy"], "o.npy", "<i8", &[WIDE + 1, 2, 3, WIDE + 1]);
}

#[test]
fn values_that_the_dtype_does_not_hold_make_floats() {
    let place = Place::new();
    file(&place, "x.npy", "|u1", &[2], &[1u8, 2]);
    file(&place, "p.npy", "<i8", &[1], &[1i64]);
    file(&place, "v.npy", "<i4", &[1], &[300i32]);
    place.list("half.npy", &[0.5]);
    place.list("whole.npy", &[5.0]);
    for (values, numbers) in [("v.npy", [1f32, 300.0]), ("half.npy", [1.0, 0.5])] {
        let run = place.run(&["put", "x.npy", "p.npy", values, "-o", "o.npy"]);
        let note = format!(
            "note: {values} has numbers that uint8, the dtype of x.npy, does not hold: the result is float32\n"
        );
        assert_eq!((run.code, run.err), (Some(0), note));
        assert_eq!(contents(&place, "o.npy"), ("<f4".to_owned(), numbers.bytes()));
    }
    writes(&place, &["put", "x.npy", "p.npy", "whole.npy", "-o", "o.npy"], "o.npy", "|u1", &[1u8, 5]);
}
