//! Lines of results that are printed.

use std::fmt::Display;

/// A result that is to be printed.
pub struct Printed {
    values: Vec<String>,
    shape: Vec<usize>,
}

impl Printed {
    pub fn new(values: Vec<String>, shape: &[usize]) -> Printed {
        Printed { values, shape: shape.to_vec() }
    }
}

/// Formats results as lines. Values behind keys are printed beside them: a line for each key, whatever its shape.
fn all_lines(printed: Vec<Printed>) -> Vec<String> {
    if let [Printed { values, shape }] = &printed[..] {
        return lines(values, shape);
    }
    let count = printed.first().map_or(0, |keys| keys.values.len());
    let line = |at: usize| {
        let of = |Printed { values, .. }: &Printed| {
            let width = values.len() / count;
            values[at * width..(at + 1) * width].join(",")
        };
        printed.iter().map(of).collect::<Vec<_>>().join(",")
    };
    (0..count).map(line).collect()
}

/// Prints results, if there are any.
pub fn print_all(printed: Vec<Printed>) -> anyhow::Result<()> {
    print(&all_lines(printed))
}

/// Formats values as lines: a line for each row of an array, with commas between its values, or for each value of a list.
pub fn lines<T: Display>(values: impl IntoIterator<Item = T>, shape: &[usize]) -> Vec<String> {
    let columns = if shape.len() > 1 { shape[shape.len() - 1].max(1) } else { 1 };
    let values: Vec<String> = values.into_iter().map(|value| value.to_string()).collect();
    values.chunks(columns).map(|row| row.join(",")).collect()
}

/// Prints the lines of a result.
pub fn print(lines: &[String]) -> anyhow::Result<()> {
    if lines.is_empty() { Ok(()) } else { super::print(lines.join("\n")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn printed(values: &[&str], shape: &[usize]) -> Printed {
        Printed::new(values.iter().map(ToString::to_string).collect(), shape)
    }

    #[test]
    fn keys_are_followed_by_their_values() {
        let keys = || printed(&["1", "2"], &[1, 2]);
        assert_eq!(all_lines(vec![keys()]), ["1,2"]);
        assert_eq!(all_lines(vec![keys(), printed(&["a", "b"], &[1, 2])]), ["1,a", "2,b"]);
        assert_eq!(all_lines(vec![keys(), printed(&["a", "b", "c", "d"], &[1, 2, 2])]), ["1,a,b", "2,c,d"]);
        assert!(all_lines(vec![printed(&[], &[0]), printed(&[], &[0])]).is_empty());
        assert!(all_lines(vec![]).is_empty());
    }
}
