//! What a kernel takes and gives, as its text declares it: a driver forgets what it optimises away.

use crate::glsl::dialect;
use crate::texel::Components;
use crate::value::Value;

use super::token::{Kind, Token};

/// The inputs, constants and outputs of a kernel, in the order of their declarations.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Interface {
    /// The streams it reads.
    pub inputs: Vec<Port>,
    /// The numbers that are the same for all elements.
    pub constants: Vec<Constant>,
    /// The streams it writes.
    pub outputs: Vec<Port>,
}

/// A stream that a kernel reads or writes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Port {
    /// Its name.
    pub name: String,
    /// Its element type.
    pub components: Components,
}

/// A constant of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Constant {
    /// Its name.
    pub name: String,
    /// Its type.
    pub ty: Type,
}

/// The type of a constant.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `float` to `vec4`.
    Float(Components),
    /// `index`
    Index,
    /// `bool`
    Bool,
}

impl Type {
    /// As kernels write it.
    pub fn glsl(self) -> &'static str {
        match self {
            Type::Float(components) => components.glsl(),
            Type::Index => "index",
            Type::Bool => "bool",
        }
    }

    /// `value` as this type, where it is one: an integer will do for a float that holds it exactly.
    pub(crate) fn accept(self, value: Value) -> Option<Value> {
        match (self, value) {
            (Type::Float(Components::One), Value::Float(_)) => Some(value),
            (Type::Float(Components::One), Value::Index(i)) => {
                ((i as f32) as i128 == i as i128).then_some(Value::Float(i as f32))
            }
            (Type::Float(Components::Two), Value::Vec2(_))
            | (Type::Float(Components::Three), Value::Vec3(_))
            | (Type::Float(Components::Four), Value::Vec4(_))
            | (Type::Bool, Value::Bool(_)) => Some(value),
            (Type::Index, Value::Index(i)) => i32::try_from(i).is_ok().then_some(value),
            _ => None,
        }
    }
}

/// A declaration found: its tokens reach from `first` to `last`, the semicolon.
pub(super) struct Declaration {
    pub first: usize,
    pub last: usize,
}

/// Something wrong with the tokens `first` to `last`.
pub(super) struct Refusal {
    pub first: usize,
    pub last: usize,
    pub message: String,
    pub help: Option<String>,
}

impl Refusal {
    pub fn new(first: usize, last: usize, message: impl Into<String>) -> Refusal {
        Refusal { first, last, message: message.into(), help: None }
    }

    pub fn help(mut self, help: impl Into<String>) -> Refusal {
        self.help = Some(help.into());
        self
    }
}

/// Finds the declarations among `tokens`.
pub(super) fn read(
    text: &str,
    tokens: &[Token],
    element: Components,
) -> Result<(Interface, Vec<Declaration>), Refusal> {
    let mut interface = Interface::default();
    let mut declarations = Vec::new();
    let mut depth = 0i32;
    let mut at = 0;
    while at < tokens.len() {
        let word = tokens[at].text(text);
        match word {
            "{" | "(" => depth += 1,
            "}" | ")" => depth -= 1,
            "input" | "constant" | "output" => {
                if depth != 0 {
                    return Err(Refusal::new(at, at, format!("`{word}` stands outside functions, at the top")));
                }
                let last = read_one(text, tokens, at, element, &mut interface)?;
                declarations.push(Declaration { first: at, last });
                at = last;
            }
            _ => {}
        }
        at += 1;
    }
    if interface.outputs.is_empty() {
        let help = "declare one: `output float result;`";
        let last = tokens.len().saturating_sub(1);
        return Err(Refusal::new(last, last, "this kernel has no output").help(help));
    }
    Ok((interface, declarations))
}

fn read_one(
    text: &str,
    tokens: &[Token],
    at: usize,
    element: Components,
    interface: &mut Interface,
) -> Result<usize, Refusal> {
    let role = tokens[at].text(text);
    let word = |index: usize| tokens.get(index).map_or("", |token| token.text(text));
    let end = |index: usize| index.min(tokens.len() - 1);
    let stream = role != "constant";
    let ty = match word(at + 1) {
        "float" => Type::Float(Components::One),
        "vec2" => Type::Float(Components::Two),
        "vec3" => Type::Float(Components::Three),
        "vec4" => Type::Float(Components::Four),
        "element" => Type::Float(element),
        "index" if !stream => Type::Index,
        "bool" if !stream => Type::Bool,
        other => {
            let kinds = if stream { "" } else { ", index or bool" };
            let message = format!("`{other}` is no type of {}", if stream { "a stream" } else { "a constant" });
            let help = format!("there is float, vec2, vec3, vec4, element{kinds}");
            return Err(Refusal::new(end(at + 1), end(at + 1), message).help(help));
        }
    };
    let mut next = at + 2;
    loop {
        let name = word(next);
        let named = end(next);
        if tokens.get(next).is_none_or(|token| token.kind != Kind::Word) {
            return Err(Refusal::new(named, named, format!("here goes the name of the {role}")));
        }
        if let Some(why) = dialect::refuse_name(name) {
            return Err(Refusal::new(named, named, format!("`{name}` cannot be the name of the {role}")).help(why));
        }
        let taken = interface.inputs.iter().chain(&interface.outputs).any(|port| port.name == name)
            || interface.constants.iter().any(|constant| constant.name == name);
        if taken {
            return Err(Refusal::new(named, named, format!("`{name}` is declared twice")));
        }
        let name = name.to_owned();
        match (role, ty) {
            ("input", Type::Float(components)) => interface.inputs.push(Port { name, components }),
            ("output", Type::Float(components)) => interface.outputs.push(Port { name, components }),
            _ => interface.constants.push(Constant { name, ty }),
        }
        match word(next + 1) {
            ";" => return Ok(next + 1),
            "," => next += 2,
            _ => {
                return Err(Refusal::new(named, named, format!("a `;` is missing after this {role}")));
            }
        }
    }
}
