//! Fits of measured times: their growth, and the fixed cost of a call.

use serde::Serialize;

/// Returns the exponent e of t = c · n^e, by least squares on the logarithms. Returns `None` for fewer than two sizes.
///
/// ```
/// use brooklet::compare::fit::exponent;
/// let points: Vec<(f64, f64)> = (4..12).map(|k| f64::from(1 << k)).map(|n| (n, 3.0 * n * n)).collect();
/// assert!((exponent(&points).unwrap() - 2.0).abs() < 1e-12);
/// assert_eq!(exponent(&[(16.0, 1.0), (16.0, 2.0)]), None);
/// ```
pub fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> =
        points.iter().filter(|(n, t)| *n > 0.0 && *t > 0.0).map(|(n, t)| (n.ln(), t.ln())).collect();
    let count = logs.len() as f64;
    let mean = |value: fn(&(f64, f64)) -> f64| logs.iter().map(value).sum::<f64>() / count;
    let (x, y) = (mean(|p| p.0), mean(|p| p.1));
    let spread: f64 = logs.iter().map(|p| (p.0 - x).powi(2)).sum();
    if logs.len() < 2 || spread < 1e-9 {
        return None;
    }
    Some(logs.iter().map(|p| (p.0 - x) * (p.1 - y)).sum::<f64>() / spread)
}

/// A line t = fixed + each · n: the cost of a call, and the cost of an element.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Line {
    /// The cost of a call, in the unit of the times.
    pub fixed: f64,
    /// The cost of an element.
    pub each: f64,
}

impl Line {
    /// Fits the line with the smallest relative errors (least squares, weighted by 1 / t²) and no negative cost. Returns `None` for
    /// fewer than two sizes.
    ///
    /// ```
    /// use brooklet::compare::fit::Line;
    /// let line = Line::through(&[(10.0, 25.0), (100.0, 205.0), (1000.0, 2005.0)]).unwrap();
    /// assert!((line.fixed - 5.0).abs() < 1e-9 && (line.each - 2.0).abs() < 1e-12);
    /// assert_eq!(line.knee(), Some(line.fixed / line.each));
    /// ```
    pub fn through(points: &[(f64, f64)]) -> Option<Line> {
        let points: Vec<(f64, f64)> = points.iter().copied().filter(|(n, t)| *n > 0.0 && *t > 0.0).collect();
        let [mut w, mut wx, mut wy, mut wxx, mut wxy] = [0.0; 5];
        for (n, t) in &points {
            let weight = 1.0 / (t * t);
            w += weight;
            wx += weight * n;
            wy += weight * t;
            wxx += weight * n * n;
            wxy += weight * n * t;
        }
        let determinant = w * wxx - wx * wx;
        if points.len() < 2 || determinant <= 1e-12 * w * wxx {
            return None;
        }
        let each = (w * wxy - wx * wy) / determinant;
        let fixed = (wxx * wy - wx * wxy) / determinant;
        Some(match (fixed > 0.0, each > 0.0) {
            (true, true) => Line { fixed, each },
            (false, _) => Line { fixed: 0.0, each: wxy / wxx },
            (true, false) => Line { fixed: wy / w, each: 0.0 },
        })
    }

    /// Returns the time for n elements.
    pub fn at(&self, n: f64) -> f64 {
        self.fixed + self.each * n
    }

    /// Returns the number of elements above which they cost more than the call. Returns `None` if one of the two costs is zero.
    pub fn knee(&self) -> Option<f64> {
        (self.fixed > 0.0 && self.each > 0.0).then(|| self.fixed / self.each)
    }
}
