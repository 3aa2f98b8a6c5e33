//! The commands that ask the solver: `herbrand.solve`, `herbrand.prove`, `herbrand.check`.
//!
//! A worker takes what the document says; a thread of its own answers. The client stops it by the
//! progress that it is shown or by cancelling its request, and so does an edit of the document or
//! of a file that it uses: the answer would be another text's.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::Arc;

use ide::Obstacle;
use logic::formula::StatementId;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use source::Content;
use tokio::sync::oneshot;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use super::answers::{self, Answered, Inquiry, Question, Unanswered};
use super::front::panic_message;
use super::grounding::Cancel;
use super::owner::{REQUEST_FAILED, Task};
use super::requests::WhenInterrupted;
use super::server::Backend;
use super::uri::Key;
use super::virtual_documents::{answer_to, file_name};
use super::workers::{STACK_SIZE, View};

/// Looks for models.
pub(super) const SOLVE: &str = "herbrand.solve";
/// Says whether a formula follows.
pub(super) const PROVE: &str = "herbrand.prove";
/// Runs a `check`.
pub(super) const CHECK: &str = "herbrand.check";

/// The argument of [`SOLVE`].
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct SolveArgument {
    uri: Uri,
    /// How many models to show.
    limit: Option<u64>,
    /// Whether they are only to be counted, up to the limit.
    #[serde(default)]
    count: bool,
    /// Values of constants.
    #[serde(default)]
    set: BTreeMap<String, i64>,
}

/// The argument of [`PROVE`].
#[derive(Debug, Deserialize)]
struct ProveArgument {
    uri: Uri,
    formula: String,
    #[serde(default)]
    set: BTreeMap<String, i64>,
}

/// The argument of [`CHECK`].
#[derive(Debug, Deserialize)]
struct CheckArgument {
    uri: Uri,
    /// A line of the `check`, from 0.
    line: u32,
    #[serde(default)]
    set: BTreeMap<String, i64>,
}

/// What is asked, before the document is looked at.
#[derive(Clone)]
enum Wish {
    Question(Question),
    CheckAt(u32),
}

/// What a worker takes of a document.
struct Taken {
    inquiry: Inquiry,
    generation: u64,
    version: Option<i32>,
}

fn argument<T: DeserializeOwned>(command: &str, arguments: Vec<Value>) -> Result<T> {
    let argument = arguments.into_iter().next().unwrap_or_default();
    T::deserialize(argument).map_err(|error| Error::invalid_params(format!("`{command}`: {error}")))
}

fn failed(message: impl Into<String>) -> Error {
    Error {
        code: ErrorCode::ServerError(REQUEST_FAILED),
        message: message.into().into(),
        data: None,
    }
}

fn take(view: &View, wish: &Wish, set: &BTreeMap<String, i64>) -> Result<Taken> {
    if !ide::is_puzzle(&view.snapshot, view.file) {
        return Err(failed("a rule sheet, not a puzzle in QPROP"));
    }
    let puzzle = ide::puzzle(&view.snapshot, view.file)
        .map_err(|Obstacle { message, place }| failed(format!("{place} is wrong: {message}")))?;
    let theory = puzzle.theory;
    let question = match wish {
        Wish::Question(question) => question.clone(),
        Wish::CheckAt(line) => Question::Check(check_at(view, &theory, *line)?),
    };
    Ok(Taken {
        inquiry: Inquiry {
            question,
            contents: contents(view, &theory),
            theory,
            set: set
                .iter()
                .map(|(name, value)| (name.as_str().into(), *value))
                .collect(),
            limits: view.session.settings.grounding.limits_of_puzzles(),
        },
        generation: view.freshness.generation(),
        version: view.version,
    })
}

/// The files of a puzzle, called as seen from the folder of the first.
fn contents(view: &View, theory: &driver::Theory) -> Vec<(Arc<str>, Content)> {
    let mut contents = ide::texts(&view.snapshot, theory);
    let folder = contents.first().and_then(|(name, _)| {
        let folder = Path::new(&**name).parent()?;
        Some(folder.to_owned())
    });
    for (name, _) in &mut contents {
        let own = Path::new(&**name);
        let short = folder
            .as_ref()
            .and_then(|folder| own.strip_prefix(folder).ok());
        let short = short.map(|short| short.display().to_string());
        if let Some(short) = short {
            *name = short.into();
        }
    }
    contents
}

/// The `check` that stands in a line.
fn check_at(view: &View, theory: &driver::Theory, line: u32) -> Result<StatementId> {
    let none = || failed(format!("there is no `check` in line {}", line + 1));
    let place = view.place();
    let line = place.text_range(Range::new(
        Position::new(line, 0),
        Position::new(line + 1, 0),
    ));
    let line = line.ok_or_else(none)?;
    let checks = driver::checks(&theory.spec).map(|(id, ..)| id);
    let mut own = checks.filter(|&id| {
        let found = ide::statement_range(&view.snapshot, theory, id);
        found.is_some_and(|(file, range)| {
            file == view.file && range.start() < line.end() && range.end() > line.start()
        })
    });
    own.next().ok_or_else(none)
}

impl Backend {
    /// Runs a command that asks the solver; `None` where it is none.
    pub(super) async fn ask(&self, params: ExecuteCommandParams) -> Result<Value> {
        let ExecuteCommandParams {
            command,
            arguments,
            work_done_progress_params: progress,
        } = params;
        let (uri, wish, set, title) = match command.as_str() {
            SOLVE => {
                let SolveArgument {
                    uri,
                    limit,
                    count,
                    set,
                } = argument(SOLVE, arguments)?;
                let most = limit.unwrap_or(if count { u64::MAX } else { 1 });
                let wish = Wish::Question(Question::Solve { most, count });
                (uri, wish, set, "Solving")
            }
            PROVE => {
                let ProveArgument { uri, formula, set } = argument(PROVE, arguments)?;
                let wish = Wish::Question(Question::Prove(formula));
                (uri, wish, set, "Proving from")
            }
            _ => {
                let CheckArgument { uri, line, set } = argument(CHECK, arguments)?;
                (uri, Wish::CheckAt(line), set, "Checking")
            }
        };
        // An edit, the client's progress and the end of this request set it.
        let guard = Cancel::default();
        let cancel = Arc::clone(&guard.0);
        let flag = Some(Arc::clone(&cancel));
        let read = self.read_until(flag, &uri, WhenInterrupted::Retry, move |view| {
            take(&view, &wish, &set)
        });
        let Taken {
            inquiry,
            generation,
            version,
        } = read.wait().await?;
        let title = format!("{title} {}", file_name(&uri));
        let token = progress.work_done_token;
        let shown = self.calls.progress(token, title, self.features());
        let (token, progress) = shown.unzip();
        let stopper = token.map(|token| self.calls.stoppables.add(token, &cancel));
        let (reply, answer) = oneshot::channel();
        let work = move || {
            // Tests wait for this line.
            tracing::info!("asking the solver");
            let answered = catch_unwind(AssertUnwindSafe(|| {
                answers::answer(inquiry, &cancel, progress.as_ref())
            }));
            // The progress of a request ends before its answer.
            drop(progress);
            // A client that cancelled has its answer already.
            let _ = reply.send(answered.unwrap_or_else(|panic| {
                let message = panic_message(&*panic);
                tracing::error!("an answer panicked: {message}");
                Err(Unanswered::Because(crate::cli::panics::bug(message)))
            }));
        };
        std::thread::Builder::new()
            .name("solver".to_owned())
            .stack_size(STACK_SIZE)
            .spawn(work)
            .map_err(|error| failed(format!("no thread can be started: {error}")))?;
        let answered = answer.await.map_err(|_| Error::internal_error())?;
        let by_user = stopper.is_some_and(|one| one.is_stopped());
        match answered {
            Ok(answered) => Ok(self.conclude(&uri, generation, version, answered)),
            Err(Unanswered::Stopped) if by_user => Err(Error::request_cancelled()),
            Err(Unanswered::Stopped) => Err(Error::content_modified()),
            Err(Unanswered::Because(why)) => Err(failed(why)),
        }
    }

    /// Keeps what was found, and shows it where the client can.
    fn conclude(
        &self,
        uri: &Uri,
        generation: u64,
        version: Option<i32>,
        answered: Answered,
    ) -> Value {
        let Answered { status, text, run } = answered;
        self.enqueue(Task::Answered {
            key: Key::new(uri),
            generation,
            run: run.map(Arc::new),
            text: text.as_str().into(),
        });
        let features = self.features();
        let shown = answer_to(uri).filter(|_| features.asks_for_content);
        if let Some(shown) = &shown
            && features.shows_documents
        {
            self.calls.show_document(shown.clone());
        }
        json!({ "status": status, "text": text, "version": version, "uri": shown })
    }
}
