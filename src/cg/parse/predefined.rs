//! The structs that programs of the time used without a definition: the inputs and the results of a fragment program. A program may define its
//! own of these names.

use crate::cg::ast::{Qualifiers, StructItem, VariableItem};
use crate::syntax::Span;
use crate::syntax::ast::Name;

/// The members of the structs: the type of each, its name and its semantic.
type Members = [(&'static str, &'static str, &'static str)];

const RESULTS: &Members = &[("half4", "col", "COLOR"), ("float", "depth", "DEPTH")];
const FLOAT_RESULTS: &Members = &[("float4", "col", "COLOR"), ("float", "depth", "DEPTH")];
const INPUTS: &Members = &[
    ("float4", "WPOS", "WPOS"),
    ("float4", "COL0", "COLOR0"),
    ("float4", "COL1", "COLOR1"),
    ("float4", "FOGC", "FOG"),
    ("float4", "TEX0", "TEXCOORD0"),
    ("float4", "TEX1", "TEXCOORD1"),
    ("float4", "TEX2", "TEXCOORD2"),
    ("float4", "TEX3", "TEXCOORD3"),
    ("float4", "TEX4", "TEXCOORD4"),
    ("float4", "TEX5", "TEXCOORD5"),
    ("float4", "TEX6", "TEXCOORD6"),
    ("float4", "TEX7", "TEXCOORD7"),
];

/// Returns the structs.
pub(super) fn structs() -> Vec<StructItem> {
    let name = |text: &str| Name { text: text.to_owned(), span: Span::default() };
    let member = |&(ty, own, semantic): &(&str, &str, &str)| VariableItem {
        name: name(own),
        ty: name(ty),
        lengths: Vec::new(),
        qualifiers: Qualifiers::default(),
        semantic: Some(name(semantic)),
        value: None,
    };
    let item = |(own, members): (&str, &Members)| StructItem {
        name: name(own),
        is_interface: false,
        implements: None,
        members: members.iter().map(member).collect(),
    };
    [("fragout", RESULTS), ("fragout_float", FLOAT_RESULTS), ("vf30", INPUTS)].map(item).into()
}
