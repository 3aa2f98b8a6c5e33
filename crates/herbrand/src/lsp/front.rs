//! What happens to a message before any handler waits for anything.
//!
//! Each handler is polled once as soon as its message is read, and its first statement puts a
//! task into the owner's queue: so tasks are queued in the order of the messages, whatever the
//! runtime does afterwards.

use std::any::Any;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::task::{Context, Poll, Waker};

use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Id, Request, Response};
use tower_lsp::{ExitedError, LspService};
use tower_service::Service;

use crate::cli::panics;

use super::server::Backend;
use super::transport::{Incoming, Outbox};
use super::virtual_documents::{ANSWER_SCHEME, SCHEME};

/// What to do after a message.
pub(super) enum Step {
    /// Read the next.
    Go,
    /// Hand this to whoever waits for the client's answer.
    Answered(Response),
    /// End the process.
    Stop,
}

/// The service with the state that decides when and how the process ends.
pub(super) struct Front {
    service: LspService<Backend>,
    outbox: Outbox,
    initialized: bool,
    shut_down: bool,
}

type Handler = Pin<Box<dyn Future<Output = Result<Option<Response>, ExitedError>> + Send>>;

impl Front {
    /// A front before `service`.
    pub(super) fn new(service: LspService<Backend>, outbox: Outbox) -> Front {
        Front {
            service,
            outbox,
            initialized: false,
            shut_down: false,
        }
    }

    /// 0 where the client took its leave properly.
    pub(super) fn exit_code(&self) -> u8 {
        u8::from(!self.shut_down)
    }

    /// Takes the next message.
    pub(super) fn accept(&mut self, message: Incoming) -> Step {
        match message {
            Incoming::Request(request) => self.call(request),
            Incoming::Response(response) => Step::Answered(response),
            Incoming::Unreadable(answer) => {
                self.outbox.respond(&answer);
                Step::Go
            }
        }
    }

    fn call(&mut self, request: Request) -> Step {
        let method = request.method().to_owned();
        if method == "exit" {
            return Step::Stop;
        }
        if request.id().is_none() && method.starts_with("textDocument/did") {
            // Decoded here, where a message that does not fit can be told from one that does:
            // the library drops such notifications without a word.
            if self.initialized && !self.shut_down {
                self.service
                    .inner()
                    .document_event(&method, request.into_parts().2);
            }
            return Step::Go;
        }
        let is_initialize = method == "initialize";
        if is_initialize && asks_for_content(&request) {
            self.service.inner().set_asks_for_content();
        }
        let id = request.id().cloned();
        let mut handler: Handler = self.service.call(request);
        let mut context = Context::from_waker(Waker::noop());
        match poll_caught(&mut handler, &mut context, id.as_ref()) {
            Poll::Ready(response) => {
                let succeeded = response.as_ref().is_some_and(Response::is_ok);
                self.initialized |= succeeded && is_initialize;
                self.shut_down |= succeeded && method == "shutdown";
                if let Some(response) = response {
                    let response = if is_initialize {
                        with_content_provider(response)
                    } else {
                        response
                    };
                    self.outbox.respond(&response);
                }
            }
            Poll::Pending => {
                let outbox = self.outbox.clone();
                tokio::spawn(async move {
                    let polled =
                        std::future::poll_fn(|cx| poll_caught(&mut handler, cx, id.as_ref()));
                    if let Some(response) = polled.await {
                        outbox.respond(&response);
                    }
                });
            }
        }
        Step::Go
    }
}

/// Whether a client asks for the text of documents of the server's (since 3.18, which the
/// library does not know).
fn asks_for_content(initialize: &Request) -> bool {
    let params = initialize.params();
    params.is_some_and(|params| {
        let ability = params.pointer("/capabilities/workspace/textDocumentContent");
        ability.is_some_and(Value::is_object)
    })
}

/// The answer to `initialize`, with the scheme of the server's documents.
fn with_content_provider(response: Response) -> Response {
    let (id, mut body) = response.into_parts();
    if let Ok(result) = &mut body
        && let Some(workspace) = result.pointer_mut("/capabilities/workspace")
    {
        workspace["textDocumentContent"] = json!({ "schemes": [SCHEME, ANSWER_SCHEME] });
    }
    Response::from_parts(id, body)
}

/// Polls a handler; one that panics answers an internal error.
fn poll_caught(
    handler: &mut Handler,
    context: &mut Context<'_>,
    id: Option<&Id>,
) -> Poll<Option<Response>> {
    match catch_unwind(AssertUnwindSafe(|| handler.as_mut().poll(context))) {
        Ok(poll) => poll.map(Result::unwrap_or_default),
        Err(panic) => {
            let message = panic_message(&*panic);
            tracing::error!("a handler panicked: {message}");
            Poll::Ready(id.map(|id| Response::from_error(id.clone(), internal_error(message))))
        }
    }
}

/// The answer to a request that a panic ended.
pub(super) fn internal_error(message: &str) -> Error {
    let mut error = Error::internal_error();
    error.message = panics::bug(message).into();
    error
}

/// What a panic says.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("no message")
}
