//! Small results, which are printed if no file is named for them.

use std::path::Path;

use brooklet::io::{self, Array, Integers, number};
use brooklet::{Stream, Texel};

use super::arrays;
use super::printed::{Printed, print_all};
pub use super::printed::{lines, print};
use super::session::Session;

/// The maximum number of lines that are printed.
pub const MAX_LINES: usize = 100;

/// Exits with a message if a result of this many lines has no file and is too long to be printed.
pub fn check_lines(sub_command: &str, output: Option<&Path>, lines: usize) {
    if output.is_none() && lines > MAX_LINES {
        super::usage(sub_command, format!("{lines} lines are too many to print (at most {MAX_LINES}): give -o FILE"));
    }
}

/// Does the same as [`check_lines`] for a result that has the shape and the elements of this array.
pub fn check_array(sub_command: &str, output: Option<&Path>, array: &Array) {
    check_lines(sub_command, output, count_lines(&whole_shape(&array.shape, array.components)));
}

/// Does the same as [`check_lines`] for a result that is on the device.
pub fn check_stream<T: Texel>(sub_command: &str, output: Option<&Path>, stream: &Stream<T>) {
    check_lines(sub_command, output, count_lines(&whole_shape(stream.shape().extents(), T::COMPONENTS.count())));
}

/// Exits with a message if only one of the files for keys and values is named.
pub fn check_pair_files(sub_command: &str, output: Option<&Path>, values_out: Option<&Path>) {
    if output.is_some() != values_out.is_some() {
        let text = "give both -o FILE and --values-out FILE, or neither of them to print keys and values";
        super::usage(sub_command, text.to_owned());
    }
}

/// Exits with a message if this many keys and values have no files and are too many to be printed.
pub fn check_pairs(sub_command: &str, output: Option<&Path>, pairs: usize) {
    if output.is_none() && pairs > MAX_LINES {
        let text = "give -o FILE and --values-out FILE";
        super::usage(sub_command, format!("{pairs} lines are too many to print (at most {MAX_LINES}): {text}"));
    }
}

/// Returns the shape of an array with the components of its elements as one more axis.
pub fn whole_shape(shape: &[usize], components: usize) -> Vec<usize> {
    if components > 1 { [shape, &[components]].concat() } else { shape.to_vec() }
}

/// Returns the number of lines of a result of this shape.
pub fn count_lines(shape: &[usize]) -> usize {
    match shape {
        [count] => *count,
        [others @ .., _] => others.iter().product(),
        [] => 1,
    }
}

/// Prints an array that has no file, when the session ends.
pub fn show(session: &Session, array: Array) {
    let shape = whole_shape(&array.shape, array.components);
    session.show(Printed::new(array.data.into_iter().map(number).collect(), &shape));
}

/// Prints an array that has no file.
pub fn print_array(array: Array) -> anyhow::Result<()> {
    let shape = whole_shape(&array.shape, array.components);
    print_all(vec![Printed::new(array.data.into_iter().map(number).collect(), &shape)])
}

/// Reads a stream back into the file that `-o` names. Without it, the session prints the elements.
pub fn save<T: Texel>(session: &Session, output: Option<&Path>, stream: &Stream<T>) -> anyhow::Result<()> {
    let Some(path) = output else {
        session.progress.stage("reading back");
        show(session, Array::of(stream)?);
        return Ok(());
    };
    arrays::save(session, path, stream)
}

/// Writes an array to the file that `-o` names, or prints it.
pub fn save_array(session: &Session, output: Option<&Path>, mut array: Array) -> anyhow::Result<()> {
    let Some(path) = output else {
        show(session, array);
        return Ok(());
    };
    session.progress.stage(format!("writing {}", path.display()));
    session.write(path, &mut array)
}

/// Does the same as [`save`]. Exits with a message if there is no file and the elements are too many to be printed.
pub fn save_checked<T: Texel>(
    session: &Session,
    sub_command: &str,
    output: Option<&Path>,
    stream: &Stream<T>,
) -> anyhow::Result<()> {
    check_stream(sub_command, output, stream);
    save(session, output, stream)
}

/// Writes integers to the file that `-o` names. Without it, returns them as lines for [`print`].
pub fn integers(session: &Session, output: Option<&Path>, integers: &Integers) -> anyhow::Result<Vec<String>> {
    let Some(path) = output else { return Ok(lines(&integers.data, &integers.shape)) };
    session.progress.stage(format!("writing {}", path.display()));
    session.place(io::prepare_integers(path, integers)?);
    Ok(Vec::new())
}
