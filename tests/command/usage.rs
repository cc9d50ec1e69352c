//! The command line: what it explains, what it takes for wrong usage, and what info tells.

use crate::support;
use crate::support::level::{is_quick, sample};

use support::{Place, dialects, left_out};

const SUB_COMMANDS: [&str; 16] = [
    "tour", "info", "map", "reduce", "scan", "sort", "search", "filter", "tonemap", "compile", "check", "explain",
    "run", "bench", "compare", "debug",
];

/// A text that advises an option which the command does not have leads nowhere.
#[test]
fn help_names_vectors_only_where_the_option_is() {
    let place = Place::new();
    for command in ["argsort", "filter", "merge", "put", "quantile", "reduce", "scan", "search", "sort", "take", "top"]
    {
        let help = place.ok(&[command, "--help"]);
        let has_option = help.lines().any(|line| line.trim_start().starts_with("--vectors"));
        assert_eq!(help.contains("--vectors"), has_option, "{command}");
    }
}

#[test]
fn help_has_examples_for_each_sub_command() {
    let place = Place::new();
    for name in SUB_COMMANDS {
        for word in ["--help", "-h"] {
            let help = place.ok(&[name, word]);
            let (_, examples) = help.split_once("\nExamples:\n").expect("examples");
            let example = format!("  brooklet {name}");
            assert!(examples.lines().any(|line| line.starts_with(&example)), "{help}");
            for shared in ["--trace", "--dialect", "--adapter", "--quiet", "--verbose"] {
                assert!(help.contains(shared), "{name} does not explain {shared}");
            }
        }
    }
    let help = place.ok(&["--help"]);
    for name in SUB_COMMANDS {
        assert!(help.contains(&format!("\n  {name} ")), "{help}");
    }
    assert!(help.matches("\n  brooklet ").count() >= 5, "{help}");
    assert_eq!(place.ok(&["--version"]), format!("brooklet {}\n", env!("CARGO_PKG_VERSION")));
    assert_eq!(place.names(), [""; 0]);
}

#[test]
fn the_examples_of_the_help_are_right_usage() {
    let place = Place::new();
    let mut seen = 0;
    // Measuring takes its time.
    for name in SUB_COMMANDS.into_iter().filter(|name| !["bench", "compare"].contains(name)) {
        let help = place.ok(&[name, "--help"]);
        let (_, examples) = help.split_once("\nExamples:\n").unwrap();
        let lines = examples.lines().take_while(|line| line.starts_with("  brooklet "));
        for line in sample(lines, name.len() + 1, 3) {
            // Expressions are the only words in quotes.
            let words: Vec<&str> = line
                .split('\'')
                .enumerate()
                .flat_map(|(part, text)| match part % 2 {
                    0 => text.split_whitespace().collect(),
                    _ => vec![text],
                })
                .collect();
            // A tour takes its time, too, where nothing is optimised: with nowhere to put its trace it ends before it begins, as right
            // usage.
            let nowhere = ["--trace", "nowhere/trace.json"];
            let stopped = line.contains("brooklet tour");
            let run = place.run(&[&words[1..], if stopped { &nowhere[..] } else { &[] }].concat());
            // These read no file.
            let reads_none = ["info", "explain"].contains(&name) || line.contains("compile scan");
            let expected = if reads_none { 0 } else { 1 };
            assert_eq!(run.code, Some(expected), "{line}: {}", run.err);
            let said = if stopped { "nowhere" } else { "cannot read" };
            assert!(expected == 0 || run.err.contains(said), "{line}: {}", run.err);
            seen += 1;
        }
    }
    assert!(seen >= SUB_COMMANDS.len() * 2 / if is_quick() { 4 } else { 1 }, "only {seen} examples");
}

#[test]
fn wrong_usage_is_told_from_failure() {
    let place = Place::new();
    place.file("x.csv", "1\n2\n");
    let map = |more: &[&str]| {
        let args = [&["map", "x", "-o", "out.csv"][..], more].concat();
        place.misuse(&args)
    };
    for (args, said) in [
        (&["frobnicate"][..], "unrecognized subcommand 'frobnicate'"),
        (&["info", "extra"], "unexpected argument 'extra'"),
        (&["info", "--dialect", "hlsl"], "[possible values: gl, es, gl2, arb]"),
        (&["info", "--adapter", "-1"], "'-1'"),
        (&["info", "--adapter", "first"], "invalid value 'first' for '--adapter <N>'"),
        (&["info", "-q", "-v"], "cannot be used with"),
        (&["info", "--trace"], "'--trace <FILE.json>'"),
        (&["map", "x", "-o", "out.csv"], "--input <NAME=FILE>"),
        (&["group", "x.csv", "x.csv", "-o", "o.csv"], "give both -o FILE and --values-out FILE"),
        (&["map", "-i", "x=x.csv", "-o", "out.csv"], "<EXPRESSION>"),
        (&["reduce", "x.csv"], "--op <OP>"),
        (&["reduce", "--op", "max"], "<INPUT>"),
        (&["reduce", "x.csv", "--op", "mode"], "max, min, sum, product, mean"),
        (&["reduce", "x.csv", "--op", "max", "--method", "3x3"], "2x2, brook"),
        (&["reduce", "x.csv", "--op", "max", "--stop-at", "0"], "invalid value '0' for '--stop-at <K>'"),
        (&["reduce", "x.csv", "--op", "max", "--stop-at", "many"], "invalid value 'many'"),
        (&["quantile", "x.csv", "-0.1"], "it must be from 0 to 1"),
        (&["top", "x.csv", "-k", "-1"], "invalid value '-1' for '-k <K>'"),
        (&["random", "--count", "3", "--seed", "-1"], "invalid value '-1' for '--seed <SEED>'"),
        (&["argsort", "x.csv", "--bits", "-1"], "-1 is not in 1..=24"),
        (
            &["sort", "x.csv", "--dtype", "float16"],
            "--dtype float16 is only for .npy and .npz output: give -o FILE.npy",
        ),
        (&["filter", "x.csv", "--keep", "flags.npy"], "--keep flags.npy is a file, which needs --axis N"),
        (&["tonemap", "x.hdr"], "--output <OUT.png>"),
        (&["tonemap", "-o", "x.png"], "<IN.hdr>"),
    ] {
        let error = place.misuse(args);
        assert!(error.contains(said), "{args:?}: {error}");
    }
    for (binding, said) in [
        ("x", "NAME=FILE"),
        ("=x.csv", "`` is not a name"),
        ("x=", "nothing follows `x=`"),
        ("2x=x.csv", "`2x` is not a name"),
        ("_x=x.csv", "`_x` is not a name"),
        ("x y=x.csv", "`x y` is not a name"),
        ("é=x.csv", "`é` is not a name"),
    ] {
        let error = map(&["-i", binding]);
        assert!(error.contains(said), "{binding}: {error}");
    }
    for (constant, said) in [
        ("k", "NAME=NUMBER"),
        ("k=", "nothing follows `k=`"),
        ("k=two", "`two` is not a number"),
        ("k=1,", "`` is not a number"),
        ("k=1,2,3,4,5", "a constant has 1 to 4 numbers, not 5"),
        ("=2", "`` is not a name"),
        ("k=1e999", "`1e999` is beyond float32"),
        ("k=-4e38", "`-4e38` is beyond float32"),
        ("k=1e-60", "`1e-60` is beyond float32"),
    ] {
        let error = map(&["-i", "x=x.csv", "-c", constant]);
        assert!(error.contains(said), "{constant}: {error}");
    }
}

#[test]
fn a_missing_sub_command_is_wrong_usage() {
    let place = Place::new();
    for args in [&[][..], &["--dialect", "es"], &["-q"]] {
        let run = place.run(args);
        assert_eq!((run.code, run.out.as_str()), (Some(2), ""), "{args:?}");
        assert!(run.err.contains("Usage: brooklet"), "{}", run.err);
    }
}

#[test]
fn a_name_bound_twice_is_wrong_usage() {
    let place = Place::new();
    place.file("x.csv", "1\n");
    for twice in [["-i", "a=x.csv", "-i", "a=x.csv"], ["-i", "a=x.csv", "-c", "a=1"]] {
        let error = place.misuse(&[&["map", "a", "-o", "out.csv"][..], &twice].concat());
        assert!(error.contains("`a` is bound twice"), "{error}");
    }
    let args = ["map", "x", "-i", "x=x.csv", "-c", "b=1", "-c", "b=2", "-o", "out.csv"];
    assert!(place.misuse(&args).contains("`b` is bound twice"));
}

#[test]
fn info_tells_what_the_device_is_and_can_do() {
    let place = Place::new();
    for dialect in dialects() {
        let api = match dialect {
            "gl" => "OpenGL 3.3",
            "es" => "OpenGL ES 3.0",
            _ => "OpenGL 2.1",
        };
        let json: serde_json::Value =
            serde_json::from_str(&place.ok(&["info", "--json", "--dialect", dialect])).unwrap();
        assert_eq!(json["dialect"], dialect);
        assert!(json["limits"]["texture"].as_u64().unwrap() >= 1024);
        assert!(json["limits"]["targets"].as_u64().unwrap() >= 4);
        assert!(json["limits"]["samplers"].as_u64().unwrap() >= 16);
        let renders = |name: &str| {
            let mut formats = json["formats"].as_array().unwrap().iter();
            let format = formats.find(|format| format["name"] == name).unwrap();
            format["renders"].as_bool().unwrap()
        };
        assert!(renders("R32F") && renders("RGBA32F"));
        assert!(!json["adapters"].as_array().unwrap().is_empty());

        let table = place.ok(&["info", "--dialect", dialect]);
        let row = |name: &str| {
            let line = table.lines().find(|line| line.trim_start().starts_with(name));
            line.unwrap_or_else(|| panic!("{table} has no {name}")).to_owned()
        };
        assert!(row("renderer").ends_with(json["renderer"].as_str().unwrap()));
        assert!(row("version").ends_with(json["version"].as_str().unwrap()));
        assert!(row("dialect").contains(api), "{table}");
        assert!(row("largest texture").contains(&json["limits"]["texture"].to_string()));
        assert!(row("renders to").contains("RGBA32F"));
        assert!(row("--adapter 0").ends_with(json["adapters"][0]["name"].as_str().unwrap()));
    }
}

#[test]
fn the_first_dialect_that_the_driver_has_is_taken() {
    let place = Place::new();
    // What Mesa is made to offer; other drivers do not listen, and have OpenGL 3.3.
    for (gl, glsl, es, dialect) in
        [("3.3", "330", "3.0", "gl"), ("2.1", "120", "3.0", "es"), ("2.1", "120", "2.0", "gl2")]
    {
        let mut command = place.command(&["--quiet", "info", "--json"]);
        command.env("MESA_GL_VERSION_OVERRIDE", gl).env("MESA_GLSL_VERSION_OVERRIDE", glsl);
        let output = command.env("MESA_GLES_VERSION_OVERRIDE", es).output().unwrap();
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        // Under Wine, Mesa sees the environment of Wine, and not that of a process.
        let mesa = json["version"].as_str().unwrap().contains("Mesa") && !cfg!(windows);
        assert_eq!(json["dialect"], if mesa { dialect } else { "gl" }, "{json}");
    }
}

#[test]
fn an_old_driver_without_framebuffer_objects_is_told_what_it_lacks() {
    let place = Place::new();
    let hiding = |extensions: &str, args: &[&str]| {
        let mut command = place.command(args);
        command.env("MESA_GL_VERSION_OVERRIDE", "2.1").env("MESA_GLSL_VERSION_OVERRIDE", "120");
        command.env("MESA_EXTENSION_OVERRIDE", extensions).output().unwrap()
    };
    // Their first extension will do.
    place.list("x.npy", &[3.0, 1.0, 2.0]);
    let sort = ["sort", "x.npy", "-o", "y.npy", "--dialect", "gl2"];
    let output = hiding("-GL_ARB_framebuffer_object", &sort);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(place.npy("y.npy").1, [1.0, 2.0, 3.0]);
    let neither = "-GL_ARB_framebuffer_object -GL_EXT_framebuffer_object";
    let output = hiding(neither, &["--quiet", "--dialect", "gl2", "info", "--json"]);
    if output.status.success() {
        let json: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        // Under Wine, Mesa sees the environment of Wine, and not that of a process.
        let listens = json["version"].as_str().unwrap().contains("Mesa") && !cfg!(windows);
        assert!(!listens, "Mesa hides what it is told to: {json}");
        left_out("a driver without framebuffer objects: Mesa alone can be one");
        return;
    }
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("cannot render to float textures: no framebuffer objects; use a driver with"), "{said}");
}

#[test]
fn an_adapter_that_is_not_there_is_named_with_those_that_are() {
    let place = Place::new();
    place.file("x.csv", "1\n");
    let json: serde_json::Value = serde_json::from_str(&place.ok(&["info", "--json", "--adapter", "0"])).unwrap();
    let first = json["adapters"][0]["name"].as_str().unwrap();
    for dialect in dialects() {
        let args = ["reduce", "x.csv", "--op", "sum", "--trace", "t.json", "--adapter", "99"];
        let error = place.fails(&[&args[..], &["--dialect", dialect]].concat());
        assert!(error.starts_with("brooklet: there is no adapter 99"), "{error}");
        assert!(error.contains(&format!("0: {first}")), "{error}");
    }
    place.fails(&["info", "--adapter", &usize::MAX.to_string()]);
    // The name that the option had at first.
    assert_eq!(place.ok(&["info", "--json", "--device", "0"]), place.ok(&["info", "--json", "--adapter", "0"]));
}

#[test]
fn help_fits_a_terminal_of_80_columns() {
    let place = Place::new();
    for words in [&["--help"][..], &["-h"], &["help"], &["--quiet", "help"], &["--adapter", "0", "--help"]] {
        let help = place.ok(words);
        let wide: Vec<&str> = help.lines().filter(|line| line.chars().count() > 80).collect();
        assert!(wide.is_empty(), "{words:?}: {wide:?}");
    }
}

#[test]
fn shells_and_man_know_the_command() {
    let place = Place::new();
    for (shell, words) in
        [("bash", "complete -F _brooklet"), ("zsh", "#compdef brooklet"), ("fish", "complete -c brooklet")]
    {
        let script = place.ok(&["completions", shell]);
        assert!(script.contains(words) && script.contains("self-test"), "{shell}");
    }
    assert!(place.misuse(&["completions", "csh"]).contains("csh"));
    assert!(place.ok(&["man"]).contains(".TH brooklet 1"));
    place.ok(&["man", "-o", "pages"]);
    assert!(place.text("pages/brooklet-app-fft.1").contains("brooklet app fft"));
    place.file("here", "");
    assert!(place.fails(&["man", "-o", "here"]).starts_with("brooklet: cannot write to here: "));
}
