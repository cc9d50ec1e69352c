//! Adapters beside each other, a thread each, and streams that are copied from one device to another.

use std::path::Path;
use std::process::Command;
use std::sync::{Barrier, mpsc};

use brooklet::backend::BackendError;
use brooklet::fragment_program::Chip;
use brooklet::{
    Device, DeviceError, Error, Layout, LayoutError, Operator, Shape, Stored, Stream, primitives, reference,
};

use crate::support::{self, SPECIAL, all_dialects, bits, builder, left_out, noise, open_driver};

/// Adds up, sorts and filters on a device, and compares with the reference.
fn check_work(device: &Device, seed: u64) {
    let x = noise(3000 + seed as usize, seed);
    let stream = device.upload(&x).unwrap();
    let max = primitives::reduce(&stream, &Operator::max()).unwrap();
    assert_eq!(max, reference::reduce(&x, &Operator::max()).unwrap());
    assert_eq!(primitives::sort(&stream).unwrap().read().unwrap(), reference::sort(&x, false));
    let squares: Stream<f32> = primitives::map(device, "x * x").input("x", &stream).run().unwrap();
    assert_eq!(squares.read().unwrap(), x.iter().map(|x| x * x).collect::<Vec<_>>());
}

/// The adapters of this machine that a device can be opened on. What a system lists may lack a driver or a permission.
fn usable() -> Vec<usize> {
    let opens = |adapter: &usize| match Device::builder().adapter(*adapter).headless() {
        Ok(_) => true,
        Err(error) => {
            assert!(matches!(error, Error::Backend(_)), "{error}");
            left_out(format!("adapter {adapter}, which no device can be opened on: {error}"));
            false
        }
    };
    support::quick_mesa();
    Device::adapters().unwrap().iter().map(|adapter| adapter.index).filter(opens).collect()
}

#[test]
fn adapters_are_listed_in_their_order_with_names() {
    support::quick_mesa();
    let adapters = Device::adapters().unwrap();
    assert!(!adapters.is_empty());
    for (index, adapter) in adapters.iter().enumerate() {
        assert_eq!(adapter.index, index);
        assert!(!adapter.name.is_empty());
        assert_eq!(adapter.to_string(), format!("{index}: {}", adapter.name));
    }
    for adapter in usable() {
        let device = Device::builder().adapter(adapter).headless().unwrap();
        // One that says that it draws on the CPU does so. Others may, too.
        let on_cpu = device.info().class == brooklet::Class::Software;
        assert!(on_cpu || !adapters[adapter].software, "{adapters:?}: {device:?}");
    }
}

#[test]
fn an_adapter_that_is_not_there_is_named_with_those_that_are() {
    support::quick_mesa();
    for adapter in [Device::adapters().unwrap().len(), 1000, usize::MAX] {
        let error = Device::builder().adapter(adapter).headless().unwrap_err();
        let Error::Backend(BackendError::NoAdapter { index, found }) = &error else { panic!("{error}") };
        assert_eq!((*index, found), (adapter, &Device::adapters().unwrap()));
        let text = error.to_string();
        assert!(text.starts_with(&format!("there is no adapter {adapter}: this machine has ")), "{text}");
        assert!(text.ends_with(&found.last().unwrap().to_string()), "{text}");
    }
}

/// Where there is a GPU, this is the GPU beside llvmpipe.
#[test]
fn all_adapters_compute_beside_each_other() {
    let adapters = usable();
    if adapters.len() == 1 {
        left_out("adapters beside each other: this machine has one, which two threads share");
    }
    let adapters: Vec<usize> = adapters.iter().copied().cycle().take(adapters.len().max(2)).collect();
    // All devices are open before any computes.
    let opened = Barrier::new(adapters.len());
    std::thread::scope(|scope| {
        for (seed, &adapter) in adapters.iter().enumerate() {
            let opened = &opened;
            scope.spawn(move || {
                let device = Device::builder().adapter(adapter).headless();
                opened.wait();
                let device = device.unwrap_or_else(|error| panic!("{error}"));
                for round in 0..3 {
                    check_work(&device, 10 * seed as u64 + round);
                }
            });
        }
    });
}

/// A copy of Mesa's library of EGL is another driver to the system, with an adapter of its own.
#[test]
fn adapters_of_two_drivers_compute_beside_each_other() {
    drop(open_driver(Device::builder()));
    let maps = std::fs::read_to_string("/proc/self/maps").unwrap_or_default();
    let Some(mesa) = maps.split_whitespace().find(|word| word.starts_with('/') && word.contains("libEGL_mesa.so"))
    else {
        left_out("two drivers in one process: EGL is not Mesa's behind libglvnd");
        return;
    };
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("libEGL_copy.so.0");
    std::fs::copy(mesa, &copy).unwrap();
    let vendors = [Path::new(mesa), &copy].map(|library| {
        let vendor = folder.path().join(library.file_name().unwrap()).with_extension("json");
        let library = serde_json::json!({ "library_path": library });
        std::fs::write(&vendor, serde_json::json!({ "file_format_version": "1.0.0", "ICD": library }).to_string())
            .unwrap();
        vendor
    });
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["all_adapters_compute_beside_each_other", "--nocapture"])
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", std::env::join_paths(vendors).unwrap())
        .output()
        .unwrap();
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success() && said.contains("1 passed"), "{}: {said}", output.status);
    assert!(!said.contains("adapters beside each other"), "one adapter, where there are two: {said}");
}

#[test]
fn contexts_of_one_adapter_compute_beside_each_other() {
    support::quick_mesa();
    let dialects = support::dialects();
    let opened = Barrier::new(4);
    std::thread::scope(|scope| {
        for seed in 0..4 {
            let (opened, dialect) = (&opened, dialects[seed % dialects.len()]);
            scope.spawn(move || {
                let device = builder(dialect).headless();
                opened.wait();
                let device = device.unwrap_or_else(|error| panic!("{error}"));
                for round in 0..3 {
                    check_work(&device, 10 * seed as u64 + round);
                }
            });
        }
    });
}

/// Each thread sorts a part on a device of its own, while the first device merges the parts that are done.
#[test]
fn threads_exchange_elements() {
    let dialect = support::dialects()[0];
    let parts: Vec<Vec<f32>> = (0..3).map(|part| noise(500 + part, part as u64)).collect();
    let (sender, receiver) = mpsc::channel();
    let merged = std::thread::scope(|scope| {
        for part in &parts {
            let sender = sender.clone();
            scope.spawn(move || {
                let device = open_driver(builder(dialect));
                sender.send(primitives::sort(&device.upload(part).unwrap()).unwrap().read().unwrap()).unwrap();
            });
        }
        drop(sender);
        let device = open_driver(builder(dialect));
        let mut merged = device.upload::<f32>(&[]).unwrap();
        for part in receiver {
            merged = primitives::merge(&merged, &device.upload(&part).unwrap()).unwrap();
        }
        merged.read().unwrap()
    });
    assert_eq!(merged, reference::sort(&parts.concat(), false));
}

/// A device of each dialect that has a driver here, and an emulated one.
fn devices() -> Vec<Device> {
    let drivers = all_dialects().into_iter().map(|dialect| open_driver(builder(dialect)));
    drivers.chain([Device::emulated(Chip::None).unwrap()]).collect()
}

/// Copies elements from each device to each, and back to the first.
fn check_copies<T: Stored>(shape: impl Into<Shape>, layout: Layout, elements: &[T]) {
    let (shape, devices) = (shape.into(), devices());
    for (from, to) in devices.iter().flat_map(|from| devices.iter().map(move |to| (from, to))) {
        let x = from.upload_with(shape, layout, elements).unwrap();
        let copy = x.to_device(to).unwrap();
        assert_eq!((copy.shape(), copy.layout()), (shape, layout));
        let same = |stream: &Stream<T>| {
            bytemuck::cast_slice::<T, u8>(&stream.read().unwrap()) == bytemuck::cast_slice::<T, u8>(elements)
        };
        assert!(same(&copy), "{layout} {shape} from {from:?} to {to:?}: {copy:?}");
        // It belongs to the other device, and outlives the first stream.
        drop(x);
        assert!(same(&copy.to_device(from).unwrap()), "{layout} {shape} from {to:?} back to {from:?}");
        assert_eq!(copy.to_layout(layout).unwrap().read().unwrap().len(), elements.len());
    }
}

#[test]
fn a_stream_is_copied_to_another_device_bit_for_bit() {
    for layout in [Layout::Plain, Layout::Packed] {
        check_copies(SPECIAL.len(), layout, &SPECIAL);
        check_copies(0, layout, &[0.0f32; 0]);
        check_copies([7, 0], layout, &[0.0f32; 0]);
        check_copies([3, 5, 7], layout, &noise(105, 1));
        check_copies(1025, layout, &noise(1025, 2));
    }
}

#[test]
fn vectors_and_integers_are_copied_to_another_device() {
    let noise = noise(4 * 130, 3);
    check_copies([13, 10], Layout::Plain, bytemuck::cast_slice::<f32, [f32; 2]>(&noise[..260]));
    check_copies(130, Layout::Plain, bytemuck::cast_slice::<f32, [f32; 3]>(&noise[..390]));
    check_copies([2, 13, 5], Layout::Plain, bytemuck::cast_slice::<f32, [f32; 4]>(&noise));
    check_copies(0, Layout::Plain, &[[0.0f32; 3]; 0]);
    check_copies(4, Layout::Plain, &[i32::MIN, -1, 16_777_217, i32::MAX]);
    check_copies(3, Layout::Plain, &[0, 1u64 << 63, u64::MAX]);
}

#[test]
fn a_copy_is_computed_with_where_it_is() {
    let devices = devices();
    for (from, to) in devices.iter().zip(devices.iter().rev()) {
        let x = noise(300, 4);
        let stream = from.upload(&x).unwrap();
        let sorted = primitives::sort(&stream.to_device(to).unwrap()).unwrap().to_device(from).unwrap();
        let difference = "sorted - x";
        let y: Stream<f32> =
            primitives::map(from, difference).input("sorted", &sorted).input("x", &stream).run().unwrap();
        let expected: Vec<f32> = reference::sort(&x, false).iter().zip(&x).map(|(sorted, x)| sorted - x).collect();
        assert_eq!(bits(&y.read().unwrap()), bits(&expected));
        // Without a copy it is refused.
        let error = primitives::map(to, "x").input("x", &stream).run::<f32>();
        if !std::ptr::eq(from, to) {
            assert!(matches!(error, Err(Error::Device(DeviceError::OtherDevice { .. }))), "{error:?}");
        }
    }
}

#[test]
fn a_copy_that_the_other_device_has_no_room_for_is_its_error() {
    let large = open_driver(builder(support::dialects()[0]));
    let small = Device::builder().largest_texture(8).emulated(Chip::Nv40).unwrap();
    let x = large.upload(&noise(65, 5)).unwrap();
    let Err(Error::Layout(LayoutError::TooLarge { largest: 8, .. })) = x.to_device(&small) else { panic!() };
    let packed = x.to_layout(Layout::Packed).unwrap();
    assert_eq!(bits(&packed.to_device(&small).unwrap().read().unwrap()), bits(&x.read().unwrap()));
    // A chip of 2004 takes denormals for zeros, whoever uploads them.
    let tiny = large.upload(&[1.0e-40, -1.0e-40]).unwrap().to_device(&small).unwrap().read().unwrap();
    assert_eq!(bits(&tiny), bits(&small.upload(&[1.0e-40f32, -1.0e-40]).unwrap().read().unwrap()));
}
