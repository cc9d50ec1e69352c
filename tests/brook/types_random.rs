//! Kernels of integers made up at random: the interpreter and every device agree.

use crate::support;
use crate::support::level::sample;

use support::bytewise::{Bytes, everywhere, with_integers};

/// Integers made up at random.
struct Random(support::random::Random);

impl Random {
    fn next(&mut self, n: usize) -> usize {
        self.0.below(n)
    }

    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.next(from.len())]
    }

    /// An expression of numbers. `wide`: all operators, on numbers that wrap around; else such as stay small.
    fn number(&mut self, depth: usize, wide: bool) -> String {
        if depth == 0 {
            return self
                .pick(&["a", "b.x", "c", "d.y", "i", "j", "3", "-7", "12", "t[j & 3]", "g[i & 3]", "v.z", "s"])
                .into();
        }
        let d = depth - 1;
        let (left, right) = (self.number(d, wide), self.number(d, wide));
        match self.next(if wide { 14 } else { 10 }) {
            0 | 1 => format!("({left} + {right})"),
            2 | 3 => format!("({left} - {right})"),
            4 => format!("({left} / {})", self.pick(&["3", "-5", "c", "d.x", "0"])),
            5 => format!("({left} % {})", self.pick(&["3", "-5", "c", "i"])),
            6 => format!("({left} {} {right} ? {right} : {left})", self.pick(&["<", ">=", "==", "!="])),
            7 => format!("({left} & {})", self.pick(&["15", "255", "-4", "6"])),
            8 => format!("({} ({left}))", self.pick(&["(uchar)", "(char)", "(short)", "~", "-"])),
            9 => format!("({left} >> {})", self.pick(&["1", "3"])),
            10 => format!("({left} * {right})"),
            11 => format!("({left} {} {right})", self.pick(&["|", "^", "&"])),
            12 => format!("({left} {} {right})", self.pick(&["<<", ">>"])),
            _ => format!("({}) ({left})", self.pick(&["uint", "int", "ushort", "unsigned char"])),
        }
    }

    fn program(&mut self, wide: bool) -> String {
        let mut body = String::new();
        for _ in 0..4 {
            let value = self.number(3, wide);
            let place = self.pick(&["i", "j", "t[1]", "t[j & 3]", "v.x", "v[i & 3]", "n", "s", "v.zy"]);
            body += &format!("{place} {} {value};\n", self.pick(&["=", "=", "+=", "-="]));
        }
        let (p, q) = (self.number(2, wide), self.number(2, wide));
        format!(
            "kernel void k(int a<>, int4 b<>, uchar c<>, char2 d<>, int g[], out int p<>, out uchar4 q<>, out short r<>) {{
            int i = a, j = 2, t[4] = {{1, a, 3, 4}}; int4 v = b; uint n = 5; char s = d.x;
            {body} p = {p} + t[2]; q = {q} + v; r = i + n + s; q.y = j; }}"
        )
    }
}

#[test]
fn random_integers_mean_the_same_everywhere() {
    let mut random = Random(support::random::Random::new(11));
    let small = [
        ("a", [5, -3, 100].bytes()),
        ("b", [1, -2, 30, 4, 5, 60, -7, 8, 0, 0, 9, -1].bytes()),
        ("c", vec![200, 0, 17]),
        ("d", [-128i8, 127, 3, -4, 0, 1].bytes()),
        ("g", [10, -20, 30, 40].bytes()),
    ];
    let mut large = small.clone();
    large[0].1 = [i32::MAX, -2000000000, 0x1234567].bytes();
    large[4].1 = [i32::MIN, 70000, -1, 99].bytes();
    for _ in sample(0..40, 0, 4) {
        // `n` has no sign: what is below zero wraps around, and only where there are integers.
        everywhere(&random.program(false).replace("uint n", "short n"), &small, 3);
        with_integers(&random.program(true), &large, 3);
    }
}
