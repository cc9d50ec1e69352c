//! Tables without borders.

use comfy_table::{ContentArrangement, Table, presets};

pub(super) fn bare(width: Option<usize>) -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    if let Some(width) = width {
        table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width as u16);
    }
    table
}

pub(super) fn shown(mut table: Table) -> String {
    for column in table.column_iter_mut() {
        column.set_padding((0, 2));
    }
    table.trim_fmt()
}
