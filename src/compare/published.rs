//! Published results: the papers' numbers with all their digits, and where each is printed. Misprints are kept, and marked as such.

use serde::Serialize;

/// The source of published figures, and the hardware that they were measured on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Source {
    /// The authors and the title.
    pub paper: &'static str,
    /// The table, figure or section.
    pub place: &'static str,
    /// The hardware.
    pub hardware: &'static str,
    /// The year of publication.
    pub year: u32,
}

impl std::fmt::Display for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "{}, {} ({}), on {}", self.paper, self.place, self.year, self.hardware)
    }
}

/// Table 36-1 of Horn: microseconds per record to filter, at seven sizes.
pub const HORN: Source = Source {
    paper: "D. Horn, Stream Reduction Operations for GPGPU Applications, GPU Gems 2 ch. 36",
    place: "Table 36-1",
    hardware: "a GeForce 6800 Ultra and an X800",
    year: 2005,
};

/// The sizes of Table 36-1: 64k to 4096k records.
pub const HORN_RECORDS: [usize; 7] = [1 << 16, 1 << 17, 1 << 18, 1 << 19, 1 << 20, 1 << 21, 1 << 22];

/// A row of Table 36-1.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct HornRow {
    /// The GPU.
    pub hardware: &'static str,
    /// The method, as the table calls it.
    pub method: &'static str,
    /// Microseconds per record, as printed.
    pub us_per_record: [&'static str; 7],
}

/// The rows of Table 36-1.
pub const HORN_ROWS: [HornRow; 4] = [
    HornRow {
        hardware: "6800 Ultra",
        method: "Scan/Search",
        us_per_record: ["0.138", "0.131", "0.158", "0.151", "0.143", "0.167", "0.161"],
    },
    HornRow {
        hardware: "6800 Ultra",
        method: "Bitonic Sort",
        us_per_record: ["1.029", "0.991", "1.219", "1.190", "1.455", "1.593", "1.740"],
    },
    HornRow {
        hardware: "X800",
        method: "Scan/Search",
        us_per_record: ["0.428", "0.267", "0.288", "0.355", "0.182", "0.169", "0.168"],
    },
    HornRow {
        hardware: "X800",
        method: "Bitonic Sort",
        us_per_record: ["0.762", "0.912", "0.968", "1.051", "1.175", "1.269", "1.383"],
    },
];

/// Table 2 of Harris: scans on a CPU and with CUDA.
pub const HARRIS: Source = Source {
    paper: "M. Harris, Parallel Prefix Sum (Scan) with CUDA",
    place: "Table 2",
    hardware: "a GeForce 8800 GTX and one core of an Intel Core Duo Extreme at 2.93 GHz",
    year: 2007,
};

/// A row of Table 2, as printed: elements, CPU ms, GPU ms, speed-up.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct HarrisRow {
    /// The number of elements, as printed. One row has 8388688, a misprint of 2^23 = 8388608.
    pub elements: &'static str,
    /// The correct number of elements.
    pub n: usize,
    /// Milliseconds of the sequential scan.
    pub cpu_ms: &'static str,
    /// Milliseconds of the work-efficient scan without bank conflicts.
    pub gpu_ms: &'static str,
    /// The CPU's time divided by the GPU's.
    pub speed_up: &'static str,
}

const fn harris(
    elements: &'static str,
    n: usize,
    cpu_ms: &'static str,
    gpu_ms: &'static str,
    speed_up: &'static str,
) -> HarrisRow {
    HarrisRow { elements, n, cpu_ms, gpu_ms, speed_up }
}

/// The rows of Table 2.
pub const HARRIS_ROWS: [HarrisRow; 11] = [
    harris("1024", 1 << 10, "0.002231", "0.079492", "0.03"),
    harris("32768", 1 << 15, "0.072663", "0.106159", "0.68"),
    harris("65536", 1 << 16, "0.146326", "0.137006", "1.07"),
    harris("131072", 1 << 17, "0.726429", "0.200257", "3.63"),
    harris("262144", 1 << 18, "1.454742", "0.326900", "4.45"),
    harris("524288", 1 << 19, "2.911067", "0.624104", "4.66"),
    harris("1048576", 1 << 20, "5.900097", "1.118091", "5.28"),
    harris("2097152", 1 << 21, "11.848376", "2.099666", "5.64"),
    harris("4194304", 1 << 22, "23.835931", "4.062923", "5.87"),
    harris("8388688", 1 << 23, "47.390906", "7.987311", "5.93"),
    harris("16777216", 1 << 24, "94.794598", "15.854781", "5.98"),
];

/// Figure 6 of Mahardito et al.: seven reductions.
pub const MAHARDITO: Source = Source {
    paper: "A. Mahardito, A. Suhendra, D. T. Hasta, Optimizing Parallel Reduction in CUDA to Reach GPU Peak Performance",
    place: "figure 6",
    hardware: "a GeForce GT 240 of 54.4 GB/s",
    year: 2010,
};

/// A row of figure 6, as printed. The first kernel has no speed-ups.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct MaharditoRow {
    /// The kernel, as the figure calls it.
    pub kernel: &'static str,
    /// The method, as brooklet calls it.
    pub method: &'static str,
    /// Milliseconds.
    pub ms: &'static str,
    /// The bandwidth.
    pub gb_per_s: &'static str,
    /// The speed-up over the previous kernel.
    pub step: &'static str,
    /// The speed-up over the first kernel.
    pub cumulative: &'static str,
}

const fn mahardito(
    kernel: &'static str,
    method: &'static str,
    ms: &'static str,
    gb_per_s: &'static str,
    step: &'static str,
    cumulative: &'static str,
) -> MaharditoRow {
    MaharditoRow { kernel, method, ms, gb_per_s, step, cumulative }
}

/// The rows of figure 6.
pub const MAHARDITO_ROWS: [MaharditoRow; 7] = [
    mahardito("1: interleaved addressing with divergent branching", "interleaved-divergent", "4.837", "1.3874", "", ""),
    mahardito(
        "2: interleaved addressing with bank conflicts",
        "interleaved-bank-conflicts",
        "2.244",
        "2.9911",
        "2.15",
        "2.15",
    ),
    mahardito("3: sequential addressing", "sequential-addressing", "1.116", "6.0141", "2.01", "4.33"),
    mahardito("4: first add during global load", "first-add-during-load", "0.554", "12.1033", "2.01", "8.73"),
    mahardito("5: unroll last warp", "unroll-last-warp", "0.395", "16.9807", "1.4", "12.24"),
    mahardito("6: completely unrolled", "completely-unrolled", "0.278", "24.1065", "1.4", "17.39"),
    mahardito("7: multiple elements per thread", "multiple-elements", "0.155", "43.3841", "1.8", "31.2"),
];

/// Section 4.3 of Buck et al.: the sum of 2^20 float4.
pub const BROOK: Source = Source {
    paper: "I. Buck et al., Brook for GPUs: Stream Computing on Graphics Hardware",
    place: "section 4.3",
    hardware: "a pre-release GeForce 6800, a Radeon X800 XT Platinum and a Pentium 4 at 3 GHz",
    year: 2004,
};

/// Milliseconds for the sum of 2^20 float4, as printed: the hardware, and the time.
pub const BROOK_ROWS: [(&str, &str); 7] = [
    ("GeForce 6800, DirectX", "2.4"),
    ("X800 XT, DirectX", ".79"),
    ("GeForce 6800, OpenGL", "4.1"),
    ("X800 XT, OpenGL", "1.3"),
    ("Pentium 4, optimised", "14.6"),
    ("GeForce 6800, one pass (simulated)", ".41"),
    ("X800 XT, one pass (simulated)", ".18"),
];

/// Figure 4 and section 5.2 of Buck et al.: the knee of a kernel of 43 multiply-adds.
pub const BROOK_KNEE: Source = Source {
    paper: "I. Buck et al., Brook for GPUs: Stream Computing on Graphics Hardware",
    place: "figure 4 and section 5.2",
    hardware: "a pre-release GeForce 6800 and a Radeon X800 XT Platinum",
    year: 2004,
};

/// Floating-point operations at the knee, as printed.
pub const BROOK_KNEES: [(&str, &str); 2] = [("X800 XT", "750K and 2M"), ("GeForce 6800, OpenGL and DirectX", "650K")];

/// The multiply-adds of figure 4's kernel.
pub const BROOK_MADS: usize = 43;

/// Sections 37.3.1, 37.3.2 and 37.4.2 of Buck and Purcell: a sort, a search, and the slow read-back.
pub const TOOLKIT: Source = Source {
    paper: "I. Buck, T. Purcell, A Toolkit for Computation on GPUs, GPU Gems ch. 37",
    place: "sections 37.3.1, 37.3.2 and 37.4.2",
    hardware: "hardware that the chapter does not name there (its section 37.1 speaks of a GeForce FX 5900 Ultra)",
    year: 2004,
};

/// The chapter's times of the sort and the search, as printed.
pub const TOOLKIT_ROWS: [(&str, &str); 2] =
    [("sort 4096 elements (ms)", "20"), ("search for one element among more than a million (ms)", "less than 1")];

/// Table 1 of Buck et al.: kernels with several outputs, in one pass and in one pass for each output.
pub const BROOK_OUTPUTS: Source = Source {
    paper: "I. Buck et al., Brook for GPUs: Stream Computing on Graphics Hardware",
    place: "Table 1",
    hardware: "a pre-release GeForce 6800, through DirectX",
    year: 2004,
};

/// A row of Table 1, as printed. Instructions are those of all passes together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct BrookOutputs {
    /// The kernel, and the number of outputs of its passes.
    pub program: &'static str,
    /// Texture instructions.
    pub texld: &'static str,
    /// Arithmetic instructions.
    pub arith: &'static str,
    /// The observed rate.
    pub mflops: &'static str,
    /// The slowdown compared with the kernel in one pass. It is empty for that kernel.
    pub slowdown: &'static str,
}

const fn outputs(
    program: &'static str,
    texld: &'static str,
    arith: &'static str,
    mflops: &'static str,
    slowdown: &'static str,
) -> BrookOutputs {
    BrookOutputs { program, texld, arith, mflops, slowdown }
}

/// The rows of Table 1.
pub const BROOK_OUTPUTS_ROWS: [BrookOutputs; 4] = [
    outputs("Mat4Mult4", "8", "16", "3611", ""),
    outputs("Mat4Mult1", "20", "16", "1683", "53%"),
    outputs("Cloth4", "6", "54", "5086", ""),
    outputs("Cloth1", "12", "102", "2666", "47%"),
];

/// Section 5.1 of Buck et al.: the applications of figure 3, whose table is not in the text.
pub const BROOK_APPLICATIONS: Source = Source {
    paper: "I. Buck et al., Brook for GPUs: Stream Computing on Graphics Hardware",
    place: "section 5.1",
    hardware: "a pre-release GeForce 6800, a Radeon X800 XT Platinum and a Pentium 4 at 3 GHz",
    year: 2004,
};

/// The speed of applications as a multiple of the CPU's, as printed. SAXPY and Segment ran on the X800 with DirectX. For the
/// transform, neither the card nor the API is printed.
pub const BROOK_APPLICATIONS_ROWS: [(&str, &str); 3] = [("SAXPY", "7"), ("Segment", "4.7"), ("FFT", ".99")];

/// The speed of Brook as a share of that of kernels written by hand, with DirectX, as printed.
pub const BROOK_OF_BY_HAND: &str = "80%";

/// MFLOPS of FFTW-3 on the CPU, as printed: with and without its blocks.
pub const BROOK_FFTW_MFLOPS: [&str; 2] = ["1224", "204"];

/// Counts of a step of Segment for each element, as printed: floating-point operations, floats read, floats written.
pub const BROOK_SEGMENT: [&str; 3] = ["32", "10", "2"];

/// Bitonic sorts of pairs on GPUs, quoted from memory. The figures were not checked against the papers, so nothing may be based on
/// them.
pub const GPUSORT: Source = Source {
    paper: "bitonic and adaptive bitonic sorts of pairs on GPUs, after N. Govindaraju et al. and A. Gress, G. Zachmann",
    place: "recalled, not read again",
    hardware: "a GeForce 6800 Ultra",
    year: 2006,
};

/// Milliseconds to sort this many pairs: bitonic (GPUSort), adaptive bitonic. From memory.
pub const GPUSORT_ROWS: [(usize, &str, &str); 6] = [
    (1 << 15, "13", "11"),
    (1 << 16, "29", "21"),
    (1 << 17, "63", "45"),
    (1 << 18, "139", "95"),
    (1 << 19, "302", "208"),
    (1 << 20, "658", "479"),
];

/// Returns all published results as JSON.
pub fn to_json() -> serde_json::Value {
    let pairs = |rows: &[(&str, &str)]| -> serde_json::Value {
        rows.iter().map(|(what, value)| serde_json::json!({"what": what, "published": value})).collect()
    };
    serde_json::json!([
        {"source": HORN, "unit": "µs per record", "records": HORN_RECORDS, "rows": HORN_ROWS},
        {"source": HARRIS, "unit": "ms", "rows": HARRIS_ROWS},
        {"source": MAHARDITO, "unit": "ms, GB/s", "rows": MAHARDITO_ROWS},
        {"source": BROOK, "unit": "ms", "rows": pairs(&BROOK_ROWS)},
        {"source": BROOK_KNEE, "unit": "floating-point operations", "rows": pairs(&BROOK_KNEES)},
        {"source": BROOK_OUTPUTS, "unit": "MFLOPS", "rows": BROOK_OUTPUTS_ROWS},
        {
            "source": BROOK_APPLICATIONS, "unit": "× the CPU", "rows": pairs(&BROOK_APPLICATIONS_ROWS),
            "of_by_hand": BROOK_OF_BY_HAND, "fftw_mflops": BROOK_FFTW_MFLOPS, "segment_operations_in_out": BROOK_SEGMENT,
        },
        {"source": TOOLKIT, "unit": "ms", "rows": pairs(&TOOLKIT_ROWS)},
        {"source": GPUSORT, "unit": "ms", "status": "recalled", "rows": GPUSORT_ROWS},
    ])
}

/// Returns a printed number as a value. Use it only for arithmetic, never to print the number again.
pub fn value(printed: &str) -> Option<f64> {
    printed.parse().ok()
}
