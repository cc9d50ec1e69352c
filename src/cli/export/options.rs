//! The options of what is exported. Each primitive takes its own of them.

use clap::{Args, ValueEnum};

use brooklet::catalog::Methods;
use brooklet::{Operator, Value};

use crate::cli::argsort::parse_range;
use crate::cli::bindings::{Numbers, parse_constant};
use crate::cli::usage;

/// The options of the primitives, of map and of kernels. Without those that say something else, they are as in the command of that name.
#[derive(Args)]
#[command(next_help_heading = "Options of what is exported")]
pub struct Options {
    /// The method [default: the fastest on GPUs that reads nothing back]
    #[arg(long, value_name = "METHOD")]
    pub method: Option<String>,
    /// reduce, scan, segmented-scan, group, put: the operator [default: sum; put: the last value stays]
    #[arg(long)]
    pub op: Option<Op>,
    /// reduce, scan, sort, argsort, top, quantile: take each line along this axis by itself; --shape has the extents
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub axis: Option<i32>,
    /// scan: combine only the elements before each one
    #[arg(long)]
    pub exclusive: bool,
    /// sort, argsort: the largest first
    #[arg(long)]
    pub descending: bool,
    /// sort: keep the order of equal keys
    #[arg(long)]
    pub stable: bool,
    /// sort: an input of values that move with their keys
    #[arg(long)]
    pub values: bool,
    /// argsort: compare keys by this many bits
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=24), allow_negative_numbers = true)]
    pub bits: Option<u32>,
    /// argsort: the range that --bits divides, for integers 0,2^N [default: from the smallest to the largest key, found by passes];
    /// histogram: that of the bins
    #[arg(long, value_name = "A,B", value_parser = parse_range, allow_hyphen_values = true)]
    pub range: Option<(f32, f32)>,
    /// filter: which records to keep [default: those that are not +inf]
    #[arg(long, value_name = "EXPRESSION", allow_hyphen_values = true)]
    pub keep: Option<String>,
    /// filter: the kept records first, and all others behind them
    #[arg(long)]
    pub partition: bool,
    /// search: find the first element that is greater than the query
    #[arg(long)]
    pub upper: bool,
    /// histogram: the number of bins
    #[arg(long, value_name = "N")]
    pub bins: Option<usize>,
    /// histogram: an input of weights to sum
    #[arg(long)]
    pub weights: bool,
    /// top: how many elements [default: 10]
    #[arg(short, value_name = "K")]
    pub k: Option<usize>,
    /// top: the smallest elements
    #[arg(long)]
    pub smallest: bool,
    /// random: the seed
    #[arg(long, value_name = "N", allow_negative_numbers = true)]
    pub seed: Option<u64>,
    /// random: normal numbers, of mean 0 and standard deviation 1
    #[arg(long)]
    pub normal: bool,
    /// map: an input, and its type if that is not float: -i x -i v=vec3 (repeatable)
    #[arg(short, long = "input", value_name = "NAME[=TYPE]")]
    pub inputs: Vec<String>,
    /// map, kernels: the value of a constant, which the host may change (repeatable)
    #[arg(short, long = "constant", value_name = "NAME=NUMBER[,..]", value_parser = parse_constant)]
    pub constants: Vec<(String, Numbers)>,
}

/// The operators.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Op {
    Sum,
    Product,
    Max,
    Min,
    /// reduce alone
    Mean,
    /// reduce alone
    Argmax,
    /// reduce alone
    Argmin,
}

impl Op {
    /// Returns the operator that combines two elements. Ends the program for what is none.
    pub fn operator(self, of: &str) -> Operator<f32> {
        match self {
            Op::Sum => Operator::sum(),
            Op::Product => Operator::product(),
            Op::Max => Operator::max(),
            Op::Min => Operator::min(),
            Op::Mean | Op::Argmax | Op::Argmin => {
                let name = self.name();
                usage("export", format!("{of} has no operator {name}; it has sum, product, max and min"))
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Op::Sum => "sum",
            Op::Product => "product",
            Op::Max => "max",
            Op::Min => "min",
            Op::Mean => "mean",
            Op::Argmax => "argmax",
            Op::Argmin => "argmin",
        }
    }
}

impl Options {
    /// Returns the options that are given, each with its name and its words on the command line.
    fn given(&self) -> Vec<(&'static str, Vec<String>)> {
        let flag = |name: &'static str, given: bool| given.then(|| (name, vec![format!("--{name}")]));
        let value = |name: &'static str, value: Option<String>| {
            let dashes = if name.len() == 1 { "-" } else { "--" };
            value.map(|value| (name, vec![format!("{dashes}{name}"), value]))
        };
        let mut all = vec![
            value("method", self.method.clone()),
            value("op", self.op.map(|op| op.name().to_owned())),
            value("axis", self.axis.map(|axis| axis.to_string())),
            flag("exclusive", self.exclusive),
            flag("descending", self.descending),
            flag("stable", self.stable),
            flag("values", self.values),
            value("bits", self.bits.map(|bits| bits.to_string())),
            value("range", self.range.map(|(from, to)| format!("{from:?},{to:?}"))),
            value("keep", self.keep.clone()),
            flag("partition", self.partition),
            flag("upper", self.upper),
            value("bins", self.bins.map(|bins| bins.to_string())),
            flag("weights", self.weights),
            value("k", self.k.map(|k| k.to_string())),
            flag("smallest", self.smallest),
            value("seed", self.seed.map(|seed| seed.to_string())),
            flag("normal", self.normal),
        ];
        all.extend(self.inputs.iter().map(|input| Some(("input", vec!["-i".to_owned(), input.clone()]))));
        let constant = |(name, numbers): &(String, Numbers)| {
            Some(("constant", vec!["-c".to_owned(), format!("{name}={}", written(numbers.value))]))
        };
        all.extend(self.constants.iter().map(constant));
        all.into_iter().flatten().collect()
    }

    /// Returns the given options as words of the command line.
    pub fn words(&self) -> Vec<String> {
        self.given().into_iter().flat_map(|(_, words)| words).collect()
    }

    /// Ends the program with a usage error if an option is given that is not one of these.
    pub fn check(&self, of: &str, allowed: &[&str]) {
        if let Some((_, words)) = self.given().into_iter().find(|(name, _)| !allowed.contains(name)) {
            let dashes = |name: &&str| if name.len() == 1 { format!("-{name}") } else { format!("--{name}") };
            let all: Vec<String> = allowed.iter().map(dashes).collect();
            let has = if all.is_empty() { "none".to_owned() } else { all.join(", ") };
            usage("export", format!("`{}` is no option of {of}; its options are {has}", words[0]));
        }
    }

    /// Returns the method that is named. Ends the program if there is none of this name.
    pub fn method<M: Methods>(&self, of: &str) -> Option<M> {
        let name = self.method.as_deref()?;
        Some(M::named(name).unwrap_or_else(|| {
            let names: Vec<&str> = M::TABLE.iter().map(|method| method.name).collect();
            usage("export", format!("{of} has no method `{name}`; it has {}", names.join(", ")))
        }))
    }

    /// Returns the operator.
    pub fn operator(&self, of: &str) -> Operator<f32> {
        self.op.unwrap_or(Op::Sum).operator(of)
    }
}

/// Returns a value as the command line has it.
fn written(value: Value) -> String {
    let join = |numbers: &[f32]| numbers.iter().map(|x| x.to_string()).collect::<Vec<_>>().join(",");
    match value {
        Value::Float(x) => x.to_string(),
        Value::Vec2(all) => join(&all),
        Value::Vec3(all) => join(&all),
        Value::Vec4(all) => join(&all),
        Value::Index(index) => index.to_string(),
        Value::Bool(is) => u8::from(is).to_string(),
    }
}
