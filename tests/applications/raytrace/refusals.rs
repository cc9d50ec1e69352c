//! What is refused, and in which words.

use brooklet::applications::Error;
use brooklet::applications::raytrace::{Light, Method, RaytraceError, Settings, Tracer};
use brooklet::applications::view::Camera;
use brooklet::fragment_program::Chip;
use brooklet::{Device, Mesh, MeshError, Scene};

use crate::support::each_dialect;

fn refused(device: &Device, scene: &Scene, settings: Settings) -> Error {
    Tracer::new(device, scene, settings).err().expect("it is refused")
}

#[test]
fn scenes_that_are_none_are_refused() {
    each_dialect(|device| {
        let cube = Scene::of(Mesh::cube());
        let settings = Settings::of(&cube, 8, 8);
        let error = |scene: &Scene| refused(device, scene, settings.clone());
        assert!(matches!(error(&Scene::default()), Error::Mesh(MeshError::Empty)));
        let mut scene = cube.clone();
        scene.mesh.positions[3][1] = f32::NAN;
        assert!(matches!(error(&scene), Error::Mesh(MeshError::NotFinite { vertex: 3, .. })));
        let mut scene = cube.clone();
        scene.material_of[5] = 1;
        assert_eq!(
            error(&scene).to_string(),
            "triangle 5 uses material 1, but the number of materials is 1 (the first is 0)"
        );
        let mut scene = cube.clone();
        scene.material_of.pop();
        assert_eq!(error(&scene).to_string(), "there are 11 materials for 12 triangles: each triangle needs one");
        let mut scene = cube.clone();
        scene.normals[7] = Some([[f32::INFINITY; 3]; 3]);
        assert_eq!(error(&scene).to_string(), "triangle 7 has a normal that is not finite");
    });
}

#[test]
fn settings_that_make_no_picture_are_refused() {
    each_dialect(|device| {
        let scene = Scene::of(Mesh::cube());
        let good = Settings::of(&scene, 8, 8);
        let said = |settings: Settings| match refused(device, &scene, settings) {
            Error::Raytrace(error) => error.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(said(Settings { width: 0, ..good.clone() }), "a picture of 0 x 8 has no pixel");
        let largest = device.limits().texture;
        let wide = said(Settings { width: largest + 1, ..good.clone() });
        assert!(wide.ends_with(&format!("a texture has at most {largest} x {largest}")), "{wide}");
        assert_eq!(
            said(Settings { samples: 17, ..good.clone() }),
            "17 x 17 rays for each pixel: there must be 1 x 1 to 16 x 16"
        );
        assert_eq!(said(Settings { bounces: 65, ..good.clone() }), "65 bounces are too many: the maximum is 64");
        let light = Light { place: [0.0; 3], colour: [1.0; 3], radius: 0.0 };
        assert_eq!(
            said(Settings { lights: vec![light; 14], ..good.clone() }),
            "14 lights are too many: the maximum is 13"
        );
        let dark = Light { colour: [0.0, f32::NAN, 0.0], ..light };
        assert_eq!(said(Settings { lights: vec![dark], ..good.clone() }), "a light's colour is not finite");
        let camera = Camera { eye: good.camera.look_at, ..good.camera };
        assert!(
            said(Settings { camera, ..good.clone() }).contains("its place and the point that it looks at are the same")
        );
        let camera = Camera { degrees: 180.0, ..good.camera };
        assert!(said(Settings { camera, ..good.clone() }).contains("above 0 and below 180 degrees"));
    });
}

#[test]
fn methods_that_a_chip_lacks_something_for_say_what() {
    let device = Device::emulated(Chip::R300).unwrap();
    let scene = Scene::of(Mesh::cube());
    let settings = Settings { method: Some(Method::Grid), ..Settings::of(&scene, 8, 8) };
    let error = refused(&device, &scene, settings);
    assert!(error.is_missing_feature());
    assert!(matches!(&error, Error::Raytrace(RaytraceError::Lacks { instead: "grid-multipass", .. })), "{error:?}");
    let said = error.to_string();
    assert!(said.starts_with("the method grid needs loops whose end depends on data, which this device ("), "{said}");
}
