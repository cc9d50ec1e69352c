//! Programs made up at random, of whole numbers so that nothing is rounded: the interpreter and every device agree.

use crate::support;
use crate::support::level::{is_full, sample};

use brooklet::brook::interpret::ParameterValue;
use support::brook::{cuts, everywhere, stream, unit};
use support::lowered;

struct Random(support::random::Random);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.next(from.len())]
    }

    /// A number, from -1000 to 1000 or so.
    fn number(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["x", "y", "v.x", "u.w", "2", "3.0f", "-1", "i", "j", "g[x]", "g[i]", "v[j]"]).into();
        }
        let d = depth - 1;
        match self.next(12) {
            0..3 => format!("{} {} {}", self.number(d), self.pick(&["+", "-"]), self.number(d)),
            3 => format!(
                "({}) {} ({})",
                self.number(d),
                self.pick(&["<", "<=", ">", ">=", "==", "!=", "&&", "||"]),
                self.number(d)
            ),
            4 => format!("({} ? {} : {})", self.number(d), self.number(d), self.number(d)),
            5 => format!("{}({}, {})", self.pick(&["min", "max", "keep"]), self.number(d), self.number(d)),
            6 => format!("(!{})", self.number(d)),
            7 => format!("fmod({}, {})", self.number(d), self.pick(&["3", "5", "-7"])),
            8 => format!("({}).{}", self.vector(d), self.pick(&["x", "y", "z", "w"])),
            9 => format!("(-({}))", self.number(d)),
            10 => format!("clamp({}, -5, 5) * {}", self.number(d), self.pick(&["2", "-3", "x"])),
            _ => format!("({} = {})", self.pick(&["s", "t", "v.y", "i"]), self.number(d)),
        }
    }

    fn vector(&mut self, depth: usize) -> String {
        if depth == 0 {
            return self.pick(&["v", "u", "u.wzyx", "v.xxyy", "float4(x, y, 1, 2)"]).into();
        }
        let d = depth - 1;
        match self.next(8) {
            0 | 1 => format!("{} {} {}", self.vector(d), self.pick(&["+", "-"]), self.vector(d)),
            2 => format!("({}) {} ({})", self.vector(d), self.pick(&["<", ">=", "==", "&&", "||"]), self.vector(d)),
            3 => format!("({} ? {} : {})", self.vector(d), self.vector(d), self.vector(d)),
            4 => format!("({} ? {} : {})", self.number(d), self.vector(d), self.vector(d)),
            5 => format!("(!{})", self.vector(d)),
            6 => format!("({} + {})", self.number(d), self.vector(d)),
            _ => format!("float4({}, {}, {}.xy)", self.number(d), self.number(d), self.pick(&["u", "v"])),
        }
    }

    fn statements(&mut self, depth: usize, count: usize) -> String {
        (0..count).map(|_| self.statement(depth)).collect()
    }

    fn statement(&mut self, depth: usize) -> String {
        match if depth == 0 { self.next(6) } else { self.next(11) } {
            0 => format!("{} = {};\n", self.pick(&["s", "t", "i", "j", "u.z"]), self.number(2)),
            1 => format!("{} {} {};\n", self.pick(&["s", "t", "i", "v.w"]), self.pick(&["+=", "-="]), self.number(2)),
            2 => format!("{} = {};\n", self.pick(&["v", "u"]), self.vector(2)),
            3 => format!("split({}, s, v.z);\n", self.number(1)),
            4 => {
                format!("{} {} {};\n", self.pick(&["r", "p.y", "q[j]"]), self.pick(&["=", "+=", "-="]), self.number(1))
            }
            5 => format!("{} = {};\n", self.pick(&["p", "q"]), self.vector(1)),
            6 => format!("if ({}) {{\n{}}}\n", self.number(2), self.statements(depth - 1, 2)),
            7 => format!(
                "if ({}) {{\n{}}} else {{\n{}}}\n",
                self.number(1),
                self.statements(depth - 1, 1),
                self.statements(depth - 1, 2)
            ),
            8 => format!(
                "for (n = 0; n < 3; n++) {{\n{}if ({}) {};\n{}}}\n",
                self.statements(0, 2),
                self.number(1),
                self.pick(&["break", "continue", "s -= 1", "return"]),
                self.statements(0, 1)
            ),
            9 => format!(
                "m = 0; do {{\n{}if ({}) {};\n s += 1; }} while (m++ < 2);\n",
                self.statements(0, 1),
                self.number(1),
                self.pick(&["continue", "continue", "return"])
            ),
            _ => format!("m = 4; while (--m > 0) {{\n{} t -= m; }}\n", self.statements(0, 2)),
        }
    }
}

/// A program made up; what it is given is [`given`].
fn program(random: &mut Random) -> String {
    // Halves and the like come from nowhere, and numbers stay small enough to be whole.
    format!(
        "kernel float keep(float a, float b) {{ if (a > b) return a; return b - 1; }}
kernel void split(float a, out float low<>, out float high<>) {{ low = min(a, 3); if (a < 3) return; high = a - low; }}
kernel void k(float x<>, float y<>, float g[], out float4 p<>, out float4 q<>, out float r<>) {{
float s = x, t = y, n, m; int i = 1, j = 2; float4 v = float4(x, y, 1, 2), u = 3;
p = 1; q = x; r = y;
{}
{}
}}",
        random.statements(2, 7),
        random.pick(&[
            "p = v; q = u; r = s + t + i + j;",
            "p += v; q.yz = u.xw; r = s + t;",
            "p.x = s + t; r += i + j;"
        ])
    )
}

fn given() -> [ParameterValue; 6] {
    let x: Vec<f32> = vec![0.0, 1.0, 2.0, -3.0, 5.0];
    let y: Vec<f32> = vec![3.0, 0.0, -1.0, 2.0, 1.0];
    [
        stream(&[5], 1, &x),
        stream(&[5], 1, &y),
        stream(&[4], 1, &[7.0, -8.0, 9.0, 10.0]),
        ParameterValue::Nothing,
        ParameterValue::Nothing,
        ParameterValue::Nothing,
    ]
}

#[test]
fn random_programs_mean_the_same_everywhere() {
    let mut random = Random(support::random::Random::new(7));
    for _ in sample(0..if is_full() { 25 } else { 10 }, 0, 3) {
        everywhere(&program(&mut random), &[5], &given());
    }
}

#[test]
fn random_programs_mean_the_same_once_lowered() {
    let mut random = Random(support::random::Random::new(11));
    for _ in sample(0..if is_full() { 400 } else { 150 }, 0, 3) {
        let text = program(&mut random);
        let unit = unit(&text);
        for targets in cuts() {
            lowered::map(&unit, unit.kernels.last().unwrap(), &[5], &given(), &[], targets);
        }
    }
}
