// A page's pictures lie beside it in the repository. Documentation is in `target/doc` of it, as a rule, and finds them from there:
// if a link is defined twice, the first definition counts, and the definitions below come before the page.

/// A chapter: its page, and where its pictures are.
macro_rules! chapter {
    ($name:ident, $page:literal, $($picture:literal)*) => {
        $(#[doc = concat!("[", $picture, "]: ../../../../../../src/guide/book/pictures/", $picture, ".png")])*
        #[doc = ""]
        #[doc = include_str!($page)]
        pub mod $name {}
    };
}

chapter!(
    beginning,
    "beginning.md",
    "beginning-1" "beginning-2" "beginning-3" "beginning-4" "beginning-5" "beginning-6" "beginning-7"
    "beginning-8" "beginning-9" "beginning-10"
);
chapter!(
    buck_purcell,
    "buck_purcell.md",
    "buck_purcell-1" "buck_purcell-2" "buck_purcell-3" "buck_purcell-4" "buck_purcell-5" "buck_purcell-6"
    "buck_purcell-7" "buck_purcell-8" "buck_purcell-9" "buck_purcell-10"
);
chapter!(
    horn,
    "horn.md",
    "horn-1" "horn-2" "horn-3" "horn-4" "horn-5" "horn-6" "horn-7" "horn-8" "horn-9"
);
chapter!(
    brook,
    "brook.md",
    "brook-1" "brook-2" "brook-3" "brook-4" "brook-5" "brook-6" "brook-7" "brook-8" "brook-9" "brook-10"
);
chapter!(
    harris,
    "harris.md",
    "harris-1" "harris-2" "harris-3" "harris-4" "harris-5" "harris-6" "harris-7" "harris-8" "harris-9"
);
chapter!(
    mahardito,
    "mahardito.md",
    "mahardito-1" "mahardito-2" "mahardito-3" "mahardito-4" "mahardito-5" "mahardito-6" "mahardito-7"
    "mahardito-8" "mahardito-9"
);
chapter!(
    chips,
    "chips.md",
    "chips-1" "chips-2" "chips-3" "chips-4" "chips-5" "chips-6" "chips-7" "chips-8" "chips-9" "chips-10"
);
