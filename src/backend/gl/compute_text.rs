//! Writes the complete text of a compute shader from a compute kernel, whose body is in the subset of GLSL that OpenGL 4.3 and ES 3.1
//! share.

use std::fmt::Write;

use crate::backend::{BufferAccess, ComputeModule};
use crate::glsl::Dialect;

/// Returns the text, and the number of lines before the body.
pub(super) fn write(module: &ComputeModule, dialect: Dialect) -> (String, usize) {
    let precise = module.body.iter().any(|line| line.contains("precise "));
    let (version, precision) = match dialect {
        Dialect::Es if precise => ("#version 320 es", ES_PRECISION),
        Dialect::Es => ("#version 310 es", ES_PRECISION),
        _ => ("#version 430 core", ""),
    };
    let ComputeModule { element, threads, .. } = module;
    let mut text = format!(
        "{version}
{precision}layout(local_size_x = {threads}) in;
#define element {element}
#define index int
const int threads = {threads};
int thread() {{ return int(gl_LocalInvocationID.x); }}
int groups() {{ return int(gl_NumWorkGroups.x * gl_NumWorkGroups.y * gl_NumWorkGroups.z); }}
int group() {{
    uvec3 at = gl_WorkGroupID;
    return int((at.z * gl_NumWorkGroups.y + at.y) * gl_NumWorkGroups.x + at.x);
}}
int here() {{ return group() * threads + thread(); }}
void sync() {{ memoryBarrierShared(); barrier(); }}
"
    );
    if module.body.iter().any(|line| line.contains("lane")) {
        text.push_str(pack(element));
    }
    for (binding, buffer) in module.buffers.iter().enumerate() {
        let access = match buffer.access {
            BufferAccess::Read => "readonly ",
            BufferAccess::Write => "writeonly ",
            BufferAccess::ReadWrite => "",
            BufferAccess::Coherent => "coherent ",
        };
        let (ty, name) = (&buffer.ty, &buffer.name);
        let _ = writeln!(text, "layout(std430, binding = {binding}) {access}buffer _of_{name} {{ {ty} {name}[]; }};");
    }
    for name in &module.samplers {
        let _ = writeln!(text, "uniform sampler2D {name};");
    }
    for (ty, name) in &module.constants {
        let _ = writeln!(text, "uniform {ty} {name};");
    }
    let head = text.lines().count();
    for line in &module.body {
        text.extend([line, "\n"]);
    }
    (text, head)
}

/// Returns the definitions of `pack`, the unit of loads: four elements if an element is a single word, otherwise one element.
fn pack(element: &str) -> &'static str {
    match element {
        "float" => {
            "#define pack vec4
const int lanes = 4;
float lane(vec4 p, int k) { return p[k]; }
void put(inout vec4 p, int k, float value) { p[k] = value; }
"
        }
        "uint" => {
            "#define pack uvec4
const int lanes = 4;
uint lane(uvec4 p, int k) { return p[k]; }
void put(inout uvec4 p, int k, uint value) { p[k] = value; }
"
        }
        _ => {
            "#define pack element
const int lanes = 1;
element lane(element p, int k) { return p; }
void put(inout element p, int k, element value) { p = value; }
"
        }
    }
}

/// The precision statements for ES, whose default precisions are too low on phones.
const ES_PRECISION: &str = "precision highp float;\nprecision highp int;\nprecision highp sampler2D;\n";
