//! Files of every kind: where they go, what is no file, and that no bytes cause a panic.
use crate::support;

use std::fs;
use std::path::Path;

use brooklet::io::{Error, Loaded, check_output, read, write, write_beside};
use proptest::prelude::*;
use support::*;

#[test]
fn what_is_no_file_is_refused() {
    let place = Place::new();
    let message = |path: &Path| read(path).unwrap_err().to_string();
    for kind in KINDS {
        let name = format!("a.{kind}");
        assert_eq!(parse(&name, "").unwrap_err(), format!("{name} is empty (0 bytes)"));
        let path = place.path(&name);
        assert!(message(&path).contains("No such file"), "{}", message(&path));
        fs::create_dir(&path).unwrap();
        assert!(message(&path).ends_with("is a directory: give the path of a file"));
        assert!(check_output(&path).unwrap_err().to_string().ends_with("is a directory: give the path of a file"));
        let error = write(&path, &array(&[1, 1], 1, [0.0])).unwrap_err().to_string();
        assert!(error.ends_with("is a directory: give the path of a file"), "{error}");
    }
    let known = "use .npy, .npz, .csv, .f32, .hdr, .png or .jpg";
    assert_eq!(message(Path::new("a.TXT")), format!("a.TXT has the unknown extension .txt: {known}"));
    assert_eq!(message(Path::new(".npy")), format!(".npy has no extension to tell its kind: {known}"));
    assert!(matches!(check_output(Path::new("a")), Err(Error::Extension { .. })));
    assert!(matches!(write(Path::new("a"), &array(&[1], 1, [0.0])), Err(Error::Extension { .. })));
}

#[test]
fn arrays_that_contradict_themselves_are_refused() {
    for kind in KINDS {
        for wrong in [
            array(&[], 1, [0.0]),
            array(&[1; 5], 1, [0.0]),
            array(&[1], 0, []),
            array(&[1], 5, [0.0; 5]),
            array(&[3], 1, [0.0]),
            array(&[usize::MAX, 2], 1, [0.0]),
        ] {
            assert!(
                put(&format!("a.{kind}"), &wrong).unwrap_err().starts_with(&format!("cannot write a.{kind}: its "))
            );
        }
    }
}

// ---- output

#[test]
fn missing_directories_are_named() {
    let place = Place::new();
    place.file("plain", "x");
    let one = array(&[1], 1, [0.0]);
    for (path, why) in
        [(place.path("none/a.npy"), "does not exist: "), (place.path("plain/a.npy"), "is not a directory: ")]
    {
        let directory = path.parent().unwrap().display().to_string();
        for error in [check_output(&path).unwrap_err(), write(&path, &one).unwrap_err()] {
            let message = error.to_string();
            assert!(message.contains(&format!(" {directory} {why}")), "{message}");
        }
    }
    check_output(&place.path("a.npy")).unwrap();
    assert_eq!(place.names(), ["plain"], "asking leaves nothing behind");
}

#[test]
fn a_failure_leaves_the_old_file() {
    let place = Place::new();
    let path = place.file("a.json", "old");
    let error = write_beside(&path, |file| {
        file.write_all(&[b'x'; 1 << 20])?;
        Err(std::io::Error::other("the well ran dry"))
    });
    assert_eq!(error.unwrap_err().to_string(), format!("cannot write {}: the well ran dry", path.display()));
    assert_eq!(fs::read(&path).unwrap(), b"old");
    assert_eq!(place.names(), ["a.json"]);
    write_beside(&path, |file| file.write_all(b"new")).unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(place.names(), ["a.json"]);
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
    use std::process::Command;

    use super::*;

    #[test]
    fn permissions_are_those_of_any_new_file_or_of_the_old_one() {
        let place = Place::new();
        let usual = fs::metadata(place.file("usual", "")).unwrap().mode();
        let path = place.path("a.npy");
        write(&path, &array(&[1], 1, [0.0])).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode(), usual);
        fs::set_permissions(&path, PermissionsExt::from_mode(0o600)).unwrap();
        write(&path, &array(&[1], 1, [0.0])).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().mode() & 0o777, 0o600);
    }

    #[test]
    fn links_are_followed() {
        let place = Place::new();
        fs::create_dir(place.path("far")).unwrap();
        place.file("far/old.npy", "old");
        for name in ["old.npy", "new.npy"] {
            let link = place.path(&format!("link-{name}"));
            symlink(format!("far/{name}"), &link).unwrap();
            check_output(&link).unwrap();
            write(&link, &array(&[1], 1, [7.0])).unwrap();
            assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
            assert_eq!(read(&place.path(&format!("far/{name}"))).unwrap().array.data, [7.0]);
        }
        let circle = place.path("circle.npy");
        symlink("circle.npy", &circle).unwrap();
        for error in [check_output(&circle).unwrap_err(), write(&circle, &array(&[1], 1, [0.0])).unwrap_err()] {
            assert!(error.to_string().contains("Too many levels of symbolic links"), "{error}");
        }
        symlink("none/a.npy", place.path("nowhere.npy")).unwrap();
        assert!(matches!(check_output(&place.path("nowhere.npy")), Err(Error::Place { .. })));
        assert_eq!(place.names(), ["circle.npy", "far", "link-new.npy", "link-old.npy", "nowhere.npy"]);
    }

    #[test]
    fn a_full_device_is_an_error() {
        let place = Place::new();
        for (kind, count) in KINDS.iter().flat_map(|kind| [(kind, 1), (kind, 1 << 17)]) {
            let path = place.path(&format!("{count}.{kind}"));
            symlink("/dev/full", &path).unwrap();
            check_output(&path).unwrap();
            let shape: &[usize] = if matches!(*kind, "hdr" | "png") { &[1, count] } else { &[count] };
            let error = write(&path, &array(shape, 1, vec![0.5; count])).unwrap_err().to_string();
            assert!(error.contains("No space left on device"), "{error}");
        }
        let error = write_beside(Path::new("/dev/full"), |file| file.write_all(b"{}")).unwrap_err().to_string();
        assert!(error.contains("No space left on device"), "{error}");
        write_beside(Path::new("/dev/null"), |file| file.write_all(b"{}")).unwrap();
    }

    #[test]
    fn pipes_are_written_straight_and_never_read() {
        let place = Place::new();
        let path = place.path("pipe.npy");
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        let message = read(&path).unwrap_err().to_string();
        assert!(message.ends_with("save its contents as a file first, or read it as stdin (- < FILE)"), "{message}");
        check_output(&path).unwrap();
        let reader = std::thread::spawn({
            let path = path.clone();
            move || fs::read(path).unwrap()
        });
        write(&path, &array(&[3], 1, ramp(3))).unwrap();
        assert_eq!(parsed("a.npy", reader.join().unwrap()).data, ramp(3));
        assert_eq!(place.names(), ["pipe.npy"]);
        let message = read(Path::new("/dev/stdin")).unwrap_err().to_string();
        assert!(message.contains("/dev/stdin"), "{message}");
    }
}

// ---- whatever the bytes

/// A change to a file: cut off, change, insert or repeat something somewhere.
fn damage() -> impl Strategy<Value = (u8, prop::sample::Index, prop::sample::Index, u8)> {
    (0..5_u8, any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<u8>())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn no_bytes_cause_a_panic(kind in 0..KINDS.len(), damages in prop::collection::vec(damage(), 0..6)) {
        let mut bytes = sample(KINDS[kind]);
        for (how, from, to, byte) in damages {
            if bytes.is_empty() {
                break;
            }
            let (from, to) = (from.index(bytes.len()), to.index(bytes.len()));
            match how {
                0 => bytes.truncate(from),
                1 => bytes[from] = byte,
                2 => bytes.insert(from, byte),
                3 => bytes[from] ^= 1 << (byte % 8),
                _ => drop(bytes.splice(from..from, bytes[from.min(to)..to].to_vec())),
            }
        }
        if let Ok(Loaded { array, .. }) = parse(&format!("a.{}", KINDS[kind]), &bytes) {
            prop_assert!((1..=4).contains(&array.shape.len()) && (1..=4).contains(&array.components));
            prop_assert_eq!(array.shape.iter().product::<usize>() * array.components, array.data.len());
        }
    }

    #[test]
    fn any_header_of_an_npy_file_is_read_or_refused(header in "[{'descr: <>fiu1248,ortan_eTusFlhp()\\[\\]0L\"\\\\]{0,80}") {
        drop(parse("a.npy", npy(&header, &[0; 8])));
        drop(parse("a.npy", numpy("<f4", "False", &header, &[0; 8])));
    }

    #[test]
    fn any_pixels_of_a_radiance_file_are_read_or_refused(
        height in 1..4_u32, width in 1..20_u32, data in prop::collection::vec(prop::sample::select(&[0_u8, 1, 2, 8, 128, 130, 255]), 0..200)
    ) {
        let header = format!("#?RADIANCE\n\n-Y {height} +X {width}\n");
        drop(parse("a.hdr", [header.into_bytes(), data].concat()));
    }

    #[test]
    fn any_text_is_a_table_or_an_error(text in "[0-9.,e\\-+\" \r\na-f]{0,60}") {
        drop(parse("a.csv", text));
    }

    #[test]
    fn floats_come_back_bit_for_bit(patterns in prop::collection::vec(any::<u32>(), 1..40), components in 1..5_usize) {
        let data: Vec<f32> = patterns.iter().map(|&pattern| f32::from_bits(pattern)).collect();
        let list = array(&[data.len()], 1, data.clone());
        for kind in ["npy", "f32"] {
            let name = format!("a.{kind}");
            let again = parsed(&name, put(&name, &list).unwrap().0);
            prop_assert_eq!(&again.shape, &list.shape);
            prop_assert_eq!(bits(&again.data), patterns.clone());
        }
        let count = data.len() / components;
        let records = array(&[count], components, &data[..count * components]);
        let again = parsed("a.csv", put("a.csv", &records).unwrap().0);
        if count > 0 {
            prop_assert_eq!((&again.shape, again.components), (&records.shape, components));
        }
        // Text has one NaN only.
        let canonical = |data: &[f32]| data.iter().map(|v| if v.is_nan() { f32::NAN } else { *v }).collect::<Vec<_>>();
        prop_assert_eq!(bits(&canonical(&again.data)), bits(&canonical(&records.data)));
        let again = parsed("a.npy", put("a.npy", &records).unwrap().0);
        prop_assert_eq!(bits(&again.data), bits(&records.data));
    }
}
