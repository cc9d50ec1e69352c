//! Conditions select the records for which they hold, exactly, and as a mask on every device.

use brooklet::applications::database::{Condition, Table};
use brooklet::fragment_program::Chip;
use brooklet::{Compare, Device, Layout, primitives};

use super::{all_devices, holds, upload, whole};

/// Numbers that are hard to compare.
const HARD: [f32; 15] = [
    f32::NEG_INFINITY,
    f32::MIN,
    -65536.0,
    -1.000_000_1,
    -1.0,
    -f32::MIN_POSITIVE,
    -1e-45,
    -0.0,
    0.0,
    1e-45,
    1.0,
    1.000_000_1,
    16_777_216.0,
    f32::MAX,
    f32::INFINITY,
];

#[test]
fn all_floats_compare_exactly() {
    for device in all_devices().into_iter().filter(|device| device.features().integers) {
        let x = upload(&device, &HARD);
        let table = Table::new(&[("x", &x)]).unwrap();
        for constant in HARD {
            for compare in Compare::ALL {
                let mask = table.select(&Condition::compare("x", compare, constant)).unwrap().mask().unwrap();
                let wanted = HARD.map(|number| f32::from(u8::from(compare.holds(number, constant))));
                assert_eq!(mask.read().unwrap(), wanted, "{compare} {constant:e} on {device:?}");
            }
        }
    }
}

#[test]
fn whole_numbers_compare_on_every_device() {
    for device in all_devices() {
        // Both sides of where the halves meet.
        let numbers = [0.0, -0.0, 1.0, 255.0, 65_535.0, 65_536.0, 65_537.0, 100_000.0, 131_070.0, 131_071.0];
        let x = upload(&device, &numbers);
        let table = Table::new(&[("x", &x)]).unwrap();
        for constant in [-1.0, 0.0, 0.5, 1.0, 65_535.0, 65_535.5, 65_536.0, 131_071.0, 131_072.0, f32::INFINITY] {
            for compare in Compare::ALL {
                let mask = table.select(&Condition::compare("x", compare, constant)).unwrap().mask().unwrap();
                let wanted = numbers.map(|number| f32::from(u8::from(compare.holds(number, constant))));
                assert_eq!(mask.read().unwrap(), wanted, "{compare} {constant} on {device:?}");
            }
        }
    }
}

#[test]
fn columns_compare_with_columns() {
    for device in all_devices() {
        // All pairs of numbers that are hard, where the device takes them.
        let few: &[f32] =
            if device.features().integers { &HARD } else { &[0.0, -0.0, 1.0, 65_535.0, 65_536.0, 131_071.0] };
        let pairs: Vec<[f32; 2]> = few.iter().flat_map(|x| few.iter().map(|y| [*x, *y])).collect();
        let [x, y] = [0, 1].map(|k| upload(&device, &pairs.iter().map(|pair| pair[k]).collect::<Vec<f32>>()));
        let table = Table::new(&[("x", &x), ("y", &y)]).unwrap();
        let mask = |condition: &Condition| table.select(condition).unwrap().mask().unwrap().read().unwrap();
        for compare in Compare::ALL {
            let wanted: Vec<f32> = pairs.iter().map(|[x, y]| f32::from(u8::from(compare.holds(*x, *y)))).collect();
            assert_eq!(mask(&Condition::compare("x", compare, "y")), wanted, "{compare} on {device:?}");
            let same = f32::from(u8::from(compare.holds(1, 1)));
            assert_eq!(
                mask(&Condition::compare("x", compare, "x")),
                vec![same; pairs.len()],
                "{compare} on {device:?}"
            );
        }
        let within = pairs.iter().map(|[x, y]| f32::from(u8::from(0.0 <= *x && x < y))).collect::<Vec<f32>>();
        assert_eq!(mask(&Condition::parse("0 <= x < y", &["x", "y"]).unwrap()), within, "{device:?}");
    }
}

#[test]
fn nan_is_larger_than_infinity_and_equal_to_itself() {
    let numbers = [f32::NAN, -f32::NAN, f32::from_bits(0x7f80_0001), f32::INFINITY, f32::NEG_INFINITY, 0.0, 7.0];
    for device in all_devices() {
        let (x, y) = (upload(&device, &numbers), upload(&device, &[7.0; 7]));
        let columns = [("x", &x), ("y", &y)];
        if !device.features().integers {
            let said = Table::new(&columns).unwrap_err().to_string();
            // Floats of 24 bits have no NaN: what is there then is too large.
            assert!(said.contains(" in record 0, and a device without integers takes whole numbers"), "{said}");
            continue;
        }
        let table = Table::new(&columns).unwrap();
        let infinity = |compare| Condition::compare("x", compare, f32::INFINITY);
        let cases = [
            (infinity(Compare::Greater), [1, 1, 1, 0, 0, 0, 0]),
            (infinity(Compare::LessOrEqual), [0, 0, 0, 1, 1, 1, 1]),
            (infinity(Compare::NotEqual), [1, 1, 1, 0, 1, 1, 1]),
            (Condition::compare("x", Compare::Less, -1.0), [0, 0, 0, 0, 1, 0, 0]),
            (Condition::compare("x", Compare::Equal, "x"), [1; 7]),
            (Condition::compare("x", Compare::Greater, "y"), [1, 1, 1, 1, 0, 0, 0]),
            (Condition::compare("y", Compare::GreaterOrEqual, "x"), [0, 0, 0, 0, 1, 1, 1]),
        ];
        for (condition, wanted) in cases {
            let mut found = table.select(&condition).unwrap();
            assert_eq!(found.mask().unwrap().read().unwrap(), wanted.map(|x| x as f32), "{condition} on {device:?}");
            if device.features().fragment_counts {
                assert_eq!(found.count().unwrap(), wanted.iter().sum::<u64>());
            }
        }
        if device.features().fragment_counts {
            let mut found = table.select(&Condition::all()).unwrap();
            assert!(found.max("x").unwrap().unwrap().is_nan() && found.kth_largest("x", 3).unwrap().is_nan());
            assert_eq!(found.kth_largest("x", 4).unwrap(), f32::INFINITY);
            assert_eq!(found.min("x").unwrap(), Some(f32::NEG_INFINITY));
            let said = found.sum("x").unwrap_err().to_string();
            assert!(said.starts_with("column `x` has NaN in record 0, and a sum takes whole numbers"), "{said}");
        }
    }
}

/// A depth of a kernel and that of a quad are rounded to 24 bits alike, also where the fraction is one half.
#[test]
fn each_half_of_a_key_equals_itself_alone() {
    for device in all_devices() {
        let numbers: Vec<f32> =
            (0..512).map(|k| (32_768 - 256 + k) as f32).chain([0.0, 1.0, 65_534.0, 65_535.0]).collect();
        let x = upload(&device, &numbers);
        let table = Table::new(&[("x", &x)]).unwrap();
        for constant in [32_600.0, 32_765.0, 32_766.0, 32_767.0, 32_768.0, 32_769.0, 32_770.0, 65_534.0, 65_535.0, 0.0]
        {
            let mask = table.select(&Condition::compare("x", Compare::Equal, constant)).unwrap().mask().unwrap();
            let wanted: Vec<f32> = numbers.iter().map(|x| f32::from(u8::from(*x == constant))).collect();
            assert_eq!(mask.read().unwrap(), wanted, "{constant} on {device:?}");
        }
    }
}

#[test]
fn tables_of_all_sizes_and_layouts_are_selected_from() {
    let text = "age >= 30 and (pay < 1000 or pay > 5000) and not age = 64";
    for device in all_devices() {
        for n in [0, 1, 2, 3, 255, 256, 257, 1023, 1024, 1025] {
            let (age, pay) = (whole(n, 90, 1), whole(n, 9000, 2));
            let layout = if n % 2 == 0 { Layout::Plain } else { Layout::Packed };
            let columns = [&age, &pay].map(|numbers| device.upload_with(n, layout, numbers).unwrap());
            let table = Table::new(&[("age", &columns[0]), ("pay", &columns[1])]).unwrap();
            let chosen = |k: usize| age[k] >= 30.0 && (pay[k] < 1000.0 || pay[k] > 5000.0) && age[k] != 64.0;
            let wanted: Vec<f32> = (0..n).map(|k| f32::from(u8::from(chosen(k)))).collect();
            let mut found = table.select_where(text).unwrap();
            assert_eq!(found.mask().unwrap().read().unwrap(), wanted, "{n} on {device:?}");
            assert_eq!(found.any().unwrap(), wanted.contains(&1.0), "{n}");
            if device.features().fragment_counts {
                assert_eq!(found.count().unwrap() as f32, wanted.iter().sum::<f32>(), "{n}");
            }
        }
    }
}

#[test]
fn tables_keep_their_shape_and_masks_select_for_primitives() {
    for device in all_devices().into_iter().filter(|device| device.features().integers) {
        let x = device.upload_shaped([3, 2], &[5.0, 1.0, 4.0, 2.0, 3.0, 3.5]).unwrap();
        let table = Table::new(&[("x", &x)]).unwrap();
        assert_eq!(table.records(), 6);
        let mask = table.select_where("3 <= x < 5").unwrap().mask().unwrap();
        assert_eq!((mask.shape(), mask.read().unwrap()), (x.shape(), vec![0.0, 0.0, 1.0, 0.0, 1.0, 1.0]));
        let pairs = primitives::map(&device, "vec2(x, mask)").input("x", &x).input("mask", &mask);
        let kept = primitives::filter(&pairs.run::<[f32; 2]>().unwrap(), "x.y == 1.0").unwrap();
        assert_eq!(kept.read().unwrap(), [[4.0, 1.0], [3.0, 1.0], [3.5, 1.0]]);
    }
}

#[test]
fn conditions_without_clauses_or_comparisons_are_all_and_nothing() {
    for device in all_devices() {
        let x = upload(&device, &[3.0, 4.0]);
        let table = Table::new(&[("x", &x)]).unwrap();
        let mask = |condition: &Condition| table.select(condition).unwrap().mask().unwrap().read().unwrap();
        let all = Condition::all();
        assert_eq!((mask(&all), all.to_string()), (vec![1.0, 1.0], "always".to_owned()));
        let none = all.not().unwrap();
        assert_eq!((mask(&none), none.to_string()), (vec![0.0, 0.0], "never".to_owned()));
        assert_eq!(mask(&none.clone().and(Condition::range("x", 3.0, 3.0)).unwrap()), [0.0, 0.0]);
        assert_eq!(mask(&none.or(Condition::range("x", 3.0, 3.0)).unwrap()), [1.0, 0.0]);
    }
}

#[test]
fn as_many_clauses_as_a_stencil_counts() {
    for device in [Device::emulated(Chip::None).unwrap()].into_iter().chain(crate::support::devices()) {
        let numbers = whole(300, 300, 5);
        let x = upload(&device, &numbers);
        let table = Table::new(&[("x", &x)]).unwrap();
        let mut condition = Condition::all();
        for k in 0..255 {
            condition = condition.and(Condition::compare("x", Compare::NotEqual, k as f32)).unwrap();
        }
        let mask = table.select(&condition).unwrap().mask().unwrap().read().unwrap();
        let wanted: Vec<f32> = numbers.iter().map(|x| f32::from(u8::from(*x >= 255.0))).collect();
        assert_eq!(mask, wanted, "{device:?}");
        assert!(holds(&condition, &|_| 255.0) && !holds(&condition, &|_| 254.0));
    }
}

#[test]
fn a_comparison_takes_a_copy_and_a_quad() {
    for device in all_devices() {
        let (x, y) = (upload(&device, &whole(10, 100, 1)), upload(&device, &whole(10, 100, 2)));
        let table = Table::new(&[("x", &x), ("y", &y)]).unwrap();
        let passes = |text: &str| {
            let (found, trace) = device.traced(|| table.select_where(text).map(|_| ()));
            found.unwrap();
            trace.passes().count()
        };
        assert_eq!(passes("x < 10"), 2);
        assert_eq!(passes("x < 10 and y > 70.5"), 4);
        assert_eq!(passes("x < y and x != y"), 3);
        // The same upper half of the constants: the copy is still there.
        assert_eq!(passes("x > 10 and x != 10 and (x = 10 or x = 10)"), 5);
        assert_eq!(passes("x > 10 or y > 10 or x > 10"), 6);
        let mut found = table.select_where("x < 90").unwrap();
        let (mask, trace) = device.traced(|| found.mask());
        assert_eq!((mask.unwrap().len(), trace.passes().count()), (10, 2));
        let (any, trace) = device.traced(|| found.any());
        assert_eq!((any.unwrap(), trace.passes().count()), (true, 1));
    }
}
