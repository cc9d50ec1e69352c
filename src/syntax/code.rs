//! Diagnostic codes, one table for all languages. A code names a diagnostic for people to look up; the compiler never branches
//! on one.

use std::str::FromStr;

use super::suggest::nearest;

/// Defines the enum, its names and its pages from one list. A code without a page does not compile.
macro_rules! codes {
    ($($code:ident)*) => {
        /// The code of a diagnostic. It starts with `B` for Brook and for the preprocessor, `C` for Cg, `F` for listings of fragment programs,
        /// and `K` for kernels and expressions. Codes of Cg are those of NVIDIA's compiler where it had one for the same cause.
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        #[allow(missing_docs, reason = "`brooklet explain` has a page on each")]
        pub enum Code {
            $($code,)*
        }

        impl Code {
            /// All codes, in order.
            pub const ALL: &'static [Code] = &[$(Code::$code,)*];

            /// The code's name, as messages show it: `B0301`.
            pub fn name(self) -> &'static str {
                match self {
                    $(Code::$code => stringify!($code),)*
                }
            }

            /// The code's page, in Markdown: what is wrong, why, what to do about it, and a wrong and a right example.
            /// [`explain`](crate::explain) parses it.
            pub fn page(self) -> &'static str {
                match self {
                    $(Code::$code => include_str!(concat!("../explain/", stringify!($code), ".md")),)*
                }
            }
        }
    };
}

codes! {
    B0001 B0002 B0003 B0004 B0005 B0006 B0007 B0008 B0009 B0010 B0011 B0012 B0013
    B0101 B0102 B0103 B0104 B0105 B0106 B0107 B0108 B0109 B0110 B0111 B0112 B0113
    B0114 B0115 B0116 B0117 B0118 B0119 B0120 B0121 B0122 B0123 B0124 B0125 B0126
    B0127 B0129 B0201 B0202 B0203 B0204 B0205 B0206 B0207 B0208 B0301 B0302 B0303 B0304
    B0305 B0306 B0307 B0308 B0309 B0310 B0311 B0312 B0313 B0314 B0315 B0316 B0317
    B0318 B0319 B0320 B0321 B0322 B0323 B0324 B0325 B0326 B0327 B0328 B0329 B0330
    B0331 B0332 B0333 B0334 B0335 B0337 B0338 B0339 B0340 B0341 B0401 B0402 B0403 B0404
    B0405 B0406 B0407 B0408 B0409 B0410 B0411 B0412 B0413 B0414 B0415 B0416 B0417
    B0418 B0501 B0502 B0503 B0504 B0505 B0506 B0507 B0508 B0509 B0510 B0511 B0512
    B0513
    B0601 B0602 B0603 B0604 B0605 B0606 B0607 B0608 B0609

    C0000 C0001 C0002 C0003 C0004 C0005 C0006 C0501 C1002 C1008 C1013 C1016 C1020 C1021 C1022
    C1031 C1033 C1035 C1051 C1056 C1059 C1060 C1067 C1068 C1101 C1102 C1103 C1104 C1110
    C1115 C3001 C3002 C5041 C5108 C5201 C6013 C7011 C7050

    F0001 F0002 F0003 F0101 F0102 F0103 F0104 F0105 F0106 F0107

    K0101 K0102 K0103 K0104 K0105 K0106 K0107 K0108 K0109 K0110 K0111 K0112 K0113
    K0114 K0116 K0117 K0118 K0119 K0120 K0121 K0122 K0123 K0124
    K0201 K0202 K0203 K0205 K0206 K0207 K0208 K0209 K0210 K0211 K0212 K0213 K0214
    K0301 K0302 K0303 K0304 K0305 K0306 K0307 K0308 K0309 K0310 K0311 K0312 K0313 K0314 K0315 K0316
    K0401 K0402 K0403 K0404
    K0501 K0502 K0503 K0504 K0506 K0507 K0508
    K0901 K0902 K0903
}

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// The error for a name that no code has.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no code `{name}`{}", .nearest.map(|code| format!(": did you mean `{code}`?")).unwrap_or_default())]
pub struct UnknownCode {
    /// The name.
    pub name: String,
    /// The code with the most similar name, if any is similar.
    pub nearest: Option<Code>,
}

/// Parses a code's name, in upper or lower case.
impl FromStr for Code {
    type Err = UnknownCode;

    fn from_str(name: &str) -> Result<Code, UnknownCode> {
        let wanted = name.trim().to_ascii_uppercase();
        let find = |name: &str| Code::ALL.iter().copied().find(|code| code.name() == name);
        find(&wanted).ok_or_else(|| {
            let nearest = nearest(&wanted, Code::ALL.iter().map(|code| code.name()));
            UnknownCode { name: name.to_owned(), nearest: nearest.and_then(find) }
        })
    }
}
