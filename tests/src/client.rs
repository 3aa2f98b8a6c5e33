//! A client of the language server that does exactly what a test says.
#![expect(
    clippy::needless_pass_by_value,
    reason = "tests write `json!` where they call"
)]

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a test waits for an event before it fails.
pub const DEADLINE: Duration = Duration::from_secs(60);

/// A server process with its pipes.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    messages: Receiver<Value>,
    log: Receiver<String>,
    /// Messages that came while something else was waited for.
    waiting: Vec<Value>,
    next_id: i64,
    /// What is not sent yet, while messages are put together.
    batch: Option<Vec<u8>>,
}

impl Client {
    /// Starts a server and does not say a word.
    ///
    /// # Panics
    /// When the server does not start.
    pub fn start() -> Client {
        Client::from_command(Command::new(super::herbrand()).args(["lsp", "--log", "info"]))
    }

    /// Talks to the server that `command` starts.
    ///
    /// # Panics
    /// When it does not start.
    pub fn from_command(command: &mut Command) -> Client {
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let input = child.stdin.take();
        let mut output = BufReader::new(child.stdout.take().expect("it is piped"));
        let (sink, messages) = channel();
        std::thread::spawn(move || {
            while let Some(message) = read_message(&mut output) {
                if sink.send(message).is_err() {
                    break;
                }
            }
        });
        let errors = BufReader::new(child.stderr.take().expect("it is piped"));
        let (sink, log) = channel();
        std::thread::spawn(move || {
            for line in errors.lines().map_while(Result::ok) {
                if sink.send(line).is_err() {
                    break;
                }
            }
        });
        Client {
            child,
            input,
            messages,
            log,
            waiting: Vec::new(),
            next_id: 0,
            batch: None,
        }
    }

    /// The id of the server's process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Starts a server and initializes it; the options are `initializationOptions`.
    pub fn initialized(capabilities: &Value, options: &Value) -> Client {
        Client::in_folders(&[], capabilities, options)
    }

    /// The same with workspace folders, given as URIs.
    pub fn in_folders(folders: &[String], capabilities: &Value, options: &Value) -> Client {
        let mut client = Client::start();
        client.initialize(folders, capabilities, options);
        client
    }

    /// Initializes the server and returns the result.
    pub fn initialize(
        &mut self,
        folders: &[String],
        capabilities: &Value,
        options: &Value,
    ) -> Value {
        let folders: Vec<_> = folders
            .iter()
            .map(|uri| json!({ "uri": uri, "name": "folder" }))
            .collect();
        let result = self.call(
            "initialize",
            json!({
                "processId": std::process::id(),
                "rootUri": null,
                "workspaceFolders": folders,
                "capabilities": capabilities,
                "initializationOptions": options,
            }),
        );
        self.notify("initialized", json!({}));
        result
    }

    /// Sends bytes as they are.
    ///
    /// # Panics
    /// When the server does not read them.
    pub fn send_bytes(&mut self, bytes: &[u8]) {
        if let Some(batch) = &mut self.batch {
            batch.extend(bytes);
            return;
        }
        let input = self.input.as_mut().expect("the input is open");
        input
            .write_all(bytes)
            .and_then(|()| input.flush())
            .expect("the server reads");
    }

    /// Sends all that `say` says at once.
    pub fn batch<T>(&mut self, say: impl FnOnce(&mut Client) -> T) -> T {
        self.batch = Some(Vec::new());
        let result = say(self);
        let bytes = self.batch.take().unwrap_or_default();
        self.send_bytes(&bytes);
        result
    }

    /// Sends one message.
    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.send_bytes(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request and returns its id.
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        self.next_id += 1;
        self.send(
            &json!({ "jsonrpc": "2.0", "id": self.next_id, "method": method, "params": params }),
        );
        self.next_id
    }

    /// Sends a request and waits for its result.
    ///
    /// # Panics
    /// When the answer is an error.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        let mut answer = self.answer(id);
        assert!(answer.get("error").is_none(), "{method}: {answer}");
        answer["result"].take()
    }

    /// Waits for the answer to a request.
    pub fn answer(&mut self, id: i64) -> Value {
        self.wait(&format!("the answer to request {id}"), |message| {
            message["id"] == id && message.get("method").is_none()
        })
    }

    /// Waits for the answer to a request, which must be an error, and returns its code.
    ///
    /// # Panics
    /// When it is no error.
    pub fn error_code(&mut self, id: i64) -> i64 {
        let answer = self.answer(id);
        answer["error"]["code"]
            .as_i64()
            .unwrap_or_else(|| panic!("an error, not {answer}"))
    }

    /// Waits for a notification or a request of the server's.
    pub fn incoming(&mut self, method: &str) -> Value {
        self.wait(method, |message| message["method"] == method)
    }

    /// Waits for a message, whichever came first.
    ///
    /// # Panics
    /// When none comes in time, or the server ends before.
    pub fn wait(&mut self, what: &str, wanted: impl Fn(&Value) -> bool) -> Value {
        if let Some(found) = self.waiting.iter().position(&wanted) {
            return self.waiting.remove(found);
        }
        let end = Instant::now() + DEADLINE;
        loop {
            match self
                .messages
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(message) if wanted(&message) => return message,
                Ok(message) => self.waiting.push(message),
                Err(RecvTimeoutError::Timeout) => {
                    panic!("waited in vain for {what}; got {:?}", self.waiting)
                }
                Err(RecvTimeoutError::Disconnected) => {
                    panic!("the server ended before {what}: {}", self.log())
                }
            }
        }
    }

    /// What has come and nobody has waited for.
    pub fn take_waiting(&mut self) -> Vec<Value> {
        self.waiting.extend(self.messages.try_iter());
        std::mem::take(&mut self.waiting)
    }

    /// Opens a document of version 1.
    pub fn open(&mut self, uri: &str, text: &str) {
        let document = json!({ "uri": uri, "languageId": "gdl", "version": 1, "text": text });
        self.notify("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// Puts `text` in the place of a range: start line and column, end line and column.
    pub fn edit(&mut self, uri: &str, version: i32, range: [u32; 4], text: &str) {
        let [line, column, end_line, end_column] = range;
        let range = json!({
            "start": { "line": line, "character": column },
            "end": { "line": end_line, "character": end_column },
        });
        self.change(uri, version, json!([{ "range": range, "text": text }]));
    }

    /// Sends changes.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        let document = json!({ "uri": uri, "version": version });
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": document, "contentChanges": changes }),
        );
    }

    /// Closes a document.
    pub fn close(&mut self, uri: &str) {
        self.notify(
            "textDocument/didClose",
            json!({ "textDocument": { "uri": uri } }),
        );
    }

    /// Waits for pushed diagnostics of a document.
    pub fn diagnostics(&mut self, uri: &str) -> Value {
        self.wait(&format!("diagnostics of {uri}"), |message| {
            message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri
        })["params"]
            .take()
    }

    /// Waits until the log has a line with `part`.
    ///
    /// # Panics
    /// When none comes in time.
    pub fn log_line(&mut self, part: &str) -> String {
        let end = Instant::now() + DEADLINE;
        loop {
            match self
                .log
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(line) if line.contains(part) => return line,
                Ok(_) => {}
                Err(_) => panic!("waited in vain for `{part}` in the log"),
            }
        }
    }

    fn log(&self) -> String {
        let lines: Vec<_> = self.log.try_iter().collect();
        lines.join("\n")
    }

    /// Closes the server's input.
    pub fn close_input(&mut self) {
        self.input = None;
    }

    /// Waits until the process ends.
    ///
    /// # Panics
    /// When it does not end in time.
    pub fn exit_status(&mut self) -> ExitStatus {
        let end = Instant::now() + DEADLINE;
        // The output ends with the process.
        loop {
            match self
                .messages
                .recv_timeout(end.saturating_duration_since(Instant::now()))
            {
                Ok(message) => self.waiting.push(message),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the server does not end"),
            }
        }
        self.child.wait().expect("the server was started")
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn read_message(output: &mut impl BufRead) -> Option<Value> {
    let mut length = 0;
    loop {
        let mut line = String::new();
        if output.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        if let Some(value) = line.strip_prefix("Content-Length: ") {
            length = value.parse().ok()?;
        }
    }
    let mut body = vec![0; length];
    output.read_exact(&mut body).ok()?;
    serde_json::from_slice(&body).ok()
}
