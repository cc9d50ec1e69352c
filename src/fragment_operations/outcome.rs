//! What the tests of a pass do with one fragment, for people who look at it.

use std::fmt;

use serde::Serialize;

use super::{DepthStencilTexel, FragmentOperations, tests_pass};
use crate::geometry::Rect;

/// A test that a fragment can fail.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FailedTest {
    /// The fragment is outside of the scissor rectangle.
    Scissor,
    /// The stencil test.
    Stencil,
    /// The depth test.
    Depth,
}

impl fmt::Display for FailedTest {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            FailedTest::Scissor => "outside of the scissor rectangle",
            FailedTest::Stencil => "the stencil test failed",
            FailedTest::Depth => "the depth test failed",
        })
    }
}

/// The outcome of the tests of a pass for one fragment, with what the depth and stencil buffer has for its texel.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TestOutcome {
    /// The test that failed first. `None` if the fragment passed all of them.
    pub failed: Option<FailedTest>,
    /// What the buffer had before the tests, and has after them. `None` if the pass has no buffer.
    pub buffer: Option<(DepthStencilTexel, DepthStencilTexel)>,
}

impl FragmentOperations {
    /// Tests the fragments at these texels: one, or those of a point. `depth` is what the kernel wrote, and `stored` is what the buffer has
    /// for the texel. Returns `None` if there are no tests, and if the outcome depends on what is stored and this is not known.
    pub(crate) fn outcome(
        &self,
        place: Rect,
        depth: Option<f32>,
        stored: Option<DepthStencilTexel>,
    ) -> Option<TestOutcome> {
        if !self.tests() {
            return None;
        }
        let stored = stored.filter(|_| self.reads_depth_stencil());
        if self.scissor.is_some_and(|rect| rect.intersect(place).area() == 0) {
            let buffer = stored.map(|stored| (stored, stored));
            return Some(TestOutcome { failed: Some(FailedTest::Scissor), buffer });
        }
        let Some(before) = stored else {
            return (!self.reads_depth_stencil()).then_some(TestOutcome { failed: None, buffer: None });
        };
        let own = depth.or(self.depth.and_then(|test| test.at)).unwrap_or(0.0);
        let mut after = before;
        let passed = tests_pass(self.depth, self.stencil, DepthStencilTexel::quantized(own), &mut after);
        let is_open = self.stencil.is_none_or(|test| test.holds(before.stencil));
        let failed = if is_open { FailedTest::Depth } else { FailedTest::Stencil };
        Some(TestOutcome { failed: (!passed).then_some(failed), buffer: Some((before, after)) })
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Compare, DepthTest, StencilOperation, StencilTest};
    use super::*;

    const STORED: DepthStencilTexel = DepthStencilTexel { depth: DepthStencilTexel::FARTHEST / 2, stencil: 3 };

    #[test]
    fn a_pass_without_tests_has_no_outcome() {
        assert_eq!(FragmentOperations::default().outcome(Rect::new(0, 0, 1, 1), None, Some(STORED)), None);
    }

    #[test]
    fn the_test_that_fails_first_is_named() {
        let stencil = StencilTest::new(Compare::Equal, 3).pass(StencilOperation::Zero);
        let depth = DepthTest::new(Compare::Less).at(0.25).write();
        let operations = FragmentOperations {
            scissor: Some(Rect::new(1, 0, 2, 1)),
            stencil: Some(stencil),
            depth: Some(depth),
            ..Default::default()
        };
        let of = |operations: FragmentOperations, at, depth| {
            let outcome = operations.outcome(Rect::new(at, 0, 1, 1), depth, Some(STORED)).unwrap();
            let (before, after) = outcome.buffer.unwrap();
            assert_eq!(before, STORED);
            (outcome.failed, after)
        };
        let near = DepthStencilTexel { depth: DepthStencilTexel::quantized(0.25), stencil: 0 };
        assert_eq!(of(operations, 1, None), (None, near));
        assert_eq!(of(operations, 3, None), (Some(FailedTest::Scissor), STORED));
        assert_eq!(of(operations, 1, Some(0.75)), (Some(FailedTest::Depth), STORED));
        let closed = FragmentOperations { stencil: Some(StencilTest::new(Compare::Equal, 4)), ..operations };
        assert_eq!(of(closed, 1, Some(0.75)), (Some(FailedTest::Stencil), STORED));
    }

    #[test]
    fn a_scissor_rectangle_alone_needs_no_buffer() {
        let operations = FragmentOperations { scissor: Some(Rect::new(0, 0, 1, 1)), ..Default::default() };
        let outcome = |place| operations.outcome(place, None, None);
        let passed = TestOutcome { failed: None, buffer: None };
        assert_eq!(outcome(Rect::new(0, 0, 1, 1)), Some(passed));
        let outside = TestOutcome { failed: Some(FailedTest::Scissor), buffer: None };
        assert_eq!(outcome(Rect::new(0, 1, 1, 1)), Some(outside));
        // One texel of this point is inside.
        assert_eq!(outcome(Rect::new(0, 0, 3, 3)), Some(passed));
    }

    #[test]
    fn what_depends_on_an_unknown_buffer_is_not_known() {
        let scissor = Some(Rect::new(0, 0, 1, 1));
        let operations =
            FragmentOperations { scissor, depth: Some(DepthTest::new(Compare::Less)), ..Default::default() };
        assert_eq!(operations.outcome(Rect::new(0, 0, 1, 1), None, None), None);
        let outside = TestOutcome { failed: Some(FailedTest::Scissor), buffer: None };
        assert_eq!(operations.outcome(Rect::new(5, 0, 1, 1), None, None), Some(outside));
    }
}
