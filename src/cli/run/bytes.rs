//! Converts whole numbers to the bytes of a field.

use brooklet::Components;
use brooklet::brook::Field;

/// Returns the bytes of a component with this value, or why its type cannot hold the value.
pub fn whole_bytes(field: &Field, value: i64) -> Result<Vec<u8>, String> {
    let size = field.scalar.bytes();
    match field.scalar.range() {
        Some((low, high)) if !(low..=high).contains(&value) => {
            let name = field.scalar.name(Components::One);
            Err(format!("{value}, and `{name}` goes from {low} to {high}"))
        }
        _ => Ok(match size {
            1 => vec![value as u8],
            2 => (value as u16).to_ne_bytes().to_vec(),
            _ => (value as u32).to_ne_bytes().to_vec(),
        }),
    }
}
