//! OpenGL's state that programs read by name, and its values at the start.

/// The names that a state may have, without indices and rows, with their values at the start.
const STATES: [(&str, [f32; 4]); 27] = [
    ("material.ambient", [0.2, 0.2, 0.2, 1.0]),
    ("material.diffuse", [0.8, 0.8, 0.8, 1.0]),
    ("material.specular", [0.0, 0.0, 0.0, 1.0]),
    ("material.emission", [0.0, 0.0, 0.0, 1.0]),
    ("material.shininess", [0.0, 0.0, 0.0, 1.0]),
    ("light.ambient", [0.0, 0.0, 0.0, 1.0]),
    ("light.diffuse", [0.0, 0.0, 0.0, 1.0]),
    ("light.specular", [0.0, 0.0, 0.0, 1.0]),
    ("light.position", [0.0, 0.0, 1.0, 0.0]),
    ("light.attenuation", [1.0, 0.0, 0.0, 0.0]),
    // The cosine of the cutoff, 180 degrees, is last.
    ("light.spot.direction", [0.0, 0.0, -1.0, -1.0]),
    ("light.half", [0.0, 0.0, 1.0, 1.0]),
    ("lightmodel.ambient", [0.2, 0.2, 0.2, 1.0]),
    ("lightmodel.scenecolor", [0.04, 0.04, 0.04, 0.8]),
    ("lightprod.ambient", [0.0, 0.0, 0.0, 1.0]),
    ("lightprod.diffuse", [0.0, 0.0, 0.0, 1.0]),
    ("lightprod.specular", [0.0, 0.0, 0.0, 1.0]),
    ("texenv.color", [0.0; 4]),
    ("fog.color", [0.0; 4]),
    // The density, the start, the end, and the reciprocal of the difference.
    ("fog.params", [1.0, 0.0, 1.0, 1.0]),
    ("depth.range", [0.0, 1.0, 1.0, 0.0]),
    ("matrix.modelview", [0.0; 4]),
    ("matrix.projection", [0.0; 4]),
    ("matrix.mvp", [0.0; 4]),
    ("matrix.texture", [0.0; 4]),
    ("matrix.palette", [0.0; 4]),
    ("matrix.program", [0.0; 4]),
];

/// The names that may have an index, with the number of what there is: the lights that every OpenGL has, its matrices of programs, and as many
/// textures as programs have coordinates.
const INDEXED: [(&str, usize); 6] = [
    ("light.", 8),
    ("lightprod.", 8),
    ("texenv.", 32),
    ("matrix.texture", 32),
    ("matrix.palette", 32),
    ("matrix.program", 8),
];

/// The names that are of the front or the back of a surface.
const SIDED: [&str; 3] = ["material.", "lightprod.", "lightmodel.scenecolor"];

/// A part of OpenGL's state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Its name, without `state.`: `light[0].position`, or `matrix.mvp.row[2]`.
    pub name: String,
}

impl State {
    /// Returns the state of this name, or `None` if there is none. `front` may be left out, and so may the index 0. A matrix needs its row.
    pub fn parse(name: &str) -> Option<State> {
        let name = name.strip_prefix("state.").unwrap_or(name).replace(' ', "");
        let (bare, rest) = STATES.iter().find_map(|(bare, _)| Some((*bare, matched(&name, bare)?)))?;
        let (index, after) = rest;
        let count = INDEXED.iter().find(|(own, _)| bare.starts_with(own)).map(|(_, count)| *count);
        let index = match count {
            Some(count) if index.unwrap_or(0) < count => format!("[{}]", index.unwrap_or(0)),
            None if index.is_none() || index == Some(0) && bare == "matrix.modelview" => String::new(),
            _ => return None,
        };
        let is_matrix = bare.starts_with("matrix.");
        let row = match (is_matrix, after.as_str()) {
            (false, "") => String::new(),
            (false, ".front") if SIDED.iter().any(|own| bare.starts_with(own)) => String::new(),
            (false, ".back") if SIDED.iter().any(|own| bare.starts_with(own)) => after.clone(),
            (true, row) => {
                let transformed = ["", ".inverse", ".transpose", ".invtrans"];
                let (kind, number) = row.split_once(".row[")?;
                let number: usize = number.strip_suffix(']')?.parse().ok()?;
                if !transformed.contains(&kind) || number > 3 {
                    return None;
                }
                row.to_owned()
            }
            _ => return None,
        };
        let mut words = bare.splitn(2, '.');
        let (first, second) = (words.next()?, words.next()?);
        let name = match is_matrix {
            true => format!("{bare}{index}{row}"),
            false => format!("{first}{index}{row}.{second}"),
        };
        Some(State { name })
    }

    /// Returns its value at the start.
    pub fn initial(&self) -> [f32; 4] {
        if let Some((_, row)) = self.name.split_once(".row[") {
            let number = row.trim_end_matches(']').parse::<usize>().unwrap_or(0);
            return std::array::from_fn(|column| f32::from(column == number));
        }
        // The first light is white.
        if ["light[0].diffuse", "light[0].specular"].contains(&self.name.as_str()) {
            return [1.0; 4];
        }
        if self.name == "lightprod[0].diffuse" {
            return [0.8, 0.8, 0.8, 0.8];
        }
        let bare: String = {
            let mut inside = false;
            self.name
                .chars()
                .filter(|letter| {
                    inside = *letter == '[' || inside && *letter != ']';
                    !inside && *letter != ']'
                })
                .collect()
        };
        let bare = bare.replace(".back", "");
        STATES.iter().find(|(own, _)| *own == bare).map_or([0.0; 4], |(_, value)| *value)
    }
}

/// Matches a name with one of the table, whose first word may have an index. Returns the index, and what follows the name.
fn matched(name: &str, bare: &str) -> Option<(Option<usize>, String)> {
    let is_matrix = bare.starts_with("matrix.");
    let split = if is_matrix { bare.len() } else { bare.find('.')? };
    let rest = name.strip_prefix(&bare[..split])?;
    let (index, rest) = match rest.strip_prefix('[') {
        Some(inner) => {
            let (number, rest) = inner.split_once(']')?;
            (Some(number.parse().ok()?), rest)
        }
        None => (None, rest),
    };
    if is_matrix {
        return Some((index, rest.to_owned()));
    }
    // `material.back.diffuse`
    let side = [".front", ".back"].into_iter().find(|side| rest.starts_with(side)).unwrap_or_default();
    (rest[side.len()..] == bare[split..]).then(|| (index, side.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_values_at_the_start() {
        let parsed = |name: &str| State::parse(name).map(|state| (state.name.clone(), state.initial()));
        let is = |name: &str, own: &str, value: [f32; 4]| {
            assert_eq!(parsed(name), Some((own.to_owned(), value)), "{name}");
        };
        is("state.material.diffuse", "material.diffuse", [0.8, 0.8, 0.8, 1.0]);
        is("state.material.front.diffuse", "material.diffuse", [0.8, 0.8, 0.8, 1.0]);
        is("material.back.ambient", "material.back.ambient", [0.2, 0.2, 0.2, 1.0]);
        is("light[0].diffuse", "light[0].diffuse", [1.0; 4]);
        is("light[3].diffuse", "light[3].diffuse", [0.0, 0.0, 0.0, 1.0]);
        is("light[1].spot.direction", "light[1].spot.direction", [0.0, 0.0, -1.0, -1.0]);
        is("lightprod[0].diffuse", "lightprod[0].diffuse", [0.8; 4]);
        is("lightmodel.scenecolor", "lightmodel.scenecolor", [0.04, 0.04, 0.04, 0.8]);
        is("fog.params", "fog.params", [1.0, 0.0, 1.0, 1.0]);
        is("depth.range", "depth.range", [0.0, 1.0, 1.0, 0.0]);
        is("matrix.mvp.row[1]", "matrix.mvp.row[1]", [0.0, 1.0, 0.0, 0.0]);
        is("matrix.texture[2].inverse.row[3]", "matrix.texture[2].inverse.row[3]", [0.0, 0.0, 0.0, 1.0]);
        is("lightprod[1].back.diffuse", "lightprod[1].back.diffuse", [0.0, 0.0, 0.0, 1.0]);
        is("lightmodel.front.scenecolor", "lightmodel.scenecolor", [0.04, 0.04, 0.04, 0.8]);
        for name in ["light.colour", "matrix.mvp", "matrix.mvp.row[4]", "material", "texenv[0]", "fog.params.x"] {
            assert_eq!(parsed(name), None, "{name}");
        }
        // Sides where there are none, and indices beyond what there is.
        for name in [
            "fog.front.color",
            "fog.color.front",
            "light[0].back.diffuse",
            "lightmodel.back.ambient",
            "material.front.back.diffuse",
            "material.diffuse.front",
            "light[8].diffuse",
            "light[99].diffuse",
            "lightprod[8].diffuse",
            "texenv[32].color",
            "matrix.program[8].row[0]",
            "matrix.texture[99999999999999999999].row[0]",
        ] {
            assert_eq!(parsed(name), None, "{name}");
        }
    }
}
