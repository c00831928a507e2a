"use strict";

// A stand-in for the module `vscode`: the values that the extension makes, documents that a test edits, and a record of
// what the extension registers. It shows how the extension uses the host, not how the host behaves.

const fs = require("node:fs");
const path = require("node:path");
const { fileURLToPath, pathToFileURL } = require("node:url");

class Position {
  constructor(line, character) {
    if (!(line >= 0 && character >= 0)) throw new Error("a position is not negative");
    Object.assign(this, { line, character });
  }
  isBefore(other) {
    return this.line < other.line || (this.line === other.line && this.character < other.character);
  }
}

class Range {
  constructor(start, end) {
    Object.assign(this, end.isBefore(start) ? { start: end, end: start } : { start, end });
  }
  contains(position) {
    return !position.isBefore(this.start) && !this.end.isBefore(position);
  }
}

class Uri {
  constructor(text) {
    this.text = text;
    this.scheme = text.split(":")[0];
  }
  static parse(text) {
    return new Uri(text);
  }
  static file(name) {
    return new Uri(pathToFileURL(name).href);
  }
  get fsPath() {
    return fileURLToPath(this.text);
  }
  toString() {
    return this.text;
  }
}

const record = (...names) =>
  class {
    constructor(...values) {
      names.forEach((name, index) => (this[name] = values[index]));
    }
  };

class CodeActionKind {
  constructor(value) {
    this.value = value;
  }
}
CodeActionKind.QuickFix = new CodeActionKind("quickfix");
CodeActionKind.SourceFixAll = new CodeActionKind("source.fixAll");

class WorkspaceEdit {
  constructor() {
    this.changes = [];
  }
  replace(uri, range, text) {
    this.changes.push({ uri: uri.toString(), range, text });
  }
  createFile(uri) {
    this.changes.push({ created: uri.toString() });
  }
  renameFile(oldUri, newUri) {
    this.changes.push({ renamed: [oldUri.toString(), newUri.toString()] });
  }
}

class Emitter {
  constructor() {
    this.listeners = new Set();
    this.event = (listener) => {
      this.listeners.add(listener);
      return { dispose: () => this.listeners.delete(listener) };
    };
  }
  fire(value) {
    for (const listener of [...this.listeners]) listener(value);
  }
}

class TextDocument {
  constructor(name, languageId, text) {
    Object.assign(this, { uri: Uri.file(name), languageId, version: 1, text });
  }
  getText() {
    return this.text;
  }
  offsetAt({ line, character }) {
    const lines = this.text.split("\n");
    return lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + character;
  }
  positionAt(offset) {
    const before = this.text.slice(0, offset).split("\n");
    return new Position(before.length - 1, before.at(-1).length);
  }
}

/** A host of its own for each test. */
function host({ folder, program }) {
  const opened = new Emitter();
  const closed = new Emitter();
  const changed = new Emitter();
  const saved = new Emitter();
  const folders = new Emitter();
  const providers = {};
  const published = new Map();
  const commands = {};
  const watchers = [];
  const messages = [];
  const output = [];
  const disposable = () => ({ dispose() {} });
  const register = (name) => (...values) => {
    providers[name] = values.find((value) => typeof value === "object" && !Array.isArray(value));
    return { dispose: () => delete providers[name] };
  };
  const vscode = {
    version: "1.75.0",
    Position, Range, Uri, CodeActionKind, WorkspaceEdit,
    Location: record("uri", "range"),
    Diagnostic: record("range", "message", "severity"),
    DiagnosticRelatedInformation: record("location", "message"),
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    CompletionItem: record("label", "kind"),
    SnippetString: record("value"),
    MarkdownString: record("value"),
    Hover: record("contents", "range"),
    DocumentHighlight: record("range", "kind"),
    DocumentSymbol: record("name", "detail", "kind", "range", "selectionRange"),
    SymbolInformation: record("name", "kind", "containerName", "location"),
    FoldingRange: record("start", "end", "kind"),
    FoldingRangeKind: { Comment: 1 },
    SemanticTokensLegend: record("tokenTypes", "tokenModifiers"),
    SemanticTokens: record("data"),
    TextEdit: record("range", "newText"),
    CodeAction: record("title", "kind"),
    workspace: {
      textDocuments: [],
      workspaceFolders: [{ uri: Uri.file(folder), name: path.basename(folder) }],
      getConfiguration: () => ({ get: () => program }),
      onDidOpenTextDocument: opened.event,
      onDidCloseTextDocument: closed.event,
      onDidChangeTextDocument: changed.event,
      onDidSaveTextDocument: saved.event,
      onDidChangeWorkspaceFolders: folders.event,
      createFileSystemWatcher: (pattern) => {
        const events = { create: new Emitter(), change: new Emitter(), delete: new Emitter() };
        watchers.push({ pattern, ...events });
        return {
          onDidCreate: events.create.event, onDidChange: events.change.event, onDidDelete: events.delete.event,
          dispose() {},
        };
      },
      openTextDocument: async ({ content }) => new TextDocument("/untitled", "plaintext", content),
    },
    languages: {
      createDiagnosticCollection: () => ({
        set: (uri, found) => published.set(uri.toString(), found),
        clear: () => published.clear(),
        dispose() {},
      }),
      match: (selector, document) =>
        selector.some(({ language }) => language === document.languageId) ? 10 : 0,
      getDiagnostics: (uri) => published.get(uri.toString()) ?? [],
      registerCompletionItemProvider: register("completion"),
      registerHoverProvider: register("hover"),
      registerDefinitionProvider: register("definition"),
      registerReferenceProvider: register("references"),
      registerDocumentHighlightProvider: register("highlights"),
      registerDocumentSymbolProvider: register("outline"),
      registerWorkspaceSymbolProvider: register("symbols"),
      registerFoldingRangeProvider: register("folds"),
      registerDocumentSemanticTokensProvider: register("tokens"),
      registerRenameProvider: register("rename"),
      registerDocumentFormattingEditProvider: register("format"),
      registerCodeActionsProvider: register("actions"),
    },
    window: {
      activeTextEditor: undefined,
      shown: [],
      createOutputChannel: () => ({ append: (text) => output.push(text), appendLine: (text) => output.push(text), ...disposable() }),
      showErrorMessage: (message) => messages.push(message),
      showInputBox: async () => undefined,
      showTextDocument: async (document) => vscode.window.shown.push(document),
    },
    commands: {
      registerCommand: (name, run) => {
        commands[name] = run;
        return disposable();
      },
    },
  };
  return {
    vscode, providers, published, commands, watchers, messages, output,

    open(name, text = fs.readFileSync(path.join(folder, name), "utf8")) {
      const document = new TextDocument(
        path.join(folder, name), name.endsWith(".transcript") ? "usher-transcript" : "usher-flow", text);
      vscode.workspace.textDocuments.push(document);
      opened.fire(document);
      return document;
    },

    /** Replaces a text in a document, as typing does. */
    type(document, old, text) {
      const start = document.text.indexOf(old);
      if (start < 0) throw new Error(`${old} is not in the document`);
      const range = new Range(document.positionAt(start), document.positionAt(start + old.length));
      document.text = document.text.slice(0, start) + text + document.text.slice(start + old.length);
      document.version += 1;
      changed.fire({ document, contentChanges: [{ range, text }] });
    },

    close(document) {
      vscode.workspace.textDocuments = vscode.workspace.textDocuments.filter((other) => other !== document);
      closed.fire(document);
    },

    /** The text of a document after edits. */
    applied(document, edits) {
      const places = edits.map(({ range, text, newText }) => ({
        start: document.offsetAt(range.start), end: document.offsetAt(range.end), text: text ?? newText,
      }));
      let result = document.text;
      for (const { start, end, text } of places.sort((one, other) => other.start - one.start)) {
        result = result.slice(0, start) + text + result.slice(end);
      }
      return result;
    },
  };
}

module.exports = { host, Position };
