//! Streams in textures of the owner of a context.

use brooklet::gl::ForeignTexture;
use brooklet::{Device, Layout, primitives, reference};
use glow::HasContext;

use super::owner::{Owner, adopt, owner, turn};
use crate::support;

/// Makes a texture of the owner with texels of four floats, or of one, and filters for which it has no mip levels.
fn texture(owner: &Owner, width: usize, texels: &[f32], channels: usize) -> glow::Texture {
    let gl = &owner.gl;
    let (internal, format) = if channels == 4 { (glow::RGBA32F, glow::RGBA) } else { (glow::R32F, glow::RED) };
    let height = texels.len() / channels / width;
    // SAFETY: the context is current, and the slice has all texels.
    unsafe {
        let texture = gl.create_texture().unwrap();
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        gl.tex_parameter_i32(glow::TEXTURE_2D, glow::TEXTURE_MIN_FILTER, glow::LINEAR_MIPMAP_LINEAR as i32);
        let pixels = glow::PixelUnpackData::Slice(Some(bytemuck::cast_slice(texels)));
        let (width, height) = (width as i32, height as i32);
        gl.tex_image_2d(glow::TEXTURE_2D, 0, internal as i32, width, height, 0, format, glow::FLOAT, pixels);
        gl.bind_texture(glow::TEXTURE_2D, None);
        texture
    }
}

fn check(device: &Device, owner: &Owner, channels: usize, width: usize, count: usize) {
    let layout = if channels == 4 { Layout::Packed } else { Layout::Plain };
    // What is in the last row beyond the stream is not read.
    let rows = count.div_ceil(channels).div_ceil(width);
    let mut texels = support::noise(rows * width * channels, 7);
    texels[count..].fill(f32::NEG_INFINITY);
    let texture = texture(owner, width, &texels, channels);
    let stream = device.borrow_texture::<f32>(ForeignTexture::Named(texture.0), layout, [width, rows], count).unwrap();
    assert_eq!(stream.native_texture(), Some(texture.0.get()));
    let what = format!("{count} elements in rows of {width} texels of {channels}");
    assert!(stream.read().unwrap() == texels[..count], "{what}");
    let sorted = primitives::sort(&stream).unwrap().read().unwrap();
    assert!(sorted == reference::sort(&texels[..count], false), "{what}");
    let doubled: brooklet::Stream<f32> = primitives::map(device, "2 * x").input("x", &stream).run().unwrap();
    assert!(doubled.read().unwrap().iter().zip(&texels).all(|(y, x)| *y == 2.0 * x), "{what}");
    drop((stream, doubled));
    device.trim();
    // SAFETY: the context is current.
    unsafe {
        assert!(owner.gl.is_texture(texture), "the owner keeps its texture");
        owner.gl.delete_texture(texture);
    }
}

#[test]
fn textures_of_the_owner_are_streams() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let device = adopt(&owner);
        for (channels, width, count) in
            [(4, 10, 245), (4, 64, 4096), (4, 1, 3), (1, 7, 30), (1, 32, 1000), (4, 33, 1000)]
        {
            check(&device, &owner, channels, width, count);
        }
        vectors(&device, &owner);
        // SAFETY: the context is current.
        assert_eq!(unsafe { owner.gl.get_error() }, glow::NO_ERROR);
    }
}

/// Reads the texels of a texture as vectors.
fn vectors(device: &Device, owner: &Owner) {
    let texels = support::noise(4 * 5 * 7, 3);
    let texture = texture(owner, 5, &texels, 4);
    let named = || ForeignTexture::Named(texture.0);
    let fours = device.borrow_texture::<[f32; 4]>(named(), Layout::Plain, [5, 7], 33).unwrap();
    assert!(fours.read().unwrap().as_flattened() == &texels[..4 * 33]);
    let sums: brooklet::Stream<f32> = primitives::map(device, "v.x + v.w").input("v", &fours).run().unwrap();
    let wanted = texels.chunks(4).take(33).map(|v| v[0] + v[3]).collect::<Vec<_>>();
    assert_eq!(sums.read().unwrap(), wanted);
    let packed = device.borrow_texture::<[f32; 4]>(named(), Layout::Packed, [5, 7], 33).unwrap_err().to_string();
    assert!(packed.contains("only streams of single numbers (f32 or f16) can be packed"), "{packed}");
    drop((fours, sums));
    device.trim();
    // SAFETY: the context is current.
    unsafe { owner.gl.delete_texture(texture) };
}

#[test]
fn what_is_no_texture_of_a_stream_is_refused() {
    let _turn = turn();
    for dialect in support::dialects() {
        let owner = owner(dialect);
        let device = adopt(&owner);
        let borrow = |name: u32, extents, count| {
            let texture = ForeignTexture::Named(name.try_into().unwrap());
            device.borrow_texture::<f32>(texture, Layout::Packed, extents, count).unwrap_err().to_string()
        };
        assert!(borrow(4321, [4, 1], 16).contains("the context has no texture 4321"), "{}", borrow(4321, [4, 1], 16));
        assert!(borrow(1, [1 << 20, 1], 16).contains("the largest here is"), "{}", borrow(1, [1 << 20, 1], 16));
        assert_eq!(
            borrow(1, [64, 17], 4096),
            "4096 elements, packed in rows of 64 texels, take 16 rows of a texture, and this one has 17: a stream takes all rows, the last at \
             least partly"
        );
        for (extents, count) in [([4, 0], 0), ([0, 4], 16), ([0, 0], 0), ([4, 2], 33), ([4, 2], 16)] {
            assert!(borrow(1, extents, count).contains("a stream takes all rows"), "{extents:?}");
        }
    }
}
