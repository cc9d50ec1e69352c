//! `brooklet info`: shows the device, its limits and its formats, and the adapters that a device can be opened on.

use clap::Args;
use comfy_table::{Table, presets};

use brooklet::Device;

use super::{Common, print};

/// Show the device: its driver, its limits, and which float formats it renders to; and this machine's adapters
#[derive(Args)]
#[command(after_help = "Examples:
  brooklet info
  brooklet info --dialect es --json")]
pub struct Info {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub fn run(&self, common: &Common) -> anyhow::Result<()> {
        common.run(&[], |session| {
            let info = session.device.info();
            // The emulator needs no driver, so there may be none.
            let adapters = Device::adapters().unwrap_or_default();
            if self.json {
                let mut json = serde_json::to_value(info)?;
                json["adapters"] = serde_json::to_value(adapters)?;
                return print(serde_json::to_string_pretty(&json)?);
            }
            let mut table = Table::new();
            table.load_preset(presets::NOTHING);
            let mut row = |name: &str, value: String| {
                table.add_row([name.to_owned(), value]);
            };
            row("renderer", info.renderer.clone());
            row("vendor", info.vendor.clone());
            row("version", info.version.clone());
            if let Some(dialect) = info.dialect {
                row("dialect", format!("{} ({})", dialect.name(), dialect.api()));
            }
            row("largest texture", format!("{0} × {0} texels", info.limits.texture));
            row("render targets", info.limits.targets.to_string());
            row("samplers", info.limits.samplers.to_string());
            let formats = |renders| {
                let names = info.formats.iter().filter(|format| format.renders == renders).map(|format| format.name);
                names.collect::<Vec<_>>().join(", ")
            };
            row("renders to", formats(true));
            if !formats(false).is_empty() {
                row("does not render to", formats(false));
            }
            row("timer queries", if info.timer_queries { "yes" } else { "no" }.to_owned());
            let compute = info.compute.map_or("no".to_owned(), |compute| {
                format!("{} invocations a group, {} bytes shared", compute.invocations, compute.shared_bytes)
            });
            row("compute shaders", compute);
            for adapter in adapters {
                row(&format!("--adapter {}", adapter.index), adapter.name);
            }
            for column in table.column_iter_mut() {
                column.set_padding((0, 2));
            }
            print(table.trim_fmt())
        })
    }
}
