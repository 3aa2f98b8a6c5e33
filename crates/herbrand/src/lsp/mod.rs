//! The language server: the only place that knows the protocol, its library and tokio.
//!
//! [`transport`] frames messages. [`front`] takes each in the order in which it was read and
//! runs its handler up to the point where it has put its task into the queue of the [`owner`].
//! The owner is a thread: it holds the only long-lived database, applies edits, and hands
//! reads, with a snapshot each, to the [`workers`]. Nothing of salsa runs on the async side.

mod answers;
mod calls;
mod capabilities;
mod config;
mod convert;
mod debug;
mod documents;
mod front;
mod ground;
mod grounding;
mod lenses;
mod outline;
mod owner;
mod parent;
mod progress;
mod publish;
mod puzzles;
mod requests;
mod runs;
mod server;
mod settings;
mod stopping;
mod transport;
mod uri;
mod virtual_documents;
mod workers;

use std::io::{self, BufReader};
use std::process::ExitCode;

use futures::{SinkExt, StreamExt};
use tower_lsp::LspService;
use tracing_subscriber::EnvFilter;

use self::front::{Front, Step};
use self::transport::Outbox;

/// How the server runs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Options {
    /// Which records go to standard error: a level (`error`, `warn`, `info`, `debug`, `trace`)
    /// or a filter in the syntax of `tracing`. Nothing but warnings unless told.
    pub(crate) log: Option<String>,
}

/// Serves one client on standard input and output, until it says `exit`, closes the input, or
/// dies. The exit code is 0 if the client said `shutdown` before, else 1; 2 where the server
/// cannot even start.
pub(crate) fn run(options: &Options) -> ExitCode {
    let filter = match EnvFilter::builder().parse(options.log.as_deref().unwrap_or("warn")) {
        Ok(filter) => filter,
        Err(error) => {
            report(&format!("--log: {error}; give a level such as `info`"));
            return ExitCode::from(2);
        }
    };
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(io::stderr)
        .with_ansi(false)
        .init();
    match serve() {
        Ok(code) => ExitCode::from(code),
        Err(error) => {
            report(&format!("the language server cannot start: {error}"));
            ExitCode::from(2)
        }
    }
}

#[expect(clippy::print_stderr, reason = "the log may be what failed")]
fn report(message: &str) {
    eprintln!("error: {message}");
}

fn serve() -> io::Result<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()?;
    let outbox = Outbox::start(io::stdout())?;
    let (sink, mut incoming) = tokio::sync::mpsc::unbounded_channel();
    std::thread::Builder::new()
        .name("reader".to_owned())
        .spawn(move || {
            transport::read_messages(BufReader::with_capacity(1 << 16, io::stdin()), &sink);
        })?;
    let (parent_watch, mut parent_gone) = parent::watch();

    let code = runtime.block_on(async {
        let (mut owner, mut expander) = (Ok(()), Ok(()));
        let (service, socket) = LspService::build(|client| {
            let calls =
                calls::ClientCalls::new(client, tokio::runtime::Handle::current(), outbox.clone());
            let (handle, started) = owner::start(outbox.clone(), calls.clone());
            owner = started;
            let (expansions, begun) = ground::start();
            expander = begun;
            server::Backend::new(handle, calls, parent_watch, expansions)
        })
        .custom_method("herbrand/syntaxTree", server::Backend::syntax_tree)
        .custom_method("herbrand/debug", server::Backend::debug)
        .custom_method("herbrand/ground", server::Backend::ground)
        .custom_method(
            "workspace/textDocumentContent",
            server::Backend::text_document_content,
        )
        .custom_method(
            "window/workDoneProgress/cancel",
            server::Backend::cancel_progress,
        )
        .finish();
        owner.and(expander)?;
        let (mut requests, mut responses) = socket.split();
        let mut front = Front::new(service, outbox.clone());
        loop {
            let step = tokio::select! {
                biased;
                message = incoming.recv() => match message {
                    Some(message) => front.accept(message),
                    None => Step::Stop,
                },
                Some(request) = requests.next() => {
                    outbox.request(&request);
                    Step::Go
                }
                Some(()) = parent_gone.recv() => {
                    tracing::warn!("the client's process is gone");
                    Step::Stop
                }
            };
            match step {
                Step::Go => {}
                // The library's own sink never fails before `exit`.
                Step::Answered(response) => drop(responses.send(response).await),
                Step::Stop => return Ok::<u8, io::Error>(front.exit_code()),
            }
        }
    })?;
    outbox.flush();
    // Handlers that still wait would wait for ever.
    runtime.shutdown_background();
    Ok(code)
}
