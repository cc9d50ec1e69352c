//! The guided tour: ten stops that a teacher can project.

/// A stop of the tour.
pub struct Stop {
    pub title: &'static str,
    pub text: &'static str,
    /// What is shown meanwhile, as an address.
    pub address: &'static str,
}

pub const STOPS: [Stop; 10] = [
    Stop {
        title: "A stream is a texture",
        text: "In 2003 a graphics chip could do one thing: draw. Its memory was textures, and textures had just come to hold \
               floats. So a list of numbers became a picture: here 64 of them lie in 8 × 8 texels, row by row. Point at one \
               to see its place and its bits.",
        address: "scene=sort&compute=off&n=64&pass=0&view=textures&show=heat&at=19",
    },
    Stop {
        title: "A kernel is a fragment shader",
        text: "Draw a rectangle over a texture, and the chip runs a small program for every texel of it: the kernel, on the \
               right. It is told where it is, reads what it likes, and writes one element: its own. Drawing once is a pass.",
        address: "scene=tonemap&method=brightest&pass=1&at=40000&view=textures",
    },
    Stop {
        title: "Gather: read anywhere",
        text: "A fragment may read any texel of any input, at a place that it computed. That is a gather. The lines show what \
               this element was made from: itself, and the one it is compared with.",
        address: "scene=sort&compute=off&n=64&pass=4&view=textures&at=19",
    },
    Stop {
        title: "No scatter: write only here",
        text: "What a fragment cannot do is to write somewhere else. So nothing can be put where it belongs: every place has \
               to find out what belongs to it, and fetch it. Here 2 × 2 elements become one, because the one asks for the \
               four; they could not go to it.",
        address: "scene=reduce&method=2x2&compute=off&n=256&pass=1&view=textures&at=27",
    },
    Stop {
        title: "Ping-pong",
        text: "A texture cannot be read while it is drawn to. So two of them take turns: what one pass wrote, the next one \
               reads. Step forward and back, and watch the two.",
        address: "scene=scan&method=hillis-steele&compute=off&n=64&pass=3&view=all&at=44",
    },
    Stop {
        title: "Log n passes",
        text: "Sums of two, then of four, then of eight: where a loop takes n steps, log n passes will do, each over all \
               elements. Left, all of them work in every pass; in the middle, a tree goes up and down and adds far less; right, \
               a pyramid whose levels shrink faster.",
        address: "scene=scan&compute=off&n=256&pass=5&view=history&race=on",
    },
    Stop {
        title: "Null records",
        text: "To drop elements without moving any: mark them with infinity, count the marks before each place, and let each \
               place of the result search for the element that belongs there. Count, search, gather: Horn's filter of 2005.",
        address: "scene=filter&method=scan-search-gather&compute=off&n=64&pass=7&view=all&at=12",
    },
    Stop {
        title: "Counting without a counter",
        text: "A histogram wants each number to add one to the counter of its bin, and a fragment cannot write there. So each bin \
               goes through a part of the numbers and counts its own; then the counts of the parts are added up. The lines show \
               which number belongs to which bin, and the bars how many there are.",
        address: "scene=histogram&method=compare-reduce&compute=off&n=64&view=all",
    },
    Stop {
        title: "Inside the chip",
        text: "A Radeon 9700 of 2002 has 64 arithmetic instructions for a kernel, and floats of 24 bits. Below, the kernel has become \
               its program: each line with what it costs, and on the right every register of the element that is looked at, one \
               instruction after the other. Point at a line, and see what became of it; press C for other chips.",
        address: "scene=sort&method=bitonic-float&compute=off&n=64&pass=4&view=textures&at=19&chip=r300",
    },
    Stop {
        title: "What compute shaders changed",
        text: "From 2006 on a program could write where it liked, share memory with its neighbours, and wait for them. Then \
               elements go to their places, and one dispatch does what took many passes. The same data, the same task: on \
               the left with fragments, on the right with compute shaders, where this device has them.",
        address: "scene=filter&method=scan-search-gather&n=256&view=all&race=on",
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::address::Address;
    use crate::app::settings::Settings;

    #[test]
    fn every_stop_has_an_address() {
        for stop in &STOPS {
            let (settings, wrong) = Settings::read(&Address::parse_hash(stop.address).unwrap());
            assert_eq!(wrong, Vec::<String>::new(), "{}", stop.title);
            assert!(settings.scene.has_passes());
        }
    }
}
