//! The pictures of the book in the guide: a figure for each stop of the tour, compared with those in `src/guide/book/pictures`.
//! They are made anew by `BROOKLET_PICTURES=write cargo test -p brooklet-gallery --no-default-features --features brooklet/window
//! --bin gallery every_stop_of_the_book`.

use std::path::PathBuf;
use std::time::Instant;

use super::arguments;
use super::palette::Indexed;
use super::picture;
use super::pictures::{differing, read};
use crate::address::Address;
use crate::app::book::{Stop, chapters};

/// Pixels of a picture: a column of a page, and not many bytes.
const SIZE: &str = "820x430";
/// The bytes that all of them may have.
const MAX_BYTES: u64 = 1_500_000;
/// How many of a thousand pixels may differ from the picture that is there.
const MAX_DIFFERING: usize = 10;

#[test]
fn every_stop_of_the_book_shows_what_its_picture_shows() {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../src/guide/book/pictures"));
    let differences = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target/gallery-pictures"));
    let write = std::env::var("BROOKLET_PICTURES").is_ok_and(|value| value == "write");
    let line = format!("gallery --screenshot unused.png --theme light --size {SIZE}");
    let options = arguments::parse(line.split_whitespace().map(Into::into)).unwrap();
    let stops: Vec<&Stop> = chapters().iter().flat_map(|chapter| &chapter.stops).collect();
    let addresses: Vec<Address> = stops.iter().map(|stop| Address::parse_hash(&stop.address).unwrap()).collect();
    let start = Instant::now();
    let figures = picture::figures(&options, &addresses).unwrap();
    println!("{} figures in {:.1} s", figures.len(), start.elapsed().as_secs_f64());
    let (mut wrong, mut bytes) = (Vec::new(), 0);
    for (stop, figure) in stops.iter().zip(&figures) {
        let file = format!("{}.png", stop.picture);
        let known = folder.join(&file);
        let drawn = Indexed::of(figure);
        if write {
            std::fs::create_dir_all(&folder).unwrap();
            drawn.write(&known).unwrap();
        }
        // Times that were measured are never the same again.
        let of_numbers = !stop.address.starts_with("scene=compare");
        let off = read(&known).map_or(1000, |known| {
            let drawn = drawn.picture();
            if known == drawn { 0 } else { differing(&known, &drawn) }
        });
        if of_numbers && off > MAX_DIFFERING {
            std::fs::create_dir_all(&differences).unwrap();
            drawn.write(&differences.join(&file)).unwrap();
            wrong.push(format!("{file}: {} % of the pixels differ", off as f64 / 10.0));
        }
        bytes += known.metadata().map_or(0, |file| file.len());
    }
    assert!(wrong.is_empty(), "{}\nnow: {}", wrong.join("\n"), differences.display());
    assert!(bytes < MAX_BYTES, "{bytes} bytes of pictures; the maximum is {MAX_BYTES}");
}
