//! Samplers in structs, arrays, global variables and functions.

use super::{codes, compiled};
use crate::backend::Texels;
use crate::cg::{Draw, Options, ParameterKind, Profile, Program};
use crate::fragment_program::Chip;
use crate::syntax::Code;

fn texture(value: f32) -> Texels {
    Texels::new(1, 1, vec![[value; 4]])
}

/// Returns the only colour of a program with these textures, whose texels are all one number.
fn color(text: &str, textures: &[(&str, f32)]) -> f32 {
    let program = compiled(text, &Options::of(Profile::Arbfp1));
    let mut draw = Draw::new(&program, 1, 1);
    for (name, value) in textures {
        draw.texture(name, texture(*value)).unwrap();
    }
    draw.run(Chip::None).unwrap().0[0].texels[0][0]
}

#[test]
fn a_program_reads_as_many_textures_as_there_are_units() {
    let text = |count: usize, read: &[usize]| {
        let textures: String = (0..count).map(|k| format!(", uniform sampler2D t{k}")).collect();
        let sum: Vec<String> = read.iter().map(|k| format!("tex2D(t{k}, at)")).collect();
        format!("float4 main(float2 at : TEXCOORD0{textures}) : COLOR {{ return {}; }}", sum.join(" + "))
    };
    // Of more textures than units, those that are read have one.
    let program = compiled(&text(17, &[16, 3]), &Options::default());
    let found = units(&program);
    assert_eq!((found[3].1, found[16].1, found[15].1), (Some(0), Some(1), None));
    assert_eq!(found.iter().filter(|(_, unit)| unit.is_some()).count(), 16);
    compiled(&text(16, &(0..16).collect::<Vec<_>>()), &Options::default());
    let error =
        crate::cg::compile("many.cg", &text(17, &(0..17).collect::<Vec<_>>()), &Options::default()).unwrap_err();
    assert!(
        error.to_string().contains("this program reads more textures than the 16 that there are image units for"),
        "{error}"
    );
}

fn units(program: &Program) -> Vec<(String, Option<usize>)> {
    let unit = |own: &crate::cg::Parameter| match own.kind {
        ParameterKind::Texture { unit, .. } => Some((own.name.clone(), unit)),
        _ => None,
    };
    program.parameters.iter().filter_map(unit).collect()
}

#[test]
fn they_may_be_global() {
    let main = "float4 main(float2 at : TEXCOORD0) : COLOR {";
    let text = format!("uniform sampler2D image; {main} return tex2D(image, at); }}");
    assert_eq!(color(&text, &[("image", 3.0)]), 3.0);
    let text = format!("sampler2D image : register(s3); {main} return tex2D(image, at); }}");
    assert_eq!(color(&text, &[("image", 3.0)]), 3.0);
    assert_eq!(units(&compiled(&text, &Options::default())), [("image".to_owned(), Some(3))]);
    let text = format!("sampler2D images[2]; {main} return tex2D(images[0], at) + 10 * tex2D(images[1], at); }}");
    assert_eq!(color(&text, &[("images[0]", 3.0), ("images[1]", 4.0)]), 43.0);
    let text = format!(
        "struct Layer {{ sampler2D image; float scale; float4 read(float2 at) {{ return scale * tex2D(image, at); }} }};
        uniform Layer layer; float4 twice(sampler2D image, float2 at) {{ return 2 * tex2D(image, at); }}
        {main} return layer.read(at) + twice(layer.image, at); }}"
    );
    let program = compiled(&text, &Options::default());
    let mut draw = Draw::new(&program, 1, 1);
    draw.texture("layer.image", texture(3.0)).unwrap();
    draw.uniform("layer.scale", &[10.0]).unwrap();
    assert_eq!(draw.run(Chip::None).unwrap().0[0].texels[0][0], 36.0);
}

#[test]
fn a_struct_with_one_changes_by_its_methods() {
    let text = "struct Layer { sampler2D image; float scale; void set(float to) { scale = to; }
            float4 read(float2 at) { return scale * tex2D(image, at); } };
        float4 main(float2 at : TEXCOORD0, uniform sampler2D first) : COLOR {
            Layer layer = {first, 1};
            layer.set(5);
            layer.scale += 1;
            Layer other = layer;
            other.scale = 100;
            layer = layer;
            return layer.read(at);
        }";
    assert_eq!(color(text, &[("first", 2.0)]), 12.0);
    let other = text.replace("layer = layer;", "layer.image = second;").replace("first)", "first, sampler2D second)");
    assert_eq!(codes(&other), [Code::C1060]);
}

#[test]
fn an_index_chooses_among_several() {
    let text = "struct Layer { sampler2D image; float scale; };
        float4 main(float2 at : TEXCOORD0, uniform sampler2D images[5], uniform Layer layers[2]) : COLOR {
        float4 sum = 0; float scale = 1;
        for (int i = 0; i < 5; i++) { sum += scale * tex2D(images[i], at); scale *= 10; }
        for (int k = 0; k < 2; k++) sum += layers[k].scale * tex2D(layers[k].image, at);
        return sum;
    }";
    let program = compiled(text, &Options::default());
    let mut draw = Draw::new(&program, 1, 1);
    for k in 0..5 {
        draw.texture(&format!("images[{k}]"), texture(k as f32 + 1.0)).unwrap();
    }
    for k in 0..2 {
        draw.texture(&format!("layers[{k}].image"), texture(0.125)).unwrap();
        draw.uniform(&format!("layers[{k}].scale"), &[k as f32 + 1.0]).unwrap();
    }
    assert_eq!(draw.run(Chip::None).unwrap().0[0].texels[0][0], 54321.375);
    // The loop is unrolled: each image is read once.
    assert_eq!(program.lower(Some(Chip::R300), &[]).unwrap().counts.tex, 7);
    // An index that only a fragment knows reads all, and chooses.
    let text = "float4 main(float2 at : TEXCOORD0, uniform sampler2D images[3]) : COLOR {
        return tex2D(images[at.x * 4], at); }";
    let textures = [("images[0]", 1.0), ("images[1]", 2.0), ("images[2]", 3.0)];
    assert_eq!(color(text, &textures), 3.0);
    let textures = [("images[0]", 1.0), ("images[1]", 2.0), ("images[2]", 3.0)];
    // So does a call with one of them.
    let text = "float4 f(sampler2D image, out float more) { more = 10; return tex2D(image, 0.5); }
        float4 main(float2 at : TEXCOORD0, uniform sampler2D images[3]) : COLOR {
            float more; return f(images[at.x * 4], more) + more; }";
    assert_eq!(color(text, &textures), 13.0);
    let text = "struct Layer { sampler2D image; float4 read(float2 at) { return tex2D(image, at); } };
        float4 main(float2 at : TEXCOORD0, uniform Layer images[3]) : COLOR {
            float4 sum = 0; for (int i = 0; i < images.length; i++) sum = 10 * sum + images[i].read(at); return sum; }";
    let textures = [("images[0].image", 1.0), ("images[1].image", 2.0), ("images[2].image", 3.0)];
    assert_eq!(color(text, &textures), 123.0);
    assert_eq!(compiled(text, &Options::default()).lower(None, &[]).unwrap().counts.tex, 3);
    // But a variable holds one.
    let text = "float4 main(float2 at : TEXCOORD0, uniform sampler2D images[2]) : COLOR {
        sampler2D one = images[at.x]; return tex2D(one, at); }";
    assert_eq!(codes(text), [Code::C6013]);
}

#[test]
fn mistakes_with_samplers_are_said() {
    let main = "float4 main(float2 at : TEXCOORD0, uniform sampler2D image";
    for (text, code) in [
        (
            format!("sampler2D f(sampler2D a) {{ return a; }} {main}) : COLOR {{ return tex2D(f(image), at); }}"),
            Code::C1016,
        ),
        (format!("{main} : TEXUNIT16) : COLOR {{ return tex2D(image, at); }}"), Code::C5108),
        (format!("{main} : TEXUNIT18446744073709551615) : COLOR {{ return tex2D(image, at); }}"), Code::C5108),
        (
            format!("{main} : TEXUNIT1, uniform samplerRECT other : TEXUNIT1) : COLOR {{ return tex2D(image, at); }}"),
            Code::C5108,
        ),
        (format!("{main}, uniform float a[2] : C1023) : COLOR {{ return tex2D(image, at); }}"), Code::C5108),
        (format!("{main}) : COLOR {{ sampler2D other; return tex2D(other, at); }}"), Code::C7050),
    ] {
        assert_eq!(codes(&text), [code], "{text}");
    }
}
