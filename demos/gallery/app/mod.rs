//! What the gallery shows, whichever shell it is in.

mod placeholder;

use brooklet::{Device, Dialect};

use crate::address::Address;
use placeholder::Placeholder;

/// A key of an [`Address`].
pub struct Key {
    pub name: &'static str,
    /// What its value is, for the help of the command.
    pub value: &'static str,
    pub help: &'static str,
}

/// The keys that an address may have, in the order that they are written in.
pub const KEYS: &[Key] = &[
    Key { name: "scene", value: "SCENE", help: "What is shown" },
    Key { name: "method", value: "METHOD", help: "The method of the scene" },
    Key { name: "data", value: "DATA", help: "What it computes on" },
    Key { name: "n", value: "COUNT", help: "How many elements" },
    Key { name: "pass", value: "INDEX", help: "The pass that is shown" },
    Key { name: "dialect", value: "DIALECT", help: "gl, es or gl2; in a browser es alone" },
];

/// Which shell the gallery is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each target has only some of the shells")]
pub enum ShellKind {
    Window,
    Web,
    Picture,
}

/// What a shell brings.
pub struct Setup {
    /// The device in the shell's context, or why there is none.
    pub device: Result<Device, String>,
    pub address: Address,
    pub shell: ShellKind,
    /// Seconds from some moment; stands still for a picture.
    pub clock: fn() -> f64,
    /// What a link to an address begins with: the page, or the command.
    pub link: String,
}

/// The application. egui textures are kept over a change of context; what was made on the device is not.
pub struct Gallery {
    setup: Setup,
    scene: Placeholder,
}

impl Gallery {
    pub fn new(_context: &egui::Context, setup: Setup) -> Gallery {
        let scene = Placeholder::new(&setup.address);
        Gallery { setup, scene }
    }

    /// Shows everything; asks for repaints through `ui.ctx()`.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let now = (self.setup.clock)();
        let copy = ui.input(|input| input.modifiers.command && input.key_pressed(egui::Key::L));
        if copy {
            ui.ctx().copy_text(self.link());
        }
        self.scene.ui(ui, &self.setup.device, now);
    }

    /// The address of what is shown.
    pub fn address(&self) -> Address {
        self.scene.address()
    }

    pub fn go_to(&mut self, address: Address) {
        self.scene.go_to(&address);
    }

    /// A link to what is shown.
    pub fn link(&self) -> String {
        match self.setup.shell {
            ShellKind::Web => format!("{}{}", self.setup.link, self.address().to_hash()),
            _ => format!("{} {}", self.setup.link, self.address().to_command_line()),
        }
    }

    /// The dialect that is asked for. Where the device has another, a shell that can makes the context anew.
    pub fn wanted_dialect(&self) -> Option<Dialect> {
        self.scene.wanted_dialect()
    }

    /// Drops whatever lies on the device, and the device; called while its context is still there.
    pub fn forget_device(&mut self) {
        self.scene.forget_results();
        self.setup.device = Err("the graphics context is being made".to_owned());
    }

    /// Another device, after a change of the dialect or a lost context.
    pub fn set_device(&mut self, device: Result<Device, String>) {
        self.forget_device();
        self.setup.device = device;
    }

    pub fn title(&self) -> String {
        "brooklet: the gallery".to_owned()
    }

    /// Whether nothing more is to be computed for what is shown: a picture may be taken.
    pub fn ready(&self) -> bool {
        self.setup.device.is_err() || self.scene.ready()
    }

    /// What went wrong, and is said on the screen.
    pub fn error(&self) -> Option<String> {
        self.setup.device.as_ref().err().cloned().or_else(|| self.scene.error())
    }

    /// What was computed, as JSON: the tests compare it between shells, bit for bit.
    pub fn results(&self) -> String {
        self.scene.results()
    }
}
