//! Reads of textures.

use super::compiled;
use crate::backend::Texels;
use crate::cg::{Draw, Options, Profile};
use crate::fragment_program::Chip;

fn grid(width: usize, height: usize) -> Texels {
    let texel = |n: usize| [(n % width) as f32, (n / width) as f32, n as f32, 1.0];
    Texels::new(width, height, (0..width * height).map(texel).collect())
}

/// Returns the colour of each fragment of a draw of 4 by 2.
fn drawn(text: &str, profile: Profile, chip: Chip) -> Vec<[f32; 4]> {
    let program = compiled(text, &Options::of(profile));
    let mut draw = Draw::new(&program, 4, 2);
    draw.texture("image", grid(4, 2)).unwrap();
    draw.run(chip).unwrap().0.swap_remove(0).texels
}

#[test]
fn coordinates_default_to_the_texels_that_are_drawn() {
    let rect = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image) : COLOR { return texRECT(image, at); }";
    let two = "float4 main(float2 at : TEXCOORD0, uniform sampler2D image) : COLOR { return tex2D(image, at); }";
    let half = "half4 main(half2 at : TEXCOORD0, uniform texobjRECT image) : COLOR { return h4texRECT(image, at); }";
    for text in [rect, half] {
        for (profile, chip) in [(Profile::Arbfp1, Chip::R300), (Profile::Fp30, Chip::Nv30), (Profile::Fp40, Chip::G70)]
        {
            assert_eq!(drawn(text, profile, chip), grid(4, 2).texels, "{chip}");
        }
    }
    assert_eq!(drawn(two, Profile::Arbfp1, Chip::R420), grid(4, 2).texels);
}

#[test]
fn coordinates_are_divided_by_the_last() {
    for at in ["float3(at * 2, 2)", "float4(at * 2, 7, 2)"] {
        let text = format!(
            "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image) : COLOR {{ return texRECTproj(image, {at}); }}"
        );
        assert_eq!(drawn(&text, Profile::Arbfp1, Chip::R300), grid(4, 2).texels, "{at}");
    }
}

#[test]
fn samplers_pass_through_functions_and_structs() {
    let text = "struct Source { samplerRECT first; float scale; };
        float4 read(samplerRECT from, float2 at) { return texRECT(from, at); }
        float4 both(Source s, samplerRECT other, float2 at) { return read(s.first, at) + s.scale * read(other, at); }
        float4 main(float2 at : TEXCOORD0, uniform Source s, uniform samplerRECT image : TEXUNIT3) : COLOR {
            samplerRECT same = image;
            return both(s, same, at);
        }";
    let program = compiled(text, &Options::default());
    let mut draw = Draw::new(&program, 4, 2);
    draw.texture("s.first", grid(4, 2)).unwrap();
    draw.texture("3", grid(4, 2)).unwrap();
    draw.uniform("s.scale", &[2.0]).unwrap();
    let wanted: Vec<[f32; 4]> = grid(4, 2).texels.iter().map(|texel| texel.map(|x| 3.0 * x)).collect();
    assert_eq!(draw.run(Chip::R300).unwrap().0[0].texels, wanted);
}

#[test]
fn what_is_missing_or_unknown_is_named() {
    let text = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image, uniform float2 scale) : COLOR {
        return texRECT(image, at) * scale.x; }";
    let program = compiled(text, &Options::default());
    let mut draw = Draw::new(&program, 4, 2);
    let said = |error: crate::cg::DrawError| error.to_string();
    assert_eq!(said(draw.run(Chip::R300).unwrap_err()), "uniform `scale` is not given");
    draw.uniform("scale", &[1.0, 1.0]).unwrap();
    assert_eq!(said(draw.run(Chip::R300).unwrap_err()), "texture `image` is not given");
    assert_eq!(said(draw.uniform("scale", &[1.0]).unwrap_err()), "`scale` has 2 numbers, and is given 1");
    assert_eq!(
        said(draw.uniform("scales", &[1.0]).unwrap_err()),
        "the program has no parameter `scales`: did you mean `scale`?"
    );
    assert_eq!(said(draw.uniform("image", &[1.0]).unwrap_err()), "`image` is a texture, and is given numbers");
}

#[test]
fn derivatives_are_differences_within_blocks_of_four_fragments() {
    let text = "float4 main(float2 at : TEXCOORD0, uniform samplerRECT image) : COLOR {
        float4 c = texRECT(image, at);
        return float4(ddx(c.x * c.x), ddy(c.z), ddx(ddy(c.x * c.y)), ddy(c.x * at.y));
    }";
    // x and y of the even column and row.
    let quad = |n: usize| ((n & 2) as f32, (n % 4) as f32);
    let wanted: Vec<[f32; 4]> = (0..8).map(|n| [2.0 * quad(n).0 + 1.0, 4.0, 1.0, quad(n).1]).collect();
    for (profile, chip) in [(Profile::Fp30, Chip::Nv30), (Profile::Fp40, Chip::Nv40)] {
        assert_eq!(drawn(text, profile, chip), wanted, "{chip}");
    }
    assert_eq!(super::codes(text), [crate::syntax::Code::C5201]);
}

#[test]
fn a_texel_at_a_place_that_is_the_same_everywhere() {
    let head = "float4 main(float2 at : TEXCOORD0, uniform float2 place, uniform sampler2D image) : COLOR {";
    for (profile, chip) in [(Profile::Arbfp1, Chip::R300), (Profile::Arbfp1, Chip::R420), (Profile::Fp40, Chip::Nv40)] {
        for body in [
            "return tex2D(image, float2(0.9, 0.25));",
            "return tex2D(image, place);",
            "return tex2D(image, place + 0 * at);",
        ] {
            let program = compiled(&format!("{head} {body} }}"), &Options::of(profile));
            let mut draw = Draw::new(&program, 4, 2);
            draw.texture("image", grid(4, 2)).unwrap();
            draw.uniform("place", &[0.9, 0.25]).unwrap();
            assert_eq!(draw.run(chip).unwrap().0[0].texels, [[3.0, 0.0, 3.0, 1.0]; 8], "{body} on {chip}");
        }
    }
}
