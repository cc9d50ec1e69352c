//! Words: what an address chooses among, by a name for it and a title for people.

macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident $word:literal $title:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum $name { $($variant,)* }

        impl $name {
            pub const ALL: &[$name] = &[$($name::$variant,)*];

            /// In an address.
            pub fn name(self) -> &'static str {
                match self { $($name::$variant => $word,)* }
            }

            /// For people.
            pub fn title(self) -> &'static str {
                match self { $($name::$variant => $title,)* }
            }

            pub fn of(word: &str) -> Option<$name> {
                $name::ALL.iter().copied().find(|one| one.name() == word)
            }
        }
    };
}

words! {
    /// What is shown of the steps.
    View {
        Live "live" "in motion"
        ,All "all" "textures and history",
        Textures "textures" "textures",
        History "history" "history",
        Network "network" "network",
    }
}

words! {
    /// How numbers are shown.
    Show {
        Heat "heat" "heat map",
        Signed "signed" "signed",
        Numbers "numbers" "numbers",
        Bits "bits" "bits",
    }
}

words! {
    /// The operator of a reduction or a scan.
    Op {
        Max "max" "max",
        Min "min" "min",
        Sum "sum" "sum",
    }
}
