//! Herbrand, the language server and toolchain for GDL.

mod cli;
mod lsp;

fn main() -> std::process::ExitCode {
    cli::run()
}
