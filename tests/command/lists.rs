//! Arrays of several axes that become one list: what is said, and that what is advised there works.

use crate::support::Place;
use crate::support::level::sample;
use crate::vectors::said;

#[test]
fn what_becomes_one_list_is_said() {
    let place = Place::new();
    place.array("m.npy", &[2, 6], &[3.0, 1.0, 2.0, 0.0, 5.0, 4.0, 9.0, 7.0, 8.0, 6.0, 11.0, 10.0]);
    let flat = |verb: &str, shape: &str, what: &str| {
        let advice = match verb {
            "search" => "to search its rows, save each (x[0] in NumPy) in a file of its own".to_owned(),
            _ => format!("to {verb} each of its rows, add --axis 1"),
        };
        format!("note: m.npy is {shape}: read as one list of {what}, in C order; {advice}\n")
    };
    assert_eq!(said(&place, &["sort", "m.npy", "-o", "o.npy"]), flat("sort", "(2, 6)", "12 numbers"));
    assert_eq!(place.npy("o.npy"), (vec![2, 6], (0..12).map(|i| i as f32).collect()));
    assert_eq!(said(&place, &["scan", "m.npy", "-o", "o.npy"]), flat("scan", "(2, 6)", "12 numbers"));
    assert_eq!(place.npy("o.npy").1[11], 66.0);
    place.array("m.npy", &[2, 6], &(0..12).map(|i| i as f32).collect::<Vec<_>>());
    assert_eq!(said(&place, &["search", "m.npy", "m.npy", "-o", "o.npy"]), flat("search", "(2, 6)", "12 numbers"));
    // The rows of more axes have more indices, and it is one note all the same.
    let shapes = [
        (&[1, 2, 6][..], "(1, 2, 6)", "x[0, 0]", "axis 2"),
        (&[2, 6, 1], "(2, 6, 1)", "x[0]", "axis 1"),
        (&[2, 3, 2], "(2, 3, 2)", "x[0, 0]", "axis 2"),
        (&[1, 2, 3, 2], "(1, 2, 3, 2)", "x[0, 0, 0]", "axis 3"),
    ];
    for (shape, name, row, axis) in sample(shapes, 0, 2) {
        place.array("m.npy", shape, &(0..12).map(|i| i as f32).collect::<Vec<_>>());
        let flat = |verb: &str| flat(verb, name, "12 numbers").replace("x[0]", row).replace("axis 1", axis);
        assert_eq!(said(&place, &["sort", "m.npy", "-o", "o.npy"]), flat("sort"));
        assert_eq!(said(&place, &["search", "m.npy", "m.npy", "-o", "o.npy"]), flat("search"));
        let vectors = if shape.ends_with(&[2]) { "; --vectors reads it as 6 vectors of 2\n" } else { "\n" };
        assert_eq!(said(&place, &["scan", "m.npy", "-o", "o.npy"]), flat("scan").replace('\n', vectors));
    }
    place.array("m.npy", &[3, 2, 2], &[1.0; 12]);
    assert_eq!(said(&place, &["scan", "m.npy", "-o", "o.npy", "--vectors"]), flat("scan", "(3, 2, 2)", "6 vectors"));
    // As advised.
    place.array("m.npy", &[2, 3], &[3.0, 1.0, 2.0, 0.0, 5.0, 4.0]);
    assert_eq!(said(&place, &["sort", "m.npy", "-o", "o.npy", "--axis", "1"]), "");
    assert_eq!(place.npy("o.npy").1, [1.0, 2.0, 3.0, 0.0, 4.0, 5.0]);
    for shape in [&[12][..], &[1, 12], &[12, 1]] {
        place.array("m.npy", shape, &[1.0; 12]);
        place.ok(&["sort", "m.npy", "-o", "o.npy"]);
    }
    place.array("m.npy", &[2, 6], &[1.0; 12]);
    let run = place.run(&["reduce", "m.npy", "--op", "sum"]);
    assert_eq!((run.out.as_str(), run.err), ("12\n", flat("reduce", "(2, 6)", "12 numbers")));
    assert_eq!(place.ok(&["reduce", "m.npy", "--op", "sum", "--axis", "1"]), "6\n6\n");
    assert_eq!(said(&place, &["top", "m.npy", "-k", "1", "-o", "o.npy"]), flat("select from", "(2, 6)", "12 numbers"));
    assert_eq!(place.ok(&["top", "m.npy", "-k", "1", "--axis", "1"]), "1\n1\n");
    let run = place.run(&["quantile", "m.npy", "0.5"]);
    assert_eq!(run.err, flat("find quantiles of", "(2, 6)", "12 numbers"));
    // Nothing is made one list of here.
    place.ok(&["map", "x + 1", "-i", "x=m.npy", "-o", "o.npy"]);
    for quiet in ["-q", "--scalars"] {
        place.ok(&["sort", "m.npy", "-o", "o.npy", quiet]);
        place.ok(&["scan", "m.npy", "-o", "o.npy", quiet]);
        assert_eq!(place.ok(&["reduce", "m.npy", "--op", "sum", quiet]), "12\n");
    }
}

#[test]
fn what_is_ordered_is_told_how_to_take_a_column() {
    let place = Place::new();
    place.array("v.npy", &[3, 2], &[2.0, 20.0, 3.0, 30.0, 1.0, 10.0]);
    let taken = |file: &str| format!("note: {file} is (3, 2): read as 6 scalars; vectors have no order: to ");
    assert_eq!(
        said(&place, &["sort", "v.npy", "-o", "o.npy"]),
        taken("v.npy")
            + "sort its rows by a column, save that (x[:, 0] in NumPy) as the keys, and add --values v.npy --values-out FILE\n"
    );
    assert_eq!(place.npy("o.npy"), (vec![3, 2], vec![1.0, 2.0, 3.0, 10.0, 20.0, 30.0]));
    let searched = taken("o.npy") + "search a column, save it (x[:, 0] in NumPy) in a file of its own\n";
    let queries = taken("v.npy") + "search for a column, save it (x[:, 0] in NumPy) in a file of its own\n";
    assert_eq!(said(&place, &["search", "o.npy", "v.npy", "-o", "p.npy"]), searched.clone() + &queries);
    // One note for one file, whatever it is called.
    assert_eq!(said(&place, &["search", "o.npy", "o.npy", "-o", "p.npy"]), searched);
    assert_eq!(said(&place, &["search", "o.npy", "./o.npy", "-o", "p.npy"]), searched);
    place.array("v.npy", &[1, 3, 2], &[2.0; 6]);
    place.list("o.npy", &[1.0]);
    assert_eq!(
        said(&place, &["search", "o.npy", "v.npy", "-o", "p.npy"]),
        queries.replace("(3, 2)", "(1, 3, 2)").replace("x[:, 0]", "x[:, :, 0]")
    );
    // As advised.
    place.array("v.npy", &[3, 2], &[2.0, 20.0, 3.0, 30.0, 1.0, 10.0]);
    for (words, verb, columns) in [
        (&["argsort", "v.npy"][..], "find the order of", "2,2\n0,0\n1,1\n"),
        (&["top", "v.npy", "-k", "1"], "select from", "3,30\n"),
        (&["quantile", "v.npy", "0.5"], "find quantiles of", "2\n20\n"),
        (&["reduce", "v.npy", "--op", "median"], "find quantiles of", "2\n20\n"),
        (&["reduce", "v.npy", "--op", "argmax"], "select from", "1\n1\n"),
    ] {
        assert_eq!(place.run(words).err, taken("v.npy") + verb + " each of its columns, add --axis 0\n", "{words:?}");
        assert_eq!(place.ok(&[words, &["--axis", "0"]].concat()), columns, "{words:?}");
    }
    place.list("k.npy", &[2.0, 3.0, 1.0]);
    let sort = ["sort", "k.npy", "-o", "o.npy", "--values", "v.npy", "--values-out", "w.npy"];
    assert_eq!(said(&place, &sort), "");
    assert_eq!(place.npy("w.npy"), (vec![3, 2], vec![1.0, 10.0, 2.0, 20.0, 3.0, 30.0]));
}

#[test]
fn a_filter_of_more_columns_than_a_record_has_says_so() {
    let place = Place::new();
    place.array("w.npy", &[2, 5], &[1.0, 2.0, 3.0, 4.0, 5.0, -1.0, -2.0, -3.0, -4.0, -5.0]);
    let note = "note: w.npy is (2, 5): read as one list of 10 numbers, in C order; a record has 1 to 4 numbers: to filter whole \
                rows, save 2 to 4 columns (x[:, :3] in NumPy), and add --vectors\n";
    assert_eq!(said(&place, &["filter", "w.npy", "--keep", "x > 3.5", "-o", "o.npy"]), note);
    assert_eq!(place.npy("o.npy"), (vec![2], vec![4.0, 5.0]));
    assert_eq!(said(&place, &["filter", "w.npy", "-o", "o.npy"]), note);
    assert_eq!(said(&place, &["filter", "w.npy", "--keep", "length(x) < 2", "-o", "o.npy"]), note);
    for quiet in ["-q", "--scalars"] {
        assert_eq!(said(&place, &["filter", "w.npy", "--keep", "x > 3.5", "-o", "o.npy", quiet]), "");
    }
    place.array("w.npy", &[2, 2, 5], &[1.0; 20]);
    let deep = note.replace("(2, 5)", "(2, 2, 5)").replace("10", "20").replace("x[:, :3]", "x[:, :, :3]");
    assert_eq!(said(&place, &["filter", "w.npy", "--keep", "x > 3.5", "-o", "o.npy"]), deep);
    // One list already, or records.
    place.array("w.npy", &[1, 10], &[1.0; 10]);
    assert_eq!(said(&place, &["filter", "w.npy", "--keep", "x > 3.5", "-o", "o.npy"]), "");
    place.array("w.npy", &[2, 3], &[1.0, 2.0, 3.0, -1.0, -2.0, -3.0]);
    assert_eq!(said(&place, &["filter", "w.npy", "--keep", "x.y > 0.0", "-o", "o.npy", "--vectors"]), "");
    assert_eq!(place.npy("o.npy"), (vec![1, 3], vec![1.0, 2.0, 3.0]));
}
