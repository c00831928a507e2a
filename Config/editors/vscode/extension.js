"use strict";

// The extension: it starts `usher lsp`, sends it the documents of projects, and asks it what the editor wants to know.

const { spawn } = require("node:child_process");
const vscode = require("vscode");
const { Connection, CONTENT_MODIFIED } = require("./connection.js");
const convert = require("./convert.js");

const LANGUAGES = ["usher-flow", "usher-transcript"];
/** The files that the server may want to know of; of Config only those that compile. */
const SELECTOR = [
  ...LANGUAGES.map((language) => ({ scheme: "file", language })),
  { scheme: "file", pattern: "**/Config/{actions,services}.yaml" },
];

const CAPABILITIES = {
  general: { positionEncodings: ["utf-16"] },
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ["create", "rename"] },
    didChangeWatchedFiles: { dynamicRegistration: true },
    workspaceFolders: true,
    symbol: {},
  },
  textDocument: {
    synchronization: { didSave: true },
    publishDiagnostics: { relatedInformation: true, tagSupport: { valueSet: [1] }, versionSupport: true },
    completion: {
      completionItem: {
        snippetSupport: true,
        documentationFormat: ["markdown", "plaintext"],
        insertTextModeSupport: { valueSet: [1] },
      },
    },
    hover: { contentFormat: ["markdown", "plaintext"] },
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: ["quickfix", "source.fixAll"] } } },
    rename: { prepareSupport: true },
    semanticTokens: { requests: { full: true }, tokenTypes: [], tokenModifiers: [], formats: ["relative"] },
    foldingRange: { lineFoldingOnly: true },
  },
};

/** The server while it runs, with everything that depends on it. */
class Client {
  constructor(output) {
    this.output = output;
    this.disposables = [];
    this.open = new Set();
    this.isStopping = false;
    this.diagnostics = vscode.languages.createDiagnosticCollection("usher");
  }

  async start() {
    const program = vscode.workspace.getConfiguration("usher").get("path") || "usher";
    this.process = spawn(program, ["lsp"], { stdio: ["pipe", "pipe", "pipe"] });
    this.process.stderr.on("data", (bytes) => this.output.append(bytes.toString("utf8")));
    this.process.on("error", (error) => {
      this.connection?.close();
      vscode.window.showErrorMessage(`Usher: cannot start ${program} (${error.message}); set usher.path.`);
    });
    this.process.on("exit", (code) => {
      this.connection?.close();
      this.diagnostics.clear();
      if (!this.isStopping) this.output.appendLine(`The language server has ended with code ${code}.`);
    });
    const connection = (this.connection = new Connection(this.process.stdout, this.process.stdin));
    connection.onFailure = (error) => {
      this.output.appendLine(String(error));
      this.process.kill();
    };
    connection.on("textDocument/publishDiagnostics", (params) => this.publish(params));
    connection.on("window/logMessage", ({ message }) => this.output.appendLine(message));
    connection.on("client/registerCapability", (params) => this.register(params));
    const folders = vscode.workspace.workspaceFolders ?? [];
    const { capabilities } = await connection.request("initialize", {
      processId: process.pid,
      clientInfo: { name: "Visual Studio Code", version: vscode.version },
      rootUri: folders[0]?.uri.toString() ?? null,
      workspaceFolders: folders.map(({ uri, name }) => ({ uri: uri.toString(), name })),
      capabilities: CAPABILITIES,
    });
    connection.notify("initialized", {});
    this.followDocuments();
    this.answer(capabilities);
  }

  async stop() {
    this.isStopping = true;
    for (const disposable of this.disposables.splice(0)) disposable.dispose();
    this.diagnostics.dispose();
    if (!this.connection || this.connection.isClosed) return;
    try {
      await this.connection.request("shutdown", undefined);
      this.connection.notify("exit", undefined);
    } catch {
      this.process.kill();
    }
  }

  // Documents.

  followDocuments() {
    const { workspace } = vscode;
    this.disposables.push(
      workspace.onDidOpenTextDocument((document) => this.didOpen(document)),
      workspace.onDidCloseTextDocument((document) => this.didClose(document)),
      workspace.onDidChangeTextDocument((event) => this.didChange(event)),
      workspace.onDidSaveTextDocument((document) => {
        if (this.open.has(document.uri.toString())) {
          this.connection.notify("textDocument/didSave", { textDocument: { uri: document.uri.toString() } });
        }
      }),
      workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const folders = (list) => list.map(({ uri, name }) => ({ uri: uri.toString(), name }));
        const event = { added: folders(added), removed: folders(removed) };
        this.connection.notify("workspace/didChangeWorkspaceFolders", { event });
      }),
    );
    for (const document of workspace.textDocuments) this.didOpen(document);
  }

  didOpen(document) {
    if (!vscode.languages.match(SELECTOR, document)) return;
    const uri = document.uri.toString();
    this.open.add(uri);
    const { languageId, version } = document;
    this.connection.notify("textDocument/didOpen", {
      textDocument: { uri, languageId, version, text: document.getText() },
    });
  }

  didChange({ document, contentChanges }) {
    const uri = document.uri.toString();
    if (!this.open.has(uri) || contentChanges.length === 0) return;
    this.connection.notify("textDocument/didChange", {
      textDocument: { uri, version: document.version },
      contentChanges: contentChanges.map(({ range, text }) => ({ range: convert.range.toServer(range), text })),
    });
  }

  didClose(document) {
    const uri = document.uri.toString();
    if (this.open.delete(uri)) this.connection.notify("textDocument/didClose", { textDocument: { uri } });
  }

  publish({ uri, version, diagnostics }) {
    const document = vscode.workspace.textDocuments.find((document) => document.uri.toString() === uri);
    // Marks of an older text would stand at wrong places; those of the newer one follow.
    if (version !== undefined && document && document.version !== version) return;
    this.diagnostics.set(vscode.Uri.parse(uri), diagnostics.map(convert.diagnostic));
  }

  register({ registrations }) {
    for (const { method, registerOptions } of registrations) {
      if (method !== "workspace/didChangeWatchedFiles") continue;
      for (const { globPattern } of registerOptions.watchers) {
        const watcher = vscode.workspace.createFileSystemWatcher(globPattern);
        const report = (type) => (uri) =>
          this.connection.notify("workspace/didChangeWatchedFiles", { changes: [{ uri: uri.toString(), type }] });
        watcher.onDidCreate(report(1));
        watcher.onDidChange(report(2));
        watcher.onDidDelete(report(3));
        this.disposables.push(watcher);
      }
    }
  }

  // Answers.

  /** Asks the server; nothing when it has no answer for the text any more, or has ended. */
  async ask(method, params, token) {
    try {
      return await this.connection.request(method, params, token);
    } catch (error) {
      if (error.code === CONTENT_MODIFIED || token?.isCancellationRequested || this.connection.isClosed) return null;
      throw error;
    }
  }

  answer(capabilities) {
    const at = (document, position) => ({
      textDocument: { uri: document.uri.toString() },
      position: convert.position.toServer(position),
    });
    const of = (document) => ({ textDocument: { uri: document.uri.toString() } });
    const list = async (convertOne, answer) => ((await answer) ?? []).map(convertOne);
    const { languages } = vscode;
    const legend = new vscode.SemanticTokensLegend(
      capabilities.semanticTokensProvider.legend.tokenTypes,
      capabilities.semanticTokensProvider.legend.tokenModifiers,
    );
    this.disposables.push(
      languages.registerCompletionItemProvider(
        SELECTOR,
        {
          provideCompletionItems: async (document, position, token) => {
            const answer = await this.ask("textDocument/completion", at(document, position), token);
            return (answer?.items ?? []).map(convert.completion);
          },
        },
        ...capabilities.completionProvider.triggerCharacters,
      ),
      languages.registerHoverProvider(SELECTOR, {
        provideHover: async (document, position, token) =>
          convert.hover(await this.ask("textDocument/hover", at(document, position), token)),
      }),
      languages.registerDefinitionProvider(SELECTOR, {
        provideDefinition: (document, position, token) =>
          list(convert.location, this.ask("textDocument/definition", at(document, position), token)),
      }),
      languages.registerReferenceProvider(SELECTOR, {
        provideReferences: (document, position, context, token) => {
          const params = { ...at(document, position), context };
          return list(convert.location, this.ask("textDocument/references", params, token));
        },
      }),
      languages.registerDocumentHighlightProvider(SELECTOR, {
        provideDocumentHighlights: (document, position, token) =>
          list(convert.highlight, this.ask("textDocument/documentHighlight", at(document, position), token)),
      }),
      languages.registerDocumentSymbolProvider(SELECTOR, {
        provideDocumentSymbols: (document, token) =>
          list(convert.outline, this.ask("textDocument/documentSymbol", of(document), token)),
      }),
      languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: (query, token) => list(convert.symbol, this.ask("workspace/symbol", { query }, token)),
      }),
      languages.registerFoldingRangeProvider(SELECTOR, {
        provideFoldingRanges: (document, context, token) =>
          list(convert.fold, this.ask("textDocument/foldingRange", of(document), token)),
      }),
      languages.registerDocumentSemanticTokensProvider(
        SELECTOR,
        {
          provideDocumentSemanticTokens: async (document, token) => {
            const answer = await this.ask("textDocument/semanticTokens/full", of(document), token);
            return answer && new vscode.SemanticTokens(new Uint32Array(answer.data));
          },
        },
        legend,
      ),
      languages.registerRenameProvider(SELECTOR, {
        prepareRename: async (document, position, token) => {
          const answer = await this.ask("textDocument/prepareRename", at(document, position), token);
          return answer && { range: convert.range.toEditor(answer.range), placeholder: answer.placeholder };
        },
        provideRenameEdits: async (document, position, newName, token) =>
          convert.edit(await this.ask("textDocument/rename", { ...at(document, position), newName }, token)),
      }),
      languages.registerDocumentFormattingEditProvider(SELECTOR, {
        provideDocumentFormattingEdits: (document, options, token) =>
          list(convert.textEdit, this.ask("textDocument/formatting", { ...of(document), options }, token)),
      }),
      languages.registerCodeActionsProvider(
        SELECTOR,
        {
          provideCodeActions: (document, range, context, token) => {
            const params = {
              ...of(document),
              range: convert.range.toServer(range),
              context: { diagnostics: [], ...(context.only && { only: [context.only.value] }) },
            };
            return list(convert.codeAction, this.ask("textDocument/codeAction", params, token));
          },
        },
        { providedCodeActionKinds: [vscode.CodeActionKind.QuickFix, vscode.CodeActionKind.SourceFixAll] },
      ),
    );
  }

  /** Shows what a diagnostic means, with an example. */
  async explain() {
    const editor = vscode.window.activeTextEditor;
    if (!editor) return;
    const here = vscode.languages
      .getDiagnostics(editor.document.uri)
      .find((found) => found.source === "usher" && found.range.contains(editor.selection.active));
    const code = here?.code ?? (await vscode.window.showInputBox({ prompt: "The code of a diagnostic" }));
    const answer = code && (await this.ask("usher/explain", { code: String(code) }));
    if (!answer) return;
    const document = await vscode.workspace.openTextDocument({ content: answer.text });
    await vscode.window.showTextDocument(document, { preview: true });
  }
}

let client;

async function restart(output) {
  await client?.stop();
  client = new Client(output);
  try {
    await client.start();
  } catch (error) {
    output.appendLine(String(error));
  }
}

async function activate(context) {
  const output = vscode.window.createOutputChannel("Usher");
  context.subscriptions.push(
    output,
    vscode.commands.registerCommand("usher.restart", () => restart(output)),
    vscode.commands.registerCommand("usher.explain", () => client?.explain()),
  );
  await restart(output);
}

async function deactivate() {
  await client?.stop();
  client = undefined;
}

module.exports = { activate, deactivate };
