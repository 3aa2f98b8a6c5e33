//! The ground expansion of a document: the command, and the requests for its text.
//!
//! A worker takes what the document says, a thread of its own writes the expansion. The client
//! stops it by the progress that it is shown or by cancelling its request, and so does an edit of
//! the document: the text would be another's.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crossbeam_channel::Sender;
use driver::{
    Document, DocumentOptions, GroundForm, Shown, Spec, StatementLine, Stop, TheoryDocumentOptions,
};
use ground::{Limits, Options};
use ide::Obstacle;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use syntax::TextRange;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use super::front::panic_message;
use super::grounding::{Cancel, PACE, What, counts_text, prepared, with_setting};
use super::owner::REQUEST_FAILED;
use super::progress::Progress;
use super::puzzles;
use super::requests::WhenInterrupted;
use super::runs::{CHECK, PROVE, SOLVE};
use super::server::Backend;
use super::stopping::meanwhile;
use super::virtual_documents::{expansion_of, file_name, is_answer, source_of};
use super::workers::{STACK_SIZE, View};

/// The command that shows it.
pub(super) const GROUND: &str = "herbrand.ground";

/// What raises the number of lines.
const MAX_LINES: &str = "the setting `grounding.maxLines`";

/// The parameters of `herbrand/ground`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct GroundParams {
    text_document: TextDocumentIdentifier,
    /// How many lines there may be; the setting `grounding.maxLines` unless told.
    max_lines: Option<usize>,
    /// Whether literals that hold in every state are shown too.
    #[serde(default)]
    full: bool,
    /// How a puzzle's formulas are written.
    #[serde(default)]
    form: Form,
    work_done_token: Option<ProgressToken>,
}

/// How the formulas of a puzzle are written.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase")]
enum Form {
    #[default]
    Prop,
    Nnf,
    Cnf,
}

impl From<Form> for GroundForm {
    fn from(form: Form) -> Self {
        match form {
            Form::Prop => Self::Prop,
            Form::Nnf => Self::Nnf,
            Form::Cnf => Self::Cnf,
        }
    }
}

/// The argument of `herbrand.ground`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct GroundArgument {
    uri: Uri,
    max_lines: Option<usize>,
    #[serde(default)]
    full: bool,
    #[serde(default)]
    form: Form,
}

/// The answer to `herbrand/ground`.
#[derive(Debug, Serialize)]
pub(super) struct Expansion {
    /// The name that the text goes by.
    uri: Option<Uri>,
    /// The version of the document that it is of.
    version: Option<i32>,
    text: String,
    /// For each line of the text the line of the document that it comes from, from 0.
    sources: Vec<Option<u32>>,
    /// Whether all of it is there.
    complete: bool,
}

/// The parameters of `workspace/textDocumentContent`.
#[derive(Debug, Deserialize)]
pub(super) struct ContentParams {
    uri: Uri,
}

/// Where expansions are written, one after the other.
#[derive(Clone)]
pub(super) struct Expander {
    queue: Sender<Job>,
}

struct Job {
    source: Source,
    cancel: Arc<AtomicBool>,
    progress: Option<Progress>,
    reply: oneshot::Sender<std::result::Result<Document, Stop>>,
}

/// What a worker takes of a document.
struct Source {
    what: What,
    lines: Lines,
    name: String,
    state: String,
    max_lines: usize,
    full: bool,
    form: GroundForm,
}

/// Where the rules or statements stand.
enum Lines {
    Spec(Vec<u32>),
    Puzzle(Vec<StatementLine>),
}

/// Starts the thread; it ends when the last expander is dropped.
pub(super) fn start() -> (Expander, io::Result<()>) {
    let (queue, jobs) = crossbeam_channel::unbounded::<Job>();
    let started = std::thread::Builder::new()
        .name("expansions".to_owned())
        .stack_size(STACK_SIZE)
        .spawn(move || jobs.into_iter().for_each(perform));
    (Expander { queue }, started.map(drop))
}

fn perform(job: Job) {
    let Job {
        source,
        cancel,
        progress,
        reply,
    } = job;
    let result = catch_unwind(AssertUnwindSafe(|| {
        if cancel.load(Ordering::Relaxed) {
            return Err(Stop::cancelled());
        }
        // Tests wait for this line.
        tracing::info!("expanding {}", source.name);
        match (&source.what, &source.lines) {
            (What::Spec(spec, limits), Lines::Spec(lines)) => {
                program(&source, spec, *limits, lines, &cancel, progress.as_ref())
            }
            (What::Puzzle(puzzle, limits), Lines::Puzzle(lines)) => puzzles::document(
                puzzle,
                *limits,
                &cancel,
                &TheoryDocumentOptions {
                    name: &format!("{}{}", source.name, source.state),
                    statements: lines,
                    form: source.form,
                    max_lines: (source.max_lines, MAX_LINES),
                },
                progress.as_ref(),
            ),
            _ => Err(Stop::fault("nothing to ground")),
        }
    }));
    let result = result.unwrap_or_else(|panic| {
        let message = panic_message(&*panic);
        tracing::error!("an expansion panicked: {message}");
        Err(Stop::fault(&crate::cli::panics::bug(message)))
    });
    // The progress of a request ends before its answer.
    drop(progress);
    // A client that cancelled has its answer already.
    let _ = reply.send(result);
}

/// The expansion of a program or a game.
fn program(
    source: &Source,
    spec: &Spec,
    limits: Limits,
    lines: &[u32],
    cancel: &AtomicBool,
    progress: Option<&Progress>,
) -> std::result::Result<Document, Stop> {
    let counts = ground::Progress::default();
    let options = Options {
        limits,
        cancel: Some(cancel),
        progress: Some(&counts),
        ..Options::default()
    };
    let tick = || {
        if let Some(progress) = progress {
            progress.report(&counts_text(&counts), None);
        }
    };
    let mut evaluation = meanwhile(PACE, tick, || spec.ground(&options))?;
    let shown = if source.full {
        Shown::All
    } else {
        Shown::StateDependent
    };
    let mut expansion = driver::Expansion::new(spec, &mut evaluation, shown);
    let what = DocumentOptions {
        name: &source.name,
        lines,
        state: &source.state,
        full: "the argument `full` of the command shows them",
        data: "`herbrand ground` takes facts with `--input`",
        most: (usize::MAX, ""),
        max_lines: (source.max_lines, MAX_LINES),
    };
    let mut shown = 0;
    expansion.document(&what, &options, &mut |written, all| {
        let share = (written * 100 / all.max(1)) as u32;
        if let Some(progress) = progress
            && share > shown
        {
            shown = share;
            progress.report(&format!("{written} of {all} instances"), Some(share));
        }
    })
}

impl Source {
    fn of(view: &View, max_lines: Option<usize>, full: bool, form: Form) -> Result<Source> {
        let what = prepared(view).map_err(|Obstacle { message, place }| {
            failed(&Stop::fault(&format!("{place} is wrong: {message}")))
        })?;
        let lines = match &what {
            What::Spec(spec, _) => {
                let offsets = ide::rule_offsets(&view.snapshot, view.file, spec);
                let lines = offsets.iter().map(|&offset| view.lines.line(offset));
                Lines::Spec(lines.collect())
            }
            What::Puzzle(puzzle, _) => Lines::Puzzle(ide::statement_lines(
                &view.snapshot,
                &puzzle.theory,
                view.file,
                &file_name(&view.uri),
            )),
        };
        let version = view.version.map(|version| format!(", version {version}"));
        Ok(Source {
            lines,
            what,
            name: file_name(&view.uri),
            state: version.unwrap_or_default(),
            max_lines: max_lines.unwrap_or(view.session.settings.grounding.max_lines),
            full,
            form: form.into(),
        })
    }
}

/// The error of a request that the document cannot fulfil.
fn failed(stop: &Stop) -> Error {
    let mut message = stop.message.clone();
    for range in &stop.ranges {
        message.push('\n');
        message.push_str(range);
    }
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into(),
        data: None,
    }
}

/// The lines of a ground expansion lead to where they come from: by the comments behind them.
pub(super) fn links(view: &View) -> Vec<DocumentLink> {
    let Some(source) = source_of(&view.uri) else {
        return Vec::new();
    };
    let content = view.snapshot.content(view.file);
    let comment = hir::Spelling::of(content.parse.dialect()).comment();
    let sign = format!("{comment} {}:", file_name(&source));
    let place = view.place();
    let (mut links, mut start) = (Vec::new(), 0);
    for line in content.text.split_inclusive('\n') {
        let shown = line.trim_end();
        let number = shown.rfind(&sign).and_then(|at| {
            let number: u32 = shown[at + sign.len()..].parse().ok()?;
            Some((at + comment.len() + 1, number))
        });
        if let Some((at, number)) = number
            && let (Ok(from), Ok(to)) = (
                u32::try_from(start + at),
                u32::try_from(start + shown.len()),
            )
        {
            let target = format!("{}#L{number}", source.as_str());
            links.push(DocumentLink {
                range: place.range(TextRange::new(from.into(), to.into())),
                target: target.parse().ok(),
                tooltip: None,
                data: None,
            });
        }
        start += line.len();
    }
    links
}

impl Backend {
    /// The ground expansion of a document as a text.
    pub(super) async fn ground(&self, params: GroundParams) -> Result<Expansion> {
        let GroundParams {
            text_document: TextDocumentIdentifier { uri },
            max_lines,
            full,
            form,
            work_done_token,
        } = params;
        // An edit, the client's progress and the end of this request set it.
        let guard = Cancel::default();
        let cancel = Arc::clone(&guard.0);
        let flag = Some(Arc::clone(&cancel));
        let read = self.read_until(flag, &uri, WhenInterrupted::Retry, move |view| {
            let source = Source::of(&view, max_lines, full, form)?;
            Ok((source, view.version, expansion_of(&view.uri)))
        });
        let (source, version, name) = read.wait().await?;
        let title = format!("Grounding {}", source.name);
        let shown = self.calls.progress(work_done_token, title, self.features());
        let (token, progress) = shown.unzip();
        let stopper = token.map(|token| self.calls.stoppables.add(token, &cancel));
        let (reply, answer) = oneshot::channel();
        let job = Job {
            source,
            cancel,
            progress,
            reply,
        };
        if self.expander.queue.send(job).is_err() {
            return Err(Error::internal_error());
        }
        let result = answer.await.map_err(|_| Error::internal_error())?;
        let by_user = stopper.is_some_and(|one| one.is_stopped());
        match result {
            Ok(document) => Ok(Expansion {
                uri: name,
                version,
                text: document.text,
                sources: document.sources,
                complete: document.complete,
            }),
            Err(stop) if stop.cancelled && by_user => Err(Error::request_cancelled()),
            Err(stop) if stop.cancelled => Err(Error::content_modified()),
            Err(stop) => Err(failed(&with_setting(stop))),
        }
    }

    /// The text of a document of the server's.
    pub(super) async fn text_document_content(&self, params: ContentParams) -> Result<Value> {
        let Some(uri) = source_of(&params.uri) else {
            let message = format!("`{}` is no document of this server", params.uri.as_str());
            return Err(Error::invalid_params(message));
        };
        if is_answer(&params.uri) {
            let answer = self.read(&uri, WhenInterrupted::Retry, |view| Ok(view.answer));
            let text = answer.wait().await?;
            let text = text.as_deref().unwrap_or("no answer for this text yet\n");
            return Ok(json!({ "text": text }));
        }
        let expansion = self.ground(GroundParams {
            text_document: TextDocumentIdentifier { uri },
            max_lines: None,
            full: false,
            form: Form::default(),
            work_done_token: None,
        });
        Ok(json!({ "text": expansion.await?.text }))
    }

    /// Runs a command.
    pub(super) async fn execute(&self, params: ExecuteCommandParams) -> Result<Value> {
        if [SOLVE, PROVE, CHECK].contains(&params.command.as_str()) {
            return self.ask(params).await;
        }
        if params.command != GROUND {
            let message = format!("there is no command `{}`", params.command);
            return Err(Error::invalid_params(message));
        }
        let argument = params.arguments.into_iter().next().unwrap_or_default();
        let GroundArgument {
            uri,
            max_lines,
            full,
            form,
        } = GroundArgument::deserialize(argument)
            .map_err(|error| Error::invalid_params(format!("`{GROUND}`: {error}")))?;
        let features = self.features();
        if features.asks_for_content {
            let Some(expansion) = expansion_of(&uri) else {
                return Err(Error::invalid_params(format!("`{}`", uri.as_str())));
            };
            if features.shows_documents {
                self.calls.show_document(expansion.clone());
            }
            return Ok(json!({ "uri": expansion }));
        }
        let expansion = self.ground(GroundParams {
            text_document: TextDocumentIdentifier { uri },
            max_lines,
            full,
            form,
            work_done_token: params.work_done_progress_params.work_done_token,
        });
        Ok(json!(expansion.await?))
    }

    /// The user stops what is shown under this token.
    pub(super) async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.calls.stoppables.stop(&params.token);
    }
}
