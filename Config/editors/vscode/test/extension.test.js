"use strict";

// The extension with the real `usher lsp`, which USHER names, in a stand-in of the host.

const assert = require("node:assert/strict");
const fs = require("node:fs");
const Module = require("node:module");
const os = require("node:os");
const path = require("node:path");
const { after, before, test } = require("node:test");
const { host, Position } = require("./stand-in/vscode.js");

const program = process.env.USHER;
const skip = program ? false : "USHER does not name the program";
const project = path.join(__dirname, "../../../../Tests/Editors/Project");
let folder;
let editor;
let extension;

/** Waits until something is found. */
async function found(look, what) {
  const end = Date.now() + 60_000;
  for (;;) {
    const value = look();
    if (value) return value;
    if (Date.now() > end) throw new Error(`${what} did not come within a minute; ${editor.output.join("")}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const marks = (document) => editor.published.get(document.uri.toString());
const token = { isCancellationRequested: false, onCancellationRequested: () => ({ dispose() {} }) };

function at(document, text, after = 0) {
  return document.positionAt(document.text.indexOf(text) + after);
}

before(async () => {
  if (skip) return;
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "usher-vscode-"));
  fs.cpSync(project, folder, { recursive: true });
  editor = host({ folder, program });
  const load = Module._load;
  Module._load = (name, ...more) => (name === "vscode" ? editor.vscode : load(name, ...more));
  extension = require("../extension.js");
  await extension.activate({ subscriptions: [] });
});

after(async () => {
  if (skip) return;
  await extension.deactivate();
  fs.rmSync(folder, { recursive: true });
});

test("a typo is marked, and cured", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  await found(() => marks(document)?.length === 0, "the first diagnostics");
  editor.type(document, "Tulips: confirm", "Tulips: confrim");
  const mark = await found(() => marks(document)?.find(({ code }) => code === "unknown-step"), "the mark");
  assert.equal(document.text.slice(document.offsetAt(mark.range.start), document.offsetAt(mark.range.end)), "confrim");
  const context = { only: new editor.vscode.CodeActionKind("quickfix") };
  const [cure] = await editor.providers.actions.provideCodeActions(document, mark.range, context, token);
  assert.equal(cure.kind.value, "quickfix");
  assert.equal(cure.diagnostics[0].code, "unknown-step");
  assert.match(editor.applied(document, cure.edit.changes), /Tulips: confirm/);
  editor.type(document, "confrim", "confirm");
  await found(() => marks(document)?.length === 0, "the end of the mark");
  editor.close(document);
});

test("positions behind an emoji are right", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  editor.type(document, "like 🌷?", "like 🌷 {nmae}?");
  const mark = await found(() => marks(document)?.find(({ code }) => code === "unknown-name"), "the mark");
  assert.equal(document.text.slice(document.offsetAt(mark.range.start), document.offsetAt(mark.range.end)), "nmae");
  editor.close(document);
});

test("steps are completed, explained and found", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  const place = at(document, "Tulips: confirm", "Tulips: con".length);
  const offers = await editor.providers.completion.provideCompletionItems(document, place, token);
  const offer = offers.find(({ label }) => label === "confirm");
  assert.equal(editor.applied(document, [{ range: offer.range, text: offer.insertText }]), document.text);
  assert.equal(offer.keepWhitespace, true);
  const name = at(document, '"No": choose', 7);
  const hover = await editor.providers.hover.provideHover(document, name, token);
  assert.match(hover.contents.value, /choose/);
  const [definition] = await editor.providers.definition.provideDefinition(document, name, token);
  assert.equal(definition.range.start.line, 3);
  const references = await editor.providers.references.provideReferences(
    document, name, { includeDeclaration: true }, token);
  assert.ok(new Set(references.map(({ uri }) => uri.toString())).size >= 3);
  assert.ok((await editor.providers.highlights.provideDocumentHighlights(document, name, token)).length >= 3);
  editor.close(document);
});

test("a step is renamed in all files", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  const place = at(document, "  choose:", 3);
  const prepared = await editor.providers.rename.prepareRename(document, place, token);
  assert.equal(prepared.placeholder, "choose");
  const edit = await editor.providers.rename.provideRenameEdits(document, place, "pick", token);
  const files = new Set(edit.changes.map(({ uri }) => path.basename(new URL(uri).pathname)));
  assert.deepEqual(
    [...files].sort(), ["bot.de.yaml", "bot.yaml", "help.yaml", "order.de.yaml", "order.transcript", "order.yaml"]);
  await assert.rejects(
    editor.providers.rename.provideRenameEdits(document, place, "confirm", token), /confirm/);
  editor.close(document);
});

test("a flow is formatted, outlined, folded and coloured", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  const tidy = document.text;
  editor.type(document, "      Tulips: confirm\n      Roses: confirm", "        Tulips:   confirm\n        Roses: confirm");
  const edits = await editor.providers.format.provideDocumentFormattingEdits(document, {}, token);
  assert.equal(editor.applied(document, edits), tidy);
  const names = (symbols) => symbols.flatMap(({ name, children }) => [name, ...names(children ?? [])]);
  const outline = await editor.providers.outline.provideDocumentSymbols(document, token);
  assert.ok(names(outline).includes("farewell"));
  assert.ok((await editor.providers.folds.provideFoldingRanges(document, {}, token)).length >= 3);
  const tokens = await editor.providers.tokens.provideDocumentSemanticTokens(document, token);
  assert.ok(tokens.data.length > 50 && tokens.data.length % 5 === 0);
  const symbols = await editor.providers.symbols.provideWorkspaceSymbols("farewell", token);
  assert.ok(symbols.some(({ name }) => name === "farewell"));
  editor.close(document);
});

test("a diagnostic is explained by the command", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  editor.type(document, "Tulips: confirm", "Tulips: confrim");
  const mark = await found(() => marks(document)?.find(({ code }) => code === "unknown-step"), "the mark");
  editor.vscode.window.activeTextEditor = { document, selection: { active: mark.range.start } };
  await editor.commands["usher.explain"]();
  assert.match(editor.vscode.window.shown.at(-1).text, /^unknown-step/);
  editor.close(document);
});

test("files that change beside the editor are noticed", { skip }, async () => {
  const watcher = editor.watchers.find(({ pattern }) => pattern === "**/Flows/**");
  const name = path.join(folder, "Flows/help.yaml");
  fs.writeFileSync(name, fs.readFileSync(name, "utf8").replaceAll("order/choose", "order/chose"));
  const uri = editor.vscode.Uri.file(name);
  watcher.change.fire(uri);
  await found(() => editor.published.get(uri.toString())?.some(({ code }) => code === "unknown-step"), "the mark");
});

test("the server is started again, and ends with the extension", { skip }, async () => {
  const document = editor.open("Flows/order.yaml");
  await editor.commands["usher.restart"]();
  await found(() => marks(document), "diagnostics of the new server");
  await extension.deactivate();
  assert.equal(new Position(0, 0).line, 0);
});
