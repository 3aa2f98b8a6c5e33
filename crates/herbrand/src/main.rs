//! Herbrand, the language server and toolchain for GDL.

mod cli;
mod lsp;
mod specs;

fn main() -> std::process::ExitCode {
    cli::run()
}
