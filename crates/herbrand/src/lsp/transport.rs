//! Messages on standard input and output.
//!
//! The protocol library's own transport ends the session at the first body that is not JSON,
//! and polls handlers as it pleases. So Herbrand frames messages itself: a thread reads, a
//! thread writes, and whatever comes in is decoded, or answered as what it is, one by one.

use std::io::{self, BufRead, Read, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};

use serde_json::Value;
use tokio::sync::mpsc::UnboundedSender;
use tower_lsp::jsonrpc::{Error, Id, Request, Response};

/// What the client sent.
#[derive(Debug)]
pub(super) enum Incoming {
    /// A request or a notification.
    Request(Request),
    /// The answer to a request of the server's.
    Response(Response),
    /// Something that cannot be read, with the answer that it gets.
    Unreadable(Response),
}

/// Reads messages until the input ends or nobody wants them any more.
pub(super) fn read_messages(mut input: impl BufRead, sink: &UnboundedSender<Incoming>) {
    loop {
        match read_frame(&mut input) {
            Ok(Some(frame)) => {
                if sink.send(decode(frame)).is_err() {
                    return;
                }
            }
            Ok(None) => return,
            Err(error) => {
                tracing::error!("standard input: {error}");
                return;
            }
        }
    }
}

/// The body of a message, or nothing where the header does not say how long it is.
struct Frame(Option<Vec<u8>>);

/// Reads one message; `None` at the end of the input. Lines that are no header are skipped, so
/// that one broken message does not break those that follow.
fn read_frame(input: &mut impl BufRead) -> io::Result<Option<Frame>> {
    let mut line = Vec::new();
    let mut length = None;
    let mut begun = false;
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        let header = line.trim_ascii();
        if let Some(value) = content_length(header) {
            length = value;
            begun = true;
        } else if !header.is_empty() {
            begun = true;
        } else if let Some(length) = length {
            // Grown as the bytes come in: a header that lies must not take the memory.
            let mut body = Vec::new();
            let complete = input.take(length).read_to_end(&mut body)? as u64 == length;
            return Ok(complete.then_some(Frame(Some(body))));
        } else if begun {
            return Ok(Some(Frame(None)));
        }
    }
}

/// The length that a header line names; the line may follow the rest of a broken message.
/// The inner option is empty where the length is no number.
fn content_length(header: &[u8]) -> Option<Option<u64>> {
    const NAME: &[u8] = b"content-length:";
    let lower = header.to_ascii_lowercase();
    let start = lower
        .windows(NAME.len())
        .rposition(|window| window == NAME)?;
    let value = header[start + NAME.len()..].trim_ascii();
    Some(
        std::str::from_utf8(value)
            .ok()
            .and_then(|value| value.parse().ok()),
    )
}

fn decode(Frame(body): Frame) -> Incoming {
    let Some(body) = body else {
        tracing::error!("a message without a length that can be read");
        return Incoming::Unreadable(Response::from_error(Id::Null, Error::parse_error()));
    };
    let value: Value = match serde_json::from_slice(&body) {
        Ok(value) => value,
        Err(error) => {
            tracing::error!("a message that is not JSON: {error}");
            return Incoming::Unreadable(Response::from_error(Id::Null, Error::parse_error()));
        }
    };
    let id = value
        .get("id")
        .and_then(|id| serde_json::from_value(id.clone()).ok());
    let decoded = if value.get("method").is_some_and(Value::is_string) {
        serde_json::from_value(value).map(Incoming::Request)
    } else {
        serde_json::from_value(value).map(Incoming::Response)
    };
    decoded.unwrap_or_else(|error| {
        tracing::error!("a message that is neither a request nor a response: {error}");
        Incoming::Unreadable(Response::from_error(
            id.unwrap_or(Id::Null),
            Error::invalid_request(),
        ))
    })
}

/// What the server sends.
enum Outgoing {
    Message(Vec<u8>),
    Flush(mpsc::Sender<()>),
}

/// The way out. Cloning is cheap, sending never waits.
#[derive(Clone)]
pub(super) struct Outbox {
    sink: mpsc::Sender<Outgoing>,
    broken: Arc<AtomicBool>,
}

impl Outbox {
    /// Starts the thread that writes to `output`.
    pub(super) fn start(output: impl Write + Send + 'static) -> io::Result<Outbox> {
        let (sink, source) = mpsc::channel();
        let outbox = Outbox {
            sink,
            broken: Arc::default(),
        };
        let broken = Arc::clone(&outbox.broken);
        std::thread::Builder::new()
            .name("writer".to_owned())
            .spawn(move || {
                write_messages(output, &source, &broken);
            })?;
        Ok(outbox)
    }

    /// Sends an answer.
    pub(super) fn respond(&self, response: &Response) {
        self.send(response);
    }

    /// Sends a request or a notification.
    pub(super) fn request(&self, request: &Request) {
        self.send(request);
    }

    /// Sends a notification.
    pub(super) fn notify(&self, method: &'static str, params: Value) {
        self.request(&Request::build(method).params(params).finish());
    }

    /// Waits until all that was sent has left, or cannot.
    pub(super) fn flush(&self) {
        let (done, wait) = mpsc::channel();
        if self.sink.send(Outgoing::Flush(done)).is_ok() {
            // An error means that the writer is gone, and with it all that there was to wait for.
            let _ = wait.recv();
        }
    }

    fn send(&self, message: &impl serde::Serialize) {
        let body = match serde_json::to_vec(message) {
            Ok(body) => body,
            Err(error) => {
                tracing::error!("a message that cannot be written as JSON: {error}");
                return;
            }
        };
        let mut frame = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
        frame.extend(body);
        if self.sink.send(Outgoing::Message(frame)).is_err()
            && !self.broken.swap(true, Ordering::Relaxed)
        {
            tracing::error!("standard output is closed");
        }
    }
}

fn write_messages(mut output: impl Write, source: &mpsc::Receiver<Outgoing>, broken: &AtomicBool) {
    while let Ok(outgoing) = source.recv() {
        match outgoing {
            Outgoing::Message(frame) => {
                if let Err(error) = output.write_all(&frame).and_then(|()| output.flush()) {
                    if !broken.swap(true, Ordering::Relaxed) {
                        tracing::error!("standard output: {error}");
                    }
                    return;
                }
            }
            // Nobody waits any more when this fails.
            Outgoing::Flush(done) => drop(done.send(())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_all(input: &[u8]) -> Vec<String> {
        let (sink, mut source) = tokio::sync::mpsc::unbounded_channel();
        read_messages(input, &sink);
        drop(sink);
        let mut messages = Vec::new();
        while let Some(message) = source.blocking_recv() {
            messages.push(match message {
                Incoming::Request(request) => format!("request {}", request.method()),
                Incoming::Response(response) => format!("response {}", response.id()),
                Incoming::Unreadable(response) => {
                    format!(
                        "unreadable {}",
                        response.error().map_or(0, |error| error.code.code())
                    )
                }
            });
        }
        messages
    }

    fn frame(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    const CALL: &str = r#"{"jsonrpc":"2.0","method":"a"}"#;

    #[test]
    fn reads_requests_and_responses_with_any_headers() {
        let typed = format!(
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: {}\r\n\r\n{CALL}",
            CALL.len()
        );
        let input = frame(CALL) + &typed + &frame(r#"{"jsonrpc":"2.0","id":7,"result":null}"#);
        assert_eq!(
            read_all(input.as_bytes()),
            ["request a", "request a", "response 7"]
        );
    }

    #[test]
    fn goes_on_behind_a_body_that_is_not_json() {
        let input = frame("{nonsense") + &frame(CALL);
        assert_eq!(
            read_all(input.as_bytes()),
            ["unreadable -32700", "request a"]
        );
    }

    #[test]
    fn goes_on_behind_a_body_that_is_no_message() {
        let input =
            frame("[1]") + &frame(r#"{"jsonrpc":"1.0","method":"a","id":1}"#) + &frame(CALL);
        assert_eq!(
            read_all(input.as_bytes()),
            ["unreadable -32600", "unreadable -32600", "request a"]
        );
    }

    #[test]
    fn goes_on_behind_a_broken_header() {
        let input = "Content-Length: many\r\n\r\n".to_owned()
            + &frame(CALL)
            + "no header\r\n\r\n"
            + &frame(CALL);
        assert_eq!(
            read_all(input.as_bytes()),
            [
                "unreadable -32700",
                "request a",
                "unreadable -32700",
                "request a"
            ]
        );
    }

    #[test]
    fn finds_the_next_message_behind_a_body_longer_than_said() {
        let input = format!("Content-Length: {}\r\n\r\n{CALL}rest", CALL.len()) + &frame(CALL);
        assert_eq!(read_all(input.as_bytes()), ["request a", "request a"]);
    }

    #[test]
    fn ends_quietly_where_the_input_breaks_off() {
        let input = frame(CALL) + "Content-Length: 100\r\n\r\n{";
        assert_eq!(read_all(input.as_bytes()), ["request a"]);
    }
}
