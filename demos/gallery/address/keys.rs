//! The keys of addresses, and what their values are.

/// A key of an [`Address`](super::Address).
pub struct Key {
    pub name: &'static str,
    /// What its value is, for the help of the command.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a browser has no command"))]
    pub value: &'static str,
    pub help: &'static str,
}

/// The keys that an address may have, in the order that they are written in.
pub const KEYS: &[Key] = &[
    key(
        "scene",
        "SCENE",
        "What is shown: reduce, scan, sort, search, filter, tonemap, brook, compare, puzzle, or an application: particles, collide, subdivide, march, raytrace, segment, fft, cloth, distance, label, matmul, sph, mandelbrot, fluid, life or database",
    ),
    key(
        "tour",
        "STOP",
        "A stop of the guided tour: 1 to 10, or a chapter and its stop, such as horn/3: buck_purcell, horn, brook, harris, mahardito or chips",
    ),
    key("method", "METHOD,..", "The methods that are shown side by side, by their names"),
    key("compute", "METHOD", "The compute method beside them, or off"),
    key("data", "DATA", "random, sorted, reversed, equal, few, picture or file"),
    key("op", "OPERATOR", "Of reduce and scan: max, min or sum"),
    key("n", "COUNT", "How many elements, 8 to 1048576; 2^12 works too"),
    key("pass", "COUNT", "How many passes have been drawn"),
    key("at", "ELEMENT", "The element that is looked at: 37 of the first output, in0:37 of the first input, out1:37"),
    key("view", "VIEW", "textures, history, network or all; of an application, live too"),
    key("show", "AS", "heat, signed, numbers or bits"),
    key("race", "on|off", "Whether methods advance by the bytes that they move, and not pass by pass"),
    key("exposure", "STOPS", "Of the tone mapping: brighter or darker, in powers of two"),
    key("program", "NAME", "The program to begin with: a demo's name; one that ends in .cg is in Cg"),
    key(
        "source",
        "TEXT",
        "A program of your own, in full: in Cg if the program's name ends in .cg, else in Brook; the answer to a puzzle",
    ),
    key("kernel", "NAME", "The kernel of the program that runs; of a program in Cg, the entry"),
    key(
        "part",
        "PART",
        "A part of the comparison, measured and shown: filter, scan, reduce, toolkit, work, model, then or figure3",
    ),
    key("puzzle", "NUMBER", "The puzzle that is shown, from 1; 17-brook: in Brook"),
    key("speed", "PASSES", "Passes a second, 0.5 to 240"),
    key("code", "TEXT", "Which text of a kernel is shown: kernel, or the GLSL that the driver gets"),
    key("panel", "on|off", "Whether kernel and values are shown beside the textures"),
    key("text", "SCALE", "How large the text is, 0.5 to 3; without it 1, and more in a very wide window"),
    key("motion", "on|off", "Whether applications start by themselves; without it, as the browser says"),
    key("theme", "THEME", "light or dark"),
    key("dialect", "DIALECT", "gl, es or gl2; in a browser es alone"),
    key(
        "chip",
        "CHIP",
        "The emulated chip that runs the passes: r300, r420, r520, nv30, nv40, g70, g80 or none; or driver",
    ),
];

const fn key(name: &'static str, value: &'static str, help: &'static str) -> Key {
    Key { name, value, help }
}
