//! How elements lie in textures.

use brooklet::{Geometry, IntoShape, Layout, LayoutError, Rect, Shape, ShapeError};
use proptest::prelude::*;

/// An error says what does not fit, and into what.
#[track_caller]
fn is_too_large(error: LayoutError, wanted: (Shape, Layout, usize)) {
    let LayoutError::TooLarge { shape, layout, largest } = error else { panic!("{error}") };
    assert_eq!((shape, layout, largest), wanted);
}

fn lie(shape: impl Into<Shape>, layout: Layout, largest: usize) -> Geometry {
    Geometry::of(shape.into(), layout, largest).unwrap()
}

#[test]
fn lists_lie_near_square_in_rows_of_a_power_of_two() {
    let size = |n: usize| {
        let g = lie(n, Layout::Plain, 4096);
        (g.width, g.height)
    };
    assert_eq!(size(1), (1, 1));
    assert_eq!(size(2), (2, 1));
    assert_eq!(size(3), (2, 2));
    assert_eq!(size(5), (4, 2));
    assert_eq!(size(1 << 19), (1024, 512));
    assert_eq!(size(1 << 20), (1024, 1024));
    assert_eq!(size((1 << 20) + 1), (2048, 513));
}

#[test]
fn a_lower_limit_makes_rows_shorter() {
    let g = lie(1 << 21, Layout::Plain, 2048);
    assert_eq!((g.width, g.height), (2048, 1024));
    let size = |n: usize| (lie(n, Layout::Plain, 12).width, lie(n, Layout::Plain, 12).height);
    assert_eq!(size(90), (8, 12));
    assert_eq!(size(100), (12, 9)); // 8 a row would be too high
    assert_eq!(size(144), (12, 12));
}

#[test]
fn arrays_keep_their_rows_where_a_texture_can() {
    let g = lie([30, 50], Layout::Plain, 4096);
    assert_eq!((g.width, g.height, g.row), (50, 30, 50));
    assert!(!g.wrapped());
    let g = lie([2, 3, 50], Layout::Plain, 4096);
    assert_eq!((g.width, g.height, g.rows()), (50, 6, 6));
    let g = lie([3, 50], Layout::Plain, 32);
    assert_eq!((g.width, g.height, g.row), (16, 10, 50));
    assert!(g.wrapped());
    let g = lie([30, 48], Layout::Packed, 4096);
    assert_eq!((g.width, g.height, g.row), (12, 30, 48));
    let g = lie([30, 50], Layout::Packed, 4096);
    assert_eq!((g.width, g.height, g.row), (32, 12, 50));
}

#[test]
fn what_does_not_fit_is_refused_with_both_numbers() {
    let refused = |shape: Shape, layout| Geometry::of(shape, layout, 2048).unwrap_err().to_string();
    assert_eq!(
        refused(Shape::from((1 << 22) + 1), Layout::Plain),
        "a plain stream of 4194305 elements does not fit a texture: the largest here is 2048 × 2048, which holds 4194304"
    );
    assert!(Geometry::of(Shape::from((1 << 22) + 1), Layout::Packed, 2048).is_ok());
    assert_eq!(
        refused(Shape::from([usize::MAX, 2]), Layout::Packed),
        format!(
            "a packed stream of {} × 2 elements does not fit a texture: the largest here is 2048 × 2048, which holds 16777216",
            usize::MAX
        )
    );
    assert!(matches!(Shape::try_from(&[][..]), Err(ShapeError::Rank { got: 0 })));
    assert!(matches!(Shape::try_from(&[1; 5][..]), Err(ShapeError::Rank { got: 5 })));
}

#[test]
fn slices_and_vectors_of_extents_are_shapes() {
    let shape = Shape::from([2, 3]);
    for given in [
        2.into_shape().map(|_| shape),
        [2, 3].into_shape(),
        shape.into_shape(),
        (&[2, 3][..]).into_shape(),
        vec![2, 3].into_shape(),
        (&vec![2, 3]).into_shape(),
    ] {
        assert_eq!(given.unwrap(), shape);
    }
    assert!(matches!(Vec::new().into_shape(), Err(ShapeError::Rank { got: 0 })));
    assert!(matches!((&vec![1; 5]).into_shape(), Err(ShapeError::Rank { got: 5 })));
}

#[test]
fn kernels_count_in_32_bits() {
    let refused = |shape: Shape, layout, largest| {
        is_too_large(Geometry::of(shape, layout, largest).unwrap_err(), (shape, layout, largest));
    };
    refused(Shape::from(1 << 32), Layout::Packed, 32768);
    assert_eq!(Geometry::of(Shape::from((1 << 31) - 1), Layout::Packed, 32768).unwrap().count, (1 << 31) - 1);
    refused(Shape::from(1), Layout::Plain, 0);
}

fn shapes() -> impl Strategy<Value = Shape> {
    prop_oneof![
        (0usize..3000).prop_map(Shape::from),
        (0usize..70, 0usize..70).prop_map(|(a, b)| Shape::from([a, b])),
        (0usize..20, 0usize..20, 0usize..20).prop_map(|(a, b, c)| Shape::from([a, b, c])),
        (0usize..9, 0usize..9, 0usize..9, 0usize..9).prop_map(|(a, b, c, d)| Shape::from([a, b, c, d])),
    ]
}

proptest! {
    #[test]
    fn every_element_has_a_texel_of_its_own_inside(shape in shapes(), packed: bool, largest in 64usize..200) {
        let layout = if packed { Layout::Packed } else { Layout::Plain };
        let g = match Geometry::of(shape, layout, largest) {
            Ok(g) => g,
            Err(error) => {
                prop_assert!(shape.count() > largest * largest * layout.lanes(), "{error}");
                is_too_large(error, (shape, layout, largest));
                return Ok(());
            }
        };
        prop_assert!(g.width <= largest && g.height <= largest);
        let mut seen = std::collections::HashSet::new();
        for index in 0..g.count {
            let (x, y, lane) = g.texel_of(index);
            prop_assert!(x < g.width && y < g.height && lane < layout.lanes());
            prop_assert_eq!((y * g.width + x) * layout.lanes() + lane, index);
            prop_assert!(seen.insert((x, y, lane)));
        }
        prop_assert_eq!(g.height, g.texels().div_ceil(g.width.max(1)));
    }

    #[test]
    fn rectangles_cover_a_range_once_and_in_order(count in 1usize..3000, a: prop::sample::Index, b: prop::sample::Index) {
        let g = lie(count, Layout::Plain, 128);
        let (a, b) = (a.index(count + 1), b.index(count + 1));
        let range = a.min(b)..a.max(b);
        let rects = g.rects_of(range.clone());
        prop_assert!(rects.len() <= 3);
        let texels = rects.iter().flat_map(|r| {
            (0..r.height).flat_map(move |y| (0..r.width).map(move |x| (r.y + y) * g.width + r.x + x))
        });
        prop_assert_eq!(texels.collect::<Vec<_>>(), range.collect::<Vec<_>>());
    }

    #[test]
    fn a_rectangle_draws_what_it_shares_with_the_stream(
        count in 1usize..600, x in 0usize..30, y in 0usize..30, width in 0usize..30, height in 0usize..30,
    ) {
        let g = lie(count, Layout::Plain, 4096);
        let rects = g.rects_within(Rect::new(x, y, width, height));
        let drawn: usize = rects.iter().map(Rect::area).sum();
        let inside = (0..count).filter(|i| {
            let (tx, ty, _) = g.texel_of(*i);
            (x..x + width).contains(&tx) && (y..y + height).contains(&ty)
        });
        prop_assert_eq!(drawn, inside.count());
    }

    #[test]
    fn positions_count_in_c_order(a in 1usize..9, b in 1usize..9, c in 1usize..9) {
        let shape = Shape::from([a, b, c]);
        let mut next = 0;
        for i in 0..a {
            for j in 0..b {
                for k in 0..c {
                    prop_assert_eq!(shape.index_of(&[i, j, k]), Some(next));
                    next += 1;
                }
            }
        }
        prop_assert_eq!(shape.index_of(&[a, 0, 0]), None);
        prop_assert_eq!(shape.index_of(&[0, 0]), None);
    }
}
