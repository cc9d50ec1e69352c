//! 9. Brook's figure 3: applications in Brook and by hand, compared with the CPU.

use crate::Class;
use crate::compare::chart::{Axis, Chart, Look, Scale, Series};
use crate::compare::document::{Block, Section, Table};
use crate::compare::measured::Measured;
use crate::compare::number::{NONE, maybe, number, size};
use crate::compare::published::{BROOK_APPLICATIONS, BROOK_APPLICATIONS_ROWS, BROOK_OF_BY_HAND, value};
use crate::compare::row::{Row, Rows};

use super::cited;

/// The applications, as the paper names them, in its order.
const APPLICATIONS: [(&str, &str); 5] = [
    ("SAXPY", "app-saxpy"),
    ("SGEMV", "app-sgemv"),
    ("Segment", "app-segment"),
    ("FFT", "app-fft"),
    ("Ray", "app-rays"),
];

/// The minimum share of the speed of a kernel written by hand that counts as "within 20 %" of it.
const NEAR: f64 = 0.8;

/// An application's rows.
struct Application<'a> {
    name: &'static str,
    brook: Option<&'a Row>,
    by_hand: Option<&'a Row>,
    /// The fastest row of all families that run on the GPU.
    fastest: Option<&'a Row>,
    cpu: Option<&'a Row>,
}

impl<'a> Application<'a> {
    fn all(rows: Rows<'a>) -> Vec<Application<'a>> {
        let one = |(name, primitive): (&'static str, &str)| {
            let n = rows.sizes(primitive).last().copied().unwrap_or(0);
            let of = rows.0.iter().filter(|row| row.primitive == primitive && row.n == n && row.family == "fragment");
            let fastest = of.filter(|row| row.method != "copy").min_by(|a, b| a.median_ms.total_cmp(&b.median_ms));
            let find = |method| rows.find(primitive, "fragment", method, n);
            let (brook, by_hand, cpu) = (find("brook"), find("by-hand"), rows.best(primitive, "cpu", n));
            Application { name, brook, by_hand, fastest, cpu }
        };
        APPLICATIONS.map(one).into()
    }

    /// Returns the speed of a row as a multiple of the CPU's.
    fn times_cpu(&self, row: Option<&Row>) -> Option<f64> {
        Some(self.cpu?.median_ms / row?.median_ms).filter(|times| times.is_finite())
    }

    /// Returns the speed of Brook's kernel as a share of that of the kernel written by hand.
    fn of_by_hand(&self) -> Option<f64> {
        Some(self.by_hand?.median_ms / self.brook?.median_ms).filter(|part| part.is_finite())
    }

    fn published(&self) -> Option<&'static str> {
        BROOK_APPLICATIONS_ROWS.iter().find(|(name, _)| *name == self.name).map(|(_, printed)| *printed)
    }
}

pub fn section(measured: &Measured) -> Section {
    let rows = measured.rows();
    let all = Application::all(rows);
    let n = rows.sizes(APPLICATIONS[0].1).last().copied();
    let mut blocks = vec![
        Block::Text(format!(
            "The paper's figure 3 sets five applications side by side, normalised by the CPU: vectors added (SAXPY), a matrix \
             times a vector (SGEMV), a region grown in a picture (Segment), a Fourier transform of four channels (FFT), and \
             a ray tracer (Ray). Here are the same: {} numbers, as many elements of a matrix, pixels, and places of a channel; \
             a 16th as many rays, and 32 triangles. Ray is the paper's three kernels: rays are set up, held against every \
             triangle, and shaded. By Brook and by hand is the same method on the same data; the fastest is the best of this \
             toolkit, with packed texels, several render targets, and all of Ray in one pass. The CPU has all its cores, loops \
             that a compiler vectorises, and rustfft for the transform. As in the paper, times are without the way to the \
             device and back.",
            n.map_or(NONE.to_owned(), size)
        )),
        cited(BROOK_APPLICATIONS),
    ];
    blocks.push(Block::Table(table(&all)));
    blocks.push(Block::Figure(chart(&all)));
    blocks.push(Block::Text(near_by_hand(&all)));
    blocks.push(Block::Text(winners(&all, measured.device.class)));
    Section { title: "9. Brook's figure 3: five applications".to_owned(), blocks }
}

fn table(all: &[Application]) -> Table {
    let mut table = Table::new("How many times as fast as the CPU; more is better")
        .group("", ["application"])
        .group("published 2004", ["Brook"])
        .group("today", ["Brook", "by hand", "fastest", "its method", "Brook by hand = 100 %"])
        .group("ms today", ["Brook", "by hand", "fastest", "CPU"]);
    for one in all {
        let ms = |row: Option<&Row>| maybe(row.map(|row| row.median_ms));
        table.row([
            one.name.to_owned(),
            one.published().unwrap_or(NONE).to_owned(),
            maybe(one.times_cpu(one.brook)),
            maybe(one.times_cpu(one.by_hand)),
            maybe(one.times_cpu(one.fastest)),
            one.fastest.map_or(NONE.to_owned(), |row| row.method.clone()),
            one.of_by_hand().map_or(NONE.to_owned(), percent),
            ms(one.brook),
            ms(one.by_hand),
            ms(one.fastest),
            ms(one.cpu),
        ]);
    }
    table
}

fn chart(all: &[Application]) -> Chart {
    let of = |pick: &dyn Fn(&Application) -> Option<f64>| -> Vec<(f64, f64)> {
        all.iter().enumerate().filter_map(|(at, one)| Some((at as f64, pick(one)?))).collect()
    };
    let names = all.iter().map(|one| one.name.to_owned()).collect();
    Chart {
        name: "figure3",
        title: "Five applications beside the CPU".to_owned(),
        x: Axis { label: "application".to_owned(), scale: Scale::Bars(names) },
        y: Axis::log10("times as fast as the CPU (higher is better)"),
        series: vec![
            Series::new("kernel by hand", Look::Fragment, of(&|one| one.times_cpu(one.by_hand))),
            Series::new("the same by Brook", Look::Fragment, of(&|one| one.times_cpu(one.brook))),
            Series::new("fastest fragment method", Look::Compute, of(&|one| one.times_cpu(one.fastest))),
            Series::new("published 2004: Brook", Look::Published, of(&|one| one.published().and_then(value))),
            Series::new("the CPU, on all cores", Look::Claim, vec![(-0.5, 1.0), (all.len() as f64 - 0.5, 1.0)]),
        ],
    }
}

/// Compares the claim that the compiler costs little speed with the measurements.
fn near_by_hand(all: &[Application]) -> String {
    let parts: Vec<(&str, f64)> = all.iter().filter_map(|one| Some((one.name, one.of_by_hand()?))).collect();
    let published = format!(
        "Published: through DirectX, Brook is within {BROOK_OF_BY_HAND} of the performance of what was written by hand."
    );
    if parts.is_empty() {
        return format!("{published} Here nothing of that was measured.");
    }
    let each: Vec<String> = parts.iter().map(|(name, part)| format!("{name} at {}", percent(*part))).collect();
    let far: Vec<&str> = parts.iter().filter(|(_, part)| *part < NEAR).map(|(name, _)| *name).collect();
    let verdict = match far.as_slice() {
        [] => "All are within 20 %: the claim holds here.".to_owned(),
        far => format!("Not within 20 %: {}. There the claim does not hold here.", far.join(", ")),
    };
    format!("{published} Here, of the speed of the kernel by hand, Brook's ran {}. {verdict}", each.join(", "))
}

/// Writes which applications were faster than on the CPU then, and which are now.
fn winners(all: &[Application], class: Class) -> String {
    let each = |pick: &dyn Fn(&Application) -> Option<f64>, wins: bool| {
        let of = all.iter().filter_map(|one| Some((one.name, pick(one)?))).filter(|(_, times)| (*times > 1.0) == wins);
        let named: Vec<String> = of.map(|(name, times)| format!("{name} ({} times)", number(times))).collect();
        if named.is_empty() { "none".to_owned() } else { named.join(", ") }
    };
    let brook = |one: &Application| one.times_cpu(one.brook);
    let fastest = |one: &Application| one.times_cpu(one.fastest);
    let then = |one: &Application| one.published().and_then(value);
    format!(
        "Published: faster than the CPU of 2004 {}; slower {}. Here by Brook: faster than the CPU {}; slower {}. By the fastest \
         method: faster {}; slower {}.{}",
        each(&then, true),
        each(&then, false),
        each(&brook, true),
        each(&brook, false),
        each(&fastest, true),
        each(&fastest, false),
        match class {
            Class::Hardware => "",
            Class::Software => {
                " This driver draws on the CPU's own cores: it has the arithmetic and the memory of plain Rust, and loses to it \
                 what its fetches cost."
            }
        }
    )
}

fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}
