//! Writes numbers and whole manifests as JSON that people read: what fits a line is on one.

use serde_json::{Map, Value};

/// The maximum length of a line.
const LINE: usize = 120;

/// Returns a float. JSON has no infinities and no NaN, so these are words, which `Number` of JavaScript and `float` of Python read.
pub(super) fn float(x: f32) -> Value {
    match x {
        _ if x.is_nan() => "NaN".into(),
        f32::INFINITY => "Infinity".into(),
        f32::NEG_INFINITY => "-Infinity".into(),
        // All digits of the float: so it is the same again when a reader takes it for a float64 and rounds that.
        _ => f64::from(x).into(),
    }
}

/// Returns an object of these fields.
pub(super) fn object<const N: usize>(fields: [(&str, Value); N]) -> Value {
    Value::Object(fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect::<Map<_, _>>())
}

/// Returns the text of a value, which ends with a line break.
pub(super) fn text(value: &Value) -> String {
    let mut text = String::new();
    write(value, 0, 0, &mut text);
    text.push('\n');
    text
}

/// Writes a value that begins in the column `column`, inside of so many others.
fn write(value: &Value, depth: usize, column: usize, text: &mut String) {
    let line = in_a_line(value);
    let (open, close, items): (_, _, Vec<(String, &Value)>) = match value {
        Value::Array(items) => ('[', ']', items.iter().map(|item| (String::new(), item)).collect()),
        Value::Object(fields) => {
            ('{', '}', fields.iter().map(|(name, item)| (format!("{}: ", Value::from(name.as_str())), item)).collect())
        }
        _ => return text.push_str(&line),
    };
    if column + line.len() < LINE || items.is_empty() {
        return text.push_str(&line);
    }
    if items.iter().all(|(name, item)| name.is_empty() && !item.is_array() && !item.is_object()) {
        return write_numbers(&items, depth, text);
    }
    text.push(open);
    let count = items.len();
    for (number, (name, item)) in items.into_iter().enumerate() {
        let indent = 2 * (depth + 1);
        text.push('\n');
        text.extend(std::iter::repeat_n(' ', indent));
        text.push_str(&name);
        write(item, depth + 1, indent + name.len(), text);
        text.push_str(if number + 1 < count { "," } else { "" });
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', 2 * depth));
    text.push(close);
}

/// Writes a long list of numbers, as many as fit on each line.
fn write_numbers(items: &[(String, &Value)], depth: usize, text: &mut String) {
    text.push('[');
    let indent = 2 * (depth + 1);
    let mut column = LINE;
    for (number, (_, item)) in items.iter().enumerate() {
        let item = in_a_line(item);
        if column + item.len() + 2 > LINE {
            text.push('\n');
            text.extend(std::iter::repeat_n(' ', indent));
            column = indent;
        } else {
            text.push(' ');
        }
        text.push_str(&item);
        text.push_str(if number + 1 < items.len() { "," } else { "" });
        column += item.len() + 2;
    }
    text.push('\n');
    text.extend(std::iter::repeat_n(' ', 2 * depth));
    text.push(']');
}

fn in_a_line(value: &Value) -> String {
    match value {
        Value::Array(items) => format!("[{}]", items.iter().map(in_a_line).collect::<Vec<_>>().join(", ")),
        Value::Object(fields) => {
            if fields.is_empty() {
                return "{}".to_owned();
            }
            let field =
                |(name, item): (&String, &Value)| format!("{}: {}", Value::from(name.as_str()), in_a_line(item));
            format!("{{ {} }}", fields.iter().map(field).collect::<Vec<_>>().join(", "))
        }
        // A whole number stays one, as readers expect it.
        Value::Number(number) => match number.as_f64() {
            Some(x) if x == 0.0 && x.is_sign_negative() => "-0.0".to_owned(),
            Some(x) if number.is_f64() && x.fract() == 0.0 && x.abs() < 1e15 => format!("{x:.0}"),
            _ => number.to_string(),
        },
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn short_values_are_on_one_line() {
        let value = json!({ "a": [1, 2.5, float(f32::INFINITY), float(-0.0)], "b": {} });
        assert_eq!(text(&value), "{ \"a\": [1, 2.5, \"Infinity\", -0.0], \"b\": {} }\n");
    }

    #[test]
    fn long_values_are_read_as_they_were() {
        let floats: Vec<Value> = (0..300).map(|i| float(i as f32 * 0.1)).collect();
        let value =
            json!({ "floats": floats.clone(), "objects": [{ "name": "x".repeat(90) }, { "name": "y".repeat(90) }] });
        let text = text(&value);
        assert!(text.lines().all(|line| line.len() <= LINE), "{text}");
        let read: Value = serde_json::from_str(&text).unwrap();
        let bits = |value: &Value| (value.as_f64().unwrap() as f32).to_bits();
        let read_bits: Vec<u32> = read["floats"].as_array().unwrap().iter().map(bits).collect();
        assert!(read_bits.iter().eq(floats.iter().map(bits).collect::<Vec<_>>().iter()));
        assert_eq!(read_bits[7], (7.0 * 0.1f32).to_bits());
        assert_eq!(read["objects"], value["objects"]);
    }
}
