//! 3. Table 2 of Harris, measured again.

use crate::compare::chart::{Axis, Chart, Look, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, maybe, size};
use crate::compare::published::{self, HARRIS, HARRIS_ROWS};
use crate::compare::row::Rows;

use super::{cited, lines};

const CPU: (&str, &str) = ("cpu", "serial");
const METHODS: [(&str, &str); 10] = [
    CPU,
    ("cpu", "chunks-rayon"),
    ("compute", "runs"),
    ("compute", "tiles"),
    ("compute", "bank-conflict-free"),
    ("compute", "work-efficient"),
    ("compute", "naive"),
    ("fragment", "hillis-steele"),
    ("fragment", "up-down-sweep"),
    ("fragment", "pyramid"),
];

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    let mut sizes = rows.sizes("scan");
    sizes.extend(HARRIS_ROWS.map(|row| row.n));
    sizes.sort_unstable();
    sizes.dedup();
    let mut speeds = lines(rows, "scan", &METHODS[1..], |row| row.median_ms);
    for series in &mut speeds {
        for point in &mut series.points {
            point.1 = rows.find("scan", CPU.0, CPU.1, point.0 as usize).map_or(f64::NAN, |cpu| cpu.median_ms / point.1);
        }
    }
    let published = |value: fn(&published::HarrisRow) -> &'static str| -> Vec<(f64, f64)> {
        HARRIS_ROWS.iter().filter_map(|row| Some((row.n as f64, published::value(value(row))?))).collect()
    };
    let mut times = lines(rows, "scan", &METHODS, |row| row.median_ms);
    times.push(Series::new("2007: CPU", Look::Published, published(|row| row.cpu_ms)));
    times.push(Series::new("2007: CUDA, 8800 GTX", Look::Published, published(|row| row.gpu_ms)));
    speeds.push(Series::new("2007: CUDA, 8800 GTX", Look::Published, published(|row| row.speed_up)));
    Section {
        title: "3. Prefix sums: Table 2 again".to_owned(),
        blocks: vec![
            Block::Text(
                "A scan gives each place the sum of all elements up to it. One after the other that is n additions; side by \
                 side it takes a trick. Hillis and Steele add from ever farther away: log2 n steps over all elements. The \
                 work-efficient scan goes up and down a tree, with about 2n additions; in shared memory its strides meet in \
                 the same banks, unless gaps are left (bank-conflict-free). Those three are the paper's; today's two leave \
                 most of the additions to invocations that walk along their own elements in registers, of a tile that a \
                 work group loads (for GPUs) or of a run without any shared memory (for drivers on the CPU). Measured scans \
                 are inclusive, of small whole numbers, whose sums are exact; the paper's are exclusive."
                    .to_owned(),
            ),
            cited(HARRIS),
            Block::Text(
                "Look at where a speed-up passes 1: below, the cost of starting anything at all outweighs what is gained."
                    .to_owned(),
            ),
            Block::Table(table(rows, &sizes)),
            Block::Note(
                "One row of the paper prints 8388688 elements; 8388608, which is 2^23, is meant. It is printed as published."
                    .to_owned(),
            ),
            Block::Figure(Chart {
                name: "scan",
                title: "Scan: time by the number of elements".to_owned(),
                x: Axis::log2("elements"),
                y: Axis::log10("ms (lower is better)"),
                series: times,
            }),
            Block::Figure(Chart {
                name: "scan-speedup",
                title: "Scan: how many times faster than one core of the CPU".to_owned(),
                x: Axis::log2("elements"),
                y: Axis::log10("time of the CPU / time (higher is better)"),
                series: speeds,
            }),
        ],
    }
}

fn table(rows: Rows, sizes: &[usize]) -> Table {
    let mut table = Table::new(
        "Milliseconds; in the last two columns, how many times faster the fastest method is than one core of the CPU",
    )
    .group("", ["n"])
    .group("published 2007", ["# elements", "CPU Scan (ms)", "GPU Scan (ms)", "Speedup"])
    .group("today: CPU", ["one core", "all cores"])
    .group("today: compute", ["runs", "tiles", "bank-conflict-free", "work-efficient", "naive"])
    .group("today: fragment", ["Hillis-Steele", "up-down-sweep", "pyramid"])
    .group("today: speed-up over the CPU", ["compute", "fragment"]);
    for &n in sizes {
        let printed = HARRIS_ROWS.iter().find(|row| row.n == n);
        let mut cells = vec![size(n)];
        cells.extend(
            printed.map_or([NONE; 4], |row| [row.elements, row.cpu_ms, row.gpu_ms, row.speed_up]).map(str::to_owned),
        );
        let ms = |family: &str, method: &str| Some(rows.find("scan", family, method, n)?.median_ms);
        cells.extend(METHODS.iter().map(|(family, method)| maybe(ms(family, method))));
        let cpu = ms(CPU.0, CPU.1);
        let best = |family: &str| Some(cpu? / rows.best("scan", family, n)?.median_ms);
        cells.extend([maybe(best("compute")), maybe(best("fragment"))]);
        table.row(cells);
    }
    table
}
