//! `brooklet app collide`: finds the triangles of two meshes that meet.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use brooklet::applications::collide::{Collide as Collision, Contacts, Level, Pose};
use brooklet::io::{self, Integers};
use brooklet::primitives::Filter;

use crate::cli::{Common, usage};

/// Find the triangles of two meshes that meet
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet app collide a.obj b.obj -o pairs.csv
  brooklet app collide a.obj b.obj --rotate 0,0,1,30 --translate 0.5,0,0 -o pairs.csv --table

Writes a line for each pair of triangles that have a point in common: the triangle of a, the triangle of b, from 0, \
sorted. Vertices are rounded to a grid of about a millionth of the meshes' size; what then meets is found exactly: the \
same pairs on every device, those that touch in a point or lie in one plane among them. Triangles without area meet \
nothing. Trees of oriented boxes are walked in unison, level by level: test, filter, double. After Gottschalk et al. \
1996 and Horn, GPU Gems 2 ch. 36.")]
pub struct Collide {
    /// The first mesh, an .obj file
    #[arg(value_name = "A")]
    first: PathBuf,
    /// The second mesh
    #[arg(value_name = "B")]
    second: PathBuf,
    /// Where the pairs go (.csv or .npy)
    #[arg(short, long, value_name = "OUT")]
    output: PathBuf,
    /// Turn the second mesh: around the axis X, Y, Z through the origin, by an angle in degrees
    #[arg(long, value_name = "X,Y,Z,DEGREES", value_parser = doubles::<4>, allow_hyphen_values = true)]
    rotate: Option<[f64; 4]>,
    /// Then move it
    #[arg(long, value_name = "X,Y,Z", value_parser = doubles::<3>, default_value = "0,0,0", hide_default_value = true, allow_hyphen_values = true)]
    translate: [f64; 3],
    /// How pairs are filtered [default: what is fastest on the device]
    #[arg(long, value_enum)]
    method: Option<Method>,
    /// The maximum number of pairs of boxes in a level
    #[arg(long, value_name = "N", default_value_t = 1 << 24)]
    limit: usize,
    /// Print what each level does: pairs of boxes tested, those that overlap and are split, passes; and how many pairs of triangles
    /// were left to test
    #[arg(long)]
    table: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum Method {
    /// Null records are sorted to the end
    StableSort,
    /// A running count of null records, then a search and a gather in one pass: the paper's
    ScanSearchGather,
    /// As scan-search-gather, with a pass for each halving of the search
    ScanSearchGatherMultipass,
    /// A pyramid of counts
    Histopyramid,
}

impl Method {
    fn filter(self) -> Filter {
        match self {
            Method::StableSort => Filter::StableSort,
            Method::ScanSearchGather => Filter::ScanSearchGather,
            Method::ScanSearchGatherMultipass => Filter::ScanSearchGatherMultipass,
            Method::Histopyramid => Filter::HistoPyramid,
        }
    }
}

impl Collide {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.one_stdin("app collide", [self.first.as_path(), &self.second]);
        io::check_integers_output(&self.output)?;
        let pose = match self.rotate {
            None => Pose::translated(self.translate),
            Some([x, y, z, degrees]) => Pose::around([x, y, z], degrees, self.translate)
                .unwrap_or_else(|error| usage("app collide", format!("--rotate: {error}"))),
        };
        let contacts = common.run(&[&self.first, &self.second, &self.output], |session| {
            session.progress.stage(format!("reading {}", self.first.display()));
            let a = io::read_obj(&self.first)?;
            session.progress.stage(format!("reading {}", self.second.display()));
            let b = io::read_obj(&self.second)?;
            session.progress.stage("building the trees");
            let mut collision = Collision::new(&session.device, &a, &b)?.with_limit(self.limit);
            if let Some(method) = self.method {
                collision = collision.with_filter(method.filter());
            }
            let without: usize = collision.trees().iter().map(|tree| tree.without_area().len()).sum();
            match without {
                0 => {}
                1 => session.notes(&["1 triangle has no area on the grid, and meets nothing".into()]),
                _ => session.notes(&[format!("{without} triangles have no area on the grid, and meet nothing")]),
            }
            let mut traversal = collision.start(&pose)?;
            loop {
                let next = traversal.candidates().len();
                session.progress.stage(format!("level {}: {next} pairs of boxes", traversal.levels().len()));
                if traversal.level()?.is_none() {
                    break;
                }
            }
            session.progress.stage("testing triangles");
            let contacts = traversal.contacts()?;
            session.progress.stage(format!("writing {}", self.output.display()));
            let data = contacts.pairs.iter().flatten().map(|triangle| i64::from(*triangle)).collect();
            let integers = Integers { shape: vec![contacts.pairs.len(), 2], data };
            session.place(io::prepare_integers(&self.output, &integers)?);
            Ok(contacts)
        })?;
        if self.table {
            print(&contacts)?;
        }
        Ok(())
    }
}

/// Prints the table of the levels.
fn print(contacts: &Contacts) -> anyhow::Result<()> {
    use std::io::Write;
    let mut table = comfy_table::Table::new();
    table.load_preset(comfy_table::presets::NOTHING);
    table.set_header(["level", "candidates", "split", "passes"]);
    let row = |level: &Level| [level.level, level.candidates, level.nodes, level.passes].map(|n| n.to_string());
    table.add_rows(contacts.levels.iter().map(row));
    table.column_iter_mut().for_each(|column| column.set_cell_alignment(comfy_table::CellAlignment::Right));
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}", table.trim_fmt())?;
    let (tested, pairs, passes) = (contacts.tested, contacts.pairs.len(), contacts.passes);
    writeln!(out, "{tested} pairs of triangles gathered and tested in {passes} passes, {pairs} meet")?;
    Ok(())
}

/// Parses `N` numbers in double precision, separated by commas: `0.5,-1`.
fn doubles<const N: usize>(text: &str) -> Result<[f64; N], String> {
    let wanted = || format!("`{text}` is not {N} numbers with commas between them");
    let finite = |part: &str| part.trim().parse().ok().filter(|x: &f64| x.is_finite()).ok_or_else(wanted);
    let parts: Vec<f64> = text.split(',').map(finite).collect::<Result<_, _>>()?;
    parts.try_into().map_err(|_| wanted())
}
