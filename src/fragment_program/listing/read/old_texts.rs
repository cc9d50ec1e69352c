//! Tests of what listings of the time have beside the plain grammar.

use super::{Listing, read};
use crate::fragment_program::listing::print_bare;
use crate::fragment_program::{NumberType, Opcode, Scalar};

fn good(text: &str) -> Listing {
    read("old.fp", text).unwrap_or_else(|errors| panic!("{errors}"))
}

#[track_caller]
fn refused(text: &str, wanted: &str) {
    let said = read("old.fp", text).unwrap_err().to_string();
    assert!(said.contains(wanted), "{said}");
}

#[test]
fn what_surrounds_a_listing_is_no_error() {
    let body = "MOV result.color, 1;\nEND";
    for around in
        ["\n# 1 instruction\n", "\r// 1 instruction\r# more\r", "\0", " \0 anything { at all", "\n\n// made by cgc\n\0"]
    {
        good(&format!("!!ARBfp1.0\n{body}{around}"));
    }
    refused(&format!("!!ARBfp1.0\n{body}\n# fine\nMOV"), "old.fp:5:1");
    refused(&format!("!!ARBfp1.0\n{body} MOV"), "expected nothing behind `END`, found `MOV`");
    // Lines that end by a carriage return, and options behind comments.
    good(&format!("# one\r# two\r\r!!ARBfp1.0\r# three\r{}", body.replace('\n', "\r")));
    let read = good(&format!("// by cgc\n!!ARBfp1.0\nOPTION NV_fragment_program;\nOPTION ARB_fog_exp;\n{body}"));
    assert!(read.program.set.conditions());
    let read = good("# own\n!!BRfp1.0\nOPTION r520;\nMOV result.color, 1;\nEND\n");
    assert!(read.program.set.branches());
}

#[test]
fn names_are_reserved_by_the_instructions_that_there_are() {
    let declared =
        |head: &str, name: &str| format!("{head}\nTEMP {name};\nMOV {name}, 1;\nMOV result.color, {name};\nEND\n");
    for name in ["IF", "SGT", "DIV", "RET", "BRK", "DDX"] {
        good(&declared("!!ARBfp1.0", name));
        refused(&declared("!!ARBfp1.0\nOPTION NV_fragment_program2;", name), "is a reserved word");
    }
    good(&declared("!!ARBfp1.0\nOPTION NV_fragment_program;", "BRK"));
    refused(&declared("!!ARBfp1.0", "MAD_SAT"), "`MAD_SAT` is a reserved word");
    refused("!!FP1.0\nDEFINE R0 = 1;\nMOVR o[COLR], R0;\nEND\n", "`R0` is a reserved word");
    refused("!!FP1.0\nDECLARE MOV;\nMOVR o[COLR], 1;\nEND\n", "`MOV` is a reserved word");
}

#[test]
fn numbers_of_all_lengths_are_read() {
    let long = format!("1{}", "0".repeat(20));
    let read = good(&format!(
        "!!ARBfp1.0\nPARAM a = {{ {long}, -{long}, 18446744073709551615, 2 }};\nMOV result.color, a;\nEND\n"
    ));
    let numbers = [1e20f32, -1e20, 18446744073709551615.0, 2.0].map(|number| Scalar::Literal(number.to_bits()));
    assert_eq!(read.program.parameters[0].components, numbers);
    refused(&format!("!!ARBfp1.0\nMOV result.color, program.local[{long}];\nEND\n"), "a whole number");
    let read = good("!!FP1.0\nDEFINE a = +1;\nDEFINE b = -2;\nADDR o[COLR], a, b;\nEND\n");
    assert_eq!(read.program.parameters[0].components, [Scalar::Literal(1f32.to_bits()); 4]);
    assert_eq!(read.program.parameters[1].components, [Scalar::Literal((-2f32).to_bits()); 4]);
}

#[test]
fn what_is_not_read_is_named() {
    let nv40 = "!!ARBfp1.0\nOPTION NV_fragment_program2;\n";
    for head in ["!!ARBfp1.0\n", nv40, "!!NVfp4.0\n"] {
        refused(&format!("{head}CAL light;\nEND\n"), "`CAL`: subroutines are not read");
        refused(&format!("{head}light:\nMOV result.color, 1;\nEND\n"), "`light`: subroutines are not read");
    }
    refused("!!NVfp4.0\nMOV.SSAT result.color, 1;\nEND\n", "clamped to -1 to 1 (`SSAT`)");
    refused(&format!("{nv40}MOV_SSAT result.color, 1;\nEND\n"), "write `MIN` and `MAX` behind the instruction");
}

#[test]
fn results_have_the_precision_of_the_name_that_is_written() {
    let kinds = |text: &str| good(text).program.instructions.iter().map(|own| own.kind).collect::<Vec<_>>();
    let (half, float, fixed) = (NumberType::Half, NumberType::Float, NumberType::Fixed);
    let text = "!!FP1.0\nMOVR o[COLR].x, f[TEX0];\nMOVR o[COLH].y, f[TEX0];\nMOVR o[COLR].z, f[TEX0];\nMOVX o[COLH].w, f[TEX0];\nEND\n";
    assert_eq!(kinds(text), [float, half, float, fixed]);
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program;\nSHORT OUTPUT a = result.color;\nALIAS b = a;\nLONG OUTPUT c = result.color;\n\
                LONG TEMP d;\nMOV a, 1;\nMOV b, 1;\nMOV c, 1;\nMOV result.color, 1;\nMOV d, 1;\nEND\n";
    assert_eq!(kinds(text), [half, half, float, float, float]);
}

#[test]
fn fog_is_mixed_in_at_the_end() {
    let text =
        |options: &str, more: &str| format!("!!ARBfp1.0\n{options}\nMOV result.color, fragment.color;\n{more}END\n");
    let read = good(&text("OPTION ARB_fog_linear;", ""));
    let opcodes: Vec<Opcode> = read.program.instructions.iter().map(|own| own.opcode).collect();
    assert_eq!(opcodes, [Opcode::Mov, Opcode::Add, Opcode::Mul, Opcode::Lrp, Opcode::Mov]);
    // What is printed has no option, and is the same program.
    let printed = print_bare(&read.program).unwrap();
    assert!(!printed.contains("fog_linear") && printed.contains("state.fog.params"), "{printed}");
    assert_eq!(print_bare(&good(&printed).program).unwrap(), printed);
    refused(&text("OPTION ARB_fog_exp;\nOPTION ARB_fog_exp2;", ""), "a program has one kind of fog");
    refused(
        &text("OPTION NV_fragment_program2;\nOPTION ARB_fog_exp;", "RET;\n"),
        "a program with fog cannot end by `RET`",
    );
    refused("!!NVfp4.0\nOPTION ARB_fog_exp;\nMOV result.color, 1;\nEND\n", "it goes with `!!ARBfp1.0`");
}

#[test]
fn the_oldest_syntax_has_so_many_parameters() {
    let declared: String = (0..4100).map(|n| format!("DECLARE a{n};\n")).collect();
    refused(&format!("!!FP1.0\n{declared}MOVR o[COLR], a0;\nEND\n"), "more than 4096 constants");
    // Thousands of constants are found quickly.
    let uses: String = (0..16_000).map(|n| format!("ADD a, a, {};\n", n % 4000)).collect();
    let text = format!("!!ARBfp1.0\nTEMP a;\nMOV a, 0;\n{uses}MOV result.color, a;\nEND\n");
    assert_eq!(good(&text).program.parameters.len(), 4000);
}

#[test]
fn constants_that_no_instruction_reads_are_forgotten() {
    let text = "!!ARBfp1.0\nOPTION NV_fragment_program;\nTEMP a;\nSFL a, 3.0, 4.0;\nMOV a.x, 3.0;\nMOV a.y, 4.0;\nMOV result.color, a;\nEND\n";
    let read = good(text);
    assert_eq!((read.program.parameters.len(), read.parameters.len()), (2, 2));
    print_bare(&read.program).unwrap();
}
