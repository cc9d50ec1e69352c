mod arguments;
mod data;
mod defaults;
mod drawn;
mod program;
mod run;
#[cfg(test)]
mod tests;
