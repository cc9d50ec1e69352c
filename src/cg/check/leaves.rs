//! Describes the leaves of parameters: the numbers, vectors and textures that programs bind one by one.

use super::Checker;
use crate::cg::parameters::{Order, Parameter, ParameterKind, Row};
use crate::cg::types::{Leaf, Type};

/// A leaf of a parameter.
pub(super) struct DescribedLeaf {
    pub leaf: Leaf,
    pub name: String,
    /// The name of its type.
    pub ty: String,
    pub semantic: Option<String>,
    /// Its number among the leaves that share the semantic.
    pub offset: usize,
    /// The row of a matrix that it is.
    pub row: Option<Row>,
}

impl DescribedLeaf {
    /// Returns the parameter that it is.
    pub fn parameter(self, kind: ParameterKind, index: Option<usize>, order: Order) -> Parameter {
        let base = match self.leaf {
            Leaf::Number(base, _) => Some(base),
            Leaf::Sampler(_) => None,
        };
        let DescribedLeaf { name, ty, semantic, row, .. } = self;
        Parameter { name, ty, semantic, kind, index, row, base, is_unused: false, order }
    }
}

impl Checker<'_> {
    /// Describes each leaf of a parameter.
    pub(super) fn described(&mut self, name: &str, ty: &Type, semantic: Option<&str>) -> Vec<DescribedLeaf> {
        let mut all = Vec::new();
        self.describe(name, ty, semantic, &mut 0, &mut all);
        all
    }

    fn describe(
        &mut self,
        name: &str,
        ty: &Type,
        semantic: Option<&str>,
        offset: &mut usize,
        all: &mut Vec<DescribedLeaf>,
    ) {
        match ty {
            Type::Array(of, count) => {
                let of = of.clone();
                for k in 0..*count {
                    self.describe(&format!("{name}[{k}]"), &of, semantic, offset, all);
                }
            }
            Type::Struct(number) => {
                let Ok(members) = self.members(*number) else { return };
                for member in members.iter() {
                    let own = member.item.semantic.as_ref().map(|own| own.text.as_str());
                    let inner = format!("{name}.{}", member.item.name.text);
                    match own {
                        Some(_) => self.describe(&inner, &member.ty, own, &mut 0, all),
                        None => self.describe(&inner, &member.ty, semantic, offset, all),
                    }
                }
            }
            _ => {
                let leaf_ty = match ty {
                    Type::Matrix(base, _, columns) => Type::Vector(*base, *columns),
                    other => other.clone(),
                };
                let (written, whole) = (self.type_name(&leaf_ty), self.type_name(ty));
                let names = self.leaf_names(name, ty);
                for (number, (leaf, name)) in self.leaves(ty).into_iter().zip(names).enumerate() {
                    let row = match ty {
                        Type::Matrix(_, rows, _) => Some(Row { of: whole.clone(), number, rows: usize::from(*rows) }),
                        _ => None,
                    };
                    let semantic = semantic.map(str::to_owned);
                    all.push(DescribedLeaf { leaf, name, ty: written.clone(), semantic, offset: *offset, row });
                    *offset += 1;
                }
            }
        }
    }
}
