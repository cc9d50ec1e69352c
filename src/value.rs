//! Values: the constants of kernels, and the uniforms of shaders.

/// The value of a constant or uniform.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Value {
    /// `float`
    Float(f32),
    /// `vec2`
    Vec2([f32; 2]),
    /// `vec3`
    Vec3([f32; 3]),
    /// `vec4`
    Vec4([f32; 4]),
    /// `index`: an int, or a float if the dialect has no integers. Values that reach a backend fit in 32 bits.
    Index(i64),
    /// `bool`
    Bool(bool),
}

macro_rules! value {
    ($($from:ty => $variant:ident($value:ident) $into:expr;)*) => {$(
        impl From<$from> for Value {
            fn from($value: $from) -> Value {
                Value::$variant($into)
            }
        }
    )*};
}
value! {
    f32 => Float(value) value;
    f64 => Float(value) value as f32;
    [f32; 2] => Vec2(value) value;
    [f32; 3] => Vec3(value) value;
    [f32; 4] => Vec4(value) value;
    i32 => Index(value) value as i64;
    u32 => Index(value) value as i64;
    usize => Index(value) i64::try_from(value).unwrap_or(i64::MAX);
    bool => Bool(value) value;
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        match self {
            Value::Float(value) => write!(f, "the float {value:?}"),
            Value::Vec2(value) => write!(f, "the vec2 {value:?}"),
            Value::Vec3(value) => write!(f, "the vec3 {value:?}"),
            Value::Vec4(value) => write!(f, "the vec4 {value:?}"),
            Value::Index(value) => write!(f, "the integer {value}"),
            Value::Bool(value) => write!(f, "the bool {value}"),
        }
    }
}
