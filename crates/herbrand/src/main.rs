//! The language server and toolchain for GDL.

mod lsp;

fn main() -> std::process::ExitCode {
    if std::env::args().nth(1).as_deref() == Some("lsp") {
        let log = std::env::args().nth(3);
        return lsp::run(&lsp::Options { log });
    }
    std::process::ExitCode::from(2)
}
