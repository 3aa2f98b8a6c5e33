//! The long-lived database, and snapshots of it.

use std::sync::Arc;

use hir::{Db as _, RootDb};
use rustc_hash::FxHashMap;
use salsa::{IngredientInfo, Setter};
use source::{Content, Encoding, File, Used};
use syntax::{Dialect, Parse, ParseOptions, TextEdit, TextRange, TextSize};

/// Owner of all files and everything derived from them. There is one, on one thread: it alone
/// changes files, and a change waits until every snapshot is gone, so whoever holds one drops
/// it before doing anything else with the answer.
#[derive(Default)]
pub struct Host {
    db: RootDb,
    files: FxHashMap<Arc<str>, File>,
    changes: u64,
}

/// All files as they were at one moment. Reading from it unwinds with
/// [`salsa::Cancelled`] as soon as the host is about to change something.
#[derive(Clone)]
pub struct Snapshot {
    db: RootDb,
    changes: u64,
}

impl Host {
    /// The file of this path, empty if it is new. A path keeps its file for ever: what was
    /// closed and is opened again, or deleted and made anew, is the same file.
    pub fn file(&mut self, path: &str) -> File {
        if let Some(&file) = self.files.get(path) {
            return file;
        }
        let path: Arc<str> = path.into();
        let empty = content(&path, "".into(), Encoding::Utf8, ParseOptions::default());
        let file = File::new(&self.db, Arc::clone(&path), empty);
        self.files.insert(path, file);
        file
    }

    /// The file of this path, if it was ever asked for.
    pub fn known(&self, path: &str) -> Option<File> {
        self.files.get(path).copied()
    }

    /// How many files the host has ever seen.
    pub fn file_count(&self) -> usize {
        self.files.len()
    }

    /// The text of a file.
    pub fn text(&self, file: File) -> &Arc<str> {
        &file.content(&self.db).text
    }

    /// What the bytes of the file were.
    pub fn encoding(&self, file: File) -> Encoding {
        file.content(&self.db).encoding
    }

    /// Gives the file a new text, and keeps the limits that it was parsed within. The old content
    /// is handed back, since dropping a large tree takes longer than a keystroke may.
    pub fn set_text(&mut self, file: File, text: Arc<str>, encoding: Encoding) -> Content {
        let options = file.content(&self.db).parse.options();
        self.set(file, text, encoding, options)
    }

    /// Parses the file within other limits. Hands back the old content, or `None` where it has
    /// these limits.
    pub fn set_options(&mut self, file: File, options: ParseOptions) -> Option<Content> {
        let old = file.content(&self.db);
        if old.parse.options() == options {
            return None;
        }
        let (text, encoding) = (Arc::clone(&old.text), old.encoding);
        Some(self.set(file, text, encoding, options))
    }

    fn set(
        &mut self,
        file: File,
        text: Arc<str>,
        encoding: Encoding,
        options: ParseOptions,
    ) -> Content {
        let content = content(file.path(&self.db), text, encoding, options);
        self.changes += 1;
        file.set_content(&mut self.db).to(content)
    }

    /// Gives the file the text that `draft` has become, reparsing what its edits touched; one
    /// change, however many edits there were. Hands back the old content, or `None` where the
    /// draft has no edits.
    pub fn commit(&mut self, file: File, draft: Draft) -> Option<Content> {
        let edit = draft.edit()?;
        let old = file.content(&self.db);
        let text: Arc<str> = draft.text.into();
        let dialect = Dialect::detect(extension(file.path(&self.db)), &text);
        let parse = if dialect == old.parse.dialect() {
            old.parse.reparse(&text, &edit)
        } else {
            Parse::new(&text, dialect, old.parse.options())
        };
        let content = Content {
            text,
            parse,
            encoding: old.encoding,
        };
        self.changes += 1;
        Some(file.set_content(&mut self.db).to(content))
    }

    /// Whether a file is in QPROP, the language whose files use each other.
    pub fn has_uses(&self, file: File) -> bool {
        file.content(&self.db).parse.dialect() == Dialect::Qprop
    }

    /// The names of the files that `use` statements of a file give, in order.
    pub fn mentioned_files(&self, file: File) -> &[Box<str>] {
        if self.has_uses(file) {
            hir::mentioned_files(&self.db, file)
        } else {
            &[]
        }
    }

    /// The files that a file uses, as far as they were looked for.
    pub fn used(&self, file: File) -> &Arc<[Used]> {
        file.used(&self.db)
    }

    /// Tells which files it uses.
    pub fn set_used(&mut self, file: File, used: Arc<[Used]>) {
        self.changes += 1;
        file.set_used(&mut self.db).to(used);
    }

    /// A file, those that it uses, and those that they use.
    pub fn closure(&self, file: File) -> &[File] {
        hir::closure(&self.db, file)
    }

    /// How much the host holds, to see whether it grows. Waits until every snapshot is gone.
    pub fn statistics(&mut self) -> Statistics {
        let cached_forms = self.db.form_cache().len();
        let usage = <dyn salsa::Database>::memory_usage(&mut self.db);
        let structs = usage.structs.iter().map(IngredientInfo::count);
        let queries = usage.queries.values().map(IngredientInfo::count);
        Statistics {
            values: structs.sum(),
            results: queries.sum(),
            cached_forms,
        }
    }

    /// What tidies up when the content of a closed file has been dropped.
    pub fn sweeper(&self) -> hir::Sweeper {
        self.db.sweeper()
    }

    /// The files as they are now.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot {
            db: self.db.clone(),
            changes: self.changes,
        }
    }
}

impl Snapshot {
    /// The database, for queries.
    pub(crate) fn db(&self) -> &RootDb {
        &self.db
    }

    /// The text and tree of a file. They stay good when the snapshot is gone.
    pub fn content(&self, file: File) -> &Content {
        file.content(&self.db)
    }

    /// How many changes the host had made when it gave the snapshot.
    pub fn changes(&self) -> u64 {
        self.changes
    }

    /// Unwinds with [`salsa::Cancelled`] when the host is waiting for this snapshot to go.
    pub fn unwind_if_cancelled(&self) {
        salsa::Database::unwind_if_revision_cancelled(&self.db);
    }
}

/// How much a host holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Statistics {
    /// Files, and blocks of files, among them places of blocks that are gone which no other has
    /// taken yet.
    pub values: usize,
    /// Results of queries.
    pub results: usize,
    /// The lowered forms that are kept for reuse.
    pub cached_forms: usize,
}

fn content(path: &str, text: Arc<str>, encoding: Encoding, options: ParseOptions) -> Content {
    let dialect = Dialect::detect(extension(path), &text);
    let parse = Parse::new(&text, dialect, options);
    Content {
        text,
        parse,
        encoding,
    }
}

fn extension(path: &str) -> Option<&str> {
    let name = path.rsplit(['/', '\\']).next()?;
    name.rsplit_once('.').map(|(_, extension)| extension)
}

/// A text under change: edits one after another, kept as the one edit that they amount to.
#[derive(Clone, Debug)]
pub struct Draft {
    text: String,
    /// Of the original text: what has been touched; and how long that stretch is by now.
    touched: Option<(TextRange, TextSize)>,
}

impl Draft {
    /// A draft without edits.
    pub fn new(text: &str) -> Draft {
        Draft {
            text: text.to_owned(),
            touched: None,
        }
    }

    /// The text with all edits so far.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether the text is still the original one.
    pub fn is_untouched(&self) -> bool {
        self.touched.is_none()
    }

    /// Puts another text in the place of all.
    pub fn replace(&mut self, text: String) {
        let whole = TextRange::up_to(TextSize::of(&self.text));
        self.apply(&TextEdit::replace(whole, text));
    }

    /// Applies an edit of the text as it is now.
    ///
    /// # Panics
    /// When the range does not lie within the text, or not on character boundaries.
    pub fn apply(&mut self, edit: &TextEdit) {
        edit.apply(&mut self.text);
        let (range, inserted) = (edit.range, TextSize::of(&edit.insert));
        self.touched = Some(match self.touched {
            None => (range, inserted),
            Some((old, new_len)) => {
                // In the text as it was before this edit, the touched stretch is start..new_end.
                let new_end = old.start() + new_len;
                let start = old.start().min(range.start());
                let overhang = range.end().checked_sub(new_end).unwrap_or_default();
                let end_before = new_end.max(range.end());
                let end_after = end_before - range.len() + inserted;
                (
                    TextRange::new(start, old.end() + overhang),
                    end_after - start,
                )
            }
        });
    }

    /// The one edit that turns the original text into this one.
    fn edit(&self) -> Option<TextEdit> {
        let (range, new_len) = self.touched?;
        let insert = &self.text[TextRange::at(range.start(), new_len)];
        Some(TextEdit::replace(range, insert))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_path_keeps_its_file() {
        let mut host = Host::default();
        let file = host.file("a.kif");
        host.set_text(file, "(p a)".into(), Encoding::Utf8);
        assert_eq!(host.file("a.kif"), file);
        assert_ne!(host.file("b.kif"), file);
        assert_eq!(&**host.text(file), "(p a)");
    }

    #[test]
    fn a_file_keeps_its_limits_and_its_encoding() {
        let mut host = Host::default();
        let file = host.file("a.gdl");
        let flat = ParseOptions { max_depth: 2 };
        assert!(host.set_options(file, flat).is_some());
        assert!(host.set_options(file, flat).is_none());
        host.set_text(file, "(p (f (g a)))".into(), Encoding::Windows1252);
        let mut draft = Draft::new(host.text(file));
        draft.apply(&TextEdit::replace(TextRange::empty(TextSize::new(10)), "b"));
        host.commit(file, draft);
        let mut draft = Draft::new(host.text(file));
        draft.replace("p(f(g(a))) :- q(a)".to_owned());
        host.commit(file, draft);
        let snapshot = host.snapshot();
        let content = snapshot.content(file);
        assert_eq!(content.parse.dialect(), Dialect::Hrf);
        assert_eq!(content.parse.options(), flat);
        assert_eq!(content.encoding, Encoding::Windows1252);
    }

    #[test]
    fn a_snapshot_keeps_what_it_saw() {
        let mut host = Host::default();
        let file = host.file("a.kif");
        host.set_text(file, "(p a)".into(), Encoding::Utf8);
        let content = host.snapshot().content(file).clone();
        host.set_text(file, "(p b)".into(), Encoding::Utf8);
        assert_eq!(&*content.text, "(p a)");
        assert_eq!(content.parse.root().text(), "(p a)");
    }

    #[test]
    fn extensions_are_those_of_the_name() {
        assert_eq!(extension("/a.b/c"), None);
        assert_eq!(extension("C:\\x.y\\c.kif"), Some("kif"));
    }

    proptest! {
        /// However many edits a draft has seen, what it hands to the parser turns the old text
        /// into the new one, and the tree is that of the new text.
        #[test]
        fn edits_amount_to_one(
            text in "[()a?x<= \n;é]{0,60}",
            edits in prop::collection::vec((any::<prop::sample::Index>(), 0usize..9, "[()a\n;é]{0,6}"), 1..8),
        ) {
            let mut host = Host::default();
            let file = host.file("a.kif");
            host.set_text(file, text.as_str().into(), Encoding::Utf8);
            let mut draft = Draft::new(&text);
            let mut expected = text.clone();
            for (start, length, insert) in edits {
                let mut start = start.index(expected.len() + 1);
                while !expected.is_char_boundary(start) { start -= 1; }
                let mut end = (start + length).min(expected.len());
                while !expected.is_char_boundary(end) { end -= 1; }
                expected.replace_range(start..end, &insert);
                let range = TextRange::new(u32::try_from(start).unwrap().into(), u32::try_from(end).unwrap().into());
                draft.apply(&TextEdit::replace(range, insert));
            }
            let one = draft.edit().expect("there were edits");
            let mut applied = text.clone();
            one.apply(&mut applied);
            prop_assert_eq!(&applied, &expected);
            host.commit(file, draft);
            prop_assert_eq!(&**host.text(file), expected.as_str());
            let snapshot = host.snapshot();
            let parse = &snapshot.content(file).parse;
            prop_assert_eq!(parse.root().text().to_string(), expected.clone());
            let scratch = Parse::new(&expected, parse.dialect(), parse.options());
            prop_assert_eq!(parse.errors(), scratch.errors());
        }
    }
}
